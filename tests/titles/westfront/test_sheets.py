"""The scenario sheets: reinforcements, special rules, and what a linked game takes over from the next sheet."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.systems.front import air, blocks, economy
from grognard.titles.systems.front.state import BH_LATER, BH_READY, month_text
from grognard.titles.westfront import segments

from .play import ALLIED, AXIS, at, cv, give, node, piece, refused, scene
from .table import lane, play, why_not

ENTRIES = ("Sarajevo", "Vukovar_E1", "Gyor_E1", "Ostrava_NE1", "Posnan_E1", "Stettin_E3")


def producing(text: str) -> Game:
    return scene(f"{text} / production")


def deploying(scenario: str, seat: str) -> Game:
    g = grognard.new("westfront", scenario, seed=1, options={"deployment": "free"})
    if seat == "allied":
        g.play("axis", "commit")
    return g


def schedule(g: Game, *names: str) -> list[tuple[str, int]]:
    """When blocks come and with which CV."""
    plan = g.title.schedule(g.table)
    return [(month_text(plan[i][0]), plan[i][1]) for i in (piece(g, name) for name in names)]


def edge_lost(g: Game) -> set[str]:
    """The entry hexes that are gone."""
    return {name for name in ENTRIES if g.title.lost_entries(g.table) >> node(g, name) & 1}


# Reinforcements


@pytest.mark.rule("westfront", "W43/R1")
def test_axis_reinforcements_of_winter_43() -> None:
    """75 Corps comes in January at one CV, 80 Static at none; Panzer Group B waits for April."""
    g = producing("w43 bare / 1944-01")
    play(g, "axis: arrive 75inf Berlin; arrive 80stat Berlin")
    assert (at(g, "75inf", "axis"), cv(g, "75inf", "axis"), cv(g, "80stat", "axis")) == ("Berlin", 1, 0)
    assert why_not(g, "axis", "arrive Barm Hamburg") == "11.5"
    assert schedule(g, "AOKmech", "86stat", "Barm", "67inf") == [
        ("1944-02", 1), ("1944-02", 0), ("1944-04", 1), ("1944-04", 1)
    ]  # fmt: skip


@pytest.mark.rule("westfront", "W43/R2")
def test_allied_reinforcements_of_winter_43() -> None:
    """US 8 Armor comes in January, 12 Army Group with US 7's beachhead in March."""
    g = producing("w43 bare / 1944-01")
    play(g, "allied: arrive US8arm Liverpool")
    assert (at(g, "US8arm", "allied"), cv(g, "US8arm", "allied")) == ("Liverpool", 3)
    assert why_not(g, "allied", "arrive US15arm Liverpool") == "11.5"
    assert schedule(g, "US15arm", "US19mech", "12AG", "US20arm", "US4mech", "US12arm") == [
        ("1944-02", 3), ("1944-02", 4), ("1944-03", 0), ("1944-04", 3), ("1944-04", 4), ("1944-05", 3)
    ]  # fmt: skip
    assert lane(producing("w43 bare / 1944-02"), "allied").p.beachheads["US7BH"] == BH_LATER
    assert lane(producing("w43 bare / 1944-03"), "allied").p.beachheads["US7BH"] == BH_READY


@pytest.mark.rule("westfront", "S44/R1")
def test_axis_reinforcements_of_summer_44() -> None:
    """Eberbach's SS mech comes in July at four."""
    g = producing("s44 bare / 1944-07")
    play(g, "axis: arrive Ebermech Berlin")
    assert (at(g, "Ebermech", "axis"), cv(g, "Ebermech", "axis")) == ("Berlin", 4)


@pytest.mark.rule("westfront", "S44/R2")
def test_allied_reinforcements_of_summer_44() -> None:
    """Ten blocks from June to November; a US corps comes by a major port, not by a British city inland."""
    g = producing("s44 bare / 1944-08")
    play(g, "allied: arrive US13mech London")
    assert cv(g, "US13mech", "allied") == 4
    assert why_not(g, "allied", "arrive US18mech Birmingham") == "11.6/a"
    names = ("6AG", "FF1arm", "US18mech", "US3mech", "US16inf", "US21inf", "Br3inf", "US22inf", "US23inf")
    assert schedule(g, *names) == [
        ("1944-06", 0), ("1944-07", 3), ("1944-08", 4), ("1944-09", 4), ("1944-09", 4), ("1944-10", 4), ("1944-10", 4),
        ("1944-11", 4), ("1944-11", 4),
    ]  # fmt: skip


