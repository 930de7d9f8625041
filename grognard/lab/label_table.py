"""``grognard lab labels``: how often each rule label was seen offering and refusing, added up in docs/labels-*.csv.

Games are played without other checks; at a share of the steps every verb is probed. ``--scenes`` plays on from
where the scenes of the tests stand, for rules that games seldom come to. A label that was seen too seldom carries
a reason: a row of a table and an effect say what they are, the others have a sentence of their own in
docs/labels-reasons.csv.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..engine.core.rules import Refused
from ..engine.core.title import Meta, metas
from ..engine.play.game import Game
from ..engine.title import Title
from .chosen import amount, chosen, whole
from .conform import mangled
from .cover import Options, pairwise
from .labels import Tally, labels_of_title, labels_of_verb
from .policies import POLICIES
from .scene_fuzz import add_scenes
from .tables import fitting, read_rows, writable, write_rows

SEEN = 20
"""A label that offered and refused so often needs no reason."""
SHARE = 0.25
"""The share of the steps that is probed."""
LONGEST = 6_000
FIELDS = ("label", "kind", "asked", "offering", "refusing", "granting", "reason")
COUNTS = FIELDS[2:6]
DOCS = Path("docs")


def choosing(title: Title) -> set[str]:
    """The labels that narrow choices: masks with their parts, and debts."""
    found = {debt.rule for step in title.all_steps() for debt in step.debts}
    for step in title.all_steps():
        for verb in step.verbs:
            found.update(labels_of_verb(verb))
    return found


def kinds(title: Title) -> dict[str, str]:
    """For each label of a title: does it narrow a choice, or does it change what happens?"""
    masks = choosing(title)
    return {label: "choice" if label in masks else "effect" for label in labels_of_title(title)}


def seen_enough(kind: str, tally: Tally, label: str) -> bool:
    """A choice must offer and refuse, an effect must have been asked about; a row is read when the game is set up."""
    if kind == "choice":
        return tally.offering[label] >= SEEN and tally.refusing[label] >= SEEN
    return kind == "effect" and tally.asked[label] >= SEEN


def permits(kind: str, tally: Tally, label: str) -> bool:
    """Has a label often been seen to open choices, and hardly ever to close any?"""
    return kind == "choice" and tally.granting[label] >= SEEN and tally.refusing[label] < SEEN


def reason(title: Title, label: str, kind: str, tally: Tally, written: dict[str, str]) -> str:
    """Why a label was not seen offering and refusing so often, or an empty string."""
    name = title.book.rows.get(label, {}).get("title", "").rstrip(".")
    if kind == "choice" and seen_enough(kind, tally, label):
        return ""
    if permits(kind, tally, label):
        return f"{name or 'part of a rule'}: a permission, it opens choices and closes hardly any"
    if kind == "row":
        return f"{name or 'part of a table'}: a row of a table, read when the game begins; it refuses no order"
    if kind == "effect" and seen_enough(kind, tally, label):
        return f"{name or 'part of a rule'}: changes what happens and refuses no order"
    return written.get(label, "")


def read_reasons(title: str, folder: Path = DOCS) -> dict[str, str]:
    """The sentences written for labels that games seldom come to."""
    path = folder / "labels-reasons.csv"
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {row["label"]: row["reason"] for row in csv.DictReader(file) if row["title"] == title}


def read_table(path: Path) -> Tally:
    """The counts so far."""
    tally = Tally()
    for row in read_rows(path, FIELDS[:5]):
        with fitting(path, "counts"):
            for name in COUNTS:
                getattr(tally, name)[row["label"]] = int(row.get(name) or 0)
    return tally


def write_table(tally: Tally, path: Path, title: Title) -> None:
    """Every label of the title, with a reason where it was seen too seldom."""
    kind, written = kinds(title), read_reasons(title.meta.id, path.parent)
    rows: list[Sequence[Any]] = [FIELDS]
    for label, asked, offering, refusing in tally.rows(kind):
        if label in kind:
            why = reason(title, label, kind[label], tally, written)
            rows.append((label, kind[label], asked, offering, refusing, tally.granting[label], why))
    write_rows(path, rows)


def rarity(tally: Tally) -> Counter[str]:
    """How well each label is known: by the rarer of its two sides."""
    return Counter({x: min(tally.offering[x], tally.refusing[x]) for x in {*tally.offering, *tally.refusing}})


def play_probed(meta: Meta, scenario: str, seed: int, policy: str, options: Options | None, tally: Tally) -> int:
    """One game, probed now and then; the number of its orders."""
    rng = random.Random(f"labels {meta.id} {scenario} {seed} {policy}")
    game, orders = Game.new(meta.id, scenario, seed=seed, options=options), 0
    tally.watch(game, short_cuts=False)
    known = rarity(tally)
    while game.outcome is None and orders < LONGEST:
        deciding = game.decisions()
        seat = rng.choice(sorted(deciding))
        d = deciding[seat]
        order = POLICIES[policy](game, d, rng, None, known)
        if rng.random() < SHARE:
            tally.probe(d, rng)
            for text in mangled(order.text, rng, game):
                refused = d.why_not(text)
                if refused is not None:
                    tally.refusing[refused.rule] += 1
            known = rarity(tally)
        game.play(seat, order)
        orders += 1
    return orders


def add_games(meta: Meta, scenario: str, first: int, games: int, path: Path) -> int:
    """Play games from a seed on and add what they showed to the table; the number of orders."""
    names, sets, tally, orders = list(POLICIES), pairwise(meta, scenario), Tally(), 0
    tally.add(read_table(path))
    for n in range(first, first + games):
        orders += play_probed(meta, scenario, n, names[n % len(names)], sets[n % len(sets)], tally)
    write_table(tally, path, meta.load())
    return orders


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("--scenario", help="one scenario (default: all in turn)")
    parser.add_argument("--minutes", type=amount, default=5, help="0: play nothing, write the table again")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--scenes", type=Path, help="play on from the scenes of the tests in this folder, too")
    parser.add_argument("--rounds", type=whole, default=4, help="how often each scene is played on from")
    parser.add_argument("--table", type=Path, help="(default: docs/labels-TITLE.csv)")
    parser.set_defaults(run=label_table)


def label_table(args: argparse.Namespace) -> int:
    """Add games until the time is up, then say what was seen too seldom."""
    meta, scenarios = chosen(args.title, args.scenario)
    writable(args.table)
    if args.scenes is not None and not args.scenes.exists():
        raise Refused("E.file", f"There are no tests at {args.scenes}.")
    path = args.table or DOCS / f"labels-{meta.id}.csv"
    ends, n = time.monotonic() + 60 * args.minutes, 0
    while time.monotonic() < ends:
        add_games(meta, scenarios[n % len(scenarios)], args.seed + n // len(scenarios), 1, path)
        n += 1
    title, tally = metas()[meta.id].load(), read_table(path)
    if args.scenes:
        print("{} scenes, {} orders".format(*add_scenes(meta.id, args.scenes, tally, args.rounds)))
    write_table(tally, path, title)
    lacking = [
        x for x, kind in kinds(title).items()
        if kind != "row" and not seen_enough(kind, tally, x) and not permits(kind, tally, x)
    ]  # fmt: skip
    print(f"{meta.id}: {n} games more; of {len(kinds(title))} labels {len(lacking)} were seen too seldom")
    for label, *counts in tally.rows():
        if label in lacking:
            print(f"{label:<12}" + "".join(f"{n:>10}" for n in counts))
    return 0
