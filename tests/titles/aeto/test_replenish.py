"""The Replenishment Step: infantry, pilots, repairs (7.14, 7.16, 7.17)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core import counts
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import pieces, replenish
from grognard.titles.aeto.seasonal import pools
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, USSR

from .scenes import at, event, named, node, refused

SEAT = {"ussr": "u", "uk": "u", "germany": "g"}


def month_end(text: str, dice: list[int] | None = None) -> grognard.Game:
    """1941, with nothing on the map but what is named."""
    return grognard.read_scene(f"aeto 1941short bare / {text} / axis movement", dice)


def asked(game: grognard.Game, power: int) -> grognard.Game:
    """The Replenishment Step of a power's seat."""
    t = game.table
    t.agenda = (*t.agenda, Frame("replenishing", "step", t.seat_of(power)))
    game._changed()
    return game


def lose(game: grognard.Game, name: str, rule: str = "5.18/DE") -> None:
    """A unit is eliminated by land combat, or by something else."""
    pieces.eliminate(game.table, named(game, name), rule)


@pytest.mark.rule("aeto", "7.14/automatic")
@pytest.mark.rule("aeto", "7.14/soviet")
@pytest.mark.rule("aeto", "7.14/regardless-ep")
def test_four_soviet_infantry_chits_come_back_free() -> None:
    """Five armies die at Smolensk: four come back at Moscow without an EP, the fifth does not."""
    game = month_end("Smolensk: sov4inf sov4inf sov4inf sov4inf sov4inf / Berlin: ger6inf")
    for _ in range(5):
        pieces.eliminate(game.table, game.table.p.stack(node(game, "Smolensk"))[0], "5.18/DE")
    game.table.p.ep[USSR] = game.table.p.reserve[USSR] = 0
    asked(game, USSR)
    (word,) = replenish.box_words(game.table, game.table.seat_of(USSR), ())
    for place in ("Moscow", "Moscow", "Kharkov", "Kharkov"):
        game.play("uk", f"replenish {word} {place}")
    assert (
        at(game, "Moscow") == ["sov4inf", "sov4inf"]
        and refused(game, f"u: replenish {word} Moscow") == "7.14/automatic"
    )


@pytest.mark.rule("aeto", "7.14/home-only")
@pytest.mark.rule("aeto", "7.14/eliminated-by-combat")
@pytest.mark.rule("aeto", "7.14/no-oos")
@pytest.mark.rule("aeto", "7.14/no-island")
def test_what_the_box_takes() -> None:
    """Infantry that dies in combat at home; not abroad, not of hunger, not armor, not on Crete."""
    game = month_end("Smolensk: sov4inf sov9arm / Warsaw: sov4inf / Kiev: sov4inf / Berlin: ger6inf")
    lose(game, "sov4inf@Warsaw")
    lose(game, "sov4inf@Kiev", "7.13/effects")
    lose(game, "sov9arm@Smolensk")
    assert game.table.p.fallen == {}
    lose(game, "sov4inf@Smolensk")
    assert sum(game.table.p.fallen.values()) == 1
    world = game.table.world
    assert not world.mainland("greece") & world.board.region.get("Crete", 0)


@pytest.mark.rule("aeto", "7.14/eliminated-only")
@pytest.mark.rule("aeto", "7.14/own-nation")
def test_a_chit_comes_back_as_it_was_lost() -> None:
    """A depleted army that dies comes back depleted, to its own nation's player."""
    game = month_end("Smolensk: sov2inf- / Berlin: ger6inf")
    lose(game, "sov2inf-@Smolensk", "5.18/step-loss")
    seat = game.table.seat_of(USSR)
    assert [steps for _, steps in replenish.box(game.table, seat)] == [1]
    assert replenish.box(game.table, game.table.seat_of(GERMANY)) == []


@pytest.mark.rule("aeto", "7.14/germany")
@pytest.mark.rule("aeto", "7.14/uk")
@pytest.mark.rule("aeto", "7.14/minor")
@pytest.mark.rule("aeto", "7.14/no-france-italy")
def test_who_gets_how_many_free() -> None:
    """Germany two Volksgrenadiers 4-2 and no others, the UK one, a minor one, France and Italy none."""
    rumania = POWERS.index("rumania")
    assert [replenish.free_of(p) for p in (GERMANY, UK, USSR, rumania, FRANCE, ITALY)] == [2, 1, 4, 1, 0, 0]
    game = month_end("Berlin: ger6inf ger4inf / Moscow: sov4inf")
    cards = game.table.p.card
    assert not replenish.comes_free(game.table, cards[named(game, "ger6inf@Berlin")])
    volks = cards[named(game, "ger4inf@Berlin")]
    assert replenish.comes_free(game.table, volks) == (game.table.world.cards[volks].movement == 2)


@pytest.mark.rule("aeto", "7.14/place")
@pytest.mark.rule("aeto", "7.14/placement-limits")
def test_where_replenishments_come() -> None:
    """Supplied home hexes with room and out of enemy zones, even inhibited ones."""
    game = month_end("Smolensk: sov4inf / Bryansk: sov4inf sov4inf sov4inf sov4inf / Vyazma: ger6inf / Berlin: ger6inf")
    lose(game, "sov4inf@Smolensk")
    t = game.table
    where = replenish.homes(t, t.seat_of(USSR), (0,))
    assert where >> node(game, "Moscow") & 1 and not where >> node(game, "Bryansk") & 1
    assert not where & t.world.disc(node(game, "Vyazma"), 1) & ~t.world.rough


