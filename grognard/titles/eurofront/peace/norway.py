"""The Weser turn of the campaigns (21.493): Norway is taken by surprise from the sea."""

from __future__ import annotations

from ..europe.conditions import Facts
from ..europe.surprise import surprised
from .state import AXIS, Table


def weser(t: Table) -> bool:
    """Has the Axis its turn of supremacy in the Northern Seaway: the first after Denmark has submitted, in the Phony
    War, against a surprised Norway (21.493)?"""
    p = t.p
    if p.active != AXIS or p.politics.get("DS") != p.month or p.fortnight != 1:
        return False
    return "Norway" in surprised(t) and Facts(t).phony_war()
