"""Leaders with limits of their own (28.05): Rommel, who leads no more than 32 defense factors and no SS."""

from __future__ import annotations

from .state import Table, date, figures, ground_in
from .world import MONTHS

NAME, MOST, FREE = "Rommel", 32, "1943-04"
"""The leader, the printed defense factors that he leads in a phase, and when he leads all (28.05/R1)."""


def bound(t: Table, leader: int) -> bool:
    """Is this a leader whose influence is limited now (28.05/R1)?"""
    year, month, _ = date(t).split()
    now = f"{year}-{MONTHS.index(month) + 1:02}"
    return t.options.get("leader_levels") == "on" and t.world.units[leader].name == NAME and now < FREE


def factors(t: Table, pieces: tuple[int, ...]) -> int:
    """Printed defense factors."""
    return sum(figures(t, i)[1] for i in pieces if t.world.units[i].ground)


def no_ss(t: Table, leader: int, pieces: tuple[int, ...]) -> bool:
    """Rommel lends no bonus to SS units (28.05/R2)."""
    return not (bound(t, leader) and any(t.world.units[i].waffen_ss for i in pieces))


def few_enough(t: Table, leader: int, pieces: tuple[int, ...]) -> bool:
    """Rommel lends his bonus to no more than 32 printed defense factors at once (28.05/R1)."""
    return not bound(t, leader) or factors(t, pieces) <= MOST


def leads(t: Table, leader: int, pieces: tuple[int, ...]) -> bool:
    """May a leader use his bonus with these units?"""
    return few_enough(t, leader, pieces) and no_ss(t, leader, pieces)


def held_by(t: Table, leader: int, piece: int) -> bool:
    """Does a leader hold this unit of his hex: with Rommel those of 32 factors, the strongest first (28.05/R1)?"""
    if not bound(t, leader) or not t.world.units[piece].ground:
        return True
    stack = [i for i in ground_in(t, t.p.at[piece], t.p.power[piece]) if no_ss(t, leader, (i,))]
    kept: tuple[int, ...] = ()
    for one in sorted(stack, key=lambda i: (-figures(t, i)[1], i)):
        if factors(t, (*kept, one)) <= MOST:
            kept = (*kept, one)
    return piece in kept


def second_attack(t: Table, leader: int, piece: int, chosen: tuple[int, ...]) -> bool:
    """Rommel enables no more than 32 defense factors to attack after exploitation (28.05/R3)."""
    if not bound(t, leader):
        return True
    here = t.p.at[leader]
    done = tuple(i for i in ground_in(t, here, t.p.power[leader]) if t.p.attacked >> i & 1 or i in chosen)
    return factors(t, tuple({*done, piece})) <= MOST and no_ss(t, leader, (piece,))
