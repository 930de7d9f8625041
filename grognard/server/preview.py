"""What an order would do and what a battle may bring, before anyone commits to it.

An order is tried on a twin of the table. What would roll a die, show a block or pass the word to another seat
cannot be taken back, so nothing of its outcome is told; all else its seat could find out by undoing it.
"""

from __future__ import annotations

from typing import Any

from ..engine.core.offers import Decision
from ..engine.core.rules import Refused
from ..engine.core.table import verb_of
from ..engine.core.verbs import PATH, Choice, Order
from ..engine.play.game import Game
from ..engine.words.says import sentence
from .state import choices as shown
from .state import joiners

MOST_CHOICES = 3000
MOST_TARGETS = 60
"""How many targets are tried for their debts; where there are more, none is marked."""


def owing(game: Game, seat: str, prefix: list[str]) -> dict[str, list[str]]:
    """The targets after a prefix of an order that would leave a debt, with its sentences."""
    decision = game.decisions().get(seat)
    if decision is None or not prefix:
        return {}
    return _owing(game, decision, prefix, decision.next(*prefix))


def _owing(game: Game, decision: Decision, prefix: list[str], after: list[Choice]) -> dict[str, list[str]]:
    """The same where what comes after the prefix is known. A step without debts leaves none."""
    choices = [c for c in after if c.final and c.text != "."]
    if not decision.step.debts or len(choices) > MOST_TARGETS:
        return {}
    found = {}
    for choice in choices:
        debts = tried(game, decision, decision.order(*prefix, choice.text))["debts"]
        if debts:
            found[choice.text] = [debt["sentence"] for debt in debts]
    return found


def deciding(game: Game, seat: str) -> Decision:
    decision = game.decisions().get(seat)
    if decision is None:
        raise Refused("E.turn", "It is not your turn.")
    return decision


def preview(game: Game, seat: str, text: str) -> dict[str, Any]:
    """An order tried, and the same order by each way that the rules tell apart."""
    decision = deciding(game, seat)
    order = decision.parse(text)
    return {**tried(game, decision, order), "ways": [way.text for way in decision.ways(order)]}


def level(game: Game, seat: str, prefix: list[str]) -> dict[str, Any]:
    """All that a click must know: what comes next, what comes if a set is closed, and what of it would leave a debt.

    A set that completes the order when it is closed is an order already, and is tried.
    """
    decision = deciding(game, seat)
    choices = [*joiners(decision, prefix), *decision.next(*prefix)][:MOST_CHOICES]
    out: dict[str, Any] = {"choices": shown(decision, prefix, choices), "beyond": [], "owing": {}}
    close = next((c for c in choices if c.text == "."), None)
    last = [*prefix, "."] if close and not close.final else prefix
    after = decision.next(*last)[:MOST_CHOICES] if last is not prefix else choices
    if last is not prefix:
        out["beyond"] = shown(decision, last, after)
    if len(prefix) > 1:
        out["owing"] = _owing(game, decision, last, after)
    if close and close.final:
        order = decision.order(*prefix, ".")
        out["tried"] = {**tried(game, decision, order), "ways": [way.text for way in decision.ways(order)]}
    return out


def tried(game: Game, decision: Decision, order: Order) -> dict[str, Any]:
    """The order as the journal would write it, its path, and what follows while it can still be taken back."""
    t, index = decision.t, decision.seat
    verb = next(v for v in decision.verbs if v.name == order.verb)
    path: list[str] = []
    for level, value in zip(verb.levels, order.args, strict=True):
        if level.kind == PATH and isinstance(value, tuple):
            path = [t.node_name(node) for node in value]
    out: dict[str, Any] = {"order": order.text, "path": path, "barred": "", "lines": [], "debts": []}
    if not verb.levels:
        return out
    twin = t.copy()
    twin.seat, twin.barrier, twin.draws, twin.happened = index, "", [], []
    before = {(d.rule, d.sentence) for d in decision.debts}
    verb_of(twin, order.verb).apply(twin, index, order.args)
    twin.run()
    if not twin.barrier and any(other != index for other in twin.asked()):
        twin.bar("another seat must decide")
    if twin.barrier:
        out["barred"] = twin.barrier
        return out
    told = [events[index] for events in twin.happened]
    out["lines"] = [
        {"text": sentence(twin.title, e, spoken=twin), "rule": e.rule, "kind": e.kind} for e in told if e is not None
    ]
    if twin.agenda and twin.frame.step == t.frame.step:
        after = twin.step.owed(twin, index)
        out["debts"] = [{"rule": d.rule, "sentence": d.sentence} for d in after if (d.rule, d.sentence) not in before]
    return out
