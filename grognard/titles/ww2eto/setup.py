"""Set-up of the scenarios (15.0): units to the hex, who holds which land, who is at war with whom."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, Refused
from grognard.engine.core.step import Step

from . import world as w
from .land import stacking
from .politics import control
from .state import (
    ITALY_ACTIVE,
    ITALY_NEUTRAL,
    LIMITED_WAR,
    NO_VICHY,
    PEACETIME,
    SLOTS,
    VICHY_CLOSED,
    VICHY_NEUTRAL,
    EtoPosition,
    Table,
)

ITALY_STATES = {"neutral": ITALY_NEUTRAL, "active": ITALY_ACTIVE}
VICHY_STATES = {"none": NO_VICHY, "neutral": VICHY_NEUTRAL, "closed": VICHY_CLOSED}


def side_of(nation: str, scenario: str) -> str:
    """axis, allied, neutral, vichy or absent (nations.csv)."""
    row = next(row for row in w.table("nations.csv") if row["nation"] == nation)
    return row[f"side_{scenario}"]


def power_of(nation: str, scenario: str) -> int:
    """The power of a nation's units at the start: the Axis moves Italy and the pro-Axis (16.11, 16.31, 16.62)."""
    index = w.NATIONS.index(nation)
    if index == w.USSR:
        return w.SOVIET
    if index == w.ITALY or index in w.PRO_AXIS:
        return w.AXIS
    return w.POWER_OF_SIDE[side_of(nation, scenario)]


def units(t: Table) -> list[tuple[int, int, int, str, str]]:
    """Every counter of the order of battle: nation, kind, strength, hex, choice (15.0)."""
    found: list[tuple[int, int, int, str, str]] = []
    for row in w.table(f"setup_{t.scenario}.csv"):
        kind = w.KINDS.index(row["kind"])
        if kind == w.PARACHUTE and t.options.get("airdrop") != "on":
            kind = w.INFANTRY
        for _ in range(int(row["count"])):
            found.append((w.NATIONS.index(row["nation"]), kind, int(row["strength"]), row["hex"], row["choice"]))
    return found


def new_position(t: Table) -> EtoPosition:
    """An empty map with its numbers."""
    world = t.world
    p = EtoPosition(SLOTS, 0, len(t.title.meta.powers))
    p.seat_of = t.p.seat_of
    p.lost, p.hexes = world.lost, world.board.grid.size
    for i in range(SLOTS):
        p.at[i] = p.lost
    settings = world.settings
    p.turn = first_turn(world)
    p.last = world.turn_index[t.options.get("end_turn") or settings["end"]]
    p.russia = LIMITED_WAR if settings["russia"] == "limited_war" else PEACETIME
    p.italy, p.italy_lost = ITALY_STATES[settings["italy"]], settings["italy_lost"]
    p.vichy, p.vichy_swung = vichy_state(world), int(settings["vichy_swung"])
    p.home_garrison = int(settings["home_garrison_met"])
    if settings["france_attacked_on"]:
        p.france_attacked_on = world.turn_index[settings["france_attacked_on"]]
    return p


def first_turn(world: w.World) -> int:
    """The Game-Turn with which a scenario begins (15.1, 15.2, 15.3)."""
    return world.turn_index[world.settings["start"]]


def vichy_state(world: w.World) -> int:
    """In 1941 there is a Vichy France from the start (15.3/a)."""
    return VICHY_STATES[world.settings["vichy"]]


def relations(t: Table) -> None:
    """Who is at war and who may stack."""
    for power, other in ((w.AXIS, w.ALLIED), (w.AXIS, w.PARTISANS), (w.FINNISH_PARTISANS, w.ALLIED)):
        control.make_war(t, power, other)
    for power, other in ((w.AXIS, w.FINNISH_PARTISANS), (w.ALLIED, w.PARTISANS), (w.SOVIET, w.RUSSIAN_PARTISANS)):
        control.befriend(t, power, other)


def holdings(t: Table) -> None:
    """Who holds each country, those that he has conquered too: the start of all notions of control (15.3/c, R020)."""
    p = t.p
    world = t.world
    vichy = from_iter(world.node(name) for name in world.settings["unoccupied_france"])
    if vichy:
        vichy |= 1 << world.node("1017")
    for country in world.countries:
        holder = country.control[world.scenario]
        if holder == "vichy":
            vichy |= country.hexes
        elif not holder or (side_of(holder, world.scenario) == "neutral" and holder != "ussr"):
            p.sealed |= country.hexes
        if holder and holder != "vichy":
            control.occupy(t, power_of(holder, world.scenario), country)
    if p.vichy == VICHY_NEUTRAL:
        p.vichy_ground = vichy
        p.sealed |= vichy
        control.forsake(t, vichy, *control.SIDES)


