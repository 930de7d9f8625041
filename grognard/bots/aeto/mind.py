"""How the greedy bot of Advanced ETO plays: it looks for attacks at good odds, and closes up to them."""

from __future__ import annotations

import random

from grognard.board.hexset import members
from grognard.engine.core.offers import Decision, Order
from grognard.titles.aeto import attacks, breakthrough, combat, effects, modifiers, pieces, stacking, supply, zones
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto import world as w
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.position import AXIS

from ..greedy import best
from .fleet import Fleet

GAIN = {"DE": 4.0, "-/3*": 3.0, "-/2*": 2.0, "-/1": 1.0, "1/-": -1.0, "2/-": -2.0, "3/-": -3.0, "AE": -5.0}
"""What a result is worth in steps."""
WORTH = 0.15
"""An attack should promise so much."""
AXIS_GOALS = ("Gazala", "Tobruk", "Mersa Matruh", "Alexandria", "Cairo")
ALLIED_GOALS = ("Tobruk", "Gazala", "Derna", "Benghazi")
"""What each side takes in this order: it goes for the first that it does not hold."""
PATIENCE = tb.month_of("August 1942")
"""Until then the British hold what they have."""
RICH = 2
"""Offensives a month of a season beyond which a side has enough to attack at worse odds."""
POSTS = ("Benghazi", "Tobruk")
"""A side leaves its last unit here."""


