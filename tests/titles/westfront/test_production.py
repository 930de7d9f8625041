"""Chapter 11: the level, replacements, cadres, reinforcements, disbanding, beachheads, arrivals, costs."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import economy

from .play import ALLIED, AXIS, node, piece, scene
from .table import at, cv, lane, why_not

AUGUST = "s43 bare / 1943-08"


def producing(text: str) -> Game:
    """A game in Production."""
    return scene(f"{text} / production")


def points(g: Game, seat: str) -> int:
    p = lane(g, seat).p
    return int(p.points0 if seat == "axis" else p.points1)


@pytest.mark.rule("westfront", "11.2", "11.31", "11.31/T")
def test_the_level_is_basic_plus_cities_plus_resources() -> None:
    """With the lines of summer 43 the Allies have 73 points and the Axis 39."""
    g = producing(AUGUST)
    assert (points(g, "axis"), points(g, "allied")) == (39, 73)


@pytest.mark.rule("westfront", "11.32")
def test_cities_give_their_value() -> None:
    """When the Allies hold Tunis no more, their level is a point lower."""
    g = producing(f"{AUGUST} / axis holds Tunis")
    assert points(g, "allied") == 72


@pytest.mark.rule("westfront", "9.31/a")
def test_a_city_without_rail_gives_nothing() -> None:
    """Rome, cut off by a ring of Allied hexes, makes no points for the Axis."""
    ring = "Grosseto Perugia Pescara Cassino Cassino_SW1"
    assert points(producing(f"{AUGUST} / allied holds {ring}"), "axis") == 39 - 2


@pytest.mark.rule("westfront", "11.33")
def test_resources_count_double_for_the_axis() -> None:
    """The oil of Gyor is rated 1 and gives the Axis 2."""
    g = producing(AUGUST)
    t = g.table
    with_oil = economy.resource_points(t, AXIS, economy.in_rail_sea(t, AXIS))
    without = economy.resource_points(t, AXIS, economy.in_rail_sea(t, AXIS) & ~(1 << node(g, "Gyor")))
    assert with_oil - without == 2


@pytest.mark.rule("westfront", "11.41")
def test_a_block_takes_one_step() -> None:
    """58 Panzer grows from 2 to 3; a second step is refused, and one for an engaged unit."""
    g = producing(f"{AUGUST} / Metz: 58arm2 / Palermo: 76arm2 Br5inf2 / axis defends Palermo")
    g.play("axis", "step 58arm")
    assert cv(g, "58arm", "axis") == 3
    assert why_not(g, "axis", "step 58arm") == "11.41"
    assert why_not(g, "axis", "step 76arm") == "11.41"


@pytest.mark.rule("westfront", "2.4")
def test_no_block_grows_beyond_its_label() -> None:
    """84 Corps has three steps."""
    assert why_not(producing(f"{AUGUST} / Metz: 84inf3"), "axis", "step 84inf") == "2.4"


@pytest.mark.rule("westfront", "11.3")
def test_points_that_are_not_there_are_not_spent() -> None:
    """Four Panzer steps cost 32 of 39 points; the fifth is refused. What is left is lost at the end."""
    g = producing(f"{AUGUST} / Metz: 58arm1 Garm1 / Paris: Carm1 Wstarm1 / Lyon: 76arm1")
    for unit in ("58arm", "Garm", "Carm", "Wstarm"):
        g.play("axis", f"step {unit}")
    assert points(g, "axis") == 7
    assert why_not(g, "axis", "step 76arm") == "11.3"


@pytest.mark.rule("westfront", "10.x/a")
def test_a_step_needs_a_supply_line() -> None:
    """On Sicily across an Allied sea there is none that is secure, whatever the unit's status."""
    g = producing(f"{AUGUST} / Palermo: 76arm2 / allied holds Messina Reggio")
    assert why_not(g, "axis", "step 76arm") == "10.x/a"


@pytest.mark.rule("westfront", "10.5/a")
def test_fortress_supply_builds_nothing() -> None:
    """The garrison of Malta, cut off from all Allied seas, takes no step."""
    g = producing(f"{AUGUST} / Malta: Br5inf2 / axis holds all / allied holds Malta")
    assert why_not(g, "allied", "step Br5inf") == "10.x/a"


