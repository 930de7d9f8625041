"""Amphibious movement (5.8, 5.9): seasons, points, range, assaults from the sea and what follows them."""

from __future__ import annotations

import pytest

from .cases import at, go_to, rolled, rule_against, scene, targets, units

SUMMER = "turn 3/1943"
CALM = "1941 bare / 0712: usa2mech / 0811: brt2mech"


@pytest.mark.rule("ww2eto", "5.8")
def test_landing_in_the_first_phase() -> None:
    """In the Initial Movement Phase a unit lands on an empty enemy coast and moves no more."""
    game = scene(f"{CALM} / {SUMMER} / allied movement")
    game.play("allied", "land usa2mech@0712 0713")
    assert at(game, "0713") == ["usa2mech"]
    assert rule_against(game, "allied", "move usa2mech@0713 0813") == "5.0/b"
    assert "land" not in {c.text for c in scene(f"{CALM} / {SUMMER} / allied naval").decisions()["allied"].next()}


@pytest.mark.rule("ww2eto", "7.0/c")
def test_a_landing_in_a_hex_that_has_filled_up() -> None:
    """In fall the die falls after other moves: with two units there by then, one must go before the phase ends."""
    game = scene("1941 bare / turn 4/1942 / 0811: brt1inf / 0710: brt1inf brt1inf / allied movement", dice=[1])
    within_stacking = game.title.invariants["within_stacking"]
    for order in ("land brt1inf@0811 0810", "move brt1inf@0710+brt1inf@0710 0810", "sail"):
        game.play("allied", order)
    assert len(at(game, "0810")) == 3 and within_stacking(game.table)
    assert rule_against(game, "allied", "end") == "7.0/c"
    game.play("allied", "give_up brt1inf@0810")
    game.play("allied", "end")
    assert len(at(game, "0810")) == 2 and within_stacking(game.table)


@pytest.mark.rule("ww2eto", "5.84/a")
def test_one_roll_for_all() -> None:
    """W05: in fall the landings are named, one die is rolled for all; a 5 leaves them frozen and the points used."""
    text = "1941 bare / 0712: brt1inf brt1inf / 0811: brt1inf / turn 4/1942"
    game = scene(f"{text} / allied movement", dice=[5])
    game.play("allied", "land brt1inf@0712 0713")
    game.play("allied", "land brt1inf@0712 0812")
    assert rule_against(game, "allied", "land brt1inf@0811 0812") == "5.72/e"
    game.play("allied", "sail")
    assert (at(game, "0712"), rolled(game), game.table.p.amphibious_used) == (["brt1inf", "brt1inf"], 1, 2)
    assert rule_against(game, "allied", "move brt1inf@0712 0811") == "6.51"
    calm = scene(f"{text} / allied movement", dice=[4])
    calm.play("allied", "land brt1inf@0712 0713")
    calm.play("allied", "sail")
    assert at(calm, "0713") == ["brt1inf"]
    winter = scene(f"{CALM} / turn 1/1943 / allied movement")
    assert rule_against(winter, "allied", "land usa2mech@0712 0713") == "5.84/a"


@pytest.mark.rule("ww2eto", "5.84")
def test_german_landings_in_summer() -> None:
    """German craft sail in summer and in no other season."""
    fall = scene("1941 bare / 0812: ger1inf / german_amphibious=1 / turn 4/1941 / axis movement")
    assert rule_against(fall, "axis", "land ger1inf@0812 0811") == "5.84"
    summer = scene("1941 bare / 0812: ger1inf / german_amphibious=1 / turn 3/1941 / axis movement")
    summer.play("axis", "land ger1inf@0812 0811")
    assert at(summer, "0811") == ["ger1inf"]


