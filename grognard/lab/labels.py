"""Rule labels: which a title has, and how often each was seen offering and refusing."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..board.hexset import members
from ..engine.core.offers import PATH, TEXT, Branch, Decision, Level, Order, Verb
from ..engine.core.rules import LABELLED, Args, Debt, Mask, Rules
from ..engine.core.table import Table
from ..engine.play.game import Game
from ..engine.title import Title

NEED_NO_TEST = {"component", "commentary", "absent"}


def labels_of_title(title: Title) -> set[str]:
    """Every label that can be knocked out in a title."""
    found: set[str] = {*title.reveals, *title.debt_labels}
    for step in title.all_steps():
        found.update(debt.rule for debt in step.debts)
        found.update(row.rule for row in step.rows)
        for verb in step.verbs:
            found.update(labels_of_verb(verb))
    for name in modules_of_title(title):
        found.update(LABELLED.get(name, ()))
    return {label for label in found if label and not label.startswith("E.")}


def labels_of_verb(verb: Verb) -> list[str]:
    found = [label for mask in verb.masks for label in mask.labels()]
    for level in verb.levels:
        found += [label for mask in (*level.masks, *level.closes) for label in mask.labels()]
    return found


def modules_of_title(title: Title) -> list[str]:
    """The title's modules, and those of the system folder that it builds on."""
    package = type(title).__module__.rpartition(".")[0]
    root = package.rpartition(".")[0]
    own = [name for name in sys.modules if name.startswith(f"{package}.")]
    systems = {
        value.__module__.rpartition(".")[0]
        for name in own
        for value in vars(sys.modules[name]).values()
        if isinstance(getattr(value, "__module__", None), str) and value.__module__.startswith(f"{root}.")
    }
    return sorted(name for name in sys.modules if any(name.startswith(f"{folder}.") for folder in {package, *systems}))


def rules_that_need_a_test(title: Title) -> list[str]:
    """The numbered rules of a title that have something to enforce."""
    rows = title.book.rows.values()
    return [row["rule"] for row in rows if row.get("status", "") not in NEED_NO_TEST]


class _Asked(frozenset[str]):
    """The labels that are switched off; counts which are asked about."""

    counts: Counter[str]

    def __contains__(self, label: object) -> bool:
        self.counts[str(label)] += 1
        return frozenset.__contains__(self, label)


