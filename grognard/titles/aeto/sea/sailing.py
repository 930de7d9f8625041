"""The naval part of the Naval and Air Phase (3.1, 3.5): sides take turns, a task force each."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import home_guard, offensives, pieces
from .. import tables as tb
from ..position import FRESH, AetoPosition, Table
from . import air_strike, cargo, carriers, damage, ports, ships, waters

RAID_GUNS = 3
"""Gunnery that a force needs to enter an enemy port (3.15)."""


# Who sails


def company(t: Table, seat: int, args: Args) -> int:
    """Ships of a seat, and what they can take aboard where they are."""
    own = ships.afloat(t, seat) | (ships.laid_up(t) | ships.icebound(t)) & t.pieces_of(seat)
    return own | cargo.loads(t, seat) | carriers.in_company(t, seat)


def not_laid_up(t: Table, seat: int, args: Args) -> int:
    """A ship under repair or sunk in port stays where it is (8.8/no-renege)."""
    return ~ships.laid_up(t)


def not_icebound(t: Table, seat: int, args: Args) -> int:
    """Nothing leaves a frozen port (1.6)."""
    return ~ships.icebound(t)


def fresh(t: Table, seat: int, args: Args) -> int:
    """A force sails once in the Naval and Air Phase, unless it is Committed (3.1)."""
    return where(t.p.rebased, among(0)) & where(t.p.status, among(FRESH))


def chosen_of(args: Args) -> tuple[int, ...]:
    return tuple(args[0]) if args else ()


def together(t: Table, seat: int, args: Args) -> int:
    """A task force starts from one port or sea hex (3.3)."""
    chosen = chosen_of(args)
    if not chosen:
        return -1
    return from_iter(t.p.stack(t.p.at[chosen[0]]))


def at_most_twelve(t: Table, seat: int, args: Args) -> int:
    """A task force has twelve chits at most (3.0)."""
    chosen = chosen_of(args)
    if ships.chits(t, chosen) < ships.MOST_CHITS:
        return -1
    free = -1 if ships.points(t, chosen) % 2 else ~where(t.p.kind, among(tb.STP))
    return ~where(t.p.kind, among(*(kind for kind in tb.SHIPS if kind != tb.STP))) & free


def submarines_alone(t: Table, seat: int, args: Args) -> int:
    """Submarines sail alone (3.29)."""
    chosen = chosen_of(args)
    boats = where(t.p.kind, among(tb.SS))
    if not chosen:
        return -1
    return boats if boats >> chosen[0] & 1 else ~boats


def has_ship(t: Table, seat: int, args: Args) -> int:
    """Somebody must sail."""
    return int(any(ships.is_ship(t.p, i) for i in chosen_of(args)))


# Where to


def way_of(t: Table, group: tuple[int, ...]) -> tuple[int, int, frozenset[str], bool]:
    """A force's node, power, the gates that are shut to it, and whether it may use the Kiel Canal."""
    p: AetoPosition = t.p
    hulls = [i for i in group if ships.is_ship(p, i)]
    power = p.power[hulls[0]]
    boats = p.kind[hulls[0]] == tb.SS
    return p.at[hulls[0]], power, waters.gates_shut(t, power, boats), waters.is_axis(p, power)


def targets(t: Table, group: tuple[int, ...]) -> int:
    """Ports that a force might enter: those that are open to it, and enemy ones."""
    power = way_of(t, group)[1]
    return ports.open_to(t, power) | ports.hostile_ports(t, power) | ports.spanish(t, group[0])


def within_speed(t: Table, seat: int, args: Args) -> int:
    """As far as the slowest ship sails, through waters that are not closed (3.1, 3.2)."""
    node, _, gates, canal = way_of(t, args[0])
    speed = ships.speed(t, args[0])
    return from_iter(waters.ways(t.world, node, speed, gates, canal, targets(t, args[0]))) & ~(1 << node)


def through_gates(t: Table, seat: int, args: Args) -> int:
    """The same if no gate were shut (3.2)."""
    node, _, _, _ = way_of(t, args[0])
    return from_iter(waters.ways(t.world, node, ships.speed(t, args[0]), frozenset(), True, targets(t, args[0])))


def anywhere(t: Table, seat: int, args: Args) -> int:
    """Every water and harbour."""
    return waters.at_sea(t.world) | from_iter(waters.ports_of(t.world))


def may_enter(t: Table, seat: int, args: Args) -> int:
    """Own and allied ports that work; an enemy port only with gunnery 3 or more (3.15)."""
    power = way_of(t, args[0])[1]
    shut = from_iter(waters.ports_of(t.world)) & ~ports.open_to(t, power) & ~ports.spanish(t, args[0][0])
    if sum(ships.gunnery(t, i) for i in args[0]) >= RAID_GUNS and not ships.burden(t, args[0]):
        shut &= ~ports.hostile_ports(t, power)
    return ~shut


