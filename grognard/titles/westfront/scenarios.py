"""Scenarios (3.1, 3.2): what scenarios.toml and the orders of battle say, and places as hexes of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from grognard.board import Board, Place
from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import Table, month_text
from grognard.titles.systems.front.world import Chart
from grognard.titles.systems.front.world import places as grades

from .world import charts, scenarios

SIDES = ("axis", "allies")
"""The sides of the tables, in the order of the powers."""


def rows(name: str) -> Chart:
    """A table of data/."""
    return charts()[name]


class Places:
    """The place grammar with what a scenario adds to it: control, fronts, startlines, arrivals."""

    def __init__(self, board: Board, playable: int = -1, control: Mapping[str, int] | None = None) -> None:
        self.board, self.playable = board, board.land if playable < 0 else playable
        self.control = dict(control or {})
        self.terms: Mapping[str, Callable[[str], int]] = {
            "control": lambda name: self.control.get(name, 0),
            "front": self._front,
            "startline": lambda name: startline(board, name),
            "arrival": self._arrival,
            "city": self._city,
            "victory-city": lambda name: self._cities(lambda place: bool(place.values.get("victory"))),
            "rail-entry": lambda name: board.region["Rail Entry"],
            "port": lambda name: grades(board, "port", name, "westfront") & board.land,
            "offmap": lambda name: 0,
            "eliminated": lambda name: 0,
            "": lambda name: 0,
        }

    def hexes(self, expression: str) -> int:
        """The playable land hexes that an expression means."""
        return area(self.board, expression, self.terms, self.playable)

    def _front(self, name: str) -> int:
        side, _, nation = name.partition(":")
        return frontline(self.board, self.control, side) & self.board.region[nation]

    def _arrival(self, name: str) -> int:
        found = 0
        for row in rows("arrivals"):
            if row["side"] == name and "husky" not in row["units"]:
                found |= self.hexes(row["place"])
        return found & self.control.get(name, -1)

    def _city(self, name: str) -> int:
        home, _, grade = name.partition(":")
        return self._cities(lambda place: home in ("any", place.values.get("home")) and place.grade == grade)

    def _cities(self, wanted: Callable[[Place], bool]) -> int:
        return from_iter(
            place.node for place in self.board.places
            if place.kind == "city" and place.values.get("only", "westfront") == "westfront" and wanted(place)
        )  # fmt: skip


def startline(board: Board, name: str) -> int:
    """One side of a startline: ``w43:allies`` is the board's region W43 Allies, by 3.22."""
    scenario, _, side = name.partition(":")
    return board.region[f"{scenario.upper()} {side.capitalize()}"]


def frontline(board: Board, control: Mapping[str, int], side: str) -> int:
    """A side's hexes that touch the enemy's over a passable hexside, straits apart (3.22/a, ruling W2)."""
    enemy = control[SIDES[1 - SIDES.index(side)]]
    return control[side] & step(enemy, board.out - board.sides["strait"])


def current(t: Table) -> str:
    """The scenario whose months these are: linked games pass from one to the next (3.12)."""
    return scenario_of(t, t.p.month)


def scenario_of(t: Table, month: int) -> str:
    """The scenario that a month belongs to; the tutorial is apart."""
    return _scenario_of(t.scenario, month)


@cache
def _scenario_of(begun: str, month: int) -> str:
    text = month_text(month)
    for name, plan in scenarios().items() if month and begun != "husky" else ():
        if name != "husky" and text in plan.get("months", ()):
            return name
    return begun


def basic(scenario: str, side: str) -> tuple[int, int]:
    """Basic production and what the ore takes from it (11.31)."""
    for row in rows("production_basic"):
        if row["scenario"] == scenario and row["side"] == side:
            return int(row["basic"] or 0), int(row["ore"] or 0)
    raise KeyError((scenario, side))
