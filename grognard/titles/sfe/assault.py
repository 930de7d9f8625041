"""Amphibious assaults at sea (19.42): the force that sails on the day of its plan, and the transports that follow."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import (
    airborne,
    ashore,
    beachheads,
    cargo,
    interception,
    invasion,
    offshore,
    sailing,
    seas,
    ships,
    shore,
    stores,
    supply,
    taskforce,
    weather,
)
from . import world as w
from .state import Table, foe, ground_in, phasing
from .state import ships as fleet

ASSAULT, STAND_BY = 1, 2
"""What a force does where its voyage ends: it lands its troops, or waits to land them in the build-up."""


# Amphibious points (19.4/1)


def price(t: Table, units: tuple[int, ...]) -> int:
    """A point for each corps that assaults, in eighths; commandos cost none (19.4/1, 19.46)."""
    return sum(2 * supply.quarters(t, i) for i in units if not ashore.commando(t, i))


def affordable(t: Table, units: tuple[int, ...]) -> bool:
    """Are there the points for an assault (19.4/1)?"""
    return price(t, units) <= int(t.p.amphibious)


@rule("19.4/1")
def monthly(t: Table, power: int, first: bool) -> None:
    """So many points come each month, some more on a day (19.4/1, O3)."""
    rows = t.world.settings.get("amphibious", {}).get(w.POWERS[power], {})
    if first and t.p.turn > 1:
        t.p.amphibious += invasion.EIGHTHS * int(rows.get("month", 0))
    more = rows.get("more", {}).get(t.world.turns[t.p.turn - 1], 0)
    t.p.amphibious += invasion.EIGHTHS * int(more)


# Who sails


@cached_between_orders
def today(t: Table, power: int) -> tuple[invasion.Sheet, ...]:
    """The plans whose day it is."""
    return tuple(sheet for sheet in invasion.sheets(t, power) if invasion.due(t, sheet))


def cargoes(t: Table, force: tuple[int, ...], node: int) -> tuple[int, ...]:
    """The units that the transports of a force land in a hex by plan; all stand in one port (19.42)."""
    power, port = t.p.power[force[0]], t.p.at[force[0]]
    return tuple(
        unit for sheet in today(t, power) for unit, ship in sheet.wave
        if ship in force and dict(sheet.aims).get(unit) == node and t.p.at[unit] == port
    )  # fmt: skip


def targets(t: Table, force: tuple[int, ...]) -> int:
    """The hexes for which the transports of a force carry someone."""
    power = t.p.power[force[0]]
    return from_iter(
        hex_ for sheet in today(t, power) for unit, hex_ in sheet.aims if dict(sheet.wave)[unit] in force
    )  # fmt: skip


def from_a_supplied_port(t: Table, force: tuple[int, ...]) -> bool:
    """An assault sets out from a port in supply, where units and transports lie together (19.42)."""
    port = t.p.at[force[0]]
    known = supply.supplied_hexes(t, t.p.power[force[0]]) >> port & 1 or t.world.board.boxes >> port & 1
    return bool(known)


def calm(t: Table, node: int) -> bool:
    """Heavy snow and storm forbid an assault at the port and at the beach (19.42/2)."""
    if t.world.board.boxes >> node & 1:
        return True
    return weather.effects(weather.at(t, node))["amphibious"] not in ("no", "none")


def within_points(t: Table, force: tuple[int, ...], node: int) -> bool:
    """The way there, the mission and the way home are within the force's points (18.01)."""
    way = seas.way_ashore(t, t.p.power[force[0]], t.p.at[force[0]], node)
    return way is not None and sailing.cost_of(way, True, True) <= sailing.points(t, force)


def enemy_coast(t: Table, seat: int, args: Args) -> int:
    """An assault goes in where the enemy controls the hex (19.4)."""
    return int(t.p.land_of(foe(t, phasing(t))))


