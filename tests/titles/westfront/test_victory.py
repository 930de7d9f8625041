"""Chapter 17: victory points, levels, Victory Cities, and games of several scenarios (3.12-3.14)."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import economy
from grognard.titles.westfront import segments, victory
from grognard.titles.westfront.world import charts

from .play import ALLIED, AXIS, give, gone, piece, scene, status, step

S43 = "s43 bare / 1943-11"


def end_of(text: str, **options: str) -> Game:
    """The last fortnight of a scenario is over and it is counted."""
    g = scene(text, options=options or None)
    segments.finish(g.table)
    return g


def item(g: Game, power: int, name: str) -> int:
    return victory.items(g.table, power)[name]


@pytest.mark.rule("westfront", "17.1", "17.1/1")
def test_the_production_level_counts() -> None:
    """With the first lines of summer 43 the Axis has 39 points for its production and nothing else."""
    g = scene(f"{S43} / axis command")
    assert (item(g, AXIS, "production"), victory.total(g.table, AXIS)) == (39, 39)


@pytest.mark.rule("westfront", "17.1/2")
def test_hqs_count_two_a_cv_and_their_loss_four() -> None:
    """OKW III gives 6; Army Group B, eliminated, costs 4."""
    g = scene(f"{S43} / Berlin: OKW3 / axis_lost: AGB0 / axis command")
    assert (item(g, AXIS, "HQs"), item(g, AXIS, "losses")) == (6, -4)


@pytest.mark.rule("westfront", "17.1/3")
def test_losses_cost_points() -> None:
    """A corps 2, an Italian army and a static 1 each, and one more for a unit that is out of supply."""
    g = scene(f"{S43} / Metz: 84inf2! / axis_lost: 58arm0 It7inf0 65stat0 / axis command")
    assert item(g, AXIS, "losses") == -2 - 1 - 1 - 1


@pytest.mark.rule("westfront", "17.1/3a")
def test_italians_of_an_earlier_surrender_do_not_count() -> None:
    """In winter 43, after the surrender of summer, the Italian armies are no longer counted."""
    g = scene("w43 bare / 1944-05 / axis_fallen: It7inf0 / axis command")
    assert item(g, AXIS, "losses") == 0


@pytest.mark.rule("westfront", "17.1/4")
def test_beachheads_count_when_ready() -> None:
    """Two Ready give 4, an eliminated one costs 2, one on the map counts nothing."""
    g = scene(f"{S43} / US2BH ready / US6BH ready / Br1BH lost / axis command")
    assert item(g, ALLIED, "beachheads") == 2
    assert item(scene(f"{S43} / US2BH Licata / US6BH prep / Br1BH prep / axis command"), ALLIED, "beachheads") == 0


@pytest.mark.rule("westfront", "17.1/5", "17.1/5a")
def test_cleared_ports_count_by_region_and_size() -> None:
    """Naples, a major port of the South, gives 2, Palermo 1; Cherbourg, a minor port of the North, 2; Tunis none."""
    g = scene(f"{S43} / allied holds Naples Palermo Cherbourg / axis command")
    assert item(g, ALLIED, "ports") == 2 + 1 + 2
    fight = "Palermo: Br5inf2 76arm2 / allied defends Palermo"
    assert item(scene(f"{S43} / allied holds Palermo / {fight} / axis command"), ALLIED, "ports") == 0


@pytest.mark.rule("westfront", "8.1", "17.1/5")
def test_ports_count_by_the_control_of_the_last_politics_phase() -> None:
    """The defenders of Ancona starve in the game's last Supply Phase: it is scored as Axis, Palermo as Allied."""
    text = f"{S43} / allied holds Palermo / Ancona: Br10inf2 76arm4* / allied defends Ancona / axis supply"
    g = scene(text, [1] * 80)
    while g.table.outcome is None:
        give(g, "name Br10inf" if step(g) == "naming" else "end")
    assert gone(g, "Br10inf")
    assert (status(g, "Ancona"), victory.port_points(g.table, ALLIED)) == ("axis", 1)


@pytest.mark.rule("westfront", "17.1/5b", "W43/3")
def test_the_build_up_caps_ports_and_beachheads() -> None:
    """In winter 43 with two units in Britain ports and beachheads together give 2 points."""
    g = scene("w43 bare / 1944-05 / London: Br1amph4 Br8mech3 / axis command")
    assert item(g, ALLIED, "ports") + item(g, ALLIED, "beachheads") == 2


