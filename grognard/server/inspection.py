"""What a seat may know of a place or a piece, and which of its units could go there now."""

from __future__ import annotations

from typing import Any

from ..engine.core.offers import Decision
from ..engine.core.rules import Refused
from ..engine.core.verbs import NODE, PATH, PIECE, PIECES
from ..engine.play.game import Game
from ..engine.words.inspect import Fact

MOST_UNITS = 80
"""How many units are asked whether they reach a place."""


def facts(found: list[Fact]) -> list[dict[str, Any]]:
    return [{**fact._asdict(), "places": list(fact.places)} for fact in found]


def of_place(game: Game, seat: str, place: str) -> dict[str, Any]:
    """The facts of a place, and the units of the seat that an open order would take there."""
    index = game.seat_index(seat)
    t = game.table_for(index)
    node = t.title.find_node(t, place)
    if node < 0:
        raise Refused("E.choice", f"There is no place {place!r}.")
    return {"place": place, "facts": facts(t.title.of_place(t, index, node)), "reach": reaching(game, seat, node)}


def reaching(game: Game, seat: str, node: int) -> list[dict[str, str]]:
    """Units of the seat that the decision lets go to a node, each by the first order that takes it there."""
    decision = game.decisions().get(seat)
    found: dict[str, str] = {}
    for verb in decision.open_verbs() if decision else ():
        kinds = [level.kind for level in verb.levels]
        if decision is None or len(kinds) != 2 or kinds[0] not in (PIECE, PIECES) or kinds[1] not in (NODE, PATH):
            continue
        for choice in decision.next(verb.name)[:MOST_UNITS]:
            if choice.text in found or choice.text == "." or not _alone(decision, verb.name, kinds[0], choice.text):
                continue
            args = ((choice.value,),) if kinds[0] == PIECES else (choice.value,)
            if decision.after(verb, args) >> node & 1:
                found[choice.text] = verb.name
    return [{"piece": piece, "verb": verb} for piece, verb in found.items()]


def _alone(decision: Decision, verb: str, kind: str, piece: str) -> bool:
    """Whether an order may name this piece and no other: some go only with others, as cargo with its ships."""
    return kind == PIECE or any(choice.text == "." for choice in decision.next(verb, piece))


def of_piece(game: Game, seat: str, name: str) -> dict[str, Any]:
    """The facts of a piece whose face the seat sees; of a hidden block there are none."""
    index = game.seat_index(seat)
    t = game.table_for(index)
    seen = [i for i in t.pieces_named(index, name) if t.sees(index, i) and not t.out_of_sight(index, i)]
    return {"piece": name, "facts": facts(t.title.of_piece(t, index, seen[0])) if seen else []}
