"""Airdrops (16.7, an option): German paratroops drop one hex in the Initial Movement Phase."""

from __future__ import annotations

from itertools import combinations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import world as w
from ..politics import borders, control
from ..sea import amphibious, naval, shipping
from ..state import Table
from . import losses, overrun, overrun_targets, stacking
from .zones import zone_against

MOST = 2
"""Paratroop units that may drop onto one hex (R167)."""


def paratroops(t: Table, seat: int, args: Args) -> int:
    """Only paratroops drop, and only the Axis has them (16.71, 16.72)."""
    p = t.p
    return p.army[p.player] & p.paras


def axis_only(t: Table, seat: int, args: Args) -> int:
    """The option, and the Axis player's turn (16.71)."""
    return int(t.options.get("airdrop") == "on" and t.p.player == w.AXIS)


def say_grounded(t: Table, seat: int, args: Args, value: int) -> str:
    on = t.options.get("airdrop") == "on"
    return "Only the Axis can airdrop." if on else "Airdrops are an option, which this game is played without."


def free_of_zones(t: Table, seat: int, args: Args) -> int:
    """A drop does not start in an enemy zone, nor in one that an overrun has lifted in this phase (16.74)."""
    p = t.p
    return ~(p.units_in(zone_against(t, p.player)) | p.zoned)


def one_hex(t: Table, seat: int, args: Args) -> int:
    """One hex away (16.73)."""
    here = 1 << t.p.at[args[0]]
    bits: int = step(here, t.world.board.around)
    return int(bits & t.world.board.land)


def not_blocked(t: Table, seat: int, args: Args) -> int:
    """Not across a blocked hexside (16.7/e)."""
    bits: int = step(1 << t.p.at[args[0]], t.world.board.around - t.world.blocked)
    return bits


def room(t: Table, seat: int, args: Args) -> int:
    """Two units a hex, be it of friends or of paratroops on one enemy (R167)."""
    p = t.p
    power = p.power[args[0]]
    held = control.strangers(t, power)
    full = stacking.full(t, power) & ~held
    over: dict[int, int] = {}
    for piece in members(p.dropped):
        if p.target[piece] >= 0:
            over[p.target[piece]] = over.get(p.target[piece], 0) + 1
    return ~(full | from_iter(node for node, n in over.items() if n >= MOST))


def can_win(t: Table, seat: int, args: Args) -> int:
    """A drop onto an enemy must be able to attack it, with all who are near or can still come (8.72, R166)."""
    from . import combat, supply

    p = t.p
    piece = args[0]
    power = p.power[piece]
    lines = supply.Lines(t)
    ready = combat.ready(t, t.seat_of(power)) & ~(1 << piece)
    targets = combat.aims(t, power, p.nation[piece])
    weak = 0
    for node in members(one_hex(t, seat, args) & control.strangers(t, power)):
        near = step(1 << node, combat.reach_of_attack(t))
        help_ = from_iter(i for i in members(ready) if near >> p.at[i] & 1 or p.target[i] == node)
        lacks = combat.defence_of(t, node, lines, combat.fresh_defenders(t, node))
        lacks -= p.strength[piece] + sum(p.strength[i] for i in members(help_))
        if lacks > 0:
            lacks -= to_come(t, seat, piece, node, help_)
        if lacks > 0 or not targets >> node & 1 or not lines.supplied(piece):
            weak |= 1 << node
    return ~weak


def say_weak(t: Table, seat: int, args: Args, node: int) -> str:
    from . import supply

    if not supply.supplied(t, args[0]):
        return "Paratroops out of supply cannot attack, so they drop onto no enemy."
    return f"With all who can join them the paratroops have fewer points than the defence of {t.node_name(node)}."


def to_come(t: Table, seat: int, piece: int, node: int, counted: int) -> int:
    """The points of the paratroops and the landings that can still be sent against a hex too (R166)."""
    p = t.p
    but = counted | 1 << piece
    drops, points = to_drop(t, seat, node, but, 1)
    open_ = all(mask.allowed(t, seat, ()) for mask in amphibious.Land.masks)
    spare = amphibious.points_left(t, p.player)
    boats = amphibious.comrades(t, seat, but | drops, spare) if open_ else []
    boats = [i for i in boats if amphibious.targets_by(t, i, False) >> node & 1]
    room_ = amphibious.MOST - sum(1 for i in members(p.landing) if p.target[i] == node)
    fleets = (sum(p.strength[i] for i in some) for n in range(room_ + 1) for some in combinations(boats, n))
    return points + max(strength for strength in fleets if strength <= spare)


def to_drop(t: Table, seat: int, node: int, but: int, under_way: int = 0) -> tuple[int, int]:
    """The paratroops that could still drop onto a hex, and the points of as many of them as it takes (R167)."""
    p = t.p
    units = paratroops(t, seat, ()) & ~but if axis_only(t, seat, ()) else 0
    for mask in Drop.boarding if units else ():
        units &= mask.allowed(t, seat, ())
    units &= shipping.standing_in(t, step(1 << node, t.world.board.around - t.world.blocked)) if units else 0
    most = MOST - under_way - sum(1 for i in falling(t) if p.target[i] == node)
    return units, sum(sorted((p.strength[i] for i in members(units)), reverse=True)[: max(0, most)])


