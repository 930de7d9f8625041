"""Weather (4.01, 25): the dice, the zones, and what each kind of weather does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step

from . import world as w
from .state import Table, date

NUMBERS = ("weather_a", "weather_b", "weather_c", "weather_d", "weather_e")


@cache
def effects(kind: int) -> Mapping[str, str]:
    """A row of the weather effects chart (25.2)."""
    return next(row for row in w.chart("weather_effects") if row["weather"] == w.WEATHER[kind])


@cache
def by_table(zone: str, half_month: str, die: int) -> int:
    """The weather of a zone in a half month such as ``MAY1`` (25.1)."""
    row = next(row for row in w.chart("weather_table") if row["zone"] == zone and row["turn"] == half_month)
    return w.WEATHER.index(row[f"die_{min(7, max(1, die))}"])


def at(t: Table, node: int) -> int:
    """The weather of the hex (25.1)."""
    p = t.p
    zone = t.world.zone_of[node] if node < len(t.world.zone_of) else 1
    found: int = getattr(p, NUMBERS[zone])
    return found


def movement_points(t: Table, node: int, mobile: bool) -> int:
    """Half movement points that weather takes from a unit (25.2, 7.11)."""
    return w.MP * int(effects(at(t, node))["mp_mech" if mobile else "mp_leg"])


def points_lost(t: Table, zone: int, mobile: bool) -> int:
    """Half movement points that the weather of a zone takes (25.2)."""
    kind: int = getattr(t.p, NUMBERS[zone])
    return -w.MP * int(effects(kind)["mp_mech" if mobile else "mp_leg"])


def overland(t: Table, node: int) -> int:
    """How many hexes a supply path may be long on land (23.13, 25.2)."""
    return int(effects(at(t, node))["supply_overland"])


def bombing(t: Table, node: int) -> tuple[int, int]:
    """What weather leaves of bombing factors in a hex (25.2)."""
    return w.share(effects(at(t, node))["bombing"])


def flying_hexes(t: Table) -> int:
    """Where other missions than transfers are flown (25.2)."""
    kinds = [getattr(t.p, number) for number in NUMBERS]
    fair = tuple(zone for zone, kind in enumerate(kinds) if effects(kind)["air_missions"] == "all")
    return w.zone_hexes(t.world, fair)


def frozen_zones(t: Table) -> tuple[int, ...]:
    """The zones whose swamps are frozen (25.3)."""
    kinds = [getattr(t.p, number) for number in NUMBERS]
    return tuple(zone for zone, kind in enumerate(kinds) if effects(kind)["swamps_frozen"] == "yes")


def rivers_frozen(t: Table) -> bool:
    """Whether the rivers of Zone A are frozen (25.3)."""
    return effects(t.p.weather_a)["rivers_frozen_zone_A"] == "yes"


def severity(t: Table, pair: str) -> int:
    """What a severe winter adds to the die: from NOV 2 to MAR 1, in the east to APR 1 (28.04)."""
    if t.options.get("severe_winter") != "on":
        return 0
    _, month, half = date(t).split()
    at = w.MONTHS.index(month) * 2 + int(half) - 1
    last = 6 if pair == "AB" else 4
    return int(at >= 21 or at <= last)


def clear(t: Table, node: int) -> bool:
    return at(t, node) == w.CLEAR


@rule("4.01")
def roll_weather(t: Table) -> None:
    """One die for zones A and B, one for C and D; E is always clear (4.01)."""
    p = t.p
    fixed = t.world.settings.get("weather", {}).get(date(t))
    _, month, half = date(t).split()
    for pair in ("AB", "CD"):
        die = 0 if fixed else t.roll("weather")
        for letter in pair:
            kind = w.WEATHER.index(fixed) if fixed else by_table(letter, f"{month}{half}", die + severity(t, pair))
            setattr(p, NUMBERS[w.ZONES.index(letter)], southern(letter, bitter(t, letter, kind)))
    p.weather_e = w.CLEAR
    shown = sorted({w.WEATHER[getattr(p, NUMBERS[zone])] for zone in set(t.world.zone_of[: t.world.board.grid.size])})
    t.emit("weather", "4.01", weather=", ".join(shown))


def bitter(t: Table, zone: str, kind: int) -> int:
    """In a severe winter frost in Zones C and D is snow (28.04)."""
    return w.SNOW if zone in "CD" and kind == w.FROST and severity(t, "CD") else kind


def southern(zone: str, kind: int) -> int:
    """Snow on the Mediterranean is mud (25.3/2); Zone D is all of it (S27)."""
    return w.MUD if zone == "D" and kind == w.SNOW else kind


class Weather(Step):
    """The Weather Phase, once a turn (4.01)."""

    name = "weather"
    rule = "4.01"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        from . import ice

        roll_weather(t)
        ice.thaw(t)
        t.pop()
