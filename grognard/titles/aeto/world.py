"""The board and what follows from it: what never changes in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from grognard.board import Board, UnknownName
from grognard.board.area import Exits, distances, spread, step
from grognard.board.hexset import from_iter, members

from .tables import Card, cards, scenario_settings
from .title import HERE, MAJORS, POWERS

GERMANY, ITALY, FRANCE, UK, US, USSR = range(6)
VICHY, PARTISANS, NEUTRAL = (POWERS.index(name) for name in ("vichy", "partisans", "neutral"))
FOOT, ALPINE, HEAVY_GOING, ANYWHERE, WOODSMAN, RANGER = range(6)
"""How units go (5.8): on foot, as mountain units, on wheels and tracks, as leaders, whom terrain does not slow,
and as the marked Finns do, on foot or as mountain units, whom their own woods do not slow."""
ALL = 99
"""The price of a hex that takes a unit's whole movement (5.8)."""


@dataclass(frozen=True, eq=False)
class World:
    """What is the same through the whole game."""

    board: Board
    board_hash: str
    scenario: str
    settings: Mapping[str, Any]
    cards: tuple[Card, ...]
    lost: int
    names: Mapping[int, str]
    walk: Exits
    """Ways that land units on foot may go: land hexes, no closed hexside, ferries."""
    climb: Exits
    """The same for mountain units, who cross mountain-impassable hexsides (5.8)."""
    zone: Exits
    """Ways over which a zone of control reaches (5.13)."""
    walled_zone: Exits
    """The same where permanent fortifications stand and are the enemy's: not over their hexsides (5.13)."""
    rivers: Exits
    straits: Exits
    permanents: Exits
    forest_sides: Exits

    @cached_property
    def land(self) -> int:
        return self.board.land

    def terrain(self, name: str) -> int:
        return self.board.terrain.get(name, 0)

    @cached_property
    def rough(self) -> int:
        """Hexes that no zone of control reaches into (5.13)."""
        return self.terrain("forest") | self.terrain("mountain")

    @cached_property
    def marsh(self) -> int:
        return self.terrain("marsh")

    def places(self, *kinds: str) -> int:
        """Hexes with a place of one of these kinds."""
        return from_iter(place.node for place in self.board.places if place.kind in kinds) & self.land

    @cached_property
    def warsaw(self) -> int:
        """The hex whose fate opens the Soviet claims (9.12), or -1 off the map."""
        with suppress(LookupError):
            return self.node("Warsaw")
        return -1

    @cached_property
    def cities(self) -> int:
        return self.places("city")

    @cached_property
    def sources(self) -> int:
        """City/resource hexes; plain cities are no supply sources (7.0, A20)."""
        return self.places("city") & self.places("resource")

    @cached_property
    def rails(self) -> int:
        """Hexes on a rail line."""
        graph = self.board.graph.get("rail")
        return from_iter(n for n in members(self.land) if graph is not None and graph.links(n))

    @cached_property
    def rail_sides(self) -> Exits:
        """The hexsides that a rail line crosses."""
        graph, grid = self.board.graph.get("rail"), self.board.grid
        joined = [(n, m) for n in members(self.rails) for m, _ in (graph.links(n) if graph is not None else ())]
        return Exits.between(grid, [(n, m) for n, m in joined if self.rails >> m & 1 and grid.toward(n, m) >= 0])

    @cached_property
    def ports(self) -> int:
        return self.places("port")

    @cached_property
    def airbases(self) -> int:
        return self.places("airbase")

    @cached_property
    def fixed(self) -> int:
        """Hexes that a Front does not turn over: cities, resources, airbases (5.12)."""
        return self.places("city", "resource") | self.airbases

    @cache  # noqa: B019 - a world lives as long as the program
    def disc(self, node: int, radius: int) -> int:
        """The hexes within so many of a hex, over any terrain (5.0/hq-radius)."""
        return spread(1 << node, self.board.around, radius)

    @cache  # noqa: B019
    def apart(self, node: int) -> Mapping[int, int]:
        """Hexes from a hex over any terrain."""
        return distances(1 << node, self.board.around)

    @cache  # noqa: B019
    def marches(self, node: int) -> Mapping[int, int]:
        """Hexes on foot from a hex, whoever stands there: how near a hex is to a supply source (5.18)."""
        return distances(1 << node, self.walk)

    @cache  # noqa: B019
    def next_to(self, node: int) -> int:
        """The hexes that one step on foot leads to."""
        return step(1 << node, self.walk)

    def walk_on(self, ice: int) -> Exits:
        """The ways on foot, with those over frozen lakes."""
        return self.walk | frozen_lakes(self.board, ice) if ice else self.walk

    def climb_on(self, ice: int) -> Exits:
        """The ways of mountain units, with those over frozen lakes."""
        return self.climb | frozen_lakes(self.board, ice) if ice else self.climb

    def going_now(self, how: int, node: int, ice: int) -> tuple[tuple[int, int], ...]:
        """The steps out of a hex and their prices, with those over frozen lakes."""
        over = step(1 << node, frozen_lakes(self.board, ice)) if ice >> node & 1 else 0
        return self.going(how, node) + tuple((there, self.price(how, node, there)) for there in members(over))

    @cache  # noqa: B019
    def going(self, how: int, node: int) -> tuple[tuple[int, int], ...]:
        """The steps out of a hex and their prices (5.8)."""
        exits = self.climb if how in (ALPINE, RANGER) else self.walk
        found = []
        for there in members(step(1 << node, exits)):
            found.append((there, self.price(how, node, there)))
        return tuple(found)

    def price(self, how: int, here: int, there: int) -> int:
        """What a step costs; terrain slows no HQ and no General of the Movement Phase (5.1/no-terrain-cost)."""
        if how == ANYWHERE:
            return 1
        native = how in (WOODSMAN, RANGER)
        how = {WOODSMAN: FOOT, RANGER: ALPINE}.get(how, how)
        if how == ALPINE and self.climb.has(here, there) and not self.walk.has(here, there):
            return over_a_ridge()
        if self.marsh >> there & 1:
            return into_marsh(how)
        if self.terrain("mountain") >> there & 1:
            return into_mountains(how)
        if native and self.in_finland(here, there):
            return 1
        return self.through_woods(here, there)

    def in_finland(self, *nodes: int) -> bool:
        """Do hexes all lie in Finland?"""
        return all(self.board.nation.get("finland", 0) >> node & 1 for node in nodes)

    def through_woods(self, here: int, there: int) -> int:
        """A forest hex or hexside costs everyone two points (5.8/forest)."""
        return 2 if self.terrain("forest") >> there & 1 or self.forest_sides.has(here, there) else 1

    @cache  # noqa: B019
    def mainland(self, nation: str) -> int:
        """A nation's home hexes without its far islands."""
        bits = self.board.nation.get(nation, 0) & self.land
        for island in ("Sardinia", "Corsica", "Crete", "Balearics"):
            bits &= ~self.board.region.get(island, 0)
        return bits

    def node(self, name: str) -> int:
        return self.board.node(name)

    @cached_property
    def coasts_by_name(self) -> Mapping[str, int]:
        return {self.names[coast]: coast for coast in self.board.coast.values()}

    def coast_named(self, text: str) -> int:
        """The waters off a hex: ``off_Kiel_(Baltic)``; -1 if there are none."""
        return self.coasts_by_name.get(text.replace(" ", "_"), -1)


