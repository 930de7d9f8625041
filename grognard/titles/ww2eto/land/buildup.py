"""Break-down and build-up (7.2): units change size in their own phase, within size limits and stacking."""

from __future__ import annotations

from operator import attrgetter

from grognard.board.hexset import first, from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NUMBER, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn
from grognard.engine.core.step import Step

from .. import world as w
from ..politics import control
from ..registry import each_without
from ..sea import sealanes
from ..state import PEACETIME, Table
from . import sizes, stacking

DEEDS = ("moved", "marked", "railed", "fought", "struck", "retreated", "frozen", "shipped", "arrived", "attached")
"""What the parts of a unit that is split have in common."""
_deeds = attrgetter(*DEEDS)


def own(t: Table, seat: int, args: Args) -> int:
    return stacking.own(t, seat)


def regular(t: Table, seat: int, args: Args) -> int:
    """Garrisons and partisans keep their size (3.21)."""
    bits: int = ~t.p.fixed
    return bits


def not_in_peace(t: Table, seat: int, args: Args) -> int:
    """Russian units have exactly two points in peacetime (10.32/e)."""
    p = t.p
    return ~p.corps[w.USSR] if p.russia == PEACETIME else -1


def french_in_port(t: Table, seat: int, args: Args) -> int:
    """French units change size only in a friendly port (7.28, R096)."""
    p = t.p
    french = p.corps[w.FRANCE]
    if not french:
        return -1
    ports = sealanes.lanes(t.world.board).all_ports & control.friendly_hexes(t, w.ALLIED)
    return ~french | p.units_in(ports)


def say_fixed(t: Table, seat: int, args: Args, value: int) -> str:
    return "Garrisons and partisans keep their size."


def general(t: Table, seat: int, units: int) -> int:
    """Of some units those that may change their size at all."""
    bits = units & regular(t, seat, ()) & not_in_peace(t, seat, ())
    return bits & french_in_port(t, seat, ()) if bits & t.p.corps[w.FRANCE] else bits


GENERAL = (Mask("3.21", regular, say_fixed), Mask("10.32/e", not_in_peace), Mask("7.28", french_in_port))


# Splitting


def divisible(t: Table, seat: int, args: Args) -> int:
    """Units of several points."""
    p = t.p
    return ~p.points.get(1, 0)


def with_room(t: Table, seat: int, args: Args) -> int:
    """The parts are two units at most in a hex (7.25)."""
    p = t.p
    shut = p.grouped
    for power in control.turn_powers(t, p.player):
        if stacking.limit(t, power) < 2:
            shut |= p.army[power]
    return ~shut


def say_single(t: Table, seat: int, args: Args, value: int) -> str:
    return "A unit of one strength point cannot be split."


def say_no_room(t: Table, seat: int, args: Args, value: int) -> str:
    return f"{t.node_name(t.p.at[value])} has no room for another unit: two may stand in a hex."


def slots_left(t: Table, seat: int, args: Args) -> int:
    return int(t.p.free_slots() > 0)


