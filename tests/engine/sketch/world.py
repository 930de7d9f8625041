"""The board, the tables, and the position."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grognard.board import Board
from grognard.board.area import Exits, step
from grognard.board.hexset import among, from_iter, members, where
from grognard.board.reach import Costs
from grognard.engine.core import table
from grognard.engine.core.position import Position, by_node, column, number
from grognard.engine.title import Title

from .title import META

HERE = Path(__file__).parent
ARMY, WING = 0, 1
KINDS = ("army", "wing")
NO_MISSION, STRIKE, PATROL = 0, 1, 2
MISSIONS = ("none", "strike", "patrol")
NOBODY = -1


class SketchPosition(Position):
    """Armies and wings, who holds what, and what was done this turn."""

    kind = column()
    supplied = column(1)  # as it was when its power's turn began (S1.1)
    moved = column()
    attacked = column()
    mission = column()
    target = column(-1)  # the hex of a wing's mission
    holder = by_node(NOBODY)  # the power that was last in a hex
    launched = number()  # convoys that sailed this turn
    turn = number(1)
    last = number(4)


@dataclass(frozen=True, eq=False)
class World:
    """What does not change in a game."""

    board: Board
    board_hash: str
    units: tuple[dict[str, str], ...]
    points: tuple[int, ...]
    ranges: tuple[int, ...]
    walk: Costs
    cities: int
    ports: int
    coast: int
    lost: int


Table = table.Table[SketchPosition, World, Title]


def rows(name: str) -> tuple[dict[str, str], ...]:
    """A table of the title's data folder."""
    with (HERE / "data" / name).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def world(path: str = "") -> World:
    board = Board.load(path or HERE / "board" / "board.json")
    ranges = {row["mission"]: int(row["range"]) for row in rows("missions.csv")}
    points = {row["kind"]: int(row["points"]) for row in rows("kinds.csv")}
    water = board.exits(board.hexes)
    cities = [place for place in board.places if place.kind == "city"]
    return World(
        board=board, board_hash=board.hash, units=rows("units.csv"),
        points=tuple(points[kind] for kind in KINDS), ranges=tuple(ranges.get(name, 0) for name in MISSIONS),
        walk=Costs(board.out, {1: board.terrain["clear"], 2: board.terrain["forest"]}),
        cities=from_iter(place.node for place in cities),
        ports=from_iter(place.node for place in cities if step(1 << place.node, water) & board.water),
        coast=step(board.water, water) & board.land, lost=board.node("Lost"),
    )  # fmt: skip


def everywhere(t: Table) -> Exits:
    """Ways of what flies and sails: from any hex to the next."""
    return t.world.board.exits(t.world.board.hexes)


def pieces(t: Table, seat: int, kind: int) -> int:
    """A seat's armies or wings that are still there."""
    return t.pieces_of(seat) & where(t.p.kind, among(kind)) & ~where(t.p.at, among(t.world.lost))


def armies_of(t: Table, powers: int) -> int:
    """The hexes where armies of some powers stand."""
    armies = where(t.p.kind, among(ARMY)) & ~where(t.p.at, among(t.world.lost))
    return from_iter(t.p.at[i] for i in members(armies) if powers >> t.p.power[i] & 1)


def zones(t: Table, power: int) -> int:
    """The hexes next to armies that are hostile to a power (S2.2)."""
    return step(armies_of(t, t.p.hostile[power]), t.world.board.out)


def held_by(t: Table, power: int) -> int:
    return from_iter(node for node, holder in enumerate(t.p.holder) if holder == power)


def destroy(t: Table, rule: str, piece: int) -> None:
    t.emit("destroyed", rule, pieces=(piece,), nodes=(t.p.at[piece],))
    t.place(piece, t.world.lost)


POWERS = META.powers
