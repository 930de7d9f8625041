"""Events in words: a title's own sentence for each kind, the engine's for what happens at every table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .table import Event
    from .title import Title

SAYS = {
    "closed": "The game is over: {reason}",
    "milestone": "End of {segment}.",
    "undone": "Taken back: {order}",
    "rollback": "All agreed to go back to entry {entry}.",
    "proposed": "{seat} proposes: {what} {text}",
    "accepted": "{seat} agrees to proposal {number}.",
    "declined": "{seat} refuses proposal {number}.",
    "adjusted": "Adjusted by agreement: {change}",
}


class _Fields(dict[str, str]):
    """What a sentence leaves open and an event does not say is left out."""

    def __missing__(self, key: str) -> str:
        return ""


def plain(value: Any) -> str:
    """A field's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(plain, value)) if isinstance(value, tuple | list) else str(value)


def sentence(title: Title, event: Event, arrow: str = " → ") -> str:
    """An event in the title's words, or its parts one after another."""
    nodes = [node.replace("_", " ") for node in event.nodes]
    pieces, places = ", ".join(event.names), ", ".join(nodes)
    fields = {key: plain(value) for key, value in event.fields}
    form = title.says.get(event.kind) or SAYS.get(event.kind)
    if form:
        known = {"seat": event.seat, "rule": event.rule, "pieces": pieces, "places": places, "arrow": arrow.join(nodes)}
        return form.format_map(_Fields({**known, **fields})).strip()
    rest = ", ".join(f"{key} {value}" for key, value in fields.items() if value)
    parts = [event.kind.replace("_", " "), pieces, f"at {places}" if places else "", f"({rest})" if rest else ""]
    said = " ".join(part for part in parts if part)
    return f"{event.seat}: {said}" if event.seat else said[:1].upper() + said[1:]
