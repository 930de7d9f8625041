"""Strategic objectives (17): Ploesti's oil, Baku's, Swedish ore."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import sea, supply
from grognard.titles.systems.front.world import World

from .. import tables
from ..war import naval
from ..war import supply as war_supply
from ..war.world import names_of
from . import cooperation
from .nations import SATELLITES, fights, territory
from .state import ALLIED, AXIS, SOVIET, Table

ORE, SEA_ROUTE = 10, 5
"""Basic points that the Axis loses without ore, and without its sea route (17.2/a, 17.2/b)."""
OIL = ("Ploesti", "Baku", "Abadan")


def joined_to_berlin(t: Table, place: str) -> bool:
    """Has Berlin a line of communication to a place (10.22)?"""
    node = t.world.board.node
    return war_supply.line_of_communication(t, AXIS, node("Berlin"), node(place))


def axis_oil(t: Table) -> bool:
    """Can the Axis fetch oil from Ploesti, Baku or Abadan (17.1)?"""
    return any(joined_to_berlin(t, source) for source in OIL)


def soviet_oil(t: Table) -> bool:
    """Do the Soviets hold Baku, in Rail/Sea Supply (17.8)?"""
    baku = 1 << t.world.board.node("Baku")
    return bool(t.p.held[SOVIET] & supply.rail_sea(t, SOVIET) & baku)


ROUND_ABOUT = 5
"""Basic points that the Soviets lose when Baku's oil goes round by Kazakhstan (20.591)."""


def oil_goes_round(t: Table) -> int:
    """What the Soviets lose while Baku is joined to Siberia by way of Kazakhstan alone (20.591)."""
    w = t.world
    if not soviet_oil(t):
        return 0
    baku, siberia, detour = (w.board.node(name) for name in ("Baku", "Siberia", "Kazakhstan"))
    straight = war_supply.line_of_communication(t, SOVIET, baku, siberia, 1 << detour)
    return 0 if straight else ROUND_ABOUT


def ore_lost(t: Table) -> int:
    """What the Axis loses: its ore (17.2/a), and the sea route by Narvik (17.2/b), lost once the Atlantic is Allied
    (13.32/c); without ore both (ruling E583)."""
    if "SC" in t.p.politics or not joined_to_berlin(t, "Gallivare"):
        return ORE + SEA_ROUTE
    return 0 if sea_route(t) else SEA_ROUTE


def sea_route(t: Table) -> bool:
    """Does a line of communication lead from Gallivare by Narvik, which must not be fought over (10.22), and over the
    Northern Seaway to the Baltic (17.2/b)?"""
    board = t.world.board
    ends = 1 << board.node("Narvik") | 1 << board.node("Gallivare")
    if ends & ~war_supply.communications(t, AXIS):
        return False
    return not sea.enemy_seas(t, AXIS) & _northern_seaway(t.world) and naval.open_straits(t, AXIS, "Northern")


@cache
def _northern_seaway(w: World) -> int:
    names = [r["name"] for r in tables.rows("seaways") if r["seaway"] == "Northern" and r["kind"] == "sea"]
    return from_iter(sea.chart(w).number(name) for name in names)


def short_of_oil(t: Table, power: int) -> bool:
    """Do a power's HQs cost more for want of oil (17.1, 17.8)?"""
    if power == AXIS:
        return not axis_oil(t)
    return power == SOVIET and not soviet_oil(t)


NORTH_AFRICA = ("Algiers", "Tunis", "Tripoli", "Benghazi", "Alexandria", "Suez")
"""The major ports of North Africa (17.61)."""
DESERT = (*NORTH_AFRICA, "Basra")
"""Those of the desert (17.62)."""
MED_PORTS = (*DESERT, "Karachi")
"""The major ports of the Med Front but South Africa (17.63)."""
BALKANS = ("Greece", "Albania", "Hungary", "Rumania", "Bulgaria", "Yugoslavia")


WORDS = {"AXIS": AXIS, "ALLIES": ALLIED, "SOVIET": SOVIET}
RECORDS = {power: f"{word} in the south" for word, power in WORDS.items()}
VICTORIES = (NORTH_AFRICA, DESERT, MED_PORTS)
"""The ports of the three victories in the south, each with those before it (17.61, 17.62, 17.63)."""


def in_the_south(power: int) -> str:
    """The record of what a power had won in the south in its last Politics."""
    return RECORDS.get(power, "")


def ports_held(t: Table, power: int) -> int:
    """How many of the three victories the ports that a power holds would give it now (17.61, 17.62, 17.63)."""
    found, held = 0, t.p.held[power]
    for ports in _ports(t.world):
        if held & ports != ports:
            break
        found += 1
    return found


@cache
def _ports(w: World) -> tuple[int, ...]:
    known = names_of(w.board)
    return tuple(int(w.board.area(*places)) for places in VICTORIES if set(places) <= known)


def won_in_the_south(t: Table, power: int) -> int:
    """Victories in the south are those of a power's last Politics, until its next (17.6)."""
    recorded = t.p.politics.get(in_the_south(power))
    return ports_held(t, power) if recorded is None else int(recorded)


def reckon_south(t: Table) -> None:
    """In his Politics the active player wins or loses his victories in the south (17.6)."""
    if t.p.active in WORDS.values():
        t.p.politics[in_the_south(t.p.active)] = ports_held(t, t.p.active)


def holder(t: Table, places: tuple[str, ...]) -> str:
    """The side that has won with some ports, in the words of the events (17.6)."""
    level = VICTORIES.index(places) + 1
    return next((word for word, power in WORDS.items() if won_in_the_south(t, power) >= level), "")


def balkans_pacified(t: Table) -> bool:
    """Are all six Balkan nations in the Axis, cooperating with it, or all their land in its hands (17.4)?"""
    friends = cooperation.partners(t, AXIS)
    return all(
        (nation in SATELLITES and fights(t, nation)) or nation in friends or not territory(t, nation) & ~t.p.held[AXIS]
        for nation in BALKANS
    )


def med_front_victory(t: Table, power: int) -> bool:
    """Does a power hold all major ports of the Med Front, which merges it with the West (17.63)?"""
    return won_in_the_south(t, power) == len(VICTORIES)
