"""Sea moves (15.2, 15.21): strategic moves from port to port by Supreme Moves, and the capacity of ports."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import beachheads, blocks, command, control, ground, grounds, nations, sea, voyages
from .invasion import spelled
from .movement import last_standers, not_moved, together
from .rail import weaken_fort
from .state import SPENT, Table
from .world import FORT, SUPREME

MINOR, MAJOR, MULBERRY = 1, 2, 1


def with_capacity(t: Table, power: int) -> int:
    """The harbours that can take one more unit this player-turn (15.21)."""
    found = harbours(t, power)
    for node, units in t.p.ports.items():
        if units >= capacity(t, int(node), power):
            found &= ~(1 << int(node))
    return found


def capacity(t: Table, node: int, power: int) -> int:
    """Units that may go through a port in a player-turn: one, two in a major port, one more for a beachhead (15.21,
    1.45/a)."""
    port = t.world.ports.get(node)
    units = 0
    if port is not None and sea.open_ports(t, power) >> node & 1:
        units = MAJOR if port.major else MINOR
    if beachheads.mulberries(t, power) >> node & 1:
        units += MULBERRY
    return units


def harbours(t: Table, power: int) -> int:
    """Where ships can put in for a power: open ports and mulberries (15.2, 15.53)."""
    return sea.open_ports(t, power) | beachheads.mulberries(t, power)


def harbour_seas(t: Table, node: int, power: int) -> int:
    """The seas that a harbour lies on: the port's, or all of a beachhead's hex."""
    seas = sea.port_seas(t, node) if sea.open_ports(t, power) >> node & 1 else 0
    if beachheads.mulberries(t, power) >> node & 1:
        seas |= sea.seas_of(t, node)
    return seas


# Who


def quota(t: Table, seat: int, args: Args) -> int:
    """Sea movement takes Supreme Moves (15.2)."""
    return int(nations.movable(t) != 0)


def has_supreme_move(t: Table, seat: int, args: Args) -> int:
    """The units that a Supreme Move is left for (16.4/d)."""
    return nations.movable(t)


def unmoved(t: Table, seat: int, args: Args) -> int:
    """No other move in the same turn (6.53/b)."""
    p = t.p
    return ~(blocks.nonzero(p.entry) | blocks.nonzero(p.role)) & not_moved(t, seat, args)


def in_harbour(t: Table, seat: int, args: Args) -> int:
    """A sea move begins in a friendly port or mulberry (15.2)."""
    return blocks.inside(t, t.p.active, harbours(t, t.p.active))


def in_any_port(t: Table, seat: int, args: Args) -> int:
    """Units in friendly ports, those behind an enemy strait with them (1.39/b)."""
    p = t.p
    ports = control.friendly(p, p.active) & sea.harbours(t.world)[2] | beachheads.mulberries(t, p.active)
    return blocks.inside(t, p.active, ports)


def may_leave(t: Table, seat: int, args: Args) -> int:
    """Sea movement may disengage but not retreat (15.2/c)."""
    return ~from_iter(last_standers(t, t.p.active))


def no_engaged_fort(t: Table, seat: int, args: Args) -> int:
    """A fort never moves out of a battle (2.26)."""
    return ~(blocks.inside(t, t.p.active, control.battles(t)) & int(t.world.of_kind(FORT)))


def port_has_room(t: Table, seat: int, args: Args) -> int:
    """The port of departure can take one more unit this player-turn (15.21)."""
    return blocks.inside(t, t.p.active, with_capacity(t, t.p.active))


# Where to


def seas_a_move(t: Table, power: int) -> int:
    """Seas for a Supreme Move: one for the Axis (15.2/a), two with Naval Supremacy (15.2/b)."""
    if power == sea.naval_supremacy(t):
        return 2
    return 1


def moves_for(t: Table, power: int, seas: int) -> int:
    """Supreme Moves for a voyage (15.2)."""
    return -(-seas // seas_a_move(t, power))


def longest(t: Table, piece: int, free: int = 0) -> int:
    """How many seas the Supreme Moves that a unit may use pay for, with some legs free (6.53/a)."""
    moves = nations.moves_left(t, piece) + free
    return moves * seas_a_move(t, t.p.active)


def friendly_harbour(t: Table, seat: int, args: Args) -> int:
    """A sea move ends in another friendly port or mulberry (15.2)."""
    return harbours(t, t.p.active) & ~(1 << int(t.p.at[args[0]]))


def beachhead_harbours(t: Table, seat: int, args: Args) -> int:
    """Harbours if every working beachhead were one, in a friendly hex or not (8.4/c)."""
    landed = beachheads.working(t, t.p.active)
    return friendly_harbour(t, seat, args) | (landed & ~(1 << int(t.p.at[args[0]])))


FRIENDLY = Mask("15.2", friendly_harbour, grounds.no_port_of_ours, without=(("8.4/c", beachhead_harbours),))


def no_battle(t: Table, seat: int, args: Args) -> int:
    """No sea move ends in a battle or where an enemy stands (15.2/c)."""
    return ~(control.battles(t) | control.enemy_units(t, t.p.active))


def within_range(t: Table, seat: int, args: Args) -> int:
    """Ports that the Supreme Moves left can pay for (15.2)."""
    return _harbours_within(t, args[0])


def past_straits(t: Table, seat: int, args: Args) -> int:
    """Ports in range if no enemy on its bank closed a strait (1.39/b)."""
    return _harbours_within(t, args[0], straits=False)


def _harbours_within(t: Table, piece: int, straits: bool = True) -> int:
    power = t.p.active
    seas = sea.reached(t, power, harbour_seas(t, t.p.at[piece], power), longest(t, piece), 0, straits)
    return sea.ports_on(t, seas) | (sea.coast_of(t, seas) & beachheads.mulberries(t, power))


def not_full(t: Table, seat: int, args: Args) -> int:
    """The port can take one more unit this player-turn (15.21)."""
    return with_capacity(t, t.p.active)


def roomy(t: Table, seat: int, args: Args) -> int:
    """Stacking must hold at the end of the phase (6.21)."""
    return ground.room_for(t, args[0], friendly_harbour(t, seat, args))


def ways(t: Table, piece: int, node: int) -> list[tuple[int, ...]]:
    """The routes that the rules tell apart: fewer Supreme Moves, or less of the enemy's seas."""
    power = t.p.active
    start, goal = harbour_seas(t, t.p.at[piece], power), harbour_seas(t, node, power)
    return sea.routes(t, power, start, goal, longest(t, piece))


