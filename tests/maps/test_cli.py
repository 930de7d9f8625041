"""`grognard maps`: what is asked for is made; what cannot be is one line and exit code 2."""

import argparse
from pathlib import Path

import pytest

from grognard.maps.cli import add_parser


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    args = parser.parse_args(["maps", *words])
    return int(args.run(args))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["compile", "atlantis"], "no board 'atlantis'"),
        (["render", "atlantis", "-o", "x.svg"], "no board 'atlantis'"),
        (["render", "ww2eto", "-o", "x.jpg"], "a picture ends in .svg or .png"),
        (["draft", "ww2eto", "--geo", "nowhere"], "no folder nowhere"),
        (["draft", "ww2eto", "--geo", "."], "no layer ne_10m_land.geojson"),
    ],
)
def test_mistakes_are_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The line names what is wrong."""
    pytest.importorskip("shapely")
    assert run(*words) == 2
    out, err = capsys.readouterr()
    assert out == "" and said in err and len(err.splitlines()) == 1


def test_compile_and_render(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The board file with its hash, and a picture."""
    pytest.importorskip("numpy")
    assert run("compile", "ww2eto", "-o", str(tmp_path / "board.json")) == 0
    assert run("render", "ww2eto", "-o", str(tmp_path / "map.svg"), "--skin", "dark", "--no-legend") == 0
    assert "826 hexes, hash" in capsys.readouterr().out
    drawn = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg") and 'id="legend"' not in drawn
