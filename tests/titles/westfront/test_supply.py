"""Chapters 9 and 10: rail lines, supply lines, the check, attrition."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.lab.fog import reveals_watched
from grognard.titles.systems.front import rail, supply

from .play import ALLIED, AXIS, at, cv, give, gone, node, piece, refused, scene, step, targets

REICH = "s44 bare / axis holds all / 1943-07"


def in_rail_supply(g: Game, name: str, power: int = AXIS) -> bool:
    return bool(supply.rail_sea(g.table, power) >> node(g, name) & 1)


def supplied(g: Game, name: str, power: int = AXIS) -> bool:
    return bool(supply.supplied_area(g.table, power) >> node(g, name) & 1)


@pytest.mark.rule("westfront", "9.12", "9.3")
def test_rail_is_friendly_from_berlin_on() -> None:
    """With all land Axis, Paris is in rail supply; when the Allies hold every way into it, it is not."""
    g = scene(f"{REICH} / axis movement")
    assert in_rail_supply(g, "Paris")
    ring = "Amiens Cambrai Rouen Reims Orleans Troyes"
    g = scene(f"{REICH} / allied holds {ring} / axis movement")
    assert not in_rail_supply(g, "Paris")


@pytest.mark.rule("westfront", "8.4/e")
def test_rail_is_cut_by_disputed_hexes() -> None:
    """Zones of both sides meet in Reims: no rail line runs through it."""
    units = "Paris: 84inf1 / Cambrai: Br5inf1 / Troyes: Br10inf1"
    g = scene(f"{REICH} / allied holds Amiens Orleans Rouen / {units} / axis movement")
    assert g.table.p.disputed >> node(g, "Reims") & 1
    assert not in_rail_supply(g, "Reims")


@pytest.mark.rule("westfront", "9.12/a")
def test_rail_runs_into_battles_but_not_through() -> None:
    """Paris is embattled: rail reaches it, but no farther over it."""
    ring = "allied holds Amiens Rouen Troyes Cambrai Argentan Le_Mans Bourges Nevers"
    g = scene(f"{REICH} / {ring} / Paris: 84inf2 Br5inf2 / axis defends Paris / axis movement")
    assert in_rail_supply(g, "Paris")
    assert not in_rail_supply(g, "Orleans")


@pytest.mark.rule("westfront", "10.3")
def test_a_supply_line_is_two_hexes() -> None:
    """From Metz a line reaches Paris, two hexes away, but not Rouen, three away."""
    g = scene(f"{REICH} / axis movement")
    t = g.table
    area = supply.supply_lines(t, AXIS, 1 << node(g, "Metz"))
    assert area >> node(g, "Paris") & 1
    assert not area >> node(g, "Rouen") & 1


@pytest.mark.rule("westfront", "8.4/d")
def test_supply_lines_do_not_pass_enemy_hexes() -> None:
    """Reims, Chaumont and Philippeville are Allied: from Metz no line reaches Paris."""
    g = scene(f"{REICH} / allied holds Reims Chaumont Philippeville / axis movement")
    area = supply.supply_lines(g.table, AXIS, 1 << node(g, "Metz"))
    assert not area >> node(g, "Paris") & 1


@pytest.mark.rule("westfront", "1.39/a")
def test_supply_lines_cross_straits() -> None:
    """From Reggio a line reaches Messina and Catania over the strait."""
    g = scene("s43 bare / axis holds all / axis movement")
    area = supply.supply_lines(g.table, AXIS, 1 << node(g, "Reggio"))
    assert area >> node(g, "Messina") & 1
    assert area >> node(g, "Catania") & 1


def cut_off(units: str, dice: list[int] | None = None) -> Game:
    """Units at Brest, far from Axis land, in the Allied supply phase."""
    return scene(f"s44 bare / 1943-07 / allied holds all / Brest: {units} / allied supply", dice)


@pytest.mark.rule("westfront", "10.4", "10.1")
def test_an_unsupplied_unit_loses_a_step() -> None:
    """A corps at 2 falls to 1, one at 1 is eliminated."""
    g = cut_off("84inf2 85inf1")
    assert cv(g, "84inf") == 1
    assert gone(g, "85inf")


@pytest.mark.rule("westfront", "10.2")
def test_only_the_enemy_is_checked() -> None:
    """The Allied unit without supply loses nothing in the Allied supply phase."""
    g = scene("s44 bare / 1943-07 / axis holds all / Brest: Br5inf2 / allied supply")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "10.4")
def test_hqs_and_statics_at_zero_are_eliminated() -> None:
    """They have a step at zero, and lose it."""
    g = cut_off("OBW0 65stat0")
    assert gone(g, "OBW")
    assert gone(g, "65stat")


@pytest.mark.rule("westfront", "2.26/d")
def test_attrition_leaves_a_fort_its_last_step() -> None:
    """A fort at 1 stays, one at 2 falls to 1."""
    g = cut_off("89fort1")
    assert cv(g, "89fort") == 1
    g = cut_off("89fort2")
    assert cv(g, "89fort") == 1


@pytest.mark.rule("westfront", "10.5")
def test_a_fortress_keeps_its_largest_defender() -> None:
    """Two corps at 2 are cut off in Malta: the owner names the one that is kept."""
    g = scene("s43 bare / axis holds all / Malta: Br5inf2 Br10inf2 Polinf1 / axis supply")
    assert step(g) == "naming"
    assert refused(g, "name Polinf") == "10.5"
    give(g, "name Br10inf")
    assert (cv(g, "Br5inf"), cv(g, "Br10inf")) == (1, 2)
    assert gone(g, "Polinf")


# Rail movement

TRAINS = f"{REICH} / Berlin: OKW3* / supreme 6"


@pytest.mark.rule("westfront", "9.2", "6.53")
def test_rail_moves_need_a_supreme_move() -> None:
    """Without one no unit goes by rail."""
    g = scene(f"{REICH} / Berlin: OKW3* / Paris: 84inf2 / supreme 0 / axis movement")
    assert refused(g, "rail 84inf Lyon") == "9.2"
    g = scene(f"{TRAINS} / Paris: 84inf2 / axis movement")
    give(g, "rail 84inf Lyon")
    assert at(g, "84inf") == "Lyon"
    assert g.table.p.supreme[AXIS] == 5


@pytest.mark.rule("westfront", "9.21")
def test_a_rail_move_is_ten_hexes() -> None:
    """Berlin to Paris costs as many Supreme Moves as tens of hexes it begins."""
    g = scene(f"{TRAINS} / Paris: 84inf2 / axis movement")
    t = g.table
    far = rail.distances(t, piece(g, "84inf"), 6)
    ten = next(n for n, hexes in far.items() if hexes == 11)
    assert rail.moves_for(t, piece(g, "84inf"), 11) == 2
    g = scene(f"{REICH} / Berlin: OKW3* / Paris: 84inf2 / supreme 1 / axis movement")
    assert refused(g, f"rail 84inf {t.node_name(ten)}") == "9.21"


@pytest.mark.rule("westfront", "9.21/a")
def test_axis_rail_moves_are_halved_under_air_supremacy() -> None:
    """From June 1944 one Rail Move is five hexes."""
    g = scene("s44 bare / axis holds all / Berlin: OKW3* / Paris: 84inf2 / supreme 1 / axis movement")
    far = rail.distances(g.table, piece(g, "84inf"), 1)
    assert max(far.values()) == 5


@pytest.mark.rule("westfront", "9.21/b")
def test_a_rail_move_begins_on_friendly_rail() -> None:
    """Paris is ringed by Allied hexes: its garrison cannot be railed out."""
    ring = "allied holds Amiens Cambrai Rouen Reims Orleans Troyes"
    g = scene(f"{TRAINS} / {ring} / Paris: 84inf2! / axis movement")
    assert refused(g, "rail 84inf Lyon") == "9.21/b"


@pytest.mark.rule("westfront", "6.53/c")
def test_no_one_engages_by_rail() -> None:
    """Amiens is a friendly battle hex: no unit is railed into it."""
    g = scene(f"{TRAINS} / Paris: 84inf2 / Amiens: 85inf2 Br5inf2 / axis defends Amiens / axis movement")
    assert refused(g, "rail 84inf Amiens") == "6.53/c"


@pytest.mark.rule("westfront", "9.22")
def test_a_rearguard_never_leaves_by_rail() -> None:
    """Of two units in a friendly battle one may leave by rail, the last may not."""
    g = scene(f"{TRAINS} / Amiens: 84inf2 85inf2 Br5inf2 / axis defends Amiens / axis movement")
    give(g, "rail 84inf Paris")
    assert at(g, "84inf") == "Paris"
    assert refused(g, "rail 85inf Paris") == "9.22"


@pytest.mark.rule("westfront", "9.22")
def test_trains_out_of_a_battle_count_against_its_hexsides() -> None:
    """Two leave Amiens straight for Paris; that hexside is full, and the third goes round by Lille."""
    g = scene(f"{TRAINS} / Amiens: 84inf2 85inf2 86inf2 87inf2 Br5inf2 / axis defends Amiens / axis movement")
    give(g, "rail 84inf Paris", "rail 85inf Paris", "rail 86inf Paris")
    amiens, paris, lille = (node(g, name) for name in ("Amiens", "Paris", "Lille"))
    assert g.table.p.hexsides == {f"{amiens}.{paris}": 2, f"{amiens}.{lille}": 1}


@pytest.mark.rule("westfront", "9.22", "9.5")
def test_a_train_out_of_a_battle_goes_off_the_map() -> None:
    """To Sarajevo and two hexes over the map's edge to Pecs: the hexside to Sarajevo is the one that counts."""
    g = scene(f"{TRAINS} / Mostar: 84inf2 85inf2 Br5inf2 / axis defends Mostar / axis movement")
    assert rail.distances(g.table, piece(g, "84inf"), 1)[node(g, "Pecs_SE1")] == 3
    give(g, "rail 84inf Pecs_SE1")
    assert at(g, "84inf") == "Pecs_SE1"
    assert g.table.p.hexsides == {f"{node(g, 'Mostar')}.{node(g, 'Sarajevo')}": 1}


