"""Victory (13.0), resignation (13.1) and the count of the three-player game (16.83)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from grognard.board.hexset import from_iter
from grognard.engine.play.desk import Proposal

from . import world as w
from .home import garrisons, rates
from .politics import control
from .state import Table

LEVELS = {1: "marginal", 2: "substantive", 3: "decisive"}
SCORES = {"marginal": 0.5, "substantive": 0.75, "decisive": 1.0}


# What is counted


def supplied_units(t: Table, powers: Iterable[int], hexes: int) -> list[int]:
    """Supplied units of some powers in some hexes."""
    from .land.supply import Lines

    here = control.units_of(t, from_iter(powers), hexes)
    if not here:
        return []
    lines = Lines(t)
    return [i for i in here if lines.supplied(i)]


def points(t: Table, units: Iterable[int]) -> int:
    return sum(t.p.strength[i] for i in units)


WESTERN, ALLIES = (w.ALLIED,), (w.ALLIED, w.SOVIET)


def in_germany(t: Table) -> list[int]:
    """Supplied Western and Russian units in Germany (R177)."""
    return supplied_units(t, ALLIES, t.world.germany)


def abroad_in_europe(t: Table) -> list[int]:
    """Supplied Russian units in Europe outside Russia."""
    return supplied_units(t, (w.SOVIET,), t.world.europe & ~t.world.russia)


def axis_in(t: Table, hexes: int) -> int:
    return len(supplied_units(t, (w.AXIS,), hexes))


def egypt(t: Table) -> int:
    hexes: int = t.world.by_id["egypt"].hexes
    return hexes


PREDICATES: dict[str, Callable[[Any, int], bool]] = {
    "western_units_on_mainland_at_most": lambda t, n: mainland(t) <= n,
    "axis_centers_at_least": lambda t, n: control.axis_held_centers(t).bit_count() >= n,
    "russian_units_abroad_in_europe_at_most": lambda t, n: len(abroad_in_europe(t)) <= n,
    "allied_units_in_germany_at_most": lambda t, n: len(in_germany(t)) <= n,
    "allied_points_in_germany_at_most": lambda t, n: points(t, in_germany(t)) <= n,
    "allied_points_in_germany_at_least": lambda t, n: points(t, in_germany(t)) >= n,
    "axis_controls_suez": lambda t, n: control.controls(t, w.AXIS, t.world.suez),
    "allied_control_tripoli": lambda t, n: control.controls(t, w.ALLIED, t.world.node(t.world.constants["tripoli"])),
    "allied_units_in_egypt_at_most": lambda t, n: len(supplied_units(t, WESTERN, egypt(t))) <= n,
    "axis_units_in_egypt_at_least": lambda t, n: axis_in(t, egypt(t)) >= n,
    "axis_units_in_egypt_at_most": lambda t, n: axis_in(t, egypt(t)) <= n,
    "axis_units_in_africa_at_most": lambda t, n: axis_in(t, t.world.africa) <= n,
}


def mainland(t: Table) -> int:
    """Supplied Western units on the mainland of Europe (13.0/a)."""
    return len(supplied_units(t, WESTERN, t.world.areas["mainland_europe"]))


@cache
def conditions(scenario: str) -> dict[str, tuple[dict[str, str], ...]]:
    """The rows of victory.csv by level."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in w.table("victory.csv"):
        if scenario in w.words(row["scenarios"]):
            found.setdefault(row["level"], []).append(row)
    return {level: tuple(rows) for level, rows in found.items()}


def met(t: Table, level: str) -> bool:
    """All conditions of a level hold."""
    rows = conditions(t.scenario).get(level, ())
    return bool(rows) and all(PREDICATES[row["predicate"]](t, int(row["value"] or 0)) for row in rows)


def sides(t: Table, side: str) -> list[int]:
    """The seats of a side."""
    powers = (w.AXIS,) if side == "axis" else (w.ALLIED, w.SOVIET)
    return sorted({t.seat_of(power) for power in powers})


def close(t: Table, level: str, reason: str, number: str) -> None:
    """End the game at a level such as ``axis_decisive``."""
    side, _, grade = level.partition("_")
    winners = sides(t, side)
    value = SCORES[grade]
    scores = {name: value if seat in winners else -value for seat, name in enumerate(t.seats)}
    t.close(winners, grade, reason, number, scores)


# When it is judged


