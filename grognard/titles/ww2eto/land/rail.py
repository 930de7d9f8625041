"""Rail movement (5.6): marked in the first phase, moved in the fourth, over friendly or conquered Europe."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from grognard.board.area import Exits, rings, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PATH, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn, Reason
from grognard.engine.core.step import Step

from .. import world as w
from ..home import partisans
from ..politics import borders, control
from ..registry import each_without
from ..state import Table
from . import stacking, weather
from .movement import FIXED, UNFROZEN, all_hexes, may_move, may_move_at_all, phasing
from .reach import open_ground
from .zones import zone_against


def by_hex(t: Table) -> bool:
    """Is rail judged hex by hex (5.65)?"""
    return bool(t.options.get("alternate_rail") == "on")


def usable_land(t: Table, power: int) -> int:
    """Friendly or conquered ground: whole countries, or hexes with the alternate rule (5.61, 5.6/b)."""
    return control.friendly_hexes(t, power) if by_hex(t) else control.friendly_countries(t, power)


def network(t: Table, piece: int) -> int:
    """Hexes that a train may touch: in Europe, usable, open to the nation, out of enemy zones and partisans' reach."""
    return railways(t, t.p.power[piece]) & open_ground(t, piece)


def railways(t: Table, power: int) -> int:
    """The same for a power, whatever the nation: in Europe (5.6/a), out of enemy zones (5.63)."""
    bits = usable_land(t, power) & ~control.strangers(t, power)
    return bits & t.world.rail_land & ~zone_against(t, power) & ~partisans.rail_zone(t, power)


def railways_past(t: Table, power: int, past: tuple[str, ...]) -> int:
    """The same if some rules did not hold, which is asked to say why not."""
    bits = ~control.strangers(t, power) & t.world.rail_land
    if "5.61" not in past:
        bits &= control.friendly_countries(t, power) if "5.65" in past else usable_land(t, power)
    if "5.63" not in past:
        bits &= ~zone_against(t, power)
    return int(bits if "16.59" in past else bits & ~partisans.rail_zone(t, power))


def allowance(t: Table, node: int) -> int:
    """Three times the movement allowance of the hex where the unit starts (5.6, R019)."""
    return int(t.world.constants["rail_factor"]) * weather.allowance(t, node)


def tracks(t: Table) -> Exits:
    """Hexsides that trains cross."""
    return _tracks(t.world)


@cached_values(16)
def _tracks(world: w.World) -> Exits:
    """Trains cross no blocked hexside (5.66)."""
    return world.walk - world.blocked


def layers(t: Table, piece: int) -> tuple[int, ...]:
    """What lies 0, 1, 2 ... hexes by rail from a unit; nothing if no train may touch its own hex."""
    node = t.p.at[piece]
    free = network(t, piece)
    return _layers(tracks(t), node, allowance(t, node), free) if free >> node & 1 else ()


@cached_values(256)
def _layers(out: Exits, node: int, most: int, free: int) -> tuple[int, ...]:
    return tuple(rings(1 << node, out, most, blocked=~free))


def stations(t: Table, piece: int) -> int:
    """Every hex that a train can take a unit to."""
    p = t.p
    bits = 0
    for ring in layers(t, piece):
        bits |= ring
    return bits & ~(1 << p.at[piece]) & control.leashed(t, (piece,))


def stations_past(t: Table, piece: int, past: tuple[str, ...]) -> int:
    """The same if some rules did not hold, which is asked to say why not."""
    node, bits = t.p.at[piece], 0
    free = railways_past(t, t.p.power[piece], past) & open_ground(t, piece, past)
    most = allowance(t, node)
    if "5.51" in past or "5.13" in past:
        most = int(t.world.constants["rail_factor"]) * weather.usual_allowance()
    for ring in _layers(t.world.walk if "5.66" in past else tracks(t), node, most, free) if free >> node & 1 else ():
        bits |= ring
    return bits & ~(1 << node) & control.leashed(t, (piece,), past)


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


def on_friendly_land(t: Table, seat: int, args: Args) -> int:
    """The country is friendly or conquered, whatever holds for its hexes (5.65)."""
    return ~_standing(t, lambda t, power: ~control.friendly_countries(t, power))


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
        self.levels = (
            Level(
                "unit", PIECE, phasing,
                (
                    Mask("5.11", phasing), FIXED, UNFROZEN, Mask("5.64", unmoved), Mask("5.63", out_of_zones),
                    Mask("5.6/a", in_europe), Mask("5.61", on_friendly_ground, without=(("5.65", on_friendly_land),)),
                    may_move_at_all("5.0"),
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
    return p.marked & ~p.railed


def ready_trains(t: Table, seat: int) -> int:
    return stacking.own(t, seat) & trains(t, seat, ())


def in_country(t: Table, seat: int, args: Args) -> int:
    """Rail stops at the border of a country that is not friendly or conquered (5.62)."""
    return usable_land(t, t.p.power[args[0]])


def in_countries(t: Table, seat: int, args: Args) -> int:
    """The friendly or conquered countries, whatever holds for their hexes (5.65)."""
    return control.friendly_countries(t, t.p.power[args[0]])


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


def stations_but(past: tuple[str, ...]) -> MaskFn:
    """Where a train could take a unit if some rules did not hold."""
    return lambda t, seat, args: stations_past(t, args[0], past)


def trains_but(past: tuple[str, ...]) -> MaskFn:
    """The units that a train could take anywhere if some rules did not hold."""
    return lambda t, seat, args: from_iter(
        i for i in members(ready_trains(t, seat)) if stations_past(t, i, past) & ~stacking.full(t, t.p.power[i])
    )


def roomy(t: Table, seat: int, args: Args) -> int:
    return ~stacking.full(t, t.p.power[args[0]])


class Rail(Verb):
    """``rail ger4inf@1312 1312>1212>1112``: a marked unit goes by train."""

    name = "rail"

    def __init__(self) -> None:
        why = ("5.66", "5.63", "16.59", "5.61", "5.65", "5.51", "5.13", *control.ground_rules())
        self.levels = (
            Level(
                "unit", PIECE, phasing,
                (
                    Mask("4.2/A1b", trains), Mask("5.63", out_of_zones),
                    Mask("5.6", with_line, without=each_without(why, trains_but)),
                ),
            ),
            Level(
                "to", PATH, all_hexes,
                (
                    Mask("5.6/a", europe_only), Mask("5.62", in_country, without=(("5.65", in_countries),)),
                    Mask("5.6", reachable, without=each_without(why, stations_but)),
                    Mask("7.0", roomy, without=(("7.26", stacking.wartime_room),)),
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
