"""Caches hold only pure functions of their inputs, so they may be dropped at any time.

A bounded ``lru_cache`` anywhere in the package is a cache of something that changes in play; an unbounded one
holds tables that are read once. ``drop_caches`` empties the first kind and whatever a title registers. What
``while_still`` keeps lies on the table and lasts from one order to the next.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import _lru_cache_wrapper as LRU
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_REGISTERED: list[Callable[[], None]] = []
_FOUND: dict[str, list[Any]] = {}


def on_drop(clear: Callable[[], None]) -> Callable[[], None]:
    """Register a function that empties a cache which is no ``lru_cache``."""
    _REGISTERED.append(clear)
    return clear


def drop_caches() -> None:
    """Forget everything that can be worked out again."""
    for name, module in list(sys.modules.items()):
        if not name.startswith("grognard.") or module is None:
            continue
        if name not in _FOUND:
            _FOUND[name] = [value for value in vars(module).values() if _is_bounded(value)]
        for cached in _FOUND[name]:
            cached.cache_clear()
    for clear in _REGISTERED:
        clear()


def while_still(fn: F) -> F:
    """Keep what a function of the table answers until the next order: a decision asks many times, and changes nothing.

    Its arguments are given by position, few and hashable; it must cost more than to look it up.
    """

    @wraps(fn)
    def kept(t: Any, *args: Any) -> Any:
        still = t.still
        if still is None:
            return fn(t, *args)
        key = (fn, t.rules.off, args)
        found = still.get(key, still)
        if found is still:
            found = still[key] = fn(t, *args)
        return found

    return cast(F, kept)


def _is_bounded(value: Any) -> bool:
    return isinstance(value, LRU) and value.cache_parameters()["maxsize"] is not None
