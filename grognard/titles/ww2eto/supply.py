"""Supply (9.0): a land path to a source, judged at the instant of combat; units cut off for two Combat Phases die."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from grognard.board.area import Exits, flood, step
from grognard.board.hexset import from_iter, members
from grognard.engine.rules import rule
from grognard.engine.table import Table

from . import control, losses, sealanes, shipping
from . import world as w
from .movement import open_straits
from .state import ALL_POWERS, ITALY_ACTIVE, ITALY_NEUTRAL, ITALY_SURRENDERED, EtoPosition, affairs
from .zones import zone_against

AXIS_GROUP, SOVIET_GROUP, WESTERN_GROUP, FRENCH_GROUP, VICHY_GROUP = range(5)
POWER_OF_GROUP = (w.AXIS, w.SOVIET, w.ALLIED, w.ALLIED, w.VICHY)
CENTERS = 3
LINES = "lines"

Source = Callable[[Any], int]
SOURCES: list[tuple[str, int, Source]] = []
"""Further sources that other chapters bring: rule, group, hexes."""


def source(number: str, group: int) -> Callable[[Source], Source]:
    """Register a source of supply for a group of nations."""

    def add(fn: Source) -> Source:
        SOURCES.append((number, group, fn))
        return fn

    return add


# Paths


@cache
def mountains(world: w.World, straits: int) -> Exits:
    """Blocked hexsides that a path may cross once, the straits of M/f and M/g among them."""
    return world.walks[straits] - world.clear


@lru_cache(maxsize=512)
def traced(world: w.World, sources: int, free: int, straits: int, limited: bool) -> int:
    """Hexes from which a path of free hexes leads to a source over at most one blocked hexside (9.0/b)."""
    shut = ~free
    area = flood(sources & free, world.clear, blocked=shut)
    ridges = mountains(world, straits)
    if limited:
        return flood(area | step(area, ridges) & free, world.clear, blocked=shut)
    return flood(area, world.walks[straits], blocked=shut)


class Sea(NamedTuple):
    """What carries supply over water: friendly ports, shut hexes and passages, seas that are one, hexsides, edges."""

    ports: int
    blocked: int
    closed: frozenset[str]
    seas: tuple[tuple[str, ...], ...]
    water: Exits
    off_map: str = sealanes.NONE


@lru_cache(maxsize=512)
def joined(world: w.World, sources: int, free: int, by_land: tuple[int, bool], sea: Sea) -> int:
    """All that land and sea join to sources; no whole path crosses more than one blocked hexside (9.0/b, R119)."""
    straits, limited = by_land
    if not limited:
        return carried(world, sources & free, free, world.walks[straits], sea)
    flat = carried(world, sources & free, free, world.clear, sea)
    over = step(flat, mountains(world, straits)) & free & ~flat
    return carried(world, flat | over, free, world.clear, sea, flat) if over else flat


def carried(world: w.World, area: int, free: int, out: Exits, sea: Sea, known: int = 0) -> int:
    """An area with all that land, sea hexsides and sea routes join to it; ``known`` is a part that has all that."""
    shut, more = ~free, area
    while more:
        area = flood(area | more, out, blocked=shut)
        more = step(area, sea.water)
        if area & sea.ports & ~known:
            more |= shipped(world, area, sea, free & ~area)
        more &= free & ~area
        known = area
    return area


def shipped(world: w.World, area: int, sea: Sea, wanted: int) -> int:
    """Of some hexes, the friendly ports that a sea route joins to friendly ports in supply (9.0, R024, R120)."""
    lane = sealanes.lanes(world.board)
    bits, wanted = 0, wanted & sea.ports
    for seas in sea.seas:
        if not any(lane.ports[one] & wanted for one in seas):
            continue
        start = tuple((one, lane.ports[one] & area & sea.ports) for one in seas if lane.ports[one] & area & sea.ports)
        if start:
            reached = sealanes.sailed(lane, start, sea.blocked, sea.closed, sea.off_map, seas)
            bits |= sealanes.ports_in(lane, reached) & sea.ports
    return bits


@lru_cache(maxsize=256)
def near_centers(world: w.World, centers: int, free: int, by_land: tuple[int, bool], needed: int, sea: Sea) -> int:
    """Hexes that reach so many centers by land or sea, each by a path of its own (9.21, 9.41, R025, R120).

    No path crosses more than one blocked hexside (9.0/b).
    """
    if (centers & free).bit_count() < needed:
        return 0
    straits, limited = by_land
    out = world.clear if limited else world.walks[straits]
    ridges = mountains(world, straits) if limited else Exits.none(world.board.grid)
    found, left = 0, carried(world, centers & free, free, world.walks[straits], sea)
    while left:
        part = beyond = carried(world, left & -left, free, out, sea)
        left &= ~part
        if (part & centers).bit_count() < needed:
            over = step(part, ridges) & free & ~part
            beyond = carried(world, part | over, free, out, sea, part) if over else part
        if (beyond & centers).bit_count() >= needed:
            found |= part
    return found


def free_hexes(t: Any, power: int) -> int:
    """Where a side's paths may run: no enemy unit, no enemy zone without a friend, no closed country (9.0/a, 9.71).

    Those who are caught by Vichy's birth have paths out of it, and cut none of its own (R156); those who enter it
    without making it swing have paths where they went (R118).
    """
    p: EtoPosition = t.p
    rules = t.rules
    closed = control.neutral_land(t, power)
    if control.vichy_grace(t):
        closed &= ~p.vichy_ground
    elif p.vichy_ground and power in control.SIDES:
        closed &= ~(p.vichy_ground & getattr(p, control.GROUNDS[power]))
    bits: int = t.world.play & ~closed
    friends = control.friendly(t, power)
    if rules.on("9.0/a") and rules.on("9.71"):
        bits &= ~(control.foes(t, power) | bystanders(t, power) & ~friends)
        if rules.on("6.41"):
            zone = zone_against(t, power)
            bits &= ~zone | friends if rules.on("6.42") else ~zone
    return bits


def bystanders(t: Any, power: int) -> int:
    """Hexes of others than friends and neutrals; Western and Russian units never stop each other's paths (R182)."""
    p: EtoPosition = t.p
    return p.held(ALL_POWERS & ~(control.kindred(t, power) | 1 << w.NEUTRAL))


