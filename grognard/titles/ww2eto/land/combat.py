"""Combat (8.0-8.3, 8.7): who may attack what, the differential, the table; ``battle.py`` has what follows the die."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import NODES, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn
from grognard.engine.core.step import Step
from grognard.engine.play.odds import distribution

from .. import world as w
from ..politics import borders, control
from ..registry import each_without
from ..state import Table
from . import battle, stacking, supply, weather
from .movement import permitted, phasing

TOP = 7


# Strengths


def attack_points(t: Table, pieces: Iterable[int]) -> int:
    """The attackers' total (8.31)."""
    return sum(each_points(t, pieces))


def each_points(t: Table, pieces: Iterable[int]) -> list[int]:
    """Each attacker counts its strength, Russians and Finns doubled in their first winter (3.22)."""
    p = t.p
    strength, nation = p.strength, p.nation
    factor = weather.winter_factor(t, w.USSR, True)
    if factor == 1:
        return [strength[i] for i in pieces]
    return [strength[i] * factor if nation[i] in weather.HARDY else strength[i] for i in pieces]


def hex_factor(t: Table, node: int) -> int:
    """What the ground multiplies a defender by: rough, and the Weather Area in spring."""
    factor = rough_factor(t, node)
    return 2 * factor if weather.spring_hexes(t) >> node & 1 else factor


def rough_factor(t: Table, node: int) -> int:
    """Defenders in rough terrain are doubled (8.32, T/rough)."""
    return 2 if t.world.rough >> node & 1 else 1


def defence_of(t: Table, node: int, lines: supply.Lines | None, units: list[int]) -> int:
    """The defence of a hex: multiplied first, the unsupplied half last and rounded up (9.61, 9.5, 5.22, R012, R111).

    Without ``lines`` supply does not matter, as in an overrun (8.44).
    """
    p = t.p
    ground = hex_factor(t, node)
    whole = halved = 0
    for piece in units:
        value = p.strength[piece] * ground * weather.winter_factor(t, p.nation[piece], False)
        if lines is not None and not lines.supplied(piece):
            halved += value
        else:
            whole += value
    return whole + (halved + 1) // 2


def differential(t: Table, attackers: Iterable[int], nodes: Iterable[int]) -> int:
    """Attackers less defenders, each hex multiplied for itself (8.31, R190)."""
    lines = supply.Lines(t)
    return attack_points(t, attackers) - sum(defence_of(t, n, lines, fresh_defenders(t, n)) for n in nodes)


def result(t: Table, column: int, face: int) -> int:
    """Strength points lost by the defender (8.7/T, 8.7/Ta, 8.73)."""
    losses: int = t.world.crt[max(0, min(column, TOP))][face - 1]
    return losses


def fresh_defenders(t: Table, node: int) -> list[int]:
    """The units of a hex that may be attacked: all together, none twice in a phase (7.11, 8.21, 8.14)."""
    struck = t.p.struck
    return [i for i in stacking.defenders(t, node) if not struck >> i & 1]


# Who may attack what


class Field(NamedTuple):
    """A hex that can be attacked: its defence, the units that may join and their points together."""

    node: int
    defence: int
    joiners: int
    might: int


@cached_between_orders
def fields(t: Table, seat: int) -> tuple[Field, ...]:
    """Every hex that the seat's units could attack now, with its defence and who may join."""
    return tuple(_fields(t, seat))


def ready(t: Table, seat: int) -> int:
    """Units that may attack, whatever those beside them do (7.12, 8.22): free to, of nations that may, not used."""
    p = t.p
    return stacking.own(t, seat) & permitted(t, control.ATTACKERS) & ~(p.fixed | p.marked | p.fought | p.frozen)


def victims(t: Table, power: int) -> int:
    """Hexes with units that a power might attack, Vichy's too (14.15); the rules on targets close what is closed."""
    p = t.p
    bits = control.foes(t, power) | p.occupied[w.NEUTRAL] | p.occupied[w.VICHY]
    if power == w.AXIS:
        bits |= p.occupied[w.SOVIET]
    elif power == w.SOVIET:
        bits |= p.occupied[w.AXIS]
    return bits


def aims(t: Table, power: int, nation: int, but: tuple[str, ...] = ()) -> int:
    """Hexes that a nation's units may attack, some rules apart."""
    bits = victims(t, power)
    for fn in control.TARGETS.asked(t, nation, power, but):
        bits &= fn(t, power, nation)
    return bits


