"""The Low Countries of 1940: neutral until an Axis unit enters (B2), and countries that give in (B7)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values

from . import airbases, control
from . import world as w
from .state import IDLE, Table, ground_in

OUT_OF_PLAY = -1
"""The turn of arrival of a counter that does not come back."""


@cached_values(16)
def neutral_land(world: w.World) -> int:
    """The countries that are neutral until one of them is entered."""
    bits = 0
    for nation in world.settings.get("neutral_until_entered", ()):
        bits |= world.board.nation.get(nation, 0)
    return bits & world.land


def closed(t: Table, power: int) -> int:
    """Allied units may not enter countries that are still neutral (B2)."""
    return neutral_land(t.world) if t.p.neutral and power == w.ALLIED else 0


def still_neutral(t: Table, piece: int) -> bool:
    """The army of a neutral country does not stir (B2)."""
    unit = t.world.units[piece]
    return bool(t.p.neutral) and unit.nation in t.world.settings.get("gives_in", {})


def entered(t: Table, power: int, node: int) -> None:
    """An Axis unit enters or attacks one of the neutral countries: all of them are Allied from now on (B2)."""
    if t.p.neutral and power == w.AXIS and neutral_land(t.world) >> node & 1:
        t.p.neutral = 0
        t.emit("at_war", "4.02/1", nodes=(node,), countries=", ".join(t.world.settings["neutral_until_entered"]))


def surrenders(t: Table) -> None:
    """A country whose capital and half of whose cities are enemy-held gives in at the end of a segment (B7)."""
    for nation, row in t.world.settings.get("gives_in", {}).items():
        if nation not in t.p.given_in and _beaten(t, row["country"], t.world.board.node(row["capital"])):
            give_in(t, nation, row["country"])


def _beaten(t: Table, country: str, capital: int) -> bool:
    cities = t.world.board.nation[country] & t.world.cities
    lost = cities & t.p.axis_land
    return bool(lost >> capital & 1) and 2 * lost.bit_count() >= cities.bit_count()


def give_in(t: Table, nation: str, country: str) -> None:
    """Its units leave play; its hexes pass to the Axis, but for those that Allied units hold (B7, G63)."""
    p = t.p
    p.given_in[nation] = p.turn
    for unit in t.world.units:
        if unit.nation == nation and p.at[unit.index] != t.world.pool:
            control.remove(t, unit.index, "surrender", special=False)
        if unit.nation == nation:
            p.due[unit.index] = OUT_OF_PLAY
    land = t.world.board.nation[country] & t.world.land & p.allied_land
    held = from_iter(node for node in members(land) if ground_in(t, node, w.ALLIED))
    for node in members(land & ~held):
        control.take(t, w.AXIS, node)
        for piece in [i for i in p.stacks.get(node, ()) if t.world.units[i].air and p.mission[i] == IDLE]:
            airbases.driven_off(t, piece)
    t.emit("gave_in", "4.02/1", nation=nation)
