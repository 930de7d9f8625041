"""Armor Breakthroughs (5.21)."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PATH, PIECE, PIECES, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, rule
from grognard.engine.core.step import Step
from grognard.engine.core.walk import set_out

from . import activation as act
from . import attacks, pieces, reach, stacking, zones
from . import tables as tb
from .air import paradrop
from .position import ACTIVE, RODE, STANDBY, AetoPosition, Table

BEFORE = 2
"""Hexes that a stack may move before its Breakthrough attack (5.21/pre-move)."""
STRUCK, RODE_UP = 1, 2
"""How a unit took part in the Breakthrough Step: it struck where it stood, or rode up before."""
ALONE_AFTER = 1
"""Hexes after it without a General (5.21/move-no-general)."""


def armor(t: Table, seat: int, args: Args) -> int:
    """Armor and mechanized units of the Offensive, and Generals to go with them."""
    p: AetoPosition = t.p
    ready = where(p.status, among(STANDBY)) & where(p.kind, among(*tb.HEAVY, tb.GENERAL))
    return ready & where(p.fought, among(0)) & where(p.broke, among(0)) & where(p.late, among(0))


def with_circle(t: Table, seat: int, args: Args) -> int:
    """Only a circled movement rating breaks through (5.21/who)."""
    p: AetoPosition = t.p
    return from_iter(i for i in members(armor(t, seat, ())) if p.kind[i] == tb.GENERAL or pieces.circled(t, i))


def out_of_mud(t: Table, seat: int, args: Args) -> int:
    """Who begins in Mud makes no Breakthrough (5.21/mud)."""
    p: AetoPosition = t.p
    return from_iter(i for i in members(armor(t, seat, ())) if not p.mud >> p.at[i] & 1)


def with_a_target(t: Table, seat: int, args: Args) -> int:
    """Stacks that can come next to an enemy hex, and the Generals with them."""
    p: AetoPosition = t.p
    goals = thrust_targets(t)
    bits = beside = 0
    for i in members(armor(t, seat, ()) & ~where(p.kind, among(tb.GENERAL))):
        spots = ride_ways(t, (i,)).all() | 1 << p.at[i]
        if any(t.world.next_to(n) & spots for n in members(goals)):
            bits |= 1 << i
            beside |= 1 << p.at[i]
    generals = members(armor(t, seat, ()) & where(p.kind, among(tb.GENERAL)))
    return bits | from_iter(i for i in generals if beside >> p.at[i] & 1)


def thrust_targets(t: Table) -> int:
    """Enemy hexes that a Breakthrough may attack: not marsh, not Mud, each once in the Step (5.21/terrain).

    Also 5.21/sequential.
    """
    p: AetoPosition = t.p
    now = act.current(t)
    struck = from_iter(now["struck"])
    return attacks.attackable(t, now["power"]) & ~t.world.marsh & ~p.mud & ~struck


def stacked_together(t: Table, seat: int, args: Args) -> int:
    """One stack that begins the Step together (5.21/single-stack)."""
    if not args or not args[-1]:
        return -1
    p: AetoPosition = t.p
    return from_iter(p.stack(p.at[args[-1][0]]))


def thrusts_left(t: Table, seat: int, args: Args) -> int:
    """A stack or General makes one Breakthrough, an HQ as many as its rating (5.21/hq-act, 5.21/stack-act, A15)."""
    return from_iter(i for i in members(armor(t, seat, ())) if attacks.quota(t, attacks.agent_of(t, i)))


def has_armor(t: Table, seat: int, args: Args) -> int:
    """A General does not break through alone."""
    return int(bool(args) and any(zones.combat_unit(t.p, i) for i in args[0]))


def stacks(t: Table, seat: int, args: Args) -> int:
    """Armor that could begin a Breakthrough now."""
    found = armor(t, seat, ()) & with_circle(t, seat, ()) & out_of_mud(t, seat, ()) & thrusts_left(t, seat, ())
    found &= with_a_target(t, seat, ()) & ~where(t.p.kind, among(tb.GENERAL))
    return found if any(zones.combat_unit(t.p, i) for i in members(found)) else 0


class Thrust(Verb):
    """``thrust ger8arm@Mechili+ger6mech@Mechili+Rommel``: a stack begins an Armor Breakthrough."""

    name = "thrust"
    levels = (
        Level(
            "stack", PIECES, armor,
            (
                Mask("5.21/who", with_circle), Mask("5.21/mud", out_of_mud), Mask("5.21/hq-act", thrusts_left),
                Mask("5.21/attack", with_a_target), Mask("5.21/single-stack", stacked_together),
            ),
            closes=(Mask("5.21/who", has_armor),),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if stacks(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        units = [i for i in args[0] if zones.combat_unit(p, i)]
        place = next((attacks.agent_of(t, i) for i in units if attacks.quota(t, attacks.agent_of(t, i))), 0)
        attacks.charge(t, place)
        for i in args[0]:
            p.spent[i] = p.halt[i] = 0
        t.push(
            Frame(
                "thrust", "order", seat, p.power[units[0]], (("after", 0), ("led", ()), ("rode", 0), ("units", args[0]))
            )
        )


def crowded_by_riders(t: Table, seat: int) -> list[Owed]:
    """A hex that a stack over-stacked by its ride is cleared of steps at the end of the Step (5.9/timing)."""
    p: AetoPosition = t.p
    rode = {p.at[i] for i in members(where(p.broke, among(RODE_UP)) & t.pieces_of(seat))}
    return [Owed("5.9/timing", owed.sentence, owed.node) for owed in stacking.overstacked(t, seat) if owed.node in rode]


def crowd(t: Table, seat: int, args: Args) -> int:
    """Units of a hex that a ride has over-stacked (5.9/timing)."""
    p: AetoPosition = t.p
    nodes = {owed.node for owed in crowded_by_riders(t, seat)}
    return from_iter(i for n in nodes for i in p.stack(n) if t.owns(seat, i) and zones.combat_unit(p, i))


class GiveUp(stacking.GiveUp):
    """``give_up uk3inf-@Tobruk``: a step that a ride brought over the stacking limit is eliminated."""

    levels = (Level("unit", PIECE, crowd),)


class Breakthrough(Step):
    """The Breakthrough Step: one stack after another (5.21/sequential)."""

    name = "Breakthrough Step"
    rule = "5.21/sequential"
    verbs = (Thrust(), GiveUp(), End())
    debts = (Debt("5.9/timing", crowded_by_riders),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Breakthrough: choose a stack of armor that breaks through now, or end."


def alive(t: Table, f: Frame) -> tuple[int, ...]:
    return tuple(i for i in f["units"] if t.p.steps[i])


def ride_points(t: Table, lead: int) -> int:
    """Two points before the attack, one if out of supply (5.21/pre-move, 7.10/mp-heavy, D18)."""
    return BEFORE if reach.began_supplied(t, lead) else 1


def ride_ways(t: Table, units: tuple[int, ...]) -> reach.Ways:
    """Where a stack may go before its attack: two hexes, or one from zone to zone (5.21/pre-move)."""
    return reach.reach_of(t, units, -1, ride_points(t, units[0]), True)


def no_ride_yet(t: Table, seat: int, args: Args) -> int:
    """One move before the attack (5.21/pre-move)."""
    return int(not t.frame["rode"] and not t.frame["after"])


def fighters(t: Table, f: Frame) -> tuple[int, ...]:
    return tuple(i for i in alive(t, f) if zones.combat_unit(t.p, i))


def ride_hexes(t: Table, seat: int, args: Args) -> int:
    """Hexes within the move before the attack from which an enemy can be attacked (5.21/pre-move)."""
    f = t.frame
    goals = thrust_targets(t)
    near = 0
    for n in members(goals):
        near |= t.world.next_to(n)
    return ride_ways(t, fighters(t, f)).all() & near


def no_swamp(t: Table, seat: int, args: Args) -> int:
    """No Breakthrough movement in marsh or Mud (5.8/marsh-no-breakthrough, 5.21/mud)."""
    return ~(t.world.marsh | t.p.mud)


def near_the_general(t: Table, seat: int, args: Args) -> int:
    """A Breakthrough of a General Activation attacks from his hex or one next to it (5.0/general-attack-origin)."""
    now = act.current(t)
    if now["kind"] != act.GENERAL or now["agents"][0] in t.frame["units"]:
        return -1
    return act.general_area(t, now["agents"][0])


class Ride(Verb):
    """``ride Gazala``: the stack moves up before its attack."""

    name = "ride"
    masks = (Mask("5.21/pre-move", no_ride_yet),)
    levels = (
        Level(
            "target", PATH, lambda t, s, a: t.world.land,
            (
                Mask("5.21/pre-move", ride_hexes), Mask("5.8/marsh-no-breakthrough", no_swamp),
                Mask("5.0/general-attack-origin", near_the_general),
            ),
            path=lambda t, s, a, n: ride_ways(t, fighters(t, t.frame)).path(n),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        t.remember(rode=1)
        take_part(t, fighters(t, f), RODE_UP)
        go(t, alive(t, f), args[0])


def take_part(t: Table, units: tuple[int, ...], how: int = STRUCK) -> None:
    """Who rode or struck in the Breakthrough Step neither marches nor exploits after it (5.21/no-normal-move)."""
    for i in units:
        t.p.broke[i] = max(t.p.broke[i], how)


def go(t: Table, group: tuple[int, ...], path: tuple[int, ...]) -> None:
    """A stack goes on its way, Generals with it."""
    p: AetoPosition = t.p
    lead = tuple(sorted(group, key=lambda i: not zones.combat_unit(p, i)))
    for i in lead:
        if not zones.combat_unit(p, i):
            p.rode[i] = RODE
    pieces.tally(t, "marches")
    set_out(t, "march", lead, path, True, offensive=1, way=path)


def strike_hexes(t: Table, seat: int, args: Args) -> int:
    """Enemy hexes next to the stack that it may attack (5.21/attack)."""
    units = still_circled(t, t.frame)
    goals = thrust_targets(t)
    return from_iter(n for n in members(goals) if units and all(attacks.may_strike(t, i, n) for i in units))


def from_near_the_general(t: Table, seat: int, args: Args) -> int:
    """The stack itself stands where a General Activation may attack from (5.0/general-attack-origin)."""
    spots = near_the_general(t, seat, ())
    return -1 if all(spots >> t.p.at[i] & 1 for i in fighters(t, t.frame)) else 0


def still_circled(t: Table, f: Frame) -> tuple[int, ...]:
    """Italian armor that was depleted on its ride does not strike (5.21/italian)."""
    return tuple(i for i in fighters(t, f) if pieces.circled(t, i))


@rule("5.21/pre-move-overstack", off=lambda t, f: still_circled(t, f))
def attackers_of(t: Table, f: Frame) -> tuple[int, ...]:
    """Of a stack only as many strike as may stand in its hex, the strongest (5.21/pre-move-overstack)."""
    units = still_circled(t, f)
    return stacking.chosen_to_fight(t, units, t.p.at[units[0]])


class Strike(Verb):
    """``strike Gazala``: the Breakthrough attack."""

    name = "strike"
    masks = (Mask("5.21/attack", lambda t, s, a: int(not t.frame["after"])),)
    levels = (Level("target", NODE, strike_hexes, (Mask("5.0/general-attack-origin", from_near_the_general),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        strike(t, args[0])


def strike(t: Table, target: int, jumped: tuple[int, ...] = ()) -> None:
    """The Breakthrough attack begins, paratroopers with it (5.21/attack)."""
    p: AetoPosition = t.p
    units = attackers_of(t, t.frame)
    take_part(t, fighters(t, t.frame))
    for i in units:
        p.again[i] = target + 1
    p.offensive["struck"] = (*act.current(t)["struck"], target)
    attacks.launch(t, target, (*units, *jumped), attacks.BREAKTHROUGH)


def with_paratroopers(t: Table, seat: int, args: Args) -> int:
    """Hexes that paratroopers can drop on (5.21/paradrop)."""
    return from_iter(n for n in members(strike_hexes(t, seat, ())) if paradrop.jumpers(t, n))


def jumpers(t: Table, seat: int, args: Args) -> int:
    """Paratroopers of the Offensive that can drop on the target of a Breakthrough (5.21/paradrop)."""
    return paradrop.jumpers(t, args[0])


def somebody_jumps(t: Table, seat: int, args: Args) -> int:
    return int(len(args) > 1 and bool(args[1]))


class DropStrike(Verb):
    """``drop_strike Gazala ger3para@Derna``: the Breakthrough attack, with paratroopers who drop on its target."""

    name = "drop_strike"
    masks = Strike.masks
    levels = (
        Level(
            "target", NODE, strike_hexes,
            (Mask("5.0/general-attack-origin", from_near_the_general), Mask("5.21/paradrop", with_paratroopers)),
        ),
        Level("paratroopers", PIECES, jumpers, closes=(Mask("5.21/paradrop", somebody_jumps),)),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if paradrop.could_jump(t) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        strike(t, args[0], tuple(args[1]))


def general_with(t: Table, units: tuple[int, ...]) -> int:
    """The best exploitation rating of an unflipped General, or 0; Graziani has none (5.21/move-general)."""
    p: AetoPosition = t.p
    ratings = [
        t.world.cards[p.card[i]].exploitation for i in units if p.kind[i] == tb.GENERAL and not p.flipped[i]
    ]  # fmt: skip
    return max(ratings, default=0)


def led_by_general(t: Table, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of a stack that stand with its General when Breakthrough Movement begins (5.21/move-general)."""
    p: AetoPosition = t.p
    places = {p.at[i] for i in units if p.kind[i] == tb.GENERAL and not p.flipped[i]}
    return tuple(i for i in units if p.at[i] in places)


