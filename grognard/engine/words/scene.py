"""Scenes: a position as people write it, and the difference between two.

    westfront husky bare / Licata: IT7inf2 / Malta: 15HQ3 / allied movement

The first clause names title and scenario; ``bare`` takes the scenario's pieces off the map first. Then each
clause puts pieces on a place, sets a number (``turn=3``), or is a word that the title knows. What a scene
omits has the scenario's default.
"""

from __future__ import annotations

import re

from ..core.names import nearest
from ..core.rules import Refused
from .title import WordsTable

NUMBER = re.compile(r"-?[0-9]{1,5}")
"""What an adjustment or a scene may write for a number."""


def clauses_of(text: str) -> list[str]:
    """The clauses of a scene; the first names title and scenario."""
    clauses = [clause.strip() for clause in text.replace("\n", "/").split("/") if clause.strip()]
    if not clauses:
        raise Refused("E.scene", "The scene is empty.")
    return clauses


def lay_out(t: WordsTable, head: list[str], clauses: list[str]) -> None:
    """Make of a scenario's table what the clauses say; ``head`` are the words of the first."""
    if head[2:] not in ([], ["bare"]):
        raise Refused(
            "E.scene", f"{' '.join(head[2:])[:60]!r}: the first clause names title and scenario, and may say bare."
        )
    if head[2:]:
        t.title.scene_clear(t)
    stood: dict[int, int] = {}
    for clause in clauses:
        _clause(t, clause, stood)
    t.p.restack()


def _clause(t: WordsTable, clause: str, stood: dict[int, int]) -> None:
    """Read one clause; ``stood`` are the pieces that the scene has put down, and where."""
    place, colon, pieces = clause.partition(":")
    name, equals, value = (part.strip() for part in clause.partition("="))
    if colon:
        _stand(t, place.strip(), pieces.replace(",", " ").split(), stood)
    elif equals:
        _number(t, name, value)
    elif not t.title.scene_word(t, clause):
        words = f" Write it as {', '.join(t.title.scene_words)}." if t.title.scene_words else ""
        raise Refused("E.scene", f"{clause[:60]!r} means nothing in {t.title.meta.name}.{words}")


def _stand(t: WordsTable, place: str, pieces: list[str], stood: dict[int, int]) -> None:
    """Put pieces on a place, each once."""
    node = t.title.place(t, place)
    if not pieces:
        raise Refused("E.scene", f"No piece is named for {place}: write '{place}: PIECE PIECE'.")
    for text in pieces:
        piece = t.title.scene_piece(t, node, text)
        if piece < 0:
            hint, near = nearest(text, t.title.scene_names(t))
            raise Refused("E.scene", f"{text[:40]!r} is no piece of {t.title.meta.name}.{hint}", near)
        if piece in stood:
            raise Refused("E.scene", f"{text[:40]!r}: the scene has put it in {t.node_name(stood[piece])} already.")
        stood[piece] = node


def _number(t: WordsTable, name: str, value: str) -> None:
    """Set one of the position's numbers."""
    if name not in t.p.numbers:
        hint, near = nearest(name, t.p.numbers)
        raise Refused("E.scene", f"{name[:40]!r} is no number of {t.title.meta.name}.{hint}", near)
    if not NUMBER.fullmatch(value):
        raise Refused("E.scene", f"{value[:40]!r} is no number for {name}: write {name}={getattr(t.p, name)}.")
    limits = t.title.scene_limits(t).get(name)
    if limits is not None and int(value) not in limits:
        raise Refused("E.scene", f"{name} is {limits[0]} to {limits[-1]}, not {value}.")
    setattr(t.p, name, int(value))


def write_scene(t: WordsTable) -> str:
    """The position as a scene: every stack on the map, then the numbers that are set."""
    clauses = [f"{t.title.meta.id} {t.scenario} bare"]
    for node, stack in sorted(t.p.stacks.items()):
        names = [text for i in stack if (text := t.title.describe(t, i))]
        if names:
            clauses.append(f"{t.node_name(node)}: {' '.join(names)}")
    clauses += [f"{name}={getattr(t.p, name)}" for name in t.p.numbers]
    return " / ".join(clauses)


def diff(before: WordsTable, after: WordsTable, called: WordsTable | None = None) -> list[str]:
    """What changed, one line each: pieces by name (of ``called``, else of ``after``), numbers, sets and records."""
    lines: list[str] = []
    p, q = before.p, after.p
    for piece in range(len(q.at)):
        name = after.title.piece_name(called or after, piece)
        for column in q.columns:
            old, new = getattr(p, column)[piece], getattr(q, column)[piece]
            if old != new:
                if column == "at":
                    old, new = before.node_name(old), after.node_name(new)
                lines.append(f"{name} {column} {old} > {new}")
    for kind in (q.numbers, q.lists, q.sets, q.records):
        for field in kind:
            old, new = getattr(p, field), getattr(q, field)
            if old != new:
                lines.append(f"{field} {old} > {new}")
    for field in q.node_columns:
        for node, (old, new) in enumerate(zip(getattr(p, field), getattr(q, field), strict=True)):
            if old != new:
                lines.append(f"{after.node_name(node)} {field} {old} > {new}")
    return lines


def adjust(t: WordsTable, text: str, seat: int) -> str:
    """Apply changes such as ``84inf at Caen; turn 4``; say what is wrong, or nothing.

    A seat names pieces in its own words, so that an adjustment shows no one more than they know.
    """
    for change in text.split(";"):
        words = change.split()
        if len(words) == 2 and words[0] in t.p.numbers and NUMBER.fullmatch(words[1]):
            setattr(t.p, words[0], int(words[1]))
            continue
        if len(words) < 3:
            return f"{change.strip()[:60]!r} is no change: write 'PIECE COLUMN VALUE' or 'NUMBER VALUE'."
        pieces = t.pieces_named(seat, words[0])
        if not pieces or words[1] not in t.p.columns:
            return f"{change.strip()[:60]!r} names no piece and column that this seat may change."
        if words[1] == "at":
            node = t.title.find_node(t, " ".join(words[2:]))
            if node < 0:
                return f"There is no place {' '.join(words[2:])[:60]!r}."
            t.place(pieces[0], node)
        elif NUMBER.fullmatch(words[2]):
            getattr(t.p, words[1])[pieces[0]] = int(words[2])
            t.p.restack()
        else:
            return f"{words[2][:40]!r} is no number."
    return ""


def adjustment_for(t: WordsTable, text: str, seat: int, viewer: int) -> str:
    """A change that ``seat`` proposes, in the words of a viewer who may know less."""
    said = []
    for change in text.split(";"):
        words = change.split()
        pieces = t.pieces_named(seat, words[0]) if len(words) >= 3 else []
        if pieces and not t.sees(viewer, pieces[0]):
            words[0] = t.name_for(viewer, pieces[0])
            if words[1] in t.title.secret_columns:
                words[2:] = ["?"]
        if pieces and words[1] in t.title.private_columns and not t.owns(viewer, pieces[0]):
            words[2:] = ["?"]
        said.append(" ".join(words))
    return "; ".join(said)
