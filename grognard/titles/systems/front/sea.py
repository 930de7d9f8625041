"""Sea control and sea moves (15.1, 15.2): seas and their naval bases, straits, routes, port capacity."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

from grognard.board import Board
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_by, cached_values

from . import control
from .state import Table, month_number
from .world import World

NOBODY = -1


@dataclass(frozen=True)
class Passage:
    """A way between two seas; open while the banks of each of its straits, or of one of them, are not the enemy's."""

    a: int
    b: int
    straits: tuple[int, ...]
    all_of_them: bool


@dataclass(frozen=True)
class SeaChart:
    """The playable seas of a title by number: names, interdiction values, basins, bases, coasts and passages."""

    names: tuple[str, ...]
    values: tuple[int, ...]
    basins: tuple[str, ...]
    always: tuple[str, ...]
    rules: tuple[str, ...]
    bases: tuple[int, ...]
    coasts: tuple[int, ...]
    passages: tuple[Passage, ...]
    channels: tuple[tuple[int, int], ...]
    """Coasts behind a strait: the hex and the banks (Antwerp, 1.39/b)."""

    def number(self, name: str) -> int:
        return self.names.index(name)


def chart(w: World) -> SeaChart:
    """The sea chart of a title, read once from seas.csv and the board (15.1)."""
    found = w.extra.get("sea chart")
    if found is None:
        found = w.extra["sea chart"] = _read(w)
    assert isinstance(found, SeaChart)
    return found


def _read(w: World) -> SeaChart:
    b, table = w.board, w.charts["seas"]
    names = tuple(row["sea"] for row in table)
    passages = []
    for sea in names:
        for other, condition in b.seas[sea].adjacent.items():
            if other in names and sea < other:
                straits, together = _banks(b, condition)
                passages.append(Passage(names.index(sea), names.index(other), straits, together))
    channels = tuple(
        (place.node, banks_of(b, str(place.values["strait"])))
        for place in b.places if place.kind == "port" and "strait" in place.values
    )  # fmt: skip
    return SeaChart(
        names, tuple(int(row["interdiction"]) for row in table), tuple(row["basin"] for row in table),
        tuple(row["always"] for row in table), tuple(row["source"] for row in table),
        tuple(b.node(row["base"]) if row["base"] else -1 for row in table),
        tuple(b.shore[sea] | _area_ports(w, sea) for sea in names), tuple(passages), channels,
    )  # fmt: skip


def _area_ports(w: World, sea: str) -> int:
    """The areas with a port on a sea, which is their coast (18.34)."""
    return from_iter(node for node, port in w.ports.items() if sea in port.seas) & int(w.areas)


def banks_of(b: Board, strait: str) -> int:
    """Both banks of a strait: hexes, or areas that a route over water joins; none of one outside the window."""
    if ("strait", strait) in b.named_sides:
        return from_iter(node for pair in b.named_sides["strait", strait].pairs() for node in pair)
    ends = [(e.a, e.b) for e in b.graph["route"].edges if e.name == "strait"]
    if all(place.name != strait for place in b.places):
        return 0
    return from_iter(node for pair in ends if b.node(strait) in pair for node in pair)


def _banks(b: Board, condition: str) -> tuple[tuple[int, ...], bool]:
    """The banks of a passage's straits; ``Cadiz+Gibraltar`` needs both, ``Great Belt/Sound`` one of them."""
    name = condition.removeprefix("strait ")
    if not name:
        return (), True
    together = "+" in name or "/" not in name
    return tuple(banks_of(b, one) for one in name.split("+" if together else "/")), together


def side(t: Table, power: int) -> str:
    """A power's word in the tables: its name, unless the title's world gives another."""
    w = t.world
    word: str = w.extra.get("words", w.powers)[power]
    return word


def power_of(t: Table, word: str) -> int:
    """The power that a word of the tables means, or -1."""
    for power in range(len(t.world.powers)):
        if side(t, power) == word:
            return power
    return -1


def enemy_hexes(t: Table, power: int) -> int:
    """Hexes that hostile powers control; a disputed one is no one's (8.33, 8.32)."""
    bits, hostile = 0, t.p.hostile[power]
    for other, held in enumerate(t.p.held):
        if hostile >> other & 1:
            bits |= held
    return bits & ~int(t.p.disputed)


def basins_won(t: Table) -> dict[str, int]:
    """Basins that have passed to one side whoever holds the bases (13.22/a, 16.1/c)."""
    won = {}
    for row in t.world.charts["basin_control"]:
        if _has_come(t, row["from"]):
            won[row["basin"]] = power_of(t, row["side"])
    return won


def _has_come(t: Table, event: str) -> bool:
    kind, _, rest = event.partition(" ")
    if kind == "month":
        return bool(t.p.month >= month_number(rest))
    return event in t.p.politics


@cache
def _bases(w: World) -> int:
    """The hexes of naval bases."""
    return from_iter(base for base in chart(w).bases if base >= 0)


