"""Rail movement (6.1): so many chits a month from or into a nation, along the lines."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import foreign_rail, fronts, movement, reach, stacking, supply, zones
from . import tables as tb
from . import world as w
from .politics import partisans
from .position import ACTIVE, AXIS, FRESH, AetoPosition, Table
from .title import POWERS


@cache
def printed(nation: str) -> int:
    """A nation's printed Rail Capacity, 0 where there is none (6.1/capacity)."""
    return next((int(row["rail_cap"]) for row in tb.table("rail_capacity.csv") if row["nation"] == nation), 0)


@cache
def nations(world: w.World) -> tuple[tuple[str, int], ...]:
    """The nations with rail capacity that are on the map, and their hexes."""
    return tuple((name, hexes) for name, hexes in sorted(world.board.nation.items()) if printed(name) and hexes)


@cache
def capital(world: w.World, nation: str) -> int:
    """The hex of a nation's capital, or -1."""
    name = next((row["capital"] for row in tb.table("nations.csv") if row["nation"] == nation), "")
    try:
        return world.node(name) if name else -1
    except LookupError:
        return -1


def holder(t: Table, node: int) -> int:
    """The power that owns a hex."""
    return next((power for power, land in enumerate(t.p.held) if land >> node & 1), w.NEUTRAL)


def controller(t: Table, nation: str) -> int:
    """Whose a nation's trains are: the conqueror's if it has been conquered, else its own (6.1/ownership)."""
    if nation in POWERS and nation not in t.p.conquests:
        return POWERS.index(nation)
    if nation == foreign_rail.VICHY_LAND:
        return holder(t, members(t.world.board.region["Vichy France"] & t.world.cities)[0])
    seat = capital(t.world, nation)
    some = seat if seat >= 0 else members(t.world.board.nation[nation])[0]
    return holder(t, some)


def capacity(t: Table, nation: str) -> int:
    """Chits that may rail from or into a nation this month (6.1/capacity)."""
    if nation == foreign_rail.VICHY_LAND:
        return conquered_capacity()
    if f"fell {nation}" in t.p.politics:
        return max(0, conquered_capacity() - bombed(t, nation))
    total = printed(nation) - bombed(t, nation) + (foreign_rail.american_trains(t) if nation == "ussr" else 0)
    return max(0, total - (soviet_losses(t) if nation == "ussr" else lost_capital(t, nation)))


def bombed(t: Table, nation: str) -> int:
    """Each success of bombers against its railways takes one from a nation's capacity this month (2.6)."""
    return int(t.p.tally.get(f"rail {nation}", 0))


def shut_down(t: Table) -> int:
    """Nothing rails from, to or through a nation whose capacity was bombed to nothing (2.6, 6.1/no-capacity)."""
    bits = 0
    for name, hexes in nations(t.world):
        if bombed(t, name) and not capacity(t, name):
            bits |= hexes
    return bits


def conquered_capacity() -> int:
    """A nation that was ever conquered has one, also when it is free again (6.1/conquest, 6.1/liberation)."""
    return 1


def soviet_losses(t: Table) -> int:
    """Cities whose loss costs the Soviets capacity: Minsk, Moscow, Kazan (6.1/soviet-moscow)."""
    axis = zones.held_by_friends(t.p, w.GERMANY)
    rows = tb.table("rail_losses.csv")
    return sum(int(row["loss"]) for row in rows if axis >> t.world.node(row["place"]) & 1)


def lost_capital(t: Table, nation: str) -> int:
    """A nation that has lost its capital has one less (6.1/capital)."""
    seat = capital(t.world, nation)
    if seat < 0 or nation not in POWERS:
        return 0
    return int(not zones.held_by_friends(t.p, POWERS.index(nation)) >> seat & 1)


def left(t: Table, nation: str) -> int:
    return capacity(t, nation) - int(t.p.rail.get(nation, 0))


def lines(t: Table, power: int) -> int:
    """Rail hexes that trains may use: friendly, out of open enemy zones, of nations with capacity (6.1/path,
    6.1/no-capacity, 6.1/hostile-hexes).
    """
    ground = zones.ground(t, power)
    friendly = zones.held_by_friends(t.p, power) & ~ground.enemy & ~ground.open_zone & ~blocked_by_bands(ground)
    return friendly & served(t.world) & ~shut_down(t)


def blocked_by_bands(ground: zones.Ground) -> int:
    """No train goes through a hex with enemy partisans (6.1/partisan-block)."""
    return ground.bands


@cache
def served(world: w.World) -> int:
    """Rail hexes of nations that have a capacity at all (6.1/no-capacity)."""
    bits = 0
    for _, hexes in nations(world):
        bits |= hexes
    return bits & world.rails


def movers(t: Table, seat: int, args: Args) -> int:
    """A seat's units and leaders, but no partisans."""
    return movement.on_map(t, seat) & ~where(t.p.kind, among(tb.PARTISAN))


