"""How WestFront looks on the table: blocks, the turn track, panels, overlays and odds. It holds no rules.

Everything here is made from what a seat may know: faces of blocks that it sees, hexes and control that lie open.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from grognard.board.hexset import members
from grognard.engine.knowledge import Token
from grognard.engine.lesson import read_lessons
from grognard.engine.table import Table
from grognard.titles.front import blocks, control
from grognard.titles.front.fire import rating
from grognard.titles.front.game import FrontTitle
from grognard.titles.front.state import INACTIVE, ROLES, FrontPosition, month_text
from grognard.titles.front.world import COMMANDERS, HQ, KINDS

from . import cuts, victory
from .looks import SIDES
from .overlays import OVERLAYS

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IIII"}
PHASES = (
    ("Production", ("production", "producing")),
    ("Command", ("command",)),
    ("Movement", ("movement", "retreats", "mobilization", "interdiction", "movement_end")),
    ("Combat", ("airstrikes", "active_battles", "reveal", "battles", "deactivation")),
    ("Blitz", ()),
    ("Supply", ("recovery", "beachheads", "supply_interdiction", "supply_check", "supply_end")),
)
PRODUCTION = 0
BLITZ = next(i for i, (name, _) in enumerate(PHASES) if name == "Blitz")

FACES: dict[str, tuple[str, str]] = {
    "usa": ("#cdd2a2", "#182026"), "britain": ("#dcbf92", "#182026"), "canada": ("#ead7ab", "#182026"),
    "poland": ("#ead7ab", "#182026"), "france": ("#bcd0e8", "#182026"), "germany": ("#cfd3d6", "#182026"),
    "ss": ("#1a1c1f", "#f2f2ee"), "italy": ("#93bda4", "#182026"), "spain": ("#dcc765", "#182026"),
    "portugal": ("#a5c38b", "#182026"), "yugoslavia": ("#c9b48c", "#182026"), "hq": ("#f0ede4", "#182026"),
}  # fmt: skip
SYMBOLS = {"amphibious": "amphibious", "shq": "hq", "thq": "hq"}
HITS_ON = {4: "TF · 4, 5, 6", 5: "DF · 5, 6", 6: "SF · 6"}

SAYS = {
    "activated": "{pieces} activates at {places}: {role}",
    "deactivated": "{pieces} stands down at {places}",
    "deployed": "{pieces} redeploys {arrow}",
    "moved": "{pieces} {arrow}",
    "engaged": "{pieces} {arrow}, attacks",
    "railed": "{pieces} by rail {arrow}",
    "sailed": "{pieces} by sea {arrow}",
    "invaded": "{pieces} lands {arrow}",
    "dropped": "{pieces} drops {arrow}",
    "evacuated": "{pieces} evacuates {arrow}",
    "marked": "{pieces} marks {places} for a landing",
    "airstrike": "{pieces} sets an airstrike of {cv} on {places}",
    "struck": "The airstrike on {places}: hits {hits}",
    "battle_chosen": "{places} will be fought",
    "attack": "Battle at {places}",
    "battle": "Blocks at {places} are shown: {pieces}",
    "fired": "{pieces} fires at {places}: hits {hits}",
    "step_lost": "{pieces} loses a step at {places}",
    "eliminated": "{pieces} is eliminated at {places}",
    "repulsed": "{pieces} is thrown back {arrow}",
    "rearguard": "{pieces} covers the retreat {arrow}",
    "pursued": "{pieces} pursues at {places}",
    "pursuit_losses": "{pieces} loses {steps} steps in pursuit",
    "attrition": "{pieces} is out of supply at {places}: a step lost",
    "weather": "Weather: {weather} {storm}",
    "month": "{month}",
    "level": "Production of the {power}: {points} points",
    "arrived": "{pieces} arrives at {places}",
    "advanced": "{pieces} arrives early at {places}",
    "cadre": "{pieces} is rebuilt at {places} for {cost}",
    "step": "{pieces} gains a step for {cost}",
    "beachhead": "{beachhead} is laid at {places}",
    "beachhead_lost": "{beachhead} is lost at {places}",
    "recovered": "{pieces} recovers",
    "linked_up": "{pieces} links up",
    "surrendered": "{nation} surrenders",
    "scored": "{scenario}: {level}, lead {lead}",
    "produced": "Production is over",
}


class WestFrontTable(FrontTitle):
    """What the browser asks of the title."""

    board_name = "front"
    looks = {
        "piece": "block", "sides": SIDES,
        "faces": {name: {"fill": fill, "ink": ink} for name, (fill, ink) in FACES.items()},
    }  # fmt: skip
    says = SAYS
    lessons = read_lessons(Path(__file__).parent / "data" / "lessons.toml")
    overlays = ("command", "control", "supply", "cut points", "sea areas", "weather")

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        """A block that lies open, or the owner's; those that are not in play are in the forces, not on the table."""
        p: FrontPosition = t.p
        if p.at[piece] >= t.world.spans:
            return None  # type: ignore[return-value]  # not on the map
        unit = t.world.units[piece]
        kind = KINDS[unit.kind]
        hq = unit.kind in COMMANDERS
        tags = ["moved"] if p.moved[piece] else []
        if hq and p.role[piece] != INACTIVE:
            tags.append("active")
        if not p.supplied[piece]:
            tags.append("cut")
        note = f"{unit.title}, {kind}, {p.cv[piece]} of {unit.top} steps"
        if hq and p.role[piece] != INACTIVE:
            note += f", {ROLES[p.role[piece] - 1]}"
        return {
            "symbol": SYMBOLS.get(kind, kind), "label": short_name(t, piece), "strength": str(p.cv[piece]),
            "steps": p.cv[piece], "most": unit.top, "face": "hq" if hq else "ss" if unit.ss else unit.nation,
            "tags": tags, "note": note, "name": unit.title,
        }  # fmt: skip

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        """A block from behind, with what is remembered of it."""
        facts = {name: (value, time) for name, value, time in token.facts}
        out: dict[str, Any] = {"symbol": "", "label": "", "strength": "", "face": token.look, "tags": []}
        seen = []
        if "id" in facts:
            unit = t.world.units[facts["id"][0]]
            kind = KINDS[unit.kind]
            out["symbol"], out["label"] = SYMBOLS.get(kind, kind), short_name(t, facts["id"][0])
            seen.append(f"{unit.title}, {kind}")
        if "cv" in facts:
            out["strength"] = f"{facts['cv'][0]}?"
        if "speed" in facts:
            seen.append(f"speed {facts['speed'][0]}")
        when = max((time for _, time in facts.values()), default=0)
        if facts:
            seen.append(f"seen in {_month(when // 64)}")
        out["note"] = ", ".join(seen)
        return out

    def turn(self, t: Table) -> dict[str, Any]:
        p: FrontPosition = t.p
        months = t.world.scenario["months"]
        first = int(months[0][:4]) * 12 + int(months[0][5:]) - 1
        track = [
            {"group": MONTHS[m % 12], "name": f"{_month(m)} {ROMAN[half]}"}
            for m in range(first, p.last + 1) for half in (1, 2)
        ]  # fmt: skip
        steps = {frame.step for frame in t.agenda}
        phase = next((i for i, (_, names) in enumerate(PHASES) if steps.intersection(names)), -1)
        if p.blitz and phase in (2, 3):
            phase = BLITZ
        # Production comes before the month's first fortnight (4.1), while the last one's number still stands.
        half = 1 if phase == PRODUCTION else p.fortnight
        return {
            "name": f"{_month(p.month)} {ROMAN.get(half, '')}", "track": track,
            "at": (p.month - first) * 2 + half - 1, "phases": [name for name, _ in PHASES], "phase": phase,
            "who": t.world.powers[p.active], "note": "mud" if p.weather else "dry",
        }  # fmt: skip

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        return [*_battle(t), *_headquarters(t, seat), *_count(t, seat), *_due(t, seat), *_beachheads(t)]

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = OVERLAYS.get(name)
        return maker(t, seat) if maker else None

    def gates(self, t: Table, seat: int, node: int) -> list[dict[str, Any]]:
        """Hexsides of enemy hexes while units move (6.33)."""
        power = t.powers_of(seat)[0]
        if t.frame.step != "movement" or not control.enemy_units(t, power) >> node & 1:
            return []
        return cuts.gates(t, power, node)

    def odds(self, t: Table, seat: int, order: str) -> dict[str, Any] | None:
        """A round of the battle at a place, from the fire that its blocks would give: hits that each side may expect.

        The caller deals hidden blocks anew many times; here the table is one such deal.
        """
        words = order.split()
        node = self.find_node(t, words[-1].split(">")[-1]) if words else -1
        if node < 0 or not control.battles(t) >> node & 1:
            return None
        return {"losses": _losses(t, node)}


