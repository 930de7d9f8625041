"""The Seasonal Turn as a table (viii.2), and its steps that are no chapter of their own."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core import counts
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Row, Sequence_, Step

from .. import offensives, zones
from .. import tables as tb
from .. import world as w
from ..politics import ultra, wars
from ..position import AetoPosition, Table
from . import bids, command, construction, income, lendlease, pools
from . import calendar as cal
from . import placement as pl


class SeasonStart(Step):
    """The season is named; in Winter the year's chits come (8.5/winter-add, P8/seasonal)."""

    name = "a new season"
    rule = "P8/seasonal"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.emit("season", "P8/seasonal", season=cal.season_name(t.p.month))
        if is_winter(t):
            pools.year_adds(t)
            if w.UK in cal.majors(t):
                ultra.draw(t)
        settle_suez(t)
        wars.us_enters(t)
        t.pop()


def is_winter(t: Table) -> bool:
    return cal.season_of(t.p.month) == cal.WINTER


def settle_suez(t: Table) -> None:
    """While Baghdad, Cairo and Mosul are all Axis the Suez Adds Box is empty (8.12/lost)."""
    p: AetoPosition = t.p
    held = zones.held_by_friends(p, w.UK)
    if any(held >> t.world.node(name) & 1 for name in pl.SUEZ):
        return
    for sort in counts.kinds(p.suez):
        pools.add(p, sort, counts.of(p.suez, sort))
        p.suez = counts.more(p.suez, sort, -counts.of(p.suez, sort))


# Suez Adds


def uk_infantry(t: Table) -> list[int]:
    """The UK's infantry sorts, Commonwealth and repatriated ones too."""
    return [card.number for card in t.world.cards if card.power == w.UK and card.kind == tb.INFANTRY]


def uk_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(pools.words()[sort] for sort in uk_infantry(t))


def quota(t: Table) -> int:
    """Half of the UK infantry in the pool, down, less what has gone already (8.12/winter-add, A37)."""
    left = sum(counts.of(t.p.pool, sort) for sort in uk_infantry(t))
    gone: int = t.frame.get("gone", 0)
    return (left + gone) // 2 - gone


def in_pool(t: Table, seat: int, args: Args) -> int:
    return from_iter(n for n, sort in enumerate(uk_infantry(t)) if counts.of(t.p.pool, sort))


def within_quota(t: Table, seat: int, args: Args) -> int:
    """Up to half of the infantry in the pool (8.12/winter-add)."""
    return -1 if quota(t) > 0 else 0


def suez_open(t: Table, seat: int, args: Args) -> int:
    """Not while Baghdad, Cairo and Mosul are all Axis (8.12/lost)."""
    held = zones.held_by_friends(t.p, w.UK)
    return -int(any(held >> t.world.node(name) & 1 for name in pl.SUEZ))


class ToSuez(Verb):
    """``to_suez uk_Indian_corps_4-4``: a chit of the pool goes to the Suez Adds Box."""

    name = "to_suez"
    levels = (
        Level(
            "unit", WORD, in_pool, (Mask("8.12/winter-add", within_quota), Mask("8.12/lost", suez_open)), words=uk_words
        ),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sort = uk_infantry(t)[args[0]]
        pools.add(t.p, sort, -1)
        pools.add(t.p, sort, 1, suez=True)
        t.remember(gone=t.frame.get("gone", 0) + 1, moves=t.frame.get("moves", 0) + 1)
        t.emit("to_suez", "8.12/winter-add", unit=t.world.cards[sort].name)


def in_box(t: Table, seat: int, args: Args) -> int:
    """Chits in the box that have not just come there."""
    if t.frame.get("gone", 0):
        return 0
    return from_iter(n for n, sort in enumerate(uk_infantry(t)) if counts.of(t.p.suez, sort))


class FromSuez(Verb):
    """``from_suez uk_Indian_corps_4-4``: a chit of the box goes to the Western pool."""

    name = "from_suez"
    levels = (Level("unit", WORD, in_box, words=uk_words),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sort = uk_infantry(t)[args[0]]
        pools.add(t.p, sort, 1)
        pools.add(t.p, sort, -1, suez=True)
        t.remember(moves=t.frame.get("moves", 0) + 1)
        t.emit("from_suez", "8.12/winter-add", unit=t.world.cards[sort].name)


class SuezAdds(Step):
    """In Winter the UK moves infantry between the pool and the Suez Adds Box (8.12/winter-add)."""

    name = "Suez Adds Box"
    rule = "8.12/winter-add"
    verbs = (ToSuez(), FromSuez(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Suez Adds Box: up to {quota(t)} infantry of the pool may go there, or come back; then end."


# Who builds first


class BuildFirst(Verb):
    """``first axis``: which side completes construction and placement first."""

    name = "first"
    levels = (Level("side", WORD, None, words=cal.SIDES),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics["builds_first"] = args[0]
        t.emit("builds_first", "8.11/order", side=cal.SIDES[args[0]])
        t.pop()


class BuildOrder(Step):
    """Who last had the Initiative may make the other side build first (8.11/order)."""

    name = "Order of construction"
    rule = "8.11/order"
    verbs = (BuildFirst(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "You had the Initiative: which side completes all construction and placement first?"


def seat_of_initiative(t: Table) -> int:
    """The seat that held the Initiative last."""
    return offensives.seats_of(t, offensives.side_of(t.p.initiative))[0]


def uk_seat(t: Table) -> int:
    return t.seat_of(w.UK)


def uk_in_winter(t: Table) -> bool:
    p: AetoPosition = t.p
    some = any(counts.of(p.pool, sort) or counts.of(p.suez, sort) for sort in uk_infantry(t))
    return is_winter(t) and w.UK in cal.majors(t) and some


SEASON = (
    Row("season_start"),
    Row("suez_adds", uk_seat, uk_in_winter),
    Row("partners"),
    Row("partisans"),
    Row("income"),
    Row("arctic_status"),
    Row("lend_lease"),
    Row("reserves"),
    Row("build_order", seat_of_initiative),
    Row("arrivals"),
    Row("construction"),
    Row("bids"),
    Row("reassignment"),
)
STEPS: dict[str, Step] = {
    "season": Sequence_("season", SEASON, "viii.2"), "season_start": SeasonStart(), "suez_adds": SuezAdds(),
    "income": income.Income(), "arctic_status": lendlease.ArcticStatus(),
    "arctic": lendlease.ArcticWord(), "lend_lease": lendlease.LendLease(),
    "lending": lendlease.Lending(), "reserves": bids.Reserves(), "reserving": bids.Reserving(),
    "build_order": BuildOrder(), "arrivals": construction.Arrivals(), "arriving": construction.Arriving(),
    "construction": construction.Construction(), "building": construction.Building(), "bids": bids.Bids(),
    "bidding": bids.Bidding(), "reassignment": command.Reassignment(), "commanding": command.Commanding(),
}  # fmt: skip
