"""A title of three powers on the whole Front board: two friends that do not stack, and their enemy.

``triad`` is what EuroFront asks of the Front system without EuroFront's own rules. One seat plays west and east unless
a third sits down. It is known to the engine only while a scene is being read, so that no list of titles shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

from grognard.board import Board
from grognard.board.hexset import from_iter
from grognard.engine.core.offers import NODE, PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, RuleAbsent, RuleBook
from grognard.engine.core.step import Row, Step
from grognard.engine.core.table import Table
from grognard.engine.core.title import Meta, Scenario, metas
from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront import fronts, tables
from grognard.titles.eurofront.skies import Skies
from grognard.titles.eurofront.state import EuroFrontPosition
from grognard.titles.eurofront.world import weather
from grognard.titles.systems.front import blocks, command, control, fog, game, landings, production, sequence
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.air import AirMonth
from grognard.titles.systems.front.state import month_number
from grognard.titles.westfront.world import DATA, charts, repulses

AXIS, WEST, EAST = 0, 1, 2
FROZEN = {("river", "snow"): 0, ("river", "med front"): 1}
POWERS = ("axis", "west", "east")
ORDER = (AXIS, WEST, EAST)
PREFIXES = ("X", "W", "E")
FRONTS = ("WF", "EF", "MF", "NF")
CORPS = (fw.ARMOR, fw.MECH, fw.INFANTRY, fw.CAVALRY, fw.STATIC, fw.FORT, fw.AMPHIBIOUS, fw.MOUNTAIN, fw.PARA)
NATIONS = ("germany", "britain", "ussr")
META = Meta(
    id="triad",
    name="Three powers",
    publisher="",
    seats=("axis", "allied", "soviet"),
    powers=POWERS,
    default_seats={"axis": "axis", "west": "allied", "east": "allied"},
    scenarios=(Scenario("map", "The whole map"),),
    stage="planned",
    listed=False,
    module=__name__,
)


def read_blocks() -> tuple[fw.Unit, ...]:
    """A supreme HQ, two HQs and three corps of each kind a power: XSHQ, EHQa, W1arm, X2inf."""
    codes = {"armor": "arm", "infantry": "inf", "cavalry": "cav", "static": "stat", "mountain": "mtn"}
    codes["amphibious"] = "amph"
    found = []
    for power, prefix in enumerate(PREFIXES):
        nation = NATIONS[power]
        names = [(f"{prefix}SHQ", fw.SHQ), (f"{prefix}HQa", fw.HQ), (f"{prefix}HQb", fw.HQ), (f"{prefix}THQ", fw.THQ)]
        names += [
            (f"{prefix}{n}{codes.get(fw.KINDS[kind], fw.KINDS[kind])}", kind) for kind in CORPS for n in (1, 2, 3)
        ]
        for name, kind in names:
            top, last = (3, 0) if kind in fw.COMMANDERS else (2, 0) if kind == fw.STATIC else (4, 1)
            found.append(fw.Unit(name, name, power, nation, kind, top, last, False, False, False, "", "", "", ""))
    return tuple(found)


def places_off_the_map(b: Board) -> int:
    """The areas beside the map, which routes join (18)."""
    return from_iter(place.node for place in b.places if place.kind == "area")


@cache
def world() -> fw.World:
    """The whole board, areas and all, for three powers."""
    b = fw.board("eurofront")
    land = (b.land | places_off_the_map(b)) & ~b.terrain["lake"]
    terrain = {name: where & land for name, where in b.terrain.items()}
    ports = fw.read_ports(b, land, "eurofront")
    units = read_blocks()
    quiet = AirMonth((6, 5, 6), (1, 1, 1), (2, 2, 2), (10, 10, 10), 0)
    repulse = repulses(charts()["repulse"])
    return fw.World(
        board=b, board_hash=b.hash, scenario={}, powers=POWERS, units=units,
        kinds=fw.read_kinds(tables.DATA / "kinds.csv", ("axis", "allied", "allied"), "speed_dry"),
        charts=charts(), land=land, **fw.exits(b, land), rough=(), marsh=terrain["marsh"],
        mountain=terrain["mountain"], cities=fw.places(b, "city", "major", "eurofront") & land,
        fortresses=fw.places(b, "fortress", "fortress", "eurofront") & land,
        stack_limits=((2, terrain["mountain"]), (3, terrain["marsh"])), walls=fw.walls(b, land),
        rail=fw.rail_graph(b, land), ferries=fw.pairs(b, "ferry"), offmap={}, home_edge=AXIS, ports=ports,
        closed_to=(0, 0, 0), restricted={},
        origins=tuple(1 << b.node(name) for name in ("Berlin", "London", "Moscow")),
        named={unit.name.casefold(): piece for piece, unit in enumerate(units)},
        size=b.size + 3 * len(POWERS), spans=b.size,
        areas=fw.read_areas(b)[0], large=fw.read_areas(b)[1], routes=fw.read_routes(b, land),
        extra={
            "doubled resources": (AXIS,),
            "air": dict.fromkeys(range(month_number("1939-09"), month_number("1945-06")), quiet),
            "climates": {"WF": weather("WF"), "EF": weather("EF")}, "storms": {},
            "basins": ("Atlantic", "Mediterranean", "W Baltic"),
            "fronts": fronts.sets(b, land), "skies": fronts.skies(b, land), "shelter": 0,
            "repulse": repulse | FROZEN | {("sea other", "west"): 2, ("sea other", "east"): 4},
            "shelters": {}, "ports": from_iter(ports), "nodes": (1 << b.size) - 1, "open_city": -1,
            "roster": dict.fromkeys(range(len(units)), month_number("1939-09")),
        },
    )  # fmt: skip


class Planned(Verb):
    """An order of EuroFront that can be written but not carried out: a rule is absent, named by the order's word."""

    def __init__(self, name: str, rules: str | dict[str, str], *levels: Level) -> None:
        self.name, self.rules, self.levels = name, rules, levels
        if isinstance(rules, dict):
            self.levels = (words(*rules),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        raise RuleAbsent(self.rules if isinstance(self.rules, str) else list(self.rules.values())[args[0]])


def words(*among: str) -> Level:
    return Level("which", WORD, lambda t, s, a: (1 << len(among)) - 1, words=among)


def land(t: Any, seat: int, args: Args) -> int:
    return int(t.world.land)


UNIT, THERE = Level("unit", PIECE, blocks.mine), Level("to", NODE, land)
OWN = Level("unit", PIECE, production.own)

IN_COMMAND = (
    Planned("declare", {"Yugoslavia": "16.52", "USSR": "20.521", "Vichy": "20.484", "Belgium": "20.16"}),
    Planned("dispute", "16.42", UNIT, THERE),
)
IN_MOVEMENT = (Planned("march", "18.331", UNIT, THERE), Planned("road", "21.352", UNIT, THERE))
IN_POLITICS = (
    Planned("armistice", {"France": "20.46", "Finland": "16.72"}),
    Planned("answer", {"yes": "20.48", "no": "20.491"}),
    Planned("solidarity", "20.45"),
    Planned("revolt", {"Greece": "16.731"}),
    Planned("attempt", {"IX": "20.22", "SM": "20.55", "SE": "20.561", "2F": "16.71/d"}),
)
IN_PRODUCTION = (
    Planned("transfer", "11.61", words(*FRONTS), words(*FRONTS)),
    Planned("allocate", "21.23", words("EF", "MF"), words("0", "10", "20", "30", "40")),
    Planned("maintain", "21.372", OWN),
    Planned("save", "11.4", words(*FRONTS)),
)


class Command(command.Command):
    verbs = (*IN_COMMAND, *command.Command.verbs)


class Movement(landings.Movement):
    verbs = (*IN_MOVEMENT, *landings.Movement.verbs)


class Producing(production.Producing):
    verbs = (*IN_PRODUCTION, *production.Producing.verbs)


class Politics(Step):
    """A power's Politics phase, with the orders that EuroFront puts there."""

    name = "politics"
    verbs = (*IN_POLITICS, End())

    def begin(self, t: Table, f: Any) -> None:
        control.settle_battles(t)
        control.evaluate(t)


class Triad(Skies):
    """The Front system for three powers, under EuroFront's weather."""

    position = EuroFrontPosition

    meta = META
    book = RuleBook(DATA / "rules.csv")
    reveals = fog.read_reveals(charts()["reveal"])
    turn_order = ORDER
    steps = {
        **game.SHARED,
        "game": game.game(),
        "month": sequence.month([Row("production")], [Row("month_end")]),
        "fortnight": sequence.fortnight(ORDER),
        "weather": fronts.Weather(),
        "player_turn": sequence.player_turn(
            (Row("interdiction"),),
            (Row("recovery"), Row("supply_interdiction"), Row("supply_check"), Row("supply_end")),
            (Row("politics", sequence.active),),
        ),
        "command": Command(),
        "movement": Movement(),
        "producing": Producing(),
        "politics": Politics(),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> fw.World:
        return world()

    def setup(self, t: Table) -> None:
        p = EuroFrontPosition(len(t.world.units), 0, len(POWERS))
        p.seat_of, p.hostile = t.p.seat_of, [0b110, 0b001, 0b001]
        for i, unit in enumerate(t.world.units):
            p.power[i], p.at[i] = unit.power, t.world.later(unit.power)
        p.month, p.last = month_number("1943-07"), month_number("1945-05")
        p.held = [t.world.land, 0, 0]
        t.p = p
        game.opening(t)

    def basic_points(self, t: Table, power: int) -> int:
        return (10, 20, 30)[power]

    def scene_word(self, t: Table, clause: str) -> bool:
        """EuroFront's words for the weather and ``neutral Norway`` beside what all Front scenes say."""
        first, _, rest = clause.partition(" ")
        if fronts.scene_word(t, clause):
            return True
        if first == "neutral" and rest in t.world.board.region:
            t.p.neutral |= t.world.board.region[rest] & t.world.land
        else:
            return super().scene_word(t, clause)
        return True

    def count(self, t: Table) -> None:
        t.close((), "draw", "the last month is over", "4.1")


TITLE = Triad()


@contextmanager
def known() -> Iterator[None]:
    """The engine knows the fixture for a while."""
    every = cast(dict[str, Meta], metas())
    every[META.id] = META
    try:
        yield
    finally:
        del every[META.id]


def scene(text: str, dice: list[int] | None = None, **new: Any) -> Game:
    """A game at a scene of the fixture, which need not name it."""
    with known():
        return read_scene(f"triad map bare / {text}", dice=dice, **new)


def give(g: Game, *orders: str) -> Game:
    """Orders, of the only seat that must decide or of ``seat: order``."""
    for order in orders:
        seat, colon, rest = order.partition(": ")
        if not colon:
            (seat,), rest = g.decisions(), order
        g.play(seat, rest)
    return g


def refused(g: Game, order: str) -> str:
    """The rule that forbids an order, or nothing when it is offered."""
    (seat,) = g.decisions()
    reason = g.why_not(seat, order)
    return reason.rule if reason else ""


def at(g: Game, name: str) -> str:
    return str(g.table.node_name(g.table.p.at[g.table.world.named[name.casefold()]]))


def cv(g: Game, name: str) -> int:
    return int(g.table.p.cv[g.table.world.named[name.casefold()]])


def holder(g: Game, name: str) -> str:
    """The power that controls a hex, ``disputed``, or nothing."""
    p, bit = g.table.p, 1 << g.title.find_node(g.table, name)
    if p.disputed & bit:
        return "disputed"
    return next((word for power, word in enumerate(POWERS) if p.held[power] & bit), "")
