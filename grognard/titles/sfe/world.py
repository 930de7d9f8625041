"""The board's window, the counters and the charts: what never changes in a game."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from grognard.board import Board, UnknownName
from grognard.board.area import Exits, spread, step
from grognard.board.graph import Edge, Graph
from grognard.board.hexset import from_iter, members
from grognard.board.reach import Costs
from grognard.engine.core.cache import cached_values

from . import hulls

HERE = Path(__file__).parent

AXIS, ALLIED = 0, 1
POWERS = ("axis", "allied")

WALL = "FORT"
"""An Atlantic Wall fort, the only fort that is a counter with a factor of its own (24.17)."""
ARTILLERY = "ART"
"""Corps of heavy artillery, with the option (28.10)."""
GROUND = ("INF", "PZ", "ARM", "MOT", "MTN", "CAV", "ABN", "CDO", "FTR", "ART", WALL)
AIR = ("F", "A", "B", "HB", "T")
LEADER = "LDR"
SUPPLY = "SUP"
"""A supply unit of a difficult theatre (23.22); its reduced side is a half unit."""
ARMOR = ("PZ", "ARM")
MOBILE = (*ARMOR, "MOT", LEADER, SUPPLY)
"""Who exploits (11.01) and pays two points to entrain (8.01)."""
CLASS = {
    "PZ": "armor",
    "ARM": "armor",
    LEADER: "armor",
    SUPPLY: "armor",
    "MOT": "motorized",
    "MTN": "mountain_unit",
    "CAV": "cavalry",
}
"""The column of the terrain chart that a kind of unit uses; the others go on foot."""
ROMAN = frozenset("IVXL")
SUFFIX = {"PZ": "Pz", "ARM": "Tk", "MOT": "Mot", "MTN": "Mtn", "CAV": "Cav", "ABN": "Abn"}
MINOR = {
    "Rumanian": "Rum", "Hungarian": "Hun", "Italian": "Ita", "Slovak": "Slo", "Finnish": "Fin", "Australian": "Aus",
    "Belgian": "Bel", "Dutch": "Dut", "Indian": "Ind", "New Zealand": "NZ", "South African": "SA", "Polish": "Pol",
}  # fmt: skip

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
CLEAR, FROST, MUD, HEAVY_MUD, SNOW, HEAVY_SNOW, STORMY = range(7)
WEATHER = ("Clear", "Frost", "Mud", "Heavy Mud", "Snow", "Heavy Snow", "Stormy")
ZONES = "ABCDE"

FACTOR = 480
"""A strength factor in the units that halves, thirds, quarters and tenths leave whole."""
MP = 2
"""A movement point in halves: the coast road costs half a point, strategic movement gives one and a half."""
CORPS = 4
"""A corps in quarters, for rail and supply."""


@dataclass(frozen=True)
class Unit:
    """A counter: its figures are attack, defense and movement, or air combat, bombing and range."""

    index: int
    name: str
    title: str
    power: int
    nation: str
    kind: str
    size: str
    front: tuple[int, int, int]
    back: tuple[int, int, int] | None
    starts_reduced: bool
    place: int
    entry: int
    """The turn of its arrival, 0 for the set-up."""
    formation: str
    hull: tuple[hulls.Hull, hulls.Hull | None] | None = None
    """The two sides of a naval counter."""
    emplaced: tuple[int, int, int] | None = None
    """The other side of an artillery corps (28.10/b5)."""
    available: bool = False
    """A larger unit that may be formed in play (27.34)."""

    @cached_property
    def ground(self) -> bool:
        return self.kind in GROUND

    @cached_property
    def air(self) -> bool:
        return self.kind in AIR

    @cached_property
    def leader(self) -> bool:
        return self.kind == LEADER

    @cached_property
    def naval(self) -> bool:
        return self.hull is not None

    @cached_property
    def waffen_ss(self) -> bool:
        """Is it an SS unit, by its name: SSReich, 12SS?"""
        return self.nation == "German" and (self.name.startswith("SS") or self.name.endswith("SS"))

    @cached_property
    def depot(self) -> bool:
        """A supply unit, not a marker (23.22)."""
        return self.kind == SUPPLY

    @cached_property
    def wall(self) -> bool:
        """An Atlantic Wall fort (24.17)."""
        return self.kind == WALL

    @cached_property
    def foot(self) -> str:
        """Its column of the terrain chart."""
        return CLASS.get(self.kind, "leg")

    @cached_property
    def mobile(self) -> bool:
        return self.kind in MOBILE


@dataclass(frozen=True, eq=False)
class World:
    """What is the same through the whole game."""

    board: Board
    board_hash: str
    scenario: str
    settings: Mapping[str, Any]
    units: tuple[Unit, ...]
    names: tuple[str, ...]
    turns: tuple[str, ...]
    land: int
    walk: Exits
    """Hexsides that ground units may cross."""
    zone_walk: Exits
    """Hexsides that zones of control cross (6.1/1)."""
    rail: Graph
    major: int
    minor: int
    town: int
    terrain: Mapping[str, int]
    """The hexes of each kind of terrain of the chart, a major city being its own."""
    zone_of: tuple[int, ...]
    """The weather zone of each hex, as its place in the letters A to E."""
    arrivals: int
    pool: int
    aboard: int
    """Where units are while ships carry them."""

    @property
    def cities(self) -> int:
        return self.major | self.minor

    @property
    def bases(self) -> int:
        """Every city and town of the map (5.02)."""
        return self.major | self.minor | self.town

    @cached_property
    def spoken(self) -> dict[str, str]:
        """What people call each counter: ``18A`` is the Soviet 18 Army."""
        return {unit.name: in_full(unit) for unit in self.units}

    @cached_property
    def near(self) -> tuple[int, ...]:
        """The hexes beside each hex that a ground unit could step to."""
        return tuple(step(1 << node, self.walk) for node in range(self.board.grid.size))

    def but(self, hexes: int) -> int:
        """Every node of the board but these."""
        return (1 << self.board.size) - 1 & ~hexes

    @cached_property
    def rail_hexes(self) -> int:
        """The rail hexes of the map; what is laid in play is not among them (A3)."""
        ferries = self.board.graph["ferry"].nodes if "ferry" in self.board.graph else 0
        return (self.board.graph["rail"].nodes | ferries) & self.land

    @cached_property
    def ground_slots(self) -> int:
        return from_iter(u.index for u in self.units if u.ground)

    @cached_property
    def leader_slots(self) -> int:
        return from_iter(u.index for u in self.units if u.leader)

    @cached_property
    def air_slots(self) -> int:
        return from_iter(u.index for u in self.units if u.air)

    @cached_property
    def ship_slots(self) -> int:
        return from_iter(u.index for u in self.units if u.naval)

    @cached_property
    def depot_slots(self) -> int:
        return from_iter(u.index for u in self.units if u.depot)

    @cached_property
    def mobile_slots(self) -> int:
        return from_iter(u.index for u in self.units if u.mobile)

    @cached_property
    def by_name(self) -> dict[str, int]:
        return {unit.name.casefold(): unit.index for unit in self.units}

    def side(self, power: int) -> Mapping[str, Any]:
        """A side's part of the scenario."""
        block: Mapping[str, Any] = self.settings[POWERS[power]]
        return block

    @cache  # noqa: B019 - a world lives as long as the process
    def within(self, node: int, distance: int) -> int:
        """The hexes of the map within a distance as the crow flies."""
        return _within(self.board, node, distance)


