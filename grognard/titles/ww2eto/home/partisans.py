"""Partisans (16.5): raised by die in invaded countries, a thorn in German production and railways."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

from grognard.board.area import spread
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import world as w
from ..land import stacking
from ..politics import control
from ..state import ITALY_SURRENDERED, EtoPosition, Table

BALKANS, FRANCE_BENELUX, RUSSIA, FINLAND = "balkans", "france_benelux", "ussr", "finland"
AREAS = {BALKANS: "the Balkans", FRANCE_BENELUX: "France or the Low Countries", RUSSIA: "Russia"}
"""Partisan groups that are no single country, or are called otherwise."""
POWER = {RUSSIA: w.RUSSIAN_PARTISANS, FINLAND: w.FINNISH_PARTISANS}
MOST_OCCUPIERS = 8


class Calendar(NamedTuple):
    """A row of partisans_calendar.csv."""

    group: str
    members: tuple[str, ...]
    owner: str
    years: tuple[str, ...]
    seasons: tuple[str, ...]
    conditions: tuple[str, ...]


@cache
def calendar() -> tuple[Calendar, ...]:
    return tuple(
        Calendar(r["group"], w.words(r["members"]), r["owner"], w.words(r["years"]), w.words(r["seasons"]),
                 w.words(r["condition"]))
        for r in w.table("partisans_calendar.csv")
    )  # fmt: skip


@cache
def _entries(year: str, season: str) -> tuple[Calendar, ...]:
    """What the calendar has for one season."""
    return tuple(entry for entry in calendar() if year in entry.years and season in entry.seasons)


def in_play(t: Table) -> bool:
    return bool(t.options.get("partisans") == "on")


@cache
def _group_hexes(world: w.World, group: str) -> int:
    bits = 0
    for country in world.countries:
        if country.partisan_group == group:
            bits |= country.hexes
    return bits


def hexes_of(t: Table, group: str) -> int:
    """The country of a partisan group; the Balkans are one, and so are France and the Low Countries (16.58)."""
    return _group_hexes(t.world, group)


def rate_loss(t: Table) -> int:
    """Each three anti-Axis partisans in one country, or group of them, cost Germany a point (16.57, 16.58, R172)."""
    if not in_play(t):
        return 0
    p = t.p
    world = t.world
    lands = [world.country_at[p.at[i]] for i in members(p.army[w.PARTISANS] | p.army[w.RUSSIAN_PARTISANS])]
    bands = Counter(world.countries[land].partisan_group for land in lands if land >= 0)
    del bands[""]
    each = world.constant("partisans_per_rate_point")
    return sum(number // each for number in bands.values())


def rail_zone(t: Table, power: int) -> int:
    """Hexes where enemy partisans stop a side's trains: their own and the six around (16.59)."""
    p = t.p
    hexes = p.held(p.hostile[power] & control.BANDS)
    return spread(hexes, t.world.board.around) if hexes else 0


# Which groups roll


def enemies_of(group: str) -> tuple[int, ...]:
    return (w.ALLIED, w.SOVIET) if group == FINLAND else (w.AXIS,)


def friends_of(group: str) -> tuple[int, ...]:
    return (w.AXIS,) if group == FINLAND else (w.ALLIED, w.SOVIET)


def occupied_by(t: Table, powers: tuple[int, ...]) -> int:
    p = t.p
    return p.held(from_iter(powers))


def freed(t: Table, group: str) -> bool:
    """No enemy unit is left in the country and a friendly unit is there (16.52/e)."""
    hexes = hexes_of(t, group)
    enemy = occupied_by(t, enemies_of(group)) & hexes
    return not enemy and bool(occupied_by(t, friends_of(group)) & hexes)


def holds(t: Table, condition: str, group: str) -> bool:
    """A condition word of the calendar."""
    p = t.p
    if condition == "not_freed":
        return not freed(t, group)
    if condition in ("axis_in_country", "in_russia"):
        return bool(p.occupied[w.AXIS] & hexes_of(t, group) & ~p.vichy_ground)
    if condition == "italy_surrendered":
        return italy_surrendered(p)
    if condition == "invaded_by_axis":
        return bool(p.invaded & countries_of(t, group))
    if condition == "invaded_by_allies":
        return bool((p.invaded_by_allies | p.invaded_by_soviets) & countries_of(t, group))
    return True


def italy_surrendered(p: EtoPosition) -> bool:
    """After the Italian surrender partisans rise in the Balkans in every season (P/b)."""
    return p.italy == ITALY_SURRENDERED


def countries_of(t: Table, group: str) -> int:
    return _countries_of(t.world, group)


