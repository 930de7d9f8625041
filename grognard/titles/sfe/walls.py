"""Atlantic Wall forts (24.17, 23.62/3): forts with a factor of their own."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from . import world as w
from .state import Table, foe, phasing

WORST = 2
"""The unsupplied level that an Atlantic Wall fort in a city does not pass (23.62/3)."""
NO_LIMIT = 99


@cached_values(16)
def forts_of(world: w.World) -> tuple[int, ...]:
    """The slots of the Atlantic Wall forts."""
    return tuple(unit.index for unit in world.units if unit.wall)


def standing(t: Table) -> int:
    """The hexes where an Atlantic Wall fort stands."""
    return from_iter(t.p.at[i] for i in forts_of(t.world) if t.p.at[i] < t.world.arrivals)


def in_force(t: Table, node: int) -> bool:
    """The fort helps everyone in its hex, to the end of a Combat Phase that it does not outlast (24.17/1)."""
    return bool((t.p.walled | standing(t)) >> node & 1)


def in_cities(t: Table) -> int:
    """The cities where an Atlantic Wall fort stands."""
    return standing(t) & int(t.world.cities) if forts_of(t.world) else 0


def worst_level(t: Table, piece: int) -> int:
    """A fort of the Wall in a city, and ground units with it, are never worse than unsupplied level 2 (23.62/3)."""
    return WORST if in_cities(t) >> t.p.at[piece] & 1 else NO_LIMIT


@rule("24.17/1")
def combat_begins(t: Table) -> None:
    """The Wall counts for all who begin the Combat Phase in its hexes, also when it falls in it (24.17/1)."""
    t.p.walled = standing(t)


def combat_ends(t: Table) -> None:
    """The next phase knows only forts that still stand, and their factors are free again."""
    t.p.walled = 0
    for fort in forts_of(t.world):
        t.p.manned[fort] = -1


def replaced(t: Table, node: int) -> None:
    """A regular fort that is finished takes the place of a fort of the Wall, which leaves play (24.11/1)."""
    for fort in forts_of(t.world):
        if t.p.at[fort] == node:
            t.p.put(fort, t.world.pool)


# Lending the factor (24.17)


def threatened(t: Table, power: int) -> list[int]:
    """Forts of a side with units in their hex that the enemy could attack now."""
    p = t.p
    enemy = from_iter(p.at[i] for i in range(len(p.at)) if p.power[i] != power and t.world.units[i].ground)
    found = []
    for fort in forts_of(t.world):
        node = p.at[fort]
        manned = p.power[fort] == power and node < t.world.arrivals and bool(defenders_with(t, fort))
        if manned and (t.world.near[node] | 1 << node) & enemy:
            found.append(fort)
    return found


def defenders_with(t: Table, fort: int) -> list[int]:
    """The ground units in a fort's hex."""
    stack = t.p.stacks.get(t.p.at[fort], ())
    return [
        i for i in stack if t.p.power[i] == t.p.power[fort] and t.world.units[i].ground and not t.world.units[i].wall
    ]


def unlent(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in threatened(t, foe(t, phasing(t))) if t.p.manned[i] < 0)


class Man(Verb):
    """``man AWCaen 716``: the fort's factor is lent to one defending unit and shares its fate (24.17)."""

    name = "man"
    levels = (
        Level("fort", PIECE, unlent),
        Level("unit", PIECE, lambda t, s, a: from_iter(defenders_with(t, a[0]))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.manned[args[0]] = args[1]


class Manning(Step):
    """Before the first attack the defender lends the factors of his Atlantic Wall forts (24.17)."""

    name = "Atlantic Wall"
    rule = "24.17"
    verbs = (Man(), End())

    def begin(self, t: Table, f: Frame) -> None:
        combat_begins(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if unlent(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Lend the factor of a fort of the Atlantic Wall to one unit in its hex, or end: it defends for itself."


def kept_together(t: Table, group: tuple[int, ...], waiting: list[int]) -> bool:
    """A fort that is lent to a unit is attacked with it and not for itself (24.17)."""
    pairs = [(i, t.p.manned[i]) for i in waiting if t.world.units[i].wall and t.p.manned[i] in waiting]
    return all((fort in group) == (unit in group) for fort, unit in pairs)


def with_partner(t: Table, piece: int, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """A defender with the fort that is lent to it, or the unit that it is lent to."""
    forts = [i for i in waiting if t.world.units[i].wall and t.p.manned[i] == piece]
    unit = [t.p.manned[piece]] if t.world.units[piece].wall and t.p.manned[piece] in waiting else []
    return tuple(sorted({piece, *forts, *unit}))


def flak_of(t: Table, node: int) -> int:
    """The flak factors printed on the fort in a hex (21.02)."""
    return sum(printed_flak(t.world, i) for i in forts_of(t.world) if t.p.at[i] == node)


@cached_values(64)
def printed_flak(world: w.World, fort: int) -> int:
    """The flak factor of a fort, as the order of battle has it."""
    words = world.units[fort].formation.replace(",", " ").split()
    return int(words[words.index("flak") + 1]) if "flak" in words else 0
