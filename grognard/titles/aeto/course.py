"""The course of one attack, from its announcement to the advance (5.14, 5.18, 5.19)."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step

from . import advance, attacks, before_the_die, combat, effects, modifiers, reroll, retreats, stacking, supply, zones
from . import tables as tb
from .air import paradrop
from .before_the_die import on
from .combat import Battle
from .position import ACTIVE, CLEARED, FAILED, AetoPosition, Table


class AttackStep(Step):
    """One attack from its announcement to the advance."""

    name = "attack"
    rule = "5.14/basic"
    kind = "order"
    piece_fields = (
        "attackers", "counted", "bombers", "escorts", "foe_bombers", "foe_fighters", "jumped", "over", "against",
    )  # fmt: skip

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        STAGES[f["stage"]](t, f)

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if isinstance(result, tuple) and result and result[0] == "exclude":
            t.remember(excluded=result[1])
        elif isinstance(result, tuple) and result and result[0] == "advance":
            t.remember(going=result[1])
        elif isinstance(result, tuple) and result and result[0] == "air":
            before_the_die.sent(t, f, *result[1:])
        elif isinstance(result, tuple) and result and result[0] == "aims":
            before_the_die.aimed(t, f, result[1])
        elif result in ("cancel", "reroll", "again", "ultra"):
            t.remember(said=result)
        elif result == "withdraw":
            t.remember(withdraws=1)


def battle(t: Table, f: Frame) -> Battle:
    return before_the_die.battle(t, f)


def announced(t: Table, f: Frame) -> None:
    """The defender may leave out units that are out of supply, if others are not (5.16/oos-exclude)."""
    on(t)
    units = combat.land_units(t, f.power, f["target"])
    hungry = tuple(i for i in units if not supply.defends_supplied(t, i))
    if hungry and len(hungry) < len(units):
        t.ask("exclude", t.seat_of(t.p.power[hungry[0]]), hungry=hungry, target=f["target"])


@rule("5.9/overstacked-choice", off=lambda t, f: on(t))
def crowded(t: Table, f: Frame) -> None:
    """The owner of an over-stacked hex says which units do not defend (5.9/overstacked-choice)."""
    on(t)
    units = retreats.could_defend(t, f.power, f["target"], f["excluded"])
    if not stacking.fits(t, units, f["target"]):
        t.ask("crowded", t.seat_of(t.p.power[units[0]]), power=f.power, left=f["excluded"], target=f["target"])


def rolled(t: Table, f: Frame) -> None:
    """The attacker rolls an eight-sided die, adds the modifiers and reads the table (5.14/proc-4)."""
    b = battle(t, f)
    for i in combat.on_the_ground(b):
        supply.feed_attacker(t, i)
    counted, steps, held = effects.counted(t, b), effects.steps_in(t, b), int(effects.is_held(t, b))
    on(t, counted=counted, steps=steps, held=held, said="")
    throw(t, b, f["style"])


def throw(t: Table, b: Battle, style: str) -> None:
    """The die of the attack, and what it brings."""
    sheet = modifiers.modifiers(t, b)
    attack, against = combat.attack_strength(t, b), combat.defence(t, b)
    column = combat.odds_column(attack, against) + better_column(t, attack, against)
    die = t.roll("land combat", 8)
    net = combat.clamped(die + sum(value for _, _, value in sheet))
    result = combat.result_of(net, column)
    brings = effects.backfired(t, b, result)
    t.emit(
        "attack", "5.14/proc-4", pieces=b.attackers, nodes=(b.target,), attack=attack, defence=against,
        odds=tb.COLUMNS[column], die=die, net=net, result=effects.told(result, brings), style=style,
        modifiers=tuple(f"{name} {value:+}" for name, _, value in sheet),
    )  # fmt: skip
    t.remember(die=die, net=net, result=brings)


def better_column(t: Table, attack: int, against: int) -> int:
    """A die for the fraction of the odds, if the option is played (11.17)."""
    chance = combat.eighths(t, attack, against)
    if not chance:
        return 0
    die = t.roll("fractional odds", 8)
    t.emit("fraction", "11.17", die=die, chance=chance, won=int(die <= chance))
    return int(die <= chance)


def attackers_second(t: Table, f: Frame) -> None:
    """The attacker who has paid may have the die rolled again, before the defender (10.1)."""
    on(t, said="")
    if f["paid"] & before_the_die.ATTACKER:
        reroll.ask_again(t, t.seat_of(f.power), f)


def attackers_last(t: Table, f: Frame) -> None:
    """The attacker's second roll (10.1)."""
    on(t, said="")
    if f["said"] == "again":
        throw(t, battle(t, f), f["style"])


