"""Supply (9.0): a land path to a source, judged at the instant of combat; units cut off for two Combat Phases die.

Mostly it is asked of the hexes where units stand. Those are ``wanted``: an area is traced no further than to them, is
right about them, and may lack hexes elsewhere.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.board.area import Exits, flood, step
from grognard.board.hexset import SOME, from_iter, members, where
from grognard.engine.core.cache import cached_by, cached_values
from grognard.engine.core.rules import rule

from .. import world as w
from ..politics import control
from ..sea import sealanes, shipping
from ..state import ALL_POWERS, FEW, ITALY_ACTIVE, ITALY_NEUTRAL, ITALY_SURRENDERED, EtoPosition, Table, affairs
from . import losses
from .reach import open_straits
from .zones import zone_against

AXIS_GROUP, SOVIET_GROUP, WESTERN_GROUP, FRENCH_GROUP, VICHY_GROUP = range(5)
POWER_OF_GROUP = (w.AXIS, w.SOVIET, w.ALLIED, w.ALLIED, w.VICHY)
CENTERS = 3


# Paths


@cache
def mountains(world: w.World, straits: int) -> Exits:
    """Blocked hexsides that a path may cross once, the straits of M/f and M/g among them."""
    return world.walks[straits] - world.clear


@cached_values(512)
def traced(world: w.World, sources: int, free: int, straits: int, wanted: int = -1) -> int:
    """Hexes from which a path of free hexes leads to a source over at most one blocked hexside (9.0/b)."""
    shut, area = ~free, sources & free
    if wanted & free & ~area:
        area = flood(area, world.clear, blocked=shut)
    if not wanted & free & ~area:
        return area
    return flood(area | step(area, mountains(world, straits)) & free, world.clear, blocked=shut)


class Sea(NamedTuple):
    """What carries supply over water: friendly ports, shut hexes and passages, seas that are one, hexsides, edges."""

    ports: int
    blocked: int
    closed: frozenset[str]
    seas: tuple[tuple[str, ...], ...]
    water: Exits
    off_map: str = sealanes.NONE


@cached_values(512)
def joined(world: w.World, sources: int, free: int, straits: int, sea: Sea, wanted: int = -1) -> int:
    """All that land and sea join to sources; no whole path crosses more than one blocked hexside (9.0/b, R119)."""
    flat = carried(world, sources & free, free, world.clear, sea, wanted)
    over = step(flat, mountains(world, straits)) & free & ~flat if wanted & free & ~flat else 0
    return carried(world, flat | over, free, world.clear, sea, wanted, flat) if over else flat


def carried(world: w.World, area: int, free: int, out: Exits, sea: Sea, wanted: int = -1, known: int = 0) -> int:
    """An area with all that land, sea hexsides and sea routes join to it; ``known`` is a part that has all that."""
    shut, more = ~free, ferried(world, area, sea) & free | area
    while more and wanted & free & ~area:
        area = flood(area | more, out, blocked=shut)
        more = ferried(world, area, sea) & free & ~area
        if not more and area & sea.ports & ~known:
            more = shipped(world, area, sea, free & ~area) & free & ~area
            known = area
    return area


def ferried(world: w.World, area: int, sea: Sea) -> int:
    """Over sea hexsides, and to friendly ports beside the same open water: most of what ships do, at little cost."""
    bits, begin = 0, area & sea.ports
    if begin:
        for water, ports in havens(sealanes.lanes(world.board), sea.seas):
            if begin & ports and not water & sea.blocked:
                bits |= ports
    return bits & sea.ports & ~sea.blocked | step(area, sea.water)


@cache
def havens(lane: sealanes.Lanes, groups: tuple[tuple[str, ...], ...]) -> tuple[tuple[int, int], ...]:
    """The hexes of some seas that lie together, and the ports beside them."""
    return tuple(
        (lane.hexes(pool), lane.hexes(coasts & lane.area[sea]) & lane.ports[sea])
        for group in groups for sea in group for pool, coasts in lane.pools if pool & lane.area[sea]
    )  # fmt: skip


def shipped(world: w.World, area: int, sea: Sea, wanted: int) -> int:
    """Of some hexes, the friendly ports that a sea route joins to friendly ports in supply (R024)."""
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


@cached_values(256)
def amid_centers(world: w.World, centers: int, free: int, out: Exits, wanted: int) -> int:
    """Hexes that reach three of some centers by land, over hexsides of one sort alone."""
    found, left = 0, centers
    while left and wanted & free & ~found:
        part = flood(left & -left, out, blocked=~free)
        left &= ~part
        if (part & centers).bit_count() >= CENTERS:
            found |= part
    return found


@cached_values(256)
def near_centers(world: w.World, centers: int, found: int, free: int, straits: int, sea: Sea, wanted: int) -> int:
    """The same by land or sea, each center by a path of its own (R025); ``found`` is known.

    No path crosses more than one blocked hexside (9.0/b).
    """
    out, ridges = world.clear, mountains(world, straits)
    found = carried(world, found, free, out, sea, wanted)
    left = wanted & free & ~found
    if left:
        left &= carried(world, found | centers, free, world.walks[straits], sea, left)
    while left:
        part = beyond = carried(world, left & -left, free, out, sea, left | centers)
        left &= ~part
        if (part & centers).bit_count() < CENTERS:
            over = step(part, ridges) & free & ~part
            beyond = carried(world, part | over, free, out, sea, centers, part) if over else part
        if (beyond & centers).bit_count() >= CENTERS:
            found |= part
    return found


def free_hexes(t: Table, power: int) -> int:
    """Where a side's paths may run: no enemy unit, no zone without a friend, no closed country (9.0/a, 9.71, 6.42).

    Those who are caught by Vichy's birth have paths out of it, and cut none of its own (R156); those who enter it
    without making it swing have paths where they went (R118).
    """
    p = t.p
    closed = control.neutral_land(t, power)
    if control.vichy_grace(t):
        closed &= ~p.vichy_ground
    elif p.vichy_ground and power in control.SIDES:
        closed &= ~(p.vichy_ground & p.grounds[power])
    bits: int = t.world.play & ~closed
    friends = control.friendly(t, power)
    bits &= ~(control.foes(t, power) | bystanders(t, power) & ~friends)
    return bits & (open_to_supply(t, power) | friends)


def open_to_supply(t: Table, power: int) -> int:
    """Supply runs through no enemy zone (6.41)."""
    return ~zone_against(t, power)


def bystanders(t: Table, power: int) -> int:
    """Hexes of others than friends and neutrals; Western and Russian units never stop each other's paths (R182)."""
    p = t.p
    return p.held(ALL_POWERS & ~(control.kindred(t, power) | 1 << w.NEUTRAL))