def over_a_ridge() -> int:
    """A mountain unit pays two points in all for a mountain-impassable hexside (5.8/mountain-impassable)."""
    return 2


def into_marsh(how: int) -> int:
    """Marsh takes all movement of armor and mechanized units, and slows nobody else (5.8/marsh-heavy)."""
    return ALL if how == HEAVY_GOING else 1


def into_mountains(how: int) -> int:
    """Mountains cost two points, armor and mechanized units three, mountain units one (5.8/mountain)."""
    return {FOOT: 2, ALPINE: 1, HEAVY_GOING: 3}[how]


def ways_on_foot(board: Board) -> Exits:
    """No land unit crosses sea, lake or impassable hexsides but by a ferry (5.8/all-sea-hexside, 5.8/impassable)."""
    closed = ("sea", "lake", "strait", "impassable", "mountain-impassable")
    return board.exits(board.land, closed, ("ferry",))


def ways_of_mountain_units(board: Board) -> Exits:
    """Mountain units alone cross mountain-impassable hexsides (5.8/mountain-impassable)."""
    return board.exits(board.land, ("sea", "lake", "strait", "impassable"), ("ferry",))


def frozen_lakes(board: Board, ice: int) -> Exits:
    """The lake hexsides that are frozen."""
    return board.sides.get("lake", Exits.none(board.grid)).inside(crossed_on_ice(board.land, ice))


def crossed_on_ice(land: int, ice: int) -> int:
    """Land between which a lake hexside is crossed: only while it is frozen (5.8/lake-hexside)."""
    return land & ice


def stops_zones(kind: str) -> bool:
    """Zones cross no water, ferries included, nor impassable and forest hexsides (5.13/restrict-water,
    5.13/restrict-impassable, 5.13/restrict-inlet, 5.8/forest-zoc)."""
    return kind in ("sea", "lake", "strait", "impassable", "mountain-impassable", "forest")


def ways_of_zones(board: Board, *walls: str) -> Exits:
    """The ways over which a zone of control reaches; none over walls."""
    return board.exits(board.land, [kind for kind in board.sides if kind in walls or stops_zones(kind)])


def node_names(board: Board) -> dict[int, str]:
    """Every node's name as one word; the grid's padding has none."""
    names = {}
    for node in range(board.size):
        with suppress(UnknownName, KeyError):
            names[node] = board.name(node).replace(" ", "_")
    names[board.size] = "lost"
    several = Counter(node for node, _ in board.coast)
    for (node, sea), coast in board.coast.items():
        which = f"_({sea.replace(' ', '_')})" if several[node] > 1 else ""
        names[coast] = f"off_{names[node]}{which}"
    return names


@cache
def board_of(path: str, window: str) -> Board:
    """The board, or its window that a scenario is played on."""
    board = Board.load(path or HERE / "board" / "board.json")
    return board.window(window) if window else board


@cache
def world(scenario: str, path: str = "") -> World:
    """The board of a scenario and what follows from it."""
    settings = scenario_settings(scenario)
    board = board_of(path, settings.get("window", ""))
    none = Exits.none(board.grid)

    def sides(kind: str) -> Exits:
        return board.sides.get(kind, none)

    walled = ways_of_zones(board, "permanent fortification")
    return World(
        board, board.hash, scenario, settings, cards(), board.size, node_names(board), ways_on_foot(board),
        ways_of_mountain_units(board), ways_of_zones(board), walled, sides("river"), sides("strait"),
        sides("permanent fortification"), sides("forest"),
    )  # fmt: skip


def is_major(power: int) -> bool:
    return power < len(MAJORS)
