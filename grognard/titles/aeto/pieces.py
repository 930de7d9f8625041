"""Chits as pieces: setting them on the map, step losses, removal to the pools."""

from __future__ import annotations

from functools import cache

from grognard.board.area import spread
from grognard.board.hexset import ZERO, first, from_iter, members, where
from grognard.engine.core import counts
from grognard.engine.core.cache import cached_by

from . import tables as tb
from . import zones
from .position import AetoPosition, Table
from .title import POWERS
from .world import World


def spoken(t: Table, node: int) -> str:
    """A place as a sentence says it."""
    return t.node_name(node).replace("_", " ")


CLEAR = (
    "status", "agent", "spent", "halt", "late", "fought", "broke", "again", "fell", "fed", "begun", "marked", "rode",
    "flipped", "stayed", "rebased", "shot_down",
)  # fmt: skip


def raise_chit(t: Table, card: int, steps: int, node: int) -> int:
    """Put a chit of the counter mix on the map; -1 when no slot is free."""
    p: AetoPosition = t.p
    free = where(p.steps, ZERO)
    if not free:
        return -1
    piece = first(free)
    printed = t.world.cards[card]
    for column in CLEAR:
        getattr(p, column)[piece] = 0
    p.lift(piece)
    p.power[piece], p.card[piece], p.kind[piece], p.steps[piece] = printed.power, card, printed.kind, steps
    p.at[piece] = p.lost
    p.put(piece, node)
    return piece


def aboard(t: Table) -> int:
    """Land units and leaders that are at sea, on transports (3.24)."""
    if not t.world.settings.get("sea"):
        return 0
    return _aboard(t)


@cached_by(lambda t: t.p.version)
def _aboard(t: Table) -> int:
    p: AetoPosition = t.p
    off = [node for node in p.stacks if not t.world.land >> node & 1 and node != p.lost]
    return from_iter(i for node in off for i in p.stacks[node] if p.kind[i] < tb.FIGHTER)


def strength_of(t: Table, piece: int) -> int:
    """The strength printed on the side that lies up."""
    p: AetoPosition = t.p
    card = t.world.cards[p.card[piece]]
    full: int = card.strength if p.steps[piece] >= card.steps else card.depleted
    return full


def circled(t: Table, piece: int) -> bool:
    """Has it a circled movement rating? Depleted Italian armor has none (5.21/who, 5.21/italian, 5.22/circled)."""
    p: AetoPosition = t.p
    card = t.world.cards[p.card[piece]]
    return card.circled and not depleted_italian(t, piece)


def depleted_italian(t: Table, piece: int) -> bool:
    """Depleted Italian armor and mechanized units have no circle (5.21/italian, 5.22/italian)."""
    p: AetoPosition = t.p
    return tb.cards()[p.card[piece]].power == 1 and p.steps[piece] < t.world.cards[p.card[piece]].steps


def gone_for_good(t: Table, piece: int) -> bool:
    """By option an eliminated chit does not go back to the pool; leaders do (11.13)."""
    return t.options.get("no_return") == "on" and t.p.kind[piece] not in tb.LEADERS


def remove(t: Table, piece: int, kept: bool = True) -> None:
    """A chit leaves the map for its pool, if it can be rebuilt (5.18/return-pool)."""
    p: AetoPosition = t.p
    if t.world.cards[p.card[piece]].rebuilt and is_bought(t, piece) and kept:
        p.pool = counts.more(p.pool, p.card[piece])
    drop(t, piece)


def is_bought(t: Table, piece: int) -> bool:
    """Home Guard is never bought or rebuilt (7.15/no-purchase)."""
    return t.world.cards[t.p.card[piece]].name != "Home Guard"


def drop(t: Table, piece: int) -> None:
    """A chit leaves the game."""
    p: AetoPosition = t.p
    t.place(piece, p.lost)
    for column in ("steps", "card", "kind", *CLEAR):
        getattr(p, column)[piece] = 0


def lose_step(t: Table, piece: int) -> None:
    """A full chit is flipped, a depleted one goes, a paratrooper whole (5.18/step-loss, 5.18/step-loss-para)."""
    p: AetoPosition = t.p
    if p.steps[piece] > 1 and p.kind[piece] != tb.PARATROOPER:
        t.emit("depleted", "5.18/step-loss", pieces=(piece,), nodes=(p.at[piece],))
        p.steps[piece] -= 1
    else:
        eliminate(t, piece, "5.18/step-loss")