@cached_values(8192)
def _within(board: Board, node: int, distance: int) -> int:
    return spread(1 << node, board.around, distance)


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a table of data/."""
    with (HERE / "data" / name).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


def chart(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a chart."""
    return table(f"charts/{name}.csv")


@cache
def settings(scenario: str) -> Mapping[str, Any]:
    """A scenario's block of scenarios.toml."""
    block: Mapping[str, Any] = tomllib.loads((HERE / "data" / "scenarios.toml").read_text(encoding="utf-8"))[scenario]
    return block


@cache
@cache
def share(cell: str) -> tuple[int, int]:
    """A cell such as ``1/2`` as numerator and denominator.

    >>> share("1/2"), share("1")
    ((1, 2), (1, 1))
    """
    top, _, bottom = cell.partition("/")
    return int(top), int(bottom or 1)


def calendar(first: str, count: int) -> tuple[str, ...]:
    """So many half months from one on.

    >>> calendar("1942 MAY 2", 3)
    ('1942 MAY 2', '1942 JUN 1', '1942 JUN 2')
    """
    year, month, half = first.split()
    at = int(year) * 24 + MONTHS.index(month) * 2 + int(half) - 1
    return tuple(f"{n // 24} {MONTHS[n // 2 % 12]} {n % 2 + 1}" for n in range(at, at + count))


