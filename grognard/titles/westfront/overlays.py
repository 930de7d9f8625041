"""The overlays of WestFront's map, each from what lies open to its seat."""

from __future__ import annotations

from typing import Any

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.table import Table
from grognard.titles.front import blocks, command, control, sea, supply
from grognard.titles.front.state import FrontPosition
from grognard.titles.front.world import HQ

from . import cuts
from .looks import SIDES

MOST_CUT_LINES = 6


def _names(t: Table, bits: int) -> list[str]:
    return [t.node_name(n) for n in members(bits)]


def _command(t: Table, seat: int) -> dict[str, Any]:
    """The range of every HQ that lies face-up (5.3), and what the seat's own could reach."""
    p: FrontPosition = t.p
    sets, notes = [], []
    for power in range(len(t.world.powers)):
        mine = power in t.powers_of(seat)
        for piece in blocks.on_map(t, power):
            unit = t.world.units[piece]
            active = bool(p.role[piece])
            if unit.kind != HQ or not (active or mine):
                continue
            reach = p.reach[piece] if active else command.effective(t, piece)
            places = _names(t, command.command_range(t, p.at[piece], reach, power))
            sets.append({"style": "command" if active else "command could", "places": places, "outline": True})
            notes.append(
                {
                    "place": t.node_name(p.at[piece]),
                    "text": f"{unit.name} · range {reach}",
                    "rule": "5.3",
                    "style": "command",
                }
            )
    return {"sets": sets, "notes": notes, "legend": [["command", "in command"], ["command could", "if activated"]]}


def _control(t: Table, seat: int) -> dict[str, Any]:
    p: FrontPosition = t.p
    land = t.world.land & ~p.neutral
    sets = [
        {"style": f"held {name}", "places": _names(t, control.friendly(p, power) & land)}
        for power, name in enumerate(t.world.powers)
    ]
    return {"sets": [*sets, {"style": "disputed", "places": _names(t, p.disputed & land)}]}


def _supply(t: Table, seat: int) -> dict[str, Any]:
    """Where the seat's units would be supplied now, by Rail/Sea Supply and the line of two hexes (9.31, 10.3)."""
    p: FrontPosition = t.p
    sets: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for power in t.powers_of(seat):
        net, area = supply.rail_sea(t, power), supply.supplied_area(t, power)
        cut = sorted({p.at[i] for i in blocks.on_map(t, power) if not area >> p.at[i] & 1})
        sets += [
            {"style": "supply", "places": _names(t, area & t.world.land)},
            {"style": "source", "places": _names(t, net & t.world.land)},
            {"style": "cut", "places": [t.node_name(n) for n in cut]},
        ]
        closed = ~control.passable(t, power)
        for node in cut:
            notes.append({"place": t.node_name(node), "text": "out of supply", "rule": "10.3", "style": "warn"})
            for there in members(step(1 << node, t.world.trace) & closed):
                lines.append({"style": "cut", "places": [t.node_name(node), t.node_name(there)]})
                notes.append({"place": t.node_name(there), "text": "enemy hex", "rule": "8.4/d", "style": "cross"})
    return {
        "sets": sets,
        "lines": lines,
        "notes": notes,
        "legend": [["source", "Rail/Sea Supply"], ["supply", "in supply"]],
    }


def _cut_points(t: Table, seat: int) -> dict[str, Any]:
    """Friendly hexes whose loss would put the seat's units out of supply (9.31, 10.3)."""
    found: dict[int, int] = {}
    for power in t.powers_of(seat):
        found |= cuts.chokes(t, power)
    lines = [
        {"style": "cut", "places": [t.node_name(node), t.node_name(there)]}
        for node, cut in found.items() if cut.bit_count() <= MOST_CUT_LINES for there in members(cut)
    ]  # fmt: skip
    notes = [
        {"place": t.node_name(node), "text": f"cuts off {cut.bit_count()}", "rule": "10.3", "style": "warn"}
        for node, cut in found.items()
    ]
    return {
        "sets": [{"style": "choke", "places": [t.node_name(n) for n in found]}], "lines": lines, "notes": notes,
        "legend": [["choke", "its loss cuts supply" if found else "no hex alone cuts supply"]],
    }  # fmt: skip


def _seas(t: Table, seat: int) -> dict[str, Any]:
    """Who controls each sea (15.1)."""
    owners, chart = sea.owners(t), sea.chart(t.world)
    held = [0] * (len(t.world.powers) + 1)
    notes = []
    for number, name in enumerate(chart.names):
        held[owners[number]] |= chart.coasts[number]
        coast = members(chart.coasts[number])
        if coast:
            owner = "no one" if owners[number] == sea.NOBODY else SIDES[t.world.powers[owners[number]]]["name"]
            text = f"{name} {chart.values[number]} · {owner}"
            notes.append({"place": t.node_name(coast[len(coast) // 2]), "text": text, "rule": "15.1", "style": "sea"})
    both = held[0] & held[1] | held[sea.NOBODY]
    sets = [{"style": f"held {name}", "places": _names(t, held[i] & ~both)} for i, name in enumerate(t.world.powers)]
    return {"sets": [*sets, {"style": "disputed", "places": _names(t, both)}], "notes": notes}


def _weather(t: Table, seat: int) -> dict[str, Any]:
    p: FrontPosition = t.p
    slow = t.world.land if p.weather else 0
    return {
        "sets": [{"style": "weather", "places": _names(t, slow)}],
        "legend": [["weather", "mud" if slow else "dry everywhere"]],
    }


OVERLAYS = {
    "command": _command, "control": _control, "supply": _supply, "cut points": _cut_points, "sea areas": _seas,
    "weather": _weather,
}  # fmt: skip
