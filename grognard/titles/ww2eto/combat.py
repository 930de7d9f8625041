"""Combat (8.0-8.3, 8.7): who may attack what, the differential, the table; ``battle.py`` has what follows the die."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import while_still
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import NODES, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed
from grognard.engine.core.step import Step
from grognard.engine.core.table import Table
from grognard.engine.play.odds import distribution

from . import battle, borders, control, stacking, supply, weather
from . import world as w
from .movement import permitted, phasing
from .state import EtoPosition

TOP = 7


# Strengths


def attack_points(t: Any, pieces: Iterable[int]) -> int:
    """The attackers' total (8.31)."""
    return sum(each_points(t, pieces))


def each_points(t: Any, pieces: Iterable[int]) -> list[int]:
    """What each attacker counts, Russians and Finns doubled in their first winter (11.21)."""
    p: EtoPosition = t.p
    if not t.rules.on("3.22"):
        return [1 for _ in pieces]
    strength, nation = p.strength, p.nation
    factor = weather.winter_factor(t, w.USSR, True)
    if factor == 1:
        return [strength[i] for i in pieces]
    return [strength[i] * factor if nation[i] in weather.HARDY else strength[i] for i in pieces]


def hex_factor(t: Any, node: int) -> int:
    """What the ground multiplies a defender by: rough, and the Weather Area in spring (8.32, T/rough, 11.13)."""
    factor, off = 1, t.rules.off
    if t.world.rough >> node & 1 and "8.32" not in off and "T/rough" not in off:
        factor *= 2
    if weather.spring_hexes(t) >> node & 1 and "T/weather" not in off:
        factor *= 2
    return factor


def defence_of(t: Any, node: int, lines: supply.Lines | None, units: list[int]) -> int:
    """The defence of a hex: multiplied first, the unsupplied half last and rounded up (9.61, R012, R111).

    Without ``lines`` supply does not matter, as in an overrun (8.44).
    """
    p: EtoPosition = t.p
    ground = hex_factor(t, node)
    whole = halved = 0
    halves = lines is not None and t.rules.on("9.61") and t.rules.on("9.5")
    for piece in units:
        value = p.strength[piece] * ground * weather.winter_factor(t, p.nation[piece], False)
        if halves and lines is not None and not lines.supplied(piece):
            halved += value
        else:
            whole += value
    return whole + (halved + 1) // 2


def differential(t: Any, attackers: Iterable[int], nodes: Iterable[int]) -> int:
    """Attackers less defenders, each hex multiplied for itself (8.31, R190)."""
    lines = supply.Lines(t)
    return attack_points(t, attackers) - sum(defence_of(t, n, lines, fresh_defenders(t, n)) for n in nodes)


def result(t: Any, column: int, face: int) -> int:
    """Strength points lost by the defender (8.7/T, 8.7/Ta, 8.73)."""
    top = TOP if t.rules.on("8.7/Ta") else 0
    losses: int = t.world.crt[max(0, min(column, top))][face - 1]
    return losses if t.rules.on("8.7/T") and t.rules.on("8.73") else 0


def fresh_defenders(t: Any, node: int) -> list[int]:
    """The units of a hex that may be attacked: none twice in a phase, none that retreated in (8.14, 7.13)."""
    p: EtoPosition = t.p
    units = stacking.defenders(t, node)
    if not (t.rules.on("7.11") and t.rules.on("8.21")):
        units = units[:1]
    if not t.rules.on("8.14"):
        return units
    tired = p.struck if t.rules.on("7.13") else p.struck & ~p.retreated
    return [i for i in units if not tired >> i & 1]


# Who may attack what


class Field(NamedTuple):
    """A hex that can be attacked: its defence, the units that may join and their points together."""

    node: int
    defence: int
    joiners: int
    might: int


@while_still
def fields(t: Any, seat: int) -> tuple[Field, ...]:
    """Every hex that the seat's units could attack now, with its defence and who may join."""
    return tuple(_fields(t, seat))


