"""The board, the nations and countries, and the charts: what never changes in a game."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from grognard.board import Board
from grognard.board.area import Exits, flood, spread, step
from grognard.board.hexset import from_iter, members
from grognard.board.reach import Costs

from .title import POWERS

HERE = Path(__file__).parent

AXIS, ALLIED, SOVIET, NEUTRAL, VICHY, PARTISANS, RUSSIAN_PARTISANS, FINNISH_PARTISANS = range(len(POWERS))
"""Powers: who owns a unit now."""

INFANTRY, MECHANIZED, PARACHUTE, GARRISON, PARTISAN = range(5)
KINDS = ("infantry", "mechanized", "parachute", "garrison", "partisan")
SHORT = ("inf", "mech", "para", "gar", "part")

NATIONS = (
    "germany", "italy", "hungary", "rumania", "bulgaria", "finland", "france", "vichy", "free_french", "britain", "usa",
    "ussr", "poland", "denmark", "norway", "netherlands", "belgium", "sweden", "turkey", "spain", "greece",
    "yugoslavia",
)  # fmt: skip
CODES = (
    "ger", "ita", "hun", "rum", "bul", "fin", "fra", "vic", "ffr", "brt", "usa",
    "sov", "pol", "den", "nor", "net", "bel", "swe", "tur", "spa", "gre", "yug",
)  # fmt: skip
(
    GERMANY, ITALY, HUNGARY, RUMANIA, BULGARIA, FINLAND, FRANCE, VICHY_FRANCE, FREE_FRENCH, BRITAIN, USA,
    USSR, POLAND, DENMARK, NORWAY, NETHERLANDS, BELGIUM, SWEDEN, TURKEY, SPAIN, GREECE, YUGOSLAVIA,
) = range(len(NATIONS))  # fmt: skip
PRO_AXIS = (HUNGARY, RUMANIA, BULGARIA, FINLAND)
SELF_DEFENCE = (POLAND, DENMARK, NORWAY, NETHERLANDS, BELGIUM, SWEDEN, TURKEY, SPAIN, GREECE, YUGOSLAVIA)
WESTERN = (BRITAIN, USA, FREE_FRENCH)

POWER_OF_SIDE = {"axis": AXIS, "allied": ALLIED, "neutral": NEUTRAL, "vichy": VICHY, "absent": NEUTRAL}
STRAITS = (("0219", "0220"), ("2316", "2415"))
"""Gibraltar and Kerch (M/f, M/g): a blocked hexside for the player who controls both hexes."""


@dataclass(frozen=True, eq=False)
class Nation:
    """One set of counters."""

    index: int
    id: str
    name: str
    code: str
    grade: str
    home: int
    """The index of its country, or -1."""
    air_zone: bool
    row: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Country:
    """A country of countries.csv: a whole for rail, invasion and conquest."""

    index: int
    id: str
    name: str
    hexes: int
    owner: int
    """The nation that it belonged to before the war, or -1."""
    grade: str
    continent: str
    partisan_group: str
    control: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class World:
    """What is the same through the whole game. ``play`` is the land that may ever be entered."""

    board: Board
    board_hash: str
    scenario: str
    settings: Mapping[str, Any]
    nations: tuple[Nation, ...]
    countries: tuple[Country, ...]
    country_at: tuple[int, ...]
    """The country of each node, or -1."""
    lost: int
    us_box: int
    play: int
    walk: Exits
    clear: Exits
    """Hexsides that zones, attacks, retreats and trains pass: neither sea nor blocked."""
    blocked: Exits
    costs: tuple[Costs, ...]
    """Movement by which of the two straits are open: index 0 none, 1 Gibraltar, 2 Kerch, 3 both."""
    walks: tuple[Exits, ...]
    near: tuple[int, ...]
    """The hexes that one step from each hex could reach with both straits open."""
    within: tuple[int, ...]
    """Each hex and those that its zone of control would cover."""
    straits: tuple[int, int]
    """The two hexes of each strait, as a set."""
    rough: int
    weather: int
    russia: int
    germany: int
    africa: int
    europe: int
    rail_land: int
    """Where trains run (5.6/a): Europe without what lies beyond the Dardanelles."""
    near_russia: int
    """Within ten land hexes of pre-1939 Russia (14.5)."""
    russian_centers: int
    french_centers: int
    suez: int
    gibraltar: int
    malta: int
    murmansk: int
    leningrad: int
    crt: tuple[tuple[int, ...], ...]
    """Points lost by differential, then by die less one (8.7/T)."""
    turns: tuple[Mapping[str, str], ...]
    turn_index: Mapping[str, int]
    constants: Mapping[str, str]
    areas: Mapping[str, int]
    by_id: Mapping[str, Country]
    names: tuple[str, ...]
    """What each node is called in orders."""

    def nation(self, name: str) -> int:
        return NATIONS.index(name)

    def country(self, name: str) -> Country:
        return self.by_id[name]

    @cached_property
    def islets(self) -> int:
        """Land hexes from which no step leads to another."""
        return from_iter(node for node in members(self.play) if not self.near[node])

    @cached_property
    def stack_units(self) -> int:
        """Units that may stand in a hex (7.0)."""
        return self.constant("stack_units")

    def constant(self, name: str) -> int:
        return int(self.constants[name])

    def node(self, name: str) -> int:
        return self.board.node(name)


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a table of data/."""
    with (HERE / "data" / name).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def scenario_settings(scenario: str) -> dict[str, Any]:
    """A scenario's block of scenarios.toml."""
    text = (HERE / "data" / "scenarios.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)[scenario])


@cache
def words(cell: str) -> tuple[str, ...]:
    """The members of a cell that is a list."""
    return tuple(filter(None, cell.split("|")))


def _western_poland(board: Board, row: dict[str, str]) -> int:
    """Poland without the partition hexes and what lies behind them, which is of Russia's share too (14.31, R231)."""
    west = board.nation[row["board"]] & ~board.region["partition hexes"]
    return flood(from_iter(board.node(name) for name in words(row["text_hexes"])), board.around, blocked=~west)


def _countries(board: Board) -> tuple[Country, ...]:
    found = []
    rows = table("countries.csv")
    west = _western_poland(board, next(row for row in rows if row["country"] == "poland"))
    for i, row in enumerate(rows):
        hexes = board.nation[row["board"]] if row["board"] in board.nation else board.region[row["board"]]
        if row["country"] == "poland":
            hexes = west
        elif row["country"] == "poland_east":
            hexes = board.nation["Poland"] & ~west
        owner = NATIONS.index(row["owner"]) if row["owner"] else -1
        control = {name[8:]: value for name, value in row.items() if name.startswith("control_")}
        found.append(
            Country(
                i, row["country"], row["name"], hexes & board.land, owner, row["class"], row["continent"],
                row["partisan_group"], control,
            )
        )  # fmt: skip
    return tuple(found)


@cache
def owned(world_: World, *owners: int) -> int:
    """All land that some nations owned before the war."""
    bits = 0
    for country in world_.countries:
        if country.owner in owners:
            bits |= country.hexes
    return bits


def _nations(countries: tuple[Country, ...]) -> tuple[Nation, ...]:
    home = {country.id: country.index for country in countries}
    rows = {row["nation"]: row for row in table("nations.csv")}
    return tuple(
        Nation(i, id_, rows[id_]["name"], CODES[i], rows[id_]["class"], home.get(rows[id_]["home"], -1),
               rows[id_]["air_zone"] == "yes", rows[id_])
        for i, id_ in enumerate(NATIONS)
    )  # fmt: skip


def _window(scenario: str, board: Board, countries: tuple[Country, ...]) -> int:
    """The land that the scenario leaves open."""
    land = board.land & ~board.tag["prohibited"]
    for country in countries:
        if country.grade == "prohibited":
            land &= ~country.hexes
    if not scenario_settings(scenario)["closed_area"]:
        return land
    row = next(row for row in table("areas.csv") if row["area"] == "africa41_window")
    by_id = {country.id: country.hexes for country in countries}
    window = 0
    for name in words(row["members"]):
        window |= by_id[name] if name in by_id else 1 << board.node(name)
    return land & window


def _areas(board: Board) -> dict[str, int]:
    """The named sets of areas.csv that the board knows."""
    areas = {}
    for row in table("areas.csv"):
        if row["kind"] != "sea" and row["board"] in board.region:
            areas[row["area"]] = board.region[row["board"]]
    return areas


def _names(board: Board) -> tuple[str, ...]:
    names = ["?"] * board.size
    for node in (*members(board.hexes), *range(board.grid.size, board.size)):
        names[node] = board.name(node).replace(" ", "_")
    return (*names, "lost")


def _terrain_chart(out: Exits, play: int, blocked: tuple[Exits, ...], over: int) -> Costs:
    """A hex costs one point, whatever lies in it (T/clear, T/resource), two over a blocked side (5.21, T/blocked)."""
    return Costs(out, {1: play}, sides=[(over - 1, sides) for sides in blocked])


@cache
def world(scenario: str, path: str = "") -> World:
    """The board and all that follows from it, for one scenario."""
    board = Board(json.loads(Path(path or HERE / "board" / "board.json").read_text(encoding="utf-8")))
    countries = _countries(board)
    constants = {row["key"]: row["value"] for row in table("constants.csv")}
    play = _window(scenario, board, countries)
    walk = board.out.inside(play)
    blocked = board.sides["blocked"]
    pairs = [tuple(board.node(name) for name in pair) for pair in STRAITS]
    gates = [Exits.between(board.grid, [(a, b)]).inside(play) for a, b in pairs]
    walks = [walk, walk | gates[0], walk | gates[1], walk | gates[0] | gates[1]]
    costs = tuple(_terrain_chart(out, play, (blocked, *gates), int(constants["blocked_mp"])) for out in walks)
    country_at = [-1] * (board.size + 1)
    for country in countries:
        for node in members(country.hexes):
            country_at[node] = country.index
    by_id = {country.id: country.hexes for country in countries}
    europe = board.region["Europe"]
    turns = table("turns.csv")
    centers = {"Russia": 0, "France": 0}
    for place in board.places:
        if place.kind == "resource":
            centers[str(place.values["nation"])] |= 1 << place.node
    crt = tuple(tuple(int(row[f"d{d}"]) for row in table("crt.csv")) for d in range(8))
    return World(
        board=board, board_hash=board.hash, scenario=scenario, settings=scenario_settings(scenario),
        nations=_nations(countries), countries=countries, country_at=tuple(country_at), lost=board.size,
        us_box=board.node("U.S. Reinforcement Holding box"), play=play, walk=walk, clear=walk - blocked,
        blocked=blocked, costs=costs, walks=tuple(walks),
        near=tuple(step(1 << node, walks[3]) for node in range(board.size + 1)),
        within=tuple(1 << node | step(1 << node, walk - blocked) for node in range(board.size + 1)),
        straits=(from_iter(pairs[0]), from_iter(pairs[1])), rough=board.terrain["rough"],
        weather=board.region["weather"], russia=by_id["ussr"], germany=by_id["germany"],
        africa=board.region["Africa"], europe=europe, rail_land=play & europe,
        near_russia=spread(by_id["ussr"], walk, int(constants["russian_tether"])),
        russian_centers=centers["Russia"], french_centers=centers["France"], suez=board.node(constants["suez"]),
        gibraltar=board.node(constants["gibraltar"]), malta=board.node(constants["malta"]),
        murmansk=board.node(constants["murmansk"]), leningrad=board.node(constants["leningrad"]), crt=crt,
        turns=turns, turn_index={row["turn"]: int(row["index"]) for row in turns}, constants=constants,
        areas=_areas(board), by_id={country.id: country for country in countries}, names=_names(board),
    )  # fmt: skip
