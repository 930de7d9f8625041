"""What the Front system asks of EuroFront in Surf and Sand."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import reach
from grognard.titles.systems.front.arrivals import Site
from grognard.titles.systems.front.world import World

from .. import fronts
from ..fronts import MF
from ..hooks import Closures
from ..state import ALLIED, AXIS, Table
from ..war.hooks import WarHooks
from . import command, desert, purses
from .state import MedPosition, position

PER_MAJOR, PER_PLACE = 2, 1
"""Units that a place takes in a Production (11.81/d)."""
SECRET = ("med_points", "med_available", "med_saved", "allocated", "lowering", "sent", "on_the_way", "unpaid")
AIR_LIMIT = 5
"""Axis aircraft fire DF at most in the Med Front (21.393)."""


class MedHooks(WarHooks):
    """The answers of the chapters of the Med Front (21.3)."""

    position = MedPosition

    # Supply and rail

    def short_lines(self, t: Table, power: int) -> int:
        """Supply lines in the Desert Zone are one hex long (10.4, 21.34)."""
        return desert.desert(t)

    def transit(self, t: Table, power: int) -> int:
        """Vichy lets Axis trains through (20.482), Iraq and Persia Allied ones (20.921)."""
        if power == AXIS:
            return int(t.world.extra["cooperating"])
        return self.road_transit(t, power)

    def road_transit(self, t: Table, power: int) -> int:
        """Iraq and Persia let Allied columns through while they are neutral (20.921)."""
        return int(t.world.extra["protectorates"]) & int(t.p.neutral) if power == ALLIED else 0

    # Movement, command, combat

    def closures(self, t: Table, piece: int) -> Closures:
        return (("21.312", desert.closed_to_germans(t, piece)), ("21.316", fronts.prohibited(t, piece)))

    def free_of_air(self, t: Table, node: int) -> int:
        """The places that pursuit tells apart here: those in the desert (21.353)."""
        return bool(desert.desert(t) >> node & 1)

    def speed_of(self, t: Table, piece: int, hexes: int, weather: int, free: int, month: int) -> int:
        return desert.speed(t, piece, hexes, bool(free))

    def along_roads(self, t: Table, piece: int, march: reach.March, ways: reach.Ways) -> reach.Ways:
        return desert.along_roads(t, piece, march, ways)

    def road_way(self, t: Table, piece: int, node: int) -> tuple[int, ...]:
        return desert.road_way(t, piece, node)

    def pace_along(self, t: Table, piece: int, path: tuple[int, ...]) -> int:
        return desert.pace_along(t, piece, path)

    def supreme_price(self, t: Table, hq: int, piece: int) -> int:
        return command.price(t, hq, piece)

    def disruption(self, t: Table, piece: int) -> int:
        return super().disruption(t, piece) + desert.disruption(t, piece)

    def supports_combat(self, t: Table, hq: int) -> bool:
        return super().supports_combat(t, hq) or desert.theater_support(t, hq)

    def supported_land(self, t: Table, hq: int) -> int:
        """The Middle East supports in the Southern Zone (5.8/a)."""
        return int(t.world.extra["Southern Zone"]) if desert.theater_support(t, hq) else -1

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        return desert.elite_fire(t, piece, node, passive, desert.fire(t, piece, node, passive, need))

    def air_fire(self, t: Table, node: int) -> int:
        """Axis aircraft fire DF at most in the Med Front (21.393)."""
        need = super().air_fire(t, node)
        return max(need, AIR_LIMIT) if t.p.active == AXIS and fronts.land_of(t, MF) >> node & 1 else need

    def landings_of(self, t: Table, hq: int) -> int:
        return desert.landings(t, hq)

    def unassailable(self, t: Table, power: int) -> int:
        return desert.without_port(t)

    def acclimatizes(self, t: Table, piece: int) -> int:
        return desert.loss(t, piece)

    # Production

    def fixed_level(self, t: Table, power: int) -> int | None:
        """What is left in the West after the allocation (11.5)."""
        return purses.west_level(t, power)

    def comes_home(self, t: Table, piece: int, node: int) -> None:
        """Residents and veterans arrive in the Med Front as if they had always been there (21.374)."""
        at_home = desert.is_resident(t, piece) or desert.is_veteran(t, piece)
        position(t).acclimatized[piece] = int(at_home and purses.in_med(t, node))

    def unbuilt(self, t: Table) -> int:
        p = position(t)
        return super().unbuilt(t) + 20 * sum(p.med_points) - 5 * sum(p.lowering) - sum(p.sent) - sum(p.allocated)

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """Germans in home and Victory Cities, those of Africa in Tripoli too (11.81/a); British in home cities and
        major ports of the West (11.81/b); residents in Tripoli and the major ports of the Med Front (21.374)."""
        extra, med = w.extra, int(w.extra["Desert Zone"] | w.extra["Southern Zone"])
        major: int = extra["major cities"]
        harbours = from_iter(node for node, port in w.ports.items() if port.major)
        tripoli = 1 << w.board.node("Tripoli")
        found = []
        for side, homes, nodes, source in (
            ("axis", ("germany", "Afrika"), extra["german cities"] | extra["victory cities"], "11.6"),
            ("axis", ("MF", "Afrika"), tripoli, "11.6"),
            ("allies", ("britain", "canada"), extra["british cities"] | harbours & ~med, "11.6/a"),
            ("allies", ("MF",), harbours & med, "11.6/a"),
        ):
            for home in homes:
                found.append(Site(side, home, nodes & major, PER_MAJOR, "", (source,)))
                found.append(Site(side, home, nodes & ~major, PER_PLACE, "", (source,)))
        return tuple(found)

    # Fog, scenes, set-up

    def secret_lists(self, t: Table) -> Mapping[str, tuple[int, ...]]:
        """What a side ships and keeps is its own affair (11.4, 11.5)."""
        seats = tuple(t.seat_of(power) for power in range(len(t.world.powers)))
        return {**super().secret_lists(t), **dict.fromkeys(SECRET, seats)}

    def settled(self, t: Table, pieces: list[int]) -> None:
        desert.settle(t, pieces)
