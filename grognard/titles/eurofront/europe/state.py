"""The position of the war on all fronts: what it keeps beside what every scenario of EuroFront has."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import number

from ..state import ALLIED, AXIS, SOVIET, EuroFrontPosition, Table

__all__ = ["ALLIED", "AXIS", "SOVIET", "EuropePosition", "Table", "position"]


class EuropePosition(EuroFrontPosition):
    """Blocks on the whole board."""

    peacetime = number()  # what a new belligerent has still to spend of its production in peace (16.32)
    attempted = number()  # the month in which Allies and Soviets last tried an event (16.6)
    raised = number()  # by how much the Axis has raised its allocation to the East this month (21.23)
    naval = number()  # the power plus one that has Naval Supremacy (15.8)
    grounded = number()  # the powers, as bits, that have grounded their paras (14.6)


def position(t: Table) -> EuropePosition:
    """The position of a game of the great war."""
    return cast(EuropePosition, t.p)