@pytest.mark.rule("westfront", "6.53/b", "6.1/b")
def test_a_strategic_mover_is_done_for_the_turn() -> None:
    """Railed to Paris it does not move in the Blitz either."""
    g = scene(f"{TRAINS} / Reims: 84inf2 / Paris: OBW3** / axis movement")
    give(g, "rail 84inf Paris", "end", "end")
    assert step(g) == "movement"
    assert refused(g, "move 84inf Amiens") == "6.1/b"


@pytest.mark.rule("westfront", "2.26/a")
def test_a_moved_fort_drops_to_its_cadre() -> None:
    """A fort at 4 arrives in Paris at 1."""
    g = scene(f"{TRAINS} / Reims: 89fort4 / axis movement")
    give(g, "rail 89fort Paris")
    assert (at(g, "89fort"), cv(g, "89fort")) == ("Paris", 1)


@pytest.mark.rule("westfront", "9.23")
def test_a_ferry_is_a_whole_rail_move() -> None:
    """Reggio to Catania: to the strait none, over it one, on from Messina one more."""
    g = scene("s43 bare / axis holds all / Berlin: OKW3* / Reggio: 84inf2 / supreme 1 / axis movement")
    inside = targets(g, "rail", "84inf")
    assert "Messina" in inside
    assert "Catania" not in inside


