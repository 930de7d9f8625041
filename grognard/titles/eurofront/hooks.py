"""What the Front system asks of every game of EuroFront; a scenario's own game answers the rest."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from grognard.engine.core.rules import Refused
from grognard.titles.systems.front.arrivals import Schedule
from grognard.titles.systems.front.deployment import Plan
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import World

from . import deploying, fronts, shores, strongholds, tables
from .skies import Skies
from .state import EuroFrontPosition, Table


class EuroFrontHooks(Skies):
    """The answers that hold in all scenarios."""

    position = EuroFrontPosition
    repulses_first = True
    statics_fall_last = True
    largest_in_excess = True
    names_the_lone = True
    marker_binds = True

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
