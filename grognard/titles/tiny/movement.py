"""Movement on land: reach, reactions, probes, and what is owed at the end of the phase (T2-T4, T6)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from grognard.board.area import step as next_to
from grognard.board.hexset import ZERO, among, from_iter, members, where
from grognard.board.reach import Reach, reach
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PATH, PIECE, End, Level, Pass, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, Reason
from grognard.engine.core.step import Step
from grognard.engine.core.walk import Walking, set_out

from . import world as w
from .militia import Defect, Merge, Split
from .world import Table


def movers(t: Table, seat: int, args: Args) -> int:
    """The land blocks of the phase's powers."""
    p = t.p
    return where(p.at, t.world.on_land) & t.pieces_of(seat) & w.blocks() & ~where(p.kind, w.FLEETS)


def not_moved(t: Table, seat: int, args: Args) -> int:
    """A block moves once in a phase (T2.5)."""
    return where(t.p.moved, ZERO)


def ways(t: Table, piece: int, zones: bool = True, gate: bool = True) -> Reach:
    """Where a block may go: its speed, zones, the gate, blocked hexsides and the route.

    Without ``zones`` or the ``gate`` it is where it could go if they did not hold it up, which is asked to say why not.
    """
    p, world = t.p, t.world
    here, points = p.at[piece], w.SPEED[p.kind[piece]]
    stop = w.enemy_land(t, p.power[piece])
    if zones:
        stop |= next_to(stop, world.land)
    open_gate = not gate or bool(p.held_fort >> p.power[piece] & 1)
    return _ways(world, open_gate, here, points, stop & _range(world, here, points))


@cache
def _range(world: w.World, here: int, points: int) -> int:
    """Where a block could get if nobody stood in its way; what stops it elsewhere does not matter."""
    return _ways(world, True, here, points, 0).all()


@cached_values(1024)
def _ways(world: w.World, open_gate: bool, here: int, points: int, stop: int) -> Reach:
    costs = world.costs if open_gate else world.gated_costs
    route = world.board.graph["route"]
    return reach(costs, 1 << here, points, stop=stop, links=route.links, linked=world.linked)


def within_reach(t: Table, seat: int, args: Args) -> int:
    return _elsewhere(t, args[0], ways(t, args[0]))


def past_zones(t: Table, seat: int, args: Args) -> int:
    """Where a block could go if enemy zones did not stop it (T2.2)."""
    return _elsewhere(t, args[0], ways(t, args[0], zones=False))


def past_the_gate(t: Table, seat: int, args: Args) -> int:
    """Where a block could go if the gate stood open to all (T2.3)."""
    return _elsewhere(t, args[0], ways(t, args[0], gate=False))


def _elsewhere(t: Table, piece: int, found: Reach) -> int:
    bits: int = found.all() & ~(1 << t.p.at[piece])
    return bits


def land_and_island(t: Table, seat: int, args: Args) -> int:
    bits: int = t.world.board.land | 1 << t.world.island
    return bits


def apart(t: Table, seat: int, args: Args) -> int:
    """Friendly powers do not stack (T2.4)."""
    power = t.p.power[args[0]]
    apart_from, friends = t.p.hostile[power] | 1 << power, 0
    for other, nodes in enumerate(t.p.occupied):
        if not apart_from >> other & 1:
            friends |= nodes
    everywhere: int = (1 << t.world.board.size) - 1
    return everywhere & ~friends


def cost_to(t: Table, seat: int, args: Args, node: int) -> int:
    return ways(t, args[0]).cost(node) or 0


def path_to(t: Table, seat: int, args: Args, node: int) -> tuple[int, ...]:
    return tuple(ways(t, args[0]).path(node))


class Move(Verb):
    """``move R1 0203>0303``: a block walks; entering an enemy hex gives battle."""

    name = "move"
    labels = ("T4.1",)
    levels = (
        Level("piece", PIECE, movers, (Mask("T2.5", not_moved),)),
        Level(
            "target", PATH, land_and_island,
            (Mask("T2.1", within_reach, without=(("T2.2", past_zones), ("T2.3", past_the_gate))), Mask("T2.4", apart)),
            cost=cost_to, path=path_to,
        ),
    )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        """A typed path is the same offer when each of its steps is one and it costs no more than the block has."""
        found = ways(t, args[0])
        if path[0] != t.p.at[args[0]]:
            return Reason("T2.1", "The path must begin where the block stands.")
        for before, node in pairwise(path):
            if node not in path_steps(t, found, before):
                return Reason("T2.1", t.title.book.sentence("T2.1"))
        return None

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        set_out(t, "walk", (piece,), path)


