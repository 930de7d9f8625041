"""Supply (23.0): sources, the path on land and rail, unsupplied levels and surrender."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.area import Exits, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step

from . import control, ice, neutrality, northern, offboard, walls, weather, zones
from . import world as w
from .state import IDLE, Table, army, figures, foe, phasing, wings

SIX = 6


class Lines(NamedTuple):
    """A side's supply: full sources, the railway that hangs on them, and where a unit is in supply."""

    sources: int
    railway: int
    covered: int


class Rough(NamedTuple):
    """What makes a supply path longer (28.02): rough hexes, garrisoned hexes in limited zones, straits."""

    hexes: int = 0
    held: int = 0
    straits: Exits | None = None


@cached_values(256)
def _lines(world: w.World, sources: int, rails: int, zone: int, enemy: int, reach: int, rough: Rough) -> Lines:
    """Flood the railway, then so many half hexes outward; a zone ends a path, friends or not (6.13, 6.14).

    Whoever stands on a source needs no path.
    """
    start = sources & ~zone & ~enemy
    railway = world.rail.flood(start, blocked=world.but(rails & ~zone & ~enemy | start)) & world.land if start else 0
    ring = [0] * (2 * reach + 8)
    ring[0] = railway | start
    seen = 0
    for spent in range(2 * reach + 1):
        area = ring[spent] & ~seen
        if not area:
            continue
        seen |= area
        going = area & ~(zone & ~rough.held) if spent else area
        for price, some in lengths_of(going, rough) if spent else ((2, going),):
            for extra, ways in ways_of(world, rough):
                if some and spent + price + extra <= 2 * reach:
                    ring[spent + price + extra] |= step(some, ways) & ~enemy & ~seen
    return Lines(start, railway, seen | sources & ~enemy)


def lengths_of(hexes: int, rough: Rough) -> tuple[tuple[int, int], ...]:
    """Half hexes that hexes count in a path: rough or garrisoned ones three, those that are both four (28.02/1)."""
    one, both = rough.hexes ^ rough.held, rough.hexes & rough.held
    return (2, hexes & ~one & ~both), (3, hexes & one), (4, hexes & both)


def ways_of(world: w.World, rough: Rough) -> tuple[tuple[int, Exits], ...]:
    """The hexsides that a path crosses, with the half hexes that they add: two for a strait (28.02)."""
    if rough.straits is None:
        return ((0, world.walk),)
    return (0, world.walk - rough.straits), (2, world.walk & rough.straits)


@cached_values(64)
def _lengths(world: w.World, lines_: Lines, rails: int, zone: int, enemy: int) -> dict[int, int]:
    """The hexes of the shortest path to a full source, by rail and on land (10.03)."""
    usable = rails & ~zone & ~enemy | lines_.sources
    far = world.rail.distances(lines_.sources, blocked=world.but(usable)) if lines_.sources else {}
    length = {node: steps for node, steps in far.items() if world.land >> node & 1}
    area = from_iter(length)
    while True:
        found = step(area & ~zone, world.walk) & lines_.covered & ~area
        if not found:
            return length
        for node in members(found):
            near = [length[n] for n in members(world.near[node] & area & ~zone)]
            length[node] = min(near) + 1
        area |= found


def lengths(t: Table, power: int) -> dict[int, int]:
    """How long the supply path of a side is from each hex that has one."""
    ground = zones.against(t, power).ground
    return _lengths(ice.ground_for(t, power), lines(t, power), t.p.rail_of(power), cut_by_zones(t, power), ground)


def edge_sources(world: w.World, power: int) -> int:
    """Rail hexes on the edges of the window that are a side's full sources (23.61/1, 23.61/6)."""
    bits = 0
    for edge in world.side(power)["edges"]:
        bits |= world.board.region.get(edge, 0)
    return bits & world.land


def off_board(t: Table, power: int) -> int:
    """The rail hexes off the board are sources of whoever controls them (23.11/5)."""
    return (edge_sources(t.world, power) | won_railways(t.world, power)) & t.p.rail_of(power)


@cached_values(16)
def won_railways(world: w.World, power: int) -> int:
    """Rail cities that are joined to the homeland beyond the window once the side holds them (N45)."""
    return from_iter(world.board.node(name) for name in world.side(power).get("won_railways", ()))


