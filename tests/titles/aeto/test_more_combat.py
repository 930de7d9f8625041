"""Further cases of Part 5: restrictions, effects, retreats, reactions, breakthroughs."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import (
    attacks,
    breakthrough,
    combat,
    effects,
    exploitation,
    modifiers,
    pieces,
    reaction,
    retreats,
    stacking,
    zones,
)
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, UK, USSR

from .scenes import at, event, named, node, offers, places, play, prompt, refused, scene

UP = ("g: hq AFRIKA", "g: activate_all", "g: end")
READY = (*UP, "g: end", "g: end", "g: end")
BOTH = "ger8arm@Mechili+ger6mech@Mechili"


def east(text: str) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}")


def battle(game: grognard.Game, target: str, *units: str) -> Battle:
    attackers = tuple(named(game, name) for name in units)
    return Battle(node(game, target), attackers, game.table.p.power[attackers[0]])


@pytest.mark.rule("aeto", "5.14/target-hex")
def test_what_may_be_attacked() -> None:
    """Units, a lone HQ and an empty fort are targets; an empty hex and a lone General are not."""
    game = scene("Gazala: ger8arm / Bir_Hacheim: uk5inf / Bardia: 8th_Army / Sidi_Azeiz: Auchinleck / axis offensives")
    assert places(game, attacks.attackable(game.table, GERMANY)) == {"Bir_Hacheim", "Bardia", "Tobruk"}


@pytest.mark.rule("aeto", "5.15/one-attack")
@pytest.mark.rule("aeto", "5.15/one-hex-per-roll")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    """After its attack a corps joins no other, and the hex is not attacked again in the Step."""
    front = "Derna: AFRIKA / Bir_Hacheim_W1: ger8arm ger6mech"
    text = f"{front} / Gazala: uk5inf uk4inf / Bir_Hacheim: uk5inf / axis offensives"
    game = play(scene(text, [5]), *READY, "g: declare Gazala", "g: declare Bir_Hacheim", "g: end")
    play(game, "g: attack Gazala ger8arm@Bir_Hacheim_W1")
    while prompt(game)[1] != "combat":
        play(game, "g: lose ger8arm@Bir_Hacheim_W1")
    assert refused(game, "g: attack Bir_Hacheim ger4arm-@Bir_Hacheim_W1") == "5.15/one-attack"
    assert refused(game, "g: attack Gazala ger6mech@Bir_Hacheim_W1") == "5.15/one-hex-per-roll"


@pytest.mark.rule("aeto", "5.15/adjacent")
def test_attackers_stand_next_to_the_target() -> None:
    """Italians at Derna may join against Gazala, those at Benghazi may not."""
    game = scene(
        "Derna: AFRIKA ita3inf / Benghazi_E1: ita5arm / Mechili: ger8arm ger6mech / Gazala: uk5inf / axis offensives"
    )
    play(game, *READY, "g: declare Gazala", "g: end")
    assert refused(game, "g: attack Gazala ita5arm@Benghazi_E1") == "5.15/adjacent"
    assert "ita3inf@Derna" in offers(game, "g: attack Gazala")


@pytest.mark.rule("aeto", "5.15/split-stack")
def test_every_target_is_declared_once_before_the_first_attack() -> None:
    """A declared hex is not declared again, and one that was not declared is not attacked."""
    text = "Derna: AFRIKA / Bir_Hacheim_W1: ger8arm ger6mech / Gazala: uk5inf / Bir_Hacheim: uk5inf / axis offensives"
    game = play(scene(text), *READY, "g: declare Gazala")
    assert refused(game, "g: declare Gazala") == "5.15/split-stack"
    play(game, "g: end")
    assert refused(game, "g: attack Bir_Hacheim ger8arm@Bir_Hacheim_W1") != ""


@pytest.mark.rule("aeto", "5.18/AE")
@pytest.mark.rule("aeto", "5.2/eliminated-with-stack")
def test_ae_takes_all_attackers_and_the_hq_with_them() -> None:
    """A 1:3 attack that rolls 1 destroys the Italians and AFRIKA, which accompanied them."""
    game = scene("Mechili: ita3inf AFRIKA / Derna: ger6inf / Gazala: uk5inf uk4inf / axis offensives", [1])
    play(game, "g: hq AFRIKA", "g: activate ger6inf@Derna", "g: activate ita3inf@Mechili", "g: end", "g: end", "g: end")
    play(game, "g: declare Gazala", "g: end", "g: attack Gazala ita3inf@Mechili")
    assert event(game, "attack")["result"] == "AE" and at(game, "Mechili") == []


@pytest.mark.rule("aeto", "5.18/3-0")
@pytest.mark.rule("aeto", "5.18/1-0")
@pytest.mark.rule("aeto", "5.18/2-dot")
@pytest.mark.rule("aeto", "5.18/3-dot")
def test_what_each_result_costs() -> None:
    """3/-, 2/-, 1/- cost the attacker so many steps; -/1, -/2, -/3 the defender; AE and DE everything."""
    assert [effects.attacker_loss(r) for r in ("1/-", "2/-", "3/-", "AE", "DE")] == [1, 2, 3, 99, 0]
    assert [effects.defender_loss(r) for r in ("-/1", "-/2*", "-/3*", "DE", "AE")] == [1, 2, 3, 99, 0]


@pytest.mark.rule("aeto", "5.18/return-pool")
def test_eliminated_chits_go_to_the_pool_unless_they_cannot_be_rebuilt() -> None:
    """A corps waits in its pool; a chit marked cbr is gone."""
    game = scene("Derna: ita3inf ita1inf / axis movement")
    for name in ("ita3inf@Derna", "ita1inf@Derna"):
        pieces.eliminate(game.table, named(game, name), "5.18/step-loss")
    assert sum(game.table.p.pool) == 1 and at(game, "Derna") == []


@pytest.mark.rule("aeto", "5.18/retreat-joined-hex")
@pytest.mark.rule("aeto", "5.18/retreat-half-count")
def test_units_that_have_just_retreated_do_not_defend() -> None:
    """A corps that fell back into Tobruk in this Step adds nothing to it and is not counted for the half."""
    game = scene("Gazala: ger8arm / Tobruk: uk3inf- uk5inf / axis offensives")
    b = battle(game, "Tobruk", "ger8arm@Gazala")
    before = combat.defence(game.table, b), effects.steps_in(game.table, b)
    game.table.p.fell[named(game, "uk5inf@Tobruk")] = 1
    assert before == (12, 3) and (combat.defence(game.table, b), effects.steps_in(game.table, b)) == (5, 1)


@pytest.mark.rule("aeto", "5.18/retreat-impossible")
def test_a_unit_without_a_retreat_is_eliminated() -> None:
    """Ringed in at Bir Hacheim, the garrison that must retreat is lost."""
    ring = "Gazala: ger6inf / Sidi_Azeiz: ger6inf / Bir_Hacheim_W1: ger8arm ger6mech / Bir_Hacheim_SE1: ger6inf"
    game = scene(f"Derna: AFRIKA / {ring} / Bir_Hacheim: uk5inf uk4inf / axis offensives")
    game.table.p.forts = 0
    retreats.begin_retreat(game.table, node(game, "Bir_Hacheim"), GERMANY)
    game.table.run()
    assert at(game, "Bir_Hacheim") == []


@pytest.mark.rule("aeto", "5.18/voluntary-retreat")
@pytest.mark.rule("aeto", "11.8")
def test_who_may_retreat_by_choice() -> None:
    """Anyone may, but with the option Germans not before 1944."""
    for option, free in (("off", True), ("on", False)):
        game = scene("Mechili: ger8arm / Gazala: uk5inf / axis offensives", options={"no_german_retreat": option})
        assert effects.may_withdraw(game.table, [named(game, "ger8arm@Mechili")]) is free
        assert effects.may_withdraw(game.table, [named(game, "uk5inf@Gazala")]) is True


def test_who_declines_an_advance_makes_none_this_month() -> None:
    """Attackers who stay are marked, and are not offered another advance."""
    game = play(scene("Derna: AFRIKA / Mechili: ger8arm ger6mech / Gazala: uk3inf- / axis offensives", [8]), *READY)
    play(game, "g: declare Gazala", "g: end", f"g: attack Gazala {BOTH}", "g: stay")
    assert game.table.p.stayed[named(game, "ger8arm@Mechili")] == 1 and at(game, "Gazala") == []


@pytest.mark.rule("aeto", "5.16/oos-exclude")
def test_hungry_defenders_may_be_left_out() -> None:
    """In Benghazi, cut off, the corps that is marked may be excluded: its 6 points are lost, and so is the +1."""
    bare = "0 chits Benghazi / 0 chits Derna / 0 chits El Agheila"
    game = scene(f"{bare} / Benghazi: ita3inf ger6inf / Benghazi_E1: uk6arm 8th_Army / uk offensives", [4])
    game.table.p.marked[named(game, "ger6inf@Benghazi")] = 1
    play(game, "u: hq 8th_Army", "u: activate_all", "u: end", "u: end", "u: end", "u: end")
    play(game, "u: declare Benghazi", "u: end", "u: attack Benghazi uk6arm@Benghazi_E1")
    assert prompt(game) == ("germany", "exclude")
    play(game, "g: exclude")
    assert event(game, "attack")["defence"] == 3
    assert "defenders out of supply +1" not in event(game, "attack")["modifiers"]


@pytest.mark.rule("aeto", "5.17/participants")
def test_only_circled_armor_next_to_the_hex_reacts() -> None:
    """Armor at Gazala covers Mechili; infantry and armor two hexes away do not react."""
    game = scene("Mechili: ita3inf / Gazala: uk6arm uk5inf / Tobruk: uk6mech / axis offensives")
    able = reaction.reactors(game.table, 1, node(game, "Mechili"))
    assert able == 1 << named(game, "uk6arm@Gazala")


@pytest.mark.rule("aeto", "5.17/blitz")
def test_soviet_armor_does_not_react_in_a_blitzkrieg() -> None:
    """In June and July 1941 Soviet armor is stunned, in August it is not."""
    for month, stunned in (("June 1941", True), ("July 1941", True), ("August 1941", False)):
        game = east(f"Minsk: sov4arm / Warsaw: ger6inf / month={month_of(month)} / axis offensives")
        assert reaction.stunned(game.table, USSR) is stunned and reaction.stunned(game.table, UK) is False


@pytest.mark.rule("aeto", "5.16/mountain")
def test_mountains_cost_one_unless_a_mountain_unit_attacks() -> None:
    """Against a unit in the mountains -1; a mountain corps among the attackers lifts it."""
    game = east("Berlin: ger8arm ger5mtn / Warsaw: sov4inf / axis offensives")
    rough = next(n for n in range(game.table.world.board.size) if game.table.world.terrain("mountain") >> n & 1)
    game.table.place(named(game, "sov4inf@Warsaw"), rough)
    units = (named(game, "ger8arm@Berlin"), named(game, "ger5mtn@Berlin"))
    assert modifiers.mountain(game.table, Battle(rough, units[:1], GERMANY)) == -1
    assert modifiers.mountain(game.table, Battle(rough, units, GERMANY)) == 0


@pytest.mark.rule("aeto", "5.14/permfort-double")
@pytest.mark.rule("aeto", "5.14/permfort-empty")
def test_a_permanent_fort_doubles_if_all_come_across_its_sides() -> None:
    """Sevastopol: across its hexsides an army of 4 defends with 8, and the empty fort with 2."""
    game = east("Sevastopol: sov4inf / Berlin: ger8arm / axis offensives")
    where, attacker = node(game, "Sevastopol"), named(game, "ger8arm@Berlin")
    wall = next(n for n in range(game.table.world.board.size) if game.table.world.permanents.has(n, where))
    game.table.place(attacker, wall)
    b = Battle(where, (attacker,), GERMANY)
    assert combat.defence(game.table, b) == 8
    pieces.drop(game.table, named(game, "sov4inf@Sevastopol"))
    assert combat.defence(game.table, b) == 2


@pytest.mark.rule("aeto", "5.9/exempt")
@pytest.mark.rule("aeto", "5.15/overstack-attack")
def test_exempt_units_and_over_stacked_ones() -> None:
    """Paratroopers and leaders do not count for the four steps; of too many units only four steps fight."""
    game = scene("Mechili: ger8arm ger6mech ger4para Rommel / Bir_Hacheim: uk5inf uk4inf uk6arm / axis offensives")
    t = game.table
    assert stacking.fits(t, t.p.stack(node(game, "Mechili")), node(game, "Mechili"))
    fighting = stacking.chosen_to_fight(t, t.p.stack(node(game, "Bir_Hacheim")), node(game, "Bir_Hacheim"))
    assert sum(t.p.steps[i] for i in fighting) == 4


@pytest.mark.rule("aeto", "5.13/own-hex")
@pytest.mark.rule("aeto", "5.13/restrict-marsh")
def test_zones_of_armor_and_marsh() -> None:
    """Armor in a marsh covers only its own hex; infantry there covers its neighbours."""
    game = east("Minsk: sov4arm / Kiev: sov4inf / Berlin: ger6inf / axis offensives")
    swamp = next(n for n in range(game.table.world.board.size) if game.table.world.marsh >> n & 1)
    game.table.place(named(game, "sov4arm@Minsk"), swamp)
    pieces.drop(game.table, named(game, "sov4inf@Kiev"))
    assert zones.zone_over(game.table, [USSR]) == 1 << swamp


@pytest.mark.rule("aeto", "5.21/hq-act")
@pytest.mark.rule("aeto", "5.21/single-stack")
def test_breakthroughs_are_by_single_stacks_up_to_the_rating() -> None:
    """A stack breaks through by itself; under a Stack Activation one is all."""
    game = scene("Mechili: ger8arm ger6mech / Derna: AFRIKA ita5arm / Gazala: uk5inf uk4inf / axis offensives", [5, 5])
    play(game, *UP)
    assert refused(game, "g: thrust ger8arm@Mechili+ita5arm@Derna") == "5.21/single-stack"
    play(game, "g: thrust ger8arm@Mechili", "g: strike Gazala")
    while prompt(game)[1] == "losses":
        play(game, "g: lose ger8arm@Mechili")
    assert prompt(game)[1] != "thrust"


@pytest.mark.rule("aeto", "5.21/mud")
@pytest.mark.rule("aeto", "5.22/cond-weather")
def test_mud_stops_breakthroughs_and_exploitation() -> None:
    """In Mud no stack is offered for a Breakthrough, nor may armor exploit; Winter stops exploitation alone."""
    game = play(scene("Derna: AFRIKA / Mechili: ger8arm Rommel / Gazala: uk5inf / axis offensives"), "g: hq AFRIKA")
    play(game, "g: activate_all")
    armor = named(game, "ger8arm@Mechili")
    assert breakthrough.stacks(game.table, 0, ()) and exploitation.fair_weather(game.table, armor)
    game.table.p.mud = 1 << node(game, "Mechili")
    assert not breakthrough.stacks(game.table, 0, ()) and not exploitation.fair_weather(game.table, armor)
    game.table.p.mud, game.table.p.winter = 0, 1 << node(game, "Mechili")
    assert breakthrough.stacks(game.table, 0, ()) and not exploitation.fair_weather(game.table, armor)


@pytest.mark.rule("aeto", "5.20/mod-graziani")
@pytest.mark.rule("aeto", "5.20/mod-paulus")
@pytest.mark.rule("aeto", "5.18/2-0")
@pytest.mark.rule("aeto", "5.18/crt")
def test_more_of_the_tables() -> None:
    """Graziani -2, Paulus -1; 2/- costs two; a net 1 at 2:1 is 2/- and a net 8 at 5:1 DE."""
    assert [effects.general_modifier(name) for name in ("Graziani", "Paulus")] == [-2, -1]
    assert effects.attacker_loss("2/-") == 2
    assert [combat.result_of(1, 3), combat.result_of(8, 6), combat.result_of(6, 3)] == ["2/-", "DE", "-/2*"]


@pytest.mark.rule("aeto", "5.21/italian")
@pytest.mark.rule("aeto", "5.22/circled")
def test_who_has_a_circle() -> None:
    """Panzers have one, full Italian armor has, depleted Italian armor has not, infantry never."""
    game = scene("Mechili: ger4arm- ita5arm / Derna: ita3arm- ger6inf / axis offensives")
    names = ("ger4arm-@Mechili", "ita5arm@Mechili", "ita3arm-@Derna", "ger6inf@Derna")
    assert [pieces.circled(game.table, named(game, name)) for name in names] == [True, True, False, False]


@pytest.mark.rule("aeto", "5.22/cond-no-breakthrough")
def test_who_broke_through_does_not_exploit() -> None:
    """Armor that took part in the Breakthrough Step is left out of the Exploitation Step."""
    game = scene("Mechili: ger8arm Rommel / Cairo: uk5inf / axis offensives")
    armor = named(game, "ger8arm@Mechili")
    before = exploitation.may_exploit(game.table, armor)
    game.table.p.broke[armor] = 1
    assert before and not exploitation.may_exploit(game.table, armor)


@pytest.mark.rule("aeto", "10.2")
def test_a_blitzkrieg_lasts_two_months() -> None:
    """June is its first month, July its second; before and after there is none."""
    found = []
    for month in ("May 1941", "June 1941", "July 1941", "August 1941"):
        game = east(f"Minsk: sov4inf / Warsaw: ger6inf / month={month_of(month)} / axis offensives")
        found.append(modifiers.blitz_months(game.table))
    assert found == [0, 1, 2, 0]


@pytest.mark.rule("aeto", "5.16/cumulative")
def test_all_modifiers_are_added_up() -> None:
    """Concentric +1, a Soviet city -1 and June's Blitzkrieg +2 stand on the sheet together."""
    game = east("Smolensk: ger8arm / Bryansk: sov4inf / axis offensives")
    sheet = modifiers.modifiers(game.table, battle(game, "Bryansk", "ger8arm@Smolensk"))
    assert {(name, value) for name, _, value in sheet} >= {("Soviet home city", -1), ("Blitzkrieg", 2)}
