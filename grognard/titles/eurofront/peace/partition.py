"""Poland (1939.4): its partition (DE.PP), the march to the Curzon Line (DE.CL), the peace offer and the Phony War."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, ground, rail
from grognard.titles.systems.front.arrivals import CADRE, STEP

from .. import tables
from ..europe import spaniards
from ..europe.conditions import PHONY_WAR_OVER, Facts, betrayal
from ..europe.effects import give
from ..europe.nations import territory
from . import pact, soviets
from .state import ALLIED, AXIS, SOVIET, Table, position

RAIL_MOVES = 6
"""The free Rail Moves of the march to the Curzon Line (DE.CL)."""
WEST_POLAND = "West Poland"
SURPRISED = "USSR surprised"
"""The event of the surprise; it ends with the Soviet player-turn that follows (20.54/b)."""
THE_WEST = ("France", "Belgium", "Holland")
"""The lands whose invasion ends the Phony War (20.43/a)."""


def partition(t: Table, named: str) -> None:
    """The USSR annexes East Poland and the Baltic States (DE.PP, 20.58)."""
    pact.annex_to_ussr(t, pact.EAST_POLAND, pact.BALTIC)


@rule("20.14")
def leave_east_poland(t: Table) -> None:
    """Axis units that stand in East Poland at the end of the month of partition are at war with the USSR (20.14)."""
    late = t.p.occupied[AXIS] & pact.land(t, pact.EAST_POLAND) and t.p.politics.get("PP") == t.p.month
    if late and pact.at_peace(t):
        t.emit("overstayed", "20.14", nation="USSR")
        attack_ussr(t)


def attack_ussr(t: Table) -> None:
    """The Axis is at war with the USSR: the Great Patriotic War begins at once (20.52, 20.56), and what was saved is
    halved for both (ruling E581)."""
    t.p.politics["AXIS war on USSR"] = t.p.month
    t.p.politics["SG"] = t.p.month
    soviets.go_to_war(t)
    soviets.great_patriotic_war(t, "")
    surprise(t)


def surprise(t: Table) -> None:
    """The USSR is surprised, unless the Axis has betrayed before (20.54/b), or attacked Republican Spain (SCW.10)."""
    if betrayal("AXIS") not in t.p.politics and not spaniards.attacked_by_axis(t):
        t.p.politics[SURPRISED] = t.p.month


def trespass(t: Table) -> None:
    """Units of the Axis in a Turkey, Persia or Finland that is not their own mean war with the neutral USSR (20.14)."""
    if not pact.at_peace(t):
        return
    for nation in pact.SPHERE:
        guests = members(blocks.inside(t, AXIS, territory(t, nation)))
        if any(t.world.units[i].nation != nation.casefold() for i in guests):
            t.emit("overstayed", "20.14", nation="USSR")
            attack_ussr(t)
            return


def peace_offer(t: Table, named: str) -> None:
    """Germany annexes Danzig and West Poland, the partition takes place if it has not, and the Phony War begins
    (DE.PW)."""
    land = pact.land(t, "Danzig", WEST_POLAND) & ~t.p.occupied[ALLIED] & ~t.p.occupied[SOVIET] & ~t.p.held[SOVIET]
    give(t, AXIS, land)
    t.emit("annexed", "DE.PW", nation="Danzig, West Poland", side=t.world.powers[AXIS])
    if "PP" not in t.p.politics and pact.at_peace(t):
        t.p.politics["PP"] = t.p.month
        partition(t, named)


def cede_bessarabia(t: Table, named: str) -> None:
    """The USSR annexes Bessarabia (DE.RB)."""
    t.p.politics["Bessarabia Soviet"] = t.p.month
    pact.annex_to_ussr(t, "Bessarabia")


# The Phony War


@rule("20.43/a")
def end_phony_war(t: Table) -> None:
    """The Phony War ends when the Axis enters France, Belgium or Holland, or the Allies hold a German city (20.43)."""
    p = t.p
    if "PW" not in p.politics or PHONY_WAR_OVER in p.politics:
        return
    west = 0
    for name in THE_WEST:
        west |= territory(t, name)
    if west & p.occupied[AXIS] or p.held[ALLIED] & german_cities(t):
        p.politics[PHONY_WAR_OVER] = p.month
        t.emit("phony_war_over", "20.43")


def enter_the_west(t: Table, power: int, nodes: int) -> None:
    """The first Axis unit that enters France, Belgium or Holland ends the Phony War, though it be thrown back
    (20.43/a)."""
    west = power == AXIS and any(nodes & territory(t, name) for name in THE_WEST)
    if west and Facts(t).phony_war():
        t.p.politics[PHONY_WAR_OVER] = t.p.month
        t.emit("phony_war_over", "20.43")


def german_cities(t: Table) -> int:
    """The cities and resources of Germany (20.43/a)."""
    node = t.world.board.node
    return sum({1 << node(city.hex or city.name) for city in tables.cities() if city.nation == "Germany"})


def french_quota(t: Table, seat: int, args: Args) -> int:
    """In the Phony War France builds one step a month, be it of a block on the map or a cadre (20.43)."""
    french = _french(t)
    built = blocks.flagged(t.p.built, STEP | CADRE) & french
    return ~french if built and Facts(t).phony_war() else -1


def _french(t: Table) -> int:
    return sum(1 << i for i, unit in enumerate(t.world.units) if unit.nation == "france")


# The march to the Curzon Line


def march(t: Table, named: str) -> None:
    """Six units may go by rail at once to the Curzon Line (DE.CL)."""
    position(t).rail_moves = RAIL_MOVES
    t.ask("curzon line", t.seat_of(SOVIET), SOVIET)


def curzon_line(t: Table) -> int:
    """The hexes next to the Curzon Line on the Soviet side (20.14)."""
    buffer = pact.land(t, pact.EAST_POLAND, pact.BALTIC)
    beyond = pact.land(t, WEST_POLAND, "East Prussia")
    return buffer & step(beyond, t.world.board.around) & t.p.held[SOVIET]


def soviet_units(t: Table, seat: int, args: Args) -> int:
    """Soviet units on the rails that have not gone yet."""
    return blocks.inside(t, SOVIET, rail.network(t, SOVIET)) & ~blocks.nonzero(t.p.entry)


def next_to_the_line(t: Table, seat: int, args: Args) -> int:
    """One Rail Move that ends next to the Curzon Line (DE.CL)."""
    return rail.within(t, args[0], 1) & curzon_line(t) & ~ground.filled(t, args[0]) & ~(1 << t.p.at[args[0]])


class Entrain(Verb):
    """``march Sv6inf Brest-Litovsk``: a Soviet unit goes by rail to the Curzon Line."""

    name = "march"
    levels = (
        Level("unit", PIECE, lambda t, s, a: from_soviets(t), (Mask("DE.CL", soviet_units),)),
        Level("hex", NODE, lambda t, s, a: int(t.world.land), (Mask("DE.CL", next_to_the_line),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        t.place(piece, node)
        position(t).rail_moves -= 1
        t.emit("marched", "DE.CL", to=(seat,), pieces=(piece,), nodes=(node,))
        if not position(t).rail_moves:
            t.pop()


def from_soviets(t: Table) -> int:
    return blocks.of(t, SOVIET)


class Stop(End):
    """``end``: no more trains to the Curzon Line."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        position(t).rail_moves = 0
        t.pop()


class CurzonLine(Step):
    """Soviet units go to the Curzon Line by rail (DE.CL)."""

    name = "curzon line"
    rule = "DE.CL"
    kind = "question"
    verbs: tuple[Verb, ...] = (Entrain(), Stop())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"The Curzon Line: {position(t).rail_moves} units may still go there by rail; march, or end."


def left_to_march(t: Table) -> int:
    """A number that falls with every train."""
    return position(t).rail_moves
