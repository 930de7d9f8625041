"""Vichy France (14.1): its declaration, its territories, and the one swing that an invasion brings."""

from __future__ import annotations

from grognard.board.area import flood
from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import world as w
from ..land import losses
from ..land.zones import zone
from ..state import NO_VICHY, VICHY_NEUTRAL, VICHY_SWUNG, Table
from ..title import POWERS
from . import control
from .russia import special

TERRITORIES = ("french_morocco", "algeria", "tunisia", "lebanon")
ASKING = ("movement", "mechanized", "naval", "battle", "overrunning")
"""Steps in which the Allied player can be asked; at the end of a Game-Turn he cannot (R202)."""


# Declaration


def french_points(t: Table) -> int:
    """French strength points on the map, partisans apart (14.11)."""
    p = t.p
    return sum(p.strength[i] for i in members(p.corps[w.FRANCE] & ~p.fixed))


def free_groups(t: Table) -> list[int]:
    """Connected groups of at least four hexes of France without Axis units or zones (14.11, R155)."""
    p = t.p
    land = t.world.by_id["france"].hexes & ~(1 << corsica(t))
    free = land & ~p.occupied[w.AXIS] & ~zone(t, w.AXIS)
    least = t.world.constant("vichy_free_hexes")
    found = []
    while free:
        group = flood(1 << first(free), t.world.walk.inside(free))
        free &= ~group
        if group.bit_count() >= least:
            found.append(group)
    return found


def corsica(t: Table) -> int:
    node: int = t.world.node("1017")
    return node


def may_declare(t: Table) -> int:
    """The hexes that could be Unoccupied France now (14.11)."""
    if t.p.vichy != NO_VICHY or not special(t, "14.1") or not t.p.france_attacked_on:
        return 0
    if french_points(t) > t.world.constant("vichy_french_points"):
        return 0
    return from_iter(node for group in free_groups(t) for node in members(group))


def say_taken(t: Table, node: int) -> str:
    least = t.world.constant("vichy_free_hexes")
    return f"{t.node_name(node)} is in no group of {least} hexes of France without Axis units and zones."


class DeclareVichy(Verb):
    """``declare_vichy 0916``: the free group that holds this hex is Unoccupied France (14.11)."""

    name = "declare_vichy"
    levels = (Level("hex", NODE, lambda t, s, a: t.world.by_id["france"].hexes, (
        Mask("14.11", lambda t, s, a: may_declare(t), lambda t, s, a, n: say_taken(t, n)),
    )),)  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group = next(g for g in free_groups(t) if g >> args[0] & 1)
        declare(t, group)
        t.pop()


def declare(t: Table, unoccupied: int) -> None:
    """France leaves the war: units elsewhere are interned, those in Vichy territory halved (14.12, 14.13)."""
    p = t.p
    ground = unoccupied | 1 << corsica(t) & ~p.occupied[w.AXIS]
    for name in TERRITORIES:
        ground |= t.world.by_id[name].hexes
    p.vichy, p.vichy_ground = VICHY_NEUTRAL, ground
    p.sealed |= ground
    control.forsake(t, ground, *control.SIDES)
    countries = from_iter(t.world.by_id[name].index for name in ("france", *TERRITORIES))
    p.allied_countries &= ~countries
    p.allied_passed &= ~countries
    for piece in members(p.corps[w.FRANCE] & ~p.fixed):
        if not ground >> p.at[piece] & 1:
            p.dismiss(piece)
            continue
        p.change(piece, nation=w.VICHY_FRANCE, power=w.VICHY)
    halve(t)
    for key in [k for k in p.due if k.startswith("france/")]:
        del p.due[key]
    p.notes[control.GRACE] = p.turn + 1
    t.emit("vichy", "14.11", nodes=members(unoccupied))


