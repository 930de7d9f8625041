"""Land combat: strengths, odds, modifiers, effects, advances (5.14-5.20)."""

from __future__ import annotations

import pytest

from grognard.engine.core import counts
from grognard.titles.aeto import combat, effects, modifiers
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.world import GERMANY

from .scenes import at, event, named, node, offers, play, prompt, refused, scene

READY = ("g: hq AFRIKA", "g: activate_all", "g: end", "g: end", "g: end", "g: end")
"""An HQ Offensive up to the declaration of targets, without breakthrough or movement."""
FRONT = "Derna: AFRIKA / Mechili: ger8arm ger6mech"


def battle(game, target: str, *units: str) -> Battle:
    attackers = tuple(named(game, name) for name in units)
    return Battle(node(game, target), attackers, game.table.p.power[attackers[0]])


def sheet(game, b: Battle) -> dict[str, int]:
    return {name: value for name, _, value in modifiers.modifiers(game.table, b)}


@pytest.mark.rule("aeto", "5.14/proc-3")
@pytest.mark.rule("aeto", "5.14/odds-limits")
def test_odds_are_rounded_down_and_limited() -> None:
    """21 against 6 is 3:1; 60 against 6 is 5:1; 5 against 6 is 1:2; 1 against 9 is 1:3."""
    columns = [combat.odds_column(*pair) for pair in ((21, 6), (60, 6), (6, 6), (5, 6), (1, 9))]
    assert columns == [4, 6, 2, 1, 0]


@pytest.mark.rule("aeto", "5.14/general-one")
@pytest.mark.rule("aeto", "5.10/needs-unit")
def test_one_general_a_hex_adds_his_rating() -> None:
    """Rommel adds 3 to the panzers he stands with; beside Italians alone he adds nothing."""
    game = scene("Mechili: ger8arm Rommel / Derna: ita3inf / Gazala: uk5inf / axis offensives")
    assert combat.attack_strength(game.table, battle(game, "Gazala", "ger8arm@Mechili")) == 11
    game = scene("Mechili: ita3inf Rommel / Gazala: uk5inf / axis offensives")
    assert combat.attack_strength(game.table, battle(game, "Gazala", "ita3inf@Mechili")) == 3


@pytest.mark.rule("aeto", "5.14/fort-plus2")
@pytest.mark.rule("aeto", "5.14/max-double")
def test_a_fort_gives_each_unit_two_points_up_to_double() -> None:
    """In Tobruk a 5 and a depleted 3 defend with 7 and 5; a 1 would defend with 2; the empty fort has 2."""
    game = scene("Gazala: ger8arm / Tobruk: uk5inf uk3inf- / axis offensives")
    assert combat.defence(game.table, battle(game, "Tobruk", "ger8arm@Gazala")) == 12
    game = scene("Gazala: ger8arm / Tobruk: uk1cdo / axis offensives")
    assert combat.defence(game.table, battle(game, "Tobruk", "ger8arm@Gazala")) == 2
    game = scene("Gazala: ger8arm / axis offensives")
    assert combat.defence(game.table, battle(game, "Tobruk", "ger8arm@Gazala")) == 2


@pytest.mark.rule("aeto", "5.14/river-half")
@pytest.mark.rule("aeto", "5.14/general-after-halving")
def test_a_river_halves_the_sum_before_the_general() -> None:
    """Across the Nile an 8 and a 5 attack with 6, and Rommel's 3 is added after the halving."""
    game = scene("Cairo_W1: ger8arm ita5arm Rommel / Cairo: uk5inf / axis offensives")
    b = battle(game, "Cairo", "ger8arm@Cairo_W1", "ita5arm@Cairo_W1")
    assert combat.attack_strength(game.table, b) == 13 // 2 + 3


@pytest.mark.rule("aeto", "5.2/B-attack")
def test_a_lone_hq_defends_with_one_and_dies_of_a_hit() -> None:
    """8 against a lone HQ is 5:1; a net 8 eliminates it, and it waits in the pool."""
    game = play(
        scene("Derna: AFRIKA / Bir_Hacheim_W1: ger8arm / Bir_Hacheim: 8th_Army / axis offensives", [8]), "g: hq AFRIKA"
    )
    play(game, "g: activate_all", "g: end", "g: end", "g: end", "g: end", "g: declare Bir_Hacheim", "g: end")
    play(game, "g: attack Bir_Hacheim ger8arm@Bir_Hacheim_W1")
    assert event(game, "attack")["odds"] == "5:1" and at(game, "Bir_Hacheim") == []
    assert sum(game.table.p.pool) == 1


