"""Geometry: hexes, sets of hexes, graphs. Knows nothing of war."""

from grognard.board.area import Exits, distances, flood, ring, rings, spread, step
from grognard.board.board import Board, Place, Sea, UnknownName
from grognard.board.graph import Edge, Graph
from grognard.board.grid import Grid
from grognard.board.hexset import bit, from_iter, members
from grognard.board.numbering import Numbering, Sheet
from grognard.board.reach import Costs, Reach, reach

__all__ = [
    "Board",
    "Costs",
    "Edge",
    "Exits",
    "Graph",
    "Grid",
    "Numbering",
    "Place",
    "Reach",
    "Sea",
    "Sheet",
    "UnknownName",
    "bit",
    "distances",
    "flood",
    "from_iter",
    "members",
    "reach",
    "ring",
    "rings",
    "spread",
    "step",
]
