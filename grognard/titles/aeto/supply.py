"""Lines of supply and supply chits (7.0, 7.7, 7.10-7.12)."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from grognard.board.area import Exits, flood
from grognard.engine.core.cache import cached_between_orders, cached_by, cached_values

from . import finland, zones
from . import tables as tb
from . import world as w
from .position import AXIS, SUPPLIED, WEST, AetoPosition, Table
from .title import POWERS

SEA_PLACES = 4
"""Units that one Sea Supply chit feeds in a month (7.7/chit-capacity)."""


class Larder(NamedTuple):
    """Hexes joined by supply lines that live on chits alone, and those chits' hexes."""

    hexes: int
    chits: tuple[int, ...]


class Lines(NamedTuple):
    """A power's lines of supply: what reaches a map source, and what lives on chits."""

    fed: int
    larders: tuple[Larder, ...]

    def larder_at(self, node: int) -> Larder | None:
        return next((larder for larder in self.larders if larder.hexes >> node & 1), None)


def network(t: Table, power: int) -> int:
    """Friendly hexes without uninhibited enemy zones, for lines of supply (7.7/line, 7.7/inhibit)."""
    p: AetoPosition = t.p
    ground = zones.ground(t, power)
    friendly = zones.held_by_friends(p, power) | ground.friends | transit_lands(t, power)
    barred = ground.open_zone | ground.enemy | ground.staffs | partisan_hexes(ground)
    open_ = friendly & t.world.land & ~barred
    return open_ & ~foreign_marsh(t, power) | open_ & swamp_rails(t, power)


def transit_lands(t: Table, power: int) -> int:
    """Germans, and no one else, go through neutrals that granted transit, and Finland, and trace supply there
    (8.0/bulgaria/transit-effect, 8.0/hungary/transit-effect, 8.0/rumania/transit-effect)."""
    granted = [key.split()[1] for key in t.p.politics if key.startswith("transit ")] if power == w.GERMANY else []
    bits = 0
    for nation in granted:
        bits |= t.p.held[POWERS.index(nation)]
    return bits | finland.open_to_germans(t) if power == w.GERMANY else bits


def partisan_hexes(ground: zones.Ground) -> int:
    """Partisans bar supply through their own hex (9.20)."""
    return ground.bands


def foreign_marsh(t: Table, power: int) -> int:
    """Marsh in any foreign nation carries no line of supply (7.7/swamp, 7.7/swamp-native)."""
    return marsh_abroad(t.world, power)


def swamp_rails(t: Table, power: int) -> int:
    """Foreign marsh hexes on a rail line, along which alone supply goes through them (7.7/swamp-rail)."""
    return marsh_abroad(t.world, power) & int(t.world.rails)


@cached_values(256)
def keeping_to_rails(world: w.World, ways: Exits, rails: int) -> Exits:
    """Ways of supply that lead into and out of some hexes by rail alone."""
    return ways - ways.leaving(rails) - ways.entering(rails) | world.rail_sides & ways


@cache
def marsh_abroad(world: w.World, power: int) -> int:
    """Marsh outside a power's home."""
    return world.marsh & ~world.board.nation.get(home_name(power), 0)


def home_name(power: int) -> str:
    return POWERS[power]


def sources(t: Table, power: int) -> int:
    """Home city/resource hexes and the sources that 7.0 names, where a power holds them (7.0/home-source, 7.0/origin,
    7.8/effect).
    """
    p: AetoPosition = t.p
    held = zones.held_by_friends(p, power)
    home = home_cities(t.world, feeder_of(power)) & held & ~p.isolated or capital_of(t.world, power)
    return (home | named_sources(t.world, french_if_vichy(power))) & held


def feeder_of(power: int) -> int:
    """American units draw on the home sources of the UK, Vichy's on those of France (7.0/us)."""
    return w.UK if power == w.US else french_if_vichy(power)


def french_if_vichy(power: int) -> int:
    """Beirut and Algiers supply French and Vichy units (7.0/france-beirut, 7.0/france-algiers)."""
    return w.FRANCE if power == w.VICHY else power


def home_sources(t: Table, power: int) -> int:
    """City/resource hexes of a power's home that it or its allies hold (7.0/home-source, 7.12/map-source)."""
    return home_cities(t.world, power) & zones.held_by_friends(t.p, power)


def home_cities(world: w.World, power: int) -> int:
    """The city/resource hexes of a power's home."""
    return int(world.sources & world.board.nation.get(home_name(power), 0))


