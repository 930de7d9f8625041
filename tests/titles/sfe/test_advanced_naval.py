"""The advanced naval rules (28.12), each an option of its own: cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.sfe import hulls, ranges, ships, surface
from grognard.titles.sfe import world as w

from .cases import node, offers, play, recast, refused, rolls, sea, unit
from .test_sea_battle import FIGURES, OURS, THEIRS

GUNS = tuple(name for name in THEIRS if name != "CVFormidable")


def fleets(dice: list[int], theirs: tuple[str, ...] = THEIRS, **options: str) -> grognard.Game:
    """The Italians sail from Catania and are met by the British from Malta, with some options."""
    scene = f"Catania: {' '.join(OURS)} / Malta: MaltaGarrison {' '.join(theirs)} / axis naval"
    game = sea(scene, [1, *dice], options=options)
    for name, (kind, front, back) in FIGURES.items():
        whole, half = hulls.read(kind, front), hulls.read(kind, back)
        assert whole is not None
        recast(game, name, kind=kind, hull=(whole, half))
    game.table.p.reduced[unit(game, "CVFormidable")] = 0
    play(game, f"axis: sail {'+'.join(OURS)} Taranto . stay")
    here = game.table.node_name(game.table.frame["hexes"][3])
    return play(game, f"allied: intercept {here} {'+'.join(sorted(theirs, key=lambda n: unit(game, n)))}")


def seen(game: grognard.Game, kind: str, *what: str) -> list[Any]:
    """Some fields of the events of a kind."""
    return [tuple(one[name] for name in what) for one in rolls(game, kind)]


# The range of a battle


@pytest.mark.rule("sfe", "28.12/d")
def test_a_die_says_where_a_battle_begins() -> None:
    """A three in clear weather is round 1, a one round 3; with a British warship the player may add one."""
    game = fleets([1], GUNS, battle_range="on")
    assert offers(game, "allied", "range") == {"plain", "plus"}
    play(game, "allied: range plain")
    assert seen(game, "battle_range", "die", "range") == [(1, "3")]
    play(game, "axis: pass", "allied: pass")
    assert game.table.frame.step == "gunnery" and game.table.frame["round"] == 3
    more = play(fleets([1], GUNS, battle_range="on"), "allied: range plus", "axis: pass", "allied: pass")
    assert seen(more, "battle_range", "die", "range") == [(2, "2")] and more.table.frame["round"] == 2


@pytest.mark.rule("sfe", "28.12/d1")
def test_the_table_of_ranges() -> None:
    """In a storm battles begin close, in clear weather often with the aircraft."""
    assert [ranges.by_table(w.CLEAR, die) for die in range(1, 8)] == ["3", "2", "1", "A", "A", "A", "A"]
    assert [ranges.by_table(w.SNOW, die) for die in range(1, 8)] == ["3", "2", "2", "1", "A", "A", "A"]
    assert [ranges.by_table(w.STORMY, die) for die in range(1, 8)] == ["3", "3", "2", "2", "1", "1", "A"]


@pytest.mark.rule("sfe", "28.12/d2")
def test_carriers_need_range_or_luck() -> None:
    """At range A they strike first; in a later round on an odd die, at once with the guns; without any A is round 1."""
    first = play(fleets([4], battle_range="on"), "allied: range plain")
    assert first.table.frame.step == "sea_bombing" and first.table.agenda[-2]["launched"] == 0
    even = play(fleets([2, 2], battle_range="on"), "allied: range plain")
    assert even.table.frame.step == "screening" and ("launch", 2, 1) not in even.table.frame.data
    assert not any(task[0] == "launch" for task in even.table.agenda[-2]["tasks"])
    odd = play(fleets([2, 3, *[6] * 40], battle_range="on"), "allied: range plain", "axis: pass", "allied: pass")
    assert odd.table.frame.step == "sea_bombing"
    play(odd, "allied: bomb BBDoria CVFormidable")
    assert odd.table.agenda[-2]["pending"] and not odd.table.p.damage[unit(odd, "BBDoria")], "it fires before it is hit"
    none = play(fleets([4], GUNS, battle_range="on"), "allied: range plain", "axis: pass", "allied: pass")
    assert none.table.frame["round"] == 1


# Disengagement


@pytest.mark.rule("sfe", "28.12/f")
def test_who_leaves_fires_with_half() -> None:
    """Announced before round 1: half of his factors, one less on the enemy's dice, and the table when it is over."""
    game = fleets([4, 4, 3, 3, 1], GUNS, disengagement="on")
    play(game, "axis: pass", "allied: pass")
    assert game.table.frame.step == "announcing" and game.table.frame["round"] == 1
    play(game, "axis: withdraw", "allied: pass")
    play(game, "axis: shoot BBWarspite BBDoria", "allied: shoot BBDoria BBWarspite")
    whole = ships.factor(game.table, unit(game, "BBDoria"), "surface")
    mine, his = seen(game, "gunfire", "column", "modifier")
    assert mine[0] == surface.span(whole // 2) != surface.span(whole)
    plain = fleets([4, 4, 3, 3, 1], GUNS)
    play(plain, "axis: pass", "allied: pass", "axis: shoot BBWarspite BBDoria", "allied: shoot BBDoria BBWarspite")
    assert his[1] == seen(plain, "gunfire", "column", "modifier")[1][1] - 1
    assert seen(game, "disengaged", "die", "success") == [(1, True)]


@pytest.mark.rule("sfe", "28.12/f1")
def test_a_carrier_slips_away_after_its_strike() -> None:
    """The British came to intercept: a four with one less is three, and they are gone before a gun has fired."""
    game = fleets([*[6] * 8, 4], disengagement="on")
    play(game, "allied: bomb BBDoria CVFormidable")
    assert game.table.frame.step == "announcing"
    play(game, "allied: withdraw")
    assert seen(game, "disengaged", "die", "modifier", "success") == [(4, -1, True)]
    assert not rolls(game, "gunfire") and not refused(game, "axis", "end")
    assert game.table.p.at[unit(game, "BBWarspite")] == node(game, "Malta")
