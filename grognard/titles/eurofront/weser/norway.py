"""Norway in Operation Weser (20.81, 21.49): the declaration of war, surprise, National Supply, defeat and conquest."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, sea, supply
from grognard.titles.systems.front.state import month_number

from .. import tables
from ..state import ALLIED, AXIS, Table
from ..war import naval
from ..war import supply as war_supply
from ..war.weser import rules_the_north

WAR, DEFEATED, CONQUERED = "war on Norway", "Norway defeated", "Norway conquered"
EVENTS = (WAR, DEFEATED, CONQUERED)


def land(t: Table) -> int:
    """The hexes and areas of Norway."""
    return int(t.world.extra["Norway"])


def army(t: Table) -> int:
    """The blocks of Norway."""
    return from_iter(i for i, unit in enumerate(t.world.units) if unit.nation == "norway")


def fortnight(t: Table) -> int:
    """The fortnight as a count, for what lasts no longer."""
    return t.p.month * 2 + t.p.fortnight


# The declaration


def at_peace(t: Table, seat: int, args: Args) -> int:
    """War is declared on a neutral, once (16.4)."""
    return int(WAR not in t.p.politics)


class Declare(Verb):
    """``declare``: war on Norway, which joins the Allies at once."""

    name = "declare"
    masks = (Mask("16.4", at_peace),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()
        declare(t)
        if t.options.get("deployment", "historical") == "free":
            t.ask("garrisons", t.seat_of(ALLIED), ALLIED)
        else:
            take_posts(t)


def declare(t: Table) -> None:
    """Norway is neutral no more: its land is Allied, and its ports no longer closed (16.4)."""
    p, norway = t.p, land(t)
    p.politics[WAR] = fortnight(t)
    p.neutral &= ~norway
    p.held[ALLIED] |= norway
    t.emit("declared", "16.4")


def take_posts(t: Table) -> None:
    """The Norwegians stand where they stood on the day (20.81)."""
    for piece, node, cv in posts(t):
        blocks.bring(t, piece, node, cv)


def posts(t: Table) -> list[tuple[int, int, int]]:
    """The Norwegian blocks with place and strength of the table."""
    w, where = t.world, tables.placement(t.scenario)
    return [
        (w.named[row.block.casefold()], w.board.node(where[row.block]), row.steps)
        for row in tables.order_of_battle(t.scenario)
        if w.units[w.named[row.block.casefold()]].nation == "norway"
    ]


class Declaration(Step):
    """At the beginning of its Command the Axis may declare war on Norway (16.4)."""

    name = "declaration of war"
    rule = "16.4"
    verbs = (Declare(), Pass())
    standing = ("pass",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if at_peace(t, f.seat, ()) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        if t.p.month == month_number(t.world.scenario["months"][0]) and t.p.fortnight == 1:
            return "Declare war on Norway now, while your ships are out in the Northern Seaway, or pass."
        return "Declare war on Norway, or pass; it is surprised in this fortnight only."


# Garrisons of a free set-up


def to_garrison(t: Table, seat: int, args: Args) -> int:
    """The Norwegian blocks that are not set up yet."""
    return from_iter(i for i in members(army(t)) if t.p.at[i] >= t.world.spans)


def norwegian_ports(t: Table, seat: int, args: Args) -> int:
    """Norwegians are set up in ports (20.81)."""
    return land(t) & from_iter(t.world.ports)


def one_each(t: Table, seat: int, args: Args) -> int:
    """One unit to a hex (20.61)."""
    return ~int(t.p.occupied[ALLIED])


class Garrison(Verb):
    """``garrison No1stat Oslo``: a Norwegian block is set up in a port."""

    name = "garrison"
    levels = (
        Level("unit", PIECE, lambda t, s, a: army(t), (Mask("20.81", to_garrison),)),
        Level("port", NODE, lambda t, s, a: land(t), (Mask("20.81", norwegian_ports), Mask("20.61", one_each))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        blocks.bring(t, piece, node, t.title.starting_cv(t, piece))


class Garrisons(Step):
    """Upon its belligerence the Allies set up Norway's army (20.61, 20.81)."""

    name = "garrisons of Norway"
    rule = "20.81"
    kind = "question"
    verbs = (Garrison(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if to_garrison(t, f.seat, ()) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Norway is at war: set up its corps in Norwegian ports, one to a port."


# Surprise


def surprised(t: Table) -> bool:
    """A neutral on which the Axis declares war is surprised for that fortnight (20.16)."""
    return bool(t.p.politics.get(WAR) == fortnight(t))


def weser(t: Table) -> bool:
    """Has the Axis its supremacy in the Northern Seaway: in the turn after Denmark's submission, against a surprised
    Norway (21.493)?"""
    first = t.p.month == month_number(t.world.scenario["months"][0]) and t.p.fortnight == 1
    return first and t.p.active == AXIS and surprised(t)


def assails_as(t: Table, piece: int) -> str:
    """The balance as the defender of a port has it: in the Weser turn the Axis rules the Northern Seaway (21.493)."""
    if rules_the_north(t, piece, weser(t)):
        return naval.ENEMY
    return naval.balance(t, ALLIED if t.p.power[piece] == AXIS else AXIS)


def repulses(t: Table, node: int, number: int) -> int:
    """Assaults in a surprised land are not repulsed (20.16/b), but in its fortified ports (1.44/a)."""
    if not surprised(t) or not land(t) >> node & 1:
        return number
    return number if fortified(t, node) else 0


def fortified(t: Table, node: int) -> bool:
    """Fortified ports are never surprised (1.44/a)."""
    return bool(t.world.extra["fortified ports"] >> node & 1)


def quiet_seas(t: Table) -> int:
    """No one interdicts in the seas of a surprised nation (20.16/c)."""
    if not surprised(t):
        return 0
    return from_iter(n for n, base in enumerate(sea.chart(t.world).bases) if base >= 0 and land(t) >> base & 1)


# National Supply


def has_national_supply(t: Table) -> bool:
    """Oslo needs a line of rail and sea to London, through friendly or neutral lands and seas (10.21, 20.63)."""
    return supplied(t) == war_supply.FULL


def supplied(t: Table) -> int:
    """What National Supply Oslo has (10.21, 20.63)."""
    oslo = t.world.extra["Oslo"]
    if not t.p.held[ALLIED] >> oslo & 1:
        return war_supply.NONE
    return war_supply.national_supply(t, ALLIED, oslo, t.world.extra["London"])


def fed(t: Table) -> int:
    """The Norwegians that are supplied from Oslo by rail, sea and road, while it has National Supply (20.63)."""
    status = supplied(t)
    if status == war_supply.NONE:
        return 0
    found = war_supply.from_capital(t, ALLIED, t.world.extra["Oslo"])
    own = blocks.inside(t, ALLIED, supply.supply_lines(t, ALLIED, found)) & army(t)
    return own if status == war_supply.FULL else war_supply.sustained(t, ALLIED, own)


# Defeat and conquest


def is_defeated(t: Table) -> bool:
    """Norway is defeated when Oslo is enemy-controlled and all its units are eliminated (16.9/a, 21.494)."""
    if not t.p.held[AXIS] >> t.world.extra["Oslo"] & 1:
        return False
    return not blocks.of(t, ALLIED) & army(t)


def is_conquered(t: Table) -> bool:
    """A defeated land is conquered by who alone has units in it (16.92)."""
    norway = land(t)
    return bool(t.p.occupied[AXIS] & norway) and not t.p.occupied[ALLIED] & norway


class Fate(Step):
    """In every Politics phase: is Norway defeated (16.9/a), and in a later one conquered (16.92)?"""

    name = "the fate of Norway"
    rule = "16.9/a"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        events = t.p.politics
        if WAR not in events or CONQUERED in events:
            return
        if DEFEATED in events:
            conquer(t)
        elif is_defeated(t):
            events[DEFEATED] = fortnight(t)
            t.emit("norway_defeated", "16.9/a")


def conquer(t: Table) -> None:
    """The conqueror gains all that is left of the land (16.92)."""
    if is_conquered(t):
        t.p.politics[CONQUERED] = fortnight(t)
        control.take(t, AXIS, members(land(t)))
        t.emit("norway_conquered", "16.92")
