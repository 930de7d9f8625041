"""What can be asked of a place or a piece: facts from what the asking seat may know, each with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .title import WordsTable


class Fact(NamedTuple):
    """One thing that is so: what it is about, in words, the rule behind it, and places that it leads through."""

    label: str
    text: str
    rule: str = ""
    places: tuple[str, ...] = ()


def ground(t: WordsTable, node: int) -> list[Fact]:
    """What every board knows of a place: its terrain, and what lies there."""
    board: Any = t.world.board
    words = [name for name, area in board.terrain.items() if area >> node & 1]
    found = [Fact("Terrain", " and ".join(words).replace("_", " ").capitalize())] if words else []
    for place in board.places_at(node):
        kind = place.kind.replace("_", " ")
        found.append(Fact(kind.capitalize(), place.name if not place.grade else f"{place.name}, {place.grade}"))
    return found


def face_of(t: WordsTable, piece: int) -> list[Fact]:
    """What every piece shows on its face: its strength, its steps and what it has done."""
    face = t.title.face(t, piece)
    if not face:
        return []
    found = [Fact("What it is", str(face["note"]))] if face.get("note") else []
    if face.get("most"):
        found.append(Fact("Steps", f"{face['steps']} of {face['most']}"))
    elif face.get("strength"):
        found.append(Fact("Strength", str(face["strength"])))
    if face.get("tags"):
        found.append(Fact("Marks", ", ".join(str(tag).replace("_", " ") for tag in face["tags"])))
    return found
