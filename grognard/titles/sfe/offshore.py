"""Ships off a landing (19.22/1): they come in anticipation of defending the beachhead, and leave if there is none."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import beachheads, interception, sailing, seas, ships, shore, taskforce
from .state import Table, phasing
from .state import ships as fleet


def landings(t: Table, power: int) -> int:
    """Hexes that the side is assaulting from the sea in this segment."""
    return int(t.p.assaulted) if power == phasing(t) else 0


def reachable(t: Table, force: tuple[int, ...]) -> int:
    """Landings that a force reaches with points left for the way home (19.22/1, 19.21/1)."""
    power, start, most = t.p.power[force[0]], t.p.at[force[0]], sailing.points(t, force)
    ways = {n: seas.way_ashore(t, power, start, n) for n in members(landings(t, power))}
    return from_iter(n for n, way in ways.items() if way and sailing.cost_of(way, True, True) <= most)


def with_a_landing(t: Table, seat: int, args: Args) -> int:
    """Ships that reach a hex that is being assaulted (19.22/1)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    if not landings(t, phasing(t)):
        return 0
    pool = shore.gunships(t, seat, ()) & ~t.p.sailed & sailing.one_port(t, seat, args)
    return from_iter(i for i in members(pool) if i in chosen or reachable(t, (*chosen, i)))


class StandOff(Verb):
    """``stand_off BBWarspite Caen``: ships lie off a landing, to fire for it in the enemy's segment (19.22/1)."""

    name = "stand_off"
    levels = (
        Level(
            "ships", PIECES, shore.gunships,
            (
                Mask("18.01", sailing.not_sailed), Mask("18.04", sailing.fit), Mask("18.01", sailing.one_port),
                Mask("5.03/3", sailing.few_from_a_refuge), *taskforce.masks("stand_off", reachable),
                Mask("19.22/1", with_a_landing, ahead=True),
            ),
        ),
        Level(
            "hex", NODE, lambda t, s, a: landings(t, phasing(t)),
            (Mask("19.22/1", lambda t, s, a: reachable(t, a[0])), taskforce.AS_PLANNED),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, node = tuple(args[0]), args[1]
        way = seas.way_ashore(t, t.p.power[force[0]], t.p.at[force[0]], node)
        assert way is not None
        taskforce.sets_out(t, tuple(force))
        ships.on_mission(t, force)
        t.p.offshore |= from_iter(force)
        sailing.set_sail(t, force, (), way.nodes, (), way.zones)


def holds_fire(t: Table, piece: int) -> bool:
    """A ship that came to defend a landing does not fire for the assault: it has one mission (19.22/1, 19.0)."""
    return bool(t.p.offshore >> piece & 1) and t.p.power[piece] == phasing(t)


@rule("19.22/1", off=lambda t, power: 0)
def staying(t: Table, power: int) -> int:
    """Ships off a landing stay if it succeeded: its hex is a beachhead or a port of their side (19.22/1)."""
    held = (beachheads.of_side(t, power) | seas.coastal_ports(t.world)) & t.p.land_of(power)
    return from_iter(i for i in fleet(t, power) if t.p.offshore >> i & 1 and held >> t.p.at[i] & 1)


def come_home(t: Table, power: int) -> None:
    """When the side's next segment begins the ships that lay off a landing go back to port (19.0)."""
    out = tuple(i for i in fleet(t, power) if t.p.offshore >> i & 1)
    t.p.offshore &= ~from_iter(out)
    if out:
        interception.go_home(t, out)
