"""Where cadres and reinforcements arrive (11.6), and who is due (11.5, 11.51)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.rules import Args

from . import blocks, control, economy, ground, sea
from .state import Table
from .world import World

STEP, CADRE, ARRIVED, ADVANCED, GONE = 1, 2, 4, 8, 16
"""``built``: what a block got in this Production."""
NEW = CADRE | ARRIVED | ADVANCED


NEVER = 1 << 30
"""A month after all others."""


class Schedule(dict[int, tuple[int, int]]):
    """The month and the CV of each block that is to come (11.5)."""

    def __init__(self, rows: Iterable[tuple[int, tuple[int, int]]] = ()) -> None:
        super().__init__(rows)
        self._until: dict[int, int] = {}

    def until(self, month: int) -> int:
        """The blocks that are due by a month."""
        found = self._until.get(month)
        if found is None:
            found = self._until[month] = from_iter(piece for piece, (due, _) in self.items() if due <= month)
        return found


class Site(NamedTuple):
    """A line of arrivals.csv as hexes: whose units, which home, how many a Production, under which rule."""

    side: str
    home: str
    nodes: int
    most: int
    rule: str
    sources: tuple[str, ...]


class Sites(NamedTuple):
    """The places where a block can arrive, and how many a Production each takes."""

    nodes: int
    most: dict[int, int]


@cache
def sites(title: Any, w: World) -> tuple[Site, ...]:
    """The arrival places of the scenario, read once."""
    found: tuple[Site, ...] = title.arrival_sites(w)
    return found


def open_sites(t: Table, piece: int) -> Sites:
    """The places of a block's side with their limits; entry hexes with enemies are none (16.x/a)."""
    lost = lost_entries(t) | control.enemy_units(t, t.world.units[piece].power)
    found, foreign = _sites_of(t, piece, lost), int(t.title.foreign_cities(t, piece))
    return Sites(found.nodes & ~foreign, found.most) if found.nodes & foreign else found


def lost_entries(t: Table) -> int:
    """Entry hexes that are lost take no one (16.7)."""
    return int(t.title.lost_entries(t))


def _sites_of(t: Table, piece: int, lost: int) -> Sites:
    unit = t.world.units[piece]
    return _open_sites(
        t.title, t.world, sea.side(t, unit.power), unit.home, lost & _entries(t.title, t.world)
    )  # fmt: skip


@cache
def _entries(title: Any, w: World) -> int:
    """The hexes by which blocks come from off the map."""
    nodes = 0
    for site in sites(title, w):
        nodes |= site.nodes if site.rule == "16.7" else 0
    return nodes


@cached_values(512)
def _open_sites(title: Any, w: World, side: str, home: str, lost: int) -> Sites:
    most: dict[int, int] = {}
    for site in sites(title, w):
        if site.side == side and site.home in ("", home):
            for node in members(site.nodes & ~lost if site.rule == "16.7" else site.nodes):
                most[node] = max(most.get(node, 0), site.most)
    return Sites(from_iter(most), most)


def anywhere(t: Table, seat: int, args: Args) -> int:
    land: int = t.world.land
    return land


def right_place(t: Table, seat: int, args: Args) -> int:
    """Axis units arrive in home and victory cities and by rail from the east (11.6)."""
    return -1 if comes_by_sea(t, args[0]) else open_sites(t, args[0]).nodes


def place_with_lost_entries(t: Table, seat: int, args: Args) -> int:
    """Where a block could arrive if no entry hex were lost (16.7)."""
    if comes_by_sea(t, args[0]):
        return -1
    return _sites_of(t, args[0], control.enemy_units(t, t.world.units[args[0]].power)).nodes


def right_port(t: Table, seat: int, args: Args) -> int:
    """Allied units arrive in major ports, British ones in British cities too (11.6/a)."""
    return open_sites(t, args[0]).nodes if comes_by_sea(t, args[0]) else -1


def comes_by_sea(t: Table, piece: int) -> bool:
    """Do the sites of a block's side stand under the rule of ports (11.6/a)?"""
    return _by_sea(t.title, t.world, sea.side(t, t.p.power[piece]))


@cache
def _by_sea(title: Any, w: World, side: str) -> bool:
    return any(site.side == side and "11.6/a" in site.sources for site in sites(title, w))


def ready(t: Table, seat: int, args: Args) -> int:
    """The place is friendly, in Rail/Sea Supply, without an enemy, and not full for this month (11.6/b)."""
    piece = args[0]
    p, power = t.p, t.p.power[piece]
    area = control.friendly(p, power) & economy.in_rail_sea(t, power) & ~control.enemy_units(t, power)
    came = members(blocks.flagged(p.built, NEW))
    if came:
        most = open_sites(t, piece).most
        where = [p.at[i] for i in came if p.power[i] == power]
        for node in set(where):
            if where.count(node) >= most.get(node, len(where) + 1):
                area &= ~(1 << node)
    return area


def roomy(t: Table, seat: int, args: Args) -> int:
    """Stacking holds when Production ends (6.21)."""
    return int(t.world.land) & ~ground.filled(t, args[0])
