"""What the Diplomatic Events do at once (16.6): who joins, who cooperates, which land changes hands."""

from __future__ import annotations

from collections.abc import Callable

from . import rebels, release
from .finland import finland_joins_allies, finland_joins_axis
from .mustering import BY_EVENT, BY_REACTION, join, muster
from .nations import SECOND_FRONT, all_of, defeated, is_neutral, territory
from .state import ALLIED, AXIS, SOVIET, Table, position
from .steamroller import BUILDUPS

Effect = Callable[[Table, str], None]
TRANSYLVANIA = "Transylvania"
VIENNA_AWARD = "Transylvania Hungarian"
"""The event of the Vienna Award: Hungary has Transylvania (16.6, annexation)."""


def joins(nation: str, power: int, way: str = BY_EVENT) -> Effect:
    """A neutral joins a side as its satellite (16.3/c)."""

    def effect(t: Table, named: str) -> None:
        join(t, nation, power, way)
        muster(t, nation, power)

    return effect


def give(t: Table, power: int, nodes: int) -> None:
    """Some land passes to a power."""
    p = t.p
    p.neutral &= ~nodes
    p.held = [held & ~nodes for held in p.held]
    p.held[power] |= nodes


# The Balkans


def rumania_joins(t: Table, named: str) -> None:
    """Rumania joins the Axis, and the Vienna Award is paid: Hungary has Transylvania, and cooperates (DE.RX)."""
    award_transylvania(t)
    joins("Rumania", AXIS)(t, named)


def award_transylvania(t: Table) -> None:
    """Hungary annexes Transylvania (16.6): the land is neutral with a neutral Hungary, else its side's."""
    if VIENNA_AWARD in t.p.politics:
        return
    t.p.politics[VIENNA_AWARD] = t.p.month
    t.emit("annexed", "DE.RX", nation=TRANSYLVANIA, side="Hungary")


def rumania_guaranteed(t: Table, named: str) -> None:
    """Rumania cooperates, Hungary has Transylvania and joins the Axis now (DE.RG)."""
    award_transylvania(t)
    if is_neutral(t, "Hungary"):
        t.p.politics["HX"] = t.p.month
        joins("Hungary", AXIS)(t, named)


def yugoslavia_refuses(t: Table, named: str) -> None:
    """The attempt to win Yugoslavia for the Axis has failed: it joins the Allies, if it does not cooperate (DE.YX)."""
    if "BP" not in t.p.politics and is_neutral(t, "Yugoslavia"):
        t.p.politics["YU"] = t.p.month
        joins("Yugoslavia", ALLIED)(t, named)


# The North


def denmark_submits(t: Table, named: str) -> None:
    """Denmark is defeated at once and the Axis's, and Sweden complies (DE.DS, 21.492)."""
    t.p.politics[defeated("Denmark")] = t.p.month
    give(t, AXIS, all_of(t, "Denmark"))
    t.emit("defeated", "21.492", nation="Denmark")


def finland_fights(t: Table, named: str) -> None:
    """Finland fights its own war beside the Axis, isolated, with all that it built since its armistice (DE.FL)."""
    joins("Finland", AXIS)(t, named)


# The Mid East


def mandate_rises(t: Table, mandate: str) -> None:
    """A mandate joins the Axis: its forces take the field, its land is Axis where no Allied unit or zone is
    (21.398, 21.398/a)."""
    t.p.politics[rebels.uprising(mandate)] = t.p.month
    t.p.politics[rebels.rebellion(mandate)] = t.p.month
    watched = rebels.watched(t) & territory(t, mandate)
    join(t, mandate, AXIS, BY_EVENT)
    give(t, ALLIED, watched)
    muster(t, mandate, AXIS)


# Vichy


def vichy_joins_allies(t: Table, named: str) -> None:
    """Vichy's army is Free French, and that is the Second Front (20.484/b)."""
    t.p.politics.setdefault(SECOND_FRONT, t.p.month)
    joins("Vichy", ALLIED)(t, named)


# The Soviets


def begin_buildup(t: Table, named: str) -> None:
    """An arms buildup takes what the Soviets have reserved (20.593)."""
    position(t).saved[SOVIET] = 0


def end_buildup(t: Table, named: str) -> None:
    """A buildup is complete; another may begin (20.593)."""
    t.p.politics[BUILDUPS] = int(t.p.politics.get(BUILDUPS, 0)) + 1
    del t.p.politics["SA"]


EFFECTS: dict[str, Effect] = {
    "SA": begin_buildup,
    "SB": end_buildup,
    "NO": joins("Norway", ALLIED),
    "GR": joins("Greece", ALLIED),
    "YU": joins("Yugoslavia", ALLIED),
    "RU": joins("Rumania", ALLIED),
    "RE": joins("Spain", ALLIED),
    "SW": joins("Sweden", ALLIED),
    "SJ": joins("Sweden", AXIS, BY_REACTION),
    "DS": denmark_submits,
    "IX": joins("Italy", AXIS),
    "RX": rumania_joins,
    "RG": rumania_guaranteed,
    "HX": joins("Hungary", AXIS),
    "BX": joins("Bulgaria", AXIS),
    "YX": joins("Yugoslavia", AXIS),
    "FL": finland_fights,
    "TX": joins("Turkey", AXIS),
    "SX": joins("Spain", AXIS),
    "VX": joins("Vichy", AXIS),
    "VF": vichy_joins_allies,
    "3R": release.release(release.BY_ODESSA),
    "XR": release.release(release.BY_SEVASTOPOL),
    "ME": mandate_rises,
    "MR": rebels.rise,
    "FI": finland_joins_allies,
    "FX": finland_joins_axis,
}
"""What an event does at once; the others only count from then on."""
FAILURES: dict[str, Effect] = {"YX": yugoslavia_refuses}
"""What follows when an attempt fails (DE.YX)."""
