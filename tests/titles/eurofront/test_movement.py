"""EuroFront's movement, command and rail (5, 6, 9) on the fields of Spain."""

from __future__ import annotations

import pytest

from .play import at, cv, give, refused, scene

RE = "Madrid: FP1 Re1inf2"


@pytest.mark.rule("eurofront", "6.1")
def test_infantry_goes_two_hexes_and_stops_in_mountains() -> None:
    """Two hexes from Valladolid, not three; the mountains of Gijon end a move."""
    g = scene(f"{RE} / Valladolid: SpHQ2* Sp5inf2 / axis movement")
    assert refused(g, "move Sp5inf Orense") == ""
    assert refused(g, "move Sp5inf Corunna") == "6.1"
    g = scene(f"{RE} / Leon: SpHQ2* Sp5inf2 / axis movement")
    assert refused(g, "move Sp5inf Leon>Gijon>Corunna_E1") == "6.1"


@pytest.mark.rule("eurofront", "6.21")
def test_two_units_stay_in_mountains() -> None:
    """Gijon has its two units: a third finds no room."""
    g = scene(f"{RE} / Leon: SpHQ2* Sp5inf2 / Gijon: Sp6inf1 Sp4inf1 / axis movement")
    assert refused(g, "move Sp5inf Leon>Corunna_E1") == ""
    g = scene(f"{RE} / Leon: SpHQ1* Sp5inf2 / Gijon: Sp7stat1 Sp8stat1 / axis movement")
    assert refused(g, "move Sp5inf Gijon") == "6.21"


@pytest.mark.rule("eurofront", "6.31")
def test_entering_an_enemy_hex_ends_the_move() -> None:
    """No one walks through Barcelona to Gerona while Republicans stand there."""
    g = scene(f"{RE} / Lerida: SpHQ2* Sp5inf2 / Barcelona: Re3inf1 / axis movement")
    assert refused(g, "move Sp5inf Barcelona") == ""
    assert refused(g, "move Sp5inf Gerona") == "6.31"


@pytest.mark.rule("eurofront", "6.33")
def test_one_unit_engages_over_a_river() -> None:
    """A second unit finds the hexside from Caceres to Merida full."""
    g = scene(f"{RE} / Caceres: SpHQ2* Sp5inf2 Sp6inf2 / Merida: Re3inf1 / axis movement")
    give(g, "move Sp5inf Merida")
    assert refused(g, "move Sp6inf Caceres>Merida") == "6.33"


@pytest.mark.rule("eurofront", "6.51", "6.52")
def test_the_last_unit_leaves_as_rearguard_under_fire() -> None:
    """The only Nationalist of a battle leaves when all have moved, and the equally fast enemy hits it on a 6."""
    g = scene(f"{RE} / Cordoba: SpHQ2* / Linares: Sp5inf3 Re3inf2 / axis defends Linares / axis movement", dice=[6, 5])
    assert refused(g, "move Sp5inf Cordoba") == "6.51"
    give(g, "rearguard Sp5inf Cordoba", "end")
    give(g, "withdraw Cordoba")
    assert (at(g, "Sp5inf"), cv(g, "Sp5inf")) == ("Cordoba", 3)


@pytest.mark.rule("eurofront", "4.32")
def test_only_units_in_command_move() -> None:
    """An HQ of one step commands the next hex, not one farther off."""
    g = scene(f"{RE} / Valladolid: SpHQ1* / Leon: Sp5inf2 / Corunna: Sp6inf2 / axis movement")
    assert refused(g, "move Sp5inf Orense") == ""
    assert refused(g, "move Sp6inf Orense") == "4.32"


@pytest.mark.rule("eurofront", "5.31")
def test_command_range_does_not_pass_enemy_hexes() -> None:
    """Republicans in Leon SW1 and Salamanca hold the way: the unit beyond gets no orders."""
    g = scene(
        f"{RE} / Valladolid: SpHQ2* / Leon_SW1: Re2inf2 / Salamanca: Re3inf2 / Caceres_NW1: Sp5inf2 / axis movement"
    )
    assert refused(g, "move Sp5inf Caceres") != ""
    g = scene(f"{RE} / Valladolid: SpHQ2* / Caceres_NW1: Sp5inf2 / axis movement")
    assert refused(g, "move Sp5inf Caceres") == ""


@pytest.mark.rule("eurofront", "5.32")
def test_mud_disrupts_headquarters() -> None:
    """In Mud an HQ of two steps commands one hex; one at zero cannot be activated."""
    g = scene(f"{RE} / 1937-01 / mud / Valladolid: SpHQ2* / Corunna_E1: Sp5inf2 / axis movement")
    assert refused(g, "move Sp5inf Leon") == "4.32"
    g = scene(f"{RE} / 1937-01 / mud / Valladolid: SpHQ0 / axis command")
    assert refused(g, "activate SpHQ command") == "5.32"


