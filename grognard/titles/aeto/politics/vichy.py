"""Vichy (9.10) and Fighting Vichy (9.11): the state that Germany may leave to conquered France, and who fights it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.area import step
from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from .. import movement, pieces, stacking, zones
from .. import tables as tb
from .. import world as w
from ..air import bases, flights
from ..position import AXIS, WEST, AetoPosition, Table
from ..sea import damage, fates
from ..sides import name_of

COLONIES = ("algeria", "tunisia", "french morocco", "lebanon-syria")
"""What follows Vichy beside the south of France (9.10)."""
AFRICA = COLONIES[:3]
HOME = "Vichy France"
LAST = tb.month_of("December 1941")
JOINS, JOINS_LATER = 6, 4
"""The die from which a colony goes over to the Free French: at the armistice, and when the Axis has broken it."""


def area(t: Table, name: str) -> int:
    """The hexes of a colony, or of unoccupied France."""
    board = t.world.board
    found: int = board.region[HOME] if name == HOME else board.nation[name]
    return found & t.world.land


def may_be_set_up(t: Table) -> bool:
    """Germany has just conquered France, before 1942 (9.10)."""
    p: AetoPosition = t.p
    return p.conquests.get("france") == (w.GERMANY, p.month) and p.month <= LAST and "vichy" not in p.politics


class SetUp(Verb):
    """``vichy``: the south of France and the colonies are left to a neutral state."""

    name = "vichy"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()
        set_up(t)


class Occupy(Verb):
    """``occupy``: all France is held by conquest, and her colonies fight on."""

    name = "occupy"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics["vichy"] = 0
        t.emit("occupied", "9.10")
        t.pop()


class Armistice(Step):
    """France has fallen: Germany may set up Vichy at once (9.10)."""

    name = "Armistice"
    rule = "9.10"
    kind = "question"
    verbs = (SetUp(), Occupy())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "France is conquered: set up a neutral Vichy in the south and the colonies, or occupy all of France."


def set_up(t: Table) -> None:
    """Vichy is neutral; French units are gone, its own are placed; each colony rolls for the Free French (9.10)."""
    p: AetoPosition = t.p
    p.politics["vichy"] = p.month
    t.emit("vichy", "9.10")
    for node in {p.at[i] for i in fates.fleet_of(t, w.FRANCE)}:
        if p.held[w.GERMANY] >> node & 1 and not area(t, HOME) >> node & 1:
            damage.leave(t, w.GERMANY, node)
    end_war_of_france(t)
    give(t, area(t, HOME), w.VICHY)
    for colony in COLONIES:
        give(t, area(t, colony) & p.held[w.FRANCE], w.VICHY)
    fates.armistice(t)
    for i in members(where(p.power, among(w.FRANCE)) & ~where(p.steps, among(0))):
        pieces.drop(t, i)
    clear_out(t)
    garrison(t)
    if t.seat_of(w.FRANCE) != t.seat_of(w.UK):
        p.seat_of[w.VICHY] = t.seat_of(w.FRANCE)
    for colony in COLONIES:
        roll_for(t, colony, JOINS)
    p.changed(w.VICHY)
    p.changed(w.FRANCE)


def end_war_of_france(t: Table) -> None:
    """France herself fights no one any more; hexes of hers that are neither Vichy's nor a conqueror's are the UK's."""
    p: AetoPosition = t.p
    p.alliance[w.FRANCE] = 0
    for other in members(p.hostile[w.FRANCE]):
        p.hostile[other] &= ~(1 << w.FRANCE)
    p.hostile[w.FRANCE] = 0


def give(t: Table, land: int, power: int) -> None:
    """Hexes change hands."""
    p: AetoPosition = t.p
    p.held = [own & ~land for own in p.held]
    p.held[power] |= land


def clear_out(t: Table) -> None:
    """Others' land units leave what has become Vichy's for the nearest hex of their own with room, or are lost (P3)."""
    p: AetoPosition = t.p
    held = p.held[w.VICHY]
    for i in members(~where(p.steps, among(0)) & (1 << len(p.at)) - 1):
        if held >> p.at[i] & 1 and p.power[i] != w.VICHY:
            if p.kind[i] in tb.SHIPS:
                fates.put_out(t, i)
            else:
                withdraw(t, i, held)


def withdraw(t: Table, piece: int, closed: int) -> None:
    """A unit goes overland to the nearest friendly hex with room; with no way out it is removed (P3)."""
    p: AetoPosition = t.p
    here = p.at[piece]
    if p.kind[piece] in tb.AIR:
        fly_out(t, piece)
        return
    friendly = zones.held_by_friends(p, p.power[piece]) & ~zones.ground(t, p.power[piece]).enemy & ~closed
    seen = ring = 1 << here
    while ring:
        for node in members(ring & friendly):
            if stacking.has_room(t, [piece], node):
                t.emit("withdrew", "9.10", pieces=(piece,), nodes=(here, node))
                t.place(piece, node)
                return
        ring = step(ring, t.world.walk) & (friendly | closed) & ~seen
        seen |= ring
    pieces.remove(t, piece)


