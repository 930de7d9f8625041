"""EP income (8.1, 8.2): Table I, what was captured and lost, colonies, minor partners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from grognard.board.area import flood, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from .. import supply, zones
from .. import tables as tb
from .. import world as w
from ..position import AetoPosition, Table
from ..title import POWERS
from . import calendar as cal


class Line(NamedTuple):
    """A line of the ledger: the rule, what it is for, how many hexes, EPs in all."""

    rule: str
    what: str
    hexes: int
    ep: int


@cache
def resources(world: w.World) -> int:
    """Resource hexes, city/resource hexes among them."""
    return world.places("resource")


def oil(world: w.World) -> int:
    """The Caucasus oil fields (8.2/caucasus)."""
    return world.board.region.get("Caucasus oil", 0)


def ploesti(world: w.World) -> int:
    return 1 << world.node("Ploesti")


def home(world: w.World, power: int) -> int:
    """A power's home hexes: East Prussia and Northern Ireland are home, no colonies (8.1/not-colonies)."""
    return world.board.nation.get(POWERS[power], 0)


@cache
def nation_at(world: w.World, node: int) -> str:
    """The nation or colony that a hex lies in."""
    return next((name for name, hexes in world.board.nation.items() if hexes >> node & 1), "")


def table_one(t: Table, power: int) -> int:
    """The income of the year by Table I (8.1/income, 8.1/annual)."""
    name = "ussr at war" if power == w.USSR and is_augmented(t) else POWERS[power]
    row = next(row for row in tb.table("income.csv") if row["power"] == name)
    return int(row[str(cal.year_of(t.p.month))] or 0)


def is_augmented(t: Table) -> bool:
    """The Soviets have more once a major power fights them, unless they began that war (8.1/soviet-war)."""
    return cal.at_war_with_major(t.p, w.USSR) and not t.p.politics.get("soviets_began")


def changes(power: int) -> Iterator[dict[str, str]]:
    """The rows of the list of variations that are a power's (8.2)."""
    return (row for row in tb.table("income_changes.csv") if row["power"] == POWERS[power])


def hexes_of(t: Table, power: int, row: dict[str, str]) -> int:
    """The hexes that a row of the list of variations counts."""
    lost = resources(t.world) & home(t.world, power) & held_by_enemies(t, power)
    kind = row["kind"]
    if kind in LOST:
        return lost & LOST[kind](t.world)
    if kind == "colony":
        return own_colonies(t, power, row["where"].split("|"))
    if kind == "partner":
        return partner_resources(t, power) & ~ploesti(t.world)
    if kind == "ploesti":
        return ploesti_open(t)
    return from_iter(n for n in members(foreign(t, power)) if kind_of(t, power, n) == kind)


LOST: dict[str, Callable[[w.World], int]] = {
    "lost": lambda world: ~world.cities & ~oil(world),
    "lost city": lambda world: world.cities & ~oil(world),
    "lost oil": oil,
}


def held_by_enemies(t: Table, power: int) -> int:
    bits = 0
    for foe in members(t.p.hostile[power]):
        bits |= t.p.held[foe]
    return bits


def in_supply(t: Table, power: int) -> int:
    """Hexes that count: in supply and in no uninhibited enemy zone (8.1/colonies)."""
    return supply.supplied_hexes(t, power) & ~zones.ground(t, power).open_zone


def own_colonies(t: Table, power: int, where: list[str]) -> int:
    """Resource hexes of a power's own colonies that it holds (8.1/colonies)."""
    lands = 0
    for name in where:
        lands |= t.world.board.nation.get(name, 0)
    return resources(t.world) & lands & t.p.held[power] & in_supply(t, power)


def colony_lands(t: Table, power: int) -> int:
    bits = 0
    for row in changes(power):
        for name in row["where"].split("|") if row["kind"] == "colony" else ():
            bits |= t.world.board.nation.get(name, 0)
    return bits


def foreign(t: Table, power: int) -> int:
    """Supplied resource hexes that a power took; never those of its own home (8.1/home-none)."""
    own = home(t.world, power) | colony_lands(t, power) | counted_as_ploesti(t, power)
    held = t.p.held[power]
    if power == w.UK:
        held |= freed_by_us(t)
    elif power == w.US:
        held &= ~freed_by_us(t)
    found = resources(t.world) & held & ~own
    return found & (in_supply(t, power) | (in_supply(t, w.US) if power == w.UK else 0))


