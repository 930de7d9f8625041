"""Rail, supply, production and weather (9 to 12), and what the first chapters say of sides and seasons (0, 1, 3)."""

from __future__ import annotations

import pytest

from grognard.board.hexset import members
from grognard.engine.play.game import Game
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import arrival, costs, nations, production, purses
from grognard.titles.eurofront.europe.world import basic_production
from grognard.titles.eurofront.med import desert
from grognard.titles.eurofront.med import purses as ships
from grognard.titles.eurofront.title import META
from grognard.titles.systems.front import beachheads, economy, rail, supply
from grognard.titles.systems.front.state import month_number

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .helpers import board, region
from .play import give, refused
from .play import scene as spanish
from .test_data_cities import TOTALS


def year(text: str, scenario: str = "1943", dice: list[int] | None = None) -> Game:
    """A scene with all powers supplied, in Production."""
    return scene(f"{text} / London: AF1 / Moscow: Stavka1 / Berlin: OKW1 / production", dice, scenario)


# Sides, blocks, seasons (0 to 3)


@pytest.mark.rule("eurofront", "0/a")
def test_three_factions_and_two_sides() -> None:
    """Axis, Allies and Soviets are three powers; one player has the Axis, the other both of the others."""
    assert META.powers == ("axis", "allied", "soviet")
    g = scene("axis command")
    t = g.table
    assert t.seat_of(ALLIED) == t.seat_of(SOVIET) != t.seat_of(AXIS)
    assert t.hostile(AXIS, SOVIET) and not t.hostile(ALLIED, SOVIET)


@pytest.mark.rule("eurofront", "0/f")
def test_blocks_stand_hidden() -> None:
    """The Allied player sees that a block stands in Paris, not which."""
    g = scene("Paris: 58arm3 / axis command")
    tank = piece(g, "58arm")
    assert [g.table.name_for(seat, tank) == "58arm" for seat in (AXIS, ALLIED)] == [True, False]


@pytest.mark.rule("eurofront", "1.12/a", "1.12/b")
def test_fronts_at_peace() -> None:
    """While the USSR is neutral the East is no front: Warsaw feeds the West's purse; at war it is one of its own."""
    peace = scene("1940-06 / axis command", scenario="1940")
    assert not purses.east_is_active(peace.table)
    assert purses.grounds(peace.table, purses.WEST) >> node(peace, "Warsaw") & 1
    war = scene("1943-08 / axis command", scenario="1943")
    assert purses.east_is_active(war.table)
    assert not purses.grounds(war.table, purses.WEST) >> node(war, "Warsaw") & 1


@pytest.mark.rule("eurofront", "1.4/a", "1.42")
def test_home_cities_take_units_in() -> None:
    """German units arrive in German cities, minor ones too; no other nation's town is among them."""
    w = scene("axis command").table.world
    major, minor = arrival.cities(w, arrival.of_nation("Germany"))
    assert major >> board().node("Berlin") & 1 and minor
    assert {city.nation for city in arrival.of_nation("Germany")} == {"Germany"}


@pytest.mark.rule("eurofront", "1.411")
def test_victory_cities_take_german_units_in() -> None:
    """Germans arrive in Victory Cities that they hold, as in Paris."""
    w = scene("axis command").table.world
    homes = [site.nodes for site in arrival.sites(w) if (site.side, site.home) == ("axis", "germany")]
    assert any(nodes >> board().node("Paris") & 1 for nodes in homes)


@pytest.mark.rule("eurofront", "1.46/a")
def test_capitals() -> None:
    """Each nation has its capital."""
    capitals = {row["nation"]: row["capital"] for row in tables.rows("nations")}
    known = {
        "Germany": "Berlin", "Britain": "London", "USSR": "Moscow", "France": "Paris", "Italy": "Rome",
        "Portugal": "Lisbon", "Spain": "Madrid", "Belgium": "Brussels", "Holland": "Amsterdam",
        "Denmark": "Copenhagen", "Norway": "Oslo", "Sweden": "Stockholm", "Finland": "Helsinki",
        "Hungary": "Budapest", "Yugoslavia": "Belgrade", "Rumania": "Bucharest", "Bulgaria": "Sofia",
        "Greece": "Athens", "Turkey": "Ankara", "Persia": "Teheran",
    }  # fmt: skip
    assert {nation: capitals.get(nation) for nation in known} == known


@pytest.mark.rule("eurofront", "1.5/a")
def test_red_towns_of_spain() -> None:
    """Madrid and Barcelona are Republican when the war in Spain begins, Seville is not."""
    g = spanish("axis command")
    loyal = g.table.world.extra["loyal"]
    assert [loyal[ALLIED] >> node(g, name) & 1 for name in ("Madrid", "Barcelona", "Seville")] == [1, 1, 0]