def straits_of(t: Any, power: int) -> int:
    return open_straits(t, power) if power in control.SIDES else 0


def land_area(t: Any, power: int, sources: int, free: int = -1) -> int:
    """What some sources supply by land."""
    limited = t.rules.on("9.0/b")
    return traced(t.world, sources, free_hexes(t, power) if free < 0 else free, straits_of(t, power), limited)


def extra(t: Any, group: int) -> int:
    bits = 0
    for number, whose, fn in SOURCES:
        if whose == group and t.rules.on(number):
            bits |= fn(t)
    return bits


# The sources of each group


@rule("9.11", off=lambda t: 0)
def axis_home(t: Any) -> int:
    """Any hex of Germany or Italy (9.11); Italy is none before it is in the war or after its surrender."""
    bits: int = t.world.germany
    if t.p.italy == ITALY_ACTIVE:
        bits |= t.world.by_id["italy"].hexes
    return bits


@rule("9.12", off=lambda t: 0)
def held_ports(t: Any) -> int:
    """Ports in Axis hands, of Africa or not, which feed Axis units in Africa while Italy is in the war (9.12)."""
    if t.p.italy != ITALY_ACTIVE:
        return 0
    return sealanes.lanes(t.world.board).all_ports & control.supply_control(t, w.AXIS)


def axis_area(t: Any) -> int:
    """Hexes that Axis sources supply: by land, over a sea hexside, and from port to port in one sea (9.1, 9.72)."""
    world: w.World = t.world
    home = axis_home(t) | extra(t, AXIS_GROUP)
    if not (t.rules.on("9.0/c") and t.rules.on("9.72")):
        home |= world.board.coastal
    free = free_hexes(t, w.AXIS)
    by_land = (straits_of(t, w.AXIS), t.rules.on("9.0/b"))
    area = joined(world, home, free, by_land, axis_sea(t))
    return area | traced(world, held_ports(t), free, *by_land) & world.africa


