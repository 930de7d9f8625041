"""EuroFront's combat, airpower, supply and production (7, 10, 11, 12, 13) on the fields of Spain."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import supply

from .play import AXIS, at, cv, give, refused, scene, status

RE = "Madrid: FP1 Re1inf2"


def fight(text: str, dice: list[int], *orders: str) -> Game:
    """The combat phase of a battle, fought out with the first of everyone's choices."""
    g = scene(f"{RE} / {text} / axis combat", dice=dice)
    give(g, *orders)
    while g.table.frame.step in ("airstrikes", "active_battles", "volley", "losses", "repulse"):
        ((seat, decision),) = g.decisions().items()
        step = g.table.frame.step
        if step in ("volley", "losses", "repulse"):
            g.play(seat, g.table.step.standing_order(g.table, g.table.frame, g.seats.index(seat), "first"))
        elif step == "active_battles" and any(choice.text == "fight" for choice in decision.next()):
            g.play(seat, "fight Cordoba")
        else:
            g.play(seat, "end")
    return g


@pytest.mark.rule("eurofront", "7.32", "7.33")
def test_infantry_hits_on_a_six() -> None:
    """In open Cordoba with support two dice 6 and 5 take one step of the defender; the attackers lose one to a 6."""
    g = fight("Seville: SpHQ2* / Cordoba: Sp5inf2 Re3inf2 / allied defends Cordoba", [6, 1, 6])
    assert (cv(g, "Sp5inf"), cv(g, "Re3inf")) == (1, 1)


@pytest.mark.rule("eurofront", "7.33")
def test_hits_fall_on_the_strongest() -> None:
    """One hit on units of 3 and 1 is taken by the larger."""
    g = fight("Seville: SpHQ2* / Cordoba: Sp5inf3 Sp6inf1 Re3inf1 / allied defends Cordoba", [6, 1, 1, 1, 1])
    assert (cv(g, "Sp5inf"), cv(g, "Sp6inf")) == (2, 1)


@pytest.mark.rule("eurofront", "7.4")
def test_unsupported_fire_needs_two_hits() -> None:
    """Without an active HQ near, one 6 on the defender of Cordoba is half a step."""
    g = fight("Cordoba: Sp5inf2 Re3inf2 / allied defends Cordoba", [1, 1, 6, 1])
    assert cv(g, "Re3inf") == 2


@pytest.mark.rule("eurofront", "7.34/b")
def test_hills_double_the_defense() -> None:
    """In the hills of Linares it takes two hits to cost a step, with support."""
    g = scene(
        f"{RE} / Cordoba: SpHQ2* / Linares: Sp5inf2 Re3inf2 / allied defends Linares / axis combat", dice=[1, 1, 6, 1]
    )
    give(g, "end", "fight Linares")
    assert cv(g, "Re3inf") == 2


@pytest.mark.rule("eurofront", "7.32/b")
def test_defenders_of_a_major_city_fire_double() -> None:
    """In Madrid a 5 of the defender hits."""
    g = scene("Toledo: SpHQ2* / Madrid: Sp5inf2 Re3inf2 FP1 / allied defends Madrid / axis combat", dice=[5, 1, 1, 1])
    give(g, "end", "fight Madrid")
    assert cv(g, "Sp5inf") == 1


@pytest.mark.rule("eurofront", "7.6")
def test_one_attacker_on_dry_land_makes_it_no_assault() -> None:
    """One comes over the river and one from Caceres SE1 by land: a 1 throws no one back."""
    g = scene(
        f"{RE} / Caceres: SpHQ2* Sp5inf2 / Caceres_SE1: Sp6inf2 / Merida: Re3inf1 / axis movement",
        dice=[1, 1, 1, 1, 1],
    )
    give(g, "move Sp5inf Caceres>Merida", "move Sp6inf Merida", "end", "end")
    while g.table.frame.step == "airstrikes":
        give(g, "end")
    assert (at(g, "Sp5inf"), at(g, "Sp6inf")) == ("Merida", "Merida")


@pytest.mark.rule("eurofront", "7.62")
@pytest.mark.parametrize(("die", "place"), [(2, "Caceres"), (3, "Merida")])
def test_river_assaults_are_thrown_back_on_a_two(die: int, place: str) -> None:
    """Over the river from Caceres into Merida a lone attacker goes back on a 1 or 2."""
    g = scene(f"{RE} / Caceres: SpHQ2* Sp5inf2 / Merida: Re3inf1 / axis movement", dice=[die, 1, 1])
    give(g, "move Sp5inf Merida", "end", "end")
    while g.table.frame.step == "airstrikes":
        give(g, "end")
    assert at(g, "Sp5inf") == place


