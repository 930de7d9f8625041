"""Partisans (9.20, 8.11): who rises where, by a die each season or for EPs, and what becomes of the hunted."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import costs, pieces, zones
from .. import tables as tb
from .. import world as w
from ..air import bases
from ..position import AXIS, AetoPosition, Table
from ..seasonal import calendar as cal
from ..sides import name_of
from ..title import POWERS


class Band(NamedTuple):
    """The partisans of a nation: from which month, on which die, how many at once, at what price, and whose."""

    nation: str
    since: int
    needed: int
    chits: int
    ep: int
    owner: int


@cache
def bands() -> tuple[Band, ...]:
    """The partisan table (9.20)."""
    found = []
    for row in tb.table("partisans.csv"):
        season, year = row["from"].split()
        since = int(year) * 12 + 3 * cal.SEASONS.index(season)
        least = int(row["free_on_d6"].partition("-")[0])
        owner = POWERS.index(row["owner"])
        found.append(Band(row["nation"], since, least, int(row["chits"]), int(row["ep"]), owner))
    return tuple(found)


def names() -> tuple[str, ...]:
    return tuple(band.nation for band in bands())


def card_of(nation: str) -> tb.Card:
    """The chit of a nation's partisans."""
    power = POWERS.index(nation)
    return next(card for card in tb.cards() if card.power == power and card.kind == tb.PARTISAN)


def home_of(t: Table, nation: str) -> int:
    """Where a nation's partisans rise: at home; Soviets also in Rumania while it is Germany's partner
    (8.11/partisan-rumania)."""
    land = any_ground(t, nation)
    if nation == "ussr" and cal.controller(t.p, POWERS.index("rumania")) == w.GERMANY:
        land |= any_ground(t, "rumania")
    return land


def any_ground(t: Table, nation: str) -> int:
    """All hexes of a nation, whatever their terrain, but for lakes and sea (8.11/partisan-terrain)."""
    return int(t.world.board.nation[nation] & t.world.land)


def enemy_land(t: Table, owner: int) -> int:
    """What the enemies of a power own."""
    bits = 0
    for foe in members(t.p.hostile[owner]):
        bits |= t.p.held[foe]
    return bits


def is_occupied(t: Table, band: Band) -> bool:
    """Is a nation under Axis occupation, and is it time (9.20)? Italy must have gone over to the Allies."""
    p: AetoPosition = t.p
    if p.month < band.since or not enemy_land(t, band.owner) & t.world.board.nation[band.nation]:
        return False
    if band.nation == "ussr":
        return bool(p.hostile[w.USSR])
    conqueror = p.conquests.get(band.nation, (-1, 0))[0]
    return bool(conqueror >= 0 and (p.alliance[conqueror] == AXIS) != (band.nation == "italy"))


def on_map(t: Table, nation: str) -> list[int]:
    """A nation's partisans on the map."""
    p: AetoPosition = t.p
    sort = card_of(nation).number
    return [i for i in range(len(p.at)) if p.steps[i] and p.card[i] == sort]


def has_chits(t: Table, band: Band) -> bool:
    """Is one of a nation's chits left (9.20)?"""
    return len(on_map(t, band.nation)) < band.chits


# Where they rise


def enemy_hexes(t: Table, band: Band) -> int:
    """Enemy-owned hexes of the home nation that no enemy occupies (8.11/partisan-hex)."""
    there = from_iter(t.p.stacks) & ~alone(t, band)
    return home_of(t, band.nation) & enemy_land(t, band.owner) & ~there


def alone(t: Table, band: Band) -> int:
    """Hexes where only friends stand."""
    p: AetoPosition = t.p
    foes = p.hostile[band.owner]
    return from_iter(node for node, stack in p.stacks.items() if not any(foes >> p.power[i] & 1 for i in stack))


def out_of_zones(t: Table, band: Band) -> int:
    """In no enemy zone, and in no hex with an enemy installation (8.11/partisan-zoc)."""
    p: AetoPosition = t.p
    works = t.world.airbases | t.world.ports | t.world.places("resource") | bases.sites(t)
    works |= p.forts | p.coastal_forts | p.permanent
    return ~zones.ground(t, band.owner).zone & ~works


def far_from_aircraft(t: Table, band: Band) -> int:
    """Not next to an airbase that holds enemy air units (8.11/partisan-airbase)."""
    p: AetoPosition = t.p
    foes = p.hostile[band.owner]
    full = from_iter(
        node for node, stack in p.stacks.items() if any(foes >> p.power[i] & 1 and p.kind[i] in tb.AIR for i in stack)
    )
    return ~step(full, t.world.board.around)


def by_themselves(t: Table, band: Band) -> int:
    """With no friendly unit and no other partisan (8.11/partisan-stack)."""
    return ~from_iter(t.p.stacks)


def spots(t: Table, band: Band) -> int:
    """All hexes where a nation's partisans may rise now."""
    return (
        enemy_hexes(t, band) & out_of_zones(t, band) & far_from_aircraft(t, band) & by_themselves(t, band)
        & t.world.land
    )  # fmt: skip


def rise(t: Table, band: Band, node: int, rule: str) -> None:
    """A chit comes up; partisans of conquered nations are the UK's (9.20)."""
    p: AetoPosition = t.p
    piece = pieces.raise_chit(t, card_of(band.nation).number, 1, node)
    if piece >= 0 and p.power[piece] != band.owner:
        p.give(piece, band.owner)
    t.emit("partisan", rule, pieces=(piece,) if piece >= 0 else (), nodes=(node,), nation=name_of(band.nation))


