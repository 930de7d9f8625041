"""Stacking of land units (5.9)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Owed

from . import pieces as chits
from . import tables as tb
from . import world as w
from . import zones
from .position import AetoPosition, Table
from .title import POWERS

MOST_EXEMPT = 4
MOST_STEPS = max(card.steps for card in tb.cards())
"""No chit has more."""
FEUD = {POWERS.index("hungary"), POWERS.index("rumania")}
PLAIN = 4
"""Steps that any hex holds (5.9/basic)."""


def limit(t: Table, node: int, all_soviet: bool = False, power: int = -1) -> int:
    """Steps that a hex holds, for units of a power that may be its enemy (5.9/basic)."""
    return basic_limit(t, node) + fort_bonus(t, node, power) + (soviet_bonus() if all_soviet else 0)


def basic_limit(t: Table, node: int) -> int:
    """Four steps, six in a city (5.9/basic)."""
    return 6 if t.world.cities >> node & 1 else PLAIN


def fort_bonus(t: Table, node: int, power: int) -> int:
    """A fortified hex holds one step more, but not for an enemy, whose entry ends the fort (5.9/fort-bonus)."""
    p: AetoPosition = t.p
    if not (p.forts | p.coastal_forts | p.permanent) >> node & 1:
        return 0
    return int(power < 0 or not zones.hexes_against(t, [power]) >> node & 1)


def soviet_bonus() -> int:
    """Soviet units stack two steps more (5.9/soviet-bonus)."""
    return 2


def is_exempt(t: Table, piece: int) -> bool:
    """Commandos, Generals, HQs, paratroopers and Home Guard do not count (5.9/exempt)."""
    p: AetoPosition = t.p
    return p.kind[piece] in tb.EXEMPT or t.world.cards[p.card[piece]].name == "Home Guard"


def friends_in(t: Table, power: int, node: int) -> list[int]:
    """Land units in a hex that are not the enemy's."""
    p: AetoPosition = t.p
    return [i for i in p.stack(node) if p.kind[i] < tb.FIGHTER and not p.hostile[power] >> p.power[i] & 1]


def fits(t: Table, pieces: Iterable[int], node: int) -> bool:
    """May these units all stand in a hex (5.9)?"""
    p: AetoPosition = t.p
    land = [i for i in pieces if p.kind[i] < tb.FIGHTER]
    if at_odds({p.power[i] for i in land}) or crowds_partisans(p, land):
        return False
    counted = [i for i in land if not is_exempt(t, i)]
    exempt = len(land) - len(counted)
    soviet = bool(counted) and all(p.power[i] == w.USSR for i in counted)
    return (
        sum(p.steps[i] for i in counted) <= limit(t, node, soviet, p.power[land[0]] if land else -1)
        and exempt <= MOST_EXEMPT
    )


def crowds_partisans(p: AetoPosition, land: list[int]) -> bool:
    """Partisans never stack, not even with one another (5.9/partisans)."""
    return len(land) > 1 and any(p.kind[i] == tb.PARTISAN for i in land)


def at_odds(powers: set[int]) -> bool:
    """Hungarians never stack with Rumanians (8.0/rumania/limits, 8.0/hungary/limits)."""
    return powers >= FEUD


def has_room(t: Table, pieces: Iterable[int], node: int) -> bool:
    """Is there room in a hex for units that come there (5.9/timing)? HQs never share one (5.1/interval-stack)."""
    p: AetoPosition = t.p
    coming = list(pieces)
    there = [i for i in friends_in(t, p.power[coming[0]], node) if i not in coming]
    if sum(p.kind[i] == tb.HQ for i in (*coming, *there)) > 1:
        return False
    return fits(t, [*there, *coming], node)


def with_room(t: Table, pieces: tuple[int, ...], area: int) -> int:
    """Of some hexes those with room for units; what fits a plain hex is asked only where someone stands."""
    crowd = not fits_a_plain_hex(t, pieces)
    bits = area
    for node in members(area):
        if (crowd or node in t.p.stacks) and not has_room(t, pieces, node):
            bits ^= 1 << node
    return bits


def fits_a_plain_hex(t: Table, pieces: tuple[int, ...]) -> bool:
    """Are units few enough for any empty hex?"""
    counted = [i for i in pieces if not is_exempt(t, i)]
    return sum(t.p.steps[i] for i in counted) <= PLAIN and len(pieces) - len(counted) <= MOST_EXEMPT


def chosen_to_fight(t: Table, pieces: Iterable[int], node: int) -> tuple[int, ...]:
    """Of an over-stacked hex only as many count as may stand there, the strongest (5.15/overstack-attack)."""
    p: AetoPosition = t.p
    cards = t.world.cards
    order = sorted(pieces, key=lambda i: (-cards[p.card[i]].strength * p.steps[i], i))
    kept: list[int] = []
    for piece in order:
        if fits(t, [*kept, piece], node):
            kept.append(piece)
    return tuple(sorted(kept))


def overstacked(t: Table, seat: int) -> list[Owed]:
    """Hexes that hold too many steps of a seat at the end of the Movement Phase (5.9/movement-phase-end)."""
    p: AetoPosition = t.p
    owed: list[Owed] = []
    for power in t.powers_of(seat):
        for node in members(p.occupied[power] & t.world.land):
            if (
                len(p.stacks[node]) * MOST_STEPS > PLAIN
                and not fits(t, friends_in(t, power, node), node)
                and all(o.node != node for o in owed)
            ):
                most = limit(t, node, power == w.USSR, power)
                text = f"{t.node_name(node)} is over-stacked: give up steps until {most} are left."
                owed.append(Owed("5.9/movement-phase-end", text, node))
    return owed


def in_crowded_hexes(t: Table, seat: int, args: Args) -> int:
    """Units of hexes that hold too many steps (5.9/movement-phase-end)."""
    p: AetoPosition = t.p
    nodes = {owed.node for owed in overstacked(t, seat)}
    return from_iter(
        i for n in nodes for i in p.stack(n) if t.owns(seat, i) and p.kind[i] < tb.FIGHTER and p.kind[i] != tb.HQ
    )


class GiveUp(Verb):
    """``give_up uk3inf-@Tobruk``: a step over the stacking limit is eliminated."""

    name = "give_up"
    levels = (Level("unit", PIECE, in_crowded_hexes),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        if t.p.steps[piece] > 1 and t.p.kind[piece] != tb.PARATROOPER:
            chits.lose_step(t, piece)
        else:
            chits.eliminate(t, piece, "5.9/movement-phase-end")
