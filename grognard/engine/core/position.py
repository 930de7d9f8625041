"""The position: flat and whole.

A title's position is a subclass that declares its state, each thing once, with its kind and what it begins with:

    class TinyPosition(Position):
        kind = column()  # an int a piece
        red_land = bitset()  # a set of hexes (or pieces) as an int
        turn = number(1)
        held = by_power()  # a short list, one a power
        plans_made = record()  # a small dict of plain values
        pool = counts()  # how many of each kind lie off the map
        army = derived(list[int])  # what follows from the rest and is kept up to date beside it

Everything the rules freeze is state and is declared; copy, hash and text form follow, and a position takes nothing
that is not declared. Who stands where (``stacks``, ``occupied``) is kept up to date by :meth:`put`.
"""

from __future__ import annotations

import marshal
import sys
from array import array
from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast

from ...board.hexset import members

Value = Any
"""What a record may hold: ints, strings, None, and tuples of these."""
D = TypeVar("D")

COLUMN, NODES, SET, NUMBER, LIST, RECORD, COUNTS, DERIVED = (
    "column", "column of nodes", "set", "number", "list", "record", "counts", "derived",
)  # fmt: skip


class Field(NamedTuple):
    """One thing of the state: its kind, and what it begins with."""

    kind: str
    default: Any = 0


def column(default: int = 0) -> array[int]:
    """An int for each piece."""
    return cast("array[int]", Field(COLUMN, default))


def by_node(default: int = 0) -> array[int]:
    """An int for each node."""
    return cast("array[int]", Field(NODES, default))


def bitset() -> int:
    """A set of hexes or of pieces, as bits."""
    return cast(int, Field(SET))


def number(default: int = 0) -> int:
    """A number."""
    return cast(int, Field(NUMBER, default))


def by_power() -> list[int]:
    """A short list of ints, one a power or a month."""
    return cast("list[int]", Field(LIST))


def record() -> dict[Any, Value]:
    """A small dict of plain values: pools, ledgers, what has happened."""
    return cast("dict[Any, Value]", Field(RECORD))


def counts() -> bytes:
    """How many of each kind there are, up to 255: bytes that copies share (:mod:`.counts`)."""
    return cast(bytes, Field(COUNTS))


def derived(kind: Callable[[], D]) -> D:
    """No state of its own: an int, list or dict that the position keeps up to date from the rest, and copies."""
    return cast(D, Field(DERIVED, kind))


class Picked:
    """Fields of one kind and meaning, one a side, picked by index: ``ground = Picked("axis_ground", "allied_ground")``.

    What is state stays declared field by field; ``p.ground[side]`` reads one of them and writes it.
    """

    __slots__ = ("names",)

    def __init__(self, *names: str) -> None:
        self.names = names

    def __get__(self, position: Any, owner: Any = None) -> Picks:
        return Picks(position, self.names)


class Picks:
    """The fields of one position that a :class:`Picked` names."""

    __slots__ = ("names", "position")

    def __init__(self, position: Position, names: tuple[str, ...]) -> None:
        self.position, self.names = position, names

    def __getitem__(self, side: int) -> int:
        found: int = getattr(self.position, self.names[side])
        return found

    def __setitem__(self, side: int, bits: int) -> None:
        setattr(self.position, self.names[side], bits)

    def __len__(self) -> int:
        return len(self.names)


def _compiled_copy(cls: type[Position]) -> Any:
    """A copy method without loops: a game copies its position at every barrier."""
    whole = [name for name in cls.beside if cls.fields[name].default is int]
    flat, sliced = (*cls.sets, *cls.numbers, *cls.tallies, *whole), (*cls.columns, *cls.node_columns, *cls.lists)
    copied = (*cls.records, *(name for name in cls.beside if name not in whole))
    lines = ["def copy(self):", " n = new(cls)", *(f" n.{name} = self.{name}" for name in flat)]
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
    values = [f"self.{name}" for name in (*cls.sets, *cls.numbers, *cls.lists, *cls.tallies)]
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


class Declared(type):
    """Makes a class of positions from what its body declares: slots for just that, and copy and hash without loops."""

    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], **kwargs: Any) -> Any:
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        kept = {key: value for key, value in body.items() if key not in own}
        made: Any = super().__new__(mcls, name, bases, {**kept, "__slots__": tuple(own)}, **kwargs)
        above = [base.fields for base in reversed(made.__mro__[1:]) if "fields" in vars(base)]
        made.fields = {key: field for fields in (*above, own) for key, field in fields.items()}
        for attribute, kind in KINDS.items():
            setattr(made, attribute, tuple([key for key, field in made.fields.items() if field.kind == kind]))
        made._copy, made._raw = _compiled_copy(made), _compiled_raw(made)
        return made


KINDS = {
    "columns": COLUMN, "node_columns": NODES, "sets": SET, "numbers": NUMBER, "lists": LIST, "records": RECORD,
    "tallies": COUNTS, "beside": DERIVED,
}  # fmt: skip
_versions = count(1)


