"""Who goes to which convoy area (2.0-2.2): both sides assign U-boats and Escorts in secret, together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECES, WORD, Level, Verb
from grognard.engine.core.question import Blind, answer
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import tables as tb
from .. import world as w
from ..air import flights
from ..position import ACTIVE, AXIS, FRESH, WEST, AetoPosition, Table
from ..sea import ports, ships, waters
from ..seasonal import lendlease
from . import convoys, raiders

AREAS = ("North Atlantic Convoy", "Mid Atlantic Convoy", "South Atlantic Convoy", "Arctic West", "Arctic East")
WORDS = ("north_atlantic", "mid_atlantic", "south_atlantic", "arctic_west", "arctic_east", "arctic_north", "home")
NORTH = len(AREAS)
"""Arctic North, whose convoys have the Escorts of Arctic East (2.12, T37)."""
HOME = NORTH + 1
ARCTIC = (3, 4)
EAST = ARCTIC[1]
MOST_BOATS = 6
"""U-boat chits of one area (2.1)."""
LONG_RANGE = 12
"""Air units of so much range escort convoys (2.2)."""
GUARDS = (tb.DE, tb.DD, tb.CVE)
"""Ships that escort convoys (2.2)."""


def nodes(world: w.World) -> tuple[int, ...]:
    """The boxes of the areas; Arctic North has none, and is reached as Arctic East is."""
    return tuple(world.node(name) for name in AREAS)


def open_areas(t: Table) -> tuple[int, ...]:
    """The Atlantic, and the Arctic while its route is open (2.1, 8.1/arctic)."""
    north = (NORTH,) if raiders.arctic_north_open(t) else ()
    return (*(n for n in range(NORTH) if n not in ARCTIC or lendlease.arctic_open(t)), *north)


def of_kinds(t: Table, seat: int, kinds: tuple[int, ...]) -> int:
    """A seat's ships of some kinds, of powers at war."""
    p: AetoPosition = t.p
    at_war = among(*(power for power in t.powers_of(seat) if p.hostile[power]))
    return t.pieces_of(seat) & where(p.power, at_war) & where(p.kind, among(*kinds)) & ~where(p.steps, among(0))


def u_boats(t: Table, seat: int) -> int:
    """U-boats in supplied ports from which a way by sea is open (2.1)."""
    p: AetoPosition = t.p
    boats = of_kinds(t, seat, (tb.U_BOAT,))
    return from_iter(i for i in members(boats) if ports.feeds(t, p.power[i], p.at[i]))


def guards(t: Table, seat: int) -> int:
    """Escorts of the Western Allies in port or already on Convoy Duty (2.2)."""
    p: AetoPosition = t.p
    west = among(*(power for power in range(len(p.alliance)) if p.alliance[power] == WEST))
    found = of_kinds(t, seat, GUARDS) & where(p.power, west)
    boxes = from_iter(nodes(t.world))
    return from_iter(i for i in members(found) if (boxes | ports.open_to(t, p.power[i])) >> p.at[i] & 1)


def patrols(t: Table, seat: int) -> int:
    """Western air units of range 12 or more that have not flown: they may watch over an area for a month (2.2)."""
    p: AetoPosition = t.p
    west = among(*(power for power in range(len(p.alliance)) if p.alliance[power] == WEST))
    planes = of_kinds(t, seat, (tb.BOMBER, tb.HEAVY_BOMBER)) & where(p.power, west) & where(p.status, among(FRESH))
    return from_iter(i for i in members(planes) if flights.range_of(t, i) >= LONG_RANGE and not p.marked[i])


def in_air_reach(t: Table, piece: int, node: int) -> bool:
    """Is a box within an air unit's reach: a sea hex from which a lane leads there (2.2, S9)?"""
    edge = [there for there, _ in t.world.board.graph["lane"].links(node) if t.world.board.hexes >> there & 1]
    return any(flights.can_reach(t, piece, there) for there in edge)


def at_hand(t: Table, seat: int) -> int:
    """What a seat may assign."""
    return u_boats(t, seat) | guards(t, seat) | patrols(t, seat) | raiders.able(t, seat) | raiders.lookouts(t, seat)