@pytest.mark.rule("ww2eto", "5.7/b", "5.86/a")
def test_german_craft_are_built_and_sail_once() -> None:
    """Germany lands only with points that it has built, each once; Italians have none."""
    none = scene("1941 bare / 0812: ger1inf / turn 3/1941 / axis movement")
    assert rule_against(none, "axis", "land ger1inf@0812 0811") == "5.86/a"
    game = scene("1941 bare / 0812: ger1inf ger1inf / german_amphibious=1 / turn 3/1941 / axis movement")
    game.play("axis", "land ger1inf@0812 0811")
    assert rule_against(game, "axis", "land ger1inf@0812 0811") == "5.86/a"
    italians = scene("1941 bare / 1117: ita1inf / german_amphibious=1 / turn 3/1941 / axis movement")
    assert rule_against(italians, "axis", "land ita1inf@1117 1017") == "5.7/b"


@pytest.mark.rule("ww2eto", "5.88")
def test_german_range() -> None:
    """German craft cross one sea hexside, never a sea hex: 0811 lies in range of 0812, 0810 does not."""
    game = scene("1941 bare / 0812: ger1inf / german_amphibious=1 / turn 3/1941 / axis movement")
    assert targets(game, "axis", "land", "ger1inf@0812") == {"0712", "0811"}
    assert rule_against(game, "axis", "land ger1inf@0812 0810") == "5.88"


@pytest.mark.rule("ww2eto", "5.7/d")
def test_no_german_craft_in_the_mediterranean() -> None:
    """Over the strait from Corsica to Sardinia no German landing goes."""
    text = "1941 bare / 1019: ger1inf / allied holds 1020 / german_amphibious=1 / turn 3/1941 / axis movement"
    assert rule_against(scene(text), "axis", "land ger1inf@1019 1020") == "5.7/d"


@pytest.mark.rule("ww2eto", "5.81")
def test_no_axis_landing_in_the_persian_gulf() -> None:
    """Nor in the Persian Gulf."""
    text = "1941 bare / 3324: ger1inf / axis holds 3324 / german_amphibious=1 / turn 3/1941 / axis movement"
    assert rule_against(scene(text), "axis", "land ger1inf@3324 3323") == "5.81"


@pytest.mark.rule("ww2eto", "5.81/a")
def test_rates() -> None:
    """Round Africa two amphibious points carry one strength point; on other ways one does."""
    game = scene("1941 bare / 0811: brt1mech / axis holds 3324 2425 / 0219: ger1inf / turn 3/1943 / allied movement")
    prices = {c.text: c.cost for c in game.decisions()["allied"].next("land", "brt1mech@0811")}
    assert (prices["0710"], prices["2425"]) == (1, 2)


@pytest.mark.rule("ww2eto", "5.82", "6.56")
def test_no_landing_without_cover() -> None:
    """In German air zones that no Allied zone contests there is no landing."""
    game = scene(f"1941 bare / 0708: usa2mech / 0813: ger2inf / {SUMMER} / allied movement")
    assert rule_against(game, "allied", "land usa2mech@0708 0713") in ("6.56", "5.82", "6.56/a")
    covered = scene(f"1941 bare / 0708: usa2mech / 0813: ger2inf / 0811: brt1mech / {SUMMER} / allied movement")
    covered.play("allied", "land usa2mech@0708 0713")
    assert at(covered, "0713") == ["usa2mech"]


@pytest.mark.rule("ww2eto", "6.56/a")
def test_the_assault_gives_no_cover() -> None:
    """W07: Sicily is in reach when a second unit stays in Tunisia to cover it, not alone; Italy is from Sicily."""
    text = f"1941 bare / 1121: brt2mech / 1321: ger2inf / allied holds 1121 1020 / {SUMMER}"
    alone = scene(f"{text} / allied movement")
    assert rule_against(alone, "allied", "land brt2mech@1121 1220") == "6.56/a"
    both = scene(f"{text} / 1020: brt1mech / allied movement")
    both.play("allied", "land brt2mech@1121 1220")
    assert at(both, "1220") == ["brt2mech"]
    toe = scene(f"1941 bare / 1321: brt2mech brt1mech / 1519: ger1inf / allied holds 1321 / {SUMMER} / allied movement")
    toe.play("allied", "land brt2mech@1321 1420")
    assert at(toe, "1420") == ["brt2mech"]


