"""Isolated supply sources (7.8): a home source cut off from all others lives on what it has in store."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import rule

from . import supply
from . import world as w
from .position import AetoPosition, Table
from .title import MAJORS, POWERS

NORTHERN = ("Archangel", "Leningrad", "Helsinki", "Viipuri", "Turku", "Tallinn", "Riga", "Oulu", "Lulea", "Sundsvall")
"""Ports that freeze (1.6)."""


@rule("7.8/roll")
def settle(t: Table) -> None:
    """Each home source of a major power that reaches no other is isolated (7.8/roll, 7.8/minor)."""
    reopen(t)
    for power in range(len(MAJORS)):
        for node in members(supply.home_sources(t, power) & ~t.p.isolated):
            if is_cut_off(t, power, node):
                isolate(t, power, node)


@rule("7.8/restore")
def reopen(t: Table) -> None:
    """A line to another home source ends an isolation at once, and what is left in store goes (7.8/restore)."""
    for power in range(len(MAJORS)) if t.p.isolated else ():
        for node in members(supply.home_sources(t, power) & t.p.isolated):
            if not is_cut_off(t, power, node):
                relieve(t, node)


def is_cut_off(t: Table, power: int, node: int) -> bool:
    """Can a home source trace to no other source of its nation (7.8/isolated)? Ports are open to the sea (7.8/port)."""
    if has_open_port(t, node) or never_cut_off(t, node):
        return False
    free = supply.network(t, power)
    others = (supply.home_sources(t, power) | supply.named_sources(t.world, power)) & ~(1 << node) & ~t.p.isolated
    return not (free >> node & 1 and supply.joined(t, power, node) & others & free)


def never_cut_off(t: Table, node: int) -> bool:
    """Permanent fortresses are never isolated (7.8/permfort)."""
    return bool(t.p.permanent >> node & 1)


def has_open_port(t: Table, node: int) -> bool:
    """A port is not isolated unless it is frozen or destroyed (7.8/port, 1.6)."""
    return bool(t.world.ports >> node & 1) and not is_frozen(t, node) and f"{node} port" not in t.p.destroyed


def is_frozen(t: Table, node: int) -> bool:
    """The northern ports freeze with the rivers: nothing comes in by them (1.6)."""
    return bool(frozen_ports(t) >> node & 1)


def frozen_ports(t: Table) -> int:
    """The northern ports that are frozen now (1.6)."""
    return northern(t.world) & int(t.p.ice)


@cache
def northern(world: w.World) -> int:
    """The hexes of the ports that freeze."""
    return from_iter(node for node, name in world.names.items() if name.replace("_", " ") in NORTHERN)


def isolate(t: Table, power: int, node: int) -> None:
    """A die says how many Sea Supply chits are in store; the source itself supplies no one (7.8/roll)."""
    p: AetoPosition = t.p
    die = t.roll("isolation")
    p.isolated |= 1 << node
    supply.add_chits(t, power, node, die, 0)
    t.emit("isolated", "7.8/roll", nodes=(node,), die=die, power=POWERS[power])


def relieve(t: Table, node: int) -> None:
    """The store of a source that is no longer isolated is removed."""
    t.p.isolated &= ~(1 << node)
    t.p.chits.pop(str(node), None)
    t.emit("relieved_source", "7.8/restore", nodes=(node,))