@pytest.mark.rule("westfront", "11.41/b")
def test_one_ss_step_a_month() -> None:
    """After a step for 1 SS Panzer, 4 SS Mech must wait, even when 1 SS is disbanded."""
    g = producing(f"{AUGUST} / Metz: 1SSarm2 4SSmech2")
    g.play("axis", "step 1SSarm")
    assert why_not(g, "axis", "step 4SSmech") == "11.41/b"
    g.play("axis", "disband 1SSarm")
    assert why_not(g, "axis", "step 4SSmech") == "11.41/b"


def fallen(text: str, *names: str) -> Game:
    """A game whose named blocks have been eliminated before Production."""
    sides = ["allied" if name[:2] in ("Br", "US") else "axis" for name in names]
    boxes = [f"{side}_lost: {name}0" for side, name in zip(sides, names, strict=True)]
    return producing(f"{text} / {' / '.join(boxes)}")


@pytest.mark.rule("westfront", "11.42", "11.41/a")
def test_a_cadre_comes_at_its_last_step() -> None:
    """58 Panzer is rebuilt at 1 in Berlin for 12 points and takes no step this month."""
    g = fallen(AUGUST, "58arm")
    g.play("axis", "cadre 58arm Berlin")
    assert (at(g, "58arm", "axis"), cv(g, "58arm", "axis"), points(g, "axis")) == ("Berlin", 1, 27)
    assert why_not(g, "axis", "step 58arm") == "11.41/a"


@pytest.mark.rule("westfront", "11.42/a")
def test_an_hq_cadre_comes_at_zero() -> None:
    """Army Group B costs 20 points and has no CV yet."""
    g = fallen(AUGUST, "AGB")
    g.play("axis", "cadre AGB Berlin")
    assert (cv(g, "AGB", "axis"), points(g, "axis")) == (0, 19)


@pytest.mark.rule("westfront", "11.43/b")
def test_bombing_makes_axis_hqs_dearer() -> None:
    """From December 1943 a step of OKW costs 15."""
    text = "w43 bare / Berlin: OKW2"
    g = producing(f"{text} / 1944-01")
    g.play("axis", "step OKW")
    assert points(g, "axis") == 43 - 15


@pytest.mark.rule("westfront", "11.43/c", "16.6")
def test_ploesti_makes_them_dearer_still() -> None:
    """From September 1944 a step of OKW costs 20."""
    g = producing("s44 bare / 1944-09 / Berlin: OKW2")
    before = points(g, "axis")
    g.play("axis", "step OKW")
    assert before - points(g, "axis") == 20


@pytest.mark.rule("westfront", "5.66/a")
def test_a_theater_hq_always_costs_five() -> None:
    """Spain's junta pays no surcharge in winter."""
    g = producing("w43 bare / 1944-01 / since war on Spain / axis holds Madrid / Madrid: JDN1")
    assert economy.step_cost(g.table, piece(g, "JDN")) == 5


@pytest.mark.rule("westfront", "11.43/d", "15.52/c")
def test_beachhead_supply_doubles_the_price() -> None:
    """At Licata, fed by the beachhead alone, an infantry step costs 8."""
    ports = "Palermo: Sicstat1 / Catania: 76arm2"
    g = producing(f"{AUGUST} / Licata: Br5inf2 / {ports} / allied holds Licata / US2BH Licata")
    before = points(g, "allied")
    g.play("allied", "step Br5inf")
    assert before - points(g, "allied") == 8


@pytest.mark.rule("westfront", "11.44")
def test_a_beachhead_goes_up_one_stage() -> None:
    """From eliminated to Prep for 20 points, and no farther in this Production."""
    g = producing(f"{AUGUST} / US2BH lost")
    g.play("allied", "prepare US2BH")
    assert (lane(g, "allied").p.beachheads["US2BH"], points(g, "allied")) == (-2, 53)
    assert why_not(g, "allied", "prepare US2BH") == "11.44"


@pytest.mark.rule("westfront", "11.5", "S43/R2")
def test_reinforcements_come_in_their_month() -> None:
    """The Poles come in August; the Canadians of October do not."""
    g = producing(AUGUST)
    assert why_not(g, "allied", "arrive Cdn1mech London") == "11.5"
    g.play("allied", "arrive Polinf London")
    assert (at(g, "Polinf", "allied"), cv(g, "Polinf", "allied")) == ("London", 4)


