"""Who has won Surf and Sand (S1940A/vic): eight conditions, three of them given, and England."""

from __future__ import annotations

from collections.abc import Callable

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.world import COMMANDERS

from .. import tables
from ..state import ALLIED, AXIS, Table
from ..war import naval
from . import desert

LEVELS = {"decisive": 1.0, "major": 0.75, "minor": 0.5, "marginal": 0.25}


def holds(t: Table, *names: str) -> bool:
    """Does the Axis hold all of some places?"""
    nodes = t.world.board.area(*names)
    return t.p.held[AXIS] & nodes == nodes


def england_invaded(t: Table) -> bool:
    """Axis control of a major port of England is a decisive victory (S1940A/vic)."""
    ports = from_iter(node for node, port in t.world.ports.items() if port.major)
    return bool(t.p.held[AXIS] & ports & int(t.world.extra["Britain"]))


def given(t: Table) -> bool:
    """What the deleted armies and the neutrals' peace give the Axis (S1940C)."""
    return True


def buildup(t: Table) -> bool:
    """Do armies as strong as army groups Center and South stand in West Poland (S1940A/vic)?"""
    units, steps = t.world.extra["buildup"]
    there = blocks.inside(t, AXIS, int(t.world.extra["West Poland"]))
    found = [i for i in blocks.on_map(t, AXIS) if there >> i & 1 and t.world.units[i].kind not in COMMANDERS]
    return bool(len(found) >= units and sum(t.p.cv[i] for i in found) >= steps)


def mare_nostrum(t: Table) -> bool:
    """Malta, Gibraltar or Suez are the Axis's (S1940A/vic)."""
    return any(holds(t, name) for name in ("Malta", "Gibraltar", "Suez"))


def north_africa(t: Table) -> bool:
    """All six major ports of North Africa are the Axis's (S1940A/vic, 17.61)."""
    return desert.north_africa(t, AXIS)


def persian_gulf(t: Table) -> bool:
    """Abadan and Basra are the Axis's (S1940A/vic)."""
    return holds(t, "Abadan", "Basra")


def rules_the_waves(t: Table) -> bool:
    """The Axis has Naval Supremacy (S1940A/vic, 15.8)."""
    return naval.ruling(t) == AXIS


CONDITIONS: tuple[tuple[str, str, Callable[[Table], bool]], ...] = (
    ("a", "Continental hegemony", given), ("b", "Defense of Rumania", given), ("c", "Defense of Poland", given),
    ("d", "Buildup in West Poland", buildup), ("e", "Mare Nostrum", mare_nostrum),
    ("f", "North Africa", north_africa), ("g", "Abadan and Basra", persian_gulf),
    ("h", "Axis Naval Supremacy", rules_the_waves),
)  # fmt: skip


def achieved(t: Table) -> int:
    """How many of the eight conditions hold now (S1940A/vic)."""
    return sum(holds_now(t) for _, _, holds_now in CONDITIONS)


def settle(t: Table) -> None:
    """After May 1941 the number of conditions decides, and England before all (S1940A/vic)."""
    number = achieved(t)
    if england_invaded(t):
        close(t, "decisive", AXIS, "England is invaded")
        return
    level, winner = verdict(t.scenario, number)
    close(t, level, winner, f"The Axis has {number} of the eight conditions")


def verdict(scenario: str, number: int) -> tuple[str, int]:
    """The line of the table for a number of conditions."""
    for row in tables.rows("victory"):
        first = row["condition"].split()[0]
        low, _, high = first.partition("-")
        if row["scenario"] == scenario and low.isdigit() and int(low) <= number <= int(high or low):
            return row["level"], {"axis": AXIS, "allies": ALLIED}.get(row["winner"], -1)
    raise KeyError(f"{scenario} has no line for {number}")


def close(t: Table, level: str, winner: int, reason: str) -> None:
    """The scenario is over."""
    if winner < 0:
        t.close((), level, reason, "S1940A/vic")
        return
    score = LEVELS[level]
    scores = {t.seats[t.seat_of(power)]: score if power == winner else -score for power in (AXIS, ALLIED)}
    t.close((t.seat_of(winner),), level, reason, "S1940A/vic", scores)
