"""How the greedy bot plays the Spanish Civil War: both sides want cities and towns."""

from __future__ import annotations

from functools import cached_property

from grognard.board.area import spread
from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Order
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.spain import victory
from grognard.titles.systems.front import control

from ..front.mind import Front
from ..greedy import FAR, Ranked, best, each

WORTH = {"major": 8, "minor": 4, "town": 1}
SURE = 8
"""The Pacification Level from which recognition is sought."""
NEAR = 3


class Spain(Front):
    """A decision of 1936."""

    def own_power(self) -> int:
        return next(power for power in self.t.powers_of(self.seat) if power < 2)

    def all_prizes(self) -> dict[int, int]:
        return {self.world.board.node(town.name): WORTH[town.kind] for town in tables.spain()}

    def goals(self) -> Ranked:
        """Towns that are not ours, the large ones before the small; units of the enemy last."""
        own = control.friendly(self.p, self.power)
        wanted: dict[int, int] = {}
        for node, worth in self.prizes.items():
            if not own >> node & 1:
                rank = max(0, 4 - worth // 2)
                wanted[rank] = wanted.get(rank, 0) | 1 << node
        wanted[4] = wanted.get(4, 0) | control.enemy_units(self.t, self.power)
        return tuple((nodes, rank) for rank, nodes in sorted(wanted.items()))

    def kept(self) -> int:
        """Own cities that an enemy is near."""
        own = control.held_by(self.p, self.power)
        cities = from_iter(node for node, worth in self.prizes.items() if worth > 1 and own >> node & 1)
        return cities & spread(control.enemy_units(self.t, self.power), self.world.trace, NEAR)

    @cached_property
    def stage(self) -> dict[int, int]:
        """No one lands: there is no seapower."""
        return {}

    @cached_property
    def harbours(self) -> int:
        return 0

    def at_landing(self) -> Order | None:
        """Aid comes in where it is safest: far from the enemy."""
        node = best((float(min(self.far.get(n, FAR), FAR)), n) for n in each(self.choices("land")))
        return self.order("land", node) if node is not None else None

    def at_recognition(self) -> Order | None:
        """Seek recognition when it is likely."""
        if victory.pacification(self.t, self.power) < SURE:
            return None
        return next((self.order(name) for name in self.open if name != "pass"), None)

    def at_free_setup(self) -> Order | None:
        """Place units nearest to the enemy's towns."""
        for piece in each(self.choices("place")):
            node = best((self.place(piece, n), n) for n in each(self.choices("place", piece)))
            if node is not None:
                return self.order("place", piece, node)
        return None