def straits_of(t: Table, power: int) -> int:
    return open_straits(t, power) if power in control.SIDES else 0


def land_area(t: Table, power: int, sources: int, wanted: int = -1) -> int:
    """What some sources supply by land."""
    return traced(t.world, sources, free_hexes(t, power), straits_of(t, power), wanted)


# The sources of each group


def axis_home(t: Table) -> int:
    """Any hex of Germany or Italy (9.11); Italy is none before it is in the war or after its surrender."""
    bits: int = t.world.germany
    if t.p.italy == ITALY_ACTIVE:
        bits |= t.world.by_id["italy"].hexes
    return bits


def held_ports(t: Table) -> int:
    """Ports in Axis hands, of Africa or not, which feed Axis units in Africa while Italy is in the war (9.12)."""
    if t.p.italy != ITALY_ACTIVE:
        return 0
    return sealanes.lanes(t.world.board).all_ports & control.supply_control(t, w.AXIS)


def axis_area(t: Table, wanted: int = -1) -> int:
    """Hexes that Axis sources supply: by land, over a sea hexside, and from port to port in one sea (9.1)."""
    world = t.world
    home = axis_home(t)
    free, straits = free_hexes(t, w.AXIS), straits_of(t, w.AXIS)
    area, africa = 0, wanted & world.africa
    if africa:
        area = traced(world, held_ports(t), free, straits, africa) & world.africa
    return area | joined(world, home, free, straits, axis_sea(t), wanted & ~area)


def axis_sea(t: Table) -> Sea:
    """Axis supply at sea: from port to port and over sea hexsides."""
    return Sea(friendly_ports(t, w.AXIS), control.foes(t, w.AXIS), frozenset(), *over_water(t.world, sea_lost(t)))


def sea_lost(t: Table) -> str:
    """The Mediterranean falls with Italy (16.66): the sea that Axis supply no longer crosses."""
    return sealanes.MEDITERRANEAN if t.p.italy == ITALY_SURRENDERED else ""


def friendly_ports(t: Table, power: int) -> int:
    return sealanes.lanes(t.world.board).all_ports & control.friendly_hexes(t, power)


