"""Retreats (10.03): where a beaten unit may go, and what a leader changes (13.04)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members

from . import airborne, control, ice, rommel, strengths, supply, zones
from .state import Table, foe, ground_in, leaders_in

FAR = 1 << 20


def open_hexes(t: Table, piece: int) -> int:
    """Hexes beside the unit that are no prohibited terrain and hold no enemy ground unit (10.03)."""
    p = t.p
    if t.world.units[piece].wall:
        return 0
    near: int = ice.ground_for(t, p.power[piece]).near[p.at[piece]]
    held = zones.ground_of(t, foe(t, p.power[piece])) & ~airborne.way_past(t, p.power[piece])
    free = near & ~held & ~fought_over(t)
    if t.frame.step == "retreat" and piece in t.frame.get("onward", ()):
        free &= ~control.full(t, p.power[piece], (piece,))
    return free


def fought_over(t: Table) -> int:
    """A beaten attacker does not retreat into the hex that he attacked, nor a defender back into it."""
    battle = next((f for f in reversed(t.agenda) if f.step == "battle"), None)
    return 0 if battle is None else 1 << battle["node"]


def out_of_zones(t: Table, piece: int) -> int:
    """No retreat into an enemy zone (6.12); a full-strength unit with two sides may enter a limited one (28.01/b3)."""
    enemy = zones.against(t, t.p.power[piece])
    return ~enemy.normal if pays_its_way(t, piece) else ~enemy.all & ~parachutists(t, t.p.power[piece])


def parachutists(t: Table, power: int) -> int:
    """Undisrupted enemies who dropped in this segment are retreated past as in a limited zone (28.01/g)."""
    if not zones.graded(t):
        return 0
    fresh = [i for i in members(t.p.dropped & ~t.p.shaken) if t.p.power[i] != power]
    return from_iter(t.p.at[i] for i in fresh if t.p.at[i] < t.world.arrivals)


def pays_its_way(t: Table, piece: int) -> bool:
    """A unit that can be flipped may retreat into a limited zone (28.01/b3); leaders go with the others."""
    unit = t.world.units[piece]
    return zones.graded(t) and (unit.leader or (unit.back is not None and not t.p.reduced[piece]))


def toward_supply(t: Table, piece: int) -> int:
    """Wherever possible a retreat does not lengthen the supply path (10.03)."""
    p = t.p
    length = supply.lengths(t, p.power[piece])
    free = open_hexes(t, piece) & out_of_zones(t, piece)
    now = length.get(p.at[piece], FAR)
    good = 0
    for node in members(free):
        if length.get(node, FAR) <= now:
            good |= 1 << node
    return good or free


def refuges(t: Table, piece: int) -> int:
    """Where a unit may retreat to."""
    return open_hexes(t, piece) & out_of_zones(t, piece) & toward_supply(t, piece)


def trapped(t: Table, pieces: tuple[int, ...]) -> list[int]:
    """Units that must retreat and find no hex to go to: they are eliminated (10.03/1)."""
    return [i for i in pieces if not refuges(t, i) and not need_not_go(t, i)]


def need_not_go(t: Table, piece: int) -> bool:
    """Who stood with a leader when the die was cast may stay, whether he goes or not; not who overstacks (13.04)."""
    f = t.frame
    return piece in f.get("staying", ()) and piece not in f.get("onward", ())


def leader_holds(t: Table, piece: int) -> bool:
    """A leader, and units stacked with him, need not retreat (13.04)."""
    p = t.p
    if p.at[piece] >= t.world.arrivals:
        return False
    leaders = leaders_in(t, p.at[piece], p.power[piece])
    return any(strengths.leader_level(t, i) >= 1 and rommel.held_by(t, i, piece) for i in leaders)


def fall_back(t: Table, piece: int, node: int) -> None:
    """A unit retreats one hex (10.03); in a limited zone it is flipped (28.01/b3)."""
    p = t.p
    came, power = p.at[piece], p.power[piece]
    p.put(piece, node)
    if t.world.units[piece].ground and not ground_in(t, came, power):
        for depot in control.depots_in(t, came, power):  # supply units retreat with the last of their friends (23.22)
            p.put(depot, node)
    t.emit("retreated", "10.03", pieces=(piece,), nodes=(came, node))
    if not t.world.units[piece].ground:
        p.retired |= 1 << piece
        return
    p.fled |= 1 << came
    if (zones.against(t, power).limited | parachutists(t, power)) >> node & 1:
        control.flip(t, piece)
    if not ground_in(t, node, foe(t, power)):
        control.enter(t, (piece,), node)
    if not goes_on(t, piece):
        p.retired |= 1 << piece


def goes_on(t: Table, piece: int) -> bool:
    """A unit that overstacks must retreat another hex, to one with room (10.03)."""
    p = t.p
    node = p.at[piece]
    past = airborne.way_past(t, p.power[piece]) >> node & 1
    if control.counts(t, node, p.power[piece]) <= control.MOST and not past:
        return False
    f = t.frame
    t.remember(hexes=tuple(sorted({*f["hexes"], node})), onward=(*f.get("onward", ()), piece))
    return True
