"""Blocks (2): their speed, their steps, their end, and who sees them."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from functools import cache

from grognard.board.hexset import SOME, among, from_iter, members, where
from grognard.engine.core.cache import cached_values
from grognard.engine.core.rules import Args, rule

from . import weather as sky
from .control import awaited, battles, defender_of
from .state import BLITZING, DRY, SNOW, FrontPosition, Table
from .world import AMPHIBIOUS, COMMANDERS, FORT, STATIC, World

"""The rule that gives each kind its speed and fire; without it a block is a plain one."""
PLAIN_SPEED = 9
_DIGITS = bytes.maketrans(b"\0\1", b"01")


# Sets of blocks. They are worked out once for a column: most orders change one value of it, or none.


def _set(flags: Iterable[int]) -> int:
    """The blocks whose flag is 1, one flag a block."""
    return int(bytes(flags)[::-1].translate(_DIGITS) or b"0", 2)


@cached_values(64)
def _owned(powers: bytes, power: int) -> int:
    return _set([own == power for own in array("i", powers)])


_BITS = tuple(1 << piece for piece in range(1024))


@cached_values(2048)
def _these(stack: tuple[int, ...]) -> int:
    return sum(map(_BITS.__getitem__, stack))


def boxed(t: Table, box: int) -> int:
    """The blocks in a box off the map."""
    stack = t.p.stacks.get(box)
    return _these(stack) if stack else 0


def owned(t: Table, power: int) -> int:
    """A power's blocks, wherever they are."""
    return _owned(t.p.power.tobytes(), power)


def of(t: Table, power: int) -> int:
    """A power's blocks on the map."""
    p = t.p
    found, stacks = _owned(p.power.tobytes(), power), p.stacks
    for box in t.world.boxes[power]:
        if box in stacks:
            found &= ~_these(stacks[box])
    return found


def on_map(t: Table, power: int) -> tuple[int, ...]:
    """A power's blocks that stand on the map, one by one."""
    return members(of(t, power))


def mine(t: Table, seat: int, args: Args) -> int:
    """The active power's blocks on the map."""
    return of(t, t.p.active)


def inside(t: Table, power: int, nodes: int) -> int:
    """A power's blocks in some hexes; those outside are left out when they stand in fewer hexes."""
    occupied = t.p.occupied[power] & t.world.land
    here, away = occupied & nodes, occupied & ~nodes
    if not here:
        return 0
    if here.bit_count() <= away.bit_count():
        return of(t, power) & standing(t, here)
    return of(t, power) & ~standing(t, away)


def standing(t: Table, nodes: int) -> int:
    """All blocks in some hexes that are not empty."""
    if not nodes:
        return 0
    stacks = t.p.stacks
    return sum([_these(stacks[node]) for node in members(nodes)])


def nonzero(column: array[int]) -> int:
    """The blocks with something in a column of small numbers."""
    return where(column, SOME)


@cached_values(512)
def _marked(column: bytes) -> int:
    return _set([value != 0 for value in array("i", column)])


def marked(column: array[int]) -> int:
    """The blocks with something in a column of nodes or other large numbers."""
    return _marked(column.tobytes())


@cache
def _having(flags: int) -> bytes:
    return among(*(value for value in range(255) if value & flags))


def flagged(column: array[int], flags: int) -> int:
    """The blocks with any of some flags in a column of small numbers."""
    return where(column, _having(flags))


_BELOW = among(*range(1, 128))


@cached_values(512)
def _weakened(w: World, cv: bytes) -> int:
    # One subtraction for all blocks: each has four bytes of one long number.
    lacking = w.full_column - int.from_bytes(cv, sys.byteorder)
    return where(array("i", lacking.to_bytes(len(cv), sys.byteorder)), _BELOW)


def weakened(t: Table) -> int:
    """The blocks that are below full strength."""
    return _weakened(t.world, t.p.cv.tobytes())


def eliminated(t: Table, power: int) -> int:
    """A power's blocks that have left play."""
    return boxed(t, t.world.lost(power)) | boxed(t, t.world.fallen(power))


def in_role(t: Table, power: int, roles: frozenset[int]) -> int:
    """A power's active HQs in some roles."""
    found = where(t.p.role, among(*roles))
    return found & owned(t, power) if found else 0


def blank(p: FrontPosition) -> array[int]:
    """A column of zeros."""
    return array("i", bytes(p.at.itemsize * len(p.at)))


def mobile(t: Table, power: int) -> int:
    """A power's active HQs that may mobilize (5.41): not a Blitz HQ before the Blitz (5.7)."""
    p = t.p
    found = nonzero(p.role)
    hqs = found & owned(t, power) & ~nonzero(p.dispersed) if found else 0
    if hqs and not p.blitz:
        hqs &= ~in_role(t, power, BLITZING)
    return hqs


