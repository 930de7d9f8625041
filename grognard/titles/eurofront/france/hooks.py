"""What the Front system asks of EuroFront in the West and the Med of 1940."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_values
from grognard.titles.systems.front.arrivals import Schedule, Site
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import World

from ..europe import ambivalence, cooperation, effects, mustering, nations, politics, rebels, reserves, surprise
from ..europe import command as fronts_command
from ..europe.arrival import FREE_FRENCH, cities, of_nation
from ..europe.nations import ITALY, army, defeated, joins
from ..hooks import Closures
from ..med import activation, purses
from ..med.hooks import PER_MAJOR, PER_PLACE, MedHooks
from ..peace.partition import enter_the_west
from ..war import homeland, supreme
from . import armistice, building, coordination, land, morale, national, vichy
from .land import FRANCE
from .state import ALLIED, AXIS, FrancePosition, Table, position
from .world import VOLUNTEERS, coming

GREAT = ("germany", "britain", "canada")
"""The nations whose backs do not tell them from one another."""
EVENT_WEIGHT = 300
"""More than an event undoes of what was done before in the phase."""
HOME_GUARD, ANZAC = ("BrHG1stat", "BrHG2stat"), "BrANZinf"
ARRIVALS = {"BrHG1stat": 0, "BrHG2stat": 0, "BrANZinf": 1, "It20mech": 1, "FF2mtn": 1}
"""The steps with which the units arrive that events bring (20.47/b, 21.322, 20.487)."""
EVENTS = (
    *(surprise.caught(nation) for nation in nations.NATIONS), *(defeated(nation) for nation in nations.NATIONS),
    *(joins(nation, power) for nation in nations.NATIONS for power in (AXIS, ALLIED)),
)  # fmt: skip
"""What else a scene may say has happened."""


def cede_bessarabia(t: Table, named: str) -> None:
    """The USSR, which is out of the game, has Bessarabia: no one's land here (DE.RB)."""
    t.p.politics["Bessarabia Soviet"] = t.p.month
    t.emit("annexed", "DE.RB", nation="Bessarabia", side="USSR")


