"""1940A, Fall of France, and 1940B, Britain Stands Alone: their turn, their steps, their set-up, their count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.step import Row
from grognard.titles.systems.front import game, sequence
from grognard.titles.systems.front.world import World

from .. import deploying
from ..europe import guns, mustering, occupation
from ..med import roads
from ..med.game import LANDING, ORDER, SUPPLY, Med
from ..state import ALLIED, AXIS, Table
from ..war import naval
from ..winter.game import after_the_first_month
from . import armistice, building, coordination, diplomacy, politics, setup, vichy, victory
from .table import FranceTable
from .world import world

POLITICS = (Row("politics", sequence.active, rule="16.7"), Row("balance", rule="15.8"))
HOME = (
    Row("production", when=after_the_first_month, rule="11.1"),
    Row("diplomacy", lambda t: t.seat_of(ALLIED), after_the_first_month, rule="16.6", power=lambda t: ALLIED),
    Row("diplomacy", lambda t: t.seat_of(AXIS), after_the_first_month, rule="16.6", power=lambda t: AXIS),
)


class Movement(roads.Movement):
    """Moves by land, rail, road, sea and air, in any order (4.42), within occupation limits (20.132)."""

    verbs = occupation.within_limits(roads.Movement.verbs)


class France(FranceTable):
    """The West and the Med of 1940."""

    turn_order = ORDER
    editors = frozenset({"deploying"})
    deployments = frozenset({"deployment", "deploying"})
    steps = {
        **Med.steps,
        "month": sequence.month(HOME, [Row("month_end")]),
        "player_turn": sequence.player_turn(LANDING, SUPPLY, POLITICS),
        "command": coordination.Command(),
        "movement": Movement(),
        "mobilization": guns.Mobilization(),
        "producing": building.Producing(),
        "diplomacy": diplomacy.Diplomacy(),
        "politics": politics.Politics(),
        "armistice": armistice.Armistice(),
        "mustering": mustering.Mustering(),
        "rallying": vichy.Rallying(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """Every block in its place, or each side sets up in private, one after the other (S1940/setup)."""
        t.p = setup.begin(t)
        game.opening(t)
        if not deploying.open_editors(t):
            deploying.place_all(t, naval.PLAYING)
        setup.open_war(t)

    def count(self, t: Table) -> None:
        victory.settle(t)


FRANCE = France()
