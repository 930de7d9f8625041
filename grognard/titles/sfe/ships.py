"""Naval units (3.3, 20.02, 20.03): what their sides are worth, what damage does, and ports to base in (5.03)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step

from . import control, hulls, offboard, recaptured, seas, supply, zones
from . import world as w
from .state import Table, ships

ALLOWANCE = int(next(r["cost"] for r in w.chart("costs") if r["what"] == "ship: all units"))
HURT = int(next(r["cost"] for r in w.chart("costs") if r["what"] == "ship: damaged"))
FRONT, BACK = 1, 2
STATUS = {int(row["level"]): row for row in w.chart("supply_status") if row["kind"] == "naval"}


def sides(t: Table, piece: int) -> tuple[hulls.Hull, hulls.Hull]:
    """The two sides of a naval counter; one without a back has the same twice."""
    hull = t.world.units[piece].hull
    assert hull is not None
    return hull[0], hull[1] or hull[0]


def shown(t: Table, piece: int) -> hulls.Hull:
    """The side that shows (3.31)."""
    front, back = sides(t, piece)
    return back if t.p.reduced[piece] else front


def halved(value: int, damaged: int) -> int:
    """A damaged side loses half of its factors, rounded down (20.03/1)."""
    return value // 2 if damaged else value


def factor(t: Table, piece: int, what: str) -> int:
    """A ship's surface, flak or bombardment factor: each of its sides halved for itself if damaged (20.03/1).

    A whole counter is its reduced side and the difference between the two.
    """
    front, back = sides(t, piece)
    damage = t.p.damage[piece]
    small = halved(getattr(back, what), damage & BACK)
    if t.p.reduced[piece]:
        return _by_supply(t, piece, small)
    more = getattr(front, what) - getattr(back, what)
    return _by_supply(t, piece, small + halved(more, damage & FRONT))


def _by_supply(t: Table, piece: int, value: int) -> int:
    """Ships that did not replenish lose a part of their factors (23.54)."""
    top, bottom = w.share(STATUS[min(3, t.p.unsupplied[piece])]["naval_factors"]) if t.p.unsupplied[piece] else (1, 1)
    return value * top // bottom


def crippled(t: Table, piece: int) -> bool:
    """Damaged for modifiers: a whole counter only when both of its sides are (20.03/5, S5)."""
    damage = t.p.damage[piece]
    return bool(damage & BACK) if t.p.reduced[piece] else damage == FRONT | BACK


def fast(t: Table, force: tuple[int, ...]) -> bool:
    """A fast force has only fast and undamaged ships (18.05)."""
    return all(shown(t, i).fast and not t.p.damage[i] for i in force)


def allowance(t: Table, piece: int) -> int:
    """Movement points: seven, less two for damage, less what supply takes; at least one zone (18.01, 20.03/2, S19)."""
    points = ALLOWANCE + damage_cost(t, piece)
    if t.p.unsupplied[piece]:
        points += int(STATUS[min(3, t.p.unsupplied[piece])]["naval_mp"])
    return max(1, points)


def damage_cost(t: Table, piece: int) -> int:
    """A damaged ship has two movement points less (20.03/2)."""
    return HURT if t.p.damage[piece] else 0


def able(t: Table, piece: int) -> bool:
    """May it go on a mission: not disrupted, not under repair, not starved (18.04, 27.25/c, 23.54)?"""
    p = t.p
    starved = p.unsupplied[piece] and STATUS[min(3, p.unsupplied[piece])]["missions"] == "none"
    return afloat(t, piece) and not starved


def afloat(t: Table, piece: int) -> bool:
    """May it leave port: not disrupted, not under repair (18.04, 27.25/c)?"""
    return not (t.p.disrupted >> piece & 1 or t.p.mending[piece])


def lift(t: Table, piece: int) -> int:
    """What a transport loads, in quarters of a corps; damage halves it (19.33, 20.03/6)."""
    whole = shown(t, piece).lift
    return whole // 2 if t.p.damage[piece] else whole


def kept(t: Table, piece: int) -> int:
    """What a transport that was hit still carries: only S or DD costs it cargo (20.03/6)."""
    whole = shown(t, piece).lift
    return whole // 2 if not t.p.reduced[piece] and t.p.damage[piece] == FRONT | BACK else whole


# Hits


@rule("20.02")
def hit(t: Table, piece: int, letters: str) -> None:
    """D damages the side that shows, S sinks it; of two letters the second is for the reduced side (20.02)."""
    if t.p.reduced[piece] and len(letters) > 1:
        sink_side(t, piece)
        return
    for side, letter in zip((BACK,) if t.p.reduced[piece] else (FRONT, BACK), letters, strict=False):
        if letter == "S" or t.p.damage[piece] & side:
            sink_side(t, piece)
        else:
            t.p.damage[piece] |= side
            t.emit("damaged", "20.02", pieces=(piece,), nodes=(t.p.at[piece],))


def sink_side(t: Table, piece: int) -> None:
    """The front is gone and the counter is flipped, or the ship is sunk (20.02)."""
    p = t.p
    if p.at[piece] >= t.world.arrivals:
        return
    if t.world.units[piece].kind in hulls.CAPITAL:
        side = w.POWERS[p.power[piece]]
        p.sunk[side] = p.sunk.get(side, 0) + 1
    if p.reduced[piece]:
        control.remove(t, piece, "sunk")
        return
    p.reduced[piece] = 1
    p.damage[piece] &= BACK
    p.mending[piece] = 0
    t.emit("half_sunk", "20.02", pieces=(piece,), nodes=(p.at[piece],))


# Scenes

MARKS = {"": (0, 0), "damaged": (0, 1), "battered": (0, 3), "holed": (0, 2), "reduced": (1, 0), "crippled": (1, 2)}
"""A ship's state as scenes write it: its side, and the damage on it."""