def path_steps(t: Table, found: Reach, before: int) -> list[int]:
    """The hexes that may follow on a path."""
    return [n for n in members(found.all()) if (before, found.cost(n)) in found.entries(n)]


class Walk(Walking):
    """A block on the move: the enemy may react before it leaves a hex (T4.1)."""

    name = "walk"

    def leaving(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int, there: int) -> None:
        """Enemies next to it that lie face down are asked before it goes (T4.1)."""
        piece = pieces[0]
        if f["steps"] or t.p.asked[piece]:
            return
        power = t.p.power[piece]
        close = w.enemy_land(t, power) & w.adjacent(t, here)
        seats = sorted({t.seat_of(t.p.power[i]) for n in members(close) for i in t.p.stack(n) if not t.p.shown[i]})
        t.p.asked[piece] = 1
        for seat in seats:
            t.ask("react", seat, here=here, close=tuple(members(close)))

    def entered(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        t.p.moved[pieces[0]] = 1
        if not w.enemy_land(t, t.p.power[pieces[0]]) >> here & 1:
            w.take_hex(t, t.p.power[pieces[0]], here)

    def arrived(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        if f["steps"]:
            t.emit("moved", "T2.1", pieces=pieces, nodes=(here,))


def reactors(t: Table, seat: int, args: Args) -> int:
    close = t.frame["close"]
    return from_iter(i for n in close for i in t.p.stack(n) if t.owns(seat, i))


def armor(t: Table, seat: int, args: Args) -> int:
    return where(t.p.kind, among(w.ARMOR))


def one_hex(t: Table, seat: int, args: Args) -> int:
    """One hex, empty of enemies."""
    piece = args[0]
    free: int = w.adjacent(t, t.p.at[piece]) & ~w.enemy_land(t, t.p.power[piece])
    return free & apart(t, seat, args)


class React(Verb):
    """``react B2 0402``: an owner moves his armor in the enemy's move."""

    name = "react"
    levels = (
        Level("piece", PIECE, reactors, (Mask("T4.1", armor),)),
        Level("target", NODE, lambda t, s, a: t.world.board.land, (Mask("T4.1", one_hex),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        t.place(piece, node)
        w.take_hex(t, t.p.power[piece], node)
        t.emit("reacted", "T4.1", pieces=(piece,), nodes=(node,))
        t.pop()


class Reaction(Step):
    """A question to the seat whose blocks stand next to the hex that is being left."""

    name = "reaction"
    rule = "T4.1"
    kind = "question"
    verbs = (React(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"An enemy block is leaving {t.node_name(f['here'])}: move an armor that stands next to it, or pass."


class Probe(Verb):
    """``probe R1 #3``: only the speed of an enemy block is told (T6.1)."""

    name = "probe"
    labels = ("T6.1",)
    levels = (
        Level("piece", PIECE, movers, (Mask("T2.5", not_moved),)),
        Level("enemy", PIECE, lambda t, s, a: enemy_pieces(t, s), (Mask("T6.1", lambda t, s, a: probed(t, a[0])),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, enemy = args
        t.p.moved[piece] = 1
        t.reveal("T6.1", (enemy,), to=(seat,), columns=(), name=False, facts={"speed": w.SPEED[t.p.kind[enemy]]})
        t.emit("probed", "T6.1", pieces=(enemy,), nodes=(t.p.at[enemy],))


def enemy_pieces(t: Table, seat: int) -> int:
    """Enemy blocks that stand in sight."""
    return w.blocks() & ~t.pieces_of(seat) & ~pooled(t)


def pooled(t: Table) -> int:
    """What waits in the pools."""
    return where(t.p.at, among(*t.world.pools))


def probed(t: Table, piece: int) -> int:
    return from_iter(i for n in members(w.adjacent(t, t.p.at[piece])) for i in t.p.stack(n) if not t.p.shown[i])


def overstacked(t: Table, seat: int) -> list[Owed]:
    """At most three blocks of a power in a hex at the end of the phase (T3.1); forgiven when none can leave."""
    owed, stacks, nodes = [], t.p.stacks, 0
    for power in t.powers_of(seat):
        nodes |= t.p.occupied[power]
    for node in members(nodes & t.world.board.land):
        if len(stacks[node]) < 4:
            continue
        own = [i for i in stacks[node] if i < len(w.BLOCKS) and t.owns(seat, i)]
        if len(own) > 3 and any(not t.p.moved[i] and can_leave(t, i) for i in own):
            owed.append(Owed("T3.1", f"{t.node_name(node)} holds {len(own)} blocks; three may stay.", node))
    return owed


def room_left(t: Table, seat: int, verb: str, args: Args) -> bool:
    """A fourth block may pass into a hex only while one of those there can still move away."""
    node = args[1] if isinstance(args[1], int) else args[1][-1]
    own = [i for i in t.p.stack(node) if i < len(w.BLOCKS) and t.owns(seat, i)]
    over = len(own) + 1 - 3
    return over <= 0 or sum(1 for i in own if not t.p.moved[i] and can_leave(t, i)) >= over + pending(t, seat, node)


def uncrowded(t: Table, seat: int, verb: str, args: Args) -> int:
    """Everywhere but in hexes with three pieces."""
    return ~from_iter([node for node, stack in t.p.stacks.items() if len(stack) > 2])


def pending(t: Table, seat: int, node: int) -> int:
    """Departures already owed elsewhere: a block cannot clear two hexes."""
    return sum(1 for owed in overstacked(t, seat) if owed.node != node)


def can_leave(t: Table, piece: int) -> bool:
    p = t.p
    free = w.adjacent(t, p.at[piece]) & ~w.enemy_land(t, p.power[piece]) & t.world.board.terrain["clear"]
    free &= apart(t, -1, (piece,))
    if not p.held_fort >> p.power[piece] & 1:
        free &= next_to(1 << p.at[piece], t.world.gated)
    return any(sum(1 for i in p.stack(n) if i < len(w.BLOCKS)) < 3 for n in members(free))


def ungarrisoned(t: Table, seat: int) -> list[Owed]:
    """A power's capital must hold one of its pieces (T3.2)."""
    owed = []
    for power in t.powers_of(seat):
        capital = t.world.capitals[power]
        held = (t.p.occupied[power] | w.enemy_land(t, power)) >> capital & 1
        if not held and any(can_return(t, i, capital) for i in w.land_blocks(t, power)):
            owed.append(Owed("T3.2", f"{t.node_name(capital)} must be garrisoned.", capital))
    return owed


def can_return(t: Table, piece: int, capital: int) -> bool:
    if piece >= len(w.BLOCKS) or t.p.moved[piece]:
        return False
    return bool((ways(t, piece).all() & apart(t, -1, (piece,))) >> capital & 1)


def garrison_kept(t: Table, seat: int, verb: str, args: Args) -> bool:
    """The last block does not leave the capital unless another can still come."""
    target = args[1] if isinstance(args[1], int) else args[1][-1]
    return bool(keeping_garrison(t, seat, verb, args) >> target & 1)


def keeping_garrison(t: Table, seat: int, verb: str, args: Args) -> int:
    """The last choices that leave someone to hold the capital: all, or only the way into it."""
    piece, owner = args[0], t.p.power
    power = owner[piece]
    capital = t.world.capitals[power]
    for i in t.p.stack(capital):
        if i != piece and owner[i] == power:
            return -1
    others = [i for i in w.land_blocks(t, power) if i != piece]
    if t.p.at[piece] == capital:
        if verb == "probe":
            return -1
        kept = any(can_return(t, i, capital) and not w.adjacent(t, t.p.at[i]) & w.enemy_land(t, power) for i in others)
    else:
        kept = any(can_return(t, i, capital) for i in others) or not can_return(t, piece, capital)
    return -1 if kept else 1 << capital if verb == "move" else 0


class Movement(Step):
    """The movement phase of one side."""

    name = "movement"
    rule = "T2.1"
    verbs = (Move(), Probe(), Merge(), Split(), Defect(), End())
    debts = (
        Debt("T3.1", overstacked, room_left, ("move",), uncrowded),
        Debt("T3.2", ungarrisoned, garrison_kept, ("move", "probe"), keeping_garrison, exact=True),
    )

    def begin(self, t: Table, f: Frame) -> None:
        """Freeze who holds the Fort, and stand everyone ready."""
        p = t.p
        p.held_fort = 0
        holder = p.holder[t.world.fort]
        for power in range(len(p.seat_of)):
            if holder != w.NOBODY and not t.hostile(power, holder):
                p.held_fort |= 1 << power
        p.moved, p.asked, p.came = w.nothing(p), w.nothing(p), p.at[:]

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Turn {t.p.turn}, movement: move your blocks, then end."
