"""Chapter 7: battles, fire, losses, support."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game

from . import play
from .play import at, cv, give, gone, node, piece, refused, step, verbs

LAND = "s44 bare / axis holds all / 1943-07"


def scene(text: str, dice: list[int] | None = None) -> Game:
    """A scene whose battles are not followed by supply attrition."""
    return play.scene(text, dice, without=["10.4"])


def battle(
    attackers: str, defenders: str, where: str = "Amiens", more: str = "", dice: list[int] | None = None
) -> Game:
    """An old battle in which the Axis attacks the Allies."""
    return scene(f"{LAND} / {where}: {attackers} {defenders} / allied defends {where} {more} / axis combat", dice=dice)


SUPPORTED = "/ Paris: OBW3*"


@pytest.mark.rule("westfront", "7.22", "7.33/a")
def test_the_combat_example() -> None:
    """Airstrike, defensive fire, offensive fire, with each hit on the strongest and ties for the owner (E10)."""
    g = scene(
        f"{LAND} / Amiens: 58arm4 AOKmech4 US15arm3 Br5inf3 Br10inf2 / allied defends Amiens / Paris: AGB2*"
        " / axis combat",
        dice=[3, 6, 2, 3, 6, 2, 4, 3, 6, 3, 5, 5, 3, 4, 5],
    )
    give(g, "strike AGB Amiens")
    give(g, "lose Br5inf", "fire US15arm", "lose AOKmech", "fire Br5inf", "fire 58arm", "lose Br10inf")
    assert [cv(g, name) for name in ("US15arm", "Br5inf", "Br10inf")] == [2, 2, 1]
    assert [cv(g, name) for name in ("58arm", "AOKmech")] == [3, 3]


@pytest.mark.rule("westfront", "7.31")
def test_a_unit_rolls_a_die_for_each_cv() -> None:
    """Infantry at 3 rolls three dice: three sixes take three steps."""
    g = battle("84inf3", "Br5inf4", more=SUPPORTED, dice=[1, 1, 1, 1, 6, 6, 6])
    give(g, "end", "fight Amiens")
    assert cv(g, "Br5inf") == 1


@pytest.mark.rule("westfront", "7.32", "2.21")
def test_armor_hits_on_five() -> None:
    """Armor fires DF: of 4, 5 and 6 two hit."""
    g = battle("58arm3", "Br5inf4", more=SUPPORTED, dice=[1, 1, 1, 1, 4, 5, 6])
    give(g, "end", "fight Amiens")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "2.22")
def test_mech_defends_with_double_fire() -> None:
    """A defending mech corps hits on 5, an attacking one on 6 only."""
    g = battle("AOKmech2", "Br8mech2", more=SUPPORTED, dice=[5, 4, 5])
    give(g, "end", "fight Amiens")
    assert (cv(g, "AOKmech"), cv(g, "Br8mech")) == (1, 2)


@pytest.mark.rule("westfront", "2.23")
def test_infantry_hits_on_six() -> None:
    """Infantry fires SF both ways."""
    g = battle("84inf2", "Br5inf2", more=SUPPORTED, dice=[5, 6, 5])
    give(g, "end", "fight Amiens")
    assert (cv(g, "84inf"), cv(g, "Br5inf")) == (1, 2)


@pytest.mark.rule("westfront", "2.63")
def test_paras_defend_with_double_fire() -> None:
    """A defending para hits on 5."""
    g = battle("84inf3", "US17para2", more=SUPPORTED, dice=[5, 4])
    give(g, "end", "fight Amiens")
    assert cv(g, "84inf") == 2


@pytest.mark.rule("westfront", "2.65")
def test_ss_armor_fires_triple() -> None:
    """1 SS Panzer hits on 4."""
    g = battle("1SSarm1", "Br5inf3", more=SUPPORTED, dice=[1, 1, 1, 4])
    give(g, "end", "fight Amiens")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "2.27")
def test_hqs_do_not_fire() -> None:
    """An HQ in a battle has no dice; it takes hits like any unit."""
    g = battle("84inf1", "21AG3", more=SUPPORTED, dice=[6])
    give(g, "end", "fight Amiens")
    assert (cv(g, "84inf"), cv(g, "21AG")) == (1, 2)


@pytest.mark.rule("westfront", "2.26/b")
def test_forts_defend_with_triple_fire() -> None:
    """A fort attacked at Calais hits on 4."""
    g = scene(
        "s44 bare / allied holds all / Calais: 89fort1 Br5inf3 / axis defends Calais / Lille: 21AG3* / allied combat",
        dice=[4, 1, 1, 1],
    )
    give(g, "end", "fight Calais")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "7.33", "7.33/b")
def test_a_unit_at_its_last_step_is_eliminated() -> None:
    """A hit on a corps at 1 removes it, and the battle is over."""
    g = battle("84inf1", "Br5inf1", more=SUPPORTED, dice=[1, 6])
    give(g, "end", "fight Amiens")
    assert gone(g, "Br5inf")
    assert at(g, "84inf") == "Amiens"


@pytest.mark.rule("westfront", "7.33/a")
def test_the_strongest_takes_the_hit() -> None:
    """The corps at 3 takes it, and its owner may not choose the one at 2."""
    g = battle("84inf1", "Br5inf3 Br10inf3 Polinf2", more=SUPPORTED, dice=[1] * 8 + [6])
    give(g, "end", "fight Amiens", "fire Br5inf", "fire Br10inf")
    assert refused(g, "lose Polinf") == "7.33/a"
    give(g, "lose Br10inf")
    assert [cv(g, name) for name in ("Br5inf", "Br10inf", "Polinf")] == [3, 2, 2]


@pytest.mark.rule("westfront", "7.34", "1.32")
def test_forest_doubles_the_defense() -> None:
    """At Rennes two hits cost one step."""
    g = battle("84inf2", "Br5inf3", "Rennes", "/ Caen: OBW3*", [1, 1, 1, 6, 6])
    give(g, "end", "fight Rennes")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "1.33")
def test_hill_doubles_the_defense() -> None:
    """At Catania two hits cost one step."""
    g = scene(
        "s43 bare / allied holds all / Catania: 84inf2 Br5inf3 / allied defends Catania / Messina: OBW3* / axis combat",
        dice=[1, 1, 1, 6, 6],
    )
    give(g, "end", "fight Catania")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "1.34", "7.32/a", "1.34/a")
def test_marsh_doubles_the_defense_and_weakens_the_attack() -> None:
    """At Groningen armor fires SF and two hits cost one step."""
    g = battle("58arm3", "Br5inf3", "Groningen", "/ Emden: OBW3*", [1, 1, 1, 6, 6, 5])
    give(g, "end", "fight Groningen")
    assert cv(g, "Br5inf") == 2
    g = battle("58arm2", "Br5inf1", "Groningen", "/ Emden: OBW3*", [1, 5, 5])
    give(g, "end", "fight Groningen")
    assert not gone(g, "Br5inf")


@pytest.mark.rule("westfront", "1.35")
def test_mountain_doubles_the_defense() -> None:
    """At Grenoble two hits cost one step."""
    g = battle("84inf2", "Br5inf3", "Grenoble", "/ Lyon: OBW3*", [1, 1, 1, 6, 6])
    give(g, "end", "fight Grenoble")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "2.62", "7.32/c")
def test_mountain_units_fire_double_in_mountains() -> None:
    """Houck at Grenoble hits on 5 in dry weather, on 6 in Mud."""
    g = battle("Hkmtn2", "Br5inf3", "Grenoble", "/ Lyon: OBW3*", [1, 1, 1, 5, 5])
    give(g, "end", "fight Grenoble")
    assert cv(g, "Br5inf") == 2
    g = scene(
        "s44 bare / mud / Grenoble: Br5inf2 Hkmtn1 / axis defends Grenoble / Lyon: 21AG3* / allied combat", dice=[5]
    )
    give(g, "end", "fight Grenoble")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "1.41", "7.32/b")
def test_a_major_city_helps_its_defenders() -> None:
    """In Lille the passive side fires DF and takes two hits to a step (E09)."""
    g = battle("84inf3", "Br5inf2", "Lille", "/ Amiens: OBW3*", [5, 1, 6, 6])
    give(g, "end", "fight Lille")
    assert (cv(g, "84inf"), cv(g, "Br5inf")) == (2, 1)


@pytest.mark.rule("westfront", "1.41/a")
def test_rome_is_an_open_city() -> None:
    """Rome gives no defense: one hit, one step."""
    g = scene(
        "s43 bare / allied holds all / Rome: 84inf1 OBW3* Br5inf2 / allied defends Rome / axis combat",
        dice=[1, 1, 6],
    )
    give(g, "end", "fight Rome")
    assert cv(g, "Br5inf") == 1


@pytest.mark.rule("westfront", "7.23")
def test_defense_changes_sides_with_the_active_player() -> None:
    """The Allies were attacked in Lille and now attack: the Axis has double defense, they have none (E11)."""
    battle = "Lille: 84inf3 Br5inf3 / allied defends Lille / Amiens: 21AG3*"
    g = scene(f"s44 bare / {battle} / allied combat", dice=[6, 1, 1, 6, 6])
    give(g, "end", "fight Lille")
    assert (cv(g, "84inf"), cv(g, "Br5inf")) == (2, 2)


@pytest.mark.rule("westfront", "7.34/a")
def test_half_hits_stay_with_the_unit_and_lapse() -> None:
    """Two attackers score one hit each in the forest: the unit that took the first half takes the second."""
    g = battle("84inf1 85inf1", "Br5inf2 Br10inf2", "Rennes", "/ Caen: OBW3*", [1, 1, 1, 1, 6, 6])
    give(g, "end", "fight Rennes", "fire Br5inf", "fire 84inf", "lose Br10inf")
    assert (cv(g, "Br5inf"), cv(g, "Br10inf")) == (2, 1)
    assert sum(g.table.p.hits) == 0


@pytest.mark.rule("westfront", "7.4")
def test_unsupported_fire_is_halved() -> None:
    """No HQ is near Amiens: in the open two hits cost one step."""
    g = battle("84inf2", "Br5inf3", dice=[1, 1, 1, 6, 6])
    give(g, "fight Amiens")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "7.4/a", "7.35/a")
def test_unsupported_fire_on_rough_ground_counts_a_third() -> None:
    """No HQ is near Rennes: in the forest two hits are not enough."""
    g = battle("84inf3", "Br5inf3", "Rennes", "", [1, 1, 1, 6, 6, 1])
    give(g, "fight Rennes")
    assert cv(g, "Br5inf") == 3


@pytest.mark.rule("westfront", "7.4/d")
def test_battles_are_fought_without_any_hq() -> None:
    """A player who activated no HQ may still fight."""
    g = battle("84inf3", "Br5inf3")
    assert refused(g, "fight Amiens") == ""


@pytest.mark.rule("westfront", "5.42")
def test_an_hq_that_stays_supports_within_its_range() -> None:
    """OB West at I in Paris supports Amiens, next to it."""
    g = battle("84inf2", "Br5inf3", more="/ Paris: OBW1*")
    assert g.table.p.supported >> node(g, "Amiens") & 1
    g = battle("84inf2", "Br5inf3", more="/ Paris: OBW0*")
    assert not g.table.p.supported >> node(g, "Amiens") & 1


@pytest.mark.rule("westfront", "7.35", "1.46/a")
def test_a_fortress_triples_the_defense() -> None:
    """At Malta three hits cost a step."""
    g = scene(
        "s43 bare / Malta: It7inf3 58arm3 Br5inf3 OBW3* / allied defends Malta / axis combat",
        dice=[1, 1, 1, 6, 6, 6, 1, 1, 1],
    )
    give(g, "end", "fire It7inf")
    assert cv(g, "Br5inf") == 2


@pytest.mark.rule("westfront", "7.32/d", "1.46/b")
def test_the_largest_defender_of_a_fortress_fires_triple() -> None:
    """At Malta the infantry hits on 4."""
    g = scene("s43 bare / Malta: It7inf3 Br5inf1 / allied defends Malta / axis combat", dice=[4, 1, 1])
    assert cv(g, "It7inf") == 2


@pytest.mark.rule("westfront", "7.32/d")
def test_of_equals_in_a_fortress_the_weaker_fire_is_tripled() -> None:
    """The armor of Malta has its DF anyway, so the infantry fires TF: each hits with what only it hits with."""
    g = scene("s43 bare / Malta: It7inf3 Br5inf1 Br30arm1 / allied defends Malta / axis combat", dice=[4, 4, 1, 1])
    give(g, "fire Br5inf")
    assert cv(g, "It7inf") == 2


@pytest.mark.rule("westfront", "7.4/c")
def test_unsupported_fire_does_not_hurt_a_fortress() -> None:
    """Three sixes without an HQ do nothing at Malta."""
    g = scene("s43 bare / Malta: It7inf3 Br5inf1 / allied defends Malta / axis combat", dice=[1, 6, 6, 6])
    assert not gone(g, "Br5inf")
    assert cv(g, "Br5inf") == 1


@pytest.mark.rule("westfront", "7.15/b")
def test_a_fortress_battle_is_fought_every_turn() -> None:
    """At Malta the Original Attacker has no choice."""
    g = scene("s43 bare / Malta: It7inf3 Br5inf1 / allied defends Malta / axis combat", dice=[4, 1, 1])
    assert cv(g, "It7inf") == 2


@pytest.mark.rule("westfront", "7.23/a")
def test_a_fortress_helps_its_original_defender_only() -> None:
    """The British at Malta attack in their own turn: the Italians lose a step for each hit."""
    g = scene("s43 bare / Malta: It7inf3 Br5inf2 21AG3* / allied defends Malta / allied combat", dice=[1] * 3 + [6, 1])
    give(g, "end", "fight Malta")
    assert cv(g, "It7inf") == 2


@pytest.mark.rule("westfront", "7.12", "7.15")
def test_a_new_battle_makes_the_attacker_original_attacker() -> None:
    """A German attack on Amiens must be fought; the Allies keep the hex."""
    g = scene(f"{LAND} / Paris: OBW3* 84inf3 / Amiens: Br5inf2 / axis movement", dice=[1, 1, 1, 1, 1])
    give(g, "move 84inf Paris>Amiens", "end", "end")
    assert step(g) == "airstrikes"
    give(g, "end")
    assert g.table.p.defends[1] >> node(g, "Amiens") & 1
    assert g.table.p.shown[piece(g, "84inf")]
    assert not g.table.p.shown[piece(g, "Br5inf")]


@pytest.mark.rule("westfront", "7.12/a")
def test_attackers_stay_face_up_and_defenders_stand_up() -> None:
    """After the round the Allies still read the German corps; the Axis no longer reads the British."""
    g = battle("84inf3", "Br5inf2", more=SUPPORTED, dice=[1, 1, 1, 1, 1])
    give(g, "end", "fight Amiens")
    t = g.table
    assert t.name_for(1, piece(g, "84inf")) == "84inf"
    assert t.name_for(0, piece(g, "Br5inf")).startswith("#")


@pytest.mark.rule("westfront", "7.14")
def test_active_battles_are_shown() -> None:
    """Fighting reveals all: the Axis then knows the CV it saw."""
    g = battle("84inf3", "Br5inf2", more=SUPPORTED, dice=[1, 1, 1, 1, 1])
    give(g, "end", "fight Amiens")
    assert g.table.know.known(0, piece(g, "Br5inf"))["cv"][0] == 2


def test_an_old_battle_need_not_be_fought() -> None:
    """The active player may leave it."""
    g = battle("84inf3", "Br5inf2", more=SUPPORTED)
    give(g, "end")
    assert {"fight", "end"} <= verbs(g)
    give(g, "end")
    assert cv(g, "84inf") == 3


@pytest.mark.rule("westfront", "7.15")
def test_units_that_join_their_own_attack_are_shown() -> None:
    """A second corps joins the attack on Amiens, which is not fought: the Allies still see it."""
    g = scene(f"{LAND} / Paris: OBW3* 85inf2 / Amiens: 84inf3 Br5inf2 / allied defends Amiens / axis movement")
    give(g, "move 85inf Paris>Amiens", "end", "end", "end", "end")
    assert g.table.name_for(1, piece(g, "85inf")) == "85inf"


@pytest.mark.rule("westfront", "7.21")
def test_the_active_player_orders_the_battles() -> None:
    """Two battles: he names the one that is fought first."""
    g = scene(
        f"{LAND} / Amiens: 84inf3 Br5inf2 / Reims: 85inf3 Br10inf2 / allied defends Amiens Reims / Paris: OBW3*"
        " / axis combat",
        dice=[1] * 20,
    )
    give(g, "end", "fight Amiens", "fight Reims")
    assert step(g) == "battles"
    assert refused(g, "resolve Reims") == ""


@pytest.mark.rule("westfront", "7.33/c")
def test_a_hit_is_applied_where_it_costs_a_step() -> None:
    """A fort and an infantry corps both at 1: the infantry takes the hit (E12)."""
    g = scene(
        "s44 bare / allied holds all / Calais: 89fort1 84inf1 Br5inf1 / axis defends Calais / Lille: 21AG3*"
        " / allied combat",
        dice=[1, 1, 6],
    )
    give(g, "end", "fight Calais", "fire 89fort")
    assert gone(g, "84inf")
    assert cv(g, "89fort") == 1


@pytest.mark.rule("westfront", "2.26/c")
def test_a_fort_that_is_strongest_takes_three_hits_to_a_step() -> None:
    """Three hits in the open cost the fort at Calais one step."""
    g = scene(
        "s44 bare / allied holds all / Calais: 89fort2 Br5inf3 / axis defends Calais / Lille: 21AG3* / allied combat",
        dice=[1, 1, 6, 6, 6],
    )
    give(g, "end", "fight Calais")
    assert cv(g, "89fort") == 1


@pytest.mark.rule("westfront", "2.26/d")
def test_an_unsupplied_fort_is_weak() -> None:
    """It fires SF and loses a step for each hit."""
    g = scene(
        "s44 bare / allied holds all / Calais: 89fort2! Br5inf1 / axis defends Calais / Lille: 21AG3* / allied combat",
        dice=[4, 5, 6],
    )
    give(g, "end", "fight Calais")
    assert (cv(g, "Br5inf"), cv(g, "89fort")) == (1, 1)


@pytest.mark.rule("westfront", "2.26/d")
def test_a_hit_may_fall_on_an_unsupplied_fort_as_strong_as_others() -> None:
    """In supply the corps beside the fort takes the hit; without, the owner chooses."""
    from grognard.titles.systems.front import fire

    for supply, hit in (("", ["74inf"]), ("!", ["84fort", "74inf"])):
        text = f"Cherbourg: 84fort2{supply} 74inf2{supply} US19mech4* / axis defends Cherbourg"
        g = scene(f"s44 bare / 1944-08 / {text} / allied combat")
        found = fire.targets(g.table, node(g, "Cherbourg"), 0, passive=True)
        assert set(found) == {piece(g, name) for name in hit}


@pytest.mark.rule("westfront", "2.26/d", "7.32/b")
def test_a_major_city_helps_an_unsupplied_fort() -> None:
    """It loses its own TF only: all units in a major city fire at least DF on defense."""
    from grognard.titles.systems.front import fire

    def needs(place: str, fort: str) -> int:
        g = scene(f"s44 bare / 1944-08 / {place}: {fort} US19mech3* / axis defends {place} / allied combat")
        return fire.rating(g.table, piece(g, "89fort"), node(g, place), passive=True)

    assert (needs("Antwerp", "89fort2"), needs("Antwerp", "89fort2!"), needs("Calais", "89fort2!")) == (4, 5, 6)


@pytest.mark.rule("westfront", "2.25/a")
def test_a_static_at_zero_alone_dies() -> None:
    """A static falls to 0 in battle and, alone there, is removed at once."""
    g = scene(
        "s44 bare / allied holds all / Calais: 65stat1 Br5inf1 / axis defends Calais / Lille: 21AG3* / allied combat",
        dice=[1, 6],
    )
    give(g, "end", "fight Calais")
    assert gone(g, "65stat")


# Assaults

RIVER = "s44 bare / allied holds all / 1943-07 / Amiens: 21AG3* Br10inf4 / Paris: Br30arm3"


@pytest.mark.rule("westfront", "7.5", "7.51", "1.36/a")
def test_a_river_crossing() -> None:
    """Both attackers cross the Seine; a 1 throws the weakest back, a 6 hits the strongest (E14)."""
    g = scene(f"{RIVER} / Rouen: 84inf3 / axis holds Rouen / allied movement", dice=[4, 1, 1, 1, 6, 1, 1, 1])
    give(g, "move Br30arm Paris>Rouen", "move Br10inf Amiens>Rouen", "end", "end", "strike 21AG Rouen")
    give(g, "repulse Br30arm")
    assert (at(g, "Br30arm"), at(g, "Br10inf")) == ("Paris", "Rouen")
    assert (cv(g, "Br10inf"), cv(g, "84inf")) == (3, 2)


@pytest.mark.rule("westfront", "7.51/a", "7.T")
def test_repulses_bring_no_pursuit() -> None:
    """A 1 and a 2 throw both back without a loss (E13)."""
    g = scene(f"{RIVER} / Rouen: 58arm2 / axis holds Rouen / allied movement", dice=[1, 2, 6, 6, 6, 6])
    give(g, "move Br30arm Paris>Rouen", "move Br10inf Amiens>Rouen", "end", "end", "end")
    assert (at(g, "Br30arm"), at(g, "Br10inf")) == ("Paris", "Amiens")
    assert (cv(g, "Br30arm"), cv(g, "Br10inf")) == (3, 4)


@pytest.mark.rule("westfront", "7.51/b")
def test_the_weakest_attacker_is_repulsed() -> None:
    """One 1 among two dice: the armor at 3 goes back, the infantry at 4 stays."""
    g = scene(f"{RIVER} / Rouen: 84inf2 / axis holds Rouen / allied movement", dice=[1, 4, 1, 1, 1, 1])
    give(g, "move Br30arm Paris>Rouen", "move Br10inf Amiens>Rouen", "end", "end", "end")
    assert (at(g, "Br30arm"), at(g, "Br10inf")) == ("Paris", "Rouen")


@pytest.mark.rule("westfront", "7.5/a")
def test_one_plain_attacker_forbids_repulse() -> None:
    """A corps that comes by land from Orleans holds the others in Rouen."""
    g = scene(f"{RIVER} / Orleans: Br5inf2 / Rouen: 84inf2 / axis holds Rouen / allied movement", dice=[1, 2] + [1] * 9)
    give(g, "move Br30arm Paris>Rouen", "move Br5inf Orleans>Rouen", "end", "end", "end", "fire Br30arm")
    assert (at(g, "Br30arm"), at(g, "Br5inf")) == ("Rouen", "Rouen")


@pytest.mark.rule("westfront", "7.52", "12.24")
def test_in_mud_three_repulses_too() -> None:
    """A 3 throws a river assault back in Mud."""
    g = scene(f"{RIVER} / mud / Rouen: 84inf1 / axis holds Rouen / allied movement", dice=[3])
    give(g, "move Br30arm Paris>Rouen", "end", "end", "end")
    assert at(g, "Br30arm") == "Paris"


@pytest.mark.rule("westfront", "7.51/c")
def test_repulse_is_for_the_first_round_only() -> None:
    """The bridgehead at Rouen is attacked on in the next Blitz: low dice repulse no more."""
    g = scene(
        "s44 bare / allied holds all / 1943-07 / Amiens: 21AG3** / Paris: Br30arm3 / Rouen: 84inf1 / axis holds Rouen"
        " / allied movement",
        dice=[3, 1, 1, 1, 1, 1, 1, 1],
    )
    give(g, "move Br30arm Paris>Rouen", "end", "end")
    assert at(g, "Br30arm") == "Rouen"
    give(g, "end", "end", "end", "fight Rouen")
    assert at(g, "Br30arm") == "Rouen"


@pytest.mark.rule("westfront", "6.22/a")
def test_a_repulse_may_overstack() -> None:
    """The repulsed corps finds four in Paris: one of the five goes without supply at the next check."""
    g = scene(
        f"{RIVER} / Paris: US15arm1 US8arm1 US12arm1 US20arm1 / Rouen: 84inf1 / axis holds Rouen / allied movement",
        dice=[1],
    )
    give(g, "move Br30arm Paris>Rouen", "end", "end", "end")
    assert at(g, "Br30arm") == "Paris"
    while step(g) != "naming":
        assert g.table.p.active == 1 or step(g) in ("command", "movement")
        give(g, "end")


@pytest.mark.rule("westfront", "7.15/c")
def test_a_fortress_battle_is_free_in_the_blitz() -> None:
    """At Malta the Original Attacker may leave the Blitz round."""
    g = scene("s43 bare / Malta: It7inf3 Br5inf1 OBW0** / allied defends Malta / axis blitz combat")
    assert verbs(g) == {"fight", "end"}


@pytest.mark.rule("westfront", "7.4/b")
def test_an_attack_in_the_blitz_must_be_fought() -> None:
    """A panzer corps attacks out of its HQ's range in the Blitz: the battle is fought, unsupported."""
    g = scene(f"{LAND} / Reims: OBW0** 58arm3 / Amiens: Br5inf4 / axis blitz movement", dice=[1] * 7)
    give(g, "move 58arm Reims>Paris>Amiens", "end", "end")
    assert g.table.know.known(0, piece(g, "Br5inf")).get("cv", (0, 0))[0] == 4