def _sea_power(t: Table) -> tuple[Hashable, ...]:
    """What control of the seas follows from: who holds the bases, the month, politics."""
    p, bases = t.p, _bases(t.world)
    ruler, neutral = naval_supremacy(t), p.neutral & bases
    return (*[held & bases for held in p.held], p.disputed & bases, neutral, ruler, p.month, *p.politics)


@cached_by(_sea_power)
def owners(t: Table) -> tuple[int, ...]:
    """Who controls each sea (15.1, 1.45/b): always one side, a basin won, or the base; no one while that is
    disputed."""
    sea = chart(t.world)
    won = basins_won(t)
    supreme = naval_supremacy(t)
    found = []
    for number, base in enumerate(sea.bases):
        if sea.basins[number] in won:
            found.append(won[sea.basins[number]])
        elif sea.always[number]:
            found.append(power_of(t, sea.always[number]))
        elif base < 0 or not t.world.land >> base & 1:
            found.append(supreme)
        elif (t.world.extra.get("neutral bases") and t.p.neutral >> base & 1) or t.p.disputed >> base & 1:
            found.append(NOBODY)
        else:
            no_ones = NOBODY if t.world.extra.get("neutral bases") else supreme
            found.append(next((power for power, held in enumerate(t.p.held) if held >> base & 1), no_ones))
    return tuple(found)


def naval_supremacy(t: Table) -> int:
    """The power that rules the waves, as the title has it (15.2/d)."""
    return t.title.naval_supremacy(t)


@cached_by(lambda t, power: (power, t.title.quiet_seas(t), *t.p.hostile, *_sea_power(t)))
def enemy_seas(t: Table, power: int) -> int:
    """The seas, as bits, that a hostile power controls (15.1)."""
    found = from_iter(n for n, owner in enumerate(owners(t)) if owner != NOBODY and t.hostile(power, owner))
    return found & ~t.title.quiet_seas(t)


def shut_passages(t: Table, power: int) -> int:
    """The passages, as bits, that an enemy on the bank of a strait closes to a power (1.39/b), or a neutral's guns."""
    return _shut_passages(t.world, (enemy_hexes(t, power) | t.title.guarded_straits(t)) & _all_banks(t.world))


def controlled_passages(t: Table, power: int) -> int:
    """The passages, as bits, that an enemy on both banks of a strait closes to supply from afar too (1.371/b)."""
    return _shut_passages(t.world, enemy_hexes(t, power) & _all_banks(t.world), both=True)


def sealed(t: Table, power: int) -> int:
    """The coasts that lie behind a strait whose banks are both the enemy's (1.371/b)."""
    enemy = enemy_hexes(t, power)
    return from_iter(node for node, banks in chart(t.world).channels if banks and banks & enemy == banks)


@cache
def _all_banks(w: World) -> int:
    """The hexes beside straits that lead from sea to sea."""
    found = 0
    for passage in chart(w).passages:
        for banks in passage.straits:
            found |= banks
    return found


@cached_values(1024)
def _shut_passages(w: World, enemy: int, both: bool = False) -> int:
    shut = 0
    for number, passage in enumerate(chart(w).passages):
        if passage.straits:
            held = [banks & enemy == banks if both else bool(banks & enemy) for banks in passage.straits]
            if any(held) if passage.all_of_them else all(held):
                shut |= 1 << number
    return shut


def stormy_seas(t: Table) -> int:
    """The seas of the stormy basins (12.3, 12.3/c)."""
    stormy = t.title.stormy_basins(t)
    if not stormy:
        return 0
    return from_iter(number for number, name in enumerate(chart(t.world).basins) if name in stormy)


def seas_of(t: Table, node: int) -> int:
    """The seas that a coastal hex lies on."""
    return _seas_of(t.world, node)


@cache
def _seas_of(w: World, node: int) -> int:
    return from_iter(number for number, coast in enumerate(chart(w).coasts) if coast >> node & 1)


def port_seas(t: Table, node: int) -> int:
    """The seas that a port lies on, none for a port that an enemy strait cuts off (1.39/b)."""
    return harbours(t.world)[0].get(node, 0)


@cache
def harbours(w: World) -> tuple[dict[int, int], tuple[int, ...], int]:
    """The seas of each port, the ports of each sea, and all ports, as bits."""
    sea = chart(w)
    seas = {
        node: from_iter(sea.number(name) for name in port.seas if name in sea.names) for node, port in w.ports.items()
    }
    on_sea = tuple(from_iter(n for n, some in seas.items() if some >> number & 1) for number in range(len(sea.names)))
    return seas, on_sea, from_iter(seas)


@cached_by(lambda t, power: (power, t.p.disputed, *t.p.hostile, *t.p.held))
def open_ports(t: Table, power: int) -> int:
    """A power's ports that ships can reach (1.45): friendly, and not behind an enemy strait."""
    return control.friendly(t.p, power) & harbours(t.world)[2] & ~barred(t, power)


def barred(t: Table, power: int) -> int:
    """The coasts that lie behind a strait with an enemy on its bank: no ship reaches them (1.39/b)."""
    enemy = enemy_hexes(t, power)
    return from_iter(node for node, banks in chart(t.world).channels if banks & enemy)