@pytest.mark.rule("westfront", "11.51")
def test_one_block_may_come_a_month_early() -> None:
    """In September the Canadians of October come at 3 instead of 4; a second early arrival is refused."""
    g = producing("s43 bare / 1943-09")
    g.play("allied", "advance Cdn1mech London weaken")
    assert cv(g, "Cdn1mech", "allied") == 3
    assert why_not(g, "allied", "advance Cdn1mech London weaken") == "11.51"
    assert why_not(producing(AUGUST), "allied", "advance Cdn1mech London pay") == "11.51"


@pytest.mark.rule("westfront", "11.5", "11.51")
def test_no_block_of_a_sheet_that_is_not_played_comes_early() -> None:
    """FHH belongs to December 44: in November it comes only if winter 44 is sure to follow."""
    for play, rule in (("scenario", "11.5"), ("extended", "11.5"), ("one-year", ""), ("campaign", "")):
        g = scene("s44 bare / 1944-11 / Berlin: OKW3 / London: SHAEF1 / production", options={"play": play})
        assert why_not(g, "axis", "advance FHHarm Berlin pay") == rule


@pytest.mark.rule("westfront", "11.52")
def test_a_disbanded_block_waits_a_month() -> None:
    """65 static is given up and cannot be rebuilt in the same Production."""
    g = producing(f"{AUGUST} / Metz: 65stat1")
    g.play("axis", "disband 65stat")
    assert at(g, "65stat", "axis") == "axis_lost"
    assert why_not(g, "axis", "cadre 65stat Berlin") == "11.52"


@pytest.mark.rule("westfront", "11.6")
def test_axis_arrivals() -> None:
    """Berlin, Paris and the entry hex at Sarajevo take a cadre; Metz does not."""
    g = fallen(AUGUST, "58arm")
    assert [why_not(g, "axis", f"cadre 58arm {place}") for place in ("Berlin", "Paris", "Sarajevo")] == ["", "", ""]
    assert why_not(g, "axis", "cadre 58arm Metz") == "11.6"


@pytest.mark.rule("westfront", "11.6/a")
def test_allied_arrivals() -> None:
    """A British cadre comes to Leeds, an American one only to a major port such as London."""
    g = fallen(AUGUST, "Br8mech", "US5amph")
    assert why_not(g, "allied", "cadre Br8mech Leeds") == ""
    assert why_not(g, "allied", "cadre US5amph Leeds") == "11.6/a"
    assert why_not(g, "allied", "cadre US5amph London") == ""


@pytest.mark.rule("westfront", "11.6/b")
def test_arrival_places_fill_up() -> None:
    """A rail entry hex takes one block a month."""
    g = fallen(AUGUST, "74inf", "64inf")
    g.play("axis", "cadre 74inf Sarajevo")
    assert why_not(g, "axis", "cadre 64inf Sarajevo") == "11.6/b"


@pytest.mark.rule("westfront", "11.6/b", "1.41/c")
def test_a_major_port_takes_as_many_arrivals_as_its_city() -> None:
    """Portsmouth is a minor city: its great port takes one block a month. Bristol, a major city, takes two."""
    for place, refusal in (("Portsmouth", "11.6/b"), ("Bristol", "")):
        g = fallen(AUGUST, "US5amph", "US17para")
        g.play("allied", f"cadre US5amph {place}")
        assert why_not(g, "allied", f"cadre US17para {place}") == refusal


@pytest.mark.rule("westfront", "11.6/b")
def test_no_arrival_in_a_hex_that_was_just_given_up() -> None:
    """Its last defender disbanded, Paris holds an enemy alone; no one arrives there."""
    g = fallen(f"{AUGUST} / Paris: 84inf2 Br30arm3 / axis defends Paris", "58arm")
    g.play("axis", "disband 84inf")
    assert why_not(g, "axis", "cadre 58arm Paris") == "11.6/b"
    assert why_not(g, "axis", "cadre 58arm Berlin") == ""


@pytest.mark.rule("westfront", "16.7", "16.7/a", "S44/4")
def test_the_iron_curtain_closes_entry_hexes() -> None:
    """In October 1944 Sarajevo is lost as an arrival place, Posnan E1 is not."""
    g = fallen("s44 bare / 1944-10", "74inf")
    assert why_not(g, "axis", "cadre 74inf Sarajevo") != ""
    assert why_not(g, "axis", "cadre 74inf Posnan_E1") == ""
    g = fallen("s44 bare / 1944-09", "74inf")
    assert why_not(g, "axis", "cadre 74inf Sarajevo") == ""


