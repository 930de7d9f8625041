"""1939 and 1940: the whole war, from Poland or from France on, with the assault on Russia when the Axis dares it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine.core.rules import Refused
from grognard.engine.core.step import Row, Sequence_
from grognard.titles.systems.front import sequence
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import World

from ..barbarossa import game as barbarossa
from ..barbarossa import war
from ..barbarossa.hooks import BarbarossaHooks
from ..europe.game import POLITICS
from ..europe.nations import defeated
from ..peace import game as peace
from ..peace import pact
from ..peace.hooks import PeaceHooks
from ..peace.state import AXIS, SOVIET, Table, position
from ..tide.game import LANDING, SUPPLY
from ..title import WITH_FINLAND
from . import armistice, finland
from .hooks import CampaignHooks, turns
from .world import world

ANNEXED = ("East Poland", "Baltic States", "Finnish Karelia")
"""What the USSR has annexed by May 1940 (S1940)."""
SAYS = {
    "winter_war": "The Winter War begins: Finland fights the Soviets, and both stay neutral to all others",
    "finnish_armistice_offered": "Finland asks for an armistice",
    "finnish_armistice_made": "The Soviets accept the armistice: Karelia is theirs, and Finland is neutral again",
    "finnish_armistice_rejected": "The Soviets reject the armistice: the Winter War goes on",
}


class FromFrance(BarbarossaHooks, peace.Peace):
    """The war from May 1940 on (S1940)."""

    steps = {**peace.Peace.steps, "command": war.Command(), "politics": barbarossa.Politics()}

    def called_up(self, t: Table, piece: int) -> bool | None:
        """The Strategic Reserve waits for its event (20.51)."""
        return PeaceHooks.called_up(self, t, piece)

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3), with what the USSR has annexed and the Finnish Armistice (S1940)."""
        super().setup(t)
        position(t).soviet_home |= pact.land(t, *ANNEXED)
        t.p.politics[finland.ARMISTICE] = month_number(t.world.scenario["armistice"]["Finland"])


class Politics(barbarossa.Politics):
    """Politics, in which Finland may be found defeated, and conquered (21.482/a)."""

    def conclude(self, t: Table, before: tuple[tuple[str, int], ...]) -> None:
        fallen = defeated(finland.FINLAND) in t.p.politics
        super().conclude(t, before)
        if t.p.active in (AXIS, SOVIET):
            finland.defeat(t)
        if fallen:
            finland.conquest(t)


def in_turn(number: int) -> Callable[[Any], None]:
    """Whose player-turn begins."""

    def freeze(t: Table) -> None:
        t.p.active = turns(t)[number]

    return freeze


def in_the_order(number: int) -> Callable[[Any], bool]:
    """Has so many a power a player-turn?"""
    return lambda t: number < len(turns(t))


def fortnight() -> Sequence_:
    """Weather, then the player-turns, with that of the Finns while they fight alone (4.22, 21.48)."""
    rows = [Row("player_turn", when=in_the_order(n), freeze=in_turn(n), rule="4.4") for n in range(4)]
    return Sequence_("fortnight", [Row("weather", rule="4.3"), *rows], rule="4.1")


def politics() -> tuple[Row, ...]:
    """Politics of all but the Finns, and in that of the Axis the armistice that they may ask for (21.482)."""
    rows = [Row(row.step, row.who, armistice.not_the_finns, row.freeze, row.rule, row.power) for row in POLITICS]
    asks = Row("finnish armistice", sequence.active, armistice.may_be_asked, rule="21.482")
    return (rows[0], asks, *rows[1:])


class WholeWar(CampaignHooks, peace.Peace):
    """The war from September 1939 on (S1939)."""

    meta = WITH_FINLAND
    form = 2
    says = {**peace.Peace.says, **SAYS}
    steps = {
        **peace.Peace.steps,
        "fortnight": fortnight(),
        "player_turn": sequence.player_turn(LANDING, SUPPLY, politics()),
        "command": war.Command(),
        "politics": Politics(),
        "finnish armistice": armistice.Armistice(),
        "answer": armistice.Answer(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def from_older(self, form: int, dumped: dict[str, Any]) -> dict[str, Any]:
        """Finland was no power of its own in the first form, and had no blocks for its own war."""
        raise Refused("E.journal", "This game of 1939 was saved before the Winter War could be fought in it.")


WHOLE_WAR = WholeWar()
FROM_FRANCE = FromFrance()
