"""Chapter 15.4-15.6: invasions, their support, assaults, second waves, beachheads and evacuations."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import beachheads, fire, invasion, sea_supply, supply
from grognard.titles.systems.front.state import BH_LOST

from .landing import BEACH, S43, ashore, landing
from .play import ALLIED, AXIS, at, cv, give, gone, node, piece, refused, scene, step, targets

# Invasions


@pytest.mark.rule("westfront", "15.41")
def test_an_invasion_hq_stands_in_a_port() -> None:
    """Away from a port an HQ cannot take the role; in Tunis it can."""
    g = scene(f"{S43} / Gafsa: 15AG3 / Tunis: 21AG3 US2amph4 / allied command")
    assert refused(g, "activate 15AG invasion") == "15.41"
    assert refused(g, "activate 21AG invasion") == ""


@pytest.mark.rule("westfront", "15.42")
def test_an_invasion_crosses_two_seas_and_takes_one_unit() -> None:
    """From Tunis over the Central Med to Catania, but not over three seas to Ancona; one unit a phase."""
    g = landing()
    assert refused(g, "invade 15AG US2amph Ancona") == "15.42"
    give(g, "invade 15AG US2amph Catania")
    assert at(g, "US2amph") == "Catania"
    assert refused(g, "invade 15AG Br10inf Catania") == "15.42"


@pytest.mark.rule("westfront", "15.42/a")
def test_no_landing_on_mountains_marsh_or_shoals() -> None:
    """Messina is a mountain hex; Emden lies behind shoals."""
    assert refused(landing(), "invade 15AG US2amph Messina") == "15.42/a"
    g = scene(f"{S43} / London: 1AG2 Br1amph4 / allied command")
    give(g, "activate 1AG invasion", "end")
    assert refused(g, "invade 1AG Br1amph Emden") == "15.42/a"


@pytest.mark.rule("westfront", "15.42/b")
def test_invaders_are_dispersed_until_their_supply_phase() -> None:
    """Licata is not Allied by the landing alone; after recovery it is."""
    g = landing()
    give(g, "invade 15AG US2amph Licata")
    assert g.table.p.dispersed[piece(g, "US2amph")]
    give(g, "end", "end")
    assert not g.table.p.dispersed[piece(g, "US2amph")]
    assert g.table.p.held[ALLIED] >> node(g, "Licata") & 1


@pytest.mark.rule("westfront", "15.42/c")
def test_one_invader_for_a_defended_hex() -> None:
    """Two HQs cannot land two units at defended Catania in one phase; at empty Licata they can."""
    more = " / Bizerte: 21AG3 US6amph3 / Catania: 76arm2"
    g = scene(f"{BEACH}{more} / allied command")
    give(g, "activate 15AG invasion", "activate 21AG invasion", "end", "invade 15AG US2amph Catania")
    assert refused(g, "invade 21AG US6amph Catania") == "15.42/c"
    assert refused(g, "invade 21AG US6amph Licata") == ""


@pytest.mark.rule("westfront", "15.45/c")
def test_armor_does_not_assault_from_the_sea() -> None:
    """Br30 Tank Corps lands at empty Licata, not against the defenders of Catania."""
    g = landing(" / Catania: 76arm2")
    assert refused(g, "invade 15AG Br30arm Catania") == "15.45/c"
    give(g, "invade 15AG Br30arm Licata")
    assert at(g, "Br30arm") == "Licata"


FOUGHT = (
    f"{S43} / Tunis: 15AG3 Br30arm4 Br10inf4 / Catania: 76arm2 US2amph3* / axis defends Catania / Licata: 21AG2"
    " / Catania_NW1: US6amph3 / allied command"
)


def told(g: Game, name: str) -> set[str]:
    """What the Axis knows of a block."""
    return set(g.table.know.known(AXIS, piece(g, name)))


@pytest.mark.rule("westfront", "15.45/c")
def test_armor_lands_where_friends_fight() -> None:
    """US2 holds on at Catania: Br30 joins it and makes no Sea Assault, and the enemy is told no more than that."""
    g = give(scene(FOUGHT), "activate 15AG invasion", "activate 21AG", "end", "invade 15AG Br30arm Catania")
    assert told(g, "Br30arm") == {"invades"}
    g = landing(" / Catania: 76arm2")
    assert refused(g, "invade 15AG Br30arm Catania") == "15.45/c"
    give(g, "invade 15AG Br10inf Catania")
    assert told(g, "Br10inf") == {"assaults"}


@pytest.mark.rule("westfront", "15.45/c", "15.42")
def test_a_second_wave_assaults_again_where_the_first_was_repulsed() -> None:
    """Br10 is thrown back from Catania; Br13, which follows it there, is told to be no armor."""
    g = landing(" / Catania: 76arm2", role="blitz-invasion", dice=[1] * 20)
    give(g, "invade 15AG Br10inf Catania", "end")
    while not (step(g) == "movement" and g.table.p.blitz):
        give(g, "end")
    assert at(g, "Br10inf") == "Tunis"
    assert refused(g, "invade 15AG Br30arm Catania") == "15.45/c"
    assert told(give(g, "invade 15AG Br13mech Catania"), "Br13mech") == {"assaults"}


@pytest.mark.rule("westfront", "15.45/c")
def test_the_last_friend_does_not_leave_landed_armor_alone() -> None:
    """With Br30 ashore US2 stays, unless US6 comes by land; an infantry corps it may leave to assault alone."""
    start = ("activate 15AG invasion", "activate 21AG", "end")
    g = give(scene(FOUGHT), *start, "invade 15AG Br30arm Catania")
    assert refused(g, "rearguard US2amph Licata") == "15.45/c"
    give(g, "move US6amph Catania")
    assert refused(g, "rearguard US2amph Licata") == ""
    g = give(scene(FOUGHT), *start, "invade 15AG Br10inf Catania")
    assert refused(g, "rearguard US2amph Licata") == ""
    g = give(scene(FOUGHT), *start, "rearguard US2amph Licata")
    assert refused(g, "invade 15AG Br30arm Catania") == "15.45/c"


@pytest.mark.rule("westfront", "15.45/c")
def test_no_one_is_evacuated_from_beside_landed_armor() -> None:
    """21AG in Malta cannot fetch US2 once Br30 has landed at Catania."""
    text = FOUGHT.replace("21AG2", "Br5inf2").replace(" / allied command", " / Malta: 21AG2 / allied command")
    g = give(scene(text), "activate 15AG invasion", "activate 21AG invasion", "end")
    assert refused(g, "evacuate 21AG US2amph") == ""
    give(g, "invade 15AG Br30arm Catania")
    assert refused(g, "evacuate 21AG US2amph") == "15.45/c"


@pytest.mark.rule("westfront", "15.45/c")
def test_no_hq_mobilizes_from_beside_landed_armor() -> None:
    """12AG alone held Catania; with Br30 ashore beside it, it stays."""
    text = FOUGHT.replace("US2amph3*", "12AG2").replace("axis defends", "allied defends")
    g = give(scene(text), "activate 15AG invasion", "activate 12AG", "end", "invade 15AG Br30arm Catania", "end")
    assert step(g) == "mobilization"
    assert refused(g, "mobilize 12AG Licata") == "15.45/c"


@pytest.mark.rule("westfront", "15.42/a")
def test_cavalry_never_invades() -> None:
    """78 Cavalry Corps stays in port; the infantry beside it sails."""
    g = scene(f"{S43} / Genoa: AGC2 78cav2 87inf2 / axis command")
    give(g, "activate AGC invasion", "end")
    assert refused(g, "invade AGC 78cav Bastia") == "15.42/a"
    assert refused(g, "invade AGC 87inf Bastia") == ""


@pytest.mark.rule("westfront", "16.4/a")
def test_no_landing_in_a_neutral_land() -> None:
    """Before war is declared no one lands in Spain."""
    g = scene(f"{S43} / Oran: 15AG3 US2amph4 / allied command")
    give(g, "activate 15AG invasion", "end")
    assert refused(g, "invade 15AG US2amph Malaga") == "16.4/a"


@pytest.mark.rule("westfront", "12.3/b")
def test_a_storm_closes_its_seas_to_invasions() -> None:
    """With a storm in the Mediterranean nothing lands on Sicily."""
    g = landing(" / storm Mediterranean / 1943-11")
    assert refused(g, "invade 15AG US2amph Licata") == "12.3/b"


@pytest.mark.rule("westfront", "15.43", "15.43/b")
def test_sea_support_reaches_twice_the_cv() -> None:
    """15AG at III supports over six sea hexes: Reggio is in range, and an Axis HQ II reaches only two."""
    g = landing()
    assert invasion.sea_support(g.table, piece(g, "15AG")) >> node(g, "Reggio") & 1
    g = scene(f"{S43} / Reggio: AGC2 87inf1 / axis command")
    give(g, "activate AGC invasion", "end")
    area = invasion.sea_support(g.table, piece(g, "AGC"))
    assert not area >> node(g, "Licata") & 1


@pytest.mark.rule("westfront", "15.43/a")
def test_no_sea_support_into_a_mountain_hex() -> None:
    """Messina cannot be invaded, so it is not supported from the sea either."""
    g = landing()
    assert not invasion.sea_support(g.table, piece(g, "15AG")) >> node(g, "Messina") & 1


@pytest.mark.rule("westfront", "15.44")
def test_the_second_wave_lands_where_the_first_did_or_where_it_is_marked() -> None:
    """First Licata, mark Catania: in the Blitz the second unit may land at either, not at Palermo E1."""
    g = landing(role="blitz-invasion")
    give(g, "invade 15AG US2amph Licata", "mark 15AG Catania", "end")
    assert refused(g, "invade 15AG Br10inf Palermo_E1") == "15.44"
    assert targets(g, "invade", "15AG") >= {"Br10inf", "Br13mech"}
    give(g, "invade 15AG Br10inf Catania")
    assert at(g, "Br10inf") == "Catania"


@pytest.mark.rule("westfront", "5.8/b")
def test_a_disrupted_hq_at_zero_sends_no_second_wave() -> None:
    """In Mud a Blitz takes 15AG from I to 0: it commands nothing more. In dry weather it still sends a unit."""
    for weather, rule in (("mud", "5.8/b"), ("dry", "")):
        g = scene(f"s43 bare / 1943-11 / {weather} / Tunis: 15AG1 US2amph4 Br10inf4 / allied command")
        give(g, "activate 15AG blitz-invasion", "end", "invade 15AG US2amph Licata", "end")
        assert (g.table.p.blitz, step(g)) == (1, "movement")
        assert refused(g, "invade 15AG Br10inf Licata") == rule


@pytest.mark.rule("westfront", "15.44/a")
def test_long_range_invasions_are_for_amphibious_units() -> None:
    """Over three seas to Ancona, in Blitz Movement: the amphibious corps goes, the infantry does not."""
    g = give(landing(role="blitz-invasion"), "end")
    assert refused(g, "invade 15AG Br10inf Ancona") == "15.44/a"
    give(g, "invade 15AG US2amph Ancona")
    assert at(g, "US2amph") == "Ancona"


@pytest.mark.rule("westfront", "15.43")
def test_the_assault_of_licata() -> None:
    """Two half-hits of the strike cost a step; the Italian 6 hits, the 2 does not repulse an amphibious unit."""
    g = landing(" / Licata: It7inf3", dice=[4, 5, 1, 2, 6, 6, 1, 2])
    give(g, "invade 15AG US2amph Licata", "end", "end", "strike 15AG Licata", "end")
    assert (cv(g, "It7inf"), cv(g, "US2amph"), at(g, "US2amph")) == (2, 3, "Licata")


@pytest.mark.rule("westfront", "15.45", "15.45/a")
def test_other_units_are_repulsed_by_twos() -> None:
    """Infantry storms Licata: the Italian 2 sends it back to Tunis."""
    g = landing(" / Licata: It7inf1", dice=[2])
    give(g, "invade 15AG Br10inf Licata", "end", "end", "end")
    assert at(g, "Br10inf") == "Tunis"


# Beachheads


@pytest.mark.rule("westfront", "15.51", "15.51/a")
def test_a_ready_beachhead_is_laid_where_its_unit_landed() -> None:
    """US2BH goes to Licata; US6BH has no unit there, and one in Prep stays in its box."""
    g = ashore()
    assert refused(g, "place US6BH") == "15.51"
    give(g, "place US2BH")
    assert g.table.p.beachheads["US2BH"] == node(g, "Licata")
    assert refused(ashore(" / US2BH prep"), "place US2BH") == "15.51/a"


@pytest.mark.rule("westfront", "15.51")
def test_a_unit_that_has_left_its_beach_lays_nothing_there() -> None:
    """US2 lands at Licata, goes to Palermo in the next movement and comes back in the Blitz."""
    g = scene(f"{S43} / Tunis: 15AG3 US2amph4 / Palermo: 21AG3 / allied holds Palermo / Berlin: OKW1 / allied command")
    give(g, "activate 15AG invasion", "end", "invade 15AG US2amph Licata", "end")
    while (next(iter(g.decisions())), step(g)) != ("allied", "command"):
        assert step(g) != "beachheads" or not refused(g, "place US2BH")
        give(g, "end")
    give(g, "activate 21AG blitz", "end", "move US2amph Palermo", "end")
    while step(g) != "movement":
        give(g, "end")
    give(g, "move US2amph Licata", "end")
    while step(g) != "beachheads":
        give(g, "end")
    assert refused(g, "place US2BH") == "15.51"


@pytest.mark.rule("westfront", "15.52", "15.52/a")
def test_a_beachhead_supplies_its_hex_and_two_around() -> None:
    """At Licata, friendly, it feeds units two hexes off; where the enemy holds the hex, only those in it."""
    ports = "Palermo: Sicstat1 / Catania: It7inf1"
    g = scene(f"{S43} / {ports} / Licata: US2amph4 / allied holds Licata / US2BH Licata / axis command")
    area = supply.supplied_area(g.table, ALLIED)
    assert area >> node(g, "Licata") & area >> node(g, "Palermo_E1") & 1
    g = scene(f"{S43} / {ports} / Licata: US2amph4 76arm3 / axis defends Licata / US2BH Licata / axis command")
    area = supply.supplied_area(g.table, ALLIED)
    assert area >> node(g, "Licata") & ~area >> node(g, "Palermo_E1") & 1


@pytest.mark.rule("westfront", "15.52/b")
def test_a_beachhead_needs_a_sea_route_to_a_port_in_supply() -> None:
    """On the Adriatic behind closed straits of Otranto's far side there is a way; with no port at all there is none."""
    g = scene(f"{S43} / Licata: US2amph4 / allied holds Licata / US2BH Licata / axis command")
    assert sea_supply.linked_beachheads(g.table, ALLIED) >> node(g, "Licata") & 1
    g = scene(f"{S43} / Licata: US2amph4 / axis holds all / allied holds Licata / US2BH Licata / axis command")
    assert not sea_supply.linked_beachheads(g.table, ALLIED)


