"""The sea (2.1, 18.0): zones, ports, the ways between them, and which straits and canals are open."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from grognard.board import UnknownName
from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values

from . import offboard
from . import world as w
from .state import Table, figures, foe, ground_in
from .zones import CORPS, ground_of

NARROW = 3
"""How far apart the waters are that one or two coastal hexes divide."""


class Link(NamedTuple):
    """A step at sea: the node it leads to, the zones it enters beside that node's own, and the gate it goes through."""

    to: int
    zones: int
    gate: str


@dataclass(frozen=True, eq=False)
class SeaMap:
    """Water hexes by zone, ports, and the links between them."""

    zone: dict[int, str]
    """The zone of each water hex."""
    ports: dict[int, int]
    """Ports by node, with their naval capacity (2.11)."""
    bases: int
    """Major naval bases."""
    links: dict[int, tuple[Link, ...]]
    gates: dict[str, int]
    """The hexes beside each strait or canal."""
    beaches: dict[int, int]
    """Beach hexes by node, with their naval capacity (19.34)."""
    oceans: int = 0
    """Boxes of the chart beyond the map through which a way may lead."""

    @property
    def port_nodes(self) -> int:
        return from_iter(self.ports)


class Way(NamedTuple):
    """A voyage: the nodes from port to port, and how many zones it enters, the first one too (18.01)."""

    nodes: tuple[int, ...]
    zones: int


@cached_values(16)
def sea_map(world: w.World) -> SeaMap:
    """The sea of a window."""
    board = world.board
    zone = {node: name for name in board.seas for node in members(board.sea.get(name, 0) & board.water)}
    links: dict[int, list[Link]] = {node: [] for node in zone}
    for node in zone:
        for other in members(step(1 << node, board.around) & board.water):
            if other in zone:
                joined = zone[node] == zone[other] or zone[other] in board.seas[zone[node]].adjacent
                gate = board.seas[zone[node]].adjacent.get(zone[other], "") if joined else ""
                if joined:
                    links[node].append(Link(other, 0, gate))
    _narrows(world, zone, links)
    _bridge(world, zone, links)
    ports, bases = _add_ports(world, zone, links)
    bases |= _add_oceans(world, links, ports)
    beaches = _add_beaches(world, zone, links)
    routes = _routes(world)
    gates = {
        gate: routes[gate] if gate in routes else _beside(world, gate)
        for some in links.values() for _, _, gate in some if gate
    }  # fmt: skip
    ways = {node: tuple(some) for node, some in links.items()}
    return SeaMap(zone, ports, bases, ways, gates, beaches, offboard.oceans(world))


def _bridge(world: w.World, zone: dict[int, str], links: dict[int, list[Link]]) -> None:
    """Zones that touch in a strait or through a canal, where no two of their hexes do (2.13, 2.14)."""
    board = world.board
    touching = {(zone[a], zone[link.to]) for a, some in links.items() for link in some}
    for name, sea in board.seas.items():
        for other, gate in sea.adjacent.items():
            if other not in board.seas or name > other or (name, other) in touching:
                continue
            _join(world, links, board.sea.get(name, 0), board.sea.get(other, 0), 0, gate)
    for canal in (sea for sea in board.seas.values() if sea.kind == "canal"):
        ends = [board.sea.get(other, 0) for other in canal.adjacent if other in board.seas]
        if len(ends) == 2:
            _join(world, links, ends[0], ends[1], 1, next(iter(canal.adjacent.values())))


def _narrows(world: w.World, zone: dict[int, str], links: dict[int, list[Link]]) -> None:
    """Two parts of one zone that coastal hexes divide are one water: the Channel at Dover (19.21, step 9)."""
    grid = world.board.grid
    for name in sorted(set(zone.values())):
        parts = _parts([node for node in zone if zone[node] == name], links)
        for one, other in combinations(parts, 2):
            near, a, b = min((grid.distance(a, b), a, b) for a in one for b in other)
            if near <= NARROW:
                links[a].append(Link(b, 0, ""))
                links[b].append(Link(a, 0, ""))


