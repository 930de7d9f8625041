"""How fast the board library is, beside networkx and scipy.sparse.csgraph on the same board in the same run.

Every case is done by all three, the answers are compared, and the best of several rounds is shown. What a game changes
from one call to the next (who stands where) is changed from one call to the next here too, and each library pays for
taking it in.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grognard.board import Board, Costs, flood, reach, step
from grognard.board.hexset import bit, from_iter, members
from grognard.lab.random_board import random_board
from grognard.titles.boards import shipped_board

COST = {"clear": 1, "forest": 2, "hill": 2, "rough": 2, "marsh": 3, "mountain": 3}
POINTS = 6
PIECES = 200
CHANGES = 16


class Row(NamedTuple):
    """One case on one board, in microseconds; None where a library has no such thing or is not installed."""

    case: str
    board: str
    ours: float
    target: float | None
    networkx: float | None
    scipy: float | None

    @property
    def kept(self) -> bool:
        """Whether the target, if there is one, holds, and neither library is as fast."""
        if self.target is None:
            return True
        return self.ours <= self.target and all(t is None or self.ours < t for t in (self.networkx, self.scipy))


class Scene(NamedTuple):
    """Who stands where in one call."""

    mine: int
    theirs: int
    unit: int
    source: int


class Case(NamedTuple):
    """The same question put to the three libraries."""

    name: str
    target: float
    ours: Callable[[Scene], Any]
    networkx: Callable[[Scene], Any] | None
    scipy: Callable[[Scene], Any] | None


def run(board: Board | str | Path | None = None, show: Callable[[str], None] = print) -> list[Row]:
    """Measures the board (`front` if none is given) and a random one of 15,000 hexes, and shows a table."""
    boards = [(load(board), True), (random_board(150, 100, seed=2), False)]
    rows = [row for one, held in boards for row in measure(one, held)]
    show(f"{'microseconds':<44}{'ours':>10}{'target':>10}{'networkx':>12}{'scipy':>12}")
    for row in rows:
        cells = "".join(f"{'-' if v is None else format(v, '.1f'):>{w}}" for v, w in zip(row[2:], (10, 10, 12, 12)))
        show(f"{row.board + ': ' + row.case:<44}{cells}{'' if row.kept else '  MISSED'}")
    return rows


def load(board: Board | str | Path | None) -> Board:
    """A board, the board of a file, the board `front`, or one of its size as long as that is not compiled."""
    if isinstance(board, Board):
        return board
    path = Path(board) if board else shipped_board("front") / "board.json"
    if board or path.exists():
        return Board.load(path)
    return random_board()


def measure(board: Board, held: bool) -> list[Row]:
    """All cases on one board; `held` if the targets apply to it."""
    scenes = deal(board, Random(7))
    rows = []
    for case in cases(board):
        if not all(agree(case, scene) for scene in scenes):
            raise AssertionError(f"{case.name}: the libraries do not agree")
        times = [None if solve is None else clock(solve, scenes) for solve in (case.ours, case.networkx, case.scipy)]
        label = f"{board.id} ({board.hexes.bit_count()})"
        rows.append(Row(case.name, label, times[0] or 0.0, case.target if held else None, times[1], times[2]))
    return rows


def agree(case: Case, scene: Scene) -> bool:
    """Whether all libraries answer the same."""
    ours = case.ours(scene)
    return all(solve(scene) == ours for solve in (case.networkx, case.scipy) if solve)


def deal(board: Board, rng: Random) -> list[Scene]:
    """Positions that differ from call to call: 200 pieces, half of them the enemy's, and a unit that moves."""
    land = members(board.land)
    stations = members(board.graph["rail"].nodes & board.land)
    scenes = []
    for _ in range(CHANGES):
        pieces = rng.sample(land, min(PIECES + 1, len(land) // 3))
        half = len(pieces) // 2
        mine, theirs = from_iter(pieces[:half]), from_iter(pieces[half:-1])
        source = from_iter(rng.sample(stations, min(3, len(stations)))) & ~theirs
        scenes.append(Scene(mine, theirs, pieces[-1], source))
    return scenes


def clock(solve: Callable[[Scene], Any], scenes: list[Scene]) -> float:
    """The time of one call in microseconds: the best of several rounds over all scenes."""
    solve(scenes[0])
    best = float("inf")
    started = time.perf_counter()
    rounds = 0
    while rounds < 3 or (rounds < 60 and time.perf_counter() - started < 0.4):
        rounds += 1
        before = time.perf_counter()
        for scene in scenes:
            solve(scene)
        best = min(best, (time.perf_counter() - before) / len(scenes))
    return best * 1e6


def cases(board: Board) -> list[Case]:
    """The five cases, with rivals if their libraries are installed."""
    ours = Ours(board)
    theirs = rivals(board)
    blank: tuple[None, None] = (None, None)
    return [
        Case("zones of 200 pieces", 4, ours.zones, *theirs.get("zones", blank)),
        Case("flood of the whole map", 300, ours.flood, *theirs.get("flood", blank)),
        Case("listing 200 members", 50, ours.listing, None, None),
        Case("one unit's reach and targets", 60, ours.reach, *theirs.get("reach", blank)),
        Case("rail and sea network of a side", 1000, ours.network, *theirs.get("network", blank)),
    ]


class Ours:
    """The five questions as a title would put them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        enter: dict[int, int] = {}
        for terrain, area in board.terrain.items():
            if terrain != "sea":
                enter[COST.get(terrain, 1)] = enter.get(COST.get(terrain, 1), 0) | area
        rivers = [(1, board.sides["river"])] if "river" in board.sides else []
        self.costs = Costs(board.out, enter, rivers)
        self.rail, self.seas = board.graph["rail"], board.graph["seas"]
        ports = board.kind.get("port", 0)
        self.ports = {sea.node: ports & board.shore[sea.name] for sea in board.seas.values()}

    def zones(self, scene: Scene) -> int:
        """The hexes next to any piece."""
        return step(scene.mine | scene.theirs, self.board.out)

    def flood(self, scene: Scene) -> int:
        """All that one side can walk to round the enemy."""
        return flood(bit(scene.unit), self.board.out, blocked=scene.theirs)

    def listing(self, scene: Scene) -> list[int]:
        """The hexes of 200 pieces, read anew."""
        return list(members.__wrapped__(scene.mine | scene.theirs))

    def reach(self, scene: Scene) -> list[int]:
        """Where a unit gets with its points: enemy hexes forbidden, their zones end the move."""
        zones = step(scene.theirs, self.board.out)
        found = reach(self.costs, bit(scene.unit), POINTS, stop=zones, forbidden=scene.theirs)
        return list(members.__wrapped__(found.all()))

    def network(self, scene: Scene) -> int:
        """By rail, then from the ports reached over sea to others, then by rail again; enemy hexes are closed."""
        linked = self.rail.flood(scene.source, blocked=scene.theirs)
        afloat = from_iter(sea for sea, ports in self.ports.items() if ports & linked)
        landed = 0
        for sea in members(self.seas.flood(afloat)):
            landed |= self.ports[sea]
        landed &= ~(scene.theirs | linked)
        return linked | self.rail.flood(landed, blocked=scene.theirs | linked)


def rivals(board: Board) -> dict[str, tuple[Callable[[Scene], Any] | None, Callable[[Scene], Any] | None]]:
    """networkx and scipy for each case, as far as they are installed."""
    try:
        from grognard.lab.bench_rivals import Networkx, Scipy
    except ImportError:
        return {}
    ours = Ours(board)
    nx, sp = Networkx(ours, POINTS), Scipy(ours, POINTS)
    return {case: (getattr(nx, case), getattr(sp, case)) for case in ("zones", "flood", "reach", "network")}


if __name__ == "__main__":
    run(sys.argv[1] if len(sys.argv) > 1 else None)
