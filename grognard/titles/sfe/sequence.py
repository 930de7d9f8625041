"""The turn as a table (4.0), and the title itself."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.board import UnknownName
from grognard.engine.core.frames import Frame
from grognard.engine.core.names import nearest, unknown
from grognard.engine.core.rules import Refused, RuleBook
from grognard.engine.core.step import Row, Sequence_, Step

from . import (
    airbases,
    airborne,
    aircombat,
    appearance,
    arrivals,
    artillery,
    ashore,
    assault,
    battle,
    beachheads,
    bombers,
    breakdown,
    buildup,
    carpet,
    channel,
    combat,
    construction,
    control,
    departures,
    deployment,
    depots,
    disclosure,
    dockyards,
    evacuation,
    fieldguns,
    flak,
    flights,
    ice,
    interception,
    movement,
    navalair,
    offshore,
    overrun,
    patrol,
    pursuit,
    rail,
    reserves,
    sailing,
    seabombing,
    sealed,
    seas,
    setup,
    shields,
    ships,
    shore,
    stacking,
    stores,
    strikes,
    surface,
    taskforce,
    theatre,
    transport,
    victory,
    walls,
    weather,
    written_off,
)  # fmt: skip
from . import world as w
from .checks import INVARIANTS, LEDGERS, progress
from .looks import SfeLooks
from .state import AIR_SUPPLY, AIRDROP, FOLLOW_UP, LATE_SUPPLY, TRANSPORT, SfePosition, Table, foe, phasing
from .title import META


def mover(t: Table) -> int:
    """The phasing player's seat."""
    return t.seat_of(phasing(t))


def other(t: Table) -> int:
    """The other player's seat."""
    return t.seat_of(foe(t, phasing(t)))


def axis_plays(t: Table) -> bool:
    """A scenario may begin with the second segment of its first turn (K1)."""
    return bool(t.p.turn > 1 or t.world.settings["first_segment"] == "axis")


def begin_segment(t: Table, power: int) -> None:
    """A segment begins: the side's wings are ready, its railways are those it controls now (15.0, 8.0/1)."""
    p = t.p
    p.player = power
    patrol.call_in(t, power)
    offshore.come_home(t, power)
    airborne.recover(t)
    ashore.new_segment(t)
    walls.combat_ends(t)
    p.rails = p.rail_of(power)
    p.struck_hexes = 0
    p.spare = {}
    p.pledged = {}
    p.unwatched = p.rolled = p.sailed = p.shipped = p.armed = p.refitting = p.missions = 0
    p.spent = p.tired = p.moved = p.railed = p.attacked = p.struck = p.retired = 0
    airbases.new_air_turn(t, power)
    t.emit("player_turn", "4.0", power=w.POWERS[power])


def leaders_attack_again(t: Table) -> bool:
    """Post-exploitation combat needs a leader who can lead it (11.02)."""
    return bombers.leaders_who_attack_again(t, phasing(t))


def at_sea(t: Table) -> bool:
    """Has the scenario fleets?"""
    return bool(t.world.ship_slots)


def with_walls(t: Table) -> bool:
    """Has the scenario forts of the Atlantic Wall?"""
    return bool(walls.forts_of(t.world))


def late_walls(t: Table) -> bool:
    """Is there an attack after exploitation that they could face?"""
    return with_walls(t) and leaders_attack_again(t)


def with_guns(t: Table) -> bool:
    """Has the scenario ground units with flak?"""
    return bool(fieldguns.printed(t.world))


def in_the_desert(t: Table) -> bool:
    """Has the scenario supply units?"""
    return bool(t.world.depot_slots)


