"""How the greedy bot plays Surf and Sand: both sides want the ports of Libya and Egypt, and hold their coasts."""

from __future__ import annotations

from grognard.board.area import spread
from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Order
from grognard.titles.eurofront import fronts
from grognard.titles.eurofront.med import desert
from grognard.titles.eurofront.state import ALLIED, AXIS
from grognard.titles.systems.front import control
from grognard.titles.systems.front.world import COMMANDERS

from ..front import ways
from ..front.mind import Front
from ..greedy import Ranked, best, each

PRIZES = {
    "Suez": 14, "Alexandria": 12, "Tripoli": 12, "Benghazi": 8, "Tobruk": 7, "Cairo": 4, "Port Said": 4,
    "Mersa Matruh": 3, "Derna": 2, "Basra": 6, "Abadan": 6, "Habbinaya": 3, "Jerusalem": 3, "Karachi": 6, "Malta": 8,
}  # fmt: skip
"""What the places of the Med Front are worth."""
NEAR = 4
DRIVE = 1.0
"""What a Road Move must win."""


class Med(Front):
    """A decision of 1940C."""

    def own_power(self) -> int:
        return AXIS if AXIS in self.t.powers_of(self.seat) else ALLIED

    def all_prizes(self) -> dict[int, int]:
        return {self.world.board.node(name): worth for name, worth in PRIZES.items()}

    def goals(self) -> Ranked:
        """Prizes that the side lacks, and the enemy's units in the desert."""
        own, med = control.friendly(self.p, self.power), fronts.land_of(self.t, fronts.MF)
        wanted: dict[int, int] = {2: control.enemy_units(self.t, self.power) & med}
        for node, worth in self.prizes.items():
            if med >> node & 1 and not own >> node & 1:
                rank = max(0, 6 - worth // 2)
                wanted[rank] = wanted.get(rank, 0) | 1 << node
        return tuple((nodes, rank) for rank, nodes in sorted(wanted.items()))

    def kept(self) -> int:
        """Prizes, the ports of the West, and at home whatever an enemy is near."""
        held = control.held_by(self.p, self.power)
        near = spread(control.enemy_units(self.t, self.power), self.world.trace, NEAR)
        west = from_iter(self.world.ports) & fronts.land_of(self.t, fronts.WF)
        return held & (from_iter(self.prizes) & near | west)

    def ways_to(self, goals: Ranked) -> dict[int, int]:
        return ways.distances(self.world, goals, self.world.land & ~self.p.neutral)

    def in_range(self, port: int, node: int) -> bool:
        """No one lands: the seas are too wide for what both sides have."""
        return False

    def at_movement(self) -> Order | None:
        """Who can gain more by road than on foot drives."""
        return self.drive() or super().at_movement()

    def drive(self) -> Order | None:
        found = []
        for piece in each(self.choices("drive")):
            if self.world.units[piece].kind in COMMANDERS or self.bound(piece):
                continue
            now = self.place(piece, self.p.at[piece])
            on_foot = max((self.place(piece, n) for n in each(self.reach(piece))), default=now)
            for node in each(self.choices("drive", piece)):
                found.append((self.place(piece, node) - max(now, on_foot), (piece, node)))
        chosen = best(found, DRIVE)
        return self.order("drive", *chosen) if chosen is not None else None

    def wanted(self, piece: int, node: int) -> float:
        """The desert comes first."""
        worth = super().wanted(piece, node)
        return worth * 1.5 if node >= 0 and desert.desert(self.t) >> node & 1 else worth
