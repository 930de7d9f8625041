"""The Spanish Civil War (SCW): control, garrisons, supply, rail, set-up."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.eurofront import tables
from grognard.titles.systems.front import blocks, economy, supply

from .play import ALLIED, AXIS, asked, at, cv, garrisoned, give, refused, scene, status

RE = "Madrid: FP1 Re1inf2"


@pytest.mark.rule("eurofront", "SCW.1")
def test_loyal_towns_without_a_zone_are_controlled() -> None:
    """Leon is Nationalist and Gijon Republican with no unit near; the country between is no one's."""
    g = scene(f"{RE} / axis movement")
    assert (status(g, "Leon"), status(g, "Gijon"), status(g, "Leon_SW1")) == ("axis", "allied", "")


@pytest.mark.rule("eurofront", "SCW.1")
def test_prior_control_has_no_meaning() -> None:
    """The Republicans held Leon SW1 a phase ago and no unit is near: it is no one's now."""
    g = scene(f"{RE} / allied holds Leon_SW1 / axis movement")
    assert status(g, "Leon_SW1") == ""


@pytest.mark.rule("eurofront", "SCW.1")
def test_a_zone_takes_a_loyal_town_of_the_enemy() -> None:
    """A Nationalist unit in Leon has Gijon, a Republican town, in its zone."""
    g = scene(f"{RE} / Leon: Sp4inf2 / axis movement")
    assert status(g, "Gijon") == "axis"


@pytest.mark.rule("eurofront", "SCW.1")
def test_a_town_in_both_zones_is_disputed() -> None:
    """Units of both sides beside Gijon dispute it."""
    g = scene(f"{RE} / Leon: Sp4inf2 / Bilbao_W1: Re3inf2 / axis movement")
    assert status(g, "Gijon") == "disputed"


@pytest.mark.rule("eurofront", "SCW.1")
def test_no_unit_disengages_into_an_uncontrolled_hex() -> None:
    """In the battle of Valladolid a unit may leave for loyal Leon, not for Leon SW1, which is no one's."""
    g = scene(
        f"{RE} / axis defends Valladolid / Valladolid: Sp6inf3 Sp5inf3 Re3inf3 Re4inf2 / "
        "Salamanca: JDN2* / supreme 3 / axis movement"
    )
    assert status(g, "Leon_SW1") == ""
    assert refused(g, "move Sp5inf Valladolid>Leon_SW1") == "6.32"
    assert refused(g, "move Sp5inf Valladolid>Leon") == ""


@pytest.mark.rule("eurofront", "SCW.1")
def test_command_passes_uncontrolled_hexes() -> None:
    """The HQ in Valladolid commands a unit two hexes off through land that is no one's."""
    g = scene(f"{RE} / Valladolid: SpHQ2* / Caceres_NW1: Sp4inf2! / axis movement")
    assert refused(g, "move Sp4inf Salamanca") == ""


@pytest.mark.rule("eurofront", "SCW.8")
def test_rail_runs_through_uncontrolled_hexes_and_not_through_enemy_towns() -> None:
    """From Valencia rail runs through mountains that are no one's to Tortosa, but not to Nationalist Teruel."""
    g = scene(f"{RE} / allied movement")
    net, node = supply.rail_sea(g.table, ALLIED), g.title.find_node
    assert status(g, "Lerida_SW1") == ""
    assert net >> node(g.table, "Tortosa") & 1
    assert not net >> node(g.table, "Teruel") & 1


@pytest.mark.rule("eurofront", "SCW.8")
def test_rail_does_not_run_through_disputed_hexes() -> None:
    """Units of both sides beside Albacete dispute it: the line from Madrid to Murcia is cut there."""
    g = scene(f"{RE} / Albacete_SW1: Sp4inf2 / Teruel: Re3inf2 / Linares: Re2inf2 / allied movement")
    murcia = g.title.find_node(g.table, "Murcia")
    assert status(g, "Albacete") in ("disputed", "axis")
    assert not supply.rail_sea(g.table, ALLIED) >> murcia & 1


