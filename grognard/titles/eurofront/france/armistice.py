"""The French Armistice (20.46), the defeat of France (20.47), Vichy (20.48) and Free France (20.49)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, ground
from grognard.titles.systems.front.aftermath import end_battles

from ..europe.nations import defeated
from ..europe.surrender import conquer, fall
from . import land
from .land import FAILED, FRANCE, OFFERED, UNION, VICHY
from .state import ALLIED, AXIS, Table


def once(t: Table, seat: int, args: Args) -> int:
    """The Allies offer an armistice once, in their Politics, while France fights (20.46)."""
    return int(t.p.active == ALLIED and land.fighting(t) and OFFERED not in t.p.politics)


class Offer(Verb):
    """``offer``: France asks for an armistice."""

    name = "offer"
    masks = (Mask("20.46", once),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        offer(t)


def offer(t: Table) -> None:
    """The Axis must answer at once (20.46)."""
    t.p.politics[OFFERED] = t.p.month
    t.emit("armistice_offered", "20.46")
    t.ask("armistice", t.seat_of(AXIS), AXIS)


def is_forced(t: Table) -> bool:
    """Must France offer an armistice, for Solidarity has failed twice in earlier phases (20.45)?"""
    return bool(once(t, -1, ())) and FAILED[1] in t.p.politics


class Reply(Verb):
    """``reply accept`` or ``reply reject``: the Axis answers France."""

    name = "reply"
    levels = (Level("answer", WORD, lambda t, s, a: 0b11, words=("accept", "reject")),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()
        (reject if args[0] else accept)(t)


class Armistice(Step):
    """The Axis accepts or rejects the armistice (20.46)."""

    name = "armistice"
    rule = "20.46"
    kind = "question"
    verbs: tuple[Verb, ...] = (Reply(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "France offers an armistice: accept (Vichy is neutral), or reject (its army fights on as Free French)."


# Accepted


def accept(t: Table) -> None:
    """France is defeated, and Vichy created from a part of it (20.46)."""
    t.emit("armistice_accepted", "20.46")
    fall(t, FRANCE, ALLIED)
    t.p.politics[VICHY] = t.p.month
    control.settle_battles(t)
    control.evaluate(t)
    withdraw(t)
    found_vichy(t)


def found_vichy(t: Table) -> None:
    """Vichy's part of France, Corsica and French North Africa are neutral from now on (20.48, 20.481)."""
    p, vichy = t.p, land.vichy(t.world)
    p.held = [held & ~vichy for held in p.held]
    p.disputed &= ~vichy
    p.neutral |= vichy
    t.emit("vichy", "20.48")


@rule("20.481/a")
def withdraw(t: Table) -> None:
    """Both sides leave Vichy for a hex of theirs on its border, at any distance (20.481/a); who finds none is
    eliminated (16.721)."""
    vichy = land.vichy(t.world)
    for power in (AXIS, ALLIED):
        for piece in t.lineup(list(members(blocks.inside(t, power, vichy)))):
            retire(t, piece, vichy)
    end_battles(t)


def retire(t: Table, piece: int, vichy: int) -> None:
    """A unit goes to the nearest hex on the border that has room (ruling E331), or is eliminated (16.721/a)."""
    p, w = t.p, t.world
    power, here = p.power[piece], p.at[piece]
    border = step(vichy, w.board.around) & ~vichy & p.held[power] & ~p.disputed & int(w.land)
    border &= ground.within_limits(t, piece) & ~ground.filled(t, piece) & ~control.enemy_units(t, power)
    ring = seen = 1 << here
    while ring and not seen & border:
        ring = step(ring, w.board.around) & ~seen
        seen |= ring
    if seen & border:
        node = members(seen & border)[0]
        t.place(piece, node)
        t.emit("withdrew", "20.481/a", pieces=(piece,), nodes=(here, node))
    else:
        blocks.eliminate(t, piece, "16.721")


# Rejected


def reject(t: Table) -> None:
    """France is defeated, and what is left of its army fights on beside Britain (20.46, 20.491)."""
    t.emit("armistice_rejected", "20.46")
    t.p.politics[defeated(FRANCE)] = t.p.month
    t.p.politics[UNION] = t.p.month
    t.emit("union", "20.491")


# Defeat without an armistice


@rule("20.47")
def defeat(t: Table) -> None:
    """Paris and all French units are lost: France is defeated (16.9, 20.47)."""
    paris = t.world.board.node("Paris")
    if not land.fighting(t) or not (t.p.held[AXIS] & ~t.p.disputed) >> paris & 1:
        return
    if blocks.of(t, ALLIED) & land.french(t.world):
        return
    t.emit("defeated", "20.47", nation=FRANCE)
    fall(t, FRANCE, ALLIED)
    if OFFERED not in t.p.politics:
        arab_nationalism(t)


@rule("20.47/a")
def arab_nationalism(t: Table) -> None:
    """French North Africa goes over to the Axis, but where Allied units stand or have their zones (20.47/a)."""
    p, w = t.p, t.world
    colonies = land.north_africa(w) & p.held[ALLIED]
    present = p.occupied[ALLIED] & int(w.land)
    lost = colonies & ~present & ~step(present, w.zone)
    p.held[ALLIED] &= ~lost
    p.held[AXIS] |= lost
    t.emit("arab_nationalism", "20.47/a")


def conquests(t: Table, before: bool) -> None:
    """Who alone stands in defeated France, or in one of its colonies, gains it in a later phase (16.92)."""
    if not before:
        return
    w = t.world
    home = land.occupied(w) if VICHY in t.p.politics else land.metropolitan(w)
    for name, part in ((FRANCE, home), *((name, land.region(w, name)) for name in land.COLONIES)):
        if not part & int(t.p.neutral):
            conquer(t, name, part)


# Free French


def converted(t: Table) -> int:
    """The French who have become Free French, and are not rebuilt (20.492)."""
    return land.french(t.world) if land.free(t) else 0
