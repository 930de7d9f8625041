"""What each side of World War Two ETO wants: where it marches, whom it leaves in peace, what it guards."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.area import spread, step
from grognard.board.hexset import from_iter, members
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.politics import control
from grognard.titles.ww2eto.politics.russia import eastern_land
from grognard.titles.ww2eto.sea import sealanes
from grognard.titles.ww2eto.state import NO_VICHY, Table

from ..greedy import Ranked

FEW = 6
"""Points with which a beaten army does no harm."""
GARRISON = 12
"""Centers that the Axis stands on in a beaten Russia, two more than it must."""


def spread_of(t: Table, hexes: int, steps: int) -> int:
    """What lies within some steps over land."""
    return spread(hexes, t.world.walk, steps)


def units_of(t: Table, powers: tuple[int, ...], hexes: int = -1) -> int:
    """The hexes where some powers stand."""
    bits = 0
    for power in powers:
        bits |= t.p.occupied[power]
    return int(bits & hexes & t.world.play)


# Whom to fight


def france_stands(t: Table) -> bool:
    """Is there a French Resource Center that the Axis does not hold, and no Vichy?"""
    p = t.p
    return bool(t.scenario in ("1939", "1940") and p.vichy == NO_VICHY and t.world.french_centers & ~p.axis_ground)


def turns_on_russia(t: Table) -> bool:
    """The Axis attacks Russia in a summer when France is beaten, and goes on once it has begun."""
    if t.scenario == "africa41":
        return False
    if t.p.russia_at_war:
        return True
    summer = t.world.turns[t.p.turn - 1]["turn"].startswith("3/")
    return summer and not france_stands(t) and t.p.turn >= t.world.turn_index["3/1941"]


def forbidden(t: Table, power: int) -> int:
    """Land that a side would be foolish to enter: neutrals at peace, Russia before its time or as a way to Berlin."""
    p, by_id = t.p, t.world.by_id
    closed: int = p.sealed
    if power == w.ALLIED:
        return int(closed | t.world.russia | eastern_land(t))
    if power != w.AXIS:
        return closed
    for nation in w.PRO_AXIS:
        closed &= ~t.world.countries[t.world.nations[nation].home].hexes
    if france_stands(t) and t.p.turn >= t.world.turn_index["2/1940"]:
        closed &= ~(by_id["belgium"].hexes | by_id["netherlands"].hexes)
    if not turns_on_russia(t):
        closed |= t.world.russia | eastern_land(t) | p.soviet_ground
    return closed


def russia_falls(t: Table) -> bool:
    """Few Russians are left: from now on the Axis must stand on the centers that it holds (14.4)."""
    p = t.p
    return bool(p.russia_invaded_on) and sum(p.strength[i] for i in members(p.army[w.SOVIET])) <= FEW


# Where to march


def goals(t: Table, power: int) -> Ranked:
    """A side's goals, the most pressing with the lowest rank."""
    if t.scenario == "africa41":
        return african(t, power)
    return axis(t) if power == w.AXIS else russian(t) if power == w.SOVIET else western(t)


def african(t: Table, power: int) -> Ranked:
    """Suez for one side, Tripoli for the other, and the enemy before them; Suez before all when it is lost."""
    if power == w.AXIS:
        return ((1 << t.world.suez, 0), (units_of(t, (w.ALLIED,)), 0))
    tripoli = 1 << t.world.node(t.world.constants["tripoli"])
    return ((1 << t.world.suez & t.p.axis_ground, -4), (tripoli, 0), (units_of(t, (w.AXIS,)), 0))


