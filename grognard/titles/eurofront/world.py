"""EuroFront's blocks and charts as every scenario reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.state import month_number

from . import tables


def read_units(scenario: str, sides: Mapping[str, int]) -> tuple[fw.Unit, ...]:
    """The blocks that a scenario may bring into play, in the order of blocks.csv."""
    names = {stand.block for stand in tables.order_of_battle(scenario)}
    names |= {row.block for row in tables.reinforcements() if row.scenario == scenario}
    return tuple(
        fw.Unit(
            block.id, block.name, sides[block.side], block.nation, fw.KINDS.index(block.kind), block.top, block.last,
            block.ss, False, False, "", "", "", block.enters,
        )
        for block in tables.blocks().values() if block.id in names
    )  # fmt: skip


def weather(front: str) -> dict[int, dict[str, str]]:
    """The weather of a front by month (12.1/a)."""
    return {int(row["month"]) - 1: row for row in tables.rows("weather") if row["front"] == front}


def repulses() -> dict[tuple[str, str], int]:
    """The repulse numbers of river assaults by weather (7.62)."""
    return {
        (row["assault"], row["condition"]): int(row["repulse_to"])
        for row in tables.rows("repulse") if row["assault"] == "river"
    }  # fmt: skip


def roster(scenario: str, units: tuple[fw.Unit, ...]) -> dict[int, int]:
    """The blocks that can come into play and the month from which they may."""
    start = month_number(tables.scenarios()[scenario]["months"][0])
    dated = re.compile(r"\d{4}-\d{2}")
    return {
        piece: max(start, month_number(unit.enters)) if dated.fullmatch(unit.enters) else start
        for piece, unit in enumerate(units)
    }


# Ground by the terrain chart


def chart_of(terrain: Mapping[str, int], column: str) -> dict[str, int]:
    """The hexes and areas of the terrain chart by what a column says of their ground."""
    found: dict[str, int] = {}
    for row in tables.rows("terrain"):
        if row["where"] != "hexside" and row["terrain"] in terrain:
            found[row[column]] = found.get(row[column], 0) | terrain[row["terrain"]]
    return found


def rough_ground(terrain: Mapping[str, int]) -> tuple[int, ...]:
    """The ground of the chart that doubles the defense: forest and hill, marsh, mountain (1.32, 1.33, 1.34,
    7.34/b)."""
    return (chart_of(terrain, "defense").get("2", 0),)


def stack_limits(terrain: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """How many units of a side stay by the chart: four, three in marsh and desert, two in mountains (1.37/b)."""
    found = chart_of(terrain, "stacking")
    return tuple((int(most), nodes) for most, nodes in sorted(found.items(), reverse=True) if most not in ("", "4"))
