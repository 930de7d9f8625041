"""How the greedy bot plays the Winter War: the Soviets want Helsinki and the line to Sweden, the Finns their line."""

from __future__ import annotations

from grognard.board.area import spread
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Order
from grognard.titles.eurofront.state import AXIS, SOVIET
from grognard.titles.eurofront.winter import armistice, rules
from grognard.titles.systems.front import blocks, control

from ..front import ways
from ..front.mind import Front
from ..greedy import Ranked

PRIZES = {
    "Helsinki": 12, "Tampere": 8, "Oulu": 6, "Vyborg": 6, "Vyborg NE1": 4, "Kotka": 4, "Turku": 4, "Helsinki NE1": 4,
    "Petsamo": 2, "Leningrad": 6, "Kuopio": 2, "Joensuu": 2, "Murmansk": 2,
}  # fmt: skip
"""What the places of the war are worth."""
FINNISH_POSTS = ("Vyborg", "Vyborg NE1", "Helsinki", "Oulu")
SOVIET_POSTS = ("Leningrad", "Murmansk")
NEAR = 3
LAST_STAND = 5
"""Finnish steps at which an armistice is better than defeat."""


class Winter(Front):
    """A decision of 1939A."""

    def own_power(self) -> int:
        return AXIS if AXIS in self.t.powers_of(self.seat) else SOVIET

    @property
    def attacks(self) -> bool:
        """The Soviets do; the Finns hold their line."""
        return self.power == SOVIET

    def all_prizes(self) -> dict[int, int]:
        return {self.world.board.node(name): worth for name, worth in PRIZES.items()}

    def goals(self) -> Ranked:
        """The Soviets march on what they lack; the Finns on what they have lost, and on who has come into Finland."""
        own, home = control.friendly(self.p, self.power), int(self.world.extra["Finland"])
        lost = {node: worth for node, worth in self.prizes.items() if home >> node & 1 and not own >> node & 1}
        if self.power == AXIS:
            enemy = control.enemy_units(self.t, AXIS)
            return ((self.weak_posts(enemy), 0), (from_iter(lost), 0), (enemy & home, 0), (enemy, 1))
        wanted: dict[int, int] = {}
        for node, worth in lost.items():
            rank = max(0, 5 - worth // 2)
            wanted[rank] = wanted.get(rank, 0) | 1 << node
        return tuple((nodes, rank) for rank, nodes in sorted(wanted.items()))

    def weak_posts(self, enemy: int) -> int:
        """Finnish posts that an enemy is near and that no one of any strength holds."""
        near = self.kept() & spread(enemy, self.world.trace, NEAR)
        return from_iter(n for n in members(near) if sum(self.p.cv[i] for i in self.own_at(n)) < 2)

    def kept(self) -> int:
        names = FINNISH_POSTS if self.power == AXIS else SOVIET_POSTS
        return int(self.world.board.area(*names)) & control.held_by(self.p, self.power)

    def ways_to(self, goals: Ranked) -> dict[int, int]:
        return ways.distances(self.world, goals, self.world.land & ~self.p.neutral)

    # Politics

    def at_armistice(self) -> Order | None:
        """The Finns ask only when they would fall: whoever stands at the end without asking has won."""
        helsinki = 1 << self.world.extra["Helsinki"]
        steps = sum(self.p.cv[i] for i in blocks.on_map(self.t, AXIS))
        lost = bool(control.enemy_units(self.t, AXIS) & helsinki) or not rules.has_national_supply(self.t)
        return self.order("armistice") if lost and steps <= LAST_STAND else None

    def at_answer(self) -> Order | None:
        """The Soviets agree to what wins, and in the last month to anything."""
        good = armistice.count(self.t) >= armistice.LIMIT or self.p.month >= self.p.last
        return self.order("agree" if good else "refuse")