def reach_of_attack(t: Table, past: tuple[str, ...] = ()) -> Any:
    """Hexsides that an attack may cross: no blocked and no sea hexside (T/blocked, T/seaside)."""
    world = t.world
    out = world.clear
    if "T/blocked" in past:
        out = out | world.walk
    if "T/seaside" in past:
        out = out | (world.board.around.inside(world.play) - world.blocked)
    return out


def _fields(t: Table, seat: int, past: tuple[str, ...] = ()) -> list[Field]:
    """Who may attack what; ``past`` names rules that are left out to say which of them forbids an attack."""
    p = t.p
    units = ready(t, seat)
    lines = supply.Lines(t)
    joiners: dict[int, int] = {}
    for power in control.turn_powers(t, p.player):
        goals: dict[int, int] = {}
        for piece in members(units & p.army[power] & in_contact(t, power, victims(t, power), past)):
            nation = p.nation[piece]
            if nation not in goals:
                goals[nation] = aims(t, power, nation, past)
            found = front_of(t, piece, past) & goals[nation]
            if found and ("9.61" in past or may_attack_in_supply(lines, piece)):
                for target in members(found):
                    joiners[target] = joiners.get(target, 0) | 1 << piece
    fields_ = []
    for node, bits in sorted(joiners.items()):
        defenders = stacking.defenders(t, node) if "8.14" in past else fresh_defenders(t, node)
        if defenders:
            fields_.append(Field(node, defence_of(t, node, lines, defenders), bits, attack_points(t, members(bits))))
    return fields_


def may_attack_in_supply(lines: supply.Lines, piece: int) -> bool:
    """Units out of supply at the instant of combat do not attack (5.22, 9.5, 9.61)."""
    return lines.supplied(piece)


def in_contact(t: Table, power: int, goals: int, past: tuple[str, ...] = ()) -> int:
    """Units that stand beside one of some hexes, or are about to land or drop on it (8.11)."""
    p = t.p
    if "8.11" in past:
        return -1
    bits = p.landing | p.dropped
    for node in members(p.occupied[power] & step(goals, reach_of_attack(t, past))):
        bits |= from_iter(p.stacks[node])
    return bits


def front_of(t: Table, piece: int, past: tuple[str, ...] = ()) -> int:
    """The hexes that a unit could attack from where it is (8.11)."""
    p = t.p
    if p.target[piece] >= 0:
        return 1 << p.target[piece]
    node = p.at[piece]
    if past:
        return step(1 << node, reach_of_attack(t, past)) if "8.11" not in past else -1
    bits: int = t.world.within[node] ^ 1 << node
    return bits


def candidates(t: Table, seat: int, args: Args) -> int:
    """Units with which an attack can still come about: next to a common hex that they could beat together (8.13)."""
    return _joining(fields(t, seat), args, True)


def candidates_but(past: tuple[str, ...]) -> MaskFn:
    """The same if some rules did not hold, which is asked to say why not."""
    return lambda t, seat, args: _joining(_fields(t, seat, past), args, "8.72" not in past)


def _joining(fields_: Iterable[Field], args: Args, enough: bool) -> int:
    """Units that may join those chosen: against a common hex, if need be one that they could beat together."""
    group, found = from_iter(args[0] if args else ()), 0
    for field in fields_:
        if not group & ~field.joiners and (not enough or field.might >= field.defence):
            found |= field.joiners & ~group
    return found


def in_time(t: Table, seat: int, args: Args) -> int:
    """Units are named in the order of the table: those with which, or with later ones, an attack is strong enough."""
    chosen: tuple[int, ...] = args[0] if args else ()
    group, have, found = from_iter(chosen), attack_points(t, chosen), 0
    above = -1 << chosen[-1] + 1 if chosen else -1
    for field in fields(t, seat):
        if group & ~field.joiners:
            continue
        lacks, later = field.defence - have, members(field.joiners & above)[::-1]
        if field.joiners & ~group & t.p.twins:
            found |= _before_equals(t, field.joiners & ~group, later, lacks)
            continue
        for piece, points in zip(later, each_points(t, later)):
            lacks -= points
            if lacks <= 0:
                found |= 1 << piece
    return found


