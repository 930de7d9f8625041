"""Limited sources of the north and of the Mediterranean, by towns that feed a few defense factors (23.62, 23.63)."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.cache import cached_values

from . import world as w
from . import zones
from .state import Table, foe


@cached_values(16)
def towns(world: w.World) -> dict[int, int]:
    """Cities and towns of the table's countries with the defense factors that they feed, by their size."""
    found: dict[int, int] = {}
    sizes = {"major": world.major, "minor": world.minor, "town": world.town}
    for row in w.table("limited_sources.csv"):
        for country in row["where"].split("|"):
            for node in members(world.board.nation.get(country, 0) & sizes[row["size"]]):
                found[node] = int(row["factors"])
    return found


def sources(t: Table, power: int) -> list[tuple[int, int]]:
    """Towns of Norway and Sweden that a side holds: the land they feed, and how many factors (23.62/1)."""
    from . import supply

    held = [(node, most) for node, most in towns(t.world).items() if t.p.land_of(power) >> node & 1]
    return [*((supply.city_area(t, power, node), most) for node, most in held), *gibraltar(t, power)]


def gibraltar(t: Table, power: int) -> list[tuple[int, int]]:
    """Gibraltar feeds four British factors while hex 2446 is free of Axis ground units and zones (23.63/3)."""
    if power != w.ALLIED or not t.world.settings.get("gibraltar"):
        return []
    rock, neck = t.world.board.node("SW2546"), t.world.board.node("SW2446")
    enemy = zones.zones(t, foe(t, power))
    shut = (enemy.all | enemy.ground) >> neck & 1 or not t.p.land_of(power) >> rock & 1
    return [] if shut else [(1 << rock, 4)]
