"""Chapter 2: blocks, their steps, and who sees them."""

from __future__ import annotations

import pytest

from grognard.titles.westfront.world import world

from . import play
from .play import ALLIED, AXIS, at, cv, give, gone, piece, refused, scene

LAND = "s44 bare / axis holds all / 1943-07"
W = world("s44")
UNITS = {unit.name: unit for unit in W.units}
KINDS = {kind.name: kind for kind in W.kinds}


@pytest.mark.rule("westfront", "2.2", "BC/2")
@pytest.mark.parametrize(
    ("kind", "speed", "fire"),
    [
        ("armor", (3, 1), (5, 5)), ("mech", (3, 1), (6, 5)), ("infantry", (2, 1), (6, 6)), ("cavalry", (3, 2), (6, 6)),
        ("static", (1, 1), (6, 6)), ("fort", (0, 0), (6, 4)), ("amphibious", (3, 1), (6, 6)),
        ("mountain", (2, 1), (6, 6)), ("para", (2, 1), (6, 5)),
    ],
)  # fmt: skip
def test_speed_and_fire_by_kind(kind: str, speed: tuple[int, int], fire: tuple[int, int]) -> None:
    """The chart of the back cover: hexes in dry weather and Mud, lowest number that hits."""
    found = KINDS[kind]
    block = {"armor": "58arm", "mech": "AOKmech", "infantry": "84inf", "cavalry": "78cav", "static": "65stat"}
    block |= {"fort": "89fort", "amphibious": "US5amph", "mountain": "Hkmtn", "para": "1para"}
    assert (found.speed, found.fire) == (speed, fire)
    g = play.scene(f"{LAND} / Paris: {block[kind]}2 / axis movement")
    from grognard.titles.systems.front import fire as rules

    here = g.table.p.at[piece(g, block[kind])]
    assert rules.rating(g.table, piece(g, block[kind]), here, passive=False) == fire[0]


@pytest.mark.rule("westfront", "2.3")
def test_a_block_is_turned_step_by_step() -> None:
    """A corps at 3 that is hit stands at 2, and rolls two dice from then on."""
    g = play.scene(
        f"{LAND} / Amiens: 84inf3 Br30arm1 / allied defends Amiens / Paris: OBW3* / axis combat",
        dice=[6, 1, 1],
        without=["10.4"],
    )
    give(g, "end", "fight Amiens")
    assert cv(g, "84inf") == 2
    assert cv(g, "Br30arm") == 1


@pytest.mark.rule("westfront", "2.3/a")
def test_fighting_units_lie_face_up() -> None:
    """Both sides are read while a battle is fought."""
    g = play.scene(
        f"{LAND} / Amiens: 84inf3 85inf2 Br30arm1 / allied defends Amiens / Paris: OBW3* / axis combat", dice=[1]
    )
    give(g, "end", "fight Amiens")
    assert g.table.name_for(ALLIED, piece(g, "84inf")) == "84inf"
    assert g.table.name_for(AXIS, piece(g, "Br30arm")) == "Br30arm"


@pytest.mark.rule("westfront", "INTRO/b")
def test_blocks_are_hidden() -> None:
    """Neither side reads the other's blocks; each reads its own."""
    g = scene(f"{LAND} / Paris: 84inf3 / Calais: Br5inf2 / axis movement")
    t = g.table
    assert t.name_for(ALLIED, piece(g, "84inf")).startswith("#")
    assert t.name_for(AXIS, piece(g, "Br5inf")).startswith("#")
    assert t.name_for(AXIS, piece(g, "84inf")) == "84inf"
    view = g.view("allied").json()
    assert "84inf" not in view


@pytest.mark.rule("westfront", "5.1/a")
def test_the_roster_of_hqs() -> None:
    """Five Allied army groups of III and two supreme HQs; five Axis army groups and OKW."""
    hqs = [unit for unit in W.units if unit.kind in (9, 10) and unit.nation not in ("spain",)]
    allied = [unit for unit in hqs if unit.power == ALLIED]
    axis = [unit for unit in hqs if unit.power == AXIS]
    assert sorted(unit.top for unit in allied) == [3] * 7
    assert [unit.name for unit in allied if unit.kind == 10] == ["AF", "SHAEF"]
    assert len(axis) == 6
    assert [unit.top for unit in axis if unit.kind == 10] == [3]


@pytest.mark.rule("westfront", "5.1", "5.1/c")
def test_an_hq_at_zero_stays_in_play() -> None:
    """Hit at I it falls to zero; the next hit removes it."""
    g = play.scene(
        f"{LAND} / Amiens: 84inf2 21AG1 / allied defends Amiens / Paris: OBW3* / axis combat",
        dice=[6, 1],
        without=["10.4"],
    )
    give(g, "end", "fight Amiens")
    assert (at(g, "21AG"), cv(g, "21AG")) == ("Amiens", 0)
    g = play.scene(
        f"{LAND} / Amiens: 84inf2 21AG0 / allied defends Amiens / Paris: OBW3* / axis combat",
        dice=[6, 1],
        without=["10.4"],
    )
    give(g, "end", "fight Amiens")
    assert gone(g, "21AG")


@pytest.mark.rule("westfront", "5.43/b")
def test_a_railed_hq_cannot_be_activated() -> None:
    """Command comes before movement: in its new place it waits for the next turn."""
    g = scene(f"{LAND} / Berlin: OKW3* / Paris: OBW3 / supreme 2 / axis movement")
    give(g, "rail OBW Lyon")
    assert at(g, "OBW") == "Lyon"
    assert refused(g, "activate OBW") == "E.verb"