def home_cities(t: Table, power: int) -> int:
    """The cities of a side's home country that it controls."""
    return home_land(t.world, power) & t.world.cities & t.p.land_of(power)


def conquered_cities(t: Table, power: int) -> int:
    """The Axis's cities in countries that have given in: they count among three that are joined (23.11/1)."""
    bits = 0
    for nation in t.p.given_in if power == w.AXIS else ():
        bits |= t.world.board.nation[t.world.settings["gives_in"][nation]["country"]]
    return bits & t.world.cities & t.p.land_of(power)


@cached_values(16)
def home_land(world: w.World, power: int) -> int:
    """The land of a side's home countries."""
    bits = 0
    for nation in world.settings["home"][w.POWERS[power]]:
        bits |= world.board.nation.get(nation, 0)
    return bits


def capitals(t: Table, power: int) -> int:
    """Capitals that are full sources: held, and not shut in by enemies and their zones (23.11/3)."""
    enemy = zones.against(t, power)
    found = 0
    for name in (*t.world.settings.get("capitals", {}).get(w.POWERS[power], ()), *durres(t.world, power)):
        node = t.world.board.node(name)
        if t.p.land_of(power) >> node & 1 and beside(t, node) & ~enemy.all & ~enemy.ground:
            found |= 1 << node
    return found


def durres(world: w.World, power: int) -> tuple[str, ...]:
    """Durres in Albania is an Italian source that works like a capital (23.63/2)."""
    return ("Durres",) if power == w.AXIS and world.settings.get("durres") else ()


def beside(t: Table, city: int) -> int:
    """The land beside a city that is not neutral, by which it is open or shut in (23.11/3, 23.11/4)."""
    near: int = t.world.near[city]
    return near & ~neutrality.neutral_land(t.world) if t.p.neutral else near


def cut_by_zones(t: Table, power: int) -> int:
    """Enemy zones where a path ends; a capital that is not shut in feeds out of a zone, too (23.11/3, 6.13)."""
    return zones.against(t, power).all & ~capitals(t, power)


def three_cities(t: Table, power: int, usable: int) -> int:
    """Three cities of the home country joined by free controlled rail are full sources (23.11/1)."""
    return _joined(t.world, home_cities(t, power) | conquered_cities(t, power), usable, 3)


def two_major_cities(t: Table, power: int, usable: int) -> int:
    """Two major cities of the home country joined by free controlled rail are full sources (23.11/2)."""
    return _joined(t.world, home_cities(t, power) & t.world.major, usable, 2)


@cached_values(256)
def _joined(world: w.World, cities: int, usable: int, least: int) -> int:
    """Cities of which at least so many hang on one railway; a city itself may lie in a zone."""
    found = 0
    for city in members(cities & world.rail.nodes):
        if found >> city & 1:
            continue
        net = world.rail.flood(1 << city, blocked=world.but(usable | cities), stop=cities & ~usable)
        joined = net & cities
        if joined.bit_count() >= least:
            found |= joined
    return found


@cached_between_orders
def lines(t: Table, power: int) -> Lines:
    """Where a side is in supply from full sources (23.13)."""
    p = t.p
    enemy = zones.against(t, power)
    usable = p.rail_of(power) & ~enemy.all & ~enemy.ground
    sources = off_board(t, power) | three_cities(t, power, usable) | two_major_cities(t, power, usable)
    sources |= capitals(t, power)
    rough = _realities(t, power, enemy)
    by_reach: dict[int, tuple[int, ...]] = {}
    for zone in zones_of_play(t.world):
        reach = int(weather.effects(getattr(p, weather.NUMBERS[zone]))["supply_overland"])
        by_reach[reach] = (*by_reach.get(reach, ()), zone)
    found = [
        (
            _lines(
                ice.ground_for(t, power), sources, p.rail_of(power), cut_by_zones(t, power), enemy.ground, reach, rough
            ),
            some,
        )
        for reach, some in sorted(by_reach.items())
    ]
    if len(found) == 1:
        return found[0][0]
    longest = found[-1][0]
    covered = longest.railway | found[0][0].covered
    for reach in sorted(by_reach)[1:]:
        fair = tuple(zone for length, some in by_reach.items() if length >= reach for zone in some)
        covered |= within_fair_weather(t, power, longest.railway, fair, reach, rough)
    return Lines(longest.sources, longest.railway, covered)


