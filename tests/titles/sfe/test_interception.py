"""Interception at sea (19.5, 16.24), naval bombing (16.14) and its flak (21.06)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import grognard
from grognard.titles.sfe import hulls, interception, seabombing, ships

from .cases import at, away, node, offers, on_map, play, recast, refused, rolls, sea, ship, unit, verbs

CONVOY = "Naples: ItaTT1 ItaDD4 ItaSupply4 / Tripoli: ItaXXI / Malta: MaltaGarrison BrSupplyMalta1"
SAIL = "axis: sail ItaDD4+ItaTT1 Tripoli ItaSupply4 back"


def convoy(more: str, dice: list[int] | None = None):
    """An Italian convoy under way to Tripoli."""
    return play(sea(f"{CONVOY} {more} / axis naval", dice), SAIL)


@pytest.mark.rule("sfe", "19.51")
def test_the_enemy_is_asked_zone_by_zone() -> None:
    """After each zone Malta's bombers may name a hex that the convoy has passed there, and no other."""
    game, zones = convoy("MaltaB"), []
    while "allied" in game.decisions():
        assert verbs(game, "allied") == {"intercept", "pass"}
        hexes = {node(game, name) for name in offers(game, "allied", "intercept")}
        assert hexes <= set(game.table.agenda[-2]["passed"])
        zones.append(game.decisions()["allied"].prompt.partition("in the ")[2].partition(":")[0])
        play(game, "allied: pass")
    assert zones == [
        "Southern Tyrrhenian Sea", "Sicilian Channel", "Gulf of Sirte",
        "Gulf of Sirte", "Sicilian Channel", "Southern Tyrrhenian Sea",
    ]  # fmt: skip


@pytest.mark.rule("sfe", "19.51/1")
def test_where_a_force_is_bound_is_hidden() -> None:
    """Two convoys with the same first zones look the same to the enemy, whatever their ports."""
    views = []
    for port in ("Benghazi", "Misurata"):
        game = sea(f"{CONVOY} 205Gp / axis holds Benghazi / axis naval", seed=7)
        game.table.p.captured.clear()
        play(game, f"axis: sail ItaDD4+ItaTT1 {port} ItaSupply4 stay")
        frame = game.table.agenda[-2]
        assert frame.step == "voyage" and dict(frame.secret)["path"][-1] == node(game, port)
        shown = [one.dump(secrets=False) for one in game.table.agenda]
        views.append((shown, game.decisions()["allied"].prompt, [e.json() for e in game.events("allied")]))
        assert port not in str(views[-1])
    assert views[0] == views[1]


@pytest.mark.rule("sfe", "16.24")
def test_wings_reach_their_range_and_at_most_fourteen_hexes() -> None:
    """Wellingtons fly sixteen hexes to bomb, but look for ships within fourteen."""
    game = sea("Malta: MaltaGarrison 205Gp / Naples: ItaTT1 / axis naval")
    t, piece, home = game.table, unit(game, "205Gp"), node(game, "Malta")
    grid = t.world.board.grid
    far = {d: next(n for n in grid if grid.distance(home, n) == d) for d in (14, 15)}
    assert interception.in_air_range(t, piece, far[14]) and not interception.in_air_range(t, piece, far[15])


@pytest.mark.rule("sfe", "16.24/1")
def test_a_wing_that_fails_is_used_all_the_same() -> None:
    """Blenheims roll a six at eight hexes, stay at home, and do not try again."""
    game = convoy("MaltaB", [6])
    play(game, f"allied: intercept {away(game, 'MaltaB', 8, 10)} MaltaB")
    found = rolls(game, "interception")
    assert [one["success"] for one in found] == [False] and at(game, "MaltaB") == "Malta"
    assert game.table.p.flown >> unit(game, "MaltaB") & 1
    assert "allied" not in game.decisions()  # nobody else could try: the convoy sails on and home


