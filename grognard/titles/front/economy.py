"""The production level (11.2, 11.3) and what steps and cadres cost (11.43)."""

from __future__ import annotations

from typing import Any

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.rules import rule

from . import control, para, sea, sea_supply, supply
from .state import month_number
from .world import COMMANDERS, PARA, THQ

DOUBLED = 2


def in_rail_sea(t: Any, power: int) -> int:
    """Hexes in Rail/Sea Supply that no enemy sea can cut, engaged ports with a lane among them (9.31/a)."""
    return supply.rail_sea(t, power) | sea_supply.besieged(t, power)


def city_points(t: Any, power: int, fed: int) -> int:
    """Major cities give their value when they are in Rail/Sea Supply, embattled or not (11.32)."""
    return _points(t, power, "city", "pp", fed) if t.rules.on("11.32") and t.rules.on("1.41/b") else 0


def resource_points(t: Any, power: int, fed: int) -> int:
    """Resource centers give theirs on the same terms, doubled for the Axis (11.33)."""
    points = _points(t, power, "resource", "res", fed) if t.rules.on("1.5") else 0
    doubled = sea.side(t, power) == "axis" and t.rules.on("11.33") and t.rules.on("1.5/a")
    return points * DOUBLED if doubled else points


def _points(t: Any, power: int, kind: str, value: str, fed: int) -> int:
    own = t.p.held[power] & fed
    title = t.title.meta.id
    return sum(
        place.number(value) for place in t.world.board.places
        if place.kind == kind and own >> place.node & 1 and place.values.get("only", title) == title
    )  # fmt: skip


def level(t: Any, power: int) -> int:
    """The production level (11.2): basic, city and resource points, never below nothing."""
    if not t.rules.on("11.2"):
        return 0
    fixed = t.title.fixed_level(t, power)
    if fixed is not None:
        return int(fixed)
    fed = in_rail_sea(t, power) if t.rules.on("9.31/a") else -1
    points = int(t.title.basic_points(t, power)) + city_points(t, power, fed) + resource_points(t, power, fed)
    return max(0, points)


# Costs


def step_cost(t: Any, piece: int) -> int:
    """What a step costs: the chart (11.43), an HQ's surcharges, double on beachhead supply (11.43/d)."""
    bridge = on_beachhead_supply(t, piece)
    cost = _chart(t, piece, 0)
    if t.world.units[piece].kind in COMMANDERS:
        cost += surcharge(t, piece, "step", overseas=not bridge and overseas(t, piece))
    return cost * DOUBLED if bridge else cost


def cadre_cost(t: Any, piece: int) -> int:
    """What a cadre costs (11.42); an HQ that starts anew is not overseas yet."""
    cost = _chart(t, piece, 1)
    if t.world.units[piece].kind in COMMANDERS:
        cost += surcharge(t, piece, "cadre", overseas=False)
    return cost


def _chart(t: Any, piece: int, column: int) -> int:
    unit = t.world.units[piece]
    if not t.rules.on("11.43") or (column and not t.rules.on("11.42")):
        return 1
    if unit.kind == PARA and para.grounded(t, piece):
        return _other(t, "grounded German para cadre" if column else "grounded German para step")
    costs = t.world.kinds[unit.kind].cost
    return int(costs[min(unit.power, len(costs) - 1)][column])


def _other(t: Any, what: str) -> int:
    return next(int(row["pp"]) for row in t.world.charts["costs_other"] if row["what"] == what)


def beachhead_cost(t: Any) -> int:
    """What a stage of a beachhead costs (11.44)."""
    return _other(t, "beachhead prep to ready")


def surcharge(t: Any, piece: int, column: str, overseas: bool) -> int:
    """What an HQ costs beyond the chart: overseas (11.43/a), bombing (11.43/b), Ploesti (11.43/c); a THQ nothing."""
    unit = t.world.units[piece]
    if unit.kind == THQ and t.rules.on("5.66/a"):
        return 0
    extra = 0
    for row in t.world.charts["hq_surcharge"]:
        if not row[column].isdigit() or not all(t.rules.on(number) for number in row["source"].split("|")):
            continue
        if row["id"] == "overseas":
            extra += int(row[column]) if overseas else 0
        elif row["side"] == sea.side(t, unit.power) and t.p.month >= month_number(row["from"]):
            extra += int(row[column]) if t.title.in_force(t, row["id"]) else 0
    return extra


def major_ports(t: Any, power: int) -> int:
    """A power's friendly major ports."""
    return control.friendly(t.p, power) & from_iter(node for node, port in t.world.ports.items() if port.major)


@rule("11.43/a", off=lambda t, piece: False)
def overseas(t: Any, piece: int) -> bool:
    """Is an HQ in sea supply, and neither in nor next to a friendly major port (11.43/a)?"""
    p = t.p
    power, node = p.power[piece], p.at[piece]
    by_land = supply.supply_lines(t, power, supply.rail_lines(t, power, t.title.home_origin(t, power)))
    if by_land >> node & 1:
        return False
    near = 1 << node | step(1 << node, t.world.board.around)
    return not near & major_ports(t, power)


@rule("11.43/d", off=lambda t, piece: False)
def on_beachhead_supply(t: Any, piece: int) -> bool:
    """Does only a beachhead supply the unit (11.43/d)?"""
    p = t.p
    power, node = p.power[piece], p.at[piece]
    if supply.supply_lines(t, power, supply.rail_sea(t, power)) >> node & 1:
        return False
    return bool(sea_supply.landing_supply(t, power, secure=True) >> node & 1)


def secure_lines(t: Any, power: int) -> int:
    """Where units have a supply line that no enemy can interdict (11.41)."""
    lines = supply.supply_lines(t, power, supply.rail_sea(t, power))
    if t.rules.on("15.52/c"):
        lines |= sea_supply.landing_supply(t, power, secure=True)
    return lines if t.rules.on("10.5/a") else lines | int(t.world.fortresses)
