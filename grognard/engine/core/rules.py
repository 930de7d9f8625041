"""Rules that can say why: labels, masks, debts, effects, and what a refusal carries.

A *mask* narrows the candidates of one level of an order; a *debt* must be paid before a step may end; an
*effect* is a rule that is no condition. Each has the number of the rule that imposes it. The engine can drop any of
them (``Rules(off={"7.33"})`` plays on without 7.33), which is how a test shows that the rule bites; no rule asks.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from .table import Table

F = TypeVar("F", bound=Callable[..., Any])

Args = tuple[Any, ...]


class Refused(Exception):
    """An order that is not taken: the id of the rule that forbids it and a sentence that helps.

    >>> str(Refused("5.23", "A unit stops when it enters an enemy zone of control."))
    '5.23: A unit stops when it enters an enemy zone of control.'
    """

    def __init__(self, rule: str, sentence: str, nearest: Iterable[str] = ()) -> None:
        self.rule = rule
        self.sentence = sentence
        self.nearest = tuple(nearest)
        super().__init__(f"{rule}: {sentence}")

    @property
    def reason(self) -> Reason:
        return Reason(self.rule, self.sentence)


class Reason(NamedTuple):
    """Why not: the rule's id and our sentence."""

    rule: str
    sentence: str


class RuleAbsent(NotImplementedError):
    """A numbered rule that this version does not play yet."""


class Rules:
    """The level of the rules that a game is played under, and which labels are switched off in it.

    A game keeps the level that it was begun under until its players agree to another, which has then been ``raised``.
    """

    __slots__ = ("level", "off", "raised")

    def __init__(self, level: int = 1, off: Iterable[str] = (), raised: bool = False) -> None:
        self.level, self.off, self.raised = level, frozenset(off), raised

    def at_level(self, level: int) -> Rules:
        """The same rules from now on at another level.

        >>> Rules(1).at_level(2).level
        2
        """
        return Rules(level, self.off, raised=True)

    def on(self, label: str) -> bool:
        """True unless ``label`` is knocked out."""
        return label not in self.off

    def without(self, *labels: str) -> Rules:
        """The same rules with more labels switched off.

        >>> Rules().without("5.23").on("5.23")
        False
        """
        return Rules(self.level, self.off.union(labels), self.raised)


KNOCKED_OUT: dict[str, frozenset[str]] = {}
"""By title: labels that every table made now begins without."""


@contextmanager
def knocked_out(title: str, *labels: str) -> Iterator[None]:
    """Make every table of a title without these labels for a while: how a test is run against a missing rule."""
    before = KNOCKED_OUT.get(title, frozenset())
    KNOCKED_OUT[title] = before.union(labels)
    try:
        yield
    finally:
        KNOCKED_OUT[title] = before


MaskFn = Callable[[Any, int, Args], int]
SayFn = Callable[[Any, int, Args, int], str]


@dataclass(frozen=True, slots=True)
class Mask:
    """A condition that holds now: the set of candidates that rule ``rule`` leaves, as bits.

    A condition that several rules make together (a reach knows costs, zones and hexsides) names them in ``without``,
    each with the condition as it would be without that rule. What is refused is then refused by the first of them
    without which it would be allowed, in that rule's sentence, or by ``say`` if the rule is ``told`` so. A mask that
    looks ``ahead`` leaves out what no later level offers anything for, and comes last: of an order that goes on the
    later level says why.
    """

    rule: str
    allowed: MaskFn
    say: SayFn | None = None
    ahead: bool = False
    told: tuple[str, ...] = ()
    without: tuple[tuple[str, MaskFn], ...] = ()

    def labels(self) -> tuple[str, ...]:
        return (*(label for label, _ in self.without), self.rule)

    def under(self, off: frozenset[str]) -> MaskFn | None:
        """The condition while some rules are switched off: none at all, a looser one, or this."""
        if self.rule in off:
            return None
        return next((looser for label, looser in self.without if label in off), self.allowed)


class Owed(NamedTuple):
    """One thing to repair before a step may end."""

    rule: str
    sentence: str
    node: int = -1
    piece: int = -1


@dataclass(frozen=True, slots=True)
class Debt:
    """A condition that must hold before ``end``.

    ``owed(t, seat)`` lists what is to be repaired. ``keeps(t, seat, verb, args)`` is False for an order that
    would make the debt unpayable; it is cheap, and may err towards refusing but never towards a dead end.
    ``verbs`` names the orders that could; without it every order is asked about. ``spares(t, seat, verb, args)``
    are the last choices, as bits, that surely keep the debt payable and need no asking; when it is ``exact`` no
    other does.
    """

    rule: str
    owed: Callable[[Any, int], list[Owed]]
    keeps: Callable[[Any, int, str, Args], bool] | None = None
    verbs: tuple[str, ...] = ()
    spares: Callable[[Any, int, str, Args], int] | None = None
    exact: bool = False


def rule(number: str, off: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Label an effect: with ``number`` knocked out nothing happens, or ``off`` is done instead."""

    def label(fn: F) -> F:
        @functools.wraps(fn)
        def labelled(t: Table, *args: Any, **kwargs: Any) -> Any:
            if number in t.rules.off:
                return off(t, *args, **kwargs) if off is not None else None
            return fn(t, *args, **kwargs)

        LABELLED.setdefault(fn.__module__, set()).add(number)
        return cast(F, labelled)

    return label


LABELLED: dict[str, set[str]] = {}
"""The effects labelled in each module, for the list of rules that can be knocked out."""


class RuleBook:
    """A title's own sentence for each numbered rule (``data/rules.csv``)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[str, dict[str, str]] | None = None

    @property
    def rows(self) -> dict[str, dict[str, str]]:
        if self._rows is None:
            with self.path.open(newline="", encoding="utf-8") as file:
                self._rows = {row["rule"]: row for row in csv.DictReader(file)}
        return self._rows

    def sentence(self, number: str) -> str:
        """Our sentence for a rule, or for the chapter that it belongs to."""
        row = self.rows.get(number) or self.rows.get(number.split("/")[0])
        return row["summary"] if row else ENGINE_RULES.get(number, "")

    def title(self, number: str) -> str:
        row = self.rows.get(number)
        return row["title"] if row else ""


ENGINE_RULES = {
    "E.turn": "It is not this seat's turn to decide.",
    "E.parse": "The order could not be read.",
    "E.stale": "The game has moved on since this order was written.",
    "E.seat": "There is no such seat in this game.",
    "E.closed": "The game is over.",
    "E.undo": "There is nothing that this seat may take back.",
    "E.verb": "No such order is open now.",
    "E.choice": "That is not among the choices.",
    "E.debt": "Something must be repaired first.",
    "E.proposal": "There is no such proposal to answer.",
}
