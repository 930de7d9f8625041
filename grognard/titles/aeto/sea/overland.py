"""Attacks over land that are joined to an assault (5.16): they may save it from the penalty of the beaches."""

from __future__ import annotations

from grognard.engine.core.frames import Frame

from .. import combat, modifiers, pieces, supply
from ..combat import Battle
from ..position import AetoPosition, Table


def units(t: Table, f: Frame) -> tuple[int, ...]:
    """The units that attack over land, those that are left."""
    p: AetoPosition = t.p
    return tuple(i for i in f.get("overland", ()) if p.steps[i])


def strength(t: Table, f: Frame) -> int:
    """What they bring; across a river they count half, also for their share in the attack (5.16/amphib-river)."""
    dry = sum(pieces.strength_of(t, i) for i in units(t, f) if not combat.over_water(t, i, f["target"]))
    wet = sum(pieces.strength_of(t, i) for i in units(t, f) if combat.over_water(t, i, f["target"]))
    return dry + combat.halved_down(wet)


def lifts_penalty(t: Table, f: Frame, landed: int) -> bool:
    """The penalty of an assault is lifted if half of the strength or more comes over land (5.16/amphib-cancel)."""
    ours = strength(t, f)
    return ours > 0 and ours >= landed


def hunger(t: Table, f: Frame) -> int:
    """-2 if any of them is out of supply (5.16/oos-attack)."""
    men = units(t, f)
    return modifiers.hungry_attack(t, Battle(f["target"], men, f.power)) if men else 0


def feed(t: Table, f: Frame) -> None:
    """They draw their supply (7.7/attacking)."""
    for i in units(t, f):
        supply.feed_attacker(t, i)
