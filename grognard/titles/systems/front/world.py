"""What does not change in a game of the Front system: the board's sets and graphs, blocks, kinds and charts."""

from __future__ import annotations

import csv
import json
import sys
from array import array
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from grognard.board import Board, Edge, Exits, Graph
from grognard.board.area import step
from grognard.board.hexset import from_iter, members

BOARD = Path(__file__).parent / "board" / "board.json"
IMPASSABLE = {"1.35/b": "alpine", "1.37": "sea", "1.38": "lake"}
STRAITS = ("strait", "ferry", "causeway")
SHORT = 2
"""The hexes of a short route; a strait between areas has fewer, a long route more."""

ARMOR, MECH, INFANTRY, CAVALRY, STATIC, FORT, AMPHIBIOUS, MOUNTAIN, PARA, HQ, SHQ, THQ, SHOCK = range(13)
KINDS = (
    "armor", "mech", "infantry", "cavalry", "static", "fort", "amphibious", "mountain", "para", "hq", "shq", "thq",
    "shock",
)  # fmt: skip
COMMANDERS = frozenset((HQ, SHQ, THQ))
SUPREME = frozenset((SHQ, THQ))


class Kind(NamedTuple):
    """A row of kinds.csv: speeds by weather, fire as the lowest number that hits (7 for none), what it may do."""

    name: str
    code: str
    speed: tuple[int, ...]
    motorized: int
    fire: tuple[int, int]
    ss_fire: tuple[int, int]
    command: str
    stops: bool
    may_invade: bool
    may_sea_assault: bool
    cost: tuple[tuple[int, int], ...]
    """Step and cadre for each power; 0 where it has none."""


class Unit(NamedTuple):
    """A row of units.csv: a block."""

    name: str
    title: str
    power: int
    nation: str
    kind: int
    top: int
    last: int
    ss: bool
    italian: bool
    motorized: bool
    home: str
    restricted: str
    beachhead: str
    enters: str


class Port(NamedTuple):
    """A port: its hex, whether it is a major one, the seas it lies on, the sea it is naval base of."""

    name: str
    node: int
    major: bool
    seas: tuple[str, ...]
    base: str


class Route(NamedTuple):
    """A route from an area to another or to a hex: where it leads, its length in hexes, rail, road or strait."""

    other: int
    length: int
    kind: str


Chart = tuple[dict[str, str], ...]