def short_name(t: Table, piece: int) -> str:
    """The name as a block has room for it: its symbol says the kind."""
    unit = t.world.units[piece]
    name = re.sub(r"(inf|mech|arm|amph|para|mtn|cav|stat|fort)$", "", unit.name)
    return re.sub(r"^([A-Z][A-Za-z]+)(\d+)$", r"\1 \2", name) or unit.name


def _month(number: int) -> str:
    return f"{MONTHS[number % 12]} {number // 12}"


def _losses(t: Table, node: int) -> dict[str, list[float]]:
    """The chance of each number of hits on each side in one round, by binomials of the blocks' own fire."""
    p: FrontPosition = t.p
    found = {}
    defender = control.defender_of(p, node)
    for power, name in enumerate(t.world.powers):
        dice = [1.0]
        for piece in p.stack(node):
            if p.power[piece] != power and t.world.units[piece].kind not in COMMANDERS:
                need = rating(t, piece, node, p.power[piece] == defender)
                for _ in range(p.cv[piece]):
                    dice = _one_more(dice, max(0, 7 - need) / 6)
        found[name] = dice
    return found


def _one_more(chances: list[float], hit: float) -> list[float]:
    out = [0.0] * (len(chances) + 1)
    for hits, chance in enumerate(chances):
        out[hits] += chance * (1 - hit)
        out[hits + 1] += chance * hit
    return out


