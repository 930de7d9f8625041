"""Shore bombardment (19.2): ships in support of an attack on a coastal port, and of its defense."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import (
    beachheads,
    bombers,
    interception,
    invasion,
    patrol,
    sailing,
    seas,
    ships,
    strengths,
    taskforce,
    walls,
    weather,
    zones,
)
from . import world as w
from .seas import coastal_ports as coastal_ports
from .state import Table, foe, ground_in, phasing
from .state import ships as fleet

TENTH = 10
MOST, MORE = 12, 16
"""Effective factors of ships in one hex, and those of the British and Americans from April 1944 on (19.23)."""
WESTERN, LEARNT = ("British", "U.S."), "1944-04"


def guns(t: Table, node: int, power: int) -> list[int]:
    """The bombardment factors of a side's ships in a hex that may go on a mission, in strength units, untenthed."""
    from . import offshore

    top, bottom = w.share(weather.effects(weather.at(t, node))["shore_bombardment"])
    able = [i for i in t.p.stack(node) if t.p.power[i] == power and t.world.units[i].naval and ships.able(t, i)]
    able = [i for i in able if patrol.shoots(t, i) and not offshore.holds_fire(t, i)]
    return [ships.factor(t, i, "bombardment") * w.FACTOR * top // bottom for i in able]


def broadsides(t: Table, node: int, power: int) -> list[int]:
    """The effective factors of each ship for itself: none is split between two ground units (19.23/1)."""
    return [one // TENTH for one in guns(t, node, power)]


def fire(t: Table, node: int, power: int) -> int:
    """The effective factors of a side's ships in a hex, in strength units: a tenth of what is printed (19.23)."""
    return capped(sum(guns(t, node, power)) // TENTH, most(t, power))


def capped(factors: int, most: int) -> int:
    """No more than twelve factors count in a hex (19.23)."""
    return min(factors, most * w.FACTOR)


def most(t: Table, power: int) -> int:
    """Sixteen for the British and Americans from April 1944 on (19.23)."""
    western = any(u.power == power and u.nation in WESTERN for u in t.world.units)
    return MORE if western and strengths.month(t) >= LEARNT else MOST


def no_more_than(factors: int, ground: int) -> int:
    """Ships add no more than the ground units have (19.23)."""
    return min(factors, ground)


@rule("19.22", off=lambda t, node, defenders: 0)
def defending(t: Table, node: int, defenders: tuple[int, ...]) -> int:
    """Ships in a coastal port help the units that defend it, each ship one unit, before the attack is made (19.22)."""
    power = foe(t, phasing(t))
    if not fighting(t) or not (coastal_ports(t.world) | beachheads.of_side(t, power)) >> node & 1:
        return 0
    everyone = ground_in(t, node, power)
    gets = bombers.shared_out(broadsides(t, node, power), [strengths.defense_of(t, i) for i in everyone])
    helped = capped(sum(gets), most(t, power))
    return sum(got * helped // sum(gets) for i, got in zip(everyone, gets, strict=True) if i in defenders and got)


@rule("19.21", off=lambda t, node, ground: 0)
def attacking(t: Table, node: int, ground: int) -> int:
    """Ships that sailed to an enemy port help those who attack it (19.21)."""
    return no_more_than(fire(t, node, phasing(t)), ground) if alone(t) else 0


def alone(t: Table) -> bool:
    """Ships fire in a Combat Phase, for one attack on a hex and not for several (19.21)."""
    return fighting(t) and not any(
        f.step == "dividing" or (f.step == "battle" and len(f["fights"]) > 1) for f in t.agenda
    )


def fighting(t: Table) -> bool:
    """Is it a Combat Phase of a scenario with fleets?"""
    return bool(t.world.ship_slots) and any(f.step in ("combat", "late_combat") for f in t.agenda)


# Sailing there


def gunships(t: Table, seat: int, args: Args) -> int:
    """Ships with guns that reach the shore."""
    own = members(sailing.own_ships(t, seat, ()))
    return from_iter(i for i in own if ships.factor(t, i, "bombardment"))


def shores(t: Table, power: int) -> int:
    """Coastal ports and great forts beside own troops, beaches that are assaulted, and hexes over a strait (19.21)."""
    enemy = foe(t, power)
    ports = members(coastal_ports(t.world) | walls.standing(t) | t.p.strongholds & invasion.coast(t.world))
    held = from_iter(n for n in ports if n < t.world.board.grid.size and ground_in(t, n, enemy))
    own = zones.ground_of(t, power)
    landed = from_iter(t.p.at[i] for i in members(t.p.wading) if t.p.power[i] == power)
    return from_iter(n for n in members(held) if t.world.near[n] & own) | landed | over_the_strait(t, power)


def over_the_strait(t: Table, power: int) -> int:
    """Hexes of the enemy that own troops face over a strait: ships support an attack across it (19.21)."""
    straits = t.world.board.sides.get("strait")
    return step(zones.ground_of(t, power), straits) & zones.ground_of(t, foe(t, power)) if straits else 0


def in_points(t: Table, seat: int, args: Args) -> int:
    """The way there, the mission and the way home are within the force's points (19.21/1)."""
    return reachable(t, args[0])


def reachable(t: Table, force: tuple[int, ...]) -> int:
    power, start = t.p.power[force[0]], t.p.at[force[0]]
    points = sailing.points(t, force)
    ways = {n: seas.way_ashore(t, power, start, n) for n in members(shores(t, power))}
    return from_iter(n for n, way in ways.items() if way and sailing.cost_of(way, True, True) <= points)


def with_a_shore(t: Table, seat: int, args: Args) -> int:
    chosen: tuple[int, ...] = args[0] if args else ()
    pool = gunships(t, seat, ()) & ~t.p.sailed & sailing.one_port(t, seat, args)
    return from_iter(i for i in members(pool) if i in chosen or reachable(t, (*chosen, i)))


class Bombard(Verb):
    """``bombard BBWarspite+BrDDMed1 Bardia``: ships support the attack on a port, then go home (19.21)."""

    name = "bombard"
    levels = (
        Level(
            "ships", PIECES, gunships,
            (
                Mask("18.01", sailing.not_sailed), Mask("18.04", sailing.fit), Mask("18.01", sailing.one_port),
                Mask("5.03/3", sailing.few_from_a_refuge),
                *taskforce.masks("bombard", reachable),
                Mask("19.21/1", with_a_shore, lambda t, s, a, v: "It reaches no port that you can attack.", ahead=True),
            ),
        ),
        Level(
            "port", NODE, lambda t, s, a: shores(t, t.powers_of(s)[0]),
            (Mask("19.21/1", in_points), taskforce.AS_PLANNED),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, node = args
        way = seas.way_ashore(t, t.p.power[force[0]], t.p.at[force[0]], node)
        assert way is not None
        taskforce.sets_out(t, tuple(force))
        ships.on_mission(t, tuple(force))
        sailing.set_sail(t, tuple(force), (), way.nodes, (), way.zones)


class ShipsHome(Step):
    """After the Combat Phase ships that bombarded return to port (19.21)."""

    name = "return to port"
    rule = "19.21"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        power = phasing(t)
        own = ships.own_ports(t, power)
        out = tuple(i for i in fleet(t, power) if not own >> t.p.at[i] & 1)
        if out:
            interception.go_home(t, out)
