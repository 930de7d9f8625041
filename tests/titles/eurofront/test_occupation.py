"""Occupation limits: four foreign units in the land of a small ally, until the enemy comes."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import mustering, occupation
from grognard.titles.eurofront.europe.state import ALLIED, AXIS
from grognard.titles.systems.front import blocks

from .europe import node, piece, scene
from .play import give, refused

FOUR = "Budapest: 14arm3 24arm3 / Pecs: 46arm3 47arm3 / Vienna: OKW3 48arm3 Hu1inf2 / axis command"


def hungary(past: str) -> Game:
    """Four German corps stand in Hungary, a fifth in Vienna."""
    return give(scene(f"1942-07 / {past} / {FOUR}", None, "1942"), "activate OKW", "end")


@pytest.mark.rule("eurofront", "20.132")
def test_a_fifth_german_stays_out_of_hungary() -> None:
    """With four German units in Hungary no fifth ends its move there, though it may ride through; a Hungarian comes,
    and a German of the four moves within; once a Soviet has been there all may come."""
    g = hungary("dry")
    assert refused(g, "rail 48arm Budapest", "axis") == "20.132"
    assert refused(g, "rail 48arm Belgrade", "axis") == ""
    assert refused(g, "rail Hu1inf Budapest", "axis") == ""
    assert refused(g, "rail 14arm Debrecen", "axis") == ""
    assert refused(hungary("since Hungary entered"), "rail 48arm Budapest", "axis") == ""


@pytest.mark.rule("eurofront", "20.132")
def test_enemies_on_its_land_lift_the_limit_for_good() -> None:
    """A Soviet army in Hungary lifts the limit at once, and Politics remembers it when it is gone."""
    g = hungary("dry")
    t = g.table
    assert occupation.limited(t, "Hungary", AXIS) and occupation.crowded(t, AXIS)
    army = piece(g, "Sv1Ginf")
    blocks.bring(t, army, node(g, "Debrecen"), 3)
    assert not occupation.limited(t, "Hungary", AXIS)
    occupation.note_entries(t)
    blocks.eliminate(t, army, "7.33")
    assert not occupation.limited(t, "Hungary", AXIS)


@pytest.mark.rule("eurofront", "20.132")
def test_italy_bears_four_germans_until_it_wavers() -> None:
    """Italy Proper is limited as a minor is, but not once it is demoralized, and Rhodes is no part of it."""
    for past, limited in (("dry", True), ("since Italy demoralized", False)):
        g = scene(f"1942-07 / {past} / Rome: 14arm3 24arm3 / Milan: 46arm3 47arm3 / Munich: OKW3 48arm3 / "
                  "axis command", None, "1942")  # fmt: skip
        give(g, "activate OKW", "end")
        assert refused(g, "rail 48arm Milan", "axis") == ("20.132" if limited else "")
        assert not occupation.grounds(g.table, "Italy") >> node(g, "Rhodes") & 1


@pytest.mark.rule("eurofront", "20.53")
def test_four_soviet_armies_in_an_allied_minor() -> None:
    """Sweden beside the Allies bears four Soviet armies and no fifth; the Axis in its land would let more in."""
    for axis, comes in (("", 0), (" / Malmo: 48arm3", 1)):
        armies = "Goteborg: Sv1Ginf3 Sv2Ginf3 / Stockholm: Sv3Ginf3 Sv7Ginf3 / Oulu: Sv5Ginf3"
        g = scene(f"1944-07 / {armies}{axis} / soviet command", None, "1944")
        t = g.table
        mustering.join(t, "Sweden", ALLIED, mustering.BY_EVENT)
        assert occupation.soviet_limits(t, 0, (piece(g, "Sv5Ginf"),)) >> node(g, "Stockholm") & 1 == comes
        assert occupation.soviet_limits(t, 0, (piece(g, "Sv1Ginf"),)) >> node(g, "Stockholm") & 1
