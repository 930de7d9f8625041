"""How the greedy bot of World War Two ETO moves and fights.

Attackers lose nothing in a battle, so every attack is worth making; what matters is to bring enough points beside the
same enemy, to stay in supply, and not to leave weak units beside strong ones or a post without its guard.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from grognard.board.area import spread, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Decision, Order
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import combat, reach, stacking, supply, weather
from grognard.titles.ww2eto.politics import control
from grognard.titles.ww2eto.sea import voyage

from ..greedy import FAR, Ranked, best, distances, each
from . import goals
from .answers import Answers
from .weights import PLAIN, Weights

WISH = 4
"""The column for which more attackers are still brought up."""
PARTY = 2
"""Points that a landing should have ashore."""
TRIES = 30
"""How many moves are looked at for one that crosses no land it should not."""
RAID = 3
"""From so many hexes away enemies are taken to come for an overrun."""


class War(Answers):
    """A decision of World War Two ETO."""

    def __init__(self, d: Decision, rng: random.Random, weights: Weights = PLAIN) -> None:
        super().__init__(d, rng)
        self.w = weights
        self.powers = tuple(i for i in control.turn_powers(self.t, self.p.player) if self.p.seat_of[i] == self.seat)
        self.lines = supply.Lines(self.t)
        self._grounds: dict[tuple[int, int], int] = {}
        self._fars: dict[tuple[int, int], dict[int, int]] = {}
        self._rings: dict[int, int] = {}
        self._fed: dict[tuple[int, int], int] = {}
        self._raiders: dict[int, int] = {}

    # The ground

    def ground(self, piece: int) -> int:
        """The land that a unit may enter and would be wise to."""
        return self.ground_of(self.p.power[piece], self.p.nation[piece])

    def ground_of(self, power: int, nation: int) -> int:
        key = (power, nation)
        if key not in self._grounds:
            some = members(self.p.corps[nation] & self.p.army[power])[:1]
            land = reach.open_ground(self.t, some[0]) if some else self.world.play
            self._grounds[key] = land & ~goals.forbidden(self.t, power)
        return self._grounds[key]

    def far(self, piece: int) -> dict[int, int]:
        """How far each hex is from what the unit's side wants, on its way over land."""
        return self.far_of(self.p.power[piece], self.p.nation[piece])

    def far_of(self, power: int, nation: int) -> dict[int, int]:
        key = (power, nation)
        if key not in self._fars:
            out = self.world.walks[reach.open_straits(self.t, power)]
            self._fars[key] = distances(self.goals_of(power), out, self.ground_of(power, nation))
        return self._fars[key]

    def goals_of(self, power: int) -> Ranked:
        """Where a side marches."""
        return goals.goals(self.t, power)

    def beside(self, node: int) -> int:
        """The hexes that may be attacked from a hex, and the other way round."""
        if node not in self._rings:
            self._rings[node] = step(1 << node, self.world.clear)
        return self._rings[node]

    def fed(self, piece: int) -> int:
        """Where a unit would be in supply, one step beyond what is free of enemy zones."""
        key = (self.p.power[piece], self.p.nation[piece])
        if key not in self._fed:
            area = self.lines.ground(key[1], key[0])
            self._fed[key] = area | step(area, self.world.clear) if area > 0 else -1
        return self._fed[key]

    # Friends and enemies

    @cached_property
    def enemies(self) -> dict[int, int]:
        """The defence of each hex that may be attacked: enemies, and neutrals whose time has come."""
        found: dict[int, int] = {}
        for power in self.powers:
            left = ~goals.forbidden(self.t, power)
            foes = control.foes(self.t, power) | (control.strangers(self.t, power) & left if power == w.AXIS else 0)
            for node in members(foes & left & self.world.play):
                units = stacking.defenders(self.t, node)
                found[node] = combat.defence_of(self.t, node, self.lines, units) if units else 0
        return found

    @cached_property
    def threats(self) -> dict[int, int]:
        """Enemy points that could attack from beside each hex now, and half of those two hexes away."""
        near: dict[int, int] = {}
        p = self.p
        for node in self.enemies:
            points = sum(p.strength[i] for i in p.stacks.get(node, ()) if not p.fixed >> i & 1)
            inner = self.beside(node)
            for there in members(inner):
                near[there] = near.get(there, 0) + 2 * points
            for there in members(step(inner, self.world.clear) & ~inner & ~(1 << node)):
                near[there] = near.get(there, 0) + points
        return near

    def threats_at(self, node: int) -> float:
        return self.threats.get(node, 0) / 2

    def movers(self, verb: str = "move") -> list[int]:
        """Units that may still move, apart from those whose post would be empty."""
        return [i for i in each(self.choices(verb)) if not self.bound(i)]

    def bound(self, piece: int) -> bool:
        """Does a rule or a post hold the unit where it is?"""
        return goals.home_guard(self.t, piece, self.p.at) or self.guards(piece)

    def guards(self, piece: int) -> bool:
        """Is it the last unit at or near a post?"""
        p, node = self.p, self.p.at[piece]
        post = self.posts(p.power[piece]) & spread(1 << node, self.world.walk, 2)
        if not post:
            return False
        others = 0
        for there in members(spread(1 << node, self.world.walk, 4) & control.friendly(self.t, p.power[piece])):
            if self.company(there, piece):
                others |= 1 << there
        return bool(post & ~spread(others, self.world.walk, 2))

    def company(self, node: int, but: int) -> list[int]:
        """Who stands in a hex, apart from one."""
        return [i for i in self.p.stacks.get(node, ()) if i != but]

    def posts(self, power: int) -> int:
        found: int = self._posts.get(power, -1)
        if found < 0:
            found = self._posts[power] = goals.posts(self.t, power)
        return found

    @cached_property
    def _posts(self) -> dict[int, int]:
        return {}

    # Movement

    @cached_property
    def reaches(self) -> dict[int, int]:
        """Where each unit that may move can end."""
        found = {}
        for piece in self.movers():
            bits = self.choices("move", (piece,))
            found[piece] = bits & self.ground(piece) | 1 << self.p.at[piece] if bits else 1 << self.p.at[piece]
        return found

    @cached_property
    def masses(self) -> dict[int, tuple[int, int]]:
        """For each enemy hex the points that stand beside it, and those that could come as well."""
        p, found = self.p, {}
        reaches = self.reaches
        able = [i for power in self.powers for i in members(p.army[power] & ~(p.fixed | p.marked | p.frozen))]
        for node in self.enemies:
            ring = self.beside(node)
            here = sum(self.punch(i) for i in able if ring >> p.at[i] & 1)
            coming = sum(self.punch(i) for i in able if not ring >> p.at[i] & 1 and reaches.get(i, 0) & ring)
            found[node] = (here, here + coming)
        return found

    def punch(self, piece: int) -> int:
        factor = weather.winter_factor(self.t, self.p.nation[piece], True) if weather.russian_winter(self.t) else 1
        return int(self.p.strength[piece]) * factor

    def contact(self, piece: int, node: int) -> float:
        """What a unit adds to an attack from a hex, or risks when none can be made."""
        p, own = self.p, self.punch(piece)
        worth = 0.0
        if self.at_peace(piece):
            return worth
        for target in members(self.beside(node)):
            if target not in self.enemies:
                continue
            here, all_ = self.masses[target]
            others = here - (own if self.beside(target) >> p.at[piece] & 1 else 0)
            need = self.enemies[target]
            if all_ < need + 1:
                worth = max(worth, -0.5) if worth > 0 else -0.5
                continue
            missing = max(0, need + WISH - others)
            value = 2.5 + 0.5 * sum(p.strength[i] for i in p.stacks[target])
            worth = max(worth, value * min(own, missing) / own)
        return worth

    def at_peace(self, piece: int) -> bool:
        """Russians who are not at war yet have no one to fight or to fear."""
        return self.p.power[piece] == w.SOVIET and not self.p.russia_at_war

    def risk(self, piece: int, node: int) -> float:
        """What enemies may do to a unit in a hex before it moves again."""
        threat = self.threats.get(node, 0) / 2
        if not threat or self.at_peace(piece):
            return 0.0
        p = self.p
        company = sum(p.strength[i] for i in p.stacks.get(node, ()) if i != piece and self.t.owns(self.seat, i))
        return self.exposed(piece, node, company + p.strength[piece], threat)

    def exposed(self, piece: int, node: int, points: int, threat: float) -> float:
        """What a threat means to a unit among so many points: to be driven out, or overrun."""
        defence = points * combat.hex_factor(self.t, node)
        return self.doom(piece, node, points) + float(min(3.0, max(0.0, 0.3 * (threat - defence))))

    def doom(self, piece: int, node: int, points: int) -> float:
        """What it costs a unit to stand where it may be overrun."""
        defence = points * combat.hex_factor(self.t, node)
        return self.w.doom * self.p.strength[piece] if self.overrun_by(node, points, defence) else 0.0

    def overrun_by(self, node: int, points: int, defence: int) -> bool:
        """Could two enemy units come beside a hex and destroy what is in it with the worst die (8.4)?"""
        if node not in self._raiders:
            near = spread(1 << node, self.world.clear, RAID)
            units = [i for there in members(near & self.foes) for i in self.p.stacks[there]]
            able = sorted((self.p.strength[i] for i in units if not self.p.fixed >> i & 1), reverse=True)
            self._raiders[node] = sum(able[:2])
        column = min(combat.TOP, self._raiders[node] - defence)
        return column >= 0 and min(self.world.crt[column]) >= points

    @cached_property
    def foes(self) -> int:
        """The hexes of enemies, and of neutrals whose time has come."""
        return from_iter(self.enemies)

    def place(self, piece: int, node: int, fighting: bool = True) -> float:
        """How well a unit would stand in a hex."""
        score = -self.w.pull * self.far(piece).get(node, FAR)
        touch = self.w.fight * self.contact(piece, node) if fighting else 0.0
        score += touch - self.w.fear * self.risk(piece, node) * (self.w.bold if touch > 0 else 1.0)
        if not self.fed(piece) >> node & 1:
            score -= 20.0
        if self.posts(self.p.power[piece]) >> node & 1 and self.threats.get(node, 0) and node != self.p.at[piece]:
            score += 0.0 if self.p.stacks.get(node) else 1.5
        return score

    def best_move(self, verb: str, fighting: bool) -> Order | None:
        """The move that betters a unit's place most."""
        found: list[tuple[float, tuple[int, int]]] = []
        for piece, bits in self.reaches.items():
            if not bits & bits - 1:
                continue
            here = self.p.at[piece]
            waits = fighting and self.p.mechs >> piece & 1
            now = self.place(piece, here, fighting)
            for node in self.promising(piece, bits ^ 1 << here):
                gain = self.place(piece, node, fighting) - now
                if gain > self.w.gain and (not waits or self.contact(piece, node) > 0):
                    found.append((gain + 0.01 * self.p.strength[piece], (piece, node)))
        found.sort(key=lambda one: (-one[0], one[1]))
        for _, (piece, node) in found[:TRIES]:
            order = self.order(verb, (piece,), node)
            if order is not None and not from_iter(order.args[1][1:]) & ~self.ground(piece):
                return order
        return None

    def promising(self, piece: int, bits: int) -> list[int]:
        """The hexes worth a look: beside enemies, nearer to the goals, posts; all when the unit stands badly."""
        here = self.p.at[piece]
        if self.touched >> here & 1 or not self.fed(piece) >> here & 1:
            return list(members(bits))
        far = self.far(piece)
        special, now = self.touched | self.posts(self.p.power[piece]), far.get(here, FAR)
        return [node for node in members(bits) if far.get(node, FAR) < now or special >> node & 1]

    @cached_property
    def touched(self) -> int:
        """The hexes beside enemies."""
        bits = 0
        for node in self.enemies:
            bits |= self.beside(node)
        return bits

    def at_movement(self) -> Order | None:
        """Overrun, land, move up to the enemy, send reserves to the trains; repair what is owed; then end."""
        return (
            self.overrun() or self.landing() or self.best_move("move", True) or self.entrain() or self.sail()
            or self.give_way()
        )  # fmt: skip

    def at_mechanized(self) -> Order | None:
        """Mechanized units that stayed behind now run for the goals."""
        return self.overrun() or self.best_move("move", False)

    def overrun(self) -> Order | None:
        """An overrun costs nothing and is sure: take the one that kills most."""
        found = []
        for piece in each(self.choices("overrun")):
            if self.bound(piece):
                continue
            groups = [(piece,), *((piece, other) for other in each(self.more("overrun", (piece,))))]
            for units in groups:
                for node in each(self.choices("overrun", units)):
                    if self.enemies.get(node) and self.ground(piece) >> node & 1:
                        points = sum(self.p.strength[i] for i in self.p.stacks[node])
                        found.append((points - 0.1 * len(units), (units, node)))
        chosen = best(found)
        return self.order("overrun", *chosen) if chosen is not None else None

    def entrain(self) -> Order | None:
        """Units far behind go by rail."""
        found = []
        for piece in each(self.choices("mark")):
            away = self.far(piece).get(self.p.at[piece], FAR)
            if 6 < away < FAR and not self.bound(piece):
                found.append((float(away), piece))
        chosen = best(found)
        return self.order("mark", chosen) if chosen is not None else None

    def at_rail(self) -> Order | None:
        """Trains bring units as near as is safe."""
        return self.travel("rail", 1.0)

    def travel(self, verb: str, least: float) -> Order | None:
        """The journey that brings a unit most nearer to its goals; Russians do not leave theirs by sea."""
        found = []
        for piece in each(self.choices(verb)):
            if verb != "rail" and (self.bound(piece) or self.p.power[piece] == w.SOVIET):
                continue
            now = self.place(piece, self.p.at[piece], False)
            for node in each(self.choices(verb, piece)):
                if self.ground(piece) >> node & 1:
                    found.append((self.place(piece, node, False) - now, (piece, node)))
        chosen = best(found, least)
        return self.order(verb, *chosen) if chosen is not None else None

    def give_way(self) -> Order | None:
        """Too many units stand in a hex: one moves anywhere, or the weakest is given up."""
        if "end" in self.open:
            return None
        found: list[tuple[float, tuple[Any, ...]]] = []
        for owed in self.d.debts:
            for piece in self.p.stacks.get(owed.node, ()) if owed.node is not None else ():
                for node in each(self.choices("move", (piece,)) if self.choices("move") >> piece & 1 else 0):
                    found.append((self.place(piece, node), ("move", (piece,), node)))
        if not found:
            found = [(-float(self.p.strength[i]), ("give_up", i)) for i in each(self.choices("give_up"))]
        chosen = best(found)
        return self.order(*chosen) if chosen is not None else None

    # Landings

    def landing(self) -> Order | None:
        """Land only where no one stands, in supply, and where what comes ashore can hold."""
        found = []
        for piece in each(self.choices("land")):
            if self.bound(piece):
                continue
            far, here = self.far(piece), self.p.at[piece]
            for node in each(self.choices("land", piece)):
                if node in self.enemies or not self.ground(piece) >> node & 1 or not self.fed(piece) >> node & 1:
                    continue
                company = sum(self.p.strength[i] for i in self.p.stacks.get(node, ()))
                if self.p.strength[piece] + company < PARTY:
                    continue
                gain = far.get(here, FAR) - far.get(node, FAR) - 2 * self.risk(piece, node)
                found.append((gain, (piece, node)))
        chosen = best(found, self.w.ashore)
        return self.order("land", *chosen) if chosen is not None else None

    def sail(self) -> Order | None:
        """Roll for the landings that have been named."""
        return self.order("sail") if any(self.named_landings()) else None

    def named_landings(self) -> list[Any]:
        from grognard.titles.ww2eto.sea.amphibious import named

        return list(named(self.t))

    def at_naval(self) -> Order | None:
        """The nearest way by sea; round Africa when units may be sunk on the nearest one (6.53)."""
        order = self.travel("ship", 3.0)
        if order is None:
            return self.travel("ship_round", 6.0)
        sunk = voyage.chances(self.t, *order.args).get("eliminated")
        return self.travel("ship_round", 3.0) or order if sunk else order

    # Combat

    def at_combat(self) -> Order | None:
        """The attack that takes most, with those attackers that have least else to do."""
        fields = [f for f in combat.fields(self.t, self.seat) if f.node in self.enemies or self.lands_at(f.node)]
        found = []
        for field in fields:
            column = combat.attack_points(self.t, members(field.joiners)) - field.defence
            if column >= 0:
                found.append((self.spoils(field.node, min(column, WISH)), field))
        field = best(found, 0.0)
        return self.assault(field, fields) if field is not None else None

    def lands_at(self, node: int) -> bool:
        return any(self.p.target[i] == node for i in members(self.p.landing))

    def spoils(self, node: int, column: int) -> float:
        """The points that an attack is likely to destroy, and the ground that it opens."""
        p, row = self.p, self.world.crt[max(0, min(column, combat.TOP))]
        there = sum(p.strength[i] for i in p.stacks[node])
        damage = sum(min(loss, there) for loss in row) / len(row)
        driven = sum(loss > 0 for loss in row) / len(row)
        return float(damage + 0.5 * driven + (3.0 if self.lands_at(node) else 0.0))

    def assault(self, field: Any, fields: list[Any]) -> Order | None:
        """Attackers that touch fewest other enemies go in until the column is good; those with nothing else join."""
        others = {i: sum(f.joiners >> i & 1 for f in fields) for i in members(field.joiners)}
        group: list[int] = []
        points = 0
        for piece in sorted(others, key=lambda i: (others[i], -self.p.strength[i], i)):
            if points < field.defence + WISH or others[piece] == 1:
                group.append(piece)
                points += self.punch(piece)
        return self.order("attack", tuple(sorted(group)), (field.node,))

    # After the die

    def at_advance(self) -> Order | None:
        """Advance where a unit would stand better, goals before all."""
        found = []
        for piece in each(self.choices("advance")):
            if self.bound(piece):
                continue
            now = self.place(piece, self.p.at[piece], False)
            for node in each(self.choices("advance", piece)):
                if self.ground(piece) >> node & 1:
                    found.append((self.place(piece, node, False) - now, (piece, node)))
        chosen = best(found, 0.0)
        return self.order("advance", *chosen) if chosen is not None else None

    def at_retreat(self) -> Order | None:
        """Back to supply, company and rough ground."""
        found = []
        for piece in each(self.choices("retreat")):
            for node in each(self.choices("retreat", piece)):
                company = sum(self.p.strength[i] for i in self.p.stacks.get(node, ()))
                score = -self.risk(piece, node) + 0.2 * company + combat.hex_factor(self.t, node)
                if not self.fed(piece) >> node & 1:
                    score -= 10.0
                found.append((score, (piece, node)))
        chosen = best(found)
        return self.order("retreat", *chosen) if chosen is not None else None
