"""What the invasion of a neutral changes (12.1, 12.3, 15.11/reinf, 16.24): its land, its army, its price."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import rates
from grognard.titles.ww2eto.politics import vichy

from .scenes import at, names, play, refused, scene, until

OFF = {"partisans": "off"}
THREE = {"three_players": "on", "partisans": "off"}
GREECE = (
    "1940 bare / turn 3-1940 / 1818: ger4inf / 1819: gre1inf / 1720: gre1inf / 2325: brt1inf / 0811: brt3inf / "
    "1312: ger1inf / axis movement"
)
NORWAY = (
    "1939 bare / turn 3-1940 / 1207: nor1inf / 1407: ger4inf / 0808: brt1inf / 0811: brt3inf / 1312: ger1inf / "
    "invaded sweden / axis movement"
)
MOROCCO = (
    "1941 bare / turn 3-1942 / 0220: spa1inf / 0517: spa1inf / 0221: ger4mech / 0814: ger4inf / 1312: ger1inf / "
    "axis movement"
)
LAPLAND = "1941 bare / turn 3-1942 / war / finns_free=1 / 1312: ger1inf"


@pytest.mark.rule("ww2eto", "5.65/a", "16.24")
def test_an_invaded_neutral_takes_in_allied_ships() -> None:
    """The Greece of 1941: its ports are its own from the start, so they are Allied from the hour of invasion."""
    game = play(scene(GREECE, options=OFF), "axis: move ger4inf@1818 1719")
    until(game, "allied", "naval")
    assert [refused(game, "allied", f"ship brt1inf@2325 {port}") for port in ("1721", "1820", "1822")] == [""] * 3
    play(game, "allied: ship brt1inf@2325 1820")
    assert at(game, "1820") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "5.65/a")
def test_what_the_invader_zones_is_no_port() -> None:
    """The Norway of 1940: its ports are Allied, but not those that the invader's zones cover."""
    game = play(scene(NORWAY.replace("1407", "1405"), options=OFF), "axis: move ger4inf@1405 1404")
    until(game, "allied", "naval")
    assert [refused(game, "allied", f"ship brt1inf@0808 {port}") for port in ("1208", "1502", "1701")] == [""] * 3
    assert refused(game, "allied", "ship brt1inf@0808 1403") == "5.7/f"
    land = game.table.p.allied_hexes & game.table.world.by_id["norway"].hexes
    assert not {"1403", "1404"} & names(game, land) and "1205" in names(game, land)


@pytest.mark.rule("ww2eto", "16.82/e")
def test_russia_gives_sweden_to_the_axis() -> None:
    """With three players a Sweden that Russia attacks joins the Axis, ports and all."""
    text = (
        "1939 bare / turn 3-1941 / war / 1804: sov2inf / 1508: swe1inf / 1411: ger1inf / 0811: brt3inf / "
        "soviet movement"
    )
    game = play(scene(text, options=THREE), "soviet: move sov2inf@1804 1704")
    until(game, "axis", "naval")
    assert refused(game, "axis", "ship ger1inf@1411 1409") == ""
    p, swedes = game.table.p, game.table.world.by_id["sweden"].hexes
    assert names(game, swedes & ~p.axis_ground) == {"1704"}


@pytest.mark.rule("ww2eto", "12.1")
def test_germany_pays_for_sweden_whoever_goes_first() -> None:
    """Finns who cross the border before the Germans, or attack beside them, do not spare Germany the price."""
    marched = scene(f"{LAPLAND} / 1804: fin2inf / 1702: ger4inf / axis movement", options=OFF)
    play(marched, "axis: move fin2inf@1804 1704")
    assert rates.german_base(marched.table, rates.REPLACEMENTS) == 8
    play(marched, "axis: move ger4inf@1702 1602")
    assert rates.german_base(marched.table, rates.REPLACEMENTS) == 4
    for units in ("1804: fin2inf / 1803: ger2inf", "1803: ger2inf / 1804: fin2inf"):
        fought = scene(f"{LAPLAND} / {units} / 1704: swe1inf / axis combat", options=OFF, dice=[6])
        play(fought, "axis: attack fin2inf@1804+ger2inf@1803 1704")
        assert rates.german_base(fought.table, rates.REPLACEMENTS) == 4


@pytest.mark.rule("ww2eto", "15.31/reinf")
def test_spain_is_invaded_in_morocco_too() -> None:
    """An overrun in Spanish Morocco invades Spain: it raises its two points, and its towns may raise partisans."""
    game = scene(MOROCCO, options=OFF)
    vichy.open_territory(game.table, w.AXIS, "14.15")
    game._changed()
    play(game, "axis: overrun ger4mech@0221 0220")
    p, by_id = game.table.p, game.table.world.by_id
    assert dict(p.due) == {"spain/bonus": 2}
    assert p.invaded >> by_id["spain"].index & 1 and p.invaded >> by_id["spanish_morocco"].index & 1
    assert names(game, by_id["spain"].hexes & ~p.allied_ground) == set()


@pytest.mark.rule("ww2eto", "16.52")
def test_an_open_finland_that_russians_enter_raises_partisans() -> None:
    """Germans have come to help, so its border is open; the first Russian invades it all the same (R233)."""
    text = "1941 bare / war / turn 2-1942 / 1907: fin2inf / 1801: ger2inf / 1903: sov3inf / 1720: brt1inf"
    game = play(scene(f"{text} / 1613: ger4inf / axis movement", dice=[1, 4]), "axis: move ger2inf@1801 1802")
    until(game, "allied", "movement")
    play(game, "allied: move sov3inf@1903 1904")
    until(game, "axis", "partisans")
    play(game, "axis: raise 1907")
    assert at(game, "1907") == ["fin1part", "fin2inf"]


@pytest.mark.rule("ww2eto", "12.0")
def test_an_open_rumania_that_russians_enter_fights() -> None:
    """Without the minor countries an army stands still until its land, open or not, is invaded (R146, R233)."""
    text = "1940 bare / war / 1915: rum1inf / 1714: ger2inf / 2014: sov2inf / 2115: sov2inf / axis movement"
    game = scene(text, dice=[1], options={**OFF, "minors": "off"})
    assert refused(game, "axis", "move rum1inf@1915 1916") == "12.0"
    play(game, "axis: move ger2inf@1714 1814")
    until(game, "allied", "movement")
    play(game, "allied: move sov2inf@2115 2015")
    until(game, "axis", "movement")
    assert refused(game, "axis", "move rum1inf@1915 1916") == ""


@pytest.mark.rule("ww2eto", "12.1")
def test_sweden_halves_the_turn_and_not_the_year() -> None:
    """Four replacements a Game-Turn in place of eight; of the year's twenty-five nothing is lost (R139)."""
    game = scene("1940 bare / turn 4-1940 / 1312: ger1inf / sweden_halved=1 / german_replacements=12 / axis movement")
    game.table.p.pool["germany/5"] = 8
    assert (rates.german_points(game.table, rates.REPLACEMENTS), rates.german_year_left(game.table)) == (4, 13)
