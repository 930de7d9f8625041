"""Overlays of a title's map as plain values: what titles draw alike is written once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...board.hexset import members
from ..core.table import Table

MOST_LINES = 6
"""A place that cuts off more than this is told in a number alone: so many lines would hide the map."""


def names(t: Table, bits: int) -> list[str]:
    """The places of a set by name."""
    return [t.node_name(node) for node in members(bits)]


def cut_points(t: Table, found: Mapping[int, int], rule: str, some: str, none: str) -> dict[str, Any]:
    """Nodes whose loss cuts off others: each with how many, lines to the few, and what the mark means."""
    lines = [
        {"style": "cut", "places": [t.node_name(node), there]}
        for node, cut in found.items() if cut.bit_count() <= MOST_LINES for there in names(t, cut)
    ]  # fmt: skip
    notes = [
        {"place": t.node_name(node), "text": f"cuts off {cut.bit_count()}", "rule": rule, "style": "warn"}
        for node, cut in found.items()
    ]
    return {
        "sets": [{"style": "choke", "places": [t.node_name(node) for node in found]}], "lines": lines, "notes": notes,
        "legend": [["choke", some if found else none]],
    }  # fmt: skip
