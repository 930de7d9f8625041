"""Command agents (5.0, 5.3, 5.5): which HQ, General, stack or minor nation may lead an Offensive, and who pays."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.offers import NODE, PIECE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import activation as act
from . import costs, hq, iraq, joint, zones
from . import tables as tb
from . import world as w
from .movement import on_map
from .politics import vichy
from .position import FRESH, AetoPosition, Table
from .title import POWERS

FARTHEST = 20
"""Hexes between any two HQs of a Combined Offensive (5.3/distance)."""


def of_kind(t: Table, seat: int, kind: int) -> int:
    return on_map(t, seat) & where(t.p.kind, among(kind))


def headquarters(t: Table, seat: int, args: Args) -> int:
    """HQs alone join in a Combined Offensive (5.3/combined, 5.0/stack-not-combined, 5.0/general-not-combined,
    5.0/minor-not-combined)."""
    return of_kind(t, seat, tb.HQ) | iraq.staffs_off_the_map(t, seat)


def functioning(t: Table, seat: int, args: Args) -> int:
    """An HQ next to another of its nation does not function (5.1/interval-adjacent)."""
    return from_iter(i for i in members(headquarters(t, seat, ())) if hq.functions(t, i))


def near_each_other(t: Table, seat: int, args: Args) -> int:
    """All HQs of a Combined Offensive lie within twenty hexes of each other (5.3/distance)."""
    p: AetoPosition = t.p
    chosen = args[-1] if args else ()
    if not chosen:
        return -1
    apart = [t.world.apart(iraq.hex_at(t.world, p.at[i])) for i in chosen]
    apart_by_politics = act.strangers(t, p.power[chosen[0]])
    staffs = {i: iraq.hex_at(t.world, p.at[i]) for i in members(headquarters(t, seat, ()))}
    near = [i for i, node in staffs.items() if all(far.get(node, 99) <= FARTHEST for far in apart)]
    return ~apart_by_politics & from_iter(near)


def affordable_staffs(t: Table, seat: int, args: Args) -> int:
    """Each HQ takes an Offensive, each after the first EPs too; none of them Impromptu (5.3/cost, 5.3/no-impromptu)."""
    p: AetoPosition = t.p
    chosen = list(args[-1]) if args else []
    found = 0
    for i in members(headquarters(t, seat, ())):
        powers = [p.power[j] for j in (*chosen, i)]
        if costs.can_pay_combined(t, powers) if chosen else costs.can_pay(t, powers[0]):
            found |= 1 << i
    return found


def payments(t: Table, seat: int, args: Args) -> int:
    """How an agent can be paid for: Combined Offensives by the track alone (5.3/no-impromptu, 5.5/impromptu)."""
    p: AetoPosition = t.p
    chosen = args[0] if isinstance(args[0], tuple) else (args[0],)
    if len(chosen) > 1:
        return 1
    return costs.ways_to_pay(t, p.power[chosen[0]])


class ByStaff(Verb):
    """``hq AFRIKA``: an HQ Activation; several HQs are a Combined Offensive."""

    name = "hq"
    masks = (Mask("5.4/joint", joint.land_turn),)
    levels = (
        Level(
            "headquarters", PIECES, headquarters,
            (
                Mask("5.0/once-per-month", act.unactivated), Mask("5.1/interval-adjacent", functioning),
                Mask("5.3/distance", near_each_other), Mask("5.3/cost", affordable_staffs),
            ),
        ),
        Level("payment", WORD, None, (Mask("5.5/impromptu", payments),), words=costs.PAYMENT, optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        chosen, how = args
        p: AetoPosition = t.p
        powers = [p.power[i] for i in chosen]
        if len(chosen) > 1:
            costs.pay_combined(t, powers)
        else:
            costs.pay(t, powers[0], how)
        act.begin_offensive(t, act.STAFF, powers[0], chosen, p.at[chosen[0]])


def generals(t: Table, seat: int, args: Args) -> int:
    return of_kind(t, seat, tb.GENERAL)


def payable(t: Table, seat: int, args: Args) -> int:
    """A power pays for its own leaders (P5/offensive-stock, 5.5/no-gift)."""
    rich = [power for power in t.powers_of(seat) if costs.can_pay(t, power)]
    return where(t.p.power, among(*rich)) if rich else 0


class ByGeneral(Verb):
    """``general Rommel``: a General Activation of his hex and those around it."""

    name = "general"
    masks = (Mask("5.4/joint", joint.land_turn),)
    levels = (
        Level(
            "general", PIECE, generals,
            (Mask("5.0/once-per-month", act.unactivated), Mask("P5/offensive-stock", payable)),
        ),
        Level("payment", WORD, None, (Mask("5.5/impromptu", payments),), words=costs.PAYMENT, optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        general, how = args
        power = t.p.power[general]
        costs.pay(t, power, how)
        act.begin_offensive(t, act.GENERAL, power, (general,), t.p.at[general])


def stacks_of(t: Table, seat: int, args: Args) -> int:
    """Hexes where a seat has combat units."""
    p: AetoPosition = t.p
    return from_iter(p.at[i] for i in members(on_map(t, seat)) if zones.combat_unit(p, i)) & int(t.world.land)


def fresh_stacks(t: Table, seat: int, args: Args) -> int:
    """Hexes with a unit that has not been activated (5.0/once-per-month)."""
    p: AetoPosition = t.p
    own = on_map(t, seat) & act.unactivated(t, seat, ())
    return from_iter(p.at[i] for i in members(own) if zones.combat_unit(p, i))


def paid_stacks(t: Table, seat: int, args: Args) -> int:
    """Hexes with a unit of a power that can pay (P5/offensive-stock)."""
    p: AetoPosition = t.p
    own = on_map(t, seat) & payable(t, seat, ()) & act.unactivated(t, seat, ())
    return from_iter(p.at[i] for i in members(own) if zones.combat_unit(p, i))


def payers_in(t: Table, seat: int, args: Args) -> list[tuple[int, int]]:
    """Who could pay to wake a stack, and how: an Offensive of the track, or an Impromptu one (5.5/impromptu)."""
    p: AetoPosition = t.p
    there = {
        p.power[i] for i in p.stack(args[0])
        if zones.combat_unit(p, i) and p.status[i] == FRESH and t.owns(seat, i) and costs.can_pay(t, p.power[i])
    }  # fmt: skip
    return [(power, how) for how in (0, 1) for power in sorted(there) if costs.ways_to_pay(t, power) >> how & 1]


def payer_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(POWERS[power] + ("_impromptu" if how else "") for power, how in payers_in(t, seat, args))


class ByStack(Verb):
    """``stack Mechili``, ``stack Derna italy``: a Stack Activation of one hex."""

    name = "stack"
    masks = (Mask("5.4/joint", joint.land_turn),)
    levels = (
        Level(
            "hex", NODE, stacks_of,
            (Mask("5.0/once-per-month", fresh_stacks), Mask("P5/offensive-stock", paid_stacks)),
        ),
        Level("payer", WORD, None, words=payer_words, optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        node, which = args
        power, how = payers_in(t, seat, args)[which]
        costs.pay(t, power, how)
        act.begin_offensive(t, act.STACK, power, (), node)


def minor_hexes(t: Table, seat: int, args: Args) -> int:
    """Hexes with a unit of a minor nation that is at war (5.0/minor-activation)."""
    p: AetoPosition = t.p
    found = movable_minors(t, seat)
    return from_iter(p.at[i] for i in found) & int(t.world.land)


def movable_minors(t: Table, seat: int) -> list[int]:
    p: AetoPosition = t.p
    own = on_map(t, seat) & act.unactivated(t, seat, ())
    return [i for i in members(own) if zones.combat_unit(p, i) and not w.is_major(p.power[i]) and p.hostile[p.power[i]]]


def with_minor_offensives(t: Table, seat: int, args: Args) -> int:
    """Each minor nation has two Offensives a month (5.0/minor-two)."""
    p: AetoPosition = t.p
    return from_iter(p.at[i] for i in movable_minors(t, seat) if p.minor[p.power[i]] > 0)


def roused_hexes(t: Table, seat: int, args: Args) -> int:
    """Fighting Vichy acts only where it was entered (9.11)."""
    p: AetoPosition = t.p
    return from_iter(p.at[i] for i in movable_minors(t, seat) if vichy.roused(t, p.power[i], p.at[i]))


class ByMinor(Verb):
    """``minor Bucharest``: a Minor Nation Activation of all units at home, or of one stack abroad."""

    name = "minor"
    masks = (Mask("5.4/joint", joint.land_turn),)
    levels = (
        Level("hex", NODE, minor_hexes, (Mask("5.0/minor-two", with_minor_offensives), Mask("9.11", roused_hexes))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        power = next(p.power[i] for i in movable_minors(t, seat) if p.at[i] == args[0] and p.minor[p.power[i]])
        p.minor[power] -= 1
        act.begin_offensive(t, act.MINOR, power, (), args[0])