def within_fair_weather(t: Table, power: int, railway: int, fair: tuple[int, ...], reach: int, rough: Rough) -> int:
    """A path through several weather zones is as long as the worst of them allows (25.1/1)."""
    good, enemy = w.zone_hexes(ice.ground(t), fair), zones.against(t, power).ground
    shut = enemy | ice.ground(t).land & ~good
    return (
        _lines(ice.ground_for(t, power), railway & good, 0, cut_by_zones(t, power), shut, reach, rough).covered & good
    )


@cached_values(16)
def zones_of_play(world: w.World) -> tuple[int, ...]:
    """The weather zones of the window."""
    return tuple(sorted({world.zone_of[node] for node in members(world.land)}))


def _realities(t: Table, power: int, enemy: zones.Zones) -> Rough:
    """Rough hexes and straits, and garrisoned hexes in limited zones through which a path may lead (28.02, 28.02/1)."""
    if t.options.get("supply_realities") != "on":
        return Rough()
    ground = t.world.terrain
    held = enemy.limited & zones.ground_of(t, power) if zones.graded(t) else 0
    return Rough(ground["forest"] | ground["swamp"] | ground["mountain"], held, t.world.board.sides.get("strait"))


def supplied_hexes(t: Table, power: int) -> int:
    """Hexes where a side's units are in supply from a full source, boxes beyond the map among them."""
    return lines(t, power).covered | offboard.sources(t, power)


def in_supply(t: Table, piece: int) -> bool:
    """Can the unit trace a path to a full source (23.13)?"""
    node = t.p.base[piece] if t.p.mission[piece] else t.p.at[piece]
    return bool(easy(t, supplied_hexes(t, t.p.power[piece])) >> node & 1)


def easy(t: Table, hexes: int) -> int:
    """Of some hexes those where sources and supply points feed: in a difficult theatre only supply units do (23.71)."""
    from . import depots

    return hexes & ~depots.difficult(t.world)


