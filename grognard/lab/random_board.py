"""Random boards with coasts, terrain, rivers, cities, rail and seas, for benchmarks and fuzzing."""

from itertools import pairwise
from random import Random
from typing import Any

from grognard.board import Board, Exits, Grid, distances, flood, reach, step
from grognard.board.hexset import bit, first, from_iter, members
from grognard.board.reach import Costs

TERRAIN = ("clear", "clear", "clear", "forest", "forest", "hill", "marsh", "mountain")


def random_board(cols: int = 48, rows: int = 38, seed: int = 1) -> Board:
    """A pointy-top board of about three parts of land to one of water."""
    rng = Random(seed)
    grid = Grid("pointy", "odd", cols, rows)
    around = Exits.around(grid)
    nodes = list(grid)
    water = _blobs(rng, around, nodes, len(nodes) // 4)
    seas = _seas(water, around)
    land = grid.all & ~water
    name = {node: "{:02}{:02}".format(*grid.colrow(node)) for node in nodes}
    cities = _spaced(rng, grid, _largest(land, around), len(nodes) // 25)
    coasts = {sea: step(area, around) & land for sea, area in seas.items()}
    hexes = [_hex(rng, grid, node, name[node], seas, coasts) for node in nodes]
    pairs = [(a, b) for a, b in around.inside(land).pairs() if a < b]
    rivers = rng.sample(pairs, len(pairs) // 10)
    sides = [{"a": name[a], "b": name[b], "kind": "river", "name": ""} for a, b in sorted(rivers)]
    rail = _rail(grid, around.inside(land), cities)
    links = [{"graph": "rail", "a": name[a], "b": name[b], "length": 1} for a, b in sorted(rail)]
    on_coast = step(water, around)
    places: list[dict[str, Any]] = [{"name": f"City {name[n]}", "hex": name[n], "kind": "city"} for n in cities]
    places += [{"name": f"City {name[n]}", "hex": name[n], "kind": "port"} for n in cities if on_coast >> n & 1]
    lines = [{"sea": sea, "adjacent": [other for other in seas if other != sea]} for sea in seas]
    return Board.of(grid, id="random", hexes=hexes, hexsides=sides, links=links, places=places, seas=lines)


def _hex(rng: Random, grid: Grid, node: int, name: str, seas: dict[str, int], coasts: dict[str, int]) -> dict[str, Any]:
    col, row = grid.colrow(node)
    in_sea = [sea for sea, area in seas.items() if area >> node & 1]
    on_sea = [sea for sea, area in coasts.items() if area >> node & 1]
    terrain = "sea" if in_sea else rng.choice(TERRAIN)
    return {"hex": name, "col": col, "row": row, "terrain": terrain, "seas": in_sea or on_sea}


def _blobs(rng: Random, around: Exits, nodes: list[int], size: int) -> int:
    """Round patches that together cover at least so many hexes."""
    area = 0
    while area.bit_count() < size:
        area |= flood(bit(rng.choice(nodes)), around, rng.randint(1, 5))
    return area


def _seas(water: int, around: Exits) -> dict[str, int]:
    """Each body of water is a sea."""
    seas: dict[str, int] = {}
    while water:
        sea = flood(bit(first(water)), around.inside(water))
        seas[f"Sea {len(seas) + 1}"] = sea
        water &= ~sea
    return seas


def _largest(land: int, around: Exits) -> int:
    best = 0
    while land:
        island = flood(bit(first(land)), around.inside(land))
        best = max(best, island, key=int.bit_count)
        land &= ~island
    return best


def _spaced(rng: Random, grid: Grid, land: int, count: int) -> list[int]:
    """Cities on land, no two of them neighbours."""
    free = land
    cities: list[int] = []
    for node in rng.sample(members(land), land.bit_count()):
        if len(cities) < count and free >> node & 1:
            cities.append(node)
            free &= ~(bit(node) | from_iter(grid.neighbours(node)))
    return sorted(cities)


def _rail(grid: Grid, out: Exits, cities: list[int]) -> set[tuple[int, int]]:
    """A line from each city to its three nearest, hex by hex."""
    costs = Costs(out, {1: grid.all})
    towns = from_iter(cities)
    rail: set[tuple[int, int]] = set()
    for city in cities:
        near = distances(bit(city), out, 12)
        goals = sorted((n for n in near if towns >> n & 1 and n != city), key=lambda n: (near[n], n))[:3]
        walk = reach(costs, bit(city), 12)
        for goal in goals:
            way = walk.path(goal)
            rail |= {(min(a, b), max(a, b)) for a, b in pairwise(way)}
    return rail
