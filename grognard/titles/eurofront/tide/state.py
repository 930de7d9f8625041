"""The position of 1941 and 1942: what the Med Front and the naval balance add to the war on all fronts."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import by_power, column

from ..europe.state import EuropePosition
from ..state import ALLIED, AXIS, SOVIET, Table

__all__ = ["ALLIED", "AXIS", "SOVIET", "Table", "TidePosition", "position"]


class TidePosition(EuropePosition):
    """Blocks on the whole board while the Med Front has purses of its own."""

    acclimatized = column()  # has got used to the Med Front since it came (21.351)
    med_points = by_power()  # what each side has in the Med Front in this Production (21.373)
    med_available = by_power()  # what it began with there (11.4)
    med_saved = by_power()  # what it kept there for the next month
    allocated = by_power()  # what it ships to the Med Front a month (11.5)
    lowering = by_power()  # by how much that falls next month
    raised_south = by_power()  # by how much it has risen this month
    sent = by_power()  # points that it has sent beyond that this month (11.6)
    on_the_way = by_power()  # those that arrive next month (11.62)
    med_sent = by_power()  # whether it sends from the Med this month: 1 home, 2 to the East (11.61)
    east_sent = by_power()  # whether the Axis sends from the East to the Med
    due_home = by_power()  # what arrives of it at home next month (11.62)
    due_south = by_power()  # and in the Med
    based_spent = by_power()  # points of the West spent on units based in the Med Front this month (21.38)
    unpaid = by_power()  # strangers in the desert that the month's points do not maintain (21.372/a)


def position(t: Table) -> TidePosition:
    """The position of a game of 1941 or 1942."""
    return cast(TidePosition, t.p)
