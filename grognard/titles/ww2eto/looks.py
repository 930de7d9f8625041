"""How World War Two ETO looks on the table: counters, the turn track, panels, overlays and odds. It holds no rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.offers import Decision
from grognard.engine.title import Title
from grognard.engine.words.inspect import Fact
from grognard.engine.words.lesson import read_lessons
from grognard.engine.words.overlay import cut_points, names

from . import inspect, panels
from . import world as w
from .land import combat, cuts, supply, weather, zones
from .politics import control
from .sea import air, voyage
from .sides import SIDES
from .state import Table

SEASONS = {"winter": "Winter", "spring": "Spring", "summer": "Summer", "fall": "Fall"}
PHASES = (
    ("Movement", ("movement", "overrun", "split")),
    ("Combat", ("combat", "battle")),
    ("Mechanized", ("mechanized",)),
    ("Rail, sea", ("rail", "naval")),
    ("Reinforce", ("reinforcement",)),
    ("Build-up", ("build_up",)),
    ("Partisans", ("partisans",)),
)
"""The phases of a Player-Turn and the steps that belong to them (4.2)."""

FACES: dict[str, tuple[str, str]] = {
    "germany": ("#b3bab0", "#182026"), "italy": ("#93bda4", "#182026"), "hungary": ("#a5c38b", "#182026"),
    "rumania": ("#dcc765", "#182026"), "bulgaria": ("#c9b48c", "#182026"), "finland": ("#e9eef2", "#182026"),
    "france": ("#bcd0e8", "#182026"), "vichy": ("#a9b6cf", "#182026"), "free_french": ("#c9dcf0", "#182026"),
    "britain": ("#dcbf92", "#182026"), "usa": ("#cdd2a2", "#182026"), "ussr": ("#dd7a55", "#1b0d06"),
}  # fmt: skip
OTHERS = ("#e4ddc8", "#182026")
"""The counters of the countries that only defend themselves."""
OF_NATION = (
    "German", "Italian", "Hungarian", "Rumanian", "Bulgarian", "Finnish", "French", "Vichy French", "Free French",
    "British", "U.S.", "Russian", "Polish", "Danish", "Norwegian", "Dutch", "Belgian", "Swedish", "Turkish", "Spanish",
    "Greek", "Yugoslav",
)  # fmt: skip
"""What a unit of each nation is called."""
UNIT = re.compile(rf"({'|'.join(w.CODES)})(\d+)({'|'.join(w.SHORT)})(?:@.*)?")
KIND_WORDS = ("infantry", "mechanized", "paratroops", "garrison", "partisans")
VERBS = {
    "line": ("Overrun a line", "Name each overrun of enemies who cover each other; they are all carried out at once."),
    "overrun_line": ("Carry out the line", "All overruns that were named and hold together happen now."),
    "mark": ("Mark for rail", "A marked unit does not move now; it goes by train in the Rail Phase."),
    "land": ("Land from the sea", "Name a beach for each unit; then the fleet sails, and one die decides."),
    "sail": ("Sail", "One die is rolled for all landings that were named."),
    "drop": ("Drop by air", "Instead of moving, paratroops drop one hex away."),
    "drop_overrun": ("Overrun by air", "Paratroops drop onto a hex that is too weak to stand, and take it at once."),
    "give_up": ("Give up a unit", "A unit that is over the stacking limit and cannot leave is removed."),
    "ship": ("Ship", ""),
    "ship_round": ("Ship round Africa", "A safe voyage at two transport points for each strength point."),
    "lend": ("Lend transport", "The Russian player may use so many of your naval points."),
    "convert": ("Convert ships", "Amphibious points become naval points, for good."),
    "take": ("Take", ""),
    "build": ("Build", ""),
    "split": ("Split", "So many points become a unit of their own."),
    "merge": ("Merge", "Points of one unit join another in its hex."),
    "declare_vichy": ("Declare Vichy", "The free land around a hex becomes Unoccupied France."),
}
"""The words of a verb's button, and what it does where the prompt does not say it."""
LEFT = {"take": "Nothing has been taken", "build": "Points not placed may be lost"}
"""What is left undone by whoever ends a phase while a verb is open."""
LEVELS = {
    "due": "whose points to spend", "item": "what to build", "points": "how many points", "nation": "a nation",
    "what": "which to take",
}  # fmt: skip
"""What is chosen at a level of words or numbers."""
SYMBOLS = {
    "infantry": "10031000001211000000", "mechanized": "10031000001211020000", "parachute": "10031000001211000001",
}  # fmt: skip
"""NATO symbols as codes of MIL-STD-2525D; a kind without one has a sign of the page's own."""

