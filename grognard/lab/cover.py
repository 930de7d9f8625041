"""A pairwise covering set of a title's options: every two values that go together meet in at least one game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations

from ..engine.core.rules import Refused
from ..engine.core.title import Meta

Options = dict[str, str]
Pair = tuple[tuple[str, str], tuple[str, str]]

TRIES = 40
"""Completions tried for a pair; of options that go together, some are always found among so many."""


def values_of(meta: Meta, scenario: str) -> dict[str, tuple[str, ...]]:
    """The options of a scenario and the values to try: of a long scale of numbers its two lowest and its highest."""
    found = {}
    for option in meta.options:
        if option.values and (not option.scenarios or scenario in option.scenarios):
            scale = option.values
            long = len(scale) > 3 and all(value.lstrip("+-").isdigit() for value in scale)
            found[option.id] = (scale[0], scale[1], scale[-1]) if long else scale
    return found


def valid(meta: Meta, scenario: str, options: Mapping[str, str]) -> bool:
    """Does the title take these options together?"""
    try:
        meta.load().of(scenario).check_options(scenario, meta.choose(scenario, options))
    except Refused:
        return False
    return True


def pairs_of(options: Mapping[str, str]) -> Iterator[Pair]:
    return combinations(sorted(options.items()), 2)


def pairwise(meta: Meta, scenario: str, seed: int = 0) -> list[Options]:
    """Sets of options that a title takes, such that every pair of values that can meet does."""
    scales = values_of(meta, scenario)
    rng = random.Random(f"{meta.id} {scenario} {seed}")
    left = {
        pair
        for (a, some), (b, others) in combinations(sorted(scales.items()), 2)
        for pair in (((a, x), (b, y)) for x in some for y in others)
    }
    found: list[Options] = [meta.choose(scenario, {})]
    left.difference_update(pairs_of(found[0]))
    while left:
        pair = min(left)
        best = max(completions(meta, scenario, scales, pair, rng), key=lambda o: fresh(o, left), default=None)
        left.discard(pair)
        if best is not None:
            found.append(best)
            left.difference_update(pairs_of(best))
    return found


def completions(
    meta: Meta, scenario: str, scales: Mapping[str, tuple[str, ...]], pair: Pair, rng: random.Random
) -> Iterator[Options]:
    """Sets with a pair in them that the title takes: its defaults for the rest, or values at random."""
    for n in range(TRIES):
        rest = {name: rng.choice(scale) for name, scale in scales.items()} if n else meta.choose(scenario, {})
        options = {**rest, **dict(pair)}
        if valid(meta, scenario, options):
            yield options


def fresh(options: Options, left: set[Pair]) -> int:
    return sum(pair in left for pair in pairs_of(options))
