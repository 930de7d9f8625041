"""The title, the scenarios and the numbers that a command was asked about."""

from __future__ import annotations

import argparse

from ..engine.core.names import unknown
from ..engine.core.title import Meta, metas


def chosen(title: str, scenario: str | None = None) -> tuple[Meta, list[str]]:
    """A title and one of its scenarios, or all of them when none was named."""
    known = metas()
    if title not in known:
        raise unknown("title", title, known)
    meta = known[title]
    return meta, [meta.scenario(scenario).id] if scenario is not None else [s.id for s in meta.scenarios]


def whole(text: str) -> int:
    """A number of things to do."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0 on")
    return int(text)


def some(text: str) -> int:
    """A number of things of which there must be one."""
    if whole(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def pair(text: str) -> tuple[str, str]:
    """A name and its value."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not understood; write NAME=VALUE")
    return name, value


def amount(text: str) -> float:
    """A number of minutes."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 on")
    return value


def share(text: str) -> float:
    """A part of a whole."""
    if amount(text) > 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 1")
    return float(text)
