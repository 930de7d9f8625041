"""The words in which the Diplomatic Events are written (16.6/a), each a question to the position."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.titles.systems.front import blocks, control, sea, supply
from grognard.titles.systems.front.state import BH_PREP, BH_READY, month_number
from grognard.titles.systems.front.world import COMMANDERS

from .. import tables
from ..fronts import FRONTS, land_of
from ..state import soviets_at_war
from . import cooperation, objectives, spaniards
from .nations import army, belligerent_side, defeated, exploited, is_neutral, territory, winter_war
from .state import ALLIED, AXIS, SOVIET, Table, position

POWERS = {"AXIS": AXIS, "ALLIES": ALLIED, "SOVIET": SOVIET}
MANDATES = ("Syria", "Iraq", "Persia", "Palestine")
CAPITALS = {row["nation"]: row["capital"] for row in tables.rows("nations")}
FIRST_SUMMER = month_number("1939-06")
SEASON = 6
PHONY_WAR_OVER = "Phony War over"
"""The event that the armies in the West have met (20.43)."""


def season_number(month: int) -> int:
    """Seasons of six months from summer 1939 on."""
    return (month - FIRST_SUMMER) // SEASON


def season_named(name: str) -> int:
    """The number of a season: ``W41`` is the winter that begins in December 1941."""
    return 2 * (int(name[1:]) - 39) + (name[0] == "W")


def war_on(side: str, nation: str) -> str:
    """The event of a declaration of war (16.4)."""
    return f"{side} war on {nation}"


def rebuilt(army: str) -> str:
    """The event of a released army's destruction: it is never free again (17.3)."""
    return f"{army} rebuilt"


def released(army: str) -> str:
    """The event of an army's release (17.3)."""
    return f"{army} released"


def recalled(army: str) -> str:
    """The event that a released army is bound again, wherever it stands (17.3)."""
    return f"{army} recalled"


def betrayal(side: str) -> str:
    """The event of a faction's first betrayal (16.41)."""
    return f"{side} betrayal"


def entered(nation: str) -> str:
    """The event that the Soviets entered a land before the Second Front (DE.SJ)."""
    return f"Soviets in {nation}"


def betrayed(side: str, nation: str) -> str:
    """The event of a mandate's betrayal (20.36)."""
    return f"{side} betrayal of {nation}"