@cache
def capital_of(world: w.World, power: int) -> int:
    """A minor nation without a city/resource hex uses its capital (9.2, A20)."""
    for row in tb.table("nations.csv"):
        if row["nation"] == POWERS[power] and row["class"] == "minor" and row["capital"]:
            with suppress(LookupError):
                return 1 << world.node(row["capital"])
    return 0


def in_fortress(t: Table, piece: int) -> bool:
    """A permanent fortification supplies one unit in its hex, that which was chosen, else its owner's before an ally's
    (5.16/oos-permfort,
    7.0/france-maginot, 7.0/soviet-sevastopol, 7.0/uk-gibraltar-malta).
    """
    p: AetoPosition = t.p
    node = p.at[piece]
    if not p.permanent >> node & 1:
        return False
    here = [i for i in p.stack(node) if p.kind[i] not in tb.LEADERS]
    if p.due.get(f"fortress {node}") in here:
        return bool(p.due[f"fortress {node}"] == piece)
    first = min(here, key=lambda i: (not zones.combat_unit(p, i), not p.held[p.power[i]] >> node & 1, i), default=-1)
    return piece == first


@cache
def named_sources(world: w.World, power: int) -> int:
    """The special sources of 7.0: Cairo/Suez for the UK in North Africa, and the others (7.0/uk-egypt, 7.0/uk-only,
    7.0/france-only).
    """
    bits = 0
    for row in tb.table("supply_sources.csv"):
        if row["power"] == POWERS[power]:
            with suppress(LookupError):
                bits |= 1 << world.node(row["hex"])
    return bits


def larders_and_land(t: Table, power: int, free: int, start: int, exits: Exits) -> Hashable:
    """What lines of supply follow from: the land that carries them, the sources in it, and where whose chits are."""
    p: AetoPosition = t.p
    if not p.chits:
        return free, start, exits
    chits = tuple([(node, chit[0], chit[1] > 0) for node, chit in p.chits.items()])
    return power, free, start, exits, chits, tuple(p.air_chits), tuple(p.alliance)


@cached_between_orders
def lines(t: Table, power: int) -> Lines:
    """A power's lines of supply now."""
    free = network(t, power)
    ways = keeping_to_rails(t.world, t.world.walk_on(water_crossed(t)), swamp_rails(t, power))
    return _lines(t, power, free, sources(t, power) & free, ways)


@cached_between_orders
def alpine_lines(t: Table, power: int) -> Lines:
    """The lines of supply of a power's mountain units."""
    free = network(t, power)
    ways = keeping_to_rails(t.world, t.world.climb_on(water_crossed(t)), swamp_rails(t, power))
    return _lines(t, power, free, sources(t, power) & free, ways)


def water_crossed(t: Table) -> int:
    """Where a line of supply crosses water beside ferries: where it is frozen (7.7/water)."""
    return int(t.p.ice)


def lines_of(t: Table, piece: int) -> Lines:
    """The lines of supply that a unit can trace: mountain units over mountain-impassable hexsides, too (10.5)."""
    power = t.p.power[piece]
    return alpine_lines(t, power) if t.p.kind[piece] == tb.MOUNTAIN else lines(t, power)


def joined(t: Table, power: int, node: int) -> int:
    """The friendly land that lines of supply join to a hex (7.7/line)."""
    ways = keeping_to_rails(t.world, t.world.walk_on(water_crossed(t)), swamp_rails(t, power))
    return flood(1 << node, ways, blocked=~network(t, power))


@cached_by(larders_and_land)
def _lines(t: Table, power: int, free: int, start: int, exits: Exits) -> Lines:
    p: AetoPosition = t.p
    fed = flood(start, exits, blocked=~free)
    larders: list[Larder] = []
    seen = fed
    stores = [node for node in chit_hexes(p) if in_store(p, node) > 0 and friendly_chit(p, power, node)]
    for node in stores:
        if not free & ~seen & 1 << node:
            continue
        hexes = flood(1 << node, exits, blocked=~free)
        seen |= hexes
        larders.append(Larder(hexes, tuple(n for n in stores if hexes >> n & 1)))
    return Lines(fed, tuple(larders))


def supplied_hexes(t: Table, power: int) -> int:
    """All that a power's lines of supply reach, from map sources and from chits (7.7/line)."""
    found = lines(t, power)
    bits = found.fed
    for larder in found.larders:
        bits |= larder.hexes
    return bits


