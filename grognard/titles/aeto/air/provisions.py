"""Air Supply (7.1-7.3, 4.25): ATPs carry supply chits and men between airbases, and drop supply in an emergency."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import pieces, stacking, stores, supply, zones
from .. import tables as tb
from .. import world as w
from ..position import ACTIVE, FRESH, AetoPosition, Table
from ..sea import air_strike
from ..title import POWERS
from . import bases, flights

SOURCES = ("new", "air_chit", "sea_chit")
"""Where a chit comes from: made in a supplied base, or one that lies there, of either kind."""
ON_FOOT = (tb.INFANTRY, tb.MOUNTAIN, tb.COMMANDO, tb.PARATROOPER)
"""Infantry types, a step of which a point carries (4.25)."""
BACK, STAY = 0, 1
DROP, LANDING, LIFT = "drop", "landing", "lift"


# The transports


def transports(t: Table, seat: int, args: Args) -> int:
    """A seat's ATPs on the map."""
    p: AetoPosition = t.p
    return t.pieces_of(seat) & ~where(p.steps, among(0)) & where(p.kind, among(tb.ATP))


def ready(t: Table, seat: int, args: Args) -> int:
    """One mission a month (4.1)."""
    return where(t.p.status, among(FRESH))


def at_first_base(t: Table, seat: int, args: Args) -> int:
    """Supply goes aboard an ATP where it began the month, and nowhere else (7.1/embark-air)."""
    return where(t.p.rebased, among(0))


def can_load(t: Table, seat: int, args: Args) -> int:
    """ATPs for which there is a chit to load: made in a supplied base, or lying there (7.0/create)."""
    return from_iter(i for i in members(transports(t, seat, ())) if loads_of(t, i))


def loads_of(t: Table, piece: int) -> int:
    """Bits of SOURCES that are open to an ATP."""
    p: AetoPosition = t.p
    node, power = p.at[piece], p.power[piece]
    bits = int(makes_chits(t, power, node))
    if str(node) in p.chits and supply.friendly_chit(p, power, node):
        bits |= 2 * int(p.air_chits.get(str(node), 0) > p.chits[str(node)][2])
        bits |= 4 * int(may_convert(t) and in_port(t, node) and stores.untouched(p, node) > 0)
    return bits


def makes_chits(t: Table, power: int, node: int) -> bool:
    """A chit is made free in a base that a line of supply joins to a map source, for an ATP that takes it at once
    (7.0/create)."""
    return bool(supply.lines(t, power).fed >> node & 1)


def in_port(t: Table, node: int) -> bool:
    """Sea chits become Air chits in a port (7.1/convert)."""
    return bool(t.world.ports >> node & 1)


def may_convert(t: Table) -> bool:
    """Chits are made in the Naval and Air Phase alone, those that Sea chits become, too (7.0/create-phase)."""
    return any(f.step == "air_phase" for f in t.agenda)


def embark(t: Table, piece: int, source: int) -> None:
    """The chit is aboard: a Sea chit becomes one Air chit, never the other way (7.1/convert)."""
    p: AetoPosition = t.p
    node = p.at[piece]
    if SOURCES[source] == "air_chit":
        p.air_chits[str(node)] -= 1
        stores.clear_away(p, node)
    elif SOURCES[source] == "sea_chit":
        stores.take(p, node)


def source_words(t: Table, seat: int, args: Args) -> int:
    return loads_of(t, args[0])


# Where to


def land(t: Table, seat: int, args: Args) -> int:
    return t.world.land


def airbases(t: Table, seat: int, args: Args) -> int:
    """Air Supply is landed at friendly airbases that work, not in mere ports (7.2/no-cross)."""
    power = t.p.power[args[0]]
    own = bases.sites(t) & zones.held_by_friends(t.p, power) & ~zones.ground(t, power).enemy
    return from_iter(n for n in members(own) if bases.capacity(t, n))


def in_range(t: Table, seat: int, args: Args) -> int:
    """Within an ATP's printed range as the weather leaves it (7.2/range)."""
    piece = args[0]
    near = t.world.disc(t.p.at[piece], flights.range_of(t, piece)) & ~(1 << t.p.at[piece])
    return from_iter(n for n in members(near & t.world.land) if flights.can_reach(t, piece, n))


def cut_off(t: Table, seat: int, args: Args) -> int:
    """Not to a base that a line joins to a map source (7.1/illegal-destination)."""
    return ~supply.lines(t, t.p.power[args[0]]).fed


def with_space(t: Table, seat: int, args: Args) -> int:
    """An airbase holds an Air Supply chit for each air unit that it could base (7.2/airbase-capacity)."""
    held = t.p.air_chits
    return ~from_iter(int(n) for n in held if held[n] >= bases.capacity(t, int(n)))