def _parts(nodes: list[int], links: dict[int, list[Link]]) -> list[list[int]]:
    """The connected parts of a zone."""
    left, found = set(nodes), []
    while left:
        part, ring = [], [min(left)]
        left.discard(ring[0])
        while ring:
            node = ring.pop()
            part.append(node)
            near = [link.to for link in links[node] if link.to in left]
            left -= set(near)
            ring += near
        found.append(part)
    return found


def _join(world: w.World, links: dict[int, list[Link]], one: int, other: int, zones: int, gate: str) -> None:
    """A link between the nearest hexes of two areas."""
    grid, water = world.board.grid, world.board.water
    pairs = [(grid.distance(a, b), a, b) for a in members(one & water) for b in members(other & water)]
    if pairs:
        _, a, b = min(pairs)
        links[a].append(Link(b, zones, gate))
        links[b].append(Link(a, zones, gate))


def _add_ports(world: w.World, zone: dict[int, str], links: dict[int, list[Link]]) -> tuple[dict[int, int], int]:
    """Ports and boxes, each beside the nearest water of its seas (2.11)."""
    board, grid = world.board, world.board.grid
    ports: dict[int, int] = {}
    bases = 0
    for place in board.places:
        seas = [name for name in place.many("seas") if board.sea.get(name, 0) & board.water]
        if place.kind == "port" and not seas:
            _by_canal(world, place.node, place.many("seas"), place.number("capacity", 6), links, ports)
        if place.kind not in ("port", "box") or not seas or place.grade == offboard.OFFBOARD:
            continue
        ports[place.node] = place.number("capacity", 6)
        bases |= 1 << place.node if place.grade == "base" or place.kind == "box" else 0
        links.setdefault(place.node, [])
        for name in seas:
            water = members(board.sea[name] & board.water)
            if place.kind == "box":
                near, extra = [min(water, key=grid.colrow)], place.number("zones", 1)
            else:
                least = min(grid.distance(place.node, n) for n in water)
                near, extra = [n for n in water if grid.distance(place.node, n) == least], 0
            gate = next((name for name in (river(place.name), entrance(place.name)) if name in _routes(world)), "")
            for node in near:
                links[place.node].append(Link(node, extra, gate))
                links[node].append(Link(place.node, extra, gate))
    return ports, bases


def _add_oceans(world: w.World, links: dict[int, list[Link]], ports: dict[int, int]) -> int:
    """The boxes beyond the map, joined to seas at its edge and to each other at the points of the chart (23.62)."""
    board, grid = world.board, world.board.grid
    for place in (place for place in board.places if offboard.boxes(world) >> place.node & 1):
        ports[place.node] = 0 if offboard.oceans(world) >> place.node & 1 else 6
        links.setdefault(place.node, [])
        for name in (name for name in place.many("seas") if board.sea.get(name, 0) & board.water):
            edge, points = min(members(board.sea[name] & board.water), key=grid.colrow), place.number("mp", 1)
            links[place.node].append(Link(edge, points - 1, ""))  # the zone that is entered counts one
            links[edge].append(Link(place.node, points, ""))
    for link in board.graph["offboard"].edges if offboard.boxes(world) else ():
        links[link.a].append(Link(link.b, link.length, ""))
        links[link.b].append(Link(link.a, link.length, ""))
    return offboard.boxes(world)


def _by_canal(
    world: w.World, port: int, names: Sequence[str], capacity: int, links: dict[int, list[Link]], ports: dict[int, int]
) -> None:
    """Ships come to Amsterdam by the North Sea canal alone; the lake behind it is no sea (2.14/4)."""
    board, grid = world.board, world.board.grid
    for canal in (board.seas[name] for name in names if name in board.seas and board.seas[name].kind == "canal"):
        for sea, gate in canal.adjacent.items():
            water = members(board.sea.get(sea, 0) & board.water)
            if water:
                node = min(water, key=lambda n: (grid.distance(port, n), n))
                ports[port] = capacity
                links.setdefault(port, []).append(Link(node, 1, gate))
                links[node].append(Link(port, 1, gate))


