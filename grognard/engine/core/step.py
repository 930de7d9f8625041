"""Steps: what a frame does. A title has one small class a phase, procedure or question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from .frames import PARALLEL, STEP, Frame
from .rules import Debt, MaskFn, Owed
from .verbs import Verb

if TYPE_CHECKING:
    import random

    from .table import Table

Glance = Callable[[Any, int], int]


class Opening(NamedTuple):
    """A verb's first level: what its candidates are kept by, where they come from and their conditions (each with
    whether another verb has it, too), whether a choice could leave a debt unpaid, and whether an empty set could be
    closed."""

    key: Any
    universe: MaskFn
    shared: bool
    masks: tuple[tuple[MaskFn, bool], ...]
    owes: bool
    closes: bool


class Step:
    """A phase or procedure. ``asks`` says who must decide; when no one must, ``run`` does the work and ends it."""

    name: str = ""
    """What players read."""
    rule: str = ""
    """The rule that gives the phase, for those who ask what it is."""
    kind: str = STEP
    """The kind of its frames (:mod:`.frames`)."""
    verbs: tuple[Verb, ...] = ()
    """What the seat that is asked may order."""
    debts: tuple[Debt, ...] = ()
    """What must be paid before a verb that ``ends`` is taken."""
    piece_fields: tuple[str, ...] = ()
    """Public values of the frame that are pieces: others see them as tokens."""
    standing: tuple[str, ...] = ()
    """The standing orders that may answer this question."""
    rows: tuple[Row, ...] = ()
    """The rows of a sequence of play."""

    @cached_property
    def named(self) -> dict[str, Verb]:
        """The verbs by name."""
        return {verb.name: verb for verb in self.verbs}

    @cached_property
    def openings(self) -> tuple[tuple[Verb, Glance | None, Opening | None], ...]:
        """How each verb opens: its quick look, if it has one, and its first level, if that is chosen of a universe."""
        firsts = {verb: verb.first for verb in self.verbs if verb.first is not None}
        asked = [mask.allowed for first in firsts.values() for mask in first.masks]
        asked += [first.universe for first in firsts.values() if first.universe is not None]
        found = {
            verb: Opening(
                verb.root.key,
                first.universe,
                asked.count(first.universe) > 1,
                tuple([(mask.allowed, asked.count(mask.allowed) > 1) for mask in first.masks]),
                bool(verb.root.last and self.debts and not first.is_set),
                bool(first.is_set and first.closes),
            )
            for verb, first in firsts.items()
            if first.universe is not None
        }
        looks = {verb: verb.glance for verb in self.verbs if type(verb).glance is not Verb.glance}
        return tuple([(verb, looks.get(verb), found.get(verb)) for verb in self.verbs])

    @cached_property
    def careful(self) -> dict[str, tuple[Debt, ...]]:
        """The debts that an order of each verb could make unpayable."""
        kept = [debt for debt in self.debts if debt.keeps is not None]
        return {
            verb.name: tuple([debt for debt in kept if not debt.verbs or verb.name in debt.verbs])
            for verb in self.verbs
        }

    def begin(self, t: Table, f: Frame) -> None:
        """Done once, when the frame comes on the agenda."""

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """The seats that must decide now."""
        return (f.seat,) if f.seat >= 0 else ()

    def run(self, t: Table, f: Frame) -> None:
        """Go on without a decision; must change the agenda."""
        t.pop()

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        """A frame above this one has ended with ``result``."""

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        """The order that a standing order gives here."""
        raise NotImplementedError

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        """One sentence for the seat that decides."""
        return f"{self.name}."

    def waiting(self, t: Table, f: Frame) -> str:
        """One sentence for the seats that wait."""
        return f"{t.seat_name(f.seat)}: {self.name}."

    def draw_secret(self, t: Table, f: Frame, rng: random.Random) -> Frame:
        """A guess at the frame's secret fields, for a seat that cannot see them."""
        return f

    def owed(self, t: Table, seat: int) -> list[Owed]:
        """What must be repaired before the step may end."""
        off = t.rules.off
        return [o for debt in self.debts if debt.rule not in off for o in debt.owed(t, seat) if o.rule not in off]


class Parallel(Step):
    """Seats work at the same time, each on its own slice, unseen; all is shown when the last has committed.

    ``first(t, f, seat)`` is the frame that a seat starts with; a seat has committed when its own agenda is empty.
    """

    kind = PARALLEL

    def seats(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Who takes part: every seat that plays a power."""
        return tuple([seat for seat in range(len(t.seats)) if t.powers_of(seat)])

    def first(self, t: Table, f: Frame, seat: int) -> Frame:
        raise NotImplementedError

    def close(self, t: Table, f: Frame) -> None:
        """Done once, when all have committed: show what is shown, then go on."""
        t.pop()


Who = Callable[[Any], int]
When = Callable[[Any], bool]
Does = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the sequence of play: the step, whose it is, when it takes place, what is frozen before it."""

    step: str
    who: Who | None = None
    when: When | None = None
    freeze: Does | None = None
    rule: str = ""
    power: Who | None = None


class Sequence_(Step):
    """The turn as a table: its rows are played in order, then again if ``again`` says so."""

    def __init__(self, name: str, rows: Sequence[Row], rule: str = "", again: When | None = None) -> None:
        self.name, self.rows, self.rule, self.again = name, tuple(rows), rule, again

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        """Push the next row that takes place."""
        index = f.get("row", 0)
        while index < len(self.rows):
            row = self.rows[index]
            index += 1
            if row.rule in t.rules.off:
                continue
            if row.when is not None and not row.when(t):
                continue
            t.swap(f.having(row=index))
            if row.freeze is not None:
                row.freeze(t)
            seat = row.who(t) if row.who is not None else -1
            power = row.power(t) if row.power is not None else -1
            t.push(Frame(row.step, t.title.steps[row.step].kind, seat, power))
            return
        if self.again is not None and self.again(t):
            t.swap(f.having(row=0))
        else:
            t.pop()
