"""Supply in difficult theatres (23.7): supply units, general and attack supply; the coast road; repair of ships."""

from __future__ import annotations

import pytest

from grognard.titles.sfe import depots, dockyards, production, ships, supply

from .cases import at, costs, node, offers, on_map, play, refused, rolls, scene, sea, ship, unit, until


def check(text: str):
    """A game of africa41 whose Axis supply has just been checked."""
    return until(sea(f"{text} / axis supply"), "naval")


def levels(game, *names: str) -> list[int]:
    return [game.table.p.unsupplied[unit(game, name)] for name in names]


@pytest.mark.rule("sfe", "23.71", "23.72")
def test_everyone_in_africa_eats_from_supply_units() -> None:
    """Two divisions near a supply unit are fed and use up half of it; one far away is not."""
    game = check("Naples: ItaDD1 / El_Agheila: 5Light ItaAriete ItaSupply1 / Tobruk: ItaTrento")
    assert levels(game, "5Light", "ItaAriete", "ItaTrento") == [0, 0, 1]
    assert game.table.p.reduced[unit(game, "ItaSupply1")] == 1


@pytest.mark.rule("sfe", "23.72/1")
def test_what_everyone_needs() -> None:
    """Defense factors for ground units, two for a leader or a wing, four or two for a ship."""
    game = sea("Tripoli: 5Light Rommel JG27 CLAbruzzi ItaDD1*reduced / axis naval")
    names = ("5Light", "Rommel", "JG27", "CLAbruzzi", "ItaDD1")
    assert [depots.needs(game.table, unit(game, name)) for name in names] == [6, 2, 2, 4, 2]


@pytest.mark.rule("sfe", "23.71")
def test_a_full_unit_is_consumed_by_more_than_half() -> None:
    """Fourteen points consume it, twelve leave a half unit, and a half unit is gone after any use."""
    for used, half, left in ((14, 0, "gone"), (12, 0, "half"), (3, 1, "gone"), (0, 0, "full")):
        game = sea("Tripoli: ItaSupply1 / axis naval")
        piece = unit(game, "ItaSupply1")
        game.table.p.reduced[piece] = half
        depots.consume(game.table, piece, used)
        found = "gone" if not on_map(game, "ItaSupply1") else "half" if game.table.p.reduced[piece] else "full"
        assert found == left


@pytest.mark.rule("sfe", "23.63/1")
def test_tripoli_feeds_four_factors_by_itself_and_no_attack() -> None:
    """A corps of four eats from the port; a second one is unsupplied; neither attacks at full strength."""
    game = check("Naples: ItaDD1 / Tripoli: ItaX ItaXXI")
    assert sorted(levels(game, "ItaX", "ItaXXI")) == [0, 1]
    assert not depots.useful(game.table, 0, ())


@pytest.mark.rule("sfe", "23.72")
def test_a_city_traces_any_distance_along_the_road_and_the_allies_along_rails() -> None:
    """Tripoli is fed from El Agheila over the road; Mersa Matruh by rail from Alexandria."""
    game = sea("El_Agheila: ItaX ItaSupply1 / Alexandria: Aus7 BrSupply4 / axis naval")
    t = game.table
    here, there = node(game, "El_Agheila"), node(game, "Tripoli")
    assert depots.along_roads(t, 0, here) >> there & 1 and not depots.around(t, 0, here, depots.GENERAL) >> there & 1
    assert depots.along_rails(t, 1, node(game, "Alexandria")) >> node(game, "Mersa_Matruh") & 1
    assert not depots.along_rails(t, 0, here)


@pytest.mark.rule("sfe", "23.73")
def test_without_attack_supply_one_attacks_at_half() -> None:
    """A panzer division of six attacks with three factors until a supply unit within four points is issued."""
    game = sea("Agedabia: 5Light ItaSupply1 / SW6006: 2Arm / axis attack_supply")
    before = game.table.copy()
    assert "ItaSupply1" in offers(game, "axis", "issue")
    play(game, "axis: issue ItaSupply1")
    until(game, "combat")
    from grognard.titles.sfe import strengths
    from grognard.titles.sfe import world as w

    enemy, piece = node(game, "SW6006"), unit(game, "5Light")
    assert strengths.attack_of(game.table, piece, enemy) == 6 * w.FACTOR
    game.table.p.armed = 0
    assert strengths.attack_of(game.table, piece, enemy) == 3 * w.FACTOR
    assert not depots.starved(before, piece)  # only an attack needs it


