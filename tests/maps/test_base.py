"""Boards that stand on another: what they take over, replace and leave out."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.maps.base import base_of, read_grid
from grognard.maps.compile import TableErrors, compile_board, read_board

GRID = """
id = "low"
title = "Low"
orientation = "flat"
shift = "odd"
cols = 2
rows = 1
numbering = "CCRR"
first_col = 1
first_row = 1
"""
TABLES = {
    "hexes": "hex,col,row,terrain,name,source\n0101,1,1,clear,Aa,x\n0201,2,1,hill,Bb,x\n",
    "places": "name,hex,kind,class,values,source\nAa,0101,city,town,pp=1,x\nBb,0201,city,major,,x\n",
    "regions": "region,kind,hex,source\nLand,area,0101,x\nLand,area,0201,x\nEdge,edge,0101,x\n",
    "links": "graph,a,b,length,name,source\nrail,0101,0201,1,,x\noffmap,0101,0201,4,,x\n",
}


def put(folder: Path, grid: str, **tables: str) -> Path:
    folder.mkdir()
    (folder / "grid.toml").write_text(grid, encoding="utf-8")
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def low(tmp_path: Path) -> Path:
    return put(tmp_path / "low", GRID, **TABLES)


def rows(data: dict[str, dict[str, list[list[object]]]], table: str) -> list[list[object]]:
    return data[table]["rows"]


def test_a_board_that_adds_nothing_is_its_base_by_another_name(low: Path, tmp_path: Path) -> None:
    """Settings and rows are those below, but for what it says itself."""
    high = put(tmp_path / "high", f'base = "{low}"\nid = "high"\n')
    assert base_of(high) == low and base_of(low) is None
    assert read_grid(high)["cols"] == 2 and read_grid(high)["id"] == "high"
    below, here = read_board(low), read_board(high)
    assert {name: here[name] for name in TABLES} == {name: below[name] for name in TABLES}
    assert here["hash"] != below["hash"] and "base" not in here["grid"]


def test_a_row_takes_the_place_of_the_one_below(low: Path, tmp_path: Path) -> None:
    """By its key; others stay."""
    text = "name,hex,kind,class,values,source\nAa,0101,city,major,pp=3,y\nCc,0201,port,minor,,y\n"
    high = put(tmp_path / "high", f'base = "{low}"\nid = "high"\n', places=text)
    assert [(row[0], row[2], row[3]) for row in rows(read_board(high), "places")] == [
        ("Aa", "city", "major"), ("Bb", "city", "major"), ("Cc", "port", "minor"),
    ]  # fmt: skip


def test_a_region_that_is_named_again_is_told_anew(low: Path, tmp_path: Path) -> None:
    """None of the hexes that it had below are left."""
    high = put(
        tmp_path / "high", f'base = "{low}"\nid = "high"\n', regions="region,kind,hex,source\nLand,area,0201,y\n"
    )
    assert [row[::2] for row in rows(read_board(high), "regions")] == [["Edge", "0101"], ["Land", "0201"]]


def test_what_is_left_out(low: Path, tmp_path: Path) -> None:
    """Regions by their kind, links by their graph."""
    without = '[without]\nregions = ["edge"]\nlinks = ["offmap"]\n'
    data = read_board(put(tmp_path / "high", f'base = "{low}"\nid = "high"\n{without}'))
    assert {row[0] for row in rows(data, "regions")} == {"Land"}
    assert {row[0] for row in rows(data, "links")} == {"rail"}


def test_overrides_of_both_are_applied(low: Path, tmp_path: Path) -> None:
    """Those below first, then its own."""
    head = "table,key,column,value,source\n"
    (low / "overrides.csv").write_text(f"{head}hexes,0101,terrain,marsh,x\n", encoding="utf-8")
    own = f"{head}hexes,0201,terrain,forest,y\nlinks,rail:0101/0201,,-,y\n"
    high = put(tmp_path / "high", f'base = "{low}"\nid = "high"\n', overrides=own)
    data = compile_board(high)
    assert [row[3] for row in rows(data, "hexes")] == ["marsh", "forest"]
    assert "rail" not in {row[0] for row in rows(data, "links")}
    assert (high / "board.json").exists() and not (low / "board.json").exists()


def test_a_base_that_is_not_there(tmp_path: Path) -> None:
    """One line says so."""
    high = put(tmp_path / "high", 'base = "atlantis"\nid = "high"\n')
    with pytest.raises(TableErrors, match="no board 'atlantis'"):
        read_board(high)
