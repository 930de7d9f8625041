"""Paratroops (14): drops under a Paradrop HQ, dispersal, linkup, grounding."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, rule

from . import blocks, control, ground, nations
from .air import within_air_range
from .command import is_ready
from .invasion import phase_bit
from .state import (
    BLITZ_PARADROP,
    BY_AIR,
    BY_AIR_DISPERSED,
    MOVED,
    PARADROP,
    STOOD,
    UNMOVED,
    Table,
    month_number,
)
from .world import PARA, World

DROPPING = frozenset((PARADROP, BLITZ_PARADROP))


def paradrop_hqs(t: Table, seat: int, args: Args) -> int:
    """The active power's Paradrop HQs."""
    return blocks.in_role(t, t.p.active, DROPPING)


def one_drop(t: Table, seat: int, args: Args) -> int:
    """One drop a phase, the second only under a Blitzing HQ (14.2, 14.2/a)."""
    p, bit = t.p, phase_bit(t)
    return from_iter(
        i for i in members(paradrop_hqs(t, seat, args))
        if not p.carried[i] & bit and (not p.blitz or p.role[i] == BLITZ_PARADROP)
    )  # fmt: skip


def beside(t: Table, seat: int, args: Args) -> int:
    """The units in the HQ's hex."""
    hq = args[0]
    return from_iter(i for i in t.p.stack(t.p.at[hq]) if i != hq and t.p.power[i] == t.p.active)


def paras(t: Table, seat: int, args: Args) -> int:
    """Only paratroops drop (14.1)."""
    return from_iter(i for i in members(beside(t, seat, args)) if is_ready(t, i))


def not_grounded(t: Table, seat: int, args: Args) -> int:
    """Grounded paras stay on the ground (14.7)."""
    return ~from_iter(i for i in members(beside(t, seat, args)) if t.title.grounded(t, i))


def unmoved(t: Table, seat: int, args: Args) -> int:
    """The drop is the para's move of the phase, from the hex it stood in (14.2)."""
    p = t.p
    return from_iter(i for i in members(beside(t, seat, args)) if p.moved[i] == UNMOVED and p.entry[i] == STOOD)


def land(t: Table, seat: int, args: Args) -> int:
    where: int = t.world.land
    return where


def in_air_range(t: Table, seat: int, args: Args) -> int:
    """The hex lies within the HQ's air range (14.3), and not where the title bars drops."""
    return within_air_range(t, args[0]) & ~t.title.undroppable(t)


def no_mountain(t: Table, seat: int, args: Args) -> int:
    """No one drops on mountains (14.3, 1.35/a)."""
    return ~int(t.world.mountain)


def elsewhere(t: Table, seat: int, args: Args) -> int:
    """A para jumps into another hex (14.3)."""
    return ~(1 << int(t.p.at[args[1]]))


def roomy(t: Table, seat: int, args: Args) -> int:
    """Stacking must hold at the end of the phase (6.21)."""
    return ground.room_for(t, args[1], in_air_range(t, seat, args) & int(t.world.land))