@pytest.mark.rule("sfe", "23.73")
def test_an_overrun_needs_no_attack_supply() -> None:
    """In the Movement Phase nobody is short of it."""
    game = sea("Agedabia: 5Light / axis movement")
    assert not depots.starved(game.table, unit(game, "5Light"))


@pytest.mark.rule("sfe", "23.22/1")
def test_supply_units_shun_enemy_zones_and_are_lost_when_alone() -> None:
    """They enter a zone only with or beside a ground unit, and are captured with their hex."""
    game = sea("El_Agheila: ItaSupply1 / SW6006: 2Arm / Benghazi: Aus9 BrSupply1 / axis movement")
    zone = offers(game, "axis", "move", "ItaSupply1", ".")
    from grognard.titles.sfe import zones

    enemy = zones.against(game.table, 0).all
    assert zone and not any(enemy >> node(game, name) & 1 for name in zone)
    game = sea("Agedabia: 5Light / SW6006: BrSupply1 / allied holds SW6006 / axis movement")
    play(game, "axis: move 5Light SW6006")
    assert not on_map(game, "BrSupply1")


@pytest.mark.rule("sfe", "2.23")
def test_the_coast_road_costs_half_a_point() -> None:
    """Six points of armor take it twelve road hexes along the coast, off the road as far as clear ground lets it."""
    game = sea("El_Agheila: 5Light / axis movement")
    found = costs(game, "axis", "move", "5Light", ".")
    assert found["Agedabia"] == 1 or found["Agedabia"] == 2
    assert max(cost or 0 for cost in found.values()) <= 6
    road = game.table.world.board.graph["road"]
    steps = road.distances(1 << node(game, "El_Agheila"))
    there = next(n for n, far in steps.items() if far == 4 and game.table.node_name(n) in found)
    assert found[game.table.node_name(there)] == 2


@pytest.mark.rule("sfe", "23.22")
def test_supply_units_arrive_by_the_order_of_battle() -> None:
    """Two a turn at Naples; two at Gibraltar on MAY 1 and each fourth turn after."""
    game = sea("Naples: ItaDD1 / turn=4 / axis naval")
    t = game.table
    depots.arrive(t, 0)
    depots.arrive(t, 1)
    count = {
        name: sum(t.world.units[i].depot for i in t.p.stack(node(game, name)))
        for name in ("Naples", "Suez", "Gibraltar_box")
    }
    assert count == {"Naples": 2, "Suez": 2, "Gibraltar_box": 2}
    t.p.turn = 5
    depots.arrive(t, 1)
    assert sum(t.world.units[i].depot for i in t.p.stack(node(game, "Gibraltar_box"))) == 2


@pytest.mark.rule("sfe", "23.15/1", "23.15/2")
def test_where_ships_replenish() -> None:
    """Italian ports in supply, Gibraltar and Suez; Alexandria while the railway to Suez is free; not Malta."""
    game = sea("Naples: ItaDD1 / Alexandria: CLOrion / axis naval")
    axis, allied = (ships.replenishes(game.table, power) for power in (0, 1))
    assert axis >> node(game, "Naples") & 1 and not axis >> node(game, "Tripoli") & 1
    assert all(allied >> node(game, name) & 1 for name in ("Alexandria", "Gibraltar_box", "Suez"))
    assert not allied >> node(game, "Malta") & 1
    cut = sea("Alexandria: CLOrion / Cairo: 5Light / SE6535: 15Pz / axis naval")
    assert not ships.replenishes(cut.table, 1) >> node(cut, "Alexandria") & 1


