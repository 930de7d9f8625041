"""The production level (11.2, 11.3) and what steps and cadres cost (11.43)."""

from __future__ import annotations

from functools import cache

from grognard.board import Board
from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_by, cached_values

from . import beachheads, blocks, control, para, sea, sea_supply, supply
from .state import Table, month_number
from .world import COMMANDERS, HQ, PARA, SHQ, World

DOUBLED = 2
STEP, CADRE = 0, 1
"""The columns of the cost chart."""
COLUMNS = ("step", "cadre")
OVERSEAS = "overseas"
SURCHARGES = {OVERSEAS: "11.43/a", "bombing": "11.43/b", "ploesti": "11.43/c"}
DEARER = (*SURCHARGES.values(), "11.43/d")
"""What makes a step dearer than its chart, by the lines of the surcharge chart."""
"""The line of the surcharge chart that where an HQ stands decides."""


@cached_by(supply.joins)
def in_rail_sea(t: Table, power: int) -> int:
    """Hexes in Rail/Sea Supply that no enemy sea can cut, engaged ports with a lane among them (9.31/a)."""
    return supply.rail_sea(t, power) | t.title.besieged(t, power)


def city_points(t: Table, power: int, fed: int) -> int:
    """Major cities give their value when they are in Rail/Sea Supply, embattled or not (11.32, 1.41/b)."""
    return _points(t, power, "city", "pp", fed)


def resource_points(t: Table, power: int, fed: int) -> int:
    """Resource centers give theirs on the same terms, doubled for those who need them most (11.33, 1.5, 1.5/a)."""
    points = _points(t, power, "resource", "res", fed)
    doubled = power in t.world.extra.get("doubled resources", ())
    return points * DOUBLED if doubled else points


def _points(t: Table, power: int, kind: str, value: str, fed: int) -> int:
    values, places = _values(t.world.board, t.title.meta.id, kind, value)
    return _sum(values, places & t.p.held[power] & fed)


@cached_values(1024)
def _sum(values: tuple[tuple[int, int], ...], own: int) -> int:
    return sum(points for node, points in values if own >> node & 1)


