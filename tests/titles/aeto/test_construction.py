"""Construction and placement of units, force pools, the Suez Adds Box (8.5, 8.6, 8.11, 8.12)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core import counts
from grognard.titles.aeto import pieces, supply, zones
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.seasonal import construction, pools, turn
from grognard.titles.aeto.seasonal import placement as pl
from grognard.titles.aeto.sequence import scene_season
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, ITALY, USSR

from .scenes import at, named, node, offers, places, play, prompt, refused
from .seasons import ep, pool, season

JULY = f"month={month_of('July 1941')}"
EAST = f"Berlin: ger6inf / Moscow: sov4inf / London: uk5inf / {JULY}"


def building(text: str, power: str = "germany", n: int = 20, **chits: int) -> grognard.Game:
    """A power's construction with so many EPs and these chits in the pools."""
    game = season(f"{text} / {power} {n} EPs / season construction")
    while game.table.frame.step != "building" or POWERS[game.table.frame.power] != power:
        game.play(prompt(game)[0], "end")
    return pool(game, **chits)


def beside(place: str) -> str:
    """A clear hex next to a place."""
    game = season("Berlin: ger6inf")
    world = game.table.world
    free = world.next_to(node(game, place)) & ~world.rough & ~world.marsh & ~world.cities
    return str(game.table.node_name(min(n for n in range(world.lost) if free >> n & 1)))


@pytest.mark.rule("aeto", "8.6/purchase", "8.6/tables")
def test_a_unit_is_bought_and_comes_up_at_once() -> None:
    """A full German infantry corps costs 2 EPs and stands in Berlin; the pool has one less."""
    game = play(building(EAST, ger_Infantry_corps_6_3=2), "g: buy ger_Infantry_corps_6-3 full Vienna")
    assert at(game, "Vienna") == ["ger6inf"] and ep(game, "germany") == 18
    assert sum(game.table.p.pool) == 1


@pytest.mark.rule("aeto", "8.6/tables")
def test_each_side_has_its_own_prices() -> None:
    """A step of infantry costs the Axis and the Soviets 1, the UK 2; heavy armor has its own row."""
    game = building(EAST)
    words = list(pools.words())
    price = {
        name: pools.price(game.table, words.index(name))
        for name in ("ger_Infantry_corps_6-3", "sov_Rifle_army_4-3", "uk_Infantry_corps_5-4", "ger_Panzer_corps_8-5")
    }
    assert list(price.values()) == [1, 1, 2, 3]


@pytest.mark.rule("aeto", "8.6/land")
def test_one_step_or_two() -> None:
    """One step of a corps costs half; a one-step chit is bought as it is."""
    game = building(EAST, ger_Infantry_corps_6_3=1, ger_Cavalry_division_2_4=1)
    assert offers(game, "g: buy ger_Cavalry_division_2-4") == {"one_step"}
    play(game, "g: buy ger_Infantry_corps_6-3 one_step Vienna")
    assert at(game, "Vienna") == ["ger3inf-"] and ep(game, "germany") == 19


@pytest.mark.rule("aeto", "8.6/no-deficit")
def test_nothing_is_bought_on_credit() -> None:
    """With 3 EPs one step of a panzer corps can be paid, not two; Offensives likewise."""
    game = building(EAST, n=3, ger_Mountain_corps_5_4=1)
    assert offers(game, "g: buy ger_Mountain_corps_5-4") == {"one_step"}
    assert refused(game, "g: buy ger_Mountain_corps_5-4 full Berlin") == "8.6/no-deficit"


@pytest.mark.rule("aeto", "8.6/purchase", "8.6/delay-example", "8.5/delay")
def test_a_delayed_unit_waits_on_the_turn_track() -> None:
    """Paratroopers ordered for July arrive in October, and must then be placed."""
    game = play(building(EAST, ger_Parachute_corps_4_3=1), "g: order ger_Parachute_corps_4-3 full")
    (chit,) = pools.waiting(game.table.p)
    assert (chit.month, chit.steps) == (month_of("October 1941"), 2) and ep(game, "germany") == 16
    game = season(f"{EAST.replace(JULY, '')}month={month_of('October 1941')} / season build_order")
    pools.expect(game.table.p, month_of("October 1941"), chit.sort, 2)
    game._changed()
    play(game, "g: first axis")
    assert prompt(game) == ("germany", "arriving") and refused(game, "g: end") == "8.5/delay"
    play(game, "g: place ger_Parachute_corps_4-3 Berlin", "g: end")
    assert at(game, "Berlin") == ["ger4para", "ger6inf"]


@pytest.mark.rule("aeto", "8.6/majors-only")
def test_a_major_power_builds_for_its_partners() -> None:
    """Germany pays for a Rumanian corps, which comes up in Rumania; Italy may not."""
    game = play(building(EAST, rum_Corps_3_3=2), "g: buy rum_Corps_3-3 full Bucharest")
    assert at(game, "Bucharest") == ["rum3inf"] and ep(game, "germany") == 18
    assert not [sort for sort, _ in construction.for_sale(game.table, ITALY)]


