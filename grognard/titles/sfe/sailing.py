"""Naval movement (18.0) and transport (19.3): a force sails on a committed way to a hidden destination."""

from __future__ import annotations

import random
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import NODE, PIECES, WORD, End, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import cargo, interception, movement, seas, ships, taskforce
from . import world as w
from .state import Table, phasing, segment_of, spoken_date
from .state import ships as fleet

STAY, BACK, HOME = "stay", "back", "home"
MISSION = int(next(r["cost"] for r in w.chart("costs") if r["what"] == "ship: mission"))
REPLENISH = int(next(r["cost"] for r in w.chart("costs") if r["what"] == "ship: replenish"))


# Who sails


def own_ships(t: Table, seat: int, args: Args) -> int:
    """The seat's ships in port."""
    return from_iter(i for power in t.powers_of(seat) for i in fleet(t, power))


def not_sailed(t: Table, seat: int, args: Args) -> int:
    """A ship spends its movement points in one voyage (18.01)."""
    return ~t.p.sailed


def fit(t: Table, seat: int, args: Args) -> int:
    """Ships that are disrupted, under repair or starved stay in port (18.04, 27.25/c, 23.54)."""
    return from_iter(i for i in members(own_ships(t, seat, ())) if ships.able(t, i))


def can_sail(t: Table, seat: int, args: Args) -> int:
    """Disrupted ships and those under repair stay in port; starved ones may leave it, on no mission (18.04, 23.54)."""
    return from_iter(i for i in members(own_ships(t, seat, ())) if ships.afloat(t, i))


def one_port(t: Table, seat: int, args: Args) -> int:
    """A force sails from one port (18.01)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    return from_iter(t.p.stack(t.p.at[chosen[0]])) if chosen else -1


def with_a_way(t: Table, seat: int, args: Args) -> int:
    """Ships for which some port is open."""
    chosen: tuple[int, ...] = args[0] if args else ()
    pool = own_ships(t, seat, ()) & not_sailed(t, seat, ()) & one_port(t, seat, args)
    return from_iter(i for i in members(pool) if i in chosen or ends(t, (*chosen, i), ()))


# Where to


def few_from_a_refuge(t: Table, seat: int, args: Args) -> int:
    """Ships that may still go on a mission, of those that lie in a refuge (5.03/3)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    return from_iter(i for i in members(own_ships(t, seat, ())) if ships.refuge_quota(t, (*chosen, i)))


def loaded_from_a_refuge(t: Table, seat: int, args: Args) -> int:
    return -1 if ships.refuge_quota(t, args[0]) else 0


def points(t: Table, force: tuple[int, ...]) -> int:
    """The movement points of a force: those of its slowest ship (18.01)."""
    return min(ships.allowance(t, i) for i in force)


def cost_of(way: seas.Way, mission: bool, back: bool) -> int:
    """Zones out, a mission, and the zones home, the first of them being left already (18.01)."""
    return way.zones + MISSION * mission + (way.zones - 1 if back else 0)


def ends(t: Table, force: tuple[int, ...], load: tuple[int, ...]) -> int:
    """Own ports that a force can reach with its points (18.01, 18.02, 18.03)."""
    power, start = t.p.power[force[0]], t.p.at[force[0]]
    tree = seas.ways_from(t.world, start, seas.shut_gates(t, power))
    most = points(t, force) - MISSION * bool(load)
    open_ = ships.own_ports(t, power) & ~(1 << start)
    near = [n for n in members(open_) if n in tree and tree[n][0] <= most]
    return from_iter(n for n in near if _stays(t, force, n) or _returns(t, force, load, n))


def _stays(t: Table, force: tuple[int, ...], node: int) -> bool:
    return ships.berth_free(t, node, force)


def _returns(t: Table, force: tuple[int, ...], load: tuple[int, ...], node: int) -> bool:
    """Can the force land its load and come home in the same turn?"""
    way = seas.way(t, t.p.power[force[0]], t.p.at[force[0]], node)
    carries = bool(load) or cargo.available(t, force, node)
    return carries and way is not None and cost_of(way, True, True) <= points(t, force)


def in_points(t: Table, seat: int, args: Args) -> int:
    return ends(t, args[0], ())


def any_end(t: Table, force: tuple[int, ...]) -> int:
    return ends(t, force, ())


