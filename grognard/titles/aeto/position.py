"""The position of Advanced ETO: what changes in play, flat and whole."""

from __future__ import annotations

from array import array

from grognard.engine.core import table
from grognard.engine.core.position import Position, Value
from grognard.engine.core.title import Title

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

    COLUMNS = {
        "card": 0, "kind": 0, "steps": 0, "status": 0, "agent": 0, "spent": 0, "halt": 0, "late": 0, "fought": 0,
        "broke": 0, "fell": 0, "fed": 0, "begun": 0, "marked": 0, "rode": 0, "flipped": 0, "stayed": 0,
    }  # fmt: skip
    SETS = ("forts", "coastal_forts", "permanent", "mud", "winter")
    NUMBERS = {"month": 0, "last": 0, "initiative": AXIS, "first": AXIS, "lost": 0, "frozen": 0}
    LISTS = ("held", "offensives", "ep", "alliance", "minor")
    RECORDS = ("chits", "pool", "due", "offensive", "tally")

    card: array[int]
    """What is printed on it: its place in the counter mix."""
    kind: array[int]
    steps: array[int]
    status: array[int]
    agent: array[int]
    """The place among the Offensive's agents of the one that activated it, counted from 1."""
    spent: array[int]
    halt: array[int]
    """How a zone of control holds it (5.13): 0 not, 1 one more hex, 2 it has stopped."""
    late: array[int]
    """Activated after movement: it may attack, not move (5.1)."""
    fought: array[int]
    broke: array[int]
    """It took part in the Breakthrough Step; the hex that it must attack again, plus 1, while it has not (5.21)."""
    fell: array[int]
    """It has retreated in this Step (5.18)."""
    fed: array[int]
    """It has drawn on a supply chit this month (7.7)."""
    begun: array[int]
    marked: array[int]
    """Supply Steps in a row in which it was out of supply (7.13)."""
    rode: array[int]
    flipped: array[int]
    """A General on his reverse side (5.21)."""
    stayed: array[int]
    """It declined an advance and may not advance after combat this month (5.19)."""
    forts: int
    coastal_forts: int
    permanent: int
    mud: int
    winter: int
    month: int
    last: int
    initiative: int
    first: int
    lost: int
    """The node of what is off the map."""
    frozen: int
    held: list[int]
    """The hexes that each power owns (5.11)."""
    offensives: list[int]
    ep: list[int]
    alliance: list[int]
    minor: list[int]
    """Minor Nation Offensives left this month (5.0)."""
    chits: dict[int, Value]
    """Sea Supply chits by hex: owner, how many, places drawn this month, whether Axis units but Italians use double."""
    pool: dict[int, int]
    """Eliminated and unbuilt chits by card."""
    due: dict[str, Value]
    offensive: dict[str, Value]
    """The Land Offensive under way: its kind, payer, agents, hex, quotas used and targets declared."""
    tally: dict[str, int]
    """What has been done once this month or this Offensive."""


Table = table.Table[AetoPosition, World, Title]
"""A table of this title."""
