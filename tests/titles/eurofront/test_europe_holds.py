"""Rules of the land, the sea, the air and the home fronts that 1943 and 1944 play by, each with a case of its own."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront import fronts
from grognard.titles.eurofront.europe import command, costs, initiative, nations, objectives, purses
from grognard.titles.eurofront.europe.world import axis_fire_in_the_west
from grognard.titles.eurofront.fronts import EF, MF, NF, WF
from grognard.titles.systems.front import (
    air,
    arrivals,
    beachheads,
    blocks,
    fire,
    interdiction,
    sea,
    sea_moves,
    sea_supply,
    supply,
)
from grognard.titles.systems.front.state import DRY, MUD, SNOW, Table, month_number

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .play import give, refused


def at(text: str, scenario: str = "1943") -> Game:
    return scene(text, None, scenario)


def speed(g: Game, name: str, weather: int) -> int:
    return blocks.speed(g.table, piece(g, name), weather)


# Turns and command


@pytest.mark.rule("eurofront", "4.22/a")
def test_the_four_orders_of_turns() -> None:
    """By the Second Front and Snow in the East."""
    for second, weather, order in (
        (False, DRY, (AXIS, ALLIED, SOVIET)), (False, SNOW, (SOVIET, AXIS, ALLIED)),
        (True, MUD, (ALLIED, AXIS, SOVIET)), (True, SNOW, (ALLIED, SOVIET, AXIS)),
    ):  # fmt: skip
        t = at("1943-12 / axis command").table
        t.p.weather_east = weather
        if not second:
            del t.p.politics["2F"]
        assert initiative.order(t) == order


@pytest.mark.rule("eurofront", "5.33/a", "5.33/b", "5.33/c")
def test_the_fronts_of_axis_hqs() -> None:
    """OKH and the army groups of the East, OKW and those of the West, Africa's in the Med, Dietl in the North."""
    w = at("1943-08 / axis command").table.world
    for front, names in (
        (EF, ("OKH", "AGNor", "AGCen", "AGSou", "AGA")), (WF, ("OKW", "OBW", "AGB", "AGC", "AGG")),
        (MF, ("AGAfr",)), (NF, ("Dietl",)),
    ):  # fmt: skip
        assert [command.home_front(w, w.named[name.casefold()]) for name in names] == [front] * len(names)


@pytest.mark.rule("eurofront", "5.723/a", "5.723/b", "5.723/c")
def test_flex_points() -> None:
    """OKH in Warsaw serves East and West, AF in Malta West and Med, SHAEF in Glasgow West and North; Paris is none."""
    for place, hq, pair in (
        ("Warsaw", "OKH", {WF, EF}), ("Malta", "AF", {WF, MF}), ("Glasgow", "SHAEF", {WF, NF}),
        ("Copenhagen", "OKW", {WF, NF}), ("Paris", "OKW", set()),
    ):  # fmt: skip
        g = at(f"1943-08 / {place}: {hq}2 / axis command")
        assert set(command.flex_fronts(g.table, piece(g, hq))) == pair


@pytest.mark.rule("eurofront", "5.32/a", "12.31")
def test_mud_disrupts_who_has_no_shelter() -> None:
    """In Mud OB West in Paris is disrupted and cannot deploy, OKW in Berlin is not disrupted."""
    g = at("1943-12 / mud / Paris: OBW2 / Berlin: OKW2 / axis command")
    assert [fronts.bogged(g.table, piece(g, name)) for name in ("OBW", "OKW")] == [True, False]
    assert refused(g, "deploy OBW Rouen", "axis") != ""


# Land


@pytest.mark.rule("eurofront", "20.35")
def test_lorries() -> None:
    """American infantry goes three hexes in Dry weather, German infantry two."""
    g = at("1943-08 / London: US16inf3 / Berlin: 1inf3 / axis command", "1944")
    assert (speed(g, "US16inf", DRY), speed(g, "1inf", DRY)) == (3, 2)