@pytest.mark.rule("sfe", "23.54", "23.15/3")
def test_a_ship_that_does_not_replenish_suffers_at_once() -> None:
    """In Benghazi a cruiser eats four points of a supply unit, or has half its factors and two points less."""
    fed = check("Naples: ItaDD1 / axis holds Benghazi / Benghazi: CLAbruzzi ItaSupply1")
    assert levels(fed, "CLAbruzzi") == [0] and fed.table.p.reduced[unit(fed, "ItaSupply1")] == 1
    game = check("Naples: ItaDD1 / axis holds Benghazi / Benghazi: CLAbruzzi")
    piece = unit(game, "CLAbruzzi")
    assert levels(game, "CLAbruzzi") == [0] and ships.allowance(game.table, piece) == 7
    ships.run_dry(game.table)
    assert levels(game, "CLAbruzzi") == [1]
    assert ships.factor(game.table, piece, "surface") == 8 and ships.allowance(game.table, piece) == 5


@pytest.mark.rule("sfe", "27.25/b", "27.25/c")
def test_a_repair_takes_three_months_in_a_naval_base() -> None:
    """Begun on MAY 1 it is done with JUL 2; only on the first turn of a month, only in a base of the homeland."""
    game = sea("Taranto: BBDoria*damaged / Palermo: CLAbruzzi*damaged / turn=4 / axis reinforcement")
    assert refused(game, "axis", "repair CLAbruzzi") == "27.25/b"
    play(game, "axis: repair BBDoria")
    assert game.table.world.turns[game.table.p.mending[unit(game, "BBDoria")] - 1] == "1941 JUL 2"
    game.table.p.turn = game.table.p.mending[unit(game, "BBDoria")]
    dockyards.finish(game.table, 0)
    assert ship(game, "BBDoria") == ""
    late = sea("Taranto: BBDoria*damaged / turn=5 / axis reinforcement")
    assert "axis" not in late.decisions() or refused(late, "axis", "repair BBDoria")


@pytest.mark.rule("sfe", "27.25/a")
def test_two_points_a_month_mend_two_sides() -> None:
    """A battered ship takes both points; then nothing is left for another."""
    game = sea("Taranto: BBDoria*battered / Naples: CLAbruzzi*damaged / turn=4 / axis reinforcement")
    play(game, "axis: repair BBDoria")
    assert refused(game, "axis", "repair CLAbruzzi") == "27.25/a"


@pytest.mark.rule("sfe", "27.25/c1")
def test_a_ship_under_repair_stays_in_port() -> None:
    """It does not sail and does not intercept."""
    game = sea("Taranto: BBDoria*damaged CAZara / turn=4 / axis reinforcement")
    until(play(game, "axis: repair BBDoria"), "naval")
    assert refused(game, "axis", "sail BBDoria Naples . stay") == "18.04"


@pytest.mark.rule("sfe", "27.36")
def test_units_leave_by_date() -> None:
    """The Australians of 7 Division go to Syria on JUN 1 and do not come back."""
    game = sea("Alexandria: Aus7 / turn=6 / allied reinforcement")
    assert not on_map(game, "Aus7") and not production.in_pool(game.table, 1, ()) >> unit(game, "Aus7") & 1


@pytest.mark.rule("sfe", "27.32")
def test_a_division_is_upgraded_where_it_stands() -> None:
    """From AUG 1 on 5 Light may become 21 Panzer for two armor points; it keeps its side and does not move."""
    text = "Agedabia: 5Light*reduced ItaSupply1 / Arrivals: 21Pz / turn=10 / axis reinforcement"
    game = sea(text)
    assert at(game, "5Light") == "Agedabia" and game.table.p.points["German"] == (8, 8)
    play(game, "axis: upgrade 5Light 21Pz")
    assert at(game, "21Pz") == "Agedabia" and not on_map(game, "5Light")
    assert game.table.p.reduced[unit(game, "21Pz")] == 1 and game.table.p.points["German"] == (8, 0)
    until(game, "movement", "axis")
    assert refused(game, "axis", "move 21Pz El_Agheila") == "7.0"
    assert refused(sea(text.replace(" ItaSupply1", "")), "axis", "upgrade 5Light 21Pz") == "27.32"
    near = sea(text.replace(" / Arr", " / SW5906: 7Arm / Arr"))
    assert refused(near, "axis", "upgrade 5Light 21Pz") == "27.32"


def test_other_scenarios_have_no_supply_units() -> None:
    """Nothing of this touches the East: no theatre is difficult there (23.7)."""
    game = scene("Kharkov: XVII / axis movement")
    assert depots.difficult(game.table.world) == 0 and supply.lines(game.table, 0) and rolls(game, "flak") == []
