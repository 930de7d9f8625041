"""What steps and cadres cost in scenarios with one purse a side (11.7): the chart, Extreme Costs, HQs far from rail."""

from __future__ import annotations

from grognard.titles.systems.front import control, economy, supply
from grognard.titles.systems.front.economy import CADRE, STEP
from grognard.titles.systems.front.world import COMMANDERS, HQ, SHQ

from .. import fronts
from ..fronts import MF, NF
from ..state import Table

ENGAGED = 2
"""How much more a step costs an engaged unit in an area (18.62)."""
ROAD = 10
"""What Road Supply adds to the step of an HQ (11.732)."""


def step_cost(t: Table, piece: int) -> int:
    """The chart's price, Extreme in the North Front (21.462), more in Road Supply (11.732), double for an engaged unit
    in an area (18.62)."""
    if needs_road(t, piece):
        cost = economy.charted(t, piece, STEP) + ROAD
    elif extreme(t, piece, t.p.at[piece]):
        cost = int(t.world.extra["extreme"][t.world.units[piece].kind][STEP])
    elif in_a_med_port(t, piece):
        cost = economy.charted(t, piece, STEP)
    else:
        cost = economy.charted_step_cost(t, piece)
    engaged = control.battles(t) & t.world.areas
    return cost * ENGAGED if engaged >> t.p.at[piece] & 1 else cost


def cadre_price(t: Table, piece: int, node: int) -> int:
    """What a cadre costs in a place: Extreme in the North Front (21.462, 11.7/e)."""
    if extreme(t, piece, node):
        return int(t.world.extra["extreme"][t.world.units[piece].kind][CADRE])
    return economy.cadre_cost(t, piece)


def extreme(t: Table, piece: int, node: int) -> bool:
    """Are Extreme Costs paid for a block: in North and Med, but for Scandinavians and HQs (21.462, 21.373, 11.7/e)?"""
    unit = t.world.units[piece]
    if unit.nation in fronts.SCANDINAVIANS or unit.kind in COMMANDERS:
        return False
    return bool((fronts.land_of(t, NF) | fronts.land_of(t, MF)) >> node & 1)


def in_a_med_port(t: Table, piece: int) -> bool:
    """Does an HQ stand in a port of the Med Front, where ships do not make it dearer (11.731)?"""
    node = t.p.at[piece]
    return node in t.world.ports and bool(fronts.land_of(t, MF) >> node & 1)


def needs_road(t: Table, piece: int) -> bool:
    """Is an HQ in Road Supply alone (11.732)? A THQ never costs more."""
    if t.world.units[piece].kind not in (HQ, SHQ):
        return False
    power, node = t.p.power[piece], t.p.at[piece]
    return not supply.supply_lines(t, power, supply.rail_sea(t, power)) >> node & 1
