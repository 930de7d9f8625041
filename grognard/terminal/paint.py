"""Colours, where the terminal has them, and text in columns."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

STYLES = {
    "own": "32;1", "enemy": "31;1", "friend": "36", "frame": "2", "sea": "34", "land": "33", "place": "1",
    "rule": "33", "head": "1", "": "",
}  # fmt: skip


def coloured() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str) -> str:
    """The text in a style, or plain where there are no colours."""
    code = STYLES[style]
    return f"\033[{code}m{text}\033[0m" if code and text.strip() and coloured() else text


def screen() -> tuple[int, int]:
    """Columns and lines to draw on."""
    size = shutil.get_terminal_size((80, 36))
    return min(max(size.columns, 40), 120), max(size.lines, 24)


def wrapped(text: str, indent: str = "") -> str:
    width = screen()[0]
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent + "  ", break_long_words=False)


def in_columns(items: Sequence[str], indent: str = "  ") -> list[str]:
    """Items in as many columns as fit, read line by line."""
    if not items:
        return []
    width = max(len(item) for item in items) + 2
    across = max(1, (screen()[0] - len(indent)) // width)
    return [
        (indent + "".join(item.ljust(width) for item in items[i : i + across])).rstrip()
        for i in range(0, len(items), across)
    ]


def counted(names: Iterable[str]) -> list[str]:
    """Equal names once, with how many there are."""
    tally: dict[str, int] = {}
    for name in names:
        tally[name] = tally.get(name, 0) + 1
    return [name if n == 1 else f"{name} x{n}" for name, n in tally.items()]