def berths(t: Table, force: tuple[int, ...]) -> int:
    """The ports in reach where a force can stay."""
    return from_iter(n for n in members(ends(t, force, ())) if _stays(t, force, n))


def on_the_plan(t: Table, seat: int, args: Args) -> int:
    """On its day a task force sails as it is; before that its ships go where they can stay (28.12/a2)."""
    bound = from_iter(taskforce.engaged(t, phasing(t)))
    chosen: tuple[int, ...] = args[0] if args else ()
    if not bound:
        return -1
    if taskforce.due(t, phasing(t), "sail", any_end):
        return bound if any(bound >> i & 1 for i in chosen) else ~bound if chosen else -1
    mixed = any(bound >> i & 1 for i in chosen)
    return from_iter(
        i for i in members(own_ships(t, seat, ())) if not (mixed or bound >> i & 1) or berths(t, (*chosen, i))
    )  # fmt: skip


def port_of_the_plan(t: Table, seat: int, args: Args) -> int:
    """A task force goes to its hex on its day, and before that to a port with room (28.12/a1)."""
    if taskforce.changes_port(t, args[0], any_end):
        return berths(t, args[0])
    return taskforce.as_planned(t, seat, args)


def empty_before_the_day(t: Table, seat: int, args: Args) -> int:
    """Ships of a task force carry nothing before its day (28.12/a2)."""
    return 0 if taskforce.changes_port(t, args[0], any_end) else -1


IN_A_PLAN = Mask("28.12/a2", empty_before_the_day, lambda t, s, a, v: "Its ships are in the plan of a task force.")


def loaded_in_points(t: Table, seat: int, args: Args) -> int:
    """A mission takes a point (18.01)."""
    return -1 if ends(t, args[0], (0,)) >> args[1] & 1 else 0


def goes_somewhere(t: Table, seat: int, args: Args) -> int:
    """An empty force goes only where it can stay (18.02)."""
    return int((len(args) > 2 and bool(args[2])) or _stays(t, args[0], args[1]))


CLOSES = Mask("18.02", goes_somewhere, lambda t, s, a, v: "There is no berth for it there: it needs something to land.")


