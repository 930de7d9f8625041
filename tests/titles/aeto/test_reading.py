"""Cases that an owner of the game would try first: stacking, breakthroughs, Generals, zones of fortresses."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import combat, effects, ending, hq, modifiers, months, reach, retreats, supply, zones
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.world import GERMANY, USSR

from .scenes import at, event, named, node, offers, places, play, prompt, refused, scene


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice)


THREE = "ger8arm@Benghazi+ger8arm@Benghazi+ger6mech@Benghazi"


@pytest.mark.rule("aeto", "5.9/basic")
def test_six_steps_do_not_leave_a_city_for_an_empty_plain_hex() -> None:
    """Benghazi, a city, holds three corps; together they find no room in empty Mechili, two of them do."""
    game = scene("Benghazi: ger8arm ger8arm ger6mech / Cairo: uk5inf / axis movement")
    assert refused(game, f"g: move {THREE} Mechili") == "5.9/timing"
    assert refused(game, "g: move ger8arm@Benghazi+ger6mech@Benghazi Mechili") == ""
    assert len(at(game, "Benghazi")) == 3


@pytest.mark.rule("aeto", "6.0/minimum")
def test_the_last_point_does_not_buy_a_mountain() -> None:
    """Armor without supply, one point in all, may enter the mountains at Tromso; with one of five left it may not."""
    game = east("Tromso_E1: ger8arm / Minsk: sov4inf / axis movement")
    piece = named(game, "ger8arm@Tromso_E1")
    game.table.p.begun[piece] = 2
    assert refused(game, "g: move ger8arm@Tromso_E1 Tromso") == ""
    game.table.p.begun[piece], game.table.p.spent[piece] = 1, 4
    game._changed()
    assert refused(game, "g: move ger8arm@Tromso_E1 Tromso") == "5.7/allowance"


@pytest.mark.rule("aeto", "5.0/general-attack-origin")
def test_a_breakthrough_under_a_general_does_not_outrun_him() -> None:
    """Panzers that Rommel woke may ride to Tobruk and strike Bardia with him, not while he stays at Mechili."""
    text = "Mechili: ger8arm Rommel / Bardia: uk5inf / Gazala: ita3inf / Tobruk: ita1inf / axis offensives"
    up = ("g: general Rommel", "g: activate_all", "g: end")
    game = play(scene(text), *up, "g: thrust ger8arm@Mechili")
    assert refused(game, "g: ride Tobruk") == "5.0/general-attack-origin"
    game = play(scene(text), *up, "g: thrust ger8arm@Mechili+Rommel", "g: ride Tobruk")
    assert offers(game, "g: strike") == {"Bardia"}


@pytest.mark.rule("aeto", "5.21/pre-move-overstack")
def test_only_four_steps_break_through_from_a_plain_hex() -> None:
    """Three corps ride out of Benghazi together; of their 22 points the 16 of two corps strike from the desert."""
    text = "Benghazi: ger8arm ger8arm ger6mech AFRIKA / Mechili: uk5inf / Cairo: uk5inf / axis offensives"
    game = play(scene(text, [8]), "g: hq AFRIKA", "g: activate_all", "g: end", f"g: thrust {THREE}")
    play(game, "g: ride Benghazi_E1", "g: strike Mechili")
    assert event(game, "attack")["attack"] == 16


@pytest.mark.rule("aeto", "5.21/no-normal-move")
def test_a_ride_without_a_strike_is_a_breakthrough_all_the_same() -> None:
    """Panzers that rode out of Mechili and struck nobody do not march on in the Land Movement Step, but may attack."""
    text = "Derna: AFRIKA / Mechili: ger8arm ger6mech / Gazala: uk5inf / axis offensives"
    game = play(scene(text), "g: hq AFRIKA", "g: activate_all", "g: end")
    play(game, "g: thrust ger8arm@Mechili", "g: ride Bir_Hacheim_W1", "g: end", "g: end")
    assert prompt(game)[1] == "land_movement"
    assert refused(game, "g: move ger8arm@Bir_Hacheim_W1 Bir_Hacheim") == "5.21/no-normal-move"
    play(game, "g: end", "g: end", "g: declare Gazala", "g: end")
    assert "ger8arm@Bir_Hacheim_W1" in offers(game, "g: attack Gazala")


@pytest.mark.rule("aeto", "5.21/repeat")
def test_a_failed_breakthrough_is_repeated_once_and_not_in_the_exploitation_step() -> None:
    """Panzers fail at Gazala, fail again in the Combat Step, and are then done; the corps with Rommel may attack."""
    text = (
        "Derna: AFRIKA / Mechili: ger8arm / Bir_Hacheim_W1: ger6mech Rommel / Gazala: uk5inf uk4inf / axis offensives"
    )
    game = play(scene(text, [7, 7]), "g: hq AFRIKA", "g: activate_all", "g: end")
    play(game, "g: thrust ger8arm@Mechili", "g: strike Gazala", "u: lose uk4inf@Gazala", "g: end", "g: end", "g: end")
    assert refused(game, "g: end") == "5.21/repeat"
    play(game, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili", "u: lose uk5inf@Gazala")
    play(game, "g: end", "g: end")
    assert prompt(game)[1] == "declare" and refused(game, "g: end") == ""
    play(game, "g: declare Gazala", "g: end")
    assert offers(game, "g: attack Gazala") == {"ger6mech@Bir_Hacheim_W1"}


@pytest.mark.rule("aeto", "5.18/retreat-joined-hex")
def test_who_retreated_to_an_empty_hex_defends_it() -> None:
    """A 5 and a 4 that fell back to empty Bir Hacheim defend with 9; beside a fresh 3 only the 3 counts."""
    game = scene("Gazala: ger8arm / Bir_Hacheim: uk5inf uk4inf uk3inf- / axis offensives")
    b = Battle(node(game, "Bir_Hacheim"), (named(game, "ger8arm@Gazala"),), GERMANY)
    for name in ("uk5inf@Bir_Hacheim", "uk4inf@Bir_Hacheim"):
        game.table.p.fell[named(game, name)] = 1
    assert (combat.defence(game.table, b), effects.steps_in(game.table, b)) == (3, 1)
    game.table.place(named(game, "uk3inf-@Bir_Hacheim"), node(game, "Cairo"))
    assert (combat.defence(game.table, b), effects.steps_in(game.table, b)) == (9, 4)


@pytest.mark.rule("aeto", "5.18/retreat-half-count")
def test_half_is_counted_of_those_who_were_there_first() -> None:
    """One step falls at Gazala with one of the corps that fell back to it: all that counted is lost, so 8 retreats."""
    text = "Derna: AFRIKA / Mechili: ger8arm ger6mech / Gazala: uk3inf- uk5inf / axis offensives"
    game = scene(text, [6, 8])
    play(game, "g: hq AFRIKA", "g: activate_all", "g: end", "g: end", "g: end", "g: end", "g: declare Gazala", "g: end")
    game.table.p.fell[named(game, "uk5inf@Gazala")] = 1
    game._changed()
    play(game, "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    while prompt(game)[1] == "losses":
        play(game, "u: lose uk5inf@Gazala")
    assert prompt(game) == ("uk", "retreat")


@pytest.mark.rule("aeto", "7.10/move-armor")
def test_armor_that_broke_through_traces_supply_again_after_the_offensive() -> None:
    """Panzers that broke through at Gazala and lost their last chit react out of supply in a British Offensive."""
    chits = "2 chits Derna / 0 chits Benghazi / 0 chits El Agheila"
    text = f"{chits} / Derna: AFRIKA ita1inf / Mechili: ger8arm / Gazala: uk3inf-"
    game = play(scene(f"{text} / Cairo: uk5inf / axis offensives", [8]), "g: hq AFRIKA", "g: activate_all", "g: end")
    play(game, "g: thrust ger8arm@Mechili", "g: strike Gazala", "g: advance ger8arm@Mechili", "g: lose ger8arm@Mechili")
    while prompt(game) != ("uk", "offensives"):
        play(game, "g: end")
    game.table.p.chits = {}
    game._changed()
    piece = named(game, "ger4arm-@Gazala")
    game.table.p.fed[piece] = 0
    assert supply.hungry(game.table, (piece,)) == (piece,)


@pytest.mark.rule("aeto", "5.0/general-other-general")
def test_a_general_who_was_not_activated_adds_nothing_to_an_attack() -> None:
    """Messe's Offensive wakes the panzers at Derna but not Rommel beside them: they attack with 8, not with 11."""
    text = "Mechili: Messe ita3inf ita5arm / Derna: ger8arm Rommel / Gazala: uk5inf / axis offensives"
    game = play(scene(text, [4]), "g: general Messe", "g: activate_all", "g: end")
    while prompt(game)[1] != "declare":
        play(game, "g: end")
    play(game, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Derna")
    assert event(game, "attack")["attack"] == 8


@pytest.mark.rule("aeto", "7.10/instant")
def test_who_has_drawn_a_chit_and_is_cut_off_is_out_of_supply() -> None:
    """A corps that drew on Derna's chit is supplied at Mechili; without the chit it is marked and attacks at -2."""
    game = scene("0 chits Benghazi / 1 chits Derna / 0 chits El Agheila / Mechili: ger6inf / axis movement")
    t, piece = game.table, named(game, "ger6inf@Mechili")
    assert supply.draw(t, piece) and ending.is_supplied(t, piece)
    t.p.chits = {}
    game._changed()
    assert not ending.is_supplied(t, piece) and supply.hungry(t, (piece,)) == (piece,)


@pytest.mark.rule("aeto", "10.2")
def test_a_blitzkrieg_attack_is_german_whoever_is_named_first() -> None:
    """Germans and Rumanians attack Bryansk in June 1941 with +2 in either order; Rumanians alone have nothing."""
    game = east("Smolensk: ger8arm rum3inf / Bryansk: sov4inf / axis offensives")
    german, rumanian = named(game, "ger8arm@Smolensk"), named(game, "rum3inf@Smolensk")
    found = [
        modifiers.blitzkrieg(game.table, combat.battle_of(game.table, node(game, "Bryansk"), units))
        for units in ((german, rumanian), (rumanian, german), (rumanian,))
    ]
    assert found == [2, 2, 0]


@pytest.mark.rule("aeto", "5.13/restrict-fort")
def test_the_garrison_of_a_fortress_has_a_zone_and_its_enemy_has_none_there() -> None:
    """Sevastopol covers Simferopol; the Germans there do not cover Sevastopol, until the fortress has fallen."""
    game = east("Sevastopol: sov4inf / Simferopol: ger6inf / axis offensives")
    t = game.table
    assert "Simferopol" in places(game, zones.zone_over(t, [USSR]))
    assert "Sevastopol" not in places(game, zones.zone_over(t, [GERMANY]))
    t.p.permanent = 0
    assert "Sevastopol" in places(game, zones.zone_over(t, [GERMANY]))


@pytest.mark.rule("aeto", "5.18/retreat-terrain")
def test_nobody_falls_back_into_neutral_land() -> None:
    """At the Turkish border a Soviet army and an HQ find no refuge in Turkey."""
    game = east("E_3601: sov4inf sov_Zhukov_HQ / Warsaw: ger6inf / axis offensives")
    t = game.table
    shut = reach.no_entry(t, USSR)
    assert t.world.next_to(node(game, "E_3601")) & shut
    assert not retreats.steps_out(t, named(game, "sov4inf@E_3601")) & shut
    assert not hq.refuge(t, named(game, "sov_Zhukov_HQ")) & shut


@pytest.mark.rule("aeto", "5.21/move-general")
def test_armor_that_left_its_general_goes_on_one_hex() -> None:
    """Panzers advance to Gazala: with Rommel they go on to Mersa Matruh, without him no farther than the next hex."""
    text = "Derna: AFRIKA / Mechili: ger8arm ger6mech Rommel / Gazala: uk3inf- / Cairo: uk5inf / axis offensives"
    both = "ger8arm@Mechili+ger6mech@Mechili"
    for who, rule in ((f"{both}+Rommel", ""), (both, "5.21/move-general")):
        game = play(scene(text, [8]), "g: hq AFRIKA", "g: activate_all", "g: end")
        play(game, f"g: thrust {both}+Rommel", "g: strike Gazala", f"g: advance {who}")
        assert refused(game, "g: push ger8arm@Gazala Sidi_Azeiz_SE1") == rule
        assert refused(game, "g: push ger8arm@Gazala Bir_Hacheim") == ""


@pytest.mark.rule("aeto", "1.6")
def test_nothing_is_landed_in_a_frozen_port() -> None:
    """Oulu's chit comes every month while the sea is open; when the port is frozen it does not, and Oslo's does."""
    game = east("Warsaw: ger6inf / Minsk: sov4inf / axis offensives")
    t = game.table
    found = []
    for ice in (0, 1 << node(game, "Oulu")):
        t.p.chits, t.p.ice = {}, ice
        months.fill_ports(t)
        found.append([str(node(game, name)) in t.p.chits for name in ("Oulu", "Oslo")])
    assert found == [[True, True], [False, True]]
