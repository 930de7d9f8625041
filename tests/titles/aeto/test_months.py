"""The month, supply, arrivals, markers, Initiative, and further cases of activation (5.0-5.6, 6.0, 7.x, 8.x, viii)."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.core import counts
from grognard.titles.aeto import costs, ending, hq, months, names, pieces, reach, supply, zones
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, ITALY, UK, USSR

from .scenes import at, named, node, offers, places, play, prompt, refused, scene

NOTHING = "0 chits Benghazi / 0 chits Derna / 0 chits El Agheila"


def east(text: str) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}")


def to_next_month(game: grognard.Game) -> None:
    month = game.table.p.month
    while game.table.p.month == month:
        ((seat, d),) = game.decisions().items()
        open_ = [choice.text for choice in d.next()]
        game.play(seat, next((v for v in ("pass", "end") if v in open_), None) or d.actions(limit=1)[0])


@pytest.mark.rule("aeto", "P5/initiative-side")
@pytest.mark.rule("aeto", "8.13/initiative")
def test_the_initiative_names_the_first_side_and_changes_in_august() -> None:
    """In May the Axis is asked who begins, in August the British."""
    game = grognard.new("aeto", "desert42", seed=1)
    while prompt(game)[1] == "axis_supply":
        game.play("germany", "unload El_Agheila")
    while prompt(game)[1] == "air_phase":
        game.play(prompt(game)[0], "end")
    assert prompt(game) == ("germany", "who_first")
    game = scene(f"Derna: ita3inf / Cairo: uk5inf / month={month_of('July 1942')} / axis movement")
    to_next_month(game)
    while prompt(game)[1] == "axis_supply":
        game.play("germany", "unload El_Agheila")
    while prompt(game)[1] == "air_phase":
        game.play(prompt(game)[0], "end")
    assert prompt(game) == ("uk", "who_first")


@pytest.mark.rule("aeto", "5.6/removal")
@pytest.mark.rule("aeto", "5.0/committed-after")
def test_markers_stay_to_the_end_of_the_month() -> None:
    """A stack that was activated is Active in the Movement Phase and free again in the next month."""
    game = play(
        scene("Mechili: ger8arm / Cairo: uk5inf / axis offensives"), "g: stack Mechili", "g: activate_all", "g: end"
    )
    while prompt(game)[1] != "offensives":
        play(game, "g: end")
    while prompt(game)[1] == "offensives":
        game.play(prompt(game)[0], "pass")
    piece = named(game, "ger8arm@Mechili")
    assert game.table.p.status[piece] == 2 and refused(game, "g: move ger8arm@Mechili Gazala") != ""
    to_next_month(game)
    assert game.table.p.status[piece] == 0


@pytest.mark.rule("aeto", "8.5/free")
@pytest.mark.rule("aeto", "8.5/delay")
def test_free_units_arrive_in_their_month_or_wait() -> None:
    """The Australians come to Alexandria in July and nowhere else; held up, they come in October to Cairo."""
    game = scene(f"Cairo: uk5inf / Derna: ita3inf / month={month_of('June 1942')} / axis movement")
    to_next_month(game)
    assert at(game, "Alexandria") == ["uk3inf"]
    game = scene(f"Alexandria: ita3inf / Cairo: uk5inf / month={month_of('July 1942')} / axis movement")
    months.arrive(game.table)
    assert not any("uk3inf" in at(game, place) for place in ("Alexandria", "Cairo"))
    due = month_of("July 1942")
    assert [months.comes_now(due, due + n) for n in range(4)] == [True, False, False, True]
    game.table.p.month = month_of("October 1942")
    game.table.p.due |= {f"arrived{n}": 1 for n in range(1, 7)}
    months.arrive(game.table)
    assert "uk3inf" in at(game, "Cairo")


@pytest.mark.rule("aeto", "8.13/purchase")
@pytest.mark.rule("aeto", "5.2/never-permanent")
def test_a_new_season_brings_offensives_and_leaders_back() -> None:
    """In July Germany gets eight Offensives and six EPs, and AFRIKA, which was lost, returns to Benghazi."""
    game = scene(f"Benghazi: ger6inf AFRIKA / Cairo: uk5inf / month={month_of('June 1942')} / axis movement")
    pieces.eliminate(game.table, named(game, "AFRIKA"), "5.2/A-bump-eliminated")
    game._changed()
    before = game.table.p.offensives[GERMANY], game.table.p.ep[GERMANY]
    to_next_month(game)
    assert (game.table.p.offensives[GERMANY], game.table.p.ep[GERMANY]) == (before[0] + 8, before[1] + 6)
    assert "AFRIKA" in at(game, "Benghazi")


@pytest.mark.rule("aeto", "12.4")
@pytest.mark.rule("aeto", "8.11/land-basic")
def test_each_side_rebuilds_one_step_a_month() -> None:
    """A depleted supplied corps is rebuilt, or a lost infantry step comes back at the base; then it is over."""
    game = scene("Cairo: uk3inf- / Benghazi: ita3inf / axis movement")
    play(game, "g: end", "u: end", "g: pass", "u: rebuild uk3inf-@Cairo")
    assert at(game, "Cairo") == ["uk5inf"]
    game = scene("Alexandria: uk5inf / Benghazi: ita3inf / axis movement")
    game.table.p.pool = counts.more(b"", 48)
    game._changed()
    play(game, "g: end", "u: end", "g: pass", "u: return Infantry_corps-48")
    assert at(game, "Cairo") == ["uk3inf-"] and counts.of(game.table.p.pool, 48) == 0


@pytest.mark.rule("aeto", "5.18/retreat-enemy-hex")
def test_who_stays_where_he_retreated_owns_the_hex_next_month() -> None:
    """A corps that stands in an enemy hex makes it its own when the next month begins."""
    game = scene("Cairo: uk5inf / Derna: ita3inf / axis movement")
    piece = named(game, "uk5inf@Cairo")
    game.table.place(piece, node(game, "Agedabia_E2"))
    months.take_what_is_held(game.table)
    assert game.table.p.held[UK] >> node(game, "Agedabia_E2") & 1


@pytest.mark.rule("aeto", "7.10/move-armor")
def test_armor_that_began_supplied_stays_so_in_its_offensive() -> None:
    """A panzer corps woken in supply attacks in supply beyond its lines; infantry does not."""
    game = scene("Mechili: ger8arm ger6inf / Cairo: uk5inf / axis offensives")
    for name in ("ger8arm@Mechili", "ger6inf@Mechili"):
        game.table.p.begun[named(game, name)] = 1
    armor, foot = named(game, "ger8arm@Mechili"), named(game, "ger6inf@Mechili")
    for piece in (armor, foot):
        game.table.place(piece, node(game, "El_Alamein"))
    assert supply.hungry(game.table, (armor, foot)) == (foot,)


@pytest.mark.rule("aeto", "7.10/move-begin")
def test_who_begins_out_of_supply_stays_slow() -> None:
    """A corps that set out unsupplied keeps its two points even when a chit comes into reach."""
    game = scene("Derna: ger6inf / Cairo: uk5inf / axis movement")
    piece = named(game, "ger6inf@Derna")
    assert reach.allowance(game.table, piece) == 3
    game.table.p.begun[piece], game.table.p.spent[piece] = 2, 1
    assert reach.allowance(game.table, piece) == 2


@pytest.mark.rule("aeto", "7.13/mod-us")
@pytest.mark.rule("aeto", "7.13/mod-commando")
def test_americans_and_commandos_starve_more_slowly() -> None:
    """+1 for a US unit and +2 for a commando."""
    game = scene("Derna: us6inf uk1cdo ita3inf / axis movement")
    t = game.table
    assert [ending.american(t, named(game, n)) for n in ("us6inf@Derna", "ita3inf@Derna")] == [1, 0]
    assert [ending.commando(t, named(game, n)) for n in ("uk1cdo@Derna", "ita3inf@Derna")] == [2, 0]


@pytest.mark.rule("aeto", "5.3/cost-winter")
def test_winter_doubles_the_price_of_further_hqs_but_not_for_the_soviets() -> None:
    """2 EPs in summer, 4 in a month with Winter weather, for the Soviets 2; Impromptu 4 and 8, Soviets 4."""
    game = east("Minsk: sov4inf / Warsaw: ger6inf / axis offensives")
    t = game.table
    summer = costs.combined_price(t, [GERMANY, GERMANY]), costs.impromptu_price(t, GERMANY)
    t.p.winter = 1 << node(game, "Minsk")
    assert summer == (2, 4) and costs.combined_price(t, [GERMANY, GERMANY]) == 4
    assert costs.combined_price(t, [USSR, USSR]) == 2
    assert (costs.impromptu_price(t, GERMANY), costs.impromptu_price(t, USSR)) == (8, 4)


@pytest.mark.rule("aeto", "5.3/distance")
def test_hqs_of_a_combined_offensive_lie_within_twenty_hexes() -> None:
    """AG Centre in Warsaw and AG South in Lvov may combine; one in Paris is too far from Minsk."""
    game = east("Warsaw: AG_Centre ger6inf / Krakow: AG_South ger6inf / Brest: AG_D ger6inf / axis offensives")
    assert refused(game, "g: hq AG_Centre+AG_South") == ""
    assert refused(game, "g: hq AG_Centre+AG_D") == "5.3/distance"


@pytest.mark.rule("aeto", "5.1/interval-french")
@pytest.mark.rule("aeto", "5.1/interval-adjacent")
def test_hqs_keep_their_distance_but_for_three_french_ones() -> None:
    """Two German HQs side by side do not function; the French 2nd and 3rd do."""
    game = east("Lille: 2nd / Warsaw: AG_Centre / axis offensives")
    t = game.table
    near = next(n for n in zones_around(game, "Warsaw"))
    t.place(named(game, "AG_Centre"), near)
    other = pieces.raise_chit(t, names.units()["AG_South"][0], 1, node(game, "Warsaw"))
    assert not hq.functions(t, other)
    third = pieces.raise_chit(t, names.units()["3rd"][0], 1, next(n for n in zones_around(game, "Lille")))
    assert hq.functions(t, third)


def zones_around(game: grognard.Game, place: str) -> list[int]:
    return [n for n in members(game.table.world.next_to(node(game, place))) if n not in game.table.p.stacks]


@pytest.mark.rule("aeto", "5.0/general-activation")
@pytest.mark.rule("aeto", "5.0/stack-activation")
def test_whom_a_general_and_a_stack_wake() -> None:
    """Rommel at Mechili wakes his hex and those around it, a Stack Activation its own hex alone."""
    text = "Mechili: ger8arm Rommel / Derna: ger6inf / Benghazi: ita3inf / Cairo: uk5inf / axis offensives"
    assert offers(play(scene(text), "g: general Rommel"), "g: activate") == {"ger8arm@Mechili", "ger6inf@Derna"}
    assert offers(play(scene(text), "g: stack Mechili"), "g: activate") == {"ger8arm@Mechili", "Rommel"}


@pytest.mark.rule("aeto", "P6/no-invasion")
def test_neutral_land_is_closed() -> None:
    """German units on the border of neutral Sweden, Turkey or Spain find no way in."""
    game = east("Warsaw: ger6inf / Minsk: sov4inf / axis movement")
    shut = reach.no_entry(game.table, GERMANY)
    turkey = game.table.world.board.nation["turkey"]
    assert turkey & shut == turkey and not shut & game.table.p.held[USSR]


@pytest.mark.rule("aeto", "9.2")
@pytest.mark.rule("aeto", "7.0/home-source")
def test_where_supply_comes_from() -> None:
    """Home city/resource hexes; a minor without one uses its capital; Italians in Africa have none."""
    game = east("Bucharest: rum3inf / Warsaw: ger6inf / Derna: ita3inf / axis movement")
    t = game.table
    rumania = t.p.power[named(game, "rum3inf@Bucharest")]
    assert "Bucharest" in places(game, supply.sources(t, rumania)) and "Berlin" in places(
        game, supply.sources(t, GERMANY)
    )
    assert not supply.lines(t, ITALY).fed >> node(game, "Derna") & 1


@pytest.mark.rule("aeto", "5.9/movement-phase-end")
def test_over_stacked_steps_are_given_up() -> None:
    """Three corps that a retreat left in one hex must lose two steps before the Movement Phase ends."""
    game = scene("Bir_Hacheim: uk5inf uk4inf uk6arm / Derna: ita3inf / uk movement")
    assert refused(game, "u: end") == "5.9/movement-phase-end"
    play(game, "u: give_up uk4inf@Bir_Hacheim", "u: give_up uk2inf-@Bir_Hacheim", "u: end")
    assert at(game, "Bir_Hacheim") == ["uk5inf", "uk6arm"]


@pytest.mark.rule("aeto", "5.13/inhibited")
@pytest.mark.rule("aeto", "5.13/contested")
def test_friends_inhibit_zones_and_contested_ones_stay_shut() -> None:
    """Mechili in the zone of Gazala is shut for supply while empty, even if a German zone covers it too."""
    game = scene("Derna: ger6inf / Gazala: uk5inf / axis movement")
    assert "Mechili" in places(game, zones.ground(game.table, GERMANY).open_zone)
    game = scene("Derna: ger6inf / Mechili: ita3inf / Gazala: uk5inf / axis movement")
    assert "Mechili" not in places(game, zones.ground(game.table, GERMANY).open_zone)


@pytest.mark.rule("aeto", "7.0/italy-durazzo")
@pytest.mark.rule("aeto", "7.0/soviet-riga")
@pytest.mark.rule("aeto", "7.0/soviet-edge")
@pytest.mark.rule("aeto", "7.0/uk-middle-east")
def test_the_special_sources() -> None:
    """Durazzo feeds Italians, Riga and the east edge Soviets, Mosul the British."""
    world = east("Warsaw: ger6inf / axis movement").table.world
    named_ = {power: supply.named_sources(world, power) for power in (ITALY, USSR, UK)}
    assert named_[ITALY] >> world.node("Durazzo") & 1 and named_[USSR] >> world.node("Riga") & 1
    assert named_[USSR] >> world.node("E 1411") & 1 and named_[UK] >> world.node("Mosul") & 1


@pytest.mark.rule("aeto", "7.13/mod-city")
@pytest.mark.rule("aeto", "7.13/effects")
def test_starving_in_a_city_and_leaders_of_the_starved() -> None:
    """+1 in a city; when the last unit starves, the General with it goes to the pool."""
    game = scene(f"{NOTHING} / Benghazi: ita3inf / Mechili: ger3inf- Rommel / axis movement", [1])
    assert ending.in_city(game.table, named(game, "ita3inf@Benghazi")) == 1
    lone = named(game, "ger3inf-@Mechili")
    assert ending.in_city(game.table, lone) == 0
    ending.deplete(game.table, lone, [lone])
    assert at(game, "Mechili") == [] and sum(game.table.p.pool) == 2


@pytest.mark.rule("aeto", "9.0")
@pytest.mark.rule("aeto", "8.13/offensives")
def test_wars_and_tracks_of_a_scenario() -> None:
    """In the desert Germany and Italy fight the UK and nobody else; Germany begins with six Offensives, Italy two."""
    p = grognard.new("aeto", "desert42", seed=1).table.p
    assert p.hostile[UK] == 1 << GERMANY | 1 << ITALY and p.hostile[GERMANY] == 1 << UK and not p.hostile[USSR]
    assert [p.offensives[power] for power in (GERMANY, ITALY, UK)] == [6, 2, 6]


@pytest.mark.rule("aeto", "1.4")
def test_mud_and_snow_cost_points() -> None:
    """Mud adds one to any hex, Winter one to mountains."""
    world = east("Warsaw: ger6inf / axis movement").table.world
    plain, peak = world.node("Warsaw"), next(n for n in members(world.terrain("mountain")))
    assert reach.price_now(world, 1, plain, 1 << plain, 0) == 2 and reach.price_now(world, 1, plain, 0, 1 << plain) == 1
    assert reach.price_now(world, 2, peak, 0, 1 << peak) == 3


@pytest.mark.rule("aeto", "5.13/leave")
def test_infantry_leaves_a_zone_but_not_into_another() -> None:
    """From a zone hex to a free one it goes on, to another zone hex it may not, into a first one it stops."""
    zone = 0b0110
    assert reach.slow_in_zone(1, 3, zone) == reach.GO_ON
    assert reach.slow_in_zone(1, 2, zone) == -1
    assert reach.slow_in_zone(0, 1, zone) == reach.STOPPED


def test_the_only_way_to_pay_may_be_named() -> None:
    """Without Offensives an HQ is paid for by an Impromptu one: said or unsaid, it is the same order."""
    game = scene("Benghazi: ger8arm AFRIKA / Derna: uk5inf / axis offensives")
    p = game.table.p
    p.offensives[GERMANY], p.ep[GERMANY] = 0, 12
    game._changed()
    assert refused(game, "g: hq AFRIKA impromptu") == "" == refused(game, "g: hq AFRIKA")
    play(game, "g: hq AFRIKA impromptu")
    assert p.ep[GERMANY] < 12
