"""Offers as menus: each level's choices numbered, orders typed in part or whole, and completion."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from ..engine.offers import DONE, NODES, NUMBER, PIECES, TEXT, Choice, Decision
from ..engine.rules import Refused
from .paint import in_columns

SHORT = 48
"""As many choices are listed unasked."""


def level_kind(d: Decision, tokens: tuple[str, ...]) -> str:
    """The kind of the level that comes after a prefix; empty when the order is complete."""
    level = d.level(*tokens)
    return level.kind if level is not None else ""


def listing(d: Decision, tokens: tuple[str, ...], everything: bool = False) -> list[str]:
    """The choices after a prefix as a numbered menu."""
    level = d.level(*tokens) if tokens else None
    if level is not None and level.kind == TEXT:
        return [f"  Write the {level.name}."]
    found = d.next(*tokens)
    if level is not None and level.kind == NUMBER:
        return [f"  {level.name}: {' '.join(c.text for c in found)}"]
    shown = found if everything else found[:SHORT]
    items = [f"{i:2} {said(choice)}" for i, choice in enumerate(shown, 1)]
    lines = in_columns(items)
    if len(shown) < len(found):
        lines.append(f"  ... and {len(found) - len(shown)} more; `all` lists them.")
    return lines


def said(choice: Choice) -> str:
    if choice.text == DONE:
        return ". (done)"
    return choice.text if choice.cost is None else f"{choice.text} ({choice.cost})"


def add(d: Decision, tokens: tuple[str, ...], word: str) -> tuple[str, ...]:
    """A prefix with one more word: a choice by its text or by its number in the menu."""
    kind = level_kind(d, tokens) if tokens else ""
    if word.isascii() and word.isdigit() and not word.startswith("0") and kind not in (NUMBER, TEXT):
        found = d.next(*tokens)
        if word not in [c.text for c in found] and int(word[:6]) <= len(found):
            word = found[int(word[:6]) - 1].text
    return (*tokens, word)


def closed(d: Decision, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """A prefix whose set is closed when nothing can be added to it: no one wants to be asked that."""
    while level_kind(d, tokens) in (PIECES, NODES) and [c.text for c in d.next(*tokens)] == [DONE]:
        tokens = (*tokens, DONE)
    return tokens


Completer = Callable[[str, int], "str | None"]


def completer(
    decision: Callable[[], Decision | None], commands: list[str], prefix: Callable[[], tuple[str, ...]]
) -> Completer:
    """A readline completer: the choices that continue what is typed."""
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            import readline

            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            found[:] = continuations(decision(), (*prefix(), *before), text, commands if not before else [])
        return f"{found[state]} " if state < len(found) else None

    return complete


def continuations(d: Decision | None, before: tuple[str, ...], text: str, commands: list[str]) -> list[str]:
    """What may follow ``before`` and begins with ``text``."""
    options = list(commands)
    if d is not None:
        with contextlib.suppress(Refused):
            options = [c.text for c in d.next(*before)] + options
    low = text.casefold()
    return [option for option in dict.fromkeys(options) if option.casefold().startswith(low)]
