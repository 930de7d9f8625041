"""How the greedy bots of the Front system land, build and answer questions."""

from __future__ import annotations

from functools import cached_property

from grognard.board.hexset import members
from grognard.engine.core.offers import Order
from grognard.titles.systems.front import beachheads, command, control, economy, ground, invasion, sea, sea_moves
from grognard.titles.systems.front.state import BH_READY, BLITZ_INVASION, INVASION
from grognard.titles.systems.front.world import AMPHIBIOUS, COMMANDERS, FORT, STATIC

from ..greedy import FAR, Mind, best, distances, each
from .weights import Weights

ENOUGH_BEACHHEADS = 3
CROSSING = 8
"""Hexes from its port within which a landing can be followed up."""
INVADING = (INVASION, BLITZ_INVASION)


class Landings(Mind):
    """Landings, production and the rest."""

    w = Weights()
    power: int
    far: dict[int, int]
    prizes: dict[int, int]

    @cached_property
    def enemy(self) -> int:
        raise NotImplementedError

    @cached_property
    def threats(self) -> dict[int, float]:
        raise NotImplementedError

    @cached_property
    def last_turn(self) -> bool:
        raise NotImplementedError

    def place(self, piece: int, node: int) -> float:
        raise NotImplementedError

    def edge(self, attackers: list[int], node: int, supported: bool) -> float:
        raise NotImplementedError

    # Landings

    @cached_property
    def harbours(self) -> int:
        """Ports and beachheads of the side that are not in a battle."""
        return sea_moves.harbours(self.t, self.power) & ~self.enemy

    @cached_property
    def stage(self) -> dict[int, int]:
        """Overseas: how far it is to a port, and from there to a goal beyond the best shore in range."""
        t, power = self.t, self.power
        theirs = ~invasion.uninvadable(t) & ~control.friendly(self.p, power) & ~self.p.neutral
        ranked: dict[int, int] = {}
        for port in each(self.harbours):
            if port in self.far:
                continue
            seas = sea.reached(t, power, sea.port_seas(t, port), invasion.normal_range(t, power))
            coast = [n for n in members(sea.reachable_coast(t, power, seas) & theirs) if self.in_range(port, n)]
            rank = min((self.far.get(n, FAR) for n in coast), default=FAR)
            if rank < FAR:
                ranked[rank] = ranked.get(rank, 0) | 1 << port
        goals = tuple((ports, rank) for rank, ports in sorted(ranked.items()))
        return distances(goals, self.world.trace, self.world.land & ~self.p.neutral)

    def in_range(self, port: int, node: int) -> bool:
        """Is a shore near enough to a port for a landing there to be helped?"""
        if self.world.areas & (1 << port | 1 << node):
            return False
        return bool(self.world.board.grid.distance(port, node) <= CROSSING)

    def shores(self, hq: int, piece: int) -> int:
        """The coasts that an Invasion HQ could send a unit to."""
        args = (hq, piece)
        bits = invasion.within_range(self.t, self.seat, args) & invasion.coast(self.t, self.seat, args)
        bits &= ground.open_to(self.t, piece)
        for mask in (invasion.invadable, invasion.may_assault):
            bits &= mask(self.t, self.seat, args)
        return bits & invasion.no_hq_in_battle(self.t, self.seat, args) if bits else 0

    def best_landing(self, hq: int) -> float:
        """The worth of the best landing from an HQ's port that no HQ already up will make."""
        gone: list[tuple[int, int]] = []
        for other in command.active_hqs(self.t, self.power):
            first = best(self.landings(other, gone)) if self.p.role[other] in INVADING else None
            gone += [first] if first is not None else []
        return max((worth for worth, _ in self.landings(hq, gone)), default=0.0)

    def landings(self, hq: int, gone: list[tuple[int, int]]) -> list[tuple[float, tuple[int, int]]]:
        """What each unit in an HQ's port could do on each shore, apart from units and hexes of earlier landings."""
        units, hexes = {piece for piece, _ in gone}, {node for _, node in gone}
        found = []
        for piece in each(invasion.aboard(self.t, self.seat, (hq,)) & invasion.seaworthy(self.t, self.seat, ())):
            if self.p.dispersed[piece] or self.p.role[piece] or piece in units:
                continue
            found += [(self.landing(piece, n), (piece, n)) for n in each(self.shores(hq, piece)) if n not in hexes]
        return found

    def landing(self, piece: int, node: int) -> float:
        """What a landing is worth: near to goals, in supply, and strong enough for who waits there."""
        unit = self.world.units[piece]
        if control.friendly(self.p, self.power) >> node & 1 or unit.kind in (*COMMANDERS, STATIC, FORT):
            return 0.0
        if (self.last_turn and node not in self.prizes) or not self.in_range(self.p.at[piece], node):
            return 0.0
        worth = self.w.ashore - self.far.get(node, FAR) + self.w.prize * self.prizes.get(node, 0)
        own = unit.kind == AMPHIBIOUS and self.p.beachheads.get(unit.beachhead) == BH_READY
        if not (own or node in self.world.ports or self.near_friends(node)):
            return 0.0
        if self.enemy >> node & 1:
            odds = self.edge([piece, *self.comrades(node)], node, True)
            worth = worth * self.foothold(piece, node) + min(0.0, odds - self.w.odds_ashore) * self.w.short_ashore
        worth -= self.w.threat_ashore * max(0.0, self.threats.get(node, 0.0) - self.p.cv[piece])
        return float(worth * min(1.0, self.p.cv[piece] / self.w.strong))

    def foothold(self, piece: int, node: int) -> float:
        """The chance that the first fire does not throw a landing back; none is where comrades fight already."""
        if self.comrades(node):
            return 1.0
        title, table = self.t.title, self.world.extra["repulse"]
        kind, word = (
            "sea amphibious" if title.amphibious(self.t, piece) else "sea other",
            title.assailant(self.t, piece),
        )
        low = title.repulses_up_to(self.t, node, int(table.get((kind, word), table.get((kind, ""), 0))))
        dice = sum(
            self.p.cv[i] for i in self.p.stacks[node]
            if self.p.power[i] != self.power and self.world.units[i].kind not in COMMANDERS
        )  # fmt: skip
        return float((1 - low / 6) ** max(1, dice))

    def comrades(self, node: int) -> list[int]:
        """Own units that fight in a hex already."""
        return [
            i for i in self.p.stacks.get(node, ())
            if self.p.power[i] == self.power and self.world.units[i].kind not in COMMANDERS
        ]  # fmt: skip

    def near_friends(self, node: int) -> bool:
        """Do own units stand in the hex already?"""
        return bool(self.comrades(node))

    def invade(self) -> Order | None:
        """The best landing of the Invasion HQs that are up."""
        found = []
        for hq in each(self.choices("invade")):
            for piece in each(self.choices("invade", hq)):
                for node in each(self.choices("invade", hq, piece)):
                    found.append((self.landing(piece, node), (hq, piece, node)))
        chosen = best(found, 1.0)
        if chosen is None:
            return None
        ways = each(self.choices("invade", *chosen))
        return self.order("invade", *chosen, ways[0]) if ways else None

    def at_beachheads(self) -> Order | None:
        """Lay every beachhead whose unit is ashore."""
        for name in each(self.choices("place")):
            return self.order("place", name)
        return None

    # Production

    def price(self, piece: int) -> int:
        return economy.step_cost(self.t, piece)

    def at_producing(self) -> Order | None:
        """What arrives is placed, then the best value for points is bought until they are spent."""
        return self.arrivals("arrive") or self.purchase()

    def arrivals(self, verb: str) -> Order | None:
        """Reinforcements come where they are nearest to their goals."""
        for piece in each(self.choices(verb)):
            node = best((self.place(piece, n), n) for n in each(self.choices(verb, piece)))
            if node is not None:
                return self.order(verb, piece, node)
        return None

    def purchase(self) -> Order | None:
        found: list[tuple[float, tuple[str, int]]] = []
        for piece in each(self.choices("step")):
            found.append((self.wanted(piece, self.p.at[piece]) / max(1, self.price(piece)), ("step", piece)))
        for piece in each(self.choices("cadre")):
            found.append(
                (self.w.cadre * self.wanted(piece, -1) / max(1, economy.cadre_cost(self.t, piece)), ("cadre", piece))
            )
        for name in each(self.choices("prepare")):
            found.append((self.bridge(), ("prepare", name)))
        while found:
            chosen = best(found, 0.0)
            if chosen is None:
                return None
            verb, what = chosen
            order = self.cadre(what) if verb == "cadre" else self.order(verb, what)
            if order is not None:
                return order
            found = [one for one in found if one[1] != chosen]
        return None

    def cadre(self, piece: int) -> Order | None:
        node = best((self.place(piece, n), n) for n in each(self.choices("cadre", piece)))
        return self.order("cadre", piece, node) if node is not None else None

    def wanted(self, piece: int, node: int) -> float:
        """What a step of a block is worth: HQs first, then fighting units near the front; statics and forts last."""
        kind = self.world.units[piece].kind
        if kind in COMMANDERS:
            return self.w.weak_staff if self.p.cv[piece] < 2 else self.w.strong_staff
        if kind in (STATIC, FORT):
            return self.w.static
        near = node >= 0 and (self.far.get(node, FAR) <= 4 or bool(self.threats.get(node)))
        return (self.w.front if near else self.w.rear) - self.w.each_step * int(self.p.cv[piece]) * (node >= 0)

    def bridge(self) -> float:
        """A beachhead is worth its points while few are ready."""
        ready = sum(
            self.p.beachheads.get(name) == BH_READY
            for name in beachheads.names(self.t)
            if beachheads.owner(self.t, name) == self.power
        )
        return self.w.bridge if ready < ENOUGH_BEACHHEADS else 0.0

    # Questions

    def at_naming(self) -> Order | None:
        piece = best((float(self.p.cv[i]), i) for i in each(self.choices("name")))
        return self.order("name", piece) if piece is not None else None

    def at_repulse(self) -> Order | None:
        piece = best((-float(self.price(i)), i) for i in each(self.choices("repulse")))
        return self.order("repulse", piece) if piece is not None else None
