"""How the greedy bot of The Struggle for Europe moves and fights.

It brings factors beside enemy hexes that it could take, attacks where the table promises more than it costs, keeps
its units in supply and its cities held.
"""

from __future__ import annotations

from functools import cached_property

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Order
from grognard.titles.sfe import combat, control, depots, rail, reach, strengths, supply, zones
from grognard.titles.sfe import world as w
from grognard.titles.sfe.combat import Fight
from grognard.titles.sfe.state import army, figures, foe, ground_in
from grognard.titles.sfe.state import depots as stock_of

from ..greedy import FAR, best, distances, each
from .navy import Navy

GAIN = 0.5
"""A move must better a unit's place by so much."""
BOLD = 0.3
"""An attack must promise so many factors more than it costs."""
LOOKS = 24
"""So many units are looked at for one move."""
WISH = 5.0
"""The odds for which more attackers are still brought up."""
MASS = 1.5
"""Odds are worth more than in proportion: few hexes attacked well, not many badly."""
RAILS, AHEAD = 0.8, 7
"""What it is worth to end a march on a railway that is to be opened, and how far ahead of the trains."""
DEEP = 5
"""So many hexes from the goals a unit is in the rear."""


class Front(Navy):
    """A decision of The Struggle for Europe."""

    @cached_property
    def far(self) -> dict[int, int]:
        """How far each hex is from the enemy's cities, or from his units."""
        enemy = foe(self.t, self.power)
        held = self.p.land_of(enemy)
        cities = from_iter(node for node in self.goals if held >> node & 1)
        goals = ((cities, 0), (zones.ground_of(self.t, enemy), 3), (self.embarkation, 2 * DEEP))
        return distances(goals, self.world.walk, self.world.land)

    @cached_property
    def defense(self) -> dict[int, int]:
        """What each enemy hex defends with, in factors as the terrain counts them."""
        enemy = foe(self.t, self.power)
        found = {}
        for node in members(zones.ground_of(self.t, enemy)):
            units = ground_in(self.t, node, enemy)
            whole = sum(strengths.defense_of(self.t, i) for i in units) // w.FACTOR
            found[node] = whole * (2 if self.world.major >> node & 1 else 1)
        return found

    def massed(self, node: int, but: int = -1) -> int:
        """The attack factors that stand beside an enemy hex."""
        near = (step(1 << node, self.world.walk) | 1 << node) & zones.ground_of(self.t, self.power)
        return sum(figures(self.t, i)[0] for n in members(near) for i in ground_in(self.t, n, self.power) if i != but)

    @cached_property
    def fear(self) -> float:
        """How much enemies beside a hex count: less for the side that has more attack factors on the map."""
        return 0.6 * self.odds_of_war

    @cached_property
    def odds_of_war(self) -> float:
        """What a factor of its own is worth to a side, an enemy's being one: the stronger side can afford to trade."""
        enemy = foe(self.t, self.power)
        own, theirs = (sum(figures(self.t, i)[0] for i in army(self.t, side)) for side in (self.power, enemy))
        return min(1.0, theirs / max(1, own))

    @cached_property
    def fed(self) -> int:
        found = supply.supplied_hexes(self.t, self.power)
        for node in {self.p.at[i] for i in stock_of(self.t, self.power)}:
            if node < self.world.board.grid.size:
                found |= depots.feeds(self.t, self.power, node)
        for near, _, _ in supply.from_the_sea(self.t, self.power):
            found |= near
        return found

    def behind(self, node: int) -> int:
        return self.far.get(node, FAR)

    def place(self, piece: int, node: int) -> float:
        """How good a hex is for a unit: near the goals, in supply, beside an enemy whom it helps to beat."""
        unit = self.world.units[piece]
        if unit.leader:
            return self.led(piece, node)
        if unit.depot:
            return self.stored(piece, node)
        attack, defense, _ = figures(self.t, piece)
        score = -0.35 * self.far.get(node, FAR)
        score -= 0 if self.fed >> node & 1 else 2.5 if unit.mobile else 4
        near = step(1 << node, self.world.walk) & from_iter(self.defense)
        score += max((self.help_against(piece, attack, there) for there in members(near)), default=0.0)
        friends = sum(figures(self.t, i)[1] for i in ground_in(self.t, node, self.power) if i != piece)
        danger = self.attack_beside(node) / max(1, friends + defense)
        score -= self.fear * max(0.0, danger - 1.5) * (1 + defense / 8)
        if self.worth(node) and not friends:
            score += 1.0 + self.worth(node) / 2
        score += RAILS * (self.new_rails >> node & 1)
        return score + self.lodged(piece, node, friends, defense)

    @cached_property
    def new_rails(self) -> int:
        """Rail hexes ahead of the railheads: where they only follow those who march, somebody must march there."""
        rails: int = self.world.rail_hexes & rail.walked_only(self.t, self.power) & ~self.p.rail_of(self.power)
        near = self.p.rail_of(self.power)
        for _ in range(AHEAD):
            near |= step(near, self.world.walk)
        return int(rails & near & ~self.p.walked)

    def help_against(self, piece: int, attack: int, there: int) -> float:
        """What a unit adds to the odds on an enemy hex, as far as they are wished for."""
        need = max(1, self.defense[there])
        before = min(WISH, self.massed(there, piece) / need)
        after = min(WISH, (self.massed(there, piece) + attack) / need)
        return float(0.8 * (after**MASS - before**MASS) + 0.3 * (after >= 2) + 0.15 * self.worth(there))

    def led(self, piece: int, node: int) -> float:
        """A leader goes where the most armor is."""
        stack = ground_in(self.t, node, self.power)
        return sum(figures(self.t, i)[0] for i in stack) / 8 - (4 if not stack else 0)

    # Moving

    def at_movement(self) -> Order | None:
        return (
            self.engineered()
            or self.overrun()
            or self.aboard()
            or self.home()
            or self.move()
            or self.march()
            or self.entrain()
        )

    def at_exploitation(self) -> Order | None:
        return self.built_up() or self.overrun() or self.move()

    def overrun(self) -> Order | None:
        if "overrun" not in self.open:
            return None
        return self.d.sample(self.rng, [self.open["overrun"]])

    def move(self) -> Order | None:
        """The move that betters a unit's place most, of some units that have not moved yet."""
        found: list[tuple[float, tuple[int, int]]] = []
        waiting = [i for i in each(self.choices("move")) if not self.p.moved >> i & 1 or self.crowded(i)]
        self.rng.shuffle(waiting)
        for n, piece in enumerate(waiting):
            if found and (n >= LOOKS or found[-1][0] > 2):
                break
            here = self.place(piece, self.p.at[piece]) + self.stays(piece)
            hexes = self.choices("move", (piece,))
            goal = best(((self.place(piece, n), n) for n in each(hexes)), here + GAIN)
            if goal is not None:
                found.append((self.place(piece, goal) - here, (piece, goal)))
        chosen = best(found)
        if chosen is None:
            return None
        piece, goal = chosen
        return self.order("move", (piece,), self.path(piece, goal))

    def path(self, piece: int, goal: int) -> tuple[int, ...]:
        """The cheapest way to a hex, along railways that are to be opened where that costs no more."""
        march = reach.march(self.t, (piece,))
        if march.least >> goal & 1 or not self.new_rails:
            return march.path(goal)
        march = march.part(goal)
        way, cost = [goal], march.cost(goal)
        while way[-1] != march.start:
            there = way[-1]
            steps = [(near, march.price(near, there)) for _, near in march.chart.approaches(there)]
            open_ = [(n, c) for n, c in steps if c and cost >= c and march.spent[cost - c] >> n & 1]
            near, price = max(open_, key=lambda one: (self.new_rails >> one[0] & 1, -one[0]))
            way.append(near)
            cost -= price
        return tuple(reversed(way))

    def stays(self, piece: int) -> float:
        """What holds a unit in its hex, or drives it out: a city that it alone keeps, or too many in it."""
        return -60.0 if self.crowded(piece) else 3.0 if self.keeps_city(piece) else 0.0

    def crowded(self, piece: int) -> bool:
        """Is it in a hex with more units than may stay there?"""
        return self.standing(self.p.at[piece]) > control.MOST

    def march(self) -> Order | None:
        """Whoever is far from the enemy marches in the rear, nearer to the goals."""
        for piece in each(self.choices("strategic")):
            node = self.p.at[piece]
            if self.p.moved >> piece & 1 or self.far.get(node, FAR) < DEEP or self.keeps_city(piece):
                continue
            hexes = self.choices("strategic", (piece,))
            goal = best(((-float(self.far.get(n, FAR)), n) for n in each(hexes)), -float(self.far.get(node, FAR)) + 1)
            if goal is not None:
                found = self.order("strategic", (piece,), reach.strategic(self.t, (piece,)).path(goal))
                if found is not None:
                    return found
        return None

    def entrain(self) -> Order | None:
        """Who is far behind goes by rail to the railhead nearest to the goals."""
        for piece in each(self.choices("rail")):
            node = self.p.at[piece]
            if self.far.get(node, FAR) < 2 * DEEP or self.p.moved >> piece & 1 or self.keeps_city(piece):
                continue
            hexes = self.choices("rail", piece)
            goal = best(
                ((-float(self.far.get(n, FAR)), n) for n in each(hexes)), -float(self.far.get(node, FAR)) + DEEP
            )
            if goal is not None:
                return self.order("rail", piece, goal)
        return None

    def keeps_city(self, piece: int) -> bool:
        """Is it alone in a city that counts?"""
        node = self.p.at[piece]
        return bool(self.worth(node)) and ground_in(self.t, node, self.power) == [piece]

    # Fighting

    def promise(self, fight: Fight, node: int) -> float:
        """What an attack brings on average, in factors."""
        column = combat.odds(self.t, fight.attackers, fight.defenders, node)
        if column < 0:
            return -FAR
        drm = sum(m.value for m in combat.named_modifiers(self.t, fight, node))
        attack = sum(figures(self.t, i)[0] for i in fight.attackers)
        defense = sum(figures(self.t, i)[1] for i in fight.defenders)
        prize = 2.0 * self.worth(node)
        paid = self.odds_of_war * min(attack, defense)
        values = {
            "AE": -self.odds_of_war * attack, "AX": -paid - 1, "AR": -0.1 * attack, "NE": 0.0,
            "EX": defense - paid + prize, "HX": defense - paid / 2 + prize, "DR": 0.3 * defense + prize,
            "DE": defense + prize,
        }  # fmt: skip
        if column < strengths.EVEN:
            values["EX"] = min(attack, defense) - self.odds_of_war * attack
        return sum(values[strengths.result(column, die + drm)] for die in range(1, 7)) / 6

    def attacks(self) -> list[tuple[float, tuple[int, ...], int]]:
        """Every hex with those who should attack it, by what that promises."""
        fields = combat.fields(self.t, self.seat)
        busy = {i: sum(f.joiners >> i & 1 for f in fields) for f in fields for i in members(f.joiners)}
        found = []
        for field in fields:
            promise, units = self.group(field, busy)
            if units:
                found.append((promise, units, field.node))
        return sorted(found, reverse=True)

    def group(self, field: combat.Field, busy: dict[int, int]) -> tuple[float, tuple[int, ...]]:
        """As many attackers as make the attack better, those first who can attack nothing else."""
        ranked = sorted(members(field.joiners), key=lambda i: (busy[i], -figures(self.t, i)[0], i))
        best_so_far: tuple[float, tuple[int, ...]] = (-float(FAR), ())
        if (self.p.wading | self.p.dropped) & field.joiners:  # whoever does not clear his hex is lost
            everyone = tuple(sorted(ranked))
            odds = combat.odds(self.t, everyone, field.defenders, field.node)
            return (float(FAR), everyone) if odds >= 0 else best_so_far
        for n in range(1, len(ranked) + 1):
            units = tuple(sorted(ranked[:n]))
            if combat.odds(self.t, units, field.defenders, field.node) < strengths.EVEN and n < len(ranked):
                continue
            words = combat.bonuses(self.t, units, field.defenders, field.node)
            fight = combat.fight_of(self.t, units, field.defenders, field.node, words[0])
            promise = self.promise(fight, field.node)
            if promise > best_so_far[0] + 0.05 * (n > 1):
                best_so_far = (promise, units)
        return best_so_far

    def at_combat(self) -> Order | None:
        for promise, units, node in self.attacks():
            if promise > BOLD:
                return self.order("attack", units, node, 0)
        return None

    def at_late_combat(self) -> Order | None:
        return self.at_combat()

    def promising(self) -> list[int]:
        enemy = {node: self.massed(node) / max(1, need) for node, need in self.defense.items()}
        beaches = {self.p.at[i] for i in members(self.p.wading)}
        wanted = [node for node, ratio in enemy.items() if ratio >= 1 or node in beaches]
        ranked = sorted(wanted, key=lambda n: (n not in beaches, -min(enemy[n], 3) - self.worth(n) / 4, n))
        return sorted(ranked, key=lambda n: (n not in beaches, len(self.p.stack(n)) if n in beaches else 0))

    # After a fight

    def at_advance(self) -> Order | None:
        """The strongest attackers take the hex, unless too many enemies wait there."""
        node = self.d.frame["node"]
        open_ = [i for i in each(self.choices("advance")) if self.world.units[i].ground]
        chosen = tuple(sorted(sorted(open_, key=lambda i: -figures(self.t, i)[1])[:2]))
        held = sum(figures(self.t, i)[1] for i in chosen)
        if not chosen or (self.attack_beside(node) > 3 * held and not self.worth(node)):
            return None
        leaders = [i for i in each(self.choices("advance")) if self.world.units[i].leader]
        return self.order("advance", tuple(sorted((*chosen, *leaders)))) or self.order("advance", chosen)

    def at_retreat(self) -> Order | None:
        if "stand" in self.open:
            return self.order("stand")
        for piece in each(self.choices("retreat")):
            node = best((self.place(piece, n), n) for n in each(self.choices("retreat", piece)))
            if node is not None:
                return self.order("retreat", piece, node)
        return None
