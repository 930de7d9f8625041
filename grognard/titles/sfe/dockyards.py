"""Repair of ships (27.25) and ships caught in port (18.04)."""

from __future__ import annotations

from contextlib import suppress

from grognard.board import UnknownName
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import control, depots, production, seas, ships
from . import world as w
from .state import Table, phasing
from .state import ships as fleet

MONTHS = 3
MOST = 2
"""Damage markers under repair at one base (27.25/b)."""
ESCAPE = 6
DRM = {row["when"]: int(row["drm"]) for row in w.chart("port_evacuation_drm")}


def damaged(t: Table, seat: int, args: Args) -> int:
    """The seat's damaged ships and reduced transports that are not under repair."""
    own = [i for i in fleet(t, phasing(t)) if t.owns(seat, i) and not t.p.mending[i]]
    return from_iter(i for i in own if t.p.damage[i] or half_transport(t, i))


def half_transport(t: Table, piece: int) -> bool:
    """A reduced transport without damage may be rebuilt to full strength (27.25/a)."""
    return bool(t.p.reduced[piece]) and not t.p.damage[piece] and t.world.units[piece].kind == "TT"


def markers(t: Table, piece: int) -> int:
    """Damage markers on a counter; a transport that is rebuilt takes a berth as well (N40)."""
    return max(int(t.p.damage[piece]).bit_count(), int(half_transport(t, piece)))


def new_month(t: Table, seat: int, args: Args) -> int:
    """Repairs begin on the first turn of a month (27.25/c)."""
    return -1 if production.first_of_month(t) else 0


@cached_values(64)
def yards(world: w.World, nation: str) -> tuple[tuple[int, str], ...]:
    """Where a nation's ships are repaired, and with whose points: home bases, an ally's for minors (27.25/b)."""
    return tuple(
        (_yard(world, name), row["points"])
        for row in w.table("yards.csv") if row["nation"] == nation for name in row["places"].split("|")
    )  # fmt: skip


def _yard(world: w.World, name: str) -> int:
    """``bases of Italy``, or a port by name; nothing if it lies beyond the window."""
    if name.startswith("bases of "):
        return seas.sea_map(world).bases & int(world.board.nation.get(name.removeprefix("bases of "), 0))
    with suppress(UnknownName):
        return 1 << int(world.board.node(name))
    return 0


def yard_of(t: Table, piece: int) -> str:
    """The country whose points repair a ship where it lies, or an empty string if there is no yard for it."""
    rows = yards(t.world, t.world.units[piece].nation)
    return next((points for hexes, points in rows if hexes >> t.p.at[piece] & 1), "")


def in_dock(t: Table, seat: int, args: Args) -> int:
    """Ships at a major naval base of their home in supply, which has a berth free (27.25/b)."""
    good = ships.replenishes(t, phasing(t))
    return from_iter(
        i for i in members(damaged(t, seat, ()))
        if yard_of(t, i) and good >> t.p.at[i] & 1 and busy(t, t.p.at[i]) + markers(t, i) <= MOST
    )  # fmt: skip


def busy(t: Table, node: int) -> int:
    """Markers under repair at a base."""
    return sum(markers(t, i) for i in t.p.stack(node) if t.p.mending[i])


def affordable(t: Table, seat: int, args: Args) -> int:
    """Each marker takes a repair point, so many a month (27.25/a)."""
    return from_iter(i for i in members(damaged(t, seat, ())) if halves(t, i) <= halves_left(t, yard_of(t, i)))


def halves(t: Table, piece: int) -> int:
    """Half repair points for a ship: two for each marker, one for a damaged transport (27.25/a1)."""
    return 1 if t.world.units[piece].kind == "TT" and t.p.damage[piece] else 2 * markers(t, piece)


