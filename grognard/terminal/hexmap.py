"""The map in letters: a window of the board with terrain, places and the pieces that a viewer may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..board import Board
from ..board.hexset import members
from ..engine.core.table import Table
from .paint import counted, in_columns, paint

PLAIN = {"clear": ".", "sea": "~"}
MOST_ROWS = 8


class Seen(NamedTuple):
    """A piece as a viewer sees it: how it stands to him, and what he calls it."""

    relation: str
    name: str

    @property
    def text(self) -> str:
        mark = {"enemy": "!", "friend": "="}.get(self.relation, "")
        return self.name if mark == "!" and self.name.startswith("#") else mark + self.name


def seen_at(t: Table, viewer: int, node: int) -> list[Seen]:
    """The pieces of a node in a viewer's words; hidden ones by their tokens, which say nothing of the slots."""
    own, others = [], []
    powers = t.powers_of(viewer)
    for piece in t.p.stack(node):
        if t.out_of_sight(viewer, piece):
            continue
        name = t.name_for(viewer, piece)
        if t.owns(viewer, piece):
            own.append(Seen("own", name))
        elif any(t.hostile(power, t.p.power[piece]) for power in powers):
            others.append(Seen("enemy", name))
        else:
            others.append(Seen("friend" if powers else "", name))
    return own + sorted(others, key=lambda s: (s.relation, len(s.name), s.name))


def board_of(t: Table) -> Board:
    board: Board = t.world.board
    return board


def letters(board: Board) -> dict[str, str]:
    """One letter for each terrain, the first of its word that is free."""
    chosen: dict[str, str] = {}
    for terrain in sorted(board.terrain):
        free = [c for c in terrain if c.isalpha() and c not in chosen.values()]
        chosen[terrain] = PLAIN.get(terrain) or (free[0] if free else "?")
    return chosen


def shortened(name: str, room: int) -> str:
    """A name cut to fit; of ``Bizerte SW1`` the way is kept, for many hexes share the place."""
    anchor, _, way = name.rpartition(" ")
    if anchor and any(c.isdigit() for c in way):
        return anchor[: room - len(way)] + way
    return name[:room]