@dataclass(frozen=True, eq=False)
class World:
    """A title's board window in one scenario, with its blocks and charts."""

    board: Board
    board_hash: str
    scenario: dict[str, Any]
    powers: tuple[str, ...]
    kinds: tuple[Kind, ...]
    units: tuple[Unit, ...]
    charts: dict[str, Chart]
    land: int
    moves: Exits
    straits: Exits
    trace: Exits
    zone: Exits
    rivers: Exits
    open_sides: Exits
    rough: tuple[int, ...]
    marsh: int
    mountain: int
    cities: int
    fortresses: int
    stack_limits: tuple[tuple[int, int], ...]
    walls: dict[str, Exits]
    rail: Graph
    ferries: frozenset[tuple[int, int]]
    offmap: dict[int, tuple[tuple[int, int], ...]]
    home_edge: int
    ports: dict[int, Port]
    closed_to: tuple[int, ...]
    restricted: dict[str, int]
    origins: tuple[int, ...]
    named: dict[str, int]
    size: int
    spans: int = 0
    areas: int = 0
    """The areas off the grid, and those of them that are large."""
    large: int = 0
    routes: dict[int, tuple[Route, ...]] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    """What the title keeps beside: arrivals, victory cities, politics."""

    # Nodes that are on no board: three boxes a power.

    def later(self, power: int) -> int:
        """The box of blocks that are not in play yet; no one else sees what is in it."""
        return self.spans + 3 * power

    def lost(self, power: int) -> int:
        """The box of blocks eliminated unseen."""
        return self.spans + 3 * power + 1

    def fallen(self, power: int) -> int:
        """The box of blocks eliminated in combat, which all have seen."""
        return self.spans + 3 * power + 2

    @cached_property
    def boxes(self) -> tuple[tuple[int, int, int], ...]:
        """The three boxes of each power."""
        return tuple((self.later(power), self.lost(power), self.fallen(power)) for power in range(len(self.powers)))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each node the hexes that a unit can go to in one step, straits included."""
        return tuple(step(1 << node, self.trace) for node in range(self.size))

    @cached_property
    def along(self) -> dict[int, tuple[int, int]]:
        """For each end of routes the places that short ones lead to, and those that long ones do."""
        return {
            node: (from_iter(r.other for r in routes if r.length <= SHORT),
                   from_iter(r.other for r in routes if r.length > SHORT))
            for node, routes in self.routes.items()
        }  # fmt: skip

    @cached_property
    def route_ends(self) -> int:
        """The areas, and the hexes that routes lead to."""
        return from_iter(self.routes)

    @cached_property
    def elite(self) -> int:
        """The SS blocks."""
        return from_iter(piece for piece, unit in enumerate(self.units) if unit.ss)

    @cached_property
    def rail_sides(self) -> Exits:
        """The hexsides that rail lines cross from a hex to the next."""
        pairs = [(e.a, e.b) for e in self.rail.edges if self._is_plain(e)]
        return Exits.between(self.board.grid, pairs)

    @cached_property
    def long_rail(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """Ferries, and lines that are longer than a hex or lead elsewhere, from each of their ends."""
        found: dict[int, tuple[tuple[int, int], ...]] = {}
        for e in self.rail.edges:
            for a, b in ((e.a, e.b), (e.b, e.a)) if not self._is_plain(e) else ():
                found[a] = (*found.get(a, ()), (b, e.length))
        return found

    def _is_plain(self, e: Edge) -> bool:
        return e.length == 1 and (e.a, e.b) not in self.ferries and self.board.grid.toward(e.a, e.b) >= 0

    @cached_property
    def rail_ends(self) -> int:
        """The ends of long rail, and the entries of rail off the map."""
        return from_iter(self.long_rail) | from_iter(self.offmap)

    @cached_property
    def full_column(self) -> int:
        """The full strengths of all blocks as the bytes of one number; from none more can be taken than it bears."""
        tops = array("i", [unit.top for unit in self.units])
        bears = array("I", [1 << 31]) * len(tops)
        return int.from_bytes(tops.tobytes(), sys.byteorder) | int.from_bytes(bears.tobytes(), sys.byteorder)

    @cached_property
    def major_ports(self) -> int:
        """The hexes of major ports."""
        return from_iter(node for node, port in self.ports.items() if port.major)

    @cache  # noqa: B019 - a world lives as long as the program
    def of_kind(self, *kinds: int) -> int:
        """The blocks of some kinds."""
        return from_iter(piece for piece, unit in enumerate(self.units) if unit.kind in kinds)

    def stack_limit(self, node: int) -> int:
        """Terrain sets how many units of a side may stay (6.21)."""
        return self.stack_limits_by_node[node]

    @cached_property
    def stack_limits_by_node(self) -> list[int]:
        """The limit of each node."""
        limits = [4] * self.size
        for limit, where in self.stack_limits:
            for node in members(where):
                limits[node] = limit
        return limits

    @cached_property
    def smallest_limit(self) -> int:
        """As many units as may stay in any hex."""
        return min((limit for limit, _ in self.stack_limits), default=4)


def rows(path: Path) -> Chart:
    """A table of a title's data folder."""
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


SPEEDS = ("speed_dry", "speed_mud", "speed_snow")
"""The columns of kinds.csv by weather; a title without Snow has two."""
HITS_FROM = {"SF": 6, "DF": 5, "TF": 4, "none": 7, "": 7}
"""The lowest number that hits (7.32)."""


def read_kinds(path: Path, sides: tuple[str, ...], speed_motorized: str = "speed_dry_motorized") -> tuple[Kind, ...]:
    """The kinds of blocks in the order of KINDS; ``sides`` are the table's words for the powers, in their order."""
    table = {row["kind"]: row for row in rows(path)}
    return tuple(_kind(table[name], sides, speed_motorized) for name in KINDS if name in table)


def _kind(row: dict[str, str], sides: tuple[str, ...], speed_motorized: str) -> Kind:
    def number(key: str) -> int:
        return int(row[key] or 0)

    return Kind(
        row["kind"], row["code"], tuple(number(key) for key in SPEEDS if key in row), number(speed_motorized),
        (HITS_FROM[row["fire_off"]], HITS_FROM[row["fire_def"]]), (HITS_FROM[row["ss_off"]], HITS_FROM[row["ss_def"]]),
        row["command"], row["stops_in_rough"] == "1", row["may_invade"] == "1", row["may_sea_assault"] == "1",
        tuple((number(f"{side}_step"), number(f"{side}_cadre")) for side in sides),
    )  # fmt: skip


def read_units(path: Path, sides: dict[str, int]) -> tuple[Unit, ...]:
    """The blocks, in the order of the table; ``sides`` maps its words to powers."""
    return tuple(
        Unit(
            row["id"], row["name"], sides[row["side"]], row["power"], KINDS.index(row["kind"]), int(row["max_cv"]),
            int(row["cadre_cv"]), row["ss"] == "1", row["italian"] == "1", row["motorized"] == "1", row["home"],
            row["restricted"], row["beachhead"], row["enters"],
        )
        for row in rows(path)
    )  # fmt: skip


@cache
def board(window: str, path: str = "") -> Board:
    """A window of the Front board, whose hexes are called by their places."""
    data = json.loads(Path(path or BOARD).read_text(encoding="utf-8"))
    data["grid"]["names"] = "places"
    whole = Board(data)
    return whole.window(window) if window in whole.settings.get("windows", {}) else whole


