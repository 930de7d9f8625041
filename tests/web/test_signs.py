"""Every kind of piece has a sign that the page can draw."""

from __future__ import annotations

import re

import pytest

from grognard.engine.core.title import metas

from .conftest import ROOT

OWN = re.compile(r'^  "?([a-z ]+)"?: \{ lines', re.MULTILINE)


@pytest.mark.parametrize("title", sorted(metas()))
def test_signs_are_known(title: str) -> None:
    """What a title names as a sign is a code of land units (MIL-STD-2525D), or drawn by the page itself."""
    drawn = set(OWN.findall((ROOT / "grognard/web/src/symbols.ts").read_text()))
    assert {"armor", "fleet"} <= drawn
    symbols = metas()[title].load().looks.get("symbols", {})
    unknown = {name: sign for name, sign in symbols.items() if not re.fullmatch(r"1003[01]0\d{14}", sign)}
    assert set(unknown.values()) <= drawn
