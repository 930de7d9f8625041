"""Supply in difficult theatres (23.7): supply units feed everyone there, and every attack."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.board.reach import Costs
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from . import reach, zones
from . import world as w
from .state import IDLE, Table, army, depots, figures, foe, phasing, spoken_date, wings

POINTS, HALF = 24, 12
"""What a full and a half supply unit feed (23.72)."""
GENERAL, ATTACK, TO_RAIL = 6, 4, 4
"""Movement points of the paths to a supply unit, and to a railway (23.72, 23.73)."""
WORK = 4
"""Points that a construction or a repair marker takes (23.72/1)."""
CARD = 2
"""Points that a leader or a wing needs (23.72)."""


@cached_values(16)
def difficult(world: w.World) -> int:
    """Weather Zone E and the places that the scenario names (2.3, A1)."""
    if not world.depot_slots:
        return 0
    found = w.zone_hexes(world, (w.ZONES.index("E"),))
    return found | from_iter(world.board.node(name) for name in world.settings.get("difficult", ()))


def needs(t: Table, piece: int) -> int:
    """The points of general supply that a unit takes: its defense factor, two for a wing or leader, ships (23.72)."""
    unit = t.world.units[piece]
    if unit.naval:
        return CARD if t.p.reduced[piece] else 2 * CARD
    return CARD if unit.air or unit.leader else figures(t, piece)[1]


def chart(t: Table) -> Costs:
    """A supply path costs what it costs armor (S26)."""
    return w.costs(t.world, ("armor",))


@cached_between_orders
def around(t: Table, power: int, node: int, points: int) -> int:
    """The hexes from which a path of so many movement points leads to a hex; an enemy zone ends it (23.72, 6.13)."""
    enemy = zones.against(t, power)
    met = reach.Ground(enemy.all, 0, enemy.ground, ())
    return reach.flood(chart(t), node, w.MP * points, False, met).all() | 1 << node


def along_roads(t: Table, power: int, node: int) -> int:
    """Cities from which a road of any length leads to a hex (23.72/1)."""
    road = t.world.board.graph["road"]
    enemy = zones.against(t, power)
    if not road.nodes >> node & 1:
        return 0
    shut = t.world.but(t.world.land & ~enemy.ground & (~enemy.all | t.world.cities))
    return road.flood(1 << node, blocked=shut) & t.world.cities


def along_rails(t: Table, power: int, node: int) -> int:
    """The Allies may trace four points to a railway and along it to a supply unit (23.72)."""
    enemy = zones.against(t, power)
    free = t.p.rail_of(power) & ~enemy.all & ~enemy.ground
    if power != w.ALLIED or not free >> node & 1:
        return 0
    found = 0
    for stop in members(t.world.rail.flood(1 << node, blocked=t.world.but(free)) & free):
        found |= around(t, power, stop, TO_RAIL)
    return found


def feeds(t: Table, power: int, node: int) -> int:
    """Where a unit is in general supply from a hex with supply units (23.72)."""
    return around(t, power, node, GENERAL) | along_roads(t, power, node) | along_rails(t, power, node)


def limited(t: Table, power: int) -> list[tuple[int, int]]:
    """Places that feed a few defense factors without a supply unit (23.63/1, 23.63/5): their area and points."""
    found = []
    for name, most in t.world.side(power).get("limited", {}).items():
        land = t.world.board.nation.get(name, 0)
        if land:
            found.append((land, int(most)))
            continue
        node = t.world.board.node(name)
        if t.world.board.boxes >> node & 1 or t.p.land_of(power) >> node & 1:
            found.append((1 << node if t.world.board.boxes >> node & 1 else around(t, power, node, GENERAL), int(most)))
    return found


def hungry(t: Table, power: int) -> list[int]:
    """Who needs supply units: all ground units, leaders and wings in a difficult theatre (23.71)."""
    p, hard = t.p, difficult(t.world)
    units = [*army(t, power), *(i for i in wings(t, power) if p.mission[i] == IDLE)]
    return [i for i in units if hard >> (p.base[i] if p.base[i] >= 0 else p.at[i]) & 1]


@rule("23.72")
def general(t: Table, power: int, also: list[int]) -> set[int]:
    """General supply: limited sources first, then supply units, those that feed most first (23.72).

    A full unit of which no more than half was used becomes a half unit; else it is consumed (S41).
    """
    fed, used = allot(t, power, also)
    t.p.spare = {}
    for depot, points in used:
        keep_rest(t, depot, points)
        consume(t, depot, points)
    return fed


def allot(t: Table, power: int, also: list[int]) -> tuple[set[int], list[tuple[int, int]]]:
    """Who is fed in a general allotment now, and the points that it takes of each supply unit (23.72)."""
    waiting = sorted([*hungry(t, power), *also], key=lambda i: (-figures(t, i)[0], i))
    fed: set[int] = set()
    for area, most in limited(t, power):
        _serve(t, [i for i in waiting if i not in fed and area >> t.p.at[i] & 1], most, fed)
    used = []
    for depot in sorted(depots(t, power), key=lambda i: (not t.p.reduced[i], i)):
        area = feeds(t, power, t.p.at[depot])
        near = [i for i in waiting if i not in fed and area >> t.p.at[i] & 1]
        used.append((depot, _serve(t, near, stock_of(t, depot), fed)))
    return fed, used


def stock_of(t: Table, depot: int) -> int:
    """The points of a full or a half supply unit (23.72/1)."""
    return HALF if t.p.reduced[depot] else POINTS


# Works and repairs (23.72/1)


def keep_rest(t: Table, depot: int, used: int) -> None:
    """What a supply unit that is consumed has over is there for works until the next allotment (S41)."""
    rest = (HALF if used <= HALF else POINTS) - used
    if used and rest:
        here = str(t.p.at[depot])
        t.p.spare[here] = t.p.spare.get(here, 0) + rest


def work_hexes(t: Table, power: int) -> int:
    """Hexes of a difficult theatre for which supply can be had: four points to begin a work or a repair (23.72/1)."""
    hard, found = difficult(t.world), 0
    for name, rest in t.p.spare.items():
        found |= feeds(t, power, int(name)) if rest >= WORK else 0
    for depot in depots(t, power) if hard else ():
        found |= feeds(t, power, t.p.at[depot])
    return found & hard


@rule("23.72/1")
def pay_for_work(t: Table, power: int, node: int) -> None:
    """A work or repair that is begun in a difficult theatre takes four points, those left over first (23.72/1)."""
    if not difficult(t.world) >> node & 1:
        return
    for name, rest in sorted(t.p.spare.items()):
        if rest >= WORK and feeds(t, power, int(name)) >> node & 1:
            t.p.spare[name] = rest - WORK
            return
    near = [i for i in depots(t, power) if feeds(t, power, t.p.at[i]) >> node & 1]
    consume(t, min(near, key=lambda i: (not t.p.reduced[i], i)), WORK)


def _serve(t: Table, units: list[int], most: int, fed: set[int]) -> int:
    """Feed units while points last; the points that were used."""
    used = 0
    for piece in units:
        if used + needs(t, piece) <= most:
            used += needs(t, piece)
            fed.add(piece)
    return used


@rule("23.71")
def consume(t: Table, depot: int, used: int) -> None:
    """A supply unit is consumed, or half of it (23.71, S41)."""
    if not used:
        return
    if not t.p.reduced[depot] and used <= HALF:
        t.p.reduced[depot] = 1
        t.emit("half_used", "23.71", pieces=(depot,), nodes=(t.p.at[depot],))
        return
    t.emit("used_up", "23.71", pieces=(depot,), nodes=(t.p.at[depot],))
    t.p.put(depot, t.world.pool)
    t.p.due[depot], t.p.reduced[depot] = -1, 0


# Arrival


@rule("23.22")
def arrive(t: Table, power: int) -> None:
    """Supply units come into play where and when the scenario says (23.22)."""
    rows = t.world.side(power).get("supply", ())
    latest: dict[str, tuple[int, int, int]] = {}
    for day, every, count, place in rows:
        first = t.world.turns.index(day) + 1
        if t.p.turn >= first:
            latest[place] = (first, every, count)
    for place, (first, every, count) in latest.items():
        node = t.world.board.node(place)
        held = t.world.board.boxes >> node & 1 or t.p.land_of(power) >> node & 1
        if (t.p.turn - first) % every == 0 and held:
            for piece in spare(t, power)[:count]:
                t.p.put(piece, node)
                t.p.due[piece] = t.p.reduced[piece] = 0
                t.emit("arrived", "23.22", pieces=(piece,), nodes=(node,))


def spare(t: Table, power: int) -> list[int]:
    """Supply units that may come into play again."""
    p = t.p
    return [i for i in members(t.world.depot_slots) if p.power[i] == power and p.at[i] == t.world.pool]


# Attack supply


def attack_needs(t: Table, piece: int) -> int:
    """The points of attack supply: attack factors, two for a leader or a wing (23.73)."""
    unit = t.world.units[piece]
    return CARD if unit.air or unit.leader else figures(t, piece)[0]


def attackers(t: Table, power: int) -> list[int]:
    """Units in a difficult theatre that stand beside an enemy, and have no attack supply yet."""
    hard, enemy = difficult(t.world), zones.ground_of(t, foe(t, power))
    return [
        i for i in army(t, power)
        if t.world.units[i].ground and hard >> t.p.at[i] & 1 and t.world.near[t.p.at[i]] & enemy
        and not t.p.armed >> i & 1
    ]  # fmt: skip


def in_reach(t: Table, power: int, depot: int) -> list[int]:
    """Attackers that trace a path of four points to a supply unit (23.73), the strongest first."""
    area = around(t, power, t.p.at[depot], ATTACK)
    near = [i for i in attackers(t, power) if area >> t.p.at[i] & 1]
    return sorted(near, key=lambda i: (-figures(t, i)[0], i))


def useful(t: Table, seat: int, args: Args) -> int:
    power = t.powers_of(seat)[0]
    return from_iter(i for i in depots(t, power) if in_reach(t, power, i))


class Issue(Verb):
    """``issue ItaSupply2``: a supply unit gives attack supply to those in reach, the strongest first (23.73)."""

    name = "issue"
    levels = (Level("supply", PIECE, useful),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        issue(t, args[0])


@rule("23.73")
def issue(t: Table, depot: int) -> None:
    """Attack supply is given out at the beginning of a Combat Phase (23.73)."""
    power = t.p.power[depot]
    fed: set[int] = set()
    left = HALF if t.p.reduced[depot] else POINTS
    used = 0
    for piece in in_reach(t, power, depot):
        if used + attack_needs(t, piece) <= left:
            used += attack_needs(t, piece)
            fed.add(piece)
    t.p.armed |= from_iter(fed)
    t.emit("armed", "23.73", pieces=tuple(sorted(fed)), nodes=(t.p.at[depot],))
    consume(t, depot, used)


class AttackSupply(Step):
    """Attack supply is allocated before attacks are declared (23.73)."""

    name = "attack supply"
    rule = "23.73"
    verbs = (Issue(), End())

    def begin(self, t: Table, f: Frame) -> None:
        t.p.armed = 0

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if useful(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken_date(t)}, attack supply: who attacks without it attacks at half. Issue supply units, or end."


def starved(t: Table, piece: int) -> bool:
    """Does a unit attack without attack supply, so at no more than half (23.73)? Overruns need none (23.73/1)."""
    fighting = any(f.step in ("combat", "late_combat") for f in t.agenda)
    here = t.p.at[piece]
    return fighting and bool(difficult(t.world) >> here & 1) and not t.p.armed >> piece & 1 and not at_home(t, piece)


HOMES = {"Norwegian": "Norway", "Swedish": "Sweden"}
"""Whose army at home attacks on general supply (23.64)."""


def at_home(t: Table, piece: int) -> bool:
    """Limited sources give no attack supply, but to Norwegians and Swedes in general supply at home (23.64)."""
    home = t.world.board.nation.get(HOMES.get(t.world.units[piece].nation, ""), 0)
    return bool(home >> t.p.at[piece] & 1) and not t.p.unsupplied[piece]


def has_depots(t: Table) -> bool:
    return bool(t.world.depot_slots) and bool(useful(t, t.seat_of(phasing(t)), ()))


def far_from_bombs(t: Table, piece: int) -> bool:
    """A wing that took off in a difficult theatre bombs at half without a supply unit within six points (23.73)."""
    base, power = t.p.base[piece], t.p.power[piece]
    if base < 0 or not difficult(t.world) >> base & 1:
        return False
    return not any(around(t, power, t.p.at[i], GENERAL) >> base & 1 for i in depots(t, power))
