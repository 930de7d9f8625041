"""What players read, against docs/words.md: one and many, codes, raw dates, ids of seats, stray spaces."""

from __future__ import annotations

import re

import pytest
from walked import Walk

ONES = "points|units|hexes|steps|hits|moves|ports|blocks|turns|losses|debts|centers|cities|armies|dice|Moves|orders"
MANY = "point|unit|hex|step|hit|move|port|block|loss|debt|center|city|army|die|Move|order"
KINDS = "strength|movement|transport|Supreme|Production|Russian|Allied"
WRONG = {
    "one": re.compile(rf"(?<![\d./+−×-])\b1 (?:(?:{KINDS}) )?(?:{ONES})\b"),
    "many": re.compile(rf"(?<![\d./+×-])\b(?:[2-9]|[1-9]\d) (?:(?:{KINDS}) )?(?:{MANY})\b(?![-'’])"),
    "code": re.compile(r"#\d+|\b[a-z]{3}\d(?:inf|mech|para|gar|part)\b|\b\d+(?:inf|arm|mech|amph|mtn)\b|\{\w+\}"),
    "value": re.compile(r"\b(?:True|False)\b|(?<![.:] )(?<!^)\bNone\b"),
    "month": re.compile(r"\b\d{4}-(?:0[1-9]|1[0-2])\b"),
    "space": re.compile(r"  |\w [,.;](?: |$)|, :|[^.]\.\.$|,,|\( | \)"),
}  # fmt: skip
CEILINGS = {"eurofront": 12}
"""Findings of titles whose words are still being mended: these many, and no more."""
IDS = {"tiny": (), "sfe": (), "aeto": ()}
"""Where the id of a seat is a word of the language, or a country, it is left out."""


def faults(title: str) -> list[str]:
    walk = Walk(title)
    seats = IDS.get(title, walk.title.meta.seats)
    wrong = dict(WRONG)
    if seats:
        wrong["seat"] = re.compile(rf"(?<![\w/.-])(?:{'|'.join(seats)})(?![\w/.-])")
    return [
        f"{where} ({what}): {text}"
        for text, where in walk.read.items()
        for what, pattern in wrong.items()
        if pattern.search(text)
    ]


@pytest.mark.parametrize("title", ["tiny", "ww2eto", "westfront", "eurofront", "sfe", "aeto"])
def test_the_words_of_a_title(title: str) -> None:
    """A title has no faults of words, or no more than its ceiling."""
    found = faults(title)
    assert len(found) <= CEILINGS.get(title, 0), "\n".join(found)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1 points are left", "one"), ("2 strength point", "many"), ("ger4mech moves", "code"), ("84inf fires", "code"),
        ("it is True", "value"), ("Production of 1943-08", "month"), ("Production, : 4 points", "space"),
    ],
)  # fmt: skip
def test_what_is_found(text: str, what: str) -> None:
    """Each pattern finds what it is for, and lets the war of 1943-45 and the column +1 alone."""
    assert WRONG[what].search(text)
    right = "In the war of 1943-45 the column +1 hits; 2 points, 1 unit."
    assert not any(pattern.search(right) for pattern in WRONG.values())
