"""The whole of Europe: board, blocks and charts of the scenarios that play the war on all fronts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from grognard.board import Board
from grognard.board.area import step
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import AirMonth
from grognard.titles.systems.front.state import month_number, month_text

from .. import grounding, tables
from ..title import META
from ..war import naval
from ..war import world as war
from ..world import roster
from ..world import stack_limits as chart_limits
from .arrival import FREE_FRENCH
from .state import ALLIED, AXIS, SOVIET

SIDES = war.SIDES
ISLANDS = 2
"""Units of a side on Malta and Gibraltar (1.45/a)."""
RAIL_MOVE, HALVED_MOVE = 10, 5
DRIVEN = ("infantry", "amphibious")
DRIVERS, DRIVING_CORPS = frozenset(("britain", "usa", "canada")), ("FF", "Polinf")
"""The kinds and nations whose units have lorries enough to move three hexes (2.23, 2.31), and how the names begin of
those corps that they have equipped."""
DRIVEN_SPEED = 3
VOLUNTEERS = {"Rumania": "Ru1inf", "Hungary": "Hu1inf", "Bulgaria": "Bu1inf"}
"""The block that comes over to the Soviets when its nation surrenders (16.84/a)."""
OWN_WAR = "Ww"
"""The names of the Finns who fight the Winter War in a campaign begin with this (21.48)."""
RISING = ("Maquis", "Tito", "GrEdes", "NoRstat", "Friuli")
"""The blocks that come into being by revolt or surrender (16.84/a)."""


def volunteer(block: str) -> str:
    """The name of the Soviet block that an army becomes when it comes over (16.84/a)."""
    return f"Sv{block}"


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of a scenario does not change."""
    plan = tables.scenarios()[scenario]
    b = war.window(scenario, path)
    ground = war.ground_of(b)
    land, units = ground["land"], read_units(plan["ob"])
    return fw.World(
        **ground | {"stack_limits": stack_limits(b, land), "restricted": restrictions(b, land)},
        scenario=plan,
        kinds=read_kinds(),
        units=units,
        charts=charts(b),
        closed_to=(0, 0, 0),
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        extra={
            **war.charts_of(b, units, land, ground["ports"]),
            "air": airpower(),
            "words": META.powers,
            "doubled resources": (AXIS,),
            "national HQs": ("finland",),
            "repulse": repulses(),
            "islands": fortress_islands(b) & land,
            "neutral bases": True,
            "victory cities": tuple((b.node(c.hex), c.victory) for c in tables.cities() if c.victory),
            "roster": roster(plan["ob"], units),
        },
    )


def stack_limits(b: Board, land: int) -> tuple[tuple[int, int], ...]:
    """By the chart, but three at most in all the Med Front (1.37/b), and two on Malta and Gibraltar (1.45/a)."""
    med, found = int(b.region["Med Front"]) & land, chart_limits(war.terrain_of(b, land))
    return (3, med), *found, (ISLANDS, fortress_islands(b) & land)


def fortress_islands(b: Board) -> int:
    """Malta and Gibraltar."""
    return int(b.area("Malta", "Gibraltar"))


# Blocks


def read_units(ob: str) -> tuple[fw.Unit, ...]:
    """The blocks of an order of battle and those that are to come, rise or change sides."""
    names = {stand.block for stand in tables.order_of_battle(ob)} | set(RISING)
    names |= {row.block for row in tables.schedule(sheet(ob)) if not row.block.startswith("BH:")}
    names |= set(tables.scenarios()[ob].get("eliminated", ()))
    blocks, awaited = tables.blocks(), tables.scenarios()[ob].get("awaits", ())
    names |= {block.id for block in blocks.values() if block.enters in awaited}
    found = [_unit(block, SIDES[block.side]) for block in blocks.values() if block.id in names]
    found += joiners(tables.scenarios()[ob]["neutrals"])
    found += [
        _unit(blocks[name], SOVIET)._replace(name=volunteer(name), restricted=nation, enters="surrender")
        for nation, name in VOLUNTEERS.items() if name in names or nation in tables.scenarios()[ob]["neutrals"]
    ]  # fmt: skip
    return (*found, *spaniards())


