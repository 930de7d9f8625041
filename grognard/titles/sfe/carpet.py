"""Carpet bombing (16.16): heavy bombers on a hex that was chosen a turn ahead, under seal."""

from __future__ import annotations

import random
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core import plans
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import world as w
from .state import AIRDROP, DONE, SUPPORT, Table, foe, phasing, wings

WORD = "carpet"
HEAVY = "HB"
FIVE, MOST = 5, 2
"""Factors for one on the die, and the most that they add (16.16/1)."""


def key(power: int) -> str:
    return f"{WORD} {w.POWERS[power]}"


def written(t: Table, power: int) -> dict[str, Any]:
    """The sheet of a side: the hex, the wings, the turn."""
    plan = plans.find(t, key(power))
    return dict(plan.secret) if plan is not None else {}


def keep(t: Table, power: int, hex_: int = -1, flyers: tuple[int, ...] = (), day: int = 0) -> None:
    secret = {"hex": hex_, "wings": flyers, "day": day}
    plans.make(t, key(power), plans.Plan(t.seat_of(power), {}, secret))


def prepare(t: Table) -> None:
    """A blank sheet for each side with heavy bombers."""
    for power in range(len(w.POWERS)):
        if any(u.kind == HEAVY and u.power == power for u in t.world.units):
            keep(t, power)


def heavies(t: Table, power: int) -> list[int]:
    return [i for i in wings(t, power) if t.world.units[i].kind == HEAVY]


def draw(t: Table, name: str, plan: plans.Plan, rng: random.Random) -> None:
    """Make up a sheet that a guess does not know."""
    power = t.powers_of(plan.seat)[0]
    aims = members(t.p.land_of(foe(t, power)) & t.world.land)
    have = heavies(t, power)
    if have and aims and rng.random() < 0.5:
        keep(t, power, rng.choice(aims), tuple(have[:1]), min(t.p.last, t.p.turn + rng.randrange(2)))
    else:
        keep(t, power)


# Planning


def targets(t: Table, seat: int, args: Args) -> int:
    power = phasing(t)
    return int(t.p.land_of(foe(t, power)) & t.world.land)


def one_at_a_time(t: Table, seat: int, args: Args) -> int:
    """One carpet is planned at a time (16.16)."""
    return 0 if written(t, phasing(t)).get("day") else -1


def bombers_of(t: Table, seat: int, args: Args) -> int:
    return from_iter(heavies(t, phasing(t))) if written(t, phasing(t)) else 0


class PlanCarpet(Verb):
    """``plan_carpet BC1+BC2 Falaise``: heavy bombers and a hex, for the next turn; sealed (16.16)."""

    name = "plan_carpet"
    levels = (
        Level("wings", PIECES, bombers_of, (Mask("16.16", one_at_a_time),)),
        Level("hex", NODE, targets),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        keep(t, phasing(t), args[1], tuple(args[0]), t.p.turn + 1)


# Flying


def hexes(t: Table, piece: int) -> int:
    """The hex of the plan, on the turn after it was made, for the wings that it names (16.16)."""
    sheet = written(t, t.p.power[piece])
    if not sheet or sheet["day"] != t.p.turn or piece not in sheet["wings"] or t.p.power[piece] != phasing(t):
        return 0
    return 1 << int(sheet["hex"]) & ~barred(t)


def barred(t: Table) -> int:
    """No carpet on a hex that is assaulted from the sea or dropped on (16.16/2)."""
    drops = [i for i in wings(t, phasing(t)) if t.p.mission[i] == AIRDROP]
    landed = [t.p.at[i] for i in members(t.p.dropped) if t.p.at[i] < t.world.arrivals]
    return int(t.p.assaulted) | from_iter(t.p.at[i] for i in drops) | from_iter(landed)


def over(t: Table, node: int, power: int) -> list[int]:
    """The heavy bombers that lay a carpet on a hex."""
    p = t.p
    flying = [i for i in p.stacks.get(node, ()) if p.power[i] == power and p.mission[i] in (SUPPORT, DONE)]
    return [i for i in flying if t.world.units[i].kind == HEAVY]


def bonus(t: Table, node: int, power: int) -> int:
    """One on the die for every five factors of heavy bombers, at most two, in each attack on the hex (16.16/1)."""
    from . import flights

    factors = sum(flights.bombs(t, i) for i in over(t, node, power)) // w.FACTOR
    return min(MOST, factors // FIVE) if in_its_phase(t, node) else 0


def in_its_phase(t: Table, node: int) -> bool:
    """Not in post-exploitation combat, not where troops land or drop (16.16/2)."""
    late = any(f.step == "late_combat" for f in t.agenda)
    return not late and not barred(t) >> node & 1


def lapse(t: Table, power: int) -> None:
    """At the end of the segment for which it was made a plan is disclosed or given up (16.16)."""
    sheet = written(t, power)
    if not sheet or not sheet["day"] or sheet["day"] > t.p.turn:
        return
    plans.unseal(t, key(power))
    if any(t.p.flown >> i & 1 for i in sheet["wings"]):
        t.emit("carpet", "16.16", nodes=(sheet["hex"],), side=w.POWERS[power])
    keep(t, power)
