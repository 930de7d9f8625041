"""The draft from the open layers: it makes the committed tables again, byte for byte."""

import os
import shutil
from pathlib import Path

import pytest

pytest.importorskip("shapely")

from grognard.maps.draft import draft

BOARD = Path(__file__).parents[2] / "grognard" / "titles" / "ww2eto" / "board"
LAYERS = os.environ.get("GROGNARD_GEO", "")


@pytest.mark.slow
@pytest.mark.skipif(not LAYERS, reason="GROGNARD_GEO names no folder of layers")
def test_the_committed_tables_are_what_the_draft_makes(tmp_path: Path) -> None:
    """Geography and inputs fix every row; nothing was edited by hand."""
    copy = tmp_path / "board"
    shutil.copytree(BOARD / "inputs", copy / "inputs")
    shutil.copy(BOARD / "grid.toml", copy / "grid.toml")
    counts = draft(copy, Path(LAYERS))
    assert counts["hexes"] == 826
    for name in (*(f"{table}.csv" for table in counts), "nature.json"):
        assert (copy / name).read_bytes() == (BOARD / name).read_bytes(), name
