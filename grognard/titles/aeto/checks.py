"""What always holds, what is conserved, and how far a game has come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame

from . import tables as tb
from . import zones
from .position import ACTIVE, AetoPosition, Table
from .title import MAJORS


def alive(t: Table) -> bool:
    """A chit on the map has steps, and one without is off it."""
    p: AetoPosition = t.p
    return all((p.steps[i] > 0) == (p.at[i] != p.lost) for i in range(len(p.at)))


def one_side(t: Table) -> bool:
    """Enemy combat units share no hex."""
    p: AetoPosition = t.p
    for node, stack in p.stacks.items():
        if node == p.lost:
            continue
        powers = {p.power[i] for i in stack if zones.combat_unit(p, i)}
        if any(p.hostile[a] >> b & 1 for a in powers for b in powers):
            return False
    return True


def owned_once(t: Table) -> bool:
    """No hex belongs to two powers."""
    seen = 0
    for land in t.p.held:
        if seen & land:
            return False
        seen |= land
    return True


def printed_steps(t: Table) -> bool:
    """No chit has more steps than are printed on it."""
    p: AetoPosition = t.p
    return all(p.steps[i] <= t.world.cards[p.card[i]].steps for i in range(len(p.at)))


def not_overdrawn(t: Table) -> bool:
    """No supply chit feeds more than its four places, no track is below nothing."""
    p: AetoPosition = t.p
    air = p.air_chits
    fed = all(used <= 4 * count + air.get(n, 0) and count + air.get(n, 0) for n, (_, count, used, _) in p.chits.items())
    return fed and min(p.offensives) >= 0 and min(p.reserve) >= 0


INVARIANTS = {
    "alive": alive, "one_side": one_side, "owned_once": owned_once, "printed_steps": printed_steps,
    "not_overdrawn": not_overdrawn,
}  # fmt: skip
LEDGERS = {"slots": lambda t: len(t.p.at), "land": lambda t: sum(land.bit_count() for land in t.p.held)}

STAGE_WEIGHT = 10**8
OFFENSIVE_WEIGHT = 10**10
ROW_WEIGHT = 10**14
MONTH_WEIGHT = 10**16
BLITZ_WEIGHT = 10**6
SEASON_ROWS = 20
"""More than a Seasonal Turn has."""


def progress(t: Table) -> int:
    """Months, then rows of the month, then Offensives and EPs, then Steps, then what is left to do in one."""
    p: AetoPosition = t.p
    row = next((f.get("row", 0) for f in t.agenda if f.step in ("month", "sea_month")), 0)
    total: int = (p.last - p.month + 1) * MONTH_WEIGHT - row * ROW_WEIGHT
    total += sum((SEASON_ROWS - f.get("row", 0)) * ROW_WEIGHT for f in t.agenda if f.step == "season")
    total += (4 * (sum(p.offensives) + sum(p.minor)) + sum(p.ep) + sum(p.reserve)) * OFFENSIVE_WEIGHT
    total += 50_000 * sum(p.track.values()) - BLITZ_WEIGHT * sum(
        key.startswith(("blitz", "claimed")) for key in p.politics
    )
    for f in t.agenda:
        total += weigh(t, f)
    total += 8 * OFFENSIVE_WEIGHT * (sum(kind in tb.NAMED_SHIPS for kind in p.kind) + still_to_come(p))
    return total + left_to_do(t)


@cache
def ships_of_minors() -> tuple[int, ...]:
    """The named ships that come up when their nation joins."""
    return tuple(card.number for card in tb.cards() if card.kind in tb.NAMED_SHIPS and card.power >= len(MAJORS))


def still_to_come(p: AetoPosition) -> int:
    """Named ships of minor nations that were not fitted out yet: calling them up is no step back."""
    return sum(f"commissioned {card}" not in p.due for card in ships_of_minors())


def weigh(t: Table, f: Frame) -> int:
    """What is still to come in a frame."""
    weight = WEIGHTS.get(f.step)
    return weight(f) if weight is not None else 0


WEIGHTS: Mapping[str, Callable[[Frame], int]] = {
    "offensives": lambda f: (
        -2 * OFFENSIVE_WEIGHT * int(f.get("out", 0)).bit_count()
        + OFFENSIVE_WEIGHT // 8 * len(f.get("seats", ()))
        + OFFENSIVE_WEIGHT // 2 * len(f.get("joint", ()))
    ),
    "offensive": lambda f: OFFENSIVE_WEIGHT + STAGE_WEIGHT * (10 - int(f.get("stage", 0))),
    "air_offensive": lambda f: OFFENSIVE_WEIGHT,
    "sea_offensive": lambda f: OFFENSIVE_WEIGHT - int(f.get("stage", 0)),
    "movement_phase": lambda f: STAGE_WEIGHT * len(f.get("order", ())),
    "replenishment": lambda f: STAGE_WEIGHT * len(f.get("order", ())),
    "air_movement": lambda f: STAGE_WEIGHT * len(f.get("order", ())),
    "attack": lambda f: 10**6 * (30 - int(f.get("stage", 0))),
    "air_support": lambda f: 49 - len(f.get("bombers", ())) - len(f.get("fighters", ())),
    "aiming": lambda f: 49 - len(f.get("aims", ())),
    "armistice": lambda f: 10,
    "claims": lambda f: 10_000,
    "rising": lambda f: 10_000,
    "partisans": lambda f: STAGE_WEIGHT * len(f.get("left", ())),
    **dict.fromkeys(("resolve", "doubt", "second_roll", "ultra", "beginner"), lambda f: 10),
    "who_first": lambda f: 100,
    "supply": lambda f: 100 * (20 - len(f.get("burners", ()))),
    "burning": lambda f: 50,
    "supply_flight": lambda f: 10_000 - 1000 * int(f.get("down", 0)),
    "drift": lambda f: 50,
    "crowded": lambda f: 100 - len(f.get("left", ())),
    "march": lambda f: 10,
    "advancing": lambda f: 10,
    "replacement": lambda f: 50_000 * int(f.get("left", 0)),
    "axis_supply": lambda f: 1000 * max(0, int(f.get("chits", 9))),
    "thrust": lambda f: 200 * (3 - int(f.get("rode", 0)) - (f.get("after", 0) != 0)),
    "losses": lambda f: int(f.get("steps", 0)),
    **dict.fromkeys(
        ("arctic_status", "lend_lease", "arrivals", "construction", "reassignment"),
        lambda f: 10 * STAGE_WEIGHT * len(f.get("order", ())),
    ),
    "lending": lambda f: 100 * (2000 - int(f.get("sent", 0))),
    "suez_adds": lambda f: 100 * (1000 - int(f.get("moves", 0))),
    "commanding": lambda f: 50_000 * (200 - len(f.get("posted", ()))),
    "partners": lambda f: STAGE_WEIGHT * len(f.get("left", ())),
    "courting": lambda f: 100 * (20 - len(f.get("tried", ()))),
    "coercion": lambda f: 100 * (5 - len(f.get("asked", ()))),
    "reserving": lambda f: 100 * (20 - len(f.get("settled", ()))),
    "naval": lambda f: STAGE_WEIGHT * (8 - int(f.get("out", 0)).bit_count()),
    "voyage": lambda f: (
        2500 * (len(f.get("tries", ())) + int(f.get("raid", 0))) + 200 + 50 * len(f.get("men", ())) + f.get("mines", 0)
    ),
    "intercepting": lambda f: 2500 * len(f.get("tries", ())) + 100,
    "sea_battle": lambda f: 60 * (40 - int(f.get("stage", 0))),
    "gunnery": lambda f: 20 + len(f.get("firers", ())) - len(f.get("aims", ())),
    "breaking_off": lambda f: 30,
    "air_strike": lambda f: 40_000 * (12 - int(f.get("stage", 0))),
    "yard": lambda f: 10,
    "assault": lambda f: OFFENSIVE_WEIGHT + 10**6 * (12 - int(f.get("stage", 0))),
    "bombing": lambda f: STAGE_WEIGHT * (8 - int(f.get("out", 0)).bit_count()),
    "assigning": lambda f: 100 * (200 - len(f.get("settled", ()))),
    "bidding": lambda f: 100 * (20 - len(f.get("settled", ()))),
}


def left_to_do(t: Table) -> int:
    """Units not activated, movement not spent, attacks not made, steps not lost."""
    p: AetoPosition = t.p
    total = 0
    for i in members((1 << len(p.at)) - 1):
        if not p.steps[i]:
            continue
        total += 4000 * (ACTIVE - p.status[i]) - 40 * p.spent[i] - 20 * p.halt[i] + 2000 * p.steps[i]
        total += 300 * (not p.rebased[i])
        total += 500 * (not p.fought[i]) - 4 * p.fed[i] - 30 * p.fell[i] - 1000 * (p.broke[i] > 0)
    now = p.offensive
    total -= 900 * sum(now.get("used", ()))
    total -= 600 * (len(now.get("targets", ())) + 2 * len(now.get("struck", ())))
    total += 50_000 * sum(p.fallen.values()) + 100_000 * len(p.destroyed)
    return total - sum(TALLIED.get(what, 3000) * count for what, count in p.tally.items())


TALLIED = {
    "wars": 10**12, "boxed": 60_000, "bumps": 7, "marches": 20, "attacks": 4 * 10**7, "missions": 5 * 10**5,
    "gave way": 9 * STAGE_WEIGHT, "home guard": -40_000,
}  # fmt: skip
"""What each thing done weighs; a frame on the agenda weighs less, so that it falls again when it ends.
Steps of the Home Guard are still to come: each weighs more than the chit that takes post."""
