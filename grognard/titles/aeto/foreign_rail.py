"""Special railways (6.1): German trains through neutral Sweden, the two halves of France, American trains in Russia."""

from __future__ import annotations

from functools import cache

from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Args, Mask

from . import tables as tb
from . import world as w
from .position import AetoPosition, Table
from .title import POWERS

SWEDEN = POWERS.index("sweden")
RESCINDED = tb.month_of("August 1943")
FERRIES = (("Aarhus", "Copenhagen"), ("Kiel", "Copenhagen"), ("Copenhagen", "Malmo"))
"""Where one German chit a month crosses the sea on its way through Sweden (6.1/sweden-copenhagen)."""
TRAINS = 15
"""EPs of American lend-lease that bring trains, and that they cost."""
SEASON = 3


# Sweden


def cooperates(t: Table) -> bool:
    """Neutral Sweden lets trains through until August 1943, or while the UK or the USSR is a German conquest
    (6.1/sweden-end)."""
    p: AetoPosition = t.p
    if p.hostile[SWEDEN] or p.alliance[SWEDEN]:
        return False
    conquered = [name for name in ("uk", "ussr") if p.conquests.get(name, (-1,))[0] == w.GERMANY]
    return p.month < RESCINDED or bool(conquered)


def may_pass(t: Table, piece: int) -> bool:
    """One German land unit a month rails through Sweden (6.1/sweden)."""
    p: AetoPosition = t.p
    german = p.power[piece] == w.GERMANY and p.kind[piece] in tb.LAND
    return german and not p.rail.get("sweden", 0) and cooperates(t)


@cache
def ferries(world: w.World) -> tuple[tuple[int, int], ...]:
    """Crossings of the straits that only such a train makes, both ways (6.1/sweden-copenhagen)."""
    found = []
    for one, other in FERRIES:
        try:
            found.append((world.node(one), world.node(other)))
        except LookupError:
            continue
    return (*found, *((b, a) for a, b in found))


def through_sweden(t: Table, piece: int, free: int) -> int:
    """Rail hexes that a German train reaches by way of Sweden; it never ends there (6.1/sweden-violation)."""
    if not may_pass(t, piece):
        return 0
    swedish = int(t.p.held[SWEDEN] & t.world.rails)
    return by_ferry(t, piece, free | swedish) & ~stopping_place(swedish) & ~short_of_sweden(t, piece, free)


def short_of_sweden(t: Table, piece: int, free: int) -> int:
    """The ferries serve a train that goes on through Sweden: none stops in Copenhagen (6.1/sweden-copenhagen)."""
    return by_ferry(t, piece, free)


def by_ferry(t: Table, piece: int, open_: int) -> int:
    """Rail hexes that a train reaches with the help of the ferries."""
    blocked = ~open_ & (1 << t.world.board.size) - 1
    graph = t.world.board.graph["rail"]
    reached: int = graph.flood(1 << t.p.at[piece], blocked=blocked)
    while True:
        landings = [b for a, b in ferries(t.world) if reached >> a & 1 and open_ >> b & 1 and not reached >> b & 1]
        if not landings:
            return reached
        reached |= graph.flood(1 << landings[0], blocked=blocked)


def stopping_place(swedish: int) -> int:
    """Who stopped in neutral Sweden would be at war with her: no train does (6.1/sweden-violation, T13)."""
    return swedish


# France


def halves_apart(t: Table) -> bool:
    """Occupied and Vichy France have one train between them until the one is free or the other conquered
    (6.1/france)."""
    p: AetoPosition = t.p
    if not p.politics.get("vichy"):
        return False
    liberated = "france" not in p.conquests
    return liberated or not p.held[w.VICHY] & t.world.board.region.get("Vichy France", 0)


VICHY_LAND = "vichy france"


def lands(t: Table, nations: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The nations with railways, France in two where her halves have trains of their own (6.1/france)."""
    south = int(t.world.board.region.get("Vichy France", 0)) & int(t.world.board.nation.get("france", 0))
    if not south or not halves_apart(t):
        return nations
    whole = [(name, hexes & ~south if name == "france" else hexes) for name, hexes in nations]
    return (*whole, (VICHY_LAND, south))


# American trains


def american_trains(t: Table) -> int:
    """One more chit rails in the Soviet Union in the season for which trains were paid (6.1/us-trains)."""
    bought = t.p.due.get("trains")
    return int(bought is not None and 0 <= t.p.month - bought < SEASON)


def sent_by_the_us(t: Table) -> int:
    """EPs that the US has lent the Soviet Union this season."""
    return sum(ep for key, ep in t.p.lent.items() if key.startswith("us ussr"))


def trains_wait(t: Table, seat: int, args: Args) -> int:
    """15 EPs of American lend-lease this season, the US at war with the Axis, and as many to spend; never more than one
    (6.1/us-trains)."""
    p: AetoPosition = t.p
    at_war = bool(p.hostile[w.US] & 1 << w.GERMANY)
    enough = sent_by_the_us(t) >= TRAINS and p.ep[w.USSR] >= TRAINS
    return int(t.frame.power == w.USSR and at_war and enough and p.due.get("trains") != p.month)


class Trains(Verb):
    """``trains``: the Soviet Union spends 15 EPs of lend-lease on trains for the next three months."""

    name = "trains"
    masks = (Mask("6.1/us-trains", trains_wait),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.ep[w.USSR] -= TRAINS
        t.p.due["trains"] = t.p.month
        t.emit("trains", "6.1/us-trains")