@pytest.mark.rule("sfe", "19.52")
def test_a_unit_rolls_once_in_a_segment() -> None:
    """Part of a stack may try first and the rest later, but none twice."""
    game = convoy("MaltaB CLOrion", [6, 6])
    play(game, f"allied: intercept {away(game, 'MaltaB', 8, 10)} MaltaB")
    assert refused(game, "allied", f"intercept {away(game, 'CLOrion', 5, 14)} MaltaB") == "19.52"
    assert not refused(game, "allied", f"intercept {away(game, 'CLOrion', 5, 14)} CLOrion")


@pytest.mark.rule("sfe", "19.51/2")
def test_reconnaissance_is_worth_one() -> None:
    """Orion at Malta finds a convoy five to seven hexes off on any die with a wing in range, else not on a six."""
    for wing, success in (("205Gp", True), ("", False)):
        game = play(sea(f"{CONVOY} CLOrion {wing} / axis naval", [6, *[3] * 40]), SAIL)
        play(game, f"allied: intercept {away(game, 'CLOrion', 5, 7)} CLOrion")
        assert rolls(game, "interception")[0]["success"] is success


@pytest.mark.rule("sfe", "20.03/4")
def test_a_cripple_adds_one_to_the_die_of_its_force() -> None:
    """A whole ship counts only when both of its sides are damaged."""
    for mark, drm in (("", 0), ("*damaged", 0), ("*battered", 1), ("*crippled", 1)):
        game = sea(f"Malta: MaltaGarrison CLOrion{mark} / Naples: ItaDD1*damaged / axis naval")
        prey = (unit(game, "ItaDD1"),)
        assert interception.modifiers(game.table, (unit(game, "CLOrion"),), node(game, "SW4421"), prey, False) == drm


@pytest.mark.rule("sfe", "16.14", "21.06")
def test_bombs_fall_after_flak() -> None:
    """Two factors give one roll on column B: an eleven sinks the transport's front; flak of 22 makes two columns,
    one less for type B, and misses on a seven."""
    game = convoy("MaltaB", [1, 3, 4, 5, 6])
    play(game, f"allied: intercept {away(game, 'MaltaB', 8, 10)} MaltaB", "allied: bomb ItaTT1 MaltaB")
    assert [(sum(one["dice"]), one["result"]) for one in rolls(game, "sea_flak")] == [(7, "-")]
    bombed = rolls(game, "ship_bombed")
    assert [(one["column"], sum(one["dice"]), one["result"]) for one in bombed] == [("B", 11, "S")]
    assert ship(game, "ItaTT1") == "*reduced" and at(game, "MaltaB") == "Malta"


@pytest.mark.rule("sfe", "20.03/6")
def test_a_transport_that_loses_its_front_keeps_half_a_corps() -> None:
    """Two supply units are a corps: one is left of them, and a panzer corps would be flipped."""
    scene = f"{CONVOY.replace('ItaSupply4', 'ItaSupply4 ItaSupply5')} MaltaB / axis naval"
    game = play(sea(scene, [1, 3, 4, 5, 6]), "axis: sail ItaDD4+ItaTT1 Tripoli ItaSupply4+ItaSupply5 back")
    play(game, f"allied: intercept {away(game, 'MaltaB', 8, 10)} MaltaB", "allied: bomb ItaTT1 MaltaB")
    sizes = [2 - game.table.p.reduced[unit(game, name)] for name in ("ItaSupply4", "ItaSupply5") if on_map(game, name)]
    assert sum(sizes) == 2


