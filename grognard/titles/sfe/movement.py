"""Ground movement (7.0): normal and strategic, and the phases in which units move."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PATH, PIECES, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, Reason
from grognard.engine.core.step import Step

from . import control, flak, ice, leash, reach, refusals, stacking, strengths, weather, zones
from . import world as w
from .state import Table, army, depots, figures, in_boxes, movers, phasing, segment_of, spoken_date

EXPLOITING = "exploitation"
FIVE = 5


@cached_between_orders
def own_units(t: Table, seat: int, args: Args) -> int:
    """The seat's ground units and leaders on the map."""
    return from_iter(i for power in t.powers_of(seat) for i in movers(t, power))


@cached_between_orders
def with_points(t: Table, seat: int, args: Args) -> int:
    """Units that have points left, or have not moved at all (7.0, 7.12)."""
    p = t.p
    able = [i for i in movers(t, phasing(t)) if figures(t, i)[2]]
    return from_iter(i for i in able if p.left[i] > 0 or not (p.moved | p.railed) >> i & 1)


def together(t: Table, seat: int, args: Args) -> int:
    """Units that move together stand in one hex, and none has moved when the others have not."""
    chosen: tuple[int, ...] = args[0] if args else ()
    if not chosen:
        return -1
    p = t.p
    begun = p.moved >> chosen[0] & 1
    return from_iter(i for i in p.stack(p.at[chosen[0]]) if p.moved >> i & 1 == begun)


def by_orders(t: Table, seat: int, args: Args) -> int:
    """Units that the scenario's own rules let move (7.0)."""
    return leash.free_to_move(t, phasing(t))


def say_orders(t: Table, seat: int, args: Args, value: int) -> str:
    return leash.stay_order(t, value)


def say_apart(t: Table, seat: int, args: Args, value: int) -> str:
    return "Units that move together stand in one hex and begin their move together."


def exploits(t: Table, seat: int, args: Args) -> int:
    """Armor, motorized units and leaders move in the Exploitation Phase (11.01)."""
    if t.frame.step != EXPLOITING:
        return -1
    return int(t.world.mobile_slots) | from_iter(i for i in army(t, phasing(t)) if led_on(t, i))


def can_step(t: Table, seat: int, args: Args) -> int:
    """Units for which some hex is open."""
    chosen: tuple[int, ...] = args[0] if args else ()
    found = 0
    pool = own_units(t, seat, ()) if not chosen else from_iter(t.p.stack(t.p.at[chosen[0]]))
    pool &= with_points(t, seat, ()) & by_orders(t, seat, ())
    if not chosen:
        found = beside_room(t, pool & ~t.p.moved)
    for piece in members(pool & ~found):
        if piece not in chosen and _has_way(t, tuple(sorted((*chosen, piece)))):
            found |= 1 << piece
    return found


def beside_room(t: Table, pool: int) -> int:
    """Of units that have not moved those beside a hex that is open to any unit: most of them, and soon seen."""
    if not pool:
        return 0
    near, at, units, world = ice.ground_for(t, phasing(t)).near, t.p.at, t.world.units, t.world
    room = reach.open_to_all(t, phasing(t))
    beside = [i for i in members(pool) if near[at[i]] & room]
    return from_iter([i for i in beside if near[at[i]] & room & leash.within_leash(world, units[i].nation)])


def _has_way(t: Table, pieces: tuple[int, ...]) -> bool:
    """Is some hex open? Whoever has not moved may step into any hex beside him that is free and has room."""
    if not any(t.p.moved >> i & 1 for i in pieces):
        near = ice.ground_for(t, phasing(t)).near[t.p.at[pieces[0]]] & ~reach.ground(t, pieces).closed
        if near & ~control.full(t, t.p.power[pieces[0]], pieces):
            return True
    return bool(open_hexes(t, pieces))


def open_hexes(t: Table, pieces: tuple[int, ...]) -> int:
    """Hexes where a stack can end an order of movement."""
    return reach.march(t, pieces).all() & ~control.full(t, t.p.power[pieces[0]], pieces)


UNIT_MASKS = (
    Mask("7.0", by_orders, say_orders),
    Mask("7.0", together, say_apart), Mask("11.01", exploits), Mask("7.1", with_points),
    Mask("7.1", can_step, lambda t, s, a, v: "No hex is open to it.", ahead=True),
)  # fmt: skip


def all_hexes(t: Table, seat: int, args: Args) -> int:
    return int(ice.ground(t).land)


