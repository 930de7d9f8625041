"""How every game of EuroFront looks on the table. It holds no rules."""

from __future__ import annotations

from grognard.titles.systems.front.explain import LEVELS, VERBS
from grognard.titles.systems.front.table import ENDS, SYMBOLS, FrontTable

from .hooks import EuroFrontHooks
from .looks import FACES, SIDES
from .tables import blocks


class EuroFrontTable(EuroFrontHooks, FrontTable):
    """What the browser asks of the title, whatever the scenario."""

    board_name = "eurofront"

    def spoken(self, name: str) -> str:
        """``84inf`` is 84 Corps."""
        block = blocks().get(name)
        return block.name if block is not None else super().spoken(name)

    looks = {
        "piece": "block", "sides": SIDES, "symbols": SYMBOLS, "ends": ENDS, "verbs": VERBS, "levels": LEVELS,
        "faces": {name: {"fill": fill, "ink": ink} for name, (fill, ink) in FACES.items()},
    }  # fmt: skip
