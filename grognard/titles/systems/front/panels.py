"""The panels of a Front game: the battle that is fought, headquarters, production, what is due, beachheads."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import members
from grognard.engine.words.says import dated

from . import blocks, control, economy
from .air import strike_dice
from .chances import passive, toughness
from .deployment import STATES
from .fire import rating
from .state import ROLES, Table, month_text
from .world import COMMANDERS, HQ

HITS_ON = {4: "TF · 4, 5, 6", 5: "DF · 5, 6", 6: "SF · 6"}
COMBAT = ("airstrikes", "active battles", "active_battles", "reveal", "battles", "volley", "losses", "repulse", "round")
"""The steps in which it is fixed which battles must be fought."""
GROUND = ("mountain", "hill", "forest", "marsh")


def battle(t: Table) -> list[dict[str, Any]]:
    """The battle that is being fought, with the fire of the blocks that lie open; before that, where there will be."""
    p = t.p
    frame = next((f for f in reversed(t.agenda) if f.step in ("volley", "losses", "repulse", "round")), None)
    fields = [_field(t, n) for n in members(control.battles(t))]
    node = frame.get("node", -1) if frame else -1
    if node < 0:
        rows = [[field["place"], field["note"]] for field in fields]
        return [{"kind": "battles", "title": "Battles", "rows": rows, "fields": fields, "side": True}] if rows else []
    defender = control.defender_of(p, node)
    volley = next((f for f in reversed(t.agenda) if f.step == "volley"), None)
    defensive = bool(volley and volley["passive"])
    fires = [_fire(t, piece, node) for piece in p.stack(node) if p.shown[piece]]
    return [
        {"kind": "battle", "title": t.node_name(node).replace("_", " "), "place": t.node_name(node),
         "stages": ["Airstrike", "Defensive fire", "Offensive fire"], "stage": 1 if defensive else 2 if volley else 0,
         "defender": t.world.powers[defender] if defender >= 0 else "", "fires": fires, "fields": fields,
         "sides": [_side(t, power, node) for power in t.title.playing(t)],
         "note": "supported" if p.supported >> node & 1 else "not supported", "rule": t.title.number("7.4")}
    ]  # fmt: skip


def _field(t: Table, node: int) -> dict[str, Any]:
    """A battle of this phase in the list: must it be fought, and what flies there (7.13, 7.15)."""
    p = t.p
    place = t.node_name(node)
    must = p.mandatory >> node & 1 and any(f.step in COMBAT for f in t.agenda)
    words = ["must be fought"] if must else []
    strike = int(p.strikes.get(str(node), 0))
    if strike:
        words.append(f"airstrike of {strike} dice")
    return {"place": place, "note": ", ".join(words), "rule": t.title.number("7.15") if must else ""}


def _fire(t: Table, piece: int, node: int) -> dict[str, Any]:
    """What a block of the battle fires with, and what a step of it costs."""
    p = t.p
    need = rating(t, piece, node, passive(t, piece))
    flies = t.world.units[piece].kind in COMMANDERS and p.role[piece]
    dice = 0 if need > 6 else p.cv[piece]
    return {
        "piece": t.title.piece_name(t, piece), "text": HITS_ON.get(need, "does not fire"), "need": need, "dice": dice,
        "fired": bool(p.fired[piece]), "per": toughness(t, piece, node), "cost": economy.step_cost(t, piece),
        "strike": strike_dice(t, piece) if flies else 0,
    }  # fmt: skip


def _side(t: Table, power: int, node: int) -> dict[str, Any]:
    """How many hits cost a side a step, and why."""
    p = t.p
    own = [i for i in p.stack(node) if p.power[i] == power]
    per = max((toughness(t, i, node) for i in own), default=1)
    defends = any(passive(t, i) for i in own)
    ground = [word for word in GROUND if t.world.board.terrain.get(word, 0) >> node & 1]
    why = [*ground, *(["no support"] if defends and not p.supported >> node & 1 else [])] if per > 1 else []
    return {
        "power": t.world.powers[power], "role": "defend" if defends else "attack", "per": per,
        "why": ", ".join(why), "rule": t.title.number("7.34" if per > 1 else "7.33"),
    }  # fmt: skip


def headquarters(t: Table, seat: int) -> list[dict[str, Any]]:
    """The HQs of the seat, in the turn of one of its powers those of that power."""
    p = t.p
    rows = []
    own = t.powers_of(seat)
    moving = any(f.step == "player_turn" for f in t.agenda) and p.active in own
    for power in (p.active,) if moving else own:
        for piece in blocks.on_map(t, power):
            unit = t.world.units[piece]
            if unit.kind in COMMANDERS:
                role = ROLES[p.role[piece] - 1] if p.role[piece] else "at rest"
                reach = f", range {p.reach[piece]}" if p.role[piece] and p.reach[piece] and unit.kind == HQ else ""
                place = t.node_name(p.at[piece])
                rows.append(
                    {"piece": unit.name, "place": place, "steps": p.cv[piece], "most": unit.top, "text": role + reach}
                )
    supreme = sum(p.supreme[power] + p.national[power] for power in t.powers_of(seat))
    note = f"{supreme} Supreme Move{'s' if supreme != 1 else ''} left" if supreme else ""
    return [{"kind": "hqs", "title": "Headquarters", "rows": rows, "note": note, "side": True}] if rows else []


def production_ledger(t: Table, seat: int) -> list[dict[str, Any]]:
    """The production ledger (11.2): each side's level, which is public, and what the seat still has to spend."""
    p = t.p
    rows: list[list[Any]] = []
    for power in t.title.playing(t):
        rows.append([f"{blocks.side_name(t, power)}, a month", economy.level(t, power)])
        if power in t.powers_of(seat) and any(f.step in ("production", "producing") for f in t.agenda):
            rows.append(["left to spend now", p.points[power]])
    return [{"kind": "ledger", "title": "Production", "rows": rows, "rule": t.title.number("11.2"), "side": True}]


def due(t: Table, seat: int) -> list[dict[str, Any]]:
    """Reinforcements of the sheets that are played and still to come to the seat, late ones too (11.5)."""
    p = t.p
    mine, last = t.powers_of(seat), t.title.last_scheduled(t)
    rows = [
        [dated(month_text(month)), t.world.units[piece].title, cv]
        for piece, (month, cv) in sorted(t.title.schedule(t).items(), key=lambda item: (item[1], item[0]))
        if p.power[piece] in mine and p.at[piece] == t.world.later(p.power[piece]) and month <= last
    ]
    columns, number = ["month", "block", "CV"], t.title.number("11.5")
    panel = {"kind": "pool", "title": "Reinforcements due", "columns": columns, "rows": rows, "rule": number}
    return [panel] if rows else []


BOXES = {"prep": "in preparation", "eliminated": "lost"}
"""The boxes of beachheads as people say them."""


def beachheads(t: Table) -> list[dict[str, Any]]:
    """Where beachheads lie, or the box that they are in, for all to see (15.51)."""
    boxes = {state: BOXES.get(word, word) for word, state in STATES.items()}
    found = [(name, node) for name, node in sorted(t.p.beachheads.items()) if node >= 0 or node in boxes]
    rows = [[t.title.spoken(name), boxes.get(node) or t.node_name(node)] for name, node in found]
    return [{"kind": "pool", "title": "Beachheads", "columns": ["name", "at"], "rows": rows}] if rows else []