@pytest.mark.rule("aeto", "5.16/concentric")
def test_opposite_hexes_give_one() -> None:
    """Attackers at Mechili and Tobruk stand opposite each other around Gazala; Mechili and Derna do not."""
    game = scene("Mechili: ger8arm / Tobruk: ger6mech / Derna: ger6inf / Gazala: uk5inf / axis offensives")
    assert sheet(game, battle(game, "Gazala", "ger8arm@Mechili", "ger6mech@Tobruk"))["concentric attack"] == 1
    assert "concentric attack" not in sheet(game, battle(game, "Gazala", "ger8arm@Mechili", "ger6inf@Derna"))


@pytest.mark.rule("aeto", "5.16/italian-apathy-attack")
@pytest.mark.rule("aeto", "5.16/italian-apathy-defense")
@pytest.mark.rule("aeto", "5.16/italian-apathy-exempt")
def test_italian_apathy_and_who_is_free_of_it() -> None:
    """Italians attack at -1 and are attacked at +1, but not within AFRIKA's radius."""
    game = scene("Mechili: ita3inf / Gazala: uk5inf / axis offensives")
    assert sheet(game, battle(game, "Gazala", "ita3inf@Mechili"))["Italian apathy of the attacker"] == -1
    assert sheet(game, battle(game, "Mechili", "uk5inf@Gazala"))["Italian apathy of the defender"] == 1
    game = scene("Derna: AFRIKA / Mechili: ita3inf / Gazala: uk5inf / axis offensives")
    assert "Italian apathy of the attacker" not in sheet(game, battle(game, "Gazala", "ita3inf@Mechili"))


@pytest.mark.rule("aeto", "5.16/oos-attack")
@pytest.mark.rule("aeto", "7.7/attacking")
@pytest.mark.rule("aeto", "7.7/italian-double")
def test_attackers_draw_on_chits_and_germans_need_two_places() -> None:
    """One chit has four places: two Germans attack in supply, a third brings -2; four Italians would be fed."""
    chits = "0 chits Benghazi / 1 chits Derna / 0 chits El Agheila"
    game = scene(f"{chits} / Derna: ger6inf / Mechili: ger8arm ger6mech / Gazala: uk5inf / axis offensives")
    two = battle(game, "Gazala", "ger8arm@Mechili", "ger6mech@Mechili")
    assert "attackers out of supply" not in sheet(game, two)
    three = battle(game, "Gazala", "ger8arm@Mechili", "ger6mech@Mechili", "ger6inf@Derna")
    assert sheet(game, three)["attackers out of supply"] == -2


@pytest.mark.rule("aeto", "5.16/oos-defense")
@pytest.mark.rule("aeto", "7.7/defending")
def test_a_defender_needs_only_reach_a_chit() -> None:
    """With one chit in Tobruk its whole garrison defends in supply; without it the attack gets +1."""
    cut = "Gazala: ger8arm / Bardia: ger6mech / Sidi_Azeiz: ger6inf / Bir_Hacheim: ger6inf / Tobruk: uk5inf uk4inf"
    game = scene(f"{cut} / 1 chits Tobruk / axis offensives")
    b = battle(game, "Tobruk", "ger8arm@Gazala")
    assert "defenders out of supply" not in sheet(game, b)
    game = scene(f"{cut} / 0 chits Tobruk / axis offensives")
    assert sheet(game, battle(game, "Tobruk", "ger8arm@Gazala"))["defenders out of supply"] == 1


@pytest.mark.rule("aeto", "5.18/bracket-1")
def test_a_bracket_backfires_on_a_fort() -> None:
    """[-/1] takes a defender's step in the open and an attacker's at a fortification."""
    game = scene("Gazala: ger8arm / Tobruk: uk5inf / Bir_Hacheim: uk5inf / axis offensives")
    assert effects.backfired(game.table, battle(game, "Tobruk", "ger8arm@Gazala"), "[-/1]") == "1/-"
    assert effects.backfired(game.table, battle(game, "Bir_Hacheim", "ger8arm@Gazala"), "[-/1]") == "-/1"
    assert (effects.told("[-/1]", "1/-"), effects.told("[-/1]", "-/1")) == ("[1/-]", "[-/1]")


