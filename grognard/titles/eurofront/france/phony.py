"""The Phony War (20.43): from the peace offer to the first step into France or the Low Countries."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.rules import Args, rule
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.arrivals import CADRE, STEP
from grognard.titles.systems.front.world import World

from .. import tables
from ..europe.nations import NATIONS
from . import land
from .land import FRANCE, OVER
from .state import ALLIED, AXIS, Table


def on(t: Table) -> bool:
    """Is the Phony War on: since the peace offer, while no one has ended it (20.43)?"""
    return "PW" in t.p.politics and OVER not in t.p.politics and land.fighting(t)


def german_prizes(w: World) -> int:
    """The cities and resources of Germany."""
    home = int(w.board.region[NATIONS["Germany"]["region"]])
    places = from_iter(w.board.node(city.hex) for city in tables.cities() if city.nation == "Germany" and city.value)
    return places & home & int(w.land)


@rule("20.43/a")
def end(t: Table) -> None:
    """It ends when the Axis enters France or the Low Countries, or the Allies hold a city or resource of Germany
    (20.43/a)."""
    entered = land.region(t.world, FRANCE, "Belgium", "Holland") & (t.p.occupied[AXIS] | t.p.held[AXIS])
    if on(t) and (entered or t.p.held[ALLIED] & german_prizes(t.world)):
        t.p.politics[OVER] = t.p.month
        t.emit("phony_war_over", "20.43/a")


def one_french_step(t: Table, seat: int, args: Args) -> int:
    """In the Phony War no more than one French step is built a month (20.43)."""
    own = land.french(t.world)
    if not on(t) or not blocks.flagged(t.p.built, STEP | CADRE) & own:
        return -1
    return ~own
