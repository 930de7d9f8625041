"""EuroFront: the title, and which game each of its scenarios is."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.core.step import Step
from grognard.engine.title import Title

from .barbarossa.game import BARBAROSSA
from .base import EuroFrontGame
from .campaign.game import FROM_FRANCE, WHOLE_WAR
from .europe.game import CAMPAIGN, EUROPE, THREE_SIDED
from .france.game import FRANCE
from .med.game import MED
from .spain.game import SPAIN
from .tide.game import TIDE
from .weser.game import WESER
from .winter.game import WINTER

GAMES: dict[str, Title] = {
    "1936": SPAIN, "1939": WHOLE_WAR, "1939A": WINTER, "1939B": WESER, "1940A": FRANCE, "1940B": FRANCE, "1940C": MED,
    "1940": FROM_FRANCE, "1941": BARBAROSSA, "1942": TIDE, "1943": CAMPAIGN, "1944": EUROPE, "1944H": EUROPE,
    "1944A": THREE_SIDED,
}  # fmt: skip
"""The game that each scenario is, by its id; scenarios of one family share it."""


class EuroFront(EuroFrontGame):
    """EuroFront, second edition."""

    games = GAMES
    steps: Mapping[str, Step] = {name: step for game in GAMES.values() for name, step in game.steps.items()}
    says = {kind: text for game in GAMES.values() for kind, text in game.says.items()}
    editors = frozenset(name for game in GAMES.values() for name in game.editors)
    deployments = frozenset(name for game in GAMES.values() for name in game.deployments)


TITLE = EuroFront()