@pytest.mark.rule("westfront", "W44/R1")
def test_axis_reinforcements_of_winter_44() -> None:
    """FHH, due in December, starts at four in a German city, not at the front in Italy."""
    g = deploying("w44", "axis")
    assert cv(g, "FHHarm", "axis") == 4
    g.play("axis", "put FHHarm Berlin")
    assert why_not(g, "axis", "commit") == ""
    g.play("axis", "put FHHarm Bologna")
    assert why_not(g, "axis", "commit") == "3.23/c"


@pytest.mark.rule("westfront", "W44/R2")
def test_allied_reinforcements_of_winter_44() -> None:
    """FF 3 Corps starts at four in a major port, not in Lyon."""
    g = deploying("w44", "allied")
    assert cv(g, "FF3inf", "allied") == 4
    g.play("allied", "put FF3inf Marseilles")
    assert why_not(g, "allied", "commit") == ""
    g.play("allied", "put FF3inf Lyon")
    assert why_not(g, "allied", "commit") == "3.23/c"


# Special rules


@pytest.mark.rule("westfront", "S43/3")
def test_italy_fights_and_may_surrender_in_summer_43() -> None:
    """Its units stay near home, and the Allies in Palermo may demand its surrender; in winter it is out."""
    g = scene("s43 bare / 1943-08 / Turin: OKW3* It7inf2 / supreme 6 / axis movement")
    assert refused(g, "rail It7inf Paris") == "2.66"
    assert refused(scene("s43 bare / 1943-08 / allied holds Palermo / allied politics"), "demand Italy") == ""
    later = scene("w43 bare / 1944-01 / Lyon: Br5inf2 / allied holds Lyon Naples Palermo / allied politics")
    assert refused(later, "demand Italy") != ""


@pytest.mark.rule("westfront", "W43/2")
def test_winter_43_lengthens_allied_air_range_and_bombs_axis_hqs() -> None:
    """A third step of 21 AG reaches six hexes, of SHAEF nine; a step of OKW costs 15, a cadre 30."""
    g = scene("w43 bare / 1943-12 / dry / London: 21AG3 SHAEF3 / Berlin: OKW2 / allied command")
    give(g, "activate 21AG", "activate SHAEF", "end")
    assert [air.air_range(g.table, piece(g, name)) for name in ("21AG", "SHAEF")] == [6, 9]
    assert hq_costs(g) == (15, 30)


def hq_costs(g: Game) -> tuple[int, int]:
    okw = piece(g, "OKW")
    return economy.step_cost(g.table, okw), economy.cadre_cost(g.table, okw)


@pytest.mark.rule("westfront", "S44/2", "S44/3")
def test_summer_44_brings_air_supremacy_and_later_the_loss_of_oil() -> None:
    """Axis armor makes two hexes instead of three; OKW costs 15 and 30, from September 20 and 40."""
    g = scene("s44 bare / 1944-06 / Berlin: OKW2 58arm3 / axis movement")
    assert blocks.speed(g.table, piece(g, "58arm")) == 2
    assert hq_costs(g) == (15, 30)
    assert hq_costs(scene("s44 bare / 1944-09 / Berlin: OKW2 / axis movement")) == (20, 40)


@pytest.mark.rule("westfront", "W44/2", "W44/3")
def test_winter_44_keeps_supremacy_and_the_shortage_of_fuel() -> None:
    """Dry or not, the Axis is slowed; Allied air range stays doubled; OKW costs 20 and 40."""
    g = scene("w44 bare / 1945-04 / dry / London: 21AG3 / Berlin: OKW2 58arm3 / allied command")
    give(g, "activate 21AG", "end")
    assert blocks.speed(g.table, piece(g, "58arm")) == 2
    assert air.air_range(g.table, piece(g, "21AG")) == 6
    assert hq_costs(g) == (20, 40)


def army_group_e(scenario: str, month: str) -> Game:
    text = f"{scenario} bare / {month} / dry / Berlin: OKW3 / since Yugoslavia entered / axis command"
    return give(scene(text), "activate OKW", "end")


