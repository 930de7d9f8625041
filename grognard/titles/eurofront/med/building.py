"""Production in the West and the Med (11, 21.37): two purses a side, allocations, transfers, ships."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, Commit, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed
from grognard.engine.words.says import dated
from grognard.titles.systems.front import arrivals, blocks, economy, production
from grognard.titles.systems.front.arrivals import CADRE, GONE, STEP
from grognard.titles.systems.front.state import month_text

from .. import fronts
from ..fronts import MF
from ..state import Table
from ..war import costs
from . import activation, desert, purses
from .state import position

FREELY = 15
"""The allocation up to which it is raised in any month (21.37/b)."""
BLOCK = 5
SEASONS = (5, 11)
"""June and December, as months from January on (21.37/b)."""


def step_paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not in the purse of its front cannot be spent on a block (11.4, 21.373)."""
    return from_iter(
        i for power in t.powers_of(seat) for i in blocks.on_map(t, power)
        if economy.step_cost(t, i) <= purses.points(t, power, t.p.at[i])
    )  # fmt: skip


class Replace(production.Replace):
    """``step BrWDFmech``: a block takes a step, paid for by the purse of its front."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (*production.Replace.levels[0].masks[:6], Mask("11.3", step_paid)),
            cost=lambda t, s, a, i: economy.step_cost(t, i),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, p = args[0], t.p
        cost = economy.step_cost(t, piece)
        purses.pay(t, p.power[piece], p.at[piece], cost)
        p.cv[piece] += 1
        p.built[piece] |= STEP
        t.emit("step", "11.41", pieces=(piece,), to=(seat,), cost=cost, cv=p.cv[piece])


def no_strange_cadre(t: Table, seat: int, args: Args) -> int:
    """Only units of the Med Front are rebuilt there (21.373)."""
    return -1 if desert.front_class(t, args[0]).startswith("MF") else ~fronts.land_of(t, MF)


def paid_there(t: Table, seat: int, args: Args) -> int:
    """The purse of the front must be able to pay (11.4)."""
    piece, power, med = args[0], t.p.power[args[0]], fronts.land_of(t, MF)
    found = -1
    sites = arrivals.open_sites(t, piece).nodes
    for part in (med, ~med):
        node = next((n for n in range(t.world.spans) if sites & part and (sites & part) >> n & 1), -1)
        if node >= 0 and costs.cadre_price(t, piece, node) > purses.points(t, power, node):
            found &= ~part
    return found


class Rebuild(production.Rebuild):
    """``cadre Br5inf London``: an eliminated block comes back at its last step."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (Mask("11.42", production.eliminated), Mask("11.52", production.not_disbanded_now)),
            cost=lambda t, s, a, i: economy.cadre_cost(t, i),
        ),
        Level(
            "place", NODE, arrivals.anywhere,
            (*production.ARRIVAL, Mask("21.373", no_strange_cadre), Mask("11.3", paid_there)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        cost = costs.cadre_price(t, piece, node)
        purses.pay(t, t.p.power[piece], node, cost)
        blocks.bring(t, piece, node, production.cadre_cv(t, piece))
        t.p.built[piece] |= CADRE
        t.title.comes_home(t, piece, node)
        t.emit("cadre", "11.42", pieces=(piece,), nodes=(node,), to=(seat,), cost=cost)


class Reinforce(production.Reinforce):
    """``arrive DAKarm Tripoli``: a reinforcement comes."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        super().apply(t, seat, args)
        t.title.comes_home(t, args[0], args[1])


# Allocations and transfers


def sides(t: Table, seat: int) -> list[int]:
    """The powers of a seat that ship to the Med Front."""
    return [power for power in t.powers_of(seat) if power in t.title.playing(t)]


def may_change(t: Table, seat: int, args: Args) -> int:
    """Up to 15 points in any month, above that by five in June and December (21.37/b); by five less in any (21.37)."""
    p, power = position(t), sides(t, seat)[0]
    allowed = 0
    if raisable(t, power) and production.purse(t, power) >= BLOCK:
        allowed |= 1
    if p.allocated[power] - p.lowering[power] >= BLOCK:
        allowed |= 2
    return allowed


def raisable(t: Table, power: int) -> bool:
    """May an allocation grow by five: to 15 in any month, beyond that once at a Season Break, when the front has been
    active for three months (21.37/b)?"""
    now = position(t).allocated[power]
    if position(t).lowering[power] or f"raised {t.world.powers[power]} {t.p.month}" in t.p.politics:
        return False
    return now < FREELY or (t.p.month % 12 in SEASONS and activation.settled(t))


class Allocate(Verb):
    """``allocate raise``: five points more a month go to the Med Front, or five less from the next month on."""

    name = "allocate"
    levels = (Level("way", WORD, lambda t, s, a: 0b11, (Mask("21.37/b", may_change),), words=("raise", "lower")),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p, power = position(t), sides(t, seat)[0]
        if args[0]:
            p.lowering[power] += BLOCK
        else:
            production.pay(t, power, BLOCK)
            p.allocated[power] += BLOCK
            p.med_points[power] += purses.arriving(t, power, BLOCK)
            t.p.politics[f"raised {t.world.powers[power]} {t.p.month}"] = 1
        t.emit("allocated", "21.37", to=(seat,), points=p.allocated[power] - p.lowering[power])


def may_send(t: Table, seat: int, args: Args) -> int:
    """Ten points of the West a month are sent, of which five arrive a month later (21.37)."""
    power = sides(t, seat)[0]
    return int(not position(t).sent[power] and production.purse(t, power) >= purses.TRANSFER)


class Transfer(Verb):
    """``transfer``: ten points of the West become five in the Med Front next month."""

    name = "transfer"
    masks: tuple[Mask, ...] = (Mask("21.37", may_send),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = sides(t, seat)[0]
        production.pay(t, power, purses.TRANSFER)
        position(t).sent[power] = purses.TRANSFER // 2
        t.emit("transferred_south", "21.37", to=(seat,))


# Maintenance


def unmaintained(t: Table, seat: int, args: Args) -> int:
    """The strangers in the desert of whom some go without maintenance (21.372/a)."""
    found = 0
    for power in sides(t, seat):
        if position(t).unpaid[power]:
            found |= desert.strangers_in_the_desert(t, power)
    return found


class GiveUp(Verb):
    """``disband 1inf``: a unit that is not maintained is given up."""

    name = "disband"
    levels = (Level("unit", PIECE, production.ours, (Mask("21.372/a", unmaintained),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        position(t).unpaid[t.p.power[piece]] -= 1
        blocks.eliminate(t, piece, "21.372/a", seen=False)
        t.p.built[piece] |= GONE


def units_owed(t: Table, seat: int) -> list[Owed]:
    """Units that are not maintained are disbanded, the owner choosing which (21.372/a)."""
    over = sum(position(t).unpaid[power] for power in sides(t, seat))
    if not over:
        return []
    units = "A unit" if over == 1 else f"{over} units"
    return [Owed("21.372/a", f"{units} in the desert cannot be maintained: disband as many.", -1)]


# The phase


class Production(production.Production):
    """Both sides produce at once, with the points of two fronts (11.2)."""

    def begin(self, t: Table, f: Frame) -> None:
        super().begin(t, f)
        p = position(t)
        for power in t.title.playing(t):
            production.pay(t, power, -p.saved[power])
            p.unpaid[power] = purses.unpaid(t, power)
            p.med_points[power] = p.med_saved[power] + purses.arriving(t, power, purses.shipped(t, power))
            p.on_the_way[power] = 0
            p.available[power], p.med_available[power] = production.purse(t, power), p.med_points[power]

    def close(self, t: Table, f: Frame) -> None:
        """Who has spent nothing on a front saves its points there; else what is left is lost (11.4)."""
        p = position(t)
        for power in t.title.playing(t):
            p.saved[power] = kept(production.purse(t, power), p.available[power])
            p.med_saved[power] = kept(p.med_points[power], p.med_available[power])
            p.med_points[power] = 0
            p.allocated[power] -= p.lowering[power]
            p.lowering[power] = 0
            p.on_the_way[power], p.sent[power] = p.sent[power], 0
        t.p.politics = {event: value for event, value in t.p.politics.items() if not event.startswith("raised")}
        super().close(t, f)


def kept(left: int, began: int) -> int:
    """All points are saved if none is spent (11.4)."""
    return left if left == began else 0


class Producing(production.Producing):
    """One side's Production."""

    verbs: tuple[Verb, ...] = (Replace(), Rebuild(), Reinforce(), Allocate(), Transfer(), GiveUp(), Commit())
    debts = (Debt("21.372/a", units_owed),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        power = sides(t, seat)[0]
        west, med = production.purse(t, power), position(t).med_points[power]
        return (
            f"Production of {dated(month_text(t.p.month))}: {west} points in the West, {med} in the Med: build, commit."
        )
