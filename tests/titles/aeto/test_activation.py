"""Activation and command agents (5.0-5.6)."""

from __future__ import annotations

import pytest

from .scenes import offers, play, prompt, refused, scene

AXIS = "Mechili: ger8arm ger6mech Rommel / Derna: AFRIKA ita3inf ita5arm / Gazala: uk5inf / axis offensives"


@pytest.mark.rule("aeto", "5.0/hq-radius")
def test_an_hq_wakes_units_within_its_radius() -> None:
    """AFRIKA has radius 2: Mechili and Derna are in it, Benghazi, three hexes away, is not."""
    game = play(scene(f"Benghazi: ita3inf / {AXIS}"), "g: hq AFRIKA")
    assert offers(game, "g: activate") >= {"ger8arm@Mechili", "ger6mech@Mechili", "Rommel"}
    assert "ita3inf@Benghazi" not in offers(game, "g: activate")


@pytest.mark.rule("aeto", "5.0/half-nationality")
def test_half_of_the_woken_units_are_of_the_payer() -> None:
    """Two German chits let two Italians be woken by a German HQ; with one German the second Italian is refused."""
    game = play(scene(AXIS), "g: hq AFRIKA", "g: activate ger8arm@Mechili", "g: activate ita3inf@Derna")
    assert refused(game, "g: activate ita5arm@Derna") == "5.0/half-nationality"
    play(game, "g: activate ger6mech@Mechili", "g: activate ita5arm@Derna")
    assert refused(game, "g: activate Rommel") == ""


@pytest.mark.rule("aeto", "5.0/once-per-month")
def test_a_unit_is_activated_once_a_month() -> None:
    """A stack that has been active cannot be woken again in the same month."""
    game = play(scene(AXIS), "g: stack Mechili", "g: activate ger8arm@Mechili", "g: end", "g: end", "g: end")
    play(game, *["g: end"] * (prompt(game)[1] == "land_movement"))
    while prompt(game)[0] == "germany" and prompt(game)[1] != "offensives":
        play(game, "g: end")
    if prompt(game)[0] == "uk":
        play(game, "u: pass")
    play(game, "g: stack Mechili")
    assert refused(game, "g: activate ger8arm@Mechili") == "5.0/once-per-month"


@pytest.mark.rule("aeto", "5.0/general-other-general")
def test_a_general_wakes_no_other_general() -> None:
    """Under Rommel's Offensive the units beside him wake, another General does not."""
    game = play(scene(f"Mechili: Messe / {AXIS}"), "g: general Rommel")
    assert refused(game, "g: activate Messe") == "5.0/general-other-general"
    assert refused(game, "g: activate ger8arm@Mechili") == ""


@pytest.mark.rule("aeto", "5.1/zoc-lone")
@pytest.mark.rule("aeto", "5.1/rate-offensive")
def test_an_hq_moves_three_hexes_and_into_no_open_zone() -> None:
    """AFRIKA strides three hexes; a hex in the British zone is closed unless a friend stands in it."""
    game = play(scene(AXIS), "g: hq AFRIKA")
    found = offers(game, "g: stride AFRIKA")
    assert "Benghazi" in found and "Agedabia" not in found
    assert "Bir_Hacheim_W1" not in found and "Mechili" in found
    play(game, "g: stride AFRIKA Mechili")
    assert offers(game, "g: stride AFRIKA") >= {"Benghazi_E1", "Derna"}
    play(game, "g: stride AFRIKA Benghazi")
    assert refused(game, "g: stride AFRIKA Benghazi_E1") == "5.1/rate-offensive"


@pytest.mark.rule("aeto", "5.1/interval-violation")
def test_an_hq_does_not_come_next_to_another_of_its_nation() -> None:
    """With a second German HQ at Benghazi the hexes around it are closed to AFRIKA."""
    game = play(scene(f"Benghazi: AG_D / {AXIS}"), "g: hq AFRIKA")
    assert refused(game, "g: stride AFRIKA Benghazi_E1") == "5.1/interval-violation"


@pytest.mark.rule("aeto", "5.1/late-activation")
def test_units_woken_after_movement_attack_but_do_not_move() -> None:
    """Italians woken after land movement may attack, but do not move up behind an advance."""
    game = scene("Derna: AFRIKA ita3inf / Mechili: ger8arm ger6mech / Gazala: uk3inf- / axis offensives", [8])
    play(
        game,
        "g: hq AFRIKA",
        "g: activate ger8arm@Mechili",
        "g: activate ger6mech@Mechili",
        "g: end",
        "g: end",
        "g: end",
    )
    assert prompt(game) == ("germany", "command")
    play(game, "g: activate ita3inf@Derna", "g: end", "g: declare Gazala", "g: end")
    assert "ita3inf@Derna" in offers(game, "g: attack Gazala")
    play(game, "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili", "g: advance ger8arm@Mechili+ger6mech@Mechili")
    assert prompt(game) == ("germany", "combat")


@pytest.mark.rule("aeto", "5.5/impromptu")
@pytest.mark.rule("aeto", "5.5/cost")
def test_an_impromptu_offensive_costs_double_in_eps() -> None:
    """Germany pays 4 EPs for an Offensive that is not on her track."""
    game = scene(AXIS)
    t = game.table
    before = t.p.ep[0], t.p.offensives[0]
    play(game, "g: hq AFRIKA impromptu")
    assert (game.table.p.ep[0], game.table.p.offensives[0]) == (before[0] - 4, before[1])


@pytest.mark.rule("aeto", "P5/offensive-stock")
def test_an_offensive_is_used_up() -> None:
    """An HQ Activation takes one Offensive off its power's track."""
    game = scene(AXIS)
    before = game.table.p.offensives[0]
    play(game, "g: hq AFRIKA")
    assert game.table.p.offensives[0] == before - 1
    game = scene(AXIS)
    game.table.p.offensives[0] = game.table.p.ep[0] = 0
    game._changed()
    assert refused(game, "g: general Rommel") == "P5/offensive-stock"


@pytest.mark.rule("aeto", "5.3/cost")
@pytest.mark.rule("aeto", "5.3/no-impromptu")
def test_a_combined_offensive_takes_an_offensive_each_and_eps() -> None:
    """Two HQs take two Offensives and 2 EPs, and cannot be paid for as Impromptu."""
    game = scene(f"El_Agheila: AG_D / {AXIS}")
    before = game.table.p.offensives[0], game.table.p.ep[0]
    assert refused(game, "g: hq AFRIKA+AG_D impromptu") != ""
    play(game, "g: hq AFRIKA+AG_D")
    assert (game.table.p.offensives[0], game.table.p.ep[0]) == (before[0] - 2, before[1] - 2)


@pytest.mark.rule("aeto", "viii.5")
@pytest.mark.rule("aeto", "P5/alternation")
def test_sides_alternate_until_both_have_passed() -> None:
    """After an Axis Offensive the British are asked; when both have passed, the Movement Phase begins."""
    game = play(scene(AXIS), "g: stack Mechili", "g: end")
    while prompt(game)[0] == "germany":
        play(game, "g: end")
    assert prompt(game) == ("uk", "offensives")
    play(game, "u: pass")
    assert prompt(game) == ("germany", "offensives")
    play(game, "g: pass")
    assert prompt(game) == ("germany", "movement")
