"""Who carries whom over which sea, from which port to which: transport points, ports and closed waters (5.7)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from grognard.board.hexset import members
from grognard.engine.core.cache import cached_between_orders

from .. import world as w
from ..politics import control
from ..state import ITALY_ACTIVE, Table
from .sealanes import (
    ATLANTIC,
    BALTIC,
    BLACK,
    DANISH_STRAITS,
    EDGE,
    GIBRALTAR,
    MEDITERRANEAN,
    NONE,
    ROUND,
    SAILED,
    SUEZ,
    Lanes,
    Waters,
    lanes,
)

ALLIED_POINTS = "allied"


class Carrier(NamedTuple):
    """Ships: the seas they sail, the points left this Player-Turn, the hexes they serve (-1: all), their fleets."""

    key: str
    seas: tuple[str, ...]
    left: int
    serves: int = -1
    fleets: tuple[Any, ...] = ()


def together(carriers: list[Carrier]) -> list[Carrier]:
    """Two fleets may share one unit in the waters and between the ports of both (5.75, 5.77, 5.79)."""
    found = carriers[:]
    for one, two in combinations([carrier for carrier in carriers if carrier.left > 0], 2):
        seas = tuple(sea for sea in one.seas if sea in two.seas)
        if seas:
            key, left = f"{one.key}+{two.key}", one.left + two.left
            found.append(Carrier(key, seas, left, one.serves & two.serves, (one, two)))
    return found


@cache
def allied_chart() -> dict[str, tuple[int, int]]:
    """Allied Naval and Amphibious Points by Game-Turn (5.7/a)."""
    return {row["turn"]: (int(row["naval"]), int(row["amphibious"])) for row in w.table("allied_transport.csv")}


def turn_name(t: Table, index: int | None = None) -> str:
    return str(t.world.turns[(t.p.turn if index is None else index) - 1]["turn"])


def naval_points(t: Table) -> int:
    """Allied Naval Points left in this Player-Turn: the chart, neither saved nor borrowed (5.7/a, 5.72)."""
    return max(0, allied_chart()[turn_name(t)][0] - int(t.p.naval_used))


def amphibious_points(t: Table) -> int:
    """Allied Amphibious Points left: the chart less those that sailed now or still rest (5.72/e, 5.91/e3)."""
    return max(0, allied_chart()[turn_name(t)][1] - resting_points(t) - int(t.p.amphibious_used))


def resting_points(t: Table) -> int:
    """What sailed in the last Allied Player-Turn rests in this one (5.86, 5.86/e)."""
    points: int = t.p.amphibious_used_before
    return points


def lane_of(t: Table) -> Lanes:
    return lanes(t.world.board)


@cache
def _french_ports(world: w.World) -> int:
    bits = 0
    for country in world.countries:
        if country.owner == w.FRANCE:
            bits |= country.hexes
    return bits & lanes(world.board).ports[MEDITERRANEAN]


def french_ports(t: Table) -> int:
    """The Mediterranean ports of France and its possessions (5.75)."""
    return _french_ports(t.world)


def french_berths(t: Table, anyone: bool = False) -> int:
    """The units that French ships take from where they stand (5.75): French ones alone (5.75/a)."""
    p = t.p
    french = -1 if anyone else p.corps[w.FRANCE]
    return p.units_in(french_ports(t)) & french & ~p.army[w.AXIS] if french else 0


def carriers(t: Table, piece: int) -> list[Carrier]:
    """The ships that may carry a unit."""
    return fleet(t, t.p.nation[piece], t.p.power[piece], bool(french_berths(t) >> piece & 1))


@cached_between_orders
def fleet(t: Table, nation: int, power: int, french: bool) -> list[Carrier]:
    """The ships that may carry a nation's units: French ones that can be had, then Allied ones, for all (5.71)."""
    p = t.p
    if power == w.AXIS:
        return axis_carriers(t, nation)
    found = []
    if french:
        found.append(Carrier("france/Mediterranean", (MEDITERRANEAN,), 1 - p.used.get("france/Mediterranean", 0),
                             french_ports(t)))  # fmt: skip
    if power == w.ALLIED:
        found.append(Carrier(ALLIED_POINTS, SAILED, naval_points(t)))
    elif power == w.SOVIET:
        lent = int(p.notes.get("lent", 0)) if borrows(t, power) else 0
        found.append(Carrier(ALLIED_POINTS, SAILED, lent if control.three_players(t) else naval_points(t)))
    return together(found)


@cache
def axis_ships() -> tuple[tuple[int, str, str, int], ...]:
    """The permanent transport of Germany and Italy: owner, key, sea, points (5.77)."""
    return tuple(
        (w.NATIONS.index(row["nation"]), f"{row['nation']}/{row['sea'].capitalize()}", row["sea"].capitalize(),
         int(row["points"]))
        for row in w.table("transport_permanent.csv") if row["nation"] != "france"
    )  # fmt: skip


def axis_carriers(t: Table, nation: int) -> list[Carrier]:
    """German and Italian ships carry their own nation's points in their own sea (5.77, 5.77/a, 5.77/b, 5.7/c)."""
    p = t.p
    found = []
    for owner, key, sea, points in axis_ships():
        if owner == nation:
            found.append(Carrier(key, (sea,), points - p.used.get(key, 0)))
    if nation == w.GERMANY:
        found.append(built_ships(t))
    return together(found)


def built_ships(t: Table) -> Carrier:
    """The naval points that Germany has built sail in the Atlantic and the Baltic (5.79)."""
    left = t.p.german_naval - t.p.used.get("germany/built", 0)
    return Carrier("germany/built", (ATLANTIC, BALTIC), left)


