"""Zones of control (chapter 6.0-6.4): cases by rule."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land.zones import zone_against

from .scenes import at, names, offers, play, refused, scene


def zone(text: str, power: int = w.AXIS) -> set[str]:
    """The hexes in a zone of a power's enemies."""
    game = scene(text)
    return names(game, zone_against(game.table, power))


@pytest.mark.rule("ww2eto", "6.0")
def test_six_hexes() -> None:
    """A unit controls the six hexes round its own."""
    assert zone("1941 bare / war / 2209: sov2inf") == {"2208", "2210", "2109", "2110", "2309", "2310"}


@pytest.mark.rule("ww2eto", "6.0/c")
def test_zones_stop_at_sea_and_mountains() -> None:
    """No zone passes the Carpathians or the Channel."""
    assert "1814" not in zone("1941 bare / war / 1715: sov2inf")
    assert zone("1941 bare / 0811: brt1inf") == {"0810", "0711", "0712"}


@pytest.mark.rule("ww2eto", "6.0/b")
def test_overlap_cancels_nothing() -> None:
    """A friendly zone over the enemy's takes nothing away from it."""
    assert "2109" in zone("1941 bare / war / 2209: sov2inf / 2108: ger2inf")


@pytest.mark.rule("ww2eto", "6.0/e")
def test_neutral_border() -> None:
    """Neutral Italy has no zone over its border; a Swedish one comes alive when somebody enters."""
    assert zone("1940 bare / 1016: ita1inf / 0917: fra1inf", w.ALLIED) == set()
    game = scene("1941 bare / 1407: swe1inf / 1307: ger1inf / axis movement")
    assert zone_against(game.table, w.AXIS) == 0
    play(game, "axis: move ger1inf@1307 1406")
    assert "1307" in names(game, zone_against(game.table, w.AXIS))


@pytest.mark.rule("ww2eto", "14.34")
def test_no_zones_over_the_german_russian_border_in_peace() -> None:
    """In 1941 Germans and Russians face each other without zones until the first violation."""
    game = scene("1941 bare / 1713: sov2inf / 1612: ger4inf / axis movement")
    assert zone_against(game.table, w.AXIS) == 0
    play(game, "axis: move ger4inf@1612 1812")
    assert "1714" in names(game, zone_against(game.table, w.AXIS))


@pytest.mark.rule("ww2eto", "16.41")
def test_finnish_zones_stay_at_home() -> None:
    """Finnish zones do not cross the border before a Russian does."""
    found = zone("1941 bare / war / 1907: fin2inf", w.SOVIET)
    assert found == {"1906", "1806", "1807"}


@pytest.mark.rule("ww2eto", "6.2", "8.12")
def test_zones_compel_no_attack() -> None:
    """Units in each other's zones may let the Combat Phase pass."""
    game = scene("1941 bare / war / 2209: sov2inf / 2110: ger4inf / axis combat")
    assert refused(game, "axis", "end") == ""
    assert "attack" in offers(game, "axis")


@pytest.mark.rule("ww2eto", "6.31")
def test_no_retreat_into_a_zone() -> None:
    """A beaten unit does not fall back into a hex of an enemy zone, even if a friend's zone lies over it."""
    text = (
        "1941 bare / war / 2209: sov2inf / 2110: ger4inf / 2109: ger4inf / 2408: ger1inf / 2308: sov2inf / axis combat"
    )
    game = play(scene(text, [3]), "axis: attack ger4inf@2110 2209")
    assert at(game, "2310") == ["sov1inf"]


@pytest.mark.rule("ww2eto", "6.32", "8.8/a")
def test_friends_open_a_zone_to_retreat() -> None:
    """When every hex lies in an enemy zone, a unit may still fall back onto a friend, over the stacking limit too."""
    ring = "2109: ger4inf / 2408: ger1inf / 2410: ger1inf"
    text = f"1941 bare / war / 2209: sov3inf / 2110: ger4inf / {ring} / 2310: sov1inf sov1inf / axis combat"
    game = play(scene(text, [3]), "axis: attack ger4inf@2110 2209")
    assert at(game, "2310") == ["sov1inf", "sov1inf", "sov2inf"]
