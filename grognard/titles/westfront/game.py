"""WestFront: its turn, its victory, and the title itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.desk import Proposal
from grognard.engine.rules import RuleBook
from grognard.engine.step import Row
from grognard.engine.table import Table
from grognard.titles.front import fog, game, sequence
from grognard.titles.front.state import month_text
from grognard.titles.front.world import World

from . import segments, setup, victory
from .hooks import WestFrontHooks
from .title import META
from .world import ALLIED, AXIS, DATA, charts, world

ORDER = (ALLIED, AXIS)
LANDING = (Row("interdiction", rule="4.42/d"),)
SUPPLY = (
    Row("recovery"),
    Row("beachheads", sequence.active),
    Row("supply_interdiction"),
    Row("supply_check", rule="4.46"),
    Row("supply_end"),
)


def after_the_first_month(t: Any) -> bool:
    """The first month of a game has no Production (3.21/a)."""
    return not t.rules.on("3.21/a") or month_text(t.p.month) != t.world.scenario["months"][0]


class WestFront(WestFrontHooks):
    """WestFront, second edition."""

    meta = META
    book = RuleBook(DATA / "rules.csv")
    reveals = fog.read_reveals(charts()["reveal"])
    turn_order = ORDER
    proposals: Mapping[str, Proposal] = {"extend": segments.GoOn()}
    steps = {
        **game.SHARED,
        "game": game.game(),
        "month": sequence.month([Row("production", when=after_the_first_month)], [Row("month_end")]),
        "fortnight": sequence.fortnight(ORDER),
        "player_turn": sequence.player_turn(LANDING, SUPPLY),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        t.p = setup.begin(t)
        setup.place_all(t)
        t.p.restack()
        game.opening(t)

    def count(self, t: Table) -> None:
        segments.finish(t)

    def scores(self, t: Table) -> dict[str, int]:
        """The victory points of both sides (17.1)."""
        return {t.seats[t.seat_of(power)]: victory.total(t, power) for power in ORDER}


TITLE = WestFront()