@cache
def _countries_of(world: w.World, group: str) -> int:
    return from_iter(c.index for c in world.countries if c.partisan_group == group)


def owner_power(t: Table, group: str) -> int:
    """The Player-Turn in which a group rolls: Russian partisans are the Russian player's (R181)."""
    if group == FINLAND:
        return w.AXIS
    return w.SOVIET if group == RUSSIA and control.three_players(t) else w.ALLIED


def rolling(t: Table, power: int) -> tuple[tuple[str, str], ...]:
    """The groups that roll in a power's phase, each with the table it uses (16.52)."""
    row = t.world.turns[t.p.turn - 1]
    found: dict[str, str] = {}
    for entry in _entries(row["year"], row["season"]):
        names = (entry.group,) if entry.group in (RUSSIA, FRANCE_BENELUX) else entry.members
        for group in names:
            if group in found or owner_power(t, group) != power:
                continue
            if all(holds(t, condition, group) for condition in entry.conditions):
                found[group] = entry.group if entry.group in (RUSSIA, FRANCE_BENELUX) else "general"
    return tuple(found.items())


# The tables


@cache
def tables() -> dict[tuple[str, str, str, str], str]:
    """Results by table, year or occupying points, season and die."""
    found = {}
    for name in ("general", "russian"):
        for row in w.table(f"partisans_{name}.csv"):
            found[row["group"], row["year"], row["season"], row["die"]] = row["result"]
    for row in w.table("partisans_france_benelux.csv"):
        found[row["group"], row["occupying_points"], "", row["die"]] = row["result"]
    return found


def occupying_points(t: Table) -> int:
    """Axis points in France and the Low Countries, Vichy ground apart: column 1 to 8 (16.52, R173)."""
    p = t.p
    hexes = hexes_of(t, FRANCE_BENELUX) & ~p.vichy_ground
    points = sum([p.strength[i] for i in control.units_of(t, 1 << w.AXIS, hexes)])
    return min(MOST_OCCUPIERS, max(1, points))


Digits = tuple[frozenset[str], ...]
"""The last digits that a face of the die calls for, one set for each partisan (P/e)."""


def results(t: Table, name: str) -> tuple[Digits, ...]:
    """What each face of the die calls for."""
    row = t.world.turns[t.p.turn - 1]
    if name == FRANCE_BENELUX:
        return french_results(t, row["year"])
    if name == RUSSIA:
        return russian_results(row["year"], row["season"])
    return general_results(name, row["year"], row["season"])


def general_results(name: str, year: str, season: str) -> tuple[Digits, ...]:
    """The general table goes by year and season (P/a)."""
    return _results(name, year, year, season)


def russian_results(year: str, season: str) -> tuple[Digits, ...]:
    """Russia has a table of its own (P/c)."""
    return _results(RUSSIA, year, year, season)


def french_results(t: Table, year: str) -> tuple[Digits, ...]:
    """In France and the Low Countries the table goes by the points that hold them down (P/d)."""
    return _results(FRANCE_BENELUX, year, str(occupying_points(t)), "")


@cache
def _results(name: str, year: str, column: str, season: str) -> tuple[Digits, ...]:
    found: list[Digits] = []
    for die in "123456":
        # After the Italian surrender the Balkans also roll in seasons without a column: they use the year's spring one.
        text = tables().get((name, column, season, die)) or tables().get((name, year, "spring", die), "none")
        found.append(() if text == "none" else tuple(frozenset(part.split(" or ")) for part in text.split("+")))
    return tuple(found)


def candidates(t: Table, group: str, digits: frozenset[str]) -> int:
    """The hexes of a country in which partisans may rise that end in one of the digits (P/e)."""
    return ending_in(t, country(t, group), digits)


def country(t: Table, group: str) -> int:
    """A country's hexes where partisans rise, never Vichy ground (14.18)."""
    p = t.p
    hexes: int = hexes_of(t, group) & t.world.play & ~(p.sealed | p.vichy_ground)
    return hexes & behind_the_front(t) if group == RUSSIA else hexes


def behind_the_front(t: Table) -> int:
    """In Russia partisans rise west of a German alone (16.5/e)."""
    return west_of(t.world, germans_in_russia(t))


def germans_in_russia(t: Table) -> int:
    """The easternmost column with a German in Russia, or -1."""
    p = t.p
    held, germans = p.occupied[w.AXIS] & t.world.russia, p.corps[w.GERMANY]
    for column, hexes in columns(t.world):
        if any(germans >> i & 1 for node in members(held & hexes) for i in p.stacks[node]):
            return column
    return -1


