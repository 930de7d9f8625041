"""Emergency Sea Supply (7.5): a chit over an open beach, for a transport point that is lost there."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, where
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import pieces, zones
from .. import world as w
from ..position import AetoPosition, Table
from . import cargo, evacuation, mulberries, ports, sailing, ships, waters


def of_majors(t: Table, seat: int, args: Args) -> int:
    """Each major power lands one such chit a month (7.5/emergency)."""
    free = [power for power in t.powers_of(seat) if w.is_major(power) and f"beach {power}" not in t.p.tally]
    return where(t.p.power, among(*free)) if free else 0


def has_transport(t: Table, seat: int, args: Args) -> int:
    """Never by a light cruiser and a destroyer: a transport point must be there to be lost, or a submarine to be
    depleted (7.5/emergency)."""
    chosen = sailing.chosen_of(args)
    return int(ships.points(t, chosen) > 0 or by_submarine(t, chosen))


def by_submarine(t: Table, group: tuple[int, ...]) -> bool:
    """A full submarine may leave its chit on a beach, too (7.6/deplete)."""
    return bool(cargo.supply_boats(t, group))


def in_reach(t: Table, seat: int, args: Args) -> int:
    """Coasts within the speed of the slowest ship (3.1)."""
    return from_iter(evacuation.passages(t, tuple(args[0])))


def open_beaches(t: Table, seat: int, args: Args) -> int:
    """Friendly clear coastal hexes without a port (7.5/emergency)."""
    power = sailing.way_of(t, tuple(args[0]))[1]
    world = t.world
    own = zones.held_by_friends(t.p, power) & ~zones.ground(t, power).enemy & world.board.coastal
    return int(own & world.land & ~(world.cities | world.rough | world.marsh) & ~from_iter(waters.ports_of(world)))


def no_mulberry(t: Table, seat: int, args: Args) -> int:
    """A Mulberry counts as a port: supply lands there in the normal way (7.5/mulberry)."""
    return ~from_iter(mulberries.laid(t))


def without_chits(t: Table, seat: int, args: Args) -> int:
    """Not where a chit of either kind lies already (7.5/no-second)."""
    return ~from_iter(int(node) for node in t.p.chits)


class BeachSupply(Verb):
    """``beach_supply uk0stp@Alexandria Bardia_NE1``: supply is landed on an open coast, and a point is lost there."""

    name = "beach_supply"
    levels = (
        Level(
            "ships", PIECES, lambda t, s, a: ships.afloat(t, s),
            (Mask("3.1", sailing.fresh), Mask("7.1/embark-sea", cargo.laden), Mask("7.5/emergency", of_majors),
             Mask("3.3", sailing.together), Mask("3.0", sailing.at_most_twelve),
             Mask("3.29", sailing.submarines_alone)),
            closes=(Mask("7.5/emergency", has_transport),),
        ),
        Level(
            "hex", NODE, lambda t, s, a: t.world.board.coastal & t.world.land,
            (Mask("3.1", in_reach), Mask("7.5/emergency", open_beaches), Mask("7.5/mulberry", no_mulberry),
             Mask("7.1/illegal-destination", cargo.unfed), Mask("7.5/no-second", without_chits)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        group = tuple(args[0])
        node, power, gates, canal = sailing.way_of(t, group)
        coast = evacuation.passages(t, group)[args[1]][0]
        path = (node,) if node == coast else waters.route(t.world, node, coast, gates, canal, ports.mined(t, power))
        for i in group:
            p.rebased[i] = 1
        pieces.tally(t, f"beach {power}")
        sailing.set_sail(t, seat, group, path or (node, coast), power, cargo.BEACH)