def halves_left(t: Table, nation: str) -> int:
    """Half repair points that a country has left in this month (27.25/a)."""
    power, turn = phasing(t), t.p.turn
    begun = [
        halves(t, i) for i in fleet(t, power) if t.p.mending[i] and t.p.laid_up[i] == turn and yard_of(t, i) == nation
    ]
    built = [i for i in sunk_transports(t, power, t.world.arrivals) if t.p.laid_up[i] == turn]
    begun += [2 for i in built if t.world.units[i].nation == nation]
    return 2 * int(t.world.side(power).get("repair", {}).get(nation, 0)) - sum(begun)


def sunk_transports(t: Table, power: int, where: int) -> list[int]:
    """A side's transports that were sunk, or are being built anew."""
    slots = members(t.world.ship_slots)
    return [i for i in slots if t.p.power[i] == power and t.p.at[i] == where and t.world.units[i].kind == "TT"]


def lost_transports(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for power in t.powers_of(seat) for i in sunk_transports(t, power, t.world.pool))


def with_a_point(t: Table, seat: int, args: Args) -> int:
    """A whole point of its country builds a sunk transport anew (27.25/a)."""
    units = t.world.units
    return from_iter(i for i in members(lost_transports(t, seat, ())) if halves_left(t, units[i].nation) >= 2)