@pytest.mark.rule("sfe", "20.03/6")
def test_damage_costs_no_cargo() -> None:
    """Only S or DD does: after a D both supply units come ashore whole."""
    scene = f"{CONVOY.replace('ItaSupply4', 'ItaSupply4 ItaSupply5')} MaltaB / axis naval"
    game = play(sea(scene, [1, 3, 4, 4, 5]), "axis: sail ItaDD4+ItaTT1 Tripoli ItaSupply4+ItaSupply5 back")
    play(game, f"allied: intercept {away(game, 'MaltaB', 8, 10)} MaltaB", "allied: bomb ItaTT1 MaltaB")
    assert ship(game, "ItaTT1") == "*damaged"
    assert [at(game, name) for name in ("ItaSupply4", "ItaSupply5")] == ["Tripoli", "Tripoli"]


@pytest.mark.rule("sfe", "16.14")
def test_a_single_factor_bombs_one_column_to_the_left() -> None:
    """Three factors make a roll on their own column and one on the column beside it; five make three rolls."""
    game = sea("Malta: MaltaGarrison MaltaB / Naples: ItaTT1 / axis naval")
    for factors, kind, columns in ((3, "A", ["A,F", "B"]), (5, "B", ["B", "B", "HB"]), (1, "B", ["HB"])):
        recast(game, "MaltaB", kind=kind, front=(1, factors, 12))
        t, piece = game.table, unit(game, "MaltaB")
        t.p.mission[piece] = interception.NAVAL
        assert seabombing.rolls(t, (piece,), {}) == columns


@pytest.mark.rule("sfe", "21.06/1")
def test_ships_flak_is_a_tenth_and_a_port_adds_its_own() -> None:
    """A transport of 16 and a destroyer of 30 make four; in Taranto the city's and the base's flak are added."""
    game = sea("Taranto: ItaTT1 ItaDD1 BBDoria / axis naval")
    t, sea_hex = game.table, node(game, "SW4421")
    assert seabombing.flak_factors(t, unit(game, "BBDoria"), unit(game, "ItaDD1"), sea_hex) == 3
    city = seabombing.flak_factors(t, unit(game, "BBDoria"), unit(game, "ItaDD1"), node(game, "Taranto"))
    assert city == 3 + 2 + 1 or city == 3 + 4 + 1


@pytest.mark.rule("sfe", "21.02/1")
def test_taranto_has_one_more() -> None:
    """The guns of the base count against naval bombing, not those of Palermo, which has none."""
    game = sea("Taranto: BBDoria / Palermo: ItaDD1 / axis naval")
    t = game.table
    from grognard.titles.sfe import flak

    for name, who, more in (("Taranto", "BBDoria", 1), ("Palermo", "ItaDD1", 0)):
        here = node(game, name)
        assert seabombing.in_port(t, unit(game, who), here) == flak.factors(t, here, 0) + more
    t.p.captured[str(node(game, "Taranto"))] = 1
    assert seabombing.base_guns(t, node(game, "Taranto"), 0) == 0


@pytest.mark.rule("sfe", "19.51/3")
def test_the_intercepted_side_answers_once_in_the_same_hex() -> None:
    """Fighters from Catania fly to the convoy's help; then that hex is closed, and the air fight comes first."""
    game = play(sea(f"{CONVOY} MaltaB / Trapani: JG53 / axis naval", [1, 1, *[3] * 30]), SAIL)
    here = away(game, "MaltaB", 8, 10)
    play(game, f"allied: intercept {here} MaltaB")
    assert verbs(game, "axis") == {"intercept", "pass"} and "is intercepted" in game.decisions()["axis"].prompt
    play(game, f"axis: intercept {here} JG53")
    assert game.table.agenda[-2].step == "dogfight"


@pytest.mark.rule("sfe", "19.53")
def test_ships_that_found_the_enemy_fight_and_go_home() -> None:
    """Force K meets the convoy, three rounds are fought, and it lies in Malta again; the convoy sails on."""
    game = play(sea(f"{CONVOY} CLForceK BrDDForceK / axis naval", [1, *[3] * 40]), SAIL)
    play(game, f"allied: intercept {away(game, 'CLForceK', 5, 10)} CLForceK+BrDDForceK")
    while game.table.agenda[-1].step in ("screening", "gunnery", "breaking_off"):
        seat = next(iter(game.decisions()))
        play(game, f"{seat}: pass")
    assert [at(game, name) for name in ("CLForceK", "BrDDForceK", "ItaTT1")] == ["Malta", "Malta", "Naples"]