class Tally:
    """How often each label was asked about, offering (it left choices), refusing (it took some away) and granting.

    A part of a mask grants when choices would close without it: a permission is seen by what it opens.
    """

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.offering: Counter[str] = Counter()
        self.refusing: Counter[str] = Counter()
        self.granting: Counter[str] = Counter()

    def watch(self, game: Game, short_cuts: bool = True) -> None:
        """Count what a game asks its rules from now on; without short cuts also where none is switched off."""
        for t in [game.main.table, game.main.base, *(lane.table for lane in game.lanes.values())]:
            off = _Asked(t.rules.off if short_cuts else t.rules.off.union(("E.watched",)))
            off.counts = self.asked
            rules = Rules(t.rules.level)
            rules.off = off
            t.rules = rules

    def order(self, d: Decision, order: Order) -> None:
        """Count the masks that an order met on its way down the tree, and the debts of its step."""
        verb = next((v for v in d.verbs if v.name == order.verb), None)
        if verb is None:
            return
        for other in d.verbs:
            self._opening(d, other)
        for debt in d.step.debts:
            self._debt(d, debt, order.verb, order.args)
        self._way(d, verb, order.args)

    def probe(self, d: Decision, rng: random.Random) -> None:
        """Count what the masks of every verb leave and take away, along one way down each."""
        for verb in d.verbs:
            if not self._opening(d, verb):
                continue
            *_, end = d.descend(verb, rng)
            self._way(d, verb, end.args)
            for debt in d.step.debts:
                for tried in end.args, *self._last_choices(d, verb, end.args, rng):
                    if len(tried) == len(verb.levels):
                        self._debt(d, debt, verb.name, tried)

    def _opening(self, d: Decision, verb: Verb) -> bool:
        """The masks of a verb as a whole, to the first that closes it."""
        for mask in verb.masks:
            opens = bool(mask.allowed(d.t, d.seat, ()) & 1)
            self._count(mask.rule, opens, not opens)
            if not opens and d.t.rules.on(mask.rule):
                return False
        return True

    def _debt(self, d: Decision, debt: Debt, verb: str, args: Args) -> None:
        asked = debt.keeps is not None and (not debt.verbs or verb in debt.verbs)
        kept = not asked or debt.keeps(d.t, d.seat, verb, args)  # type: ignore[misc]
        owed = bool(debt.owed(d.t, d.seat))
        self._count(debt.rule, kept and not owed, owed or not kept)

    def _last_choices(self, d: Decision, verb: Verb, args: Args, rng: random.Random) -> list[Args]:
        """A few orders that only a debt could forbid: what the masks of the last level leave."""
        last = len(verb.levels) - 1
        if last < 0 or len(args) < last or verb.levels[last].is_set or verb.levels[last].kind in (TEXT, PATH):
            return []
        left = members(self._level(d, Branch(verb, args[:last]), verb.levels[last], count=False))
        return [(*args[:last], value) for value in rng.sample(left, min(3, len(left)))]

    def _way(self, d: Decision, verb: Verb, args: Args) -> None:
        """The levels from the first to the one after the last value."""
        complete = len(args) == len(verb.levels)
        if complete:
            refused = verb.refuse(d.t, d.seat, args)
            if refused is not None:
                self.refusing[refused.rule] += 1
            else:
                for label in verb.labels:
                    self.offering[label] += 1
        for i, level in enumerate(verb.levels[: len(args) + 1]):
            if level.kind == TEXT:
                continue
            self._level(d, Branch(verb, args[:i], () if level.is_set else None), level)
            if level.is_set and i < len(args):
                for n in range(len(args[i]) + 1):
                    self._closing(d, Branch(verb, args[:i], args[i][:n]), level)
                self._level(d, Branch(verb, args[:i], args[i][: len(args[i]) // 2]), level)

    def _closing(self, d: Decision, w: Branch, level: Level) -> None:
        for mask in level.closes:
            closes = bool(mask.allowed(d.t, d.seat, w.seen) & 1)
            self._count(mask.rule, closes, not closes)
            if not closes:
                return

    def _level(self, d: Decision, w: Branch, level: Level, count: bool = True) -> int:
        t = d.t
        bits = level.universe(t, d.seat, w.seen) if level.universe else (1 << len(d._words(w))) - 1
        for mask in level.masks:
            if not bits or not t.rules.on(mask.rule):
                continue
            left = bits & mask.allowed(t, d.seat, w.seen)
            if count:
                self._count(mask.rule, bool(left), bool(bits & ~left))
                self._inner(t, d.seat, w, mask, bits, left)
            bits = left
        return bits

    def _inner(self, t: Table, seat: int, w: Branch, mask: Mask, bits: int, left: int) -> None:
        """The rules that make a condition together: what each takes away, and what it opens."""
        for label, looser in mask.without:
            without = bits & looser(t, seat, w.seen)
            self._count(label, bool(left), bool(without & ~left))
            self.granting[label] += bool(left & ~without)

    def _count(self, label: str, offering: bool, refusing: bool) -> None:
        self.offering[label] += offering
        self.refusing[label] += refusing

    def add(self, other: Tally) -> None:
        self.asked += other.asked
        self.offering += other.offering
        self.refusing += other.refusing
        self.granting += other.granting

    def rows(self, labels: Iterable[str] = ()) -> list[tuple[str, int, int, int]]:
        known = {*labels, *self.offering, *self.refusing, *self.asked}
        known = {label for label in known if not label.startswith("E.")}
        return [(x, self.asked[x], self.offering[x], self.refusing[x]) for x in sorted(known, key=by_number)]


def by_number(label: str) -> list[Any]:
    parts = label.replace("/", ".").split(".")
    return [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts]
