"""What the Front system asks of WestFront: basic production, arrivals, schedules, who is gone for good."""

from __future__ import annotations

from functools import cache

from grognard.engine.core.cache import cached_values
from grognard.titles.systems.front import game, sea
from grognard.titles.systems.front.arrivals import Schedule, Site
from grognard.titles.systems.front.deployment import Plan
from grognard.titles.systems.front.state import Table, month_number
from grognard.titles.systems.front.world import World

from . import deploying, politics, revolt, scenarios, segments, war
from .scenarios import Places
from .world import ALLIED, charts
from .world import scenarios as scenario_rows


@cache
def last_month(scenario: str) -> int:
    """The last month of the scenarios that may follow one another from here (3.12-3.14)."""
    row = scenario_rows()[scenario]
    following = str(row.get("next", ""))
    return last_month(following) if following else month_number(row["months"][-1])


class WestFrontHooks(game.FrontTitle):
    """The answers of WestFront's tables."""

    scene_events = politics.EVENTS

    def horizon(self, t: Table) -> int:
        """The end of the last scenario that this one may be linked to (3.12)."""
        return last_month(t.scenario)

    def called_up(self, t: Table, piece: int) -> bool | None:
        """Tito, the Maquis, Friuli, Army Group E and the Iberians come by events that all can see (16)."""
        unit = t.world.units[piece]
        row = deploying.row_of(t, piece)
        if not unit.enters.startswith("16.") or (row is not None and row["mode"] == "setup"):
            return None
        return politics.caller(unit.enters, unit.nation) in t.p.politics

    def fixed_level(self, t: Table, power: int) -> int | None:
        """The tutorial has fixed levels (HUSKY/F1, HUSKY/F2)."""
        levels = t.world.scenario.get("production", {})
        return int(levels[sea.side(t, power)]) if levels.get("fixed") else None

    def basic_points(self, t: Table, power: int) -> int:
        """Basic production of the segment (11.31), less the ore that is lost (16.2, 3.12/b, 11.31/T)."""
        now = scenarios.current(t)
        basic, _ = scenarios.basic(now, sea.side(t, power))
        return basic - politics.ore_lost(t, power)

    def origin_holds(self, t: Table, power: int, found: int) -> int:
        """Berlin needs another friendly Victory City on its rail, London the Atlantic."""
        if t.scenario == "husky" or not found:
            return found
        if power == ALLIED:
            return found if politics.atlantic_access(t, found) else 0
        return found if politics.second_city(t) else 0

    def home_origin(self, t: Table, power: int) -> int:
        """In the tutorial the Allied sources count as sea supply (HUSKY/1)."""
        if t.scenario == "husky" and power == ALLIED:
            return 0
        return int(t.world.origins[power])

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """arrivals.csv on the board (11.6)."""
        where = Places(w.board, w.land)
        husky = w.scenario is charts_of("husky")
        found = []
        for row in charts()["arrivals"]:
            if "husky" in row["units"] and not husky:
                continue
            home = row["units"].partition("home=")[2]
            entry = row["place"].startswith("rail-entry")
            found.append(
                Site(
                    row["side"],
                    home,
                    where.hexes(row["place"]),
                    int(row["per_production"]),
                    "16.7" if entry else "",
                    tuple(n for n in row["source"].split("|") if not n.startswith("16.")),
                )
            )
        return tuple(found)

    def lost_entries(self, t: Table) -> int:
        return politics.lost_entries(t)

    def gone_for_good(self, t: Table) -> int:
        return politics.gone_for_good(t)

    def leaving(self, t: Table) -> int:
        """Italians, until the Allies have named the unit that joins them (16.1/a)."""
        return politics.armies(t.world)[politics.SURRENDER] if t.frame.step == "defection" else 0

    def schedule(self, t: Table) -> Schedule:
        """Reinforcements by block (11.5); Friuli if no Italian defected (16.1/a)."""
        return reinforcements(t.world, t.scenario == "husky", politics.late_friuli(t))

    def last_scheduled(self, t: Table) -> int:
        """The scenario's own months (11.5), and the next one's if the way of playing links it (3.12, 3.14)."""
        here = scenarios.current(t)
        linked = scenario_rows()[here].get("next") and segments.goes_on(t, here, "")
        return self.horizon(t) if linked else int(t.p.last)

    def deployment_plan(self, t: Table) -> Plan:
        """The scenario's set-up, or that of a neutral drawn into the war."""
        if any(frame.step == "iberia" for frame in t.agenda):
            return war.Iberia()
        return deploying.Deploy(t.options.get("deployment", deploying.HISTORICAL))

    def starting_cv(self, t: Table, piece: int) -> int:
        """The CV that a block is set up with unless its owner chooses."""
        if any(frame.step == "iberia" for frame in t.agenda):
            return war.mustered(t, piece)
        return deploying.starting_cv(t, piece)

    def haven(self, t: Table, piece: int) -> int:
        """Tito finds shelter where others do not (16.32/a)."""
        own = super().haven(t, piece)
        return own | revolt.havens(t, piece) if revolt.at_home(t, piece) else own

    def immune(self, t: Table, piece: int) -> bool:
        """Attrition passes Tito by at home (16.32/b)."""
        return revolt.untouchable(t, piece)

    def beachhead_schedule(self, t: Table) -> dict[str, int]:
        """Beachheads that come with their month (W43/R2)."""
        return {
            row["unit"]: month_number(row["month"]) for row in charts()["reinforcements"] if row["unit"].endswith("BH")
        }


@cached_values(256)
def reinforcements(w: World, husky: bool, late_friuli: int) -> Schedule:
    """The month and the CV of each block of reinforcements.csv, and of Friuli when it comes late (16.1/a)."""
    found = Schedule(
        (w.named[row["unit"].casefold()], (month_number(row["month"]), int(row["cv"])))
        for row in charts()["reinforcements"]
        if not row["unit"].endswith("BH") and (row["scenario"] == "husky") == husky
    )
    if late_friuli:
        found[w.named["friuli"]] = (late_friuli, 1)
    return found


def charts_of(scenario: str) -> object:
    """A scenario of scenarios.toml, to be compared."""
    from .world import scenarios as plans

    return plans()[scenario]