def chit_hexes(p: AetoPosition) -> list[int]:
    """The hexes with supply chits, in order."""
    return sorted(map(int, p.chits))


def friendly_chit(p: AetoPosition, power: int, node: int) -> bool:
    """Chits serve the whole alliance that owns them."""
    owner = p.chits[str(node)][0]
    return owner == power or bool(p.alliance[power] and p.alliance[owner] == p.alliance[power])


def need(p: AetoPosition, piece: int, node: int) -> int:
    """Places that a unit takes of a chit: Axis units but Italians may need two (7.7/italian-double)."""
    power = p.power[piece]
    return 2 if p.chits[str(node)][3] and p.alliance[power] == AXIS and power != w.ITALY else 1


def places_left(p: AetoPosition, node: int) -> int:
    """What is left of the chits in a hex this month: four places a Sea, one an Air chit (7.7/chit-capacity)."""
    _, count, used, _ = p.chits[str(node)]
    return int(SEA_PLACES * count + p.air_chits.get(str(node), 0) - used)


def in_store(p: AetoPosition, node: int) -> int:
    """Chits of both kinds in a hex."""
    return int(p.chits[str(node)][1]) + int(p.air_chits.get(str(node), 0))


def free_chits(p: AetoPosition, node: int) -> int:
    """Chits in a hex that came down with a drop or a landing (7.7/para-chit, 7.7/amphib-chit)."""
    return int(p.due.get(f"free chits {node}", 0))


def came_free(p: AetoPosition, node: int) -> None:
    """Remember that a chit in a hex was neither shipped nor flown in."""
    p.due[f"free chits {node}"] = free_chits(p, node) + 1


def forget_free_chits(p: AetoPosition, node: int) -> None:
    """A hex has no more free chits than chits; free ones are used last."""
    left = min(free_chits(p, node), in_store(p, node) if str(node) in p.chits else 0)
    p.due.pop(f"free chits {node}", None)
    if left:
        p.due[f"free chits {node}"] = left


def draw(t: Table, piece: int) -> bool:
    """A unit takes its places of a chit, once a month (7.7/attacking, A18); False when none has room."""
    p: AetoPosition = t.p
    larder = lines_of(t, piece).larder_at(p.at[piece])
    if larder is None or p.fed[piece]:
        return larder is not None
    for node in larder.chits:
        wanted = need(p, piece, node)
        if places_left(p, node) >= wanted:
            owner, count, used, doubled = p.chits[str(node)]
            p.chits[str(node)] = (owner, count, used + wanted, doubled)
            p.fed[piece] = 1
            return True
    return False


def traces_to_source(t: Table, piece: int) -> bool:
    """Does a line of supply lead from a unit to a map source (7.7/line)?"""
    p: AetoPosition = t.p
    return (
        bool(lines_of(t, piece).fed >> p.at[piece] & 1)
        or in_fortress(t, piece)
        or in_box(t, piece)
        or at_scapa_flow(t, piece)
        or on_own_island(t, piece)
    )


BOXES = {
    "uk": ("Canada Box", "Iceland Box", "India Box", "Iraq Transit Box", "United States Box"),
    "western": ("United States Box", "Canada Box", "Iceland Box"),
}
"""The boxes that supply units in them: of the UK, and of the other Western Allies."""


@cache
def boxes_for(world: w.World, who: str) -> int:
    bits = 0
    for name in BOXES[who]:
        with suppress(LookupError):
            bits |= 1 << world.node(name)
    return bits


def in_box(t: Table, piece: int) -> bool:
    """The boxes of Canada and Iceland supply Western units in them, that of the US all of these, that of India the
    UK's alone (7.0/uk-boxes, 7.0/us-boxes)."""
    p: AetoPosition = t.p
    if p.alliance[p.power[piece]] != WEST:
        return False
    return bool(boxes_for(t.world, "uk" if p.power[piece] == w.UK else "western") >> p.at[piece] & 1)


@cache
def scapa_flow(world: w.World) -> int:
    with suppress(LookupError):
        return world.node("Scapa Flow")
    return -1


def at_scapa_flow(t: Table, piece: int) -> bool:
    """Scapa Flow is no source, but who stands there is in supply while it is British (7.0/uk-scapa)."""
    p: AetoPosition = t.p
    node = p.at[piece]
    return node == scapa_flow(t.world) and bool(zones.held_by_friends(p, w.UK) >> node & 1)


