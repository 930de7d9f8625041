"""1939B, Operation Weser: its turn, its steps, its set-up, its count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row, Sequence_
from grognard.titles.systems.front import deployment, game, sequence
from grognard.titles.systems.front.world import World

from .. import fronts, isolation
from ..state import ALLIED, AXIS, Table
from ..war import building, naval
from ..winter.game import after_the_first_month
from . import north, norway, setup, victory
from .table import WeserTable
from .world import world

ORDER = (AXIS, ALLIED)
"""The Axis moves first (S1939B)."""
LANDING = (Row("interdiction", rule="15.7"), Row("acclimatization", rule="21.441"))
SUPPLY = (
    Row("recovery", rule="8.1"),
    Row("acclimatization", rule="21.441"),
    Row("supply_interdiction", rule="15.73"),
    Row("supply_check", rule="4.46/a"),
    Row("isolation", rule="8.36"),
    Row("supply_end", rule="15.73"),
)
POLITICS = (Row("control"), Row("fate", rule="16.9/a"), Row("balance", rule="15.8"))
WAR = Row("declaration", sequence.active, lambda t: t.p.active == AXIS, rule="16.4", power=lambda t: AXIS)


def player_turn() -> Sequence_:
    """A declaration of war comes before all else (16.4)."""
    rows = sequence.player_turn(LANDING, SUPPLY, POLITICS).rows
    return Sequence_("player-turn", [WAR, *rows], rule="4.4/a")


HOME = (Row("production", when=after_the_first_month, rule="11.1"),)


class Weser(WeserTable):
    """1939B: Operation Weser."""

    turn_order = ORDER
    editors = frozenset({"deploying"})
    deployments = frozenset({"deployment", "deploying"})
    steps = {
        **game.SHARED,
        "game": game.game(),
        "month": sequence.month(HOME, [Row("month_end")]),
        "fortnight": sequence.fortnight(ORDER),
        "player_turn": player_turn(),
        "weather": fronts.Weather(),
        "isolation": isolation.Isolation(),
        "declaration": norway.Declaration(),
        "garrisons": norway.Garrisons(),
        "acclimatization": north.Acclimatization(),
        "production": building.Production(),
        "producing": building.Producing(),
        "deployment": deployment.Deployment(),
        "deploying": deployment.Deploying(),
        "fate": norway.Fate(),
        "balance": naval.NavalBalance(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """Every block in its place, or both sides set up, the British first (S1939B/setup)."""
        t.p = setup.begin(t)
        setup.open_war(t)
        game.opening(t)
        if t.options.get("deployment", "historical") != "free":
            setup.place_all(t)
            return
        for power in setup.ORDER_OF_SETUP:
            t.push(Frame("deployment", "parallel", -1, power))

    def count(self, t: Table) -> None:
        victory.settle(t)


WESER = Weser()
