"""The great war in all its years: Sweden's trains, the siege guns, armies that are bound again."""

from __future__ import annotations

import random

import pytest

from grognard.engine.fog.guess import guess
from grognard.titles.eurofront.europe import diplomacy, release
from grognard.titles.systems.front import fire, supply

from .europe import AXIS, SOVIET, node, piece, scene
from .play import give, refused

CHIEFS = "Berlin: OKW3 / London: AF2 / Moscow: Stavka3"


# Sweden


@pytest.mark.rule("eurofront", "21.492")
@pytest.mark.parametrize("year", ["1943", "1944"])
def test_sweden_lets_axis_trains_through(year: str) -> None:
    """From Copenhagen a corps goes by rail to Oslo, not to Goteborg; nowhere once Sweden leans to the Allies."""
    for event, runs in (("", True), ("since SC / ", False)):
        g = scene(f"{year}-09 / {event}Copenhagen: 84inf3 OKH3* / Oslo: 33stat2 / {CHIEFS} / axis movement", None, year)
        t, stockholm = g.table, 1 << node(g, "Stockholm")
        t.p.moves_left[piece(g, "OKH")] = t.p.supreme[AXIS] = 6
        assert bool(t.title.transit(t, AXIS) & stockholm) == bool(supply.rail_sea(t, AXIS) & stockholm) == runs
        assert (refused(g, "rail 84inf Oslo") == "") == runs and refused(g, "rail 84inf Goteborg") != ""


# Siege guns


YEARS = [("1942", "1942-07"), ("1943", "1943-08"), ("1944", "1944-07"), ("1944H", "1944-07"), ("1944A", "1944-07")]
SIEGE = f"axis holds Volkhov / Leningrad: 54inf3 84inf3 Sv23inf2 / soviet defends Leningrad / {CHIEFS}"


@pytest.mark.rule("eurofront", "1942.1")
@pytest.mark.parametrize(("scenario", "month"), YEARS)
def test_the_siege_guns_of_every_year(scenario: str, month: str) -> None:
    """54 Corps fires TF at Leningrad and SF at Smolensk, and takes no ship from Stettin to Copenhagen."""
    t = scene(f"{month} / {SIEGE} / axis combat", None, scenario).table
    board, guns = t.world.board, t.world.named["54inf"]
    assert [fire.rating(t, guns, board.node(name), passive=False) for name in ("Leningrad", "Smolensk")] == [4, 6]
    assert fire.rating(t, guns, board.node("Leningrad"), passive=True) == 5
    g = scene(f"{month} / Stettin: 54inf3 84inf3 OKH3* / {CHIEFS} / axis movement", None, scenario)
    g.table.p.moves_left[piece(g, "OKH")] = g.table.p.supreme[AXIS] = 6
    assert (refused(g, "sail 84inf Copenhagen"), refused(g, "sail 54inf Copenhagen")) == ("", "1942.1")


@pytest.mark.rule("eurofront", "1942.1")
def test_the_siege_guns_are_not_fetched() -> None:
    """Army Group North takes 84 Corps off at Ventspils, and neither lands nor fetches 54 Corps."""
    for place, order in (("Ventspils", "evacuate AGNor {}"), ("Konigsberg", "invade AGNor {} Ventspils")):
        corps = f"Konigsberg: AGNor3 / {place}: 54inf3 84inf2 / {CHIEFS}"
        g = scene(f"1942-09 / axis holds Riga Ventspils / {corps} / axis command", None, "1942")
        give(g, "activate AGNor invasion", "end")
        assert [refused(g, order.format(name)) for name in ("84inf", "54inf")] == ["", "1942.1"]


@pytest.mark.rule("eurofront", "12.33")
def test_mud_does_not_silence_the_siege_guns() -> None:
    """In Mud 54 Corps fires TF at Leningrad still, and armor beside it SF; at Smolensk 54 Corps fires SF too."""
    t = scene(f"1943-11 / EF mud / {SIEGE.replace('84inf3', '3arm3')} / axis combat", None, "1943").table
    place = t.world.board.node("Leningrad")
    assert [fire.rating(t, t.world.named[name], place, passive=False) for name in ("54inf", "3arm")] == [4, 6]
    assert fire.rating(t, t.world.named["54inf"], t.world.board.node("Smolensk"), passive=False) == 6


@pytest.mark.rule("eurofront", "2.34")
def test_the_siege_guns_are_lost_with_their_corps() -> None:
    """Destroyed by the Politics of September 1943, 54 Corps has no guns when it stands before Leningrad again."""
    for place, need in (("axis_lost: 54inf0", 6), ("Berlin: 54inf3", 4)):
        g = scene(f"1943-09 / {place} / Leningrad: 84inf3 Sv23inf2 / {CHIEFS} / allied politics", None, "1943")
        t = g.table
        assert fire.rating(t, t.world.named["54inf"], t.world.board.node("Leningrad"), passive=False) == need


# Armies bound again


RECALLED = f"1942-09 / since 3R / since Ru3inf released / soviet holds Odessa / Bucharest: Ru4inf2 / {CHIEFS}"


@pytest.mark.rule("eurofront", "17.3")
def test_a_city_retaken_frees_no_one_without_another_event() -> None:
    """Once Odessa is Soviet the Third Army is bound, also when the Axis has Odessa again, until 3R succeeds anew."""
    for city, bound in (("soviet", True), ("axis", False)):
        g = scene(RECALLED.replace("soviet", city) + " / Galati: Ru3inf3 / soviet politics", None, "1942")
        t, retaken = g.table, 1 << node(g, "Odessa")
        t.p.held[SOVIET] &= ~retaken
        t.p.held[AXIS] |= retaken
        assert release.is_free(t, "Ru3inf") != bound
        assert bool(diplomacy.not_yet(t, AXIS, ()) >> diplomacy.WORDS.index("3R") & 1) == bound
        if bound:
            diplomacy.happen(t, "3R")
            assert release.is_free(t, "Ru3inf")


@pytest.mark.rule("eurofront", "16.311", "17.3")
def test_a_bound_army_abroad_is_unsupplied() -> None:
    """With Odessa Soviet the Third Army has no supply in Kharkov, a German corps has; in Galati it is supplied."""
    for city, hungry in (("soviet holds Odessa", ["Ru3inf"]), ("axis holds Odessa", [])):
        for place in ("Kharkov", "Galati"):
            text = RECALLED.replace("soviet holds Odessa", city)
            t = scene(f"{text} / axis holds Kharkov Kiev / {place}: Ru3inf3 84inf2 / soviet supply", None, "1942").table
            found = [t.world.units[i].name for i in supply.unsupplied(t, AXIS)]
            assert found == (hungry if place == "Kharkov" else []), (city, place)


def test_others_find_a_bound_army_abroad() -> None:
    """For all that the Allies know the Rumanians in Kharkov are the Third Army, before and after Odessa falls."""
    for phase in ("axis command", "soviet politics"):
        text = f"{RECALLED} / axis holds Kharkov Kiev / Kharkov: Ru3inf3 / {phase}"
        t = guess(scene(text, None, "1942").view("allied"), random.Random(1))
        assert t.node_name(t.p.at[t.world.named["ru3inf"]]) == "Kharkov"