@pytest.mark.rule("eurofront", "2.25")
def test_cavalry() -> None:
    """Three hexes in Dry, two in Mud, fire on sixes, and no stop in mountain and marsh, unlike infantry."""
    g = at("1943-08 / Moscow: Sv2cav3 Sv1Ginf3 / axis command")
    assert (speed(g, "Sv2cav", DRY), speed(g, "Sv2cav", MUD)) == (3, 2)
    assert fire.rating(g.table, piece(g, "Sv2cav"), node(g, "Moscow"), passive=False) == 6
    assert [blocks.stops_in_rough(g.table, piece(g, name)) for name in ("Sv2cav", "Sv1Ginf")] == [False, True]


@pytest.mark.rule("eurofront", "7.32/a")
def test_marsh_holds_down_the_attacker() -> None:
    """Armor that attacks into the marsh of Pinsk hits on sixes only; on plain ground on fives."""
    g = at("1943-08 / Berlin: 3arm4 / axis command")
    marsh = next(n for n in range(g.table.world.spans) if g.table.world.marsh >> n & 1)
    arm = piece(g, "3arm")
    assert (fire.rating(g.table, arm, marsh, False), fire.rating(g.table, arm, node(g, "Kharkov"), False)) == (6, 5)


@pytest.mark.rule("eurofront", "7.32/c")
def test_mountain_troops() -> None:
    """They hit on fives in mountains and on sixes on plain ground."""
    g = at("1943-08 / Berlin: 51mtn2 / axis command")
    high = next(n for n in range(g.table.world.spans) if (g.table.world.mountain & ~g.table.world.areas) >> n & 1)
    mtn = piece(g, "51mtn")
    assert (fire.rating(g.table, mtn, high, False), fire.rating(g.table, mtn, node(g, "Berlin"), False)) == (5, 6)


@pytest.mark.rule("eurofront", "7.32/d")
def test_fortress_guns() -> None:
    """The largest defender of Leningrad hits on fours, a smaller one on fives."""
    g = at("1943-08 / Leningrad: Sv1Ginf3 Sv23inf2 1inf3 / soviet defends Leningrad / axis command")
    place = node(g, "Leningrad")
    assert [fire.rating(g.table, piece(g, n), place, True) for n in ("Sv1Ginf", "Sv23inf")] == [4, 5]


# Supply


@pytest.mark.rule("eurofront", "10.8/b", "15.41")
def test_besieged_ports() -> None:
    """With Naval Supremacy alone one unit of a besieged port is named; with Air Supremacy too the port is a source."""
    text = "since Italy defeated / allied holds Naples / Naples: US19mech3 Br1amph3 84inf3 / allied defends Naples"
    for month, claims in (("1943-10", True), ("1944-07", False)):
        t = at(f"{month} / {text} / London: SHAEF3 / axis command").table
        naples = t.world.board.node("Naples")
        assert sea_supply.besieged(t, ALLIED) >> naples & 1
        assert (t.title.siege_claims(t, ALLIED) == [naples]) == claims
        assert bool(supply.supplied_area(t, ALLIED) >> naples & 1) != claims
        assert len(sea_supply.siege_claimants(t, naples, ALLIED)) == 2
    t = at("1943-10 / Naples: US19mech3 84inf3 86inf1 / axis defends Naples / Berlin: 1inf3 / axis command").table
    kept = sea_supply.siege_claimants(t, t.world.board.node("Naples"), AXIS)
    assert [t.world.units[i].name for i in kept] == ["86inf"]


# Production


@pytest.mark.rule("eurofront", "1.5")
def test_resources_count_double_for_the_axis() -> None:
    """Lille with its city and its mine is worth three to the Axis and two to the Allies."""
    t = at("1943-08 / axis command").table
    lille = 1 << t.world.board.node("Lille")
    assert purses.worked(t, AXIS, lille) == 3
    t.p.held[AXIS] &= ~lille
    t.p.held[ALLIED] |= lille
    assert purses.worked(t, ALLIED, lille) == 2