class Position(metaclass=Declared):
    """State shared by all titles: where pieces are, who owns them, who plays whom, who is hostile."""

    fields: ClassVar[dict[str, Field]]
    columns: ClassVar[tuple[str, ...]]
    node_columns: ClassVar[tuple[str, ...]]
    sets: ClassVar[tuple[str, ...]]
    numbers: ClassVar[tuple[str, ...]]
    lists: ClassVar[tuple[str, ...]]
    records: ClassVar[tuple[str, ...]]
    tallies: ClassVar[tuple[str, ...]]
    beside: ClassVar[tuple[str, ...]]

    at = column()
    power = column()
    shown = column()
    """The viewers that may read a piece's face, as bits."""
    seat_of = by_power()
    hostile = by_power()
    plans = record()
    stacks = derived(dict[int, tuple[int, ...]])
    occupied = derived(list[int])
    versions = derived(list[int])
    """By power, a number that no other state of its pieces has ever had: for the keys of kept answers."""
    version = derived(int)
    """The same of all pieces."""

    def __init__(self, pieces: int, nodes: int, powers: int) -> None:
        """An empty position: every piece at node 0 of power 0."""
        begun: dict[str, Callable[[Any], Any]] = {
            COLUMN: lambda default: array("i", [default]) * pieces,
            NODES: lambda default: array("i", [default]) * nodes,
            SET: lambda default: default,
            NUMBER: lambda default: default,
            LIST: lambda default: [default] * powers,
            RECORD: lambda default: {},
            COUNTS: lambda default: b"",
            DERIVED: lambda kind: kind(),
        }
        for name, field in self.fields.items():
            setattr(self, name, begun[field.kind](field.default))
        self.occupied, self.versions = [0] * powers, [next(_versions) for _ in range(powers)]

    def _copy(self) -> Self:
        raise NotImplementedError

    def _raw(self) -> bytes:
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent twin."""
        return self._copy()

    def changed(self, power: int) -> None:
        """Pieces of a power are not what or where they were: answers that follow from them no longer serve."""
        self.version = self.versions[power] = next(_versions)

    def version_of(self, powers: int) -> int:
        """Stands for who of some powers stands where, in a key: the number of the last change among them, for at that
        change the others were as they are."""
        return max(map(self.versions.__getitem__, members(powers)), default=0)

    def put(self, piece: int, node: int) -> None:
        """Stand a piece on a node."""
        self.lift(piece)
        self.at[piece] = node
        stack = self.stacks.get(node)
        if stack is None:
            self.stacks[node] = (piece,)
        else:
            self.stacks[node] = tuple(sorted((*stack, piece)))
        power = self.power[piece]
        self.occupied[power] |= 1 << node
        self.version = self.versions[power] = next(_versions)

    def lift(self, piece: int) -> None:
        """Take a piece out of its stack (it must then be put somewhere)."""
        node = self.at[piece]
        stack = self.stacks.get(node)
        if stack is None or piece not in stack:
            return
        power = self.power[piece]
        self.version = self.versions[power] = next(_versions)
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
        for power in range(len(self.versions)):
            self.changed(power)

    def raw(self) -> bytes:
        """Everything that is state as bytes, the same on any machine."""
        return self._raw()

    def dump(self) -> dict[str, Any]:
        """The exact form: plain values that JSON can hold."""
        out: dict[str, Any] = {}
        for name in (*self.columns, *self.node_columns):
            out[name] = _runs(getattr(self, name))
        for name in self.sets:
            out[name] = format(getattr(self, name), "x")
        for name in (*self.numbers, *self.lists):
            out[name] = getattr(self, name)
        for name in self.records:
            # As pairs, for JSON would sort the keys and rules may go through them in order.
            out[name] = list(getattr(self, name).items())
        for name in self.tallies:
            out[name] = getattr(self, name).hex()
        return out

    @classmethod
    def read(cls, dumped: dict[str, Any], powers: int, nodes: int = 0, older: bool = False) -> Self:
        """The position that :meth:`dump` wrote; in an ``older`` form it may lack what begins as it is declared."""
        p = cls(len(_unruns(dumped["at"])) if older else 0, nodes, powers)
        for name, field in cls.fields.items():
            if field.kind in READ and not (older and name not in dumped):
                setattr(p, name, READ[field.kind](dumped[name]))
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
    for value, times in zip(runs[::2], runs[1::2], strict=True):
        column.extend([value] * times)
    return column


READ: dict[str, Callable[[Any], Any]] = {
    COLUMN: _unruns,
    NODES: _unruns,
    SET: lambda text: int(text, 16),
    NUMBER: int,
    LIST: lambda values: [int(value) for value in values],
    RECORD: lambda pairs: {key: frozen(value) for key, value in pairs},
    COUNTS: bytes.fromhex,
}
"""How each kind of state is read from the exact form."""
in_bytes = array.tobytes if sys.byteorder == "little" else _swapped