def ready(t: Any, seat: int) -> int:
    """Units that may attack: not fixed, not marked, not used, of nations that may, and in supply."""
    p: EtoPosition = t.p
    rules = t.rules
    bits = stacking.own(t, seat) & permitted(t, control.ATTACKERS)
    if rules.on("3.22/a"):
        bits &= ~p.fixed
    if rules.on("5.64"):
        bits &= ~p.marked
    if rules.on("8.14"):
        bits &= ~p.fought
    if not (rules.on("7.12") and rules.on("8.22")):
        for piece in members(p.fought):
            bits &= ~from_iter(p.stacks.get(p.at[piece], ()))
    return bits & ~p.frozen


def victims(t: Any, power: int) -> int:
    """Hexes with units that a power might attack, Vichy's too (14.15); the rules on targets close what is closed."""
    p: EtoPosition = t.p
    bits = control.foes(t, power) | p.occupied[w.NEUTRAL] | p.occupied[w.VICHY]
    if power == w.AXIS:
        bits |= p.occupied[w.SOVIET]
    elif power == w.SOVIET:
        bits |= p.occupied[w.AXIS]
    return bits


def aims(t: Any, power: int, nation: int) -> int:
    """Hexes that a nation's units may attack."""
    bits = victims(t, power)
    off = t.rules.off
    for number, fn in control.TARGETS.of(nation, power):
        if number not in off:
            bits &= fn(t, power, nation)
    return bits


def reach_of_attack(t: Any) -> Any:
    """Hexsides that an attack may cross: no blocked and no sea hexside (T/blocked, T/seaside)."""
    world = t.world
    out = world.clear
    if not t.rules.on("T/blocked"):
        out = out | world.walk
    if not t.rules.on("T/seaside"):
        out = out | (world.board.around.inside(world.play) - world.blocked)
    return out


def _fields(t: Any, seat: int) -> list[Field]:
    p: EtoPosition = t.p
    units = ready(t, seat)
    lines = supply.Lines(t)
    judged = t.rules.on("9.61") and t.rules.on("9.5") and t.rules.on("5.22")
    joiners: dict[int, int] = {}
    for power in control.turn_powers(t, p.player):
        goals: dict[int, int] = {}
        for piece in members(units & p.army[power] & in_contact(t, power, victims(t, power))):
            nation = p.nation[piece]
            if nation not in goals:
                goals[nation] = aims(t, power, nation)
            found = front_of(t, piece) & goals[nation]
            if found and (not judged or lines.supplied(piece)):
                for target in members(found):
                    joiners[target] = joiners.get(target, 0) | 1 << piece
    fields_ = []
    for node, bits in sorted(joiners.items()):
        defenders = fresh_defenders(t, node)
        if defenders:
            fields_.append(Field(node, defence_of(t, node, lines, defenders), bits, attack_points(t, members(bits))))
    return fields_


def in_contact(t: Any, power: int, goals: int) -> int:
    """Units that stand beside one of some hexes, or are about to land or drop on it (8.11)."""
    p: EtoPosition = t.p
    if not t.rules.on("8.11"):
        return -1
    bits = p.landing | p.dropped
    for node in members(p.occupied[power] & step(goals, reach_of_attack(t))):
        bits |= from_iter(p.stacks[node])
    return bits


def front_of(t: Any, piece: int) -> int:
    """The hexes that a unit could attack from where it is."""
    p: EtoPosition = t.p
    if p.target[piece] >= 0:
        return 1 << p.target[piece]
    node = p.at[piece]
    if not t.rules.off:
        bits: int = t.world.within[node] ^ 1 << node
        return bits
    return step(1 << node, reach_of_attack(t)) if t.rules.on("8.11") else -1


def candidates(t: Any, seat: int, args: Args) -> int:
    """Units with which an attack can still come about: next to a common hex that they could beat together (8.72)."""
    chosen = args[0] if args else ()
    group = from_iter(chosen)
    enough = t.rules.on("8.72") and t.rules.on("8.31") and t.rules.on("8.0/a")
    found = 0
    beside = -1
    if chosen and not t.rules.on("8.13"):
        beside = from_iter(t.p.stacks[t.p.at[chosen[0]]])
    for field in fields(t, seat):
        rest = field.joiners & ~group & beside
        if group & ~field.joiners:
            continue
        might = field.might if beside < 0 else attack_points(t, members(rest | group))
        if not enough or might >= field.defence:
            found |= rest
    return found


