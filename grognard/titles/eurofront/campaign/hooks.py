"""What the Front system asks of the campaign of 1939 while Finland fights the Soviets (21.48)."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.titles.systems.front.arrivals import Site
from grognard.titles.systems.front.world import World

from ..barbarossa.hooks import BarbarossaHooks
from ..europe.arrival import PER_MAJOR
from ..europe.initiative import order
from ..europe.nations import army, winter_war
from ..peace.hooks import PeaceHooks
from ..peace.state import ALLIED, AXIS, SOVIET, Table
from ..state import FINNISH
from ..winter import rules
from . import finland


def turns(t: Table) -> tuple[int, ...]:
    """The powers in the order of their player-turns, the Finns after the Axis, which plays them (21.48)."""
    found: tuple[int, ...] = order(t)
    if not winter_war(t):
        return found
    after = found.index(AXIS) + 1
    return (*found[:after], FINNISH, *found[after:])


class CampaignHooks(BarbarossaHooks):
    """The answers of the campaign of 1939."""

    effects = {**PeaceHooks.effects, "WW": finland.begin_war, "FX": finland.join_axis}

    def order_of_turns(self, t: Table) -> tuple[int, ...]:
        return turns(t)

    def called_up(self, t: Table, piece: int) -> bool | None:
        """The Strategic Reserve waits for its event (20.51), Finland's own army for its war (21.48)."""
        if t.world.units[piece].power == FINNISH:
            return "WW" in t.p.politics
        return PeaceHooks.called_up(self, t, piece)

    # Finland alone

    def origins(self, t: Table, power: int) -> int:
        return rules.origins(t, power, FINNISH)

    def home_origin(self, t: Table, power: int) -> int:
        return rules.origins(t, power, FINNISH)

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        return finland.fire(t, piece, node, super().fire_of(t, piece, node, passive, need))

    def assaults_by_sea(self, t: Table, piece: int) -> bool:
        return super().assaults_by_sea(t, piece) and not finland.is_armor(t, piece)

    def air_fire(self, t: Table, node: int) -> int:
        return finland.air_fire(t, node, super().air_fire(t, node))

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """Finns who fight alone come in Helsinki (20.64)."""
        return (
            *super().arrival_sites(w),
            Site("finnish", "finland", 1 << w.board.node("Helsinki"), PER_MAJOR, "", ("11.6",)),
        )

    def gone_for_good(self, t: Table) -> int:
        """Finland's own army does not come back once its war is over (21.482)."""
        over = 0 if winter_war(t) else from_iter(army(t.world, finland.FINLAND, FINNISH))
        return super().gone_for_good(t) | over

    def playing(self, t: Table) -> tuple[int, ...]:
        return AXIS, ALLIED, SOVIET, FINNISH