@pytest.mark.rule("eurofront", "11.735", "11.736")
def test_hqs_without_oil() -> None:
    """Without Ploesti an Axis HQ's step costs five more and its cadre ten; without Baku a Soviet one's."""
    g = at("1943-08 / soviet holds Ploesti / axis holds Baku / Berlin: OKW2 / Moscow: Stavka2 / axis command")
    for name, place in (("OKW", "Berlin"), ("Stavka", "Moscow")):
        found = [costs.surcharge(g.table, piece(g, name), node(g, place), kind) for kind in (costs.STEP, costs.CADRE)]
        assert found == [5, 10]


@pytest.mark.rule("eurofront", "11.74")
def test_a_beachhead_is_prepared_for_twenty() -> None:
    """From Prep to Ready costs twenty points, and no more is done with it this month."""
    g = at("1943-08 / US2BH prep / London: SHAEF3 / Berlin: 1inf3 / production")
    seat = g.seat_index("allied")
    before = g.table_for(seat).p.points1
    give(g, "allied: prepare US2BH")
    assert g.table_for(seat).p.points1 == before - 20 and refused(g, "prepare US2BH", "allied") != ""


@pytest.mark.rule("eurofront", "11.81/b")
def test_where_the_allies_arrive() -> None:
    """British units in their cities and major ports, Americans in major ports, minors in their capital."""
    g = at("1943-08 / axis command")
    sites = {name: arrivals.open_sites(g.table, piece(g, name)).nodes for name in ("Br1amph", "US19mech", "AlSw1inf")}
    inland, port, stockholm = (1 << node(g, name) for name in ("Birmingham", "Algiers", "Stockholm"))
    assert sites["Br1amph"] & inland and sites["Br1amph"] & port
    assert not sites["US19mech"] & inland and sites["US19mech"] & port
    assert sites["AlSw1inf"] == stockholm


@pytest.mark.rule("eurofront", "17.2")
def test_what_swedish_ore_is_worth() -> None:
    """Without Narvik and its sea route five basic points are gone, without Gallivare ten more."""
    full, short, none = (purses.basic(ore(place), AXIS) for place in ("", "Narvik", "Gallivare"))
    assert (full - short, full - none) == (5, 15)


def ore(lost: str) -> Table:
    """August 1943, with a place of the ore in Allied hands."""
    t = at("1943-08 / axis command").table
    if lost:
        bit = 1 << t.world.board.node(lost)
        t.p.neutral &= ~bit
        t.p.held[AXIS] &= ~bit
        t.p.held[ALLIED] |= bit
    return t


@pytest.mark.rule("eurofront", "2.28/c")
def test_a_fort_that_moves_is_a_cadre() -> None:
    """A fort of two steps that goes by rail from Brest to Rennes arrives with one."""
    g = at("1943-08 / Brest: 25fort2 / Berlin: OKW3* / axis movement")
    g.table.p.moves_left[piece(g, "OKW")] = 3
    g.table.p.supreme[AXIS] = 3
    give(g, "rail 25fort Rennes")
    assert g.table.p.cv[piece(g, "25fort")] == 1


@pytest.mark.rule("eurofront", "20.82/b")
def test_greater_finland() -> None:
    """Finns may be in Petrozavodsk and Leningrad next door, not in Moscow."""
    g = at("1943-08 / Helsinki: Fi1inf2 / axis command")
    area = g.table.world.restricted[g.table.world.units[piece(g, "Fi1inf")].restricted]
    places = ("Helsinki", "Petrozavodsk", "Moscow")
    assert [area >> node(g, place) & 1 for place in places] == [1, 1, 0]


# Air and sea


@pytest.mark.rule("eurofront", "13.23/a")
def test_the_air_by_seasons() -> None:
    """Axis over the East and the West, Allies and Soviets: from summer 1943 to winter 1944."""
    table = at("1943-08 / axis command").table.world.extra["air"]
    for month, east, west, allies, soviets in (
        ("1943-08", 5, 6, 4, 5), ("1944-01", 6, 6, 4, 5), ("1944-08", 6, 7, 4, 4), ("1945-01", 7, 7, 4, 4),
    ):  # fmt: skip
        number = month_number(month)
        found = (table[number].fire[AXIS], axis_fire_in_the_west(number), *table[number].fire[1:])
        assert found == (east, west, allies, soviets), month