def after_points(t: Table, f: Frame, piece: int) -> int:
    """Hexes after a Breakthrough: the General's rating with him, else one; one if out of supply (7.10/mp-heavy)."""
    rating: int = f["after"] - 1 if piece in f["led"] else ALONE_AFTER
    if zones.combat_unit(t.p, piece) and not reach.began_supplied(t, piece):
        rating = min(rating, 1)
    return max(rating, ALONE_AFTER)


def push_ways(t: Table, chosen: tuple[int, ...]) -> reach.Ways:
    """Where units go on: one hex whatever the zones, or by the General's rating (5.21/move-no-general)."""
    p: AetoPosition = t.p
    units = tuple(i for i in chosen if zones.combat_unit(p, i))
    points = min(after_points(t, t.frame, i) for i in units)
    free = points == ALONE_AFTER
    left = max(0, points - max(p.spent[i] for i in units))
    return reach.reach_of(t, units, -1, left, not free, not_through(t))


def not_through(t: Table) -> int:
    """No Breakthrough goes through Mud, either (1.4)."""
    return int(t.p.mud)


def pushers(t: Table, seat: int, args: Args) -> int:
    """The stack that broke through, and its General."""
    p: AetoPosition = t.p
    f = t.frame
    return from_iter(i for i in alive(t, f) if p.spent[i] < after_points(t, f, i) and p.halt[i] < reach.STOPPED)


