"""Overrun (5.4, 8.4): an attack inside a movement phase that the worst die would still win outright."""

from __future__ import annotations

from grognard.board.area import spread, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn
from grognard.engine.core.step import Step

from .. import world as w
from ..politics import borders, control
from ..registry import each_without
from ..state import Table
from . import battle, combat, losses, stacking
from .movement import FIXED, MECHANIZED, UNFROZEN, UNMARKED, march, permitted, phasing
from .overrun_targets import any_in_danger, beyond_friends, companions, in_danger, needed, strong, weak
from .reach import cost_of, costs, fewest_points, open_ground, path_of, points
from .zones import lies_in_zone, zones_across_borders

MECHANIZED_PHASE = 3
LONGEST = 4
"""Hexes between units and what they overrun with all points there are: three to pass, and the last costs two."""


def certain(t: Table, column: int) -> int:
    """The points that the worst die of a column still destroys (8.43)."""
    return min(t.world.crt[min(column, combat.TOP)]) if column >= 0 else 0


def price(t: Table, piece: int, node: int) -> int:
    """Movement points to enter the hex, over a mountain too (8.46), and 1 more (5.42); 0 where no step leads."""
    found = costs(t, t.p.power[piece]).price(t.p.at[piece], node)
    return found + int(t.world.constants["overrun_extra_mp"]) if found else found


def covered(t: Table, pieces: tuple[int, ...], node: int, spared: int = 0) -> bool:
    """Does the zone of an enemy who is not overrun cover the hex, or of a neutral whom it invades (8.47/e, R053)?"""
    others = ~(1 << node | spared) & t.world.near[node]
    return lies_in_zone(t, t.p.power[pieces[0]], node, others) or bool(
        zones_across_borders(t, pieces, others) >> node & 1
    )


def held_up(t: Table, pieces: tuple[int, ...], node: int, spared: int = 0) -> bool:
    """Has a unit come into the zone of an enemy who is not overrun? Then it has to stop there (5.25, 8.47/e, R017)."""
    p = t.p
    came = [p.at[i] for i in pieces if p.moved >> i & 1]
    if not came:
        return False
    power, others = p.power[pieces[0]], ~(1 << node | spared)
    return any(lies_in_zone(t, power, at, others) for at in came)


def strong_enough(t: Table, pieces: tuple[int, ...], node: int, past: tuple[str, ...] = ()) -> bool:
    """The worst die destroys every basic point in the hex (8.43)."""
    return combat.attack_points(t, pieces) >= needed(t, node, past)


def can_enter(t: Table, pieces: tuple[int, ...], node: int, spare: int = 0) -> bool:
    """Every unit has the points for the hex and the overrun, whatever zone it stands in (8.4/a, 8.41)."""
    return all(0 < price(t, piece, node) <= points(t, piece) + spare for piece in pieces)


def overrunnable(t: Table, pieces: tuple[int, ...]) -> int:
    """The hexes that these units together can overrun now."""
    p = t.p
    power = p.power[pieces[0]]
    near = weak(t, power, t.world.near[p.at[pieces[0]]])
    found = from_iter(node for node in members(near) if can_overrun(t, pieces, node)) if near else 0
    return found | from_iter(node for node in through(t, pieces) if fits(t, pieces, node))


def fits(t: Table, pieces: tuple[int, ...], node: int) -> bool:
    """May units that have the points overrun a hex, wherever they stand?"""
    return strong_enough(t, pieces, node) and not covered(t, pieces, node) and open_to(t, pieces, node, {})