class Drop(Verb):
    """``drop AF Br2para Catania``: a para jumps within the air range of its HQ."""

    name = "drop"
    labels = ("14.4", "14.6")
    levels = (
        Level("HQ", PIECE, blocks.mine, (Mask("14.2", paradrop_hqs), Mask("14.2", one_drop))),
        Level(
            "unit", PIECE, blocks.mine,
            (
                Mask("14.2", beside), Mask("16.4/d", nations.led), Mask("14.1", paras), Mask("14.7", not_grounded),
                Mask("14.2", unmoved),
            ),
        ),
        Level(
            "hex", NODE, land,
            (
                Mask("14.3", no_mountain), Mask("14.3", in_air_range), Mask("14.3", elsewhere),
                *ground.may_stand(1), Mask("6.21", roomy),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        hq, piece, node = args
        p = t.p
        p.carried[hq] |= phase_bit(t)
        here = p.at[piece]
        t.place(piece, node)
        p.moved[piece], p.entry[piece], p.came[piece] = MOVED, BY_AIR, here
        disperse(t, piece)
        t.reveal("14.3", (piece,), columns=(), name=False, facts={"para": 1})
        t.emit("dropped", "14.3", pieces=(piece,), nodes=(here, node))


@rule("14.6")
def disperse(t: Table, piece: int) -> None:
    """A dropped para is dispersed until its own Supply Phase (14.6)."""
    t.p.dispersed[piece] = BY_AIR_DISPERSED


def can_drop(t: Table, hq: int) -> bool:
    """Has an HQ a para that it can still send somewhere in this phase?"""
    if not one_drop(t, -1, ()) >> hq & 1:
        return False
    for piece in members(paras(t, -1, (hq,)) & not_grounded(t, -1, (hq,)) & unmoved(t, -1, (hq,))):
        args = (hq, piece)
        if roomy(t, -1, args) & no_mountain(t, -1, args) & elsewhere(t, -1, args) & ground.open_to(t, piece):
            return True
    return False


def drops_owed(t: Table, seat: int) -> list[Owed]:
    """A Blitzing Paradrop HQ must drop in both phases (14.2/a)."""
    return [
        Owed("14.2/a", f"{t.title.piece_name(t, hq)} must still drop a para.", t.p.at[hq], hq)
        for hq in members(paradrop_hqs(t, seat, ()))
        if t.p.role[hq] == BLITZ_PARADROP and can_drop(t, hq)
    ]


DROPS = Debt("14.2/a", drops_owed)


def dropped(t: Table, power: int) -> list[int]:
    """A power's paras that are still dispersed."""
    scattered = blocks.nonzero(t.p.dispersed) & blocks.of(t, power)
    return [i for i in members(scattered) if t.p.dispersed[i] == BY_AIR_DISPERSED]


def links_up(t: Table, piece: int) -> bool:
    """In a friendly hex, beside a friendly one without a battle, or in a battle with friends that walked (14.6/a)."""
    p = t.p
    power, node = p.power[piece], p.at[piece]
    friendly, engaged = control.friendly(p, power), control.battles(t)
    if friendly >> node & 1:
        return True
    if t.world.beside[node] & friendly & ~engaged:
        return True
    company = blocks.of_side(t, node, power)
    return bool(engaged >> node & 1) and any(p.dispersed[i] != BY_AIR_DISPERSED for i in company)


def linkup(t: Table) -> None:
    """The active player's dropped paras recover or are eliminated (14.6/b)."""
    p = t.p
    landed = t.lineup(dropped(t, p.active))
    linked = [i for i in landed if links_up(t, i)]
    for piece in landed:
        if piece in linked:
            p.dispersed[piece] = 0
        else:
            perish(t, piece)
    if linked:
        t.emit("linked_up", "14.6/a", pieces=tuple(linked))


@rule("14.6/b")
def perish(t: Table, piece: int) -> None:
    """Without linkup a para is eliminated, port or supply or not (14.6/b)."""
    blocks.eliminate(t, piece, "14.6/b", seen=False)


def grounding_nation(w: World) -> str:
    """Whose paras can be grounded (14.7)."""
    return str(w.extra.get("grounds", "germany"))


@cache
def groundable(w: World) -> tuple[int, ...]:
    """The paras that can be grounded (14.7)."""
    nation = grounding_nation(w)
    return tuple(i for i, unit in enumerate(w.units) if unit.kind == PARA and unit.nation == nation)


def grounded(t: Table, piece: int) -> bool:
    """Grounded paras drop no more (14.7)."""
    return bool(t.world.units[piece].nation == grounding_nation(t.world)) and are_grounded(t)


def are_grounded(t: Table) -> bool:
    """The nation's paras are grounded by choice (14.7), or under enemy air supremacy (13.22/b)."""
    if t.p.politics.get("grounded"):
        return True
    return t.p.month in _grounding_months(t.world)


@cache
def _grounding_months(w: World) -> frozenset[int]:
    return frozenset(month_number(row["month"]) for row in w.charts["airpower"] if row["german_paras_grounded"] == "1")
