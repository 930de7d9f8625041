"""Carrier strikes on ports (19.11, 19.12/4): planned turns ahead, flown from the open sea, by surprise (28.15)."""

from __future__ import annotations

import random

from grognard.board.hexset import from_iter, members
from grognard.engine.core import plans
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import airborne, hulls, patrol, sailing, seabombing, seas, ships, taskforce
from . import world as w
from .state import Table, foe, phasing
from .state import ships as fleet

RANGE = 5
"""How far the aircraft of carriers fly (19.11)."""
ONE, MORE = 2, 3
"""Turns ahead that a strike by one carrier, or by several, is planned (19.12/4)."""


def key(power: int) -> str:
    return f"strike {w.POWERS[power]}"


def carriers(t: Table, power: int) -> list[int]:
    """A side's carriers that are afloat."""
    return [i for i in fleet(t, power) if t.world.units[i].kind in hulls.CARRIERS]


def enemy_ports(t: Table, power: int) -> int:
    """Ports of the map that the enemy controls."""
    return seas.sea_map(t.world).port_nodes & t.p.land_of(foe(t, power))


# Planning


def ports_to_strike(t: Table, seat: int, args: Args) -> int:
    return enemy_ports(t, phasing(t)) if carriers(t, phasing(t)) else 0


def no_plan_yet(t: Table, seat: int, args: Args) -> int:
    """One strike is planned at a time: all carriers against a port sail together (19.12/4)."""
    return 0 if key(phasing(t)) in t.p.plans else -1