def quarters(t: Table, piece: int) -> int:
    """A unit in quarters of a corps (23.21, 8.03)."""
    unit = t.world.units[piece]
    if unit.leader or unit.air:
        return 1
    if unit.wall:
        return 0
    size = unit.size.strip("(-)")
    whole = {zones.CORPS: 4, zones.DIVISION: 2, zones.BRIGADE: 1}[size]
    return max(1, whole // 2) if t.p.reduced[piece] or "(-)" in unit.size else whole


def open_capacity(t: Table, city: int, power: int) -> int:
    """What a major city can feed: a corps for each free clear friendly hex beside it, in quarters (23.11/4)."""
    enemy = zones.against(t, power)
    free = beside(t, city) & ~enemy.all & ~enemy.ground & t.p.land_of(power)
    return w.CORPS * (free & open_country(t.world)).bit_count()


@cached_values(16)
def open_country(world: w.World) -> int:
    """Clear hexes, the ground of the scenario's major forts not counted: Leningrad has four beside it (23.11/4)."""
    return world.terrain["clear"] & ~w.works(world.scenario, world.board, "FORT", "major")


def city_area(t: Table, power: int, city: int) -> int:
    """Where units can trace a path to a major city, overland or by a controlled railway (23.11/4)."""
    enemy = zones.against(t, power)
    zone, reach = enemy.all & ~(1 << city), weather.overland(t, city)
    rough = _realities(t, power, enemy)
    return _lines(ice.ground_for(t, power), 1 << city, t.p.rail_of(power), zone, enemy.ground, reach, rough).covered


def fed_by_cities(t: Table, power: int, units: list[int], before: tuple[int, ...] = ()) -> set[int]:
    """Units that limited sources feed, the strongest first: major cities of the home country (23.11/4).

    Those ``before`` them have eaten from such a source in this turn.
    """
    fed: set[int] = set()
    sated: set[int] = set()
    limited = [(city, open_capacity(t, city, power)) for city in members(home_cities(t, power) & t.world.major)]
    areas = [(city_area(t, power, city), left) for city, left in limited if left]
    for area, left, nation in (*((*one, "") for one in areas), *special_sources(t, power)):
        feed(t, units, area, feed(t, list(before), area, left, sated, nation), fed, nation)
    for land, factors in (*islands(t, power), *northern.sources(t, power), *offboard.iceland(t, power)):
        feed_factors(t, units, land, feed_factors(t, list(before), land, factors, sated), fed)
    for near, far, left in from_the_sea(t, power):
        feed(t, units, far, feed(t, units, near, left, fed), fed, price=2)
    return fed


def feed(t: Table, units: list[int], area: int, left: int, fed: set[int], nation: str = "", price: int = 1) -> int:
    """Feed units in an area, the strongest first, while a source has quarters of a corps left; and what is left."""
    waiting = [i for i in units if i not in fed and easy(t, area) >> t.p.at[i] & 1]
    waiting = [i for i in waiting if nation in ("", t.world.units[i].nation)]
    for piece in sorted(waiting, key=lambda i: (-figures(t, i)[0], i)):
        if price * quarters(t, piece) <= left:
            left -= price * quarters(t, piece)
            fed.add(piece)
    return left


def special_sources(t: Table, power: int) -> list[tuple[int, int, str]]:
    """Limited sources of their own: the hexes they feed, quarters of a corps, and whom alone."""
    return [
        *((*one, "") for one in (*ladoga(t, power), *murmansk(t, power), *sevastopol(t, power), *caspian(t, power))),
        *british_ports(t, power),
    ]


def islands(t: Table, power: int) -> list[tuple[int, int]]:
    """Islands with a city or town that feed a few defense factors of whoever holds it (23.63/4)."""
    found = []
    for name, factors in t.world.settings.get("islands", {}).items():
        town = t.world.board.node(name)
        if t.p.land_of(power) >> town & 1:
            found.append((island_of(t.world, town), int(factors)))
    return found


@cached_values(64)
def island_of(world: w.World, town: int) -> int:
    """All land that hangs together with a town."""
    area, grown = 0, 1 << town
    while grown:
        area |= grown
        grown = step(area, world.walk) & ~area
    return area


def feed_factors(t: Table, units: list[int], area: int, left: int, fed: set[int]) -> int:
    """Feed units by their defense factors, a wing as two, the strongest first; and what is left (23.63/4)."""
    waiting = [i for i in units if i not in fed and easy(t, area) >> t.p.at[i] & 1]
    for piece in sorted(waiting, key=lambda i: (-figures(t, i)[0], i)):
        need = 2 if t.world.units[piece].air or t.world.units[piece].leader else figures(t, piece)[1]
        if need <= left:
            left -= need
            fed.add(piece)
    return left


def from_the_sea(t: Table, power: int) -> list[tuple[int, int, int]]:
    """Supply points in a port feed six hexes and the overland length around it, six more for double (23.44/2).

    The near and the far area, and quarters of a corps.
    """
    found, enemy = [], zones.against(t, power)
    rough = _realities(t, power, enemy)
    for name, points in sorted(t.p.stores.items()):
        node = int(name)
        if t.p.land_of(power) >> node & 1:
            zone, reach = enemy.all & ~(1 << node), from_the_quay(t, node) + weather.overland(t, node)
            near, far = (
                _lines(ice.ground_for(t, power), 1 << node, 0, zone, enemy.ground, most, rough).covered
                for most in (reach, reach + SIX)
            )
            found.append((near, far, int(w.CORPS * points)))
    return found


def from_the_quay(t: Table, node: int) -> int:
    """Six hexes more than the overland length from a port (23.44/2), the overland length alone from a beach."""
    from . import beachheads

    return SIX if beachheads.quays(t, node) else over_the_beach(t, node)


def over_the_beach(t: Table, node: int) -> int:
    """From a hex with no more than a beachhead a path is traced overland and no farther (23.44/1)."""
    return 0


@rule("23.44")
def clear_stores(t: Table, power: int) -> None:
    """Supply points are gone after the owner's next Supply Determination Phase, used or not (23.44)."""
    for name in [name for name in t.p.stores if t.p.land_of(power) >> int(name) & 1]:
        del t.p.stores[name]


def british_ports(t: Table, power: int) -> list[tuple[int, int, str]]:
    """The ports of the British army in France feed as many British corps as they have capacity (B10)."""
    from . import cargo

    found = []
    for name in t.world.settings.get("british_ports", ()) if power == w.ALLIED else ():
        place = t.world.board.place(name, "port")
        if t.p.land_of(power) >> place.node & 1 and not cargo.just_captured(t, place.node):
            found.append((city_area(t, power, place.node), w.CORPS * int(place.number("capacity")), "British"))
    return found


def ladoga(t: Table, power: int) -> list[tuple[int, int]]:
    """Over Lake Ladoga nine corps in Leningrad or beside it are fed, unless it storms (23.61/3, 23.61/7)."""
    if power != w.ALLIED or not t.world.settings.get("ladoga"):
        return []
    city, shore = t.world.board.node("Leningrad"), t.world.board.node("NE2727")
    open_ = weather.at(t, shore) != w.STORMY and lines(t, power).railway >> shore & 1
    return [(1 << city | t.world.near[city], 9 * w.CORPS)] if open_ else []


def sevastopol(t: Table, power: int) -> list[tuple[int, int]]:
    """Sevastopol feeds like a major city while free land leads to Kerch, and rails on from Novorossiysk (23.61/5)."""
    if power != w.ALLIED or not t.world.settings.get("ladoga"):
        return []
    city, ferry, beyond = (t.world.board.node(name) for name in ("Sevastopol", "Kerch", "Novorossiysk"))
    enemy = zones.against(t, power)
    free, area = ~enemy.all & ~enemy.ground, 1 << city
    for _ in range(2 * SIX):
        area |= step(area, t.world.walk) & free
    ends = 1 << city | 1 << ferry
    if ends & ~area or ends & ~t.p.land_of(power) or not lines(t, power).railway >> beyond & 1:
        return []
    return [(city_area(t, power, city), open_capacity(t, city, power))]


def caspian(t: Table, power: int) -> list[tuple[int, int]]:
    """By sea between Astrakhan and Baku nine corps are fed, unless it storms (23.61/4)."""
    ends = [place.node for place in t.world.board.places if place.kind == "port" and place.name in CASPIAN]
    if power != w.ALLIED or not t.world.settings.get("ladoga") or len(ends) < len(CASPIAN):
        return []
    held = all(t.p.land_of(power) >> node & 1 for node in ends)
    if not held or weather.at(t, ends[0]) == w.STORMY or not any(lines(t, power).railway >> n & 1 for n in ends):
        return []
    return [(city_area(t, power, node), 9 * w.CORPS) for node in ends if not lines(t, power).railway >> node & 1]


CASPIAN = ("Astrakhan", "Baku")


def murmansk(t: Table, power: int) -> list[tuple[int, int]]:
    """The railway to Murmansk feeds six corps while its hex at the edge is free (23.61/2, R12)."""
    if power != w.ALLIED or not t.world.settings.get("ladoga"):
        return []
    edge, enemy = t.world.board.node("NE1027"), zones.against(t, power)
    if enemy.all >> edge & 1 or not t.p.rail_of(power) >> edge & 1:
        return []
    reach = weather.overland(t, edge)
    rough = _realities(t, power, enemy)
    area = _lines(ice.ground_for(t, power), 1 << edge, t.p.rail_of(power), enemy.all, enemy.ground, reach, rough)
    return [(area.covered, 6 * w.CORPS)]


def level(t: Table, piece: int) -> int:
    """The level whose effects a unit suffers: those in major cities are a turn behind (23.51)."""
    p = t.p
    found = zones.delayed(p.unsupplied[piece], t.world.major | p.strongholds, p.at[piece])
    return min(found, walls.worst_level(t, piece)) if found else found


def effect(t: Table, piece: int, what: str) -> tuple[int, int]:
    """What the supply level leaves of a ground unit's attack, defense or movement (23.51)."""
    return w.share(zones.SUPPLY[min(4, level(t, piece))][what])


AIR_STATUS = {int(row["level"]): row for row in w.chart("supply_status") if row["kind"] == "air"}


def air_effect(t: Table, piece: int, what: str) -> str:
    """What the supply level leaves of a wing (23.53)."""
    found = level(t, piece)
    if not found:
        return "all" if what == "missions" else "1"
    return AIR_STATUS[min(4, found)][what]


@rule("23.12")
def check(t: Table, power: int, given: frozenset[int] = frozenset()) -> None:
    """Every unit of the side is checked: one level more without supply, none with it (23.12)."""
    p = t.p
    units = [*army(t, power), *(i for i in wings(t, power) if p.mission[i] == IDLE), *offboard.dwellers(t, power)]
    covered = easy(t, supplied_hexes(t, power))
    cut = [i for i in units if not covered >> p.at[i] & 1 and i not in given]
    fed = fed_by_cities(t, power, cut)
    out = tuple(i for i in cut if i not in fed)
    for piece in units:
        p.unsupplied[piece] = p.unsupplied[piece] + 1 if piece in out else 0
    if out:
        t.emit("cut_off", "23.12", pieces=out)
    surrenders(t, power)


@rule("23.14")
def recheck(t: Table, power: int) -> None:
    """In the Administrative Phase units that are back in supply lose their markers (23.14)."""
    p = t.p
    units = [i for i in (*army(t, power), *wings(t, power)) if p.mission[i] == IDLE] + offboard.dwellers(t, power)
    covered = easy(t, supplied_hexes(t, power))
    marked = [i for i in units if p.unsupplied[i]]
    hungry = [i for i in marked if not covered >> p.at[i] & 1]
    fed = fed_by_cities(t, power, hungry, sated(t, units, covered))
    fed |= fed_from_the_air(t, power, [i for i in hungry if i not in fed])
    back = tuple(i for i in marked if i not in hungry or i in fed)
    for piece in back:
        p.unsupplied[piece] = 0
    if back:
        t.emit("back_in_supply", "23.14", pieces=back)


def sated(t: Table, units: list[int], covered: int) -> tuple[int, ...]:
    """Units out of reach of full sources that a limited one feeds already: it feeds no more than it can (23.14)."""
    return tuple(i for i in units if not t.p.unsupplied[i] and not covered >> t.p.at[i] & 1)


def fed_from_the_air(t: Table, power: int, units: list[int]) -> set[int]:
    """Supplies that were flown in feed units within half the overland length, then they are gone (23.32)."""
    fed: set[int] = set()
    enemy = zones.against(t, power)
    rough = _realities(t, power, enemy)
    for name, left in sorted(t.p.flown_in.items()):
        node = int(name)
        if not t.p.land_of(power) >> node & 1:
            continue
        zone, reach = enemy.all & ~(1 << node), weather.overland(t, node) // 2
        area = _lines(ice.ground_for(t, power), 1 << node, 0, zone, enemy.ground, reach, rough).covered
        for piece in sorted((i for i in units if i not in fed), key=lambda i: (-figures(t, i)[0], i)):
            if easy(t, area) >> t.p.at[piece] & 1 and quarters(t, piece) <= left:
                left -= quarters(t, piece)
                fed.add(piece)
    t.p.flown_in = {}
    return fed


@rule("23.52")
def surrenders(t: Table, power: int) -> None:
    """From the fourth turn without supply, far from friends in supply, a die decides (23.52)."""
    p = t.p
    friends = from_iter(p.at[i] for i in army(t, power) if t.world.units[i].ground and not p.unsupplied[i])
    enemy = zones.ground_of(t, foe(t, power))
    near = friends
    for _ in range(SIX):
        near |= step(near, ice.ground_for(t, power).walk) & ~enemy
    for piece in [*army(t, power), *wings(t, power), *offboard.dwellers(t, power)]:
        if t.world.units[piece].leader or level(t, piece) < 4 or near >> p.at[piece] & 1:
            continue
        die = t.roll("surrender")
        gives_up = die + surrender_modifier(t, piece) <= 2
        t.emit("surrender_roll", "23.52", pieces=(piece,), nodes=(p.at[piece],), die=die, gives_up=gives_up)
        if gives_up:
            control.remove(t, piece, "surrender", special=False)


def surrender_modifier(t: Table, piece: int) -> int:
    """City, snow, each turn past the fourth, slow units (23.52/1)."""
    p = t.p
    snow = weather.at(t, p.at[piece]) in (w.SNOW, w.HEAVY_SNOW)
    slow = t.world.units[piece].ground and figures(t, piece)[2] <= 3
    city = bool((t.world.major | p.strongholds) >> p.at[piece] & 1)
    return int(city) - int(snow) - int(slow) - max(0, p.unsupplied[piece] - 4)


class Supply(Step):
    """The Supply Determination Phase (4.03)."""

    name = "supply"
    rule = "4.03"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if t.p.turn > t.world.settings.get("supplied_turns", 0):
            self.check(t, phasing(t))
        clear_stores(t, phasing(t))
        t.pop()

    def check(self, t: Table, power: int) -> None:
        check(t, power)