def with_room(t: Table, seat: int, args: Args) -> int:
    """A port holds so many chits (3.0)."""
    need = ships.chits(t, args[0])
    power = way_of(t, args[0])[1]
    return ~from_iter(n for n in members(ports.open_to(t, power)) if ports.room(t, n) < need)


def homeward(t: Table, seat: int, args: Args) -> int:
    """A marked ship goes straight to the nearest open port, as far as it comes (7.10/naval-move)."""
    group = args[0]
    if not any(t.p.marked[i] for i in group):
        return -1
    there = home_leg(t, group)
    return 1 << there if there >= 0 else 0


def home_leg(t: Table, group: tuple[int, ...]) -> int:
    """Where a force ends that makes for the nearest open port at full speed, or -1 (7.10/naval-move)."""
    node, power, gates, canal = way_of(t, group)
    far = waters.ways(t.world, node, 200, gates, canal, ports.open_to(t, power))
    found = [(steps, n) for n, steps in far.items() if n != node and ports.feeds(t, power, n)]
    if not found:
        return -1
    path = waters.route(t.world, node, min(found)[1], gates, canal, ports.mined(t, power)) or (node,)
    near = [n for n in path[1:] if far.get(n, 999) <= ships.speed(t, group)]
    return outside(t, group, near) if near else -1


def outside(t: Table, group: tuple[int, ...], way: list[int]) -> int:
    """A force for which the port has no room waits in its hex (7.10/naval-full-port)."""
    full = way[-1] in waters.ports_of(t.world) and ports.room(t, way[-1]) < ships.chits(t, group)
    if not full:
        return way[-1]
    return way[-2] if len(way) > 1 else -1


