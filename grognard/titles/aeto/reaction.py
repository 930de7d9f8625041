"""Armor Reaction Attacks (5.17): before a stack leaves the zone of enemy armor."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import attacks, hq, modifiers, pieces, stacking, zones
from . import world as w
from .pieces import spoken
from .position import AetoPosition, Table


def vacates(t: Table, leaving: tuple[int, ...], node: int) -> bool:
    """Is the hex left by all its land units but lone HQs and Generals (5.17/no-if-left-behind)?"""
    p: AetoPosition = t.p
    if not any(zones.combat_unit(p, i) for i in leaving):
        return False
    return not any(zones.combat_unit(p, i) and i not in leaving for i in p.stack(node))


def reactors(t: Table, power: int, node: int) -> int:
    """Enemy armor and mechanized units with a circle next to a hex that exert a zone into it (5.17/participants)."""
    p: AetoPosition = t.p
    bits = 0
    for foe in members(p.hostile[power]):
        for here in members(t.world.next_to(node) & p.occupied[foe]):
            for i in p.stacks[here]:
                able_ = pieces.circled(t, i) and zones.heavy(p, i) and not stunned(t, foe)
                if p.power[i] == foe and able_ and hq.reaches(t, i, node):
                    bits |= 1 << i
    return bits


def stunned(t: Table, power: int) -> bool:
    """French and Soviet armor does not react in a Blitzkrieg month (5.17/blitz)."""
    return bool(modifiers.blitz_months(t)) and power in (w.FRANCE, w.USSR)


@rule("5.17/trigger", off=lambda t, leaving, node: None)
def ask(t: Table, leaving: tuple[int, ...], node: int) -> None:
    """Units that vacate a hex in the zone of enemy armor may be attacked before they go (5.17/trigger, 5.17/free,
    5.17/any-move).
    """
    p: AetoPosition = t.p
    if not vacates(t, leaving, node):
        return
    able = reactors(t, p.power[leaving[0]], node)
    seats = sorted({t.seat_of(p.power[i]) for i in members(able)})
    for seat in seats:
        t.ask("reaction", seat, power=p.power[leaving[0]], target=node)


def able(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return reactors(t, f.power, f["target"]) & t.pieces_of(seat)


def within_stacking(t: Table, seat: int, args: Args) -> int:
    """As many react from a hex as may stand there (5.17/participants)."""
    p: AetoPosition = t.p
    chosen = args[-1] if args else ()
    return from_iter(
        i for i in members(able(t, seat, ()))
        if stacking.fits(t, [*(j for j in chosen if p.at[j] == p.at[i]), i], p.at[i])
    )  # fmt: skip


class React(Verb):
    """``react uk6arm@Bir_Hacheim``: attack the stack that is about to leave."""

    name = "react"
    levels = (Level("attackers", PIECES, able, (Mask("5.17/participants", within_stacking),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        target = t.frame["target"]
        t.pop()
        attacks.launch(t, target, args[0], attacks.REACTION)


class Pass(Verb):
    """Let them go."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class Reaction(Step):
    """A question to the owner of armor that a stack is about to leave (5.17/trigger)."""

    name = "Armor Reaction"
    rule = "5.17/trigger"
    kind = "question"
    verbs = (React(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Enemy units are about to leave {spoken(t, f['target'])}: react with armor next to it, or pass."