@pytest.mark.rule("eurofront", "1.7", "1.7/a")
def test_national_territory() -> None:
    """Bessarabia is Rumanian until it is ceded; Mallorca belongs to Spain; Libya is Italy's and not home."""
    g = scene("1940-06 / axis command", scenario="1940")
    t = g.table
    kishinev = next(iter(members(board().region["Bessarabia"])))
    assert nations.territory(t, "Rumania") >> kishinev & 1
    assert nations.all_of(t, "Spain") >> node(g, "Mallorca") & 1
    assert not nations.territory(t, "Italy") >> node(g, "Tripoli") & 1
    t.p.politics["Bessarabia Soviet"] = t.p.month
    assert not nations.territory(t, "Rumania") >> kishinev & 1


@pytest.mark.rule("eurofront", "1.7/b")
def test_greater_italy_is_no_home() -> None:
    """Greater Italy is larger than Italy, and only Italy is its home."""
    g = scene("1940-06 / axis command", scenario="1940")
    assert region("Greater Italy") > region("Italy") - region("Corsica")
    assert nations.territory(g.table, "Italy") & ~sum(1 << n for n in region("Italy")) == 0


@pytest.mark.rule("eurofront", "1.11")
def test_hexes_at_the_edge_are_played() -> None:
    """Half hexes of the map's edge are whole here, and areas lie beyond it."""
    assert "half" not in board().tag
    assert any(place.kind == "area" for place in board().places)


@pytest.mark.rule("eurofront", "2.5")
def test_a_block_has_its_steps() -> None:
    """A block shows a strength between its last step and its full one."""
    for block in tables.blocks().values():
        assert 0 <= block.last <= block.top <= 4, block.id


@pytest.mark.rule("eurofront", "3.11", "3.12")
@pytest.mark.parametrize("name", ["1939", "1940", "1941", "1942", "1943", "1944"])
def test_every_campaign_ends_after_may_1945(name: str) -> None:
    """The campaign of 1939 and those of every summer go on to the end of May 1945."""
    assert tables.scenarios()[name]["months"][1] == "1945-05"


@pytest.mark.rule("eurofront", "3.21/a")
def test_where_reinforcements_arrive() -> None:
    """Soviet units arrive in Soviet cities, those of annexed lands with them, British ones never in the East."""
    sites = arrival.sites(scene("axis command").table.world)
    east = sum({1 << n for n in (*region("USSR"), *region("Greater Russia"))})
    assert all(not site.nodes & ~east for site in sites if site.home == "ussr")
    assert any(site.nodes & east for site in sites if site.home == "ussr")


@pytest.mark.rule("eurofront", "3.21/b")
def test_minors_have_a_block_for_either_side() -> None:
    """Each Swedish army has a blue and a black block."""
    units = scene("axis command").table.world.units
    swedes = [unit for unit in units if unit.nation == "sweden"]
    assert len([u for u in swedes if u.power == AXIS]) == len([u for u in swedes if u.power == ALLIED]) > 0


@pytest.mark.rule("eurofront", "3.31", "11.31/a")
def test_the_season_breaks() -> None:
    """Basic production changes in June and December: the Allies have 40 in the summer of 1943, then 50."""
    found = [basic_production(month_number(month)) for month in ("1943-06", "1943-11", "1943-12", "1944-05")]
    assert [row["allies"] for row in found] == [40, 40, 50, 50]
    assert [row["axis"] for row in found] == [-10, -10, -5, -5]


@pytest.mark.rule("eurofront", "3.31/a", "11.5")
def test_the_allocation_to_the_east_rises_in_june() -> None:
    """Above forty points it rises in June alone; the Soviets allocate nothing."""
    for month, rises in (("1944-06", True), ("1943-08", False)):
        t = scene(f"{month} / axis command", scenario="1943").table
        t.p.allocated_east = 40
        assert bool(production.may_rise(t, t.seat_of(AXIS), ()) & 1) == rises
        assert not production.may_rise(t, t.seat_of(SOVIET), ())
    g = scene("1942-07 / axis command", scenario="1942")
    assert purses.allocated_south(g.table, AXIS) > 0


@pytest.mark.rule("eurofront", "4.37")
def test_politics_takes_stock() -> None:
    """At the end of an Axis turn Bulgaria, without Sofia and without an army, is defeated."""
    text = "1943-08 / London: AF1 / Moscow: Stavka1 / Berlin: OKW1 / soviet holds Sofia / axis politics"
    assert nations.defeated("Bulgaria") in scene(text, [1] * 20, "1943").table.p.politics


@pytest.mark.rule("eurofront", "4.11")
def test_both_sides_produce_at_once() -> None:
    """In Production both are asked together."""
    assert set(year("1943-08").decisions()) == {"axis", "allied"}


# Rail and supply (9, 10)


