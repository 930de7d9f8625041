"""EuroFront's tables as small records: blocks, orders of battle, places, events, reactions, cities."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent / "data"
BOARD = Path(__file__).parent / "board" / "board.json"
MANY = 99
"""More units than any place holds."""
BETWEEN = " ;; "
"""Parts the alternatives of an event."""

Row = dict[str, str]


class Block(NamedTuple):
    """A row of blocks.csv: a label. ``front_class`` is how it bears the Med and North Fronts (2.8)."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    top: int
    last: int
    ss: bool
    front_class: str
    enters: str
    """A month, or the event that brings it."""
    home: str
    """The city of a Reserve Army (20.521/b)."""
    note: str


class Stand(NamedTuple):
    """A row of ob.csv: a block at the start of a scenario, and where it may stand."""

    scenario: str
    front: str
    power: str
    block: str
    steps: int
    place: str
    cell: str
    """The cell of the chart of starting forces that it is counted in."""


class Force(NamedTuple):
    """A cell of the chart of starting forces (22.2)."""

    scenario: str
    faction: str
    front: str
    unit_type: str
    units: int
    cv: int

    @property
    def cell(self) -> str:
        """As ob.csv writes it."""
        return f"{self.faction}|{self.front}|{self.unit_type}"


class Arrival(NamedTuple):
    """A row of reinforcements.csv (11.8): a block with its strength, or ``BH:US5`` with ``prep`` or ``ready``."""

    scenario: str
    power: str
    month: str
    block: str
    steps: str
    note: str


class Alternative(NamedTuple):
    """One line of a Diplomatic Event: what must hold, and which rolls succeed."""

    prerequisite: str
    die: str


class Event(NamedTuple):
    """A Diplomatic Event (16.6)."""

    id: str
    side: str
    name: str
    alternatives: tuple[Alternative, ...]
    modifier: str
    repeat: str
    effects: str
    historical: str
    rules: tuple[str, ...]


class Reaction(NamedTuple):
    """How a neutral answers a new belligerent (16.51): rolls before and after French defeat, 0 for none."""

    belligerent: str
    neutral: str
    before: int
    after: int
    joins: str
    """``axis``, ``allies``, or nothing: the side of the new belligerent."""
    condition: str


class City(NamedTuple):
    """A city, town or resource with what it yields and counts."""

    name: str
    nation: str
    front: str
    kind: str
    value: int
    victory: int
    fortress: str
    capital: str
    hex: str


class Zone(NamedTuple):
    """A set-up zone: the board's region, and the region of which each place must be held."""

    zone: str
    scenario: str
    region: str
    held: str


class Leave(NamedTuple):
    """A row of deployment.csv: where some blocks may be set up, if not where their order of battle has them."""

    scenarios: tuple[str, ...]
    setup: str
    """``semi-historical`` or ``free``; nothing for both."""
    power: str
    fronts: tuple[str, ...]
    who: tuple[str, ...]
    place: str
    rule: str


class Post(NamedTuple):
    """A row of posts.csv: how many units of some kind a place must and may hold, or each hex of it."""

    scenarios: tuple[str, ...]
    setup: str
    power: str
    who: tuple[str, ...]
    place: str
    each: bool
    least: int
    most: int
    rule: str


class SpanishTown(NamedTuple):
    """A place of the Spanish Civil War: whose it is, and the dice that send militia there."""

    name: str
    hex: str
    kind: str
    loyalty: str
    port: bool
    region: str
    dice: tuple[str, ...]


