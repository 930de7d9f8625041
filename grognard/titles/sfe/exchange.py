"""Exact losses (10.02): the owner pays the smallest sum of factors that is enough, half of it in armor (12.03)."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_values

from . import strengths
from .state import Table, figures

Values = tuple[tuple[int, ...], ...]


def factor(t: Table, piece: int, attacking: int) -> int:
    """The printed factor that counts: attack for the attacker, defense for the defender (10.02)."""
    return figures(t, piece)[0 if attacking else 1]


def step_value(t: Table, piece: int, attacking: int) -> int:
    """What the next loss of a unit pays: the difference of its sides, or all that is left of it (10.02/1)."""
    unit = t.world.units[piece]
    now = factor(t, piece, attacking)
    if unit.back is None or t.p.reduced[piece]:
        return now
    return now - unit.back[0 if attacking else 1]


def total(t: Table, pieces: tuple[int, ...], attacking: int) -> int:
    return sum(factor(t, i, attacking) for i in pieces)


def _ways(t: Table, piece: int, attacking: int) -> tuple[int, ...]:
    """The sums that a unit can pay: nothing, its flip, its life."""
    whole, part = factor(t, piece, attacking), step_value(t, piece, attacking)
    return (0, part, whole) if part != whole else (0, whole)


@cached_values(1024)
def _sums(values: Values) -> int:
    """All sums that units can pay together, as bits."""
    bits = 1
    for ways in values:
        more = 0
        for way in ways:
            more |= bits << way
        bits = more
    return bits


@cached_values(1024)
def least_sum(need: int, armor_must: bool, armor: Values, other: Values, paid: tuple[int, int]) -> int:
    """The smallest sum of at least ``need`` half factors with its share of armor, counting what is paid; or -1."""
    best = -1
    most_armor = paid[0] + sum(max(ways) for ways in armor)
    sums, others = _sums(armor), _sums(other)
    for a in range(sums.bit_length()):
        if not sums >> a & 1:
            continue
        for o in range(others.bit_length()):
            if not others >> o & 1:
                continue
            whole = sum(paid) + a + o
            if 2 * whole < need or (0 <= best <= whole):
                continue
            if armor_must and paid[0] + a < min(whole // 2, most_armor):
                continue
            best = whole
    return best


def _values(t: Table, pieces: tuple[int, ...], attacking: int, share: int, bearing: bool) -> Values:
    return tuple(_ways(t, i, attacking) for i in pieces if strengths.bears(t, i, share) == bearing)


def payable(t: Table, pieces: tuple[int, ...], need: int, share: int, attacking: int, paid: tuple[int, int]) -> int:
    """Units whose next loss keeps the smallest sum within reach."""
    alive = tuple(i for i in pieces if t.p.at[i] < t.world.arrivals)
    must = any(strengths.bears(t, i, share) for i in alive)

    def least(so_far: tuple[int, int], armor: Values, other: Values) -> int:
        return least_sum(need, must, armor, other, so_far)

    goal = least(paid, _values(t, alive, attacking, share, True), _values(t, alive, attacking, share, False))
    found = []
    for piece in alive:
        worth, heavy = step_value(t, piece, attacking), strengths.bears(t, piece, share)
        rest = tuple(i for i in alive if i != piece)
        after = factor(t, piece, attacking) - worth
        armor, other = _values(t, rest, attacking, share, True), _values(t, rest, attacking, share, False)
        if after and heavy:
            armor = (*armor, (0, after))
        elif after:
            other = (*other, (0, after))
        so_far = (paid[0] + worth, paid[1]) if heavy else (paid[0], paid[1] + worth)
        if worth and least(so_far, armor, other) == goal:
            found.append(piece)
    return from_iter(found) or from_iter(alive)