LAND_COMBAT = ("5.18/step-loss", "5.18/DE", "5.18/AE", "5.18/retreat-impossible")


def eliminate(t: Table, piece: int, rule: str) -> None:
    """A chit is eliminated and goes to its pool."""
    t.emit("eliminated", rule, pieces=(piece,), nodes=(t.p.at[piece],))
    boxed = rule in LAND_COMBAT and lost_at_home(t, piece)
    if boxed:
        lay_in_box(t, piece)
    elif lost_by_suez(t, piece) and not gone_for_good(t, piece):
        lay_in_box(t, piece, f"{BY_SUEZ}{int(rule in LAND_COMBAT)} ")
    remove(t, piece, boxed or not gone_for_good(t, piece))


def lost_at_home(t: Table, piece: int) -> bool:
    """Infantry of a nation that was never conquered in a mainland hex of its home (7.14/home-only, 7.14/no-island,
    7.14/eliminated-by-combat, 9.4/annexation)."""
    p: AetoPosition = t.p
    nation = POWERS[p.power[piece]]
    if (
        not (p.kind[piece] == tb.INFANTRY or lent_armor(t, piece))
        or not is_bought(t, piece)
        or f"fell {nation}" in p.politics
        or not t.world.cards[p.card[piece]].rebuilt
    ):
        return False
    return bool(t.world.mainland(nation) >> p.at[piece] & 1)


AMERICAN_TANKS = 15
"""EPs of US lend-lease in a season that bring Soviet armor back (7.14/soviet-armor)."""


def lent_armor(t: Table, piece: int) -> bool:
    """Soviet 4-5 armor comes back, too, after 15 EPs of American lend-lease (7.14/soviet-armor)."""
    card = t.world.cards[t.p.card[piece]]
    sent = sum(ep for key, ep in t.p.lent.items() if key.startswith("us ussr"))
    tank = card.kind == tb.ARMOR and (card.strength, card.movement) == (4, 5)
    return POWERS[card.power] == "ussr" and tank and sent >= AMERICAN_TANKS


BY_SUEZ = "suez"
"""How the box tells what was lost about the Mediterranean (8.12): whether in land combat, card and steps follow."""


def lost_by_suez(t: Table, piece: int) -> bool:
    """UK infantry lost in Africa, in Asia, on a Mediterranean island or within three hexes of a friendly port of that
    sea may go to the Suez Adds Box (8.12/return)."""
    p: AetoPosition = t.p
    uk = POWERS.index("uk")
    if p.power[piece] != uk or p.kind[piece] != tb.INFANTRY or not t.world.settings.get("seasons"):
        return False
    region = t.world.board.region
    far = region["Africa"] | region["Asia"] | region["Mediterranean islands"]
    return bool((far | near_friendly_ports(t, uk)) >> p.at[piece] & 1)


def near_friendly_ports(t: Table, power: int) -> int:
    """Land within three hexes of friendly ports of the Mediterranean (8.12/return)."""
    world = t.world
    ports = from_iter(n for n in members(world.ports & zones.held_by_friends(t.p, power)) if on_midsea(world, n))
    return spread(ports, world.board.around, 3) & world.land


@cache
def on_midsea(world: World, node: int) -> bool:
    """Does a port lie on the Mediterranean?"""
    seas = [name for (here, name) in world.board.coast if here == node]
    return any(world.board.seas[name].basin == "Mediterranean" for name in seas)


def lay_in_box(t: Table, piece: int, where_: str = "") -> None:
    """It may be replenished this month, just as it was when it was lost (7.14/eliminated-only)."""
    p: AetoPosition = t.p
    key = f"{where_}{p.card[piece]} {p.steps[piece]}"
    p.fallen[key] = p.fallen.get(key, 0) + 1
    tally(t, "boxed")


def tally(t: Table, what: str) -> None:
    """Count something done this month."""
    t.p.tally[what] = t.p.tally.get(what, 0) + 1


def absorbs(t: Table, piece: int) -> int:
    """How many step losses a chit can take: a paratrooper one, in a Breakthrough, too (5.18/step-loss-para,
    5.21/para-loss)."""
    p: AetoPosition = t.p
    return 1 if p.kind[piece] == tb.PARATROOPER else p.steps[piece]
