"""More of 1944: the open city, repulses, prices, the Blitz after its HQ, landings north and south."""

from __future__ import annotations

import pytest

from grognard.titles.eurofront.europe import command as europe_command
from grognard.titles.eurofront.europe import costs, north
from grognard.titles.eurofront.fronts import MF, NF, WF
from grognard.titles.systems.front import combat, command, invasion
from grognard.titles.systems.front.state import BY_AIR, BY_RIVER, BY_SEA

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .play import at, cv, give, refused


@pytest.mark.rule("eurofront", "1.41", "7.32/b")
def test_rome_is_an_open_city() -> None:
    """In Rome a hit costs the defender a step and his 5 misses; in Paris a hit is half a step and his 5 hits."""
    for place, left in (("Rome", (2, 4)), ("Paris", (3, 3))):
        g = scene(
            f"{place}: 84inf3 US13mech4 / {place}_NW1: 15AG3* / axis defends {place} / allied combat",
            dice=[5, 1, 1, 6, 1, 1, 1],
        )
        give(g, "end", f"fight {place}", "end")
        assert (cv(g, "84inf"), cv(g, "US13mech")) == left, place


def repulse(text: str, name: str, entry: int) -> int:
    """The number up to which dice repulse a unit that came into a hex in some way."""
    g = scene(text)
    g.table.p.entry[piece(g, name)] = entry
    g.table.p.active = g.table.p.power[piece(g, name)]
    return combat.repulse_number(g.table, g.table.p.at[piece(g, name)])


@pytest.mark.rule("eurofront", "7.6/a", "7.5")
def test_who_is_repulsed_how_often() -> None:
    """The Axis repulses Soviet amphibious units on 1-2 and Allied ones on 1; paras on 1, from a fortress on 1-3."""
    assert repulse("Riga: 1inf2 SvCAamph2 / axis defends Riga / soviet combat", "SvCAamph", BY_SEA) == 2
    assert repulse("Caen: 1inf2 US5amph2 / axis defends Caen / allied combat", "US5amph", BY_SEA) == 1
    assert repulse("Caen: 1inf2 US17para2 / axis defends Caen / allied combat", "US17para", BY_AIR) == 1
    assert repulse("Malta: 1inf2 US17para2 / axis defends Malta / allied combat", "US17para", BY_AIR) == 3


@pytest.mark.rule("eurofront", "7.62")
def test_the_nile_is_a_great_river() -> None:
    """An assault over the Nile at Cairo is repulsed on 1-2, over the Tigris at Baghdad on 1."""
    for place, number in (("Cairo", 2), ("Baghdad", 1)):
        text = f"{place}: 1inf2 Br10inf2 / allied defends {place} / axis combat"
        assert repulse(text, "1inf", BY_RIVER) == number


@pytest.mark.rule("eurofront", "7.4/a")
def test_the_blitz_goes_on_without_its_hq() -> None:
    """Army Group Center mobilizes in the Blitz: rounds are fought in the East, out of its range, not in the West."""
    g = scene(
        "1944-07 / Minsk: AGCen3 / Kharkov: 1inf2 Sv50inf2 / soviet defends Kharkov /"
        " Caen: 84inf2 US13mech2 / allied defends Caen / axis command"
    )
    give(g, "activate AGCen blitz", "end")
    while not g.table.p.blitz:
        give(g, "end")
    give(g, "end", "mobilize AGCen Minsk_NW1")
    assert g.table.p.blitz and not g.table.p.role[piece(g, "AGCen")]
    assert refused(g, "fight Kharkov") == ""
    assert refused(g, "fight Caen") != ""


@pytest.mark.rule("eurofront", "11.732", "11.734")
def test_hqs_at_the_end_of_a_road() -> None:
    """An HQ in Narvik, where only a road leads without Sweden, pays ten more than one in Oslo; Tobruk pays no bombs."""
    for sweden, more in (("", 0), ("since SC / ", 10)):
        g = scene(f"1944-07 / {sweden}Narvik: AGE1 / Oslo: AGB1 / axis holds Tobruk / axis command")
        t = g.table
        near, far = (t.title.step_cost(t, piece(g, name)) for name in ("AGB", "AGE"))
        assert far == near + more
    assert costs.bombed(t, AXIS, node(g, "Paris")) and not costs.bombed(t, AXIS, node(g, "Tobruk"))