def in_time(t: Any, seat: int, args: Args) -> int:
    """Units are named in the order of the table: those with which, or with later ones, an attack is strong enough."""
    if t.rules.off:
        return -1
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


def _before_equals(t: Any, joiners: int, later: tuple[int, ...], lacks: int) -> int:
    """The same where some are alike: of equal units the first is named, and no later one helps who comes after it."""
    firsts: dict[Any, int] = {}
    equal = {i: firsts.setdefault(t.title.called(t, i), i) for i in members(joiners)}
    worth = list(zip(later, each_points(t, later)))
    return from_iter(
        piece for piece in later if sum(points for i, points in worth if i >= piece and equal[i] >= piece) >= lacks
    )


def can_close(t: Any, seat: int, args: Args) -> int:
    """The attackers are at least as strong as some hex that all of them touch (8.72)."""
    chosen = args[0] if args else ()
    if not chosen:
        return 0
    have, group = attack_points(t, chosen), from_iter(chosen)
    enough = t.rules.on("8.72") and t.rules.on("8.31") and t.rules.on("8.0/a")
    return int(any(not group & ~f.joiners and (have >= f.defence or not enough) for f in fields(t, seat)))


def common_targets(t: Any, seat: int, args: Args) -> int:
    """Hexes that every attacker may attack (8.11, 8.23)."""
    group = from_iter(args[0])
    if len(args) > 1 and args[1] and not t.rules.on("8.23"):
        return 0
    return from_iter(f.node for f in fields(t, seat) if not group & ~f.joiners)


def affordable(t: Any, seat: int, args: Args) -> int:
    """Hexes whose defence, with those already named, the attackers equal (8.72)."""
    if not (t.rules.on("8.31") and t.rules.on("8.0/a")):
        return -1
    have = attack_points(t, args[0])
    chosen = args[1] if len(args) > 1 else ()
    by_node = {f.node: f.defence for f in fields(t, seat)}
    left = have - sum(by_node.get(n, 0) for n in chosen)
    return from_iter(node for node, defence in by_node.items() if defence <= left)


def held_by_others(t: Any, seat: int, args: Args) -> int:
    return control.strangers(t, t.p.player)


def say_weak(t: Any, seat: int, args: Args, node: int) -> str:
    have, named = attack_points(t, args[0]), (*(args[1] if len(args) > 1 else ()), node)
    defence = sum(f.defence for f in fields(t, seat) if f.node in named)
    return f"{have} attacking points against {defence}: an attack needs at least as many as the defence."


class Attack(Verb):
    """``attack ger4inf@1612+ger3inf@1613 1713``: the units, then the hex or hexes."""

    name = "attack"

    def __init__(self) -> None:
        barred, aimed = control.ATTACKERS.numbers(), control.TARGETS.numbers()
        parts = ("T/blocked", "T/seaside", *aimed, "9.61", "9.5", "5.22", "8.72", "8.11", "8.31", "8.0/a")
        self.levels = (
            Level(
                "units", PIECES, phasing,
                (
                    Mask("3.22/a", lambda t, s, a: ~t.p.fixed), Mask("5.64", lambda t, s, a: ~t.p.marked),
                    Mask("8.14", lambda t, s, a: ~t.p.fought), Mask("6.51", lambda t, s, a: ~t.p.frozen),
                    Mask("4.2/A2", lambda t, s, a: permitted(t, control.ATTACKERS), parts=barred),
                    Mask("8.0", candidates, parts=parts), Mask("8.72", in_time, ahead=True),
                ),
                closes=(Mask("8.0/a", can_close, say=say_closing),),
            ),
            Level(
                "hexes", NODES, lambda t, s, a: t.world.board.hexes,
                (
                    Mask("8.0", held_by_others, say=lambda t, s, a, n: f"There is no enemy in {t.node_name(n)}."),
                    Mask("8.11", common_targets, parts=("T/blocked", "T/seaside", "8.14", *aimed, "8.23")),
                    Mask("8.72", affordable, say=say_weak, parts=("8.31", "8.0/a"), told=("8.31", "8.0/a")),
                ),
            ),
        )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        resolve(t, args[0], args[1])


