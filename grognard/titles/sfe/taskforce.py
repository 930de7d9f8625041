"""Waves and task forces (28.12/a), as an option: who sails together, and what must be planned turns ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.core import plans
from grognard.engine.core.offers import NODE, PIECE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import airborne, seas, ships
from . import world as w
from .state import Table, phasing
from .state import ships as fleet

WAVE = 3
"""Ships of a wave, a transport more not counted (28.12/a)."""
TWO, MORE = 2, 3
"""Turns ahead that a task force of two waves, or of more, is planned (28.12/a)."""
ZONE_AHEAD, HEX_AHEAD = 2, 1
"""Turns ahead that its sea zone, and its port, mission and hex are named (28.12/a1)."""
MISSIONS = ("sail", "bombard", "deliver", "assault", "take_off", "stand_off")
"""What a task force may be planned for, by the order that carries it out; strikes have plans of their own (19.12/4)."""
FORCE = "force"
BLANK: dict[str, Any] = {
    "ships": (), "made": 0, "zone": "", "zoned": 0, "port": -1, "mission": "", "target": -1, "aimed": 0, "done": 0,
}  # fmt: skip
Reach = Callable[[Table, tuple[int, ...]], int]


def played(t: Table) -> bool:
    """Is the option on?"""
    return t.options.get("task_forces") == "on"


def key(power: int) -> str:
    return f"{FORCE} {w.POWERS[power]}"


def prepare(t: Table) -> None:
    """Each side with a fleet has a sheet, blank or written on: nobody sees that there is a plan (28.12/a2, S24)."""
    for power in range(len(w.POWERS)):
        if played(t) and any(u.naval and u.power == power for u in t.world.units):
            plans.make(t, key(power), plans.Plan(t.seat_of(power), {}, BLANK))


def sheet(t: Table, power: int) -> dict[str, Any]:
    """What a side has written down."""
    plan = plans.find(t, key(power)) if played(t) else None
    return {**BLANK, **plan.secret} if plan is not None else BLANK


def engaged(t: Table, power: int) -> tuple[int, ...]:
    """Ships of a side's task force that are afloat."""
    return tuple(i for i in sheet(t, power)["ships"] if t.p.at[i] < t.world.arrivals)


# Waves


def waves(t: Table, force: tuple[int, ...]) -> int:
    """How many waves a force is: three ships each, and a transport free with each (28.12/a)."""
    loaded = sum(t.world.units[i].kind == "TT" for i in force)
    count = 1
    while len(force) - min(loaded, count) > WAVE * count:
        count += 1
    return count


def ripe(t: Table, power: int) -> bool:
    """Two waves sail two turns after they were named, more three; zone and hex were named in time (28.12/a1)."""
    plan, turn = sheet(t, power), int(t.p.turn)
    if not plan["aimed"] or not plan["zoned"]:
        return False
    ahead = TWO if waves(t, plan["ships"]) == TWO else MORE
    return bool(turn >= max(plan["made"] + ahead, plan["zoned"] + ZONE_AHEAD, plan["aimed"] + HEX_AHEAD))


def in_waves(mission: str, reach: Reach) -> Mask:
    """Ships sail one wave at a time, unless they are a task force on the day of its mission (28.12/a)."""

    def together(t: Table, seat: int, args: Args) -> int:
        if not played(t):
            return -1
        chosen: tuple[int, ...] = args[0] if args else ()
        power = phasing(t)
        planned = set(engaged(t, power)) if due(t, power, mission, reach) else set()
        return from_iter(
            i for i in fleet(t, power) if waves(t, (*chosen, i)) == 1 or planned.issuperset((*chosen, i))
        )  # fmt: skip

    return Mask("28.12/a", together, lambda t, s, a, v: "A wave has three ships and one transport more.")


def on_no_other_mission(mission: str, reach: Reach) -> Mask:
    """A ship with a planned mission performs no other, and does not mix with ships that have none (28.12/a2)."""

    def free(t: Table, seat: int, args: Args) -> int:
        bound = from_iter(engaged(t, phasing(t)))
        if not bound:
            return -1
        chosen: tuple[int, ...] = args[0] if args else ()
        if not due(t, phasing(t), mission, reach):
            return ~bound
        return bound if any(bound >> i & 1 for i in chosen) else ~bound if chosen else -1

    return Mask("28.12/a2", free, lambda t, s, a, v: "It is in the plan of a task force.")


def due(t: Table, power: int, mission: str, reach: Reach) -> bool:
    """Can a side's task force carry out this mission now, from its port to its hex?"""
    plan, force = sheet(t, power), engaged(t, power)
    if not force or plan["mission"] != mission or not ripe(t, power):
        return False
    here = tuple(i for i in force if t.p.at[i] == plan["port"])
    return here == force and bool(reach(t, force) >> plan["target"] & 1)


def as_planned(t: Table, seat: int, args: Args) -> int:
    """A task force goes to the hex that was planned (28.12/a1)."""
    plan = sheet(t, phasing(t))
    return 1 << plan["target"] if any(i in plan["ships"] for i in args[0]) else -1


def masks(mission: str, reach: Reach) -> tuple[Mask, Mask]:
    """The conditions for the ships of an order that is a mission."""
    return on_no_other_mission(mission, reach), in_waves(mission, reach)


AS_PLANNED = Mask("28.12/a1", as_planned)


def idle(t: Table, seat: int, args: Args) -> int:
    """Ships that no task force needs (28.12/a2)."""
    return ~from_iter(i for power in t.powers_of(seat) for i in engaged(t, power))


IDLE = Mask("28.12/a2", idle, lambda t, s, a, v: "It is in the plan of a task force.")


