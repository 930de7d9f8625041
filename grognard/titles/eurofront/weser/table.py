"""How Operation Weser looks on the table: sentences, panels, overlays. It holds no rules."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.knowledge import Token
from grognard.engine.words.overlay import names
from grognard.titles.systems.front import overlays, panels
from grognard.titles.systems.front.table import PHASES, SAYS
from grognard.titles.systems.front.weather import WORDS

from ..base import EuroFrontGame
from ..state import ALLIED, AXIS, Table, position
from ..war import naval
from ..war import supply as war_supply
from . import norway, victory
from .hooks import WeserHooks

EVENTS = {
    "weather": "Weather of the {front}: {weather}{storm:, storm in the #}",
    "declared": "Germany declares war on Norway, which joins the Allies",
    "naval": "Naval Supremacy: {who}",
    "unused_to_the_north": "{pieces:is|are} not used to the North: {steps} steps lost at {places}",
    "norway_defeated": "Norway is defeated",
    "norway_conquered": "Norway is conquered",
}
NAMES = {AXIS: "Axis", ALLIED: "Allies", -1: "no one"}
AREAS = {
    "Bremanger": (14.9, -1.1), "Alesund": (15.3, -2.1), "Andalsnes": (16.4, -1.7), "Dombas": (17.6, -1.2),
    "Trondheim": (17.7, -2.3), "Namsos": (18.1, -3.35), "Narvik": (19.4, -4.0), "Tromso": (20.3, -4.7),
    "Gallivare": (21.0, -2.9),
}  # fmt: skip
"""The north of Norway as the page draws it: above the hexes of the south, as it lies."""


class WeserTable(WeserHooks, EuroFrontGame):
    """What the browser asks of Operation Weser."""

    says = {**SAYS, **EVENTS}
    areas_drawn = AREAS
    words = {"axis": "Germans", "allied": "Allies"}
    phases = (
        PHASES[0], ("War", ("declaration", "garrisons")), *PHASES[1:-1],
        ("Supply", PHASES[-1][1]), ("Politics", ("fate",)),
    )  # fmt: skip
    overlays: tuple[str, ...] = (
        "command", "control", "supply", "cut points", "railways", "national supply", "sea areas", "weather",
    )  # fmt: skip
    public_overlays: tuple[str, ...] = ("command", "control", "national supply", "sea areas", "weather")

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """All panels as a seat may see them."""
        return [
            *panels.battle(t), *panels.headquarters(t, seat), _count(t, seat), _norway(t),
            *panels.production_ledger(t, seat), *panels.due(t, seat),
        ]  # fmt: skip

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = _national_supply if name == "national supply" else overlays.OVERLAYS.get(name)
        return maker(t, seat) if maker else None

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        """A block from behind."""
        return super().back(t, token)

    def weather_note(self, t: Table) -> str:
        """The weather of the West, where all the fighting is."""
        return WORDS[t.p.weather]


def _count(t: Table, seat: int) -> dict[str, Any]:
    """What would be counted now (S1939B/vic); the strength of upright HQs is their owner's secret."""
    totals = []
    for power in (AXIS, ALLIED):
        own = seat >= 0 and t.seat_of(power) == seat
        steps = victory.hq_cv(t, power) * (victory.DOUBLED if power == ALLIED else 1)
        totals.append([f"{NAMES[power]}: HQs", str(steps) if own else "?", "doubled" if power == ALLIED else "steps"])
    return {
        "kind": "count", "title": "Victory", "totals": totals, "rows": [], "rule": "S1939B/vic", "side": True,
        "text": "Germany needs Norway defeated, better conquered, and more HQ steps than the Allies doubled.",
    }  # fmt: skip


def _norway(t: Table) -> dict[str, Any]:
    """Norway's fate, its National Supply, the naval balance and the weather."""
    events = t.p.politics
    if norway.CONQUERED in events:
        state = "conquered"
    elif norway.DEFEATED in events:
        state = "defeated"
    elif norway.WAR not in events:
        state = "neutral"
    else:
        state = "surprised" if norway.surprised(t) else "fights on"
    rows = [["Norway", state, ""]]
    if state in ("surprised", "fights on"):
        rows.append(["National Supply", "holds" if norway.has_national_supply(t) else "is cut", ""])
    rows.append(["Naval Supremacy", NAMES[naval.ruling(t)], ""])
    if norway.weser(t):
        rows.append(["Northern Seaway", "Axis", "in this turn"])
    rows.append(["Weather", WORDS[position(t).weather], ""])
    return {"kind": "pool", "title": "Norway", "columns": ["", "", ""], "rows": rows, "rule": "21.494", "side": True}


def _national_supply(t: Table, seat: int) -> dict[str, Any]:
    """The land that Norway's line to London may pass (10.21)."""
    extra = t.world.extra
    ways = war_supply.communications(t, ALLIED) & int(t.world.rail.nodes) & int(extra["Norway"])
    held = "holds" if norway.has_national_supply(t) else "is cut"
    notes = [
        {"place": t.node_name(extra["Oslo"]), "text": f"National Supply {held}", "rule": "10.21", "style": "source"}
    ]
    return {"sets": [{"style": "supply", "places": names(t, ways)}], "notes": notes}
