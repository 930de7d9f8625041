"""The Winter War in the campaign (20.57, 21.48): its beginning, what is fought otherwise, its four ends (21.482)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.rules import rule
from grognard.titles.systems.front import blocks, control, ground
from grognard.titles.systems.front.aftermath import end_battles
from grognard.titles.systems.front.world import World

from ..europe.effects import give
from ..europe.finland import finland_joins_axis
from ..europe.mustering import first_cv, muster
from ..europe.nations import army, defeated, joins, territory, winter_war
from ..europe.surrender import conquer
from ..peace import pact
from ..peace.state import AXIS, SOVIET, Table, position
from ..state import FINNISH
from ..winter import rules
from ..winter.armistice import is_defeated

FINLAND, KARELIA = "Finland", "Finnish Karelia"
ARMISTICE = "Finnish Armistice"


# It begins


def begin_war(t: Table, named: str) -> None:
    """Finland and the USSR fight each other and no one else (21.48): the Axis seat builds the Finns up and sets them up
    (21.481/a)."""
    p = t.p
    give(t, FINNISH, territory(t, FINLAND))
    p.hostile[FINNISH] |= 1 << SOVIET
    p.hostile[SOVIET] |= 1 << FINNISH
    for piece in army(t.world, FINLAND, FINNISH):
        p.cv[piece] = first_cv(t, "", piece)
    t.emit("winter_war", "21.48")
    muster(t, FINLAND, FINNISH)


# How it is fought


def fire(t: Table, piece: int, node: int, need: int) -> int:
    """Soviet mech fires DF against Finns, as armor (21.481/b)."""
    return min(need, rules.DF) if rules.tanks(t, piece) and faces_finns(t, node) else need


def is_armor(t: Table, piece: int) -> bool:
    """While the Soviets fight no one but Finland their mech is armor, and makes no Sea Assault (21.481/b)."""
    return rules.tanks(t, piece) and winter_war(t) and pact.at_peace(t)


def air_fire(t: Table, node: int, need: int) -> int:
    """Soviet aircraft hit Finns on DF (21.481/b)."""
    return rules.DF if t.p.active == SOVIET and faces_finns(t, node) else need


def faces_finns(t: Table, node: int) -> bool:
    """Do Finns who fight alone stand in a place?"""
    return bool(t.p.occupied[FINNISH] >> node & 1)


# It ends


def stop_fighting(t: Table) -> None:
    """No one is at war with Finland any more."""
    p = t.p
    p.hostile[SOVIET] &= ~(1 << FINNISH)
    p.hostile[FINNISH] = 0
    end_battles(t)


def make_peace(t: Table) -> None:
    """An accepted armistice (21.482/b): Karelia is Soviet, Soviet units leave what is left of Finland, and Finland is
    neutral again with the army that it has."""
    p = t.p
    p.politics[ARMISTICE] = p.month
    t.emit("finnish_armistice_made", "21.482/b")
    send_home(t)
    stop_fighting(t)
    pact.annex_to_ussr(t, KARELIA)
    finland = territory(t, FINLAND)
    withdraw(t, finland)
    p.held = [held & ~finland for held in p.held]
    p.disputed &= ~finland
    p.neutral |= finland
    end_battles(t)


@rule("21.482/b")
def send_home(t: Table) -> None:
    """The Finns who are left go back to the card of the neutrals with their strength (21.482/b); who is eliminated can
    be rebuilt if Finland fights again."""
    p, w = t.p, t.world
    for own, later in zip(army(w, FINLAND, FINNISH), army(w, FINLAND, AXIS), strict=True):
        if p.at[own] >= w.spans:
            t.place(later, w.lost(AXIS))
            continue
        p.cv[later] = p.cv[own]
        blocks.stand_up(t, own)
        blocks.fresh(p, own)
        t.place(own, w.lost(FINNISH), followed=True)


def withdraw(t: Table, finland: int) -> None:
    """Soviet units inside the new Finland go to a Soviet place on its border, at any distance (21.482/b, 16.721); who
    finds none is eliminated."""
    for piece in t.lineup(list(members(blocks.inside(t, SOVIET, finland)))):
        place = refuge(t, piece, finland)
        if place < 0:
            blocks.eliminate(t, piece, "16.721")
            continue
        here = t.p.at[piece]
        t.place(piece, place)
        t.emit("withdrew", "21.482/b", pieces=(piece,), nodes=(here, place))


def refuge(t: Table, piece: int, finland: int) -> int:
    """The nearest Soviet place on the border that has room (ruling E331), or -1."""
    p, w = t.p, t.world
    free = beside(w, finland) & ~finland & p.held[SOVIET] & ~p.disputed & int(w.land)
    free &= ~ground.filled(t, piece) & ~control.enemy_units(t, SOVIET)
    ring = seen = 1 << p.at[piece]
    while ring and not seen & free:
        ring = beside(w, ring) & ~seen
        seen |= ring
    return members(seen & free)[0] if seen & free else -1


def beside(w: World, nodes: int) -> int:
    """The hexes next to some places, and the ends of their routes (18.2)."""
    ends = from_iter(route.other for node in members(nodes & w.route_ends) for route in w.routes[node])
    return (step(nodes, w.board.around) | ends) & int(w.land)


@rule("21.482/a")
def defeat(t: Table) -> None:
    """Finland is defeated once Helsinki or its last unit is lost (16.9/b): Karelia is Soviet (20.58), its army is gone
    for good, and Conquest applies (21.482/a)."""
    if not winter_war(t) or not is_defeated(t, FINNISH):
        return
    t.emit("defeated", "16.9", nation=FINLAND)
    t.p.politics[defeated(FINLAND)] = t.p.month
    for piece in army(t.world, FINLAND, FINNISH):
        if t.p.at[piece] < t.world.spans:
            blocks.eliminate(t, piece, "16.91")
    end_battles(t)
    pact.annex_to_ussr(t, KARELIA)


def conquest(t: Table) -> None:
    """The land of defeated Finland is Soviet once a Soviet unit stands in it (16.92)."""
    if defeated(FINLAND) in t.p.politics and t.p.active == SOVIET and t.p.held[FINNISH]:
        conquer(t, FINLAND, territory(t, FINLAND))
    if defeated(FINLAND) in t.p.politics and not t.p.held[FINNISH]:
        stop_fighting(t)


def join_axis(t: Table, named: str) -> None:
    """Finland joins the Axis, out of its own war with the army that it has where it stands (DE.FX, 21.482/a), or by its
    own choice later."""
    if winter_war(t):
        change_sides(t)
    finland_joins_axis(t, named)


def change_sides(t: Table) -> None:
    """Finland's army, land and battles are the Axis's (21.482/a)."""
    p, w = t.p, t.world
    for own, new in zip(army(w, FINLAND, FINNISH), army(w, FINLAND, AXIS), strict=True):
        node, cv = p.at[own], p.cv[own]
        if node >= w.spans:
            t.place(new, w.lost(AXIS))
            continue
        blocks.stand_up(t, own)
        blocks.fresh(p, own)
        t.place(own, w.lost(FINNISH), followed=True)
        blocks.bring(t, new, node, cv)
    p.defends[AXIS] |= p.defends[FINNISH]
    p.defends[FINNISH] = 0
    give(t, AXIS, p.held[FINNISH])
    p.politics[joins(FINLAND, AXIS)] = p.month
    position(t).saved_finns = 0
    stop_fighting(t)
