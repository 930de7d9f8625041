"""WestFront's board window, blocks and charts, by scenario."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from grognard.board import Board
from grognard.board.area import step
from grognard.titles.front import world as fw
from grognard.titles.front.places import area

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
    """The supply origins of both sides (9.12/b, 9.12/c)."""
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
    return fw.World(
        board=b,
        board_hash=b.hash,
        scenario=plan,
        powers=META.powers,
        kinds=fw.read_kinds(DATA / "kinds.csv"),
        units=units,
        charts=charts(),
        land=land,
        **fw.exits(b, land),
        stops=terrain["marsh"] | terrain["mountain"],
        rough=terrain["forest"] | terrain["hill"] | terrain["marsh"] | terrain["mountain"],
        marsh=terrain["marsh"],
        mountain=terrain["mountain"],
        cities=cities,
        fortresses=fw.places(b, "fortress", "fortress", META.id) & land,
        stack_limits=((2, terrain["mountain"]), (3, terrain["marsh"])),
        rail=fw.rail_graph(b, land),
        ferries=fw.pairs(b, "ferry"),
        offmap=fw.pairs(b, "offmap"),
        ports=fw.read_ports(b, land, META.id),
        closed_to=(b.region["Axis Prohibited"], 0),
        restricted={"2.66": italian_land(b)},
        origins=origins(b, scenario),
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        size=b.size + 3 * len(META.powers),
        spans=b.size,
    )
