"""Deployment (3.2): a private editor that holds any arrangement, lists its debts live and commits when none is left.

What must hold is the title's: it brings a :class:`Plan`. Set-ups are saved and shared as text,
``Caen:84inf2,89fort3/Rouen:AGB2``; the editor's ``load`` reads what ``written`` writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import STEP, Frame
from grognard.engine.core.offers import NODE, NUMBER, PIECE, TEXT, WORD, Commit, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, Reason
from grognard.engine.core.step import Parallel, Step

from . import beachheads, ground
from .state import BH_LATER, BH_LOST, BH_PREP, BH_READY, Table
from .world import FORT

STATES = {"ready": BH_READY, "prep": BH_PREP, "eliminated": BH_LOST}
"""The states that a beachhead may begin in."""


class Stand(NamedTuple):
    """A block of a set-up: where it stands and with which CV."""

    piece: int
    node: int
    cv: int


class Plan:
    """What a title asks of one side's set-up: which blocks, which strengths, what must hold."""

    def blocks(self, t: Table, power: int) -> list[int]:
        """The blocks that the side may set up."""
        raise NotImplementedError

    def ready(self, t: Table, power: int) -> list[Stand]:
        """A set-up that owes nothing."""
        raise NotImplementedError

    def beachheads(self, t: Table, power: int) -> dict[str, int]:
        """The states of the side's beachheads in that set-up."""
        return {}

    def owed(self, t: Table, power: int) -> list[Owed]:
        """What the set-up on the table still owes."""
        raise NotImplementedError

    def free_strengths(self, t: Table, power: int) -> bool:
        """May the side choose the CVs?"""
        return False

    def settle(self, t: Table, power: int) -> None:
        """Done with the blocks that were not set up when the side has committed."""

    def tell(self, t: Table, power: int) -> None:
        """What all learn of the blocks that have come into sight."""


def plan(t: Table) -> Plan:
    return t.title.deployment_plan(t)


def power_of(t: Table, seat: int) -> int:
    """The power that a seat deploys now."""
    return next(int(f.power) for f in reversed(t.agenda) if f.kind == "parallel")


def own(t: Table, seat: int, args: Args) -> int:
    return from_iter(plan(t).blocks(t, power_of(t, seat)))


def on_the_map(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(own(t, seat, args)) if t.p.at[i] < t.world.spans)


def land(t: Table, seat: int, args: Args) -> int:
    where: int = t.world.land
    return where


def stand(t: Table, piece: int, node: int, cv: int) -> None:
    """Put a block down; no one else sees it before all is committed."""
    p = t.p
    p.put(piece, node)
    p.cv[piece] = cv


class Put(Verb):
    """``put 84inf Caen``: stand a block somewhere, right or wrong."""

    name = "put"
    levels = (Level("unit", PIECE, own), Level("hex", NODE, land))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        fresh = p.at[piece] >= t.world.spans
        stand(t, piece, node, t.title.starting_cv(t, piece) if fresh else p.cv[piece])


