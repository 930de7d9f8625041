"""The Front system as a title: names, fog, scenes, and the steps that all its games share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from grognard.board import UnknownName
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Row, Sequence_, Step

from . import (
    air,
    beachheads,
    blocks,
    combat,
    command,
    control,
    economy,
    fire,
    interdiction,
    invasion,
    landings,
    movement,
    nations,
    para,
    production,
    reach,
    retreat,
    scenes,
    sea_supply,
    sequence,
    supply,
    weather,
)  # fmt: skip
from . import fog as hidden
from .arrivals import Schedule, Site
from .deployment import Plan
from .seapower import Seapower
from .state import BH_READY, MUD, FrontPosition, Table, month_text
from .world import ARMOR, SUPREME, World

SHARED: dict[str, Step] = {
    "command": command.Command(),
    "movement": landings.Movement(),
    "retreats": retreat.Retreats(),
    "withdrawal": retreat.Withdrawal(),
    "mobilization": landings.Mobilization(),
    "movement_end": movement.MovementEnd(),
    "airstrikes": air.Airstrikes(),
    "active_battles": combat.ActiveBattles(),
    "reveal": combat.Reveal(),
    "battles": combat.Battles(),
    "round": combat.Round(),
    "volley": combat.Volley(),
    "losses": fire.Losses(),
    "repulse": combat.Repulse(),
    "deactivation": command.Deactivation(),
    "control": sequence.TakeControl(),
    "supply_check": supply.SupplyCheck(),
    "naming": supply.Naming(),
    "weather": weather.Weather(),
    "month_end": sequence.MonthEnd(),
    "interdiction": interdiction.MovementInterdiction(),
    "recovery": landings.Recovery(),
    "beachheads": beachheads.Beachheads(),
    "supply_interdiction": interdiction.SupplyInterdiction(),
    "supply_end": interdiction.SupplyEnd(),
    "production": production.Production(),
    "producing": production.Producing(),
}
"""The steps that a title starts from; it adds its own and puts them into its tables."""
SEABORNE = ("interdiction", "recovery", "beachheads", "supply_interdiction", "supply_end")
"""Those that a scenario without seapower has no use for."""


class FrontTitle(Seapower):
    """What WestFront and EuroFront have in common."""

    position = FrontPosition
    fog = True
    secret_columns = ("cv",)
    stack_columns: tuple[str, ...] = ("moved", "entry", "came", "sailed")
    safe_orders = ("end", "commit", "pass", "withdraw", "lose", "fire")
    aggressive_verbs = ("move", "activate", "strike", "fight")
    invariants = {
        "stacks": lambda t: all(t.p.at[i] == n for n, s in t.p.stacks.items() for i in s),
        "steps": lambda t: all(
            unit.last <= t.p.cv[i] <= unit.top for i, unit in enumerate(t.world.units) if t.p.at[i] < t.world.spans
        ),
        "control": lambda t: not shared(t.p.held),
        "battles": lambda t: not shared(t.p.defends),
    }
    ledgers = {"blocks": lambda t: len(t.p.at), "held by both": lambda t: shared(t.p.held)}

    # What a title may say differently

    def eliminated(self, t: Table, piece: int, node: int) -> None:
        """An HQ that is gone supports no more; a title adds what else follows."""
        p = t.p
        if p.supported and p.power[piece] == p.active:
            p.supported &= command.area_of_support(t, p.active)

    def loses(self, t: Table, piece: int, node: int) -> None:
        """A block of any kind is eliminated: a title says what follows."""

    def deployment_plan(self, t: Table) -> Plan:
        """How the armies are set up."""
        raise NotImplementedError

    def starting_cv(self, t: Table, piece: int) -> int:
        """The CV that a block is set up with unless its owner chooses."""
        raise NotImplementedError

    def sea_support(self, t: Table, piece: int) -> int:
        """The hexes where an Invasion HQ supports battles."""
        return invasion.sea_support(t, piece)

    def sea_lanes(self, t: Table, power: int, ports: int) -> int:
        """The friendly ports that sea lanes join to some ports."""
        return sea_supply.sea_lanes(t, power, ports)

    def control_now(self, t: Table) -> tuple[list[int], int]:
        """The hexes of each power and the disputed ones, as of now."""
        return control.taken(t)

    def passable(self, t: Table, power: int) -> int:
        """The hexes that command and supply lines may pass."""
        return control.friendly_or_disputed(t, power)

    def friendly_ground(self, t: Table, power: int) -> int:
        """The hexes that are treated as friendly, but for disengaging into them."""
        return control.friendly(t.p, power)

    def rail_ways(self, t: Table, power: int) -> int:
        """The hexes that a power's rail lines may run through."""
        return self.friendly_ground(t, power) & ~int(t.p.neutral)

    def sources(self, t: Table, power: int) -> int:
        """The hexes that supply lines lead to."""
        return supply.rail_sea(t, power)

    def besieged(self, t: Table, power: int) -> int:
        """The engaged ports that sea lanes run into."""
        return sea_supply.besieged(t, power)

    def origins(self, t: Table, power: int) -> int:
        """The origins of a power's supply."""
        return int(t.world.origins[power])

    def entered(self, t: Table, power: int, nodes: int) -> None:
        """What falls when units of a power enter some hexes, or are left there."""
        beachheads.overrun(t, power, nodes)

    def in_danger(self, t: Table, power: int) -> int:
        """The hexes where something falls when a power enters."""
        return beachheads.in_danger(t, power)

    def half_price(self, t: Table, power: int) -> int:
        """The blocks whose steps cost half."""
        return 0

    repulses_first = False
    """Are an assault's repulses carried out before the hits of the same fire?"""

    statics_fall_last = False
    """Do lone statics at zero fall when the round is over, not before?"""
    names_the_lone = False
    """Is a lone defender of a fortress spared without a question?"""
    largest_in_excess = False
    """Are the largest of too many units the first to go without supply?"""

    # Weather, of which a title may have more than one at a time

    def weather_at(self, t: Table, node: int) -> int:
        """The weather of a hex."""
        return int(t.p.weather)

    def land_under(self, t: Table, weather: int) -> int:
        """The land that has some weather."""
        return int(t.world.land) if t.p.weather == weather else 0

    def skies(self, t: Table) -> tuple[int, ...]:
        """Weather and storms, all that follows from the rolls of the fortnight."""
        return (t.p.weather, t.p.storm)

    def stormy_basins(self, t: Table) -> tuple[str, ...]:
        """The basins with a storm."""
        return (weather.basin_name(t),) if t.p.storm else ()

    def frozen_seas(self, t: Table) -> int:
        """The seas that no ship crosses for ice."""
        return 0

    def river_weather(self, t: Table, node: int) -> str:
        """The line of the repulse table for a river assault on a hex."""
        return weather.WORDS[weather.at(t, node)]

    def free_of_air(self, t: Table, node: int) -> int:
        """Is a hex out of reach of the enemy's air supremacy? Two for desert, where it reaches and all are slower."""
        return 0

    def disruption(self, t: Table, piece: int) -> int:
        """By how much an HQ's CV is lessened."""
        return int(command.disrupted(t, piece))

    def may_disrupt(self, t: Table) -> bool:
        """Can any HQ be disrupted now?"""
        return bool(self.land_under(t, MUD))

    # Command, rail and air that a title may bind to fronts

    def supreme_movers(self, t: Table) -> int:
        """The units that a Supreme Move is left for."""
        return nations.movable_in_common(t)

    def supreme_moves_for(self, t: Table, piece: int) -> int:
        """The Supreme Moves that a unit may use."""
        return nations.common_moves_left(t, piece)

    def spend_supreme_moves(self, t: Table, piece: int, moves: int) -> None:
        """A unit uses up Supreme Moves."""
        nations.spend_common_moves(t, piece, moves)

    def supreme_price(self, t: Table, hq: int, piece: int) -> int:
        """What a Supreme Move of an HQ costs for a unit."""
        return 1

    effects: Mapping[str, Any] = {}
    """What each Diplomatic Event does at once."""

    def sends(self, t: Table, hq: int) -> int:
        """The units that a supreme HQ has moves for: all."""
        return -1

    def serves_friends(self, t: Table, hq: int) -> bool:
        """Does an HQ that leads its own nation alone support and strike for its friends, too?"""
        return False

    def countrymen(self, t: Table, hq: int) -> tuple[str, ...]:
        """The nations whose units an HQ leads that keeps to its own."""
        return (t.world.units[hq].nation,)

    def gains_moves(self, t: Table, hq: int, moves: int) -> None:
        """What a title keeps of the Supreme Moves that an HQ gives."""

    def rail_leg(self, t: Table, piece: int) -> int:
        """The hexes of a unit's Rail Move."""
        return int(t.world.extra["air"][t.p.month].rail[t.p.power[piece]])

    def strikable(self, t: Table) -> int:
        """The hexes whose defenders the active power's aircraft can hurt."""
        return -1

    def strike_note(self, t: Table, hq: int, node: int) -> int:
        """What is noted of an HQ that strikes: more than nothing."""
        return 1

    def air_fire(self, t: Table, node: int) -> int:
        """The lowest number that an airstrike of the active power hits with."""
        return int(t.world.extra["air"][t.p.month].fire[t.p.active])

    def shorter_range(self, t: Table, piece: int) -> int:
        """By how much the range factor of an HQ's aircraft is less than the month's."""
        return 0

    def step_cost(self, t: Table, piece: int) -> int:
        """What a step of a block costs."""
        return economy.charted_step_cost(t, piece)

    def cadre_cost(self, t: Table, piece: int) -> int:
        """What a cadre of a block costs."""
        return economy.charted_cadre_cost(t, piece)

    def upkeep(self, t: Table, power: int) -> int:
        """The points that a power's units cost it a month by where they stand."""
        return 0

    def comes_home(self, t: Table, piece: int, node: int) -> None:
        """What a title remembers of a block that has arrived in Production."""

    told_nations: tuple[str, ...] = hidden.ALLIES
    """The nations whose blocks are counted when they leave play, by the words of the facts."""

    def leaves_unseen(self, t: Table, piece: int) -> None:
        """What is told of a block that leaves play upright."""

    # What a nation, a place or a scenario makes of a block

    def wide_open(self, t: Table, power: int) -> int:
        """The hexes where a power's units may stand in fours."""
        return 0

    def speed_of(self, t: Table, piece: int, hexes: int, weather: int, free: int, month: int) -> int:
        """A block's speed, from that of its kind; ``free`` is what :meth:`free_of_air` says of its place, now or
        in a ``month`` that someone remembers."""
        return hexes

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        """The lowest number that a block hits with, from that of its kind and ground."""
        return need

    def has_fired(self, t: Table, piece: int, node: int, faces: tuple[int, ...]) -> None:
        """What the dice of a block do besides hitting."""

    def fires_in_mud(self, t: Table, piece: int, node: int) -> bool:
        """Does an attacker keep its rating in Mud: armor in its side's Bulge turn?"""
        p = t.p
        return bool(p.bulge and p.bulge - 1 == p.power[piece] and t.world.units[piece].kind == ARMOR)

    def supports_combat(self, t: Table, hq: int) -> bool:
        """Does an active HQ support battles: supreme and theater HQs do not?"""
        return t.world.units[hq].kind not in SUPREME

    def theater(self, t: Table, hq: int) -> int:
        """The land where an HQ supports and strikes."""
        return -1

    def supported_land(self, t: Table, hq: int) -> int:
        """The land where an HQ supports battles."""
        return self.theater(t, hq)

    def along_roads(self, t: Table, piece: int, march: reach.March, ways: reach.Ways) -> reach.Ways:
        """Where a unit gets, with what roads add to its march."""
        return ways

    def road_way(self, t: Table, piece: int, node: int) -> tuple[int, ...]:
        """The way to a hex that a unit reaches only by road, or none."""
        return ()

    def pace_along(self, t: Table, piece: int, path: tuple[int, ...]) -> int:
        """The hexes that a unit may go along a path."""
        return blocks.speed(t, piece)

    def acclimatizes(self, t: Table, piece: int) -> int:
        """The steps that a block loses where it is a stranger."""
        return 0

    def mobilizes(self, t: Table, hq: int) -> None:
        """What a title remembers of an HQ that is about to mobilize."""

    def landings_of(self, t: Table, hq: int) -> int:
        """Where the landings of an Invasion HQ may go from the port it is in."""
        return -1

    def unassailable(self, t: Table, power: int) -> int:
        """The coasts that a power cannot invade now for weather or scenario."""
        return 0

    def arrived(self, t: Table, piece: int, here: int, there: int) -> None:
        """A block has ended a move."""

    turn_order: tuple[int, ...] = ()

    def not_a_friends(self, t: Table, friend: int, near: int, present: int) -> int:
        """The hexes that a power may take although a friend held them: where it stands, or the friend is not near."""
        return ~(t.p.held[friend] & near) | present

    def order_of_turns(self, t: Table) -> tuple[int, ...]:
        """The powers in the order of their player-turns."""
        return self.turn_order

    def open_battles(self, t: Table) -> int:
        """The battles that may be fought in this phase."""
        return -1

    def origin_holds(self, t: Table, power: int, found: int) -> int:
        """The hexes in Rail/Sea Supply if the origin works, else none."""
        return found

    def landing_supply(self, t: Table, power: int) -> int:
        """The hexes that beachheads supply."""
        return sea_supply.landing_supply(t, power)

    def beach_lines(self, t: Table, power: int, sources: int) -> int:
        """The hexes that beachheads in friendly hexes supply: as far as any supply line leads (15.52/a)."""
        return supply.supply_lines(t, power, sources)

    def named_lane(self, t: Table, dice: list[int]) -> int:
        """The interdiction dice of the lane that supply takes, of those of all lanes: the fewest, or none (15.73)."""
        return min(dice, default=0)

    def siege_claims(self, t: Table, power: int) -> list[int]:
        """Besieged ports whose unit must still be named."""
        return sea_supply.siege_claims(t, power)

    def siege_claimants(self, t: Table, node: int, power: int) -> list[int]:
        """The units that Siege Supply can keep."""
        return sea_supply.siege_claimants(t, node, power)

    def beachhead_works(self, t: Table, node: int) -> bool:
        """Does the beachhead in a hex give its unit DF?"""
        return any(where == node and beachheads.works(t, name) for name, where in beachheads.laid(t).items())

    def grounded(self, t: Table, piece: int) -> bool:
        """May a para drop no more?"""
        return para.grounded(t, piece)

    def haven(self, t: Table, piece: int) -> int:
        """Where a unit may disengage to."""
        return reach.haven(t, piece)

    def bounds(self, t: Table, bound: str) -> int:
        """The area that a restricted unit keeps to (2.66)."""
        return int(t.world.restricted[bound])

    def immune(self, t: Table, piece: int) -> bool:
        """Do attrition and pursuit pass a unit by?"""
        return False

    def immune_to_attrition(self, t: Table, piece: int) -> bool:
        """Does a unit without supply keep its steps?"""
        return self.immune(t, piece)

    def playing(self, t: Table) -> tuple[int, ...]:
        """The powers that take part in the scenario."""
        return tuple(range(len(t.world.powers)))

    def called_up(self, t: Table, piece: int) -> bool | None:
        """Has politics brought a block into play? None for one that comes by its month."""
        return None

    def fixed_level(self, t: Table, power: int) -> int | None:
        """The production level of a scenario that does not count it."""
        return None

    def basic_points(self, t: Table, power: int) -> int:
        """Basic production."""
        return 0

    def home_origin(self, t: Table, power: int) -> int:
        """The origins that a power's rail leads to by land."""
        return int(t.world.origins[power])

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """Where blocks arrive."""
        return ()

    def foreign_cities(self, t: Table, piece: int) -> int:
        """The arrival places of a block that do not belong to its nation yet."""
        return 0

    def lost_entries(self, t: Table) -> int:
        """Entry hexes that no one arrives in any more."""
        return 0

    def gone_for_good(self, t: Table) -> int:
        """The blocks that are never rebuilt."""
        return 0

    def out_of_play(self, t: Table) -> int:
        """The blocks that all know to have left the war."""
        return self.gone_for_good(t)

    def leaving(self, t: Table) -> int:
        """Those of them that are still there, while their nation leaves the war."""
        return 0

    def schedule(self, t: Table) -> Schedule:
        """The month and the CV of each block that is to come."""
        return Schedule()

    def last_scheduled(self, t: Table) -> int:
        """The last month whose reinforcements belong to this game."""
        return int(t.p.last)

    def beachhead_comes(self, t: Table, name: str) -> int:
        """The state of a beachhead whose month has come (11.5)."""
        return BH_READY

    def beachhead_schedule(self, t: Table) -> dict[str, int]:
        """The month of each beachhead that is to come."""
        return {}

    def count(self, t: Table) -> None:
        """Who has won."""
        raise NotImplementedError

    # Names

    def nodes(self, t: Table) -> int:
        return int(t.world.size)

    def node_name(self, t: Table, node: int) -> str:
        return called(t.world, node)

    def find_node(self, t: Table, text: str) -> int:
        w = t.world
        power, _, box = text.partition("_")
        if power in w.powers and box in ("later", "lost", "fallen"):
            return int(w.spans + 3 * w.powers.index(power) + ("later", "lost", "fallen").index(box))
        try:
            return int(w.board.node(text.replace("_", " ")))
        except UnknownName:
            return -1

    def near_nodes(self, t: Table, text: str) -> list[str]:
        return list(t.world.board.suggest(text.replace("_", " ")))

    def piece_name(self, t: Table, piece: int) -> str:
        return str(t.world.units[piece].name)

    def shared_names(self, t: Table) -> int:
        """No two blocks bear one name."""
        return 0

    def find_pieces(self, t: Table, text: str) -> list[int]:
        piece = t.world.named.get(text.casefold(), -1)
        return [piece] if piece >= 0 else []

    def month_name(self, t: Table) -> str:
        return month_text(t.p.month)

    def clock(self, t: Table) -> int:
        return int(t.p.month) * 64 + min(63, int(t.p.phase))

    def horizon(self, t: Table) -> int:
        """The month after which the game cannot go on, however its segments are linked."""
        return int(t.p.last)

    def progress(self, t: Table) -> int:
        """Months and phases to come, then what is left to do in this one."""
        p = t.p
        rows = {f.step: f.get("row", 0) for f in t.agenda}
        parts = max(4, len(self.steps["month"].rows))
        turns = max(4, len(self.steps["fortnight"].rows))
        ahead = (self.horizon(t) - p.month) * parts + parts - rows.get("month", 0)
        ahead = ahead * turns + turns - rows.get("fortnight", 0)
        ahead = ahead * 40 + 40 - rows.get("player_turn", 0)
        if "production" in rows:
            return int(ahead * 20_000 + self.unbuilt(t))
        left = (
            sum(_undone(t, i) for i in range(len(p.at))) + 30 * p.fighting.bit_count() + p.neutral.bit_count() - p.bulge
        )
        if t.agenda and t.frame.step == "active_battles":
            left += 40 * (combat.own_battles(t) & combat.not_chosen(t, -1, ())).bit_count()
        left += sum(state < 0 for state in p.beachheads.values())
        left += sum(f.get("hits", 0) + f.get("left", 0) - (f.step == "withdrawal") for f in t.agenda)
        left -= sum(len(f.get("done", ())) for f in t.agenda)
        return int(ahead * 20_000 + left)

    def unbuilt(self, t: Table) -> int:
        """What is left to do in Production, as a number that falls with every order."""
        return _unbuilt(t.p, t.world.spans)

    # Hidden blocks

    def private_nodes(self, t: Table, power: int) -> int:
        later: int = t.world.boxes[power][0]
        return 3 << later

    def appearance(self, t: Table, piece: int) -> str:
        return str(t.world.powers[t.p.power[piece]])

    def secret_numbers(self, t: Table) -> Mapping[str, int]:
        return {f"points{power}": t.seat_of(power) for power in range(len(t.world.powers))}

    def secret_records(self, t: Table) -> Mapping[str, Mapping[str, int]]:
        """Who of the invaders was amphibious is known to the owner of their beachhead."""
        seats = {name: t.seat_of(beachheads.owner(t, name)) for name in beachheads.names(t)}
        return {"landed": seats} if seats else {}

    could_be = hidden.could_be
    could_be_of = hidden.could_be_of
    draw_column = hidden.draw_column
    draw_unseen = hidden.draw_unseen
    draw_rest = hidden.draw_rest

    # Scenes

    scene_clear = scenes.clear
    scene_piece = scenes.put_piece
    scene_names = scenes.names
    scene_limits = scenes.limits
    scene_events: tuple[str, ...] = ()
    """The events of politics that a scene may say have happened; of none any."""
    scene_word = scenes.word
    scene_words: tuple[str, ...] = (
        "axis movement", "mud", "1944-06", "axis holds Caen", "axis defends Caen", "supreme 4", "production",
    )  # fmt: skip
    describe = scenes.describe