def spaniards() -> list[fw.Unit]:
    """The volunteers of the cities of Spain, each raised in its own (17.7)."""
    found = []
    for row in tables.rows("volunteers"):
        unit = _unit(tables.blocks()[row["like"]], SIDES[row["side"]])
        found.append(unit._replace(
            name=row["block"], title=row["name"], restricted="Spanish volunteers", enters="revolt",
            home=f"volunteers of {row['city']}",
        ))  # fmt: skip
    return found


def joiners(neutrals: Iterable[str]) -> list[fw.Unit]:
    """The armies of the neutrals, one block for each side that they may join (16.3, 3.21/b), the Finns of the Allies
    (DE.FI), and the rebels of the Mid East."""
    found = []
    for block in tables.blocks().values():
        nation = block.nation.capitalize()
        if nation in neutrals and block.enters in ("belligerence", "IX", "armistice"):
            found += [_joiner(block, power) for power in (AXIS, ALLIED)]
        elif nation == "Finland":
            found.append(_joiner(block, ALLIED))
        elif block.enters == "ME/MR":
            found.append(_unit(block, AXIS))
    return found


def _joiner(block: tables.Block, power: int) -> fw.Unit:
    own = SIDES[block.side] == power
    name = block.id if own else f"{'Ax' if power == AXIS else 'Al'}{block.id}"
    resident = block.front_class == "MF resident"
    return _unit(block, power)._replace(
        name=name, restricted="Med Front" if resident else block.nation.capitalize(), enters="belligerence",
        home="MF" if resident else block.nation,
    )  # fmt: skip


def sheet(ob: str) -> str:
    """The scenario whose schedule an order of battle has: 1944H has that of 1944."""
    return ob.rstrip("H")


def drives(block: tables.Block) -> bool:
    """British and US infantry and amphibious units have lorries (20.35), with the Polish and Free French corps of later
    years; the armies of France and Poland have none, nor have French converts (ruling E584)."""
    return block.kind in DRIVEN and (block.nation in DRIVERS or block.id.startswith(DRIVING_CORPS))


def _unit(block: tables.Block, power: int) -> fw.Unit:
    lorries = drives(block) and power == ALLIED
    beachhead = block.id.removesuffix("amph") + "BH" if block.kind == "amphibious" else ""
    return fw.Unit(
        block.id, block.name, power, block.nation, fw.KINDS.index(block.kind), block.top, block.last, block.ss,
        block.nation == "italy" and power == AXIS, lorries, home_of(block), bound_to(block), beachhead, block.enters,
    )  # fmt: skip


def home_of(block: tables.Block) -> str:
    """Whose cities a block arrives in (11.81): its nation's, or for the Med and North Fronts their own places."""
    if block.front_class == "MF resident":
        return "MF"
    if block.id.startswith("FF"):
        return FREE_FRENCH
    return "NF" if block.nation == "germany" and block.front_class == "NF veteran" else block.nation


def bound_to(block: tables.Block) -> str:
    """The area that a block is restricted to (16.3, 20.82/b, 21.31): minors to their homes, garrisons to theirs."""
    if block.side == "axis" and block.nation in ("rumania", "hungary", "bulgaria", "finland", "italy"):
        return block.nation.capitalize() if block.front_class != "MF resident" else "Med Front"
    if block.enters in ("surrender", "revolt"):
        return f"{block.nation.capitalize()} alone"
    if block.front_class == "NF expedition":
        return "expeditions"
    if block.front_class == "garrison":
        return "garrisons"
    return "Med Front" if block.front_class == "MF resident" else ""


SMALL = (
    "Portugal", "Sweden", "Turkey", "Switzerland", "Belgium", "Holland", "Denmark", "Norway", "Greece", "Yugoslavia",
)  # fmt: skip
"""The neutrals that have no land beside their own."""


def restrictions(b: Board, land: int) -> dict[str, int]:
    """The areas of restricted blocks: a nation within its larger borders and the hexes next to it (16.3), British
    brigades and garrisons in theirs (20.31, 21.315)."""
    homes = {
        "Rumania": b.region["Rumania"] | b.region["Transylvania"] | b.region["Bessarabia"],
        "Hungary": b.region["Hungary"] | b.region["Transylvania"],
        "Bulgaria": b.region["Bulgaria"],
        "Finland": b.region["Finland"] | b.region["Greater Finland"],
    }
    homes |= {name: b.region[name] for name in SMALL}
    homes["Spain"] = b.region["Spain"] | b.region["Spanish Morocco"]
    homes |= {"Italy": b.region["Greater Italy"], "Italy alone": b.region["Italy"]}
    found = {name: (home | step(home, b.around)) & land for name, home in homes.items()}
    found |= {f"{nation} alone": b.region[nation] & land for nation in ("France", "Greece", "Norway", "Yugoslavia")}
    found["Spanish volunteers"] = found["Spain"]
    found["expeditions"] = (b.region["Britain"] | b.region["North Front"]) & land
    found["garrisons"] = (b.region["Britain"] | b.region["Malta"] | b.region["Gibraltar"]) & land
    return found | {"Med Front": b.region["Med Front"] & land}