def defenders_second(t: Table, f: Frame) -> None:
    """Then the defender who has paid may have it rolled again (10.1)."""
    on(t, said="")
    if f["paid"] & before_the_die.DEFENDER:
        reroll.ask_again(t, before_the_die.defending_seat(t, f), f)


def defenders_last(t: Table, f: Frame) -> None:
    """The last roll stands (10.1)."""
    on(t, said="")
    if f["said"] == "again":
        throw(t, battle(t, f), f["style"])


def defended(t: Table, f: Frame) -> None:
    """The defender carries out his result first (5.18/defender-first, 5.14/proc-5)."""
    on(t)
    effects.hit_defender(t, battle(t, f), f["result"])


def checked(t: Table, f: Frame) -> None:
    """A dotted result that took half the steps brings a Retreat Check (5.18/retreat-check)."""
    b = battle(t, f)
    left = combat.land_units(t, b.power, b.target)
    lost = f["steps"] - sum(t.p.steps[i] for i in f["counted"])
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
        retreats.begin_retreat(t, f["target"], f.power)


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
    """Note what became of the attack, and offer the advance (5.19/advance, 5.17/advance, 5.19/defender-never)."""
    p: AetoPosition = t.p
    won = cleared(t, f)
    on(t, won=int(won), going=())
    if f["style"] != attacks.REACTION:
        for i in f["attackers"]:
            if p.steps[i]:
                p.fought[i] = CLEARED if won else FAILED
    alive = tuple(i for i in f["attackers"] if p.steps[i] and i not in f["jumped"])
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


def came_down(t: Table, f: Frame) -> None:
    """Paratroopers hold the hex that was cleared; else they are lost (4.24)."""
    on(t)
    won = bool(f["won"]) and stays_down(price_of(f), len(f["going"]))
    if f["style"] == attacks.BREAKTHROUGH:
        end_their_month(t, f["jumped"])
    paradrop.landed(t, f["jumped"], f["target"], won)


@rule("5.21/para-failed")
def end_their_month(t: Table, jumped: tuple[int, ...]) -> None:
    """Paratroopers of a Breakthrough are Active: they stay where they are and only defend (5.21/para-failed)."""
    for i in jumped:
        if t.p.steps[i]:
            t.p.status[i] = ACTIVE


def stays_down(price: int, advancing: int) -> bool:
    """Where an advance costs a step and nobody makes it the paratrooper is lost all the same (5.19/para-decline)."""
    return not price or advancing > 0


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
    """Others of the Offensive may move up into the hexes that were left (5.19/secondary, 5.21/no-secondary)."""
    on(t)
    exits = f.get("exits", ())
    if exits and f["style"] in (attacks.COMBAT, attacks.EXPLOITATION, attacks.REACTION):
        advance.begin_secondary(t, f["attackers"], exits, f["style"])


def over(t: Table, f: Frame) -> None:
    t.pop(("attack", f["won"]))


STAGES = (
    announced, crowded, *before_the_die.STAGES, rolled, attackers_second, attackers_last, defenders_second,
    defenders_last, defended, checked, retreated, suffered, judged, paid, came_down, advanced, followed, over,
)  # fmt: skip
"""The course of an attack; each stage goes on to the next when what it asked is answered."""
