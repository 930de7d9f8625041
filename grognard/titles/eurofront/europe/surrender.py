"""Surrender (16.8), defeat (16.9) and conquest (16.92) of the nations beside Germany."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.titles.systems.front import blocks, control, economy, fog, ground
from grognard.titles.systems.front.aftermath import end_battles

from ..fronts import MF, land_of
from .nations import (
    JOINERS,
    MAJOR_POWERS,
    NATIONS,
    NORWAY,
    SATELLITES,
    SURRENDERS,
    VICHY,
    all_of,
    army,
    at_war_from_the_start,
    attacked,
    begins_beside,
    belligerents,
    conquered_by,
    defeated,
    demoralized,
    fights,
    home,
    joins,
    reacted,
    revolted,
    surrendered,
)
from .state import ALLIED, AXIS, Table

MARITIME, SPAIN = "maritime", "Spain"


def war_weariness(t: Table, nation: str) -> int:
    """What weighs on a satellite: land or ports lost, and units eliminated or without secure supply (16.82)."""
    lost = ports_lost(t, nation) if SURRENDERS[nation]["kind"] == MARITIME else hexes_lost(t, nation)
    return lost + units_out(t, nation)


def hexes_lost(t: Table, nation: str) -> int:
    """The hexes of a land satellite that Allies and Soviets control (16.82)."""
    return (conquered_by(t) & home(t, nation)).bit_count()


def ports_lost(t: Table, nation: str) -> int:
    """The ports of a maritime satellite outside the Med Front that the enemy controls, major ones twice (16.81); those
    of Vichy in Africa count (20.487)."""
    land = all_of(t, VICHY) if nation == VICHY else (home(t, nation) | islands(t, nation)) & ~land_of(t, MF)
    lost = conquered_by(t) & land
    return sum(1 + port.major for node, port in t.world.ports.items() if lost >> node & 1)


def islands(t: Table, nation: str) -> int:
    """The islands of Spain, which are of its home territory (1.7/a)."""
    return all_of(t, nation) if nation == SPAIN else 0


def units_out(t: Table, nation: str) -> int:
    """Its units that are eliminated now, or have no secure supply (16.82); those of the Med Front count for Vichy alone
    (16.81)."""
    p, w = t.p, t.world
    fed = economy.secure_lines(t, AXIS)
    own = [i for i in army(w, nation) if nation == VICHY or w.units[i].restricted != "Med Front"]
    return sum(1 for i in own if p.at[i] in w.boxes[AXIS][1:] or (p.at[i] < w.spans and not fed >> p.at[i] & 1))


def weary(t: Table, seat: int, args: Args) -> int:
    """A demoralized satellite may surrender once any of its land is lost (16.8), Italy once a port is (20.25)."""
    return from_iter(n for n, nation in enumerate(SATELLITES) if fights(t, nation) and _has_cause(t, nation))


def is_satellite(t: Table, nation: str) -> bool:
    """Only satellites surrender, no one who was attacked or has reacted (16.8), but for Vichy (20.487) and Norway
    (16.83)."""
    return nation in (VICHY, NORWAY) or not {attacked(nation), reacted(nation)} & set(t.p.politics)


def _has_cause(t: Table, nation: str) -> bool:
    if not demoralized(t, nation) or not is_satellite(t, nation):
        return False
    return port_taken(t, nation) if SURRENDERS[nation]["kind"] == MARITIME else bool(hexes_lost(t, nation))


def port_taken(t: Table, nation: str) -> bool:
    """Italy gives up only once the enemy controls a port of Italy Proper (20.25)."""
    return bool(ports_lost(t, nation))


def once_a_phase(t: Table, seat: int, args: Args) -> int:
    """One die a satellite and Politics phase (16.8)."""
    return from_iter(n for n, nation in enumerate(SATELLITES) if nation not in t.frame.get("done", ()))


class Demand(Verb):
    """``demand Rumania``: a die below its War Weariness makes a demoralized satellite surrender."""

    name = "demand"
    labels = ("16.8", "16.82")
    levels = (
        Level(
            "nation", WORD, lambda t, s, a: (1 << len(SATELLITES)) - 1,
            (Mask("16.8", weary), Mask("16.8", once_a_phase)), words=SATELLITES,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation = SATELLITES[args[0]]
        t.remember(done=(*t.frame.get("done", ()), nation))
        own = [i for i in army(t.world, nation) if t.p.at[i] < t.world.spans]
        for piece in own:
            t.reveal("16.8", (piece,), columns=(), name=False, facts=fog.nation_of(t, piece))
        need, face = war_weariness(t, nation), t.roll("surrender")
        t.emit("answered", "16.8", nation=nation, die=face, weariness=need, success=face < need)
        if face < need:
            surrender(t, nation)


def surrender(t: Table, nation: str) -> None:
    """The nation is defeated; one army that no German watches comes over, or can be built in the capital (16.84)."""
    places = defection_places(t, nation)
    t.emit("surrendered", "16.84", nation=nation)
    if nation in JOINERS:
        t.p.politics[surrendered(nation)] = t.p.month
    fall(t, nation)
    piece = volunteer(t, nation)
    if nation == VICHY:
        return
    free = places & ground.within_limits(t, piece) & ~ground.filled(t, piece)
    free &= ~control.enemy_units(t, t.p.power[piece])
    if free:
        join(t, piece, min(members(free)))
    else:
        t.place(piece, t.world.lost(t.p.power[piece]))


def volunteer(t: Table, nation: str) -> int:
    """The block of the volunteers of a nation that gives up (16.84/a): Norway's is that of its resistance, which rises
    no more."""
    if nation == NORWAY:
        t.p.politics[revolted(NORWAY)] = t.p.month
    return int(t.world.named[SURRENDERS[nation]["volunteer"].casefold()])


def defection_places(t: Table, nation: str) -> int:
    """Where the nation's units stand without Germans or other Axis units, and outside their zones (16.84/b)."""
    p, w = t.p, t.world
    own = set(army(w, nation))
    others = [i for i in blocks.on_map(t, AXIS) if i not in own]
    barred = from_iter(p.at[i] for i in others)
    engaged = control.battles(t)
    watching = from_iter(p.at[i] for i in others if p.supplied[i] and not engaged >> p.at[i] & 1)
    there = from_iter(p.at[i] for i in own if p.at[i] < w.spans)
    return there & ~barred & ~step(watching, w.zone)


