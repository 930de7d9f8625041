"""What WestFront shows of a battle: odds before commitment, the side's defense, panels as a seat may see them."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine.play.game import Game
from grognard.engine.play.odds import odds_of
from grognard.titles.systems.front import chances, command

from .table import scene
from .test_cuts import landed


def panel(g: Game, seat: str, title: str) -> dict:
    t = g.table_for(g.seat_index(seat))
    return next(p for p in t.title.panels(t, g.seat_index(seat)) if p["title"] == title)


def test_an_attack_has_odds_before_it_is_ordered():
    """The order is tried on a twin; each side's chances add up to one and nothing is changed."""
    g = landed()
    before = g.hash()
    found = odds_of(g, "allied", "move US2amph Catania_NW1")
    assert g.hash() == before
    assert found is not None and found["deals"]
    for steps in found["losses"].values():
        assert sum(steps) == pytest.approx(1)
    assert odds_of(g, "allied", "move US2amph Licata") is None
    assert odds_of(g.copy(), "allied", "move US2amph Catania_NW1") == found


def test_odds_by_dice_and_the_exact_ones_agree_on_who_is_hurt():
    """A corps of two against one of three in the hills: both ways see no loss of the defender as the likeliest."""
    g = landed()
    g.play("allied", "move US6amph Catania_NW1")
    t = g.table
    node = t.title.find_node(t, "Catania_NW1")
    t.p.supported = command.area_of_support(t, t.p.active)
    exact, quick = chances._weighed(t, node), chances._played(t, node, Random(1), 400)
    assert set(exact) == set(quick) == {"axis", "allied"}
    for side in exact:
        assert sum(exact[side]) == pytest.approx(1) and sum(quick[side]) == pytest.approx(1)
    assert exact["axis"][0] == pytest.approx(quick["axis"][0], abs=0.05)
    assert exact["axis"][0] > 0.9


def test_the_board_tells_the_defense_of_the_ground():
    """In the hills and without support three hits cost the defender a step, one the attacker (7.34, 7.4, 7.33)."""
    g = landed()
    for order in ("move US2amph Catania_NW1", "move US6amph Catania_NW1", "end", "end", "end"):
        g.play("allied", order)
    board = panel(g, "allied", "Catania NW1")
    sides = {side["power"]: (side["role"], side["per"]) for side in board["sides"]}
    assert sides == {"axis": ("defend", 3), "allied": ("attack", 1)}
    fires = {fire["piece"]: (fire["dice"], fire["need"]) for fire in board["fires"]}
    assert fires["US2amph"] == (4, 6) and fires["76arm"] == (3, 5)


def test_the_tutorials_count_is_by_port():
    count = panel(landed(), "allied", "Victory")
    held = {row[0]: row[1] for row in count["rows"]}
    assert held == {"Palermo": "Axis", "Catania": "Allies", "Messina": "disputed"}
    assert count["totals"] == [["Axis", "1 of 3", "ports of Sicily"], ["Allies", "1 of 3", "ports of Sicily"]]


def test_the_enemys_count_is_an_interval_and_ones_own_exact():
    count = panel(Game.new("westfront", "s44", seed=1), "allied", "Victory points")
    (axis, known, words), (_, own, exact) = count["totals"]
    low, _, high = known.partition(" to ")
    assert axis == "Axis" and int(low) < int(high) and words == "as far as you know"
    assert int(own) and exact == "exact"


def test_the_ledger_shows_what_is_left_to_the_owner_alone():
    g = landed()
    while g.table.p.month == g.table_for(0).p.month and "production" not in {f.step for f in g.table_for(1).agenda}:
        for seat in list(g.decisions()):
            g.play(seat, "end")
        if g.lanes:
            break
    mine = panel(g, "allied", "Production")["rows"]
    assert ["left to spend now", 73] in mine
    assert ["left to spend now", 25] not in mine


def test_late_reinforcements_are_still_due_and_those_of_an_unplayed_sheet_are_not():
    """In November 1943 the Poles can still come; US 7 of December belongs to the next sheet."""
    text = "s43 bare / 1943-11 / Berlin: OKW3 / London: Cdn1mech4 / allied command"
    blocks = [row[1] for row in panel(scene(text), "allied", "Reinforcements due")["rows"]]
    assert blocks == ["Polish Corps", "SHAEF"]
    blocks = [
        row[1] for row in panel(scene(text, options={"play": "campaign"}), "allied", "Reinforcements due")["rows"]
    ]
    assert blocks[:3] == ["Polish Corps", "SHAEF", "US 7 Amphibious Corps"]


def test_all_see_where_the_beachheads_are():
    g = scene("s43 bare / 1943-08 / US2BH Licata / US6BH prep / allied command")
    rows = [["British 1 beachhead", "ready"], ["US 2 beachhead", "Licata"], ["US 6 beachhead", "in preparation"]]
    assert panel(g, "axis", "Beachheads")["rows"] == panel(g, "allied", "Beachheads")["rows"] == rows
