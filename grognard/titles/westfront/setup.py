"""Set-up (3): who holds what, and where the blocks of a fixed deployment stand."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.titles.systems.front.places import Term, area
from grognard.titles.systems.front.state import BH_LATER, BH_LOST, BH_PREP, BH_READY, FrontPosition, Table, month_number
from grognard.titles.systems.front.world import FORT, World

from . import politics, scenarios
from .world import ALLIED, AXIS, SIDES, charts

ARRIVES = "arrives"
STATES = {"ready": BH_READY, "prep": BH_PREP, "eliminated": BH_LOST, "": BH_LATER, ARRIVES: BH_READY}


def begin(t: Table) -> FrontPosition:
    """The empty position of a scenario: its month, control and beachheads."""
    w = t.world
    p = FrontPosition(len(w.units), 0, len(w.powers))
    p.seat_of = t.p.seat_of
    p.hostile = [0b10, 0b01]
    for i, unit in enumerate(w.units):
        p.power[i], p.at[i] = unit.power, w.later(unit.power)
    p.month, p.last = first_month(t), last_month(t)
    p.active = ALLIED
    p.neutral, p.held = starting_control(t)
    p.beachheads = beachheads(t)
    p.politics = politics.at_start(t)
    p.restack()
    return p


def beachheads(t: Table) -> dict[str, int]:
    """The states of the sheet; a beachhead of the first month is Ready from the start, without Production (3.23/c)."""
    due = arriving(t)
    sheet = {row["id"]: row[t.scenario] for row in charts()["beachheads"]}
    return {name: BH_LATER if word == ARRIVES and name not in due else STATES[word] for name, word in sheet.items()}


def arriving(t: Table) -> list[str]:
    """The beachheads among the first month's reinforcements (W43/R2, 3.23/c)."""
    rows = [row for row in charts()["beachheads"] if row[t.scenario] == ARRIVES]
    return [row["id"] for row in rows]


def first_month(t: Table) -> int:
    """The first month of the sheet, in summer 43 one month late (S43/2)."""
    return month_number(t.world.scenario["months"][0])


def last_month(t: Table) -> int:
    """The last month of the sheet (HUSKY/2)."""
    return month_number(t.world.scenario["months"][-1])


def starting_control(t: Table) -> tuple[int, list[int]]:
    """Neutral land (16.4), and the hexes of both sides (8.34): the Allies' by the sheet, the rest the Axis'
    (S43/1, W43/1, W44/1)."""
    w = t.world
    plan = w.scenario["control"]
    terms: dict[str, Term] = {"startline": lambda rest: startline(t, rest)}
    neutral = area(w.board, plan["neutral"], within=w.land) if "neutral" in plan else 0
    allied = area(w.board, plan["allies"], terms, within=w.land) & ~neutral
    return neutral, [w.land & ~allied & ~neutral, allied]


def startline(t: Table, text: str) -> int:
    """A side of a scenario's startline, as the board has it, by 3.22."""
    return scenarios.startline(t.world.board, text) & int(t.world.land)


def frontline(w: World, held: list[int], side: int) -> int:
    """A side's hexes that touch the other's over a passable hexside, no strait (3.22/a)."""
    return held[side] & step(held[1 - side], w.moves)


def place_all(t: Table) -> None:
    """Stand every block of the order of battle where its card allows: where it stood in the war if our table says so,
    else spread out, the front first."""
    w = t.world
    p = t.p
    terms = _terms(t)
    counts: dict[tuple[int, int], int] = {}
    forts: set[int] = set()
    rows = [row for row in charts()[f"ob_{t.scenario}"] if row["mode"] in ("setup", "arrival")]
    rows.sort(key=lambda row: area(w.board, row["place"], terms, within=p.held[SIDES[row["side"]]]).bit_count())
    for row in rows:
        side = SIDES[row["side"]]
        piece = w.named[row["unit"].casefold()]
        where = area(w.board, row["place"], terms, within=p.held[side]) & ~w.closed_to[side]
        unit = w.units[piece]
        if unit.restricted:
            where &= w.restricted[unit.restricted]
        if unit.kind == FORT:
            where &= ~from_iter(forts)
        node = _in_the_war(t, piece)
        if not where >> node & 1 or counts.get((node, side), 0) >= w.stack_limit(node):
            node = _roomiest(w, p, counts, piece, side, where)
        if unit.kind == FORT:
            forts.add(node)
        counts[node, side] = counts.get((node, side), 0) + 1
        p.at[piece], p.cv[piece] = node, int(row["cv"])


def _in_the_war(t: Table, piece: int) -> int:
    """The hex that our table gives a block, or else a node that is no hex."""
    place = _placed(t.scenario).get(t.world.units[piece].name)
    return t.world.spans if place is None else t.world.board.node(place)


@cached_values(8)
def _placed(scenario: str) -> dict[str, str]:
    """The hex that our table gives each block of a scenario; of several rows the first."""
    return {row["unit"]: row["hex"] for row in reversed(charts()["placement"]) if row["scenario"] == scenario}


def _terms(t: Table) -> dict[str, Term]:
    w = t.world
    held = t.p.held

    def front(rest: str) -> int:
        side, _, country = rest.partition(":")
        return frontline(w, held, SIDES[side]) & area(w.board, f"country:{country}")

    return {
        "startline": lambda rest: startline(t, rest),
        "front": front,
        "control": lambda rest: held[SIDES[rest]],
        "arrival": lambda rest: arrivals(t, SIDES[rest]),
        "offmap": lambda rest: 0,
        "eliminated": lambda rest: 0,
    }


def arrivals(t: Table, side: int) -> int:
    """Where first-month reinforcements of a fixed deployment come: home cities, or major ports."""
    w = t.world
    if side == AXIS:
        return w.cities & area(w.board, "country:Germany")
    ports = 0
    for node, port in w.ports.items():
        ports |= port.major << node
    return ports


def _roomiest(w: World, p: FrontPosition, counts: dict[tuple[int, int], int], piece: int, side: int, where: int) -> int:
    """The hex with the fewest units so far, one of the frontline first."""
    front = frontline(w, p.held, side)
    best = None
    for node in members(where):
        used = counts.get((node, side), 0)
        if used >= w.stack_limit(node):
            continue
        rank = (used - 2 * (front >> node & 1 and used == 0), used, node)
        if best is None or rank < best:
            best = rank
    if best is None:
        raise ValueError(f"{w.units[piece].name} has no place to stand")
    return best[2]