def may_enter(g: Game) -> set[str]:
    ((_, decision),) = g.decisions().items()
    return {choice.text for choice in decision.next("enter")} if "enter" in {c.text for c in decision.next()} else set()


@pytest.mark.rule("westfront", "W43/4")
def test_three_blocks_of_army_group_e_in_winter_43() -> None:
    """The Italian army is not among them."""
    assert may_enter(army_group_e("w43", "1944-03")) == {"AGE", "Emech", "78cav"}


@pytest.mark.rule("westfront", "S44/5")
def test_three_blocks_of_army_group_e_in_summer_44() -> None:
    """The same three as in winter."""
    assert may_enter(army_group_e("s44", "1944-06")) == {"AGE", "Emech", "78cav"}


@pytest.mark.rule("westfront", "W44/6", "W44/5")
def test_army_group_e_in_winter_44_comes_by_what_is_left_of_the_edge() -> None:
    """Sarajevo, Vukovar E1 and Gyor E1 are lost: the group has no entry hex left."""
    g = scene("w44 bare / 1944-12 / axis command")
    assert edge_lost(g) == {"Sarajevo", "Vukovar_E1", "Gyor_E1"}
    g = army_group_e("w44", "1944-12")
    assert refused(g, "enter Emech Sarajevo") == "16.7"
    assert may_enter(g) == {"AGE", "Emech", "78cav"}


@pytest.mark.rule("westfront", "HUSKY/4")
def test_the_tutorials_para_is_grounded() -> None:
    """A step of 1 Para costs six, half of what a para costs that can drop."""
    g = grognard.new("westfront", "husky", seed=1)
    assert economy.step_cost(g.table, piece(g, "1para")) == 6


@pytest.mark.rule("westfront", "13.21/a")
def test_strategic_bombing_raises_the_price_of_axis_hqs_only() -> None:
    """In January 1944 a step of OKW costs 15, one of AF in London ten."""
    g = producing("w43 bare / 1944-01 / Berlin: OKW2 / London: AF1")
    assert economy.step_cost(g.table, piece(g, "OKW")) == 15
    assert economy.step_cost(g.table, piece(g, "AF")) == 10


# Linked games


def linked(text: str) -> Game:
    """The first scenario of a one-year game is over."""
    g = scene(text, options={"play": "one-year"})
    segments.finish(g.table)
    return g


@pytest.mark.rule("westfront", "3.12/a")
def test_a_link_keeps_forces_and_lines() -> None:
    """What stood in November stands in December at the same CV, and Naples is still the Axis'."""
    g = linked("s43 bare / 1943-11 / Metz: 84inf2 / London: Br5inf3 / axis command")
    assert (at(g, "84inf"), cv(g, "84inf"), at(g, "Br5inf"), cv(g, "Br5inf")) == ("Metz", 2, "London", 3)
    on_map = [u.name for i, u in enumerate(g.table.world.units) if g.table.p.at[i] < g.table.world.spans]
    assert sorted(on_map) == ["84inf", "Br5inf"]
    assert g.table.p.held[AXIS] >> g.table.world.board.node("Naples") & 1


@pytest.mark.rule("westfront", "3.12/c")
def test_a_link_brings_the_special_rules_of_the_new_sheet() -> None:
    """A game begun in winter 43 loses its edge in October 1944, which only the sheet of summer 44 says."""
    assert edge_lost(scene("w43 bare / 1944-09 / axis command")) == set()
    assert edge_lost(scene("w43 bare / 1944-10 / axis command")) == {"Sarajevo"}


@pytest.mark.rule("westfront", "3.12/d")
def test_the_new_scenario_begins_with_production() -> None:
    """December of a linked game opens with Production for both; a game that begins in December has none."""
    g = scene("s43 bare / 1943-11 / Metz: 84inf2 / London: Br5inf3 / axis command", options={"play": "one-year"})
    for _ in range(40):
        if len(g.decisions()) == 2:
            break
        give(g, "end")
    assert set(g.decisions()) == {"axis", "allied"}
    assert (month_text(g.table.p.month), g.outcome) == ("1943-12", None)
    assert list(grognard.new("westfront", "w43", seed=1).decisions()) == ["allied"]
    assert grognard.new("westfront", "w43", seed=1).table.p.active == ALLIED
