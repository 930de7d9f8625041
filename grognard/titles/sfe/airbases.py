"""Air bases (5.02): who may fly from where, landing, and wings thrown off their base (16.42)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import control, droptanks, events
from . import world as w
from .state import DONE, ESCORT, IDLE, INTERCEPT, INTERDICT, SUPPORT, Table, figures, phasing, wings

BASES = {row["base"]: row for row in w.chart("bases")}
NEAR = 4
"""How far fighters intercept, and come home from it (16.23)."""


def flights_from(t: Table, node: int) -> int:
    """How many wings may fly missions from a base in an Air Phase; city and airfield counter add up (5.02/2)."""
    p = t.p
    kind = "major airfield" if p.major_fields >> node & 1 else "airfield" if p.airfields >> node & 1 else ""
    return printed_base(t.world, node) + (int(BASES[kind]["fly_an_air_phase"]) if kind else 0)


def printed_base(world: w.World, node: int) -> int:
    """The limit printed beside a city or town, which is also its flak (5.02/2, 21.02)."""
    kinds = (("major city", world.major), ("minor city", world.minor), ("town", world.town))
    return sum(int(BASES[kind]["fly_an_air_phase"]) for kind, hexes in kinds if hexes >> node & 1)


def bases(t: Table, power: int) -> int:
    """The air bases that a side controls (5.02), but for those that it may not use yet (A5)."""
    held: int = (t.world.bases | t.p.airfields) & t.p.land_of(power)
    return held & ~not_yet(t) if power == w.AXIS and "wings_from" in t.world.settings else held


def not_yet(t: Table) -> int:
    """Axis wings base in Greece and on Crete only from days of their own (A5)."""
    shut = 0
    for place, day in t.world.settings["wings_from"].items():
        if t.p.turn <= t.world.turns.index(day):
            shut |= events.greek_land(t.world, t.world.board.node(place))
    return shut


def based(t: Table, node: int) -> list[int]:
    """The wings that belong to a base: those on the ground there and those that flew from it."""
    p = t.p
    units = t.world.units
    here = [i for i in p.stacks.get(node, ()) if units[i].air and p.mission[i] == IDLE]
    return [*here, *away_from(t).get(node, ())]


@cached_between_orders
def away_from(t: Table) -> dict[int, list[int]]:
    """The wings in the air, by the base that they flew from."""
    p, found = t.p, dict[int, list[int]]()
    for piece in members(t.world.air_slots):
        if p.mission[piece] != IDLE:
            found.setdefault(p.base[piece], []).append(piece)
    return found


def has_room(t: Table, node: int, but: int = -1) -> bool:
    """Twice as many wings of its holder may stand on a base as may fly from it (5.02/3)."""
    own = [i for i in based(t, node) if i != but and t.p.land_of(t.p.power[i]) >> node & 1]
    return len(own) < 2 * flights_from(t, node)


@cached_between_orders
def roomy(t: Table, power: int) -> int:
    """The bases of a side that have room for one wing more."""
    return from_iter(node for node in members(bases(t, power)) if has_room(t, node))


def in_range(t: Table, piece: int, node: int, hops: int = 1) -> int:
    """Hexes within a wing's range of a hex, or twice it (15.02, 16.41)."""
    area: int = t.world.within(node, hops * figures(t, piece)[2])
    return area


def heavy_fields(t: Table, piece: int) -> int:
    """Heavy bombers base at cities and major airfields only (5.02/1)."""
    fields = t.world.cities | t.p.major_fields if t.world.units[piece].kind == "HB" else -1
    return fields & tied_to_britain(t, piece)


def tied_to_britain(t: Table, piece: int) -> int:
    """Fighter Command keeps some wings in Britain, one of them till a day (B9)."""
    day = t.world.settings.get("tied_wings", {}).get(t.world.units[piece].name)
    free = day is None or (day in t.world.turns and t.p.turn > t.world.turns.index(day))
    return -1 if free else int(t.world.board.nation["Britain"])


