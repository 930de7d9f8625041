"""Orders that are walked: hex by hex, with triggers before a hex is left and after one is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .frames import ORDER, Frame
from .step import Step

if TYPE_CHECKING:
    import random

    from .table import Table


class Walking(Step):
    """A path being walked.

    After each hex the title's triggers run. If one asked anyone or drew a die, the rest of the path is dropped
    and the mover asked anew with what is left, unless the order commits its path: then it stays in the frame's
    secret fields and is walked on.
    """

    kind = ORDER
    piece_fields = ("pieces",)

    def draw_secret(self, t: Table, f: Frame, rng: random.Random) -> Frame:
        """A hidden way on is guessed to end here; a title that can guess better does."""
        return f.hiding(path=()) if f["committed"] else f

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def leaving(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int, there: int) -> None:
        """Triggers before the pieces leave a hex."""

    def entered(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        """Triggers and costs after the pieces entered a hex."""

    def arrived(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int) -> None:
        """The walk is over."""

    def run(self, t: Table, f: Frame) -> None:
        pieces: tuple[int, ...] = tuple(i for i in f["pieces"] if t.p.at[i] == f["here"])
        path: tuple[int, ...] = f["path"]
        if not path or not pieces:
            t.pop((pieces, f["here"]))
            if pieces:
                self.arrived(t, f, pieces, f["here"])
            return
        here, there = f["here"], path[0]
        if not f["left"]:
            t.swap(f.having(left=True))
            mark = self._mark(t)
            self.leaving(t, t.frame, pieces, here, there)
            if self._disturbed(t, mark):
                self._drop(t, f)
            if t.frame.step != f.step or not t.frame["path"]:
                return
        first = f["steps"] == 0
        for piece in pieces:
            t.place(piece, there, followed=not first)
        rest = path[1:]
        walked = f.having(here=there, left=False, steps=f["steps"] + 1)
        t.swap(walked.hiding(path=rest) if f["committed"] else walked.having(path=rest))
        mark = self._mark(t)
        depth = len(t.agenda)
        self.entered(t, t.frame, pieces, there)
        if len(t.agenda) >= depth and self._disturbed(t, mark):
            self._drop(t, f)

    @staticmethod
    def _mark(t: Table) -> tuple[int, int]:
        return len(t.draws), len(t.agenda)

    @staticmethod
    def _disturbed(t: Table, mark: tuple[int, int]) -> bool:
        return len(t.draws) > mark[0] or len(t.agenda) > mark[1]

    def _drop(self, t: Table, f: Frame) -> None:
        """Forget the rest of the path, wherever the frame now lies."""
        if f["committed"]:
            return
        agenda = list(t.agenda)
        for i in range(len(agenda) - 1, -1, -1):
            if agenda[i].step == f.step and agenda[i].kind == ORDER:
                agenda[i] = agenda[i].having(path=())
                break
        t.agenda = tuple(agenda)


def set_out(
    t: Table, step: str, pieces: tuple[int, ...], path: tuple[int, ...], committed: bool = False, **data: Any
) -> None:
    """Start walking: ``path`` begins with the hex that the pieces stand on."""
    values = dict(data, pieces=pieces, here=path[0], left=False, steps=0, committed=committed)
    walk = Frame(step, ORDER, t.seat, t.p.power[pieces[0]], tuple(sorted(values.items())))
    t.push(walk.hiding(path=path[1:]) if committed else walk.having(path=path[1:]))
