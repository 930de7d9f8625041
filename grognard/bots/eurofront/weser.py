"""How the greedy bot plays Operation Weser: the Germans land in Norway at once, the British send help and return."""

from __future__ import annotations

from functools import cached_property

from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Order
from grognard.titles.eurofront.state import ALLIED, AXIS
from grognard.titles.eurofront.war import weser
from grognard.titles.eurofront.weser import north, norway
from grognard.titles.systems.front import blocks, control
from grognard.titles.systems.front.world import COMMANDERS, THQ

from ..front import ways
from ..front.mind import Front
from ..greedy import FAR, Ranked, best, each

PRIZES = {
    "Oslo": 14, "Trondheim": 8, "Bergen": 8, "Narvik": 8, "Kristiansand": 5, "Stavanger": 3, "Haugesund": 3,
    "Andalsnes": 3, "Namsos": 3, "Alesund": 2, "Tromso": 2, "Dombas": 2,
}  # fmt: skip
"""What the places of Norway are worth."""
FAR_LANDING = 6.0
"""What a landing at long range is worth in the one turn that allows it."""
THRIFT = 4
"""Allied HQ steps below which the British save them: they count double."""


class Weser(Front):
    """A decision of 1939B."""

    def own_power(self) -> int:
        return AXIS if AXIS in self.t.powers_of(self.seat) else ALLIED

    def all_prizes(self) -> dict[int, int]:
        return {self.world.board.node(name): worth for name, worth in PRIZES.items()}

    def goals(self) -> Ranked:
        """Ports of Norway that the enemy holds, and his units there."""
        own, home = control.friendly(self.p, self.power), norway.land(self.t)
        enemy = control.enemy_units(self.t, self.power) & home
        wanted: dict[int, int] = {0: enemy}
        for node, worth in self.prizes.items():
            if not own >> node & 1:
                rank = max(0, 5 - worth // 2)
                wanted[rank] = wanted.get(rank, 0) | 1 << node
        return tuple((nodes, rank) for rank, nodes in sorted(wanted.items()))

    def kept(self) -> int:
        """Norwegian ports that the side holds."""
        return from_iter(self.prizes) & control.held_by(self.p, self.power)

    def ways_to(self, goals: Ranked) -> dict[int, int]:
        return ways.distances(self.world, goals, norway.land(self.t) & ~self.p.neutral)

    def in_range(self, port: int, node: int) -> bool:
        """A port of Norway can be landed in from wherever the ships come."""
        return bool(norway.land(self.t) >> node & 1)

    def landing(self, piece: int, node: int) -> float:
        """Weak strangers are not sent: the North would eat them."""
        if self.p.cv[piece] <= north.loss(self.t, piece):
            return 0.0
        if self.power == ALLIED and self.enemy >> node & 1 and node not in self.prizes:
            return 0.0
        return super().landing(piece, node)

    def use(self, hq: int, word: str, cv: int) -> float:
        """In the first turn an HQ that reaches nothing else lands at long range. Steps of HQs decide the game: they are
        not spent where there is nothing to win."""
        if word == "blitz-invasion" and norway.weser(self.t) and self.p.cv[hq] > 1:
            carried = [i for i in each(self.aboard(hq)) if weser.as_amphibious(self.t, i, norway.weser(self.t))]
            return FAR_LANDING if carried and not self.best_landing(hq) else 0.0
        idle = self.world.units[hq].kind == THQ and not norway.land(self.t) >> self.p.at[hq] & 1
        if idle or norway.CONQUERED in self.p.politics:
            return 0.0
        worth = super().use(hq, word, cv)
        steps = sum(self.p.cv[i] for i in blocks.on_map(self.t, self.power) if self.world.units[i].kind in COMMANDERS)
        return worth - (2.0 if self.power == ALLIED and steps < THRIFT else 0.0)

    @cached_property
    def last_turn(self) -> bool:
        """Steps that are saved count to the end."""
        return False

    def aboard(self, hq: int) -> int:
        """The units in an HQ's port."""
        here = self.p.stack(self.p.at[hq])
        return from_iter(
            i for i in here if self.p.power[i] == self.power and self.world.units[i].kind not in COMMANDERS
        )

    def at_declaration(self) -> Order | None:
        """Now or never."""
        return self.order("declare")

    def at_garrisons(self) -> Order | None:
        """The dearest ports first."""
        for piece in each(self.choices("garrison")):
            node = best((float(self.prizes.get(n, 0)), n) for n in each(self.choices("garrison", piece)))
            if node is not None:
                return self.order("garrison", piece, node)
        return None

    def way(self, piece: int, node: int) -> float:
        """At home all ports are alike."""
        return super().way(piece, node) if self.far.get(node, FAR) < FAR or self.stage else 0.0
