"""Battles at sea (3.16, 3.17): at most three rounds; fire is together; after a round either side may withdraw."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import tables as tb
from ..pieces import spoken
from ..position import AetoPosition, Table
from . import admirals, damage, ports, ships, waters

ROUNDS = 3
WORST, BEST = 12, 4
"""What a gun needs on two dice is never above nor below these (naval_combat.csv)."""
TORPEDO, REARMED, HUNT, BASE = 9, 10, 10, 8
SCREENED = (tb.STP, *tb.CARRIERS)
"""Ships behind the screen of the others (naval_combat.csv)."""
BACK = 3
"""Hexes that a force withdraws towards a port (3.17)."""


def begin(t: Table, node: int, movers: tuple[int, ...], others: tuple[int, ...]) -> None:
    """Two forces have met (3.16)."""
    p: AetoPosition = t.p
    power, foe = p.power[movers[0]], p.power[others[0]]
    t.emit("sea_battle", "3.16", pieces=(*movers, *others), nodes=(node,))
    data = {
        "node": node, "movers": movers, "others": others, "stage": 0, "round": 1, "aims": (), "foe_aims": (),
        "foe": foe, "spent": (), "gone": 0,
    }  # fmt: skip
    t.push(Frame("sea_battle", "order", t.seat_of(power), power, tuple(sorted(data.items()))))


def fighting(t: Table, f: Frame, whose: str) -> tuple[int, ...]:
    """The ships of a side that are still in the battle."""
    return tuple(i for i in f[whose] if t.p.steps[i] and ships.is_ship(t.p, i))


class SeaBattle(Step):
    """One battle from its first round to the last (3.16)."""

    name = "sea battle"
    rule = "3.16"
    kind = "order"
    piece_fields = ("movers", "others", "aims", "foe_aims", "spent")

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not fighting(t, f, "movers") or not fighting(t, f, "others") or f["round"] > ROUNDS:
            t.pop(("battle", 0))
            return
        t.remember(stage=f["stage"] + 1)
        STAGES[f["stage"] % len(STAGES)](t, t.frame)

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if isinstance(result, tuple) and result and result[0] == "aims":
            ours = t.p.power[result[1][0]] == f.power or not t.p.hostile[f.power] >> t.p.power[result[1][0]] & 1
            t.remember(**{"aims" if ours else "foe_aims": result[1]})
        elif result in ("withdraw movers", "withdraw others"):
            leave_battle(t, f, result.split()[1])


# Rounds


def can_fire(t: Table, f: Frame, piece: int, foes: tuple[int, ...]) -> bool:
    """Has a ship something to fire, and at whom (3.16)?"""
    return any(number(t, f, piece, foe) <= WORST for foe in foes)


def number(t: Table, f: Frame, firer: int, target: int) -> int:
    """What a ship needs on two dice to hit another, 13 if it cannot (3.16)."""
    if t.p.kind[target] == tb.SS:
        return hunting(t, firer)
    return min(by_guns(t, firer, target), by_torpedo(t, f, firer))


def by_guns(t: Table, firer: int, target: int) -> int:
    """8 and the target's defence less the firer's gunnery, never below 4 nor above 12 (3.16)."""
    guns = ships.gunnery(t, firer)
    if not guns:
        return WORST + 1
    return max(BEST, min(WORST, BASE + ships.defence(t, target) - guns))


def by_torpedo(t: Table, f: Frame, firer: int) -> int:
    """Destroyers and full submarines: 9 against any surface ship, once a battle; 10 for a boat that has just landed
    supply (3.29)."""
    kind = t.p.kind[firer]
    if firer in f["spent"] or (kind == tb.SS and unarmed(t, firer)):
        return WORST + 1
    if kind == tb.DD or (kind == tb.SS and not ships.is_damaged(t, firer)):
        return TORPEDO
    return REARMED if kind == tb.SS and ships.has_landed_supply(t, firer) else WORST + 1


def unarmed(t: Table, boat: int) -> bool:
    """A submarine that carries supply attacks nobody, not even who attacks it (7.6/submarine)."""
    return any(f.step == "voyage" and f.get("supplies") and boat in f["pieces"] for f in t.agenda)


def hunting(t: Table, firer: int) -> int:
    """Destroyers and escorts hit a submarine on 10 or more, others not at all (3.29)."""
    return HUNT if t.p.kind[firer] in (tb.DD, tb.DE) else WORST + 1


def movers_aim(t: Table, f: Frame) -> None:
    """The side that moved picks its targets first (3.16, S4)."""
    ask_aims(t, f, "movers", "others")


def others_aim(t: Table, f: Frame) -> None:
    """Then the other side."""
    ask_aims(t, f, "others", "movers")


def ask_aims(t: Table, f: Frame, whose: str, against: str) -> None:
    """A side picks a target for each ship that can fire."""
    foes = fighting(t, f, against)
    firers = tuple(i for i in fighting(t, f, whose) if can_fire(t, f, i, foes))
    if firers:
        power = t.p.power[firers[0]]
        data = {"firers": firers, "foes": foes, "aims": (), "node": f["node"], "spent": f["spent"]}
        t.push(Frame("gunnery", "question", t.seat_of(power), power, tuple(sorted(data.items()))))


def fire(t: Table, f: Frame) -> None:
    """All fire together; what was hit is told when the last has fired (3.16)."""
    struck: list[tuple[int, bool]] = []
    spent = list(f["spent"])
    for shots in (f["aims"], f["foe_aims"]):
        for firer, target in zip(shots[::2], shots[1::2], strict=True):
            needed = number(t, f, firer, target)
            if t.p.kind[target] != tb.SS and by_torpedo(t, f, firer) == needed < by_guns(t, firer, target):
                spent.append(firer)
            dice = t.rolls("naval gunfire", 2)
            is_hit = sum(dice) >= needed
            t.emit(
                "ship_fires", "3.16", pieces=(firer, target), nodes=(f["node"],), dice=dice, needed=needed,
                hit=int(is_hit),
            )  # fmt: skip
            if is_hit:
                struck.append((target, dice[0] == dice[1]))
    t.remember(aims=(), foe_aims=(), spent=tuple(spent))
    for target, doubles in struck:
        if t.p.steps[target]:
            damage.hit(t, target, doubles, "3.16")


def movers_withdraw(t: Table, f: Frame) -> None:
    """After a round the side that moved may withdraw (3.17)."""
    ask_withdrawal(t, f, "movers", "others")


def others_withdraw(t: Table, f: Frame) -> None:
    """Then the other side, after the last round, too; a new round begins (3.17)."""
    t.remember(round=f["round"] + 1)
    ask_withdrawal(t, f, "others", "movers")


def ask_withdrawal(t: Table, f: Frame, whose: str, against: str) -> None:
    """Ask a side whether it breaks off."""
    ours, theirs = fighting(t, f, whose), fighting(t, f, against)
    if ours and theirs and not f["gone"] and f["round"] <= ROUNDS:
        power = t.p.power[ours[0]]
        data = {"whose": whose, "ours": ours, "theirs": theirs, "node": f["node"]}
        t.push(Frame("breaking_off", "question", t.seat_of(power), power, tuple(sorted(data.items()))))


STAGES = (movers_aim, others_aim, fire, movers_withdraw, others_withdraw)


def leave_battle(t: Table, f: Frame, whose: str) -> None:
    """The battle is over; who withdrew goes three hexes towards a port (3.17)."""
    group = tuple(i for i in f[whose] if t.p.steps[i])
    fall_back(t, group)
    t.pop(("battle", whose == "movers"))


def fall_back(t: Table, group: tuple[int, ...]) -> None:
    """A force goes three hexes towards its nearest port, and may not bombard or assault in this Phase (3.17)."""
    p: AetoPosition = t.p
    hulls = [i for i in group if ships.is_ship(p, i)]
    for i in group:
        p.fell[i] = 1
    power, node = p.power[hulls[0]], p.at[hulls[0]]
    if ports.open_to(t, power) >> node & 1:
        return
    gates = waters.gates_shut(t, power, p.kind[hulls[0]] == tb.SS)
    open_ = from_iter(n for n in members(ports.open_to(t, power)) if ports.room(t, n) >= ships.chits(t, group))
    far = waters.ways(t.world, node, 200, gates, waters.is_axis(p, power), open_)
    found = [(steps, n) for n, steps in far.items() if open_ >> n & 1]
    if not found:
        return
    path = waters.route(t.world, node, min(found)[1], gates, waters.is_axis(p, power), ports.mined(t, power))
    way = [n for n in path or (node,) if far.get(n, 99) <= BACK]
    t.emit("falls_back", "3.17", pieces=group, nodes=(node, way[-1]))
    for i in group:
        t.place(i, way[-1])


# Targets


def foes(t: Table, seat: int, args: Args) -> int:
    return from_iter(t.frame["foes"])


def next_firer(f: Frame) -> int:
    return int(f["firers"][len(f["aims"])])


def can_be_hit(t: Table, seat: int, args: Args) -> int:
    """Ships that the next firer could hit at all: submarines are hunted by destroyers and escorts alone (3.29)."""
    f = t.frame
    return from_iter(i for i in f["foes"] if number(t, f, next_firer(f), i) <= WORST)


def behind_the_screen(t: Table, seat: int, args: Args) -> int:
    """Transports and carriers are fired at only if every other ship of their force is (3.16)."""
    f = t.frame
    screen = {i for i in f["foes"] if t.p.kind[i] not in (*SCREENED, tb.SS)}
    return -1 if screen <= set(f["aims"]) else ~where(t.p.kind, among(*SCREENED))


class FireAt(Verb):
    """``fire Bismarck``: the next ship's target."""

    name = "fire"
    levels = (Level("target", PIECE, foes, (Mask("3.29", can_be_hit), Mask("3.16", behind_the_screen))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(aims=(*t.frame["aims"], args[0]))
        finish(t)


class HoldFire(Verb):
    """``hold``: the next ship does not fire."""

    name = "hold"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        at = len(f["aims"])
        t.remember(firers=(*f["firers"][:at], *f["firers"][at + 1 :]))
        finish(t)


def finish(t: Table) -> None:
    """When all have a target the guns are laid."""
    f = t.frame
    if len(f["aims"]) == len(f["firers"]):
        paired = tuple(i for pair in zip(f["firers"], f["aims"], strict=True) for i in pair)
        t.pop(("aims", paired) if paired else None)


class Gunnery(Step):
    """Each ship that can fire has one target (3.16)."""

    name = "gunnery"
    rule = "3.16"
    kind = "question"
    piece_fields = ("firers", "foes", "aims", "spent")
    verbs = (FireAt(), HoldFire())
    standing = ("hold",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "hold"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        name = t.title.spoken(t.title.piece_name(t, next_firer(f)))
        return f"Sea battle at {spoken(t, f['node'])}: choose the target of {name}, or hold its fire."


# Withdrawal


class Withdraw(Verb):
    """``withdraw``: break off, at once if faster, else on 4 to 6."""

    name = "withdraw"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        away = escapes(t, f["ours"], f["theirs"], f["node"])
        t.pop(f"withdraw {f['whose']}" if away else None)


def escapes(t: Table, ours: tuple[int, ...], theirs: tuple[int, ...], node: int) -> bool:
    """A force whose slowest ship is faster gets away at once, any other on 4 to 6 (3.17)."""
    if ships.speed(t, ours) > ships.speed(t, theirs):
        t.emit("breaks_off", "3.17", pieces=ours, nodes=(node,), die=0, away=1)
        return True
    die = t.roll("withdrawal")
    away = die + admirals.rating(t, ours) >= 4
    t.emit("breaks_off", "3.17", pieces=ours, nodes=(node,), die=die, away=int(away))
    return away


class FightOn(Verb):
    """``stand``: another round."""

    name = "stand"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class BreakingOff(Step):
    """After a round: withdraw or fight on (3.17)?"""

    name = "withdrawal at sea"
    rule = "3.17"
    kind = "question"
    piece_fields = ("ours", "theirs")
    verbs = (Withdraw(), FightOn())
    standing = ("stand", "withdraw")

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return choice

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        sure = ships.speed(t, f["ours"]) > ships.speed(t, f["theirs"])
        needed = max(1, 4 - admirals.rating(t, f["ours"]))
        chance = "you are faster and get away" if sure else f"on {needed} or more"
        return f"Sea battle at {spoken(t, f['node'])}: withdraw ({chance}), or stand for another round."
