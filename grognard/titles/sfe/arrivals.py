"""The Reinforcement Phase (4.02): where reinforcements come on the map (27.1)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed
from grognard.engine.core.step import Step

from . import (
    airbank,
    airbases,
    airborne,
    appearance,
    artillery,
    assault,
    besieged,
    events,
    hulls,
    invasion,
    lend_lease,
    overseas,
    production,
    reserves,
    ships,
    supply,
    zones,
)
from . import world as w
from .production import add_points, air_cities, cities, east_hexes, first_of_month, gates, in_pool, reduced_units
from .state import Table, phasing, spoken_date
from .state import ships as fleet


def due(t: Table, seat: int, args: Args) -> int:
    """Units whose turn of arrival has come."""
    p = t.p
    waiting = [i for i in p.stacks.get(t.world.arrivals, ()) if t.owns(seat, i)]
    return from_iter(i for i in waiting if 0 < p.due[i] <= p.turn)


def arrival_hexes(t: Table, piece: int) -> int:
    """The listed place; if that is lost, or none is named, where its country or its kind puts it (27.1, K4)."""
    unit = t.world.units[piece]
    power = unit.power
    if unit.naval:
        return naval_arrival(t, unit)
    if unit.place >= t.world.board.grid.size:
        return 1 << unit.place & ships.own_ports(t, power)
    if unit.air and not reserves.may_enter(t, unit):
        return 0
    own = t.p.land_of(power) & ~zones.against(t, power).ground
    found = 0
    for hexes in choices(t, piece):
        found |= hexes & own
        if with_room(t, piece, found):
            break
    return found


def choices(t: Table, piece: int) -> tuple[int, ...]:
    """Where a reinforcement may come, the best first; units of the East come over the edge of the map (27.44)."""
    unit = t.world.units[piece]
    power = unit.power
    edge = gates(t, power) if unit.air or unit.leader else east_hexes(t, power, gates(t, power))
    spared = t.p.reserve >> piece & 1
    listed = 1 << unit.place if unit.place >= 0 and not spared else 0
    if overseas.bound(t.world, unit) and not unit.air:
        return listed, overseas.arrive(t, unit)
    if unit.leader:
        return listed, for_leader(t, power), edge
    if unit.air:
        return listed, for_wing(t, power), edge
    if unit.place < 0 and t.world.side(power).get("city_points") and not spared:
        return (edge,)
    return listed, for_ground(t, unit), edge


GROUND, AIR = "ground", "air"


def for_ground(t: Table, unit: w.Unit) -> int:
    """One unit in each supplied major city, then one in each minor; armor where armor points are made (27.11)."""
    power = unit.power
    made = production.at_home(t, unit, cities(t, power))
    free = ~int(t.p.billets.get(GROUND, 0))
    if unit.kind in (*w.ARMOR, "MOT"):
        return from_iter(node for node, what in made.items() if what == "armor") & free
    home = supply.home_cities(t, power) & supply.supplied_hexes(t, power) & production.of_nation(t, unit)
    home = (home | from_iter(made)) & free
    return home & t.world.major or home & t.world.minor


def for_wing(t: Table, power: int) -> int:
    """One wing in each supplied replacement city that makes wings; the others wait in reserve (27.12)."""
    return air_cities(t, power) & ~int(t.p.billets.get(AIR, 0))


def for_leader(t: Table, power: int) -> int:
    """A leader comes to the capital, or if that is lost or cut off to a supplied replacement city (27.14)."""
    named = t.world.settings.get("capitals", {}).get(w.POWERS[power], ())
    seats = from_iter(t.world.board.node(name) for name in named)
    return seats & supply.supplied_hexes(t, power) & t.p.land_of(power) or from_iter(cities(t, power))


def naval_arrival(t: Table, unit: w.Unit) -> int:
    """Ships come to the port of the order of battle; if that is lost to any port in supply with room (27.13)."""
    own = ships.own_ports(t, unit.power)
    if unit.place >= 0 and own >> unit.place & 1:
        return 1 << unit.place
    return from_iter(n for n in members(ships.replenishes(t, unit.power)) if ships.berth_free(t, n, (unit.index,)))


def with_room(t: Table, piece: int, hexes: int) -> int:
    """Where a new unit stays without a question; a wing that would crowd its base is not made to come (27.41)."""
    return from_iter(n for n in members(hexes) if not t.world.units[piece].air or airbases.has_room(t, n))


def within_limits(t: Table, seat: int, args: Args) -> int:
    """Wings beyond the Active Air limit wait in reserve (27.42)."""
    units = t.world.units
    return from_iter(
        i for i in members(due(t, seat, ())) if not units[i].air or reserves.may_enter(t, units[i])
    )  # fmt: skip


def sponsor_of(t: Table, unit: w.Unit) -> str:
    """The major power that activates a minor country's armored reinforcement, if the scenario names one."""
    return str(t.world.settings.get("sponsored", {}).get(unit.name, ""))


def paid_by_sponsors(t: Table, seat: int, args: Args) -> int:
    """Certain armored units of minor countries come for an armor point of a major power (27.49)."""
    units = t.world.units
    return from_iter(
        i for i in members(due(t, seat, ()))
        if not sponsor_of(t, units[i]) or t.p.points.get(sponsor_of(t, units[i]), (0, 0))[1] >= production.QUARTER
    )  # fmt: skip


