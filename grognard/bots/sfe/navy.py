"""How the greedy bot of The Struggle for Europe sails convoys, intercepts, fights at sea and spends its supplies."""

from __future__ import annotations

from functools import cached_property

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import Order
from grognard.titles.sfe import cargo, depots, hulls, interception, ships, zones
from grognard.titles.sfe.state import army, figures, foe, phasing
from grognard.titles.sfe.state import depots as stock_of
from grognard.titles.sfe.state import ships as fleet

from ..greedy import best, each
from .beaches import Beaches

GUARD = 3
"""Warships that go with a convoy."""
CHANCE = 4
"""The die up to which an interception is tried."""
ATTACK_AT = 1.5
"""Odds for which attack supply is spent."""


class Navy(Beaches):
    """Convoys, interceptions, battles at sea, supply units."""

    # Convoys

    def at_naval(self) -> Order | None:
        """Load what waits in a port with transports and bring it where it is needed; bring empty transports home."""
        relief = self.landed() or self.relief()
        if relief is not None or not self.world.depot_slots:
            return relief
        own = fleet(self.t, self.power)
        transports = [i for i in own if ships.lift(self.t, i) and not self.p.sailed >> i & 1]
        for port in sorted({self.p.at[i] for i in transports}):
            found = self.convoy(port, [i for i in transports if self.p.at[i] == port])
            if found is not None:
                return found
        return None

    def relief(self) -> Order | None:
        """Supply points for a port around which units are cut off."""
        cut = from_iter(self.p.at[i] for i in army(self.t, self.power) if self.p.unsupplied[i])
        for ship in each(self.choices("deliver")):
            for port in each(self.choices("deliver", (ship,))):
                if (1 << port | self.world.near[port]) & cut and not self.p.stores.get(str(port)):
                    words = self.choices("deliver", (ship,), port)
                    return self.order("deliver", (ship,), port, 1 if words & 2 else 0)
        return None

    def convoy(self, port: int, transports: list[int]) -> Order | None:
        """The force of a port with its load, or its way home."""
        guards = [
            i for i in fleet(self.t, self.power) if self.p.at[i] == port and self.world.units[i].kind in ("DD", "CL")
        ]
        open_ = self.choices("sail")
        force = tuple(sorted(i for i in (*transports[:2], *guards[:GUARD]) if open_ >> i & 1))
        if not any(ships.lift(self.t, i) for i in force):
            return None
        ends = self.choices("sail", force)
        wanted = sorted(each(ends & depots.difficult(self.world)), key=lambda n: -self.hunger(n))
        for node in wanted:
            if self.hunger(node) > 0:
                load = self.loaded(force, node)
                words = self.choices("sail", force, node, load) if load else 0
                for word in (1, 0):
                    if words >> word & 1:
                        return self.order("sail", force, node, load, word)
        return self.home_again(port, force, ends)

    def loaded(self, force: tuple[int, ...], node: int) -> tuple[int, ...]:
        """As much as the transports hold: supply units first, then fresh units."""
        load: tuple[int, ...] = ()
        while True:
            more = [i for i in each(self.more("sail", force, node, load)) if not load or i > load[-1]]
            fit = [i for i in more if self.world.units[i].depot or self.world.units[i].ground]
            if self.p.at[force[0]] in self.arrival_ports:
                fit = fit or []
            else:
                fit = [i for i in fit if self.world.units[i].depot and node != self.p.at[force[0]]]
            if not fit:
                return load
            load = (*load, min(fit))

    @cached_property
    def arrival_ports(self) -> set[int]:
        """Where supply units and reinforcements come into play."""
        rows = self.world.side(self.power).get("supply", ())
        return {self.world.board.node(place) for *_, place in rows}

    def hunger(self, node: int) -> float:
        """How much a port's surroundings lack: what eats there, less what is stored."""
        area = depots.feeds(self.t, self.power, node)
        eats = sum(depots.needs(self.t, i) for i in depots.hungry(self.t, self.power) if area >> self.p.at[i] & 1)
        stored = sum(12 if self.p.reduced[i] else 24 for i in stock_of(self.t, self.power) if area >> self.p.at[i] & 1)
        return 3 * eats - stored + cargo.usable(self.t, node) / 4

    def home_again(self, port: int, force: tuple[int, ...], ends: int) -> Order | None:
        """Transports wait where supplies arrive."""
        if port in self.arrival_ports:
            return None
        homes = [n for n in sorted(self.arrival_ports) if ends >> n & 1]
        if not homes and self.world.board.boxes:
            return None
        for node in homes:
            found = self.order("sail", force, node, (), 0)
            if found is not None:
                return found
        return None

    # Interception

    def guns(self, force: tuple[int, ...]) -> int:
        return sum(ships.factor(self.t, i, "surface") for i in force)

    def at_interception(self) -> Order | None:
        f = self.d.frame
        found = best(
            (self.catch(f["prey"], node, self.hunters(f["prey"], node)), (node, self.hunters(f["prey"], node)))
            for node in each(self.choices("intercept"))[:12]
        )
        if found is not None and found[1]:
            return self.order("intercept", *found)
        return self.order("pass", 0)

    def catch(self, prey: tuple[int, ...], node: int, units: tuple[int, ...]) -> float:
        return sum(interception.needed(interception.distance(self.t, i, node)) for i in units)

    def hunters(self, prey: tuple[int, ...], node: int) -> tuple[int, ...]:
        """Bombers with a fair chance, and ships that are strong enough together."""
        open_ = each(self.choices("intercept", node))
        likely = [i for i in open_ if interception.needed(interception.distance(self.t, i, node)) >= CHANCE]
        wings = [i for i in likely if self.world.units[i].air and figures(self.t, i)[1] > 1]
        wings = [] if self.p.assaulted and self.power == phasing(self.t) else wings  # they are needed on the beaches
        warships = [i for i in likely if self.world.units[i].naval]
        strong = self.guns(tuple(warships)) >= 1.3 * self.guns(prey) and bool(warships)
        return tuple(sorted((*wings, *(warships if strong else ()))))

    def at_counter(self) -> Order | None:
        """Fighters, and ships if they turn the scales."""
        node = self.d.frame["hexes"][0]
        open_ = each(self.choices("intercept", node))
        units = [i for i in open_ if interception.needed(interception.distance(self.t, i, node)) >= CHANCE]
        if self.d.frame["prey"]:
            chosen = tuple(sorted(units))
        else:
            fighters = [i for i in units if self.world.units[i].kind == "F"]
            chosen = tuple(sorted(fighters)[: self.spared(fighters)])
        return self.order("intercept", node, chosen) if chosen else self.order("pass", 0)

    def spared(self, fighters: list[int]) -> int:
        """How many fighters go against a few bombers: all, but two while the beaches need the others."""
        return 2 if self.landing_today else len(fighters)

    # Battle

    def prize(self, ship: int) -> float:
        """What it is worth to hit a ship."""
        kind = self.world.units[ship].kind
        worth = {"TT": 60, "CV": 50, "BB": 40, "BC": 35, "CA": 20, "CL": 15}.get(kind, 10)
        return float(worth - 5 * self.p.reduced[ship])

    def at_sea_bombing(self) -> Order | None:
        ship = best((self.prize(i), i) for i in each(self.choices("bomb")))
        return self.order("bomb", ship, each(self.choices("bomb", ship))) if ship is not None else None

    def at_screening(self) -> Order | None:
        force = self.d.frame["force"]
        weak = [i for i in force if self.world.units[i].kind in ("TT", *hulls.CARRIERS)][: len(force) // 2]
        return self.order("protect", tuple(sorted(weak))) if weak else None

    def at_gunnery(self) -> Order | None:
        ship = best((self.prize(i), i) for i in each(self.choices("shoot")))
        return self.order("shoot", ship, each(self.choices("shoot", ship))) if ship is not None else None

    def at_breaking_off(self) -> Order | None:
        f = self.d.frame
        return self.order("withdraw") if self.guns(f["force"]) < 0.6 * self.guns(f["enemy"]) else None

    # Supplies

    def at_attack_supply(self) -> Order | None:
        """Supplies are issued where an attack at full strength promises something."""
        for depot in each(self.choices("issue")):
            units = depots.in_reach(self.t, self.power, depot)
            enemy = zones.ground_of(self.t, foe(self.t, self.power))
            for node in members(from_iter(n for i in units for n in members(self.world.near[self.p.at[i]] & enemy))):
                if self.massed(node) >= ATTACK_AT * max(1, self.defense[node]):
                    return self.order("issue", depot)
        return None

    def massed(self, node: int, but: int = -1) -> int:
        raise NotImplementedError

    @property
    def defense(self) -> dict[int, int]:
        raise NotImplementedError

    def stored(self, piece: int, node: int) -> float:
        """How good a hex is for a supply unit: near many who eat, away from the enemy."""
        area = depots.around(self.t, self.power, node, depots.ATTACK)
        eats = sum(depots.needs(self.t, i) for i in depots.hungry(self.t, self.power) if area >> self.p.at[i] & 1)
        danger = self.attack_beside(node)
        return min(eats, 24) / 6 - danger - 0.05 * self.behind(node)

    def behind(self, node: int) -> int:
        """How far a hex lies from the goals."""
        raise NotImplementedError

    def mended(self) -> Order | None:
        """Repair the best ship first."""
        ship = best((self.prize(i), i) for i in each(self.choices("repair")))
        return self.order("repair", ship) if ship is not None else None
