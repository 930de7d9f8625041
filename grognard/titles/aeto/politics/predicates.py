"""The conditions that partner_modifiers.csv names: each is a question about wars, conquests and units (8.0)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from grognard.board.area import step
from grognard.board.hexset import from_iter, members

from .. import tables as tb
from .. import world as w
from .. import zones
from ..position import AXIS, AetoPosition, Table
from ..title import POWERS

WESTERN = (w.FRANCE, w.UK, w.US)
AXIS_MAJORS = (w.GERMANY, w.ITALY)
Words = tuple[str, ...]


def month(text: str) -> int:
    """``1941-04`` as a month."""
    year, number = text.split("-")
    return int(year) * 12 + int(number) - 1


def within(when: int, bound: str) -> bool:
    """Is a month before or after the bound of a condition: ``<1941-04``?"""
    if not bound:
        return True
    return when < month(bound[1:]) if bound[0] == "<" else when > month(bound[1:])


def more_than(count: int, bound: str) -> int:
    """Is a count above the bound of a condition: ``>3``? Without a bound any will do."""
    return int(count > int(bound[1:] or 0)) if bound else int(count > 0)


def invaded_by(t: Table, invaders: Words | tuple[int, ...], nation: str, bound: str = "") -> int:
    found = t.p.invasions.get(nation)
    return int(found is not None and found[0] in invaders and within(found[1], bound))


def conquered_by(t: Table, conquerors: tuple[int, ...], nation: str, bound: str = "") -> int:
    found = t.p.conquests.get(nation)
    return int(found is not None and found[0] in conquerors and within(found[1], bound))


def any_invaded(invaders: tuple[int, ...]) -> Callable[[Table, Words, str], int]:
    """Has one of these powers ever invaded any of the nations (``a|b``)?"""
    return lambda t, names, bound: int(any(invaded_by(t, invaders, n, bound) for n in "|".join(names).split("|")))


def all_conquered(conquerors: tuple[int, ...]) -> Callable[[Table, Words, str], int]:
    """Has one of these powers conquered all of the nations?"""
    return lambda t, names, bound: int(all(conquered_by(t, conquerors, n, bound) for n in names))


def at_war(t: Table, names: Words, bound: str) -> int:
    """Are two powers at war? ``axis`` is Germany or Italy."""
    first, second = [AXIS_MAJORS if n == "axis" else (POWERS.index(n),) for n in names]
    return int(any(t.p.hostile[a] >> b & 1 for a in first for b in second))


def holds(t: Table, power: int, names: Words) -> int:
    land = zones.held_by_friends(t.p, power)
    return int(all(land >> t.world.node(n.replace("_", " ")) & 1 for n in names))


def land_units(t: Table, powers: tuple[int, ...], area: int) -> int:
    """How many combat land units of some powers stand in an area."""
    p: AetoPosition = t.p
    return sum(
        1 for node in members(area & t.world.land) for i in p.stack(node)
        if p.power[i] in powers and zones.combat_unit(p, i) and p.kind[i] != tb.PARTISAN
    )  # fmt: skip


def land_or_air_units(t: Table, powers: tuple[int, ...], area: int) -> bool:
    """Do land units of some powers stand in an area, or air units at its bases (8.0/sweden/m5)?"""
    p: AetoPosition = t.p
    based = [i for node in members(area & t.world.land) for i in p.stack(node) if p.kind[i] in tb.AIR]
    return land_units(t, powers, area) > 0 or any(p.power[i] in powers for i in based)


def area_of(t: Table, name: str) -> int:
    """A named area, nation or place."""
    board = t.world.board
    spelled = {
        "bessarabia": "Bessarabia", "northern_ireland": "Northern Ireland", "turkish_border": "Soviet-Turkish border",
    }.get(name, name)  # fmt: skip
    if spelled in board.region:
        return board.region[spelled]
    if name in board.nation:
        return board.nation[name]
    if name == "partition_line":
        return board.nation["finland"] & ~board.region.get("Finnish cession", 0)
    if name == "swedish_border":
        return swedish_border(t.world)
    return 1 << t.world.node(name.replace("_", " "))


@cache
def swedish_border(world: w.World) -> int:
    """Hexes of Finland and Sweden on their border, and those next to them (8.0/sweden/m8)."""
    finland, sweden = world.board.nation["finland"], world.board.nation["sweden"]
    border = step(finland, world.board.around) & sweden | step(sweden, world.board.around) & finland
    return (border | step(border, world.board.around)) & world.land


def french_forts(t: Table, names: Words, bound: str) -> int:
    """Has France forts, finished or begun, in or next to the hexes of her Belgian border (8.0/belgium/m1)?"""
    p: AetoPosition = t.p
    border = t.world.board.region.get("French-Belgian border", 0)
    near = border | step(border, t.world.board.around)
    forts = (p.forts | p.coastal_forts) & p.held[w.FRANCE]
    begun = from_iter(
        int(key.split()[0]) for key, (_, power) in p.works.items() if power == w.FRANCE and key.endswith("n")
    )  # fmt: skip
    return int(bool(near & (forts | begun)))


def german_cities(t: Table, names: Words, bound: str) -> int:
    """UK home cities with a German land unit in them (8.0/ireland/m3)."""
    homes = t.world.cities & t.world.board.nation["uk"]
    return (homes & zones.with_combat_units(t, [w.GERMANY])).bit_count()


GERMAN, BOTH, SOVIET = (w.GERMANY,), AXIS_MAJORS, (w.USSR,)
PREDICATES: dict[str, Callable[[Table, Words, str], int]] = {
    "french_border_forts": french_forts,
    "west_invaded_neutral": lambda t, n, b: int(any(who in WESTERN for who, _ in t.p.invasions.values())),
    "west_invaded": any_invaded(WESTERN),
    "ger_invaded": any_invaded(GERMAN),
    "not_ger_invaded": lambda t, n, b: 1 - any_invaded(GERMAN)(t, n, b),
    "axis_invaded": any_invaded(BOTH),
    "ever_uk_ally": lambda t, n, b: int(f"uk_ally {n[0]}" in t.p.politics),
    "soviets_in": lambda t, n, b: more_than(land_units(t, SOVIET, area_of(t, n[0])), b),
    "soviets_beyond": lambda t, n, b: more_than(land_units(t, SOVIET, area_of(t, n[0])), b),
    "soviets_at": lambda t, n, b: more_than(land_units(t, SOVIET, area_of(t, n[0])), b),
    "war": at_war,
    "months_after": lambda t, n, b: max(0, t.p.month - month(n[0])),
    "granted": lambda t, n, b: int(f"transit {n[0]}" in t.p.politics),
    "conquered": lambda t, n, b: int(n[0] in t.p.conquests),
    "not_conquered": lambda t, n, b: int(n[0] not in t.p.conquests),
    "ever_conquered": lambda t, n, b: int(n[0] in t.p.conquests or f"fell {n[0]}" in t.p.politics),
    "ger_conquered": all_conquered(GERMAN),
    "not_ger_conquered": lambda t, n, b: 1 - all_conquered(GERMAN)(t, n, b),
    "axis_conquered": all_conquered(BOTH),
    "ussr_conquered": all_conquered(SOVIET),
    "ger_invaded_not_conquered": lambda t, n, b: int(
        any_invaded(GERMAN)(t, n, b) and not all_conquered(GERMAN)(t, n, b)
    ),
    "allied": lambda t, n, b: int(t.p.alliance[POWERS.index(n[0])] == t.p.alliance[POWERS.index(n[1])] == AXIS),
    "axis_partner": lambda t, n, b: int(t.p.alliance[POWERS.index(n[0])] == AXIS),
    "uk_land_in": lambda t, n, b: int(land_units(t, (w.UK,), area_of(t, n[0])) > 0),
    "german_land_in": lambda t, n, b: int(land_units(t, GERMAN, area_of(t, n[0])) > 0),
    "western_units_in": lambda t, n, b: int(land_or_air_units(t, WESTERN, area_of(t, n[0]))),
    "each_uk_home_city_german": german_cities,
    "axis_holds": lambda t, n, b: holds(t, w.GERMANY, n),
    "allied_hold": lambda t, n, b: int(holds(t, w.UK, n) or holds(t, w.USSR, n)),
}
FORM = re.compile(r"^(\w+)(?:\(([^)]*)\))?([<>].+)?$")


def value(t: Table, predicate: str) -> int:
    """How often a condition holds now: of several joined by ``&`` all must."""
    found = []
    for part in predicate.split("&"):
        form = FORM.match(part)
        if form is None or form[1] not in PREDICATES:
            raise KeyError(predicate)
        names = tuple((form[2] or "").split(",")) if form[2] else ()
        found.append(PREDICATES[form[1]](t, names, form[3] or ""))
    return min(found)
