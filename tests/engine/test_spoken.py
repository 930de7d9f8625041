"""Pieces as people say them: in the log at the table, not where one types."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.table import Event
from grognard.engine.core.title import metas
from grognard.engine.words.says import sentence

NAMES = [
    ("ww2eto", "ger4mech@2111", "German mechanized (4)"), ("ww2eto", "usa1para", "U.S. paratroops (1)"),
    ("westfront", "Br30arm", "British 30 Tank Corps"), ("westfront", "84inf", "84 Corps"),
    ("eurofront", "Mann", "Mannerheim theater HQ"), ("aeto", "ger8arm@Mechili", "German armor (8)"),
    ("aeto", "ita4arm-@Mechili", "Italian armor (4, depleted)"), ("aeto", "ger_Rommel", "ger Rommel"),
    ("westfront", "#8", "a hidden block"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "name", "said"), NAMES)
def test_short_names_are_spoken(title: str, name: str, said: str) -> None:
    assert metas()[title].load().spoken(name) == said


def test_a_sentence_calls_hidden_blocks_by_their_number_of_heads() -> None:
    """Two that no one knows are told together, and a sentence begins with a capital."""
    title, table = metas()["westfront"].load(), grognard.new("westfront", "husky", seed=1).table
    event = Event("raised", "", "axis", ("#3", "#8"), ("Mostar",), ())
    assert sentence(title, event, spoken=table) == "2 hidden blocks are raised at Mostar"
    assert sentence(title, event._replace(names=("#3",)), spoken=table) == "A hidden block is raised at Mostar"
    assert sentence(title, event) == "#3 and #8 are raised at Mostar"


@pytest.mark.parametrize(("scenario", "name", "said"), [
    ("overlord44", "VIII", "U.S. VIII"), ("blitzkrieg40", "VIII", "German VIII"),
    ("blitzkrieg40", "FreXIII", "French XIII"), ("kharkov42", "IIIPz", "German III Pz"),
])  # fmt: skip
def test_a_short_name_belongs_to_its_scenario(scenario: str, name: str, said: str) -> None:
    """The VIII Corps is American in Normandy; counters that are told apart by their nation are spoken of with it."""
    table = grognard.new("sfe", scenario, seed=1).table
    assert table.title.spoken_at(table, name) == said


def test_modifiers_and_results_are_told_in_words() -> None:
    """What changed the die stands in brackets if there is any, and a result says what it does."""
    table = grognard.new("aeto", "desert42", seed=1).table
    fields = (("attack", 4), ("defence", 2), ("odds", "2:1"), ("die", 8), ("net", 8), ("result", "-/3*"))
    event = Event("attack", "", "uk", ("uk4inf@Gazala",), ("Derna",), (*fields, ("modifiers", ())))
    assert sentence(table.title, event, spoken=table).endswith("2:1, die 8, net 8: -/3*, the defenders lose 3 steps")
    event = event._replace(fields=(*fields, ("modifiers", ("air superiority +1",))))
    assert "net 8 (air superiority +1): -/3*" in sentence(table.title, event, spoken=table)
    assert sentence(table.title, Event("passed", "", "uk", (), (), ()), spoken=table) == "The UK passes"
