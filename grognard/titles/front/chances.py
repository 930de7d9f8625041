"""The odds of a round of battle for the table: by the title's own combat code while that is quick, else by its fire."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.offers import Decision
from grognard.engine.core.rules import Refused
from grognard.engine.core.table import verb_of

from . import air, control, movement
from . import odds as exact
from .defense import hits_per_step
from .fire import rating
from .state import Table
from .world import COMMANDERS

QUICK = 9
"""So many dice are played out exactly; more are thrown together side by side."""
ENGAGING = ("move", "invade", "drop")
UNDER_FIRE = frozenset(("volley", "losses", "repulse"))
MOVING = frozenset(("movement", "retreats", "withdrawal", "mobilization"))
"""Steps in which new battles are still to be fixed."""
COMBAT = UNDER_FIRE | {"airstrikes", "active_battles", "reveal", "battles", "round"}
"""Steps in which support is fixed already (7.4)."""


def round_odds(t: Table, seat: int, order: str) -> dict[str, Any] | None:
    """The chance of each number of steps that each side loses in the next round at the place that an order names."""
    words = order.split()
    node = t.title.find_node(t, words[-1].split(">")[-1]) if words else -1
    if node < 0:
        return None
    if words[0] in ENGAGING:
        t = _after(t, seat, order)
    if not control.battles(t) >> node & 1:
        return None
    steps = {f.step for f in t.agenda}
    if not steps & COMBAT:
        t = _in_combat(t, bool(steps & MOVING))
    fought = bool(steps & UNDER_FIRE)
    dice = sum(t.p.cv[i] for i in t.p.stack(node) if t.world.units[i].kind not in COMMANDERS)
    return {"losses": _by_fire(t, node) if fought or dice > QUICK else _played(t, node)}


def _in_combat(t: Table, moved: bool) -> Table:
    """A twin on which the combat phase has begun: after a movement phase it is known who assaults (7.12, 7.5)."""
    twin = t.copy()
    if moved:
        movement.fix_battles(twin)
    air.begin_combat(twin)
    return twin


def _after(t: Table, seat: int, order: str) -> Table:
    """A twin of the table on which a move or a landing has been made."""
    if not t.agenda:
        return t
    try:
        parsed = Decision(t, t.frame, t.step, seat).parse(order)
    except Refused:
        return t
    twin = t.copy()
    twin.seat = seat
    verb_of(twin, parsed.verb).apply(twin, seat, parsed.args)
    return twin


def _played(t: Table, node: int) -> dict[str, list[float]]:
    """Exactly, with the first of everyone's choices."""
    p = t.p
    units = p.stack(node)
    sums: list[dict[int, float]] = [{} for _ in t.world.powers]
    for result, chance in exact.odds(t, node).items():
        lost = [0] * len(sums)
        for piece, (_, left) in zip(units, result, strict=True):
            lost[p.power[piece]] += p.cv[piece] - max(0, left)
        for power, steps in enumerate(lost):
            sums[power][steps] = sums[power].get(steps, 0.0) + float(chance)
    return {
        name: [sums[power].get(steps, 0.0) for steps in range(max(sums[power], default=0) + 1)]
        for power, name in enumerate(t.world.powers)
    }


def _by_fire(t: Table, node: int) -> dict[str, list[float]]:
    """By the dice of those who have not fired, each side for itself, hits turned into steps by the ground."""
    p = t.p
    found = {}
    for power, name in enumerate(t.world.powers):
        hits = [1.0]
        for piece in p.stack(node):
            if p.power[piece] != power and t.world.units[piece].kind not in COMMANDERS and not p.fired[piece]:
                need = rating(t, piece, node, passive(t, piece))
                for _ in range(p.cv[piece]):
                    hits = _one_more(hits, max(0, 7 - need) / 6)
        own = [i for i in p.stack(node) if p.power[i] == power]
        per = max((toughness(t, i, node) for i in own), default=1)
        steps = [0.0] * (len(hits) // per + 1)
        for count, chance in enumerate(hits):
            steps[count // per] += chance
        found[name] = steps
    return found


def toughness(t: Table, piece: int, node: int) -> int:
    """How many hits cost a block a step (7.33, 7.34, 7.4)."""
    return hits_per_step(t, piece, node, passive=passive(t, piece), supported=bool(t.p.supported >> node & 1))


def passive(t: Table, piece: int) -> bool:
    """The passive side has the ground for it, whoever began the battle (7.23)."""
    return bool(t.p.hostile[t.p.active] >> t.p.power[piece] & 1)


def _one_more(chances: list[float], hit: float) -> list[float]:
    out = [0.0] * (len(chances) + 1)
    for hits, chance in enumerate(chances):
        out[hits] += chance * (1 - hit)
        out[hits + 1] += chance * hit
    return out
