"""The order of appearance (27.3): units that are added, upgraded, formed, put in reserve, withdrawn and returned."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import production, quotas, reserves, zones
from . import world as w
from .state import Table, army, date, figures, phasing

LEADER_PRICE = 8
"""Armor points that are forfeited for a leader who is withdrawn from the pool (27.36/1)."""
ITALIANS_FROM = "1940 JUL 1"
OLD_ITALIAN, NEW_ITALIAN = (1, 2, 3), (2, 4, 3)


def named(t: Table, what: str, power: int) -> list[int]:
    """The units of a side that a list of the scenario names for this turn."""
    found = [t.world.by_name[name.casefold()] for name in t.world.settings.get(what, {}).get(date(t), ())]
    return [i for i in found if t.p.power[i] == power]


def segment_begins(t: Table, power: int) -> None:
    """What a side's Reinforcement Phase brings by the order of appearance."""
    add(t, power)
    to_reserve(t, power)
    come_back(t, power)
    offer_upgrades(t, power)


@rule("27.31")
def add(t: Table, power: int) -> None:
    """A unit that is added goes to the pool, and may be bought from there (27.31)."""
    for piece in named(t, "add", power):
        t.p.put(piece, t.world.pool)
        t.p.due[piece] = 0


@rule("27.35")
def to_reserve(t: Table, power: int) -> None:
    """A unit that is added to the reserve goes to its box, for no points (27.35)."""
    for piece in named(t, "reserve", power):
        reserves.put_in_reserve(t, piece)


@rule("27.37")
def come_back(t: Table, power: int) -> None:
    """Units that were withdrawn come back as reinforcements (27.37)."""
    for piece in named(t, "return", power):
        if t.p.at[piece] == t.world.pool and t.p.due[piece] < 0:
            t.p.put(piece, t.world.arrivals)
            t.p.due[piece] = t.p.turn


# Upgrades (27.32, 27.33)


def offer_upgrades(t: Table, power: int) -> None:
    """A counter that is an upgrade waits in its box from its day on."""
    p = t.p
    for name in t.world.settings.get("upgrades", {}):
        new = t.world.by_name[name.casefold()]
        if p.power[new] == power and 0 < p.due[new] <= p.turn and p.at[new] == t.world.arrivals:
            p.put(new, t.world.pool)
            p.due[new] = -1
            p.available |= 1 << new


def meant_for(t: Table, new: int) -> str:
    """The unit that an upgrade is for, or nothing if any of its type and size will do."""
    names: dict[str, str] = t.world.settings.get("upgrades", {})
    return next((old for name, old in names.items() if name.casefold() == t.world.units[new].name.casefold()), "")


def same_type(t: Table, old: int, new: int) -> bool:
    """A counter takes the place of the unit that is named, or of any weaker one of its type and size (27.33)."""
    one, other = t.world.units[old], t.world.units[new]
    if meant_for(t, new):
        return one.name.casefold() == meant_for(t, new).casefold()
    alike = (one.nation, one.kind, one.size) == (other.nation, other.kind, other.size)
    return alike and one.front[0] < other.front[0]


def italian_date(t: Table, old: int, new: int) -> bool:
    """Italian 1-2-3 corps are not upgraded to 2-4-3 before JUL 1 1940 (27.48)."""
    one, other = t.world.units[old], t.world.units[new]
    first = one.nation == "Italian" and (one.front, other.front) == (OLD_ITALIAN, NEW_ITALIAN)
    return not first or quotas.reached(t, ITALIANS_FROM)


def bill(t: Table, old: int, new: int) -> tuple[int, int]:
    """The difference in attack factors; infantry and mountain units that are named are upgraded free (27.32)."""
    one, other = t.world.units[old], t.world.units[new]
    free = bool(meant_for(t, new)) and other.kind in ("INF", "MTN")
    infantry, armor = (0, 0) if free else production.price(t, other, other.front[0] - one.front[0])
    if other.kind == "MOT" and other.nation in t.world.settings.get("at_peace", ()):
        infantry = only_armor(infantry)
    return infantry, armor + faster_corps(one, other)


def only_armor(infantry: int) -> int:
    """While the Soviet Union is neutral its motorized units cost the armor points alone (27.43)."""
    return 0 * infantry


def faster_corps(one: w.Unit, other: w.Unit) -> int:
    """A British infantry corps that moves five instead of four costs one armor point more (27.47)."""
    british = one.nation == "British" and one.kind == "INF" and one.size == zones.CORPS
    return production.QUARTER if british and (one.front[2], other.front[2]) == (4, 5) else 0


def payable(t: Table, old: int, new: int) -> bool:
    infantry, armor = bill(t, old, new)
    have = t.p.points.get(production.payer(t, t.world.units[new].nation), (0, 0))
    return bool(infantry <= have[0] and armor <= have[1])


def offered(t: Table, seat: int, args: Args) -> int:
    """Upgrades that wait in their box (27.33)."""
    names = {name.casefold() for name in t.world.settings.get("upgrades", {})}
    units = t.world.units
    return from_iter(
        i for i in members(t.p.available) if units[i].name.casefold() in names and t.owns(seat, i)
    )  # fmt: skip


def to_upgrade(t: Table, seat: int, args: Args) -> int:
    """Own units for which there is an upgrade."""
    boxes = members(offered(t, seat, ()))
    return from_iter(i for i in army(t, phasing(t)) if any(same_type(t, i, new) for new in boxes)) if boxes else 0


