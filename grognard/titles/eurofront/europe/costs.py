"""What steps and cadres cost (11.7): the chart, the North's extreme prices, and all that makes an HQ dearer (11.73)."""

from __future__ import annotations

from functools import cache

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_by, cached_values
from grognard.titles.systems.front import blocks, control, economy, supply
from grognard.titles.systems.front.world import COMMANDERS, KINDS, PARA, THQ, World

from .. import fronts, tables
from ..fronts import EF, MF, NF, WF
from ..war import supply as war_supply
from . import nations, objectives, paras, purses
from .state import ALLIED, AXIS, SOVIET, Table

STEP, CADRE = 0, 1
MORE = (5, 10)
"""What a cause adds to an HQ's step and cadre (11.73)."""
ENGAGED = 2
"""How much more a step costs in an area with a battle (18.62)."""
UNBUILT = 99
"""The price of what is not built at extreme prices at all: cavalry and shock (11.7/e)."""
Prices = tuple[tuple[tuple[int, int], tuple[int, int]], ...]
SCANDINAVIANS = fronts.SCANDINAVIANS


REFORMS = ((20, 40), (15, 30), (10, 20))
"""What a Soviet HQ costs before the reforms of the Red Army, with them begun and completed (20.54)."""


def chart(t: Table) -> Prices:
    """The prices of the day: Soviet units cost as Allied ones before the Great Patriotic War (20.56, 11.7/b), Soviet
    HQs less with each reform (20.54)."""
    events = t.p.politics
    return _chart(t.world, "SG" in events, ("S1" in events) + ("S2" in events))


