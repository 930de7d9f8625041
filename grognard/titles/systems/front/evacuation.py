"""Sea evacuations (15.6): the reverse of an invasion, from a coast into the port of an Invasion HQ."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import blocks, control, ground, invasion, nations, sea, voyages
from .aftermath import end_battles
from .movement import last_standers, not_moved, strands_no_one
from .pursuit import pursuit
from .state import MOVED, STOOD, Table
from .world import AMPHIBIOUS

SLOW, AMPHIBIOUS_PACE = 1, 2
"""The speed of a unit that retreats by sea (15.6)."""


def elsewhere(t: Table, seat: int, args: Args) -> int:
    """The active power's units outside the HQ's port."""
    return blocks.mine(t, seat, args) & ~from_iter(t.p.stack(t.p.at[args[0]]))


def unmoved(t: Table, seat: int, args: Args) -> int:
    """A unit moves once in a movement phase; an active HQ only by mobilizing (6.1/b)."""
    p = t.p
    return ~(blocks.nonzero(p.entry) | blocks.nonzero(p.role)) & not_moved(t, seat, args)


def within_range(t: Table, seat: int, args: Args) -> int:
    """Units on coasts as many seas away as an invasion crosses (15.6)."""
    return _units_within(t, args[0])


def past_straits(t: Table, seat: int, args: Args) -> int:
    """The units in range if no enemy on its bank closed a strait (1.39/b)."""
    return _units_within(t, args[0], straits=False)


def past_storms(t: Table, seat: int, args: Args) -> int:
    """The units in range if no storm closed a sea (12.3/b)."""
    return _units_within(t, args[0], storms=False)


def _units_within(t: Table, hq: int, straits: bool = True, storms: bool = True) -> int:
    power, closed = t.p.active, invasion.closed_seas(t) if storms else 0
    seas = sea.reached(t, power, sea.port_seas(t, t.p.at[hq]), invasion.normal_range(t, power), closed, straits)
    return blocks.inside(t, power, sea.reachable_coast(t, power, seas, straits))


def one_from_a_battle(t: Table, seat: int, args: Args) -> int:
    """Only one unit a phase is fetched from a hex with enemies, as only one invades such a hex (15.42/c)."""
    p, power = t.p, t.p.active
    fetched = [i for i in members(blocks.marked(p.came)) if p.moved[i] == MOVED and p.entry[i] == STOOD]
    left = from_iter(p.came[i] for i in fetched if p.power[i] == power) & control.enemy_units(t, power)
    return ~blocks.inside(t, power, left)


def room_in_port(t: Table, seat: int, args: Args) -> int:
    """Stacking must hold in the port when the moves are over (6.21), and it must be open to the unit (2.66)."""
    return ground.admits(t, t.p.at[args[0]], elsewhere(t, seat, args))


def ways(t: Table, hq: int, piece: int) -> list[tuple[int, ...]]:
    back = invasion.ways_to(t, t.p.at[hq], t.p.at[piece], invasion.normal_range(t, t.p.active))
    return [tuple(reversed(way)) for way in back]


class Evacuate(Verb):
    """``evacuate 1AG US5amph``: an Invasion HQ fetches a unit from a coast into its port."""

    name = "evacuate"
    labels = ("15.6", "6.42", "15.7")
    levels = (
        Level("HQ", PIECE, blocks.mine, invasion.HQ_MASKS),
        Level(
            "unit", PIECE, blocks.mine,
            (
                Mask("15.6", elsewhere), Mask("16.4/d", nations.led),
                Mask("6.1/b", unmoved), Mask("15.42/b", invasion.together), Mask("15.42/a", invasion.seaworthy),
                Mask("15.6", within_range, without=(("1.39/b", past_straits), ("12.3/b", past_storms))),
                Mask("15.42/c", one_from_a_battle),
                Mask("6.21", room_in_port), Mask("15.45/c", strands_no_one),
            ),
        ),
        Level("way", WORD, words=lambda t, s, a: invasion.spelled(t, ways(t, a[0], a[1])), optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        hq, piece, choice = args
        way = ways(t, hq, piece)[choice]
        p = t.p
        here, port = p.at[piece], p.at[hq]
        p.carried[hq] |= invasion.phase_bit(t)
        p.moved[piece], p.came[piece] = MOVED, here
        voyages.set_sail(t, piece, voyages.EVACUATED, way)
        t.reveal("15.6", (piece,), columns=(), name=False, facts={"invades": 1})
        if piece in last_standers(t, p.active):
            p.rearguard[piece] = -1 - port
            t.emit("rearguard", "6.41", pieces=(piece,), nodes=(here, port))
        else:
            carry_off(t, piece, port)


def carry_off(t: Table, piece: int, port: int) -> None:
    """A unit comes into the port of its HQ (15.6)."""
    p = t.p
    here = p.at[piece]
    p.rearguard[piece] = 0
    blocks.stand_up(t, piece)
    t.place(piece, port)
    blocks.leave_beach(t, piece)
    end_battles(t)
    t.emit("evacuated", "15.6", pieces=(piece,), nodes=(here, port))


def pursue(t: Table, piece: int) -> None:
    """A rearguard that leaves by sea is fired at by its pace there, which tells whether it is amphibious (15.6)."""
    pursuit(t, piece, pace(t, piece), {"amphibious": int(t.world.units[piece].kind == AMPHIBIOUS)})


def pace(t: Table, piece: int) -> int:
    """A unit that retreats by sea has speed 1, an amphibious one 2 (15.6)."""
    return AMPHIBIOUS_PACE if t.world.units[piece].kind == AMPHIBIOUS else SLOW
