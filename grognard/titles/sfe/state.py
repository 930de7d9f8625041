"""The position: who stands where on which side, what a phase has frozen, and the ledgers of replacements."""

from __future__ import annotations

from grognard.board.hexset import first, members
from grognard.engine.core import table
from grognard.engine.core.cache import cached_between_orders, cached_by
from grognard.engine.core.position import Position, bitset, column, number, record
from grognard.engine.title import Title

from . import world as w

IDLE, ESCORT, SUPPORT, AIRFIELD, INTERDICT, INTERCEPT, DONE, NAVAL = range(8)
TRANSPORT, FOLLOW_UP, AIRDROP, AIR_SUPPLY, LATE_SUPPLY = range(8, 13)
"""The mission of a wing: none; then those of 16.0; last a mission that is over, the wing still in the air."""
MISSIONS = (
    "",
    "escort",
    "support",
    "airfield",
    "interdict",
    "intercept",
    "done",
    "naval bombing",
    "transport",
    "follow_up",
    "airdrop",
    "air_supply",
    "late_supply",
)


class SfePosition(Position):
    """Counters with two sides, control, railways, supply, and what is frozen for a phase."""

    reduced = column()
    """1 for a counter on its reduced side."""
    due = column()
    """The turn on which a counter arrives."""
    left = column()
    """Half movement points that are left in this phase."""
    weathered = column()
    """Half points that the worst weather takes of all zones in which the unit has moved in this phase (25.1/1)."""
    unsupplied = column()
    """Supply checks in a row that found no supply (23.12)."""
    began = column(-1)
    """Where the unit stood when the phase began (14.01)."""
    mission = column()
    base = column(-1)
    """Where a flying wing took off."""
    cargo = column(-1)
    """The unit that a transport wing carries (16.31)."""
    manned = column(-1)
    """The unit to which an Atlantic Wall fort's factor is lent (24.17)."""
    halved = column()
    """1 for a wing that flak has halved (21.04)."""
    damage = column()
    """The damaged sides of a naval unit: 1 its front, 2 its back (20.02)."""
    mending = column()
    """The turn on which a ship's repair is complete (27.25)."""
    laid_up = column()
    """The turn on which a ship's repair began (27.25)."""
    axis_land = bitset()
    allied_land = bitset()
    axis_rail = bitset()
    allied_rail = bitset()
    friendly = bitset()
    """Hexes that the player controlled when the Movement Phase began (7.2/3)."""
    rails = bitset()
    """Rail hexes that the player could use when the segment began (8.0/1)."""
    walked = bitset()
    """Hexes that his supplied units have moved through in the Movement Phase (8.06)."""
    laid = bitset()
    """Rail hexes that were built in play (A3)."""
    forts = bitset()
    strongholds = bitset()
    """Major forts (24.14)."""
    works = bitset()
    """Forts under construction."""
    airfields = bitset()
    major_fields = bitset()
    """Airfields that have been built out (24.22); they are airfields, too."""
    plots = bitset()
    """Airfields under construction."""
    moved = bitset()
    railed = bitset()
    attacked = bitset()
    """Units that have attacked in this Combat Phase (9.02)."""
    struck = bitset()
    """Units that have been attacked in this Combat Phase (9.02)."""
    fought = bitset()
    """Hexes that were attacked in this Combat Phase (18.04/2)."""
    fled = bitset()
    """Hexes out of which units retreated in this Combat Phase (18.04/2)."""
    spent = bitset()
    """Leaders whose attack bonus is used in this segment (13.01)."""
    tired = bitset()
    """Units that may not attack in this segment, for they went by extended rail (8.04)."""
    flown = bitset()
    """Wings that are used in this air turn (15.0)."""
    sent = bitset()
    """Wings that have flown a mission in this Air Phase (15.0/1)."""
    held = bitset()
    """Wings held back for post-exploitation combat (15.05)."""
    disrupted = bitset()
    """Wings thrown off their base (16.42)."""
    fired = bitset()
    """Hexes whose flak has fired at interdicting wings in this phase (21.08)."""
    emplaned = bitset()
    """Units aboard a transport wing."""
    dropped = bitset()
    """Airborne units that dropped in this segment (22.15)."""
    rescued = record()
    """Commandos who were evacuated, each with the segment in which it is fit again (19.36/2)."""
    shaken = bitset()
    """Airborne units that are disrupted (22.14/D)."""
    overstack = bitset()
    """Airborne units that may overstack until their next Movement Phase ends (5.01/1)."""
    emplaced = bitset()
    """Artillery corps on their other side (28.10/b5)."""
    turned = bitset()
    """Artillery corps that were turned in this phase."""
    retired = bitset()
    """Units that retreated in this phase and may stay where they are."""
    sailed = bitset()
    """Ships that have spent movement points in this segment (18.01, 19.53)."""
    grounded = bitset()
    """Carriers that have lost their aircraft (28.12/c6)."""
    waiting_up = bitset()
    """Fighters that are kept for naval aircraft in this engagement (28.12/c2)."""
    patrol = bitset()
    """Ships on patrol (28.12/b1)."""
    missions = bitset()
    """Ships that have gone on a mission in this segment (5.03/3)."""
    rolled = bitset()
    """Units that have tried to intercept in this segment (16.24, 19.52)."""
    launched = bitset()
    """Carriers whose aircraft have bombed in this naval turn (19.0)."""
    patrolled = bitset()
    """Carriers whose aircraft have flown cover in this naval turn (19.0)."""
    unreplenished = bitset()
    """Ships that began the segment where they cannot replenish, and have not done so since (23.54)."""
    shipped = bitset()
    """Units that were carried by sea in this segment (19.32)."""
    armed = bitset()
    """Units in attack supply in this Combat Phase (23.73)."""
    landing = bitset()
    """Units that landed on an enemy coast in this segment (19.44, 19.45)."""
    wading = bitset()
    """Those of them in whose hex enemies still stand."""
    offshore = bitset()
    """Ships that lie off a landing to defend it in the enemy's segment (19.22/1)."""
    assaulted = bitset()
    """Hexes that were assaulted from the sea in this segment."""
    stormed = bitset()
    """Ports that were captured by an amphibious assault (19.34/2)."""
    walled = bitset()
    """Hexes with an Atlantic Wall fort when the Combat Phase began (24.17/1)."""
    reserve = bitset()
    """Units in the reserve boxes (27.35, 27.42/1)."""
    available = bitset()
    """Counters that wait to be an upgrade, or to be formed for the first time (27.33, 27.34)."""
    refitting = bitset()
    """Units that were upgraded in this segment and do not move (27.32)."""
    reequipped = number()
    """The quarter in which a carrier last got new aircraft (28.12/c6)."""
    turn = number(1)
    last = number(1)
    player = number()
    rail_left = number()
    built = number()
    wings_due = number()
    boats = number()
    """The turn in which Malta's submarines last helped an interception (A8)."""
    air_stock = number()
    """Air points that a failed die has left (27.24/2)."""
    neutral = number()
    """1 while the countries that a scenario keeps out of the war have not been entered (B2)."""
    called_off = number()
    """The turn on which a plan was last called off."""
    lifted = number()
    """What transports have carried in this segment, in quarters of a corps (B8)."""
    struck_hexes = number()
    """Hexes attacked in this segment, where surprise limits them."""
    weather_a = number()
    weather_b = number()
    weather_c = number()
    weather_d = number()
    weather_e = number()
    points = record()
    """Infantry and armor replacement points of a nation, in quarters."""
    lost = record()
    """Attack factors that a nation has lost since its last Reinforcement Phase (27.22)."""
    placed = record()
    """Units, and mobile units, placed at a replacement city in this phase, by the hex."""
    pledged = record()
    """Units that have fired flak at wings over a hex and must attack it, by the unit (21.07)."""
    charged = record()
    """Ground units that have overrun others out of a hex in this phase, by the hex (9.02/2)."""
    edge_arrivals = record()
    """Reinforcements that came by a rail hex of the map's edge in this phase, by the hex (27.44)."""
    billets = record()
    """Hexes where reinforcements without a place of their own came in this phase (27.11, 27.12)."""
    entered = record()
    """Wings of a country that have come into play in this phase (27.42)."""
    elites = record()
    """Turns and attack factors of airborne and commando units that a country has replaced (27.23/1)."""
    air_bank = record()
    """Air points that a country has saved in a campaign (27.24/3)."""
    lend_lease = record()
    """Air and armor points that lie where they were landed (27.45/b)."""
    retaken = record()
    """The turn on which a side won a place of its homeland back, by the hex (28.09)."""
    city_levels = record()
    """Supply checks in a row that found a replacement city cut off, by the hex (27.21/b)."""
    city_points = record()
    """Replacement points of cities that are cut off, in quarters, by the hex (27.21/b)."""
    spare = record()
    """General supply that consumed supply units have over in this segment, by the hex (23.72)."""
    sorties = record()
    """Wings that have flown from a base in this Air Phase, by the hex."""
    given_in = record()
    """The turn on which a country gave in (B7)."""
    saved = record()
    """Attack factors of a nation that went home over the sea (19.36)."""
    flown_in = record()
    """Supply that transports have brought, in quarters of a corps, by the hex (23.32)."""
    works_due = record()
    """The turn on which a construction is complete, by the hex."""
    landed = record()
    """Quarters of corps that have embarked or debarked in this segment, by the port (19.34)."""
    stocked = record()
    """Supply units landed in this segment, by the port (23.22)."""
    captured = record()
    """The turn on which a port was captured, by the hex (19.34)."""
    stores = record()
    """Supply points that ships have brought, by the port (23.41)."""
    beachheads = record()
    """The nation of the beachhead counter in a hex (19.47)."""
    heads = record()
    """Turns from which the spare beachhead counters of a nation may be used (19.47/2)."""
    mulberries = record()
    """The turn from which a Mulberry works, by the hex (19.49)."""
    spare_mulberries = number()
    waiting = record()
    """What lies off a hex to land in the Exploitation Phase: units, supply points, transports, by the hex (19.48)."""
    built_up = record()
    """Quarters of corps that have landed in this build-up, by the hex (19.48)."""
    engineers = number()
    """The amphibious assault unit: 1 while it waits, then two more than the hex it was given to (28.11)."""
    amphibious = number()
    """Amphibious points, in eighths (19.4/1)."""
    raids = record()
    """Carrier strikes on enemy ports, by the side (28.15)."""
    sunk = record()
    """Sides of battleships, battlecruisers and carriers that a side has lost, by the side."""
    readied = number()
    """The segment in which units got their movement points before the ships sailed."""
    unwatched = number()
    """1 while the waiting player lets every force pass in this segment."""

    def land_of(self, power: int) -> int:
        """The hexes that a side controls (6.2)."""
        return self.axis_land if power == w.AXIS else self.allied_land

    def rail_of(self, power: int) -> int:
        """The rail hexes that a side can use (8.06)."""
        return self.axis_rail if power == w.AXIS else self.allied_rail


