"""Foreign aid (SCW.3), the blockade (SCW.5) and the end of aid (SCW.6)."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, command, control, economy
from grognard.titles.systems.front.state import month_number

from .. import tables
from ..state import ALLIED, AXIS, Table, position

SOVIET, FRENCH, GERMAN = "soviet", "french", "axis"
ENDED = "aid ended"
BLOCKADE_FROM = month_number("1937-06")
END_FROM = month_number("1938-12")
AXIS_AID, SOVIET_AID, MOST_FRENCH = 4, 1, 2


# What arrives where


def ports(t: Table, power: int) -> int:
    """The ports that a side controls (SCW.3)."""
    return control.friendly(t.p, power) & int(t.world.extra["ports of Spain"])


def strength_at_sea(t: Table, power: int) -> int:
    """Its ports in European Spain, Barcelona twice (SCW.5)."""
    own = ports(t, power) & int(t.world.extra["European Spain"])
    return own.bit_count() + (own >> int(t.world.extra["Barcelona"]) & 1)


def runs_blockade(t: Table, power: int) -> bool:
    """From summer 1937 ships get through on a die of at most the side's ports (SCW.5)."""
    if t.p.month < BLOCKADE_FROM:
        return True
    strength = strength_at_sea(t, power)
    die = t.roll("blockade")
    through = die <= strength
    t.emit("blockade", "SCW.5", power=t.world.powers[power], die=die, ports=strength, success=int(through))
    if not through:
        position(t).blockaded |= 1 << power
    return through


def places(t: Table, seat: int = -1, args: Args = ()) -> int:
    """Aid arrives in controlled ports, French aid over the border too, Axis aid in Lisbon (SCW.3)."""
    source, power = t.frame["source"], t.frame.power
    by_sea = 0 if source == FRENCH and position(t).blockaded >> power & 1 else ports(t, power)
    if source == FRENCH:
        return by_sea | int(t.world.extra["abroad"][ALLIED])
    return by_sea | 1 << t.world.extra["Lisbon"] if source == GERMAN else by_sea


def no_railhead_yet(t: Table, seat: int, args: Args) -> int:
    """One railhead a place (SCW.3)."""
    return ~position(t).railheads[t.frame.power]


class Land(Verb):
    """``land Valencia``: foreign aid comes in there and supplies from there."""

    name = "land"
    levels = (
        Level("place", NODE, command.all_land, (Mask("SCW.3", places), Mask("SCW.3", no_railhead_yet))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        node, source, power = args[0], t.frame["source"], t.frame.power
        t.remember(left=t.frame["left"] - 1)
        at_sea = source == SOVIET or (source == GERMAN and node != t.world.extra["Lisbon"])
        if not at_sea or runs_blockade(t, power):
            put_railhead(t, power, node)
            position(t).soviet_aid += source == SOVIET


def put_railhead(t: Table, power: int, node: int) -> None:
    """Arriving aid is a source of External Supply (SCW.4)."""
    railheads = list(position(t).railheads)
    railheads[power] |= 1 << node
    position(t).railheads = railheads
    t.emit("aid", "SCW.3", nodes=(node,), power=t.world.powers[power])


class Landing(Step):
    """A side says where its foreign aid arrives (SCW.3)."""

    name = "foreign aid"
    rule = "SCW.3"
    kind = "question"
    verbs = (Land(),)
    standing = ("first",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if f["left"] > 0 and places(t) & no_railhead_yet(t, f.seat, ()) else ()

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return f"land {t.node_name(first(places(t) & no_railhead_yet(t, seat, ())))}"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        whose = {SOVIET: "Soviet", FRENCH: "French", GERMAN: "Axis"}[f["source"]]
        risk = " A port must be reached through the blockade." if t.p.month >= BLOCKADE_FROM else ""
        return f"Say where {whose} aid arrives.{'' if f['source'] == FRENCH else risk}"


SOVIET_NEXT, FRENCH_NEXT, AXIS_NEXT = 9, 6, 3
"""What is still ahead in the month's aid, as the step counts it."""


class ForeignAid(Step):
    """Before Production: Soviet, then French aid for the Republicans, then Axis aid for the Nationalists (SCW.3)."""

    name = "foreign aid"
    rule = "SCW.3"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def begin(self, t: Table, f: Frame) -> None:
        """Last month's railheads are taken up."""
        control.settle_battles(t)
        control.evaluate(t)
        p = position(t)
        p.railheads, p.soviet_aid, p.blockaded = [0] * len(p.railheads), 0, 0
        t.remember(left=SOVIET_NEXT)

    def run(self, t: Table, f: Frame) -> None:
        left = f["left"]
        if left == SOVIET_NEXT:
            t.remember(left=FRENCH_NEXT)
            ask(t, ALLIED, SOVIET, 1)
        elif left == FRENCH_NEXT:
            t.remember(left=AXIS_NEXT)
            french_aid(t)
            ask(t, ALLIED, FRENCH, position(t).french_aid)
        elif left == AXIS_NEXT:
            t.remember(left=0)
            ask(t, AXIS, GERMAN, 1)
        else:
            t.pop()

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        """Nothing: where the aid went stands in the position."""


def ask(t: Table, power: int, source: str, left: int) -> None:
    t.ask("landing", t.seat_of(power), power, source=source, left=left)


def french_aid(t: Table) -> None:
    """A die says what France sends: 1 or 2 points, as much as last month, or one less (SCW.3)."""
    p = position(t)
    die = t.roll("French aid")
    row = tables.rows("scw_french_aid")[die - 1]
    p.french_aid = int(row["points"]) if row["points"] else max(0, p.french_aid + int(row["change"]))
    t.emit("french_aid", "SCW.3", die=die, points=p.french_aid)


# Points


def level(t: Table, power: int) -> int:
    """The month's points: cities in rail supply and foreign aid (SCW.3)."""
    fed = economy.in_rail_sea(t, power) & int(t.world.extra["European Spain"])
    return economy.city_points(t, power, fed) + aid_points(t, power)


def aid_points(t: Table, power: int) -> int:
    """4 points for the Nationalists, less one that the blockade took; French and Soviet points until aid ends
    (SCW.3)."""
    p = position(t)
    if power == AXIS:
        return AXIS_AID - (p.blockaded >> AXIS & 1)
    if power != ALLIED or ENDED in p.politics:
        return 0
    return p.french_aid + SOVIET_AID * p.soviet_aid


# The end of aid


def may_end(t: Table) -> bool:
    """From December 1938, until it has ended (SCW.6)."""
    return t.p.month >= END_FROM and ENDED not in t.p.politics


class AidEnds(Step):
    """Each side rolls a die; doubles end foreign intervention (SCW.6)."""

    name = "end of foreign aid"
    rule = "SCW.6"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        dice = t.rolls("end of aid", 2)
        over = dice[0] == dice[1]
        t.emit("aid_dice", "SCW.6", dice=dice, over=int(over))
        if over:
            end(t)


def end(t: Table) -> None:
    """The three foreign units leave play, French and Soviet points cease (SCW.6)."""
    t.p.politics[ENDED] = t.p.month
    for piece in members(foreign(t)):
        if t.p.at[piece] < t.world.spans:
            blocks.dismiss(t, piece, "SCW.6")


def foreign(t: Table) -> int:
    """The blocks that came from abroad."""
    return from_iter(t.world.named[name.casefold()] for name in t.world.extra["foreign"])
