"""1942: the war on all fronts while the Med Front is still to be won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row
from grognard.titles.systems.front import game, sequence
from grognard.titles.systems.front.world import World

from ..europe import game as europe
from ..europe import guns, occupation, release
from ..europe import setup as europe_setup
from ..med import roads
from . import building, desert, setup
from .state import Table
from .table import TideTable
from .world import world

LANDING = (*europe.LANDING, Row("acclimatization", rule="21.351"))
SUPPLY = (europe.SUPPLY[0], europe.SUPPLY[1], Row("acclimatization", rule="21.351"), *europe.SUPPLY[2:])


class Politics(europe.LastPolitics):
    """Politics, in which released armies that are gone, or whose city is Soviet, lose their freedom (17.3)."""

    def begin(self, t: Table, f: Frame) -> None:
        release.forfeit(t)
        super().begin(t, f)
        release.lapse(t)


class Movement(roads.Movement):
    """Moves by land, rail, road, sea and air, in any order (4.42)."""

    verbs = occupation.within_limits(guns.ashore(roads.Movement.verbs))


class Tide(TideTable, europe.Campaign):
    """The war from 1942 to May 1945."""

    steps = {
        **europe.Campaign.steps,
        "player_turn": sequence.player_turn(LANDING, SUPPLY, europe.POLITICS),
        "movement": Movement(),
        "acclimatization": desert.Acclimatization(),
        "production": building.Production(),
        "producing": building.Producing(),
        "politics": Politics(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3)."""
        t.p = setup.begin(t)
        game.opening(t)
        europe_setup.place_all(t)
        setup.open_war(t)


TIDE = Tide()
