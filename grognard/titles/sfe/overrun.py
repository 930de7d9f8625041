"""Overrun (14.0): a stack that is sure of a DE result drives through an enemy hex in mid-move."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from typing import NamedTuple

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_by
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import airborne, artillery, control, flak, ice, movement, reach, rommel, strengths, weather, zones
from . import world as w
from .state import Table, figures, foe, ground_in, phasing

SURE = "DE"


class Charge(NamedTuple):
    """How a stack gets at a hex: the hex before it, the half points for all of it."""

    before: int
    cost: int
    least: bool


def began_together(t: Table, seat: int, args: Args) -> int:
    """Units that overrun together began the phase in one hex (14.01)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    if not chosen:
        return -1
    p = t.p
    return from_iter(i for i in p.stack(p.at[chosen[0]]) if p.began[i] == p.began[chosen[0]])


def certain(t: Table, pieces: tuple[int, ...], node: int, before: int) -> bool:
    """Odds and modifiers leave no result but DE (14.01), armor counted (14.06), air and ships not (14.05)."""
    fighters = tuple(i for i in pieces if t.world.units[i].ground)
    if not fighters or not artillery.not_alone(t, fighters):
        return False
    defenders = tuple(ground_in(t, node, foe(t, t.p.power[pieces[0]])))
    attack = sum(strengths.attack_of(t, i, node, before) for i in fighters)
    odds = strengths.column(attack, sum(strengths.defense_of(t, i) for i in defenders))
    if odds < 0:
        return False
    armor = int(strengths.attacker_armor(t, fighters, defenders, node, before))
    armor = 2 if snow_troops(t, fighters, defenders, node) else armor
    drm = sum(m.value for m in strengths.modifiers(t, fighters, defenders, node, armor, led(t, pieces), here=before))
    return all(strengths.result(odds, die + drm) == SURE for die in range(1, 7))


def snow_troops(t: Table, fighters: tuple[int, ...], defenders: tuple[int, ...], node: int) -> bool:
    """An overrun has the modifiers of an attack, also that of winterized units in the snow (14.01, 28.08/1)."""
    return strengths.winter_bonus(t, fighters, defenders, node)


def led(t: Table, pieces: tuple[int, ...]) -> bool:
    """A leader in the stack lends his bonus (14.07); in exploitation he must be of level 4 (28.05/4)."""
    least = 4 if t.frame.step == movement.EXPLOITING else 2
    return any(
        t.world.units[i].leader and strengths.leader_level(t, i) >= least and rommel.leads(t, i, pieces)
        for i in pieces
    )  # fmt: skip


@cached_between_orders
def charges(t: Table, pieces: tuple[int, ...]) -> dict[int, Charge]:
    """The enemy hexes that a stack can overrun, each with its cheapest approach (14.01, 14.03)."""
    power = t.p.power[pieces[0]]
    enemy = zones.against(t, power).ground if not in_a_plan(t, pieces) else 0
    found = {}
    for node in members(enemy & weak_hexes(t, pieces)):
        charge = _charge(t, pieces, node)
        if charge is not None:
            found[node] = charge
    return found


def in_a_plan(t: Table, pieces: tuple[int, ...]) -> bool:
    """Units set down in a plan do not attack, nor overrun with others (22.11/1)."""
    return bool(airborne.planned(t, t.p.power[pieces[0]]) & from_iter(pieces))


@cached_by(lambda t, power: (power, zones.columns(t, power), t.p.emplaced, t.p.strongholds), 64)
def defenses(t: Table, power: int) -> dict[int, int]:
    """What each hex of a side defends with."""
    p, found = t.p, dict[int, int]()
    for i in zones.ground_slots(t.world, power):
        if p.at[i] < t.world.arrivals:
            found[p.at[i]] = found.get(p.at[i], 0) + strengths.defense_of(t, i)
    return found


@cache
def least_odds(drm: int) -> int:
    """The odds, so many to one, from which every die with a modifier is a DE; 0 if none is (14.01)."""
    for n, column in enumerate(strengths.COLUMNS):
        if n >= strengths.EVEN and all(strengths.result(n, die + drm) == SURE for die in range(1, 7)):
            return int(column.split("-")[0])
    return 0


BEST = least_odds(2)
"""What both bonuses, of armor and of a leader, ask for."""


