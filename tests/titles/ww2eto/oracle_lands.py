"""Whose hexes and countries ports and trains may use, kept hex by hex beside a game (5.61, 5.65, R062, R201, R223)."""

from __future__ import annotations

from typing import Any

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.politics import control

from . import oracle
from . import oracle_supply as plain
from .oracle_supply import SIDES


def unit_zone(t: Any, nation: str, here: str) -> set[str]:
    """The hexes that a unit of a nation controls from a hex (6.0, 6.0/c, 6.0/e, 16.41)."""
    sealed = plain.named(t, t.p.sealed)
    if here in sealed or not oracle.land(here):
        return set()
    tied = nation == "finland" and not t.p.finns_free and t.options.get("minors") == "on"
    finland = plain.named(t, t.world.by_id["finland"].hexes)
    return {
        there for there in oracle.neighbours(here)
        if oracle.walkable(here, there) and "blocked" not in oracle.sides(here, there)
        and there not in sealed and (not tied or there in finland)
    }  # fmt: skip


class Lands:
    """Friendly hexes and conquered countries of each side, and where it was last in this Game-Turn."""

    def __init__(self, t: Any) -> None:
        self.sync(t)

    def sync(self, t: Any) -> None:
        """Begin with what the position says: a set-up, or a country that changed hands by a rule of its own."""
        sets = {side: [getattr(t.p, f"{name}_{what}") for what in ("hexes", "trod")] for side, name in SIDES.items()}
        sheet = oracle.hexes().keys()
        self.friendly = {side: set(plain.named(t, hexes) & sheet) for side, (hexes, _) in sets.items()}
        self.was = {side: set(plain.named(t, trod) & sheet) for side, (_, trod) in sets.items()}
        self.mine = {side: bits_of(getattr(t.p, f"{name}_countries")) for side, name in SIDES.items()}
        self.been = {side: bits_of(getattr(t.p, f"{name}_passed")) for side, name in SIDES.items()}

    def agrees(self, t: Any) -> bool:
        twin = Lands(t)
        return (self.friendly, self.mine) == (twin.friendly, twin.mine)

    def country(self, t: Any, place: str) -> int:
        """The country of a hex; what was Unoccupied France is one of its own (R201)."""
        south = t.p.notes.get(control.UNOCCUPIED, 0) or t.p.vichy_ground & t.world.by_id["france"].hexes
        return len(t.world.countries) if place in plain.named(t, south) else plain.country_of(place)

    def countries(self, t: Any, places: set[str]) -> set[int]:
        return {land for place in places if (land := self.country(t, place)) >= 0}

    def foes(self, t: Any, side: int) -> list[int]:
        return [other for other in SIDES if other in plain.enemies(t, side)]

    def entered(self, t: Any, side: int, nation: str, place: str) -> None:
        """A unit comes: its hex and zone are lost to its enemies at once, and so is the country."""
        if side not in SIDES:
            return
        covered, lands = {place} | unit_zone(t, nation, place), self.countries(t, {place})
        for foe in self.foes(t, side):
            self.friendly[foe] -= covered
            self.was[foe] -= covered
            self.mine[foe] -= lands
            self.been[foe] -= lands
        self.was[side].add(place)
        self.been[side] |= lands

    def hexes(self, t: Any, *powers: int) -> set[str]:
        return {u.hex for u in plain.units(t) if u.power in powers and u.kind != "partisan"}

    def regulars(self, t: Any, side: int) -> set[str]:
        """Hexes with enemies of a side, bands apart."""
        return self.hexes(t, *plain.enemies(t, side))

    def woken(self, t: Any) -> None:
        """War, or a border that was crossed: enemies and their zones are there of a sudden (R062)."""
        everyone = plain.units(t)
        for side in SIDES:
            theirs = {u.hex for u in everyone if u.power in plain.enemies(t, side)}
            self.friendly[side] -= theirs | oracle.zone(t, side)
            self.mine[side] -= self.countries(t, self.regulars(t, side))
        self.stood(t)

    def stood(self, t: Any) -> None:
        """Where units stand they were last; what they have left is lost to a zone on it (R223)."""
        lands = {side: self.countries(t, self.hexes(t, side)) for side in SIDES}
        for side in SIDES:
            here = self.hexes(t, side)
            near = oracle.zone(t, side) | self.regulars(t, side)
            self.was[side] = {place for place in self.was[side] | here if place in here or place not in near}
            there = {land for foe in self.foes(t, side) for land in lands[foe]}
            self.been[side] = {x for x in self.been[side] | lands[side] if x in lands[side] or x not in there}

    def turn_ends(self, t: Any) -> None:
        """Hexes and countries pass to whoever was last in them, or whose zone alone is on them."""
        sealed = plain.named(t, t.p.sealed)
        for side in SIDES:
            here, enemies, foes = self.hexes(t, side), self.regulars(t, side), self.foes(t, side)
            around = {place for foe in foes for place in self.zone(t, foe)}
            near = self.zone(t, side) - sealed | self.was[side]
            held = here | (near - around - enemies)
            self.friendly[side] |= held
            occupied = self.countries(t, enemies)
            last = (self.countries(t, here) | self.been[side]) - occupied
            self.mine[side] = (self.mine[side] - occupied) | last
            for foe in foes:
                self.friendly[foe] -= held
                self.mine[foe] -= last
        self.was = {side: set() for side in SIDES}
        self.been = {side: set() for side in SIDES}

    def zone(self, t: Any, side: int) -> set[str]:
        """All hexes that a side's units control; none over the German-Russian border before war (14.34)."""
        units = [u for u in plain.units(t) if u.power == side and u.kind != "partisan"]
        found = {there for u in units for there in unit_zone(t, u.nation, u.hex)}
        if not t.p.russia_at_war and side == w.AXIS:
            found -= plain.region("pre-1939 Russia") | plain.named(t, t.p.soviet_ground)
        if not t.p.russia_at_war and side == w.SOVIET:
            found -= plain.named(t, t.p.axis_ground)
        return found


def bits_of(bits: int) -> set[int]:
    return {i for i in range(bits.bit_length()) if bits >> i & 1}
