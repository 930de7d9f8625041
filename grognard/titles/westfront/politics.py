"""Strategic objectives (16): what has happened, what it costs, who is gone."""

from __future__ import annotations

from functools import cache

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_values
from grognard.titles.systems.front import blocks, control, sea, sea_supply, supply
from grognard.titles.systems.front.state import Table, month_number
from grognard.titles.systems.front.world import World

from . import scenarios
from .world import ALLIED, AXIS, charts
from .world import scenarios as plans

SURRENDER = "Italian surrender"
"""The event that basin_control.csv waits for; its value is the month, 0 when the scenario begins with it."""
AIR_SUPREMACY = month_number("1944-06")
LATE_FRIULI = "Friuli comes"
GROUNDED = "grounded"
BULGE = "bulge turn"
ENTERED = "Yugoslavia entered"
TITO, MAQUIS = "tito raised", "maquis raised"
CALLERS = {"16.1": SURRENDER, "16.31": MAQUIS, "16.32": TITO, "16.5": ENTERED}
YUGOSLAVIA = "country:Yugoslavia"
"""Where Tito rises and what wakes Army Group E."""


def special(t: Table, word: str) -> bool:
    """Does the sheet of the scenario that is played have a special rule (3.12/c)?"""
    return special_of(t, scenarios.current(t), word)


def special_of(t: Table, scenario: str, word: str) -> bool:
    """Does the sheet of a scenario have a special rule?"""
    return _special_of(scenario, word)


@cached_values(1024)
def _special_of(scenario: str, word: str) -> bool:
    rows = plans()[scenario].get("special", ())
    return any(row["id"] == word for row in rows)


def war(nation: str) -> str:
    """The event of a declaration of war; its value is the month."""
    return f"war on {nation}"


def caller(rule: str, nation: str) -> str:
    """The event that brings in a block which units.csv lets enter by a rule of this chapter."""
    return war(nation.capitalize()) if rule == "16.4" else CALLERS[rule]


def beaten(nation: str) -> str:
    """The event of a neutral's defeat or surrender."""
    return f"{nation} beaten"


def conquered(nation: str) -> str:
    """The event of a nation's conquest."""
    return f"{nation} conquered"


NEUTRALS = ("Spain", "Portugal")
EVENTS = (
    *CALLERS.values(), LATE_FRIULI, GROUNDED, BULGE, *map(war, NEUTRALS), *map(beaten, NEUTRALS),
    *map(conquered, ("Italy", *NEUTRALS)),
)  # fmt: skip
"""All that can happen in politics."""


def at_start(t: Table) -> dict[str, int]:
    """What has happened before a scenario begins: Italy's surrender (W43/1), grounded paras (HUSKY/4, W43/F1)."""
    plan = plans()[t.scenario]
    events = {SURRENDER: 0} if plan["italy"] == "surrendered" else {}
    if special_of(t, t.scenario, "grounded") or SURRENDER in events:
        events[GROUNDED] = 1
    return events


def germans(t: Table) -> list[int]:
    """The Axis blocks on the map that are not Italian."""
    return [i for i in blocks.on_map(t, AXIS) if not t.world.units[i].italian]


def german_reach(t: Table) -> int:
    """The hexes that zones of control of other Axis blocks than Italian ones would reach, were they empty (8.2)."""
    p, engaged = t.p, control.battles(t)
    zoning = from_iter(
        p.at[i] for i in germans(t) if p.supplied[i] and not p.dispersed[i] and not engaged >> p.at[i] & 1
    )
    return step(zoning, t.world.zone)


def ore_lost(t: Table, power: int) -> int:
    """The points that the Axis lose while their ore route is cut."""
    if power != AXIS:
        return 0
    return -scenarios.basic("s44", "axis")[1] if ore_bombed(t) or copenhagen_taken(t) else 0


def copenhagen_taken(t: Table) -> bool:
    """The ore route is cut while the Allies hold Copenhagen (16.2)."""
    return bool(t.p.held[ALLIED] >> t.world.board.node("Copenhagen") & 1)


def ore_bombed(t: Table) -> bool:
    """Under air supremacy the ore route is lost for good (13.22/c)."""
    return t.p.month >= AIR_SUPREMACY


def lost_entries(t: Table) -> int:
    """The entry hexes of the east edge that the Red Army has reached (16.7, 16.7/a)."""
    if not special(t, "iron-curtain"):
        return 0
    return _behind_the_curtain(t.world, t.p.month)


@cached_values(128)
def _behind_the_curtain(w: World, month: int) -> int:
    rows = charts()["iron_curtain"]
    return from_iter(w.board.node(row["entry"]) for row in rows if month_number(row["month"]) <= month)


def gone_for_good(t: Table) -> int:
    """Italians after the surrender and units of a beaten neutral do not come back (16.1/a, 16.4/f)."""
    return _gone(t.world, *t.p.politics)


@cached_values(256)
def _gone(w: World, *events: str) -> int:
    gone = 0
    for event in events:
        gone |= armies(w).get(event, 0)
    return gone


@cache
def armies(w: World) -> dict[str, int]:
    """The blocks that each defeat takes away."""
    found: dict[str, int] = {}
    for i, unit in enumerate(w.units):
        event = SURRENDER if unit.italian else beaten(unit.nation.capitalize())
        found[event] = found.get(event, 0) | 1 << i
    return found


def late_friuli(t: Table) -> int:
    """The month in which Friuli comes as a reinforcement, when no Italian unit could defect (16.1/a), or 0."""
    return int(t.p.politics.get(LATE_FRIULI, 0))


def second_city(t: Table) -> bool:
    """Do rails alone, no sea lanes, join Berlin to another friendly Victory City (9.12/b)?"""
    found = supply.rail_lines(t, AXIS, t.world.origins[AXIS])
    cities = [t.world.board.node(row["city"]) for row in charts()["victory_cities"]]
    return any(found >> node & 1 for node in cities if node != t.world.board.node("Berlin"))


def atlantic_access(t: Table, found: int) -> bool:
    """Do Allied rail and seas join London to the Atlantic Ocean (9.12/c)?"""
    ports = found & from_iter(t.world.ports)
    return bool(sea_supply.waters(t, ALLIED, ports) >> sea.chart(t.world).number("Atlantic Ocean") & 1)


def allied_hexes(t: Table) -> int:
    """The hexes that the Allies control, disputed ones not."""
    return control.friendly(t.p, ALLIED)