def settled(f: Frame) -> tuple[int, ...]:
    """Pieces and areas that were settled so far, one after another."""
    found: tuple[int, ...] = f.get("settled", ())
    return found


def assignable(t: Table, seat: int, args: Args) -> int:
    """U-boats and Escorts that were not assigned yet."""
    return at_hand(t, seat) & ~from_iter(settled(t.frame)[::2])


def all_areas(t: Table, seat: int, args: Args) -> int:
    return (1 << len(WORDS)) - 1


def area_open(t: Table, seat: int, args: Args) -> int:
    """Arctic areas only while the route is open; Escorts may be called home (2.1, 2.2)."""
    return from_iter(open_areas(t)) | 1 << HOME


def six_boats(t: Table, seat: int, args: Args) -> int:
    """At most six U-boat chits in an area (2.1)."""
    boats = sum(t.p.kind[i] == tb.U_BOAT for i in args[0])
    there = [0] * len(WORDS)
    for piece, area in zip(settled(t.frame)[::2], settled(t.frame)[1::2], strict=True):
        there[area] += t.p.kind[piece] == tb.U_BOAT
    return from_iter(n for n in range(len(WORDS)) if n == HOME or not boats or there[n] + boats <= MOST_BOATS)


def two_raiders(t: Table, seat: int, args: Args) -> int:
    """At most two raiders in an area (2.1/raiders)."""
    hulls = sum(t.p.kind[i] in raiders.HULLS for i in args[0])
    there = [0] * len(WORDS)
    for piece, area in zip(settled(t.frame)[::2], settled(t.frame)[1::2], strict=True):
        there[area] += t.p.kind[piece] in raiders.HULLS
    most = raiders.MOST_RAIDERS
    return from_iter(n for n in range(len(WORDS)) if n == HOME or not hulls or there[n] + hulls <= most)


def no_escorts_north(t: Table, seat: int, args: Args) -> int:
    """Escorts are not sent to Arctic North: those of Arctic East go there with the convoys (2.12, T37)."""
    axis = all(t.p.alliance[t.p.power[i]] == AXIS for i in args[0])
    return -1 if axis else ~(1 << NORTH)


def within_reach(t: Table, seat: int, args: Args) -> int:
    """Air units need range: an area is within reach of each (2.2)."""
    boxes = (*nodes(t.world), nodes(t.world)[EAST])
    planes = [i for i in args[0] if t.p.kind[i] in tb.AIR]
    return from_iter(n for n in range(HOME) if all(in_air_reach(t, i, boxes[n]) for i in planes)) | 1 << HOME


def way_open(t: Table, seat: int, args: Args) -> int:
    """There is a way by sea from the port of each ship (2.1, 3.2)."""
    boxes = (*nodes(t.world), nodes(t.world)[EAST])
    hulls = [i for i in args[0] if t.p.kind[i] not in tb.AIR]
    return from_iter(n for n in range(HOME) if all(reaches(t, i, boxes[n]) for i in hulls)) | 1 << HOME


def reaches(t: Table, piece: int, node: int) -> bool:
    """Is a way by sea open to a box (3.2)?"""
    p: AetoPosition = t.p
    gates = waters.gates_shut(t, p.power[piece], p.kind[piece] in tb.SUBMARINES)
    return node in waters.ways(t.world, p.at[piece], 200, gates, waters.is_axis(p, p.power[piece]), 0)


