"""Combat (7): the battles of a phase, the round, repulses."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, End, Level, Verb
from grognard.engine.core.question import Choose, Question
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import air, blocks, control, fire, ground
from .aftermath import end_battles
from .command import all_land
from .state import BY_AIR, BY_RIVER, BY_SEA, STOOD, Table

# Which battles are fought


def own_battles(t: Table, seat: int = -1, args: Args = ()) -> int:
    """The battles that the active power has units in; a friend fights its own."""
    return control.battles(t) & int(t.p.occupied[t.p.active])


def not_chosen(t: Table, seat: int, args: Args) -> int:
    return ~int(t.p.fighting | t.p.mandatory)


def may_be_fought(t: Table, seat: int, args: Args) -> int:
    """Unsupported rounds need no HQ (7.4/d); a title may bind those of the Blitz to one (5.7/d)."""
    return t.title.open_battles(t)


class Fight(Verb):
    """``fight Caen``: a battle will be fought this phase."""

    name = "fight"
    levels = (
        Level(
            "battle", NODE, all_land,
            (Mask("7.11", own_battles), Mask("7.14", not_chosen), Mask("5.7/d", may_be_fought)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.fighting |= 1 << args[0]
        t.emit("battle_chosen", "7.14", nodes=(args[0],))


class ActiveBattles(Step):
    """The active player names the battles to be fought; some must be (7.14, 7.15). Then all in them are shown."""

    name = "active battles"
    rule = "7.14"
    verbs = (Fight(), End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if own_battles(t) & not_chosen(t, -1, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Name the battles to be fought, then end; new ones and those with an airstrike are fought anyway."


class Reveal(Step):
    """All units in active battles are turned face-up (7.14); so are units that joined their attack (7.15)."""

    name = "reveal"
    rule = "7.14"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        p.fighting = (p.fighting | p.mandatory) & control.battles(t)
        for node in members(p.fighting):
            t.reveal("7.14", p.stack(node), up=True)
            t.emit("battle", "7.14", pieces=p.stack(node), nodes=(node,))
        for node in members(own_battles(t) & ~p.fighting):
            joined = [i for i in blocks.of_side(t, node, p.active) if p.entry[i] != STOOD]
            if joined and p.hostile[p.active] >> control.defender_of(p, node) & 1:
                t.reveal("7.15", joined, up=True)
        t.pop()


def to_resolve(t: Table, seat: int = -1, args: Args = ()) -> int:
    fighting: int = t.p.fighting
    return fighting


class Resolve(Verb):
    """``resolve Caen``: the next battle."""

    name = "resolve"
    levels = (Level("battle", NODE, all_land, (Mask("7.21", to_resolve),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        begin_round(t, args[0])


class Battles(Step):
    """Battles are fought one at a time in the active player's order (7.21)."""

    name = "battles"
    rule = "7.21"
    verbs = (Resolve(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """The active player says which battle is next (7.21)."""
        left = t.p.fighting
        return (f.seat,) if left & (left - 1) else ()

    def run(self, t: Table, f: Frame) -> None:
        if t.p.fighting:
            begin_round(t, first(t.p.fighting))
        else:
            control.settle_battles(t)
            t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Choose the battle to be fought next."


# The round


AIRSTRIKE, DEFENSE, REPULSES, OFFENSE, OVER = range(5)


def begin_round(t: Table, node: int) -> None:
    t.p.fighting &= ~(1 << node)
    t.push(Frame("round", "step", -1, t.p.active, (("node", node), ("repulses", 0), ("stage", AIRSTRIKE))))


class Round(Step):
    """Airstrike, defensive fire with repulses, offensive fire (7.22)."""

    name = "round"
    rule = "7.22"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        """Airstrike, defensive fire, repulses, offensive fire (7.22)."""
        p = t.p
        node, stage = f["node"], f["stage"]
        if stage > REPULSES and f.get("hits", 0):
            t.remember(hits=0)
            fire.inflict(t, node, p.active, f["hits"], passive=False)
            return
        if stage == OVER or not t.title.statics_fall_last:
            fire.lone_statics(t, node)
        if not control.battles(t) >> node & 1 or stage == OVER:
            end_round(t, node)
            return
        t.remember(stage=stage + 1)
        passive = p.power[blocks.enemies_at(t, node, p.active)[0]]
        if stage == AIRSTRIKE:
            fire.inflict(t, node, passive, air.strike_fire(t, node), passive=True, strike=True)
        elif stage == DEFENSE:
            volley(t, node, passive, passive=True)
        elif stage == REPULSES and f["repulses"]:
            t.ask("repulse", t.seat_of(p.active), p.active, node=node, left=f["repulses"])
        elif stage in (DEFENSE, OFFENSE):
            volley(t, node, p.active, passive=False)

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if isinstance(result, tuple):
            t.remember(repulses=result[0], hits=result[1])
        elif isinstance(result, int) and result and t.p.assaults >> f["node"] & 1:
            t.remember(repulses=result)


def end_round(t: Table, node: int) -> None:
    """Partial hits lapse (7.34/a, 7.51/c), and what the battle has left over is settled."""
    p = t.p
    for i in (*p.stack(node), *fire.thrown_back(t, p.active)):
        p.hits[i] = 0
        p.fired[i] = min(p.fired[i], 1)
    p.assaults &= ~(1 << node)
    t.pop()
    end_battles(t)


def volley(t: Table, node: int, power: int, passive: bool) -> None:
    """All units of a side fire, in its owner's order (7.31); what repulses an assault is fixed before (7.53)."""
    low = repulse_number(t, node) if passive and t.p.assaults >> node & 1 else 0
    facts: tuple[tuple[str, int], ...] = (("low", low), ("node", node), ("passive", passive), ("repulses", 0))
    if low and t.title.repulses_first:
        facts = (("hits", 0), *facts)
    t.push(Frame("volley", "question", t.seat_of(power), power, facts))


def of_the_volley(t: Table, seat: int, args: Args) -> int:
    """The blocks of the side that fires."""
    return blocks.of(t, t.frame.power)


def to_fire(t: Table, seat: int = -1, args: Args = ()) -> int:
    """The units of the volley that have not fired."""
    f, p = t.frame, t.p
    return from_iter(
        i for i in blocks.of_side(t, f["node"], f.power)
        if not p.fired[i] and fire.shoots(t, i, f["node"], f["passive"])
    )  # fmt: skip


class Fire(Choose):
    """``fire 84inf``: the next unit to fire."""

    name = "fire"
    labels = ("7.31", "7.32")
    levels = (Level("unit", PIECE, of_the_volley, (Mask("7.31", to_fire),)),)


def shoot(t: Table, piece: int) -> None:
    """One unit fires; its hits are taken at once, its low dice counted for repulses (7.31, 7.51).

    Where repulses come first, the hits wait until the last has fired.
    """
    p = t.p
    f = t.frame
    node, passive = f["node"], f["passive"]
    p.fired[piece] = 1
    foe = p.power[blocks.enemies_at(t, node, f.power)[0]]
    faces, hits = fire.dice_of(t, piece, node, passive)
    t.title.has_fired(t, piece, node, faces)
    if not blocks.enemies_at(t, node, f.power):
        return
    if f["low"]:
        t.remember(repulses=f["repulses"] + sum(face <= f["low"] for face in faces))
    if f.get("hits") is not None:
        t.remember(hits=f["hits"] + hits)
    else:
        fire.inflict(t, node, foe, hits, passive=not passive)


class Volley(Question):
    """Who fires next is the owner's choice; all is face-up, so one unit alone fires unasked."""

    name = "volley"
    rule = "7.31"
    verbs = (Fire(),)

    def open_to(self, t: Table, f: Frame) -> int:
        return to_fire(t) if blocks.enemies_at(t, f["node"], f.power) else 0

    def chosen(self, t: Table, f: Frame, piece: int) -> None:
        shoot(t, piece)

    def result(self, f: Frame) -> int | tuple[int, int]:
        return int(f["repulses"]) if f.get("hits") is None else (f["repulses"], f["hits"])

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        kind = "Defensive" if f["passive"] else "Offensive"
        return f"{kind} fire at {t.node_name(f['node'])}: choose the unit that fires next."


# Repulses


def repulse_number(t: Table, node: int) -> int:
    """Dice up to this number repulse: the lowest of the assaults present holds for all (7.51, 7.53, 14.41)."""
    p = t.p
    numbers = [_repulse_of(t, i) for i in blocks.of_side(t, node, p.active) if p.entry[i] > 1]
    if not numbers:
        return 0
    return t.title.repulses_up_to(t, node, min(numbers))


def _repulse_of(t: Table, piece: int) -> int:
    """River 1-2, in Mud 1-3 (7.52); sea and air by the table (7.T, 12.24, 15.45, 15.45/a)."""
    p, table = t.p, t.world.extra["repulse"]
    if p.entry[piece] == BY_RIVER:
        return int(table["river", t.title.river_weather(t, p.at[piece])])
    if p.entry[piece] == BY_AIR:
        return repulsed_in_the_air(t, p.at[piece])
    word = t.title.assailant(t, piece)
    if t.title.amphibious(t, piece):
        return int(table.get(("sea amphibious", word), table["sea amphibious", ""]))
    return int(table["sea other", word])


def repulsed_in_the_air(t: Table, node: int) -> int:
    """What repulses a drop: a title may give the defenders of a fortress a number of their own (14.41)."""
    table = t.world.extra["repulse"]
    where = "fortress" if t.world.fortresses >> node & 1 else ""
    return int(table.get(("air", where), table["air", ""]))


def assaulters(t: Table, seat: int, args: Args) -> int:
    f, p = t.frame, t.p
    return from_iter(i for i in blocks.of_side(t, f["node"], f.power) if p.entry[i] in (BY_RIVER, BY_SEA, BY_AIR))


def weakest(t: Table, seat: int = -1, args: Args = ()) -> int:
    """Repulses fall on the weakest attackers, the owner choosing among equals (7.51/b)."""
    p = t.p
    units = members(assaulters(t, seat, args))
    least = min((p.cv[i] for i in units), default=0)
    return from_iter(i for i in units if p.cv[i] == least)


class GoBack(Choose):
    """``repulse 84inf``: the attacker that is thrown back."""

    name = "repulse"
    levels = (Level("unit", PIECE, blocks.mine, (Mask("7.51", assaulters), Mask("7.51/b", weakest))),)


def throw_back(t: Table, piece: int) -> None:
    """A repulsed unit returns where it came from, without pursuit (7.51, 7.51/a); a para loses a step (14.4)."""
    p = t.p
    f = t.frame
    node, back = f["node"], p.came[piece]
    t.remember(left=f["left"] - 1)
    t.emit("repulsed", "7.51", pieces=(piece,), nodes=(node, back))
    dropped = p.entry[piece] == BY_AIR
    t.place(piece, back, followed=True)
    blocks.leave_beach(t, piece)
    p.entry[piece] = STOOD
    p.dispersed[piece] = 0
    p.fired[piece] = fire.THROWN_BACK if t.title.repulses_first else p.fired[piece]
    if dropped:
        blocks.lose_step(t, piece, "14.4")
    count_room(t, back, p.power[piece])
    blocks.stand_up_all(t)


def count_room(t: Table, node: int, power: int) -> None:
    """A repulse may overstack a hex; its excess counts as unsupplied at the next check (6.22/a)."""
    p = t.p
    if sum(1 for i in p.stack(node) if p.power[i] == power) > ground.stack_limit(t, power, node):
        p.overfull |= 1 << node


class Repulse(Question):
    """After the hits each repulse sends one attacker back (7.51)."""

    name = "repulse"
    rule = "7.51"
    verbs = (GoBack(),)

    def open_to(self, t: Table, f: Frame) -> int:
        return weakest(t) if f["left"] > 0 else 0

    def chosen(self, t: Table, f: Frame, piece: int) -> None:
        throw_back(t, piece)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{f['left']} repulses at {t.node_name(f['node'])}: choose which of the weakest attackers goes back."
