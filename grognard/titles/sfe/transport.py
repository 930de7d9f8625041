"""Air transport and air supply (16.3, 23.3): what transports carry, where they fly, how it is delivered."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import airbases, airborne, flak, movement, supply
from . import world as w
from .state import (
    AIR_SUPPLY,
    AIRDROP,
    DONE,
    FOLLOW_UP,
    IDLE,
    LATE_SUPPLY,
    TRANSPORT,
    Table,
    figures,
    movers,
    phasing,
    wings,
)

CARRIED = ("INF", "MTN", "ABN", "CDO")
MOST = 2
"""The defense factors that a transport carries (16.31)."""
WORDS = {
    "transport": TRANSPORT, "follow_up": FOLLOW_UP, "airdrop": AIRDROP, "air_supply": AIR_SUPPLY,
    "late_supply": LATE_SUPPLY,
}  # fmt: skip
"""Missions of transports: now, after exploitation (16.34), airborne assault (22.12), supplies now or then (16.32)."""


def carrier(t: Table, piece: int) -> bool:
    return bool(t.world.units[piece].kind == "T")


def cargo(t: Table, piece: int) -> int:
    """What a transport carries, or -1."""
    found: int = t.p.cargo[piece]
    return found


def empty_carriers(t: Table, power: int) -> list[int]:
    """Transports on the ground that can still fly and carry nothing."""
    ready = airbases.ready(t, power)
    return [i for i in members(ready) if carrier(t, i) and cargo(t, i) < 0]


# Loading


def passengers(t: Table, seat: int, args: Args) -> int:
    return movement.own_units(t, seat, ()) if any(carrier(t, i) for i in wings(t, phasing(t))) else 0


def light_enough(t: Table, seat: int, args: Args) -> int:
    """A transport carries a leader, half a supply unit, or two defense factors of infantry and the like (16.31)."""
    units = t.world.units
    return from_iter(
        i for i in movers(t, phasing(t))
        if units[i].leader or (units[i].depot and t.p.reduced[i])
        or (units[i].kind in CARRIED and figures(t, i)[1] <= MOST)
    )  # fmt: skip


def boarding(t: Table, piece: int) -> int:
    """Half points to go aboard: one point, two for a leader or a supply unit (16.31/1)."""
    return w.MP * (2 if t.world.units[piece].leader or t.world.units[piece].depot else 1)


def with_points(t: Table, seat: int, args: Args) -> int:
    """Units that have the points to load (16.31/1)."""
    return from_iter(i for i in movers(t, phasing(t)) if t.p.left[i] >= boarding(t, i))


def beside_carriers(t: Table, seat: int, args: Args) -> int:
    """Units in the hex of an empty transport (16.31)."""
    hexes = from_iter(t.p.at[i] for i in empty_carriers(t, phasing(t)))
    return from_iter(i for i in movers(t, phasing(t)) if hexes >> t.p.at[i] & 1)


class Load(Verb):
    """``load 22LL KGzbV172``: a unit goes aboard a transport (16.31)."""

    name = "load"
    levels = (
        Level(
            "unit", PIECE, passengers,
            (
                Mask("7.0", movement.by_orders, movement.say_orders),
                Mask("16.31", light_enough), Mask("16.31/1", with_points), Mask("16.31", beside_carriers),
            ),
        ),
        Level(
            "transport", PIECE,
            lambda t, s, a: from_iter(i for i in empty_carriers(t, phasing(t)) if t.p.at[i] == t.p.at[a[0]]),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, wing = args
        p = t.p
        p.cargo[wing] = piece
        p.emplaned |= 1 << piece
        p.left[piece] = 0
        p.moved |= 1 << piece
        t.emit("loaded", "16.31", pieces=(piece, wing), nodes=(p.at[piece],))


def unload(t: Table, wing: int) -> None:
    """What a transport carries gets off where it stands."""
    p = t.p
    piece = p.cargo[wing]
    p.cargo[wing] = -1
    if piece >= 0:
        p.emplaned &= ~(1 << piece)
        if p.at[piece] < t.world.arrivals and p.at[piece] != p.at[wing]:
            p.put(piece, p.at[wing])


# Missions


def suits(t: Table, piece: int, word: str) -> bool:
    """Loaded transports carry, empty ones bring supplies from a base in supply (16.32)."""
    if not carrier(t, piece):
        return False
    load = cargo(t, piece)
    if word in ("air_supply", "late_supply"):
        return load < 0 and bool(supply.supplied_hexes(t, t.p.power[piece]) >> t.p.at[piece] & 1)
    if word == "airdrop":
        return load >= 0 and airborne.fit_base(t, piece) and airborne.due_target(t, load, piece) >= 0
    return load >= 0


def reach(t: Table, piece: int, word: str) -> int:
    """Transports fly twice their range if they land there with their cargo (16.33)."""
    printed = figures(t, piece)[2]
    return 2 * printed if word in ("transport", "air_supply") else printed


def targets(t: Table, piece: int, word: str) -> int:
    """Another friendly base; later one that may be taken by then (16.34); for supplies any controlled hex (22.2)."""
    p, power = t.p, t.p.power[piece]
    if word == "airdrop":
        node = airborne.due_target(t, cargo(t, piece), piece)
        return 1 << node & airborne.within_seven(t, power) if node >= 0 else 0
    if word == "follow_up":
        return (t.world.bases | p.airfields) & ~(1 << p.at[piece])
    if word == "late_supply":
        return int(t.world.land) & ~(1 << p.at[piece])
    far = t.world.within(p.at[piece], figures(t, piece)[2])
    lands = airbases.roomy(t, power)
    near = (airbases.bases(t, power) if word == "transport" else p.land_of(power)) & far
    return (near | lands) & ~(1 << p.at[piece])


def deliver(t: Table, wing: int) -> None:
    """A transport that came through does what it was sent for; one that flew far lands there (16.33)."""
    p = t.p
    mission, node = p.mission[wing], p.at[wing]
    own = bool(p.land_of(p.power[wing]) >> node & 1)
    if mission == AIRDROP:
        airborne.jump(t, wing)
    elif mission in (AIR_SUPPLY, LATE_SUPPLY) and own and airborne.parachuted(t, wing):
        p.flown_in[str(node)] = p.flown_in.get(str(node), 0) + w.CORPS
        t.emit("supplied", "23.31", pieces=(wing,), nodes=(node,))
    elif mission in (TRANSPORT, FOLLOW_UP) and own and airbases.bases(t, p.power[wing]) >> node & 1:
        unload(t, wing)
        t.emit("landed", "16.31", pieces=(wing,), nodes=(node,))
    p.mission[wing] = DONE
    if t.world.board.grid.distance(node, p.base[wing]) > figures(t, wing)[2]:
        airbases.touch_down(t, wing, node)


class Delivery(Step):
    """Transports that survived air combat meet flak, then deliver (15.03, 16.34, 22.12)."""

    name = "air transport"
    rule = "16.31"

    def __init__(self, *missions: int) -> None:
        self.missions = missions

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        for wing in members(t.world.air_slots):
            if p.mission[wing] in self.missions:
                flak.fire(t, p.at[wing], (wing,))
                if p.mission[wing] in self.missions:
                    deliver(t, wing)
            elif p.mission[wing] == IDLE and p.cargo[wing] >= 0:
                unload(t, wing)
        t.pop()