def unactivated(t: Table, seat: int, args: Args) -> int:
    """A unit that was activated, or has railed, does not rail; one that debarked does (6.1/no-activated, 6.1/end,
    6.1/debarked)."""
    return where(t.p.status, among(FRESH))


def at_a_station(t: Table, seat: int, args: Args) -> int:
    """Units on a rail hex out of open enemy zones (6.1/zoc)."""
    p: AetoPosition = t.p
    usable = {power: lines(t, power) for power in t.powers_of(seat) if p.occupied[power]}
    return from_iter(
        i for i in members(movers(t, seat, ())) if usable[p.power[i]] >> p.at[i] & 1 and not alone_in_zone(t, i)
    )


def alone_in_zone(t: Table, piece: int) -> bool:
    """In an enemy zone a unit rails only if another friendly one stays in the hex (6.1/zoc)."""
    p: AetoPosition = t.p
    if not zones.ground(t, p.power[piece]).zone >> p.at[piece] & 1:
        return False
    return not any(i != piece and zones.combat_unit(p, i) for i in stacking.friends_in(t, p.power[piece], p.at[piece]))


def able_to_entrain(t: Table, seat: int, args: Args) -> int:
    """A unit that has moved to the line pays a point to entrain (6.1/entrain)."""
    p: AetoPosition = t.p
    return from_iter(i for i in members(movers(t, seat, ())) if not p.spent[i] or reach.allowance(t, i) > p.spent[i])


def supplied(t: Table, seat: int, args: Args) -> int:
    """Only a unit with a line of supply over land rails (6.1/supply)."""
    p: AetoPosition = t.p
    fed = {power: supply.lines(t, power).fed for power in t.powers_of(seat) if p.occupied[power]}
    return from_iter(
        i for i in members(movers(t, seat, ())) if fed[p.power[i]] >> p.at[i] & 1 or supply.traces_to_source(t, i)
    )


def nation_at(t: Table, node: int) -> str:
    return next((name for name, hexes in foreign_rail.lands(t, nations(t.world)) if hexes >> node & 1), "")


@cached_between_orders
def reachable(t: Table, piece: int) -> int:
    """Rail hexes that the lines lead to from a unit's own (6.1/follow-line)."""
    p: AetoPosition = t.p
    free = lines(t, p.power[piece])
    found: int = t.world.board.graph["rail"].flood(1 << p.at[piece], blocked=~free & (1 << t.world.board.size) - 1)
    found |= off_the_map(t, p.power[piece], found | 1 << p.at[piece])
    found |= foreign_rail.through_sweden(t, piece, free)
    return found & free & ~(1 << p.at[piece])


def without_sweden(t: Table, piece: int) -> int:
    """Rail hexes that a unit reaches without Swedish help."""
    free = lines(t, t.p.power[piece])
    found: int = t.world.board.graph["rail"].flood(1 << t.p.at[piece], blocked=~free & (1 << t.world.board.size) - 1)
    return found | off_the_map(t, t.p.power[piece], found | 1 << t.p.at[piece])


EDGES = ("E 1211", "E 1411", "E 1811")
"""Where lines leave the map towards one another; E 0818 leads elsewhere (6.1/soviet-offmap-0818)."""


@cache
def edges(world: w.World) -> int:
    bits = 0
    for name in EDGES:
        with suppress(LookupError):
            bits |= 1 << world.node(name)
    return bits


def off_the_map(t: Table, power: int, reached: int) -> int:
    """Soviet trains that reach the edge come back by another edge hex and stop there (6.1/soviet-offmap,
    6.1/soviet-offmap-0818, 6.1/soviet-offmap-end)."""
    return edges(t.world) if power == w.USSR and reached & edges(t.world) else 0


def with_capacity(t: Table, seat: int, args: Args) -> int:
    """The origin or the destination has capacity left that is ours to use (6.1/origin-destination)."""
    piece = args[0]
    if usable_capacity(t, piece, nation_at(t, t.p.at[piece])):
        return -1
    bits = 0
    for name, hexes in foreign_rail.lands(t, nations(t.world)):
        if usable_capacity(t, piece, name):
            bits |= hexes
    return bits


def usable_capacity(t: Table, piece: int, nation: str) -> bool:
    """Has a friendly nation capacity left for a unit?"""
    if not nation or left(t, nation) < 1:
        return False
    return controller(t, nation) in zones.allies_of(t.p, t.p.power[piece])


def into_russia(t: Table, seat: int, args: Args) -> int:
    """A die says how many Axis chits cross the Soviet border by rail (6.1/german-difficulty)."""
    p: AetoPosition = t.p
    piece = args[0]
    if p.alliance[p.power[piece]] != AXIS or p.rail.get("die", 99) > p.rail.get("crossed", 0):
        return -1
    russia = t.world.board.nation.get("ussr", 0)
    return russia if russia >> p.at[piece] & 1 else ~russia