def halve(t: Table) -> None:
    """In each hex half of the points stays, the larger half of an odd number (14.13, R157)."""
    p = t.p
    for node in sorted({p.at[i] for i in members(p.army[w.VICHY])}):
        units = [i for i in p.stacks[node] if p.power[i] == w.VICHY]
        loss = sum(p.strength[i] for i in units) // 2
        for piece in reversed(units):
            cut = min(loss, p.strength[piece])
            loss -= cut
            p.resize(piece, -cut)
            p.book(w.VICHY_FRANCE, -cut)
            if not p.strength[piece]:
                p.remove(piece)


class Declaration(Step):
    """The end of a Game-Turn: the Axis may declare a Vichy government (14.11)."""

    name = "Vichy"
    rule = "14.11"
    verbs = (DeclareVichy(), Pass())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if may_declare(t) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "France is beaten: declare a Vichy government by a hex of Unoccupied France, or pass."


# The swing


@control.on_entry(*range(len(POWERS)))
def entered(t: Table, piece: int, node: int) -> None:
    """Movement across a Vichy border is invasion (14.16); those who were there may walk out first (R156)."""
    p = t.p
    if p.vichy != VICHY_NEUTRAL or not p.vichy_ground >> node & 1:
        return
    by_land = not (p.shipped | p.dropped) >> piece & 1
    leaving = by_land and p.vichy_ground >> p.at[piece] & 1 and control.vichy_grace(t)
    if not leaving:
        swing(t, [piece], node)


