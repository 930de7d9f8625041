"""What each nation may receive (10.0): the chart, the German rate, the Replacement Pool and the choice between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from .. import world as w
from ..politics import control, russia
from ..state import ITALY_SURRENDERED, LIMITED_WAR, NO_VICHY, PEACETIME, Table
from . import partisans

REINFORCEMENTS, REPLACEMENTS = "reinforcements", "replacements"


@cache
def chart(turn: str, scenario: str) -> tuple[dict[str, str], ...]:
    """The rows of the reinforcement chart for a Game-Turn."""
    return tuple(
        row for row in w.table("reinforcements.csv") if row["turn"] == turn and scenario in w.words(row["scenarios"])
    )


@cache
def limits(nation: str, status: str = "") -> dict[str, str]:
    """A nation's row of replacement_limits.csv."""
    for row in w.table("replacement_limits.csv"):
        if nation in w.words(row["nation"]) and row["russian_status"] == status:
            return row
    return {}


def turn_row(t: Table) -> Mapping[str, str]:
    return t.world.turns[t.p.turn - 1]


def france_stands(t: Table) -> bool:
    """No Vichy government, and France not conquered (R151)."""
    return bool(t.p.vichy == NO_VICHY and not russia.conquered_france(t))


CONDITIONS: dict[str, Callable[[Any, int], bool]] = {
    "france_standing": lambda t, nation: france_stands(t),
    "not_surrendered": lambda t, nation: t.p.italy != ITALY_SURRENDERED,
    "not_invaded": lambda t, nation: not home_invaded(t, nation),
    "peacetime": lambda t, nation: t.p.russia == PEACETIME,
    "losses": lambda t, nation: pool(t, nation) > 0,
    "option:minors": lambda t, nation: minors_replaced(t),
}


def minors_replaced(t: Table) -> bool:
    """With the option minor countries receive replacements for their losses (16.16)."""
    return bool(t.options.get("minors") == "on")


def home_invaded(t: Table, nation: int) -> bool:
    p = t.p
    home = t.world.nations[nation].home
    return bool((p.invaded_by_allies | p.invaded_by_soviets) >> home & 1)


def listed(t: Table) -> list[dict[str, str]]:
    """The rows of this Game-Turn whose conditions hold (10.0, X/trrc)."""
    return [row for row in chart(turn_row(t)["turn"], t.scenario) if coming(t, row)]


def coming(t: Table, row: dict[str, str], *but: str) -> bool:
    """Do the conditions of a row of the chart hold, some apart?"""
    nation = w.NATIONS.index(row["nation"])
    return all(CONDITIONS[word](t, nation) for word in w.words(row["condition"]) if word not in but)


# The Replacement Pool


def boxes(t: Table, nation: int) -> list[str]:
    """The boxes that may be rebuilt: those of the previous and of this Game-Turn, the older first (10.0/c, T/pool)."""
    return [f"{w.NATIONS[nation]}/{turn}" for turn in range(max(0, t.p.turn - 1), t.p.turn + 1)]


def pool(t: Table, nation: int) -> int:
    """Strength points that replacements may rebuild (10.0/c)."""
    return sum(t.p.pool.get(key, 0) for key in boxes(t, nation))


def replaces(t: Table, nation: int, place: str) -> bool:
    """Are the chart's points of a nation for a place replacements in this Game-Turn, and no reinforcements (16.16)?"""
    rows = [row for row in chart(turn_row(t)["turn"], t.scenario) if row["nation"] == w.NATIONS[nation]]
    return any(row["place"] == place and row["class"] == "replacement" for row in rows)


def rebuild(t: Table, nation: int, points: int) -> None:
    """What is rebuilt leaves the pool, the older box first (R129)."""
    p = t.p
    for key in boxes(t, nation):
        used = min(points, p.pool.get(key, 0))
        if used:
            p.pool[key] -= used
            points -= used


def shift_pools(t: Table) -> None:
    """Before the marker moves: this Game-Turn's box is the older one from now on, the others are emptied (T/pool)."""
    p = t.p
    for record in (p.pool, p.fallen):
        for key in sorted(record):
            if int(key.rpartition("/")[2]) < p.turn:
                del record[key]


# The German rate


def german_bonus(t: Table) -> int:
    """One point more for Suez and for Kuwait under Axis control (10.11)."""
    kuwait = t.world.node(t.world.constants["kuwait"])
    return sum(control.controls(t, w.AXIS, node) for node in (t.world.suez, kuwait))


def halved(t: Table, points: int) -> int:
    """The invasion of Sweden halves what Germany receives, fractions down (12.1, R139)."""
    return points // 2 if t.p.sweden_halved else points


def german_chart(t: Table) -> int:
    """The chart's points for Germany, those of fixed units apart."""
    return sum(int(r["points"]) for r in listed(t) if r["nation"] == "germany" and r["kind"] == "points")


def german_base(t: Table, what: str) -> int:
    """The German rate before partisans: reinforcements with their bonus, or replacements of a turn (10.61)."""
    if what == REINFORCEMENTS:
        return halved(t, german_chart(t) + german_bonus(t)) if german_chart(t) else 0
    return int(halved(t, int(limits("germany")["per_turn"])))


def german_year_left(t: Table) -> int:
    """Replacement points left of the calendar year's allowance (10.62, 10.65)."""
    return max(0, int(limits("germany")["per_year"]) - int(t.p.german_replacements))


def german_loss(t: Table) -> int:
    """Points that partisans cost, with what is owed from earlier (16.58)."""
    return int(partisans.rate_loss(t) + t.p.rate_debt)


def german_points(t: Table, what: str) -> int:
    """What Germany would receive of a kind in this phase."""
    points = max(0, german_base(t, what) - german_loss(t))
    if what == REPLACEMENTS:
        return min(points, german_year_left(t))
    return points + int(t.options.get("handicap_axis", "0"))


def german_debt(t: Table, what: str) -> int:
    """What is owed to partisans after taking a kind (16.58)."""
    return max(0, german_loss(t) - german_base(t, what))


# Choices


def enough_centers(t: Table) -> bool:
    """With fewer than three Resource Centers at the last computation Russia has no reinforcement points (10.75)."""
    least: int = t.world.constant("russian_production_minimum")
    return bool(t.p.notes.get("centers", least) >= least)


def russian_points(t: Table, what: str) -> int:
    """Limited war: four reinforcement points (10.33), or replacements."""
    if what == REINFORCEMENTS:
        return 4 if enough_centers(t) else 0
    return russian_replacements(t)


def russian_replacements(t: Table) -> int:
    """In limited war Russia rebuilds what it lost, up to twenty points a Game-Turn (10.72, 15.31/repl)."""
    return min(int(limits("ussr", "limited_war")["per_turn"]), pool(t, w.USSR))


def choosers(t: Table, power: int) -> list[int]:
    """The nations of a Player-Turn that still must say what they take."""
    p = t.p
    found = []
    if power == w.AXIS and t.scenario != "africa41":
        found.append(w.GERMANY)
    if w.SOVIET in control.turn_powers(t, power) and p.russia == LIMITED_WAR and t.scenario != "africa41":
        found.append(w.USSR)
    return [nation for nation in found if w.NATIONS[nation] not in p.chosen]


def points_of(t: Table, nation: int, what: str) -> int:
    """What a nation would receive by taking one or the other."""
    if nation == w.GERMANY:
        return german_points(t, what)
    return russian_points(t, what)
