"""1940C, Surf and Sand: its turn, its steps, its set-up, its count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.step import Row
from grognard.titles.systems.front import deployment, game, sequence
from grognard.titles.systems.front.world import World

from .. import deploying, fronts, isolation
from ..state import ALLIED, AXIS, Table
from ..war import naval
from ..winter.game import after_the_first_month
from . import building, desert, roads, setup, victory
from .table import MedTable
from .world import world

ORDER = (AXIS, ALLIED)
"""The Axis moves first (S1940B/setup)."""
LANDING = (Row("interdiction", rule="15.7"), Row("acclimatization", rule="21.351"))
SUPPLY = (
    Row("recovery", rule="8.1"),
    Row("acclimatization", rule="21.351"),
    Row("supply_interdiction", rule="15.73"),
    Row("supply_check", rule="4.46/a"),
    Row("isolation", rule="8.36"),
    Row("supply_end", rule="15.73"),
)
POLITICS = (Row("control"), Row("balance", rule="15.8"))
HOME = (Row("production", when=after_the_first_month, rule="11.1"),)


class Med(MedTable):
    """1940C: Surf and Sand."""

    turn_order = ORDER
    editors = frozenset({"deploying"})
    deployments = frozenset({"deployment", "deploying"})
    steps = {
        **game.SHARED,
        "game": game.game(),
        "month": sequence.month(HOME, [Row("month_end")]),
        "fortnight": sequence.fortnight(ORDER),
        "player_turn": sequence.player_turn(LANDING, SUPPLY, POLITICS),
        "weather": fronts.Weather(),
        "isolation": isolation.Isolation(),
        "movement": roads.Movement(),
        "acclimatization": desert.Acclimatization(),
        "production": building.Production(),
        "producing": building.Producing(),
        "deployment": deployment.Deployment(),
        "deploying": deployment.Deploying(),
        "balance": naval.NavalBalance(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """Every block in its place, or both sides set up, the Axis first (S1940C)."""
        t.p = setup.begin(t)
        game.opening(t)
        if not deploying.open_editors(t):
            deploying.place_all(t, naval.PLAYING)
        setup.open_war(t)

    def count(self, t: Table) -> None:
        victory.settle(t)


MED = Med()