def _figures(cell: str) -> tuple[int, int, int] | None:
    parts = cell.replace("-", " ").split()
    return (int(parts[0]), int(parts[1]), int(parts[2])) if len(parts) == 3 else None


def _unit_name(row: Mapping[str, str]) -> str:
    name = row["unit"].replace(" ", "")
    if row["kind"] in (*hulls.KINDS, SUPPLY):
        return MINOR.get(row["nation"], row["nation"][:2]) + name if row["kind"] in ("DD", "TT", SUPPLY) else name
    if row["kind"] == ARTILLERY:
        name = row["nation"][:2] + name
    if row["nation"] in MINOR:
        name = MINOR[row["nation"]] + name
    elif row["nation"] == "British" and name.isdigit():
        name = f"Br{name}"
    if set(name) <= ROMAN and row["kind"] in SUFFIX:
        name += SUFFIX[row["kind"]]
    return name


def _rows(scenario: str, turns: tuple[str, ...], guns: bool, zeppelin: bool) -> list[dict[str, str]]:
    """The counters of a scenario; supply units that come each turn are counters that are used again (23.71)."""
    kinds = {*GROUND, *AIR, LEADER, *((*hulls.KINDS, SUPPLY) if settings(scenario).get("naval") else ())}
    kinds = kinds if guns else kinds - {ARTILLERY}
    found: list[dict[str, str]] = []
    for row in table(f"ob/{scenario}.csv"):
        if row["kind"] not in kinds or (row["entry"][:1].isdigit() and row["entry"] not in turns):
            continue
        if row["kind"] == WALL and row["starts"] != "atlantic":
            continue
        if row["entry"] == ZEPPELIN and not zeppelin:
            continue
        if row["entry"].startswith("each"):
            first = 1 + sum(r["kind"] == SUPPLY and r["side"] == row["side"] for r in found)
            found += [{**row, "unit": f"Supply {first + n}", "hex": ""} for n in range(SPARE)]
        else:
            found.append(row)
    return found + _mix(scenario)


def _mix(scenario: str) -> list[dict[str, str]]:
    """The smaller counters into which units break down (26.02); some stand on the map at the start."""
    found: list[dict[str, str]] = []
    for row in table("ob/breakdown.csv"):
        if row["scenario"] != scenario:
            continue
        entry = "start" if row["hex"] else "mix"
        more = {"reduced": "", "starts": "full", "entry": entry, "formation": "breakdown"}
        found += [{**row, **more, "unit": f"{row['unit']} {n + 1}"} for n in range(int(row["count"]))]
    return found


ZEPPELIN = "option 28.13"
"""The entry of the German carrier, which comes with an option (28.13)."""
SPARE = 8
"""Supply units beyond those of the set-up: so many may be on the map at once."""


def _entry(row: Mapping[str, str], turns: tuple[str, ...]) -> int:
    """The turn of arrival, 0 for the set-up, -1 for a counter that waits to be used."""
    return 0 if row["entry"] == "start" else turns.index(row["entry"]) + 1 if row["entry"] in turns else -1


def _place(row: Mapping[str, str], board: Board, scenario: str) -> int:
    """Where a counter stands or arrives; a hex beyond the window is a box (A4)."""
    boxes = settings(scenario).get("boxes", {})
    place = boxes.get(row["hex"] or row.get("place", ""), row["hex"])
    return board.node(place) if place else -1


