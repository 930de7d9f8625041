"""The sheets beside the board in letters: the turn, how victory stands, ledgers, pools and charts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from ..engine.core.rules import Refused
from ..engine.core.table import Table
from .paint import paint, screen, wrapped

NARROW = 20
"""A first column is not made narrower than this."""


def sheet_lines(t: Table, seat: int, wanted: str = "") -> list[str]:
    """The turn and every sheet that a seat may see; with a word, those whose title has it."""
    panels = t.title.panels(t, seat)
    low = wanted.casefold()
    if low:
        shown = [panel for panel in panels if low in panel["title"].casefold()]
        if not shown:
            names = ", ".join(panel["title"] for panel in panels)
            raise Refused("E.sheet", f"There is no sheet {wanted[:40]!r}. There are: {names}.")
    else:
        shown = [panel for panel in panels if panel["kind"] != "chart" or panel.get("rule")]
    lines = [] if low else turn_lines(t)
    for panel in shown:
        lines += panel_lines(panel)
    return lines or ["  This title keeps no sheets."]


def turn_lines(t: Table) -> list[str]:
    """Where the game stands on its track."""
    turn = t.title.turn(t)
    if not turn["name"]:
        return []
    track = turn["track"]
    place = f", turn {turn['at'] + 1} of {len(track)}" if 0 <= turn["at"] < len(track) else ""
    note = f"; {turn['note']}" if turn.get("note") else ""
    return [paint(f"{turn['name'].strip()}{place}{note}", "head")]


def panel_lines(panel: dict[str, Any]) -> list[str]:
    """A sheet: its title with the rule, what it says, and its rows under their columns."""
    rule = f" [{panel['rule']}]" if panel.get("rule") and ":" not in panel["rule"] else ""
    lines = [paint(panel["title"], "head") + rule]
    for words in (panel.get("text"), panel.get("note")):
        if words:
            lines.append(wrapped(words, "  "))
    rows = [cells(row) for row in (*panel.get("totals", ()), *panel.get("rows", ()))]
    return lines + table([panel["columns"], *rows] if panel.get("columns") and rows else rows)


def cells(row: Any) -> list[str]:
    """A row's words; a row with names is read in its order."""
    if isinstance(row, dict):
        row = [f"{value}" for key, value in row.items() if key != "most" and not isinstance(value, (dict, list))]
    return [str(cell) for cell in row]


def table(rows: Iterable[list[str]]) -> list[str]:
    """Rows with their cells under each other; a first cell too long for the screen goes on in the next line."""
    kept = [row for row in rows if any(row)]
    if not kept:
        return []
    widths = [max(len(row[i]) for row in kept if i < len(row)) for i in range(max(map(len, kept)))]
    room = screen()[0] - 5 - sum(width + 2 for width in widths[1:])
    if room < NARROW <= widths[0]:
        return [wrapped("  ".join(row).rstrip(), "  ") for row in kept]
    widths[0] = min(widths[0], max(room, NARROW))
    lines = []
    for row in kept:
        first, *rest = textwrap.wrap(row[0], widths[0]) or [""]
        cells_ = [cell.ljust(width) for cell, width in zip([first, *row[1:]], widths, strict=False)]
        lines += ["  " + "  ".join(cells_).rstrip(), *[f"    {more}" for more in rest]]
    return lines
