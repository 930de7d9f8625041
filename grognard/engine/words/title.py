"""What a title tells people: sentences, scenes, and what the table shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..core.table import Table
from ..core.title import CoreTitle
from . import inspect
from .inspect import Fact

if TYPE_CHECKING:
    from ..core.knowledge import Token
    from .lesson import Lesson


class WordsTitle(CoreTitle):
    """What people read and write: the log, scenes, the faces of pieces, panels and overlays."""

    says: Mapping[str, str] = {}
    """The sentence of each kind of event, with fields in braces; of a kind with an empty one nothing is said."""
    words: Mapping[str, str] = {}
    """Ids in events that a sentence calls by another name."""
    lessons: tuple[Lesson, ...] = ()
    """What can be learned by playing."""
    looks: Mapping[str, Any] = {}
    """The sides' shapes and colours, the faces of pieces and their symbols."""
    areas_drawn: Mapping[str, tuple[float, float]] = {}
    coasts_drawn = False
    """Do ships lie off the coasts of the map, each in a spot of its own?"""
    """Areas that lie far off on the sheet and where a scenario draws them instead, with their routes."""

    overlays: tuple[str, ...] = ()
    public_overlays: tuple[str, ...] = ()
    """Those that spectators may see: made of public facts alone."""
    scene_words: tuple[str, ...] = ()
    """Clauses as people write them, for one that means nothing."""

    def spoken(self, name: str) -> str:
        """A piece as people say it, for the log at the table; its short name stays where one types.

        >>> WordsTitle().spoken("#8")
        'a hidden block'
        """
        return "a hidden block" if name.startswith("#") else name

    def spoken_at(self, t: Table, name: str) -> str:
        """A piece as people say it at this table, where scenarios have pieces of one short name and other nations."""
        return self.spoken(name)

    def scene_word(self, t: Table, clause: str) -> bool:
        """Apply a scene's clause that the engine does not know; False when it means nothing here."""
        return False

    def scene_piece(self, t: Table, node: int, text: str) -> int:
        """Put the piece that ``text`` describes on ``node``: its slot, or -1 when there is no such piece."""
        return -1

    def scene_names(self, t: Table) -> list[str]:
        """The pieces that a scene may put down, for one that is mistyped."""
        return []

    def scene_limits(self, t: Table) -> Mapping[str, range]:
        """The values that a scene may give to the position's numbers; those that it leaves out take any."""
        return {}

    def scene_clear(self, t: Table) -> None:
        """Take every piece off the map, for a scene that says ``bare``."""
        raise NotImplementedError

    def describe(self, t: Table, piece: int) -> str:
        """A piece as a scene writes it."""
        return self.piece_name(t, piece)

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        """How the table draws a piece that a viewer may read: symbol, label, strength, steps, most, face, tags.

        Made from the piece's own columns, its bits in the position's sets and the world, as its name is: a piece of
        which these have not changed is not drawn anew."""
        return {"symbol": "", "label": self.piece_name(t, piece), "strength": "", "face": "", "tags": []}

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        """How the table draws a block seen from behind; ``facts`` become what is remembered of it."""
        return {"symbol": "", "label": "", "strength": "", "face": token.look, "tags": []}

    def turn(self, t: Table) -> dict[str, Any]:
        """The turn track: ``name``, ``track``, ``at``, ``phases``, ``phase``."""
        return {"name": "", "track": [], "at": 0, "phases": [], "phase": 0}

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """Track, ledgers, pools and charts as the seat may see them, for the table's panels."""
        return []

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        """An overlay (supply, zones, control ...) from what the seat knows, or None."""
        return None

    def marks(self, t: Table) -> list[dict[str, str]]:
        """What lies on the map beside pieces, for all to see: ``place``, ``kind``, ``text`` and ``title`` of each."""
        return []

    def of_place(self, t: Table, seat: int, node: int) -> list[Fact]:
        """What a seat may know of a place: terrain and what it does, ports, control, weather."""
        return inspect.ground(t, node)

    def of_piece(self, t: Table, seat: int, piece: int) -> list[Fact]:
        """What a seat may know of a piece whose face it sees: movement, supply, fire, prices, what it did."""
        return inspect.face_of(t, piece)

    def tally(self, t: Table) -> dict[str, int]:
        """What is drawn by turns when a game is over, by seat or by its own name: the count, where there is one."""
        return self.scores(t)

    def explains(self, t: Table, seat: int, words: tuple[str, ...], word: str) -> str:
        """What a word means that may come after the words of an order, with its range and price, for its button."""
        return ""

    def gates(self, t: Table, seat: int, node: int) -> list[dict[str, Any]]:
        """Hexsides of a target that only so many may cross: ``from``, ``to``, ``used`` and ``most``."""
        return []


WordsTable = Table[Any, Any, WordsTitle]
"""Any table, as the functions of this room take it."""
