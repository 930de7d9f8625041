"""The position of Advanced ETO: what changes in play, flat and whole."""

from __future__ import annotations

from grognard.engine.core import table
from grognard.engine.core.position import Position, Value, bitset, by_power, column, counts, number, record
from grognard.engine.title import Title

from .world import World

FRESH, STANDBY, ACTIVE = 0, 1, 2
"""A unit's marker (5.6): none, activated in this Offensive, has been activated this month."""
NEUTRAL_SIDE, AXIS, WEST, SOVIET = 0, 1, 2, 3
"""Alliances. The Allies of the Initiative are the West and, once at war, the Soviets."""
UNBROKEN, FAILED, CLEARED = 0, 1, 2
"""What became of a unit's attack in this Offensive."""
SUPPLIED, UNSUPPLIED = 1, 2
"""How a unit began the Offensive or Phase (7.10)."""
RODE, ALONE = 1, 2
"""How a General has moved this month (5.10)."""


class AetoPosition(Position):
    """Chits on the map, hexes held, supply chits, Offensives and EPs; pools are counts."""

    card = column()
    """What is printed on it: its place in the counter mix."""
    kind = column()
    steps = column()
    status = column()
    agent = column()
    """The place among the Offensive's agents of the one that activated it, counted from 1."""
    spent = column()
    halt = column()
    """How a zone of control holds it (5.13): 0 not, 1 one more hex, 2 it has stopped."""
    late = column()
    """Activated after movement: it may attack, not move (5.1)."""
    fought = column()
    broke = column()
    """It took part in the Breakthrough Step (5.21)."""
    again = column()
    """The hex that it attacked there, plus 1: if that failed it must attack it again (5.21)."""
    fell = column()
    """It has retreated in this Step (5.18)."""
    fed = column()
    """It has drawn on a supply chit this month (7.7)."""
    begun = column()
    marked = column()
    """Supply Steps in a row in which it was out of supply (7.13)."""
    rode = column()
    flipped = column()
    """A General on his reverse side (5.21)."""
    stayed = column()
    """It declined an advance and may not advance after combat this month (5.19)."""
    rebased = column()
    """An air unit that has changed its base this month (4.1)."""
    shot_down = column()
    """An air unit that lost a step in air combat over its home this month (7.16)."""
    forts = bitset()
    coastal_forts = bitset()
    permanent = bitset()
    mud = bitset()
    winter = bitset()
    isolated = bitset()
    """Home supply sources that are cut off and supply no one (7.8)."""
    grounded = bitset()
    """Where no air unit flies from or to this month (1.5)."""
    ice = bitset()
    """Where rivers are frozen (1.6)."""
    month = number()
    last = number()
    initiative = number(AXIS)
    first = number(AXIS)
    lost = number()
    """The node of what is off the map."""
    frozen = number()
    held = by_power()
    """The hexes that each power owns (5.11)."""
    offensives = by_power()
    ep = by_power()
    alliance = by_power()
    minor = by_power()
    """Minor Nation Offensives left this month (5.0)."""
    chits: dict[str, Value] = record()
    """Sea Supply chits by hex: owner, how many, places drawn this month, whether Axis units but Italians use double."""
    fallen: dict[str, int] = record()
    """The Replenishment Box: infantry lost at home this month, by card and steps (7.14)."""
    air_chits: dict[str, int] = record()
    """Air Supply chits by hex (7.7/chit-capacity)."""
    pool = counts()
    """Eliminated and unbuilt chits by card."""
    suez = counts()
    """UK infantry of the Suez Adds Box by card (8.12)."""
    due: dict[str, Value] = record()
    reserve = by_power()
    """EPs in Economic Reserve, beside those on the track (8.4)."""
    track: dict[str, int] = record()
    """The Turn Track: chits that will arrive, by month, card and steps (8.6/purchase)."""
    works: dict[str, Value] = record()
    """Installations under construction by hex and kind: the month in which they are ready, and whose they are (8.6)."""
    destroyed: dict[str, int] = record()
    """Destroyed installations by hex and kind (8.7/marker)."""
    grass_airfields = bitset()
    small_airbases = bitset()
    large_airbases = bitset()
    """Airbase chits; those printed on the map are the board's."""
    lent: dict[str, int] = record()
    """Lend-lease of this season by route, and the net income that limits it (8.3)."""
    conquests: dict[str, Value] = record()
    """Conquered nations: the conqueror and the month (9.3)."""
    invasions: dict[str, Value] = record()
    """Nations that were ever invaded: the invader and the month (9.1)."""
    politics: dict[str, Value] = record()
    """What else politics remembers: transit granted, the Arctic Route, who builds first (8.0, 8.3, 8.11)."""
    offensive: dict[str, Value] = record()
    """The Land Offensive under way: its kind, payer, agents, hex, quotas used and targets declared."""
    rail: dict[str, int] = record()
    """Rail capacity used this month, by nation; the Axis die for Russia and how many have crossed (6.1)."""
    tally: dict[str, int] = record()
    """What has been done once this month or this Offensive."""

    def put(self, piece: int, node: int) -> None:
        """Stand a chit on a node; one that is off the map stands in no stack."""
        super().put(piece, node)
        if node == self.lost:
            self.lift(piece)

    def restack(self) -> None:
        super().restack()
        self.stacks.pop(self.lost, None)
        self.occupied = [nodes & ~(1 << self.lost) for nodes in self.occupied]


Table = table.Table[AetoPosition, World, Title]
"""A table of this title."""