class Split(Verb):
    """``split ger4inf@1612 1``: so many points become a unit of their own."""

    name = "split"
    masks = (Mask("E.slots", slots_left),)
    levels = (
        Level(
            "unit",
            PIECE,
            own,
            (
                *GENERAL,
                Mask("7.21", divisible, say_single),
                Mask("7.25", with_room, say_no_room),
            ),
        ),
        Level("points", NUMBER, lambda t, s, a: (1 << t.p.strength[a[0]] // 2 + 1) - 2),
    )

    def glance(self, t: Table, seat: int) -> int:
        bits = stacking.own(t, seat) & divisible(t, seat, ()) & with_room(t, seat, ()) if slots_left(t, seat, ()) else 0
        return general(t, seat, bits)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, count = args
        p = t.p
        new = detach(t, piece, count)
        t.emit("split", "7.21", pieces=(piece, new), nodes=(p.at[piece],))


def detach(t: Table, piece: int, count: int) -> int:
    """Points leave a unit as a new one beside it, alike in all it has done."""
    p = t.p
    p.resize(piece, -count)
    new = p.raise_unit(p.power[piece], p.nation[piece], p.kind[piece], count, p.at[piece])
    p.isolated[new] = p.isolated[piece]
    for name, bits in zip(DEEDS, _deeds(p), strict=True):
        if bits >> piece & 1:
            setattr(p, name, bits | 1 << new)
    return new


# Merging


def partners(t: Table, piece: int) -> list[int]:
    """Units of the same nation and kind beside a unit (R094)."""
    p = t.p
    return [
        i for i in p.stacks.get(p.at[piece], ())
        if i != piece and p.nation[i] == p.nation[piece] and p.kind[i] == p.kind[piece] and p.power[i] == p.power[piece]
    ]  # fmt: skip


def can_grow(t: Table, seat: int, args: Args, but: tuple[str, ...] = ()) -> int:
    """Units below the limit of their nation and side."""
    p = t.p
    left, bits = paired(t, seat, args), 0
    while left:
        piece = first(left)
        nation, power = p.nation[piece], p.power[piece]
        group = left & p.corps[nation] & p.army[power]
        bits |= group & p.of_at_most(sizes.most(t, nation, power, but) - 1)
        left ^= group
    return bits


def paired(t: Table, seat: int, args: Args) -> int:
    """Units with another of their nation and kind beside them (R094)."""
    p = t.p
    return stacking.own(t, seat) & p.paired & ~p.fixed


def say_lonely(t: Table, seat: int, args: Args, value: int) -> str:
    return f"No unit of the same nation and kind stands with it in {t.node_name(t.p.at[value])}."


def within_size(t: Table, seat: int, args: Args, but: tuple[str, ...] = ()) -> int:
    """No unit grows past the limit of its nation and side."""
    p = t.p
    piece = args[0]
    space = sizes.limit(t, piece, but) - p.strength[piece]
    return (1 << max(0, space) + 1) - 2


def say_size(t: Table, seat: int, args: Args, value: int) -> str:
    nation = t.world.nations[t.p.nation[args[0]]].name
    return f"A unit of {nation} has at most {sizes.limit(t, args[0])} strength points now."


def growing_but(but: tuple[str, ...]) -> MaskFn:
    """The units that could grow if some rules did not limit them."""
    return lambda t, seat, args: can_grow(t, seat, args, but)


def sizes_but(but: tuple[str, ...]) -> MaskFn:
    """The points that a unit could take if some rules did not limit it."""
    return lambda t, seat, args: within_size(t, seat, args, but)


class Merge(Verb):
    """``merge ger2inf@1612 ger2inf@1612 2``: so many points of the second unit join the first."""

    name = "merge"
    levels = (
        Level(
            "unit", PIECE, own,
            (
                *GENERAL, Mask("7.21", paired, say_lonely),
                Mask("7.22", can_grow, without=each_without(sizes.RULES, growing_but)),
            ),
        ),
        Level("other", PIECE, lambda t, s, a: from_iter(partners(t, a[0]))),
        Level(
            "points", NUMBER, lambda t, s, a: (1 << t.p.strength[a[1]] + 1) - 2,
            (Mask("7.22", within_size, say=say_size, without=each_without(sizes.RULES, sizes_but)),),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return general(t, seat, can_grow(t, seat, ()))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, other, count = args
        p = t.p
        p.isolated[piece] = max(p.isolated[piece], p.isolated[other])
        if p.attached >> other & 1:
            p.attached |= 1 << piece
        if count == p.strength[other]:
            p.remove(other)
        else:
            p.resize(other, -count)
        p.resize(piece, count)
        t.emit("merged", "7.21", pieces=(piece,), nodes=(p.at[piece],))


class BuildUp(Step):
    """The Break-down/Build-up Phase (4.2/A6, 7.21)."""

    name = "Break-down/Build-up"
    rule = "4.2/A6"
    verbs = (Split(), Merge(), control.EndPhase())

    def begin(self, t: Table, f: Frame) -> None:
        t.p.phase = 6

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Break-down/Build-up: split or merge units, then end."


STEPS = {"build_up": BuildUp()}
