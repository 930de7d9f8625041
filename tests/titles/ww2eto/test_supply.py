"""Supply (chapter 9): cases by rule."""

from __future__ import annotations

import random

import pytest

from grognard.board.area import Exits
from grognard.board.hexset import from_iter, members
from grognard.engine.play.game import Game
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import combat, supply
from grognard.titles.ww2eto.politics import control

from .scenes import at, names, play, refused, scene, supplied, unit, until


@pytest.mark.rule("ww2eto", "9.11")
def test_axis_sources() -> None:
    """A German before Moscow traces to Germany; one in Libya's desert does not while Italy is out."""
    assert supplied("1941 bare / war / 2208: ger4inf", "2208")


@pytest.mark.rule("ww2eto", "9.0")
def test_unit_without_a_path() -> None:
    """A German landed in Scotland behind British lines has no path and may not attack."""
    text = "1941 bare / 0710: ger4mech / 0709: brt1inf / 0712: brt1inf / 0811: brt1inf"
    assert not supplied(text, "0710")


@pytest.mark.rule("ww2eto", "9.0/a", "9.71", "6.41")
def test_zones_cut_the_path() -> None:
    """Enemy units and their zones all round cut a unit off."""
    ring = "2109: sov1inf / 2408: sov1inf / 2410: sov1inf / 2110: sov1inf"
    assert not supplied(f"1941 bare / war / 2209: ger1inf / {ring}", "2209")


@pytest.mark.rule("ww2eto", "6.42")
def test_a_friend_opens_the_path() -> None:
    """A friendly unit in the zone lets the path through."""
    pocket = "2109: ger1inf / 2408: ger1inf / 2410: ger1inf / 2110: ger1inf"
    cut = f"1941 bare / war / 2209: sov1inf / {pocket}"
    assert not supplied(cut, "2209")
    assert supplied(f"{cut} / 2310: sov1inf / 2311: sov1inf", "2209")


@pytest.mark.rule("ww2eto", "9.0/b")
def test_one_mountain_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path from 1814 crosses the mountains to 1715 and 1614, but not again to 1613."""
    table = scene("1941 bare / war").table
    only = table.world.board.area("1814", "1715", "1614", "1613")
    monkeypatch.setattr(supply, "free_hexes", lambda t, power: only)
    reached = supply.land_area(table, w.SOVIET, table.world.board.area("1814"))
    assert reached == table.world.board.area("1814", "1715", "1614")


@pytest.mark.rule("ww2eto", "9.12")
def test_african_ports() -> None:
    """While Italy is in the war an Axis port of Africa is a source of its own, ships or no ships."""
    for italy, fed in ((1, True), (0, False)):
        game = scene(f"africa41 bare / italy={italy} / 1825: ger1mech")
        game.table.p.axis_hexes = 0
        assert supply.supplied(game.table, unit(game, "1825")) == fed


@pytest.mark.rule("ww2eto", "9.13")
def test_control_for_supply() -> None:
    """A hex that the enemy occupies is not controlled, whoever owned it or came last."""
    game = scene("africa41 bare / 1825: ger1mech / 1324: brt1inf")
    node = game.table.world.node("1324")
    game.table.p.axis_ground |= 1 << node
    assert not control.controls(game.table, w.AXIS, node)


@pytest.mark.rule("ww2eto", "9.0/c")
def test_port_to_port_in_one_sea() -> None:
    """A German in Crete is fed from port to port; one in Scotland, without a port of his own, is not."""
    assert supplied("1941 bare / 1922: ger2inf / axis holds 1922", "1922")
    assert not supplied("1941 bare / 0710: ger4mech / 0712: brt1inf / 0811: brt1inf / 0610: brt1inf", "0710")


@pytest.mark.rule("ww2eto", "9.72")
def test_a_full_sea_hex_stops_the_axis() -> None:
    """Over the Channel's hexsides the Axis may be supplied, over a whole sea hex not."""
    assert supplied("1941 bare / 0811: ger2inf", "0811")
    assert not supplied("1941 bare / 0810: ger2inf / 0811: brt1inf / 0712: brt1inf", "0810")


