"""Hex control (6.2), stacking (5.0), and what becomes of counters that are lost."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.rules import rule

from . import recaptured
from . import world as w
from .state import IDLE, Table, figures, foe, ground_in, leaders_in

MOST = 3


@rule("6.2")
def take(t: Table, power: int, node: int) -> None:
    """The last side to have a ground unit in a hex controls it (6.2); the enemy's rails and works there are gone."""
    p = t.p
    bit = 1 << node
    if p.land_of(power) & bit:
        return
    if power == w.AXIS:
        p.axis_land |= bit
        p.allied_land &= ~bit
        p.allied_rail &= ~bit
    else:
        p.allied_land |= bit
        p.axis_land &= ~bit
        p.axis_rail &= ~bit
    lose_fort(t, node)
    p.plots &= ~bit
    if p.airfields & bit:
        lose_airfield(t, node)
    p.works_due.pop(str(node), None)
    if t.world.board.kind.get("port", 0) >> node & 1:
        shut_port(t, node)
    lose_markers(t, node)
    if str(node) in p.beachheads or str(node) in p.mulberries:
        from . import beachheads

        beachheads.overrun(t, node)
    recaptured.note(t, power, node)
    t.emit("taken", "6.2", nodes=(node,), side=w.POWERS[power])
    if p.neutral:
        from . import neutrality

        neutrality.entered(t, power, node)


@rule("19.34/1")
def shut_port(t: Table, node: int) -> None:
    """A port is captured now; that it was once stormed from the sea opens it no sooner (19.34/1)."""
    t.p.captured[str(node)] = t.p.turn
    t.p.stormed &= ~(1 << node)


@rule("23.21/1")
def lose_markers(t: Table, node: int) -> None:
    """Supply point markers, shipped or flown in, are gone when the enemy occupies their hex (23.21/1)."""
    t.p.stores.pop(str(node), None)
    t.p.flown_in.pop(str(node), None)


@rule("24.15")
def lose_fort(t: Table, node: int) -> None:
    """Forts are gone when an enemy ground unit occupies their hex (24.15)."""
    t.p.forts &= ~(1 << node)
    t.p.strongholds &= ~(1 << node)
    t.p.works &= ~(1 << node)


@rule("24.23")
def lose_airfield(t: Table, node: int) -> None:
    """A constructed airfield is gone when an enemy ground unit occupies its hex (24.23)."""
    t.p.airfields &= ~(1 << node)
    t.p.major_fields &= ~(1 << node)


def counts(t: Table, node: int, power: int, coming: tuple[int, ...] = (), going: tuple[int, ...] = ()) -> int:
    """How many units count in a hex: ground units, and every leader but one (5.01, 5.04)."""
    p = t.p
    units = t.world.units
    ground = leaders = guns = 0
    here = [i for i in p.stacks.get(node, ()) if p.power[i] == power and i not in going and not overstacks(t, i)]
    for piece in (*here, *coming):
        ground += units[piece].ground and not units[piece].wall
        leaders += units[piece].leader
        guns += units[piece].kind == w.ARTILLERY
    return ground - free_guns(guns) + max(0, leaders - 1)


def free_guns(count: int) -> int:
    """One artillery corps stacks free in a hex (28.10/b1)."""
    return min(1, count)


def overstacks(t: Table, piece: int) -> bool:
    """Airborne units may overstack where they drop, until their next Movement Phase ends (5.01/1)."""
    return bool(t.p.overstack >> piece & 1)


def room(t: Table, node: int, power: int, coming: tuple[int, ...]) -> bool:
    """At most three ground units stand in a hex (5.01)."""
    there = tuple(i for i in coming if t.p.at[i] == node)
    return counts(t, node, power, coming, there) <= MOST


def full(t: Table, power: int, coming: tuple[int, ...]) -> int:
    """The hexes, other than their own, that have no room for these units (5.01, 5.04, 14.02)."""
    units = t.world.units
    leaders, guns = sum(units[i].leader for i in coming), sum(units[i].kind == w.ARTILLERY for i in coming)
    return crowded(t, power, len(coming) - leaders - guns, leaders, guns)


@cached_between_orders
def crowded(t: Table, power: int, ground: int, leaders: int, guns: int = 0) -> int:
    """The hexes that have no room for so many ground units, leaders and artillery corps more."""
    bits, units, stacks = 0, t.world.units, t.p.stacks
    few = MOST - ground - leaders - guns
    held = members(t.p.occupied[power] & ((1 << t.world.arrivals) - 1))
    for node in [node for node in held if len(stacks[node]) > few]:
        stack = [units[i] for i in stacks[node] if units[i].power == power]
        here, led = sum(u.ground and not u.wall for u in stack), sum(u.leader for u in stack)
        more = guns + sum(u.kind == w.ARTILLERY for u in stack)
        if here + guns + ground - free_guns(more) + max(0, led + leaders - 1) > MOST:
            bits |= 1 << node
    return bits


