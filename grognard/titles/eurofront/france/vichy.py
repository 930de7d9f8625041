"""Vichy goes to war (20.484): for the Axis if the Allies attack it, as Free French if the Axis does; its supply, its
fall."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_by
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, ground, supply
from grognard.titles.systems.front.world import World

from ..europe import cooperation
from ..europe.mustering import starting_cv
from ..europe.nations import army, attacked, defeated, joins
from ..europe.surrender import beaten_minor, conquer, fall
from ..europe.vichy import tribute
from ..war import supply as war_supply
from . import land
from .state import ALLIED, AXIS, Table

VICHY = "Vichy"
CAPITAL = "Lyon"


def side(t: Table) -> int:
    """The side that Vichy fights for, or -1."""
    if defeated(VICHY) in t.p.politics:
        return -1
    return next((power for power in (AXIS, ALLIED) if joins(VICHY, power) in t.p.politics), -1)


def is_neutral(t: Table) -> bool:
    """Is there a neutral Vichy (20.48)?"""
    return bool(land.cooperates(t))


@rule("20.484")
def attack(t: Table) -> None:
    """Whoever declares war on Vichy drives it to the other side, the Axis to Free France (20.484/a, 20.488)."""
    p, power = t.p, ALLIED if t.p.active == AXIS else AXIS
    own = land.cooperates(t)
    p.neutral &= ~own
    p.held[power] |= own
    p.politics[joins(VICHY, power)] = p.month
    p.politics[attacked(VICHY)] = p.month
    for piece in army(t.world, VICHY, power):
        p.cv[piece] = starting_cv(t.world)[piece]
    t.emit("joined", "20.484", nation=VICHY, side=t.world.powers[power], way="war")
    t.ask("rallying", t.seat_of(power), power, nation=VICHY)


# Cooperation


def ceded(t: Table, power: int) -> int:
    """What the neutrals that cooperate with a side give it (16.21/a, 20.482)."""
    return cooperation.points(t, power) + (tribute(t) if power == AXIS else 0)


# Set-up


def recruits(t: Table) -> tuple[int, ...]:
    """The units of Vichy on its side."""
    return army(t.world, VICHY, t.frame.power)


def waiting(t: Table) -> int:
    """Those that are not placed yet."""
    later = t.world.later(t.frame.power)
    return from_iter(i for i in recruits(t) if t.p.at[i] == later)


def is_colonial(t: Table, piece: int) -> bool:
    """Is a unit a resident of the Med Front?"""
    return str(t.world.extra["front class"][piece]) == "MF resident"


def all_of_them(t: Table, seat: int, args: Args) -> int:
    return from_iter(recruits(t))


def not_placed(t: Table, seat: int, args: Args) -> int:
    return waiting(t)


def african_ports(w: World) -> int:
    """The ports of French North Africa and the hexes next to them (20.484)."""
    ports = from_iter(w.ports) & land.north_africa(w)
    return (ports | step(ports, w.board.around)) & land.region(w, *land.COLONIES)


def places(t: Table, seat: int, args: Args) -> int:
    """Residents in or next to ports of French North Africa, the other two in Vichy's part of France (20.484)."""
    own = t.p.held[t.frame.power]
    home = african_ports(t.world) if is_colonial(t, args[0]) else land.region(t.world, VICHY, "Corsica")
    return home & own


def colonies_first(t: Table, seat: int, args: Args) -> int:
    """Each colony gets a unit (20.484)."""
    if not is_colonial(t, args[0]):
        return -1
    stand = from_iter(t.p.at[i] for i in recruits(t) if t.p.at[i] < t.world.spans)
    colonies = [land.region(t.world, name) for name in land.COLONIES]
    bare = [own for own in colonies if not own & stand and own & t.p.held[t.frame.power]]
    left = sum(is_colonial(t, i) for i in members(waiting(t)))
    return sum(bare) if left <= len(bare) else -1


def one_a_hex(t: Table, seat: int, args: Args) -> int:
    """Minors set up one unit a hex (16.31)."""
    taken = from_iter(t.p.at[i] for i in recruits(t))
    return ~taken & ~ground.filled(t, args[0]) & ~control.enemy_units(t, t.frame.power)


class Rally(Verb):
    """``station ViTunstat Tunis``: a unit of Vichy takes the field."""

    name = "station"
    levels = (
        Level("unit", PIECE, all_of_them, (Mask("20.484", not_placed),)),
        Level("hex", NODE, lambda t, s, a: int(t.world.land),
              (Mask("20.484", places), Mask("20.484", colonies_first), Mask("16.31", one_a_hex))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        blocks.bring(t, piece, node, max(t.p.cv[piece], t.world.units[piece].last))
        t.title.comes_home(t, piece, node)
        t.emit("stationed", "20.484", to=(seat,), pieces=(piece,), nodes=(node,))


class Rallying(Step):
    """Vichy is at war: its army takes the field (20.484)."""

    name = "rallying"
    rule = "20.484"
    kind = "question"
    verbs: tuple[Verb, ...] = (Rally(),)

    def begin(self, t: Table, f: Frame) -> None:
        for piece in members(waiting(t)):
            if not places(t, f.seat, (piece,)) & one_a_hex(t, f.seat, (piece,)):
                t.place(piece, t.world.lost(f.power))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if waiting(t) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Vichy is at war: place its army, in each colony a unit."


# Supply and defeat


@cached_by(lambda t, capital, power: (capital, supply.joins(t, power)))
def fed_from(t: Table, capital: str, power: int) -> int:
    """Where Vichy's units are supplied from Lyon, or from a colony's capital, that has National Supply (20.485)."""
    node = t.world.board.node(capital)
    if not t.p.held[power] >> node & 1:
        return 0
    if war_supply.national_supply(t, power, node, t.world.board.node("Berlin")) != war_supply.FULL:
        return 0
    return supply.supply_lines(t, power, war_supply.from_capital(t, power, node))


def starving(t: Table) -> int:
    """The units of an Axis Vichy that neither Lyon nor, for residents, a colony's capital supplies (20.485)."""
    if side(t) != AXIS:
        return 0
    home = fed_from(t, CAPITAL, AXIS)
    africa = home
    for capital in land.COLONIES.values():
        africa |= fed_from(t, capital, AXIS)
    own = [i for i in army(t.world, VICHY, AXIS) if t.p.at[i] < t.world.spans]
    return from_iter(i for i in own if not (africa if is_colonial(t, i) else home) >> t.p.at[i] & 1)


def fate(t: Table) -> None:
    """Vichy falls as a minor does, and its lands go to who alone stands in them later (16.9/b, 16.92)."""
    if defeated(VICHY) in t.p.politics:
        for name in (VICHY, *land.COLONIES):
            conquer(t, name, land.region(t.world, name))
        return
    power = side(t)
    if power >= 0 and beaten_minor(t, VICHY, power):
        t.emit("defeated", "16.9/b", nation=VICHY)
        fall(t, VICHY, power)