def _units(scenario: str, board: Board, turns: tuple[str, ...], guns: bool, zeppelin: bool) -> tuple[Unit, ...]:
    found = []
    mobile = int(next(r["cost"] for r in chart("costs") if r["what"] == "leader: movement allowance"))
    for i, row in enumerate(_rows(scenario, turns, guns, zeppelin)):
        kind = row["kind"]
        front: tuple[int, int, int] | None = (0, 0, mobile)
        back, hull = _figures(row["reduced"]), None
        if kind in hulls.KINDS:
            whole = hulls.read(kind, row["front"])
            assert whole is not None, row
            hull, front = (whole, hulls.read(kind, row["reduced"])), (whole.surface, whole.flak, 0)
            back = (0, 0, 0)
        elif kind == SUPPLY:
            back = front
        elif kind != LEADER:
            front = _figures(row["front"])
        other, back = (back, None) if kind == ARTILLERY else (None, back)
        assert front is not None, row
        found.append(
            Unit(
                i, _unit_name(row), f"{row['nation']} {row['unit']} {kind}",
                AXIS if row["side"] == "axis" else ALLIED, row["nation"], kind, row["size"], front,
                back, row["starts"] in ("reduced", "half"), _place(row, board, scenario), _entry(row, turns),
                row["formation"], hull, other, row["entry"] == "available",
            )
        )  # fmt: skip
    found = _told_apart(found)
    names = [unit.name for unit in found]
    assert len(set(names)) == len(names), sorted(n for n in names if names.count(n) > 1)
    return tuple(found)


def in_full(unit: Unit) -> str:
    """A counter with its nation, an army by its word, and a corps that shares its number with its arm.

    >>> world("kharkov42").spoken["18A"], world("kharkov42").spoken["IIIPz"]
    ('Soviet 18 Army', 'German III Pz')
    """
    said = re.sub(r"(?<=\d) A\b", " Army", unit.title.removesuffix(f" {unit.kind}"))
    arm = SUFFIX.get(unit.kind, "")
    return f"{said} {arm}" if arm and unit.name.endswith(arm) and not said.endswith(arm) else said


def _told_apart(units: list[Unit]) -> list[Unit]:
    """Counters of one name are told apart by their nation, the German one keeping its own, and then by their kind."""
    names = [unit.name for unit in units]
    units = [
        unit if unit.nation == "German" or names.count(unit.name) == 1
        else replace(unit, name=unit.nation[:3] + unit.name)
        for unit in units
    ]  # fmt: skip
    names = [unit.name for unit in units]
    return [
        unit if names.count(unit.name) == 1 else replace(unit, name=f"{unit.name}{SUFFIX.get(unit.kind, unit.kind)}")
        for unit in units
    ]


def works(scenario: str, board: Board, kind: str, grade: str = "") -> int:
    """The hexes where forts or airfields stand at the start."""
    rows = [row for row in table(f"ob/{scenario}.csv") if row["kind"] == kind and grade in ("", row["starts"])]
    return from_iter(board.node(row["hex"]) for row in rows)


def _names(board: Board) -> tuple[str, ...]:
    """Hexes by the city or town in them, else by what is printed there if it is found by that name, else by number."""
    names = ["?"] * board.size
    for node in range(board.size):
        with suppress(UnknownName):
            names[node] = board.name(node).replace(" ", "_")
    called = {node: str(name) for node, name in board.attribute("name").items()}
    called |= {place.node: place.name for place in board.places if place.kind == "city"}
    for node, name in called.items():
        with suppress(UnknownName):
            if board.node(name) == node:
                names[node] = name.replace(" ", "_")
    return (*names, "Arrivals", "Eliminated", "Aboard")


def _terrain(board: Board, major: int) -> dict[str, int]:
    found = {kind: board.terrain.get(kind, 0) & board.land & ~major for kind in ("forest", "swamp", "mountain")}
    found["major city"] = major
    rest = board.land
    for hexes in found.values():
        rest &= ~hexes
    return {**found, "clear": rest}


def _weather_zones(board: Board) -> tuple[int, ...]:
    zones = [ZONES.index("B")] * board.size
    for place, letter in enumerate(ZONES):
        for node in members(board.tag.get(f"zone {letter}", 0)):
            zones[node] = place
    return tuple(zones)


