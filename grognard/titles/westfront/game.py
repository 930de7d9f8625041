"""WestFront: its turn, its victory, and the title itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core.frames import PARALLEL, Frame
from grognard.engine.core.rules import Refused, RuleBook
from grognard.engine.core.step import Row
from grognard.engine.play.desk import Proposal
from grognard.titles.systems.front import deployment, fog, game, sequence
from grognard.titles.systems.front.state import Table, month_text
from grognard.titles.systems.front.world import World

from . import deploying, group_e, politics_phase, revolt, segments, setup, surrender, victory, war
from .hooks import WestFrontHooks
from .table import WestFrontTable
from .title import META
from .world import ALLIED, AXIS, DATA, charts, scenarios, world

ORDER = (ALLIED, AXIS)
LANDING = (Row("interdiction", rule="4.42/d"),)
SUPPLY = (
    Row("recovery", rule="4.46/a"),
    Row("beachheads", sequence.active),
    Row("supply_interdiction", rule="4.46/a"),
    Row("supply_check", rule="4.46"),
    Row("supply_end"),
)


def allied_turn(t: Table) -> bool:
    """Politics is the Allies' phase (4.47)."""
    return bool(t.p.active == ALLIED)


def axis_turn(t: Table) -> bool:
    """The Axis has nothing to do in its Politics Phase, but control is taken for it (8.1), and for the score (17.1)."""
    return not allied_turn(t)


POLITICS = (
    Row("politics", sequence.active, allied_turn, rule="4.47"),
    Row("conquest", when=allied_turn, freeze=group_e.notice),
    Row("control", when=axis_turn, rule="8.1"),
)


def after_the_first_month(t: Table) -> bool:
    """The first month of a game has no Production (3.21/a, 3.12/d)."""
    month = month_text(t.p.month)
    return bool(month != t.world.scenario["months"][0])


class WestFront(WestFrontTable, WestFrontHooks):
    """WestFront, second edition."""

    meta = META
    book = RuleBook(DATA / "rules.csv")
    reveals = fog.read_reveals(charts()["reveal"])
    turn_order = ORDER
    debt_labels = frozenset(deploying.LABELS)
    editors = deployments = frozenset({"deploying"})
    proposals: Mapping[str, Proposal] = {"extend": segments.GoOn()}
    steps = {
        **game.SHARED,
        "game": game.game(),
        "month": sequence.month([Row("production", when=after_the_first_month, rule="11.1")], [Row("month_end")]),
        "fortnight": sequence.fortnight(ORDER),
        "player_turn": sequence.player_turn(LANDING, SUPPLY, POLITICS),
        "command": war.Command(),
        "movement": group_e.Movement(),
        "movement_end": group_e.MovementEnd(),
        "politics": politics_phase.Politics(),
        "maquis": revolt.MaquisRise(),
        "defection": surrender.Defection(),
        "conquest": surrender.Conquest(),
        "deployment": deployment.Deployment(),
        "iberia": deployment.Deployment(),
        "deploying": deployment.Deploying(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        return world(scenario, str(board) if board else "")

    def setup(self, t: Table) -> None:
        """The Axis deploys first (3.21)."""
        t.p = setup.begin(t)
        game.opening(t)
        if t.options.get("deployment", "fixed") == "fixed":
            setup.place_all(t)
            t.p.restack()
            for power in ORDER:
                deploying.retire_surplus(t, power)
        else:
            for power in ORDER:
                t.push(Frame("deployment", PARALLEL, -1, power))

    def check_options(self, scenario: str, options: Mapping[str, str]) -> None:
        """A scenario has the deployments that its sheet gives (3.24)."""
        mode = options.get("deployment", "fixed")
        ways = dict.fromkeys(["fixed", *scenarios()[scenario]["deployments"]])
        if mode not in ways:
            raise Refused("3.24", f"The scenario {scenario} has no {mode} deployment. It has: {', '.join(ways)}.", ways)

    def count(self, t: Table) -> None:
        segments.finish(t)

    def scores(self, t: Table) -> dict[str, int]:
        """The victory points of both sides (17.1)."""
        return {t.seats[t.seat_of(power)]: victory.total(t, power) for power in ORDER}


TITLE = WestFront()
