"""The tiny board, its pieces, and the position."""

from __future__ import annotations

from array import array
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grognard.board import Board, UnknownName
from grognard.board.area import Exits, step
from grognard.board.hexset import among, members
from grognard.board.reach import Costs
from grognard.engine.core import table
from grognard.engine.core.position import Position, bitset, column, number
from grognard.engine.core.title import Title

HERE = Path(__file__).parent
RED, BLUE, GREEN = 0, 1, 2
INFANTRY, ARMOR, FLEET, MILITIA = 0, 1, 2, 3
SPEED = {INFANTRY: 2, ARMOR: 3, FLEET: 4, MILITIA: 1}
KINDS = ("inf", "arm", "fleet", "mil")
FACE_UP = 0b1111
FLEETS = among(FLEET)

BLOCKS: tuple[tuple[str, int, int, int, int, str], ...] = (
    # name, power, kind, steps, most steps, place
    ("R1", RED, INFANTRY, 2, 3, "0203"), ("R2", RED, ARMOR, 3, 3, "0203"), ("R3", RED, INFANTRY, 1, 3, "0103"),
    ("R4", RED, INFANTRY, 3, 3, "0202"), ("R5", RED, ARMOR, 2, 3, "0204"), ("R6", RED, INFANTRY, 1, 3, "Red pool"),
    ("RF1", RED, FLEET, 2, 3, "0801"), ("RF2", RED, FLEET, 1, 3, "0802"),
    ("B1", BLUE, INFANTRY, 2, 3, "0503"), ("B2", BLUE, ARMOR, 3, 3, "0604"), ("B3", BLUE, INFANTRY, 2, 3, "0604"),
    ("B4", BLUE, INFANTRY, 1, 3, "Blue pool"),
    ("BF1", BLUE, FLEET, 2, 3, "0705"), ("BF2", BLUE, FLEET, 2, 3, "0706"),
    ("G1", GREEN, INFANTRY, 2, 3, "0502"), ("G2", GREEN, INFANTRY, 2, 3, "0601"),
    ("G3", GREEN, ARMOR, 1, 3, "Green pool"),
)  # fmt: skip
MILITIA_SLOTS = 8
CAPITAL = {RED: "Rubra", BLUE: "Azul", GREEN: "Verde"}
POOL = {RED: "Red pool", BLUE: "Blue pool", GREEN: "Green pool"}


class TinyPosition(Position):
    """Blocks with steps, militia points, control, and what is frozen for a phase."""

    kind = column()
    steps = column()
    moved = column()
    came = column()
    built = column()
    asked = column()
    red_land = bitset()
    allied_land = bitset()
    held_fort = bitset()
    turn = number(1)
    last = number(3)
    red_points = number()
    blue_points = number()
    green_points = number()


@dataclass(frozen=True, eq=False)
class World:
    """What does not change: the board and tables made from it."""

    board: Board
    board_hash: str
    land: Exits
    gated: Exits
    sea: Exits
    costs: Costs
    gated_costs: Costs
    sailing: Costs
    lost: int
    pools: tuple[int, int, int]
    capitals: tuple[int, int, int]
    fort: int
    island: int
    linked: int
    names: dict[int, str]
    on_land: bytes
    """The nodes on land, for :func:`where`."""


Table = table.Table[TinyPosition, World, Title]
"""The table as the rules of this title take it."""


def node_names(board: Board) -> dict[int, str]:
    """Every node's name as one word; the grid's padding has none."""
    names = {}
    for node in range(board.size):
        with suppress(UnknownName):
            names[node] = board.name(node).replace(" ", "_")
    return names


@cache
def world(path: str = "") -> World:
    """The board and what follows from it."""
    board = Board.load(path or HERE / "board" / "board.json")
    gate = board.sides["gate"]
    land = board.out
    gated = land - gate
    enter = {1: board.terrain["clear"], 2: board.terrain["forest"]}
    pools = tuple(board.node(POOL[p]) for p in (RED, BLUE, GREEN))
    capitals = tuple(board.node(CAPITAL[p]) for p in (RED, BLUE, GREEN))
    sea = board.exits(board.water)
    return World(
        board, board.hash, land, gated, sea, Costs(land, enter), Costs(gated, enter), Costs(sea, {1: board.water}),
        board.node("Lost"), pools, capitals, board.node("Fort"), board.node("Island"),  # type: ignore[arg-type]
        board.area("0101", "0601") | 1 << board.node("Island"), node_names(board), among(*members(board.land)),
    )  # fmt: skip


@cache
def by_most(roster: tuple[tuple[str, int, int, int, int, str], ...]) -> tuple[tuple[int, int], ...]:
    """The most steps that blocks may have, each with the blocks of that size."""
    found: dict[int, int] = {}
    for i, block in enumerate(roster):
        found[block[4]] = found.get(block[4], 0) | 1 << i
    return tuple(sorted(found.items()))


def nothing(p: TinyPosition) -> array[int]:
    """A column of zeros."""
    return array("i", bytes(p.at.itemsize * len(p.at)))


def blocks() -> int:
    """Every slot that is a block, not militia."""
    return (1 << len(BLOCKS)) - 1


def adjacent(t: Table, node: int) -> int:
    """The land hexes next to a hex."""
    return step(1 << node, t.world.land)


def land_blocks(t: Table, power: int) -> list[int]:
    """A power's blocks and militia on land."""
    p = t.p
    owner, kind, stacks = p.power, p.kind, p.stacks
    return sorted(
        [
            i for n in members(p.occupied[power] & t.world.board.land) for i in stacks[n]
            if owner[i] == power and kind[i] != FLEET
        ]
    )  # fmt: skip


def side(power: int) -> str:
    return "red" if power == RED else "allied"


def enemy_land(t: Table, power: int) -> int:
    """Hexes with enemy pieces on land."""
    bits: int = t.enemies(power) & t.world.board.land
    return bits


def take_hex(t: Table, power: int, node: int) -> None:
    """The last side to enter a hex controls it."""
    p = t.p
    if not t.world.board.land >> node & 1:
        return
    if power == RED:
        p.red_land |= 1 << node
        p.allied_land &= ~(1 << node)
    else:
        p.allied_land |= 1 << node
        p.red_land &= ~(1 << node)


def destroy(t: Table, rule: str, piece: int) -> None:
    """A piece without steps is shown and laid aside."""
    t.reveal(rule, (piece,), up=True)
    t.place(piece, t.world.lost, followed=True)


def name(t: Table, piece: int) -> str:
    """Blocks have names of their own; militia are called by what they are and where."""
    if piece < len(BLOCKS):
        return BLOCKS[piece][0]
    p = t.p
    return f"{p.steps[piece]}mil@{t.world.board.name(p.at[piece])}"
