"""Free set-up of the Germans in the West (O2): corps within their army's zone, armor on its side of the Loire."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Pass, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import control
from . import world as w
from .state import Table, ground_in


def begin(t: Table) -> None:
    """With the option the Axis looks over its set-up before the first segment (O2)."""
    if t.options.get("free_setup") == "on":
        power = w.POWERS.index(t.world.settings["free_setup"]["side"])
        t.ask("deployment", t.seat_of(power), power)


@cached_values(8)
def north_of_the_loire(world: w.World) -> int:
    """France down to the row of a town on the river."""
    grid = world.board.grid
    row = grid.colrow(world.board.node(world.settings["free_setup"]["loire"]))[1]
    return from_iter(n for n in members(world.board.nation["France"] & world.land) if grid.colrow(n)[1] <= row)


def allowed(world: w.World, unit: w.Unit) -> int:
    """The hexes in which a unit may be set up (O2)."""
    terms = world.settings["free_setup"]
    if unit.mobile:
        north = north_of_the_loire(world)
        south = world.board.nation["France"] & world.land & ~north
        return south if unit.name in terms["south"] else north
    areas = [world.board.region[name] & world.land for name in world.board.region if name.startswith("Army zone")]
    return next((area for area in areas if area >> unit.place & 1), 0)


def free(t: Table, seat: int, args: Args) -> int:
    """Units on the map that are not placed yet; forts stay, and divisions that wait for another landing (O4)."""
    terms, waiting = t.world.settings["free_setup"], t.world.settings["fortitude"]["units"]
    power = w.POWERS.index(terms["side"])
    return from_iter(
        u.index for u in t.world.units
        if u.power == power and u.ground and not u.wall and t.p.at[u.index] < t.world.arrivals
        and u.name not in waiting and not t.p.moved >> u.index & 1 and hexes(t, seat, (u.index,))
    )  # fmt: skip


def hexes(t: Table, seat: int, args: Args) -> int:
    """Hexes with room where the unit may stand."""
    unit = t.world.units[args[0]]
    area = allowed(t.world, unit) & ~(1 << t.p.at[unit.index])
    return from_iter(n for n in members(area) if len(ground_in(t, n, unit.power)) < control.MOST)


class Deploy(Verb):
    """``deploy LXXXIV Caen``: a unit is set up in another hex (O2)."""

    name = "deploy"
    levels = (Level("unit", PIECE, free), Level("hex", NODE, hexes))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        came = t.p.at[piece]
        t.p.put(piece, node)
        t.p.moved |= 1 << piece
        t.emit("moved", "7.1", pieces=(piece,), nodes=(came, node))


class Deployment(Step):
    """The Axis sets up as it likes, within limits (O2)."""

    name = "set-up"
    kind = "question"
    verbs = (Deploy(), Pass())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Set up your units within their army's zone, armor on its side of the Loire; pass when all is well."