def changes_port(t: Table, force: tuple[int, ...], reach: Reach) -> bool:
    """Ships of a task force whose day has not come change ports, and carry nothing: that is no mission (28.12/a2)."""
    power = phasing(t)
    return bool(set(engaged(t, power)) & set(force)) and not due(t, power, "sail", reach)


def sets_out(t: Table, force: tuple[int, ...]) -> None:
    """A task force that has put to sea on its mission has carried out its plan."""
    power = t.p.power[force[0]]
    if power == phasing(t) and ripe(t, power) and any(i in sheet(t, power)["ships"] for i in force):
        plans.amend(t, key(power), done=t.p.turn)


def disclose(t: Table, power: int) -> None:
    """A plan is shown at the end of the segment in which it was carried out (28.12/a2)."""
    plan = sheet(t, power)
    if plan["done"]:
        t.emit("task_force", "28.12/a2", pieces=plan["ships"], nodes=(plan["target"],), mission=plan["mission"])
        plans.unseal(t, key(power))
        plans.make(t, key(power), plans.Plan(t.seat_of(power), {}, BLANK))


# Planning


def afloat(t: Table, seat: int, args: Args) -> int:
    """The side's ships, where task forces are played."""
    return from_iter(fleet(t, phasing(t))) if played(t) else 0


def unplanned(t: Table, seat: int, args: Args) -> int:
    """A ship has one plan at a time, and a side one sheet for a task force (28.12/a2)."""
    from . import strikes

    power = phasing(t)
    return ~from_iter(strikes.in_plan(t, power)) if not sheet(t, power)["made"] else 0


def two_waves(t: Table, seat: int, args: Args) -> int:
    return int(bool(args) and waves(t, tuple(args[0])) >= TWO)


class PlanForce(Verb):
    """``plan_force BBWarspite+CVFormidable+CLOrion+BrDDMed1``: the ships of a task force (28.12/a1)."""

    name = "plan_force"
    levels = (
        Level(
            "ships", PIECES, afloat, (Mask("22.11", airborne.not_called_off), Mask("28.12/a2", unplanned)),
            closes=(Mask("28.12/a", two_waves, lambda t, s, a, v: "One wave needs no plan."),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        plans.amend(t, key(phasing(t)), ships=tuple(args[0]), made=t.p.turn)


def waters(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(name.replace(" ", "_") for name in sorted(set(seas.sea_map(t.world).zone.values())))


def no_zone_yet(t: Table, seat: int, args: Args) -> int:
    """The sea zone is named once, for ships that are named (28.12/a1)."""
    plan = sheet(t, phasing(t))
    return -1 if plan["made"] and not plan["zoned"] else 0


class ForceZone(Verb):
    """``force_zone Ionian_Sea``: where the task force will do its work, two turns ahead (28.12/a1)."""

    name = "force_zone"
    levels = (Level("zone", WORD, masks=(Mask("28.12/a1", no_zone_yet),), words=waters),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        name = sorted(set(seas.sea_map(t.world).zone.values()))[args[0]]
        plans.amend(t, key(phasing(t)), zone=name, zoned=t.p.turn)


def ports(t: Table, seat: int, args: Args) -> int:
    """Own ports, once the zone is named and while none is chosen (28.12/a1)."""
    plan = sheet(t, phasing(t))
    return ships.own_ports(t, phasing(t)) if plan["zoned"] and not plan["aimed"] else 0


def on_the_zone(t: Table, seat: int, args: Args) -> int:
    """Ports and coasts of the sea zone that was named (28.12/a1)."""
    chart, name = seas.sea_map(t.world), sheet(t, phasing(t))["zone"]
    water = from_iter(n for n, zone in chart.zone.items() if zone == name)
    by_link = from_iter(
        n for n, some in chart.links.items() if any(water >> link.to & 1 for link in some) and n not in chart.zone
    )  # fmt: skip
    return (step(water & (1 << t.world.board.grid.size) - 1, t.world.board.around) & t.world.land) | by_link


class ForceAim(Verb):
    """``force_aim Alexandria bombard Bardia``: port, mission and hex, one turn ahead (28.12/a1)."""

    name = "force_aim"
    levels = (
        Level("port", NODE, ports),
        Level("mission", WORD, words=lambda t, s, a: MISSIONS),
        Level("hex", NODE, lambda t, s, a: t.world.land, (Mask("28.12/a1", on_the_zone),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        plans.amend(
            t, key(phasing(t)), port=args[0], mission=MISSIONS[args[1]], target=args[2], aimed=t.p.turn,
        )  # fmt: skip


def to_give_up(t: Table, seat: int, args: Args) -> int:
    return from_iter(sheet(t, phasing(t))["ships"]) if t.p.called_off != t.p.turn else 0


class GiveUpForce(Verb):
    """``call_off_force BBWarspite``: the plan that the ship is in is given up."""

    name = "call_off_force"
    levels = (Level("ship", PIECE, to_give_up),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        plans.make(t, key(phasing(t)), plans.Plan(seat, {}, BLANK))
        t.p.called_off = t.p.turn


def draw(t: Table) -> None:
    """A guess takes a sheet that it does not know for blank."""
    for name, _ in plans.to_draw(t):
        if name.startswith(FORCE):
            plans.amend(t, name, **BLANK)


def written(t: Table) -> int:
    """How much is written on the sheets, for the measure of progress."""
    found = (sheet(t, power) for power in range(len(w.POWERS)))
    return sum(bool(plan["made"]) + bool(plan["zoned"]) + bool(plan["aimed"]) for plan in found)