@pytest.mark.rule("ww2eto", "5.85")
def test_assault_from_the_sea() -> None:
    """Against a held hex the units wait at sea and attack it in the Combat Phase; when it falls they go ashore."""
    text = f"1941 bare / 0712: usa3mech / 0811: brt2mech / 0713: ger1inf / {SUMMER} / allied movement"
    game = scene(text, dice=[1])
    game.play("allied", "land usa3mech@0712 0713")
    assert at(game, "0712") == []
    game.play("allied", "end")
    name = next(u for u in units(game, "usa"))
    game.play("allied", f"attack {name} 0713")
    assert (at(game, "0713"), units(game, "ger")) == (["usa3mech"], [])


@pytest.mark.rule("ww2eto", "5.85/a")
def test_failed_assault_is_lost() -> None:
    """If the defenders neither die nor retreat every unit of the landing is lost."""
    text = f"1941 bare / 0712: usa2mech / 0811: brt2mech / 0713: ger2inf / {SUMMER} / allied movement"
    game = scene(text, dice=[6])
    game.play("allied", "land usa2mech@0712 0713")
    game.play("allied", "end")
    game.play("allied", f"attack {units(game, 'usa')[0]} 0713")
    assert (units(game, "usa"), at(game, "0713")) == ([], ["ger2inf"])
    assert dict(game.table.p.pool) == {"usa/16": 2}


@pytest.mark.rule("ww2eto", "8.72")
def test_landing_needs_strength() -> None:
    """A landing does not sail against a hex that it could not even attack."""
    game = scene(f"1941 bare / 0712: usa1mech / 0811: brt2mech / 0713: ger2inf / {SUMMER} / allied movement")
    assert rule_against(game, "allied", "land usa1mech@0712 0713") == "8.72"


@pytest.mark.rule("ww2eto", "5.85/e")
def test_landing_in_an_enemy_zone() -> None:
    """An enemy zone does not keep a landing off."""
    game = scene(f"1941 bare / 0712: usa2mech / 0811: brt2mech / 0813: ger2inf / {SUMMER} / allied movement")
    game.play("allied", "land usa2mech@0712 0713")
    assert at(game, "0713") == ["usa2mech"]


@pytest.mark.rule("ww2eto", "5.86", "5.86/e", "5.72/e")
def test_amphibious_points_rest() -> None:
    """W06: what sailed in 2/1943 rests in 3/1943: three on the chart less one leaves two."""
    text = "1941 bare / 0712: usa3mech usa2mech / 0811: brt2mech / amphibious_used_before=1 / turn 3/1943"
    game = scene(f"{text} / allied movement")
    assert targets(game, "allied", "land") >= {"usa2mech@0712"}
    assert rule_against(game, "allied", "land usa3mech@0712 0713") in ("5.86", "5.86/e", "5.72/e")
    rested = scene(f"{text} / amphibious_used_before=0 / allied movement")
    assert rule_against(rested, "allied", "land usa3mech@0712 0713") == ""


@pytest.mark.rule("ww2eto", "5.86/e")
def test_amphibious_points_by_turn() -> None:
    """W06: the use of one Allied Player-Turn becomes the rest of the next."""
    game = scene(f"{CALM} / turn 2/1943 / amphibious_used=1 / axis naval")
    while not (game.table.p.turn == 15 and game.table.p.player == 1):
        game.play("axis", "end")
    go_to(game, "movement")
    assert (game.table.p.amphibious_used_before, game.table.p.amphibious_used) == (1, 0)
    assert rule_against(game, "allied", "land usa2mech@0712 0713") == "5.86"


@pytest.mark.rule("ww2eto", "5.87")
def test_closed_mediterranean() -> None:
    """With Gibraltar and Suez lost no landing is made in the Mediterranean."""
    text = f"1941 bare / 2322: brt2mech brt1mech / 0219: ger1inf / 2325: ger1inf / {SUMMER} / allied movement"
    assert rule_against(scene(text), "allied", "land brt2mech@2322 2521") in ("5.87", "5.74")


