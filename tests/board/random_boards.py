"""Random boards for the property tests, and plain searches to compare with."""

import heapq
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from grognard.board import Board, Exits, Grid

MORE = os.environ.get("BOARD_EXAMPLES")
# The same boards each time; new ones when more are asked for.
examples = settings(
    max_examples=int(MORE or "60"), derandomize=not MORE, deadline=None, suppress_health_check=list(HealthCheck)
)
KINDS = ("river", "blocked", "sea", "lake", "strait", "crossing", "alpine")
TERRAIN = ("clear", "forest", "hill", "marsh", "mountain", "sea")


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Both orientations, both staggers, any corner."""
    return Grid(
        draw(st.sampled_from(("flat", "pointy"))),
        draw(st.sampled_from(("odd", "even"))),
        draw(st.integers(1, 7)),
        draw(st.integers(1, 7)),
        draw(st.integers(0, 3)),
        draw(st.integers(0, 3)),
    )


def drawn_neighbours(grid: Grid, node: int) -> set[int]:
    """The hexes whose centres are drawn one unit away: what neighbours are, without any arithmetic on bits."""
    x, y = grid.centre(node)
    found = set()
    for other in grid:
        ox, oy = grid.centre(other)
        if abs((x - ox) ** 2 + (y - oy) ** 2 - 1) < 1e-6:
            found.add(other)
    return found


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A random board with random terrain, holes, hexsides of every kind, boxes, seas and links."""
    grid = draw(grids())
    nodes = list(grid)
    terrain = draw(st.lists(st.sampled_from(TERRAIN), min_size=len(nodes), max_size=len(nodes)))
    name = {node: "{:02}{:02}".format(*grid.colrow(node)) for node in nodes}
    hexes = []
    for node, kind in zip(nodes, terrain):
        col, row = grid.colrow(node)
        seas = ["North", "South"] if kind == "marsh" else ["North"] if kind == "sea" else []
        hexes.append({"hex": name[node], "col": col, "row": row, "terrain": kind, "seas": seas})
    holes = draw(st.sets(st.sampled_from(nodes), max_size=2)) if len(nodes) > 3 else set()
    hexes = [record for record, node in zip(hexes, nodes) if node not in holes]
    kept = [node for node in nodes if node not in holes]
    touching = sorted((a, b) for a in kept for b in drawn_neighbours(grid, a) if a < b and b not in holes)
    sides = (
        draw(st.sets(st.tuples(st.sampled_from(touching), st.sampled_from(KINDS)), max_size=40)) if touching else set()
    )
    places = [{"name": box, "kind": "box", "hex": ""} for box in ("Box A", "Box B", "Box C")]
    ends = st.sampled_from([*(name[node] for node in kept), "Box A", "Box B", "Box C"])
    links = [("Box A", "Box C", 2), *draw(st.lists(st.tuples(ends, ends, st.integers(1, 4)), max_size=30))]
    seas = [{"sea": "North", "adjacent": ["South:strait"]}, {"sea": "South", "adjacent": ["North:strait"]}]
    settings = {key: getattr(grid, key) for key in ("orientation", "shift", "cols", "rows", "first_col", "first_row")}
    middle = grid.first_col + grid.cols // 2, grid.first_row + grid.rows // 2
    span = {"cols": [grid.first_col, middle[0]], "rows": [middle[1], grid.first_row + grid.rows - 1]}
    return Board(
        {
            "format": 1,
            "hash": "h",
            "grid": {"id": "random", "windows": {"part": span}, **settings},
            **table("hexes", hexes),
            **table("hexsides", [{"a": name[a], "b": name[b], "kind": kind} for (a, b), kind in sorted(sides)]),
            **table("links", [{"graph": "rail", "a": a, "b": b, "length": n} for a, b, n in links if a != b]),
            **table("places", places),
            **table("seas", seas),
        }
    )


def table(name: str, records: list[dict[str, object]]) -> dict[str, object]:
    """A table of a compiled board."""
    columns = list(records[0]) if records else []
    return {name: {"columns": columns, "rows": [list(record.values()) for record in records]}}


def subset(draw: st.DrawFn, area: int) -> int:
    """Some nodes of a set."""
    return draw(st.integers(0, (1 << area.bit_length()) - 1)) & area


def ways(out: Exits, grid: Grid) -> dict[int, list[int]]:
    """The exits as a plain table of neighbours, read one bit at a time."""
    found: dict[int, list[int]] = {}
    for node in grid:
        for d in range(6):
            if out[d] >> node & 1:
                found.setdefault(node, []).append(grid.neighbour(node, d))
    return found


def search(starts: Iterable[int], onward: Mapping[int, Iterable[int]], blocked: set[int]) -> dict[int, int]:
    """Breadth first, node by node."""
    far = dict.fromkeys(starts, 0)
    queue = deque(far)
    while queue:
        node = queue.popleft()
        for other in onward.get(node, ()):
            if other not in far and other not in blocked:
                far[other] = far[node] + 1
                queue.append(other)
    return far


def dijkstra(
    start: int, onward: Callable[[int], Iterable[tuple[int, int]]], may_leave: Callable[[int], bool]
) -> dict[int, int]:
    """The fewest points to every node."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, node = heapq.heappop(heap)
        if cost > best[node] or (node != start and not may_leave(node)):
            continue
        for other, price in onward(node):
            if cost + price < best.get(other, 1 << 30):
                best[other] = cost + price
                heapq.heappush(heap, (cost + price, other))
    return best
