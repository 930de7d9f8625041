"""How Advanced ETO looks on the table. It holds no rules."""

from __future__ import annotations

from grognard.engine.core.title import Title


class AetoLooks(Title):
    """What the browser asks of the title."""