@pytest.mark.rule("eurofront", "9.11/b")
def test_no_train_crosses_the_bosporus() -> None:
    """Istanbul and Ismit have rails and no ferry between them."""
    w = scene("axis command").table.world
    pair = (board().node("Istanbul"), board().node("Ismit"))
    assert pair not in w.ferries and not any({e.a, e.b} == set(pair) for e in w.rail.edges)


@pytest.mark.rule("eurofront", "9.12/a")
def test_the_railhead() -> None:
    """Rails run into the battle at Paris and no farther: Paris is the head of the line to Orleans."""
    text = "1943-08 / Berlin: OKW1 / allied holds Orleans Rouen Troyes / Paris: 1inf3 US16inf3 / axis defends Paris"
    g = scene(f"{text} / axis command", scenario="1943")
    net = rail.network(g.table, AXIS)
    assert net >> node(g, "Paris") & 1 and not net >> node(g, "Orleans") & 1


@pytest.mark.rule("eurofront", "10.2")
def test_supply_comes_from_the_origin() -> None:
    """With Berlin alone and no other Victory City on its rails the Axis has no supply at all."""
    assert supply.rail_sea(scene("1943-08 / Berlin: OKW1 / axis command", scenario="1943").table, AXIS)
    cut = scene("1943-08 / soviet holds all / axis holds Berlin / Berlin: OKW1 / axis command", scenario="1943")
    assert not supply.rail_sea(cut.table, AXIS)


# Production (11)


@pytest.mark.rule("eurofront", "11.2/a")
def test_what_is_not_spent_is_lost_once_something_is() -> None:
    """The East saves all its points, or what is left of them is lost."""
    g = year("1943-08 / Minsk: 1inf2")
    give(g, "axis: commit", "allied: commit")
    assert purses.saved(g.table, purses.EAST) > 0
    g = year("1943-08 / Minsk: 1inf2")
    give(g, "axis: step 1inf", "axis: commit", "allied: commit")
    assert purses.saved(g.table, purses.EAST) == 0 < purses.saved(g.table, purses.WEST)


@pytest.mark.rule("eurofront", "11.3", "11.32", "11.7/c")
def test_what_a_front_has() -> None:
    """A Rumanian in the East is paid for by the East, whose level is its cities and the allocation."""
    g = scene("1943-08 / Berlin: OKW1 / Kiev: Ru1inf2 / axis command", scenario="1943")
    t = g.table
    assert purses.payer(t, piece(g, "Ru1inf"), node(g, "Kiev")) == purses.EAST
    t.p.allocated_east = 0
    bare = purses.level(t, purses.EAST)
    t.p.allocated_east = 30
    assert purses.level(t, purses.EAST) == bare + 30
    assert bare == purses.worked(t, AXIS, economy.in_rail_sea(t, AXIS) & purses.grounds(t, purses.EAST)) > 0


@pytest.mark.rule("eurofront", "11.3/a")
def test_what_all_nations_yield() -> None:
    """Cities and resources of the table of sources come out in sum."""
    named = {nation for nation, *_ in TOTALS}
    cities = sum(city for _, _, city, _ in TOTALS)
    resources = sum(resource for *_, resource in TOTALS)
    own = [city for city in tables.cities() if city.nation in named]
    assert sum(city.value for city in own if city.kind != "resource") == cities
    assert sum(city.value for city in own if city.kind == "resource") == resources


@pytest.mark.rule("eurofront", "11.34")
def test_isolated_finland_lives_on_its_own() -> None:
    """Helsinki and the mines are all that Finland has, until it joins the Axis for good."""
    g = scene("1943-08 / axis command", scenario="1943")
    assert purses.finnish_level(g.table) == 3
    g.table.p.politics["FX"] = 1
    assert purses.finnish_level(g.table) == 0


@pytest.mark.rule("eurofront", "11.6", "11.62/b")
def test_ten_points_are_sent_and_five_arrive() -> None:
    """Without ten points nothing is sent; of ten five come; the Soviets send none."""
    g = year("1943-08")
    give(g, "axis: transfer EF-WF", "axis: commit", "allied: commit")
    assert g.table.p.due_west == 5
    assert all(way.split("-")[0] != "Soviets" for way in production.TRANSFERS[:2])
    t = scene("1943-08 / axis command", scenario="1943").table
    for points, sent in ((9, False), (10, True)):
        t.p.east_points = points
        way = production.TRANSFERS.index("EF-WF")
        assert bool(production.ten_left(t, t.seat_of(AXIS), ()) >> way & 1) == sent


