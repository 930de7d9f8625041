"""Areas beside the map and their routes (18), on the North of the Winter War."""

from __future__ import annotations

import pytest

from .play import at, give, refused
from .winter import AXIS, SOVIET, national_supply, node, reaches, scene, supplied


@pytest.mark.rule("eurofront", "18.331", "18.31")
def test_a_march_goes_by_an_hq_and_a_double_march_by_two_supreme_moves() -> None:
    """An HQ sends a unit over a short route in Snow; the long one from Murmansk takes a supreme HQ and two moves."""
    g = scene("Murmansk: SvNth2* Sv14inf2 Sv25inf2 / Leningrad: Stavka1* / soviet movement")
    g.table.p.supreme[SOVIET] = 0
    assert refused(g, "move Sv14inf Murmansk>Petrozavodsk") != ""
    assert refused(g, "move Sv14inf Petsamo") == ""
    g.table.p.supreme[SOVIET] = 2
    give(g, "move Sv25inf Petrozavodsk")
    assert at(g, "Sv25inf") == "Petrozavodsk"
    assert g.table.p.supreme[SOVIET] == 0


@pytest.mark.rule("eurofront", "18.33")
def test_one_march_a_turn() -> None:
    """A unit that has marched does not march again in the Blitz of the same turn; one that walked goes on."""
    g = scene("Murmansk: SvNth3** Sv14inf2 / Leningrad: SvNW3** Sv13inf2 / soviet movement")
    give(g, "move Sv14inf Petsamo", "move Sv13inf Leningrad_SE1", "end")
    assert g.table.frame.step == "movement" and g.table.p.blitz
    assert refused(g, "move Sv13inf Leningrad") == ""
    assert refused(g, "move Sv14inf Murmansk") != ""


@pytest.mark.rule("eurofront", "18.37")
def test_two_units_engage_over_a_route() -> None:
    """Over the route from Murmansk two units attack Petsamo in a phase, not three."""
    g = scene("Murmansk: SvNth2* Sv14inf2 Sv25inf2 Sv7Ginf2 / Petsamo: Fi1inf2 / soviet movement")
    give(g, "move Sv14inf Petsamo", "move Sv25inf Petsamo")
    assert refused(g, "move Sv7Ginf Petsamo") != ""


@pytest.mark.rule("eurofront", "18.12")
def test_tundra_holds_two_units() -> None:
    """Petsamo is tundra, as mountain: two units of a side."""
    g = scene("Murmansk: SvNth2* Sv14inf2 Sv25inf2 Sv7Ginf2 / soviet movement")
    give(g, "move Sv14inf Petsamo", "move Sv25inf Petsamo")
    assert refused(g, "move Sv7Ginf Petsamo") == "6.21"


def test_hqs_do_not_deploy_over_routes_but_mobilize_over_short_ones() -> None:
    """From Murmansk an HQ cannot deploy to Petsamo; when it mobilizes it can, but not to far Petrozavodsk."""
    g = scene("Murmansk: SvNth2 Sv14inf2 / soviet command")
    assert refused(g, "deploy SvNth Petsamo") != ""
    give(g, "activate SvNth", "end")
    g.table.p.supreme[SOVIET] = 4
    give(g, "end")
    assert refused(g, "mobilize SvNth Petrozavodsk") != ""
    give(g, "mobilize SvNth Petsamo")
    assert at(g, "SvNth") == "Petsamo"


@pytest.mark.rule("eurofront", "18.21")
def test_an_hq_enters_an_engaged_area_where_its_side_fights() -> None:
    """To Petsamo, where a Soviet army fights, an HQ may march; it never attacks an area alone."""
    fought = scene("Murmansk: SvNth2* SvNW1 / Petsamo: Fi1inf2 Sv14inf2 / axis defends Petsamo / soviet movement")
    alone = scene("Murmansk: SvNth2* SvNW1 / Petsamo: Fi1inf2 / soviet movement")
    assert refused(fought, "move SvNW Petsamo") == ""
    assert refused(alone, "move SvNW Petsamo") != ""