@pytest.mark.rule("eurofront", "11.7", "11.7/e")
def test_extreme_prices() -> None:
    """German infantry pays six in the Med too, the British, who have won it, four; no shock is built in the North."""
    g = scene("1944-07 / Tobruk: 1inf1 / Cairo: Br10inf1 / Murmansk: Sv1shock1 / axis command")
    t = g.table
    prices = [t.title.step_cost(t, piece(g, name)) for name in ("1inf", "Br10inf", "Sv1shock")]
    assert prices == [6, 4, costs.UNBUILT]


@pytest.mark.rule("eurofront", "5.721")
def test_no_command_from_the_north_to_the_med() -> None:
    """OKW in Oslo commands in the North and at half rate in the West; in the Med it commands from the West only."""
    g = scene("Oslo: OKW2 / axis command")
    prices = [europe_command.price(g.table, piece(g, "OKW"), front) for front in (NF, WF, MF)]
    assert prices == [1, 2, europe_command.NEVER]
    g = scene("Paris: OKW2 / axis command")
    assert europe_command.price(g.table, piece(g, "OKW"), MF) == 2


@pytest.mark.rule("eurofront", "5.8/a")
def test_the_middle_east_supports_in_the_south() -> None:
    """The Middle East THQ supports a battle in the Sudan where it is, not one in Cairo."""
    for place, helped in (("Sudan", True), ("Cairo", False)):
        g = scene(f"{place}: ME2* Br10inf2 1inf2 / allied defends {place} / allied combat")
        t = g.table
        command.freeze_reach(t, ALLIED)
        assert bool(command.area_of_support(t, ALLIED) >> node(g, place) & 1) is helped


@pytest.mark.rule("eurofront", "15.52", "21.471")
def test_landings_from_the_north_and_in_the_desert() -> None:
    """No landing sails from Oslo; the Axis lands in Africa in ports only, the Allies, who have won it, anywhere."""
    g = scene("Oslo: AGB2 / Copenhagen: AGE2 / axis command")
    t = g.table
    reach = [invasion.invadable(t, 0, (piece(g, name),)) >> node(g, "Bergen") & 1 for name in ("AGB", "AGE")]
    assert reach == [0, 1]
    closed = [north.open_desert(t, power) >> node(g, "Tobruk_E1") & 1 for power in (AXIS, ALLIED)]
    assert closed == [1, 0] and not north.open_desert(t, AXIS) >> node(g, "Tobruk") & 1


@pytest.mark.rule("eurofront", "12.43/a")
def test_soviets_land_in_snow_beside_friends() -> None:
    """In Snow Soviets land where friends fight by land, not where the enemy is alone."""
    for friends, closed in ((" Sv50inf2", 0), ("", 1)):
        t = scene(f"EF snow / Riga: 1inf2{friends} / axis defends Riga / soviet movement").table
        assert t.title.unassailable(t, SOVIET) >> t.world.board.node("Riga") & 1 == closed


@pytest.mark.rule("eurofront", "20.34")
def test_no_one_passes_through_the_red_army() -> None:
    """From Paris to Metz American tanks go by Chaumont, not by Reims, where Soviets stand."""
    for reds, answer in ((" / Reims: Sv50inf2", False), ("", True)):
        g = scene(f"Paris: 12AG3* US13mech4{reds} / allied movement")
        assert (refused(g, "move US13mech Paris>Reims>Reims_E1") == "") is answer


@pytest.mark.rule("eurofront", "15.52", "1.34")
def test_a_landing_at_trondheim() -> None:
    """From Scapa Flow an army lands at Trondheim, in the mountains, for the area has a port; Dombas has none."""
    g = scene("1944-07 / Scapa_Flow: 21AG3 Br10inf3 / allied command")
    give(g, "activate 21AG invasion", "end")
    assert refused(g, "invade 21AG Br10inf Dombas") != ""
    give(g, "invade 21AG Br10inf Trondheim")
    assert at(g, "Br10inf") == "Trondheim"
