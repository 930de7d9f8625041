"""Reinforcements and replacements (27.0)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import (
    airbank,
    artillery,
    beachheads,
    besieged,
    breakdown,
    control,
    depots,
    invasion,
    lend_lease,
    navalair,
    overseas,
    quotas,
    recaptured,
    reserves,
    seas,
    ships,
    supply,
    zones,
)
from . import world as w
from .state import Table, army, date, phasing
from .state import ships as fleet

QUARTER = 4
"""Replacement points are kept in quarters (27.22)."""
AIR_PRICE = 6
"""Air points for a wing (27.24/2)."""
FULL, REDUCED = "full", "reduced"


def first_of_month(t: Table) -> bool:
    return date(t).endswith(" 1")


# Points


@rule("27.2")
def monthly_points(t: Table, power: int) -> None:
    """Monthly points come on the first turn of a month, or a side's first turn in it (27.2, K1)."""
    late = t.p.turn == 2 and t.world.settings["first_segment"] != w.POWERS[power]
    if not first_of_month(t) and not late:
        return
    for nation, (infantry, armor) in income(t, power).items():
        add_points(t, nation, QUARTER * infantry, QUARTER * armor)
        t.emit("points", "27.2", nation=nation, infantry=infantry, armor=armor)
        quotas.capped_in_peace(t, nation)
    for row in making(t, power) if t.world.side(power).get("city_points") else ():
        if row["city"] == quotas.EAST:
            add_points(t, quotas.EAST, QUARTER * int(row["infantry_rp"]), QUARTER * int(row["armor_rp"]))
    besieged.monthly(t, power)


def income(t: Table, power: int) -> dict[str, tuple[int, int]]:
    """What a month brings each nation: a fixed sum, or what its cities in supply make (27.2, 27.21/a)."""
    side = t.world.side(power)
    found = {nation: (int(row[0]), int(row[1])) for nation, row in side.get("points", {}).items()}
    if side.get("city_points"):
        rows = making(t, power)
        found["Soviet"] = (
            sum(int(r["infantry_rp"]) for r in rows if works(t, r, recaptured.MONTH)),
            sum(int(r["armor_rp"]) for r in rows if works(t, r, recaptured.QUARTER_YEAR)),
        )
    return found


def making(t: Table, power: int) -> list[dict[str, str]]:
    """The cities that make replacement points now: those that are held and in supply, and the East."""
    covered = supply.supplied_hexes(t, power) & t.p.land_of(power)
    rows = [row for row in w.table("ob/rp_cities.csv") if row["scenario"] == t.scenario]
    return [row for row in rows if row["city"] == "East" or covered >> t.world.board.node(row["city"]) & 1]


def works(t: Table, row: dict[str, str], turns: int) -> bool:
    """A city that was won back makes nothing for a while (28.09)."""
    return row["city"] == "East" or not recaptured.idle(t, t.world.board.node(row["city"]), turns)


def payer(t: Table, nation: str) -> str:
    """The nation whose points a unit's nation uses: the Commonwealth has one purse in a scenario that says so."""
    return str(t.world.settings.get("purse", {}).get(nation, nation))


def add_points(t: Table, nation: str, infantry: int, armor: int) -> None:
    nation = payer(t, nation)
    had = t.p.points.get(nation, (0, 0))
    t.p.points[nation] = (had[0] + infantry, had[1] + armor)


@rule("27.22")
def special_points(t: Table, power: int) -> None:
    """A quarter of the attack factors that a country has lost come back as infantry points (27.22)."""
    for nation in sorted({u.nation for u in t.world.units if u.power == power}):
        lost = t.p.lost.pop(nation, 0)
        if lost:
            add_points(t, nation, lost, 0)


@rule("27.24/1")
def air_roll(t: Table, power: int) -> None:
    """Once a month a die says whether a lost wing may be replaced (27.24/1)."""
    t.p.wings_due = 0
    lost = [u for u in t.world.units if u.air and u.power == power and t.p.at[u.index] == t.world.pool]
    side = t.world.side(power)
    if "air_points" in side:
        return
    if not lost and navalair.without_aircraft(t, power) and first_of_month(t) and not side.get("city_points"):
        die = t.roll("air replacement")
        t.p.wings_due = int(die <= side["air_roll"])
    if side.get("city_points"):
        if lost:
            air_points(t, power)
        else:
            t.p.air_stock = 0
        return
    if not lost or not (first_of_month(t) or side.get("air_every_turn")):
        return
    die = t.roll("air replacement")
    t.p.wings_due = int(die <= side["air_roll"])
    t.emit("air_replacement", "27.24/1", die=die, success=bool(t.p.wings_due))


