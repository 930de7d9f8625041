"""The position: flat and whole.

A title's position is a subclass that declares its state: ``COLUMNS`` (an int a piece), ``NODES`` (an int a
node), ``SETS`` (hex sets as ints), ``NUMBERS``, ``LISTS`` (short lists of ints, one a power or a month) and
``RECORDS`` (small dicts of plain values: plans, pools, ledgers). Everything the rules freeze is state and is
declared there; copy, hash and text follow from the declaration. Who stands where (``stacks``, ``occupied``)
is kept up to date by :meth:`put`.
"""

from __future__ import annotations

import marshal
import sys
from array import array
from typing import Any, ClassVar, Self

Value = Any
"""What a record may hold: ints, strings, None, and tuples of these."""


class Position:
    """State shared by all titles: where pieces are, who owns them, who plays whom, who is hostile."""

    COLUMNS: ClassVar[dict[str, int]] = {}
    NODES: ClassVar[dict[str, int]] = {}
    SETS: ClassVar[tuple[str, ...]] = ()
    NUMBERS: ClassVar[dict[str, int]] = {}
    LISTS: ClassVar[tuple[str, ...]] = ()
    RECORDS: ClassVar[tuple[str, ...]] = ()

    BASE_COLUMNS: ClassVar[dict[str, int]] = {"at": 0, "power": 0, "shown": 0}
    BASE_LISTS: ClassVar[tuple[str, ...]] = ("seat_of", "hostile")
    BASE_RECORDS: ClassVar[tuple[str, ...]] = ("plans",)

    columns: ClassVar[tuple[str, ...]]
    node_columns: ClassVar[tuple[str, ...]]
    lists: ClassVar[tuple[str, ...]]
    records: ClassVar[tuple[str, ...]]
    numbers: ClassVar[tuple[str, ...]]

    at: array[int]
    power: array[int]
    shown: array[int]
    seat_of: list[int]
    hostile: list[int]
    plans: dict[str, Value]
    stacks: dict[int, tuple[int, ...]]
    occupied: list[int]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.columns = (*cls.BASE_COLUMNS, *cls.COLUMNS)
        cls.node_columns = tuple(cls.NODES)
        cls.lists = (*cls.BASE_LISTS, *cls.LISTS)
        cls.records = (*cls.BASE_RECORDS, *cls.RECORDS)
        cls.numbers = tuple(cls.NUMBERS)
        cls._copy = _compiled_copy(cls)  # type: ignore[method-assign]
        cls._raw = _compiled_raw(cls)  # type: ignore[method-assign]

    def __init__(self, pieces: int, nodes: int, powers: int) -> None:
        """An empty position: every piece at node 0 of power 0."""
        for name, default in {**self.BASE_COLUMNS, **self.COLUMNS}.items():
            setattr(self, name, array("i", [default]) * pieces)
        for name, default in self.NODES.items():
            setattr(self, name, array("i", [default]) * nodes)
        for name in self.SETS:
            setattr(self, name, 0)
        for name, default in self.NUMBERS.items():
            setattr(self, name, default)
        for name in self.lists:
            setattr(self, name, [0] * powers)
        for name in self.records:
            setattr(self, name, {})
        self.occupied = [0] * powers
        self.stacks = {}

    def _copy(self) -> Self:
        raise NotImplementedError

    def _raw(self) -> bytes:
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent twin."""
        return self._copy()

    def put(self, piece: int, node: int) -> None:
        """Stand a piece on a node."""
        self.lift(piece)
        self.at[piece] = node
        stack = self.stacks.get(node)
        if stack is None:
            self.stacks[node] = (piece,)
        else:
            self.stacks[node] = tuple(sorted((*stack, piece)))
        self.occupied[self.power[piece]] |= 1 << node

    def lift(self, piece: int) -> None:
        """Take a piece out of its stack (it must then be put somewhere)."""
        node = self.at[piece]
        stack = self.stacks.get(node)
        if stack is None or piece not in stack:
            return
        power = self.power[piece]
        if len(stack) == 1:
            del self.stacks[node]
            self.occupied[power] &= ~(1 << node)
            return
        rest = self.stacks[node] = tuple([i for i in stack if i != piece])
        owners = self.power
        if power not in [owners[i] for i in rest]:
            self.occupied[power] &= ~(1 << node)

    def give(self, piece: int, power: int) -> None:
        """A piece changes owner."""
        node = self.at[piece]
        self.lift(piece)
        self.power[piece] = power
        self.put(piece, node)

    def stack(self, node: int) -> tuple[int, ...]:
        """The pieces on a node, in slot order."""
        return self.stacks.get(node, ())

    def restack(self) -> None:
        """Work out stacks and occupied sets from ``at`` and ``power``."""
        stacks: dict[int, list[int]] = {}
        where: list[set[int]] = [set() for _ in self.occupied]
        for piece, (node, power) in enumerate(zip(self.at, self.power, strict=True)):
            if node in stacks:
                stacks[node].append(piece)
            else:
                stacks[node] = [piece]
            where[power].add(node)
        self.occupied = [sum([1 << node for node in nodes]) for nodes in where]
        self.stacks = {node: tuple(stack) for node, stack in stacks.items()}

    def raw(self) -> bytes:
        """Everything that is state as bytes, the same on any machine."""
        return self._raw()

    def dump(self) -> dict[str, Any]:
        """The exact form: plain values that JSON can hold."""
        out: dict[str, Any] = {}
        for name in (*self.columns, *self.node_columns):
            out[name] = _runs(getattr(self, name))
        for name in self.SETS:
            out[name] = format(getattr(self, name), "x")
        for name in (*self.numbers, *self.lists):
            out[name] = getattr(self, name)
        for name in self.records:
            # As pairs, for JSON would sort the keys and rules may go through them in order.
            out[name] = list(getattr(self, name).items())
        return out

    @classmethod
    def read(cls, dumped: dict[str, Any], powers: int) -> Self:
        """The position that :meth:`dump` wrote."""
        p = cls(0, 0, powers)
        for name in (*cls.columns, *cls.node_columns):
            setattr(p, name, _unruns(dumped[name]))
        for name in cls.SETS:
            setattr(p, name, int(dumped[name], 16))
        for name in cls.numbers:
            setattr(p, name, int(dumped[name]))
        for name in cls.lists:
            setattr(p, name, [int(x) for x in dumped[name]])
        for name in cls.records:
            setattr(p, name, {key: frozen(value) for key, value in dumped[name]})
        p.restack()
        return p


def frozen(value: Any) -> Any:
    """JSON's lists as tuples, all the way down."""
    return tuple(frozen(v) for v in value) if isinstance(value, list | tuple) else value


