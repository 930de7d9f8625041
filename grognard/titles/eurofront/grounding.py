"""The paratroop option (14.6/opt): a nation that has lost a para drops no more."""

from __future__ import annotations

from grognard.titles.systems.front import fog
from grognard.titles.systems.front.world import PARA

from .state import Table

AFTER_A_LOSS = "after a loss"
GERMANY, BY_THE_FIRST_LOSS = "germany", "grounded"
SAYS = {"grounded_after_loss": "A para of {nation} is lost: its paras are grounded"}
PRICES = (
    {"what": "grounded German para step", "pp": "6"},
    {"what": "grounded German para cadre", "pp": "9"},
)
"""Half the price of a para (14.6)."""


def lost_paras(nation: str) -> str:
    """The event that a nation's paras are grounded, for one of them is gone."""
    return BY_THE_FIRST_LOSS if nation == GERMANY else f"{nation} paras grounded"


def ground_the_others(t: Table, piece: int) -> None:
    """If the players have agreed on it, all paras of a nation are grounded once one of them is eliminated (14.6/opt),
    but not when its owner gives it up himself (ruling E541); all learn what it was."""
    unit = t.world.units[piece]
    if t.options.get("grounding") != AFTER_A_LOSS or unit.kind != PARA or lost_paras(unit.nation) in t.p.politics:
        return
    if t.frame.step == "producing":
        return
    t.p.politics[lost_paras(unit.nation)] = t.p.month
    t.reveal("14.6/opt", (piece,), columns=(), name=False, facts={"para": 1, **fog.nation_of(t, piece)})
    t.emit("grounded_after_loss", "14.6/opt", nation=unit.nation.capitalize())


def has_lost(t: Table, nation: str) -> bool:
    """Are a nation's paras grounded since it has lost one (14.6/opt)?"""
    return lost_paras(nation) in t.p.politics
