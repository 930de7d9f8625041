"""Blitzkrieg (10.2): declared once against each victim, for a month and the next."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import tables as tb
from .. import world as w
from ..modifiers import GROUPS, blitzkriegs
from ..position import Table
from ..title import POWERS

NAMES = tuple(GROUPS)
VICTIMS_SAID = {"ussr": "the USSR", "us": "the USA", "uk": "the UK"}
LAST = tb.month_of("December 1942")


def at_war_with(t: Table, seat: int, args: Args) -> int:
    """Victims that Germany fights (10.2)."""
    foes = t.p.hostile[w.GERMANY]
    return from_iter(
        n for n, name in enumerate(NAMES) if any(foes >> POWERS.index(victim) & 1 for victim in GROUPS[name])
    )


def not_used(t: Table, seat: int, args: Args) -> int:
    """Once in the game against each, and one at a time (10.2)."""
    if blitzkriegs(t):
        return 0
    return from_iter(n for n, name in enumerate(NAMES) if f"blitzkrieg {name}" not in t.p.politics)


def in_time(t: Table, seat: int, args: Args) -> int:
    """None after 1942 but against the US (10.2)."""
    return -1 if t.p.month <= LAST else 1 << NAMES.index("us")


def german_seat(t: Table, seat: int, args: Args) -> int:
    return -int(t.seat_of(w.GERMANY) == seat and bool(t.world.settings.get("politics")))


class Blitzkrieg(Verb):
    """``blitzkrieg ussr``: this month and the next German attacks on these enemies are stronger."""

    name = "blitzkrieg"
    levels = (
        Level(
            "against", WORD, german_seat,
            (Mask("10.2", at_war_with), Mask("10.2", not_used), Mask("10.2", in_time)), words=NAMES,
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.world.settings.get("politics") else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics[f"blitzkrieg {NAMES[args[0]]}"] = t.p.month
        t.emit("blitzkrieg", "10.2", against=VICTIMS_SAID.get(NAMES[args[0]], NAMES[args[0]].title()))
