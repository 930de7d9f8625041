"""Set-up by the players' own choice: each block in the zone of its order of battle, or anywhere at home; what must be
held (S1940/setup, S1940/free, S1940B/setup)."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import members
from grognard.engine.core.rules import Owed
from grognard.titles.systems.front import places
from grognard.titles.systems.front.deployment import Plan, Stand
from grognard.titles.systems.front.world import World

from .. import fronts, tables
from ..fronts import MF
from ..med.setup import stands
from ..war.world import SIDES, WORDS
from . import land
from .state import Table

FREE = "free"
FIXED = ("MED",)
"""The fronts whose units keep their places in a free set-up, too (S1940/free)."""


def is_free(t: Table) -> bool:
    """Do units of the West and East stand anywhere in friendly land (S1940/free)?"""
    return t.options.get("deployment", "historical") == FREE and FREE in t.world.scenario["setups"]


@cache
def written(w: World, scenario: str) -> dict[int, tuple[int, str]]:
    """For each block the land that its order of battle names, and its front."""
    found = {}
    more = {"zone": lambda name: int(w.board.region[tables.zone(name, scenario).region])}
    for row in tables.order_of_battle(scenario):
        kind, _, name = row.place.partition(":")
        area = 1 << w.board.node(name) if kind == "area" else places.area(w.board, row.place, more)
        found[w.named[row.block.casefold()]] = (area & int(w.land), row.front)
    return found


def zone(t: Table, piece: int) -> int:
    """Where a block may be set up: as its order of battle has it (S1940/setup), in a free set-up all its side's land
    outside the Med Front (S1940/free)."""
    area, front = written(t.world, t.scenario)[piece]
    unit = t.world.units[piece]
    home = int(t.world.extra["home"][unit.power])
    fixed = front in FIXED or unit.name in land.MAGINOT or unit.restricted == "garrisons"
    return area & home if fixed or not is_free(t) else home & ~fronts.land_of(t, MF)


@cache
def must_hold(w: World, power: int) -> int:
    """The hexes that a side must occupy: its Frontline, garrisons, great cities (S1940/setup, S1940B/setup)."""
    word, plan = WORDS[power], w.scenario["must_hold"]
    return land.region(w, *plan.get(word, ())) | land.major_cities(w, *plan.get(f"{word} cities", ()))


def label(t: Table) -> str:
    """The rule of a scenario's set-up."""
    return "S1940B/setup" if t.world.scenario["source"] == "S1940B" else "S1940/setup"


class Deploy(Plan):
    """Blocks in their zones, the border and the cities held (S1940/setup, S1940B/setup)."""

    def blocks(self, t: Table, power: int) -> list[int]:
        return [i for i in written(t.world, t.scenario) if t.world.units[i].power == power]

    def ready(self, t: Table, power: int) -> list[Stand]:
        return stands(t, power)

    def owed(self, t: Table, power: int) -> list[Owed]:
        """Every block stands where it may, and no post is empty (S1940/setup)."""
        w, p, found = t.world, t.p, []
        for piece in self.blocks(t, power):
            name, node = w.units[piece].name, p.at[piece]
            if node >= w.spans:
                found.append(Owed(label(t), f"{name} is not set up.", -1, piece))
            elif not zone(t, piece) >> node & 1:
                found.append(Owed(label(t), f"{name} may not begin in {t.node_name(node)}.", node, piece))
        for node in members(must_hold(w, power) & ~p.occupied[power]):
            found.append(Owed(label(t), f"{t.node_name(node)} must be held.", node))
        return found


def order(w: World) -> tuple[int, int]:
    """Who sets up second, and who first."""
    first = SIDES[w.scenario["sets_up_first"]]
    return 1 - first, first
