"""The lands of France, and what has become of it: at war, demoralized, defeated, Vichy, Free France (20.4)."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.titles.systems.front.world import World

from .. import tables
from ..europe.nations import army, defeated, joins, wavers
from ..europe.vichy import COLONIES as COLONIES
from ..med import desert
from .state import ALLIED, Table

FRANCE = "France"
WEST_AFRICA = "West Africa"
MAGINOT = {"FrMetfort": "Metz", "FrStrfort": "Strasbourg", "FrMulfort": "Mulhouse"}
"""The forts of the Maginot Line with their hexes (20.41/c)."""
OFFERED, VICHY, UNION = "French Armistice offered", "Vichy", desert.UNION
FAILED = ("Petain Regime", "Solidarity broken")
"""What follows from the first and from the second failure of Solidarity (20.45)."""
EVENTS = (joins(FRANCE, ALLIED), wavers(FRANCE), defeated(FRANCE), OFFERED, VICHY, UNION, *FAILED)
"""What can become of France."""


@cache
def region(w: World, *names: str) -> int:
    """The land of some regions of the board."""
    found = 0
    for name in names:
        found |= int(w.board.region[name])
    return found & int(w.land)


def metropolitan(w: World) -> int:
    """France with Corsica (20.4)."""
    return region(w, FRANCE)


@cache
def north_africa(w: World) -> int:
    """French North Africa with West Africa (20.4)."""
    return region(w, *COLONIES) | 1 << w.board.node(WEST_AFRICA)


def vichy(w: World) -> int:
    """What Vichy keeps: its part of France, Corsica, and French North Africa (20.481)."""
    return region(w, "Vichy", "Corsica") | north_africa(w)


def occupied(w: World) -> int:
    """Occupied France (20.481)."""
    return metropolitan(w) & ~vichy(w)


@cache
def major_cities(w: World, *nations: str) -> int:
    """The major cities of some nations."""
    rows = [city for city in tables.cities() if city.nation in nations and city.kind == "major"]
    return from_iter(w.board.node(city.hex) for city in rows) & int(w.land)


@cache
def maginot(w: World) -> int:
    """The hexes of the Maginot Line."""
    return from_iter(w.board.node(name) for name in MAGINOT.values())


def french(w: World) -> int:
    """The French blocks."""
    return from_iter(army(w, FRANCE, ALLIED))


def fighting(t: Table) -> bool:
    """Is France at war, neither defeated nor Free?"""
    return joins(FRANCE, ALLIED) in t.p.politics and defeated(FRANCE) not in t.p.politics


def demoralized(t: Table) -> bool:
    """Has France lost heart (20.44)?"""
    return wavers(FRANCE) in t.p.politics


def cooperates(t: Table) -> int:
    """The land of neutral Vichy, which cooperates with the Axis (20.48)."""
    return vichy(t.world) & int(t.p.neutral) if VICHY in t.p.politics else 0


def free(t: Table) -> bool:
    """Are the French who fight Free French (20.491)?"""
    return UNION in t.p.politics