@pytest.mark.rule("ww2eto", "5.83", "5.91/e")
def test_follow_up() -> None:
    """In phase 4 of the same Player-Turn more points than assaulted may follow into the hex, port or not."""
    game = scene(f"1941 bare / 1121: brt1mech brt3mech / allied holds 1121 / {SUMMER} / allied movement")
    game.play("allied", "land brt1mech@1121 1018")
    go_to(game, "naval").play("allied", "ship brt3mech@1121 1018")
    assert at(game, "1018") == ["brt1mech", "brt3mech"]


@pytest.mark.rule("ww2eto", "5.91/e1")
def test_first_points_ignore_interdiction() -> None:
    """W36: two points landed, four follow as one unit: the first two roll nothing, the others three dice each."""
    text = f"1941 bare / 0712: usa2mech / 0811: usa4mech / 0813: ger3inf / {SUMMER} / allied movement"
    game = scene(text, dice=[1, 2, 3, 6, 1, 1])
    game.play("allied", "land usa2mech@0712 0713")
    go_to(game, "naval")
    game.play("allied", "ship usa4mech@0811 0713")
    assert (at(game, "0713"), at(game, "0811"), rolled(game)) == (["usa2mech", "usa3mech"], ["usa1mech"], 6)


@pytest.mark.rule("ww2eto", "5.91/e2")
def test_later_a_port_is_needed() -> None:
    """In a later Player-Turn a beach without an anchor takes no ships."""
    game = scene(f"1941 bare / 1121: brt1mech / 1018: brt1mech / allied holds 1121 1018 / {SUMMER} / allied naval")
    assert rule_against(game, "allied", "ship brt1mech@1121 1018") == "5.7/g"


@pytest.mark.rule("ww2eto", "5.91/e3")
def test_points_of_the_assault_are_spent() -> None:
    """Amphibious points used for a landing are not used again in the Player-Turn."""
    game = scene(f"1941 bare / 0712: usa2mech usa2mech / 0811: brt2mech / {SUMMER} / allied movement")
    game.play("allied", "land usa2mech@0712 0713")
    assert rule_against(game, "allied", "land usa2mech@0712 0812") == "5.72/e"


@pytest.mark.rule("ww2eto", "10.54")
def test_arrivals_assault_at_once() -> None:
    """U.S. points that arrive in this Player-Turn may land at once, even without Britain's garrison."""
    text = "1941 bare / 0811: brt2mech / home_garrison=0 / turn 2/1944 / allied allied_start"
    game = scene(text, dice=[1])
    game.play("allied", "build usa/british_port mechanized 2 0712")
    assert rule_against(game, "allied", "land usa2mech@0712 0713") == ""
    assert rule_against(game, "allied", "land brt2mech@0811 0713") == "14.23"


def test_a_beach_gives_no_cover_in_its_own_turn() -> None:
    """6.56/a: a unit that landed in this Player-Turn does not cover the next landing."""
    text = f"1941 bare / 1121: brt1mech brt1mech / 1321: ger2inf / 1020: brt1mech / allied holds 1121 / {SUMMER}"
    game = scene(f"{text} / allied movement")
    game.play("allied", "land brt1mech@1121 1220")
    assert rule_against(game, "allied", "land brt1mech@1121 1419") == "6.56/a"


def test_a_named_landing_is_given_up_by_moving() -> None:
    """R198: a unit that marches off after its landing was named does not sail."""
    game = scene("1941 bare / 0712: brt1inf / 0811: brt1inf / turn 4/1942 / allied movement", dice=[1])
    game.play("allied", "land brt1inf@0712 0713")
    game.play("allied", "move brt1inf@0712 0711")
    assert "sail" not in targets(game, "allied")
    assert at(game, "0711") == ["brt1inf"]