def both_lost(t: Table) -> bool:
    """The Axis holds Gibraltar and Suez (5.74, 9.32)."""
    gates: int = 1 << t.world.gibraltar | 1 << t.world.suez
    return not gates & ~control.supply_control(t, w.AXIS)


def borrows(t: Table, power: int) -> bool:
    """Russians of a three-player game sail in Allied ships, from and to Allied ports too (16.85)."""
    return power == w.SOVIET and control.three_players(t)


def closed_passages(t: Table, power: int, past: tuple[str, ...] = ()) -> frozenset[str]:
    """Passages that a side's ships may not use: Gibraltar and Suez in Axis hands are shut to the Allies (5.74/a, 5.74).

    ``past``, here and below, names rules that are left out to say which of them closes the way.
    """
    if power == w.AXIS:
        return frozenset({GIBRALTAR, SUEZ})
    closed, lost = set(), control.supply_control(t, w.AXIS)
    if lost >> t.world.gibraltar & 1 and "5.74/a" not in past:
        closed.add(GIBRALTAR)
    if lost >> t.world.suez & 1 and "5.74" not in past:
        closed.add(SUEZ)
    if not t.world.play >> t.world.gibraltar & 1:
        closed |= {GIBRALTAR, DANISH_STRAITS}
    return frozenset(closed)


def seas_open(t: Table, power: int, seas: tuple[str, ...], past: tuple[str, ...] = ()) -> tuple[str, ...]:
    """With Gibraltar and Suez both in Axis hands no Allied ship sails in the Mediterranean (5.74).

    To the Black Sea, which has no ports, Allied ships go to follow a landing there (5.83, R089).
    """
    if power == w.AXIS:
        return seas
    if t.p.landed & t.world.board.sea[BLACK] and MEDITERRANEAN in seas:
        seas = (*seas, BLACK)
    if "5.74" not in past and both_lost(t):
        return tuple(sea for sea in seas if sea != MEDITERRANEAN)
    return seas


def past_turkey(t: Table) -> bool:
    """Do Allied ships pass Turkish hexes, which they do once the Axis has invaded Turkey (12.4)?"""
    return bool(t.p.invaded >> t.world.by_id["turkey"].index & 1)


def barred(t: Table, power: int, past: tuple[str, ...] = ()) -> int:
    """Hexes that a side's ships may not pass: those with enemy units (5.76), and Turkish coasts (12.4).

    Gibraltar and Suez are gates of their own: who controls them is what counts (5.74).
    """
    gates = 1 << t.world.gibraltar | 1 << t.world.suez
    bits: int = control.foes(t, power) & ~t.p.sealed & ~gates if "5.76" not in past else 0
    if power != w.AXIS and not past_turkey(t) and "12.4" not in past:
        bits |= t.world.by_id["turkey"].hexes
    return bits


@cached_between_orders
def friendly_ports(t: Table, power: int) -> int:
    """Hexes that are friendly for embarking and landing (5.7/f): by 5.65, without enemy unit or zone."""
    bits = control.friendly_hexes(t, power)
    if borrows(t, power):
        bits |= control.friendly_hexes(t, w.ALLIED) & ~control.foes(t, power)
    return bits & int(t.world.play)


def ports_of(t: Table, sea: str) -> int:
    """The ports of a sea."""
    return lane_of(t).ports[sea]


def inland_coasts(t: Table) -> int:
    """The coasts of the Baltic and the Mediterranean, which are no ports without an anchor (5.7/g)."""
    board = t.world.board
    return (board.sea[BALTIC] | board.sea[MEDITERRANEAN]) & board.land


def standing_in(t: Table, hexes: int) -> int:
    """The units in a few hexes."""
    p = t.p
    bits = 0
    for node in members(hexes & p.held(-1)):
        for piece in p.stacks[node]:
            bits |= 1 << piece
    return bits


def all_ports(t: Table) -> int:
    """The ports of every sea that is sailed."""
    return lane_of(t).all_ports


def berths(t: Table, node: int, seas: tuple[str, ...]) -> Waters:
    """Where a unit in a port, or in the U.S. box, goes to sea."""
    lane = lane_of(t)
    if node == t.world.us_box:
        return ((ATLANTIC, lane.edge[ATLANTIC]),) if ATLANTIC in seas else ()
    return _berths(lane, node, seas)


@cache
def _berths(lane: Lanes, node: int, seas: tuple[str, ...]) -> Waters:
    return tuple((sea, 1 << node) for sea in seas if lane.ports[sea] >> node & 1)


def off_map(t: Table, power: int, round_africa: bool) -> str:
    """Allied routes alone may leave the map (5.76/a)."""
    if round_africa:
        return ROUND
    return EDGE if power != w.AXIS else NONE


def in_mediterranean(t: Table, route: int) -> bool:
    """Does a route touch the Mediterranean beyond its two gates (R077)?"""
    sea: int = t.world.board.sea[MEDITERRANEAN]
    return bool(route & sea & ~(1 << t.world.gibraltar | 1 << t.world.suez))


def axis_in_africa(t: Table) -> bool:
    """Is an Axis strength point in supply in Africa (6.54, R079)?"""
    from ..land.supply import supplied

    p = t.p
    here = [i for i in members(p.army[w.AXIS]) if t.world.africa >> p.at[i] & 1]
    return any(supplied(t, i) for i in here)


def mediterranean_table(t: Table, power: int, route: int) -> bool:
    """Does the Mediterranean table replace interdiction: for Allies there while Italy fights (6.53, 6.53/b, 6.55)?"""
    if power == w.AXIS or t.p.italy != ITALY_ACTIVE or not in_mediterranean(t, route):
        return False
    return axis_in_africa(t)
