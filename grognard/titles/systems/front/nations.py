"""HQs that keep to their own nation (16.4/d): whom they lead, which battles they serve, whom their moves move."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import Args

from . import blocks
from .state import Table
from .world import World


def commands_its_own(t: Table, piece: int) -> bool:
    """Does an HQ command units of its own nation only (16.4/d)?"""
    return t.world.units[piece].nation in t.world.extra.get("national HQs", ())


@cache
def compatriots(w: World, nations: tuple[str, ...]) -> int:
    """The units of some nations."""
    return from_iter(i for i, unit in enumerate(w.units) if unit.nation in nations)


def led(t: Table, seat: int, args: Args) -> int:
    """The units that an HQ may send (16.4/d)."""
    return compatriots(t.world, t.title.countrymen(t, args[0])) if commands_its_own(t, args[0]) else -1


def served(t: Table, seat: int, args: Args) -> int:
    """The hexes that an HQ supports and strikes: where its own nation fights (16.4/d)."""
    if not commands_its_own(t, args[0]) or t.title.serves_friends(t, args[0]):
        return -1
    here = blocks.of(t, t.p.power[args[0]]) & led(t, seat, args)
    return from_iter(t.p.at[i] for i in members(here))


# Supreme Moves: those of a national HQ are kept apart from the common ones


def gain_moves(t: Table, hq: int, moves: int) -> None:
    """A supreme or theater HQ gives its Supreme Moves (5.61, 5.66)."""
    p = t.p
    t.title.gains_moves(t, hq, moves)
    pool = p.national if commands_its_own(t, hq) else p.supreme
    pool[p.power[hq]] += moves


def movable(t: Table) -> int:
    """The units that a Supreme Move is left for, as the title has it."""
    return t.title.supreme_movers(t)


def moves_left(t: Table, piece: int) -> int:
    """The Supreme Moves that a unit may use, as the title has it."""
    return t.title.supreme_moves_for(t, piece)


def spend_moves(t: Table, piece: int, moves: int) -> None:
    """A unit uses up Supreme Moves, as the title has it."""
    t.title.spend_supreme_moves(t, piece, moves)


def movable_in_common(t: Table) -> int:
    """The units that a Supreme Move is left for (16.4/d)."""
    p = t.p
    if p.supreme[p.active] > 0:
        return -1
    if p.national[p.active] <= 0:
        return 0
    return compatriots(t.world, t.world.extra["national HQs"])


def common_moves_left(t: Table, piece: int) -> int:
    """The Supreme Moves that a unit may use."""
    p = t.p
    common: int = p.supreme[p.active]
    return common + int(p.national[p.active]) if commands_its_own(t, piece) else common


def spend_common_moves(t: Table, piece: int, moves: int) -> None:
    """A unit uses up Supreme Moves, those of its own nation first."""
    p = t.p
    own = min(moves, p.national[p.active]) if commands_its_own(t, piece) else 0
    p.national[p.active] -= own
    p.supreme[p.active] -= moves - own
