"""Land movement (6): who may move, how far, engaging and disengaging, and the end of a movement phase."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from grognard.board import Exits
from grognard.board.area import step
from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.cache import cached_by
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PATH, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, MaskFn, Owed, Reason
from grognard.engine.core.step import Step

from . import blocks, command, control, ground, nations, routes
from . import weather as sky
from .state import BY_LAND, BY_RIVER, BY_SEA, DRY, MOVED, MUD, SPENT, STOOD, UNMOVED, Table
from .world import COMMANDERS, FORT, STATIC

# Who may move


def not_moved(t: Table, seat: int, args: Args) -> int:
    """A unit moves once in a movement phase, and not after a strategic move (6.1/b)."""
    return ~(blocks.nonzero(t.p.moved) | blocks.marked(t.p.rearguard))


def no_fort(t: Table, seat: int, args: Args) -> int:
    """Forts move by rail or sea only (2.26)."""
    return ~int(t.world.of_kind(FORT))


def no_active_hq(t: Table, seat: int, args: Args) -> int:
    """An active HQ moves only by mobilizing (5.41); an inactive one as any unit (5.2/a)."""
    return ~blocks.nonzero(t.p.role)


def together(t: Table, seat: int, args: Args) -> int:
    """Dispersed units do not move (15.42/b)."""
    return ~blocks.nonzero(t.p.dispersed)


def under_command(t: Table, seat: int, args: Args) -> int:
    """Only units in command range move, or those that a Supreme Move is spent on (5.3/a, 6.52, 4.42/c)."""
    power = t.p.active
    sent = nations.movable(t)
    if sent == -1:
        return -1
    return sent | blocks.inside(t, power, t.p.commanded) | command.national_command(t, power)


def static_by_supreme(t: Table, seat: int, args: Args) -> int:
    """Statics move by Supreme Move only (2.25)."""
    return nations.movable(t) | ~int(t.world.of_kind(STATIC))


def last_standers(t: Table, power: int) -> list[int]:
    """Units that are the only ones left of those that stood in their battle when the phase began (6.41)."""
    p = t.p
    found = []
    for node in members(control.battles(t)):
        stood = [i for i in blocks.of_side(t, node, power) if p.entry[i] == STOOD]
        if len(stood) == 1:
            found.append(stood[0])
    return found


def not_the_last(t: Table, seat: int, args: Args) -> int:
    """The last unit of a battle leaves as rearguard (6.41)."""
    return ~from_iter(last_standers(t, t.p.active))


def led_through_the_enemy(t: Table, seat: int, args: Args) -> int:
    """The units that HQs would command if their range led through enemy hexes (8.4/a)."""
    area = command.area_of_command(t, t.p.active, through=t.world.land & ~t.p.neutral)
    return nations.movable(t) | blocks.inside(t, t.p.active, area)


def led_by_any_nation(t: Table, seat: int, args: Args) -> int:
    """The units that HQs would command if all led all nations (16.4/d)."""
    sent = -1 if t.p.national[t.p.active] > 0 else nations.movable(t)
    return sent | blocks.inside(t, t.p.active, command.area_of_command(t, t.p.active, national=True))


UNDER_COMMAND = Mask(
    "5.3/a", under_command, without=(("8.4/a", led_through_the_enemy), ("16.4/d", led_by_any_nation))
)  # fmt: skip
MOVERS = (
    Mask("6.1/b", not_moved), Mask("2.26", no_fort), Mask("5.41", no_active_hq), Mask("15.42/b", together),
    Mask("2.25", static_by_supreme), UNDER_COMMAND,
    Mask("6.41", not_the_last),
)  # fmt: skip


# How far


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
    first = _exits(t, piece, here, exit_by, land & ~enemy) if engaged else land & ~enemy
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
    straits = t.world.straits
    over = step(front, straits) & (m.first | _entered(t, front, straits, m.targets, m.limited))
    if m.routes:
        by = members(m.routes & m.targets) if m.limited else ()
        full = from_iter(n for n in by if not ground.free_side(t, here, n))
        over |= m.routes & (m.first | m.targets) & ~full
    rings = [front]
    seen = front
    for k in range(m.pace):
        reached = step(front, m.moves)
        free = reached & (m.first if k == 0 else m.land)
        if m.targets and reached & m.targets:
            free |= _entered(t, front, m.moves, reached & m.targets, m.limited)
        free &= ~seen
        if not free:
            break
        rings.append(free)
        seen |= free
        front = free & ~m.stop
    return Ways(rings, over & ~seen)


def _exits(t: Table, piece: int, here: int, exit_by: int, land: int, limited: bool = True) -> int:
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


def _entered(t: Table, front: int, moves: Exits, targets: int, limited: bool = True) -> int:
    """Those enemy hexes that can be entered from some hexes over a hexside that is not full (6.33)."""
    found = targets & step(front, moves)
    for node in members(found & ground.used_sides(t)) if limited else ():
        near = step(1 << node, moves) & front
        if not any(ground.free_side(t, n, node) for n in members(near)):
            found ^= 1 << node
    return found


# Why a hex is out of reach: the march as it would be without one of the rules that it follows


def _unlimited(t: Table, piece: int, m: March) -> March:
    here, enemy = t.p.at[piece], control.enemy_units(t, t.p.power[piece])
    first = _exits(t, piece, here, -1, m.land, limited=False) if enemy >> here & 1 else m.first
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
REACH = Mask("6.1", within_reach, without=(*ALONE, *TOGETHER))


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


class Move(Verb):
    """``move 84inf Rouen>Amiens>Caen``: a land move under command, or by a Supreme Move."""

    name = "move"
    labels = ("6.52",)
    levels = (
        Level("unit", PIECE, blocks.mine, MOVERS),
        Level(
            "path", PATH, command.all_land,
            (Mask("1.1/a", in_play), REACH, Mask("6.21", with_room)),
            path=path_to, ways=ways_to,
        ),
    )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        return path_reason(t, args[0], path)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        spend_command(t, piece, path)
        walk(t, piece, path)


def spend_command(t: Table, piece: int, path: tuple[int, ...] = ()) -> None:
    """A unit that no ordinary HQ commands, and every static, uses up a Supreme Move (5.61, 6.52)."""
    p = t.p
    led = t.p.commanded >> p.at[piece] & 1 or command.national_command(t, p.active) >> piece & 1
    free = led and not blocks.needs_supreme(t, piece) and not routes.is_long(t, path)
    if not free and nations.moves_left(t, piece) > 0:
        nations.spend_moves(t, piece, routes.price(t, path))


def walk(t: Table, piece: int, path: tuple[int, ...]) -> None:
    """Go along a path: battle hexsides are used up, and how the unit came is kept for repulses (7.51, 6.31/a,
    8.1/a)."""
    p = t.p
    enemy = control.enemy_units(t, p.power[piece])
    here, there = path[0], path[-1]
    if enemy >> here & 1 and not p.rearguard[piece]:
        ground.use_side(t, here, path[1])
    engages = bool(enemy >> there & 1)
    if engages:
        ground.use_side(t, path[-2], there)
    blocks.stand_up(t, piece)
    p.moved[piece] = SPENT if routes.ends_the_turn(t, path) else MOVED
    p.entry[piece] = BY_RIVER if engages and ground.wet_side(t, path[-2], there) else BY_LAND
    p.came[piece] = path[-2]
    p.rearguard[piece] = 0
    t.place(piece, there)
    blocks.leave_beach(t, piece)
    t.emit("engaged" if engages else "moved", "6.31" if engages else "6.1", pieces=(piece,), nodes=path)
    t.title.entered(t, p.power[piece], from_iter(path[1:]))
    t.title.arrived(t, piece, here, there)


# Rearguards are named in the movement phase and leave at its end


def the_last(t: Table, seat: int, args: Args) -> int:
    """A rearguard is the last unit of those that stood in the battle (6.41)."""
    return from_iter(last_standers(t, t.p.active))


def has_exit(t: Table, seat: int, args: Args) -> int:
    """With no friendly hex beside it, a unit must stay in the battle (6.32/b)."""
    return from_iter(i for i in last_standers(t, t.p.active) if way_out(t, seat, (i,)))


def way_out(t: Table, seat: int, args: Args) -> int:
    """The friendly hexes over hexsides that are not full, that it can enter and stay in."""
    return _ways_out(t, args[0], limited=True)


def any_way_out(t: Table, seat: int, args: Args) -> int:
    """The friendly hexes that it can enter and stay in, whatever hexsides are full."""
    return _ways_out(t, args[0], limited=False)


def _ways_out(t: Table, piece: int, limited: bool) -> int:
    taken = control.enemy_units(t, t.p.active) | ground.strangers(t, t.p.active)
    return _exits(t, piece, t.p.at[piece], -1, ground.open_to(t, piece) & ~taken, limited)


def roomy_exits(t: Table, seat: int, args: Args) -> int:
    """The exits from which a rearguard gets to a hex with room: no one overstacks of his own will, as 6.22 says."""
    piece = args[0]
    exits = members(way_out(t, seat, args))
    return from_iter(n for n in exits if ground.room_for(t, piece, ways(t, piece, n).all()))


def port_of(t: Table, piece: int) -> int:
    """The port that a rearguard is fetched to by sea (15.6), or -1."""
    return -1 - int(t.p.rearguard[piece]) if t.p.rearguard[piece] < 0 else -1


def finds_room(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in last_standers(t, t.p.active) if roomy_exits(t, seat, (i,)))


def strands_no_one(t: Table, seat: int, args: Args) -> int:
    """The last unit stays beside landed armor or statics: left alone, they would make a Sea Assault (15.45/c)."""
    p, w, stay = t.p, t.world, 0
    landed = [i for i in members(blocks.nonzero(p.entry)) if p.entry[i] == BY_SEA]
    heavy = {p.at[i] for i in landed if not w.kinds[w.units[i].kind].may_sea_assault}
    for piece in last_standers(t, p.active) if heavy else ():
        node = p.at[piece]
        if node in heavy and all(p.entry[i] != BY_LAND for i in blocks.of_side(t, node, p.active)):
            stay |= 1 << piece
    return ~stay


def next_places(t: Table, seat: int, args: Args) -> int:
    """A rearguard leaves by a hex beside it, or by a route (18.36)."""
    return steps_from(t, args[0])


class Rearguard(Verb):
    """``rearguard 84inf Rouen``: the last unit will leave a battle by that hex when all others have moved."""

    name = "rearguard"
    labels = ("6.42",)
    levels = (
        Level(
            "unit", PIECE, blocks.mine,
            (
                *MOVERS[:-1], Mask("6.41", the_last), Mask("6.32/b", has_exit), Mask("6.21", finds_room),
                Mask("15.45/c", strands_no_one),
            ),
        ),
        Level(
            "exit", NODE, command.all_land,
            (
                Mask("6.41", next_places), Mask("6.32", way_out, without=(("6.33", any_way_out),)),
                Mask("6.21", roomy_exits),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        spend_command(t, piece, (p.at[piece], node))
        ground.use_side(t, p.at[piece], node)
        p.rearguard[piece] = node + 1
        t.emit("rearguard", "6.41", pieces=(piece,), nodes=(p.at[piece], node))


# The phase


def stacking_owed(t: Table, seat: int) -> list[Owed]:
    """Hexes with too many units, as long as someone there can still leave (6.2); HQs do so when all have moved."""
    p, owed = t.p, []
    for node in ground.overstacked(t, p.active):
        free = ground.leavers(t, node, p.active)
        hqs = sum(1 for i in free if p.role[i])
        over = sum(1 for i in p.stacks[node] if p.power[i] == p.active) - t.world.stack_limit(node)
        later = t.frame.step == "movement" and hqs >= min(over, len(free))
        if free and not later:
            owed.append(Owed("6.2", f"Too many units stand in {t.node_name(node)}: one can still leave.", node))
    return owed


def retreats_owed(t: Table, seat: int) -> list[Owed]:
    """Rearguards that would find no room, as long as someone can still walk off for them (6.2)."""
    p, owed = t.p, []
    for piece in members(blocks.marked(p.rearguard)):
        port = port_of(t, piece)
        nodes = 1 << port if port >= 0 else ways(t, piece, p.rearguard[piece] - 1).all()
        if nodes & ~ground.filled(t, piece):
            continue
        free = [i for n in members(nodes) for i in ground.leavers(t, n, p.active)]
        if free and not any(p.role[i] for i in free):
            owed.append(Owed("6.2", f"The rearguard of {t.node_name(p.at[piece])} needs room to go to.", p.at[piece]))
    return owed


class Movement(Step):
    """Moves in any order (4.42); what is left over at the end cannot be made up for."""

    name = "movement"
    rule = "4.42"
    verbs: tuple[Verb, ...] = (Move(), Rearguard(), End())
    debts: tuple[Debt, ...] = (Debt("6.2", stacking_owed), Debt("6.2", retreats_owed))

    def begin(self, t: Table, f: Frame) -> None:
        begin_movement(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = t.p.supreme[t.p.active] + t.p.national[t.p.active]
        more = f" {left} Supreme {'Moves are' if left > 1 else 'Move is'} left." if left else ""
        crowded = [t.node_name(node) for node in ground.overstacked(t, t.p.active)]
        more += f" Someone must still leave {', '.join(crowded)}, or an HQ will have to." if crowded else ""
        return f"{'Blitz movement' if t.p.blitz else 'Movement'}: move your units, then end.{more}"


def begin_movement(t: Table) -> None:
    """Control and command ranges are taken and stay through the phase (8.1, 5.3, 7.51/c)."""
    p = t.p
    control.evaluate(t)
    command.freeze_reach(t, p.active)
    p.commanded = command.area_of_command(t, p.active)
    p.hexsides = {}
    p.new_battles = 0
    p.assaults = 0
    for i in members(blocks.nonzero(p.moved)):
        p.moved[i] = SPENT if p.moved[i] == SPENT else UNMOVED
    for i in members(blocks.nonzero(p.entry)):
        p.entry[i] = p.entry[i] if p.assaults >> p.at[i] & 1 else STOOD
    for i in members(blocks.marked(p.came)):
        p.came[i] = p.came[i] if p.entry[i] != STOOD else 0
    p.rearguard = blocks.blank(p)


class MovementEnd(Step):
    """The phase is over: new battles and assaults are fixed (7.12, 7.5), and excess units counted."""

    name = "end of movement"
    rule = "6.2"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        fix_battles(t)
        for node in ground.overstacked(t, t.p.active):
            t.p.overfull |= 1 << node
        blocks.stand_up_all(t)
        t.pop()


def fix_battles(t: Table) -> None:
    """A battle without one of the active side's units that stood in it is new (7.11); it may be an assault (7.5,
    6.31/b, 14.4/a, 6.41/a, 7.12)."""
    p = t.p
    control.settle_battles(t)
    for node in members(control.battles(t) & p.occupied[p.active]):
        own = blocks.of_side(t, node, p.active)
        if any(p.entry[i] == STOOD for i in own) and control.defender_of(p, node) >= 0:
            continue
        bit = 1 << node
        defender = p.power[blocks.enemies_at(t, node, p.active)[0]]
        p.defends = [nodes & ~bit for nodes in p.defends]
        p.defends[defender] |= bit
        p.new_battles |= bit
        if is_assault(t, own):
            p.assaults |= bit
        t.emit("attack", "7.11", nodes=(node,), assault=bool(p.assaults & bit))


def is_assault(t: Table, attackers: list[int]) -> bool:
    """All attackers came over water or by air (7.5); one plain attacker forbids it (7.5/a, 15.45/b, 14.4/a)."""
    return all(t.p.entry[i] > BY_LAND for i in attackers)
