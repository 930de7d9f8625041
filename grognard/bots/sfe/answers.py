"""How the greedy bot of The Struggle for Europe builds, flies, and answers what it is asked."""

from __future__ import annotations

from functools import cached_property

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.offers import Order
from grognard.titles.sfe import airborne, arrivals, flights, pursuit, zones
from grognard.titles.sfe.state import SUPPORT, figures, foe, ground_in

from ..greedy import Mind, best, each

HEAVY_LOAD = 3
"""The bombing factor from which a fighter is sent as a bomber."""


class Answers(Mind):
    """Replacements, construction, air missions, losses."""

    @property
    def power(self) -> int:
        return self.t.powers_of(self.seat)[0]

    def worth(self, node: int) -> int:
        """The victory points of a hex."""
        return int(self.goals.get(node, 0))

    @cached_property
    def goals(self) -> dict[int, int]:
        """The cities that count, by hex."""
        points = self.world.settings["victory"]["points"]
        return {self.world.board.node(name): worth for name, worth in points.items()}

    # Replacements and works

    def at_reinforcement(self) -> Order | None:
        """Bring everyone on, the strongest first."""
        for piece in each(self.choices("arrive")):
            for node in each(self.with_room(piece, self.choices("arrive", piece))):
                return self.order("arrive", piece, node)
        return (
            self.aimed() or self.set_ashore() or self.carpet_planned() or self.mended() or self.upgraded()
            or self.refill() or self.replaced()
        )  # fmt: skip

    def with_room(self, piece: int, hexes: int) -> int:
        """A new wing goes where it need not move on."""
        return arrivals.with_room(self.t, piece, hexes)

    def carpet_planned(self) -> Order | None:
        """Heavy bombers are meant for the hex at the front whose fall would bring most."""
        wings = each(self.choices("plan_carpet"))
        node = next(iter(self.promising()), None) if wings else None
        if node is None or not self.choices("plan_carpet", wings) >> node & 1:
            return None
        return self.order("plan_carpet", wings, node)

    def set_ashore(self) -> Order | None:
        """Beachheads are set up where there are beaches."""
        return None

    def mended(self) -> Order | None:
        """Ships are repaired where there are any."""
        return None

    def upgraded(self) -> Order | None:
        """A stronger counter is worth its points."""
        for old in each(self.choices("upgrade")):
            for new in each(self.choices("upgrade", old)):
                return self.order("upgrade", old, new)
        return None

    def refill(self) -> Order | None:
        piece = best((figures(self.t, i)[0], i) for i in each(self.choices("rebuild")))
        return self.order("rebuild", piece) if piece is not None else None

    def replaced(self) -> Order | None:
        units = self.world.units
        for piece in sorted(each(self.choices("replace")), key=lambda i: -units[i].front[0]):
            for node in each(self.with_room(piece, self.choices("replace", piece))):
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
        dropped = self.flown()
        if dropped is not None:
            return dropped
        targets = self.promising()
        for piece in each(self.choices("fly")):
            words = self.words("fly", piece)
            open_ = self.choices("fly", piece)
            for word in ("carpet", "support", "escort") if self.p.wading else ("carpet", "escort", "support"):
                if word not in words or not open_ >> words.index(word) & 1:
                    continue
                n = words.index(word)
                hexes = self.choices("fly", piece, n)
                if word == "carpet":
                    return self.order("fly", piece, n, each(hexes)[0])
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
            light = flights.fighter(self.t, piece) and figures(self.t, piece)[1] < HEAVY_LOAD
            if light or not self.choices("fly", piece) >> n & 1:
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

    def at_pursuit(self) -> Order | None:
        """Fighters are dealt evenly to the enemy's waves."""
        return self.order("pursue", *pursuit.fair_share(self.t, self.d.frame, self.seat))

    def at_air_loss(self) -> Order | None:
        return self.cheapest()

    def at_exchange(self) -> Order | None:
        return self.cheapest()

    def at_excess(self) -> Order | None:
        return self.cheapest("give_up")

    def at_crowded(self) -> Order | None:
        return self.cheapest("give_up")

    def cheapest(self, verb: str = "lose") -> Order | None:
        """Who costs least is lost first."""
        piece = best((-sum(figures(self.t, i)[:2]), i) for i in each(self.choices(verb)))
        return self.order(verb, piece) if piece is not None else None

    def at_bombed(self) -> Order | None:
        piece = best((sum(figures(self.t, i)[:2]), i) for i in each(self.choices("destroy")))
        return self.order("destroy", piece) if piece is not None else None

    def at_shielding(self) -> Order | None:
        """Armor is used when one off the die is worth more than its share of the losses: always, for this bot."""
        return self.order("use_armor")

    # Paratroops and the way home

    def aboard(self) -> Order | None:
        """Units that are planned for a drop board their transports; an air landing division follows."""
        for piece in each(self.choices("load")):
            planned = airborne.planned(self.t, self.power) >> piece & 1
            if planned or (self.p.turn == 1 and self.p.plans and not self.world.units[piece].leader):
                for wing in each(self.choices("load", piece)):
                    return self.order("load", piece, wing)
        return None

    def aimed(self) -> Order | None:
        """A planned drop is aimed at an empty hex near the goals, or the weakest."""
        for piece in each(self.choices("aim")):
            enemy = foe(self.t, self.power)
            taken = {node for _, plan in airborne.plans_of(self.t, self.power) for _, node in plan.secret["aims"]}
            hexes = [n for n in each(self.choices("aim", piece)) if self.p.land_of(enemy) >> n & 1 and n not in taken]
            goal = best((self.worth(n) - 3.0 * len(ground_in(self.t, n, enemy)), n) for n in hexes)
            if goal is not None:
                return self.order("aim", piece, goal)
        return None

    def flown(self) -> Order | None:
        """Loaded transports drop who is due, the others bring their load to the front."""
        for piece in each(self.choices("fly")):
            words, open_ = self.words("fly", piece), self.choices("fly", piece)
            for word in ("airdrop", "follow_up"):
                if word not in words or not open_ >> words.index(word) & 1:
                    continue
                hexes = self.choices("fly", piece, words.index(word))
                wanted = [
                    n for n in each(hexes) if word == "airdrop" or self.p.land_of(foe(self.t, self.power)) >> n & 1
                ]
                goal = best((float(self.worth(n)), n) for n in wanted)
                if goal is not None:
                    return self.order("fly", piece, words.index(word), goal)
        return None

    def home(self) -> Order | None:
        """British units that are cut off, or late in the campaign, are taken home."""
        for piece in each(self.choices("evacuate")):
            british = self.world.units[piece].nation == "British"
            if british and (self.p.unsupplied[piece] or self.p.turn >= 3):
                return self.order("evacuate", piece)
        return None

    def at_writing_off(self) -> Order | None:
        piece = best((-sum(figures(self.t, i)[:2]), i) for i in each(self.choices("write_off")))
        return self.order("write_off", piece) if piece is not None else None
