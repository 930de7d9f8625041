"""What is due in phase 5 (10.0): the chart's rows, Russia's points by its state, and the bonus units of an invasion.

``due`` maps ``nation/place`` to points, or to units where a place says so.
"""

from __future__ import annotations

from functools import cache

from grognard.engine.core.cache import cached_between_orders

from .. import world as w
from ..politics import control, russia
from ..state import PEACETIME, WAR_PRODUCTION, Table
from . import placement, rates
from .placement import CENTER, SIBERIAN


@cache
def split(key: str) -> tuple[int, str]:
    """A due's nation and place."""
    name, _, place = key.partition("/")
    return w.NATIONS.index(name), place


PLACES = {
    placement.BONUS: "units of 1 point", placement.SUEZ: "Suez", SIBERIAN: "Siberian units of 3 points",
    CENTER: "Resource Centers", placement.BRITISH_PORT: "British ports", placement.ITALIAN_PORT: "Italian ports",
}  # fmt: skip
"""Where, or in what, a due is placed."""


def due_name(t: Table, key: str) -> str:
    """A due in a player's words: its nation, and where it is placed if that is not at home."""
    if "/" not in key:
        return "German units of 4 points" if key == "setup" else key
    nation, place = split(key)
    name: str = t.world.nations[nation].name
    return name if place == w.NATIONS[nation] else f"{name} ({PLACES.get(place, place)})"


@cached_between_orders
def points_due(t: Table) -> tuple[str, ...]:
    """What the phasing player still has to place, in a fixed order."""
    p = t.p
    powers = control.turn_powers(t, p.player)
    return tuple(
        key for key in sorted(p.due)
        if "/" in key and not key.endswith("/pool") and p.due[key] > 0
        and placement.power_for(t, split(key)[0]) in powers
    )  # fmt: skip


def gather(t: Table) -> None:
    """Write down what the chart, the sheet and Russia's state bring in this phase (10.0)."""
    p = t.p
    powers = control.turn_powers(t, p.player)
    for name in [n for n in p.chosen if n != "usa"]:
        del p.chosen[name]
    p.notes.pop("centers_used", None)
    for row in rates.listed(t):
        nation = w.NATIONS.index(row["nation"])
        if placement.power_for(t, nation) in powers and nation != w.USA and row["kind"] != "points":
            add_row(t, nation, row)
    if w.ALLIED in powers:
        more = int(t.options.get("handicap_allied", "0"))
        add(t, "britain/suez" if t.scenario == "africa41" else "britain/britain", more)
    elif t.scenario == "africa41":
        add(t, f"germany/{t.world.constants['axis_arrival']}", int(t.options.get("handicap_axis", "0")))
    if w.SOVIET in powers and not russia.absent(t):
        gather_russian(t)


def add(t: Table, key: str, points: int) -> None:
    if points:
        t.p.due[key] = t.p.due.get(key, 0) + points


def add_row(t: Table, nation: int, row: dict[str, str]) -> None:
    """One row of the chart (10.21, 10.22)."""
    points = int(row["points"])
    if row["class"] == "replacement":
        points = replaced(t, nation, points)
    if nation != w.USSR:
        add(t, f"{row['nation']}/{row['place']}", points)


def replaced(t: Table, nation: int, points: int) -> int:
    """Replacements of Italy and the minors never exceed their losses (10.67)."""
    return min(points, rates.pool(t, nation))


def gather_russian(t: Table) -> None:
    """Russia's points by its three states: chart in peace, choice in limited war, else the production die."""
    p = t.p
    russia.settle_state(t)
    if p.russia == PEACETIME:
        add(t, f"ussr/{CENTER}", sum(int(r["points"]) for r in rates.listed(t) if r["nation"] == "ussr"))
    elif p.russia == WAR_PRODUCTION:
        add(t, f"ussr/{CENTER}", produce(t))
    if p.russia_invaded_on:
        gather_siberians(t)


def gather_siberians(t: Table) -> None:
    """When Russia is invaded, and a Game-Turn later, units come from Siberia (10.32/b)."""
    for row in w.table("invasion_bonus.csv"):
        if row["trigger"] == "russia_invaded" and t.p.turn == t.p.russia_invaded_on + int(row["delay"]):
            add(t, f"ussr/{SIBERIAN}", int(row["count"]))


@cache
def production_chart() -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The Russian Production Chart: the least centers of each column, and points by die."""
    return tuple(
        (int(row["centers_from"]), tuple(int(row[f"die{d}"]) for d in range(1, 7)))
        for row in w.table("russian_production.csv")
    )


def column(centers: int) -> tuple[int, ...]:
    return [points for least, points in production_chart() if centers >= least][-1]


def produce(t: Table) -> int:
    """Roll on the Russian Production Chart (10.34): the last column in the turn of invasion (10.34/a)."""
    p = t.p
    if p.turn == p.russia_invaded_on:
        points = production_chart()[-1][1]
    elif not rates.enough_centers(t):
        return 0
    else:
        points = column(p.russian_resources)
    die = t.roll("production")
    t.emit("production", "10.34", die=die, points=points[die - 1])
    return points[die - 1]
