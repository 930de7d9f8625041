"""Where a unit can go by land (6.1, 6.3): how far, over which hexsides, by which ways, and why no further."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from grognard.board import Exits
from grognard.board.area import rings, step
from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.cache import cached_by
from grognard.engine.core.rules import Args, Mask, MaskFn, Reason

from . import blocks, control, ground, grounds, routes
from . import weather as sky
from .state import DRY, MUD, Table
from .world import COMMANDERS


class Ways(NamedTuple):
    """Where a unit gets: ``rings[k]`` in k steps and no fewer, ``over`` across a strait."""

    rings: list[int]
    over: int

    def all(self) -> int:
        nodes = self.over
        for ring in self.rings[1:]:
            nodes |= ring
        return nodes


def stops_at(t: Table, piece: int, enemy: int) -> int:
    """Hexes that end a move: those with enemies (6.31), and those where the ground does."""
    return enemy | ground_stops(t, piece)


def ground_stops(t: Table, piece: int) -> int:
    """Rough ground ends a move (6.1/a), in Mud any ground (12.23)."""
    if not blocks.stops_in_rough(t, piece):
        return 0
    return sky.under(t, MUD) | sky.rough_ground(t)


class March(NamedTuple):
    """What a land move follows from."""

    pace: int
    """Hexes a move."""
    land: int
    """Land that is open to the unit and free of enemies."""
    first: int
    """Where its first step may lead."""
    targets: int
    """Enemy hexes that it may engage."""
    stop: int
    """Hexes that end a move."""
    moves: Exits
    """Hexsides that it may cross in the middle of a move."""
    limited: bool = True
    """Do the hexsides of a battle fill up?"""
    routes: int = 0
    """Where it may march over a route."""


def march(t: Table, piece: int, exit_by: int = -1) -> March:
    """A unit's march: its speed (6.1), open land, and what stops it."""
    p, w = t.p, t.world
    here, enemy = p.at[piece], control.enemy_units(t, p.power[piece])
    land = ground.passable(t, piece)
    engaged = bool(enemy >> here & 1) or exit_by >= 0
    first = exits_of(t, piece, here, exit_by, land & ~enemy) if engaged else land & ~enemy
    targets = 0 if engaged or shuns_battle(t, piece) else enemy & land
    m = March(blocks.speed(t, piece), land & ~enemy, first, targets, stops_at(t, piece, enemy), w.moves)
    return _with_routes(t, piece, m, exit_by) if w.route_ends >> here & 1 else m


def _with_routes(t: Table, piece: int, m: March, exit_by: int) -> March:
    """A march from the end of a route: an HQ goes that way to a battle of its side too (18.21).

    A rearguard has paid for the route that it leaves by.
    """
    power, by = t.p.power[piece], routes.marches(t, piece)
    if exit_by >= 0 and routes.length(t.world, t.p.at[piece], exit_by):
        by = 1 << exit_by
    if not m.targets and not control.enemy_units(t, power) >> t.p.at[piece] & 1:
        m = m._replace(targets=routes.joinable(t, power) & by & ground.open_to(t, piece))
    return m._replace(routes=by)


def shuns_battle(t: Table, piece: int) -> bool:
    """HQs never engage of their own will (5.1/b)."""
    return t.world.units[piece].kind in COMMANDERS


def _walks(t: Table, piece: int, exit_by: int = -1) -> Hashable:
    """What the way of a unit follows from."""
    p = t.p
    enemy, here = control.enemy_units(t, p.power[piece]), p.at[piece]
    shelter = t.title.haven(t, piece) if enemy >> here & 1 else 0
    by = (routes.marches(t, piece), *p.defends) if t.world.route_ends >> here & 1 else ()
    return (
        piece, here, exit_by, enemy, shelter, ground.open_to(t, piece), blocks.speed(t, piece),
        *t.title.skies(t), by, *p.hexsides.items(),
    )  # fmt: skip


@cached_by(_walks)
def ways(t: Table, piece: int, exit_by: int = -1) -> Ways:
    """The hexes within a unit's speed; out of a battle the first step is into a friendly hex (6.32)."""
    m = march(t, piece, exit_by)
    return t.title.along_roads(t, piece, m, follow(t, t.p.at[piece], m))


def follow(t: Table, here: int, m: March) -> Ways:
    """The hexes that a march leads to: ring after ring, and one step across a strait (1.39)."""
    front = 1 << here
    if m.pace < 1:
        return Ways([front], 0)
    moves, straits = m.moves, t.world.straits
    if m.limited and m.targets and t.p.hexsides:
        full = ground.full_sides(t).entering(m.targets)
        moves, straits = moves - full, straits - full
    over = step(front, straits) & (m.first | m.targets)
    if m.routes:
        by = members(m.routes & m.targets) if m.limited else ()
        crowded = from_iter(n for n in by if not ground.free_side(t, here, n))
        over |= m.routes & (m.first | m.targets) & ~crowded
    found = rings(front, moves, m.pace, blocked=~(m.land | m.targets), stop=m.stop, first=m.first | m.targets)
    for ring in found:
        over &= ~ring
    return Ways(found, over)


