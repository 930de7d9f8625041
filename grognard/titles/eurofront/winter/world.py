"""The board window, blocks and charts of the Winter War (S1939A)."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board import Board
from grognard.board.hexset import from_iter
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import AirMonth
from grognard.titles.systems.front.state import month_number

from .. import tables
from ..fronts import MANNERHEIM_LINE
from ..state import SOVIET
from ..title import META
from ..war import world as war
from ..world import read_units, roster

PURGED = (20, 40)
"""What a step and a cadre of a Soviet HQ cost before the reforms (20.54/a)."""
RAIL_MOVE = 10


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of the scenario does not change."""
    plan = tables.scenarios()[scenario]
    b = war.window(scenario, path)
    ground = war.ground_of(b)
    units = read_units(scenario, war.SIDES)
    return fw.World(
        **ground,
        scenario=plan,
        kinds=read_kinds(),
        units=units,
        charts={
            "hq_surcharge": surcharges(), "costs_other": (), "basin_control": (), "airpower": (), "seas": war.seas(b),
            "interdiction": war.at_parity("interdiction"), "invasion_range": war.at_parity("invasion_range"),
        },
        closed_to=(0,) * len(META.powers),
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        extra={
            **war.charts_of(b, units, ground["land"], ground["ports"]),
            **lands(b, ground["land"]),
            "air": dict.fromkeys(range(*months(plan)), airpower()),
            "prices": {unit.name: PURGED for unit in units if unit.power == SOVIET and unit.kind in (fw.HQ, fw.SHQ)},
            "extreme": extreme(),
            "roster": roster(scenario, units),
            "front class": tuple(tables.blocks()[unit.name].front_class for unit in units),
        },
    )  # fmt: skip


def months(plan: dict[str, Any]) -> tuple[int, int]:
    """The first month, and the one after the last."""
    first, last = (month_number(month) for month in plan["months"])
    return first, last + 1


def read_kinds() -> tuple[fw.Kind, ...]:
    """The kinds of blocks; the Soviets pay Allied prices before the Great Patriotic War (20.53), and their mech is
    armor here: it makes no Sea Assault (21.481/b)."""
    found = []
    for kind in fw.read_kinds(tables.DATA / "kinds.csv", ("axis", "allied", "allied"), speed_motorized="speed_dry"):
        found.append(kind._replace(may_sea_assault=kind.may_sea_assault and kind.name != "mech"))
    return tuple(found)


def surcharges() -> fw.Chart:
    """HQs in Sea Supply cost more (11.731)."""
    row = next(row for row in tables.rows("hq_surcharge") if row["id"] == "sea supply")
    return ({"id": "overseas", "side": "", "from": "1939-09", "step": row["step"], "cadre": row["cadre"]},)


def airpower() -> AirMonth:
    """Finnish aircraft hit on SF, Soviet ones on DF (21.481/b, S1939A)."""
    fire = (fw.HITS_FROM["SF"], fw.HITS_FROM["none"], fw.HITS_FROM["DF"])
    return AirMonth(fire, (1, 1, 1), (2, 2, 2), (RAIL_MOVE,) * len(META.powers), 0)


def extreme() -> dict[int, tuple[int, int]]:
    """Extreme Costs by kind (11.7/e)."""
    rows = {row["kind"]: row for row in tables.rows("kinds")}
    return {
        number: (int(rows[name]["extreme_step"]), int(rows[name]["extreme_cadre"]))
        for number, name in enumerate(fw.KINDS) if rows.get(name, {}).get("extreme_step")
    }  # fmt: skip


def lands(b: Board, land: int) -> dict[str, Any]:
    """Whose land is whose, and what the rules of the Winter War name (21.48)."""
    finland, soviet = int(b.region["1939A Axis"]), int(b.region["1939A Soviets"])
    cities = [place for place in b.places if place.kind == "city" and place.values.get("only", META.id) == META.id]
    return {
        "home": (finland, 0, soviet),
        "neutral": land & ~finland & ~soviet,
        "Finland": finland,
        "Greater Finland": int(b.region["Greater Finland"]),
        "North Front": int(b.region["North Front"]),
        "Mannerheim Line": b.area(*MANNERHEIM_LINE),
        "Helsinki": b.node("Helsinki"),
        "Petsamo": b.node("Petsamo"),
        "Berlin": b.node("Berlin"),
        "home cities": from_iter(place.node for place in cities if place.grade in ("major", "minor")) & soviet,
        "major cities": from_iter(place.node for place in cities if place.grade == "major"),
    }
