"""What the documents show is true: their examples run, their files and titles are there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from grognard.engine.core.title import metas

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_readme_names_every_title() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert set(metas()) <= set(listed)


def test_readme_example_is_short() -> None:
    """Twenty lines or so are enough to play a game, ask why not, and save it."""
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(block.strip().splitlines()) <= 25


def test_documents_name_no_machine() -> None:
    """No path of a machine and no address of a package index is written down."""
    ours = re.compile(r"(?<!\w)/(?:work|root|home)/|file://|(?<!no-emit-)(index-url|find-links)")
    for page in [*PAGES, ROOT / "CHANGELOG.md", ROOT / "NOTICE", ROOT / "requirements.lock", ROOT / "Makefile"]:
        assert not ours.search(page.read_text(encoding="utf-8")), page
