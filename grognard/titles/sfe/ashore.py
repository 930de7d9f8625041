"""Those who come ashore on an enemy coast (19.44-19.46): what they are worth, and what becomes of them."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import rule

from . import control
from .state import Table, foe, ground_in, on_map

COMMANDO = "CDO"


def commando(t: Table, piece: int) -> bool:
    return bool(t.world.units[piece].kind == COMMANDO)


def share(t: Table, piece: int) -> tuple[int, int]:
    """Units that came over a beach attack at half strength in this segment (19.44, 19.45); commandos do not (19.46)."""
    return (1, 2) if t.p.landing >> piece & 1 and not whole(t, piece) else (1, 1)


def whole(t: Table, piece: int) -> bool:
    """Commandos are not halved when they assault (19.46)."""
    return commando(t, piece)


def without_tanks(t: Table, piece: int) -> bool:
    """Armor that lands has no armor bonus, motorized units are not neutral to it (19.44)."""
    return bool(t.p.landing >> piece & 1)


def hexes_to_attack(t: Table, piece: int) -> int:
    """Those who wade ashore attack the enemies in their own hex (19.44)."""
    return 1 << t.p.at[piece]


def put_ashore(t: Table, units: tuple[int, ...], node: int) -> None:
    """Units debark on an enemy coast; where no enemy stands they have overrun the hex (19.4, 19.45)."""
    p = t.p
    alive = tuple(i for i in units if p.at[i] == t.world.aboard)
    for piece in alive:
        p.put(piece, node)
        p.left[piece] = 0
        p.moved |= 1 << piece
    p.landing |= from_iter(alive)
    besides(t, alive)
    p.assaulted |= 1 << node
    if not alive:
        return
    t.emit("assaulted", "19.4", pieces=alive, nodes=(node,))
    if ground_in(t, node, foe(t, p.power[alive[0]])):
        p.wading |= from_iter(alive)
    else:
        unopposed(t, alive, node)


def besides(t: Table, units: tuple[int, ...]) -> None:
    """One commando brigade may overstack where it landed, until the next Movement Phase ends (5.01/1)."""
    t.p.overstack |= from_iter([i for i in units if commando(t, i)][:1])


@rule("19.45")
def unopposed(t: Table, units: tuple[int, ...], node: int) -> None:
    """An empty hex is overrun: the units end their movement there and may attack other hexes (19.45)."""
    gain(t, units, node)


def gain(t: Table, units: tuple[int, ...], node: int) -> None:
    """A landing has succeeded: the hex is taken, a port may soon be used, a beachhead is set up (19.34/2, 19.47)."""
    from . import beachheads

    control.enter(t, units, node)
    stormed(t, node)
    beachheads.after_assault(t, units, node)


@rule("19.34")
def stormed(t: Table, node: int) -> None:
    """A coastal port taken by an amphibious assault works at half on the next turn (19.34)."""
    t.p.stormed |= 1 << node


def breached(t: Table, attackers: tuple[int, ...], node: int) -> bool:
    """The amphibious assault unit cancels the fort's modifier in one attack on the hex that it was given to (28.11)."""
    return bool(t.p.engineers == node + 2 and any(t.p.wading >> i & 1 for i in attackers))


def spend_engineers(t: Table, attackers: tuple[int, ...], node: int) -> None:
    """After that attack it is removed from play."""
    if breached(t, attackers, node):
        t.p.engineers = 0


def settle(t: Table) -> None:
    """After the Combat Phase those who have not cleared their hex are lost, the others hold it (19.44/1)."""
    p = t.p
    for node in sorted({p.at[i] for i in members(p.wading) if on_map(t, i)}):
        units = tuple(i for i in members(p.wading) if p.at[i] == node)
        if ground_in(t, node, foe(t, p.power[units[0]])):
            thrown_back(t, units)
        else:
            gain(t, units, node)
            besides(t, units)
    p.wading = 0


@rule("19.44/1")
def thrown_back(t: Table, units: tuple[int, ...]) -> None:
    """Any defender left in the hex is the end of those who landed there (19.44/1)."""
    for piece in units:
        control.remove(t, piece, "hex not cleared")


def new_segment(t: Table) -> None:
    """Landed units are as others from the next segment on."""
    t.p.landing = t.p.wading = t.p.assaulted = 0
    t.p.built_up = {}
