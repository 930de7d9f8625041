"""Repair of ships (27.25) and ships caught in port (18.04)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import control, depots, production, ships
from . import world as w
from .state import Table, phasing
from .state import ships as fleet

MONTHS = 3
MOST = 2
"""Damage markers under repair at one base (27.25/b)."""
ESCAPE = 6
DRM = {row["when"]: int(row["drm"]) for row in w.chart("port_evacuation_drm")}


def damaged(t: Table, seat: int, args: Args) -> int:
    """The seat's damaged ships that are not under repair."""
    return from_iter(i for i in fleet(t, phasing(t)) if t.owns(seat, i) and t.p.damage[i] and not t.p.mending[i])


def markers(t: Table, piece: int) -> int:
    """Damage markers on a counter."""
    return int(t.p.damage[piece]).bit_count()


def new_month(t: Table, seat: int, args: Args) -> int:
    """Repairs begin on the first turn of a month (27.25/c)."""
    return -1 if production.first_of_month(t) else 0


def in_dock(t: Table, seat: int, args: Args) -> int:
    """Ships at a major naval base of their home in supply, which has a berth free (27.25/b)."""
    power = phasing(t)
    yards = {t.world.board.node(name) for name in t.world.side(power).get("bases", ())}
    good = ships.replenishes(t, power)
    return from_iter(
        i for i in members(damaged(t, seat, ()))
        if t.p.at[i] in yards and good >> t.p.at[i] & 1 and busy(t, t.p.at[i]) + markers(t, i) <= MOST
    )  # fmt: skip


def busy(t: Table, node: int) -> int:
    """Markers under repair at a base."""
    return sum(markers(t, i) for i in t.p.stack(node) if t.p.mending[i])


def affordable(t: Table, seat: int, args: Args) -> int:
    """Each marker takes a repair point, so many a month (27.25/a)."""
    power = phasing(t)
    begun = sum(markers(t, i) for i in fleet(t, power) if t.p.mending[i] == done_on(t))
    left = int(t.world.side(power).get("repair", 0)) - begun
    return from_iter(i for i in members(damaged(t, seat, ())) if markers(t, i) <= left)


def yard_supplied(t: Table, seat: int, args: Args) -> int:
    """A yard in a difficult theatre needs four points of supply to begin a repair (23.72/1)."""
    shut = depots.difficult(t.world) & ~depots.work_hexes(t, phasing(t))
    return from_iter(i for i in members(damaged(t, seat, ())) if not shut >> t.p.at[i] & 1)


def done_on(t: Table) -> int:
    """A repair that begins now is done with the last turn of the third month (27.25/c)."""
    return int(t.p.turn) + 2 * MONTHS - 1


class Repair(Verb):
    """``repair BBDoria``: a damaged ship is laid up for three months (27.25)."""

    name = "repair"
    levels = (
        Level(
            "ship", PIECE, damaged,
            (
                Mask("27.25/c", new_month), Mask("27.25/b", in_dock), Mask("27.25/a", affordable),
                Mask("23.72/1", yard_supplied, lambda t, s, a, v: "No supply unit is there for the yard."),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.mending[args[0]] = done_on(t)
        depots.pay_for_work(t, phasing(t), t.p.at[args[0]])
        t.emit("repairing", "27.25", pieces=(args[0],), nodes=(t.p.at[args[0]],))


@rule("27.25/c")
def finish(t: Table, power: int) -> None:
    """Repairs are complete in the Administrative Phase (27.25/c)."""
    for piece in fleet(t, power):
        if 0 < t.p.mending[piece] <= t.p.turn:
            t.p.mending[piece] = t.p.damage[piece] = 0
            t.emit("repaired", "27.25", pieces=(piece,), nodes=(t.p.at[piece],))


def escape_modifier(t: Table, piece: int, in_combat: bool) -> int:
    """Damage, repair, and a port that falls outside the Combat Phase (18.04/1)."""
    drm = DRM["damaged"] if t.p.damage[piece] else 0
    drm += DRM["under repair"] if t.p.mending[piece] else 0
    return drm + (0 if in_combat else DRM["control taken in the Movement, Air or Exploitation Phase"])


@rule("18.04")
def evacuate(t: Table, node: int, power: int) -> None:
    """Ships in a port that the enemy takes escape on a six or less, disrupted, to the nearest port (18.04)."""
    in_combat = any(f.step in ("combat", "late_combat") for f in t.agenda)
    for piece in [i for i in t.p.stack(node) if t.p.power[i] == power and t.world.units[i].naval]:
        die, drm = t.roll("escape"), escape_modifier(t, piece, in_combat)
        port = ships.nearest_port(t, (piece,), node)
        away = die + drm <= ESCAPE and port >= 0
        t.emit("port_escape", "18.04", pieces=(piece,), nodes=(node,), die=die, modifier=drm, success=away)
        if not away:
            control.remove(t, piece, "in port")
            continue
        t.p.put(piece, port)
        t.p.mending[piece] = 0
        disrupt(t, piece)


@rule("18.04/3")
def disrupt(t: Table, piece: int) -> None:
    """Ships that escaped go on no mission until the end of their next naval turn (18.04/3)."""
    t.p.disrupted |= 1 << piece
    t.p.due[piece] = 2