@pytest.mark.rule("eurofront", "18.22")
def test_command_range_counts_a_route_by_its_length() -> None:
    """HQ III in Leningrad NW1 commands Joensuu, two hexes off, and one hex beyond its own; HQ I does not."""
    far = scene("Leningrad_NW1: SvWst3* / soviet holds Leningrad_NW1 Joensuu / soviet movement")
    near = scene("Leningrad_NW1: SvWst1* / soviet holds Leningrad_NW1 Joensuu / soviet movement")
    assert reaches(far, "SvWst", "Joensuu") and not reaches(near, "SvWst", "Joensuu")
    assert not reaches(far, "SvWst", "Kuopio")


@pytest.mark.rule("eurofront", "18.23")
def test_air_range_counts_a_route_by_its_length() -> None:
    """Mannerheim at III in Kotka strikes Kuopio, two hexes off, not Joensuu, which is four."""
    fought = "Kuopio: Fi1inf2 Sv13inf2 / Joensuu: Fi2inf2 Sv14inf2 / axis defends Kuopio Joensuu"
    g = scene(f"Kotka: Mann3* / {fought} / axis combat")
    assert refused(g, "strike Mann Kuopio") == ""
    assert refused(g, "strike Mann Joensuu") != ""


@pytest.mark.rule("eurofront", "18.32")
def test_rail_runs_over_rail_routes() -> None:
    """A Supreme Move takes a unit by rail from Leningrad to Petrozavodsk: one hex and a long route are six of ten."""
    g = scene("Leningrad: Sv13inf3 / Moscow: Stavka2* / soviet movement")
    g.table.p.supreme[SOVIET] = 1
    give(g, "rail Sv13inf Petrozavodsk")
    assert at(g, "Sv13inf") == "Petrozavodsk"


@pytest.mark.rule("eurofront", "18.35", "18.35/a")
def test_an_engaged_district_stops_rail() -> None:
    """With Soviets in Kuopio no train runs into it, and supply does not pass it on the way to Joensuu."""
    g = scene(
        "Helsinki: Mann3* Fi1inf2 / Kuopio: Fi2inf2 Sv1Ginf2 / Vyborg: Sv13inf2 / soviet holds Vyborg"
        " / axis defends Kuopio / axis movement"
    )
    g.table.p.supreme[AXIS] = 3
    assert refused(g, "rail Fi1inf Kuopio") != ""
    assert supplied(g, AXIS, "Kuopio") and not supplied(g, AXIS, "Joensuu")


@pytest.mark.rule("eurofront", "18.52")
def test_attackers_trace_rail_into_an_engaged_district() -> None:
    """Soviets who hold Vyborg and the line by Sortavala are supplied in engaged Joensuu, and no further."""
    g = scene(
        "Joensuu: Sv13inf2 Fi1inf2 / Vyborg: Sv8inf2 / Leningrad_NW1: Sv3inf2 / soviet holds Vyborg Leningrad_NW1"
        " / axis defends Joensuu / soviet movement"
    )
    assert supplied(g, SOVIET, "Joensuu")
    assert not supplied(g, SOVIET, "Kuopio")


@pytest.mark.rule("eurofront", "18.35/b", "18.51")
def test_an_engaged_region_serves_its_original_defender() -> None:
    """With Soviets in Oulu the Finns there are supplied over the line from Tampere, and trains run in."""
    g = scene("Helsinki: Mann3* Fi1inf2 / Oulu: Fi2inf2 Sv1Ginf2 / axis defends Oulu / axis movement")
    g.table.p.supreme[AXIS] = 3
    assert supplied(g, AXIS, "Oulu")
    give(g, "rail Fi1inf Oulu")
    assert at(g, "Fi1inf") == "Oulu"


@pytest.mark.rule("eurofront", "10.33")
def test_attackers_trace_supply_into_an_engaged_area_by_road() -> None:
    """Soviets who engage Petsamo are supplied over the road from Murmansk, which has rail to Siberia."""
    g = scene("Petsamo: Sv14inf2 Fi1inf2 / axis defends Petsamo / soviet movement")
    assert supplied(g, SOVIET, "Petsamo")
    assert not supplied(g, SOVIET, "Oulu")