@cache
def _chart(w: World, patriotic: bool, reforms: int) -> Prices:
    """For each block its price at home and in the North (11.7, 11.7/d): step and cadre."""
    rows = {row["kind"]: row for row in tables.rows("kinds")}
    found = []
    for unit in w.units:
        plain = w.kinds[unit.kind].cost[ALLIED if unit.power == SOVIET and not patriotic else unit.power]
        if unit.power == SOVIET and unit.kind in COMMANDERS and unit.kind != THQ:
            plain = REFORMS[reforms]
        row = rows[KINDS[unit.kind]]
        extreme = (int(row["extreme_step"] or 0), int(row["extreme_cadre"] or 0))
        if unit.power == SOVIET and patriotic:
            extreme = (-(-extreme[0] // 2), -(-extreme[1] // 2))
        extreme = extreme if all(extreme) else (UNBUILT, UNBUILT)
        if unit.kind in COMMANDERS or unit.nation in SCANDINAVIANS:
            extreme = plain
        found.append((plain, extreme))
    return tuple(found)


def price(t: Table, piece: int, node: int, column: int) -> int:
    """What a step or a cadre costs in a place (11.71, 11.72): double in beachhead supply (15.63), more for HQs
    (11.73)."""
    w, power = t.world, t.p.power[piece]
    kind = w.units[piece].kind
    cost = halved(t, piece, chart(t)[piece][harsh(t, power) >> node & 1][column])
    if kind in COMMANDERS and kind != THQ:
        return (cost + surcharge(t, piece, node, column)) * (1 + (engaged_areas(t) >> node & 1))
    if column == STEP and economy.bridgehead(t, power) >> node & 1:
        cost *= 2
    cost *= 1 + far_south(t, node)
    return cost * ENGAGED if engaged_areas(t) >> node & 1 else cost


def far_south(t: Table, node: int) -> int:
    """Before the Med Front opens its prices are doubled (21.321, 11.71/a)."""
    return int(nations.is_neutral(t, "Italy") and bool(fronts.land_of(t, MF) >> node & 1))


def engaged_areas(t: Table) -> int:
    """The areas with a battle, where building costs twice as much (18.62, 11.71/a)."""
    return control.battles(t) & int(t.world.areas)


def halved(t: Table, piece: int, cost: int) -> int:
    """Grounded paras cost half (14.6)."""
    return cost // 2 if t.world.units[piece].kind == PARA and paras.walks(t, piece) else cost


def harsh(t: Table, power: int) -> int:
    """The land of extreme prices (11.7): the North, and the Med Front but for whoever has won it (17.63)."""
    north = fronts.land_of(t, NF)
    return north if objectives.med_front_victory(t, power) else north | fronts.land_of(t, MF)


def surcharge(t: Table, piece: int, node: int, column: int) -> int:
    """What makes an HQ dearer, a step or a cadre (11.73): the war, and the way of its supply."""
    power = t.p.power[piece]
    return (causes(t, power, node) + by_its_supply(t, power, node)) * MORE[column]


def causes(t: Table, power: int, node: int) -> int:
    """By how many fives the war makes an HQ dearer: bombing (11.734), oil (11.735, 11.736), the first winter
    (12.45/a)."""
    return bombed(t, power, node) + objectives.short_of_oil(t, power) + t.title.winter_prices(t, power, node)


def by_its_supply(t: Table, power: int, node: int) -> int:
    """By how many fives the way of its supply makes an HQ dearer: sea supply (11.731), roads and beachheads (11.732,
    11.733)."""
    beach = economy.bridgehead(t, power) >> node & 1
    return by_sea(t, power, node) + 2 * by_road(t, power, node) + 2 * beach


def bombed(t: Table, power: int, node: int) -> bool:
    """Since December 1943 Axis HQs in the West cost more (11.734)."""
    return power == AXIS and t.p.month >= 1943 * 12 + 11 and bool(fronts.land_of(t, WF) >> node & 1)


def by_road(t: Table, power: int, node: int) -> bool:
    """Does only a road lead to the place (11.732)?"""
    if economy.bridgehead(t, power) >> node & 1:
        return False
    roads = supply.supply_lines(t, power, war_supply.road_supply(t, power))
    return bool((roads & ~supply.supply_lines(t, power, supply.rail_sea(t, power))) >> node & 1)


def by_sea(t: Table, power: int, node: int) -> bool:
    """Is the place in Sea Supply, and neither in nor next to a friendly major port, nor a port of the Med (11.731)?
    A road that begins on such rails needs no ship (ruling E141)."""
    if economy.bridgehead(t, power) >> node & 1:
        return False
    rail = supply.rail_lines(t, power, t.title.home_origin(t, power))
    by_land = supply.supply_lines(t, power, rail | war_supply.roads_from(t, power, rail))
    if by_land >> node & 1:
        return False
    near = 1 << node | step(1 << node, t.world.board.around)
    harbour = bool(fronts.land_of(t, MF) >> node & 1) and node in t.world.ports
    return not near & economy.major_ports(t, power) and not harbour


@cached_by(lambda t, power: (t.p.at.tobytes(), supply.joins(t, power), paras.on_foot(t), chart(t)))
def step_prices(t: Table, power: int) -> tuple[tuple[int, int, int], ...]:
    """The blocks of a power on the map, as bits, with what a step of each costs and the purse that pays."""
    at, known = t.p.at, chart(t)
    odd = economy.bridgehead(t, power) | harsh(t, power) | engaged_areas(t)
    hqs = t.world.of_kind(*COMMANDERS, PARA)
    found = []
    for i in blocks.on_map(t, power):
        plain = not (hqs >> i | odd >> at[i]) & 1
        cost = known[i][0][STEP] if plain else price(t, i, at[i], STEP)
        found.append((1 << i, cost, purses.payer(t, i, at[i])))
    return tuple(found)


# Cadres: their price follows from the kind and the zone alone


def zones(t: Table) -> tuple[int, ...]:
    """The land where a cadre has one price and one purse: the East, the North, all the rest, and the Med Front where it
    has a purse of its own (21.373)."""
    east, north = fronts.land_of(t, EF), fronts.land_of(t, NF)
    rest = int(t.world.land) & ~east & ~north
    if not t.world.extra.get("med purses"):
        return east, north, rest
    med = fronts.land_of(t, MF)
    return east, north, rest & ~med, med


def cadres_within(t: Table, zone: int, points: int, extra: int) -> int:
    """The blocks whose cadre some points pay for in a zone, HQs with something extra."""
    table = _within(t.world, chart(t), zone in (1, purses.MED_ZONE), extra, paras.on_foot(t))
    return table[min(points, len(table) - 1)] if points >= 0 else 0


@cached_values(64)
def _within(w: World, prices_now: Prices, north: bool, extra: int, on_foot: int) -> tuple[int, ...]:
    prices = []
    for i, (unit, (plain, extreme)) in enumerate(zip(w.units, prices_now, strict=True)):
        more = extra if unit.kind in COMMANDERS and unit.kind != THQ else 0
        prices.append(((extreme if north else plain)[CADRE] + more) // (1 + (on_foot >> i & 1)))
    return tuple(from_iter(i for i, cost in enumerate(prices) if cost <= n) for n in range(max(prices) + 1))