class Facts:
    """What holds in a position; each method is a word of events.csv."""

    def __init__(self, t: Table, named: str = "") -> None:
        self.t, self.p, self.named = t, position(t), named
        self.plan = t.world.scenario

    def land(self, name: str) -> int:
        """A region, a front, or a place."""
        if name in FRONTS:
            return land_of(self.t, FRONTS.index(name))
        regions = self.t.world.board.region
        return territory(self.t, name) if name in regions else 1 << self.t.world.board.node(name)

    # What has happened

    def ev(self, name: str) -> bool:
        return name in self.p.politics

    def dow(self, side: str, nation: str) -> bool:
        if nation == "Republican Spain":
            return side == "AXIS" and spaniards.attacked_by_axis(self.t)
        return war_on(side, nation) in self.p.politics

    def betrayed(self, side: str, whom: str) -> bool:
        """Has a side betrayed a mandate: attacked it when that was a betrayal (20.36)?"""
        return whom == "ME Mandate" and any(betrayed(side, nation) in self.p.politics for nation in MANDATES)

    def finnish_armistice(self) -> str:
        if "Finnish Armistice rejected" in self.p.politics:
            return "rejected"
        if "Finnish Armistice" in self.p.politics:
            return "accepted"
        return "accepted" if "FL" in self.p.politics or "Finland" in self.plan.get("armistice", {}) else ""

    def phony_war(self) -> bool:
        over = PHONY_WAR_OVER in self.p.politics or "SE" in self.p.politics
        return "PW" in self.p.politics and not over and not self.defeated("France")

    # When

    def season(self) -> int:
        return season_number(self.p.month)

    def from_season(self, name: str) -> bool:
        return self.season() >= season_named(name)

    def season_of(self, event: str) -> int:
        return season_number(int(self.p.politics.get(event, 0)))

    def complete_seasons_since(self, event: str) -> int:
        """Seasons that have passed from their first month to their last since an event."""
        begun = int(self.p.politics.get(event, 0))
        whole = season_number(begun) + ((begun - FIRST_SUMMER) % SEASON > 0)
        return self.season() - whole

    def war_year(self) -> int:
        return self.season() // 2 + 1

    def wf_dry_month(self) -> bool:
        row = self.t.world.extra["climates"]["WF"][self.p.month % 12]
        return bool(row["even"] == row["odd"] == "dry")

    # Nations

    def neutral(self, nation: str) -> bool:
        """The Winter War leaves the USSR and Finland neutral (20.57, 21.48)."""
        if nation == "USSR":
            return not soviets_at_war(self.t)
        return is_neutral(self.t, nation) or (nation == "Finland" and winter_war(self.t))

    def defeated(self, nation: str) -> bool:
        return defeated(nation) in self.p.politics or nation in self.plan["defeated"]

    def joined(self, nation: str, side: str) -> bool:
        return belligerent_side(self.t, nation) == POWERS[side]

    def belligerent(self, nation: str) -> bool:
        if nation == "USSR":
            return soviets_at_war(self.t)
        return belligerent_side(self.t, nation) >= 0

    def cooperating(self, nation: str, side: str) -> bool:
        return nation in cooperation.partners(self.t, POWERS[side])

    def exists(self, nation: str) -> bool:
        return not self.defeated(nation)

    def exploited(self, nation: str) -> bool:
        return exploited(self.t, nation)

    def republican(self, nation: str) -> bool:
        return nation == spaniards.SPAIN and spaniards.republican(self.t)

    # Ground

    def controlled(self, nation: str, side: str) -> bool:
        """All its hexes (16.6/a); what Soviets hold of a Protectorate counts as Allied (20.921)."""
        held = self.p.held[POWERS[side]]
        if side == "ALLIES" and nation in MANDATES:
            held |= self.p.held[SOVIET]
        return not self.land(nation) & ~held & ~self.p.neutral and not self.land(nation) & self.p.neutral

    def holds(self, side: str, place: str) -> bool:
        return bool(self.p.held[POWERS[side]] & ~self.p.disputed & self.land(place))

    def balkans_pacified(self) -> bool:
        return objectives.balkans_pacified(self.t)

    def axis_hexes(self, name: str) -> int:
        return (self.p.held[AXIS] & self.land(name)).bit_count()

    def allied_soviet_hexes(self, name: str) -> int:
        return (control.friendly(self.p, ALLIED) & self.land(name)).bit_count()

    def allied_hexes(self, name: str, ports_double: bool = False) -> int:
        free = self.p.held[ALLIED] & self.land(name)
        return free.bit_count() + (free & from_iter(self.t.world.ports)).bit_count() * ports_double

    def north_africa_victory(self) -> str:
        return objectives.holder(self.t, objectives.NORTH_AFRICA)

    def desert_victory(self) -> str:
        return objectives.holder(self.t, objectives.DESERT)

    def axis_major_ports(self, *names: str) -> int:
        land = 0
        for name in names:
            land |= self.land(name)
        majors = from_iter(node for node, port in self.t.world.ports.items() if port.major)
        return (majors & land & self.p.held[AXIS]).bit_count()

    def axis_mandate_capitals(self) -> int:
        return sum(self.holds("AXIS", CAPITALS[mandate]) for mandate in MANDATES)

    # The sea

    def naval_supremacy(self) -> str:
        ruler = sea.naval_supremacy(self.t)
        return next((word for word, power in POWERS.items() if power == ruler), "")

    def bases(self, nation: str) -> int:
        found = from_iter(base for base in sea.chart(self.t.world).bases if base >= 0)
        return found & int(self.t.world.board.region[nation])

    def undisputed_naval_base(self, side: str, nations: tuple[str, ...]) -> bool:
        own = self.p.held[POWERS[side]] & ~self.p.disputed
        return any(own & self.bases(nation) for nation in nations)

    def all_naval_bases(self, side: str, nation: str) -> bool:
        return self.p.held[POWERS[side]] & self.bases(nation) == self.bases(nation)

    def axis_atlantic_ports_in_rail_supply(self) -> int:
        t, chart = self.t, sea.chart(self.t.world)
        atlantic = from_iter(n for n, basin in enumerate(chart.basins) if basin == "Atlantic")
        lines = supply.rail_lines(t, AXIS, t.world.origins[AXIS])
        return (sea.ports_on(t, atlantic) & self.p.held[AXIS] & lines).bit_count()

    def beachheads(self, stage: str) -> int:
        wanted = {"prep": BH_PREP, "ready": BH_READY}[stage]
        own = {unit.beachhead for unit in self.t.world.units if unit.power == ALLIED}
        return sum(state == wanted for name, state in self.p.beachheads.items() if name in own)

    # Units

    def units(self, power: int, name: str) -> list[int]:
        return list(members(blocks.inside(self.t, power, self.land(name))))

    def eliminated_units(self, nation: str) -> int:
        """A nation's units that are out of play now (DE.IX)."""
        return sum(self.p.at[i] == self.t.world.lost(ALLIED) for i in army(self.t.world, nation, ALLIED))

    def undefended_border(self, nation: str, other: str) -> bool:
        """Does no unit stand in any hex of a nation that borders on another (ruling of IX)?"""
        near = step(self.land(other), self.t.world.board.around) & self.land(nation)
        return bool(near) and not near & self.p.occupied[ALLIED]

    def undefended_soviet_areas(self, nation: str) -> int:
        """Soviet areas on the border of a nation that no one defends (DE.FL)."""
        w, own = self.t.world, self.land(nation)
        near = step(own, w.board.around)
        near |= from_iter(route.other for node in members(own) for route in w.routes.get(node, ()))
        return (near & w.areas & self.p.held[SOVIET] & ~self.p.occupied[SOVIET]).bit_count()

    def axis_frontline_hexes(self, name: str) -> int:
        """The hexes of a front where the Axis borders on the Soviets (DE.SR)."""
        near = step(self.p.held[SOVIET], self.t.world.board.around)
        return (near & self.p.held[AXIS] & self.land(name)).bit_count()

    def axis_units_in(self, name: str) -> int:
        return len(self.units(AXIS, name))

    def german_units_in(self, name: str) -> int:
        return sum(self.t.world.units[i].nation == "germany" for i in self.units(AXIS, name))

    def allied_units_in(self, name: str) -> int:
        return len(self.units(ALLIED, name))

    def soviet_units_in(self, name: str) -> int:
        return len(self.units(SOVIET, name))

    def allied_soviet_units_in(self, name: str) -> int:
        return self.allied_units_in(name) + self.soviet_units_in(name)

    def soviet_entered(self, name: str) -> bool:
        """Have the Soviets entered a land before the Second Front (DE.SJ)?"""
        now = bool(self.p.occupied[SOVIET] & self.land(name)) and not self.ev("2F")
        return now or entered(name) in self.p.politics

    def undefended_cities(self, *names: str) -> int:
        nodes = from_iter(self.t.world.board.node(name) for name in names)
        return (nodes & self.p.held[SOVIET] & ~self.p.occupied[SOVIET]).bit_count()

    def strategic_reserve_left(self) -> int:
        """The blocks of the Strategic Reserve that wait (20.51)."""
        waiting = [i for i, unit in enumerate(self.t.world.units) if unit.enters == "strategic reserve"]
        return sum(self.p.at[i] == self.t.world.later(SOVIET) for i in waiting)

    def soviets(self) -> list[int]:
        units = self.t.world.units
        return [i for i, unit in enumerate(units) if unit.power == SOVIET and unit.enters != "surrender"]

    def all_soviet_units_on_map(self) -> bool:
        return all(self.p.at[i] < self.t.world.spans for i in self.soviets())

    def all_soviet_hqs_full(self) -> bool:
        units = self.t.world.units
        return all(self.p.cv[i] == units[i].top for i in self.soviets() if units[i].kind in COMMANDERS)

    def soviet_reserved_pps(self) -> int:
        return int(self.p.saved[SOVIET])

    def in_play(self, name: str) -> bool:
        piece = self.t.world.named.get(name.casefold(), -1)
        return piece >= 0 and bool(self.p.at[piece] < self.t.world.spans)

    def rebuilt(self, name: str) -> bool:
        return name in self.plan.get("restricted", ()) or rebuilt(name) in self.p.politics

    def release_candidates(self) -> int:
        names = ("Ru4inf", "Hu2inf", "It8inf")
        known = [name for name in names if name.casefold() in self.t.world.named]
        bound = [name for name in known if self.in_play(name) and not self.rebuilt(name)]
        return sum(released(name) not in self.p.politics for name in bound)

    def mandate_may_rise(self, mandate: str) -> bool:
        """One success a mandate; Persia only after another and with the USSR at war (DE.ME)."""
        risen = [one for one in MANDATES if one in self.plan["uprisings"] or f"uprising in {one}" in self.p.politics]
        if mandate == "Persia" and not (risen and self.belligerent("USSR")):
            return False
        return mandate != "Palestine" and mandate not in risen and self.neutral(mandate)

    def target(self) -> str:
        return self.named

    def count(self, number: int) -> int:
        return number
