"""Chapter 11: the level, replacements, cadres, reinforcements, disbanding, beachheads, arrivals, costs."""

from __future__ import annotations

import pytest

from grognard.engine.game import Game
from grognard.titles.front import economy

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
    """After a step for 1 SS Panzer, 4 SS Mech must wait."""
    g = producing(f"{AUGUST} / Metz: 1SSarm2 4SSmech2")
    g.play("axis", "step 1SSarm")
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
