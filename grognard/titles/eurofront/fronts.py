"""The fronts (1.12) and their weather (12): two rolls a fortnight, Snow in the East, seas that freeze."""

from __future__ import annotations

from grognard.board import Board
from grognard.board.hexset import members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, sea
from grognard.titles.systems.front import weather as sky
from grognard.titles.systems.front.state import BLITZING, DRY, MUD, SNOW
from grognard.titles.systems.front.world import CAVALRY, COMMANDERS, FORT, SHQ, World

from .state import SOVIET, Table, position

WF, EF, MF, NF = range(4)
FRONTS = ("WF", "EF", "MF", "NF")
REGIONS = ("West Front", "East Front", "Med Front", "North Front")
WEATHERS = {word: number for number, word in enumerate(sky.WORDS)}
FREEZING = ("Gulf of Bothnia", "White Sea")
"""The seas that freeze in the Snow of the East (12.4)."""
EQUALIZED, SECOND = "equalized", 2
"""The option by which an uncertain month has both its weathers, and the fortnight that it settles (12.9/opt)."""
SCANDINAVIANS = frozenset(("finland", "sweden", "norway"))
MANNERHEIM_LINE = ("Vyborg", "Vyborg NE1")
"""The hexes that Finland must hold when the Winter War begins (21.481/a)."""
NILE = ("Alexandria", "Alexandria E1", "Alexandria SE1", "Cairo", "Cairo SW1", "Cairo SE1")
"""The hexes on both banks of the Nile."""
SHELTERS = ("London", "Berlin", "Warsaw", "Moscow")
"""Where weather does not disrupt a supreme HQ (5.32/a, 12.42/a)."""


def sets(b: Board, land: int) -> tuple[int, ...]:
    """The land of each front (1.12)."""
    return tuple(int(b.region.get(name, 0)) & land for name in REGIONS)


def skies(b: Board, land: int) -> tuple[int, int]:
    """The land that follows the rolls of the West and of the East (12.14); the Med Front is always Dry (12.13)."""
    regions = (("WF Weather", "West Front"), ("EF Weather", "East Front"))
    west, east = (int(b.region.get(name) or b.region.get(front, 0)) & land for name, front in regions)
    return west, east


def of(t: Table, node: int) -> int:
    """The front that a place lies on (1.12)."""
    return next((front for front, nodes in enumerate(t.world.extra["fronts"]) if nodes >> node & 1), WF)


def land_of(t: Table, front: int) -> int:
    """The land of a front (1.12)."""
    return int(t.world.extra["fronts"][front])


def nile(t: Table) -> int:
    """The hexes on the Nile, which is as great as the rivers of Europe (7.62): no other river touches them."""
    return _nile(t.world)


@cached_values(8)
def _nile(w: World) -> int:
    names = {place.name for place in w.board.places}
    return sum(1 << w.board.node(name) for name in NILE if name.split()[0] in names)


def prohibited(t: Table, piece: int) -> int:
    """Cavalry, SS and forts stay out of the Med Front (21.316)."""
    unit = t.world.units[piece]
    return land_of(t, MF) if unit.kind in (CAVALRY, FORT) or unit.ss else 0


def frozen_out(t: Table, piece: int) -> int:
    """Cavalry and SS stay out of the Arctic Zone (21.415)."""
    unit = t.world.units[piece]
    return int(t.world.areas) & land_of(t, NF) if unit.kind == CAVALRY or unit.ss else 0


# Weather


def weather_at(t: Table, node: int) -> int:
    """Each front has its weather (12.1, 12.13, 12.14)."""
    west, east = t.world.extra["skies"]
    p = position(t)
    if east >> node & 1:
        return p.weather_east
    return p.weather if west >> node & 1 else DRY


def land_under(t: Table, weather: int) -> int:
    """The land that has Mud or Snow (12.3, 12.4)."""
    p = position(t)
    return _land_under(t.world, weather, p.weather, p.weather_east)


@cached_values(64)
def _land_under(w: World, weather: int, west: int, east: int) -> int:
    both = w.extra["skies"]
    found: int = sum(land for land, now in zip(both, (west, east), strict=True) if now == weather)
    return found | (int(w.land) & ~int(both[0] | both[1]) if weather == DRY else 0)


def frozen_seas(t: Table) -> int:
    """The Gulf of Bothnia and the White Sea freeze in the Snow of the East (12.4, 21.42)."""
    if position(t).weather_east != SNOW:
        return 0
    return _frozen(t.world)


@cached_values(8)
def _frozen(w: World) -> int:
    names = sea.chart(w).names
    return sum(1 << names.index(name) for name in FREEZING if name in names)


