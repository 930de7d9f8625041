"""What holds at any moment of a game: how far it has come, what is conserved, what may never be seen.

No rule is enforced here. The lab plays games and asks whether the rules have kept their word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame

from . import world as w
from .home import rates, reinforcements_due
from .land import battle, sizes, stacking
from .politics import control
from .sea import amphibious, naval
from .state import SLOT_SETS, VICHY_CLOSED, Table

# How far a game has come

ROWS, PARTS, ROOM = 100, 10, 1_000_000
"""More than the rows of a Game-Turn, the parts of a phase, and all that may be left to do in one."""
UNDECIDED, FRESH, STAGE = 1_000, 300, 40
SWING, RALLY = 20_000, 5_000
PARTED = ("allied_start", "axis_start", "reinforcement", "resources")
LINE = "line/"
NATIONS_ASKED = ("germany", "italy", "britain", "france", "ussr")


def progress(t: Table) -> int:
    """Game-Turns, phases and their parts to come, then what is left to do in this one."""
    p = t.p
    rows = {f.step: f.get("row", 0) for f in t.agenda}
    ahead = (p.last - p.turn) * ROWS + ROWS - rows.get("turn", 0)
    ahead = ahead * PARTS + PARTS - sum(rows.get(name, 0) for name in PARTED)
    left = SWING * (VICHY_CLOSED - p.vichy)
    return int(ahead * ROOM + left + sum(LEFT[f.step](t, f) for f in t.agenda if f.step in LEFT))


def moves_left(t: Table, f: Frame) -> int:
    """Units that may still move, overrun, land or be marked; one that has overrun goes on with what it has left."""
    p = t.p
    own = stacking.own(t, f.seat) | p.landing | from_iter(p.stacks.get(t.world.us_box, ()))
    named = amphibious.named(t)
    lines = sum(1 for key in p.notes if key.startswith(LINE))
    left = -UNDECIDED * (amphibious.SAILING in p.notes) - len(named) - lines
    for piece in members(own):
        if p.moved >> piece & 1:
            left += 2 * p.left[piece] + (not p.overran >> piece & 1)
        else:
            left += FRESH + 2 * (not p.marked >> piece & 1)
    return left


def attacks_left(t: Table, f: Frame) -> int:
    return FRESH * int((stacking.own(t, f.seat) & ~t.p.fought).bit_count())


def to_leave(t: Table, f: Frame) -> int:
    return len(battle.in_hexes(t, f["nodes"], f["against"]))


def to_advance(t: Table, f: Frame) -> int:
    return sum(1 for i in f["attackers"] if t.p.at[i] not in f["nodes"])


def trains_left(t: Table, f: Frame) -> int:
    return int((t.p.marked & ~t.p.railed).bit_count())


def voyages_left(t: Table, f: Frame) -> int:
    p = t.p
    waiting = naval.units(t, f.seat, ()) & ~p.shipped & ~p.frozen
    return waiting.bit_count() + p.german_amphibious + ("lent" not in p.notes)


def arrivals_left(t: Table, f: Frame) -> int:
    undecided = sum(1 for name in NATIONS_ASKED if name not in t.p.chosen)
    return UNDECIDED * undecided + sum(int(t.p.due[key]) for key in reinforcements_due.points_due(t))


LEFT: dict[str, Callable[[Any, Frame], int]] = {
    "free_setup": lambda t, f: int(t.p.due.get("setup", 0)),
    "movement": moves_left,
    "mechanized": moves_left,
    "rally": lambda t, f: RALLY,
    "combat": attacks_left,
    "battle": lambda t, f: STAGE * (battle.DONE - f["stage"]),
    "losses": lambda t, f: int(f["points"]),
    "retreat": to_leave,
    "advance": to_advance,
    "rail": trains_left,
    "naval": voyages_left,
    "arrivals": arrivals_left,
    "reinforcing": arrivals_left,
    "partisans": lambda t, f: STAGE * len(f["todo"]) + len(f["digits"]),
}


# What may never be seen


def on_land(t: Table) -> bool:
    """Units stand on land that is in play, save those in the U.S. box and those about to land."""
    p = t.p
    dry = t.world.play | 1 << t.world.us_box
    at_sea = p.landing | p.dropped
    return all(p.at[i] == p.lost or dry >> p.at[i] & 1 or at_sea >> i & 1 for i in range(len(p.at)))


def within_size(t: Table) -> bool:
    """No unit is larger than its nation's may be (7.22, 7.23, 7.26, 7.27), and partisans are of one point (16.51)."""
    p = t.p
    most = [sizes.max_size(t, nation) for nation in range(len(w.NATIONS))]
    return all(
        p.strength[i] <= (1 if p.kind[i] == w.PARTISAN else most[p.nation[i]])
        for i in range(len(p.at)) if p.at[i] != p.lost and p.kind[i] != w.GARRISON
    )  # fmt: skip


def within_stacking(t: Table) -> bool:
    """More than two units stand in a hex only after a retreat or an aborted voyage (7.0, 7.0/b, 6.51), or until the
    phase ends where units have landed (7.0/c)."""
    p = t.p
    excused = p.retreated | p.frozen | p.landing
    crowded = p.tripled & ~p.landed if p.phase == 1 else p.tripled
    return all(any(excused >> i & 1 for i in p.stacks[node]) for node in members(crowded) if node < p.hexes)


def one_owner(t: Table) -> bool:
    """A hex is under the control of one side at most, and only Russian centers are counted as such."""
    p = t.p
    grounds = [p.grounds[side] for side in control.SIDES]
    shared = grounds[0] & grounds[1] | grounds[0] & grounds[2] | grounds[1] & grounds[2]
    return not shared and not p.axis_centers & ~t.world.russian_centers


def no_ghosts(t: Table) -> bool:
    """A free slot carries no mark of an earlier unit."""
    p = t.p
    flags = 0
    for name in SLOT_SETS:
        flags |= getattr(p, name)
    return all(p.at[i] != p.lost for i in members(flags))


def no_debts(t: Table) -> bool:
    """Nothing is owed below zero: points due, pools, ships."""
    p = t.p
    counts = [*p.pool.values(), *p.fallen.values(), *p.due.values(), *p.used.values(), *p.converting.values()]
    numbers = (p.german_amphibious, p.german_naval, p.naval_used, p.amphibious_used, p.rate_debt)
    within_year = p.german_replacements <= int(rates.limits("germany")["per_year"])
    return all(n >= 0 for n in (*counts, *numbers)) and within_year


INVARIANTS: dict[str, Callable[[Any], bool]] = {
    check.__name__: check for check in (on_land, within_size, within_stacking, one_owner, no_ghosts, no_debts)
}


# What is conserved


def balance(nation: int) -> Callable[[Any], int]:
    """A nation's strength points on the map and in the U.S. box, less what the books say came and went."""

    def count(t: Table) -> int:
        p = t.p
        boxed = [i for i in p.stack(t.world.us_box) if p.nation[i] == nation]
        there = sum([p.strength[i] for i in (*members(p.corps[nation]), *boxed)])
        return there - int(p.books.get(w.NATIONS[nation], 0))

    return count


LEDGERS: dict[str, Callable[[Any], int]] = {
    f"strength points of {name}": balance(index) for index, name in enumerate(w.NATIONS)
}
