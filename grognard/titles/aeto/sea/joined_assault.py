"""An assault that is joined with an attack over land upon the same hex (5.16/amphib-cancel)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECES, Level
from grognard.engine.core.rules import Args, Mask

from .. import attacks, movement, stacking, zones
from ..position import FRESH, AetoPosition, Table
from . import assault, sailing


def beside(t: Table, seat: int, args: Args) -> int:
    """A seat's combat units that could attack the hex over land."""
    p: AetoPosition = t.p
    own = [i for i in members(movement.on_map(t, seat)) if zones.combat_unit(p, i)]
    return from_iter(i for i in own if attacks.connected(t, i, args[1]) and i not in args[0])


def unactivated(t: Table, seat: int, args: Args) -> int:
    """They were not activated this month (5.0/once-per-month)."""
    return from_iter(i for i in members(beside(t, seat, args)) if t.p.status[i] == FRESH)


def friends(t: Table, seat: int, args: Args) -> int:
    """Of the assault's alliance (5.4/land-sea-allies)."""
    allies = zones.allies_of(t.p, sailing.way_of(t, tuple(args[0]))[1])
    return from_iter(i for i in members(beside(t, seat, args)) if t.p.power[i] in allies)


def of_one_hex(t: Table, seat: int, args: Args) -> int:
    """The Land Offensive of the assault wakes the units of one hex (5.0/stack-activation), as many as may stand
    there."""
    p: AetoPosition = t.p
    chosen = tuple(args[2]) if len(args) > 2 else ()
    if not chosen:
        return -1
    here = [i for i in p.stack(p.at[chosen[0]]) if zones.combat_unit(p, i)]
    return from_iter(i for i in here if stacking.fits(t, {*chosen, i}, p.at[i]))


def somebody(t: Table, seat: int, args: Args) -> int:
    return int(len(args) > 2 and bool(args[2]))


class JoinedAssault(assault.Assault):
    """``joined_assault uk5inf@Malta+uk0stp@Malta Tobruk uk4inf@Bardia``: an assault and an attack over land as one."""

    name = "joined_assault"
    levels = (
        *assault.Assault.levels,
        Level(
            "overland", PIECES, beside,
            (Mask("5.0/once-per-month", unactivated), Mask("5.4/land-sea-allies", friends),
             Mask("5.0/stack-activation", of_one_hex)),
            closes=(Mask("5.16/amphib-cancel", somebody),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        assault.begin(t, seat, tuple(args[0]), args[1], tuple(args[2]))
