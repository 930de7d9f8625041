"""The picture of a board: its tables drawn over its nature, as SVG in separable layers, or as PNG.

`render(folder, out)` writes one self-contained file in one skin. `backdrop(folder)` writes `backdrop.svg`, the same
picture for a client: colours are CSS variables, the relief lies beside it, and each layer is a group with an id
(`land`, `terrain`, `grid`, `hexsides`, `rail`, `borders`, `names`, `numbers`, `cities`, ...) that may be hidden; a
place is a group of class `place` and its grade. A point of the lattice's plane lies at ((x - data-left) * data-unit,
(y - data-top) * data-unit), where a hex is one unit from its neighbours.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path
from typing import Any

from ..board import Board
from ..board.tables import rows
from . import areas, displays, layers
from .base import base_of
from .clip import clipped
from .compile import read_board
from .lattice import Lattice
from .picture import BLEED, Picture
from .skins import SHEET, SKINS, resolved, variables

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class NoPainter(Exception):
    """Nothing on this machine turns SVG into PNG."""


class Sheet:
    """All that is drawn: the compiled tables, the picture's frame, and the nature below."""

    def __init__(self, folder: Path, window: str | None = None) -> None:
        self.folder, self.window = folder, window
        self.data = read_board(folder)
        if window:
            self.data = dict(Board(self.data).window(window).data)
        self.lattice = Lattice.load(folder)
        self.picture = Picture.of(self.lattice)
        self.hexes = list(rows(self.data, "hexes"))
        self.cell = {row["hex"]: (int(row["col"]), int(row["row"])) for row in self.hexes}
        self.ground = {row["hex"]: row["terrain"] for row in self.hexes}
        self.sides = [row for row in rows(self.data, "hexsides") if row["a"] in self.cell and row["b"] in self.cell]
        self.links = list(rows(self.data, "links"))
        self.places = [row for row in rows(self.data, "places") if row.get("hex")]
        self.beside = [row for row in rows(self.data, "places") if "x" in (row.get("values") or {})]
        self.beside += [row for row in rows(self.data, "places") if self.beside and row["kind"] == "port"]
        self.below = base_of(folder) or folder
        path = self.below / "nature.json"
        self.nature: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if window:
            self.cut_nature()

    def frame(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of what is drawn: the whole picture, or the window's part of it."""
        if not self.window:
            return 0, 0, self.picture.width, self.picture.height
        corners = [point for cell in self.cell.values() for point in self.picture.corners(cell)]
        xs, ys = ([point[k] for point in corners] for k in (0, 1))
        bleed = BLEED * self.picture.unit
        left, top = round(min(xs) - bleed), round(min(ys) - bleed)
        return left, top, round(max(xs) + bleed) - left, round(max(ys) + bleed) - top

    def called(self) -> dict[str, str]:
        """What each hex is called."""
        board = Board(self.data)
        return {row["hex"]: board.name(board.node(row["hex"])) for row in self.hexes} if self.beside else {}

    def stops(self) -> dict[str, tuple[float, float]]:
        """Where lines stop in hexes that are mostly water."""
        return layers.stops(self.picture, self.hexes, self.places)

    def cut_nature(self) -> None:
        """Leave of nature what shows in the window, with a rim of a hex so that no cut edge is seen."""
        left, top, width, height = self.frame()
        rim = self.picture.unit
        box = (left - rim, top - rim, left + width + rim, top + height + rim)
        for key in ("land", "lakes", "rivers"):
            self.nature[key] = clipped(self.nature.get(key, ""), box)
        for key in ("waterlines", "shelves"):
            self.nature[key] = [clipped(path, box) for path in self.nature.get(key, ())]

    def labels(self) -> list[dict[str, Any]]:
        """The names of seas and countries: where the board's inputs put them, else in the middle of each."""
        authored = list(self.nature.get("labels", []))
        if authored:
            return authored
        full = {row["sea"]: row.get("name") or row["sea"] for row in rows(self.data, "seas")}
        seas, nations = areas.Areas(self.picture), areas.Areas(self.picture)
        for row in self.hexes:
            cell = self.cell[row["hex"]]
            if row["terrain"] == "sea" and len(row.get("seas") or ()) == 1:
                seas.add(full.get(row["seas"][0], row["seas"][0]), cell)
            elif row["terrain"] != "sea" and row.get("nation"):
                nations.add(row["nation"][0], cell)
        return seas.labels("sea", 0.17, 2) + nations.labels("country", 0.13, 4)


def render(folder: Path, out: Path, skin: str = "light", legend: bool = True, window: str | None = None) -> None:
    """Draw a board, or one of its windows, into an .svg or .png file."""
    if skin not in SKINS:
        raise ValueError(f"no skin {skin!r}, only {', '.join(SKINS)}")
    if out.suffix not in (".svg", ".png"):
        raise ValueError(f"{out.name}: a picture ends in .svg or .png")
    text = svg(Sheet(folder, window), skin, legend)
    if out.suffix == ".svg":
        out.write_text(text, encoding="utf-8", newline="\n")
    else:
        paint(text, out)


def backdrop(folder: Path, window: str | None = None) -> Path:
    """Write the client's picture beside the board, or that of one window, with the relief that it names."""
    out, sheet = folder / (f"backdrop-{window}.svg" if window else "backdrop.svg"), Sheet(folder, window)
    out.write_text(svg(sheet, None, False), encoding="utf-8", newline="\n")
    for skin in SKINS if sheet.below != folder else ():
        shutil.copyfile(sheet.below / f"relief-{skin}.webp", folder / f"relief-{skin}.webp")
    return out


def svg(board: Sheet, skin: str | None, legend: bool) -> str:
    """The whole picture; `skin` None leaves the colours to the client."""
    left, top, width, height = board.frame()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" '
        f'data-unit="{board.picture.unit:g}" data-left="{board.picture.left:.4f}" data-top="{board.picture.top:.4f}">',
        f"<title>{escape(str(board.data['grid'].get('title', board.lattice.id)))}</title>",
        f"<style>{(SHEET if skin else variables() + SHEET) + (displays.STYLE if board.beside else '')}</style>",
        nature(board, skin),
        layers.land_in_play(board.picture, board.hexes),
        layers.terrain(board.picture, board.hexes),
        layers.grid(board.picture, board.hexes),
        layers.hexsides(board.picture, board.cell, board.sides),
        layers.rail(board.picture, board.cell, board.links, board.stops()),
        layers.weather(board.picture, board.cell, board.hexes, board.sides),
        layers.names(board.labels(), board.picture.unit),
        layers.numbers(board.picture, board.hexes),
        layers.cities(board.picture, board.cell, board.places, {row["hex"]: row.get("name") for row in board.hexes}),
        displays.areas(board.picture, board.beside, board.links, board.called()),
    ]
    if legend:
        parts.append(layers.legend(board.picture, board.data, set(board.ground.values()), board.sides, board.places))
    text = "\n".join([*filter(None, parts), "</svg>", ""])
    return resolved(text, skin) if skin else text


