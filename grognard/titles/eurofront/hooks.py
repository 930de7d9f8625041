"""What the Front system asks of EuroFront in the Spanish Civil War."""

from __future__ import annotations

from functools import cache

from grognard.titles.front import blocks, control, game
from grognard.titles.front.arrivals import Schedule, Site
from grognard.titles.front.state import BLITZING, month_number
from grognard.titles.front.world import World

from . import scenes, tables
from .spain import aid, building, garrisons
from .spain import control as spanish
from .state import EuroFrontPosition, Table

PER_MAJOR, PER_CITY = 2, 1
"""Units that a city takes in a Production (11.81/d)."""


class EuroFrontHooks(game.FrontTitle):
    """The answers of EuroFront's chapters."""

    position = EuroFrontPosition
    repulses_first = True
    statics_fall_last = True
    largest_in_excess = True

    def open_battles(self, t: Table) -> int:
        """Unsupported rounds of the Blitz need an active Blitz HQ (7.4/a)."""
        p = t.p
        leads = not p.blitz or blocks.in_role(t, p.active, BLITZING)
        return -1 if leads else int(p.supported)

    def control_now(self, t: Table) -> tuple[list[int], int]:
        return spanish.now(t)

    def passable(self, t: Table, power: int) -> int:
        return spanish.traced(t, power)

    def friendly_ground(self, t: Table, power: int) -> int:
        return spanish.as_friendly(t, power)

    def origins(self, t: Table, power: int) -> int:
        """The capital and External Supply are the origins (SCW.4)."""
        return int(t.world.origins[power]) | building.external(t, power)

    def home_origin(self, t: Table, power: int) -> int:
        return self.origins(t, power)

    def sea_lanes(self, t: Table, power: int, ports: int) -> int:
        """No sea lanes: there is no seapower (SCW)."""
        return 0

    def besieged(self, t: Table, power: int) -> int:
        return 0

    def siege_claims(self, t: Table, power: int) -> list[int]:
        return []

    def landing_supply(self, t: Table, power: int) -> int:
        return 0

    def immune_to_attrition(self, t: Table, piece: int) -> bool:
        """Units that defend loyal cities and towns lose nothing for want of supply (SCW.4)."""
        power, node = t.p.power[piece], t.p.at[piece]
        defends = control.defender_of(t.p, node) in (power, -1)
        return bool(t.world.extra["loyal"][power] >> node & 1) and defends

    def entered(self, t: Table, power: int, nodes: int) -> None:
        garrisons.overrun(t, power, nodes)

    def in_danger(self, t: Table, power: int) -> int:
        return garrisons.in_danger(t, power)

    def half_price(self, t: Table, power: int) -> int:
        return building.half_price(t, power)

    def fixed_level(self, t: Table, power: int) -> int | None:
        return aid.level(t, power)

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """The loyal cities, two units a Production in a major one and one in any other (11.81/d)."""
        majors = w.extra["majors of Spain"]
        found = []
        for power, nodes in enumerate(w.extra["loyal cities"]):
            side = w.extra["words"][power]
            found.append(Site(side, "", nodes & majors, PER_MAJOR, "", ("11.6",)))
            found.append(Site(side, "", nodes & ~majors, PER_CITY, "", ("11.6",)))
        return tuple(found)

    def starting_cv(self, t: Table, piece: int) -> int:
        """The strength of the card (SCW)."""
        name = t.world.units[piece].name
        return next(stand.steps for stand in tables.order_of_battle(t.scenario) if stand.block == name)

    def gone_for_good(self, t: Table) -> int:
        """Foreign units do not come back after aid has ended (SCW.6)."""
        return aid.foreign(t) if aid.ENDED in t.p.politics else 0

    def schedule(self, t: Table) -> Schedule:
        return schedule(t.world, t.scenario)

    scene_words = (*game.FrontTitle.scene_words, *scenes.WORDS)

    def scene_clear(self, t: Table) -> None:
        """Every block leaves the map, and every garrison and railhead."""
        super().scene_clear(t)
        scenes.clear(t)

    def scene_word(self, t: Table, clause: str) -> bool:
        return scenes.word(t, clause) or super().scene_word(t, clause)


@cache
def schedule(w: World, scenario: str) -> Schedule:
    """The month and the CV of each block that is to come (11.8)."""
    return Schedule(
        (w.named[row.block.casefold()], (month_number(row.month), int(row.steps)))
        for row in tables.reinforcements()
        if row.scenario == scenario
    )