def test_a_landing_that_finds_no_room_before_the_coast_stays_in_port() -> None:
    """R080: the Red Sea has no hex of water, and before Sinai Suez has room for one unit: the second stays in port."""
    shore = "2425: ger1inf / 2325: brt1inf / 2525: brt1inf brt1inf / 3324: brt1inf brt1inf"
    game = scene(f"1941 bare / {shore} / turn 4/1942 / allied movement", dice=[4])
    game.play("allied", "land brt1inf@3324 2425")
    game.play("allied", "land brt1inf@3324 2425")
    game.play("allied", "sail")
    assert at(game, "2325") == ["brt1inf", "brt1inf"] and at(game, "3324") == ["brt1inf"]
    assert game.table.p.amphibious_used == 2 and game.table.p.landing.bit_count() == 1
    assert rule_against(game, "allied", "move brt1inf@3324 3223") == "5.0/b"


@pytest.mark.rule("ww2eto", "5.85")
def test_calais_from_crowded_ports() -> None:
    """R197: no sea hex touches 0812, so the assault waits in the nearest; full friendly ports beside it do not stop it.

    The Red Sea has no sea hex at all: before Sinai the assault waits ashore, and there it needs room.
    """
    units = "0812: ger1inf / 0713: ger1inf / 0912: ger1inf / 0712: usa2mech usa2mech / 0811: brt2mech brt2mech"
    game = scene(f"1941 bare / {units} / turn 3/1944 / allied movement", dice=[1])
    game.play("allied", "land usa2mech@0712 0812")
    game.play("allied", "land brt2mech@0811 0812")
    assert at(game, "0612") == ["brt2mech", "usa2mech"]
    game.play("allied", "end")
    game.play("allied", "attack brt2mech@0612+usa2mech@0612 0812")
    assert at(game, "0812") == ["brt2mech", "usa2mech"]
    sinai = "2425: ger1inf / 2525: ger1inf / 3324: brt1inf / 2325: brt1inf"
    assert rule_against(scene(f"1941 bare / {sinai} / allied movement"), "allied", "land brt1inf@3324 2425") == ""
    full = scene(f"1941 bare / {sinai} brt1inf / allied movement")
    assert rule_against(full, "allied", "land brt1inf@3324 2425") == "5.85"


@pytest.mark.rule("ww2eto", "5.85")
def test_a_landing_waits_at_sea() -> None:
    """R197: before Genoa it waits at sea, so that it neither enters Vichy's Marseilles nor takes anything there."""
    units = "1017: usa2mech / 1117: usa1mech / 1019: brt2mech / 1016: ita1inf / allied holds 1017 1117 1019"
    game = scene(f"1941 bare / {units} / turn 3/1944 / allied movement")
    before = game.table.p.allied_passed
    game.play("allied", "land brt2mech@1019 1016")
    assert at(game, "0917") == [] and at(game, "0817") == ["brt2mech"]
    game.play("allied", "end")
    t = game.table
    assert not t.p.allied_trod >> t.world.node("0917") & 1
    assert not (t.p.allied_passed & ~before) >> len(t.world.countries) & 1


def test_landing_from_the_us_box() -> None:
    """10.54: U.S. points that wait in their box because Britain is lost may land from it."""
    lost = "axis holds 0610 0611 0708 0709 0710 0711 0712 0808 0809 0810 0811"
    text = f"1941 bare / 2325: brt1mech / {lost} / turn 3/1943 / allied allied_start"
    game = scene(text, options={"partisans": "off"})
    assert at(game, "U.S. Reinforcement Holding box") == ["usa1mech"]
    name = next(n for n in targets(game, "allied", "land") if "U.S." in n)
    before = game.title.progress(game.table)
    game.play("allied", f"land {name} 0712")
    assert at(game, "0712") == ["usa1mech"] and game.title.progress(game.table) < before