class Sail(Verb):
    """``sail Br5inf Catania``: a unit goes by sea from port to port."""

    name = "sail"
    labels = ("6.53/a", "6.53/b", "15.2/a", "2.26/a", "15.7")
    masks = (Mask("15.2", quota),)
    levels = (
        Level(
            "unit", PIECE, blocks.mine,
            (
                Mask("16.4/d", has_supreme_move), Mask("6.53/b", unmoved, grounds.has_moved), Mask("15.42/b", together),
                Mask("15.2", in_harbour, grounds.in_no_port, without=(("1.39/b", in_any_port),)),
                Mask("2.26", no_engaged_fort), Mask("15.2/c", may_leave), Mask("15.21", port_has_room),
            ),
        ),
        Level(
            "port", NODE, command.all_land,
            (
                FRIENDLY, Mask("15.2/c", no_battle),
                Mask("15.2", within_range, grounds.over_too_many_seas, without=(("1.39/b", past_straits),)),
                Mask("15.21", not_full), *ground.may_stand(0)[:2], Mask("6.21", roomy),
            ),
            cost=lambda t, s, a, n: moves_for(t, t.p.active, len(ways(t, a[0], n)[0])) if ways(t, a[0], n) else 0,
        ),
        Level("way", WORD, words=lambda t, s, a: spelled(t, ways(t, a[0], a[1])), optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node, choice = args
        way = ways(t, piece, node)[choice]
        p = t.p
        here, power = p.at[piece], p.active
        nations.spend_moves(t, piece, moves_for(t, power, len(way)))
        for port in (here, node):
            p.ports[str(port)] = p.ports.get(str(port), 0) + 1
        ship(t, piece, node, way)
        control.settle_battles(t)
        t.emit("sailed", "15.2", pieces=(piece,), nodes=(here, node), seas=spelled(t, [way])[0])


def ship(t: Table, piece: int, node: int, way: tuple[int, ...]) -> None:
    """A unit goes by sea; it moves no more in this player-turn (6.53/b)."""
    p = t.p
    p.came[piece] = p.at[piece]
    blocks.stand_up(t, piece)
    t.place(piece, node)
    blocks.leave_beach(t, piece)
    p.moved[piece] = SPENT
    weaken_fort(t, piece)
    t.title.arrived(t, piece, p.came[piece], node)
    if p.at[piece] == node:
        voyages.set_sail(t, piece, voyages.SHIPPED, way)


# A supreme HQ mobilizes by sea


def seagoing_hqs(t: Table, seat: int, args: Args) -> int:
    """Active supreme and theater HQs in a harbour that has room (5.62, 5.66)."""
    p, power = t.p, t.p.active
    hqs = command.face_up(t, power) & t.world.of_kind(*SUPREME)
    if not hqs:
        return 0
    good = with_capacity(t, power)
    return from_iter(i for i in members(hqs) if good >> p.at[i] & 1)


def own_seas(t: Table, piece: int) -> int:
    """Seas of the free leg and of the Supreme Moves kept back (5.62)."""
    return longest(t, piece, free=1)


def own_legs(t: Table, seat: int, args: Args) -> int:
    """One leg is free, further ones cost Supreme Moves kept back (5.62)."""
    power = t.p.active
    seas = sea.reached(t, power, harbour_seas(t, t.p.at[args[0]], power), own_seas(t, args[0]))
    return sea.ports_on(t, seas) | (sea.coast_of(t, seas) & beachheads.mulberries(t, power))


def own_ways(t: Table, piece: int, node: int) -> list[tuple[int, ...]]:
    power = t.p.active
    start, goal = harbour_seas(t, t.p.at[piece], power), harbour_seas(t, node, power)
    return sea.routes(t, power, start, goal, own_seas(t, piece))


class Embark(Verb):
    """``embark AF Palermo``: a supreme HQ mobilizes by sea (5.62)."""

    name = "embark"
    labels = ("5.62",)
    levels = (
        Level("HQ", PIECE, blocks.mine, (Mask("5.62", seagoing_hqs), Mask("15.2/c", may_leave))),
        Level(
            "port", NODE, command.all_land,
            (
                FRIENDLY, Mask("15.2/c", no_battle),
                Mask("15.2", own_legs), Mask("15.21", not_full), Mask("6.21", roomy),
            ),
        ),
        Level("way", WORD, words=lambda t, s, a: spelled(t, own_ways(t, a[0], a[1])), optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node, choice = args
        way = own_ways(t, piece, node)[choice]
        p = t.p
        here, power = p.at[piece], p.active
        nations.spend_moves(t, piece, moves_for(t, power, len(way)) - 1)
        command.deactivate(t, piece)
        if p.at[piece] != here:
            return
        for port in (here, node):
            p.ports[str(port)] = p.ports.get(str(port), 0) + 1
        ship(t, piece, node, way)
        t.emit("sailed", "5.62", pieces=(piece,), nodes=(here, node), seas=spelled(t, [way])[0])
