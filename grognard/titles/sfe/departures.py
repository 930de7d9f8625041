"""Ships leave a port whose garrison was wiped out before the enemy comes in (18.04/2)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, End, Level, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import dockyards, seas, ships
from .state import Table, foe, ground_in, phasing


def leavers(t: Table, seat: int, args: Args) -> int:
    """Ships in a port whose ground units were all eliminated, not driven out, and that was not entered (18.04/2)."""
    power = foe(t, phasing(t))
    ports = t.p.fought & ~t.p.fled & seas.sea_map(t.world).port_nodes & t.p.land_of(power)
    bare = [n for n in members(ports) if not ground_in(t, n, power)]
    return from_iter(
        i for n in bare for i in t.p.stack(n)
        if t.world.units[i].naval and t.p.power[i] == power and ships.nearest_port(t, (i,), n, n) >= 0
    )  # fmt: skip


class Depart(Verb):
    """``depart BBDoria``: the ship tries to get away to the nearest port (18.04/2)."""

    name = "depart"
    levels = (Level("ship", PIECE, leavers),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        dockyards.escape(t, args[0], t.p.at[args[0]], True)


class Departure(Step):
    """As the Combat Phase closes ships may leave a port that nobody holds any more (18.04/2)."""

    name = "port evacuation"
    rule = "18.04/2"
    verbs = (Depart(), End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if leavers(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "The garrison of a port is gone and the enemy is not in it yet: let ships depart, or end."
