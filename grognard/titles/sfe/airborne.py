"""Airborne assaults (22.1): plans sealed turns ahead, the drop, and what becomes of those who jump."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from grognard.board.area import spread
from grognard.board.hexset import from_iter, members
from grognard.engine.core import plans
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import control, invasion, supply, weather, zones
from . import world as w
from .state import Table, army, figures, foe, ground_in, on_map, phasing, wings

SEVEN = 7
THREE = 3
TWO = 2
"""The attack factors of an airborne unit that one transport drops (22.12)."""
BAD = (w.MUD, w.HEAVY_MUD, w.SNOW)


def key(nation: str) -> str:
    return f"airborne {nation}"


def plans_of(t: Table, power: int) -> Iterator[tuple[str, plans.Plan]]:
    """The airborne assaults that a side has planned."""
    for name in sorted(t.p.plans):
        plan = plans.find(t, name)
        if name.startswith("airborne ") and plan is not None and plan.seat == t.seat_of(power):
            yield name, plan


def planned(t: Table, power: int) -> int:
    """Units that are set down in a plan, of the air or of the sea."""
    return dropping(t, power) | invasion.engaged(t, power)


@cached_between_orders
def dropping(t: Table, power: int) -> int:
    """Units that are set down in the plan of an airborne assault."""
    return from_iter(i for _, plan in plans_of(t, power) for i in plan.secret.get("units", ()))


def of_unit(t: Table, piece: int) -> plans.Plan | None:
    """The plan that a unit is in."""
    found = [plan for _, plan in plans_of(t, t.p.power[piece]) if piece in plan.secret.get("units", ())]
    return found[0] if found else None


# Planning (22.11)


def droppable(t: Table, power: int) -> list[int]:
    """Airborne units that could be planned for: those of two factors (22.12)."""
    units = t.world.units
    have = [*army(t, power), *scheduled(t, power)]
    return [i for i in have if units[i].kind == "ABN" and figures(t, i)[0] <= TWO]


def scheduled(t: Table, power: int) -> list[int]:
    """Reinforcements that are still to arrive may be selected for a plan (22.11/1)."""
    waiting = t.p.stacks.get(t.world.arrivals, ())
    return [i for i in waiting if t.p.power[i] == power and t.p.due[i] > t.p.turn and t.world.units[i].place >= 0]


def jumpers(t: Table, seat: int, args: Args) -> int:
    """Airborne units of a country that has no plan yet (22.11)."""
    power = phasing(t)
    busy = {name for name, _ in plans_of(t, power)}
    chosen: tuple[int, ...] = args[1] if len(args) > 1 else ()
    units = t.world.units
    found = [i for i in droppable(t, power) if key(units[i].nation) not in busy]
    return from_iter(i for i in found if not chosen or units[i].nation == units[chosen[0]].nation)


def carriers(t: Table, units: tuple[int, ...]) -> tuple[int, ...]:
    """Transports of the same nation, one for each unit, those on its base first (22.12)."""
    p = t.p
    nation, power = t.world.units[units[0]].nation, p.power[units[0]]
    have = [i for i in wings(t, power) if t.world.units[i].kind == "T" and t.world.units[i].nation == nation]
    return tuple(sorted(have, key=lambda i: (p.at[i] != p.at[units[0]], i))[: len(units)])


def enough_wings(t: Table, seat: int, args: Args) -> int:
    """No more units than there are transports for (22.12)."""
    chosen: tuple[int, ...] = args[1] if len(args) > 1 else ()
    return from_iter(i for i in droppable(t, phasing(t)) if len(carriers(t, (i, *chosen))) > len(chosen))


def not_called_off(t: Table, seat: int, args: Args) -> int:
    """Who calls a plan off makes no other in the same phase (22.11)."""
    return 0 if t.p.called_off == t.p.turn else -1


class PlanDrop(Verb):
    """``plan_drop Utrecht Flgbde1+Flgbde2``: an area and the units; transports are set down with them (22.11)."""

    name = "plan_drop"
    levels = (
        Level(
            "area",
            NODE,
            lambda t, s, a: t.world.land if jumpers(t, s, ()) & enough_wings(t, s, ()) else 0,
            (Mask("22.11", not_called_off),),
        ),
        Level("units", PIECES, jumpers, (Mask("22.12", enough_wings),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        area, units = args
        carried = carriers(t, units)
        name = key(t.world.units[units[0]].nation)
        secret = {"area": area, "units": units, "wings": carried, "aims": (), "made": t.p.turn, "aimed": t.p.turn}
        plans.make(t, name, plans.Plan(seat, {}, secret))


def unaimed(t: Table, seat: int, args: Args) -> int:
    """Planned units whose hex is not settled yet (22.11)."""
    found = 0
    for _, plan in plans_of(t, phasing(t)):
        done = {unit for unit, _ in plan.secret.get("aims", ())}
        found |= from_iter(i for i in plan.secret.get("units", ()) if i not in done and t.p.at[i] != t.world.pool)
    return found


def in_area(t: Table, seat: int, args: Args) -> int:
    """The target area is a hex and the six beside it (22.11); two hexes round Rotterdam in May 1940 (B3)."""
    plan = of_unit(t, args[0])
    if plan is None:
        return 0
    reach = int(plan.secret.get("reach", 1))
    return spread(1 << plan.secret["area"], t.world.board.around, reach) & int(t.world.land)


class Aim(Verb):
    """``aim Flgbde1 Utrecht``: the hex where a planned unit will drop; it stays (22.11)."""

    name = "aim"
    levels = (
        Level("unit", PIECE, lambda t, s, a: from_iter(droppable(t, phasing(t))), (Mask("22.11", unaimed),)),
        Level("hex", NODE, lambda t, s, a: t.world.land, (Mask("22.11", in_area),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        plan = of_unit(t, args[0])
        assert plan is not None
        aimed = t.p.turn if plan.secret["made"] >= 0 else 0
        name = key(t.world.units[args[0]].nation)
        plans.amend(t, name, aims=(*plan.secret["aims"], (args[0], args[1])), aimed=aimed)


class CallOff(Verb):
    """``call_off Flgbde1``: the plan that the unit is in is given up."""

    name = "call_off"
    levels = (Level("unit", PIECE, lambda t, s, a: dropping(t, phasing(t)), (Mask("22.11", not_called_off),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        del t.p.plans[key(t.world.units[args[0]].nation)]
        t.p.called_off = t.p.turn


def busy(t: Table, power: int) -> bool:
    """Is there something to plan? All see that: airborne units and transports stand on the map."""
    return bool(droppable(t, power)) and any(t.world.units[i].kind == "T" for i in wings(t, power))


def prepare(t: Table) -> None:
    """The assault that a scenario begins with; its hexes are named on the first turn (B3)."""
    if "airborne_plan" in t.world.settings:
        _prepare(t, t.world.settings["airborne_plan"])
    for row in t.world.settings.get("airborne_plans", ()):
        _prepare(t, row)


def _prepare(t: Table, row: Mapping[str, Any]) -> None:
    find, node = t.world.by_name, t.world.board.node
    units, carried = (tuple(find[name.casefold()] for name in row[what]) for what in ("units", "wings"))
    secret = {
        "area": node(row["area"]), "reach": row["reach"], "units": units, "wings": carried,
        "aims": tuple((find[who.casefold()], node(place)) for who, place in row.get("aims", ())),
        "made": -1, "aimed": 0,
    }  # fmt: skip
    seat = t.seat_of(t.p.power[units[0]])
    plans.make(t, key(t.world.units[units[0]].nation), plans.Plan(seat, {}, secret))


def draw(t: Table, rng: random.Random) -> None:
    """Make up the plans that a guess does not know."""
    for name, plan in plans.to_draw(t):
        if not name.startswith("airborne "):
            continue
        power = t.powers_of(plan.seat)[0]
        units = tuple(i for i in droppable(t, power) if key(t.world.units[i].nation) == name)
        carried = carriers(t, units) if units else ()
        area = rng.choice(members(t.p.land_of(foe(t, power)) & t.world.land))
        plans.amend(t, name, area=area, units=units, wings=carried, aims=(), made=t.p.turn, aimed=t.p.turn)


# The drop (22.12-22.15)


def ripe(t: Table, plan: plans.Plan) -> bool:
    """The area was chosen two turns before, the hexes one turn before (22.11)."""
    return bool(t.p.turn >= plan.secret["made"] + 2 and t.p.turn >= plan.secret["aimed"] + 1)


def due_target(t: Table, piece: int, wing: int) -> int:
    """The hex where a unit may jump now from a transport of its plan, or -1 (22.11, 22.12)."""
    plan = of_unit(t, piece)
    if plan is None or wing not in plan.secret["wings"] or not ripe(t, plan):
        return -1
    return int(dict(plan.secret["aims"]).get(piece, -1))


def fit_base(t: Table, piece: int) -> bool:
    """It takes off from a supplied base out of enemy zones (22.12)."""
    node, power = t.p.at[piece], t.p.power[piece]
    return bool(supply.supplied_hexes(t, power) >> node & 1) and not zones.against(t, power).all >> node & 1


def within_seven(t: Table, power: int) -> int:
    """Hexes no more than seven from a controlled hex in supply, or three from one that is assaulted (22.13)."""
    start = supply.supplied_hexes(t, power) & t.p.land_of(power)
    beside = spread(int(t.p.assaulted), t.world.board.around, THREE)
    return spread(start, t.world.board.around, SEVEN) | beside


@cache
def by_table(die: int, column: str) -> str:
    """A cell of the Airborne Assault Table (22.12)."""
    return next(row[column] for row in w.chart("airborne_assault") if int(row["die"]) == max(-2, min(6, die)))


def column_of(t: Table, node: int, power: int) -> str:
    """The column by what is in the hex."""
    if ground_in(t, node, foe(t, power)):
        return "enemy_occupied"
    return "vacant_clear" if t.world.terrain["clear"] >> node & 1 else "vacant_other"


def modifier(t: Table, wing: int) -> int:
    """Flak that halved the transport, and mud or snow, take one each from the die (21.04)."""
    return -int(t.p.halved[wing]) - int(weather.at(t, t.p.at[wing]) in BAD)


def fall(t: Table, wing: int, column: str) -> str:
    """Roll for a drop."""
    die = t.roll("airdrop")
    found = by_table(die + modifier(t, wing), column)
    t.emit("dropped", "22.12", pieces=(wing,), nodes=(t.p.at[wing],), die=die, result=found)
    return found


def parachuted(t: Table, wing: int) -> bool:
    """Supplies are landed at a base; dropped elsewhere they are lost unless the drop succeeds (22.2)."""
    from . import airbases

    node, power = t.p.at[wing], t.p.power[wing]
    return bool(airbases.bases(t, power) >> node & 1) or fall(t, wing, column_of(t, node, power)) == "S"


def jump(t: Table, wing: int) -> None:
    """An airborne unit drops: a die on the table says how it lands (22.12)."""
    p = t.p
    piece, node, power = p.cargo[wing], p.at[wing], p.power[wing]
    p.cargo[wing] = -1
    p.emplaned &= ~(1 << piece)
    disclose(t, piece)
    LANDS[fall(t, wing, column_of(t, node, power))](t, piece, node)


def disclose(t: Table, piece: int) -> None:
    """A unit that has jumped is no longer in its plan; with the last of them the plan is over (22.11)."""
    plan, name = of_unit(t, piece), key(t.world.units[piece].nation)
    if plan is None:
        return
    left = tuple(i for i in plan.secret["units"] if i != piece)
    if left:
        plans.amend(t, name, units=left)
    else:
        plans.unseal(t, name)


def shattered(t: Table, piece: int, node: int) -> None:
    """X: the unit is eliminated (22.14/X)."""
    control.remove(t, piece, "airdrop")


def scattered(t: Table, piece: int, node: int) -> None:
    """D: disrupted, it has no zone, attacks at half, controls nothing until the enemy's segment (22.14/D)."""
    t.p.shaken |= 1 << piece
    _down(t, piece, node)


