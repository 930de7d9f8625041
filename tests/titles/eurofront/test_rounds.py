"""More of EuroFront's phases on the fields of Spain: blitz, battles, control, weather (4, 5, 7, 8, 12, 13)."""

from __future__ import annotations

import pytest

from grognard.titles.systems.front import command, supply

from .play import ALLIED, AXIS, asked, at, cv, give, refused, scene, status

RE = "Madrid: FP1 Re1inf2"


@pytest.mark.rule("eurofront", "5.3/b")
def test_an_hq_at_zero_is_spent_by_command() -> None:
    """Activated at zero it commands its own hex only, and is gone when it stands down."""
    g = scene(f"{RE} / Valladolid: SpHQ0 JDN1 / axis command")
    give(g, "activate SpHQ command", "end", "end", "end")
    assert at(g, "SpHQ") == "axis_fallen"


@pytest.mark.rule("eurofront", "5.3/a")
def test_an_inactive_hq_moves_like_a_unit() -> None:
    """The junta at rest marches under the field HQ."""
    g = scene(f"{RE} / Valladolid: SpHQ2* JDN1 / axis movement")
    give(g, "move JDN Leon")
    assert at(g, "JDN") == "Leon"


@pytest.mark.rule("eurofront", "5.1")
def test_headquarters_never_engage() -> None:
    """No HQ walks into Republicans."""
    g = scene(f"{RE} / Valladolid: SpHQ2* JDN1 / Leon: Re3inf1 / axis movement")
    assert refused(g, "move JDN Leon") == "5.1"


@pytest.mark.rule("eurofront", "5.51")
def test_an_hq_mobilizes_after_the_moves() -> None:
    """It stands down, loses a step and marches."""
    g = scene(f"{RE} / Valladolid: SpHQ2* / axis mobilization")
    give(g, "mobilize SpHQ Leon")
    assert (at(g, "SpHQ"), cv(g, "SpHQ")) == ("Leon", 1)


@pytest.mark.rule("eurofront", "5.73")
def test_a_theater_hq_mobilizes_by_rail() -> None:
    """The junta goes from Leon to Salamanca by train."""
    g = scene(f"{RE} / Leon: JDN2* / axis movement")
    give(g, "end", "entrain JDN Salamanca")
    assert (at(g, "JDN"), cv(g, "JDN")) == ("Salamanca", 1)


@pytest.mark.rule("eurofront", "5.74")
def test_a_theater_hq_supports_no_battle() -> None:
    """Beside the active junta the battle of Leon is unsupported; beside the field HQ it is supported."""
    leon = "Leon: Sp5inf2 Re3inf2 / axis combat"
    for hq, supported in (("JDN2*", False), ("SpHQ2*", True)):
        g = scene(f"{RE} / Valladolid: {hq} / {leon}")
        area = command.area_of_support(g.table, AXIS)
        assert bool(area >> g.title.find_node(g.table, "Leon") & 1) == supported


@pytest.mark.rule("eurofront", "6.4/b")
def test_attackers_stay_hidden_until_combat() -> None:
    """A unit that lay open stands up as it moves: the Republicans are not shown who attacks."""
    g = scene(f"{RE} / Valladolid: SpHQ2* Sp5inf2* / Leon: Re3inf1 / axis movement")
    give(g, "move Sp5inf Leon")
    assert not g.table.p.shown[g.table.world.named["sp5inf"]]


@pytest.mark.rule("eurofront", "7.15")
def test_a_new_battle_must_be_fought() -> None:
    """The attack on Leon is fought without being named."""
    g = scene(f"{RE} / Valladolid: SpHQ2* Sp5inf2 / Leon: Re3inf1 / axis movement", dice=[6, 1, 1])
    give(g, "move Sp5inf Leon", "end", "end")
    while g.table.frame.step == "airstrikes":
        give(g, "end")
    assert cv(g, "Sp5inf") == 1


@pytest.mark.rule("eurofront", "7.15/b")
def test_an_airstrike_makes_a_battle_be_fought() -> None:
    """An old battle that was not named is fought once an airstrike is on it."""
    g = scene(
        f"{RE} / Seville: SpHQ2* / Cordoba: Sp5inf2 Re3inf2 / allied defends Cordoba / axis combat",
        dice=[1, 1, 6, 1, 1, 1],
    )
    give(g, "strike SpHQ Cordoba")
    assert cv(g, "Sp5inf") == 1


@pytest.mark.rule("eurofront", "7.23")
def test_a_counter_attack_gives_the_ground_to_the_other_side() -> None:
    """The Original Defender attacks in the hills of Linares: one hit on the invaders is half a step."""
    g = scene(
        f"{RE} / Cordoba: SpHQ2* / Linares: Sp5inf2 Re3inf2 / axis defends Linares / axis combat", dice=[1, 1, 6, 1]
    )
    give(g, "end", "fight Linares")
    assert cv(g, "Re3inf") == 2


@pytest.mark.rule("eurofront", "7.34/a")
def test_half_hits_carry_over_within_a_round() -> None:
    """In the hills an airstrike's hit and one of the fire together cost a step."""
    g = scene(
        f"{RE} / Cordoba: SpHQ1* / Linares: Sp5inf2 Re3inf2 / allied defends Linares / axis combat",
        dice=[6, 1, 1, 6, 1],
    )
    give(g, "strike SpHQ Linares")
    assert cv(g, "Re3inf") == 1


@pytest.mark.rule("eurofront", "7.35")
def test_unsupported_in_hills_takes_three_hits() -> None:
    """Two hits without support in the hills of Linares cost nothing."""
    g = scene(f"{RE} / Linares: Sp5inf2 Re3inf2 / allied defends Linares / axis combat", dice=[1, 1, 6, 6])
    give(g, "fight Linares")
    assert cv(g, "Re3inf") == 2