class Assign(Verb):
    """``assign ger0ub@Brest . north_atlantic``: U-boats or Escorts go to an area, unseen until all have settled."""

    name = "assign"
    levels = (
        Level("ships", PIECES, assignable, closes=(Mask("2.1", lambda t, s, a: int(bool(a and a[0]))),)),
        Level(
            "area", WORD, all_areas,
            (
                Mask("2.1", area_open), Mask("2.1", six_boats), Mask("2.1/raiders", two_raiders),
                Mask("2.12", no_escorts_north), Mask("2.2", within_reach), Mask("3.2", way_open),
            ),
            words=WORDS,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        more = tuple(n for piece in args[0] for n in (piece, args[1]))
        t.swap(t.frame.hiding(settled=(*settled(t.frame), *more)))


class Settle(Verb):
    """``end``: the assignment is sealed."""

    name = "end"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        answer(t, seat, settled(t.frame))


def anybody(t: Table) -> bool:
    """Has anyone U-boats or Escorts to assign?"""
    return bool(t.world.settings.get("sea")) and any(at_hand(t, seat) for seat in range(len(t.seats)))


class Assigning(Step):
    """A seat settles who goes where, unseen."""

    name = "Strategic assignments"
    rule = "2.0"
    kind = "question"
    verbs = (Assign(), Settle())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        boats, escorts = u_boats(t, seat).bit_count(), guards(t, seat).bit_count()
        planes = patrols(t, seat).bit_count()
        planes += raiders.lookouts(t, seat).bit_count()
        hulls = raiders.able(t, seat).bit_count()
        listed = ((boats, "U-boat"), (hulls, "raider"), (escorts, "Escort"), (planes, "air unit"))
        have = ", ".join(f"{n} {what}{'s' if n > 1 else ''}" for n, what in listed if n)
        return f"Strategic Warfare: assign ships to convoy areas in secret ({have}), then end."


class Assignments(Blind):
    """Both sides assign in secret, together; all is shown when the last has settled."""

    name = "Strategic assignments"
    rule = "2.0"
    question = "assigning"

    def begin(self, t: Table, f: Frame) -> None:
        t.remember(seats=tuple(s for s in range(len(t.seats)) if at_hand(t, s)))

    def answered(self, t: Table, f: Frame, answers: dict[int, Any]) -> None:
        packs: dict[str, dict[int, list[int]]] = {sort: {} for sort in SORTS}
        for _, pairs in sorted(answers.items()):
            for piece, area in zip(pairs[::2], pairs[1::2], strict=True):
                sort = sort_of(t, piece)
                if sort == "escorts":
                    send(t, piece, area)
                elif area != HOME:
                    packs[sort].setdefault(area, []).append(piece)
                    if t.p.kind[piece] in tb.AIR:
                        t.p.status[piece] = ACTIVE
        stay_on_duty(t)
        duty = {area: [*found, *packs["patrols"].get(area, ())] for area, found in on_duty(t).items()}
        duty[NORTH] = list(duty[EAST])
        convoys.fight(t, packs["boats"], duty, packs["lookouts"])
        raiders.raid(t, packs["raiders"])


SORTS = ("boats", "raiders", "patrols", "lookouts", "escorts")


def sort_of(t: Table, piece: int) -> str:
    """As what a chit is assigned."""
    kind, axis = t.p.kind[piece], t.p.alliance[t.p.power[piece]] == AXIS
    if kind == tb.U_BOAT:
        return "boats"
    if kind in tb.AIR:
        return "lookouts" if axis else "patrols"
    return "raiders" if kind in raiders.HULLS else "escorts"


def send(t: Table, piece: int, area: int) -> None:
    """An Escort goes to its area, or home to the nearest open port (2.2)."""
    there = nodes(t.world)[area] if area != HOME else ports.refuge(t, piece)
    here = t.p.at[piece]
    if there >= 0 and there != here and not (area == HOME and here not in nodes(t.world)):
        t.emit("convoy_duty", "2.2", pieces=(piece,), nodes=(here, there))
        t.place(piece, there)


def stay_on_duty(t: Table) -> None:
    """Escorts stay until they are recalled, and are Committed (2.2, viii.7)."""
    for found in on_duty(t).values():
        for i in found:
            t.p.status[i] = ACTIVE


def on_duty(t: Table) -> Mapping[int, list[int]]:
    """The Escorts of each area (2.2)."""
    p: AetoPosition = t.p
    return {
        area: [i for i in ships.ships_at(t, node) if p.kind[i] in GUARDS and p.alliance[p.power[i]] == WEST]
        for area, node in enumerate(nodes(t.world))
    }
