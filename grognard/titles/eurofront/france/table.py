"""How the West of 1940 looks on the table: sentences, panels. It holds no rules."""

from __future__ import annotations

from typing import Any

from grognard.titles.systems.front import panels
from grognard.titles.systems.front.table import PHASES, SAYS

from .. import grounding
from ..base import EuroFrontGame
from ..europe import diplomacy
from ..europe.table import EVENTS as POLITICS
from ..med import victory as med
from ..med.table import EVENTS as MED
from ..med.table import NAMES, MedTable, production_panel, seas_panel
from . import land, morale, victory
from .hooks import FranceHooks
from .state import Table

EVENTS = {
    "surprised": "{nation} is surprised",
    "solidarity": "Allied Solidarity: die {die} against a commitment of {commitment}, {success:it fails|it holds}",
    "petain": "Marshal Petain takes over in France",
    "forsaken_ally": "Solidarity has failed twice: France will ask for an armistice",
    "armistice_offered": "France asks for an armistice",
    "armistice_accepted": "The armistice is accepted: France is defeated",
    "armistice_rejected": "The armistice is rejected: France is defeated",
    "vichy": "Vichy is neutral, and cooperates with the Axis",
    "withdrew": "{pieces:withdraws|withdraw} over the border, {places}",
    "phony_war_over": "The Phony War is over",
    "union": "Britain and France are one: the French fight on as Free French",
    "arab_nationalism": "French North Africa goes over to the Axis",
}


class FranceTable(FranceHooks, MedTable, EuroFrontGame):
    """What the browser asks of the West of 1940."""

    says = {**SAYS, **grounding.SAYS, **POLITICS, **MED, **EVENTS}
    phases = (
        PHASES[0], ("Diplomacy", ("diplomacy",)), *PHASES[1:], ("Politics", ("politics", "rising")),
    )  # fmt: skip

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """All panels as a seat may see them."""
        return [
            *panels.battle(t), *panels.headquarters(t, seat), _victory(t), _france(t), production_panel(t, seat),
            seas_panel(t), _diplomacy(t, seat), *panels.due(t, seat),
        ]  # fmt: skip


def _victory(t: Table) -> dict[str, Any]:
    """The eight conditions as they stand (S1940A/vic)."""
    number = victory.achieved(t)
    level, winner = med.verdict(t.scenario, number)
    rows = [[f"{letter}) {name}", "holds" if holds(t) else "no"] for letter, name, holds in victory.CONDITIONS]
    text = f"Now: {level}" + (f", {NAMES[winner]}" if winner >= 0 else "") + ". A major port of England wins all."
    return {
        "kind": "count", "title": "Victory", "totals": [["Axis", str(number), "of eight"]], "rows": rows,
        "rule": "S1940A/vic", "side": True, "text": text,
    }  # fmt: skip


def _france(t: Table) -> dict[str, Any]:
    """How France stands (20.44-20.49)."""
    if land.fighting(t):
        state = "demoralized" if land.demoralized(t) else "fights"
    elif land.free(t):
        state = "fights on as Free France"
    else:
        state = "Vichy" if land.VICHY in t.p.politics else "defeated"
    rows: list[list[Any]] = [["France", state]]
    if land.fighting(t):
        rows.append(["BEF Commitment", morale.commitment(t)])
        rows.append(["Solidarity has failed", sum(event in t.p.politics for event in land.FAILED)])
    return {"kind": "ledger", "title": "France", "rows": rows, "rule": "20.45", "side": True}


def _diplomacy(t: Table, seat: int) -> dict[str, Any]:
    """The events that may come: die, conditions met and not met, what follows (16.6)."""
    return {
        "kind": "pool", "title": "Diplomacy", "columns": ["event", "die", "holds", "lacks", "what follows"],
        "rows": diplomacy.report(t, seat), "rule": "16.6",
    }  # fmt: skip
