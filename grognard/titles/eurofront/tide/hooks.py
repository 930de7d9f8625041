"""What the Front system asks of 1941 and 1942: the chapters of the Med Front beside those of the great war."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import blocks, invasion, reach, sea
from grognard.titles.systems.front.arrivals import Schedule, Site
from grognard.titles.systems.front.world import AMPHIBIOUS, World

from .. import fronts, shores, tables
from ..europe import arrival, cooperation, objectives, politics, release, vichy
from ..europe.hooks import EuropeHooks
from ..europe.nations import VICHY, defeated
from ..fronts import MF, NF
from ..hooks import Closures
from ..med import desert
from . import basing
from .state import AXIS, Table, TidePosition, position
from .world import AFRIKA, FREE_FRENCH, IN_AFRICA, RELEASED, leash

AIR_LIMIT = 5
"""Axis aircraft fire DF at most in Med and North (21.393, 13.23)."""
DESERT = 2
"""The class of going in the Desert Zone (21.353)."""
SECRET = (
    "med_points",
    "med_available",
    "med_saved",
    "allocated",
    "lowering",
    "raised_south",
    "sent",
    "on_the_way",
    "med_sent",
    "east_sent",
    "due_home",
    "due_south",
    "unpaid",
    "based_spent",
)
LEASHES = {leash(army): army for army in RELEASED}


class TideHooks(EuropeHooks):
    """The answers of the years before the Med Front is won."""

    position = TidePosition
    stack_columns = (*EuropeHooks.stack_columns, "acclimatized")

    def open_south(self, t: Table, power: int) -> bool:
        """Do the special rules of the Med Front hold for a power: until it has won it (17.63)?"""
        return not objectives.med_front_victory(t, power)

    # Supply and rail

    def short_lines(self, t: Table, power: int) -> int:
        """Supply lines in the Desert Zone are one hex long (10.4, 21.34)."""
        return desert.desert(t) if self.open_south(t, power) else 0

    def transit(self, t: Table, power: int) -> int:
        """Vichy lets Axis trains through too (20.482)."""
        return super().transit(t, power) | (vichy.transit(t) if power == AXIS else 0)

    def road_transit(self, t: Table, power: int) -> int:
        return cooperation.protectorates(t, power)

    def based(self, t: Table, power: int) -> int:
        return basing.based(t, power)

    # Movement, command, combat

    def closures(self, t: Table, piece: int) -> Closures:
        """No German goes into Egypt before the Afrika HQ (21.312)."""
        egypt = desert.closed_to_germans(t, piece) if self.open_south(t, t.p.power[piece]) else 0
        return (*super().closures(t, piece), ("21.312", egypt))

    def free_of_air(self, t: Table, node: int) -> int:
        """Air supremacy reaches West and Med (13.31/b); in the desert all are slower (21.353)."""
        return DESERT if desert.desert(t) >> node & 1 else int(super().free_of_air(t, node))

    def speed_of(self, t: Table, piece: int, hexes: int, weather: int, free: int, month: int) -> int:
        hexes = super().speed_of(t, piece, hexes, weather, free, month)
        sand = free == DESERT and self.open_south(t, t.p.power[piece])
        return desert.speed(t, piece, hexes, sand)

    def along_roads(self, t: Table, piece: int, march: reach.March, ways: reach.Ways) -> reach.Ways:
        return desert.along_roads(t, piece, march, ways)

    def road_way(self, t: Table, piece: int, node: int) -> tuple[int, ...]:
        return desert.road_way(t, piece, node)

    def pace_along(self, t: Table, piece: int, path: tuple[int, ...]) -> int:
        return desert.pace_along(t, piece, path)

    def disruption(self, t: Table, piece: int) -> int:
        """Strange HQs are disrupted in the Med Front (21.34), once (5.32)."""
        found = super().disruption(t, piece)
        if not fronts.land_of(t, MF) >> t.p.at[piece] & 1 or not self.open_south(t, t.p.power[piece]):
            return found
        strange = desert.disruption(t, piece) and not self.at_its_base(t, piece)
        return max(found, int(strange))

    def at_its_base(self, t: Table, hq: int) -> bool:
        """Has an expedition's HQ its base (21.38)?"""
        return desert.is_expedition(t, hq) and bool(basing.based(t, t.p.power[hq]) >> t.p.at[hq] & 1)

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        need = super().fire_of(t, piece, node, passive, need)
        return desert.elite_fire(t, piece, node, passive, desert.fire(t, piece, node, passive, need))

    def air_fire(self, t: Table, node: int) -> int:
        """Axis aircraft fire DF at most in Med and North (21.393, 13.23)."""
        need = super().air_fire(t, node)
        capped = (fronts.land_of(t, MF) | fronts.land_of(t, NF)) >> node & 1
        return max(need, AIR_LIMIT) if t.p.active == AXIS and capped else need

    def landings_of(self, t: Table, hq: int) -> int:
        """Landings into or out of the Med Front begin in a major port and go to another front (21.391)."""
        found = shores.sails_from(t, hq)
        return found & desert.landings(t, hq) if self.open_south(t, t.p.power[hq]) else found

    # Politics

    def bounds(self, t: Table, bound: str) -> int:
        """Released armies go anywhere (17.3), the others where their nation may (16.3)."""
        army = LEASHES.get(bound)
        if army is None:
            return vichy.free_french(t, bound, super().bounds(t, bound))
        nation = tables.blocks()[army].nation.capitalize()
        return -1 if release.is_free(t, army) else super().bounds(t, nation)

    def whereabouts(self, t: Table, bound: str) -> int:
        """An army that was free may be anywhere still when it is bound again."""
        army = LEASHES.get(bound)
        return -1 if army and release.may_be_abroad(t, army) else self.bounds(t, bound)

    def landing_places(self, t: Table) -> int:
        """The ports that a landing force could sail to at once (16.4, ruling E318)."""
        ready = from_iter(t.world.ports) & t.p.held[t.p.active] & t.p.occupied[t.p.active]
        force = blocks.inside(t, t.p.active, ready) & int(t.world.of_kind(AMPHIBIOUS))
        if not force:
            return 0
        start = sea.seas_with(t, from_iter(t.p.at[i] for i in range(len(t.p.at)) if force >> i & 1))
        near = sea.reached(t, t.p.active, start, 2 * invasion.normal_range(t, t.p.active), 0)
        return sea.ports_on(t, near)

    def breaks_with(self, t: Table, nation: str) -> None:
        """An Axis war on Vichy puts France in revolt (20.484)."""
        if t.p.active == AXIS and nation == VICHY:
            politics.rise_at_once(t, "France")

    def tribute(self, t: Table) -> int:
        return vichy.tribute(t)

    # Production

    def settled(self, t: Table, pieces: list[int]) -> None:
        desert.settle(t, pieces)

    def comes_home(self, t: Table, piece: int, node: int) -> None:
        """Residents and veterans arrive in the Med Front as if they had always been there (21.374, 1940.8)."""
        at_home = desert.is_resident(t, piece) or desert.is_veteran(t, piece)
        position(t).acclimatized[piece] = int(at_home and bool(fronts.land_of(t, MF) >> node & 1))

    def unbuilt(self, t: Table) -> int:
        p = position(t)
        told = 5 * sum(p.lowering) + sum(p.sent) + sum(p.unpaid) + sum(p.raised_south)
        return super().unbuilt(t) + 20 * sum(p.med_points) - told

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """Germans of Africa at home and in Tripoli, Italians of the Med Front in Tripoli (21.374), the Free French of
        Africa in Algiers or Tunis (20.487)."""
        found = [*super().arrival_sites(w)]
        found += [site._replace(home=AFRIKA) for site in found if (site.side, site.home) == ("axis", "germany")]
        tripoli, africa = (1 << w.board.node(name) for name in ("Tripoli", "Algiers"))
        africa |= 1 << w.board.node("Tunis")
        for side, home, nodes in (("axis", AFRIKA, tripoli), ("axis", "MF", tripoli), ("allied", IN_AFRICA, africa)):
            source = "11.6" if side == "axis" else "11.6/a"
            found.append(Site(side, home, nodes, arrival.PER_MAJOR, "", (source,)))
        return tuple(found)

    def schedule(self, t: Table) -> Schedule:
        """The Free French of Africa come in the Production after Vichy's surrender (20.487, 20.493/a)."""
        found = super().schedule(t)
        month = t.p.politics.get(defeated(VICHY), t.p.politics.get("VF"))
        piece = t.world.named.get(FREE_FRENCH.casefold(), -1)
        if month is None or piece < 0:
            return found
        return Schedule([*found.items(), (piece, (int(month) + 1, t.world.units[piece].last))])

    # Fog

    def called_up(self, t: Table, piece: int) -> bool | None:
        """The Free French of Africa come when Vichy has given up (20.487)."""
        if t.world.units[piece].name == FREE_FRENCH:
            return defeated(VICHY) in t.p.politics or "VF" in t.p.politics
        return super().called_up(t, piece)

    def secret_lists(self, t: Table) -> Mapping[str, tuple[int, ...]]:
        """What a side ships and keeps is its own affair (11.4, 11.5)."""
        seats = tuple(t.seat_of(power) for power in range(len(t.world.powers)))
        return {**super().secret_lists(t), **dict.fromkeys(SECRET, seats)}
