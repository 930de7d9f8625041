"""What the cases of The Struggle for Europe share: a scene, orders, and what the map then shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import grognard
from grognard.board.hexset import members


def scene(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of kharkov42 without its counters, at a scene."""
    return grognard.read_scene(f"sfe kharkov42 bare / {text}", dice, **new)


def play(game: grognard.Game, *orders: str) -> grognard.Game:
    """Give orders as ``seat: order``."""
    for order in orders:
        seat, _, text = order.partition(": ")
        game.play(seat, text)
    return game


def refused(game: grognard.Game, seat: str, order: str) -> str:
    """The rule that refuses an order, or an empty string."""
    reason = game.why_not(seat, order)
    return reason.rule if reason else ""


def offers(game: grognard.Game, seat: str, *prefix: str) -> set[str]:
    """The words that may follow a prefix of an order."""
    return {choice.text for choice in game.decisions()[seat].next(*prefix)}


def verbs(game: grognard.Game, seat: str) -> set[str]:
    """The verbs that are open to a seat now."""
    return offers(game, seat) if seat in game.decisions() else set()


def costs(game: grognard.Game, seat: str, *prefix: str) -> dict[str, int | None]:
    """The targets that may follow a prefix, with their costs."""
    return {choice.text: choice.cost for choice in game.decisions()[seat].next(*prefix)}


def at(game: grognard.Game, name: str) -> str:
    """Where a unit is."""
    return game.table.node_name(game.table.p.at[unit(game, name)])


def unit(game: grognard.Game, name: str) -> int:
    """A unit's slot."""
    return int(game.table.world.by_name[name.casefold()])


def left(game: grognard.Game, name: str) -> float:
    """The movement points that a unit has left."""
    return float(game.table.p.left[unit(game, name)] / 2)


def node(game: grognard.Game, name: str) -> int:
    return int(game.table.title.place(game.table, name))


def names(game: grognard.Game, hexes: int) -> set[str]:
    return {game.table.node_name(n) for n in members(hexes)}


def on_map(game: grognard.Game, name: str) -> bool:
    return at(game, name) not in ("Arrivals", "Eliminated")


def until(game: grognard.Game, step: str, seat: str = "") -> grognard.Game:
    """End phases, for whoever is asked, until a step is reached."""
    for _ in range(120):
        if game.table.frame.step == step and (not seat or seat in game.decisions()):
            return game
        who, asked = next(iter(game.decisions().items()))
        words = {choice.text for choice in asked.next()}
        game.play(who, next((word for word in ("end", "pass") if word in words), asked.actions(limit=1)[0].text))
    raise AssertionError(f"{step} is never reached")


def recast(game: grognard.Game, who: str, **changes: Any) -> grognard.Game:
    """The same game with a counter of another kind: for rules whose units this scenario lacks."""
    t = game.table
    units = list(t.world.units)
    units[unit(game, who)] = replace(units[unit(game, who)], **changes)
    t.world = replace(t.world, units=tuple(units))
    game._changed()
    return game


def ruled(game: grognard.Game, **changes: Any) -> grognard.Game:
    """The same game with other terms of its scenario: for rules that only a campaign would use."""
    t = game.table
    t.world = replace(t.world, settings=_merged(t.world.settings, changes))
    game._changed()
    return game


def _merged(block: Any, changes: dict[str, Any]) -> dict[str, Any]:
    """A scenario's block with some of its entries changed, a side's part entry by entry."""
    sides = ("axis", "allied")
    return {**block, **{key: {**block[key], **new} if key in sides else new for key, new in changes.items()}}


def whole_board(scenario: str, text: str, dice: list[int] | None = None, **changes: Any) -> grognard.Game:
    """A scene on the whole board, without the window and the boxes of its scenario, as a campaign has it."""
    from grognard.titles.sfe import world as w

    plain = w.settings
    block = _merged(plain(scenario), {"window": "", "boxes": {}, **changes})
    w.world.cache_clear()
    w.settings = lambda name: block if name == scenario else plain(name)  # type: ignore[assignment]
    try:
        return grognard.read_scene(f"sfe {scenario} bare / {text}", dice)
    finally:
        w.settings = plain
        w.world.cache_clear()


def sea(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of africa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe africa41 bare / Clear / {text}", dice, **new)


def ship(game: grognard.Game, name: str) -> str:
    """A ship's state as a scene writes it: an empty string for a whole one."""
    from grognard.titles.sfe import ships

    return ships.marked(game.table, unit(game, name)) if on_map(game, name) else "sunk"


def away(game: grognard.Game, who: str, low: int, high: int) -> str:
    """A hex of the force that is asked about, so many hexes from where a unit lies."""
    from grognard.titles.sfe import interception

    t, piece = game.table, unit(game, who)
    return str(t.node_name(next(n for n in t.frame["hexes"] if low <= interception.distance(t, piece, n) <= high)))


def rolls(game: grognard.Game, kind: str) -> list[dict[str, Any]]:
    """What events of a kind said, in their order, as the first seat saw them."""
    return [event.json() for event in game.events(game.seats[0]) if event.kind == kind]
