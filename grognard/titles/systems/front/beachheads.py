"""Beachheads (15.5): where they lie, whether they work, placing and losing them, mulberries."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import blocks, control, sea
from .state import BH_LOST, BH_READY, Table
from .world import World


def names(t: Table) -> tuple[str, ...]:
    """The beachheads of the title, in the order of their units."""
    return _names(t.world)


def unit_of(t: Table, name: str) -> int:
    """The amphibious unit of a beachhead."""
    return _units(t.world)[name]


@cache
def _names(w: World) -> tuple[str, ...]:
    return tuple(_units(w))


@cache
def _units(w: World) -> dict[str, int]:
    return {unit.beachhead: i for i, unit in enumerate(w.units) if unit.beachhead}


@cache
def of(w: World, power: int) -> int:
    """The numbers of a power's beachheads."""
    return from_iter(number for number, unit in enumerate(_units(w).values()) if w.units[unit].power == power)


def laid(t: Table) -> dict[str, int]:
    """The beachheads on the map with their hexes."""
    return {name: node for name, node in t.p.beachheads.items() if node >= 0}


def owner(t: Table, name: str) -> int:
    return int(t.world.units[unit_of(t, name)].power)


def stormbound(t: Table, node: int) -> bool:
    """A beachhead whose seas are all stormy does nothing (15.54, 12.51/b)."""
    return not sea.seas_of(t, node) & ~sea.stormy_seas(t)


def works(t: Table, name: str) -> bool:
    """A beachhead on the map that was not interdicted (15.73/b) and lies in no storm."""
    node = t.p.beachheads.get(name, BH_LOST)
    return node >= 0 and not t.p.inverted >> node & 1 and not stormbound(t, node)


def working(t: Table, power: int) -> int:
    """The hexes of a power's beachheads that work."""
    if not of(t.world, power):
        return 0
    return from_iter(node for name, node in laid(t).items() if owner(t, name) == power and works(t, name))


def mulberries(t: Table, power: int) -> int:
    """Beachheads that serve as minor ports: working, without a battle (15.53), in friendly hexes (8.4/c) in reach."""
    found = working(t, power) & ~control.battles(t)
    if not found:
        return 0
    found &= ~sea.barred(t, power)
    return found & control.friendly(t.p, power)


def sweep(t: Table) -> None:
    """Beachheads in hexes where only enemies stand are lost, once no one can be turned back to them (15.72)."""
    left = ~control.awaited(t.p)
    for power, nodes in enumerate(t.p.occupied):
        t.title.entered(t, power, nodes & left)


@rule("15.51/b")
def overrun(t: Table, power: int, nodes: int) -> None:
    """A beachhead is lost at once when an enemy enters or is left in its hex and no friend is there (15.51/b)."""
    lost = nodes & in_danger(t, power)
    for name, node in sorted(laid(t).items()) if lost else ():
        if lost >> node & 1 and t.hostile(power, owner(t, name)):
            t.p.beachheads[name] = BH_LOST
            t.emit("beachhead_lost", "15.51/b", nodes=(node,), beachhead=name)


def in_danger(t: Table, power: int) -> int:
    """The hexes of beachheads that an enemy power takes by entering them."""
    foes = [(node, owner(t, name)) for name, node in laid(t).items()]
    return from_iter(node for node, foe in foes if t.hostile(power, foe) and not control.own_units(t, foe) >> node & 1)


def landings(t: Table, power: int) -> int:
    """The hexes where all can see that a unit of a power may still be where it landed, and no beachhead lies."""
    return int(t.p.invaded[power] & t.p.occupied[power] & ~from_iter(laid(t).values()))


def own(t: Table, seat: int, args: Args) -> int:
    return of(t.world, t.p.active)


def ready(t: Table, seat: int, args: Args) -> int:
    """Only a Ready beachhead can be placed (15.51/a)."""
    return from_iter(n for n, name in enumerate(names(t)) if t.p.beachheads.get(name) == BH_READY)


def unit_is_ashore(t: Table, seat: int, args: Args) -> int:
    """Its amphibious unit must be in the hex that it invaded (15.51)."""
    p = t.p
    found = 0
    for number, name in enumerate(names(t)):
        piece = unit_of(t, name)
        if p.landed.get(name) == p.at[piece] and not p.dispersed[piece]:
            found |= 1 << number
    return found


def no_storm(t: Table, seat: int, args: Args) -> int:
    """No beachhead is placed on a stormy sea (12.3/b)."""
    return from_iter(n for n, name in enumerate(names(t)) if not stormbound(t, t.p.at[unit_of(t, name)]))


def alone(t: Table, seat: int, args: Args) -> int:
    """One beachhead a hex (15.51)."""
    taken = set(laid(t).values())
    return from_iter(n for n, name in enumerate(names(t)) if t.p.at[unit_of(t, name)] not in taken)


class PlaceBeachhead(Verb):
    """``place US6BH``: a Ready beachhead is laid where its unit landed."""

    name = "place"
    labels = ("15.5/a", "15.52")
    levels = (
        Level(
            "beachhead", WORD, own,
            (Mask("15.51/a", ready), Mask("15.51", unit_is_ashore), Mask("12.3/b", no_storm), Mask("15.51", alone)),
            words=lambda t, s, a: names(t),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        name = names(t)[args[0]]
        piece = unit_of(t, name)
        p = t.p
        p.beachheads[name] = p.at[piece]
        blocks.declare(t, piece, "15.51")
        t.emit("beachhead", "15.51", nodes=(p.at[piece],), beachhead=name)


class Beachheads(Step):
    """In his Supply Phase a player may lay Ready beachheads where their units landed (15.51)."""

    name = "beachheads"
    rule = "15.51"
    verbs: tuple[Verb, ...] = (PlaceBeachhead(), End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked whenever all can see that one may be laid: a Ready beachhead and someone ashore."""
        power = t.p.active
        lying = any(t.p.beachheads.get(name) == BH_READY and owner(t, name) == power for name in names(t))
        return (f.seat,) if lying and landings(t, power) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Supply phase: place beachheads where their units landed, then end."
