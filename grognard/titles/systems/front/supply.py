"""Rail and supply (9.1, 9.3, 10): rail lines from the origin, supply lines, the check and its attrition."""

from __future__ import annotations

from collections.abc import Hashable

from grognard.board.area import step
from grognard.board.hexset import ZERO, from_iter, members, where
from grognard.engine.core.cache import cached_by, cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Pass
from grognard.engine.core.question import Choose, Question
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import blocks, control, ground, routes
from .aftermath import end_battles
from .state import Table
from .world import FORT, World

SPARED, CHARGED = 1, 2


def rail_lines(t: Table, power: int, start: int) -> int:
    """Friendly rail from some hexes: through friendly hexes, into those with enemies but not on (9.12, 9.12/a, 9.3,
    8.4/e, 10.31)."""
    w = t.world
    own = t.title.rail_ways(t, power) | routes.entered(t, power)
    stop = routes.closing(t, power) & ~t.title.origins(t, power)
    start &= own
    if not start & ~stop:
        return int(start)
    return _flood(w, start & ~stop, w.extra["nodes"] & ~own, stop) | int(start)


@cached_values(4096)
def _flood(w: World, start: int, blocked: int, stop: int) -> int:
    return w.rail.flood(start, blocked=blocked, stop=stop)


def joins(t: Table, power: int) -> Hashable:
    """What supply over rail and sea follows from: enmity, control, enemies, storms, beachheads, month and politics."""
    p = t.p
    entered = control.enemy_units(t, power) & control.held_by(p, power)
    return (
        power, t.title.origins(t, power), *p.hostile, *p.held, p.disputed, p.neutral, entered, p.through, p.inverted,
        routes.entered(t, power), routes.open_regions(t, power), *t.title.skies(t), p.month,
        *p.politics, *p.politics.values(), *p.beachheads, *p.beachheads.values(),
    )  # fmt: skip


@cached_by(joins)
def rail_sea(t: Table, power: int) -> int:
    """The hexes in Rail/Sea Supply (9.31): rail from the origin, and what sea lanes join to it."""
    w = t.world
    found = rail_lines(t, power, t.title.origins(t, power))
    ports = w.extra["ports"]
    while True:
        more = t.title.sea_lanes(t, power, found & ports) & ~found
        if not more:
            break
        found |= rail_lines(t, power, more) | more
    return int(t.title.origin_holds(t, power, found))


def supply_lines(t: Table, power: int, sources: int) -> int:
    """The hexes from which a supply line of two hexes leads to a source (10.3, 8.4/d, 1.39/a): through friendly or
    disputed hexes."""
    if not sources:
        return 0
    ways = control.passable(t, power)
    found, short = _lines(t.world, sources, ways, True, True), t.title.short_lines(t, power)
    return found & ~(short & ~(sources | step(sources, t.world.trace))) if short else found


@cached_values(4096)
def _lines(w: World, sources: int, ways: int, over_straits: bool, short: bool) -> int:
    trace = w.trace if over_straits else w.moves
    one = step(sources, trace)
    two = step((one & ways) | sources, trace)
    area = sources | one | two
    if not short:
        for _ in range(40):
            area |= step(area & ways, trace)
    return area & w.land


def supplied_area(t: Table, power: int) -> int:
    """Everywhere that a unit of the power would be supplied now."""
    return supply_lines(t, power, t.title.sources(t, power)) | int(t.title.landing_supply(t, power))


# The check


def unsupplied(t: Table, power: int) -> list[int]:
    """The power's units that are out of supply, before anyone is spared (10.1)."""
    p = t.p
    out = t.title.without_supply(t, power)
    if any(p.spared):
        out |= from_iter(i for i in blocks.on_map(t, power) if p.spared[i] == CHARGED)
    return [i for i in members(out) if p.spared[i] != SPARED]


def fortress_claims(t: Table, power: int) -> list[int]:
    """Fortresses where the largest defender of several must be named (10.5)."""
    p = t.p
    found = []
    for node in members(t.title.strongholds(t) & p.occupied[power]):
        if any(p.spared[i] == SPARED for i in p.stack(node)):
            continue
        if claimants(t, node, power):
            found.append(node)
    return found


def claimants(t: Table, node: int, power: int) -> list[int]:
    """The largest Original Defenders of a fortress without a supply line (10.5)."""
    p = t.p
    if control.defender_of(p, node) not in (power, -1):
        return []
    if supplied_area(t, power) >> node & 1:
        return []
    own = [i for i in p.stack(node) if p.power[i] == power]
    most = max(p.cv[i] for i in own)
    return [i for i in own if p.cv[i] == most]


def excess(t: Table, power: int) -> list[int]:
    """Hexes that a repulse has overstacked, where more units must still be named (6.22/a)."""
    p = t.p
    found = []
    for node in members(p.overfull & p.occupied[power]):
        own = [i for i in p.stack(node) if p.power[i] == power]
        if len([i for i in own if p.spared[i] != CHARGED]) > ground.stack_limit(t, power, node):
            found.append(node)
    return found


