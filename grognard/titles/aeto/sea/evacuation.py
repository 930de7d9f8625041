"""Evacuation (3.26): transports take men off an open coast and bring them to a port, as at Dunkirk."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from .. import home_guard, pieces, stacking, zones
from .. import tables as tb
from ..position import FRESH, AetoPosition, Table
from . import ports, sailing, ships, waters

LOST = 2
"""The highest die with which a step is lost on the beach (3.26)."""


def beaches(t: Table, seat: int) -> int:
    """Coastal hexes without a working port where a seat has land units that were not activated (3.26)."""
    p: AetoPosition = t.p
    men = t.pieces_of(seat) & where(p.kind, among(*tb.LAND, *tb.LEADERS)) & where(p.status, among(FRESH))
    there = from_iter({p.at[i] for i in members(men & ~where(p.steps, among(0)))})
    working = from_iter(n for n in waters.ports_of(t.world) if ports.functions(t, n))
    return there & t.world.board.coastal & t.world.land & ~working


def with_boats(t: Table, seat: int, args: Args) -> int:
    """Ships of a seat, while men wait on a beach."""
    return ships.afloat(t, seat) if beaches(t, seat) else 0


def has_transport(t: Table, seat: int, args: Args) -> int:
    """Transports alone take men off a beach (3.26)."""
    return int(ships.points(t, sailing.chosen_of(args)) > 0)


def passages(t: Table, group: tuple[int, ...]) -> dict[int, tuple[int, int]]:
    """The beaches that a force reaches, each with its nearest coast and the way there (3.1)."""
    node, _, gates, canal = sailing.way_of(t, group)
    far = waters.ways(t.world, node, ships.speed(t, group), gates, canal, 0)
    found: dict[int, tuple[int, int]] = {}
    for (land, _), coast in t.world.board.coast.items():
        if coast in far and (land not in found or far[coast] < found[land][1]):
            found[land] = (coast, far[coast])
    return found


def waiting(t: Table, seat: int, args: Args) -> int:
    """Beaches where a seat's men wait, within the speed of the force (3.26)."""
    return beaches(t, seat) & from_iter(passages(t, tuple(args[0])))


def on_the_beach(t: Table, seat: int, args: Args) -> int:
    """A seat's units in the hex that were not activated this month (3.24)."""
    p: AetoPosition = t.p
    mine = t.pieces_of(seat) & where(p.status, among(FRESH))
    return from_iter(i for i in p.stack(args[1]) if mine >> i & 1 and p.kind[i] in (*tb.LAND, *tb.LEADERS))


def room_aboard(t: Table, seat: int, args: Args) -> int:
    """A point carries a step (3.24)."""
    p: AetoPosition = t.p
    chosen = tuple(args[2]) if len(args) > 2 else ()
    left = ships.points(t, tuple(args[0])) - ships.burden(t, chosen)
    return ~from_iter(i for i in p.stack(args[1]) if p.kind[i] in tb.LAND and p.steps[i] > left)


def somebody(t: Table, seat: int, args: Args) -> int:
    return int(len(args) > 2 and bool(args[2]))


def home_ports(t: Table, seat: int, args: Args) -> int:
    """Open ports that the force still reaches, with room for ships and men, out of enemy zones (3.1, 3.24)."""
    group, men = tuple(args[0]), tuple(args[2])
    coast, steps = passages(t, group)[args[1]]
    _, power, gates, canal = sailing.way_of(t, group)
    far = waters.ways(t.world, coast, ships.speed(t, group) - steps, gates, canal, ports.open_to(t, power))
    ground = zones.ground(t, power)
    open_ = ports.open_to(t, power) & t.world.land & ~ground.enemy & ~ground.open_zone & from_iter(far)
    need = ships.chits(t, group)
    return from_iter(n for n in members(open_) if ports.room(t, n) >= need and stacking.has_room(t, men, n))


class Evacuate(Verb):
    """``evacuate uk0stp@Dover . Calais_NE1 uk5inf@Calais_NE1 . Dover``: transports take men off a beach to a port."""

    name = "evacuate"
    levels = (
        Level(
            "ships", PIECES, with_boats,
            (Mask("8.8/no-renege", sailing.not_laid_up), Mask("3.1", sailing.fresh), Mask("3.3", sailing.together),
             Mask("3.0", sailing.at_most_twelve), Mask("3.29", sailing.submarines_alone)),
            closes=(Mask("3.26", has_transport),),
        ),
        Level("beach", NODE, lambda t, s, a: t.world.board.coastal & t.world.land, (Mask("3.26", waiting),)),
        Level(
            "men", PIECES, on_the_beach,
            (Mask("3.24", room_aboard), Mask("7.15/function", home_guard.stay_at_home)),
            closes=(Mask("3.24", somebody),),
        ),
        Level("to", NODE, sailing.anywhere, (Mask("3.1", home_ports),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, men, goal = tuple(args[0]), tuple(args[2]), args[3]
        node, power, gates, canal = sailing.way_of(t, group)
        coast = passages(t, group)[args[1]][0]
        mined = ports.mined(t, power)
        there = (node,) if node == coast else waters.route(t.world, node, coast, gates, canal, mined) or (node, coast)
        back = waters.route(t.world, coast, goal, gates, canal, mined) or (coast, goal)
        for i in group:
            t.p.rebased[i] = 1
        sailing.set_sail(t, seat, group, (*there, *back[1:]), power, men=men, beach=len(there) - 1)


@rule("3.26", off=lambda t, men: None)
def cross_the_beach(t: Table, men: tuple[int, ...]) -> None:
    """A die for each step: on 1 or 2 it is lost on the beach (3.26)."""
    p: AetoPosition = t.p
    for i in [i for i in men if p.kind[i] in tb.LAND]:
        dice = t.rolls("evacuation", p.steps[i])
        t.emit("evacuated", "3.26", pieces=(i,), nodes=(p.at[i],), dice=dice)
        for _ in range(sum(die <= LOST for die in dice)):
            if p.steps[i]:
                pieces.lose_step(t, i)


def take_off(t: Table, f: Frame, group: tuple[int, ...]) -> None:
    """Off the beach the men go aboard, as many as the transports that have come through can carry (3.26, 3.24)."""
    p: AetoPosition = t.p
    coast = f["path"][f["walked"]]
    aboard: list[int] = []
    for i in [i for i in f["men"] if p.steps[i]]:
        if p.kind[i] in tb.LEADERS or ships.burden(t, (*aboard, i)) <= ships.points(t, group):
            aboard.append(i)
    cross_the_beach(t, tuple(aboard))
    for i in [i for i in aboard if p.steps[i]]:
        t.place(i, coast)
        p.status[i] = FRESH
    t.remember(pieces=(*f["pieces"], *(i for i in aboard if p.steps[i])), men=())