class Drop(Verb):
    """``drop ger1para@1312 1211``: instead of moving, a paratroop unit drops one hex away (16.73)."""

    name = "drop"
    masks = (Mask("16.71", axis_only, say_grounded),)
    labels = ("16.76", "4.2/A1a")

    boarding: tuple[Mask, ...] = (
        Mask("16.72", paratroops), Mask("16.74", lambda t, s, a: ~t.p.moved),
        Mask("5.64", lambda t, s, a: ~t.p.marked), Mask("6.51", naval.not_frozen),
        Mask("16.74", free_of_zones),
    )  # fmt: skip
    """Which units may drop."""

    def __init__(self) -> None:
        self.levels = (
            Level("unit", PIECE, naval.units, self.boarding),
            Level("hex", NODE, naval.land, (
                Mask("16.73", one_hex), Mask("16.7/e", not_blocked),
                naval.on_allowed_ground(), Mask("7.0", room), Mask("8.72", can_win, say_weak),
            )),
        )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -bool(paratroops(t, seat, ()))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        p.moved |= 1 << piece
        p.left[piece] = 0
        p.dropped |= 1 << piece
        if control.strangers(t, p.power[piece]) >> node & 1:
            p.target[piece] = node
            t.emit("dropped", "16.73", pieces=(piece,), nodes=(node,))
        else:
            come_down(t, piece, node)


def come_down(t: Table, piece: int, node: int) -> None:
    p = t.p
    p.target[piece] = -1
    p.put(piece, node)
    t.emit("dropped", "16.73", pieces=(piece,), nodes=(node,))
    borders.enter(t, (piece,), node)


def falling(t: Table) -> list[int]:
    """Paratroops over an enemy hex."""
    p = t.p
    return [i for i in members(p.dropped) if p.target[i] >= 0]


@control.on_battle_end
def drop_over(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...], loss: int) -> None:
    """Paratroops take the hex when its defenders are gone, and are eliminated when they are not (16.75)."""
    p = t.p
    for piece in falling(t):
        if piece in attackers and p.at[piece] != p.lost:
            settle(t, piece)


def settle(t: Table, piece: int) -> None:
    """Paratroops come down where the enemy is gone, or stay if friends fill his hex (R199); else they are lost."""
    p = t.p
    node = p.target[piece]
    p.target[piece] = -1
    if not control.strangers(t, p.power[piece]) >> node & 1:
        if stacking.room(t, p.power[piece], node) > 0:
            come_down(t, piece, node)
    else:
        losses.destroy(t, piece, "drop")


@control.on_phase_end
def never_attacked(t: Table, power: int, phase: int) -> None:
    """A drop onto an enemy that was not fought out is lost, unless others have driven him off (6.0/a, R166, R199)."""
    if phase == 2:
        for piece in falling(t):
            settle(t, piece)


# A drop that overruns


def may_drop(t: Table, seat: int) -> int:
    """The paratroops that may drop now."""
    units = paratroops(t, seat, ())
    for mask in Drop.boarding if units else ():
        units &= mask.allowed(t, seat, ())
    return units


def two_at_most(t: Table, seat: int, args: Args) -> int:
    """A drop overruns a hex with as many units as may stand in it (16.77)."""
    return 0 if args and len(args[0]) >= MOST else -1


def below(t: Table, pieces: tuple[int, ...]) -> int:
    """The hexes that paratroops can all drop onto."""
    bits = -1
    for piece in pieces:
        bits &= step(1 << t.p.at[piece], t.world.board.around - t.world.blocked)
    return bits & int(t.world.board.land)


def overrun_below(t: Table, pieces: tuple[int, ...]) -> int:
    """The hexes that paratroops overrun by dropping onto them (R168): all of 8.4 but the way there."""
    near = overrun_targets.weak(t, t.p.power[pieces[0]], below(t, pieces))
    return from_iter(node for node in members(near) if overrun.fits(t, pieces, node))


def can_overrun_below(t: Table, seat: int, args: Args) -> int:
    """Paratroops that overrun something by dropping onto it, with those chosen or with one that comes down too."""
    chosen, able = args[0] if args else (), may_drop(t, seat)
    bits = 0
    for piece in members(able & ~from_iter(chosen)):
        mates = [mate for mate in members(able) if mate > piece and not chosen]
        groups = [(*chosen, piece), *((piece, mate) for mate in mates)]
        bits |= int(any(overrun_below(t, group) for group in groups)) << piece
    return bits


def say_too_weak(t: Table, seat: int, args: Args, piece: int) -> str:
    return "No hex that this unit can drop onto is so weak that the worst die would clear it."


class DropOverrun(Verb):
    """``drop_overrun ger3para@1112 1012``: one or two paratroop units drop onto a hex and overrun it (16.77, R168)."""

    name = "drop_overrun"
    masks = (Mask("16.71", axis_only, say_grounded),)

    def __init__(self) -> None:
        self.levels = (
            Level("units", PIECES, naval.units, (
                Mask("16.77", two_at_most), *Drop.boarding, overrun.may_overrun_at_all(),
                Mask("8.43", can_overrun_below, say_too_weak),
            ), closes=(Mask("8.43", lambda t, s, a: int(bool(a and a[0] and overrun_below(t, a[0])))),)),
            Level("hex", NODE, naval.land, (
                Mask("16.73", lambda t, s, a: below(t, a[0])), Mask("16.51", overrun.no_partisans),
                Mask("8.43", lambda t, s, a: overrun_below(t, a[0]), overrun.say_strength),
            )),
        )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -bool(paratroops(t, seat, ()))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p = t.p
        for piece in args[0]:
            p.moved |= 1 << piece
            p.left[piece] = 0
            p.dropped |= 1 << piece
        overrun.name_overruns(t, (args,))


PHASE_1 = (Drop(), DropOverrun())
