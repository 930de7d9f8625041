"""What the greedy bot of World War Two ETO does and does not do, by scenes."""

from __future__ import annotations

import random
from typing import Any

import grognard
from grognard.bots.base import ask
from grognard.titles.ww2eto.land import supply

from .play import greedy, phase


def scene(text: str) -> Any:
    return grognard.read_scene(f"ww2eto {text}")


def verbs(orders: list[str]) -> list[str]:
    return [order.split()[0] for order in orders]


def test_lands_only_where_no_one_waits() -> None:
    """A landing that fails drowns (5.85/a): the held beach is open to it, and it goes to an empty one."""
    game = scene(
        "1941 bare / turn 3-1943 / 0811: brt3mech brt3mech / 0610: brt3inf / 0713: ger2inf / 1011: ger3inf "
        "/ allied movement"
    )
    assert "0713" in [c.text for c in game.decisions()["allied"].next("land", "brt3mech@0811")]
    orders = phase(game, "allied")
    assert "land" in verbs(orders)
    assert not [order for order in orders if order.startswith("land") and order.endswith(" 0713")]


def test_drops_no_paratroops_on_an_enemy() -> None:
    """Paratroops that do not drive the enemy out are lost (16.75)."""
    game = scene("1941 bare / war / turn 3-1942 / 2012: ger1para / 2013: sov3inf sov3inf / axis movement")
    assert "drop" not in verbs(phase(game, "axis"))


def test_takes_what_is_free() -> None:
    """A Resource Center in reach that no one holds is entered."""
    game = scene(
        "1941 bare / war / turn 3-1942 / 1912: ger4inf / 1911: ger3inf / 2712: sov3inf sov3inf sov3inf / axis movement"
    )
    before = game.table.p.axis_centers.bit_count()
    phase(game, "axis")
    assert game.table.p.axis_centers.bit_count() >= before + 2


def test_attacks_with_all_that_is_beside() -> None:
    """Two corps that stand beside the same enemy attack together, for more than one of them could do."""
    game = scene("1941 bare / war / 2208: sov2inf sov2inf / 2109: ger4inf / 2108: ger3inf / axis combat")
    assert phase(game, "axis")[0] == "attack ger4inf@2109+ger3inf@2108 2208"


def test_concentrates_before_it_attacks() -> None:
    """Corps that could reach a strong enemy together move up beside it; one alone that could not does not."""
    text = "1941 bare / war / turn 3-1942 / 2208: sov3inf sov3inf / 2108: {} / 2711: sov3inf sov3inf / axis movement"
    together = scene(text.format("ger4inf ger4inf"))
    phase(together, "axis")
    alone = scene(text.format("ger1inf"))
    phase(alone, "axis")
    beside = {
        together.title.find_node(together.table, name) for name in ("2207", "2307", "2308", "2209", "2109", "2108")
    }
    assert sum(len(together.table.p.stacks.get(node, ())) for node in beside) == 2
    assert not any(alone.table.p.stacks.get(node) for node in beside)


def test_leaves_neutrals_in_peace() -> None:
    """The straight way east leads through Yugoslavia: no unit takes it."""
    game = scene("1939 bare / turn 3-1940 / 1315: ger3inf / 1214: ger3inf / 1715: pol3inf / axis movement")
    phase(game, "axis")
    assert game.table.p.invaded & 1 << game.table.world.by_id["yugoslavia"].index == 0


def test_keeps_the_garrison_of_britain() -> None:
    """Three points stay in Britain, or nothing sails from it next turn (14.23)."""
    game = scene("1940 bare / turn 3-1940 / 0811: brt2inf brt1inf / 0713: fra3inf / 1012: ger1inf / allied naval")
    assert "ship" in [c.text for c in game.decisions()["allied"].next()]
    assert verbs(phase(game, "allied")) == ["end"]


def test_keeps_in_supply() -> None:
    """Over some turns of the Barbarossa scenario no move takes a unit that is in supply out of it."""
    game = grognard.new("ww2eto", "1941", seed=2)
    bot, rng, moves, left = greedy(game), random.Random(2), 0, []
    while game.table.p.turn < game.table.world.turn_index["1/1942"]:
        seat, decision = next(iter(game.decisions().items()))
        text = ask(bot, game, seat, rng)
        order = decision.parse(text)
        fed = order.verb == "move" and supply.supplied(game.table, order.args[0][0])
        game.play(seat, order)
        moves += order.verb == "move"
        if fed and not supply.supplied(game.table, order.args[0][0]):
            left.append(text)
    assert moves > 30 and left == []


def test_panzers_do_not_turn_back_for_an_enemy_who_is_met_already() -> None:
    """A Soviet army left behind in Poland is held by the infantry; the mechanized units go on to the centers."""
    game = scene(
        "1941 bare / war / turn 3-1941 / 1712: sov2inf / 1612: ger4inf ger4inf / 1711: ger4inf / 1714: ger4inf "
        "/ 1813: ger4inf ger4mech / 1914: ger4mech / 2412: sov3inf / axis mechanized"
    )
    west = [order for order in phase(game, "axis") if order.startswith("move ") and int(order[-4:-2]) < 18]
    assert not west, west


def test_a_lone_point_does_not_wait_to_be_overrun() -> None:
    """Three points beside one are sure to destroy it in the next movement phase (8.4): it falls back on its friends."""
    game = scene("africa41 bare / 2024: brt1inf / 2325: brt1inf / 1925: ger1mech ita2inf / allied movement")
    assert any(order.startswith("move brt1inf@2024") for order in phase(game, "allied"))


def test_ships_no_one_where_he_may_be_sunk_if_there_is_another_way() -> None:
    """Through the Mediterranean one point in six is lost (6.53); round Africa none, for two transport points."""
    game = scene(
        "1941 bare / turn 3-1942 / 0811: brt2inf brt1inf brt1inf / 0610: brt3inf / 2325: brt1inf / 1321: ger1inf "
        "/ 1925: ger1mech / axis holds 1721 / allied naval"
    )
    assert {"ship", "ship_round"} <= {c.text for c in game.decisions()["allied"].next()}
    assert verbs(phase(game, "allied"))[0] == "ship_round"


def test_the_allies_go_back_to_an_empty_suez() -> None:
    """In Africa a unit beside Suez does not march past the canal that the Axis has taken and left."""
    game = scene("africa41 bare / 2425: brt1inf / 1824: ger1mech ita2inf / axis holds 2325 / allied movement")
    phase(game, "allied")
    assert [game.table.node_name(game.table.p.at[i]) for i in range(len(game.table.p.at)) if game.table.owns(1, i)] == [
        "2325"
    ]
