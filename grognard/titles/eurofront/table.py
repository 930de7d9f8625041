"""How every game of EuroFront looks on the table. It holds no rules."""

from __future__ import annotations

from grognard.titles.systems.front.blocks import on_map
from grognard.titles.systems.front.explain import LEVELS, VERBS
from grognard.titles.systems.front.state import Table
from grognard.titles.systems.front.table import ENDS, SYMBOLS, FrontTable

from .hooks import EuroFrontHooks
from .looks import CALLED, FACES, SIDES
from .tables import blocks

ORDERS = {
    "equip": {
        "name": "Build up a friend",
        "says": "A unit of a neutral that cooperates with you gets a step, off the map.",
        "left": "",
    },
}
"""What the orders mean that other games of the Front system have not."""


class EuroFrontTable(EuroFrontHooks, FrontTable):
    """What the browser asks of the title, whatever the scenario."""

    board_name = "eurofront"

    def spoken(self, name: str) -> str:
        """``84inf`` is 84 Corps."""
        block = blocks().get(name)
        return block.name if block is not None else super().spoken(name)

    def tally(self, t: Table) -> dict[str, int]:
        """The steps that each side has on the map: its scenarios count victory in many ways."""
        powers = [(power, name) for power, name in enumerate(t.world.powers) if name in SIDES]
        return {name: sum(t.p.cv[i] for i in on_map(t, power)) for power, name in powers}

    looks = {
        "piece": "block", "sides": SIDES, "called": CALLED, "symbols": SYMBOLS, "ends": ENDS,
        "verbs": {**VERBS, **ORDERS},
        "levels": LEVELS,
        "faces": {name: {"fill": fill, "ink": ink} for name, (fill, ink) in FACES.items()},
    }  # fmt: skip
