"""Production while the Med Front is open (21.37): what is shipped south, what strangers in the desert cost."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, Commit, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed
from grognard.titles.systems.front import arrivals, blocks, economy, production
from grognard.titles.systems.front.arrivals import GONE, STEP

from .. import fronts, tables
from ..europe import production as europe
from ..europe import purses
from ..europe.game import Reckoned
from ..europe.paras import Ground
from ..europe.reserves import Equip
from ..fronts import MF
from ..med import activation, desert
from ..med import purses as ships
from . import basing, transfers
from .state import ALLIED, AXIS, Table, position
from .transfers import Forward

FREELY, BLOCK = 15, 5
"""The allocation up to which it is raised in any month, and by how much at a time (21.37/b)."""
SEASONS = (5, 11)
"""June and December, as months from January on (21.37/b)."""
HOME = basing.HOME
RAISE, LOWER, SEND = range(3)


def shipper(t: Table, seat: int) -> int:
    """The power of a seat that ships to the Med Front, or -1."""
    return next((power for power in HOME if power in t.powers_of(seat) and purses.shipped_to(t, power)), -1)


# Allocations and transfers


def may_change(t: Table, seat: int, args: Args) -> int:
    """Up to 15 points in any month, above that by five in June and December (21.37/b); by five less in any (21.37)."""
    p, power = position(t), shipper(t, seat)
    if power < 0:
        return 0
    allowed = 1 << SEND
    if raisable(t, power) and purses.points(t, HOME[power]) >= BLOCK:
        allowed |= 1 << RAISE
    if p.allocated[power] - p.lowering[power] >= BLOCK and not p.raised_south[power]:
        allowed |= 1 << LOWER
    return allowed


def raisable(t: Table, power: int) -> bool:
    """May an allocation grow by five: to 15 in any month, beyond that once at a Season Break, when the front has been
    active for three months (21.37/b)?"""
    p = position(t)
    if p.lowering[power]:
        return False
    season = t.p.month % 12 in SEASONS and activation.settled(t)
    return p.allocated[power] < FREELY or (season and not p.raised_south[power])


def may_send(t: Table, seat: int, args: Args) -> int:
    """Ten points of the West a month are sent, of which five arrive a month later (21.37); one transfer leaves a front
    a month (11.61)."""
    p, power = position(t), shipper(t, seat)
    elsewhere = p.sent_east if power == AXIS else p.sent_allied
    free = power >= 0 and not p.sent[power] and not elsewhere
    able = free and purses.points(t, HOME[power]) >= ships.TRANSFER
    return -1 if able else ~(1 << SEND)


class Ship(Verb):
    """``ship raise``: five points more a month go to the Med Front; ``ship lower``: five less from the next month on;
    ``ship send``: ten points of the West become five in the Med Front next month."""

    name = "ship"
    levels = (
        Level(
            "way", WORD, lambda t, s, a: 0b111, (Mask("21.37/b", may_change), Mask("21.37", may_send)),
            words=("raise", "lower", "send"),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p, power = position(t), shipper(t, seat)
        if args[0] == SEND:
            purses.pay(t, HOME[power], ships.TRANSFER)
            p.sent[power] = ships.TRANSFER // 2
            t.emit("transferred_south", "21.37", to=(seat,))
            return
        if args[0] == LOWER:
            p.lowering[power] += BLOCK
        else:
            purses.pay(t, HOME[power], BLOCK)
            p.allocated[power] += BLOCK
            p.raised_south[power] += BLOCK
            brought = ships.arriving(t, power, BLOCK)
            p.med_points[power] += brought
            p.med_available[power] += brought
        t.emit("shipped_south", "21.37", to=(seat,), points=p.allocated[power] - p.lowering[power])


def from_the_west(t: Table, seat: int, args: Args) -> int:
    """A transfer that went to the Med leaves none for another front, be it from the West or the East (11.61)."""
    p, found = position(t), -1
    if p.east_sent[AXIS]:
        found &= ~(1 << europe.TRANSFERS.index("EF-WF"))
    for power, way in ((AXIS, "WF-EF"), (ALLIED, "Soviets")):
        if p.sent[power]:
            found &= ~(1 << europe.TRANSFERS.index(way))
    return found


class Transfer(europe.Transfer):
    """``transfer WF-EF``: ten points leave a front; five arrive on the other next month."""

    levels = (
        Level(
            "way", WORD, europe.own_transfers,
            (*europe.Transfer.levels[0].masks, Mask("11.61", from_the_west)), words=europe.TRANSFERS,
        ),
    )  # fmt: skip


# Steps in the desert


def step_paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not in the purse of its front cannot be spent on a block, but for those of the West on a base
    (11.4, 21.38)."""
    found = europe.step_paid(t, seat, args)
    for power in HOME:
        found |= basing.affordable(t, power) if power in t.powers_of(seat) else 0
    return found


