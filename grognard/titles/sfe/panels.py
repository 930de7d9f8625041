"""The table's panels: cities and points, replacements, arrivals, losses, the charts."""

from __future__ import annotations

from typing import Any

from . import production, strengths, victory, weather
from . import world as w
from .state import Table


def of_seat(t: Table, seat: int) -> list[dict[str, Any]]:
    """Everything lies open, so all seats see the same."""
    return [
        _points(t), _cities(t), *_replacements(t), *_arrivals(t), *_lost(t), _results(),
    ]  # fmt: skip


def weather_now(t: Table) -> str:
    """The weather of the window's zones."""
    kinds = sorted({weather.at(t, node) for node in range(t.world.board.grid.size) if t.world.land >> node & 1})
    return ", ".join(w.WEATHER[kind] for kind in kinds)


def _points(t: Table) -> dict[str, Any]:
    have, asked = victory.points(t), t.world.settings["victory"]
    names = {"axis": "Axis", "allied": t.world.settings["ally"], "": ""}
    rows = [
        ["Axis points", have["axis"]],
        *([f"{names[side]} {level}".strip(), f"{least} or more"] for least, side, level in asked["levels"]),
        ["Rail capacity left", f"{t.p.rail_left / w.CORPS:g} corps"],
    ]
    return {"kind": "ledger", "title": "The campaign", "rows": rows, "rule": "4.09/3", "side": True}


def _cities(t: Table) -> dict[str, Any]:
    rows = []
    for name, worth in t.world.settings["victory"]["points"].items():
        held = "Axis" if t.p.axis_land >> t.world.board.node(name) & 1 else t.world.settings["ally"]
        rows.append([name, worth, held])
    return {"kind": "chart", "title": "Cities", "columns": ["city", "points", "held by"], "rows": rows}


def _replacements(t: Table) -> list[dict[str, Any]]:
    rows = [
        [nation, production.number(infantry), production.number(armor)]
        for nation, (infantry, armor) in sorted(t.p.points.items()) if infantry or armor
    ]  # fmt: skip
    columns = ["nation", "infantry", "armor"]
    panel = {"kind": "pool", "title": "Replacement points", "columns": columns, "rows": rows, "rule": "27.21"}
    return [panel] if rows else []


def _arrivals(t: Table) -> list[dict[str, Any]]:
    waiting = [u for u in t.world.units if t.p.at[u.index] == t.world.arrivals and t.p.due[u.index]]
    rows = [
        [t.world.turns[t.p.due[u.index] - 1] if t.p.due[u.index] <= len(t.world.turns) else "later", u.title]
        for u in sorted(waiting, key=lambda u: (t.p.due[u.index], u.index))
    ]  # fmt: skip
    columns = ["turn", "unit"]
    return [{"kind": "pool", "title": "Arrivals", "columns": columns, "rows": rows, "rule": "27.1"}] if rows else []


def _lost(t: Table) -> list[dict[str, Any]]:
    rows = [[u.name, u.title] for u in t.world.units if t.p.at[u.index] == t.world.pool]
    return [{"kind": "pool", "title": "Eliminated", "columns": ["unit", ""], "rows": rows}] if rows else []


def _results() -> dict[str, Any]:
    return results()


def results() -> dict[str, Any]:
    """The Ground Combat Results Table."""
    rows = [[die, *strengths.RESULTS[die]] for die in sorted(strengths.RESULTS)]
    return {"kind": "chart", "title": "Ground combat", "columns": ["die", *strengths.COLUMNS], "rows": rows}
