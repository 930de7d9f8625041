"""A voyage under enemy air zones (6.51-6.54, 5.78): each strength point lands, aborts or is lost."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from grognard.board.hexset import from_iter

from .. import world as w
from ..land import losses
from ..land.buildup import detach
from ..politics import borders, control
from ..state import ITALY_NEUTRAL, Table
from . import shipping
from .air import Zones, enemy_zones, points_met


def threats(t: Table, piece: int) -> Zones:
    """The air zones that interdict a unit's ships, others' over them or not (5.73, 5.78, 6.51, 6.58).

    Those of a neutral Italy have none to fear (R076).
    """
    power = t.p.power[piece]
    if t.p.nation[piece] == w.ITALY and t.p.italy == ITALY_NEUTRAL:
        return ()
    return enemy_zones(t, power)


@cache
def table_result() -> tuple[str, ...]:
    """The Mediterranean table by die (6.53)."""
    return tuple(row["result"] for row in w.table("mediterranean.csv"))


@cache
def abort_faces() -> frozenset[int]:
    """The die that aborts a point on an interdicted voyage (6.51)."""
    row = next(r for r in w.table("interdiction.csv") if r["result"] == "aborts")
    return frozenset(int(face) for face in w.words(row["die"]))


def fate(t: Table, on_table: bool, enemies: int) -> str:
    """What becomes of one strength point at sea: it lands, aborts or is eliminated (6.5/a)."""
    if on_table:
        return table_result()[t.roll("mediterranean") - 1]
    return "aborts" if abort_faces() & set(t.rolls("interdiction", interdictions(t, enemies))) else "lands"


def interdictions(t: Table, enemies: int) -> int:
    """How often a strength point rolls: once for each enemy point that it meets (6.52, 5.78/a)."""
    return enemies


def free_points(t: Table, node: int) -> int:
    """Follow-up points that ignore interdiction: as many as assaulted the hex (5.91/e1)."""
    return int(t.p.notes.get(f"free/{node}", 0))


def perils(t: Table, piece: int, path: tuple[int, ...]) -> tuple[bool, int, int]:
    """Whether a voyage is decided on the table, the enemy points it meets, and the points that ignore both (10.53)."""
    p = t.p
    target = path[-1]
    route = from_iter(node for node in path if node < p.hexes)
    on_table = shipping.mediterranean_table(t, p.power[piece], route)
    enemies = 0 if on_table else points_met(threats(t, piece), route)
    return on_table, enemies, free_points(t, target) if p.landed >> target & 1 else 0


def chances(t: Table, piece: int, path: tuple[int, ...]) -> dict[str, Fraction]:
    """What may become of a strength point on a voyage; where some are spared, of one that is not (6.51-6.53)."""
    on_table, enemies, free = perils(t, piece, path)
    if free >= t.p.strength[piece]:
        return {"lands": Fraction(1)}
    if on_table:
        results = table_result()
        return {fate: Fraction(results.count(fate), len(results)) for fate in ("lands", "aborts", "eliminated")}
    passes = Fraction(6 - len(abort_faces()), 6) ** interdictions(t, enemies)
    return {"lands": passes, "aborts": 1 - passes}


def sail(t: Table, piece: int, path: tuple[int, ...]) -> None:
    """Each point rolls for itself: some land, some stay behind as a unit of their own, some are lost (6.53/a, R068)."""
    p = t.p
    power, origin, target = p.power[piece], p.at[piece], path[-1]
    on_table, enemies, free = perils(t, piece, path)
    counts = {"lands": 0, "aborts": 0, "eliminated": 0}
    for point in range(p.strength[piece]):
        counts["lands" if point < free else fate(t, on_table, enemies)] += 1
    if free:
        p.notes[f"free/{target}"] = max(0, free - p.strength[piece])
    t.emit("shipped", "5.7", pieces=(piece,), nodes=(origin, target), route=tuple(t.node_name(n) for n in path),
           lands=counts["lands"], aborts=counts["aborts"], eliminated=counts["eliminated"])  # fmt: skip
    if counts["eliminated"]:
        losses.lose(t, piece, counts["eliminated"], "sea")
    if counts["aborts"]:
        abort(t, piece, counts["aborts"])
    if counts["lands"] and p.strength[piece] and not p.frozen >> piece & 1:
        p.shipped |= 1 << piece
        if power == w.SOVIET and control.three_players(t):
            p.attached |= 1 << piece
        t.place(piece, target)
        borders.enter(t, (piece,), target)


def abort(t: Table, piece: int, points: int) -> None:
    """Aborted points go back to their port and move no more in this Player-Turn (6.51)."""
    p = t.p
    if points >= p.strength[piece]:
        p.frozen |= 1 << piece
        return
    p.frozen |= 1 << detach(t, piece, points)
