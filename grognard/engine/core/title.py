"""What a title tells the engine.

``titles/<id>/title.py`` holds ``META`` and imports no rules; ``Meta.load()`` imports the rules module, which
holds the :class:`Title` object.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...board import Board
from .names import unknown
from .position import Position
from .rules import Refused, RuleBook

if TYPE_CHECKING:
    import random

    from ..fog.view import View
    from ..play.desk import Proposal
    from ..words.lesson import Lesson
    from .knowledge import Token
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


Ledger = Callable[["Table"], int]


class Title:
    """A game's rules as the engine calls them; a title fills it in and overrides what it needs.

    The hooks that a title with hidden pieces brings are together at the end.
    """

    meta: Meta
    book: RuleBook
    position: type[Position]
    steps: Mapping[str, Step] = {}
    says: Mapping[str, str] = {}
    """The sentence of each kind of event, with fields in braces; of a kind with an empty one nothing is said."""
    words: Mapping[str, str] = {}
    """Ids in events that a sentence calls by another name."""

    ledgers: Mapping[str, Ledger] = {}
    """What is conserved between barriers: name and count."""
    invariants: Mapping[str, Callable[[Table], bool]] = {}
    editors: frozenset[str] = frozenset()
    """Steps in which orders may go back and forth: progress is not asked there."""
    deployments: frozenset[str] = frozenset()
    """Steps in which armies are set up before the first turn: benchmarks leave them out."""
    safe_orders: tuple[str, ...] = ("end", "commit", "pass")
    """Verbs that lead on, for policies that want to get through a game."""
    aggressive_verbs: tuple[str, ...] = ()
    """Verbs that look for the enemy, for policies that want battles."""

    proposals: Mapping[str, Proposal] = {}
    """The title's own proposals, beside the engine's."""

    lessons: tuple[Lesson, ...] = ()
    """What can be learned by playing."""

    fog: bool = False
    secret_columns: tuple[str, ...] = ()
    """Columns that an upright piece hides; its identity is always hidden with them."""
    private_columns: tuple[str, ...] = ()
    """Columns that only the owner reads, though the piece lies face up; ``face`` must not show them."""
    stack_columns: tuple[str, ...] = ()
    """Public columns of what was done this turn: once blocks have mixed, an eye knows of the stack what they say, but
    not of which block. Others get them in the order of their values."""
    debt_labels: frozenset[str] = frozenset()
    """Labels that what a step is owed may carry beside those of its debts."""
    reveals: Mapping[str, str] = {}
    """The reveal table: rule and what it shows to whom."""
    numbers: Mapping[str, str] = {}
    """The number that each label of a shared system has in this title's own book; a label without a row is one."""

    def number(self, label: str) -> str:
        """The number in the title's own book of the rule that a label stands for."""
        return self.numbers.get(label, label)

    def labels(self, numbers: Iterable[str]) -> frozenset[str]:
        """The labels that stand for some numbers of the title's own book."""
        wanted = frozenset(numbers)
        if not self.numbers or not wanted:
            return wanted
        own = wanted - self.numbers.keys()
        return own.union(label for label, number in self.numbers.items() if number in wanted)

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> Any:
        """What is the same through the whole game (board, charts), to be kept in ``Table.world``."""
        raise NotImplementedError

    def begin_on(self, scenario: str, options: Mapping[str, str], board: Any) -> Any:
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

    def progress(self, t: Table) -> int:
        """A number that falls with every order of a frame that is no editor, or stays while the agenda shrinks."""
        return 0

    def scores(self, t: Table) -> dict[str, int]:
        """Counts at the end of a segment, for milestones and reports."""
        return {}

    def scene_word(self, t: Table, clause: str) -> bool:
        """Apply a scene's clause that the engine does not know; False when it means nothing here."""
        return False

    scene_words: tuple[str, ...] = ()
    """Clauses as people write them, for one that means nothing."""

    def scene_piece(self, t: Table, node: int, text: str) -> int:
        """Put the piece that ``text`` describes on ``node``: its slot, or -1 when there is no such piece."""
        return -1

    def scene_names(self, t: Table) -> list[str]:
        """The pieces that a scene may put down, for one that is mistyped."""
        return []

    def scene_limits(self, t: Table) -> Mapping[str, range]:
        """The values that a scene may give to the position's numbers; those that it leaves out take any."""
        return {}

    def scene_clear(self, t: Table) -> None:
        """Take every piece off the map, for a scene that says ``bare``."""
        raise NotImplementedError

    def describe(self, t: Table, piece: int) -> str:
        """A piece as a scene writes it."""
        return self.piece_name(t, piece)

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        """How the table draws a piece that a viewer may read: symbol, label, strength, steps, most, face, tags.

        Made from the piece's own columns, its bits in the position's sets and the world, as its name is: a piece of
        which these have not changed is not drawn anew."""
        return {"symbol": "", "label": self.piece_name(t, piece), "strength": "", "face": "", "tags": []}

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        """How the table draws a block seen from behind; ``facts`` become what is remembered of it."""
        return {"symbol": "", "label": "", "strength": "", "face": token.look, "tags": []}

    looks: Mapping[str, Any] = {}
    """The sides' shapes and colours, the faces of pieces and their symbols."""

    def turn(self, t: Table) -> dict[str, Any]:
        """The turn track: ``name``, ``track``, ``at``, ``phases``, ``phase``."""
        return {"name": "", "track": [], "at": 0, "phases": [], "phase": 0}

    def odds(self, t: Table, seat: int, order: str) -> dict[str, Any] | None:
        """The distribution of an order's outcome from the combat code under what the seat knows, or None."""
        return None

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """Track, ledgers, pools and charts as the seat may see them, for the table's panels."""
        return []

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        """An overlay (supply, zones, control ...) from what the seat knows, or None."""
        return None

    overlays: tuple[str, ...] = ()
    public_overlays: tuple[str, ...] = ()
    """Those that spectators may see: made of public facts alone."""

    def gates(self, t: Table, seat: int, node: int) -> list[dict[str, Any]]:
        """Hexsides of a target that only so many may cross: ``from``, ``to``, ``used`` and ``most``."""
        return []

    # Hidden pieces

    def private_nodes(self, t: Table, power: int) -> int:
        """Nodes where no one else sees what a power keeps."""
        return 0

    def appearance(self, t: Table, piece: int) -> str:
        """What an eye sees of an upright piece."""
        return ""

    def secret_records(self, t: Table) -> Mapping[str, int]:
        """Records that only one seat knows: name and seat."""
        return {}

    def secret_numbers(self, t: Table) -> Mapping[str, int]:
        """Numbers that only one seat knows: name and seat."""
        return {}

    def secret_lists(self, t: Table) -> Mapping[str, tuple[int, ...]]:
        """Lists with entries that only one seat knows: name, and by entry that seat, or -1 when all know it."""
        return {}

    def rename_pieces(self, t: Table, names: Mapping[int, int]) -> None:
        """Blocks have changed identities: put the new slots wherever a record or a column holds the old ones."""

    def could_be(self, t: Table, piece: int, token: Token) -> bool:
        """May the unknown block behind ``token`` be ``piece``, as far as the rules tell?"""
        return True

    def draw_column(self, t: Table, column: str, piece: int, fact: tuple[int, int] | None, rng: random.Random) -> int:
        """A value of a secret or private column that the facts allow; ``fact`` is (value, time) or None."""
        raise NotImplementedError

    def draw_unseen(self, t: Table, pieces: list[int], rng: random.Random) -> None:
        """Stand the pieces that no token shows where they may be (pools, boxes)."""

    def draw_entry(self, t: Table, name: str, index: int, rng: random.Random) -> int:
        """A value of a list's entry that another seat alone knows."""
        raise NotImplementedError

    def draw_rest(self, t: Table, view: View, rng: random.Random) -> None:
        """Draw the other secrets (plans, ledgers, frames) of the seats that the view does not show."""
