"""Cooperation (16.2): neutrals that give a side their production and the use of their rails."""

from __future__ import annotations

from grognard.board.hexset import members

from .. import tables
from . import spaniards
from .nations import NATIONS, all_of, is_neutral, territory
from .state import ALLIED, AXIS, Table

BY_EVENT: dict[str, tuple[int, tuple[str, ...]]] = {
    "RX": (AXIS, ("Hungary",)), "RG": (AXIS, ("Rumania",)), "BP": (AXIS, ("Bulgaria", "Yugoslavia")),
    "AC": (AXIS, ("Italy", "Spain")), "TC": (AXIS, ("Turkey",)), "SC": (ALLIED, ("Sweden",)),
    "Vichy": (AXIS, ("Vichy",)),
}  # fmt: skip
"""The events that make neutrals cooperate, with whom (DE.RX, DE.RG, DE.BP, DE.AC, DE.TC, DE.SC), with the
armistice that founds Vichy (20.48)."""
PRINTED = ("Turkey", "Sweden", "Vichy")
"""Those whose points are named by the events themselves (DE.TC, DE.SC), or of another kind (20.482)."""
SIDES = {AXIS: "axis", ALLIED: "allies"}
DOUBLED = 2


def partners(t: Table, power: int) -> tuple[str, ...]:
    """The neutrals that cooperate with a power (16.2)."""
    found = list(t.world.scenario.get("cooperating", {}).get(SIDES.get(power, ""), ()))
    for event, (whose, nations) in BY_EVENT.items():
        if whose == power and event in t.p.politics:
            found += nations
    republic = spaniards.SPAIN if spaniards.republican(t) else ""
    open_ones = (nation for nation in dict.fromkeys(found) if nation in NATIONS and nation != republic)
    return tuple(nation for nation in open_ones if is_neutral(t, nation))


def points(t: Table, power: int) -> int:
    """The full production of those who cooperate (16.21/a); the Axis draws double from resources (11.33)."""
    own = [nation for nation in partners(t, power) if nation not in PRINTED]
    total = 0
    for city in tables.cities() if own else ():
        if city.nation in own and t.p.neutral >> t.world.board.node(city.hex or city.name) & 1:
            total += city.value * (DOUBLED if power == AXIS and city.kind == "resource" else 1)
    return total


def peace_until(t: Table, nation: str) -> int:
    """The month in which a nation's production in peace ends: with cooperation, else with its war (16.21/a)."""
    events = [event for event, (_, whom) in BY_EVENT.items() if nation in whom and event in t.p.politics]
    begun = [int(t.p.politics[event]) for event in events]
    return min((month for month in begun if month), default=t.p.month)


def transit(t: Table, power: int) -> int:
    """The land that a power's trains run through without a stop (16.21/b, 20.131, 20.921)."""
    found = 0
    for nation in partners(t, power):
        found |= territory(t, nation) & int(t.p.neutral)
    return found


PROTECTORATES = ("Iraq", "Persia")
"""The neutrals that let Allied units use their roads too (20.921)."""


def protectorates(t: Table, power: int) -> int:
    """The land of the British protectorates, whose roads Allied columns use while they cooperate (20.921)."""
    found = 0
    for nation in partners(t, power) if power == ALLIED else ():
        found |= territory(t, nation) & int(t.p.neutral) if nation in PROTECTORATES else 0
    return found


def closed_to_national_supply(t: Table, power: int) -> int:
    """The neutrals that let no National Supply of the other side through, nor their colonies (16.21/c)."""
    found = 0
    for other in members(t.p.hostile[power]):
        for nation in partners(t, other):
            found |= all_of(t, nation) & int(t.p.neutral)
    return found
