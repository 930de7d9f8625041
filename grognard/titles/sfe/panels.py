"""The table's panels: cities and points, replacements, arrivals, losses, the charts."""

from __future__ import annotations

from typing import Any

from . import airborne, carpet, channel, invasion, production, sealooks, strengths, taskforce, victory, weather
from . import world as w
from .state import Table


def of_seat(t: Table, seat: int) -> list[dict[str, Any]]:
    """Everything lies open but sealed plans."""
    return [
        _points(t), _cities(t), *_plans(t, seat), *_landings(t), *_replacements(t), *_arrivals(t), *_lost(t),
        *sealooks.ports(t), _special(t), results(),
    ]  # fmt: skip


def _plans(t: Table, seat: int) -> list[dict[str, Any]]:
    """The seat's own sealed plans, which nobody else sees: airborne assaults (22.11) and landings (19.41)."""
    rows = []
    for power in t.powers_of(seat):
        rows += _drops(t, power)
        for sheet in invasion.sheets(t, power):
            rows += _landing(t, sheet) if sheet.day else []
        laid = carpet.written(t, power)
        if laid.get("day"):
            flyers = ", ".join(t.title.piece_name(t, i) for i in laid["wings"])
            rows.append(["carpet", flyers, t.node_name(laid["hex"]), invasion.day_name(t, laid["day"]).title()])
        rows += _force(t, power)
    columns = ["plan", "unit", "hex", "day"]
    panel = {"kind": "pool", "title": "Your sealed plans", "columns": columns, "rows": rows, "rule": "19.41"}
    return [panel] if rows else []


def _called(t: Table, piece: int) -> str:
    """What people call a counter."""
    return str(t.world.spoken[t.world.units[piece].name])


def _force(t: Table, power: int) -> list[list[str]]:
    """A task force, as far as it is planned (28.12/a1)."""
    plan = taskforce.sheet(t, power)
    if not plan["made"]:
        return []
    who = ", ".join(t.title.piece_name(t, i) for i in plan["ships"])
    where = f"{plan['mission']} at {t.node_name(plan['target'])}" if plan["aimed"] else plan["zone"] or "no zone yet"
    return [["task force", who, where.replace("_", " "), "now" if taskforce.ripe(t, power) else "later"]]


def _drops(t: Table, power: int) -> list[list[str]]:
    rows = []
    for _, plan in airborne.plans_of(t, power):
        aims = dict(plan.secret.get("aims", ()))
        for piece in plan.secret.get("units", ()):
            where = t.node_name(aims[piece]) if piece in aims else f"near {t.node_name(plan.secret['area'])}"
            first = max(1, plan.secret["made"] + 2, plan.secret["aimed"] + 1)
            day = t.world.turns[first - 1] if first <= len(t.world.turns) else "later"
            rows.append(["drop", _called(t, piece), where.replace("_", " "), f"from {day.title()}"])
    return rows


def _landing(t: Table, sheet: invasion.Sheet) -> list[list[str]]:
    """A sheet: its first wave, its build-up, and what it still lacks."""
    name, day, aims = _called, invasion.day_name(t, sheet.day).title(), dict(sheet.aims)
    plan = sheet.word.replace("_", " ")
    area = ", ".join(t.node_name(n).replace("_", " ") for n in sheet.area)
    rows = [[plan, "", area, day + (" (postponed)" if sheet.postponed else "")]]
    for unit, ship in sheet.wave:
        where = t.node_name(aims[unit]).replace("_", " ") if unit in aims else "no hex yet"
        rows.append([plan, f"{name(t, unit)} on {name(t, ship)}", where, day])
    for ship, load in sheet.follow:
        what = ", ".join(name(t, unit) for unit in load) or "supplies"
        rows.append([plan, f"{what} on {name(t, ship)}", "build-up", day])
    return rows