@pytest.mark.rule("ww2eto", "9.21")
def test_three_resource_centers() -> None:
    """A Russian needs three free centers within reach; a pocket with one is not enough."""
    assert supplied("1941 bare / war / 2208: sov2inf / 3322: ger1inf", "2208")
    pocket = "2109: ger1inf / 2408: ger1inf / 2410: ger1inf / 2110: ger1inf"
    assert not supplied(f"1941 bare / war / 2209: sov1inf / {pocket}", "2209")


@pytest.mark.rule("ww2eto", "9.22")
def test_murmansk() -> None:
    """Russians in Murmansk are always in supply."""
    assert supplied("1941 bare / war / 1902: sov2inf / 1903: ger1inf / 2002: ger1inf / 1801: ger1inf", "1902")


@pytest.mark.rule("ww2eto", "9.22/a")
def test_persian_gulf() -> None:
    """The Persian Gulf route feeds Russians while no Axis unit stands on it."""
    text = "1941 bare / war / 3322: sov2inf / 3317: ger1inf / 3219: ger1inf / 3119: ger1inf"
    game = scene(text)
    route = game.table.world.board.region.get("Persian Gulf route", 0)
    assert route and supply.persian_route(game.table) == 0
    clear = scene("1941 bare / war / 3322: sov2inf")
    assert supply.persian_route(clear.table) == route & clear.table.world.play


@pytest.mark.rule("ww2eto", "9.31")
def test_western_coasts() -> None:
    """A British unit lives on an Atlantic coast; the Black Sea's and the Baltic's feed nobody."""
    assert supplied("1941 bare / 0613: brt1inf", "0613")
    coasts = names(scene("1941 bare"), supply.open_coasts(scene("1941 bare").table))
    assert "0613" in coasts and not coasts & {"2016", "1511"}


@pytest.mark.rule("ww2eto", "9.32")
def test_mediterranean_supply() -> None:
    """With Gibraltar and Suez both lost the Mediterranean coast feeds nobody."""
    text = "1941 bare / 1925: brt2inf / 2025: ger1inf"
    assert supplied(text, "1925")
    lost = f"{text} / axis holds 0219 2325"
    assert not supplied(lost, "1925")


@pytest.mark.rule("ww2eto", "9.33")
def test_britain() -> None:
    """In Britain every Allied unit is in supply, a Russian too whom Germans have cut off from every port."""
    assert supplied("1941 bare / war / 0710: sov2inf / 0709: ger1inf / 0711: ger1inf", "0710")


@pytest.mark.rule("ww2eto", "9.41")
def test_french_centers() -> None:
    """French units in France need three French centers."""
    assert supplied("1940 bare / 0814: fra2inf", "0814")
    taken = "0813: ger1inf / 0913: ger1inf / 1013: ger1inf / 0915: ger1inf"
    assert not supplied(f"1940 bare / 0715: fra2inf / {taken}", "0715")


@pytest.mark.rule("ww2eto", "16.51")
def test_a_band_keeps_no_french_center() -> None:
    """R092: Lyon in a German zone is a source with French soldiers in it, but not with partisans."""
    zone = "1940 bare / 0715: fra2inf / 0813: ger1inf / 0913: ger1inf / 1013: ger1inf / 0914: ger1inf"
    assert [supplied(f"{zone} / 0915: {unit}", "0715") for unit in ("fra1inf", "fra1part")] == [True, False]


@pytest.mark.rule("ww2eto", "9.41")
def test_a_center_over_the_sea() -> None:
    """From Lyon and Marseilles ships reach Bordeaux behind the German lines: the third center (9.0, R025, R120)."""
    lines = "0913: ger1inf / 1013: ger1inf / 0813: ger1inf / 0714: ger1inf / 0717: ger1inf"
    assert supplied(f"1940 bare / 0915: fra2inf / {lines}", "0915")
    assert not supplied(f"1940 bare / 0915: fra2inf / 0615: ger1inf / {lines}", "0915")


@pytest.mark.rule("ww2eto", "9.42")
def test_french_abroad() -> None:
    """Outside France they live like the British."""
    assert supplied("1940 bare / 0721: fra1inf", "0721")


@pytest.mark.rule("ww2eto", "9.43")
def test_vichy() -> None:
    """Vichy units live on French soil."""
    assert supplied("1941 bare / 0816: vic1inf", "0816")


