"""Kept answers: by what a rule reads, until the next order, by plain values; all are dropped at once."""

from __future__ import annotations

import grognard
from grognard.engine.core.cache import cached_between_orders, cached_by, cached_values, drop_caches
from grognard.engine.core.table import Table

worked_out: list[str] = []


@cached_by(lambda t, power: (t.p.version_of(1 << power), power))
def by_units(t: Table, power: int) -> int:
    """A power's hexes."""
    worked_out.append("by_units")
    return int(t.p.occupied[power])


@cached_between_orders
def this_time(t: Table, power: int) -> int:
    worked_out.append("this_time")
    return int(t.p.occupied[power])


@cached_values(8)
def doubled(bits: int) -> int:
    worked_out.append("doubled")
    return bits << 1


def asked(t: Table) -> list[str]:
    """What had to be worked out to answer all three."""
    worked_out.clear()
    assert by_units(t, 0) == this_time(t, 0) == t.p.occupied[0] and doubled(3) == 6
    return worked_out[:]


def test_an_answer_is_kept_by_what_it_reads_and_dropped_with_all_others() -> None:
    """Red's answer outlives Blue's move and a copy, not Red's own move; another rule knocked out is another key."""
    drop_caches()
    t = grognard.new("tiny", seed=1).table
    t.still = {}
    assert asked(t) == ["by_units", "this_time", "doubled"] and asked(t) == []
    assert asked(t.copy()) == ["this_time"], "a copy stands where its twin does; it keeps nothing of an order"
    blue, red = (next(i for i, power in enumerate(t.p.power) if power == wanted) for wanted in (1, 0))
    t.p.put(blue, t.p.at[red])
    assert asked(t) == []
    t.p.put(red, t.p.at[blue])
    t.still = {}
    assert asked(t) == ["by_units", "this_time"]
    t.rules = t.rules.without("T2.2")
    assert asked(t) == ["by_units", "this_time"]
    drop_caches()
    assert asked(t) == ["by_units", "this_time", "doubled"]
