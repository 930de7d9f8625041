"""Segments (3.1): a scenario's end counts; then the game closes or the next scenario goes on."""

from __future__ import annotations

from typing import Any

from grognard.titles.front.state import month_text

from .world import scenarios


def current(t: Any) -> str:
    """The scenario whose months these are: linked games pass from one to the next (3.12)."""
    if t.scenario == "husky":
        return "husky"
    month = month_text(t.p.month)
    for name, plan in scenarios().items():
        if name != "husky" and month in plan.get("months", ()):
            return name
    return str(t.scenario)
