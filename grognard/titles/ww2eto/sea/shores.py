"""The shores of a coast hex (5.76): its waters are one where they join round the hex, and two where land parts them.

A hexside to a sea hex, or one that is all sea, is wet from corner to corner. A coastline hexside between two land hexes
is wet at one end, and at both with land between them when there is open sea at each of its corners (R224). Pure
geometry of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grognard.board import Board
from grognard.board.area import Exits
from grognard.board.hexset import members

DRY, COAST, SEA = range(3)
Bank = tuple[int, int]
"""A wet stretch of a hexside as the hex sees it: the direction, and the corner of the hex that it ends at, or WHOLE."""
WHOLE = -1


@dataclass(frozen=True, slots=True)
class Banks:
    """Ways over the water of one sea, told apart by corners."""

    board: Board
    ways: Exits
    open_sides: Exits
    """The ways between land hexes that are all water."""

    def side(self, node: int, d: int) -> int:
        """How wet a hexside is; beyond the edge of the map the sea goes on."""
        other = self.board.grid.neighbour(node, d)
        if other < 0 or not self.board.hexes >> other & 1:
            return SEA
        if not self.ways[d] >> node & 1:
            return DRY
        return COAST if self.board.land >> node & self.board.land >> other & 1 and not self.whole(node, d) else SEA

    def whole(self, node: int, d: int) -> bool:
        return bool(self.open_sides[d] >> node & 1)

    def corner(self, node: int, d: int) -> int:
        """How wet the corner between the sides ``d - 1`` and ``d`` is: open sea, the head of a gulf, or dry."""
        left = self.board.grid.neighbour(node, (d - 1) % 6)
        third = self.side(left, (d + 1) % 6) if left >= 0 and self.board.hexes >> left & 1 else SEA
        met = (self.side(node, (d - 1) % 6), self.side(node, d), third)
        return SEA if SEA in met else min(met)

    def banks(self, node: int, d: int) -> list[Bank]:
        """The wet stretches of a hexside, first the one at its earlier corner."""
        kind, ends = self.side(node, d), (d, (d + 1) % 6)
        if kind == COAST and all(self.corner(node, c) == SEA for c in ends):
            return [(d, c) for c in ends]
        return [(d, WHOLE)] if kind != DRY else []

    def shores(self, node: int) -> list[set[Bank]]:
        """The wet stretches of a hex, those that join round it together."""
        found = [{bank} for d in range(6) for bank in self.banks(node, d)]
        for d in range(6):
            before, after = self.banks(node, (d - 1) % 6), self.banks(node, d)
            if before and after and self.corner(node, d):
                ends = [bank for bank in (before[-1], after[0]) if bank[1] in (WHOLE, d)]
                if len(ends) == 2:
                    one, other = (next(shore for shore in found if bank in shore) for bank in ends)
                    if one is not other:
                        found.remove(other)
                        one |= other
        return [shore for shore in found if any(self._leads(node, bank) for bank in shore)]

    def _leads(self, node: int, bank: Bank) -> bool:
        return bool(self.ways[bank[0]] >> node & 1)

    def beyond(self, node: int, bank: Bank) -> tuple[int, Bank]:
        """The hex across a wet stretch, and the stretch as that hex sees it."""
        d, corner = bank
        other = self.board.grid.neighbour(node, d)
        if corner == WHOLE:
            return other, ((d + 3) % 6, WHOLE)
        return other, ((d + 3) % 6, (d + 4) % 6 if corner == d else (d + 3) % 6)


@dataclass(frozen=True, slots=True)
class Quays:
    """The shores of one sea that are not just their hex as nodes of their own, and the ways to them."""

    ways: Exits
    """The ways between hexes without those to such a shore."""
    links: Mapping[int, int]
    """The nodes that each such shore, and each hex next to one, leads to besides."""
    hex_of: Mapping[int, int]


def quays(banks: Banks, hexes: int, shared: int, first: int) -> Quays:
    """The further shores of some land hexes, and those of hexes ``shared`` with another sea, from ``first`` on."""
    split = {node: shores for node in members(hexes) if len(shores := banks.shores(node)) > 1}
    split |= {node: [{bank for d in range(6) for bank in banks.banks(node, d)}] for node in members(shared)}
    node_of: dict[tuple[int, Bank], int] = {}
    hex_of: dict[int, int] = {}
    for node, shores in split.items():
        for i, shore in enumerate(shores):
            quay = node if not i and not shared >> node & 1 else first + len(hex_of)
            if quay != node:
                hex_of[quay] = node
            node_of.update({(node, bank): quay for bank in shore})
    links: dict[int, int] = {}
    kept: set[tuple[int, int]] = set()
    for a, b, here, there in _crossed(banks, split, node_of):
        if (here, there) == (a, b):
            kept |= {(a, b), (b, a)}
        else:
            links[here] = links.get(here, 0) | 1 << there
            links[there] = links.get(there, 0) | 1 << here
    cut = Exits.between(banks.board.grid, _cut(banks, split, kept))
    return Quays(banks.ways - cut, links, hex_of)


def _crossed(
    banks: Banks, split: Mapping[int, list[set[Bank]]], node_of: Mapping[tuple[int, Bank], int]
) -> Iterator[tuple[int, int, int, int]]:
    """Each wet stretch of the hexes that are split: the two hexes, and the shores that it joins."""
    for node, shores in split.items():
        for shore in shores:
            for bank in sorted(shore):
                if banks.ways[bank[0]] >> node & 1:
                    other, back = banks.beyond(node, bank)
                    yield node, other, node_of[node, bank], node_of.get((other, back), other)


def _cut(banks: Banks, split: Mapping[int, list[set[Bank]]], kept: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for node in split:
        for d in range(6):
            if banks.ways[d] >> node & 1:
                other = banks.board.grid.neighbour(node, d)
                if (node, other) not in kept:
                    yield node, other
