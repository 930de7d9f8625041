"""The set-up of a scenario: counters, control (6.2) and railways."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule

from . import airborne, beachheads, carpet, deployment, hulls, invasion, supply, surprise, taskforce
from . import world as w
from .state import SfePosition, Table


def setup(t: Table) -> None:
    """Make the position and push the first frame."""
    world = t.world
    p = SfePosition(len(world.units), 0, len(w.POWERS))
    p.seat_of = t.p.seat_of
    p.hostile = [0b10, 0b01]
    for unit in world.units:
        i = unit.index
        p.power[i], p.due[i], p.reduced[i] = unit.power, unit.entry, int(unit.starts_reduced)
        p.at[i] = world.pool if unit.entry < 0 else world.arrivals if unit.entry else unit.place
    p.restack()
    p.last = len(world.turns)
    p.player = w.POWERS.index(world.settings["first_segment"])
    p.forts = w.works(world.scenario, world.board, "FORT", "regular")
    p.strongholds = w.works(world.scenario, world.board, "FORT", "major")
    p.neutral = int("neutral_until_entered" in world.settings)
    p.airfields = w.works(world.scenario, world.board, "AFLD")
    p.available = from_iter(unit.index for unit in world.units if unit.available)
    t.p = p
    graf_zeppelin(t)
    divide(t)
    airborne.prepare(t)
    beachheads.prepare(t)
    invasion.prepare(t)
    carpet.prepare(t)
    taskforce.prepare(t)
    p.engineers = int(t.options.get("assault_unit") == "on")
    t.push(Frame("game"))
    surprise.on_the_ground(t)
    deployment.begin(t)


@rule("28.13")
def graf_zeppelin(t: Table) -> None:
    """With the option the German carrier, finished in January 1941, lies in the Baltic (28.13)."""
    for unit in t.world.units:
        if unit.nation == "German" and unit.kind in hulls.CARRIERS:
            t.p.put(unit.index, unit.place)
            t.p.due[unit.index] = 0


def divide(t: Table) -> None:
    """Each side controls its lands and what lies nearer to its units than to the enemy's (6.2, K3)."""
    world, p = t.world, t.p
    stand = [
        from_iter(p.at[u.index] for u in world.units if u.power == power and p.at[u.index] < world.arrivals)
        for power in range(len(w.POWERS))
    ]
    held = []
    for power, name in enumerate(w.POWERS):
        own = stand[power] | supply.edge_sources(world, power)
        for nation in world.settings.get("lands", {}).get(name, ()):
            own |= world.board.nation.get(nation, 0)
        held.append(own & world.land & ~stand[w.ALLIED if power == w.AXIS else w.AXIS])
    held[w.ALLIED] &= ~held[w.AXIS]
    while True:
        grown = [step(area, world.walk) & ~held[0] & ~held[1] for area in held]
        if not any(grown):
            break
        held[w.AXIS] |= grown[w.AXIS] & ~grown[w.ALLIED]
        held[w.ALLIED] |= grown[w.ALLIED] & ~grown[w.AXIS]
        for node in members(grown[w.AXIS] & grown[w.ALLIED]):
            near = [(step(1 << node, world.walk) & area).bit_count() for area in held]
            held[w.AXIS if near[w.AXIS] > near[w.ALLIED] else w.ALLIED] |= 1 << node
    islands = world.land & ~held[w.AXIS] & ~held[w.ALLIED]
    held[w.AXIS] |= islands & supply.home_land(world, w.AXIS)
    held[w.ALLIED] |= islands & ~held[w.AXIS]
    p.axis_land, p.allied_land = held
    p.axis_rail, p.allied_rail = held[w.AXIS] & world.rail_hexes, held[w.ALLIED] & world.rail_hexes