@pytest.mark.rule("westfront", "7.53", "14.41")
def test_a_combined_assault_stays_one_when_the_para_falls() -> None:
    """The first defender's 6 kills the para that joined the crossing; the second's 2 still repulses no one."""
    g = scene(
        "s44 bare / allied holds all / 1943-07 / Amiens: 21AG3 12AG3 US17para1 Br10inf1 / Paris: Br5inf1"
        " / Rouen: 84inf1 74inf1 / axis holds Rouen / allied command",
        dice=[6, 2] + [1] * 12,
    )
    give(g, "activate 21AG paradrop", "activate 12AG", "end", "drop 21AG US17para Rouen")
    give(g, "move Br10inf Amiens>Rouen", "move Br5inf Paris>Rouen", "end", "end", "end", "fire 84inf", "lose US17para")
    assert (step(g), at(g, "Br5inf"), at(g, "Br10inf")) == ("volley", "Rouen", "Rouen")


@pytest.mark.rule("westfront", "7.53", "14.41")
def test_a_combined_assault() -> None:
    """A para joins two corps over the Seine: only the 1 repulses, the 2 does not (E15)."""
    g = scene(
        "s44 bare / allied holds all / 1943-07 / Amiens: 21AG3 12AG3 US17para3 Br10inf4 / Paris: Br5inf3"
        " / Rouen: 84inf3 / axis holds Rouen / allied command",
        dice=[6, 1, 2] + [1] * 12,
    )
    give(g, "activate 21AG paradrop", "activate 12AG", "end", "drop 21AG US17para Rouen")
    give(g, "move Br10inf Amiens>Rouen", "move Br5inf Paris>Rouen", "end", "end", "end", "repulse Br5inf")
    assert step(g) == "volley"
    assert (at(g, "Br5inf"), at(g, "Br10inf"), at(g, "US17para")) == ("Paris", "Rouen", "Rouen")
    assert cv(g, "Br10inf") == 3
