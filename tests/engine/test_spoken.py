"""Pieces as people say them: in the log at the table, not where one types."""

from __future__ import annotations

import pytest

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
    title = metas()["westfront"].load()
    event = Event("raised", "", "axis", ("#3", "#8"), ("Mostar",), ())
    assert sentence(title, event, spoken=True) == "2 hidden blocks are raised at Mostar"
    assert sentence(title, event._replace(names=("#3",)), spoken=True) == "A hidden block is raised at Mostar"
    assert sentence(title, event) == "#3 and #8 are raised at Mostar"