@pytest.mark.rule("ww2eto", "16.15")
def test_minors_at_home() -> None:
    """A minor's units are in supply at home, cut off or not."""
    ring = " / ".join(f"{hex_}: brt1inf" for hex_ in ("1614", "1616", "1515", "1715", "1516", "1716"))
    assert supplied(f"1941 bare / war / 1615: hun1inf / {ring}", "1615")


@pytest.mark.rule("ww2eto", "12.3")
def test_neutrals_trace_home() -> None:
    """Without the option a neutral's units trace to their own country."""
    assert supplied("1939 bare / 1012: bel2inf", "1012", options={"minors": "off"})


@pytest.mark.rule("ww2eto", "9.61", "9.5", "5.22")
def test_no_attack_without_supply() -> None:
    """A unit out of supply does not attack."""
    text = "1941 bare / 0710: ger4mech / 0709: brt1inf / 0712: brt1inf / 0811: brt1inf / axis combat"
    assert refused(scene(text), "axis", "attack ger4mech@0710 0709") == "9.61"


@pytest.mark.rule("ww2eto", "9.61", "9.5")
def test_half_defence() -> None:
    """Three points out of supply defend with two."""
    pocket = "2109: ger4inf / 2408: ger1inf / 2410: ger1inf / 2110: ger1inf"
    game = scene(f"1941 bare / war / 2209: sov3inf / {pocket} / axis combat")
    assert combat.fields(game.table, 0)[0].defence == 2


@pytest.mark.rule("ww2eto", "9.62")
def test_two_whole_combat_phases() -> None:
    """A pocket is counted at the end of each whole Combat Phase and dies after the second (W15)."""
    text = "1941 bare / 0710: ger1inf / 0811: brt2inf / 0712: brt2inf / 1312: ger1inf / axis combat"
    game = scene(text)
    piece = unit(game, "0710")
    play(game, "axis: end")
    assert game.table.p.isolated[piece] == 1
    while game.table.p.player == 0 or game.table.p.phase != 2:
        seat = next(iter(game.decisions()))
        play(game, f"{seat}: end")
    play(game, "allied: end")
    assert at(game, "0710") == []


@pytest.mark.rule("ww2eto", "9.62")
def test_supply_at_the_start_begins_the_count_anew() -> None:
    """A unit in supply again when its phase begins advances out of it and still has two whole phases (R026)."""
    ring = "2209: sov1inf / 2208: sov2inf / 2210: sov2inf / 2409: sov2inf / 2614: sov1inf"
    text = f"1941 bare / war / turn 3-1942 / 2109: ger4mech / {ring} / 1312: ger1inf / axis movement"
    game = scene(text, dice=[1], options={"partisans": "off"})
    game.table.p.isolated[unit(game, "2109")] = 1
    until(game, "axis", "combat")
    play(game, "axis: attack ger4mech@2109 2209", "axis: advance ger4mech@2109 2209", "axis: end")
    until(game, "allied", "combat")
    play(game, "allied: end")
    assert at(game, "2209") == ["ger4mech"]
    assert game.table.p.isolated[unit(game, "2209")] == 1


@pytest.mark.rule("ww2eto", "9.61", "9.5")
def test_cut_off_in_its_own_phase() -> None:
    """A German who retreats next to the last open hex cuts off a Russian, whose attack is then refused (W16)."""
    ring = "2109: ger1inf / 2110: ger1inf / 2408: ger1inf"
    text = f"1941 bare / war / 2209: sov2inf / {ring} / 2312: ger2inf / 2313: sov3inf sov3inf / allied combat"
    game = scene(text, [6])
    assert refused(game, "allied", "attack sov2inf@2209 2110") == ""
    play(game, "allied: attack sov3inf@2313+sov3inf@2313 2312", "axis: retreat ger1inf@2312 2311", "allied: pass")
    assert refused(game, "allied", "attack sov2inf@2209 2110") == "9.61"


@pytest.mark.rule("ww2eto", "12.3", "16.15")
@pytest.mark.parametrize("minors", ["off", "on"])
def test_invaded_neutrals_use_the_other_side(minors: str) -> None:
    """Belgians abroad live on the Channel coast once the Axis has invaded, and at home before (W27)."""
    options = {"minors": minors}
    assert supplied("1940 bare / invaded belgium / 0913: bel2inf", "0913", options=options)
    assert not supplied("1940 bare / 0913: bel2inf", "0913", options=options)
    assert supplied("1940 bare / 1012: bel2inf", "1012", options={"minors": "off"})
    assert supplied("1940 bare / 1012: bel2inf", "1012", options={"minors": "on"})