@cache
def rows(name: str) -> tuple[Row, ...]:
    """A table of the data folder as it stands."""
    with (DATA / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def blocks() -> dict[str, Block]:
    """Every block by its id."""
    return {
        r["id"]: Block(
            r["id"], r["name"], r["side"], r["nation"], r["kind"], int(r["max"]), int(r["cadre"]), r["ss"] == "1",
            r["front_class"], r["enters"], r["home"], r["note"],
        )
        for r in rows("blocks")
    }  # fmt: skip


@cache
def order_of_battle(scenario: str) -> tuple[Stand, ...]:
    """The blocks of a set-up."""
    return tuple(
        Stand(r["scenario"], r["front"], r["power"], r["block"], int(r["steps"]), r["place"], r["cell"])
        for r in rows("ob")
        if r["scenario"] == scenario
    )


@cache
def forces() -> tuple[Force, ...]:
    """The charts of starting forces."""
    return tuple(
        Force(r["scenario"], r["faction"], r["front"], r["unit_type"], int(r["units"]), int(r["total_cv"]))
        for r in rows("forces")
    )


@cache
def reinforcements() -> tuple[Arrival, ...]:
    """The schedules of all scenarios; one begun later has no earlier rows."""
    names = ("scenario", "power", "month", "block", "steps", "note")
    return tuple(Arrival(*(r[name] for name in names)) for r in rows("reinforcements"))


@cache
def schedule(begun: str) -> tuple[Arrival, ...]:
    """What is due in a game that was begun with a sheet: its own rows and those of all later sheets (11.8)."""
    return tuple(row for row in reinforcements() if row.scenario.isdigit() and row.scenario >= begun)


@cache
def placement(scenario: str) -> dict[str, str]:
    """Where each block of the one-click set-up stands: a hex by number or name, or an area."""
    return {r["block"]: r["place"].partition(":")[2] for r in rows("placement") if r["scenario"] == scenario}


@cache
def events() -> dict[str, Event]:
    """The 52 Diplomatic Events by their code."""
    found = {}
    for r in rows("events"):
        lines = zip(r["prerequisites"].split(BETWEEN), r["die"].split(BETWEEN), strict=True)
        found[r["id"]] = Event(
            r["id"], r["side"], r["name"], tuple(Alternative(*line) for line in lines), r["modifier"], r["repeat"],
            r["effects"], r["historical"], tuple(r["source"].split("|")),
        )  # fmt: skip
    return found


@cache
def reactions() -> tuple[Reaction, ...]:
    """The alliance table, top down and from left to right (16.51)."""
    found = []
    for r in rows("reactions"):
        for neutral, cell in r.items():
            if neutral not in ("order", "new_belligerent", "source") and cell:
                found.append(_reaction(r["new_belligerent"], neutral, cell))
    return tuple(found)


def _reaction(belligerent: str, neutral: str, cell: str) -> Reaction:
    """`3/- L:republican`: three before French defeat, none after, to the Allies, if Spain is Republican."""
    numbers, _, rest = cell.partition(" ")
    joins, _, condition = rest.partition(":")
    before, after = (0 if n == "-" else int(n) for n in numbers.split("/"))
    return Reaction(belligerent, neutral, before, after, {"A": "axis", "L": "allies"}.get(joins, ""), condition)


@cache
def cities() -> tuple[City, ...]:
    """Cities, towns and resources."""
    return tuple(
        City(
            r["name"], r["nation"], r["front"], r["kind"], int(r["value"]), int(r["victory_city"]), r["fortress"],
            r["capital"], r["hex"],
        )
        for r in rows("cities")
    )  # fmt: skip


@cache
def zone(name: str, scenario: str) -> Zone:
    """A set-up zone as a scenario has it."""
    same = {r["scenario"]: r for r in rows("zones") if r["zone"] == name}
    r = same.get(scenario) or same.get("")
    if r is None:
        raise KeyError(f"no zone {name!r} in {scenario}")
    return Zone(r["zone"], r["scenario"], r["region"], r["held"])


def _words(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split("|")))


@cache
def deployment(scenario: str, setup: str) -> tuple[Leave, ...]:
    """Who may be set up elsewhere than the order of battle has it, the first row that fits before all others."""
    found = (
        Leave(
            _words(r["scenario"]), r["setup"], r["power"], _words(r["front"]), _words(r["who"]), r["place"],
            r["source"].split("|")[0],
        )
        for r in rows("deployment")
    )  # fmt: skip
    return tuple(row for row in found if scenario in row.scenarios and row.setup in ("", setup))


@cache
def posts(scenario: str, setup: str) -> tuple[Post, ...]:
    """What a set-up must hold, and what it may not crowd."""
    found = (
        Post(
            _words(r["scenario"]), r["setup"], r["power"], _words(r["who"]), r["place"], r["each"] == "1",
            int(r["least"]), int(r["most"] or MANY), r["source"].split("|")[0],
        )
        for r in rows("posts")
    )  # fmt: skip
    return tuple(row for row in found if scenario in row.scenarios and row.setup in ("", setup))


@cache
def spain() -> tuple[SpanishTown, ...]:
    """The towns of the Spanish Civil War."""
    return tuple(
        SpanishTown(
            r["name"], r["hex"], r["kind"], r["loyalty"], r["port"] == "1", r["militia_region"],
            tuple(filter(None, r["militia_die"].split("|"))),
        )
        for r in rows("scw")
    )  # fmt: skip


@cache
def labels() -> dict[str, str]:
    """The rule of EuroFront that each label of the Front system stands for; nothing where there is none."""
    return {r["label"]: r["rule"] for r in rows("labels")}


@cache
def scenarios() -> dict[str, dict[str, Any]]:
    """The scenarios of scenarios.toml; one that is like another has that one's settings where it says nothing."""
    with (DATA / "scenarios.toml").open("rb") as file:
        found = tomllib.load(file)
    return {name: {**found.get(one.get("like", ""), {}), **one} for name, one in found.items()}
