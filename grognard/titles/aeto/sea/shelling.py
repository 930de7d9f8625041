"""Bombardment of installations (3.28, 7.9): by a Sea Offensive ships shell an airbase, a port or a Mulberry."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import Args

from ..position import Table
from ..strategic import installations as works
from . import bombardment, sailing, ships

TARGETS = works.WORDS[: works.WORDS.index("rail")]
"""What ships can shell: what lies on the coast itself."""


def has_guns(t: Table, seat: int, args: Args) -> int:
    """The ships bring a point of bombardment at least (3.28)."""
    return int(bombardment.strength(t, [i for i in sailing.chosen_of(args) if ships.is_ship(t.p, i)]) > 0)


def on_the_coast(t: Table, seat: int, args: Args) -> int:
    return int(t.world.board.coastal & t.world.land)


def enemy_works(t: Table, seat: int, args: Args) -> int:
    """Coastal hexes with a working airbase, port or Mulberry of the enemy (3.28, 7.9/target)."""
    power = sailing.way_of(t, tuple(args[0]))[1]
    return from_iter(n for what in range(len(TARGETS)) for n in members(works.standing(t, power, what)))


def what_is_there(t: Table, seat: int, args: Args) -> int:
    power = sailing.way_of(t, tuple(args[0]))[1]
    return from_iter(what for what in range(len(TARGETS)) if works.standing(t, power, what) >> args[1] & 1)


def shell(t: Table, f: Frame) -> None:
    """Ships that are off the coast and have not withdrawn strike with their points of bombardment (3.28)."""
    p = t.p
    here = tuple(i for i in f["force"] if p.steps[i] and p.at[i] == f["goal"] and not p.fell[i] and ships.is_ship(p, i))
    standing = works.standing(t, f.power, TARGETS.index(f["works"])) >> f["hex"] & 1
    points = bombardment.strength(t, list(here))
    if points and standing:
        works.strike_at(t, here, f["works"], f["hex"], points, "3.28")
