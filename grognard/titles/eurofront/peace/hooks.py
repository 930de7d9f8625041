"""What the Front system asks of the war while the USSR is at peace."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import control, invasion, sea
from grognard.titles.systems.front.arrivals import Schedule

from ..europe import cooperation, effects, nations
from ..tide.hooks import TideHooks
from . import pact, partition, south, soviets
from .state import ALLIED, AXIS, SOVIET, PeacePosition, Table

TOLD = (*nations.TOLD, "polish", "belgian", "dutch", "danish", "norwegian", "greek", "yugoslav")
ASKED, WIDE = ("curzon line", "calling up"), 10
"""Questions that an event puts; each is nearer the end than what was before it."""
POLISH = ("polish_points", "available_poles", "saved_poles")


class PeaceHooks(TideHooks):
    """The answers of the chapters of 1939 and 1940."""

    position = PeacePosition
    told_nations = TOLD
    effects = {
        **effects.EFFECTS,
        "PP": partition.partition,
        "CL": partition.march,
        "PW": partition.peace_offer,
        "RB": partition.cede_bessarabia,
        "SR": soviets.call_one,
        "SM": soviets.mobilize,
        "SE": soviets.declare_emergency,
        "SG": soviets.great_patriotic_war,
    }
    """What the events of a war with a neutral USSR do besides."""

    def forbidden(self, t: Table, piece: int) -> int:
        """The Molotov Pact keeps the powers apart (20.14, 20.51); the Med Front is closed until it opens (21.321)."""
        return super().forbidden(t, piece) | pact.forbidden(t, t.p.power[piece]) | south.closed(t, piece)

    def control_now(self, t: Table) -> tuple[list[int], int]:
        return pact.keep_the_peace(t, super().control_now(t))

    def transit(self, t: Table, power: int) -> int:
        """Trains run through cooperating lands, and Axis trains through complying Sweden (16.21/b, 21.492)."""
        sweden = nations.territory(t, "Sweden") & int(t.p.neutral) if power == AXIS and "DS" in t.p.politics else 0
        return cooperation.transit(t, power) | (sweden if "SC" not in t.p.politics else 0)

    def landing_places(self, t: Table) -> int:
        """The ports that landings reach from the ports where a power stands (16.4, ruling E370)."""
        power = t.p.active
        harbours = t.p.occupied[power] & control.friendly(t.p, power) & from_iter(t.world.ports)
        far, closed = invasion.normal_range(t, power), sea.enemy_seas(t, power)
        return sea.ports_on(t, sea.reached(t, power, sea.seas_with(t, harbours), far, closed))

    def schedule(self, t: Table) -> Schedule:
        return soviets.reinforcements(t)

    def called_up(self, t: Table, piece: int) -> bool | None:
        """Reserves come with war or by an event (20.51/b, 20.521/b)."""
        unit = t.world.units[piece]
        if unit.enters == soviets.RESERVE_ARMY:
            return not pact.at_peace(t)
        if unit.enters == soviets.STRATEGIC_RESERVE:
            return "SR" in t.p.politics or soviets.RESERVE_DUE in t.p.politics
        return super().called_up(t, piece)

    def progress(self, t: Table) -> int:
        return super().progress(t) + partition.left_to_march(t) - WIDE * sum(f.step in ASKED for f in t.agenda)

    def secret_numbers(self, t: Table) -> Mapping[str, int]:
        return {**super().secret_numbers(t), **dict.fromkeys(POLISH, t.seat_of(ALLIED))}

    def playing(self, t: Table) -> tuple[int, ...]:
        return AXIS, ALLIED, SOVIET
