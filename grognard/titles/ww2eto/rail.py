"""Rail movement (5.6): marked in the first phase, moved in the fourth, over friendly or conquered Europe."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from grognard.board.area import rings, step
from grognard.board.hexset import members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PATH, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, Reason
from grognard.engine.core.step import Step

from . import borders, control, partisans, stacking, weather
from . import world as w
from .movement import FIXED, UNFROZEN, all_hexes, may_move, phasing
from .reach import open_ground
from .state import Table
from .zones import zone_against


def by_hex(t: Table) -> bool:
    """Is rail judged hex by hex (5.65)?"""
    return bool(t.options.get("alternate_rail") == "on") and t.rules.on("5.65")


def usable_land(t: Table, power: int) -> int:
    """Friendly or conquered ground: whole countries, or hexes with the alternate rule (5.61, 5.65)."""
    if by_hex(t):
        return control.friendly_hexes(t, power)
    if not (t.rules.on("5.61") and t.rules.on("5.6/b")):
        return -1
    bits = control.friendly_countries(t, power)
    return bits if t.rules.on("14.31/a") else bits & ~t.world.by_id["poland_east"].hexes


def network(t: Table, piece: int) -> int:
    """Hexes that a train may touch: in Europe, usable, open to the nation, out of enemy zones and partisans' reach."""
    return railways(t, t.p.power[piece]) & open_ground(t, piece)


def railways(t: Table, power: int) -> int:
    """The same for a power, whatever the nation."""
    rules = t.rules
    bits = usable_land(t, power) & ~control.strangers(t, power)
    if rules.on("5.6/a"):
        bits &= t.world.rail_land
    if rules.on("5.63"):
        bits &= ~zone_against(t, power)
    return bits & ~partisans.rail_zone(t, power)


def allowance(t: Table, node: int) -> int:
    """Three times the movement allowance of the hex where the unit starts (5.6, R019)."""
    factor = int(t.world.constants["rail_factor"]) if t.rules.on("5.6") else 1
    return factor * weather.allowance(t, node)


def tracks(t: Table) -> Any:
    """Hexsides that trains cross: never a blocked one (5.66)."""
    return t.world.clear if t.rules.on("5.66") else t.world.walk


def layers(t: Table, piece: int) -> tuple[int, ...]:
    """What lies 0, 1, 2 ... hexes by rail from a unit; nothing if no train may touch its own hex."""
    node = t.p.at[piece]
    free = network(t, piece)
    return _layers(t.world, t.rules.on("5.66"), node, allowance(t, node), free) if free >> node & 1 else ()


@cached_values(256)
def _layers(world: w.World, flat: bool, node: int, most: int, free: int) -> tuple[int, ...]:
    return tuple(rings(1 << node, world.clear if flat else world.walk, most, blocked=~free))


def stations(t: Table, piece: int) -> int:
    """Every hex that a train can take a unit to."""
    p = t.p
    bits = 0
    for ring in layers(t, piece):
        bits |= ring
    return bits & ~(1 << p.at[piece]) & control.leashed(t, (piece,))


def line_to(t: Table, piece: int, node: int) -> tuple[int, ...]:
    """A shortest way by rail."""
    found, out = layers(t, piece), tracks(t)
    far = next((i for i, ring in enumerate(found) if ring >> node & 1), 0)
    way = [node]
    for ring in reversed(found[:far]):
        way.append((step(1 << way[-1], out) & ring).bit_length() - 1)
    return tuple(way[::-1])


# Marking


def unmoved(t: Table, seat: int, args: Args) -> int:
    """A marked unit makes no other move in its Player-Turn (5.64)."""
    bits: int = ~(t.p.moved | t.p.marked)
    return bits


def out_of_zones(t: Table, seat: int, args: Args) -> int:
    """A unit that is in an enemy zone, or was in one in this Player-Turn, cannot use rail (5.63, R222)."""
    return ~_standing(t, zone_against) & ~int(t.p.zoned)


def in_europe(t: Table, seat: int, args: Args) -> int:
    """Trains run in Europe only (5.6/a)."""
    return ~_standing(t, lambda t, power: ~t.world.rail_land)


def on_friendly_ground(t: Table, seat: int, args: Args) -> int:
    """The country is friendly or conquered (5.61), or the hex with the alternate rule (5.65)."""
    return ~_standing(t, lambda t, power: ~usable_land(t, power))


def _standing(t: Table, hexes: Callable[[Any, int], int]) -> int:
    """Units that stand in the hexes that a function of their power gives."""
    p = t.p
    bits = 0
    for power in control.turn_powers(t, p.player):
        bits |= p.units_in(hexes(t, power), 1 << power) & p.army[power]
    return bits


def by_the_line(t: Table) -> int:
    """The units that stand where trains run for them."""
    p = t.p
    found = 0
    for power in control.turn_powers(t, p.player):
        land = usable_land(t, power) & t.world.rail_land & ~zone_against(t, power)
        found |= p.units_in(land, 1 << power) & p.army[power]
    return found & may_move(t, -1, ())


