"""Bombing of installations (4.20, 2.5): airbases and ports are put out of action, and who is based there must go."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import NODE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import pieces, rail
from .. import tables as tb
from ..air import bases, flights
from ..position import ACTIVE, AetoPosition, Table
from ..sea import air_strike, mulberries, ports, waters
from ..seasonal import installations as inst
from . import bombing

WORDS = ("airbase", "port", "mulberry", "rail")
RAIL_NUMBER = 3
"""The target number of a railway (bombing.csv)."""
BASE_NUMBER, FORTIFIED = 6, 2
"""What a mission needs beside the target number, and what a fortified hex adds (bombing.csv)."""
LOST = 3
"""The highest die with which an air unit is lost that has no base left (4.20)."""


@cache
def target_of(installation: str) -> int:
    """The target number of an installation (installations.csv)."""
    rows = tb.table("installations.csv")
    return next(int(row["target_number"]) for row in rows if row["installation"] == installation)


def target_number(t: Table, what: int, node: int) -> int:
    """Its own, 2 more in a fortified hex, and for ports and Mulberries what airbases there hold (4.20, 7.9/target)."""
    p: AetoPosition = t.p
    walled = FORTIFIED * int(bool((p.forts | p.permanent) >> node & 1))
    if WORDS[what] == "rail":
        return RAIL_NUMBER + walled
    if WORDS[what] == "mulberry":
        return target_of("Mulberry") + walled + bases.capacity(t, node)
    if WORDS[what] == "port":
        return target_of(ports.NAMES[waters.ports_of(t.world)[node]]) + walled + bases.capacity(t, node)
    return target_of("large airbase" if inst.is_large(t.world, node) else "small airbase") + walled


def standing(t: Table, power: int, what: int) -> int:
    """Working installations of the enemy."""
    p: AetoPosition = t.p
    bits = 0
    for foe in members(p.hostile[power]):
        bits |= p.held[foe]
    if WORDS[what] == "mulberry":
        return bits & mulberries.working(t)
    return bits & (rail.served(t.world) if WORDS[what] == "rail" else inst.standing(t, inst.ALL.index(WORDS[what])))


def reached(t: Table, chosen: tuple[int, ...], what: int) -> int:
    """Of them those that all bombers of a mission reach (4.20)."""
    bits = -1
    for i in chosen:
        bits &= near(t, i, what)
    return bits


@cached_between_orders
def near(t: Table, piece: int, what: int) -> int:
    """Those that one bomber reaches."""
    there = members(standing(t, t.p.power[piece], what) & t.world.disc(t.p.at[piece], flights.range_of(t, piece)))
    return from_iter(n for n in there if flights.may_fly(t, piece, n))


def bombers(t: Table, seat: int, args: Args) -> int:
    """Bombers of a seat that have an enemy airbase or port in range."""
    found = bombing.fresh_bombers(t, seat)
    return from_iter(i for i in members(found) if any(reached(t, (i,), what) for what in range(len(WORDS))))


def all_reach(t: Table, seat: int, args: Args) -> int:
    """All bombers of a mission reach one target (4.20)."""
    chosen = tuple(args[0]) if args else ()
    if not chosen:
        return -1
    shared = [reached(t, chosen, what) for what in range(len(WORDS))]
    return from_iter(
        i for i in members(bombing.fresh_bombers(t, seat))
        if any(reached(t, (i,), what) & area for what, area in enumerate(shared))
    )  # fmt: skip


def kinds(t: Table, seat: int, args: Args) -> int:
    return from_iter(what for what in range(len(WORDS)) if reached(t, tuple(args[0]), what))


def in_range(t: Table, seat: int, args: Args) -> int:
    """Within range of all (4.20)."""
    return reached(t, tuple(args[0]), args[1])


class BombWorks(Verb):
    """``bomb_works uk3bmb@London . port Brest``: a mission against an airbase, a port or a railway."""

    name = "bomb_works"
    levels: tuple[Level, ...] = (
        Level(
            "bombers", PIECES, bombers, (Mask("4.2", air_strike.six_of_one_power), Mask("4.20", all_reach)),
            closes=(Mask("4.20", air_strike.somebody),),
        ),
        Level("what", WORD, kinds, words=WORDS),
        Level("target", NODE, lambda t, s, a: standing(t, t.p.power[a[0][0]], a[1]), (Mask("4.20", in_range),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, what, node = tuple(args[0]), args[1], args[2]
        for i in group:
            t.p.status[i] = ACTIVE
        pieces.tally(t, "missions")
        t.emit("took_off", "4.20", pieces=group, nodes=(node,))
        air_strike.begin(t, seat, group, node, bombing.owner(t, node), WORDS[what])


def strike_of(t: Table, group: tuple[int, ...]) -> int:
    """The strike bonuses of the bombers together, heavy ones doubled (4.20)."""
    cards = [t.world.cards[t.p.card[i]] for i in group]
    return sum(card.strike * (2 if card.kind == tb.HEAVY_BOMBER else 1) for card in cards)


def damage(t: Table, group: tuple[int, ...], word: str, node: int) -> None:
    """One roll of the whole mission: a die and all strikes against 6 and the target number (4.20)."""
    if group:
        strike_at(t, group, word, node, strike_of(t, group), "4.20")


def strike_at(t: Table, group: tuple[int, ...], word: str, node: int, bonus: int, rule: str) -> None:
    """The die of a mission or of a bombardment, and what it destroys (bombing.csv)."""
    what = WORDS.index(word)
    die = t.roll("bombing")
    needed = BASE_NUMBER + target_number(t, what, node)
    total = die + bonus
    t.emit(
        "bombed_works", rule, pieces=group, nodes=(node,), die=die, total=total, needed=needed, what=word,
        hit=int(total >= needed),
    )  # fmt: skip
    if total >= needed and word == "rail":
        pieces.tally(t, f"rail {rail.nation_at(t, node)}")
    elif total >= needed and word == "mulberry":
        mulberries.destroy(t, node)
    elif total >= needed:
        inst.destroy(t, inst.ALL.index(word), node)
        crowded_out(t, node)


def crowded_out(t: Table, node: int) -> None:
    """Air units for which the base has no room are lost on 1-3, else moved (4.20)."""
    p: AetoPosition = t.p
    for i in bases.based_at(t, node)[bases.capacity(t, node) :]:
        die = t.roll("flight from a base")
        open_ = [n for n in members(bases.open_to(t, p.power[i])) if n != node]
        if die <= LOST or not open_:
            pieces.eliminate(t, i, "4.20")
            continue
        there = min(open_, key=lambda n: (flights.distance(t, node, n), n))
        t.emit("flew_off", "4.20", pieces=(i,), nodes=(node, there), die=die)
        t.place(i, there)