class Lift(Verb):
    """``lift 84inf``: take a block off the map again."""

    name = "lift"
    levels = (Level("unit", PIECE, on_the_map),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        stand(t, args[0], t.world.later(t.p.power[args[0]]), 0)


def chooses_cv(t: Table, seat: int, args: Args) -> int:
    """Strengths are chosen in free deployment only (3.23)."""
    return int(plan(t).free_strengths(t, power_of(t, seat)))


def steps(t: Table, seat: int, args: Args) -> int:
    """The CVs that a block's label has."""
    unit = t.world.units[args[0]]
    return int((1 << unit.top + 1) - (1 << unit.last))


class Strength(Verb):
    """``strength 84inf 2``: choose a block's CV."""

    name = "strength"
    masks = (Mask("3.23", chooses_cv),)
    levels = (Level("unit", PIECE, on_the_map), Level("cv", NUMBER, steps))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.cv[args[0]] = args[1]


def own_beachheads(t: Table, seat: int, args: Args) -> int:
    """The side's beachheads that are in the game."""
    power = power_of(t, seat)
    return from_iter(
        n for n, name in enumerate(beachheads.names(t))
        if beachheads.owner(t, name) == power and t.p.beachheads.get(name, BH_LATER) != BH_LATER
    )  # fmt: skip


class Beachhead(Verb):
    """``beachhead US2BH prep``: choose the state that a beachhead begins in."""

    name = "beachhead"
    masks = (Mask("3.23", chooses_cv),)
    levels = (
        Level("beachhead", WORD, own_beachheads, words=lambda t, s, a: beachheads.names(t)),
        Level("state", WORD, words=tuple(STATES)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.beachheads[beachheads.names(t)[args[0]]] = STATES[tuple(STATES)[args[1]]]


class Ready(Verb):
    """``ready``: a legal set-up in one order."""

    name = "ready"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = power_of(t, seat)
        lay(t, power, plan(t).ready(t, power))
        t.p.beachheads.update(plan(t).beachheads(t, power))


def lay(t: Table, power: int, stands: Iterable[Stand]) -> None:
    """Set a side up anew."""
    for piece in plan(t).blocks(t, power):
        stand(t, piece, t.world.later(power), 0)
    for piece, node, cv in stands:
        stand(t, piece, node, cv)


class Load(Verb):
    """``load Caen:84inf2,89fort3/Rouen:AGB2``: a set-up from its text."""

    name = "load"
    levels = (Level("set-up", TEXT),)

    def refuse(self, t: Table, seat: int, args: Args) -> Reason | None:
        found = read(t, power_of(t, seat), args[0])
        return Reason("E.setup", found) if isinstance(found, str) else None

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = power_of(t, seat)
        found = read(t, power, args[0])
        if not isinstance(found, str):
            lay(t, power, found)


def read(t: Table, power: int, text: str) -> list[Stand] | str:
    """The set-up that a text means, or what is wrong with it."""
    allowed = plan(t).blocks(t, power)
    found: dict[int, Stand] = {}
    for clause in filter(None, (part.strip() for part in text.split("/"))):
        place, colon, names = clause.partition(":")
        node = t.title.find_node(t, place.strip())
        if not colon or node < 0 or not t.world.land >> node & 1:
            return f"{clause[:60]!r} names no land hex."
        for word in names.replace(",", " ").split():
            block = _block(t, word)
            if block is None or block[0] not in allowed:
                return f"{word[:40]!r} is no block that this side sets up."
            found[block[0]] = Stand(block[0], node, block[1])
    return list(found.values())


def _block(t: Table, word: str) -> tuple[int, int] | None:
    """A block and its CV, ``84inf2``; the CV may be left out."""
    piece = t.world.named.get(word.casefold(), -1)
    if piece >= 0:
        return piece, int(t.title.starting_cv(t, piece))
    piece = t.world.named.get(word[:-1].casefold(), -1)
    if piece < 0 or not word[-1].isdigit():
        return None
    unit = t.world.units[piece]
    return piece, min(unit.top, max(unit.last, int(word[-1])))


def written(t: Table, power: int) -> str:
    """A side's set-up as text, to be kept and shared."""
    clauses = []
    allowed = set(plan(t).blocks(t, power))
    for node, stack in sorted(t.p.stacks.items()):
        words = [f"{t.world.units[i].name}{t.p.cv[i]}" for i in stack if i in allowed and node < t.world.spans]
        if words:
            clauses.append(f"{t.node_name(node)}:{','.join(words)}")
    return "/".join(clauses)


# What any set-up owes


def stacking_owed(t: Table, power: int) -> list[Owed]:
    """Stacking holds in set-up too (6.21), and one fort to a hex (2.26/e), where a block of the set-up stands."""
    owed = []
    movable = {t.p.at[i] for i in plan(t).blocks(t, power)}
    for node in ground.overstacked(t, power):
        if node not in movable:
            continue
        limit = ground.stack_limit(t, power, node)
        owed.append(Owed("6.21", f"More than {limit} units stand in {t.node_name(node)}.", node))
    seen: dict[int, int] = {}
    for i, unit in enumerate(t.world.units):
        node = t.p.at[i]
        if unit.kind == FORT and unit.power == power and node < t.world.spans:
            if node in seen and node in movable:
                owed.append(Owed("2.26/e", f"Two forts stand in {t.node_name(node)}.", node, i))
            seen[node] = i
    return owed


def closed_owed(t: Table, power: int) -> list[Owed]:
    """No unit begins where it may not be (2.66, 1.1/b)."""
    owed = []
    for i in plan(t).blocks(t, power):
        node = t.p.at[i]
        if node < t.world.spans and not ground.open_to(t, i) >> node & 1:
            rule = (t.world.units[i].restricted and "2.66") or "1.1/b"
            owed.append(Owed(rule, f"{t.world.units[i].name} may not be in {t.node_name(node)}.", node, i))
    return owed


def all_owed(t: Table, seat: int) -> list[Owed]:
    power = power_of(t, seat)
    return [*plan(t).owed(t, power), *stacking_owed(t, power), *closed_owed(t, power)]


class Deploying(Step):
    """One side's editor; it opens with a legal set-up."""

    name = "deployment"
    rule = "3.21"
    verbs = (Put(), Lift(), Strength(), Beachhead(), Ready(), Load(), Commit())
    debts = (Debt("3.21", all_owed),)

    def begin(self, t: Table, f: Frame) -> None:
        power = power_of(t, f.seat)
        lay(t, power, plan(t).ready(t, power))

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        owed = self.owed(t, seat)
        left = f" First to repair: {owed[0].sentence}" if owed else " Nothing is owed."
        return f"Set up your units, then commit.{left}"


class Deployment(Parallel):
    """A side sets up unseen; when it has committed its blocks stand upright for all (3.21)."""

    name = "deployment"
    rule = "3.21"

    def seats(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (t.seat_of(f.power),)

    def first(self, t: Table, f: Frame, seat: int) -> Frame:
        return Frame("deploying", STEP, seat, f.power)

    def waiting(self, t: Table, f: Frame) -> str:
        return f"{t.world.powers[f.power]} sets up."

    def close(self, t: Table, f: Frame) -> None:
        """The blocks come into sight together, in a secret order."""
        power = f.power
        plan(t).settle(t, power)
        shown = [i for i in plan(t).blocks(t, power) if t.p.at[i] < t.world.spans]
        shown.sort(key=lambda i: t.p.at[i])
        for viewer in t.viewers:
            if viewer != t.seat_of(power) and t.title.fog:
                t.know.born(viewer, shown, t.dice)
        plan(t).tell(t, power)
        t.emit("deployed_all", "3.21", power=t.world.powers[power])
        t.pop()