class PlanStrike(Verb):
    """``plan_strike Taranto CVFormidable``: a port, and the carriers that will attack it (19.12/4)."""

    name = "plan_strike"
    levels = (
        Level("port", NODE, ports_to_strike, (Mask("22.11", airborne.not_called_off), Mask("19.12/4", no_plan_yet))),
        Level("carriers", PIECES, lambda t, s, a: from_iter(carriers(t, phasing(t))), (taskforce.IDLE,)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        secret = {"port": args[0], "ships": tuple(args[1]), "made": t.p.turn}
        plans.make(t, key(phasing(t)), plans.Plan(seat, {}, secret))


class GiveUpStrike(Verb):
    """``call_off_strike CVFormidable``: the plan that the carrier is in is given up."""

    name = "call_off_strike"
    levels = (Level("carrier", PIECE, lambda t, s, a: to_give_up(t, phasing(t))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        del t.p.plans[key(phasing(t))]
        t.p.called_off = t.p.turn


def to_give_up(t: Table, power: int) -> int:
    """Carriers of a plan that may be given up: one plan of a side in a phase, be it this or an airborne one."""
    return from_iter(in_plan(t, power)) if t.p.called_off != t.p.turn else 0


def in_plan(t: Table, power: int) -> list[int]:
    """Carriers of a side that are set down in its plan and still afloat."""
    plan = plans.find(t, key(power))
    return [i for i in (plan.secret.get("ships", ()) if plan else ()) if t.p.at[i] < t.world.arrivals]


def draw(t: Table, rng: random.Random) -> None:
    """Make up the strikes that a guess does not know."""
    for name, plan in plans.to_draw(t):
        if name.startswith("strike "):
            power = t.powers_of(plan.seat)[0]
            ports, own = members(enemy_ports(t, power)), carriers(t, power)
            plans.amend(t, name, port=rng.choice(ports) if ports else -1, ships=tuple(own[:1]), made=t.p.turn)


# The strike


def ripe(t: Table, power: int) -> bool:
    """One carrier strikes two turns after the plan was made, several three turns after (19.12/4)."""
    plan = plans.find(t, key(power))
    if plan is None or not plan.secret:
        return False
    ahead = ONE if len(plan.secret["ships"]) == 1 else MORE
    return bool(t.p.turn >= plan.secret["made"] + ahead)


def leaders(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for power in t.powers_of(seat) for i in carriers(t, power))


def planned(t: Table, seat: int, args: Args) -> int:
    """Carriers whose plan has come of age (19.12/4)."""
    power = phasing(t)
    return from_iter(in_plan(t, power)) if ripe(t, power) else 0


def company(t: Table, seat: int, args: Args) -> int:
    """Ships of the same port that sail with the carrier; no carrier that is not in the plan (19.12/4)."""
    here = [i for i in fleet(t, phasing(t)) if i != args[0] and t.p.at[i] == t.p.at[args[0]] and ships.able(t, i)]
    able = from_iter(in_plan(t, phasing(t)))
    open_ = from_iter(i for i in here if t.world.units[i].kind not in hulls.CARRIERS or able >> i & 1)
    return open_ & ~t.p.sailed & taskforce.idle(t, seat, ())


def launch_hex(t: Table, force: tuple[int, ...]) -> int:
    """The sea hex within five of the port that the force reaches first and comes home from; or -1 (19.11)."""
    power, start = t.p.power[force[0]], t.p.at[force[0]]
    plan = plans.find(t, key(power))
    if plan is None or not plan.secret:
        return -1
    tree = seas.ways_from(t.world, start, seas.shut_gates(t, power))
    grid, zone = t.world.board.grid, seas.sea_map(t.world).zone
    near = [n for n in tree if n in zone and grid.distance(n, plan.secret["port"]) <= RANGE]
    most = sailing.points(t, force)
    fit = [n for n in near if sailing.cost_of(seas.Way((), tree[n][0]), True, True) <= most]
    return min(fit, key=lambda n: (tree[n][0], tree[n][1], n), default=-1)


def in_reach(t: Table, seat: int, args: Args) -> int:
    """Carriers that come within five hexes of the port and home again (19.11)."""
    return from_iter(i for i in members(planned(t, seat, ())) if launch_hex(t, (i,)) >= 0)


def in_reach_together(t: Table, seat: int, args: Args) -> int:
    chosen: tuple[int, ...] = args[1] if len(args) > 1 else ()
    return from_iter(i for i in members(company(t, seat, args)) if launch_hex(t, (args[0], *chosen, i)) >= 0)


class Strike(Verb):
    """``strike CVFormidable BBWarspite+BrDDMed1``: the planned strike sails with its escort, or alone with ``.``."""

    name = "strike"
    levels = (
        Level(
            "carrier", PIECE, leaders,
            (
                Mask("18.01", sailing.not_sailed), Mask("18.04", sailing.fit), Mask("19.12/4", planned),
                Mask("19.11", in_reach),
            ),
        ),
        Level(
            "with", PIECES, company, (Mask("19.11", in_reach_together),),
            closes=(Mask("19.12/4", lambda t, s, a: 1),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force = tuple(sorted((args[0], *args[1])))
        power = t.p.power[force[0]]
        plan = plans.find(t, key(power))
        way = seas.way(t, power, t.p.at[force[0]], launch_hex(t, force))
        assert plan is not None and way is not None
        sailing.set_sail(t, force, (), way.nodes, tuple(reversed(way.nodes)), way.zones)
        t.swap(t.frame.hiding(strike=plan.secret["port"]))


def launch(t: Table, f: Frame, force: tuple[int, ...]) -> None:
    """The carriers fly off their aircraft against the ships in the port (19.11, 19.12/4)."""
    port, power = f["strike"], f.power
    plan = plans.find(t, key(power))
    striking = tuple(i for i in force if plan is not None and i in plan.secret.get("ships", ()))
    t.swap(f.hiding(strike=-1).having(pieces=force))
    if plan is not None:
        plans.unseal(t, key(power))
    ready = seabombing.ready_carriers(t, striking, f["here"])
    targets = tuple(i for i in t.p.stack(port) if t.world.units[i].naval and t.p.power[i] != power)
    targets = patrol.to_be_found(t, targets, ready, port) if ready else targets
    side = w.POWERS[power]
    if ready and targets:
        t.p.raids[side] = t.p.raids.get(side, 0) + 1
        t.emit("raid", "19.12/4", pieces=ready, nodes=(port,))
        t.ask(
            "sea_bombing",
            t.seat_of(power),
            power,
            hex=port,
            targets=targets,
            bombers=ready,
            aimed=(),
            raid=seabombing.CARRIERS,
        )


# Surprise (28.15)


def surprise(t: Table, power: int) -> int:
    """Which strike on a port this is, with the option: the first or the second surprises (28.15)."""
    number = int(t.p.raids.get(w.POWERS[power], 0))
    surprising = t.options.get("raid_surprise") == "on" or by_carrier_combat(t)
    return number if surprising and number <= 2 else 0


def by_carrier_combat(t: Table) -> bool:
    """The rules of naval air combat have the same surprise; with both options it counts once (28.12/c4, Q29)."""
    return t.options.get("naval_air_combat") == "on"


def flak_shift(t: Table, power: int) -> int:
    """The first strike meets flak one column to the left (28.15)."""
    return int(surprise(t, power) == 1)


def bonus(t: Table, power: int) -> int:
    """Two on the dice of the first strike, one on those of the second (28.15)."""
    return {1: 2, 2: 1}.get(surprise(t, power), 0)
