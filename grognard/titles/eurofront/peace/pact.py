"""The Molotov Pact (20.14, 20.51): the neutral USSR, what is closed to whom, partition, border disputes (16.42)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.titles.systems.front.state import month_text

from ..europe.nations import territory, winter_war
from ..state import FINNISH, soviets_at_war
from .state import ALLIED, AXIS, SOVIET, Table, position

EAST_POLAND, BALTIC = "East Poland", "Baltic States"
SPHERE = ("Turkey", "Persia", "Finland")
"""The lands that the Axis does not enter without war on the USSR (20.14)."""
PARTITION = "PP"
GRACE = 1
"""Months in which a new border need not be garrisoned (16.42)."""
BORDER_CHANGED = "Axis-Soviet border"
"""The month in which the border last changed by other means than a dispute (16.42)."""
BUFFERS = (EAST_POLAND, BALTIC, "Bessarabia")
"""The lands along which borders are disputed (16.42)."""


def land(t: Table, *names: str) -> int:
    """The land of some regions."""
    found = 0
    for name in names:
        found |= int(t.world.board.region[name])
    return found & int(t.world.land)


def at_peace(t: Table) -> bool:
    """Is the USSR neutral (20.51)?"""
    return not soviets_at_war(t)


# What is closed to whom


def forbidden(t: Table, power: int) -> int:
    """While the USSR is neutral no one enters its land, and its units keep to it (20.51, 20.14)."""
    if power == FINNISH:
        return ~(t.p.held[FINNISH] | t.p.held[SOVIET])
    if not at_peace(t):
        return 0 if power == SOVIET else of_the_finns(t)
    return closed_to_soviets(t) if power == SOVIET else closed_to_others(t, power)


def of_the_finns(t: Table) -> int:
    """The land of Finland while it fights alone, which no one else enters (21.481, 21.482/c)."""
    return t.p.held[FINNISH] | t.p.occupied[FINNISH] if len(t.p.held) > FINNISH else 0


def closed_to_soviets(t: Table) -> int:
    """Neutral Soviets keep to their own land and, after the first fortnight, East Poland and the Baltic States
    (20.51/a, 1939.4); a border hex that the Axis has left empty they may take (16.42), and in the Winter War all of
    Finland (21.481)."""
    p = t.p
    open_ = p.held[SOVIET] | contested(t, SOVIET)
    if not first_fortnight(t):
        open_ |= land(t, EAST_POLAND, BALTIC)
    open_ |= of_the_finns(t) | (territory(t, "Finland") if winter_war(t) else 0)
    return ~open_ | p.occupied[AXIS] | p.occupied[ALLIED]


def closed_to_others(t: Table, power: int) -> int:
    """Soviet land and units, and the Baltic States (20.14), but for border hexes left empty (16.42)."""
    p = t.p
    shut = (p.held[SOVIET] | land(t, BALTIC)) & ~(contested(t, AXIS) if power == AXIS else 0)
    return shut | p.occupied[SOVIET] | of_the_finns(t)


def first_fortnight(t: Table) -> bool:
    """Is it the first fortnight of the war (20.51/a)?"""
    return bool(month_text(t.p.month) == t.world.scenario["months"][0] and t.p.fortnight == 1)


# Border disputes


def contested(t: Table, power: int) -> int:
    """The border hexes of the buffer lands that the other side has left empty (16.42), a month after the border changed
    (16.42/a): whoever stands beside one may take it."""
    p = t.p
    other = SOVIET if power == AXIS else AXIS
    if PARTITION not in p.politics or p.month - int(p.politics.get(BORDER_CHANGED, 0)) < GRACE:
        return 0
    buffer = land(t, *(name for name in BUFFERS if annexed(t, name)))
    near = buffer | step(buffer, t.world.board.around)
    own = p.held[power] & near
    return step(own, t.world.board.around) & p.held[other] & near & ~occupied(t)


def annexed(t: Table, name: str) -> bool:
    """Has the USSR annexed a land (20.58)?"""
    return bool(position(t).soviet_home & land(t, name))


def occupied(t: Table) -> int:
    """Where any unit stands."""
    found = 0
    for nodes in t.p.occupied:
        found |= nodes
    return found


# Control


def keep_the_peace(t: Table, taken: tuple[list[int], int]) -> tuple[list[int], int]:
    """Between the neutral USSR and the others control changes only where a unit stands (ruling E369); with Finland it
    fights as others do (21.481)."""
    if not at_peace(t):
        return taken
    p, (now, disputed) = t.p, taken
    before, finns = p.held, now[FINNISH] if len(now) > FINNISH else 0
    foreign = (p.occupied[AXIS] | p.occupied[ALLIED]) & ~p.occupied[SOVIET]
    soviet = before[SOVIET] & ~foreign & ~finns | p.occupied[SOVIET] & int(t.world.land) & ~finns
    soviet |= of_the_finns(t) & now[SOVIET]
    held = []
    for power, nodes in enumerate(now):
        if power == SOVIET:
            held.append(soviet)
        else:
            lost_to_a_zone = before[power] & now[SOVIET] if power != FINNISH else 0
            held.append((nodes | lost_to_a_zone) & ~soviet)
    return held, disputed


def keep_the_finns_apart(t: Table, taken: tuple[list[int], int]) -> tuple[list[int], int]:
    """Finland's own war moves no border but that with the Soviets (21.48): what it held it loses to them alone, and it
    gains from no one else."""
    now, disputed = taken
    if len(now) <= FINNISH or not (now[FINNISH] | t.p.held[FINNISH]):
        return taken
    before = t.p.held
    own = before[FINNISH] & ~now[SOVIET] | now[FINNISH] & before[SOVIET]
    others = [
        before[power] & now[FINNISH] | nodes if power in (AXIS, ALLIED) else nodes for power, nodes in enumerate(now)
    ]
    return [own if power == FINNISH else nodes & ~own for power, nodes in enumerate(others)], disputed


# Annexation


def annex_to_ussr(t: Table, *names: str) -> None:
    """Lands become Soviet, but for hexes where others still stand (20.58)."""
    p = position(t)
    gained = land(t, *names) & ~p.occupied[AXIS] & ~p.occupied[ALLIED]
    give(t, SOVIET, gained)
    p.soviet_home |= land(t, *names)
    p.politics[BORDER_CHANGED] = p.month
    t.emit("annexed", "20.58", nation=", ".join(names), side=t.world.powers[SOVIET])


def give(t: Table, power: int, nodes: int) -> None:
    """Some land passes to a power."""
    p = t.p
    p.neutral &= ~nodes
    p.held = [held & ~nodes for held in p.held]
    p.held[power] |= nodes