class Canvas:
    """Letters with styles, put anywhere and read line by line."""

    def __init__(self) -> None:
        self.cells: dict[int, dict[int, tuple[str, str]]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        line = self.cells.setdefault(y, {})
        for i, letter in enumerate(text):
            line[x + i] = (letter, style)

    def border(self, x: int, y: int, text: str) -> None:
        """A frame's letters; where two frames cross, the corner stays."""
        line = self.cells.setdefault(y, {})
        for i, letter in enumerate(text):
            old = line.get(x + i, (" ", ""))
            if old[0] == " " or (old[1] == "frame" and old[0] == "-"):
                line[x + i] = (letter, "frame")

    def lines(self) -> list[str]:
        if not self.cells:
            return []
        out = []
        for y in range(min(self.cells), max(self.cells) + 1):
            line = self.cells.get(y, {})
            text, run, style = "", "", ""
            for x in range(max(line, default=-1) + 1):
                letter, mine = line.get(x, (" ", ""))
                if mine != style:
                    text, run, style = text + paint(run, style), "", mine
                run += letter
            out.append((text + paint(run, style)).rstrip())
        return out


class Window(NamedTuple):
    """The columns and rows of the grid that are drawn."""

    col: int
    row: int
    cols: int
    rows: int

    def holds(self, col: int, row: int) -> bool:
        return self.col <= col < self.col + self.cols and self.row <= row < self.row + self.rows


def window(board: Board, focus: Iterable[int], cols: int, rows: int) -> Window:
    """The window of that size that holds most of what matters, and has it in its middle."""
    grid = board.grid
    cols, rows = min(cols, grid.cols), min(rows, grid.rows)
    spots = [grid.colrow(node) for node in focus if node in grid] or [
        (grid.first_col + grid.cols // 2, grid.first_row + grid.rows // 2)
    ]
    mid_col = sum(c for c, _ in spots) / len(spots)
    mid_row = sum(r for _, r in spots) / len(spots)

    def worth(w: Window) -> tuple[int, float]:
        held = sum(w.holds(c, r) for c, r in spots)
        return held, -abs(w.col + (cols - 1) / 2 - mid_col) - abs(w.row + (rows - 1) / 2 - mid_row)

    every = [
        Window(col, row, cols, rows)
        for col in range(grid.first_col, grid.first_col + grid.cols - cols + 1)
        for row in range(grid.first_row, grid.first_row + grid.rows - rows + 1)
    ]
    return max(every, key=worth)


class Drawing:
    """A window of the board on its way to the canvas."""

    def __init__(self, t: Table, viewer: int, board: Board, width: int) -> None:
        self.t, self.viewer, self.board, self.width = t, viewer, board, width
        self.canvas = Canvas()
        self.letter = letters(board)
        self.terrain = {node: word for word, area in board.terrain.items() for node in members(area)}
        self.used: set[str] = set()

    def head(self, node: int, width: int) -> tuple[str, str]:
        """A hex's own name, and its terrain's letter at the right."""
        self.used.add(self.terrain[node])
        return shortened(self.board.name(node), width - 2), self.letter[self.terrain[node]]

    def label(self, node: int) -> str:
        """The place in a hex, as the board calls it."""
        places = self.board.places_at(node)
        return places[0].name if places else ""

    def pieces(self, node: int, width: int) -> list[list[Seen]]:
        """Two lines of pieces, the second with how many did not fit."""
        rows: list[list[Seen]] = [[], []]
        here = f"@{self.board.name(node).replace(' ', '_')}"
        waiting = [s._replace(name=s.name.removesuffix(here)) for s in seen_at(self.t, self.viewer, node)]
        for row in rows:
            room = width
            while waiting and len(waiting[0].text) <= room:
                row.append(waiting.pop(0))
                room -= len(row[-1].text) + 1
        if waiting:
            more = Seen("", f"+{len(waiting) + 1}")
            if rows[1]:
                rows[1][-1] = more
            else:
                rows[1] = [Seen("", f"+{len(waiting)}")]
        return rows

    def write(self, x: int, y: int, row: list[Seen]) -> None:
        for seen in row:
            self.canvas.put(x, y, seen.text, seen.relation)
            x += len(seen.text) + 1

    def flat(self, node: int, x: int, y: int) -> None:
        """A hex that stands on a side: slanting edges, four lines high."""
        put, edge, n = self.canvas.put, self.canvas.border, self.width
        edge(x + 2, y, "_" * n)
        for dx, dy, left, right in ((1, 1, "/", "\\"), (0, 2, "/", "\\"), (0, 3, "\\", "/"), (1, 4, "\\", "/")):
            edge(x + dx, y + dy, left)
            edge(x + n + 3 - dx, y + dy, right)
        edge(x + 2, y + 4, "_" * n)
        name, letter = self.head(node, n)
        put(x + 2, y + 1, name)
        put(x + n + 1, y + 1, letter, "sea" if letter == "~" else "land")
        for i, row in enumerate(self.pieces(node, n + 2)):
            self.write(x + 1, y + 2 + i, row)
        label = self.label(node)[:n]
        put(x + 2 + (n - len(label)) // 2, y + 4, label, "place")

    def brick(self, node: int, x: int, y: int) -> None:
        """A hex that stands on a corner, as a brick of a wall: each row is half a brick aside."""
        put, edge, n = self.canvas.put, self.canvas.border, self.width
        edge(x, y, "+" + "-" * n + "+")
        for dy in (1, 2, 3):
            edge(x, y + dy, "|")
            edge(x + n + 1, y + dy, "|")
        edge(x, y + 4, "+" + "-" * n + "+")
        name, letter = self.head(node, n)
        label = self.label(node)
        put(x + 1, y + 1, (label or name)[: n - 2], "place" if label else "")
        put(x + n, y + 1, letter, "sea" if letter == "~" else "land")
        for i, row in enumerate(self.pieces(node, n)):
            self.write(x + 1, y + 2 + i, row)

    def draw(self, w: Window) -> list[str]:
        grid = self.board.grid
        flat = grid.orientation == "flat"
        shown = [node for node in members(self.board.hexes) if w.holds(*grid.colrow(node))]
        for node in shown:
            col, row = grid.colrow(node)
            cx, cy = grid.centre(node)
            if flat:
                self.flat(node, (col - w.col) * (self.width + 2), round(2 * cy) * 2 - w.row * 4)
            else:
                self.brick(node, round(2 * (cx - w.col)) * (self.width + 1) // 2, (row - w.row) * 4)
        return self.canvas.lines()


def hex_width(board: Board) -> int:
    """Wide enough for most names of places, where hexes are called by them."""
    return 9 if board.settings.get("names") == "places" or board.grid.orientation == "pointy" else 7


def shown_at(board: Board, focus: Iterable[int], width: int, height: int) -> Window:
    """The part of the board round ``focus`` that a screen has room for."""
    n = hex_width(board)
    cols = max(2, (width - 3 - (0 if board.grid.orientation == "flat" else n // 2)) // (n + 2))
    rows = max(3, min(MOST_ROWS, (height - 6) // 4))
    return window(board, focus, cols, rows)


def in_sight(board: Board, focus: Iterable[int], drawn: Window) -> bool:
    """Was any of these nodes on the map that was drawn?"""
    return any(node in board.grid and drawn.holds(*board.grid.colrow(node)) for node in focus)


def draw_map(t: Table, viewer: int, focus: Iterable[int], width: int, height: int) -> list[str]:
    """The board round ``focus``, the boxes with pieces beside it, and what the signs mean."""
    board = board_of(t)
    drawing = Drawing(t, viewer, board, hex_width(board))
    lines = drawing.draw(shown_at(board, focus, width, height))
    lines += beside(t, viewer, board)
    terrain = ", ".join(f"{drawing.letter[word]} {word}" for word in sorted(drawing.used))
    signs = "own pieces by name, !enemy, =other, #hidden" if t.powers_of(viewer) else "#hidden pieces"
    return [*lines, paint(f"{terrain}; {signs}", "frame")]


def beside(t: Table, viewer: int, board: Board) -> list[str]:
    """Pieces off the hexes: boxes, seas, pools."""
    found = []
    for node in sorted(t.p.stacks):
        if node not in board.grid:
            names = counted(s.text for s in seen_at(t, viewer, node))
            if names:
                kept = [*names[:8], f"and {len(names) - 8} more"] if len(names) > 8 else names
                found.append(f"{t.node_name(node)}: {' '.join(kept)}")
    return in_columns(found, "")
