"""Who sits where: people and bots, from ``axis=human,allied=random``."""

from __future__ import annotations

import random
from collections.abc import Iterable

from ..bots.base import Bot, ask
from ..bots.registry import bot_named, bots_of
from ..engine.core.names import unknown
from ..engine.core.offers import Order
from ..engine.core.rules import Refused
from ..engine.play.game import Game

HUMAN = "human"


def pairs(given: Iterable[str], what: str, form: str) -> dict[str, str]:
    """``a=b,c=d`` and repeated options as a mapping."""
    found: dict[str, str] = {}
    for part in (p.strip() for text in given for p in text.split(",")):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key or not value:
            raise Refused("E.parse", f"{what} {part[:60]!r} is not understood; write {form}.")
        if key in found:
            raise Refused("E.parse", f"{what} names {key} twice.")
        found[key] = value
    return found


def seated(game: Game, given: Iterable[str]) -> dict[str, Bot | None]:
    """The player of each seat: a bot, or None for a person. By default a person plays the first, a bot the rest."""
    chosen = pairs(given, "--seat", "SEAT=human or SEAT=random")
    bots = bots_of(game.title.meta.id)
    players: dict[str, Bot | None] = {}
    for seat, kind in chosen.items():
        if seat not in game.seats:
            raise unknown("seat", seat, game.seats)
        if kind not in (HUMAN, *bots):
            try:
                bot_named(kind, game.title.meta.id)
            except Refused as refused:
                raise refused if ":" in kind else unknown("player", kind, (HUMAN, *bots)) from None
    opponent = "greedy" if "greedy" in bots else "random"
    rest = opponent if chosen else HUMAN
    for seat in game.seats:
        kind = chosen.get(seat, rest)
        players[seat] = None if kind == HUMAN else bot_named(kind, game.title.meta.id)
        rest = opponent
    return players


def bot_order(bot: Bot, game: Game, seat: str, rng: random.Random) -> Order | str:
    """What a bot orders; when its choice leads nowhere, the first order that is offered."""
    try:
        return ask(bot, game, seat, rng)
    except Refused:
        return game.decisions()[seat].actions(limit=1)[0]


def has_offer(game: Game, seat: str, verb: str) -> bool:
    return any(choice.text == verb for choice in game.offers(seat).next())
