"""Ships that shell installations (3.28, 7.9)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.titles.aeto.sea import bombardment, shelling
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import event, named, node, refused


def squadron(dice: list[int], ships: str = "Warspite Rodney Nelson") -> grognard.Game:
    """British battleships at Gibraltar that can shell Sardinia."""
    text = f"Gibraltar: {ships} / Rome: ita3inf / Berlin: ger6inf / London: uk5inf / uk offensives"
    game = grognard.read_scene(f"aeto 1941 bare / {text}", dice)
    game.table.p.offensives[UK] = 2
    return game


@pytest.mark.rule("aeto", "3.28")
def test_ships_put_a_port_out_of_action() -> None:
    """The guns of three battleships and the die against 6 and the number of the port: with enough it works no more."""
    for die in (1, 6):
        game = squadron([6, die])
        t, port = game.table, node(game, "Cagliari")
        fleet = [named(game, name) for name in ("Warspite", "Rodney", "Nelson")]
        points = bombardment.strength(t, fleet)
        game.play("uk", "bombard Warspite+Rodney+Nelson Cagliari port")
        struck = event(game, "bombed_works")
        assert struck["total"] == die + points and t.p.offensives[UK] == 1
        assert (f"{port} port" in t.p.destroyed) == bool(struck["hit"]) == (struck["total"] >= struck["needed"])


@pytest.mark.rule("aeto", "3.28")
def test_what_ships_shell_and_who_can() -> None:
    """The port of an enemy, not that of a friend; and no force without guns that count."""
    game = squadron([6], "Warspite uk0stp")
    t, seat = game.table, game.table.seat_of(UK)
    found = shelling.enemy_works(t, seat, ((named(game, "Warspite"),),))
    assert found >> node(game, "Cagliari") & 1 and not found >> node(game, "Gibraltar") & 1
    assert refused(game, "u: bombard uk0stp@Gibraltar Cagliari port") == "3.28"


@pytest.mark.rule("aeto", "7.9/target")
def test_a_mulberry_is_shelled() -> None:
    """Two points off a Mulberry of target number 2 need 8 with a 6, and have them; in a fortified hex 10."""
    for fort, needed in ((0, 8), (1, 10)):
        game = grognard.read_scene(
            "aeto 1944 bare / off_Calais_SW1: Gneisenau ger1dd / Calais SW1: uk5inf / Berlin: ger6inf / axis movement",
            [6],
        )
        t, where = game.table, node(game, "Calais SW1")
        t.p.held[GERMANY] &= ~(1 << where)
        t.p.held[UK] |= 1 << where
        t.p.due[f"mulberry {where}"] = t.p.month - 1
        t.p.forts |= fort << where
        force = (named(game, "Gneisenau"), named(game, "ger1dd@off_Calais_SW1"))
        data = (("force", force), ("goal", t.p.at[force[0]]), ("hex", where), ("stage", 1), ("works", "mulberry"))
        shelling.shell(t, Frame("sea_offensive", "order", 0, GERMANY, data))
        assert 8 <= 6 + bombardment.strength(t, list(force)) < 10
        assert (f"{where} mulberry" in t.p.destroyed) == (6 + bombardment.strength(t, list(force)) >= needed)


@pytest.mark.rule("aeto", "3.3")
def test_an_admiral_gathers_ships_of_ports_nearby() -> None:
    """Cunningham sails from Alexandria with a battleship of Mersa Matruh; without him each port is alone."""
    fleets = "Alexandria: Warspite / Mersa Matruh: Malaya / Gibraltar: Nelson"
    game = grognard.read_scene(f"aeto 1941 bare / {fleets} / Rome: ita3inf / London: uk5inf / uk offensives", [6])
    t = game.table
    t.p.offensives[UK] = 2
    assert refused(game, "u: sea_offensive Warspite+Malaya off_Alexandria") == "3.3"
    t.p.due["admiral Cunningham"] = t.p.card[named(game, "Warspite")]
    game._changed()
    assert refused(game, "u: sea_offensive Warspite+Nelson off_Alexandria") == "3.3"
    game.play("uk", "sea_offensive Warspite+Malaya off_Alexandria")
    assert {t.p.at[named(game, name)] for name in ("Warspite", "Malaya")} == {node(game, "off_Alexandria")}
