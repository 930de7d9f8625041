"""Where the greedy bot of Advanced ETO wants to go, and how it masses before it attacks."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.offers import Order
from grognard.titles.aeto import activation, attacks, combat, effects, modifiers, pieces, stacking, zones
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto import world as w
from grognard.titles.aeto.combat import Battle

from ..greedy import best
from .fleet import Fleet

GAIN = {"DE": 4.0, "-/3*": 3.0, "-/2*": 2.0, "-/1": 1.0, "1/-": -1.0, "2/-": -2.0, "3/-": -3.0, "AE": -5.0}
"""What a result is worth in steps."""
AXIS_GOALS = ("Gazala", "Tobruk", "Mersa Matruh", "Alexandria", "Cairo")
ALLIED_GOALS = ("Tobruk", "Gazala", "Derna", "Benghazi")
"""What each side takes in this order: it goes for the first that it does not hold."""
PATIENCE = tb.month_of("August 1942")
"""Until then the British hold what they have."""
TIDE = tb.month_of("November 1942")
"""From then on the Allies of a long war go for what the Axis holds."""
POSTS = ("Benghazi", "Tobruk")
"""A side leaves its last unit here."""
ASIDE = 4
"""Hexes by which other cities count farther than the capital whose fall decides a scenario."""
ENOUGH = 2.0
"""The promise of an attack that needs no more units."""
REAR, MOST_TRAINS = 5, 6
"""Hexes from the enemy beyond which a unit is in reserve, and how many of them are looked at for a train."""
LEAST = 1.5
"""Odds that must come together before a hex is worth closing up to."""


class Massing(Fleet):
    """Goals, and the units that close up to one enemy hex after another."""

    powers: list[int]
    side: str
    targets: int

    def attacks_now(self) -> bool:
        """Is this the side that must take something: by the scenario, or by the tide of a long war?"""
        settings = self.world.settings
        if "fall_of" in settings:
            return (self.side == "allies") == (settings.get("fall_to") == "allied")
        if settings.get("campaign"):
            return (self.side == "axis") == (self.p.month < TIDE)
        return self.side == "axis"

    def wish(self, node: int) -> float:
        """How much a side wants a hex: less the farther it is from its goals."""
        return -float(min(self.world.apart(self.world.node(name)).get(node, 40) + n for name, n in self.ranked()))

    def ranked(self) -> tuple[tuple[str, int], ...]:
        """The goals; where the fall of a nation decides, its capital comes before the other cities."""
        names = self.goals()
        nation = self.world.settings.get("fall_of", "")
        row = next((row for row in tb.table("conquest.csv") if row["nation"] == nation), None)
        capital = row["all"].split("|")[0] if row else ""
        if capital not in names or not self.attacks_now():
            return tuple((name, 0) for name in names)
        return tuple((name, 0 if name == capital else ASIDE) for name in names)

    def goals(self) -> tuple[str, ...]:
        """The next place to take; before August the British stay about Tobruk; on wide fronts the cities that count."""
        if "cities" in self.world.settings:
            return self.cities()
        if self.side == "allies" and self.p.month < PATIENCE:
            return ("Tobruk",)
        held = zones.held_by_friends(self.p, self.powers[0])
        order = AXIS_GOALS if self.side == "axis" else ALLIED_GOALS
        return (next((name for name in order if not held >> self.world.node(name) & 1), order[-1]),)

    def cities(self) -> tuple[str, ...]:
        """Who attacks goes for what it lacks, who defends to what it still holds, both to the desert's harbours."""
        axis = zones.held_by_friends(self.p, w.GERMANY)
        wants_axis = (self.side == "axis") != self.attacks_now()
        found = [
            name for name in (*self.world.settings["cities"], *POSTS)
            if bool(axis >> self.world.node(name) & 1) == wants_axis
        ]  # fmt: skip
        return tuple(found) or self.world.settings["cities"]

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
        units = [i for i in pieces_ if zones.combat_unit(self.p, i) and attacks.may_strike(self.t, i, node)]
        kept: list[int] = []
        for i in sorted(units, key=lambda i: -pieces.strength_of(self.t, i)):
            same = [j for j in kept if self.p.at[j] == self.p.at[i]]
            if stacking.fits(self.t, [*same, i], self.p.at[i]):
                kept.append(i)
        return tuple(sorted(kept))

    def own_units(self) -> list[int]:
        mine = self.t.pieces_of(self.seat)
        return [i for i in members(mine) if self.p.steps[i] and zones.combat_unit(self.p, i)]

    def against(self, target: int, lead: int) -> int:
        """The strength of an enemy hex."""
        return max(1, combat.defence(self.t, Battle(target, (lead,), self.p.power[lead])))

    # Closing up

    def mass(self, ready: list[int]) -> Order | None:
        """Units close up to the most wanted hex that enough of them reach, then to the next."""
        standing = [i for i in self.own_units() if self.p.status[i] == 1 and not self.p.fought[i]]
        area = self.commanded()
        reach = {i: self.choices("move", (i,)) & area[self.p.kind[i] in tb.HEAVY] for i in ready}
        taken: set[int] = set()
        for target in self.marks(ready, standing, reach)[: self.quota()]:
            there = tuple(i for i in self.close_to(target, standing) if i not in taken)
            if not there or self.promise(target, there) < ENOUGH:
                found = self.join(target, [i for i in ready if i not in there and i not in taken], reach)
                if found is not None:
                    return found
            taken.update(there)
        return None

    def commanded(self) -> tuple[int, int]:
        """Where infantry may attack from, and where armor may."""
        now = self.p.offensive
        if not now or now["kind"] != activation.STAFF:
            return (-1, -1)
        area = 0
        for agent in now["agents"]:
            area |= self.world.disc(self.p.at[agent], self.world.cards[self.p.card[agent]].radius)
        return (area, -1)

    def quota(self) -> int:
        """Attacks that the Offensive may make in a Step."""
        now = self.p.offensive
        return max(1, sum(attacks.attacks_of(self.t, n) for n in range(len(now["used"])))) if now else 1

    def marks(self, ready: list[int], standing: list[int], reach: dict[int, int]) -> list[int]:
        """Enemy hexes that enough strength can come next to, the most wanted first."""
        found = []
        for target in members(self.targets):
            beside = self.world.next_to(target)
            units = {i for i in ready if reach[i] & beside} | set(self.close_to(target, standing))
            if units:
                strength = sum(pieces.strength_of(self.t, i) for i in units)
                odds = strength / self.against(target, min(units))
                if odds >= LEAST:
                    found.append((min(odds, 4.0) + self.wish(target), -target))
        return [-node for _, node in sorted(found, reverse=True)]

    def join(self, target: int, ready: list[int], reach: dict[int, int]) -> Order | None:
        """The strongest unit that can still come next to a hex does, across no river if it can."""
        beside = self.world.next_to(target)
        for piece in sorted(ready, key=lambda i: (-pieces.strength_of(self.t, i), i)):
            spots = members(reach[piece] & beside)
            if not spots or self.p.at[piece] in members(beside):
                continue
            there = max(spots, key=lambda n: (not self.world.rivers.has(n, target), self.wish(n), -n))
            for group in (self.with_leaders(piece), (piece,)):
                found = self.order("move", group, there)
                if found is not None:
                    return found
        return None

    def with_leaders(self, piece: int) -> tuple[int, ...]:
        """A unit and the Generals of its hex who may still ride."""
        leaders = [
            i for i in self.p.stack(self.p.at[piece])
            if self.p.kind[i] == tb.GENERAL and self.t.owns(self.seat, i) and self.p.rode[i] != 2
        ]  # fmt: skip
        return tuple(sorted((piece, *leaders)))

    def by_rail(self) -> Order | None:
        """Reserves far from any enemy take the train, the strongest first, to where it is much nearer to the goals."""
        far = [
            i for i in members(self.choices("rail"))
            if zones.combat_unit(self.p, i) and not self.targets & self.world.disc(self.p.at[i], REAR)
        ]  # fmt: skip
        for piece in sorted(far, key=lambda i: (-pieces.strength_of(self.t, i), i))[:MOST_TRAINS]:
            here = self.wish(self.p.at[piece])
            there = best(((self.wish(n), n) for n in members(self.choices("rail", piece))), here + REAR)
            if there is not None:
                return self.order("rail", piece, there)
        return None
