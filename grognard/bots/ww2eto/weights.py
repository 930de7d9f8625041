"""What the greedy bot of World War Two ETO holds things to be worth, and how a turn of it may be played otherwise."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """Prices in hexes of the way to a goal, unless said otherwise."""

    enough: float = 0.85
    """The part of a hex's points that an attack should destroy on average; no more is massed for it."""
    begun: float = 0.3
    """How much more an enemy is worth who is beset by all that is needed than one by whom no one stands."""
    prize: float = 1.5
    """What it is worth to attack a hex that is a goal itself."""
    gain: float = 0.6
    """A move must better a unit's place by so much."""
    doom: float = 2.5
    """How much worse a place is, for each point that an overrun would destroy there."""
    pull: float = 1.0
    """What a hex of the way to a goal counts; nothing, and units move only to fight or to be safe."""
    fight: float = 1.0
    """What an attack counts beside the way."""
    fear: float = 1.0
    """What enemies beside a hex count; in an attack only ``bold`` of it."""
    bold: float = 0.4
    column: int = 0
    """The least column of the table that is attacked on."""
    ashore: float = 4.0
    """What a landing must win."""
    aims: tuple[tuple[int, int, int], ...] = ()
    """Goals beside the usual ones: a power, hexes, a rank."""
    alone: bool = False
    """Are these goals its only ones?"""
    sent: tuple[tuple[int, int], ...] = ()
    """Units that are sent to a hex, or held where they are, whatever else would be better."""


PLAIN = Weights()
"""For Africa, and for the bots of old."""
WAR = Weights(fear=0.4, prize=4.0)
"""For the war in Europe: centers before all, and less fear of who stands beside a hex."""


def usual(scenario: str) -> Weights:
    return PLAIN if scenario == "africa41" else WAR
