"""Armor Reaction (5.17), Breakthrough (5.21) and Exploitation (5.22)."""

from __future__ import annotations

import pytest

from .scenes import at, event, offers, play, prompt, refused, scene

SPEAR = "Derna: AFRIKA / Mechili: ger8arm ger6mech Rommel"
THRUST = "g: thrust ger8arm@Mechili+ger6mech@Mechili+Rommel"
UP = ("g: hq AFRIKA", "g: activate_all", "g: end")


@pytest.mark.rule("aeto", "5.21/who")
def test_only_circled_armor_breaks_through() -> None:
    """Infantry makes no Breakthrough, nor does depleted Italian armor."""
    game = play(scene("Derna: AFRIKA / Mechili: ger8arm ger6inf ita3arm- / Gazala: uk5inf / axis offensives"), *UP)
    assert offers(game, "g: thrust") == {"ger8arm@Mechili"}


@pytest.mark.rule("aeto", "5.21/success")
@pytest.mark.rule("aeto", "5.21/move-general")
@pytest.mark.rule("aeto", "5.21/general-flip")
def test_a_breakthrough_with_a_general_goes_on_by_his_rating() -> None:
    """17 against 3 on an 8 is DE: the panzers advance, then push on up to Rommel's five hexes; he is flipped."""
    game = play(scene(f"{SPEAR} / Gazala: uk3inf- / axis offensives", [8]), *UP, THRUST, "g: strike Gazala")
    play(game, "g: advance ger8arm@Mechili+ger6mech@Mechili+Rommel")
    assert prompt(game) == ("germany", "thrust")
    assert refused(game, "g: push ger8arm@Gazala+ger6mech@Gazala+Rommel El_Alamein") == "5.21/move-general"
    play(game, "g: push ger8arm@Gazala+ger6mech@Gazala+Rommel Mersa_Matruh_W1")
    assert at(game, "Mersa_Matruh_W1") == ["Rommel", "ger6mech", "ger8arm"]
    rommel = game.table.title.find_pieces(game.table, "Rommel")[0]
    assert game.table.p.flipped[rommel] == 1


@pytest.mark.rule("aeto", "5.21/move-no-general")
def test_without_a_general_one_hex_whatever_the_zones() -> None:
    """Panzers without a General go on one hex, from zone to zone if need be."""
    game = scene("Derna: AFRIKA / Mechili: ger8arm / Gazala: uk1cdo / Bir_Hacheim: uk5inf / axis offensives", [8])
    play(game, *UP, "g: thrust ger8arm@Mechili", "g: strike Gazala", "g: advance ger8arm@Mechili")
    assert offers(game, "g: push ger8arm@Gazala .") == {"Derna", "Mechili", "Bir_Hacheim_W1"}


@pytest.mark.rule("aeto", "5.21/pre-move")
def test_a_stack_rides_up_to_two_hexes_before_it_strikes() -> None:
    """From Mechili the stack rides round to the hex south of Gazala and strikes Bir Hacheim; farther is refused."""
    game = play(scene(f"{SPEAR} / Bir_Hacheim: uk5inf / axis offensives"), *UP, THRUST)
    assert "Bir_Hacheim_W1" in offers(game, "g: ride") and "Bir_Hacheim_SE1" not in offers(game, "g: ride")
    play(game, "g: ride Bir_Hacheim_W1")
    assert offers(game, "g: strike") == {"Bir_Hacheim"} and "ride" not in offers(game, "g: ")


@pytest.mark.rule("aeto", "5.21/repeat")
@pytest.mark.rule("aeto", "5.21/no-normal-move")
def test_a_failed_breakthrough_must_be_tried_again() -> None:
    """A strike that fails must be declared again in the Combat Step, and the stack does not move before it."""
    game = play(scene(f"{SPEAR} / Gazala: uk5inf uk4inf / axis offensives", [5]), *UP, THRUST, "g: strike Gazala")
    play(game, "g: lose ger8arm@Mechili", "g: end")
    if prompt(game)[1] == "land_movement":
        assert refused(game, "g: move ger6mech@Mechili Benghazi_E1") == "5.21/no-normal-move"
        play(game, "g: end")
    play(game, "g: end")
    assert prompt(game) == ("germany", "declare") and refused(game, "g: end") == "5.21/repeat"
    play(game, "g: declare Gazala", "g: end")
    assert refused(game, "g: end") == "5.21/repeat"


@pytest.mark.rule("aeto", "5.21/no-normal-move")
def test_armor_that_broke_through_attacks_once_in_the_combat_step() -> None:
    """DE at Gazala and on to the west of Bir Hacheim: no march from there, one attack on it, and no Exploitation."""
    text = f"{SPEAR} / Gazala: uk3inf- / Bir_Hacheim: uk3inf- / El_Alamein: uk5inf / axis offensives"
    game = play(scene(text, [8, 8]), *UP, THRUST, "g: strike Gazala")
    play(game, "g: advance ger8arm@Mechili+ger6mech@Mechili+Rommel")
    play(game, "g: push ger8arm@Gazala+ger6mech@Gazala+Rommel Bir_Hacheim_W1", "g: end")
    while prompt(game)[1] != "declare":
        assert refused(game, "g: move ger8arm@Bir_Hacheim_W1 Mechili")
        play(game, "g: end")
    assert offers(game, "g: declare") == {"Bir_Hacheim"}
    play(game, "g: declare Bir_Hacheim", "g: end")
    play(game, "g: attack Bir_Hacheim ger8arm@Bir_Hacheim_W1+ger6mech@Bir_Hacheim_W1")
    assert event(game, "attack")["style"] == "combat"
    play(game, "g: advance ger8arm@Bir_Hacheim_W1+ger6mech@Bir_Hacheim_W1+Rommel")
    assert at(game, "Bir_Hacheim") == ["Rommel", "ger6mech", "ger8arm"]
    while game.table.p.offensive:
        assert prompt(game)[1] not in ("exploitation", "declare")
        play(game, "g: end")


