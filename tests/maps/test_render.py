"""The picture: layers that can be told apart, both skins, labels that do not collide."""

import re
import shutil
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("numpy")

import numpy as np

from grognard.maps import glyphs, nature
from grognard.maps.render import BROWSERS, NoPainter, Sheet, paint, render, svg
from grognard.titles.boards import shipped_board

BOARD = Path(__file__).parents[2] / "grognard" / "titles" / "ww2eto" / "board"
LAYERS = ("sea", "land", "waters", "coast", "terrain", "grid", "borders", "hexsides", "rail", "weather", "names")
SPACE = "{http://www.w3.org/2000/svg}"

Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def picture() -> str:
    return svg(Sheet(BOARD), "light", True)


@pytest.fixture(scope="module")
def root(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def test_layers_are_groups_with_ids(root: ElementTree.Element) -> None:
    """A client hides labels, rail or numbers by the id of their group."""
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    for layer in (*LAYERS, "numbers", "cities", "legend"):
        assert ids.count(layer) == 1, layer


def test_one_skin_has_its_colours_put_in(picture: str) -> None:
    """A picture for any program knows no variables; the backdrop has both skins and names its relief."""
    assert "var(--" not in picture and "data:image/webp;base64," in picture
    backdrop = (BOARD / "backdrop.svg").read_text(encoding="utf-8")
    assert "svg.dark{--paper" in backdrop and 'href="relief-dark.webp"' in backdrop
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", backdrop)) <= set(re.findall(r"--([a-z0-9-]+):", backdrop))


def test_committed_files_stay_small() -> None:
    """No file of the board is larger than a browser likes."""
    for path in BOARD.iterdir():
        assert path.is_dir() or path.stat().st_size < 1_500_000, path.name


def test_the_backdrop_is_that_of_the_tables() -> None:
    """backdrop.svg shows the board as it is compiled."""
    assert (BOARD / "backdrop.svg").read_text(encoding="utf-8") == svg(Sheet(BOARD), None, False)


def texts(root: ElementTree.Element, kind: str, wide: float, high: float) -> list[tuple[str, Box]]:
    """The texts of a class with about the room that each takes."""
    found = []
    for element in root.iter(f"{SPACE}text"):
        words = (element.get("class") or "").split()
        if words[:1] != [kind] or element.get("transform"):
            continue
        x, y, text = float(element.get("x", 0)), float(element.get("y", 0)), element.text or ""
        style = dict(part.split(":") for part in (element.get("style") or "").split(";") if part)
        size = float(style.get("font-size", f"{high}px")[:-2])
        step = (wide if "font-size" not in style else size * 0.56) + float(style.get("letter-spacing", "0px")[:-2])
        left = x if kind == "city" else x - len(text) * step / 2
        found.append((text, (left, y - 0.74 * size, left + len(text) * step, y)))
    return found


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_labels_do_not_collide(root: ElementTree.Element) -> None:
    """No city's name lies on another's or on a number; the names of seas and countries keep clear of both."""
    cities, numbers = texts(root, "city", 6.3, 13), texts(root, "number", 6.6, 11)
    areas = texts(root, "country", 0, 0) + texts(root, "sea-name", 0, 0)
    assert len(cities) > 200 and len(numbers) == 826 and len(areas) > 40
    clashes = [(a, b) for (a, box), (b, other) in combinations(cities, 2) if meet(box, other)]
    clashes += [(a, b) for a, box in cities for b, other in numbers if meet(box, other)]
    clashes += [(a, b) for a, box in areas for b, other in cities + numbers if meet(box, other)]
    clashes += [(a, b) for (a, box), (b, other) in combinations(areas, 2) if meet(box, other)]
    assert clashes == []


def test_a_line_stays_close_to_its_hexsides() -> None:
    """Rounded corners leave a hexside by at most three per cent of a hex of 140 units."""
    data = glyphs.smooth([(0, 0), (80.8, 0), (121.2, 70)], False)
    bend = [float(value) for value in re.findall(r"-?[\d.]+", data.split("Q")[1])]
    control, leave = bend[:2], bend[2:4]
    enter = [float(value) for value in re.findall(r"-?[\d.]+", data.split("L")[1].split("Q")[0])]
    middle = [0.25 * enter[k] + 0.5 * control[k] + 0.25 * leave[k] for k in (0, 1)]
    assert 0 < ((middle[0] - control[0]) ** 2 + (middle[1] - control[1]) ** 2) ** 0.5 < 0.035 * 140


def test_chains_join_what_meets_and_part_where_three_meet() -> None:
    """A river in one line; a fork ends the lines that meet there."""
    a, b, c, d, e = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (2.0, 1.0)
    assert glyphs.chains([(b, c), (a, b)]) == [[a, b, c]]
    assert sorted(map(len, glyphs.chains([(a, b), (b, c), (c, d), (c, e)]))) == [2, 2, 3]


def test_signs_are_the_same_every_time() -> None:
    """Ground is scattered by the hex's own number, never by chance."""
    for ground, draw in glyphs.GROUND.items():
        assert draw((50, 50), 112, 1612) == draw((50, 50), 112, 1612) != draw((50, 50), 112, 1613), ground


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    """Skins and suffixes that there are not."""
    with pytest.raises(ValueError, match="no skin"):
        render(BOARD, tmp_path / "a.svg", "blue")
    with pytest.raises(ValueError, match="ends in"):
        render(BOARD, tmp_path / "a.jpg")


def test_png_needs_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one the error says what to install."""
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(NoPainter, match="Chromium"):
        paint('<svg width="1" height="1"/>', tmp_path / "a.png")


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser")
def test_png_has_the_size_of_the_picture(tmp_path: Path) -> None:
    """What the browser paints is as large as the picture says."""
    image = pytest.importorskip("PIL.Image")
    red = '<rect width="120" height="90" fill="red"/>'
    shape = f'<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90">{red}</svg>'
    paint(shape, tmp_path / "a.png")
    with image.open(tmp_path / "a.png") as painted:
        assert painted.size == (120, 90)
        assert painted.convert("RGB").getpixel((60, 45)) == (255, 0, 0)


def test_what_shrinks_to_a_point_is_not_drawn() -> None:
    """A ring that rounds to one point leaves no path behind: an empty step is no SVG."""
    speck = np.array([[3.01, 4.0], [3.02, 4.01], [3.0, 4.02], [3.01, 4.0]])
    assert nature._line(speck, True) == ""
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    assert nature._line(square, True) == "M0 0l1 0 0 1z"


@pytest.mark.parametrize("title", ["front", "sfe", "ww2eto"])
def test_no_path_of_a_backdrop_has_an_empty_step(title: str) -> None:
    text = (shipped_board(title) / "backdrop.svg").read_text(encoding="utf-8")
    assert re.findall(r"[\d.]l[zM\"]", text) == []
