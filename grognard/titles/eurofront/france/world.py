"""The board window, blocks and charts of the West and the Med from May 1940 on (S1940A, S1940B)."""

from __future__ import annotations

from functools import cache

from grognard.board import Board
from grognard.board.area import step
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.world import COMMANDERS

from .. import tables
from ..europe.arrival import FREE_FRENCH
from ..europe.world import joiners, stack_limits
from ..europe.world import restrictions as europe
from ..grounding import PRICES
from ..med import world as med
from ..title import META
from ..war import naval
from ..war import world as war
from ..weser.world import read_kinds
from ..winter.world import extreme, surcharges
from ..world import roster
from .state import ALLIED

SHEET = "1940"
"""The schedule of reinforcements (S1940/reinf)."""
VOLUNTEERS = ("Friuli", "FF2mtn")
"""The blocks that the surrender of Italy and of Vichy brings (16.84/a, 20.487)."""
BRITISH = ("BrANZinf", "BrHG1stat", "BrHG2stat")
"""British units that events bring (21.322, 20.47/b)."""
FRENCH_HOME = ("France", "Belgium")
ARMY_GROUPS = {
    "Rumania": ("country:Rumania",), "East Prussia": ("zone:Curzon Line North",), "West Poland": med.ARMY_GROUPS,
}  # fmt: skip
"""The army groups of June 1941 that the Axis must mass, by where (S1940A/vic)."""


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of the scenario does not change."""
    plan = tables.scenarios()[scenario]
    b = war.window(scenario, path)
    ground = war.ground_of(b)
    land, units = ground["land"], read_units(scenario)
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
            **med.lands(b, land, scenario),
            "repulse": naval.repulses(),
            "neutral bases": True,
            "doubled resources": (0,),
            "national HQs": ("britain", "france"),
            "air": med.airpower(plan),
            "extreme": extreme(),
            "roster": roster(scenario, units),
            "front class": tuple(front_class(unit.name) for unit in units),
            "desert roads": med.desert_roads(b, land),
            "massed": massed(),
            "desert fire": med.desert_fire(),
        },
    )  # fmt: skip


def plain(name: str) -> str:
    """A block's name whatever side it is on."""
    return name if name in tables.blocks() else name.removeprefix("Al").removeprefix("Ax")


def front_class(name: str) -> str:
    """How a block bears the fronts (2.8)."""
    return tables.blocks()[plain(name)].front_class


def read_units(scenario: str) -> tuple[fw.Unit, ...]:
    """The blocks of the order of battle, those that are to come, and the armies of the neutrals."""
    plan = tables.scenarios()[scenario]
    names = {stand.block for stand in tables.order_of_battle(scenario)} | set(BRITISH) | set(VOLUNTEERS)
    names |= {row.block for row in coming()}
    names |= {block.id for block in tables.blocks().values() if block.enters == "IX+1"}
    found = [_unit(block) for block in tables.blocks().values() if block.id in names]
    return (*found, *vichy(), *(unit._replace(motorized=False) for unit in joiners(plan["neutrals"]) if in_west(unit)))


def vichy() -> list[fw.Unit]:
    """Vichy's blocks, black and blue (20.484)."""
    rows = [block for block in tables.blocks().values() if block.nation == "vichy"]
    black = [_unit(block) for block in rows]
    return [*black, *(unit._replace(name=f"Al{unit.name}", power=ALLIED) for unit in black)]


def in_west(unit: fw.Unit) -> bool:
    """Is a neutral's block of the West: no Finn fights here?"""
    return unit.nation != "finland"


def coming() -> list[tables.Arrival]:
    """Axis and Allied reinforcements of the year (S1940/reinf)."""
    rows = [row for row in tables.reinforcements() if row.scenario == SHEET and row.power in ("axis", "allies")]
    return [row for row in rows if row.block in tables.blocks()]


def _unit(block: tables.Block) -> fw.Unit:
    unit = fw.Unit(
        block.id, block.name, war.SIDES[block.side], block.nation, fw.KINDS.index(block.kind), block.top, block.last,
        block.ss, block.nation == "italy", False, "", "", "", block.enters,
    )  # fmt: skip
    found = med.bound(unit)
    if block.id in VOLUNTEERS:
        italian = block.nation == "italy"
        return found._replace(restricted="Italy alone" if italian else "", home="italy" if italian else FREE_FRENCH)
    if found.restricted or block.nation not in ("france", "italy"):
        return found
    return found._replace(restricted=block.nation.capitalize())


def restrictions(b: Board, land: int) -> dict[str, int]:
    """Where restricted blocks keep to: the French to France, Belgium and the nations next to them (20.41), Italians to
    Greater Italy and the hexes next to it (20.23), neutrals to their homes (16.3), the rest as in the Med."""
    home = int(b.region["Greater Italy"]) | int(b.region["Italian Colonies"])
    greater = (home | step(home, b.around)) & land
    found = {
        name: greater if name.partition(":")[0] == "Italy" else where for name, where in europe(b, land).items()
    }  # fmt: skip
    return found | med.restrictions(b, land) | {med.GARRISON: found["garrisons"], "France": next_to_france(b, land)}


def next_to_france(b: Board, land: int) -> int:
    """France, Belgium, and the nations next to them (20.41); the Channel parts Britain from them."""
    home = 0
    for name in FRENCH_HOME:
        home |= int(b.region[name])
    near, found = step(home, b.around), home
    for row in tables.rows("nations"):
        other = int(b.region.get(row["region"], 0)) if row["nation"] != "Britain" else 0
        found |= other if other & near else 0
    return found & land


def massed() -> dict[str, tuple[int, int]]:
    """Units and steps of the army groups of June 1941 by where they stand (S1940A/vic)."""
    found = {}
    for where, zones in ARMY_GROUPS.items():
        east = [row for row in tables.order_of_battle("1941") if row.power == "axis" and row.front == "EAST"]
        rows = [row for row in east if row.place in zones]
        rows = [row for row in rows if fw.KINDS.index(tables.blocks()[row.block].kind) not in COMMANDERS]
        found[where] = (len(rows), sum(row.steps for row in rows))
    return found
