"""How the Winter War looks on the table: sentences, panels, overlays. It holds no rules."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.knowledge import Token
from grognard.engine.words.overlay import names
from grognard.titles.systems.front import overlays, panels
from grognard.titles.systems.front.table import PHASES, SAYS
from grognard.titles.systems.front.weather import WORDS

from .. import fronts
from ..base import EuroFrontGame
from ..state import AXIS, Table, position
from ..war import supply as war_supply
from . import armistice, rules
from .hooks import WinterHooks

EVENTS = {
    "weather": "Weather in the {front}: {weather}{storm:, storm in the #}",
    "acclimatized": "{pieces:is|are} not used to the North: a step lost at {places}",
    "finnish_armistice_offered": "Finland asks for an armistice",
    "finnish_armistice_accepted": "The Soviets accept the armistice: the count is {count}",
    "finnish_armistice_rejected": "The Soviets reject the armistice: the war goes on",
    "finland_defeated": "Finland is defeated",
}
FRONT_NAMES = {"WF": "West Front", "EF": "East Front"}


AREAS = {
    "Gallivare": (18.4, 0.3), "Petsamo": (20.6, 0.0), "Murmansk": (22.6, 0.0), "Archangel": (23.75, 1.35),
    "Oulu": (19.9, 1.4), "Kuopio": (21.6, 2.75), "Petrozavodsk": (22.9, 2.9),
    "Tampere": (19.4, 2.9), "Joensuu": (22.6, 4.1),
}  # fmt: skip
"""The North as the page draws it: over Sweden, which is out of play, beside the hexes of Finland."""


class WinterTable(WinterHooks, EuroFrontGame):
    """What the browser asks of the Winter War."""

    says = {**SAYS, **EVENTS}
    areas_drawn = AREAS
    words = {"axis": "Finns", "soviet": "Soviets", "EF": "East Front", "WF": "West Front"}
    phases = (*PHASES[:-1], ("Supply", PHASES[-1][1]), ("Politics", ("defeat", "armistice", "answer")))
    overlays: tuple[str, ...] = (
        "command",
        "control",
        "supply",
        "cut points",
        "railways",
        "national supply",
        "sea areas",
        "weather",
    )
    public_overlays: tuple[str, ...] = ("command", "control", "national supply", "sea areas", "weather")

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """All panels as a seat may see them."""
        return [
            *panels.battle(t), *panels.headquarters(t, seat), _count(t, seat), _fronts(t),
            *panels.production_ledger(t, seat), *panels.due(t, seat),
        ]  # fmt: skip

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = _national_supply if name == "national supply" else overlays.OVERLAYS.get(name)
        return maker(t, seat) if maker else None

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        """A block from behind; at home in Finland is what pursuit tells apart here."""
        out = super().back(t, token)
        out["note"] = out["note"].replace("out of reach of enemy air", "at home in Finland")
        return out

    def weather_note(self, t: Table) -> str:
        """The weather of the East, where all the fighting is."""
        return WORDS[position(t).weather_east]


def _count(t: Table, seat: int) -> dict[str, Any]:
    """What an armistice would count (S1939A/vic); the strength of upright HQs is their owner's secret."""
    mine = t.seat_of(AXIS) != seat and seat >= 0
    hqs = str(armistice.soviet_hq_cv(t)) if mine else "?"
    lost = armistice.finns_lost(t)
    state = "rejected" if armistice.REJECTED in t.p.politics else "not asked for"
    total = armistice.count(t)
    text = f"An armistice now would count {total}." if mine else "The Soviets know the count of their HQs."
    return {
        "kind": "count", "title": "Finnish Armistice",
        "totals": [["Soviet HQs", hqs, "steps left"], ["Finnish units", str(lost), "eliminated"]],
        "rows": [], "rule": "S1939A/vic", "side": True,
        "text": f"{text} {armistice.LIMIT} or more is a Soviet victory. Armistice: {state}.",
    }  # fmt: skip


def _fronts(t: Table) -> dict[str, Any]:
    """The weather of the fronts, the frozen seas, and whether Finland has its National Supply."""
    p = position(t)
    frozen = "frozen" if fronts.frozen_seas(t) else "open"
    supplied = "holds" if rules.has_national_supply(t) else "is cut"
    rows = [
        ["The East", WORDS[p.weather_east], f"Gulf of Bothnia {frozen}"],
        ["Finland", "National Supply", supplied],
    ]
    return {"kind": "pool", "title": "Fronts", "columns": ["", "", ""], "rows": rows, "rule": "12.1", "side": True}


def _national_supply(t: Table, seat: int) -> dict[str, Any]:
    """The land that Finland's line to Berlin may pass, and its two ends (10.21)."""
    extra = t.world.extra
    ways = war_supply.communications(t, AXIS) & int(t.world.rail.nodes)
    held = "holds" if rules.has_national_supply(t) else "is cut"
    notes = [
        {"place": t.node_name(extra["Helsinki"]), "text": f"National Supply {held}", "rule": "10.21", "style": "source"}
    ]
    return {"sets": [{"style": "supply", "places": names(t, ways)}], "notes": notes}
