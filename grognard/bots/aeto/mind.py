"""How the greedy bot of Advanced ETO plays: it looks for attacks at good odds, and closes up to them."""

from __future__ import annotations

import random

from grognard.board.hexset import members
from grognard.engine.core.offers import Decision, Order
from grognard.titles.aeto import (
    activation,
    attacks,
    breakthrough,
    combat,
    iraq,
    pieces,
    supply,
    zones,
)
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto import world as w
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.position import AXIS

from ..greedy import best
from .economy import PLENTY
from .massing import GAIN, POSTS, Massing

WORTH = 0.15
"""An attack should promise so much."""
WIDE_WORTH = 0.4
"""On a wide front it should promise more: there is always another place."""
RICH = 2
"""Offensives a month of a season beyond which a side has enough to attack at worse odds."""
SPARE = 3
"""Offensives a month of a season beyond which they may be spent on second rolls."""
MOST_PREY = 2.0
"""How much weak neighbours may lure a unit on a wide front: no farther than two hexes from its way."""
NEAR = 3
"""Hexes within which an enemy makes an Offensive worth its price."""


class Command(Massing):
    """A decision of Advanced ETO."""

    def __init__(self, d: Decision, rng: random.Random) -> None:
        super().__init__(d, rng)
        mine = [power for power in self.t.powers_of(self.seat) if self.p.hostile[power]]
        self.powers = mine or [w.GERMANY]
        self.side = "axis" if self.p.alliance[self.powers[0]] == AXIS else "allies"
        self.wide = "cities" in self.world.settings
        """Is it a war of wide fronts, where armor rides up to its Breakthroughs?"""
        self.targets = 0
        for power in self.powers:
            self.targets |= attacks.attackable(self.t, power)

    def front(self) -> list[tuple[float, int]]:
        """Enemy hexes by what an attack of all fresh units within a few hexes promises."""
        found = []
        fresh = [i for i in self.own_units() if self.p.status[i] == 0]
        for node in members(self.targets):
            near = [i for i in fresh if self.world.disc(node, 3) >> self.p.at[i] & 1]
            strength = sum(pieces.strength_of(self.t, i) for i in near)
            against = combat.defence(self.t, Battle(node, tuple(near[:1]), self.p.power[near[0]])) if near else 99
            found.append((strength / max(1, against) + self.wish(node) / 10, node))
        return sorted(found, reverse=True)

    def guards(self, piece: int) -> bool:
        """Is it the last unit of a post?"""
        here = self.p.at[piece]
        if here not in [self.world.node(name) for name in POSTS]:
            return False
        return sum(zones.combat_unit(self.p, i) for i in self.p.stack(here)) == 1

    # Answers

    def at_axis_supply(self) -> Order | None:
        hexes = members(self.choices("unload"))
        return self.order("unload", best((self.wish(n), n) for n in hexes)) if hexes else None

    def at_who_first(self) -> Order | None:
        """Who attacks goes first; who defends lets the enemy come."""
        side = int(self.side != "axis") if self.attacks_now() else int(self.side == "axis")
        return self.order("first", side) or self.order("first", side, 0)

    def at_offensives(self) -> Order | None:
        """An HQ if enough can be brought to bear, else a General or a stack beside a weak enemy."""
        declared = self.to_war() or self.land()
        if declared is not None:
            return declared
        ranked = [ratio for ratio, _ in self.front()]
        if not ranked or ranked[0] < self.least_odds():
            return self.order("pass")
        staff = best(((self.prospect(i), i) for i in members(self.choices("hq"))), 0.0)
        if staff is not None:
            return self.order("hq", (staff,), 0)
        for piece in members(self.choices("general")):
            fresh = [i for i in self.p.stack(self.p.at[piece]) if not self.p.status[i] and zones.combat_unit(self.p, i)]
            if fresh and self.targets & self.world.disc(self.p.at[piece], NEAR):
                return self.order("general", piece, 0)
        for node in members(self.choices("stack")):
            fresh = [i for i in self.own_units() if self.p.at[i] == node and self.p.status[i] == 0]
            for target in members(self.targets):
                if self.promise(target, self.close_to(target, fresh)) > WORTH:
                    return self.order("stack", node, 0)
        return self.order("pass")

    def prospect(self, staff: int) -> float:
        """What an HQ's Offensive promises: the best odds that its fresh units can bring to bear, nearness to the goals
        counted in; nothing without two such units and an enemy near them."""
        radius = self.world.cards[self.p.card[staff]].radius + 1
        centre = iraq.hex_at(self.world, self.p.at[staff])
        area = self.world.disc(centre, radius)
        fresh = [i for i in self.own_units() if self.p.status[i] == 0 and area >> self.p.at[i] & 1]
        strength = sum(pieces.strength_of(self.t, i) for i in fresh)
        near = members(self.targets & self.world.disc(centre, radius + NEAR))
        if len(fresh) < 2 or not near:
            return 0.0
        return max(strength / self.against(n, fresh[0]) + 40 + self.wish(n) for n in near)

    def least_odds(self) -> float:
        """The Axis attacks readily, the Allies when they are strong, or have more Offensives than they can save."""
        most = max(self.p.offensives[power] for power in self.powers)
        rich = bool(self.world.settings.get("seasons")) and most > RICH * (3 - self.p.month % 3)
        return 0.9 if self.side == "axis" or self.attacks_now() or rich else 1.6

    def at_command(self) -> Order | None:
        """Wake all that are this HQ's own; those that another HQ can still wake are left to it."""
        others = self.other_staffs()
        found = self.order("activate_all") if not others else self.own_share(others)
        if found is not None:
            return found
        if not any(self.p.status[i] == 1 for i in self.own_units()):
            found = self.nearer_staff("stride")
        return found or self.order("end")

    def other_staffs(self) -> list[int]:
        """HQs of an HQ's Offensive on a wide front that are not its agents and have fresh Offensives to come."""
        now = self.p.offensive
        if not self.wide or not now or now["kind"] != activation.STAFF:
            return []
        mine = [i for i in members(self.t.pieces_of(self.seat)) if self.p.kind[i] == tb.HQ and self.p.steps[i]]
        able = [i for i in mine if self.p.power[i] == now["power"] and i not in now["agents"] and not self.p.status[i]]
        return able if self.p.offensives[now["power"]] else []

    def own_share(self, others: list[int]) -> Order | None:
        """The next unit that is nearer to this HQ than to another one that reaches it, too."""
        agent = self.p.offensive["agents"][0]
        for piece in members(self.choices("activate")):
            here = self.world.apart(self.p.at[piece])
            rivals = [here.get(self.p.at[i], 99) for i in others if self.reached_by(i, piece)]
            if here.get(self.p.at[agent], 99) <= min(rivals, default=99):
                return self.order("activate", piece)
        return None

    def reached_by(self, staff: int, piece: int) -> bool:
        """Is a unit within an HQ's radius?"""
        radius = self.world.cards[self.p.card[staff]].radius
        return bool(self.world.disc(self.p.at[staff], radius) >> self.p.at[piece] & 1)

    def nearer_staff(self, verb: str) -> Order | None:
        """An HQ goes where most units that can still be woken are within its radius."""
        for piece in members(self.choices(verb)):
            if self.p.kind[piece] != tb.HQ:
                continue
            chosen = (piece,) if verb == "move" else piece
            radius = self.world.cards[self.p.card[piece]].radius
            here = self.company(self.p.at[piece], radius, self.p.power[piece])
            hexes = members(self.d.after(self.open[verb], (chosen,)))
            target = best(((self.company(n, radius, self.p.power[piece]), n) for n in hexes), here + 0.5)
            if target is not None:
                return self.order(verb, chosen, target)
        return None

    def company(self, node: int, radius: int, power: int) -> float:
        """How many units an HQ in a hex would have, those next to the enemy counting more."""
        area = self.world.disc(node, radius)
        units = [i for i in self.own_units() if area >> self.p.at[i] & 1 and self.p.power[i] == power]
        zone = zones.ground(self.t, power).zone
        return sum(2.0 if zone >> self.p.at[i] & 1 else 1.0 for i in units)

    def at_breakthrough(self) -> Order | None:
        """The strongest stack that promises something where it stands or one ride away."""
        if "give_up" in self.open and self.d.debts:
            return self.order("give_up", members(self.choices("give_up"))[0])
        found: list[tuple[float, tuple[int, ...]]] = []
        ready = members(self.choices("thrust"))
        for node in {self.p.at[i] for i in ready}:
            stack = tuple(i for i in ready if self.p.at[i] == node)
            units = tuple(i for i in stack if zones.combat_unit(self.p, i))
            if units:
                spots = (breakthrough.ride_ways(self.t, units).all() if self.wide else 0) | 1 << node
                found.append((self.best_thrust(units, spots)[0], stack))
        chosen = best(found, self.least())
        return self.order("thrust", chosen) if chosen else self.order("end")

    def least(self) -> float:
        """What an attack must promise."""
        return WIDE_WORTH if self.wide else WORTH

    def best_thrust(self, units: tuple[int, ...], spots: int) -> tuple[float, int]:
        """What a Breakthrough from one of some hexes promises at best, and the enemy hex."""
        goals = breakthrough.thrust_targets(self.t)
        near = [n for n in members(goals) if self.world.next_to(n) & spots]
        return max(((self.promise(n, units) + self.lure(n), n) for n in near), default=(-9.0, -1))

    def lure(self, node: int) -> float:
        """What nearness to the goals adds to a Breakthrough on a wide front."""
        return self.wish(node) / 40 if self.wide else 0.0

    def at_thrust(self) -> Order | None:
        """Strike what promises most; afterwards push on towards the goals."""
        units = tuple(i for i in self.d.frame["units"] if self.p.steps[i] and zones.combat_unit(self.p, i))
        targets = members(self.choices("strike"))
        here = max(((self.promise(n, units) + self.lure(n), n) for n in targets), default=(-9.0, -1))
        spots = members(self.choices("ride")) if self.wide else ()
        rides = [(self.best_thrust(units, 1 << n)[0], n) for n in spots]
        ride = max(rides, default=(-9.0, -1))
        if ride[0] > max(here[0] + 0.3, self.least()):
            return self.order("ride", ride[1])
        if here[1] >= 0:
            return self.order("strike", here[1])
        if "push" in self.open:
            group = tuple(members(self.choices("push")))
            group = tuple(i for i in group if self.p.at[i] == self.p.at[group[0]]) if group else ()
            moves = self.further("push", group)
            if moves is not None:
                return moves
        return self.order("end")

    def further(self, verb: str, group: tuple[int, ...]) -> Order | None:
        """A move of a group that brings it nearer to a goal and keeps it in supply."""
        if not group or not any(zones.combat_unit(self.p, i) for i in group):
            return None
        here = self.p.at[group[0]]
        fed = self.fed(self.p.power[group[0]])
        hexes = [n for n in members(self.d.after(self.open[verb], (group,))) if fed & self.world.disc(n, 2)]
        chosen = best(((self.place(n, group), n) for n in hexes), self.place(here, group) + 0.5)
        return self.order(verb, group, chosen) if chosen is not None else None

    def fed(self, power: int) -> int:
        """The hexes that a power's lines of supply reach."""
        lines = supply.lines(self.t, power)
        area = lines.fed
        for larder in lines.larders:
            area |= larder.hexes
        return area

    def place(self, node: int, group: tuple[int, ...]) -> float:
        """How good a hex is: near the goals, next to enemies that the units can face, with company."""
        value, prey = self.wish(node), 0.0
        strength = sum(pieces.strength_of(self.t, i) for i in group if zones.combat_unit(self.p, i))
        for target in members(self.targets & self.world.next_to(node)):
            against = combat.defence(self.t, Battle(target, group[:1], self.p.power[group[0]]))
            prey += 3.0 if strength * 2 >= against else -1.0
        friends = [i for i in self.p.stack(node) if self.t.owns(self.seat, i) and zones.combat_unit(self.p, i)]
        value += min(prey, MOST_PREY) if self.wide else prey
        return value + (1.0 if friends else 0.0) + (1.0 if self.world.cities >> node & 1 else 0.0)

    def at_land_movement(self) -> Order | None:
        """Mass against the enemy hexes that count, then close up; who stands at the enemy stays."""
        ready = [i for i in members(self.choices("move")) if zones.combat_unit(self.p, i) and not self.guards(i)]
        massed = self.mass(ready) if self.wide else None
        if massed is not None:
            return massed
        for piece in sorted(ready, key=lambda i: -pieces.strength_of(self.t, i)):
            if self.wide and self.targets & self.world.next_to(self.p.at[piece]):
                continue
            for group in (self.with_leaders(piece), (piece,)):
                found = self.further("move", group)
                if found is not None:
                    return found
        return self.order("end")

    def at_movement(self) -> Order | None:
        """Reserves go forward; what holds a line stays in it."""
        if "give_up" in self.open and self.d.debts:
            return self.order("give_up", members(self.choices("give_up"))[0])
        train = self.by_rail()
        if train is not None:
            return train
        ready = [i for i in members(self.choices("move")) if zones.combat_unit(self.p, i) and not self.guards(i)]
        for piece in ready:
            held = zones.ground(self.t, self.p.power[piece]).zone >> self.p.at[piece] & 1
            if not self.p.spent[piece] and not held:
                found = self.further("move", (piece,))
                if found is not None:
                    return found
        return self.nearer_staff("move") or self.order("end")

    def at_declare(self) -> Order | None:
        """Every target that promises something, and what a Breakthrough owes."""
        owed = [debt.node for debt in self.d.debts if debt.node >= 0]
        if owed:
            return self.order("declare", owed[0])
        ready = [i for i in self.own_units() if self.p.status[i] == 1 and not self.p.fought[i]]
        found = [(self.promise(n, self.close_to(n, ready)), n) for n in members(self.choices("declare"))]
        target = best((value + 4 * self.lure(n), n) for value, n in found if value > self.least())
        return self.order("declare", target) if target is not None else self.order("end")

    def at_combat(self) -> Order | None:
        """All who can join an attack do."""
        for target in members(self.choices("attack")):
            allowed = list(members(self.choices("attack", target)))
            units = self.close_to(target, allowed)
            while units:
                found = self.order("attack", target, units)
                if found is not None:
                    return found
                units = units[:-1]
        return self.order("end")

    def at_exploitation(self) -> Order | None:
        group = tuple(members(self.choices("exploit")))
        group = tuple(i for i in group if self.p.at[i] == self.p.at[group[0]]) if group else ()
        return (self.further("exploit", group) if group else None) or self.order("end")

    def at_losses(self) -> Order | None:
        """The step that costs least strength, paratroopers last."""

        def price(piece: int) -> tuple[int, int]:
            card = self.world.cards[self.p.card[piece]]
            now = pieces.strength_of(self.t, piece)
            left = card.depleted if self.p.steps[piece] > 1 else 0
            return (now - left + 3 * (self.p.steps[piece] < 2), piece)

        return self.order("lose", min(members(self.choices("lose")), key=price))

    def at_retreat(self) -> Order | None:
        piece = members(self.choices("retreat"))[0]
        return self.order(
            "retreat", piece, best((self.place(n, (piece,)), n) for n in members(self.choices("retreat", piece)))
        )

    def at_advance(self) -> Order | None:
        """Take the hex with the strongest, if it is free or brings the side forward."""
        target, price = self.d.frame["target"], self.d.frame["price"]
        units: tuple[int, ...] = ()
        while True:
            more = [i for i in members(self.more("advance", units)) if i not in units]
            if not more or len(units) >= 3:
                break
            units = tuple(sorted((*units, more[0])))
        worth = not price or self.wish(target) > -12
        found = self.order("advance", units) if units and worth else None
        return found or self.order("stay")

    def at_reaction(self) -> Order | None:
        units = tuple(members(self.choices("react")))
        if units and self.promise(self.d.frame["target"], units) > WORTH:
            return self.order("react", units) or self.order("pass")
        return self.order("pass")

    def at_air_support(self) -> Order | None:
        """Bombers where they help, fighters with them or against those of the enemy; all that is within reach."""
        f = self.d.frame
        foes = (
            self.t.agenda[-2].get("bombers", ()) + self.t.agenda[-2].get("escorts", ())
            if len(self.t.agenda) > 1
            else ()
        )
        if f["side"] == "attack" or foes:
            own = members(self.choices("support"))
            if own and len(f["bombers"]) < 3:
                return self.order("support", max(own, key=lambda i: (pieces.strength_of(self.t, i), -i)))
            own = members(self.choices("escort"))
            if own and len(f["fighters"]) < 2:
                return self.order("escort", max(own, key=lambda i: (pieces.strength_of(self.t, i), -i)))
        return self.order("end")

    def at_aiming(self) -> Order | None:
        """Bombers first, the strongest that is not aimed at yet."""
        f = self.d.frame

        def worth(i: int) -> tuple[bool, bool, int]:
            bomber = self.p.kind[i] in (tb.BOMBER, tb.HEAVY_BOMBER)
            return (i not in f["aims"], bomber, pieces.strength_of(self.t, i))

        return self.order("aim", max(members(self.choices("aim")), key=worth))

    def to_spare(self) -> bool:
        """Are there more Offensives than months to use them in?"""
        most = max(self.p.offensives[power] for power in self.powers)
        if self.world.settings.get("seasons"):
            return most > SPARE * (3 - self.p.month % 3)
        return most > 2 + (self.p.last - self.p.month)

    def at_resolve(self) -> Order | None:
        """The attacker pays for a second roll from what he can spare."""
        return (self.order("reroll") if self.to_spare() else None) or self.order("roll")

    def at_doubt(self) -> Order | None:
        """The defender does so for the places that count."""
        target = self.d.frame["target"]
        dear = self.world.cities >> target & 1 or self.world.ports >> target & 1
        return (self.order("reroll") if dear and self.to_spare() else None) or self.order("pass")

    def at_second_roll(self) -> Order | None:
        """A bad roll is tried again by whoever paid for it."""
        gain = GAIN.get(str(self.d.frame["result"]), 0.0)
        ours = self.t.owns(self.seat, self.t.agenda[-2]["attackers"][0])
        bad = gain < 1 if ours else gain > 1
        return self.order("again" if bad else "keep")

    def at_air_phase(self) -> Order | None:
        """Air units that are far from the front fly nearer to it."""
        for piece in members(self.choices("rebase")):
            here = self.wish(self.p.at[piece])
            hexes = members(self.d.after(self.open["rebase"], (piece,)))
            safe = [n for n in hexes if not zones.ground(self.t, self.p.power[piece]).zone >> n & 1]
            target = best(((self.wish(n), n) for n in safe), here + 1.5)
            if target is not None:
                return self.order("rebase", piece, target)
        return self.relief() or self.order("end")

    def relief(self) -> Order | None:
        """Supply is flown or dropped to units that are out of supply for the second month or longer."""
        hungry = [
            self.p.at[i]
            for i in self.own_units()
            if self.p.marked[i] and not self.fed(self.p.power[i]) >> self.p.at[i] & 1
        ]
        for verb in ("fly_supply", "drop_supply"):
            for piece in members(self.choices(verb)):
                hexes = members(self.choices(verb, piece))
                target = next((n for n in hungry if n in hexes and not self.p.air_chits.get(str(n), 0)), None)
                if target is not None:
                    return self.order(verb, piece, target)
        return None

    def at_burning(self) -> Order | None:
        """A store that nobody guards is destroyed when the enemy stands next to it."""
        for node in members(self.choices("destroy")):
            guarded = any(zones.combat_unit(self.p, i) for i in self.p.stack(node))
            if not guarded and self.world.next_to(node) & zones.ground(self.t, self.powers[0]).enemy:
                return self.order("destroy", node)
        return self.order("end")

    def at_drift(self) -> Order | None:
        """The enemy's drop comes down where it is lost: out of his own land."""
        held = zones.held_by_friends(self.p, self.powers[0])
        hexes = members(self.choices("drift"))
        return self.order("drift", max(hexes, key=lambda n: (held >> n & 1, not self.world.land >> n & 1, -n)))

    def at_withdrawal(self) -> Order | None:
        return self.order("stand")

    def at_crowded(self) -> Order | None:
        """The weakest does not defend."""
        return self.order("leave_out", min(members(self.choices("leave_out")), key=self.strength))

    def strength(self, piece: int) -> tuple[int, int]:
        return pieces.strength_of(self.t, piece), piece

    def at_exclude(self) -> Order | None:
        return self.order("include")

    def at_bump(self) -> Order | None:
        return self.order("flee", best((-self.wish(n), n) for n in members(self.choices("flee"))))

    def at_feeding(self) -> Order | None:
        units = members(self.choices("feed"))
        return self.order("feed", max(units, key=lambda i: (pieces.strength_of(self.t, i), -i)))

    def at_replenishing(self) -> Order | None:
        """All that is free, near the front; then pilots; infantry for EPs while there are many."""
        for verb in ("replenish", "buy_back"):
            if verb not in self.open or (verb == "buy_back" and max(self.p.ep) < 12):
                continue
            for n in members(self.choices(verb)):
                hexes = members(self.d.after(self.open[verb], (n,)))
                if hexes:
                    return self.order(verb, n, best((self.wish(h), h) for h in hexes))
        for n in members(self.choices("replenish_suez")):
            for node in members(self.choices("replenish_suez", n)):
                return self.order("replenish_suez", n, node)
        if self.choices("suez_box"):
            return self.order("suez_box", members(self.choices("suez_box"))[0])
        pilots = members(self.choices("recover")) if "recover" in self.open else ()
        if pilots:
            return self.order("recover", pilots[0])
        return self.band() or self.order("end")

    def band(self) -> Order | None:
        """Partisans rise for EPs that nobody needs, on a railway if they can."""
        rich = [power for power in self.powers if self.p.ep[power] >= PLENTY]
        for n in members(self.choices("raise")) if rich else ():
            spots = self.choices("raise", n)
            if spots:
                return self.order("raise", n, members(spots & self.world.rails or spots)[0])
        return None

    def at_replacement(self) -> Order | None:
        worn = members(self.choices("rebuild"))
        if worn:
            return self.order("rebuild", max(worn, key=lambda i: (self.world.cards[self.p.card[i]].strength, -i)))
        back = members(self.choices("return"))
        return self.order("return", back[0]) if back else self.order("pass")
