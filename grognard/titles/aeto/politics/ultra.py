"""Ultra (10.9): chits that the UK draws in Winter, for the Initiative of a month or against an Axis attack."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import tables as tb
from .. import world as w
from ..position import AXIS, WEST, AetoPosition, Table

SINCE = tb.month_of("January 1941")
A_WINTER = 2
"""Chits that are drawn in a Winter Seasonal Turn (10.9)."""
INITIATIVE, DEFENCE = "Initiative", "Defence"


def held(t: Table, name: str) -> int:
    """Chits of a sort in the UK's hand, which lies open (Q2)."""
    return int(t.p.due.get(f"ultra {name}", 0))


def undrawn(t: Table) -> list[str]:
    """Chits that nobody has drawn yet, each by its sort."""
    found: list[str] = []
    for row in tb.table("ultra.csv"):
        found += [row["chit"]] * (int(row["count"]) - int(t.p.due.get(f"drawn {row['chit']}", 0)))
    return found


def draw(t: Table) -> None:
    """From 1941 the UK draws two chits in each Winter Seasonal Turn, until all six are drawn (10.9)."""
    p: AetoPosition = t.p
    for _ in range(A_WINTER if p.month >= SINCE else 0):
        left = undrawn(t)
        if not left:
            return
        name = left[t.roll("ultra", len(left)) - 1] if len(left) > 1 else left[0]
        p.due[f"ultra {name}"] = held(t, name) + 1
        p.due[f"drawn {name}"] = int(p.due.get(f"drawn {name}", 0)) + 1
        t.emit("ultra_drawn", "10.9", chit=name)


def spend(t: Table, name: str) -> None:
    """A chit that is used is out of the game (10.9)."""
    t.p.due[f"ultra {name}"] = held(t, name) - 1
    t.emit("ultra", "10.9", chit=name)


# The Initiative


def may_take_initiative(t: Table) -> bool:
    """The Axis has the Initiative and the UK a chit for it (8.13/initiative-ultra)."""
    return t.p.initiative == AXIS and held(t, INITIATIVE) > 0 and bool(t.p.hostile[w.UK])


class Take(Verb):
    """``ultra``: the Allies have the Initiative this month."""

    name = "ultra"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        spend(t, INITIATIVE)
        t.p.due["initiative_lent"] = t.p.initiative
        t.p.initiative = WEST
        t.pop()


class UltraQuestion(Step):
    """The UK may take the Initiative of a month (8.13/initiative-ultra)."""

    name = "Ultra"
    rule = "8.13/initiative-ultra"
    kind = "question"
    verbs = (Pass(), Take())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "The Axis has the Initiative: use an Ultra chit to take it for this month, or pass."


def give_back(t: Table) -> None:
    """An Initiative taken by Ultra is the Axis's again in the next month (8.13/initiative-ultra)."""
    t.p.initiative = t.p.due.pop("initiative_lent", t.p.initiative)


# Against an attack


def may_warn(t: Table, attacker: int, seat: int) -> bool:
    """The UK's player has a chit against an attack of the Axis (10.9)."""
    return t.p.alliance[attacker] == AXIS and t.seat_of(w.UK) == seat and held(t, DEFENCE) > 0


class Warn(Verb):
    """``ultra``: the defender knew of the attack; its die has -1, and it can no longer be cancelled."""

    name = "ultra"
    masks = (Mask("10.9", lambda t, s, a: int(may_warn(t, t.frame["foe"], s))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        spend(t, DEFENCE)
        t.pop("ultra")
