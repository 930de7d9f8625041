"""Sea transport (19.3, 23.4): who is loaded, what ports can land, and what goes down with a ship."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import Args, Mask, rule

from . import airborne, control, leash, offboard, reach, seas, ships, supply, zones
from . import world as w
from .state import IDLE, Table, phasing

FAR = 4
"""Sea zones after which units do not move on in the turn of their landing (19.32)."""
LOCKED = 2
"""Turns until a captured port may be used (19.34)."""


def size(t: Table, piece: int) -> int:
    """What a unit takes of a transport, in quarters of a corps (19.33)."""
    unit = t.world.units[piece]
    if unit.depot:
        return 1 if t.p.reduced[piece] else 2
    return supply.quarters(t, piece)


def toll(t: Table, piece: int) -> int:
    """Half movement points to embark or debark: one point, two for armor, motorized, leaders and supplies (19.31)."""
    return w.MP * (2 if t.world.units[piece].mobile else 1)


def fare(t: Table, piece: int, port: int) -> int:
    """What it costs to embark or debark in a port that wings may interdict (16.15)."""
    return toll(t, piece) + reach.delay(t, piece, port, toll(t, piece))


def capacity(t: Table, force: tuple[int, ...]) -> int:
    """What the transports of a force can load (19.33)."""
    return sum(ships.lift(t, i) for i in force)


def loads(t: Table, seat: int, args: Args) -> int:
    """What lies or stands in the port of a force that has transports."""
    force = args[0]
    if not capacity(t, force) or not all(ships.able(t, i) for i in force):
        return 0
    units = t.world.units
    return from_iter(
        i for i in t.p.stack(t.p.at[force[0]])
        if t.owns(seat, i) and not units[i].naval and t.p.mission[i] == IDLE
    )  # fmt: skip


def fits(t: Table, seat: int, args: Args) -> int:
    """Transports carry so many corps and no more (19.33, 3.37)."""
    chosen = args[2] if len(args) > 2 else ()
    left = capacity(t, args[0]) - sum(size(t, i) for i in chosen)
    return from_iter(i for i in members(loads(t, seat, args)) if size(t, i) <= left)


def can_embark(t: Table, seat: int, args: Args) -> int:
    """Who has the movement points to embark; wings that are fresh (19.31, 19.32)."""
    p, units = t.p, t.world.units
    return from_iter(
        i for i in members(loads(t, seat, args))
        if (units[i].air and not (p.flown | p.disrupted) >> i & 1)
        or (not units[i].air and figures_move(t, i) and (free_loading(t, i) or p.left[i] >= fare(t, i, p.at[i])))
    )  # fmt: skip


def figures_move(t: Table, piece: int) -> bool:
    """Units with no movement factor are not shipped."""
    return t.world.units[piece].front[2] > 0


def free_loading(t: Table, piece: int) -> bool:
    """Supply units are loaded free of points where they arrive (A10)."""
    named = t.world.side(t.p.power[piece]).get("no_load_cost", ())
    return t.world.units[piece].depot and t.p.at[piece] in [t.world.board.node(name) for name in named]


def quay_free(t: Table, seat: int, args: Args) -> int:
    """Half of a port's capacity embarks or debarks in a turn (19.34)."""
    chosen = args[2] if len(args) > 2 else ()
    port = t.p.at[args[0][0]]
    left = quay(t, port) - sum(size(t, i) for i in chosen if not t.world.units[i].depot)
    return from_iter(i for i in members(loads(t, seat, args)) if t.world.units[i].depot or size(t, i) <= left)


def lands_there(t: Table, seat: int, args: Args) -> int:
    """The port that the force is bound for can still land it (19.34, 23.22)."""
    chosen = args[2] if len(args) > 2 else ()
    return from_iter(i for i in members(loads(t, seat, args)) if lands(t, (*chosen, i), args[1]))


def with_ramps(t: Table, seat: int, args: Args) -> int:
    """Type I transports land armor and motorized units at ports only, wings land at ports only (19.31/2)."""
    chosen = args[2] if len(args) > 2 else ()
    return from_iter(i for i in members(loads(t, seat, args)) if ramps(t, (*chosen, i), args[0], args[1]))


def ramps(t: Table, load: tuple[int, ...], force: tuple[int, ...], node: int) -> bool:
    """Is a load fit for the shore: at a beach armor needs room on type A transports, and wings a port (19.31/2)?"""
    from . import beachheads

    if of_the_port(t, node) or not beachheads.capacity(t, node):
        return True
    units = t.world.units
    tanks = sum(size(t, i) for i in load if units[i].mobile and not units[i].leader and not units[i].depot)
    room = sum(ships.lift(t, i) for i in force if ships.shown(t, i).assault)
    return tanks <= room and not any(units[i].air for i in load)


def under_no_orders(t: Table, seat: int, args: Args) -> int:
    """Units that nothing holds in their hex; one that was upgraded is not shipped in that segment either (27.32)."""
    return from_iter(i for i in members(loads(t, seat, args)) if t.world.units[i].air or not leash.stay_order(t, i))


def say_orders(t: Table, seat: int, args: Args, value: int) -> str:
    return leash.stay_order(t, value)


def kept_out_of_zones(t: Table, seat: int, args: Args) -> int:
    """Units set down in a plan do not land in an enemy zone (22.11/1)."""
    power = phasing(t)
    return ~airborne.planned(t, power) if zones.against(t, power).all >> args[1] & 1 else -1


def available(t: Table, force: tuple[int, ...], node: int) -> bool:
    """Is there anything that a force could carry to a port now?"""
    seat, args = t.seat_of(t.p.power[force[0]]), (force, node)
    found = loads(t, seat, args)
    for mask in MASKS:
        found &= mask.allowed(t, seat, args) if found else 0
    return bool(found)


