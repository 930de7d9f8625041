"""Air Offensives (4.2): in the Offensive Phase an Offensive sends up to six air units against works or ships."""

from __future__ import annotations

from grognard.board.hexset import among, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Level
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import costs, joint
from ..position import Table
from ..sea import air_strike
from . import bombing, installations, missions


def with_offensives(t: Table, seat: int, args: Args) -> int:
    """Air units of powers that have an Offensive to spend, or EPs for an Impromptu one (4.2)."""
    rich = [power for power in t.powers_of(seat) if costs.can_pay(t, power)]
    return where(t.p.power, among(*rich)) if rich else 0


def paid(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """The levels of a mission, for air units whose power can pay an Offensive (4.2)."""
    first = levels[0]
    masks = (Mask("4.2", with_offensives), *first.masks)
    bombers = Level(first.name, first.kind, first.universe, masks, closes=first.closes)
    return (bombers, *levels[1:])


def spend(t: Table, args: Args) -> None:
    """An Air Offensive takes one Offensive of the power that flies (4.2, P5/offensive-stock)."""
    power = t.p.power[args[0][0]]
    costs.pay_at_once(t, power)
    t.emit("air_offensive", "4.2", power=t.title.meta.powers[power])
    t.push(Frame("air_offensive", "step", -1, power))


def in_season(t: Table, seat: int) -> int:
    """Where Strategic Warfare is played and an Offensive is left."""
    return -1 if t.world.settings.get("sea") and any(costs.can_pay(t, power) for power in t.powers_of(seat)) else 0


class AirBomb(bombing.Bomb):
    """``air_bomb uk4hvy@Norwich . Essen``: an Air Offensive against an economy."""

    name = "air_bomb"
    masks = (Mask("5.4/air-land", joint.air_turn),)
    levels = paid(bombing.Bomb.levels)

    def glance(self, t: Table, seat: int) -> int:
        return in_season(t, seat)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        spend(t, args)
        super().apply(t, seat, args)


class AirWorks(installations.BombWorks):
    """``air_works uk3bmb@London . port Brest``: an Air Offensive against an airbase, port or railway."""

    name = "air_works"
    masks = (Mask("5.4/air-land", joint.air_turn),)
    levels = paid(installations.BombWorks.levels)

    def glance(self, t: Table, seat: int) -> int:
        return in_season(t, seat)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        spend(t, args)
        super().apply(t, seat, args)


class AirShips(air_strike.Strike):
    """``air_ships ger4bmb@Catania . Malta``: an Air Offensive against ships."""

    name = "air_ships"
    masks = (Mask("5.4/air-land", joint.air_turn),)
    levels = paid(air_strike.Strike.levels)

    def glance(self, t: Table, seat: int) -> int:
        return in_season(t, seat)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        spend(t, args)
        super().apply(t, seat, args)


class AirOffensive(Step):
    """An Air Offensive is its side's turn; when its mission is flown the Phase goes on (4.2, A13)."""

    name = "Air Offensive"
    rule = "4.2"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop("air offensive")

    def resume(self, t: Table, f: Frame, result: object) -> None:
        missions.fell(t, result)