def _runs(column: array[int]) -> list[int]:
    """Run lengths: value, count, value, count ..."""
    out: list[int] = []
    for x in column:
        if out and out[-2] == x:
            out[-1] += 1
        else:
            out += (x, 1)
    return out


def _unruns(runs: list[int]) -> array[int]:
    column = array("i")
    for value, count in zip(runs[::2], runs[1::2], strict=True):
        column.extend([value] * count)
    return column


INLINE = 30
"""So many attributes lie in the object itself; more of them in a dictionary, which is best copied whole."""


def _compiled_copy(cls: type[Position]) -> Any:
    """A copy method without loops: a game copies its position at every barrier.

    A position of many attributes is copied with whatever else it keeps; what can change of that its own copy renews.
    """
    flat, sliced = (*cls.SETS, *cls.numbers), (*cls.columns, *cls.node_columns, *cls.lists, "occupied")
    copied = (*cls.records, "stacks")
    many = len(flat) + len(sliced) + len(copied) > INLINE
    lines = ["def copy(self):", " n = new(cls)"]
    lines += [" n.__dict__.update(self.__dict__)"] if many else [f" n.{name} = self.{name}" for name in flat]
    lines += [f" n.{name} = self.{name}[:]" for name in sliced]
    lines += [f" n.{name} = self.{name}.copy()" for name in copied]
    lines.append(" return n")
    scope: dict[str, Any] = {"cls": cls, "new": object.__new__}
    exec("\n".join(lines), scope)
    return scope["copy"]


def _compiled_raw(cls: type[Position]) -> Any:
    """The bytes of a position without loops: a game hashes them at every barrier."""
    column = "self.{}" if sys.byteorder == "little" else "swapped(self.{})"
    columns = ", ".join(column.format(name) for name in (*cls.columns, *cls.node_columns))
    values = [f"self.{name}" for name in (*cls.SETS, *cls.numbers, *cls.lists)]
    values += [f"sorted(self.{name}.items()) if self.{name} else 0" for name in cls.records]
    scope: dict[str, Any] = {"packed": packed, "swapped": _swapped}
    exec(f"def raw_of(self):\n return b''.join(({columns}, packed(({', '.join(values)}))))", scope)
    return scope["raw_of"]


def packed(values: Any) -> bytes:
    """Plain values as bytes, the same on any machine: this version of the format knows no references."""
    return marshal.dumps(values, 2)


def _swapped(column: array[int]) -> bytes:  # pragma: no cover - for machines that put the high byte first
    twin = column[:]
    twin.byteswap()
    return twin.tobytes()


in_bytes = array.tobytes if sys.byteorder == "little" else _swapped
