"""Grognard: board wargames of the war in Europe with every rule enforced, from Python.

>>> import grognard
>>> "tiny" in [t.id for t in grognard.titles(unlisted=True)]
True
"""

from typing import TYPE_CHECKING

from .engine.core.offers import Decision, Order
from .engine.core.rules import Reason, Refused, RuleAbsent
from .engine.core.table import Event, Outcome
from .engine.core.title import Meta, metas
from .engine.fog.view import View
from .engine.play.game import Game, load, read_scene, sample
from .engine.words.scene import diff

__version__ = "0.1.0"
new = Game.new


if TYPE_CHECKING:

    def titles(unlisted: bool = False) -> list[Meta]:
        """Every title's page, without loading its rules."""

else:
    from . import titles


__all__ = [
    "Decision", "Event", "Game", "Meta", "Order", "Outcome", "Reason", "Refused", "RuleAbsent", "View",
    "diff", "load", "metas", "new", "read_scene", "sample", "titles",
]  # fmt: skip
