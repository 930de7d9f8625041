"""Disengagement from a battle at sea as an option (28.12/f): announced before a round, rolled for after it."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Pass, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import ranges, seabombing, ships
from .state import Table

SLIPS_ON = 3
"""The highest die with which a force with a carrier leaves before the guns fire (28.12/f1)."""


def played(t: Table) -> bool:
    """Is the option on?"""
    return t.options.get("disengagement") == "on"


def halved(t: Table, shooters: tuple[int, ...], factors: int) -> int:
    """Who tries to disengage has half of his surface factors, rounded down (28.12/f)."""
    return factors // 2 if _leaving(t, shooters[0]) else factors


def harder_to_hit(t: Table, target: int) -> int:
    """His enemy's fire has one less on the dice (28.12/f)."""
    return int(_leaving(t, target))


def _leaving(t: Table, piece: int) -> bool:
    f = t.frame
    return f.step == "surface" and any(piece in f["sides"][side] for side in f["leaving"])


def slips_away(t: Table, f: Frame, side: int) -> bool:
    """After the aircraft a force with a carrier is gone on a three, easier if it came to intercept (28.12/f1)."""
    force = tuple(i for i in f["sides"][side] if t.p.at[i] < t.world.arrivals)
    die, drm = t.roll("disengagement"), (-1 if side else 1) + held_up(t, force)
    gone = die + drm <= SLIPS_ON
    t.emit("disengaged", "28.12/f1", pieces=tuple(f["sides"][side]), die=die, modifier=drm, success=gone)
    return gone


def held_up(t: Table, force: tuple[int, ...]) -> int:
    """Each damaged ship adds one to this die, too (20.03/4, S5)."""
    return sum(ships.crippled(t, i) for i in force)


def can_slip(t: Table, f: Frame, side: int) -> bool:
    """An Allied force with a carrier whose aircraft can fly."""
    force = [i for i in f["sides"][side] if t.p.at[i] < t.world.arrivals]
    fair = seabombing.open_water(t, f["hex"]) and any(seabombing.planes(t, i) for i in force)
    return bool(fair) and side == ranges.allied(t, f["sides"])


class Announce(Verb):
    """``withdraw``: the force tries to disengage (28.12/f)."""

    name = "withdraw"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("leaving", t.frame["side"]))


class Announcing(Step):
    """Does a side try to leave the battle (28.12/f)?"""

    name = "disengaging"
    rule = "28.12/f"
    kind = "question"
    verbs = (Announce(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        if f["round"] == 0:
            return "The aircraft have struck: withdraw before the guns fire, if the die allows it, or pass."
        return f"Battle at sea, round {f['round']}: withdraw with half of your fire, or pass to fight on."
