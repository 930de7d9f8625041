"""Released armies (DE.3R, DE.XR): satellites' armies that may leave their homes until they are lost."""

from __future__ import annotations

from .state import SOVIET, Table

THIRD_ARMY = "Ru3inf"
RELEASED = ("Ru4inf", "Hu2inf", "It8inf")
"""The armies that the event of released satellites may name (DE.XR)."""
GATES = {THIRD_ARMY: "Odessa"} | dict.fromkeys(RELEASED, "Sevastopol")
"""The place that ends a release when it is Soviet (DE.3R, DE.XR)."""


def release(name: str) -> str:
    """The event of an army's release."""
    return f"{name} released"


def lost(name: str) -> str:
    """The event of a released army's end: rebuilt, it is restricted for good (16.311)."""
    return f"{name} lost"


def is_free(t: Table, name: str) -> bool:
    """May an army go anywhere: released, never lost since, and its gate not Soviet (DE.3R, DE.XR)?"""
    politics, plan = t.p.politics, t.world.scenario
    event = "3R" if name == THIRD_ARMY else release(name)
    given = event in politics or name in plan.get("released", ())
    if not given or lost(name) in politics or name in plan.get("restricted", ()):
        return False
    return not t.p.held[SOVIET] >> t.world.board.node(GATES[name]) & 1


def note_loss(t: Table, piece: int) -> None:
    """A released army that is eliminated is restricted for good (16.311)."""
    name = t.world.units[piece].name
    if name in GATES and is_free(t, name):
        t.p.politics[lost(name)] = t.p.month


def set_free(t: Table, name: str) -> None:
    """A satellite's army is released (DE.XR)."""
    t.p.politics[release(name)] = t.p.month
    t.emit("released", "DE.XR", name=name)
