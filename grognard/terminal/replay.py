"""A journal step by step, for its owner or as one seat was told it."""

from __future__ import annotations

import json
import sys
from typing import Any

from ..engine.core.rules import Refused
from ..engine.core.table import Event
from ..engine.core.title import metas
from ..engine.play.game import Game, check_end, fresh, play_again
from ..engine.play.journal import Entry, check_board, playable, read
from .hexmap import draw_map
from .paint import paint, screen
from .tell import ending, sentence, told


def replay(text: str, seat: str | None, to: int | None, board: str | None = None) -> None:
    """Print every entry up to ``to`` with what came of it, then the map.

    With a seat, only what that seat was told; without, orders in their own words. At a terminal each entry waits
    for Enter.
    """
    if text.startswith("{"):
        retell(text, to)
        return
    with playable("The journal"):
        journal, end = read(text)
        check_board(journal, board)
    last = len(journal) if to is None else to
    if not 0 <= last <= len(journal):
        raise Refused("E.journal", f"The journal has {len(journal)} entries; there is no entry {last}.")
    with playable("The journal"):
        game = fresh(journal.setup)
    viewer = game.seat_index(seat)
    print(paint(heading(game, len(journal)), "head"))
    seen, teller = 0, seat
    for n, entry in enumerate(journal.entries[:last], 1):
        teller = seat if seat is not None else game.seats[entry.seat]
        before = game.version(teller)
        play_entry(game, n, entry)
        if seat is None:
            print(f"{n:4} {game.seats[entry.seat]}: {entry.text}")
        elif game.version(seat) > seen:
            print(f"{n:4}")
        for line in told(game, game.events(teller, before)):
            print(line)
        seen = game.version(seat) if seat is not None else 0
        if sys.stdin.isatty() and n < last and leave():
            break
    else:
        if last == len(journal):
            check_end(game, end)
    if seat is None:
        print("The map as a spectator sees it; `--seat` shows a seat's own.")
    for line in draw_map(game.table_for(viewer), viewer, last_places(game, seat or teller), *screen()):
        print(line)
    if game.outcome is not None:
        print(ending(game.outcome))


def retell(text: str, to: int | None) -> None:
    """A seat's own journal (``View.save``): what it was told, and no more."""
    try:
        kept = json.loads(text)
        if kept["kind"] != "view" or kept["grognard"] != 1:
            raise KeyError("kind")
        title = metas()[kept["view"]["title"]].load()
        lines = [sentence(title, as_event(told)) for told in kept["told"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        said = f"{type(error).__name__} {error}"[:120]
        raise Refused("E.journal", f"The file is neither a journal nor a seat's own ({said}).") from None
    for n, line in enumerate(lines[:to], 1):
        print(f"{n:4} {line}")


def as_event(told: dict[str, Any]) -> Event:
    """An event as it was before it was written down."""
    fields = {key: value for key, value in told.items() if key not in ("kind", "rule", "seat", "pieces", "places")}
    pieces, places = tuple(told["pieces"]), tuple(told["places"])
    return Event(told["kind"], told["rule"], told["seat"], pieces, places, tuple(sorted(fields.items())))


def heading(game: Game, entries: int) -> str:
    meta = game.title.meta
    return f"{meta.name}, {meta.scenario(game.table.scenario).name}: {entries} entries."


def last_places(game: Game, seat: str | None) -> list[int]:
    """Where something last happened of what a seat was told."""
    t = game.table_for(game.seat_index(seat))
    for event in reversed(game.events(seat)):
        nodes = [game.title.find_node(t, name) for name in event.nodes]
        if any(node >= 0 for node in nodes):
            return [node for node in nodes if node >= 0]
    return []


def play_entry(game: Game, n: int, entry: Entry) -> None:
    """Play one entry again; name it when it cannot be played."""
    with playable(f"Entry {n} ({entry.text!r:.60})"):
        play_again(game, entry)


def leave() -> bool:
    """Wait for Enter; ``q`` goes to the map."""
    try:
        return input("").strip().casefold() in ("q", "quit")
    except EOFError:
        return True