class Command(Fleet):
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

    # What an attack promises

    def promise(self, target: int, units: tuple[int, ...]) -> float:
        """The mean gain in steps of an attack, by the code that fights it."""
        if not units:
            return -9.0
        b = Battle(target, units, self.p.power[units[0]])
        total = sum(value for _, _, value in modifiers.modifiers(self.t, b))
        column = combat.odds_column(combat.attack_strength(self.t, b), combat.defence(self.t, b))
        results = [combat.result_of(combat.clamped(die + total), column) for die in range(1, 9)]
        return sum(GAIN[effects.backfired(self.t, b, result)] for result in results) / 8

    def close_to(self, node: int, pieces_: list[int]) -> tuple[int, ...]:
        """Units that stand next to a hex and could attack it, as many as may."""
        units = [i for i in pieces_ if zones.combat_unit(self.p, i) and attacks.connected(self.t, i, node)]
        kept: list[int] = []
        for i in sorted(units, key=lambda i: -pieces.strength_of(self.t, i)):
            same = [j for j in kept if self.p.at[j] == self.p.at[i]]
            if stacking.fits(self.t, [*same, i], self.p.at[i]):
                kept.append(i)
        return tuple(sorted(kept))

    def own_units(self) -> list[int]:
        mine = self.t.pieces_of(self.seat)
        return [i for i in members(mine) if self.p.steps[i] and zones.combat_unit(self.p, i)]

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

    def wish(self, node: int) -> float:
        """How much a side wants a hex: less the farther it is from its goals."""
        far = min(self.world.apart(self.world.node(name)).get(node, 40) for name in self.goals())
        return -float(far)

    def goals(self) -> tuple[str, ...]:
        """The next place to take; before August the British stay about Tobruk; in Russia, the cities that count."""
        if "cities" in self.world.settings:
            return self.cities()
        if self.side == "allies" and self.p.month < PATIENCE:
            return ("Tobruk",)
        held = zones.held_by_friends(self.p, self.powers[0])
        order = AXIS_GOALS if self.side == "axis" else ALLIED_GOALS
        return (next((name for name in order if not held >> self.world.node(name) & 1), order[-1]),)

    def cities(self) -> tuple[str, ...]:
        """The Axis goes for what it lacks, the Allies to what they still hold, both to the desert's harbours."""
        axis = zones.held_by_friends(self.p, w.GERMANY)
        lacking = self.side == "axis"
        found = [
            name for name in (*self.world.settings["cities"], *POSTS)
            if bool(axis >> self.world.node(name) & 1) != lacking
        ]  # fmt: skip
        return tuple(found) or self.world.settings["cities"]

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
        return self.order("first", 0 if self.side == "axis" else 1)

    def at_offensives(self) -> Order | None:
        """An HQ if enough can be brought to bear, else a General or a stack beside a weak enemy."""
        declared = self.to_war() or self.land()
        if declared is not None:
            return declared
        ranked = [ratio for ratio, _ in self.front()]
        if not ranked or ranked[0] < self.least_odds():
            return self.order("pass")
        for piece in members(self.choices("hq")):
            area = self.world.disc(self.p.at[piece], self.world.cards[self.p.card[piece]].radius + 1)
            fresh = [i for i in self.own_units() if self.p.status[i] == 0 and area >> self.p.at[i] & 1]
            if len(fresh) >= 2:
                return self.order("hq", (piece,), 0)
        for piece in members(self.choices("general")):
            if any(self.p.status[i] == 0 and zones.combat_unit(self.p, i) for i in self.p.stack(self.p.at[piece])):
                return self.order("general", piece, 0)
        for node in members(self.choices("stack")):
            fresh = [i for i in self.own_units() if self.p.at[i] == node and self.p.status[i] == 0]
            for target in members(self.targets):
                if self.promise(target, self.close_to(target, fresh)) > WORTH:
                    return self.order("stack", node, 0)
        return self.order("pass")

    def least_odds(self) -> float:
        """The Axis attacks readily, the Allies when they are strong, or have more Offensives than they can save."""
        most = max(self.p.offensives[power] for power in self.powers)
        rich = bool(self.world.settings.get("seasons")) and most > RICH * (3 - self.p.month % 3)
        return 0.9 if self.side == "axis" or rich else 1.6

    def at_command(self) -> Order | None:
        found = self.order("activate_all")
        if found is not None:
            return found
        if not any(self.p.status[i] == 1 for i in self.own_units()):
            found = self.nearer_staff("stride")
        return found or self.order("end")

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
        chosen = best(found, WORTH)
        return self.order("thrust", chosen) if chosen else self.order("end")

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
        if ride[0] > max(here[0] + 0.3, WORTH):
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
        value = self.wish(node)
        strength = sum(pieces.strength_of(self.t, i) for i in group if zones.combat_unit(self.p, i))
        for target in members(self.targets & self.world.next_to(node)):
            against = combat.defence(self.t, Battle(target, group[:1], self.p.power[group[0]]))
            value += 3.0 if strength * 2 >= against else -1.0
        friends = [i for i in self.p.stack(node) if self.t.owns(self.seat, i) and zones.combat_unit(self.p, i)]
        return value + (1.0 if friends else 0.0) + (1.0 if self.world.cities >> node & 1 else 0.0)

    def at_land_movement(self) -> Order | None:
        """Close up to the enemy, the strongest first."""
        ready = [i for i in members(self.choices("move")) if zones.combat_unit(self.p, i) and not self.guards(i)]
        for piece in sorted(ready, key=lambda i: -pieces.strength_of(self.t, i)):
            leaders = tuple(
                i for i in self.p.stack(self.p.at[piece])
                if self.p.kind[i] == tb.GENERAL and self.t.owns(self.seat, i) and self.p.rode[i] != 2
            )  # fmt: skip
            for group in ((piece, *leaders), (piece,)):
                found = self.further("move", tuple(sorted(group)))
                if found is not None:
                    return found
        return self.order("end")

    def at_movement(self) -> Order | None:
        """Reserves go forward; what holds a line stays in it."""
        if "give_up" in self.open and self.d.debts:
            return self.order("give_up", members(self.choices("give_up"))[0])
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
        target = best(found, WORTH)
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
            return most > 5 * (3 - self.p.month % 3)
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
        return self.order("end")

    def at_withdrawal(self) -> Order | None:
        return self.order("stand")

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
        pilots = members(self.choices("recover")) if "recover" in self.open else ()
        return self.order("recover", pilots[0]) if pilots else self.order("end")

    def at_replacement(self) -> Order | None:
        worn = members(self.choices("rebuild"))
        if worn:
            return self.order("rebuild", max(worn, key=lambda i: (self.world.cards[self.p.card[i]].strength, -i)))
        back = members(self.choices("return"))
        return self.order("return", back[0]) if back else self.order("pass")
