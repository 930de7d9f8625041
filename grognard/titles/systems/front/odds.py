"""Exact odds of a round: the rules' own fire, with dice that fall alike thrown together.

A battle of twenty dice has more rolls than can be played one by one. What counts of a throw is how many dice hit and
how many repulse; so each unit's fire is played once for each such count, and positions that came out alike are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from grognard.engine.core.dice import Dice, Scripted

from . import air, blocks, combat, fire
from .state import Table

MOST = 6000
"""So many positions are weighed at most; a battle that has more is played with dice instead."""


class TooMany(Exception):
    """A round comes out in more ways than can be weighed in the time that a player waits."""


Result = tuple[tuple[str, int], ...]
"""The units of a battle and the CV that each has left; -1 for one that is gone."""


def odds(t: Table, node: int) -> dict[Result, Fraction]:
    """The chance of each result of one round, or of what is left of it, everyone taking the first of his choices."""
    twin = t.copy()
    units = twin.p.stack(node)
    depth = open_round(twin, node)
    open_: dict[Any, tuple[Table, Fraction]] = {_key(twin, units): (twin, Fraction(1))}
    done: dict[Result, Fraction] = {}
    weighed = 0
    while open_:
        weighed += len(open_)
        if weighed > MOST:
            raise TooMany
        after: dict[Any, tuple[Table, Fraction]] = {}
        for table, chance in open_.values():
            for one, share in _onward(table):
                if len(one.agenda) <= depth:
                    result = tuple((one.title.piece_name(one, i), left(one, i)) for i in units)
                    done[result] = done.get(result, Fraction(0)) + chance * share
                    continue
                key = _key(one, units)
                kept, so_far = after.get(key, (one, Fraction(0)))
                after[key] = (kept, so_far + chance * share)
        open_ = after
    return done


def open_round(t: Table, node: int) -> int:
    """Begins a round unless one is being fought there; how deep the agenda is when it is over."""
    under_way = (depth for depth, f in enumerate(t.agenda) if f.step == "round" and f["node"] == node)
    depth = next(under_way, -1)
    if depth < 0:
        depth = len(t.agenda)
        combat.begin_round(t, node)
    return depth


def play_round(t: Table, node: int, dice: Dice) -> None:
    """One round with dice, everyone taking the first of his choices."""
    depth = open_round(t, node)
    t.dice = dice
    while len(t.agenda) > depth:
        go_on(t)


def _key(t: Table, units: tuple[int, ...]) -> Any:
    p = t.p
    return repr(t.agenda), tuple((p.at[i], p.cv[i], p.hits[i], p.fired[i]) for i in units)


def left(t: Table, piece: int) -> int:
    """The CV that a unit has left; -1 for one that is gone."""
    return t.p.cv[piece] if t.p.at[piece] < t.world.spans else -1


def _onward(t: Table) -> Iterator[tuple[Table, Fraction]]:
    """The next positions and their chances: one, or one for each count of hits and repulses."""
    f = t.frame
    throw = _throw(t)
    if throw is None:
        go_on(t)
        yield t, Fraction(1)
        return
    dice, need, low = throw
    for faces, chance in throws(dice, need, low):
        twin = t.copy()
        twin.dice = Scripted(list(faces), t.dice.secret)
        if f.step == "volley":
            combat.shoot(twin, _shooter(twin))
        else:
            twin.title.steps["round"].run(twin, twin.frame)
        yield twin, chance


def _throw(t: Table) -> tuple[int, int, int] | None:
    """What is about to be thrown: dice, the number that hits, the number up to which they repulse."""
    f, p = t.frame, t.p
    if f.step == "volley":
        piece = _shooter(t)
        if piece < 0:
            return None
        return p.cv[piece], fire.rating(t, piece, f["node"], f["passive"]), f["low"]
    if f.step == "round" and f["stage"] == combat.AIRSTRIKE and p.strikes.get(str(f["node"]), 0):
        return int(p.strikes[str(f["node"])]), air.strike_need(t, f["node"]), 0
    return None


def _shooter(t: Table) -> int:
    """The unit that fires next, or -1."""
    f = t.frame
    left = combat.to_fire(t)
    if not left or not blocks.enemies_at(t, f["node"], f.power):
        return -1
    return (left & -left).bit_length() - 1


def throws(dice: int, need: int, low: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every throw that the rules tell apart, with its chance.

    >>> sum(chance for _, chance in throws(3, 5, 2))
    Fraction(1, 1)
    """
    classes = Counter((face >= need, face <= low) for face in range(1, 7))
    face_of = {(face >= need, face <= low): face for face in range(1, 7)}
    for kinds in combinations_with_replacement(sorted(classes), dice):
        counts = Counter(kinds)
        ways = factorial(dice) // prod(factorial(n) for n in counts.values())
        chance = Fraction(ways * prod(classes[kind] ** n for kind, n in counts.items()), 6**dice)
        yield tuple(face_of[kind] for kind in kinds), chance


def go_on(t: Table) -> None:
    """One step without dice: the rules' own, or the first of a seat's choices."""
    f = t.frame
    step = t.title.steps[f.step]
    asked = step.asks(t, f)
    if not asked:
        step.run(t, f)
        return
    word = step.standing_order(t, f, asked[0], "first").split()
    step.verbs[0].apply(t, asked[0], (t.pieces_named(asked[0], word[1])[0],))
