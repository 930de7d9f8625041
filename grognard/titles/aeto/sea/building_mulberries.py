"""Building a Mulberry (7.9): three transports are sunk off a clear coast in the Naval and Air Phase."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import isolation, pieces
from .. import tables as tb
from .. import world as w
from ..position import AetoPosition, Table
from ..seasonal import installations as inst
from . import damage, sailing, ships
from .mulberries import begin, laid

FIRST = tb.month_of("January 1943")
MOST = 3
"""Mulberries of a game (7.9/one-per-hex)."""
SUNK, COURBET_FOR = 3, 2
"""Transports that must be sunk, and how many of them the Courbet replaces (7.9/build-stps, 7.9/courbet)."""
COURBET = "Courbet"


def company(t: Table, seat: int, args: Args) -> int:
    """Transports of a seat's Western powers that lie off a coast, and the Courbet."""
    p: AetoPosition = t.p
    mine = ships.afloat(t, seat) & where(p.power, among(w.UK, w.US))
    coasts = from_iter(t.world.board.coast.values())
    hulls = [i for i in members(mine) if coasts >> p.at[i] & 1]
    return from_iter(i for i in hulls if p.kind[i] == tb.STP or is_courbet(t, i))


def is_courbet(t: Table, piece: int) -> bool:
    return bool(t.world.cards[t.p.card[piece]].name == COURBET)


def from_1943(t: Table, seat: int, args: Args) -> int:
    """Not before 1943, and it costs no EPs (7.9/who)."""
    return -int(t.p.month >= FIRST)


def worth(t: Table, group: tuple[int, ...]) -> int:
    """Transports of a group; the Courbet stands for two (7.9/courbet)."""
    return sum(COURBET_FOR if is_courbet(t, i) else t.p.steps[i] for i in group)


def no_more_than_needed(t: Table, seat: int, args: Args) -> int:
    """Three transports are sunk, no more (7.9/build-stps)."""
    p: AetoPosition = t.p
    left = SUNK - worth(t, sailing.chosen_of(args))
    return from_iter(i for i in range(len(p.at)) if p.steps[i] and worth(t, (i,)) <= left)


def enough(t: Table, seat: int, args: Args) -> int:
    """Three transports, or the Courbet and one (7.9/build-stps)."""
    return int(worth(t, sailing.chosen_of(args)) == SUNK)


def on_their_coast(t: Table, seat: int, args: Args) -> int:
    """Hexes off which the ships lie."""
    return t.world.board.hexes_of(1 << t.p.at[args[0][0]]) & t.world.land


def friendly(t: Table, seat: int, args: Args) -> int:
    """A hex that the UK or the US controls, supplied or not, in enemy zones or not (7.9/build-hex)."""
    return t.p.held[w.UK] | t.p.held[w.US]


def clear_and_open(t: Table, seat: int, args: Args) -> int:
    """Not in a city, forest, mountain, swamp or frozen hex (7.9/where)."""
    world = t.world
    frozen = from_iter(n for n in members(world.ports & t.p.ice) if isolation.is_frozen(t, n))
    return ~(world.cities | world.rough | world.marsh | frozen)


def one_a_hex(t: Table, seat: int, args: Args) -> int:
    """One Mulberry a hex, three a game (7.9/one-per-hex)."""
    if t.p.due.get("mulberries", 0) >= MOST:
        return 0
    return ~from_iter(laid(t))


def own_mulberries(t: Table, seat: int, args: Args) -> int:
    """Mulberries in hexes that a seat's Western powers control (7.9/voluntary)."""
    held = 0
    for power in t.powers_of(seat):
        if power in (w.UK, w.US):
            held |= t.p.held[power]
    return from_iter(laid(t)) & held


class Remove(Verb):
    """``remove_mulberry Caen``: a Mulberry goes back to the pool; nothing of it is saved."""

    name = "remove_mulberry"
    levels = (Level("hex", NODE, own_mulberries),)

    def glance(self, t: Table, seat: int) -> int:
        return -1 if laid(t) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        del p.due[f"mulberry {args[0]}"]
        p.destroyed.pop(f"{args[0]} mulberry", None)
        p.due["mulberries"] -= 1
        pieces.tally(t, "cleared away")
        t.emit("mulberry_lost", "7.9/voluntary", nodes=(args[0],))


def wrecked(t: Table, seat: int, args: Args) -> int:
    """Destroyed Mulberries of the power that builds (7.9/repair)."""
    gone = from_iter(node for node in laid(t) if f"{node} mulberry" in t.p.destroyed)
    return gone & inst.own_land(t, seat, ()) if t.frame.power in (w.UK, w.US) else 0


def repair_paid(t: Table, seat: int, args: Args) -> int:
    """1 EP, as for any installation (8.6/repair)."""
    return -int(inst.task_price(t, "repair installation") <= t.p.ep[t.frame.power])


class Mend(Verb):
    """``mend_mulberry Caen``: in the Construction Phase a destroyed Mulberry works again at once."""

    name = "mend_mulberry"
    levels = (
        Level(
            "hex", NODE, wrecked,
            (Mask("8.6/repair", repair_paid), Mask("8.6/repair", inst.fed_land),
             Mask("8.6/repair", inst.out_of_open_zones)),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if laid(t) and t.p.destroyed else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.ep[t.frame.power] -= inst.task_price(t, "repair installation")
        del t.p.destroyed[f"{args[0]} mulberry"]
        t.emit("mended", "7.9/repair", nodes=(args[0],), what="Mulberry")


class Build(Verb):
    """``mulberry uk0stp@off_Caen+uk0stp@off_Caen+uk0stp@off_Caen Caen``: transports are sunk for a harbour."""

    name = "mulberry"
    levels = (
        Level(
            "ships", PIECES, company,
            (Mask("7.9/who", from_1943), Mask("3.3", sailing.together), Mask("7.9/build-stps", no_more_than_needed)),
            closes=(Mask("7.9/build-stps", enough),),
        ),
        Level(
            "hex", NODE, on_their_coast,
            (Mask("7.9/build-hex", friendly), Mask("7.9/where", clear_and_open), Mask("7.9/one-per-hex", one_a_hex)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        for i in args[0]:
            damage.forget(t, i)
            pieces.remove(t, i)
        begin(t, args[1])
        sailing.turn_over(t)
