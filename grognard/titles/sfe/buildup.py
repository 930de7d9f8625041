"""The build-up of a landing in the Exploitation Phase (19.48)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import beachheads, cargo, seas, ships, stores, supply, zones
from . import world as w
from .state import Table, phasing


def off_shore(t: Table, seat: int, args: Args) -> int:
    """Units that wait off a coast."""
    units = [i for units, _, _ in t.p.waiting.values() for i in units]
    return from_iter(i for i in units if t.p.at[i] == t.world.aboard and t.owns(seat, i))


def hex_of(t: Table, piece: int) -> int:
    """The hex off which a unit waits."""
    return next(int(name) for name, (units, _, _) in t.p.waiting.items() if piece in units)


def open_shore(t: Table, node: int) -> bool:
    """Build-up lands at controlled ports and beachheads (19.48)."""
    port = node in seas.sea_map(t.world).ports
    return bool(t.p.land_of(phasing(t)) >> node & 1) and (port or str(node) in t.p.beachheads)


def friendly_shore(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(off_shore(t, seat, ())) if open_shore(t, hex_of(t, i)))


def quay_left(t: Table, node: int) -> int:
    """Quarters of corps that may still land in the build-up: half the capacity, beside what landed before (19.48)."""
    return int(w.CORPS * cargo.usable(t, node)) // 2 - int(t.p.built_up.get(str(node), 0))


def room_on_the_beach(t: Table, seat: int, args: Args) -> int:
    return from_iter(
        i for i in members(off_shore(t, seat, ())) if cargo.size(t, i) <= quay_left(t, hex_of(t, i))
    )  # fmt: skip


def tanks_by_ramp(t: Table, seat: int, args: Args) -> int:
    """Type I transports land armor and motorized units at ports only (19.31/2)."""
    return from_iter(i for i in members(off_shore(t, seat, ())) if cargo.ramps(t, (i,), ships_with(t, i), hex_of(t, i)))


def ships_with(t: Table, piece: int) -> tuple[int, ...]:
    """The ships that wait with a unit."""
    found = next(force for units, _, force in t.p.waiting.values() if piece in units)
    return tuple(i for i in found if t.p.at[i] < t.world.arrivals)


def price(t: Table, piece: int) -> int:
    """Half an amphibious point for each corps of the build-up, in eighths (19.4/1); leaders cost none."""
    return 0 if t.world.units[piece].leader else supply.quarters(t, piece)


def paid_for(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(off_shore(t, seat, ())) if price(t, i) <= t.p.amphibious)


class BuildUp(Verb):
    """``build_up 7Arm``: a unit of the build-up debarks where it waits (19.48)."""

    name = "build_up"
    levels = (
        Level(
            "unit", PIECE, off_shore,
            (
                Mask("19.48", friendly_shore), Mask("19.48", room_on_the_beach), Mask("19.31/2", tanks_by_ramp),
                Mask("19.4/1", paid_for),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        node = hex_of(t, piece)
        t.p.amphibious -= price(t, piece)
        t.p.built_up[str(node)] = t.p.built_up.get(str(node), 0) + cargo.size(t, piece)
        t.p.put(piece, node)
        t.p.left[piece] = steps(t, piece, node)
        t.p.moved &= ~(1 << piece)
        t.p.moved |= (not t.p.left[piece]) << piece
        t.emit("landed_from_sea", "19.48", pieces=(piece,), nodes=(node,))


def steps(t: Table, piece: int, node: int) -> int:
    """Armor, motorized units and leaders may spend a point; who lands in an enemy zone stops (19.48/1)."""
    stopped = zones.against(t, phasing(t)).all >> node & 1
    return w.MP if t.world.units[piece].mobile and not stopped else 0


@rule("19.48/1")
def one_step_more(t: Table) -> None:
    """Mobile units that assaulted have one point in the Exploitation Phase (19.48/1)."""
    for piece in members(t.p.landing):
        if t.p.at[piece] < t.world.arrivals and t.world.units[piece].mobile:
            t.p.left[piece] = min(t.p.left[piece], w.MP)


def unload_points(t: Table) -> None:
    """Supplies that came with the build-up go ashore at beachheads and ports that are held (O9, 23.43)."""
    for name, (units, points, force) in sorted(t.p.waiting.items()):
        node = int(name)
        if points and open_shore(t, node):
            stores.unload(t, tuple(i for i in force if ships.shown(t, i).lift), node, points)
            t.p.waiting[name] = (units, 0, force)


def begin(t: Table) -> None:
    """The Exploitation Phase begins on the beaches."""
    if t.p.waiting:
        unload_points(t)
    one_step_more(t)


VERBS: tuple[Verb, ...] = (BuildUp(), beachheads.Mulberry())
