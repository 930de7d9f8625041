"""A table ready for its set-up: title, scenario, options, seats and the dice's secret, each known or refused."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from .dice import Dice
from .names import unknown
from .proof import FORMAT
from .rules import Refused
from .table import Table
from .title import CoreTitle, Meta, metas


def prepare(
    title: str,
    scenario: str | None,
    *,
    seed: int | None,
    seats: Mapping[str, str] | None,
    options: Mapping[str, str] | None,
    board: Any = None,
    secret: bytes | None = None,
    level: int | None = None,
) -> tuple[Table, dict[str, Any]]:
    """A table ready for its set-up, and what the journal must know to make it again.

    ``level`` is that of the rules which a game under way was begun under; a new one has the newest."""
    known = metas()
    if not isinstance(title, str) or title not in known:
        raise unknown("title", title, [m.id for m in known.values() if m.listed])
    meta: Meta = known[title]
    for name, given in (("options", options), ("seats", seats)):
        if given is not None and not isinstance(given, Mapping):
            raise Refused(
                f"E.{name[:-1]}", f"The {name} are given as a mapping of names to words, not as {given!r:.60}."
            )
    chosen = meta.scenario(scenario) if scenario is not None else meta.scenarios[0]
    picked = meta.choose(chosen.id, {k: str(v) for k, v in (options or {}).items()})
    rules = meta.load().of(chosen.id)
    rules.check_options(chosen.id, picked)
    own: Meta = rules.meta
    sitting = seat_plan(own, {**rules.seating(picked), **(seats or {})})
    names = tuple(s for s in meta.seats if s in sitting.values())
    secret = secret_from(seed) if secret is None else secret
    if not isinstance(secret, bytes) or len(secret) != 32:
        raise Refused("E.secret", "The dice's secret is 32 bytes.")
    world = rules.begin_on(chosen.id, picked, board)
    t = Table(rules, chosen.id, picked, names, world, Dice(secret))
    t.rules.level = meta.rules if level is None else level
    if not 1 <= t.rules.level <= meta.rules:
        raise Refused("E.level", f"{meta.name} has rules of level 1 to {meta.rules}, not {t.rules.level}.")
    t.p = rules.position(0, 0, len(own.powers))
    t.p.seat_of = [names.index(sitting[power]) for power in own.powers]
    setup = {
        "grognard": FORMAT, "title": title, "rules": t.rules.level, "scenario": chosen.id, "options": picked,
        "seats": dict(sitting), "secret": secret.hex(), "board": world.board_hash,
    }  # fmt: skip
    return t, setup


def secret_from(seed: int | None) -> bytes:
    """The dice's secret that a seed stands for, or a new one that no one can know."""
    if seed is None:
        return random.SystemRandom().randbytes(32)
    if not hasattr(seed, "__index__"):
        raise Refused("E.seed", f"The seed is a whole number, not {seed!r:.40}.")
    return blake2b(str(int(seed)).encode(), digest_size=32, person=b"grognard seed").digest()


def known_labels(title: CoreTitle, without: Iterable[str]) -> list[str]:
    """The labels to switch off, or a refusal of one whose rule the title does not have."""
    if isinstance(without, str):
        raise Refused("E.rule", f"Rules to play without are given as a list: without=[{without!r:.40}].")
    for label in without:
        if not isinstance(label, str) or not {label, label.split("/")[0]} & title.book.rows.keys():
            raise unknown("rule", label, title.book.rows)
    return sorted(without)


def seat_plan(meta: Meta, seats: Mapping[str, str] | None) -> dict[str, str]:
    """Which seat plays which power."""
    plan = dict(meta.default_seats)
    for power, seat in (seats or {}).items():
        if power not in meta.powers:
            raise unknown("power", power, meta.powers)
        if seat not in meta.seats:
            raise unknown("seat", seat, meta.seats)
        plan[power] = seat
    return plan