@pytest.mark.rule("eurofront", "15.64")
def test_a_storm_shuts_a_beachhead() -> None:
    """The beachhead at Licata works, and does not in a storm of the Mediterranean."""
    for storm, works in (("", True), ("storm Mediterranean / ", False)):
        t = at(f"1943-11 / {storm}US2BH Licata / Licata: US2amph3 / allied holds Licata / axis command").table
        assert beachheads.works(t, "US2BH") == works


@pytest.mark.rule("eurofront", "13.31")
def test_allied_aircraft_fly_farther_from_december_1943() -> None:
    """An army group of three reaches three hexes in November 1943 and six in December, SHAEF six and nine."""
    found = []
    for month in ("1943-11", "1943-12"):
        g = at(f"{month} / London: 21AG3* SHAEF3* / allied command")
        for name in ("21AG", "SHAEF"):
            g.table.p.reach[piece(g, name)] = 3
            found.append(air.air_range(g.table, piece(g, name)))
    assert found == [3, 6, 6, 9]


@pytest.mark.rule("eurofront", "9.21/a")
def test_trains_under_the_bombs() -> None:
    """From June 1944 a German Rail Move in the West goes five hexes, in the East still ten."""
    legs = []
    for month, place in (("1944-05", "Paris"), ("1944-06", "Paris"), ("1944-06", "Minsk")):
        g = at(f"{month} / {place}: 1inf3 / Berlin: OKW3 / axis command")
        legs.append(g.table.title.rail_leg(g.table, piece(g, "1inf")))
    assert legs == [10, 5, 10]


@pytest.mark.rule("eurofront", "13.32/c")
def test_the_atlantic_is_allied_from_june_1944() -> None:
    """The Channel and the sea way of the ore are the Axis' until then."""
    for month, owner, lost in (("1944-05", AXIS, 0), ("1944-06", ALLIED, 5)):
        t = at(f"{month} / Berlin: 1inf3 / axis command").table
        assert sea.owners(t)[sea.chart(t.world).number("Norwegian Leads")] == owner
        assert objectives.ore_lost(t) == lost


@pytest.mark.rule("eurofront", "15.72/a", "15.73/a")
def test_the_tables_of_interdiction() -> None:
    """The Axis rolls under enemy supremacy, Allies under their own, Soviets at parity."""
    t = at("1943-08 / axis command").table
    wanted = {
        "invasion": [(1, 6), (3, 4), (2, 5)], "sea move": [(2, 5), (4, 3), (3, 4)],
        "beachhead supply": [(1, 7), (3, 7), (2, 7)], "sea supply": [(2, 7), (4, 7), (3, 7)],
    }  # fmt: skip
    for what, numbers in wanted.items():
        rolls = [(AXIS, ALLIED), (ALLIED, AXIS), (SOVIET, AXIS)]
        assert [interdiction.numbers(t, what, power, foe) for power, foe in rolls] == numbers


@pytest.mark.rule("eurofront", "15.821")
def test_who_rules_the_waves_sails_two_seas() -> None:
    """A Sea Move crosses two seas for the Allies, one for the others."""
    t = at("1943-08 / axis command").table
    assert [sea_moves.seas_a_move(t, power) for power in (AXIS, ALLIED, SOVIET)] == [1, 2, 1]


# Politics


@pytest.mark.rule("eurofront", "16.71/d")
def test_the_second_front_demoralizes_satellites() -> None:
    """Rumania wavers with it and not without it."""
    t = at("1943-08 / axis command").table
    assert nations.demoralized(t, "Rumania")
    del t.p.politics["2F"]
    assert not nations.demoralized(t, "Rumania")
