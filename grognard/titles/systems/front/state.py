"""The position of the Front system: blocks, control, battles, command, and all that the rules freeze.

Every column but ``cv`` (and who a block is) can be seen at the table. Sets and lists hold nodes as bits; a list has
one entry a power. A title adds what it needs by subclassing and extending these declarations.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from grognard.engine.core import table
from grognard.engine.core.position import Picked, Position, bitset, by_power, column, number, record

from .world import World

DRY, MUD, SNOW = 0, 1, 2
"""The weathers; only titles with an East Front have Snow."""
UNMOVED, MOVED, SPENT = 0, 1, 2
"""``moved``: may move, has moved this phase, has done for the whole player-turn (strategic, deactivated)."""

STOOD, BY_LAND, BY_RIVER, BY_SEA, BY_AIR = 0, 1, 2, 3, 4
"""``entry``: how a unit came into its hex in this movement phase; 0 when it stood there at the start."""

TOGETHER, BY_SEA_DISPERSED, BY_AIR_DISPERSED = 0, 1, 2
"""``dispersed``: a landed invader or a dropped para before it has recovered or linked up."""

INACTIVE, COMMAND, BLITZ, INVASION, BLITZ_INVASION, PARADROP, BLITZ_PARADROP = range(7)
"""``role`` of an HQ; a supreme or theater HQ in COMMAND gives Supreme Moves."""
ROLES = ("command", "blitz", "invasion", "blitz-invasion", "paradrop", "blitz-paradrop")
"""The words of the roles, from COMMAND on."""
BLITZING = frozenset((BLITZ, BLITZ_INVASION, BLITZ_PARADROP))

BH_READY, BH_PREP, BH_LOST, BH_LATER = -1, -2, -3, -4
"""``beachheads``: the node where one lies, or one of these."""


class FrontPosition(Position):
    """Blocks on a Front board."""

    cv = column()
    supplied = column(1)
    dispersed = column()
    role = column()
    reach = column()  # an HQ's effective CV as frozen for the phase
    moved = column()
    entry = column()
    came = column()  # the node a unit entered from
    rearguard = column()  # the node it will leave by plus one (below zero and one less: the port it is fetched to)
    hits = column()  # the partial hits it carries
    fired = column()  # has it fired in this round?
    struck = column()  # has an HQ used its airstrike?
    built = column()  # what Production has given it
    spared = column()  # has its owner named it in a supply check?
    sailed = column()  # how a unit crossed enemy seas in this phase, and as which
    carried = column()  # what an Invasion or Paradrop HQ has sent in this player-turn
    aim = column()  # the hexes of an HQ's waves
    # frozen for the phase
    disputed = bitset()  # hexes that both hold units in
    neutral = bitset()  # land that is closed to all
    commanded = bitset()  # hexes under command
    supported = bitset()  # hexes whose battles are in support
    new_battles = bitset()  # battles begun in this movement phase
    mandatory = bitset()  # battles that must be fought
    fighting = bitset()  # battles still to be fought
    assaults = bitset()  # battles that are assaults in their first round
    overfull = bitset()  # hexes overstacked by a repulse
    through = bitset()  # in a supply phase the ports that lanes over enemy seas got through to
    inverted = bitset()  # and the beachheads turned over
    month = number()  # from January of year 0: year * 12 + month - 1
    fortnight = number(1)
    phase = number()  # the phases of the month
    last = number()
    active = number()  # the power whose player-turn it is
    blitz = number()
    weather = number(DRY)
    storm = number()  # the stormy basin plus one
    bulge = number()
    points0 = number()  # each power's production
    points1 = number()
    points2 = number()
    points3 = number()
    points = Picked("points0", "points1", "points2", "points3")
    held = by_power()  # its hexes as of the start of the phase (8.1), disputed ones with their last owner
    defends = by_power()  # the battles it is Original Defender of
    supreme = by_power()  # its Supreme Moves left
    national = by_power()  # those that only units of one nation can use
    wars = by_power()  # what the title keeps of its politics
    invaded = by_power()  # the hexes that its units have invaded and not all left since
    hexsides = record()  # units over each battle hexside in this phase
    strikes = record()  # airstrike dice by battle
    beachheads = record()  # state by name
    ports = record()  # units through each port in this player-turn
    voyages = record()  # by its turn where each crossing of this movement phase began and its enemy seas
    politics = record()  # what has happened
    landed = record()  # by beachhead where its unit came ashore, which only its owner knows


if TYPE_CHECKING:
    from .game import FrontTitle

    Table = table.Table[FrontPosition, World, FrontTitle]
    """The table as the rules of this system take it."""
else:
    Table = table.Table


@cache
def month_number(text: str) -> int:
    """``1943-07`` as a count of months.

    >>> month_number("1943-07") - month_number("1943-06")
    1
    """
    year, month = text.split("-")
    return int(year) * 12 + int(month) - 1


@cache
def month_text(number: int) -> str:
    """The month of a count.

    >>> month_text(month_number("1944-12"))
    '1944-12'
    """
    return f"{number // 12}-{number % 12 + 1:02}"