@pytest.mark.rule("eurofront", "5.21", "5.21/a")
def test_headquarters_deploy_into_friendly_hexes_in_dry_weather() -> None:
    """From Valladolid an HQ deploys to loyal Leon, not into the battle at Bilbao SW1, and not in Mud."""
    field = f"{RE} / Valladolid: SpHQ2 / Bilbao_SW1: Re3inf2 / 1937-01"
    g = scene(f"{field} / axis command")
    assert refused(g, "deploy SpHQ Bilbao_SW1") == "5.21"
    assert refused(g, "deploy SpHQ Leon") == ""
    g = scene(f"{field} / mud / axis command")
    assert refused(g, "deploy SpHQ Leon") == "5.21/a"


@pytest.mark.rule("eurofront", "5.5")
def test_command_costs_a_step() -> None:
    """An HQ that has commanded stands down with a step less."""
    g = scene(f"{RE} / Valladolid: SpHQ2 / axis command")
    give(g, "activate SpHQ command", "end", "end", "end")
    assert cv(g, "SpHQ") == 1


@pytest.mark.rule("eurofront", "5.6")
def test_a_blitz_needs_a_step_to_lose() -> None:
    """An HQ at zero cannot Blitz; one of two steps moves units twice."""
    g = scene(f"{RE} / Valladolid: SpHQ0 / axis command")
    assert refused(g, "activate SpHQ blitz") == "5.6"
    g = scene(f"{RE} / Valladolid: SpHQ2 Sp5inf2 / axis command")
    give(g, "activate SpHQ blitz", "end", "move Sp5inf Leon", "end")
    assert g.table.p.blitz and cv(g, "SpHQ") == 1
    give(g, "move Sp5inf Orense")
    assert at(g, "Sp5inf") == "Orense"


@pytest.mark.rule("eurofront", "5.8")
def test_a_theater_hq_gives_one_supreme_move_a_step() -> None:
    """The junta has two steps and moves two units wherever they are."""
    g = scene(f"{RE} / Valladolid: JDN2 / Zaragoza: Sp5inf2 / Granada: Sp4inf1 / Cadiz: Sp6inf2 / axis command")
    give(g, "activate JDN command", "end")
    assert g.table.p.supreme[0] == 2
    give(g, "move Sp5inf Teruel", "move Sp4inf Malaga")
    assert refused(g, "move Sp6inf Badajoz_SE1") == "4.32"


@pytest.mark.rule("eurofront", "2.27")
def test_militia_moves_by_supreme_move_only() -> None:
    """A static under a field HQ stays where it is."""
    g = scene(f"{RE} / Valladolid: SpHQ2* Sp7stat1 / axis movement")
    assert refused(g, "move Sp7stat Leon") == "2.27"
    g = scene(f"{RE} / Valladolid: JDN2* Sp7stat1 / supreme 2 / axis movement")
    assert refused(g, "move Sp7stat Leon") == ""


@pytest.mark.rule("eurofront", "9.2", "9.21")
def test_rail_moves_cost_supreme_moves() -> None:
    """From Vigo to Salamanca by rail for a Supreme Move; without one no train runs."""
    g = scene(f"{RE} / Leon: JDN2* / Vigo: Sp5inf2 / supreme 1 / axis movement")
    give(g, "rail Sp5inf Salamanca")
    assert (at(g, "Sp5inf"), g.table.p.supreme[0]) == ("Salamanca", 0)
    g = scene(f"{RE} / Leon: SpHQ2* / Vigo: Sp5inf2 / axis movement")
    assert refused(g, "rail Sp5inf Salamanca") == "9.2"


@pytest.mark.rule("eurofront", "6.62/a")
def test_no_train_runs_into_a_battle() -> None:
    """Salamanca is fought over: trains run into friendly battles only to supply them."""
    g = scene(
        f"{RE} / Leon: JDN2* / Vigo: Sp5inf2 / Salamanca: Sp6inf2 Re3inf2 / axis defends Salamanca / "
        "supreme 2 / axis movement"
    )
    assert refused(g, "rail Sp5inf Salamanca") == "6.62/a"


@pytest.mark.rule("eurofront", "6.62")
def test_a_unit_that_went_by_rail_is_done() -> None:
    """After a train a unit moves no more."""
    g = scene(f"{RE} / Leon: JDN2* / Vigo: Sp5inf2 / supreme 2 / axis movement")
    give(g, "rail Sp5inf Salamanca")
    assert refused(g, "move Sp5inf Caceres") == "6.1"


@pytest.mark.rule("eurofront", "12.32")
def test_mud_slows_infantry() -> None:
    """In Mud a hex a move."""
    g = scene(f"{RE} / 1937-01 / mud / Valladolid: SpHQ2* Sp5inf2 / axis movement")
    assert refused(g, "move Sp5inf Leon") == ""
    assert refused(g, "move Sp5inf Orense") == "12.32"


@pytest.mark.rule("eurofront", "1.371")
def test_a_strait_is_the_whole_move() -> None:
    """From Tangiers a unit crosses to Cadiz and goes no farther: else it would have to walk over the sea (1.37)."""
    g = scene(f"{RE} / Tangiers: SpHQ2* Sp1inf2 / axis movement")
    assert refused(g, "move Sp1inf Cadiz") == ""
    assert refused(g, "move Sp1inf Badajoz_SE1") == "1.37"