SEGMENT = [
    Row("reinforcement", mover, rule="4.02"),
    Row("supply", rule="4.03"),
    Row("construction", mover, rule="24.1"),
    Row("naval", mover, at_sea, rule="4.04"),
    Row("naval_supply", None, at_sea),
    Row("movement", mover, rule="4.04"),
    Row("fields_ready"),
    Row("stacking"),
    Row("air_defence", other, rule="4.05"),
    Row("air_attack", mover, rule="4.05"),
    Row("air_interception", other, rule="4.05"),
    Row("air_combat"),
    Row("air_results"),
    Row("port_raids", None, at_sea),
    Row("delivery"),
    Row("land_escorts"),
    Row("hold_back", rule="15.05"),
    Row("guns", mover, with_guns, rule="21.07"),
    Row("flak", rule="21.01"),
    Row("attack_supply", mover, in_the_desert, rule="23.73"),
    Row("manning", other, with_walls, rule="24.17"),
    Row("combat", mover, rule="4.06"),
    Row("cleared"),
    Row("departure", other, at_sea, rule="18.04/2"),
    Row("stacking"),
    Row("land_support"),
    Row("ships_home", None, at_sea),
    Row("exploitation", mover, rule="4.07"),
    Row("stacking"),
    Row("ships_home_late", None, at_sea),
    Row("late_delivery"),
    Row("land_interdiction"),
    Row("late_guns", mover, with_guns, rule="21.07"),
    Row("late_flak"),
    Row("attack_supply", mover, in_the_desert, rule="23.73"),
    Row("manning", other, late_walls, rule="24.17"),
    Row("late_combat", mover, leaders_attack_again, rule="4.08"),
    Row("land_late"),
    Row("stacking"),
    Row("administration", rule="4.09"),
    Row("disclosure", rule="19.41"),
]

STEPS: Mapping[str, Step] = {
    "game": Sequence_("game", [Row("turn")], again=lambda t: True),
    "turn": Sequence_(
        "turn",
        [
            Row("weather"),
            Row("segment", None, axis_plays, lambda t: begin_segment(t, w.AXIS)),
            Row("segment", None, None, lambda t: begin_segment(t, w.ALLIED)),
            Row("turn_end"),
        ],
        "4.0",
    ),
    "segment": Sequence_("segment", SEGMENT, "4.0"),
    "weather": weather.Weather(),
    "reinforcement": arrivals.Reinforcement(
        appearance.Upgrade(),
        reserves.StandDown(),
        navalair.Reequip(),
        dockyards.Repair(),
        dockyards.Relaunch(),
        dockyards.Combine(),
        beachheads.Place(),
        *sealed.VERBS,
        airborne.PlanDrop(),
        airborne.Aim(),
        carpet.PlanCarpet(),
        artillery.Turn(),
        strikes.PlanStrike(),
        taskforce.PlanForce(),
        taskforce.ForceZone(),
        taskforce.ForceAim(),
        sealed.Postpone(),
        beachheads.Lift(),
        airborne.CallOff(),
        strikes.GiveUpStrike(),
        taskforce.GiveUpForce(),
        sealed.Abandon(),
    ),
    "supply": theatre.Supply(),
    "naval": sailing.Naval(
        assault.Assault(),
        assault.StandBy(),
        sailing.Sail(),
        shore.Bombard(),
        stores.Deliver(),
        strikes.Strike(),
        patrol.Patrol(),
        evacuation.TakeOff(),
        offshore.StandOff(),
    ),
    "naval_supply": ships.RunningDry(),
    "ships_home": assault.ShipsHome(False),
    "ships_home_late": assault.ShipsHome(True),
    "manning": walls.Manning(),
    "guns": fieldguns.Guns(),
    "late_guns": fieldguns.Guns(),
    "departure": departures.Departure(),
    "disclosure": disclosure.Disclosure(),
    "voyage": sailing.Voyage(),
    "sailing_on": sailing.SailingOn(),
    "withholding": navalair.Withholding(),
    **interception.STEPS,
    **surface.STEPS,
    "attack_supply": depots.AttackSupply(),
    "construction": construction.Construction(),
    "fields_ready": construction.FieldsReady(),
    "movement": movement.Movement(
        rail.Rail(),
        overrun.Overrun(),
        transport.Load(),
        channel.Evacuate(),
        channel.Ship(),
        breakdown.BreakDown(),
        breakdown.Recombine(),
        assault.Engineers(),
    ),
    "stacking": stacking.Stacking(),
    "excess": stacking.Excess(),
    "air_defence": flights.Allocation("air defence", "send wings to support and escort your defenders, or end."),
    "air_attack": flights.Allocation("air missions", "send wings on missions, or end."),
    "air_interception": flights.Allocation("interception", "send fighters against enemy wings, or end."),
    **aircombat.STEPS,
    **pursuit.STEPS,
    "delivery": transport.Delivery(TRANSPORT, AIRDROP, AIR_SUPPLY),
    "late_delivery": transport.Delivery(FOLLOW_UP, LATE_SUPPLY),
    "cleared": assault.Cleared(),
    "air_results": flights.AirResults(),
    "bombed": flights.Bombed(),
    "port_raids": seabombing.PortRaids(),
    "land_escorts": airbases.Landing("escorts"),
    "land_support": airbases.Landing("support"),
    "land_late": airbases.Landing("late"),
    "land_interdiction": airbases.Landing("interdiction"),
    "coming_home": airbases.ComingHome(),
    "crowded": airbases.Crowded(),
    "hold_back": bombers.HoldBack(),
    "holding": bombers.Holding(),
    "flak": flak.Flak(False),
    "late_flak": flak.Flak(True),
    "combat": combat.Combat(False),
    "late_combat": combat.Combat(True),
    "dividing": combat.Dividing(),
    "battle": battle.Battle(),
    "shielding": shields.Shielding(),
    "exchange": battle.Exchange(),
    "retreat": battle.Retreats(),
    "advance": battle.Advances(),
    "exploitation": movement.Exploitation(
        overrun.Overrun(), breakdown.BreakDown(), breakdown.Recombine(), *buildup.VERBS
    ),
    "administration": rail.Administration(),
    "writing_off": written_off.WritingOff(),
    "withdrawing": appearance.Withdrawing(),
    "deployment": deployment.Deployment(),
    "turn_end": victory.TurnEnd(),
}


