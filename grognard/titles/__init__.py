"""The games: a folder a title.

The package can be called, so that ``grognard.titles()`` lists what may be played whether or not a title has been
imported before.
"""

import sys
from types import ModuleType

from ..engine.core.title import Meta, metas


class Titles(ModuleType):
    """This package, callable."""

    def __call__(self, unlisted: bool = False) -> list[Meta]:
        """Every title's page, without loading its rules."""
        return sorted((m for m in metas().values() if m.listed or unlisted), key=lambda m: m.id)


sys.modules[__name__].__class__ = Titles
