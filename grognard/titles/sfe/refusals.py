"""Why units cannot march to a hex, in the words of the moment: who stands there, how far it is, whose zone is met."""

from __future__ import annotations

from grognard.engine.core.rules import Args

from . import reach
from . import world as w
from .state import Table, foe, ground_in, phasing

FAR = 80
"""Half points within which a hex is looked for."""


def say_held(t: Table, seat: int, args: Args, node: int) -> str:
    """Enemies are attacked in the Combat Phase, or overrun by one stack (14.0)."""
    names = [t.title.spoken_at(t, t.title.piece_name(t, i)) for i in ground_in(t, node, foe(t, phasing(t)))]
    return (
        f"{' and '.join(names) or 'The enemy'} {'stand' if len(names) > 1 else 'stands'} in {t.node_name(node)}: "
        "attack in the Combat Phase, "
        "or overrun it with one stack that is strong enough."
    )


def say_far(t: Table, seat: int, args: Args, node: int) -> str:
    """A unit pays for each hex; it stops in an enemy zone of control (7.1, 6.11)."""
    pieces, place = args[0], t.node_name(node)
    if any(t.p.at[i] == node for i in pieces):
        return f"The units stand in {place} already."
    found = reach.march(t, pieces)
    have = points(min(t.p.left[i] for i in pieces))
    wide = reach.flood(found.chart, found.start, FAR, found.fresh, found.ground)
    if wide.all() >> node & 1:
        return f"{place} is {points(wide.cost(node))} movement points away; the units have {have}."
    no_zones = reach.Ground(0, 0, found.ground.closed, found.ground.toll)
    if reach.flood(found.chart, found.start, FAR, found.fresh, no_zones).all() >> node & 1:
        return f"An enemy zone of control ends the march before {place}."
    return f"No way that is open to the units leads to {place}."


def points(half: int) -> str:
    """Half points as people count them: 3 or 2.5."""
    return f"{half / w.MP:g}"
