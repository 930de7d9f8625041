"""How the greedy bot of World War Two ETO plans a phase: whom to mass against, who comes, and who attacks what.

Units are given out one after another, each to the place where it helps most, and what is given out counts at once for
those that follow: an enemy who is to be attacked with enough draws no more, one who is half beset draws the rest.
"""

from __future__ import annotations

import heapq
import random
from functools import cached_property
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Decision, Order
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import combat

from ..greedy import FAR, Ranked, best, each
from . import goals
from .mind import War
from .weights import PLAIN, Weights, usual

STACK = 2
"""Units in a hex; where new ones arrive one less, or there is no room for them (7.0)."""


class Plans(War):
    """A decision of World War Two ETO within a plan for its phase."""

    def __init__(self, d: Decision, rng: random.Random, weights: Weights | None = None) -> None:
        super().__init__(d, rng, usual(d.t.scenario) if weights is None else weights)
        self._spots: list[int] = list(self.p.at)
        self._moved: set[int] = set()
        self._claimed = 0
        self._stands: dict[int, list[int]] = {}

    def plan(self) -> list[Order]:
        """All moves of a movement phase at once; elsewhere an order at a time, for dice fall after each."""
        step = self.d.frame.step
        if step == "movement":
            return self.only(self.overrun() or self.landing()) or self.moves(True) or self.trains() or self.last()
        if step == "mechanized":
            return self.only(self.overrun()) or self.moves(False)
        return super().plan()

    def only(self, order: Order | None) -> list[Order]:
        """A plan of one order, or of none."""
        return [order] if order is not None else []

    def last(self) -> list[Order]:
        """When all have moved, the landings sail; what is owed is repaired."""
        return self.only(self.sail() or self.give_way())

    # Where units are to stand

    def spot(self, piece: int) -> int:
        """Where a unit stands in the plan."""
        return self._spots[piece]

    def company(self, node: int, but: int) -> list[int]:
        """Own units that stand in a hex in the plan, apart from one."""
        if node not in self._stands:
            self._stands[node] = [i for i in self.p.stacks.get(node, ()) if self.t.owns(self.seat, i)]
        return [i for i in self._stands[node] if i != but]

    def put(self, piece: int, node: int) -> None:
        """Give a unit its place, and count it for the attacks that it can join there and for no others."""
        here, own = self.spot(piece), self.punch(piece)
        for target in self.enemies:
            ring = self.beside(target)
            before, now = ring >> here & 1, ring >> node & 1
            there, all_ = self.masses[target]
            there += own * (now - before)
            if not now and (before or self.reaches.get(piece, 0) & ring):
                all_ -= own
            self.masses[target] = (there, all_)
        self.company(here, piece)
        self.company(node, piece)
        self._stands[here].remove(piece)
        self._stands[node].append(piece)
        self._spots[piece] = node
        self._moved.add(piece)
        claimed = self.wanted_ground & (1 << node | self.beside(node)) & ~self.foes & ~self._claimed
        if claimed:
            self._claimed |= claimed
            self._fars.clear()

    def bound(self, piece: int) -> bool:
        """Does a rule or a post hold the unit where it is, now that others have their places?"""
        return goals.home_guard(self.t, piece, self._spots) or self.guards(piece)

    def goals_of(self, power: int) -> Ranked:
        """Where a side marches, apart from what others will take; who is the weaker in Africa gathers where he must
        hold."""
        own = tuple((hexes & ~self._claimed, rank) for of, hexes, rank in self.w.aims if of == power)
        if own and self.w.alone:
            return own
        if self.t.scenario == "africa41" and power == w.ALLIED and not self.stronger_in_africa():
            return (*own, (1 << self.world.suez, 0))
        return (*own, *((hexes & ~self._claimed, rank) for hexes, rank in super().goals_of(power)))

    def stronger_in_africa(self) -> bool:
        """Have the Western Allies as many points in the desert as the Axis, and one more?"""
        p, land = self.p, self.world.africa
        own, foes = (
            sum(p.strength[i] for i in members(p.army[power]) if land >> p.at[i] & 1) for power in (w.ALLIED, w.AXIS)
        )
        return bool(own > foes)

    # What places are worth in the plan

    @cached_property
    def aims(self) -> dict[int, tuple[int, float]]:
        """For each enemy hex the attackers' points that are enough, and what such an attack is worth."""
        found = {}
        for node, defence in self.enemies.items():
            column, killed = self.enough(node)
            worth = 2.0 + 0.6 * killed + (self.w.prize if self.wanted_ground >> node & 1 else 0.0)
            found[node] = (defence + column, worth)
        return found

    def enough(self, node: int) -> tuple[int, float]:
        """The column that destroys most of who stands in a hex, and the points that it destroys on average."""
        there = sum(self.p.strength[i] for i in self.p.stacks[node])
        mean = [sum(min(loss, there) for loss in row) / len(row) for row in self.world.crt]
        column = next((c for c, killed in enumerate(mean) if killed >= self.w.enough * there), combat.TOP)
        return column, mean[column]

    @cached_property
    def wanted_ground(self) -> int:
        """Centers that count."""
        world = self.world
        return int(world.russian_centers | world.french_centers | 1 << world.suez)

    def contact(self, piece: int, node: int) -> float:
        """What a unit adds to an attack from a hex, or risks when none can be made."""
        own, spot = self.punch(piece), self.spot(piece)
        worth = 0.0
        if self.at_peace(piece):
            return worth
        for target in members(self.beside(node)):
            if target not in self.enemies:
                continue
            here, all_ = self.masses[target]
            others = here - (own if self.beside(target) >> spot & 1 else 0)
            need, value = self.aims[target]
            if all_ < self.enemies[target] + 1:
                worth = max(worth, -0.5) if worth > 0 else -0.5
                continue
            missing = max(0, need - others)
            share = min(1.0, others / need) if need else 1.0
            worth = max(worth, value * (1.0 - self.w.begun + self.w.begun * share) * min(own, missing) / own)
        return worth

    def risk(self, piece: int, node: int) -> float:
        """What enemies may do to a unit in a hex before it moves again."""
        threat = self.threats.get(node, 0) / 2
        if not threat or self.at_peace(piece):
            return 0.0
        points = sum(self.p.strength[i] for i in self.company(node, piece)) + self.p.strength[piece]
        return self.exposed(piece, node, points, threat)

    # Movement

    def moves(self, fighting: bool) -> list[Order]:
        """The moves that better their units' places most, each weighed with those before it."""
        found = self.sent(fighting)
        heap = [one for piece in self.reaches if (one := self.wish(piece, fighting)) is not None]
        heapq.heapify(heap)
        while heap:
            loss, piece, node = heapq.heappop(heap)
            again = self.wish(piece, fighting)
            if again is None:
                continue
            if again != (loss, piece, node) and heap and again > heap[0]:
                heapq.heappush(heap, again)
                continue
            if self.bound(piece):
                continue
            node = again[2]
            order = self.order("move", (piece,), node)
            if order is None or from_iter(order.args[1][1:]) & ~self.ground(piece):
                self.reaches[piece] &= ~(1 << node)
                if (once := self.wish(piece, fighting)) is not None:
                    heapq.heappush(heap, once)
                continue
            self.put(piece, node)
            found.append(order)
        return found

    def sent(self, fighting: bool) -> list[Order]:
        """The moves of units that are sent somewhere before all others; those that are there stay."""
        found = []
        for piece, node in self.w.sent:
            here = self.p.at[piece]
            if node == here:
                self._moved.add(piece)
            elif fighting and self.reaches.get(piece, 0) >> node & 1:
                order = self.order("move", (piece,), node)
                if order is not None and piece not in self._moved:
                    self.put(piece, node)
                    found.append(order)
        return found

    def wish(self, piece: int, fighting: bool) -> tuple[float, int, int] | None:
        """A unit's best move in the plan so far, if there is one worth making; the best sorts first."""
        if piece in self._moved:
            return None
        here, bits = self.p.at[piece], self.reaches[piece]
        waits = fighting and self.p.mechs >> piece & 1
        least, chosen = self.place(piece, here, fighting) + self.w.gain, None
        for node in self.promising(piece, bits & ~(1 << here)):
            if len(self.company(node, piece)) >= (STACK - 1 if node == self.world.suez else STACK):
                continue
            worth = self.place(piece, node, fighting)
            if worth > least and (not waits or self.contact(piece, node) > 0):
                least, chosen = worth, node
        if chosen is None:
            return None
        gain = least - self.place(piece, here, fighting) + 0.01 * self.p.strength[piece]
        return -gain, piece, chosen

    def trains(self) -> list[Order]:
        """Units far behind go by rail."""
        found = []
        for piece in each(self.choices("mark")):
            if 6 < self.far(piece).get(self.p.at[piece], FAR) < FAR and not self.bound(piece):
                order = self.order("mark", piece)
                found += [order] if order is not None else []
        return found

    # Combat

    def at_combat(self) -> Order | None:
        """Of all attacks that can be made beside each other the one that destroys most comes first."""
        fields = [f for f in combat.fields(self.t, self.seat) if f.node in self.enemies or self.lands_at(f.node)]
        groups = self.groups(fields)
        found = []
        for field, group in groups:
            column = sum(map(self.punch, group)) - field.defence
            found.append((self.spoils(field.node, column), (field, group)))
        chosen = best(found, 0.0)
        if chosen is None:
            return None
        field, group = chosen
        return self.order("attack", tuple(sorted(group)), (field.node,))

    def groups(self, fields: list[Any]) -> list[tuple[Any, list[int]]]:
        """Give out the attackers: the best attack for its points first, then who is left joins where he helps most."""
        free = set(members(from_bits(fields)))
        others = {i: sum(f.joiners >> i & 1 for f in fields) for i in free}
        left, made = list(fields), []
        while left:
            found = []
            for field in left:
                group = self.party(field, free, others)
                column = sum(map(self.punch, group)) - field.defence
                if group and column >= self.w.column:
                    price = sum(self.punch(i) for i in group if others[i] > 1)
                    found.append((self.spoils(field.node, column) / (1.0 + 0.1 * price), (field, group)))
            chosen = best(found, 0.0)
            if chosen is None:
                break
            made.append(chosen)
            left.remove(chosen[0])
            free -= set(chosen[1])
            for i in free:
                others[i] -= chosen[0].joiners >> i & 1
        for i in sorted(free):
            joined = [(self.more_spoils(field, group, i), group) for field, group in made if field.joiners >> i & 1]
            group = best(joined, 0.0)
            if group is not None:
                group.append(i)
        return made

    def party(self, field: Any, free: set[int], others: dict[int, int]) -> list[int]:
        """Attackers that touch fewest other enemies until there are enough."""
        wish = field.defence + self.enough(field.node)[0]
        able = [i for i in members(field.joiners) if i in free]
        group: list[int] = []
        points = 0
        for piece in sorted(able, key=lambda i: (others[i], -self.p.strength[i], i)):
            if points >= wish:
                break
            group.append(piece)
            points += self.punch(piece)
        return group

    def more_spoils(self, field: Any, group: list[int], piece: int) -> float:
        """What one attacker more would win."""
        column = sum(map(self.punch, group)) - field.defence
        return self.spoils(field.node, column + self.punch(piece)) - self.spoils(field.node, column)


class FormerPlans(Plans):
    """The same before its weights were tuned by games."""

    def __init__(self, d: Decision, rng: random.Random) -> None:
        super().__init__(d, rng, PLAIN)


def from_bits(fields: list[Any]) -> int:
    """All who could join any of the attacks."""
    bits = 0
    for field in fields:
        bits |= field.joiners
    return bits