@cache
def islands_of(world: w.World, power: int) -> int:
    """A minor nation's home hexes that no land joins to its capital."""
    home = world.board.nation.get(home_name(power), 0) & world.land
    seat = capital_of(world, power)
    return int(home & ~flood(seat, world.walk, blocked=~world.land)) if seat else 0


def on_own_island(t: Table, piece: int) -> bool:
    """A minor nation's units on an island of its own are in supply, though it is no source (7.0/minor-island)."""
    p: AetoPosition = t.p
    power = p.power[piece]
    return not w.is_major(power) and bool((islands_of(t.world, power) & p.held[power]) >> p.at[piece] & 1)


def traces_to_chit(t: Table, piece: int) -> bool:
    """Does a line lead to any chit, used or not (7.7/defending)?"""
    p: AetoPosition = t.p
    return lines_of(t, piece).larder_at(p.at[piece]) is not None


def chit_has_room(t: Table, piece: int) -> bool:
    """Does a line lead to a chit with room for this unit, or has it drawn already (7.11/restore)?"""
    p: AetoPosition = t.p
    larder = lines_of(t, piece).larder_at(p.at[piece])
    if larder is None:
        return False
    return bool(p.fed[piece]) or any(places_left(p, n) >= need(p, piece, n) for n in larder.chits)


def moves_supplied(t: Table, piece: int) -> bool:
    """Is a unit in supply at the instant of movement (7.10/instant)? HQs need only trace to a chit (A41,
    7.10/land-always, 7.10/two-kinds).
    """
    if t.p.kind[piece] == tb.PARTISAN or traces_to_source(t, piece) or spared_by_city(t, piece):
        return True
    if t.p.kind[piece] in tb.LEADERS:
        return traces_to_chit(t, piece)
    return chit_has_room(t, piece)


def spared_by_city(t: Table, piece: int) -> bool:
    """In a city a unit suffers nothing until it is marked (7.10/city-exception)."""
    p: AetoPosition = t.p
    return bool(t.world.cities >> p.at[piece] & 1) and not p.marked[piece]


def defends_supplied(t: Table, piece: int) -> bool:
    """A defender is supplied if it traces to a source or to any chit (7.7/defending)."""
    return traces_to_source(t, piece) or traces_to_chit(t, piece) or spared_by_city(t, piece) or just_landed(t, piece)


def just_landed(t: Table, piece: int) -> bool:
    """Who has made an assault is in supply for the rest of its Offensive Phase (7.7/amphib-supplied)."""
    return f"landed {piece}" in t.p.tally and any(f.step == "offensives" for f in t.agenda)


def armor_stays_supplied(p: AetoPosition, piece: int) -> bool:
    """Armor and mechanized units that began an Offensive in supply stay so (7.10/move-armor, 5.22/supply)."""
    return p.kind[piece] in tb.HEAVY and p.begun[piece] == SUPPLIED


def hungry(t: Table, attackers: tuple[int, ...]) -> tuple[int, ...]:
    """The attackers that cannot draw supply, each needing its own places (7.7/attacking); nothing is drawn."""
    p: AetoPosition = t.p
    before, fed = p.chits, p.fed
    p.chits, p.fed = dict(before), fed[:]
    try:
        return tuple([i for i in attackers if not feed_attacker(t, i)])
    finally:
        p.chits, p.fed = before, fed


def feed_attacker(t: Table, piece: int) -> bool:
    """One attacker draws its supply; False when it goes without."""
    if traces_to_source(t, piece) or spared_by_city(t, piece) or draw(t, piece):
        return True
    return armor_stays_supplied(t.p, piece)


def capture_chits(t: Table, power: int, node: int) -> None:
    """Who enters a hex takes the enemy's chits; they are then used at the normal rate (7.12/capture).

    Also 7.12/capture-italian.
    """
    p: AetoPosition = t.p
    found = p.chits.get(str(node))
    if found is None or not p.hostile[power] >> found[0] & 1:
        return
    p.chits[str(node)] = (power, found[1], 0, 0)
    t.emit("captured_supply", "7.12/capture", nodes=(node,), chits=found[1])


def add_chits(t: Table, power: int, node: int, count: int, doubled: int) -> None:
    """Put Sea Supply chits in a hex (7.4)."""
    p: AetoPosition = t.p
    owner, had, used, double = p.chits.get(str(node), (power, 0, 0, doubled))
    p.chits[str(node)] = (owner, had + count, used, double)