SAYS = {
    "moved": "{pieces} {arrow}",
    "advanced": "{pieces:advances|advance} {way}",
    "retreated": "{pieces:falls|fall} back {way}",
    "overran": "{pieces:overruns|overrun} {last} from {first}",
    "attack": "{pieces:attacks|attack} {places}: column +{column}, die {die}, "
    "{loss:no loss|1 point to lose|# points to lose}",
    "lost": "{pieces:loses|lose} {points:nothing|1 point|# points} in {places}{gone:| and is gone}"
    "{stuck:|, for it could not retreat}",
    "line_named": "{pieces:is|are} named to overrun {places} with the line",
    "starved": "{pieces:starves|starve} in {places}",
    "railed": "{pieces} by rail {arrow}",
    "shipped": "{pieces} by sea {arrow}{aborts:|, 1 point turned back|, # points turned back}"
    "{eliminated:|, 1 point sunk|, # points sunk}",
    "landed": "{pieces:lands|land} at {places}",
    "stayed": "{pieces:finds|find} no room before {places} and {pieces:stays|stay} in port",
    "landing": "{pieces:assaults|assault} {places} from the sea",
    "landing_named": "{pieces:is|are} bound for {places}",
    "dropped": "{pieces:drops|drop} on {places}",
    "arrived": "{pieces:arrives|arrive} at {places}",
    "deployed": "{pieces:deploys|deploy} at {places}",
    "marked": "{pieces:is|are} marked for rail",
    "split": "{pieces} divide at {places}",
    "merged": "{pieces:forms|form} at {places}",
    "turn": "Game-Turn {turn}",
    "player_turn": "{turn}: the {power} Player-Turn",
    "taken": "{nation} takes {what}{points:|, 1 point|, # points}",
    "forfeited": "{nation}: {points:|1 point that was|# points that were} not placed {points:|is|are} lost",
    "production": "Russian production: {points} points",
    "resources": "Russian Resource Centers {centers}, lend-lease {lend_lease}",
    "lend_lease": "Lend-lease: {arrive} points arrive",
    "invaded": "{nation} invades {country}",
    "italy_enters": "Italy enters the war",
    "italy_surrenders": "Italy surrenders",
    "russia_at_war": "Russia is at war: {why}",
    "russia_invaded": "Russia is invaded in {turn}",
    "pact_broken": "The pact of 1939 is broken",
    "partisan": "Partisans rise at {places}",
    "vichy": "The Vichy government is formed",
    "vichy_swings": "Vichy goes over to the {side} side",
    "sailed": "The landing fleet sails: die {die}",
    "barges": "Germany builds {points} amphibious points",
    "converted": "Germany turns {points} amphibious points into naval ones",
    "lent": "{points} naval points are lent to the Russians",
    "lend_lease_allowed": "{points} points of lend-lease are allowed",
    "intervention_roll": "Russian intervention: die {die}",
    "centers_revert": "With {held} centers garrisoned the others revert to Russia",
    "partisan_lost": "{country}: no hex is free for a partisan",
    "malta_falls": "Malta's garrison is starved out",
    "milestone": "",
    "played_on": "The resignation is refused; play goes on",
}

SHOWN = ("supply", "cut points", "zones", "control", "resources", "air zones", "weather")


