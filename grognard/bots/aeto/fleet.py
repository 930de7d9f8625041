"""How the greedy bot of Advanced ETO fights at sea: bombs what it can reach, meets what it can beat."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.offers import Order
from grognard.titles.aeto import combat, pieces, supply, zones
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.position import AXIS
from grognard.titles.aeto.sea import assault, battle, mulberries, ports, ships
from grognard.titles.aeto.strategic import assignments, raiders

from ..greedy import best
from .economy import Economy

WORTH = {tb.CV: 6.0, tb.BB: 6.0, tb.CVL: 4.0, tb.CA: 3.0, tb.CL: 2.0, tb.STP: 2.0, tb.CVE: 2.0, tb.DD: 1.0, tb.SS: 1.0}
"""What a ship is worth in a battle."""


class Fleet(Economy):
    """The decisions of the Naval and Air Phase."""

    def might(self, group: list[int]) -> int:
        """Guns and armour of a force."""
        return sum(ships.gunnery(self.t, i) + ships.defence(self.t, i) for i in group if ships.is_ship(self.p, i))

    def at_naval(self) -> Order | None:
        """Marked ships and those at sea go home; bombers seek ships; the fleets in port wait for prey."""
        return self.home() or self.provide() or self.fetch() or self.bomb() or self.order("pass")

    def provide(self) -> Order | None:
        """A transport takes supply to the port where most units live on the fewest chits."""
        for piece in members(self.choices("ship_supply")):
            if self.p.kind[piece] != tb.STP:
                continue
            goals = members(self.choices("ship_supply", (piece,)))
            wanted = best(((self.hunger(n), n) for n in goals), 0.5)
            if wanted is not None:
                return self.order("ship_supply", (piece,), wanted)
        return None

    def hunger(self, node: int) -> float:
        """Units of a side about a port, less the chits that are there."""
        node = mulberries.berth(self.t, node)
        power = next(power for power, land in enumerate(self.p.held) if land >> node & 1)
        near = zones.with_combat_units(self.t, zones.allies_of(self.p, power)) & self.world.disc(node, 3)
        return near.bit_count() - 4.0 * self.p.chits.get(str(node), (0, 0, 0, 0))[1]

    def fetch(self) -> Order | None:
        """A transport that has unloaded goes back to a port that a source feeds."""
        for piece in members(self.choices("sail")):
            if self.p.kind[piece] != tb.STP:
                continue
            fed = supply.lines(self.t, self.p.power[piece]).fed
            if fed >> self.p.at[piece] & 1:
                continue
            goals = self.choices("sail", (piece,)) & fed
            if goals:
                return self.order("sail", (piece,), members(goals)[0])
        return None

    def home(self) -> Order | None:
        """A force at sea makes for a port."""
        harbours = self.harbours()
        for piece in members(self.choices("sail")):
            if harbours >> self.p.at[piece] & 1 or not ships.is_ship(self.p, piece):
                continue
            goals = self.choices("sail", (piece,)) & harbours
            if goals:
                return self.order("sail", (piece,), members(goals)[0])
        return None

    def harbours(self) -> int:
        """Friendly ports."""
        bits = 0
        for power in self.t.powers_of(self.seat):
            if self.p.hostile[power]:
                bits |= ports.open_to(self.t, power)
        return bits

    def bomb(self) -> Order | None:
        """Three or more bombers of one base at the richest port within range."""
        bases: dict[tuple[int, int], list[int]] = {}
        for piece in members(self.choices("bomb_ships")):
            foes = zones.ground(self.t, self.p.power[piece]).enemy
            if self.world.cards[self.p.card[piece]].strike > 0 and not foes & self.world.disc(self.p.at[piece], 6):
                bases.setdefault((self.p.at[piece], self.p.power[piece]), []).append(piece)
        for group in bases.values():
            chosen = tuple(sorted(group[:3]))
            goals = members(self.choices("bomb_ships", chosen))
            target = best((self.riches(n), n) for n in goals)
            if target is not None and self.riches(target) >= 6:
                return self.order("bomb_ships", chosen, target)
        return None

    def riches(self, node: int) -> float:
        """What the ships in a hex are worth."""
        return sum(WORTH.get(self.p.kind[i], 1.0) for i in ships.ships_at(self.t, node))

    def at_building(self) -> Order | None:
        """The yards first, as long as there are EPs for more than that; then what the land war needs."""
        ships_ = [i for i in members(self.choices("refit")) if self.p.kind[i] in (*tb.NAMED_SHIPS, tb.U_BOAT)]
        if ships_ and self.money() >= 12:
            return self.order("refit", ships_[0])
        return super().at_building()

    def at_yard(self) -> Order | None:
        return self.order("lay_up")

    def at_assigning(self) -> Order | None:
        """U-boats go where fewest Escorts guard, Escorts to the North and Mid Atlantic, one by one."""
        left = members(self.choices("assign"))
        duty = assignments.on_duty(self.t)
        for piece in left:
            areas = members(self.choices("assign", (piece,)))
            if self.p.kind[piece] in raiders.HULLS:
                continue
            if self.p.kind[piece] == tb.U_BOAT or self.p.alliance[self.p.power[piece]] == AXIS:
                area = best((-len(duty.get(n, ())), n) for n in areas if n != assignments.HOME)
            elif any(piece in group for group in duty.values()) or self.p.kind[piece] == tb.DD:
                continue
            else:
                area = best((-len(duty.get(n, ())), n) for n in areas if n in (0, 1))
            if area is not None:
                return self.order("assign", (piece,), area)
        return self.order("end")

    def at_bombing(self) -> Order | None:
        """Heavy bombers fly every month, against what they reach."""
        heavy = [i for i in members(self.choices("bomb")) if self.p.kind[i] == tb.HEAVY_BOMBER]
        for piece in heavy:
            goals = members(self.choices("bomb", (piece,)))
            if goals:
                return self.order("bomb", (piece,), goals[0])
        for piece in members(self.choices("lay_mines")):
            foes = zones.ground(self.t, self.p.power[piece]).enemy
            if not foes & self.world.disc(self.p.at[piece], 6):
                return self.order("lay_mines", piece, members(self.choices("lay_mines", piece))[0])
        return self.order("pass")

    def land(self) -> Order | None:
        """A landing at three to one or better on a coast with a port, with all that lies in one harbour."""
        bases: dict[tuple[int, int], list[int]] = {}
        for piece in members(self.choices("assault")):
            bases.setdefault((self.p.at[piece], self.p.power[piece]), []).append(piece)
        for group in bases.values():
            force = self.landing_force(group)
            if not force:
                continue
            found = [(self.chance(force, n), n) for n in members(self.choices("assault", force) & self.world.ports)]
            target = best(found, 3.0)
            if target is not None:
                return self.order("assault", force, target)
        return None

    def landing_force(self, group: list[int]) -> tuple[int, ...]:
        """The strongest men that the transports of a harbour carry, four steps at most, and the biggest ships."""
        room = min(4, ships.points(self.t, group))
        men: list[int] = []
        for i in sorted((i for i in group if self.p.kind[i] in tb.LAND), key=lambda i: -pieces.strength_of(self.t, i)):
            if assault.need(self.t, (*men, i)) <= room:
                men.append(i)
        boats = [i for i in group if self.p.kind[i] == tb.STP][: assault.need(self.t, tuple(men))]
        guns = sorted((i for i in group if ships.gunnery(self.t, i) > 2), key=lambda i: -ships.gunnery(self.t, i))[:4]
        return tuple(sorted((*men, *boats, *guns))) if men else ()

    def chance(self, force: tuple[int, ...], node: int) -> float:
        """Strength of the men to that of the defenders."""
        power = self.p.power[force[0]]
        strength = sum(pieces.strength_of(self.t, i) for i in force if self.p.kind[i] in tb.LAND)
        held = combat.land_units(self.t, power, node)
        against = sum(pieces.strength_of(self.t, i) for i in held) or 1
        return strength / against

    def at_intercepting(self) -> Order | None:
        """With more guns and armour than the enemy, at the first place that all reach."""
        prey = self.might(list(self.d.frame["pieces"]))
        forces: dict[int, list[int]] = {}
        for piece in members(self.choices("intercept")):
            if self.p.kind[piece] != tb.SS:
                forces.setdefault(self.p.at[piece], []).append(piece)
        for group in forces.values():
            chosen = tuple(sorted(group[: ships.MOST_CHITS]))
            places = members(self.choices("intercept", chosen))
            if places and self.might(list(chosen)) > prey:
                return self.order("intercept", chosen, places[0])
        return self.order("pass")

    def at_gunnery(self) -> Order | None:
        """The target that promises most."""
        f = self.d.frame
        firer = battle.next_firer(f)
        found = [
            (WORTH.get(self.p.kind[i], 1.0) * (13 - battle.number(self.t, f, firer, i)), i)
            for i in members(self.choices("fire"))
        ]
        target = best(found)
        return self.order("fire", target) if target is not None else self.order("hold")

    def at_breaking_off(self) -> Order | None:
        """Stand while stronger."""
        f = self.d.frame
        ahead = self.might(list(f["ours"])) >= self.might(list(f["theirs"]))
        return self.order("stand" if ahead else "withdraw")
