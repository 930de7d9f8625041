"""The odds of a battle for the table, all by the title's own combat code.

A round is weighed exactly (odds.py); one with too many ways, and one whose blocks are only guessed, is played with dice
a number of times. A battle to its end is always played: round upon round, the active side attacking in each, until one
side is gone or the attacker breaks off.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from grognard.engine.core.dice import Dice
from grognard.engine.core.offers import Decision
from grognard.engine.core.rules import Refused
from grognard.engine.core.table import verb_of

from . import air, blocks, control, movement
from . import odds as exact
from .defense import hits_per_step
from .fire import rating
from .state import Table
from .world import COMMANDERS

PLAYS = 400
"""So often a round is played that has too many ways to be weighed."""
BATTLES = 200
"""So often a battle is played to its end."""
ROUNDS = 6
"""A battle is played through so many rounds at most."""
ENGAGING = ("move", "invade", "drop")
UNDER_FIRE = frozenset(("volley", "losses", "repulse"))
MOVING = frozenset(("movement", "retreats", "withdrawal", "mobilization"))
"""Steps in which new battles are still to be fixed."""
COMBAT = UNDER_FIRE | {"airstrikes", "active_battles", "reveal", "battles", "round"}
"""Steps in which support is fixed already (7.4)."""


def round_odds(t: Table, seat: int, order: str) -> dict[str, Any] | None:
    """The chance of each number of steps that each side loses in the next round at the place that an order names, and
    how the battle would end."""
    battle = battle_of(t, seat, order)
    if battle is None:
        return None
    t, node = battle
    rng = Random(f"{node} {t.p.month} {units_of(t, node)}")
    try:
        found = {"losses": _weighed(t, node), "exact": True}
    except exact.TooMany:
        found = {"losses": _played(t, node, rng, PLAYS), "plays": PLAYS}
    return {**found, "units": units_of(t, node), "battle": to_the_end(t, node, rng, BATTLES)}


def rolled_odds(t: Table, seat: int, order: str, rng: Random, plays: int) -> dict[str, Any] | None:
    """The same by dice alone, for one of many guesses of what is hidden."""
    battle = battle_of(t, seat, order)
    if battle is None:
        return None
    t, node = battle
    return {
        "losses": _played(t, node, rng, plays), "units": units_of(t, node), "battle": to_the_end(t, node, rng, plays),
    }  # fmt: skip


def battle_of(t: Table, seat: int, order: str) -> tuple[Table, int] | None:
    """The battle that an order is about, on a table on which it can be fought at once."""
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
    return t, node


def units_of(t: Table, node: int) -> list[dict[str, Any]]:
    """Who fights, with what each throws and on which number it hits, and what it takes to cost it a step."""
    found = []
    for piece in t.p.stack(node):
        if t.world.units[piece].kind not in COMMANDERS:
            need = rating(t, piece, node, passive(t, piece))
            found.append({
                "name": t.title.piece_name(t, piece), "side": t.world.powers[t.p.power[piece]],
                "dice": t.p.cv[piece], "hits_on": need, "per_step": toughness(t, piece, node),
            })  # fmt: skip
    return found


def _in_combat(t: Table, moved: bool) -> Table:
    """A twin on which the combat phase has begun: after a movement phase it is known who assaults."""
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


def _weighed(t: Table, node: int) -> dict[str, list[float]]:
    """The steps that each side loses in a round, exactly."""
    units = t.p.stack(node)
    return _losses(t, units, [([left for _, left in result], float(x)) for result, x in exact.odds(t, node).items()])


def _played(t: Table, node: int, rng: Random, plays: int) -> dict[str, list[float]]:
    """The same, from a round played so many times."""
    units = t.p.stack(node)
    results = []
    for _ in range(plays):
        twin = t.copy()
        exact.play_round(twin, node, Dice(rng.randbytes(32)))
        results.append(([exact.left(twin, i) for i in units], 1 / plays))
    return _losses(t, units, results)


def _losses(t: Table, units: Sequence[int], results: Sequence[tuple[Sequence[int], float]]) -> dict[str, list[float]]:
    """The chance of each number of steps lost by a side that fights."""
    p = t.p
    sides = sorted({p.power[i] for i in units})
    steps = {power: sum(p.cv[i] for i in units if p.power[i] == power) for power in sides}
    sums = {power: [0.0] * (steps[power] + 1) for power in sides}
    for lefts, chance in results:
        lost = dict.fromkeys(sides, 0)
        for piece, left in zip(units, lefts, strict=True):
            lost[p.power[piece]] += p.cv[piece] - max(0, left)
        for power in sides:
            sums[power][lost[power]] += chance
    return {t.world.powers[power]: _without_tail(sums[power]) for power in sides}


def _without_tail(chances: list[float]) -> list[float]:
    while len(chances) > 1 and not chances[-1]:
        chances = chances[:-1]
    return chances


def to_the_end(t: Table, node: int, rng: Random, plays: int) -> dict[str, Any]:
    """A battle fought on round by round by the side that attacks now, with none to help either, until one is gone.

    The attacker breaks off when he has less than half of what the defender has.
    """
    attacker = t.p.active
    units = t.p.stack(node)
    ends = dict.fromkeys(("cleared", "lost", "broken off", "undecided"), 0)
    rounds = 0
    lost = dict.fromkeys((t.world.powers[t.p.power[i]] for i in units), 0)
    for _ in range(plays):
        twin = t.copy()
        end, fought = _fight_on(twin, node, attacker, Dice(rng.randbytes(32)))
        ends[end] += 1
        rounds += fought
        for i in units:
            lost[t.world.powers[t.p.power[i]]] += t.p.cv[i] - max(0, exact.left(twin, i))
    return {
        "attacker": t.world.powers[attacker], "ends": {end: count / plays for end, count in ends.items()},
        "rounds": rounds / plays, "lost": {side: total / plays for side, total in lost.items()}, "plays": plays,
    }  # fmt: skip


def _fight_on(t: Table, node: int, attacker: int, dice: Dice) -> tuple[str, int]:
    """Plays rounds until the battle is over; how it ended and after how many."""
    for fought in range(1, ROUNDS + 1):
        exact.play_round(t, node, dice)
        mine, theirs = _strength(t, node, attacker)
        if not theirs:
            return "cleared", fought
        if not mine:
            return "lost", fought
        if 2 * mine[0] < theirs[0]:
            return "broken off", fought
        t.p.strikes = {}
        t.p.fired = blocks.blank(t.p)
    return "undecided", ROUNDS


def _strength(t: Table, node: int, attacker: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The CV of both sides in a battle, nothing for a side that has no unit there."""
    p = t.p
    cv: tuple[list[int], list[int]] = ([], [])
    for i in p.stack(node):
        cv[p.hostile[attacker] >> p.power[i] & 1].append(p.cv[i])
    return (sum(cv[0]),) if cv[0] else (), (sum(cv[1]),) if cv[1] else ()


def toughness(t: Table, piece: int, node: int) -> int:
    """How many hits cost a block a step."""
    return hits_per_step(t, piece, node, passive=passive(t, piece), supported=bool(t.p.supported >> node & 1))


def passive(t: Table, piece: int) -> bool:
    """The passive side has the ground for it, whoever began the battle (7.23)."""
    return bool(t.p.hostile[t.p.active] >> t.p.power[piece] & 1)
