"""Where cadres and reinforcements arrive (11.81): home cities, Victory Cities, capitals, major ports."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.hexset import from_iter
from grognard.titles.systems.front.arrivals import Site
from grognard.titles.systems.front.world import World

from .. import tables
from . import spaniards

PER_MAJOR, PER_CITY = 2, 1
"""Units that a place takes in a Production (11.81/d)."""
SEAFARERS = ("britain", "usa", "canada", "poland", "france")
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


def of_nation(nation: str) -> list[tables.City]:
    """A nation's home cities (11.81, 1.4/a)."""
    return [city for city in tables.cities() if city.nation == nation]


def sites(w: World) -> tuple[Site, ...]:
    """The arrival places of each nation (11.81/a, 11.81/b, 11.81/c), which are on its own fronts (3.21/a); the Axis has
    Victory Cities (1.411)."""
    found: list[Site] = []

    def add(side: str, home: str, both: tuple[int, int], source: str) -> None:
        for nodes, most in zip(both, (PER_MAJOR, PER_CITY), strict=True):
            if nodes:
                found.append(Site(side, home, nodes, most, "", (source,)))

    add("axis", "germany", cities(w, of_nation("Germany")), "11.6")
    add("axis", "germany", cities(w, (city for city in tables.cities() if city.victory)), "11.6")
    for home in ("NF", "germany"):
        add("axis", home, (1 << w.board.node("Oslo"), 0), "11.6")
    add("axis", "NF", cities(w, of_nation("Germany")), "11.6")
    add("axis", "NF", cities(w, (city for city in tables.cities() if city.victory)), "11.6")
    for nation, capital in MINORS.items():
        add("allied" if nation == "greece" else "axis", nation, (1 << w.board.node(capital), 0), "11.6")
    add("allied", "britain", cities(w, of_nation("Britain")), "11.6/a")
    add("allied", "france", cities(w, of_nation("France")), "11.6/a")
    for nation in SEAFARERS:
        add("allied", nation, ports(w, -1), "11.6/a")
    add("allied", "MF", ports(w, int(w.board.region["Med Front"])), "11.6/a")
    add("soviet", "ussr", cities(w, of_nation("USSR")), "11.6")
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