def axis_sea(t: Any) -> Sea:
    """Port to port in one sea and over sea hexsides (9.0/c, 9.72); the Mediterranean falls with Italy (16.66)."""
    shut = sealanes.MEDITERRANEAN if t.p.italy == ITALY_SURRENDERED and t.rules.on("16.66") else ""
    seas = tuple((sea,) for sea in sealanes.SAILED if sea != shut)
    return Sea(friendly_ports(t, w.AXIS), control.foes(t, w.AXIS), frozenset(), seas, over_water(t.world, shut))


def friendly_ports(t: Any, power: int) -> int:
    return sealanes.lanes(t.world.board).all_ports & control.friendly_hexes(t, power)


@cache
def over_water(world: w.World, shut: str) -> Exits:
    """Hexsides between land hexes that no unit walks over, in all seas but one: they do not stop the Axis (9.72)."""
    found = world.board.around.inside(world.play) - world.walk
    return found - found.inside(world.board.sea[shut]) if shut else found


def allied_sea(t: Any, power: int) -> Sea:
    """Port to port for all but the Axis: wherever their ships may sail, off the map too (9.0, 5.76/a, R120)."""
    seas = shipping.seas_open(t, power, sealanes.SAILED)
    water = Exits.none(t.world.board.grid)
    blocked, closed = shipping.barred(t, power), shipping.closed_passages(t, power)
    return Sea(friendly_ports(t, power), blocked, closed, (seas,), water, shipping.off_map(t, power, False))


def soviet_area(t: Any, power: int = w.SOVIET) -> int:
    """Hexes that reach three free Resource Centers, or the Persian Gulf route, by land or by sea (9.21, 9.22/a)."""
    p: EtoPosition = t.p
    world: w.World = t.world
    area, sea = 0, allied_sea(t, power)
    free = free_hexes(t, power)
    by_land = (straits_of(t, power), t.rules.on("9.0/b"))
    if t.rules.on("9.21"):
        centers = world.russian_centers & ~p.axis_ground & ~control.foes(t, power) & ~zone_against(t, power)
        area = near_centers(world, centers, free, by_land, CENTERS, sea)
    return area | joined(world, persian_route(t) | extra(t, SOVIET_GROUP), free, by_land, sea)


@rule("9.22/a", off=lambda t: 0)
def persian_route(t: Any) -> int:
    """The Persian Gulf route, while no Axis unit stands on it (9.22/a, R122)."""
    route: int = t.world.board.region.get("Persian Gulf route", 0) & t.world.play
    return 0 if route & t.p.occupied[w.AXIS] else route


def open_coasts(t: Any) -> int:
    """Part-sea hexes that supply Western units: the oceans, and the Mediterranean while it is open (9.31, 9.32)."""
    board = t.world.board
    bits = 0
    if t.rules.on("9.31"):
        for sea in sealanes.OPEN_COASTS:
            bits |= board.sea[sea]
    else:
        for sea in board.seas:
            bits |= board.sea[sea]
    if mediterranean_open(t):
        bits |= board.sea[sealanes.MEDITERRANEAN]
    return bits & int(t.world.play)


@rule("9.32", off=lambda t: True)
def mediterranean_open(t: Any) -> bool:
    """Gibraltar or Suez is clear of Axis control (9.32, R123)."""
    axis = control.supply_control(t, w.AXIS)
    return not (axis >> t.world.gibraltar & 1 and axis >> t.world.suez & 1)


def western_area(t: Any) -> int:
    """Hexes that British and U.S. sources supply (9.3)."""
    return land_area(t, w.ALLIED, open_coasts(t) | extra(t, WESTERN_GROUP))