@pytest.mark.rule("westfront", "6.53/a")
def test_rail_moves_may_be_linked() -> None:
    """With two Supreme Moves the train goes on from Messina."""
    g = scene("s43 bare / axis holds all / Berlin: OKW3* / Reggio: 84inf2 / supreme 2 / axis movement")
    assert "Catania" in targets(g, "rail", "84inf")


@pytest.mark.rule("westfront", "9.5", "9.5/a")
def test_rail_runs_off_the_map() -> None:
    """Two rail hexes for each edge hex between entry hexes: one to the next, three to the one after it."""
    g = scene(f"{TRAINS} / Sarajevo: 84inf2 / axis movement")
    far = rail.distances(g.table, piece(g, "84inf"), 1)
    assert far[node(g, "Vukovar_E1")] == 2
    assert far[node(g, "Gyor_E1")] == 6


@pytest.mark.rule("westfront", "9.5/a")
def test_a_lost_entry_hex_is_passed_beyond_the_edge() -> None:
    """With the enemy in the entry hex between, the train runs past it off the map and comes in at the next."""
    g = scene(f"{TRAINS} / Sarajevo: 84inf2 / Vukovar_E1: Br5inf2 / axis movement")
    far = rail.distances(g.table, piece(g, "84inf"), 1)
    assert far[node(g, "Gyor_E1")] == 6