MASKS = (
    Mask("19.33", fits), Mask("19.31", can_embark), Mask("19.34", quay_free), Mask("19.34", lands_there),
    Mask("19.31/2", with_ramps), Mask("7.0", under_no_orders, say_orders), Mask("22.11/1", kept_out_of_zones),
)  # fmt: skip


def usable(t: Table, node: int) -> float:
    """The naval capacity of a hex: of its port, of a beach with a beachhead, of a Mulberry (19.34, 19.49)."""
    from . import beachheads

    return of_the_port(t, node) + beachheads.capacity(t, node) + beachheads.mulberry(t, node)


def of_the_port(t: Table, node: int) -> float:
    """A port's naval capacity; none until the second turn after its capture, half on the first if stormed (19.34/1)."""
    whole = seas.sea_map(t.world).ports.get(node, 0)
    if just_captured(t, node):
        return whole / 2 if t.p.stormed >> node & 1 and t.p.turn > t.p.captured[str(node)] else 0
    return 0 if river_closed(t, node) else whole


def just_captured(t: Table, node: int) -> bool:
    """Was a port captured so lately that it is not to be used, before the second turn after it (19.34/1)?"""
    taken = t.p.captured.get(str(node))
    return taken is not None and t.p.turn < taken + LOCKED


def river_closed(t: Table, node: int) -> bool:
    """The capacity of an inland port is not used while the enemy closes its river (19.35)."""
    shut = seas.shut_gates(t, phasing(t))
    return any(link.gate in shut for link in seas.sea_map(t.world).links.get(node, ()) if link.gate.startswith("river"))


def quay(t: Table, node: int) -> int:
    """Quarters of corps that may still embark or debark in a port in this segment (19.34)."""
    return int(w.CORPS * usable(t, node)) // 2 - int(t.p.landed.get(str(node), 0))


def wharf(t: Table, node: int) -> int:
    """Supply units that may still be landed: a third of the capacity, rounded up (23.22)."""
    return int(-(-usable(t, node) // 3)) - int(t.p.stocked.get(str(node), 0))


def lands(t: Table, load: tuple[int, ...], node: int) -> bool:
    """Can a port land a whole load in this segment (19.34, 23.22)?"""
    stores = [i for i in load if t.world.units[i].depot]
    troops = sum(size(t, i) for i in load if i not in stores)
    return (not stores or len(stores) <= wharf(t, node)) and (not troops or troops <= quay(t, node)) and (
        not any(t.world.units[i].air for i in load)
        or bool((t.p.land_of(phasing(t)) | offboard.boxes(t.world)) >> node & 1)
    )  # fmt: skip


@rule("19.31")
def embark(t: Table, force: tuple[int, ...], load: tuple[int, ...]) -> None:
    """Units go aboard and pay for it (19.31)."""
    p = t.p
    port = p.at[force[0]]
    for piece in load:
        unit = t.world.units[piece]
        if not unit.depot:
            p.landed[str(port)] = p.landed.get(str(port), 0) + size(t, piece)
        if not unit.air and not free_loading(t, piece):
            p.left[piece] -= fare(t, piece, port)
        p.moved |= 1 << piece
        p.shipped |= 1 << piece
        p.put(piece, t.world.aboard)


@rule("19.32")
def debark(t: Table, load: tuple[int, ...], node: int, zones: int) -> None:
    """Units land; they move on only after four zones or fewer, and wings are used (19.31, 19.32)."""
    p = t.p
    alive = tuple(i for i in load if p.at[i] == t.world.aboard)
    for piece in alive:
        unit = t.world.units[piece]
        p.put(piece, node)
        if unit.air:
            shipped_wing(t, piece)
        elif zones > FAR or p.left[piece] < fare(t, piece, node):
            p.left[piece] = 0
        else:
            p.left[piece] -= fare(t, piece, node)
        if unit.depot:
            p.stocked[str(node)] = p.stocked.get(str(node), 0) + 1
        else:
            p.landed[str(node)] = p.landed.get(str(node), 0) + size(t, piece)
    if alive:
        t.emit("landed_from_sea", "19.31", pieces=alive, nodes=(node,))


@rule("19.32/1")
def shipped_wing(t: Table, piece: int) -> None:
    """Wings that are shipped are used; fighters only stay down in this segment (19.32/1)."""
    if t.world.units[piece].kind != "F":
        t.p.flown |= 1 << piece


@rule("20.03/6")
def lost(t: Table, load: tuple[int, ...]) -> None:
    """What a sunk force carried is lost (23.22, 20.03/6)."""
    for piece in load:
        if t.p.at[piece] == t.world.aboard:
            control.remove(t, piece, "at sea")


@rule("20.03/6")
def shed(t: Table, force: tuple[int, ...], load: tuple[int, ...]) -> None:
    """A force that carries more than its transports can still hold flips units and loses others (20.03/6)."""
    alive = [i for i in load if t.p.at[i] == t.world.aboard]
    room = sum(ships.kept(t, i) for i in force if t.p.at[i] < t.world.arrivals)
    while alive and sum(size(t, i) for i in alive) > room:
        piece = max(alive, key=lambda i: (not t.p.reduced[i] and t.world.units[i].back is not None, size(t, i), -i))
        if not t.p.reduced[piece] and t.world.units[piece].back is not None:
            if t.world.units[piece].depot:
                t.p.reduced[piece] = 1
            else:
                control.flip(t, piece)
        else:
            control.remove(t, piece, "at sea")
            alive.remove(piece)
