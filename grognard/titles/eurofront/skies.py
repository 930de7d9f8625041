"""What the Front system asks of EuroFront about weather: it is that of a hex's front (12)."""

from __future__ import annotations

from grognard.titles.systems.front import game

from . import fronts
from .state import Table, position


class Skies(game.FrontTitle):
    """The weather of two rolls, and what it does to HQs, rivers and seas."""

    def weather_at(self, t: Table, node: int) -> int:
        return fronts.weather_at(t, node)

    def land_under(self, t: Table, weather: int) -> int:
        return fronts.land_under(t, weather)

    def skies(self, t: Table) -> tuple[int, ...]:
        p = position(t)
        return (p.weather, p.storm, p.weather_east, p.storm_east)

    def stormy_basins(self, t: Table) -> tuple[str, ...]:
        return fronts.stormy_basins(t)

    def frozen_seas(self, t: Table) -> int:
        return fronts.frozen_seas(t)

    def river_weather(self, t: Table, node: int) -> str:
        """In the Med Front rivers are small but for the Nile (7.62, 7.62/c)."""
        small = fronts.land_of(t, fronts.MF) & ~fronts.nile(t)
        return "med front" if small >> node & 1 else super().river_weather(t, node)

    def disruption(self, t: Table, piece: int) -> int:
        """Every cause counts (5.32): Mud (12.31), Snow (12.42)."""
        return fronts.bogged(t, piece) + fronts.snowbound(t, piece)

    def may_disrupt(self, t: Table) -> bool:
        return any(self.skies(t))
