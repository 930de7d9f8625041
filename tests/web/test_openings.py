"""Every scenario of every title opens in the browser: its map, its pieces and a prompt, and nothing goes wrong."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.title import metas

SCENARIOS = [(meta.id, scenario.id) for meta in metas().values() for scenario in meta.scenarios]


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_opens(person, title: str, scenario: str) -> None:
    """One person in the first seat, the others invited: pieces lie on the map and the prompt is a sentence."""
    seats = grognard.new(title, scenario, seed=1).seats
    me = person()
    game = me.begins(title, scenario, **{seat: "me" if seat == seats[0] else "invite" for seat in seats})
    me.sits_at(game, seats[0])
    me.until("() => document.querySelectorAll('[data-piece]').length > 3")
    assert len(me.prompt()) > 10
