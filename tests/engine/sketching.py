"""Puts the sketch among the titles, as a folder of grognard/titles would be."""

import importlib
import importlib.util
import sys
from pathlib import Path

from grognard.engine.core.title import metas

NAME = "grognard.titles.sketch"


def enlist() -> None:
    """From now on there is a title ``sketch``."""
    folder = Path(__file__).parent / "sketch"
    spec = importlib.util.spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    sys.modules[NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[NAME])
    metas()["sketch"] = importlib.import_module(f"{NAME}.title").META  # type: ignore[index]


def dismiss() -> None:
    """There is none any more."""
    for name in [name for name in sys.modules if name.startswith(NAME)]:
        del sys.modules[name]
    del metas()["sketch"]  # type: ignore[attr-defined]
