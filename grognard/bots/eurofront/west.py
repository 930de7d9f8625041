"""How the greedy bot plays the West of 1940: the Axis goes for Paris through the Low Countries, then for the desert."""

from __future__ import annotations

from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import from_iter
from grognard.engine.core.offers import Order
from grognard.titles.eurofront import fronts
from grognard.titles.eurofront.europe.diplomacy import WORDS
from grognard.titles.eurofront.europe.nations import neutrals
from grognard.titles.eurofront.france import land
from grognard.titles.eurofront.med import activation
from grognard.titles.eurofront.state import AXIS
from grognard.titles.systems.front import control
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import World

from ..greedy import Ranked, best, each
from .europe import Europe
from .med import PRIZES as DESERT
from .med import Med

MAJOR, MINOR, VICTORY, CITY = 3, 1, 8, 2
NEAR = 3
EASTWARD, MASSED = month_number("1941-01"), ("East Prussia", "West Poland")
"""When the Axis turns east, and where its armies count (S1940A/vic)."""
ATTACKED = ("Belgium", "Holland")
"""The neutrals that stand in the way to Paris."""
WANTED = ("IX", "ME", "RX", "RB", "BX", "HX", "SX", "GR", "YU", "IU", "MR")
"""The events that are tried, the best first."""


@cache
def prizes(world: World) -> dict[int, int]:
    """What each hex is worth: cities, resources, ports, Victory Cities, and the places of the desert."""
    found: dict[int, int] = {}
    for place in world.board.places:
        value = {"city": "pp", "resource": "res"}.get(place.kind)
        if value and value in place.values and place.values.get("only", "eurofront") == "eurofront":
            found[place.node] = found.get(place.node, 0) + CITY * place.number(value)
    for node, port in world.ports.items():
        found[node] = found.get(node, 0) + (MAJOR if port.major else MINOR)
    for node in each(world.extra["victory cities"]):
        found[node] = found.get(node, 0) + VICTORY
    for name, worth in DESERT.items():
        found[world.board.node(name)] = worth
    return {node: worth for node, worth in found.items() if world.land >> node & 1}


class West(Med, Europe):
    """A decision of 1940A and 1940B."""

    def own_power(self) -> int:
        return Med.own_power(self)

    @property
    def attacks(self) -> bool:
        """The Axis does; the Allies hold what they have."""
        return self.power == AXIS

    def all_prizes(self) -> dict[int, int]:
        return prizes(self.world)

    def goals(self) -> Ranked:
        """What the enemy holds on the mainland, the desert when it is awake; in the end the Axis masses in the East."""
        own = control.friendly(self.p, self.power)
        open_land = self.world.land & ~self.p.neutral & ~self.islands()
        if not activation.active(self.t):
            open_land &= ~fronts.land_of(self.t, fronts.MF)
        if self.power != AXIS:
            home = land.region(self.world, "France", "Belgium", "Holland", "Greece", "Yugoslavia")
            open_land &= home | fronts.land_of(self.t, fronts.MF)
        wanted: dict[int, int] = {2: control.enemy_units(self.t, self.power) & open_land}
        if self.power == AXIS and not land.fighting(self.t) and self.p.month >= EASTWARD:
            wanted[3] = land.region(self.world, *MASSED)
        for node, worth in self.prizes.items():
            if open_land >> node & 1 and not own >> node & 1:
                rank = max(0, 5 - worth // 3)
                wanted[rank] = wanted.get(rank, 0) | 1 << node
        return tuple((nodes, rank) for rank, nodes in sorted(wanted.items()))

    def islands(self) -> int:
        """Britain, where no one marches to."""
        return land.region(self.world, "Britain", "Malta", "Gibraltar")

    def kept(self) -> int:
        """Prizes that an enemy is near, for the Axis the ports of the West, for the Allies those of England."""
        held = control.held_by(self.p, self.power)
        kept = from_iter(n for n in self.prizes if held >> n & 1)
        near = spread(control.enemy_units(self.t, self.power), self.world.trace, NEAR)
        ports = from_iter(self.world.ports) & fronts.land_of(self.t, fronts.WF)
        at_sea = not land.fighting(self.t) or self.power != AXIS
        return kept & (near | ports & (self.islands() if self.power != AXIS else -1) * at_sea)

    def in_range(self, port: int, node: int) -> bool:
        """No one lands."""
        return False

    # Politics

    def at_command(self) -> Order | None:
        """War on the Low Countries first."""
        for number in each(self.choices("declare")):
            if self.power == AXIS and land.fighting(self.t) and neutrals(self.world)[number] in ATTACKED:
                return self.order("declare", number)
        return super().at_command()

    def at_politics(self) -> Order | None:
        """France asks for an armistice when Paris is lost."""
        nation = next(iter(each(self.choices("demand"))), None)
        if nation is not None:
            return self.order("demand", nation)
        lost = bool(self.p.held[AXIS] >> self.world.board.node("Paris") & 1)
        return self.order("offer") if lost and land.demoralized(self.t) else None

    def at_armistice(self) -> Order | None:
        """What is offered is taken."""
        return self.order("reply", 0)

    def at_diplomacy(self) -> Order | None:
        choices = list(each(self.choices("attempt")))
        wanted = [n for name in WANTED for n in choices if WORDS[n].partition(":")[0] == name]
        return self.order("attempt", wanted[0]) if wanted else None

    def at_rallying(self) -> Order | None:
        """Vichy's army, as any other."""
        return self.at_mustering()

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
