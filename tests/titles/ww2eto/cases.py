"""What the cases of World War Two ETO share: a scene, orders, and the rule that refuses one."""

from __future__ import annotations

import re
from typing import Any

from grognard.engine.play.game import Game, read_scene
from grognard.titles.ww2eto.world import table

TURNS = {row["turn"]: row["index"] for row in table("turns.csv")}


def scene(text: str, dice: list[int] | None = None, **new: Any) -> Game:
    """A game at a scene; ``text`` begins with the scenario, and ``turn 3/1942`` names a Game-Turn."""
    text = re.sub(r"turn (\d/\d{4})", lambda m: f"turn={TURNS[m[1]]}", text)
    return read_scene(f"ww2eto {text}", dice=dice, **new)


def rule_against(game: Game, seat: str, order: str) -> str:
    """The rule that refuses an order, or an empty string."""
    reason = game.why_not(seat, order)
    return reason.rule if reason else ""


def at(game: Game, place: str) -> list[str]:
    """The units in a place, by name without it."""
    t = game.table
    node = t.title.find_node(t, place)
    return sorted(t.title.describe(t, i) for i in t.p.stack(node))


def units(game: Game, code: str) -> list[str]:
    """Every unit of a nation on the map, with its place."""
    t = game.table
    names = (t.title.piece_name(t, i) for i in range(len(t.p.at)) if t.p.at[i] != t.p.lost)
    return sorted(name for name in names if name.startswith(code))


def targets(game: Game, seat: str, *prefix: str) -> set[str]:
    """What may follow a prefix of an order."""
    return {choice.text for choice in game.decisions()[seat].next(*prefix)}


def rolled(game: Game) -> int:
    """How many scripted dice have fallen."""
    taken: int = game.table.dice.taken  # type: ignore[attr-defined]
    return taken


def go_to(game: Game, step: str) -> Game:
    """Play on without doing anything until a step is reached."""
    for _ in range(200):
        if game.table.frame.step == step:
            return game
        seat, decision = next(iter(game.decisions().items()))
        verbs = [verb.name for verb in decision.open_verbs()]
        idle = next((name for name in ("end", "pass") if name in verbs), "")
        game.play(seat, idle or decision.actions(limit=1)[0])
    raise AssertionError(f"{step} was never reached")