def nature(board: Sheet, skin: str | None) -> str:
    """Sea with its shelves and waterlines, land with its relief, lakes, rivers, coast."""
    width, height, drawn = board.picture.width, board.picture.height, board.nature
    parts = [f'<g id="sea"><rect class="water" width="{width}" height="{height}"/>']
    shelves = drawn.get("shelves", [])
    for k, shelf in enumerate(reversed(shelves)):
        parts.append(f'<path class="shelf{k}" d="{shelf}"/>')
    for k, line in enumerate(drawn.get("waterlines", [])):
        parts.append(f'<path class="waterline" opacity="{0.62 - 0.14 * k:.2f}" d="{line}"/>')
    land = drawn.get("land", "")
    parts.append(
        f'</g><defs><path id="coastline" d="{land}"/><clipPath id="dry"><use href="#coastline"/></clipPath></defs>'
    )
    parts.append('<g id="land" clip-path="url(#dry)">')
    for one in SKINS if skin is None else (skin,):
        parts.append(_relief(board.below / f"relief-{one}.webp", one, width, height, skin is not None))
    parts.append(f'</g><g id="waters" clip-path="url(#dry)"><path class="stream" d="{drawn.get("rivers", "")}"/>')
    parts.append(f'<path class="lake" d="{drawn.get("lakes", "")}"/></g>')
    parts.append('<use id="coast" class="shore" href="#coastline"/>')
    return "".join(parts)


def _relief(path: Path, skin: str, width: int, height: int, embed: bool) -> str:
    """The shaded relief, put into the file or named beside it."""
    if not path.exists():
        return f'<rect class="relief-{skin}" fill="#dfe1c4" width="{width}" height="{height}"/>'
    source = path.name
    if embed:
        source = "data:image/webp;base64," + base64.b64encode(path.read_bytes()).decode("ascii")
    return (
        f'<image class="relief-{skin}" width="{width}" height="{height}" preserveAspectRatio="none" href="{source}"/>'
    )


def paint(text: str, out: Path) -> None:
    """Turn SVG into PNG with whichever browser the machine has."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise NoPainter(f"{out.name}: PNG needs Chromium ({', '.join(BROWSERS)}); ask for .svg instead")
    width, height = (text.split(f' {what}="', 1)[1].split('"', 1)[0] for what in ("width", "height"))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(
            f'<meta charset="utf-8"><style>body{{margin:0}}svg{{display:block}}</style>{text}', encoding="utf-8"
        )
        command = [browser, "--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{height}"]
        command += [f"--screenshot={out.resolve()}", page.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
