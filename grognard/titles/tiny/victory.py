"""The end of a turn and of the game: peace and occupation (T9), the count, and what players may agree on (T8)."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step
from grognard.engine.play.desk import Proposal

from . import world as w
from .sides import blue, green, red
from .title import META
from .world import Table


class TurnEnd(Step):
    """Advance the turn; count at the end of the segment (T8.1)."""

    name = "turn end"
    rule = "T8.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        for power in range(len(t.p.seat_of)):
            make_peace(t, power)
            if t.rules.level > 2:
                occupy(t, power)
        if t.p.turn >= t.p.last:
            t.milestone(f"turn {t.p.turn}")
            count(t)
        else:
            t.p.turn += 1
            t.emit("turn", "T8.1", turn=t.p.turn)


@rule("T9.1")
def make_peace(t: Table, power: int) -> None:
    """A power whose capital an enemy holds is at war with no one any more (T9.1)."""
    holder = t.p.holder[t.world.capitals[power]]
    if t.hostile(power, holder):
        for other in members(t.p.hostile[power]):
            t.p.hostile[other] &= ~(1 << power)
        t.p.hostile[power] = 0
        t.emit("peace", "T9.1", power=META.powers[power])


@rule("T9.2")
def occupy(t: Table, power: int) -> None:
    """Who holds the capital of a power at peace plays it, and its own seat when it holds it itself (T9.2)."""
    holder = t.p.holder[t.world.capitals[power]]
    if t.p.hostile[power] or holder == w.NOBODY:
        return
    seat = t.p.own_seat[power] if holder == power else t.seat_of(holder)
    if seat != t.seat_of(power):
        t.hand_over(power, seat)
        t.emit("occupied", "T9.2", power=META.powers[power], seat=t.seat_name(seat))


def held(t: Table) -> tuple[int, int]:
    """How many hexes Red holds, and how many its enemies."""
    return w.held_by(t, 1 << w.RED).bit_count(), w.held_by(t, t.p.hostile[w.RED]).bit_count()


def hexes(number: int) -> str:
    """So many hexes in words."""
    return "one hex" if number == 1 else f"{number} hexes"


def count(t: Table) -> None:
    """More hexes than the enemy win (T8.1); whether to go on is for the players to say."""
    own, enemy = held(t)
    lead = own - enemy
    allies = sorted({blue(t), green(t)} - {red(t)})
    if lead > 0:
        t.close([red(t)], "marginal" if lead < 6 else "decisive", f"Red leads by {hexes(lead)}.", "T8.1", final=False)
    elif lead < 0:
        t.close(
            allies, "marginal" if lead > -6 else "decisive", f"The allies lead by {hexes(-lead)}.", "T8.1", final=False
        )
    else:
        t.close([], "draw", "Both hold as many hexes.", "T8.1", final=False)


class RefusableResign(Proposal):
    """A resignation that the others may refuse (T8.3)."""

    name = "resign"
    rule = "T8.3"

    def needs(self, t: Table, seat: int) -> tuple[int, ...]:
        """All others must agree (T8.3)."""
        return super().needs(t, seat)

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        others = [s for s in range(len(t.seats)) if s != proposer]
        t.close(others, "resignation", f"{t.seat_name(proposer)} resigned.", "T8.3")

    def declined(self, t: Table, proposer: int, by: int, text: str) -> None:
        t.emit("played_on", "T8.3")


class Extend(Proposal):
    """Play two more turns after the end (T8.2)."""

    name = "extend"
    rule = "T8.2"

    def may(self, t: Table, seat: int) -> bool:
        """After an end that is not the last (T8.2)."""
        return t.outcome is not None and not t.outcome.final

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        t.outcome = None
        t.p.last += 2
        t.p.turn += 1
        t.emit("extended", "T8.2")
        t.run()