@pytest.mark.rule("westfront", "15.54")
def test_a_storm_stops_a_beachhead() -> None:
    """In a Mediterranean storm the beachhead at Licata neither supplies nor fires double."""
    text = f"{S43} / Licata: US2amph4 / allied holds Licata / US2BH Licata"
    assert beachheads.works(scene(f"{text} / axis command").table, "US2BH")
    assert not beachheads.works(scene(f"{text} / storm Mediterranean / axis command").table, "US2BH")


@pytest.mark.rule("westfront", "15.51/b")
def test_a_beachhead_is_lost_to_enemies_without_friends() -> None:
    """Axis armor walks into Licata, where no Allied unit is left: the beachhead is eliminated."""
    text = f"{S43} / Licata: 76arm3 / axis holds Licata / US2BH Licata / allied recovery"
    assert scene(text).table.p.beachheads["US2BH"] == BH_LOST


@pytest.mark.rule("westfront", "15.51/b")
def test_a_beachhead_is_lost_to_enemies_that_pass_through() -> None:
    """Armor on its way from Palermo to Catania overruns empty Licata; where US2 stands no one passes."""
    text = f"{S43} / Palermo: 76arm4 / Catania_NW1: AGC2* / US2BH Licata"
    g = give(scene(f"{text} / axis movement"), "move 76arm Palermo>Licata>Catania")
    assert (at(g, "76arm"), g.table.p.beachheads["US2BH"]) == ("Catania", BH_LOST)
    g = give(scene(f"{text} / Licata: US2amph4 / axis movement"), "move 76arm Licata")
    assert g.table.p.beachheads["US2BH"] == node(g, "Licata")


