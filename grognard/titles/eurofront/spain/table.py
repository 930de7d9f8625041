"""How the Spanish Civil War looks on the table: sentences, panels, overlays. It holds no rules."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import members
from grognard.engine.words.overlay import names
from grognard.titles.systems.front import overlays, panels
from grognard.titles.systems.front.table import PHASES, SAYS

from ..base import EuroFrontGame
from ..state import ALLIED, AXIS, Table, position
from . import aid, victory
from .hooks import SpanishHooks

PREPARING = ("aid_ends", "recognition", "foreign_aid", "landing")
"""What comes before Production, in its phase."""

EVENTS = {
    "garrisoned": "A garrison is raised at {places}",
    "garrison_lost": "The garrison of {places} is overrun",
    "aid": "Foreign aid for the {power} arrives at {places}",
    "blockade": "The {power} run the blockade, die {die} against {ports} ports: {success:stopped|through}",
    "french_aid": "French aid, die {die}: {points:no point|one point|# points}",
    "aid_dice": "The powers talk of ending aid: {over:it goes on|all foreign intervention ends}",
    "recognition": "The {power} seek Foreign Recognition at level {level}: {success:refused|granted}",
}


class SpanishTable(SpanishHooks, EuroFrontGame):
    """What the browser asks of the civil war."""

    says = {**SAYS, **EVENTS}
    words = {"axis": "Nationalists", "allied": "Republicans"}
    phases = ((PHASES[0][0], (*PHASES[0][1], *PREPARING)), *PHASES[1:])
    overlays = ("command", "control", "supply", "cut points", "railways", "garrisons", "weather")
    public_overlays = ("command", "control", "garrisons", "weather")

    def marks(self, t: Table) -> list[dict[str, str]]:
        """Beachheads, and the railheads at which foreign aid comes in this month."""
        laid = super().marks(t)
        for power, bits in enumerate(position(t).railheads):
            side = self.looks["sides"].get(t.world.powers[power], {}).get("name", "")
            laid += [
                {"place": t.node_name(node), "kind": "railhead", "text": "RH", "title": f"Railhead of the {side}"}
                for node in members(bits)
            ]
        return laid

    def playing(self, t: Table) -> tuple[int, ...]:
        """The two sides of the civil war (SCW)."""
        return (AXIS, ALLIED)

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """All panels as a seat may see them."""
        return [
            *panels.battle(t), *panels.headquarters(t, seat), _count(t), *panels.production_ledger(t, seat),
            _aid(t, seat), *panels.due(t, seat),
        ]  # fmt: skip

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = _garrisons if name == "garrisons" else overlays.OVERLAYS.get(name)
        return maker(t, seat) if maker else None


def _count(t: Table) -> dict[str, Any]:
    """Cities in rail supply on both sides, and by how much one leads (SCW.9)."""
    totals = [
        [victory.NAMES[power], str(victory.cities(t, power)), "cities in rail supply"] for power in (AXIS, ALLIED)
    ]
    level = victory.pacification(t, AXIS)
    leader = victory.NAMES[AXIS if level > 0 else ALLIED]
    text = f"Pacification Level {abs(level)} for the {leader}." if level else "No one leads."
    return {
        "kind": "count", "title": "Foreign Recognition", "totals": totals, "rows": [], "rule": "SCW.9", "side": True,
        "text": text,
    }  # fmt: skip


def _aid(t: Table, seat: int) -> dict[str, Any]:
    """What comes from abroad and where (SCW.3)."""
    p, rows = position(t), []
    for power in (AXIS, ALLIED):
        points, places = aid.aid_points(t, power), _places(t, p.railheads[power])
        saved = p.saved[power] if t.seat_of(power) == seat else ""
        rows.append([victory.NAMES[power], points, saved, places])
    columns = ["side", "points", "saved", "railheads"]
    return {"kind": "pool", "title": "Foreign aid", "columns": columns, "rows": rows, "rule": "SCW.3"}


def _places(t: Table, nodes: int) -> str:
    return ", ".join(names(t, nodes))


def _garrisons(t: Table, seat: int) -> dict[str, Any]:
    """The garrisons of both sides, and where foreign aid comes in (SCW.2, SCW.3)."""
    p = position(t)
    sets = [
        {"style": f"held {t.world.powers[power]}", "places": names(t, p.garrisons[power])} for power in (AXIS, ALLIED)
    ]
    both = p.railheads[AXIS] | p.railheads[ALLIED]
    notes = [{"place": place, "text": "foreign aid", "rule": "SCW.3", "style": "source"} for place in names(t, both)]
    return {"sets": sets, "notes": notes}
