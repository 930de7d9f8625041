"""The board, blocks and charts of 1941 and 1942: Europe with a Med Front that is still to be won."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from grognard.board import Board
from grognard.titles.systems.front import world as fw

from .. import tables
from ..europe import world as europe
from ..med.world import desert_fire, desert_roads
from ..state import AXIS

AFRIKA, VETERAN, RESIDENT = "Afrika", "MF veteran", "MF resident"
RELEASED = ("Ru3inf", "Ru4inf", "Hu2inf", "It8inf")
"""The armies of satellites that events set free (17.3)."""
FREE_FRENCH, IN_AFRICA = "FF2mtn", "FF"


def leash(block: str) -> str:
    """The word for where an army keeps to until it is released (17.3)."""
    return f"leash of {block}"


@cache
def world(scenario: str, path: str = "") -> fw.World:
    """Everything that a game of a scenario does not change."""
    w = europe.world(scenario, path)
    units = tuple(_unit(unit) for unit in w.units)
    limits = dict(w.restricted)
    limits |= {leash(unit.name): limits[unit.nation.capitalize()] for unit in units if unit.name in RELEASED}
    limits["Vichy"] = int(w.board.region["Vichy"] | w.board.region["French Colonies"]) & int(w.land)
    return replace(
        w,
        units=units,
        restricted=limits,
        extra={
            **w.extra,
            **lands(w.board, int(w.land)),
            "med purses": True,
            "front class": tuple(
                tables.blocks()[plain(unit)].front_class if plain(unit) in tables.blocks() else "" for unit in units
            ),
            "desert roads": desert_roads(w.board, int(w.land)),
            "desert fire": desert_fire(),
        },
    )


def _unit(unit: fw.Unit) -> fw.Unit:
    """A block with its leash (17.3) and its arrival places in Africa (21.374, 20.487)."""
    row = tables.blocks().get(unit.name)
    if unit.nation == "vichy":
        return unit._replace(
            restricted="Med Front" if tables.blocks()[plain(unit)].front_class == RESIDENT else "Vichy"
        )
    if unit.name in RELEASED and unit.power == AXIS:
        return unit._replace(restricted=leash(unit.name))
    if unit.name == FREE_FRENCH:
        return unit._replace(home=IN_AFRICA)
    if row and row.nation == "germany" and row.front_class.startswith(VETERAN):
        return unit._replace(home=AFRIKA)
    return unit


def plain(unit: fw.Unit) -> str:
    """A block's name whatever side it is on."""
    return unit.name.removeprefix("Al").removeprefix("Ax")


def lands(b: Board, land: int) -> dict[str, int]:
    """The lands that the rules of the Med Front name (21.3)."""
    med, areas = int(b.region["Med Front"]) & land, fw.read_areas(b)[0]
    return {
        "Desert Zone": med & ~areas,
        "Southern Zone": med & areas,
        "Egypt": int(b.region["Egypt"]) & land,
        "Vichy land": int(b.region["Vichy"] | b.region["French Colonies"]) & land,
    }