def read_kinds() -> tuple[fw.Kind, ...]:
    """The kinds of blocks; those with lorries move three hexes (2.23, 2.31)."""
    kinds = fw.read_kinds(tables.DATA / "kinds.csv", META.powers, speed_motorized="speed_dry")
    return tuple(kind._replace(motorized=DRIVEN_SPEED) if kind.name in DRIVEN else kind for kind in kinds)


# Charts


def charts(b: Board) -> dict[str, fw.Chart]:
    """The tables that the Front system reads, as EuroFront has them."""
    return {
        "seas": sea_rows(b),
        "basin_control": tables.rows("basin_control"),
        "interdiction": naval.interdiction(),
        "invasion_range": naval.invasion_range(),
        "hq_surcharge": (),
        "costs_other": (
            {"what": "beachhead prep to ready", "pp": "20"}, *grounding.PRICES,
        ),
        "airpower": (),
    }  # fmt: skip


def sea_rows(b: Board) -> fw.Chart:
    """The seas with their values, basins and naval bases (15.1)."""
    rows = []
    for sea in b.seas.values():
        base = next(iter(sea.bases), "")
        always = "allied" if sea.name in OCEANS else ""
        rows.append({
            "sea": sea.name, "basin": sea.basin, "interdiction": str(sea.value or 0), "always": always, "base": base,
            "source": "15.1",
        })  # fmt: skip
    return tuple(rows)


OCEANS = ("Atlantic Ocean", "Arctic Ocean")
"""The seas without a naval base, which are always Allied (15.1, ruling E161)."""


def repulses() -> dict[tuple[str, str], int]:
    """The numbers that repulse assaults over rivers, by sea and by air, and drops on a fortress (7.6/a)."""
    rows = {(r["assault"], r["unit"], r["condition"]): int(r["repulse_to"]) for r in tables.rows("repulse")}
    return naval.repulses() | {("air", "fortress"): rows["air", "any", "fortress"]}


def airpower() -> dict[int, AirMonth]:
    """Fire, ranges and rail moves by month from the table of seasons (13.23/a, 13.31, 13.32)."""
    found = {}
    for row in tables.rows("airpower"):
        begin = month_number(f"19{row['season'][1:]}-{'06' if row['season'][0] == 'S' else '12'}")
        long, supreme = row["extended_range"] == "1", row["air_supremacy"] == "1"
        fire = tuple(fw.HITS_FROM[row[name]] for name in ("axis_ef", "allies", "soviets"))
        for month in range(begin, begin + 6):
            found[month] = AirMonth(
                fire, (1, 1 + long, 1), (2, 2 + long, 2), (RAIL_MOVE,) * 3, int(supreme) << AXIS,
            )  # fmt: skip
    return found


def axis_fire_in_the_west(month: int) -> int:
    """The Axis air firepower against the Allies (13.23)."""
    year, number = divmod(month, 12)
    season = f"S{year % 100}" if 5 <= number <= 10 else f"W{(year if number == 11 else year - 1) % 100}"
    row = next((r for r in tables.rows("airpower") if r["season"] == season), None)
    return fw.HITS_FROM[row["axis_wf"]] if row else fw.HITS_FROM["none"]


def season_of(month: int) -> str:
    """The month in which the season of a month begins (4.1).

    >>> season_of(month_number("1945-02"))
    '1944-12'
    """
    year, number = divmod(month, 12)
    if 5 <= number <= 10:
        return month_text(year * 12 + 5)
    return month_text((year if number == 11 else year - 1) * 12 + 11)


def basic_production(month: int) -> dict[str, int]:
    """Basic production of the season, which changes at its break (11.31, 3.31)."""
    begin: Any = season_of(month)
    row = next(r for r in reversed(tables.rows("production_basic")) if r["from"] <= begin)
    return {side: int(row[side]) for side in SIDES}
