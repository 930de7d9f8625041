"""The Home Guard (7.15): when the Axis stands in the United Kingdom, old men and boys take up arms."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.offers import NODE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import pieces, supply, zones
from . import tables as tb
from . import world as w
from .position import AXIS, AetoPosition, Table
from .seasonal import calendar as cal

NAME = "Home Guard"
MOST_CHITS, MOST_STEPS = 4, 8
"""Home Guard in play at most (7.15/max)."""
SIZES = ("one", "two")
DUE = "home guard"


def homeland(t: Table) -> int:
    """The United Kingdom with Northern Ireland (7.15/trigger)."""
    land: int = t.world.board.nation["uk"] & t.world.land
    return land


def invaded(t: Table) -> bool:
    """Does an Axis land unit occupy a hex of the United Kingdom (7.15/trigger)?"""
    p: AetoPosition = t.p
    axis = [power for power in range(len(p.alliance)) if p.alliance[power] == AXIS]
    return bool(zones.with_combat_units(t, axis) & homeland(t))


def in_play(t: Table) -> list[int]:
    """Home Guard chits on the map."""
    p: AetoPosition = t.p
    own = where(p.power, among(w.UK)) & where(p.kind, among(tb.INFANTRY)) & ~where(p.steps, among(0))
    return [i for i in members(own) if is_one(t, i)]


def is_one(t: Table, piece: int) -> bool:
    return bool(t.world.cards[t.p.card[piece]].name == NAME)


def sources_held(t: Table) -> int:
    """UK home city/resource hexes that she holds, Belfast too (7.15/roll)."""
    return (t.world.sources & homeland(t) & zones.held_by_friends(t.p, w.UK)).bit_count()


def look(t: Table) -> None:
    """In the Replenishment Step: a die while the Axis is in the UK; without it the Home Guard goes home."""
    if not invaded(t):
        disband(t)
    elif may_rise(t):
        roll(t)


def may_rise(t: Table) -> bool:
    """After a conquest of the UK no Home Guard ever arrives (7.15/conquered)."""
    return "fell uk" not in t.p.politics and not cal.is_conquered(t.p, w.UK)


@rule("7.15/trigger")
def roll(t: Table) -> None:
    """Each month in which the Axis stands in the UK, a die for the steps that arrive (7.15/trigger)."""
    die = t.roll("Home Guard")
    steps = arriving(t, die)
    t.p.tally[DUE] = steps
    t.emit("home_guard", "7.15/roll", die=die, steps=steps)


def arriving(t: Table, die: int) -> int:
    """The die and one for each home city/resource hex (7.15/roll)."""
    return die + sources_held(t)


@rule("7.15/remove")
def disband(t: Table) -> None:
    """When no Axis land unit is left in the UK the Home Guard is removed (7.15/remove)."""
    for piece in in_play(t):
        t.emit("disbanded", "7.15/remove", pieces=(piece,), nodes=(t.p.at[piece],))
        pieces.drop(t, piece)


def steps_left(t: Table) -> int:
    """Steps that still arrive this month."""
    return int(t.p.tally.get(DUE, 0))


def sizes(t: Table, seat: int, args: Args) -> int:
    """Chits of one or two steps, as the die allows (7.15/roll)."""
    if t.seat_of(w.UK) != seat:
        return 0
    return from_iter(n for n in range(len(SIZES)) if n < steps_left(t))


def few_enough(t: Table, seat: int, args: Args) -> int:
    """At most four chits or eight steps are in play (7.15/max)."""
    there = in_play(t)
    if len(there) >= MOST_CHITS:
        return 0
    room = MOST_STEPS - sum(t.p.steps[i] for i in there)
    return from_iter(n for n in range(len(SIZES)) if n < room)


def posts(t: Table, seat: int, args: Args) -> int:
    """Friendly supplied hexes of the UK out of Axis control and zones (7.15/deploy)."""
    ground = zones.ground(t, w.UK)
    own = homeland(t) & zones.held_by_friends(t.p, w.UK) & supply.supplied_hexes(t, w.UK)
    return own & ~ground.enemy & ~ground.zone


class Muster(Verb):
    """``muster two London``: a Home Guard chit of one or two steps takes post."""

    name = "muster"
    levels = (
        Level("size", WORD, sizes, (Mask("7.15/max", few_enough),), words=SIZES),
        Level("hex", NODE, lambda t, s, a: homeland(t), (Mask("7.15/deploy", posts),)),
    )

    def glance(self, t: Table, seat: int) -> int:
        return -1 if steps_left(t) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        size, node = args[0] + 1, args[1]
        piece = pieces.raise_chit(t, tb.card_of("uk", "infantry", NAME).number, size, node)
        t.p.tally[DUE] = steps_left(t) - size
        t.emit("arrived", "7.15/deploy", pieces=(piece,), nodes=(node,))


def waiting(t: Table, seat: int) -> bool:
    """Has a seat Home Guard to post?"""
    return bool(sizes(t, seat, ()) & few_enough(t, seat, ()))


def stay_at_home(t: Table, seat: int, args: Args) -> int:
    """The Home Guard never leaves the UK and goes aboard no ship (7.15/function)."""
    return ~from_iter(in_play(t))
