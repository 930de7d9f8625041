"""Compiling tables: what is right survives, what is wrong is told in one line with file, line and a remedy."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.board import Board
from grognard.maps.compile import TableErrors, board_folder, compile_board, read_board
from grognard.maps.tables import TABLES, Complaints, read_table, write_table

GRID = """
id = "toy"
orientation = "pointy"
shift = "odd"
cols = 4
rows = 3
numbering = "CCRR"
names = "places"
[windows.west]
cols = [0, 1]
rows = [0, 2]
[extra]
hexes = ["height"]
"""
Tables = dict[str, list[dict[str, str]]]


def tables() -> Tables:
    """A toy board: Bari on two seas, a river, rail, a box with a route, a region."""
    hexes = []
    for col in range(4):
        for row in range(3):
            name = "Bari" if (col, row) == (0, 0) else ""
            seas = "A|B" if name else ""
            cells = {"hex": f"{col:02}{row:02}", "col": str(col), "row": str(row), "terrain": "clear", "land": "90"}
            hexes.append({**cells, "name": name, "seas": seas, "nation": "Italy", "tags": "half|rough", "height": "7"})
    made: Tables = {
        "hexes": hexes,
        "hexsides": [{"a": "Bari E1", "b": "Bari", "kind": "river", "name": "Po"}],
        "links": [
            {"graph": "rail", "a": "0200", "b": "0100", "length": ""},
            {"graph": "route", "a": "Malta", "b": "Bari", "length": "2|supply=1", "name": "convoy"},
        ],
        "places": [
            {"name": "Bari", "hex": "0000", "kind": "port", "class": "major", "values": "pp=3;seas=A;capital"},
            {"name": "Lecce", "hex": "Bari SE1", "kind": "town", "aliases": "Licea"},
            {"name": "Malta", "hex": "", "kind": "box"},
        ],
        "seas": [
            {"sea": "A", "name": "Adriatic", "value": "2", "adjacent": "B:strait Otranto", "bases": "Bari"},
            {"sea": "B", "name": "Ionian", "value": "", "adjacent": "A:strait Otranto"},
        ],
        "regions": [{"region": "heel", "kind": "front", "hex": "Lecce"}],
        "overrides": [],
    }
    for rows in made.values():
        for record in rows:
            record["source"] = "reconstructed: a test"
    return made


def put(folder: Path, made: Tables, grid: str = GRID) -> Path:
    """Writes the tables of a board."""
    (folder / "grid.toml").write_text(grid, encoding="utf-8")
    for name, rows in made.items():
        write_table(folder / f"{name}.csv", name, rows, ["height"] if name == "hexes" else [])
    return folder


def override(made: Tables, table: str, key: str, column: str, value: str) -> None:
    """Adds a row to the overrides."""
    row = {"table": table, "key": key, "column": column, "value": value, "source": "owner's map"}
    made["overrides"].append(row)


def complaints(folder: Path) -> list[str]:
    """What the compiler says is wrong."""
    with pytest.raises(TableErrors) as caught:
        read_board(folder)
    return caught.value.lines


def test_what_the_tables_say_is_on_the_board(tmp_path: Path) -> None:
    compile_board(put(tmp_path, tables()))
    board = Board.load(tmp_path / "board.json")
    bari, lecce = board.node("Bari"), board.node("Licea")
    assert board.name(lecce) == "Bari SE1" and board.grid.colrow(lecce) == (0, 1)
    assert board.sides["river"].has(bari, board.node("0100")) and ("river", "Po") in board.named_sides
    assert board.place("Bari", "port").values == {"pp": 3, "seas": "A", "capital": True}
    assert board.place("Bari").grade == "major" and board.place("Bari").many("seas") == ("A",)
    route = board.graph["route"]
    assert route.distances(1 << bari) == {bari: 0, board.node("Malta"): 2}
    assert route.distances(1 << bari, purpose="supply") == {bari: 0, board.node("Malta"): 1}
    assert route.named == {"convoy": 1} and board.graph["rail"].links(board.node("0100"))[0][1] == 1
    assert board.region["heel"] == 1 << lecce and board.tag["rough"] == board.nation["Italy"] == board.hexes
    assert board.seas["A"].adjacent == {"B": "strait Otranto"} and board.seas["A"].value == 2
    assert set(board.coast) == {(bari, "A"), (bari, "B")}
    assert board.attribute("height")[bari] == "7" and board.attribute("land")[bari] == 90
    assert board.window("west").node("Lecce")


def test_the_same_tables_in_another_order_make_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    made = tables()
    compile_board(put(one, made))
    put(other, made)
    for name, rows in made.items():
        lines = [list(TABLES[name].columns), *([r.get(c, "") for c in TABLES[name].columns] for r in reversed(rows))]
        if name not in ("hexes", "overrides"):
            with (other / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(lines)
    compile_board(other)
    assert (one / "board.json").read_bytes() == (other / "board.json").read_bytes()


def test_the_hash_follows_what_is_played_and_not_the_sources(tmp_path: Path) -> None:
    made = tables()
    first = read_board(put(tmp_path, made))["hash"]
    made["hexes"][0]["source"] = "another book"
    assert read_board(put(tmp_path, made))["hash"] == first
    made["hexes"][0]["terrain"] = "hill"
    assert read_board(put(tmp_path, made))["hash"] != first


def test_an_owner_compiles_to_his_own_file(tmp_path: Path) -> None:
    put(tmp_path, tables())
    compile_board(tmp_path, tmp_path / "mine.json")
    assert not (tmp_path / "board.json").exists()
    assert Board.load(tmp_path / "mine.json").hash == read_board(tmp_path)["hash"]


def test_overrides_change_add_and_delete(tmp_path: Path) -> None:
    made = tables()
    override(made, "hexes", "0101", "terrain", "marsh")
    override(made, "hexsides", "0000/0100", "kind", "canal")
    override(made, "hexsides", "0001/0101:lake", "kind", "lake")
    override(made, "links", "rail:0100/0200", "", "-")
    override(made, "links", "rail:Bari/0100", "length", "3")
    override(made, "places", "Malta:box", "values", "pp=9")
    override(made, "places", "Pisa:city", "hex", "0302")
    override(made, "seas", "B", "value", "5")
    override(made, "regions", "heel:0001", "", "-")
    override(made, "regions", "toe:0302", "kind", "front")
    board = Board(read_board(put(tmp_path, made)))
    assert board.names_of(board.terrain["marsh"]) == [board.name(board.node("0101"))]
    assert set(board.sides) == {"canal", "lake"} and board.sides["lake"].has(*map(board.node, ("0001", "0101")))
    assert [(e.a, e.b, e.length) for e in board.graph["rail"].edges] == [(board.node("Bari"), board.node("0100"), 3)]
    assert board.place("Malta").number("pp") == 9 and board.node("Pisa") == board.node("0302")
    assert board.seas["B"].value == 5 and set(board.region) == {"toe"}


def edit(table: str, line: int, /, **cells: str) -> Callable[[Tables], None]:
    """Changes cells of a row; line 2 is the first row of the file as it is written."""

    def change(made: Tables) -> None:
        made[table].sort(key=lambda row: [row.get(column, "") for column in TABLES[table].key])
        made[table][line - 2] |= cells

    return change


def more(table: str, /, **cells: str) -> Callable[[Tables], None]:
    """Adds a row."""

    def change(made: Tables) -> None:
        made[table].append({"source": "test", **cells})

    return change


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (edit("hexes", 2, source=""), "hexes.csv:2: no source; say a rule id"),
        (edit("hexes", 3, terrain=""), "hexes.csv:3: no terrain; water is `sea`"),
        (edit("hexes", 3, col="9"), "hexes.csv:3: column 9, row 1 lies off the grid"),
        (edit("hexes", 3, col="x"), "hexes.csv:3: col 'x' should be a whole number"),
        (edit("hexes", 3, land="120"), "hexes.csv:3: land 120 should lie between 0 and 100"),
        (edit("hexes", 3, row="0"), "hexes.csv:3: hex '0001' should be '0000' by its column and row"),
        (edit("hexes", 3, row="0"), "hexes.csv:3: 0001 lies where 0000 lies: column 0, row 0"),
        (edit("hexes", 2, seas="Adriatik"), "hexes.csv:2: no sea 'Adriatik'"),
        (more("hexes", hex="0000", col="0", row="0", terrain="clear"), "0000 stands already in hexes.csv:2"),
        (edit("hexsides", 2, b="0302"), "hexsides.csv:2: Bari E1 and 0302 do not touch; 0100 touches"),
        (edit("hexsides", 2, b="Bary"), "hexsides.csv:2: b 'Bary': no such place; did you mean Bari"),
        (edit("hexsides", 2, kind=""), "hexsides.csv:2: no kind"),
        (edit("hexsides", 2, b="0100"), "hexsides.csv:2: Bari E1 and 0100 are the same"),
        (more("hexsides", a="0000", b="0100", kind="river"), "river 0000/0100 stands twice"),
        (edit("links", 2, length="0"), "links.csv:2: length '0' should be like 2, or 2|supply=1"),
        (edit("links", 2, length="far"), "links.csv:2: length 'far' should be like 2"),
        (more("links", graph="rail", a="0100", b="0200"), "rail 0100/0200 stands twice"),
        (edit("places", 2, kind=""), "places.csv:2: no kind; say city, port, area..."),
        (edit("places", 3, hex="Bari E9"), "places.csv:3: hex 'Bari E9': lies off the map"),
        (edit("places", 3, aliases="Bari"), "places.csv:3: 'Bari' already means 0000 in hexes.csv:2"),
        (edit("places", 2, values="seas=Q"), "places.csv:2: no sea 'Q'"),
        (edit("seas", 2, adjacent=""), "seas.csv:3: B lists A, which does not list it"),
        (edit("seas", 2, adjacent="B:canal"), "seas.csv:2: A lists B, which says 'strait Otranto' of it, not 'canal'"),
        (edit("seas", 2, bases="Taranto"), "seas.csv:2: no place 'Taranto' for a base"),
        (edit("seas", 2, adjacent="B:strait Otranto|C"), "seas.csv:2: no sea 'C'"),
        (more("seas", sea="Malta"), "'Malta' is the name of a hex or node already"),
        (edit("regions", 2, hex="Lecco"), "regions.csv:2: hex 'Lecco': no such place; did you mean Lecce"),
        (more("regions", region="heel", kind="front", hex="0001"), "0001 stands twice in heel"),
        (more("regions", region="heel", kind="army", hex="0101"), "heel is a "),
        (more("overrides", table="hexen", key="0000"), "overrides.csv:2: no table 'hexen', did you mean 'hexes'?"),
        (more("overrides", table="links", key="0000", column="length"), "key '0000' should look like rail:1612/1712"),
        (
            more("overrides", table="hexes", key="0000", column="terain"),
            "hexes have no column 'terain', did you mean 'terrain'",
        ),
        (more("overrides", table="hexes", key="0909", value="-"), "hexes have no row '0909' to delete"),
        (
            more("overrides", table="hexes", key="0909", column="terrain", value="sea"),
            "overrides.csv:2: col '' should be",
        ),
        (edit("places", 3, aliases="Bari E1"), "'Bari E1' is what 0100 is called, but means another"),
    ],
)
def test_what_is_wrong_is_told_with_its_remedy(tmp_path: Path, change: Callable[[Tables], None], line: str) -> None:
    made = tables()
    change(made)
    told = complaints(put(tmp_path, made))
    assert any(line in one for one in told), told


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("cols = 4", 'cols = "4"', "grid.toml: cols = '4' should be int"),
        ("cols = 4", "colz = 4", "grid.toml: no setting 'colz', did you mean 'cols'?"),
        ("cols = 4", "", "grid.toml: cols is missing"),
        ('"pointy"', '"round"', "grid.toml: orientation = 'round' should be flat or pointy"),
        ("cols = [0, 1]", "cols = [0, 7]", "grid.toml: window west: cols should be [0, 3] or lie within"),
        ("cols = [0, 1]", "cols = 1", "grid.toml: window west: cols should be [0, 3] or lie within"),
        ("cols = 4", "cols 4", "grid.toml: Expected"),
        ('["height"]', "[]", "hexes.csv:1: no column 'height'"),
    ],
)
def test_what_is_wrong_with_the_grid_is_told(tmp_path: Path, old: str, new: str, line: str) -> None:
    told = complaints(put(tmp_path, tables(), GRID.replace(old, new, 1)))
    assert any(line in one for one in told), told


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    made = tables()
    edit("hexsides", 2, b="0302")(made)
    edit("regions", 2, hex="Lecco")(made)
    edit("links", 2, length="0")(made)
    assert len(complaints(put(tmp_path, made))) == 3


def test_a_broken_row_or_header_is_told(tmp_path: Path) -> None:
    file = tmp_path / "seas.csv"
    file.write_text("sea,name,name\nA,Adriatic\n", encoding="utf-8")
    wrong = Complaints()
    assert read_table(file, "seas", (), wrong) == []
    assert wrong.lines == [
        "seas.csv:1: column 'name' is there twice",
        "seas.csv:1: column 'name' is there twice",
        "seas.csv:1: column 'source' is missing",
        "seas.csv:2: 2 cells, but the header has 3 columns",
    ]


def test_a_board_without_hexes_is_none(tmp_path: Path) -> None:
    made = {name: [] for name in tables()}
    assert complaints(put(tmp_path, made)) == ["hexes.csv: a board has at least one hex"]


def test_boards_are_found_by_name_or_folder(tmp_path: Path) -> None:
    assert board_folder(str(put(tmp_path, tables()))) == tmp_path
    with pytest.raises(FileNotFoundError, match="no board 'atlantis'"):
        board_folder("atlantis")


def test_sheets_print_their_own_numbers(tmp_path: Path) -> None:
    sheet = '[[sheets]]\nprefix = "{}"\ncols = {}\nrows = [0, 2]\n'
    sheets = sheet.format("W", [0, 1]) + sheet.format("E", [2, 3])
    made: Tables = {"hexes": []}
    for hexagon in tables()["hexes"]:
        col = int(hexagon["col"])
        number = f"{'WE'[col // 2]}{col % 2:02}{int(hexagon['row']):02}"
        made["hexes"].append({**hexagon, "hex": number, "seas": ""})
    board = Board(
        read_board(put(tmp_path, made, GRID.replace("[windows.west]\ncols = [0, 1]\nrows = [0, 2]\n", sheets)))
    )
    assert board.grid.colrow(board.node("E0102")) == (3, 2)
