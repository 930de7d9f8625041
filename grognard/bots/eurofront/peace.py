"""How the greedy bot plays the campaign of 1939: Poland, the Low Countries and France, then as in the later years."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Order
from grognard.titles.eurofront.europe.diplomacy import WORDS
from grognard.titles.eurofront.europe.nations import defeated, neutrals
from grognard.titles.eurofront.france import land
from grognard.titles.eurofront.peace import pact
from grognard.titles.eurofront.state import AXIS, SOVIET
from grognard.titles.systems.front import control
from grognard.titles.systems.front.state import month_number

from ..greedy import Ranked, each
from .europe import Europe

WANTED = (
    "PW", "DS", "IX", "RB", "RX", "BX", "HX", "RG", "BP", "AC", "JI", "IU", "TX", "SX", "FX", "FL", "ME", "RS", "XR",
    "3R", "MR", "PP", "CL", "S1", "S2", "2F", "SR", "SG", "SE", "NO", "GR", "RU", "YU", "SC", "SW", "FI", "VF", "AB",
    "EB", "TB",
)  # fmt: skip
"""The events that are tried, the best first."""
ATTACKED = ("Belgium", "Holland")
"""The neutrals that stand in the way to Paris."""
SPRING = month_number("1940-05")
HIGH_TIDE = month_number("1942-12")
"""Until when the Axis attacks."""


class Peace(Europe):
    """A decision of the campaign."""

    @property
    def attacks(self) -> bool:
        """The Axis does until the tide turns, the others from then on; the Soviets while they are at peace nowhere."""
        if self.power == SOVIET and pact.at_peace(self.t):
            return False
        return bool((self.power == AXIS) == (self.p.month <= HIGH_TIDE))

    def goals(self) -> Ranked:
        """What can be reached and counts: Poland first, then the West."""
        own = control.friendly(self.p, self.power)
        open_land = self.world.land & ~self.p.neutral & ~pact.forbidden(self.t, self.power)
        if self.power == SOVIET and pact.at_peace(self.t):
            return ((pact.land(self.t, pact.EAST_POLAND, pact.BALTIC) & open_land & ~own, 0),)
        if self.power == AXIS and self.p.month <= HIGH_TIDE:
            poland = pact.land(self.t, "Poland") if defeated("Poland") not in self.p.politics else 0
            front = poland or open_land
            wanted = from_iter(n for n in self.prizes if front >> n & 1 and not own >> n & 1)
            enemies = control.enemy_units(self.t, AXIS) & front
            return ((wanted & open_land, 0), (enemies, 2))
        return super().goals()

    def at_command(self) -> Order | None:
        """War on the Low Countries in the spring of 1940."""
        ready = self.power == AXIS and land.fighting(self.t) and self.p.month >= SPRING
        for number in each(self.choices("declare")):
            if ready and neutrals(self.world)[number] in ATTACKED:
                return self.order("declare", number)
        return super().at_command()

    def at_politics(self) -> Order | None:
        """France asks for an armistice when Paris is lost."""
        lost = bool(self.p.held[AXIS] >> self.world.board.node("Paris") & 1)
        if lost and land.demoralized(self.t) and each(self.choices("offer")):
            return self.order("offer")
        return super().at_politics()

    def at_armistice(self) -> Order | None:
        """What is offered is taken."""
        return self.order("reply", 0)

    def at_diplomacy(self) -> Order | None:
        choices = list(each(self.choices("attempt")))
        wanted = [n for name in WANTED for n in choices if WORDS[n].partition(":")[0] == name]
        return self.order("attempt", wanted[0]) if wanted else None

    def at_mobilizing(self) -> Order | None:
        """Italy's army, as any other."""
        return self.at_mustering()
