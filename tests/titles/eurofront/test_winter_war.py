"""The Winter War (21.48, S1939A): units, the North Front, production, armistice, set-up and victory."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.winter import armistice
from grognard.titles.systems.front import command, economy

from .play import at, cv, give, refused
from .winter import AXIS, SOVIET, piece, scene, speed, supplied


@pytest.mark.rule("eurofront", "20.8")
def test_ski_troops_move_two_hexes_in_snow_at_home() -> None:
    """Finnish infantry has speed 2 in Snow within Finland, 1 beyond its border and in Mud; Soviet infantry has 1."""
    g = scene("Vyborg: Fi1inf2 / Leningrad: Fi2inf2 / Tallinn: Sv13inf2")
    assert [speed(g, name) for name in ("Fi1inf", "Fi2inf", "Sv13inf")] == [2, 1, 1]
    assert speed(scene("Vyborg: Fi1inf2 / EF mud"), "Fi1inf") == 1


def fight(attackers: str, dice: list[int], defenders: str = "Fi1inf2", where: str = "Kotka") -> Game:
    """A supported Soviet round at a clear hex; the defender fires first."""
    g = scene(
        f"{where}: {attackers} {defenders} / Kotka_NE1: SvWst1* / soviet holds Kotka_NE1 / axis defends {where}"
        " / soviet combat",
        dice=dice,
    )
    give(g, "end", f"fight {where}", *(["end"] if refused(g, "end") == "" else []))
    return g


@pytest.mark.rule("eurofront", "20.82", "21.45")
def test_finns_fire_double_at_home() -> None:
    """A Finnish corps of two hits with a five and a four once; the Soviet infantry of three goes down to two."""
    g = fight("Sv13inf3", [5, 4, 1, 1])
    assert cv(g, "Sv13inf") == 2
    assert cv(g, "Fi1inf") == 2


@pytest.mark.rule("eurofront", "21.481/b")
def test_soviet_mech_fires_as_armor() -> None:
    """In the attack Soviet mech hits with fives: of 5 and 4 one hit on the Finns in clear ground."""
    g = fight("Sv6mech2", [1, 1, 5, 4])
    assert cv(g, "Fi1inf") == 1


@pytest.mark.rule("eurofront", "21.481/b")
def test_soviet_mech_makes_no_sea_assault() -> None:
    """Mech is no kind that may open a battle from the sea here, infantry is."""
    kinds = {kind.name: kind for kind in scene("Helsinki: Fi1inf2").table.world.kinds}
    assert not kinds["mech"].may_sea_assault and kinds["infantry"].may_sea_assault


@pytest.mark.rule("eurofront", "5.8/a")
def test_mannerheim_supports_combat_in_finland() -> None:
    """The Finnish THQ gives support in its range within Finland, not in the Soviet hexes beyond the border."""
    g = scene("Vyborg: Mann2* / axis holds Leningrad / axis combat")
    t = g.table
    t.p.role[piece(g, "Mann")], t.p.reach[piece(g, "Mann")] = 1, 2
    area = command.area_of_support(t, AXIS)
    assert area >> t.title.find_node(t, "Kotka") & 1
    assert not area >> t.title.find_node(t, "Leningrad") & 1


@pytest.mark.rule("eurofront", "21.43")
def test_hqs_are_disrupted_where_they_are_strangers() -> None:
    """The North HQ acts at full strength in Petrozavodsk and one less in Leningrad; the West HQ the other way."""
    g = scene("Petrozavodsk: SvNth2 SvNW2 / Leningrad: SvWst2")
    effective = [command.effective(g.table, piece(g, name)) for name in ("SvNth", "SvNW", "SvWst")]
    assert effective == [2, 1, 2]
    moved = scene("Leningrad: SvNth2")
    assert command.effective(moved.table, piece(moved, "SvNth")) == 1


@pytest.mark.rule("eurofront", "21.441")
def test_aliens_acclimatize_as_they_enter_the_north() -> None:
    """By rail to Petrozavodsk a Soviet alien loses a step, a veteran of the North none; Moscow costs nothing."""
    g = scene("Leningrad: Sv13inf3 Sv14inf2 Sv8inf3 / Moscow: Stavka3* / soviet movement")
    g.table.p.supreme[SOVIET] = 3
    give(g, "rail Sv13inf Petrozavodsk", "rail Sv14inf Petrozavodsk", "rail Sv8inf Moscow")
    assert [cv(g, name) for name in ("Sv13inf", "Sv14inf", "Sv8inf")] == [2, 2, 3]


@pytest.mark.rule("eurofront", "21.461")
def test_aliens_in_the_arctic_are_maintained() -> None:
    """Each Soviet alien in the Arctic Zone takes five of the eighteen points; veterans take none."""
    g = scene("Petrozavodsk: Sv13inf3 Sv8inf3 Sv14inf2 / Leningrad: Sv3inf2 / production")
    assert g.table_for(g.seat_index("allied")).p.points2 == 8


@pytest.mark.rule("eurofront", "21.462", "20.54/a")
def test_what_soviet_steps_cost() -> None:
    """Infantry costs four points, six in the North; an HQ twenty before the reforms."""
    g = scene("Leningrad: Sv13inf2 SvWst1 / Petrozavodsk: Sv14inf1 / Helsinki: Fi1inf2 Mann1")
    costs = [economy.step_cost(g.table, piece(g, name)) for name in ("Sv13inf", "SvWst", "Sv14inf", "Fi1inf", "Mann")]
    assert costs == [4, 20, 6, 4, 5]


@pytest.mark.rule("eurofront", "11.7/e", "11.732")
def test_what_the_far_north_costs() -> None:
    """A mech step is nine points in the North, six elsewhere; an HQ that only a road supplies pays ten more, and twice
    all that where it is engaged."""
    g = scene("Petrozavodsk: Sv6mech1 / Leningrad: Sv3Gmech1 / Petsamo: SvNth1 Sv14inf1 Fi1inf1 / axis defends Petsamo")
    costs = [economy.step_cost(g.table, piece(g, name)) for name in ("Sv6mech", "Sv3Gmech", "SvNth")]
    assert costs == [9, 6, 2 * (20 + 10)]


@pytest.mark.rule("eurofront", "20.51")
def test_the_soviets_have_a_third_of_their_points_in_peace() -> None:
    """Eighteen points a month, whatever they hold."""
    assert economy.level(scene("Leningrad: Sv13inf2").table, SOVIET) == 18


@pytest.mark.rule("eurofront", "11.81", "21.462")
def test_soviet_cadres_come_in_home_cities() -> None:
    """A lost army is rebuilt in Leningrad, one of the North in an area there too, not in a Finnish town."""
    g = scene(
        "soviet_fallen: Sv13inf Sv14inf / Kotka: Sv8inf2 / Vyborg: Sv3inf2 / soviet holds Kotka Vyborg / production"
    )
    assert refused(g, "cadre Sv13inf Kotka", "allied") != ""
    assert refused(g, "cadre Sv13inf Leningrad", "allied") == ""
    assert refused(g, "cadre Sv13inf Petrozavodsk", "allied") == "21.462"
    assert refused(g, "cadre Sv14inf Petrozavodsk", "allied") == ""


@pytest.mark.rule("eurofront", "20.64")
def test_finnish_points_and_cadres() -> None:
    """Two points a month, one without Petsamo, none without National Supply; cadres come in Helsinki."""
    for text, points in (
        ("Helsinki: Fi1inf2", 2),
        ("Petsamo: Sv14inf2 / soviet holds Petsamo", 1),
        ("Oulu: Sv14inf2 / soviet holds Oulu", 0),
    ):
        assert economy.level(scene(text).table, AXIS) == points


@pytest.mark.rule("eurofront", "20.63")
def test_without_national_supply_all_finns_starve() -> None:
    """With Oulu lost no Finn is supplied, not even in Helsinki."""
    assert supplied(scene("Helsinki: Fi1inf2"), AXIS, "Vyborg")
    assert not supplied(scene("Helsinki: Fi1inf2 / Oulu: Sv14inf2 / soviet holds Oulu"), AXIS, "Helsinki")


@pytest.mark.rule("eurofront", "15.52", "12.62")
def test_soviets_invade_in_snow_but_make_no_sea_assault() -> None:
    """From Tallinn a Soviet army lands in empty Turku in Snow; where Finns stand it may not land."""
    g = scene("Tallinn: SvSW2 Sv3inf2 / Helsinki: Fi1inf2 / soviet command")
    give(g, "activate SvSW invasion", "end")
    assert refused(g, "invade SvSW Sv3inf Helsinki") != ""
    give(g, "invade SvSW Sv3inf Turku")
    assert at(g, "Sv3inf") == "Turku"


@pytest.mark.rule("eurofront", "15.53/a")
def test_soviet_tanks_do_not_assault_from_the_sea() -> None:
    """In Mud infantry may land where Finns stand; mech, which is armor here, may not."""
    g = scene("Tallinn: SvSW2 Sv3inf2 Sv6mech2 / Helsinki: Fi1inf2 / EF mud / soviet command")
    give(g, "activate SvSW invasion", "end")
    assert refused(g, "invade SvSW Sv6mech Helsinki") != ""
    assert refused(g, "invade SvSW Sv3inf Helsinki") == ""


@pytest.mark.rule("eurofront", "15.51")
def test_an_invasion_hq_stands_in_a_port() -> None:
    """The HQ in Tallinn may be given an invasion, the one inland may not."""
    g = scene("Tallinn: SvSW2 / Pskov: SvWst2 / soviet command")
    assert refused(g, "activate SvSW invasion") == ""
    assert refused(g, "activate SvWst invasion") != ""


@pytest.mark.rule("eurofront", "15.31", "15.32")
def test_sea_moves_take_a_supreme_move_and_room_in_the_port() -> None:
    """From Leningrad an army sails to Tallinn for one Supreme Move; the minor port takes no second one that turn."""
    g = scene("Leningrad: Sv13inf2 Sv8inf2 / Moscow: Stavka3* / soviet movement")
    g.table.p.supreme[SOVIET] = 3
    give(g, "sail Sv13inf Tallinn")
    assert at(g, "Sv13inf") == "Tallinn" and g.table.p.supreme[SOVIET] == 2
    assert refused(g, "sail Sv8inf Tallinn") != ""


@pytest.mark.rule("eurofront", "8.34")
def test_neutral_land_is_closed() -> None:
    """No Finn marches from Oulu to Gallivare in Sweden, and supply does not run there."""
    g = scene("Oulu: Fi1inf2 / Helsinki: Mann3* / axis movement")
    g.table.p.supreme[AXIS] = 3
    assert refused(g, "move Fi1inf Gallivare") != ""
    assert not supplied(g, AXIS, "Gallivare")


@pytest.mark.rule("eurofront", "10.2/c")
def test_the_soviets_are_supplied_from_siberia() -> None:
    """With the two lines to Siberia in other hands no Soviet unit is supplied."""
    assert supplied(scene("Leningrad: Sv13inf2"), SOVIET, "Leningrad")
    cut = scene("Leningrad: Sv13inf2 / axis holds Kazan Kuibyshev")
    assert not supplied(cut, SOVIET, "Leningrad")


# The end


@pytest.mark.rule("eurofront", "16.9/b")
def test_finland_falls_with_its_capital_or_its_last_unit() -> None:
    """A minor power is defeated when Helsinki is lost, or when no unit is left."""
    assert armistice.is_defeated(scene("Helsinki: Sv13inf2 / Oulu: Fi1inf2 / soviet holds Helsinki").table)
    assert armistice.is_defeated(scene("Leningrad: Sv13inf2").table)
    assert not armistice.is_defeated(scene("Oulu: Fi1inf2 / Leningrad: Sv13inf2").table)


def asked_for(hqs: str) -> Game:
    """The end of a Finnish turn at which an armistice is asked for."""
    g = scene(f"Leningrad: {hqs} / Helsinki: Fi1inf2 / axis supply")
    give(g, "armistice")
    return g


@pytest.mark.rule("eurofront", "S1939A/vic")
@pytest.mark.parametrize(
    ("hqs", "winner"), [("Stavka3 SvWst3 SvNW3", "axis"), ("Stavka3 SvWst3 SvNW3 SvSW1", "allied")]
)
def test_an_accepted_armistice_is_counted(hqs: str, winner: str) -> None:
    """Nine steps of Soviet HQs are a minor Finnish victory, ten a minor Soviet one."""
    g = give(asked_for(hqs), "agree")
    assert g.outcome is not None
    assert (g.outcome.winners, g.outcome.level) == ((winner,), "minor")


@pytest.mark.rule("eurofront", "21.482", "21.482/c")
def test_a_rejected_armistice_is_not_asked_for_again() -> None:
    """The Soviets refuse: the war goes on, and in the next Politics no one is asked."""
    g = give(asked_for("Stavka3"), "refuse")
    assert g.outcome is None
    assert armistice.REJECTED in g.table.p.politics
    assert not armistice.not_offered(g.table, 0, ())


@pytest.mark.rule("eurofront", "S1939A")
def test_the_set_up() -> None:
    """The Soviets move first in December 1939, in Snow, with 26 blocks on the map."""
    g = grognard.new("eurofront", "1939A", seed=1)
    t = g.table
    assert set(g.decisions()) == {"allied"} and t.p.active == SOVIET
    assert sum(at < t.world.spans for at in t.p.at) == 26


@pytest.mark.rule("eurofront", "21.481/a")
def test_the_mannerheim_line_must_be_held() -> None:
    """In the free set-up the Finns cannot leave Vyborg empty, and the Soviets not begin far from Leningrad."""
    g = grognard.new("eurofront", "1939A", seed=1, options={"deployment": "free"})
    give(g, "lift Fi1inf", "put Fi1inf Oulu", "lift Fi3inf", "put Fi3inf Oulu")
    assert refused(g, "commit") == "21.481/a"
    give(g, "put Fi1inf Vyborg", "commit", "put Sv13inf Moscow")
    assert refused(g, "commit") == "S1939A"


def test_a_guess_counts_the_finns_that_are_lost() -> None:
    """What the Soviets guess of the hidden Finns has as many eliminated as they see missing."""
    g = scene(
        "Leningrad: Stavka3 / Helsinki: Fi1inf2 / axis_lost: Fi2inf Fi3inf Fi4inf Fi5inf Fi6inf Fi7stat Mann"
        " / axis supply"
    )
    give(g, "armistice")
    guess = grognard.sample(g.view("allied"), random.Random(1))
    assert armistice.finns_lost(guess.table) == armistice.finns_lost(g.table) == 7


def test_one_landing_does_not_starve_the_mannerheim_line() -> None:
    """In the ready set-up Mannerheim stands on the line to Tampere: when Kotka falls, Vyborg is still fed."""
    g = grognard.new("eurofront", "1939A", seed=1)
    give(g, "activate SvSW invasion", "end", "invade SvSW Sv3inf Kotka", "end", "end")
    assert [cv(g, name) for name in ("Fi1inf", "Fi2inf", "Fi3inf", "Fi4inf")] == [2, 2, 2, 2]


def test_refusals_and_prompts_say_what_is_so() -> None:
    """Points that do not reach are told with the price, a power that does not play has no purse, and an HQ that is
    active is called so."""
    g = scene("Leningrad: Stavka2 Sv13inf2 / Helsinki: Fi1inf2 / production")
    assert g.decisions()["allied"].prompt.endswith(": 18 points. Build, then commit.")
    why = g.why_not("allied", "step Stavka")
    assert why is not None and why.sentence == "A step of Stavka costs 20, and 18 are left."
    g = scene("Leningrad: SvWst2 Sv13inf2 / Helsinki: Fi1inf2 / soviet command")
    give(g, "activate SvWst command")
    why = g.why_not("allied", "activate SvWst command")
    assert why is not None and why.sentence.startswith("SvWst is active already")


def test_only_in_his_combat_is_one_told_which_battles_must_be_fought() -> None:
    """What the Soviets must fight in their turn the Finns need not in theirs, and are not told so."""
    g = scene("Leningrad: SvWst1* Sv13inf2 / Vyborg: Fi1inf2 / Helsinki: Fi2inf2 Mann2 / soviet movement", dice=[1] * 9)
    give(g, "move Sv13inf Vyborg", "end", "end")
    assert notes(g) == ["must be fought"]
    while "allied" in g.decisions():
        give(g, "end" if refused(g, "end") == "" else "fire Sv13inf")
    assert "axis" in g.decisions() and notes(g) == [""]


def notes(g: Game) -> list[str]:
    panels = g.title.panels(g.table, g.seat_index(next(iter(g.decisions()))))
    return [field["note"] for panel in panels if panel["kind"] == "battles" for field in panel["fields"]]
