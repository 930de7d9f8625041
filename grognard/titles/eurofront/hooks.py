"""What the Front system asks of every game of EuroFront; a scenario's own game answers the rest."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from grognard.engine.core.rules import Refused
from grognard.titles.systems.front import ground
from grognard.titles.systems.front.arrivals import Schedule
from grognard.titles.systems.front.deployment import Plan
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import World

from . import deploying, fronts, grounding, shores, strongholds, tables
from .skies import Skies
from .state import EuroFrontPosition, Table

Closures = tuple[tuple[str, int], ...]
"""Lands that are closed to a unit, each with the rule that closes it."""
CLOSED_LAND = frozenset(("1.1/b", "2.66"))
"""The labels under which closed land is refused."""
RESTRICTIONS = {
    "Med Front": "21.311", "expeditions": "21.412", "Britain and the North": "21.412", "garrisons": "21.315",
    "North Front": "21.411", "Norway": "21.411", "France": "20.41", "Italy": "20.23", "leash of It8inf": "20.23",
    "Finland": "20.82/b", "Italy alone": "16.84/b", "France alone": "16.73", "Greece alone": "16.73",
    "Norway alone": "16.73", "Yugoslavia alone": "16.73",
}  # fmt: skip
"""The rules that bind units to their lands; a satellite is bound by that of satellites."""
SATELLITES = "16.311"


class EuroFrontHooks(Skies):
    """The answers that hold in all scenarios."""

    position = EuroFrontPosition
    repulses_first = True
    statics_fall_last = True
    largest_in_excess = True
    names_the_lone = True
    marker_binds = True

    def closures(self, t: Table, piece: int) -> Closures:
        """The lands that a unit may not enter, by the rule."""
        return ()

    def forbidden(self, t: Table, piece: int) -> int:
        shut = 0
        for _, land in self.closures(t, piece):
            shut |= land
        return shut

    def nearer_rule(self, t: Table, label: str, seen: tuple[int, ...], value: int) -> str:
        """A unit that may not enter a land is told the rule that closes it, or that binds it to its own, or that keeps
        Allies and Soviets apart (20.34)."""
        if label not in CLOSED_LAND or value < 0 or not seen or not 0 <= seen[-1] < len(t.world.units):
            return label
        if label == "1.1/b" and not ground.not_with_friends(t, seen[-1]) >> value & 1:
            return "20.34"
        bound = t.world.units[seen[-1]].restricted if label == "2.66" else ""
        own = RESTRICTIONS.get(bound, SATELLITES) if bound else label
        return next((rule for rule, land in self.closures(t, seen[-1]) if land >> value & 1), own)

    def open_battles(self, t: Table) -> int:
        """Unsupported rounds of the Blitz need a Blitz HQ that was activated on the front (5.6/b, 7.4/a)."""
        return int(t.p.supported) | fronts.blitz_land(t) if t.p.blitz else -1

    def mobilizes(self, t: Table, hq: int) -> None:
        fronts.note_blitz(t, hq)

    def guarded_straits(self, t: Table) -> int:
        """Neutral Turkey lets no ships through the Hellespont and the Bosporus (1.371/d)."""
        return int(t.world.extra.get("Turkish Straits", 0)) & int(t.p.neutral)

    def half_fortress(self, t: Table, piece: int, node: int) -> bool:
        return strongholds.is_held(t, piece, node)

    def strongholds(self, t: Table) -> int:
        return super().strongholds(t) | strongholds.minor(t)

    def without_supply(self, t: Table, power: int) -> int:
        return super().without_supply(t, power) & ~strongholds.in_bases(t, power)

    def landing_places(self, t: Table) -> int:
        """The coasts that the active power could land on at once, if that lets it declare war (16.4)."""
        return 0

    def breaks_with(self, t: Table, nation: str) -> None:
        """War is declared on a nation: what follows before it joins the other side."""

    def landings_of(self, t: Table, hq: int) -> int:
        return shores.sails_from(t, hq)

    def named_lane(self, t: Table, dice: list[int]) -> int:
        return shores.safest_lane(dice)

    def secret_lists(self, t: Table) -> Mapping[str, tuple[int, ...]]:
        """What a side kept of its points, and began with, is its own affair (11.4, 11.2)."""
        seats = tuple(t.seat_of(power) for power in range(len(t.world.powers)))
        return {"saved": seats, "available": seats}

    def draw_entry(self, t: Table, name: str, index: int, rng: random.Random) -> int:
        """For all that others know a side has spent its points: few can afford to save them (11.4)."""
        return 0

    def deployment_plan(self, t: Table) -> Plan:
        return deploying.Deploy()

    def check_options(self, scenario: str, options: Mapping[str, str]) -> None:
        """A scenario has a ready set-up, and those that its text gives (22.4/a)."""
        asked = options.get("deployment", deploying.HISTORICAL)
        ways = dict.fromkeys([deploying.HISTORICAL, *tables.scenarios()[scenario]["setups"]])
        if asked not in ways:
            raise Refused("22.4/a", f"{scenario} has no {asked} set-up. It has: {', '.join(ways)}.", ways)

    def starting_cv(self, t: Table, piece: int) -> int:
        """The strength of the order of battle (22.2)."""
        return starting_steps(t.world, t.scenario)[piece]

    def loses(self, t: Table, piece: int, node: int) -> None:
        grounding.ground_the_others(t, piece)

    def schedule(self, t: Table) -> Schedule:
        return schedule(t.world, t.scenario)


@cache
def starting_steps(w: World, scenario: str) -> dict[int, int]:
    """The strength of each block that is set up."""
    return {w.named[stand.block.casefold()]: stand.steps for stand in tables.order_of_battle(scenario)}


@cache
def schedule(w: World, scenario: str) -> Schedule:
    """The month and the CV of each block that is to come (11.8)."""
    return Schedule(
        (w.named[row.block.casefold()], (month_number(row.month), int(row.steps)))
        for row in tables.reinforcements()
        if row.scenario == scenario
    )
