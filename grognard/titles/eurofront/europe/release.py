"""Satellite armies that events set free (17.3): by Odessa the third Rumanian, by Sevastopol three others."""

from __future__ import annotations

from collections.abc import Callable

from .conditions import rebuilt, recalled, released
from .state import SOVIET, Table

BY_ODESSA = ("Ru3inf",)
BY_SEVASTOPOL = ("Ru4inf", "Hu2inf", "It8inf")
"""The armies that may be released, the first of them first (DE.3R, DE.XR, ruling E319)."""
THIRD_ARMY = "3R"
"""The event of the first of them."""


def key(army: str) -> str:
    """The city that must not be Soviet again (17.3)."""
    return "Odessa" if army in BY_ODESSA else "Sevastopol"


def is_free(t: Table, army: str) -> bool:
    """Is an army released, and its city not Soviet again (17.3)?"""
    return released(army) in t.p.politics and not t.p.held[SOVIET] >> t.world.board.node(key(army)) & 1


def may_be_abroad(t: Table, army: str) -> bool:
    """Has an army been free since it last took the field, so that it may stand anywhere?"""
    return released(army) in t.p.politics or recalled(army) in t.p.politics


def release(armies: tuple[str, ...]) -> Callable[[Table, str], None]:
    """The effect of an event: the first of some armies that is in play and bound may go anywhere (17.3)."""

    def effect(t: Table, mandate: str) -> None:
        for army in armies:
            piece = t.world.named.get(army.casefold(), -1)
            bound = released(army) not in t.p.politics and rebuilt(army) not in t.p.politics
            if piece >= 0 and t.p.at[piece] < t.world.spans and bound:
                t.p.politics[released(army)] = t.p.month
                t.emit("released", "17.3", army=army)
                return

    return effect


def lapse(t: Table) -> None:
    """A Soviet city binds its armies again, until another event (17.3)."""
    for army in (*BY_ODESSA, *BY_SEVASTOPOL):
        if released(army) in t.p.politics and not is_free(t, army):
            del t.p.politics[released(army)]
            t.p.politics[recalled(army)] = t.p.month
            if army in BY_ODESSA:
                t.p.politics.pop(THIRD_ARMY, None)
            t.emit("bound", "17.3", army=army)


def forfeit(t: Table) -> None:
    """An army that is destroyed loses its freedom for good (17.3)."""
    for army in (*BY_ODESSA, *BY_SEVASTOPOL):
        piece = t.world.named.get(army.casefold(), -1)
        if piece < 0 or t.p.at[piece] < t.world.spans:
            continue
        t.p.politics.pop(recalled(army), None)
        if released(army) in t.p.politics:
            del t.p.politics[released(army)]
            t.p.politics[rebuilt(army)] = t.p.month
