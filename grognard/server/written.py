"""States as they are sent: whole at first, then what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson


def written(value: Any) -> str:
    """JSON as it is sent."""
    return orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS).decode()


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | set | frozenset):
        return list(value)
    raise TypeError(type(value).__name__)


class Shown:
    """A viewer's state: each of its fields and each of its pieces written once."""

    __slots__ = ("fields", "pieces")

    def __init__(self, fields: dict[str, str], pieces: Sequence[str]) -> None:
        self.fields, self.pieces = fields, pieces

    @classmethod
    def of(cls, state: dict[str, Any], pieces: Sequence[str] | None = None) -> Shown:
        """A state, with its pieces as they are written already or not."""
        if pieces is None:
            pieces = [written(piece) for piece in state["pieces"]]
        return cls({name: written(value) for name, value in state.items() if name != "pieces"}, pieces)

    def with_(self, fields: dict[str, Any]) -> Shown:
        """The same state with more fields."""
        return Shown({**self.fields, **{name: written(value) for name, value in fields.items()}}, self.pieces)

    def text(self) -> str:
        """The whole state."""
        return f'{_object(self.fields)[:-1]},"pieces":[{",".join(self.pieces)}]}}'

    def same(self, other: Shown | None) -> bool:
        """Does it show what another does?"""
        if other is None:
            return False
        return self.fields == other.fields and (self.pieces is other.pieces or self.pieces == other.pieces)

    def since(self, before: Shown) -> str:
        """What has changed, as two members of a message: ``changes``, and runs of ``pieces``."""
        fields = {name: text for name, text in self.fields.items() if before.fields.get(name) != text}
        runs = ",".join(
            f"[{start},{end - start},[{','.join(new)}]]" for start, end, new in _runs(before.pieces, self.pieces)
        )
        return f'"changes":{_object(fields)},"pieces":[{runs}]'


def _object(fields: dict[str, str]) -> str:
    return "{" + ",".join(f'"{name}":{text}' for name, text in fields.items()) + "}"


def _runs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, Sequence[str]]]:
    """Where two lists differ: from, up to, and what stands there now; the last run first."""
    if old is new:
        return []
    if len(old) == len(new):
        differ = [i for i, (was, is_) in enumerate(zip(old, new, strict=True)) if was is not is_ and was != is_]
        return [(i, i + 1, new[i : i + 1]) for i in differ]
    start = next((i for i, (was, is_) in enumerate(zip(old, new, strict=False)) if was != is_), min(len(old), len(new)))
    most, same = min(len(old), len(new)) - start, 0
    while same < most and old[-1 - same] == new[-1 - same]:
        same += 1
    return [(start, len(old) - same, new[start : len(new) - same])]
