"""The Spanish Civil War: its turn, its steps, its set-up, its count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row, Sequence_
from grognard.titles.systems.front import game, retreat, sequence
from grognard.titles.systems.front.state import month_text
from grognard.titles.systems.front.world import World

from .. import fronts
from ..state import ALLIED, AXIS, Table
from . import aid, building, command, free_setup, garrisons, setup, victory
from .table import SpanishTable
from .world import world

ORDER = (AXIS, ALLIED)
"""The Nationalists always take the first turn (SCW)."""
SUPPLY = (Row("recovery", rule="8.1"), Row("supply_check", rule="4.46/a"), Row("garrison_supply", rule="SCW.2"))
POLITICS = (Row("control"), Row("defeat", rule="SCW.9"))


def is_first_month(t: Table) -> bool:
    """July 1936 has one fortnight, and no Production (SCW)."""
    return bool(month_text(t.p.month) == t.world.scenario["months"][0])


def later(t: Table) -> bool:
    return not is_first_month(t)


def seat_of(power: int) -> Callable[[Any], int]:
    return lambda t: int(t.seat_of(power))


def recognition(power: int) -> Row:
    """A side's chance of Foreign Recognition before Production (SCW.9)."""
    return Row(
        "recognition", seat_of(power), lambda t: later(t) and victory.may_try(t, power), rule="SCW.9",
        power=lambda t: power,
    )  # fmt: skip


MONTH = Sequence_(
    "month",
    [
        Row("control", when=later),
        Row("aid_ends", when=lambda t: later(t) and aid.may_end(t), rule="SCW.6"),
        recognition(AXIS),
        recognition(ALLIED),
        Row("foreign_aid", when=later, rule="SCW.3"),
        Row("production", when=later, rule="11.1"),
        Row("fortnight", when=later, freeze=sequence.in_fortnight(1)),
        Row("fortnight", freeze=sequence.in_fortnight(2), rule="4.1"),
        Row("month_end"),
    ],
    rule="4.1",
)


class SpanishCivilWar(SpanishTable):
    """1936: the Spanish Civil War."""

    turn_order = ORDER
    deployments = frozenset({"free_setup"})
    steps = {
        **{name: step for name, step in game.SHARED.items() if name not in game.SEABORNE},
        "game": game.game(),
        "month": MONTH,
        "fortnight": sequence.fortnight(ORDER),
        "player_turn": sequence.player_turn((), SUPPLY, POLITICS),
        "weather": fronts.Weather(),
        "command": command.Command(),
        "movement": command.Movement(),
        "mobilization": retreat.Mobilization(),
        "production": building.Production(),
        "producing": building.Producing(),
        "recovery": sequence.TakeControl(),  # no one has landed: control is all that is taken
        "militia": setup.Militia(),
        "free_setup": free_setup.FreeSetup(),
        "aid_ends": aid.AidEnds(),
        "recognition": victory.Recognition(),
        "foreign_aid": aid.ForeignAid(),
        "landing": aid.Landing(),
        "garrison_supply": garrisons.GarrisonSupply(),
        "defeat": victory.Defeat(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """Every block in its place, the militia by dice if the players wish (SCW/setup)."""
        t.p = setup.begin(t)
        game.opening(t)
        mode = t.options.get("deployment", "historical")
        if mode != "free":
            setup.place_all(t, militia=mode == "historical")
        if mode != "historical":
            t.push(Frame("militia"))
        if mode == "free":
            t.push(Frame("free_setup"))

    def count(self, t: Table) -> None:
        victory.stalemate(t)


SPAIN = SpanishCivilWar()
