"""Where a stack can go: movement points, terrain, zones of control and interdiction (7.1, 6.11, 28.01/b, 16.15)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from grognard.board.area import Exits, step
from grognard.board.hexset import members
from grognard.board.reach import Costs
from grognard.engine.core.cache import cached_between_orders, cached_values
from grognard.engine.core.rules import Reason

from . import airborne, ice, leash, neutrality, supply, weather, zones
from . import world as w
from .state import INTERDICT, Table, figures, foe

INTO_ZONE = 2 * w.MP
OUT_OF_ZONE = w.MP
"""What 28.01/b1 adds: two points to go from zone to zone, one to leave a limited zone in mid-move."""


class Ground(NamedTuple):
    """What a stack meets: the enemy's zones, hexes it cannot enter, and what leaving a hex costs more."""

    normal: int
    limited: int
    closed: int
    toll: tuple[tuple[int, int], ...]

    @property
    def zone(self) -> int:
        return self.normal | self.limited

    def leaving(self, node: int) -> int:
        return sum(extra for extra, hexes in self.toll if hexes >> node & 1)


class March(NamedTuple):
    """A stack's reach: hexes by the half points spent, and one step that is always free to take (7.12)."""

    chart: Costs
    ground: Ground
    start: int
    fresh: bool
    spent: tuple[int, ...]
    least: int
    """Hexes that only the minimum move reaches."""
    worse: tuple[tuple[int, int], ...] = ()
    """What worse weather than the stack has met takes of its points, and the hexes where it does, the least first."""
    parts: tuple[tuple[int, March], ...] = ()
    """The reach within each weather, with what that weather takes (25.1/1)."""

    def all(self) -> int:
        found = self.least
        for area in self.spent[1:]:
            found |= area
        return found

    def cost(self, node: int) -> int:
        """The half points that a hex takes; all there are for a minimum move."""
        for cost, area in enumerate(self.spent):
            if area >> node & 1:
                return cost
        return len(self.spent) - 1

    def price(self, here: int, there: int) -> int:
        """What one step costs, or 0 where there is none."""
        base = next((price for price, near in self.chart.approaches(there) if near == here), 0)
        if not base or self.ground.closed >> there & 1:
            return 0
        first = here == self.start and self.fresh
        if not first and self.ground.normal >> here & 1:
            return 0
        return base + self.ground.leaving(here) + zone_cost(self.ground, here, there, first)

    def weather(self, nodes: tuple[int, ...]) -> int:
        """The half points that the worst weather of some hexes takes, once, however often they are entered (25.1/1)."""
        return max((extra for extra, hexes in self.worse if any(hexes >> node & 1 for node in nodes)), default=0)

    def price_of(self, path: tuple[int, ...]) -> int:
        """What a path costs: its steps, and once the worst weather on it."""
        return sum(self.price(here, there) for here, there in pairwise(path)) + self.weather(path[1:])

    def beside(self, near: int, node: int) -> int:
        """The half points spent when a stack stands in a hex on the way into the next, both weathers counted; or -1."""
        toll = self.weather((node,))
        costs = [part.cost(near) + max(extra, toll) for extra, part in self.parts or ((0, self),) if part.reached(near)]
        return min(costs, default=-1)

    def reached(self, node: int) -> bool:
        return any(area >> node & 1 for area in self.spent)

    def part(self, node: int) -> March:
        """The reach within the weather in which a hex is cheapest."""
        cost = self.cost(node)
        fit = [part for extra, part in self.parts if part.reached(node) and part.cost(node) + extra == cost]
        return fit[0] if fit else self

    def path(self, node: int) -> tuple[int, ...]:
        """A cheapest way to a hex."""
        if self.least >> node & 1:
            return self.start, node
        if self.worse:
            return self.part(node).path(node)
        cost = self.cost(node)
        way = [node]
        while way[-1] != self.start:
            there = way[-1]
            for _, near in self.chart.approaches(there):
                price = self.price(near, there)
                if price and cost - price >= 0 and self.spent[cost - price] >> near & 1:
                    way.append(near)
                    cost -= price
                    break
            else:
                raise ValueError(f"{node} is out of reach")
        return tuple(reversed(way))