Table = table.Table[SfePosition, w.World, Title]
"""A game of this title at one moment."""


def foe(t: Table, power: int) -> int:
    """The side that a side fights."""
    return first(t.p.hostile[power])


def phasing(t: Table) -> int:
    """The side whose segment it is (4.0)."""
    power: int = t.p.player
    return power


def segment_of(t: Table) -> int:
    """A number of its own for each segment of the game."""
    return 2 * int(t.p.turn) + phasing(t)


def figures(t: Table, piece: int) -> tuple[int, int, int]:
    """What is printed on the side of the counter that shows (3.12)."""
    unit = t.world.units[piece]
    if unit.emplaced is not None and t.p.emplaced >> piece & 1:
        return unit.emplaced
    return unit.back if t.p.reduced[piece] and unit.back is not None else unit.front


def ground_in(t: Table, node: int, power: int) -> list[int]:
    """A side's ground units in a hex."""
    p = t.p
    units = t.world.units
    return [i for i in p.stacks.get(node, ()) if p.power[i] == power and units[i].ground]


def leaders_in(t: Table, node: int, power: int) -> list[int]:
    """A side's leaders in a hex."""
    p = t.p
    units = t.world.units
    return [i for i in p.stacks.get(node, ()) if p.power[i] == power and units[i].leader]


