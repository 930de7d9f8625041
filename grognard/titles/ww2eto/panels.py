"""The panels of World War Two ETO: the war, armies, pools, what is due, and how victory stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.board.hexset import members

from . import victory
from . import world as w
from .home import rates
from .home.reinforcements_due import due_name
from .land import supply
from .politics import control
from .sides import SIDES
from .state import ITALY_ACTIVE, ITALY_NEUTRAL, PEACETIME, WAR_PRODUCTION, Table

RUSSIA = {PEACETIME: "peacetime", WAR_PRODUCTION: "war production"}
ITALY = {ITALY_NEUTRAL: "neutral", ITALY_ACTIVE: "at war"}
AHEAD = 4
"""How many Game-Turns the list of reinforcements looks ahead."""


def of_seat(t: Table, seat: int) -> list[dict[str, Any]]:
    """All panels."""
    return [
        *_judged(t), _war(t), _strengths(t), *_pools(t), *_to_place(t), *_due(t, seat), *_conditions(t), results()
    ]  # fmt: skip


def _judged(t: Table) -> list[dict[str, Any]]:
    """When the game is over, the conditions by which it was won, before everything else."""
    if t.outcome is None:
        return []
    won = {f"{seat} {t.outcome.level}".capitalize() for seat in t.outcome.winners}
    return [{**panel, "side": True} for panel in _conditions(t) if panel["title"] in won]


def _strengths(t: Table) -> dict[str, Any]:
    p = t.p
    rows = []
    for power in (w.AXIS, w.ALLIED, w.SOVIET, w.NEUTRAL, w.VICHY):
        units = members(p.army[power])
        if units:
            rows.append([SIDES[t.title.meta.powers[power]]["name"], len(units), sum(p.strength[i] for i in units)])
    return {"kind": "ledger", "title": "On the map", "columns": ["", "units", "points"], "rows": rows, "side": True}


def _war(t: Table) -> dict[str, Any]:
    """What decides the game, and who is at war (13.0); a scenario with ends of its own shows what those count."""
    p = t.p
    asked = [row for rows in victory.conditions(t.scenario).values() for row in rows]
    if not any(row["predicate"].startswith("axis_centers") for row in asked):
        return {"kind": "ledger", "title": "The war", "rows": _ends(t, asked), "side": True}
    counts = t.title.scores(t)
    rows = [
        ["Russian centers of the Axis", f"{counts['axis_centers']} of {t.world.russian_centers.bit_count()}"],
        ["Allied points in Germany", counts["allied_points_in_germany"]],
        ["Russia", RUSSIA.get(p.russia, "limited war")],
        ["Italy", ITALY.get(p.italy, "surrendered")],
    ]
    return {"kind": "ledger", "title": "The war", "rows": rows, "rule": "13.0", "side": True}


def _ends(t: Table, asked: list[dict[str, str]]) -> list[list[Any]]:
    """What the conditions of a scenario count, each once."""
    rows: dict[str, Any] = {}
    for row in asked:
        what = row["predicate"].rpartition("_at_")[0]
        text = row["text"].removesuffix(" at most").removesuffix(" at least")
        holds = "yes" if what not in MEASURES and victory.PREDICATES[row["predicate"]](t, int(row["value"])) else "no"
        rows[text[:1].upper() + text[1:]] = MEASURES[what](t) if what in MEASURES else holds
    return [[text, value] for text, value in rows.items()]


def _pools(t: Table) -> list[dict[str, Any]]:
    nations = (w.GERMANY, w.ITALY, w.USSR, w.BRITAIN, w.USA, w.FRANCE, *w.PRO_AXIS)
    rows = [[t.world.nations[n].name, rates.pool(t, n)] for n in nations if rates.pool(t, n)]
    columns = ["nation", "points"]
    pool = {"kind": "pool", "title": "Replacement pools", "columns": columns, "rows": rows, "rule": "T/pool"}
    return [pool] if rows else []


def _to_place(t: Table) -> list[dict[str, Any]]:
    rows = [[due_name(t, key), n] for key, n in sorted(t.p.due.items()) if n and not key.endswith("/pool")]
    return [{"kind": "pool", "title": "To be placed", "columns": ["what", "how many"], "rows": rows}] if rows else []


def _conditions(t: Table) -> list[dict[str, Any]]:
    """How each level of victory stands now, or the count of three players."""
    if control.three_players(t):
        held = [[SIDES[t.title.meta.powers[side]]["name"], n] for side, n in victory.german_hexes(t).items()]
        columns = ["side", "hexes of Germany"]
        return [{"kind": "chart", "title": "Victory", "columns": columns, "rows": held, "rule": "16.83"}]
    panels = []
    counted: dict[str, int] = {}
    for level, rows in victory.conditions(t.scenario).items():
        if level == "allied_decisive" and victory.too_late(t):
            continue
        lines = [[row["text"], _asked(row), _stands(t, row, counted)] for row in rows]
        title = level.replace("_", " ").capitalize()
        columns = ["condition", "asked", "now"]
        panels.append({"kind": "chart", "title": title, "columns": columns, "rows": lines, "rule": rows[0]["source"]})
    return panels


def _asked(row: dict[str, str]) -> str:
    """The figure that a condition asks for, or that it shall hold."""
    return row["value"] if row["predicate"].rpartition("_at_")[0] in MEASURES else "yes"


def _stands(t: Table, row: dict[str, str], counted: dict[str, int]) -> str:
    """The figure that a condition counts, or whether it holds; a tick where it is met."""
    name, asked = row["predicate"], int(row["value"] or 0)
    what, _, most = name.rpartition("_at_")
    if what not in MEASURES:
        holds = victory.PREDICATES[name](t, asked)
        return f"{'yes' if holds else 'no'}{' ✓' if holds else ''}"
    if what not in counted:
        counted[what] = MEASURES[what](t)
    holds = counted[what] <= asked if most == "most" else counted[what] >= asked
    return f"{counted[what]}{' ✓' if holds else ''}"


MEASURES: dict[str, Callable[[Any], int]] = {
    "western_units_on_mainland": victory.mainland,
    "axis_centers": lambda t: control.axis_held_centers(t).bit_count(),
    "russian_units_abroad_in_europe": lambda t: len(victory.abroad_in_europe(t)),
    "allied_units_in_germany": lambda t: len(victory.in_germany(t)),
    "allied_points_in_germany": lambda t: victory.points(t, victory.in_germany(t)),
    "allied_units_in_egypt": lambda t: len(victory.supplied_units(t, victory.WESTERN, victory.egypt(t))),
    "axis_units_in_egypt": lambda t: victory.axis_in(t, victory.egypt(t)),
    "axis_units_in_africa": lambda t: victory.axis_in(t, t.world.africa),
}
"""What conditions count, by their names without ``_at_most`` and ``_at_least``."""


def _due(t: Table, seat: int) -> list[dict[str, Any]]:
    """What the chart still has for the seat's nations in the next Game-Turns (10.0)."""
    mine = t.powers_of(seat)
    rows = []
    for turn in t.world.turns[t.p.turn - 1 : min(t.p.last, t.p.turn + AHEAD)]:
        for row in rates.chart(turn["turn"], t.scenario):
            nation = w.NATIONS.index(row["nation"])
            if supply.POWER_OF_GROUP[supply.group_of(nation)] in mine and rates.coming(t, row, "losses"):
                why = " (for losses)" if row["class"] == "replacement" else ""
                rows.append([turn["turn"], f"{t.world.nations[nation].name}, {row['kind']}{why}", row["points"]])
    columns = ["Game-Turn", "nation", "points"]
    if not rows:
        return []
    return [{"kind": "pool", "title": "Reinforcements due", "columns": columns, "rows": rows, "rule": "10.0"}]


def results() -> dict[str, Any]:
    rows = [[row.get("die", i), *(row[f"d{d}"] for d in range(8))] for i, row in enumerate(w.table("crt.csv"), 1)]
    return {"kind": "chart", "title": "Combat results", "columns": ["die", *(f"+{d}" for d in range(8))], "rows": rows}
