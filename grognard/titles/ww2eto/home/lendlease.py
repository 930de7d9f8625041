"""Russian Resources Computation (4.2/B8) and Lend-Lease (10.35, 10.36): centers, scheduled points and their routes."""

from __future__ import annotations

from functools import cache

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NUMBER, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Row, Sequence_, Step

from .. import world as w
from ..politics import control, russia
from ..sea.shipping import turn_name
from ..state import Table


@cache
def schedule() -> dict[str, int]:
    """The Lend-Lease Arrival Schedule (X/lls)."""
    return {row["turn"]: int(row["points"]) for row in w.table("lend_lease.csv")}


def scheduled(t: Table) -> int:
    """Points of the Game-Turn of arrival, one quarter after the computation (10.35, 10.35/a)."""
    index = t.p.turn + 1
    return schedule().get(turn_name(t, index), 0) if index <= len(t.world.turns) else 0


def offered(t: Table) -> int:
    """What the Allied player lets through; all of it unless three play (16.86)."""
    limit = t.p.lend_lease_limit
    points = scheduled(t)
    return points if limit < 0 else min(points, limit)


def blocked(t: Table, route: str) -> bool:
    """Is a route blocked by Axis units on it, zones not counting (10.36)? The east only when they hold every hex."""
    axis = t.p.occupied[w.AXIS]
    area: int = t.world.areas[next(r["area"] for r in w.table("lend_lease_routes.csv") if r["route"] == route)]
    area &= t.world.play
    return axis & area == area if route == "east" else bool(axis & area)


def losing_faces(t: Table) -> frozenset[int]:
    """The die faces that lose a point: each blocked route adds two (10.36/d)."""
    faces: set[int] = set()
    for row in w.table("lend_lease_routes.csv"):
        if blocked(t, row["route"]):
            faces.update(int(face) for face in w.words(row["lost_on"]))
    return frozenset(faces)


def arriving(t: Table) -> int:
    """Lend-Lease points that get through: one die a point if any route is blocked (10.36, 10.36/d)."""
    points, faces = offered(t), losing_faces(t)
    if not faces or not points:
        return points
    dice = t.rolls("lend-lease", points)
    through = sum(1 for die in dice if die not in faces)
    t.emit("lend_lease", "10.36", dice=dice, arrive=through)
    return through


def centers_held(t: Table) -> int:
    """Resource Centers that Russia controls (10.34/d)."""
    return int((t.world.russian_centers & ~t.p.axis_centers & ~control.disputed_centers(t)).bit_count())


def compute(t: Table) -> None:
    """Count the centers and the Lend-Lease that gets through, for the next Game-Turn (10.34/b, 10.76)."""
    p = t.p
    if russia.absent(t):
        return
    control.settle_centers(t)
    centers = centers_held(t)
    points = arriving(t) if p.russia_invaded_on else offered(t)
    p.notes["centers"] = centers
    p.russian_resources = centers + points
    t.emit("resources", "10.76", centers=centers, lend_lease=points)


class Computation(Step):
    """Phase 8: centers and Lend-Lease are counted for the next Game-Turn (4.2/B8, 10.34/b, 10.76)."""

    name = "Russian Resources Computation"
    rule = "4.2/B8"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.p.phase = 8
        compute(t)
        t.pop()


class Allow(Verb):
    """``allow 3``: the Allied player reduces or withholds Lend-Lease in a three-player game (16.86)."""

    name = "allow"
    masks = (Mask("16.86", lambda t, s, a: int(control.three_players(t))),)
    levels = (Level("points", NUMBER, lambda t, s, a: (2 << scheduled(t)) - 1),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.lend_lease_limit = args[0]
        t.emit("lend_lease_allowed", "16.86", points=args[0])
        t.pop()


class Allowance(Step):
    """With three players the Allied player says how much Lend-Lease goes out (16.86)."""

    name = "Lend-Lease"
    rule = "16.86"
    verbs = (Allow(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if control.three_players(t) and scheduled(t) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        points = scheduled(t)
        are = "1 Lend-Lease point is" if points == 1 else f"{points} Lend-Lease points are"
        return f"{are} scheduled for Russia: allow all, some or none."


STEPS: dict[str, Step] = {
    "resources": Sequence_("Russian resources", [
        Row("lend_lease", lambda t: t.seat_of(w.ALLIED), control.three_players),
        Row("computation"),
    ]),
    "lend_lease": Allowance(),
    "computation": Computation(),
}  # fmt: skip
