"""Where cadres and reinforcements arrive (11.6), and who is due (11.5, 11.51)."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.board.hexset import from_iter, members
from grognard.engine.rules import Args

from . import control, economy, ground, sea

STEP, CADRE, ARRIVED, ADVANCED, GONE = 1, 2, 4, 8, 16
"""``built``: what a block got in this Production."""
NEW = CADRE | ARRIVED | ADVANCED


class Site(NamedTuple):
    """A line of arrivals.csv as hexes: whose units, which home, how many a Production, under which rule."""

    side: str
    home: str
    nodes: int
    most: int
    rule: str
    sources: tuple[str, ...]


def sites(t: Any) -> tuple[Site, ...]:
    """The arrival places of the scenario, read once."""
    found = t.world.extra.get("arrival sites")
    if found is None:
        found = t.world.extra["arrival sites"] = t.title.arrival_sites(t.world)
    assert isinstance(found, tuple)
    return found


def open_sites(t: Any, piece: int) -> dict[int, int]:
    """The places of a block's side with their limits; lost entry hexes are none (16.7)."""
    unit = t.world.units[piece]
    word = sea.side(t, unit.power)
    lost = int(t.title.lost_entries(t))
    if t.rules.on("16.x/a"):
        lost |= control.enemy_units(t, unit.power)
    found: dict[int, int] = {}
    for site in sites(t):
        if site.side == word and site.home in ("", unit.home) and all(map(t.rules.on, site.sources)):
            for node in members(site.nodes & ~lost if site.rule == "16.7" else site.nodes):
                found[node] = max(found.get(node, 0), site.most)
    return found


def anywhere(t: Any, seat: int, args: Args) -> int:
    land: int = t.world.land
    return land


def right_place(t: Any, seat: int, args: Args) -> int:
    """Axis units arrive in home and victory cities and by rail from the east (11.6)."""
    if sea.side(t, t.p.power[args[0]]) != "axis":
        return -1
    return from_iter(open_sites(t, args[0]))


def right_port(t: Any, seat: int, args: Args) -> int:
    """Allied units arrive in major ports, British ones in British cities too (11.6/a)."""
    if sea.side(t, t.p.power[args[0]]) == "axis":
        return -1
    return from_iter(open_sites(t, args[0]))


def ready(t: Any, seat: int, args: Args) -> int:
    """The place is friendly, in Rail/Sea Supply, without a battle, and not full for this month (11.6/b)."""
    piece = args[0]
    p, power = t.p, t.p.power[piece]
    area = control.friendly(p, power) & economy.in_rail_sea(t, power) & ~control.battles(t)
    limits = open_sites(t, piece)
    return from_iter(node for node in members(area) if _came(t, node, power) < limits.get(node, 99))


def _came(t: Any, node: int, power: int) -> int:
    p = t.p
    return sum(1 for i in p.stacks.get(node, ()) if p.power[i] == power and p.built[i] & NEW)


def roomy(t: Any, seat: int, args: Args) -> int:
    """Stacking holds when Production ends (6.21)."""
    return from_iter(node for node in members(t.world.land) if ground.has_room(t, args[0], node))


def may_stand(t: Any, seat: int, args: Args) -> int:
    """A block arrives only where it may be (2.66, 1.1/b)."""
    return ground.open_to(t, args[0])


def arrival_hexes(t: Any, piece: int) -> int:
    """Every hex where a block could arrive now."""
    args = (piece,)
    area = right_place(t, -1, args) & right_port(t, -1, args) & ready(t, -1, args)
    return area & may_stand(t, -1, args) & roomy(t, -1, args) & int(t.world.land)