def fly_out(t: Table, piece: int) -> None:
    """An air unit goes to the nearest friendly base with room, or is removed (P3)."""
    here = t.p.at[piece]
    open_ = members(bases.open_to(t, t.p.power[piece]))
    if not open_:
        pieces.remove(t, piece)
        return
    t.place(piece, min(open_, key=lambda node: (flights.distance(t, here, node), node)))


def garrison(t: Table) -> None:
    """Vichy's own units stand where they stood in 1941 (9.10)."""
    for row in tb.table("setup_1941.csv"):
        if row["nation"] != "vichy" or row["place"] == "Dakar":
            continue
        node = t.world.node(row["hex"])
        if t.p.held[w.VICHY] >> node & 1:
            card = tb.card_of(row["nation"], row["kind"], row["name"])
            pieces.raise_chit(t, card.number, int(row["steps"]), node)


def roll_for(t: Table, colony: str, needed: int) -> None:
    """A die for a colony: it stays with Vichy or joins the Free French (9.10)."""
    if not area(t, colony) & t.p.held[w.VICHY]:
        return
    die = t.roll("colony")
    t.emit("colony", "9.10", nation=name_of(colony), die=die, won=int(die >= needed))
    if die >= needed:
        rally(t, colony)


def rally(t: Table, colony: str) -> None:
    """A colony's hexes and units are the UK's, as Free French (9.10)."""
    p: AetoPosition = t.p
    land = area(t, colony)
    give(t, land & p.held[w.VICHY], w.UK)
    for i in units_in(t, land):
        p.give(i, w.UK)
    fates.rally(t, land)


def units_in(t: Table, land: int) -> list[int]:
    """Vichy's land units in an area."""
    p: AetoPosition = t.p
    there = [i for node in members(land & p.occupied[w.VICHY]) for i in p.stack(node) if p.power[i] == w.VICHY]
    return [i for i in there if p.kind[i] not in tb.SHIPS]


# Fighting Vichy


def entered(t: Table, name: str, enemies: Sequence[int]) -> bool:
    """Has one of some enemies entered an area: does he own or occupy a hex of it (9.11)?"""
    p: AetoPosition = t.p
    foes = [power for power in enemies if p.hostile[w.VICHY] >> power & 1]
    theirs = zones.with_combat_units(t, foes)
    for power in foes:
        theirs |= p.held[power]
    return bool(theirs & area(t, name))


def fighting(t: Table) -> int:
    """The areas in which Vichy fights: those that an enemy has entered (9.11)."""
    foes = members(t.p.hostile[w.VICHY])
    bits = 0
    for name in (HOME, *COLONIES):
        if foes and entered(t, name, foes):
            bits |= area(t, name)
    return bits


def roused(t: Table, power: int, node: int) -> bool:
    """Vichy's units act only in a colony, or in France, that an enemy has entered (9.11)."""
    return power != w.VICHY or bool(fighting(t) >> node & 1)


def take_sides(t: Table, enemy: int) -> None:
    """Who has no French player at the table leaves Fighting Vichy to his enemy's side (9.11)."""
    p: AetoPosition = t.p
    if t.seat_of(w.FRANCE) == t.seat_of(w.UK):
        p.seat_of[w.VICHY] = t.seat_of(w.UK if p.alliance[enemy] == AXIS else w.GERMANY)


@rule("9.11")
def end_phase(t: Table) -> None:
    """After an Allied landing in Africa Vichy's units there may go over; after an Axis breach the colonies (9.11)."""
    p: AetoPosition = t.p
    if not p.politics.get("vichy"):
        return
    sides = {side: [n for n, own in enumerate(p.alliance) if own == side] for side in (AXIS, WEST)}
    if any(entered(t, colony, sides[WEST]) for colony in AFRICA):
        for i in units_in(t, from_iter(n for colony in AFRICA for n in members(area(t, colony)))):
            go_over(t, i)
    broken = [name for name in (HOME, *COLONIES) if entered(t, name, sides[AXIS])]
    fates.break_in(t, lost_to(t, sides[AXIS]) | (area(t, HOME) if HOME in broken else 0))
    fates.rally(t, lost_to(t, sides[WEST]))
    if broken and "vichy_broken" not in p.politics:
        p.politics["vichy_broken"] = p.month
        for colony in COLONIES:
            if colony not in broken:
                roll_for(t, colony, JOINS_LATER)


def lost_to(t: Table, powers: Sequence[int]) -> int:
    """What some powers hold of unoccupied France and the colonies."""
    p: AetoPosition = t.p
    lands = from_iter(node for name in (HOME, *COLONIES) for node in members(area(t, name)))
    held = 0
    for power in powers:
        held |= p.held[power]
    return held & lands


def go_over(t: Table, piece: int) -> None:
    """4-6: a Vichy unit in Africa joins the UK as Free French (9.11)."""
    p: AetoPosition = t.p
    die = t.roll("free french")
    node = p.at[piece]
    t.emit("free_french", "9.11", pieces=(piece,), nodes=(node,), die=die, won=int(die >= JOINS_LATER))
    if die >= JOINS_LATER:
        p.give(piece, w.UK)
        movement.capture(t, w.UK, node)