def same_side(t: Table, seat: int, args: Args) -> int:
    """Not where enemy chits lie."""
    p: AetoPosition = t.p
    return ~from_iter(int(n) for n in p.chits if not supply.friendly_chit(p, p.power[args[0]], int(n)))


def afterwards(t: Table, seat: int, args: Args) -> int:
    """On arrival an ATP flies back at once, or stays if the base has room (7.2/return)."""
    return 1 << BACK | int(bases.has_room(t, args[1])) << STAY


class FlySupply(Verb):
    """``fly_supply ger0atp@Athens Derna stay``: an ATP takes an Air Supply chit to an airbase."""

    name = "fly_supply"
    levels = (
        Level(
            "transport", PIECE, transports,
            (Mask("4.1", ready), Mask("7.1/embark-air", at_first_base), Mask("7.0/create", can_load)),
        ),
        Level(
            "base", NODE, land,
            (Mask("7.2/no-cross", airbases), Mask("7.2/range", in_range), Mask("7.1/illegal-destination", cut_off),
             Mask("7.2/airbase-capacity", with_space), Mask("7.12/capture", same_side)),
        ),
        Level("then", WORD, None, (Mask("7.2/return", afterwards),), words=("return", "stay"), optional=True),
        Level("chit", WORD, None, (Mask("7.0/create-phase", source_words),), words=SOURCES, optional=True),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if transports(t, seat, ()) & ready(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node, then, source = args
        embark(t, piece, source)
        take_off(t, seat, (piece,), node, what=LANDING, then=then, source=source)


# Emergency drops


def of_majors(t: Table, seat: int, args: Args) -> int:
    """Each major power drops one chit a month (7.3/drop)."""
    tally = t.p.tally
    free = [power for power in t.powers_of(seat) if w.is_major(power) and f"drop {power}" not in tally]
    return where(t.p.power, among(*free)) if free else 0


class DropSupply(Verb):
    """``drop_supply ger0atp@Kharkov Stalingrad``: an ATP drops an Air Supply chit into a land hex and is lost."""

    name = "drop_supply"
    levels = (
        Level(
            "transport", PIECE, transports,
            (Mask("4.1", ready), Mask("7.1/embark-air", at_first_base), Mask("7.3/drop", of_majors),
             Mask("7.0/create", can_load)),
        ),
        Level("hex", NODE, land, (Mask("7.3/drop", in_range),)),
        Level("chit", WORD, None, (Mask("7.0/create-phase", source_words),), words=SOURCES, optional=True),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if transports(t, seat, ()) & ready(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node, source = args
        embark(t, piece, source)
        pieces.tally(t, f"drop {t.p.power[piece]}")
        take_off(t, seat, (piece,), node, what=DROP, source=source)


# The flight


def take_off(
    t: Table, seat: int, planes: tuple[int, ...], node: int, what: str, then: int = BACK, source: int = 0,
    men: tuple[int, ...] = (),
) -> None:  # fmt: skip
    """Laden ATPs are in the air; enemy fighters within range may meet them (7.3/combat)."""
    p: AetoPosition = t.p
    pieces.tally(t, "missions")
    for i in planes:
        p.status[i] = ACTIVE
    data = {
        "planes": planes, "target": node, "what": what, "then": then, "down": 0, "over": planes, "men": men,
        "source": source,
    }  # fmt: skip
    power = p.power[planes[0]]
    t.emit("supply_flight", "7.2/range", pieces=(*planes, *men), nodes=(node,))
    t.push(Frame("supply_flight", "order", seat, power, tuple(sorted(data.items()))))
    foe = hunter(t, power, node)
    if foe >= 0:
        air_strike.begin(t, seat, planes, node, foe, air_strike.SUPPLY)


def hunter(t: Table, power: int, node: int) -> int:
    """The enemy power whose fighters are nearest to a hex and can be over it, or -1: it may intercept
    (7.3/combat)."""
    p: AetoPosition = t.p
    foes = where(p.power, among(*members(p.hostile[power]))) if p.hostile[power] else 0
    near = [
        (flights.distance(t, p.at[i], node), p.power[i])
        for i in members(foes & where(p.kind, among(*tb.FIGHTERS)) & ~where(p.steps, among(0)))
        if flights.may_fly(t, i, node)
    ]  # fmt: skip
    return min(near)[1] if near else -1


class SupplyFlight(Step):
    """A flight with supply after its air combat: it lands, or drops its chit (7.2, 7.3)."""

    name = "supply flight"
    rule = "7.2/range"
    kind = "order"
    piece_fields = ("planes", "over", "men")

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if f["down"]:
            t.pop("flight")
            return
        t.remember(down=1)
        if f["what"] == LIFT:
            set_down(t, f)
        elif not f["over"]:
            turned_back(t, f)
        elif f["what"] == LANDING:
            arrive(t, f)
        else:
            drop(t, f)

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if isinstance(result, tuple) and result and result[0] == "bombs":
            t.remember(over=tuple(result[1]))
        elif isinstance(result, tuple) and result and result[0] == "drift":
            come_down(t, f.power, result[1])


def turned_back(t: Table, f: Frame) -> None:
    """Who turned back has its chit at home again; what was made for the flight is not kept (7.0/create)."""
    (piece,) = f["planes"]
    if t.p.steps[piece] and SOURCES[f["source"]] != "new":
        lay_down(t, f.power, t.p.at[piece])


def arrive(t: Table, f: Frame) -> None:
    """The chit is unloaded; the ATP goes back or stays (7.2/return)."""
    lay_down(t, f.power, f["target"])
    t.emit("air_supply", "7.2/range", nodes=(f["target"],), power=POWERS[f.power])
    if f["then"] == STAY:
        (piece,) = f["planes"]
        t.p.rebased[piece] = 1
        t.place(piece, f["target"])


def lay_down(t: Table, power: int, node: int) -> None:
    """An Air Supply chit lies in a hex."""
    p: AetoPosition = t.p
    p.chits.setdefault(str(node), (power, 0, 0, 0))
    p.air_chits[str(node)] = p.air_chits.get(str(node), 0) + 1


def drop(t: Table, f: Frame) -> None:
    """A die for accuracy: to 3 the chit lands in the hex, else in one beside it that the nearest enemy chooses
    (7.3/accuracy)."""
    node = f["target"]
    die = t.roll("air supply drop")
    net = die + bad_ground(t, node)
    t.emit("supply_drop", "7.3/accuracy", pieces=f["planes"], nodes=(node,), die=die, net=net, missed=int(net > 3))
    lose_transport(t, f["planes"][0])
    foe = nearest_enemy(t, f.power, node)
    if net <= 3 or foe < 0:
        come_down(t, f.power, node)
    else:
        t.ask("drift", t.seat_of(foe), target=node, owner=f.power)


@rule("7.3/atp-lost")
def lose_transport(t: Table, piece: int) -> None:
    """The ATP is lost after its drop, wherever the chit came down (7.3/atp-lost)."""
    pieces.eliminate(t, piece, "7.3/atp-lost")


@rule("7.3/accuracy-mod", off=lambda t, node: 0)
def bad_ground(t: Table, node: int) -> int:
    """+1 each for coast, forest, mountain and swamp (7.3/accuracy-mod)."""
    kinds = (t.world.board.coastal, t.world.terrain("forest"), t.world.terrain("mountain"), t.world.marsh)
    return sum(bits >> node & 1 for bits in kinds)


def nearest_enemy(t: Table, power: int, node: int) -> int:
    """The enemy power with a land unit nearest to a hex, or -1 (7.3/accuracy)."""
    p: AetoPosition = t.p
    foes = where(p.power, among(*members(p.hostile[power]))) if p.hostile[power] else 0
    units = foes & where(p.kind, among(*tb.LAND)) & ~where(p.steps, among(0)) & ~pieces.aboard(t)
    return min(((flights.distance(t, p.at[i], node), p.power[i]) for i in members(units)), default=(0, -1))[1]


@rule("7.3/lost", off=lambda t, power, node: True)
def can_hold(t: Table, power: int, node: int) -> bool:
    """A drop into an enemy, neutral, sea or lake hex, or where the base is full of chits, is lost (7.3/lost)."""
    p: AetoPosition = t.p
    ours = t.world.land & zones.held_by_friends(p, power) & ~zones.ground(t, power).enemy
    if not ours >> node & 1:
        return False
    return p.air_chits.get(str(node), 0) < max(1, bases.capacity(t, node))


def come_down(t: Table, power: int, node: int) -> None:
    """The chit lies in the hex, and one unit may draw on it this month (7.3/draw)."""
    kept = can_hold(t, power, node)
    t.emit("supply_down", "7.3/draw", nodes=(node,), kept=int(kept))
    if kept:
        lay_down(t, power, node)
        pieces.tally(t, f"dropped at {node}")


class Drift(Verb):
    """``drift Gazala``: the enemy's supply comes down here."""

    name = "drift"
    levels = (Level("hex", NODE, lambda t, s, a: t.world.disc(t.frame["target"], 1) & ~(1 << t.frame["target"])),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("drift", args[0]))


class Drifting(Step):
    """The nearest enemy says where a drop that went astray comes down (7.3/accuracy)."""

    name = "supply astray"
    rule = "7.3/accuracy"
    kind = "question"
    verbs = (Drift(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        where_ = pieces.spoken(t, f["target"])
        return f"The enemy's supply drop on {where_} goes astray: choose the hex beside it where it comes down."


# Men by air


def passengers(t: Table, seat: int, args: Args) -> int:
    """Units of infantry types and Generals at airbases that were not activated (4.25, 5.10/embark)."""
    p: AetoPosition = t.p
    own = t.pieces_of(seat) & ~where(p.steps, among(0)) & where(p.kind, among(*ON_FOOT, tb.GENERAL))
    fresh = own & where(p.status, among(FRESH)) & where(p.rebased, among(0))
    return from_iter(i for i in members(fresh & ~pieces.aboard(t)) if lifts(t, seat, p.at[i]))


def lifts(t: Table, seat: int, node: int) -> list[int]:
    """A seat's ATPs in a hex that have not flown."""
    mine = transports(t, seat, ()) & ready(t, seat, ()) & where(t.p.rebased, among(0))
    return [i for i in t.p.stack(node) if mine >> i & 1]


def one_base(t: Table, seat: int, args: Args) -> int:
    """All start from one airbase (4.25)."""
    chosen = args[0] if args else ()
    return from_iter(t.p.stack(t.p.at[chosen[0]])) if chosen else -1


def enough_points(t: Table, seat: int, args: Args) -> int:
    """A point carries one step of infantry types; a General takes no room (4.25, 5.10/embark)."""
    p: AetoPosition = t.p
    chosen = args[0] if args else ()
    bits = 0
    for i in members(passengers(t, seat, ())):
        steps = sum(p.steps[j] for j in {*chosen, i} if p.kind[j] != tb.GENERAL)
        bits |= int(steps <= len(lifts(t, seat, p.at[i]))) << i
    return bits


def somebody(t: Table, seat: int, args: Args) -> int:
    return int(bool(args and args[0]))


def planes_for(t: Table, seat: int, men: tuple[int, ...]) -> list[int]:
    """The ATPs that carry men: one a step, one at least."""
    p: AetoPosition = t.p
    steps = sum(p.steps[i] for i in men if p.kind[i] != tb.GENERAL)
    return lifts(t, seat, p.at[men[0]])[: max(1, steps)]


def lift_bases(t: Table, seat: int, args: Args) -> int:
    """Friendly airbases within range of all the ATPs (4.25)."""
    planes = planes_for(t, seat, tuple(args[0]))
    bits = -1
    for i in planes:
        bits &= airbases(t, seat, (i,)) & in_range(t, seat, (i,))
    return bits


def with_quarters(t: Table, seat: int, args: Args) -> int:
    """The men find room where they land (5.9/basic)."""
    return stacking.with_room(t, tuple(args[0]), lift_bases(t, seat, args))


class Airlift(Verb):
    """``airlift ger6inf-@Athens . Derna``: ATPs take men to another airbase and fly back."""

    name = "airlift"
    levels = (
        Level(
            "men", PIECES, passengers, (Mask("4.25", one_base), Mask("4.25", enough_points)),
            closes=(Mask("4.25", somebody),),
        ),
        Level("base", NODE, land, (Mask("4.25", lift_bases), Mask("5.9/basic", with_quarters))),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if transports(t, seat, ()) & ready(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        men, node = tuple(args[0]), args[1]
        planes = tuple(planes_for(t, seat, men))
        for i in men:
            t.p.rebased[i] = 1
        take_off(t, seat, planes, node, what=LIFT, men=men)


def seats_aboard(t: Table, f: Frame) -> list[tuple[int, tuple[int, ...]]]:
    """The planes of each passenger: one a step; a General rides in the first (4.25)."""
    found, taken = [], 0
    for i in f["men"]:
        steps = 0 if t.p.kind[i] == tb.GENERAL else t.p.steps[i]
        found.append((i, f["planes"][taken : taken + steps] if steps else f["planes"][:1]))
        taken += steps
    return found


def set_down(t: Table, f: Frame) -> None:
    """Men land whose planes came through; who was shot down is lost, who turned back stays at home (4.25)."""
    p: AetoPosition = t.p
    landed = []
    for piece, planes in seats_aboard(t, f):
        if any(not p.steps[i] for i in planes):
            pieces.eliminate(t, piece, "4.25")
        elif all(i in f["over"] for i in planes):
            landed.append(piece)
    t.emit("airlift", "4.25", pieces=tuple(landed), nodes=(f["target"],))
    for piece in landed:
        t.place(piece, f["target"])
