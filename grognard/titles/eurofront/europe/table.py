"""How the war on all fronts looks on the table: sentences, panels. It holds no rules."""

from __future__ import annotations

from typing import Any

from grognard.titles.systems.front import panels
from grognard.titles.systems.front.table import PHASES, SAYS
from grognard.titles.systems.front.weather import WORDS

from .. import grounding
from ..base import EuroFrontGame
from . import declaring, diplomacy, nations, objectives, purses, reckoning, victory
from .hooks import EuropeHooks
from .state import ALLIED, AXIS, SOVIET, Table, position

EVENTS = {
    "capitulated": "{pieces:lays|lay} down arms at {places}",
    "weather": "Weather of the {front}: {weather}{storm:, storm in the #}",
    "level": "Production, {purse}: {points} points",
    "transferred": "Ten points are sent: {way}",
    "allocated": "The allocation to the East rises by {points}",
    "deallocated": "The allocation to the East falls by {points}",
    "answered": "{nation} answers, die {die} against War Weariness {weariness}: {success:it fights on|it gives up}",
    "surrendered": "{nation} surrenders",
    "defected": "{pieces:comes|come} over at {places}",
    "defeated": "{nation} is defeated",
    "demoralized": "{nation} is demoralized",
    "conquered": "{nation} is conquered",
    "revolt": "Revolt in {nation}: die {die} against {hexes} free hexes, {success:it fails|the country rises}",
    "bulge": "The Axis stakes all on one blow in the West",
    "event": "{name} ({event}), die {die} against {need}: {success:nothing comes of it|it takes place}",
    "agreement": "The allies {success:do not agree|agree} on {event}",
    "joined": "{nation} joins the war beside the {side}",
    "declared": "War is declared on {nation} by the {side}",
    "betrayed": "That is betrayal by the {side}: no one joins them any more, and their diplomacy suffers",
    "reaction": "{nation} on the war of {cause}, die {die} against {need}: {success:it stays out|it joins in}",
    "acclimatized": "{pieces:is|are} not used to the North: a step lost at {places}",
    "built_up": "{pieces:takes|take} a step built in peace",
    "stationed": "{pieces:takes|take} the field at {places}",
    "raised": "{pieces:is|are} raised at {places}",
    "naval": "Naval Supremacy: {who}",
    "released": "{army} is released from its restriction",
    "bound": "{army} is bound to its country again",
    "annexed": "{nation} is annexed by: {side}",
}
NAMES = ("Axis", "Allies", "Soviets", "Finns")


class EuropeTable(EuropeHooks, EuroFrontGame):
    """What the browser asks of the great war."""

    says = {**SAYS, **grounding.SAYS, **EVENTS}
    words = {"axis": "Axis", "allied": "Allies", "soviet": "Soviets", "finnish": "Finns", "USSR": "the USSR"}
    phases = (
        PHASES[0], ("Diplomacy", ("diplomacy", "agreement")), *PHASES[1:], ("Politics", ("politics", "rising")),
    )  # fmt: skip

    def weather_note(self, t: Table) -> str:
        p = position(t)
        west, east = WORDS[p.weather], WORDS[p.weather_east]
        return west if west == east else f"West {west}, East {east}"

    def explains(self, t: Table, seat: int, words: tuple[str, ...], word: str) -> str:
        """What follows from a declaration of war (16.4), beside what the Front system explains."""
        if words == ("declare",):
            return declaring.foreseen(t, t.p.active, word)
        if words == ("attempt",):
            return diplomacy.foretold(t, seat, word)
        return super().explains(t, seat, words, word)

    def victory_panel(self, t: Table) -> dict[str, Any]:
        return _victory(t)

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        """All panels as a seat may see them."""
        return [
            *panels.battle(t), *panels.headquarters(t, seat), self.victory_panel(t), _production(t, seat),
            _objectives(t), _diplomacy(t, seat), *panels.due(t, seat), *panels.beachheads(t),
        ]  # fmt: skip