def on_map(t: Table, piece: int) -> bool:
    return bool(t.p.at[piece] < t.world.arrivals)


@cached_by(lambda t, power: (t.p.version, power))
def army(t: Table, power: int) -> list[int]:
    """A side's ground units and leaders on the map; those in a box are at none of its hexes."""
    p, size = t.p, t.world.board.grid.size
    slots = t.world.ground_slots | t.world.leader_slots
    return [i for i in members(slots) if p.power[i] == power and p.at[i] < size]


def in_boxes(t: Table, power: int) -> list[int]:
    """A side's ground units and leaders in the boxes beyond the window (O7)."""
    p, size = t.p, t.world.board.grid.size
    slots = t.world.ground_slots | t.world.leader_slots
    return [i for i in members(slots) if p.power[i] == power and size <= p.at[i] < t.world.arrivals]


@cached_by(lambda t, power: (t.p.version, power))
def depots(t: Table, power: int) -> list[int]:
    """A side's supply units on the map."""
    p = t.p
    return [i for i in members(t.world.depot_slots) if p.power[i] == power and p.at[i] < t.world.arrivals]


@cached_between_orders
def movers(t: Table, power: int) -> list[int]:
    """What moves on the ground: ground units, leaders and supply units (3.4)."""
    units = t.world.units
    marching = [i for i in army(t, power) if not units[i].wall]
    return [*marching, *(i for i in depots(t, power) if t.p.at[i] < t.world.board.grid.size)]


