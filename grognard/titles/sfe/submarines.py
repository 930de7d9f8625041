"""Malta's submarines (A8), which have no counters: they help one interception a turn while Sicily is quiet."""

from __future__ import annotations

from grognard.board.area import flood
from grognard.engine.core.cache import cached_values

from . import world as w
from .state import IDLE, Table, wings

HELP = 1


@cached_values(8)
def island(world: w.World, town: str) -> int:
    """All land that hangs together with a town, straits not crossed."""
    return flood(1 << world.board.node(town), world.zone_walk)


def lie_in_wait(t: Table, power: int) -> bool:
    """Has Malta a wing of its own, and is no wing of X Fliegerkorps in Sicily (A8)?"""
    rows = t.world.settings.get("submarines")
    if rows is None or power != w.ALLIED or t.p.boats == t.p.turn:
        return False
    port, sicily = t.world.board.node(rows["port"]), island(t.world, rows["island"])
    own = any(t.p.at[i] == port and t.p.mission[i] == IDLE for i in wings(t, power))
    hunters = [t.world.by_name[name.casefold()] for name in rows["hunters"]]
    homes = [t.p.base[i] if t.p.mission[i] != IDLE else t.p.at[i] for i in hunters]
    return own and not any(home >= 0 and sicily >> home & 1 for home in homes)


def sighting(t: Table, power: int) -> int:
    """One less on the first interception die of the Allies in a turn (A8)."""
    if not lie_in_wait(t, power):
        return 0
    t.p.boats = t.p.turn
    return -HELP
