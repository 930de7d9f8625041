"""Minor countries (16.1-16.4, an option): self-defence neutrals, pro-Axis neutrals, and Finland's own war."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members

from .. import world as w
from ..state import Table
from . import control, russia
from .neutrals import minors_on

EXPEDITIONS = (w.HUNGARY, w.RUMANIA, w.BULGARIA)
LENINGRAD = "leningrad_taken"
BALKANS = "balkans_entered"


def home(t: Table, nation: int) -> int:
    """All land that a nation owned before the war."""
    return w.owned(t.world, nation)


def home_invaded(t: Table, nation: int) -> bool:
    """The Allies or Russians have invaded a pro-Axis country (R164)."""
    p = t.p
    index = t.world.nations[nation].home
    return bool((p.invaded_by_allies | p.invaded_by_soviets) >> index & 1)


# Self-defence neutrals


@control.ground("16.23", nations=w.SELF_DEFENCE)
def stay_home(t: Table, power: int, nation: int) -> int:
    """Self-defence neutrals never leave home; Poles at war may enter Axis countries (16.23, 15.1/e)."""
    if not minors_on(t):
        return -1
    land = home(t, nation)
    if nation == w.POLAND:
        land |= from_iter(n for owner in (w.GERMANY, *w.PRO_AXIS) for n in members(home(t, owner)))
    return land


# Pro-Axis neutrals


def member(t: Table, nation: int) -> bool:
    """Is a pro-Axis country an active member of the Axis from the start (15.3/f)?"""
    return w.NATIONS[nation] in t.world.settings.get("axis_members_active", ())


def active(t: Table, nation: int) -> bool:
    """May a pro-Axis army attack: Russia is at war, its home is invaded, or it is a member (16.31, R164, R239)."""
    return bool(t.p.russia_at_war) or home_invaded(t, nation) or member(t, nation)


@control.attackers("12.0", nations=w.PRO_AXIS)
@control.movers("12.0", nations=w.PRO_AXIS)
def waits(t: Table, nation: int) -> bool:
    """Without the option a pro-Axis army stands still until it is invaded, or is active by the sheet (R146)."""
    return minors_on(t) or home_invaded(t, nation) or member(t, nation)


@control.ground("16.31", nations=(w.HUNGARY, w.RUMANIA))
def within_borders(t: Table, power: int, nation: int) -> int:
    """Pro-Axis armies stay at home until Russia is an active Ally (16.31)."""
    return home(t, nation) if minors_on(t) and not t.p.russia_at_war else -1


@control.attackers("16.31", nations=EXPEDITIONS)
def no_attack_yet(t: Table, nation: int) -> bool:
    """Nor do they attack before that (16.31); in 1941 they may from the start (R239)."""
    return not minors_on(t) or active(t, nation)


@control.ground("16.32", nations=(w.HUNGARY, w.RUMANIA))
def to_russia(t: Table, power: int, nation: int) -> int:
    """In the Russian war Hungarians and Rumanians may be in Russia and what it took, and on the way (16.32, R162)."""
    if not minors_on(t) or not t.p.russia_at_war:
        return -1
    taken = russia.eastern_land(t) & t.p.soviet_ground
    return home(t, nation) | int(t.world.russia | taken | t.p.axis_ground)


@cache
def _conquered(world: w.World) -> bool:
    """Does the scenario begin with a country of the Balkans in German hands?"""
    balkans = world.areas["balkans"]
    return any(country.hexes & balkans and country.control[world.scenario] == "germany" for country in world.countries)


def open_balkans(t: Table) -> int:
    """Yugoslavia, Albania and Greece where they are neutral no more."""
    return int(t.world.areas["balkans"] & ~t.p.sealed)


def axis_in_balkans(t: Table) -> bool:
    """Other Axis units are in Yugoslavia, Albania or Greece, or have been, before the scenario too (16.33)."""
    p = t.p
    if BALKANS in p.notes or _conquered(t.world):
        return True
    balkans = open_balkans(t)
    return any(balkans >> p.at[i] & 1 for i in members(p.army[w.AXIS] & ~p.corps[w.BULGARIA]))


@control.ground("16.33", nations=(w.BULGARIA,))
def to_the_balkans(t: Table, power: int, nation: int) -> int:
    """Bulgarians go to the Balkans once other Axis units are there, and nowhere else (16.33, R163)."""
    if not minors_on(t):
        return -1
    return home(t, nation) | (int(t.world.areas["balkans"]) if axis_in_balkans(t) else 0)


def abroad(t: Table, nation: int, pieces: tuple[int, ...]) -> int:
    """A nation's strength points outside its home when some units have gone there too."""
    p = t.p
    land = home(t, nation)
    return sum(p.strength[i] for i in members(p.corps[nation]) if i in pieces or not land >> p.at[i] & 1)


