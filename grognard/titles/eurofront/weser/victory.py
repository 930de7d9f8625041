"""Who has won Operation Weser (S1939B/vic): Norway's fate and what the HQs have left."""

from __future__ import annotations

from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.world import COMMANDERS

from ..state import ALLIED, AXIS, Table
from . import norway

DOUBLED = 2
DECISIVE, MAJOR, MINOR = "decisive", "major", "minor"
SCORE = {DECISIVE: 1.0, MAJOR: 1.0, MINOR: 0.5}


def hq_cv(t: Table, power: int) -> int:
    """The strength of a side's HQs that are left."""
    return sum(t.p.cv[i] for i in blocks.on_map(t, power) if t.world.units[i].kind in COMMANDERS)


def count(t: Table) -> int:
    """Axis HQ strength less Allied HQ strength doubled (S1939B/vic)."""
    return hq_cv(t, AXIS) - DOUBLED * hq_cv(t, ALLIED)


def settle(t: Table) -> None:
    """Norway undefeated is a decisive Allied victory; else the count decides, and conquest makes the Axis victory a
    major one (S1939B/vic)."""
    total, events = count(t), t.p.politics
    if norway.DEFEATED not in events:
        close(t, DECISIVE, ALLIED, "Norway is undefeated")
    elif total <= 0:
        close(t, MINOR, ALLIED, f"Norway is defeated, but the count is {total}")
    elif norway.CONQUERED in events:
        close(t, MAJOR, AXIS, f"Norway is conquered with a count of {total}")
    else:
        close(t, MINOR, AXIS, f"Norway is defeated with a count of {total}")


def close(t: Table, level: str, winner: int, reason: str) -> None:
    """The operation is over."""
    score = SCORE[level]
    scores = {t.seats[t.seat_of(power)]: score if power == winner else -score for power in (AXIS, ALLIED)}
    t.close((t.seat_of(winner),), level, reason, "S1939B/vic", scores)
