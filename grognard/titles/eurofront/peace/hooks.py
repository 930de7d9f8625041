"""What the Front system asks of the war while the USSR is at peace."""

from __future__ import annotations

from collections.abc import Mapping

from ..europe import initiative, nations
from ..europe.hooks import EuropeHooks
from . import pact, surprise
from .state import ALLIED, AXIS, SOVIET, PeacePosition, Table

TOLD = (*nations.TOLD, "polish", "belgian", "dutch", "danish", "norwegian", "greek", "yugoslav")
POLISH = ("polish_points", "available_poles", "saved_poles")


class PeaceHooks(EuropeHooks):
    """The answers of the chapters of 1939 and 1940."""

    position = PeacePosition
    told_nations = TOLD

    def order_of_turns(self, t: Table) -> tuple[int, ...]:
        return initiative.order(t)

    def forbidden(self, t: Table, piece: int) -> int:
        """The Molotov Pact keeps the powers apart (20.14, 20.51)."""
        return super().forbidden(t, piece) | pact.forbidden(t, t.p.power[piece])

    def control_now(self, t: Table) -> tuple[list[int], int]:
        return pact.keep_the_peace(t, super().control_now(t))

    def disruption(self, t: Table, piece: int) -> int:
        """Surprised HQs are disrupted (20.16/a)."""
        return super().disruption(t, piece) + surprise.disrupts(t, piece)

    def repulses_up_to(self, t: Table, node: int, number: int) -> int:
        return surprise.repulses(t, node, super().repulses_up_to(t, node, number))

    def quiet_seas(self, t: Table) -> int:
        return super().quiet_seas(t) | surprise.quiet_seas(t)

    def secret_numbers(self, t: Table) -> Mapping[str, int]:
        return {**super().secret_numbers(t), **dict.fromkeys(POLISH, t.seat_of(ALLIED))}

    def playing(self, t: Table) -> tuple[int, ...]:
        return AXIS, ALLIED, SOVIET
