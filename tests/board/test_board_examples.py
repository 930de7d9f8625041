"""The examples in the docstrings are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "module",
    [
        "board.area",
        "board.board",
        "board.graph",
        "board.grid",
        "board.hexset",
        "board.names",
        "board.numbering",
        "board.reach",
        "maps.check",
        "maps.overrides",
    ],
)
def test_examples(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"grognard.{module}"))
    assert result.attempted > 0 and result.failed == 0
