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


def holder(t: Table, places: tuple[str, ...]) -> str:
    """The side that holds all of some ports, in the words of the events (17.6)."""
    ports = int(t.world.board.area(*places))
    words = {"AXIS": AXIS, "ALLIES": ALLIED, "SOVIET": SOVIET}
    return next((word for word, power in words.items() if t.p.held[power] & ports == ports), "")


def balkans_pacified(t: Table) -> bool:
    """Are all six Balkan nations in the Axis, cooperating with it, or all their land in its hands (17.4)?"""
    friends = cooperation.partners(t, AXIS)
    return all(
        (nation in SATELLITES and fights(t, nation)) or nation in friends or not territory(t, nation) & ~t.p.held[AXIS]
        for nation in BALKANS
    )


def med_front_victory(t: Table, power: int) -> bool:
    """Does a power hold all major ports of the Med Front, which merges it with the West (17.63)?"""
    ports = _med_ports(t.world)
    return bool(ports) and t.p.held[power] & ports == ports


@cache
def _med_ports(w: World) -> int:
    if not set(MED_PORTS) <= names_of(w.board):
        return 0
    return int(w.board.area(*MED_PORTS))
