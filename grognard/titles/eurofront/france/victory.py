"""Who has won in the West and the Med of 1940 (S1940A/vic): eight conditions, and England."""

from __future__ import annotations

from collections.abc import Callable

from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.world import COMMANDERS

from ..europe.nations import belligerent_side, neutrals
from ..med import victory as med
from . import land
from .state import ALLIED, AXIS, Table

EAST = "East Front"
"""The part of Rumania that counts."""


def hegemony(t: Table) -> bool:
    """Is Britain the last Allied power in the West: all others are Axis, neutral or defeated (S1940A/vic)?"""
    return not land.fighting(t) and all(belligerent_side(t, nation) != ALLIED for nation in neutrals(t.world))


def massed(t: Table, where: str) -> bool:
    """Do as many units as strong as the army group of June 1941 stand in a land (S1940A/vic, ruling E333)?"""
    units, steps = t.world.extra["massed"][where]
    area = land.region(t.world, where)
    there = blocks.inside(t, AXIS, area & land.region(t.world, EAST) if where == "Rumania" else area)
    found = [i for i in blocks.on_map(t, AXIS) if there >> i & 1 and t.world.units[i].kind not in COMMANDERS]
    return bool(len(found) >= units and sum(t.p.cv[i] for i in found) >= steps)


def rumania(t: Table) -> bool:
    """Rumania is Axis, and an army group stands in it (S1940A/vic)."""
    return belligerent_side(t, "Rumania") == AXIS and massed(t, "Rumania")


def poland(t: Table) -> bool:
    """An army group as strong as North stands in East Prussia (S1940A/vic)."""
    return massed(t, "East Prussia")


def buildup(t: Table) -> bool:
    """Army groups as strong as Center and South stand in West Poland (S1940A/vic)."""
    return massed(t, "West Poland")


CONDITIONS: tuple[tuple[str, str, Callable[[Table], bool]], ...] = (
    ("a", "Continental hegemony", hegemony), ("b", "Defense of Rumania", rumania), ("c", "Defense of Poland", poland),
    ("d", "Buildup in West Poland", buildup), *med.CONDITIONS[4:],
)  # fmt: skip


def achieved(t: Table) -> int:
    """How many of the eight conditions hold now (S1940A/vic)."""
    return sum(holds_now(t) for _, _, holds_now in CONDITIONS)


def settle(t: Table) -> None:
    """After May 1941 the number of conditions decides, and England before all (S1940A/vic)."""
    number = achieved(t)
    if med.england_invaded(t):
        med.close(t, "decisive", AXIS, "England is invaded")
        return
    level, winner = med.verdict(t.scenario, number)
    med.close(t, level, winner, f"The Axis has {number} of the eight conditions")
