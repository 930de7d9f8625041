"""The position of the scenarios of 1940: what the naval balance and strange fronts add."""

from __future__ import annotations

from typing import cast

from grognard.engine.core.position import column, number

from ..state import EuroFrontPosition, Table


class WarPosition(EuroFrontPosition):
    """Blocks of 1940."""

    acclimatized = column()  # has got used to the North or the Med since it came (21.441, 21.351)
    naval = number()  # the power plus one that has Naval Supremacy (15.8)


def position(t: Table) -> WarPosition:
    """The position of a game of 1940."""
    return cast(WarPosition, t.p)