@pytest.mark.rule("westfront", "17.1/6", "16.4/e")
def test_wars_on_neutrals_cost_points() -> None:
    """War on both in winter 43 costs 18 and 3."""
    g = scene("w43 bare / 1944-01 / since war on Spain / since war on Portugal / axis command")
    assert item(g, ALLIED, "wars") == -21


@pytest.mark.rule("westfront", "17.1/7")
def test_handicaps() -> None:
    """55, 85 and 155 points in the three scenarios of points."""
    found = [item(scene(f"{name} bare / axis command"), ALLIED, "handicap") for name in ("s43", "w43", "s44", "w44")]
    assert found == [-55, -85, -155, 0]


@pytest.mark.rule("westfront", "17.2")
def test_levels_of_victory() -> None:
    """Allies 73 + 24 - 2 + 13 + 2 - 55, Axis 39 + 18 - 12: a lead of ten is Marginal; levels change at 6, 16, 26."""
    assert [victory.level_of(lead) for lead in (5, 6, 15, 16, 25, 26)] == [
        "draw", "marginal", "marginal", "major", "major", "decisive",
    ]  # fmt: skip
    g = end_of(f"{S43} / Berlin: OKW3 / axis command")
    assert g.outcome is not None
    assert (g.outcome.winners, g.outcome.level) == (("axis",), "major")


@pytest.mark.rule("westfront", "17.21")
def test_tournament_points() -> None:
    """A draw gives both one, the levels two, three and five to the winner alone."""
    levels = ("draw", "marginal", "major", "decisive")
    assert [victory.tournament(level) for level in levels] == [(1, 1), (2, 0), (3, 0), (5, 0)]
    g = end_of(f"{S43} / Berlin: OKW3 / Metz: OBW3 AGB2 AGG2 AGC2 / axis command")
    assert g.outcome is not None
    assert (g.outcome.level, g.outcome.scores) == ("decisive", {"axis": 1.0, "allied": -1.0})


@pytest.mark.rule("westfront", "17.31", "W44/7")
def test_victory_cities_at_the_start_of_winter_44() -> None:
    """The Axis holds ten, Berlin counting twice, the Allies Paris and Rome."""
    g = scene("w44 / axis command")
    assert (victory.cities(g.table, AXIS), victory.cities(g.table, ALLIED)) == (10, 2)
    assert victory.by_cities(g.table).winner == AXIS


@pytest.mark.rule("westfront", "17.32")
def test_winter_44_is_won_by_cities() -> None:
    """All of Germany Allied: the lead is decisive; a lead of one city is Marginal, of two Major."""
    g = end_of("w44 bare / 1945-05 / allied holds all / axis command")
    assert g.outcome is not None
    assert (g.outcome.winners, g.outcome.level, g.outcome.rule) == (("allied",), "decisive", "17.32")
    assert {int(row["lead"]): row["level"] for row in charts()["victory_levels_w44"]} == {
        0: "draw", 1: "marginal", 2: "major", 3: "decisive",
    }  # fmt: skip


def test_the_enemys_count_is_an_interval() -> None:
    """A seat knows its own total and bounds of the other that hold the truth."""
    g = scene("s43 / axis command")
    t = g.table
    for power in (AXIS, ALLIED):
        own, other = t.seat_of(power), t.seat_of(1 - power)
        exact = victory.total(t, power)
        low, high = victory.known(t, other, power)
        assert victory.known(t, own, power) == (exact, exact)
        assert low <= exact <= high
        assert low < high


@pytest.mark.rule("westfront", "17.1/3a")
def test_the_enemys_count_knows_nothing_of_neutrals() -> None:
    """At best the Axis has 39 and its five HQs at full strength; with Spain in the war JDN and another count too."""
    for war, more in (("", 0), (" / since war on Spain", 8)):
        t = scene(f"s43{war} / allied command").table
        assert victory.known(t, t.seat_of(ALLIED), AXIS)[1] == 39 + 2 * (3 + 3 + 2 + 2 + 2) + more


@pytest.mark.rule("westfront", "3.12")
def test_a_one_year_game_goes_on_into_the_next_scenario() -> None:
    """Summer 43 is counted, then December begins with the same forces."""
    g = end_of(f"{S43} / Metz: 84inf2 / axis command", play="one-year")
    t = g.table
    assert (g.outcome, t.p.month % 12, t.p.last - t.p.month) == (None, 11, 5)
    assert t.p.cv[piece(g, "84inf")] == 2


@pytest.mark.rule("westfront", "3.12/b")
def test_basic_production_changes_at_the_link() -> None:
    """In December the Axis has 5 more and the Allies 10 more than in November."""
    g = end_of(f"{S43} / axis command", play="one-year")
    assert (economy.level(g.table, AXIS), economy.level(g.table, ALLIED)) == (44, 83)


