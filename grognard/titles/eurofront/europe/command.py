"""Command over the fronts (5.3, 5.7): who may move whom at which price, Axis logistics, Hitler's standfast order."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import NODE, PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import blocks, command
from grognard.titles.systems.front.state import BLITZING, COMMAND, ROLES, month_text
from grognard.titles.systems.front.world import SHQ, SUPREME, World

from .. import fronts, tables
from ..fronts import EF, MF, NF, WF
from ..war.world import names_of
from . import objectives, purses
from .bulge import Bulge
from .declaring import Declare
from .nations import NATIONS, VICHY, army, belligerents
from .state import ALLIED, AXIS, SOVIET, Table, position
from .world import OWN_WAR

NORTH_HQ = "SvNth"
NEVER = 99
"""The price of a Supreme Move that an HQ cannot give."""
FULL, HALF = 1, 2
NATIONAL = ("finland", "sweden", "turkey")
"""The nations whose theater HQs move their own units alone (20.82, 20.91, 21.43)."""
EAST_OPENED = "EF active"
"""The event of the East Front's activation (21.22); its number is the month."""
THEATERS = {"Dietl": NF, "Mann": NF, "ME": MF, "AGAfr": MF, "CS": MF}
"""The HQs of the North and the Med (5.33/c)."""


@cache
def classes(w: World) -> tuple[str, ...]:
    """The front class of each block (2.8)."""
    known, names = tables.blocks(), [unit.name.removeprefix(OWN_WAR) for unit in w.units]
    return tuple(known[name].front_class if name in known else "" for name in names)


@cache
def home_front(w: World, piece: int) -> int:
    """The front that an HQ belongs to, or -1 (5.33/a, 5.33/b, 5.33/c)."""
    word = classes(w)[piece]
    if word.startswith("EF HQ"):
        return EF
    if word.startswith("WF HQ"):
        return WF
    return THEATERS.get(w.units[piece].name.removeprefix(OWN_WAR), -1)


# Axis logistics


def out_of_its_front(t: Table, piece: int) -> bool:
    """Axis HQs outside their normal front are disrupted (5.33, 21.25); those of the East are at home in the West too,
    those of the West in the temperate North (ruling E78)."""
    home, power = home_front(t.world, piece), t.p.power[piece]
    if power != AXIS or home < 0:
        return False
    front = fronts.of(t, t.p.at[piece])
    if home == EF:
        return front not in (EF, WF)
    if home == WF:
        return front == EF or bool(t.world.areas >> t.p.at[piece] & 1)
    return front != home


def no_blitz_abroad(t: Table, seat: int, args: Args) -> int:
    """An Axis HQ outside its normal front does not Blitz (5.33)."""
    if out_of_its_front(t, args[0]):
        return command.ALL_ROLES & ~command.roles_of(*BLITZING)
    return command.ALL_ROLES


def out_of_the_north(t: Table, hq: int) -> bool:
    """The Soviet North HQ is disrupted outside the North Front (20.54)."""
    return t.world.units[hq].name == NORTH_HQ and not fronts.land_of(t, NF) >> t.p.at[hq] & 1


def no_blitz_out_of_the_north(t: Table, seat: int, args: Args) -> int:
    """The Soviet North HQ does not Blitz outside the North Front (20.54)."""
    if out_of_the_north(t, args[0]):
        return command.ALL_ROLES & ~command.roles_of(*BLITZING)
    return command.ALL_ROLES


def standing_fast(t: Table, seat: int, args: Args) -> int:
    """In June 1944 the Axis activates no HQ of the East in its first turn (1944.1)."""
    p = t.p
    first = month_text(p.month) == t.world.scenario["months"][0] and p.fortnight == 1
    if p.active != AXIS or not first or t.world.scenario["months"][0] != "1944-06":
        return -1
    return ~blocks.inside(t, AXIS, fronts.land_of(t, EF))


ABROAD = (Mask("5.33", no_blitz_abroad), Mask("20.54", no_blitz_out_of_the_north))
PIECES = (*command.PIECE_MASKS, Mask("1944.1", standing_fast))