@pytest.mark.rule("sfe", "19.53/1")
def test_the_phasing_side_intercepts_only_with_ships_that_lie_in_port() -> None:
    """A cruiser at Trapani may help; once it has sailed in this segment it may not."""
    game = sea(f"{CONVOY} CLForceK / Trapani: CLAbruzzi / axis naval", [1])
    assert unit(game, "CLAbruzzi") in interception.ships_ready(game.table, 0)
    play(game, "axis: sail CLAbruzzi Palermo . stay")
    assert unit(game, "CLAbruzzi") not in interception.ships_ready(game.table, 0)


@pytest.mark.rule("sfe", "19.51")
def test_interceptors_are_intercepted_on_their_way() -> None:
    """The fleet of Malta sails for the convoy; bombers of Catania may find it first, a nested interception."""
    game = play(sea(f"{CONVOY} BBWarspite BrDDMed1 / Catania: XFkB / axis naval", [1, *[3] * 40]), SAIL)
    play(game, f"allied: intercept {away(game, 'BBWarspite', 5, 10)} BBWarspite+BrDDMed1")
    steps = [frame.step for frame in game.table.agenda]
    assert steps.count("voyage") == 2 and steps[-1] == "interception" and "axis" in game.decisions()


@pytest.mark.rule("sfe", "19.13", "2.14/2", "20.03/3")
def test_carriers_fly_at_sea_and_undamaged() -> None:
    """Damaged, or up the river to an inland port, a carrier's aircraft stay below; off a coastal port they fly."""
    game = sea("Alexandria: CVFormidable / axis naval")
    t, piece, out = game.table, unit(game, "CVFormidable"), node(game, "SW4421")
    assert seabombing.ready_carriers(t, (piece,), out) == (piece,)
    east = grognard.new("sfe", "barbarossa41", seed=1).table
    rivers = [seabombing.open_water(east, east.world.board.node(name)) for name in ("Odessa", "Rostov", "Kherson")]
    assert rivers == [True, False, False]
    t.p.damage[piece] = ships.BACK
    assert not seabombing.ready_carriers(t, (piece,), out)


@pytest.mark.rule("sfe", "19.0/1")
def test_a_carrier_bombs_once_in_a_naval_turn() -> None:
    """Once launched its aircraft are used until its side's next segment."""
    game = sea("Alexandria: CVFormidable / axis naval")
    t, piece, out = game.table, unit(game, "CVFormidable"), node(game, "SW4421")
    t.p.launched |= 1 << piece
    assert not seabombing.ready_carriers(t, (piece,), out)


def test_pass_force_and_pass_turn_answer_for_the_rest() -> None:
    """A player who lets a force pass is not asked again for it; one who lets the turn pass for no other either."""
    scene = f"{CONVOY.replace('ItaTT1', 'ItaTT1 ItaTT2 ItaSupply5')} MaltaB / axis naval"
    second = "axis: sail ItaTT2 Tripoli ItaSupply5 back"
    game = play(sea(scene), SAIL, "allied: pass force")
    assert "allied" not in game.decisions()
    assert "allied" in play(game, second).decisions()
    game = play(sea(scene), SAIL, "allied: pass turn", second)
    assert "allied" not in game.decisions()


def test_hulls_are_read_from_the_table() -> None:
    """The figures of the order of battle, front and back."""
    game = sea("Taranto: BBDoria / axis naval")
    front, back = ships.sides(game.table, unit(game, "BBDoria"))
    assert (front.surface, back.surface, front.protection, front.fast) == (16, 8, "C", True)
    assert replace(game.table.world.units[unit(game, "BBDoria")]).kind in hulls.KINDS