def landing_hexes(t: Table, piece: int, reach: int) -> int:
    """Friendly bases within some hexes that have room (15.03, 5.02/3)."""
    p = t.p
    near = bases(t, p.power[piece]) & t.world.within(p.at[piece], reach) & heavy_fields(t, piece)
    return from_iter(node for node in members(near) if has_room(t, node, piece))


def home_reach(t: Table, piece: int) -> int:
    """How far a wing flies home: its range, four hexes after an interception (15.03, 16.23)."""
    reach = droptanks.extended(t, piece) if droptanks.escorting(t, piece) else figures(t, piece)[2]
    return min(NEAR, reach) if t.p.mission[piece] == INTERCEPT else reach


def touch_down(t: Table, piece: int, node: int) -> None:
    """A wing lands, with what it carries."""
    p = t.p
    p.put(piece, node)
    if p.cargo[piece] >= 0:
        from . import transport

        transport.unload(t, piece)
    p.mission[piece], p.base[piece], p.halved[piece] = IDLE, -1, 0
    p.held &= ~(1 << piece)


def fly_home(t: Table, piece: int) -> None:
    """A wing returns to its base, or to the nearest that it reaches; without one it is lost (15.03)."""
    p = t.p
    open_ = landing_hexes(t, piece, home_reach(t, piece))
    if open_ >> p.base[piece] & 1:
        touch_down(t, piece, p.base[piece])
    elif open_:
        grid = t.world.board.grid
        touch_down(t, piece, min(members(open_), key=lambda n: (grid.distance(p.at[piece], n), n)))
        t.emit("landed", "15.03", pieces=(piece,), nodes=(p.at[piece],))
    else:
        control.remove(t, piece, "no base")


@rule("16.42")
def driven_off(t: Table, piece: int) -> None:
    """Wings on a base that the enemy enters go to the nearest other within twice their range, disrupted (16.42)."""
    p = t.p
    here = p.at[piece]
    open_ = landing_hexes(t, piece, 2 * figures(t, piece)[2]) & ~(1 << here)
    if not open_:
        control.remove(t, piece, "no base")
        return
    grid = t.world.board.grid
    touch_down(t, piece, min(members(open_), key=lambda n: (grid.distance(here, n), n)))
    p.disrupted |= 1 << piece
    p.due[piece] = 2
    t.emit("driven_off", "16.42", pieces=(piece,), nodes=(here, p.at[piece]))


@rule("15.0")
def new_air_turn(t: Table, power: int) -> None:
    """A side's wings are ready when its segment begins; disrupted ones wait an air turn more (15.0, 16.42)."""
    p = t.p
    for piece in members(t.world.air_slots | t.world.ship_slots):
        if p.power[piece] != power:
            continue
        p.flown &= ~(1 << piece)
        p.launched &= ~(1 << piece)
        p.patrolled &= ~(1 << piece)
        if p.disrupted >> piece & 1:
            p.due[piece] -= 1
            if p.due[piece] <= 0:
                p.disrupted &= ~(1 << piece)


# Landing


def escorts(t: Table) -> list[int]:
    """Wings whose mission ends with the Air Phase (15.03)."""
    return [i for i in members(t.world.air_slots) if t.p.mission[i] in (ESCORT, INTERCEPT, DONE)]


def supporters(t: Table) -> list[int]:
    """Wings whose mission ends with the Combat Phase: support that is not held back (15.03/1)."""
    p = t.p
    return [i for i in members(t.world.air_slots) if p.mission[i] in (SUPPORT, DONE) and not p.held >> i & 1]


def all_supporters(t: Table) -> list[int]:
    return [i for i in members(t.world.air_slots) if t.p.mission[i] in (SUPPORT, DONE)]


