"""Road Movement (21.352): a Supreme Move takes a unit twice its speed along a road of the Med Front."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import blocks, command, control, ground, landings, nations, rail
from grognard.titles.systems.front.movement import last_standers, not_moved, together
from grognard.titles.systems.front.state import SPENT

from ..state import Table
from . import desert

DOUBLE = 2


def reach(t: Table, piece: int) -> int:
    """The road hexes within twice a unit's speed, through friendly land (21.352)."""
    power, here = t.p.power[piece], t.p.at[piece]
    friendly = control.friendly(t.p, power) & ~control.enemy_units(t, power) | t.title.road_transit(t, power)
    found = front = 1 << here
    for _ in range(DOUBLE * desert.full_speed(t, piece)):
        front = desert.beside(t.world, front) & friendly & ~found
        if not front:
            break
        found |= front
    return found & ~(1 << here)


def on_the_road(t: Table, seat: int, args: Args) -> int:
    """A Road Move begins on a road of the Med Front (21.352)."""
    return blocks.inside(t, t.p.active, int(t.world.extra["desert roads"].nodes))


def not_the_last(t: Table, seat: int, args: Args) -> int:
    """No one retreats by a Road Move (21.352)."""
    return ~from_iter(last_standers(t, t.p.active))


def by_road(t: Table, seat: int, args: Args) -> int:
    """Within twice its speed along a friendly road (21.352)."""
    return reach(t, args[0])


def roomy(t: Table, seat: int, args: Args) -> int:
    """Stacking must hold at the end of the phase (6.21)."""
    return ground.room_for(t, args[0], reach(t, args[0]))


def out_of_battle(t: Table, seat: int, args: Args) -> int:
    """Who disengages uses a free hexside of the battle (21.352, 6.33)."""
    here = t.p.at[args[0]]
    if not control.enemy_units(t, t.p.active) >> here & 1:
        return -1
    near = desert.beside(t.world, 1 << here)
    return -1 if any(ground.free_side(t, here, n) for n in members(near)) else 0


class Drive(Verb):
    """``drive BrWDFmech Tobruk``: a strategic move along a road."""

    name = "drive"
    levels = (
        Level(
            "unit", PIECE, blocks.mine,
            (
                Mask("9.2", rail.has_supreme_move), Mask("6.1/b", not_moved), Mask("5.41", rail.no_active_hq),
                Mask("15.42/b", together), Mask("21.352", on_the_road), Mask("21.352", not_the_last),
            ),
        ),
        Level(
            "hex", NODE, command.all_land,
            (
                Mask("21.352", by_road), Mask("21.352", out_of_battle), Mask("6.53/c", rail.peaceful),
                *ground.may_stand(0), Mask("6.21", roomy),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p, here = t.p, t.p.at[args[0]]
        nations.spend_moves(t, piece, 1)
        if control.enemy_units(t, p.active) >> here & 1:
            by = next(n for n in members(desert.beside(t.world, 1 << here)) if ground.free_side(t, here, n))
            ground.use_side(t, here, by)
        blocks.stand_up(t, piece)
        p.moved[piece] = SPENT
        t.place(piece, node)
        t.emit("drove", "21.352", pieces=(piece,), nodes=(here, node))


class Movement(landings.Movement):
    """Moves by land, rail, road, sea and air, in any order (4.42)."""

    verbs: tuple[Verb, ...] = (*landings.Movement.verbs[:-1], Drive(), landings.Movement.verbs[-1])
