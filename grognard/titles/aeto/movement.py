"""Land movement (5.7, 5.8, 5.10, 5.11, 6.0): orders to move, paths walked hex by hex, capture of hexes."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.offers import PATH, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, Reason
from grognard.engine.core.walk import set_out

from . import hq, pieces, reach, stacking, supply, zones
from . import tables as tb
from . import world as w
from .position import ALONE, FRESH, RODE, STANDBY, SUPPLIED, UNSUPPLIED, AetoPosition, Table
from .reach import Ways
from .title import POWERS

ON_STANDBY, UNACTIVATED = among(STANDBY), among(FRESH)


def on_map(t: Table, seat: int) -> int:
    """A seat's land units and leaders on the map."""
    found = t.pieces_of(seat) & ~where(t.p.steps, among(0)) & ~where(t.p.kind, among(*tb.AIR, *tb.SHIPS))
    return found & ~pieces.aboard(t)


def in_movement_phase(t: Table) -> bool:
    return t.frame.step == "movement"


def movers(t: Table, seat: int, args: Args) -> int:
    """Units that could move now: activated ones in an Offensive, the others in the Movement Phase, men who came by sea
    or air this month among them (5.7, 6.0/move, 6.0/normal-rules, P6/scope).
    """
    p: AetoPosition = t.p
    ready = where(p.status, UNACTIVATED if in_movement_phase(t) else ON_STANDBY)
    found = on_map(t, seat) & ready
    if not in_movement_phase(t):
        found &= ~where(p.kind, among(tb.HQ))
    return found


def not_broken_through(t: Table, seat: int, args: Args) -> int:
    """Who made a Breakthrough does not move in the Land Movement Step (5.21/no-normal-move)."""
    return where(t.p.broke, among(0))


def can_go(t: Table, seat: int, args: Args) -> int:
    """Units with movement left (5.7/allowance)."""
    p: AetoPosition = t.p
    bits, cards = 0, t.world.cards
    fed = {power: supply.lines(t, power).fed for power in t.powers_of(seat) if p.occupied[power]}
    for i in members(movers(t, seat, ()) & ~where(p.halt, among(reach.STOPPED))):
        rested = not p.begun[i] and fed[p.power[i]] >> p.at[i] & 1
        if (cards[p.card[i]].movement if rested else reach.allowance(t, i)) > p.spent[i]:
            bits |= 1 << i
    return bits


def together(t: Table, seat: int, args: Args) -> int:
    """Units that move together stand together and go alike; leaders ride with any (5.7/allowance, 5.10/ride)."""
    if not args or not args[-1]:
        return -1
    p: AetoPosition = t.p
    chosen: tuple[int, ...] = args[-1]
    units = [i for i in chosen if zones.combat_unit(p, i)]
    bits = 0
    for i in p.stack(p.at[chosen[0]]):
        if tb.PARTISAN in (p.kind[i], p.kind[chosen[0]]):
            continue
        if not zones.combat_unit(p, i) or not units or alike(p, units[0], i):
            bits |= 1 << i
    return bits


def alike(p: AetoPosition, one: int, other: int) -> bool:
    """Do two units pay the same for terrain and zones?"""
    same = reach.going_of(p, one) == reach.going_of(p, other) and reach.is_agile(p, one) == reach.is_agile(p, other)
    return same and p.power[one] >= 0


def not_both_ways(t: Table, seat: int, args: Args) -> int:
    """A General does not both ride and move alone in a month (5.10/alone-or-ride)."""
    p: AetoPosition = t.p
    chosen = args[-1] if args else ()
    if any(p.rode[i] == ALONE for i in chosen):
        return 0
    return ~where(p.rode, among(ALONE)) if any(zones.combat_unit(p, i) for i in chosen) else -1


def a_leader_alone(t: Table, seat: int, args: Args) -> int:
    """Without a combat unit one leader moves by himself (5.10/alone, 6.0/generals-hqs)."""
    if not args or not args[0]:
        return 0
    p: AetoPosition = t.p
    chosen = args[0]
    if any(zones.combat_unit(p, i) for i in chosen):
        return 1
    return int(len(chosen) == 1 and p.rode[chosen[0]] != RODE)