@control.leash("16.32", nations=(w.HUNGARY, w.RUMANIA))
def one_point_in_russia(t: Table, nation: int, pieces: tuple[int, ...]) -> int:
    """Each of Hungary and Rumania keeps at most one point in Russia (16.32); before that war 16.31 holds them all."""
    return expedition(t, nation, pieces) if t.p.russia_at_war else -1


@control.leash("16.33", nations=(w.BULGARIA,))
def one_point_in_the_balkans(t: Table, nation: int, pieces: tuple[int, ...]) -> int:
    """Bulgaria keeps at most one point in the Balkans (16.33)."""
    return expedition(t, nation, pieces)


def expedition(t: Table, nation: int, pieces: tuple[int, ...]) -> int:
    """Home alone, unless the units bring no more abroad than the one point that may be there."""
    return -1 if not minors_on(t) or abroad(t, nation, pieces) <= 1 else home(t, nation)


# Finland


def finns_free(t: Table) -> bool:
    """A Russian has crossed the border; Germans in Finland change nothing (16.44)."""
    return bool(t.p.finns_free)


@control.ground("16.41", nations=(w.FINLAND,))
def finns_at_home(t: Table, power: int, nation: int) -> int:
    """Finns stay in Finland until a Russian crosses its border (16.41)."""
    return home(t, w.FINLAND) if minors_on(t) and not finns_free(t) else -1


@control.attackers("16.42", nations=(w.FINLAND,))
def finns_attack(t: Table, nation: int) -> bool:
    """Finns do not attack until they are attacked or the border is crossed (16.42)."""
    return not minors_on(t) or finns_free(t) or bool(t.p.finns_attacked)


@control.targets("16.43", nations=(w.FINLAND,))
def finns_past_leningrad(t: Table, power: int, nation: int) -> int:
    """Finns do not attack into Russia before other Axis units have taken Leningrad (16.43)."""
    if not minors_on(t) or t.p.notes.get(LENINGRAD):
        return -1
    return ~int(t.world.russia)


@control.on_entry(w.AXIS, w.SOVIET)
def border_crossed(t: Table, piece: int, node: int) -> None:
    """What opens a border: Russians in Finland (16.41), other Axis units in Leningrad or the Balkans (16.43, 16.33)."""
    p = t.p
    if p.power[piece] == w.SOVIET and home(t, w.FINLAND) >> node & 1:
        p.finns_free = 1
    elif node == t.world.leningrad and p.power[piece] == w.AXIS and p.nation[piece] != w.FINLAND:
        p.notes[LENINGRAD] = 1
    elif p.power[piece] == w.AXIS and p.nation[piece] != w.BULGARIA and open_balkans(t) >> node & 1:
        p.notes[BALKANS] = 1


@control.on_attack
def finns_attacked(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """A Russian attack on a Finn lets the Finns attack (16.42)."""
    p = t.p
    if any(p.power[i] == w.SOVIET for i in attackers):
        finns = p.corps[w.FINLAND]
        if any(finns >> i & 1 for node in nodes for i in p.stacks.get(node, ())):
            p.finns_attacked = 1
