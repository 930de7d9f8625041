"""Overlays: what of a board changes in play.

A hexside opens or closes, a river freezes, a strait is shut, a node is out of play. An overlay is small, can be
compared and hashed, and has a text form; it belongs to the position, the board never changes.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from grognard.board.area import Exits
from grognard.board.board import Board
from grognard.board.hexset import from_iter, members

_NONE: frozenset[tuple[int, int]] = frozenset()


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Overlay:
    """What has changed: hexsides opened and closed, hexside kinds frozen, conditions that fail, nodes out of play.

    >>> from grognard.board.grid import Grid
    >>> board = Board.blank(Grid("pointy", "odd", 3, 1))
    >>> wall = Overlay().close(0, 1)
    >>> wall.text(board), wall.out(board).has(1, 0), wall.out(board).has(1, 2)
    ('closed 0000/0100', False, True)
    """

    opened: frozenset[tuple[int, int]] = _NONE
    closed: frozenset[tuple[int, int]] = _NONE
    frozen: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    shut: int = 0

    def open(self, a: int, b: int) -> "Overlay":
        """Opens the hexside between two hexes, whatever the board says."""
        return replace(self, opened=self.opened | {_pair(a, b)}, closed=self.closed - {_pair(a, b)})

    def close(self, a: int, b: int) -> "Overlay":
        """Closes the hexside between two hexes."""
        return replace(self, closed=self.closed | {_pair(a, b)}, opened=self.opened - {_pair(a, b)})

    def as_printed(self, a: int, b: int) -> "Overlay":
        """Lets the hexside between two hexes be what the board says."""
        return replace(self, closed=self.closed - {_pair(a, b)}, opened=self.opened - {_pair(a, b)})

    def freeze(self, *kinds: str) -> "Overlay":
        """Makes hexsides of a kind, or with a name, as if they were not there: `river`, `Rhine`."""
        return replace(self, frozen=self.frozen | set(kinds))

    def thaw(self, *kinds: str) -> "Overlay":
        """Brings frozen hexsides back."""
        return replace(self, frozen=self.frozen - set(kinds))

    def bar(self, *conditions: str) -> "Overlay":
        """Bars the edges of graphs that have a name: `strait Messina`."""
        return replace(self, barred=self.barred | set(conditions))

    def unbar(self, *conditions: str) -> "Overlay":
        """Lets the edges of graphs with a name be used again."""
        return replace(self, barred=self.barred - set(conditions))

    def shut_nodes(self, area: int) -> "Overlay":
        """Takes nodes out of play."""
        return replace(self, shut=self.shut | area)

    def reopen_nodes(self, area: int) -> "Overlay":
        """Brings nodes back into play."""
        return replace(self, shut=self.shut & ~area)

    def out(self, board: Board) -> Exits:
        """The passable exits of a board with these changes."""
        return _out(self, board)

    def sides(self, board: Board, kind: str) -> Exits:
        """The hexsides of a kind that count now: none of those that are frozen."""
        return _sides(self, board, kind)

    def cut(self, board: Board, graph: str) -> int:
        """The edges of a graph that are not to be used now."""
        lines = board.graph[graph]
        cut = lines.cuts(self.closed)
        for name in self.barred:
            cut |= lines.named.get(name, 0)
        return cut

    def text(self, board: Board) -> str:
        """The changes in words, in one order for equal overlays; empty if there are none."""
        words = []
        for what, pairs in (("open", self.opened), ("closed", self.closed)):
            words += [f"{what} {board.name(a)}/{board.name(b)}" for a, b in sorted(pairs)]
        words += [f"frozen {kind}" for kind in sorted(self.frozen)]
        words += [f"barred {name}" for name in sorted(self.barred)]
        words += [f"shut {board.name(node)}" for node in members(self.shut)]
        return "; ".join(words)

    @classmethod
    def parse(cls, text: str, board: Board) -> "Overlay":
        """The overlay of a text.

        >>> from grognard.board.grid import Grid
        >>> board = Board.blank(Grid("pointy", "odd", 3, 1))
        >>> Overlay.parse("open 0000/0100; frozen river", board).text(board)
        'open 0000/0100; frozen river'
        """
        overlay = cls()
        shut = []
        for phrase in filter(None, (phrase.strip() for phrase in text.split(";"))):
            verb, _, rest = phrase.partition(" ")
            if verb in ("open", "closed"):
                a, _, b = rest.partition("/")
                change = overlay.open if verb == "open" else overlay.close
                overlay = change(board.node(a), board.node(b))
            elif verb == "frozen":
                overlay = overlay.freeze(rest)
            elif verb == "barred":
                overlay = overlay.bar(rest)
            elif verb == "shut":
                shut.append(board.node(rest))
            else:
                raise ValueError(f"{phrase!r}: an overlay says open, closed, frozen, barred or shut")
        return overlay.shut_nodes(from_iter(shut))


@lru_cache(maxsize=256)
def _out(overlay: Overlay, board: Board) -> Exits:
    out = board.out
    if overlay.frozen:
        shut = Exits.none(board.grid)
        for kind in board.closed:
            shut |= _sides(overlay, board, kind)
        for kind in board.open:
            shut -= board.sides.get(kind, Exits.none(board.grid))
        out = board.around.inside(board.land) - shut
    if overlay.closed:
        out -= Exits.between(board.grid, overlay.closed)
    if overlay.opened:
        out |= Exits.between(board.grid, overlay.opened)
    if overlay.shut:
        out = out.inside(board.hexes & ~overlay.shut)
    return out


@lru_cache(maxsize=256)
def _sides(overlay: Overlay, board: Board, kind: str) -> Exits:
    sides = board.sides.get(kind)
    if sides is None or kind in overlay.frozen:
        return Exits.none(board.grid)
    for name in overlay.frozen:
        if (kind, name) in board.named_sides:
            sides -= board.named_sides[kind, name]
    return sides
