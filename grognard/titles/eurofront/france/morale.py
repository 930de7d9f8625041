"""French morale (20.44) and Allied Solidarity (20.45)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.rules import rule
from grognard.titles.systems.front import blocks, control

from ..europe.conditions import war_on
from ..europe.nations import defeated, wavers
from . import land
from .land import FAILED, FRANCE
from .state import ALLIED, AXIS, Table, position

BEF = ("britain", "canada")
"""The nations whose units in France and Belgium are the BEF (20.45)."""
DF = 5


def has_lost_heart(t: Table) -> bool:
    """Does the Axis hold a major city of France or Belgium, or a Maginot hex, with Poland defeated (16.71/a)? Brussels
    does not count if the Allies went to war with Belgium."""
    w = t.world
    poland = defeated("Poland") in t.p.politics or "Poland" in w.scenario["defeated"]
    goals = land.major_cities(w, FRANCE, "Belgium") | land.maginot(w)
    if war_on("ALLIES", "Belgium") in t.p.politics:
        goals &= ~(1 << w.board.node("Brussels"))
    return poland and bool(t.p.held[AXIS] & ~t.p.disputed & goals)


@rule("20.44")
def demoralize(t: Table) -> None:
    """In Axis Politics France loses heart (20.44)."""
    if t.p.active == AXIS and land.fighting(t) and not land.demoralized(t) and has_lost_heart(t):
        t.p.politics[wavers(FRANCE)] = t.p.month
        t.emit("demoralized", "20.44", nation=FRANCE)


def disruption(t: Table, hq: int) -> int:
    """The HQs of a demoralized France are disrupted for good (20.44)."""
    return int(land.demoralized(t) and t.world.units[hq].nation == "france")


def artillery(t: Table, piece: int, passive: bool, need: int) -> int:
    """French infantry fires DF in defense, until France is demoralized (20.41/a)."""
    unit = t.world.units[piece]
    infantry = unit.nation == "france" and t.world.kinds[unit.kind].name == "infantry"
    return min(need, DF) if passive and infantry and not land.demoralized(t) else need


# Solidarity


def theatre(t: Table) -> int:
    """France and Belgium, where the BEF counts (20.45)."""
    return land.region(t.world, FRANCE, "Belgium")


def bef(t: Table) -> list[int]:
    """The British units in France and Belgium (20.45)."""
    there = members(blocks.inside(t, ALLIED, theatre(t)))
    return [i for i in there if t.world.units[i].nation in BEF]


def exposed(t: Table) -> int:
    """Belgium, the French hexes of the Axis, and what is next to them (20.45/a)."""
    w = t.world
    front = land.region(w, "Belgium") | land.metropolitan(w) & control.friendly(t.p, AXIS)
    return front | step(front, w.board.around)


def commitment(t: Table) -> int:
    """The BEF in France and Belgium, those near the enemy twice, and what was lost there (20.45, 20.45/a)."""
    near = exposed(t)
    return position(t).bef_lost + sum(1 + (near >> t.p.at[i] & 1) for i in bef(t))


@rule("20.45")
def check_solidarity(t: Table) -> None:
    """In Allied Politics the Axis rolls: not less than the commitment, and Solidarity fails (20.45)."""
    if t.p.active != ALLIED or not land.fighting(t) or not land.demoralized(t) or FAILED[1] in t.p.politics:
        return
    need, face = commitment(t), t.roll("solidarity")
    t.emit("solidarity", "20.45", die=face, commitment=need, success=face < need)
    if face >= need:
        failure = FAILED[0] not in t.p.politics
        t.p.politics[FAILED[0 if failure else 1]] = t.p.month
        t.emit("petain" if failure else "forsaken_ally", "20.45")


def count_loss(t: Table, piece: int, node: int) -> None:
    """A British unit that is eliminated in France or Belgium stays a part of the commitment (20.45)."""
    if t.world.units[piece].nation in BEF and theatre(t) >> node & 1:
        position(t).bef_lost += 1