@rule("16.84/b")
def join(t: Table, piece: int, node: int) -> None:
    """One unit of one step comes over (16.84/b)."""
    blocks.bring(t, piece, node, 1)
    t.reveal("16.84/b", (piece,))
    t.emit("defected", "16.84/b", pieces=(piece,), nodes=(node,))


def fall(t: Table, nation: str, power: int = AXIS) -> None:
    """A nation is defeated: its units are gone for good (16.91)."""
    t.p.politics[defeated(nation)] = t.p.month
    for piece in army(t.world, nation, power):
        if t.p.at[piece] < t.world.spans:
            blocks.eliminate(t, piece, "16.91")
    end_battles(t)


@rule("16.9")
def defeats(t: Table) -> None:
    """Who has lost his capital, or all his units, is defeated if he is a minor (16.9); Italy must lose both."""
    for nation, power in belligerents(t):
        beaten = beaten_major if nation in MAJOR_POWERS else beaten_minor
        if beaten(t, nation, power):
            t.emit("defeated", "16.9", nation=nation)
            fall(t, nation, power)


def beaten_minor(t: Table, nation: str, power: int) -> bool:
    """A minor falls with its capital, or with its last unit (16.9/b)."""
    return capital_lost(t, nation, power) or not has_units(t, nation, power)


def beaten_major(t: Table, nation: str, power: int) -> bool:
    """A major power falls when its capital is lost and no unit is left (16.9/a)."""
    return capital_lost(t, nation, power) and not has_units(t, nation, power)


def capital_lost(t: Table, nation: str, power: int) -> bool:
    enemy = ALLIED if power == AXIS else AXIS
    return bool(control.friendly(t.p, enemy) >> t.world.board.node(NATIONS[nation]["capital"]) & 1)


def has_units(t: Table, nation: str, power: int) -> bool:
    return any(t.p.at[i] < t.world.spans for i in army(t.world, nation, power))


def beaten_before(t: Table) -> tuple[tuple[str, int], ...]:
    """The nations defeated in an earlier phase, each with the side that it fought for."""
    found = []
    for nation in at_war_from_the_start(t.world):
        if defeated(nation) in t.p.politics:
            found.append((nation, fought_for(t, nation)))
    return tuple(found)


def fought_for(t: Table, nation: str) -> int:
    """The side that a defeated nation was on."""
    if joins(nation, ALLIED) in t.p.politics:
        return ALLIED
    return ALLIED if begins_beside(t.world, nation) == ALLIED and joins(nation, AXIS) not in t.p.politics else AXIS


@rule("16.92")
def conquests(t: Table, before: tuple[tuple[str, int], ...]) -> None:
    """The land of a nation defeated earlier goes to who stands in it, when the other side does not (16.92)."""
    for nation, side in before:
        if (t.p.active == AXIS) != (side == AXIS):
            conquer(t, nation, all_of(t, nation))


def conquer(t: Table, nation: str, land: int) -> None:
    """Whoever has the turn gains what his enemies hold of a land, if he stands in it and they do not (16.92)."""
    p, power = t.p, t.p.active
    lost = sum(p.held[foe] & land for foe in members(p.hostile[power]))
    if lost and land & p.occupied[power] and not land & control.enemy_units(t, power):
        p.held = [held & ~lost for held in p.held]
        p.held[power] |= lost
        t.emit("conquered", "16.92", nation=nation)