class EtoLooks(Title):
    """What the browser asks of the title."""

    looks = {
        "piece": "counter",
        "sides": SIDES,
        "faces": {nation: dict(zip(("fill", "ink"), FACES.get(nation, OTHERS))) for nation in w.NATIONS},
        "symbols": SYMBOLS,
        "marks": {"axis": "Axis", "allied": "Allies", "soviet": "Soviets"},
        "verbs": {v: {"name": name, "says": says, "left": LEFT.get(v, "")} for v, (name, says) in VERBS.items()},
        "levels": LEVELS,
    }
    says = SAYS
    words = {"usa": "USA", "ussr": "Russia", "free_french": "Free French"}
    lessons = read_lessons(Path(__file__).parent / "data" / "lessons.toml")
    overlays = public_overlays = SHOWN

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        p = t.p
        if p.at[piece] == p.lost:
            return None  # type: ignore[return-value]  # a free slot is no counter
        nation = w.NATIONS[p.nation[piece]]
        tags = [name for name in ("moved", "fought", "marked", "railed", "cut") if getattr(p, name) >> piece & 1]
        return {
            "symbol": w.KINDS[p.kind[piece]], "label": "", "strength": str(p.strength[piece]), "face": nation,
            "tags": tags, "note": f"{OF_NATION[p.nation[piece]]} {w.KINDS[p.kind[piece]]}",
        }  # fmt: skip

    def tally(self, t: Table) -> dict[str, int]:
        """The strength points of each side on the map: what decides differs from scenario to scenario."""
        sides = [(power, t.title.meta.powers[power]) for power in (w.AXIS, w.ALLIED, w.SOVIET)]
        return {name: sum(t.p.strength[i] for i in members(t.p.army[power])) for power, name in sides}

    def spoken(self, name: str) -> str:
        """``ger4mech@2111`` is German mechanized (4)."""
        found = UNIT.fullmatch(name)
        if found is None:
            return super().spoken(name)
        return f"{OF_NATION[w.CODES.index(found[1])]} {KIND_WORDS[w.SHORT.index(found[3])]} ({found[2]})"

    def turn(self, t: Table) -> dict[str, Any]:
        p = t.p
        rows = t.world.turns
        first = next((i for i, row in enumerate(rows) if t.scenario in w.words(row["scenario_starts"])), 0)
        now = rows[p.turn - 1]
        track = [{"group": row["year"], "name": SEASONS[row["season"]]} for row in rows[first : p.last]]
        steps = {frame.step for frame in t.agenda}
        phase = next((i for i, (_, names) in enumerate(PHASES) if steps.intersection(names)), -1)
        return {
            "name": f"{SEASONS[now['season']]} {now['year']}", "track": track, "at": p.turn - 1 - first,
            "phases": [name for name, _ in PHASES], "phase": phase, "who": t.title.meta.powers[p.player],
            "note": f"{weather.slowest(t)} MP",
        }  # fmt: skip

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        return panels.of_seat(t, seat)

    def of_place(self, t: Table, seat: int, node: int) -> list[Fact]:
        return inspect.of_place(t, node)

    def of_piece(self, t: Table, seat: int, piece: int) -> list[Fact]:
        return inspect.of_piece(t, piece)

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = OVERLAYS.get(name)
        return maker(t, seat) if maker else None

    def odds(self, t: Table, seat: int, order: str) -> dict[str, Any] | None:
        """The chances of an attack (8.7) or a voyage (6.5) that is written out, from the code that fights or sails."""
        verb = order.partition(" ")[0]
        if (verb, t.frame.step) not in (("attack", "combat"), ("ship", "naval"), ("ship_round", "naval")):
            return None
        parsed = Decision(t, t.frame, t.step, seat).parse(order)
        return _attack_odds(t, *parsed.args) if verb == "attack" else _voyage_odds(t, *parsed.args)


