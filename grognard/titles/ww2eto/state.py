"""The position: strength-point units in slots, control, war states, pools and counters.

A unit is a slot: kind, nation and strength are columns, for rules change them all; ``power`` says who owns it now.
Flags that a phase sets on units are sets of slots (``moved``, ``marked`` ...). Control is three things (R044):
``*_ground`` for supply (9.13), ``*_hexes`` and ``*_countries`` for ports and rail (5.65, 5.61), ``axis_centers`` for
Resource Centers (10.34/d). ``army``, ``corps``, ``mechs``, ``paras``, ``fixed``, ``doubled``, ``tripled``,
``paired``, ``twins``, ``light``, ``weight``, ``bulk`` and ``points`` are kept up to date by put, lift and resize, like
``occupied``, and are no state of their own.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import attrgetter, or_
from typing import Any

from grognard.board.hexset import first, from_iter, members
from grognard.engine.core import table
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.position import Picked, Position, bitset, by_power, column, derived, number, record
from grognard.engine.title import Title

from . import world as w
from .title import POWERS

SLOTS = 512
PEACETIME, LIMITED_WAR, WAR_PRODUCTION = 0, 1, 2
ITALY_NEUTRAL, ITALY_ACTIVE, ITALY_SURRENDERED = 0, 1, 2
NO_VICHY, VICHY_NEUTRAL, VICHY_SWUNG, VICHY_CLOSED = 0, 1, 2, 3
FIXED_KINDS = (w.GARRISON, w.PARTISAN)
ALL_POWERS = (1 << len(POWERS)) - 1
NAMED = tuple(members(powers) for powers in range(ALL_POWERS + 1))
"""The powers of each set of powers."""
FEW = 512
"""So many answers of a rule that follow from who stands where are kept: the next move makes new ones."""
LIGHT = 3
"""No column of the table destroys more points than this for certain, so more are never overrun (8.43)."""


class EtoPosition(Position):
    """Everything that a game of World War Two ETO is at one moment."""

    kind = column()
    nation = column()
    strength = column()
    left = column()  # movement points left after a move, for an overrun or what follows it
    isolated = column()  # whole Combat Phases spent out of supply (9.62)
    target = column(-1)  # the hex that a landing or drop is aimed at, while it is under way
    origin = column(-1)  # the port that a landing came from
    # sets of slots
    moved = bitset()  # moved in this phase or an earlier movement phase of the Player-Turn
    overran = bitset()  # took part in an overrun in this phase (8.48/e)
    marked = bitset()  # turned face down for rail (4.2/A1b)
    railed = bitset()  # has used its rail move
    zoned = bitset()  # was in an enemy zone in its Player-Turn (5.63)
    fought = bitset()  # attacked in this Combat Phase (8.14)
    struck = bitset()  # was attacked in this Combat Phase (8.14)
    retreated = bitset()  # retreated and does not defend (7.13)
    cut = bitset()  # out of supply when this Combat Phase began (9.62)
    frozen = bitset()  # aborted at sea or landing, moves no more in this Player-Turn (6.51, 5.84/a)
    landing = bitset()  # takes part in an amphibious assault from the sea (5.85)
    dropped = bitset()  # paratroops that dropped in this Player-Turn (16.74)
    shipped = bitset()  # moved by naval transport in this Player-Turn
    arrived = bitset()  # placed in this Player-Turn
    attached = bitset()  # Russians on Western supply since Allied ships carried them (16.85)
    # sets of hexes
    sealed = bitset()  # land of neutrals: zones do not cross its border (6.0/e)
    axis_ground = bitset()
    allied_ground = bitset()
    soviet_ground = bitset()  # last to move through, or owner before the war (9.13)
    axis_hexes = bitset()
    allied_hexes = bitset()
    soviet_hexes = bitset()  # friendly by 5.65 at the end of the last Game-Turn
    axis_trod = bitset()
    allied_trod = bitset()
    soviet_trod = bitset()  # with units last in this Game-Turn, no enemy zone since (5.65)
    axis_centers = bitset()  # Russian Resource Centers that the Axis was last to hold (10.34/d)
    vichy_ground = bitset()  # Vichy territory (14.13)
    landed = bitset()  # hexes that received a landing in this Player-Turn (5.83)
    # sets of countries, by index; one more for Unoccupied France (R201)
    invaded = bitset()  # entered or attacked by the Axis
    invaded_by_allies = bitset()
    invaded_by_soviets = bitset()
    axis_countries = bitset()
    allied_countries = bitset()
    soviet_countries = bitset()  # friendly or conquered by 5.61
    axis_passed = bitset()
    allied_passed = bitset()
    soviet_passed = bitset()  # this side was last in them in this Game-Turn (5.61)
    # by side: what the Axis, the Western Allies and the Soviets hold by each notion of control (R044)
    grounds = Picked("axis_ground", "allied_ground", "soviet_ground")
    friendly_hexes = Picked("axis_hexes", "allied_hexes", "soviet_hexes")
    friendly_countries = Picked("axis_countries", "allied_countries", "soviet_countries")
    trod = Picked("axis_trod", "allied_trod", "soviet_trod")
    passed = Picked("axis_passed", "allied_passed", "soviet_passed")
    invaded_by = Picked("invaded", "invaded_by_allies", "invaded_by_soviets")
    lost = number()  # the node of units that are no more
    hexes = number()  # nodes below this are hexes
    turn = number(1)  # index of turns.csv
    last = number(23)
    player = number()  # the power whose Player-Turn it is
    phase = number()  # 1 to 8
    russia = number(PEACETIME)
    russia_at_war = number()
    russia_invaded_on = number()  # index of the turn in which the pre-1939 border was crossed
    russia_attacked_on = number()  # last turn in which the Axis attacked into pre-1939 Russia (10.74)
    partition_entered_on = number()  # turn of the German entry of 14.31
    finns_free = number()  # a Russian crossed the Finnish border (16.41)
    finns_attacked = number()  # a Russian attacked a Finn (16.42)
    italy = number(ITALY_NEUTRAL)
    italy_lost = number()
    italy_invaded = number()
    vichy = number(NO_VICHY)
    vichy_swung = number()
    france_attacked_on = number()
    home_garrison = number(1)  # Britain had its three points at the end of the last Game-Turn (14.23)
    sweden_halved = number()
    rate_debt = number()  # points owed to partisans (16.58)
    german_replacements = number()  # taken in this calendar year (10.62)
    german_amphibious = number()
    german_naval = number()
    naval_used = number()
    amphibious_used = number()
    amphibious_used_before = number()
    russian_resources = number()  # sum of the last computation (4.2/B8)
    lend_lease_limit = number(-1)  # what the Allied player lets through with three players (16.86)
    mediterranean_lost_on = number()  # turn in which the Axis came to hold Gibraltar and Suez (9.32/a)
    russia_empty_on = number()  # turn in which the last Russian unit left Russia (14.4)
    friends = by_power()
    pool = record()
    """Strength points lost: ``nation/turn`` (T/pool)."""
    fallen = record()
    """Strength points lost in combat alone: ``nation/turn`` (10.81)."""
    due = record()
    """Points still to be placed in this phase, or waiting: ``nation/place``."""
    chosen = record()
    """What a nation takes in this phase: reinforcements or replacements."""
    used = record()
    """Transport points used in this Player-Turn: ``nation/sea``."""
    converting = record()
    """German amphibious points on their way to naval points: turn -> points (5.79)."""
    notes = record()
    books = record()
    """Strength points that came (above zero) and went by nation since the start, written down by what makes them."""

    army = derived(list[int])
    corps = derived(list[int])
    mechs = derived(int)
    paras = derived(int)
    fixed = derived(int)
    doubled = derived(int)
    """Hexes with at least two units."""
    tripled = derived(int)
    """Hexes with at least three."""
    grouped = derived(int)
    """Units beside any other."""
    paired = derived(int)
    """Units beside another of their power, nation and kind."""
    twins = derived(int)
    """Units beside another of their nation, kind and strength: nothing tells them apart."""
    light = derived(int)
    """Hexes whose units have at most three strength points together."""
    weight = derived(dict[int, int])
    """The strength points in each hex that has any."""
    bulk = derived(dict[int, int])
    """The hexes of each weight."""
    points = derived(dict[int, int])
    """The units of each strength, those in boxes too."""

    def __init__(self, pieces: int, nodes: int, powers: int) -> None:
        super().__init__(pieces, nodes, powers)
        self._stand_down(powers)

    def _stand_down(self, powers: int) -> None:
        self.army, self.corps = [0] * powers, [0] * len(w.NATIONS)
        self.mechs = self.paras = self.fixed = self.doubled = self.tripled = 0
        self.grouped = self.paired = self.twins = self.light = 0
        self.weight, self.bulk = {}, {}
        self.points = {}

    def version_abroad(self, power: int) -> int:
        """Stands for where the units of all who are no friends of a power are, in a key."""
        others = ALL_POWERS & ~(self.friends[power] | 1 << power) | self.hostile[power]
        return max(map(self.versions.__getitem__, NAMED[others]))

    def held(self, powers: int) -> int:
        """Hexes with units of any of some powers."""
        found, occupied = 0, self.occupied
        for power in NAMED[powers & ALL_POWERS]:
            found |= occupied[power]
        return found

    def army_of(self, powers: int) -> int:
        """The units of some powers on the map."""
        bits = 0
        for power in NAMED[powers & ALL_POWERS]:
            bits |= self.army[power]
        return bits

    def noted(self, prefix: str) -> list[str]:
        """The notes that begin with a word."""
        return [key for key in self.notes if key.startswith(prefix)]

    def units_in(self, hexes: int, powers: int = -1) -> int:
        """The units in some hexes; with ``powers`` those that stand where they do."""
        found, stacks = 0, self.stacks
        for node in members(hexes & self.held(powers)):
            for piece in stacks.get(node, ()):
                found |= 1 << piece
        return found

    def of_at_most(self, points: int) -> int:
        """The units of at most so many strength points."""
        found = 0
        for strength, units in self.points.items():
            if strength <= points:
                found |= units
        return found

    def free_slots(self) -> int:
        """The slots that no unit is in."""
        taken = 0
        for units in self.points.values():
            taken |= units
        return (1 << len(self.at)) - 1 & ~taken

    def put(self, piece: int, node: int) -> None:
        """Stand a unit on a node; a unit put on ``lost`` is in no stack."""
        before = self.at[piece]
        stood, stands = before != self.lost and self._unstack(piece, before), node != self.lost
        self.at[piece] = node
        if stands:
            self._stack(piece, node)
        if stood != stands:
            self._count(piece)
        self.changed(self.power[piece])
        serves = node < self.hexes
        if serves != (stood and before < self.hexes):
            if serves:
                self._enlist(piece)
            else:
                self._discharge(piece)

    def _stack(self, piece: int, node: int) -> None:
        bit = 1 << node
        stack = self.stacks.get(node)
        if stack is None:
            self.stacks[node] = (piece,)
        else:
            self.stacks[node] = together = tuple(sorted((*stack, piece)))
            self.doubled |= bit
            self.grouped |= 1 << piece | 1 << stack[0]
            if len(stack) > 1:
                self.tripled |= bit
            self._compare(together)
        self.occupied[self.power[piece]] |= bit
        self._weigh(node, self.strength[piece])

    def _unstack(self, piece: int, node: int) -> bool:
        """Take a unit out of the stack of a node, if it is in it."""
        stack = self.stacks.get(node, ())
        if piece not in stack:
            return False
        power, powers, keep = self.power[piece], self.power, ~(1 << node)
        if len(stack) == 1:
            del self.stacks[node]
            self.occupied[power] &= keep
        else:
            self.grouped &= ~(1 << piece)
            self.paired &= ~(1 << piece)
            self.twins &= ~(1 << piece)
            rest = self.stacks[node] = tuple([i for i in stack if i != piece])
            if len(rest) == 1:
                self.doubled &= keep
                self.grouped &= ~(1 << rest[0])
            elif len(rest) == 2:
                self.tripled &= keep
            self._compare(rest)
            if power not in [powers[i] for i in rest]:
                self.occupied[power] &= keep
        self._weigh(node, -self.strength[piece])
        return True

    def _weigh(self, node: int, points: int) -> None:
        """Strength points have come to a node, or left it."""
        before, bit = self.weight.get(node, 0), 1 << node
        now = self.weight[node] = before + points
        if before:
            self.bulk[before] ^= bit
        if now:
            self.bulk[now] = self.bulk.get(now, 0) | bit
        else:
            del self.weight[node]
        self.light = self.light | bit if 0 < now <= LIGHT else self.light & ~bit

    def _compare(self, stack: tuple[int, ...]) -> None:
        """Which units of a stack are like another of it?"""
        nation, kind, power, strength = self.nation, self.kind, self.power, self.strength
        paired = twins = 0
        for i, j in combinations(stack, 2):
            couple = 1 << i | 1 << j
            if nation[i] == nation[j] and kind[i] == kind[j]:
                if power[i] == power[j]:
                    paired |= couple
                if strength[i] == strength[j]:
                    twins |= couple
        others = ~from_iter(stack)
        self.paired = self.paired & others | paired
        self.twins = self.twins & others | twins

    def _count(self, piece: int) -> None:
        """A unit is one more of its strength, or one less."""
        self.points[self.strength[piece]] = self.points.get(self.strength[piece], 0) ^ 1 << piece

    def resize(self, piece: int, points: int) -> None:
        """A unit gains strength points, or loses some (below zero)."""
        stands = self.at[piece] != self.lost
        if stands:
            self._count(piece)
        self.strength[piece] += points
        if stands:
            self._count(piece)
            self._weigh(self.at[piece], points)
            self._compare(self.stacks[self.at[piece]])
            self.changed(self.power[piece])

    def _enlist(self, piece: int) -> None:
        """A unit on the map is of its power's army and its nation's corps."""
        bit = 1 << piece
        self.army[self.power[piece]] |= bit
        self.corps[self.nation[piece]] |= bit
        kind = self.kind[piece]
        if kind == w.MECHANIZED:
            self.mechs |= bit
        elif kind == w.PARACHUTE:
            self.paras |= bit
        elif kind in FIXED_KINDS:
            self.fixed |= bit

    def _discharge(self, piece: int) -> None:
        keep = ~(1 << piece)
        self.army[self.power[piece]] &= keep
        self.corps[self.nation[piece]] &= keep
        self.mechs &= keep
        self.paras &= keep
        self.fixed &= keep

    def lift(self, piece: int) -> None:
        """Take a unit out of its stack."""
        if self._unstack(piece, self.at[piece]):
            self._count(piece)
            self.changed(self.power[piece])
            self._discharge(piece)

    def change(self, piece: int, kind: int | None = None, nation: int | None = None, power: int | None = None) -> None:
        """A unit becomes of another kind, nation or power where it stands."""
        node = self.at[piece]
        self.lift(piece)
        self.at[piece] = self.lost
        if kind is not None:
            self.kind[piece] = kind
        if nation is not None:
            self.book(self.nation[piece], -self.strength[piece])
            self.nation[piece] = nation
            self.book(nation, self.strength[piece])
        if power is not None:
            self.power[piece] = power
        self.put(piece, node)

    def give(self, piece: int, power: int) -> None:
        self.change(piece, power=power)

    def restack(self) -> None:
        """Work out stacks, occupied sets and armies from the columns."""
        stacks: dict[int, list[int]] = {}
        self.occupied = [0] * len(self.occupied)
        self._stand_down(len(self.occupied))
        for piece, node in enumerate(self.at):
            if node == self.lost:
                continue
            stacks.setdefault(node, []).append(piece)
            self.occupied[self.power[piece]] |= 1 << node
            self._count(piece)
            if node < self.hexes:
                self._enlist(piece)
        self.stacks = {node: tuple(stack) for node, stack in stacks.items()}
        self.doubled = from_iter(node for node, stack in stacks.items() if len(stack) > 1)
        self.grouped = from_iter(piece for stack in stacks.values() if len(stack) > 1 for piece in stack)
        self.tripled = from_iter(node for node, stack in stacks.items() if len(stack) > 2)
        for node, stand in self.stacks.items():
            self._weigh(node, sum([self.strength[i] for i in stand]))
            self._compare(stand)
        for power in range(len(self.occupied)):
            self.changed(power)

    def raise_unit(self, power: int, nation: int, kind: int, strength: int, node: int) -> int:
        """A unit from a free slot; the counter mix limits nothing (R186). -1 when every slot is in use."""
        free = self.free_slots()
        if not free:
            return -1
        piece = first(free)
        self.power[piece], self.nation[piece], self.kind[piece], self.strength[piece] = power, nation, kind, strength
        self.left[piece] = self.isolated[piece] = 0
        self.target[piece] = self.origin[piece] = -1
        self.unflag(piece)
        self.put(piece, node)
        return piece

    def book(self, nation: int, points: int) -> None:
        """Write down points that come into the world or leave it."""
        name = w.NATIONS[nation]
        self.books[name] = self.books.get(name, 0) + points

    def dismiss(self, piece: int) -> None:
        """A unit leaves the war without being lost in it."""
        self.book(self.nation[piece], -self.strength[piece])
        self.remove(piece)

    def remove(self, piece: int) -> None:
        """Take a unit off the map and free its slot."""
        self.put(piece, self.lost)
        self.strength[piece] = 0
        self.unflag(piece)

    def unflag(self, piece: int) -> None:
        """Forget what this Player-Turn did to a slot."""
        if reduce(or_, _slot_sets(self)) >> piece & 1:
            keep = ~(1 << piece)
            for name in SLOT_SETS:
                setattr(self, name, getattr(self, name) & keep)


Table = table.Table[EtoPosition, w.World, Title]
"""The table as the rules of this title take it."""

_numbers = attrgetter(*EtoPosition.numbers)
SLOT_SETS = (
    "moved", "overran", "marked", "railed", "fought", "struck", "retreated", "cut", "frozen", "landing", "dropped",
    "shipped", "arrived", "attached", "zoned",
)  # fmt: skip
_slot_sets = attrgetter(*SLOT_SETS)
_land_sets = attrgetter(*[name for name in EtoPosition.sets if name not in SLOT_SETS])


@cached_between_orders
def circumstances(t: Table) -> object:
    """All that may matter besides who stands where with how many points: a token, for a key."""
    p = t.p
    aimed = p.landing | p.dropped
    aims = tuple([p.target[i] for i in members(aimed)]) if aimed else ()
    return _token((_slot_sets(p), aims, affairs(t)))


@cached_between_orders
def affairs(t: Table) -> object:
    """What is so of lands and powers, not of units: a token."""
    p = t.p
    lists = (*p.hostile, *p.friends, *p.seat_of)
    return _token((_land_sets(p), _numbers(p), tuple(p.notes.items()), lists))


@cached_values(4096)
def _token(values: tuple[Any, ...]) -> object:
    """Stands for many values in a key: it is found by them once, and then compared at no cost."""
    return object()