def exits(b: Board, land: int) -> dict[str, Any]:
    """The hexsides of the playable land: for moves, straits, tracing, zones of control, and those of limit 2."""
    around = b.around.inside(land)
    straits = _sides(b, STRAITS) & around
    moves = around - _sides(b, tuple(IMPASSABLE.values())) - straits
    rivers = b.sides["river"] & moves
    clear = (b.terrain["clear"] | b.terrain["desert"]) & land
    return {
        "moves": moves, "straits": straits, "trace": moves | straits, "rivers": rivers, "zone": moves - rivers,
        "open_sides": (moves - rivers).inside(clear),
    }  # fmt: skip


def walls(b: Board, land: int) -> dict[str, Exits]:
    """The hexsides that no unit crosses, by the rule that closes them (1.35/b, 1.37, 1.38)."""
    around = b.around.inside(land)
    return {label: _sides(b, (kind,)) & around for label, kind in IMPASSABLE.items()}


def _sides(b: Board, kinds: tuple[str, ...]) -> Exits:
    found = Exits.none(b.grid)
    for kind in kinds:
        if kind in b.sides:
            found |= b.sides[kind]
    return found


def rail_graph(b: Board, land: int) -> Graph:
    """Rail lines and rail ferries of the playable land."""
    edges: list[Edge] = []
    for name in ("rail", "ferry"):
        edges += [e for e in b.graph[name].edges if land >> e.a & 1 and land >> e.b & 1]
    return Graph([*edges, *route_edges(b, land, "rail")], b.size)


def route_edges(b: Board, land: int, *kinds: str) -> list[Edge]:
    """The routes of some kinds between areas, and hexes, of the playable land (18.32); WestFront's has none."""
    routes = b.graph["route"].edges if "route" in b.graph else ()
    return [e for e in routes if e.name in kinds and land >> e.a & 1 and land >> e.b & 1]


def read_routes(b: Board, land: int) -> dict[int, tuple[Route, ...]]:
    """The routes from each of their ends."""
    found: dict[int, tuple[Route, ...]] = {}
    for e in route_edges(b, land, "rail", "road", "strait"):
        for a, z in ((e.a, e.b), (e.b, e.a)):
            found[a] = (*found.get(a, ()), Route(z, e.length, e.name))
    return found


def read_areas(b: Board) -> tuple[int, int]:
    """The areas of the board, and those that are Regions."""
    found = [place for place in b.places if place.kind == "area"]
    return from_iter(place.node for place in found), from_iter(p.node for p in found if p.grade == "region")


EDGE_HEX = 2
"""The rail hexes off the map for each hex of the edge (9.5/a)."""


def off_map(b: Board, land: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """The rail off the map: from each entry hex to every other, two rail hexes for each edge hex between (9.5/a).

    The board links neighbouring entry hexes; on the way to one beyond, those between count as edge hexes too.
    """
    graph = b.graph["offmap"]
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for node in members(graph.nodes & land):
        far = {node: -EDGE_HEX}
        for at in (queue := [node]):
            for other, length in graph.links(at):
                if other not in far:
                    far[other] = far[at] + EDGE_HEX + length
                    queue.append(other)
        found[node] = tuple((other, length) for other, length in far.items() if other != node and land >> other & 1)
    return {node: links for node, links in found.items() if links}


def pairs(b: Board, graph: str) -> frozenset[tuple[int, int]]:
    """The edges of a graph, both ways."""
    return frozenset(pair for e in b.graph[graph].edges for pair in ((e.a, e.b), (e.b, e.a)))


def read_ports(b: Board, land: int, title: str) -> dict[int, Port]:
    """The ports of the playable land that the title knows (1.45)."""
    found: dict[int, Port] = {}
    for place in b.places:
        if place.kind == "port" and land >> place.node & 1 and place.values.get("only", title) == title:
            seas = tuple(sea for sea in place.many("seas") if sea in b.seas)
            base = str(place.values.get("base", ""))
            beside = found.get(place.node)
            if beside is not None:
                seas, base = tuple(dict.fromkeys(beside.seas + seas)), base or beside.base
            major = place.grade == "major" or (beside is not None and beside.major)
            found[place.node] = Port(place.name, place.node, major, seas, base)
    return found


def places(b: Board, kind: str, grade: str, title: str) -> int:
    """The hexes of the places of a kind and grade that the title knows."""
    return from_iter(
        place.node for place in b.places
        if place.kind == kind and place.grade == grade and place.values.get("only", title) == title
    )  # fmt: skip


def neighbours(w: World, node: int) -> tuple[int, ...]:
    """The hexes that a land move can reach from a hex in one step, straits included."""
    return members(w.beside[node])
