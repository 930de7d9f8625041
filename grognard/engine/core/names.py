"""Names that do not fit: what a mistyped one may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from .rules import Refused


def unknown(what: str, name: str, known: Iterable[str]) -> Refused:
    """A refusal that says what would have been right."""
    hint, near = nearest(str(name), known)
    return Refused(f"E.{what.split()[0]}", f"There is no {what} {str(name)[:60]!r}.{hint}", near)


def nearest(name: str, known: Iterable[str]) -> tuple[str, list[str]]:
    """What a mistyped name may have meant, as a sentence and as names; if none is near, the first that there are."""
    spelled = {one.casefold(): one for one in known}
    near = [spelled[one] for one in get_close_matches(name[:60].casefold(), spelled, 3, 0.5)]
    if near:
        return f" Did you mean {' or '.join(near)}?", near
    some = list(spelled.values())[:12]
    return (f" There are: {', '.join(some)}." if some else ""), some
