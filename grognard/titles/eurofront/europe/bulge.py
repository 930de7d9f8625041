"""The Bulge (1944.8): in one turn of the game Axis armor in the West attacks in Mud as if it were Dry."""

from __future__ import annotations

from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import command
from grognard.titles.systems.front.state import MUD, month_number
from grognard.titles.systems.front.world import ARMOR

from .. import fronts
from ..fronts import WF
from .state import AXIS, Table

BULGE = "bulge turn"
FROM = month_number("1944-06")


def once_in_mud(t: Table, seat: int, args: Args) -> int:
    """Once, in Mud in the West, by the Axis, before any HQ is activated, from June 1944 on (1944.8, rulings E86,
    E367)."""
    p = t.p
    fresh = BULGE not in p.politics and not command.active_hqs(t, AXIS) and p.month >= FROM
    return int(p.active == AXIS and p.weather == MUD and fresh)


class Bulge(Verb):
    """``bulge``: in this player-turn Axis armor in the West attacks at its own rating in Mud."""

    name = "bulge"
    masks = (Mask("1944.8", once_in_mud),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics[BULGE] = t.p.month
        t.p.bulge = AXIS + 1
        t.emit("bulge", "1944.8")


def fires_in_mud(t: Table, piece: int, node: int) -> bool:
    """Axis armor in the West in its Bulge turn (1944.8)."""
    surprise = t.p.bulge == AXIS + 1 and t.p.power[piece] == AXIS and t.world.units[piece].kind == ARMOR
    return surprise and bool(fronts.land_of(t, WF) >> node & 1)
