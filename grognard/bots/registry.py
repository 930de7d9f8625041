"""The bots by name, a title's own before the general ones."""

from __future__ import annotations

import importlib
from types import ModuleType

from ..engine.core.names import unknown
from ..engine.core.title import metas
from .base import Bot
from .lesson import LessonBot
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
    raise unknown("bot", name, own)


def bots_of(title: str) -> dict[str, Bot]:
    """Every bot that a title can be played against."""
    found: dict[str, Bot] = {key: bot() for key, bot in GENERAL.items()}
    found.update(getattr(_module(title), "BOTS", {}))
    return found


def former_of(title: str) -> dict[str, Bot]:
    """Earlier bots of a title, kept for the lab to measure against."""
    return dict(getattr(_module(title), "FORMER", {}))


def _module(title: str) -> ModuleType | None:
    try:
        return importlib.import_module(f"grognard.bots.{title}")
    except ModuleNotFoundError:
        return None