@pytest.mark.rule("westfront", "1.1")
def test_the_east_edge_is_the_axis_home() -> None:
    """An Allied corps in Sarajevo finds no train off the map."""
    g = scene("s44 bare / allied holds all / London: AF3* / Sarajevo: Br5inf2 / supreme 6 / allied movement")
    assert rail.off_map(g.table, 1, node(g, "Sarajevo")) == ()


@pytest.mark.rule("westfront", "16.7")
def test_lost_entry_hexes_have_no_trains() -> None:
    """In October 1944 Sarajevo is lost to the iron curtain."""
    g = scene("s44 bare / axis holds all / 1944-10 / axis movement")
    assert rail.off_map(g.table, 0, node(g, "Sarajevo")) == ()


@pytest.mark.rule("westfront", "2.66")
def test_italians_travel_through_no_land_that_is_closed_to_them() -> None:
    """It11 reaches Genoa, but not the French border's far end through France, nor Pecs over the map's edge."""
    g = scene("s43 bare / 1943-08 / Berlin: OKW3 / Turin: It11inf2 86inf2 / axis command")
    give(g, "activate OKW", "end")
    assert [refused(g, f"rail {unit} Avignon_NE1") for unit in ("It11inf", "86inf")] == ["2.66", ""]
    assert not refused(g, "rail It11inf Genoa")
    g = scene("s43 bare / 1943-08 / Berlin: OKW3 / Sarajevo: It11inf2 86inf2 / axis command")
    far = [rail.distances(g.table, piece(g, unit), 6)[node(g, "Pecs_SE1")] for unit in ("It11inf", "86inf")]
    assert far[0] > far[1]


@pytest.mark.rule("westfront", "9.22")
def test_a_supreme_hq_mobilizes_by_rail_out_of_a_friendly_battle() -> None:
    """OKW leaves Paris to a corps; alone it cannot, for a rearguard never goes by rail."""
    corps, rest = "84inf3 ", "US19mech3* / axis defends Paris / axis command"
    g = give(
        scene(f"s43 bare / 1943-08 / Paris: OKW3 {corps}{rest}"), "activate OKW", "end", "end", "entrain OKW Reims"
    )
    assert (at(g, "OKW"), cv(g, "OKW")) == ("Reims", 2)
    g = give(scene(f"s43 bare / 1943-08 / Paris: OKW3 {rest}"), "activate OKW", "end", "end")
    assert refused(g, "entrain OKW Reims") == "9.22"


@pytest.mark.rule("westfront", "9.21")
def test_no_train_passes_a_hex_that_was_left_to_the_enemy() -> None:
    """The rearguard has left Paris: friendly until the phase ends, but no train for Rouen runs through the enemy."""
    battle = "Paris: 84inf3 US19mech1* / axis defends Paris / Troyes: OBW3"
    g = scene(f"s43 bare / 1943-08 / Orleans: OKW3 / {battle} / axis command", [1] * 9)
    give(g, "activate OKW", "activate OBW", "end", "rearguard 84inf Troyes", "end", "withdraw Troyes")
    assert not g.table.p.occupied[AXIS] >> node(g, "Paris") & 1
    assert refused(g, "entrain OKW Rouen") == "9.21"


@pytest.mark.rule("westfront", "5.62")
def test_a_supreme_hq_mobilizes_by_rail() -> None:
    """One leg is free; OKW loses its step and arrives in Dresden. An ordinary HQ cannot do that."""
    g = scene(f"{REICH} / Berlin: OKW3* OBW3* / supreme 0 / axis movement")
    give(g, "end")
    assert refused(g, "entrain OBW Dresden") == "5.62"
    give(g, "entrain OKW Dresden")
    assert (at(g, "OKW"), cv(g, "OKW")) == ("Dresden", 2)