def _attack_odds(t: Table, units: tuple[int, ...], hexes: tuple[int, ...]) -> dict[str, Any]:
    lines = supply.Lines(t)
    against = [combat.defence_of(t, n, lines, combat.fresh_defenders(t, n)) for n in hexes]
    column = max(0, min(combat.TOP, combat.differential(t, units, hexes)))
    chances = combat.odds(t, units, hexes)
    defence = [
        f"{t.node_name(n)}: {value}" + (f" (×{combat.hex_factor(t, n)})" if combat.hex_factor(t, n) > 1 else "")
        for n, value in zip(hexes, against)
    ]
    return {
        "title": f"+{column}", "attack": combat.attack_points(t, units), "defence": sum(against), "of": defence,
        "rows": _loss_rows(chances, sum(t.p.strength[i] for n in hexes for i in combat.fresh_defenders(t, n))),
        "chart": {**panels.results(), "mark": column},
        "notes": [
            {"text": "Any loss drives the defenders back.", "rule": "8.54"},
            {"text": "Attackers never lose points.", "rule": "8.51"},
        ],
        "exact": True,
    }  # fmt: skip


def _loss_rows(chances: dict[int, Fraction], there: int) -> list[dict[str, Any]]:
    """The chance of each loss, most first; no more is lost than is there."""
    sums: dict[int, Fraction] = {}
    for lost, chance in chances.items():
        sums[min(lost, there)] = sums.get(min(lost, there), Fraction(0)) + chance
    said = {0: "no loss", there: "eliminated"}
    return [
        {"text": said.get(lost, f"{lost} of {there} lost"), "chance": float(chance)}
        for lost, chance in sorted(sums.items(), reverse=True)
    ]


def _voyage_odds(t: Table, piece: int, path: tuple[int, ...]) -> dict[str, Any] | None:
    """What becomes of each strength point at sea, if it meets anything there."""
    chances = voyage.chances(t, piece, path)
    if chances["lands"] == 1:
        return None
    points = t.p.strength[piece]
    what = {"lands": "lands", "aborts": "is turned back to its port", "eliminated": "is sunk"}
    return {
        "title": "The point" if points == 1 else f"Each of {points} points",
        "rows": [{"text": what[fate], "chance": float(chance)} for fate, chance in chances.items() if chance],
        "notes": [{"text": "A point that is turned back moves no more in this Player-Turn.", "rule": "6.51"}],
        "exact": True,
    }  # fmt: skip


# Overlays


def _own_power(t: Table, seat: int) -> int:
    """The power whose supply and air a seat asks about; a spectator is shown the player's."""
    mine = t.powers_of(seat)
    return t.p.player if not mine or t.p.player in mine else mine[0]


def _supply(t: Table, seat: int) -> dict[str, Any]:
    """Where the seat's armies are in supply, the lines of those that are, and what stops the others."""
    p = t.p
    lines = supply.Lines(t)
    power = _own_power(t, seat)
    group = {w.AXIS: supply.AXIS_GROUP, w.SOVIET: supply.SOVIET_GROUP}.get(power, supply.WESTERN_GROUP)
    area = lines.area(group) & t.world.play
    cut = supply.unsupplied(t, tuple(x for x in t.powers_of(seat) or (power,) if x in supply.FIGHTING))
    hexes = 0
    for piece in members(cut):
        hexes |= 1 << p.at[piece]
    broken, notes = _stops(t, power, hexes)
    ways = _ways(t, supply.axis_home(t), area, p.occupied[power] & ~hexes) if power == w.AXIS else []
    return {
        "sets": [{"style": "supply", "places": names(t, area)}, {"style": "cut", "places": names(t, hexes)}],
        "lines": [*ways, *broken], "notes": notes,
        "legend": [["line supply", "in supply"], ["line cut", "cut"]],
    }  # fmt: skip


def _ways(t: Table, home: int, area: int, goals: int) -> list[dict[str, Any]]:
    """A shortest way home for each supplied hex, drawn once where ways join."""
    back: dict[int, int] = dict.fromkeys(members(home & area), -1)
    front = list(back)
    walk = t.world.walk
    while front:
        found = []
        for node in front:
            for there in members(step(1 << node, walk) & area):
                if there not in back:
                    back[there] = node
                    found.append(there)
        front = found
    drawn: set[int] = set()
    out = []
    for goal in members(goals & area & ~home):
        way, node = [], goal
        while node >= 0 and node in back:
            way.append(node)
            if node in drawn:
                break
            drawn.add(node)
            node = back[node]
        if len(way) > 1:
            out.append({"style": "supply", "places": [t.node_name(n) for n in way]})
    return out