class Relaunch(Verb):
    """``relaunch ItaTT1``: a sunk transport is built anew for a point and comes after three months (27.25/a1)."""

    name = "relaunch"
    levels = (
        Level(
            "ship", PIECE, lost_transports,
            (
                Mask("27.25/c", new_month),
                Mask("27.25/a", with_a_point),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.put(args[0], t.world.arrivals)
        late = slow_transport(t, args[0]) if t.options.get("variable_repair") == "on" else 0
        t.p.due[args[0]], t.p.laid_up[args[0]] = done_on(t) + 1 + 2 * late, t.p.turn
        t.emit("relaunched", "27.25/a1", pieces=(args[0],))


# Combining (27.25/d)


def halved_ships(t: Table, seat: int, args: Args) -> int:
    """Reduced ships in port that are whole otherwise."""
    own = [i for i in fleet(t, phasing(t)) if t.owns(seat, i) and t.p.reduced[i] and not t.p.damage[i]]
    return from_iter(own)


def twins(t: Table, seat: int, args: Args) -> int:
    """Two reduced ships of one port that are alike, and together are the full side of one of them (27.25/d)."""
    first = args[0]
    return from_iter(
        i for i in members(halved_ships(t, seat, ()))
        if i != first and t.p.at[i] == t.p.at[first] and make_one(t, first, i)
    )  # fmt: skip


def make_one(t: Table, one: int, other: int) -> bool:
    """Is the full side of a ship the sum of its reduced side and another's, all else being equal (27.25/d)?"""
    (front, back), (_, twin) = ships.sides(t, one), ships.sides(t, other)
    same = t.world.units[one].kind == t.world.units[other].kind and back == twin
    factors = ("flak", "surface", "bombardment", "planes", "lift")
    return same and all(getattr(front, what) == getattr(back, what) + getattr(twin, what) for what in factors)


def with_a_twin(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(halved_ships(t, seat, ())) if twins(t, seat, (i,)))


class Combine(Verb):
    """``combine BBDuilio BBDoria``: two reduced ships become one at full strength, the other counter goes (27.25/d)."""

    name = "combine"
    levels = (
        Level("ship", PIECE, halved_ships, (Mask("27.25/d", with_a_twin, ahead=True),)),
        Level("other", PIECE, halved_ships, (Mask("27.25/d", twins),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        one, other = args
        node = t.p.at[one]
        t.p.reduced[one] = 0
        t.p.put(other, t.world.pool)
        t.p.due[other] = -1
        t.emit("combined", "27.25/d", pieces=(one, other), nodes=(node,))


def yard_supplied(t: Table, seat: int, args: Args) -> int:
    """A yard in a difficult theatre needs four points of supply to begin a repair (23.72/1)."""
    shut = depots.difficult(t.world) & ~depots.work_hexes(t, phasing(t))
    return from_iter(i for i in members(damaged(t, seat, ())) if not shut >> t.p.at[i] & 1)


def done_on(t: Table) -> int:
    """A repair that begins now is done with the last turn of the third month (27.25/c)."""
    return int(t.p.turn) + 2 * MONTHS - 1


def more_months(t: Table, piece: int) -> int:
    """With the option two dice say how long a repair takes, against three months, in turns (28.12/g)."""
    if t.options.get("variable_repair") != "on":
        return 0
    slow = t.world.units[piece].nation not in QUICK
    if t.world.units[piece].kind == "TT":
        return 2 * slow_transport(t, piece)
    dice = t.roll("repair") + t.roll("repair") + int(slow)
    months = next(int(row["months"]) for row in w.chart("repair_months") if int(row["dice"]) == dice)
    return 2 * (months - MONTHS)


QUICK = ("German", "British", "French", "U.S.")
"""The navies that are not Italian, Soviet or of a minor country (28.12/g)."""


def slow_transport(t: Table, piece: int) -> int:
    """Italian, Soviet and Rumanian transports take four months, others three (28.12/g1)."""
    return int(t.world.units[piece].nation in ("Italian", "Soviet", "Rumanian"))


class Repair(Verb):
    """``repair BBDoria``: a damaged ship, or a reduced transport, is laid up for three months (27.25)."""

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
        t.p.laid_up[args[0]] = t.p.turn
        t.p.mending[args[0]] = done_on(t) + more_months(t, args[0])
        depots.pay_for_work(t, phasing(t), t.p.at[args[0]])
        t.emit("repairing", "27.25", pieces=(args[0],), nodes=(t.p.at[args[0]],))


@rule("27.25/c")
def finish(t: Table, power: int) -> None:
    """Repairs are complete in the Administrative Phase (27.25/c)."""
    for piece in fleet(t, power):
        if 0 < t.p.mending[piece] <= t.p.turn:
            if half_transport(t, piece):
                t.p.reduced[piece] = 0
            t.p.mending[piece] = t.p.damage[piece] = 0
            t.emit("repaired", "27.25", pieces=(piece,), nodes=(t.p.at[piece],))


def escape_modifier(t: Table, piece: int, in_combat: bool) -> int:
    """Damage, repair, and a port that falls outside the Combat Phase (18.04/1)."""
    from . import patrol

    drm = DRM["damaged"] if t.p.damage[piece] else 0
    drm += patrol.slips_out(t, piece)
    drm += DRM["under repair"] if t.p.mending[piece] else 0
    return drm + (0 if in_combat else DRM["control taken in the Movement, Air or Exploitation Phase"])


@rule("18.04")
def evacuate(t: Table, node: int, power: int) -> None:
    """Ships in a port that the enemy takes escape on a six or less, disrupted, to the nearest port (18.04)."""
    in_combat = any(f.step in ("combat", "late_combat", "cleared") for f in t.agenda)
    for piece in [i for i in t.p.stack(node) if t.p.power[i] == power and t.world.units[i].naval]:
        escape(t, piece, node, in_combat)


def escape(t: Table, piece: int, node: int, in_combat: bool) -> None:
    """A ship gets away to the nearest other port, disrupted, or is lost."""
    die, drm = t.roll("escape"), escape_modifier(t, piece, in_combat)
    port = ships.nearest_port(t, (piece,), node, node)
    away = die + drm <= ESCAPE and port >= 0
    t.emit("port_escape", "18.04", pieces=(piece,), nodes=(node,), die=die, modifier=drm, success=away)
    if not away:
        control.remove(t, piece, "in port")
        return
    t.p.put(piece, port)
    t.p.mending[piece] = 0
    disrupt(t, piece)


@rule("18.04/3")
def disrupt(t: Table, piece: int) -> None:
    """Ships that escaped go on no mission until the end of their next naval turn (18.04/3)."""
    t.p.disrupted |= 1 << piece
    t.p.due[piece] = 2