def french_area(t: Any) -> int:
    """In France three French Resource Centers, abroad Western supply (9.41, 9.42)."""
    france: int = t.world.by_id["france"].hexes
    area = western_area(t) & ~france if t.rules.on("9.42") else 0
    return area | near_french_centers(t) & france


def near_french_centers(t: Any) -> int:
    """Hexes that reach three French Resource Centers out of enemy zones, or with French units in them (9.41, R025)."""
    if not t.rules.on("9.41"):
        return 0
    p: EtoPosition = t.p
    french = from_iter(p.at[i] for i in members(p.corps[w.FRANCE]))
    centers = t.world.french_centers & ~control.foes(t, w.ALLIED) & (~zone_against(t, w.ALLIED) | french)
    by_land = (straits_of(t, w.ALLIED), t.rules.on("9.0/b"))
    return near_centers(t.world, centers, free_hexes(t, w.ALLIED), by_land, CENTERS, allied_sea(t, w.ALLIED))


def allied_area(t: Any) -> int:
    """Any Allied source feeds an invaded country's army: Western, French, and Russian if Russia is a friend (12.3)."""
    area = western_area(t) | near_french_centers(t)
    return area | soviet_area(t, w.ALLIED) if t.p.friends[w.ALLIED] >> w.SOVIET & 1 else area


def vichy_area(t: Any, power: int = w.VICHY) -> int:
    """Any hex of France or of a French territory (9.43), by paths of the power that Vichy units serve now."""
    by_id = t.world.by_id
    home = t.p.vichy_ground if t.rules.on("9.43") else 0
    for name in ("france", "french_morocco", "algeria", "tunisia", "lebanon"):
        if t.rules.on("9.43"):
            home |= by_id[name].hexes
    return land_area(t, power, home)


AREAS = (axis_area, soviet_area, western_area, french_area, vichy_area)


def group_of(nation: int) -> int:
    """The sources that a nation's units use once they have none of their own."""
    if nation in (w.GERMANY, w.ITALY, *w.PRO_AXIS):
        return AXIS_GROUP
    return {w.USSR: SOVIET_GROUP, w.FRANCE: FRENCH_GROUP, w.VICHY_FRANCE: VICHY_GROUP}.get(nation, WESTERN_GROUP)


class Lines:
    """The supply of all nations at one instant; each area is worked out when first asked, and kept until units move."""

    __slots__ = ("_areas", "_grounds", "t")

    _areas: dict[int, int]
    _grounds: dict[tuple[int, int], int]

    def __init__(self, t: Any) -> None:
        self.t = t
        p: EtoPosition = t.p
        key = (LINES, p.landing, p.attached, affairs(t), t.rules.off)
        if key not in p.muster:
            p.muster[key] = ({}, {})
        self._areas, self._grounds = p.muster[key]

    def area(self, group: int) -> int:
        if group not in self._areas:
            self._areas[group] = AREAS[group](self.t)
        return self._areas[group]

    def ground(self, nation: int, power: int) -> int:
        """The hexes in which a nation's units are in supply (9.0)."""
        key = (nation, power)
        found = self._grounds.get(key)
        if found is None:
            found = self._grounds[key] = self._ground(nation, power)
        return found

    def _ground(self, nation: int, power: int) -> int:
        t = self.t
        if not t.rules.on("9.0"):
            return -1
        home = self._home(nation)
        if power == w.NEUTRAL:
            return home
        bits = home | self.area(AXIS_GROUP if power == w.AXIS else group_of(nation))
        if power in (w.ALLIED, w.SOVIET) and t.rules.on("9.33"):
            bits |= t.world.by_id["britain"].hexes
        if nation == w.USSR and t.rules.on("9.22"):
            bits |= 1 << t.world.murmansk
        if nation == w.VICHY_FRANCE and power == w.AXIS:
            bits |= vichy_area(t, power)
        if home and any(not bits >> t.p.at[i] & 1 for i in members(t.p.corps[nation])):
            bits |= land_area(t, power, home)
            if power == w.ALLIED:
                bits |= allied_area(t)
        return bits

    def _home(self, nation: int) -> int:
        """Minors' units are in supply at home, and abroad if they trace to it (12.3, 16.15); Italians before entry."""
        t = self.t
        if nation == w.ITALY:
            fed = t.p.italy == ITALY_NEUTRAL and t.rules.on("12.3")
        elif nation in w.PRO_AXIS or nation in w.SELF_DEFENCE:
            fed = t.rules.on("16.15") if t.options.get("minors") == "on" else t.rules.on("12.3")
        else:
            fed = False
        return w.owned(t.world, nation) if fed else 0

    def attached(self) -> int:
        """Where Russians on Western supply have it: on or next to a hex that it reaches (16.85)."""
        area = self.area(WESTERN_GROUP) if self.t.rules.on("16.85") else 0
        return area | step(area, self.t.world.walk)

    def supplied(self, piece: int) -> bool:
        """Can the unit trace supply now (9.0)? Partisans always can, and landings from the sea (16.51, R082)."""
        p: EtoPosition = self.t.p
        if p.landing >> piece & 1 or (p.kind[piece] == w.PARTISAN and self.t.rules.on("16.51")):
            return True
        if p.attached >> piece & 1 and self.attached() >> p.at[piece] & 1:
            return True
        return bool(self.ground(p.nation[piece], p.power[piece]) >> p.at[piece] & 1)


