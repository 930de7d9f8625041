"""EuroFront's board as compiled, and its tables."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import grognard
from grognard.board import Board
from grognard.board.hexset import members

TITLES = Path(grognard.__file__).parent / "titles"
FOLDER = TITLES / "eurofront" / "board"
DATA = TITLES / "eurofront" / "data"

Row = dict[str, str]


@cache
def board(window: str = "") -> Board:
    """The whole board, or a window of it."""
    whole = Board.load(FOLDER / "board.json")
    return whole.window(window) if window else whole


@cache
def data(name: str) -> tuple[Row, ...]:
    """A table of the title."""
    with (DATA / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


def region(name: str) -> set[int]:
    """The nodes of a region."""
    return set(members(board().region[name]))


def node(name: str) -> int:
    return board().node(name)


def nodes(*names: str) -> set[int]:
    return {board().node(name) for name in names}


def near(one: int) -> set[int]:
    """The hexes that a unit can go to in one step."""
    return set(members(step_out(1 << one)))


def step_out(some: int) -> int:
    from grognard.board.area import step

    return step(some, board().out)