def interdictors(t: Table) -> list[int]:
    """The waiting side's wings over interdicted hexes come home after the Exploitation Phase (16.15/4)."""
    p = t.p
    return [i for i in members(t.world.air_slots) if p.mission[i] == INTERDICT and p.power[i] != phasing(t)]


LANDING = {"escorts": escorts, "support": supporters, "late": all_supporters, "interdiction": interdictors}


def landing(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in LANDING[t.frame["who"]](t) if t.owns(seat, i))


class Land(Verb):
    """``land JG52 Poltava``: a wing comes down at another base than its own (15.03)."""

    name = "land"
    levels = (
        Level("wing", PIECE, landing, (Mask("15.03", lambda t, s, a: _with_choice(t, s)),)),
        Level(
            "base", NODE, lambda t, s, a: t.world.land,
            (Mask("15.03", lambda t, s, a: landing_hexes(t, a[0], home_reach(t, a[0]))),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        touch_down(t, *args)
        t.emit("landed", "15.03", pieces=(args[0],), nodes=(args[1],))


def _with_choice(t: Table, seat: int) -> int:
    return from_iter(i for i in members(landing(t, seat, ())) if landing_hexes(t, i, home_reach(t, i)))


class Home(Verb):
    """``end``: the wings that are left return to their bases."""

    name = "end"
    ends = True

    def apply(self, t: Table, seat: int, args: Args) -> None:
        for piece in members(landing(t, seat, ())):
            fly_home(t, piece)
        t.pop()


class ComingHome(Step):
    """Wings return to base (15.03)."""

    name = "landing"
    rule = "15.03"
    kind = "question"
    verbs = (Land(), Home())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if landing(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Your wings return to base: land some elsewhere, or end to send all home."


class Landing(Step):
    """A point of the turn where wings of both sides may come home."""

    name = "landing"
    rule = "15.03"

    def __init__(self, who: str) -> None:
        self.who = who

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        if self.who == "escorts":
            end_of_air_phase(t)
        for power in reversed(range(len(w.POWERS))):
            if any(t.p.power[i] == power for i in LANDING[self.who](t)):
                t.ask("coming_home", t.seat_of(power), power, who=self.who)


# Bases that new wings have filled beyond their limit


@rule("27.41")
def end_of_air_phase(t: Table) -> None:
    """New wings may crowd a base until the Air Phase ends; then it holds no more than it may (27.41)."""
    if crowding(t, mover := t.seat_of(phasing(t)), ()):
        t.ask("crowded", mover, phasing(t))


def crowding(t: Table, seat: int, args: Args) -> int:
    """The wings on the ground of the first base that holds more than twice its number (5.02/3)."""
    units = t.world.units
    for power in t.powers_of(seat):
        for node in members(bases(t, power) & t.p.occupied[power]):
            grounded = [i for i in t.p.stack(node) if units[i].air and t.p.mission[i] == IDLE]
            if len(grounded) > 2 * flights_from(t, node):
                return from_iter(grounded)
    return 0


class GiveUpWing(Verb):
    """``give_up JG52``: a wing for which its base has no room is eliminated (27.41)."""

    name = "give_up"
    levels = (Level("wing", PIECE, crowding),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        control.remove(t, args[0], "stacking")


class Crowded(Step):
    """The owner chooses which wings of a crowded base are eliminated (27.41)."""

    name = "stacking"
    rule = "27.41"
    kind = "question"
    verbs = (GiveUpWing(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if crowding(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        node = t.p.at[members(crowding(t, seat, ()))[0]]
        most = 2 * flights_from(t, node)
        return f"{t.node_name(node)} has room for {most} wings: choose those that are eliminated."


def ready(t: Table, power: int) -> int:
    """Wings on the ground that may still fly in this air turn (15.0, 16.42)."""
    p = t.p
    idle = from_iter(i for i in wings(t, power) if p.mission[i] == IDLE)
    return idle & ~p.flown & ~p.sent & ~p.disrupted & ~p.shipped
