"""Declaring and making land attacks (5.15), and the course of one attack (5.14, 5.18)."""

from __future__ import annotations

from typing import Any

from grognard.board.area import step
from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed
from grognard.engine.core.step import Step

from . import activation as act
from . import advance, combat, effects, modifiers, pieces, stacking, supply, zones
from . import tables as tb
from .combat import Battle
from .pieces import spoken
from .position import CLEARED, FAILED, STANDBY, AetoPosition, Table

COMBAT, BREAKTHROUGH, EXPLOITATION, REACTION = "combat", "breakthrough", "exploitation", "reaction"


def connected(t: Table, piece: int, node: int) -> bool:
    """May a unit attack from its hex into another (5.15/adjacent, 5.15/no-water)?"""
    here = t.p.at[piece]
    if t.world.walk.has(here, node):
        return True
    return t.p.kind[piece] == tb.MOUNTAIN and t.world.climb.has(here, node)


def attackable(t: Table, power: int) -> int:
    """Hexes that a power may attack: enemy units, lone HQs, empty forts; never empty hexes (5.14/target-hex).

    Also 5.15/no-empty.
    """
    p: AetoPosition = t.p
    ground = zones.ground(t, power)
    bits = ground.enemy | ground.walls
    for node in members(ground.lone):
        if any(p.kind[i] == tb.HQ and p.hostile[power] >> p.power[i] & 1 for i in p.stacks[node]):
            bits |= 1 << node
    return bits


def quota(t: Table, place: int) -> int:
    """Attacks that an agent may still make in this Step."""
    now = act.current(t)
    used = int(now["used"][place])
    return max(0, attacks_of(t, place) - used)


def attacks_of(t: Table, place: int) -> int:
    """A stack or General makes one attack, an HQ as many as its rating (5.0/attack-limits)."""
    now = act.current(t)
    if now["kind"] != act.STAFF:
        return 1
    rating: int = t.world.cards[t.p.card[now["agents"][place]]].command
    return rating


def charge(t: Table, place: int) -> None:
    """An attack is counted against its agent."""
    now = act.current(t)
    used = list(now["used"])
    used[place] += 1
    t.p.offensive["used"] = tuple(used)


def new_step(t: Table) -> None:
    """Quotas of Generals and HQs are per Step, those of stacks and minors per Offensive (5.0/hq-attacks, A14)."""
    now = act.current(t)
    if now["kind"] in (act.STAFF, act.GENERAL):
        t.p.offensive["used"] = (0,) * len(now["used"])
    t.p.offensive.update(targets=(), struck=())
    p: AetoPosition = t.p
    for i in members(where(p.fell, among(1))):
        p.fell[i] = 0


def agent_of(t: Table, piece: int) -> int:
    return max(0, t.p.agent[piece] - 1)


def units_on_standby(t: Table, seat: int, args: Args = ()) -> int:
    """Combat units of the Offensive (5.15/one-attack)."""
    p: AetoPosition = t.p
    return where(p.status, among(STANDBY)) & ~where(p.kind, among(*tb.LEADERS, tb.PARTISAN))


def has_not_attacked(t: Table, seat: int, args: Args) -> int:
    """A unit attacks once in an Offensive; a failed Breakthrough is repeated (5.15/one-attack, 5.21/repeat)."""
    p: AetoPosition = t.p
    bits = where(p.fought, among(0))
    for i in members(units_on_standby(t, seat) & ~where(p.broke, among(0))):
        bits = bits | 1 << i if p.again[i] - 1 == args[0] else bits & ~(1 << i)
    return bits


def next_to_target(t: Table, seat: int, args: Args) -> int:
    """Attackers stand next to the target, with a way to it (5.15/adjacent)."""
    return from_iter(i for i in members(units_on_standby(t, seat)) if connected(t, i, args[0]))


def under_command(t: Table, seat: int, args: Args) -> int:
    """Infantry types attack within the HQ's radius, all within one hex of a General (5.15/infantry-radius).

    Also 5.0/general-attack-origin.
    """
    p: AetoPosition = t.p
    kind, stage = act.current(t)["kind"], act.current(t)["stage"]
    bits = 0
    for i in members(units_on_standby(t, seat)):
        free = (
            kind in (act.STACK, act.MINOR)
            or stage.startswith("exploit")
            or (kind == act.STAFF and p.kind[i] in (*tb.HEAVY, tb.CAVALRY))
        )
        if free or act.in_reach(t, agent_of(t, i)) >> p.at[i] & 1:
            bits |= 1 << i
    return bits