def _add_beaches(world: w.World, zone: dict[int, str], links: dict[int, list[Link]]) -> dict[int, int]:
    """Beaches, each beside the water that it lies on (19.34)."""
    board = world.board
    found = {place.node: place.number("capacity") for place in board.places if place.kind == "beach"}
    for node in found:
        for water in members(step(1 << node, board.around) & board.water):
            if water in zone and water not in [link.to for link in links.get(node, ())]:
                links.setdefault(node, []).append(Link(water, 0, ""))
                links[water].append(Link(node, 0, ""))
    return found


def entrance(port: str) -> str:
    """The gate of a port that is entered through a hex of the coast."""
    return f"entrance {port}"


def river(port: str) -> str:
    """The gate of an inland port."""
    return f"river {port}"


@cached_values(16)
def _routes(world: w.World) -> dict[str, int]:
    """The lettered hexes between each inland port and the sea (2.11)."""
    found = {}
    for place in world.board.places:
        if place.kind == "port" and place.values.get("letter"):
            found[river(place.name)] = from_iter(_known(world, place.many("route")))
        elif place.kind == "port" and place.values.get("route"):
            found[entrance(place.name)] = from_iter(_known(world, place.many("route")))
    return found


def _known(world: w.World, names: Sequence[str]) -> list[int]:
    """Those of some hexes that lie in the window."""
    found = []
    for name in names:
        with suppress(UnknownName):
            found.append(world.board.node(name))
    return found


@cached_values(16)
def coastal_ports(world: w.World) -> int:
    """Ports on the coast; those up a river, whose way has a letter on the map, are not (2.11)."""
    inland = from_iter(
        place.node for place in world.board.places if place.kind == "port" and place.values.get("letter")
    )
    return sea_map(world).port_nodes & ~inland


def _beside(world: w.World, gate: str) -> int:
    """The land hexes beside a strait or canal."""
    kind, _, name = gate.partition(" ")
    sides = [s for (what, called), s in world.board.named_sides.items() if what == kind and name in called]
    if not sides and kind == "strait":
        return 0  # beyond the window: nobody passes
    if not sides:
        return (1 << world.board.node(name) | step(1 << world.board.node(name), world.board.around)) & world.board.land
    return from_iter(n for s in sides for n in members(step(world.board.land, s)))


def shut_gates(t: Table, power: int) -> frozenset[str]:
    """Straits of which the side controls no shore, and canals with an enemy beside them (18.03, 2.14)."""
    return frozenset(
        gate for gate, hexes in sea_map(t.world).gates.items()
        if SHUT.get(gate.partition(" ")[0], strait_shut)(t, power, hexes)
    )  # fmt: skip


def strait_shut(t: Table, power: int, shores: int) -> bool:
    """Ships pass a strait if their side controls at least one shore of it (18.03)."""
    return not shores & t.p.land_of(power)


def canal_shut(t: Table, power: int, banks: int) -> bool:
    """A canal is closed to a side while an enemy ground unit stands beside it (2.14/1)."""
    return bool(banks & ground_of(t, foe(t, power)))


def river_shut(t: Table, power: int, route: int) -> bool:
    """An enemy corps, or a division that can attack, on its lettered hexes closes an inland port (19.35, 2.11/5)."""
    for node in members(route & ground_of(t, foe(t, power))):
        for piece in ground_in(t, node, foe(t, power)):
            big = t.world.units[piece].size.strip("(-)") == CORPS
            if big or (t.world.units[piece].size.startswith("XX") and figures(t, piece)[0] > 0):
                return True
    return False