@control.on_attack
def attacked(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """An attack across a Vichy border is invasion too (14.16)."""
    p = t.p
    if p.vichy == VICHY_NEUTRAL and any(p.vichy_ground >> n & 1 for n in nodes):
        lead = next((i for i in attackers if p.nation[i] == w.USA), attackers[0])
        swing(t, list(attackers), p.target[lead] if p.landing >> lead & 1 else p.at[lead])


@control.on_turn_end
def overstayed(t: Table) -> None:
    """Foreign units that are still in Vichy territory after their grace have invaded it (R156)."""
    p = t.p
    if p.vichy != VICHY_NEUTRAL or p.turn < p.notes.get(control.GRACE, 0):
        return
    for power in (w.AXIS, w.ALLIED):
        staying = [piece for piece in members(p.army[power]) if p.vichy_ground >> p.at[piece] & 1]
        if staying:
            swing(t, staying, p.at[staying[0]])


def swing(t: Table, invaders: list[int], node: int) -> None:
    """Vichy takes sides once (14.15/a): against the Axis, against the British, for the U.S. in part."""
    p = t.p
    if p.vichy_swung:
        return
    nations = {p.nation[i] for i in invaders}
    if any(p.power[i] == w.AXIS for i in invaders):
        join_allies(t)
    elif w.BRITAIN in nations:
        join_axis(t)
    elif w.USA in nations:
        join_americans(t, node)


@rule("14.14")
def join_allies(t: Table) -> None:
    """Invaded by the Axis, Vichy units become Free French (14.14)."""
    open_territory(t, w.ALLIED, "14.14")
    for piece in members(t.p.army[w.VICHY]):
        free_french(t, piece)


@rule("14.15")
def join_axis(t: Table) -> None:
    """Invaded by the British, Vichy units join the Axis (14.15)."""
    p = t.p
    open_territory(t, w.AXIS, "14.15")
    for piece in members(p.army[w.VICHY]):
        if not shut_in(t, piece, w.AXIS):
            p.change(piece, power=w.AXIS)
            control.take(t, w.AXIS, p.at[piece])


@rule("14.14/a")
def join_americans(t: Table, node: int) -> None:
    """Invaded by the U.S., one Vichy unit goes over and the others leave (14.14/a)."""
    open_territory(t, w.ALLIED, "14.14/a")
    rally(t, node)


def open_territory(t: Table, side: int, number: str) -> None:
    """Vichy land is neutral no more: it is the side's that its units join, save where others stand or passed last."""
    p = t.p
    ground, p.vichy_ground = p.vichy_ground, 0
    p.vichy, p.vichy_swung = VICHY_SWUNG, 1
    p.notes[control.UNOCCUPIED] = ground & t.world.by_id["france"].hexes
    p.sealed &= ~ground
    others = [other for other in control.SIDES if other != side]
    for other in others:
        ground &= ~(p.occupied[other] | p.grounds[other])
    control.forsake(t, ground, *others)
    for held in (p.grounds, p.friendly_hexes):
        held[side] |= ground
    part = control.unoccupied_bit(t)
    invaded = any(p.passed[other] & part for other in others if control.at_war(t, side, other))
    for one in control.SIDES:
        lands = p.friendly_countries[one] & ~part
        p.friendly_countries[one] = lands | part if one == side and not invaded else lands
    t.emit("vichy_swings", number, side=t.title.meta.powers[side])


def shut_in(t: Table, piece: int, side: int) -> bool:
    """A Vichy unit that stands with enemies of the side it would join leaves the map (R229)."""
    p = t.p
    coming = p.dropped | p.landing
    if not any(p.hostile[side] >> p.power[i] & 1 and not coming >> i & 1 for i in p.stacks[p.at[piece]]):
        return False
    p.dismiss(piece)
    return True


def free_french(t: Table, piece: int) -> None:
    """A Vichy unit becomes Free French, mechanized from 1943 (14.14, 5.33/e, R099)."""
    if shut_in(t, piece, w.ALLIED):
        return
    late = t.p.turn >= t.world.turn_index["1/1943"]
    t.p.change(piece, kind=w.MECHANIZED if late else None, nation=w.FREE_FRENCH, power=w.ALLIED)
    control.take(t, w.ALLIED, t.p.at[piece])


def rally(t: Table, node: int) -> None:
    """The Vichy unit nearest to the first U.S. unit goes over, all others leave the map (14.14/a, R160)."""
    p = t.p
    units = members(p.army[w.VICHY])
    if not units:
        return
    distance = t.world.board.grid.distance
    least = min(distance(node, p.at[i]) for i in units)
    near = tuple(i for i in units if distance(node, p.at[i]) == least)
    if len(near) > 1 and t.frame.step in ASKING:
        t.ask("rally", t.seat_of(w.ALLIED), w.ALLIED, near=near)
    else:
        rallied(t, max(near, key=lambda i: p.strength[i]))


def rallied(t: Table, piece: int) -> None:
    free_french(t, piece)
    for other in members(t.p.army[w.VICHY]):
        t.p.dismiss(other)


class Rally(Verb):
    """``rally vic1inf@0721``: of Vichy units equally near, the Allied player picks the one that goes over (14.14/a)."""

    name = "rally"
    levels = (Level("unit", PIECE, lambda t, s, a: from_iter(t.frame["near"])),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()
        rallied(t, args[0])


class Rallying(Step):
    """Which of the nearest Vichy units goes over to the Allies (14.14/a)."""

    name = "rally"
    rule = "14.14/a"
    kind = "question"
    verbs = (Rally(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "These Vichy units are equally near: choose the one that becomes Free French."


# The overwhelming attack


@control.settles
def overwhelmed(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> bool:
    """Twice the printed points of a Vichy hex removes it without a die; rough does not count (14.17, R161)."""
    p = t.p
    defenders = [i for node in nodes for i in p.stacks.get(node, ())]
    if not defenders or any(p.nation[i] != w.VICHY_FRANCE for i in defenders):
        return False
    twice = t.world.constant("vichy_overwhelming") * sum(p.strength[i] for i in defenders)
    if sum(p.strength[i] for i in attackers) < twice:
        return False
    losses.destroy_all(t, defenders, "overwhelmed")
    return True


STEPS: dict[str, Step] = {"vichy": Declaration(), "rally": Rallying()}