@cache
def over_water(world: w.World, shut: str) -> tuple[tuple[tuple[str, ...], ...], Exits]:
    """All seas but one, each by itself (9.0/c), and their hexsides, which do not stop the Axis (9.72)."""
    seas = tuple((sea,) for sea in sealanes.SAILED if sea != shut)
    found = world.board.around.inside(world.play) - world.walk
    return seas, found - found.inside(world.board.sea[shut]) if shut else found


def allied_sea(t: Table, power: int) -> Sea:
    """Port to port for all but the Axis: wherever their ships may sail, off the map too (R120)."""
    seas = shipping.seas_open(t, power, sealanes.SAILED)
    water = Exits.none(t.world.board.grid)
    blocked, closed = shipping.barred(t, power), shipping.closed_passages(t, power)
    return Sea(friendly_ports(t, power), blocked, closed, (seas,), water, shipping.off_map(t, power, False))


def soviet_area(t: Table, wanted: int = -1, power: int = w.SOVIET) -> int:
    """Hexes that reach three free Resource Centers, or the Persian Gulf route, by land or by sea."""
    free = free_hexes(t, power)
    area = center_area(t, power, free_centers(t, power), free, wanted)
    left = wanted & free & ~area
    if not left:
        return area
    return area | joined(t.world, persian_route(t), free, straits_of(t, power), allied_sea(t, power), left)


def free_centers(t: Table, power: int) -> int:
    """The Russian Resource Centers that feed: not the Axis's, without enemy unit or zone (9.21)."""
    centers: int = t.world.russian_centers & ~t.p.axis_ground
    return centers & ~control.foes(t, power) & ~zone_against(t, power)


def center_area(t: Table, power: int, centers: int, free: int, wanted: int) -> int:
    """Hexes that reach three of some centers; where ships can go is asked when the land is not enough."""
    centers &= free
    if centers.bit_count() < CENTERS:
        return 0
    area = amid_centers(t.world, centers, free, t.world.clear, wanted)
    if wanted & free & ~area:
        area = near_centers(t.world, centers, area, free, straits_of(t, power), allied_sea(t, power), wanted)
    return area


def persian_route(t: Table) -> int:
    """The Persian Gulf route, while no Axis unit stands on it (9.22/a, R122)."""
    route: int = t.world.board.region.get("Persian Gulf route", 0) & t.world.play
    return 0 if route & t.p.occupied[w.AXIS] else route


def open_coasts(t: Table) -> int:
    """Part-sea hexes that supply Western units: the oceans' coasts (9.31), and the Mediterranean's while it is open."""
    board = t.world.board
    bits = 0
    for sea in sealanes.OPEN_COASTS:
        bits |= board.sea[sea]
    if mediterranean_open(t):
        bits |= board.sea[sealanes.MEDITERRANEAN]
    return bits & int(t.world.play)


def mediterranean_open(t: Table) -> bool:
    """Gibraltar or Suez is clear of Axis control (9.32, R123)."""
    axis = control.supply_control(t, w.AXIS)
    return not (axis >> t.world.gibraltar & 1 and axis >> t.world.suez & 1)


def western_area(t: Table, wanted: int = -1, held: int = 0) -> int:
    """Hexes that British and U.S. sources supply by land, and by sea from port to port (9.3).

    Those who share this supply keep the hexes ``held`` open besides.
    """
    coasts, free = open_coasts(t), free_hexes(t, w.ALLIED) | held
    straits = straits_of(t, w.ALLIED)
    area = traced(t.world, coasts, free, straits, wanted)
    left = wanted & free & ~area
    return area | joined(t.world, coasts, free, straits, allied_sea(t, w.ALLIED), left) if left else area


def french_area(t: Table, wanted: int = -1) -> int:
    """In France three French Resource Centers, abroad Western supply (9.42)."""
    france: int = t.world.by_id["france"].hexes
    area = western_area(t, wanted & ~france) & ~france
    return area | near_french_centers(t, wanted & france) & france


def near_french_centers(t: Table, wanted: int = -1) -> int:
    """Hexes that reach three French Resource Centers out of zones, or with French soldiers in them (9.41, R025)."""
    p = t.p
    french = from_iter(p.at[i] for i in members(p.corps[w.FRANCE] & ~p.fixed))
    centers = t.world.french_centers & ~control.foes(t, w.ALLIED) & (~zone_against(t, w.ALLIED) | french)
    return center_area(t, w.ALLIED, centers, free_hexes(t, w.ALLIED), wanted)


