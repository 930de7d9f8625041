"""How the greedy bot of The Struggle for Europe lands: the assault, its build-up, troops and supplies after it."""

from __future__ import annotations

from functools import cached_property

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Order
from grognard.titles.sfe import assault, beachheads, cargo, control, seas, ships, supply, zones
from grognard.titles.sfe.state import army, figures, foe
from grognard.titles.sfe.state import ships as fleet

from ..greedy import FAR, best, distances, each
from .answers import Answers

ESCORT = 6
"""Warships that go with a transport to a beach."""
NEAR = 2
"""Sea zones between a port of embarkation and the coast of the enemy."""

AROUND, MARCH, DEEP = 7, 3, 6
"""Hexes around the beaches from which the enemy comes, in a turn, and beyond which it is all the same."""
GUARD, HOLD = 0.8, 16
"""Defense factors on a beach for each that could attack it, and what it is worth to bring them."""
PERIMETER = ((1.5, 20), (1.1, 4), (0.8, 3), (0.5, 2))
"""How many hexes units go from the beaches, by their factors for one of the enemy's."""


class Beaches(Answers):
    """Landings and what follows them."""

    def landed(self) -> Order | None:
        """The orders of a naval phase that have to do with beaches."""
        if not self.world.settings.get("amphibious"):
            return None
        return self.assaults() or self.follows() or self.guns_ashore() or self.provisions() or self.ferries()

    @property
    def landing_today(self) -> bool:
        """Is this the day of a landing?"""
        return bool(self.p.assaulted) or bool(assault.today(self.t, self.power))

    def assaults(self) -> Order | None:
        """Each transport with its planned troops, and warships of its port that are still free."""
        for ship in each(self.choices("assault")):
            if not ships.lift(self.t, ship):
                continue
            for node in each(self.choices("assault", (ship,))):
                guard = [
                    i for i in each(self.choices("assault"))
                    if self.p.at[i] == self.p.at[ship] and ships.factor(self.t, i, "bombardment")
                ]  # fmt: skip
                crowd = [i for i in fleet(self.t, self.power) if self.p.at[i] == self.p.at[ship] and i != ship]
                waiting = [i for i in crowd if ships.lift(self.t, i) and not self.p.sailed >> i & 1]
                some = guard[: max(1, len(guard) // (1 + len(waiting)))][:ESCORT]
                found = self.order("assault", tuple(sorted({ship, *some})), node)
                if found is not None:
                    return found
        return None

    def engineered(self) -> Order | None:
        """The assault unit goes where the fort is strongest beside its defenders."""
        hexes = each(self.choices("engineers")) if "engineers" in self.open else ()
        node = best((float(sum(figures(self.t, i)[1] for i in self.p.stack(n) if self.p.power[i] != self.power)), n)
                    for n in hexes)  # fmt: skip
        return self.order("engineers", node) if node is not None else None

    def follows(self) -> Order | None:
        """The build-up goes where its own nation has landed, else anywhere."""
        for ship in each(self.choices("stand_by")):
            hexes = each(self.choices("stand_by", (ship,)))
            node = best((float(self.kin(ship, n)) - 0.1 * len(self.waiting_at(n)), n) for n in hexes)
            if node is not None:
                return self.order("stand_by", (ship,), node)
        return None

    def waiting_at(self, node: int) -> tuple[int, ...]:
        found: tuple[int, ...] = self.p.waiting.get(str(node), ((), 0, ()))[2]
        return found

    def kin(self, ship: int, node: int) -> int:
        nation = self.world.units[ship].nation
        return sum(self.world.units[i].nation == nation for i in self.p.stack(node) if self.world.units[i].ground)

    def guns_ashore(self) -> Order | None:
        """Warships that are left support those who wade ashore."""
        contested = assault.opposed(self.t, self.power)
        for ship in each(self.choices("bombard")) if contested else ():
            for node in each(self.choices("bombard", (ship,)) & contested):
                return self.order("bombard", (ship,), node)
        return None

    def worth(self, node: int) -> int:
        """A beachhead must be kept as a city is."""
        return super().worth(node) + 4 * (str(node) in self.p.beachheads)

    # The lodgement

    def lodged(self, piece: int, node: int, friends: int, defense: int) -> float:
        """What a hex is worth to a unit over the sea: near the beaches until enough are ashore, and those held."""
        if not self.from_beaches or not self.from_beaches.get(self.p.at[piece], 0) < FAR:
            return 0.0
        beyond = max(0, self.from_beaches.get(node, FAR) - self.perimeter)
        score = -2.5 * min(beyond, DEEP)
        if node in self.havens:
            need = max(8.0, GUARD * self.threat(node))
            score += HOLD * (min(1.0, (friends + defense) / need) - min(1.0, friends / need))
        return score

    @cached_property
    def from_beaches(self) -> dict[int, int]:
        """How far each hex over the sea is from a beachhead or port that lands supplies; empty without a landing."""
        if not self.world.settings.get("amphibious", {}).get(("axis", "allied")[self.power]) or not self.havens:
            return {}
        return distances(((from_iter(self.havens), 0),), self.world.walk, self.world.land)

    @cached_property
    def perimeter(self) -> int:
        """How far from the beaches units go: farther as their factors outgrow those of the enemy around them."""
        enemy = foe(self.t, self.power)
        near = [i for i in army(self.t, enemy) if self.from_beaches.get(self.p.at[i], FAR) <= AROUND]
        island = supply.home_land(self.world, self.power)
        ashore = [i for i in army(self.t, self.power) if not island >> self.p.at[i] & 1]
        own, theirs = (sum(figures(self.t, i)[0] for i in some) for some in (ashore, near))
        ratio = own / max(1, theirs)
        return next((hexes for least, hexes in PERIMETER if ratio >= least), 1)

    def threat(self, node: int) -> int:
        """The attack factors of enemies within a turn's march of a hex."""
        near = self.world.within(node, MARCH)
        enemy = foe(self.t, self.power)
        return sum(figures(self.t, i)[0] for i in army(self.t, enemy) if near >> self.p.at[i] & 1)

    # Later

    @cached_property
    def havens(self) -> list[int]:
        """Ports and beachheads over the sea that can land something."""
        over = ships.own_ports(self.t, self.power) & ~supply.home_land(self.world, self.power)
        grid = self.world.board.grid.size
        return [n for n in members(over) if n < grid and cargo.usable(self.t, n)]

    def ashore(self) -> float:
        """The corps over the sea that must be fed."""
        island = supply.home_land(self.world, self.power)
        units = [i for i in army(self.t, self.power) if not island >> self.p.at[i] & 1]
        return sum(supply.quarters(self.t, i) for i in units) / 4

    def provisions(self) -> Order | None:
        """Supply points for all who are over the sea."""
        if not self.havens or sum(self.p.stores.get(str(n), 0) for n in self.havens) >= self.ashore() + 1:
            return None
        for ship in each(self.choices("deliver")):
            hexes = each(self.choices("deliver", (ship,)) & from_iter(self.havens))
            node = best((cargo.usable(self.t, n) - float(self.p.stores.get(str(n), 0)), n) for n in hexes)
            if node is not None:
                words = self.choices("deliver", (ship,), node)
                return self.order("deliver", (ship,), node, 1 if words & 2 else 0)
        return None

    def ferries(self) -> Order | None:
        """Troops that wait in a port with transports go to the beach that can land most."""
        open_ = self.choices("sail") if self.havens else 0
        for ship in each(open_):
            if not ships.lift(self.t, ship):
                continue
            hexes = each(self.choices("sail", (ship,)) & from_iter(self.havens))
            for node in sorted(hexes, key=lambda n: -cargo.quay(self.t, n)):
                load = self.troops(ship, node)
                words = self.choices("sail", (ship,), node, load) if load else 0
                for word in (1, 0):
                    if words >> word & 1:
                        return self.order("sail", (ship,), node, load, word)
        return self.fetch(open_)

    def room_ashore(self, node: int) -> int:
        """How many more units find a place around a hex over the sea, all beaches having to make room for theirs."""
        return min(self.places_left({node}), self.places_left({*self.havens}))

    def places_left(self, havens: set[int]) -> int:
        """Places in some hexes and in those beside them that the enemy does not hold."""
        held = zones.against(self.t, self.power).ground
        area = from_iter(havens)
        for node in havens:
            area |= self.world.near[node] & ~held
        return sum(control.MOST - self.standing(n) for n in members(area))

    def standing(self, node: int) -> int:
        """How many units count in a hex once those that dropped or landed there may no longer overstack."""
        units = [self.world.units[i] for i in self.p.stack(node) if self.p.power[i] == self.power]
        leaders = sum(unit.leader for unit in units)
        return int(sum(unit.ground and not unit.wall for unit in units) + max(0, leaders - 1))

    def troops(self, ship: int, node: int) -> tuple[int, ...]:
        """The strongest units that a transport can take, while there is room for them ashore."""
        load: tuple[int, ...] = ()
        room = min(control.MOST, self.room_ashore(node))
        while len(load) < room:
            more = [i for i in each(self.more("sail", (ship,), node, load)) if not load or i > load[-1]]
            fit = [i for i in more if self.world.units[i].ground or self.world.units[i].leader]
            if not fit:
                return load
            load = (*load, max(fit, key=lambda i: (figures(self.t, i)[0], -i)))
        return load

    def fetch(self, open_: int) -> Order | None:
        """An empty transport goes to a port where troops wait without one."""
        home = ships.own_ports(self.t, self.power) & supply.home_land(self.world, self.power)
        units = [i for i in army(self.t, self.power) if home >> self.p.at[i] & 1 and self.world.units[i].ground]
        lonely = {self.p.at[i] for i in units} - {
            self.p.at[i] for i in fleet(self.t, self.power) if ships.lift(self.t, i)
        }
        for ship in each(open_) if lonely else ():
            here = [i for i in self.p.stack(self.p.at[ship]) if self.world.units[i].ground]
            if not ships.lift(self.t, ship) or here:
                continue
            for node in each(self.choices("sail", (ship,)) & from_iter(lonely)):
                found = self.order("sail", (ship,), node, (), 0)
                if found is not None:
                    return found
        return None

    def built_up(self) -> Order | None:
        """Land everyone who waits, the strongest first, and tow the Mulberries."""
        piece = best((float(figures(self.t, i)[0]), i) for i in each(self.choices("build_up")))
        if piece is not None:
            return self.order("build_up", piece)
        node = best((float(cargo.usable(self.t, n)), n) for n in each(self.choices("mulberry")))
        return self.order("mulberry", node) if node is not None else None

    def set_ashore(self) -> Order | None:
        """A beachhead on every beach that is held."""
        node = best((float(seas.sea_map(self.world).beaches[n]), n) for n in each(self.choices("beachhead")))
        return self.order("beachhead", node) if node is not None else None

    @cached_property
    def embarkation(self) -> int:
        """Ports of the island from which it is a short way to the beaches."""
        if not self.world.settings.get("amphibious", {}).get(("axis", "allied")[self.power]):
            return 0
        home = ships.own_ports(self.t, self.power) & supply.home_land(self.world, self.power)
        aims = beachheads.of_side(self.t, self.power) or from_iter(seas.sea_map(self.world).beaches)
        shut = seas.shut_gates(self.t, self.power)
        return from_iter(
            n for n in members(home)
            if any(seas.ways_from(self.world, n, shut).get(b, (9,))[0] <= NEAR for b in members(aims))
        )  # fmt: skip