def _before_equals(t: Table, joiners: int, later: tuple[int, ...], lacks: int) -> int:
    """The same where some are alike: of equal units the first is named, and no later one helps who comes after it."""
    firsts: dict[Any, int] = {}
    equal = {i: firsts.setdefault(t.title.called(t, i), i) for i in members(joiners)}
    worth = list(zip(later, each_points(t, later)))
    return from_iter(
        piece for piece in later if sum(points for i, points in worth if i >= piece and equal[i] >= piece) >= lacks
    )


def can_close(t: Table, seat: int, args: Args) -> int:
    """The attackers are at least as strong as some hex that all of them touch (8.72)."""
    chosen = args[0] if args else ()
    if not chosen:
        return 0
    have, group = attack_points(t, chosen), from_iter(chosen)
    return int(any(not group & ~f.joiners and have >= f.defence for f in fields(t, seat)))


def common_targets(t: Table, seat: int, args: Args) -> int:
    """Hexes that every attacker may attack, several of them in one combat (8.23)."""
    return _common(fields(t, seat), args)


def targets_but(past: tuple[str, ...]) -> MaskFn:
    """The same if some rules did not hold, which is asked to say why not."""
    return lambda t, seat, args: _common(_fields(t, seat, past), args)


def _common(fields_: Iterable[Field], args: Args) -> int:
    """The hexes of some fields that all who were chosen may attack."""
    group = from_iter(args[0])
    return from_iter(f.node for f in fields_ if not group & ~f.joiners)


def affordable(t: Table, seat: int, args: Args) -> int:
    """Hexes whose defence, with those already named, the attackers equal (8.31, 8.0/a)."""
    have = attack_points(t, args[0])
    chosen = args[1] if len(args) > 1 else ()
    by_node = {f.node: f.defence for f in fields(t, seat)}
    left = have - sum(by_node.get(n, 0) for n in chosen)
    return from_iter(node for node, defence in by_node.items() if defence <= left)


def any_odds(t: Table, seat: int, args: Args) -> int:
    """All hexes, as if strengths were not compared (8.31)."""
    return -1


def held_by_others(t: Table, seat: int, args: Args) -> int:
    return control.strangers(t, t.p.player)


def say_weak(t: Table, seat: int, args: Args, node: int) -> str:
    have, named = attack_points(t, args[0]), (*(args[1] if len(args) > 1 else ()), node)
    defence = sum(f.defence for f in fields(t, seat) if f.node in named)
    return f"{have} attacking points against {defence}: an attack needs at least as many as the defence."


def may_attack(t: Table, seat: int, args: Args) -> int:
    """Units of nations that may attack at all."""
    return permitted(t, control.ATTACKERS)


def attackers_but(but: tuple[str, ...]) -> MaskFn:
    """Units of nations that could attack if some rules did not keep them from it."""
    return lambda t, seat, args: permitted(t, control.ATTACKERS, but)


class Attack(Verb):
    """``attack ger4inf@1612+ger3inf@1613 1713``: the units, then the hex or hexes."""

    name = "attack"

    def __init__(self) -> None:
        aimed = control.TARGETS.numbers()
        together = each_without(("8.14", "T/blocked", "T/seaside", *aimed, "9.61", "8.72", "8.11"), candidates_but)
        common = each_without(("8.14", "T/blocked", "T/seaside", *aimed), targets_but)
        self.levels = (
            Level(
                "units", PIECES, phasing,
                (
                    Mask("3.22/a", lambda t, s, a: ~t.p.fixed), Mask("5.64", lambda t, s, a: ~t.p.marked),
                    Mask("8.14", lambda t, s, a: ~t.p.fought), Mask("6.51", lambda t, s, a: ~t.p.frozen),
                    Mask("4.2/A2", may_attack, without=control.ATTACKERS.without(attackers_but)),
                    Mask("8.0", candidates, without=together), Mask("8.72", in_time, ahead=True),
                ),
                closes=(Mask("8.0/a", can_close, say=say_closing),),
            ),
            Level(
                "hexes", NODES, lambda t, s, a: t.world.board.hexes,
                (
                    Mask("8.0", held_by_others, say=lambda t, s, a, n: f"There is no enemy in {t.node_name(n)}."),
                    Mask("8.11", common_targets, without=common),
                    Mask("8.72", affordable, say_weak, without=(("8.31", any_odds),), told=("8.31",)),
                ),
            ),
        )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        resolve(t, args[0], args[1])