def landed(t: Table, piece: int, node: int) -> None:
    """S: the unit lands without penalty and controls the hex if no enemy holds it (22.14/S)."""
    _down(t, piece, node)
    if not ground_in(t, node, foe(t, t.p.power[piece])):
        control.enter(t, (piece,), node)


LANDS = {"X": shattered, "D": scattered, "S": landed}


def _down(t: Table, piece: int, node: int) -> None:
    p = t.p
    p.put(piece, node)
    p.dropped |= 1 << piece
    p.overstack |= 1 << piece


def share(t: Table, piece: int) -> tuple[int, int]:
    """Disrupted airborne units attack at half strength (22.14/D)."""
    return (1, 2) if t.p.shaken >> piece & 1 else (1, 1)


def own_hex(t: Table, piece: int) -> int:
    """Those who dropped attack the enemies in their own hex, and no other (22.15)."""
    return 1 << t.p.at[piece]


class Cleared(Step):
    """After combat airborne units that have not cleared their hex are lost; the others control it (22.15)."""

    name = "airborne assault"
    rule = "22.15"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        not_cleared(t)
        t.pop()


def not_cleared(t: Table) -> None:
    """An airborne unit is eliminated if its hex is not clear of enemy ground units (22.15)."""
    p = t.p
    for piece in members(p.dropped):
        if not on_map(t, piece):
            continue
        if ground_in(t, p.at[piece], foe(t, p.power[piece])):
            control.remove(t, piece, "hex not cleared")
        elif not p.shaken >> piece & 1:
            control.enter(t, (piece,), p.at[piece])


