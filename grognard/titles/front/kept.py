"""Answers that are kept by what they follow from: pure functions of a few things on the table.

``@kept(lambda t, power: (power, t.p.disputed, *t.p.held))`` says what a function reads. The board and the rules that
are off belong to every key, so that no answer of one game or knock-out serves in another.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, TypeVar

from grognard.engine.core.cache import on_drop

P = ParamSpec("P")
R = TypeVar("R")
MOST = 4096


def kept(reads: Callable[..., Hashable]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the answers of a function of a table by what ``reads`` says that it reads."""

    def keep(fn: Callable[P, R]) -> Callable[P, R]:
        answers: dict[Any, R] = {}
        on_drop(answers.clear)

        @functools.wraps(fn)
        def answer(*args: P.args, **kwargs: P.kwargs) -> R:
            t: Any = args[0]
            key = (t.world, t.rules.off, reads(*args, **kwargs) if kwargs else reads(*args))
            found = answers.get(key)
            if found is None:
                if len(answers) >= MOST:
                    answers.clear()
                found = answers[key] = fn(*args, **kwargs)
            return found

        return answer

    return keep