class MarkForRail(Verb):
    """``mark ger4inf@1612``: turned face down, to move by rail in the fourth phase (4.2/A1b)."""

    name = "mark"

    def __init__(self) -> None:
        movers = control.MOVERS.numbers()
        self.levels = (
            Level(
                "unit", PIECE, phasing,
                (
                    Mask("5.11", phasing), FIXED, UNFROZEN, Mask("5.64", unmoved), Mask("5.63", out_of_zones),
                    Mask("5.6/a", in_europe), Mask("5.61", on_friendly_ground, parts=("5.65", "5.61", "5.6/b")),
                    Mask("5.0", may_move, parts=movers),
                ),
            ),
        )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        p = t.p
        bits = stacking.own(t, seat) & ~(p.fixed | p.frozen | p.moved | p.marked | p.zoned)
        return bits & by_the_line(t) if bits else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.marked |= 1 << args[0]
        t.emit("marked", "4.2/A1b", pieces=args, nodes=(t.p.at[args[0]],))


# The phase


def trains(t: Table, seat: int, args: Args) -> int:
    """Units marked for rail that have not used it (4.2/A1b, 5.6/b)."""
    p = t.p
    return (p.marked if t.rules.on("4.2/A1b") else ~p.fixed) & ~p.railed


def ready_trains(t: Table, seat: int) -> int:
    return stacking.own(t, seat) & trains(t, seat, ())


def in_country(t: Table, seat: int, args: Args) -> int:
    """Rail stops at the border of a country that is not friendly or conquered (5.62)."""
    return usable_land(t, t.p.power[args[0]]) if t.rules.on("5.62") else -1


def europe_only(t: Table, seat: int, args: Args) -> int:
    bits: int = t.world.rail_land
    return bits


def reachable(t: Table, seat: int, args: Args) -> int:
    return stations(t, args[0])


def with_line(t: Table, seat: int, args: Args) -> int:
    """Units that a train can take anywhere at all (5.6)."""
    p = t.p
    out = tracks(t)
    lines: dict[int, int] = {}
    stops: dict[tuple[int, int], tuple[int, int]] = {}
    bits = 0
    for piece in members(ready_trains(t, seat)):
        power, node = p.power[piece], p.at[piece]
        key = (power, p.nation[piece])
        if key not in stops:
            if power not in lines:
                lines[power] = railways(t, power)
            free = lines[power] & open_ground(t, piece)
            stops[key] = (free, free & ~stacking.full(t, power))
        free, open_ = stops[key]
        if free >> node & 1:
            beside = step(1 << node, out) & open_
            if (beside and beside & control.leashed(t, (piece,))) or stations(t, piece) & open_:
                bits |= 1 << piece
    return bits


def roomy(t: Table, seat: int, args: Args) -> int:
    return ~stacking.full(t, t.p.power[args[0]])


class Rail(Verb):
    """``rail ger4inf@1312 1312>1212>1112``: a marked unit goes by train."""

    name = "rail"

    def __init__(self) -> None:
        ground = control.ground_rules()
        parts = ("5.66", "5.63", "16.59", "5.61", "5.65", "5.6/b", "5.14", "5.51", "5.13", *ground)
        self.levels = (
            Level(
                "unit", PIECE, phasing,
                (Mask("4.2/A1b", trains), Mask("5.63", out_of_zones), Mask("5.6", with_line, parts=parts)),
            ),
            Level(
                "to", PATH, all_hexes,
                (
                    Mask("5.6/a", europe_only), Mask("5.62", in_country, parts=("5.65",)),
                    Mask("5.6", reachable, parts=parts), Mask("7.0", roomy, parts=("7.26",)),
                ),
                path=lambda t, s, a, n: line_to(t, a[0], n),
            ),
        )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        """Any line of usable hexes no longer than the allowance is as good."""
        p = t.p
        free = network(t, args[0])
        if not path or path[0] != p.at[args[0]]:
            return Reason("5.6/b", "The line begins in the hex where the unit stands.")
        for here, there in pairwise(path):
            if not step(1 << here, tracks(t)) & free & 1 << there:
                return Reason("5.62", f"No train runs from {t.node_name(here)} to {t.node_name(there)}.")
        if len(path) - 1 > allowance(t, path[0]):
            return Reason("5.6", t.title.book.sentence("5.6"))
        return None

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        p = t.p
        p.railed |= 1 << piece
        for node in path[1:]:
            borders.enter(t, (piece,), node)
        p.put(piece, path[-1])
        t.emit("railed", "5.6", pieces=(piece,), nodes=(path[0], path[-1]))


class RailPhase(Step):
    """Rail, the first part of the Rail and Naval Movement Phase (4.2/A4)."""

    name = "Rail Movement"
    rule = "4.2/A4"

    def __init__(self) -> None:
        self.verbs = (Rail(), control.EndPhase())

    def begin(self, t: Table, f: Frame) -> None:
        t.p.phase = 4

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if ready_trains(t, f.seat) else ()

    def run(self, t: Table, f: Frame) -> None:
        control.end_phase(t)
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        count = ready_trains(t, seat).bit_count()
        return f"Rail Movement: {count} marked unit{'s' if count != 1 else ''} may move by rail; then end."


def steps() -> dict[str, Step]:
    """Built when every chapter has hung its rules on the registries."""
    return {"rail": RailPhase()}