def exits_of(t: Table, piece: int, here: int, exit_by: int, land: int, limited: bool = True) -> int:
    """Where a unit may step out of a battle: friendly hexes (6.32) over hexsides that are not full."""
    if exit_by >= 0:
        return 1 << exit_by
    near = steps_from(t, piece) & land & t.title.haven(t, piece)
    if t.world.route_ends >> here & 1:
        near |= routes.marches(t, piece) & routes.refuges(t, t.p.power[piece]) & ground.open_to(t, piece)
    return from_iter(n for n in members(near) if ground.free_side(t, here, n)) if limited else int(near)


def steps_from(t: Table, piece: int) -> int:
    """The hexes beside a unit, and the places that it may march to."""
    here, w = t.p.at[piece], t.world
    return int(w.beside[here]) | (routes.marches(t, piece) if w.route_ends >> here & 1 else 0)


# Why a hex is out of reach: the march as it would be without one of the rules that it follows


def _unlimited(t: Table, piece: int, m: March) -> March:
    here, enemy = t.p.at[piece], control.enemy_units(t, t.p.power[piece])
    first = exits_of(t, piece, here, -1, m.land, limited=False) if enemy >> here & 1 else m.first
    return m._replace(first=first, limited=False)


def _on_other_land(t: Table, piece: int, m: March, area: int) -> March:
    """A march on more land than is open to the unit."""
    enemy = control.enemy_units(t, t.p.power[piece])
    land = area & int(t.world.land)
    targets = land & enemy if m.targets or not shuns_battle(t, piece) else 0
    engaged = enemy >> t.p.at[piece] & 1
    first = m.first if engaged else land & ~enemy
    return m._replace(land=land & ~enemy, first=first, targets=0 if engaged else targets)


def _engaging(t: Table, piece: int, m: March) -> March:
    return m._replace(targets=control.enemy_units(t, t.p.power[piece]) & ground.open_to(t, piece))


LOOSER: Mapping[str, Callable[[Any, int, March], March]] = {
    "6.33": _unlimited,
    "6.32": lambda t, piece, m: m._replace(first=m.land),
    "6.32/a": lambda t, piece, m: m if shuns_battle(t, piece) else _engaging(t, piece, m),
    "6.31": lambda t, piece, m: m._replace(
        land=m.land | m.targets, stop=m.stop & ~control.enemy_units(t, t.p.power[piece])
    ),
    "6.1/a": lambda t, piece, m: m._replace(stop=control.enemy_units(t, t.p.power[piece])),
    "5.1/b": _engaging,
    "1.35/b": lambda t, piece, m: m._replace(moves=m.moves | t.world.walls["1.35/b"]),
    "1.37": lambda t, piece, m: m._replace(moves=m.moves | t.world.walls["1.37"]),
    "1.38": lambda t, piece, m: m._replace(moves=m.moves | t.world.walls["1.38"]),
    "1.39": lambda t, piece, m: m._replace(moves=m.moves | t.world.straits),
    "1.1/b": lambda t, piece, m: _on_other_land(
        t, piece, m, ground.not_neutral(t, piece) & ground.within_limits(t, piece)
    ),
    "2.66": lambda t, piece, m: _on_other_land(
        t, piece, m, ground.not_neutral(t, piece) & ground.not_prohibited(t, piece)
    ),
    "16.4/a": lambda t, piece, m: _on_other_land(
        t, piece, m, ground.within_limits(t, piece) & ground.not_prohibited(t, piece)
    ),
    "12.22": lambda t, piece, m: m._replace(pace=blocks.speed(t, piece, DRY)),
    "13.22": lambda t, piece, m: m._replace(pace=m.pace + blocks.slowed(t, piece, t.p.month)),
}
"""By the rule: what a march would be without it."""


def but_for(*labels: str) -> MaskFn:
    """The hexes that a unit would reach but for some rules."""

    def reached(t: Table, seat: int, args: Args) -> int:
        piece = args[0]
        m = march(t, piece)
        for label in labels:
            m = LOOSER[label](t, piece, m)
        return follow(t, t.p.at[piece], m).all()

    return reached


def haven(t: Table, piece: int) -> int:
    """The hexes that a unit may disengage into: friendly ones (8.4/b)."""
    return control.friendly(t.p, t.p.power[piece])


def within_reach(t: Table, seat: int, args: Args) -> int:
    return ways(t, args[0]).all()


def with_room(t: Table, seat: int, args: Args) -> int:
    """Stacking must hold at the end of the phase (6.21)."""
    return ground.room_for(t, args[0], within_reach(t, seat, args))


def in_play(t: Table, seat: int, args: Args) -> int:
    """Lands out of play are entered by no one (1.1/a)."""
    land: int = t.world.land
    return land


ALONE = tuple((label, but_for(label)) for label in LOOSER)
TOGETHER = tuple((label, but_for(*list(LOOSER)[: n + 1])) for n, label in enumerate(LOOSER) if n)
"""A hex may be out of reach for one reason, or for several together: then the last that has to go is named."""
REACH = Mask("6.1", within_reach, grounds.too_far, without=(*ALONE, *TOGETHER))


