"""Frames: the sequence of play as data.

The agenda is a stack of frames, innermost last. A frame says which step of the title it is, which kind, whom
it asks, and what it must remember; it is never changed in place, so copying an agenda costs nothing.
"""

from __future__ import annotations

from typing import Any

from .position import frozen, packed

STEP = "step"
ORDER = "order"
QUESTION = "question"
PARALLEL = "parallel"
PROPOSAL = "proposal"


Pairs = tuple[tuple[str, Any], ...]


class Frame:
    """One entry of the agenda. It is never changed in place.

    ``data`` is public; ``secret`` belongs to ``seat`` and is shown to no one else.
    """

    __slots__ = ("_raw", "data", "kind", "power", "seat", "secret", "step")

    def __init__(
        self, step: str, kind: str = STEP, seat: int = -1, power: int = -1, data: Pairs = (), secret: Pairs = ()
    ) -> None:
        self.step, self.kind, self.seat, self.power, self.data, self.secret = step, kind, seat, power, data, secret
        self._raw = b""

    def raw(self) -> bytes:
        """Everything as bytes, in whatever order its values were given."""
        if not self._raw:
            data, secret = tuple(sorted(self.data)), tuple(sorted(self.secret))
            self._raw = packed((self.step, self.kind, self.seat, self.power, data, secret))
        return self._raw

    def __repr__(self) -> str:
        return f"Frame{(self.step, self.kind, self.seat, self.power, self.data, self.secret)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.raw() == other.raw()

    def __hash__(self) -> int:
        return hash(self.raw())

    def get(self, key: str, default: Any = None) -> Any:
        """A public or secret value."""
        for name, value in self.data:
            if name == key:
                return value
        for name, value in self.secret:
            if name == key:
                return value
        return default

    def __getitem__(self, key: str) -> Any:
        value = self.get(key, _MISSING)
        if value is _MISSING:
            raise KeyError(key)
        return value

    def having(self, **changes: Any) -> Frame:
        """The frame with public values changed."""
        return Frame(self.step, self.kind, self.seat, self.power, _merged(self.data, changes), self.secret)

    def hiding(self, **changes: Any) -> Frame:
        """The frame with secret values changed."""
        return Frame(self.step, self.kind, self.seat, self.power, self.data, _merged(self.secret, changes))

    def dump(self, secrets: bool = True) -> list[Any]:
        return [self.step, self.kind, self.seat, self.power, dict(self.data), dict(self.secret) if secrets else {}]

    @staticmethod
    def read(dumped: list[Any]) -> Frame:
        step, kind, seat, power, data, secret = dumped
        return Frame(step, kind, seat, power, _packed(data), _packed(secret))


_MISSING = object()


def _packed(values: dict[str, Any]) -> Pairs:
    return tuple(sorted((key, frozen(value)) for key, value in values.items()))


def _merged(pairs: Pairs, changes: dict[str, Any]) -> Pairs:
    merged = dict(pairs)
    merged.update(changes)
    return tuple(merged.items()) if len(merged) == len(pairs) else tuple(sorted(merged.items()))


def frame(step: str, kind: str = STEP, seat: int = -1, power: int = -1, **data: Any) -> Frame:
    """A frame with public data given by name."""
    return Frame(step, kind, seat, power, tuple(sorted(data.items())))
