"""Naval transport (5.7): the second half of phase 4, port to port, point by point under enemy air zones."""

from __future__ import annotations

from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NUMBER, PATH, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn, Reason
from grognard.engine.core.step import Step

from .. import world as w
from ..land import stacking
from ..land.movement import may_move, may_move_at_all
from ..land.reach import open_ground
from ..politics import control
from ..registry import each_without
from ..state import Table
from . import german_sea, shipping
from .courses import course, follows
from .sealanes import SAILED, Chart, Reach, chart
from .shipping import ALLIED_POINTS, Carrier
from .voyage import sail, threats


def rate(t: Table, piece: int, round_africa: bool) -> int:
    """Transport points for a unit."""
    return points_each(round_africa) * int(t.p.strength[piece])


def points_each(round_africa: bool) -> int:
    """Transport points for each strength point: two round Africa (5.71/a), one otherwise (5.71/b)."""
    return 2 if round_africa else 1


def serving(carriers: list[Carrier], round_africa: bool) -> list[Carrier]:
    """Allied ships alone go round Africa (5.71/a)."""
    return [c for c in carriers if c.key == ALLIED_POINTS] if round_africa else carriers


def able(t: Table, piece: int, round_africa: bool) -> list[Carrier]:
    """The carriers with points enough for a unit."""
    need = rate(t, piece, round_africa)
    return [c for c in serving(shipping.carriers(t, piece), round_africa) if c.left >= need]


def units(t: Table, seat: int, args: Args) -> int:
    """The units of the phasing player on the map and in the U.S. box."""
    p = t.p
    bits = 0
    for power in control.turn_powers(t, p.player):
        bits |= p.army[power]
    if p.player == w.ALLIED:
        bits |= from_iter(p.stack(t.world.us_box))
    return bits


def not_fixed(t: Table, seat: int, args: Args) -> int:
    """Garrisons and partisans never move."""
    return ~int(t.p.fixed)


def not_frozen(t: Table, seat: int, args: Args) -> int:
    """What was aborted stays in its port (6.51)."""
    return ~int(t.p.frozen)


def not_shipped(t: Table, seat: int, args: Args) -> int:
    """A transport is one voyage (5.7/j)."""
    return ~int(t.p.shipped)


def home_garrison(t: Table, seat: int, args: Args) -> int:
    """Without its garrison nothing sails from Britain but what arrived in this Player-Turn (14.23, R087)."""
    p = t.p
    if p.home_garrison:
        return -1
    britain = t.world.by_id["britain"].hexes
    return ~(p.units_in(britain) & ~p.arrived)


def say_garrison(t: Table, seat: int, args: Args, value: int) -> str:
    need = t.world.constant("home_garrison")
    return f"Britain held fewer than {need} Allied points at the end of the last Game-Turn: nothing sails from it."


def in_port(t: Table, seat: int, args: Args) -> int:
    """A unit embarks in a friendly port (5.7)."""
    return embarking(t)


@cached_between_orders
def embarking(t: Table, past: tuple[str, ...] = ()) -> int:
    """The units of the phasing player in friendly ports, and in the U.S. box.

    ``past`` names rules that are left out to say which of them keeps a unit ashore.
    """
    p = t.p
    bits, ports = from_iter(p.stack(t.world.us_box)), shipping.all_ports(t)
    if "5.7/g" in past:
        ports |= shipping.inland_coasts(t)
    for power in control.turn_powers(t, p.player):
        own = int(t.world.play) if "5.7/f" in past else shipping.friendly_ports(t, power)
        bits |= shipping.standing_in(t, own & ports & p.occupied[power]) & p.army[power]
    return bits


def embarking_but(past: tuple[str, ...]) -> MaskFn:
    """The units that could embark if some rules did not hold."""
    return lambda t, seat, args: embarking(t, past)


def say_no_harbour(t: Table, seat: int, args: Args, value: int) -> str:
    name = t.node_name(value)
    return f"{name} is no port: ports are the anchors of the Baltic and the Mediterranean, and every ocean coast."


