"""What the engine and the reports ask of World War Two ETO: its counts and how far a game has come."""

from __future__ import annotations

from grognard.board.hexset import members

from . import control
from . import world as w
from .looks import EtoLooks
from .state import Table


class EtoTable(EtoLooks):
    """Counts and progress."""

    def scores(self, t: Table) -> dict[str, int]:
        """Russian Resource Centers held by the Axis, and the points of its enemies in Germany."""
        p = t.p
        inside = (p.occupied[w.ALLIED] | p.occupied[w.SOVIET]) & t.world.germany
        points = sum(p.strength[i] for node in members(inside) for i in p.stacks[node])
        return {"axis_centers": control.axis_held_centers(t).bit_count(), "allied_points_in_germany": points}

    def progress(self, t: Table) -> int:
        """Turns to come, then rows of the turn, then what is left to do in this phase."""
        p = t.p
        row = next((frame.get("row", 0) for frame in t.agenda if frame.step == "turn"), 0)
        stage = (p.last - p.turn) * ROWS + ROWS - row
        done = 2 * sum(getattr(p, name).bit_count() for name in DONE) + sum(node >= 0 for node in p.target)
        due = sum(v for v in p.due.values() if isinstance(v, int)) if t.frame.step in PLACING else 0
        asked = sum(frame.get("points", 0) for frame in t.agenda) + still_to_go(t)
        left = sum(p.left[i] for i in members(p.overran))
        units = sum(army.bit_count() for army in p.army)
        done = (MOST - done - 600 * len(p.chosen)) * 2_500
        return int(stage * STAGE + done + due * 60_000 + units * 50_000 + asked * 2 + left)


def still_to_go(t: Table) -> int:
    """Units that a battle still has to move: survivors that retreat, attackers that may advance."""
    p = t.p
    count = 0
    for frame in t.agenda:
        if frame.step == "retreat":
            count += sum(len(p.stacks.get(node, ())) for node in frame["nodes"])
        elif frame.step == "advance":
            count += sum(p.at[i] not in frame["nodes"] for i in frame["attackers"])
    return count


ROWS, STAGE, MOST = 64, 1_000_000_000, 40_000
PLACING = ("reinforcing", "arrivals", "reinforcement", "free_setup")
DONE = ("moved", "overran", "marked", "railed", "fought", "frozen", "landing", "dropped", "shipped", "retreated")