@pytest.mark.rule("ww2eto", "12.3")
def test_invaded_neutrals_use_every_allied_source() -> None:
    """Turks in a pocket with three Russian centers live on them, as Russians do; the British find no coast (R240)."""
    ring = ("2011", "2013", "2115", "2316", "2515", "2613", "2611", "2410", "2210")
    pocket = "1941 bare / war / invaded turkey / 2313: {} / " + " / ".join(f"{place}: ger1inf" for place in ring)
    options = {"minors": "off"}
    assert supplied(pocket.format("tur2inf"), "2313", options=options)
    assert supplied(pocket.format("sov2inf"), "2313", options=options)
    assert not supplied(pocket.format("brt2inf"), "2313", options=options)
    assert not supplied(pocket.format("tur2inf") + " / 2412: ger1inf", "2313", options=options)


@pytest.mark.rule("ww2eto", "12.3")
@pytest.mark.parametrize("scenario", ["1939", "1940"])
def test_neutral_italy_feeds_its_army(scenario: str) -> None:
    """Before Italy enters, a whole Game-Turn passes and no Italian starves, in Albania and Libya neither."""
    game = scene(f"{scenario} / axis movement", options={"partisans": "off"})
    army = game.table.p.corps[w.ITALY]
    until(game, "axis", "movement")
    assert army and game.table.p.corps[w.ITALY] & army == army
    assert all(supply.supplied(game.table, piece) for piece in members(game.table.p.corps[w.ITALY]))


@pytest.mark.rule("ww2eto", "16.85", "9.62")
def test_russians_on_western_supply_do_not_starve() -> None:
    """A Russian in Egypt on British supply lives through two Combat Phases; unattached he dies."""
    text = "1939 bare / war / turn 3-1941 / 1925: sov2inf / 1312: ger1inf / russian combat"
    for attached, left in ((True, ["sov2inf"]), (False, [])):
        game = scene(text, options={"three_players": "on", "partisans": "off"})
        game.table.p.attached |= attached << unit(game, "1925")
        play(game, "soviet: end")
        until(game, "axis", "combat")
        play(game, "axis: end")
        assert at(game, "1925") == left


@pytest.mark.rule("ww2eto", "9.43")
def test_vichy_units_in_axis_service() -> None:
    """Vichy units whom a British invasion drives to the Axis live on in Lebanon, far from every Axis source (R159)."""
    text = "1941 bare / turn 3-1942 / 2522: vic1inf / 2721: vic1inf / 2524: brt2inf / 1312: ger1inf / allied movement"
    game = play(scene(text, options={"partisans": "off"}), "allied: move brt2inf@2524 2524>2523")
    t = game.table
    assert {t.p.power[unit(game, place)] for place in ("2522", "2721")} == {w.AXIS}
    assert supply.supplied(t, unit(game, "2522")) and supply.supplied(t, unit(game, "2721"))


@pytest.mark.rule("ww2eto", "16.15")
def test_minors_abroad_trace_home() -> None:
    """A Pole in East Prussia has supply from Poland while the way back is free."""
    text = "1939 bare / 1611: pol1inf / 1411: ger1inf / 1413: ger1inf / 1315: ger1inf / 1812: ger1inf"
    assert supplied(f"{text} / 1612: pol1inf / allied combat", "1611")
    assert not supplied(f"{text} / 1612: ger1inf / 1610: ger1inf / allied combat", "1611")


@pytest.mark.rule("ww2eto", "9.71")
def test_russians_stop_no_western_path() -> None:
    """With three players a ring of Russians round a British unit cuts nothing, a ring of Germans all (R182)."""
    places = ("3222", "3123", "3022", "3121", "3021", "3223")
    for ring, fed in (("sov1inf", True), ("ger1inf", False)):
        text = " / ".join(f"{place}: {ring}" for place in places)
        text = f"1939 bare / war / turn 3-1942 / 3122: brt1inf / 1312: ger1inf / {text} / allied combat"
        assert supplied(text, "3122", options={"three_players": "on", "partisans": "off"}) is fed


