"""How Surf and Sand looks on the table: sentences, panels. It holds no rules."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.knowledge import Token
from grognard.titles.systems.front import panels, production
from grognard.titles.systems.front.table import PHASES, SAYS
from grognard.titles.systems.front.weather import WORDS

from .. import grounding
from ..base import EuroFrontGame
from ..state import ALLIED, AXIS, Table
from ..war import naval
from . import purses, victory
from .hooks import MedHooks
from .state import position

EVENTS = {
    "weather": "Weather of the {front}: {weather}{storm:, storm in the #}",
    "naval": "Naval Supremacy: {who}",
    "unused_to_the_desert": "{pieces:is|are} not used to the desert: {steps} steps lost at {places}",
    "shipping": "Ships of the {power} bring {points} of {shipped} points to the Med, dice {dice}",
    "drove": "{pieces:drives|drive} {places}",
    "allocated": "{points} points a month go to the Med",
    "transferred_south": "Ten points of the West are sent to the Med",
}
NAMES = {AXIS: "Axis", ALLIED: "Allies", -1: "no one"}


class MedTable(MedHooks, EuroFrontGame):
    """What the browser asks of Surf and Sand."""

    says = {**SAYS, **grounding.SAYS, **EVENTS}
    words = {"axis": "Axis", "allied": "Allies"}
    phases = (*PHASES[:-1], ("Supply", PHASES[-1][1]))

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """All panels as a seat may see them."""
        return [
            *panels.battle(t), *panels.headquarters(t, seat), _victory(t), production_panel(t, seat), seas_panel(t),
            *panels.due(t, seat),
        ]  # fmt: skip

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        """A block from behind; the desert is what pursuit tells apart here."""
        out = super().back(t, token)
        out["note"] = out["note"].replace("out of reach of enemy air", "in the desert")
        return out

    def weather_note(self, t: Table) -> str:
        """The weather of the West; the Med is always dry (12.13)."""
        return WORDS[t.p.weather]


def _victory(t: Table) -> dict[str, Any]:
    """The eight conditions as they stand (S1940A/vic)."""
    number = victory.achieved(t)
    level, winner = victory.verdict(t.scenario, number)
    rows = [[f"{letter}) {name}", "holds" if holds(t) else "no"] for letter, name, holds in victory.CONDITIONS]
    text = f"Now: {level}" + (f", {NAMES[winner]}" if winner >= 0 else "") + ". A major port of England wins all."
    return {
        "kind": "count", "title": "Victory", "totals": [["Axis", str(number), "of eight"]], "rows": rows,
        "rule": "S1940A/vic", "side": True, "text": text,
    }  # fmt: skip


def production_panel(t: Table, seat: int) -> dict[str, Any]:
    """What the seat has a month, ships and can spend now (11.3, 21.37)."""
    producing = any(f.step in ("production", "producing") for f in t.agenda)
    p, rows = position(t), []
    for power in t.powers_of(seat) if seat >= 0 else ():
        if power not in naval.PLAYING:
            continue
        rows.append(["The West, a month", purses.west_level(t, power)])
        rows.append(["shipped to the Med, a month", p.allocated[power]])
        if producing:
            rows.append(["left in the West", production.purse(t, power)])
            rows.append(["left in the Med", p.med_points[power]])
        if p.saved[power] or p.med_saved[power]:
            rows.append(["saved", p.saved[power] + p.med_saved[power]])
    return {"kind": "ledger", "title": "Production", "rows": rows, "rule": "21.37", "side": True}


def seas_panel(t: Table) -> dict[str, Any]:
    """The naval balance and the seaways (15.8)."""
    rows = [["Naval Supremacy", NAMES[naval.ruling(t)]]]
    for seaway in naval.SEAWAYS:
        users = [NAMES[power] for power in naval.PLAYING if naval.usable(t, power, seaway)]
        rows.append([f"{seaway} Seaway", " and ".join(users) or "shut"])
    return {"kind": "pool", "title": "The seas", "columns": ["", ""], "rows": rows, "rule": "15.8", "side": True}
