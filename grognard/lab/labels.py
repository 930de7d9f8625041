"""Rule labels: which a title has, and how often each was seen offering and refusing."""

from __future__ import annotations

import ast
import csv
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..engine.game import Game
from ..engine.offers import TEXT, Decision, Level, Order, Verb, Walk
from ..engine.rules import LABELLED, Mask, Rules
from ..engine.table import Table
from ..engine.title import Title

NEED_NO_TEST = {"component", "commentary", "absent"}


def labels_of_title(title: Title) -> set[str]:
    """Every label that can be knocked out in a title."""
    found: set[str] = {*title.reveals, *title.data_labels}
    for step in title.steps.values():
        found.update(debt.rule for debt in step.debts)
        found.update(row.rule for row in getattr(step, "rows", ()))
        for verb in step.verbs:
            found.update(labels_of_verb(verb))
    package = type(title).__module__.rpartition(".")[0]
    for name in _modules(package):
        found.update(LABELLED.get(name, ()))
        found.update(_asked_in(sys.modules[name].__file__))
    return {label for label in found if label and not label.startswith("E.")}


def labels_of_verb(verb: Verb) -> list[str]:
    found = [label for mask in verb.masks for label in mask.labels()]
    for level in verb.levels:
        found += [label for mask in (*level.masks, *level.closes) for label in mask.labels()]
    return found


def _modules(package: str) -> list[str]:
    """The title's modules, and those of the system folder that it builds on."""
    root = package.rpartition(".")[0]
    own = [name for name in sys.modules if name.startswith(f"{package}.")]
    systems = {
        value.__module__.rpartition(".")[0]
        for name in own
        for value in vars(sys.modules[name]).values()
        if isinstance(getattr(value, "__module__", None), str) and value.__module__.startswith(f"{root}.")
    }
    return sorted(name for name in sys.modules if any(name.startswith(f"{folder}.") for folder in {package, *systems}))