def weak_hexes(t: Table, pieces: tuple[int, ...]) -> int:
    """Enemy hexes near a stack that it could overrun by its numbers and the bonuses that it may have."""
    enemy = foe(t, t.p.power[pieces[0]])
    far = 1 + max([t.p.left[i] for i in pieces]) // w.MP
    near = members(t.world.within(t.p.at[pieces[0]], far) & zones.ground_of(t, enemy))
    strongest = w.FACTOR * sum([figures(t, i)[0] for i in pieces])
    against = defenses(t, enemy) if near else {}
    if not any(strongest >= BEST * against[node] for node in near):
        return 0
    units = t.world.units
    tough = t.options.get("winterization") == "on" and any(strengths.winterized(t, i) for i in pieces)
    bonus = int(tough or any(units[i].kind in w.ARMOR for i in pieces)) + int(led(t, pieces))
    need = least_odds(bonus)
    return from_iter([node for node in near if strongest >= need * against[node]]) if need else 0


def _charge(t: Table, pieces: tuple[int, ...], node: int) -> Charge | None:
    """The cheapest approach to one hex, its own zones ignored (14.03)."""
    way = reach.march(t, pieces, node)
    points = min(t.p.left[i] for i in pieces)
    best: Charge | None = None
    for near in members(ice.battleground(t).near[node]):
        cost = cost_from(t, way, pieces, node, near)
        if not cost or (best is not None and cost >= best.cost):
            continue
        least = cost > points and near == way.start and way.fresh and one_hex(t, node)
        if (cost <= points or least) and three_from(t, pieces, near) and certain(t, pieces, node, near):
            best = Charge(near, cost, least)
    return best


def three_from(t: Table, pieces: tuple[int, ...], near: int) -> bool:
    """No more than three ground units overrun others out of one hex in a phase, artillery beside them (9.02/2)."""
    before = int(t.p.charged.get(str(near), 0))
    return not before or before + len(_fighters(t, pieces)) <= control.MOST


def _fighters(t: Table, pieces: tuple[int, ...]) -> list[int]:
    return [i for i in pieces if t.world.units[i].ground and not artillery.gun(t, i)]


def cost_from(t: Table, way: reach.March, pieces: tuple[int, ...], node: int, near: int) -> int:
    """Half points of an overrun by way of one hex, two points more from zone to zone; 0 for no way (14.03)."""
    stopped = way.ground.normal >> near & 1 and (near != way.start or not way.fresh)
    here = way.beside(near, node)
    if stopped or here < 0:
        return 0
    price = next((price for price, other in way.chart.approaches(node) if other == near), 0)
    if not price:
        return 0
    between = way.ground.zone >> near & 1 and way.ground.zone >> node & 1
    zone = reach.INTO_ZONE if between else _out(way, near)
    return here + price + zone + extra(t, node, t.p.power[pieces[0]]) + way.ground.leaving(near)


def _out(way: reach.March, near: int) -> int:
    """Leaving a limited zone in mid-move costs a point (28.01/b1)."""
    first = near == way.start and way.fresh
    return reach.OUT_OF_ZONE if way.ground.zone >> near & 1 and not first else 0


def extra(t: Table, node: int, power: int) -> int:
    """An overrun costs a point more, nothing where no defense factor stands (14.01/1)."""
    return w.MP if any(figures(t, i)[1] for i in ground_in(t, node, foe(t, power))) else 0


def one_hex(t: Table, node: int) -> bool:
    """The minimum move serves for an overrun only of a clear hex in clear weather (14.04)."""
    return strengths.terrain_at(t, node) == "clear" and weather.clear(t, node)


def can_overrun(t: Table, seat: int, args: Args) -> int:
    """Units that can overrun something, alone or with others that began beside them."""
    chosen: tuple[int, ...] = args[0] if args else ()
    p = t.p
    own = (
        movement.own_units(t, seat, ())
        & movement.by_orders(t, seat, ())
        & movement.with_points(t, seat, ())
        & movement.exploits(t, seat, ())
    )
    found = 0
    weak: dict[int, int] = {}
    for piece in members(own & from_iter(p.stack(p.at[chosen[0]])) if chosen else near_prey(t, own)):
        mates = from_iter([i for i in p.stack(p.at[piece]) if p.began[i] == p.began[piece]]) & own
        if mates not in weak:
            weak[mates] = weak_hexes(t, members(mates | from_iter(chosen)))
        if not weak[mates]:
            continue
        above = [i for i in members(mates) if i > max((piece, *chosen))]
        if possible(t, tuple(sorted({*chosen, piece})), above):
            found |= 1 << piece
    return found