def shared(lists: list[int]) -> int:
    """The nodes that are in the sets of two powers."""
    once = twice = 0
    for nodes in lists:
        twice |= once & nodes
        once |= nodes
    return twice


@cache
def called(w: World, node: int) -> str:
    """What a node is called in orders: its place, or a power's box."""
    if node >= w.spans:
        power, box = divmod(node - w.spans, 3)
        return f"{w.powers[power]}_{('later', 'lost', 'fallen')[box]}"
    return str(w.board.name(node)).replace(" ", "_")


def _undone(t: Table, i: int) -> int:
    """What a block has still to do: a move outweighs the roles it ends, a shot the hits it brings, entry them all."""
    p = t.p
    if p.at[i] >= t.world.spans:
        return 60 if p.at[i] == t.world.later(p.power[i]) else 0
    idle = (
        (not p.role[i]) + (not p.rearguard[i]) + (not p.struck[i]) + (not p.spared[i]) + invasion.aims(t, i).count(-1)
    )
    return idle + 4 * (not p.moved[i]) + 30 * (not p.fired[i])


def _unbuilt(p: FrontPosition, spans: int) -> int:
    """What Production may still do: blocks to build, points to spend, blocks to disband, beachheads to give back."""
    points = p.points0 + p.points1 + p.points2 + p.points3
    states = sum(state for state in p.beachheads.values() if state < 0) + 5 * sum(s >= 0 for s in p.beachheads.values())
    blocks_left = 20 * sum(not built for built in p.built) + sum(at < spans for at in p.at)
    return int(blocks_left + 20 * points - 5 * len(p.politics) + states)


def opening(t: Table) -> None:
    """Push the first frame."""
    t.push(Frame("game"))


def game(row: str = "month") -> Sequence_:
    """Month after month."""
    return Sequence_("game", [Row(row)], again=lambda t: t.outcome is None)
