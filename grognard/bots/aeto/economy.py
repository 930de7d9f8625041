"""How the greedy bot of Advanced ETO spends a season: EPs on steps and Offensives, partners, leaders, declarations."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.offers import Order
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto import world as w
from grognard.titles.aeto import zones
from grognard.titles.aeto.modifiers import NAMED
from grognard.titles.aeto.politics import claims
from grognard.titles.aeto.sea import admirals, ships
from grognard.titles.aeto.seasonal import bids, command, construction, installations, pools
from grognard.titles.aeto.title import POWERS

from ..greedy import Mind, best

WANTED = {w.GERMANY: 12, w.USSR: 12, w.ITALY: 2, w.UK: 3, w.FRANCE: 4, w.US: 2}
"""Offensives that a power wants to be able to pay for a season."""
PLENTY, FRONTIER = 40, 5
"""EPs beyond which a power fortifies, and how near an enemy must be to a city for it."""
PUT_AWAY = 8
"""EPs of reserve for Combined and Impromptu Offensives."""
WARS = {"netherlands": "poland", "belgium": "poland", "luxembourg": "poland", "ussr": "france"}
"""Whom Germany attacks, and whom it must have conquered before."""
TOLD_APART = {tb.ARMOR: 1.2, tb.MECHANIZED: 1.1, tb.COMMANDO: 0.3, tb.PARATROOPER: 0.3, tb.CAVALRY: 0.6}
"""What a point of strength of a kind is worth beside infantry."""


class Economy(Mind):
    """The decisions of a Seasonal Turn."""

    def wish(self, node: int) -> float:
        raise NotImplementedError

    def money(self) -> int:
        return int(self.p.ep[self.d.frame.power])

    def at_arctic(self) -> Order | None:
        return self.order("open")

    def at_lending(self) -> Order | None:
        """The Western powers help the Soviets with all they may, Germany keeps what it has."""
        if self.d.frame.power == w.GERMANY:
            return self.order("end")
        for route in reversed(members(self.choices("lend"))):
            amounts = members(self.choices("lend", route))
            if amounts:
                return self.order("lend", route, amounts[-1])
        return self.order("end")

    def at_reserving(self) -> Order | None:
        amounts = members(self.choices("reserve"))
        power = bids.now_asked(self.t, self.seat)
        wanted = min(PUT_AWAY, (self.p.ep[power] + self.p.reserve[power]) // 5)
        return self.order("reserve", max([n for n in amounts if n <= wanted], default=0))

    def at_build_order(self) -> Order | None:
        """Let the enemy go first."""
        mine = self.t.powers_of(self.seat)
        return self.order("first", int(w.GERMANY in mine))

    def nearest(self, verb: str, *args: object) -> int | None:
        """Of the hexes that a verb offers the one that is nearest to what the side wants."""
        found: int | None = best((self.wish(node), node) for node in members(self.choices(verb, *args)))
        return found

    def at_arriving(self) -> Order | None:
        for n in members(self.choices("place")):
            node = self.nearest("place", n)
            if node is not None:
                return self.order("place", n, node)
        return self.order("end")

    def kept(self) -> int:
        """EPs that construction leaves for Offensives."""
        power = self.d.frame.power
        wanted = WANTED[power] * bids.offensive_price(self.t, power)
        season = max(self.money(), self.p.lent.get(f"net {POWERS[power]}", 0))
        return min(wanted, season * 2 // 3) if power not in (w.UK, w.US) else wanted

    def at_building(self) -> Order | None:
        """Rebuild what is depleted, the strongest first, then buy what gives most strength for the money."""
        spare = self.money() - self.kept()
        worn = [i for i in members(self.choices("rebuild")) if pools.price(self.t, self.p.card[i]) <= spare]
        if worn:
            return self.order("rebuild", max(worn, key=lambda i: (self.world.cards[self.p.card[i]].strength, -i)))
        return self.bought(spare) or self.fortified(spare) or self.order("end")

    def fortified(self, spare: int) -> Order | None:
        """Who has more EPs than units to buy fortifies the city that the enemy is nearest to."""
        if spare < PLENTY or not self.choices("install") >> installations.FORT & 1:
            return None
        power = self.d.frame.power
        enemy = zones.ground(self.t, power).enemy
        sites = self.choices("install", installations.FORT) & self.world.cities
        near = [n for n in members(sites) if enemy & self.world.disc(n, FRONTIER)]
        site = best((self.wish(node), node) for node in near)
        return self.order("install", installations.FORT, site) if site is not None else None

    def bought(self, spare: int) -> Order | None:
        """The best buy that is within the spare money."""
        sale = construction.for_sale(self.t, self.d.frame.power)
        found = []
        for verb in ("buy", "order"):
            for n in members(self.choices(verb)):
                card = self.world.cards[sale[n][0]]
                cost = card.steps * pools.price(self.t, card.number)
                if cost <= spare:
                    found.append((card.strength * TOLD_APART.get(card.kind, 1.0) / cost, (verb, n, card.steps)))
        chosen = best(found)
        if chosen is None:
            return None
        verb, n, steps = chosen
        size = int(steps > 1)
        if verb == "order":
            return self.order("order", n, size)
        node = self.nearest("buy", n, size)
        return self.order("buy", n, size, node) if node is not None else None

    def at_bidding(self) -> Order | None:
        """What construction has left, up to twice what a power wants."""
        amounts = members(self.choices("bid"))
        power = bids.now_asked(self.t, self.seat)
        most = min(amounts[-1], 2 * WANTED[power])
        return self.order("bid", most if most > 1 else 0)

    def at_commanding(self) -> Order | None:
        """Who waits in the pool is posted, an HQ where most of its units are."""
        for n in members(self.choices("post")):
            card, piece = command.leaders(self.t, self.d.frame.power)[n]
            if piece < 0:
                radius = max(1, self.world.cards[card].radius)
                power = self.world.cards[card].power
                spots = members(self.choices("post", n))
                node = best(((self.around(node, radius, power), node) for node in spots), 0.5)
                if node is not None:
                    return self.order("post", n, node)
        return self.flag() or self.order("end")

    def flag(self) -> Order | None:
        """An Admiral without a ship goes aboard the one with the heaviest guns."""
        for n in members(self.choices("hoist")):
            one = admirals.at_hand(self.t, self.d.frame.power)[n]
            hulls = [i for i in members(self.choices("hoist", n)) if not admirals.aboard(self.t, i)]
            if one.key not in self.p.due and hulls:
                return self.order("hoist", n, max(hulls, key=lambda i: (ships.gunnery(self.t, i), -i)))
        return None

    def around(self, node: int, radius: int, power: int) -> float:
        """How many units of a power stand within a radius."""
        area = self.world.disc(node, radius) & self.p.occupied[power]
        return float(
            sum(
                1
                for there in members(area)
                for i in self.p.stack(there)
                if self.p.power[i] == power and zones.combat_unit(self.p, i)
            )
        )

    # Politics

    def at_courting(self) -> Order | None:
        nations = members(self.choices("try"))
        return self.order("try", nations[0]) if nations else self.order("end")

    def at_claims(self) -> Order | None:
        """All that can be had without a fight."""
        wanted = [n for n in members(self.choices("claim")) if n < len(claims.CLAIMS) - 1]
        return self.order("claim", wanted[0]) if wanted else self.order("end")

    def at_rising(self) -> Order | None:
        return self.order("rise", best((self.wish(node), node) for node in members(self.choices("rise"))))

    def at_armistice(self) -> Order | None:
        return self.order("vichy")

    def at_coercion(self) -> Order | None:
        nations = members(self.choices("coerce"))
        return self.order("coerce", nations[0]) if nations else self.order("end")

    def to_war(self) -> Order | None:
        """Germany attacks the Low Countries and the Soviet Union when it may, and as a Blitzkrieg; Italy joins in."""
        if self.t.seat_of(w.ITALY) == self.seat and self.choices("war") >> w.FRANCE & 1:
            return self.order("war", w.FRANCE)
        if self.t.seat_of(w.GERMANY) != self.seat:
            return None
        for name, first in WARS.items():
            if first in self.p.conquests and self.choices("war") >> POWERS.index(name) & 1:
                return self.order("war", POWERS.index(name))
        against = [n for n in members(self.choices("blitzkrieg")) if n < len(NAMED)]
        return self.order("blitzkrieg", against[0]) if against else None