@pytest.mark.rule("westfront", "16.x/a")
def test_no_arrival_where_the_allies_stand() -> None:
    """With an Allied unit in Sarajevo no one arrives there."""
    g = fallen(f"{AUGUST} / Sarajevo: Tito2", "74inf")
    assert why_not(g, "axis", "cadre 74inf Sarajevo") == "11.6"


@pytest.mark.rule("westfront", "14.7")
def test_grounded_paras_cost_half() -> None:
    """A para step costs 12, and 6 once the paras are grounded."""
    g = producing(f"{AUGUST} / Metz: 1para2")
    assert economy.step_cost(lane(g, "axis"), piece(g, "1para")) == 12
    g.play("axis", "ground")
    g.play("axis", "step 1para")
    assert points(g, "axis") == 33


@pytest.mark.rule("westfront", "11.1", "3.21/a")
def test_both_produce_at_once_and_not_in_the_first_month() -> None:
    """The tutorial begins with July's command; in August both seats produce, unseen by each other."""
    g = scene("husky")
    assert g.table.frame.step == "command"
    while g.table.p.month % 12 == 6:
        for seat in list(g.decisions()):
            g.play(seat, "end")
    assert g.table.frame.step == "production"
    g = producing(f"{AUGUST} / Metz: 58arm2")
    assert set(g.decisions()) == {"axis", "allied"}
    g.play("axis", "step 58arm")
    assert cv(g, "58arm", "allied") == 2


@pytest.mark.rule("westfront", "16.2")
def test_copenhagen_cuts_the_ore_route() -> None:
    """With Copenhagen Allied the Axis loses the city's 2 points and 5 of the ore."""
    g = producing(f"{AUGUST} / allied holds Copenhagen")
    assert points(g, "axis") == 39 - 2 - 5


@pytest.mark.rule("westfront", "13.22/c")
def test_from_june_44_the_ore_is_lost_for_good() -> None:
    """Summer 44 begins with 53 points, the ore already gone."""
    assert points(producing("s44 bare / 1944-07"), "axis") == 53


def test_levels_of_both_sides_in_every_scenario() -> None:
    """The sheets' levels come out of the map."""
    found = {}
    for name in ("s43", "w43", "s44", "w44"):
        t = scene(f"{name} bare / allied command").table
        found[name] = (economy.level(t, AXIS), economy.level(t, ALLIED))
    assert found == {"s43": (39, 73), "w43": (43, 84), "s44": (53, 94), "w44": (46, 109)}


@pytest.mark.rule("westfront", "1.41/b", "1.5", "1.5/a")
def test_lille_gives_two_points_to_the_allies_and_three_to_the_axis() -> None:
    """A city of 1 and a mineral of 1, which the Axis counts twice."""
    t = producing(AUGUST).table
    lille = 1 << t.title.find_node(t, "Lille")
    assert economy.city_points(t, AXIS, lille) + economy.resource_points(t, AXIS, lille) == 3
    t = producing(f"{AUGUST} / allied holds Lille").table
    assert economy.city_points(t, ALLIED, lille) + economy.resource_points(t, ALLIED, lille) == 2


@pytest.mark.rule("westfront", "1.41/c")
def test_a_major_city_takes_two_arrivals() -> None:
    """Dresden takes two cadres a month, the third is refused."""
    g = fallen(AUGUST, "74inf", "64inf", "80inf")
    g.play("axis", "cadre 74inf Dresden")
    g.play("axis", "cadre 64inf Dresden")
    assert why_not(g, "axis", "cadre 80inf Dresden") == "11.6/b"


@pytest.mark.rule("westfront", "1.41/d")
def test_victory_cities_take_axis_arrivals() -> None:
    """Prague is no German city, yet a cadre may come there."""
    assert why_not(fallen(AUGUST, "74inf"), "axis", "cadre 74inf Prague") == ""


@pytest.mark.rule("westfront", "1.42", "1.44")
def test_a_minor_home_city_takes_one_arrival() -> None:
    """Kiel is a minor German city without production: one cadre comes, the second is refused."""
    g = fallen(AUGUST, "74inf", "64inf")
    t = g.table
    minor = next(
        place for place in t.world.board.places
        if place.kind == "city" and place.grade == "minor" and place.values.get("home") == "Germany"
        and t.world.land >> place.node & 1
    )  # fmt: skip
    name = t.node_name(minor.node)
    assert economy.city_points(t, AXIS, 1 << minor.node) == 0
    g.play("axis", f"cadre 74inf {name}")
    assert why_not(g, "axis", f"cadre 64inf {name}") == "11.6/b"


