"""Short words for the cases: a scene, orders by whoever must decide, and what became of it."""

from __future__ import annotations

from grognard.engine.play.game import Game
from grognard.titles.systems.front import control

from .table import at, cv, gone, scene

__all__ = ["ALLIED", "AXIS", "at", "cv", "give", "gone", "node", "piece", "refused", "scene", "status", "targets"]

AXIS, ALLIED = 0, 1


def give(g: Game, *orders: str) -> Game:
    """Orders of the seat that must decide, one after another."""
    for order in orders:
        (seat,) = g.decisions()
        g.play(seat, order)
    return g


def refused(g: Game, order: str) -> str:
    """The rule that forbids an order, or nothing when it is offered."""
    (seat,) = g.decisions()
    reason = g.why_not(seat, order)
    return reason.rule if reason else ""


def verbs(g: Game) -> set[str]:
    """The orders that are open now."""
    ((_, decision),) = g.decisions().items()
    return {choice.text for choice in decision.next()}


def step(g: Game) -> str:
    return g.table.frame.step


def piece(g: Game, name: str) -> int:
    return g.title.find_pieces(g.table, name)[0]


def node(g: Game, name: str) -> int:
    return g.title.find_node(g.table, name)


def status(g: Game, name: str) -> str:
    """Who controls a hex in this phase: axis, allied, disputed, or no one."""
    p, bit = g.table.p, 1 << node(g, name)
    if p.disputed & bit:
        return "disputed"
    return next((word for power, word in enumerate(("axis", "allied")) if control.friendly(p, power) & bit), "")


def targets(g: Game, verb: str, name: str) -> set[str]:
    """Where an order may send a unit."""
    ((_, decision),) = g.decisions().items()
    return {choice.text for choice in decision.next(verb, name)}
