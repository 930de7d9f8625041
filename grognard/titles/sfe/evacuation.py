"""Evacuation (19.36): transports take units off a beach that has no beachhead, and what becomes of those at home."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import cargo, control, movement, production, reach, sailing, seas, ships, taskforce
from . import world as w
from .state import Table, figures, phasing, segment_of

EMBARK = 2 * w.MP
"""Half points to go aboard (19.36)."""
MISSION = 2
"""Movement points of the transports for it (19.36)."""
COMMANDO = "CDO"


# What becomes of them


def home_again(t: Table, piece: int, came: int, port: int) -> None:
    """An evacuated unit reaches a friendly port: it leaves play, and what it is worth stays (19.36)."""
    p, unit, factors = t.p, t.world.units[piece], figures(t, piece)[0]
    p.saved[unit.nation] = p.saved.get(unit.nation, 0) + factors
    t.emit("evacuated", "19.36", pieces=(piece,), nodes=(came,), factors=factors)
    if unit.kind == COMMANDO and port >= 0:
        rest(t, piece, port)
        return
    convert(t, piece, factors)
    control.remove(t, piece, "evacuated", special=False)
    leader_returns(t, piece)


@rule("19.36/1")
def convert(t: Table, piece: int, factors: int) -> None:
    """Three quarters of the attack factors become infantry points, half of those of armor and motorized (19.36/1)."""
    unit = t.world.units[piece]
    worth = factors // 2 if unit.mobile else 3 * factors // 4
    production.add_points(t, unit.nation, production.QUARTER * worth, 0)


@rule("19.36/2")
def leader_returns(t: Table, piece: int) -> None:
    """A leader who was evacuated returns two turns later (19.36/2)."""
    if t.world.units[piece].leader:
        t.p.due[piece] = t.p.turn + 2


def rest(t: Table, piece: int, port: int) -> None:
    """Commandos who were evacuated stay in play, disrupted for a full game turn (19.36/2)."""
    t.p.put(piece, port)
    t.p.left[piece] = 0
    t.p.shaken |= 1 << piece
    t.p.rescued[str(piece)] = segment_of(t) + 2


def resting(t: Table) -> int:
    """Commandos whose turn of rest is not over (19.36/2)."""
    return from_iter(int(name) for name, until in t.p.rescued.items() if segment_of(t) < until)


# Taking them off


def fare(t: Table, piece: int, beach: int) -> int:
    """Half points to go aboard: two points, more where wings interdict the beach (19.36, 16.15)."""
    return EMBARK + reach.delay(t, piece, beach, EMBARK)


def open_beaches(t: Table, power: int) -> int:
    """Beaches without a beachhead where own units stand (19.36)."""
    beaches = from_iter(seas.sea_map(t.world).beaches) if t.world.ship_slots else 0
    return beaches & ~from_iter(int(name) for name in t.p.beachheads) & int(t.p.occupied[power])


def reachable(t: Table, force: tuple[int, ...]) -> int:
    """Beaches to which the way, two points for the mission and the way home are within the force's points (19.36)."""
    power, most = t.p.power[force[0]], sailing.points(t, force)
    ways = {n: seas.way_ashore(t, power, t.p.at[force[0]], n) for n in members(open_beaches(t, power))}
    return from_iter(n for n, way in ways.items() if way and sailing.cost_of(way, False, True) + MISSION <= most)