def alone(t: Table, power: int, node: int) -> bool:
    """Whoever stands alone in a fortress draws its supply without being named, where the title has it so (10.5): how
    many stand there all can see."""
    own = [i for i in t.p.stack(node) if t.p.power[i] == power]
    if not t.title.names_the_lone or len(own) != 1:
        return False
    t.p.spared[own[0]] = SPARED
    return True


class SupplyCheck(Step):
    """The enemy's units are checked (10.2): its owner names who is spared or charged, then attrition falls at once."""

    name = "supply check"
    rule = "10.2"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        for power in members(p.hostile[p.active]):
            for node in fortress_claims(t, power):
                if alone(t, power, node):
                    continue
                t.ask("naming", t.seat_of(power), power, node=node, mark=SPARED)
                return
            for node in t.title.siege_claims(t, power):
                if node not in f.get("asked", ()):
                    t.remember(asked=(*f.get("asked", ()), node))
                    t.ask("naming", t.seat_of(power), power, node=node, mark=SPARED)
                    return
            for node in excess(t, power):
                t.ask("naming", t.seat_of(power), power, node=node, mark=CHARGED)
                return
        for power in members(p.hostile[p.active]):
            check(t, power)
        p.spared = blocks.blank(p)
        end_battles(t)
        t.pop()


def check(t: Table, power: int) -> None:
    """A unit's status holds until the next check; the unsupplied lose a step at once (10.2, 10.4, 10.1)."""
    p = t.p
    out = unsupplied(t, power)
    for i in members(where(p.supplied, ZERO) & blocks.of(t, power)):
        p.supplied[i] = 1
    for i in out:
        p.supplied[i] = 0
    for i in t.lineup(out):
        attrition(t, i)
    for node in members(p.overfull & p.occupied[power]):
        if sum(1 for i in p.stack(node) if p.power[i] == power) <= ground.stack_limit(t, power, node):
            p.overfull &= ~(1 << node)


@rule("10.4")
def attrition(t: Table, piece: int) -> None:
    """An unsupplied unit loses a step (10.4); a fort keeps its last one (2.26/d)."""
    p = t.p
    node = p.at[piece]
    if t.title.immune_to_attrition(t, piece):
        return
    if t.world.units[piece].kind == FORT and p.cv[piece] <= 1 and t.title.fort_survives(t, piece):
        t.reveal("2.26/d", (piece,), columns=(), name=False, facts={"fort": 1})
        return
    t.emit("attrition", "10.4", pieces=(piece,), nodes=(node,))
    blocks.tell_last_step(t, piece, "10.4")
    blocks.lose_step(t, piece, "10.4", seen=False)


def candidates(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return from_iter(i for i in t.p.stack(f["node"]) if t.p.power[i] == f.power and not t.p.spared[i])


def largest_of_excess(t: Table, units: int) -> int:
    """Of too many units the largest go without supply first (6.22/a)."""
    most = max((t.p.cv[i] for i in members(units)), default=0)
    return from_iter(i for i in members(units) if t.p.cv[i] == most)


def largest(t: Table, seat: int, args: Args) -> int:
    """Fortress Supply goes to the largest defender (10.5); excess units are the owner's choice (6.22/a)."""
    f = t.frame
    if f["mark"] != SPARED:
        return largest_of_excess(t, candidates(t, seat, args)) if t.title.largest_in_excess else -1
    if t.title.strongholds(t) >> f["node"] & 1:
        return from_iter(claimants(t, f["node"], f.power))
    return from_iter(t.title.siege_claimants(t, f["node"], f.power))


class Name(Choose):
    """``name 84inf``: the unit that draws Fortress Supply, or one in excess."""

    name = "name"
    levels = (Level("unit", PIECE, candidates, (Mask("10.5", largest),)),)


def no_one_fits(t: Table, seat: int, args: Args) -> int:
    """Only when no unit can draw Siege Supply is none named (15.31)."""
    return int(not candidates(t, seat, ()) & largest(t, seat, ()))


class NameNone(Pass):
    """``none``: no unit of the port can draw Siege Supply."""

    name = "none"
    masks = (Mask("15.31", no_one_fits),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        node = t.frame["node"]
        t.pop()
        t.remember(done=(*t.frame.get("done", ()), node))


class Naming(Question):
    """Always put to the owner: how strong his units are is not known to all."""

    name = "naming"
    rule = "10.5"
    verbs = (Name(), NameNone())
    always = True

    def open_to(self, t: Table, f: Frame) -> int:
        return candidates(t, f.seat, ()) & largest(t, f.seat, ())

    def chosen(self, t: Table, f: Frame, piece: int) -> None:
        t.p.spared[piece] = f["mark"]
        t.pop()

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return super().standing_order(t, f, seat, choice) if self.open_to(t, f) else "none"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        if f["mark"] == SPARED:
            kind = "Fortress" if t.title.strongholds(t) >> f["node"] & 1 else "Siege"
            return f"Name the unit in {t.node_name(f['node'])} that draws {kind} Supply."
        return f"Too many units stand in {t.node_name(f['node'])}: name one that goes without supply."
