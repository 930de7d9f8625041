"""Short words for the cases of the Winter War: a scene of 1939A and what it holds."""

from __future__ import annotations

from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront.winter import rules
from grognard.titles.systems.front import blocks, command, supply

AXIS, SOVIET = 0, 2
SNOW = "EF snow"


def scene(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of the Winter War, in Snow unless it says another weather."""
    return read_scene(f"eurofront 1939A bare / {SNOW} / {text}", dice=dice)


def piece(g: Game, name: str) -> int:
    return int(g.table.world.named[name.casefold()])


def node(g: Game, name: str) -> int:
    return int(g.title.find_node(g.table, name))


def reaches(g: Game, hq: str, place: str) -> bool:
    """Is a place in the command range of an HQ at the CV it acts with?"""
    t = g.table
    hexes = command.command_range(t, t.p.at[piece(g, hq)], command.effective(t, piece(g, hq)), t.p.power[piece(g, hq)])
    return bool(hexes >> node(g, place) & 1)


def national_supply(g: Game) -> bool:
    """Has Finland its line to Berlin?"""
    return rules.has_national_supply(g.table)


def supplied(g: Game, power: int, place: str) -> bool:
    """Would a unit be supplied in a place?"""
    return bool(supply.supplied_area(g.table, power) >> node(g, place) & 1)


def speed(g: Game, name: str) -> int:
    return blocks.speed(g.table, piece(g, name))