class Activate(command.Activate):
    """``activate OKW``: turn an HQ face-up with its role."""

    levels: tuple[Level, ...] = (
        Level("HQ", PIECE, blocks.mine, PIECES),
        Level(
            "role", WORD, lambda t, s, a: command.ALL_ROLES, (*command.ROLE_MASKS, *ABROAD),
            words=ROLES, optional=True,
        ),
    )  # fmt: skip


class Deploy(command.Deploy):
    """``deploy AGCen Minsk blitz``: activate an HQ and move it one hex."""

    levels: tuple[Level, ...] = (
        Level("HQ", PIECE, blocks.mine, (*command.Deploy.levels[0].masks, Mask("1944.1", standing_fast))),
        Level("hex", NODE, command.all_land, command.Deploy.levels[1].masks),
        Level(
            "role", WORD, command.Deploy.levels[2].universe,
            (*command.Deploy.levels[2].masks, *ABROAD), words=ROLES, optional=True,
        ),
    )  # fmt: skip


class Command(command.Command):
    """HQs are activated one by one (5.2)."""

    verbs: tuple[Verb, ...] = (Declare(), Bulge(), Activate(), Deploy(), End())


# Supreme Moves


def price(t: Table, hq: int, front: int) -> int:
    """What a Supreme Move of an HQ costs for a unit on a front (5.72): one where it stands, two across (5.721, 5.722),
    on a flex point one on the front that it names first (5.723); Med Front Victory makes Med and West one (17.63)."""
    p, here = position(t), fronts.of(t, t.p.at[hq])
    if front not in serves(t, hq):
        return NEVER
    flex = flex_fronts(t, hq)
    if front in flex:
        return FULL if p.cheap_front[hq] in (0, front + 1) else HALF
    joined = {front, here} == {WF, MF} and objectives.med_front_victory(t, p.power[hq])
    return FULL if front == here or joined or p.power[hq] == SOVIET else HALF


def price_for(t: Table, hq: int, piece: int) -> int:
    """What a Supreme Move of an HQ costs for a unit: Allied SHQs move Allied minors wherever they are (5.72/b), others
    by the front."""
    if allied_minors(t, hq) >> piece & 1:
        return FULL
    return price(t, hq, fronts.of(t, t.p.at[piece]))


def allied_minors(t: Table, hq: int) -> int:
    """The units of the minors beside the Allies, which any Allied SHQ may move (5.72/b, 5.34)."""
    if t.p.power[hq] != ALLIED or t.world.units[hq].kind != SHQ:
        return 0
    return _minors(t)


@cached_between_orders
def _minors(t: Table) -> int:
    own = [nation for nation, side in belligerents(t) if side == ALLIED and NATIONS[nation]["class"] == "minor"]
    return from_iter(i for nation in own if nation != VICHY for i in army(t.world, nation, ALLIED))


def serves(t: Table, hq: int) -> tuple[int, ...]:
    """The fronts that a supreme or theater HQ commands on (5.72/a, 5.72/b, 5.72/c): OKH in East and West, OKW in West,
    Med and North, the Allies where they stand and from West to Med or North and back, Stavka everywhere."""
    unit, here = t.world.units[hq], fronts.of(t, t.p.at[hq])
    if unit.name == "Stavka":
        return (WF, EF, MF, NF)
    if unit.name == "OKH":
        return (EF, WF, NF) if NF in flex_fronts(t, hq) else (EF, WF)
    if unit.name == "OKW":
        return across(t, hq) if here != EF else ()
    if home_front(t.world, hq) >= 0:
        return (home_front(t.world, hq),) if unit.nation != "finland" else (NF, EF)
    return (EF,) if here == EF else across(t, hq)


def across(t: Table, hq: int) -> tuple[int, ...]:
    """From the West an HQ commands in Med and North too, from these only in the West besides (5.721); who has won the
    Med has one front of Med and West (17.63), and a flex point lies on both its fronts (5.723)."""
    here, won = fronts.of(t, t.p.at[hq]), objectives.med_front_victory(t, t.p.power[hq])
    if here == WF or flex_fronts(t, hq) or (here == MF and won):
        return (WF, MF, NF)
    if here == MF:
        return (WF, MF)
    return (WF, MF, NF) if won else (WF, NF)