@pytest.mark.rule("westfront", "2.65/a")
def test_ss_units_are_rebuilt_one_step_a_month_at_the_normal_price() -> None:
    """1 SS Panzer pays 8 like any Panzer; a second SS unit waits."""
    g = producing(f"{AUGUST} / Metz: 1SSarm2 4SSmech2")
    g.play("axis", "step 1SSarm")
    assert points(g, "axis") == 39 - 8
    assert why_not(g, "axis", "step 4SSmech") == "11.41/b"


@pytest.mark.rule("westfront", "11.33/a")
def test_cities_out_of_play_give_nothing() -> None:
    """Zurich and Bern lie in Switzerland and make points for no one."""
    t = producing(AUGUST).table
    swiss = 1 << t.title.find_node(t, "Zurich") | 1 << t.title.find_node(t, "Bern")
    assert economy.city_points(t, AXIS, swiss) + economy.city_points(t, ALLIED, swiss) == 0


@pytest.mark.rule("westfront", "13.21/a", "W43/2")
def test_the_bombing_of_winter_43() -> None:
    """A step of an Axis HQ costs 15 and a cadre 30 from December on."""
    g = fallen("w43 bare / 1944-01 / Berlin: OKW2", "AGB")
    assert economy.step_cost(g.table, piece(g, "OKW")) == 15
    assert economy.cadre_cost(g.table, piece(g, "AGB")) == 30


@pytest.mark.rule("westfront", "S44/3", "W44/3")
def test_the_fuel_shortage() -> None:
    """Summer 44 begins with 15 a step, September and all of winter have 20 and 40 for a cadre."""
    found = []
    for text in ("s44 bare / 1944-08", "s44 bare / 1944-09", "w44 bare / 1945-01"):
        g = fallen(f"{text} / Berlin: OKW2", "AGB")
        found.append((economy.step_cost(g.table, piece(g, "OKW")), economy.cadre_cost(g.table, piece(g, "AGB"))))
    assert found == [(15, 30), (20, 40), (20, 40)]


SCHEDULE = {
    "1944-01": {"75inf", "80stat", "US8arm"}, "1944-02": {"AOKmech", "86stat", "US15arm", "US19mech"},
    "1944-07": {"Ebermech", "FF1arm"}, "1944-09": {"US3mech", "US16inf"}, "1944-12": {"FHHarm", "FF3inf"},
}  # fmt: skip


@pytest.mark.rule("westfront", "W43/R1", "W43/R2", "S44/R1", "S44/R2", "W44/R1", "W44/R2")
@pytest.mark.parametrize("scenario", ["s43", "w43"])
def test_the_schedule_of_reinforcements(scenario: str) -> None:
    """Each sheet's blocks come in their month, in linked games too."""
    g = scene(f"{scenario} bare / axis command")
    found = g.title.schedule(g.table)
    for month, names in SCHEDULE.items():
        number = int(month[:4]) * 12 + int(month[5:]) - 1
        assert {g.table.world.units[i].name for i, (when, _) in found.items() if when == number} >= names


@pytest.mark.rule("westfront", "W44/5")
def test_winter_44_begins_with_half_the_edge_lost() -> None:
    """Up to Gyor E1 the entry hexes are lost in December, Ostrava NE1 not before January."""
    g = scene("w44 bare / 1944-12 / axis command")
    lost = g.title.lost_entries(g.table)
    assert [bool(lost >> node(g, name) & 1) for name in ("Sarajevo", "Gyor_E1", "Ostrava_NE1")] == [True, True, False]


@pytest.mark.rule("westfront", "4.2")
def test_steps_come_before_cadres_and_reinforcements() -> None:
    """The level is set first; what is built or arrives this month takes no step, whatever the order of the orders."""
    g = fallen(f"{AUGUST} / Metz: 84inf1", "58arm")
    g.play("axis", "cadre 58arm Berlin")
    g.play("allied", "arrive Polinf London")
    g.play("axis", "step 84inf")
    assert cv(g, "84inf", "axis") == 2
    assert why_not(g, "axis", "step 58arm") == "11.41/a"
    assert why_not(g, "allied", "step Polinf") != ""