@pytest.mark.rule("westfront", "15.51/b")
def test_a_beachhead_is_lost_with_its_last_defender() -> None:
    """It falls when the garrison dies in combat, though the attacker may move off in the Blitz; likewise disbanded."""
    text = f"{S43} / Licata: Br10inf1* 76arm4 / axis defends Licata / US2BH Licata"
    g = scene(f"{text} / Catania_NW1: AGC2** / axis combat", [6] * 30)
    give(g, "end", "fight Licata")
    assert (step(g), g.table.p.beachheads["US2BH"]) == ("movement", BH_LOST)
    g = scene(text.replace("07", "08") + " / production")
    g.play("allied", "disband Br10inf")
    g.play("allied", "commit")
    g.play("axis", "commit")
    assert g.table.p.beachheads["US2BH"] == BH_LOST


@pytest.mark.rule("westfront", "15.51/b")
def test_a_beachhead_is_lost_to_an_evacuation() -> None:
    """US6 leaves Licata by sea, or dies in pursuit, when all have moved: then the beachhead falls."""
    for die in (1, 6):
        text = f"{S43} / Tunis: 15AG3 / Licata: US6amph1* 76arm4 / axis defends Licata / US2BH Licata / allied command"
        g = give(scene(text, [die] * 20), "activate 15AG invasion", "end")
        assert g.table.p.beachheads["US2BH"] == node(g, "Licata")
        give(g, "evacuate 15AG US6amph", "end")
        assert (gone(g, "US6amph"), g.table.p.beachheads["US2BH"]) == (die == 6, BH_LOST)


