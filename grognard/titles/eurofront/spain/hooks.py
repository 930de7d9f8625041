"""What the Front system asks of EuroFront in the Spanish Civil War."""

from __future__ import annotations

from grognard.titles.systems.front import control, game
from grognard.titles.systems.front.arrivals import Site
from grognard.titles.systems.front.world import World

from ..hooks import EuroFrontHooks
from ..state import Table
from . import aid, building, garrisons, scenes
from . import control as spanish

PER_MAJOR, PER_CITY = 2, 1
"""Units that a city takes in a Production (11.81/d)."""


class SpanishHooks(EuroFrontHooks):
    """The answers of the chapters of the civil war (SCW)."""

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

    def gone_for_good(self, t: Table) -> int:
        """Foreign units do not come back after aid has ended (SCW.6)."""
        return aid.foreign(t) if aid.ENDED in t.p.politics else 0

    scene_words = (*game.FrontTitle.scene_words, *scenes.WORDS)

    def scene_clear(self, t: Table) -> None:
        """Every block leaves the map, and every garrison and railhead."""
        super().scene_clear(t)
        scenes.clear(t)

    def scene_word(self, t: Table, clause: str) -> bool:
        return scenes.word(t, clause) or super().scene_word(t, clause)
