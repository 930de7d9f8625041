"""Aircraft of carriers in support of an amphibious assault (19.12/2)."""

from __future__ import annotations

from . import invasion, seabombing, weather
from . import world as w
from .state import Table, phasing

SINCE = "1942 JUL 1"
MOST = 8
"""Naval air factors that count in a hex; each is half a bombing factor (19.12/2)."""


def overhead(t: Table, node: int, power: int) -> tuple[int, ...]:
    """The carriers off a hex that is being assaulted whose plan names it, and that can fly now."""
    if power != phasing(t) or not t.p.assaulted >> node & 1:
        return ()
    named = {ship for sheet in invasion.sheets(t, power) for ship, hex_ in sheet.cover if hex_ == node}
    fair = weather.effects(weather.at(t, node))["carrier_air"] == "yes"
    there = [i for i in t.p.stack(node) if i in named and fair]
    return tuple(i for i in there if seabombing.planes(t, i) and seabombing.unflown(t, i))


def support(t: Table, node: int, power: int) -> list[int]:
    """Half a bombing factor for each naval air factor, eight of these at most in a hex (19.12/2)."""
    left, found = MOST, []
    for ship in overhead(t, node, power):
        used = min(left, seabombing.planes(t, ship))
        left -= used
        if used:
            found.append(used * w.FACTOR // 2)
    return found
