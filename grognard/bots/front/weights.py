"""What the greedy bots of the Front system hold things to be worth."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """Prices in hexes of the way to a goal, unless said otherwise."""

    favourable: float = 1.6
    """How much stronger an attack must be than the defence: fire times steps against fire times steps."""
    hopeless: float = 0.35
    """A battle with less than this is left."""
    fight_on: float = 1.0
    """A battle is fought on with at least this."""
    gain: float = 0.6
    """What a move must win."""
    journey: float = 2.0
    """What a journey by rail or sea must win."""
    reserve: int = 7
    """Defenders farther than this from any enemy stay where they are, for who knows where the next one lands."""
    staff: int = 2
    """How far behind its goals an HQ likes to be."""
    unfed: float = 6.0
    """What it costs to stand out of supply."""
    shy: float = 8.0
    """What it costs to go into a battle that is not favourable."""
    lost: float = 4.0
    """What it costs to stay in one that is hopeless."""
    battle: float = 3.0
    """What a favourable battle is worth."""
    prize: float = 0.5
    """What a point of a hex that counts is worth."""
    plenty: float = 4.8
    """With so much strength in a battle more is not needed."""
    spare: float = 0.3
    """What is left of a battle's worth for who is not needed."""
    threat: float = 0.4
    """What an enemy step beside a hex costs, at most ``most_risk`` in all."""
    hold: float = 0.5
    """What an own step there is worth against it."""
    most_risk: float = 4.0
    activate: float = 2.5
    """What an HQ must win to be turned up."""
    last_step: float = 1.0
    """What its last step but one costs."""
    most_moved: float = 4.0
    """What one unit's move counts at most when HQs are turned up."""
    fought: float = 2.0
    """What a battle that goes on counts then."""
    blitz: float = 12.0
    """What a Blitz must win."""
    ashore: float = 9.0
    """What it is worth to stand on the enemy's coast beside a goal."""
    strong: float = 3.0
    """Steps that a landing should have."""
    odds_ashore: float = 3.0
    """How much stronger a landing should be than who waits there, and what it costs to be less."""
    short_ashore: float = 3.0
    threat_ashore: float = 0.5
    """What an enemy step beside a landing costs."""
    weak_staff: float = 12.0
    """Production: what a step is worth to a weak HQ, another HQ, a static unit, at the front, behind it."""
    strong_staff: float = 8.0
    static: float = 1.0
    front: float = 6.0
    rear: float = 3.5
    each_step: float = 0.5
    """What it is worth less for each step that a unit has."""
    cadre: float = 0.9
    bridge: float = 0.8
    """What a point for a beachhead is worth while few are ready."""


class Thrift(NamedTuple):
    """What steps of HQs are worth to a side where they are victory points."""

    dear: float = 0.0
    """What an HQ must win more than in other games to be turned up."""
    dear_last: float = 0.0
    """The same in the last month, when no Production follows."""
    staffed: float = 1.0
    """How much more a step of an HQ is wanted in Production than in other games."""
    near_shore: int = 4
    """Hexes of a crossing that cost a landing nothing."""
    farther: float = 2.0
    """What each hex more costs it: those who follow must sail it too."""


class Stance(NamedTuple):
    """How a turn is played: what things are worth in it, and where it goes beside the usual goals."""

    weights: Weights | None = None
    thrift: Thrift | None = None
    """What steps of HQs are worth; both are what they always are to the side if nothing is said."""
    aims: tuple[tuple[int, int], ...] = ()
    """Goals beside the usual ones: hexes and a rank."""
    alone: bool = False
    """Are these goals its only ones?"""
    seeks: bool | None = None
    """Does the side seek the enemy or wait for him, if not what it always does?"""
    staffs: tuple[tuple[int, str], ...] = ()
    """HQs that are turned up in a role, or with an empty word in none."""
    sent: tuple[tuple[int, int], ...] = ()
    """Units that are sent to a hex, or held where they are."""
