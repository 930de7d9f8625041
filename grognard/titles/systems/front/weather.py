"""Weather (12): fixed months, the roll of the variable ones, and storms."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from .state import DRY, MUD, SNOW, Table

WORDS = ("dry", "mud", "snow")


def at(t: Table, node: int) -> int:
    """The weather of a hex: that of its front (12.1); off the map it is Dry."""
    return t.title.weather_at(t, node) if node < t.world.spans else DRY


def under(t: Table, weather: int) -> int:
    """The land that has some weather."""
    return t.title.land_under(t, weather)


def rough_ground(t: Table) -> int:
    """Mountain and marsh, where moves end (6.1/a); Snow makes marsh passable like forest (12.4)."""
    w = t.world
    return int(w.mountain | w.marsh & ~under(t, SNOW))


class Weather(Step):
    """Each fortnight opens with the weather (12.1); in winter one die each decides it and the storms (12.1/a, 12.3)."""

    name = "weather"
    rule = "12.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        row = t.world.extra["weather"][p.month % 12]
        total = 0
        p.storm = 0
        if row["storm_roll"] == "1":
            total = sum(t.rolls("weather", 2))
            p.storm = storm(t, total)
        p.weather = weather(t, row, total)
        t.emit("weather", "12.1", weather=WORDS[p.weather], roll=total, storm=basin_name(t))
        t.pop()


def weather(t: Table, row: dict[str, str], total: int) -> int:
    """Dry or Mud by the calendar (12.1), or else by the roll."""
    return MUD if (row["fixed"] or rolled(row, total)) == "mud" else DRY


def rolled(row: dict[str, str], total: int) -> str:
    """In November and February the weather is by an even or odd roll (12.1/a)."""
    return row["odd"] if total % 2 else row["even"]


def storm(t: Table, total: int) -> int:
    """An odd roll brings a storm into one basin (12.3, 12.3/a): its number among the basins plus one, or 0."""
    basin = t.world.extra["storms"].get(total, "")
    basins: tuple[str, ...] = t.world.extra["basins"]
    return basins.index(basin) + 1 if basin in basins else 0


def basin_name(t: Table) -> str:
    """The stormy basin, or nothing."""
    return str(t.world.extra["basins"][t.p.storm - 1]) if t.p.storm else ""