def one_hex_group(t: Table, seat: int, args: Args) -> int:
    """Units that go on together stand together; the stack may split (5.21/move-split)."""
    if not args or not args[-1]:
        return -1
    return from_iter(t.p.stack(t.p.at[args[-1][0]]))


def push_hexes(t: Table, seat: int, args: Args) -> int:
    """Hexes within Breakthrough Movement (5.21/move-general)."""
    found = push_ways(t, args[0])
    return found.all() | found.beside(t.world) & t.p.mud


def push_room(t: Table, seat: int, args: Args) -> int:
    """Hexes with room (5.9/timing)."""
    return stacking.with_room(t, args[0], push_hexes(t, seat, args))


class Push(Verb):
    """``push ger8arm@Gazala+Rommel Tobruk``: Breakthrough Movement after a success."""

    name = "push"
    masks = (Mask("5.21/success", lambda t, s, a: int(t.frame["after"] > 0)),)
    levels = (
        Level(
            "units", PIECES, pushers, (Mask("5.21/single-stack", one_hex_group),),
            closes=(Mask("5.21/who", has_armor),),
        ),
        Level(
            "target", PATH, lambda t, s, a: t.world.land,
            (
                Mask("5.21/move-general", push_hexes), Mask("5.8/marsh-no-breakthrough", no_swamp),
                Mask("5.9/timing", push_room),
            ),
            path=lambda t, s, a, n: push_ways(t, a[0]).path(n),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        go(t, args[0], args[1])


class ThrustStep(Step):
    """One Armor Breakthrough: move up, attack, and after a success go on (5.21)."""

    name = "Armor Breakthrough"
    rule = "5.21/attack"
    kind = "order"
    piece_fields = ("units", "led")
    verbs = (Ride(), Strike(), DropStrike(), Push(), End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if fighters(t, f) and f["after"] >= 0 else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def resume(self, t: Table, f: Frame, result: object) -> None:
        if not (isinstance(result, tuple) and result and result[0] == "attack"):
            return
        if result[1]:
            succeed(t, f)
        else:
            turn_generals(t, alive(t, f))
            t.remember(after=-1)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        if f["after"]:
            most = max((after_points(t, f, i) for i in fighters(t, f)), default=ALONE_AFTER)
            return f"Broken through: each unit may go on up to {most} {'hex' if most == 1 else 'hexes'}, then end."
        return "Breakthrough: ride up to two hexes, then strike an enemy hex; or end."


def turn_generals(t: Table, units: tuple[int, ...]) -> None:
    """Generals who took part in a Breakthrough are flipped, whatever came of it (5.21/general-flip)."""
    for i in units:
        if t.p.kind[i] == tb.GENERAL:
            t.p.flipped[i] = 1


def succeed(t: Table, f: Frame) -> None:
    """After a success the stack may go on; it is Active and its General flipped (5.21/success, 5.21/move-active).

    Also 5.21/general-flip.
    """
    p: AetoPosition = t.p
    rating, led = general_with(t, alive(t, f)), led_by_general(t, alive(t, f))
    for i in alive(t, f):
        p.spent[i] = p.halt[i] = p.fought[i] = p.again[i] = 0
        p.status[i] = ACTIVE
    turn_generals(t, alive(t, f))
    t.remember(after=max(rating, ALONE_AFTER) + 1, led=led)