class FranceHooks(MedHooks):
    """The answers of the chapters of France and its neighbours (20.4, 20.7)."""

    position = FrancePosition
    scene_events = (*politics.EVENTS, *land.EVENTS, *EVENTS)
    effects = {**effects.EFFECTS, "RB": cede_bessarabia}

    marches_home = True

    # Command, movement, combat

    def entered(self, t: Table, power: int, nodes: int) -> None:
        super().entered(t, power, nodes)
        enter_the_west(t, power, nodes)

    def serves_friends(self, t: Table, hq: int) -> bool:
        """Allied HQs support and strike for any Allied unit in range (5.34/a)."""
        return True

    def countrymen(self, t: Table, hq: int) -> tuple[str, ...]:
        return coordination.countrymen(t, hq)

    def supreme_price(self, t: Table, hq: int, piece: int) -> int:
        """Allied Supreme HQs move their own nation and the minors (5.34)."""
        if not coordination.may_send(t, hq, piece):
            return int(fronts_command.NEVER)
        return super().supreme_price(t, hq, piece)

    def spend_supreme_moves(self, t: Table, piece: int, moves: int) -> None:
        """Those of HQs that keep to their nation are counted apart."""
        p = t.p
        before = p.supreme[p.active]
        supreme.spend(t, piece, moves)
        if p.active == ALLIED:
            p.national[ALLIED] -= before - p.supreme[ALLIED]
            p.supreme[ALLIED] = before

    def welcome(self, t: Table, piece: int) -> int:
        return coordination.sedan(t, piece)

    def closures(self, t: Table, piece: int) -> Closures:
        return (*super().closures(t, piece), *coordination.closed(t, piece))

    def bounds(self, t: Table, bound: str) -> int:
        """Free French go anywhere (20.493); Italians after their release, too (DE.IU)."""
        if bound == FRANCE:
            return -1 if land.free(t) else int(t.world.restricted[bound])
        nation = bound.partition(":")[0]
        return mustering.bounds(t, bound) if nation in nations.NATIONS else super().bounds(t, bound)

    def disruption(self, t: Table, piece: int) -> int:
        more = morale.disruption(t, piece) + int(surprise.disrupts(t, piece))
        return super().disruption(t, piece) + more

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        need = homeland.turkish_defense(t, piece, node, passive, super().fire_of(t, piece, node, passive, need))
        return morale.artillery(t, piece, passive, need)

    def repulses_up_to(self, t: Table, node: int, number: int) -> int:
        number = ambivalence.repulses(t, node, super().repulses_up_to(t, node, number))
        return surprise.repulses(t, node, number)

    def has_fired(self, t: Table, piece: int, node: int, faces: tuple[int, ...]) -> None:
        ambivalence.capitulate(t, piece, node, faces)

    def quiet_seas(self, t: Table) -> int:
        return super().quiet_seas(t) | surprise.quiet_seas(t)

    def fort_holds(self, t: Table, piece: int) -> bool:
        return super().fort_holds(t, piece) and not coordination.is_taken_from_above(t, piece)

    def fort_survives(self, t: Table, piece: int) -> bool:
        return coordination.keeps_last_step(t, piece)

    def loses(self, t: Table, piece: int, node: int) -> None:
        super().loses(t, piece, node)
        morale.count_loss(t, piece, node)

    def points_for(self, t: Table, piece: int) -> int:
        """What can be spent on an army off the map (16.22)."""
        return purses.points(t, t.p.power[piece], self.purse_node(t, piece))

    def pay_for(self, t: Table, piece: int, cost: int) -> None:
        purses.pay(t, t.p.power[piece], self.purse_node(t, piece), cost)

    def purse_node(self, t: Table, piece: int) -> int:
        """A place of the front whose purse pays for an army off the map: Tunis for those of the Med."""
        return int(t.world.board.node("Tunis" if reserves.in_the_south(t, piece) else "Paris"))

    # Supply

    def transit(self, t: Table, power: int) -> int:
        """Vichy lets Axis trains through (20.482), others who cooperate their friends' (16.21/b)."""
        vichy_land = land.cooperates(t) if power == AXIS else super().transit(t, power)
        return vichy_land | cooperation.transit(t, power)

    def closed_lines(self, t: Table, power: int) -> int:
        return cooperation.closed_to_national_supply(t, power)

    def without_supply(self, t: Table, power: int) -> int:
        """Allies of a great power have a supply of their own (10.21)."""
        return national.without(t, power, super().without_supply(t, power))

    # Production

    def fixed_level(self, t: Table, power: int) -> int | None:
        """What is left in the West, with what those who cooperate cede (16.21/a, 20.482)."""
        return max(0, purses.west_level(t, power) + vichy.ceded(t, power))

    def step_cost(self, t: Table, piece: int) -> int:
        return building.step_cost(t, piece)

    def schedule(self, t: Table) -> Schedule:
        """The sheet of 1940, and what events have brought (20.47/b, 21.322)."""
        events = t.p.politics
        fallen, woken = int(events.get(defeated(FRANCE), -1)), activation.since(t) if activation.active(t) else -1
        return _schedule(t.world, fallen, woken, int(events.get(defeated(vichy.VICHY), -1)))

    def called_up(self, t: Table, piece: int) -> bool | None:
        """Has politics brought a block into play?"""
        unit = t.world.units[piece]
        if unit.name in VOLUNTEERS:
            return defeated(ITALY if unit.nation == "italy" else vichy.VICHY) in t.p.politics
        if unit.name in HOME_GUARD:
            return defeated(FRANCE) in t.p.politics
        if unit.name == ANZAC:
            return activation.active(t)
        if unit.nation == "italy":
            return joins(ITALY, AXIS) in t.p.politics
        if unit.nation == "vichy":
            return vichy.side(t) == unit.power
        if unit.enters == "belligerence":
            return nations.belligerent_side(t, unit.nation.capitalize()) == unit.power
        if unit.enters == "ME/MR":
            nation = unit.nation.capitalize()
            return rebels.rebellion(nation) in t.p.politics or nations.belligerent_side(t, nation) == unit.power
        return None

    def out_of_play(self, t: Table) -> int:
        """Free French who stand on the map fight on (20.492)."""
        return self.gone_for_good(t) & ~armistice.converted(t)

    def gone_for_good(self, t: Table) -> int:
        """Armies of defeated nations (16.91), and Free French converts (20.492), do not come back."""
        found = armistice.converted(t)
        if defeated(FRANCE) in t.p.politics:
            found |= land.french(t.world)
        for nation in dict.fromkeys((*nations.neutrals(t.world), vichy.VICHY, ITALY)):
            if defeated(nation) in t.p.politics:
                found |= from_iter((*army(t.world, nation, AXIS), *army(t.world, nation, ALLIED)))
        return found

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """As in the Med; French and Italians in their major cities (20.41, 11.81/a), the Free French of Africa in
        Algiers or Tunis (20.487), minors in their capitals (20.64)."""
        found = [*super().arrival_sites(w)]
        for side, nation in (("allies", FRANCE), ("axis", ITALY)):
            major, _ = cities(w, of_nation(nation))
            found.append(Site(side, nation.casefold(), major, PER_MAJOR, "", ("11.6",)))
        algiers = from_iter(w.board.node(name) for name in ("Algiers", "Tunis"))
        found.append(Site("allies", FREE_FRENCH, algiers, PER_PLACE, "", ("11.6/a",)))
        lyon = 1 << w.board.node(vichy.CAPITAL)
        found += [Site(side, "vichy", lyon, PER_MAJOR, "", ("11.6",)) for side in ("axis", "allies")]
        africa = from_iter(w.board.node(name) for name in land.COLONIES.values())
        found += [Site(side, "MF", africa, PER_PLACE, "", ("11.6/a",)) for side in ("axis", "allies")]
        for nation in nations.neutrals(w):
            capital = 1 << w.board.node(nations.NATIONS[nation]["capital"])
            for side in ("axis", "allies"):
                found.append(Site(side, nation.casefold(), capital, PER_MAJOR, "", ("11.6",)))
        return tuple(found)

    # Fog, scenes, progress

    def appearance(self, t: Table, piece: int) -> str:
        """The French, Italians and minors are told by their backs (ruling E330)."""
        nation = t.world.units[piece].nation
        return nation if nation not in GREAT else super().appearance(t, piece)

    def progress(self, t: Table) -> int:
        """Events happen once; what was saved in peace is spent."""
        return super().progress(t) + position(t).peacetime - EVENT_WEIGHT * len(t.p.politics)


@cached_values(64)
def _schedule(w: World, fallen: int, woken: int, given_up: int) -> Schedule:
    rows = {w.named[row.block.casefold()]: (month_number(row.month), int(row.steps)) for row in coming()}
    for name, steps in ARRIVALS.items():
        begun = fallen if name in HOME_GUARD else given_up if name in VOLUNTEERS else woken
        if begun > 0:
            rows[w.named[name.casefold()]] = (begun + 1, steps)
    return Schedule(rows.items())