def someone_aboard(t: Table, seat: int, args: Args) -> int:
    """Units stand with their transports in the port from which they assault (19.42)."""
    return from_iter(n for n in members(targets(t, args[0])) if cargoes(t, args[0], n))


def supplied(t: Table, seat: int, args: Args) -> int:
    return -1 if from_a_supplied_port(t, args[0]) else 0


def in_calm_weather(t: Table, seat: int, args: Args) -> int:
    if not calm(t, t.p.at[args[0][0]]):
        return 0
    return from_iter(n for n in members(targets(t, args[0])) if calm(t, n))


def in_reach(t: Table, seat: int, args: Args) -> int:
    return from_iter(n for n in members(targets(t, args[0])) if within_points(t, args[0], n))


def paid_for(t: Table, seat: int, args: Args) -> int:
    return from_iter(n for n in members(targets(t, args[0])) if affordable(t, cargoes(t, args[0], n)))


def able_to_embark(t: Table, seat: int, args: Args) -> int:
    """Units pay to embark, and half of the port's capacity embarks in a turn (19.31, 19.34)."""
    force = args[0]
    found = 0
    for node in members(targets(t, force)):
        units = cargoes(t, force, node)
        room = sum(cargo.size(t, i) for i in units) <= cargo.quay(t, t.p.at[force[0]])
        found |= bool(room and all(t.p.left[i] >= cargo.toll(t, i) for i in units)) << node
    return found


HEX_MASKS = (
    Mask("19.4", enemy_coast), Mask("19.42", someone_aboard), Mask("19.42", supplied),
    Mask("19.42/2", in_calm_weather), Mask("18.01", in_reach), Mask("19.4/1", paid_for), Mask("19.34", able_to_embark),
)  # fmt: skip


def open_hexes(t: Table, seat: int, force: tuple[int, ...]) -> int:
    found = targets(t, force)
    for mask in HEX_MASKS:
        found &= mask.allowed(t, seat, (force,)) if found else 0
    return found


def starters(t: Table, seat: int) -> int:
    """Transports with which an assault can begin now."""
    power = phasing(t)
    carry = {ship for sheet in today(t, power) for _, ship in sheet.wave}
    ready = sailing.own_ships(t, seat, ()) & ~t.p.sailed & sailing.fit(t, seat, ())
    return from_iter(i for i in sorted(carry) if ready >> i & 1 and open_hexes(t, seat, (i,)))