def plans(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    """Stay there or come back, on the shortest way or around a zone on it."""
    found = seas.way(t, t.p.power[args[0][0]], t.p.at[args[0][0]], args[1])
    inner = seas.zones_of(t, found.nodes)[1:-1] if found else []
    around = [f"{then}_around_{name.replace(' ', '_')}" for name in inner for then in (STAY, BACK)]
    return (STAY, BACK, *around)


def way_of(t: Table, args: Args) -> seas.Way | None:
    """The way that an order chose."""
    force, end, _, word = args[:4]
    found = seas.way(t, t.p.power[force[0]], t.p.at[force[0]], end)
    if word < 2 or found is None:
        return found
    without = seas.zones_of(t, found.nodes)[1:-1][word // 2 - 1]
    return seas.way(t, t.p.power[force[0]], t.p.at[force[0]], end, without)


def plans_open(t: Table, seat: int, args: Args) -> int:
    """Stay where there is room to base (5.03), or come home with a load landed, if the points suffice (18.01)."""
    force, end, load = args[:3]
    open_ = 0
    for n in range(len(plans(t, seat, args))):
        way = way_of(t, (*args[:3], n))
        if way is None or cost_of(way, bool(load), n % 2 == 1) > points(t, force):
            continue
        if bool(load) if n % 2 else _stays(t, force, end):
            open_ |= 1 << n
    return open_


class Sail(Verb):
    """``sail ItaTT1+ItaDD4 Tripoli ItaSupply4 back``: ships, a port, what they carry, and then."""

    name = "sail"
    labels = ("18.02",)
    levels = (
        Level(
            "ships", PIECES, own_ships,
            (
                Mask("18.01", not_sailed), Mask("18.04", can_sail), Mask("18.01", one_port),
                Mask("28.12/a2", on_the_plan), taskforce.in_waves("sail", any_end),
                Mask("18.01", with_a_way, lambda t, s, a, v: "No port is open to it.", ahead=True),
            ),
        ),
        Level(
            "port", NODE, lambda t, s, a: ships.own_ports(t, t.powers_of(s)[0]),
            (Mask("18.01", in_points), Mask("28.12/a1", port_of_the_plan)),
        ),
        Level(
            "load", PIECES, cargo.loads,
            (
                IN_A_PLAN, *cargo.MASKS, Mask("18.01", loaded_in_points), Mask("5.03/3", loaded_from_a_refuge),
            ),
            closes=(CLOSES,),
        ),
        Level("then", WORD, masks=(Mask("18.02", plans_open),), words=plans, optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, _, load, word = args
        way = way_of(t, args)
        assert way is not None
        if load:
            ships.on_mission(t, force)
        if not taskforce.changes_port(t, force, any_end):
            taskforce.sets_out(t, force)
        cargo.embark(t, force, load)
        home = tuple(reversed(way.nodes)) if word % 2 else ()
        spare = points(t, force) - cost_of(way, bool(load), bool(home))
        set_sail(t, force, load, way.nodes, home, way.zones, spare)


def set_sail(
    t: Table, force: tuple[int, ...], load: tuple[int, ...], path: tuple[int, ...], home: Any = (), length: int = 0,
    spare: int = 0, landing: int = 0,
) -> None:  # fmt: skip
    """A force leaves port on a committed way (18.01, 19.51)."""
    power = t.p.power[force[0]]
    t.p.sailed |= from_iter(force)
    for piece in force:
        t.p.mending[piece] = 0
        t.p.base[piece] = path[0]
    t.emit("put_to_sea", "18.01", pieces=(*force, *load), nodes=(path[0],))
    data = {
        "pieces": tuple(force), "load": tuple(load), "here": path[0], "zones": 0, "quiet": 0, "hunting": -1,
        "passed": (path[0],), "start": path[0], "stage": 0,
    }  # fmt: skip
    secret: tuple[tuple[str, Any], ...] = (
        ("home", tuple(home)), ("length", length), ("path", path[1:]), ("spare", spare), ("strike", -1),
    )  # fmt: skip
    if landing:  # bound for a coast that is not his own: nobody else sees that (19.51)
        secret = tuple(sorted((*secret, ("landing", landing))))
    t.push(Frame("voyage", ORDER, t.seat_of(power), power, tuple(sorted(data.items())), secret))


class Voyage(Step):
    """A force at sea: zone by zone, and after each the enemy may intercept (18.01, 19.51, S22)."""

    name = "voyage"
    rule = "18.01"
    kind = ORDER
    piece_fields = ("pieces", "load")

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def draw_secret(self, t: Table, f: Frame, rng: random.Random) -> Frame:
        """Any own port that the force could still be bound for."""
        if f["hunting"] >= 0:
            found = seas.way(t, f.power, f["here"], f["hunting"])
            return f.hiding(path=found.nodes[1:] if found else (), home=(), length=f["zones"], spare=0, strike=-1)
        force = tuple(i for i in f["pieces"] if t.p.at[i] < t.world.arrivals)
        tree = seas.ways_from(t.world, f["here"], seas.shut_gates(t, f.power))
        left = ships.ALLOWANCE - f["zones"]
        open_ = [n for n in tree if ships.own_ports(t, f.power) >> n & 1 and tree[n][0] <= max(1, left)]
        fit_ = [n for n in open_ if ships.berth_free(t, n, force)] or open_
        found = seas.way(t, f.power, f["here"], rng.choice(sorted(fit_))) if fit_ else None
        return f.hiding(path=found.nodes[1:] if found else (), home=(), length=f["zones"], spare=0, strike=-1)

    def run(self, t: Table, f: Frame) -> None:
        force = tuple(i for i in f["pieces"] if t.p.at[i] < t.world.arrivals)
        if not force:
            cargo.lost(t, f["load"])
            t.pop(((), f["here"]))
            return
        if f["stage"] == 1:
            self.watched(t, f, force)
        elif f["path"]:
            self.onward(t, f, force)
        else:
            self.arrived(t, f, force)

    def onward(self, t: Table, f: Frame, force: tuple[int, ...]) -> None:
        """Sail through one zone (18.01)."""
        part, rest = seas.first_zone(t, f["path"])
        begun = (f["here"],) if not f["zones"] else ()
        here = part[-1]
        for piece in force:
            t.p.put(piece, here)
        t.swap(f.hiding(path=rest).having(
            here=here, passed=(*begun, *part), zones=f["zones"] + 1, stage=1, pieces=force,
        ))  # fmt: skip
        name = next(iter(seas.zones_of(t, part)), "")
        t.emit("sailed", "18.01", pieces=force, nodes=(here,), zone=name)

    def watched(self, t: Table, f: Frame, force: tuple[int, ...]) -> None:
        """The other side may intercept in any hex that the force has passed (19.51)."""
        t.swap(f.having(stage=0))
        hexes = f["passed"][:-1] if f["hunting"] == f["here"] else f["passed"]
        interception.watch(t, f, force, hexes)

    def arrived(self, t: Table, f: Frame, force: tuple[int, ...]) -> None:
        """The end of a way: land the load, and sail home if that was ordered (19.31, 18.02)."""
        here = f["here"]
        if f["strike"] >= 0:
            from . import strikes

            strikes.launch(t, f, force)
            return
        if f.get("landing", 0) and f["hunting"] < 0:
            from . import assault

            t.pop((force, here))
            assault.arrived(t, f["landing"], force, f["load"], here, f.get("points", 0))
            return
        harbour = str(here) in t.p.beachheads or bool(seas.sea_map(t.world).port_nodes >> here & 1)
        if f.get("lifting", ()):
            from . import evacuation

            evacuation.embark(t, f, force)
            return
        if f["home"] and not harbour:
            t.swap(f.hiding(path=f["home"][1:], home=()).having(pieces=force))
            return
        if f["hunting"] >= 0 or not harbour:
            t.pop((force, here))
            return
        if f.get("evacuees", -1) >= 0:
            from . import evacuation

            evacuation.landed(t, f)
        elif f["load"]:
            cargo.debark(t, f["load"], here, f["length"])
        if f.get("points", 0):
            from . import stores

            stores.unload(t, force, here, f["points"])
        if f["spare"] >= REPLENISH:
            ships.replenish(t, force, here)
        t.emit("made_port", "18.02", pieces=force, nodes=(here,))
        home = f["home"]
        if not home:
            t.pop((force, here))
            return
        t.swap(f.hiding(path=home[1:], home=()).having(load=(), pieces=force, points=0))

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        """A force that broke off a battle abandons its mission and goes back to port (20.01/5)."""
        cargo.shed(t, f["pieces"], f["load"])
        if result in ("broken off", HOME):
            turn_back(t, f)
        elif result == interception.MET and f["hunting"] >= 0:
            free_to_return(t, f)


def free_to_return(t: Table, f: Frame) -> None:
    """Interceptors that were met on their way have fought: they may sail on, and need not (19.53/2)."""
    force = tuple(i for i in f["pieces"] if t.p.at[i] < t.world.arrivals)
    if force and f["path"]:
        t.ask("sailing_on", f.seat, f.power, force=force, hex=f["hunting"])


class TurnBack(Verb):
    """``turn_back``: the interceptors return to port (19.53/2)."""

    name = "turn_back"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(HOME)


class SailingOn(Step):
    """Interceptors met on their way may give up the interception (19.53/2)."""

    name = "sailing on"
    rule = "19.53/2"
    kind = "question"
    piece_fields = ("force",)
    verbs = (TurnBack(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Your ships have fought on their way to {t.node_name(f['hex'])}: turn back, or pass to sail on."


def turn_back(t: Table, f: Frame) -> None:
    """The force gives up its mission and returns to the nearest own port (20.01/5, S20)."""
    force = tuple(i for i in f["pieces"] if t.p.at[i] < t.world.arrivals)
    if not force:
        return
    if f["hunting"] >= 0:
        t.swap(f.hiding(path=(), home=()).having(hunting=f["here"], broken=1))
        return
    port = ships.nearest_port(t, force, f["here"])
    way = seas.way(t, f.power, f["here"], port) if port >= 0 else None
    path = way.nodes[1:] if way else ()
    more: dict[str, Any] = {"landing": 0} if f.get("landing", 0) else {}
    more |= {"lifting": ()} if f.get("lifting", ()) else {}
    t.swap(f.hiding(path=path, home=(), spare=0, strike=-1, **more))


class Naval(Step):
    """The Naval Movement Phase (4.04)."""

    name = "naval movement"
    rule = "4.04"

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = (*verbs, End())

    def begin(self, t: Table, f: Frame) -> None:
        t.p.landed, t.p.stocked = {}, {}
        interception.new_flights(t)
        t.p.shipped = t.p.sailed = t.p.rolled = 0
        t.p.unwatched = 0
        movement.stand_ready(t, phasing(t), 1)
        t.p.readied = segment_of(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if can_sail(t, f.seat, ()) & ~t.p.sailed else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken_date(t)}, naval movement: sail your ships with what they carry, then end."