def is_hq(t: Table, piece: int) -> bool:
    return t.world.units[piece].kind in COMMANDERS


def of_side(t: Table, node: int, power: int) -> list[int]:
    """The blocks in a hex that belong to a power or its friends."""
    p = t.p
    hostile = p.hostile[power]
    return [i for i in p.stacks.get(node, ()) if not hostile >> p.power[i] & 1]


def enemies_at(t: Table, node: int, power: int) -> list[int]:
    """The blocks in a hex that are hostile to a power."""
    p = t.p
    hostile = p.hostile[power]
    return [i for i in p.stacks.get(node, ()) if hostile >> p.power[i] & 1]


def speed(t: Table, piece: int, weather: int | None = None, month: int | None = None, free: int | None = None) -> int:
    """Hexes a move: by kind and weather (2.2, 12.22), less one under enemy air supremacy, never below 1 (13.22,
    2.23/a).

    The weather is that of the front where the move begins; weather, month and freedom of enemy air are those of now,
    or of a time that someone remembers.
    """
    w = t.world
    unit = w.units[piece]
    kind = w.kinds[unit.kind]
    now = sky.at(t, t.p.at[piece]) if weather is None else weather
    if now == DRY:
        hexes = kind.motorized if unit.motorized else kind.speed[0]
    else:
        hexes = max(kind.speed[now], kind.motorized - 1) if unit.motorized and now == SNOW else kind.speed[now]
    if hexes > 1 and slowed(t, piece, t.p.month if month is None else month, free):
        hexes -= 1
    at_ease = t.title.free_of_air(t, t.p.at[piece]) if free is None else free
    return t.title.speed_of(t, piece, hexes, now, at_ease, t.p.month if month is None else month)


def stops_in_rough(t: Table, piece: int) -> bool:
    """Does mountain or marsh end a block's move (6.1/a): all but cavalry (2.24/a)?"""
    kind = t.world.units[piece].kind
    stops = t.world.kinds[kind].stops
    return bool(stops)


def pace(t: Table, piece: int, rough: bool, weather: int, month: int | None = None, free: int | None = None) -> int:
    """Its speed on some ground (6.42): where a hex ends every move, no one but cavalry makes more than one."""
    hexes = speed(t, piece, weather, month, free)
    return min(hexes, 1) if rough and stops_in_rough(t, piece) else hexes


def slowed(t: Table, piece: int, month: int, free: int | None = None) -> bool:
    """Is a block under enemy air supremacy (13.22), in a place that is not ``free`` of it?"""
    if not t.world.extra["air"][month].slowed >> t.world.units[piece].power & 1:
        return False
    return bool((t.title.free_of_air(t, t.p.at[piece]) if free is None else free) != 1)


def lose_step(t: Table, piece: int, rule_id: str, seen: bool = True) -> None:
    """A block is turned to its next lower step; below the last it leaves play (2.4, 5.1/c)."""
    p = t.p
    last = t.world.units[piece].last
    if p.cv[piece] > last:
        p.cv[piece] -= 1
        recall(t, piece)
    else:
        eliminate(t, piece, rule_id, seen)


def tell_last_step(t: Table, piece: int, rule_id: str) -> None:
    """A block that vanishes from a step lost unseen shows that it was the last."""
    if t.p.cv[piece] <= t.world.units[piece].last:
        t.reveal(rule_id, (piece,), columns=(), name=False, facts={"last": 1})


def recall(t: Table, piece: int) -> None:
    """Who knew a block's CV has seen it fall; who could not tell it from others knows the CV of none of them."""
    for viewer in t.know.viewers() if t.title.fog else ():
        if "cv" in t.know.known(viewer, piece):
            t.know.learn(viewer, piece, {"cv": t.p.cv[piece]}, t.clock)
        else:
            t.know.forget(viewer, piece, "cv")


def declare(t: Table, piece: int, rule_id: str) -> None:
    """The owner says that a block is in its hex, not how strong: for all others know, any that could be it may be."""
    alike = [(viewer, _lookalikes(t, viewer, piece)) for viewer in t.viewers if t.title.fog]
    t.reveal(rule_id, (piece,), columns=())
    for viewer, pieces in alike:
        if piece in pieces and len(pieces) > 1:
            t.know.mixed(viewer, pieces, t.dice)