@pytest.mark.rule("aeto", "7.14/purchase")
def test_more_may_be_bought_back() -> None:
    """A German corps lost at Berlin costs two EPs; without them it stays in the pool."""
    game = month_end("Berlin: ger6inf / Dresden: ger8arm / Moscow: sov4inf")
    lose(game, "ger6inf@Berlin")
    t = game.table
    seat = t.seat_of(GERMANY)
    price = 2 * pools.price(t, replenish.box(t, seat)[0][0])
    for ep, able in ((price - 1, 0), (price, 1)):
        t.p.ep[GERMANY], t.p.reserve[GERMANY] = ep, 0
        assert replenish.for_a_price(t, seat, ()) == able
    asked(game, GERMANY)
    (word,) = replenish.box_words(t, seat, ())
    game.play("germany", f"buy_back {word} Dresden")
    assert at(game, "Dresden") == ["ger6inf", "ger8arm"] and t.p.ep[GERMANY] == 0


@pytest.mark.rule("aeto", "7.14/return-pool")
def test_what_is_left_stays_in_the_pool() -> None:
    """At the month's end the Box is empty, and the chit lies in the force pool."""
    game = month_end("Smolensk: sov4inf / Berlin: ger6inf")
    card = game.table.p.card[named(game, "sov4inf@Smolensk")]
    before = counts.of(game.table.p.pool, card)
    lose(game, "sov4inf@Smolensk")
    replenish.empty_box(game.table)
    assert game.table.p.fallen == {} and counts.of(game.table.p.pool, card) == before + 1


@pytest.mark.rule("aeto", "7.16/eligible")
@pytest.mark.rule("aeto", "7.16/cost")
def test_pilots_are_recovered_over_their_home() -> None:
    """A Spitfire wing depleted over London is full again for four EPs; one depleted over France is not."""
    game = month_end("London: uk2ftr- / Dover: uk2ftr- / Moscow: sov4inf")
    t, home, abroad = game.table, named(game, "uk2ftr-@London"), named(game, "uk2ftr-@Dover")
    t.p.shot_down[home], t.p.ep[UK], t.p.reserve[UK] = 1, 3, 0
    asked(game, UK)
    assert refused(game, "u: recover uk2ftr-@London") == "7.16/cost" and not replenish.shot_down(t, 1, ()) >> abroad & 1
    t.p.ep[UK] = 4
    game._changed()
    game.play("uk", "recover uk2ftr-@London")
    assert t.p.steps[home] == 2 and t.p.ep[UK] == 0


@pytest.mark.rule("aeto", "7.17/roll")
@pytest.mark.rule("aeto", "7.17/eligible")
@pytest.mark.rule("aeto", "7.17/retry")
def test_a_destroyed_installation_is_repaired() -> None:
    """The airbase of Warsaw: one EP and a 3 fail, and it is not tried again this month; a 4 repairs it."""
    for die, works in ((3, False), (4, True)):
        game = month_end("Warsaw: ger6inf / Moscow: sov4inf", [die])
        t, where = game.table, node(game, "Warsaw")
        t.p.destroyed[f"{where} airbase"] = 1
        t.p.ep[GERMANY] = 5
        asked(game, GERMANY)
        game.play("germany", "repair Warsaw")
        assert (f"{where} airbase" not in t.p.destroyed) == works and t.p.ep[GERMANY] == 4
        assert event(game, "repair_tried")["die"] == die
        assert works or not replenish.not_tried(t, 0, ()) >> where & 1
    game = month_end("Warsaw: ger6inf / Minsk: ger6inf / Moscow: sov4inf", [3])
    assert replenish.out_of_open_zones(game.table, game.table.seat_of(GERMANY), ()) >> node(game, "Warsaw") & 1


@pytest.mark.rule("aeto", "7.17/mod-home")
@pytest.mark.rule("aeto", "7.17/mod-fort")
@pytest.mark.rule("aeto", "7.17/mod-weather")
@pytest.mark.rule("aeto", "7.17/mod-supply")
def test_what_helps_repairs() -> None:
    """+1 at home, -1 for a fort, -1 in bad weather anywhere, -2 out of supply."""
    game = month_end("Berlin: ger6inf / Moscow: sov4inf")
    t, berlin, warsaw = game.table, node(game, "Berlin"), node(game, "Warsaw")
    assert replenish.repair_modifier(t, berlin, "airbase", GERMANY) == 1
    assert replenish.repair_modifier(t, warsaw, "airbase", GERMANY) == 0
    assert replenish.repair_modifier(t, warsaw, "fortification", GERMANY) == -1
    assert replenish.repair_modifier(t, node(game, "Moscow"), "airbase", GERMANY) == -2
    t.p.mud = 1
    assert replenish.repair_modifier(t, berlin, "airbase", GERMANY) == 0
