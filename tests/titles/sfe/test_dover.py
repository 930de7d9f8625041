"""The steps at sea of the rulebook's example of an invasion (19.21), with its figures and dice, off Sicily."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.sfe import hulls, seabombing, ships
from grognard.titles.sfe.state import figures

from .cases import away, play, recast, rolls, sea, ship, unit

BOMBER, STUKA = (2, 4, 14), (1, 6, 6)


def invaders(dice: list[int], base: str = "Malta: MaltaGarrison BrSupplyMalta1 MaltaB") -> grognard.Game:
    """A corps on a transport with destroyers leaves Naples; a bomber of 1 2 12 waits."""
    game = sea(f"Naples: ItaTT1 ItaDD1 XXX / Tripoli: ItaX / {base} / axis naval".replace("XXX", "ItaXXI"), dice)
    recast(game, "ItaTT1", hull=(hulls.read("TT", "F 16 I 1 S"), hulls.read("TT", "F 8 I H S")))
    recast(game, "ItaDD1", hull=(hulls.read("DD", "F 30 48 24 F"), hulls.read("DD", "F 15 24 12 F")))
    recast(game, "ItaXXI", front=(10, 10, 4), back=(4, 4, 4))
    game.table.p.boats = game.table.p.turn  # Malta's submarines have helped already (A8)
    return play(game, "axis: sail ItaDD1+ItaTT1 Tripoli ItaXXI stay")


@pytest.mark.rule("sfe", "19.51", "21.06", "16.14", "20.03/6")
def test_steps_two_and_three() -> None:
    """At eight to ten hexes with reconnaissance a three succeeds; flak 46 is column four, three against type B, and
    misses on a seven; an eleven sinks the transport's front, and the corps aboard is flipped to 4-4-4."""
    game = invaders([3, 3, 4, 5, 6])
    play(game, f"allied: intercept {away(game, 'MaltaB', 8, 10)} MaltaB", "allied: bomb ItaTT1 MaltaB")
    tried = rolls(game, "interception")[0]
    assert (tried["die"], tried["modifier"], tried["success"]) == (3, -1, True)
    assert [(sum(one["dice"]), one["result"]) for one in rolls(game, "sea_flak")] == [(7, "-")]
    assert [(one["column"], sum(one["dice"]), one["result"]) for one in rolls(game, "ship_bombed")] == [("B", 11, "S")]
    assert ship(game, "ItaTT1") == "*reduced" and figures(game.table, unit(game, "ItaXXI")) == (4, 4, 4)
    assert game.table.p.flown >> unit(game, "MaltaB") & 1


@pytest.mark.rule("sfe", "16.24/1")
def test_step_five_a_bomber_that_misses_is_used() -> None:
    """At eight to ten hexes a six fails even with reconnaissance."""
    game = invaders([6])
    play(game, f"allied: intercept {away(game, 'MaltaB', 8, 10)} MaltaB")
    assert not rolls(game, "interception")[0]["success"] and game.table.p.flown >> unit(game, "MaltaB") & 1


@pytest.mark.rule("sfe", "16.14", "21.06", "20.02")
def test_step_six_two_bombers_on_a_battleship() -> None:
    """Flak 53 is column five, four against type B: a three halves one bomber, a ten misses; six factors are three
    rolls, a four and two nines: two D sink the front of the battleship."""
    game = sea("Catania: XFkB ItaRASicB / Malta: MaltaGarrison BBWarspite BrDDMed1 / allied naval",
               [1, 1, 2, 4, 6, 2, 2, 4, 5, 4, 5])  # fmt: skip
    for name in ("XFkB", "ItaRASicB"):
        recast(game, name, front=BOMBER)
    play(game, "allied: sail BBWarspite+BrDDMed1 Gibraltar_box . stay")
    play(game, f"axis: intercept {away(game, 'XFkB', 5, 10)} XFkB+ItaRASicB", "axis: bomb BBWarspite XFkB+ItaRASicB")
    assert [one["result"] for one in rolls(game, "sea_flak")] == ["H", "-"]
    assert [one["result"] for one in rolls(game, "ship_bombed")] == ["-", "D", "D"]
    assert ship(game, "BBWarspite") == "*reduced"


@pytest.mark.rule("sfe", "16.14", "21.06")
def test_step_eleven_a_stuka_on_a_battlecruiser() -> None:
    """Flak 54 is column five, where a five halves: three factors are left, a roll on A,F and one on the column left."""
    game = sea("Catania: XFkA / Malta: MaltaGarrison BBWarspite BrDDMed1 / allied naval", [1, 2, 3, 5, 5, 1, 1])
    recast(game, "BBWarspite", kind="BC", hull=(hulls.read("BC", "C 24 20 16 F"), hulls.read("BC", "C 12 10 8 F")))
    recast(game, "XFkA", front=STUKA)
    assert seabombing.flak_factors(game.table, unit(game, "BBWarspite"), unit(game, "BrDDMed1"), 0) == 5
    play(game, "allied: sail BBWarspite+BrDDMed1 Gibraltar_box . stay")
    play(game, f"axis: intercept {away(game, 'XFkA', 5, 6)} XFkA", "axis: bomb BBWarspite XFkA")
    assert [(sum(one["dice"]), one["result"]) for one in rolls(game, "sea_flak")] == [(5, "H")]
    assert [one["column"] for one in rolls(game, "ship_bombed")] == ["A,F", "B"]
    assert ship(game, "BBWarspite") == "*reduced"


@pytest.mark.rule("sfe", "19.23")
def test_step_sixteen_the_guns_of_the_destroyers() -> None:
    """Their 24 are 2.4 factors, and count as two beside a corps of four that is halved."""
    from grognard.titles.sfe import shore
    from grognard.titles.sfe import world as w

    game = sea("Tripoli: ItaDD1 / axis naval")
    recast(game, "ItaDD1", hull=(hulls.read("DD", "F 30 48 24 F"), hulls.read("DD", "F 15 24 12 F")))
    found = shore.fire(game.table, game.table.world.board.node("Tripoli"), 0)
    assert found == 24 * w.FACTOR // 10 and shore.no_more_than(found, 2 * w.FACTOR) == 2 * w.FACTOR
    assert ships.factor(game.table, unit(game, "ItaDD1"), "bombardment") == 24