@pytest.mark.rule("eurofront", "18.11")
def test_an_area_changes_hands_by_sole_occupation() -> None:
    """Soviets in Joensuu take it at the next phase; Kuopio beside it, where no one stands, stays Finnish."""
    g = scene("Leningrad_NW1: SvWst2* Sv13inf3 / soviet holds Leningrad_NW1 / soviet movement")
    give(g, "move Sv13inf Joensuu", "end", "end")
    held = g.table.p.held[SOVIET]
    assert held >> node(g, "Joensuu") & 1 and not held >> node(g, "Kuopio") & 1


@pytest.mark.rule("eurofront", "18.36")
def test_units_disengage_into_a_friendly_battle_area() -> None:
    """Of two Finns in engaged Joensuu one marches to Kuopio, though Soviets are there too."""
    g = scene(
        "Joensuu: Fi1inf2 Fi2inf2 Sv13inf2 / Kuopio: Fi3inf2 Sv14inf2 / Kotka: Mann3* / axis defends Joensuu Kuopio"
        " / axis movement"
    )
    g.table.p.supreme[AXIS] = 1
    give(g, "move Fi2inf Kuopio")
    assert at(g, "Fi2inf") == "Kuopio"


@pytest.mark.rule("eurofront", "18.62")
def test_engaged_units_in_areas_are_rebuilt_at_double_cost() -> None:
    """Soviets in engaged Petsamo take a step at twice the Extreme Cost of six; in an engaged hex none at all."""
    g = scene("Petsamo: Fi1inf1 Sv14inf2 / Vyborg: Fi2inf1 Sv13inf2 / axis defends Petsamo Vyborg / production")
    assert refused(g, "step Sv13inf", "allied") != ""
    give(g, "allied: step Sv14inf")
    lane = g.table_for(g.seat_index("allied"))
    assert lane.p.points2 == 18 - 12


@pytest.mark.rule("eurofront", "21.481")
def test_what_cuts_finnish_national_supply() -> None:
    """Soviets in Tampere cut the line to Berlin, in Oulu only when they hold it alone; so does a lost Helsinki line."""
    assert national_supply(scene("Helsinki: Fi1inf2"))
    assert not national_supply(scene("Tampere: Fi1inf2 Sv13inf2 / axis defends Tampere"))
    assert national_supply(scene("Oulu: Fi1inf2 Sv13inf2 / axis defends Oulu"))
    assert not national_supply(scene("Oulu: Sv13inf2 / soviet holds Oulu"))
    assert national_supply(scene("Turku: Sv13inf2 / soviet holds Turku"))
    assert not national_supply(scene("Helsinki_NE1: Sv13inf2 / Turku: Sv8inf2 / soviet holds Helsinki_NE1 Turku"))


@pytest.mark.rule("eurofront", "10.22")
def test_a_line_of_communication_does_not_cross_ice() -> None:
    """With Oulu lost the ships of Turku reach neutral Stockholm in Mud, over the open Gulf of Bothnia, not in Snow."""
    lost = "Oulu: Sv13inf2 / soviet holds Oulu"
    assert not national_supply(scene(lost))
    assert national_supply(scene(f"{lost} / EF mud"))


@pytest.mark.rule("eurofront", "18.4")
def test_combat_in_areas_is_optional() -> None:
    """Soviets who have entered Petsamo need not fight at once, but lie open to the Finns."""
    g = scene("Murmansk: SvNth2* Sv14inf2 / Petsamo: Fi1inf2 / soviet movement")
    give(g, "move Sv14inf Petsamo", "end", "end")
    assert not g.table.p.mandatory
    while g.table.frame.step in ("airstrikes", "active_battles"):
        give(g, "end")
    assert g.table.p.cv[g.table.world.named["sv14inf"]] == 2
    assert g.table.know.known(0, g.table.world.named["sv14inf"])["cv"][0] == 2


@pytest.mark.rule("eurofront", "18.63")
def test_soviet_cadres_come_in_home_areas() -> None:
    """Archangel is a home area; Petsamo, though held, is not."""
    g = scene("soviet_fallen: Sv25inf / Petsamo: Sv14inf2 / soviet holds Petsamo / production")
    assert refused(g, "cadre Sv25inf Archangel", "allied") == ""
    assert refused(g, "cadre Sv25inf Petsamo", "allied") != ""