def minor_areas(nation: str) -> frozenset[str]:
    """The lands that an Axis minor partner's trains may enter, its own among them; empty for the others (6.1/finland,
    6.1/rumania, 6.1/hungary, 6.1/bulgaria)."""
    rows = [row["into"].split("|") for row in tb.table("rail_areas.csv") if row["nation"] == nation]
    return frozenset((nation, *rows[0])) if rows else frozenset()


def where_partners_go(t: Table, seat: int, args: Args) -> int:
    """Axis minor partners rail at home and into the lands on their list (6.1/minor-deployment)."""
    listed = minor_areas(POWERS[t.p.power[args[0]]])
    if not listed:
        return -1
    bits = 0
    for name, hexes in nations(t.world):
        if name in listed:
            bits |= hexes
    return bits


def entrains_in_a_listed_land(t: Table, seat: int, args: Args) -> int:
    """Axis minor partners rail out of no land but their own and those on their list, too (6.1/minor-deployment)."""
    found = 0
    for i in members(movers(t, seat, ())):
        if where_partners_go(t, seat, (i,)) >> t.p.at[i] & 1:
            found |= 1 << i
    return found


def abroad_left(t: Table) -> int:
    """Soviet chits that may still rail beyond the old borders: one, and one a foreign nation with a rail city in Soviet
    hands (6.1/soviet-foreign)."""
    held = zones.held_by_friends(t.p, w.USSR) & t.world.cities & t.world.rails
    foreign = sum(1 for name, hexes in nations(t.world) if name != "ussr" and hexes & held)
    return 1 + foreign - int(t.p.rail.get("abroad", 0))


def beyond_the_border(t: Table, seat: int, args: Args) -> int:
    """The Soviets rail few units into foreign nations (6.1/soviet-foreign)."""
    if t.p.power[args[0]] != w.USSR or abroad_left(t) > 0:
        return -1
    return int(t.world.board.nation.get("ussr", 0))


def room_there(t: Table, seat: int, args: Args) -> int:
    """Stacking holds where a train stops (6.1/stack-limits)."""
    return stacking.with_room(t, (args[0],), reachable(t, args[0]))


class Rail(Verb):
    """``rail ger6inf@Warsaw Minsk``: a chit goes by train."""

    name = "rail"
    levels = (
        Level(
            "unit", PIECE, movers,
            (
                Mask("6.1/no-activated", unactivated), Mask("6.1/zoc", at_a_station),
                Mask("6.1/entrain", able_to_entrain), Mask("6.1/supply", supplied),
                Mask("6.1/minor-deployment", entrains_in_a_listed_land),
            ),
        ),
        Level(
            "target", NODE, lambda t, s, a: t.world.rails,
            (
                Mask("6.1/path", lambda t, s, a: reachable(t, a[0])),
                Mask("6.1/origin-destination", with_capacity),
                Mask("6.1/german-difficulty", into_russia), Mask("6.1/minor-deployment", where_partners_go),
                Mask("6.1/soviet-foreign", beyond_the_border), Mask("6.1/stack-limits", room_there),
                Mask("5.1/interval-adjacent", lambda t, s, a: movement.off_other_staffs(t, s, ((a[0],),))),
            ),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.world.settings.get("rail") else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p: AetoPosition = t.p
        here = p.at[piece]
        use_capacity(t, piece, here, node)
        if not without_sweden(t, piece) >> node & 1:
            p.rail["sweden"] = 1
        p.status[piece] = ACTIVE
        t.emit("railed", "6.1/path", pieces=(piece,), nodes=(here, node))
        t.place(piece, node)
        fronts.settle(t, p.power[piece])


def use_capacity(t: Table, piece: int, here: int, there: int) -> None:
    """A chit takes one point of its origin's or destination's capacity (6.1/chits)."""
    p: AetoPosition = t.p
    names = [name for name in (nation_at(t, here), nation_at(t, there)) if usable_capacity(t, piece, name)]
    p.rail[names[0]] = p.rail.get(names[0], 0) + 1
    russia = t.world.board.nation.get("ussr", 0)
    if p.alliance[p.power[piece]] == AXIS and (russia >> here ^ russia >> there) & 1:
        p.rail["crossed"] = p.rail.get("crossed", 0) + 1
    if p.power[piece] == w.USSR and not russia >> there & 1:
        p.rail["abroad"] = p.rail.get("abroad", 0) + 1


def roll_difficulty(t: Table) -> None:
    """The Axis die for rail into the Soviet Union, each month until Summer 1942 (6.1/german-difficulty,
    6.1/german-difficulty-end).
    """
    p: AetoPosition = t.p
    p.rail = {}
    if not t.world.settings.get("rail") or p.month >= tb.month_of("July 1942"):
        return
    p.rail["die"] = less_partisans(t, t.roll("german rail"))
    t.emit("rail_die", "6.1/german-difficulty", die=p.rail["die"])


def less_partisans(t: Table, die: int) -> int:
    """One less for each Soviet partisan behind the Front, one at least (6.1/german-partisans)."""
    return max(1, die - partisans.behind_the_front(t))