@pytest.mark.rule("westfront", "9.12/b")
def test_berlin_needs_another_victory_city() -> None:
    """Berlin alone, ringed by the Allies, is no origin."""
    ring = "Magdeburg Berlin_NW1 Berlin_NE1 Landsberg Dresden Cottbus"
    g = scene(f"{REICH} / allied holds {ring} / axis movement")
    assert not in_rail_supply(g, "Berlin")


@pytest.mark.rule("westfront", "9.12/b")
def test_a_victory_city_over_the_sea_keeps_no_origin() -> None:
    """Rails end on the Baltic and ships join Copenhagen to them, but Berlin needs another city by rail alone."""
    home = "axis holds Berlin Berlin_NE1 Stettin Rostock Berlin_NW1"
    g = scene(f"{REICH} / allied holds all / {home} Copenhagen / Berlin: OKW3 / axis movement")
    assert not in_rail_supply(g, "Berlin") and not in_rail_supply(g, "Copenhagen")
    g = scene(f"{REICH} / allied holds all / {home} Magdeburg Brunswick_NE1 Hamburg / Berlin: OKW3 / axis movement")
    assert in_rail_supply(g, "Berlin")


@pytest.mark.rule("westfront", "9.12/c")
def test_london_needs_the_atlantic() -> None:
    """London alone, with every other port in Axis hands, is no origin."""
    g = scene("s43 bare / axis holds all / allied holds London / allied movement")
    assert not in_rail_supply(g, "London", ALLIED)


@pytest.mark.rule("westfront", "9.31", "1.45")
def test_sea_lanes_join_rail_lines() -> None:
    """Tunis is supplied from London over the sea."""
    g = scene("s43 bare / allied movement")
    assert in_rail_supply(g, "Tunis", ALLIED)


@pytest.mark.rule("westfront", "8.4/c")
def test_trains_run_through_friendly_hexes_only() -> None:
    """With the ring around Paris Allied no train enters it."""
    ring = "allied holds Amiens Cambrai Rouen Reims Orleans Troyes"
    g = scene(f"{TRAINS} / {ring} / Lyon: 84inf2 / axis movement")
    assert refused(g, "rail 84inf Paris") in ("9.21", "9.12")


@pytest.mark.rule("westfront", "9.5/b")
def test_no_train_ends_off_the_map() -> None:
    """Every end of a rail move is a hex of the map."""
    g = scene(f"{TRAINS} / Sarajevo: 84inf2 / axis movement")
    assert all(g.table.world.land >> n & 1 for n in rail.distances(g.table, piece(g, "84inf"), 6))


@pytest.mark.rule("westfront", "10.2/a")
def test_status_lasts_until_the_next_check() -> None:
    """A corps cut off since its last check still has its zone; one that regained its line still has none."""
    g = scene("s44 bare / 1943-07 / allied holds all / Paris: 84inf2 / axis movement")
    assert g.table.p.held[AXIS] >> node(g, "Amiens") & 1
    g = scene("s44 bare / 1943-07 / axis holds all / allied holds Amiens / Paris: 84inf2! / axis movement")
    assert not g.table.p.held[AXIS] >> node(g, "Amiens") & 1


@pytest.mark.rule("westfront", "HUSKY/2", "HUSKY/F1", "HUSKY/F2")
def test_the_tutorial_is_set_up() -> None:
    """Two months on the hexes of Tunisia, Malta, Sicily and Reggio, with exact places."""
    import grognard

    g = grognard.new("westfront", "husky", seed=1)
    t = g.table
    assert t.p.last - t.p.month == 1
    assert t.world.land >> node(g, "Reggio") & 1 and not t.world.land >> node(g, "Naples") & 1
    axis = {"76arm": ("Palermo_E1", 3), "It7inf": ("Catania", 1), "Sicstat": ("Palermo", 1), "OKW": ("Reggio", 3)}
    axis |= {"1para": ("Reggio", 2), "1stat": ("Reggio", 2)}
    allied = {"15AG": ("Tunis", 3), "US2amph": ("Tunis", 4), "Br13mech": ("Tunis", 4), "FF2mtn": ("Tunis", 2)}
    allied |= {"21AG": ("Bizerte", 3), "US6amph": ("Bizerte", 2), "Br30arm": ("Bizerte", 4), "Br10inf": ("Bizerte", 4)}
    allied |= {"AF": ("Malta", 2), "Br2para": ("Malta", 1), "Br5inf": ("Sfax", 2)}
    for name, (place, strength) in {**axis, **allied}.items():
        assert (t.p.at[piece(g, name)], cv(g, name)) == (node(g, place), strength), name