def path_to(t: Table, seat: int, args: Args, node: int) -> tuple[int, ...]:
    return way_to(t, args[0], ways(t, args[0]), node)


def ways_to(t: Table, seat: int, args: Args, node: int) -> Sequence[tuple[int, ...]]:
    """The ways to a hex that the rules tell apart, the usual one first.

    They differ in the hexside by which a unit leaves a battle or enters one: it fills up (6.33), may be a river's, and
    leads back from a repulse (7.51); or in beachheads that are overrun on the way (15.51/b).
    """
    piece, p = args[0], t.p
    power, here = p.power[piece], p.at[piece]
    found, enemy = ways(t, piece), control.enemy_units(t, power)
    engages, leaves = enemy >> node & 1, enemy >> here & 1
    in_danger = t.title.in_danger(t, power)
    if found.over >> node & 1 or not (engages or leaves or in_danger & found.all()):
        return ()
    usual = way_to(t, piece, found, node)

    def seen_by_rules(way: tuple[int, ...]) -> tuple[int, ...]:
        return (way[-2] if engages else -1, way[1] if leaves else -1, from_iter(way[1:-1]) & in_danger)

    told = {seen_by_rules(usual): usual}
    for way in _all_ways(t, piece, found, node):
        told.setdefault(seen_by_rules(way), way)
    return tuple(told.values())


def _all_ways(t: Table, piece: int, found: Ways, node: int) -> Iterator[tuple[int, ...]]:
    """Every way to a hex within a unit's speed that comes to no hex twice, the short ones first (6.1)."""
    p = t.p
    enemy = control.enemy_units(t, p.power[piece])
    stop, moves, here = stops_at(t, piece, enemy), t.world.moves, p.at[piece]
    least = {n: k for k, ring in enumerate(found.rings) for n in members(ring & ~stop if k else ring)}
    pace = blocks.speed(t, piece)
    layer: list[tuple[int, ...]] = [(node,)]
    for k in range(1, pace + 1):
        longer = []
        for way in layer:
            for near in members(step(1 << way[0], moves)):
                if near in way or k + least.get(near, pace) > pace:
                    continue
                if near == here and not found.rings[1] >> way[0] & 1:
                    continue
                if k == 1 and enemy >> node & 1 and not ground.free_side(t, near, node):
                    continue
                if near == here:
                    yield (near, *way)
                else:
                    longer.append((near, *way))
        layer = longer


def way_to(t: Table, piece: int, found: Ways, node: int) -> tuple[int, ...]:
    """A shortest path; into a battle by a dry hexside if there is one."""
    moves = t.world.moves
    if found.over >> node & 1:
        return (first(found.rings[0]), node)
    road = t.title.road_way(t, piece, node)
    if road:
        return road
    engaging = bool(control.enemy_units(t, t.p.power[piece]) >> node & 1)
    stop = stops_at(t, piece, control.enemy_units(t, t.p.power[piece]))
    path = [node]
    k = next(k for k, ring in enumerate(found.rings) if ring >> node & 1)
    while k:
        before = step(1 << path[-1], moves) & found.rings[k - 1]
        if k > 1:
            before &= ~stop
        choices = list(members(before))
        if engaging and path[-1] == node:
            choices = [n for n in choices if ground.free_side(t, n, node)]
            choices.sort(key=lambda n: ground.wet_side(t, n, node))
        path.append(choices[0])
        k -= 1
    return tuple(reversed(path))


def path_reason(t: Table, piece: int, path: tuple[int, ...]) -> Reason | None:
    """Why a typed path is no way for a unit, or None (6.1, 1.39, 6.32)."""
    book = t.title.book.sentence
    enemy = control.enemy_units(t, t.p.power[piece])
    if path[0] != t.p.at[piece]:
        return Reason("6.1", "The path must begin where the unit stands.")
    if len(path) == 2 and ways(t, piece, t.p.rearguard[piece] - 1).over >> path[1] & 1:
        return None
    if len(path) - 1 > t.title.pace_along(t, piece, path):
        return Reason("6.1", book("6.1"))
    stop, land = stops_at(t, piece, enemy), ground.passable(t, piece)
    for k, (here, there) in enumerate(pairwise(path)):
        if t.world.straits.has(here, there):
            if len(path) > 2:
                return Reason("1.39", book("1.39"))
        elif not t.world.moves.has(here, there):
            return Reason("6.1", f"No unit moves from {t.node_name(here)} to {t.node_name(there)} in one step.")
        if not land >> there & 1 or (k and stop >> here & 1):
            return Reason("6.1/a", book("6.1/a"))
        leaving = k == 0 and bool(enemy >> here & 1) and not t.p.rearguard[piece]
        if leaving and not t.title.haven(t, piece) >> there & 1:
            return Reason("6.32", book("6.32"))
        if (enemy >> there & 1 or leaving) and not ground.free_side(t, here, there):
            return Reason("6.33", book("6.33"))
    return None