def allied_area(t: Table, wanted: int = -1) -> int:
    """Any Allied source feeds an invaded country's army: Western, French, and Russian if Russia is a friend (12.3)."""
    area = western_area(t, wanted) | near_french_centers(t, wanted)
    return area | soviet_area(t, wanted, w.ALLIED) if t.p.friends[w.ALLIED] >> w.SOVIET & 1 else area


def vichy_area(t: Table, wanted: int = -1, power: int = w.VICHY) -> int:
    """Any hex of France or of a French territory (9.43), by paths of the power that Vichy units serve now."""
    home = t.p.vichy_ground
    for name in ("france", "french_morocco", "algeria", "tunisia", "lebanon"):
        home |= t.world.by_id[name].hexes
    return land_area(t, power, home, wanted)


AREAS = (axis_area, soviet_area, western_area, french_area, vichy_area)
SETTLED = frozenset((w.ITALY, w.USSR, w.VICHY_FRANCE, *w.PRO_AXIS, *w.SELF_DEFENCE))
"""Nations that are supplied in some hexes where others are not."""
GROUPS = dict.fromkeys((w.GERMANY, w.ITALY, *w.PRO_AXIS), AXIS_GROUP) | {
    w.USSR: SOVIET_GROUP, w.FRANCE: FRENCH_GROUP, w.VICHY_FRANCE: VICHY_GROUP,
}  # fmt: skip


def group_of(nation: int, power: int = -1) -> int:
    """The sources that a nation's units use once they have none of their own; those of the Axis share its own."""
    return AXIS_GROUP if power == w.AXIS else GROUPS.get(nation, WESTERN_GROUP)


Known = tuple[dict[tuple[int, int], int], dict[int, int], dict[tuple[int, int, int], int]]


@cached_by(lambda t: (t.p.version, t.p.landing, t.p.attached, affairs(t)), most=FEW)
def _known_lines(t: Table) -> Known:
    """What has been worked out of supply at one instant: areas, units that are cut off, grounds of nations."""
    return {}, {}, {}


def britain(t: Table) -> int:
    """Allied units in Britain are always in supply (9.33)."""
    hexes: int = t.world.by_id["britain"].hexes
    return hexes


def murmansk(t: Table) -> int:
    """Russian units in Murmansk are always in supply (9.22)."""
    return 1 << int(t.world.murmansk)


def at_home(t: Table, nation: int) -> bool:
    """Minors' units are in supply at home, and abroad if they trace to it (12.3, 16.15); Italians before entry."""
    if nation == w.ITALY:
        return bool(t.p.italy == ITALY_NEUTRAL)
    return nation in w.PRO_AXIS or nation in w.SELF_DEFENCE