def scene_mark(t: Table, piece: int, mark: str) -> bool:
    """Set a ship's state from ``BBDoria*damaged``; False when the word means nothing."""
    if mark not in MARKS:
        return False
    t.p.reduced[piece], t.p.damage[piece] = MARKS[mark]
    return True


def marked(t: Table, piece: int) -> str:
    """A ship's state as a scene writes it."""
    state = (t.p.reduced[piece], t.p.damage[piece])
    return next((f"*{mark}" for mark, found in MARKS.items() if found == state and mark), "")


# Ports


def port_limit(t: Table, node: int) -> int:
    """Half ships that may base in a port: nine ships in a major naval base, three elsewhere (5.03)."""
    if refuge(t, node) or offboard.oceans(t.world) >> node & 1:
        return 2 * len(t.world.units)
    base = seas.sea_map(t.world).bases >> node & 1 and not recaptured.idle(t, node, recaptured.QUARTER_YEAR)
    return 2 * (9 if base else 3)


def refuge(t: Table, node: int) -> bool:
    """A fleet that has lost its base may lie whole in other ports: Leningrad (5.03/1), Novorossiysk (5.03/2)."""
    for base, others in t.world.settings.get("refuges", {}).items():
        if node in (t.world.board.node(name) for name in others):
            return bool(t.p.axis_land >> t.world.board.node(base) & 1)
    return False


FEW = 3


def refuge_quota(t: Table, force: tuple[int, ...]) -> bool:
    """Of the ships in such a refuge three at most go on missions in a segment (5.03/3)."""
    port = t.p.at[force[0]]
    if not refuge(t, port):
        return True
    out = {i for i in range(len(t.p.at)) if t.p.missions >> i & 1 and t.p.base[i] == port}
    return len(out | set(force)) <= FEW


def on_mission(t: Table, force: tuple[int, ...]) -> None:
    """A force leaves its port on a mission, or tries to intercept from there."""
    t.p.missions |= from_iter(force)
    for piece in force:
        t.p.base[piece] = t.p.at[piece]


def berthed(t: Table, node: int) -> int:
    """The half ships that lie in a port."""
    return sum(2 - t.p.reduced[i] for i in t.p.stack(node) if t.world.units[i].naval)