def _lookalikes(t: Table, viewer: int, piece: int) -> list[int]:
    """The blocks in a block's hex that a viewer knows no name of and that may be it."""
    tokens = t.know.tokens[viewer]
    slots = {tokens[i]: i for i in t.p.stack(t.p.at[piece])}
    near = [token for token in t.tokens(viewer) if token.token in slots]
    nameless = [token for token in near if all(name != "id" for name, _, _ in token.facts)]
    return [slots[token.token] for token in nameless if t.title.could_be(t, piece, token)]


def eliminate(t: Table, piece: int, rule_id: str, seen: bool = True) -> None:
    """A block leaves play: in combat before all eyes, otherwise as one block less (7.33/b, 10.4).

    ``seen`` is for blocks that lie open already; whoever stands upright and goes for who he is, is dismissed.
    """
    p = t.p
    w = t.world
    node, power = p.at[piece], p.power[piece]
    t.emit("eliminated", rule_id, pieces=(piece,), nodes=(node,))
    t.title.loses(t, piece, node)
    if not seen:
        t.title.leaves_unseen(t, piece)
    stand_up(t, piece)
    t.place(piece, w.fallen(power) if seen else w.lost(power), followed=True)
    p.cv[piece] = 0
    fresh(p, piece)
    leave_beach(t, piece)
    if seen and t.title.fog:
        for viewer in t.viewers:
            t.know.learn(viewer, piece, {"id": piece}, t.clock)
        p.shown[piece] = (1 << len(t.viewers)) - 1
    if w.units[piece].kind == AMPHIBIOUS or w.units[piece].kind in COMMANDERS:
        t.title.eliminated(t, piece, node)


def dismiss(t: Table, piece: int, rule_id: str) -> None:
    """A block leaves play because of who it is: all see who goes, by a row of the reveal table."""
    t.reveal(rule_id, (piece,))
    eliminate(t, piece, rule_id)


def fresh(p: FrontPosition, piece: int) -> None:
    """Forget what a block did while it was in play."""
    p.role[piece] = p.reach[piece] = p.entry[piece] = p.came[piece] = p.rearguard[piece] = 0
    p.hits[piece] = p.fired[piece] = p.struck[piece] = p.dispersed[piece] = p.moved[piece] = 0
    p.sailed[piece] = p.carried[piece] = p.aim[piece] = 0
    p.supplied[piece] = 1


def leave_beach(t: Table, piece: int) -> None:
    """An amphibious unit that has left the hex it invaded does not lay its beachhead there any more (15.51, W74)."""
    t.p.landed.pop(t.world.units[piece].beachhead, None)


def bring(t: Table, piece: int, node: int, cv: int) -> None:
    """A block comes into play, upright, from a box where no one else sees it (11.6)."""
    p = t.p
    power = p.power[piece]
    if p.at[piece] == t.world.fallen(power):
        p.shown[piece] = 0
        t.place(piece, t.world.later(power))
    p.cv[piece] = cv
    fresh(p, piece)
    t.place(piece, node)


def stand_up(t: Table, piece: int) -> None:
    """A block that lay face-up stands up again; what was seen is remembered."""
    if t.p.shown[piece]:
        t.hide((piece,))


@rule("7.12/a")
def stand_up_all(t: Table) -> None:
    """Face-up stay active HQs and the Original Attacker's units in lasting battles; all others stand up (7.12/a).

    Not before their own battle's round is over (7.21). A battle without a record has no Original Attacker until its
    phase is over.
    """
    p = t.p
    engaged = battles(t) | awaited(p)
    unfought = p.fighting | from_iter(frame["node"] for frame in t.agenda if frame.step == "round")
    up = []
    for i in members(nonzero(p.shown)):
        if p.at[i] >= t.world.spans or p.role[i] or unfought >> p.at[i] & 1:
            continue
        defender = defender_of(p, p.at[i]) if engaged >> p.at[i] & 1 else -1
        if defender < 0 or not p.hostile[p.power[i]] >> defender & 1:
            up.append(i)
    if up:
        t.hide(up)


def walks(t: Table, piece: int) -> bool:
    """Can the block make a land move at all: not a fort (2.26), not dispersed, not an active HQ (5.41)?"""
    p = t.p
    kind = t.world.units[piece].kind
    return kind != FORT and not p.dispersed[piece] and not p.role[piece] and p.moved[piece] == 0


def needs_supreme(t: Table, piece: int) -> bool:
    """Statics move by Supreme Move only (2.25)."""
    return bool(t.world.units[piece].kind == STATIC)


def side_name(t: Table, power: int) -> str:
    """What a power is called in the scenario: Finns where no others are the Axis."""
    name = t.world.powers[power]
    return str(t.title.words.get(name) or t.title.looks["sides"].get(name, {}).get("name", name))
