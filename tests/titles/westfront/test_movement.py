"""Chapter 6, and what terrain (1) and kinds (2) do to a move."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game

from .play import at, cv, give, gone, node, piece, refused, scene, step, targets

LAND = "s44 bare / axis holds all / 1943-07"
HQS = "Paris: OBW3*"


@pytest.mark.rule("westfront", "6.1", "2.23")
def test_infantry_moves_two_hexes() -> None:
    """A German corps gets from Reims to Amiens in two hexes, not to Calais."""
    g = scene(f"{LAND} / {HQS} / Reims: 84inf3 / axis movement")
    assert refused(g, "move 84inf Amiens") == ""
    assert refused(g, "move 84inf Calais") == "6.1"


@pytest.mark.rule("westfront", "2.23/a")
def test_allied_infantry_is_motorized() -> None:
    """British infantry goes three hexes in dry weather."""
    g = scene("s44 bare / allied holds all / Paris: 21AG3* / Reims: Br5inf3 / allied movement")
    assert refused(g, "move Br5inf Calais") == ""


@pytest.mark.rule("westfront", "2.21")
def test_armor_moves_three_hexes() -> None:
    """A panzer corps reaches Calais from Reims but not Caen."""
    g = scene(f"{LAND} / {HQS} / Reims: 58arm3 / axis movement")
    assert (refused(g, "move 58arm Calais"), refused(g, "move 58arm Caen")) == ("", "6.1")


@pytest.mark.rule("westfront", "2.22")
def test_mech_moves_three_hexes() -> None:
    """AOK Mech reaches Calais from Reims but not Caen."""
    g = scene(f"{LAND} / {HQS} / Reims: AOKmech3 / axis movement")
    assert (refused(g, "move AOKmech Calais"), refused(g, "move AOKmech Caen")) == ("", "6.1")


@pytest.mark.rule("westfront", "2.24")
def test_cavalry_moves_two_hexes_in_mud() -> None:
    """In Mud cavalry alone still goes two hexes."""
    g = scene(f"{LAND} / mud / {HQS} / Reims: 78cav3 58arm3 / axis movement")
    assert (refused(g, "move 78cav Amiens"), refused(g, "move 58arm Amiens")) == ("", "12.22")
    assert refused(g, "move 78cav Calais") == "12.22"


@pytest.mark.rule("westfront", "2.61")
def test_amphibious_units_move_three_hexes() -> None:
    """US 5 Amphibious reaches Calais from Reims, and no hex beyond."""
    g = scene("s44 bare / allied holds all / Paris: 21AG3* / Reims: US5amph3 / allied movement")
    assert (refused(g, "move US5amph Calais"), refused(g, "move US5amph Caen")) == ("", "6.1")


@pytest.mark.rule("westfront", "2.62")
def test_mountain_units_move_two_hexes() -> None:
    """The French mountain corps is not motorized."""
    g = scene("s44 bare / allied holds all / Paris: 21AG3* / Reims: FF2mtn3 / allied movement")
    assert (refused(g, "move FF2mtn Amiens"), refused(g, "move FF2mtn Calais")) == ("", "6.1")


@pytest.mark.rule("westfront", "2.63")
def test_paras_move_two_hexes() -> None:
    """On the ground a para corps marches as infantry."""
    g = scene("s44 bare / allied holds all / Paris: 21AG3* / Reims: US17para3 / allied movement")
    assert (refused(g, "move US17para Amiens"), refused(g, "move US17para Calais")) == ("", "6.1")


@pytest.mark.rule("westfront", "2.27")
def test_hqs_move_two_hexes() -> None:
    """An inactive HQ under command goes two hexes."""
    g = scene(f"{LAND} / {HQS} / Reims: AGB2 / axis movement")
    assert (refused(g, "move AGB Amiens"), refused(g, "move AGB Calais")) == ("", "6.1")


@pytest.mark.rule("westfront", "13.22")
def test_air_supremacy_slows_the_axis() -> None:
    """From June 1944 German armor goes two hexes and infantry one."""
    g = scene("s44 bare / axis holds all / 1944-06 / Paris: OBW3* / Reims: 58arm3 84inf3 / axis movement")
    assert (refused(g, "move 58arm Amiens"), refused(g, "move 58arm Calais")) == ("", "13.22")
    assert (refused(g, "move 84inf Paris"), refused(g, "move 84inf Amiens")) == ("", "13.22")


@pytest.mark.rule("westfront", "12.22")
def test_mud_slows_all_to_one_hex() -> None:
    """In Mud armor goes one hex."""
    g = scene(f"{LAND} / mud / {HQS} / Reims: 58arm3 / axis movement")
    assert (refused(g, "move 58arm Paris"), refused(g, "move 58arm Amiens")) == ("", "12.22")


@pytest.mark.rule("westfront", "6.1/a")
def test_rough_ground_ends_a_move() -> None:
    """Armor that enters the mountains at Grenoble stops there; Turin lies beyond."""
    g = scene(f"{LAND} / Lyon: OBW3* 58arm3 / axis movement")
    assert "Grenoble" in targets(g, "move", "58arm")
    assert refused(g, "move 58arm Lyon>Grenoble>Avignon_NE1") == "6.1/a"


@pytest.mark.rule("westfront", "6.1/a")
def test_marsh_ends_a_move() -> None:
    """Amsterdam is reached from Arnhem by land, but Groningen, a marsh, lets no one on."""
    g = scene(f"{LAND} / Bremen_SW1: OBW3* / Emden: 84inf3 / axis movement")
    assert "Groningen" in targets(g, "move", "84inf")
    assert refused(g, "move 84inf Amsterdam") == "6.1/a"


@pytest.mark.rule("westfront", "2.24/a")
def test_cavalry_is_not_stopped() -> None:
    """Cavalry rides on through the marsh at Groningen."""
    g = scene(f"{LAND} / Bremen_SW1: OBW3* / Emden: 78cav3 / axis movement")
    assert refused(g, "move 78cav Emden>Groningen>Amsterdam") == ""


@pytest.mark.rule("westfront", "6.1/b")
def test_a_unit_moves_once_a_phase() -> None:
    """Having moved, it may not move again."""
    g = scene(f"{LAND} / {HQS} 84inf3 / axis movement")
    give(g, "move 84inf Paris>Amiens")
    assert refused(g, "move 84inf Lille") == "6.1/b"


@pytest.mark.rule("westfront", "1.39")
def test_a_strait_is_a_whole_move() -> None:
    """From Messina armor crosses to Reggio and stops there, and reaches nothing beyond."""
    g = scene("s43 bare / axis holds all / Reggio: OBW3* / Messina: 58arm3 / axis movement")
    beyond = targets(g, "move", "58arm") - {"Reggio", "Catania", "Catania_NW1", "Palermo", "Licata"}
    assert "Reggio" in targets(g, "move", "58arm")
    assert beyond == set()


@pytest.mark.rule("westfront", "1.35/b")
def test_alpine_hexsides_are_walls() -> None:
    """No one crosses the white mountains between Innsbruck and the hex east of Bolzano."""
    g = scene(f"{LAND} / Innsbruck: 65stat1 / supreme 1 / axis movement")
    assert refused(g, "move 65stat Bolzano_E1") == "1.35/b"


@pytest.mark.rule("westfront", "1.1/b")
def test_the_axis_stays_out_of_britain() -> None:
    """Axis units may enter neither Britain nor Africa: no order leads there."""
    g = scene("s44 bare / axis holds all / London: OBW3* / Oxford: 84inf3 / axis movement")
    assert refused(g, "move 84inf Ipswich") == "1.1/b"


@pytest.mark.rule("westfront", "2.66")
def test_italians_stay_near_home() -> None:
    """An Italian army next to Italy may not go deeper into France."""
    g = scene("s43 bare / axis holds all / Marseilles: OBW3* / Nice: It4inf2 / axis movement")
    inside = targets(g, "move", "It4inf")
    assert "Marseilles" not in inside
    assert refused(g, "move It4inf Marseilles") in ("2.66", "6.1")


@pytest.mark.rule("westfront", "2.25")
def test_statics_move_by_supreme_move_only() -> None:
    """An ordinary HQ beside it does not move a static; with a Supreme Move left it goes one hex."""
    g = scene(f"{LAND} / {HQS} 65stat1 / axis movement")
    assert refused(g, "move 65stat Amiens") == "2.25"
    g = scene(f"{LAND} / {HQS} 65stat1 / supreme 1 / axis movement")
    give(g, "move 65stat Paris>Amiens")
    assert at(g, "65stat") == "Amiens"
    assert g.table.p.supreme[0] == 0


@pytest.mark.rule("westfront", "2.26")
def test_forts_do_not_walk() -> None:
    """A fort moves by rail or sea only."""
    g = scene(f"{LAND} / {HQS} 89fort3 / supreme 3 / axis movement")
    assert refused(g, "move 89fort Amiens") == "2.26"


@pytest.mark.rule("westfront", "2.26/e")
def test_one_fort_in_a_hex() -> None:
    """A second fort cannot end its rail move where one stands."""
    g = scene(f"{LAND} / Berlin: OKW3* / Paris: 89fort3 / Reims: 81fort3 / supreme 3 / axis movement")
    assert refused(g, "rail 81fort Paris") == "6.21"
    assert refused(g, "rail 81fort Orleans") == ""


@pytest.mark.rule("westfront", "6.21", "6.22", "1.35")
def test_two_units_stay_in_mountains() -> None:
    """Grenoble is mountain: a third unit finds no room."""
    g = scene(f"{LAND} / Lyon: OBW0* 84inf3 / Grenoble: 85inf1 86inf1 / axis movement")
    assert refused(g, "move 84inf Grenoble") == "6.21"


@pytest.mark.rule("westfront", "1.34")
def test_three_units_stay_in_marsh() -> None:
    """Groningen is marsh: a fourth unit finds no room."""
    g = scene(f"{LAND} / Emden: OBW0* 84inf3 / Groningen: 85inf1 86inf1 74inf1 / axis movement")
    assert refused(g, "move 84inf Groningen") == "6.21"


@pytest.mark.rule("westfront", "6.2")
def test_a_full_hex_may_be_entered_while_one_can_leave() -> None:
    """A fifth unit comes, but the phase cannot end before one of those there has gone."""
    g = scene(f"{LAND} / {HQS} / Amiens: 84inf1 85inf1 86inf1 74inf1 / Lille: 90inf1 / axis movement")
    give(g, "move 90inf Lille>Amiens")
    assert refused(g, "end") == "6.2"
    give(g, "move 84inf Amiens>Calais", "end")
    assert step(g) == "mobilization"


@pytest.mark.rule("westfront", "6.21")
def test_over_a_strait_one_can_leave_too() -> None:
    """All ways from Odense lead over straits: a fifth unit comes if one of the four can cross, not among statics."""
    for fourth, rule in (("85inf2", ""), ("Denstat1", "6.21")):
        text = f"Odense: 65stat1 66stat1 88stat1 {fourth} / Copenhagen: AGB2** 74inf2"
        assert refused(scene(f"s43 bare / 1943-08 / {text} / axis movement"), "move 74inf Odense") == rule


PARIS = "s44 bare / 1944-08 / Paris: 84inf2 US19mech3* / axis defends Paris / Amiens: US4mech4 / Cambrai: US13mech4"


@pytest.mark.rule("westfront", "6.21", "6.22")
def test_a_rearguard_finds_room() -> None:
    """In Reims a Blitz HQ and three statics stay: armor at speed 2 leaves by Reims only to go on."""
    text = PARIS.replace("84inf", "58arm")
    g = scene(f"{text} / Reims: OBW2** 65stat1 66stat1 88stat1 / axis movement", dice=[1] * 20)
    give(g, "rearguard 58arm Reims", "end")
    assert refused(g, "withdraw Reims") == "6.41"
    assert refused(g, "withdraw Paris>Reims>Troyes") == ""


@pytest.mark.rule("westfront", "6.22")
def test_someone_makes_room_for_a_rearguard() -> None:
    """It gets to Reims only, and four units are there: one of them walks off before the moves end."""
    g = scene(f"{PARIS} / Reims: OBW2** 58arm3 76arm3 Garm3 / axis movement", dice=[1] * 20)
    give(g, "rearguard 84inf Reims")
    assert refused(g, "end") == "6.2"
    give(g, "move 58arm Troyes", "end", "withdraw Reims")
    assert at(g, "84inf") == "Reims"


@pytest.mark.rule("westfront", "6.21", "6.22")
def test_no_rearguard_overstacks() -> None:
    """Reims is all it can reach by that exit, and no one there can leave: it must choose another."""
    g = scene(f"{PARIS} / Reims: OBW2** 65stat1 66stat1 88stat1 / axis movement")
    assert refused(g, "rearguard 84inf Reims") == "6.21"
    assert refused(g, "rearguard 84inf Troyes") == ""


@pytest.mark.rule("westfront", "6.21")
def test_who_attacks_anew_takes_the_room_of_a_rearguard() -> None:
    """Two units stay in mountainous Pescara: the second of two fresh ones comes once the last that stood will go."""
    text = "Pescara: 76arm2 Br10inf4* / axis defends Pescara / Termoli: 15AG3* / Perugia: Br8mech4 Br12mech4"
    g = scene(f"s43 bare / 1943-08 / {text} / allied holds Termoli Perugia Cassino / allied movement", dice=[1] * 20)
    give(g, "move Br8mech Pescara")
    assert refused(g, "move Br12mech Perugia>Ancona>Pescara") == "6.21"
    give(g, "rearguard Br10inf Cassino", "move Br12mech Perugia>Ancona>Pescara", "end", "withdraw Cassino")
    assert [at(g, name) for name in ("Br10inf", "Br8mech", "Br12mech")] == ["Cassino", "Pescara", "Pescara"]


@pytest.mark.rule("westfront", "6.31")
def test_engaging_ends_a_move() -> None:
    """Armor enters Amiens, where the British stand, and goes no farther."""
    g = scene(f"{LAND} / {HQS} 58arm3 / Amiens: Br5inf2 / axis movement")
    assert refused(g, "move 58arm Paris>Amiens>Calais") == "6.1/a"
    give(g, "move 58arm Paris>Amiens")
    assert at(g, "58arm") == "Amiens"


@pytest.mark.rule("westfront", "7.11", "6.31/a")
def test_a_new_battle_must_be_fought() -> None:
    """Attackers stay hidden as they engage; the battle is then fought without being chosen."""
    g = scene(f"{LAND} / {HQS} 58arm3 / Amiens: Br5inf2 / axis movement")
    give(g, "move 58arm Paris>Amiens")
    assert g.table.name_for(1, piece(g, "58arm")).startswith("#")
    give(g, "end", "end")
    assert g.table.p.new_battles >> node(g, "Amiens") & 1


@pytest.mark.rule("westfront", "6.32", "8.4/b")
def test_a_unit_disengages_into_friendly_hexes_only() -> None:
    """Cambrai is friendly, Lille disputed: the unit leaves Amiens by the one and not by the other."""
    g = scene(
        f"{LAND} / {HQS} / Amiens: 84inf2 85inf2 Br5inf2 / Cambrai: 86inf1 / Ostende: Br10inf2 / axis defends Amiens"
        " / axis movement"
    )
    assert refused(g, "move 84inf Amiens>Lille") == "6.32"
    assert refused(g, "move 84inf Amiens>Cambrai") == ""


@pytest.mark.rule("westfront", "6.32/a")
def test_a_unit_that_disengaged_does_not_engage_again() -> None:
    """Having left Amiens it may not attack Lille in the same phase."""
    g = scene(
        f"{LAND} / {HQS} / Amiens: 58arm2 85inf2 Br5inf2 / Cambrai: 86inf1 / Lille: Br10inf2 / axis defends Amiens"
        " / axis movement"
    )
    assert "Lille" not in targets(g, "move", "58arm")
    assert refused(g, "move 58arm Lille") == "6.32/a"


@pytest.mark.rule("westfront", "6.33", "1.31")
def test_two_units_engage_over_a_clear_hexside() -> None:
    """A third unit over the clear side of Paris and Amiens is refused."""
    g = scene(f"{LAND} / {HQS} 58arm3 84inf3 85inf3 / Amiens: Br5inf2 / axis movement")
    give(g, "move 58arm Paris>Amiens", "move 84inf Paris>Amiens")
    assert refused(g, "move 85inf Paris>Amiens") == "6.33"
    g = scene(f"{LAND} / {HQS} 58arm3 84inf3 85inf3 / Amiens: Br5inf2 / axis movement")
    give(g, "move 58arm Paris>Amiens")
    assert refused(g, "move 84inf Paris>Amiens") == ""


def test_ways_into_a_battle_differ_in_their_last_hexside() -> None:
    """Two units fill the hexside from Paris: a third is offered the others, and goes by the first of them unasked."""
    g = scene(f"{LAND} / {HQS} 58arm3 84inf3 85inf3 / Amiens: Br5inf2 / axis movement")
    d = g.decisions()["axis"]
    ways = [choice.text for choice in d.next("move", "84inf", "Amiens")]
    assert ways == ["Paris>Amiens", "Paris>Cambrai>Amiens", "Paris>Rouen>Amiens"]
    assert d.next("move", "84inf", "Reims") == []
    give(g, "move 58arm Amiens", "move 84inf Amiens Paris>Rouen>Amiens", "move 85inf Amiens")
    came = [g.table.node_name(g.table.p.came[g.table.world.named[name]]) for name in ("58arm", "84inf", "85inf")]
    assert came == ["Paris", "Rouen", "Paris"]


def test_ways_out_of_a_battle_differ_in_their_first_hexside() -> None:
    """Out of Amiens to Reims the armor may go by Cambrai or by Paris, which fill up apart."""
    g = scene(f"{LAND} / {HQS} / Amiens: 84inf2 58arm2 Br5inf2 / axis defends Amiens / axis movement")
    ways = [choice.text for choice in g.decisions()["axis"].next("move", "84inf", "Reims")]
    assert ways == ["Amiens>Cambrai>Reims", "Amiens>Paris>Reims"]


@pytest.mark.rule("westfront", "1.36")
def test_one_unit_engages_over_a_river() -> None:
    """The Seine parts Paris and Rouen: a second unit is refused."""
    g = scene(f"{LAND} / {HQS} 84inf3 85inf3 / Rouen: Br5inf2 / axis movement")
    give(g, "move 84inf Paris>Rouen")
    assert refused(g, "move 85inf Paris>Rouen") == "6.33"


@pytest.mark.rule("westfront", "6.33/a")
def test_leaving_and_entering_count_together() -> None:
    """One unit has left Rennes over a forest hexside: no other may engage over the same one."""
    g = scene(f"{LAND} / Caen: OBW3* 86inf2 / Rennes: 84inf2 85inf2 Br5inf2 / axis defends Rennes / axis movement")
    give(g, "move 84inf Rennes>Caen")
    assert refused(g, "move 86inf Caen>Rennes") == "6.33"


@pytest.mark.rule("westfront", "12.23")
def test_in_mud_every_hexside_takes_one() -> None:
    """In Mud a clear hexside lets one unit engage."""
    g = scene(f"{LAND} / mud / {HQS} 84inf3 85inf3 / Amiens: Br5inf2 / axis movement")
    give(g, "move 84inf Paris>Amiens")
    assert refused(g, "move 85inf Paris>Amiens") == "6.33"


@pytest.mark.rule("westfront", "6.41")
def test_the_last_unit_leaves_as_rearguard() -> None:
    """One of two may disengage; the other must be named rearguard."""
    g = scene(f"{LAND} / {HQS} / Amiens: 84inf2 58arm2 Br5inf2 / axis defends Amiens / axis movement")
    give(g, "move 84inf Amiens>Cambrai")
    assert refused(g, "move 58arm Amiens>Cambrai") == "6.41"
    assert refused(g, "rearguard 58arm Cambrai") == ""


@pytest.mark.rule("westfront", "6.42")
def test_pursuit_by_relative_speed() -> None:
    """British armor (3) pursues German infantry (2) at DF: of its two dice the 5 hits, the 4 does not."""
    g = scene(f"{LAND} / {HQS} / Amiens: 84inf3 Br30arm2 / axis defends Amiens / axis movement", dice=[5, 4])
    give(g, "rearguard 84inf Cambrai", "end", "withdraw Cambrai")
    assert cv(g, "84inf") == 2


@pytest.mark.rule("westfront", "6.42")
def test_equal_pursuers_fire_single() -> None:
    """A mountain corps as fast as the infantry hits on 6 only."""
    g = scene(f"{LAND} / {HQS} / Amiens: 84inf3 FF2mtn2 / axis defends Amiens / axis movement", dice=[5, 6])
    give(g, "rearguard 84inf Cambrai", "end", "withdraw Cambrai")
    assert (cv(g, "84inf"), at(g, "84inf")) == (2, "Cambrai")


def test_slower_pursuers_do_not_fire() -> None:
    """Armor (3) gets away from a mountain corps (2) without a die."""
    g = scene(f"{LAND} / {HQS} / Amiens: 58arm3 FF2mtn2 / axis defends Amiens / axis movement", dice=[6, 6])
    give(g, "rearguard 58arm Cambrai", "end", "withdraw Cambrai")
    assert cv(g, "58arm") == 3


@pytest.mark.rule("westfront", "6.42", "6.1/a")
def test_in_mountains_armor_is_no_faster_than_others() -> None:
    """At Cassino armor goes at 1: a mountain corps keeps up with it, and two hits cost a step. Cavalry gets away."""
    for unit, left in (("58arm", 2), ("78cav", 3)):
        text = f"Cassino: {unit}3 FF2mtn2 / axis defends Cassino / Rome: AGC2* / axis movement"
        g = scene(f"s43 bare / 1943-10 / {text}", dice=[6, 6])
        give(g, f"rearguard {unit} Rome", "end")
        assert cv(g, unit) == left


@pytest.mark.rule("westfront", "7.34", "6.42/a")
def test_a_rearguard_has_its_terrain() -> None:
    """In the forest at Rennes two hits cost the rearguard one step."""
    g = scene(f"{LAND} / Caen: OBW3* / Rennes: 84inf3 FF2mtn2 / axis defends Rennes / axis movement", dice=[6, 6])
    give(g, "rearguard 84inf Caen", "end")
    assert cv(g, "84inf") == 2


@pytest.mark.rule("westfront", "6.32/b")
def test_without_a_friendly_hex_a_unit_stays() -> None:
    """Allied zones surround the battle: there is no way out."""
    g = scene(
        "s44 bare / allied holds all / Caen: 84inf2 Br5inf2 / axis defends Caen / Argentan: Br10inf1 / Rennes: Polinf1"
        " / supreme 1 / axis movement"
    )
    assert refused(g, "rearguard 84inf Argentan") == "6.32/b"


@pytest.mark.rule("westfront", "6.52")
def test_a_supreme_move_takes_a_unit_anywhere() -> None:
    """Far from every HQ a corps moves by Supreme Move, and one is used up."""
    g = scene(f"{LAND} / Berlin: OKW3* / Lyon: 84inf3 / supreme 2 / axis movement")
    give(g, "move 84inf Lyon>Clermont-Ferrand")
    assert (at(g, "84inf"), g.table.p.supreme[0]) == ("Clermont-Ferrand", 1)


@pytest.mark.rule("westfront", "6.51")
def test_supreme_hqs_have_no_range() -> None:
    """OKW without Supreme Moves left commands no one beside it."""
    g = scene(f"{LAND} / Paris: OKW3* 84inf2 / supreme 0 / axis movement")
    assert refused(g, "move 84inf Amiens") == "5.3/a"


@pytest.mark.rule("westfront", "6.41/a")
def test_leaving_and_attacking_anew_is_a_new_battle() -> None:
    """All who stood in Amiens leave and others enter: a new attack, with the Allies as Original Defender."""
    g = scene(f"{LAND} / {HQS} 58arm3 / Amiens: 84inf2 FF2mtn1 / axis defends Amiens / axis movement", dice=[1])
    give(g, "move 58arm Paris>Amiens", "rearguard 84inf Cambrai", "end", "withdraw Cambrai", "end")
    p = g.table.p
    assert p.defends[1] >> node(g, "Amiens") & 1
    assert p.new_battles >> node(g, "Amiens") & 1


@pytest.mark.rule("westfront", "6.41/a", "6.42")
def test_an_hq_that_mobilizes_last_is_pursued() -> None:
    """Of those that stood in Paris none stays: a retreat, and who has come attacks anew; not so beside a corps."""

    def mobilized(stays: str, *comes: str) -> Game:
        paris = f"Paris: OBW2* {stays} US19mech3* / axis defends Paris"
        g = scene(f"s44 bare / 1944-08 / {paris} / Reims: 58arm3 / axis movement", dice=[6] * 40)
        return give(g, *comes, "end", "mobilize OBW Reims")

    relieved = mobilized("", "move 58arm Paris")
    assert gone(relieved, "58arm")
    assert [cv(g, "OBW") for g in (relieved, mobilized(""), mobilized("84inf2"))] == [0, 0, 1]


@pytest.mark.rule("westfront", "6.42/c")
def test_rearguards_leave_when_all_else_has_moved() -> None:
    """The rearguard stays in the battle until the moves are over."""
    g = scene(f"{LAND} / {HQS} / Amiens: 58arm2 FF2mtn1 / axis defends Amiens / axis movement", dice=[1])
    give(g, "rearguard 58arm Cambrai")
    assert at(g, "58arm") == "Amiens"
    give(g, "end", "withdraw Amiens>Cambrai>Reims")
    assert at(g, "58arm") == "Reims"


@pytest.mark.rule("westfront", "6.31/b")
def test_reinforcing_a_battle_forces_nothing() -> None:
    """A second corps joins an old battle: it need not be fought."""
    g = scene(f"{LAND} / {HQS} 85inf2 / Amiens: 84inf2 Br5inf2 / axis defends Amiens / axis movement")
    give(g, "move 85inf Paris>Amiens", "end", "end")
    assert g.table.p.mandatory == 0


@pytest.mark.rule("westfront", "6.32/c")
def test_a_unit_may_disengage_forward() -> None:
    """A panzer corps in Lille holds Calais behind the enemy: the unit in Amiens may leave to it."""
    g = scene(f"{LAND} / {HQS} / Amiens: 84inf2 85inf2 Br5inf2 / allied defends Amiens / Lille: 58arm2 / axis movement")
    assert refused(g, "move 84inf Amiens>Calais") == ""


@pytest.mark.rule("westfront", "6.42/b")
def test_a_lost_rearguard_costs_nothing_more() -> None:
    """It is removed and the battle is over; the phase goes on."""
    g = scene(f"{LAND} / {HQS} / Amiens: 84inf1 Br30arm2 / axis defends Amiens / axis movement", dice=[5, 5])
    give(g, "rearguard 84inf Cambrai", "end")
    assert gone(g, "84inf")
    assert step(g) == "mobilization"


@pytest.mark.rule("westfront", "5.3/b")
def test_command_passes_disputed_hexes() -> None:
    """Amiens is disputed between Paris and Calais; command runs through it to Le Havre."""
    units = "Calais: Br5inf2 / Le_Havre: 84inf2"
    g = scene(f"{LAND} / allied holds Rouen / Paris: OBW2* 85inf1 / {units} / axis movement")
    assert g.table.p.disputed >> node(g, "Amiens") & 1
    assert refused(g, "move 84inf Rouen") == ""


@pytest.mark.rule("westfront", "8.T")
def test_the_chart_of_control() -> None:
    """An embattled friendly hex takes no deploying HQ, no disengaging unit and no train."""
    battle = "Amiens: 85inf2 Br5inf2 / axis defends Amiens"
    g = scene(f"{LAND} / {battle} / Paris: OBW3 / axis command")
    assert refused(g, "deploy OBW Amiens") == "5.21"
    more = "Cambrai: 84inf2 86inf1 Br10inf2 / axis defends Cambrai"
    g = scene(f"{LAND} / {battle} / {more} / {HQS} / supreme 2 / axis movement")
    assert refused(g, "move 84inf Cambrai>Amiens") == "6.32/a"
    assert refused(g, "rail 84inf Amiens") == "6.53/c"