def berth_free(t: Table, node: int, force: tuple[int, ...]) -> bool:
    """Is there room in a port for a force (5.03)?"""
    coming = sum(2 - t.p.reduced[i] for i in force if t.p.at[i] != node)
    return berthed(t, node) + coming <= port_limit(t, node)


def own_ports(t: Table, power: int) -> int:
    """The ports that a side controls; a box belongs to whoever the scenario says (18.02, 18.03)."""
    ports = seas.sea_map(t.world).port_nodes
    boxes = ports & t.world.board.boxes
    held = t.p.land_of(power) & ports
    named = t.world.side(power).get("bases", ())
    found = held | from_iter(n for n in (t.world.board.node(name) for name in named) if boxes >> n & 1)
    found |= offboard.open_to(t.world, power)
    return (
        found | from_iter(int(name) for name in t.p.beachheads) & int(t.p.land_of(power)) if t.p.beachheads else found
    )


def nearest_port(t: Table, force: tuple[int, ...], start: int, but: int = -1) -> int:
    """The nearest own port with room, but for one, by sea hexes, or -1 (18.04, S20)."""
    power = t.p.power[force[0]]
    tree = seas.ways_from(t.world, start, seas.shut_gates(t, power), "", True)
    ports = own_ports(t, power) & ~offboard.boxes(t.world)
    open_ = [n for n in tree if n != but and ports >> n & 1 and berth_free(t, n, force)]
    return min(open_, key=lambda n: (tree[n][1], n), default=-1)


def replenishes(t: Table, power: int) -> int:
    """Ports where a side's ships replenish: those of its homeland in supply, and those the rule names (23.15)."""
    rows = t.world.side(power).get("replenish", {})
    home = 0
    for nation in rows.get("nations", ()):
        home |= t.world.board.nation.get(nation, 0)
    covered = supply.supplied_hexes(t, power)
    found = own_ports(t, power) & home & covered
    named = from_iter(t.world.board.node(name) for name in rows.get("ports", ()))
    for port, source in rows.get("rail", ()):
        if joined_by_rail(t, power, t.world.board.node(port), t.world.board.node(source)):
            named |= 1 << t.world.board.node(port)
    return found | (named | offboard.sources(t, power)) & own_ports(t, power)


@rule("18.01")
def replenish(t: Table, force: tuple[int, ...], node: int) -> None:
    """Ships with a point to spare replenish in a port where their side can, and their markers go (18.01, 23.54)."""
    if replenishes(t, t.p.power[force[0]]) >> node & 1:
        for piece in force:
            t.p.unsupplied[piece] = 0
            t.p.unreplenished &= ~(1 << piece)


def joined_by_rail(t: Table, power: int, port: int, source: int) -> bool:
    """Does a controlled railway free of enemy zones join two cities (23.15/1)?"""
    enemy = zones.against(t, power)
    free = t.p.rail_of(power) & ~enemy.all & ~enemy.ground
    ends = 1 << port | 1 << source
    return bool(t.world.rail.flood(1 << source, blocked=t.world.but(free | ends)) >> port & 1)


def check(t: Table, power: int, fed: set[int]) -> None:
    """A ship that begins the turn in a port where it can replenish, or is fed there, is in supply (18.02, 23.15)."""
    good = replenishes(t, power)
    t.p.unreplenished = 0
    for piece in ships(t, power):
        if good >> t.p.at[piece] & 1 or piece in fed:
            t.p.unsupplied[piece] = 0
        else:
            t.p.unreplenished |= 1 << piece


@rule("23.54")
def run_dry(t: Table) -> None:
    """Ships that have not replenished in the Movement Phase suffer at once, a level more each turn (23.54)."""
    for piece in members(t.p.unreplenished):
        if t.p.at[piece] < t.world.arrivals:
            t.p.unsupplied[piece] += 1
    t.p.unreplenished = 0


class RunningDry(Step):
    """The end of the Naval Movement Phase (23.54)."""

    name = "naval supply"
    rule = "23.54"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        run_dry(t)
