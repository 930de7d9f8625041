"""Overlays of the map of Advanced ETO: supply, zones, control, and whom an HQ or General could wake."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.words.overlay import names

from . import supply, zones
from . import tables as tb
from . import world as w
from .position import AXIS, FRESH, SOVIET, WEST, Table
from .sides import SIDES, name_of
from .title import POWERS

LEADING = {AXIS: "germany", WEST: "uk", SOVIET: "ussr"}


def own_power(t: Table, seat: int) -> int:
    """The power that a seat asks for: its first one at war."""
    mine = [power for power in t.powers_of(seat) if t.p.hostile[power]]
    return mine[0] if mine else w.GERMANY


def supply_lines(t: Table, seat: int) -> dict[str, Any]:
    """What a source feeds, what lives on chits, and which units are out of supply."""
    p = t.p
    fed = chits = hungry = 0
    for power in t.powers_of(seat) or (own_power(t, seat),):
        if not p.hostile[power] or not p.occupied[power] & t.world.land:
            continue
        lines = supply.lines(t, power)
        fed |= lines.fed
        for larder in lines.larders:
            chits |= larder.hexes
        for node in members(p.occupied[power] & t.world.land):
            units = [i for i in p.stacks[node] if p.power[i] == power and zones.combat_unit(p, i)]
            if any(not supply.defends_supplied(t, i) for i in units):
                hungry |= 1 << node
    notes = [
        {
            "place": t.node_name(n),
            "text": f"{supply.places_left(p, n)} places",
            "rule": "7.7/chit-capacity",
            "style": "",
        }
        for n in supply.chit_hexes(p)
    ]
    notes += [
        {"place": t.node_name(n), "text": "out of supply", "rule": "7.10/instant", "style": "warn"}
        for n in members(hungry)
    ]
    sets = (("supply", fed), ("held italy", chits & ~fed), ("cut", hungry))
    legend = [["supply", "fed by a source"], ["held italy", "fed by chits"], ["cut", "out of supply"]]
    return {
        "sets": [{"style": s, "places": names(t, bits)} for s, bits in sets if bits],
        "notes": notes,
        "legend": legend,
    }


def zones_of_control(t: Table, seat: int) -> dict[str, Any]:
    """The zones of control of each alliance."""
    p = t.p
    sets, legend = [], []
    for alliance, name in LEADING.items():
        powers = [power for power, side in enumerate(p.alliance) if side == alliance]
        found = zones.zone_over(t, powers) if powers else 0
        if found:
            sets.append({"style": f"zone {name}", "places": names(t, found)})
            legend.append([f"zone {name}", f"zones of {SIDES[name]['name']} and allies"])
    return {"sets": sets, "legend": legend}


def control(t: Table, seat: int) -> dict[str, Any]:
    """Who owns which hex."""
    p = t.p
    held = [(POWERS[power], land) for power, land in enumerate(p.held) if land and power != w.NEUTRAL]
    legend = [[f"held {name}", name_of(name)] for name, _ in held]
    return {"sets": [{"style": f"held {name}", "places": names(t, land)} for name, land in held], "legend": legend}


def command(t: Table, seat: int) -> dict[str, Any]:
    """The radius of each HQ and General that may still lead, and what each could wake."""
    p = t.p
    area = 0
    notes = []
    for i in members(t.pieces_of(seat)):
        if not p.steps[i] or p.kind[i] not in tb.LEADERS or p.status[i] != FRESH:
            continue
        card = t.world.cards[p.card[i]]
        reach = t.world.disc(p.at[i], card.radius if p.kind[i] == tb.HQ else 1)
        area |= reach
        units = sum(
            1 for n in members(reach & from_iter(p.stacks)) for j in p.stack(n)
            if t.owns(seat, j) and zones.combat_unit(p, j) and p.status[j] == FRESH
        )  # fmt: skip
        notes.append(
            {"place": t.node_name(p.at[i]), "text": f"{card.name}: {units} units", "rule": "5.0/hq-radius", "style": ""}
        )
    return {
        "sets": [{"style": "supply", "places": names(t, area & t.world.land)}], "notes": notes,
        "legend": [["supply", "within reach of an HQ or General"]],
    }  # fmt: skip


OVERLAYS = {"supply": supply_lines, "zones": zones_of_control, "control": control, "command": command}
