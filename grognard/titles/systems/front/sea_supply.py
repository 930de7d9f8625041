"""Sea supply (15.3, 15.52): sea lanes that join friendly rail, besieged ports, beachheads, and who depends on them."""

from __future__ import annotations

from grognard.board.area import flood
from grognard.board.hexset import from_iter, members

from . import beachheads, control, routes, sea, supply
from .state import Table

ANYWHERE = 16
"""Seas enough for any lane."""


def waters(t: Table, power: int, ports: int, over_enemy: bool = False) -> int:
    """The seas that ships from some ports can cross, enemy seas only when asked for."""
    closed = 0 if over_enemy else sea.enemy_seas(t, power)
    start = sea.seas_with(t, ports & sea.open_ports(t, power) & ~routes.closing(t, power))
    return sea.reached(t, power, start, ANYWHERE, closed)


def sea_lanes(t: Table, power: int, ports: int) -> int:
    """The ports that sea lanes join to some ports (15.3); a lane ends at an engaged port (15.31)."""
    joined = sea.ports_on(t, waters(t, power, ports)) | int(t.p.through)
    return joined & sea.open_ports(t, power) & ~routes.closing(t, power)


def linked_beachheads(t: Table, power: int, secure: bool = False) -> int:
    """Working beachheads with a sea route to a port in supply (15.52/b, 15.52), or with one that nothing threatens."""
    working = beachheads.working(t, power)
    if not working:
        return working
    seas = waters(t, power, supply.rail_sea(t, power), over_enemy=not secure)
    return from_iter(node for node in members(working & ~sea.barred(t, power)) if sea.seas_of(t, node) & seas)


def landing_supply(t: Table, power: int, secure: bool = False) -> int:
    """Where beachheads supply: their hexes, and within two hexes of those that are friendly (15.52, 15.52/a)."""
    bridges = linked_beachheads(t, power, secure)
    if not bridges:
        return 0
    sources = bridges & control.friendly(t.p, power)
    return bridges | int(t.title.beach_lines(t, power, sources))


# Besieged ports


def besieged(t: Table, power: int) -> int:
    """Friendly engaged ports that a sea lane runs into (15.31); a fortress has supply of its own (15.31/a)."""
    ports = sea.open_ports(t, power) & control.battles(t) & routes.closing(t, power)
    ports &= ~t.title.strongholds(t)
    if not ports:
        return 0
    seas = waters(t, power, supply.rail_sea(t, power))
    return from_iter(n for n in members(ports) if sea.port_seas(t, n) & seas or t.p.through >> n & 1)


def siege_claimants(t: Table, node: int, power: int) -> list[int]:
    """The units of a besieged port that Siege Supply can keep: a cadre (10.8), with Naval Supremacy any (15.31,
    10.8/a)."""
    p = t.p
    own = [i for i in p.stack(node) if p.power[i] == power]
    if power != sea.naval_supremacy(t):
        own = [i for i in own if p.cv[i] <= t.world.units[i].last]
    return own


def siege_claims(t: Table, power: int) -> list[int]:
    """Besieged ports whose unit must still be named: nothing else supplies the hex and no one is spared yet."""
    p = t.p
    found = []
    for node in members(besieged(t, power)):
        if supply.supplied_area(t, power) >> node & 1 or any(p.spared[i] for i in p.stack(node)):
            continue
        found.append(node)
    return found


# What interdiction may cut


def dependent(t: Table, power: int) -> list[tuple[int, int, bool]]:
    """Ports and beachheads that only enemy seas join to supply and that someone needs (15.73).

    Each comes with the dice of its best route and whether it is a beachhead.
    """
    net = supply.rail_sea(t, power)
    home = net & sea.open_ports(t, power) & ~control.enemy_units(t, power)
    start = sea.seas_with(t, home)
    needed = _hungry_ground(t, power, net)
    found = []
    for node in members(sea.open_ports(t, power) & needed & ~net):
        dice = best_route(t, power, start, sea.port_seas(t, node))
        if dice:
            found.append((node, dice, False))
    for node in members(beachheads.working(t, power) & needed & ~sea.barred(t, power)):
        dice = best_route(t, power, start, sea.seas_of(t, node))
        if dice:
            found.append((node, dice, True))
    return found


def _hungry_ground(t: Table, power: int, net: int) -> int:
    """The land that joins up with units which have no line to secure supply."""
    fed = supply.supply_lines(t, power, net | t.title.sources(t, power)) | landing_supply(t, power, secure=True)
    hungry = t.p.occupied[power] & t.world.land & ~fed
    if not hungry:
        return 0
    ground = control.passable(t, power) | control.battles(t) & control.own_units(t, power)
    return flood(hungry, t.world.trace.inside(ground))


def best_route(t: Table, power: int, start: int, goal: int) -> int:
    """The fewest interdiction dice of any route from some seas to others; 0 when none is needed or there is none."""
    ways = sea.routes(t, power, start, goal, ANYWHERE)
    return int(t.title.named_lane(t, [sea.risk(t, power, way) for way in ways]))
