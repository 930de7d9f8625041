"""The waters that ships sail (3.1, 3.2): sea hexes, coasts, harbours, boxes, and the gates between seas."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from grognard.board.area import step
from grognard.board.graph import Edge, Graph
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values

from .. import world as w
from .. import zones
from ..position import AXIS, AetoPosition, Table

DANISH, TURKISH, SUEZ, GIBRALTAR = "Danish Straits", "Turkish Straits", "Suez Canal", "Strait of Gibraltar"
CANAL_HEXES = ("E 5620", "E 5520", "E 5619", "E 5720")
"""The hexes of the Suez Canal (3.2)."""
KIEL_CANAL = "Kiel Canal"
CAPE = ("Capetown", "Red Sea")
"""The ends of the way round the Cape (3.1)."""
CASPIAN = "Caspian"


@cache
def sea_of(world: w.World) -> Mapping[int, str]:
    """The sea that each sea hex and each coast lies on."""
    board = world.board
    found = {coast: sea for (_, sea), coast in board.coast.items()}
    for sea, hexes in board.sea.items():
        found.update(dict.fromkeys(members(hexes & board.terrain["sea"]), sea))
    return found


@cache
def ports_of(world: w.World) -> Mapping[int, str]:
    """Every harbour and what it is: a coastal city, a minor or a major port."""
    found = {place.node: place.grade for place in world.board.places if place.kind == "port"}
    for place in world.board.places:
        if place.kind == "box" and place.values.get("port"):
            found[place.node] = str(place.values["port"])
    return found


def water_in(world: w.World, node: int) -> tuple[int, ...]:
    """Where a ship can be in a hex: the sea hex itself, or its coasts."""
    if world.board.terrain["sea"] >> node & 1:
        return (node,)
    return members(world.board.coasts_of(1 << node))


def joined(world: w.World, one: int, other: int) -> bool:
    """Two waters are joined if they are of one sea or of seas that touch."""
    seas = sea_of(world)
    a, b = seas[one], seas[other]
    return a == b or b in world.board.seas[a].adjacent or a in world.board.seas[b].adjacent


def crossings(world: w.World) -> list[Edge]:
    """From water to water over a hexside that is not dry, and within a hex from one of its seas to another (3.1)."""
    board = world.board
    wet = board.exits(board.hexes, ("dry",))
    edges = []
    for here in members(board.terrain["sea"] | board.coastal):
        waters = water_in(world, here)
        edges += [Edge(a, b) for a in waters for b in waters if a < b and joined(world, a, b)]
        for there in members(step(1 << here, wet)):
            if there > here:
                edges += [Edge(a, b) for a in waters for b in water_in(world, there) if joined(world, a, b)]
    return edges


@cache
def sea_lanes(world: w.World) -> Graph:
    """All ways of ships: hex by hex, in and out of harbours, and by the lanes of the boxes (3.1)."""
    board = world.board
    edges = crossings(world)
    for node in ports_of(world):
        edges += [Edge(node, coast) for coast in members(board.coasts_of(1 << node))]
    kiel, hamburg = board.coast[board.node("Kiel"), "Baltic"], board.coast[board.node("Hamburg"), "North Sea"]
    edges.append(Edge(kiel, hamburg, name=KIEL_CANAL))
    return Graph(edges, board.size) | board.graph["lane"]


@cache
def at_sea(world: w.World) -> int:
    """Every node where a ship is at sea: sea hexes, coasts, and boxes that are no harbour."""
    boxes = from_iter(place.node for place in world.board.places if place.kind == "box")
    return from_iter(sea_of(world)) | boxes & ~from_iter(ports_of(world))


@cache
def waters_named(world: w.World, sea: str) -> int:
    """The nodes of a sea."""
    return from_iter(node for node, name in sea_of(world).items() if name == sea)


def hex_of(world: w.World, node: int) -> int:
    """The hex that a coast belongs to; any other node is its own."""
    return next(iter(members(world.board.hexes_of(1 << node))), node)


def is_axis(p: AetoPosition, power: int) -> bool:
    return p.alliance[power] == AXIS


def danish_straits_shut(t: Table, power: int) -> bool:
    """The Danish straits are shut to the enemies of Germany unless they hold Copenhagen (3.2)."""
    p: AetoPosition = t.p
    held = zones.held_by_friends(p, power) >> t.world.node("Copenhagen") & 1
    return bool(p.hostile[power] >> w.GERMANY & 1) and not held


def turkish_straits_shut(t: Table, power: int) -> bool:
    """The Turkish straits are shut to all while Turkey is neutral (3.2)."""
    p: AetoPosition = t.p
    turkey = t.title.meta.powers.index("turkey")
    return not p.hostile[turkey] and not zones.held_by_friends(p, power) >> t.world.node("Istanbul") & 1


def canal_shut(t: Table, power: int) -> bool:
    """The Suez Canal is shut to a side that does not hold its four hexes (3.2)."""
    own = zones.held_by_friends(t.p, power)
    return not all(own >> t.world.node(name) & 1 for name in CANAL_HEXES)


def gibraltar_shut(t: Table, power: int) -> bool:
    """The Strait of Gibraltar is shut to surface ships of a side that does not hold the Rock (3.2)."""
    return not zones.held_by_friends(t.p, power) >> t.world.node("Gibraltar") & 1


GATES = {DANISH: danish_straits_shut, TURKISH: turkish_straits_shut, SUEZ: canal_shut, GIBRALTAR: gibraltar_shut}


def gates_shut(t: Table, power: int, submarine: bool) -> frozenset[str]:
    """The gates that a force may not pass; submarines pass Gibraltar (3.2)."""
    shut = {name for name, is_shut in GATES.items() if is_shut(t, power)}
    return frozenset(shut - {GIBRALTAR} if submarine else shut)


@cache
def closed_by(world: w.World, gates: frozenset[str]) -> int:
    """The waters of gates that are shut, and the Caspian, from which no way leads out."""
    bits = waters_named(world, CASPIAN)
    for name in gates:
        bits |= waters_named(world, name)
    return bits


@cached_values(4096)
def ways(world: w.World, node: int, speed: int, gates: frozenset[str], canal: bool, harbours: int) -> Mapping[int, int]:
    """How far each node is from a force; of the harbours only these may be entered, and all end a voyage (3.1)."""
    graph = sea_lanes(world)
    blocked = (closed_by(world, gates) | from_iter(ports_of(world)) & ~harbours) & ~(1 << node)
    cut = 0 if canal else graph.named[KIEL_CANAL]
    ends, cape = harbours & ~(1 << node), (world.node(CAPE[0]), world.node(CAPE[1]))
    if node in cape:
        ends |= from_iter(cape) & ~(1 << node)
    else:
        cut |= graph.cuts([cape])
    return graph.distances(1 << node, blocked=blocked, cut=cut, stop=ends, limit=speed)


def route(
    world: w.World, node: int, goal: int, gates: frozenset[str], canal: bool, mined: int
) -> tuple[int, ...] | None:
    """The shortest way to a node, both ends included, around mined waters if they are not its end (3.1)."""
    graph = sea_lanes(world)
    harbours = from_iter(ports_of(world)) & ~(1 << goal | 1 << node)
    blocked = (closed_by(world, gates) | harbours) & ~(1 << node)
    cut = 0 if canal else graph.named[KIEL_CANAL]
    cape = (world.node(CAPE[0]), world.node(CAPE[1]))
    if {node, goal} != set(cape):
        cut |= graph.cuts([cape])
    ends = mined & ~(1 << goal | 1 << node)
    found = graph.path(1 << node, 1 << goal, blocked=blocked | ends, cut=cut) or graph.path(
        1 << node, 1 << goal, blocked=blocked, cut=cut
    )
    return tuple(found) if found else None