def _to_be_laid(board: Board, block: Mapping[str, Any]) -> list[Edge]:
    """The links of a railway that grows in play (A3)."""
    line = [board.node(name) for name in block.get("railway", {}).get("line", ())]
    return [Edge(a, b) for a, b in pairwise(line)]


@cache
def world(scenario: str, path: str = "", guns: bool = False, zeppelin: bool = False) -> World:
    """The window of the board and all that follows from it."""
    block = settings(scenario)
    board = Board.load(path or HERE / "board" / "board.json")
    board = board.window(block["window"]) if block["window"] else board
    turns = calendar(block["start"], block["turns"])
    grade: dict[str, int] = {"major": 0, "minor": 0, "town": 0}
    for place in board.places:
        if place.kind == "city" and place.grade in grade:
            grade[place.grade] |= 1 << place.node
    rail = board.graph["rail"]
    if "ferry" in board.graph:
        rail = rail | board.graph["ferry"]
    rail = rail | Graph(_to_be_laid(board, block), board.size)
    strait = board.sides.get("strait", Exits.none(board.grid))
    land = board.land
    for nation in block.get("neutral", ()):
        land &= ~board.nation.get(nation, 0)
    walk = board.out.inside(land)
    return World(
        board=board, board_hash=board.hash, scenario=scenario, settings=block,
        units=_units(scenario, board, turns, guns, zeppelin),
        names=_names(board), turns=turns, land=land, walk=walk, zone_walk=walk - strait, rail=rail,
        major=grade["major"], minor=grade["minor"], town=grade["town"], terrain=_terrain(board, grade["major"]),
        zone_of=_weather_zones(board), arrivals=board.size, pool=board.size + 1, aboard=board.size + 2,
    )  # fmt: skip


@cache
def terrain_row(kind: str) -> Mapping[str, str]:
    """A row of the terrain chart."""
    return next(row for row in chart("terrain") if row["terrain"] == kind)


@cache
def frozen_rivers(world_: World) -> Exits:
    """River hexsides with both hexes in Zone A, which alone freeze (25.3)."""
    zone = from_iter(node for node in members(world_.land) if world_.zone_of[node] == 0)
    return world_.board.sides["river"].inside(zone)


@cache
def zone_hexes(world_: World, zones: tuple[int, ...]) -> int:
    """The land of some weather zones."""
    return from_iter(node for node in members(world_.land) if world_.zone_of[node] in zones)


@cache
def costs(
    world_: World, feet: tuple[str, ...], ice: tuple[int, ...] = (), rivers: bool = False,
) -> Costs:  # fmt: skip
    """What hexes and hexsides cost a stack in half points, frozen ones less (7.1, 25.3)."""
    enter: dict[int, int] = {}
    ground = dict(world_.terrain)
    hard = ground["swamp"] & zone_hexes(world_, ice) if ice else 0
    ground |= {"swamp": ground["swamp"] & ~hard, "swamp frozen": hard}
    for kind, hexes in ground.items():
        price = MP * max(int(terrain_row(kind)[f"mp_{foot}"]) for foot in feet)
        enter[price] = enter.get(price, 0) | hexes & world_.land
    sides = dict(world_.board.sides)
    if rivers:
        sides["river"] = sides["river"] - frozen_rivers(world_)
    return Costs(world_.walk, enter, sides=crossings(sides, feet), roads=_coast_road(world_))


def crossings(sides: Mapping[str, Exits], feet: tuple[str, ...]) -> list[tuple[int, Exits]]:
    """Rivers, canals and straits cost their points beside those of the hex that is entered (2.13/4)."""
    return [
        (MP * max(int(terrain_row(kind)[f"mp_{foot}"]) for foot in feet), sides[kind])
        for kind in ("river", "canal", "strait") if kind in sides
    ]  # fmt: skip


def _coast_road(world_: World) -> list[tuple[int, Exits]]:
    """Through the hexsides of the African coast road a hex costs half a point (2.23)."""
    road = world_.board.graph.get("road")
    if road is None or not world_.settings.get("naval") or not road.edges:
        return []
    top, bottom = share(terrain_row("African coast road")["mp_armor"])
    return [(MP * top // bottom, Exits.between(world_.board.grid, [(e.a, e.b) for e in road.edges]))]
