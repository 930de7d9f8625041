"""Where aircraft and paras do not go: the Med Front and the North from elsewhere (13.11/a, 14.21/a), areas (18.39)."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.invasion import INVADING
from grognard.titles.systems.front.state import BY_SEA
from grognard.titles.systems.front.world import SHQ

from .. import fronts
from ..fronts import MF, NF
from . import objectives
from .command import classes
from .state import Table

OF_THE_SOUTH = ("MF veteran", "MF resident")
"""The HQs that strike into the Med Front from another (21.393)."""


def foreign_skies(t: Table, hq: int) -> int:
    """Only HQs of the Med Front strike into it from another (13.11/a), but for a supreme one that leads a landing, and
    for whoever has won it (17.63)."""
    south = fronts.land_of(t, MF)
    if south >> t.p.at[hq] & 1 or objectives.med_front_victory(t, t.p.power[hq]):
        return 0
    leads = t.world.units[hq].kind == SHQ and t.p.role[hq] in INVADING
    return 0 if leads or classes(t.world)[hq].startswith(OF_THE_SOUTH) else south


def far_fronts(t: Table) -> int:
    """No para drops into Med or North but where friends land in the same phase (14.21/a); who has won the Med Front
    drops there as elsewhere (17.63)."""
    power = t.p.active
    south = 0 if objectives.med_front_victory(t, power) else fronts.land_of(t, MF)
    landed = from_iter(t.p.at[i] for i in blocks.on_map(t, power) if t.p.entry[i] == BY_SEA)
    return (south | fronts.land_of(t, NF)) & ~landed


def off_the_map(t: Table) -> int:
    """No para drops into an area (18.39)."""
    return int(t.world.areas)