class Replace(europe.Replace):
    """``step DAKarm``: a block takes a step, paid for by the purse of its front, on a base by the West too."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (*europe.Replace.levels[0].masks[:-1], Mask("11.3", step_paid, europe.too_dear)),
            cost=europe.Replace.levels[0].cost,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, p = args[0], t.p
        cost = economy.step_cost(t, piece)
        purses.pay(t, purses.payer(t, piece, p.at[piece]), basing.pay(t, piece, cost))
        p.cv[piece] += 1
        p.built[piece] |= STEP
        t.emit("step", "11.41", pieces=(piece,), to=(seat,), cost=cost, cv=p.cv[piece])


# Cadres in the desert


def no_strange_cadre(t: Table, seat: int, args: Args) -> int:
    """Only units of the Med Front are rebuilt there (21.373)."""
    row = tables.blocks().get(t.world.units[args[0]].name)
    at_home = row is None or row.front_class.startswith("MF") or not purses.shipped_to(t, t.p.power[args[0]])
    return -1 if at_home else ~fronts.land_of(t, MF)


class Rebuild(europe.Rebuild):
    """``cadre DAKarm Tripoli``: an eliminated block comes back at its last step."""

    levels = (
        europe.Rebuild.levels[0],
        Level(
            "place", NODE, arrivals.anywhere,
            (*europe.Rebuild.levels[1].masks, Mask("21.373", no_strange_cadre)),
        ),
    )  # fmt: skip


# Maintenance


def unmaintained(t: Table, seat: int) -> int:
    """The strangers in the desert of whom some go without maintenance (21.372/a)."""
    found = 0
    for power in HOME:
        if power in t.powers_of(seat) and position(t).unpaid[power]:
            found |= desert.strangers_in_the_desert(t, power)
    return found


def may_go(t: Table, seat: int, args: Args) -> int:
    """Units of great powers are disbanded (11.84), and whoever is not maintained (21.372/a)."""
    return europe.great_powers(t, seat, args) | unmaintained(t, seat)


class Disband(europe.Disband):
    """``disband 65stat``: a block is given up, at will or because the desert is not paid for."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (Mask("11.52", production.own), Mask("11.52", may_go), Mask("11.41/a", production.not_new)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        if unmaintained(t, seat) >> piece & 1:
            position(t).unpaid[t.p.power[piece]] -= 1
            blocks.eliminate(t, piece, "21.372/a", seen=False)
            t.p.built[piece] |= GONE
        else:
            super().apply(t, seat, args)


def units_owed(t: Table, seat: int) -> list[Owed]:
    """Units that are not maintained are disbanded, the owner choosing which (21.372/a)."""
    over = sum(position(t).unpaid[power] for power in HOME if power in t.powers_of(seat))
    over = min(over, unmaintained(t, seat).bit_count())
    if not over:
        return []
    units = "A unit" if over == 1 else f"{over} units"
    return [Owed("21.372/a", f"{units} in the desert cannot be maintained: disband as many.", -1)]


# The phase


class Producing(europe.Producing):
    """One seat's Production, purse by purse, with ships to the Med."""

    verbs: tuple[Verb, ...] = (
        Replace(), Rebuild(), europe.Reinforce(), europe.Advance(), europe.Prepare(), Disband(), Transfer(),
        europe.Deallocate(), europe.Allocate(), Ship(), Forward(), Equip(), Ground(),
        Commit(),
    )  # fmt: skip
    debts = (Debt("21.372/a", units_owed),)


class Production(Reckoned):
    """All produce at once; what is shipped to the Med Front may be lost on the way (21.371)."""

    def begin(self, t: Table, f: Frame) -> None:
        p = position(t)
        for power in HOME:
            p.unpaid[power] = ships.unpaid(t, power) if purses.shipped_to(t, power) else 0
            p.raised_south[power] = p.based_spent[power] = 0
        super().begin(t, f)
        transfers.arrive(t)
        for power in HOME:
            p.on_the_way[power] = 0

    def income(self, t: Table, purse: int, level: int) -> int:
        """Of the Med what the ships bring (21.371)."""
        power = purses.PURSES[purse].power
        if purse not in purses.MEDS.values() or not purses.shipped_to(t, power):
            return level
        return ships.arriving(t, power, ships.shipped(t, power))

    def kept(self, t: Table, purse: int) -> int:
        """Who has spent nothing on a front but for ships and upkeep saves its points there (11.4, 11.4/a)."""
        p, power = position(t), purses.PURSES[purse].power
        if purse in HOME.values():
            gone = p.raised_south[power] + (ships.TRANSFER if p.sent[power] else 0)
            return europe.kept(t, purse, gone)
        return europe.kept(t, purse, transfers.spent_on(t, purse))

    def close(self, t: Table, f: Frame) -> None:
        super().close(t, f)
        transfers.close(t)
        p = position(t)
        for power in HOME:
            p.allocated[power] -= p.lowering[power]
            p.lowering[power] = p.raised_south[power] = p.based_spent[power] = 0
            p.on_the_way[power], p.sent[power] = p.sent[power], 0