@pytest.mark.rule("eurofront", "11.62/a", "11.2/b")
def test_ships_are_lost_after_maintenance() -> None:
    """Of what is shipped to Africa strangers are maintained first; a die for each five points says what arrives."""
    g = scene("1942-07 / axis command", dice=[2, 3], scenario="1942")
    t = g.table
    t.p.allocated[AXIS] = 10
    t.p.on_the_way[AXIS] = 0
    assert ships.shipped(t, AXIS) == 10
    assert ships.arriving(t, AXIS, 10) == 5


@pytest.mark.rule("eurofront", "11.7/b")
def test_soviet_prices() -> None:
    """Before the Great Patriotic War a Soviet army costs 4 a step, after it 2."""
    g = scene("1943-08 / axis command", scenario="1943")
    sv = piece(g, "Sv3inf")
    assert costs.chart(g.table)[sv][0] == (2, 4)
    del g.table.p.politics["SG"]
    assert costs.chart(g.table)[sv][0] == (4, 8)


@pytest.mark.rule("eurofront", "11.7/d")
def test_the_prices_of_blocks() -> None:
    """Step and cadre: German armor 8 and 12, infantry 4 and 6; an American corps 4 and 8."""
    g = scene("1943-08 / axis command", scenario="1943")
    prices = costs.chart(g.table)
    assert [prices[piece(g, name)][0] for name in ("58arm", "1inf", "US16inf")] == [(8, 12), (4, 6), (4, 8)]


@pytest.mark.rule("eurofront", "11.71/a")
def test_doubled_prices() -> None:
    """In Africa before Italy is at war a step costs twice as much."""
    g = scene("1939-10 / axis command", scenario="1939")
    assert costs.far_south(g.table, node(g, "Tobruk")) == 1
    assert costs.far_south(g.table, node(g, "Paris")) == 0


@pytest.mark.rule("eurofront", "11.733")
def test_an_hq_on_a_beach_is_dear() -> None:
    """In beachhead supply alone an army group costs ten more a step."""
    text = "1943-08 / London: AF1 / US2BH Bari_SW1 / Bari_SW1: US2amph3 15AG1 / allied holds Bari_SW1"
    g = scene(f"{text} / allied command", scenario="1943")
    hq, beach = piece(g, "15AG"), node(g, "Bari_SW1")
    assert economy.bridgehead(g.table, ALLIED) >> beach & 1
    assert costs.surcharge(g.table, hq, beach, costs.STEP) == 10


@pytest.mark.rule("eurofront", "11.83")
def test_reinforcements_may_come_later() -> None:
    """A block that was due in an earlier month may still arrive."""
    g = year("1944-03")
    late = [p for p, (month, _) in g.title.schedule(g.table).items() if month < g.table.p.month]
    names = [g.table.world.units[p].name for p in late if g.table.p.power[p] == ALLIED]
    assert any(not refused(g, f"arrive {name} London", "allied") for name in names)


@pytest.mark.rule("eurofront", "11.9/a")
def test_who_is_maintained_in_the_desert() -> None:
    """A German corps from Europe is, an Italian resident is not, nor a stranger in India."""
    g = scene("1942-07 / Tobruk: 1inf3 It10inf3 / axis command", scenario="1942")
    found = desert.strangers_in_the_desert(g.table, AXIS)
    assert found >> piece(g, "1inf") & 1 and not found >> piece(g, "It10inf") & 1


@pytest.mark.rule("eurofront", "11.4/a")
def test_maintenance_does_not_keep_from_saving() -> None:
    """Who maintains strangers in Africa and builds nothing there saves what is left."""
    g = year("1942-08 / Tobruk: 1inf3 / Tripoli: It10inf3", "1942", [6] * 20)
    left = g.table.p.med_available[AXIS]
    give(g, "axis: commit", "allied: commit")
    assert purses.saved(g.table, purses.AXIS_MED) == left > 0


# Weather (12)


@pytest.mark.rule("eurofront", "12.11")
def test_the_weather_of_the_west() -> None:
    """From March to October the West is Dry; in November a die may bring Mud."""
    rows = {row["month"]: row for row in tables.rows("weather") if row["front"] == "WF"}
    dry = {month for month, row in rows.items() if row["roll"] != "1"}
    assert dry == {"03", "04", "05", "06", "07", "08", "09", "10"}
    assert rows["11"]["odd"] == "mud" and rows["11"]["even"] == "dry"


@pytest.mark.rule("eurofront", "12.51/a", "12.51/b")
def test_storms_stop_landings_and_shut_beachheads() -> None:
    """A storm in the Mediterranean lets no one land on Sicily and shuts a beachhead there."""
    text = "1943-11 / storm Mediterranean / Tunis: 15AG3 US2amph4 / US6BH Licata / allied command"
    g = give(scene(text, scenario="1943"), "activate 15AG invasion", "end")
    assert refused(g, "invade 15AG US2amph Catania") == "12.51"
    assert beachheads.stormbound(g.table, node(g, "Licata"))
