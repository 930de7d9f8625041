"""How The Struggle for Europe looks on the table. It holds no rules."""

from __future__ import annotations

from grognard.engine.core.title import Title


class SfeLooks(Title):
    """What the browser asks of the title."""
