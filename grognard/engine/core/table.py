"""The table: everything a game is at one moment, and what rule code may do to it.

Rule functions take a Table. They read ``t.p`` (the position), ``t.world`` (board and charts), ``t.rules`` and
``t.options``, and change the game through its verbs: :meth:`place`, :meth:`roll`, :meth:`reveal`, :meth:`hand_over`,
:meth:`ask`, :meth:`push`, :meth:`pop`, :meth:`emit`, :meth:`close`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic

from ...board.hexset import among, members, where
from . import form, showing
from .cache import cached_values
from .dice import Dice
from .events import Event, Outcome
from .frames import ORDER, PARALLEL, QUESTION, STEP, Frame
from .knowledge import Knowledge, Token
from .position import Position
from .rules import KNOCKED_OUT, Refused, Rules
from .step import Step
from .title import CoreTitle, World
from .verbs import Verb

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", bound=Position, default=Any, covariant=True)
    W = TypeVar("W", bound=World, default=Any, covariant=True)
    T = TypeVar("T", bound=CoreTitle, default=Any, covariant=True)
else:
    from typing import TypeVar

    P, W, T = TypeVar("P"), TypeVar("W"), TypeVar("T")


@cache
def _marked(bits: int) -> tuple[int, ...]:
    """The numbers of a small set, kept."""
    return tuple(members(bits))


@cache
def _powers(seat: int, *seat_of: int) -> tuple[int, ...]:
    """The powers that a seat plays."""
    return tuple([power for power, s in enumerate(seat_of) if s == seat])


@cached_values(2048)
def _pieces(owners: bytes, seat: int, *seat_of: int) -> int:
    # Kept, for pieces seldom change hands.
    return where(array("i", owners), among(*_powers(seat, *seat_of)))


@cache
def _seen_by(viewer: int) -> bytes:
    """The values of ``shown`` that show a face to a viewer."""
    return among(*[shown for shown in range(-1, 255) if shown >> viewer & 1])


class Table(Generic[P, W, T]):
    """A game at one moment: ``P`` is the title's position and ``W`` what it keeps of board and charts.

    ``T`` is the title itself. A title names the three once (``Table = table.Table[TinyPosition, World, Title]``) and
    its functions take that; the engine's take any table.
    """

    __slots__ = (
        "agenda", "barrier", "dice", "draws", "happened", "know", "milestones", "mute", "options", "outcome", "p",
        "private", "rules", "scenario", "seat", "seats", "still", "title", "world",
    )  # fmt: skip

    p: P
    title: T
    world: W

    def __init__(
        self, title: T, scenario: str, options: dict[str, str], seats: tuple[str, ...], world: W, dice: Dice
    ) -> None:
        self.title, self.scenario, self.options, self.seats, self.world = title, scenario, options, seats, world
        self.dice = dice
        self.rules = Rules(title.meta.rules, title.labels(KNOCKED_OUT.get(title.meta.id, ())))
        self.agenda: tuple[Frame, ...] = ()
        """The sequence of play as it stands: frames, the innermost last."""
        self.know = Knowledge(0, 0)
        """What each viewer knows of pieces that it may not read."""
        self.outcome: Outcome | None = None
        self.milestones: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
        """What was counted at the end of each segment."""
        self.seat = -1
        """Whose order is being carried out."""
        self.private = -1
        """The seat that works here unseen, while several work in parallel."""
        self.mute = False
        """While what happens has been told already and is only played again."""
        self.barrier = ""
        """Why the order that is being carried out cannot be taken back, if so."""
        self.draws: list[int] = []
        """The dice of that order."""
        self.happened: list[tuple[Event | None, ...]] = []
        """What happened in it, as each viewer is told."""
        self.still: dict[Any, Any] | None = None
        """What was worked out since the last order, kept until the next; none is kept while one is carried out."""

    def copy(self) -> Table[P, W, T]:
        """An independent twin with the same dice to come."""
        twin: Table[P, W, T] = Table.__new__(Table)
        twin.title, twin.scenario, twin.options = self.title, self.scenario, self.options
        twin.seats, twin.world, twin.rules = self.seats, self.world, self.rules
        twin.p = self.p.copy()
        twin.agenda = self.agenda
        twin.know = self.know.copy() if self.title.fog else self.know
        twin.dice = self.dice.copy()
        twin.outcome, twin.milestones = self.outcome, self.milestones
        twin.seat, twin.private, twin.barrier = self.seat, self.private, self.barrier
        twin.draws, twin.happened, twin.mute, twin.still = [], [], False, None
        return twin

    # Seats and powers

    @property
    def viewers(self) -> range:
        """The seats, and last the spectator."""
        return range(len(self.seats) + 1)

    def seat_name(self, seat: int) -> str:
        return self.seats[seat] if 0 <= seat < len(self.seats) else "spectator"

    def seat_of(self, power: int) -> int:
        """Who plays a power now."""
        seat: int = self.p.seat_of[power]
        return seat

    def powers_of(self, seat: int) -> tuple[int, ...]:
        return _powers(seat, *self.p.seat_of)

    def pieces_of(self, seat: int) -> int:
        """The pieces of the powers that a seat plays, as bits."""
        p = self.p
        return _pieces(p.power.tobytes(), seat, *p.seat_of)

    def owns(self, seat: int, piece: int) -> bool:
        owner: int = self.p.seat_of[self.p.power[piece]]
        return owner == seat

    def hostile(self, power: int, other: int) -> bool:
        return bool(self.p.hostile[power] >> other & 1)

    def enemies(self, power: int) -> int:
        """Every node where a hostile power stands."""
        bits = 0
        p = self.p
        for other in _marked(p.hostile[power]):
            bits |= p.occupied[other]
        return bits

    # Agenda

    @property
    def frame(self) -> Frame:
        return self.agenda[-1]

    @property
    def step(self) -> Step:
        return self.title.steps[self.agenda[-1].step]

    def push(self, frame: Frame) -> None:
        """Put a frame on the agenda and begin it."""
        self.agenda = (*self.agenda, frame)
        if frame.kind in (STEP, PARALLEL):
            self.bar("a phase has ended")
        elif frame.kind == QUESTION and frame.seat != self.seat:
            self.bar(f"{self.seat_name(frame.seat)} has been asked")
        self.title.steps[frame.step].begin(self, frame)

    def pop(self, result: Any = None) -> None:
        """End the innermost frame and let the one below go on."""
        ended = self.agenda[-1]
        self.agenda = self.agenda[:-1]
        if ended.kind in (STEP, PARALLEL):
            self.bar("a phase has ended")
        if self.agenda and self.agenda[-1].kind != PARALLEL:
            below = self.agenda[-1]
            self.title.steps[below.step].resume(self, below, result)

    def swap(self, frame: Frame) -> None:
        """Replace the innermost frame by its changed form."""
        self.agenda = (*self.agenda[:-1], frame)

    def remember(self, **data: Any) -> None:
        """Change public values of the innermost frame."""
        self.swap(self.frame.having(**data))

    def ask(self, step: str, seat: int, power: int = -1, **data: Any) -> None:
        """Put a question to a seat."""
        self.push(Frame(step, QUESTION, seat, power, tuple(sorted(data.items()))))

    def asked(self) -> tuple[int, ...]:
        """The seats that must decide at this table now."""
        if self.outcome is not None or not self.agenda or self.agenda[-1].kind == PARALLEL:
            return ()
        frame = self.agenda[-1]
        return self.title.steps[frame.step].asks(self, frame)

    def run(self) -> tuple[int, ...]:
        """Go on until someone must decide, seats work in parallel, or the game is over; who must decide."""
        steps = self.title.steps
        for _ in range(100_000):
            if self.outcome is not None or not self.agenda:
                return ()
            frame = self.agenda[-1]
            if frame.kind == PARALLEL:
                return ()
            step = steps[frame.step]
            asked = step.asks(self, frame)
            if asked:
                return asked
            step.run(self, frame)
        raise RuntimeError(f"{self.title.meta.id}: the step {self.agenda[-1].step} runs in a circle")

    def close(
        self, winners: Iterable[int], level: str, reason: str, rule: str, scores: Mapping[str, float] | None = None,
        final: bool = True,
    ) -> None:  # fmt: skip
        """The game is over; unless that is final, a proposal may still open it again."""
        won = tuple(self.seats[seat] for seat in winners)
        if scores is None:
            scores = {name: 0.0 if not won else 1.0 if name in won else -1.0 for name in self.seats}
        number = self.title.number(rule)
        self.outcome = Outcome(won, level, reason, number, dict(sorted(scores.items())), final)
        self.bar("the game is over")
        self.emit("closed", rule, winners=won, level=level, reason=reason)

    def milestone(self, name: str) -> None:
        """Count at the end of a segment."""
        counts = tuple(sorted(self.title.scores(self).items()))
        self.milestones = (*self.milestones, (name, counts))
        self.emit("milestone", segment=name, counts=counts)

    # Dice, barriers

    def bar(self, why: str) -> None:
        """What has been done since can no longer be taken back by its seat alone."""
        if not self.barrier:
            self.barrier = why

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Roll a die."""
        self.bar("a die has been rolled")
        face = self.dice.roll(purpose if self.private < 0 else f"{purpose}/{self.private}", sides)
        self.draws.append(face)
        return face

    def rolls(self, purpose: str, n: int, sides: int = 6) -> tuple[int, ...]:
        return tuple(self.roll(purpose, sides) for _ in range(n))

    # Pieces

    def place(self, piece: int, node: int, followed: bool = False) -> None:
        """Move a piece. An eye loses it when it leaves others like it, unless its walk is ``followed``."""
        if self.title.fog:
            self._leave(piece, node, followed)
        self.p.put(piece, node)

    def _leave(self, piece: int, node: int, followed: bool) -> None:
        p, title, know = self.p, self.title, self.know
        power = p.power[piece]
        private = title.private_nodes(self, power)
        hidden_from, hidden_to = private >> p.at[piece] & 1, private >> node & 1
        if (hidden_from and hidden_to) or (followed and not hidden_from and not hidden_to):
            return
        owner, in_sight = p.seat_of[power], not hidden_from and not hidden_to
        alike = self._alike(piece) if in_sight else ()
        if in_sight and len(alike) < 2:
            return
        for viewer in self.viewers:
            if viewer == owner:
                continue
            if hidden_from:
                know.born(viewer, [piece], self.dice)
            elif hidden_to:
                know.gone(viewer, piece)
            elif not p.shown[piece] >> viewer & 1:
                unseen = [i for i in alike if not p.shown[i] >> viewer & 1]
                if len(unseen) > 1:
                    know.mixed(viewer, unseen, self.dice)

    def _alike(self, piece: int) -> Sequence[int]:
        """The pieces of its stack that look like this one when they stand."""
        p, look = self.p, self.title.appearance
        stack: tuple[int, ...] = p.stack(p.at[piece])
        if len(stack) < 2:
            return stack
        power, own = p.power[piece], look(self, piece)
        return [i for i in stack if p.power[i] == power and look(self, i) == own]

    def reveal(
        self, rule: str, pieces: Iterable[int], to: Iterable[int] | None = None,
        columns: Iterable[str] | None = None, name: bool = True, up: bool = False,
        facts: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        """Show secret facts about pieces by a row of the reveal table.

        ``columns`` are what is shown (all by default), ``name`` whether the piece is named, ``facts`` what else
        is told (a speed), and ``up`` leaves the pieces face up.
        """
        showing.reveal(self, rule, pieces, to, columns, name, up, facts)

    def hide(self, pieces: Iterable[int]) -> None:
        """Stand pieces up again; what was seen is remembered."""
        showing.hide(self, pieces)

    def hand_over(self, power: int, seat: int) -> None:
        """Another seat plays a power from now on."""
        showing.hand_over(self, power, seat)

    @property
    def clock(self) -> int:
        """The time that facts carry: public, and the same for all."""
        return self.title.clock(self)

    def sees(self, viewer: int, piece: int) -> bool:
        """May a viewer read the piece's face now?"""
        p = self.p
        return not self.title.fog or p.seat_of[p.power[piece]] == viewer or bool(p.shown[piece] >> viewer & 1)

    def unread(self, viewer: int) -> int:
        """The pieces whose face a viewer may not read now, as bits."""
        if not self.title.fog:
            return 0
        p = self.p
        read = self.pieces_of(viewer) | where(p.shown, _seen_by(viewer))
        return (1 << len(p.at)) - 1 & ~read

    def out_of_sight(self, viewer: int, piece: int) -> bool:
        """Is the piece where the viewer cannot even see that it is there?"""
        p = self.p
        power = p.power[piece]
        if not self.title.fog or p.seat_of[power] == viewer:
            return False
        return bool(self.title.private_nodes(self, power) >> p.at[piece] & 1)

    def name_for(self, viewer: int, piece: int) -> str:
        """A piece in a viewer's words: its name, or the token it goes by."""
        if self.sees(viewer, piece):
            return self.title.piece_name(self, piece)
        token = self.know.tokens[viewer][piece]
        return f"#{token}" if token else "?"

    def pieces_named(self, viewer: int, text: str) -> list[int]:
        """The pieces that a viewer may mean by a name."""
        if text.startswith("#") and self.title.fog:
            digits = text[1:]
            if not (digits.isascii() and digits.isdigit()) or len(digits) > 9 or int(digits) < 1:
                return []
            piece = self.know.piece_of(viewer, int(digits))
            return [piece] if piece >= 0 else []
        return [i for i in self.title.find_pieces(self, text) if self.sees(viewer, i)]

    def tokens(self, viewer: int) -> list[Token]:
        """Every block that a viewer sees the back of."""
        return showing.tokens(self, viewer)

    def lineup(self, pieces: Iterable[int]) -> list[int]:
        """Pieces in an order that says nothing about who they are, to be dealt with one by one in sight of all."""
        if not self.title.fog:
            return sorted(pieces)
        tokens = self.know.tokens[-1]
        return sorted(pieces, key=lambda piece: (tokens[piece], piece))

    def node_name(self, node: int) -> str:
        return self.title.node_name(self, node)

    # Events

    def emit(
        self, kind: str, rule: str = "", pieces: Iterable[int] = (), nodes: Iterable[int] = (),
        to: Iterable[int] | None = None, private: Mapping[str, Any] | None = None, **fields: Any,
    ) -> None:  # fmt: skip
        """Say that something happened, to each viewer in its own words. ``private`` is for the acting seat only."""
        if self.mute:
            return
        seat = self.seats[self.seat] if self.seat >= 0 else ""
        title, viewers = self.title, len(self.seats) + 1
        rule = title.numbers.get(rule, rule)
        places = tuple([title.node_name(self, node) for node in nodes])
        public = tuple(sorted(fields.items())) if fields else ()
        about = tuple(pieces)
        names = tuple([title.piece_name(self, piece) for piece in about])
        plain = Event(kind, rule, seat, names, places, public)
        row = [plain] * viewers
        if about and title.fog:
            for viewer in _marked(~self._readers(about) & (1 << viewers) - 1):
                words = tuple([self.name_for(viewer, piece) for piece in about])
                row[viewer] = Event(kind, rule, seat, words, places, public)
        if private and self.seat >= 0:
            row[self.seat] = row[self.seat]._replace(fields=tuple(sorted({**fields, **private}.items())))
        if to is not None:
            audience = set(to)
            self.happened.append(tuple([event if viewer in audience else None for viewer, event in enumerate(row)]))
        else:
            self.happened.append(tuple(row))

    def _readers(self, pieces: tuple[int, ...]) -> int:
        """The viewers who may read the faces of all these pieces, as bits."""
        p = self.p
        bits = -1
        for piece in pieces:
            bits &= p.shown[piece] | 1 << p.seat_of[p.power[piece]]
        return bits

    # Whole form

    def dump(self) -> dict[str, Any]:
        """The exact form: everything that is state, as plain values."""
        return form.dump(self)

    def restore(self, dumped: dict[str, Any]) -> None:
        """Become what :meth:`dump` wrote, now or in an older form."""
        form.restore(self, dumped)

    def digest(self) -> str:
        """A hash of the whole state."""
        return form.digest(self)


def verb_of(t: Table, name: str) -> Verb:
    """A verb of the innermost step."""
    verb = t.step.named.get(name)
    if verb is not None:
        return verb
    raise Refused("E.verb", f"{name[:40]!r} is no order of this step.")


__all__ = ["ORDER", "QUESTION", "STEP", "Event", "Outcome", "Position", "Table"]