def say_no_port(t: Table, seat: int, args: Args, value: int) -> str:
    node = t.p.at[value]
    if shipping.all_ports(t) >> node & 1:
        return say_hostile(t, seat, args, node)
    return f"{t.node_name(node)} is no port: march or take the train to one first."


def say_hostile(t: Table, seat: int, args: Args, value: int) -> str:
    name = t.node_name(value)
    return f"{name} is no friendly port: your side must have held it last, with no enemy unit or zone in it."


IN_PORT = Mask("5.7", in_port, say_no_port, without=each_without(("5.7/f", "5.7/g"), embarking_but), told=("5.7/f",))


def belligerents(t: Table, seat: int, args: Args) -> int:
    """Allied ships carry no neutral's units: Russians sail from their war with the Axis on (12.0, R195)."""
    p = t.p
    return -1 if p.russia_at_war else ~p.army[w.SOVIET]


def say_at_peace(t: Table, seat: int, args: Args, value: int) -> str:
    return "Russia is neutral until it is at war with the Axis: no Allied ship carries its units before."


def with_ships(t: Table, seat: int, args: Args) -> int:
    """Of the Axis only Germans and Italians have ships, which carry their own (5.77/b)."""
    p = t.p
    return p.corps[w.GERMANY] | p.corps[w.ITALY] if p.player == w.AXIS else -1


def carried_by_axis(t: Table, seat: int, args: Args) -> int:
    """German and Italian ships carry so many points in their sea, and elsewhere what Germany has built (5.77, 5.79)."""
    return afloat(t, seat, False) if t.p.player == w.AXIS else -1


def carried(t: Table, seat: int, args: Args) -> int:
    """A whole unit needs points for each of its strength points (5.72)."""
    return afloat(t, seat, False) if t.p.player != w.AXIS else -1


def carried_round(t: Table, seat: int, args: Args) -> int:
    return afloat(t, seat, True)


def carried_if_built(t: Table, seat: int, args: Args) -> int:
    """The units that ships would carry if Germany had built enough of them (5.79)."""
    return carried_by_axis(t, seat, args) | t.p.corps[w.GERMANY] & moored(t, shipping.built_ships(t))


