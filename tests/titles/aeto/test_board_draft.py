"""The draft of the board `aeto` from the open layers: it makes the committed tables again, byte for byte."""

import os
import shutil
from pathlib import Path

import pytest

pytest.importorskip("shapely")

from grognard.maps.draft import draft

from .boards import FOLDER

LAYERS = os.environ.get("GROGNARD_GEO", "")


@pytest.mark.slow
@pytest.mark.skipif(not LAYERS, reason="GROGNARD_GEO names no folder of layers")
def test_the_committed_tables_are_what_the_draft_makes(tmp_path: Path) -> None:
    """Geography and inputs fix every row; nothing was edited by hand."""
    copy = tmp_path / "board"
    shutil.copytree(FOLDER / "inputs", copy / "inputs")
    shutil.copy(FOLDER / "grid.toml", copy / "grid.toml")
    counts = draft(copy, Path(LAYERS))
    for name in (*(f"{table}.csv" for table in counts), "nature.json"):
        assert (copy / name).read_bytes() == (FOLDER / name).read_bytes(), name
