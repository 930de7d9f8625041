"""The board window, blocks and charts of Surf and Sand (S1940C)."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board import Board, Graph
from grognard.board.hexset import from_iter
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import AirMonth

from .. import tables
from ..europe.arrival import annexed
from ..europe.world import RAIL_MOVE, drives, season_of, stack_limits
from ..grounding import PRICES
from ..title import META
from ..war import naval
from ..war import world as war
from ..weser.world import months, read_kinds
from ..winter.world import extreme, surcharges
from ..world import read_units, roster

MED, GARRISON = "Med Front", "garrisons"
"""The lands of restricted blocks (21.311, 21.315)."""
PROTECTORATES = ("Iraq", "Persia")
ARMY_GROUPS = ("zone:Curzon Line Center", "zone:Curzon Line South")
"""The sectors of June 1941 whose armies make the buildup (S1940A/vic)."""


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of the scenario does not change."""
    plan = tables.scenarios()[scenario]
    b = war.window(scenario, path)
    ground = war.ground_of(b)
    land, units = ground["land"], tuple(bound(unit) for unit in read_units(scenario, war.SIDES))
    return fw.World(
        **ground | {"stack_limits": stack_limits(b, land), "restricted": restrictions(b, land)},
        scenario=plan,
        kinds=read_kinds(),
        units=units,
        charts={
            "hq_surcharge": surcharges(), "costs_other": PRICES, "basin_control": (), "airpower": (),
            "seas": naval.seas(b), "interdiction": naval.interdiction(), "invasion_range": naval.invasion_range(),
        },
        closed_to=(0,) * len(META.powers),
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        extra={
            **war.charts_of(b, units, land, ground["ports"]),
            **lands(b, land, scenario),
            "repulse": naval.repulses(),
            "neutral bases": True,
            "doubled resources": (0,),
            "air": airpower(plan),
            "extreme": extreme(),
            "roster": roster(scenario, units),
            "front class": tuple(tables.blocks()[unit.name].front_class for unit in units),
            "desert roads": desert_roads(b, land),
            "buildup": buildup(),
            "desert fire": desert_fire(),
        },
    )  # fmt: skip


def bound(unit: fw.Unit) -> fw.Unit:
    """A block with its lorries (2.23), its arrival places and the land that it keeps to (21.311, 21.315)."""
    row = tables.blocks()[unit.name]
    limits = {"MF resident": MED, "garrison": GARRISON}.get(row.front_class, "")
    if row.front_class == "MF resident":
        home = "MF"
    else:
        home = "Afrika" if row.nation == "germany" and row.front_class.startswith("MF veteran") else row.nation
    return unit._replace(motorized=drives(row), restricted=limits, home=home)


def restrictions(b: Board, land: int) -> dict[str, int]:
    """Residents keep to the Med Front (21.311), garrisons to Britain and Malta (21.315)."""
    return {MED: int(b.region["Med Front"]) & land, GARRISON: (b.region["Britain"] | b.region["Malta"]) & land}


def airpower(plan: dict[str, Any]) -> dict[int, AirMonth]:
    """Fire by month from the table of seasons, the Axis as in the West (13.23/a)."""
    found = {}
    for month in range(*months(plan)):
        begin = season_of(month)
        season = ("S" if begin.endswith("06") else "W") + begin[2:4]
        row = next(r for r in tables.rows("airpower") if r["season"] == season)
        fire = (fw.HITS_FROM[row["axis_wf"]], fw.HITS_FROM[row["allies"]], fw.HITS_FROM["none"])
        found[month] = AirMonth(fire, (1, 1, 1), (2, 2, 2), (RAIL_MOVE,) * 3, 0)
    return found


def desert_fire() -> dict[int, tuple[int, int]]:
    """What armor and mech hit with in the desert, in attack and defense (7.32/e)."""
    rows = {row["kind"]: row for row in tables.rows("kinds")}
    return {
        number: (fw.HITS_FROM[rows[name]["desert_off"]], fw.HITS_FROM[rows[name]["desert_def"]])
        for number, name in enumerate(fw.KINDS) if rows.get(name, {}).get("desert_off")
    }  # fmt: skip


def desert_roads(b: Board, land: int) -> Graph:
    """Roads of the Med Front, among them all its rail lines (21.352)."""
    med = int(b.region["Med Front"]) & land & ~from_iter(p.node for p in b.places if p.kind == "area")
    edges = [e for name in ("road", "rail") if name in b.graph for e in b.graph[name].edges]
    return Graph([e for e in edges if med >> e.a & 1 and med >> e.b & 1 and e.length == 1], b.size)


def buildup() -> tuple[int, int]:
    """Units and steps of army groups Center and South in June 1941 (S1940A/vic)."""
    rows = [row for row in tables.order_of_battle("1941") if row.power == "axis" and row.place in ARMY_GROUPS]
    return len(rows), sum(row.steps for row in rows)


def lands(b: Board, land: int, scenario: str) -> dict[str, Any]:
    """Whose land is whose, and what the rules of the Med Front name (21.3)."""
    axis, allied = (int(b.region[f"{scenario} {side}"]) & land for side in ("Axis", "Allies"))
    med = int(b.region["Med Front"]) & land
    areas = from_iter(place.node for place in b.places if place.kind == "area")
    cities = [
        (b.node(city.name), city) for city in tables.cities()
        if city.name in war.names_of(b) and city.kind in ("major", "minor")
    ]  # fmt: skip
    protectorates = 0
    for name in PROTECTORATES:
        protectorates |= int(b.region[name]) & land
    return {
        "home": (axis, allied, 0),
        "neutral": land & ~axis & ~allied,
        "protectorates": protectorates & ~axis & ~allied,
        "cooperating": int(b.region.get(f"{scenario} Cooperating", 0)) & land,
        "Desert Zone": med & ~areas,
        "Southern Zone": med & areas,
        "Egypt": int(b.region["Egypt"]) & land,
        "Britain": int(b.region["Britain"]) & land,
        "West Poland": int(b.region["West Poland"]) & land,
        "victory cities": from_iter(node for node, city in cities if city.victory),
        "german cities": from_iter(
            node for node, city in cities if city.nation == "Germany" or annexed(b, "germany") >> node & 1
        ),
        "british cities": from_iter(node for node, city in cities if city.nation == "Britain"),
        "major cities": from_iter(node for node, city in cities if city.kind == "major"),
    }