def say_closing(t: Any, seat: int, args: Args, value: int) -> str:
    return "These units are weaker than every hex that all of them touch; add more."


def resolve(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """Name the attack, judge it at that instant, roll, and go on with losses, retreat and advance (8.0/a)."""
    p: EtoPosition = t.p
    p.fought |= from_iter(attackers)
    t.push(Frame("battle", ORDER, -1, p.power[attackers[0]], (
        ("attackers", attackers), ("loss", 0), ("nodes", nodes), ("stage", battle.NAMED),
    )))  # fmt: skip


class Engagement(battle.Battle):
    """One attack from its naming: whoever has to choose because of it does so before the die (14.14/a)."""

    def run(self, t: Table, f: Frame) -> None:
        stage = f["stage"]
        if stage == battle.NAMED:
            t.remember(stage=battle.FOUGHT)
            borders.named_attack(t, f["attackers"], f["nodes"])
        elif stage == battle.FOUGHT:
            fight(t, f)
        else:
            super().run(t, f)


def fight(t: Table, f: Frame) -> None:
    """Settle the attack on what is left of its hexes, by the die or without one."""
    p: EtoPosition = t.p
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
    t.remember(loss=loss, nodes=nodes, stage=battle.LOSSES if loss or not t.rules.on("8.51") else battle.AFTER)


def roll(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> int:
    """The die in the column of the differential (8.71)."""
    column = differential(t, attackers, nodes)
    if not t.rules.on("8.71"):
        column = 0
    face = t.roll("combat")
    loss = result(t, column, face)
    t.emit("attack", "8.0/a", pieces=attackers, nodes=nodes, column=min(column, TOP), die=face, loss=loss)
    return loss


def outcome(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> int:
    """The points that an attack costs, after what its naming brings about: Vichy goes over or leaves (14.14, 14.17)."""
    borders.named_attack(t, attackers, nodes)
    power = t.p.power[attackers[0]]
    left = tuple(n for n in nodes if battle.in_hexes(t, (n,), power))
    points: int = sum(t.p.strength[i] for i in battle.in_hexes(t, left, power))
    if not left or any(settle(t, attackers, left) for settle in control.SETTLERS):
        return points
    return roll(t, attackers, left)


def odds(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> dict[int, Fraction]:
    """The chance of each number of points lost, from the combat code itself."""
    return distribution(t, lambda twin: outcome(twin, attackers, nodes))


def forced(t: Any, seat: int) -> list[Owed]:
    """Attacks are voluntary (6.0/a, 6.2, 8.12); without those rules one that can be made must be."""
    if t.rules.on("6.0/a") and t.rules.on("6.2") and t.rules.on("8.12"):
        return []
    return [Owed("8.0", "An attack is still possible.")] if candidates(t, seat, ()) else []


class Combat(Step):
    """The Combat Phase (4.2/A2): attacks one after another, each resolved at once."""

    name = "Combat"
    rule = "4.2/A2"
    debts = (Debt("8.0", forced),)

    def __init__(self) -> None:
        self.verbs = (Attack(), control.EndPhase())

    def begin(self, t: Table, f: Frame) -> None:
        p: EtoPosition = t.p
        p.phase = 2
        p.fought = p.struck = 0
        supply.begin_phase(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{t.world.turns[t.p.turn - 1]['turn']}, Combat: attack adjacent enemies, then end."


@control.on_phase_end
def after_combat(t: Any, power: int, phase: int) -> None:
    """Attrition, then retreated units defend again (9.62, R102)."""
    if phase == 2:
        supply.end_phase(t)
        stacking.settle_retreated(t)


def steps() -> dict[str, Step]:
    """Built when every chapter has hung its rules on the registries."""
    return {"combat": Combat(), **battle.STEPS, "battle": Engagement()}