def zone_cost(ground: Ground, here: int, there: int, first: bool) -> int:
    """Half points that zones add to a step (28.01/b1, 28.01/b2)."""
    if not ground.zone >> here & 1:
        return 0
    if ground.limited >> there & 1:
        return INTO_ZONE
    if ground.normal >> there & 1:
        return INTO_ZONE if ground.limited >> here & 1 else 0
    return 0 if first else OUT_OF_ZONE


@cached_values(4096)
def flood(chart: Costs, start: int, points: int, fresh: bool, ground: Ground) -> March:
    """All hexes within some half points; a normal zone ends the way (6.11), a limited one makes it dearer."""
    spent = [0] * (points + 1)
    spent[0] = 1 << start
    free = (chart.enterable & ~ground.closed) | 1 << start
    for now in range(points + 1):
        area = spent[now] = spent[now] & free
        if not area:
            continue
        free ^= area
        first = not now and fresh
        if not first:
            area &= ~ground.normal
        for node in members(area & ground.zone if now or not fresh else area):
            _from_one(chart, ground, spent, now, node, first)
        rest = area & ~ground.zone if now or not fresh else 0
        tolls = rest
        for extra, hexes in ground.toll:
            _from_many(chart, spent, now + extra, rest & hexes)
            tolls &= ~hexes
        _from_many(chart, spent, now, tolls)
    least = 0
    if fresh:
        least = step(1 << start, _exits(chart)) & chart.enterable & ~ground.closed
        for area in spent:
            least &= ~area
    return March(chart, ground, start, fresh, tuple(spent), least)


def in_weather(
    chart: Costs, start: int, points: int, fresh: bool, ground: Ground, worse: tuple[tuple[int, int], ...]
) -> March:
    """A reach through several weather zones: the worst that the stack moves in counts for all of its move (25.1/1)."""
    if not worse:
        return flood(chart, start, points, fresh, ground)
    parts = []
    for extra in (0, *(extra for extra, _ in worse if extra <= points)):
        beyond = 0
        for more, hexes in worse:
            beyond |= hexes if more > extra else 0
        fair = ground._replace(closed=ground.closed | beyond)
        parts.append((extra, flood(chart, start, points - extra, fresh, fair)))
    spent, seen = [0] * (points + 1), 0
    for cost in range(points + 1):
        for extra, part in parts:
            if 0 <= cost - extra < len(part.spent):
                spent[cost] |= part.spent[cost - extra] & ~seen
        seen |= spent[cost]
    least = step(1 << start, _exits(chart)) & chart.enterable & ~ground.closed & ~seen if fresh else 0
    return March(chart, ground, start, fresh, tuple(spent), least, worse, tuple(parts))


def _exits(chart: Costs) -> Exits:
    """All hexsides of a chart."""
    masks = [0] * 6
    for _, sides, _, _ in chart.classes:
        for d, mask in enumerate(sides):
            masks[d] |= mask
    return Exits(chart.classes[0][0], masks)


def _from_one(chart: Costs, ground: Ground, spent: list[int], now: int, node: int, first: bool) -> None:
    """The steps out of one hex that zones make dear."""
    here, toll = 1 << node, ground.leaving(node)
    for (a, b, c), (m0, m1, m2, m3, m4, m5), leaving, prices in chart.classes:
        if not here & leaving:
            continue
        near = (
            (here & m0) << a | (here & m1) << b | (here & m2) << c
            | (here & m3) >> a | (here & m4) >> b | (here & m5) >> c
        )  # fmt: skip
        for price, where in prices:
            for there in members(near & where):
                cost = now + price + toll + zone_cost(ground, node, there, first)
                if cost < len(spent):
                    spent[cost] |= 1 << there


def _from_many(chart: Costs, spent: list[int], now: int, area: int) -> None:
    """The steps out of hexes that no zone covers."""
    for (a, b, c), (m0, m1, m2, m3, m4, m5), leaving, prices in chart.classes:
        some = area & leaving
        if not some:
            continue
        some = (
            (some & m0) << a | (some & m1) << b | (some & m2) << c
            | (some & m3) >> a | (some & m4) >> b | (some & m5) >> c
        )  # fmt: skip
        for price, where in prices:
            if now + price < len(spent):
                spent[now + price] |= some & where


def allowance(t: Table, piece: int) -> int:
    """A unit's half movement points: printed, less weather, then by supply (7.11, 3.15)."""
    unit = t.world.units[piece]
    points = w.MP * figures(t, piece)[2] + weather.movement_points(t, t.p.at[piece], unit.mobile)
    top, bottom = supply.effect(t, piece, "mp")
    return max(0, points) * top // bottom