def near_prey(t: Table, own: int) -> int:
    """Units in hexes from which all that stand there could overrun an enemy hex by their numbers."""
    p, points, attack = t.p, dict[int, int](), dict[int, int]()
    for i in members(own):
        node = p.at[i]
        points[node] = max(p.left[i], points.get(node, 0))
        attack[node] = attack.get(node, 0) + figures(t, i)[0]
    soft, near = weakest_first(t, foe(t, phasing(t))), set()
    for node, factors in attack.items():
        prey = soft[bisect_right(soft, w.FACTOR * factors // BEST, key=lambda row: row[0]) - 1][1]
        if prey and t.world.within(node, 1 + points[node] // w.MP) & prey:
            near.add(node)
    return from_iter([i for i in members(own) if p.at[i] in near])


@cached_by(lambda t, power: (power, zones.columns(t, power), t.p.emplaced, t.p.strongholds), 64)
def weakest_first(t: Table, power: int) -> list[tuple[int, int]]:
    """The defenses of a side's hexes in ascending order, each with all hexes that have no more."""
    found, area = [(-1, 0)], 0
    for node, defense in sorted(defenses(t, power).items(), key=lambda item: item[1]):
        area |= 1 << node
        found.append((defense, area))
    return found


def possible(t: Table, group: tuple[int, ...], others: list[int]) -> bool:
    """Can a group overrun a hex, with some of the others or without them?"""
    if group and charges(t, group):
        return True
    return any(possible(t, (*group, other), others[n + 1 :]) for n, other in enumerate(others))


def closable(t: Table, seat: int, args: Args) -> int:
    """The stack as it is can overrun some hex (14.01)."""
    return int(bool(args and args[0]) and bool(charges(t, args[0])))


class Overrun(Verb):
    """``overrun IIIPz+Kleist SE1921``: the defenders are eliminated and the stack stands in their hex."""

    name = "overrun"
    levels = (
        Level(
            "units", PIECES, movement.own_units,
            (
                Mask("7.0", movement.by_orders, movement.say_orders),
                Mask("7.0", movement.together, movement.say_apart), Mask("14.01", began_together),
                Mask("11.01", movement.exploits), Mask("7.1", movement.with_points),
                Mask("14.01", can_overrun, ahead=True),
            ),
            closes=(Mask("14.01", closable),),
        ),
        Level(
            "hex", NODE, lambda t, s, a: zones.against(t, phasing(t)).ground,
            (
                Mask("14.01", lambda t, s, a: from_iter(charges(t, a[0]))),
                Mask("14.02", lambda t, s, a: ~0 if control.counts(t, -1, phasing(t), a[0]) <= control.MOST else 0),
            ),
            cost=lambda t, s, a, n: movement.points_of(charges(t, a[0])[n].cost),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pieces, node = args
        drive(t, pieces, node, charges(t, pieces)[node])


def drive(t: Table, pieces: tuple[int, ...], node: int, charge: Charge) -> None:
    """The defenders are gone; the stack goes on unless another unit's zone stops it (14.01/2, 14.03/1).

    Flak of the hexes on its way fires at wings that interdict them (21.08).
    """
    p = t.p
    way = reach.march(t, pieces, node)
    path = (*(way.path(charge.before) if charge.before != way.start else (way.start,)), node)
    power = p.power[pieces[0]]
    beaten = tuple(ground_in(t, node, foe(t, power)))
    flak.at_interdiction(t, pieces, path)
    cost = charge.cost - movement.relief(t, pieces, path, way)
    flak.full_again(t)
    t.emit("overran", "14.01", pieces=pieces, nodes=path, beaten=tuple(t.title.piece_name(t, i) for i in beaten))
    p.charged[str(charge.before)] = p.charged.get(str(charge.before), 0) + len(_fighters(t, pieces))
    for piece in beaten:
        control.remove(t, piece, "overrun")
    for there in path[1:]:
        for piece in pieces:
            p.put(piece, there)
        movement.passed(t, pieces, there)
    reach.met_weather(t, pieces, path)
    stopped = zones.against(t, power).normal >> node & 1 or charge.least
    for piece in pieces:
        p.moved |= 1 << piece
        p.left[piece] = 0 if stopped else max(0, p.left[piece] - cost)
