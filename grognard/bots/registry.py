"""The bots by name, a title's own before the general ones."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from types import ModuleType

from ..engine.core.names import unknown
from ..engine.core.rules import Refused
from ..engine.core.title import metas
from .base import Bot
from .lesson import LessonBot
from .planner import MOST, PACES, USUAL_PACE
from .uniform import Uniform

GENERAL: dict[str, type[Uniform]] = {"random": Uniform}


def bot_named(name: str, title: str) -> Bot:
    """A bot that can play a title, or a refusal that says which there are."""
    if name.startswith("lesson-"):
        found = [lesson for lesson in metas()[title].load().lessons if name == f"lesson-{lesson.id}"]
        if found:
            return LessonBot(found[0])
    own, former = bots_of(title), former_of(title)
    if name in former:
        return former[name]
    if name in own:
        return own[name]
    kind, colon, pace = name.partition(":")
    if colon and kind in paced_of(title):
        return _paced(title, kind, nodes_of(pace))
    raise unknown("bot", name, own)


def nodes_of(pace: str) -> int:
    """A budget: a word such as club, or a number of nodes."""
    if pace in PACES:
        return PACES[pace]
    if pace.isascii() and pace.isdigit() and len(pace) <= 6 and 0 < int(pace) <= MOST:
        return int(pace)
    raise Refused("E.bot", f"A bot thinks {', '.join(PACES)}, or for 1 to {MOST} nodes; {pace[:20]!r} is neither.")


@cache
def _paced(title: str, kind: str, nodes: int) -> Bot:
    """One bot for each budget, so that it knows what it has begun."""
    return paced_of(title)[kind](nodes)


def paced_of(title: str) -> dict[str, Callable[[int], Bot]]:
    """The bots of a title that are made for a budget."""
    return dict(getattr(_module(title), "PACED", {}))


def bots_of(title: str) -> dict[str, Bot]:
    """Every bot that a title can be played against."""
    found: dict[str, Bot] = {key: bot() for key, bot in GENERAL.items()}
    found.update(getattr(_module(title), "BOTS", {}))
    found.update({kind: _paced(title, kind, PACES[USUAL_PACE]) for kind in paced_of(title)})
    return found


def former_of(title: str) -> dict[str, Bot]:
    """Earlier bots of a title, kept for the lab to measure against."""
    return dict(getattr(_module(title), "FORMER", {}))


def _module(title: str) -> ModuleType | None:
    try:
        return importlib.import_module(f"grognard.bots.{title}")
    except ModuleNotFoundError:
        return None
