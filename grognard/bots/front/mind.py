"""How the greedy bots of the Front system command, move and fight.

A block is judged by what it hits with: its dice, the number that hits where it stands, and the hits that the ground
asks for a step. What the enemy's hidden blocks are is a guess from what the seat has seen.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cached_property

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Decision, Order
from grognard.titles.systems.front import (
    air,
    blocks,
    command,
    control,
    defense,
    fire,
    ground,
    invasion,
    reach,
    supply,
)
from grognard.titles.systems.front.state import BLITZING
from grognard.titles.systems.front.world import AMPHIBIOUS, COMMANDERS, HQ, STATIC, SUPREME

from ..greedy import FAR, Ranked, best, distances, each
from .landings import Landings

ABROAD = 30
"""How far the other shore is taken to be."""


class Front(Landings):
    """A decision of a Front game; a title says what counts, where to march, and who attacks."""

    def __init__(self, d: Decision, rng: random.Random) -> None:
        super().__init__(d, rng)
        self.power = self.own_power()
        self.prizes = self.all_prizes()
        self.far = self.ways_to(self.goals())
        self._reach: dict[int, int] = {}

    # What a title says

    def own_power(self) -> int:
        """The power that the seat decides for."""
        return self.t.powers_of(self.seat)[0]

    def all_prizes(self) -> dict[int, int]:
        """What each hex is worth to whoever holds it."""
        raise NotImplementedError

    def goals(self) -> Ranked:
        """Where to march."""
        raise NotImplementedError

    def kept(self) -> int:
        """The hexes that are not left empty."""
        raise NotImplementedError

    @property
    def attacks(self) -> bool:
        """Does the side seek the enemy, rather than wait for him?"""
        return True

    def ways_to(self, goals: Ranked) -> dict[int, int]:
        """How far each hex is from the goals."""
        return distances(goals, self.world.trace, self.world.land & ~self.p.neutral)

    # The ground

    @cached_property
    def enemy(self) -> int:
        return control.enemy_units(self.t, self.power)

    @cached_property
    def own_ground(self) -> int:
        """What the side controls."""
        return control.friendly(self.p, self.power)

    @cached_property
    def fed(self) -> int:
        """Where units are in supply."""
        return supply.supplied_area(self.t, self.power)

    @cached_property
    def support(self) -> int:
        """Where battles are supported by the HQs that are active."""
        return command.area_of_support(self.t, self.power)

    @cached_property
    def promised(self) -> int:
        """Where battles are supported, or could be by HQs that are still at rest; a supreme HQ supports none."""
        area = self.support
        for hq in blocks.on_map(self.t, self.power):
            if self.world.units[hq].kind == HQ and not self.p.role[hq] and self.p.cv[hq]:
                area |= command.command_range(self.t, self.p.at[hq], command.effective(self.t, hq), self.power)
        return area

    @cached_property
    def posts(self) -> int:
        return self.kept()

    @cached_property
    def threats(self) -> dict[int, float]:
        """Enemy steps that stand next to each hex."""
        found: dict[int, float] = {}
        for node in members(self.enemy):
            steps = sum(self.p.cv[i] for i in self.foes_at(node) if self.world.units[i].kind not in COMMANDERS)
            for there in members(step(1 << node, self.world.moves)):
                found[there] = found.get(there, 0.0) + steps
        return found

    def foes_at(self, node: int) -> list[int]:
        return blocks.enemies_at(self.t, node, self.power)

    def own_at(self, node: int, but: int = -1) -> list[int]:
        return [i for i in self.p.stacks.get(node, ()) if self.p.power[i] == self.power and i != but]

    # Strength

    def might(self, units: Iterable[int], node: int, passive: bool, per: float) -> float:
        """Fire times steps of some units in a battle, each hit worth a part of a step."""
        hits = steps = 0.0
        for i in units:
            need = fire.rating(self.t, i, node, passive)
            hits += self.p.cv[i] * max(0, 7 - need) / 6
            steps += self.p.cv[i]
        return hits / per * steps

    def edge(self, attackers: list[int], node: int, supported: bool) -> float:
        """How much stronger the attackers of a hex are than its defenders; above 1 they should win."""
        defenders = [i for i in self.foes_at(node) if self.world.units[i].kind not in COMMANDERS]
        if not defenders:
            return 9.0
        per = defense.hits_per_step(self.t, defenders[0], node, passive=True, supported=supported)
        ours = self.might(attackers, node, False, min(per, 9))
        theirs = self.might(defenders, node, True, 1)
        return ours / theirs if theirs else 9.0

    # Who may come

    def reach(self, piece: int) -> int:
        """Where a unit can go in one move, enemies included."""
        if piece not in self._reach:
            there = reach.ways(self.t, piece).all()
            self._reach[piece] = ground.room_for(self.t, piece, there) if there else 0
        return self._reach[piece]

    @cached_property
    def movers(self) -> list[int]:
        """Units that may move in this phase, or that an HQ could command in the Command Phase."""
        if "move" in self.open:
            return list(each(self.choices("move")))
        units = blocks.on_map(self.t, self.power)
        return [i for i in units if blocks.walks(self.t, i) and self.world.units[i].kind not in (STATIC, *SUPREME)]

    @cached_property
    def attackers(self) -> dict[int, list[int]]:
        """For each enemy hex in reach the units that fight there or could come, the strongest first."""
        found: dict[int, list[int]] = {}
        for node in members(self.enemy):
            here = self.own_at(node)
            come = [
                i for i in self.movers if self.reach(i) >> node & 1 and (not self.bound(i) or self.sallies(i, node))
            ]
            room = self.world.stack_limit(node) - len(here)
            come.sort(key=lambda i: (-self.p.cv[i], i))
            units = [i for i in (*here, *come[: max(0, room)]) if self.world.units[i].kind not in COMMANDERS]
            if units:
                found[node] = units
        return found

    def bound(self, piece: int) -> bool:
        """Is it the last unit of a post, or beside an HQ on a shore? HQs guard nothing."""
        node = self.p.at[piece]
        if self.world.units[piece].kind in COMMANDERS or not (self.posts | self.headquarters) >> node & 1:
            return False
        return all(self.world.units[i].kind in COMMANDERS for i in self.own_at(node, piece))

    @cached_property
    def headquarters(self) -> int:
        """Where an HQ of who defends would stand alone before a landing, were its last company to leave."""
        if self.attacks:
            return 0
        units = (i for i in blocks.on_map(self.t, self.power) if self.world.units[i].kind in COMMANDERS)
        shore = invasion.coast(self.t, self.seat, ()) & ~invasion.uninvadable(self.t)
        return from_iter(self.p.at[i] for i in units) & shore

    def sallies(self, piece: int, node: int) -> bool:
        """May the last unit of a post attack: would all who threaten the post be held fast in the battle?"""
        if not self.attacks or not self.enemy >> node & 1:
            return False
        held = sum(self.p.cv[i] for i in self.foes_at(node) if self.world.units[i].kind not in COMMANDERS)
        return bool(self.threats.get(self.p.at[piece], 0.0) <= held)

    # Places

    def place(self, piece: int, node: int) -> float:
        """How well a unit would stand in a hex, its enemies attacked if there are any."""
        if self.world.units[piece].kind in COMMANDERS:
            return self.staff(piece, node)
        score = -self.way(piece, node)
        if not self.fed >> node & 1:
            score -= self.w.unfed
        if self.enemy >> node & 1:
            return score + self.battle(piece, node)
        if not self.own_ground >> node & 1:
            score += self.w.prize * self.prizes.get(node, 0)
        return score - self.risk(piece, node)

    def way(self, piece: int, node: int) -> float:
        """How far a hex is from the goals; overseas to a port to land from, which landing troops and HQs want most."""
        far = self.far.get(node)
        if far is not None:
            return float(min(far, self.farthest))
        share = 1.0 if self.world.units[piece].kind in (HQ, AMPHIBIOUS) else 0.6
        led = any(self.world.units[i].kind == HQ for i in self.own_at(node, piece))
        return ABROAD + share * min(self.stage.get(node, FAR), ABROAD) - (1.0 if led else 0.0)

    @cached_property
    def farthest(self) -> float:
        """Who waits does not mind how much farther than his reserves he stands from the enemy."""
        return FAR if self.attacks else self.w.reserve

    def battle(self, piece: int, node: int) -> float:
        """What it is worth to be in a battle: much where it can be won, a loss where it cannot."""
        all_ = self.attackers.get(node, [])
        supported = bool((self.support if "move" in self.open else self.promised) >> node & 1)
        edge = self.edge(all_, node, supported)
        if edge < self.w.favourable and self.p.at[piece] != node:
            return -self.w.shy
        if edge < self.w.hopeless:
            return -self.w.lost
        here = [i for i in self.own_at(node, piece) if self.world.units[i].kind not in COMMANDERS]
        enough = here and self.edge(here, node, supported) > self.w.plenty
        worth = self.w.battle + self.w.prize * self.prizes.get(node, 0)
        return worth * (self.w.spare if enough else 1.0)

    def risk(self, piece: int, node: int) -> float:
        """Enemies beside a hex against those who would hold it."""
        threat = self.threats.get(node, 0.0)
        if not threat:
            return 0.0
        units = (piece, *self.own_at(node, piece))
        steps = sum(self.p.cv[i] for i in units if self.world.units[i].kind not in COMMANDERS)
        held = self.w.hold * steps * defense.ground_defense(self.t, piece, node)
        return float(min(self.w.most_risk, max(0.0, self.w.threat * threat - held)))

    def staff(self, piece: int, node: int) -> float:
        """An HQ stands a little behind its troops, in supply, never beside the enemy or alone near him."""
        if self.enemy >> node & 1:
            return -40.0
        company = self.own_at(node, piece)
        troops = sum(self.world.units[i].kind not in COMMANDERS for i in company)
        score = -abs(self.way(piece, node) - self.w.staff) + min(2, troops) - 2.0 * (len(company) - troops)
        if self.threats.get(node):
            score -= 1.0 if troops else 40.0
        return score - (0.0 if self.fed >> node & 1 else self.w.unfed)

    def gain(self, piece: int) -> float:
        """What a move of a unit would be worth."""
        bound, now = self.bound(piece), self.place(piece, self.p.at[piece])
        there = [n for n in each(self.reach(piece)) if not bound or self.sallies(piece, n)]
        return max((self.place(piece, n) - now for n in there), default=0.0)

    # Command

    def at_command(self) -> Order | None:
        """HQs are turned up where much can be moved or fought, and only with a step to spare."""
        found: list[tuple[float, tuple[int, str]]] = []
        for hq in each(self.choices("activate")):
            cv = command.effective(self.t, hq)
            if self.p.cv[hq] < 1 or cv < 0:
                continue
            roles = self.words("activate", hq)
            open_ = self.choices("activate", hq)
            for role, word in enumerate(roles):
                if open_ >> role & 1:
                    short = 0.0 if self.p.cv[hq] > 1 or self.free_steps else self.w.last_step
                    found.append((self.use(hq, word, cv) - short, (hq, word)))
        chosen = best(found, self.least_use)
        if chosen is None:
            return None
        hq, word = chosen
        return self.order("activate", hq, self.words("activate", hq).index(word))

    @property
    def free_steps(self) -> bool:
        """Do steps of HQs count for nothing any more?"""
        return self.last_turn

    @property
    def least_use(self) -> float:
        """What an HQ must win to be turned up."""
        return 1.0 if self.last_turn else self.w.activate

    @cached_property
    def last_turn(self) -> bool:
        """There will be no use for steps that are saved now."""
        return bool(self.p.month >= self.p.last and self.p.fortnight == 2)

    def use(self, hq: int, word: str, cv: int) -> float:
        """What an HQ could do in a role."""
        kind = self.world.units[hq].kind
        if word == "invasion":
            return 0.0 if self.needs_staff and self.is_next_staff(hq) else self.best_landing(hq)
        if word == "command" and kind in SUPREME:
            return self.supreme_use(hq) + (4.0 if self.needs_staff and command.supreme_moves(self.t, hq) else 0.0)
        if kind != HQ or word not in ("command", "blitz"):
            return 0.0
        area = command.command_range(self.t, self.p.at[hq], cv, self.power) & ~self.commanded
        gains = [self.gains[i] for i in self.movers if i != hq and area >> self.p.at[i] & 1]
        worth = sum(min(self.w.most_moved, g) for g in gains if g > self.w.gain)
        worth += sum(self.w.fought for node in members(area & self.enemy) if self.own_at(node))
        if word == "blitz":
            return worth * 1.1 - 1.0 if self.p.cv[hq] >= 3 and worth > self.w.blitz else 0.0
        return worth

    @cached_property
    def commanded(self) -> int:
        """What active HQs command already."""
        area = 0
        for hq in command.active_hqs(self.t, self.power):
            if self.world.units[hq].kind == HQ:
                area |= command.command_range(self.t, self.p.at[hq], command.effective(self.t, hq), self.power)
        return area

    @cached_property
    def gains(self) -> dict[int, float]:
        return {i: self.gain(i) for i in self.movers}

    @cached_property
    def needs_staff(self) -> bool:
        """Do troops stand overseas beside an open harbour without an HQ among them, and is there one to send?"""
        ashore = [i for i in blocks.on_map(self.t, self.power) if self.far.get(self.p.at[i], FAR) < FAR]
        if self.last_turn or not ashore or any(self.world.units[i].kind == HQ for i in ashore) or not self.idle_staffs:
            return False
        return any(self.far.get(node, FAR) < FAR for node in each(self.harbours))

    def is_next_staff(self, hq: int) -> bool:
        """Is it the last HQ in a harbour that is still free to sail?"""
        return self.idle_staffs == [hq]

    @cached_property
    def idle_staffs(self) -> list[int]:
        """HQs at rest in a harbour."""
        return [
            i for i in blocks.on_map(self.t, self.power)
            if self.world.units[i].kind == HQ and not self.p.role[i] and self.harbours >> self.p.at[i] & 1
        ]  # fmt: skip

    def supreme_use(self, hq: int) -> float:
        """A supreme HQ sends reserves that no other commands to the front, and aircraft to a battle."""
        moves = command.supreme_moves(self.t, hq)
        idle = [i for i in self.movers if not self.commanded >> self.p.at[i] & 1]
        away = sorted((min(self.w.most_moved, max(self.gains[i], self.away(i))) for i in idle), reverse=True)
        fought = self.enemy & control.own_units(self.t, self.power) & air.within_air_range(self.t, hq)
        return sum(away[:moves]) + (self.p.cv[hq] if fought else 0.0)

    def away(self, piece: int) -> float:
        """How much a unit far behind would win by a journey; overseas only when a port is open, an HQ most of all."""
        far = self.far.get(self.p.at[piece], FAR)
        if far < 5 or self.bound(piece):
            return 0.0
        if far < FAR:
            return 1.0
        if not any(self.far.get(node, FAR) < FAR for node in each(self.harbours)):
            return 0.0
        return 4.0 if self.world.units[piece].kind == HQ else 2.0

    # Movement

    def at_movement(self) -> Order | None:
        """Landings, attacks and marches, journeys with what Supreme Moves are left; leave lost battles; then end."""
        return self.invade() or self.go() or self.leave()

    def go(self) -> Order | None:
        """The march or journey that betters a unit's place most; attacks and an HQ's crossing before other journeys."""
        chosen = best(self.marches())
        return self.set_out(chosen) if chosen is not None else None

    def marches(self) -> list[tuple[float, tuple[str, int, int]]]:
        """The marches and journeys that better a unit's place, with what they win."""
        found: list[tuple[float, tuple[str, int, int]]] = []
        for piece in self.movers:
            bound, now = self.bound(piece), self.place(piece, self.p.at[piece])
            for node in each(self.choices("move", piece)):
                gain = self.place(piece, node) - now
                if gain > self.w.gain and (not bound or self.sallies(piece, node)):
                    found.append((gain, ("move", piece, node)))
        for verb in ("rail", "sail"):
            for piece in each(self.choices(verb)):
                if not self.bound(piece):
                    found += self.journeys(verb, piece)
        return found

    def journeys(self, verb: str, piece: int) -> list[tuple[float, tuple[str, int, int]]]:
        """Where a unit could go by rail or sea and stand better; HQs sail only where one is needed."""
        hq = verb == "sail" and self.world.units[piece].kind == HQ
        if hq and not self.needs_staff:
            return []
        now, found = self.place(piece, self.p.at[piece]), []
        most = 11.0 if hq else 3.5 if verb == "sail" else 5.0
        for node in each(self.choices(verb, piece)):
            gain = self.place(piece, node) - now
            if gain > self.w.journey:
                found.append((min(gain, most) + 0.01 * gain, (verb, piece, node)))
        return found

    def set_out(self, chosen: tuple[str, int, int]) -> Order | None:
        """The order for a march or journey."""
        if chosen[0] != "sail":
            return self.order(*chosen)
        ways = each(self.choices(*chosen))
        return self.order(*chosen, ways[0]) if ways else None

    def leave(self) -> Order | None:
        """The last unit of a battle that cannot be won gets away while it can; too full hexes are thinned out."""
        for piece in each(self.choices("rearguard")):
            node = self.p.at[piece]
            if self.edge(self.own_at(node), node, True) >= self.w.hopeless:
                continue
            exits = each(self.choices("rearguard", piece))
            exit_ = best((-self.risk(piece, n) - self.far.get(n, FAR) / 10, n) for n in exits)
            if exit_ is not None:
                return self.order("rearguard", piece, exit_)
        return self.thin_out() if "end" not in self.open else None

    def thin_out(self) -> Order | None:
        """Someone leaves a hex that holds too many."""
        found = []
        for owed in self.d.debts:
            for piece in self.own_at(owed.node if owed.node is not None else -1):
                if self.choices("move") >> piece & 1:
                    found += [(self.place(piece, n), (piece, n)) for n in each(self.choices("move", piece))]
        chosen = best(found)
        return self.order("move", *chosen) if chosen is not None else None

    def at_withdrawal(self) -> Order | None:
        """Where a rearguard goes: out of reach of those behind it, not out of supply."""

        def worth(node: int) -> float:
            return -self.threats.get(node, 0.0) - (0.0 if self.fed >> node & 1 else self.w.unfed)

        node = best((worth(n), n) for n in each(self.choices("withdraw")))
        return self.order("withdraw", node) if node is not None else None

    def at_mobilization(self) -> Order | None:
        """HQs without a battle to support move up."""
        found = []
        for hq in each(self.choices("mobilize")):
            area = command.command_range(self.t, self.p.at[hq], self.p.reach[hq], self.power)
            if area & self.enemy & control.own_units(self.t, self.power) or self.p.role[hq] in BLITZING:
                continue
            now = self.staff(hq, self.p.at[hq])
            found += [(self.staff(hq, n) - now, (hq, n)) for n in each(self.choices("mobilize", hq))]
        chosen = best(found, 0.9)
        return self.order("mobilize", *chosen) if chosen is not None else None

    # Combat

    def at_airstrikes(self) -> Order | None:
        """The strongest HQ's aircraft go to the closest fight."""
        found = []
        for hq in each(self.choices("strike")):
            for node in each(self.choices("strike", hq)):
                own = [i for i in self.own_at(node) if self.world.units[i].kind not in COMMANDERS]
                found.append((self.p.cv[hq] - abs(self.edge(own, node, True) - 1.0), (hq, node)))
        chosen = best(found)
        return self.order("strike", *chosen) if chosen is not None else None

    def at_active_battles(self) -> Order | None:
        """Fight on where the odds are even or better."""
        for node in each(self.choices("fight")):
            own = [i for i in self.own_at(node) if self.world.units[i].kind not in COMMANDERS]
            if own and self.edge(own, node, bool(self.p.supported >> node & 1)) >= self.w.fight_on:
                return self.order("fight", node)
        return None

    def at_losses(self) -> Order | None:
        """The cheapest of the strongest takes the hit."""
        piece = best((-float(self.price(i)), i) for i in each(self.choices("lose")))
        return self.order("lose", piece) if piece is not None else None

    def at_volley(self) -> Order | None:
        """The strongest fires first."""
        piece = best((float(self.p.cv[i]), i) for i in each(self.choices("fire")))
        return self.order("fire", piece) if piece is not None else None

    def at_deploying(self) -> Order | None:
        """Take the set-up of the tables; where it is whole, commit."""
        commit = self.order("commit")
        return commit or self.order("ready")