@pytest.mark.rule("ww2eto", "9.32/a")
def test_malta_has_a_whole_game_turn() -> None:
    """Malta's garrison outlives the two Combat Phases of others, and dies at the end of the next Game-Turn (R124)."""
    text = "1941 bare / turn 2-1942 / 1322: brt1gar / 0219: ger1inf / 2325: ger4inf / 0811: brt3inf / 1312: ger1inf"
    game = play(scene(f"{text} / axis combat", options={"partisans": "off"}), "axis: end")
    play(until(game, "allied", "combat"), "allied: end")
    play(until(game, "axis", "combat"), "axis: end")
    assert at(game, "1322") == ["brt1gar"]
    until(game, "axis", "movement")
    assert at(game, "1322") == []


def test_whom_russia_drives_to_the_axis() -> None:
    """A Turk who fights for the Axis since Russia invaded his country lives off Axis sources (12.3, R144)."""
    text = "1939 bare / war / turn 3-1942 / 1312: ger1inf / 1313: tur1inf / 2309: sov1inf / axis combat"
    game = scene(text, options={"three_players": "on", "minors": "off", "partisans": "off"})
    game.table.p.change(unit(game, "1313"), power=w.AXIS)
    assert supply.supplied(game.table, unit(game, "1313"))


@pytest.mark.rule("ww2eto", "9.0")
def test_russians_are_fed_where_they_have_entered_vichy_ground() -> None:
    """A path runs over neutral ground that its side has entered, Vichy's too, and over no other (R118)."""
    text = "1941 bare / war / turn 3-1942 / invaded turkey / 2520: sov3inf / 2309: sov2inf / 0721: vic1inf"
    game = scene(f"{text} / 2522: vic1inf / 1312: ger1inf / allied movement")
    game.play("allied", "move sov3inf@2520 2520>2620>2621")
    fed = names(game, supply.Lines(game.table).ground(w.USSR, w.SOVIET) & game.table.world.by_id["lebanon"].hexes)
    assert fed == {"2620", "2621"}


@pytest.mark.parametrize(("scenario", "seed"), [("1939", 1), ("1940", 2), ("1941", 3), ("africa41", 4)])
def test_supply_is_traced_no_further_than_asked(scenario: str, seed: int) -> None:
    """Of the hexes that are asked for it is true what is true of them when every area is traced to its end."""
    game, rng = Game.new("ww2eto", scenario, seed=seed), random.Random(seed)
    for _ in range(300):
        if game.outcome is not None:
            break
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, decision.sample(rng))
        t, lines = game.table, supply.Lines(game.table)
        for group, power in enumerate(supply.POWER_OF_GROUP):
            wanted = t.p.occupied[power]
            assert not (lines.area(group, wanted) ^ lines.area(group)) & wanted
        for power in supply.FIGHTING:
            units = members(t.p.army[power] & ~t.p.landing)
            fed = {i: lines.ground(t.p.nation[i], power) >> t.p.at[i] & 1 for i in units}
            assert lines.cut(power) == from_iter(i for i in units if not fed[i])


def test_open_water_takes_supply_nowhere_that_ships_do_not() -> None:
    """Ports beside the same open water are joined at once: each of them is one that ships reach from any other."""
    t = Game.new("ww2eto", "1941", seed=1).table
    for sea in (supply.axis_sea(t), supply.allied_sea(t, w.SOVIET)):
        sea = sea._replace(water=Exits.none(t.world.board.grid))
        for node in members(sea.ports):
            area = 1 << node
            assert not supply.ferried(t.world, area, sea) & ~(area | supply.shipped(t.world, area, sea, ~area))


def test_supplied_after_any_combat_phase() -> None:
    """9.62, R026: whom supply reaches begins anew, in the Combat Phase of a Russia at peace with him too."""
    text = "1939 bare / turn 3-1940 / 0914: ger1inf / 0913: brt3inf / 1014: brt3inf / 0815: brt3inf / 2309: sov2inf"
    game = scene(f"{text} / soviet combat", options={"three_players": "on"})
    t, cut_off = game.table, unit(game, "0914")
    t.p.isolated[cut_off] = 1
    supply.begin_phase(t)
    assert not supply.supplied(t, cut_off) and t.p.isolated[cut_off] == 1
    for place in ("1014", "0913", "0815"):
        t.p.remove(unit(game, place))
    supply.end_phase(t)
    assert t.p.isolated[cut_off] == 0
