"""Seasons (viii.1), who takes part in a Seasonal Turn, and steps in which powers work one after another."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from .. import tables as tb
from .. import world as w
from ..position import AXIS, NEUTRAL_SIDE, WEST, AetoPosition, Table
from ..title import MAJORS, POWERS

SEASONS = ("Winter", "Spring", "Summer", "Autumn")
WINTER, SPRING, SUMMER, AUTUMN = range(4)
SIDES = ("axis", "allies")


def season_of(month: int) -> int:
    """Winter is January to March, and so on (viii.1)."""
    return month % 12 // 3


def season_name(month: int) -> str:
    return f"{SEASONS[season_of(month)]} {month // 12}"


def year_of(month: int) -> int:
    return month // 12


def next_season(month: int, seasons: int) -> int:
    """The first month of the season so many ahead."""
    return (month // 3 + seasons) * 3


def begins(t: Table) -> bool:
    """A Seasonal Turn comes before every third month, but not before a scenario's first one (viii.1)."""
    settings = t.world.settings
    return bool(settings.get("seasons")) and t.p.month % 3 == 0 and t.p.month > tb.month_of(settings["start"])


def is_conquered(p: AetoPosition, power: int) -> bool:
    return POWERS[power] in p.conquests


def at_war_with_major(p: AetoPosition, power: int) -> bool:
    """Is a power at war with an enemy major power?"""
    return bool(p.hostile[power] & (1 << len(MAJORS)) - 1)


def majors(t: Table) -> list[int]:
    """The major powers that have an economy: unconquered, the US only once at war (8.1/who, 8.1/us)."""
    p: AetoPosition = t.p
    return [
        power for power in range(len(MAJORS))
        if not is_conquered(p, power) and POWERS[power] not in t.world.settings.get("stay_out", ())
        and (power != w.US or at_war_with_major(p, power))
    ]  # fmt: skip


def side_of(p: AetoPosition, power: int) -> int:
    """0 for the Axis and those who will join it, 1 for the others."""
    return 0 if p.alliance[power] == AXIS or power in (w.GERMANY, w.ITALY) else 1


def stood_with(p: AetoPosition, nation: str) -> int:
    """The side on which a fallen nation stood: 0 for the Axis and its partners, 1 for all others (U30)."""
    return 0 if side_of(p, POWERS.index(nation)) == 0 or f"axis {nation}" in p.politics else 1


def is_friend_of_fallen(p: AetoPosition, power: int, nation: str) -> bool:
    """The friends of a fallen nation: its conqueror's enemies, on the side where it stood itself (9.4, U30)."""
    conqueror = p.conquests[nation][0]
    return bool(p.hostile[power] >> conqueror & 1) and side_of(p, power) == stood_with(p, nation)


def controller(p: AetoPosition, minor: int) -> int:
    """The major power that builds and collects for a minor partner: Germany or the UK; -1 for others (9.2)."""
    return {AXIS: w.GERMANY, WEST: w.UK}.get(p.alliance[minor], -1)


def served_by(p: AetoPosition, major: int) -> list[int]:
    """A major power and its minor partners (8.6/majors-only)."""
    minors = [
        power for power in range(len(MAJORS), len(POWERS))
        if p.alliance[power] != NEUTRAL_SIDE and controller(p, power) == major and not is_conquered(p, power)
    ]  # fmt: skip
    return [major, *minors]


def builders(t: Table) -> list[int]:
    """The major powers in the order in which they build: the side that must go first, first (8.11/order)."""
    first = t.p.politics.get("builds_first", 0)
    return sorted(majors(t), key=lambda power: (side_of(t.p, power) != first, power))


class InTurn(Step):
    """Powers work one after another, each in a frame of the step ``each``."""

    each: str = ""

    def order(self, t: Table) -> list[int]:
        """The powers that have something to do here."""
        raise NotImplementedError

    def begin(self, t: Table, f: Frame) -> None:
        t.remember(order=tuple(self.order(t)))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["order"]:
            t.pop()
            return
        power, *rest = f["order"]
        t.remember(order=tuple(rest))
        if self.takes_part(t, power):
            t.push(Frame(self.each, "step", t.seat_of(power), power))

    def takes_part(self, t: Table, power: int) -> bool:
        """Is there anything to decide for a power now?"""
        return True
