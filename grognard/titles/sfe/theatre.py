"""The Supply Determination Phase where supply units and fleets are in play (4.03, 23.54, 23.7)."""

from __future__ import annotations

from . import besieged, depots, ships, supply
from .state import Table
from .state import ships as fleet


class Supply(supply.Supply):
    """Supply units feed their theatre, ships that lie in poor ports among those who eat from them (23.15/3)."""

    def check(self, t: Table, power: int) -> None:
        besieged.check(t, power)
        if not t.world.depot_slots:
            supply.check(t, power)
            if t.world.ship_slots:
                ships.check(t, power, set())
            return
        poor = [i for i in fleet(t, power) if not ships.replenishes(t, power) >> t.p.at[i] & 1]
        fed = depots.general(t, power, poor)
        supply.check(t, power, frozenset(fed))
        ships.check(t, power, fed)
