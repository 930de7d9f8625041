"""Plans for invasions and raids (19.41): an area, units and transports, hexes, each so many turns ahead, all sealed.

Every country with transports has two sheets, one for an invasion and one for a raid. They lie on the table from the
start, so that nobody sees whether anything is written on them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core import plans
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.rules import Args

from . import hulls, seas, ships, supply
from . import world as w
from .state import Table, army, date, foe, in_boxes, on_map
from .state import ships as fleet

INVASION, RAID, DRAGOON = "invasion", "raid", "dragoon"
KINDS = (INVASION, RAID)
SHEETS = (*KINDS, DRAGOON)
"""The sheets of a country; one scenario has a second invasion beside the first (O7)."""
AHEAD = {INVASION: 3, RAID: 2, DRAGOON: 3}
"""Turns before the day when the area is named (19.41/a1, 19.41/b)."""
UNITS_AHEAD, HEXES_AHEAD = 2, 1
SIX, FAR, NEAR = 6, 26, 8
"""Hexes of a coast, and how far apart the hexes of an invasion and of a raid may lie (19.41/a2, 19.41/b)."""
TWO = 2
"""Corps that may assault one hex (19.43)."""


MEDITERRANEAN = (
    "Alboran Sea", "Balearic Sea", "Gulf of Lions", "Ligurian Sea", "Sardinian Sea", "Northern Tyrrhenian Sea",
    "Southern Tyrrhenian Sea", "Sicilian Channel", "Ionian Sea", "Gulf of Sirte", "Northern Adriatic",
    "Southern Adriatic", "Northern Aegean", "Southern Aegean", "Cretan Sea", "Levantine Sea", "Egyptian Sea",
)  # fmt: skip
"""The sea zones east of Gibraltar (19.41/a3)."""


class Sheet(NamedTuple):
    """What is written on a sheet; without a day it is blank."""

    name: str
    seat: int
    area: tuple[int, ...] = ()
    day: int = 0
    made: int = 0
    postponed: int = 0
    wave: tuple[tuple[int, int], ...] = ()
    """The units of the initial assault, each with its transport."""
    aims: tuple[tuple[int, int], ...] = ()
    """The hex of each of them."""
    follow: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Transports of the build-up with their units, or with supplies if there are none."""
    cover: tuple[tuple[int, int], ...] = ()
    """Carriers whose aircraft support an assault, each with its hex (19.12/2)."""

    @property
    def kind(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def nation(self) -> str:
        return self.name.partition(" ")[2]

    @property
    def word(self) -> str:
        """The sheet as orders write it: ``British_invasion``."""
        return f"{self.nation}_{self.kind}".replace(" ", "_")

    @property
    def units(self) -> tuple[int, ...]:
        return (*(unit for unit, _ in self.wave), *(unit for _, load in self.follow for unit in load))


def written(name: str, plan: plans.Plan) -> Sheet:
    """A plan as a sheet; what a guess does not know yet is blank."""
    known = {key: value for key, value in plan.secret.items() if key in Sheet._fields}
    return Sheet(name, plan.seat, **known)


def keep(t: Table, sheet: Sheet) -> None:
    """Lay a sheet down, sealed."""
    secret: dict[str, Any] = sheet._asdict()
    del secret["name"], secret["seat"]
    plans.make(t, sheet.name, plans.Plan(sheet.seat, {}, secret))


def sheets(t: Table, power: int) -> Iterator[Sheet]:
    """The sheets of a side."""
    for name in sorted(t.p.plans):
        plan = plans.find(t, name)
        if name.startswith(SHEETS) and plan is not None and plan.seat == t.seat_of(power):
            yield written(name, plan)


def nations(world: w.World, power: int) -> tuple[str, ...]:
    """Countries that have transports, where the scenario gives amphibious points (19.4/1)."""
    if not world.settings.get("amphibious", {}).get(w.POWERS[power]):
        return ()
    return tuple(sorted({u.nation for u in world.units if u.power == power and u.kind == "TT"}))


@cached_between_orders
def engaged(t: Table, power: int) -> int:
    """Units that a plan has selected: they enter no enemy zone and do not attack (19.41/a4)."""
    waiting = from_iter(i for sheet in sheets(t, power) for i in sheet.units)
    return waiting & ~int(t.p.landing | t.p.shipped)


def not_on_the_day(t: Table, seat: int, args: Args) -> int:
    """Selected units take no replacements on the turn of their invasion (19.41/a4)."""
    return ~from_iter(i for power in t.powers_of(seat) for s in sheets(t, power) if due(t, s) for i in s.units)


# Coasts


@cached_values(8)
def coast(world: w.World) -> int:
    """Land hexes beside the sea."""
    water = from_iter(seas.sea_map(world).zone)
    return step(water, world.board.around) & world.land


@cached_values(512)
def stretch(world: w.World, first: int, last: int) -> tuple[int, ...]:
    """The shortest chain of coastal hexes from one to another, both among them, of six at most."""
    before: dict[int, int] = {first: -1}
    ring = [first]
    for _ in range(SIX - 1):
        found = []
        for node in ring:
            for near in members(step(1 << node, world.board.around) & coast(world)):
                if near not in before:
                    before[near] = node
                    found.append(near)
        ring = found
    if last not in before:
        return ()
    chain = [last]
    while chain[-1] != first:
        chain.append(before[chain[-1]])
    return tuple(sorted(chain))


def six_hexes(t: Table, first: int) -> int:
    """The other ends of an area of six contiguous coastal hexes (19.41/a2)."""
    near = t.world.within(first, SIX) & coast(t.world)
    return from_iter(n for n in members(near) if len(stretch(t.world, first, n)) == SIX)


@cached_values(1024)
def by_sea(world: w.World, node: int, hexes: int) -> int:
    """Coastal hexes no more than so many hexes away, traced along the sea and the coast (19.41/a2)."""
    way = from_iter(seas.sea_map(world).zone) | coast(world)
    area = 1 << node
    for _ in range(hexes):
        area |= step(area, world.board.around) & way
    return area & coast(world)


def landing_hexes(t: Table, piece: int) -> int:
    """Beaches and coastal ports, and every coastal hex for commandos (19.4, 19.46)."""
    from . import ashore, shore

    if ashore.commando(t, piece):
        return coast(t.world)
    return (from_iter(seas.sea_map(t.world).beaches) | shore.coastal_ports(t.world)) & coast(t.world)


# Lead times (19.41/a1)


def given(t: Table) -> bool:
    """Is it the turn on which the scenario's own plans are written (O1)?"""
    return bool(t.p.turn == 1 and t.world.settings.get("neptune"))


def first_day(t: Table, kind: str) -> int:
    """The first turn for which an area may be named now (19.41/a1, 19.41/b); those of O1 may be at once."""
    return int(t.p.turn) if given(t) else int(t.p.turn) + AHEAD[kind]


def units_open(t: Table, sheet: Sheet) -> bool:
    """Units and transports of the assault are named at least two turns ahead (19.41/a1)."""
    return sheet.day > 0 and (given(t) or t.p.turn + UNITS_AHEAD <= sheet.day)


def hexes_open(t: Table, sheet: Sheet) -> bool:
    """Hexes, and the units of the build-up, are named at least one turn ahead (19.41/a1)."""
    return sheet.day > 0 and (given(t) or t.p.turn + HEXES_AHEAD <= sheet.day)


def fixed(sheet: Sheet, ahead: int) -> bool:
    """What had to be named so many turns ahead when a plan was postponed is not changed any more (19.41/a6)."""
    return sheet.postponed > 0 and sheet.postponed + ahead > sheet.day - 1


# Units


def theater(t: Table, nodes: int) -> set[str]:
    """The theaters that hexes lie in; boxes belong to the one that they are named for."""
    found = {name for name in ("Western", "Mediterranean") if t.world.board.region.get(f"{name} theater", 0) & nodes}
    boxes = [t.world.board.name(n) for n in members(nodes & t.world.board.boxes)]
    return found | {"Mediterranean" for name in boxes if "Mediterranean" in name}


def theater_of_coast(t: Table, area: tuple[int, ...]) -> set[str]:
    """The theaters of a coast, by the seas before it: Gibraltar divides them (19.41/a3)."""
    zone = seas.sea_map(t.world).zone
    water = members(step(from_iter(area), t.world.board.around))
    return {"Mediterranean" if zone[n] in MEDITERRANEAN else "Western" for n in water if n in zone}


def where(t: Table, piece: int) -> int:
    """Where a unit is, or where it will arrive."""
    return int(t.p.at[piece]) if on_map(t, piece) else int(t.world.units[piece].place)


def same_theater(t: Table, piece: int, area: tuple[int, ...]) -> bool:
    """Units of an invasion are in the theater where it is planned (19.41/a3)."""
    place = where(t, piece)
    return place < 0 or bool(theater(t, 1 << place) & theater_of_coast(t, area))


def candidates(t: Table, power: int) -> list[int]:
    """Ground units and leaders on the map, and scheduled reinforcements (19.41/a4)."""
    slots = t.world.ground_slots | t.world.leader_slots
    coming = [
        i for i in members(slots)
        if t.p.power[i] == power and t.p.at[i] == t.world.arrivals and t.p.due[i] > 0 and t.world.units[i].place >= 0
    ]  # fmt: skip
    return [*army(t, power), *in_boxes(t, power), *coming]


def transports(t: Table, power: int, nation: str = "") -> list[int]:
    units = t.world.units
    coming = [u.index for u in units if u.power == power and u.kind == "TT" and t.p.at[u.index] == t.world.arrivals]
    have = [i for i in (*fleet(t, power), *coming) if units[i].kind == "TT"]
    return [i for i in have if not nation or units[i].nation == nation]


def corps(t: Table, piece: int) -> int:
    """A unit in halves of a corps for an assault: reduced corps, divisions and brigades are halves (19.43)."""
    return 2 if supply.quarters(t, piece) == w.CORPS else 1


def corps_at(t: Table, power: int, node: int) -> int:
    """Half corps that are to assault a hex, by all plans of a side for one day; commandos do not count (19.43)."""
    from . import ashore

    return sum(
        corps(t, unit) for sheet in sheets(t, power) for unit, hex_ in sheet.aims
        if hex_ == node and not ashore.commando(t, unit)
    )  # fmt: skip


def load_of(t: Table, sheet: Sheet, ship: int) -> int:
    """What a transport is to carry in a plan, in quarters of a corps; commandos take no room (19.46)."""
    from . import ashore, cargo

    units = [unit for unit, on in sheet.wave if on == ship]
    units += [unit for on, load in sheet.follow if on == ship for unit in load]
    return sum(cargo.size(t, unit) for unit in units if not ashore.commando(t, unit))


def lift(t: Table, ship: int) -> int:
    """What a transport can load, also one that is still to arrive."""
    return ships.lift(t, ship)


def type_a(t: Table, ship: int) -> bool:
    hull: hulls.Hull = ships.shown(t, ship)
    return hull.assault


def strength(t: Table, sheet: Sheet) -> int:
    """The corps of a plan with its build-up, in quarters (19.41/a, 19.41/b)."""
    return sum(supply.quarters(t, unit) for unit in sheet.units)


# The day


def due(t: Table, sheet: Sheet) -> bool:
    """Is this the day?"""
    return sheet.day == t.p.turn


def lapse(t: Table, power: int) -> None:
    """At the end of a segment: what was carried out is disclosed (19.41), what was not is put off a turn (19.41/a6)."""
    for sheet in list(sheets(t, power)):
        if not sheet.day or sheet.day > t.p.turn:
            continue
        if any(t.p.landing >> unit & 1 for unit, _ in sheet.wave) or not sheet.wave:
            disclose(t, sheet)
        else:
            keep(t, sheet._replace(day=t.p.turn + 1, postponed=t.p.turn))


def disclose(t: Table, sheet: Sheet) -> None:
    """A plan that has been carried out lies open at the end of the segment (19.41)."""
    area = ", ".join(t.node_name(n).replace("_", " ") for n in sheet.area)
    plans.unseal(t, sheet.name)
    if sheet.wave:
        t.emit("disclosed", "19.41", nation=sheet.nation, what=sheet.kind, area=area)
    keep(t, Sheet(sheet.name, sheet.seat))


# The beginning, and guesses


def prepare(t: Table) -> None:
    """Blank sheets for both sides, and the plans that a scenario begins with (O1, O7)."""
    for power in range(len(w.POWERS)):
        t.p.amphibious += EIGHTHS * int(t.world.settings.get("amphibious", {}).get(w.POWERS[power], {}).get("start", 0))
        for nation in nations(t.world, power):
            for kind in KINDS:
                keep(t, Sheet(f"{kind} {nation}", t.seat_of(power)))
    for row in t.world.settings.get("landing_plan", ()):
        keep(t, _ready_made(t, row))


EIGHTHS = 8
"""Amphibious points are kept in eighths: a build-up brigade takes one."""


def _ready_made(t: Table, row: dict[str, Any]) -> Sheet:
    """A plan of the scenario."""
    node = t.world.board.node

    def unit(name: str) -> int:
        return int(t.world.by_name[name.casefold()])

    power = t.p.power[unit(row["wave"][0][0])]
    return Sheet(
        f"{row['kind']} {row['nation']}", t.seat_of(power), tuple(sorted(node(name) for name in row["area"])),
        t.world.turns.index(row["day"]) + 1, 0, 0,
        tuple((unit(who), unit(ship)) for who, ship, _ in row["wave"]),
        tuple((unit(who), node(place)) for who, _, place in row["wave"]),
        tuple((unit(ship), tuple(unit(who) for who in load)) for ship, *load in row["follow"]),
        tuple((unit(ship), node(place)) for ship, place in row.get("cover", ())),
    )  # fmt: skip


def draw(t: Table, name: str, plan: plans.Plan, rng: random.Random) -> None:
    """Make up a sheet that a guess does not know: blank, or some landing that could still be made."""
    power = t.powers_of(plan.seat)[0]
    sheet = Sheet(name, plan.seat)
    have = [i for i in army(t, power) if t.world.units[i].kind == "INF" and t.world.units[i].nation == sheet.nation]
    carry = [i for i in transports(t, power, sheet.nation) if on_map(t, i)]
    aim = members(landing_hexes(t, have[0]) & int(t.p.land_of(foe(t, power)))) if have else ()
    if sheet.kind == INVASION and carry and aim and rng.random() < 0.5:
        unit, ship, hex_ = rng.choice(have), rng.choice(carry), rng.choice(aim)
        day = min(t.p.last, t.p.turn + rng.randrange(1, AHEAD[INVASION] + 1))
        sheet = sheet._replace(area=(hex_,), day=day, made=1, wave=((unit, ship),), aims=((unit, hex_),))
    keep(t, sheet)


def day_name(t: Table, day: int) -> str:
    """The half month of a day, for people."""
    return str(t.world.turns[day - 1]) if 0 < day <= len(t.world.turns) else date(t)