def _arriving(t: Table, seat: int) -> int:
    able = within_limits(t, seat, ()) & paid_by_sponsors(t, seat, ())
    return from_iter(i for i in members(able) if arrival_hexes(t, i))


class Arrive(Verb):
    """``arrive XXIVPz Kursk``: a reinforcement comes on the map (27.1)."""

    name = "arrive"
    levels = (
        Level(
            "unit",
            PIECE,
            due,
            (
                Mask("27.42", within_limits),
                Mask("27.49", paid_by_sponsors),
                Mask("27.1", lambda t, s, a: _arriving(t, s)),
            ),
        ),
        Level("place", NODE, lambda t, s, a: t.world.land, (Mask("27.1", lambda t, s, a: arrival_hexes(t, a[0])),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        land_unit(t, *args)


def land_unit(t: Table, piece: int, node: int) -> None:
    p = t.p
    unit = t.world.units[piece]
    if node != unit.place and not unit.naval and not unit.leader:
        what = AIR if unit.air else GROUND
        p.billets[what] = p.billets.get(what, 0) | 1 << node
    if unit.air:
        reserves.enters(t, unit)
    if sponsor_of(t, unit):
        add_points(t, sponsor_of(t, unit), 0, -production.QUARTER)
    p.reserve &= ~(1 << piece)
    if supply.edge_sources(t.world, p.power[piece]) >> node & 1 and t.world.units[piece].ground:
        p.edge_arrivals[str(node)] = p.edge_arrivals.get(str(node), 0) + 1
    p.put(piece, node)
    p.due[piece] = 0
    p.reduced[piece] = int(t.world.units[piece].starts_reduced)
    p.unsupplied[piece] = 0
    t.emit("arrived", "27.1", pieces=(piece,), nodes=(node,))


def owed_arrivals(t: Table, seat: int) -> list[Owed]:
    """Reinforcements arrive on their turn if they can (27.1)."""
    return [
        Owed("27.1", f"{t.title.piece_name(t, i)} arrives now.", piece=i)
        for i in members(_arriving(t, seat) & ~t.p.reserve)
        if with_room(t, i, arrival_hexes(t, i))
    ]  # fmt: skip


class Reinforcement(Step):
    """The Reinforcement Phase (4.02)."""

    name = "reinforcement"
    rule = "4.02"
    debts = (Debt("27.1", owed_arrivals), Debt("27.24/3", airbank.owed))

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = (Arrive(), production.Replace(), production.Rebuild(), *verbs, End())

    def begin(self, t: Table, f: Frame) -> None:
        p = t.p
        power = phasing(t)
        p.placed, p.billets, p.entered, p.edge_arrivals = {}, {}, {}, {}
        p.turned = 0
        events.segment_begins(t, power)
        appearance.segment_begins(t, power)
        production.monthly_points(t, power)
        production.special_points(t, power)
        lend_lease.arrive(t, power)
        for _, (infantry, armor) in besieged.relieved(t, power):
            add_points(t, "Soviet", infantry, armor)
        production.air_roll(t, power)
        airbank.monthly(t, power)
        assault.monthly(t, power, first_of_month(t))
        for piece in members(due(t, f.seat, ()) & ~p.reserve):
            place = t.world.units[piece].place
            able = within_limits(t, f.seat, ()) & paid_by_sponsors(t, f.seat, ())
            if place >= 0 and able >> piece & 1 and with_room(t, piece, arrival_hexes(t, piece)) >> place & 1:
                land_unit(t, piece, place)
        appearance.leave(t, power)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        busy = (
            due(t, f.seat, ())
            or appearance.to_upgrade(t, f.seat, ())
            or reduced_units(t, f.seat, ())
            or in_pool(t, f.seat, ())
            or hurt_ships(t)
        )
        busy = busy or airborne.busy(t, phasing(t)) or yard_work(t, f.seat) or artillery.guns(t, f.seat, ())
        busy = busy or bool(invasion.nations(t.world, phasing(t))) or carrier_fleet(t)
        return (f.seat,) if busy else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        drop = "Name the hexes of your airborne assault. " if airborne.unaimed(t, seat, ()) else ""
        drop += "Look over your sealed plans. " if invasion.nations(t.world, phasing(t)) else ""
        points = production.purse(t, phasing(t))
        return f"{spoken_date(t)}, reinforcement: {points}. {drop}Replace and rebuild units, then end."


def carrier_fleet(t: Table) -> int:
    """Has the side carriers, whose strikes are planned in this phase (19.12/4)?"""
    return int(any(t.world.units[i].kind in hulls.CARRIERS for i in fleet(t, phasing(t))))


def yard_work(t: Table, seat: int) -> int:
    """Are there ships to be combined, or transports to be built anew now (27.25)?"""
    from . import dockyards

    lost = dockyards.with_a_point(t, seat, ()) if first_of_month(t) else 0
    return lost | (dockyards.with_a_twin(t, seat, ()) if t.world.ship_slots else 0)


def hurt_ships(t: Table) -> int:
    """Are there ships to be repaired now?"""
    from . import dockyards

    waiting = [i for i in fleet(t, phasing(t)) if not t.p.mending[i]]
    return int(first_of_month(t) and any(t.p.damage[i] or dockyards.half_transport(t, i) for i in waiting))
