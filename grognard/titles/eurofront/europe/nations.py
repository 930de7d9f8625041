"""The nations that fight beside Germany: their land, their armies, who fights, who is demoralized (16.7-16.9)."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.engine.core.rules import rule
from grognard.titles.systems.front import control
from grognard.titles.systems.front.world import World

from .. import tables
from ..state import FINNISH
from .state import ALLIED, AXIS, Table

SURRENDERS = {row["nation"]: row for row in tables.rows("surrender")}
SATELLITES = tuple(SURRENDERS)
"""The satellites that may surrender (16.8)."""
VICHY, NORWAY = "Vichy", "Norway"
JOINERS = ("Spain", "Yugoslavia")
"""Those that are satellites only if an event makes them (DE.SX, DE.YX)."""
FIGHTING = (*(nation for nation in SATELLITES if nation not in (VICHY, NORWAY, *JOINERS)), "Finland")
"""The nations beside Germany that have armies of their own."""
ITALY = "Italy"
CAPITALS = {row["nation"]: row["capital"] for row in tables.rows("nations") if row["nation"] in FIGHTING}
MAJOR_POWERS = tuple(row["nation"] for row in tables.rows("nations") if row["defeated_as"] == "major")
"""Those that fall only with their capital and their army (16.9/a)."""
TOLD = (
    *(row["fact"] for nation, row in SURRENDERS.items() if nation not in (NORWAY, *JOINERS)),
    "finnish",
    "spanish",
    "portuguese",
    "swedish",
    "turkish",
    "swiss",
)
"""The facts that tell a block's nation."""
ISLANDS_AND_COLONIES = ("Libya", "Sicily", "Sardinia", "Albania")
"""Each of them, Allied, demoralizes Italy (16.71/c)."""
SECOND_FRONT, EXPEDITION = "2F", "NP"
DECEMBER, WINTER = 11, 6
"""The first month of a winter, and how many it has (16.73)."""
NATIONS = {row["nation"]: row for row in tables.rows("nations")}
COLONIES = {"Spain": ("Spanish Morocco", "Mallorca"), VICHY: ("French Colonies",)}
"""What a nation holds beside its homeland (20.74, 20.481)."""
EMPIRES = {"Italy": ("Italian Colonies", "Libya", "Albania")}
"""What comes into the war with a nation, and does not fall with it (20.2)."""
SIDES = ("axis", "allied")


def defeated(nation: str) -> str:
    """The event of a nation's defeat (16.9)."""
    return f"{nation} defeated"


def wavers(nation: str) -> str:
    """The event of a nation's demoralization (16.71)."""
    return f"{nation} demoralized"


def joins(nation: str, power: int) -> str:
    """The event of a neutral's joining a side (16.3)."""
    return f"{nation} joins {SIDES[power]}"


def attacked(nation: str) -> str:
    """The event of a nation's becoming a co-belligerent by a declaration of war (16.3/a)."""
    return f"{nation} attacked"


def reacted(nation: str) -> str:
    """The event of a nation's becoming an interventionist (16.3/b)."""
    return f"{nation} intervenes"


def surrendered(nation: str) -> str:
    """The event of a satellite's surrender (16.84)."""
    return f"{nation} surrendered"


def revolted(nation: str) -> str:
    """The event of a revolt (16.73), or of volunteers who take the part of a resistance army (16.84/a)."""
    return f"revolt in {nation}"


def neutrals(w: World) -> tuple[str, ...]:
    """The nations that are neutral when the scenario begins, and have armies."""
    return tuple(w.scenario.get("neutrals", ()))


def all_of(t: Table, nation: str) -> int:
    """A nation's homeland with what belongs to it, such as its islands (1.7/a)."""
    land = territory(t, nation)
    for name in COLONIES.get(nation, ()):
        land |= int(t.world.board.region[name]) & int(t.world.land)
    return land


def realm(t: Table, nation: str) -> int:
    """A nation with all that it rules: what is neutral with it, and comes into the war with it."""
    land = all_of(t, nation)
    for name in EMPIRES.get(nation, ()):
        land |= int(t.world.board.region[name]) & int(t.world.land)
    return land & int(t.p.neutral)


def is_neutral(t: Table, nation: str) -> bool:
    """Is a nation out of the war (16.1)?"""
    row = NATIONS.get(nation)
    return row is not None and bool(t.p.neutral >> t.world.board.node(row["capital"]) & 1)


def winter_war(t: Table) -> bool:
    """Does Finland fight the Soviets alone (21.48), until an armistice, its defeat, or the Axis's help (21.481)?"""
    hostile = t.p.hostile
    return len(hostile) > FINNISH and bool(hostile[FINNISH]) and defeated("Finland") not in t.p.politics


def belligerent_side(t: Table, nation: str) -> int:
    """The side that a nation fights for, or -1: none when it is neutral or defeated (16.6/a)."""
    if defeated(nation) in t.p.politics:
        return -1
    for power in (ALLIED, AXIS):
        if joins(nation, power) in t.p.politics:
            return power
    return begins_beside(t.world, nation)


def begins_beside(w: World, nation: str) -> int:
    """The side that a nation fights for when the scenario begins, or -1."""
    if nation in w.scenario.get("axis", FIGHTING):
        return AXIS
    return ALLIED if nation in w.scenario.get("allies", ()) else -1


def at_war_from_the_start(w: World) -> tuple[str, ...]:
    """The nations that may fight for a side and be beaten: those of the scenario and its neutrals, no great power."""
    own = (*FIGHTING, *w.scenario.get("axis", ()), *w.scenario.get("allies", ()), *neutrals(w))
    return tuple(nation for nation in dict.fromkeys(own) if NATIONS[nation]["class"] != "great")