def not_held(t: Table, seat: int, args: Args) -> int:
    """A hex with enemy ground units is entered by overrun only (14.0)."""
    return ~zones.against(t, t.p.power[args[0][0]]).ground


def in_reach(t: Table, seat: int, args: Args) -> int:
    return reach.march(t, args[0]).all()


def has_room(t: Table, seat: int, args: Args) -> int:
    """At most three ground units and one more leader end an order in a hex (5.01, 5.04)."""
    return ~control.full(t, t.p.power[args[0][0]], args[0])


def say_full(t: Table, seat: int, args: Args, node: int) -> str:
    return f"{t.node_name(node)} has no room: three ground units and a leader may stand there."


def points_of(half: int) -> int:
    """Half points as whole ones, rounded up, for people."""
    return (half + 1) // w.MP


class Move(Verb):
    """``move XVII+Breith Kharkov>SE1523``: units of one hex along a path."""

    name = "move"
    levels = (
        Level("units", PIECES, own_units, UNIT_MASKS),
        Level(
            "to", PATH, all_hexes,
            (
                Mask("14.0", not_held, refusals.say_held), Mask("7.1", in_reach, refusals.say_far),
                Mask("5.01", has_room, say_full),
            ),
            cost=lambda t, s, a, n: points_of(reach.march(t, a[0]).cost(n)),
            path=lambda t, s, a, n: reach.march(t, a[0]).path(n),
        ),
    )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        points = min(t.p.left[i] for i in args[0])
        return reach.walkable(reach.march(t, args[0]), path, points, "7.1")

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pieces, path = args
        walk(t, pieces, path, reach.march(t, pieces))


def walk(t: Table, pieces: tuple[int, ...], path: tuple[int, ...], found: reach.March) -> None:
    """Go a path hex by hex: pay, take control, note the rail hexes passed; a normal zone ends the move (6.11)."""
    p = t.p
    least = len(path) == 2 and found.least >> path[1] & 1
    flak.at_interdiction(t, pieces, path)
    price = found.price_of(path)
    cost = 0 if least else price - relief(t, pieces, path, found)
    flak.full_again(t)
    for there in path[1:]:
        for piece in pieces:
            p.put(piece, there)
        passed(t, pieces, there)
    reach.met_weather(t, pieces, path)
    stopped = least or found.ground.normal >> path[-1] & 1
    for piece in pieces:
        p.moved |= 1 << piece
        p.left[piece] = 0 if stopped else p.left[piece] - cost
    t.emit("moved", "7.1", pieces=pieces, nodes=path)


def relief(t: Table, pieces: tuple[int, ...], path: tuple[int, ...], found: reach.March) -> int:
    """Half points that a path costs less than it was offered for, flak having driven off or halved wings (21.08)."""
    now = reach.toll(t, pieces)
    return sum(
        found.ground.leaving(here) - sum(extra for extra, hexes in now if hexes >> here & 1) for here in path[:-1]
    )


def passed(t: Table, pieces: tuple[int, ...], node: int) -> None:
    """Units come into a hex: they control it, and those in supply open its railway (6.2, 8.06)."""
    from . import rail

    control.enter(t, pieces, node)
    supplied = any(t.world.units[i].ground and not t.p.unsupplied[i] for i in pieces)
    if t.frame.step == "movement" and supplied and rail.joined(t, t.p.power[pieces[0]], node):
        t.p.walked |= 1 << node


def not_begun(t: Table, seat: int, args: Args) -> int:
    """Strategic movement is the whole of a unit's march; a train may come before it (7.2)."""
    return ~t.p.moved


def clear_of_zones(t: Table, seat: int, args: Args) -> int:
    """It does not begin in an enemy zone, and begins in a hex controlled since the phase began (7.2)."""
    p = t.p
    zone = zones.against(t, phasing(t)).all
    calm, at = p.friendly & ~zone, p.at
    return from_iter([i for i in movers(t, phasing(t)) if calm >> at[i] & 1])


def can_march(t: Table, seat: int, args: Args) -> int:
    """Units for which strategic movement leads somewhere."""
    chosen: tuple[int, ...] = args[0] if args else ()
    found = 0
    pool = own_units(t, seat, ()) if not chosen else from_iter(t.p.stack(t.p.at[chosen[0]]))
    pool &= not_begun(t, seat, ()) & with_points(t, seat, ()) & by_orders(t, seat, ())
    pool &= clear_of_zones(t, seat, ()) if pool else 0
    if not chosen:
        found = reach.marching(t, phasing(t), pool)
    for piece in members(pool & ~found):
        group = tuple(sorted((*chosen, piece)))
        if piece not in chosen and reach.strategic(t, group).all() & ~control.full(t, t.p.power[piece], group):
            found |= 1 << piece
    return found


