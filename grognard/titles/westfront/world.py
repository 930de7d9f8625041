"""WestFront's board window, blocks and charts, by scenario."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from grognard.board import Board
from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import read_air
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import month_number

from .title import META

DATA = Path(__file__).parent / "data"
AXIS, ALLIED = 0, 1
SIDES = {"axis": AXIS, "allies": ALLIED}


@cache
def scenarios() -> dict[str, Any]:
    """The scenarios of scenarios.toml."""
    with (DATA / "scenarios.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def charts() -> dict[str, fw.Chart]:
    """Every table of the data folder by its name."""
    return {path.stem: fw.rows(path) for path in sorted(DATA.glob("*.csv")) if path.stem != "rules"}


def playable(b: Board, scenario: dict[str, Any]) -> int:
    """The land that units may be in: what the scenario says, without the lands out of play (1.1/a)."""
    return area(b, scenario["playable"]) & b.land & ~b.region["Out of Play"] & ~b.terrain["lake"]


def italian_land(b: Board) -> int:
    """Where Italian units may be (2.66): Italy with its islands, Yugoslavia and the hexes next to them."""
    home = area(b, "country:Italy | country:Yugoslavia")
    return home | step(home, b.around)


def origins(b: Board, scenario: str) -> tuple[int, ...]:
    """The supply origins of both sides."""
    if scenario == "husky":
        return 1 << b.node("Reggio"), b.area("Tunis", "Bizerte", "Sfax", "Malta")
    return 1 << b.node("Berlin"), 1 << b.node("London")


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of a scenario does not change."""
    b = fw.board("westfront", path)
    plan = scenarios()[scenario]
    land = playable(b, plan)
    terrain = {name: where & land for name, where in b.terrain.items()}
    cities = fw.places(b, "city", "major", META.id) & land & ~(1 << b.node("Rome"))
    units = fw.read_units(DATA / "units.csv", SIDES)
    named = {unit.name.casefold(): piece for piece, unit in enumerate(units)}
    return fw.World(
        board=b,
        board_hash=b.hash,
        scenario=plan,
        powers=META.powers,
        kinds=fw.read_kinds(DATA / "kinds.csv", META.powers),
        units=units,
        charts=charts(),
        land=land,
        **fw.exits(b, land),
        rough=rough_ground(terrain),
        marsh=terrain["marsh"],
        mountain=terrain["mountain"],
        cities=cities,
        fortresses=fw.places(b, "fortress", "fortress", META.id) & land,
        stack_limits=stack_limits(terrain),
        walls=fw.walls(b, land),
        rail=fw.rail_graph(b, land),
        ferries=fw.pairs(b, "ferry"),
        offmap=fw.off_map(b, land),
        home_edge=AXIS,
        ports=fw.read_ports(b, land, META.id),
        closed_to=(b.region["Axis Prohibited"], 0),
        restricted={"2.66": italian_land(b)},
        origins=origins(b, scenario),
        named=named,
        size=b.size + 3 * len(META.powers),
        spans=b.size,
        extra={**extra(b, units, land), "roster": roster(named, scenario), "national HQs": ("spain",)},
    )


def rough_ground(terrain: Mapping[str, int]) -> tuple[int, ...]:
    """Forest (1.32), hill (1.33), marsh (1.34) and mountain (1.35) double the defense."""
    return terrain["forest"], terrain["hill"], terrain["marsh"], terrain["mountain"]


def stack_limits(terrain: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Two units of a side stay in mountains (1.35), three in marsh (1.34)."""
    return (2, terrain["mountain"]), (3, terrain["marsh"])


def extra(b: Board, units: tuple[fw.Unit, ...], land: int) -> dict[str, Any]:
    """Charts in the form that the rules ask for them."""
    tables = charts()
    weather = {int(row["month"]) - 1: row for row in tables["weather"]}
    return {
        "air": read_air(tables["airpower"], month_number, META.powers),
        "words": tuple(SIDES),
        "naval supremacy": ALLIED,
        "doubled resources": (AXIS,),
        "weather": weather,
        "storms": {int(row["total"]): row["basin"] for row in tables["storms"]},
        "basins": ("Atlantic", "Mediterranean", "W Baltic"),
        "repulse": repulses(tables["repulse"]),
        "shelters": shelters(b, units),
        "ports": from_iter(fw.read_ports(b, land, META.id)),
        "nodes": (1 << b.size) - 1,
        "open_city": b.node("Rome"),
    }


def repulses(chart: fw.Chart) -> dict[tuple[str, str], int]:
    """The repulse table (7.T) by assault and weather or invader."""
    table = {}
    for row in chart:
        if row["repulse_to"].isdigit():
            who = {"allies": "allied"}.get(row["invader"], row["invader"])
            key = row["weather"] if row["assault"] == "river" else who if row["assault"] == "sea other" else ""
            table[row["assault"], key] = int(row["repulse_to"])
    return table


def shelters(b: Board, units: tuple[fw.Unit, ...]) -> dict[int, int]:
    """Supreme HQs and the capital where Mud does not disrupt them (5.8/a)."""
    capital = {AXIS: b.node("Berlin"), ALLIED: b.node("London")}
    return {piece: capital[unit.power] for piece, unit in enumerate(units) if unit.kind == fw.SHQ}


def roster(named: dict[str, int], scenario: str) -> dict[int, int]:
    """The blocks that can come into play in a scenario and the month from which they may."""
    start = month_number(scenarios()[scenario]["months"][0])
    due: dict[int, int] = {}
    for row in charts()[f"ob_{scenario}"]:
        piece = named[row["unit"].casefold()]
        due[piece] = month_number(row["mode"]) if row["mode"][:2] == "19" else start
    if scenario != "husky":
        for row in charts()["reinforcements"]:
            piece = named.get(row["unit"].casefold(), -1)
            if piece >= 0 and row["month"][:2] == "19":
                due.setdefault(piece, max(start, month_number(row["month"])))
    return due