def _asked_in(path: str | None) -> set[str]:
    """The labels that a module asks ``t.rules.on`` about, or looks for in ``t.rules.off``."""
    if path is None:
        return set()
    asked = [_asked_about(node) for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8")))]
    return {label.value for label in asked if isinstance(label, ast.Constant) and isinstance(label.value, str)}


def _asked_about(node: ast.AST) -> ast.expr | None:
    """The label of ``rules.on("7.33")``, of ``"7.33" in off`` and of ``"7.33" not in t.rules.off``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "on":
        return node.args[0] if node.args else None
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        where = node.comparators[0]
        name = where.attr if isinstance(where, ast.Attribute) else where.id if isinstance(where, ast.Name) else ""
        return node.left if name == "off" else None
    return None


def rules_that_need_a_test(title: Title) -> list[str]:
    """The numbered rules of a title that have something to enforce."""
    rows = title.book.rows.values()
    return [row["rule"] for row in rows if row.get("status", "") not in NEED_NO_TEST]


def unlabelled(title: Title) -> list[str]:
    """Rules that need a test and cannot be knocked out."""
    known = labels_of_title(title)
    return [number for number in rules_that_need_a_test(title) if number not in known]


class _Asked(frozenset[str]):
    """The labels that are switched off; counts which are asked about."""

    counts: Counter[str]

    def __contains__(self, label: object) -> bool:
        self.counts[str(label)] += 1
        return frozenset.__contains__(self, label)


class Tally:
    """How often each label was asked about, offering (it left choices) and refusing (it took some away)."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.offering: Counter[str] = Counter()
        self.refusing: Counter[str] = Counter()

    def watch(self, game: Game) -> None:
        """Count what a game asks its rules from now on."""
        for t in [game.main.table, game.main.base, *(lane.table for lane in game.lanes.values())]:
            off = _Asked(t.rules.off)
            off.counts = self.asked
            rules = Rules(t.rules.level)
            rules.off = off
            t.rules = rules

    def order(self, d: Decision, order: Order) -> None:
        """Count the masks that an order met on its way down the tree, and the debts of its step."""
        verb = next((v for v in d.verbs if v.name == order.verb), None)
        if verb is None:
            return
        t, seat = d.t, d.seat
        for other in d.verbs:
            for mask in other.masks:
                self._count(mask.rule, bool(mask.allowed(t, seat, ()) & 1), not mask.allowed(t, seat, ()) & 1)
        for debt in d.step.debts:
            asked = debt.keeps is not None and (not debt.verbs or order.verb in debt.verbs)
            kept = not asked or debt.keeps(t, seat, order.verb, order.args)  # type: ignore[misc]
            owed = bool(debt.owed(t, seat))
            self._count(debt.rule, kept and not owed, owed or not kept)
        for label in verb.labels:
            self.offering[label] += 1
        for i, level in enumerate(verb.levels):
            if level.kind != TEXT:
                self._level(d, Walk(verb, order.args[:i], () if level.is_set else None), level)

    def _level(self, d: Decision, w: Walk, level: Level) -> None:
        t = d.t
        bits = level.universe(t, d.seat, w.seen) if level.universe else (1 << len(d._words(w))) - 1
        for mask in level.masks:
            if not bits or not t.rules.on(mask.rule):
                continue
            left = bits & mask.allowed(t, d.seat, w.seen)
            self._count(mask.rule, bool(left), bool(bits & ~left))
            self._parts(t, d.seat, w, mask, bits, left)
            bits = left

    def _parts(self, t: Table, seat: int, w: Walk, mask: Mask, bits: int, left: int) -> None:
        rules = t.rules
        for part in mask.parts:
            t.rules = Rules(rules.level, frozenset(rules.off).union((part,)))
            try:
                freed = bits & mask.allowed(t, seat, w.seen) & ~left
            finally:
                t.rules = rules
            self._count(part, bool(left), bool(freed))

    def _count(self, label: str, offering: bool, refusing: bool) -> None:
        self.offering[label] += offering
        self.refusing[label] += refusing

    def add(self, other: Tally) -> None:
        self.asked += other.asked
        self.offering += other.offering
        self.refusing += other.refusing

    def rows(self, labels: Iterable[str] = ()) -> list[tuple[str, int, int, int]]:
        known = {*labels, *self.offering, *self.refusing, *self.asked}
        known = {label for label in known if not label.startswith("E.")}
        return [(x, self.asked[x], self.offering[x], self.refusing[x]) for x in sorted(known, key=_by_number)]


def _by_number(label: str) -> list[Any]:
    parts = label.replace("/", ".").split(".")
    return [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts]


SEEN = 20
"""A label that offered and refused so often needs no reason."""


def choosing(title: Title) -> set[str]:
    """The labels that narrow choices: masks with their parts, and debts."""
    found = {debt.rule for step in title.steps.values() for debt in step.debts}
    for step in title.steps.values():
        for verb in step.verbs:
            found.update(labels_of_verb(verb))
    return found


def reason(label: str, tally: Tally, masks: set[str], tables: Iterable[str]) -> str:
    """Why a label was not seen offering and refusing often enough, or an empty string."""
    offering, refusing = tally.offering[label], tally.refusing[label]
    if offering >= SEEN and refusing >= SEEN:
        return ""
    if label in tables:
        return "a row of a table: it is read once, and neither offers nor refuses"
    if label not in masks:
        return f"an effect: it changes what happens ({tally.asked[label]} times asked) and refuses no order"
    if not offering and not refusing:
        return "no game came to a place where it counts"
    if refusing < SEEN <= offering:
        return "refused too seldom so far: the games are few, or the rules before it refuse first"
    return "its verb or its case was too rare in the games so far"


def write_tally(tally: Tally, path: Path, title: Title) -> None:
    """The labels table as CSV, with a reason for every label that was seen too seldom."""
    masks, tables = choosing(title), title.data_labels
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("label", "asked", "offering", "refusing", "reason"))
        for row in tally.rows(labels_of_title(title)):
            writer.writerow((*row, reason(row[0], tally, masks, tables)))