@pytest.mark.rule("eurofront", "7.62/a")
def test_in_mud_a_three_throws_back() -> None:
    """The river is swollen: a 3 is enough."""
    g = scene(f"{RE} / 1937-01 / mud / Caceres: SpHQ2* Sp5inf2 / Merida: Re3inf1 / axis movement", dice=[3, 1, 1])
    give(g, "move Sp5inf Merida", "end", "end")
    while g.table.frame.step == "airstrikes":
        give(g, "end")
    assert at(g, "Sp5inf") == "Caceres"


@pytest.mark.rule("eurofront", "13.22", "13.24")
def test_an_airstrike_rolls_a_die_a_step() -> None:
    """The Nationalist HQ of two steps rolls two dice that hit on 5 and 6 before anyone fires."""
    g = fight(
        "Seville: SpHQ2* / Cordoba: Sp5inf2 Re3inf3 / allied defends Cordoba", [5, 6, 1, 1, 1], "strike SpHQ Cordoba"
    )
    assert cv(g, "Re3inf") == 1


@pytest.mark.rule("eurofront", "13.23", "SCW")
def test_republican_airstrikes_hit_on_sixes() -> None:
    """Two dice of the Republican HQ, 5 and 6: one hit."""
    g = scene(
        "Valladolid: JDN1 / Linares: ReHQ2* / Cordoba: Re3inf1 Sp5inf3 / axis defends Cordoba / allied combat",
        dice=[5, 6, 1, 1, 1],
    )
    give(g, "strike ReHQ Cordoba")
    assert cv(g, "Sp5inf") == 2


@pytest.mark.rule("eurofront", "13.1")
def test_one_airstrike_an_hq() -> None:
    """The Nationalist HQ bombs one of the two battles in its range, and not the other."""
    g = scene(f"{RE} / Caceres: SpHQ2* JDN2* / Toledo: Sp5inf1 Re3inf1 / Merida: Sp6inf1 Re2inf1 / axis combat")
    assert refused(g, "strike SpHQ Merida") == ""
    give(g, "strike SpHQ Toledo")
    assert refused(g, "strike SpHQ Merida") == "13.1"


@pytest.mark.rule("eurofront", "13.11")
def test_air_range_is_the_hqs_strength() -> None:
    """Two hexes for two steps: Cordoba lies three from Toledo."""
    g = scene(f"{RE} / Salamanca: SpHQ1* / Toledo: Sp5inf1 Re3inf1 / Cordoba: Sp6inf1 Re2inf1 / axis combat")
    assert refused(g, "strike SpHQ Toledo") == ""
    assert refused(g, "strike SpHQ Cordoba") == "13.11"


@pytest.mark.rule("eurofront", "8.2/a")
def test_unsupplied_units_have_no_zone() -> None:
    """Out of supply in Leon, a Nationalist unit leaves Gijon to its loyalty."""
    assert status(scene(f"{RE} / Leon: Sp5inf2! / axis movement"), "Gijon") == "allied"
    assert status(scene(f"{RE} / Leon: Sp5inf2 / axis movement"), "Gijon") == "axis"


@pytest.mark.rule("eurofront", "10.4")
def test_a_supply_line_is_two_hexes() -> None:
    """From the railway at Leon supply reaches two hexes and no third."""
    g = scene(f"{RE} / axis movement")
    area, node = supply.supplied_area(g.table, AXIS), g.title.find_node
    assert area >> node(g.table, "Corunna_E1") & 1
    assert not area >> node(g.table, "Fez_NE1") & 1


@pytest.mark.rule("eurofront", "10.6", "4.36")
def test_unsupplied_units_lose_a_step() -> None:
    """A Republican in the hills behind Leon has no line to Madrid and loses a step in the enemy's supply phase."""
    g = scene(f"{RE} / Leon: Re3inf3 / Valladolid: Sp6inf2 / Orense: Sp5inf2 / axis supply")
    assert cv(g, "Re3inf") == 2


@pytest.mark.rule("eurofront", "11.71")
def test_a_block_takes_one_step_a_production() -> None:
    """A step for 4 points; a second is refused, and so is one for an engaged unit."""
    g = scene(
        f"{RE} / Valladolid: JDN1 Sp5inf1 / Seville: Sp4inf1 Re3inf1 / axis defends Seville / 1936-09 / production"
    )
    assert refused(g, "step Sp4inf", "axis") == "11.71"
    give(g, "axis: step Sp5inf")
    assert refused(g, "step Sp5inf", "axis") == "11.71"
    give(g, "axis: commit", "allied: commit")
    assert cv(g, "Sp5inf") == 2


@pytest.mark.rule("eurofront", "11.4")
def test_points_are_not_borrowed() -> None:
    """Four points pay one infantry step."""
    g = scene(f"{RE} / Valladolid: JDN1 Sp5inf1 Sp6inf1 / 1936-09 / production")
    give(g, "axis: step Sp5inf")
    assert refused(g, "step Sp6inf", "axis") == "11.4"


