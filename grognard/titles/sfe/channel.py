"""The way home over the Channel (B8): three transports evacuate units (19.36), or bring them to another port.

Until the war at sea is played here the transports are no counters: what they carry in a segment is counted.
"""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import cargo, control, evacuation, movement, supply
from . import world as w
from .state import Table, army, phasing


@cached_values(8)
def shores(world: w.World, kinds: tuple[str, ...]) -> int:
    """The hexes with a port or a beach."""
    return from_iter(place.node for place in world.board.places if place.kind in kinds) & world.land


def capacity(t: Table) -> int:
    """What the transports of the phasing side still carry in this segment, in quarters of a corps (B8)."""
    fleet = t.world.settings.get("transports", {}).get(w.POWERS[phasing(t)], 0)
    return w.CORPS * int(fleet) - int(t.p.lifted)


def passengers(t: Table, seat: int, args: Args) -> int:
    return movement.own_units(t, seat, ()) if t.world.settings.get("transports") else 0


def with_points(t: Table, seat: int, args: Args) -> int:
    """Units with two movement points to embark (19.36)."""
    return from_iter(i for i in army(t, phasing(t)) if t.p.left[i] >= evacuation.fare(t, i, t.p.at[i]))


def lift_left(t: Table, seat: int, args: Args) -> int:
    """Units for which there is room on the transports: a corps each (B8)."""
    return from_iter(i for i in army(t, phasing(t)) if supply.quarters(t, i) <= capacity(t))


def on_a_shore(t: Table, seat: int, args: Args) -> int:
    """Units in a controlled port or beach hex across the sea from their island (19.36)."""
    shore = shores(t.world, ("port", "beach")) & t.p.land_of(phasing(t)) & ~island(t)
    return from_iter(i for i in army(t, phasing(t)) if shore >> t.p.at[i] & 1)


def island(t: Table) -> int:
    """Britain, where evacuated units are safe."""
    return int(t.world.board.nation.get("Britain", 0) & t.world.land)


class Evacuate(Verb):
    """``evacuate IBr``: a unit goes home over the sea and becomes replacement points (19.36)."""

    name = "evacuate"
    levels = (
        Level(
            "unit", PIECE, passengers,
            (
                Mask("7.0", movement.by_orders, movement.say_orders),
                Mask("19.36", on_a_shore), Mask("19.36", with_points), Mask("19.36", lift_left),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        take_off(t, args[0])


def take_off(t: Table, piece: int) -> None:
    """The unit goes aboard, and is home at once."""
    t.p.lifted += supply.quarters(t, piece)
    evacuation.home_again(t, piece, t.p.at[piece], -1)


def open_ports(t: Table) -> int:
    """Controlled ports, but for those that were captured less than two turns ago (19.34/1)."""
    held = shores(t.world, ("port",)) & t.p.land_of(phasing(t))
    return from_iter(node for node in members(held) if not cargo.just_captured(t, node))


def with_fare(t: Table, seat: int, args: Args) -> int:
    """Units with the points to embark: one, two for the mobile (19.31)."""
    return from_iter(i for i in army(t, phasing(t)) if t.p.left[i] >= cargo.fare(t, i, t.p.at[i]))


def in_a_port(t: Table, seat: int, args: Args) -> int:
    """Units in a controlled port (19.31)."""
    ports = open_ports(t)
    return from_iter(i for i in army(t, phasing(t)) if ports >> t.p.at[i] & 1)


def other_shore(t: Table, seat: int, args: Args) -> int:
    """Controlled ports on the other side of the sea with room for the unit (19.31, 5.01)."""
    ports = open_ports(t) & ~control.full(t, phasing(t), (args[0],))
    home = island(t)
    return ports & ~home if home >> t.p.at[args[0]] & 1 else ports & home


def has_a_port(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(in_a_port(t, seat, ())) if other_shore(t, seat, (i,)))


class Ship(Verb):
    """``ship 1Arm Cherbourg``: a unit goes by transport from port to port over the Channel (19.31)."""

    name = "ship"
    levels = (
        Level(
            "unit", PIECE, passengers,
            (
                Mask("7.0", movement.by_orders, movement.say_orders),
                Mask("19.31", in_a_port), Mask("19.31", with_fare), Mask("19.31", lift_left),
                Mask("19.31", has_a_port, ahead=True),
            ),
        ),
        Level("port", NODE, movement.all_hexes, (Mask("19.31", other_shore),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        came = p.at[piece]
        p.lifted += supply.quarters(t, piece)
        p.left[piece] = max(0, p.left[piece] - cargo.fare(t, piece, came) - cargo.fare(t, piece, node))
        p.put(piece, node)
        p.moved |= 1 << piece
        t.emit("shipped", "19.31", pieces=(piece,), nodes=(came, node))
        movement.passed(t, (piece,), node)