def say_closing(t: Table, seat: int, args: Args, value: int) -> str:
    return "These units are weaker than every hex that all of them touch; add more."


def resolve(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """Name the attack; who has fought in it does so no more, wherever he advances (8.63, 8.0/a)."""
    p = t.p
    p.fought |= from_iter(attackers)
    t.push(Frame("battle", ORDER, -1, p.power[attackers[0]], (
        ("attackers", attackers), ("loss", 0), ("nodes", nodes), ("stage", battle.NAMED),
    )))  # fmt: skip


class Engagement(battle.Battle):
    """One attack from its naming: whoever has to choose because of it does so before the die (14.14/a)."""

    def run(self, t: Table, f: Frame) -> None:
        stage = f["stage"]
        if stage == battle.NAMED:
            t.remember(stage=battle.AFTER if settled_at_once(t, f["attackers"], f["nodes"]) else battle.FOUGHT)
            borders.named_attack(t, f["attackers"], f["nodes"])
        elif stage == battle.FOUGHT:
            fight(t, f)
        else:
            super().run(t, f)


def settled_at_once(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> bool:
    """Is an attack over before its naming makes others take sides (R161; from the second level of the rules on)?"""
    return t.rules.level > 1 and any(settle(t, attackers, nodes) for settle in control.SETTLERS)


def fight(t: Table, f: Frame) -> None:
    """Settle the attack on what is left of its hexes, by the die or without one."""
    p = t.p
    attackers, power = f["attackers"], f.power
    nodes = tuple(n for n in f["nodes"] if battle.in_hexes(t, (n,), power))
    if not nodes:
        t.pop()
        return
    defenders = [i for n in nodes for i in p.stacks[n]]
    loss = -1
    for settle in control.SETTLERS:
        if settle(t, attackers, nodes):
            loss = 0
            break
    if loss < 0:
        loss = roll(t, attackers, nodes)
    p.struck |= from_iter(i for i in defenders if p.at[i] != p.lost)
    # Without a loss nobody has anything to take off the map or to draw back.
    t.remember(loss=loss, nodes=nodes, stage=battle.LOSSES if loss else battle.AFTER)


def roll(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> int:
    """The die in the column of the differential (8.71)."""
    column = differential(t, attackers, nodes)
    face = t.roll("combat")
    loss = result(t, column, face)
    t.emit("attack", "8.0/a", pieces=attackers, nodes=nodes, column=min(column, TOP), die=face, loss=loss)
    return loss


def outcome(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> int:
    """The points that an attack costs, after what its naming brings about: Vichy goes over or leaves (14.14, 14.17)."""
    power = t.p.power[attackers[0]]
    points: int = sum(t.p.strength[i] for i in battle.in_hexes(t, nodes, power))
    if settled_at_once(t, attackers, nodes):
        return points
    borders.named_attack(t, attackers, nodes)
    left = tuple(n for n in nodes if battle.in_hexes(t, (n,), power))
    points = sum(t.p.strength[i] for i in battle.in_hexes(t, left, power))
    if not left or any(settle(t, attackers, left) for settle in control.SETTLERS):
        return points
    return roll(t, attackers, left)


def odds(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> dict[int, Fraction]:
    """The chance of each number of points lost, from the combat code itself."""
    return distribution(t, lambda twin: outcome(twin, attackers, nodes))


class Combat(Step):
    """The Combat Phase (4.2/A2): attacks one after another, each resolved at once."""

    name = "Combat"
    rule = "4.2/A2"

    def __init__(self) -> None:
        self.verbs = (Attack(), control.EndPhase())

    def begin(self, t: Table, f: Frame) -> None:
        p = t.p
        p.phase = 2
        p.fought = p.struck = 0
        supply.begin_phase(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{t.world.turns[t.p.turn - 1]['turn']}, Combat: attack adjacent enemies, then end."


@control.on_phase_end
def after_combat(t: Table, power: int, phase: int) -> None:
    """Attrition, then retreated units defend again (9.62, R102)."""
    if phase == 2:
        supply.end_phase(t)
        stacking.settle_retreated(t)


def steps() -> dict[str, Step]:
    """Built when every chapter has hung its rules on the registries."""
    return {"combat": Combat(), **battle.STEPS, "battle": Engagement()}