def closed_seas(t: Table, power: int) -> int:
    """The seas that no ship of a power enters: frozen ones, and those that its navy has given up."""
    return int(t.title.frozen_seas(t) | t.title.lost_seas(t, power))


def routes(t: Table, power: int, start: int, goal: int, limit: int, closed: int = 0) -> list[tuple[int, ...]]:
    """The best routes from seas to seas: each crosses fewer seas, or less of the enemy's, than any other.

    ``start`` and ``goal`` are sets of seas, ``closed`` seas are not entered.
    """
    shut, enemy = shut_passages(t, power), enemy_seas(t, power)
    return list(_routes(t.world, start, goal, limit, closed | closed_seas(t, power), shut, enemy))


@cached_values(4096)
def _routes(w: World, start: int, goal: int, limit: int, closed: int, shut: int, enemy: int) -> tuple[
    tuple[int, ...], ...
]:  # fmt: skip
    net = chart(w)
    values = net.values
    onward: dict[int, list[int]] = {}
    for number, passage in enumerate(net.passages):
        if not shut >> number & 1:
            onward.setdefault(passage.a, []).append(passage.b)
            onward.setdefault(passage.b, []).append(passage.a)
    best: dict[int, list[tuple[int, int]]] = {}
    found: list[tuple[int, int, tuple[int, ...]]] = []
    frontier: list[tuple[int, tuple[int, ...]]] = [
        (values[s] if enemy >> s & 1 else 0, (s,)) for s in members(start & ~closed)
    ]
    length = 1
    while frontier and length <= limit:
        frontier.sort()
        onto: list[tuple[int, tuple[int, ...]]] = []
        for risk, way in frontier:
            here = way[-1]
            if any(n <= length and r <= risk for n, r in best.get(here, ())):
                continue
            best.setdefault(here, []).append((length, risk))
            if goal >> here & 1:
                found.append((length, risk, way))
            for other in onward.get(here, ()):
                if other not in way and not closed >> other & 1:
                    onto.append((risk + (values[other] if enemy >> other & 1 else 0), (*way, other)))
        frontier, length = onto, length + 1
    kept: list[tuple[int, int, tuple[int, ...]]] = []
    for length, risk, way in found:
        if not any(n <= length and r <= risk for n, r, _ in kept):
            kept.append((length, risk, way))
    return tuple(way for _, _, way in kept)


def value(t: Table, number: int) -> int:
    """A sea's interdiction value (15.71)."""
    return chart(t.world).values[number]


def risk(t: Table, power: int, way: tuple[int, ...]) -> int:
    """The interdiction dice of a route: the values of the enemy seas on it."""
    sea, enemy = chart(t.world), enemy_seas(t, power)
    return sum(sea.values[number] for number in way if enemy >> number & 1)


def reached(t: Table, power: int, start: int, limit: int, closed: int = 0, straits: bool = True) -> int:
    """All seas within a number of sea areas of some seas, those included; ``straits`` may be shut."""
    return reached_past(t, power, start, limit, closed, shut_passages(t, power) if straits else 0)


def reached_past(t: Table, power: int, start: int, limit: int, closed: int, shut: int) -> int:
    """All seas within a number of sea areas of some seas, with some passages shut."""
    closed |= closed_seas(t, power)
    return _reached(t.world, shut, start & ~closed, limit, closed)


@cached_values(4096)
def _reached(w: World, shut: int, start: int, limit: int, closed: int) -> int:
    found = start
    for _ in range(limit - 1):
        wider = found
        for number, passage in enumerate(chart(w).passages):
            if not shut >> number & 1:
                if found >> passage.a & 1:
                    wider |= 1 << passage.b
                if found >> passage.b & 1:
                    wider |= 1 << passage.a
        wider &= ~closed
        if wider == found:
            break
        found = wider
    return found


def coast_of(t: Table, seas: int) -> int:
    """The land hexes on some seas."""
    return _coast_of(t.world, seas)


def reachable_coast(t: Table, power: int, seas: int, straits: bool = True) -> int:
    """The coasts of some seas that ships of a power can reach."""
    return coast_of(t, seas) & ~barred(t, power) if straits else coast_of(t, seas)


@cached_values(1024)
def _coast_of(w: World, seas: int) -> int:
    bits, coasts = 0, chart(w).coasts
    for number in members(seas):
        bits |= coasts[number]
    return bits & w.land


def seas_with(t: Table, ports: int) -> int:
    """The seas that some ports lie on."""
    return _seas_with(t.world, ports)


@cached_values(1024)
def _seas_with(w: World, ports: int) -> int:
    return from_iter(number for number, some in enumerate(harbours(w)[1]) if some & ports)


def ports_on(t: Table, seas: int) -> int:
    """The ports on some seas."""
    return _ports_on(t.world, seas)


@cached_values(1024)
def _ports_on(w: World, seas: int) -> int:
    ports = 0
    for number, some in enumerate(harbours(w)[1]):
        if seas >> number & 1:
            ports |= some
    return ports
