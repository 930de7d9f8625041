"""Flak factors of ground units (3.16), and their fire at wings that support a defense (21.07)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, End, Level, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import airborne, flak, ice, strengths, zones
from . import world as w
from .state import SUPPORT, Table, foe, ground_in, leaders_in, phasing, spoken_date


@cached_values(16)
def printed(world: w.World) -> dict[int, int]:
    """The flak factors on ground counters, by the slot (3.16)."""
    rows = [row for row in w.table("ob/flak.csv") if row["scenario"] == world.scenario]
    return {world.by_name[row["unit"].casefold()]: int(row["flak"]) for row in rows}


def gunners(t: Table, node: int, power: int) -> list[int]:
    """A side's ground units with flak in a hex."""
    found = printed(t.world)
    return [i for i in ground_in(t, node, power) if i in found] if found else []


def factors(t: Table, node: int, power: int) -> int:
    """The flak factors of a side's ground units in a hex (21.02)."""
    return sum(printed(t.world)[i] for i in gunners(t, node, power))


# Fire at wings that support a defense (21.07)


def late(t: Table) -> bool:
    return t.frame.step == "late_guns"


def sheltered(t: Table) -> int:
    """Hexes over which enemy wings support the defenders in this Combat Phase, and at which nobody has fired yet."""
    p, enemy = t.p, foe(t, phasing(t))
    found = from_iter(
        p.at[i] for i in members(t.world.air_slots)
        if p.power[i] == enemy and p.mission[i] == SUPPORT and bool(p.held >> i & 1) == late(t)
    )  # fmt: skip
    return found & zones.ground_of(t, enemy) & ~from_iter(t.p.pledged.values())


def free_gunners(t: Table, node: int) -> list[int]:
    """Units with flak in a hex that could attack, after exploitation under a leader, and have not fired yet."""
    p = t.p
    idle = [i for i in gunners(t, node, phasing(t)) if str(i) not in p.pledged]
    idle = [i for i in idle if not (p.tired | p.emplaned | airborne.planned(t, phasing(t))) >> i & 1]
    led = any(strengths.leader_level(t, i) >= 3 for i in leaders_in(t, node, phasing(t)))
    return idle if led or not late(t) else []


def aims(t: Table, node: int) -> int:
    """The hexes beside a stack at whose wings it may fire."""
    return ice.battleground(t).near[node] & sheltered(t) if free_gunners(t, node) else 0


def stacks(t: Table, seat: int, args: Args) -> int:
    if not printed(t.world) or not sheltered(t):
        return 0
    return from_iter(node for node in members(zones.ground_of(t, phasing(t))) if aims(t, node))


class FireFlak(Verb):
    """``flak NW4216 NW4217``: a stack fires at the wings over a hex beside it, which it must then attack (21.07)."""

    name = "flak"
    levels = (Level("stack", NODE, stacks), Level("hex", NODE, lambda t, s, a: aims(t, a[0])))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        here, node = args
        p, enemy = t.p, foe(t, phasing(t))
        firing = free_gunners(t, here)
        over = [i for i in p.stack(node) if p.power[i] == enemy and p.mission[i] == SUPPORT]
        over = [i for i in over if bool(p.held >> i & 1) == late(t)]
        for piece in firing:
            p.pledged[str(piece)] = node
        flak.volley(t, node, tuple(over), sum(printed(t.world)[i] for i in firing))


class Guns(Step):
    """Before the Combat Phase stacks that will attack may fire at wings over the defenders (21.07)."""

    name = "flak"
    rule = "21.07"
    verbs = (FireFlak(), End())

    def begin(self, t: Table, f: Frame) -> None:
        t.p.pledged = {}

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if stacks(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken_date(t)}, flak: a stack may fire at wings over the hex that it will attack, or end."