@pytest.mark.rule("aeto", "8.5/repurchase", "8.5/cbr")
def test_eliminated_chits_can_be_bought_again_unless_cbr() -> None:
    """A Rifle army goes back to the pool, a Mechanized corps of 1941 does not."""
    game = season(f"{EAST} / Kiev: sov4inf sov4arm")
    for name in ("sov4inf@Kiev", "sov4arm@Kiev"):
        pieces.eliminate(game.table, named(game, name), "5.18/step-loss")
    (sort,) = counts.kinds(game.table.p.pool)
    assert tb.cards()[sort].name == "Rifle army"
    assert construction.for_sale(game.table, USSR) == ((sort, False),) and not construction.for_sale(
        game.table, GERMANY
    )


@pytest.mark.rule("aeto", "8.5/oob", "8.5/winter-add")
def test_pools_at_the_start_and_in_winter() -> None:
    """In June 1941 Germany has one motorized corps left; in January 1942 two new Panzer corps come to the pool."""
    game = grognard.new("aeto", "1941short", seed=1)
    p, words = game.table.p, list(pools.words())
    assert counts.of(p.pool, words.index("ger_Motorized_corps_6-5")) == 1
    assert counts.of(p.pool, words.index("ger_Panzer_corps_8-5")) == 0
    p.month = month_of("January 1942")
    pools.year_adds(game.table)
    assert counts.of(p.pool, words.index("ger_Panzer_corps_9-5")) == 2
    assert counts.of(p.suez, words.index("uk_Polish_corps_5-4")) == 1
    assert any(tb.cards()[chit.sort].name == "Canadian corps" for chit in pools.waiting(p))


@pytest.mark.rule("aeto", "8.11/land-basic", "8.11/land-city")
def test_infantry_at_home_armor_in_cities() -> None:
    """Infantry comes up in any German hex, panzers in cities; neither in Poland nor in a Soviet zone."""
    game = building(f"{EAST} / Stettin: sov4inf", ger_Infantry_corps_6_3=1, ger_Motorized_corps_6_5=1)
    world = game.table.world
    infantry = offers(game, "g: buy ger_Infantry_corps_6-3 one_step")
    armor = offers(game, "g: buy ger_Motorized_corps_6-5 one_step")
    home = places(game, world.board.nation["germany"])
    assert "Warsaw" not in infantry | armor and infantry <= home and len(infantry) > len(armor)
    assert armor <= places(game, world.cities) and not infantry & places(game, world.next_to(node(game, "Stettin")))


@pytest.mark.rule("aeto", "8.11/land-basic")
def test_a_home_hex_out_of_supply_takes_nobody() -> None:
    """Konigsberg behind Soviet lines with its sources lost takes no infantry."""
    game = building(f"{EAST} / ussr holds Konigsberg", ger_Infantry_corps_6_3=1)
    fed = pl.fed_by_sources(game.table, GERMANY)
    found = offers(game, "g: buy ger_Infantry_corps_6-3 one_step")
    assert found and found <= places(game, fed)


@pytest.mark.rule("aeto", "5.9/basic")
def test_a_full_hex_takes_nobody() -> None:
    """Four steps stand in a German field: no fifth comes up there."""
    game = building(f"{EAST} / W_3525: ger6inf ger6inf", ger_Infantry_corps_6_3=1)
    assert refused(game, "g: buy ger_Infantry_corps_6-3 one_step W_3525") == "5.9/basic"


@pytest.mark.rule("aeto", "8.11/soviet-city")
def test_soviets_come_up_in_besieged_cities() -> None:
    """Germans beside Moscow: with a garrison inside Soviets may be placed there, Germans in Berlin may not."""
    besieged = season(f"{EAST} / {beside('Moscow')}: ger8arm")
    assert zones.ground(besieged.table, USSR).zone >> node(besieged, "Moscow") & 1
    assert pl.may_hold_units(besieged.table, USSR) >> node(besieged, "Moscow") & 1
    german = season(f"{EAST} / {beside('Berlin')}: sov4inf")
    assert not pl.may_hold_units(german.table, GERMANY) >> node(german, "Berlin") & 1


@pytest.mark.rule("aeto", "8.11/rumania")
def test_rumanians_and_bessarabia() -> None:
    """Not while a Soviet unit is in Bessarabia, nor before the war; then they may."""
    rumania = tb.POWERS.index("rumania")
    for text, free in (("Moscow: sov4inf", True), ("Kishinev: sov4inf", False)):
        game = season(f"Berlin: ger6inf / {text} / {JULY}")
        assert (pl.bessarabia(game.table, rumania) == 0) == free
        game.table.p.hostile[GERMANY] &= ~(1 << USSR)
        assert pl.bessarabia(game.table, rumania)