def ways_of(t: Table, chosen: tuple[int, ...], zoned: bool = True) -> Ways:
    """Where some units can go together: riders cost nothing, a lone leader has five points (5.10, 6.0,
    6.0/terrain-weather).
    """
    p: AetoPosition = t.p
    units = tuple(i for i in chosen if zones.combat_unit(p, i))
    if units:
        return reach.reach_of(t, units, -1, -1, zoned)
    free = p.kind[chosen[0]] in tb.LEADERS and (in_movement_phase(t) or p.kind[chosen[0]] == tb.HQ)
    how = w.ANYWHERE if free else w.FOOT
    return reach.reach_of(t, chosen, how, -1, zoned)


def off_enemy_forts(t: Table, seat: int, args: Args) -> int:
    """Nobody walks into a hex with an enemy fortification chit, though he comes up to it (5.8/fortification)."""
    p: AetoPosition = t.p
    forts = zones.chits_against(t, [p.power[args[0][0]]])
    if not forts:
        return -1
    found = ways_of(t, args[0])
    points = min(reach.allowance(t, i) - p.spent[i] for i in args[0])
    near = from_iter(n for n in found.best if found.cost(n) < points)
    return ~(forts & step(near | 1 << p.at[args[0][0]], t.world.walk))


def within_points(t: Table, seat: int, args: Args) -> int:
    """Hexes that movement points and terrain allow (5.7/allowance)."""
    return ways_of(t, args[0], False).all() | ways_of(t, args[0]).all()


def within_zones(t: Table, seat: int, args: Args) -> int:
    """Hexes that zones of control leave (5.13/stop)."""
    return ways_of(t, args[0]).all()


def room_at_end(t: Table, seat: int, args: Args) -> int:
    """No move ends in a hex without room (5.9/timing)."""
    return stacking.with_room(t, args[0], within_points(t, seat, args))


def off_other_staffs(t: Table, seat: int, args: Args) -> int:
    """An HQ does not end next to another of its nation (5.1/interval-adjacent)."""
    p: AetoPosition = t.p
    bits = -1
    for i in args[0]:
        if p.kind[i] == tb.HQ:
            bits &= ~hq.too_near(t, i)
    return bits


def best_ways(t: Table, chosen: tuple[int, ...], node: int) -> Ways:
    found = ways_of(t, chosen)
    return found if node in found.best else ways_of(t, chosen, False)


def cost_to(t: Table, seat: int, args: Args, node: int) -> int:
    return best_ways(t, args[0], node).cost(node)


def path_to(t: Table, seat: int, args: Args, node: int) -> tuple[int, ...]:
    return best_ways(t, args[0], node).path(node)


class Move(Verb):
    """``move ger8arm@Mechili+Rommel Gazala``: units that stand together walk together."""

    name = "move"
    levels = (
        Level(
            "units", PIECES, movers,
            (
                Mask("5.21/no-normal-move", not_broken_through),
                Mask("5.7/allowance", can_go), Mask("5.10/ride", together), Mask("5.10/alone-or-ride", not_both_ways),
            ),
            closes=(Mask("5.10/alone", a_leader_alone),),
        ),
        Level(
            "target", PATH, lambda t, s, a: t.world.land,
            (
                Mask("5.8/fortification", off_enemy_forts), Mask("5.7/allowance", within_points),
                Mask("5.13/stop", within_zones), Mask("5.9/timing", room_at_end),
                Mask("5.1/interval-adjacent", off_other_staffs),
            ),
            cost=cost_to, path=path_to,
        ),
    )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        """A typed path is an offer when each of its steps follows and its price is no higher than the best."""
        if path == path_to(t, seat, args, path[-1]):
            return None
        return Reason("5.7/allowance", "Another way there is not offered: name the hexes on the way one by one.")

    def apply(self, t: Table, seat: int, args: Args) -> None:
        chosen, path = args
        p: AetoPosition = t.p
        riding = any(zones.combat_unit(p, i) for i in chosen)
        for i in chosen:
            if not zones.combat_unit(p, i):
                p.rode[i] = RODE if riding else ALONE
            if not p.spent[i]:
                p.begun[i] = SUPPLIED if reach.began_supplied(t, i) else UNSUPPLIED
        pieces.tally(t, "marches")
        set_out(t, "march", chosen, path, True, offensive=int(not in_movement_phase(t)), way=path)


