"""How the Winter War ends (S1939A/vic, 21.482): defeat, Finnish Armistice, or the last month."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.world import COMMANDERS

from ..state import AXIS, SOVIET, Table

OFFERED, REJECTED = "Finnish Armistice offered", "Finnish Armistice rejected"
LIMIT = 10
"""The count at which an armistice is a Soviet victory (S1939A/vic)."""
DECISIVE, MAJOR, MINOR = "decisive", "major", "minor"
SCORE = {DECISIVE: 1.0, MAJOR: 1.0, MINOR: 0.5}


def soviet_hq_cv(t: Table) -> int:
    """The strength of the Soviet HQs that are left."""
    return sum(t.p.cv[i] for i in blocks.on_map(t, SOVIET) if t.world.units[i].kind in COMMANDERS)


def finns_lost(t: Table) -> int:
    """The Finnish units that are eliminated now."""
    return blocks.eliminated(t, AXIS).bit_count()


def lost_in_words(t: Table) -> str:
    lost = finns_lost(t)
    return f"{lost or 'no'} Finnish unit{'s' if lost != 1 else ''} lost"


def count(t: Table) -> int:
    """Soviet HQ strength left and Finnish units eliminated (S1939A/vic)."""
    return soviet_hq_cv(t) + finns_lost(t)


def close(t: Table, level: str, winner: int, rule: str, reason: str) -> None:
    """The war is over."""
    score = SCORE[level]
    scores = {t.seats[t.seat_of(power)]: score if power == winner else -score for power in (AXIS, SOVIET)}
    t.close((t.seat_of(winner),), level, reason, rule, scores)


# Defeat


def is_defeated(t: Table, finns: int = AXIS) -> bool:
    """A minor power is defeated when its capital is enemy-controlled or all its units are eliminated (16.9/b)."""
    lost = bool(t.p.held[SOVIET] >> t.world.extra["Helsinki"] & 1)
    return lost or not blocks.of(t, finns)


class Defeat(Step):
    """In every Politics phase: is Finland defeated (16.9/b)?"""

    name = "defeat"
    rule = "16.9/b"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        if is_defeated(t):
            t.emit("finland_defeated", "16.9/b")
            close(t, MAJOR, SOVIET, "S1939A/vic", "Finland is defeated")


# Armistice


def not_offered(t: Table, seat: int, args: Args) -> int:
    """An armistice is asked for once in a game (21.482)."""
    return int(OFFERED not in t.p.politics)


class Request(Verb):
    """``armistice``: Finland asks for an armistice, once in a game."""

    name = "armistice"
    masks = (Mask("21.482", not_offered),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics[OFFERED] = t.p.month
        t.emit("finnish_armistice_offered", "21.482")
        t.pop()
        t.ask("answer", t.seat_of(SOVIET), SOVIET)


class Armistice(Step):
    """In Axis Politics the Axis may ask for Finnish Armistice, once in a game (21.482, 16.72/a)."""

    name = "armistice"
    rule = "21.482"
    verbs = (Request(), Pass())
    standing = ("pass",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if not_offered(t, f.seat, ()) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return (
            f"Ask for an armistice, once in the game, or pass. The Soviets win it with a count of {LIMIT}: "
            f"the steps of their HQs and {lost_in_words(t)}."
        )


class Accept(Verb):
    """``agree``: the armistice ends the war."""

    name = "agree"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        settle(t)


def settle(t: Table) -> None:
    """An accepted armistice is counted: ten or more is a minor Soviet victory, less a Finnish one (S1939A/vic)."""
    total = count(t)
    t.pop()
    t.emit("finnish_armistice_accepted", "21.482/b", count=total)
    winner = SOVIET if total >= LIMIT else AXIS
    close(t, MINOR, winner, "S1939A/vic", f"Finnish Armistice with a count of {total}")


class Reject(Verb):
    """``refuse``: the war goes on, and no armistice will be asked for again."""

    name = "refuse"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        fight_on(t)
        t.pop()


def fight_on(t: Table) -> None:
    """A rejected armistice: the war goes on until Finnish defeat (21.482/c)."""
    t.p.politics[REJECTED] = t.p.month
    t.emit("finnish_armistice_rejected", "21.482/c")


class Answer(Step):
    """The Soviets accept or reject at once (21.482)."""

    name = "answer to the armistice"
    rule = "21.482"
    kind = "question"
    verbs: tuple[Verb, ...] = (Accept(), Reject())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        own = soviet_hq_cv(t)
        return (
            f"Finland asks for an armistice: the count is {own} of your HQs and {lost_in_words(t)}, "
            f"{count(t)} in all; {LIMIT} or more is your victory. Agree or refuse."
        )


def out_of_time(t: Table) -> None:
    """Finland stands and no armistice was made: a decisive Axis victory (S1939A/vic)."""
    close(t, DECISIVE, AXIS, "S1939A/vic", "Finland is undefeated, without an armistice")
