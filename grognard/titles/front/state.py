"""The position of the Front system: blocks, control, battles, command, and all that the rules freeze.

Every column but ``cv`` (and who a block is) can be seen at the table. Sets and lists hold nodes as bits; a list has
one entry a power. A title adds what it needs by subclassing and extending these declarations.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any, ClassVar

from grognard.engine.core.position import Position

DRY, MUD = 0, 1
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

    COLUMNS: ClassVar[dict[str, int]] = {
        "cv": 0,
        "supplied": 1,
        "dispersed": 0,
        "role": 0,
        "reach": 0,
        "moved": 0,
        "entry": 0,
        "came": 0,
        "rearguard": 0,
        "hits": 0,
        "fired": 0,
        "struck": 0,
        "built": 0,
        "spared": 0,
        "sailed": 0,
        "carried": 0,
        "aim": 0,
    }
    """``reach`` is an HQ's effective CV as frozen for the phase, ``came`` the node a unit entered from, ``rearguard``
    the node it will leave by plus one (or, below zero and one less, the port it is fetched to), ``hits`` the partial
    hits it carries, ``fired`` whether it has fired in this round, ``struck`` whether an HQ has used its airstrike,
    ``built`` what Production has given it, ``spared`` whether its owner has named it in a supply check. ``sailed``
    says how a unit crossed enemy seas in this phase and as which; ``carried`` what an Invasion or Paradrop HQ has sent
    in this player-turn, ``aim`` the hexes of its waves."""

    SETS: ClassVar[tuple[str, ...]] = (
        "disputed",
        "neutral",
        "commanded",
        "supported",
        "new_battles",
        "mandatory",
        "fighting",
        "assaults",
        "overfull",
        "through",
        "inverted",
    )
    """Frozen for the phase: disputed hexes, hexes under command, battles in support; battles begun in this movement
    phase, those that must be fought, those still to be fought, those that are assaults in their first round; hexes
    overstacked by a repulse; in a supply phase the ports that lanes over enemy seas got ``through`` to and the
    beachheads turned over (``inverted``). ``neutral`` land is closed to all."""

    LISTS: ClassVar[tuple[str, ...]] = ("held", "defends", "supreme", "national", "wars", "invaded")
    """A power's hexes as of the start of the phase (8.1, disputed ones with their last owner), the battles it is
    Original Defender of, its Supreme Moves left, those that only units of one nation can use, what the title
    keeps of its politics, and the hexes that its units have invaded and not all left since."""

    NUMBERS: ClassVar[dict[str, int]] = {
        "month": 0,
        "fortnight": 1,
        "phase": 0,
        "last": 0,
        "active": 0,
        "blitz": 0,
        "weather": DRY,
        "storm": 0,
        "bulge": 0,
        "points0": 0,
        "points1": 0,
        "points2": 0,
        "points3": 0,
    }
    """``month`` counts from January of year 0 (year * 12 + month - 1), ``phase`` the phases of the month, ``active``
    is the power whose player-turn it is, ``storm`` the stormy basin plus one, ``points`` each power's production."""

    RECORDS: ClassVar[tuple[str, ...]] = ("hexsides", "strikes", "beachheads", "ports", "voyages", "politics", "landed")
    """``hexsides``: units over each battle hexside in this phase; ``strikes``: airstrike dice by battle;
    ``beachheads``: state by name; ``ports``: units through each port in this player-turn; ``voyages``: by
    its turn where each crossing of this movement phase began and its enemy seas; ``politics``: what has happened;
    ``landed``: by beachhead where its unit came ashore, which only its owner knows."""

    cv: array[int]
    supplied: array[int]
    dispersed: array[int]
    role: array[int]
    reach: array[int]
    moved: array[int]
    entry: array[int]
    came: array[int]
    rearguard: array[int]
    hits: array[int]
    fired: array[int]
    struck: array[int]
    built: array[int]
    spared: array[int]
    sailed: array[int]
    carried: array[int]
    aim: array[int]
    disputed: int
    neutral: int
    commanded: int
    supported: int
    new_battles: int
    mandatory: int
    fighting: int
    assaults: int
    overfull: int
    through: int
    inverted: int
    held: list[int]
    defends: list[int]
    supreme: list[int]
    national: list[int]
    wars: list[int]
    invaded: list[int]
    month: int
    fortnight: int
    phase: int
    last: int
    active: int
    blitz: int
    weather: int
    storm: int
    bulge: int
    points0: int
    points1: int
    points2: int
    points3: int
    hexsides: dict[str, Any]
    strikes: dict[str, Any]
    beachheads: dict[str, Any]
    ports: dict[str, Any]
    voyages: dict[str, Any]
    politics: dict[str, Any]
    landed: dict[str, Any]


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