class Lines:
    """The supply of all nations at one instant; each area is worked out when first asked, and kept until units move."""

    __slots__ = ("_areas", "_cut", "_grounds", "t")

    _areas: dict[tuple[int, int], int]
    _cut: dict[int, int]
    _grounds: dict[tuple[int, int, int], int]

    def __init__(self, t: Table) -> None:
        self.t = t
        self._areas, self._cut, self._grounds = _known_lines(t)

    def area(self, group: int, wanted: int = -1) -> int:
        """What the sources of a group supply."""
        found = self._areas.get((group, wanted))
        if found is None:
            found = self._areas[group, wanted] = AREAS[group](self.t, wanted)
        return found

    def ground(self, nation: int, power: int, wanted: int = -1) -> int:
        """The hexes in which a nation's units are in supply (9.0)."""
        key = (nation, power, wanted)
        found = self._grounds.get(key)
        if found is None:
            found = self._grounds[key] = self._ground(nation, power, wanted)
        return found

    def _ground(self, nation: int, power: int, wanted: int) -> int:
        t = self.t
        bits = self._own(nation, power, wanted)
        if power == w.NEUTRAL:
            return bits
        bits |= self.area(group_of(nation, power), wanted)
        if power in (w.ALLIED, w.SOVIET):
            bits |= britain(t)
        home = self._home(nation)
        if home and any(not bits >> t.p.at[i] & 1 for i in members(t.p.corps[nation])):
            bits |= land_area(t, power, home, wanted)
            if power == w.ALLIED:
                bits |= allied_area(t, wanted)
        return bits

    def _own(self, nation: int, power: int, wanted: int) -> int:
        """Where a nation's units are in supply by what no other nation has."""
        if nation == w.USSR and power != w.NEUTRAL:
            return murmansk(self.t)
        if nation == w.VICHY_FRANCE and power == w.AXIS:
            return vichy_area(self.t, wanted, power)
        return self._home(nation)

    def _home(self, nation: int) -> int:
        return w.owned(self.t.world, nation) if at_home(self.t, nation) else 0

    def attached(self) -> int:
        """Where Russians on Western supply have it: Russians on the way keep it open as Allied units do (16.85)."""
        return western_area(self.t, -1, self.t.p.occupied[w.SOVIET])

    def cut(self, power: int) -> int:
        """The units of a power that cannot trace supply now; landings from the sea need not (9.0, R082)."""
        found = self._cut.get(power)
        if found is None:
            found = self._cut[power] = self._cut_off(power)
        return found

    def _cut_off(self, power: int) -> int:
        p: EtoPosition = self.t.p
        army, at, nation = p.army[power] & ~p.landing, p.at, p.nation
        wanted, groups, bits = p.occupied[power], set(), 0
        for index, corps in enumerate(p.corps if army else ()):
            units = corps & army
            if units:
                groups.add(group_of(index, power))
                if index in SETTLED:
                    hexes = from_iter([at[i] for i in members(units)]) & ~p.doubled
                    wanted &= ~(hexes & self._own(index, power, hexes))
        fed = 0 if power == w.NEUTRAL else -1
        for group in groups:
            fed &= self.area(group, wanted)
        for node in members(wanted & ~fed):
            for piece in p.stacks[node]:
                if army >> piece & 1 and not self.ground(nation[piece], power, wanted) >> node & 1:
                    bits |= 1 << piece
        lent = bits & p.attached
        return bits & ~from_iter(i for i in members(lent) if self.attached() >> at[i] & 1) if lent else bits

    def supplied(self, piece: int) -> bool:
        """Can the unit trace supply now (9.0)? Partisans always can (16.51)."""
        p: EtoPosition = self.t.p
        if p.kind[piece] == w.PARTISAN:
            return True
        return not self.cut(p.power[piece]) >> piece & 1


def supplied(t: Table, piece: int) -> bool:
    """Can one unit trace supply now (9.0, 9.5)?"""
    return Lines(t).supplied(piece)


def unsupplied(t: Table, powers: tuple[int, ...]) -> int:
    """The units of some powers that cannot trace supply now."""
    lines, bits = Lines(t), 0
    for power in powers:
        bits |= lines.cut(power)
    return bits


# Attrition

FIGHTING = (w.AXIS, w.ALLIED, w.SOVIET, w.VICHY)


def begin_phase(t: Table) -> None:
    """Note who is cut off when a Combat Phase begins: only whole phases count, the others begin anew (9.62, R026)."""
    p = t.p
    p.cut = unsupplied(t, FIGHTING)
    for piece in members(where(p.isolated, SOME) & p.army_of(from_iter(FIGHTING)) & ~p.cut):
        p.isolated[piece] = 0


def holds_malta(t: Table, piece: int) -> bool:
    """Malta's garrison has a whole Game-Turn, in which Gibraltar or Suez may be won back (9.32/a, R124)."""
    p = t.p
    return bool(p.at[piece] == t.world.malta and p.kind[piece] == w.GARRISON)


@rule("9.62")
def end_phase(t: Table) -> None:
    """A unit unsupplied through two whole Combat Phases is eliminated (9.62, R026)."""
    p = t.p
    now, waited, starved = unsupplied(t, FIGHTING), where(p.isolated, SOME), []
    for power in FIGHTING:
        for piece in members(p.army[power] & ~now & waited):
            p.isolated[piece] = 0
        for piece in members(p.army[power] & now & p.cut) if counts(t, power) else ():
            if not holds_malta(t, piece):
                p.isolated[piece] += 1
                if p.isolated[piece] >= t.world.constant("attrition_phases"):
                    t.emit("starved", "9.62", pieces=(piece,), nodes=(p.at[piece],))
                    starved.append(piece)
    losses.destroy_all(t, starved, "isolation")
    p.cut = 0


def counts(t: Table, power: int) -> bool:
    """Combat Phases of the owner and of his enemies count (9.62, R125)."""
    player = t.p.player
    if power in control.turn_powers(t, player):
        return True
    return any(control.at_war(t, power, other) for other in control.turn_powers(t, player)) or power == w.VICHY
