"""Questions: one of several pieces is named until there is nothing left to ask; or several seats answer blind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...board.hexset import first
from . import plans
from .frames import PARALLEL, QUESTION, Frame
from .rules import Args
from .step import Parallel, Step
from .verbs import Verb

if TYPE_CHECKING:
    from .table import Table


class Choose(Verb):
    """Name a piece in answer to a question."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        step = t.step
        assert isinstance(step, Question)
        step.chosen(t, t.frame, args[0])


class Question(Step):
    """Which piece? Asked while several may be named; a single one that all can see is named unasked.

    A title says which pieces are ``open_to`` the question and what follows when one is ``chosen``; its first verb is a
    :class:`Choose`. The question ends when none is open. Where others do not know which pieces are open, whether
    someone is asked would tell them: such a question is ``always`` asked, and what is chosen ends it.
    """

    kind = QUESTION
    standing = ("first",)
    always: bool = False

    def open_to(self, t: Table, f: Frame) -> int:
        """The pieces that may be named now, as bits."""
        raise NotImplementedError

    def chosen(self, t: Table, f: Frame, piece: int) -> None:
        """A piece has been named, by an order or because it is the only one."""
        raise NotImplementedError

    def result(self, f: Frame) -> Any:
        """What the frame below is told at the end."""
        return None

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        if self.always:
            return (f.seat,)
        left = self.open_to(t, f)
        return (f.seat,) if left & (left - 1) else ()

    def run(self, t: Table, f: Frame) -> None:
        left = self.open_to(t, f)
        if left:
            self.chosen(t, f, first(left))
        else:
            t.pop(self.result(f))

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return f"{self.verbs[0].name} {t.name_for(seat, first(self.open_to(t, f)))}"


class Blind(Parallel):
    """A question put to several seats at once: no one learns an answer before all have given theirs.

    Each seat is asked the step ``question`` in a lane of its own, with the public values of this frame; the verb that
    answers it says :func:`answer`. Until the last has answered a seat may take its answer back.
    """

    question: str = ""

    def answered(self, t: Table, f: Frame, answers: dict[int, Any]) -> None:
        """All have answered: what each seat said. The frame has ended."""
        raise NotImplementedError

    def seats(self, t: Table, f: Frame) -> tuple[int, ...]:
        asked: tuple[int, ...] = f["seats"]
        return asked

    def first(self, t: Table, f: Frame, seat: int) -> Frame:
        return Frame(self.question, QUESTION, seat, -1, f.data)

    def close(self, t: Table, f: Frame) -> None:
        answers = {seat: plans.unseal(t, _key(seat)).secret["answer"] for seat in self.seats(t, f)}
        t.pop()
        self.answered(t, f, answers)


def ask_blind(t: Table, step: str, seats: tuple[int, ...], **data: Any) -> None:
    """Put a blind question to some seats."""
    t.push(Frame(step, PARALLEL, -1, -1, tuple(sorted({**data, "seats": seats}.items()))))


def answer(t: Table, seat: int, value: Any) -> None:
    """A seat's answer to a blind question: sealed until all have answered."""
    plans.make(t, _key(seat), plans.Plan(seat, {}, {"answer": value}))
    t.pop()


def _key(seat: int) -> str:
    return f"answer/{seat}"