@cached_between_orders
def through(t: Table, pieces: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Hexes that units overrun out of one which friends fill and they only pass, and the way to it (5.24, 7.0/a, R248).

    Nobody ends a move there, so it is one order; to a hex with room they go first.
    """
    p = t.p
    power, start = p.power[pieces[0]], p.at[pieces[0]]
    full = p.doubled & control.friendly(t, power) & ~(1 << start)
    near = weak(t, power, step(full, t.world.walks[3])) & ~(t.world.near[start] | p.vichy_ground)
    if not near or any(p.moved >> piece & 1 for piece in pieces):
        return {}
    chart, closed = costs(t, power), control.neutral_land(t, power)
    most = fewest_points(t, pieces) - int(t.world.constants["overrun_extra_mp"])
    found: dict[int, tuple[int, ...]] = {}
    for node in members(near):
        for via in members(full & t.world.near[node]):
            spent, last = cost_of(t, pieces, via), chart.price(via, node)
            if not spent or not last or spent + last > most or node in found:
                continue
            way = path_of(t, pieces, via)
            if not from_iter(way) & closed and not lies_in_zone(t, power, via, ~(1 << node)):
                found[node] = way
    return found


def can_overrun(t: Table, pieces: tuple[int, ...], node: int, spared: int = 0) -> bool:
    """Every condition of 8.4, the cheap ones first; zones of ``spared`` hexes do not count."""
    if not strong_enough(t, pieces, node) or covered(t, pieces, node, spared):
        return False
    return can_come(t, pieces, node, spared, {})


HINDRANCES = ("8.48/e", "5.42", "8.45", "8.43", "8.44", "8.47/e")
"""What may keep units from overrunning a hex beside them, borders apart."""


def could_overrun(t: Table, pieces: tuple[int, ...], node: int, spared: int, past: tuple[str, ...]) -> bool:
    """The same if some rules did not hold, which is asked to say why not."""
    if not strong_enough(t, pieces, node, past) or not open_to(t, pieces, node, {}, past):
        return False
    if "8.47/e" not in past and (covered(t, pieces, node, spared) or held_up(t, pieces, node, spared)):
        return False
    return can_enter(t, pieces, node, int(t.world.constants["overrun_extra_mp"]) if "5.42" in past else 0)


def candidates_but(past: tuple[str, ...]) -> MaskFn:
    """Units that could overrun something if some rules did not hold, alone or with one that stands beside them."""

    def found(t: Table, seat: int, args: Args) -> int:
        chosen = args[0] if args else ()
        able = able_units(t, seat) | (t.p.overran if "8.48/e" in past else 0)
        shut = 0 if "16.51" in past else control.partisan_hexes(t)
        bits = 0
        for piece in members(able & ~from_iter(chosen)):
            beside = t.world.near[t.p.at[piece]] & control.strangers(t, t.p.power[piece]) & ~shut
            for units in pairs_with(t, chosen, piece, able) if beside else ():
                if any(could_overrun(t, units, node, 0, past) for node in members(beside)):
                    bits |= 1 << piece
        return bits

    return found


def pairs_with(t: Table, chosen: tuple[int, ...], piece: int, able: int) -> list[tuple[int, ...]]:
    """A unit with those chosen before it, or alone and with each that stands beside it and is named after it."""
    if chosen:
        return [(*chosen, piece)]
    mates = [i for i in t.p.stacks[t.p.at[piece]] if i > piece and able >> i & 1]
    return [(piece,), *((piece, mate) for mate in mates)]


def can_come(t: Table, pieces: tuple[int, ...], node: int, spared: int, lands: dict[int, int]) -> bool:
    """Can units that are strong enough get into the hex?"""
    if not can_enter(t, pieces, node) or held_up(t, pieces, node, spared):
        return False
    return open_to(t, pieces, node, lands)


def candidates(t: Table, seat: int, args: Args) -> int:
    """Units that can still overrun something, alone or with one that stands beside them (8.4/a, 8.42)."""
    chosen = args[0] if args else ()
    p = t.p
    found = 0
    if chosen:
        able = able_units(t, seat)
        for piece in p.stacks[p.at[chosen[0]]]:
            if able >> piece & 1 and piece not in chosen and overrunnable(t, (*chosen, piece)):
                found |= 1 << piece
        return found
    for power in control.turn_powers(t, p.player):
        targets = in_danger(t, power)
        if targets:
            found |= _attackers(t, power, able_units(t, seat) & companions(t, power), targets)
    return found | from_behind(t, seat)


@cached_between_orders
def from_behind(t: Table, seat: int) -> int:
    """Units that can overrun something through a hex that friends fill, alone or with one that stands beside them."""
    found = 0
    for power in control.turn_powers(t, t.p.player):
        for target, need in beyond_friends(t, power):
            for node in members(_behind(t.world, target) & strong(t, power, need)):
                found |= _from_behind(t, seat, power, node, target, need)
    return found


@cached_values(1024)
def _behind(world: w.World, target: int) -> int:
    """The hexes from which a hex may be overrun through others."""
    return spread(1 << target, world.walks[3], LONGEST) & ~world.near[target]


def _from_behind(t: Table, seat: int, power: int, node: int, target: int, need: int) -> int:
    """Of units in a hex that have not moved, those that can overrun another; the first of a pair stands for both."""
    fresh = able_units(t, seat) & companions(t, power) & ~t.p.moved
    found = 0
    for group in groups_of(t, [i for i in t.p.stacks[node] if fresh >> i & 1], need):
        if not found >> group[0] & 1 and target in through(t, group) and fits(t, group, target):
            found |= 1 << group[0]
    return found


def _attackers(t: Table, power: int, able: int, targets: int) -> int:
    """Of a power's units and its companions, those that can overrun one of the hexes; the first of a pair stands for
    both."""
    found = 0
    lands: dict[int, int] = {}
    for target in members(targets):
        for group in strong_groups(t, power, able, target):
            if found >> group[0] & 1 or covered(t, group, target) or not open_to(t, group, target, lands):
                continue
            if can_enter(t, group, target) and not held_up(t, group, target):
                found |= 1 << group[0]
    return found


def strong_groups(t: Table, power: int, able: int, target: int) -> list[tuple[int, ...]]:
    """One or two units of a hex beside a target that together have the points for it (8.42, 8.43)."""
    p = t.p
    need = needed(t, target)
    found: list[tuple[int, ...]] = []
    for node in members(t.world.near[target] & p.occupied[power]):
        found += groups_of(t, [i for i in p.stacks[node] if able >> i & 1], need)
    return found


def groups_of(t: Table, stack: list[int], need: int) -> list[tuple[int, ...]]:
    """One or two units of a stack that together have the points."""
    have = combat.each_points(t, stack)
    found: list[tuple[int, ...]] = []
    if sum(have) < need:
        return found
    for i, piece in enumerate(stack):
        if have[i] >= need:
            found.append((piece,))
        found += [(piece, stack[j]) for j in range(i + 1, len(stack)) if have[i] + have[j] >= need]
    return found


def open_to(t: Table, pieces: tuple[int, ...], node: int, lands: dict[int, int], but: tuple[str, ...] = ()) -> bool:
    """May each of the units attack and enter the hex, some rules apart? ``lands`` remembers what its kind may."""
    p = t.p
    for piece in pieces:
        nation = p.nation[piece]
        if nation not in lands:
            lands[nation] = combat.aims(t, p.power[piece], nation, but) & open_ground(t, piece, but)
        if not lands[nation] >> node & 1:
            return False
    return bool(control.leashed(t, pieces, but) >> node & 1)


def may_overrun(t: Table, seat: int, args: Args) -> int:
    """An overrun is a move and an attack: units of nations that may do both (8.4)."""
    return permitted(t, control.MOVERS) & permitted(t, control.ATTACKERS)


def overrunners_but(but: tuple[str, ...]) -> MaskFn:
    """Units of nations that could overrun if some rules did not keep them from moving or attacking."""
    return lambda t, seat, args: permitted(t, control.MOVERS, but) & permitted(t, control.ATTACKERS, but)


def may_overrun_at_all() -> Mask:
    """The mask of the rules that keep a nation's units from moving or attacking."""
    numbers = tuple(dict.fromkeys((*control.MOVERS.numbers(), *control.ATTACKERS.numbers())))
    return Mask("8.4", may_overrun, without=each_without(numbers, overrunners_but))


@cached_between_orders
def able_units(t: Table, seat: int) -> int:
    """Units that may still overrun, in supply or not (9.63, 9.73, 5.41/a), each once in a phase (8.48/e)."""
    p = t.p
    bits = stacking.own(t, seat) & ~p.fixed & ~p.marked & ~p.frozen & may_overrun(t, seat, ())
    if p.phase == MECHANIZED_PHASE:
        bits &= p.mechs
    return bits & ~p.overran


def one_hex(t: Table, seat: int, args: Args) -> int:
    """All units enter through the same hexside, so they stand in one hex (8.4/b)."""
    chosen = args[0] if args else ()
    return from_iter(t.p.stacks[t.p.at[chosen[0]]]) & ~from_iter(chosen) if chosen else -1


def two(t: Table, seat: int, args: Args) -> int:
    """No more than two units overrun a hex (8.42)."""
    return 0 if args and len(args[0]) > 1 else -1


def can_close(t: Table, seat: int, args: Args) -> int:
    chosen = args[0] if args else ()
    return int(bool(chosen) and bool(overrunnable(t, chosen)))


def can_close_if_halved(t: Table, seat: int, args: Args) -> int:
    """Could the units overrun something beside them if a defender out of supply were halved (8.44)?"""
    chosen = args[0] if args else ()
    if not chosen:
        return 0
    beside = t.world.near[t.p.at[chosen[0]]] & control.strangers(t, t.p.power[chosen[0]]) & ~control.partisan_hexes(t)
    return int(any(could_overrun(t, chosen, node, 0, ("8.44",)) for node in members(beside)))


def adjacent(t: Table, seat: int, args: Args) -> int:
    """The hexes next to the units (8.4/a)."""
    found: int = t.world.near[t.p.at[args[0][0]]]
    return found


def in_reach(t: Table, seat: int, args: Args) -> int:
    """The hexes next to the units, or to one that friends fill on their way (8.4/a, 5.24)."""
    return adjacent(t, seat, args) | from_iter(through(t, args[0]))


def enemy_hexes(t: Table, seat: int, args: Args) -> int:
    """The hexes in their reach that each of the units may attack and enter (5.41)."""
    held = in_reach(t, seat, args) & control.strangers(t, t.p.power[args[0][0]])
    lands: dict[int, int] = {}
    return from_iter(node for node in members(held) if open_to(t, args[0], node, lands))


def enemy_hexes_but(but: tuple[str, ...]) -> MaskFn:
    """The same if some rules did not close hexes to them."""

    def found(t: Table, seat: int, args: Args) -> int:
        held = in_reach(t, seat, args) & control.strangers(t, t.p.power[args[0][0]])
        lands: dict[int, int] = {}
        return from_iter(node for node in members(held) if open_to(t, args[0], node, lands, but))

    return found


def no_partisans(t: Table, seat: int, args: Args) -> int:
    """Partisans may not be overrun (16.51)."""
    p = t.p
    return ~from_iter(p.at[i] for i in members(p.fixed) if p.kind[i] == w.PARTISAN)


def payable(t: Table, seat: int, args: Args) -> int:
    ways = through(t, args[0])
    return from_iter(n for n in members(enemy_hexes(t, seat, args)) if n in ways or can_enter(t, args[0], n))


def beatable(t: Table, seat: int, args: Args) -> int:
    return from_iter(n for n in members(enemy_hexes(t, seat, args)) if strong_enough(t, args[0], n))


def beatable_but(past: tuple[str, ...]) -> MaskFn:
    """The hexes that the units could destroy for certain if some rules did not hold."""
    return lambda t, seat, args: from_iter(
        n for n in members(enemy_hexes(t, seat, args)) if strong_enough(t, args[0], n, past)
    )


def uncovered(t: Table, seat: int, args: Args) -> int:
    pieces = args[0]
    hexes = members(enemy_hexes(t, seat, args))
    return from_iter(n for n in hexes if not (covered(t, pieces, n) or held_up(t, pieces, n)))


def say_strength(t: Table, seat: int, args: Args, node: int) -> str:
    p = t.p
    have = combat.attack_points(t, args[0])
    against = combat.defence_of(t, node, None, stacking.defenders(t, node))
    need = sum(p.strength[i] for i in p.stacks.get(node, ()))
    sure = certain(t, have - against)
    return f"{have} points against {against} destroy {sure} for certain, and {need} stand there."


def say_nothing(t: Table, seat: int, args: Args, piece: int) -> str:
    """What the unit lacks against the weakest hex beside it, with the strongest that stands with it."""
    units = max(with_each(t, seat, (*(args[0] if args else ()), piece)), key=lambda some: combat.attack_points(t, some))
    beside = members(enemy_hexes(t, seat, (units,)))
    if beside:
        node = min(beside, key=lambda n: needed(t, n))
        both = "" if len(units) == 1 else "even with the unit beside it, "
        return f"{t.node_name(node)}: {both}{say_strength(t, seat, (units,), node)}"
    return "Next to this unit there is no hex that it could overrun, alone or with a unit beside it."


def with_each(t: Table, seat: int, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Units that are named, and one of them with each that may overrun with it out of its hex (8.42)."""
    mates = [i for i in t.p.stacks[t.p.at[units[0]]] if i not in units and able_units(t, seat) >> i & 1]
    return [units] + [(*units, mate) for mate in mates if len(units) == 1]


class Overrun(Verb):
    """``overrun ger4mech@1612 1712``: one or two units of one hex roll over an adjacent one."""

    name = "overrun"

    def __init__(self, mechanized: bool = False) -> None:
        ground = tuple(dict.fromkeys((*control.ground_rules(), *control.TARGETS.numbers())))
        why = each_without((*HINDRANCES, "16.51", *ground), candidates_but)
        masks = [
            Mask("8.4/b", one_hex), Mask("8.42", two), Mask("5.11", phasing), FIXED, UNMARKED, UNFROZEN,
            Mask("8.48/e", lambda t, s, a: ~t.p.overran), may_overrun_at_all(),
            Mask("8.4", candidates, say=say_nothing, without=why, told=("8.43", "8.45")),
        ]  # fmt: skip
        if mechanized:
            masks.insert(1, MECHANIZED)
        self.levels = (
            Level("units", PIECES, phasing, tuple(masks),
                  closes=(Mask("8.43", can_close, without=(("8.44", can_close_if_halved),)),)),
            Level(
                "hex", NODE, lambda t, s, a: t.world.board.hexes,
                (
                    Mask("8.4/a", in_reach), Mask("5.41", enemy_hexes, without=each_without(ground, enemy_hexes_but)),
                    Mask("16.51", no_partisans), Mask("5.42", payable),
                    Mask("8.43", beatable, say=say_strength, without=each_without(("8.45", "8.44"), beatable_but)),
                    Mask("8.47/e", uncovered),
                ),
            ),
        )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return any_in_danger(t) or from_behind(t, seat)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        way = through(t, args[0]).get(args[1])
        if way is not None:
            march(t, args[0], way)
        name_overruns(t, (args,))


def name_overruns(t: Table, overruns: tuple[Args, ...]) -> None:
    """Units are about to overrun hexes: each overrun is an attack, whose consequences come first (8.4)."""
    power = t.p.power[overruns[0][0][0]]
    t.push(Frame("overrunning", ORDER, -1, power, (("named", False), ("overruns", overruns))))


class Overrunning(Step):
    """Overruns from their naming: who must choose because of one does so before the victims fall (14.14/a)."""

    name = "overrun"
    rule = "8.4"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["named"]:
            t.remember(named=True)
            for pieces, node in f["overruns"]:
                borders.named_attack(t, pieces, (node,))
            return
        for pieces, node in f["overruns"]:
            roll_over(t, pieces, node)
        t.pop()


def roll_over(t: Table, pieces: tuple[int, ...], node: int) -> None:
    """The victims are removed at once and the units stand in their hex (5.41, 8.41), unless all joined them (R226)."""
    p = t.p
    power = p.power[pieces[0]]
    doomed = battle.in_hexes(t, (node,), power)
    if not doomed:
        return
    came = p.at[pieces[0]]
    purse = [points(t, piece) - price(t, piece, node) for piece in pieces]
    t.emit("overran", "8.4", pieces=pieces, nodes=(came, node), victims=len(doomed))
    losses.destroy_all(t, doomed, "overrun")
    for piece, left in zip(pieces, purse, strict=True):
        p.put(piece, node)
        p.moved |= 1 << piece
        p.overran |= 1 << piece
        p.left[piece] = max(0, left)
    borders.enter(t, pieces, node)


STEPS: dict[str, Step] = {"overrunning": Overrunning()}
