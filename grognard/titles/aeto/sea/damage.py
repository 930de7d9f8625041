"""Damage to ships (3.16, 8.9): hits, sinking, salvage of those sunk in port, and ports that fall."""

from __future__ import annotations

from .. import pieces
from .. import tables as tb
from ..position import AetoPosition, Table
from . import admirals, carriers, ports, ships, waters

SALVAGED = 4
"""The die with which a ship sunk in port can be raised (8.9/salvage-roll)."""


def hit(t: Table, piece: int, doubles: bool, rule: str) -> None:
    """A hit flips a full ship and sinks a damaged one; on natural doubles it sinks at once (3.16)."""
    p: AetoPosition = t.p
    if p.steps[piece] > 1 and not doubles:
        p.steps[piece] -= 1
        t.emit("ship_damaged", rule, pieces=(piece,), nodes=(p.at[piece],))
        return
    if is_salvaged(t, piece, doubles):
        rest_on_the_bottom(t, piece)
        return
    sink(t, piece, rule)


def sink(t: Table, piece: int, rule: str) -> None:
    """A ship goes down; what its side can no longer carry goes with it (3.16, 3.24)."""
    node, power = t.p.at[piece], t.p.power[piece]
    t.emit("ship_sunk", rule, pieces=(piece,), nodes=(node,))
    admirals.go_down(t, piece)
    forget(t, piece)
    pieces.remove(t, piece)
    lose_cargo(t, node, power)


def forget(t: Table, piece: int) -> None:
    """A ship is neither under repair nor sunk in port any more."""
    for what in ("yard", "wreck", "interned"):
        t.p.due.pop(f"{what} {piece}", None)


def may_be_salvaged(t: Table, piece: int, doubles: bool) -> bool:
    """A named ship sunk docked in a friendly, supplied, functioning port, not by doubles (8.9/salvage-when)."""
    p: AetoPosition = t.p
    named = p.kind[piece] in tb.NAMED_SHIPS and is_armed(t, piece)
    return named and not doubles and ports.feeds(t, p.power[piece], p.at[piece])


def is_armed(t: Table, piece: int) -> bool:
    """Interned French ships are never salvaged (8.9/interned)."""
    return not ships.is_interned(t, piece)


def first_attempt(t: Table, piece: int) -> bool:
    """A ship is salvaged once in a game (8.9/salvage-once)."""
    return f"raised {t.p.card[piece]}" not in t.p.due


def in_major_port(t: Table, piece: int) -> int:
    """+1 in a major port (8.9/salvage-mod)."""
    return int(waters.ports_of(t.world).get(t.p.at[piece]) == "major")


def is_salvaged(t: Table, piece: int, doubles: bool) -> bool:
    """A die at once: 4 to 6 and the ship can be raised, else it is gone (8.9/salvage-roll, 8.9/no-scrap)."""
    if not may_be_salvaged(t, piece, doubles) or not first_attempt(t, piece):
        return False
    die = t.roll("salvage")
    net = die + in_major_port(t, piece)
    t.p.due[f"raised {t.p.card[piece]}"] = 1
    t.emit("salvage", "8.9/salvage-roll", pieces=(piece,), nodes=(t.p.at[piece],), die=die, saved=int(net >= SALVAGED))
    return net >= SALVAGED


def rest_on_the_bottom(t: Table, piece: int) -> None:
    """It lies in the port, takes a berth, and may be repaired (8.9/capacity)."""
    t.p.steps[piece] = 1
    t.p.due.pop(f"yard {piece}", None)
    t.p.due[f"wreck {piece}"] = 1


def lose_cargo(t: Table, node: int, power: int) -> None:
    """Losses of transport points take their load (3.24)."""
    p: AetoPosition = t.p
    if not waters.at_sea(t.world) >> node & 1:
        return
    here = [i for i in p.stack(node) if not p.hostile[power] >> p.power[i] & 1]
    room = ships.points(t, here) + ships.pairs(t, here)
    aboard = [i for i in here if not ships.is_ship(p, i) and p.kind[i] != tb.NAVAL_AIR]
    for i in sorted(aboard, key=lambda i: (p.kind[i] in tb.LEADERS, i)):
        while p.steps[i] and ships.burden(t, [j for j in aboard if p.steps[j]]) > room:
            pieces.lose_step(t, i)
    if not any(ships.is_ship(p, i) for i in p.stack(node) if not p.hostile[power] >> p.power[i] & 1):
        for i in [i for i in aboard if p.steps[i]]:
            pieces.eliminate(t, i, "3.24")
    carriers.lose_decks(t, node, power)


def leave(t: Table, power: int, node: int) -> None:
    """Ships in a port that an enemy takes make for the nearest open one within their speed, or are lost (3.15, S6)."""
    p: AetoPosition = t.p
    for i in [i for i in ships.ships_at(t, node) if p.hostile[power] >> p.power[i] & 1]:
        if ships.is_interned(t, i):
            continue
        there = -1 if ships.laid_up(t) >> i & 1 else ports.refuge(t, i)
        if there < 0:
            sink(t, i, "3.15")
        else:
            t.emit("put_to_sea", "3.15", pieces=(i,), nodes=(node, there))
            t.place(i, there)