def stormy_basins(t: Table) -> tuple[str, ...]:
    """The basins with a storm, one a roll at most (12.5)."""
    p, basins = position(t), t.world.extra["basins"]
    return tuple(basins[storm - 1] for storm in (p.storm, p.storm_east) if storm)


def snowbound(t: Table, piece: int) -> bool:
    """Snow disrupts HQs (12.42), but not Soviet and Scandinavian ones, nor a supreme HQ in its shelter (12.42/a)."""
    p, w = t.p, t.world
    if weather_at(t, p.at[piece]) != SNOW or p.power[piece] == SOVIET or w.units[piece].nation in SCANDINAVIANS:
        return False
    return not sheltered(t, piece)


def bogged(t: Table, piece: int) -> bool:
    """Mud where it stands disrupts every HQ (12.31, 5.71/a) but a supreme one in its shelter (5.32/a)."""
    return weather_at(t, t.p.at[piece]) == MUD and not sheltered(t, piece)


def sheltered(t: Table, piece: int) -> bool:
    """A supreme HQ in London, Berlin, Warsaw or Moscow does not mind the weather (5.32/a)."""
    return t.world.units[piece].kind == SHQ and bool(t.world.extra["shelter"] >> t.p.at[piece] & 1)


def hqs_in(t: Table, power: int, front: int) -> list[int]:
    """A power's HQs on a front."""
    p, w = t.p, t.world
    return [i for n in members(p.occupied[power] & land_of(t, front)) for i in p.stack(n)
            if p.power[i] == power and w.units[i].kind in COMMANDERS]  # fmt: skip


def note_blitz(t: Table, hq: int) -> None:
    """The front of a Blitz HQ that mobilizes in the Blitz is remembered, above the lowest bit of ``blitz`` (7.4/a)."""
    if t.p.blitz and t.p.role[hq] in BLITZING:
        t.p.blitz |= 2 << of(t, t.p.at[hq])


def blitz_land(t: Table) -> int:
    """The fronts where a Blitz HQ was activated this turn, has it mobilized since or not (7.4/a)."""
    p, land = t.p, 0
    for hq in members(blocks.in_role(t, p.active, BLITZING)):
        land |= land_of(t, of(t, p.at[hq]))
    for front in members(p.blitz >> 1):
        land |= land_of(t, front)
    return land


class Weather(Step):
    """Each fortnight opens with the weather of each front that has its own (12.1): a roll for each in uncertain
    months, which brings storms too (12.5)."""

    name = "weather"
    rule = "12.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = position(t)
        p.weather, p.storm = roll(t, "WF")
        if "EF" in t.world.extra["climates"]:
            p.weather_east, p.storm_east = roll(t, "EF")
        t.pop()


def roll(t: Table, front: str) -> tuple[int, int]:
    """The weather of a front and its storm by the dice of the fortnight, even where the weather is certain (12.1,
    12.11, 12.12, 12.5)."""
    row, total = t.world.extra["climates"][front][t.p.month % 12], 0
    if row["roll"] == "1":
        total = sum(t.rolls("weather", 2))
    both = WEATHERS[row["even"]], WEATHERS[row["odd"]]
    weather = equalized(t, both, front, both[total % 2])
    basin = storm(t, front, total) if weather != DRY else ""
    basins: tuple[str, ...] = t.world.extra["basins"]
    t.emit("weather", "12.1", weather=sky.WORDS[weather], roll=total, storm=basin, front=REGIONS[FRONTS.index(front)])
    return weather, basins.index(basin) + 1 if basin in basins else 0


def equalized(t: Table, both: tuple[int, int], front: str, rolled: int) -> int:
    """If the players have agreed on it, the second fortnight of an uncertain month has the weather that the first did
    not have (12.9/opt); the dice still tell of storms (ruling E540)."""
    before = t.p.weather if front == "WF" else position(t).weather_east
    if t.options.get("weather") != EQUALIZED or t.p.fortnight != SECOND or before not in both:
        return rolled
    return both[0] if before == both[1] else both[1]


def storm(t: Table, front: str, total: int) -> str:
    """An odd sum brings a storm into a basin of the front (12.5)."""
    return str(t.world.extra["storms"].get((front, total), ""))


def scene_word(t: Table, clause: str) -> bool:
    """``snow`` for all fronts, ``EF snow`` for one of those that have their own weather."""
    p = position(t)
    front, _, word = clause.rpartition(" ")
    if word not in WEATHERS or front not in ("", "WF", "EF"):
        return False
    if front != "EF":
        p.weather = WEATHERS[word]
    if front != "WF":
        p.weather_east = WEATHERS[word]
    return True
