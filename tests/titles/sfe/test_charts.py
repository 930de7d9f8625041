"""The charts keep what the rules fix of them, and are sane where they are ours."""

from __future__ import annotations

import pytest

from .chart_facts import FACTS


@pytest.mark.parametrize(("name", "holds", "note"), FACTS, ids=[name[:60] for name, _, _ in FACTS])
def test_chart_fact(name: str, holds: bool, note: str) -> None:
    """A fact of the charts, as its name says."""
    assert holds, f"{name}: {note}"


def test_no_fact_is_lost() -> None:
    """All the facts are looked at."""
    assert len(FACTS) >= 240
