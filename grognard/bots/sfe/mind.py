"""How the greedy bot of The Struggle for Europe moves and fights.

It brings factors beside enemy hexes that it could take, attacks where the table promises more than it costs, keeps
its units in supply and its cities held.
"""

from __future__ import annotations

from functools import cached_property

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Order
from grognard.titles.sfe import combat, reach, strengths, supply, zones
from grognard.titles.sfe import world as w
from grognard.titles.sfe.combat import Fight
from grognard.titles.sfe.state import figures, foe, ground_in

from ..greedy import FAR, best, distances, each
from .answers import Answers

GAIN = 0.5
"""A move must better a unit's place by so much."""
BOLD = 0.3
"""An attack must promise so many factors more than it costs."""
LOOKS = 24
"""So many units are looked at for one move."""
WISH = 4.0
"""The odds for which more attackers are still brought up."""


class Front(Answers):
    """A decision of The Struggle for Europe."""

    @cached_property
    def far(self) -> dict[int, int]:
        """How far each hex is from the enemy's cities, or from his units."""
        enemy = foe(self.t, self.power)
        held = self.p.land_of(enemy)
        cities = from_iter(node for node in self.goals if held >> node & 1)
        goals = ((cities, 0), (zones.ground_of(self.t, enemy), 3))
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
        near = step(1 << node, self.world.walk) & zones.ground_of(self.t, self.power)
        return sum(figures(self.t, i)[0] for n in members(near) for i in ground_in(self.t, n, self.power) if i != but)

    @cached_property
    def fed(self) -> int:
        return supply.supplied_hexes(self.t, self.power)

    def place(self, piece: int, node: int) -> float:
        """How good a hex is for a unit: near the goals, in supply, beside an enemy whom it helps to beat."""
        unit = self.world.units[piece]
        if unit.leader:
            return self.led(piece, node)
        attack, defense, _ = figures(self.t, piece)
        score = -0.35 * self.far.get(node, FAR)
        score -= 0 if self.fed >> node & 1 else 4
        near = step(1 << node, self.world.walk) & from_iter(self.defense)
        score += max((self.help_against(piece, attack, there) for there in members(near)), default=0.0)
        friends = sum(figures(self.t, i)[1] for i in ground_in(self.t, node, self.power) if i != piece)
        danger = self.attack_beside(node) / max(1, friends + defense)
        score -= 0.6 * max(0.0, danger - 1.5) * (1 + defense / 8)
        if self.worth(node) and not friends:
            score += 1.0 + self.worth(node) / 2
        return score

    def help_against(self, piece: int, attack: int, there: int) -> float:
        """What a unit adds to the odds on an enemy hex, as far as they are wished for."""
        need = max(1, self.defense[there])
        before = min(WISH, self.massed(there, piece) / need)
        after = min(WISH, (self.massed(there, piece) + attack) / need)
        return 1.5 * (after - before) + 0.3 * (after >= 2) + 0.15 * self.worth(there)

    def led(self, piece: int, node: int) -> float:
        """A leader goes where the most armor is."""
        stack = ground_in(self.t, node, self.power)
        return sum(figures(self.t, i)[0] for i in stack) / 8 - (4 if not stack else 0)

    # Moving

    def at_movement(self) -> Order | None:
        return self.overrun() or self.move()

    def at_exploitation(self) -> Order | None:
        return self.overrun() or self.move()

    def overrun(self) -> Order | None:
        if "overrun" not in self.open:
            return None
        return self.d.sample(self.rng, [self.open["overrun"]])

    def move(self) -> Order | None:
        """The move that betters a unit's place most, of some units that have not moved yet."""
        found = []
        waiting = [i for i in each(self.choices("move")) if not self.p.moved >> i & 1]
        for piece in self.rng.sample(waiting, min(len(waiting), LOOKS)):
            here = self.place(piece, self.p.at[piece])
            if self.keeps_city(piece):
                here += 3
            hexes = self.choices("move", (piece,))
            goal = best(((self.place(piece, n), n) for n in each(hexes)), here + GAIN)
            if goal is not None:
                found.append((self.place(piece, goal) - here, (piece, goal)))
            if found and found[-1][0] > 2:
                break
        chosen = best(found)
        if chosen is None:
            return None
        piece, goal = chosen
        return self.order("move", (piece,), reach.march(self.t, (piece,)).path(goal))

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
        paid = min(attack, defense)
        values = {
            "AE": -attack, "AX": -paid - 1, "AR": -0.1 * attack, "NE": 0.0, "EX": defense - paid + prize,
            "HX": defense - paid / 2 + prize, "DR": 0.3 * defense + prize, "DE": defense + prize,
        }  # fmt: skip
        if column < strengths.EVEN:
            values["EX"] = min(attack, defense) - attack
        return sum(values[strengths.result(column, die + drm)] for die in range(1, 7)) / 6

    def attacks(self) -> list[tuple[float, tuple[int, ...], int]]:
        """Every hex with all who could attack it, by what that promises."""
        found = []
        for field in combat.fields(self.t, self.seat):
            units = members(field.joiners)
            words = combat.bonuses(self.t, units, field.defenders, field.node)
            fight = combat.fight_of(self.t, units, field.defenders, field.node, words[0])
            found.append((self.promise(fight, field.node), units, field.node))
        return sorted(found, reverse=True)

    def at_combat(self) -> Order | None:
        for promise, units, node in self.attacks():
            if promise > BOLD:
                return self.order("attack", units, node, 0)
        return None

    def at_late_combat(self) -> Order | None:
        return self.at_combat()

    def promising(self) -> list[int]:
        enemy = {node: self.massed(node) / max(1, need) for node, need in self.defense.items()}
        wanted = [node for node, ratio in enemy.items() if ratio >= 1]
        return sorted(wanted, key=lambda n: (-min(enemy[n], 3) - self.worth(n) / 4, n))

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
