"""Italy (16.6): entry, limits before it, surrender and what follows."""

from __future__ import annotations

import pytest

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land.supply import supplied
from grognard.titles.ww2eto.politics import vichy
from grognard.titles.ww2eto.state import ITALY_ACTIVE, ITALY_NEUTRAL, ITALY_SURRENDERED

from .cases import at, go_to, rolled, rule_against, scene, targets, units


@pytest.mark.rule("ww2eto", "16.61")
def test_entry() -> None:
    """The Axis may bring Italy in from 2/1940 on, not before; Italians do not attack until then."""
    game = scene("1940 bare / 1218: ita2inf / turn 2/1940 / axis axis_start")
    assert targets(game, "axis") == {"enter", "pass"}
    game.play("axis", "enter")
    assert game.table.p.italy == ITALY_ACTIVE
    early = scene("1939 bare / 1218: ita2inf / turn 1/1940 / axis axis_start")
    assert early.table.frame.step == "movement"
    waiting = scene("1940 bare / 1825: ita2inf / 1925: brt1inf / axis combat")
    assert rule_against(waiting, "axis", "attack ita2inf@1825 1925") == "16.61"


@pytest.mark.rule("ww2eto", "16.62")
def test_italians_at_home_before_entry() -> None:
    """Before entry Italians move within Italian land and no farther."""
    game = scene("1940 bare / 1216: ita1inf / axis movement")
    assert rule_against(game, "axis", "move ita1inf@1216 1315") == "16.62"
    assert rule_against(game, "axis", "move ita1inf@1216 1217") == ""


@pytest.mark.rule("ww2eto", "16.63")
def test_italian_borders_closed() -> None:
    """No Allied unit enters or attacks Italian land, Libya included, before Italy enters."""
    game = scene("1940 bare / 1925: brt2inf / allied movement")
    reason = game.why_not("allied", "move brt2inf@1925 1825")
    assert reason is not None and reason.rule == "16.63"
    battle = scene("1940 bare / 1925: brt2inf / 1825: ita1inf / allied combat")
    assert rule_against(battle, "allied", "attack brt2inf@1925 1825") == "16.63"


@pytest.mark.rule("ww2eto", "16.64")
def test_home_garrison() -> None:
    """With two Italian points at home at the end of an Axis Player-Turn Italy surrenders; with three it stays."""
    for home, state in (("ita2inf", ITALY_SURRENDERED), ("ita2inf ita1inf", ITALY_ACTIVE)):
        game = scene(f"1941 bare / 1218: {home} / 1825: ita2inf / axis naval")
        while game.table.p.player == w.AXIS:
            game.play("axis", "end")
        assert game.table.p.italy == state


def test_a_neutral_needs_no_garrison() -> None:
    """R244: who is not in the war does not surrender; 16.64 is asked from the Player-Turn of Italy's entry on."""
    for entry, state in (("pass", ITALY_NEUTRAL), ("enter", ITALY_SURRENDERED)):
        game = scene("1940 bare / 1218: ita2inf / 1312: ger1inf / axis axis_start", options={"italian_entry": "on"})
        game.play("axis", entry)
        while game.table.p.player == w.AXIS:
            game.play("axis", "end")
        assert game.table.p.italy == state


ITALIANS = "1619: ita1inf / 1518: ita1inf / 1420: ita2inf"
BEATEN = f"1941 bare / {ITALIANS} / 1419: brt4mech brt4mech / italy_lost=7 / italy_invaded=1"


@pytest.mark.rule("ww2eto", "16.65")
def test_surrender() -> None:
    """W35: the eighth lost point of an invaded Italy removes every Italian unit."""
    game = scene(f"{BEATEN} / turn 3/1943 / allied combat", dice=[4])
    game.play("allied", "attack brt4mech@1419+brt4mech@1419 1420")
    assert game.table.p.italy == ITALY_SURRENDERED
    assert [name for name in units(game, "ita") if "part" not in name] == []


@pytest.mark.rule("ww2eto", "16.65/a")
def test_partisans_of_the_surrender() -> None:
    """W35: Italian units in the Balkans leave a partisan behind if partisans are played."""
    game = scene(f"{BEATEN} / turn 3/1943 / allied combat", dice=[4])
    game.play("allied", "attack brt4mech@1419+brt4mech@1419 1420")
    assert at(game, "1518") == ["yug1part"]
    assert len(at(game, "1619")) == 1
    without = scene(f"{BEATEN} / turn 3/1943 / allied combat", dice=[4], options={"partisans": "off"})
    without.play("allied", "attack brt4mech@1419+brt4mech@1419 1420")
    assert (at(without, "1518"), at(without, "1619")) == ([], [])


