"""Events in words: a title's own sentence for each kind, the engine's for what happens at every table."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core.table import Event, Table
    from .title import WordsTitle

SAYS = {
    "closed": "The game is over: {reason}",
    "milestone": "End of {segment}.",
    "given": "",
    "undone": "Taken back: {order}",
    "rollback": "All agreed to go back to entry {entry}.",
    "proposed": "{seat} proposes: {what} {text}",
    "accepted": "{seat} agrees to proposal {number}.",
    "declined": "{seat} refuses proposal {number}.",
    "lapsed": "Proposal {number} has lapsed.",
    "adjusted": "Adjusted by agreement: {change}",
    "newer_rules": "From now on the game is played under level {level} of the rules.",
}
SEVERAL = (("is", "are"), ("agrees", "agree"), ("refuses", "refuse"), ("proposes", "propose"))
"""What one side does and what several do: the Allies agree."""
NAMES = ("nation", "country", "power", "side")
"""Fields that hold the id of something with a name."""
PIECES = ("against", "beachhead")
"""Fields that hold the short names of pieces, one or several."""


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
MONTH = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])\b")


def dated(text: str) -> str:
    """Months as people say them; spans of years stay.

    >>> dated("1944-11: the war of 1943-45")
    'November 1944: the war of 1943-45'
    """
    return MONTH.sub(lambda m: f"{MONTHS[int(m[2]) - 1]} {m[1]}", text)


def named(title: WordsTitle, text: str) -> str:
    """A text of the engine or of an outcome as people read it: seats by the names of their sides, months by theirs."""
    sides = title.looks.get("sides", {})
    for seat in title.meta.seats:
        name = sides.get(seat, {}).get("name", "")
        if not name:
            continue
        text = re.sub(rf"(?<![\w/.-]){seat}(?![\w/.-])", name, text)
        if name.endswith("s") and not name.endswith("is"):
            for one, several in SEVERAL:
                text = re.sub(rf"\b{name} {one}\b", f"{name} {several}", text)
    return dated(text)


class _Fields(dict[str, Any]):
    """What a sentence leaves open and an event does not say is left out."""

    def __missing__(self, key: str) -> str:
        return _Said()


class _Said(str):
    """A word that stays as it is, whatever a sentence would say for a number in its place; ``{modifiers: (#)}`` is
    said with what stands round it, or not at all."""

    def __format__(self, words: str) -> str:
        return words.replace("#", str(self)) if self and "#" in words and "|" not in words else str(self)


class _Counted(int):
    """A number or a yes and no that a sentence turns into words: ``{hits:no hit|one hit|# hits}``."""

    def __format__(self, words: str) -> str:
        ways = words.split("|") if words else ["#"]
        return ways[max(0, min(self, len(ways) - 1))].replace("#", str(int(self)))


class _Pieces(_Said):
    """The pieces of an event, and what they do: ``{pieces:attacks|attack}`` is one that attacks or several that do."""

    names: tuple[str, ...]

    @classmethod
    def of(cls, names: tuple[str, ...]) -> _Pieces:
        told = [part for name, count in Counter(names).items() for part in _several(name, count)]
        said = cls(f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else "".join(told))
        said.names = names
        return said

    def __format__(self, words: str) -> str:
        return f"{self} {words.split('|')[len(self.names) > 1]}" if words else str(self)


def _several(name: str, count: int) -> list[str]:
    """Pieces of one name: those that have none are counted, the others told one after another.

    >>> _several("a hidden block", 2), _several("84 Corps", 2)
    (['2 hidden blocks'], ['84 Corps', '84 Corps'])
    """
    if count == 1 or not name.startswith("a "):
        return [name] * count
    return [f"{count} {name.removeprefix('a ')}s"]


def _way(nodes: list[str]) -> str:
    """Where someone goes, in words.

    >>> _way(["Caen"]), _way(["Caen", "Paris"]), _way(["Caen", "Laval", "Tours", "Paris"])
    ('at Caen', 'from Caen to Paris', 'from Caen by Laval and Tours to Paris')
    """
    if len(nodes) < 2:
        return " ".join(f"at {node}" for node in nodes)
    first, *by, last = nodes
    through = f"{', '.join(by[:-1])} and {by[-1]}" if len(by) > 1 else "".join(by)
    return f"from {first}{f' by {through}' if through else ''} to {last}"


def plain(value: Any) -> str:
    """A field's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(plain, value)) if isinstance(value, tuple | list) else str(value)


def called(title: WordsTitle, key: str, value: Any) -> Any:
    """A field's value as a sentence of the title takes it: scenarios, powers and nations by their names."""
    if isinstance(value, int):
        return _Counted(value)
    text = _Said(plain(value))
    if key in ("scenario", "segment"):
        return next((s.name for s in title.meta.scenarios if s.id == text), text)
    return title.words.get(text) or (text.replace("_", " ").title() if key in NAMES else text)


def _spoken(t: Table, names: str | tuple[str, ...]) -> _Pieces:
    """Pieces in a field of an event as people say them."""
    return _Pieces.of(tuple(t.title.spoken_at(t, name) for name in ((names,) if isinstance(names, str) else names)))


def sentence(title: WordsTitle, event: Event, arrow: str = " → ", spoken: Table | None = None) -> str:
    """An event in the title's words, or its parts one after another; of some a title says nothing.

    Pieces are called by the short names that orders use, or as they are spoken of at the table ``spoken``.
    """
    nodes = [node.replace("_", " ") for node in event.nodes]
    names = _spoken(spoken, event.names).names if spoken else event.names
    pieces, places = _Pieces.of(names), ", ".join(nodes)
    form = title.says.get(event.kind, SAYS.get(event.kind))
    if form is not None:
        fields = {key: called(title, key, value) for key, value in event.fields}
        if spoken:
            named_in = [(key, value) for key, value in event.fields if key in PIECES and isinstance(value, str | tuple)]
            fields |= {key: _spoken(spoken, value) for key, value in named_in}
        seat = title.words.get(event.seat, event.seat) if spoken else event.seat
        known = {"seat": seat, "rule": event.rule, "pieces": pieces, "places": places, "arrow": arrow.join(nodes)}
        known |= {"way": _way(nodes), "first": "".join(nodes[:1]), "last": "".join(nodes[-1:])}
        said = form.format_map(_Fields({**known, **fields})).strip()
        said = named(title, said) if spoken and event.kind in SAYS else dated(said) if spoken else said
        return said[:1].upper() + said[1:] if spoken else said
    words = {key: plain(value) for key, value in event.fields}
    rest = ", ".join(f"{key} {value}" for key, value in words.items() if value)
    parts = [event.kind.replace("_", " "), pieces, f"at {places}" if places else "", f"({rest})" if rest else ""]
    said = " ".join(part for part in parts if part)
    return f"{event.seat}: {said}" if event.seat else said[:1].upper() + said[1:]