def supplied(t: Table, seat: int, args: Args) -> int:
    """A unit that is upgraded is in supply (27.32)."""
    return production.fed(t, phasing(t), to_upgrade(t, seat, ()))


def out_of_zones(t: Table, seat: int, args: Args) -> int:
    """A unit that is upgraded is in no enemy zone (27.32)."""
    zone = zones.against(t, phasing(t)).all
    return from_iter(i for i in members(to_upgrade(t, seat, ())) if not zone >> t.p.at[i] & 1)


def with_points(t: Table, seat: int, args: Args) -> int:
    boxes = members(offered(t, seat, ()))
    return from_iter(
        i for i in members(to_upgrade(t, seat, ()))
        if any(same_type(t, i, new) and italian_date(t, i, new) and payable(t, i, new) for new in boxes)
    )  # fmt: skip


def fitting(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(offered(t, seat, ())) if same_type(t, args[0], i))


def in_time(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(offered(t, seat, ())) if italian_date(t, args[0], i))


def affordable(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in members(offered(t, seat, ())) if payable(t, args[0], i))


class Upgrade(Verb):
    """``upgrade 5Light 21Pz``: a stronger counter takes the place of a unit, which does not move now (27.32)."""

    name = "upgrade"
    levels = (
        Level(
            "unit", PIECE, to_upgrade,
            (Mask("27.32", supplied), Mask("27.32", out_of_zones), Mask("27.33", with_points, ahead=True)),
        ),
        Level(
            "upgrade", PIECE, offered,
            (Mask("27.33", fitting), Mask("27.48", in_time), Mask("27.33", affordable)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        old, new = args
        p = t.p
        infantry, armor = bill(t, old, new)
        production.add_points(t, t.world.units[new].nation, -infantry, -armor)
        p.available &= ~(1 << new)
        p.due[new] = 0
        p.put(new, p.at[old])
        p.reduced[new], p.unsupplied[new] = p.reduced[old], p.unsupplied[old]
        p.put(old, t.world.pool)
        p.due[old], p.reduced[old], p.unsupplied[old] = -1, 0, 0
        p.refitting |= 1 << new
        t.emit("upgraded", "27.32", pieces=(new,), nodes=(p.at[new],), old=t.title.piece_name(t, old))


# Withdrawals (27.36)


def surrounded(t: Table, piece: int) -> bool:
    """Is a unit shut in by enemy zones?"""
    enemy = zones.against(t, t.p.power[piece])
    return not t.world.near[t.p.at[piece]] & ~enemy.all & ~enemy.ground


def withdraw(t: Table, piece: int) -> None:
    """A unit leaves the map, and can be replaced no more."""
    t.emit("withdrawn", "27.36", pieces=(piece,), nodes=(t.p.at[piece],))
    t.p.put(piece, t.world.pool)
    t.p.due[piece] = -1


@rule("27.36")
def leave(t: Table, power: int) -> None:
    """Units that the order of battle withdraws leave the map; what cannot is paid for (27.36, A6)."""
    for piece in named(t, "leave", power):
        unit = t.world.units[piece]
        there = t.p.at[piece] < t.world.arrivals
        if unit.leader:
            leader_leaves(t, piece)
        elif there and not (unit.ground and surrounded(t, piece)):
            withdraw(t, piece)
        elif unit.ground:
            pay_instead(t, unit)
        else:
            t.p.due[piece] = -1


def pay_instead(t: Table, unit: w.Unit) -> None:
    """A unit that cannot leave costs its price in points; if they fall short others leave (27.36/2)."""
    if production.affordable(t, unit, unit.front[0]):
        production.pay(t, unit, unit.front[0])
    else:
        t.ask("withdrawing", t.seat_of(unit.power), unit.power, owed=unit.front[0], nation=unit.nation)


@rule("27.36/1")
def leader_leaves(t: Table, piece: int) -> None:
    """A leader leaves in any case: one who is not shut in, else any on the map, else one from the pool (27.36/1)."""
    unit = t.world.units[piece]
    own = [i for i in members(t.world.leader_slots) if t.world.units[i].nation == unit.nation]
    there = [i for i in own if t.p.at[i] < t.world.board.grid.size]
    free = [i for i in there if not surrounded(t, i)]
    choice = min(free or there or [piece], key=lambda i: (i != piece, i))
    if not there:
        have = t.p.points.get(unit.nation, (0, 0))
        production.add_points(t, unit.nation, 0, -min(have[1], production.QUARTER * LEADER_PRICE))
    withdraw(t, choice)


def substitutes(t: Table, seat: int, args: Args) -> int:
    """Units of the nation with attack factors that are not shut in."""
    units = t.world.units
    return from_iter(
        i for i in army(t, t.frame.power)
        if units[i].ground and units[i].nation == t.frame["nation"] and figures(t, i)[0] and not surrounded(t, i)
    )  # fmt: skip


class Withdraw(Verb):
    """``withdraw Aus9``: a unit leaves instead of another that cannot (27.36/2)."""

    name = "withdraw"
    levels = (Level("unit", PIECE, substitutes),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        left = t.frame["owed"] - figures(t, args[0])[0]
        withdraw(t, args[0])
        if left > 0:
            t.remember(owed=left)
        else:
            t.pop()


class Withdrawing(Step):
    """The owner names units of as many attack factors as one that cannot be withdrawn (27.36/2)."""

    name = "withdrawal"
    rule = "27.36/2"
    kind = "question"
    verbs = (Withdraw(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if substitutes(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"A {f['nation']} unit cannot be withdrawn: choose others of {f['owed']} attack factors instead."
