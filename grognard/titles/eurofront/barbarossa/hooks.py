"""What the Front system asks of 1941: war on the USSR and its first winter."""

from __future__ import annotations

from ..peace import pact, soviets
from ..peace.hooks import PeaceHooks
from ..peace.state import ALLIED, SOVIET, Table
from . import war, winter


class BarbarossaHooks(PeaceHooks):
    """The answers of the chapters of 1941."""

    def transit(self, t: Table, power: int) -> int:
        """Who cooperates with the Allies lets Soviet trains through too, once the USSR is at war (16.21/b)."""
        return super().transit(t, ALLIED if power == SOVIET and not pact.at_peace(t) else power)

    def called_up(self, t: Table, piece: int) -> bool | None:
        """The Strategic Reserve has arrived by June 1941 (S1941)."""
        return None if t.world.units[piece].enters == soviets.STRATEGIC_RESERVE else super().called_up(t, piece)

    def disruption(self, t: Table, piece: int) -> int:
        """Every cause counts (5.32), surprise too (20.54/b)."""
        return super().disruption(t, piece) + war.disrupts(t, piece)

    def repulses_up_to(self, t: Table, node: int, number: int) -> int:
        return war.repulses(t, node, super().repulses_up_to(t, node, number))

    def speed_of(self, t: Table, piece: int, hexes: int, weather: int, free: int, month: int) -> int:
        return winter.speed(t, piece, super().speed_of(t, piece, hexes, weather, free, month), weather, month)

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        return winter.fire(t, piece, node, passive, super().fire_of(t, piece, node, passive, need))

    def winter_prices(self, t: Table, power: int, node: int) -> int:
        return winter.prices(t, power, node)
