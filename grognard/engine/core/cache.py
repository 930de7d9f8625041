"""The one way to keep an answer: by what it was worked out from.

A rule is a pure function of what it reads, so its answer may be kept and dropped at any time. What it reads says how:

- ``@cached_by(lambda t, power: (power, t.p.disputed))`` for a function of a table that reads a few things of it. The
  board and the rules that are off belong to every key, so that no answer of one game or knock-out serves in another.
  What follows from who stands where takes ``t.p.version``, or ``t.p.version_of(powers)``: another number as soon as
  a piece (of those powers) has moved.
- ``@cached_between_orders`` for one that may read anything: a decision asks many times, and until the next order
  nothing changes.
- ``@cached_values(256)`` for one of plain values (sets, numbers, the world).

``functools.cache`` is for tables that are read once. ``drop_caches`` forgets all but these, and a twin that plays
without caches shows that every key is whole.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from ...board import hexset

F = TypeVar("F", bound=Callable[..., Any])

MOST = 4096
"""So many answers of a function are kept; then all of them go."""

_REGISTERED: list[Callable[[], None]] = [
    fn.cache_clear for fn in (hexset.members, hexset._where)
]  # the board lies below
_times_dropped = 0


def drop_caches() -> None:
    """Forget everything that can be worked out again."""
    global _times_dropped
    _times_dropped += 1
    for clear in _REGISTERED:
        clear()


def cached_by(reads: Callable[..., Hashable], most: int = MOST) -> Callable[[F], F]:
    """Keep the answers of a function of a table by what ``reads``, given the same, says that it reads.

    Its arguments are given by position.
    """

    def keep(fn: F) -> F:
        answers: dict[Any, Any] = {}
        _REGISTERED.append(answers.clear)

        @wraps(fn)
        def answer(t: Any, *args: Any) -> Any:
            key = (t.world, t.rules.off, reads(t, *args))
            found = answers.get(key, answers)
            if found is answers:
                if len(answers) >= most:
                    answers.clear()
                found = answers[key] = fn(t, *args)
            return found

        return cast(F, answer)

    return keep


def cached_between_orders(fn: F) -> F:
    """Keep what a function of the table answers until the next order.

    Its arguments are given by position, few and hashable; it must cost more than to look it up.
    """

    @wraps(fn)
    def answer(t: Any, *args: Any) -> Any:
        still = t.still
        if still is None:
            return fn(t, *args)
        key = (fn, _times_dropped, t.rules.off, args)
        found = still.get(key, still)
        if found is still:
            found = still[key] = fn(t, *args)
        return found

    return cast(F, answer)


def cached_values(most: int) -> Callable[[F], F]:
    """Keep the last answers of a function of plain values."""

    def keep(fn: F) -> F:
        kept = lru_cache(maxsize=most)(fn)
        _REGISTERED.append(kept.cache_clear)
        return cast(F, kept)

    return keep