def flex_fronts(t: Table, hq: int) -> tuple[int, ...]:
    """The two fronts that an HQ commands with full effect by its choice from a flex point (5.723, 21.431)."""
    for place, axis, pair, leningrad, east in _flex_rows(t.world):
        if east is not None and east != east_at_work(t):
            continue
        if place == t.p.at[hq] and (not axis or t.p.power[hq] == AXIS):
            return pair if not leningrad or t.world.units[hq].name == "OKH" else ()
    return ()


def east_at_work(t: Table) -> bool:
    """Is the East Front active: not before it opens, nor when the Axis has taken all its allocation back (21.22)?"""
    begun = t.p.politics.get(EAST_OPENED) == t.p.month
    return purses.east_is_active(t) and (begun or position(t).allocated_east > 0)


@cache
def _flex_rows(w: World) -> tuple[tuple[int, bool, tuple[int, ...], bool, bool | None], ...]:
    """The flex points, with whether they need the East Front active or asleep."""
    needs = {"while the East Front is active": True, "while the East Front is inactive": False}
    return tuple(
        (w.board.node(row["place"]), row["who"] == "axis",
         tuple(fronts.FRONTS.index(front) for front in row["fronts"].split("|")), row["place"] == "Leningrad",
         needs.get(row["condition"]))
        for row in tables.rows("flex_points") if row["place"] in names_of(w.board)
    )  # fmt: skip


def givers(t: Table, power: int) -> tuple[int, ...]:
    """A power's active supreme and theater HQs with Supreme Moves left."""
    p = position(t)
    hqs = blocks.in_role(t, power, frozenset((COMMAND,))) & int(t.world.of_kind(*SUPREME))
    return tuple(hq for hq in members(hqs) if p.moves_left[hq] > 0)


def leads(t: Table, hq: int) -> int:
    """The units that an HQ may send at all: Mannerheim his Finns (20.62, 5.35), those of Sweden and Turkey their own
    (21.43, 20.91), others as the title has it."""
    nation = t.world.units[hq].nation
    if nation not in NATIONAL:
        return t.title.sends(t, hq)
    return from_iter(i for i, u in enumerate(t.world.units) if u.nation == nation)


def commanded(t: Table, piece: int) -> int:
    """The land of the fronts that the HQs command which have moves left for a unit (6.72); the East is no front of its
    own while it is at peace."""
    land = 0
    for hq in givers(t, t.p.active):
        if (leads(t, hq) & allied_minors(t, hq)) >> piece & 1:
            return -1
        if leads(t, hq) >> piece & 1:
            for front in serves(t, hq):
                land |= fronts.land_of(t, front)
    if not land:
        return -1
    return land if purses.east_is_active(t) else land | fronts.land_of(t, EF)


def movers(t: Table) -> int:
    """The units that some HQ has Supreme Moves left for, where they stand (5.72)."""
    p, power, found = position(t), t.p.active, 0
    for hq in givers(t, power):
        land = 0
        for front in range(4):
            if price(t, hq, front) <= p.moves_left[hq]:
                land |= fronts.land_of(t, front)
        found |= (blocks.inside(t, power, land) | blocks.of(t, power) & allied_minors(t, hq)) & leads(t, hq)
    return found


def moves_for(t: Table, piece: int) -> int:
    """The Supreme Moves that a unit may use: what the HQs that command its front have left at their price (5.72)."""
    p, hqs = position(t), givers(t, t.p.active)
    return sum(p.moves_left[hq] // price_for(t, hq, piece) for hq in hqs if leads(t, hq) >> piece & 1)


def spend(t: Table, piece: int, moves: int) -> None:
    """Supreme Moves are taken from the HQs that give them cheapest (5.721)."""
    p, front = position(t), fronts.of(t, t.p.at[piece])
    able = [hq for hq in givers(t, t.p.active) if leads(t, hq) >> piece & 1 and price_for(t, hq, piece) < NEVER]
    for hq in sorted(able, key=lambda hq: (price_for(t, hq, piece), hq)):
        cost = price_for(t, hq, piece)
        given = min(moves, p.moves_left[hq] // cost)
        if given and front in flex_fronts(t, hq) and not p.cheap_front[hq]:
            p.cheap_front[hq] = front + 1
        p.moves_left[hq] -= given * cost
        p.supreme[p.active] -= given * cost
        moves -= given