class Strategic(Verb):
    """``strategic LV Kursk>Sumy``: half as many points again, through one's own rear (7.2)."""

    name = "strategic"
    levels = (
        Level(
            "units", PIECES, own_units,
            (
                Mask("7.0", by_orders, say_orders), Mask("7.0", together, say_apart), Mask("7.2", not_begun),
                Mask("7.2", clear_of_zones),
                Mask("7.1", with_points), Mask("7.2", can_march, ahead=True),
            ),
        ),
        Level(
            "to", PATH, all_hexes,
            (Mask("7.2", lambda t, s, a: reach.strategic(t, a[0]).all()), Mask("5.01", has_room, say_full)),
            cost=lambda t, s, a, n: points_of(reach.strategic(t, a[0]).cost(n)),
            path=lambda t, s, a, n: reach.strategic(t, a[0]).path(n),
        ),
    )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        points = min(t.p.left[i] for i in args[0]) * 3 // 2
        return reach.walkable(reach.strategic(t, args[0]), path, points, "7.2")

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pieces, path = args
        walk(t, pieces, path, reach.strategic(t, pieces))
        for piece in pieces:
            t.p.left[piece] = 0


def led_on(t: Table, piece: int) -> bool:
    """Allied infantry and German airborne units of five points exploit with a leader of level 3 (28.05/5)."""
    unit = t.world.units[piece]
    kind = "ABN" if unit.power == w.AXIS and unit.nation == "German" else "INF" if unit.power == w.ALLIED else ""
    if t.options.get("leader_levels") != "on" or unit.kind != kind or unit.front[2] != FIVE:
        return False
    leaders = [i for i in members(t.world.leader_slots) if t.p.power[i] == unit.power and t.p.at[i] < t.world.arrivals]
    return any(t.p.began[i] == t.p.began[piece] and strengths.leader_level(t, i) >= 3 for i in leaders)


def spent_on_rails(t: Table, piece: int) -> bool:
    """A unit that went by extended rail spends no other points in the segment: it does not exploit (8.04)."""
    return bool(t.p.tired >> piece & 1)


def stand_ready(t: Table, power: int, divisor: int) -> None:
    """Units get their points for a phase; half of them, rounded down, to exploit (11.01)."""
    p = t.p
    p.moved = p.railed = p.fired = 0
    p.charged = {}
    everyone = [*army(t, power), *in_boxes(t, power), *depots(t, power)]
    for piece in everyone:
        p.began[piece] = p.at[piece]
    for piece in everyone:
        points = reach.allowance(t, piece)
        p.weathered[piece] = -weather.movement_points(t, p.at[piece], t.world.units[piece].mobile)
        p.left[piece] = points if divisor == 1 else points // w.MP // divisor * w.MP
        if divisor > 1 and (not (t.world.units[piece].mobile or led_on(t, piece)) or spent_on_rails(t, piece)):
            p.left[piece] = 0
            p.moved |= 1 << piece


class Movement(Step):
    """The Ground Movement Phase (4.04)."""

    name = "movement"
    rule = "4.04"

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = (Move(), Strategic(), *verbs, End())

    def begin(self, t: Table, f: Frame) -> None:
        p = t.p
        power = phasing(t)
        p.friendly, p.walked = p.land_of(power), 0
        p.rail_left = w.CORPS * int(t.world.side(power)["rail"])
        p.lifted = 0
        if p.readied != segment_of(t):  # else the Naval Movement Phase has given them out
            stand_ready(t, power, 1)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        full = sorted({t.p.at[i] for i in members(stacking.excess(t, seat, ()))})
        warned = f" {', '.join(map(t.node_name, full))}: more than three ground units; move some out, or they are lost."
        return f"{spoken_date(t)}, movement: move your units, then end.{warned if full else ''}"


class Exploitation(Step):
    """The Exploitation Phase: mobile units move again at half (4.07, 11.01)."""

    name = "exploitation"
    rule = "4.07"

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = (Move(), *verbs, End())

    def begin(self, t: Table, f: Frame) -> None:
        from . import buildup

        stand_ready(t, phasing(t), 2)
        buildup.begin(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken_date(t)}, exploitation: armor, motorized units and leaders move at half, then end."
