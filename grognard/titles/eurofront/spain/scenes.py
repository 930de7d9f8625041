"""What a scene of EuroFront may say beside the words of the Front system: garrisons, railheads, a month's begin."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame

from .. import fronts
from ..state import Table, position

WORDS = ("axis garrisons Merida", "allied railheads Valencia", "month begins")


def clear(t: Table) -> None:
    """No garrison stands and no aid comes."""
    p = position(t)
    p.garrisons, p.unfed, p.railheads = ([0] * len(p.held) for _ in range(3))


def word(t: Table, clause: str) -> bool:
    """A clause about garrisons, railheads, or the begin of a month; False when it is none of these."""
    if fronts.scene_word(t, clause):
        return True
    if clause == "month begins":
        t.agenda = (Frame("game", data=(("row", 1),)), Frame("month"))
        return True
    side, _, rest = clause.partition(" ")
    what, _, names = rest.partition(" ")
    if side not in t.world.powers or what not in ("garrisons", "railheads") or not names:
        return False
    p, power = position(t), t.world.powers.index(side)
    nodes = from_iter(t.title.place(t, name) for name in names.split())
    listed = list(getattr(p, what))
    listed[power] = nodes
    setattr(p, what, listed)
    return True
