"""How the greedy bot of The Struggle for Europe builds, flies, and answers what it is asked."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.offers import Order
from grognard.titles.sfe import flights, zones
from grognard.titles.sfe.state import SUPPORT, figures, foe, ground_in

from ..greedy import Mind, best, each


class Answers(Mind):
    """Replacements, construction, air missions, losses."""

    @property
    def power(self) -> int:
        return self.t.powers_of(self.seat)[0]

    def worth(self, node: int) -> int:
        """The victory points of a hex."""
        return int(self.goals.get(node, 0))

    @property
    def goals(self) -> dict[int, int]:
        """The cities that count, by hex."""
        points = self.world.settings["victory"]["points"]
        return {self.world.board.node(name): worth for name, worth in points.items()}

    # Replacements and works

    def at_reinforcement(self) -> Order | None:
        """Bring everyone on, the strongest first."""
        for piece in each(self.choices("arrive")):
            for node in each(self.choices("arrive", piece)):
                return self.order("arrive", piece, node)
        return self.refill() or self.replaced()

    def refill(self) -> Order | None:
        piece = best((figures(self.t, i)[0], i) for i in each(self.choices("rebuild")))
        return self.order("rebuild", piece) if piece is not None else None

    def replaced(self) -> Order | None:
        units = self.world.units
        for piece in sorted(each(self.choices("replace")), key=lambda i: -units[i].front[0]):
            for node in each(self.choices("replace", piece)):
                for side in each(self.choices("replace", piece, node)):
                    return self.order("replace", piece, node, side)
        return None

    def at_construction(self) -> Order | None:
        """A fort where the front runs through a city that counts, or where most enemies stand."""
        node = best(((self.alarm(n), n) for n in each(self.choices("fortify"))), 0)
        return self.order("fortify", node) if node is not None else None

    def alarm(self, node: int) -> float:
        """How much a held hex is in danger."""
        if not ground_in(self.t, node, self.power):
            return 0
        enemies = self.attack_beside(node)
        return enemies + 4 * self.worth(node) if enemies else 0

    def attack_beside(self, node: int) -> int:
        """The attack factors of the enemies next to a hex."""
        enemy = foe(self.t, self.power)
        near = step(1 << node, self.world.walk) & zones.ground_of(self.t, enemy)
        return sum(figures(self.t, i)[0] for n in members(near) for i in ground_in(self.t, n, enemy))

    # In the air

    def at_air_attack(self) -> Order | None:
        """Bombers support the most promising attack, fighters go with them."""
        targets = self.promising()
        for piece in each(self.choices("fly")):
            words = self.words("fly", piece)
            open_ = self.choices("fly", piece)
            for word in ("escort", "support"):
                if word not in words or not open_ >> words.index(word) & 1:
                    continue
                n = words.index(word)
                hexes = self.choices("fly", piece, n)
                wanted = [node for node in targets if hexes >> node & 1]
                if word == "escort":
                    wanted = [node for node in wanted if self.supported(node)]
                if wanted:
                    return self.order("fly", piece, n, wanted[0])
        return None

    def supported(self, node: int) -> bool:
        p = self.p
        return any(p.mission[i] == SUPPORT and p.power[i] == self.power for i in p.stack(node))

    def promising(self) -> list[int]:
        """Enemy hexes in the order of what an attack on them might bring."""
        raise NotImplementedError

    def at_air_defence(self) -> Order | None:
        """Bombers help the hex in the greatest danger, with a fighter each."""
        own = members(zones.ground_of(self.t, self.power))
        danger = sorted(own, key=lambda n: -self.alarm(n))[:4]
        for piece in each(self.choices("fly")):
            words = self.words("fly", piece)
            n = words.index("support")
            if flights.fighter(self.t, piece) or not self.choices("fly", piece) >> n & 1:
                continue
            hexes = self.choices("fly", piece, n)
            for node in danger:
                if hexes >> node & 1 and self.alarm(node) > 0:
                    return self.order("fly", piece, n, node)
        return None

    def at_air_interception(self) -> Order | None:
        """Fighters meet enemy bombers."""
        for piece in each(self.choices("fly")):
            for node in each(self.choices("fly", piece, 0)):
                return self.order("fly", piece, 0, node)
        return None

    def at_hunt(self) -> Order | None:
        return self.order("hunt", each(self.choices("hunt")))

    def at_air_loss(self) -> Order | None:
        return self.cheapest()

    def at_exchange(self) -> Order | None:
        return self.cheapest()

    def cheapest(self) -> Order | None:
        """Who costs least is lost first."""
        piece = best((-sum(figures(self.t, i)[:2]), i) for i in each(self.choices("lose")))
        return self.order("lose", piece) if piece is not None else None

    def at_bombed(self) -> Order | None:
        piece = best((sum(figures(self.t, i)[:2]), i) for i in each(self.choices("destroy")))
        return self.order("destroy", piece) if piece is not None else None