@pytest.mark.rule("eurofront", "SCW.2")
def test_a_garrison_holds_its_hex_and_has_a_zone() -> None:
    """A Republican garrison in Corunna E1 takes Leon, which is empty, into its zone."""
    g = scene(f"{RE} / allied garrisons Corunna_E1 / axis movement")
    assert (status(g, "Corunna_E1"), status(g, "Leon")) == ("allied", "allied")


@pytest.mark.rule("eurofront", "SCW.2")
def test_a_garrison_falls_to_the_first_enemy() -> None:
    """A unit walks through Merida without stopping: the garrison is gone."""
    g = scene(f"{RE} / Caceres: SpHQ2* Sp4inf3 / allied garrisons Merida / axis movement")
    give(g, "move Sp4inf Caceres>Merida>Cordoba")
    assert (garrisoned(g, "Merida"), at(g, "Sp4inf")) == (False, "Cordoba")


@pytest.mark.rule("eurofront", "SCW.2")
def test_a_garrison_with_a_unit_stands() -> None:
    """Where a friendly unit is present, the garrison stays."""
    g = scene(f"{RE} / Caceres: SpHQ2* Sp4inf3 / Merida: Re3inf2 / allied garrisons Merida / axis movement")
    give(g, "move Sp4inf Merida")
    assert garrisoned(g, "Merida")


@pytest.mark.rule("eurofront", "SCW.2")
def test_an_unsupplied_garrison_loses_its_zone() -> None:
    """Cut off in Vigo, a Republican garrison keeps its hex after the Nationalist supply phase, and no zone."""
    g = scene(f"{RE} / Corunna: Sp5inf2 / Valladolid: Sp6inf2 / allied garrisons Vigo / axis supply")
    assert (status(g, "Vigo"), status(g, "Orense")) == ("allied", "axis")


@pytest.mark.rule("eurofront", "SCW.2", "SCW.7")
def test_garrisons_are_built_for_a_point() -> None:
    """In a controlled, supplied hex without a battle, once, as long as there are points; not in an enemy's town."""
    g = scene(f"{RE} / Toledo: Sp5inf2 / 1936-09 / production")
    assert refused(g, "garrison Toledo", "allied") == "SCW.2"
    places = ["Albacete", "Valencia", "Murcia", "Alicante", "Cartagena"]
    points = economy.level(g.table, ALLIED)
    assert points == len(places)
    for place in places:
        assert refused(g, f"garrison {place}", "allied") == ""
        give(g, f"allied: garrison {place}")
    assert refused(g, "garrison Albacete", "allied") == "SCW.2"
    assert refused(g, "garrison Barcelona", "allied") == "SCW.7"
    give(g, "allied: commit", "axis: commit")
    assert garrisoned(g, "Albacete") and garrisoned(g, "Cartagena")


@pytest.mark.rule("eurofront", "SCW.4")
def test_units_in_loyal_towns_survive_without_supply() -> None:
    """Republicans in loyal Gijon and in Nationalist Leon have no line to Madrid: only those in Leon lose a step."""
    g = scene(f"{RE} / Leon: Re3inf3 / Gijon: Re4inf3 / Valladolid: Sp6inf2 / Orense: Sp5inf2 / axis supply")
    assert (cv(g, "Re4inf"), cv(g, "Re3inf")) == (3, 2)


@pytest.mark.rule("eurofront", "SCW.4")
def test_external_supply_is_an_origin() -> None:
    """With Madrid lost, a railhead in Barcelona supplies Catalonia."""
    lost = "Madrid: Sp6inf2 / Tortosa: Re2inf2"
    g = scene(f"{lost} / allied movement")
    barcelona = g.title.find_node(g.table, "Barcelona")
    assert not supply.rail_sea(g.table, ALLIED) >> barcelona & 1
    g = scene(f"{lost} / allied railheads Barcelona / allied movement")
    assert supply.rail_sea(g.table, ALLIED) >> barcelona & 1


