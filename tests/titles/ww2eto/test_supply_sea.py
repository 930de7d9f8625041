"""Supply over mountains and water (9.0, 9.71, 16.66): what a path may cross, and who is fed from port to port."""

from __future__ import annotations

from functools import partial

import pytest

from grognard.titles.ww2eto.land import supply
from grognard.titles.ww2eto.politics import italy

from . import scenes
from .scenes import scene, unit

CALM = {"partisans": "off"}


supplied = partial(scenes.supplied, options=CALM)


@pytest.mark.rule("ww2eto", "9.0")
def test_russians_are_fed_by_sea() -> None:
    """A Russian in Tallinn lives off Leningrad over the Baltic, until a German zone shuts the port (R120)."""
    text = "1941 bare / war / turn 4-1941 / 1708: sov2inf / 1909: ger1inf / {}: ger1inf / 2309: sov1inf / 2007: sov1inf"
    assert supplied(f"{text.format('1710')} / 1312: ger1inf / axis combat", "1708")
    assert not supplied(f"{text.format('1709')} / 1312: ger1inf / axis combat", "1708")


@pytest.mark.rule("ww2eto", "9.0")
def test_corsica_is_fed_by_sea() -> None:
    """French in Corsica live off the centers of France over the Mediterranean while France stands (9.41)."""
    text = "1940 bare / 1017: fra1inf / 0914: fra1inf"
    assert supplied(f"{text} / 1114: ger1inf / allied combat", "1017")
    taken = "0813: ger1inf / 0913: ger1inf / 1013: ger1inf / 0915: ger1inf"
    assert not supplied(f"1940 bare / 1017: fra1inf / {taken} / allied combat", "1017")


@pytest.mark.rule("ww2eto", "9.0/b")
def test_one_mountain_side_on_the_whole_path() -> None:
    """A German in Anatolia whose only way leads over the Taurus and the Caucasus has no supply (9.71, R119)."""
    text = (
        "1941 bare / war / turn 3-1942 / invaded turkey / 1312: ger1inf / {}: ger2inf / 2619: tur1inf / 2219: tur1inf"
    )
    assert not supplied(f"{text.format('2420')} / 2816: sov1inf / axis combat", "2420")
    assert supplied(f"{text.format('2419')} / 2816: sov1inf / axis combat", "2419")


@pytest.mark.rule("ww2eto", "16.66")
def test_no_step_over_the_mediterranean_after_the_surrender() -> None:
    """Germans in Tunis and Corsica have no supply from Sicily or Italy once Italy has surrendered (R215)."""
    text = "1940 bare / turn 3-1943 / 1312: ger1inf / 1121: ger2inf / 1017: ger1inf / 0811: brt3inf / axis combat"
    game = scene(text, options=CALM)
    t = game.table
    italy.join_war(t)
    assert supply.supplied(t, unit(game, "1121")) and supply.supplied(t, unit(game, "1017"))
    italy.surrender(t, "16.65")
    assert not supply.supplied(t, unit(game, "1121")) and not supply.supplied(t, unit(game, "1017"))


@pytest.mark.rule("ww2eto", "9.12")
def test_axis_units_in_africa_live_off_any_port() -> None:
    """Germans in Sinai live off the port of Haifa that is theirs, though no ship from Italy may call there."""
    text = "1941 bare / turn 3-1942 / 2424: ger1inf / {}: ger1inf / 2325: brt1inf / 2524: brt1inf / 1312: ger1inf"
    assert supplied(f"{text.format('2423')} / axis combat", "2424")
    assert not supplied(f"{text.format('1612')} / axis combat", "2424")
    assert not supplied(f"{text.format('2423')} / axis combat", "2423")


@pytest.mark.rule("ww2eto", "9.0")
def test_peaceful_units_stop_no_supply_ships() -> None:
    """Germans in Riga live off the Baltic past a Russian on the strait of Irbe: he is in the way once there is war."""
    ring = " / ".join(f"{place}: sov2inf" for place in ("1709", "1710", "1808", "1810", "1909", "1910"))
    text = f"1939 bare / invaded latvia / invaded lithuania / 1809: ger1inf / {ring} / axis holds 1809 / 0811: brt3inf"
    assert supplied(f"{text} / axis combat", "1809")
    assert not supplied(f"{text} / war / axis combat", "1809")


@pytest.mark.rule("ww2eto", "9.0")
def test_supply_sails_round_the_north_cape() -> None:
    """Russians in Tallinn, cut off from Leningrad, live off Archangel by the Sound and the map's edge, as ships go."""
    ring = "1909: ger1inf / 1910: ger1inf / {}: ger1inf / 2008: ger1inf / 2007: ger1inf"
    text = f"1941 bare / war / turn 4-1941 / 1708: sov2inf / 2209: sov1inf / 0811: brt3inf / {ring} / axis combat"
    assert supplied(text.format("1710"), "1708")
    assert not supplied(text.format("1709"), "1708")


@pytest.mark.rule("ww2eto", "9.0")
def test_western_units_are_fed_by_sea() -> None:
    """British in Latvia live off Britain over Tallinn and the Sound as Russians would, though the Baltic is no source.

    With Germans on every shore of the straits no ship comes through.
    """
    text = (
        "1941 bare / war / turn 3-1944 / 0811: brt3inf / 1709: brt1inf / 1810: ger4inf / 1909: ger4inf / "
        "2007: ger1inf / allied holds 1708 1808"
    )
    assert supplied(f"{text} / allied combat", "1709")
    straits = "invaded denmark / invaded sweden / 1209: ger1inf / 1210: ger1inf / 1309: ger1inf"
    assert not supplied(f"{text} / {straits} / axis holds 1409 1508 1704 / allied combat", "1709")


@pytest.mark.rule("ww2eto", "16.85", "6.42")
def test_russians_hold_a_line_of_western_supply_open() -> None:
    """Of two Russians on Western supply the one in front draws it through the other, whose hex a German zone covers."""
    text = (
        "1939 bare / war / turn 3-1942 / 1111: brt1inf / 1212: sov1inf / {}: sov1inf / 1113: ger1inf / 1312: ger1inf / "
        "0811: brt3inf / soviet combat"
    )
    for place, fed in ("1112", True), ("2309", False):
        game = scene(text.format(place), options=CALM | {"three_players": "on"})
        game.table.p.attached |= 1 << unit(game, "1212") | 1 << unit(game, place)
        game._changed()
        assert supply.supplied(game.table, unit(game, "1212")) is fed
