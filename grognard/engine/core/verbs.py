"""Verbs and their levels: what an order is made of.

A :class:`Verb` has levels (piece, target, way ...). At each level the candidates are bits of an int, narrowed
by labelled masks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from .rules import Args, Mask, Reason

if TYPE_CHECKING:
    from .table import Table

PIECE, NODE, WORD, NUMBER, PATH, PIECES, NODES, TEXT = (
    "piece", "node", "word", "number", "path", "pieces", "nodes", "text",
)  # fmt: skip
DONE = "."
Universe = Callable[[Any, int, Args], int]
Words = Callable[[Any, int, Args], tuple[str, ...]]
Cost = Callable[[Any, int, Args, int], int]


class Level:
    """One level of an order.

    ``universe`` gives all candidates that the level could ever mean here; ``masks`` narrow them. A level of
    kind ``pieces`` or ``nodes`` is a set, chosen member by member in printed order and closed with ``.``; its
    masks see the members chosen so far as their last argument, and ``closes`` says when it may be closed.
    A level that is ``optional`` is passed over when it leaves only its first candidate. The last level may be a
    path with ``ways``: those to a target that the rules tell apart, the one that is gone unasked first.
    """

    __slots__ = (
        "closes", "cost", "is_set", "kind", "masks", "name", "of_pieces", "optional", "path", "universe", "ways",
        "words",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: str,
        universe: Universe | None = None,
        masks: tuple[Mask, ...] = (),
        *,
        words: Words | tuple[str, ...] = (),
        closes: tuple[Mask, ...] = (),
        cost: Cost | None = None,
        path: Callable[[Any, int, Args, int], tuple[int, ...]] | None = None,
        ways: Callable[[Any, int, Args, int], Sequence[tuple[int, ...]]] | None = None,
        optional: bool = False,
    ) -> None:
        self.name, self.kind, self.masks, self.closes = name, kind, masks, closes
        self.universe, self.cost, self.path, self.ways, self.optional = universe, cost, path, ways, optional
        self.words: Words | None = words if callable(words) else (lambda t, s, a: words) if words else None
        self.is_set, self.of_pieces = kind in (PIECES, NODES), kind in (PIECE, PIECES)


class Choice(NamedTuple):
    """One child of the offer tree."""

    text: str
    value: Any
    final: bool
    cost: int | None = None


class Order(NamedTuple):
    """A complete order: the verb and a value for each level. ``str(order)`` is its text form."""

    verb: str
    args: Args
    text: str

    def __str__(self) -> str:
        return self.text


class Verb:
    """One kind of order. ``levels`` say what may be chosen, ``apply`` does it."""

    name: str = ""
    levels: tuple[Level, ...] = ()
    masks: tuple[Mask, ...] = ()
    """Conditions on the verb itself: bit 0 set means it is open."""
    labels: tuple[str, ...] = ()
    """Rules that ``apply`` enforces as attempts or effects."""
    ends: bool = False
    """True for a verb that ends the step: its debts must be paid."""

    @cached_property
    def root(self) -> Branch:
        """Where the way down this verb's levels begins."""
        return Branch(self)

    @cached_property
    def first(self) -> Level | None:
        """Its first level, if that is chosen of a universe."""
        level = self.levels[0] if self.levels else None
        return level if level is not None and level.universe is not None else None

    @cached_property
    def stages(self) -> tuple[tuple[Any, bool, bool], ...]:
        """After so many values: the level that comes next, whether there is none, whether it is the last."""
        n = len(self.levels)
        return (*((level, False, i == n) for i, level in enumerate(self.levels, 1)), (None, True, False))

    @cached_property
    def guarded(self) -> bool:
        """May a condition or a debt close it?"""
        return bool(self.masks) or self.ends

    @cached_property
    def has_path(self) -> bool:
        """Has it a level that is a path?"""
        return any(level.kind == PATH for level in self.levels)

    @cached_property
    def has_ways(self) -> bool:
        """Is its last level a path with ways that the rules tell apart?"""
        return bool(self.levels) and self.levels[-1].ways is not None

    def apply(self, t: Table, seat: int, args: Args) -> None:
        raise NotImplementedError

    def glance(self, t: Table, seat: int) -> int:
        """A quick look while every rule is on: 0 where the verb surely has no offer, -1 where its conditions must be
        asked, or just those candidates of its first level that they would all leave."""
        return -1

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        """Why a typed path is not an offered one's equal, or None when it is."""
        return Reason("E.choice", "No way is offered there but those that are listed.")

    def refuse(self, t: Table, seat: int, args: Args) -> Reason | None:
        """Why the complete order is not taken, for what no level can say (a text)."""
        return None


class End(Verb):
    """End the step, once its debts are paid."""

    name = "end"
    ends = True

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class Commit(End):
    """Have done with one's work in parallel, once it owes nothing."""

    name = "commit"


class Pass(Verb):
    """Let it go by: the step ends without more."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class Branch:
    """How far down the tree we are: the verb, the values chosen, and the members of a set in the making.

    ``seen`` are the arguments that the level's masks see; ``last`` says that no level comes after this one; ``key``
    is what the candidates of the level are kept by. It is never changed.
    """

    __slots__ = ("args", "complete", "key", "last", "level", "members", "seen", "verb")

    level: Level
    """The level that comes next; a complete branch has none."""

    def __init__(self, verb: Verb, args: Args = (), members: tuple[int, ...] | None = None) -> None:
        self.verb, self.args, self.members = verb, args, members
        self.seen = args if members is None else (*args, members)
        self.key = (verb, args, members or None)
        self.level, self.complete, self.last = verb.stages[len(args)]