def ending_in(t: Table, hexes: int, digits: frozenset[str]) -> int:
    """Of some hexes those whose number ends in one of the digits (P/e)."""
    ending = hexes_by_digit(t.world)
    bits = 0
    for digit in digits:
        bits |= ending.get(digit, 0)
    return hexes & bits


@cache
def columns(world: w.World) -> tuple[tuple[int, int], ...]:
    """The columns and their hexes, from east to west."""
    found: dict[int, int] = {}
    for node in members(world.board.hexes):
        column = world.board.grid.colrow(node)[0]
        found[column] = found.get(column, 0) | 1 << node
    return tuple(sorted(found.items(), reverse=True))


@cache
def west_of(world: w.World, column: int) -> int:
    """The hexes in the columns west of one."""
    bits = 0
    for other, hexes in columns(world):
        if other < column:
            bits |= hexes
    return bits


@cache
def hexes_by_digit(world: w.World) -> dict[str, int]:
    """The hexes of the board by the last digit of their number (P/e)."""
    found: dict[str, int] = {}
    for node in members(world.board.hexes):
        digit = world.board.name(node)[-1:]
        found[digit] = found.get(digit, 0) | 1 << node
    return found


def free(t: Table, group: str, hexes: int) -> int:
    """Hexes where a partisan may be put: without enemies (16.53, P/f) or others (R182), and with room."""
    return hexes & ~control.strangers(t, POWER.get(group, w.PARTISANS)) & with_room(t)


def with_room(t: Table) -> int:
    """Partisans obey stacking (16.56)."""
    return ~stacking.crowds(t, t.world.stack_units - 1)


def create(t: Table, group: str, node: int) -> None:
    """A partisan of one point rises in a hex."""
    p = t.p
    country = t.world.countries[t.world.country_at[node]]
    nation = country.owner if country.owner not in (w.ITALY, -1) else w.YUGOSLAVIA
    piece = p.raise_unit(POWER.get(group, w.PARTISANS), nation, w.PARTISAN, 1, node)
    if piece >= 0:
        p.book(nation, 1)
        t.emit("partisan", "16.52", pieces=(piece,), nodes=(node,), country=group)


class Raise(Verb):
    """``raise 1417``: the player who commands the partisan chooses its hex (16.53)."""

    name = "raise"
    levels = (Level("hex", NODE, lambda t, s, a: hexes_of(t, t.frame["group"]), (
        Mask("16.53", lambda t, s, a: free(t, t.frame["group"], candidates(t, t.frame["group"], pending(t)))),
    )),)  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        create(t, t.frame["group"], args[0])
        t.remember(digits=t.frame["digits"][1:])


def pending(t: Table) -> frozenset[str]:
    return frozenset(t.frame["digits"][0])


class PartisanCreation(Step):
    """Phase 7: roll for each country where partisans may rise, then place them (4.2/A7, 16.52)."""

    name = "partisan creation"
    rule = "4.2/A7"
    verbs = (Raise(),)

    def begin(self, t: Table, f: Frame) -> None:
        todo = rolling(t, t.p.player) if in_play(t) else ()
        t.remember(todo=todo, group="", digits=())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        if f["digits"] and free(t, f["group"], candidates(t, f["group"], frozenset(f["digits"][0]))):
            return (t.seat_of(POWER.get(f["group"], w.PARTISANS)),)
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if f["digits"]:
            t.emit("partisan_lost", "16.53", country=f["group"])
            t.remember(digits=f["digits"][1:])
        elif f["todo"]:
            group, name = f["todo"][0]
            digits = tuple(tuple(sorted(one)) for one in self.roll(t, group, name))
            t.remember(todo=f["todo"][1:], group=group, digits=digits)
        else:
            t.pop()

    def roll(self, t: Table, group: str, name: str) -> tuple[frozenset[str], ...]:
        """A digit that the country lacks is rolled again (16.54); if it lacks them all there is no roll (R171)."""
        column, land = results(t, name), country(t, group)
        usable = [not digits or all(ending_in(t, land, one) for one in digits) for digits in column]
        if not any(digits and found for digits, found in zip(column, usable, strict=True)):
            return ()
        while True:
            die = t.roll(f"partisans {group}") - 1
            if usable[die]:
                return column[die]

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        digits = " or ".join(f["digits"][0])
        where = AREAS.get(f["group"]) or t.world.by_id[f["group"]].name
        return f"A partisan rises in {where}: choose a hex ending in {digits}."


STEPS: dict[str, Step] = {"partisans": PartisanCreation()}
