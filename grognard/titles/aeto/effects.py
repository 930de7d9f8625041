"""Land combat effects (5.18): step losses, Retreat Checks and retreats; Generals lost with their stacks (5.20)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from . import combat, modifiers, pieces, zones
from . import tables as tb
from . import world as w
from .combat import Battle
from .pieces import spoken
from .position import AetoPosition, Table


def counted(t: Table, b: Battle) -> tuple[int, ...]:
    """The units of which half may be lost; those that had retreated to others are not (5.18/retreat-half-count)."""
    return tuple(combat.not_just_joined(t, combat.land_units(t, b.power, b.target)))


def steps_in(t: Table, b: Battle) -> int:
    """The steps that a hex is defended with."""
    return sum(t.p.steps[i] for i in counted(t, b))


def is_held(t: Table, b: Battle) -> bool:
    """Are there enemy combat units in the target?"""
    return bool(combat.land_units(t, b.power, b.target))


def told(printed: str, brings: str) -> str:
    """The result as the log tells it: a bracket says whom it hits (5.18/bracket-1)."""
    return "[1/-]" if (printed, brings) == ("[-/1]", "1/-") else printed


@rule("5.18/bracket-1", off=lambda t, b, result: "-/1" if result == "[-/1]" else result)
def backfired(t: Table, b: Battle, result: str) -> str:
    """[-/1] hits the attacker at a fortification or a Soviet home city (5.18/bracket-1, 5.14/fort-backfire,
    5.14/permfort-backfire).
    """
    if result != "[-/1]":
        return result
    if combat.permanent_holds(t, b):
        return "1/-"
    walled = combat.fortified(t, b) or in_soviet_city(t, b)
    return "1/-" if walled and not blitz_breaks(t, b) else "-/1"


def blitz_breaks(t: Table, b: Battle) -> bool:
    """In a Blitzkrieg a German [-/1] holds against fortification chits and Soviet cities (5.18/bracket-1-blitz, D1)."""
    return bool(modifiers.blitz_months(t)) and modifiers.blitz_victim(t, b)


def in_soviet_city(t: Table, b: Battle) -> bool:
    """Soviet units in a Soviet home city (10.10)."""
    home = t.world.cities & t.world.board.nation.get("ussr", 0)
    units = combat.land_units(t, b.power, b.target)
    return bool(home >> b.target & 1) and any(t.p.power[i] == w.USSR for i in units)


def defender_loss(result: str) -> int:
    """Steps that the defender loses: one, two, three, or all (5.18/2-dot, 5.18/3-dot, 5.18/DE)."""
    return {"-/1": 1, "-/2*": 2, "-/3*": 3, "DE": 99}.get(result, 0)


def attacker_loss(result: str) -> int:
    """Steps that the attacker loses (5.18/1-0, 5.18/2-0, 5.18/3-0, 5.18/AE)."""
    return {"1/-": 1, "2/-": 2, "3/-": 3, "AE": 99}.get(result, 0)


def half_lost(lost: int, steps: int) -> bool:
    """Did the result take at least half of the defending steps (5.18/retreat-check)?"""
    return lost > 0 and 2 * lost >= steps


def must_retreat(die: int, net: int) -> bool:
    """The defender retreats on a die of the attacker's net die or more (5.18/retreat-check)."""
    return die >= net


def may_withdraw(t: Table, units: list[int]) -> bool:
    """The owner may retreat all by choice; Germans not before 1944 by option (5.18/voluntary-retreat, 11.8,
    5.18/voluntary-german).
    """
    if t.options.get("no_german_retreat") != "on" or t.p.month >= 1944 * 12:
        return True
    return all(t.p.power[i] != w.GERMANY for i in units)


def hit_defender(t: Table, b: Battle, result: str) -> None:
    """The defender loses steps; those that had retreated there only for what is left over."""
    n = defender_loss(result)
    if not n:
        return
    units = combat.land_units(t, b.power, b.target)
    if not units:
        if n:
            destroy_staff(t, b)
        return
    if result == "DE":
        destroy_all(t, b)
        return
    ask_losses(t, tuple(combat.not_just_joined(t, units)), n, b.target)


def destroy_all(t: Table, b: Battle) -> None:
    """DE eliminates every unit in the hex, an HQ too; Generals are checked (5.18/DE, 5.2/eliminated-with-stack)."""
    for i in combat.land_units(t, b.power, b.target):
        pieces.eliminate(t, i, "5.18/DE")
    destroy_staff(t, b)
    check_generals(t, b.target, b.power)