@pytest.mark.rule("ww2eto", "16.66")
def test_no_axis_supply_over_the_mediterranean() -> None:
    """After the surrender a German in Libya has no supply, though an Axis port is at hand."""
    for state, fed in ((ITALY_ACTIVE, True), (ITALY_SURRENDERED, False)):
        game = scene(f"1941 bare / 1825: ger1mech / italy={state} / axis movement")
        t = game.table
        assert supplied(t, t.title.find_pieces(t, "ger1mech@1825")[0]) is fed
    after = scene("1941 bare / 2325: brt1inf / 1825: ger1mech / italy=2 / allied naval", dice=[6])
    after.play("allied", "ship brt1inf@2325 2322")
    assert (at(after, "2322"), rolled(after)) == (["brt1inf"], 0)


@pytest.mark.rule("ww2eto", "15.3/b")
def test_italy_of_1941() -> None:
    """In 1941 Italy is in the war with three points lost, and can surrender without the option."""
    game = scene("1941", options={"italian_entry": "off"})
    assert (game.table.p.italy, game.table.p.italy_lost) == (ITALY_ACTIVE, 3)
    beaten = scene(f"{BEATEN} / turn 3/1943 / allied combat", dice=[4], options={"italian_entry": "off"})
    beaten.play("allied", "attack brt4mech@1419+brt4mech@1419 1420")
    assert beaten.table.p.italy == ITALY_SURRENDERED


def test_invasion_is_remembered() -> None:
    """R153: a unit that once stood on the mainland counts, Sicily does not."""
    game = scene("1941 bare / 1321: brt1mech / 1519: ita1inf / turn 3/1943 / allied movement")
    assert game.table.p.italy_invaded == 0
    game.play("allied", "move brt1mech@1321 1420")
    assert (game.table.p.italy_invaded, game.table.p.italy) == (1, ITALY_ACTIVE)
    assert ITALY_NEUTRAL == 0
    assert go_to(game, "combat").table.p.italy == ITALY_ACTIVE


@pytest.mark.rule("ww2eto", "16.65")
def test_an_attack_on_the_mainland_after_the_losses() -> None:
    """With eight points gone an attack across the mainland's border is enough: nobody is left to fight it."""
    text = "1941 bare / turn 3/1943 / italy_lost=9 / 1016: ita2inf / 0917: usa4mech / 1218: ita3inf / 1312: ger1inf"
    game = scene(f"{text} / allied combat", dice=[6], options={"partisans": "off"})
    vichy.open_territory(game.table, w.ALLIED, "14.14/a")
    game.play("allied", "attack usa4mech@0917 1016")
    assert (game.table.p.italy, units(game, "ita"), rolled(game)) == (ITALY_SURRENDERED, [], 0)


@pytest.mark.rule("ww2eto", "16.65/a", "16.65")
def test_surrender_in_the_middle_of_a_battle() -> None:
    """Both Italians of an attacked hex die before Italy surrenders; the partisan of the other hex lives."""
    text = (
        "1941 bare / turn 3/1943 / italy_lost=7 / italy_invaded=1 / 1720: ita1inf ita1inf / 1721: usa4mech usa4mech / "
        "1619: ita1inf / 1218: ita3inf / 1312: ger1inf / allied combat"
    )
    game = scene(text, dice=[1])
    game.play("allied", "attack usa4mech@1721+usa4mech@1721 1720")
    p = game.table.p
    assert p.italy == ITALY_SURRENDERED
    assert (at(game, "1720"), at(game, "1619")) == ([], ["yug1part"])


@pytest.mark.rule("ww2eto", "5.63")
def test_entry_into_zones_stops_trains() -> None:
    """Italians whom Italy's entry puts into an enemy zone take no train in that Player-Turn, overrun or not (R222)."""
    text = "1940 bare / turn 3/1940 / 1720: gre1inf / 1619: ita1inf / 1719: ger4mech / 1312: ger1inf / 0811: brt3inf"
    game = scene(f"{text} / invaded greece / invaded yugoslavia / axis axis_start")
    game.play("axis", "enter")
    game.play("axis", "overrun ger4mech@1719 1720")
    assert rule_against(game, "axis", "mark ita1inf@1619") == "5.63"