@pytest.mark.rule("eurofront", "11.81/d")
def test_a_city_takes_one_unit_a_production() -> None:
    """Two cadres in the same month: the second finds Valladolid closed, Salamanca open."""
    g = scene(f"{RE} / Valladolid: JDN1 / axis_fallen: Sp7stat0 Sp8stat0 / 1936-09 / production")
    give(g, "axis: cadre Sp7stat Valladolid")
    assert refused(g, "cadre Sp8stat Valladolid", "axis") == "11.81/d"
    assert refused(g, "cadre Sp8stat Salamanca", "axis") == ""


@pytest.mark.rule("eurofront", "11.8")
def test_reinforcements_come_in_their_month() -> None:
    """The tanks of October do not come in August."""
    g = scene(f"{RE} / Valladolid: JDN1 / 1936-08 / production")
    assert refused(g, "arrive RePavarm Cartagena", "allied") == "11.8"


@pytest.mark.rule("eurofront", "2.27/a")
def test_militia_at_zero_falls_in_battle() -> None:
    """A lone static without strength is gone when its battle is fought."""
    g = fight("Seville: SpHQ2* / Cordoba: Sp5inf2 Re5stat0 / allied defends Cordoba", [1, 1, 1])
    assert at(g, "Re5stat") == "allied_fallen"


@pytest.mark.rule("eurofront", "12.1", "12.1/a")
@pytest.mark.parametrize(("dice", "weather"), [([3, 4], "mud"), ([3, 3], "dry")])
def test_november_weather_is_rolled(dice: list[int], weather: str) -> None:
    """In November an odd roll brings Mud, an even one stays Dry."""
    g = scene(f"{RE} / Valladolid: JDN1 / 1936-11 / month begins", dice=[6, *dice])
    give(g, "land Valencia", "land Bayonne", "land Lisbon", "axis: commit", "allied: commit")
    assert ("dry", "mud")[g.table.p.weather] == weather


@pytest.mark.rule("eurofront", "7.22")
def test_a_militia_without_strength_falls_after_the_offensive_fire() -> None:
    """An airstrike takes the last strength of a lone static: it still bars the hex until the attackers have fired."""
    g = fight("Seville: SpHQ1* / Cordoba: Sp5inf2 Re5stat1 / allied defends Cordoba", [6, 1, 1], "strike SpHQ Cordoba")
    assert at(g, "Re5stat") == "allied_fallen"
    assert [event.kind for event in g.events("axis") if event.kind in ("fired", "eliminated")] == [
        "fired",
        "eliminated",
    ]


@pytest.mark.rule("eurofront", "7.4/a")
def test_unsupported_blitz_combat_needs_a_blitz_hq() -> None:
    """The Blitz HQ has stood down before the second combat phase: the old battle is not fought again."""
    field = "Granada: Sp5inf2 Re3inf2 / axis defends Granada / axis blitz combat"
    g = give(scene(f"{RE} / Seville: SpHQ2** / {field}"), "end")
    assert refused(g, "fight Granada") == ""
    assert refused(scene(f"{RE} / Seville: SpHQ2 / {field}"), "fight Granada") == "7.4/a"


@pytest.mark.rule("eurofront", "6.22")
def test_the_largest_of_too_many_go_without_supply() -> None:
    """Three units stand in the mountains of Granada, where two may: the owner names the largest."""
    g = scene(f"{RE} / Granada: Re2inf3 Re3inf2 Re4inf1 / Valladolid: JDN1 / axis command")
    g.table.p.overfull |= 1 << g.title.find_node(g.table, "Granada")
    give(g, "end", "end")
    assert refused(g, "name Re4inf") != ""
    give(g, "name Re2inf")
    assert cv(g, "Re2inf") == 2


@pytest.mark.rule("eurofront", "11.4")
def test_points_are_all_saved_or_the_rest_is_lost() -> None:
    """Who builds nothing has his points next month; who spends some loses what is left."""
    start = f"{RE} / Valladolid: JDN1 Sp7stat1 / 1936-08 / production"
    g = give(scene(start), "axis: commit", "allied: commit")
    assert g.table.p.saved[AXIS] == 4
    g = give(scene(start), "axis: step Sp7stat", "axis: commit", "allied: commit")
    assert g.table.p.saved[AXIS] == 0


def test_saved_points_are_there_next_month() -> None:
    """Four saved and four of the month: two infantry steps."""
    g = scene(f"{RE} / Valladolid: JDN1 Sp5inf1 Sp6inf1 / 1936-08 / production", dice=[6])
    give(g, "axis: commit", "allied: commit")
    while g.table.frame.step != "landing":
        (seat,) = g.decisions()
        g.play(seat, "end")
    give(g, "land Valencia", "land Bayonne", "land Lisbon", "axis: step Sp5inf", "axis: step Sp6inf")
    give(g, "axis: commit", "allied: commit")
    assert (cv(g, "Sp5inf"), cv(g, "Sp6inf"), g.table.p.saved[AXIS]) == (2, 2, 0)