def within_stacking(t: Table, seat: int, args: Args) -> int:
    """Only as many attack from a hex as may stand there (5.15/overstack-attack)."""
    p: AetoPosition = t.p
    chosen = args[-1] if len(args) > 1 else ()
    bits = 0
    for i in members(units_on_standby(t, seat)):
        same = [j for j in chosen if p.at[j] == p.at[i]]
        if stacking.fits(t, [*same, i], p.at[i]):
            bits |= 1 << i
    return bits


def with_quota(t: Table, seat: int, args: Args) -> int:
    """One of the attackers' agents has an attack left (5.0/hq-attacks)."""
    chosen = args[1] if len(args) > 1 else ()
    return int(any(quota(t, agent_of(t, i)) for i in chosen) or repeats(t, chosen, args[0]))


def repeats(t: Table, chosen: tuple[int, ...], target: int) -> bool:
    """The forced repeat of a Breakthrough is extra for a stack (5.21/repeat, A14)."""
    if act.current(t)["kind"] == act.STAFF:
        return False
    return any(t.p.again[i] - 1 == target for i in chosen)


def could_attack(t: Table, seat: int, node: int) -> int:
    args = (node,)
    return (
        units_on_standby(t, seat) & has_not_attacked(t, seat, args) & next_to_target(t, seat, args)
        & under_command(t, seat, args)
    )  # fmt: skip


def targets(t: Table, seat: int, args: Args) -> int:
    """Enemy hexes that some unit of the Offensive could attack."""
    power = act.current(t)["power"]
    near = step(from_iter(t.p.at[i] for i in members(units_on_standby(t, seat))), t.world.climb)
    return from_iter(n for n in members(attackable(t, power) & near) if could_attack(t, seat, n))


def undeclared(t: Table, seat: int, args: Args) -> int:
    """A hex is declared once (5.15/split-stack)."""
    return ~from_iter(act.current(t)["targets"])


def quota_for_more(t: Table, seat: int, args: Args) -> int:
    """No more targets are declared than attacks are left (5.14/attack-quota)."""
    now = act.current(t)
    left = sum(quota(t, place) for place in range(len(now["used"])))
    owed = from_iter(t.p.again[i] - 1 for i in members(units_on_standby(t, seat)) if t.p.broke[i])
    fresh = sum(1 for n in now["targets"] if now["kind"] == act.STAFF or not owed >> n & 1)
    return -1 if left > fresh else owed if now["kind"] != act.STAFF else 0