@control.on_game_end
def judge(t: Table) -> None:
    """At the end the side that holds Germany decides who may win: the highest level that is met counts (13.0, R176)."""
    if t.outcome is not None:
        return
    if control.three_players(t):
        count_german_hexes(t)
        return
    order: tuple[str, ...] = ("axis_decisive", "axis_substantive", "axis_marginal")
    if t.scenario == "africa41":
        order = (*order[:2], "allied_decisive", "allied_substantive", order[2], "allied_marginal")
    elif not met(t, "axis_marginal"):
        order = ("allied_substantive", "allied_marginal", *order)
    for level in order:
        if met(t, level):
            row = conditions(t.scenario)[level][0]
            number = row["source"] if row["source"].startswith("13") else "13.0"
            close(t, level, f"The {level.replace('_', ' ')} conditions are met.", number)
            return


def too_late(t: Table) -> bool:
    """The fall of 1944 has come: the Allies win no more decisively by what they hold (13.0/f)."""
    return bool(t.scenario != "africa41" and t.p.turn > t.world.turn_index["3/1944"])


@control.on_turn_end
def early_decision(t: Table) -> None:
    """Ten supplied Allied points in Germany before 4/1944 win at once (13.0/f, R039)."""
    if t.scenario == "africa41" or control.three_players(t) or too_late(t):
        return
    if met(t, "allied_decisive"):
        close(t, "allied_decisive", "Ten Allied points stand in Germany before the fall of 1944.", "13.0/f")


@control.on_turn_end
def pools(t: Table) -> None:
    """The Replacement Pool shifts when the Game-Turn changes (T/pool)."""
    if t.outcome is None:
        rates.shift_pools(t)


def german_hexes(t: Table) -> dict[int, int]:
    """Hexes of Germany that each of the three controls (16.83)."""
    return {side: (control.supply_control(t, side) & t.world.germany).bit_count() for side in control.SIDES}


def count_german_hexes(t: Table) -> None:
    """With three players the side with most German hexes wins; those that lead draw (16.83, R180)."""
    held = {side: n for side, n in german_hexes(t).items() if not t.p.notes.get(f"resigned/{side}")}
    most = max(held.values(), default=-1)
    leaders = sorted({t.seat_of(side) for side in held if held[side] == most})
    if not leaders:
        t.close([], "draw", "All have resigned.", "16.83")
        return
    level = "victory" if len(leaders) == 1 else "draw"
    hexes = "One hex of Germany is" if most == 1 else f"{most} hexes of Germany are"
    t.close(leaders, level, f"{hexes} held by the leader.", "16.83")


# Resignation


def has_resigned(t: Table, seat: int) -> bool:
    """Of three players this one has left the count, and is asked no more whether to stop (R237)."""
    return any(t.p.notes.get(f"resigned/{power}") for power in control.SIDES if t.seat_of(power) == seat)


class Resign(Proposal):
    """Axis resignation may be refused, Allied resignation not (13.1, 13.1/b)."""

    name = "resign"
    rule = "13.1"

    def may(self, t: Table, seat: int) -> bool:
        return super().may(t, seat) and not has_resigned(t, seat)

    def needs(self, t: Table, seat: int) -> tuple[int, ...]:
        """The Allies may refuse an Axis resignation and play on (13.1/b)."""
        if control.three_players(t):
            return tuple(s for s in range(len(t.seats)) if s != seat and not has_resigned(t, s))
        if seat == t.seat_of(w.AXIS):
            return tuple(s for s in sides(t, "allied") if s != seat)
        return ()

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        if control.three_players(t):
            self.leave(t, proposer)
            count_german_hexes(t)
            return
        side = "axis" if proposer == t.seat_of(w.AXIS) else "allied"
        level = resignation(t, side)
        number = "13.1/a" if side == "axis" else "13.1"
        close(t, level, f"{t.seat_name(proposer)} resigned.", number)

    def leave(self, t: Table, proposer: int) -> None:
        """Of three players the one who resigns is out of the count; the others stop or play on (R179)."""
        for power in control.SIDES:
            if t.seat_of(power) == proposer:
                t.p.notes[f"resigned/{power}"] = 1

    def declined(self, t: Table, proposer: int, by: int, text: str) -> None:
        if control.three_players(t):
            self.leave(t, proposer)
        t.emit("played_on", "13.1/b")


def resignation(t: Table, side: str) -> str:
    """The level that a resignation gives, by side and date (13.1, 13.1/a)."""
    allied = bool((t.p.occupied[w.ALLIED] | t.p.occupied[w.SOVIET]) & t.world.germany)
    state = {"allied_in_germany": allied, "no_allied_in_germany": not allied, "": True}
    for row in w.table("resignation.csv"):
        first, last = (t.world.turn_index[row[key]] for key in ("from_turn", "to_turn"))
        if row["side"] == side and first <= t.p.turn <= last and state[row["condition"]]:
            return row["result"]
    return "axis_decisive" if side == "allied" else "allied_decisive"


PROPOSALS = {"resign": Resign()}
JUDGED_FIRST = garrisons.judge_home_garrison
"""Imported so that garrisons are judged before victory at the end of a Game-Turn (R184)."""