def supplied(t: Any, piece: int) -> bool:
    """Can one unit trace supply now (9.0, 9.5)?"""
    return Lines(t).supplied(piece)


def unsupplied(t: Any, powers: tuple[int, ...]) -> int:
    """The units of some powers that cannot trace supply now."""
    p: EtoPosition = t.p
    lines, bits = Lines(t), 0
    for power in powers:
        army, held = p.army[power] & ~p.landing, p.occupied[power]
        for nation, units in enumerate(p.corps):
            own = units & army
            if own:
                for node in members(held & ~lines.ground(nation, power)):
                    bits |= own & from_iter(p.stacks[node])
    return bits & ~from_iter(i for i in members(bits & p.attached) if lines.supplied(i))


# Attrition

FIGHTING = (w.AXIS, w.ALLIED, w.SOVIET, w.VICHY)


def begin_phase(t: Table) -> None:
    """Note who is cut off when a Combat Phase begins: only whole phases count, the others begin anew (9.62, R026)."""
    p: EtoPosition = t.p
    p.cut = unsupplied(t, FIGHTING)
    for power in FIGHTING:
        for piece in members(p.army[power] & ~p.cut):
            p.isolated[piece] = 0


@rule("9.32/a", off=lambda t, piece: False)
def holds_malta(t: Any, piece: int) -> bool:
    """Malta's garrison has a whole Game-Turn, in which Gibraltar or Suez may be won back (9.32/a, R124)."""
    p: EtoPosition = t.p
    return bool(p.at[piece] == t.world.malta and p.kind[piece] == w.GARRISON)


@rule("9.62", off=lambda t: None)
def end_phase(t: Table) -> None:
    """A unit unsupplied through two whole Combat Phases is eliminated (9.62, R026)."""
    p: EtoPosition = t.p
    now, starved = unsupplied(t, FIGHTING), []
    for power in FIGHTING:
        counted = counts(t, power)
        for piece in members(p.army[power]):
            if not now >> piece & 1:
                p.isolated[piece] = 0
            elif counted and p.cut >> piece & 1 and not holds_malta(t, piece):
                p.isolated[piece] += 1
                if p.isolated[piece] >= int(t.world.constants["attrition_phases"]):
                    t.emit("starved", "9.62", pieces=(piece,), nodes=(p.at[piece],))
                    starved.append(piece)
    losses.destroy_all(t, starved, "isolation")
    p.cut = 0


def counts(t: Any, power: int) -> bool:
    """Combat Phases of the owner and of his enemies count (9.62, R125)."""
    player = t.p.player
    if power in control.turn_powers(t, player):
        return True
    return any(control.at_war(t, power, other) for other in control.turn_powers(t, player)) or power == w.VICHY
