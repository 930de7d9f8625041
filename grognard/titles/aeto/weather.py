"""Weather (Part 1): one die a month for the map, read in each zone; frozen rivers."""

from __future__ import annotations

from functools import cache

from grognard.board.area import step
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from . import tables as tb
from . import world as w
from .position import AetoPosition, Table
from .sea import mulberries

ZONES = ("severe", "moderate", "mild")


def condition(zone: str, month: int, die: int) -> str:
    """Clear, Mud or Winter: the month's row of a zone (1.0)."""
    for row in tb.table("weather.csv"):
        if row["zone"] == zone and int(row["month"]) == month % 12 + 1:
            return row[f"d{die}"]
    raise KeyError(f"no weather of {zone} in month {month % 12 + 1}")


def zone_hexes(t: Table, zone: str) -> int:
    """The hexes of a weather zone (1.3)."""
    return t.world.board.region.get(zone, 0) & t.world.land


@cache
def with_waters(world: w.World, zone: str) -> int:
    """A zone's land and the sea hexes that lie nearest to it; on a tie to the more severe one (1.3)."""
    lands = [world.board.region.get(name, 0) & world.land for name in ZONES]
    seen, rings = world.land, lands[:]
    found = lands[ZONES.index(zone)]
    while any(rings):
        for n, ring in enumerate(rings):
            rings[n] = step(ring, world.board.around) & ~seen
            seen |= rings[n]
            if n == ZONES.index(zone):
                found |= rings[n]
    return found


class Weather(Step):
    """The Weather Phase: a scenario may have fixed weather (1.0)."""

    name = "Weather Phase"
    rule = "1.0"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        settings = t.world.settings
        if settings["weather"] == "table" and t.p.month >= tb.month_of(settings["weather_from"]):
            roll(t)
        t.pop()


def roll(t: Table) -> None:
    """Roll the month's die and lay out what it brings (1.0, 1.3)."""
    p: AetoPosition = t.p
    die = t.roll("weather")
    found = {zone: condition(zone, p.month, die) for zone in ZONES}
    p.mud = p.winter = 0
    for zone, what in found.items():
        if what == "M":
            p.mud |= with_waters(t.world, zone)
        elif what == "W":
            p.winter |= with_waters(t.world, zone)
    ground_air(t, found)
    freeze(t, found["severe"] == "W", found["moderate"] == "W")
    note_first_winter(t, found["severe"] == "W")
    note_finnish_winter(t, found["severe"] == "W")
    mulberries.storms(t)
    t.emit("weather", "1.0", die=die, severe=WORDS[found["severe"]], moderate=WORDS[found["moderate"]])


def ground_air(t: Table, found: dict[str, str]) -> None:
    """In Winter a second die a zone: on 1 or 2 no air unit flies from or to it this month (1.5)."""
    p: AetoPosition = t.p
    p.grounded = 0
    for zone, what in found.items():
        if what == "W":
            die = t.roll("grounded")
            if die <= 2:
                p.grounded |= with_waters(t.world, zone)
            t.emit("air_weather", "1.5", zone=zone, die=die, grounded=int(die <= 2))


WORDS = {"C": "clear", "M": "mud", "W": "winter"}


def freeze(t: Table, winter: bool, mild_winter: bool = False) -> None:
    """In the second Winter month in a row the rivers and lakes of a zone freeze: of the Severe one, then of the
    Moderate one too (1.6)."""
    p: AetoPosition = t.p
    p.frozen = p.frozen + 1 if winter else 0
    frost = p.due.pop("moderate frost", 0) + 1 if mild_winter else 0
    if frost:
        p.due["moderate frost"] = frost
    p.ice = zone_hexes(t, "severe") if p.frozen > 1 else 0
    p.ice |= zone_hexes(t, "moderate") if frost > 1 else 0


def note_finnish_winter(t: Table, winter: bool) -> None:
    """The first Winter of the Finns is the run of Winter months that is on or next after the invasion (A26)."""
    state = t.p.due.get("finnish_winter", 0)
    invaded = t.p.politics.get("winter_war", 0) > 1
    if winter and state == 0 and invaded:
        t.p.due["finnish_winter"] = 1
    elif not winter and state == 1:
        t.p.due["finnish_winter"] = 2


def note_first_winter(t: Table, winter: bool) -> None:
    """The Soviet Winter is the first run of Winter months after the war with Germany began (10.23)."""
    state = t.p.due.get("soviet_winter", 0)
    if winter and state == 0 and t.p.hostile[w.GERMANY] >> w.USSR & 1:
        t.p.due["soviet_winter"] = 1
    elif not winter and state == 1:
        t.p.due["soviet_winter"] = 2
