"""The war on all fronts: its turn, its steps, its set-up, its count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row
from grognard.titles.systems.front import deployment, game, sequence
from grognard.titles.systems.front.state import month_text
from grognard.titles.systems.front.world import World

from .. import fronts, isolation
from ..war import naval
from . import (
    arctic,
    attrition,
    beaches,
    command,
    diplomacy,
    guns,
    initiative,
    mustering,
    politics,
    production,
    reckoning,
    setup,
    victory,
)
from .state import ALLIED, AXIS, SOVIET, EuropePosition, Table, position
from .table import EuropeTable, campaign_panel
from .world import world

LANDING = (Row("interdiction", rule="15.72"),)
SUPPLY = (
    Row("acclimatizing", rule="21.441"),
    Row("recovery", rule="4.46/a"),
    Row("beachheads", sequence.active),
    Row("supply_interdiction", rule="15.73"),
    Row("supply_check", rule="4.46"),
    Row("starving", rule="10.6/a"),
    Row("isolation", rule="8.36"),
    Row("supply_end"),
)


def after_the_first_month(t: Table) -> bool:
    """The first month of a game has no Production and no Diplomacy (4.1/a, S1939/max)."""
    return bool(month_text(t.p.month) != t.world.scenario["months"][0])


def allied_seat(t: Table) -> int:
    """The seat that tries the event of Allies and Soviets."""
    return int(t.seat_of(ALLIED))


def axis_seat(t: Table) -> int:
    return int(t.seat_of(AXIS))


def soviet_seat(t: Table) -> int:
    return int(t.seat_of(SOVIET))


def soviets_may_try(t: Table) -> bool:
    """Of three seats the Soviets propose an event when none was tried with the Allies this month (16.6/b)."""
    return after_the_first_month(t) and victory.apart(t) and position(t).attempted != t.p.month


HOME = (
    Row("production", when=after_the_first_month, rule="11.1"),
    Row("diplomacy", allied_seat, after_the_first_month, rule="16.6", power=lambda t: ALLIED),
    Row("diplomacy", soviet_seat, soviets_may_try, rule="16.6/b", power=lambda t: SOVIET),
    Row("diplomacy", axis_seat, after_the_first_month, rule="16.6", power=lambda t: AXIS),
)
POLITICS = (Row("politics", sequence.active, rule="16.7"), Row("balance", rule="15.8"))


class Europe(EuropeTable):
    """The war on all fronts."""

    turn_order = (ALLIED, AXIS, SOVIET)
    editors = frozenset({"deploying"})
    deployments = frozenset({"deployment", "deploying"})
    steps = {
        **game.SHARED,
        "game": game.game(),
        "month": sequence.month(HOME, [Row("month_end")]),
        "fortnight": initiative.fortnight(),
        "player_turn": sequence.player_turn(LANDING, SUPPLY, POLITICS),
        "weather": fronts.Weather(),
        "command": command.Command(),
        "movement": guns.Movement(),
        "mobilization": guns.Mobilization(),
        "production": production.Production(),
        "producing": production.Producing(),
        "starving": attrition.Starving(),
        "isolation": isolation.Isolation(),
        "diplomacy": diplomacy.Diplomacy(),
        "politics": politics.Politics(),
        "beachheads": beaches.Beachheads(),
        "balance": naval.NavalBalance(),
        "rising": politics.Rising(),
        "mustering": mustering.Mustering(),
        "agreement": diplomacy.Agreement(),
        "acclimatizing": arctic.Acclimatizing(),
        "deployment": deployment.Deployment(),
        "deploying": deployment.Deploying(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def seating(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Allies and Soviets may be a team of two players (0/a)."""
        return {"soviet": "soviet"} if options.get("players") == victory.TEAM else {}

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3)."""
        t.p = setup.begin(t, EuropePosition)
        game.opening(t)
        setup.place_all(t)
        naval.take_balance(t)

    def count(self, t: Table) -> None:
        victory.count(t)


class Reckoned(production.Production):
    """Production, in which the Axis may win (19.21)."""

    def reckon(self, t: Table) -> None:
        reckoning.overwhelmed(t)


class LastPolitics(politics.Politics):
    """Politics, in which Berlin may be found lost (19.1)."""

    def begin(self, t: Table, f: Frame) -> None:
        super().begin(t, f)
        reckoning.take_berlin(t)


class Campaign(Europe):
    """The war from an earlier year to May 1945 (19.2-19.4)."""

    steps = {**Europe.steps, "production": Reckoned(), "politics": LastPolitics()}

    def count(self, t: Table) -> None:
        reckoning.count(t)

    def victory_panel(self, t: Table) -> dict[str, Any]:
        return campaign_panel(t)


class ThreeSided(Europe):
    """Allies and Soviets play for themselves (19.51)."""

    def seating(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """The Soviets have a seat of their own (19.51)."""
        return {"soviet": "soviet"}


EUROPE = Europe()
CAMPAIGN = Campaign()
THREE_SIDED = ThreeSided()
