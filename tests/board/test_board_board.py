"""The board: nodes, names, sets, hexsides, seas, windows."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_boards import boards, drawn_neighbours, examples, subset, table

from grognard.board import Board, Grid, UnknownName, flood, step
from grognard.board.board import CLOSED, OPEN
from grognard.board.hexset import bit, members

FRANCE = Grid("pointy", "odd", 6, 4)
HEXES = [
    {
        "hex": f"{c:02}{r:02}",
        "col": c,
        "row": r,
        "terrain": "clear",
        "seas": [],
        "name": "",
        "nation": ["France"],
        "tags": [],
    }
    for c in range(6)
    for r in range(4)
]


def france(**settings: object) -> Board:
    """Lyon, a St. Nazaire on one sea, Toulon on two seas, two boxes."""
    hexes = [dict(record) for record in HEXES]
    at = {record["hex"]: record for record in hexes}
    at["0201"] |= {"name": "Lyon", "tags": ["weather"]}
    at["0000"] |= {"name": "St. Nazaire", "seas": ["Atlantic"]}
    at["0503"] |= {"name": "Toulon", "seas": ["Atlantic", "Lion"]}
    at["0403"] |= {"terrain": "sea", "seas": ["Lion"]}
    places = [
        {"name": "Lyon", "hex": "0201", "kind": "city", "class": "major", "values": {"pp": 3}, "aliases": ["Lugdunum"]},
        {"name": "Toulon", "hex": "0503", "kind": "port", "class": "", "values": {"seas": ["Lion"]}, "aliases": []},
        {"name": "Madagascar", "hex": "", "kind": "box", "class": "", "values": {}, "aliases": []},
        {"name": "Dakar", "hex": "", "kind": "box", "class": "", "values": {}, "aliases": []},
    ]
    seas = [
        {"sea": "Atlantic", "name": "Atlantic Ocean", "value": 2, "adjacent": ["Lion:strait"], "bases": ["Toulon"]},
        {"sea": "Lion", "name": "Gulf of Lion", "value": 1, "adjacent": ["Atlantic:strait"], "bases": []},
    ]
    sides = [
        {"a": "0201", "b": "0301", "kind": "river", "name": "Rhone"},
        {"a": "0101", "b": "0201", "kind": "lake", "name": "Leman"},
        {"a": "0101", "b": "0201", "kind": "blocked", "name": ""},
    ]
    links = [{"graph": "route", "a": "Dakar", "b": "0000", "length": 2}]
    regions = [
        {"region": "south", "kind": "front", "hex": "0503"},
        {"region": "south", "kind": "front", "hex": "Dakar"},
    ]
    lattice = {"orientation": "pointy", "shift": "odd", "cols": 6, "rows": 4}
    windows = {"west": {"cols": [0, 2], "rows": [0, 3], "nodes": ["Dakar"]}}
    return Board(
        {
            "format": 1,
            "hash": "abc",
            "grid": {"id": "france", **lattice, "windows": windows, **settings},
            **table("hexes", hexes),
            **table("hexsides", sides),
            **table("links", links),
            **table("places", places),
            **table("seas", seas),
            **table("regions", regions),
        }
    )


def test_a_hex_is_called_by_number_place_alias_or_direction() -> None:
    board = france()
    lyon = board.node("0201")
    assert [board.node(name) for name in ("Lyon", "lyon", "Lugdunum", " LYON ")] == [lyon] * 4
    assert board.node("st nazaire") == board.node("St.-Nazaire") == board.node("0000")
    assert board.name(board.node("Lyon SE1")) == "0302"
    assert board.name(board.node("Lyon e3")) == "0501"
    assert board.name(board.node("0201 W1")) == "0101"
    assert board.name(board.node("Gulf of Lion")) == "Lion"


def test_unknown_names_get_the_nearest_ones() -> None:
    board = france()
    with pytest.raises(UnknownName, match="did you mean Lyon"):
        board.node("Lyom")
    assert board.suggest("Toulom") == ["Toulon"]
    with pytest.raises(UnknownName, match="off the map"):
        board.node("Lyon E4")
    with pytest.raises(UnknownName, match="no hex"):
        board.node("Dakar E1")
    with pytest.raises(UnknownName, match="no such place"):
        board.node("Lyon N1")
    with pytest.raises(UnknownName, match="no port"):
        board.place("Lyon", "port")


def test_a_board_may_call_its_hexes_by_places() -> None:
    board = france(names="places")
    assert board.name(board.node("0201")) == "Lyon"
    assert board.name(board.node("0302")) == "Lyon SE1"
    assert board.name(board.node("0403")) == "Toulon W1"
    assert board.name(board.node("0003")) == "0003"
    assert all(board.node(board.name(node)) == node for node in members(board.hexes))


def test_sets_of_hexes_by_word() -> None:
    board = france()
    assert board.names_of(board.tag["weather"]) == ["0201"]
    assert board.nation["France"] == board.hexes
    assert board.names_of(board.terrain["sea"]) == ["0403"] and board.land == board.hexes ^ board.water
    assert board.names_of(board.region["south"]) == ["0503", "Dakar"] and set(board.regions("front")) == {"south"}
    assert board.names_of(board.kind["box"]) == ["Madagascar", "Dakar"] and board.boxes == board.kind["box"]
    with pytest.raises(KeyError, match=r"no terrain 'forrest' on this board, only clear, sea"):
        board.terrain["forrest"]
    assert board.attribute("name")[board.node("0201")] == "Lyon"


def test_lakes_are_water_unless_the_board_says_otherwise() -> None:
    lake = [
        {"hex": "0000", "col": 0, "row": 0, "terrain": "lake"},
        {"hex": "0100", "col": 1, "row": 0, "terrain": "hill"},
    ]
    board = Board.of(Grid("flat", "odd", 2, 1), hexes=lake)
    assert board.names_of(board.water) == ["0000"] and not board.out and board.around
    drained = Board({**board.data, "grid": {**board.settings, "water": ["sea"]}})
    assert drained.land == drained.hexes and drained.out.has(*members(drained.land))


def test_places_have_values() -> None:
    board = france()
    lyon, toulon = board.place("Lugdunum"), board.place("Toulon", "port")
    assert (lyon.grade, lyon.number("pp"), lyon.number("vp"), lyon.many("seas")) == ("major", 3, 0, ())
    assert toulon.many("seas") == ("Lion",)
    assert board.places_at(board.node("Lyon"), "city") == [lyon]


def test_a_flood_at_sea_never_walks_through_a_port_into_another_sea() -> None:
    board = france()
    toulon, sea = board.node("Toulon"), board.graph["sea"]
    barred = sea.named["strait"]
    lion = bit(board.seas["Lion"].node)
    assert board.names_of(sea.flood(lion, cut=barred)) == ["Lion", "0503/Lion"]
    assert board.names_of(sea.flood(lion)) == ["Atlantic", "Lion", "0000/Atlantic", "0503/Atlantic", "0503/Lion"]
    assert board.coast[toulon, "Lion"] != board.coast[toulon, "Atlantic"]
    assert board.hexes_of(board.coasts["Atlantic"]) == board.area("St. Nazaire", "Toulon")
    assert board.coasts_of(bit(toulon), ["Lion"]) == bit(board.coast[toulon, "Lion"])
    assert board.names_of(board.coasts_of(board.hexes)) == ["0000/Atlantic", "0503/Atlantic", "0503/Lion"]


def test_a_window_is_a_board_of_its_own() -> None:
    board = france()
    west = board.window("west")
    assert west.hexes.bit_count() == 12 and west.grid.size < board.grid.size
    assert west.node("Lyon") and west.hash == "abc/west"
    assert west.region["south"] == west.area("Dakar") and west.terrain["sea"] == 0
    assert west.graph["route"].path(west.area("Dakar"), west.area("0000")) == [west.node("Dakar"), west.node("0000")]
    for name in ("Toulon", "Madagascar"):
        with pytest.raises(UnknownName):
            west.node(name)
    with pytest.raises(KeyError, match="only west"):
        board.window("east")


def test_a_board_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(france().data), encoding="utf-8")
    assert Board.load(file).names_of(france().hexes) == france().names_of(france().hexes)
    with pytest.raises(ValueError, match="format 9"):
        Board({"format": 9})


def test_a_window_is_read_without_the_rest_and_has_its_own_seas(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(france().data), encoding="utf-8")
    west = Board.load(file, "west")
    assert west.data == france().window("west").data
    with pytest.raises(KeyError, match="only west"):
        Board.load(file, "east")
    windows = {"dry": {"cols": [0, 5], "rows": [0, 3], "seas": []}}
    assert france().seas and not france(windows=windows).window("dry").seas


@examples
@given(boards())
def test_every_node_is_found_again_by_its_name(board: Board) -> None:
    nodes = [*members(board.hexes), *range(board.grid.size, board.size)]
    names = [board.name(node) for node in nodes]
    assert len(set(names)) == len(nodes)
    assert [board.node(name) for name in names] == nodes


@examples
@given(boards())
def test_hexsides_of_every_kind_close_and_open_the_way(board: Board) -> None:
    """A way leads to each drawn neighbour that is land, unless a closing hexside is not opened again."""
    for a in members(board.hexes):
        for b in drawn_neighbours(board.grid, a):
            kinds = {kind for kind, sides in board.sides.items() if sides.has(a, b)}
            assert kinds == {kind for kind, sides in board.sides.items() if sides.has(b, a)}
            both = board.land >> a & board.land >> b & 1
            assert board.out.has(a, b) == bool(both and (not kinds & set(CLOSED) or kinds & set(OPEN)))


@examples
@given(boards(), st.data())
def test_nodes_are_never_adjacent_by_accident(board: Board, data: st.DataObject) -> None:
    """Two boxes side by side, or a box after the last hex, touch nothing: no step leads in or out."""
    others = (1 << board.size) - 1 ^ board.grid.all
    assert step(others, board.around) == 0
    assert not any(board.around[d] & others for d in range(6))
    area = subset(data.draw, board.hexes) | subset(data.draw, others)
    assert flood(area, board.around) & ~board.hexes == area & ~board.hexes


@examples
@given(boards())
def test_coasts_keep_the_seas_apart(board: Board) -> None:
    """With the strait barred, all that the North Sea floods is its own coasts, though hexes lie on both seas."""
    sea = board.graph["sea"]
    north, south = (1 << board.seas[name].node for name in ("North", "South"))
    assert sea.flood(north, cut=sea.named["strait"]) == north | board.coasts["North"]
    assert sea.flood(north) == north | south | board.coasts["North"] | board.coasts["South"]
    assert board.hexes_of(board.coasts["South"]) == board.sea.get("South", 0) == board.shore["South"]
    assert board.graph["seas"].flood(north) == north | south
    both = board.terrain.get("marsh", 0)
    assert board.coasts_of(both).bit_count() == 2 * both.bit_count() and board.coastal == both


@examples
@given(boards())
def test_a_window_keeps_what_lies_wholly_inside(board: Board) -> None:
    part = board.window("part")
    names = set(part.names_of(part.hexes))
    span = board.settings["windows"]["part"]

    def inside(node: int) -> bool:
        col, row = board.grid.colrow(node)
        return span["cols"][0] <= col <= span["cols"][1] and span["rows"][0] <= row <= span["rows"][1]

    assert names == {board.name(node) for node in members(board.hexes) if inside(node)}
    for whole, cut in ((board.out, part.out), (board.around, part.around)):
        expected = {(board.name(a), board.name(b)) for a, b in whole.pairs()}
        kept = {(part.name(a), part.name(b)) for a, b in cut.pairs()}
        assert kept == {(a, b) for a, b in expected if a in names and b in names}
    for word, area in board.terrain.items():
        assert set(part.names_of(part.terrain[word])) == {name for name in board.names_of(area) if name in names}