def freed_by_us(t: Table) -> int:
    """What US units have liberated is the UK's income (8.2/uk-2)."""
    return from_iter(n for n in members(resources(t.world) & t.p.held[w.US]) if is_friendly(t, w.US, n))


def is_friendly(t: Table, power: int, node: int) -> bool:
    """Is a hex that of a friend whom it was taken from, or of a friend's friend: liberated, not captured?"""
    p: AetoPosition = t.p
    name = nation_at(t.world, node)
    if name not in POWERS:
        return False
    owner = POWERS.index(name)
    if p.alliance[owner] and p.alliance[owner] == p.alliance[power]:
        return True
    return name in p.conquests and cal.is_friend_of_fallen(p, power, name)


def kind_of(t: Table, power: int, node: int) -> str:
    """How the list of variations calls a foreign hex that a power holds."""
    if cal.side_of(t.p, power) == 0 and home(t.world, w.USSR) >> node & 1:
        return "oil" if oil(t.world) >> node & 1 else "soviet"
    return "liberated" if is_friendly(t, power, node) else "captured"


def partner_resources(t: Table, power: int) -> int:
    """Resource hexes of minor partners with an EP line to a home source (8.1/minor-resource)."""
    bits = 0
    for minor in cal.served_by(t.p, power)[1:]:
        bits |= t.p.held[minor] & resources(t.world)
    return bits & ep_lines(t, power)


def ep_lines(t: Table, power: int) -> int:
    """All that EP lines join to a home source: any terrain, sea, neutrals, no enemy hex or zone; a resource itself may
    lie in an inhibited zone (8.1/ep-line)."""
    ground = zones.ground(t, power)
    theirs = ground.enemy | held_by_enemies(t, power)
    barred = theirs | ground.zone & ~supply.home_sources(t, power)
    reached = flood(supply.home_sources(t, power) & ~theirs, t.world.board.around, blocked=barred)
    return reached | step(reached, t.world.board.around) & ground.zone & ~ground.open_zone & ~theirs


def ploesti_open(t: Table) -> int:
    """Ploesti counts once Rumania is a partner or grants transit, supplied and out of enemy zones (8.2/germany-6)."""
    p: AetoPosition = t.p
    rumania = POWERS.index("rumania")
    joined = cal.controller(p, rumania) == w.GERMANY or "transit rumania" in p.politics
    return ploesti(t.world) & ep_lines(t, w.GERMANY) if joined else 0


def counted_as_ploesti(t: Table, power: int) -> int:
    """The seven EPs of Ploesti include those of its resource, whoever of the Axis holds it (8.2/germany-6)."""
    return ploesti_open(t) if power == w.GERMANY else 0


SOUTH_AFRICA = 2
"""Capetown lies off the lattice, closed to the Axis: its resource always counts (8.2/uk-3)."""


def ledger(t: Table, power: int) -> list[Line]:
    """A power's income, line by line (8.1/order)."""
    lines = [Line("8.1/income", f"Table I, {cal.year_of(t.p.month)}", 1, table_one(t, power))]
    for row in changes(power):
        count, each = hexes_of(t, power, row).bit_count(), int(row["ep"])
        if count and each:
            lines.append(Line(row["source"].partition("|")[0], row["what"], count, count * each))
    if power == w.UK:
        lines.append(Line("8.2/uk-3", "South Africa", 1, SOUTH_AFRICA))
    return lines


def income(t: Table, power: int) -> int:
    return sum(line.ep for line in ledger(t, power))


class Income(Step):
    """The EP Income Determination Step: all at once, nobody decides (8.1/order)."""

    name = "EP income"
    rule = "8.1/income"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.p.lent = {}
        for power in cal.majors(t):
            collect(t, power)
        t.pop()


def collect(t: Table, power: int) -> None:
    """Income is added to the track; what Strategic Warfare left below nothing is paid from it first (8.1/order)."""
    p: AetoPosition = t.p
    gained = income(t, power)
    debt = min(0, p.ep[power])
    p.ep[power] += gained
    p.lent[f"net {POWERS[power]}"] = max(0, gained + debt)
    t.emit("income", "8.1/order", power=POWERS[power], ep=gained, track=p.ep[power])
