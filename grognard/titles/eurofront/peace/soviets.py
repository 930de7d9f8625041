"""The Soviets come into the war (20.52-20.561): mobilization, Reserve Armies, the Strategic Reserve, emergency."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import arrivals, blocks, control, economy, ground
from grognard.titles.systems.front.aftermath import end_battles
from grognard.titles.systems.front.arrivals import Schedule
from grognard.titles.systems.front.world import World

from .. import tables
from ..europe.setup import schedule
from ..europe.world import sheet
from ..state import FINNISH
from .state import ALLIED, SOVIET, Table, position

AT_WAR = [0b110, 0b001, 0b001]
"""Allies and Soviets fight the Axis, not each other."""
RESERVE_ARMY, STRATEGIC_RESERVE = "reserve army", "strategic reserve"
FAR_EAST = ("Sv3shock", "Sv4shock")
"""The armies that do not come once Japan intervenes (DE.JI)."""
RESERVE_DUE = "Strategic Reserve due"
"""The event that the rest of the Strategic Reserve comes in the next Production (20.561)."""


def waiting(t: Table, kind: str) -> list[int]:
    """The blocks of a reserve that have not been called (20.51, 20.521)."""
    later = t.world.later(SOVIET)
    return [i for i, unit in enumerate(t.world.units) if unit.enters == kind and t.p.at[i] == later]


# War


def go_to_war(t: Table) -> None:
    """The USSR joins the Allies (20.521): the pact is over, what it has saved is worth half, its reserves come."""
    p = position(t)
    for power, foes in enumerate(AT_WAR):
        p.hostile[power] = foes | p.hostile[power] & 1 << FINNISH
    halve_savings(t)
    end_battles(t)
    call_reserve_armies(t)
    t.emit("joined", "20.521", nation="USSR", side=t.world.powers[ALLIED], way="war")


@rule("20.521/a")
def halve_savings(t: Table) -> None:
    """What the Soviets have saved is worth half once their production is that of war (20.521/a)."""
    position(t).saved[SOVIET] //= 2


def call_reserve_armies(t: Table) -> None:
    """Reserve Armies arrive at once in the cities of their labels, or next to them (20.521/b)."""
    w = t.world
    for piece in waiting(t, RESERVE_ARMY):
        node = w.board.node(tables.blocks()[w.units[piece].name].home)
        places = [1 << node, step(1 << node, w.board.around)]
        free = t.p.held[SOVIET] & ~ground.filled(t, piece) & ~control.enemy_units(t, SOVIET) & int(w.land)
        spot = next((some & free for some in places if some & free), 0)
        if spot:
            blocks.bring(t, piece, min(members(spot)), w.units[piece].top)
        else:
            t.place(piece, w.lost(SOVIET))


def mobilize(t: Table, named: str) -> None:
    """The Soviets declare war on the Axis, without alliance checks (20.55)."""
    go_to_war(t)


def declare_emergency(t: Table, named: str) -> None:
    """The rest of the Strategic Reserve comes in the next Production (20.561)."""
    t.p.politics[RESERVE_DUE] = t.p.month


def great_patriotic_war(t: Table, named: str) -> None:
    """Soviet prices fall, what is saved is worth half (20.56/a), and the reserves come (20.56)."""
    position(t).saved[SOVIET] //= 2
    call_reserve_armies(t)
    t.p.politics[RESERVE_DUE] = t.p.month


# The Strategic Reserve


def reinforcements(t: Table) -> Schedule:
    """The schedule with the Strategic Reserve once it is called (20.51/b), without the armies that Japan keeps in the
    Far East (DE.JI)."""
    return _reinforcements(t.world, int(t.p.politics.get(RESERVE_DUE, -1)), "JI" in t.p.politics)


@cached_values(32)
def _reinforcements(w: World, due: int, japan: bool) -> Schedule:
    coming = schedule(w, sheet(w.scenario["ob"]))
    found = {i: row for i, row in coming.items() if not (japan and w.units[i].name in FAR_EAST)}
    if due >= 0:
        found |= {i: (due + 1, u.top) for i, u in enumerate(w.units) if u.enters == STRATEGIC_RESERVE}
    return Schedule(found.items())


def reserves(t: Table, seat: int, args: Args) -> int:
    """The units of the Strategic Reserve that wait."""
    return from_iter(waiting(t, STRATEGIC_RESERVE))


def arrival_places(t: Table, seat: int, args: Args) -> int:
    """A Soviet arrival place, friendly, in Rail/Sea Supply and with room (11.81)."""
    return reserve_places(t, args[0])


def reserve_places(t: Table, piece: int) -> int:
    """Where a unit of the Strategic Reserve may come."""
    sites = arrivals.open_sites(t, piece).nodes & t.p.held[SOVIET] & economy.in_rail_sea(t, SOVIET)
    return sites & ~ground.filled(t, piece) & ~control.enemy_units(t, SOVIET)


class CallUp(Verb):
    """``callup Sv16inf Moscow``: a unit of the Strategic Reserve comes."""

    name = "callup"
    levels = (
        Level("unit", PIECE, reserves),
        Level("place", NODE, arrivals.anywhere, (Mask("DE.SR", arrival_places),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        t.pop()
        blocks.bring(t, piece, node, t.world.units[piece].top)
        t.emit("called", "DE.SR", to=(seat,), pieces=(piece,), nodes=(node,))


class CallingUp(Step):
    """A unit of the Strategic Reserve is placed (DE.SR)."""

    name = "calling up"
    rule = "DE.SR"
    kind = "question"
    verbs: tuple[Verb, ...] = (CallUp(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Place a unit of the Strategic Reserve."


def call_one(t: Table, named: str) -> None:
    """One unit of the Strategic Reserve comes (DE.SR)."""
    own = waiting(t, STRATEGIC_RESERVE)
    if any(reserve_places(t, piece) for piece in own):
        t.ask("calling up", t.seat_of(SOVIET), SOVIET)
