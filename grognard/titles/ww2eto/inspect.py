"""What a player may ask of a hex and of a unit of World War Two ETO: all of it lies open to both sides."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.words.inspect import Fact

from . import world as w
from .home import production
from .land import combat, stacking, supply, weather, zones
from .land.reach import points
from .sea import shipping
from .sides import SIDES
from .state import Table

FIGHTING = (w.AXIS, w.ALLIED, w.SOVIET)
DONE = (
    ("moved", "has moved", "5.0/b"), ("overran", "has overrun", "8.48/e"), ("fought", "has fought", "8.14"),
    ("struck", "was attacked", "8.14"), ("marked", "is ready for rail", "5.64"), ("railed", "went by rail", "5.64"),
    ("shipped", "was shipped", "5.7/j"), ("frozen", "was turned back in its port", "6.51"),
    ("retreated", "has retreated", "7.13"),
)  # fmt: skip
"""What the position remembers of a unit in a Player-Turn, in words."""


def side(t: Table, power: int) -> str:
    return SIDES[t.title.meta.powers[power]]["name"]


def of_place(t: Table, node: int) -> list[Fact]:
    """A hex: ground, season, who holds it, what reaches into it."""
    world, bit = t.world, 1 << node
    if not world.board.hexes & bit:
        return []
    if not world.board.land & bit:
        return [Fact("Terrain", "Sea: units cross it by transport alone", "T/sea")]
    return [*_ground(t, node), *_sea(t, node), *_held(t, node), *_stack(t, node)]


def _ground(t: Table, node: int) -> list[Fact]:
    world, bit, factor = t.world, 1 << node, combat.hex_factor(t, node)
    rough, slow = world.rough & bit, world.weather & bit
    found = [
        Fact("Terrain", "Rough: defenders count double" if rough else "Clear", "8.32" if rough else "T/clear"),
        Fact("Movement", "one point to enter, two over a mountain hexside, none over the sea", "T/blocked"),
        Fact("Stacking", "two units may end a phase here", "7.0"),
    ]
    have = weather.allowance(t, node)
    season = f"{'in the Weather Area: ' if slow else ''}{have} movement point{'s' if have != 1 else ''} from here"
    found.append(Fact("Season", season, "5.13" if slow else "5.14"))
    if factor > 1:
        found.append(Fact("Defence now", f"×{factor}", "11.13" if weather.spring_hexes(t) & bit else "8.32"))
    if world.russian_centers & bit or world.french_centers & bit:
        found.append(Fact("Resource Center", "counts for production and victory", "T/resource"))
    return found


def _sea(t: Table, node: int) -> list[Fact]:
    if not shipping.all_ports(t) >> node & 1:
        return []
    friends = [side(t, power) for power in FIGHTING if shipping.friendly_ports(t, power) >> node & 1]
    words = f"friendly to the {' and the '.join(friends)}" if friends else "friendly to nobody now"
    return [Fact("Port", words, "5.7/f")]


def _held(t: Table, node: int) -> list[Fact]:
    p, bit = t.p, 1 << node
    index = t.world.country_at[node]
    found = [Fact("Country", t.world.countries[index].name)] if index >= 0 else []
    grounds = ((w.AXIS, p.axis_ground), (w.ALLIED, p.allied_ground), (w.SOVIET, p.soviet_ground))
    holders = [side(t, power) for power, ground in grounds if ground & bit]
    neutral = "neutral" if p.sealed & bit else "nobody"
    found.append(Fact("Held by", " and ".join(holders) or neutral, "5.61"))
    covering = [side(t, power) for power in FIGHTING if zones.zone(t, power) & bit]
    if covering:
        found.append(Fact("Zone of control", " and ".join(covering), "6.0"))
    return found


def _stack(t: Table, node: int) -> list[Fact]:
    units = stacking.defenders(t, node)
    if not units:
        return []
    value = combat.defence_of(t, node, supply.Lines(t), units)
    return [Fact("Defends with", f"{value} point{'s' if value != 1 else ''}", "8.31")]


def of_piece(t: Table, piece: int) -> list[Fact]:
    """A unit: what it can do now, whether it is fed, what it is worth, and what it has done."""
    p = t.p
    power = p.power[piece]
    if p.at[piece] == p.lost or p.at[piece] >= t.world.board.grid.size:
        return []
    found = []
    if not p.fixed >> piece & 1:
        have = points(t, piece)
        found.append(Fact("Movement left", f"{have} point{'s' if have != 1 else ''}", "5.13"))
    found += _fed(t, piece) if power in supply.FIGHTING else []
    attack = combat.attack_points(t, (piece,))
    winter = weather.russian_winter(t) and p.nation[piece] in weather.HARDY
    found.append(Fact("Attacks with", f"{attack}", "11.21" if winter else "8.31"))
    ground = combat.hex_factor(t, p.at[piece]) * weather.winter_factor(t, p.nation[piece], False)
    defence = p.strength[piece] * ground
    times = f" ({p.strength[piece]} ×{ground})" if ground > 1 else ""
    found.append(Fact("Defends here with", f"{defence}{times}", "8.32" if ground > 1 else "8.31"))
    found += _price(t, piece)
    done = [words for name, words, _ in DONE if getattr(p, name) >> piece & 1]
    if done:
        rule = next(rule for name, _, rule in DONE if getattr(p, name) >> piece & 1)
        found.append(Fact("This Player-Turn", f"it {', '.join(done)}", rule))
    return found


def _price(t: Table, piece: int) -> list[Fact]:
    """What one more point of the kind costs its nation."""
    cost = production.costs(t, t.p.nation[piece], w.KINDS[t.p.kind[piece]])
    if not cost:
        return []
    return [Fact("One more point costs", f"{cost} of its nation's points", "10.12")]


def _fed(t: Table, piece: int) -> list[Fact]:
    if not supply.supplied(t, piece):
        return [Fact("Supply", "cut off: it may not attack and defends with half", "9.61")]
    return [Fact("Supply", "in supply", "9.0", line_of(t, piece))]


def line_of(t: Table, piece: int) -> tuple[str, ...]:
    """The hexes of a shortest way over land to a source of the Axis, where its supply comes that way (9.1)."""
    p = t.p
    if p.power[piece] != w.AXIS:
        return ()
    home, area = supply.axis_home(t), supply.Lines(t).area(supply.AXIS_GROUP) & t.world.play
    back = {p.at[piece]: -1}
    front = [p.at[piece]]
    while front:
        goal = next((node for node in front if home >> node & 1), -1)
        if goal >= 0:
            way = []
            while goal >= 0:
                way.append(t.node_name(goal))
                goal = back[goal]
            return tuple(reversed(way))
        ahead = []
        for node in front:
            for there in members(step(1 << node, t.world.walk) & area):
                if there not in back:
                    back[there] = node
                    ahead.append(there)
        front = ahead
    return ()
