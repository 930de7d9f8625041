"""The bombing part of Strategic Warfare (2.5): sides in turn send missions; who passes is out."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from .. import offensives
from ..position import Table
from . import bombing, installations, iron_ore


class Done(Verb):
    """``pass``: no more missions in this Phase."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.emit("passed", "2.5")
        t.remember(out=t.frame["out"] | 1 << seat)
        turn_over(t)


class Mine(iron_ore.LayMines):
    """A mine raid is its side's turn, as a mission is (2.5)."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        super().apply(t, seat, args)
        turn_over(t)


def able(t: Table, side: int, out: int) -> tuple[int, ...]:
    """The seats of a side that have not passed and can bomb something."""
    return tuple(s for s in offensives.seats_of(t, side) if not out >> s & 1 and has_target(t, s))


def has_target(t: Table, seat: int) -> bool:
    """Has a seat a bomber that finds something to bomb?"""
    return bool(bombing.bombers(t, seat, ()) or installations.bombers(t, seat, ()) or iron_ore.mine_layers(t, seat, ()))


def other_side(side: int) -> int:
    return next(n for n in range(len(offensives.SIDES)) if n != side)


def turn_over(t: Table) -> None:
    """The other side's turn, unless it is out (2.5)."""
    f = t.frame
    other = other_side(f["side"])
    t.remember(side=other if able(t, other, f["out"]) else f["side"])


class Bombing(Step):
    """Sides in turn send missions; who passes is out (2.5)."""

    name = "Strategic Bombing"
    rule = "2.5"
    verbs: tuple[Verb, ...] = (bombing.Bomb(), installations.BombWorks(), Mine(), Done())

    def begin(self, t: Table, f: Frame) -> None:
        side = offensives.side_of(t.p.initiative)
        t.remember(out=0, side=side if able(t, side, 0) else other_side(side))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return able(t, f["side"], f["out"])[:1]

    def run(self, t: Table, f: Frame) -> None:
        iron_ore.settle(t)
        t.pop()

    def resume(self, t: Table, f: Frame, result: object) -> None:
        fell(t, result)
        turn_over(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Strategic bombing: send bombers against an enemy economy, airbase, port or railway, or pass."


def fell(t: Table, result: object) -> bool:
    """The bombs of a mission that came through fall (2.5, 4.20); False if the result is no mission's."""
    if not (isinstance(result, tuple) and result and result[0] == "bombs"):
        return False
    _, group, node, what = result
    if what == "economy":
        bombing.damage(t, group, node)
    else:
        installations.damage(t, group, what, node)
    return True
