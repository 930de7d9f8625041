"""The moment before the die (5.15, 10.1): the attack is made, cancelled, or a second roll is paid for."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .pieces import spoken
from .politics import ultra
from .position import AetoPosition, Table

PRICE = 1
"""Offensives that a re-roll costs (10.1)."""


def payer(t: Table, powers: list[int]) -> int:
    """Of some powers the first with an Offensive to spare and no re-roll in this Offensive, or -1 (10.1)."""
    p: AetoPosition = t.p
    done = p.offensive.get("rerolls", ())
    for power in dict.fromkeys(powers):
        if p.offensives[power] >= PRICE and p.alliance[power] not in done:
            return power
    return -1


def pay(t: Table, power: int) -> None:
    """A second roll is paid for: one an Offensive for each side (10.1)."""
    p: AetoPosition = t.p
    p.offensives[power] -= PRICE
    p.offensive["rerolls"] = (*p.offensive.get("rerolls", ()), p.alliance[power])
    t.emit("reroll_paid", "10.1", power=t.title.meta.powers[power])


class Roll(Verb):
    """``roll``: the die is rolled."""

    name = "roll"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop("roll")


class Cancel(Verb):
    """``cancel``: the announced attack is not made."""

    name = "cancel"
    masks = (Mask("5.15/no-cancel-para", lambda t, s, a: int(not t.frame["jumped"])),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.emit("cancelled", "5.15/no-cancel-para", nodes=(t.frame["target"],))
        t.pop("cancel")


def affordable(t: Table, seat: int, args: Args) -> int:
    """An Offensive to spare, and no re-roll yet in this Offensive (10.1)."""
    return int(payer(t, list(t.frame["powers"])) >= 0)


class Reroll(Verb):
    """``reroll``: an Offensive is spent for the right to a second roll."""

    name = "reroll"
    masks = (Mask("10.1", affordable),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pay(t, payer(t, list(t.frame["powers"])))
        t.pop("reroll")


class Resolve(Step):
    """The attacker has seen what both sides brought: he rolls, pays for a second roll, or cancels (10.1)."""

    name = "before the die"
    rule = "10.1"
    kind = "question"
    verbs = (Roll(), Reroll(), Cancel())
    standing = ("roll",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "roll"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        at = f"The attack on {spoken(t, f['target'])} at {odds_in_words(t)}"
        return f"{at}: roll the die, pay an Offensive for a re-roll, or cancel."


def odds_in_words(t: Table) -> str:
    """Strengths, column and every modifier by name, as they will be when the die falls (5.15, 5.16)."""
    from . import before_the_die, combat, modifiers
    from . import tables as tb

    b = before_the_die.battle(t, t.agenda[-2])
    attack, against = combat.attack_strength(t, b), combat.defence(t, b)
    named = ", ".join(f"{name} {value:+}" for name, _, value in modifiers.modifiers(t, b))
    return f"{tb.COLUMNS[combat.odds_column(attack, against)]}, {attack} to {against}{named and f' ({named})'}"


class Doubt(Step):
    """The defender may pay for a second roll before the die; the attack is then made for certain (10.1)."""

    name = "before the die"
    rule = "10.1"
    kind = "question"
    verbs = (Pass(), Reroll(), ultra.Warn())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken(t, f['target'])} is about to be attacked: pass, or pay an Offensive for a re-roll."


class Again(Verb):
    """``again``: the die is rolled once more."""

    name = "again"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop("again")


class Keep(Verb):
    """``keep``: the roll stands."""

    name = "keep"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop("keep")


class SecondRoll(Step):
    """Who has paid for it says whether the die is rolled again; the last roll stands (10.1)."""

    name = "re-roll"
    rule = "10.1"
    kind = "question"
    verbs = (Keep(), Again())
    standing = ("keep",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "keep"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"The attack on {spoken(t, f['target'])}: die {f['die']}, {f['result']}. Keep it, or roll again?"


def ask_again(t: Table, seat: int, f: Frame, **data: Any) -> None:
    t.ask("second_roll", seat, target=f["target"], die=f["die"], result=f["result"])
