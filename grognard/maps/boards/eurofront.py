"""The board `eurofront`: what EuroFront changes and adds on the Front board, from its authored inputs."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from grognard.maps import authored
from grognard.maps.authored import BadInput, Row
from grognard.maps.base import base_of, read_tables
from grognard.maps.lattice import Lattice
from grognard.maps.overrides import apply_overrides
from grognard.maps.tables import Complaints

from .front_zones import Ground, Nodes

Tables = dict[str, list[Row]]


def draft(folder: Path) -> Tables:
    """All drafted tables: only the rows that the board below does not have, or has otherwise."""
    base = base_of(folder)
    if base is None:
        raise BadInput("the board eurofront stands on another; its grid.toml says which")
    below = _below(base)
    own: Tables = {"places": _places(folder, below), "hexes": _hexes(folder, below), "hexsides": _sides(folder)}
    own["links"] = _roads(folder)
    whole = {table: _over(table, below[table], own.get(table, [])) for table in below}
    roads = frozenset(row[end] for row in own["links"] if row["graph"] == "road" for end in ("a", "b"))
    roads |= _rail_of(whole, "Med Front")
    lines = {row["line"]: row["points"] for row in authored.read(folder, "lines")}
    ground = Ground(Lattice.load(folder), whole, roads, lines)
    own["regions"] = _regions(folder, ground)
    return own


def _below(base: Path) -> Tables:
    """The tables of the board below with its overrides, as plain rows."""
    complaints = Complaints()
    tables = read_tables(base, {}, complaints)
    apply_overrides(tables["overrides"], tables, tables, {}, lambda a, b: a == b, complaints)
    complaints.settle()
    return {table: [row.cells for row in rows] for table, rows in tables.items() if table != "overrides"}


KEYS = {"places": ("name", "kind"), "hexes": ("hex",), "hexsides": ("a", "b", "kind"), "links": ("graph", "a", "b")}


def _over(table: str, below: list[Row], own: list[Row]) -> list[Row]:
    key = KEYS.get(table, ())
    taken = {tuple(row[column] for column in key) for row in own}
    return [row for row in below if tuple(row[column] for column in key) not in taken or not own] + own


def _places(folder: Path, below: Tables) -> list[Row]:
    """Roles that EuroFront has otherwise (a value, a class), and places that it has alone."""
    known = {(row["name"], row["kind"]): row for row in below["places"]}
    rows = []
    for role in authored.read(folder, "roles"):
        row = dict(known.get((role["name"], role["kind"]), {}))
        if not row:
            spot = next((other for other in below["places"] if other["name"] == role["name"]), {})
            row = {**dict.fromkeys(("hex", "class", "values", "aliases", "lat", "lon"), ""), **spot, "values": ""}
            row |= {"name": role["name"], "kind": role["kind"]}
        row |= {key: role[key] for key in ("hex", "class", "lat", "lon") if role[key]}
        rows.append(row | {"values": _words(row["values"], role["values"]), "source": role["source"]})
    return rows


def _words(before: str, changes: str) -> str:
    """The values of a place after some are said anew; `victory=` takes one away."""
    words = dict(word.partition("=")[::2] for word in before.split(";") if word)
    words |= dict(word.partition("=")[::2] for word in changes.split(";") if word)
    return ";".join(f"{key}={value}" for key, value in words.items() if value)


def _hexes(folder: Path, below: Tables) -> list[Row]:
    """Sand seas and depressions; whole hexes that are half ones on WestFront's map; new towns and other owners."""
    owners = {row["hex"]: row for row in authored.read(folder, "owners")}
    said = {name: row for row in authored.read(folder, "terrain") for name in row["hexes"].split("|")}
    named = {row["hex"]: row for row in authored.read(folder, "roles") if row["hex"] and row["kind"] == "city"}
    rows = []
    for row in below["hexes"]:
        new = dict(row)
        new["tags"] = "|".join(tag for tag in row["tags"].split("|") if tag and tag != "half")
        if row["hex"] in named and not row["name"]:
            new |= {"name": named[row["hex"]]["name"], "source": named[row["hex"]]["source"]}
        if row["hex"] in owners:
            new |= {"nation": owners[row["hex"]]["nation"], "source": owners[row["hex"]]["source"]}
        if row["hex"] in said:
            shut = {"tags": "prohibited"} if said[row["hex"]]["terrain"] in ("sand", "depression") else {}
            new |= {"terrain": said[row["hex"]]["terrain"], "source": said[row["hex"]]["source"], **shut}
        elif new["tags"] != row["tags"]:
            new["source"] += "; EF 1.11: a whole hex where the two maps meet"
        if new != row:
            rows.append(new)
    return rows


def _sides(folder: Path) -> list[Row]:
    """Hexsides that EuroFront names, by the numbers of their hexes."""
    rows = []
    for row in authored.read(folder, "sides"):
        a, b = sorted(row["side"].split("/"))
        rows.append({"a": a, "b": b, "kind": row["kind"], "name": row["name"], "source": row["source"]})
    return rows


def _roads(folder: Path) -> list[Row]:
    """Roads of the Med Front hex by hex (EF 1.61), ferries, and ranges over sea that only aircraft and HQs trace."""
    laid: dict[tuple[str, str], Row] = {}
    for stretch in authored.read(folder, "roads"):
        for a, b in pairwise(stretch["hexes"].split("|")):
            ends = {"a": min(a, b), "b": max(a, b)}
            row = {"graph": "road", **ends, "length": "1", "name": stretch["name"], "source": stretch["source"]}
            laid.setdefault((ends["a"], ends["b"]), row)
    others = [dict(row) for row in authored.read(folder, "links")]
    return [*laid.values(), *others]


def _rail_of(tables: Tables, region: str) -> Nodes:
    """The hexes of a region that a railway runs through."""
    inside = {row["hex"] for row in tables["regions"] if row["region"] == region}
    return frozenset(row[e] for row in tables["links"] if row["graph"] == "rail" for e in ("a", "b")) & inside


def _regions(folder: Path, ground: Ground) -> list[Row]:
    """The zones of the input in their order; those without a kind are parts of others; then the frontlines."""
    rows: list[Row] = []
    for zone in authored.read(folder, "zones"):
        found = ground.nodes(zone["definition"], whole_sheet=zone["kind"] == "window")
        if not found:
            raise BadInput(f"region {zone['region']} is empty")
        ground.regions[zone["region"]] = found
        if zone["kind"]:
            rows += _rows(zone["region"], zone["kind"], found, zone["source"])
    for line in authored.read(folder, "fronts"):
        for side, enemy in ((line["side"], line["enemy"]), (line["enemy"], line["side"])):
            here, there = (ground.regions[f"{line['scenario']} {one}"] for one in (side, enemy))
            name = f"{line['scenario']} {side} Frontline v. {enemy}"
            rows += _rows(name, "frontline", here & ground.beside(there), line["source"])
    return rows


def _rows(region: str, kind: str, nodes: Nodes, source: str) -> list[Row]:
    return [{"region": region, "kind": kind, "hex": node, "source": source} for node in sorted(nodes)]
