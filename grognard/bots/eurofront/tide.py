"""How the greedy bot plays the war from 1941 on: the Axis strikes in Russia and Africa, later it holds what it has."""

from __future__ import annotations

from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Order
from grognard.titles.eurofront.europe.diplomacy import WORDS
from grognard.titles.eurofront.state import ALLIED, AXIS
from grognard.titles.systems.front import control
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import World

from ..greedy import Ranked, each
from .europe import NEAR, Europe

TURNS = month_number("1943-02")
"""When the Axis begins to hold what it has."""
REACH = 9
"""How far ahead the Axis looks."""
EVENTS = ("2F", "FL", "HX", "3R", "XR", "FX", "ME", "TX", "SX", "RS", "MR", "SW", "FI", "SC", "AB", "EB", "TB")
"""The events that are tried, the best first."""
SECOND_FRONT, VICHY, USSR = "2F", "Vichy", "USSR"


@cache
def islands(world: World) -> int:
    """Britain, which no one marches on."""
    return int(world.board.region["Britain"]) & int(world.land)


class Tide(Europe):
    """A decision of 1941 or 1942."""

    @property
    def attacks(self) -> bool:
        """The Axis does until Stalingrad is past."""
        return self.power != AXIS or bool(self.p.month < TURNS)

    def goals(self) -> Ranked:
        """What the enemy holds and counts, in Africa too; the Axis looks as far as its tanks get in a summer."""
        p, own = self.p, control.friendly(self.p, self.power)
        land = self.world.land & ~islands(self.world) & ~p.neutral & ~own
        if self.power == AXIS and not self.attacks:
            return super().goals()
        if self.power == AXIS:
            land &= spread(own, self.world.trace, REACH)
        wanted: dict[int, int] = {2: control.enemy_units(self.t, self.power) & land if self.power == AXIS else 0}
        for node, worth in self.prizes.items():
            if land >> node & 1:
                rank = max(0, 4 - worth // 2)
                wanted[rank] = wanted.get(rank, 0) | 1 << node
        return tuple((nodes, rank) for rank, nodes in sorted(wanted.items()) if nodes)

    def kept(self) -> int:
        """As in 1944, and the ports of Africa that an enemy is near."""
        held = control.held_by(self.p, self.power)
        near = spread(control.enemy_units(self.t, self.power), self.world.trace, NEAR)
        return super().kept() | from_iter(self.world.ports) & held & near & ~islands(self.world)

    def at_command(self) -> Order | None:
        """War on Vichy opens North Africa once no one calls it betrayal."""
        return self.declaration() or super().at_command()

    def declaration(self) -> Order | None:
        """The Axis strikes at the USSR, the Allies at Vichy once that is no betrayal."""
        if "declare" not in self.open:
            return None
        wanted = {AXIS: USSR, ALLIED: VICHY if SECOND_FRONT in self.p.politics else ""}
        names = self.words("declare")
        nation = wanted.get(self.power, "")
        if nation in names and self.choices("declare") >> names.index(nation) & 1:
            return self.order("declare", names.index(nation))
        return None

    def at_diplomacy(self) -> Order | None:
        """An attempt costs nothing but what the Soviets have reserved."""
        choices = list(each(self.choices("attempt")))
        wanted = [n for name in EVENTS for n in choices if WORDS[n].partition(":")[0] == name]
        return self.order("attempt", wanted[0]) if wanted and self.power in (AXIS, ALLIED) else None