def entrance_shut(t: Table, power: int, hexes: int) -> bool:
    """Leningrad is entered and left through hex 2731, and not past an enemy who stands there (2.11/4)."""
    return bool(hexes & ground_of(t, foe(t, power)))


SHUT = {"canal": canal_shut, "river": river_shut, "entrance": entrance_shut}
"""What closes a gate, by its kind; others are straits (18.03)."""


@cached_values(512)
def ways_from(
    world: w.World, start: int, shut: frozenset[str], without: str = "", by_hexes: bool = False
) -> dict[int, tuple[int, int, int]]:
    """For each node the zones and hexes of the best way there, and the node before it.

    The best way enters the fewest zones and then the fewest hexes, or only counts hexes. No way leads through a port.
    """
    chart = sea_map(world)
    found: dict[int, tuple[int, int, int]] = {}
    queue: list[tuple[int, int, int, int]] = [(0, 0, start, -1)]
    while queue:
        zones, hexes, node, before = heapq.heappop(queue)
        if node in found:
            continue
        found[node] = (zones, hexes, before)
        closed = node in chart.ports or node in chart.beaches
        if closed and node != start and not chart.oceans >> node & 1:
            continue
        for link in chart.links.get(node, ()):
            if link.to in found or link.gate in shut or (without and chart.zone.get(link.to) == without):
                continue
            into = chart.zone.get(link.to, "")
            more = link.zones + int(bool(into) and into != chart.zone.get(node))
            heapq.heappush(queue, (0 if by_hexes else zones + more, hexes + 1, link.to, node))
    return found


def way(t: Table, power: int, start: int, end: int, without: str = "") -> Way | None:
    """The voyage from a port to a node, or None."""
    tree = ways_from(t.world, start, shut_gates(t, power), without)
    if end not in tree:
        return None
    nodes = [end]
    while nodes[-1] != start:
        nodes.append(tree[nodes[-1]][2])
    return Way(tuple(reversed(nodes)), tree[end][0])


def way_ashore(t: Table, power: int, start: int, node: int) -> Way | None:
    """The voyage to any hex of a coast: to the port or beach, or the water beside the hex (19.4, 19.46)."""
    found = way(t, power, start, node)
    if found is not None:
        return found
    if at_the_neck(t.world) >> node & 1:
        return None
    near = [n for n in members(step(1 << node, t.world.board.around)) if n in sea_map(t.world).zone]
    ways = [one for one in (way(t, power, start, n) for n in near) if one is not None]
    best = min(ways, key=lambda one: (one.zones, len(one.nodes), one.nodes), default=None)
    return Way((*best.nodes, node), best.zones) if best else None


@cached_values(16)
def at_the_neck(world: w.World) -> int:
    """The two coastal hexes at the neck of the Crimea, which ships do not enter from the Sea of Azov (2.15)."""
    neck = world.board.sides.get("neck")
    return step(world.board.land, neck) if neck is not None else 0


def sea_distance(t: Table, power: int, start: int, end: int) -> int:
    """How many hexes ships sail from a port to a hex (S21), or a number beyond all ranges."""
    tree = ways_from(t.world, start, shut_gates(t, power), "", True)
    return tree[end][1] if end in tree else 999


def zones_of(t: Table, nodes: tuple[int, ...]) -> list[str]:
    """The zones of a voyage, in their order."""
    chart = sea_map(t.world)
    found: list[str] = []
    for node in nodes:
        name = chart.zone.get(node, "")
        if name and (not found or found[-1] != name):
            found.append(name)
    return found


def first_zone(t: Table, nodes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The nodes of a path that lie in its first zone, a port at the end of it among them; and the rest (S22)."""
    chart = sea_map(t.world)
    name = next((chart.zone[n] for n in nodes if n in chart.zone), "")
    count = next((i for i, n in enumerate(nodes) if chart.zone.get(n, name) != name), len(nodes))
    return nodes[:count], nodes[count:]