class Sail(Verb):
    """``sail Warspite+uk1dd@Alexandria . Malta``: a task force puts to sea."""

    name = "sail"
    levels = (
        Level(
            "ships", PIECES, company,
            (Mask("8.8/no-renege", not_laid_up), Mask("1.6", not_icebound), Mask("3.1", fresh), Mask("3.3", together),
             Mask("3.0", at_most_twelve), Mask("3.29", submarines_alone),
             Mask("7.15/function", home_guard.stay_at_home), Mask("3.24", cargo.fits),
             Mask("3.20", carriers.room_on_deck)),
            closes=(Mask("3.1", has_ship), Mask("3.24", cargo.carried), Mask("3.20", carriers.all_on_deck)),
        ),
        Level(
            "to", NODE, anywhere,
            (Mask("3.1", within_speed, without=(("3.2", through_gates),)), Mask("3.15", may_enter),
             Mask("3.0", with_room), Mask("7.10/naval-move", homeward), Mask("3.24", cargo.can_land)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        put_to_sea(t, seat, args[0], args[1])


class ShipSupply(Verb):
    """``ship_supply ita0stp@Naples . Tripoli``: transports take supply to a port, with whoever escorts them."""

    name = "ship_supply"
    levels = (
        Level(
            "ships", PIECES, lambda t, s, a: ships.afloat(t, s),
            (Mask("3.1", fresh), Mask("7.1/embark-sea", cargo.laden), Mask("3.3", together),
             Mask("3.0", at_most_twelve), Mask("3.29", submarines_alone)),
            closes=(Mask("7.1/capacity", cargo.has_transport),),
        ),
        Level(
            "to", NODE, anywhere,
            (Mask("3.1", within_speed, without=(("3.2", through_gates),)), Mask("3.15", may_enter),
             Mask("3.0", with_room), Mask("7.1/illegal-destination", cargo.unfed),
             Mask("7.4/full-port", cargo.not_full)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        put_to_sea(t, seat, args[0], args[1], supplies=1)


def put_to_sea(t: Table, seat: int, group: tuple[int, ...], goal: int, supplies: int = 0) -> None:
    """A voyage of the Naval and Air Phase begins (3.1)."""
    node, power, gates, canal = way_of(t, group)
    path = waters.route(t.world, node, goal, gates, canal, ports.mined(t, power)) or (node, goal)
    for i in group:
        t.p.rebased[i] = 1
    set_sail(t, seat, group, path, power, supplies)


def set_sail(
    t: Table, seat: int, group: tuple[int, ...], path: tuple[int, ...], power: int, supplies: int = 0,
    men: tuple[int, ...] = (), beach: int = -1,
) -> None:  # fmt: skip
    """A force is on its way; if it is to evacuate, ``men`` wait at a hex of its path."""
    pieces.tally(t, "voyages")
    t.emit("sails", "3.1", pieces=group, nodes=(path[0], path[-1]))
    data = {
        "pieces": group, "path": path, "walked": 0, "asked": 0, "tries": (), "trying": (), "counts": (),
        "raid": int(bool(ports.hostile_ports(t, power) >> path[-1] & 1)), "withdrew": 0, "supplies": supplies,
        "mines": 0, "men": men, "beach": beach,
    }  # fmt: skip
    t.push(Frame("voyage", "order", seat, power, tuple(sorted(data.items()))))


# The Phase


def no_stragglers(t: Table, seat: int, args: Args) -> int:
    """A marked ship that can make for a port does not wait (7.10/naval-move)."""
    p: AetoPosition = t.p
    lost = ships.afloat(t, seat) & fresh(t, seat, ()) & ~where(p.marked, among(0))
    lost &= from_iter(i for node in members(waters.at_sea(t.world) & at_nodes(t, lost)) for i in p.stack(node))
    return int(not any(can_go_home(t, seat, i) for i in members(lost)))


def at_nodes(t: Table, group: int) -> int:
    return from_iter(t.p.at[i] for i in members(group))


def can_go_home(t: Table, seat: int, piece: int) -> bool:
    """Could a ship sail a leg of its way home by itself, leaving nobody behind on the water (7.10/naval-move)?"""
    p: AetoPosition = t.p
    if any(not ships.is_ship(p, i) for i in p.stack(p.at[piece])):
        return False
    args = ((piece,),)
    legs = within_speed(t, seat, args) & may_enter(t, seat, args) & with_room(t, seat, args)
    return bool(legs & homeward(t, seat, args))


class Done(Verb):
    """``pass``: no more operations in this Phase."""

    name = "pass"
    masks = (Mask("7.10/naval-move", no_stragglers),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.emit("passed", "3.5")
        t.remember(out=t.frame["out"] | 1 << seat)
        turn_over(t)


def may_give_way(t: Table, seat: int, args: Args) -> int:
    """Who has the Initiative may let the other side make the first operation (3.5, 8.13/initiative)."""
    f = t.frame
    first = not f.get("opened") and f["side"] == offensives.side_of(t.p.initiative)
    return int(first and bool(able(t, other_side(f["side"]), f["out"])))


class LetThemBegin(Verb):
    """``let_them_begin``: the other side makes the first operation."""

    name = "let_them_begin"
    masks = (Mask("3.5", may_give_way),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pieces.tally(t, offensives.GAVE_WAY)
        t.emit("gives_way", "3.5")
        turn_over(t)


def able(t: Table, side: int, out: int) -> tuple[int, ...]:
    """The seats of a side that have not passed and have something to send."""
    return tuple(s for s in offensives.seats_of(t, side) if not out >> s & 1 and has_means(t, s))


def has_means(t: Table, seat: int) -> bool:
    """Has a seat a ship that may sail, or an air unit that finds a ship in range?"""
    return bool(ships.afloat(t, seat) & fresh(t, seat, ()) or air_strike.strikers(t, seat, ()))


def turn_over(t: Table) -> None:
    """The other side's turn, unless it has passed (3.5)."""
    f = t.frame
    other = other_side(f["side"])
    t.remember(side=other if able(t, other, f["out"]) else f["side"], opened=1)


def other_side(side: int) -> int:
    return next(n for n in range(len(offensives.SIDES)) if n != side)


class NavalPhase(Step):
    """Sides take turns by operations, a task force or an air strike each; a seat that passes is out (3.5)."""

    name = "Naval Operations"
    rule = "3.5"
    verbs: tuple[Verb, ...] = (Sail(), ShipSupply(), air_strike.Strike(), LetThemBegin(), Done())

    def begin(self, t: Table, f: Frame) -> None:
        clear_ports(t)
        side = offensives.side_of(t.p.initiative)
        t.remember(out=0, side=side if able(t, side, 0) else other_side(side))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return able(t, f["side"], f["out"])[:1]

    def resume(self, t: Table, f: Frame, result: object) -> None:
        turn_over(t)

    def run(self, t: Table, f: Frame) -> None:
        over(t)
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = (ships.afloat(t, seat) & fresh(t, seat, ())).bit_count()
        return f"Naval operations: send a task force ({left} ships can still sail) or an air strike, or pass."


def clear_ports(t: Table) -> None:
    """Ships leave ports that have fallen to the enemy (3.15, S6)."""
    p: AetoPosition = t.p
    for node in [n for n in waters.ports_of(t.world) if n in p.stacks]:
        owner = next((power for power, land in enumerate(p.held) if land >> node & 1), -1)
        if owner >= 0:
            damage.leave(t, owner, node)


def over(t: Table) -> None:
    """At the end of the Phase the marks of ships in port come off, and withdrawals are forgotten (7.10/naval-clear)."""
    p: AetoPosition = t.p
    for i in members(where(p.kind, among(*tb.SHIPS)) & ~where(p.steps, among(0))):
        p.fell[i] = 0
        if p.marked[i] and ports.feeds(t, p.power[i], p.at[i]):
            p.marked[i] = 0
