"""Grognard: board wargames of the war in Europe with every rule enforced, from Python.

>>> import grognard
>>> "tiny" in [t.id for t in grognard.titles(unlisted=True)]
True
"""

from typing import TYPE_CHECKING

from .engine.game import Game
from .engine.journal import load
from .engine.offers import Decision, Order
from .engine.rules import Reason, Refused, RuleAbsent
from .engine.sample import sample
from .engine.scene import diff, read_scene
from .engine.table import Event, Outcome
from .engine.title import Meta, metas
from .engine.view import View

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
