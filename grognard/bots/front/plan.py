"""How the greedy bots of the Front system plan a Movement Phase, and spend HQs whose steps are victory points."""

from __future__ import annotations

import random

from grognard.engine.core.offers import Decision, Order
from grognard.titles.systems.front.world import COMMANDERS

from ..greedy import Ranked
from .mind import Front
from .weights import Stance, Thrift, Weights

USUAL = Stance()


class Planned(Front):
    """A decision of a Front game within a plan for its phase; each step of an HQ may be worth points in the end."""

    def __init__(self, d: Decision, rng: random.Random, stance: Stance = USUAL) -> None:
        self.stance = stance
        super().__init__(d, rng)
        self.w = stance.weights or self.usual_weights

    @property
    def usual_weights(self) -> Weights:
        """What things are worth to the side."""
        return Weights()

    def goals(self) -> Ranked:
        """The usual goals, and those of the stance."""
        usual = super().goals()
        return self.stance.aims if self.stance.alone else (*self.stance.aims, *usual)

    @property
    def attacks(self) -> bool:
        return super().attacks if self.stance.seeks is None else self.stance.seeks

    @property
    def thrift(self) -> Thrift:
        """What steps of HQs are worth to the side."""
        return self.stance.thrift or self.usual_thrift

    @property
    def usual_thrift(self) -> Thrift:
        return Thrift()

    @property
    def counts_steps(self) -> bool:
        """Are steps of HQs counted in the end?"""
        return True

    # Movement

    def plan(self) -> list[Order]:
        """In the Movement Phase all marches that do not touch each other; elsewhere an order at a time."""
        if self.d.frame.step != "movement":
            return super().plan()
        first = self.invade() or self.send()
        if first is not None:
            return [first]
        return self.columns() or super().plan()

    def send(self) -> Order | None:
        """The march of a unit that is sent somewhere."""
        for piece, node in self.stance.sent:
            if self.p.at[piece] != node and self.choices("move") >> piece & 1:
                order = self.order("move", piece, node)
                if order is not None:
                    return order
        return None

    def bound(self, piece: int) -> bool:
        """Is it held where it is by a post, or by a plan?"""
        return (piece, self.p.at[piece]) in self.stance.sent or super().bound(piece)

    def columns(self) -> list[Order]:
        """The best marches, no two of them from or to the same hex, up to the first into a battle."""
        found: list[Order] = []
        used, gone = 0, set()
        for _, chosen in sorted(self.marches(), key=lambda one: -one[0]):
            _, piece, node = chosen
            touched = 1 << self.p.at[piece] | 1 << node
            if piece in gone or used & touched:
                continue
            fights = bool(self.enemy >> node & 1)
            if fights and found:
                break
            order = self.set_out(chosen)
            if order is None:
                continue
            found.append(order)
            gone.add(piece)
            used |= touched
            if fights or self.world.units[piece].kind in COMMANDERS:
                break
        return found

    # HQs

    def at_command(self) -> Order | None:
        """HQs that a plan wants up, then those that are of use."""
        for hq, word in self.stance.staffs:
            if word and self.choices("activate") >> hq & 1:
                roles = self.words("activate", hq)
                order = self.order("activate", hq, roles.index(word)) if word in roles else None
                if order is not None:
                    return order
        return super().at_command()

    def use(self, hq: int, word: str, cv: int) -> float:
        """What an HQ could do in a role; nothing when a plan leaves it at rest."""
        return 0.0 if (hq, "") in self.stance.staffs else super().use(hq, word, cv)

    @property
    def last_month(self) -> bool:
        """No Production follows any more."""
        return bool(self.p.month >= self.p.last)

    @property
    def free_steps(self) -> bool:
        return not self.counts_steps and self.last_turn

    @property
    def least_use(self) -> float:
        """What an HQ must win: more than its step is worth."""
        if not self.counts_steps:
            return super().least_use
        return self.w.activate + (self.thrift.dear_last if self.last_month else self.thrift.dear)

    def landing(self, piece: int, node: int) -> float:
        """What a landing is worth in a war of months: less for each hex that those who follow must sail farther."""
        worth = super().landing(piece, node)
        if not self.counts_steps:
            return worth
        beyond = self.world.board.grid.distance(self.p.at[piece], node) - self.thrift.near_shore
        return worth - self.thrift.farther * beyond if worth > 0 and beyond > 0 else worth

    def wanted(self, piece: int, node: int) -> float:
        """Steps of HQs are dear; the last Production buys only what counts: these, and blocks that were lost."""
        worth = super().wanted(piece, node)
        if not self.counts_steps:
            return worth
        if not self.last_month:
            return self.thrift.staffed * worth if self.world.units[piece].kind in COMMANDERS else worth
        if self.world.units[piece].kind in COMMANDERS:
            return 3 * worth
        return 2 * worth if node < 0 else worth
