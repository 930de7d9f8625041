"""Italy goes to war (20.22): its land, what it built in peace, where its army stands; the Med Front wakes (21.32)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, ground
from grognard.titles.systems.front.economy import STEP
from grognard.titles.systems.front.world import COMMANDERS

from ..europe import mustering
from ..europe.nations import ITALY, army, joins
from ..med import desert
from . import land
from .state import AXIS, Table, position

ETHIOPIA, EAST_AFRICA = "Ethiopia", "EA1stat"
LATER = ("It20mech",)
"""What arrives in the next Production (20.22/a)."""
DOUBLE = 2
"""What the prices of the Med Front are multiplied with before it is active (21.321, 20.22/b)."""


def realm(t: Table) -> int:
    """Italy with Albania, Libya and Ethiopia (20.2)."""
    return land.region(t.world, ITALY, "Albania", "Italian Colonies")


def join(t: Table, mandate: str = "") -> None:
    """Italy joins the Axis as its satellite (20.22)."""
    p, own = t.p, realm(t)
    p.neutral &= ~own
    p.held = [held & ~own for held in p.held]
    p.held[AXIS] |= own
    p.politics[joins(ITALY, AXIS)] = p.month
    for piece in recruits(t):
        p.cv[piece] = mustering.starting_cv(t.world)[piece]
    t.emit("joined", "20.22", nation=ITALY, side=t.world.powers[AXIS], way="event")
    t.ask("mobilizing", t.seat_of(AXIS), AXIS, nation=ITALY)


def recruits(t: Table) -> list[int]:
    """The units that take the field at once."""
    return [i for i in army(t.world, ITALY, AXIS) if t.world.units[i].name not in LATER]


def waiting(t: Table) -> int:
    """Those that are not placed yet."""
    later = t.world.later(AXIS)
    return from_iter(i for i in recruits(t) if t.p.at[i] == later)


def all_of_it(t: Table, seat: int, args: Args) -> int:
    return from_iter(recruits(t))


def not_placed(t: Table, seat: int, args: Args) -> int:
    """What stands on the map is built in Production (20.22/b)."""
    return waiting(t)


# Peacetime Production


def price(t: Table, piece: int) -> int:
    """A step costs what it costs at home, in the Med Front twice its Extreme Cost (20.22/b)."""
    if desert.is_resident(t, piece):
        return resident_price(t, piece)
    return int(t.world.kinds[t.world.units[piece].kind].cost[AXIS][STEP])


def resident_price(t: Table, piece: int) -> int:
    """Twice the Extreme Cost; HQs have none, and pay what the chart says (20.22/b, ruling E332)."""
    table = t.world.extra["extreme"].get(t.world.units[piece].kind)
    kind = t.world.units[piece].kind
    plain = int(t.world.kinds[kind].cost[t.world.units[piece].power][STEP])
    extreme = int(table[STEP]) if table and kind not in COMMANDERS else 0
    return DOUBLE * extreme if extreme else plain


def below_top(t: Table, seat: int, args: Args) -> int:
    """No block has more steps than its label (16.32)."""
    return from_iter(i for i in recruits(t) if t.p.cv[i] < t.world.units[i].top)


def payable(t: Table, seat: int, args: Args) -> int:
    """What was saved in peace pays, at double Extreme Costs in the Med; East Africa is out of supply (20.22/b)."""
    left = position(t).peacetime
    able = [i for i in recruits(t) if t.world.units[i].name != EAST_AFRICA]
    return from_iter(i for i in able if price(t, i) <= left)


class BuildUp(Verb):
    """``build It4inf``: an Italian block takes a step from what was saved in peace."""

    name = "build"
    levels = (
        Level("unit", PIECE, all_of_it, (Mask("20.22/b", not_placed), Mask("16.32", below_top),
                                         Mask("20.22/b", payable)), cost=lambda t, s, a, i: price(t, i)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        position(t).peacetime -= price(t, args[0])
        t.p.cv[args[0]] += 1
        t.emit("built_up", "16.32", to=(seat,), pieces=(args[0],), cv=t.p.cv[args[0]])


# Set-up


def places(t: Table, seat: int, args: Args) -> int:
    """East Africa in Ethiopia, residents one to a port of Libya, all others in Italy Proper and Albania (20.22/a)."""
    w, piece = t.world, args[0]
    if w.units[piece].name == EAST_AFRICA:
        return 1 << w.board.node(ETHIOPIA)
    if desert.is_resident(t, piece):
        taken = from_iter(t.p.at[i] for i in recruits(t))
        return land.region(w, "Libya") & from_iter(w.ports) & ~taken
    return land.region(w, ITALY, "Albania") & ~(1 << w.board.node("Rhodes"))


def owed_places(t: Table) -> list[int]:
    """The major cities of Italy, and Albania, that have no unit yet (20.22/a)."""
    stand = from_iter(t.p.at[i] for i in recruits(t) if t.p.at[i] < t.world.spans)
    cities = [1 << node for node in members(land.major_cities(t.world, ITALY))]
    return [nodes for nodes in (*cities, land.region(t.world, "Albania")) if not nodes & stand]


def cities_first(t: Table, seat: int, args: Args) -> int:
    """The last units are kept for the cities that have none (20.22/a)."""
    if desert.is_resident(t, args[0]):
        return -1
    left = sum(not desert.is_resident(t, i) for i in members(waiting(t)))
    owed = owed_places(t)
    return sum(owed) if left <= len(owed) else -1


def with_room(t: Table, seat: int, args: Args) -> int:
    """No hex takes more than it holds (6.21)."""
    return ~ground.filled(t, args[0]) & ~control.enemy_units(t, AXIS)


class Station(Verb):
    """``station It4inf Turin``: an Italian block takes the field."""

    name = "station"
    levels = (
        Level("unit", PIECE, all_of_it, (Mask("20.22/a", not_placed),)),
        Level("hex", NODE, lambda t, s, a: int(t.world.land),
              (Mask("20.22/a", places), Mask("20.22/a", cities_first), Mask("6.21", with_room))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        blocks.bring(t, piece, node, max(t.p.cv[piece], t.world.units[piece].last))
        t.title.comes_home(t, piece, node)
        t.emit("stationed", "20.22/a", to=(seat,), pieces=(piece,), nodes=(node,))


class Mobilizing(Step):
    """Italy is at war: its army is built up and placed (20.22)."""

    name = "mobilizing"
    rule = "20.22"
    kind = "question"
    verbs: tuple[Verb, ...] = (Station(), BuildUp())

    def begin(self, t: Table, f: Frame) -> None:
        position(t).peacetime = mustering.peacetime(t, ITALY)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if waiting(t) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        position(t).peacetime = 0

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Italy is at war: build its army up with {position(t).peacetime} points, and place it."
