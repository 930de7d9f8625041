"""Titles and boards: what can be looked at without starting a game."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from functools import cache
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from ..board import Board, Place
from ..board.area import step
from ..board.hexset import members
from ..bots.registry import bots_of
from ..engine.core.setup import prepare
from ..engine.core.title import Meta, metas
from ..engine.words import aids
from ..engine.words.lesson import Lesson
from ..titles.boards import shipped_board
from . import packed

PICTURES = re.compile(r"backdrop(-[A-Za-z0-9]+)?\.svg|relief-(light|dark)\.webp")
VIEW_BOX = re.compile(r'viewBox="(\d+) (\d+) (\d+) (\d+)"')

router = APIRouter(prefix="/api")
SIDE = 3**-0.5
BLEED = 0.32
"""How much the backdrop shows around the sheet, in hexes."""
AREA_SMALL, AREA_LARGE = 0.36, 0.4
OFF_COAST, SPOT = 0.36, 0.2
"""How far off the middle of a hex ships lie off its coast, and how large that spot is, in hexes."""
"""Half the width of an area beside the map, in hexes, as the map workshop draws it."""
SHORT_ROUTE = 2


def meta_of(title: str) -> Meta:
    meta = metas().get(title)
    if meta is None:
        raise HTTPException(404, "There is no such title.")
    return meta


@router.get("/titles")
def titles() -> list[dict[str, Any]]:
    """Every listed title: what may be played, how complete its sources are, how it looks."""
    return [_page(meta) for meta in metas().values() if meta.listed]


@router.get("/titles/{title}")
def title_page(title: str) -> dict[str, Any]:
    """One title's page."""
    return _page(meta_of(title))


def _page(meta: Meta) -> dict[str, Any]:
    rules = meta.load()
    return {
        "id": meta.id, "name": meta.name, "publisher": meta.publisher, "stage": meta.stage, "sources": meta.sources,
        "seats": meta.seats, "powers": meta.powers, "default_seats": dict(meta.default_seats),
        "scenarios": [
            {"id": s.id, "name": s.name, "summary": s.summary, "learner": s.learner, "ours": s.ours}
            for s in meta.scenarios
        ],
        "options": [
            {"id": o.id, "name": o.name, "values": o.values, "default": o.default, "defaults": dict(o.defaults),
             "rule": o.rule, "summary": o.summary, "scenarios": o.scenarios}
            for o in meta.options
        ],
        "bots": sorted(bots_of(meta.id)), "looks": rules.looks, "fog": rules.fog,
        "board": board_name(meta.id),
        "relief": (board_folder(meta.id) / "relief-light.webp").exists(),
        "lessons": [_lesson(lesson) for lesson in rules.lessons], "reconstructed": _reconstructed(meta.id),
    }  # fmt: skip


def _lesson(lesson: Lesson) -> dict[str, Any]:
    steps = [step._asdict() for step in lesson.steps]
    return {
        "id": lesson.id, "name": lesson.name, "summary": lesson.summary, "scenario": lesson.scenario,
        "seat": lesson.seat, "minutes": lesson.minutes, "first": lesson.first, "ending": lesson.ending, "steps": steps,
    }  # fmt: skip


