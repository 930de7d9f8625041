"""Paths walked hex by hex: moves, advances after combat and what answers them (5.7, 5.17, 5.19)."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.walk import Walking

from . import fronts, isolation, movement, reaction, zones
from .position import Table


class March(Walking):
    """Units on the way: armor may react before they leave a hex, and each hex costs its points and is captured."""

    name = "march"
    rule = "5.7/allowance"

    def leaving(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int, there: int) -> None:
        """No Armor Reaction in the Movement Phase (5.17/no-retreat)."""
        if f["offensive"]:
            reaction.ask(t, pieces, here)

    def entered(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        movement.pay(t, pieces, f["way"][f["steps"] - 1], here, f["offensive"])
        movement.enter(t, pieces, here)

    def arrived(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        if f["steps"]:
            t.emit("moved", "5.7/allowance", pieces=pieces, nodes=(f["way"][0], here))
            fronts.settle(t, t.p.power[pieces[0]])
            fronts.close_behind(t, pieces[0], f["way"])
            isolation.reopen(t)


class Advancing(Walking):
    """Attackers enter the hex that they have cleared, whatever zones cover it (5.19/zoc-ignored)."""

    name = "advancing"
    rule = "5.19/advance"

    def leaving(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int, there: int) -> None:
        """Advances that vacate a hex are answered, too (5.17/any-move)."""
        reaction.ask(t, pieces, here)

    def entered(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        """Who advances captures what is in the hex; a fort is gone (5.19/capture)."""
        if f.get("paid"):
            movement.pay(t, pieces, f["way"][0], here, 1)
        movement.enter(t, pieces, here)

    def arrived(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        units = tuple(i for i in pieces if zones.combat_unit(t.p, i)) or pieces
        if f["steps"]:
            t.emit("advanced", "5.19/advance", pieces=units, nodes=(f["way"][0], here))
            fronts.settle(t, t.p.power[units[0]])
            fronts.close_behind(t, units[0], f["way"])
            isolation.reopen(t)
