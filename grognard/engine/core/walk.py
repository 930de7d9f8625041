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
        """Walk hex by hex until the path is done or a trigger has put another frame on the agenda."""
        depth = len(t.agenda)
        data, secret = dict(f.data), dict(f.secret)
        while t.outcome is None and len(t.agenda) == depth and t.agenda[-1].step == f.step:
            if f is not t.agenda[-1]:
                f = t.agenda[-1]
                data, secret = dict(f.data), dict(f.secret)
            here, at = data["here"], t.p.at
            path = (secret if data["committed"] else data)["path"]
            pieces: tuple[int, ...] = tuple([i for i in data["pieces"] if at[i] == here])
            if not path or not pieces:
                t.pop((pieces, here))
                if pieces:
                    self.arrived(t, f, pieces, here)
                return
            if not data["left"] and not self._may_leave(t, f, pieces, here, path[0]):
                return
            f = self._enter(t, f, pieces, data, secret)

    def _may_leave(self, t: Table, f: Frame, pieces: tuple[int, ...], here: int, there: int) -> bool:
        """Triggers before the hex is left; False when one of them has to be dealt with first."""
        drawn, depth = len(t.draws), len(t.agenda)
        self.leaving(t, f, pieces, here, there)
        if len(t.draws) == drawn and len(t.agenda) == depth and t.agenda[-1] is f:
            return True
        if len(t.agenda) >= depth and t.agenda[depth - 1].step == f.step:
            changed = t.agenda[depth - 1].having(left=1)
            if not f["committed"] and (len(t.draws) > drawn or len(t.agenda) > depth):
                changed = changed.having(path=())
            t.agenda = (*t.agenda[: depth - 1], changed, *t.agenda[depth:])
        return False

    def _enter(
        self, t: Table, f: Frame, pieces: tuple[int, ...], data: dict[str, Any], secret: dict[str, Any]
    ) -> Frame:
        """One hex on, then the triggers there; a path that is not committed ends when one of them did anything."""
        committed = data["committed"]
        way = secret if committed else data
        there, *rest = way["path"]
        for piece in pieces:
            t.place(piece, there, followed=data["steps"] > 0)
        data["here"], data["left"], data["steps"], way["path"] = there, 0, data["steps"] + 1, tuple(rest)
        f = Frame(f.step, f.kind, f.seat, f.power, tuple(data.items()), tuple(secret.items()))
        t.swap(f)
        drawn, depth = len(t.draws), len(t.agenda)
        self.entered(t, f, pieces, there)
        disturbed = len(t.draws) > drawn or len(t.agenda) > depth
        if disturbed and not committed and len(t.agenda) >= depth and t.agenda[depth - 1].step == f.step:
            t.agenda = (*t.agenda[: depth - 1], t.agenda[depth - 1].having(path=()), *t.agenda[depth:])
        return f


def set_out(
    t: Table, step: str, pieces: tuple[int, ...], path: tuple[int, ...], committed: bool = False, **data: Any
) -> None:
    """Start walking: ``path`` begins with the hex that the pieces stand on."""
    way = {"path": path[1:]}
    values = dict(data, pieces=pieces, here=path[0], left=0, steps=0, committed=int(committed))
    if not committed:
        values |= way
    secret = tuple(way.items()) if committed else ()
    t.push(Frame(step, ORDER, t.seat, t.p.power[pieces[0]], tuple(sorted(values.items())), secret))
