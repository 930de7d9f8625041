"""Occupation limits (20.132, 20.53): how many foreign units a small ally bears on its land."""

from __future__ import annotations

from copy import copy

from grognard.board.hexset import members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import blocks, control

from .nations import ITALY, NATIONS, at_war_from_the_start, belligerent_side, demoralized, home, territory
from .state import ALLIED, AXIS, SOVIET, Table

MOST = 4
"""Foreign units on the land of an ally (20.132, 20.53)."""
HOSTS = {AXIS: AXIS, SOVIET: ALLIED}
"""Whose minors bear no more of a power's units."""
WHERE = {"move": 1, "rail": 1, "sail": 1, "drive": 1, "mobilize": 1, "entrain": 1, "embark": 1}
"""The ways to come into a land, with the level of the order that says where to."""


def entered(nation: str) -> str:
    """The event that enemies have set foot on a nation's land."""
    return f"{nation} entered"


def grounds(t: Table, nation: str) -> int:
    """The land that is counted: a minor's as its borders stand, of Italy what is Proper (20.132)."""
    return home(t, nation) if nation == ITALY else territory(t, nation)


def invaded(t: Table, nation: str, side: int) -> bool:
    """Have the enemies of a nation ever been on its land (20.132)?"""
    if entered(nation) in t.p.politics:
        return True
    foe, land = ALLIED if side == AXIS else AXIS, grounds(t, nation)
    return bool(land & (control.enemy_units(t, side) | control.friendly(t.p, foe)))


def note_entries(t: Table) -> None:
    """Enemies who stand on the land of a nation lift its limit for good (20.132)."""
    for nation in at_war_from_the_start(t.world):
        side = belligerent_side(t, nation)
        if side >= 0 and entered(nation) not in t.p.politics and invaded(t, nation, side):
            t.p.politics[entered(nation)] = t.p.month


def limited(t: Table, nation: str, side: int) -> bool:
    """Does a nation bear four foreign units only: a minor, or Italy until it is demoralized, while no enemy has been
    there (20.132)?"""
    if belligerent_side(t, nation) != side or invaded(t, nation, side):
        return False
    if nation == ITALY:
        return side == AXIS and not demoralized(t, ITALY)
    return NATIONS[nation]["class"] == "minor"


@cached_between_orders
def crowded(t: Table, power: int) -> tuple[tuple[str, int], ...]:
    """The allies of a power that bear no more of its units, with their land."""
    found = []
    for nation in at_war_from_the_start(t.world):
        if limited(t, nation, HOSTS[power]):
            land = grounds(t, nation)
            strangers = [i for i in members(blocks.inside(t, power, land)) if is_foreign(t, i, nation)]
            if len(strangers) >= MOST:
                found.append((nation, land))
    return tuple(found)


def is_foreign(t: Table, piece: int, nation: str) -> bool:
    return bool(t.world.units[piece].nation != nation.casefold())


def closed(t: Table, piece: int) -> int:
    """The land of allies that have their four already, for a unit that is not there yet (20.132)."""
    found, power = 0, t.p.power[piece]
    for nation, land in crowded(t, power) if power in HOSTS else ():
        if is_foreign(t, piece, nation) and not land >> t.p.at[piece] & 1:
            found |= land
    return found


def axis_limits(t: Table, seat: int, args: Args) -> int:
    """No more than four foreign Axis units end moves in an Axis minor or in Italy Proper (20.132, ruling E544)."""
    return ~closed(t, args[0]) if t.p.power[args[0]] == AXIS else -1


def soviet_limits(t: Table, seat: int, args: Args) -> int:
    """No more than four Soviet units end their moves in an Allied minor that no Axis unit has entered (20.53)."""
    return ~closed(t, args[0]) if t.p.power[args[0]] == SOVIET else -1


LIMITS = (Mask("20.132", axis_limits), Mask("20.53", soviet_limits))


def within_limits(verbs: tuple[Verb, ...]) -> tuple[Verb, ...]:
    """The ways to move, none of which brings a fifth foreign unit into a small ally's land."""
    return tuple(_limit(verb) if verb.name in WHERE else verb for verb in verbs)


def _limit(verb: Verb) -> Verb:
    number = WHERE[verb.name]
    where = copy(verb.levels[number])
    where.masks = (*where.masks, *LIMITS)
    levels = (*verb.levels[:number], where, *verb.levels[number + 1 :])
    made: Verb = type(type(verb).__name__, (type(verb),), {"levels": levels, "__doc__": type(verb).__doc__})()
    return made
