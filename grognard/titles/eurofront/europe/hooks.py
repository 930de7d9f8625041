"""What the Front system asks of the war on all fronts."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_values
from grognard.titles.systems.front import blocks, control, fog, sea, sea_supply, supply
from grognard.titles.systems.front.arrivals import Schedule, Site
from grognard.titles.systems.front.state import BH_PREP, BH_READY
from grognard.titles.systems.front.world import World

from .. import fronts, shores
from ..fronts import EF, MF, WF
from ..hooks import Closures, EuroFrontHooks, starting_steps
from ..war import homeland, naval
from ..war import supply as war_supply
from . import (
    aloft,
    ambivalence,
    arctic,
    arrival,
    beaches,
    bulge,
    command,
    cooperation,
    costs,
    effects,
    finland,
    guns,
    initiative,
    mustering,
    national,
    nations,
    north,
    objectives,
    paras,
    politics,
    purses,
    rebels,
    reserves,
    spaniards,
    steamroller,
    supremacy,
    surprise,
)
from .setup import beachhead_schedule, in_preparation, schedule
from .state import ALLIED, AXIS, SOVIET, EuropePosition, Table, position
from .world import HALVED_MOVE, axis_fire_in_the_west, sheet

SECRET_PURSES = {
    AXIS: (
        "east_points", "finnish_points", "available_east", "available_finns", "saved_east", "saved_finns",
        "allocated_east", "lowered", "raised", "sent_west", "sent_east", "due_west", "due_east",
    ),
    ALLIED: ("sent_allied", "due_soviet"),
}  # fmt: skip
"""What a power alone knows of its production while it is under way."""
RAISED = ("surrender", "revolt")
"""The blocks whose backs are those of the side that they fight for."""


class EuropeHooks(EuroFrontHooks):
    """The answers of the chapters of the great war."""

    position = EuropePosition
    marches_home = True

    effects: Mapping[str, effects.Effect] = effects.EFFECTS
    scene_events = politics.EVENTS
    told_nations = nations.TOLD

    def leaves_unseen(self, t: Table, piece: int) -> None:
        """All learn the nation of a minor's unit that is gone: it counts for surrender and defeat (16.82, 16.9)."""
        facts = fog.nation_of(t, piece)
        if facts:
            t.reveal("16.9", (piece,), columns=(), name=False, facts=facts)

    def not_a_friends(self, t: Table, friend: int, near: int, present: int) -> int:
        """Entry never changes ownership between Allies and Soviets (20.34/a)."""
        return ~t.p.held[friend]

    def wide_open(self, t: Table, power: int) -> int:
        """After the Second Front four Allied units may stand on Malta and on Gibraltar (1.45/a)."""
        return int(t.world.extra["islands"]) if power == ALLIED and "2F" in t.p.politics else 0

    # Turns, command, rail and air

    def order_of_turns(self, t: Table) -> tuple[int, ...]:
        return initiative.order(t)

    def disruption(self, t: Table, piece: int) -> int:
        """Weather, HQs that are not on their own front (5.32, 5.33, 21.43, 20.54), and the surprised (20.16/a)."""
        strange = command.out_of_its_front(t, piece) or arctic.alien_hq(t, piece)
        abroad = strange + command.out_of_the_north(t, piece)
        return super().disruption(t, piece) + abroad + surprise.disrupts(t, piece)

    def repulses_up_to(self, t: Table, node: int, number: int) -> int:
        return ambivalence.repulses(t, node, surprise.repulses(t, node, super().repulses_up_to(t, node, number)))

    def has_fired(self, t: Table, piece: int, node: int, faces: tuple[int, ...]) -> None:
        ambivalence.capitulate(t, piece, node, faces)

    def quiet_seas(self, t: Table) -> int:
        return super().quiet_seas(t) | surprise.quiet_seas(t)

    def may_disrupt(self, t: Table) -> bool:
        return True

    def supreme_movers(self, t: Table) -> int:
        return command.movers(t)

    def supreme_moves_for(self, t: Table, piece: int) -> int:
        return command.moves_for(t, piece)

    def spend_supreme_moves(self, t: Table, piece: int, moves: int) -> None:
        command.spend(t, piece, moves)

    def gains_moves(self, t: Table, hq: int, moves: int) -> None:
        position(t).moves_left[hq] = moves

    def rail_leg(self, t: Table, piece: int) -> int:
        """Axis Rail Moves in the West are halved under air supremacy (9.21/a, 13.32/b)."""
        leg = super().rail_leg(t, piece)
        slow = blocks.slowed(t, piece, t.p.month)
        return min(leg, HALVED_MOVE) if slow else leg

    def commanded_land(self, t: Table, piece: int) -> int:
        return command.commanded(t, piece)

    def free_of_air(self, t: Table, node: int) -> int:
        """Air supremacy reaches West and Med (13.31/b)."""
        return not (fronts.land_of(t, WF) | fronts.land_of(t, MF)) >> node & 1

    def shorter_range(self, t: Table, piece: int) -> int:
        """Allied aircraft fly no farther than others in the East (13.31/b)."""
        return int(t.p.power[piece] == ALLIED and t.world.extra["air"][t.p.month].ranges[ALLIED] > 1
                   and fronts.land_of(t, EF) >> t.p.at[piece] & 1)  # fmt: skip

    def strikable(self, t: Table) -> int:
        """Axis aircraft fly against the Allies only while they can hurt them (13.23)."""
        if t.p.active != AXIS or axis_fire_in_the_west(t.p.month) <= 6:
            return -1
        return int(t.p.occupied[SOVIET])

    def air_fire(self, t: Table, node: int) -> int:
        """The Axis has one rating against Soviets and one against Allies (13.23)."""
        west = t.p.active == AXIS and not t.p.occupied[SOVIET] >> node & 1
        need = axis_fire_in_the_west(t.p.month) if west else super().air_fire(t, node)
        return north.small_air(t, node, need)

    def strike_note(self, t: Table, hq: int, node: int) -> int:
        return north.strike_note(t, hq, node)

    def supports_combat(self, t: Table, hq: int) -> bool:
        return super().supports_combat(t, hq) or north.supports(t, hq)

    def theater(self, t: Table, hq: int) -> int:
        return north.theater(t, hq) & ~aloft.foreign_skies(t, hq)

    def supported_land(self, t: Table, hq: int) -> int:
        return north.supported_land(t, hq)

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        need = guns.fire(t, piece, node, passive, need)
        need = min(need, north.DF) if north.white_death(t, piece, node) else need
        need = homeland.mountain_fire(t, piece, node, need)
        need = homeland.swedish_defense(t, piece, node, passive, need)
        need = homeland.turkish_defense(t, piece, node, passive, need)
        return min(need, steamroller.fire(t, piece)) if not passive else need

    def fires_in_mud(self, t: Table, piece: int, node: int) -> bool:
        return bulge.fires_in_mud(t, piece, node) or guns.fires_in_mud(t, piece)

    def speed_of(self, t: Table, piece: int, hexes: int, weather: int, free: int, month: int) -> int:
        return homeland.swedish_skis(t, piece, north.ski_speed(t, piece, hexes, weather), weather)

    def unassailable(self, t: Table, power: int) -> int:
        return north.frozen_coasts(t, power) | shores.without_port(t) | north.open_desert(t, power)

    def acclimatizes(self, t: Table, piece: int) -> bool:
        return arctic.is_alien(t, piece)

    def arrived(self, t: Table, piece: int, here: int, there: int) -> None:
        arctic.acclimatize(t, piece, here, there)

    # The sea

    def naval_supremacy(self, t: Table) -> int:
        return naval.ruling(t)

    def interdictor(self, t: Table, power: int, foe: int) -> str:
        return naval.against(t, power, foe)

    def lost_seas(self, t: Table, power: int) -> int:
        return supremacy.lost_seas(t, power) | supremacy.barred_seas(t, power)

    def skies(self, t: Table) -> tuple[int, ...]:
        """Weather and storms, whether the Allies rule sea and air, and whether Turkey's straits are theirs."""
        return (*super().skies(t), int(supremacy.both(t)), int(supremacy.straits_are_friendly(t)))

    def invader(self, t: Table, power: int) -> str:
        return naval.reach(t, power)

    def assailant(self, t: Table, piece: int) -> str:
        power = t.p.power[piece]
        foe = SOVIET if t.p.occupied[SOVIET] >> t.p.at[piece] & 1 else naval.foe_of(power)
        return naval.against(t, foe, power)

    def closures(self, t: Table, piece: int) -> Closures:
        """No cavalry, SS, fort or siege gun goes into the Med Front (21.316), but for whoever has won it (17.63); none
        of them but forts into the Arctic Zone (21.415); few Germans into Finland (DE.FL)."""
        med = fronts.prohibited(t, piece) | (fronts.land_of(t, MF) if guns.is_gun(t, piece) else 0)
        return (
            ("21.415", fronts.frozen_out(t, piece) | guns.frozen_out(t, piece)),
            ("DE.FL", finland.closed_to_others(t, piece)),
            ("21.316", 0 if objectives.med_front_victory(t, t.p.power[piece]) else med),
        )

    # Rail and supply

    def transit(self, t: Table, power: int) -> int:
        """Complying Sweden lets Axis trains through (21.492)."""
        complies = power == AXIS and purses.compliance(t)
        return nations.territory(t, "Sweden") & int(t.p.neutral) if complies else 0

    def rail_ways(self, t: Table, power: int) -> int:
        return super().rail_ways(t, power) | self.transit(t, power)

    def origin_holds(self, t: Table, power: int, found: int) -> int:
        """Berlin needs another Victory City on its rails (10.2, 10.2/a, 20.12), London the Atlantic (10.2/b)."""
        if power == AXIS:
            lines = supply.rail_lines(t, AXIS, t.world.origins[AXIS])
            cities = from_iter(node for node, _ in t.world.extra["victory cities"]) & ~t.world.origins[AXIS]
            return found if lines & cities else 0
        if power == ALLIED:
            seas = sea_supply.waters(t, ALLIED, found & from_iter(t.world.ports))
            return found if seas >> sea.chart(t.world).number("Atlantic Ocean") & 1 else 0
        return found

    def closed_lines(self, t: Table, power: int) -> int:
        return cooperation.closed_to_national_supply(t, power)

    def sources(self, t: Table, power: int) -> int:
        """Rail/Sea Supply and the roads beyond it (10.33)."""
        return supply.rail_sea(t, power) | war_supply.road_supply(t, power)

    def beach_lines(self, t: Table, power: int, sources: int) -> int:
        return beaches.short_lines(t, sources) if power == SOVIET else super().beach_lines(t, power, sources)

    def beachhead_works(self, t: Table, node: int) -> bool:
        return super().beachhead_works(t, node) and not beaches.gives_no_fire(t, node)

    def landing_supply(self, t: Table, power: int) -> int:
        """Beachheads, and engaged ports under Naval and Air Supremacy (10.8/b)."""
        found = super().landing_supply(t, power)
        if self.rules_the_air(t, power):
            found |= supply.supply_lines(t, power, self.besieged(t, power))
        return found

    def rules_the_air(self, t: Table, power: int) -> bool:
        """Have the Allies Air Supremacy beside Naval Supremacy (13.32)?"""
        return power == ALLIED and supremacy.both(t)

    def siege_claims(self, t: Table, power: int) -> list[int]:
        """Under Naval and Air Supremacy no unit of a besieged port need be named (10.8/b)."""
        if self.rules_the_air(t, power):
            return []
        return [node for node in super().siege_claims(t, power) if t.p.occupied[power] >> node & 1]

    def immune(self, t: Table, piece: int) -> bool:
        """Tito at home (16.732/a)."""
        return politics.at_home(t, piece)

    def immune_to_attrition(self, t: Table, piece: int) -> bool:
        """No Axis unit starves twice between its own turns (10.6/a)."""
        return self.immune(t, piece) or bool(position(t).starved[piece])

    def haven(self, t: Table, piece: int) -> int:
        """Tito disengages into empty mountains whatever the enemy's zones (16.732/a)."""
        own = super().haven(t, piece)
        if politics.at_home(t, piece):
            own |= int(t.world.mountain) & nations.territory(t, politics.YUGOSLAVIA) & ~control.enemy_units(t, ALLIED)
        return own

    # Production

    def fixed_level(self, t: Table, power: int) -> int | None:
        """All purses of a power together (11.3)."""
        return sum(purses.level(t, number) for number in purses.of_power(t, power))

    def step_cost(self, t: Table, piece: int) -> int:
        return costs.price(t, piece, t.p.at[piece], costs.STEP)

    def cadre_cost(self, t: Table, piece: int) -> int:
        """The lowest price at which a cadre may come back (11.72)."""
        return costs.halved(t, piece, costs.chart(t)[piece][0][costs.CADRE])

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        return arrival.sites(w)

    def foreign_cities(self, t: Table, piece: int) -> int:
        return arrival.foreign(t, piece)

    def schedule(self, t: Table) -> Schedule:
        return schedule(t.world, sheet(t.world.scenario["ob"]))

    def beachhead_schedule(self, t: Table) -> dict[str, int]:
        return beachhead_schedule(sheet(t.world.scenario["ob"]))

    def beachhead_comes(self, t: Table, name: str) -> int:
        return BH_PREP if name in in_preparation(sheet(t.world.scenario["ob"])) else BH_READY

    def undroppable(self, t: Table) -> int:
        return aloft.far_fronts(t) | aloft.off_the_map(t)

    def grounded(self, t: Table, piece: int) -> bool:
        return paras.walks(t, piece)

    def starting_cv(self, t: Table, piece: int) -> int:
        return starting_steps(t.world, t.world.scenario["ob"])[piece]

    def gone_for_good(self, t: Table) -> int:
        """Armies of defeated nations do not come back (16.91), but for who has come over (16.84/b)."""
        told = (event for event in t.p.politics if event.endswith("defeated") or " joins " in event)
        return (_gone(t.world, *told) | spaniards.barred(t)) & ~nations.came_over(t)

    def bounds(self, t: Table, bound: str) -> int:
        """A nation that was attacked may go anywhere (16.3/a), one that has reacted into the nations next to it too
        (16.3/b)."""
        return mustering.bounds(t, bound)

    def without_supply(self, t: Table, power: int) -> int:
        """Units that their own nation supplies need no line of their power's (10.21); no line feeds one that is bound
        elsewhere (16.311)."""
        out = super().without_supply(t, power)
        return (out & ~national.fed(t, power) if out else out) | mustering.out_of_bounds(t, power)

    def called_up(self, t: Table, piece: int) -> bool | None:
        """Volunteers come when their nation gives up, resistance armies when theirs revolts (16.84, 16.73)."""
        unit = t.world.units[piece]
        nation = unit.nation.capitalize()
        if nations.came_over(t) >> piece & 1:
            return True
        if unit.restricted == spaniards.BOUND:
            return spaniards.in_the_war(t)
        if unit.enters == "surrender":
            return nations.defeated(nation) in t.p.politics
        if unit.enters == "belligerence":
            return nations.belligerent_side(t, nation) == unit.power
        if unit.enters == "ME/MR":
            return rebels.rebellion(nation) in t.p.politics or nations.belligerent_side(t, nation) == unit.power
        if unit.enters == "revolt":
            return nations.revolted(unit.nation.capitalize()) in t.p.politics
        return None

    def points_for(self, t: Table, piece: int) -> int:
        """What can be spent on an army off the map (16.22)."""
        return purses.points(t, reserves.payer(t, piece))

    def pay_for(self, t: Table, piece: int, cost: int) -> None:
        purses.pay(t, reserves.payer(t, piece), cost)

    def unbuilt(self, t: Table) -> int:
        p = position(t)
        left = super().unbuilt(t) + 25 * (p.east_points + p.finnish_points)
        return left - p.grounded.bit_count() - 10 * p.raised

    def progress(self, t: Table) -> int:
        """With what new belligerents have still to build; each of them brings the end nearer, as a proposal does."""
        proposed = any(f.step == "agreement" for f in t.agenda)
        return super().progress(t) + mustering.left_to_build(t) - proposed

    # Fog and scenes

    def appearance(self, t: Table, piece: int) -> str:
        """A minor's blocks are told by their backs (ruling E170)."""
        return _backs(t.world).get(piece) or super().appearance(t, piece)

    def secret_numbers(self, t: Table) -> Mapping[str, int]:
        own = {name: t.seat_of(power) for power, names in SECRET_PURSES.items() for name in names}
        return {**super().secret_numbers(t), **own}

    def scene_word(self, t: Table, clause: str) -> bool:
        return fronts.scene_word(t, clause) or super().scene_word(t, clause)


@cached_values(8)
def _backs(w: World) -> dict[int, str]:
    """The blocks that their backs tell, with their nation."""
    minors = {name.casefold() for name in (*nations.at_war_from_the_start(w), *rebels.MANDATES)}
    return {i: u.nation for i, u in enumerate(w.units) if u.nation in minors and u.enters not in RAISED}


@cached_values(64)
def _gone(w: World, *events: str) -> int:
    found = 0
    for nation in nations.at_war_from_the_start(w):
        for power in (AXIS, ALLIED):
            if nations.defeated(nation) in events or nations.joins(nation, 1 - power) in events:
                found |= from_iter(nations.army(w, nation, power))
    return found
