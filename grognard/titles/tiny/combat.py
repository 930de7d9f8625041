"""Battles (T5): all are shown, the defender fires first, losses fall on the strongest."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level
from grognard.engine.core.question import Choose, Question
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import world as w
from .world import Table


def battles(t: Table) -> tuple[int, ...]:
    """The hexes where hostile pieces stand together."""
    fought = 0
    for power, nodes in enumerate(t.p.occupied):
        fought |= nodes & w.enemy_land(t, power)
    return members(fought)


def with_power(t: Table, node: int, power: int) -> list[int]:
    """The pieces in a hex that fight on a power's side."""
    return [i for i in t.p.stack(node) if not t.hostile(power, t.p.power[i])]


def against(t: Table, node: int, power: int) -> list[int]:
    """The pieces in a hex that a power fights."""
    return [i for i in t.p.stack(node) if t.hostile(power, t.p.power[i])]


def attacking(t: Table, seat: int, node: int) -> int:
    """The power that a seat attacks with in a hex."""
    own = [t.p.power[i] for i in t.p.stack(node) if t.owns(seat, i) and against(t, node, t.p.power[i])]
    return own[0] if own else t.p.power[t.p.stack(node)[0]]


class Combat(Step):
    """The battles of a player's turn, one after another."""

    name = "combat"
    rule = "T5.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        open_ = [node for node in battles(t) if node not in f.get("done", ())]
        if not open_:
            t.pop()
            return
        t.remember(done=(*f.get("done", ()), open_[0]))
        power = attacking(t, f.seat, open_[0])
        t.push(Frame("battle", "step", -1, power, (("node", open_[0]), ("round", 0))))


class Battle(Step):
    """One battle: show, defender's fire, attacker's fire, withdrawal."""

    name = "battle"
    rule = "T5.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        node = f["node"]
        sides = (against(t, node, f.power), with_power(t, node, f.power))
        stage = f["round"]
        t.remember(round=stage + 1)
        if stage == 0:
            show(t, t.p.stack(node))
        elif stage in (1, 2) and sides[0] and sides[1]:
            fire(t, node, sides[stage - 1], sides[2 - stage])
        elif stage >= 3 or not sides[0] or not sides[1]:
            if sides[0] and sides[1]:
                withdraw(t, sides[1])
            elif sides[1]:
                w.take_hex(t, t.p.power[sides[1][0]], node)
            stand_up(t, t.p.stack(node))
            t.pop()


@rule("T5.1", off=lambda t, stack: None)
def show(t: Table, stack: tuple[int, ...]) -> None:
    """All blocks of a battle are shown (T5.1)."""
    t.reveal("T5.1", stack, up=True)
    t.emit("battle", "T5.1", pieces=stack, nodes=(t.p.at[stack[0]],))


@rule("T5.4", off=lambda t, stack: None)
def stand_up(t: Table, stack: tuple[int, ...]) -> None:
    """Blocks stand up again (T5.4)."""
    t.hide(i for i in stack if i < len(w.BLOCKS))


def fire(t: Table, node: int, shooters: list[int], targets: list[int]) -> None:
    """A die a step; each hit is taken at once (T5.1, T5.2)."""
    dice = sum(t.p.steps[i] for i in shooters)
    faces = t.rolls("fire", dice)
    hits = sum(face >= 5 for face in faces)
    t.emit("fired", "T5.1", pieces=tuple(shooters), nodes=(node,), dice=faces, hits=hits)
    if hits:
        power = t.p.power[targets[0]]
        t.ask("losses", t.seat_of(power), power, node=node, hits=hits)


@rule("T5.3", off=lambda t, attackers: None)
def withdraw(t: Table, attackers: list[int]) -> None:
    """Attackers go back where they came from (T5.3)."""
    for piece in attackers:
        t.place(piece, t.p.came[piece], followed=True)
    t.emit("withdrew", "T5.3", pieces=tuple(attackers))


def candidates(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return from_iter(with_power(t, f["node"], f.power))


def strongest(t: Table, seat: int, args: Args) -> int:
    """The strongest block takes the hit (T5.2)."""
    own = members(candidates(t, seat, args))
    most = max(t.p.steps[i] for i in own)
    return from_iter(i for i in own if t.p.steps[i] == most)


class Lose(Choose):
    """``lose R2``: choose the block that takes a hit."""

    name = "lose"
    levels = (Level("piece", PIECE, candidates, (Mask("T5.2", strongest),)),)


def hit(t: Table, piece: int) -> None:
    t.p.steps[piece] -= 1
    t.emit("hit", "T5.2", pieces=(piece,), nodes=(t.p.at[piece],))
    if t.p.steps[piece] == 0:
        t.emit("destroyed", "T5.2", pieces=(piece,), nodes=(t.p.at[piece],))
        t.place(piece, t.world.lost, followed=True)


class Losses(Question):
    """The owner takes the hits; asked even when there is one way, so that the asking tells nothing."""

    name = "losses"
    rule = "T5.2"
    verbs = (Lose(),)
    always = True

    def open_to(self, t: Table, f: Frame) -> int:
        return strongest(t, f.seat, ())

    def chosen(self, t: Table, f: Frame, piece: int) -> None:
        hit(t, piece)
        left = f["hits"] - 1
        if left and with_power(t, f["node"], f.power):
            t.remember(hits=left)
        else:
            t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{f['hits']} hit{'s' if f['hits'] != 1 else ''} at {t.node_name(f['node'])}: choose who loses a step."
