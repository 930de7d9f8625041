"""How the greedy bot of WestFront plans: its goals, and its politics."""

from __future__ import annotations

from grognard.engine.core.offers import Order
from grognard.titles.westfront.world import ALLIED

from ..front.mind import Front
from ..greedy import FAR, Ranked, best, each
from . import goals


class WestFront(Front):
    """A decision of WestFront."""

    def own_power(self) -> int:
        return next((i for i in self.t.powers_of(self.seat) if i < 2), self.seat)

    def all_prizes(self) -> dict[int, int]:
        return goals.prizes(self.world)

    def goals(self) -> Ranked:
        return goals.goals(self.t, self.power)

    def kept(self) -> int:
        return goals.posts(self.t, self.power)

    @property
    def attacks(self) -> bool:
        """The Allies do; the Axis waits for their landings."""
        return self.power == ALLIED

    # Politics

    def at_politics(self) -> Order | None:
        """Every rising and every demand costs nothing."""
        hideout = best((-float(self.far.get(n, FAR)), n) for n in each(self.choices("tito")))
        if hideout is not None:
            return self.order("tito", hideout)
        if "revolt" in self.open:
            return self.order("revolt")
        nation = next(iter(each(self.choices("demand"))), None)
        return self.order("demand", nation) if nation is not None else None

    def at_maquis(self) -> Order | None:
        node = best((float(self.prizes.get(n, 0)), n) for n in each(self.choices("maquis")))
        return self.order("maquis", node) if node is not None else None
