"""The Med Front (21.3): who is at home there, desert and roads, bases, command, landings, fire."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from grognard.board.hexset import from_iter, members
from grognard.titles.systems.front import blocks, control, ground, reach
from grognard.titles.systems.front.world import World

from .. import fronts
from ..europe import objectives
from ..fronts import MF
from ..state import ALLIED, AXIS, Table
from ..war import strangers
from .state import position

LOSS = 2
"""Steps that a unit loses as it comes into the Med Front (21.351)."""
MAINTENANCE = 5
"""Points a month for each unit that is a stranger in the Desert Zone (21.372)."""
IN_NORTH_AFRICA, IN_THE_DESERT = 1, 2
"""The first and the second of the victories in the south (17.61, 17.62)."""
OFF_ROAD = 1
REINFORCED = "FF"
"""How the names of Free French reinforcements begin (20.493/a)."""
UNION, EXPEDITION = "Anglo-French Union", "MF expedition"
"""The event that makes the French Free French (20.491), and how they bear the desert (20.493)."""
AFRIKA = "AGAfr"
ELITE = "DAKarm"
RUNNING = 3
"""The speed of the Afrika HQ in the Med Front (2.1)."""
QF, TF, DF = 3, 4, 5


def front_class(t: Table, piece: int) -> str:
    """How a block bears the fronts (2.8); Free French are expeditions, if they are no residents (20.493)."""
    word = str(t.world.extra["front class"][piece])
    return EXPEDITION if not word and is_free_french(t, piece) else word


def is_free_french(t: Table, piece: int) -> bool:
    """Is a unit Free French (20.493): of the army of France after the Union, of Vichy's beside the Allies, or one of
    their reinforcements?"""
    unit = t.world.units[piece]
    if unit.nation == "vichy":
        return unit.power == ALLIED
    return unit.nation == "france" and (UNION in t.p.politics or unit.name.startswith(REINFORCED))


def desert(t: Table) -> int:
    """The hexes of the Med Front (21.3)."""
    return int(t.world.extra["Desert Zone"])


def is_resident(t: Table, piece: int) -> bool:
    """Is a unit at home in the Med Front (21.311)?"""
    return front_class(t, piece) == "MF resident"


def is_veteran(t: Table, piece: int) -> bool:
    """Is a unit used to the desert (21.312)?"""
    return front_class(t, piece).startswith("MF veteran")


def is_expedition(t: Table, piece: int) -> bool:
    """Is a unit equipped for the desert if it has a base there (21.313)?"""
    return front_class(t, piece) == "MF expedition"


def loss(t: Table, piece: int) -> int:
    """All units that come into the Med Front from another lose two steps (21.351), but those of who has won North
    Africa."""
    return 0 if is_resident(t, piece) or north_africa(t, t.p.power[piece]) else LOSS


def north_africa(t: Table, power: int) -> bool:
    """Does a side hold all six major ports of North Africa, which ends acclimatization (17.61)?"""
    return objectives.won_in_the_south(t, power) >= IN_NORTH_AFRICA


class Acclimatization(strangers.Acclimatization):
    """Who has come into the Med Front loses steps once he has arrived (21.351)."""

    front = MF
    rule = "21.351"
    kind_of_loss = "unused_to_the_desert"


def strangers_in_the_desert(t: Table, power: int) -> int:
    """The units that need Desert Maintenance: aliens and expeditions without a base in Tunis or Morocco (21.372,
    21.314, 11.9/a)."""
    found, based = members(blocks.inside(t, power, desert(t))), t.title.based(t, power)
    return from_iter(
        i for i in found
        if not (is_resident(t, i) or is_veteran(t, i) or (is_expedition(t, i) and based >> t.p.at[i] & 1))
    )  # fmt: skip


def maintained(t: Table, power: int) -> int:
    """How many units need Desert Maintenance; none once a side holds the ports of the desert (17.62)."""
    won = objectives.won_in_the_south(t, power) >= IN_THE_DESERT
    return 0 if won else strangers_in_the_desert(t, power).bit_count()


def closed_to_germans(t: Table, piece: int) -> int:
    """No German goes into Egypt before the Afrika HQ has come (21.312, 20.11/a)."""
    if t.world.units[piece].nation != "germany":
        return 0
    afrika = t.world.named[AFRIKA.casefold()]
    return 0 if t.p.at[afrika] != t.world.later(AXIS) else int(t.world.extra["Egypt"])


# Command and fire


def disruption(t: Table, hq: int) -> int:
    """Strange HQs are disrupted in the Med Front (21.34), Axis HQs of the Med Front outside it (5.33)."""
    inside, word = bool(fronts.land_of(t, MF) >> t.p.at[hq] & 1), front_class(t, hq)
    if inside:
        at_home = word.startswith("MF") and not (t.p.power[hq] == AXIS and word == "MF expedition")
        return int(not at_home)
    return int(t.p.power[hq] == AXIS and (is_resident(t, hq) or is_veteran(t, hq)))


def theater_support(t: Table, hq: int) -> bool:
    """Does a theater HQ support battles: the Middle East in the Southern Zone (5.8/a, 21.34)?"""
    return t.world.units[hq].name == "ME"


def fire(t: Table, piece: int, node: int, passive: bool, need: int) -> int:
    """In desert armor fires TF in attack and DF in defense, mech DF (7.32/e)."""
    sand = int(t.world.board.terrain["desert"]) | southern_desert(t.world)
    rating = t.world.extra["desert fire"].get(t.world.units[piece].kind)
    if rating is None or not sand >> node & 1:
        return need
    return min(need, int(rating[passive]))


@cache
def southern_desert(w: World) -> int:
    """The areas that are desert."""
    return from_iter(p.node for p in w.board.places if p.kind == "area" and p.values["terrain"] == "desert")


def elite_fire(t: Table, piece: int, node: int, passive: bool, need: int) -> int:
    """The Afrika Korps fires TF in the Med Front, QF in attack in the desert (2.21/a)."""
    if t.world.units[piece].name != ELITE or not fronts.land_of(t, MF) >> node & 1:
        return need
    sand = int(t.world.board.terrain["desert"]) >> node & 1
    return QF if sand and not passive else min(need, TF)


# Roads


def speed(t: Table, piece: int, hexes: int, in_desert: bool) -> int:
    """Off the road a unit is slower by one in the Desert Zone (21.353); the Afrika HQ is as fast as tanks (2.1)."""
    if not in_desert:
        return hexes
    if t.world.units[piece].name == AFRIKA:
        hexes = max(hexes, RUNNING)
    return max(0, hexes - OFF_ROAD)


def full_speed(t: Table, piece: int) -> int:
    """A unit's speed on a road."""
    hexes = blocks.speed(t, piece, free=False)
    return max(hexes, RUNNING) if t.world.units[piece].name == AFRIKA else hexes


