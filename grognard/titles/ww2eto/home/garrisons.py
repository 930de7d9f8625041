"""British garrisons (14.2): three points in Britain, and Malta when Gibraltar and Suez are lost (9.32/a)."""

from __future__ import annotations

from .. import world as w
from ..politics import control
from ..sea import shipping
from ..state import Table


def points_in_britain(t: Table) -> int:
    """Allied strength points in Great Britain but partisans (14.23, R088)."""
    p = t.p
    britain = t.world.by_id["britain"].hexes
    return sum([p.strength[i] for i in control.units_of(t, 1 << w.ALLIED | 1 << w.SOVIET, britain)])


@control.on_turn_end
def judge_home_garrison(t: Table) -> None:
    """Three Allied points in Britain at the end of the Game-Turn, or nothing sails from it in the next (14.23)."""
    if t.scenario != "africa41":
        met = points_in_britain(t) >= t.world.constant("home_garrison")
        t.p.home_garrison = int(met)


@control.on_turn_end
def starve_malta(t: Table) -> None:
    """Malta's garrison dies a Game-Turn after the Axis came to hold Gibraltar and Suez (9.32/a, R124)."""
    p = t.p
    if not shipping.both_lost(t):
        p.mediterranean_lost_on = 0
    elif not p.mediterranean_lost_on:
        p.mediterranean_lost_on = p.turn
    elif p.turn > p.mediterranean_lost_on:
        for piece in p.stacks.get(t.world.malta, ()):
            if p.kind[piece] == w.GARRISON:
                t.emit("malta_falls", "9.32/a", pieces=(piece,), nodes=(t.world.malta,))
                p.dismiss(piece)
