"""What each side of WestFront wants: the hexes that count, and where to march for them."""

from __future__ import annotations

from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import from_iter, members
from grognard.titles.systems.front import control
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import Table
from grognard.titles.systems.front.world import World
from grognard.titles.westfront.world import ALLIED, AXIS, charts

from ..greedy import Ranked

OVERSEAS = "country:Britain | region:North Africa | hex:Malta | hex:Gibraltar"
"""Where the Allies come from: the Axis does not go there."""
SICILY = ("Palermo", "Catania", "Messina")
MAJOR, MINOR, VICTORY = 3, 1, 8


@cache
def prizes(world: World) -> dict[int, int]:
    """What each hex is worth to whoever holds it: cities, resource centers, ports, and what decides a scenario."""
    victory = world.scenario.get("victory")
    if victory == "sicilian ports":
        return {world.board.node(name): VICTORY for name in SICILY}
    found: dict[int, int] = {}
    for place in world.board.places:
        if place.values.get("only", "westfront") == "westfront" and world.land >> place.node & 1:
            value = {"city": "pp", "resource": "res"}.get(place.kind)
            points = place.number(value) if value and value in place.values else 0
            if points:
                found[place.node] = found.get(place.node, 0) + points
    for node, port in world.ports.items():
        found[node] = found.get(node, 0) + (MAJOR if port.major else MINOR)
    for row in charts()["victory_cities"] if victory == "cities" else ():
        node = world.board.node(row["city"])
        found[node] = found.get(node, 0) + VICTORY
    return found


@cache
def overseas(world: World) -> int:
    """Britain, Africa and the islands from which the Allies come."""
    terms = [term for term in OVERSEAS.split(" | ") if _known(world, term)]
    return area(world.board, " | ".join(terms)) & world.land


def _known(world: World, term: str) -> bool:
    try:
        area(world.board, term)
    except (KeyError, ValueError):
        return False
    return True


def goals(t: Table, power: int) -> Ranked:
    """The Allies want what counts and is not theirs or stands empty; the Axis wants the invaders out again."""
    p, world = t.p, t.world
    own = control.friendly(p, power)
    worth = prizes(world)
    mainland = world.land & ~overseas(world) & ~p.neutral
    if power == AXIS:
        lost = from_iter(node for node in worth if mainland >> node & 1 and not own >> node & 1)
        return ((lost, 1), (control.enemy_units(t, power) & mainland, 0))
    wanted: dict[int, int] = {}
    kept = posts(t, power)
    for node, value in worth.items():
        rank = max(0, 4 - value // 2)
        if mainland >> node & 1 and not own >> node & 1:
            wanted[rank] = wanted.get(rank, 0) | 1 << node
        elif kept >> node & 1 and not control.own_units(t, power) >> node & 1:
            wanted[rank + 1] = wanted.get(rank + 1, 0) | 1 << node
    return tuple((hexes, rank) for rank, hexes in sorted(wanted.items()))


def posts(t: Table, power: int) -> int:
    """Hexes of a side that count and that an enemy could come to: near his units, or from the sea."""
    p, world = t.p, t.world
    own = control.held_by(p, power)
    kept = from_iter(node for node in prizes(world) if own >> node & 1)
    if power == ALLIED:
        kept &= ~overseas(world)
        return kept & spread(control.enemy_units(t, power), world.trace, 4)
    coast = from_iter(members(kept & from_iter(world.ports)))
    return kept & spread(control.enemy_units(t, power), world.trace, 4) | coast