@pytest.mark.rule("eurofront", "SCW")
def test_portugal_and_france_let_no_unit_in() -> None:
    """A unit in Caceres cannot cross the border, and Lisbon supplies it all the same."""
    g = scene(f"{RE} / Caceres: SpHQ2* Sp4inf3 / axis movement")
    assert refused(g, "move Sp4inf Badajoz_NE1") == "SCW"
    assert supply.supplied_area(g.table, AXIS) >> g.title.find_node(g.table, "Caceres") & 1


@pytest.mark.rule("eurofront", "SCW")
def test_no_seapower() -> None:
    """An HQ in the port of Cadiz commands no invasion."""
    g = scene(f"{RE} / Cadiz: SpHQ2 / axis command")
    assert refused(g, "activate SpHQ invasion") == "SCW"
    assert refused(g, "activate SpHQ command") == ""


@pytest.mark.rule("eurofront", "SCW")
def test_july_has_one_fortnight_and_the_nationalists_begin() -> None:
    """The war begins in the second fortnight of July; the next month begins with foreign aid."""
    g = grognard.new("eurofront", "1936", seed=1)
    assert asked(g) == {"axis"} and g.table.p.fortnight == 2
    while g.table.p.month == month("1936-07"):
        (seat,) = g.decisions()
        g.play(seat, "end")
    assert asked(g) == {"allied"} and g.table.frame.step == "landing"


def month(text: str) -> int:
    year, month = text.split("-")
    return int(year) * 12 + int(month) - 1


@pytest.mark.rule("eurofront", "SCW/setup")
def test_historical_set_up() -> None:
    """Every block of the card stands where it is placed, and nothing else is on the map."""
    g = grognard.new("eurofront", "1936", seed=1)
    t = g.table
    stands = tables.order_of_battle("1936")
    assert sum(blocks.of(t, power).bit_count() for power in (AXIS, ALLIED)) == len(stands) == 22 + 2
    assert (at(g, "JDN"), at(g, "Re4inf"), cv(g, "Sp6inf")) == ("Valladolid", "Bilbao", 2)


@pytest.mark.rule("eurofront", "SCW/setup")
def test_semi_historical_militia_goes_to_loyal_towns() -> None:
    """Dice send each militia to a town of its own loyalty, one a town."""
    towns = {town.name.replace(" ", "_"): town.loyalty for town in tables.spain()}
    for seed in range(3):
        g = grognard.new("eurofront", "1936", seed=seed, options={"deployment": "semi-historical"})
        where = [at(g, unit.name) for unit in g.table.world.units if unit.name.endswith("stat")]
        sides = [unit.power for unit in g.table.world.units if unit.name.endswith("stat")]
        assert len(set(where)) == len(where) == 10
        assert [towns[place] for place in where] == [("nationalist", "republican")[side] for side in sides]


@pytest.mark.rule("eurofront", "SCW/setup")
def test_free_set_up() -> None:
    """Three Nationalist units go to Morocco, one a town; then both place in turn, the Republicans first, and a town
    takes one unit."""
    g = grognard.new("eurofront", "1936", seed=1, options={"deployment": "free"})
    assert refused(g, "place Sp1inf Seville") == "SCW/setup"
    give(g, "place Sp1inf Tangiers")
    assert refused(g, "place Sp2inf Tangiers") == "SCW/setup"
    give(g, "place Sp2inf Melilla", "place Sp3inf Gibraltar_SE1")
    assert asked(g) == {"allied"}
    assert refused(g, "place Re1inf Seville") == "SCW/setup"
    give(g, "place Re1inf Albacete")
    assert asked(g) == {"axis"}
    give(g, "place Sp5inf Zaragoza")
    assert refused(g, "place Re2inf Albacete") == "SCW/setup"
    give(g, "place Re2inf Madrid", "place Sp4inf Seville", "place Re3inf Madrid", "place Sp6inf Leon")
    give(g, "place Re4inf Madrid", "place JDN Salamanca", "place FP Madrid", "place SpHQ Seville")
    assert refused(g, "place ReHQ Madrid") != ""
    give(g, "place ReHQ Valencia")
    assert g.table.frame.step == "command" and asked(g) == {"axis"}
    assert (cv(g, "Re1inf"), cv(g, "Sp4inf")) == (2, 1)
