"""The Med Front in Surf and Sand (S1940C, 21.3): desert and roads, strangers, ships and points, set-up and victory."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.med import command as supreme
from grognard.titles.eurofront.med import desert, purses, victory
from grognard.titles.eurofront.war import naval
from grognard.titles.systems.front import blocks, command, economy, fire, invasion, supply

from .med import ALLIED, AXIS, moves, node, piece, scene
from .play import at, cv, give, refused


def ended(g: Game, hq: str) -> Game:
    """All phases are ended until an HQ has done its work."""
    while g.table.p.role[piece(g, hq)]:
        give(g, "end")
    return g


# The desert and its roads


@pytest.mark.rule("eurofront", "21.353")
def test_units_are_slower_off_the_road_and_statics_keep_to_it() -> None:
    """Mech goes three hexes along the coast road from Tobruk, two in open desert; a static goes one, by road only."""
    g = scene("Tobruk: BrWDFmech3 / Alexandria: Libstat1 / allied movement")
    t = g.table
    reach = desert.along_roads(t, piece(g, "BrWDFmech"), *_march(g, "BrWDFmech")).all()
    assert reach >> node(g, "Mersa_Matruh") & 1
    assert blocks.speed(t, piece(g, "BrWDFmech")) == 2
    lib = desert.along_roads(t, piece(g, "Libstat"), *_march(g, "Libstat")).all()
    roads = desert.beside(t.world, 1 << node(g, "Alexandria"))
    assert lib and not lib & ~roads


def _march(g: Game, name: str) -> tuple[object, object]:
    from grognard.titles.systems.front import reach

    march = reach.march(g.table, piece(g, name))
    return march, reach.follow(g.table, g.table.p.at[piece(g, name)], march)


@pytest.mark.rule("eurofront", "21.352")
def test_a_supreme_move_takes_a_unit_twice_its_speed_by_road() -> None:
    """From Alexandria mech drives six road hexes through friendly land, to Tobruk's border and no farther; it needs a
    Supreme Move, and does not drive into the enemy."""
    text = "Alexandria: BrWDFmech3 ME3* / Tobruk: It10inf3 / Mersa_Matruh: BrANZinf3 / allied movement"
    assert refused(scene(text), "drive BrWDFmech Mersa_Matruh") != ""
    g = moves(scene(text), "ME")
    assert refused(g, "drive BrWDFmech Mersa_Matruh") == ""
    assert refused(g, "drive BrWDFmech Tobruk") != ""
    assert refused(g, "drive BrWDFmech Siwa") == "21.352"
    give(g, "drive BrWDFmech Mersa_Matruh")
    assert at(g, "BrWDFmech") == "Mersa_Matruh"
    assert refused(g, "drive BrWDFmech Alexandria") != ""


def test_desert_supply_lines_are_one_hex_long() -> None:
    """South of the coast road a unit is supplied one hex from it, not two."""
    g = scene("Tripoli: It10inf3 / Berlin: 1inf3")
    area = supply.supplied_area(g.table, AXIS)
    assert area >> node(g, "Tripoli_SW1") & 1 and not area >> node(g, "Tripoli_SW2") & 1


@pytest.mark.rule("eurofront", "10.71")
def test_a_base_supplies_one_unit_alone() -> None:
    """Habforce lives in Habbinaya by itself, with a second unit neither does; Ethiopia feeds its one army."""
    g = scene("Ethiopia: EA1stat1 / Tripoli: It10inf3")
    assert not g.title.without_supply(g.table, AXIS)
    alone = scene("Habbinaya: BrHabmech1 / axis holds Suez Basra Abadan Aden Karachi")
    both = scene("Habbinaya: BrHabmech1 BrPalinf1 / axis holds Suez Basra Abadan Aden Karachi")
    assert not alone.title.without_supply(alone.table, ALLIED)
    assert both.title.without_supply(both.table, ALLIED).bit_count() == 2


def test_armor_in_the_desert() -> None:
    """In desert armor hits with fours in attack and fives in defense, mech with fives; the Afrika Korps with threes and
    fours."""
    g = scene("Bir_Hacheim: Br30arm3 BrWDFmech3 / Tobruk: DAKarm3")
    t = g.table
    assert t.world.board.terrain["desert"] >> node(g, "Bir_Hacheim") & 1
    rated = {
        name: (fire.rating(t, piece(g, name), node(g, "Bir_Hacheim"), False),
               fire.rating(t, piece(g, name), node(g, "Bir_Hacheim"), True))
        for name in ("Br30arm", "BrWDFmech", "DAKarm")
    }  # fmt: skip
    assert rated == {"Br30arm": (4, 5), "BrWDFmech": (5, 5), "DAKarm": (3, 4)}


@pytest.mark.rule("eurofront", "7.51", "10.7")
def test_tobruk_is_a_minor_fortress() -> None:
    """Its largest defender hits with fives and two hits cost it a step, for the Original Defender only; cut off, one
    unit keeps its supply there."""
    from grognard.titles.systems.front import defense

    g = scene("Tobruk: BrANZinf3 It10inf3 / allied holds Tobruk / allied defends Tobruk / axis movement")
    t, tobruk = g.table, node(g, "Tobruk")
    assert fire.rating(t, piece(g, "BrANZinf"), tobruk, True) == 5
    assert fire.rating(t, piece(g, "It10inf"), tobruk, True) == 6
    assert defense.ground_defense(t, piece(g, "BrANZinf"), tobruk) == 2
    assert defense.ground_defense(t, piece(g, "It10inf"), tobruk) == 1
    cut = scene("Tobruk: BrANZinf3 / allied holds Tobruk / axis holds Alexandria Suez Port_Said Jaffa")
    assert supply.fortress_claims(cut.table, ALLIED) == [tobruk]


@pytest.mark.rule("eurofront", "10.7")
def test_a_lone_defender_draws_fortress_supply_unasked() -> None:
    """Alone in Tobruk and cut off, a unit keeps its step without a question; of two the owner names the largest."""
    around = "allied holds Tobruk / axis holds Alexandria Suez Port_Said Jaffa / Benghazi: CS2 / axis command"
    g = scene(f"Tobruk: BrANZinf3 / {around}")
    while "axis" in g.decisions():
        give(g, "end")
    assert cv(g, "BrANZinf") == 3 and refused(g, "name BrANZinf") == "E.verb"
    g = scene(f"Tobruk: BrANZinf3 Br10inf3 / {around}")
    while "axis" in g.decisions():
        give(g, "end")
    give(g, "name Br10inf")
    assert cv(g, "Br10inf") == 3 and cv(g, "BrANZinf") == 2


# Strangers


@pytest.mark.rule("eurofront", "21.351", "17.61")
def test_two_steps_are_lost_on_coming_into_the_med() -> None:
    """A British corps that comes from Portsmouth to South Africa loses two steps, none once its side holds the six
    major ports of North Africa."""
    g = moves(scene("Portsmouth: AF3* Br10inf3 / London: Br5inf3 / allied movement"), "AF", 9)
    ended(give(g, "sail Br10inf South_Africa"), "AF")
    assert cv(g, "Br10inf") == 1
    won = moves(
        scene("Portsmouth: AF3* Br10inf3 / allied holds Algiers Tunis Tripoli Benghazi Suez / allied movement"), "AF", 9
    )
    ended(give(won, "sail Br10inf South_Africa"), "AF")
    assert cv(won, "Br10inf") == 3


@pytest.mark.rule("eurofront", "21.311")
def test_residents_stay_in_the_med() -> None:
    """The Anzacs do not sail to Britain."""
    g = moves(scene("South_Africa: BrANZinf3 / London: AF3* / allied movement"), "AF", 12)
    assert refused(g, "sail BrANZinf Portsmouth") != ""
    assert refused(g, "sail BrANZinf Suez") == ""


@pytest.mark.rule("eurofront", "21.372", "21.372/a", "17.62")
def test_strangers_in_the_desert_are_maintained() -> None:
    """A German corps in Tripoli takes five of the fifteen points with a die; residents and veterans take none."""
    g = scene("Tripoli: 1inf3 It10inf3 DAKarm2 / Suez: BrANZinf1")
    assert purses.shipped(g.table, AXIS) == 10
    assert purses.shipped(g.table, ALLIED) == 15
    won = "Tripoli: 1inf3 / axis holds Algiers Tunis Tripoli Benghazi Alexandria Suez Basra"
    assert purses.shipped(scene(won).table, AXIS) == 15
    crowd = scene("Tripoli: 1inf3 2inf3 / Benghazi: 4inf3 5inf3 / 1940-09 / production", dice=[6] * 6)
    assert refused(crowd, "commit", "axis") == "21.372/a"
    assert refused(crowd, "disband 1inf", "axis") == ""
    give(crowd, "axis: disband 4inf")
    assert refused(crowd, "commit", "axis") == "" and refused(crowd, "disband 1inf", "axis") == "21.372/a"


def test_no_german_goes_to_egypt_before_rommel() -> None:
    """A German corps stops at the border of Egypt until the Afrika HQ has come."""
    g = scene("Tobruk: 1inf3 / Benghazi: It10inf3")
    assert g.title.forbidden(g.table, piece(g, "1inf")) >> node(g, "Mersa_Matruh") & 1
    assert not g.title.forbidden(g.table, piece(g, "It10inf"))
    rommel = scene("Tobruk: 1inf3 AGAfr1")
    assert not rommel.title.forbidden(rommel.table, piece(rommel, "1inf"))


def test_who_commands_in_the_med() -> None:
    """Theater HQs move units of the Med from there alone; OKW moves them for two from the West; army groups of the East
    act one weaker there, Rommel at full strength."""
    g = scene("Tripoli: CS3 AGSou3 AGAfr3 It10inf3 / Berlin: OKW3 1inf3")
    price = {(hq, unit): supreme.price(g.table, piece(g, hq), piece(g, unit))
             for hq in ("CS", "OKW") for unit in ("It10inf", "1inf")}  # fmt: skip
    assert price["CS", "It10inf"] == 1 and price["CS", "1inf"] > 9
    assert price["OKW", "It10inf"] == 2 and price["OKW", "1inf"] == 1
    assert [command.effective(g.table, piece(g, hq)) for hq in ("AGSou", "AGAfr")] == [2, 3]


@pytest.mark.rule("eurofront", "21.391")
def test_landings_in_the_med() -> None:
    """None between ports of the Med; out of it from a major port; into it from a major port and into ports only."""
    g = scene("Suez: ME3 21AG3 / Tobruk: 15AG3 / Naples: AGSou3 1inf3 / Messina: AGCen3 / allied holds Tobruk")
    t = g.table
    assert not desert.landings(t, piece(g, "21AG")) >> node(g, "Benghazi") & 1
    assert desert.landings(t, piece(g, "21AG")) >> node(g, "Naples") & 1
    assert not desert.landings(t, piece(g, "15AG"))
    assert desert.landings(t, piece(g, "AGSou")) >> node(g, "Alexandria") & 1
    assert not desert.landings(t, piece(g, "AGCen")) >> node(g, "Alexandria") & 1
    assert g.title.unassailable(t, AXIS) >> node(g, "Derna") & 1
    assert not g.title.unassailable(t, AXIS) >> node(g, "Alexandria") & 1
    assert invasion.normal_range(t, AXIS) == 1


@pytest.mark.rule("eurofront", "21.393")
def test_axis_aircraft_in_the_med() -> None:
    """In August 1940 German aircraft hit with fours over Dover and with fives over Tobruk."""
    t = scene("Tripoli: CS3 / axis movement").table
    assert (t.title.air_fire(t, node(scene("Tripoli: CS3"), "Dover")), t.title.air_fire(
        t, node(scene("Tripoli: CS3"), "Tobruk"))) == (4, 5)  # fmt: skip


def test_british_columns_pass_iraq() -> None:
    """From Amman Habforce drives to Habbinaya but does not stop in Iraq; trains and supply run there too."""
    g = moves(scene("Amman: BrHabmech2 / Alexandria: ME3* / allied movement"), "ME")
    assert refused(g, "drive BrHabmech Habbinaya") in ("", "21.352")
    assert refused(g, "drive BrHabmech Rutba") != ""
    t = g.table
    assert t.title.rail_ways(t, ALLIED) >> node(g, "Baghdad") & 1
    assert not t.title.rail_ways(t, AXIS) >> node(g, "Baghdad") & 1


# Points and ships


@pytest.mark.rule("eurofront", "21.371")
def test_ships_are_lost() -> None:
    """Three dice for fifteen points: 1, 2 and 3 bring six; sixes bring no more than was shipped."""
    g = scene("Tripoli: It10inf3 / Suez: BrANZinf1", dice=[1, 2, 3, 6, 6, 6])
    assert purses.arriving(g.table, AXIS, 15) == 6
    assert purses.arriving(g.table, ALLIED, 15) == 15


@pytest.mark.rule("eurofront", "17.5")
def test_mare_nostro() -> None:
    """With Malta or Suez no Axis ship is lost, unless the Allies rule the waves."""
    g = scene("Malta: 1inf3 / Tripoli: It10inf3 / axis holds Malta")
    assert purses.arriving(g.table, AXIS, 15) == 15
    g.table.p.naval = ALLIED + 1
    assert not purses.mare_nostro(g.table)


def test_what_the_med_pays_for() -> None:
    """A step in Egypt costs the Extreme price and is paid with points of the Med; strangers are not rebuilt there."""
    g = scene("Suez: BrANZinf1 / London: Br5inf1 / Tripoli: It10inf3 / allied_lost: Br3inf / 1940-09 / production",
              dice=[6] * 6)  # fmt: skip
    t = g.table_for(g.seat_index("allied"))
    assert [economy.step_cost(t, piece(g, name)) for name in ("BrANZinf", "Br5inf")] == [6, 4]
    before = t.p.points1, t.p.med_points[ALLIED]
    give(g, "allied: step BrANZinf")
    t = g.table_for(g.seat_index("allied"))
    assert (t.p.points1, t.p.med_points[ALLIED]) == (before[0], before[1] - 6)
    assert refused(g, "cadre Br3inf Suez", "allied") != ""


@pytest.mark.rule("eurofront", "21.37/b")
def test_allocations_grow_at_season_breaks() -> None:
    """At fifteen points the allocation stays until December, when it may grow by five, once."""
    g = scene("Suez: BrANZinf1 / Tripoli: It10inf3 / 1940-09 / production", dice=[6] * 12)
    assert refused(g, "allocate raise", "axis") == "21.37/b"
    assert refused(g, "allocate lower", "axis") == ""
    winter = scene("Suez: BrANZinf1 / Tripoli: It10inf3 / 1940-12 / production", dice=[6] * 12)
    give(winter, "axis: allocate raise")
    assert winter.table_for(winter.seat_index("axis")).p.allocated[AXIS] == 20
    assert refused(winter, "allocate raise", "axis") == "21.37/b"


@pytest.mark.rule("eurofront", "S1940C")
def test_what_both_sides_begin_with() -> None:
    """62 and 15 points for the Axis, 7 and 15 for the British with 14 saved; naval parity; Gibraltar is out of play."""
    g = grognard.Game.new("eurofront", "1940C", seed=1)
    t = g.table
    assert [purses.west_level(t, power) for power in (AXIS, ALLIED)] == [62, 7]
    assert list(t.p.allocated[:2]) == [15, 15] and t.p.saved[ALLIED] == 14
    assert naval.ruling(t) == -1
    assert t.p.neutral >> node(g, "Gibraltar") & 1


@pytest.mark.rule("eurofront", "15.81/a", "15.81/b")
def test_seaways_of_the_south() -> None:
    """The British have the Southern Seaway until Karachi falls; the Middle one is shut by the Italians in Libya and
    opens with Tripoli and Benghazi."""
    t = scene("Tripoli: It10inf3").table
    assert naval.usable(t, ALLIED, "Southern") and not naval.usable(t, AXIS, "Southern")
    assert not naval.usable(t, ALLIED, "Middle")
    libya = scene("Tripoli: BrANZinf3 / allied holds Tripoli Benghazi").table
    assert naval.usable(libya, ALLIED, "Middle")
    india = scene("Tripoli: It10inf3 / axis holds Karachi").table
    assert not naval.usable(india, ALLIED, "Southern")


@pytest.mark.rule("eurofront", "S1940A/vic")
@pytest.mark.parametrize(
    ("held", "ends"),
    [
        ("Tripoli", ("allied", "marginal")),
        ("Malta", ("", "draw")),
        ("Suez Abadan Basra", ("axis", "marginal")),
        ("London", ("axis", "decisive")),
    ],
)
def test_who_has_won(held: str, ends: tuple[str, str]) -> None:
    """Three of eight conditions are given; each further one is a level, and a major port of England is all."""
    g = scene(f"Tripoli: It10inf3 / axis holds {held}")
    victory.settle(g.table)
    outcome = g.table.outcome
    assert outcome is not None
    assert ("|".join(outcome.winners), outcome.level) == ends
