"""The board of The Struggle for Europe in itself: windows, railways, rivers, seas, and what is shipped of it."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.board import Board
from grognard.board.area import flood
from grognard.board.hexset import members
from grognard.board.tables import rows

BOARD = Path(__file__).parents[3] / "grognard" / "titles" / "sfe" / "board"
WINDOWS = {"kharkov42": 256, "blitzkrieg40": 930, "barbarossa41": 3172, "overlord44": 1443, "africa41": 2009}
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(BOARD / "board.json")


@pytest.fixture(params=list(WINDOWS), scope="module")
def window(request: pytest.FixtureRequest) -> Board:
    return Board.load(BOARD / "board.json", request.param)


def rails(board: Board) -> Iterator[tuple[int, int]]:
    for row in rows(board.data, "links"):
        if row["graph"] == "rail":
            yield board.node(row["a"]), board.node(row["b"])


def test_a_window_spans_its_own_hexes(window: Board) -> None:
    """The sets of a window are as long as its own grid and few nodes more, and every hex keeps its name."""
    name = window.hash.rpartition("/")[2]
    assert window.hexes.bit_count() == WINDOWS[name] == len(window.grid)
    assert window.size < window.grid.size + 420
    for node in members(window.hexes):
        assert window.node(window.name(node)) == node


def test_a_window_is_the_same_cut_from_the_whole_or_loaded_alone(board: Board, window: Board) -> None:
    """Loading one window reads what cutting it out of the whole board gives."""
    cut = board.window(window.hash.rpartition("/")[2])
    assert (cut.land, cut.hash, cut.size) == (window.land, window.hash, window.size)
    assert cut.out == window.out and dict(cut.region) == dict(window.region)


def test_a_window_loads_quickly() -> None:
    """The smallest window opens in a blink, though the whole board has 9,700 hexes."""
    best = 9.0
    for _ in range(3):
        start = time.process_time()
        Board.load(BOARD / "board.json", "kharkov42")
        best = min(best, time.process_time() - start)
    assert best < 0.3


def test_railways_run_over_land(board: Board) -> None:
    """A line joins two hexes that touch and are land; only at the neck of the Crimea does it cross a shut side."""
    shut = set()
    for a, b in rails(board):
        d = board.grid.toward(a, b)
        assert d >= 0 and board.land >> a & 1 and board.land >> b & 1, (board.name(a), board.name(b))
        if not board.out[d] >> a & 1:
            shut.add(frozenset((board.name(a), board.name(b))))
    assert shut == {frozenset(("SE2527", "SE2627"))}


def test_cities_of_the_mainland_lie_on_one_net(board: Board) -> None:
    """From Moscow trains reach every major city of the mainland of Europe."""
    near: dict[int, set[int]] = {}
    for a, b in rails(board):
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    reached, queue = {board.node("Moscow")}, [board.node("Moscow")]
    while queue:
        for other in near[queue.pop()] - reached:
            reached.add(other)
            queue.append(other)
    mainland = flood(1 << board.node("Moscow"), board.exits(board.land, ("sea", "lake", "strait", "canal")))
    majors = [place for place in board.places if place.kind == "city" and place.grade == "major"]
    assert not [p.name for p in majors if mainland >> p.node & 1 and p.node not in reached]


def test_a_line_that_leaves_a_window_leaves_it_at_the_edge(board: Board) -> None:
    """The rail hexes of a window's edge are those with a link to a hex beyond it."""
    for name in WINDOWS:
        part = board.window(name)
        beyond = set()
        for a, b in rails(board):
            for here, there in ((a, b), (b, a)):
                names = {one: one in part.names._own for one in (board.name(here), board.name(there))}
                if names[board.name(here)] and not names[board.name(there)]:
                    beyond.add(board.name(here))
        edges = [area for region, area in part.regions("rail edge").items() if region.startswith(f"{name} ")]
        assert {part.name(node) for area in edges for node in members(area)} == beyond, name


