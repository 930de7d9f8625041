"""The campaigns that begin before the USSR is at war: 1939."""

from __future__ import annotations

from grognard.titles.systems.front import game

from ..europe.game import Campaign
from ..europe.setup import place_all
from . import setup
from .hooks import PeaceHooks
from .state import Table
from .table import SAYS


class Peace(PeaceHooks, Campaign):
    """The war from 1939 on (S1939)."""

    says = {**Campaign.says, **SAYS}

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3)."""
        t.p = setup.begin(t)
        game.opening(t)
        place_all(t)


PEACE = Peace()
