"""Headquarters (5.1, 5.2): their moves, intervals, and what becomes of lone ones."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import pieces, reach, zones
from . import tables as tb
from . import world as w
from .air import bases
from .politics import partisans
from .position import AetoPosition, Table
from .sea import damage, mulberries

RATE = 3
"""Hexes that an HQ moves before, and again after, Offensive land movement (5.1/rate-offensive)."""
CLOSE_FRENCH = ("2nd", "3rd", "ALPs")


def card_name(t: Table, piece: int) -> str:
    name: str = t.world.cards[t.p.card[piece]].name
    return name


def staffs(t: Table, power: int) -> list[int]:
    """A nation's HQs on the map."""
    p: AetoPosition = t.p
    return [
        i for n in members(zones.stands(t, power).staffs) for i in p.stacks[n]
        if p.kind[i] == tb.HQ and p.power[i] == power
    ]  # fmt: skip


def may_be_close(t: Table, one: int, other: int) -> bool:
    """The French 2nd, 3rd and ALPs HQs may be next to one another (5.1/interval-french)."""
    if t.p.power[one] != w.FRANCE:
        return False
    return card_name(t, one) in CLOSE_FRENCH and card_name(t, other) in CLOSE_FRENCH


def too_near(t: Table, piece: int) -> int:
    """Hexes in or next to that of another HQ of its nation (5.1/interval-adjacent)."""
    p: AetoPosition = t.p
    bits = 0
    for other in staffs(t, p.power[piece]):
        if other != piece:
            near = 0 if may_be_close(t, piece, other) else step(1 << p.at[other], t.world.board.around)
            bits |= near | 1 << p.at[other]
    return bits


def functions(t: Table, piece: int) -> bool:
    """An HQ next to a compatriot one cannot function (5.1/interval-adjacent)."""
    return not too_near(t, piece) >> t.p.at[piece] & 1


def is_lone(t: Table, piece: int) -> bool:
    """An HQ or General with no friendly combat unit in its hex."""
    p: AetoPosition = t.p
    return not any(zones.combat_unit(p, i) for i in p.stack(p.at[piece]))


def refuge(t: Table, piece: int) -> int:
    """Hexes that a bumped HQ may go to: next to it, out of open enemy zones, room for an HQ (5.2/A-bump)."""
    p: AetoPosition = t.p
    ground = zones.ground(t, p.power[piece])
    taken = from_iter(p.at[i] for power in zones.allies_of(p, p.power[piece]) for i in staffs(t, power))
    found = t.world.next_to(p.at[piece]) & ~ground.enemy & ~ground.open_zone & ~ground.walls & ~ground.lone
    found &= ~reach.no_entry(t, p.power[piece])
    bits: int = found & ~taken & ~too_near(t, piece)
    return bits


def bump(t: Table, piece: int) -> None:
    """A lone HQ is forced one hex away; with nowhere to go it is eliminated (5.2/A-bump, 5.2/A-bump-eliminated)."""
    p: AetoPosition = t.p
    pieces.tally(t, "bumps")
    t.emit("bumped", "5.2/A-bump", pieces=(piece,), nodes=(p.at[piece],))
    if refuge(t, piece):
        t.ask("bump", t.seat_of(p.power[piece]), hq=piece)
    else:
        pieces.eliminate(t, piece, "5.2/A-bump-eliminated")


def drive_off(t: Table, power: int, node: int) -> None:
    """Who enters their hex sends lone Generals to the pool and bumps a lone HQ (5.10/lone-overrun, 5.2/B-ignore,
    5.20/lone).
    """
    p: AetoPosition = t.p
    for i in p.stack(node):
        if p.hostile[power] >> p.power[i] & 1 and p.kind[i] == tb.GENERAL:
            t.emit("displaced", "5.10/lone-overrun", pieces=(i,), nodes=(node,))
            pieces.remove(t, i)
        elif p.hostile[power] >> p.power[i] & 1 and p.kind[i] == tb.HQ:
            bump(t, i)
    bases.overrun(t, power, node)
    damage.leave(t, power, node)
    mulberries.overrun(t, power, node)
    partisans.hunt(t, power, node)


def bumpable(t: Table, seat: int, args: Args) -> int:
    """Lone enemy HQs in the zone of a unit that has moved in this Step (5.2/A-bump)."""
    p: AetoPosition = t.p
    bits = 0
    for power in t.powers_of(seat):
        for node in members(zones.ground(t, power).staffs) if p.occupied[power] else ():
            if covered_by_mover(t, power, node):
                bits |= from_iter(
                    i for i in p.stacks[node] if p.kind[i] == tb.HQ and p.hostile[power] >> p.power[i] & 1
                )
    return bits


def covered_by_mover(t: Table, power: int, node: int) -> bool:
    """Does a unit of a power that has moved exert a zone into a hex?"""
    p: AetoPosition = t.p
    near = step(1 << node, t.world.zone) & p.occupied[power]
    for here in members(near):
        for i in p.stacks[here]:
            if p.power[i] == power and zones.exerts(p, i) and p.spent[i] and reaches(t, i, node):
                return True
    return False


def reaches(t: Table, piece: int, node: int) -> bool:
    """Does a unit's zone reach into a hex next to it (5.13)?"""
    p: AetoPosition = t.p
    world: w.World = t.world
    if not zones.zone_crosses(t, p.power[piece], p.at[piece], node) or world.rough >> node & 1:
        return False
    if zones.heavy(p, piece) and (1 << node | 1 << p.at[piece]) & world.marsh:
        return False
    return zones.exerts(p, piece)


class Bump(Verb):
    """``bump 8th_Army``: force a lone enemy HQ away."""

    name = "bump"
    levels = (Level("hq", PIECE, bumpable),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        bump(t, args[0])


def refuges(t: Table, seat: int, args: Args) -> int:
    return refuge(t, t.frame["hq"])


class Flee(Verb):
    """``flee HEX``: where a bumped HQ goes."""

    name = "flee"
    levels = (Level("target", NODE, lambda t, s, a: t.world.land, (Mask("5.2/A-bump", refuges),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = t.frame["hq"]
        t.emit("fled", "5.2/A-bump", pieces=(piece,), nodes=(t.p.at[piece], args[0]))
        t.place(piece, args[0])
        t.pop()


class BumpQuestion(Step):
    """The owner of a bumped HQ says where it goes (5.2/A-bump)."""

    name = "bump"
    rule = "5.2/A-bump"
    kind = "question"
    piece_fields = ("hq",)
    verbs = (Flee(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{t.title.piece_name(t, f['hq'])} is bumped: choose the hex that it goes to."
