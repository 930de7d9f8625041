"""Short words for the cases of EuroFront: a scene of Spain, orders by whoever must decide, what became of it."""

from __future__ import annotations

from grognard.engine.play.game import Game, read_scene
from grognard.titles.systems.front import control

AXIS, ALLIED = 0, 1


def scene(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of the Spanish Civil War."""
    return read_scene(f"eurofront 1936 bare / {text}", dice=dice)


def give(g: Game, *orders: str) -> Game:
    """Orders of the only seat that must decide, or of ``seat: order``."""
    for order in orders:
        seat, colon, rest = order.partition(": ")
        if not colon:
            (seat,), rest = g.decisions(), order
        g.play(seat, rest)
    return g


def refused(g: Game, order: str, seat: str = "") -> str:
    """The rule that forbids an order, or nothing when it is offered."""
    reason = g.why_not(seat or next(iter(g.decisions())), order)
    return reason.rule if reason else ""


def asked(g: Game) -> set[str]:
    """The seats that must decide."""
    return set(g.decisions())


def status(g: Game, name: str) -> str:
    """Who controls a hex in this phase: axis, allied, disputed, or no one."""
    p, bit = g.table.p, 1 << g.title.find_node(g.table, name)
    if p.disputed & bit:
        return "disputed"
    return next((word for power, word in enumerate(("axis", "allied")) if control.friendly(p, power) & bit), "")


def at(g: Game, name: str) -> str:
    return str(g.table.node_name(g.table.p.at[g.table.world.named[name.casefold()]]))


def cv(g: Game, name: str) -> int:
    return int(g.table.p.cv[g.table.world.named[name.casefold()]])


def garrisoned(g: Game, name: str) -> bool:
    """Does a garrison of either side hold a hex?"""
    node = g.title.find_node(g.table, name)
    return any(nodes >> node & 1 for nodes in g.table.p.garrisons)


def railheads(g: Game, power: int) -> set[str]:
    """Where a side's foreign aid comes in."""
    t = g.table
    return {t.node_name(n) for n in range(t.world.spans) if t.p.railheads[power] >> n & 1}