def pay(t: Table, chosen: tuple[int, ...], last: int, here: int, offensive: int) -> None:
    """A hex costs its points and its zone holds the unit (5.7/allowance, 5.13/stop)."""
    p: AetoPosition = t.p
    zone = zones.ground(t, p.power[chosen[0]]).zone
    units = [i for i in chosen if zones.combat_unit(p, i)]
    for i in chosen:
        leader = p.kind[i] in tb.LEADERS
        if leader and units:
            p.spent[i] = 5
            continue
        how = w.ANYWHERE if leader and (not offensive or p.kind[i] == tb.HQ) else reach.going_of(p, i)
        price = next((cost for there, cost in t.world.going_now(how, last, p.ice) if there == here), 1)
        if how != w.ANYWHERE:
            price = reach.price_now(t.world, price, here, p.mud, p.winter)
        p.spent[i] = min(p.spent[i] + price, max(reach.allowance(t, i), p.spent[i] + 1))
        if not leader:
            held = reach.held_in((last, p.halt[i]), here, zone, reach.is_agile(p, i))
            p.halt[i] = reach.STOPPED if held < 0 else held


def enter(t: Table, chosen: tuple[int, ...], here: int) -> None:
    """What happens when units enter a hex: capture, lone leaders driven off (5.1/no-capture, 6.0/no-capture,
    5.11/capture).
    """
    p: AetoPosition = t.p
    units = [i for i in chosen if zones.combat_unit(p, i)]
    if not units:
        return
    power = p.power[units[0]]
    hq.drive_off(t, power, here)
    if supply.transit_lands(t, power) >> here & 1:
        return
    if takes_hexes(t, units[0], here):
        capture(t, power, here)
    elif zones.hexes_against(t, [power]) >> here & 1:
        overrun_works(t, power, here)


def overrun_works(t: Table, power: int, node: int) -> None:
    """Units out of supply, too, take what is in a hex: a fort is eliminated (5.19/capture)."""
    lose_forts(t, node)
    supply.capture_chits(t, power, node)


def takes_hexes(t: Table, piece: int, node: int) -> bool:
    """A unit out of supply behind an enemy Front owns no hex that it passes, but airbases (5.12/oos-no-revert,
    5.12/oos-airbase).
    """
    if supply.defends_supplied(t, piece) or supply.armor_stays_supplied(t.p, piece):
        return True
    return bool(t.world.airbases >> node & 1)


def capture(t: Table, power: int, node: int) -> None:
    """A combat land unit that enters a hex makes it its nation's own (5.11/capture)."""
    p: AetoPosition = t.p
    bit = 1 << node
    if zones.held_by_friends(p, power) & bit or not t.world.land & bit:
        return  # whose the Iraq Transit Box is, is kept elsewhere (5.8/iraq-box-axis)
    for other, land in enumerate(p.held):
        if land & bit:
            p.held[other] = land & ~bit
    p.held[power] |= bit
    lose_forts(t, node)
    supply.capture_chits(t, power, node)
    t.emit("captured", "5.11/capture", nodes=(node,), power=POWERS[power])


def lose_forts(t: Table, node: int) -> None:
    """Fortifications are eliminated when an enemy occupies their hex (5.8/fortification, A10,
    5.8/permanent-fort-eliminated, 5.8/coastal-fort).
    """
    p: AetoPosition = t.p
    bit = 1 << node
    p.forts &= ~bit
    p.coastal_forts &= ~bit
    p.permanent &= ~bit


def hexes_of(t: Table, chosen: tuple[int, ...]) -> int:
    return from_iter(t.p.at[i] for i in chosen)