def flip(t: Table, piece: int) -> None:
    """A counter is turned to its reduced side."""
    before = figures(t, piece)[0]
    t.p.reduced[piece] = 1
    note_loss(t, piece, before - figures(t, piece)[0])
    t.emit("reduced", "10.02", pieces=(piece,), nodes=(t.p.at[piece],))


def note_loss(t: Table, piece: int, factors: int) -> None:
    """Attack factors that are lost count for the special replacements (27.22)."""
    nation = t.world.units[piece].nation
    t.p.lost[nation] = t.p.lost.get(nation, 0) + factors


def remove(t: Table, piece: int, cause: str, special: bool = True) -> None:
    """A counter goes to the replacement pool; leaders come back, wings and units may be replaced."""
    p = t.p
    unit = t.world.units[piece]
    node, power = p.at[piece], p.power[piece]
    if unit.ground and special:
        note_loss(t, piece, figures(t, piece)[0])
    t.emit("eliminated", "27.21/e", pieces=(piece,), nodes=(node,), cause=cause)
    lose_cargo(t, piece)
    p.put(piece, t.world.pool)
    p.left[piece] = p.unsupplied[piece] = p.mission[piece] = p.halved[piece] = 0
    p.reduced[piece] = 0
    p.base[piece] = -1
    if unit.leader:
        lose_leader(t, piece)
    elif unit.ground and node < t.world.arrivals:
        leaders_left_alone(t, node, power)
        depots_left_alone(t, node, power)
    if unit.naval or unit.depot:
        p.damage[piece] = p.mending[piece] = 0
        p.due[piece] = -1


def lose_cargo(t: Table, wing: int) -> None:
    """A unit or leader is lost with the wing that carries it (13.05, 16.31)."""
    piece = t.p.cargo[wing]
    t.p.cargo[wing] = -1
    if piece >= 0:
        t.p.emplaned &= ~(1 << piece)
        remove(t, piece, "shot down")


@rule("23.52/2")
def leaders_left_alone(t: Table, node: int, power: int) -> None:
    """A leader is lost with the last ground unit of his hex, also when that surrenders (23.52/2)."""
    if not ground_in(t, node, power):
        for leader in leaders_in(t, node, power):
            remove(t, leader, "alone")


def depots_in(t: Table, node: int, power: int) -> list[int]:
    """A side's supply units in a hex."""
    p = t.p
    return [i for i in p.stacks.get(node, ()) if p.power[i] == power and t.world.units[i].depot]


@rule("23.22")
def depots_left_alone(t: Table, node: int, power: int) -> None:
    """Supply units are lost with the last ground unit of their hex that is eliminated (23.22)."""
    if not ground_in(t, node, power):
        for piece in depots_in(t, node, power):
            remove(t, piece, "captured")


@rule("13.05")
def lose_leader(t: Table, piece: int) -> None:
    """A leader that is lost returns three turns later (13.05)."""
    t.p.put(piece, t.world.arrivals)
    t.p.due[piece] = t.p.turn + 3


def enter(t: Table, pieces: tuple[int, ...], node: int) -> None:
    """Ground units come into a hex: they control it, and whoever cannot defend there is driven off."""
    p = t.p
    if not any(t.world.units[i].ground for i in pieces):
        return
    power = p.power[pieces[0]]
    enemy = foe(t, power)
    for piece in leaders_in(t, node, enemy):
        remove(t, piece, "caught")
    for piece in depots_in(t, node, enemy):
        remove(t, piece, "captured")
    take(t, power, node)
    from . import airbases, dockyards

    if any(t.world.units[i].naval for i in p.stacks.get(node, ())):
        dockyards.evacuate(t, node, enemy)
    for piece in wings_on_the_ground(t, node, enemy):
        airbases.driven_off(t, piece)


def wings_on_the_ground(t: Table, node: int, power: int) -> list[int]:
    """All wings on a base that the enemy enters, used ones as well (16.42/1)."""
    p = t.p
    here = [i for i in p.stacks.get(node, ()) if p.power[i] == power and t.world.units[i].air]
    return [i for i in here if p.mission[i] == IDLE]


def overstacked(t: Table, power: int) -> list[int]:
    """Hexes with more of a side's units than may stay (5.01)."""
    hexes = t.p.occupied[power] & ((1 << t.world.arrivals) - 1)
    return [node for node in members(hexes) if counts(t, node, power) > MOST]
