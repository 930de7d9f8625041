"""Sea supply (23.4): transports bring supply points to a port that is cut off."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import cargo, sailing, seas, ships, supply, taskforce
from .state import Table

FULL, REDUCED = 6, 3
"""Supply points that a transport carries on its two sides (23.42)."""
LOADING = 2
"""Movement points to load and to unload (23.41)."""


def holds(t: Table, piece: int) -> float:
    """The supply points that a transport carries (23.42); damage halves them, the fraction is kept (20.03/6)."""
    if not ships.shown(t, piece).lift:
        return 0
    most = REDUCED if t.p.reduced[piece] else FULL
    return most / 2 if t.p.damage[piece] else most


def transports(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(sailing.own_ships(t, seat, ())) if ships.shown(t, i).lift)


def supplied_port(t: Table, seat: int, args: Args) -> int:
    """Supply points are loaded in a port that is itself in supply (23.41)."""
    covered = supply.supplied_hexes(t, t.powers_of(seat)[0])
    return from_iter(i for i in members(transports(t, seat, ())) if covered >> t.p.at[i] & 1)


def ends(t: Table, force: tuple[int, ...]) -> int:
    """Own ports with capacity to which the force has the points to go and where it may stay, or come back from."""
    power, start = t.p.power[force[0]], t.p.at[force[0]]
    tree = seas.ways_from(t.world, start, seas.shut_gates(t, power))
    open_ = ships.own_ports(t, power) & ~(1 << start) & ~int(t.world.board.boxes)
    return from_iter(n for n in members(open_) if n in tree and room(t, n) and thens(t, force, n, tree[n][0]))


def thens(t: Table, force: tuple[int, ...], node: int, zones: int) -> int:
    """Stay there or come back, as the points allow (23.41, 18.01, 5.03)."""
    left = sailing.points(t, force) - zones - LOADING
    return int(left >= 0 and ships.berth_free(t, node, force)) | int(left >= zones - 1) << 1


def room(t: Table, node: int) -> float:
    """Supply points that a port can still unload: as many as its capacity (23.43)."""
    return max(0, cargo.usable(t, node) - float(t.p.stores.get(str(node), 0)))


def somewhere(t: Table, seat: int, args: Args) -> int:
    chosen: tuple[int, ...] = args[0] if args else ()
    pool = transports(t, seat, ()) & ~t.p.sailed & sailing.one_port(t, seat, args)
    return from_iter(i for i in members(pool) if i in chosen or ends(t, (*chosen, i)))


def then_open(t: Table, seat: int, args: Args) -> int:
    force, node = args[:2]
    way = seas.way(t, t.p.power[force[0]], t.p.at[force[0]], node)
    return thens(t, force, node, way.zones) if way else 0


class Deliver(Verb):
    """``deliver SovTTBlackSea Odessa back``: supply points for the units around a port (23.41)."""

    name = "deliver"
    levels = (
        Level(
            "transports", PIECES, transports,
            (
                Mask("18.01", sailing.not_sailed), Mask("18.04", sailing.fit), Mask("18.01", sailing.one_port),
                Mask("5.03/3", sailing.few_from_a_refuge), Mask("23.41", supplied_port),
                *taskforce.masks("deliver", ends),
                Mask("23.41", somewhere, ahead=True),
            ),
        ),
        Level("port", NODE, lambda t, s, a: ships.own_ports(t, t.powers_of(s)[0]),
              (Mask("23.43", lambda t, s, a: ends(t, a[0])), taskforce.AS_PLANNED)),
        Level("then", WORD, masks=(Mask("18.02", then_open),), words=(sailing.STAY, sailing.BACK), optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, node, back = args
        way = seas.way(t, t.p.power[force[0]], t.p.at[force[0]], node)
        assert way is not None
        points = sum(holds(t, i) for i in force)
        taskforce.sets_out(t, tuple(force))
        ships.on_mission(t, tuple(force))
        sailing.set_sail(t, tuple(force), (), way.nodes, tuple(reversed(way.nodes)) if back else (), way.zones)
        t.remember(points=points)


@rule("23.41")
def unload(t: Table, force: tuple[int, ...], node: int, points: float) -> None:
    """What the transports still hold is put ashore, up to the port's capacity (23.41, 23.43)."""
    landed = min(points, sum(holds(t, i) for i in force), room(t, node))
    if landed:
        t.p.stores[str(node)] = t.p.stores.get(str(node), 0) + landed
        t.emit("stored", "23.41", nodes=(node,), points=f"{landed:g}")
