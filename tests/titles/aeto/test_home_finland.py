"""Finland: how far her units go, and the Germans who come before she joins (8.0/finland)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.cache import drop_caches
from grognard.titles.aeto import attacks, finland, reach
from grognard.titles.aeto.politics import claims
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, ITALY, USSR

from .scenes import named, node, play, refused
from .seasons import season

NORTH = "Kirkenes: ger6inf / Tromso: ger6inf / Narvik: ger8arm / London: uk5inf"


def arctic(text: str = NORTH) -> grognard.Game:
    """The summer of 1940: the Germans hold Norway, Finland is neutral after her Winter War."""
    game = grognard.read_scene(f"aeto 1940 bare / {text} / axis movement")
    t = game.table
    norway = t.world.board.nation["norway"] & t.world.land
    t.p.held = [land & ~norway for land in t.p.held]
    t.p.held[GERMANY] |= norway
    for power in range(len(t.p.hostile)):
        t.p.changed(power)
    game._changed()
    return game


@pytest.mark.rule("aeto", "8.0/finland/german-two")
def test_two_german_units_may_come_to_neutral_finland() -> None:
    """A corps goes to Petsamo and takes nothing; with two there a third finds Finland shut, and Italians always do."""
    game = arctic()
    assert finland.is_neutral(game.table.p) and not refused(game, "g: move ger6inf@Kirkenes Petsamo")
    play(game, "g: move ger6inf@Kirkenes Petsamo")
    t = game.table
    assert t.p.held[POWERS.index("finland")] >> node(game, "Petsamo") & 1
    t.title.scene_piece(t, node(game, "Kirkenes"), "ger6inf")
    t.p.changed(GERMANY)
    third = named(game, "ger6inf@Kirkenes")
    assert reach.reach_of(t, (third,)).all() & t.world.board.nation["finland"]
    second = t.title.scene_piece(t, node(game, "Kirkenes"), "ger8arm")
    t.place(second, node(game, "Petsamo"))
    t.p.changed(GERMANY)
    drop_caches()
    assert len(finland.guests(t)) == 2
    assert not reach.reach_of(t, (third,)).all() & t.world.board.nation["finland"]
    assert reach.no_entry(t, ITALY) >> node(game, "Helsinki") & 1
    assert not reach.no_entry(t, GERMANY) >> node(game, "Helsinki") & 1


@pytest.mark.rule("aeto", "8.0/finland/partition")
def test_germans_stay_west_of_the_partition_line_until_the_war() -> None:
    """Viipuri and Sortavala are shut to them, also once Finland is a partner; war with the Soviets opens them."""
    t = arctic().table
    cession = t.world.board.region["Finnish cession"]
    t.p.held[POWERS.index("finland")] |= cession
    t.p.held[USSR] &= ~cession
    t.p.alliance[POWERS.index("finland")] = t.p.alliance[GERMANY]
    assert reach.no_entry(t, GERMANY) & cession == cession
    t.p.hostile[GERMANY] |= 1 << USSR
    assert not reach.no_entry(t, GERMANY) & cession


@pytest.mark.rule("aeto", "8.0/finland/soviet-limit")
def test_finns_go_no_deeper_than_their_movement() -> None:
    """A corps of three points may stand three hexes beyond the border, not four, until Moscow is Axis."""
    game = season("Sortavala: fin4inf / Moscow: sov4inf / axis movement")
    t = game.table
    corps = named(game, "fin4inf@Sortavala")
    points = t.world.cards[t.p.card[corps]].movement
    deep = finland.too_deep(t, corps)
    home = t.world.board.nation["finland"]
    for k in (points, points + 1):
        ring = finland.near_border(t.world, k) & ~finland.near_border(t.world, k - 1) & t.world.land
        assert ring and (ring & deep == (ring if k > points else 0))
    assert not deep & home
    t.title.scene_word(t, "germany holds Moscow")
    assert finland.too_deep(t, corps) == 0


@pytest.mark.rule("aeto", "8.0/finland/soviet-limit")
def test_finns_neither_go_nor_strike_beyond_it() -> None:
    """From the last hex that is open the next ones are shut, and Soviets there are not attacked."""
    game = season("Sortavala: fin4inf / Moscow: sov4inf / axis movement")
    t = game.table
    corps = named(game, "fin4inf@Sortavala")
    points = t.world.cards[t.p.card[corps]].movement
    edge = (
        finland.near_border(t.world, points) & ~finland.near_border(t.world, points - 1) & t.world.board.nation["ussr"]
    )
    here, there = next(
        (n, m) for n in range(t.world.lost) if edge >> n & 1
        for m in range(t.world.lost) if t.world.walk.has(n, m) and not finland.near_border(t.world, points) >> m & 1
    )  # fmt: skip
    t.place(corps, here)
    t.p.held[POWERS.index("finland")] |= 1 << here
    t.p.changed(POWERS.index("finland"))
    assert not reach.reach_of(t, (corps,)).all() & ~finland.near_border(t.world, points)
    t.title.scene_piece(t, there, "sov4inf")
    assert attacks.connected(t, corps, there) and not attacks.may_strike(t, corps, there)


@pytest.mark.rule("aeto", "10.24")
def test_no_winter_war_with_germans_in_finland() -> None:
    """Without them it may begin, with a German corps at Petsamo it may not."""
    game = arctic()
    t = game.table
    t.p.politics.pop("winter_war", None)
    assert claims.finland_may_be_invaded(t)
    play(game, "g: move ger6inf@Kirkenes Petsamo")
    assert refused(game, "g: move ger6inf@Tromso Petsamo") != "" and not claims.finland_may_be_invaded(t)
