"""The odds of an attack before it is rolled: strengths, every modifier by name, and the chance of each result."""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import before_the_die, breakthrough, combat, effects, modifiers, panels
from . import tables as tb
from .combat import Battle
from .position import Table

WORDS = {
    "AE": "all attackers lost", "3/-": "attackers lose 3", "2/-": "attackers lose 2", "1/-": "attackers lose 1",
    "-/1": "defenders lose 1", "-/2*": "defenders lose 2, may retreat", "-/3*": "defenders lose 3, may retreat",
    "DE": "all defenders lost",
}  # fmt: skip


def of_battle(t: Table, b: Battle) -> dict[str, Any]:
    """An attack's sheet, from the code that fights it."""
    attack, against = combat.attack_strength(t, b), combat.defence(t, b)
    column = combat.odds_column(attack, against)
    sheet = modifiers.modifiers(t, b)
    total = sum(value for _, _, value in sheet)
    count: Counter[str] = Counter()
    better = combat.eighths(t, attack, against)
    for die in range(1, 9):
        net = combat.clamped(die + total)
        count[effects.backfired(t, b, combat.result_of(net, column))] += 8 - better
        if better:
            count[effects.backfired(t, b, combat.result_of(net, column + 1))] += better
    notes = [{"text": f"{name} {value:+}", "rule": rule} for name, rule, value in sheet]
    if combat.fortified(t, b):
        notes.append(
            {"text": "fortification: +2 for each unit, and [-/1] hits the attacker", "rule": "5.14/fort-plus2"}
        )
    if better:
        notes.append({"text": f"{better} in 8 for {tb.COLUMNS[column + 1]}", "rule": "11.17"})
    shift = f", die {total:+}" if total else ""
    return {
        "title": f"{attack} against {against}: {tb.COLUMNS[column]}{shift}",
        "rows": [{"text": WORDS[result], "chance": count[result] / 64} for result in WORDS if count[result]],
        "chart": {**panels.results(), "mark": column}, "notes": notes, "exact": True,
    }  # fmt: skip


def of_order(t: Table, verb: str, args: tuple[Any, ...]) -> dict[str, Any] | None:
    """The odds of an order that attacks, or None."""
    step = t.frame.step
    if step in ("resolve", "doubt"):
        return of_battle(t, before_the_die.battle(t, t.agenda[-2]))
    if (verb, step) == ("attack", "combat"):
        return of_battle(t, combat.battle_of(t, args[0], args[1]))
    if (verb, step) == ("react", "reaction"):
        return of_battle(t, combat.battle_of(t, t.frame["target"], args[0]))
    if (verb, step) == ("strike", "thrust"):
        return of_battle(t, combat.battle_of(t, args[0], breakthrough.attackers_of(t, t.frame)))
    return None