def afloat(t: Table, seat: int, round_africa: bool, french_take_all: bool = False) -> int:
    """The units for which some carrier has points enough."""
    p = t.p
    bits, each = 0, points_each(round_africa)
    french = shipping.french_berths(t, french_take_all)
    for power in control.turn_powers(t, p.player):
        for nation, group in companies(t, power):
            for here, some in ((True, group & french), (False, group & ~french)):
                if some:
                    ships = serving(shipping.fleet(t, nation, power, here), round_africa)
                    for ship in ships:
                        able_ = some & p.of_at_most(ship.left // each)
                        bits |= able_ & moored(t, ship) if able_ else 0
    for piece in p.stack(t.world.us_box):
        if able(t, piece, round_africa):
            bits |= 1 << piece
    return bits


def moored(t: Table, ship: Carrier) -> int:
    """The units in ports of the seas that a carrier sails; Allied ships sail them all (5.77, 5.79)."""
    if ship.seas == SAILED:
        return -1
    bits = 0
    for sea in ship.seas:
        bits |= shipping.ports_of(t, sea)
    return shipping.standing_in(t, bits)


def companies(t: Table, power: int) -> list[tuple[int, int]]:
    """A power's units by nation, those that the same ships carry together: Allied ships take anyone (5.71)."""
    p = t.p
    if power != w.AXIS:
        return [(w.BRITAIN, p.army[power])]
    return [(nation, p.corps[nation] & p.army[power]) for nation in (w.GERMANY, w.ITALY)]


@cached_between_orders
def parties(t: Table) -> list[tuple[int, list[Carrier], int]]:
    """The units in port, those of a power that the same ships serve and the same hexes receive together."""
    p = t.p
    found: dict[tuple[int, int, bool, int], int] = {}
    waiting, french = embarking(t) & ~(p.fixed | p.frozen | p.shipped), shipping.french_berths(t)
    for power in control.turn_powers(t, p.player):
        left = waiting & (p.army[power] | from_iter(p.stack(t.world.us_box)) if power == w.ALLIED else p.army[power])
        while left:
            piece = first(left)
            group = left & p.corps[p.nation[piece]] | 1 << piece
            left ^= group
            owner = w.BRITAIN if power != w.AXIS else p.nation[piece]
            for here, some in ((True, group & french), (False, group & ~french)):
                most = max([ship.left for ship in shipping.fleet(t, owner, power, here)], default=0) if some else 0
                if most and some & p.of_at_most(most):
                    key = (owner, power, here, harbour(t, power) & welcome(t, piece))
                    found[key] = found.get(key, 0) | some
    return [(party, shipping.fleet(t, *key[:3]), key[3]) for key, party in found.items()]


def with_course(t: Table, round_africa: bool) -> int:
    """The units in port that some ship can take somewhere."""
    bits = 0
    for party, ships, goals in parties(t):
        bits |= bound(t, party, serving(ships, round_africa), goals, round_africa)
    return bits


@cached_between_orders
def harbour(t: Table, power: int) -> int:
    """The hexes where units of a power may land, as far as their nation and their ships let them."""
    return land(t, -1, ()) & any_port(t, -1, ()) & hosts(t, power) & ~stacking.full(t, power)


def welcome(t: Table, piece: int) -> int:
    """The hexes that units of a nation may sail to at all."""
    return open_ground(t, piece) & italians_in_africa(t, -1, (piece,))


def bound(t: Table, group: int, ships: list[Carrier], goals: int, round_africa: bool) -> int:
    """The units of one power that some of these ships can take to one of some hexes."""
    p = t.p
    bits = 0
    for carrier in ships:
        able_, sail_to = group & ~bits & p.of_at_most(carrier.left // points_each(round_africa)), goals & carrier.serves
        if able_ and sail_to:
            bits |= leaving(t, able_, carrier, sail_to, round_africa)
    return bits


def leaving(t: Table, group: int, carrier: Carrier, goals: int, round_africa: bool) -> int:
    """The units of one power that a carrier takes to one of some hexes other than their own."""
    p = t.p
    shores, bits, sails, seen = beaches(t), 0, 0, 0
    seas = open_seas(t, p.power[first(group)], carrier.seas, round_africa)
    for piece in members(group):
        own = 1 << p.at[piece]
        if not own & seen:
            seen |= own
            there = reached_from(t, seas, piece)
            ports = there.ports
            found = (ports | there.area & shores) & goals
            if found & ~own:
                sails |= own
                # Whoever lies in the same waters reaches the same ports; of two of them one is not his own.
                if found & (found - 1) and not round_africa:
                    sails |= ports
                    seen |= ports
        if own & sails:
            bits |= 1 << piece
    return bits


def say_points(t: Table, value: int, round_africa: bool) -> str:
    """What a unit's voyage costs and what is left to it."""
    ships = serving(shipping.carriers(t, value), round_africa)
    if round_africa and not ships:
        return "Only Allied ships go round Africa."
    here = [c.left for c in ships if moored(t, c) >> value & 1]
    need, left = rate(t, value, round_africa), max(here, default=0)
    return f"The voyage costs {need} transport point{'s' if need != 1 else ''}; {left} can be had."


def say_nowhere(t: Table, seat: int, args: Args, value: int) -> str:
    return f"From {t.node_name(t.p.at[value])} its ships reach no friendly port with room for it."


def waters(t: Table, piece: int, carrier: Carrier, round_africa: bool, past: tuple[str, ...] = ()) -> Reach:
    """Where a carrier takes a unit."""
    return reached_from(t, open_seas(t, t.p.power[piece], carrier.seas, round_africa, past), piece)


def reached_from(t: Table, seas: Chart, piece: int) -> Reach:
    """The waters that a ship with a unit reaches, whatever flies over them."""
    return seas.reached(shipping.berths(t, t.p.at[piece], seas.seas))


@cached_between_orders
def open_seas(t: Table, power: int, seas: tuple[str, ...], round_africa: bool, past: tuple[str, ...] = ()) -> Chart:
    """Some seas as they are open to a power's ships now; ``past`` names rules left out to say which closes a way."""
    off = shipping.off_map(t, power, round_africa)
    if round_africa:
        near = open_seas(t, power, seas, False, past)
        return chart(near.lane, near.blocked, near.closed, off, near.seas)
    closed, blocked = shipping.closed_passages(t, power, past), shipping.barred(t, power, past)
    return chart(shipping.lane_of(t), blocked, closed, off, shipping.seas_open(t, power, seas, past))


def destinations(t: Table, piece: int, carrier: Carrier, round_africa: bool, past: tuple[str, ...] = ()) -> int:
    """Ports, and hexes with a landing of this Player-Turn, that a carrier reaches."""
    there = waters(t, piece, carrier, round_africa, past)
    return (there.ports | there.area & beaches(t)) & carrier.serves


def beaches(t: Table) -> int:
    """Hexes with a landing of this Player-Turn take ships too, port or not, later no more (5.83, 5.91/e, 5.91/e2)."""
    bits: int = t.p.landed
    return bits


def any_port(t: Table, seat: int, args: Args) -> int:
    """Ports of any sea, and hexes with a landing of this Player-Turn."""
    return beaches(t) | shipping.all_ports(t)


def reached(t: Table, seat: int, args: Args, round_africa: bool, past: tuple[str, ...] = ()) -> int:
    """The hexes that some ship with points enough takes a unit to."""
    carriers = able(t, args[0], round_africa)
    if "5.79" in past and t.p.nation[args[0]] == w.GERMANY and t.p.power[args[0]] == w.AXIS:
        carriers = [*carriers, shipping.built_ships(t)]
    if "5.75" in past:
        carriers = [carrier._replace(serves=-1) for carrier in carriers]
    bits = 0
    for carrier in carriers:
        bits |= destinations(t, args[0], carrier, round_africa, past)
    return bits & ~(1 << int(t.p.at[args[0]]))


def friendly_to(t: Table, seat: int, args: Args) -> int:
    """A unit lands in a friendly port, or where its side has landed in this Player-Turn (5.7, 5.83)."""
    return hosts(t, t.p.power[args[0]])


def hosts(t: Table, power: int) -> int:
    """Friendly ports and beaches without others in them."""
    return (shipping.friendly_ports(t, power) | beaches(t)) & ~control.strangers(t, power)


def room(t: Table, seat: int, args: Args) -> int:
    """Two units a hex at the end of the phase (7.0)."""
    return ~stacking.full(t, t.p.power[args[0]])


def allowed_ground(t: Table, seat: int, args: Args) -> int:
    """Land that the unit's nation may enter."""
    return open_ground(t, args[0])


def ground_but(but: tuple[str, ...]) -> MaskFn:
    """Land that the unit's nation could enter if some rules did not close it."""
    return lambda t, seat, args: open_ground(t, args[0], but)


def on_allowed_ground() -> Mask:
    """The mask of the rules that close land to a nation's units."""
    return Mask("12.0", allowed_ground, without=control.GROUND.without(ground_but))


def italians_in_africa(t: Table, seat: int, args: Args) -> int:
    """Italy ships to Africa only while it has fewer than three points there (5.77/c)."""
    p = t.p
    if p.nation[args[0]] != w.ITALY:
        return -1
    there = sum([p.strength[i] for i in members(p.corps[w.ITALY]) if t.world.africa >> p.at[i] & 1])
    return -1 if there < t.world.constant("italian_africa") else ~int(t.world.africa)


def land(t: Table, seat: int, args: Args) -> int:
    return int(t.world.play)


class Ship(Verb):
    """``ship brt1inf@0811 0713``: a unit is carried from port to port."""

    name = "ship"
    round_africa = False
    labels = ("5.7", "6.51", "6.52", "6.53")

    def __init__(self) -> None:
        def say(t: Table, seat: int, args: Args, value: int) -> str:
            return say_points(t, value, self.round_africa)

        allied = carried_round if self.round_africa else carried
        ways = each_without(("5.75", "5.74/a", "5.74", "12.4", "5.76", "5.79"), self.reached_but)
        self.levels = (
            Level("unit", PIECE, units, (
                Mask("4.2/A1", not_fixed), Mask("6.51", not_frozen), Mask("5.7/j", not_shipped),
                Mask("12.0", belligerents, say_at_peace),
                Mask("14.23", home_garrison, say_garrison), may_move_at_all("12.0"), IN_PORT,
                Mask("5.77/b", with_ships),
                Mask("5.77", carried_by_axis, say, without=(("5.79", carried_if_built),)),
                Mask("5.72", allied, say, without=(("5.75/a", self.french_take_all),)),
                Mask("5.7/i", self.bound, say_nowhere, ahead=True),
            )),
            Level("port", PATH, land, (
                Mask("5.7/g", any_port, say_no_harbour),
                Mask("5.7/i", self.reached, without=ways), Mask("5.7/f", friendly_to, say_hostile),
                Mask("5.77/c", italians_in_africa), on_allowed_ground(),
                Mask("7.0", room, without=(("7.26", stacking.wartime_room),)),
            ), cost=self.cost, path=self.path),
        )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        """Who may go at all, of those whom ships with points enough take somewhere; no Axis ship goes round Africa."""
        if self.round_africa and t.p.player == w.AXIS:
            return 0
        bits = with_course(t, self.round_africa)
        return bits & may_move(t, seat, ()) & belligerents(t, seat, ()) & home_garrison(t, seat, ()) if bits else 0

    def bound(self, t: Table, seat: int, args: Args) -> int:
        return with_course(t, self.round_africa)

    def reached(self, t: Table, seat: int, args: Args) -> int:
        return reached(t, seat, args, self.round_africa)

    def french_take_all(self, t: Table, seat: int, args: Args) -> int:
        """The units that ships would carry if French ones took anybody (5.75/a)."""
        return afloat(t, seat, self.round_africa, True) if self.round_africa or t.p.player != w.AXIS else -1

    def reached_but(self, past: tuple[str, ...]) -> MaskFn:
        return lambda t, seat, args: reached(t, seat, args, self.round_africa, past)

    def cost(self, t: Table, seat: int, args: Args, node: int) -> int:
        return rate(t, args[0], self.round_africa)

    def path(self, t: Table, seat: int, args: Args, node: int) -> tuple[int, ...]:
        carrier = carrier_taken(t, args[0], node, self.round_africa)
        return best_course(t, args[0], carrier, node, self.round_africa)

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        """A typed route is one of sea hexes and coasts without enemies, from the unit's port on (5.76)."""
        piece = args[0]
        carrier = carrier_to(t, piece, path[-1], self.round_africa)
        if path[0] == t.p.at[piece] and carrier is not None:
            power = t.p.power[piece]
            seas = open_seas(t, power, carrier.seas, self.round_africa)
            ends, rounded = follows(
                seas.lane, shipping.berths(t, path[0], seas.seas), path[path[0] == t.world.us_box :], seas.blocked,
                seas.closed, shipping.off_map(t, power, self.round_africa), seas.seas,
            )  # fmt: skip
            if ends and rounded == self.round_africa:
                return None
        return Reason("5.76", t.title.book.sentence("5.76"))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        carrier = carrier_taken(t, piece, path[-1], self.round_africa)
        spend(t, carrier, rate(t, piece, self.round_africa))
        sail(t, piece, path)


class ShipRound(Ship):
    """``ship_round brt1inf@0811 2325``: round Africa, at two points a strength point (5.71/a)."""

    name = "ship_round"
    round_africa = True


def carrier_to(t: Table, piece: int, node: int, round_africa: bool) -> Carrier | None:
    """The first carrier that can take a unit to a hex."""
    for carrier in able(t, piece, round_africa):
        if destinations(t, piece, carrier, round_africa) >> node & 1:
            return carrier
    return None


def carrier_taken(t: Table, piece: int, node: int, round_africa: bool) -> Carrier:
    """The carrier of an order that is offered: the last that is able, if no other can take the unit there."""
    *others, carrier = able(t, piece, round_africa)
    for other in others:
        if destinations(t, piece, other, round_africa) >> node & 1:
            return other
    return carrier


def best_course(t: Table, piece: int, carrier: Carrier, node: int, round_africa: bool) -> tuple[int, ...]:
    """The route that meets the fewest enemy points (R070)."""
    here, seas = t.p.at[piece], open_seas(t, t.p.power[piece], carrier.seas, round_africa)
    target = tuple([
        (sea, 1 << node)
        for sea, area in waters(t, piece, carrier, round_africa).hexes
        if area >> node & 1 and (shipping.ports_of(t, sea) | beaches(t)) >> node & 1
    ])  # fmt: skip
    path = course(
        seas.lane, shipping.berths(t, here, seas.seas), target, seas.blocked, seas.closed,
        shipping.off_map(t, t.p.power[piece], round_africa), threats(t, piece), seas.seas,
    )  # fmt: skip
    return path if path[0] == here else (here, *path)


def spend(t: Table, carrier: Carrier, points: int) -> None:
    """Transport points are used whatever becomes of the voyage (R069)."""
    p = t.p
    for fleet in carrier.fleets:
        share = min(points, fleet.left)
        spend(t, fleet, share)
        points -= share
    if carrier.fleets:
        return
    if carrier.key == ALLIED_POINTS and p.player == w.SOVIET:
        p.notes["lent"] = p.notes.get("lent", 0) - points
    elif carrier.key == ALLIED_POINTS:
        p.naval_used += points
    else:
        p.used[carrier.key] = p.used.get(carrier.key, 0) + points


def may_lend(t: Table) -> bool:
    """The Allied player of a three-player game, once in his Player-Turn."""
    return control.three_players(t) and t.p.player == w.ALLIED and "lent" not in t.p.notes


class Lend(Verb):
    """``lend 2``: with three players, let the Russian player use some of the Allied Naval Points left (16.85, 5.72)."""

    name = "lend"
    masks = (Mask("16.85", lambda t, s, a: int(may_lend(t))),)
    levels = (Level("points", NUMBER, lambda t, s, a: (2 << shipping.naval_points(t)) - 1),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.notes["lent"] = args[0]
        t.p.naval_used += args[0]
        t.emit("lent", "16.85", points=args[0])


class Naval(Step):
    """Naval transport, after all rail movement (4.2/A4)."""

    name = "naval movement"
    rule = "5.7/h"

    def __init__(self, *more: Verb) -> None:
        self.verbs = (Ship(), ShipRound(), Lend(), *more, End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        if t.p.player == w.ALLIED:
            left = shipping.naval_points(t)
            points = "1 transport point is" if left == 1 else f"{left} transport points are"
            return f"Naval movement: {points} left; ship units, then end."
        return f"Naval movement: transport points left: {say_fleets(t) or 'none'}; ship units, then end."


def say_fleets(t: Table) -> str:
    """The points of each Axis fleet, and the seas it sails (5.77, 5.79)."""
    return ", ".join(
        f"{t.world.nations[nation].name} {fleet.left} in the {' and '.join(fleet.seas)}"
        for nation in (w.GERMANY, w.ITALY)
        for fleet in shipping.axis_carriers(t, nation)
        if not fleet.fleets and fleet.left > 0
    )


STEPS: dict[str, Step] = {"naval": Naval(german_sea.Convert())}
