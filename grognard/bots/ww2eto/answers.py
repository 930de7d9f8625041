"""How the greedy bot of World War Two ETO builds, places and answers questions."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import members
from grognard.engine.core.offers import Order
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import rates
from grognard.titles.ww2eto.home.production import ITEMS
from grognard.titles.ww2eto.home.reinforcements_due import points_due, split

from ..greedy import FAR, Mind, best, each
from . import goals

MECHANIZED_SHARE = 0.4
"""The part of its points that Germany wants in mechanized units."""


class Answers(Mind):
    """Production and politics."""

    def place(self, piece: int, node: int, fighting: bool = True) -> float:
        raise NotImplementedError

    # Production

    def at_reinforcing(self) -> Order | None:
        """Take what gives more, then build all of it as near to the front as may be."""
        return self.take() or self.build()

    def at_arrivals(self) -> Order | None:
        return self.build()

    def take(self) -> Order | None:
        """Replacements when they bring back more than the chart gives."""
        for nation in each(self.choices("take")):
            fresh = rates.points_of(self.t, nation, rates.REINFORCEMENTS)
            lost = min(rates.points_of(self.t, nation, rates.REPLACEMENTS), rates.pool(self.t, nation))
            return self.order("take", nation, int(lost > fresh))
        return None

    def build(self) -> Order | None:
        """The largest unit that a due pays for, where it is safe and near to the goals."""
        for due in each(self.choices("build")):
            nation, _ = split(points_due(self.t)[due])
            for item in self.wanted(nation, self.choices("build", due)):
                sizes = each(self.choices("build", due, item))
                if not sizes:
                    continue
                hexes = self.choices("build", due, item, sizes[-1])
                node = best((self.camp(nation, n), n) for n in each(hexes))
                order = self.order("build", due, item, sizes[-1], node) if node is not None else None
                if order is not None:
                    return order
        return None

    def wanted(self, nation: int, items: int) -> list[int]:
        """Mechanized units until they are a fair share, then infantry; transport and paratroops never."""
        p = self.p
        army = members(p.corps[nation])
        mobile = sum(p.strength[i] for i in army if p.mechs >> i & 1)
        first = w.MECHANIZED if mobile < MECHANIZED_SHARE * sum(p.strength[i] for i in army) else w.INFANTRY
        order = [first, w.INFANTRY, w.MECHANIZED]
        return [item for item in dict.fromkeys(order) if items >> item & 1 and ITEMS[item] in w.KINDS]

    def camp(self, nation: int, node: int) -> float:
        """How good a hex is for a new unit: near to where its side is going, not beside the enemy."""
        power = w.AXIS if nation in (w.GERMANY, w.ITALY, *w.PRO_AXIS) else w.SOVIET if nation == w.USSR else w.ALLIED
        far = self.far_of(power, nation).get(node, FAR)
        return -far - 0.5 * self.threats_at(node) + 0.1 * bool(self.p.stacks.get(node))

    def far_of(self, power: int, nation: int) -> dict[int, int]:
        raise NotImplementedError

    def threats_at(self, node: int) -> float:
        raise NotImplementedError

    def at_build_up(self) -> Order | None:
        """Small units of a hex become one large one."""
        for piece in each(self.choices("merge")):
            for other in each(self.choices("merge", piece)):
                whole = self.p.strength[other]
                if self.choices("merge", piece, other) >> whole & 1:
                    return self.order("merge", piece, other, whole)
        return None

    # Set-up and politics

    def at_free_setup(self) -> Order | None:
        """On the border where the way to the centers is shortest."""
        far = self.far_of(w.AXIS, w.GERMANY)
        node = best((-float(far.get(n, FAR)), n) for n in each(self.choices("deploy")))
        return self.order("deploy", node) if node is not None else None

    def at_italian_entry(self) -> Order | None:
        """Italy waits until France is going under."""
        return self.order("pass") if goals.france_stands(self.t) and not self.french_beaten() else self.order("enter")

    def french_beaten(self) -> bool:
        p = self.p
        home = self.world.by_id["france"].hexes
        return bool(sum(p.strength[i] for i in members(p.corps[w.FRANCE]) if home >> p.at[i] & 1) <= 2)

    def at_vichy(self) -> Order | None:
        """A Vichy government frees the army of the West."""
        node = best((float(n), n) for n in each(self.choices("declare_vichy")))
        return self.order("declare_vichy", node) if node is not None else None

    def at_russian_entry(self) -> Order | None:
        """Russia comes in when it is the stronger in the East."""
        p = self.p
        own = sum(p.strength[i] for i in members(p.army[w.SOVIET]))
        near = goals.spread_of(self.t, self.world.russia | p.soviet_ground, 4)
        foes = sum(p.strength[i] for i in members(p.army[w.AXIS]) if near >> p.at[i] & 1)
        if own <= foes + 4:
            return self.order("pass")
        return self.order("declare") or self.order("intervene") or self.order("pass")

    at_russian_start = at_russian_entry

    def at_lend_lease(self) -> Order | None:
        most = each(self.choices("allow"))
        return self.order("allow", most[-1]) if most else None

    def at_partisans(self) -> Order | None:
        """Where Axis units stand thickest."""
        near: Any = lambda n: goals.spread_of(self.t, 1 << n, 2) & self.p.occupied[w.AXIS]  # noqa: E731
        node = best((float(near(n).bit_count()), n) for n in each(self.choices("raise")))
        return self.order("raise", node) if node is not None else None

    def at_rally(self) -> Order | None:
        piece = best((float(self.p.strength[i]), i) for i in each(self.choices("rally")))
        return self.order("rally", piece) if piece is not None else None

    def at_losses(self) -> Order | None:
        """Infantry before mechanized units, and the larger before the smaller."""
        p = self.p
        piece = best((p.strength[i] - 5.0 * (p.mechs >> i & 1), i) for i in each(self.choices("lose")))
        return self.order("lose", piece) if piece is not None else None
