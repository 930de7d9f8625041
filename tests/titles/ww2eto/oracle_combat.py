"""An attack told again in the plainest way (chapters 7, 8, 11): who joins, the column, retreat, advance."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import combat, movement, reach
from grognard.titles.ww2eto.politics import control
from grognard.titles.ww2eto.state import PEACETIME, VICHY_NEUTRAL

from . import oracle
from . import oracle_supply as plain
from .oracle_supply import Supply, Unit

TABLE = {
    1: (1, 1, 2, 3, 4, 5, 6, 7),
    2: (0, 1, 2, 2, 3, 4, 5, 6),
    3: (0, 1, 1, 2, 3, 3, 4, 5),
    4: (0, 1, 1, 2, 3, 3, 4, 4),
    5: (0, 0, 1, 2, 2, 3, 3, 3),
    6: (0, 0, 1, 1, 1, 2, 2, 3),
}
"""Strength points lost by die, in the columns of nought to seven and more (8.7)."""


def season(t: Any) -> int:
    """The quarter: winter, spring, summer, fall."""
    return int(t.world.turns[t.p.turn - 1]["turn"][0])


def russian_winter(t: Any) -> int:
    """0, or which winter after the invasion of Russia this is; that of the invasion itself is none (11.21, R034)."""
    began = t.p.russia_invaded_on
    if not began or season(t) != 1:
        return 0
    return sum(t.world.turns[n - 1]["turn"][0] == "1" for n in range(began + 1, t.p.turn + 1))


def attack(t: Any, attackers: Collection[Unit]) -> int:
    """The points of some attackers (8.31, 11.21)."""
    first = russian_winter(t) == 1
    return sum(u.points * (2 if first and u.nation in ("ussr", "finland") else 1) for u in attackers)


def defenders(t: Any, stack: Collection[Unit]) -> list[Unit]:
    """Who defends a hex: those who retreated into it do not, while others are there (7.13, R102)."""
    return [u for u in stack if not t.p.retreated >> u.piece & 1] or list(stack)


def defence(t: Any, stack: Collection[Unit], supply: Supply | None) -> int:
    """The points of the defenders of one hex (8.32, 11.13, 11.21, 11.22, 9.61, R012, R111)."""
    whole = cut = 0
    for u in stack:
        points = u.points
        if oracle.hexes()[u.hex]["terrain"] == "rough":
            points *= 2
        if season(t) == 2 and u.hex in plain.region("weather"):
            points *= 2
        if russian_winter(t) in (1, 2) and u.nation in ("ussr", "finland"):
            points *= 2
        if supply is None or supply.supplied(u):
            whole += points
        else:
            cut += points
    return whole + (cut + 1) // 2


def bears(here: str, there: str) -> bool:
    """Does an attack, a zone, a retreat or an advance go over this hexside? Not over sea or blocked ones."""
    return oracle.walkable(here, there) and "blocked" not in oracle.sides(here, there)


def fields(t: Any, seat: int, supply: Supply) -> dict[str, tuple[int, set[int]]]:
    """Every hex that could be attacked now: its defence, and the units that may join (8.11, 8.14, 9.61)."""
    p, name = t.p, t.world.names
    stacks: dict[str, list[Unit]] = {}
    for u in supply.units:
        stacks.setdefault(u.hex, []).append(u)
    able = movement.permitted(t, control.ATTACKERS)
    movers = [u for u in supply.units if u.power in control.turn_powers(t, p.player) and p.seat_of[u.power] == seat]
    found: dict[str, tuple[int, set[int]]] = {}
    for u in movers:
        unfit = p.marked | p.fought | p.frozen | ~able
        if u.kind in ("garrison", "partisan") or unfit >> u.piece & 1 or not supply.supplied(u):
            continue
        aims = plain.named(t, t.world.play & combat.aims(t, u.power, w.NATIONS.index(u.nation)))
        front = [there for there in oracle.neighbours(u.hex) if bears(u.hex, there)]
        if p.target[u.piece] >= 0:
            front = [name[p.target[u.piece]]]
        for there in front:
            fresh = [v for v in defenders(t, stacks.get(there, ())) if not p.struck >> v.piece & 1]
            if fresh and there in aims:
                found.setdefault(there, (defence(t, fresh, supply), set()))[1].add(u.piece)
    return found


def refuges(t: Any, unit: Unit, attacked: Collection[str], attacker: int, supply: Supply) -> set[str]:
    """Where a survivor may retreat to (8.8, 6.31, 6.32, R107, R108)."""
    ground = plain.Ground(t, unit.power)
    us = plain.friends(t, unit.power)
    strangers = {u.hex for u in supply.units if u.power not in us}
    zones = set(ground.zones)
    if attacker not in plain.enemies(t, unit.power):
        for u in supply.units:
            if u.power == attacker:
                zones |= {there for there in oracle.neighbours(u.hex) if bears(u.hex, there)}
    able = plain.named(
        t, t.world.play & reach.open_ground(t, unit.piece, but=("14.5",)) & control.leashed(t, (unit.piece,))
    )
    vichy = unit.power != w.VICHY and t.p.vichy == VICHY_NEUTRAL
    open_ = [
        there for there in oracle.neighbours(unit.hex)
        if bears(unit.hex, there) and there in ground.play and there in able
        and there not in strangers and there not in attacked
        and not ground.closed(there) and not (vichy and there in plain.named(t, t.p.vichy_ground))
    ]  # fmt: skip
    limit = 1 if unit.power == w.SOVIET and t.p.russia == PEACETIME else 2
    clear = {there for there in open_ if there not in zones}
    roomy = {there for there in clear if sum(u.hex == there for u in supply.units) < limit}
    return roomy or clear or {there for there in open_ if there in ground.ours}


def openings(t: Any, unit: Unit, attacked: Collection[str], supply: Supply) -> set[str]:
    """Where an attacker may advance to: hexes left by all enemies, next to it, with room (8.61, 8.62, R109, R110)."""
    us = plain.friends(t, unit.power)
    strangers = {u.hex for u in supply.units if u.power not in us}
    able = plain.named(t, t.world.play & reach.open_ground(t, unit.piece) & control.leashed(t, (unit.piece,)))
    limit = 1 if unit.power == w.SOVIET and t.p.russia == PEACETIME else 2
    return {
        there for there in attacked
        if bears(unit.hex, there) and there not in strangers and there in able
        and sum(u.hex == there for u in supply.units) < limit
    }  # fmt: skip
