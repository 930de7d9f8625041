"""Rail movement (6.1)."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.titles.aeto import names, pieces, rail
from grognard.titles.aeto.world import GERMANY, USSR

from .scenes import at, node, play, refused


def scene(text: str) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text} / axis movement")


def open_russia(game: grognard.Game) -> grognard.Game:
    """Give Germany the Soviet land west of Moscow, so that lines run through it."""
    p = game.table.p
    west = p.held[USSR] & ~game.table.world.disc(node(game, "Moscow"), 3)
    p.held[USSR] &= ~west
    p.held[GERMANY] |= west
    game._changed()
    return game


@pytest.mark.rule("aeto", "6.1/capacity")
@pytest.mark.rule("aeto", "6.1/chits")
def test_a_nation_moves_so_many_chits_a_month() -> None:
    """Germany rails six chits; the seventh is refused, for France has but one and that is not at either end."""
    seven = "Berlin: ger8arm ger6inf ger6mech / Hamburg: ger6inf ger6mech / Munich: ger6inf ger6mech"
    game = scene(seven)
    for unit in ("ger8arm@Berlin", "ger6inf@Berlin", "ger6mech@Berlin"):
        play(game, f"g: rail {unit} {'Frankfurt' if 'arm' in unit else 'Stuttgart' if 'inf' in unit else 'Leipzig'}")
    play(
        game, "g: rail ger6inf@Hamburg Breslau", "g: rail ger6mech@Hamburg Dresden", "g: rail ger6inf@Munich Nuremberg"
    )
    assert rail.left(game.table, "germany") == 0
    assert refused(game, "g: rail ger6mech@Munich Frankfurt") == "6.1/origin-destination"


@pytest.mark.rule("aeto", "6.1/origin-destination")
@pytest.mark.rule("aeto", "6.1/conquest")
def test_capacity_is_of_the_origin_or_the_destination() -> None:
    """Russia to France goes by the one French point that the conqueror has; the second such chit is refused."""
    game = open_russia(scene("Minsk: ger6inf ger6mech / Paris: ger6inf"))
    assert rail.capacity(game.table, "france") == 1
    play(game, "g: rail ger6inf@Minsk Orleans")
    assert refused(game, "g: rail ger6mech@Minsk Lyon") in ("6.1/origin-destination", "6.1/path")
    assert refused(game, "g: rail ger6mech@Minsk Berlin") == ""


@pytest.mark.rule("aeto", "6.1/german-difficulty")
def test_a_die_limits_axis_trains_into_russia() -> None:
    """With a 1 one chit crosses the Soviet border, the second is refused, and trains at home go on."""
    game = open_russia(scene("Berlin: ger6inf ger6mech"))
    game.table.p.rail["die"] = 1
    play(game, "g: rail ger6inf@Berlin Minsk")
    assert refused(game, "g: rail ger6mech@Berlin Smolensk") == "6.1/german-difficulty"
    assert refused(game, "g: rail ger6mech@Berlin Hamburg") == ""


@pytest.mark.rule("aeto", "6.1/zoc")
@pytest.mark.rule("aeto", "6.1/supply")
@pytest.mark.rule("aeto", "6.1/no-activated")
def test_who_may_not_rail() -> None:
    """Not a unit in an open enemy zone, not one without a line of supply, not one that has railed."""
    game = scene("Smolensk: ger6inf / Berlin: ger8arm / Konigsberg: ger6inf")
    assert refused(game, "g: rail ger6inf@Smolensk Minsk") == "6.1/supply"
    play(game, "g: rail ger8arm@Berlin Hamburg")
    assert refused(game, "g: rail ger8arm@Hamburg Berlin") == "6.1/no-activated"
    game = scene("Hamburg: ger6inf / Berlin: ger8arm ger6mech")
    for place in ("Hamburg", "Berlin"):
        beside = next(n for n in members(game.table.world.next_to(node(game, place))) if n not in game.table.p.stacks)
        pieces.raise_chit(game.table, names.units()["sov4inf"][0], 2, beside)
    game._changed()
    assert refused(game, "g: rail ger6inf@Hamburg Dresden") == "6.1/zoc"
    assert refused(game, "g: rail ger8arm@Berlin Dresden") == ""


@pytest.mark.rule("aeto", "6.1/soviet-moscow")
@pytest.mark.rule("aeto", "6.1/soviet-minsk")
def test_lost_cities_cost_the_soviets_capacity() -> None:
    """Seven whole; six without Minsk; four without Moscow too."""
    game = scene("Berlin: ger6inf")
    found = [rail.capacity(game.table, "ussr")]
    for name in ("Minsk", "Moscow"):
        play_hex = 1 << node(game, name)
        for power in range(len(game.table.p.held)):
            game.table.p.held[power] &= ~play_hex
        game.table.p.held[GERMANY] |= play_hex
        found.append(rail.capacity(game.table, "ussr"))
    assert found == [7, 6, 4]
    assert at(game, "Berlin") == ["ger6inf"]