class StruggleForEurope(SfeLooks):
    """The Struggle for Europe."""

    meta = META
    book = RuleBook(w.HERE / "data" / "rules.csv")
    position = SfePosition
    form = 2
    steps = STEPS
    aggressive_verbs = ("attack", "attrition", "against", "overrun", "move", "fly", "advance")
    safe_orders = ("end", "pass", "stand", "arrive", "use_armor")
    editors = frozenset({"air_defence", "air_attack", "air_interception"})
    invariants = INVARIANTS
    ledgers = LEDGERS

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> w.World:
        guns, zeppelin = options.get("artillery") == "on", options.get("graf_zeppelin") == "on"
        return w.world(scenario, str(board) if board else "", guns, zeppelin)

    def setup(self, t: Table) -> None:
        setup.setup(t)

    def nodes(self, t: Table) -> int:
        return int(t.world.board.size) + 3

    def node_name(self, t: Table, node: int) -> str:
        name: str = t.world.names[node]
        return name

    def find_node(self, t: Table, text: str) -> int:
        if text in t.world.names[-3:]:
            return int(t.world.names.index(text))
        try:
            return int(t.world.board.node(text.replace("_", " ")))
        except UnknownName:
            return -1

    def near_nodes(self, t: Table, text: str) -> list[str]:
        return [name.replace(" ", "_") for name in t.world.board.suggest(text)]

    def piece_name(self, t: Table, piece: int) -> str:
        name: str = t.world.units[piece].name
        return name

    def shared_names(self, t: Table) -> int:
        return 0

    def find_pieces(self, t: Table, text: str) -> list[int]:
        found = t.world.by_name.get(text.casefold())
        return [] if found is None else [found]

    def clock(self, t: Table) -> int:
        return int(t.p.turn)

    def progress(self, t: Table) -> int:
        return progress(t)

    def scores(self, t: Table) -> dict[str, int]:
        return victory.points(t)

    def draw_rest(self, t: Table, view: Any, rng: random.Random) -> None:
        airborne.draw(t, rng)
        disclosure.draw(t, rng)
        strikes.draw(t, rng)
        taskforce.draw(t)

    # Scenes

    def scene_clear(self, t: Table) -> None:
        for unit in t.world.units:
            t.p.at[unit.index], t.p.due[unit.index] = t.world.pool, min(0, unit.entry)
        t.p.restack()

    scene_words = ("axis movement", "allied holds Izyum", "turn 3", "Mud", "Kharkov: XVII LI*reduced 9A*2")

    def scene_names(self, t: Table) -> list[str]:
        return [unit.name for unit in t.world.units]

    def scene_limits(self, t: Table) -> Mapping[str, range]:
        kinds = range(len(w.WEATHER))
        turns = range(1, len(t.world.turns) + 1)
        return {"turn": turns, "last": turns, "player": range(2), **dict.fromkeys(weather.NUMBERS, kinds)}

    def scene_piece(self, t: Table, node: int, text: str) -> int:
        """``XVII``, ``XVII*reduced``, ``XVII*2`` for a unit two turns out of supply."""
        name, star, rest = text.partition("*")
        found = self.find_pieces(t, name)
        if not found:
            return -1
        piece, unit = found[0], t.world.units[found[0]]
        harbour = (unit.naval or unit.depot) and bool(seas.sea_map(t.world).port_nodes >> node & 1)
        harbour = harbour or bool(t.world.board.boxes >> node & 1)
        if node < t.world.arrivals and not ice.ground(t).land >> node & 1 and not harbour:
            raise Refused("E.scene", f"{t.node_name(node)} is no land: no unit stands there.")
        if unit.naval and ships.scene_mark(t, piece, rest if star else ""):
            t.p.at[piece], t.p.due[piece] = node, unit.entry if node == t.world.arrivals else 0
            t.p.restack()
            return piece
        if star and not (rest in "12345" and rest) and (rest != "reduced" or unit.back is None):
            raise Refused("E.scene", f"{text[:40]!r}: write {name}, {name}*2 for unsupplied turns, or {name}*reduced.")
        t.p.at[piece], t.p.due[piece] = node, unit.entry if node == t.world.arrivals else 0
        t.p.reduced[piece] = int(rest == "reduced")
        t.p.unsupplied[piece] = int(rest) if rest.isdigit() else 0
        t.p.restack()
        if unit.ground and node < t.world.board.grid.size:
            control.take(t, unit.power, node)
        return piece

    def scene_word(self, t: Table, clause: str) -> bool:
        return scene_word(t, clause)

    def describe(self, t: Table, piece: int) -> str:
        if t.p.at[piece] >= t.world.pool:
            return ""
        if t.world.units[piece].naval:
            return f"{t.world.units[piece].name}{ships.marked(t, piece)}"
        level = t.p.unsupplied[piece]
        mark = "*reduced" if t.p.reduced[piece] else f"*{level}" if level else ""
        return f"{t.world.units[piece].name}{mark}"


