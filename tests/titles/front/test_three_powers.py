"""The Front system with three powers, two of them friends: control, zones and stacking as EuroFront needs them."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.engine.rules import Rules
from grognard.titles.front import control, ground, supply
from grognard.titles.front.state import FrontPosition
from grognard.titles.westfront.world import world

AXIS, WEST, EAST = 0, 1, 2
WEST_WORLD = world("s44")
UNITS = WEST_WORLD.units
BOARD = WEST_WORLD.board


def table(**places: list[int]) -> Any:
    """A bare table: hexes by name, each with pieces; slots 40 and up play for the third power."""
    w = dataclasses.replace(WEST_WORLD, powers=("axis", "west", "east"), closed_to=(0, 0, 0))
    p = FrontPosition(len(UNITS), 0, 3)
    p.seat_of, p.hostile = [0, 1, 2], [0b110, 0b001, 0b001]
    p.held = [w.land, 0, 0]
    for i in range(len(UNITS)):
        p.at[i] = w.spans + 3 * (i % 3)
        p.cv[i] = 2
    for name, pieces in places.items():
        for power, i in enumerate(pieces):
            if i >= 0:
                p.power[i], p.at[i] = power, BOARD.node(name)
    p.restack()
    return SimpleNamespace(p=p, world=w, rules=Rules(), title=SimpleNamespace(fog=False), scenario="s44")


def holder(t: Any, name: str) -> set[int]:
    bit = 1 << BOARD.node(name)
    if t.p.disputed & bit:
        return {-1}
    return {power for power, held in enumerate(t.p.held) if held & bit}


def test_friends_are_those_who_fight_the_same_enemy() -> None:
    """West and East are friends, the Axis stands alone."""
    p = table().p
    assert control.friends(p, WEST) == [WEST, EAST]
    assert control.friends(p, AXIS) == [AXIS]


def test_each_power_takes_its_own_hexes() -> None:
    """A western and an eastern corps hold what they stand on; friends' hexes are friendly to both."""
    t = table(Paris=[-1, 20], Berlin=[-1, -1, 45])
    control.evaluate(t)
    assert holder(t, "Paris") == {WEST}
    assert holder(t, "Berlin") == {EAST}
    assert control.friendly(t.p, WEST) >> BOARD.node("Berlin") & 1
    assert not control.friendly(t.p, AXIS) >> BOARD.node("Paris") & 1


def test_zones_of_friends_do_not_dispute() -> None:
    """Amiens lies in the zones of a western and an eastern corps: no one disputes it."""
    t = table(Paris=[-1, 20], Calais=[-1, -1, 45])
    control.evaluate(t)
    assert holder(t, "Amiens") in ({WEST}, {EAST})
    assert not t.p.disputed >> BOARD.node("Amiens") & 1


def test_an_enemy_zone_disputes_with_either_friend() -> None:
    """An Axis corps in Cambrai disputes Lille with the eastern one in Calais."""
    t = table(Cambrai=[3], Calais=[-1, -1, 45])
    control.evaluate(t)
    assert holder(t, "Lille") == {-1}


def test_a_battle_is_between_enemies_only() -> None:
    """Friends in one hex do not fight; an enemy makes it a battle."""
    assert not control.battles(table(Paris=[-1, 20, 45]))
    assert control.battles(table(Paris=[3, 20])) == 1 << BOARD.node("Paris")


@pytest.mark.parametrize("mover", [20, 45])
def test_friends_of_two_powers_do_not_stack(mover: int) -> None:
    """A corps finds no room where another power's corps stands, friend or not."""
    t = table(Paris=[-1, 20 if mover == 45 else -1, 45 if mover == 20 else -1], Reims=[-1, -1, -1])
    t.p.power[mover] = WEST if mover == 20 else EAST
    assert not ground.has_room(t, mover, BOARD.node("Paris"))
    assert ground.has_room(t, mover, BOARD.node("Reims"))


def test_supply_lines_pass_a_friends_land() -> None:
    """Western supply runs over hexes that the eastern power holds."""
    t = table()
    t.p.held = [0, 0, WEST_WORLD.land]
    area = supply.supply_lines(t, WEST, 1 << BOARD.node("Metz"))
    assert area >> BOARD.node("Paris") & 1
