"""What the Front system asks of all scenarios of 1940: the naval balance, Supreme Moves by HQ, roads, one purse."""

from __future__ import annotations

from grognard.titles.systems.front import supply

from .. import fronts
from ..hooks import EuroFrontHooks
from ..state import Table, position
from . import costs, naval, supreme
from . import state as war_state
from . import supply as war_supply


class WarHooks(EuroFrontHooks):
    """The answers that Operation Weser and the Med Front have in common."""

    position: type[war_state.WarPosition] = war_state.WarPosition
    stack_columns = (*EuroFrontHooks.stack_columns, "acclimatized")

    # The sea

    def naval_supremacy(self, t: Table) -> int:
        return naval.ruling(t)

    def interdictor(self, t: Table, power: int, foe: int) -> str:
        return naval.balance(t, power)

    def invader(self, t: Table, power: int) -> str:
        return naval.reach(t, power)

    def assailant(self, t: Table, piece: int) -> str:
        return naval.balance(t, naval.foe_of(t.p.power[piece]))

    # Supply and command

    def origin_holds(self, t: Table, power: int, found: int) -> int:
        return war_supply.origin_holds(t, power, found)

    def sources(self, t: Table, power: int) -> int:
        """Rail/Sea Supply and the roads beyond it (10.33)."""
        return supply.rail_sea(t, power) | war_supply.road_supply(t, power)

    def rail_ways(self, t: Table, power: int) -> int:
        return super().rail_ways(t, power) | self.transit(t, power)

    def supreme_movers(self, t: Table) -> int:
        return supreme.movers(t)

    def supreme_moves_for(self, t: Table, piece: int) -> int:
        return supreme.moves_for(t, piece)

    def spend_supreme_moves(self, t: Table, piece: int, moves: int) -> None:
        supreme.spend(t, piece, moves)

    def gains_moves(self, t: Table, hq: int, moves: int) -> None:
        position(t).moves_left[hq] = moves
        position(t).cheap_front[hq] = 0

    def may_disrupt(self, t: Table) -> bool:
        return True

    # Production and scenes

    def step_cost(self, t: Table, piece: int) -> int:
        return costs.step_cost(t, piece)

    def scene_word(self, t: Table, clause: str) -> bool:
        return fronts.scene_word(t, clause) or super().scene_word(t, clause)

    def playing(self, t: Table) -> tuple[int, ...]:
        """Axis and Allies: the Soviets are at peace."""
        return naval.PLAYING