def destroy_staff(t: Table, b: Battle) -> None:
    """A lone HQ that is hit is eliminated, with any General (5.2/B-attack, 5.2/B-general)."""
    p: AetoPosition = t.p
    for i in p.stack(b.target):
        if p.kind[i] == tb.HQ and p.hostile[b.power] >> p.power[i] & 1:
            pieces.eliminate(t, i, "5.2/eliminated-with-stack")
    check_generals(t, b.target, b.power)


def general_modifier(name: str) -> int:
    """What is added to a General's die: some are luckier than others (5.20/check)."""
    return next((int(row["modifier"]) for row in tb.table("general_checks.csv") if row["general"] == name), 0)


@rule("5.20/check", off=lambda t, node, power: None)
def check_generals(t: Table, node: int, power: int) -> None:
    """When all units with a General die, he is lost on 1-2 and else goes to the pool (5.20/check,
    5.10/shares-results).
    """
    p: AetoPosition = t.p
    for i in p.stack(node):
        if p.kind[i] != tb.GENERAL or not p.hostile[power] >> p.power[i] & 1:
            continue
        name = t.world.cards[p.card[i]].name
        die = t.roll("general")
        lost = die + general_modifier(name) <= 2
        t.emit("general_check", "5.20/check", pieces=(i,), nodes=(node,), die=die, lost=int(lost))
        if lost:
            pieces.drop(t, i)
        else:
            pieces.remove(t, i)


def hit_attacker(t: Table, b: Battle, result: str) -> None:
    """The attacker loses steps among those that attacked; AE takes them all (5.18/AE, 5.18/step-loss)."""
    n = attacker_loss(result)
    if not n:
        return
    if n == 99:
        nodes = {t.p.at[i] for i in b.attackers}
        for i in b.attackers:
            pieces.eliminate(t, i, "5.18/AE")
        for node in sorted(nodes):
            staff_without_units(t, node, b.power)
        return
    ask_losses(t, b.attackers, n, b.target)


def staff_without_units(t: Table, node: int, power: int) -> None:
    """An HQ that accompanied an attack which suffered AE is eliminated (5.2/eliminated-with-stack)."""
    p: AetoPosition = t.p
    if any(zones.combat_unit(p, i) for i in p.stack(node)):
        return
    for i in p.stack(node):
        if p.kind[i] == tb.HQ and not p.hostile[power] >> p.power[i] & 1:
            pieces.eliminate(t, i, "5.2/eliminated-with-stack")


def ask_losses(t: Table, units: tuple[int, ...], n: int, target: int) -> None:
    """So many steps are lost among some units; if that takes them all nobody is asked (5.18/step-loss)."""
    p: AetoPosition = t.p
    if n >= sum(pieces.absorbs(t, i) for i in units):
        nodes = {p.at[i] for i in units}
        power = p.power[units[0]]
        foes = next((foe for foe in members(p.hostile[power])), power)
        n -= sum(pieces.absorbs(t, i) for i in units)
        for i in units:
            pieces.eliminate(t, i, "5.18/step-loss")
        for node in sorted(nodes):
            rest = [i for i in p.stack(node) if zones.combat_unit(p, i)]
            if node == target and rest and n:
                ask_losses(t, tuple(rest), n, target)
            elif node == target and not rest:
                check_generals(t, node, foes)
        return
    t.ask("losses", t.seat_of(p.power[units[0]]), units=units, steps=n, target=target)


def can_lose(t: Table, seat: int, args: Args) -> int:
    """Units that took part in the combat (5.18/step-loss)."""
    return from_iter(i for i in t.frame["units"] if t.p.steps[i])


class Lose(Verb):
    """``lose uk5inf@Gazala``: choose who takes a step loss (5.18/no-extra-loss)."""

    name = "lose"
    levels = (Level("unit", PIECE, can_lose),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        pieces.lose_step(t, args[0])
        left = f["steps"] - 1
        alive = tuple(i for i in f["units"] if t.p.steps[i])
        if left and alive:
            t.remember(steps=left)
        else:
            t.pop()


class Losses(Step):
    """A question to the owner: who loses the steps (5.18/step-loss)."""

    name = "losses"
    rule = "5.18/step-loss"
    kind = "question"
    piece_fields = ("units",)
    verbs = (Lose(),)
    standing = ("weakest",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        units = [i for i in f["units"] if t.p.steps[i]]
        weakest = min(units, key=lambda i: (pieces.strength_of(t, i), i))
        return f"lose {t.name_for(seat, weakest)}"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        what = "one step" if f["steps"] == 1 else f"{f['steps']} steps"
        return f"The fight for {spoken(t, f['target'])} costs {what}: choose who loses."