def sit_down(t: Table) -> None:
    """Who plays what: a third player needs the option; partisans go with those who raise them (16.84)."""
    seats: list[int] = t.p.seat_of
    if seats[w.AXIS] in (seats[w.ALLIED], seats[w.SOVIET]):
        raise Refused("E.seat", "One seat cannot play the Axis and its enemies.")
    if seats[w.ALLIED] != seats[w.SOVIET] and not control.three_players(t):
        raise Refused("16.84", "A seat of their own for the Russians needs the option three_players.")
    for power in (w.NEUTRAL, w.VICHY, w.PARTISANS):
        seats[power] = seats[w.ALLIED]
    seats[w.RUSSIAN_PARTISANS], seats[w.FINNISH_PARTISANS] = seats[w.SOVIET], seats[w.AXIS]


def setup(t: Table) -> None:
    """Put the scenario on the map (15.0)."""
    sit_down(t)
    t.p = new_position(t)
    p = t.p
    relations(t)
    holdings(t)
    waiting = 0
    for nation, kind, strength, name, choice in units(t):
        if choice:
            waiting += 1
        else:
            p.raise_unit(power_of(w.NATIONS[nation], t.scenario), nation, kind, strength, t.world.node(name))
    for country in t.world.countries:
        if country.control[t.scenario] == "germany" and country.owner != w.GERMANY:
            p.invaded |= 1 << country.index
    if waiting:
        p.due["setup"] = waiting
    t.push(Frame("game"))


# The free set-up of 1941

FREE_STRENGTH = 4


def border(t: Table, seat: int, args: Args) -> int:
    """Hexes of Germany and conquered Poland next to a Russian-held one (15.31/Germany, R045).

    Under the first level of the rules those of German units in other countries count too.
    """
    p = t.p
    by_id = t.world.by_id
    held = by_id["germany"].hexes | by_id["poland"].hexes
    if t.rules.level == 1:
        held |= from_iter(p.at[i] for i in members(p.corps[w.GERMANY]))
    found: int = held & p.axis_ground & step(p.soviet_ground, t.world.walk)
    return found


def say_inland(t: Table, seat: int, args: Args, node: int) -> str:
    place = t.node_name(node)
    return f"{place} is no hex of Germany or conquered Poland beside a Russian one: that is the German-Russian border."


def within_limit(t: Table, seat: int, args: Args) -> int:
    return -1 & ~stacking.full(t, w.AXIS)


class Deploy(Verb):
    """``deploy 1613``: a German 4 mechanized of 1941 takes its place on the border."""

    name = "deploy"
    levels = (
        Level(
            "hex", NODE, lambda t, s, a: t.world.play,
            (Mask("15.31/Germany", border, say_inland), Mask("7.0", within_limit)),
        ),
    )  # fmt: skip
    masks = (Mask("15.31/Germany", lambda t, s, a: int(t.p.due.get("setup", 0) > 0)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p = t.p
        piece = p.raise_unit(w.AXIS, w.GERMANY, w.MECHANIZED, FREE_STRENGTH, args[0])
        p.book(w.GERMANY, FREE_STRENGTH)
        p.due["setup"] -= 1
        t.emit("deployed", "15.31/Germany", pieces=(piece,), nodes=(args[0],))


def to_deploy(t: Table, seat: int) -> list[Owed]:
    """All units of the order of battle are put on the map (15.31/Germany)."""
    left = t.p.due.get("setup", 0)
    words = "one mechanized unit is" if left == 1 else f"{left} mechanized units are"
    return [Owed("15.31/Germany", f"{words.capitalize()} still to be placed.")] if left else []


class FreeSetup(Step):
    """The Axis places the units whose hex is a choice (15.31/Germany)."""

    name = "free set-up"
    rule = "15.31/Germany"
    verbs = (Deploy(), End())
    debts = (Debt("15.31/Germany", to_deploy),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = t.p.due.get("setup", 0)
        if not left:
            return "All German mechanized units stand on the Russian border: end, or undo to place them otherwise."
        units = "one German mechanized unit" if left == 1 else f"{left} German mechanized units"
        return f"Place {units} of 4 points on the Russian border, then end."
