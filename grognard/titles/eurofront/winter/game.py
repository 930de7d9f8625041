"""1939A, the Winter War: its turn, its steps, its set-up, its count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row, Sequence_
from grognard.titles.systems.front import deployment, game, sequence
from grognard.titles.systems.front.state import month_text
from grognard.titles.systems.front.world import World

from .. import fronts, isolation
from ..state import AXIS, SOVIET, Table
from ..war import building
from . import armistice, command, setup
from .table import WinterTable
from .world import world

ORDER = (SOVIET, AXIS)
"""The Soviets move first (S1939A)."""
LANDING = (Row("interdiction", rule="15.7"),)
SUPPLY = (
    Row("recovery", rule="8.1"),
    Row("supply_interdiction", rule="15.73"),
    Row("supply_check", rule="4.46/a"),
    Row("isolation", rule="8.36"),
    Row("supply_end", rule="15.73"),
)


def after_the_first_month(t: Table) -> bool:
    """No Production in the first month of a scenario (4.1/a)."""
    return bool(month_text(t.p.month) != t.world.scenario["months"][0])


POLITICS = (
    Row("control"),
    Row("defeat", rule="16.9/b"),
    Row("armistice", lambda t: t.seat_of(AXIS), lambda t: t.p.active == AXIS and t.outcome is None, rule="21.482"),
)
MONTH = Sequence_(
    "month",
    [
        Row("production", when=after_the_first_month, rule="11.1"),
        Row("fortnight", freeze=sequence.in_fortnight(1)),
        Row("fortnight", freeze=sequence.in_fortnight(2), rule="4.1"),
        Row("month_end"),
    ],
    rule="4.1",
)


class WinterWar(WinterTable):
    """1939A: the Winter War."""

    turn_order = ORDER
    editors = frozenset({"deploying"})
    deployments = frozenset({"deployment", "deploying"})
    steps = {
        **game.SHARED,
        "game": game.game(),
        "month": MONTH,
        "fortnight": sequence.fortnight(ORDER),
        "player_turn": sequence.player_turn(LANDING, SUPPLY, POLITICS),
        "weather": fronts.Weather(),
        "command": command.Command(),
        "isolation": isolation.Isolation(),
        "production": building.Production(),
        "producing": building.Producing(),
        "deployment": deployment.Deployment(),
        "deploying": deployment.Deploying(),
        "defeat": armistice.Defeat(),
        "armistice": armistice.Armistice(),
        "answer": armistice.Answer(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """Every block in its place, or both sides set up, the Finns first (S1939A)."""
        t.p = setup.begin(t)
        game.opening(t)
        if t.options.get("deployment", "historical") != "free":
            setup.place_all(t)
            return
        for power in setup.ORDER_OF_SETUP:
            t.push(Frame("deployment", "parallel", -1, power))

    def count(self, t: Table) -> None:
        armistice.out_of_time(t)


WINTER = WinterWar()
