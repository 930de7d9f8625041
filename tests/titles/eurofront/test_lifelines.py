"""Lines that a nation lives on: Baku's oil, Greece, the rebels of the Mid East, and the ports of the south."""

from __future__ import annotations

import pytest

from grognard.titles.eurofront.europe import mustering, national, nations, objectives, purses, rebels
from grognard.titles.eurofront.europe.mustering import BY_EVENT
from grognard.titles.eurofront.europe.state import ALLIED, AXIS, SOVIET

from .europe import node, piece, scene
from .peace import year39
from .play import give

ARMIES = "Berlin: OKW3 / London: AF1 / Moscow: Stavka3"


@pytest.mark.rule("eurofront", "20.591")
def test_oil_that_goes_round_by_kazakhstan() -> None:
    """With Astrakhan, Persia's shore and the rails around Baku lost the oil goes by Krasnovodsk and Kazakhstan, and the
    Soviets have five points less; with all of them theirs, or Baku lost, that costs them nothing more."""
    cut = "axis holds Astrakhan Makhach_Kala Tbilisi Rasht"
    whole, round_about, lost = (
        scene(f"1942-09 / {held} / {ARMIES} / axis command", None, "1942").table
        for held in ("dry", cut, f"{cut} Baku")
    )  # fmt: skip
    assert [objectives.oil_goes_round(t) for t in (whole, round_about, lost)] == [0, 5, 0]
    before, after = (purses.basic(t, SOVIET) + purses.lend_lease_lost(t) for t in (whole, round_about))
    assert after == before - 5


@pytest.mark.rule("eurofront", "20.73")
def test_greece_has_no_line_by_turkey_once_the_ussr_is_at_war() -> None:
    """Greece that the Axis has cut off at sea lives by way of neutral Turkey while the USSR is at peace, not later."""
    t = year39(f"1940-11 / {ARMIES} / Paris: GQG2 / axis command").table
    assert not national.not_by_turkey(t)
    t.p.hostile[SOVIET] |= 1 << AXIS
    assert national.not_by_turkey(t) == nations.territory(t, "Turkey")
    mustering.join(t, "Greece", ALLIED, BY_EVENT)
    athens = node_of(t, "Athens")
    assert national.supplied(t, "Greece", ALLIED) == national.abroad(t, ALLIED, athens, national.not_by_turkey(t))


def node_of(t: object, name: str) -> int:
    return int(t.world.board.node(name))  # type: ignore[attr-defined]


@pytest.mark.rule("eurofront", "21.399/a")
def test_the_rebel_of_palestine_lives_by_way_of_syria() -> None:
    """A rebel without steps holds Jerusalem: with Syria neutral and the Balkans German he is fed, with the British in
    Syria he is not."""
    for fed in (True, False):
        g = scene(f"1941-09 / {ARMIES} / axis command", None, "1941")
        t = g.table
        if not fed:
            mustering.join(t, "Syria", ALLIED, BY_EVENT)
        rebels.rise(t, "Palestine")
        land = nations.territory(t, "Palestine")
        t.p.held = [held & ~land for held in t.p.held]
        t.p.held[AXIS] |= land
        assert t.p.cv[piece(g, "Pastat")] == 0
        assert bool(national.rebels_fed(t) >> piece(g, "Pastat") & 1) == fed


@pytest.mark.rule("eurofront", "17.6")
def test_victories_in_the_south_are_reckoned_in_friendly_politics() -> None:
    """The Allies lose Tripoli in the Axis turn: they keep their victory in North Africa until their own Politics."""
    ports = " ".join(objectives.MED_PORTS)
    g = scene(f"1942-12 / allied holds {ports} / {ARMIES} / allied politics", None, "1942")
    t = g.table
    while t.p.politics.get(objectives.in_the_south(ALLIED)) is None:
        give(g, "end")
        t = g.table
    assert objectives.med_front_victory(t, ALLIED)
    tripoli = 1 << node(g, "Tripoli")
    t.p.held[ALLIED] &= ~tripoli
    t.p.held[AXIS] |= tripoli
    t.p.active = AXIS
    objectives.reckon_south(t)
    assert objectives.med_front_victory(t, ALLIED) and objectives.ports_held(t, ALLIED) == 0
    t.p.active = ALLIED
    objectives.reckon_south(t)
    assert not objectives.med_front_victory(t, ALLIED)
