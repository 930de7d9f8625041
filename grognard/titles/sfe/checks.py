"""What always holds, what is conserved, and a measure that falls with every order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame

from . import artillery, breakdown, departures, reserves, taskforce
from .state import IDLE, Table

Weigh = Callable[[Table, Frame], int]


def sides_apart(t: Table) -> bool:
    """Enemy ground units share no hex, but for those who have just dropped or landed in one (22.15, 19.44)."""
    p = t.p
    for stack in p.stacks.values():
        ground = [i for i in stack if t.world.units[i].ground and p.at[i] < t.world.arrivals]
        powers = {p.power[i] for i in ground if not (p.dropped | p.wading) >> i & 1}
        if len(powers) > 1:
            return False
    return True


def held_apart(t: Table) -> bool:
    """A hex is controlled by one side, and every land hex by some."""
    p = t.p
    return not p.axis_land & p.allied_land and (p.axis_land | p.allied_land) & t.world.land == t.world.land


def own_rails(t: Table) -> bool:
    """A side's railway lies in its land."""
    p = t.p
    return not p.axis_rail & ~p.axis_land and not p.allied_rail & ~p.allied_land


def in_the_air(t: Table) -> bool:
    """A wing with a mission has a base to come from; one without stands on the ground."""
    p = t.p
    return all((p.mission[u.index] != IDLE) == (p.base[u.index] >= 0) for u in t.world.units if u.air)


INVARIANTS: Mapping[str, Callable[[Table], bool]] = {
    "sides_apart": sides_apart, "held_apart": held_apart, "own_rails": own_rails, "in_the_air": in_the_air,
}  # fmt: skip
LEDGERS: Mapping[str, Callable[[Table], int]] = {
    "counters": lambda t: len(t.p.at),
    "land": lambda t: (t.p.axis_land | t.p.allied_land).bit_count(),
}


def _strength(t: Table) -> int:
    """Sides of counters that are in play: each loss leaves fewer."""
    p = t.p
    afloat = t.world.aboard
    return sum(
        2 - p.reduced[u.index] for u in t.world.units if p.at[u.index] < t.world.arrivals or p.at[u.index] == afloat
    )


def _marching(t: Table, f: Frame) -> int:
    p = t.p
    here = t.world.arrivals
    own = [u.index for u in t.world.units if u.power == p.player and not u.air]
    own = [i for i in own if p.at[i] < here or p.at[i] == t.world.aboard]
    whole = sum(p.left[i] + 8 * (not p.moved >> i & 1) + 8 * (not p.railed >> i & 1) for i in own)
    return whole + sum(_mix(t, i) for i in own)


def _mix(t: Table, piece: int) -> int:
    """A unit that can still break down weighs more than its parts, and these more than what they make up again."""
    unit = t.world.units[piece]
    if breakdown.breakable(t.world) >> piece & 1:
        return 1000 * (not (t.p.moved | t.p.railed) >> piece & 1)
    return 100 * (unit.formation == "breakdown")


def _fighting(t: Table, f: Frame) -> int:
    p = t.p
    return 4000 * sum(not p.attacked >> u.index & 1 for u in t.world.units if u.ground)


def _off_shore(t: Table) -> int:
    """Units that wait to land in the build-up."""
    return sum(t.p.at[i] == t.world.aboard for units, _, _ in t.p.waiting.values() for i in units)


def _in_port(t: Table) -> int:
    """Ships that have not sailed, and units that have not tried to intercept."""
    p = t.p
    ships = [u.index for u in t.world.units if u.naval]
    tried = sum(not p.rolled >> u.index & 1 for u in t.world.units if u.naval or u.air)
    return 4 * sum(not p.sailed >> i & 1 for i in ships) + tried


def _planning(t: Table) -> int:
    """A plan is made, then aimed, then perhaps called off; none is made after that in the same phase."""
    done = 10 * taskforce.written(t)
    for name, plan in t.p.plans.items():
        if name.startswith(taskforce.FORCE):
            continue
        secret = dict(plan[2])
        done += 10 * ("wings" in secret and "hex" in secret and bool(secret["day"]))
        done += sum(len(secret.get(what, ())) for what in ("aims", "wave", "follow", "cover"))
        done += 10 * bool(secret.get("day", 1)) * ("hex" not in secret) + (secret.get("postponed", 0) == t.p.turn)
    return 2000 * (t.p.called_off != t.p.turn) + 1000 - done


def _troops(t: Table) -> list[int]:
    """All counters but supply units, which a repair may use up."""
    return [u.index for u in t.world.units if not u.depot]


