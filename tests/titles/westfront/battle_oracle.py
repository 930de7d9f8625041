"""A calculator of one round of battle that shares no line with the game: lists, fractions, the book's order.

Passive units fire one by one, then repulses send the weakest attackers back, then the attackers that stayed fire. Hits
are taken at once by the strongest, by who carries a part of a hit first; of equals by the first in the list.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import comb
from typing import NamedTuple

FIRE = {"arm": (5, 5), "mech": (6, 5), "inf": (6, 6), "para": (6, 5)}
"""The lowest face that hits, of an attacker and of a defender (7.32)."""


class Unit(NamedTuple):
    cv: int
    attacks_on: int
    defends_on: int
    part: int = 0
    back: bool = False


State = tuple[tuple[Unit, ...], tuple[Unit, ...]]


def losses(attackers: list[Unit], defenders: list[Unit], per_step: int, low: int) -> dict[tuple[int, int], Fraction]:
    """The chance of each pair of steps lost, attacker's first; dice up to ``low`` repulse."""
    states: dict[tuple[State, int], Fraction] = {((tuple(attackers), tuple(defenders)), 0): Fraction(1)}
    for firing in range(len(defenders)):
        after: dict[tuple[State, int], Fraction] = defaultdict(Fraction)
        for ((ours, theirs), thrown), chance in states.items():
            unit = theirs[firing]
            if not _alive(ours):
                after[(ours, theirs), thrown] += chance
                continue
            for hits, repulses, share in _throws(unit.cv, unit.defends_on, low):
                after[(_hit(ours, hits, 1), theirs), thrown + repulses] += chance * share
        states = after
    fought: dict[State, Fraction] = defaultdict(Fraction)
    for ((ours, theirs), thrown), chance in states.items():
        fought[_repulse(ours, thrown), theirs] += chance
    for firing in range(len(attackers)):
        next_: dict[State, Fraction] = defaultdict(Fraction)
        for (ours, theirs), chance in fought.items():
            unit = ours[firing]
            if unit.back or not unit.cv or not _alive(theirs):
                next_[ours, theirs] += chance
                continue
            for hits, _, share in _throws(unit.cv, unit.attacks_on, 0):
                next_[ours, _hit(theirs, hits, per_step)] += chance * share
        fought = next_
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (ours, theirs), chance in fought.items():
        found[_lost(attackers, ours), _lost(defenders, theirs)] += chance
    return dict(found)


def _alive(units: tuple[Unit, ...]) -> bool:
    return any(unit.cv and not unit.back for unit in units)


def _lost(before: list[Unit], after: tuple[Unit, ...]) -> int:
    return sum(unit.cv for unit in before) - sum(unit.cv for unit in after)


def _throws(dice: int, need: int, low: int) -> list[tuple[int, int, Fraction]]:
    """Hits and repulses of some dice: a trinomial."""
    found = []
    hit, back = Fraction(7 - need, 6), Fraction(low, 6)
    for hits in range(dice + 1):
        for repulses in range(dice - hits + 1) if low else (0,):
            rest = dice - hits - repulses
            ways = comb(dice, hits) * comb(dice - hits, repulses)
            found.append((hits, repulses, ways * hit**hits * back**repulses * (1 - hit - back) ** rest))
    return [row for row in found if row[2]]


def _hit(units: tuple[Unit, ...], hits: int, per_step: int) -> tuple[Unit, ...]:
    now = list(units)
    for _ in range(hits):
        standing = [i for i, unit in enumerate(now) if unit.cv and not unit.back]
        if not standing:
            break
        carrying = [i for i in standing if now[i].part]
        at = carrying[0] if carrying else max(standing, key=lambda i: (now[i].cv, -i))
        part = now[at].part + 1
        done = part == per_step
        now[at] = now[at]._replace(cv=now[at].cv - done, part=0 if done else part)
    return tuple(now)


def _repulse(units: tuple[Unit, ...], repulses: int) -> tuple[Unit, ...]:
    now = list(units)
    for _ in range(repulses):
        standing = [i for i, unit in enumerate(now) if unit.cv and not unit.back]
        if not standing:
            break
        at = min(standing, key=lambda i: (now[i].cv, i))
        now[at] = now[at]._replace(back=True)
    return tuple(now)
