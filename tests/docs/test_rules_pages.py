"""Where each rule is: what the command tells is there, and the pages have its form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard import cli
from grognard.engine.core.title import metas
from grognard.lab.where import PACKAGE, page, where

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
ROW = re.compile(r"\| (\S+) \| [^|]+ \| [^|]*\| [^|]*\|")


def test_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    """A mask's label, a docstring and a test are found, each with its line."""
    assert cli.main(["rules", "tiny", "T2.5", "--where"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"kept by +tiny/movement\.py:\d+ not_moved", said)
    assert re.search(r"proved by +tests/engine/test_fourteen\.py:\d+ test_", said)


def test_every_place_is_there() -> None:
    """Each line that is named is the one where that function, class or name begins."""
    for places in where("tiny").kept.values():
        for place in places:
            lines = (PACKAGE / "titles" / place.file).read_text(encoding="utf-8").splitlines()
            if place.line:
                last = place.name.rpartition(".")[2]
                assert last == "module" or last in lines[place.line - 1], place


def test_a_page_has_a_line_for_each_rule() -> None:
    numbers = [match[1] for line in page("tiny").splitlines()[7:] if (match := ROW.fullmatch(line))]
    assert numbers == list(metas()["tiny"].load().book.rows)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_that_were_written(path: Path) -> None:
    """They are of a title that there is and in the form of today; `make docs` makes them fresh."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == page(path.stem).splitlines()[0]
    assert len(lines) > 100 and all(ROW.fullmatch(line) for line in lines[7:])
