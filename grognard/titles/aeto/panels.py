"""The panels of Advanced ETO: the Offensive under way, the tracks, supply, arrivals, pools, victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.core import counts

from . import attacks, before_the_die, combat, modifiers, names, supply, victory, zones
from . import tables as tb
from . import world as w
from .activation import standby
from .months import listed_arrivals
from .pieces import spoken
from .position import Table
from .sea import looks as fleets
from .seasonal import panels as seasonal
from .sides import name_of
from .title import POWERS

STEPS = {
    "command": "Command Status Step", "breakthrough": "Breakthrough Step", "land_movement": "Land Movement Step",
    "command_late": "HQ's second move", "declare": "Combat Step, targets", "combat": "Combat Step",
    "exploit_move": "Exploitation Step", "exploit_declare": "Exploitation Step, targets",
    "exploit_combat": "Exploitation Step, attacks",
}  # fmt: skip
AGENTS = {"hq": "HQ Activation", "general": "General Activation", "stack": "Stack Activation", "minor": "Minor Nation"}


def of_seat(t: Table, seat: int) -> list[dict[str, Any]]:
    """All panels."""
    season = seasonal.of_season(t, seat)
    lying = season or pools(t)
    return [*offensive(t), tracks(t), *lying, *chits(t), *fleets.panels(t, seat), *victory_now(t), *due(t), results()]


def offensive(t: Table) -> list[dict[str, Any]]:
    """The sheet of the Offensive under way: agent, Step, attacks left, targets, units."""
    now = t.p.offensive
    if not now:
        return []
    left = sum(attacks.quota(t, place) for place in range(len(now["used"])))
    units = [i for i in standby(t) if zones.combat_unit(t.p, i)]
    agents = ", ".join(names.piece_name(t, i).replace("_", " ") for i in now["agents"])
    rows: list[list[Any]] = [
        ["Led by", agents or spoken(t, now["node"])], ["Kind", AGENTS[now["kind"]]],
        ["Paid by", name_of(POWERS[now["power"]])], ["Step", STEPS.get(now["stage"], "")],
        ["Attacks left in this Step", left], ["Units on Standby", len(units)],
    ]  # fmt: skip
    if now["targets"]:
        rows.append(["Declared", ", ".join(spoken(t, n) for n in now["targets"])])
    rows += attack_rows(t)
    return [{"kind": "ledger", "title": "The Offensive", "rows": rows, "rule": "viii.4", "side": True}]


def attack_rows(t: Table) -> list[list[Any]]:
    """The attack under way before its die: strengths, odds, every modifier by name, who is in the air."""
    f = next((frame for frame in reversed(t.agenda) if frame.step == "attack"), None)
    if f is None or "net" in dict(f.data):
        return []
    b = before_the_die.battle(t, f)
    if not b.attackers:
        return []
    attack, against = combat.attack_strength(t, b), combat.defence(t, b)
    odds = tb.COLUMNS[combat.odds_column(attack, against)]
    rows: list[list[Any]] = [[f"Attack on {spoken(t, b.target)}", f"{attack} : {against} = {odds}"]]
    rows += [[name, f"{value:+}"] for name, _, value in modifiers.modifiers(t, b)]
    for what, units in (
        ("In the air for it", (*f["bombers"], *f["escorts"])),
        ("Against it", (*f["foe_bombers"], *f["foe_fighters"])),
    ):
        if units:
            rows.append([what, ", ".join(t.world.cards[t.p.card[i]].name for i in units if t.p.steps[i])])
    return rows


def tracks(t: Table) -> dict[str, Any]:
    """Offensives and EPs of every power that has any."""
    p = t.p
    rows = [
        [name_of(POWERS[power]), p.offensives[power], p.ep[power], p.reserve[power]]
        for power in range(len(POWERS)) if p.offensives[power] or p.ep[power] or p.reserve[power]
    ]  # fmt: skip
    return {
        "kind": "ledger", "title": "Offensives", "columns": ["", "Offensives", "EPs", "reserve"], "rows": rows,
        "rule": "8.13/offensives", "side": True,
    }  # fmt: skip


def chits(t: Table) -> list[dict[str, Any]]:
    """Supply chits on the map and the places that are left of them."""
    p = t.p
    rows = []
    for node in supply.chit_hexes(p):
        owner, count, _, doubled = p.chits[str(node)]
        note = "Germans use two places" if doubled else ""
        rows.append([spoken(t, node), name_of(POWERS[owner]), count, supply.places_left(p, node), note])
    if not rows:
        return []
    columns = ["place", "owner", "chits", "places left", ""]
    return [{"kind": "pool", "title": "Supply chits", "columns": columns, "rows": rows, "rule": "7.7/chit-capacity"}]


def victory_now(t: Table) -> list[dict[str, Any]]:
    """What decides the scenario, and how it stands."""
    if t.world.settings.get("campaign"):
        return [campaign(t)]
    if "fall_of" in t.world.settings:
        return [fall_of_a_nation(t)]
    if t.scenario != "desert42":
        return [city_count(t)]
    rows = [
        ["Alexandria or Cairo Axis at a month's end: Axis decisive", yes(victory.on_the_nile(t))],
        ["Tobruk", holder(t, "Tobruk")],
        ["Mersa Matruh", holder(t, "Mersa Matruh")],
        ["Both Axis at the end: Axis marginal; Tobruk alone: draw; neither: UK marginal", ""],
        ["Axis thrown out of Cyrenaica at the end: UK decisive", yes(victory.thrown_out(t))],
    ]
    return [{"kind": "chart", "title": "Victory", "columns": ["condition", "now"], "rows": rows, "rule": "12.2"}]


def campaign(t: Table) -> dict[str, Any]:
    """What ends the campaign, and the great cities that Germany counts if she stands."""
    rows = [
        ["Germany conquered: Allied decisive by December 1944, major by March 1945, then marginal", ""],
        ["UK and Soviet Union conquered: Axis decisive", ""],
        ["Else in June 1945 great cities of Germany: 10 decisive, 6 major, fewer marginal", ""],
        *([name, "Axis" if victory.held_by(t, w.GERMANY, name) else "Allied"] for name in victory.GREAT_CITIES),
    ]
    return {"kind": "chart", "title": "Victory", "columns": ["condition", "now"], "rows": rows, "rule": "12.1"}


def fall_of_a_nation(t: Table) -> dict[str, Any]:
    """By when the nation that a scenario is about must fall."""
    settings = t.world.settings
    level, side, said = victory.judgement(t)
    by, who = settings["fall_by"], name_of(settings["fall_of"])
    attacker, defender = ("Allied", "Axis") if settings.get("fall_to") == "allied" else ("Axis", "Allied")
    rows = [
        [f"{who} conquered by the end of {by['decisive']}", f"{attacker} decisive"],
        [f"by the end of {by['marginal']}", f"{attacker} marginal"],
        *standing(settings, who, defender),
        [f"Now: {said}", f"{side.title()} {level}"],
    ]
    return {"kind": "chart", "title": "Victory", "columns": ["condition", "result"], "rows": rows, "rule": "12.2"}


def standing(settings: Mapping[str, Any], who: str, defender: str) -> list[list[str]]:
    """What the defender has if the nation falls too late or not at all."""
    stands = f"{who} stands at the end of {settings['end']}"
    if "last_stand" not in settings:
        return [["later", f"{defender} marginal"], [stands, f"{defender} decisive"]]
    *first, last = settings["last_stand"]
    return [
        [stands, f"{defender} marginal"],
        [f"and holds {', '.join(first)} or {last}", f"{defender} decisive"],
    ]


def city_count(t: Table) -> dict[str, Any]:
    """The cities that are counted at the end."""
    held = victory.axis_cities(t)
    rows = [[name, "Axis" if name in held else "Soviet"] for name in t.world.settings["cities"]]
    rows.append(["Axis cities: 8 is a draw, 9 marginal, 11 decisive", len(held)])
    return {"kind": "chart", "title": "Victory", "columns": ["city", "now"], "rows": rows, "rule": "12.2"}


def yes(holds: bool) -> str:
    return "yes ✓" if holds else "no"


def holder(t: Table, place: str) -> str:
    """Who holds a place."""
    return "Axis" if victory.held_by(t, w.GERMANY, place) else "British"


def due(t: Table) -> list[dict[str, Any]]:
    """Units that are still to arrive."""
    rows = [
        [row["month"], name_of(row["nation"]), row["name"], row["place"]]
        for n, row in enumerate(listed_arrivals(t)) if not t.p.due.get(f"arrived{n}")
    ]  # fmt: skip
    columns = ["month", "power", "unit", "place"]
    return [{"kind": "pool", "title": "Arrivals", "columns": columns, "rows": rows, "rule": "8.5/free"}] if rows else []


def pools(t: Table) -> list[dict[str, Any]]:
    """Eliminated chits."""
    rows = []
    for card in counts.kinds(t.p.pool):
        printed = t.world.cards[card]
        rows.append([name_of(POWERS[printed.power]), printed.name, tb.KINDS[printed.kind], counts.of(t.p.pool, card)])
    columns = ["power", "chit", "kind", "count"]
    return [{"kind": "pool", "title": "Force pools", "columns": columns, "rows": rows}] if rows else []


def results() -> dict[str, Any]:
    """The Combat Results Table."""
    rows = [[row["net"], *(row[column].replace("*", "●") for column in tb.COLUMNS)] for row in tb.crt()]
    return {
        "kind": "chart", "title": "Combat results", "columns": ["net die", *tb.COLUMNS], "rows": rows,
        "rule": "5.18/crt",
    }  # fmt: skip
