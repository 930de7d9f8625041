"""Set-up zones and one-click set-ups of EuroFront: room, places, hexes that must be held."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.board.hexset import from_iter, members
from grognard.titles.eurofront import tables

from .helpers import board, data, node, region
from .places import places, room

SCENARIOS = (
    *("1936", "1939", "1939A", "1939B", "1940", "1940A", "1940B", "1940C"),
    *("1941", "1942", "1943", "1944", "1944H"),
)
RANDOM = "random by the Militia Table"
FRENCH_CITIES = ("Paris", "Lille", "Lyon", "Marseilles", "Toulouse")
SATELLITES = {"Rumania": ("Zone Rumania 1941",), "Hungary": ("Hungary", "Transylvania"), "Bulgaria": ("Bulgaria",)}
OCCUPATION = 4
CURZON = "1940 Axis Frontline v. Soviets"


def blocks_of(scenario: str) -> dict[str, tables.Stand]:
    return {stand.block: stand for stand in tables.order_of_battle(scenario)}


def standing(scenario: str) -> dict[str, int]:
    """The node of each block in the one-click set-up."""
    return {block: node(place) for block, place in tables.placement(scenario).items()}


def test_every_zone_is_a_region_of_the_board() -> None:
    """A zone and what of it must be held are regions; what must be held lies in a zone of that side."""
    for row in data("zones"):
        assert board().region[row["region"]]
        assert not row["held"] or board().region[row["held"]]


@pytest.mark.parametrize("scenario", [*SCENARIOS, "neutral-1939"])
def test_every_place_can_be_read_and_has_room(scenario: str) -> None:
    """Where an order of battle sends so many blocks of a side, as many may stand."""
    count = Counter((stand.place, stand.power) for stand in tables.order_of_battle(scenario))
    for (place, power), units in count.items():
        if place and place != RANDOM:
            free = sum(room(one) for one in members(places(place, scenario)))
            assert free >= units, (place, power)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_set_up_places_every_block_in_its_zone(scenario: str) -> None:
    """Each block of the order of battle stands once, where it may."""
    stands, where = blocks_of(scenario), standing(scenario)
    rows = [row["block"] for row in data("placement") if row["scenario"] == scenario]
    assert len(rows) == len(set(rows))
    assert set(where) == {block for block, stand in stands.items() if stand.place}
    for block, at in where.items():
        assert stands[block].place == RANDOM or places(stands[block].place, scenario) >> at & 1, (
            block,
            board().name(at),
        )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_set_up_keeps_the_stacking_limits(scenario: str) -> None:
    """As many units of a side as the terrain allows, and one fort (6.21, 2.28)."""
    stands, where = blocks_of(scenario), standing(scenario)
    stacks = Counter((at, stands[block].power) for block, at in where.items())
    for (at, power), units in stacks.items():
        assert units <= room(at), (board().name(at), power)
    forts = Counter(at for block, at in where.items() if tables.blocks()[block].kind == "fort")
    assert all(number == 1 for number in forts.values())


def held_by_zone(scenario: str) -> list[set[int]]:
    """What the zones of a scenario's blocks ask to be held; a list that names a year binds that year alone."""
    terms = {term.strip() for stand in tables.order_of_battle(scenario) for term in stand.place.split("|")}
    names = {term.removeprefix("zone:") for term in terms if term.startswith("zone:")}
    found = []
    for name in sorted(names):
        held = tables.zone(name, scenario).held
        year = held.removeprefix("Held ").split(" ")[0]
        if held and (year[:2] != "19" or year == scenario):
            found.append(region(held))
    return found


HELD = {
    "1939": ("Zone Polish western frontier",),
    "1940": (CURZON, "1940 Axis Frontline v. Allies"),
    "1940A": (CURZON, "1940 Axis Frontline v. Allies"),
    "1941": ("1941 Axis Frontline v. Soviets", "1941 Soviets Frontline v. Axis"),
    "1944": ("1944 Axis Frontline v. Allies", "1944 Allies Frontline v. Axis"),
    "1944H": ("1944 Axis Frontline v. Allies", "1944 Allies Frontline v. Axis"),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_set_up_holds_what_must_be_held(scenario: str) -> None:
    """Frontlines, borders and garrisons are manned."""
    held = set(standing(scenario).values())
    for must in [*held_by_zone(scenario), *(region(name) for name in HELD.get(scenario, ()))]:
        assert must <= held, board().names_of(from_iter(must - held))


@pytest.mark.parametrize("scenario", ["1939", "1940", "1940A"])
def test_france_holds_its_cities_and_borders(scenario: str) -> None:
    """A French unit in each major city and in each hex on Germany or Italy."""
    held = {at for block, at in standing(scenario).items() if tables.blocks()[block].nation == "france"}
    assert {node(name) for name in FRENCH_CITIES} <= held
    assert {node(name) for name in ("Metz", "Strasbourg", "Mulhouse", "Grenoble", "Nice")} <= held


@pytest.mark.parametrize("scenario", ["1942", "1943"])
def test_both_sides_stand_at_volkhov(scenario: str) -> None:
    """Volkhov is a battle hex from the start."""
    there = {blocks_of(scenario)[block].power for block, at in standing(scenario).items() if at == node("Volkhov")}
    assert there == {"axis", "soviets"}


def test_narvik_is_fought_over_in_1940() -> None:
    """One unit of either side is engaged in Narvik."""
    there = {block: blocks_of("1940")[block].power for block, at in standing("1940").items() if at == node("Narvik")}
    assert there == {"BrNXinf": "allies", "36mtn": "axis"}


def sum_of(*names: str) -> int:
    return from_iter(one for name in names for one in region(name))


@pytest.mark.parametrize("scenario", ["1941", "1942", "1943", "1944", "1944H"])
def test_germans_keep_the_occupation_limits(scenario: str) -> None:
    """No more than four foreign Axis units in Rumania, Hungary or Bulgaria."""
    lands = {name: sum_of(*regions) for name, regions in SATELLITES.items()}
    for name, land in lands.items():
        foreign = [
            block for block, at in standing(scenario).items()
            if land >> at & 1 and tables.blocks()[block].nation in ("germany", "italy")
        ]  # fmt: skip
        assert len(foreign) <= OCCUPATION, name


@pytest.mark.parametrize("scenario", ["1942", "1943"])
def test_italians_garrison_their_sphere(scenario: str) -> None:
    """At least one Italian in France, Yugoslavia, Albania and Greece; in 1943 the frontier of Trieste counts for
    Yugoslavia, as WestFront's order of battle has it."""
    italians = {at for block, at in standing(scenario).items() if tables.blocks()[block].nation == "italy"}
    for land in ("France", "Albania", "Greece"):
        assert italians & region(land), land


def test_the_poles_do_not_stack() -> None:
    """One Polish unit a hex."""
    poles = [at for block, at in standing("1939").items() if tables.blocks()[block].nation == "poland"]
    assert len(poles) == len(set(poles)) == 9