def scene_word(t: Table, clause: str) -> bool:
    """``axis movement``, ``allied holds Izyum Kupyansk``, ``turn 3``, ``Mud``."""
    p = t.p
    if clause in w.WEATHER:
        for number in weather.NUMBERS:
            setattr(p, number, w.WEATHER.index(clause))
        return True
    first, _, rest = clause.partition(" ")
    if first not in w.POWERS:
        if rest in STEPS or rest.startswith("holds "):
            raise unknown("player", first, w.POWERS)
        return False
    power = w.POWERS.index(first)
    if rest.startswith(("holds ", "rails ")):
        for name in rest.split()[1:]:
            node = t.title.place(t, name)
            control.take(t, power, node)
            if rest.startswith("rails "):
                setattr(p, f"{first}_rail", getattr(p, f"{first}_rail") | 1 << node)
        return True
    jump(t, power, rest)
    return True


def jump(t: Table, power: int, step: str) -> None:
    """Go to a phase of a segment."""
    rows = {row.step: i for i, row in reversed(list(enumerate(SEGMENT)))}
    if step not in rows:
        hint, near = nearest(step, rows)
        raise Refused("E.scene", f"{step[:40]!r} is no phase of a segment.{hint}", near)
    begin_segment(t, power)
    t.agenda = (
        Frame("game", data=(("row", 1),)), Frame("turn", data=(("row", 2 + power),)),
        Frame("segment", data=(("row", rows[step]),)),
    )  # fmt: skip


TITLE = StruggleForEurope()