@pytest.mark.rule("eurofront", "12.3")
def test_mud_doubles_the_defense() -> None:
    """In Mud open Cordoba defends like hills."""
    g = scene(
        f"{RE} / 1937-01 / mud / Seville: SpHQ2* / Cordoba: Sp5inf2 Re3inf2 / allied defends Cordoba / axis combat",
        dice=[1, 1, 6, 1],
    )
    give(g, "end", "fight Cordoba")
    assert cv(g, "Re3inf") == 2


@pytest.mark.rule("eurofront", "13.21")
def test_one_airstrike_a_battle() -> None:
    """The junta comes too late for Leon."""
    g = scene(f"{RE} / Valladolid: SpHQ2* JDN2* / Leon: Sp5inf2 Re3inf2 / allied defends Leon / axis combat")
    give(g, "strike SpHQ Leon")
    assert refused(g, "strike JDN Leon") == "13.21"


@pytest.mark.rule("eurofront", "13.12")
def test_mud_takes_a_die_of_an_airstrike() -> None:
    """A disrupted HQ of two steps strikes with one die."""
    g = scene(
        f"{RE} / 1937-01 / mud / Valladolid: SpHQ2* / Leon: Sp5inf2 Re3inf2 / allied defends Leon / axis combat",
        dice=[1, 1, 1, 1, 1],
    )
    give(g, "strike SpHQ Leon")
    dice = [dict(event.fields)["dice"] for event in g.events("axis") if event.kind == "struck"]
    assert [len(rolled) for rolled in dice] == [1]


@pytest.mark.rule("eurofront", "8.2")
def test_no_zone_crosses_a_river() -> None:
    """From Caceres a unit's zone reaches Toledo, not Merida over the river."""
    g = scene(f"{RE} / Caceres: Sp5inf2 / axis movement")
    assert (status(g, "Caceres_NW1"), status(g, "Merida")) == ("axis", "allied")


@pytest.mark.rule("eurofront", "8.33")
def test_both_zones_dispute() -> None:
    """Bilbao W1 lies between Nationalists in Leon and Republicans in Gijon."""
    assert status(scene(f"{RE} / Leon: Sp5inf2 / Gijon: Re3inf2 / axis movement"), "Bilbao_W1") == "disputed"


@pytest.mark.rule("eurofront", "8.1")
def test_control_holds_through_a_phase() -> None:
    """A unit that leaves Leon in this phase leaves Gijon in its zone until the next."""
    g = scene(f"{RE} / Leon: SpHQ2* Sp5inf2 / axis movement")
    assert status(g, "Gijon") == "axis"
    give(g, "move Sp5inf Valladolid")
    assert status(g, "Gijon") == "axis"


@pytest.mark.rule("eurofront", "9.3")
def test_rail_supply_does_not_pass_a_battle() -> None:
    """Republicans fight in friendly Albacete: the line from Madrid runs in, and not on to Murcia."""
    g = scene(f"{RE} / Albacete: Re3inf2 Sp5inf2 / allied defends Albacete / allied movement")
    net, node = supply.rail_sea(g.table, ALLIED), g.title.find_node
    assert net >> node(g.table, "Albacete") & 1
    assert not net >> node(g.table, "Murcia") & 1


@pytest.mark.rule("eurofront", "11.82")
def test_a_reinforcement_comes_a_month_early_for_its_cadre_cost() -> None:
    """The Brigade of September may come in August for 4 points; the tanks of October may not."""
    g = scene(f"{RE} / Valladolid: JDN1 / 1936-08 / production")
    assert refused(g, "advance RePavarm Cartagena pay", "allied") == "11.82"
    give(g, "allied: advance ReIBinf Albacete pay", "allied: commit", "axis: commit")
    assert at(g, "ReIBinf") == "Albacete"


@pytest.mark.rule("eurofront", "11.72")
def test_a_cadre_takes_no_step_in_its_month() -> None:
    """Militia raised this month stays at its last step."""
    g = scene(f"{RE} / Valladolid: JDN1 / allied_fallen: Re5stat0 / 1936-09 / production")
    assert refused(g, "cadre Re1inf Valencia", "allied") == "11.72"
    give(g, "allied: cadre Re5stat Valencia")
    assert refused(g, "step Re5stat", "allied") == "11.8"


@pytest.mark.rule("eurofront", "11.71/b")
def test_no_step_without_a_supply_line() -> None:
    """In loyal Gijon, cut off, a unit lives and takes no step."""
    g = scene(f"{RE} / Gijon: Re4inf1 / Leon: Sp5inf2 / Valladolid: JDN1 Sp6inf1 / 1936-09 / production")
    assert refused(g, "step Re4inf", "allied") == "11.71/b"


@pytest.mark.rule("eurofront", "2.6")
def test_no_block_grows_beyond_its_label() -> None:
    """Infantry at full strength takes no step."""
    g = scene(f"{RE} / Valladolid: JDN1 Sp5inf3 / 1936-09 / production")
    assert refused(g, "step Sp5inf", "axis") == "2.6"


@pytest.mark.rule("eurofront", "4.34")
def test_the_blitz_is_a_second_move() -> None:
    """A unit in range of a Blitz HQ moves in both movement phases."""
    g = scene(f"{RE} / Valladolid: SpHQ2** / Leon: Sp5inf2 / axis blitz movement")
    give(g, "move Sp5inf Orense")
    assert at(g, "Sp5inf") == "Orense" and asked(g) == {"axis"}
