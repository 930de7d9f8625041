"""How the greedy bot plays the war on all fronts: Allies and Soviets march on the cities, the Axis holds them."""

from __future__ import annotations

from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Order
from grognard.titles.eurofront.europe.diplomacy import WORDS
from grognard.titles.eurofront.state import ALLIED, AXIS
from grognard.titles.systems.front import control
from grognard.titles.systems.front.world import HQ, World

from ..front import ways
from ..front.mind import Front
from ..greedy import FAR, Ranked, best, each

MAJOR, MINOR, VICTORY = 3, 1, 8
NEAR = 4
WANTED = ("TX", "SX", "RS", "FX", "MR", "SW", "FI", "SC", "AB", "EB", "TB")
"""The events that are tried, the best first."""
ABROAD = ("Britain", "Med Front", "Gibraltar", "Malta")
"""Where the Allies come from: the Axis does not go there."""


@cache
def prizes(world: World) -> dict[int, int]:
    """What each hex is worth to whoever holds it: cities, resources, ports, and most of all Victory Cities."""
    found: dict[int, int] = {}
    for place in world.board.places:
        value = {"city": "pp", "resource": "res"}.get(place.kind)
        if value and value in place.values and place.values.get("only", "eurofront") == "eurofront":
            found[place.node] = found.get(place.node, 0) + place.number(value)
    for node, port in world.ports.items():
        found[node] = found.get(node, 0) + (MAJOR if port.major else MINOR)
    for node, value in world.extra["victory cities"]:
        found[node] = found.get(node, 0) + VICTORY * value
    return {node: worth for node, worth in found.items() if world.land >> node & 1}


@cache
def abroad(world: World) -> int:
    """Britain, Africa and the islands from which the Allies come."""
    found = 0
    for name in ABROAD:
        found |= int(world.board.region[name])
    return found & int(world.land)


NEAR_THE_FRONT = 6
STAFF_FIRST = 2.0
"""How much more a step is worth to an HQ that has armies to lead."""


class Europe(Front):
    """A decision of 1944."""

    def own_power(self) -> int:
        """Whoever is asked, or has the turn, of the powers that the seat plays."""
        own, asked = self.t.powers_of(self.seat), self.t.frame.power
        if asked in own:
            return int(asked)
        return int(self.p.active) if self.p.active in own else int(own[0])

    @property
    def attacks(self) -> bool:
        """Allies and Soviets do; the Axis holds what it has."""
        return self.power != AXIS

    def all_prizes(self) -> dict[int, int]:
        return prizes(self.world)

    def goals(self) -> Ranked:
        """What the enemy holds and counts; the Axis wants back what it has lost, and the invaders out."""
        p, own = self.p, control.friendly(self.p, self.power)
        mainland = self.world.land & ~abroad(self.world) & ~p.neutral
        if self.power == AXIS:
            lost = from_iter(n for n in self.prizes if mainland >> n & 1 and not own >> n & 1)
            return ((lost & spread(own, self.world.trace, NEAR), 1), (control.enemy_units(self.t, AXIS) & mainland, 0))
        wanted: dict[int, int] = {}
        for node, worth in self.prizes.items():
            if mainland >> node & 1 and not own >> node & 1:
                rank = max(0, 4 - worth // 2)
                wanted[rank] = wanted.get(rank, 0) | 1 << node
        return tuple((nodes, rank) for rank, nodes in sorted(wanted.items()))

    def kept(self) -> int:
        """Prizes that an enemy is near, and for the Axis the ports of the West."""
        held = control.held_by(self.p, self.power)
        kept = from_iter(n for n in self.prizes if held >> n & 1)
        near = spread(control.enemy_units(self.t, self.power), self.world.trace, NEAR)
        if self.power != AXIS:
            return kept & near & ~abroad(self.world)
        return kept & (near | from_iter(self.world.ports) & int(self.world.extra["fronts"][0]))

    def in_range(self, port: int, node: int) -> bool:
        """Landings go from hexes to hexes; areas are left alone."""
        areas: int = self.world.areas
        return not (areas >> port | areas >> node) & 1 and super().in_range(port, node)

    def ways_to(self, goals: Ranked) -> dict[int, int]:
        return ways.distances(self.world, goals, self.world.land & ~self.p.neutral)

    # Production

    def at_producing(self) -> Order | None:
        """The East is given all that may be allocated to it, for the armies there are built from nothing else."""
        points = max(each(self.choices("allocate")), default=None)
        return self.order("allocate", points) if points is not None else super().at_producing()

    def wanted(self, piece: int, node: int) -> float:
        """Nothing moves without a staff: a weak HQ near the front comes before the units that it leads."""
        worth = super().wanted(piece, node)
        staff = self.world.units[piece].kind == HQ and node >= 0 and self.far.get(node, FAR) <= NEAR_THE_FRONT
        return worth * STAFF_FIRST if staff else worth

    # Politics

    def at_politics(self) -> Order | None:
        """Every rising and every demand costs nothing."""
        hideout = best((-float(self.far.get(n, FAR)), n) for n in each(self.choices("tito")))
        if hideout is not None:
            return self.order("tito", hideout)
        for verb in ("demand", "revolt"):
            nation = next(iter(each(self.choices(verb))), None)
            if nation is not None:
                return self.order(verb, nation)
        return None

    def at_rising(self) -> Order | None:
        node = best((float(self.prizes.get(n, 0)), n) for n in each(self.choices("rise")))
        return self.order("rise", node) if node is not None else None

    def at_diplomacy(self) -> Order | None:
        """An attempt costs nothing but what the Soviets have reserved."""
        choices = list(each(self.choices("attempt")))
        wanted = [n for name in WANTED for n in choices if WORDS[n].partition(":")[0] == name]
        return self.order("attempt", wanted[0]) if wanted and self.power in (AXIS, ALLIED) else None

    def at_agreement(self) -> Order | None:
        """What an ally wants costs nothing."""
        return self.order("answer", 0)

    def at_mustering(self) -> Order | None:
        """A new ally's army: steps first, then its towns."""
        piece = next(iter(each(self.choices("build"))), None)
        if piece is not None:
            return self.order("build", piece)
        piece = next(iter(each(self.choices("station"))), None)
        if piece is None:
            return None
        node = best((float(self.prizes.get(n, 0)), n) for n in each(self.choices("station", piece)))
        return self.order("station", piece, node) if node is not None else None