def along_roads(t: Table, piece: int, march: reach.March, ways: reach.Ways) -> reach.Ways:
    """On roads a unit of the Desert Zone has its full speed (21.353)."""
    more = 0
    for ring in road_rings(t, piece, march)[1:]:
        more |= ring
    more &= ~ways.all() & ~(1 << t.p.at[piece])
    return reach.Ways([*ways.rings, *[0] * (march.pace + 1 - len(ways.rings)), more], ways.over) if more else ways


def road_rings(t: Table, piece: int, march: reach.March) -> list[int]:
    """The hexes that a unit reaches on roads alone, step by step."""
    here = t.p.at[piece]
    if not desert(t) >> here & 1 or control.enemy_units(t, t.p.power[piece]) >> here & 1:
        return [1 << here]
    rings, seen = [1 << here], 1 << here
    for _ in range(full_speed(t, piece)):
        front = rings[-1] & ~march.stop if len(rings) > 1 else rings[0]
        entered = from_iter(n for n in members(beside(t.world, front) & march.targets) if sides(t, front, n))
        rings.append((beside(t.world, front) & march.land | entered) & ~seen)
        seen |= rings[-1]
    return rings


def sides(t: Table, front: int, node: int) -> int:
    """The hexes of some from which a road leads into a battle over a hexside that is free (6.33)."""
    return from_iter(n for n in members(beside(t.world, 1 << node) & front) if ground.free_side(t, n, node))


def road_way(t: Table, piece: int, node: int) -> tuple[int, ...]:
    """The way along roads to a hex that a unit does not reach otherwise (21.353)."""
    march = reach.march(t, piece)
    if reach.follow(t, t.p.at[piece], march).all() >> node & 1:
        return ()
    rings = road_rings(t, piece, march)
    k = next((k for k, ring in enumerate(rings) if ring >> node & 1), 0)
    path = [node]
    while k:
        near = beside(t.world, 1 << path[0]) & rings[k - 1] & (~march.stop if k > 1 else -1)
        if len(path) == 1 and march.targets >> node & 1:
            near &= sides(t, near, node)
        path.insert(0, members(near)[0])
        k -= 1
    return tuple(path) if len(path) > 1 else ()


def pace_along(t: Table, piece: int, path: tuple[int, ...]) -> int:
    """Full speed for a way that follows roads in the Desert Zone, one less for any other (21.353)."""
    by_road = all(beside(t.world, 1 << a) >> b & 1 for a, b in pairwise(path))
    return full_speed(t, piece) if by_road and desert(t) >> path[0] & 1 else blocks.speed(t, piece)


def beside(w: World, nodes: int) -> int:
    """The places that roads lead to from some."""
    table, found = _neighbours(w), 0
    for node in members(nodes):
        found |= table.get(node, 0)
    return found


@cache
def _neighbours(w: World) -> dict[int, int]:
    table: dict[int, int] = {}
    for edge in w.extra["desert roads"].edges:
        table[edge.a] = table.get(edge.a, 0) | 1 << edge.b
        table[edge.b] = table.get(edge.b, 0) | 1 << edge.a
    return table


# Landings


def landings(t: Table, hq: int) -> int:
    """Landings into or out of the Med Front begin in a major port and go to another front (21.391)."""
    port, med = t.p.at[hq], fronts.land_of(t, MF)
    if med >> port & 1:
        return ~med if t.world.ports[port].major else 0
    return -1 if t.world.ports[port].major else ~med


def without_port(t: Table) -> int:
    """In the Med Front landings go into ports only (15.52, 21.391)."""
    return fronts.land_of(t, MF) & ~from_iter(t.world.ports)


def settle(t: Table, pieces: Iterable[int]) -> None:
    """Who is set up in the Med Front is used to it (21.351)."""
    p, med = position(t), fronts.land_of(t, MF)
    for piece in pieces:
        p.acclimatized[piece] = int(p.at[piece] < t.world.spans and bool(med >> p.at[piece] & 1))