def _landings(t: Table) -> list[dict[str, Any]]:
    """Amphibious points, beachheads and Mulberries (19.4, 19.47, 19.49)."""
    if not t.world.settings.get("amphibious"):
        return []
    rows: list[list[Any]] = [["Amphibious points", f"{t.p.amphibious / invasion.EIGHTHS:g}"]]
    for place, nation in sorted(t.p.beachheads.items()):
        harbour = " with a Mulberry" if place in t.p.mulberries else ""
        rows.append([t.node_name(int(place)).replace("_", " "), f"{nation} beachhead{harbour}"])
    for nation, spare in sorted(t.p.heads.items()):
        rows.append([f"{nation} beachheads to place", sum(turn <= t.p.turn for turn in spare)])
    rows.append(["Mulberries to place", t.p.spare_mulberries])
    return [{"kind": "ledger", "title": "Over the beaches", "rows": rows, "rule": "19.47"}]


def weather_now(t: Table) -> str:
    """The weather of the window's zones."""
    kinds = sorted({weather.at(t, node) for node in range(t.world.board.grid.size) if t.world.land >> node & 1})
    return ", ".join(w.WEATHER[kind] for kind in kinds)


def _trains(t: Table) -> list[list[str]]:
    """What may still go by rail, while anything may."""
    return [["Rail capacity left", f"{t.p.rail_left / w.CORPS:g} corps"]] if t.p.rail_left else []


def _points(t: Table) -> dict[str, Any]:
    have, asked = victory.points(t), t.world.settings["victory"]
    if asked.get("kind") == "france":
        return _france(t)
    counted = asked.get("side", "axis")
    names = {"axis": "Axis", "allied": t.world.settings["ally"], "": ""}
    rows = [
        [f"{names[counted]} points", have[counted]],
        *(
            [
                f"{names[side]} {level}".strip().capitalize(),
                f"{least} or more" if n + 1 < len(asked["levels"]) else "fewer",
            ]
            for n, (least, side, level) in enumerate(asked["levels"])
        ),
        *_trains(t),
    ]
    return {"kind": "ledger", "title": "The campaign", "rows": rows, "rule": "4.09/3", "side": True}


def _france(t: Table) -> dict[str, Any]:
    """How far France is from falling."""
    asked = t.world.settings["victory"]
    held = {True: "Axis", False: t.world.settings["ally"]}
    rows = [
        *([name, held[victory.holds(t, w.AXIS, name)]] for name in (*asked["cities"], *asked["either"])),
        ["French attack factors", f"{victory.army_left(t)} (broken below {asked['army']['factors']})"],
        ["Axis decisive by", asked["decisive"].title()], ["Axis marginal by", asked["marginal"].title()],
        ["British factors gone home", f"{victory.saved(t)} (a late fall is a draw with {asked['saved']})"],
        ["Transports left", f"{channel.capacity(t) / w.CORPS:g} corps"],
        *_trains(t),
    ]  # fmt: skip
    return {"kind": "ledger", "title": "The campaign", "rows": rows, "rule": "4.09/3", "side": True}


def _cities(t: Table) -> dict[str, Any]:
    rows = []
    for name, worth in t.world.settings["victory"]["points"].items():
        held = "Axis" if t.p.axis_land >> t.world.board.node(name) & 1 else t.world.settings["ally"]
        rows.append([name, worth, held])
    for name, worth in t.world.settings["victory"].get("allied_points", {}).items():
        held = "Axis" if t.p.axis_land >> t.world.board.node(name) & 1 else t.world.settings["ally"]
        rows.append([name, f"-{worth} if Allied", held])
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
    rows = [
        [u.name, u.title]
        for u in t.world.units
        if t.p.at[u.index] == t.world.pool and not u.depot and t.p.due[u.index] >= 0
    ]
    return [{"kind": "pool", "title": "Eliminated", "columns": ["unit", ""], "rows": rows}] if rows else []


def _special(t: Table) -> dict[str, Any]:
    """The scenario's own rules, as its table has them."""
    later = t.world.settings.get("not_played", ())
    rows = [
        [row["id"], row["rule"] + (" (Not played yet.)" if row["id"] in later else "")]
        for row in w.table("ob/special_rules.csv") if row["scenario"] == t.scenario
    ]  # fmt: skip
    return {"kind": "chart", "title": "Special rules", "columns": ["", "rule"], "rows": rows}


def results() -> dict[str, Any]:
    """The Ground Combat Results Table."""
    rows = [[die, *strengths.RESULTS[die]] for die in sorted(strengths.RESULTS)]
    return {"kind": "chart", "title": "Ground combat", "columns": ["die", *strengths.COLUMNS], "rows": rows}
