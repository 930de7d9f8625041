"""Ships pass no land neck (5.76, R224): every coast hex that touches two waters, and the ways from the U.S. box."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from grognard.board.hexset import from_iter, members
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.sea import courses, sealanes

from .scenes import at, play, refused, scene

BOARD = w.world("1941").board
LANE = sealanes.lanes(BOARD)
CHANNELS = {BOARD.node(row["hex"]) for row in w.table("channels.csv")}


def way(sea: str, a: str, b: str, *closed: str, only: tuple[str, ...] = ()) -> list[str]:
    """The hexes of a ship's way over one sea, round some hexes or through some alone."""
    blocked = from_iter(BOARD.node(name) for name in closed)
    if only:
        blocked |= BOARD.hexes & ~from_iter(BOARD.node(name) for name in only)
    start, target = ((sea, 1 << BOARD.node(a)),), ((sea, 1 << BOARD.node(b)),)
    path = courses.course(LANE, start, target, blocked, frozenset(), sealanes.NONE, (), (sea,))
    return [BOARD.name(node) for node in path]


def ring(sea: str, node: int) -> list[set[int]]:
    """The hexes round a coast hex that its ships step to, in groups that touch by water without it."""
    grid, whole = BOARD.grid, [BOARD.sides[kind] for kind in ("sea", "strait", "crossing")]
    ways = sealanes._ways(BOARD, sea)
    around = [grid.neighbour(node, d) for d in range(6)]
    off = [n < 0 or not BOARD.hexes >> n & 1 for n in around]
    wet = [bool(ways[d] >> node & 1) for d in range(6)]
    open_ = [off[d] or any(side[d] >> node & 1 for side in whole) for d in range(6)]
    groups = [{d} for d in range(6) if wet[d] or off[d]]
    for d in range(6):
        e = (d + 1) % 6
        touch = open_[d] or open_[e] or ways.has(around[d], around[e])
        one, other = (next((g for g in groups if x in g), None) for x in (d, e))
        if touch and one is not None and other is not None and one is not other:
            groups.remove(other)
            one |= other
    return [found for g in groups if (found := {around[d] for d in g if wet[d]})]


def coasts() -> list[tuple[str, int]]:
    """Every coast hex of every sea that ships do not pass from sea to sea or through a channel."""
    gates = {passage.node for passage in LANE.passages}
    seas = ((sea, members(BOARD.sea[sea] & BOARD.land)) for sea in sealanes.SAILED)
    return [(sea, node) for sea, nodes in seas for node in nodes if node not in gates | CHANNELS]


def test_no_way_between_waters_that_are_not_joined() -> None:
    """From one water of a hex to the other no ship passes through it; along one water it does."""
    through = 0
    for sea, node in coasts():
        groups, name = ring(sea, node), BOARD.name(node)
        for one, other in permutations(groups, 2):
            for a, b in product(one, other):
                names = BOARD.name(a), name, BOARD.name(b)
                assert way(sea, names[0], names[2], only=names) == [], names
        for group in groups if len(groups) == 1 else ():
            assert all(way(sea, name, BOARD.name(a), only=(name, BOARD.name(a))) for a in group), name
            through += 1
    assert through > 150


NECKS = {
    "Italy at Ancona": ("Mediterranean", "1118", "1217", "1317"),
    "Calabria": ("Mediterranean", "1320", "1419", "1520"),
    "Brittany": ("Atlantic", "0612", "0613", "0614"),
    "Scotland": ("Atlantic", "0608", "0709", "0808"),
    "Estonia": ("Baltic", "1709", "1808", "1807"),
}
CHANNELLED = {
    "Messina": ("Mediterranean", "1320", "1420", "1520"),
    "Otranto": ("Mediterranean", "1418", "1519", "1520"),
    "the Channel": ("Atlantic", "0713", "0812", "0912"),
    "the White Sea": ("Atlantic", "2202", "2203", "2204"),
    "the Gulf of Riga": ("Baltic", "1609", "1709", "1809"),
    "the Dardanelles": ("Mediterranean", "1819", "1919", "2018"),
}


@pytest.mark.parametrize("name", NECKS)
def test_necks(name: str) -> None:
    """Neither way through the hex, but ships reach it from each side."""
    sea, a, neck, b = NECKS[name]
    assert way(sea, a, b, only=(a, neck, b)) == way(sea, b, a, only=(a, neck, b)) == []
    assert way(sea, a, neck) == [a, neck] and way(sea, neck, b) == [neck, b]
    assert neck not in way(sea, a, b)[1:-1]


@pytest.mark.parametrize("name", CHANNELLED)
def test_channels(name: str) -> None:
    """A strait lies in the hex, or the sea goes round its cape: ships pass."""
    sea, a, strait, b = CHANNELLED[name]
    assert way(sea, a, b, only=(a, strait, b)) == [a, strait, b]


def test_an_enemy_in_a_neck_bars_both_its_shores() -> None:
    """Neither shore of Calabria is entered while it is blocked, so only Messina leads round."""
    assert "1419" not in way("Mediterranean", "1319", "1519", "1419")
    assert way("Mediterranean", "1319", "1419", "1419") == []


def test_a_typed_way_over_italy_is_refused() -> None:
    """From Rome's sea into the Adriatic a ship goes round the heel."""
    game = scene("1941 bare / 1218: ita1inf / axis naval")
    assert refused(game, "axis", "ship ita1inf@1218 1218>1118>1217>1317>1417>1418") == "5.76"
    play(game, "axis: ship ita1inf@1218 1218>1219>1320>1420>1520>1519>1418")
    assert at(game, "1418") == ["ita1inf"]


def test_ways_from_the_us_box_are_read() -> None:
    """What is offered from the U.S. box is read back; a way that begins in no sea hex of the edge is not."""
    game = scene("1941 bare / U.S. Reinforcement Holding box: usa1mech / turn 3-1943 / allied naval")
    box = "U.S._Reinforcement_Holding_box"
    orders = [order.text for order in game.decisions()["allied"].actions() if order.verb == "ship"]
    assert len(orders) >= 20 and not any(game.why_not("allied", text) for text in orders)
    assert refused(game, "allied", f"ship usa1mech@{box} {box}>0508>0608>0709") == "5.76"
