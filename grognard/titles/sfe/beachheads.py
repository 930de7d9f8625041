"""Beachheads (19.47) and Mulberries (19.49): where ships land and unload without a port."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.offers import NODE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import seas
from . import world as w
from .state import Table, ground_in, phasing

MULBERRY = 2
"""The naval capacity that a Mulberry adds (19.49)."""
AWAY = 3
"""Two full game turns pass before a beachhead that the enemy took may be used again (19.47/2)."""
FROM_BREMEN_TO_BORDEAUX = ("Holland", "15", "7", "1")
"""The army zones of the coast where a Mulberry can be built (19.49)."""


def counters(world: w.World, what: str) -> list[tuple[str, int]]:
    """Counters of a kind in a scenario's order of battle: their nation and first turn (19.47/2, 19.49/1)."""
    rows = [row for row in w.table(f"ob/{world.scenario}.csv") if row["kind"] == "MARK"]
    found = [row for row in rows if row["unit"].startswith(what)]
    return sorted(
        (row["nation"], 0 if row["entry"] == "start" else 1 + world.turns.index(row["entry"])) for row in found
    )


def prepare(t: Table) -> None:
    """The counters of the order of battle."""
    for nation, turn in counters(t.world, "Beachhead"):
        t.p.heads[nation] = (*t.p.heads.get(nation, ()), turn)
    t.p.spare_mulberries = len(counters(t.world, "Mulberry"))


def nation_of(t: Table, nation: str) -> str:
    """Whose beachheads a nation's troops use: their own, or those of the army they serve in."""
    return nation if nation in t.p.heads else str(t.world.settings.get("purse", {}).get(nation, nation))


def ready(t: Table, nation: str) -> bool:
    """Has a nation a beachhead counter to place now (19.47/2)?"""
    return any(turn <= t.p.turn for turn in t.p.heads.get(nation, ()))


def of_side(t: Table, power: int) -> int:
    """The hexes with a beachhead of a side."""
    return from_iter(int(name) for name in t.p.beachheads) & int(t.p.land_of(power))


def quays(t: Table, node: int) -> bool:
    """Is there a port in the hex that works, or a Mulberry (23.44/2, 19.49)?"""
    from . import cargo

    return bool(cargo.of_the_port(t, node) or mulberry(t, node))


def capacity(t: Table, node: int) -> int:
    """A beach has its capacity only with a beachhead counter in the hex (19.34/2)."""
    return seas.sea_map(t.world).beaches.get(node, 0) if str(node) in t.p.beachheads else 0


def mulberry(t: Table, node: int) -> int:
    """A Mulberry adds a capacity of two from the Reinforcement Phase after it was placed (19.49)."""
    return MULBERRY if 0 < t.p.mulberries.get(str(node), 0) <= t.p.turn else 0


def set_up(t: Table, nation: str, node: int) -> None:
    spare = sorted(t.p.heads[nation])
    t.p.heads[nation] = tuple(spare[1:])
    t.p.beachheads[str(node)] = nation
    t.emit("beachhead", "19.47", nodes=(node,), nation=nation)


@rule("19.47")
def after_assault(t: Table, units: tuple[int, ...], node: int) -> None:
    """After a successful assault a beachhead of the troops' nation is set up on a beach (19.47)."""
    if node not in seas.sea_map(t.world).beaches or str(node) in t.p.beachheads:
        return
    nations = [nation_of(t, t.world.units[i].nation) for i in units]
    found = next((nation for nation in nations if ready(t, nation)), None)
    if found is not None:
        set_up(t, found, node)


def overrun(t: Table, node: int) -> None:
    """The enemy has taken the hex: the beachhead is gone for two full turns, a Mulberry for good (19.47/2, 19.49/1)."""
    captured(t, node)
    wrecked(t, node)


@rule("19.47/2")
def captured(t: Table, node: int) -> None:
    """A beachhead that the enemy takes is away for two full game turns (19.47/2)."""
    nation = t.p.beachheads.pop(str(node), "")
    if nation:
        t.p.heads[nation] = (*t.p.heads[nation], t.p.turn + AWAY)
    t.p.stores.pop(str(node), None)


@rule("19.49/1")
def wrecked(t: Table, node: int) -> None:
    """A Mulberry that the enemy takes is gone for good (19.49/1)."""
    t.p.mulberries.pop(str(node), None)


# In the Reinforcement Phase


def beaches(t: Table, seat: int, args: Args) -> int:
    return from_iter(seas.sea_map(t.world).beaches) if t.p.heads else 0


def held_beaches(t: Table, seat: int, args: Args) -> int:
    """Controlled beaches without a beachhead where a ground unit of a nation with a spare counter stands (19.47/1)."""
    power = phasing(t)
    open_ = beaches(t, seat, ()) & t.p.land_of(power) & ~of_side(t, power)
    return from_iter(n for n in members(open_) if garrisons(t, n, power))


def garrisons(t: Table, node: int, power: int) -> list[str]:
    """Nations with a unit in the hex and a counter to spare."""
    nations = [nation_of(t, t.world.units[i].nation) for i in ground_in(t, node, power)]
    return [nation for nation in nations if ready(t, nation)]


class Place(Verb):
    """``beachhead Carentan``: a counter in a controlled beach hex (19.47/1)."""

    name = "beachhead"
    levels = (Level("beach", NODE, beaches, (Mask("19.47/1", held_beaches),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        set_up(t, garrisons(t, args[0], phasing(t))[0], args[0])


class Lift(Verb):
    """``lift_beachhead Carentan``: the counter may be used again from the next turn on (19.47/2)."""

    name = "lift_beachhead"
    levels = (Level("beach", NODE, lambda t, s, a: of_side(t, phasing(t))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation = t.p.beachheads.pop(str(args[0]))
        t.p.heads[nation] = (*t.p.heads[nation], t.p.turn + 1)
        t.p.stores.pop(str(args[0]), None)


# In the build-up


@cached_values(8)
def atlantic_coast(world: w.World) -> int:
    """The coast between Bremen and Bordeaux (19.49)."""
    bits = 0
    for zone in FROM_BREMEN_TO_BORDEAUX:
        bits |= world.board.region.get(f"Army zone {zone}", 0)
    return bits


def sites(t: Table, seat: int, args: Args) -> int:
    """Beachheads without a Mulberry, while there is one and an invasion is being built up (19.49)."""
    if not t.p.spare_mulberries or not t.p.assaulted:
        return 0
    taken = from_iter(int(name) for name in t.p.mulberries)
    return of_side(t, phasing(t)) & ~taken


class Mulberry(Verb):
    """``mulberry Carentan``: a harbour off a beachhead, in use from the next turn on (19.49)."""

    name = "mulberry"
    levels = (Level("beach", NODE, sites, (Mask("19.49", lambda t, s, a: atlantic_coast(t.world)),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.spare_mulberries -= 1
        t.p.mulberries[str(args[0])] = t.p.turn + 1
        t.emit("mulberry", "19.49", nodes=(args[0],))
