"""Where cadres and reinforcements arrive (11.81): home cities, Victory Cities, capitals, major ports."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from grognard.board import Board
from grognard.board.hexset import from_iter
from grognard.titles.systems.front.arrivals import Site
from grognard.titles.systems.front.world import World

from .. import tables
from . import spaniards
from .state import Table

FREE_FRENCH = "free french"
"""The home of the French who come from overseas (11.81/b, 20.491)."""
PER_MAJOR, PER_CITY = 2, 1
"""Units that a place takes in a Production (11.81/d)."""
SEAFARERS = ("britain", "usa", "canada", "poland", FREE_FRENCH)
"""Those whose units arrive in friendly major ports (11.81/b)."""
MINORS = {"rumania": "Bucharest", "hungary": "Budapest", "bulgaria": "Sofia", "finland": "Helsinki", "greece": "Athens"}


def cities(w: World, wanted: Iterable[tables.City]) -> tuple[int, int]:
    """The major cities among some, and the minor ones, which take units too (1.42)."""
    major = other = 0
    for city in wanted:
        bit = 1 << w.board.node(city.hex or city.name)
        if city.kind == "major":
            major |= bit
        elif city.kind == "minor":
            other |= bit
    return major & w.land, other & w.land


NORTHERN = ("Oslo", "Stockholm")
"""The cities of the North that take in Axis units."""
ANNEXED = {"germany": ("PW", ("Danzig", "West Poland")), "ussr": ("PP", ("East Poland", "Baltic States"))}
"""The lands that become a great power's home territory, and the event that annexes them (16.6, DE.PW, DE.PP)."""


def of_nation(nation: str) -> list[tables.City]:
    """A nation's home cities (11.81, 1.4/a)."""
    return [city for city in tables.cities() if city.nation == nation]


def annexed(b: Board, nation: str) -> int:
    """The land that a great power annexes (1.7)."""
    return sum(int(b.region.get(name, 0)) for name in ANNEXED[nation][1])


def home_cities(w: World, nation: str) -> tuple[int, int]:
    """The major and minor cities of a great power, those of the lands with them that it annexes (1.7)."""
    land = annexed(w.board, nation.casefold())
    new = [city for city in tables.cities() if land >> w.board.node(city.hex or city.name) & 1]
    return cities(w, (*of_nation(nation), *new))


def foreign(t: Table, piece: int) -> int:
    """The cities of lands that a block's nation has not annexed yet; Victory Cities take Germans all the same
    (1.7, 1.411)."""
    nation = t.world.units[piece].nation
    event, _ = ANNEXED.get(nation, ("", ()))
    if not event or event in t.p.politics:
        return 0
    return annexed(t.world.board, nation) & ~(victory_cities(t.world) if nation == "germany" else 0)


@cache
def victory_cities(w: World) -> int:
    """The Victory Cities (1.411)."""
    return sum(cities(w, (city for city in tables.cities() if city.victory)))


def northern(w: World) -> int:
    """Axis units of the North arrive there in Oslo, and in Stockholm if Sweden is Axis (21.462)."""
    return int(w.board.area(*NORTHERN))


def sites(w: World) -> tuple[Site, ...]:
    """The arrival places of each nation (11.81/a, 11.81/b, 11.81/c), which are on its own fronts (3.21/a); the Axis has
    Victory Cities (1.411)."""
    found: list[Site] = []

    def add(side: str, home: str, both: tuple[int, int], source: str) -> None:
        for nodes, most in zip(both, (PER_MAJOR, PER_CITY), strict=True):
            if nodes:
                found.append(Site(side, home, nodes, most, "", (source,)))

    add("axis", "germany", home_cities(w, "Germany"), "11.6")
    add("axis", "germany", cities(w, (city for city in tables.cities() if city.victory)), "11.6")
    add("axis", "germany", (1 << w.board.node("Oslo"), 0), "11.6")
    found.append(Site("axis", "NF", northern(w), PER_MAJOR, "21.462", ("11.6",)))
    add("axis", "NF", home_cities(w, "Germany"), "11.6")
    add("axis", "NF", cities(w, (city for city in tables.cities() if city.victory)), "11.6")
    for nation, capital in MINORS.items():
        add("allied" if nation == "greece" else "axis", nation, (1 << w.board.node(capital), 0), "11.6")
    add("allied", "britain", cities(w, of_nation("Britain")), "11.6/a")
    add("allied", "france", (cities(w, of_nation("France"))[0], 0), "11.6/a")
    for nation in SEAFARERS:
        add("allied", nation, ports(w, -1), "11.6/a")
    add("allied", "MF", ports(w, int(w.board.region["Med Front"])), "11.6/a")
    add("soviet", "ussr", home_cities(w, "USSR"), "11.6")
    for nation in w.scenario["neutrals"]:
        if nation.casefold() in (*MINORS, "italy"):
            continue
        capital = next(row["capital"] for row in tables.rows("nations") if row["nation"] == nation)
        for side, source in (("axis", "11.6"), ("allied", "11.6/a")):
            add(side, nation.casefold(), (1 << w.board.node(capital), 0), source)
    add("allied", "finland", (1 << w.board.node(MINORS["finland"]), 0), "11.6/a")
    add("axis", "italy", (cities(w, of_nation("Italy"))[0], 0), "11.6")
    add("allied", "italy", (1 << w.board.node("Rome"), 0), "11.6/a")
    for row in tables.rows("volunteers"):
        side, source = ("axis", "11.6") if row["side"] == "axis" else ("allied", "11.6/a")
        add(side, spaniards.home(row["block"]), (1 << w.board.node(row["city"]), 0), source)
    areas = int(w.areas) & int(w.board.region["USSR"])
    add("soviet", "ussr", (0, areas), "11.6")
    for nation in ("rumania", "hungary", "bulgaria"):
        add("soviet", nation, (1 << w.board.node(MINORS[nation]), 0), "11.6")
    return tuple(found)


def ports(w: World, land: int) -> tuple[int, int]:
    """The major ports of some land, those in major cities first (11.81/b)."""
    nodes = from_iter(node for node, port in w.ports.items() if port.major) & land
    return nodes & w.cities, nodes & ~w.cities