@pytest.mark.rule("aeto", "8.11/no-supply-chit")
def test_a_supply_chit_makes_no_placement_hex() -> None:
    """Konigsberg cut off lives on a chit: no unit comes up there."""
    game = season(f"{EAST} / 2 chits Konigsberg")
    game.table.p.isolated |= 1 << node(game, "Konigsberg")
    ring = game.table.world.disc(node(game, "Konigsberg"), 3) & ~(1 << node(game, "Konigsberg"))
    game.table.p.held[GERMANY] &= ~ring
    game.table.p.held[USSR] |= ring & game.table.world.land
    game.table.p.changed(GERMANY)
    lines = supply.lines(game.table, GERMANY)
    cut = [larder for larder in lines.larders if larder.hexes >> node(game, "Konigsberg") & 1]
    assert cut and not pl.may_hold_units(game.table, GERMANY) >> node(game, "Konigsberg") & 1


@pytest.mark.rule("aeto", "8.6/rebuild-cost", "8.6/rebuild-zoc")
def test_a_depleted_unit_is_rebuilt_anywhere() -> None:
    """Beside the enemy at Minsk a depleted corps is full again for 1 EP."""
    game = building(f"{EAST} / germany holds Minsk / Siedlce: ger3inf- / Brest-Litovsk: sov4inf")
    play(game, "g: rebuild ger3inf-@Siedlce")
    assert at(game, "Siedlce") == ["ger6inf"] and ep(game, "germany") == 19


@pytest.mark.rule("aeto", "8.6/rebuild-bars", "8.6/rebuild-isolated")
def test_who_is_not_rebuilt() -> None:
    """Not one out of supply, nor where there is no room; with a supply chit in the place he is."""
    game = building(f"{EAST} / Kiev: ger3inf-")
    assert refused(game, "g: rebuild ger3inf-@Kiev") == "8.6/rebuild-bars"
    game = building(f"{EAST} / Kiev: ger3inf- / 1 chits Kiev")
    assert refused(game, "g: rebuild ger3inf-@Kiev") == ""
    field = beside("Berlin")
    game = building(f"{EAST} / {field}: ger6inf ger3inf- ger3inf-")
    assert refused(game, f"g: rebuild ger3inf-@{field}") == "8.6/rebuild-bars"


# Suez


@pytest.mark.rule("aeto", "8.11/suez", "10.12")
def test_suez_units_come_up_in_the_middle_east() -> None:
    """An Indian corps of the box may be bought for Baghdad, Cairo or Mosul only."""
    game = building(EAST, "uk")
    pools.add(game.table.p, pools.words().index("uk_Indian_corps_4-4"), 1, suez=True)
    game._changed()
    assert offers(game, "u: buy uk_Indian_corps_4-4_Suez full") == {"Baghdad", "Cairo", "Mosul"}
    indian = pools.words().index("uk_Indian_corps_4-4")
    arriving = construction.spots(game.table, pools.Waiting(game.table.p.month, indian, 2, 1))
    assert places(game, arriving) == {"Baghdad", "Cairo", "Mosul"}
    taken = season(f"{EAST} / Suez: ger8arm")
    assert places(taken, pl.suez_hexes(taken.table)) == {"Baghdad", "Mosul"}


def winter(text: str = "") -> grognard.Game:
    return season(f"Berlin: ger6inf / London: uk5inf / Moscow: sov4inf {text} / month={month_of('January 1942')}")


@pytest.mark.rule("aeto", "8.12/winter-add")
def test_half_of_the_infantry_may_go_to_suez() -> None:
    """Of five chits in the pool two may go; then no more."""
    game = pool(winter(), uk_Infantry_corps_5_4=5)
    scene_season(game.table, "suez_adds")
    game._changed()
    assert prompt(game) == ("uk", "suez_adds")
    play(game, "u: to_suez uk_Infantry_corps_5-4", "u: to_suez uk_Infantry_corps_5-4")
    assert refused(game, "u: to_suez uk_Infantry_corps_5-4") == "8.12/winter-add"
    assert sum(game.table.p.suez) == 2


@pytest.mark.rule("aeto", "8.12/lost")
def test_the_box_is_lost_with_the_middle_east() -> None:
    """Baghdad, Cairo and Mosul Axis: the box is emptied into the pool; with one of them British it is not."""
    lost = "/ germany holds Cairo / germany holds Mosul"
    for text, left in ((lost, 1), (f"{lost} / germany holds Baghdad", 0)):
        game = winter(text)
        pools.add(game.table.p, pools.words().index("uk_Indian_corps_4-4"), 1, suez=True)
        turn.settle_suez(game.table)
        assert sum(game.table.p.suez) == left and sum(game.table.p.pool) == 1 - left