@cache
def _reconstructed(title: str) -> list[dict[str, Any]]:
    """How many rows of each of a title's tables are printed, and how many are reconstructed, largest first."""
    found = []
    for path in sorted((Path(__file__).parent.parent / "titles" / title / "data").glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            rows = [row.get("source") or "" for row in csv.DictReader(file)]
        ours = sum(source.startswith("reconstructed") for source in rows)
        found.append({"name": path.stem.replace("_", " "), "printed": len(rows) - ours, "reconstructed": ours})
    return sorted(found, key=lambda row: -row["printed"] - row["reconstructed"])


@router.get("/titles/{title}/rules", response_model=None)
def rules(title: str, request: Request) -> Response:
    """Our sentence for every numbered rule."""
    meta_of(title)
    return packed.text(request, _rules_text(title))


@cache
def _rules_text(title: str) -> str:
    rows = meta_of(title).load().book.rows
    said = {number: [row["title"], row["summary"]] for number, row in rows.items()}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


@router.get("/titles/{title}/charts", response_model=None)
def charts(title: str, request: Request) -> Response:
    """The title's charts as cards, from the tables that its rules read."""
    meta_of(title)
    return packed.text(request, _charts_text(title))


@cache
def _charts_text(title: str) -> str:
    found = aids.charts(meta_of(title).load().book.path.parent)
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def board_name(title: str) -> str:
    return metas()[title].load().board_name or title


@router.get("/boards/{title}", response_model=None)
def board(title: str, request: Request, scenario: str | None = None) -> Response:
    """Where every node lies of the board that a scenario, the first by default, is played on."""
    known = [one.id for one in meta_of(title).scenarios]
    if scenario and scenario not in known:
        raise HTTPException(404, "There is no such scenario.")
    return packed.text(request, _board_text(title, scenario or known[0]))


@cache
def _board_text(title: str, scenario: str) -> str:
    return json.dumps(_board(title, scenario), ensure_ascii=False, separators=(",", ":"))


def _board(title: str, scenario: str) -> dict[str, Any]:
    t, _ = prepare(title, scenario, seed=0, seats=None, options=None)
    shown: Board = t.world.board

    def called(node: int) -> str:
        return str(t.title.node_name(t, node))

    terrain = {node: word for word, area in shown.terrain.items() for node in members(area)}
    hexes = []
    for node in members(shown.hexes):
        x, y = shown.grid.centre(node)
        corners = [[round(a, 3), round(b, 3)] for a, b in shown.grid.corners(node)]
        name = called(node)
        hexes.append(
            {"name": name, "x": round(x, 3), "y": round(y, 3), "corners": corners, "terrain": terrain.get(node, "")}
        )
    drawn = {place.node: place for place in shown.places if {"x", "y"} <= place.values.keys()}
    moved: Mapping[str, tuple[float, float]] = t.title.areas_drawn
    hexes += [_area(called(node), place, moved.get(place.name)) for node, place in sorted(drawn.items())]
    routes = [
        {"a": called(e.a), "b": called(e.b), "kind": e.name, "long": e.length > SHORT_ROUTE}
        for e in (shown.graph["route"].edges if moved else ())
        if {shown.name(e.a), shown.name(e.b)} & moved.keys()
    ]
    coasts = _coasts(shown) if t.title.coasts_drawn else {}
    hexes += [_spot(called(node), at) for node, at in sorted(coasts.items())]
    boxes = [called(node) for node in range(shown.grid.size, shown.size) if node not in drawn and node not in coasts]
    places = [{"name": p.name, "at": called(p.node), "kind": p.kind, "grade": p.grade} for p in shown.places]
    folder = board_folder(title)
    picture = next((name for name in (f"backdrop-{scenario}.svg", "backdrop.svg") if (folder / name).exists()), "")
    return {
        "id": shown.id, "hash": shown.hash, "orientation": shown.grid.orientation, "hexes": hexes, "boxes": boxes,
        "areas": [called(shown.node(name)) for name in moved], "routes": routes,
        "places": places, "frame": frame(folder, picture),
        "backdrop": f"/api/boards/{title}/{picture}" if picture else "",
    }  # fmt: skip


def _coasts(shown: Board) -> dict[int, tuple[float, float]]:
    """Where ships lie off a hex: between its middle and the water beside it."""
    found = {}
    for (node, sea), coast in shown.coast.items():
        x, y = shown.grid.centre(node)
        near = [shown.grid.centre(n) for n in members(step(1 << node, shown.around)) if _in_sea(shown, n, sea)]
        away = [(a - x, b - y) for a, b in near] or [(0.0, 0.0)]
        dx, dy = (sum(part) / len(away) for part in zip(*away, strict=True))
        long = max(hypot(dx, dy), 0.01)
        found[coast] = (x + OFF_COAST * dx / long, y + OFF_COAST * dy / long)
    return found


def _in_sea(shown: Board, node: int, sea: str) -> bool:
    """Is a hex open water, or water of this sea?"""
    return not shown.land >> node & 1 or (node, sea) in shown.coast


def _spot(name: str, at: tuple[float, float]) -> dict[str, Any]:
    """A small spot off a coast."""
    x, y = round(at[0], 3), round(at[1], 3)
    turns = [pi * n / 3 for n in range(6)]
    corners = [[round(x + SPOT * cos(turn), 3), round(y + SPOT * sin(turn), 3)] for turn in turns]
    return {"name": name, "x": x, "y": y, "corners": corners, "terrain": "sea", "coast": True}


def _area(name: str, place: Place, moved: tuple[float, float] | None) -> dict[str, Any]:
    """An area off the grid, where and as the sheet draws it: a square for a large one, else a circle."""
    x, y = moved or (float(place.values["x"]), float(place.values["y"]))
    large = place.grade == "region"
    sides, size = (4, AREA_LARGE * 2**0.5) if large else (16, AREA_SMALL)
    turns = [2 * pi * (n + 0.5) / sides for n in range(sides)]
    corners = [[round(x + size * cos(turn), 3), round(y + size * sin(turn), 3)] for turn in turns]
    return {"name": name, "x": x, "y": y, "corners": corners, "terrain": str(place.values.get("terrain", ""))}


def board_folder(title: str) -> Path:
    return shipped_board(board_name(title))


def frame(folder: Path, picture: str) -> dict[str, float]:
    """Where a backdrop, of the whole sheet or of a part, lies on the plane, and the units a hex."""
    whole = Board.load(folder / "board.json").grid
    points = [whole.centre(node) for node in members(whole.all)]
    across, down = (SIDE, 0.5) if whole.orientation == "flat" else (0.5, SIDE)
    left, top = min(x for x, _ in points) - across - BLEED, min(y for _, y in points) - down - BLEED
    right, bottom = max(x for x, _ in points) + across + BLEED, max(y for _, y in points) + down + BLEED
    unit = 112.0 if whole.orientation == "flat" else 140.0
    size = {"width": round((right - left) * unit), "height": round((bottom - top) * unit)}
    drawn = (folder / picture).read_text(encoding="utf-8")[:400] if picture.startswith("backdrop-") else ""
    part = VIEW_BOX.search(drawn)
    if part is not None:
        across, down, width, height = map(int, part.groups())
        left, top, size = left + across / unit, top + down / unit, {"width": width, "height": height}
    return {"left": left, "top": top, "unit": unit, **size}


@router.get("/boards/{title}/{file}", response_model=None)
def board_file(title: str, file: str, request: Request) -> Response:
    """The backdrop and its pictures."""
    meta_of(title)
    if not PICTURES.fullmatch(file):
        raise HTTPException(404, "There is no such file.")
    path = board_folder(title) / file
    if not path.exists():
        raise HTTPException(404, "There is no such file.")
    return packed.file(request, path, "public, max-age=3600")
