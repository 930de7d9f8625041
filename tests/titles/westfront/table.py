"""A few words to read a game of WestFront by."""

from __future__ import annotations

from typing import Any

from grognard.engine.play.game import Game, read_scene


def scene(text: str, dice: list[int] | None = None, **new: Any) -> Game:
    """A game at a scene of WestFront, which need not name the title."""
    return read_scene(f"westfront {text}", dice=dice, **new)


def play(g: Game, *orders: str) -> Game:
    """Give orders; each is written ``seat: order; order``."""
    for line in orders:
        seat, _, rest = line.partition(":")
        for order in rest.split(";"):
            g.play(seat.strip(), order.strip())
    return g


def lane(g: Game, seat: str) -> Any:
    """The table as a seat has it, its own lane in a parallel phase."""
    return g.table_for(g.seat_index(seat))


def at(g: Game, name: str, seat: str | None = None) -> str:
    """Where a block stands; an eliminated one is in a box."""
    t = lane(g, seat) if seat else g.table
    return str(t.node_name(t.p.at[t.world.named[name.casefold()]]))


def cv(g: Game, name: str, seat: str | None = None) -> int:
    """A block's combat value."""
    t = lane(g, seat) if seat else g.table
    return int(t.p.cv[t.world.named[name.casefold()]])


def gone(g: Game, name: str) -> bool:
    """Has the block left play?"""
    return at(g, name).rpartition("_")[2] in ("lost", "fallen")


def why_not(g: Game, seat: str, order: str) -> str:
    """The rule that refuses an order, or nothing."""
    reason = g.why_not(seat, order)
    return reason.rule if reason else ""


def held(g: Game, power: str, *places: str) -> list[bool]:
    """Does a power control these places, undisputed?"""
    t = g.table
    area = t.p.held[t.world.powers.index(power)] & ~t.p.disputed
    return [bool(area >> t.title.find_node(t, place) & 1) for place in places]
