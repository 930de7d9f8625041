"""Surrender and conquest (16.1, 16.11, 16.4/f, 16.4/g): Italy, Spain and Portugal leave the war."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, ground
from grognard.titles.systems.front.aftermath import end_battles
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import Table
from grognard.titles.systems.front.world import World

from .politics import (
    LATE_FRIULI,
    SURRENDER,
    allied_hexes,
    beaten,
    conquered,
    german_reach,
    germans,
    special_of,
    war,
)
from .world import ALLIED, AXIS

NATIONS = ("Italy", "Spain", "Portugal")
CAPITALS = {"Spain": "Madrid", "Portugal": "Lisbon"}


def territory(t: Table, nation: str) -> int:
    """A nation's land, its islands with it."""
    return area(t.world.board, f"country:{nation}", within=t.world.land)


def units(t: Table, nation: str) -> tuple[int, ...]:
    """A nation's blocks on the Axis side."""
    return _units(t.world, nation.casefold())


@cache
def _units(w: World, nation: str) -> tuple[int, ...]:
    return tuple(i for i, unit in enumerate(w.units) if unit.nation == nation and unit.power == AXIS)


def fights(t: Table, nation: str) -> bool:
    """Is a nation in the war on the Axis side?"""
    if nation == "Italy":
        return SURRENDER not in t.p.politics and special_of(t, t.scenario, "italians")
    return war(nation) in t.p.politics and beaten(nation) not in t.p.politics


def ports_taken(t: Table, nation: str) -> int:
    """How many of a nation's ports the Allies control, embattled or not (ruling Q27)."""
    return (allied_hexes(t) & territory(t, nation) & int(t.world.extra["ports"])).bit_count()


def eliminated(t: Table, nation: str) -> int:
    """How many of its blocks are eliminated."""
    boxes = (t.world.lost(AXIS), t.world.fallen(AXIS))
    return sum(1 for i in units(t, nation) if t.p.at[i] in boxes)


# The demand


def fighting(t: Table, seat: int, args: Args) -> int:
    """Italy, and neutrals that were drawn in (16.4/g)."""
    asked = NATIONS
    return from_iter(n for n, nation in enumerate(asked) if fights(t, nation))


def with_a_port(t: Table, seat: int, args: Args) -> int:
    """At least one of its ports must be Allied (16.1)."""
    return from_iter(n for n, nation in enumerate(NATIONS) if ports_taken(t, nation))


def once_a_phase(t: Table, seat: int, args: Args) -> int:
    """One roll a nation and Politics Phase (16.1)."""
    return from_iter(n for n, nation in enumerate(NATIONS) if nation not in t.frame.get("done", ()))