def beaten(t: Table, pieces: tuple[int, ...], node: int) -> None:
    """Those who dropped into a hex and are thrown back have not cleared it: they have nowhere to go (22.15)."""
    for piece in pieces:
        if t.p.dropped >> piece & 1 and t.p.at[piece] == node:
            control.remove(t, piece, "hex not cleared")


def recover(t: Table) -> None:
    """When the enemy's segment begins disrupted units recover and hold their hex (22.14)."""
    p = t.p
    from . import evacuation

    tired = evacuation.resting(t)
    for piece in members(p.shaken & ~tired):
        if on_map(t, piece):
            control.enter(t, (piece,), p.at[piece])
    p.dropped, p.shaken = 0, p.shaken & tired


def way_past(t: Table, power: int) -> int:
    """Hexes with enemies of whom all dropped just now, where a friend still stands: one may retreat through (22.16).

    Where all of them are disrupted no friend is needed.
    """
    found = 0
    for piece in members(t.p.dropped):
        node = t.p.at[piece]
        if t.p.power[piece] == power or node >= t.world.arrivals:
            continue
        enemies = ground_in(t, node, t.p.power[piece])
        if never_in_the_way(t, enemies) or (ground_in(t, node, power) and all(t.p.dropped >> i & 1 for i in enemies)):
            found |= 1 << node
    return found


def never_in_the_way(t: Table, enemies: list[int]) -> bool:
    """Disrupted airborne units block no retreat through their hex (22.14/D)."""
    return all(t.p.shaken >> i & 1 for i in enemies)