@cached_between_orders
def interdicted(t: Table, power: int) -> dict[int, int]:
    """Hexes where enemy wings interdict, with their bombing factors in strength units (16.15)."""
    from . import flights

    p = t.p
    found: dict[int, int] = {}
    enemy = foe(t, power)
    for piece in members(t.world.air_slots):
        if p.mission[piece] == INTERDICT and p.power[piece] == enemy:
            found[p.at[piece]] = found.get(p.at[piece], 0) + flights.interdiction(t, piece)
    return found


def toll(t: Table, pieces: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Leaving an interdicted hex costs half its bombing factors, at most half the unit's movement (16.15, 16.15/2).

    A stack pays what the fastest of its units would pay alone.
    """
    most = max(w.MP * ((figures(t, i)[2] + 1) // 2) for i in pieces)
    found: dict[int, int] = {}
    for node, factors in interdicted(t, t.p.power[pieces[0]]).items():
        extra = min(w.MP * (factors // w.FACTOR // 2), most)
        if extra:
            found[extra] = found.get(extra, 0) | 1 << node
    return tuple(sorted(found.items()))


def delay(t: Table, piece: int, node: int, normal: int) -> int:
    """Half points that interdiction adds to boarding: at most half the movement, or twice the normal cost (16.15/2)."""
    factors = interdicted(t, t.p.power[piece]).get(node, 0)
    if not factors:
        return 0
    return min(w.MP * (factors // w.FACTOR // 2), w.MP * ((figures(t, piece)[2] + 1) // 2), 2 * normal)


def zones_met(t: Table, power: int, overrun: int) -> zones.Zones:
    """The enemy's zones; units that are about to be overrun have none (14.03, 28.01/e)."""
    return zones.against(t, power, overrun) if overrun >= 0 else zones.against(t, power)


def shy(t: Table, pieces: tuple[int, ...], enemy: zones.Zones) -> int:
    """Supply units go into an enemy zone only where a friendly ground unit stands or goes with them (23.22/1)."""
    if any(not t.world.units[i].depot for i in pieces):
        return 0
    return enemy.all & ~zones.ground_of(t, t.p.power[pieces[0]])


def sealed(t: Table, pieces: tuple[int, ...], enemy: zones.Zones) -> int:
    """Units set down in a plan do not move into an enemy zone (22.11/1)."""
    bits = airborne.planned(t, t.p.power[pieces[0]])
    return enemy.all if any(bits >> i & 1 for i in pieces) else 0


def too_big(t: Table, pieces: tuple[int, ...]) -> int:
    """A corps of more than four defense factors breaks down before it enters a difficult theatre (26.04)."""
    from . import depots

    units = t.world.units
    big = any(units[i].size == zones.CORPS and figures(t, i)[1] > LARGEST for i in pieces)
    return depots.difficult(t.world) if big else 0


LARGEST = 4
"""The defense factors of the largest corps in a difficult theatre (26.04)."""


@cached_between_orders
def ground(t: Table, pieces: tuple[int, ...], without: int = -1) -> Ground:
    """What a stack meets on its way; without the zones of a hex that is to be overrun."""
    power = t.p.power[pieces[0]]
    enemy = zones_met(t, power, without)
    closed = zones.ground_of(t, foe(t, power)) | leash.forbidden(t, pieces) | shy(t, pieces, enemy)
    closed |= neutrality.closed(t, power) | sealed(t, pieces, enemy) | too_big(t, pieces)
    return Ground(enemy.normal, enemy.limited, closed, toll(t, pieces))


@cached_between_orders
def open_to_all(t: Table, power: int) -> int:
    """Hexes that no rule closes to units of a side but by their nation, with room for a ground unit and a leader."""
    from . import control, depots

    enemy = zones.against(t, power)
    shut = enemy.all | enemy.ground | neutrality.closed(t, power) | depots.difficult(t.world)
    shut |= leash.closed_lands(t.world) | control.crowded(t, power, 1, 0) | control.crowded(t, power, 0, 1)
    return int(ice.ground(t).land & ~shut)


def marching(t: Table, power: int, pool: int) -> int:
    """Units that strategic movement leads into a hex beside them that is open to all: most of them, and soon seen."""
    p, units, slow, found = t.p, t.world.units, interdicted(t, power), 0
    room, near, charts = p.friendly & open_to_all(t, power), ice.ground_for(t, power).near, dict[str, Costs]()
    zone_of, mixed = t.world.zone_of, len(weathers(t)) > 1
    for piece in members(pool):
        unit, here, points = units[piece], p.at[piece], p.left[piece] * 3 // 2
        open_ = near[here] & room
        if not open_ or here in slow:
            continue
        if unit.foot not in charts:
            charts[unit.foot] = chart_of(t, (piece,))
        approaches = charts[unit.foot].approaches
        if mixed:  # into another zone it may lose points
            open_ &= w.zone_hexes(ice.ground(t), (zone_of[here],)) if not p.railed >> piece & 1 else 0
        for there in members(open_ & leash.within_leash(t.world, unit.nation)):
            if any(price <= points and other == here for price, other in approaches(there)):
                found |= 1 << piece
                break
    return found


def chart_of(t: Table, pieces: tuple[int, ...]) -> Costs:
    """The terrain chart of a stack."""
    units = t.world.units
    feet = (units[pieces[0]].foot,) if len(pieces) == 1 else tuple(sorted({units[i].foot for i in pieces}))
    return chart_for(t, feet, t.p.power[pieces[0]])


@cached_between_orders
def chart_for(t: Table, feet: tuple[str, ...], power: int) -> Costs:
    """The terrain chart of some classes of units in the weather of the turn."""
    return w.costs(ice.ground_for(t, power), feet, weather.frozen_zones(t), weather.rivers_frozen(t))


@cached_between_orders
def weathers(t: Table) -> frozenset[int]:
    """The kinds of weather on the map."""
    return frozenset(getattr(t.p, weather.NUMBERS[zone]) for zone in supply.zones_of_play(t.world))


def worse_weather(t: Table, pieces: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """What zones with worse weather than the units have moved in take of their points, half to exploit (25.1/1)."""
    if len(weathers(t)) < 2:
        return ()
    share = 2 if any(f.step == "exploitation" for f in t.agenda) else 1
    found: dict[int, int] = {}
    for zone in supply.zones_of_play(t.world):
        lost = [weather.points_lost(t, zone, t.world.units[i].mobile) - t.p.weathered[i] for i in pieces]
        extra = max(lost) // share
        if extra > 0:
            found[extra] = found.get(extra, 0) | w.zone_hexes(ice.ground(t), (zone,))
    return tuple(sorted(found.items()))


def met_weather(t: Table, pieces: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """Units have moved in the weather of some hexes: they lose the points that it takes once in a phase (25.1/1)."""
    for piece in pieces:
        mobile = t.world.units[piece].mobile
        worst = max(weather.points_lost(t, t.world.zone_of[node], mobile) for node in nodes)
        t.p.weathered[piece] = max(t.p.weathered[piece], worst)


@cached_between_orders
def march(t: Table, pieces: tuple[int, ...], without: int = -1) -> March:
    """The reach of units that move together (7.1)."""
    p = t.p
    points = min(p.left[i] for i in pieces)
    fresh = not any(p.moved >> i & 1 for i in pieces)
    met = ground(t, pieces, without)
    return in_weather(chart_of(t, pieces), p.at[pieces[0]], points, fresh, met, worse_weather(t, pieces))


@cached_between_orders
def strategic(t: Table, pieces: tuple[int, ...]) -> March:
    """Strategic reach: half as much again, through hexes friendly since the phase began (7.2, 7.2/2, 7.2/3)."""
    p = t.p
    met = ground(t, pieces)
    points = min(p.left[i] for i in pieces) * 3 // 2
    barred = met.closed | met.zone | ~p.friendly
    rear = Ground(0, 0, barred, met.toll)
    return in_weather(chart_of(t, pieces), p.at[pieces[0]], points, False, rear, worse_weather(t, pieces))


def walkable(found: March, path: tuple[int, ...], points: int, rule_: str) -> Reason | None:
    """Why a typed path cannot be walked, or None."""
    if not path or path[0] != found.start:
        return Reason(rule_, "The path begins in the hex where the units stand.")
    if len(path) == 2 and found.least >> path[1] & 1:
        return None
    if not all(found.price(here, there) for here, there in pairwise(path)):
        return Reason(rule_, "One of these steps is not open to the units.")
    spent = found.price_of(path)
    return Reason(rule_, "The path costs more movement points than the units have.") if spent > points else None
