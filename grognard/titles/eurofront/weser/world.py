"""The board window, blocks and charts of Operation Weser (S1939B)."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board import Board
from grognard.board.hexset import from_iter
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import AirMonth
from grognard.titles.systems.front.state import month_number

from .. import tables
from ..europe.arrival import annexed
from ..europe.world import DRIVEN, DRIVEN_SPEED, drives
from ..title import META
from ..war import naval
from ..war import world as war
from ..winter.world import RAIL_MOVE, extreme, surcharges
from ..world import read_units, roster

NORTH, EXPEDITION = "North Front", "Britain and the North"
"""The lands of restricted blocks (21.411, 21.412)."""


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of the scenario does not change."""
    plan = tables.scenarios()[scenario]
    b = war.window(scenario, path)
    ground = war.ground_of(b)
    land, units = ground["land"], tuple(bound(unit) for unit in read_units(scenario, war.SIDES))
    return fw.World(
        **ground | {"restricted": restrictions(b, land)},
        scenario=plan,
        kinds=read_kinds(),
        units=units,
        charts={
            "hq_surcharge": surcharges(), "costs_other": (), "basin_control": (), "airpower": (), "seas": naval.seas(b),
            "interdiction": naval.interdiction(), "invasion_range": naval.invasion_range(),
        },
        closed_to=(0,) * len(META.powers),
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        extra={
            **war.charts_of(b, units, land, ground["ports"]),
            **lands(b, land),
            "repulse": naval.repulses(),
            "neutral bases": True,
            "air": dict.fromkeys(range(*months(plan)), airpower()),
            "extreme": extreme(),
            "roster": roster(scenario, units),
            "front class": tuple(tables.blocks()[unit.name].front_class for unit in units),
        },
    )  # fmt: skip


def months(plan: dict[str, Any]) -> tuple[int, int]:
    """The first month, and the one after the last."""
    first, last = (month_number(month) for month in plan["months"])
    return first, last + 1


def bound(unit: fw.Unit) -> fw.Unit:
    """A block with its lorries (2.23), its arrival places and the land that it keeps to (21.411, 21.412)."""
    row = tables.blocks()[unit.name]
    limits = {"NF resident": NORTH, "NF expedition": EXPEDITION}.get(row.front_class, "")
    home = "NF" if row.nation == "germany" and row.front_class == "NF veteran" else row.nation
    return unit._replace(motorized=drives(row), restricted=limits, home=home)


def read_kinds() -> tuple[fw.Kind, ...]:
    """The kinds of blocks; those with lorries move three hexes (2.23, 2.31)."""
    kinds = fw.read_kinds(tables.DATA / "kinds.csv", ("axis", "allied", "allied"), speed_motorized="speed_dry")
    return tuple(kind._replace(motorized=DRIVEN_SPEED) if kind.name in DRIVEN else kind for kind in kinds)


def airpower() -> AirMonth:
    """German aircraft hit on DF, British ones on SF (S1939B)."""
    fire = (fw.HITS_FROM["DF"], fw.HITS_FROM["SF"], fw.HITS_FROM["none"])
    return AirMonth(fire, (1, 1, 1), (2, 2, 2), (RAIL_MOVE,) * len(META.powers), 0)


def restrictions(b: Board, land: int) -> dict[str, int]:
    """Residents keep to the North Front (21.411), British brigade groups to Britain and the North (21.412)."""
    north = int(b.region["North Front"]) & land
    return {NORTH: north, EXPEDITION: north | int(b.region["Britain"]) & land}


def lands(b: Board, land: int) -> dict[str, Any]:
    """Whose land is whose, and what the rules of the operation name (21.49)."""
    axis, allied = int(b.region["1939B Axis"]) & land, int(b.region["1939B Allies"]) & land
    fortified = from_iter(place.node for place in b.places if place.kind == "port" and place.values.get("fortified"))
    cities = [
        (b.node(city.name), city) for city in tables.cities()
        if city.name in war.names_of(b) and city.kind in ("major", "minor")
    ]  # fmt: skip
    return {
        "home": (axis, allied, 0),
        "neutral": land & ~axis & ~allied,
        "Norway": int(b.region["Norway"]) & land,
        "Sweden": int(b.region["Sweden"]) & land,
        "Britain": int(b.region["Britain"]) & land,
        "fortified ports": fortified & land,
        "Oslo": b.node("Oslo"),
        "London": b.node("London"),
        "victory cities": from_iter(node for node, city in cities if city.victory),
        "german cities": from_iter(
            node for node, city in cities if city.nation == "Germany" or annexed(b, "germany") >> node & 1
        ),
        "british cities": from_iter(node for node, city in cities if city.nation == "Britain"),
        "major cities": from_iter(node for node, city in cities if city.kind == "major"),
    }
