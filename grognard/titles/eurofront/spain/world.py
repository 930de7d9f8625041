"""The board window, blocks and charts of the Spanish Civil War."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from grognard.board import Board
from grognard.board.hexset import from_iter
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import AirMonth
from grognard.titles.systems.front.state import month_number

from .. import tables
from ..state import ALLIED, AXIS
from ..title import META
from ..world import read_units, repulses, roster, rough_ground, stack_limits, weather

SIDES = {"axis": AXIS, "republic": ALLIED}
"""The words of the tables for the powers of the Spanish Civil War."""
RAIL_MOVE = 10


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of a scenario does not change."""
    plan = tables.scenarios()[scenario]
    b = fw.board(plan["window"], path or str(tables.BOARD))
    closed = closed_lands(b)
    land = own_lands(b) | closed
    terrain = {name: where & land for name, where in b.terrain.items()}
    units = read_units(scenario, SIDES)
    ports = fw.read_ports(b, land, META.id)
    return fw.World(
        board=b,
        board_hash=b.hash,
        scenario=plan,
        powers=META.powers,
        kinds=read_kinds(),
        units=units,
        charts={"hq_surcharge": (), "costs_other": (), "seas": (), "basin_control": (), "airpower": ()},
        land=land,
        **fw.exits(b, land),
        rough=rough_ground(terrain),
        marsh=terrain["marsh"],
        mountain=terrain["mountain"],
        cities=fw.places(b, "city", "major", META.id) & land,
        fortresses=0,
        stack_limits=stack_limits(terrain),
        walls=fw.walls(b, land),
        rail=fw.rail_graph(b, land),
        ferries=fw.pairs(b, "ferry"),
        offmap={},
        home_edge=-1,
        ports=ports,
        closed_to=(closed,) * len(META.powers),
        restricted={},
        origins=(1 << b.node("Lisbon"), 1 << b.node("Madrid"), 0),
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        size=b.size + 3 * len(META.powers),
        spans=b.size,
        extra={
            **extra(b, units, ports),
            **spain(b, land & ~closed),
            "fronts": (land, 0, 0, 0),
            "skies": (land, 0),
            "roster": roster(scenario, units),
        },
    )


def own_lands(b: Board) -> int:
    """The lands that units may enter: Spain and Spanish Morocco (SCW)."""
    return int(b.region["Spain"] | b.region["Spanish Morocco"])


def closed_lands(b: Board) -> int:
    """Portugal and the French border hexes give supply and let no unit in (SCW)."""
    return int(b.region["Portugal"]) | french_border(b)


def french_border(b: Board) -> int:
    """Where French aid comes by rail: Bayonne and Perpignan (SCW.3)."""
    return int(b.area("Bayonne", "Perpignan"))


def read_kinds() -> tuple[fw.Kind, ...]:
    """The kinds of blocks with the prices of the Spanish Civil War (SCW.7)."""
    costs = {row["unit"]: row for row in tables.rows("scw_costs")}
    sides = ("nationalist", "republican", "republican")
    found = []
    for kind in fw.read_kinds(tables.DATA / "kinds.csv", ("axis", "allied", "soviet"), speed_motorized="speed_dry"):
        row = costs.get(kind.name)
        price = tuple((int(row[f"{s}_step"]), int(row[f"{s}_cadre"])) if row else (0, 0) for s in sides)
        found.append(kind._replace(cost=price))
    return tuple(found)


def extra(b: Board, units: tuple[fw.Unit, ...], ports: Mapping[int, fw.Port]) -> dict[str, Any]:
    """Charts in the form that the rules ask for them."""
    first, last = (month_number(month) for month in tables.scenarios()["1936"]["months"])
    return {
        "air": dict.fromkeys(range(first, last + 1), airpower()),
        "words": META.powers,
        "climates": {"WF": weather("WF")},
        "storms": {},
        "shelter": 0,
        "basins": (),
        "repulse": repulses(),
        "shelters": {},
        "ports": from_iter(ports),
        "nodes": (1 << b.size) - 1,
        "open_city": -1,
        "prices": prices(units),
    }


def airpower() -> AirMonth:
    """The air firepower of the sheets, and the range of an HQ's CV (SCW)."""
    fire = {row["side"]: fw.HITS_FROM[row["fire"]] for row in tables.rows("scw_airpower")}
    nothing = fw.HITS_FROM["none"]
    return AirMonth(
        (fire["nationalist"], fire["republican"], nothing), (1, 1, 1), (2, 2, 2), (RAIL_MOVE,) * len(META.powers), 0
    )


def prices(units: tuple[fw.Unit, ...]) -> dict[str, tuple[int, int]]:
    """The blocks that have a price of their own (SCW.7)."""
    names = {unit.name for unit in units}
    return {
        row["unit"]: (int(row["nationalist_step"] or row["republican_step"]),
                      int(row["nationalist_cadre"] or row["republican_cadre"]))
        for row in tables.rows("scw_costs") if row["unit"] in names
    }  # fmt: skip


def spain(b: Board, land: int) -> dict[str, Any]:
    """The towns of Spain: who is loyal to whom (1.5/a), which are cities, the lands of the friends abroad (SCW.1,
    SCW.9)."""
    loyal, cities, majors = [0, 0, 0], 0, 0
    for town in tables.spain():
        bit = 1 << b.node(town.name)
        loyal[AXIS if town.loyalty == "nationalist" else ALLIED] |= bit
        cities |= bit if town.kind in ("major", "minor") else 0
        majors |= bit if town.kind == "major" else 0
    return {
        "loyal": tuple(loyal),
        "loyal cities": tuple(nodes & cities for nodes in loyal),
        "cities of Spain": cities & b.region["Spain"],
        "majors of Spain": majors,
        "ports of Spain": from_iter(fw.read_ports(b, land, META.id)),
        "European Spain": b.region["Spain"],
        "abroad": (b.region["Portugal"], french_border(b), 0),
        "Lisbon": b.node("Lisbon"),
        "Barcelona": b.node("Barcelona"),
        "Albacete": b.node("Albacete"),
        "Moroccan towns": b.area(*tables.scenarios()["1936"]["morocco"]),
        "foreign": {row["block"]: row for row in tables.rows("scw_foreign")},
    }
