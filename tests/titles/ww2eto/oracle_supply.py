"""Supply told again in the plainest way (chapter 9): a search of its own for every unit, over hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from grognard.board.hexset import members
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.state import ITALY_ACTIVE, ITALY_NEUTRAL, ITALY_SURRENDERED, VICHY_NEUTRAL

from . import oracle

WESTERN = ("britain", "usa", "free_french")
OCEANS = ("Atlantic", "Red", "Persian Gulf")
SAILED = (*OCEANS, "Baltic", "Mediterranean")
WEST, EAST = ("Atlantic",), ("Red", "Persian Gulf")
SIDES = {w.AXIS: "axis", w.ALLIED: "allied", w.SOVIET: "soviet"}


class Unit(NamedTuple):
    piece: int
    hex: str
    nation: str
    kind: str
    points: int
    power: int


def units(t: Any) -> list[Unit]:
    """Every unit on a hex of the map."""
    p, name = t.p, t.world.names
    return [
        Unit(i, name[p.at[i]], w.NATIONS[p.nation[i]], w.KINDS[p.kind[i]], p.strength[i], p.power[i])
        for i in range(len(p.at))
        if p.at[i] != p.lost and name[p.at[i]] in oracle.hexes()
    ]


@lru_cache(maxsize=256)
def _named(bits: int) -> frozenset[str]:
    names = w.world("1939").names
    return frozenset(names[n] for n in members(bits))


def named(t: Any, bits: int) -> frozenset[str]:
    return _named(bits)


@cache
def country_of(place: str) -> int:
    names = {name: node for node, name in enumerate(w.world("1939").names)}
    return w.world("1939").country_at[names[place]]


def country(t: Any, place: str) -> Any:
    index = country_of(place)
    return t.world.countries[index] if index >= 0 else None


def enemies(t: Any, power: int) -> set[int]:
    return {other for other in range(len(t.p.hostile)) if t.p.hostile[power] >> other & 1}


def friends(t: Any, power: int) -> set[int]:
    return {power} | {other for other in range(len(t.p.friends)) if t.p.friends[power] >> other & 1}


def closed(t: Any, power: int, place: str) -> bool:
    """Ground that a power's supply may not cross: neutrals that nobody has entered, Vichy's (R118, R158, R230)."""
    p = t.p
    land = country(t, place)
    if place in named(t, p.vichy_ground) and p.vichy == VICHY_NEUTRAL:
        went = power in SIDES and place in named(t, getattr(p, f"{SIDES[power]}_ground"))
        return power != w.VICHY and not p.turn <= p.notes.get("vichy_grace", 0) and not went
    if land is None:
        return True
    if (land.id == "ussr" or place in named(t, p.soviet_ground)) and not p.russia_at_war:
        return power != w.SOVIET
    if land.grade == "pro_axis" and power == w.AXIS:
        return False
    return place in named(t, p.sealed)


class Ground:
    """What one power can trace over at this moment."""

    def __init__(self, t: Any, power: int, water: bool = True) -> None:
        self.t, self.power = t, power
        self.water = water and power == w.AXIS
        us, them = friends(t, power), enemies(t, power)
        self.ours = {u.hex for u in units(t) if u.power in us}
        self.theirs = {u.hex for u in units(t) if u.power in them}
        self.zones = oracle.zone(t, power)
        self.straits = oracle.straits(t, power) if power in SIDES else set()
        self.play = named(t, t.world.play)
        self._closed: dict[str, bool] = {}
        self._friendly: dict[str, bool] = {}
        self._steps: dict[str, list[tuple[str, int]]] = {}

    def friendly(self, place: str) -> bool:
        if place not in self._friendly:
            self._friendly[place] = friendly_port(self, place)
        return self._friendly[place]

    def closed(self, place: str) -> bool:
        if place not in self._closed:
            self._closed[place] = closed(self.t, self.power, place)
        return self._closed[place]

    def free(self, place: str) -> bool:
        """No enemy in it, and no enemy zone unless a friend is there too (9.0, 9.71, 6.42)."""
        if not oracle.land(place) or place in self.theirs:
            return False
        if place not in self.play:
            return False
        return (place not in self.zones or place in self.ours) and not self.closed(place)

    def steps(self, place: str) -> list[tuple[str, int]]:
        """The hexes that a path may go on to, and whether the hexside is a blocked one."""
        if place not in self._steps:
            self._steps[place] = list(self._step(place))
        return self._steps[place]

    def _step(self, place: str) -> Iterator[tuple[str, int]]:
        for there in oracle.neighbours(place):
            if not self.free(there):
                continue
            pair, kinds = frozenset((place, there)), oracle.sides(place, there)
            if pair in self.straits:
                yield there, 1
            elif oracle.walkable(place, there):
                yield there, int("blocked" in kinds)
            elif self.water and oracle.land(place) and kinds & {"sea", "strait"} and self.over(place, there):
                yield there, 0

    def over(self, place: str, there: str) -> bool:
        """The Axis traces over sea hexsides, but not of the Mediterranean once Italy is gone (9.72, 16.66, R215)."""
        gone = self.t.p.italy == ITALY_SURRENDERED
        return not (gone and "Mediterranean" in seas(place) and "Mediterranean" in seas(there))


def traced(ground: Ground, start: set[tuple[str, int]], ports: Any = None) -> set[tuple[str, int]]:
    """All hexes that paths reach, with the blocked hexsides crossed so far: never more than one (9.0/b)."""
    found, todo = set(start), list(start)
    while todo:
        here, over = todo.pop()
        onward = [(there, over + more) for there, more in ground.steps(here) if over + more <= 1]
        if ports is not None:
            onward += [(there, over) for there in ports(here)]
        for node in onward:
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


# The sea


@cache
def wet(here: str, there: str, sea: str) -> bool:
    """May a ship of a sea cross this hexside? All at sea; between two land hexes where there is a coast or a strait."""
    rows = oracle.hexes()
    if sea not in rows[here]["seas"].split("|") or sea not in rows[there]["seas"].split("|"):
        return False
    if rows[here]["terrain"] == "sea" or rows[there]["terrain"] == "sea":
        return True
    return bool(oracle.sides(here, there) & {"coast", "sea", "strait", "crossing"})


def seas(place: str) -> tuple[str, ...]:
    return tuple(filter(None, oracle.hexes()[place]["seas"].split("|")))


@cache
def anchors() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in oracle.rows("places.csv"):
        if row["kind"] == "port":
            given = dict(part.split("=") for part in row["values"].split(";") if "=" in part)
            found[row["hex"]] = found.get(row["hex"], ()) + tuple(given.get("seas", "").split("|"))
    return found


def ports(place: str) -> set[str]:
    """The seas on which a hex is a port (5.7/e, 5.7/g)."""
    if not oracle.land(place):
        return set()
    return {s for s in seas(place) if s in OCEANS} | {
        s for s in anchors().get(place, ()) if s in ("Baltic", "Mediterranean")
    }


NECKS = ("1217", "1419", "0613", "0709", "1808")
"""Land necks: no ship goes from one shore of the hex to the other (R224)."""
DANISH, TURKISH = ("1209", "1210", "1309"), ("2018", "2119")


@cache
def shores(place: str, there: str, sea: str) -> tuple[int, ...]:
    """Which shores of a land neck a neighbour lies on: its wet hexsides in turn, a new shore after each dry one.

    A coastline between two sea hexes is wet at both ends and dry between them: it lies on two shores (R224).
    """
    if place not in NECKS:
        return (0,)
    ring = [n for n in around(place) if n]
    wets = [bool(n) and wet(place, n, sea) for n in ring]
    first = next((i for i, is_wet in enumerate(wets) if not is_wet), 0)
    number, last = 0, False
    for i in range(len(ring)):
        at = (first + i) % len(ring)
        number += wets[at] and not last
        last = wets[at]
        beside = (ring[at - 1], ring[(at + 1) % len(ring)])
        parted = last and oracle.land(ring[at]) and not any(oracle.land(n) for n in beside)
        if ring[at] == there:
            return (number, number + 1) if parted else (number,)
        number += parted
    return (0,)


@cache
def around(place: str) -> tuple[str, ...]:
    """The six neighbours clockwise from the north."""
    col, row = int(place[:2]), int(place[2:])
    low = col % 2 == 0
    up, down = (row, row + 1) if low else (row - 1, row)
    ring = [(col, row - 1), (col + 1, up), (col + 1, down), (col, row + 1), (col - 1, down), (col - 1, up)]
    return tuple(f"{c:02}{r:02}" if f"{c:02}{r:02}" in oracle.hexes() else "" for c, r in ring)


SUEZ, GIBRALTAR = "2325", "0219"


class Ships:
    """Where the ships of a power may sail (5.76)."""

    def __init__(self, t: Any, power: int, allowed: tuple[str, ...] = SAILED) -> None:
        self.t, self.power, self.allowed = t, power, allowed
        foes = enemies(t, power)
        self.barred = {u.hex for u in units(t) if u.power in foes} - {SUEZ, GIBRALTAR} - named(t, t.p.sealed)
        turkey = t.world.by_id["turkey"]
        if power != w.AXIS and not t.p.invaded >> turkey.index & 1:
            self.barred |= named(t, turkey.hexes)
        self.lost = {place for place in (SUEZ, GIBRALTAR) if controls(t, w.AXIS, place)}
        self._from: dict[Any, set[tuple[str, str, int]]] = {}

    def open(self, sea: str) -> bool:
        return sea in self.allowed and (self.power == w.AXIS or sea != "Mediterranean" or len(self.lost) < 2)

    def passage(self, place: str) -> bool:
        """May one go from sea to sea in this hex (R193)?"""
        if place in (SUEZ, GIBRALTAR):
            return self.power != w.AXIS and place not in self.lost and place in named(self.t, self.t.world.play)
        return place in (*DANISH, *TURKISH) and place not in self.barred

    def reached(self, place: str, one_sea: bool = False) -> set[tuple[str, str]]:
        """Every (hex, sea) that a ship from a port comes to."""
        found: set[tuple[str, str, int]] = set()
        for sea in ports(place):
            if self.open(sea):
                for quay in {q for n in around(place) if n and wet(place, n, sea) for q in shores(place, n, sea)} | {0}:
                    found |= self.sail((place, sea, quay), one_sea)
        return {(place, sea) for place, sea, _ in found}

    def round(self, place: str) -> set[tuple[str, str]]:
        """The same for ships that go round Africa: out over one edge of the map, in over the other (5.71/a)."""
        found: set[tuple[str, str, int]] = set()
        here = self.reached(place)
        for out, into in ((WEST, EAST), (EAST, WEST)):
            own = ports(place)
            if own & {*WEST, *EAST} and not own & set(out):
                continue
            if any(at in edge(sea) for at, sea in here if sea in out):
                beyond = Ships(self.t, self.power, tuple(sea for sea in self.allowed if sea not in out))
                for sea in into:
                    for at in edge(sea):
                        if at not in self.barred:
                            found |= beyond.sail((at, sea, 0), False)
        return {(at, sea) for at, sea, _ in found}

    def sail(self, start: tuple[str, str, int], one_sea: bool) -> set[tuple[str, str, int]]:
        if (start, one_sea) in self._from:
            return self._from[start, one_sea]
        found, todo = {start}, [start]
        while todo:
            here, sea, quay = todo.pop()
            ways = [
                (there, sea, other)
                for there in around(here)
                if there and (wet(here, there, sea) or canal(here, there, sea)) and quay in shores(here, there, sea)
                for other in shores(there, here, sea)
            ]
            if not one_sea:
                if self.passage(here):
                    ways += [(here, other, 0) for other in seas(here) if other != sea and self.open(other)]
                if self.power != w.AXIS and here in edge(sea):
                    ways += [(place, other, 0) for other in same_ocean(sea) for place in edge(other)]
            for way in ways:
                if way not in found and way[0] not in self.barred:
                    found.add(way)
                    todo.append(way)
        self._from[start, one_sea] = found
        return found


def canal(here: str, there: str, sea: str) -> bool:
    return SUEZ in (here, there) and sea in seas(here) and sea in seas(there)


@cache
def edge(sea: str) -> tuple[str, ...]:
    """The hexes of an ocean from which the map may be left (5.76/a)."""
    return tuple(row["a"] for row in oracle.rows("links.csv") if row["b"] == "Cape route" and row["name"] == sea)


def same_ocean(sea: str) -> tuple[str, ...]:
    return {"Atlantic": ("Atlantic",), "Red": ("Red", "Persian Gulf"), "Persian Gulf": ("Red", "Persian Gulf")}.get(
        sea, ()
    )


def controls(t: Any, power: int, place: str) -> bool:
    """Control for supply (9.13): who is in the hex, or was the last to move through it, or owned it."""
    there = [u for u in units(t) if u.hex == place and u.kind != "partisan"]
    if there:
        return any(u.power in friends(t, power) for u in there)
    return any(place in named(t, getattr(t.p, f"{SIDES[f]}_ground")) for f in friends(t, power) if f in SIDES)


def friendly_port(ground: Ground, place: str) -> bool:
    """A port that is friendly by 5.65 at the end of the last Game-Turn and since (5.7/f, R062)."""
    t, power = ground.t, ground.power
    if place in ground.theirs or place in ground.zones:
        return False
    if place in named(t, t.p.vichy_ground) and place not in ground.ours:
        return False
    return any(place in named(t, getattr(t.p, f"{SIDES[f]}_hexes")) for f in friends(t, power) if f in SIDES)


# Who is supplied


class Supply:
    """Judges one unit after another at one moment."""

    def __init__(self, t: Any) -> None:
        self.t = t
        self.grounds: dict[int, Ground] = {}
        self.fleets: dict[int, Ships] = {}
        self._links: dict[tuple[int, str], list[str]] = {}
        self.units = units(t)
        self.lost = all(controls(t, w.AXIS, gate) for gate in (SUEZ, GIBRALTAR))
        self._paths: dict[Any, set[str]] = {}

    def ground(self, power: int) -> Ground:
        if power not in self.grounds:
            self.grounds[power] = Ground(self.t, power)
        return self.grounds[power]

    def links(self, power: int, place: str) -> list[str]:
        """Friendly ports over the sea from a friendly port (9.0, 9.0/c, R120)."""
        key = (power, place)
        if key not in self._links:
            self._links[key] = list(self._linked(power, place))
        return self._links[key]

    def _linked(self, power: int, place: str) -> Iterator[str]:
        ground = self.ground(power)
        if not ports(place) or not ground.friendly(place):
            return
        ships = self.fleets.setdefault(power, Ships(self.t, power))
        for there, sea in sorted(ships.reached(place, one_sea=power == w.AXIS)):
            if power == w.AXIS and sea == "Mediterranean" and self.t.p.italy == ITALY_SURRENDERED:
                continue
            if there != place and sea in ports(there) and ground.free(there) and ground.friendly(there):
                yield there

    def paths(self, unit: Unit, by_sea: bool) -> set[str]:
        """The hexes that a unit can trace to."""
        if (unit.power, unit.hex, by_sea) not in self._paths:
            self._paths[unit.power, unit.hex, by_sea] = self._path(unit, by_sea)
        return self._paths[unit.power, unit.hex, by_sea]

    def _path(self, unit: Unit, by_sea: bool) -> set[str]:
        ground = self.ground(unit.power)
        ports_ = (lambda place: self.links(unit.power, place)) if by_sea else None
        if ground.closed(unit.hex):
            return set()
        return {place for place, _ in traced(ground, {(unit.hex, 0)}, ports_)}

    def supplied(self, unit: Unit) -> bool:
        t, p = self.t, self.t.p
        if unit.kind == "partisan" or p.landing >> unit.piece & 1:
            return True
        home = country(t, unit.hex)
        at_home = home is not None and home.owner >= 0 and w.NATIONS[home.owner] == unit.nation
        minor = w.NATIONS.index(unit.nation) in (*w.PRO_AXIS, *w.SELF_DEFENCE)
        if minor or (unit.nation == "italy" and p.italy == ITALY_NEUTRAL):
            if at_home:
                return True
            if unit.power == w.NEUTRAL:
                return False
            if any(owned(t, place, unit.nation) for place in self.paths(unit, by_sea=False)):
                return True
        if unit.power in (w.ALLIED, w.SOVIET) and home is not None and home.id == "britain":
            return True
        if unit.power == w.AXIS:
            return self.axis(unit)
        if unit.power == w.VICHY:
            return any(owned(t, place, "france") for place in self.paths(unit, by_sea=False))
        if unit.nation == "ussr":
            return self.russian(unit)
        if unit.nation == "france":
            return self.french(unit, at_home and home.id == "france")
        if unit.nation in WESTERN:
            return self.western(unit)
        return (
            self.western(unit) or self.french(unit, True) or (w.SOVIET in friends(t, w.ALLIED) and self.russian(unit))
        )

    def axis(self, unit: Unit) -> bool:
        """9.11, 9.12, 9.72, 16.66, R024, R154, R159."""
        t = self.t
        reached = self.paths(unit, by_sea=True)
        sources = {"germany", "italy"} if t.p.italy == ITALY_ACTIVE else {"germany"}
        if any(country(t, place).id in sources for place in reached):
            return True
        land = self.paths(unit, by_sea=False)
        if unit.nation == "vichy" and any(owned(t, place, "france") for place in land):
            return True
        if t.p.italy != ITALY_ACTIVE or unit.hex not in region("Africa"):
            return False
        return any(ports(place) and controls(t, w.AXIS, place) for place in dry(self, unit))

    def russian(self, unit: Unit) -> bool:
        """9.21, 9.22, R122, R217."""
        t = self.t
        if unit.hex == "1902" and unit.nation == "ussr":
            return True
        if t.p.attached >> unit.piece & 1:
            reach = self.paths(unit._replace(power=w.ALLIED), by_sea=True)
            if any(coast(self, place) for place in reach):
                return True
        reached = self.paths(unit, by_sea=True)
        axis = {u.hex for u in self.units if u.power == w.AXIS}
        if not region("Persian Gulf route") & axis and reached & region("Persian Gulf route"):
            return True
        ground = self.ground(unit.power)
        last = named(t, t.p.axis_ground)
        held = {c for c in centers("Russia") if c not in ground.theirs and c not in ground.zones and c not in last}
        return len(reached & held) >= 3

    def french(self, unit: Unit, in_france: bool) -> bool:
        """9.41, 9.42, R025."""
        if not in_france:
            return self.western(unit)
        ground = self.ground(unit.power)
        own = {u.hex for u in self.units if u.nation == "france"}
        held = {c for c in centers("France") if c not in ground.theirs and (c not in ground.zones or c in own)}
        return len(self.paths(unit, by_sea=True) & held) >= 3

    def western(self, unit: Unit) -> bool:
        """9.31, 9.32, R120."""
        return any(coast(self, place) for place in self.paths(unit, by_sea=True))


def dry(supply: Supply, unit: Unit) -> set[str]:
    """Hexes that an Axis unit reaches by land alone (R024)."""
    ground = Ground(supply.t, unit.power, water=False)
    return {place for place, _ in traced(ground, {(unit.hex, 0)})}


def owned(t: Any, place: str, nation: str) -> bool:
    land = country(t, place)
    return land is not None and land.owner >= 0 and w.NATIONS[land.owner] == nation


def coast(supply: Supply, place: str) -> bool:
    """A part-sea hex that feeds Western units."""
    if set(seas(place)) & set(OCEANS):
        return True
    return "Mediterranean" in seas(place) and not supply.lost


@cache
def region(name: str) -> frozenset[str]:
    return frozenset(row["hex"] for row in oracle.rows("regions.csv") if row["region"] == name)


@cache
def centers(nation: str) -> frozenset[str]:
    rows = [row for row in oracle.rows("places.csv") if row["kind"] == "resource"]
    return frozenset(row["hex"] for row in rows if f"nation={nation}" in row["values"])
