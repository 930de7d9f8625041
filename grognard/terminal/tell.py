"""Sentences for people: events, pieces, rules, and how a game ended."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from ..engine.core.knowledge import Token
from ..engine.core.rules import ENGINE_RULES, Refused, RuleBook
from ..engine.core.table import Event, Outcome, Table
from ..engine.core.title import Meta, Option
from ..engine.play.game import Game
from ..engine.title import Title
from ..engine.words import says
from .hexmap import seen_at
from .paint import paint, wrapped

FEW = 6
"""With so many rules found by their number their rulings are told too."""


def chances(odds: dict[str, Any]) -> list[str]:
    """A title's odds as lines: each result with its chance, or the losses that each side may expect."""
    rows = [(row["text"], row["chance"]) for row in odds.get("rows", ())]
    for side, found in odds.get("losses", {}).items():
        rows += [(f"{side} loses {hits}", chance) for hits, chance in enumerate(found) if chance >= 0.0005]
    head = [f"  {odds['attack']} against {odds['defence']}: column {odds['title']}"] if "attack" in odds else []
    return [*head, *[f"  {chance:6.1%}  {text}" for text, chance in rows], *_estimate(odds), *_to_the_end(odds)]


def _estimate(odds: dict[str, Any]) -> list[str]:
    """How odds were estimated that are not exact."""
    plays = odds.get("plays", 0)
    within = f", {plays} rounds played, within {0.98 / plays**0.5:.0%}" if plays else ""
    if "deals" in odds:
        return [f"  (mean of {odds['deals']} deals of what is hidden{within})"]
    return [f"  (estimated{within})"] if plays else []


def _to_the_end(odds: dict[str, Any]) -> list[str]:
    """How a battle ends that is fought on."""
    battle = odds.get("battle")
    if not battle:
        return []
    said = {"cleared": "the hex is cleared", "lost": "the attack fails"}
    ends = ", ".join(f"{said.get(end, end)} {chance:.0%}" for end, chance in battle["ends"].items() if chance)
    lost = ", ".join(f"{side} {steps:.1f}" for side, steps in battle["lost"].items())
    return [f"  Fought on, {battle['rounds']:.1f} rounds: {ends}; steps lost: {lost}"]


def sentence(title: Title, event: Event) -> str:
    """An event in words, with the rule that it follows."""
    said = says.sentence(title, event, arrow=" > ")
    return f"{said} [{event.rule}]" if said and event.rule else said


def told(game: Game, events: Iterable[Event]) -> list[str]:
    said = [sentence(game.title, event) for event in events]
    return [wrapped(text, "  ") for text in said if text]


def ending(outcome: Outcome) -> str:
    """Who won, how, and by which rule."""
    winners = " and ".join(outcome.winners)
    who = f"{winners} {'win' if len(outcome.winners) > 1 else 'wins'} ({outcome.level})" if winners else outcome.level
    return f"{who}: {outcome.reason} [{outcome.rule}]"


def piece_lines(t: Table, viewer: int) -> list[str]:
    """Every piece that the viewer may know of, by node; hidden ones with what he has learnt."""
    tokens = {f"#{token.token}": token for token in t.tokens(viewer)} if t.title.fog else {}
    faces = {t.name_for(viewer, i): t.title.describe(t, i) for i in range(len(t.p.at)) if t.sees(viewer, i)}
    lines = []
    for node in sorted(t.p.stacks):
        said = []
        for seen in seen_at(t, viewer, node):
            token = tokens.get(seen.name)
            text = known(t, token) if token else faces.get(seen.name, seen.name)
            if text:
                said.append(paint(seen.text.replace(seen.name, text), seen.relation))
        if said:
            lines.append(f"  {t.node_name(node)}: {', '.join(said)}")
    return lines


def known(t: Table, token: Token) -> str:
    """A token with its look and what was learnt of it, in the title's words or fact by fact with its time."""
    back = t.title.back(t, token)
    if token.facts and back.get("note"):
        strength = f", {back['strength']} steps" if back.get("strength") else ""
        return f"#{token.token} {token.look}".rstrip() + f" ({back['note']}{strength})"
    facts = []
    for name, value, when in token.facts:
        said = t.title.piece_name(t, value) if name == "id" else f"{name} {value}"
        facts.append(f"{said} (at {when})")
    return f"#{token.token} {token.look}".rstrip() + (f" {', '.join(facts)}" if facts else "")


