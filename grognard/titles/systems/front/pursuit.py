"""Pursuit Fire (6.42) on the last unit that leaves a battle."""

from __future__ import annotations

from collections.abc import Mapping

from . import blocks
from .aftermath import end_battles
from .defense import hits_per_step
from .fog import PACES, SILENCES, going, pace
from .state import Table
from .world import COMMANDERS, FORT

FASTER, EQUAL = 5, 6


def firepower(t: Table, pursuer: int, rearguard_speed: int) -> int:
    """The lowest number that hits: DF for a faster pursuer, SF for one as fast, none for a slower one (6.42,
    6.52/a)."""
    own = pace(t, pursuer, going(t, t.p.at[pursuer]))
    if own > rearguard_speed:
        return FASTER
    return EQUAL if own == rearguard_speed else 7


def pursuers(t: Table, node: int, power: int) -> list[int]:
    """The enemy units that can fire: no HQs, forts or units at zero."""
    p, w = t.p, t.world
    return [
        i for i in blocks.enemies_at(t, node, power)
        if w.units[i].kind not in COMMANDERS and w.units[i].kind != FORT and p.cv[i] > 0
    ]  # fmt: skip


def shown_pace(t: Table, pursuer: int, rearguard_speed: int) -> dict[str, int]:
    """What the fire of a pursuer tells: it is no HQ or fort, and as fast as the rearguard, or faster (6.42)."""
    here = going(t, t.p.at[pursuer])
    own = pace(t, pursuer, here)
    units = enumerate(t.world.units)
    alike = {pace(t, i, here) for i, unit in units if unit.power == t.p.power[pursuer]}
    sure = own == rearguard_speed or not any(rearguard_speed < speed != own for speed in alike)
    return {"pursues": 1, PACES[here]: own} if sure else {"pursues": 1}


def pursuit(t: Table, piece: int, by_sea: int = 0, told: Mapping[str, int] | None = None) -> None:
    """Every enemy unit of the battle fires at the rearguard, which stands as a passive unit (6.42, 6.42/a).

    The enemy is ``told`` its speed in this weather and on this ground, unless it leaves ``by_sea`` at a speed that
    tells something else.
    """
    p = t.p
    node = p.at[piece]
    if t.title.immune(t, piece):
        return
    here = going(t, node)
    own = by_sea or pace(t, piece, here)
    t.reveal("6.42", (piece,), columns=(), name=False, facts=told or {PACES[here]: own})
    hits = chase(t, node, p.power[piece], own)
    per = hits_per_step(t, piece, node, passive=True, supported=True)
    losses = hits // per
    for _ in range(losses):
        if p.at[piece] == node:
            blocks.lose_step(t, piece, "6.42/b", seen=False)
    if losses:
        t.emit("pursuit_losses", "6.42/a", pieces=(piece,), nodes=(node,), steps=losses)
    if p.at[piece] != node:
        end_battles(t)


def chase(t: Table, node: int, power: int, own: int) -> int:
    """The enemies of a rearguard of some speed fire, or are seen to let it go (6.42): their hits."""
    p = t.p
    hits, able = 0, pursuers(t, node, power)
    for enemy in t.lineup(blocks.enemies_at(t, node, power)):
        need = firepower(t, enemy, own)
        if need > 6 or enemy not in able:
            t.reveal("6.42", (enemy,), columns=(), name=False, facts={SILENCES[going(t, node)]: own})
            continue
        faces = t.rolls("pursuit", p.cv[enemy])
        hits += sum(face >= need for face in faces)
        t.reveal("6.42", (enemy,), columns=("cv",), name=False, facts=shown_pace(t, enemy, own))
        t.emit("pursued", "6.42", pieces=(enemy,), nodes=(node,), dice=faces, needs=need)
    return hits