@pytest.mark.rule("westfront", "15.5/a")
def test_an_amphibious_unit_fires_double_at_its_beachhead() -> None:
    """US2 fires DF in the hex of its own beachhead, US6 beside it does not."""
    g = scene(f"{S43} / Licata: US2amph4 US6amph3 / allied holds Licata / US2BH Licata / axis command")
    needs = [fire.rating(g.table, piece(g, unit), node(g, "Licata"), True) for unit in ("US2amph", "US6amph")]
    assert needs == [fire.DF, fire.SF]


# Evacuation


@pytest.mark.rule("westfront", "6.21", "6.2")
def test_an_evacuation_into_a_full_port_needs_someone_who_leaves_it() -> None:
    """In Catania only the Invasion HQ can make room, by mobilizing, and must; a Blitz HQ does not in time."""
    port = "Catania: 15AG3 Br10inf4 Br5inf2 Br13mech4 / Licata: US2amph3 / allied holds Catania Licata"
    for role, rule in (("blitz-invasion", "6.21"), ("invasion", "")):
        g = give(scene(f"{S43} / {port} / allied command"), f"activate 15AG {role}", "end")
        assert refused(g, "evacuate 15AG US2amph") == rule
    give(g, "evacuate 15AG US2amph", "end")
    assert (step(g), refused(g, "end")) == ("mobilization", "6.2")