def axis(t: Table) -> Ranked:
    """Whoever stands in Germany, then the beaten countries' last armies, France, Russia, at last Suez."""
    p, world = t.p, t.world
    mainland = world.areas["mainland_europe"]
    enemies = units_of(t, tuple(members(p.hostile[w.AXIS])))
    found = [
        (unmet(t, enemies & world.germany), -6),
        (unmet(t, enemies & mainland & ~world.russia & ~world.by_id["france"].hexes), -2),
        (enemies & mainland & ~world.russia & ~world.by_id["france"].hexes, 1),
    ]
    if france_stands(t):
        found.append((world.french_centers & ~p.axis_ground, 0))
    else:
        found.append((enemies & world.by_id["france"].hexes, -2))
    if turns_on_russia(t):
        found.append((world.russian_centers & ~(p.occupied[w.AXIS] if russia_falls(t) else p.axis_centers), 0))
        found.append((enemies & world.russia, 1))
    elif not france_stands(t):
        found.append((p.axis_ground & step(p.soviet_ground, world.walk), 0))
    found.append((1 << world.suez & ~p.axis_ground, 6))
    return tuple(found)


def unmet(t: Table, hexes: int) -> int:
    """Of the hexes that enemies stand in, those without enough Axis points around to deal with them."""
    p = t.p
    found = 0
    for node in members(hexes):
        near = spread_of(t, 1 << node, 3) & p.occupied[w.AXIS]
        own = sum(p.strength[i] for there in members(near) for i in p.stacks[there])
        if own < 3 * sum(p.strength[i] for i in p.stacks[node]) + 4:
            found |= 1 << node
    return found


def western(t: Table) -> Ranked:
    """Germany itself; on the way the Axis armies of France, Africa and Italy."""
    world = t.world
    foes = units_of(t, (w.AXIS,))
    return (
        (world.germany & ~t.p.occupied[w.ALLIED], 0),
        (foes & (world.africa | world.by_id["france"].hexes | world.by_id["italy"].hexes) & ~t.p.sealed, 0),
    )


def russian(t: Table) -> Ranked:
    """Invaders first, then the centers that they took, then Germany; at peace what is Russia's share of the East."""
    p, world = t.p, t.world
    if not p.russia_at_war:
        return ((eastern_land(t) & ~p.soviet_ground, 0),)
    foes = units_of(t, (w.AXIS,))
    return ((foes & world.russia, -4), (p.axis_centers, -2), (world.germany, 0))


# What to guard


def posts(t: Table, power: int) -> int:
    """Hexes that a side keeps a unit at or near: ports of conquered Europe, Resource Centers, canals and straits."""
    p, world = t.p, t.world
    ports = sealanes.lanes(world.board).all_ports & control.friendly_hexes(t, power)
    if power == w.AXIS:
        threatened = world.areas["mainland_europe"] & ~world.by_id["finland"].hexes & ~world.russia
        return int(ports & (threatened | world.germany) | 1 << world.suez & p.axis_ground)
    if power == w.SOVIET:
        return int(world.russian_centers & ~p.axis_centers & spread_of(t, p.axis_ground, 2))
    kept = from_iter((world.suez, world.gibraltar, world.malta)) & ~p.axis_ground
    return int(kept | (world.french_centers if t.scenario != "africa41" else 0) & p.allied_ground)


def home_guard(t: Table, piece: int, at: Sequence[int]) -> bool:
    """Would Britain, Italy or a beaten Russia be short of its garrison without this unit (14.23, 16.64, 14.4)?"""
    p, world = t.p, t.world
    held = p.occupied[w.AXIS] & world.russian_centers
    if held >> at[piece] & 1 and len(p.stacks[at[piece]]) == 1 and held.bit_count() <= GARRISON and russia_falls(t):
        return True
    if t.scenario == "africa41":
        return False
    for country, army, least in (("britain", p.army[w.ALLIED], 3), ("italy", p.corps[w.ITALY] & p.army[w.AXIS], 3)):
        hexes = world.by_id[country].hexes
        if hexes >> at[piece] & 1 and army >> piece & 1:
            kept = sum(p.strength[i] for i in members(army) if hexes >> at[i] & 1)
            return bool(kept - p.strength[piece] < least)
    return False
