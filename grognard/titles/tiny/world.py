"""The tiny board, its pieces, and the position."""

from __future__ import annotations

import csv
from array import array
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grognard.board import Board, UnknownName
from grognard.board.area import Exits, step
from grognard.board.hexset import among, members, where
from grognard.board.reach import Costs
from grognard.engine.core import table
from grognard.engine.core.position import Position, bitset, by_node, by_power, column, number
from grognard.engine.title import Title

from .title import META

HERE = Path(__file__).parent
RED, BLUE, GREEN = 0, 1, 2
INFANTRY, ARMOR, FLEET, MILITIA = 0, 1, 2, 3
KINDS = ("inf", "arm", "fleet", "mil")
FACE_UP = 0b1111
NOBODY = -1
FLEETS = among(FLEET)


class Block(NamedTuple):
    """A block as it begins: what and whose it is, how many steps it has and may have, and where it stands."""

    name: str
    power: int
    kind: int
    steps: int
    most: int
    place: str


def rows(name: str) -> list[dict[str, str]]:
    """A table of the title's data."""
    with (HERE / "data" / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


SPEED = tuple(int(row["speed"]) for row in rows("kinds.csv"))
BLOCKS = tuple(
    Block(
        row["name"], META.powers.index(row["power"]), KINDS.index(row["kind"]), int(row["steps"]), int(row["most"]),
        row["place"],
    )
    for row in rows("blocks.csv")
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
    holder = by_node(NOBODY)  # the power that was last in a hex
    held_fort = bitset()  # the powers that the gate is open to, as it was when the phase began (T2.3)
    turn = number(1)
    last = number(3)
    points = by_power()  # production points, each known to its seat alone
    own_seat = by_power()  # the seat that each power began with (T9.2)


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
def by_most(roster: tuple[Block, ...]) -> tuple[tuple[int, int], ...]:
    """The most steps that blocks may have, each with the blocks of that size."""
    found: dict[int, int] = {}
    for i, block in enumerate(roster):
        found[block.most] = found.get(block.most, 0) | 1 << i
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


def held_by(t: Table, powers: int) -> int:
    """The hexes that some powers were last in."""
    return where(t.p.holder, among(*members(powers)))


def enemy_land(t: Table, power: int) -> int:
    """Hexes with enemy pieces on land."""
    bits: int = t.enemies(power) & t.world.board.land
    return bits


def take_hex(t: Table, power: int, node: int) -> None:
    """The last power to enter a hex controls it."""
    if t.world.board.land >> node & 1:
        t.p.holder[node] = power


def destroy(t: Table, rule: str, piece: int) -> None:
    """A piece without steps is shown and laid aside."""
    t.reveal(rule, (piece,), up=True)
    t.place(piece, t.world.lost, followed=True)


def name(t: Table, piece: int) -> str:
    """Blocks have names of their own; militia are called by what they are and where."""
    if piece < len(BLOCKS):
        return BLOCKS[piece].name
    p = t.p
    return f"{p.steps[piece]}mil@{t.world.board.name(p.at[piece])}"
