"""What a title tells the engine.

``titles/<id>/title.py`` holds ``META`` and imports no rules; ``Meta.load()`` imports the rules module, which
holds the title itself, a :class:`~grognard.engine.title.Title`. What each room of the engine asks of it is a class of
that room; the core's is here.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ...board import Board
from .names import unknown
from .position import Position
from .rules import Refused, RuleBook

if TYPE_CHECKING:
    from ..title import Title
    from .step import Step
    from .table import Table


@dataclass(frozen=True, slots=True)
class Scenario:
    """A start: its id, name, length and a sentence for the person who chooses."""

    id: str
    name: str
    summary: str = ""
    learner: bool = False
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that players may choose before the game."""

    id: str
    name: str
    values: tuple[str, ...] = ("off", "on")
    default: str = "off"
    rule: str = ""
    summary: str = ""
    scenarios: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)

    def default_in(self, scenario: str) -> str:
        return self.defaults.get(scenario, self.default)


@dataclass(frozen=True, slots=True)
class Meta:
    """A title's page: who may sit, what may be played, how complete its sources are."""

    id: str
    name: str
    publisher: str
    seats: tuple[str, ...]
    powers: tuple[str, ...]
    default_seats: Mapping[str, str]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    stage: str = "alpha"
    sources: str = ""
    rules: int = 1
    listed: bool = True
    module: str = ""

    def scenario(self, name: str) -> Scenario:
        for scenario in self.scenarios:
            if scenario.id == name:
                return scenario
        raise unknown("scenario", name, [s.id for s in self.scenarios])

    def load(self) -> Title:
        """The rules themselves."""
        title: Title = importlib.import_module(self.module).TITLE
        return title

    def choose(self, scenario: str, given: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, or a refusal of the first that does not fit."""
        chosen = {o.id: o.default_in(scenario) for o in self.options if not o.scenarios or scenario in o.scenarios}
        for name, value in given.items():
            option = next((o for o in self.options if o.id == name), None)
            if option is None:
                raise unknown("option", name, [o.id for o in self.options])
            if option.values and str(value) not in option.values:
                raise unknown(f"value of {name}", str(value), option.values)
            if name in chosen:
                chosen[name] = str(value)
            elif str(value) != option.default_in(scenario):
                others = f"it is for {', '.join(option.scenarios)}"
                raise Refused(option.rule or "E.option", f"{option.name} is not for the scenario {scenario}: {others}.")
        return chosen


@cache
def metas() -> Mapping[str, Meta]:
    """Every title's meta by id, without its rules."""
    package = importlib.import_module("grognard.titles")
    found: dict[str, Meta] = {}
    for info in pkgutil.iter_modules(package.__path__):
        try:
            module = importlib.import_module(f"grognard.titles.{info.name}.title")
        except ModuleNotFoundError as absent:
            if absent.name == f"grognard.titles.{info.name}.title":
                continue
            raise
        meta: Meta = module.META
        found[meta.id] = meta
    return found


class World(Protocol):
    """What every title keeps of its board through a whole game, beside what is its own."""

    @property
    def board(self) -> Board: ...

    @property
    def board_hash(self) -> str: ...


class CoreTitle:
    """What a game is made of: its page, rules, position, steps, and how its places and pieces are called."""

    meta: Meta
    book: RuleBook
    position: type[Position]
    form: int = 1
    """The version of the exact form of its tables: raised whenever what is state is declared otherwise."""
    board_name: str = ""
    """The board that the title is played on, where that is not the one of its own name."""
    steps: Mapping[str, Step] = {}
    games: Mapping[str, Any] = {}
    """Scenarios that are games of their own, titles with steps and hooks of theirs, by their id."""

    def of(self, scenario: str) -> Any:
        """The rules that a scenario is played by: its own, or those of the title."""
        return self.games.get(scenario, self)

    def all_steps(self) -> list[Step]:
        """Every step of the title and of its scenarios' own games."""
        found = [step for game in (self, *self.games.values()) for step in game.steps.values()]
        return list(dict.fromkeys(found))

    fog: bool = False
    secret_columns: tuple[str, ...] = ()
    """Columns that an upright piece hides; its identity is always hidden with them."""
    private_columns: tuple[str, ...] = ()
    """Columns that only the owner reads, though the piece lies face up; ``face`` must not show them."""
    reveals: Mapping[str, str] = {}
    """The reveal table: rule and what it shows to whom."""
    invariants: Mapping[str, Callable[[Table], bool]] = {}
    numbers: Mapping[str, str] = {}
    """The number that each label of a shared system has in this title's own book; a label without a row is one."""

    def number(self, label: str) -> str:
        """The number in the title's own book of the rule that a label stands for."""
        return self.numbers.get(label, label)

    def nearer_rule(self, t: Table, label: str, seen: tuple[int, ...], value: int) -> str:
        """The rule that a refused value runs up against, where several stand behind the label of one condition."""
        return label

    def labels(self, numbers: Iterable[str]) -> frozenset[str]:
        """The labels that stand for some numbers of the title's own book."""
        wanted = frozenset(numbers)
        if not self.numbers or not wanted:
            return wanted
        own = wanted - self.numbers.keys()
        return own.union(label for label, number in self.numbers.items() if number in wanted)

    def from_older(self, form: int, dumped: dict[str, Any]) -> dict[str, Any]:
        """What was dumped in an older form, in this one. Fields that are new need not be there: they begin as they
        are declared; what is no longer declared is left out."""
        return dumped

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> World:
        """What is the same through the whole game (board, charts), to be kept in ``Table.world``."""
        raise NotImplementedError

    def begin_on(self, scenario: str, options: Mapping[str, str], board: Any) -> World:
        """``begin`` on an edition of the board, or a refusal when it is none, or another title's."""
        if board is None:
            return self.begin(scenario, options)
        if not isinstance(board, str | Path):
            raise Refused("E.board", f"An edition of the board is named by its file, not as {board!r:.40}.")
        try:
            Board.load(board)
        except OSError as error:
            said = (error.strerror or str(error)).lower()
            raise Refused("E.board", f"The board {str(board)!r} cannot be read: {said}.") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            why = f"{type(error).__name__}: {error}"[:120]
            raise Refused(
                "E.board", f"{str(board)!r} is no compiled board ({why}); a title's board.json is one."
            ) from None
        try:
            return self.begin(scenario, options, str(board))
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise Refused("E.board", f"{str(board)!r} is no board of {self.meta.name} ({str(error)[:120]}).") from None

    def setup(self, t: Table) -> None:
        """Make the position and push the first frame."""
        raise NotImplementedError

    def check_options(self, scenario: str, options: Mapping[str, str]) -> None:
        """Refuse a set of options that does not go together."""

    def seating(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Powers that options put on another seat than the default one."""
        return {}

    def nodes(self, t: Table) -> int:
        raise NotImplementedError

    def node_name(self, t: Table, node: int) -> str:
        raise NotImplementedError

    def find_node(self, t: Table, text: str) -> int:
        """The node of that name, or -1."""
        raise NotImplementedError

    def near_nodes(self, t: Table, text: str) -> list[str]:
        """Names that a mistyped one may have meant."""
        return []

    def place(self, t: Table, text: str) -> int:
        """The node of that name, or a refusal with the nearest names."""
        node = self.find_node(t, text)
        if node < 0:
            near = self.near_nodes(t, text[:60])
            hint = f" Did you mean {' or '.join(near[:3])}?" if near else ""
            raise Refused("E.place", f"There is no place {text[:60]!r}.{hint}", near)
        return node

    def piece_name(self, t: Table, piece: int) -> str:
        """The name in orders; equal pieces may share one."""
        raise NotImplementedError

    def shared_names(self, t: Table) -> int:
        """The pieces that may share a name with another, as bits; a title with names of their own says 0."""
        return -1

    def called(self, t: Table, piece: int) -> Any:
        """The piece's name, or something cheaper that only pieces of the same name share."""
        return self.piece_name(t, piece)

    def find_pieces(self, t: Table, text: str) -> list[int]:
        """All pieces of that name, in slot order."""
        low = text.casefold()
        return [i for i in range(len(t.p.at)) if self.piece_name(t, i).casefold() == low]

    def clock(self, t: Table) -> int:
        """The public time that facts carry: a turn or phase number."""
        return 0

    def scores(self, t: Table) -> dict[str, int]:
        """Counts at the end of a segment, for milestones and reports."""
        return {}

    def private_nodes(self, t: Table, power: int) -> int:
        """Nodes where no one else sees what a power keeps."""
        return 0

    def appearance(self, t: Table, piece: int) -> str:
        """What an eye sees of an upright piece."""
        return ""
