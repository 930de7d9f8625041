"""How EuroFront looks on the table."""

from __future__ import annotations

from .hooks import EuroFrontHooks


class EuroFrontTable(EuroFrontHooks):
    """What the browser asks of the title."""

    board_name = "eurofront"
