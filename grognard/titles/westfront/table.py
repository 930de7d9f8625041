"""How WestFront looks on the table: colours, sentences, panels. It holds no rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from grognard.engine.words.lesson import read_lessons
from grognard.titles.systems.front.explain import LEVELS, VERBS
from grognard.titles.systems.front.state import Table
from grognard.titles.systems.front.table import ENDS, PHASES, SAYS, SYMBOLS, FrontTable

from . import panels
from .looks import SIDES
from .world import charts

FACES: dict[str, tuple[str, str]] = {
    "usa": ("#cdd2a2", "#182026"), "britain": ("#dcbf92", "#182026"), "canada": ("#ead7ab", "#182026"),
    "poland": ("#ead7ab", "#182026"), "france": ("#bcd0e8", "#182026"), "germany": ("#cfd3d6", "#182026"),
    "ss": ("#1a1c1f", "#f2f2ee"), "italy": ("#93bda4", "#182026"), "spain": ("#dcc765", "#182026"),
    "portugal": ("#a5c38b", "#182026"), "yugoslavia": ("#c9b48c", "#182026"), "hq": ("#f0ede4", "#182026"),
}  # fmt: skip

EVENTS = {
    "yugoslavia_entered": "Yugoslavia is entered",
    "entered": "{pieces:enters|enter} at {places}",
    "raised": "{pieces:is|are} raised at {places}",
    "revolt": "Revolt in France: die {die} against {hexes} hexes, {success:it fails|the country rises}",
    "war": "War with {nation}",
    "bulge": "The Axis stakes all on one blow",
    "demanded": "The surrender of {nation} is demanded: {ports:no port is|one port is|# ports are} taken",
    "answered": "{nation} answers, die {die}: {success:it fights on|it gives up}",
    "defected": "{pieces:changes|change} sides at {places}",
    "conquered": "{nation} is conquered",
    "linked": "The war goes on: {scenario}, {month}",
    "surrendered": "{nation} surrenders",
    "scored": "{scenario}: {level}{lead:|, ahead by 1|, ahead by #}",
}


POLITICS = {
    name: {"name": title, "says": says, "left": ""}
    for name, title, says in (
        ("tito", "Raise Tito", "The partisans take the field in the hills of Yugoslavia: touch a lit hex."),
        ("revolt", "Roll for a revolt", "The more of France is free, the sooner the Maquis rise: one die."),
        ("maquis", "The Maquis rise", "Touch the hex in which they take the field."),
        ("demand", "Demand a surrender", "One die against the ports taken and the units lost of a nation."),
        ("defect", "Changes sides", "The Italian unit that fights on for the Allies."),
    )
}
"""The orders of the Politics Phase, as the table calls them."""


@cache
def spoken_names() -> dict[str, str]:
    """The full name of each block."""
    return {row["id"]: row["name"] for row in charts()["units"]}


class WestFrontTable(FrontTable):
    """What the browser asks of the title."""

    board_name = "front"

    def spoken(self, name: str) -> str:
        """``84inf`` is 84 Corps."""
        return spoken_names().get(name) or super().spoken(name)

    looks = {
        "piece": "block", "sides": SIDES, "symbols": SYMBOLS, "ends": ENDS,
        "verbs": {**VERBS, **POLITICS}, "levels": LEVELS,
        "faces": {name: {"fill": fill, "ink": ink} for name, (fill, ink) in FACES.items()},
    }  # fmt: skip
    says = {**SAYS, **EVENTS}
    phases = (*PHASES, ("Politics", ("politics",)))
    words = {"axis": "Axis", "allied": "Allies", "ports": "decided by its ports"}
    lessons = read_lessons(Path(__file__).parent / "data" / "lessons.toml")

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        return panels.of_seat(t, seat)
