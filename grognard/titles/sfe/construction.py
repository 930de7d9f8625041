"""Forts and airfields (24.0): what is built, when it is ready."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import depots, supply, walls, weather, zones
from .state import Table, phasing, spoken_date


def work_left(t: Table, seat: int, args: Args) -> int:
    """Only so many works are begun in a turn (24.3)."""
    return -1 if t.p.built < t.world.side(phasing(t))["construction"] else 0


def own_land(t: Table, seat: int, args: Args) -> int:
    """Controlled hexes in supply (24.11), in a difficult theatre from a supply unit."""
    power = phasing(t)
    fed = supply.easy(t, supply.supplied_hexes(t, power)) | depots.work_hexes(t, power)
    return int(t.p.land_of(power) & fed & t.world.land)


def out_of_zones(t: Table, seat: int, args: Args) -> int:
    """Not in an enemy zone, unless a friendly ground unit stands there (24.11, 24.11/2)."""
    power = phasing(t)
    return ~zones.against(t, power).all | zones.ground_of(t, power)


def no_fort(t: Table, seat: int, args: Args) -> int:
    """One regular fort a hex."""
    return ~(t.p.forts | t.p.works)


def open_fields(t: Table, seat: int, args: Args) -> int:
    """No airfield in forest, swamp, mountain or a major city (24.21)."""
    return int(t.world.terrain["clear"])


def no_airfield(t: Table, seat: int, args: Args) -> int:
    """One airfield counter a hex (24.2), which may be built out once."""
    return ~(t.p.major_fields | t.p.plots)


def few_major_fields(t: Table, seat: int, args: Args) -> int:
    """No more than a tenth of the active air limit, rounded up, are major airfields (24.22, 24.3)."""
    p, power = t.p, phasing(t)
    most = -(-t.world.side(power)["active_air"] // 10)
    have = (p.major_fields | p.airfields & p.plots) & p.land_of(power)
    return ~p.airfields if have.bit_count() >= most else -1


def few_airfields(t: Table, seat: int, args: Args) -> int:
    """No more airfield counters than the active air limit (24.3)."""
    power = phasing(t)
    have = ((t.p.airfields | t.p.plots) & t.p.land_of(power)).bit_count()
    return -1 if have < t.world.side(power)["active_air"] else t.p.airfields


def begin_work(t: Table, node: int, extra: int) -> None:
    p = t.p
    p.built += 1
    depots.pay_for_work(t, phasing(t), node)
    p.works_due[str(node)] = p.turn + extra


class Fortify(Verb):
    """``fortify SE1523``: a fort is begun; it is ready in the next Movement Phase, in bad weather one later (24.11)."""

    name = "fortify"
    levels = (
        Level(
            "hex", NODE, lambda t, s, a: t.world.land,
            (Mask("24.3", work_left), Mask("24.11", own_land), Mask("24.11/2", out_of_zones), Mask("24.1", no_fort),
             Mask("24.2", lambda t, s, a: ~t.p.plots)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.works |= 1 << args[0]
        begin_work(t, args[0], 1 if weather.clear(t, args[0]) else 2)
        t.emit("begun", "24.11", nodes=args, what="A fort")


class Airfield(Verb):
    """``airfield SE1523``: an airfield is built, at once in clear weather (24.21)."""

    name = "airfield"
    levels = (
        Level(
            "hex", NODE, lambda t, s, a: t.world.land,
            (Mask("24.3", work_left), Mask("24.3", few_airfields), Mask("24.11", own_land),
             Mask("24.11/2", out_of_zones), Mask("24.21", open_fields), Mask("24.2", no_airfield),
                Mask("24.22", few_major_fields),
             Mask("24.2", lambda t, s, a: ~t.p.works)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.plots |= 1 << args[0]
        begin_work(t, args[0], 0 if weather.clear(t, args[0]) else 1)
        t.emit("begun", "24.21", nodes=args, what="An airfield")


@rule("24.11/1")
def finish_forts(t: Table, power: int) -> None:
    """Forts are ready when a Movement Phase begins and replace others (24.11/1); in a zone if held (24.11/2)."""
    p = t.p
    lost = p.works & p.land_of(power) & ~out_of_zones(t, -1, ())
    p.works &= ~lost
    for node in members(p.works & p.land_of(power)):
        if p.works_due.get(str(node), 0) <= p.turn:
            p.works &= ~(1 << node)
            p.forts |= 1 << node
            p.strongholds &= ~(1 << node)
            walls.replaced(t, node)
            p.works_due.pop(str(node), None)
            t.emit("built", "24.11", nodes=(node,), what="The fort")


@rule("24.21/1")
def finish_airfields(t: Table, power: int) -> None:
    """Airfields are ready at the end of a Movement Phase (24.21/1); in an enemy zone if the hex is held."""
    p = t.p
    p.plots &= ~(p.plots & p.land_of(power) & ~out_of_zones(t, -1, ()))
    for node in members(p.plots & p.land_of(power)):
        if p.works_due.get(str(node), 0) <= p.turn:
            p.plots &= ~(1 << node)
            if p.airfields >> node & 1:
                p.major_fields |= 1 << node
            p.airfields |= 1 << node
            p.works_due.pop(str(node), None)
            t.emit("built", "24.21", nodes=(node,), what="The airfield")


class Construction(Step):
    """The Construction Phase (4.04)."""

    name = "construction"
    rule = "24.1"
    verbs = (Fortify(), Airfield(), End())

    def begin(self, t: Table, f: Frame) -> None:
        t.p.built = 0
        finish_forts(t, phasing(t))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if work_left(t, f.seat, ()) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = t.world.side(phasing(t))["construction"] - t.p.built
        works = "a fort or an airfield" if left == 1 else f"up to {left} forts or airfields"
        return f"{spoken_date(t)}, construction: begin {works}, or end."


class FieldsReady(Step):
    """The end of the Movement Phase: airfields are ready (24.21)."""

    name = "construction"
    rule = "24.21"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        finish_airfields(t, phasing(t))
        old = members(t.p.overstack & ~t.p.landing)
        own = from_iter(i for i in old if t.p.power[i] == phasing(t))
        t.p.overstack &= ~own
        t.pop()