def rule_lines(book: RuleBook, title: str, wanted: str) -> list[str]:
    """Our sentence for a rule's number, for the rules beneath it, or for those that words find; with its rulings."""
    if wanted in ENGINE_RULES:
        return [wrapped(f"{wanted}: {ENGINE_RULES[wanted]}")]
    rows = book.rows
    low = wanted.strip().casefold()
    if not low:
        raise Refused("E.rule", f"No rule is named: write a number, such as {next(iter(rows))}, or a word.")
    rulings = book_of_rulings(book)
    found = [n for n in rows if n.casefold() == low or n.casefold().startswith((low + ".", low + "/"))]
    asked = [r for r in rulings if r["id"].casefold() == low or (found and {*found[:FEW]} & {*r["rule"].split("|")})]
    if not found and not asked:
        words = low.split()
        text = {n: f"{row['title']} {row['summary']} {row.get('area', '')}".casefold() for n, row in rows.items()}
        found = [n for n in rows if low in text[n]] or [n for n in rows if all(word in text[n] for word in words)]
    if not found and not asked:
        near = get_close_matches(wanted[:40], list(rows), 3, 0.5)
        hint = (
            f"Did you mean {' or '.join(near)}?" if near else f"They run from {next(iter(rows))} to {list(rows)[-1]}."
        )
        raise Refused("E.rule", f"{title} has no rule {wanted[:60]!r}, nor one with that word. {hint}")
    lines = [
        wrapped(f"{paint(number, 'rule')} {rows[number]['title']}: {rows[number]['summary']}") for number in found[:30]
    ]
    if len(found) > 30:
        lines.append(f"... and {len(found) - 30} more: {' '.join(found[30:60])}")
    if len(found) <= FEW:
        lines += [wrapped(f"Ruling {paint(r['id'], 'rule')}: {r['question']} {r['ruling']}", "  ") for r in asked]
    return lines


def book_of_rulings(book: RuleBook) -> list[dict[str, str]]:
    """What a title answers where its rulebook leaves a question open."""
    path = book.path.with_name("rulings.csv")
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def option_lines(meta: Meta, chosen: Mapping[str, str]) -> list[str]:
    """The rules of a game that stand otherwise than a title has them: chosen, or because the scenario asks for them."""
    other = [f"{o.name} {chosen[o.id]}" for o in meta.options if chosen.get(o.id, o.default) != o.default]
    return [wrapped(f"Options: {', '.join(other)}", "")] if other else []


def title_lines(meta: Meta, playable: bool) -> list[str]:
    """A title's page: who may sit, what may be played, how complete its sources are."""
    stage = meta.stage if playable else "cannot be played yet"
    lines = [f"{paint(meta.id, 'head')}  {meta.name} ({meta.publisher}), {stage}, rules level {meta.rules}"]
    usual_seats = [seat for seat in meta.seats if seat in meta.default_seats.values()] or list(meta.seats)
    more = [seat for seat in meta.seats if seat not in usual_seats]
    seats = ", ".join(usual_seats) + (f"; with more players also {', '.join(more)}" if more else "")
    lines.append(wrapped(f"seats {seats}; sources: {meta.sources or 'not stated'}", "  "))
    for scenario in meta.scenarios:
        stop = "" if scenario.name.endswith(("?", "!", ".")) else "."
        ours = " (A scenario of our own.)" if scenario.ours else ""
        lines.append(wrapped(f"{scenario.id}: {scenario.name}{stop} {scenario.summary}{ours}".strip(), "    "))
    for option in meta.options:
        values = "|".join(option.values) or "any"
        lines.append(wrapped(f"--option {option.id}={values} ({usual(meta, option)}): {option.name}", "    "))
    return lines


def usual(meta: Meta, option: Option) -> str:
    """What an option is when nothing is said; where that differs, by scenario."""
    of = {s.id: option.default_in(s.id) for s in meta.scenarios if not option.scenarios or s.id in option.scenarios}
    only = f" in {', '.join(of)}" if len(of) < len(meta.scenarios) else ""
    values = set(of.values())
    return f"{values.pop()}{only}" if len(values) == 1 else ", ".join(f"{s} {value}" for s, value in of.items())
