"""Registries: rules of one sort that the chapters hang up for whoever has to ask them all."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grognard.engine.core.rules import MaskFn

from . import world as w
from .title import POWERS

if TYPE_CHECKING:
    from .state import Table

F = TypeVar("F", bound=Callable[..., Any])

CHAPTERS = (
    "land.reach", "land.movement", "land.combat", "land.line", "politics.russia", "home.garrisons", "victory",
    "politics.neutrals", "politics.minors", "politics.vichy", "politics.italy", "sea.amphibious", "land.paradrop",
)  # fmt: skip
"""Who hangs rules up: they are asked in this order, whichever chapter was imported first."""

EVERY_NATION, EVERY_POWER = range(len(w.NATIONS)), range(len(POWERS))


def place_of(fn: Callable[..., Any]) -> int:
    """The place of a rule's chapter among those that hang rules up; others come last."""
    name = fn.__module__.removeprefix(f"{__package__}.")
    return CHAPTERS.index(name) if name in CHAPTERS else len(CHAPTERS)


def each_without(numbers: Sequence[str], looser: Callable[[tuple[str, ...]], MaskFn]) -> tuple[tuple[str, MaskFn], ...]:
    """A mask's looser conditions: without each of some rules, then without the first two of them, three and so on.

    The last of those that had to go to free a value is the one that forbids it.
    """
    tries = [(number,) for number in numbers] + [tuple(numbers[:i]) for i in range(2, len(numbers) + 1)]
    return tuple((but[-1], looser(but)) for but in tries)


class Hooks(list[F]):
    """What chapters want to be told of, in the order of the chapters."""

    def append(self, fn: F) -> None:
        super().append(fn)
        self.sort(key=place_of)


class Registry(Generic[F]):
    """Rules with their numbers, in the order of the chapters; one that speaks of some nations or powers says so."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, F, frozenset[int], frozenset[int]]] = []
        self._of: dict[tuple[int, int], tuple[tuple[str, F], ...]] = {}
        self._fns: dict[tuple[int, int], tuple[F, ...]] = {}
        self.watched: tuple[int, ...] = ()
        """The nations that some rule speaks of."""

    def __call__(
        self, number: str, nations: Iterable[int] = EVERY_NATION, powers: Iterable[int] = EVERY_POWER
    ) -> Callable[[F], F]:
        """Register a rule; of other nations and powers it is never asked."""
        about = (frozenset(nations), frozenset(powers))

        def add(fn: F) -> F:
            self._rows.append((number, fn, *about))
            self._rows.sort(key=lambda row: place_of(row[1]))
            self._of.clear()
            self._fns.clear()
            self.watched = tuple(sorted({*about[0], *self.watched}))
            return fn

        return add

    def __iter__(self) -> Iterator[tuple[str, F]]:
        return ((number, fn) for number, fn, _, _ in self._rows)

    def of(self, nation: int, power: int = -1) -> tuple[tuple[str, F], ...]:
        """The rules that speak of a nation's units, or of those of them that one power owns."""
        found = self._of.get((nation, power))
        if found is None:
            found = self._of[nation, power] = tuple(
                (number, fn) for number, fn, nations, powers in self._rows
                if nation in nations and (power < 0 or power in powers)
            )  # fmt: skip
        return found

    def asked(self, t: Table, nation: int, power: int = -1, but: tuple[str, ...] = ()) -> Sequence[F]:
        """The same rules without their numbers, as they are asked; ``but`` says which are left out.

        This is the one place that knows of rules which are left out to show that a test needs them.
        """
        off = t.rules.off
        if off or but:
            return [fn for number, fn in self.of(nation, power) if number not in off and number not in but]
        found = self._fns.get((nation, power))
        if found is None:
            found = self._fns[nation, power] = tuple(fn for _, fn in self.of(nation, power))
        return found

    def without(self, looser: Callable[[tuple[str, ...]], MaskFn]) -> tuple[tuple[str, MaskFn], ...]:
        """What a mask that asks all these rules would leave without each, then without the first two, three ..."""
        return each_without(self.numbers(), looser)

    def numbers(self) -> tuple[str, ...]:
        """The labels of all chapters, each once: those that are not imported yet are, so that none is missing."""
        for name in CHAPTERS:
            importlib.import_module(f".{name}", __package__)
        return tuple(dict.fromkeys(number for number, *_ in self._rows))