def _victory(t: Table) -> dict[str, Any]:
    """Victory Cities as they would be counted now (19.5)."""
    totals = [[NAMES[power], str(victory.cities(t, power)), "cities"] for power in (AXIS, ALLIED, SOVIET)]
    rows = [
        [t.node_name(node).replace("_", " "), NAMES[power]]
        for power in (AXIS, ALLIED, SOVIET) for node, _ in victory.held_cities(t, power)
    ]  # fmt: skip
    axis, others = 2 * victory.cities(t, AXIS), victory.cities(t, ALLIED) + victory.cities(t, SOVIET)
    text = f"The Axis counts double: {axis} against {others}."
    if victory.three_sided(t):
        text = "Whoever has the most in May 1945 wins."
    return {
        "kind": "count", "title": "Victory Cities", "totals": totals, "rows": rows, "rule": "19.5", "side": True,
        "text": text,
    }  # fmt: skip


def campaign_panel(t: Table) -> dict[str, Any]:
    """Production of both sides as it would be counted now, and what Berlin is worth (19.2, 19.3)."""
    axis, others = reckoning.totals(t)
    power, level, _ = reckoning.won_by_production("end", axis, others)
    now = "a draw" if power < 0 else f"a {level} victory of {'the Axis' if power == AXIS else 'Allies and Soviets'}"
    berlin, _ = reckoning.berlin_level(t)
    return {
        "kind": "count", "title": "Victory",
        "totals": [["Axis", str(axis), "points"], ["Enemies", str(others), "points"]],
        "rows": [
            ["Counted in May 1945", now], ["Berlin taken now", f"a {berlin} victory of Allies and Soviets"],
            ["Axis at once", f"with {2 * others} points in a Production"],
        ],
        "rule": "19.1", "side": True, "text": "Production decides at the end of May 1945, unless Berlin falls before.",
    }  # fmt: skip


def _diplomacy(t: Table, seat: int) -> dict[str, Any]:
    """The events that may come: die, conditions met and not met, what follows (16.6)."""
    return {
        "kind": "pool", "title": "Diplomacy", "columns": ["event", "die", "holds", "lacks", "what follows"],
        "rows": diplomacy.report(t, seat), "rule": "16.6",
    }  # fmt: skip


def _production(t: Table, seat: int) -> dict[str, Any]:
    """The levels of all purses, which are public, and what the seat has left to spend (11.3)."""
    producing = any(f.step in ("production", "producing") for f in t.agenda)
    rows: list[list[Any]] = []
    for number in purses.in_use(t):
        purse = purses.PURSES[number]
        own = purse.power in t.powers_of(seat)
        if number not in (purses.FINNS, purses.FINNS_ALONE, purses.ALLIES, purses.SOVIETS) and not own:
            continue
        rows.append([f"{purse.name}, a month", purses.level(t, number)])
        if own and producing:
            rows.append(["left to spend now", purses.points(t, number)])
        if own and purses.saved(t, number):
            rows.append(["saved", purses.saved(t, number)])
    return {"kind": "ledger", "title": "Production", "rows": rows, "rule": "11.3", "side": True}


def _objectives(t: Table) -> dict[str, Any]:
    """Oil, ore, and the satellites' weariness (17, 16.82)."""
    rows: list[list[Any]] = [
        ["Axis oil", "flows" if objectives.axis_oil(t) else "is cut: HQs cost 5 more"],
        ["Soviet oil", "flows" if objectives.soviet_oil(t) else "is cut: HQs cost 5 more"],
        ["Swedish ore", f"costs the Axis {objectives.ore_lost(t)} points" if objectives.ore_lost(t) else "comes"],
    ]
    playing = (*nations.CAPITALS, *nations.neutrals(t.world))
    for nation in (one for one in nations.SATELLITES if one in playing):
        state = "fights on" if nations.fights(t, nation) else "is out of the war"
        rows.append([nation, state])
    return {"kind": "pool", "title": "Objectives", "columns": ["what", "state"], "rows": rows, "rule": "17.1"}