@cached_by(lambda t, power: (t.p.version, power))
def ships(t: Table, power: int) -> list[int]:
    """A side's naval units on the map."""
    p = t.p
    return [i for i in members(t.world.ship_slots) if p.power[i] == power and p.at[i] < t.world.arrivals]


@cached_by(lambda t, power: (t.p.version, power))
def wings(t: Table, power: int) -> list[int]:
    """A side's air units on the map; those in a box beyond it fly nowhere."""
    p, size = t.p, t.world.board.grid.size
    return [i for i in members(t.world.air_slots) if p.power[i] == power and p.at[i] < size]


MONTHS = {
    name[:3].upper(): name
    for name in (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    )
}  # fmt: skip


def spoken_date(t: Table) -> str:
    """The half month as people say it: May 1942, first half."""
    return as_said(date(t))


def as_said(turn: str) -> str:
    """A half month of the turn track as people say it.

    >>> as_said("1942 JUL 2")
    'July 1942, second half'
    """
    year, month, half = turn.split()
    return f"{MONTHS[month[:3]]} {year}, {'first' if half == '1' else 'second'} half"


def dates() -> dict[str, str]:
    """All half months of the war and what people call them."""
    turns = (f"{year} {month} {half}" for year in range(1939, 1946) for month in MONTHS for half in (1, 2))
    return {turn: as_said(turn) for turn in turns}


def date(t: Table) -> str:
    """The half month: ``1942 MAY 1``."""
    turn: str = t.world.turns[min(t.p.turn, len(t.world.turns)) - 1]
    return turn
