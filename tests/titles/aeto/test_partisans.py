"""Partisans (9.20): how they rise, where they are placed (8.11), how they move, and what they hinder."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import hq, rail, reach, stacking, supply, zones
from grognard.titles.aeto.politics import partisans
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, UK, USSR

from .scenes import at, named, node, offers, play, prompt, refused
from .seasons import SEATS, ep

SOVIETS, YUGOSLAVS = partisans.bands()[0], partisans.bands()[1]
HELD = "germany holds Minsk / germany holds Smolensk / germany holds Minsk E1"


def scene(text: str, dice: list[int] | None = None) -> grognard.Game:
    """Autumn 1941, with nothing on the map but what is named."""
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice)


def occupied(text: str = "", dice: list[int] | None = None, roll: bool = True) -> grognard.Game:
    """October 1941: Germany holds White Russia, and partisans are rolled for, or it is the Movement Phase."""
    words = [f"month={month_of('October 1941')}", "Berlin: ger6inf", "Moscow: sov4inf", HELD, text, "axis movement"]
    game = scene(" / ".join(word for word in words if word), dice)
    if roll:
        t = game.table
        t.push(Frame("partisans"))
        t.run()
        game._changed()
    return game


# How they rise


@pytest.mark.rule("aeto", "9.20", "8.11/partisan-forced")
def test_partisans_rise_by_a_die() -> None:
    """A 3 brings Soviet partisans, which must be placed; a 2 no Yugoslavs; the others are not due before 1942."""
    game = occupied(dice=[3, 2])
    assert prompt(game) == ("uk", "rising") and offers(game, "u: ") == {"rise"}
    play(game, "u: rise Minsk_E1")
    t = game.table
    (piece,) = t.p.stack(node(game, "Minsk E1"))
    assert t.p.power[piece] == USSR and not partisans.on_map(t, "yugoslavia") and prompt(game)[1] != "rising"
    assert t.p.held[GERMANY] >> node(game, "Minsk E1") & 1


@pytest.mark.rule("aeto", "9.20")
def test_yugoslavs_are_the_uks_and_their_chits_are_counted() -> None:
    """Yugoslavia is conquered: three chits at most, British ones; before Autumn 1941 nobody rises."""
    game = occupied(dice=[1, 3])
    assert prompt(game) == ("uk", "rising")
    play(game, f"u: rise {sorted(offers(game, 'u: rise'))[0]}")
    t = game.table
    (piece,) = partisans.on_map(t, "yugoslavia")
    assert t.p.power[piece] == UK and partisans.has_chits(t, YUGOSLAVS)
    for place in ("Zagreb", "Belgrade"):
        t.title.scene_piece(t, node(game, place), "yug1part")
    assert not partisans.has_chits(t, YUGOSLAVS)
    t.p.month = month_of("September 1941")
    assert not partisans.is_occupied(t, YUGOSLAVS) and not partisans.is_occupied(t, SOVIETS)


@pytest.mark.rule("aeto", "9.20")
def test_one_chit_of_partisans_may_be_bought_in_a_month() -> None:
    """In the Replenishment Step for 2 EPs, once for each nation."""
    game = occupied("ussr 5 EPs", roll=False)
    while prompt(game)[1] != "replenishing":
        seat, step = prompt(game)
        game.play(seat, {"movement": "end", "first": "first axis"}.get(step, "pass"))
    money = ep(game, "ussr") + game.table.p.reserve[USSR]
    play(game, "u: raise ussr Minsk_E1")
    assert at(game, "Minsk_E1") == ["sov1part"] and ep(game, "ussr") + game.table.p.reserve[USSR] == money - 2
    assert "ussr" not in offers(game, "u: raise") if "raise" in offers(game, "u: ") else True
    assert not partisans.not_yet(game.table, SOVIETS)


@pytest.mark.rule("aeto", "8.11/partisan-zoc", "8.11/partisan-airbase", "8.11/partisan-stack")
@pytest.mark.rule("aeto", "8.11/partisan-hex")
def test_where_partisans_are_placed() -> None:
    """Not on Soviet land, not in a German zone or city with works, not beside German aircraft, not with others."""
    holds = "germany holds Smolensk W1 / germany holds Bryansk W1 / germany holds Minsk SE1"
    game = occupied(f"{holds} / Kiev: ger6inf / Smolensk: ger4ftr", dice=[3, 1])
    t = game.table
    t.title.scene_piece(t, node(game, "Minsk SE1"), "sov1part")
    game._changed()
    zone = next(
        n for n in range(t.world.board.size)
        if zones.ground(t, USSR).zone >> n & 1 and not t.p.stacks.get(n) and t.world.board.nation["ussr"] >> n & 1
        and not t.world.fixed >> n & 1
    )  # fmt: skip
    t.p.held[USSR] &= ~(1 << zone)
    t.p.held[GERMANY] |= 1 << zone
    assert refused(game, "u: rise Moscow") == "8.11/partisan-hex"
    assert refused(game, f"u: rise {t.node_name(zone)}") == "8.11/partisan-zoc"
    assert refused(game, "u: rise Minsk") == "8.11/partisan-zoc"
    assert refused(game, "u: rise Smolensk_W1") == "8.11/partisan-airbase"
    assert refused(game, "u: rise Minsk_SE1") == "8.11/partisan-stack"
    assert refused(game, "u: rise Minsk_E1") == ""


@pytest.mark.rule("aeto", "8.11/partisan-terrain")
def test_partisans_rise_in_any_terrain() -> None:
    """Marsh, forest and clear land alike are theirs; lakes and the sea are not."""
    t = occupied(dice=[3, 1]).table
    ground, board = partisans.home_of(t, "ussr"), t.world.board
    for name in ("Minsk", "Minsk E1"):
        assert ground >> board.node(name) & 1
    assert all(ground & board.terrain[kind] for kind in ("clear", "marsh", "forest"))
    assert not ground & board.water


@pytest.mark.rule("aeto", "8.11/partisan-rumania")
def test_soviet_partisans_rise_in_rumania_while_it_is_germanys_partner() -> None:
    """Rumania is a partner in 1941; were it not, nobody would rise there."""
    game = occupied(dice=[1, 1])
    t = game.table
    rumania = t.world.board.nation["rumania"]
    assert partisans.home_of(t, "ussr") & rumania
    t.p.alliance[POWERS.index("rumania")] = 0
    assert not partisans.home_of(t, "ussr") & rumania


# What they do


def behind(text: str = "", dice: list[int] | None = None) -> grognard.Game:
    """Partisans east of Minsk on land that Germany holds."""
    return scene(f"Berlin: ger6inf / Moscow: sov4inf / {HELD} / {text}axis movement", dice)


def with_band(game: grognard.Game, place: str = "Minsk E1") -> int:
    t = game.table
    t.title.scene_piece(t, node(game, place), "sov1part")
    game._changed()
    return named(game, f"sov1part@{place.replace(' ', '_')}")


@pytest.mark.rule("aeto", "6.1/partisan-block", "9.20")
def test_partisans_stop_trains_and_supply_in_their_hex() -> None:
    """The hex carries neither for Germans; the land stays German."""
    game = behind()
    t, here = game.table, node(game, "Minsk")
    assert rail.lines(t, GERMANY) >> here & 1 and supply.network(t, GERMANY) >> here & 1
    with_band(game, "Minsk")
    assert not rail.lines(t, GERMANY) >> here & 1 and not supply.network(t, GERMANY) >> here & 1


@pytest.mark.rule("aeto", "6.1/german-partisans")
def test_each_partisan_costs_a_train_into_russia() -> None:
    """A 3 with two bands is one, and one at least; a band in Rumania does not count."""
    game = behind()
    t = game.table
    assert rail.less_partisans(t, 3) == 3
    with_band(game)
    with_band(game, "Smolensk")
    assert rail.less_partisans(t, 3) == 1 and rail.less_partisans(t, 1) == 1
    t.title.scene_piece(t, node(game, "Bucharest"), "sov1part")
    assert rail.less_partisans(t, 6) == 4


@pytest.mark.rule("aeto", "9.20")
@pytest.mark.parametrize(("die", "left"), [(4, 0), (3, 1)])
def test_partisans_are_hunted(die: int, left: int) -> None:
    """A German stack enters: 4 removes them, 3 lets them slip into a hex beside."""
    game = behind(dice=[die])
    t = game.table
    with_band(game)
    hq.drive_off(t, GERMANY, node(game, "Minsk E1"))
    assert len(partisans.on_map(t, "ussr")) == left
    for piece in partisans.on_map(t, "ussr"):
        assert (
            t.p.at[piece] in range(t.world.board.size) and t.world.next_to(node(game, "Minsk E1")) >> t.p.at[piece] & 1
        )


@pytest.mark.rule("aeto", "5.9/partisans", "5.13/partisan-inhibit")
def test_partisans_stack_with_nobody_and_inhibit_zones() -> None:
    """No room for a rifle army beside them, nor for other partisans; in their hex German zones are inhibited."""
    game = behind("Smolensk: ger6inf / ")
    t, here = game.table, node(game, "Smolensk W1")
    assert zones.ground(t, USSR).open_zone >> here & 1
    band = with_band(game, "Smolensk W1")
    army = named(game, "sov4inf@Moscow")
    assert not zones.ground(t, USSR).open_zone >> here & 1
    assert not stacking.has_room(t, (army,), here) and not stacking.has_room(t, (band,), node(game, "Moscow"))
    assert not zones.combat_unit(t.p, band)


@pytest.mark.rule("aeto", "5.8/fortification-partisan", "5.8/permanent-fort-partisan", "5.8/coastal-fort")
def test_no_fort_is_open_to_partisans() -> None:
    """German forts of all three kinds beside them are closed; they move two points, unsupplied as they are."""
    game = behind("Vitebsk: Chuikov / ")
    t = game.table
    band = with_band(game, "Minsk E1")
    assert reach.allowance(t, band) == 2 and reach.reach_of(t, (band,)).all() >> node(game, "Minsk") & 1
    t.place(named(game, "Chuikov"), node(game, "Minsk E1"))
    game._changed()
    assert reach.reach_of(t, (named(game, "Chuikov"),), -1, 5).all() >> node(game, "Minsk") & 1
    for kind in ("forts", "permanent", "coastal_forts"):
        setattr(t.p, kind, 1 << node(game, "Minsk"))
        assert reach.shut_to_partisans(t, USSR) >> node(game, "Minsk") & 1
        game._changed()
        assert not reach.reach_of(t, (band,)).all() >> node(game, "Minsk") & 1
        assert not reach.reach_of(t, (named(game, "Chuikov"),), -1, 5).all() >> node(game, "Minsk") & 1
        setattr(t.p, kind, 0)


def test_partisans_move_in_their_owners_movement_phase_alone() -> None:
    """Two points for the Allied player; nobody rides with them, no train takes them."""
    game = behind()
    with_band(game)
    play(game, "g: end")
    assert prompt(game) == ("uk", "movement") and SEATS["u"] == "uk"
    band = named(game, "sov1part@Minsk_E1")
    assert refused(game, "u: rail sov1part@Minsk_E1 Moscow") != ""
    play(game, "u: move sov1part@Minsk_E1 Minsk")
    assert game.table.p.at[band] == node(game, "Minsk") and game.table.p.held[GERMANY] >> node(game, "Minsk") & 1
