"""Ways over the map, from a terrain chart alone: what so many movement points reach, and the cheapest way back."""

from __future__ import annotations

from itertools import accumulate
from operator import or_

from grognard.board.area import Exits, step
from grognard.board.reach import Costs
from grognard.engine.core.cache import cached_values

Spent = tuple[tuple[int, ...], tuple[int, ...]]


@cached_values(1024)
def spent_by(chart: Costs, start: int, allowance: int, free: int, zone: int, leaves_zone: bool) -> Spent:
    """Hexes by the points spent to reach them, zones at no extra (6.11): where one may go on, where zones end it."""
    spent, stops = [0] * (allowance + 1), [0] * (allowance + 1)
    spent[0] = start
    todo, ends = free & ~zone & ~start, free & zone & ~start
    for now, area in enumerate(spent):
        if now:
            if ends:
                stops[now] = ended = area & ends
                ends ^= ended
            area &= todo
            todo ^= area
            spent[now] = area
        for (a, b, c), (m0, m1, m2, m3, m4, m5), leaving, table in chart.classes if area and now < allowance else ():
            some = area & leaving
            if not some:
                continue
            some = (
                (some & m0) << a | (some & m1) << b | (some & m2) << c
                | (some & m3) >> a | (some & m4) >> b | (some & m5) >> c
            )  # fmt: skip
            if leaves_zone and not now:
                some &= todo
            for cost, where in table:
                if now + cost <= allowance:
                    spent[now + cost] |= some & where
    return tuple(spent), tuple(stops)


def passed_to(spent: tuple[int, ...], node: int, ways: Exits) -> int:
    """Hexes that may lie on the way to a hex, by the number of hexes from there."""
    near, bits = 1 << node, 0
    for within in reversed([*accumulate(spent[1:-1], or_)]):
        near = step(near, ways) & within
        bits |= near
    return bits


def stops_at(stops: tuple[int, ...], node: int) -> bool:
    return any(area >> node & 1 for area in stops)


def before(chart: Costs, spent: tuple[int, ...], node: int, at: int, not_start: bool) -> tuple[int, int]:
    """The hex before a hex on a cheapest way, and the points spent there."""
    for price, near in chart.approaches(node):
        if price <= at - not_start and spent[at - price] >> near & 1:
            return near, at - price
    raise ValueError(f"no way leads to {node}")


def step_price(chart: Costs, here: int, there: int) -> int:
    """The points of one step, or 0 where there is none."""
    for price, near in chart.approaches(there):
        if near == here:
            return price
    return 0