def with_a_beach(t: Table, seat: int, args: Args) -> int:
    """Ships that can take somebody off with the transports of their port (19.36)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    if not open_beaches(t, phasing(t)):
        return 0
    pool = sailing.own_ships(t, seat, ()) & sailing.fit(t, seat, ()) & ~t.p.sailed & sailing.one_port(t, seat, args)
    found = 0
    for piece in members(pool):
        force = (*chosen, piece)
        later = [i for i in members(pool) if i > piece and t.p.at[i] == t.p.at[piece] and ships.lift(t, i)]
        if piece not in chosen and any(beaches_in_points(t, seat, ((*force, *more),)) for more in ((), *zip(later))):
            found |= 1 << piece
    return found


def lifts(t: Table, seat: int, args: Args) -> int:
    """There are transports in the force, and somebody whom they can take off (19.36)."""
    return int(bool(args and args[0]) and bool(beaches_in_points(t, seat, args)))


def beaches_in_points(t: Table, seat: int, args: Args) -> int:
    """Beaches that the force reaches, with somebody to take off (19.36)."""
    force = args[0]
    return from_iter(
        n for n in members(reachable(t, force)) if with_points(t, seat, (force, n)) & fits(t, seat, (force, n))
    )


def stranded(t: Table, seat: int, args: Args) -> int:
    """Ground units and leaders on the beach."""
    units = t.world.units
    return from_iter(
        i for i in t.p.stack(args[1]) if t.owns(seat, i) and (units[i].ground or units[i].leader) and not units[i].wall
    )


def with_points(t: Table, seat: int, args: Args) -> int:
    """Units with two movement points to embark (19.36)."""
    return from_iter(i for i in members(stranded(t, seat, args)) if t.p.left[i] >= fare(t, i, args[1]))


def fits(t: Table, seat: int, args: Args) -> int:
    """Units for which the transports have room (19.33)."""
    chosen: tuple[int, ...] = args[2] if len(args) > 2 else ()
    room = cargo.capacity(t, args[0]) - sum(cargo.size(t, i) for i in chosen)
    return from_iter(i for i in members(stranded(t, seat, args)) if cargo.size(t, i) <= room)


class TakeOff(Verb):
    """``take_off BrTTI1+BrDD1 Dieppe_coast Cdo``: ships sail to a beach, and come home with units (19.36)."""

    name = "take_off"
    levels = (
        Level(
            "ships", PIECES, sailing.own_ships,
            (
                Mask("18.01", sailing.not_sailed), Mask("18.04", sailing.fit), Mask("18.01", sailing.one_port),
                Mask("5.03/3", sailing.few_from_a_refuge), *taskforce.masks("take_off", reachable),
                Mask("19.36", with_a_beach, ahead=True),
            ),
            closes=(Mask("19.36", lifts),),
        ),
        Level(
            "beach", NODE, lambda t, s, a: open_beaches(t, phasing(t)),
            (Mask("19.36", beaches_in_points), taskforce.AS_PLANNED),
        ),
        Level(
            "units", PIECES, stranded,
            (
                Mask("7.0", movement.by_orders, movement.say_orders), Mask("19.36", with_points), Mask("19.33", fits),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, beach, units = args
        way = seas.way_ashore(t, t.p.power[force[0]], t.p.at[force[0]], beach)
        assert way is not None
        taskforce.sets_out(t, tuple(force))
        ships.on_mission(t, tuple(force))
        sailing.set_sail(t, tuple(force), (), way.nodes, tuple(reversed(way.nodes)), way.zones)
        t.swap(t.frame.hiding(lifting=tuple(units)))


def embark(t: Table, f: Frame, force: tuple[int, ...]) -> None:
    """The ships are off the beach: who still stands there and finds room goes aboard, and they sail home (19.36)."""
    room, aboard = cargo.capacity(t, force), []
    for piece in f["lifting"]:
        if t.p.at[piece] == f["here"] and cargo.size(t, piece) <= room:
            room -= cargo.size(t, piece)
            t.p.left[piece] = max(0, t.p.left[piece] - fare(t, piece, f["here"]))
            t.p.moved |= 1 << piece
            t.p.put(piece, t.world.aboard)
            aboard.append(piece)
    home = f["home"]
    t.swap(f.hiding(path=home[1:], home=(), lifting=()).having(
        pieces=force, load=tuple(aboard), evacuees=f["here"],
    ))  # fmt: skip


def landed(t: Table, f: Frame) -> None:
    """The ships are in port with those whom they took off (19.36)."""
    for piece in f["load"]:
        if t.p.at[piece] == t.world.aboard:
            home_again(t, piece, f["evacuees"], f["here"])
