"""The North Front in Operation Weser (21.4): who is at home there, acclimatization, maintenance, command, fire."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.titles.systems.front import blocks

from .. import fronts
from ..fronts import NF
from ..state import Table
from ..war import strangers

MAINTENANCE = 5
"""Points a month for each alien unit in the Arctic Zone (21.461)."""
HARDY, STRANGE = 1, 2
"""Steps that veterans and expeditions lose as they come into the North, and aliens (21.441)."""
RELIEF = "FR"
"""The event that makes British brigade groups expeditions of the North (21.412)."""


def front_class(t: Table, piece: int) -> str:
    """How a block bears the fronts (2.8)."""
    return str(t.world.extra["front class"][piece])


def is_expedition(t: Table, piece: int) -> bool:
    """Is a British brigade group used to the North, as it is after Finnish Relief (21.412)?"""
    return front_class(t, piece) == "NF expedition" and RELIEF in t.world.scenario["events"]


def is_veteran(t: Table, piece: int) -> bool:
    """Is a German unit a veteran of the North (21.413)?"""
    return front_class(t, piece) == "NF veteran"


def is_resident(t: Table, piece: int) -> bool:
    """Is a unit at home in the North (21.411)?"""
    return front_class(t, piece) == "NF resident"


def is_alien(t: Table, piece: int) -> bool:
    """Is a unit of none of the classes of the North (21.414)?"""
    return not (is_expedition(t, piece) or is_veteran(t, piece) or is_resident(t, piece))


def loss(t: Table, piece: int) -> int:
    """The steps that a unit loses as it comes into the North: veterans and expeditions one, aliens two, Norwegians none
    (21.441)."""
    if is_resident(t, piece):
        return 0
    return STRANGE if is_alien(t, piece) else HARDY


class Acclimatization(strangers.Acclimatization):
    """Who has come into the North loses steps once he has arrived (21.441); who has left it will lose them again."""

    front = NF
    rule = "21.441"
    kind_of_loss = "unused_to_the_north"


def maintenance(t: Table, power: int) -> int:
    """Aliens in the Arctic Zone cost five points each (21.461)."""
    zone = int(t.world.areas & fronts.land_of(t, NF))
    return MAINTENANCE * sum(is_alien(t, i) for i in members(blocks.inside(t, power, zone)))


def disruption(t: Table, hq: int) -> int:
    """Alien HQs are disrupted in the Arctic Zone, not in the temperate south; Dietl is at home in the North (21.43)."""
    zone = int(t.world.areas & fronts.land_of(t, NF))
    return int(is_alien(t, hq) and bool(zone >> t.p.at[hq] & 1))