@pytest.mark.rule("westfront", "HUSKY/3")
def test_the_seas_of_the_tutorial_are_allied() -> None:
    """Allied Naval Supremacy holds although no naval base is on the little map."""
    import grognard
    from grognard.titles.systems.front import sea

    g = grognard.new("westfront", "husky", seed=1)
    assert sea.naval_supremacy(g.table) == ALLIED
    assert set(sea.owners(g.table)) == {ALLIED}


@pytest.mark.rule("westfront", "BC/1")
@pytest.mark.parametrize(
    ("place", "limit"), [("Amiens", 4), ("Rennes", 4), ("Limoges", 4), ("Groningen", 3), ("Nice", 2)]
)
def test_stacking_by_terrain(place: str, limit: int) -> None:
    """Clear, forest and hill take four, marsh three, mountain two."""
    g = scene(f"{REICH} / axis movement")
    assert g.table.world.stack_limit(node(g, place)) == limit


@pytest.mark.rule("westfront", "10.3", "9.12", "10.4")
def test_supply_after_lyon() -> None:
    """The Allies are through at Lyon: the railhead is La Rochelle, a line passes disputed Bordeaux (E17)."""
    allies = (
        "Lyon: Br5inf2 / Lyon_SE1: Br10inf2 / Avignon: Polinf2 / Clermont-Ferrand: Br8mech2 / Limoges: US8arm3"
        " / Agen: US15arm3"
    )
    axis = "Agen_W1: 84inf2 / La_Rochelle: 85inf2 / Toulouse: 86inf2 / Perpignan: 74inf2 / Pau: 90inf2"
    g = scene(f"s44 bare / 1944-08 / axis holds all / {allies} / {axis} / allied supply", dice=[1] * 9)
    assert g.table.p.disputed >> node(g, "Bordeaux") & 1
    assert in_rail_supply(g, "La_Rochelle") and not in_rail_supply(g, "Bordeaux")
    assert [cv(g, name) for name in ("84inf", "85inf", "86inf", "74inf", "90inf")] == [2, 2, 1, 1, 1]


@pytest.mark.rule("westfront", "9.12/a")
def test_an_attack_on_avignon_moves_the_railhead() -> None:
    """Embattled Avignon is reached by Allied rail from the coast, but Lyon beyond it is not (E17)."""
    units = "Avignon: Polinf2 84inf2 / allied defends Avignon / Lyon_SE1: Br10inf2 / Lyon: Br5inf2 / Toulon: Br8mech2"
    g = scene(f"s44 bare / 1944-08 / allied holds Marseilles Toulon / {units} / allied movement")
    assert in_rail_supply(g, "Avignon", ALLIED)
    assert not in_rail_supply(g, "Lyon_SE1", ALLIED)


@pytest.mark.rule("westfront", "15.2/c")
def test_no_ship_lands_among_the_enemy() -> None:
    """The Axis has left Catania to the Allies in this phase: no one sails in, though control has not changed."""
    units = "Reggio: OKW3* 84inf2 / Catania: It7inf2 FF2mtn1 / axis defends Catania"
    g = scene(f"s43 bare / axis holds all / {units} / supreme 4 / axis movement")
    t = g.table
    t.p.put(piece(g, "It7inf"), node(g, "Messina"))
    assert refused(g, "sail 84inf Catania") == "15.2/c"


def test_a_block_that_starves_away_has_shown_its_last_step() -> None:
    """A British corps that vanishes was at 1; of one that loses a step the Axis learns nothing more."""
    for strength, told in ((2, []), (1, ["10.4"])):
        g = scene(f"s44 bare / 1943-07 / axis holds all / Metz: 84inf2 / Lyon: Br5inf{strength} / axis command")
        with reveals_watched() as fired:
            while list(g.decisions()) == ["axis"]:
                give(g, "end")
        assert (cv(g, "Br5inf"), [rule for rule, _ in fired]) == (strength - 1, told)