def asked_band(t: Table) -> Band:
    band: Band = bands()[t.frame["band"]]
    return band


class Rise(Verb):
    """``rise Bryansk``: partisans come up; who can must be placed (8.11/partisan-forced)."""

    name = "rise"
    levels = (
        Level(
            "hex", NODE, lambda t, s, a: t.world.land,
            (
                Mask("8.11/partisan-hex", lambda t, s, a: enemy_hexes(t, asked_band(t))),
                Mask("8.11/partisan-zoc", lambda t, s, a: out_of_zones(t, asked_band(t))),
                Mask("8.11/partisan-airbase", lambda t, s, a: far_from_aircraft(t, asked_band(t))),
                Mask("8.11/partisan-stack", lambda t, s, a: by_themselves(t, asked_band(t))),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        band = asked_band(t)
        t.pop()
        rise(t, band, args[0], "9.20")


class Rising(Step):
    """Partisans have risen: their owner says where (8.11/partisan-forced)."""

    name = "Partisans"
    rule = "8.11/partisan-forced"
    kind = "question"
    verbs = (Rise(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Partisans of {name_of(asked_band(t).nation)}: place them in an enemy hex of their home."


class PartisanRolls(Step):
    """In each Seasonal Turn a die for each listed nation under Axis occupation (9.20)."""

    name = "Partisans"
    rule = "9.20"

    def begin(self, t: Table, f: Frame) -> None:
        t.remember(left=tuple(range(len(bands()))))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["left"]:
            t.pop()
            return
        n, *rest = f["left"]
        t.remember(left=tuple(rest))
        band = bands()[n]
        if is_occupied(t, band) and comes_up(t, band) and spots(t, band):
            t.push(Frame("rising", "question", t.seat_of(band.owner), band.owner, (("band", n),)))

    def resume(self, t: Table, f: Frame, result: object) -> None:
        return None


def comes_up(t: Table, band: Band) -> bool:
    """The die of a season; without a chit left nobody comes (9.20)."""
    if not has_chits(t, band):
        return False
    die = t.roll("partisans")
    t.emit("partisan_die", "9.20", nation=name_of(band.nation), die=die, won=int(die >= band.needed))
    return die >= band.needed


# Bought in a month


def buyable(t: Table, seat: int, args: Args) -> int:
    """One chit of each nation a month, for EPs of its owner (9.20)."""
    return from_iter(
        n for n, band in enumerate(bands())
        if t.seat_of(band.owner) == seat and is_occupied(t, band) and has_chits(t, band) and not_yet(t, band)
        and costs.available(t.p, band.owner) >= band.ep and spots(t, band)
    )  # fmt: skip


def not_yet(t: Table, band: Band) -> bool:
    """None was bought for this nation this month (9.20)."""
    return f"band {band.nation}" not in t.p.tally


class Raise(Verb):
    """``raise ussr Bryansk``: a chit of partisans is bought and placed."""

    name = "raise"
    levels = (
        Level("nation", WORD, None, (Mask("9.20", buyable),), words=lambda t, s, a: names()),
        Level(
            "hex", NODE, lambda t, s, a: t.world.land,
            (
                Mask("8.11/partisan-hex", lambda t, s, a: enemy_hexes(t, bands()[a[0]])),
                Mask("8.11/partisan-zoc", lambda t, s, a: out_of_zones(t, bands()[a[0]])),
                Mask("8.11/partisan-airbase", lambda t, s, a: far_from_aircraft(t, bands()[a[0]])),
                Mask("8.11/partisan-stack", lambda t, s, a: by_themselves(t, bands()[a[0]])),
            ),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if buyable(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        band = bands()[args[0]]
        costs.spend(t.p, band.owner, band.ep)
        pieces.tally(t, f"band {band.nation}")
        rise(t, band, args[1], "9.20")


# Hunted


def hunt(t: Table, power: int, node: int) -> None:
    """Who enters the hex of enemy partisans removes them on 4-6, else they slip one hex (9.20)."""
    p: AetoPosition = t.p
    for i in p.stack(node):
        if p.kind[i] != tb.PARTISAN or not p.hostile[power] >> p.power[i] & 1:
            continue
        die = t.roll("hunt")
        ways = members(hideouts(t, i))
        gone = die >= CAUGHT or not ways
        t.emit("hunted", "9.20", pieces=(i,), nodes=(node,), die=die, won=int(gone))
        if gone:
            pieces.remove(t, i)
        else:
            t.place(i, ways[0])


CAUGHT = 4


def hideouts(t: Table, piece: int) -> int:
    """Hexes that hunted partisans slip into: next to theirs, nobody in them, no enemy fort, at war (P9)."""
    p: AetoPosition = t.p
    power = p.power[piece]
    open_ = enemy_land(t, power) | zones.held_by_friends(p, power)
    taken = from_iter(p.stacks) | p.forts | p.coastal_forts | p.permanent
    return int(t.world.next_to(p.at[piece])) & open_ & ~taken


def behind_the_front(t: Table) -> int:
    """Soviet partisans in the Soviet Union on land that the Axis holds (6.1/german-partisans)."""
    p: AetoPosition = t.p
    land = t.world.board.nation["ussr"] & zones.held_by_friends(p, w.GERMANY)
    return sum(1 for i in on_map(t, "ussr") if land >> p.at[i] & 1)