def test_the_us_box_is_never_full() -> None:
    """R083, 10.55: a landing from the U.S. box that finds no room goes back to it, however many wait there."""
    box = "U.S._Reinforcement_Holding_box"
    lost = "axis holds 0610 0611 0708 0709 0710 0711 0712 0808 0809 0810 0811"
    units = f"0219: brt1gar usa1mech / 0420: vic2inf / {box}: usa2mech usa1mech usa1mech"
    game = scene(f"1941 bare / turn 3/1943 / {lost} / {units} / allied movement", options={"partisans": "off"})
    for order in ("land usa1mech@0219 0420", f"land usa2mech@{box} 0420"):
        game.play("allied", order)
    names = sorted(targets(go_to(game, "combat"), "allied", "attack"))
    for order in (f"attack {'+'.join(names)} 0420", "end"):
        game.play("allied", order)
    assert at(game, "0420") == ["ffr2mech", "usa1mech"] and len(at(game, box.replace("_", " "))) == 3


@pytest.mark.rule("ww2eto", "14.14/a")
def test_a_landing_without_room_goes_back() -> None:
    """R083: the Vichy unit they meant to attack joins them: one U.S. unit finds room beside it, one sails home."""
    text = "1941 bare / turn 3/1943 / 0219: usa1mech brt1gar / 0420: vic2inf / 0811: usa2mech brt3mech / 1312: ger1inf"
    game = scene(f"{text} / allied movement", options={"partisans": "off"})
    for order in ("land usa1mech@0219 0420", "land usa2mech@0811 0420"):
        game.play("allied", order)
    names = sorted(targets(go_to(game, "combat"), "allied", "attack"))
    game.play("allied", f"attack {'+'.join(names)} 0420")
    assert (at(game, "0420"), units(game, "vic")) == (["ffr2mech"], [])
    game.play("allied", "end")
    assert (at(game, "0420"), at(game, "0811")) == (["ffr2mech", "usa1mech"], ["brt3mech", "usa2mech"])


@pytest.mark.rule("ww2eto", "12.4", "5.83")
def test_into_the_black_sea() -> None:
    """Past a Turkey that the Axis has invaded a landing goes to Bulgaria's Black Sea coast and is followed up (R089).

    Past a neutral Turkey it does not, nor past a German on the straits; and no later ship goes where there is no port.
    """
    text = "2224: brt1inf brt1inf / turn 3/1942 / allied movement"
    assert rule_against(scene(f"1941 bare / {text}"), "allied", "land brt1inf@2224 2017") == "12.4"
    held = scene(f"1941 bare / invaded turkey / 1919: ger1inf / {text}")
    assert rule_against(held, "allied", "land brt1inf@2224 2017") == "5.76"
    game = scene(f"1941 bare / invaded turkey / 2018: tur1inf / {text}")
    game.play("allied", "land brt1inf@2224 2017")
    go_to(game, "naval")
    assert rule_against(game, "allied", "ship brt1inf@2224 2016") == "5.7/g"
    game.play("allied", "ship brt1inf@2224 2017")
    assert at(game, "2017") == ["brt1inf", "brt1inf"]


@pytest.mark.rule("ww2eto", "5.7")
def test_the_port_must_still_be_friendly_when_they_sail() -> None:
    """A landing is named from Haifa; British then enter Lebanon, and Vichy's zone shuts the port: it stays (R080)."""
    text = "1941 bare / 2423: brt1inf / 2524: brt1inf / 2523: vic1inf / 2224: brt1inf / turn 4/1942 / allied movement"
    game = scene(text, dice=[1])
    game.play("allied", "land brt1inf@2423 1822")
    assert "sail" in targets(game, "allied")
    game.play("allied", "move brt1inf@2524 2622")
    assert "sail" not in targets(game, "allied")


@pytest.mark.rule("ww2eto", "5.86/e")
def test_the_points_must_still_do_when_they_sail() -> None:
    """Two points are named for the Red Sea by the Mediterranean; without its cover the way round Africa takes four."""
    text = "0811: brt2inf / 1121: brt1inf / 1321: ger1inf / 0219: brt1gar / 2325: brt1inf / allied holds 1121"
    game = scene(f"1941 bare / {text} / turn 4/1942 / allied movement", dice=[1])
    game.play("allied", "land brt2inf@0811 2525")
    assert "sail" in targets(game, "allied")
    game.play("allied", "move brt1inf@1121 0824")
    reason = game.why_not("allied", "sail")
    assert reason is not None and "can sail now" in reason.sentence