def test_kharkov_has_sources_on_the_edges_that_its_rules_name(board: Board) -> None:
    """Lines leave the window of kharkov42 to the west for the Axis, to the north and the east for the Soviets."""
    part = board.window("kharkov42")
    for edge in ("west", "north", "east"):
        assert part.region[f"kharkov42 {edge} rail"].bit_count() >= 4


def test_rivers_are_lines_and_no_hedgehogs(board: Board) -> None:
    """No river forks: at every corner at most two of its own hexsides meet."""
    ends: dict[tuple[str, tuple[int, int]], int] = {}
    for row in rows(board.data, "hexsides"):
        if row["kind"] == "river":
            a, b = board.node(row["a"]), board.node(row["b"])
            d, corners = board.grid.toward(a, b), board.grid.corners(a)
            for x, y in (corners[d], corners[(d + 1) % 6]):
                key = row["name"], (round(x * 100), round(y * 100))
                ends[key] = ends.get(key, 0) + 1
    assert max(ends.values()) == 2


@pytest.mark.parametrize(
    ("river", "town", "beyond"),
    [
        ("Dnieper", "Kiev", "E"),
        ("Dnieper", "Dnepropetrovsk", "E"),
        ("Donets", "Belgorod", "E"),
        ("Donets", "Izyum", "E"),
        ("Don", "Voronezh", "W"),
        ("Vistula", "Warsaw", "E"),
        ("Volga", "Stalingrad", "E"),
        ("Bug", "Brest-Litovsk", "W"),
        ("Rhine", "Strasbourg", "E"),
    ],
)
def test_towns_lie_on_their_own_bank(board: Board, river: str, town: str, beyond: str) -> None:
    """A town's river runs along the side of its hex where the river is."""
    exits = board.named_sides["river", river]
    assert exits[board.grid.direction(beyond)] >> board.node(town) & 1


def test_every_sea_hex_has_one_zone_and_zones_hold_together(board: Board) -> None:
    """A hex of the sea belongs to one zone; a zone's hexes touch, by way of coasts at the narrowest."""
    water = board.terrain["sea"]
    for node in members(water):
        assert sum(area >> node & 1 for area in board.sea.values()) == 1, board.name(node)
    wet = board.exits(water | board.coastal)
    for name, sea in board.seas.items():
        area = board.sea.get(name, 0) & (water | board.coastal)
        if sea.kind == "sea" and area & water:
            start = area & water & -(area & water)
            assert flood(start, wet.inside(area)) & water == area & water, name


def test_land_hexes_have_a_country_and_a_known_ground(board: Board) -> None:
    """Each land hex belongs to one country of 1939 and has a terrain of the chart."""
    assert set(board.terrain) == {"clear", "forest", "swamp", "mountain", "sea", "lake"}
    owned = 0
    for area in board.nation.values():
        assert owned & area == 0
        owned |= area
    assert owned == board.land


def test_what_is_shipped_is_small_and_that_of_the_tables() -> None:
    """board.json is what the tables compile to; no file is larger than a page should load."""
    pytest.importorskip("numpy")
    from grognard.maps.compile import as_text, read_board

    assert as_text(read_board(BOARD)) == (BOARD / "board.json").read_text(encoding="utf-8")
    assert json.loads((BOARD / "board.json").read_text(encoding="utf-8"))["grid"]["id"] == "sfe"
    for path in BOARD.iterdir():
        assert path.is_dir() or path.stat().st_size < 2.5 * MEGABYTE, path.name


@pytest.mark.parametrize("window", [None, "kharkov42", "africa41"])
def test_the_backdrops_are_those_of_the_tables(window: str | None) -> None:
    """backdrop.svg shows the board as it is compiled, and each window has a smaller picture of its own."""
    pytest.importorskip("numpy")
    from grognard.maps.render import Sheet, svg

    file = BOARD / (f"backdrop-{window}.svg" if window else "backdrop.svg")
    text = file.read_text(encoding="utf-8")
    assert text == svg(Sheet(BOARD, window), None, False)
    shown = {row["hex"] for row in rows(json.loads((BOARD / "board.json").read_text(encoding="utf-8")), "hexes")}
    assert sum(name in text for name in shown) == (WINDOWS[window] if window else 9700)
