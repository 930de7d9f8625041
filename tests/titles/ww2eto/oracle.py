"""The map and a few rules told again in the plainest way, from the tables of the board, to check the fast code by."""

from __future__ import annotations

import csv
from collections.abc import Collection
from functools import cache
from typing import Any

from grognard.board.hexset import members
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import weather
from grognard.titles.ww2eto.land.reach import open_ground
from grognard.titles.ww2eto.politics import control

BOARD = w.HERE / "board"


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    with (BOARD / name).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def hexes() -> dict[str, dict[str, str]]:
    return {row["hex"]: row for row in rows("hexes.csv")}


@cache
def kinds() -> dict[frozenset[str], frozenset[str]]:
    """What lies on each hexside."""
    found: dict[frozenset[str], set[str]] = {}
    for row in rows("hexsides.csv"):
        found.setdefault(frozenset((row["a"], row["b"])), set()).add(row["kind"])
    return {pair: frozenset(some) for pair, some in found.items()}


@cache
def neighbours(place: str) -> tuple[str, ...]:
    """The up to six hexes around a hex; columns with even numbers lie half a hex lower."""
    col, row = int(place[:2]), int(place[2:])
    low = col % 2 == 0
    around = [(col, row - 1), (col, row + 1)]
    around += [(c, r) for c in (col - 1, col + 1) for r in ((row, row + 1) if low else (row - 1, row))]
    return tuple(name for c, r in around if (name := f"{c:02}{r:02}") in hexes())


@cache
def land(place: str) -> bool:
    row = hexes()[place]
    closed = ("Switzerland", "Iceland", "Ireland")
    return row["terrain"] != "sea" and "prohibited" not in row["tags"] and row["nation"] not in closed


def sides(here: str, there: str) -> frozenset[str]:
    return kinds().get(frozenset((here, there)), frozenset())


def walkable(here: str, there: str) -> bool:
    """Land to land, not over the sea unless there is a crossing."""
    side = sides(here, there)
    return land(here) and land(there) and (not side & {"sea", "strait"} or "crossing" in side)


def price(here: str, there: str, crossings: set[tuple[str, str]]) -> int:
    """Movement points of a step, or 0 (5.12, 5.21, M/f, M/g)."""
    if (here, there) in crossings:
        return 2
    if not walkable(here, there):
        return 0
    return 2 if "blocked" in sides(here, there) else 1


def zone(t: Any, power: int) -> set[str]:
    """The hexes in a zone of a power's enemies, unit by unit (6.0, 6.0/c, 6.0/e)."""
    p, name = t.p, t.world.names
    found = set()
    sealed = {name[n] for n in members(p.sealed)}
    finns_home = {name[n] for n in members(t.world.by_id["finland"].hexes)}
    for piece in range(len(p.at)):
        foe = p.power[piece]
        if p.at[piece] == p.lost or not p.hostile[power] >> foe & 1 or p.kind[piece] == w.PARTISAN:
            continue
        here = name[p.at[piece]]
        if here not in hexes() or here in sealed or not land(here):
            continue
        tied = p.nation[piece] == w.FINLAND and not p.finns_free and t.options.get("minors") == "on"
        for there in neighbours(here):
            open_ = walkable(here, there) and "blocked" not in sides(here, there) and there not in sealed
            if open_ and (not tied or there in finns_home):
                found.add(there)
    return found


def straits(t: Any, power: int) -> set[frozenset[str]]:
    own = {t.world.names[n] for n in members(control.supply_control(t, power))}
    return {frozenset(pair) for pair in w.STRAITS if own.issuperset(pair)}


def crossings(t: Any, power: int) -> set[tuple[str, str]]:
    """The steps over straits: who stands in the one hex holds it, the other has to be his side's (M/f, M/g, R055)."""
    own = {t.world.names[n] for n in members(control.supply_control(t, power))}
    return {way for pair in w.STRAITS for way in (pair, pair[::-1]) if way[1] in own}


def unnamed(t: Any, pieces: tuple[int, ...], stops: set[str]) -> dict[str, int]:
    """The points to each hex when no path is named: past all neutrals but the hex's own, where a way leads (R232)."""
    closed = {t.world.names[n] for n in members(control.neutral_land(t, t.p.power[pieces[0]]))}
    found, past = reach(t, pieces, stops), {}
    for target in found:
        whose = owner(t, target) if target in closed else None
        if whose not in past:
            past[whose] = reach(t, pieces, stops, {h for h in closed if owner(t, h) != whose})
        found[target] = past[whose].get(target, found[target])
    return found


def owner(t: Any, name: str) -> str:
    """The nation that a hex belongs to, or its country where that has none."""
    country = t.world.countries[t.world.country_at[t.title.find_node(t, name)]]
    return w.NATIONS[country.owner] if country.owner >= 0 else country.id


def reach(t: Any, pieces: tuple[int, ...], stops: set[str], shut: Collection[str] = ()) -> dict[str, int]:
    """The hexes that units can move to together, with the fewest points, found by trying every way."""
    p, name = t.p, t.world.names
    power, start = p.power[pieces[0]], name[p.at[pieces[0]]]
    allowance = min(p.left[i] if p.moved >> i & 1 else weather.allowance(t, p.at[i]) for i in pieces)
    ground = {name[n] for n in members(t.world.play & ~control.strangers(t, power))}.difference(shut)
    for piece in pieces:
        ground &= {name[n] for n in members(open_ground(t, piece))}
    ways = crossings(t, power)
    best = {start: 0}
    todo = [start]
    while todo:
        here = todo.pop()
        if here != start and here in stops:
            continue
        for there in neighbours(here):
            cost = price(here, there, ways)
            spent = best[here] + cost
            if not cost or there not in ground or spent > allowance or spent >= best.get(there, 99):
                continue
            if here == start and here in stops and there in stops:
                continue
            best[there] = spent
            todo.append(there)
    del best[start]
    return best
