"""The way of an order in docs/architecture.md: every function is where the page says, and there are few of them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| \d+ \| `([^`]+)` \| (.+?) \| .+ \|$", re.MULTILINE)


def test_the_way_of_an_order() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = [(file, re.findall(r"`(\w+)`", names)) for file, names in ROW.findall(page)]
    assert len(rows) > 15 and sum(len(names) for _, names in rows) <= 40
    for file, names in rows:
        text = (ROOT / "grognard" / file).read_text(encoding="utf-8")
        for name in names:
            assert re.search(rf"def {name}\(|function {name}\(|^  {name}\(", text, re.MULTILINE), (file, name)