# Panels


def _battle(t: Table) -> list[dict[str, Any]]:
    """The battle that is being fought, with the fire of the blocks that lie open."""
    p: FrontPosition = t.p
    frame = next((f for f in reversed(t.agenda) if f.step in ("volley", "losses", "repulse", "round")), None)
    waiting = [t.node_name(n) for n in members(control.battles(t))]
    node = frame.get("node", -1) if frame else -1
    if node < 0:
        rows = [
            [place, "must be fought" if p.mandatory >> t.title.find_node(t, place) & 1 else ""] for place in waiting
        ]
        return [{"kind": "battles", "title": "Battles", "rows": rows}] if waiting else []
    defender = control.defender_of(p, node)
    volley = next((f for f in reversed(t.agenda) if f.step == "volley"), None)
    passive = bool(volley and volley["passive"])
    fires = []
    for piece in p.stack(node):
        if p.shown[piece]:
            need = rating(t, piece, node, p.power[piece] == defender)
            fires.append([t.title.piece_name(t, piece), HITS_ON.get(need, "does not fire"), bool(p.fired[piece])])
    return [
        {"kind": "battle", "title": t.node_name(node).replace("_", " "), "place": t.node_name(node),
         "stages": ["Airstrike", "Defensive fire", "Offensive fire"], "stage": 1 if passive else 2 if volley else 0,
         "defender": t.world.powers[defender] if defender >= 0 else "", "fires": fires, "waiting": waiting,
         "note": "supported" if p.supported >> node & 1 else "not supported", "rule": "7.4"}
    ]  # fmt: skip


def _headquarters(t: Table, seat: int) -> list[dict[str, Any]]:
    p: FrontPosition = t.p
    rows = []
    for power in t.powers_of(seat):
        for piece in blocks.on_map(t, power):
            unit = t.world.units[piece]
            if unit.kind in COMMANDERS:
                role = ROLES[p.role[piece] - 1] if p.role[piece] else "at rest"
                reach = f", range {p.reach[piece]}" if p.role[piece] and unit.kind == HQ else ""
                place = t.node_name(p.at[piece])
                rows.append(
                    {"piece": unit.name, "place": place, "steps": p.cv[piece], "most": unit.top, "text": role + reach}
                )
    supreme = sum(p.supreme[power] for power in t.powers_of(seat))
    note = f"{supreme} Supreme Moves left" if supreme else ""
    return [{"kind": "hqs", "title": "Headquarters", "rows": rows, "note": note, "side": True}] if rows else []


def _count(t: Table, seat: int) -> list[dict[str, Any]]:
    """Victory: the seat's own count exactly, the enemy's as far as it can tell (17.1)."""
    if t.scenario == "husky":
        return [
            {
                "kind": "text",
                "title": "Victory",
                "text": "The Allies win by the ports of Sicily that they hold.",
                "rule": "HUSKY/1",
            }
        ]
    totals, rows = [], []
    for power, name in enumerate(t.world.powers):
        low, high = victory.known(t, seat, power)
        text = str(low) if low == high else f"{low} to {high}"
        totals.append([SIDES[name]["name"], text, "exact" if low == high else "as far as you know"])
        if t.seat_of(power) == seat:
            rows = [[item, points] for item, points in victory.items(t, power).items() if points]
    return [{"kind": "count", "title": "Victory points", "totals": totals, "rows": rows, "rule": "17.1", "side": True}]


def _due(t: Table, seat: int) -> list[dict[str, Any]]:
    """Reinforcements still to come to the seat (11.5)."""
    p: FrontPosition = t.p
    mine = t.powers_of(seat)
    rows = [
        [month_text(month), t.world.units[piece].name, cv]
        for piece, (month, cv) in sorted(t.title.schedule(t).items(), key=lambda item: (item[1], item[0]))  # type: ignore[attr-defined]
        if p.power[piece] in mine and p.at[piece] == t.world.later(p.power[piece]) and month >= p.month
    ]
    columns = ["month", "block", "CV"]
    return [{"kind": "pool", "title": "Reinforcements due", "columns": columns, "rows": rows}] if rows else []


def _beachheads(t: Table) -> list[dict[str, Any]]:
    rows = [
        [name, t.node_name(node)]
        for name, node in sorted(t.p.beachheads.items())
        if isinstance(node, int) and node >= 0
    ]
    return [{"kind": "pool", "title": "Beachheads", "columns": ["name", "at"], "rows": rows}] if rows else []
