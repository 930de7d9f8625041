"""The board window, areas, seas and charts of the scenarios of the war."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from grognard.board import Board, Graph
from grognard.board.hexset import from_iter
from grognard.titles.systems.front import sea
from grognard.titles.systems.front import world as fw

from .. import fronts, tables
from ..state import ALLIED, AXIS, SOVIET
from ..title import META
from ..world import rough_ground, stack_limits, weather

SIDES = {"axis": AXIS, "allies": ALLIED, "soviets": SOVIET}
"""The words of the tables for the powers."""
WORDS = tuple(SIDES)
TUNDRA = "tundra"
TURKISH_STRAITS = ("Hellespont", "Bosporus")
OPEN_CITY = "Rome"
ORIGINS = ("Berlin", "London", "Siberia")
"""The Supply Origins of the Axis, the Allies and the Soviets (10.2)."""


@cache
def window(scenario: str, path: str = "") -> Board:
    """The board of a scenario."""
    return fw.board(tables.scenarios()[scenario]["window"], path or str(tables.BOARD))


def ground_of(b: Board) -> dict[str, Any]:
    """What a world is made of that follows from the board alone: land with its areas, rail, routes, ports, terrain."""
    areas, large = fw.read_areas(b)
    land = int(b.land) & ~closed_ground(b) | areas
    terrain = terrain_of(b, land)
    mountain = terrain["mountain"]
    return {
        "board": b, "board_hash": b.hash, "powers": META.powers, "land": land, **fw.exits(b, land),
        "rough": rough_ground(terrain), "marsh": terrain["marsh"],
        "mountain": mountain, "cities": fw.places(b, "city", "major", META.id) & land & ~open_city(b),
        "fortresses": fw.places(b, "fortress", "fortress", META.id) & land,
        "stack_limits": stack_limits(terrain),
        "walls": fw.walls(b, land), "rail": fw.rail_graph(b, land), "ferries": fw.pairs(b, "ferry"),
        "offmap": {}, "home_edge": -1, "ports": fw.read_ports(b, land, META.id), "restricted": {},
        "origins": tuple(from_iter([b.node(name)] if name in names_of(b) else []) for name in ORIGINS),
        "size": b.size + 3 * len(META.powers), "spans": b.size, "areas": areas, "large": large,
        "routes": fw.read_routes(b, land),
    }  # fmt: skip


def open_city(b: Board) -> int:
    """Rome gives its defenders nothing (1.41)."""
    return from_iter([b.node(OPEN_CITY)] if OPEN_CITY in names_of(b) else [])


def closed_ground(b: Board) -> int:
    """Lakes, sand seas and depressions let no one in (1.36, 1.351, 1.352)."""
    return int(b.terrain["lake"]) | int(b.terrain.get("sand", 0)) | int(b.terrain.get("depression", 0))


@cache
def names_of(b: Board) -> frozenset[str]:
    """The places of a window."""
    return frozenset(place.name for place in b.places)


def terrain_of(b: Board, land: int) -> dict[str, int]:
    """Hexes and areas by terrain (18.12); tundra is as mountain (1.331)."""
    found = {name: int(where) & land for name, where in b.terrain.items()}
    for place in b.places:
        if place.kind == "area":
            word = str(place.values["terrain"])
            name = "mountain" if word == TUNDRA else word
            found[name] = found.get(name, 0) | 1 << place.node
    return {name: found.get(name, 0) for name in (*found, "forest", "hill", "marsh", "mountain", "desert")}


def seas(b: Board) -> fw.Chart:
    """The seas that the window has a coast or a port on, with their bases if it has them (15.1)."""
    reached = {sea for place in b.places if place.kind == "port" for sea in place.many("seas")}
    return tuple(
        {
            "sea": name, "basin": sea.basin, "interdiction": str(sea.value or 0), "always": "",
            "base": next((base for base in sea.bases if base in names_of(b)), ""), "source": "15.1",
        }
        for name, sea in b.seas.items() if b.shore[name] or name in reached
    )  # fmt: skip


def basins(chart: fw.Chart) -> tuple[str, ...]:
    """The names of the sea basins."""
    return tuple(dict.fromkeys(row["basin"] for row in chart))


def at_parity(name: str) -> fw.Chart:
    """A chart of the sea where no one has Naval Supremacy (15.8/a): the same line for every side."""
    rows = [row for row in tables.rows(name) if row["balance"] == "parity"]
    return tuple({**row, "side": word, "roller": word} for row in rows for word in WORDS)


def storms() -> dict[tuple[str, int], str]:
    """The basin that a roll of a front makes stormy (12.5)."""
    return {(row["front"], int(row["total"])): row["basin"] for row in tables.rows("storms") if row["basin"]}


def repulses() -> dict[tuple[str, str], int]:
    """The repulse numbers (7.6/a) where no one has Naval Supremacy."""
    table = {}
    for row in tables.rows("repulse"):
        if row["assault"] == "river":
            table["river", row["condition"]] = int(row["repulse_to"])
        elif row["assault"] == "sea" and row["condition"] == "parity":
            kind = "sea amphibious" if row["unit"] == "amphibious" else "sea other"
            table |= {(kind, word): int(row["repulse_to"]) for word in ("", *META.powers)}
        elif row["assault"] == "air" and not row["condition"]:
            table["air", ""] = int(row["repulse_to"])
    return table


def charts_of(b: Board, units: tuple[fw.Unit, ...], land: int, ports: Mapping[int, fw.Port]) -> dict[str, Any]:
    """Charts in the form that the rules ask for them."""
    shelter = from_iter(b.node(name) for name in fronts.SHELTERS if name in names_of(b))
    return {
        "words": WORDS, "climates": {"WF": weather("WF"), "EF": weather("EF")}, "storms": storms(),
        "basins": basins(seas(b)), "repulse": repulses(), "shelters": {}, "shelter": shelter & land,
        "ports": from_iter(ports), "nodes": (1 << b.size) - 1,
        "fronts": fronts.sets(b, land), "skies": fronts.skies(b, land),
        "Turkish Straits": turkish_straits(b) & land, "roads": road_graph(b, land),
        "minor fortresses": fw.places(b, "fortress", "minor", META.id) & land,
        "bases": from_iter(place.node for place in b.places if place.kind == "base"),
    }  # fmt: skip


def turkish_straits(b: Board) -> int:
    """The banks of the Hellespont and the Bosporus (1.371/d)."""
    return sum(sea.banks_of(b, name) for name in TURKISH_STRAITS if ("strait", name) in b.named_sides)


def road_graph(b: Board, land: int) -> Graph:
    """Roads of the sheet and road routes (10.33)."""
    edges = [e for e in b.graph["road"].edges if land >> e.a & 1 and land >> e.b & 1] if "road" in b.graph else []
    return Graph([*edges, *fw.route_edges(b, land, "road", "strait")], b.size)
