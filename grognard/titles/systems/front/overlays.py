"""The overlays of a Front map, each from what lies open to its seat."""

from __future__ import annotations

from typing import Any

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.words.overlay import cut_points, names

from . import blocks, command, control, cuts, rail, sea, supply, weather
from .state import MUD, SNOW, Table
from .world import HQ


def _note(t: Table, node: int, text: str, label: str, style: str) -> dict[str, Any]:
    """A word on a hex with the rule that it rests on."""
    return {"place": t.node_name(node), "text": text, "rule": t.title.number(label), "style": style}


def _command(t: Table, seat: int) -> dict[str, Any]:
    """The range of every HQ that lies face-up (5.3), and what the seat's own could reach."""
    p = t.p
    sets, notes = [], []
    for power in range(len(t.world.powers)):
        mine = power in t.powers_of(seat)
        for piece in blocks.on_map(t, power):
            unit = t.world.units[piece]
            active = bool(p.role[piece])
            if unit.kind != HQ or not (active or mine):
                continue
            reach = p.reach[piece] if active else command.effective(t, piece)
            places = names(t, command.command_range(t, p.at[piece], reach, power))
            sets.append({"style": "command" if active else "command could", "places": places, "outline": True})
            notes.append(
                {
                    "place": t.node_name(p.at[piece]),
                    "text": f"{unit.name} · range {reach}",
                    "rule": t.title.number("5.3"),
                    "style": "command",
                }
            )
    return {"sets": sets, "notes": notes, "legend": [["command", "in command"], ["command could", "if activated"]]}


def _control(t: Table, seat: int) -> dict[str, Any]:
    p = t.p
    land = t.world.land & ~p.neutral
    sets = [
        {"style": f"held {name}", "places": names(t, control.friendly(p, power) & land)}
        for power, name in enumerate(t.world.powers)
    ]
    return {"sets": [*sets, {"style": "disputed", "places": names(t, p.disputed & land)}]}


def _supply(t: Table, seat: int) -> dict[str, Any]:
    """Where the seat's units would be supplied now, by Rail/Sea Supply and the line of two hexes."""
    p = t.p
    sets: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for power in t.powers_of(seat):
        net, area = supply.rail_sea(t, power), supply.supplied_area(t, power)
        cut = sorted({p.at[i] for i in blocks.on_map(t, power) if not area >> p.at[i] & 1})
        sets += [
            {"style": "supply", "places": names(t, area & t.world.land)},
            {"style": "source", "places": names(t, net & t.world.land)},
            {"style": "cut", "places": [t.node_name(n) for n in cut]},
        ]
        closed = ~control.passable(t, power)
        for node in cut:
            notes.append(
                {"place": t.node_name(node), "text": "out of supply", "rule": t.title.number("10.3"), "style": "warn"}
            )
            for there in members(step(1 << node, t.world.trace) & closed):
                lines.append({"style": "cut", "places": [t.node_name(node), t.node_name(there)]})
                notes.append(
                    {
                        "place": t.node_name(there),
                        "text": "enemy hex",
                        "rule": t.title.number("8.4/d"),
                        "style": "cross",
                    }
                )
    return {
        "sets": sets,
        "lines": lines,
        "notes": notes,
        "legend": [["source", "Rail/Sea Supply"], ["supply", "in supply"]],
    }


def _cut_points(t: Table, seat: int) -> dict[str, Any]:
    """Friendly hexes whose loss would put the seat's units out of supply."""
    found: dict[int, int] = {}
    for power in t.powers_of(seat):
        found |= cuts.chokes(t, power)
    return cut_points(t, found, t.title.number("10.3"), "its loss cuts supply", "no hex alone cuts supply")


def _seas(t: Table, seat: int) -> dict[str, Any]:
    """Who controls each sea (15.1)."""
    owners, chart = sea.owners(t), sea.chart(t.world)
    held = [0] * (len(t.world.powers) + 1)
    notes = []
    for number, name in enumerate(chart.names):
        held[owners[number]] |= chart.coasts[number]
        coast = members(chart.coasts[number])
        if coast:
            owner = (
                "no one"
                if owners[number] == sea.NOBODY
                else t.title.looks["sides"][t.world.powers[owners[number]]]["name"]
            )
            text = f"{name} {chart.values[number]} · {owner}"
            notes.append(
                {
                    "place": t.node_name(coast[len(coast) // 2]),
                    "text": text,
                    "rule": t.title.number("15.1"),
                    "style": "sea",
                }
            )
    both = held[0] & held[1] | held[sea.NOBODY]
    sets = [{"style": f"held {name}", "places": names(t, held[i] & ~both)} for i, name in enumerate(t.world.powers)]
    return {"sets": [*sets, {"style": "disputed", "places": names(t, both)}], "notes": notes}


def _railways(t: Table, seat: int) -> dict[str, Any]:
    """The rail net that the seat's trains run on (9.12), and its railheads, where the line runs on beyond it."""
    lines: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    for power in t.powers_of(seat):
        net = rail.network(t, power)
        for node in members(net):
            ends = [there for there, _ in t.world.rail.links(node)]
            lines += [
                {"style": "supply", "places": [t.node_name(node), t.node_name(there)]}
                for there in ends
                if there > node and net >> there & 1
            ]
            if any(not net >> there & 1 for there in ends):
                notes.append(_note(t, node, "railhead", "9.12", "rail"))
    return {"sets": [], "lines": lines, "notes": notes, "legend": [["line supply", "your trains run here"]]}


def _weather(t: Table, seat: int) -> dict[str, Any]:
    mud, snow = (weather.under(t, one) for one in (MUD, SNOW))
    sets = [{"style": "weather", "places": names(t, mud)}]
    if snow:
        sets.append({"style": "snow", "places": names(t, snow)})
    legend = [["weather", "mud"]] if mud else []
    legend += [["snow", "snow"]] if snow else []
    return {"sets": sets, "legend": legend or [["weather", "dry everywhere"]]}


OVERLAYS = {
    "command": _command, "control": _control, "supply": _supply, "cut points": _cut_points, "sea areas": _seas,
    "weather": _weather, "railways": _railways,
}  # fmt: skip
