"""Fire (7.3): what a unit hits with, whom the hits fall on, and what a hit does."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level
from grognard.engine.core.question import Choose, Question
from grognard.engine.core.rules import Args, Mask

from . import blocks, weather
from .control import defender_of
from .defense import FORTRESS, NO_HITS, hits_per_step, is_sound, unsupported
from .state import MUD, SNOW, Table
from .world import AMPHIBIOUS, COMMANDERS, FORT, MOUNTAIN, STATIC

SF, DF, TF, NONE = 6, 5, 4, 7
THROWN_BACK = 2
"""``fired`` of a unit that was repulsed in this round."""
PLAIN = 3
"""What a block without a kind of its own would hit with: nothing that the rules know."""


def rating(t: Table, piece: int, node: int, passive: bool) -> int:
    """The lowest number that hits (7.32, 2.27): the kind's fire, raised by what helps it, then held down by marsh
    and Mud."""
    w = t.world
    unit = w.units[piece]
    if unit.kind in COMMANDERS:
        return NONE
    need: int = _own_fire(t, piece, passive)
    need = t.title.fire_of(t, piece, node, passive, min(need, _helped(t, piece, node, passive)))
    if not passive and _hampered(t, piece, node):
        need = SF
    return need


def _own_fire(t: Table, piece: int, passive: bool) -> int:
    """What the block is printed with; an unsupplied fort loses its TF (2.26/d, 2.2, 2.26/b, 2.65)."""
    unit = t.world.units[piece]
    kind = t.world.kinds[unit.kind]
    if unit.kind == FORT and not is_sound(t, piece):
        return SF
    fire: tuple[int, int] = kind.ss_fire if unit.ss else kind.fire
    return fire[1 if passive else 0]


def _helped(t: Table, piece: int, node: int, passive: bool) -> int:
    """The best that the place gives a unit's fire: mountains, its beachhead, a city, a fortress."""
    best = min(_in_mountains(t, piece, node), _at_beachhead(t, piece, node))
    if not passive:
        return best
    return min(best, _in_city(t, node), _in_fortress(t, piece, node), _in_half_fortress(t, piece, node))


def _in_mountains(t: Table, piece: int, node: int) -> int:
    """Mountain units fire DF in mountains, those of the SS TF, but not in Mud (7.32/c, 2.62, 2.65)."""
    unit = t.world.units[piece]
    if unit.kind != MOUNTAIN or not t.world.mountain >> node & 1 or weather.at(t, node) == MUD:
        return NONE
    return TF if unit.ss else DF


def _at_beachhead(t: Table, piece: int, node: int) -> int:
    """An amphibious unit fires DF at its own beachhead, while that works (15.5/a)."""
    unit = t.world.units[piece]
    own = unit.kind == AMPHIBIOUS and t.p.beachheads.get(unit.beachhead, -1) == node
    return DF if own and t.title.beachhead_works(t, node) else NONE


def _in_city(t: Table, node: int) -> int:
    """In a Major City defensive fire is DF at least (7.32/b)."""
    return DF if t.world.cities >> node & 1 else NONE


def _in_fortress(t: Table, piece: int, node: int) -> int:
    """The largest defender of a fortress fires TF (1.46/b)."""
    return TF if t.world.fortresses >> node & 1 and keeps_fortress(t, piece, node) else NONE


def _in_half_fortress(t: Table, piece: int, node: int) -> int:
    """The largest defender of half a fortress fires DF."""
    return DF if t.title.half_fortress(t, piece, node) and keeps_fortress(t, piece, node) else NONE


def keeps_fortress(t: Table, piece: int, node: int) -> bool:
    """Is it the largest Original Defender of a fortress, of equals the one whose own fire is weakest (7.32/d)?"""
    p = t.p
    if defender_of(p, node) != p.power[piece]:
        return False
    able = [i for i in blocks.of_side(t, node, p.power[piece]) if t.world.units[i].kind not in COMMANDERS]
    return piece == max(able, key=lambda i: (p.cv[i], _own_fire(t, i, True)))


def _hampered(t: Table, piece: int, node: int) -> bool:
    """Is a unit held to SF in offensive fire by the ground or the weather?"""
    now = weather.at(t, node)
    return _in_marsh(t, node, now) or _in_mud(t, piece, node, now)


def _in_marsh(t: Table, node: int, now: int) -> bool:
    """In marsh that is not frozen offensive fire is SF (7.32/a, 1.34/a)."""
    return bool(t.world.marsh >> node & 1) and now != SNOW


def _in_mud(t: Table, piece: int, node: int, now: int) -> bool:
    """In Mud offensive fire is SF (12.23/a); Axis armor keeps its own in the Bulge turn."""
    return now == MUD and not t.title.fires_in_mud(t, piece, node)


def shoots(t: Table, piece: int, node: int, passive: bool) -> bool:
    """Has a unit dice to throw?"""
    return t.p.cv[piece] > 0 and rating(t, piece, node, passive) <= 6


