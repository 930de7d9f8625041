"""The Winter War (21.48): National Supply, ski troops, the White Death, the North Front, what is produced."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.titles.systems.front import blocks, control, invasion
from grognard.titles.systems.front import weather as sky
from grognard.titles.systems.front.state import SNOW
from grognard.titles.systems.front.world import INFANTRY, MECH, THQ

from ..state import AXIS, SOVIET, Table
from ..war import supply as war_supply

SKI_SPEED = 2
DF = 5
MAINTENANCE = 5
"""Points a month for each alien unit in the Arctic Zone (21.461)."""


# Supply


def has_national_supply(t: Table, finns: int = AXIS) -> bool:
    """Helsinki needs a line to Berlin, not over frozen or Soviet seas (10.21, 21.481)."""
    extra = t.world.extra
    return war_supply.national_supply(t, finns, extra["Helsinki"], extra["Berlin"]) == war_supply.FULL


def origins(t: Table, power: int, finns: int = AXIS) -> int:
    """Finnish units trace supply to Helsinki while it has National Supply (20.63), the Soviets to Siberia (10.2/c)."""
    if power != finns:
        return int(t.world.origins[power])
    return 1 << t.world.extra["Helsinki"] if has_national_supply(t, finns) else 0


# Units


def ski_troops(t: Table, piece: int, hexes: int, weather: int, at_home: bool) -> int:
    """Finnish infantry moves two hexes in Snow at home, in pursuit too (20.8, 21.442)."""
    unit = t.world.units[piece]
    skis = unit.nation == "finland" and unit.kind == INFANTRY and weather == SNOW and at_home
    return max(hexes, SKI_SPEED) if skis else hexes


def white_death(t: Table, piece: int, node: int) -> bool:
    """Does Finnish infantry fire DF, as it does within Finland (20.82, 21.45)?"""
    unit = t.world.units[piece]
    return unit.nation == "finland" and unit.kind == INFANTRY and bool(t.world.extra["Finland"] >> node & 1)


def tanks(t: Table, piece: int) -> bool:
    """Does Soviet mech fire DF, as armor (21.481/b)?"""
    return t.p.power[piece] == SOVIET and t.world.units[piece].kind == MECH


def is_mannerheim(t: Table, piece: int) -> bool:
    """Is it the Finnish THQ, which supports combat (21.43, 5.8/a)?"""
    unit = t.world.units[piece]
    return unit.kind == THQ and unit.nation == "finland"


def frozen_coast(t: Table, power: int) -> int:
    """The Soviets alone invade in Snow, and make no Sea Assault there (12.62, 15.52)."""
    snow = sky.under(t, SNOW)
    if power != SOVIET:
        return snow
    return snow & control.enemy_units(t, power) & ~invasion.joined(t, power)


# The North Front


def is_alien(t: Table, piece: int) -> bool:
    """Is a block none of the North Front's own (21.414)?"""
    return not t.world.extra["front class"][piece].startswith("NF")


def disruption(t: Table, hq: int) -> int:
    """Alien HQs are disrupted in the Arctic Zone, the North HQ outside the North Front (21.43)."""
    if t.p.power[hq] != SOVIET:
        return 0
    node, north = t.p.at[hq], int(t.world.extra["North Front"])
    if is_alien(t, hq):
        return (north & t.world.areas) >> node & 1
    return 1 - (north >> node & 1)


def acclimatize(t: Table, piece: int, here: int, there: int) -> None:
    """A Soviet alien that comes into the North Front from another loses a step (21.441); veterans do not."""
    north = int(t.world.extra["North Front"])
    if t.p.power[piece] != SOVIET or north >> here & 1 or not north >> there & 1:
        return
    alien = is_alien(t, piece)
    t.reveal("21.441", (piece,), columns=(), name=False, facts={"alien": int(alien)})
    if alien:
        t.emit("acclimatized", "21.441", pieces=(piece,), nodes=(there,))
        blocks.tell_last_step(t, piece, "21.441")
        blocks.lose_step(t, piece, "21.441", seen=False)


def maintenance(t: Table, power: int) -> int:
    """Aliens in the Arctic Zone cost five points each (21.461)."""
    return MAINTENANCE * len(in_the_arctic(t)) if power == SOVIET else 0


def in_the_arctic(t: Table) -> list[int]:
    """The Soviet aliens in the Arctic Zone, which must be maintained (21.461)."""
    zone = int(t.world.areas & t.world.extra["North Front"])
    return [i for i in members(blocks.inside(t, SOVIET, zone)) if is_alien(t, i)]


# Production


def level(t: Table, power: int) -> int:
    """The Soviets have a third of their production in peace (20.51), the Finns their own."""
    if power == SOVIET:
        return int(t.world.scenario["level"]["soviets"])
    return finnish_points(t) if power == AXIS else 0


def finnish_points(t: Table, finns: int = AXIS) -> int:
    """Finland has a point each of Helsinki and Petsamo, while it has National Supply (20.64, 21.481)."""
    places = from_iter((t.world.extra["Helsinki"], t.world.extra["Petsamo"]))
    return (t.p.held[finns] & places).bit_count() if has_national_supply(t, finns) else 0