def _stops(t: Table, power: int, hexes: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The neighbours that a cut-off hex cannot trace through, and why."""
    world = t.world
    free, zone, enemy = supply.free_hexes(t, power), zones.zone_against(t, power), control.foes(t, power)
    broken: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    for node in members(hexes):
        notes.append({"place": t.node_name(node), "text": "cut off", "rule": "9.5", "style": "warn"})
        for there in members(step(1 << node, world.walk) & ~free):
            why = "enemy" if enemy >> there & 1 else "enemy zone" if zone >> there & 1 else "not ours"
            broken.append({"style": "cut", "places": [t.node_name(node), t.node_name(there)]})
            notes.append({"place": t.node_name(there), "text": why, "rule": "9.71", "style": "cross"})
    return broken, notes


def _zones(t: Table, seat: int) -> dict[str, Any]:
    """The zones of control of all who fight (6.0)."""
    sets, legend = [], []
    for power in (w.AXIS, w.ALLIED, w.SOVIET):
        found = zones.zone(t, power) & t.world.play
        if found:
            name = t.title.meta.powers[power]
            sets.append({"style": f"zone {name}", "places": names(t, found)})
            legend.append([f"zone {name}", f"{SIDES[name]['name']} zone"])
    return {"sets": sets, "legend": legend}


def _control(t: Table, seat: int) -> dict[str, Any]:
    p = t.p
    grounds = (("axis", p.axis_ground), ("allied", p.allied_ground), ("soviet", p.soviet_ground))
    return {"sets": [{"style": f"held {name}", "places": names(t, bits)} for name, bits in grounds if bits]}


def _resources(t: Table, seat: int) -> dict[str, Any]:
    world, p = t.world, t.p
    axis = control.axis_held_centers(t)
    soviet = world.russian_centers & ~p.axis_centers & ~control.disputed_centers(t)
    sets = (("held soviet", soviet), ("held axis", axis), ("held allied", world.french_centers))
    return {"sets": [{"style": style, "places": names(t, bits)} for style, bits in sets if bits]}


def _air(t: Table, seat: int) -> dict[str, Any]:
    """The air zones against the seat's shipping."""
    found = air.covered(air.enemy_zones(t, _own_power(t, seat)))
    return {
        "sets": [{"style": "zone enemy", "places": names(t, found & t.world.board.hexes)}],
        "legend": [["zone enemy", "the enemy’s air zones" if found else "no enemy air zones"]],
    }


def _weather(t: Table, seat: int) -> dict[str, Any]:
    slow = {n: weather.allowance(t, n) for n in members(t.world.weather & t.world.board.hexes)}
    least = weather.slowest(t)
    area = f"Weather Area: {least} movement points" if slow else f"{least} movement points everywhere"
    return {
        "legend": [["weather", area]],
        "sets": [{"style": "weather", "places": names(t, t.world.weather & t.world.board.hexes)}],
        "notes": _worst(t, slow),
    }


def _worst(t: Table, slow: dict[int, int]) -> Iterable[dict[str, Any]]:
    least = min(slow.values(), default=0)
    return [
        {"place": t.node_name(n), "text": f"{v} MP", "rule": "5.51", "style": ""} for n, v in slow.items() if v == least
    ][:1]


def _cut_points(t: Table, seat: int) -> dict[str, Any]:
    """Where one enemy army would put armies of the seat out of supply (9.0)."""
    found = cuts.chokes(t, _own_power(t, seat))
    return cut_points(t, found, "9.0", "an enemy here cuts supply", "no enemy army cuts supply")


OVERLAYS = {
    "supply": _supply, "cut points": _cut_points, "zones": _zones, "control": _control, "resources": _resources,
    "air zones": _air, "weather": _weather,
}  # fmt: skip