class Declare(Verb):
    """``declare Gazala``: name a target before any attack is made."""

    name = "declare"
    levels = (
        Level(
            "target", NODE, targets, (Mask("5.15/split-stack", undeclared), Mask("5.14/attack-quota", quota_for_more))
        ),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.offensive["targets"] = (*act.current(t)["targets"], args[0])
        t.emit("declared", "5.14/basic", nodes=(args[0],))


def repeat_owed(t: Table, seat: int) -> list[Owed]:
    """A failed Breakthrough must attack the same hex again in the Combat Step (5.21/repeat)."""
    p: AetoPosition = t.p
    now = act.current(t)
    named = from_iter((*now["targets"], *now["struck"]))
    owed = []
    for node in sorted({p.again[i] - 1 for i in members(units_on_standby(t, seat)) if p.broke[i]}):
        if still_owed(t, seat, node) and not named >> node & 1:
            owed.append(
                Owed("5.21/repeat", f"The Breakthrough on {t.node_name(node)} must be tried again: declare it.", node)
            )
    return owed


def still_owed(t: Table, seat: int, node: int) -> bool:
    """Is a hex that a Breakthrough failed to clear still the enemy's, and can it be attacked (5.21/repeat-cleared)?"""
    power = act.current(t)["power"]
    if node < 0 or not attackable(t, power) >> node & 1 or not could_attack(t, seat, node):
        return False
    return bool(quota_for_more(t, seat, ()) >> node & 1)


class Declaration(Step):
    """The Combat Step begins: all targets are named (5.14/basic, 5.15/split-stack)."""

    name = "Combat Step: targets"
    rule = "5.14/basic"
    verbs = (Declare(), End())
    debts = (Debt("5.21/repeat", repeat_owed),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        now = act.current(t)
        left = sum(quota(t, place) for place in range(len(now["used"]))) - len(now["targets"])
        return f"Combat: declare every hex that you will attack ({max(0, left)} more), then end."


def declared(t: Table, seat: int, args: Args) -> int:
    return from_iter(act.current(t)["targets"])


def not_struck(t: Table, seat: int, args: Args) -> int:
    """A hex is attacked once in a Step (5.15/one-hex-per-roll)."""
    return ~from_iter(act.current(t)["struck"])


def still_targets(t: Table, seat: int, args: Args) -> int:
    return targets(t, seat, ())


class Attack(Verb):
    """``attack Gazala ger8arm@Mechili+ger6mech@Mechili``: make a declared attack."""

    name = "attack"
    levels = (
        Level(
            "target", NODE, declared,
            (Mask("5.15/one-hex-per-roll", not_struck), Mask("5.15/no-empty", still_targets)),
        ),
        Level(
            "attackers", PIECES, units_on_standby,
            (
                Mask("5.15/one-attack", has_not_attacked), Mask("5.15/adjacent", next_to_target),
                Mask("5.15/infantry-radius", under_command), Mask("5.15/overstack-attack", within_stacking),
            ),
            closes=(Mask("5.0/hq-attacks", with_quota),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        target, chosen = args
        if not repeats(t, chosen, target):
            charge(t, next(agent_of(t, i) for i in chosen if quota(t, agent_of(t, i))))
        t.p.offensive["struck"] = (*act.current(t)["struck"], target)
        exploiting = act.current(t)["stage"] == "exploit_combat"
        launch(t, target, chosen, EXPLOITATION if exploiting else COMBAT)


def launch(t: Table, target: int, chosen: tuple[int, ...], style: str) -> None:
    """Begin an attack."""
    power = t.p.power[chosen[0]]
    pieces.tally(t, "attacks")
    data = (("attackers", chosen), ("excluded", ()), ("stage", 0), ("style", style), ("target", target))
    t.push(Frame("attack", "order", -1, power, data))


class Combat(Step):
    """The Combat Step: declared attacks are made one by one, or left (5.14, 5.15/voluntary)."""

    name = "Combat Step"
    rule = "5.15/voluntary"
    verbs = (Attack(), End())
    debts = (Debt("5.21/repeat", lambda t, s: repeat_unfought(t, s)),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        now = act.current(t)
        left = [spoken(t, n) for n in now["targets"] if n not in now["struck"]]
        return f"Combat: attack {', '.join(left)}, or end." if left else "Combat: all declared attacks are made; end."


def repeat_unfought(t: Table, seat: int) -> list[Owed]:
    """The declared repeat of a Breakthrough is owed until it is made (5.21/repeat)."""
    p: AetoPosition = t.p
    now = act.current(t)
    left = [n for n in now["targets"] if n not in now["struck"]]
    owed = []
    for node in sorted({p.again[i] - 1 for i in members(units_on_standby(t, seat)) if p.broke[i]}):
        units = could_attack(t, seat, node) if node in left else 0
        can_pay = now["kind"] != act.STAFF or any(quota(t, agent_of(t, i)) for i in members(units))
        if units and can_pay and attackable(t, now["power"]) >> node & 1:
            owed.append(Owed("5.21/repeat", f"The Breakthrough on {t.node_name(node)} must be tried again.", node))
    return owed


class AttackStep(Step):
    """One attack from its announcement to the advance."""

    name = "attack"
    rule = "5.14/basic"
    kind = "order"
    piece_fields = ("attackers",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        STAGES[f["stage"]](t, f)

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if isinstance(result, tuple) and result and result[0] == "exclude":
            t.remember(excluded=result[1])
        elif isinstance(result, tuple) and result and result[0] == "advance":
            t.remember(going=result[1])
        elif result == "withdraw":
            t.remember(withdraws=1)


def battle(t: Table, f: Frame) -> Battle:
    alive = tuple(i for i in f["attackers"] if t.p.steps[i])
    return Battle(f["target"], alive, f.power, f["excluded"])


def on(t: Table, **data: Any) -> None:
    """Go on to the next stage of the attack."""
    t.remember(stage=t.frame["stage"] + 1, **data)


def announced(t: Table, f: Frame) -> None:
    """The defender may leave out units that are out of supply, if others are not (5.16/oos-exclude)."""
    on(t)
    units = combat.land_units(t, f.power, f["target"])
    hungry = tuple(i for i in units if not supply.defends_supplied(t, i))
    if hungry and len(hungry) < len(units):
        t.ask("exclude", t.seat_of(t.p.power[hungry[0]]), hungry=hungry, target=f["target"])


def rolled(t: Table, f: Frame) -> None:
    """The attacker rolls an eight-sided die, adds the modifiers and reads the table (5.14/proc-4)."""
    b = battle(t, f)
    sheet = modifiers.modifiers(t, b)
    attack, against = combat.attack_strength(t, b), combat.defence(t, b)
    column = combat.odds_column(attack, against)
    for i in b.attackers:
        supply.feed_attacker(t, i)
    die = t.roll("land combat", 8)
    net = combat.clamped(die + sum(value for _, _, value in sheet))
    result = combat.result_of(net, column)
    t.emit(
        "attack", "5.14/proc-4", pieces=b.attackers, nodes=(b.target,), attack=attack, defence=against,
        odds=tb.COLUMNS[column], die=die, net=net, result=result, style=f["style"],
        modifiers=tuple(f"{name} {value:+}" for name, _, value in sheet),
    )  # fmt: skip
    on(
        t,
        net=net,
        result=effects.backfired(t, b, result),
        steps=effects.steps_in(t, b),
        held=int(effects.is_held(t, b)),
    )


def defended(t: Table, f: Frame) -> None:
    """The defender carries out his result first (5.18/defender-first)."""
    on(t)
    effects.hit_defender(t, battle(t, f), f["result"])


def checked(t: Table, f: Frame) -> None:
    """A dotted result that took half the steps brings a Retreat Check (5.18/retreat-check)."""
    b = battle(t, f)
    left = combat.land_units(t, b.power, b.target)
    lost = f["steps"] - effects.steps_in(t, b)
    if not f["result"].endswith("*") or not left or not effects.half_lost(lost, f["steps"]):
        on(t, forced=0, withdraws=0)
        return
    die = t.roll("retreat check", 8)
    forced = effects.must_retreat(die, f["net"])
    t.emit("retreat_check", "5.18/retreat-check", nodes=(b.target,), die=die, net=f["net"], forced=int(forced))
    on(t, forced=int(forced), withdraws=0)
    if not forced and effects.may_withdraw(t, left):
        t.ask("withdrawal", t.seat_of(t.p.power[left[0]]), target=b.target)


def retreated(t: Table, f: Frame) -> None:
    """Who must or wants to retreat goes one hex (5.18/retreat-direction)."""
    on(t)
    if f["forced"] or f["withdraws"]:
        effects.begin_retreat(t, f["target"], f.power)


def suffered(t: Table, f: Frame) -> None:
    """The attacker takes his losses (5.18/defender-first)."""
    on(t)
    effects.hit_attacker(t, battle(t, f), f["result"])


def cleared(t: Table, f: Frame) -> bool:
    """Has the attack emptied the target of enemy combat units?"""
    if combat.land_units(t, f.power, f["target"]):
        return False
    return bool(f["held"]) or f["result"] in ("DE", "-/2*", "-/3*", "-/1")


def judged(t: Table, f: Frame) -> None:
    """Note what became of the attack, and offer the advance (5.19/advance)."""
    p: AetoPosition = t.p
    won = cleared(t, f)
    on(t, won=int(won), going=())
    if f["style"] != REACTION:
        for i in f["attackers"]:
            if p.steps[i]:
                p.fought[i] = CLEARED if won else FAILED
    alive = tuple(i for i in f["attackers"] if p.steps[i])
    if won and alive:
        t.ask("advance", t.seat_of(p.power[alive[0]]), attackers=alive, target=f["target"], price=price_of(f))


def price_of(f: Frame) -> int:
    """An advance costs a step unless the result was DE or the retreat was the defender's choice (5.19/attrition).

    Also 5.19/de-free, D14.
    """
    if f["result"] == "DE" or f["withdraws"]:
        return 0
    return int(f["result"].startswith("-/"))


def paid(t: Table, f: Frame) -> None:
    """The step that an advance costs is taken among the attackers (5.19/attrition)."""
    on(t)
    alive = tuple(i for i in f["attackers"] if t.p.steps[i])
    if f["going"] and price_of(f):
        effects.ask_losses(t, alive, 1, f["target"])
    if not f["going"] and f["won"]:
        for i in alive:
            t.p.stayed[i] = 1


def advanced(t: Table, f: Frame) -> None:
    """The chosen attackers enter the hex, those of one hex after those of another (5.19/advance)."""
    p: AetoPosition = t.p
    left = [i for i in f["going"] if p.steps[i] and p.at[i] != f["target"]]
    units = [i for i in left if zones.combat_unit(p, i)]
    if not units:
        on(t, vacated=())
        return
    origin = p.at[units[0]]
    group = tuple(i for i in left if p.at[i] == origin)
    t.remember(exits=(*f.get("exits", ()), origin), going=tuple(i for i in f["going"] if i not in group))
    advance.walk_in(t, group, origin, f["target"])


def followed(t: Table, f: Frame) -> None:
    """Others of the Offensive may move up into the hexes that were left (5.19/secondary)."""
    on(t)
    exits = f.get("exits", ())
    if exits and f["style"] in (COMBAT, EXPLOITATION):
        advance.begin_secondary(t, f["attackers"], exits, f["style"])


def over(t: Table, f: Frame) -> None:
    t.pop(("attack", f["won"]))


STAGES = (announced, rolled, defended, checked, retreated, suffered, judged, paid, advanced, followed, over)
"""The course of an attack; each stage goes on to the next when what it asked is answered."""