@pytest.mark.rule("westfront", "15.42/c")
def test_one_unit_is_fetched_from_a_battle_a_phase() -> None:
    """Two HQs fetch two units from Licata when no enemy is there, but only one out of a battle."""
    text = "Tunis: 15AG3 / Bizerte: 21AG3 / Licata: US2amph4 US6amph3 Br10inf4"
    for enemy, rule in ((" 76arm2 / axis defends Licata", "15.42/c"), ("", "")):
        g = scene(f"{S43} / {text}{enemy} / allied command")
        give(g, "activate 15AG invasion", "activate 21AG invasion", "end", "evacuate 15AG US2amph")
        assert refused(g, "evacuate 21AG US6amph") == rule


@pytest.mark.rule("westfront", "15.6")
def test_the_evacuation_of_calais() -> None:
    """The last unit leaves under pursuit at speed 2: armor, as fast, fires SF; slower infantry is silent."""
    calais = "Calais: US5amph3 Wstarm3 84inf2 / axis defends Calais / US5BH Calais"
    g = scene(f"s44 bare / 1944-06 / Portsmouth: 21AG3 / {calais} / allied command", dice=[6, 1, 2])
    give(g, "activate 21AG invasion", "end", "evacuate 21AG US5amph", "end", "end")
    assert (at(g, "US5amph"), cv(g, "US5amph")) == ("Portsmouth", 2)
    assert g.table.p.beachheads["US5BH"] == BH_LOST


@pytest.mark.rule("westfront", "1.35/a")
def test_a_mountain_hex_is_not_invaded() -> None:
    """Messina is a mountain hex."""
    assert refused(landing(), "invade 15AG US2amph Messina") == "15.42/a"


@pytest.mark.rule("westfront", "15.4")
def test_no_invasion_from_an_embattled_port() -> None:
    """Enemies landed in Tunis after 15AG was activated: nothing sails from there."""
    g = landing()
    p = g.table.p
    p.put(piece(g, "76arm"), node(g, "Tunis"))
    p.cv[piece(g, "76arm")] = 2
    g._changed()
    assert refused(g, "invade 15AG US2amph Licata") == "15.4"


@pytest.mark.rule("westfront", "15.45/b")
def test_a_land_attack_cancels_the_repulse() -> None:
    """Infantry lands at Catania while a corps attacks it from Licata: the battle is no assault."""
    more = " / Catania: It7inf1 / Licata: Br5inf3 / allied holds Licata"
    g = scene(f"{BEACH}{more} / supreme 2 / allied movement")
    g.table.p.role[piece(g, "15AG")] = 3
    g._changed()
    give(g, "invade 15AG Br10inf Catania", "move Br5inf Catania", "end")
    while g.table.frame.step == "mobilization":
        give(g, "end")
    assert not g.table.p.assaults >> node(g, "Catania") & 1