def air_income(t: Table, power: int) -> int:
    """The air points that a side's cities make, those that are cut off as long as they can."""
    rows = [*making(t, power), *besieged.making_wings(t, power)]
    return sum(int(row["air_rp"]) for row in rows if works(t, row, recaptured.QUARTER_YEAR))


def air_points(t: Table, power: int) -> None:
    """Of more than six air points six bring a wing back; a die no higher than the rest a second one (27.24/2, R8).

    Points that a failed die leaves are kept while there are wings to replace (Q26).
    """
    have = t.p.air_stock + air_income(t, power) // 2
    t.p.wings_due = int(have > AIR_PRICE)
    have -= AIR_PRICE * t.p.wings_due
    if have:
        die, chance = t.roll("air replacement"), min(AIR_PRICE, have)
        t.p.wings_due += int(die <= chance)
        have -= chance * int(die <= chance)
        t.emit("air_replacement", "27.24/2", die=die, success=die <= chance)
    t.p.air_stock = have


def price(t: Table, unit: w.Unit, factors: int) -> tuple[int, int]:
    """Infantry and armor points, in quarters, for so many attack factors (27.21/a1, 27.21/a2, 27.21/a3, 27.21/a4)."""
    cost = QUARTER * factors
    row = sponsor(unit)
    if row is not None:
        return QUARTER * int(row["infantry"]), 0
    if unit.kind == w.ARTILLERY:
        return 0, QUARTER * artillery.PRICE
    if unit.kind in w.ARMOR:
        return 0, cost
    if unit.kind == "MOT":
        armor = QUARTER * ((factors + 1) // 2)
        return cost - armor, armor
    return (2 * cost, 0) if unit.kind in ("ABN", "CDO") else (cost, 0)


def affordable(t: Table, unit: w.Unit, factors: int, city: int = -1) -> bool:
    """Are there points for so many factors, the nation's or those of a city that is cut off (27.21/a, 27.21/b)?"""
    infantry, armor = price(t, unit, factors)
    have: tuple[int, int] = t.p.points.get(payer(t, unit.nation), (0, 0))
    if not sponsored(t, unit) or not quotas.from_the_east(t, unit, (infantry, armor)):
        return False
    if city in besieged.cities(t, unit.power):
        have = besieged.purse(t, city)
    elif city >= 0 and city == lend_lease.depot(t, unit):
        have = (0, lend_lease.armor(t))
    return infantry <= have[0] and armor <= have[1]


def sponsor(unit: w.Unit) -> dict[str, str] | None:
    """The row of a minor country's armor that a major power pays for in part (27.49)."""
    if unit.kind not in w.ARMOR:
        return None
    return next((row for row in w.table("sponsors.csv") if row["nation"] == unit.nation), None)


def sponsored(t: Table, unit: w.Unit) -> bool:
    """Has the sponsor the armor points that he pays?"""
    row = sponsor(unit)
    return row is None or t.p.points.get(row["sponsor"], (0, 0))[1] >= QUARTER * int(row["armor"])


def pay(t: Table, unit: w.Unit, factors: int, city: int = -1) -> None:
    infantry, armor = price(t, unit, factors)
    if city in besieged.cities(t, unit.power):
        besieged.add(t, city, -infantry, -armor)
    elif city >= 0 and city == lend_lease.depot(t, unit):
        lend_lease.spend(t, 0, armor)
    else:
        add_points(t, unit.nation, -infantry, -armor)
        quotas.spend_east(t, unit, (infantry, armor))
    row = sponsor(unit)
    if row is not None:
        add_points(t, row["sponsor"], 0, -QUARTER * int(row["armor"]))


# Replacement cities


def cities(t: Table, power: int) -> dict[int, str]:
    """The replacement cities of the scenario that a side controls and supplies, and what they take (27.21)."""
    covered = supply.supplied_hexes(t, power)
    found = {}
    for name, what in t.world.side(power)["cities"].items():
        node = t.world.board.node(name)
        fed = covered >> node & 1 or depots.difficult(t.world) >> node & 1
        if t.p.land_of(power) >> node & 1 and fed and not recaptured.idle(t, node, recaptured.MONTH):
            found[node] = "infantry" if recaptured.idle(t, node, recaptured.QUARTER_YEAR) else str(what)
    return found


def gates(t: Table, power: int) -> int:
    """Where units come when no replacement city is left: controlled rail hexes on the side's edges (K4)."""
    return supply.edge_sources(t.world, power) & t.p.land_of(power) & ~zones.against(t, power).ground


def east_hexes(t: Table, power: int, hexes: int) -> int:
    """Three new units at most on each rail hex of the east edge, reinforcements and replacements together (27.44)."""
    placed, came = t.p.placed, t.p.edge_arrivals
    return from_iter(
        n for n in members(hexes) if placed.get(str(n), (0, 0))[0] + came.get(str(n), 0) < control.MOST
    )  # fmt: skip


def sites(t: Table, piece: int) -> int:
    """Hexes where a replacement may appear: replacement cities with a place left (27.21, 27.21/2, 27.21/3)."""
    unit = t.world.units[piece]
    power = unit.power
    if overseas.bound(t.world, unit):
        open_ = dict.fromkeys(members(overseas.arrive(t, unit)), "armor")
        return _free_cities(t, unit, from_iter(open_), 0)
    open_ = at_home(t, unit, cities(t, power))
    if (unit.mobile and sponsor(unit) is None) or of_armor_cities(unit):
        open_ = {node: what for node, what in open_.items() if what == "armor"}
    east = gates(t, power) if t.world.side(power).get("city_points") else 0
    hexes = from_iter(open_) | east or (0 if cities(t, power) else gates(t, power))
    found = _free_cities(t, unit, hexes, east) | besieged_sites(t, piece, most_a_city(t, power))
    port = lend_lease.depot(t, unit)
    return found | (1 << port if port >= 0 and open_sides(t, piece, port) else 0)


def _free_cities(t: Table, unit: w.Unit, hexes: int, east: int) -> int:
    """Those of some cities that have a place left; a second unit comes when all have one (27.21/2, 27.21/3)."""
    most = most_a_city(t, unit.power)
    full = east & ~east_hexes(t, unit.power, east)
    placed = {node: placed_at(t, node, east) for node in members(hexes & ~full)}
    free = [
        n for n, (units, mobile) in placed.items()
        if units < quotas.surge(t, unit, n, most) and not (unit.mobile and mobile)
    ]  # fmt: skip
    fewest = min((placed[n][0] for n in free), default=0)
    return from_iter(n for n in free if placed[n][0] == fewest)


def besieged_sites(t: Table, piece: int, most: int) -> int:
    """Replacement cities that are cut off place what they pay for themselves (27.21/b)."""
    unit, found = t.world.units[piece], 0
    for name, what in t.world.side(unit.power)["cities"].items():
        node = t.world.board.node(name)
        units, mobile = t.p.placed.get(str(node), (0, 0))
        if node not in besieged.cities(t, unit.power) or units >= most or (unit.mobile and (what != "armor" or mobile)):
            continue
        found |= int(bool(open_sides(t, piece, node))) << node
    return found


def of_armor_cities(unit: w.Unit) -> bool:
    """Artillery is replaced for armor points, in cities that make them (28.10/b4)."""
    return unit.kind == w.ARTILLERY


def placed_at(t: Table, node: int, east: int) -> tuple[int, int]:
    """Units, and mobile ones, placed at a city in this phase; the whole east edge is one city (27.44)."""
    hexes = members(east) if east >> node & 1 else (node,)
    counts = [t.p.placed.get(str(n), (0, 0)) for n in hexes]
    return sum(units for units, _ in counts), sum(mobile for _, mobile in counts)


def at_home(t: Table, unit: w.Unit, open_: dict[int, str]) -> dict[int, str]:
    """A minor ally's units return in its own cities, the others' elsewhere (27.21)."""
    homes = {
        nation: {t.world.board.node(name) for name in names}
        for nation, names in t.world.side(unit.power).get("homes", {}).items()
    }
    if unit.nation in homes:
        return {node: what for node, what in open_.items() if node in homes[unit.nation]}
    taken = {node for some in homes.values() for node in some}
    return {node: what for node, what in open_.items() if node not in taken}


def of_nation(t: Table, unit: w.Unit) -> int:
    """The hexes in which a nation's reinforcements may come: a minor ally's in its own cities."""
    homes = t.world.side(unit.power).get("homes", {})
    if unit.nation in homes:
        return from_iter(t.world.board.node(name) for name in homes[unit.nation])
    return ~from_iter(t.world.board.node(name) for names in homes.values() for name in names)


def most_a_city(t: Table, power: int) -> int:
    """Units that may be placed at one city: more as the war goes on (27.21/2)."""
    found = int(t.world.settings["units_per_city"][w.POWERS[power]])
    for day, row in t.world.settings.get("more_per_city", {}).items():
        if t.p.turn > t.world.turns.index(day):
            found = int(row[w.POWERS[power]])
    return found


def in_pool(t: Table, seat: int, args: Args) -> int:
    """Only units that were lost can be replaced (27.21/e)."""
    p = t.p
    lost = from_iter(
        u.index for u in t.world.units
        if p.at[u.index] == t.world.pool and t.owns(seat, u.index) and not u.leader and p.due[u.index] >= 0
    )  # fmt: skip
    return lost | from_iter(breakdown.from_the_pool(t, seat)) if lost else 0


def paid_for(t: Table, seat: int, args: Args) -> int:
    """Units for which there are points, on one side at least; wings by the die (27.21/a, 27.24)."""
    return from_iter(i for i in members(in_pool(t, seat, ())) if sides_open(t, seat, (i,)))


def fast_enough(t: Table, seat: int, args: Args) -> int:
    """Units that move two points or less are not replaced (27.23/2)."""
    units = t.world.units
    return from_iter(
        i for i in members(in_pool(t, seat, ())) if units[i].air or units[i].front[2] > 2 or of_armor_cities(units[i])
    )


def with_a_site(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(in_pool(t, seat, ())) if hexes_for(t, seat, (i,)))


def air_cities(t: Table, power: int) -> int:
    """Replacement cities that make wings, if the scenario says which; those of the East have two (27.24/1, 27.44)."""
    if not t.world.side(power).get("city_points"):
        return from_iter(cities(t, power))
    makers = {row["city"] for row in making(t, power) if int(row["air_rp"])}
    named = makers - {"East"} | ({"Kuibyshev", "Kazan"} if "East" in makers else set())
    held = supply.supplied_hexes(t, power) & t.p.land_of(power)
    return from_iter(t.world.board.node(name) for name in named) & held


def hexes_for(t: Table, seat: int, args: Args) -> int:
    """Where the unit may be put."""
    piece = args[0]
    if t.world.units[piece].air:
        unit = t.world.units[piece]
        open_ = air_cities(t, unit.power) if t.p.wings_due or airbank.covers(t, unit) else 0
        open_ |= lend_lease.wing_depots(t, unit.power)
        return open_ if reserves.may_enter(t, unit) else 0
    return from_iter(n for n in members(sites(t, piece)) if open_sides(t, piece, n))


def sides_open(t: Table, seat: int, args: Args) -> int:
    """A unit may be built whole, or only to its reduced side (27.21/d)."""
    if t.world.units[args[0]].air:
        unit = t.world.units[args[0]]
        return int(t.p.wings_due > 0 or airbank.covers(t, unit) or bool(lend_lease.wing_depots(t, unit.power)))
    if len(args) > 1:
        return open_sides(t, args[0], args[1])
    found = open_sides(t, args[0], -1)
    for city in besieged.cities(t, t.world.units[args[0]].power):
        found |= open_sides(t, args[0], city)
    return found


def open_sides(t: Table, piece: int, city: int) -> int:
    """The sides of a unit for which there are points where it is placed."""
    unit = t.world.units[piece]
    whole = int(affordable(t, unit, unit.front[0], city))
    part = int(unit.back is not None and affordable(t, unit, unit.back[0], city))
    return whole | part << 1


class Replace(Verb):
    """``replace 9A Voronezh``: a lost unit comes back for its attack factors in points (27.21)."""

    name = "replace"
    levels = (
        Level(
            "unit", PIECE, in_pool,
            (
                Mask("27.23/2", fast_enough), Mask("27.23/4", quotas.no_guards_yet),
                Mask("27.23/1", quotas.few_elites), Mask("27.21/a", paid_for),
                Mask("27.21", with_a_site, lambda t, s, a, v: "No replacement city has a place for it."),
            ),
        ),
        Level("city", NODE, lambda t, s, a: t.world.land, (Mask("27.21", hexes_for),)),
        Level("side", WORD, masks=(Mask("27.21/d", lambda t, s, a: sides_open(t, s, a)),), words=(FULL, REDUCED),
              optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node, side = args
        p = t.p
        unit = t.world.units[piece]
        corps = breakdown.from_the_pool(t, seat).get(piece)
        if corps is not None and p.due[piece] < 0:
            breakdown.split_in_the_pool(t, corps)
        if unit.air:
            reserves.enters(t, unit)
            if lend_lease.wing_depots(t, unit.power) >> node & 1:
                lend_lease.spend(t, lend_lease.WING, 0)
            elif not airbank.pay(t, unit):
                p.wings_due -= 1
        else:
            figures = unit.back if side and unit.back is not None else unit.front
            pay(t, unit, figures[0], node)
            units, mobile = p.placed.get(str(node), (0, 0))
            p.placed[str(node)] = (units + 1, mobile + unit.mobile)
            quotas.count_elite(t, unit)
        p.put(piece, node)
        p.reduced[piece] = side if unit.back is not None else 0
        p.unsupplied[piece] = besieged.status(t, node)
        t.emit("replaced", "27.21", pieces=(piece,), nodes=(node,))


def reduced_units(t: Table, seat: int, args: Args) -> int:
    units = t.world.units
    return from_iter(i for i in army(t, phasing(t)) if t.p.reduced[i] and units[i].back is not None)


def supplied_units(t: Table, seat: int, args: Args) -> int:
    """Units that trace a supply path (27.21/c1)."""
    return fed(t, phasing(t), reduced_units(t, seat, ()))


def fed(t: Table, power: int, pieces: int) -> int:
    """Units that trace a supply path, or will be supplied in this segment."""
    traced = from_iter(i for i in members(pieces) if supply.in_supply(t, i))
    return traced | allotted(t, power) | from_limited(t, power)


def allotted(t: Table, power: int) -> int:
    """Units in a difficult theatre that will be allotted general supply in this segment (27.21/c)."""
    poor = [i for i in fleet(t, power) if not ships.replenishes(t, power) >> t.p.at[i] & 1]
    return from_iter(depots.allot(t, power, poor)[0]) if t.world.depot_slots else 0


def from_limited(t: Table, power: int) -> int:
    """Units that limited sources and supply points will feed trace a supply path as well (27.21/c)."""
    return from_iter(supply.fed_by_cities(t, power, [i for i in army(t, power) if not supply.in_supply(t, i)]))


def from_ships(t: Table, power: int) -> int:
    """Units in a coastal port or beachhead that points there will feed rebuild even in an enemy zone (27.21/c2)."""
    quays = seas.coastal_ports(t.world) | beachheads.of_side(t, power) if t.world.ship_slots else 0
    ports = from_iter(int(name) for name in t.p.stores) & quays
    if not ports:
        return 0
    return from_iter(i for i in members(from_limited(t, power)) if ports >> t.p.at[i] & 1)


def out_of_zones(t: Table, seat: int, args: Args) -> int:
    """Units outside enemy zones (27.21/c1)."""
    zone = zones.against(t, phasing(t)).all
    free = from_iter(i for i in members(reduced_units(t, seat, ())) if not zone >> t.p.at[i] & 1)
    return free | from_ships(t, phasing(t))


def missing(t: Table, piece: int) -> int:
    """The attack factors that a reduced unit lacks."""
    unit = t.world.units[piece]
    return unit.front[0] - unit.back[0] if unit.back is not None else 0


def rebuildable(t: Table, seat: int, args: Args) -> int:
    """The difference of the two sides is paid for (27.21/c)."""
    units = t.world.units
    return from_iter(i for i in members(reduced_units(t, seat, ())) if affordable(t, units[i], missing(t, i)))


class Rebuild(Verb):
    """``rebuild VIII``: a reduced unit on the map is brought to full strength (27.21/c)."""

    name = "rebuild"
    levels = (
        Level(
            "unit", PIECE, reduced_units,
            (
                Mask("27.23/4", quotas.no_guards_yet),
                Mask("27.21/c1", supplied_units), Mask("27.21/c1", out_of_zones), Mask("27.21/c", rebuildable),
                Mask("19.41/a4", invasion.not_on_the_day),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pay(t, t.world.units[args[0]], missing(t, args[0]))
        t.p.reduced[args[0]] = 0
        t.emit("rebuilt", "27.21", pieces=(args[0],), nodes=(t.p.at[args[0]],))


def purse(t: Table, power: int) -> str:
    """The points of a side in words."""
    said = []
    for nation in sorted({u.nation for u in t.world.units if u.power == power}):
        infantry, armor = t.p.points.get(nation, (0, 0))
        if infantry or armor:
            said.append(f"{nation} {number(infantry)} infantry and {number(armor)} armor points")
    return "; ".join(said) or "no points"


def number(quarters: int) -> str:
    """Quarters as people write them.

    >>> number(9), number(8)
    ('2.25', '2')
    """
    return f"{quarters / QUARTER:g}"
