"""A seat's view of a game: what it may know of the table, who must decide, and what lies on the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.frames import PARALLEL
from ..core.table import Event
from ..fog.view import View, table_view
from .desk import said

if TYPE_CHECKING:
    from .lanes import Lanes


def view_of(game: Lanes, viewer: int, retell: Callable[[], list[list[Event]]]) -> View:
    """The view of a seat, or of the spectator (the last viewer).

    What it was told before the snapshot that the game was loaded from is told again when someone asks.
    """
    t = game.table_for(viewer)
    data = table_view(t, viewer)
    main = game.main.base
    data["deciding"] = deciding(game, viewer)
    data["committed"] = [seat for seat, lane in sorted(game.lanes.items()) if lane.table.frame.kind == PARALLEL]
    data["version"] = game.told_before[viewer] + len(game.told[viewer])
    data["proposals"] = [[p["id"], p.step, p.seat, said(t, p, viewer), list(p["agreed"])] for p in game.desk.proposals]
    data["standing"] = [list(pair) for pair in game.desk.standing[viewer]] if viewer < len(t.seats) else []
    data["commitment"] = game.journal.commitment
    if any(promised for promised, _ in game.desk.pledges):
        data["nonces"] = [list(pledge) for pledge in game.desk.pledges]
    data["milestones"] = main.milestones
    if t.outcome is not None:
        winners, level, reason, rule, scores, final = t.outcome.dump()
        data["outcome"] = [winners, level, reason, rule, {seat: str(score) for seat, score in scores.items()}]
        if final:
            data["secret"] = main.dice.secret.hex()
    count = game.told_before[viewer]
    return View(data, game.told[viewer], (lambda: retell()[viewer][:count]) if count else None)


def deciding(game: Lanes, viewer: int) -> list[list[Any]]:
    """Who must decide, as the viewer may know: seat, and the sentence that it reads."""
    rows: list[list[Any]] = []
    if game.lanes:
        for seat, lane in sorted(game.lanes.items()):
            if seat == viewer:
                if lane.table.frame.kind != PARALLEL:
                    rows.append([seat, lane.table.step.prompt(lane.table, lane.table.frame, seat)])
            else:
                # Whether another seat has committed shows at a table; what it is doing does not.
                done = lane.table.frame.kind == PARALLEL
                rows.append([seat, "has committed" if done else game.table.step.waiting(game.table, game.table.frame)])
        return rows
    t = game.table_for(viewer)
    if t.outcome is not None or not t.agenda or t.frame.kind == PARALLEL:
        return rows
    for seat in t.step.asks(t, t.frame):
        text = t.step.prompt(t, t.frame, seat) if seat == viewer else t.step.waiting(t, t.frame)
        rows.append([seat, text])
    return rows