class Demand(Verb):
    """``demand Italy``: a die below its ports taken plus its units eliminated makes a nation surrender."""

    name = "demand"
    labels = ("16.4/g",)
    levels = (Level("nation", WORD, fighting, (Mask("16.1", with_a_port), Mask("16.1", once_a_phase)), words=NATIONS),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation = NATIONS[args[0]]
        t.remember(done=(*t.frame.get("done", ()), nation))
        need = ports_taken(t, nation) + eliminated(t, nation)
        t.emit("demanded", "16.1", nation=nation, ports=ports_taken(t, nation), eliminated=eliminated(t, nation))
        face = t.roll("surrender")
        t.emit("answered", "16.1", nation=nation, die=face, success=face < need)
        if face < need and nation == "Italy":
            italy_surrenders(t)
        elif face < need:
            fall(t, nation, "16.4/g")


def italy_surrenders(t: Table) -> None:
    """Italy leaves the war; a unit outside German zones may defect (16.1/a); the sea is lost to the Axis (16.1/c,
    16.1/b)."""
    t.p.politics[SURRENDER] = t.p.month
    t.emit("surrendered", "16.1", nation="Italy")
    own = [i for i in units(t, "Italy") if t.p.at[i] < t.world.spans]
    t.reveal("16.1/a", own, columns=(), name=False, facts={"italian": 1})
    if defectors(t):
        t.ask("defection", t.seat_of(ALLIED), ALLIED)
    else:
        t.p.politics[LATE_FRIULI] = t.p.month + 1
        disarm(t)


def defectors(t: Table) -> int:
    """Italian units that share no hex with Germans and stand in no German zone of control (16.1/a, ruling Q27).

    Nor do they come over where there is no room for Friuli (6.22).
    """
    return _defectors(t, ground.filled(t, t.world.named["friuli"]))


def _defectors(t: Table, full: int) -> int:
    p = t.p
    barred = from_iter(p.at[i] for i in germans(t)) | german_reach(t) | full
    return from_iter(i for i in units(t, "Italy") if p.at[i] < t.world.spans and not barred >> p.at[i] & 1)


def italians(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in units(t, "Italy") if t.p.at[i] < t.world.spans)


def free_to_defect(t: Table, seat: int, args: Args) -> int:
    return defectors(t)


def free_without_room(t: Table, seat: int, args: Args) -> int:
    """The Italian units that could come over if there were room for Friuli everywhere (6.21)."""
    return _defectors(t, 0)


class Defect(Verb):
    """``defect #12``: the Italian unit that becomes the Friuli Group."""

    name = "defect"
    levels = (
        Level("unit", PIECE, italians, (Mask("16.1/a", free_to_defect, without=(("6.21", free_without_room),)),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p = t.p
        node = p.at[args[0]]
        t.pop()
        disarm(t)
        friuli = t.world.named["friuli"]
        blocks.bring(t, friuli, node, 1)
        t.reveal("16.1/a", (friuli,))
        t.emit("defected", "16.1/a", pieces=(friuli,), nodes=(node,))


@rule("16.1/a")
def disarm(t: Table) -> None:
    """All Italian units are eliminated for good (16.1/a)."""
    for piece in units(t, "Italy"):
        if t.p.at[piece] < t.world.spans:
            blocks.eliminate(t, piece, "16.1/a")
    end_battles(t)


class Defection(Step):
    """The Allies name the unit that comes over to them (16.1/a)."""

    name = "defection"
    rule = "16.1/a"
    kind = "question"
    verbs = (Defect(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Italy surrenders: name the unit that joins you as the Friuli Group."


# Neutrals that were drawn in


def fall(t: Table, nation: str, rule_id: str) -> None:
    """A nation is out of the war: its units are removed and count as eliminated (16.4/f, 16.4/g)."""
    t.p.politics[beaten(nation)] = t.p.month
    t.emit("surrendered", rule_id, nation=nation)
    for piece in units(t, nation):
        if t.p.at[piece] < t.world.spans:
            blocks.eliminate(t, piece, rule_id)
    end_battles(t)


@rule("16.4/f")
def capitals_fall(t: Table) -> None:
    """A nation whose capital the Allies hold is defeated (16.4/f)."""
    for nation, capital in CAPITALS.items():
        if fights(t, nation) and allied_hexes(t) >> t.world.board.node(capital) & 1:
            fall(t, nation, "16.4/f")


def out_of_the_war(t: Table, nation: str) -> bool:
    return (SURRENDER if nation == "Italy" else beaten(nation)) in t.p.politics


class Conquest(Step):
    """A beaten nation without Axis units becomes Allied at the end of the phase, whenever it is so (16.11)."""

    name = "conquest"
    rule = "16.11"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        for nation in NATIONS:
            if out_of_the_war(t, nation):
                conquer(t, nation)
        t.pop()


@rule("16.11")
def conquer(t: Table, nation: str) -> None:
    """All its territory becomes Allied when no Axis unit is left in it (16.11)."""
    p = t.p
    land = territory(t, nation)
    if not land & ~p.held[ALLIED] or land & p.occupied[AXIS]:
        return
    p.politics.setdefault(conquered(nation), p.month)
    annex(t, nation)
    t.emit("conquered", "16.11", nation=nation)


def annex(t: Table, nation: str) -> None:
    """A nation's land becomes Allied."""
    p = t.p
    land = territory(t, nation)
    p.held[AXIS] &= ~land
    p.held[ALLIED] |= land
