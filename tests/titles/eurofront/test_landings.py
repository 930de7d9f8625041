"""Seas, landings and interdiction (15) by the scenes of Operation Weser, with the Allies ruling the waves."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import invasion, sea, supply

from .play import at, cv, give, refused
from .weser import ALLIED, AXIS, node, piece, scene

COAST = "Edinburgh: 15AG3 21AG3 Br1amph4 Br5inf3 / at war / axis holds Bergen Oslo"


def moves(g: Game, hq: str, number: int) -> Game:
    """Give an active HQ of the scene its Supreme Moves."""
    t = g.table
    t.p.moves_left[piece(g, hq)] = t.p.supreme[t.p.power[piece(g, hq)]] = number
    return g


def landing(text: str, *orders: str, dice: list[int] | None = None) -> Game:
    """An Allied turn from its Command on."""
    return give(scene(f"{COAST} / {text} / allied command", dice=dice), *orders)


@pytest.mark.rule("eurofront", "15.2")
def test_who_holds_the_base_holds_the_sea() -> None:
    """Bergen gives the Norwegian Leads to whoever holds it; disputed it gives them to no one."""
    axis, allied = scene("Bergen: 33inf3 / at war / axis holds Bergen"), scene("Bergen: Br5inf3 / at war")
    leads = sea.chart(axis.table.world).number("Norwegian Leads")
    assert sea.owners(axis.table)[leads] == AXIS
    assert sea.owners(allied.table)[leads] == ALLIED
    assert sea.owners(scene("Bergen: Br5inf3").table)[leads] == sea.NOBODY


@pytest.mark.rule("eurofront", "1.371/a")
def test_no_ship_passes_a_strait_with_an_enemy_on_its_bank() -> None:
    """With the British on both the Belt and the Sound no German sails from Stettin into the Skagerrak."""
    text = "Stettin: OKW3* 19inf3 / Oslo: 18mtn3 / at war / axis holds Oslo / {} / axis movement"
    free = moves(scene(text.format("axis holds Copenhagen")), "OKW", 6)
    assert refused(free, "sail 19inf Oslo") == ""
    shut = moves(scene(text.format("allied holds Copenhagen Odense Malmo")), "OKW", 6)
    assert refused(shut, "sail 19inf Oslo") != ""


@pytest.mark.rule("eurofront", "15.52/b")
def test_where_landings_go() -> None:
    """Into a port of Norway, not onto the coast beside it; no static lands anywhere."""
    g = landing("Bergen: 33inf3 / Edinburgh: BrTAstat2", "activate 15AG invasion", "end")
    assert refused(g, "invade 15AG Br5inf Bergen") == ""
    assert refused(g, "invade 15AG Br5inf Kristiansand_W1") == "15.52/b"
    assert refused(g, "invade 15AG BrTAstat Stavanger") == "15.52/b"


@pytest.mark.rule("eurofront", "15.521")
def test_one_unit_a_phase_lands_against_defenders() -> None:
    """The second HQ finds Bergen, which is defended, closed, and empty Stavanger open."""
    g = landing("Bergen: 33inf3", "activate 15AG invasion", "activate 21AG invasion", "end",
                "invade 15AG Br5inf Bergen")  # fmt: skip
    assert refused(g, "invade 21AG Br1amph Bergen") == "15.521"
    assert refused(g, "invade 21AG Br1amph Stavanger") == ""


@pytest.mark.rule("eurofront", "15.56")
def test_invaders_are_dispersed_until_their_supply_phase() -> None:
    """A corps lands in Stavanger, holds nothing and does not move; in its Supply it recovers."""
    g = landing(
        "axis holds Stavanger / allied holds Bergen", "activate 15AG invasion", "end", "invade 15AG Br5inf Stavanger"
    )
    assert g.table.p.dispersed[piece(g, "Br5inf")]
    assert refused(g, "move Br5inf Haugesund") != ""
    while g.table.p.active == ALLIED:
        give(g, "end")
    assert not g.table.p.dispersed[piece(g, "Br5inf")]
    assert at(g, "Br5inf") == "Stavanger"


@pytest.mark.rule("eurofront", "15.541")
def test_the_second_wave_follows_the_first() -> None:
    """A Blitz Invasion HQ lands its second unit where the first did, nowhere else; if it has marked another hex, there
    and not with the first."""
    g = landing("Bergen: 33inf1", "activate 15AG blitz-invasion", "end", "invade 15AG Br5inf Bergen", dice=[3] * 40)
    while not g.table.p.blitz:
        give(g, "end")
    assert refused(g, "invade 15AG Br1amph Bergen") == ""
    assert refused(g, "invade 15AG Br1amph Stavanger") == "15.541"
    marked = landing("Bergen: 33inf1", "activate 15AG blitz-invasion", "end", "mark 15AG Stavanger",
                     "invade 15AG Br5inf Bergen", dice=[3] * 40)  # fmt: skip
    while not marked.table.p.blitz:
        give(marked, "end")
    assert refused(marked, "invade 15AG Br1amph Stavanger") == ""
    assert refused(marked, "invade 15AG Br1amph Bergen") == "15.541"


@pytest.mark.rule("eurofront", "15.542")
def test_amphibious_units_land_far_away_in_the_blitz() -> None:
    """From Edinburgh the Norwegian Sea is two seas away: Narvik is in range at once; Tromso, three seas away, only for
    an amphibious unit in the Blitz of an HQ that has sent no one."""
    g = landing("axis holds Tromso", "activate 15AG blitz-invasion", "end")
    near = invasion.within_range(g.table, 1, (piece(g, "15AG"), piece(g, "Br1amph")))
    assert not near >> node(g, "Tromso") & 1
    while not g.table.p.blitz:
        give(g, "end")
    for name, far in (("Br1amph", 1), ("Br5inf", 0)):
        coast = invasion.within_range(g.table, 1, (piece(g, "15AG"), piece(g, name)))
        assert coast >> node(g, "Tromso") & 1 == far


@pytest.mark.rule("eurofront", "15.53/a")
def test_armor_opens_no_battle_from_the_sea() -> None:
    """Tanks land in empty Stavanger, not in defended Bergen."""
    g = landing("Bergen: 33inf3 / Edinburgh: Br30arm3", "activate 15AG invasion", "end")
    assert refused(g, "invade 15AG Br30arm Bergen") == "15.53/a"
    assert refused(g, "invade 15AG Br30arm Stavanger") == ""


@pytest.mark.rule("eurofront", "15.55")
def test_units_are_fetched_by_an_hq_in_the_port() -> None:
    """A corps in Stavanger is taken back to Edinburgh, where an Invasion HQ waits; without one it stays."""
    g = give(scene("Edinburgh: 15AG3 / Stavanger: Br5inf3 / at war / allied command"), "activate 15AG invasion", "end")
    assert refused(g, "evacuate 15AG Br5inf") == ""
    idle = give(scene("Edinburgh: 15AG3 / Stavanger: Br5inf3 / at war / allied command"), "activate 15AG", "end")
    assert refused(idle, "evacuate 15AG Br5inf") != ""


@pytest.mark.rule("eurofront", "15.72")
def test_each_enemy_sea_is_rolled_for() -> None:
    """A German corps that sails from Bremen over the North Sea to Bergen meets two dice: a five hits, a two turns it
    back to Bremen."""
    text = "Bremen: OKW3* 1inf3 / at war / axis holds Bergen / Bergen: 18mtn3 / axis movement"
    text = text.replace("1inf3", "Deninf3")
    g = moves(scene(text, dice=[4, 2]), "OKW", 6)
    give(g, "sail Deninf Bergen North_Sea+Norwegian_Leads")
    while g.table.p.role[piece(g, "OKW")]:
        give(g, "end")
    assert (at(g, "Deninf"), cv(g, "Deninf")) == ("Bremen", 2)


@pytest.mark.rule("eurofront", "15.73")
def test_supply_over_enemy_seas_is_cut_by_a_die() -> None:
    """Germans in Stavanger are fed over the Norwegian Leads of the British in Bergen: a four cuts the lane and costs a
    step, a five does not."""
    for die, steps in ((4, 2), (5, 3)):
        g = scene("Stavanger: 18mtn3 / Bergen: Br5inf3 / at war / axis holds Stavanger / allied supply",
                  dice=[die] * 6)  # fmt: skip
        assert set(g.decisions())
        assert cv(g, "18mtn") == steps


@pytest.mark.rule("eurofront", "15.4")
def test_sea_lanes_join_ports_to_rail() -> None:
    """Trondheim is in British supply over friendly seas, and out of it when Germans hold Bergen and Trondheim's sea."""
    g = scene("Trondheim: Br5inf3 / at war")
    assert supply.rail_sea(g.table, ALLIED) >> node(g, "Trondheim") & 1
    cut = scene("Tromso: Br5inf3 / at war / axis holds Bergen Trondheim Narvik")
    assert not supply.rail_sea(cut.table, ALLIED) >> node(cut, "Tromso") & 1


@pytest.mark.rule("eurofront", "18.34")
def test_areas_are_reached_by_their_ports_whatever_the_ground() -> None:
    """A corps sails to Trondheim and lands in Narvik, both in the mountains; Bremanger has no port."""
    g = moves(scene("Glasgow: AF3* Br5inf3 / at war / allied movement"), "AF", 9)
    assert refused(g, "sail Br5inf Trondheim") == ""
    assert refused(g, "sail Br5inf Bremanger") != ""
    landed = landing("axis holds Namsos Bremanger", "activate 15AG invasion", "end")
    assert refused(landed, "invade 15AG Br5inf Namsos") == ""
    assert refused(landed, "invade 15AG Br5inf Bremanger") != ""