@pytest.mark.rule("aeto", "5.18/step-loss")
@pytest.mark.rule("aeto", "5.18/defender-first")
def test_the_owner_chooses_who_loses_a_step() -> None:
    """A 1:1 attack that rolls 8 is -/2*: the British choose one step, then another."""
    game = scene(f"{FRONT} / Gazala: uk5inf uk4inf uk1cdo / axis offensives", [8, 1])
    play(game, *READY, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    assert prompt(game) == ("uk", "losses")
    play(game, "u: lose uk5inf@Gazala", "u: lose uk4inf@Gazala")
    assert at(game, "Gazala") == ["uk1cdo", "uk2inf-", "uk3inf-"]


@pytest.mark.rule("aeto", "5.18/retreat-check")
def test_a_retreat_check_follows_when_half_is_lost() -> None:
    """Two of four steps lost to a net 8: the defender stands on 7 and retreats on 8."""
    orders = (
        "g: declare Gazala",
        "g: end",
        "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili",
        "u: lose uk5inf@Gazala",
    )
    game = play(
        scene(f"{FRONT} / Gazala: uk5inf uk4inf / axis offensives", [8, 7]), *READY, *orders, "u: lose uk4inf@Gazala"
    )
    assert prompt(game) == ("uk", "withdrawal")
    game = play(
        scene(f"{FRONT} / Gazala: uk5inf uk4inf / axis offensives", [8, 8]), *READY, *orders, "u: lose uk4inf@Gazala"
    )
    assert prompt(game) == ("uk", "retreat")


RETREAT = (
    "g: declare Gazala",
    "g: end",
    "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili",
    "u: lose uk5inf@Gazala",
    "u: lose uk4inf@Gazala",
)


@pytest.mark.rule("aeto", "5.18/retreat-zoc")
@pytest.mark.rule("aeto", "5.18/retreat-direction")
def test_retreats_go_nearer_to_supply_and_into_no_open_zone() -> None:
    """From Bir Hacheim the way to Cairo leads east; south is no nearer, and Gazala lies in a German zone."""
    game = scene(
        "Derna: AFRIKA ita3inf / Bir_Hacheim_W1: ger8arm ger6mech / Bir_Hacheim: uk5inf uk4inf / axis offensives",
        [8, 8],
    )
    play(game, *READY, "g: declare Bir_Hacheim", "g: end")
    play(game, "g: attack Bir_Hacheim ger8arm@Bir_Hacheim_W1+ger6mech@Bir_Hacheim_W1")
    play(game, "u: lose uk5inf@Bir_Hacheim", "u: lose uk4inf@Bir_Hacheim")
    assert offers(game, "u: retreat uk3inf-@Bir_Hacheim") == {"Sidi_Azeiz", "Tobruk"}
    assert refused(game, "u: retreat uk3inf-@Bir_Hacheim Gazala") == "5.18/retreat-zoc"
    assert refused(game, "u: retreat uk3inf-@Bir_Hacheim Bir_Hacheim_SE1") == "5.18/retreat-direction"


@pytest.mark.rule("aeto", "5.19/attrition")
@pytest.mark.rule("aeto", "5.19/advance")
def test_an_advance_after_a_forced_retreat_costs_a_step() -> None:
    """After -/2* and a retreat the Germans advance into Gazala and lose one step of their choice; staying is free."""
    game = scene(f"{FRONT} / Gazala: uk5inf uk4inf / axis offensives", [8, 8])
    play(game, *READY, *RETREAT, "u: retreat uk3inf-@Gazala Tobruk", "u: retreat uk2inf-@Gazala Tobruk")
    assert prompt(game) == ("germany", "advance")
    play(game, "g: advance ger8arm@Mechili", "g: lose ger6mech@Mechili")
    assert at(game, "Gazala") == ["ger8arm"] and at(game, "Mechili") == ["ger3mech-"]
    assert game.table.p.held[GERMANY] >> node(game, "Gazala") & 1


@pytest.mark.rule("aeto", "5.18/DE")
@pytest.mark.rule("aeto", "5.19/de-free")
@pytest.mark.rule("aeto", "5.20/check")
def test_de_kills_all_and_the_general_is_checked() -> None:
    """14 against a depleted 3 is 4:1; on 8 all are lost, Auchinleck dies on a die of 2, the advance is free."""
    game = scene(f"{FRONT} / Gazala: uk3inf- Auchinleck / axis offensives", [8, 2])
    play(game, *READY, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    assert at(game, "Gazala") == [] and event(game, "general_check")["lost"] == 1
    play(game, "g: advance ger8arm@Mechili")
    assert at(game, "Gazala") == ["ger8arm"]
    assert not counts.of(game.table.p.pool, 218) and sum(game.table.p.pool) == 1


@pytest.mark.rule("aeto", "5.15/infantry-radius")
def test_infantry_attacks_within_the_radius() -> None:
    """When the HQ has gone back, infantry outside its radius may not attack, armor may."""
    game = scene("Derna: AFRIKA ita3inf / Mechili: ger8arm ger6inf / Gazala: uk5inf / axis offensives")
    play(game, "g: hq AFRIKA", "g: activate_all", "g: stride AFRIKA Benghazi", "g: end", "g: end", "g: end")
    play(game, "g: stride AFRIKA Agedabia_NW1", "g: end", "g: declare Gazala", "g: end")
    assert offers(game, "g: attack Gazala") == {"ger8arm@Mechili"}
    assert refused(game, "g: attack Gazala ger6inf@Mechili") == "5.15/infantry-radius"


@pytest.mark.rule("aeto", "5.14/attack-quota")
@pytest.mark.rule("aeto", "5.0/attack-limits")
def test_a_stack_makes_one_attack_an_hq_as_many_as_its_rating() -> None:
    """A stack between two enemies may declare one of them; AFRIKA, rated 2, both."""
    text = "Derna: AFRIKA / Bir_Hacheim_W1: ger8arm ger6mech / Gazala: uk5inf / Bir_Hacheim: uk5inf / axis offensives"
    game = play(
        scene(text), "g: stack Bir_Hacheim_W1", "g: activate_all", "g: end", "g: end", "g: end", "g: declare Gazala"
    )
    assert refused(game, "g: declare Bir_Hacheim") == "5.14/attack-quota"
    game = play(
        scene(text), "g: hq AFRIKA", "g: activate_all", "g: end", "g: end", "g: end", "g: end", "g: declare Gazala"
    )
    assert refused(game, "g: declare Bir_Hacheim") == ""


@pytest.mark.rule("aeto", "5.19/secondary")
@pytest.mark.rule("aeto", "5.19/secondary-zoc")
def test_others_move_up_into_the_hex_that_an_advance_left() -> None:
    """Italians at Derna, out of every zone when Gazala is taken, follow into Mechili."""
    game = scene("Derna: AFRIKA ita3inf / Mechili: ger8arm ger6mech / Gazala: uk3inf- / axis offensives", [8])
    play(game, *READY, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    play(game, "g: advance ger8arm@Mechili+ger6mech@Mechili")
    assert prompt(game) == ("germany", "secondary")
    play(game, "g: follow ita3inf@Derna Mechili")
    assert at(game, "Mechili") == ["ita3inf"]


@pytest.mark.rule("aeto", "5.20/mod-kluge")
@pytest.mark.rule("aeto", "5.20/mod-zhukov")
@pytest.mark.rule("aeto", "5.20/mod-vlasov")
@pytest.mark.rule("aeto", "5.20/mod-model")
def test_some_generals_are_luckier_than_others() -> None:
    """Zhukov adds one to his die, Kluge, Vlasov and Graziani take two off, Model and Paulus one, the rest nothing."""
    found = {
        name: effects.general_modifier(name) for name in ("Zhukov", "Kluge", "Vlasov", "Graziani", "Model", "Paulus")
    }
    assert found == {"Zhukov": 1, "Kluge": -2, "Vlasov": -2, "Graziani": -2, "Model": -1, "Paulus": -1}
    assert effects.general_modifier("Rommel") == 0
