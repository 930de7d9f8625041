"""Sea supply (23.4): Odessa is fed from Sevastopol, as the rule's example tells it."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.sfe import seas, ships, stores, supply

from .cases import at, node, offers, play, refused, unit


def black_sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene of its second turn."""
    return grognard.read_scene(f"sfe barbarossa41 bare / Clear / turn=2 / {text}", dice)


def corps(count: int) -> tuple[str, ...]:
    """Soviet corps of four factors that can defend Odessa."""
    found = grognard.new("sfe", "barbarossa41", seed=1).table.world.units
    return tuple([u.name for u in found if u.power == 1 and u.kind == "INF" and u.size == "XXX"][:count])


def besieged(marks: str = "*1") -> tuple[grognard.Game, tuple[str, ...]]:
    """Three unsupplied corps in Odessa, a transport in Sevastopol."""
    names = corps(3)
    held = " ".join(name + marks for name in names)
    game = black_sea(f"Odessa: {held} / Sevastopol: SoTTBlackSea / allied naval")
    t = game.table
    t.p.allied_rail &= ~(1 << node(game, "Odessa"))
    t.p.captured.clear()
    return game, names


@pytest.mark.rule("sfe", "23.41", "23.42", "23.43")
def test_a_transport_brings_six_points_but_no_more_than_the_port_unloads() -> None:
    """A full transport carries six points, a reduced one three; the port's capacity is the limit of a turn."""
    game, _ = besieged()
    t, tt, there = game.table, unit(game, "SoTTBlackSea"), node(game, "Odessa")
    assert stores.holds(t, tt) == stores.FULL and stores.room(t, there) == seas.sea_map(t.world).ports[there]
    play(game, "allied: deliver SoTTBlackSea Odessa stay")
    assert game.table.p.stores[str(there)] == min(6, seas.sea_map(t.world).ports[there])
    assert at(game, "SoTTBlackSea") == "Odessa"
    game.table.p.reduced[tt] = 1
    assert stores.holds(game.table, tt) == stores.REDUCED


@pytest.mark.rule("sfe", "20.03/6")
def test_damage_halves_the_points_and_keeps_the_fraction() -> None:
    """A reduced transport that is damaged brings a point and a half, six quarters of a corps."""
    game, _ = besieged()
    t, tt = game.table, unit(game, "SoTTBlackSea")
    t.p.reduced[tt], t.p.damage[tt] = 1, ships.BACK
    play(game, "allied: deliver SoTTBlackSea Odessa stay")
    assert [quarters for _, _, quarters in supply.from_the_sea(t, 1)] == [6]


@pytest.mark.rule("sfe", "23.44", "23.44/2")
def test_the_example_of_odessa() -> None:
    """Points for the three corps: fed in the Administrative Phase and in the next Supply Phase, then all are gone."""
    game, names = besieged()
    play(game, "allied: deliver SoTTBlackSea Odessa stay")
    t = game.table
    fed = supply.fed_by_cities(t, 1, [unit(game, name) for name in names])
    area, _, quarters = supply.from_the_sea(t, 1)[0]
    assert area >> node(game, "Odessa") & 1 and quarters >= 12 and len(fed) == 3
    supply.recheck(t, 1)
    assert [t.p.unsupplied[unit(game, name)] for name in names] == [0, 0, 0]
    supply.clear_stores(t, 1)
    assert not t.p.stores


@pytest.mark.rule("sfe", "23.41")
def test_points_are_loaded_in_a_port_that_is_in_supply() -> None:
    """A transport that lies in the besieged port itself has nothing to load there."""
    game = black_sea(f"Odessa: {corps(1)[0]} SoTTBlackSea / Sevastopol: {corps(2)[1]} / allied naval")
    there = node(game, "Odessa")
    if supply.supplied_hexes(game.table, 1) >> there & 1:
        game.table.p.allied_rail = 0
    assert refused(game, "allied", "deliver SoTTBlackSea Sevastopol stay") == "23.41" or "deliver" not in offers(
        game, "allied"
    )


@pytest.mark.rule("sfe", "23.15/4")
def test_soviet_ships_replenish_at_home() -> None:
    """In supplied ports of the Soviet Union, not in a Rumanian one."""
    game = black_sea("Sevastopol: SoTTBlackSea / allied naval")
    good = ships.replenishes(game.table, 1)
    assert good >> node(game, "Sevastopol") & 1 and not good >> node(game, "Constanta") & 1


def test_the_enemy_takes_the_stores_with_the_port() -> None:
    """Supply points are gone when enemies enter their hex (23.21/1)."""
    game, names = besieged()
    play(game, "allied: deliver SoTTBlackSea Odessa stay")
    from grognard.titles.sfe import control

    control.take(game.table, 0, node(game, "Odessa"))
    assert not game.table.p.stores and names