def with_an_assault(t: Table, seat: int, args: Args) -> int:
    """Ships of a port from which a planned assault can be made, transports among them (19.42)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    first = starters(t, seat)
    if not first:
        return 0
    ports = {t.p.at[i] for i in members(first)}
    pool = [i for i in fleet(t, phasing(t)) if t.p.at[i] in ports and not t.p.sailed >> i & 1]
    if any(first >> i & 1 for i in chosen):
        pool = [i for i in pool if open_hexes(t, seat, (*chosen, i))]
    else:  # a transport must still come after those that are named
        pool = [i for i in pool if any(s >= i and open_hexes(t, seat, (*chosen, *{i, s})) for s in members(first))]
    return from_iter(pool)


def has_transport(t: Table, seat: int, args: Args) -> int:
    return int(bool(args and args[0]) and bool(open_hexes(t, seat, args[0])))


SHIP_MASKS = (
    Mask("18.01", sailing.not_sailed), Mask("18.04", sailing.fit), Mask("18.01", sailing.one_port),
    *taskforce.masks("assault", lambda t, force: open_hexes(t, t.seat_of(t.p.power[force[0]]), force)),
)  # fmt: skip


class Assault(Verb):
    """``assault BrTTI1+BrDD1+BBRodney Caen``: transports land what is planned, warships go with them (19.4)."""

    name = "assault"
    levels = (
        Level(
            "ships", PIECES, sailing.own_ships, (*SHIP_MASKS, Mask("19.41", with_an_assault, ahead=True)),
            closes=(Mask("19.42", has_transport),),
        ),
        Level("hex", NODE, lambda t, s, a: targets(t, a[0]), (*HEX_MASKS, taskforce.AS_PLANNED)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, node = tuple(args[0]), args[1]
        units = cargoes(t, force, node)
        way = seas.way_ashore(t, t.p.power[force[0]], t.p.at[force[0]], node)
        assert way is not None
        taskforce.sets_out(t, tuple(force))
        cargo.embark(t, force, units)
        sailing.set_sail(t, force, units, way.nodes, (), way.zones, 0, ASSAULT)


# The assault unit (28.11)

GIVEN = 2


def hexes_for_engineers(t: Table, seat: int, args: Args) -> int:
    """One hex that is being assaulted on the Atlantic coast, while the unit waits (28.11)."""
    return int(t.p.assaulted) & beachheads.atlantic_coast(t.world) if t.p.engineers == 1 else 0


class Engineers(Verb):
    """``engineers Caen``: special armor and engineers cancel the fort there for one attack (28.11)."""

    name = "engineers"
    levels = (Level("hex", NODE, hexes_for_engineers),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.engineers = args[0] + GIVEN
        t.emit("engineers", "28.11", nodes=(args[0],))


# The build-up follows (19.48)


def follower(t: Table, power: int, ship: int) -> tuple[int, ...] | None:
    """What a transport brings in the build-up of a plan whose day it is: units, or supplies if it names none."""
    for sheet in today(t, power):
        for other, load in sheet.follow:
            if other == ship:
                return load
    return None


def followers(t: Table, seat: int) -> int:
    power = phasing(t)
    return from_iter(i for i in members(sailing.own_ships(t, seat, ())) if follower(t, power, i) is not None)


def havens(t: Table, power: int) -> int:
    """Where a build-up may wait to land: hexes assaulted in this segment, beachheads and ports there (19.48)."""
    area = from_iter(n for sheet in today(t, power) for n in sheet.area)
    return int(t.p.assaulted) | beachheads.of_side(t, power) | ships.own_ports(t, power) & area


def aboard(t: Table, force: tuple[int, ...]) -> tuple[int, ...]:
    """The units that the transports of a force load for the build-up: those that stand in its port."""
    power, port = t.p.power[force[0]], t.p.at[force[0]]
    loads = [follower(t, power, ship) or () for ship in force]
    return tuple(unit for load in loads for unit in load if t.p.at[unit] == port)


def brings_something(t: Table, force: tuple[int, ...]) -> bool:
    """Units that wait in the port with points to embark and room on the quay, or supplies (19.31, 19.34, O9)."""
    units = aboard(t, force)
    if any(t.p.left[i] < cargo.toll(t, i) for i in units):
        return False
    if sum(cargo.size(t, i) for i in units) > cargo.quay(t, t.p.at[force[0]]):
        return False
    return bool(units) or bool(points_aboard(t, force))


def points_aboard(t: Table, force: tuple[int, ...]) -> float:
    """Supply points that transports without units take along from a port in supply (O9, 23.42)."""
    if not from_a_supplied_port(t, force):
        return 0
    return sum(stores.holds(t, i) for i in force if follower(t, t.p.power[force[0]], i) == ())


def waiting_hexes(t: Table, seat: int, args: Args) -> int:
    force = args[0]
    if not brings_something(t, force):
        return 0
    open_ = havens(t, phasing(t)) & ~(1 << t.p.at[force[0]])
    return from_iter(n for n in members(open_) if within_points(t, force, n))


def follows_somewhere(t: Table, seat: int, args: Args) -> int:
    chosen: tuple[int, ...] = args[0] if args else ()
    named = followers(t, seat)
    pool = [i for i in members(sailing.own_ships(t, seat, ())) if not t.p.sailed >> i & 1]
    if any(named >> i & 1 for i in chosen):
        return from_iter(i for i in pool if i in chosen or waiting_hexes(t, seat, ((*chosen, i),)))
    return from_iter(i for i in pool if named >> i & 1 and waiting_hexes(t, seat, ((*chosen, i),)))


class StandBy(Verb):
    """``stand_by BrTTA1+BrDD4 Caen``: transports of the build-up wait off a beach to land in exploitation (19.48)."""

    name = "stand_by"
    levels = (
        Level("ships", PIECES, sailing.own_ships, (*SHIP_MASKS, Mask("19.48", follows_somewhere, ahead=True))),
        Level("hex", NODE, lambda t, s, a: havens(t, phasing(t)), (Mask("19.48", waiting_hexes),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, node = tuple(args[0]), args[1]
        units, points = aboard(t, force), points_aboard(t, force)
        way = seas.way_ashore(t, t.p.power[force[0]], t.p.at[force[0]], node)
        assert way is not None
        cargo.embark(t, force, units)
        sailing.set_sail(t, force, units, way.nodes, (), way.zones, 0, STAND_BY)
        if points:
            t.remember(points=points)


def arrived(t: Table, mission: int, force: tuple[int, ...], load: tuple[int, ...], node: int, points: float) -> None:
    """A force has come to the coast that it was bound for."""
    if mission == ASSAULT:
        t.p.amphibious -= price(t, load)
        ashore.put_ashore(t, load, node)
        return
    had_units, had_points, had_ships = t.p.waiting.get(str(node), ((), 0, ()))
    alive = tuple(i for i in load if t.p.at[i] == t.world.aboard)
    left = min(points, sum(stores.holds(t, i) for i in force))
    t.p.waiting[str(node)] = ((*had_units, *alive), had_points + left, (*had_ships, *force))
    t.emit("standing_by", "19.48", pieces=force, nodes=(node,))


class Cleared(airborne.Cleared):
    """After combat those who have not cleared their hex are lost, from the air and from the sea (22.15, 19.44)."""

    name = "landings"

    def run(self, t: Table, f: object) -> None:
        ashore.settle(t)
        airborne.not_cleared(t)
        t.pop()


class ShipsHome(shore.ShipsHome):
    """After the Combat Phase ships go back to port; those that wait to land a build-up after that (19.21, 19.48)."""

    def __init__(self, late: bool) -> None:
        self.late = late

    def run(self, t: Table, f: object) -> None:
        t.pop()
        power = phasing(t)
        if self.late:
            bring_back(t)
        busy = {i for _, _, force in t.p.waiting.values() for i in force}
        own = ships.own_ports(t, power) & ~t.p.assaulted
        stay = offshore.staying(t, power)
        out = tuple(i for i in fleet(t, power) if not own >> t.p.at[i] & 1 and i not in busy and not stay >> i & 1)
        astray = tuple(i for i in out if not whence_it_came(t, i))
        if astray:
            interception.go_home(t, astray)


def whence_it_came(t: Table, ship: int) -> bool:
    """A ship goes back to the port that it left, if that is still its own and has room; else to the nearest (19.21)."""
    port = interception.left_port(t, ship)
    if port < 0:
        return False
    t.p.put(ship, port)
    t.emit("made_port", "19.21", pieces=(ship,), nodes=(port,))
    return True


def bring_back(t: Table) -> None:
    """What could not land goes home with its ships (19.48)."""
    for name, (units, _, force) in sorted(t.p.waiting.items()):
        left = tuple(i for i in units if t.p.at[i] == t.world.aboard)
        lead = next((i for i in force if ships.lift(t, i)), force[0])
        port = t.p.base[lead] if t.p.base[lead] >= 0 else ships.nearest_port(t, (lead,), int(name))
        for piece in left:
            if port >= 0:
                t.p.put(piece, port)
            else:
                cargo.lost(t, (piece,))
    t.p.waiting = {}


def opposed(t: Table, power: int) -> int:
    """Hexes where own troops wade ashore against defenders (19.21)."""
    nodes = {t.p.at[i] for i in members(t.p.wading) if t.p.power[i] == power}
    return from_iter(n for n in nodes if ground_in(t, n, foe(t, power)))