@cache
def _values(b: Board, title: str, kind: str, value: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """The hexes of a kind of place that the title knows with the points of each, and all of these hexes."""
    found = tuple(
        (place.node, place.number(value)) for place in b.places
        if place.kind == kind and place.values.get("only", title) == title
    )  # fmt: skip
    return found, from_iter(node for node, _ in found)


def level(t: Table, power: int) -> int:
    """The production level (11.2, 9.31/a): basic, city and resource points, never below nothing."""
    fixed = t.title.fixed_level(t, power)
    if fixed is not None:
        return int(fixed)
    fed = in_rail_sea(t, power)
    points = int(t.title.basic_points(t, power)) + city_points(t, power, fed) + resource_points(t, power, fed)
    return max(0, points)


# Costs


def step_cost(t: Table, piece: int) -> int:
    """What a step costs, as the title has it."""
    return t.title.step_cost(t, piece)


def cadre_cost(t: Table, piece: int) -> int:
    """What a cadre costs, as the title has it."""
    return t.title.cadre_cost(t, piece)


def charted_step_cost(t: Table, piece: int) -> int:
    """What a step costs: the chart (11.43), an HQ's surcharges, double on beachhead supply (11.43/d)."""
    bridge = bridgehead(t, t.p.power[piece]) >> t.p.at[piece] & 1
    cost = _prices(t, STEP)[piece] // (DOUBLED if t.title.half_price(t, t.p.power[piece]) >> piece & 1 else 1)
    if t.world.units[piece].kind in COMMANDERS:
        cost += surcharge(t, piece, "step", overseas=not bridge and overseas(t, piece))
    return cost * DOUBLED if bridge else cost


def step_price(t: Table, piece: int) -> dict[str, int]:
    """What a step costs, by the rule that makes it so dear."""
    power = t.p.power[piece]
    price = {"11.43": _prices(t, STEP)[piece]}
    bridge = bridgehead(t, power) >> t.p.at[piece] & 1
    if surcharged(t) >> piece & 1:
        abroad = not bridge and overseas(t, piece)
        for what, points in _surcharges(t.world, sea.side(t, power), "step", t.p.month):
            if what != OVERSEAS or abroad:
                price[SURCHARGES[what]] = points
    if bridge:
        price["11.43/d"] = (DOUBLED - 1) * sum(price.values())
    return price


def charted_cadre_cost(t: Table, piece: int) -> int:
    """What a cadre costs (11.42); an HQ that starts anew is not overseas yet."""
    cost = _prices(t, CADRE)[piece]
    if t.world.units[piece].kind in COMMANDERS:
        cost += surcharge(t, piece, "cadre", overseas=False)
    return cost


def steps_within(t: Table, power: int, points: int) -> int:
    """A power's blocks whose step some points can pay.

    Only where an HQ stands and what supplies a block can make it dearer than all others of its kind; those are asked
    one by one.
    """
    anywhere, abroad = _extra(t, power, "step")
    found = _payable(t, STEP, points, anywhere)
    half = t.title.half_price(t, power)
    if half:
        found |= half & _payable(t, STEP, DOUBLED * points, anywhere)
    found &= blocks.owned(t, power)
    unsure = found & surcharged(t) & ~_payable(t, STEP, points - abroad, anywhere) if abroad else 0
    bridge = bridgehead(t, power)
    if bridge:
        unsure |= blocks.inside(t, power, bridge) & found
    for piece in members(unsure & blocks.of(t, power)) if unsure else ():
        if step_cost(t, piece) > points:
            found ^= 1 << piece
    return found


def cadres_within(t: Table, power: int, points: int) -> int:
    """A power's blocks whose cadre some points can pay."""
    return blocks.owned(t, power) & _payable(t, CADRE, points, _extra(t, power, "cadre")[0])


def _payable(t: Table, column: int, points: int, extra: int) -> int:
    """The blocks that some points can pay for by the chart, HQs with what they cost beyond it."""
    within = _within(t.world, column, para.are_grounded(t), extra)
    return within[min(points, len(within) - 1)] if points >= 0 else 0


def _extra(t: Table, power: int, column: str) -> tuple[int, int]:
    """What a power's HQs cost beyond the chart: anywhere, and overseas on top."""
    anywhere = abroad = 0
    for what, points in _surcharges(t.world, sea.side(t, power), column, t.p.month):
        if what == OVERSEAS:
            abroad += points
        else:
            anywhere += points
    return anywhere, abroad


def surcharged(t: Table) -> int:
    """The HQs that cost more than the chart says; a THQ does not (5.66/a)."""
    return _surcharged(t.world)


def _surcharged(w: World) -> int:
    """A THQ has no surcharge (5.66/a)."""
    return w.of_kind(HQ, SHQ)


def charted(t: Table, piece: int, column: int) -> int:
    """The chart's price of a step or a cadre of a block."""
    return _prices(t, column)[piece]


def _prices(t: Table, column: int) -> tuple[int, ...]:
    return _chart(t.world, column, para.are_grounded(t))


@cached_values(64)
def _chart(w: World, column: int, grounded: bool) -> tuple[int, ...]:
    """The chart's price of a step or a cadre of each block (11.43, 11.42); grounded paras have their own (14.7)."""
    prices = []
    for unit in w.units:
        if grounded and unit.kind == PARA and unit.nation == para.grounding_nation(w):
            prices.append(_other(w, "grounded German para cadre" if column == CADRE else "grounded German para step"))
        else:
            own = w.extra.get("prices", {}).get(unit.name)
            prices.append(own[column] if own else w.kinds[unit.kind].cost[unit.power][column])
    return tuple(prices)


@cached_values(256)
def _within(w: World, column: int, grounded: bool, extra: int) -> tuple[int, ...]:
    """By points, up to the dearest: the blocks whose price they can pay, HQs with something extra."""
    hqs = _surcharged(w)
    prices = [price + extra * (hqs >> i & 1) for i, price in enumerate(_chart(w, column, grounded))]
    return tuple(from_iter(i for i, price in enumerate(prices) if price <= n) for n in range(max(prices) + 1))


@cache
def _other(w: World, what: str) -> int:
    return next(int(row["pp"]) for row in w.charts["costs_other"] if row["what"] == what)


def beachhead_cost(t: Table) -> int:
    """What a stage of a beachhead costs (11.44)."""
    return _other(t.world, "beachhead prep to ready")


def surcharge(t: Table, piece: int, column: str, overseas: bool) -> int:
    """What an HQ costs beyond the chart: overseas (11.43/a), bombing (11.43/b), Ploesti (11.43/c); a THQ nothing."""
    if not surcharged(t) >> piece & 1:
        return 0
    anywhere, abroad = _extra(t, t.world.units[piece].power, column)
    return anywhere + abroad if overseas else anywhere


@cached_values(512)
def _surcharges(w: World, side: str, column: str, month: int) -> tuple[tuple[str, int], ...]:
    """The lines of the surcharge chart that may fall on a side's HQs in a month."""
    return tuple(
        (row["id"], int(row[column])) for row in w.charts["hq_surcharge"]
        if row[column].isdigit()
        and (row["id"] == OVERSEAS or (row["side"] == side and month >= month_number(row["from"])))
    )  # fmt: skip


def major_ports(t: Table, power: int) -> int:
    """A power's friendly major ports."""
    return control.friendly(t.p, power) & int(t.world.major_ports)


def overseas(t: Table, piece: int) -> bool:
    """Is an HQ in sea supply, and neither in nor next to a friendly major port (11.43/a)?"""
    p = t.p
    power, node = p.power[piece], p.at[piece]
    by_land = supply.supply_lines(t, power, supply.rail_lines(t, power, t.title.home_origin(t, power)))
    if by_land >> node & 1:
        return False
    near = 1 << node | step(1 << node, t.world.board.around)
    return not near & major_ports(t, power)


def bridgehead(t: Table, power: int) -> int:
    """The hexes that only beachheads supply (11.43/d)."""
    if not beachheads.working(t, power):
        return 0
    landed = sea_supply.landing_supply(t, power, secure=True)
    return landed & ~supply.supply_lines(t, power, supply.rail_sea(t, power)) if landed else 0


@cached_by(supply.joins)
def secure_lines(t: Table, power: int) -> int:
    """Where units have a supply line that no enemy can interdict (11.41, 15.52/c, 10.5/a)."""
    lines = supply.supply_lines(t, power, t.title.sources(t, power))
    lines |= sea_supply.landing_supply(t, power, secure=True)
    return lines
