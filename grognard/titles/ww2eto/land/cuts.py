"""What would cut supply: hexes from which one enemy army would put armies of a side out of supply (9.0)."""

from __future__ import annotations

from grognard.board.hexset import members

from .. import world as w
from ..politics import control
from ..state import EtoPosition, Table
from . import supply

FOES = (w.SOVIET, w.ALLIED, w.AXIS)


def chokes(t: Table, power: int) -> dict[int, int]:
    """Hexes and the hexes of those whom an enemy army there, with its zone, would cut off.

    The army is put on a twin of the table, and supply is traced again by the title's own code.
    """
    foe = next((q for q in FOES if control.at_war(t, power, q)), -1)
    if foe < 0:
        return {}
    twin = t.copy()
    p: EtoPosition = twin.p
    before = supply.unsupplied(t, (power,))
    group = {w.AXIS: supply.AXIS_GROUP, w.SOVIET: supply.SOVIET_GROUP}.get(power, supply.WESTERN_GROUP)
    area = supply.Lines(t).area(group) & t.world.play & ~control.strangers(t, power)
    kept = list(p.occupied)
    found = {}
    for node in members(area & ~p.occupied[power]):
        p.occupied[foe] |= 1 << node
        p.changed(foe)
        cut = 0
        for piece in members(supply.unsupplied(twin, (power,)) & ~before):
            cut |= 1 << p.at[piece]
        if cut:
            found[node] = cut
        p.occupied[:] = kept
    return found