@pytest.mark.rule("aeto", "5.0/stack-split")
def test_a_stack_activation_has_no_second_attack_after_its_breakthrough() -> None:
    """Panzers woken as a stack clear Gazala and push on beside Bir Hacheim: their one attack is made."""
    text = "Mechili: ger8arm / Gazala: uk1cdo / Bir_Hacheim: uk5inf / axis offensives"
    game = play(scene(text, [8]), "g: stack Mechili", "g: activate_all", "g: end", "g: thrust ger8arm@Mechili")
    play(game, "g: strike Gazala", "g: advance ger8arm@Mechili", "g: push ger8arm@Gazala Bir_Hacheim_W1", "g: end")
    while game.table.p.offensive and prompt(game)[1] != "declare":
        play(game, "g: end")
    assert not offers(game, "g: declare")


@pytest.mark.rule("aeto", "5.17/trigger")
@pytest.mark.rule("aeto", "5.17/free")
def test_armor_attacks_a_stack_that_leaves_its_zone() -> None:
    """Italians leaving Mechili are struck by the armor at Gazala before they go: 6 against 3 on an 8 is -/3*."""
    game = scene("Derna: AFRIKA / Mechili: ita3inf / Gazala: uk6arm / axis offensives", [8])
    before = list(game.table.p.offensives)
    play(game, "g: stack Mechili", "g: activate_all", "g: end", "g: move ita3inf@Mechili Benghazi_E1")
    assert prompt(game) == ("uk", "reaction")
    play(game, "u: react uk6arm@Gazala")
    assert event(game, "attack")["style"] == "reaction" and at(game, "Mechili") == []
    assert game.table.p.offensives[3] == before[3]
    play(game, "u: advance uk6arm@Gazala", "u: lose uk6arm@Gazala")
    assert at(game, "Mechili") == ["uk3arm-"]


@pytest.mark.rule("aeto", "5.17/no-if-left-behind")
def test_no_reaction_when_a_unit_stays() -> None:
    """If a second unit stays at Mechili nobody is asked."""
    game = scene("Mechili: ita3inf ita5arm / Gazala: uk6arm / axis offensives")
    play(game, "g: stack Mechili", "g: activate_all", "g: end", "g: end", "g: move ita3inf@Mechili Benghazi_E1")
    assert at(game, "Benghazi_E1") == ["ita3inf"] and prompt(game)[0] == "germany"


@pytest.mark.rule("aeto", "5.17/no-retreat")
def test_no_reaction_in_the_movement_phase() -> None:
    """In the Movement Phase units leave a zone unharmed."""
    game = play(scene("Mechili: ita3inf / Gazala: uk6arm / axis movement"), "g: move ita3inf@Mechili Benghazi_E1")
    assert at(game, "Benghazi_E1") == ["ita3inf"] and prompt(game)[0] == "germany"


@pytest.mark.rule("aeto", "5.22/move")
@pytest.mark.rule("aeto", "5.22/cond-attack")
def test_armor_with_a_general_exploits_a_won_attack() -> None:
    """After DE in the Combat Step the panzers and Rommel, who advanced, move on by his rating of five."""
    game = play(scene(f"{SPEAR} / Gazala: uk3inf- / axis offensives", [8]), *UP, "g: end", "g: end", "g: end")
    play(game, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    play(game, "g: advance ger8arm@Mechili+ger6mech@Mechili+Rommel", "g: end")
    assert prompt(game) == ("germany", "exploitation")
    play(game, "g: exploit ger8arm@Gazala+ger6mech@Gazala+Rommel Mersa_Matruh_W1")
    assert at(game, "Mersa_Matruh_W1") == ["Rommel", "ger6mech", "ger8arm"]


@pytest.mark.rule("aeto", "5.21/who")
def test_a_general_without_armor_is_not_offered() -> None:
    """Rommel stands with the panzers and may lead them; Student is alone at Derna and is not asked."""
    game = scene("Derna: AFRIKA Student / Mechili: ger8arm Rommel / Gazala: uk5inf / axis offensives")
    assert offers(play(game, *UP), "g: thrust") == {"ger8arm@Mechili", "Rommel"}


def test_the_prompt_before_the_die_names_odds_and_modifiers() -> None:
    """14 and Rommel's 3 against 5 is 3:1; who attacks reads it before he rolls."""
    game = play(scene(f"{SPEAR} / Gazala: uk5inf / axis offensives"), *UP, THRUST)
    game.play("germany", "strike Gazala")
    asked = game.decisions()["germany"].prompt
    assert asked.startswith("The attack on Gazala at 3:1, 17 to 5") and "roll the die" in asked


def test_the_prompt_of_the_phase_calls_the_powers_by_name() -> None:
    """The United Kingdom is not spelled Uk."""
    game = scene(f"{SPEAR} / Gazala: uk5inf / uk offensives")
    assert "United Kingdom" in game.decisions()["uk"].prompt