def belligerents(t: Table) -> list[tuple[str, int]]:
    """The nations with armies that are at war beside a great power."""
    both = [(nation, belligerent_side(t, nation)) for nation in at_war_from_the_start(t.world)]
    return [(nation, power) for nation, power in both if power >= 0]


CESSIONS = (
    ("Transylvania Hungarian", "Transylvania", "Rumania", "Hungary"),
    ("Bessarabia Soviet", "Bessarabia", "Rumania", ""),
    ("Finnish Armistice", "Finnish Karelia", "Finland", ""),
)
"""The events that move a border: the land, who loses it, and which nation gains it (16.6, 20.58)."""


def territory(t: Table, nation: str) -> int:
    """A nation's land as its borders stand, with what it has annexed (1.7, 16.6); Corsica does not count as
    France (ruling E162)."""
    land = int(t.world.board.region[nation]) & int(t.world.land)
    for event, name, loser, gainer in CESSIONS:
        if nation in (loser, gainer) and event in t.p.politics:
            ceded = int(t.world.board.region[name]) & int(t.world.land)
            land = land & ~ceded if nation == loser else land | ceded
    return land & ~int(t.world.board.region["Corsica"]) if nation == "France" else land


def home(t: Table, nation: str) -> int:
    """A satellite's land within the smaller of its borders (16.82): Rumania without Bessarabia, and like Hungary
    without Transylvania; of Italy what is Proper, without Rhodes (20.2)."""
    land, b = territory(t, nation), t.world.board
    if nation == ITALY:
        return land & ~(1 << b.node("Rhodes"))
    disputed = nation in ("Rumania", "Hungary")
    return land & ~int(b.region["Bessarabia"] | b.region["Transylvania"]) if disputed else land


@cache
def army(w: World, nation: str, power: int = AXIS) -> tuple[int, ...]:
    """A nation's blocks on a side; volunteers, resistance armies and corps raised abroad are no part of it."""
    own = (i for i, u in enumerate(w.units) if u.nation == nation.casefold() and u.power == power)
    return tuple(i for i in own if w.units[i].enters not in ("surrender", "revolt") and not raised_later(w, i))


def raised_later(w: World, piece: int) -> bool:
    """Is a block of a nation raised abroad after the scenario has begun, or a month after its nation's entry?"""
    enters = w.units[piece].enters
    return enters == "IX+1" or (enters[:2] == "19" and enters > str(w.scenario["months"][0]))


def came_over(t: Table) -> int:
    """The national units that serve as volunteers of nations without one of their own (16.84/b)."""
    own = [SURRENDERS[nation]["volunteer"] for nation in JOINERS if surrendered(nation) in t.p.politics]
    return from_iter(t.world.named[name.casefold()] for name in own)


def fights(t: Table, nation: str) -> bool:
    """Is a nation at war on the Axis side?"""
    return belligerent_side(t, nation) == AXIS


def conquered_by(t: Table) -> int:
    """The land that Allies and Soviets control."""
    return control.friendly(t.p, ALLIED)


# Exploitation


def exploited(t: Table, nation: str) -> bool:
    """Has a nation been defeated by the Axis for a whole winter, from December to May (16.73)?"""
    if nation in t.world.scenario["exploited"]:
        return True
    if defeated(nation) not in t.p.politics or joins(nation, AXIS) in t.p.politics or nation in FIGHTING:
        return False
    first = int(t.p.politics[defeated(nation)]) + 1
    december = first + (DECEMBER - first) % 12
    return bool(t.p.month >= december + WINTER)


# Demoralization


def demoralized(t: Table, nation: str) -> bool:
    """Does a satellite waver: a minor after the Second Front (16.71/d), Italy once it has lost enough
    (16.71/c)?"""
    if nation == VICHY:
        return vichy_wavers(t)
    if nation == NORWAY:
        return norway_wavers(t)
    return (wavers(nation) if nation == ITALY else SECOND_FRONT) in t.p.politics


def norway_wavers(t: Table) -> bool:
    """A Norway that the Allies have driven to the Axis wavers once their expedition is proposed (16.83, 16.71/b)."""
    return EXPEDITION in t.p.politics


def vichy_wavers(t: Table) -> bool:
    """Vichy wavers after the Second Front, or once Libya is Allied (16.71/e)."""
    return SECOND_FRONT in t.p.politics or not territory(t, "Libya") & ~conquered_by(t)


@rule("16.71/c")
def demoralize_italy(t: Table) -> None:
    """Italy wavers when the Allies control Libya, Sicily, Sardinia, Albania or an Italian major city (16.71/c)."""
    if fights(t, ITALY) and not demoralized(t, ITALY) and italy_has_lost(t):
        t.p.politics[wavers(ITALY)] = t.p.month
        t.emit("demoralized", "16.71/c", nation=ITALY)


def italy_has_lost(t: Table) -> bool:
    """Have Allies or Soviets all of one of its lands, or one of its major cities?"""
    own = conquered_by(t)
    whole = any(not territory(t, land) & ~own for land in ISLANDS_AND_COLONIES)
    return whole or bool(own & major_cities(t.world, ITALY))


@cache
def major_cities(w: World, nation: str) -> int:
    """A nation's major cities."""
    cities = [city for city in tables.cities() if city.nation == nation and city.kind == "major"]
    return from_iter(w.board.node(city.hex or city.name) for city in cities)
