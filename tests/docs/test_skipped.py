"""The last line of ``make test``: what was not found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "skipped.py"
REPORT = """<testsuites><testsuite>
<testcase name="a"/><testcase name="b"><skipped message="browser: none on this machine"/></testcase>
<testcase name="c"><skipped message="browser: none on this machine"/></testcase>
<testcase name="d"><skipped message="only on Windows"/></testcase>
</testsuite></testsuites>"""


def last(path: Path) -> tuple[int, str]:
    run = subprocess.run([sys.executable, str(TOOL), str(path)], capture_output=True, text=True)
    return run.returncode, (run.stdout + run.stderr).strip()


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "test.xml"
    path.write_text(REPORT)
    return path


def test_it_names_what_was_not_found(report: Path) -> None:
    assert last(report) == (0, "skipped: browser: none on this machine (2 tests), only on Windows (1 test)")


def test_nothing_skipped_and_nothing_to_read(tmp_path: Path) -> None:
    whole = tmp_path / "whole.xml"
    whole.write_text("<testsuites><testsuite><testcase name='a'/></testsuite></testsuites>")
    assert last(whole) == (0, "skipped: nothing")
    code, said = last(tmp_path / "none.xml")
    assert code == 1 and said.startswith("skipped: unknown")
