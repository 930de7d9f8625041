"""Ground Support (4.22, 4.23): both sides send air units over a land attack before its die."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import tables as tb
from .. import zones
from ..pieces import spoken
from ..position import AetoPosition, Table
from . import flights

MOST_BOMBERS = 3
"""Bomber types that a side sends over one attack (4.22)."""
ATTACK, DEFENCE, COUNTER, INTERCEPT = "attack", "defence", "counter", "intercept"


def air_of(t: Table, seat: int, friends: list[int]) -> list[int]:
    """A seat's combat air units of some powers."""
    p: AetoPosition = t.p
    own = t.pieces_of(seat) & ~where(p.steps, among(0)) & where(p.kind, among(*tb.FIGHTERS, *tb.BOMBERS))
    return [i for i in members(own) if p.power[i] in friends]


def within_range(t: Table, f: Frame) -> int:
    """Air units of the asked side that can be over the target now (4.22)."""
    friends = zones.allies_of(t.p, f.power)
    kinds = tb.FIGHTERS if f["side"] == INTERCEPT else (*tb.FIGHTERS, *tb.BOMBERS)
    near = [i for i in air_of(t, f.seat, friends) if flights.may_fly(t, i, f["target"])]
    return from_iter(i for i in near if t.p.kind[i] in kinds)


def not_yet_sent(f: Frame) -> int:
    """Who is in the air already is not sent twice."""
    return ~from_iter((*f["bombers"], *f["fighters"], *f["gone"]))


def bombers(t: Table, seat: int, args: Args) -> int:
    """Bomber types that may be sent."""
    f = t.frame
    return within_range(t, f) & where(t.p.kind, among(*tb.BOMBERS)) & not_yet_sent(f)


def few_enough(t: Table, seat: int, args: Args) -> int:
    """At most three bomber types a side over one attack (4.22)."""
    return -1 if len(t.frame["bombers"]) < MOST_BOMBERS else 0


def fighters(t: Table, seat: int, args: Args) -> int:
    """Fighter types that may be sent; a fighter-bomber chooses its role when it takes off (4.23)."""
    f = t.frame
    return within_range(t, f) & where(t.p.kind, among(*tb.FIGHTERS)) & not_yet_sent(f)


class Support(Verb):
    """``support ger3bmb@Derna``: a bomber adds its strength to the fight."""

    name = "support"
    masks = (Mask("4.12", lambda t, s, a: int(t.frame["side"] in (ATTACK, DEFENCE))),)
    levels = (Level("bomber", PIECE, bombers, (Mask("4.22", few_enough),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(bombers=(*t.frame["bombers"], args[0]))


class Escort(Verb):
    """``escort ger5ftr@Derna``: a fighter flies over the target, to escort or to intercept."""

    name = "escort"
    levels = (Level("fighter", PIECE, fighters),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(fighters=(*t.frame["fighters"], args[0]))


class Enough(End):
    """``end``: nothing more is sent."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        take_off(t)


def take_off(t: Table) -> None:
    """What was named takes off."""
    f = t.frame
    t.pop(("air", f["side"], f["bombers"], f["fighters"]))


class AirSupport(Step):
    """A side says what it sends over an attack, one air unit after another (4.22, 5.3/air-timing)."""

    name = "air support"
    rule = "4.22"
    kind = "question"
    piece_fields = ("bombers", "fighters", "gone")
    verbs = (Support(), Escort(), Enough())
    standing = ("end",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if within_range(t, f) & not_yet_sent(f) else ()

    def run(self, t: Table, f: Frame) -> None:
        take_off(t)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "end"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        sent = ", ".join(t.title.piece_name(t, i) for i in (*f["bombers"], *f["fighters"]))
        what = {
            ATTACK: "send bombers (three at most) and fighters over your attack on",
            DEFENCE: "send bombers and fighters over the defence of",
            COUNTER: "send more fighters against the interceptors over",
            INTERCEPT: "send fighters against the bombers over",
        }[f["side"]]
        return f"Air: {what} {spoken(t, f['target'])}, then end." + (f" Sent: {sent}." if sent else "")


def ask(t: Table, seat: int, power: int, side: str, target: int, gone: tuple[int, ...] = ()) -> None:
    """Ask a seat what it sends; who has nothing within range is not asked."""
    data = (("bombers", ()), ("fighters", ()), ("gone", gone), ("side", side), ("target", target))
    frame = Frame("air_support", "question", seat, power, data)
    if within_range(t, frame) & not_yet_sent(frame):
        t.push(frame)
