"""Major forts and their fortified hexsides (24.14, 9.05, 28.01/f)."""

from __future__ import annotations

from grognard.board.area import Exits
from grognard.engine.core.cache import cached_values

from . import world as w
from .state import Table

HALF = (1, 2)


@cached_values(16)
def fortified_sides(world: w.World) -> Exits:
    """The fortified hexsides of the map, each held from both its hexes."""
    return world.board.sides.get("fortified", Exits.none(world.board.grid))


def has_works(t: Table, node: int) -> bool:
    """A major fort with fortified hexsides, such as those of the Maginot Line (S14)."""
    return bool(t.p.strongholds >> node & 1) and any(mask >> node & 1 for mask in fortified_sides(t.world))


def through_works(t: Table, here: int, node: int) -> bool:
    """Does an attack from one hex on a major fort go through a fortified hexside?"""
    return bool(t.p.strongholds >> node & 1) and fortified_sides(t.world).has(here, node)


def share(t: Table, here: int, node: int) -> tuple[int, int]:
    """A unit that attacks a major fort through a fortified hexside is halved, each for itself (24.14/1)."""
    return HALF if through_works(t, here, node) else (1, 1)


def replaces_ground(t: Table, here: int, node: int) -> bool:
    """Only the fort counts, not the rest of its hex (9.05/1), but from a side that is not fortified (9.05/2)."""
    if not t.p.strongholds >> node & 1:
        return False
    return not has_works(t, node) or through_works(t, here, node)


def round_the_works(t: Table, node: int, strengths: list[tuple[int, int]]) -> bool:
    """Half or more of the attack comes through hexsides that are not fortified: the hex's own modifier counts (9.05/3).

    Each attacker is given by the hex that it comes from and its effective strength.
    """
    whole = sum(strength for _, strength in strengths)
    open_ = sum(strength for here, strength in strengths if not through_works(t, here, node))
    return has_works(t, node) and 2 * open_ >= whole


def damped(t: Table, power: int) -> Exits:
    """Hexsides through which the enemies of a side's major forts have weaker zones (28.01/f)."""
    works = fortified_sides(t.world)
    own = t.p.strongholds & t.p.land_of(power)
    return works.entering(own) if own and works else Exits.none(t.world.board.grid)
