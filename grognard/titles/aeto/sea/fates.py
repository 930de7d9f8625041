"""What becomes of fleets when their nation falls (9.3, 9.10, 9.11, 9.14): interned, scuttled, or the UK's."""

from __future__ import annotations

from grognard.board.hexset import among, members, where
from grognard.engine.core.rules import rule

from .. import tables as tb
from .. import world as w
from ..position import WEST, AetoPosition, Table
from . import damage, ports, ships, waters

FAITHFUL = ("Courbet", "Paris")
"""French battleships that go to the UK without a die (9.10/ships)."""
INTERNED, FREE = 4, 5
"""The highest die with which a French ship is interned; with the next it joins the Free French (9.10/ships)."""
SCUTTLED = 5
"""The highest die with which a ship of Vichy scuttles (9.11/ships)."""
TO_MALTA = 3
"""The die from which an Italian ship goes to Malta (9.14/ships)."""
FAR = 200
"""More hexes than any way by sea has."""


def fleet_of(t: Table, power: int) -> list[int]:
    """A power's ships."""
    p: AetoPosition = t.p
    return list(members(where(p.power, among(power)) & where(p.kind, among(*tb.SHIPS)) & ~where(p.steps, among(0))))


def intern(t: Table, piece: int) -> None:
    """A ship lies disarmed in its port for Vichy; one at sea makes for the nearest port of Vichy (9.10, S20)."""
    p: AetoPosition = t.p
    p.give(piece, w.VICHY)
    p.due[f"interned {piece}"] = 1
    if waters.at_sea(t.world) >> p.at[piece] & 1:
        make_port(t, piece)


def make_port(t: Table, piece: int) -> None:
    """A ship goes to the nearest port that is open to it, however far; without one it is scuttled (S20)."""
    there = ports.refuge(t, piece, FAR)
    if there < 0:
        scuttle(t, piece)
    else:
        t.place(piece, there)


def scuttle(t: Table, piece: int) -> None:
    """A ship is sunk by her own crew and is never raised (8.9/no-scrap)."""
    damage.sink(t, piece, "9.10/ships")


def join_the_uk(t: Table, piece: int) -> None:
    """A ship serves the UK; it leaves a port that is not open to her (9.10, S20)."""
    p: AetoPosition = t.p
    p.due.pop(f"interned {piece}", None)
    p.give(piece, w.UK)
    if not ports.open_to(t, w.UK) >> p.at[piece] & 1:
        make_port(t, piece)


@rule("9.10/ships")
def armistice(t: Table) -> None:
    """Each French ship rolls: interned where it is, to the UK, or scuttled; two go to the UK at once (9.10/ships)."""
    for piece in fleet_of(t, w.FRANCE):
        if t.world.cards[t.p.card[piece]].name in FAITHFUL:
            join_the_uk(t, piece)
            continue
        die = t.roll("French ship")
        t.emit("french_ship", "9.10/ships", pieces=(piece,), nodes=(t.p.at[piece],), die=die)
        if die <= INTERNED:
            intern(t, piece)
        elif die == FREE:
            join_the_uk(t, piece)
        else:
            scuttle(t, piece)


@rule("9.11/ships")
def break_in(t: Table, area: int) -> None:
    """The Axis is in Vichy France: each ship in her ports scuttles on 1-5, on a 6 it gets away (9.11/ships, S20)."""
    for piece in [i for i in fleet_of(t, w.VICHY) if area >> t.p.at[i] & 1]:
        die = t.roll("ship of Vichy")
        t.emit("french_ship", "9.11/ships", pieces=(piece,), nodes=(t.p.at[piece],), die=die)
        if die <= SCUTTLED:
            scuttle(t, piece)
        else:
            join_the_uk(t, piece)


def rally(t: Table, area: int) -> None:
    """Interned ships in ports that turn to the Free French serve the UK (S20)."""
    for piece in [i for i in fleet_of(t, w.VICHY) if area >> t.p.at[i] & 1]:
        join_the_uk(t, piece)


@rule("9.3/ships")
def repatriate(t: Table, power: int, home: int) -> None:
    """Ships of a fallen friend of the UK in ports of others go over to her (9.3/ships)."""
    p: AetoPosition = t.p
    if p.alliance[power] != WEST:
        return
    for piece in [i for i in fleet_of(t, power) if not home >> p.at[i] & 1 and p.at[i] in waters.ports_of(t.world)]:
        t.emit("repatriated", "9.3/ships", pieces=(piece,), nodes=(p.at[piece],))
        join_the_uk(t, piece)


@rule("9.14/ships")
def italian_fleet(t: Table) -> None:
    """When Italy gives up, each of her ships in port goes to Malta on 3-6, as far as there is room (9.14/ships)."""
    p: AetoPosition = t.p
    malta = t.world.node("Malta")
    for piece in [i for i in fleet_of(t, w.ITALY) if p.at[i] in waters.ports_of(t.world)]:
        die = t.roll("Italian ship")
        saved = die >= TO_MALTA and bool(ports.open_to(t, w.UK) >> malta & 1) and ports.room(t, malta) > 0
        t.emit("italian_ship", "9.14/ships", pieces=(piece,), nodes=(p.at[piece],), die=die, saved=int(saved))
        if saved and not ships.is_wreck(t, piece):
            damage.forget(t, piece)
            p.give(piece, w.UK)
            t.place(piece, malta)


def put_out(t: Table, piece: int) -> None:
    """A foreign ship leaves a port that has become Vichy's (P3)."""
    there = ports.refuge(t, piece)
    if there < 0:
        damage.sink(t, piece, "9.10")
    else:
        t.place(piece, there)