@pytest.mark.rule("westfront", "3.14", "17.3")
def test_a_campaign_stops_at_a_decisive_victory() -> None:
    """A Major result goes on, a Decisive one ends the game."""
    assert end_of(f"{S43} / Berlin: OKW3 / axis command", play="campaign").outcome is None
    strong = "Berlin: OKW3 / Metz: OBW3 AGB2 AGG2 AGC2"
    g = end_of(f"{S43} / {strong} / axis command", play="campaign")
    assert g.outcome is not None
    assert g.outcome.level == "decisive"


@pytest.mark.rule("westfront", "3.13")
def test_both_may_agree_to_go_on() -> None:
    """After the count of summer 43 an accepted proposal opens December."""
    g = end_of(f"{S43} / Berlin: OKW3 / axis command", play="extended")
    assert g.outcome is not None
    g.play("axis", "propose extend")
    g.play("allied", "accept 1")
    assert g.outcome is None
    assert g.table.p.month % 12 == 11


@pytest.mark.rule("westfront", "3.13")
def test_the_dice_stay_secret_while_the_players_may_go_on() -> None:
    """The count of an extended game shows no secret; who declines or finishes ends it, and then all may see it."""
    for seat, order in (("allied", "decline 1"), ("axis", "propose finish")):
        g = end_of(f"{S43} / Berlin: OKW3 / axis command", play="extended")
        g.play("axis", "propose extend")
        assert all("secret" not in g.view(viewer).data for viewer in ("axis", "allied", None))
        g.play(seat, order)
        assert g.view("allied")["secret"] == g.table.dice.secret.hex()
        assert g.why_not("axis", "propose extend")
        if seat == "axis":
            g.play("allied", "accept 1")
            assert g.outcome is not None, "what lay on the table has lapsed"


@pytest.mark.rule("westfront", "3.11")
def test_only_an_extended_game_is_open_to_more() -> None:
    """The other ways of playing say themselves where the game ends; winter 44 is followed by nothing."""
    plain = end_of(f"{S43} / Berlin: OKW3 / axis command")
    last = end_of("w44 bare / 1945-05 / Berlin: OKW3 / axis command", play="extended")
    for g in (plain, last):
        assert g.outcome is not None and g.outcome.final
        assert g.why_not("axis", "propose extend")
        assert g.view("axis")["secret"] == g.table.dice.secret.hex()


@pytest.mark.rule("westfront", "3.11")
def test_a_scenario_ends_with_its_last_month() -> None:
    """A single scenario is closed when it is counted."""
    assert end_of(f"{S43} / axis command").outcome is not None


@pytest.mark.rule("westfront", "3.12/a")
def test_a_link_keeps_forces_and_lines() -> None:
    """What stood in Metz in November stands there in December, and Naples stays Axis."""
    g = end_of(f"{S43} / Metz: 84inf2 / axis command", play="one-year")
    t = g.table
    assert t.node_name(t.p.at[piece(g, "84inf")]) == "Metz"
    assert t.p.held[AXIS] >> t.title.find_node(t, "Naples") & 1


@pytest.mark.rule("westfront", "3.12/c")
def test_a_link_brings_the_new_sheet() -> None:
    """The handicap of winter 43 holds from December on."""
    g = end_of(f"{S43} / axis command", play="one-year")
    assert item(g, ALLIED, "handicap") == -85


@pytest.mark.rule("westfront", "3.12/d")
def test_a_linked_scenario_begins_with_production() -> None:
    """December of a one-year game opens with both sides producing."""
    from grognard.titles.westfront.game import after_the_first_month

    g = end_of(f"{S43} / axis command", play="one-year")
    assert after_the_first_month(g.table)


def test_a_linked_scenario_is_no_step_back() -> None:
    """The measure of what is to come falls when one scenario passes into the next, so that play must end."""
    t = Game.new("westfront", "w43", seed=1, options={"play": "campaign"}).table
    t.p.month = t.p.last
    before = t.title.progress(t)
    segments.link(t, "s44")
    assert t.title.progress(t) < before


@pytest.mark.rule("westfront", "15.31")
def test_a_besieged_port_that_ships_reach_counts_as_a_city() -> None:
    """Copenhagen is Allied, engaged, and a lane runs into it: it counts beside Paris and Rome."""
    siege = "Copenhagen: US19mech4 84inf3* / allied defends Copenhagen / Berlin: OKW2"
    assert victory.cities(scene(f"w44 bare / 1945-05 / {siege} / axis supply", dice=[6] * 9).table, ALLIED) == 3
