"""Victory: the points of the cities at the end, or the fall of France (each scenario's own rule)."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from . import world as w
from .state import Table, date, figures, on_map, spoken_date


def points(t: Table) -> dict[str, int]:
    """The city points of each side."""
    found = {"axis": 0, "allied": 0}
    for name, worth in t.world.settings["victory"]["points"].items():
        found["axis" if holds(t, w.AXIS, name) else "allied"] += worth
    for name, worth in t.world.settings["victory"].get("allied_points", {}).items():
        if holds(t, w.ALLIED, name):
            found["axis"] -= worth
    found["allied"] -= corps_lost(t)
    if t.world.settings["victory"].get("ships"):
        found["axis"] += ships_sunk(t)
    return found


def corps_lost(t: Table) -> int:
    """Where the scenario counts them, a point for each Allied corps that is eliminated and not rebuilt."""
    worth = int(t.world.settings["victory"].get("corps", 0))
    lost = [u for u in t.world.units if u.power == w.ALLIED and u.ground and u.size == "XXX" and u.entry >= 0]
    return worth * sum(t.p.at[u.index] == t.world.pool for u in lost)


def ships_sunk(t: Table) -> int:
    """A point for each side of an enemy battleship, battlecruiser or carrier that was sunk, less one's own."""
    return int(t.p.sunk.get("allied", 0)) - int(t.p.sunk.get("axis", 0))


def holds(t: Table, power: int, name: str) -> bool:
    """Does a side control a city?"""
    return bool(t.p.land_of(power) >> t.world.board.node(name) & 1)


class TurnEnd(Step):
    """The turn is over; after the last one cities are counted (4.09/3)."""

    name = "turn end"
    rule = "4.0"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        if t.world.settings["victory"].get("kind") == "france" and fall_of_france(t):
            return
        if t.p.turn >= t.p.last:
            count(t)
        else:
            t.p.turn += 1
            t.emit("turn", "4.0", turn=spoken_date(t))


def count(t: Table) -> None:
    """Who has won, and how, by the points of the Axis, or of the side that the scenario counts."""
    t.milestone(date(t))
    if t.world.settings["victory"].get("kind") == "france":
        last_of_france(t)
        return
    asked = t.world.settings["victory"]
    counted = asked.get("side", "axis")
    have = points(t)[counted]
    _, side, level = next(row for row in asked["levels"] if have >= row[0])
    told = "the Axis has" if counted == "axis" else "the Allies have"
    if side:
        name = "Axis" if side == "axis" else t.world.settings["ally"]
        said = f"{name} {level if level == 'victory' else f'{level} victory'}: {told} {have} points."
        t.close([t.seat_of(w.POWERS.index(side))], level, said, "4.09/3")
    else:
        t.close([], level, f"Drawn: {told} {have} points.", "4.09/3")


# France 1940


def army_left(t: Table) -> int:
    """The attack factors of the army that must be broken."""
    nation = t.world.settings["victory"]["army"]["nation"]
    return sum(
        figures(t, u.index)[0] for u in t.world.units if u.ground and u.nation == nation and on_map(t, u.index)
    )  # fmt: skip


def saved(t: Table) -> int:
    """The attack factors of the British that went home over the sea (19.36, B12)."""
    return int(t.p.saved.get("British", 0))


def beaten(t: Table) -> bool:
    """Paris, Lille or Reims are Axis, and the French army is broken."""
    asked: Any = t.world.settings["victory"]
    cities = all(holds(t, w.AXIS, name) for name in asked["cities"])
    either = any(holds(t, w.AXIS, name) for name in asked["either"])
    return cities and either and army_left(t) < asked["army"]["factors"]


def fall_of_france(t: Table) -> bool:
    """At the end of a turn France may fall: by JUN 2 decisive, by JUL 1 marginal, or drawn if the British got away."""
    asked = t.world.settings["victory"]
    if not beaten(t) or t.p.turn > t.world.turns.index(asked["marginal"]) + 1:
        return False
    axis, left = t.seat_of(w.AXIS), army_left(t)
    t.milestone(date(t))
    if t.p.turn <= t.world.turns.index(asked["decisive"]) + 1:
        said = f"Axis decisive victory: Paris has fallen, {left} French factors are left."
        t.close([axis], "decisive", said, "4.09/3")
    elif saved(t) >= asked["saved"]:
        t.close([], "draw", f"Drawn: France has fallen, but {saved(t)} British factors went home.", "4.09/3")
    else:
        t.close([axis], "marginal", f"Axis marginal victory: France fell late, {left} factors are left.", "4.09/3")
    return True


def last_of_france(t: Table) -> None:
    """After the last turn the Allies have won if Paris holds, decisively with Brussels or a German city (B12)."""
    asked = t.world.settings["victory"]
    if not all(holds(t, w.ALLIED, name) for name in asked["cities"]):
        t.close([], "draw", "Drawn: Paris has fallen, France fights on.", "4.09/3")
        return
    german = t.world.board.nation[asked["allied"]["country"]] & t.world.major & t.p.allied_land
    more = german or any(holds(t, w.ALLIED, name) for name in asked["allied"]["cities"])
    level = "decisive" if more else "marginal"
    t.close([t.seat_of(w.ALLIED)], level, f"Allied {level} victory: Paris holds.", "4.09/3")
