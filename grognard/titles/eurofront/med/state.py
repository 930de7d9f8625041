"""The position of the Med Front: purses, allocations and ships of both sides (11.5, 21.37)."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import by_power

from ..state import Table
from ..war.state import WarPosition


class MedPosition(WarPosition):
    """Blocks of August 1940."""

    med_points = by_power()  # what each side has in the Med Front in this Production
    med_available = by_power()  # what it began with there (11.4)
    med_saved = by_power()  # what it kept there for the next month
    allocated = by_power()  # what it ships to the Med Front a month (11.5)
    lowering = by_power()  # by how much that falls next month
    sent = by_power()  # points that it has sent beyond that this month (11.6)
    on_the_way = by_power()  # those that arrive next month (11.62)
    unpaid = by_power()  # strangers in the desert that the month's points do not maintain (21.372/a)
    sources = by_power()  # the points of its cities and resources as the scenario began (11.3)


def position(t: Table) -> MedPosition:
    """The position of a game of the Med Front."""
    return cast(MedPosition, t.p)
