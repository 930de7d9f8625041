"""The Weser turn (21.493): for one player-turn the Axis rules the Northern Seaway; when that is, the scenario says."""

from __future__ import annotations

from grognard.titles.systems.front.world import INFANTRY, MOUNTAIN

from ..state import AXIS, Table
from . import naval


def own_waters(t: Table, power: int, now: bool) -> int:
    """In the Weser turn Axis landings cross two seas of the Northern Seaway, or four (21.493)."""
    return naval.northern_seas(t.world) if power == AXIS and now else 0


def as_amphibious(t: Table, piece: int, now: bool) -> bool:
    """In the Weser turn German infantry and mountain units of the North land as amphibious ones (21.493)."""
    unit, northern = t.world.units[piece], t.world.extra["front class"][piece].startswith("NF")
    german = t.p.power[piece] == AXIS and unit.nation == "germany"
    return german and northern and unit.kind in (INFANTRY, MOUNTAIN) and now


def rules_the_north(t: Table, piece: int, now: bool) -> bool:
    """Is a unit repulsed as that of a side that rules the waves: in the Weser turn an Axis one (21.493)?"""
    return t.p.power[piece] == AXIS and now