def dice_of(t: Table, piece: int, node: int, passive: bool) -> tuple[tuple[int, ...], int]:
    """A unit fires: a die a CV (7.31, 7.32); the faces and the hits."""
    need = rating(t, piece, node, passive)
    faces = t.rolls("fire", t.p.cv[piece])
    hits = sum(face >= need for face in faces)
    t.emit("fired", "7.22", pieces=(piece,), nodes=(node,), dice=faces, hits=hits, needs=need)
    return faces, hits


# Losses


def thrown_back(t: Table, power: int) -> list[int]:
    """The units of a power that the battle of this round has repulsed."""
    return [i for i in blocks.on_map(t, power) if t.p.fired[i] == THROWN_BACK]


def in_the_fire(t: Table, node: int, power: int) -> list[int]:
    """The units of a side that hits may fall on: those in the battle, then the repulsed (7.51/b)."""
    return blocks.of_side(t, node, power) or thrown_back(t, power)


def targets(t: Table, node: int, power: int, passive: bool) -> list[int]:
    """Whom the next hit may fall on: who carries a partial hit (7.34/a), else the strongest (7.33/a, 7.33/c)."""
    p = t.p
    units = in_the_fire(t, node, power)
    if not units:
        return []
    carriers = [i for i in units if p.hits[i] > 0]
    if carriers:
        return carriers
    most = max(p.cv[i] for i in units)
    units = [i for i in units if p.cv[i] == most]
    if passive and len(units) > 1:
        softer = [i for i in units if not is_sound(t, i)]
        units = softer or units
    return units


def take_hit(t: Table, piece: int, node: int, passive: bool, strike: bool) -> None:
    """A hit is a step, or a part of one for a passive unit with double or triple defense (7.33, 13.15/a, 7.33/b)."""
    p = t.p
    supported = bool(p.supported >> node & 1)
    per = hits_per_step(t, piece, node, passive=passive, supported=supported)
    p.hits[piece] += 1
    if p.hits[piece] < per:
        return
    p.hits[piece] = 0
    blocks.lose_step(t, piece, "7.33/b")
    if p.at[piece] < t.world.spans:
        t.emit("step_lost", "7.33", pieces=(piece,), nodes=(p.at[piece],))


def untouchable(t: Table, node: int, power: int, passive: bool) -> bool:
    """Is it a fortress that no hit of this fire can hurt?"""
    p = t.p
    if not passive or p.supported >> node & 1 or not t.world.fortresses >> node & 1:
        return False
    return defender_of(p, node) == power and unsupported(t, FORTRESS) == NO_HITS


def lone_statics(t: Table, node: int) -> None:
    """Statics at zero that are engaged without other company are eliminated (2.25/a)."""
    p = t.p
    for power in range(len(p.occupied)):
        units = [i for i in p.stack(node) if p.power[i] == power]
        if units and all(t.world.units[i].kind == STATIC and p.cv[i] == 0 for i in units):
            for i in units:
                blocks.eliminate(t, i, "2.25/a")


def candidates(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return from_iter(in_the_fire(t, f["node"], f.power))


def may_take(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return from_iter(targets(t, f["node"], f.power, f["passive"]))


def unhurt_first(t: Table, seat: int, args: Args) -> int:
    """A unit that carries a partial hit takes the next (7.34/a)."""
    f = t.frame
    carriers = [i for i in in_the_fire(t, f["node"], f.power) if t.p.hits[i] > 0]
    return from_iter(carriers) if carriers else -1


class Lose(Choose):
    """``lose 84inf``: who takes the next hit."""

    name = "lose"
    levels = (Level("unit", PIECE, candidates, (Mask("7.34/a", unhurt_first), Mask("7.33/a", may_take))),)


class Losses(Question):
    """Hits fall one by one on the strongest; the owner chooses among equals (7.33/a). All is face-up."""

    name = "losses"
    rule = "7.33/a"
    verbs = (Lose(),)

    def open_to(self, t: Table, f: Frame) -> int:
        return from_iter(targets(t, f["node"], f.power, f["passive"])) if f["hits"] > 0 else 0

    def chosen(self, t: Table, f: Frame, piece: int) -> None:
        t.remember(hits=f["hits"] - 1)
        take_hit(t, piece, f["node"], f["passive"], f["strike"])

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        hits = "One hit" if f["hits"] == 1 else f"{f['hits']} hits"
        return f"{hits} at {t.node_name(f['node'])}: choose which of the strongest units takes the next."


def inflict(t: Table, node: int, power: int, hits: int, passive: bool, strike: bool = False) -> None:
    """Put hits to the side that takes them."""
    if hits and not untouchable(t, node, power, passive):
        t.ask("losses", t.seat_of(power), power, node=node, hits=hits, passive=passive, strike=strike)