def _yards(t: Table) -> int:
    """Half ships that could be combined, and sunk ones that could be built anew."""
    p = t.p
    halves = sum(p.reduced[i] for i in members(t.world.ship_slots) if p.at[i] < t.world.arrivals)
    return 300 * halves + sum(p.at[i] == t.world.pool for i in members(t.world.ship_slots))


WEIGHS: Mapping[str, Weigh] = {
    "reinforcement": lambda t, f: (
        400 * sum(t.p.at[i] >= t.world.arrivals for i in _troops(t))
        + 200 * sum(t.p.reduced[i] for i in _troops(t))
        + 20 * t.p.wings_due
        + 600 * (reserves.MOST_DOWN - t.p.entered.get(reserves.DOWN, 0))
        + 100 * (t.p.available.bit_count() + t.p.grounded.bit_count())
        + artillery.unturned(t)
        + _yards(t)
        + _planning(t)
        + 120 * sum(turn <= t.p.turn for spare in t.p.heads.values() for turn in spare)
        + 80 * len(t.p.beachheads)
        + sum(not month for month in t.p.mending)
    ),
    "construction": lambda t, f: 100 - t.p.built,
    "movement": lambda t, f: _marching(t, f) + (t.p.engineers == 1),
    "naval": lambda t, f: _marching(t, f) + 40_000 * _in_port(t),
    "voyage": lambda t, f: 10 * (2 - f["stage"] + 2 * len(f["path"]) + 2 * len(f["home"])),
    "engagement": lambda t, f: 2000 * (8 - f["stage"]) + 4000 * (len(f["groups"]) + len(f["friends"])),
    "surface": lambda t, f: 40 * len(f["tasks"]),
    "ranging": lambda t, f: 200,
    "gunnery": lambda t, f: len(f["firing"]) - sum(len(shooters) for shooters, _ in f["shots"]),
    "sea_bombing": lambda t, f: len(f["bombers"]) - sum(len(group) for group, _ in f["aimed"]),
    "attack_supply": lambda t, f: 100 * sum(not t.p.armed >> u.index & 1 for u in t.world.units),
    "exploitation": lambda t, f: _marching(t, f) + 20_000 * _off_shore(t) + 50 * t.p.spare_mulberries,
    "departure": lambda t, f: 100 * t.p.fought.bit_count() + 40 * departures.leavers(t, f.seat, ()).bit_count(),
    "guns": lambda t, f: 300 - 10 * len(t.p.pledged),
    "late_guns": lambda t, f: 300 - 10 * len(t.p.pledged),
    "manning": lambda t, f: -sum(unit >= 0 for unit in t.p.manned),
    "combat": _fighting,
    "late_combat": _fighting,
    "dividing": lambda t, f: -3000 - sum(len(fight[1]) for fight in f["fights"]),
    "battle": lambda t, f: 600 * len(f["fights"]) + 60 * len(f["tasks"]) + sum(fight[4] < 0 for fight in f["fights"]),
    "exchange": lambda t, f: 0,
    "retreat": lambda t, f: sum(not t.p.retired >> i & 1 for i in f["pieces"]) * 2 - len(f.get("onward", ())),
    "dogfight": lambda t, f: 40 * (10 - f["stage"]) + len(f["tasks"]),
    "air_combat": lambda t, f: -500 * len(f.get("done", ())),
    "coming_home": lambda t, f: sum(mission != IDLE for mission in t.p.mission),
    "deployment": lambda t, f: 100 * sum(not t.p.moved >> u.index & 1 for u in t.world.units),
    "withdrawing": lambda t, f: 1000 * int(f["owed"]),
    "writing_off": lambda t, f: int(f["left"]),
    "bombed": lambda t, f: int(f["hits"]),
    "pursuit": lambda t, f: 300 + 2 * len(f["wings"]) - sum(len(wings) for wings, _ in f["aimed"]) + _strength(t),
    "air_loss": lambda t, f: len(f["letters"]),
}


def progress(t: Table) -> int:
    """Turns and phases to come, then what is left to do in this one."""
    p = t.p
    rows = {f.step: f.get("row", 0) for f in t.agenda if f.step in ("turn", "segment")}
    to_come: int = ((p.last - p.turn) * 8 - rows.get("turn", 0)) * 64 - rows.get("segment", 0)
    within = sum(WEIGHS[f.step](t, f) for f in t.agenda if f.step in WEIGHS)
    return to_come * 10_000_000 + _strength(t) * 8 + within
