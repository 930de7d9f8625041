"""The air turn, missions, air combat and flak (15.0-17.0, 21.0): cases by rule."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.sfe import airbases, aircombat, bombers, combat, flak, flights
from grognard.titles.sfe.state import AIRFIELD, ESCORT, IDLE, INTERCEPT, INTERDICT, SUPPORT

from .cases import at, costs, left, node, offers, on_map, play, recast, refused, scene, unit, until

AIR = "Kharkov: JG52 KG55 StG77 / Kupyansk: SWF1 / Valuiki: SWA1 / Voronezh: SWB1"


def sent(game: grognard.Game, name: str, mission: int, place: str) -> grognard.Game:
    """A wing that is already over a hex on a mission."""
    p, wing = game.table.p, unit(game, name)
    p.base[wing], p.mission[wing] = p.at[wing], mission
    p.put(wing, node(game, place))
    game._changed()
    return game


@pytest.mark.rule("sfe", "15.01")
def test_three_allocations() -> None:
    """The defender first sends support, escorts and transfers; the attacker all of his; then come interceptions."""
    game = scene(f"{AIR} / SE1523: 40A / SE1524: XVII / allied movement")
    play(game, "allied: end")
    assert offers(game, "axis", "fly", "StG77") == {"support", "transfer"}
    assert offers(game, "axis", "fly", "StG77", "support") == {"Kharkov"}
    play(game, "axis: end")
    assert offers(game, "allied", "fly", "SWA1") == {"support", "airfield", "interdict", "transfer"}
    play(game, "allied: fly SWA1 support Kharkov", "allied: end")
    assert offers(game, "axis", "fly", "JG52") == {"intercept"}


@pytest.mark.rule("sfe", "15.02", "16.23")
def test_range() -> None:
    """Missions lie within the printed range; interceptions within four hexes."""
    game = play(scene(f"{AIR} / Rostov: XVII / allied movement"), "allied: end", "axis: end")
    assert refused(game, "allied", "fly SWA1 interdict Rostov") == "15.02"
    near = scene("Kharkov: JG52 / Poltava: JG3 / Valuiki: SWA1 / allied movement")
    play(near, "allied: end", "axis: end", "allied: fly SWA1 interdict SE1520", "allied: end")
    assert refused(near, "axis", "fly JG52 intercept SE1520") == ""
    assert refused(near, "axis", "fly JG3 intercept SE1520") == "15.01"


@pytest.mark.rule("sfe", "5.02/2", "5.02/3")
def test_base_limits() -> None:
    """A town launches one wing an Air Phase and holds two."""
    game = scene("Kupyansk: SWF1 SWA1 / Kharkov: XVII / allied movement")
    play(game, "allied: end")
    if "axis" in game.decisions():
        play(game, "axis: end")
    play(game, "allied: fly SWA1 support Kharkov")
    assert refused(game, "allied", "fly SWF1 escort Kharkov") == "5.02/2"
    assert not airbases.has_room(game.table, node(game, "Kupyansk"))


@pytest.mark.rule("sfe", "5.02/3")
def test_a_captured_base_is_empty() -> None:
    """Enemy wings in the air that took off from a base take no room there once it is captured."""
    game = scene("turn=2 / Kupyansk: SWF1 SWA1 / SE1522: XVII / Kharkov: JG52 / axis movement")
    sent(sent(game, "SWF1", INTERDICT, "SE1625"), "SWA1", INTERDICT, "SE1625")
    play(game, "axis: move XVII Kupyansk", "axis: end")
    until(game, "air_attack", "axis")
    assert "Kupyansk" in offers(game, "axis", "fly", "JG52", "transfer")


@pytest.mark.rule("sfe", "27.41")
def test_new_wings_crowd_a_base_for_a_while() -> None:
    """A wing may come to a base that is full, or go elsewhere; one too many is lost when the Air Phase ends."""
    for flies in (False, True):
        game = scene("turn=2 / Valuiki: SWF1 SWA1 / Rostov: SF1 / Arrivals: SWB1 / allied reinforcement")
        game.table.p.due[unit(game, "SWB1")] = 1
        recast(game, "SWB1", place=node(game, "Valuiki"))
        assert offers(game, "allied", "arrive", "SWB1") == {"Valuiki", "Voronezh", "Rostov"}
        play(game, "allied: arrive SWB1 Valuiki")
        until(game, "air_attack", "allied")
        if flies:
            play(game, "allied: fly SWF1 transfer Voronezh")
        play(game, "allied: end")
        if not flies:
            assert offers(game, "allied", "give_up") == {"SWF1", "SWA1", "SWB1"}
            play(game, "allied: give_up SWA1")
        assert game.table.frame.step == "combat"
        assert at(game, "SWA1") == ("Valuiki" if flies else "Eliminated") and at(game, "SWB1") == "Valuiki"


@pytest.mark.rule("sfe", "15.0", "15.0/1")
def test_one_mission_an_air_turn() -> None:
    """A bomber that flew is used; a fighter that escorted may fly again in the enemy's Air Phase."""
    game = scene(f"turn=2 / {AIR} / SE1523: 40A / Kharkov: XVII / axis movement")
    play(game, "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly StG77 support SE1523", "axis: fly JG52 escort SE1523")
    assert game.table.p.flown >> unit(game, "StG77") & 1
    assert not game.table.p.flown >> unit(game, "JG52") & 1
    until(game, "movement", "allied")
    play(game, "allied: end")
    assert refused(game, "axis", "fly StG77 support Kharkov") == "15.0"
    assert refused(game, "axis", "fly JG52 escort Kharkov") == ""


@pytest.mark.rule("sfe", "15.0", "15.0/1", "16.11")
def test_a_fighter_flies_once_in_an_air_phase() -> None:
    """A fighter that transfers neither transfers again nor escorts in its own Air Phase; it may fly in the enemy's."""
    game = scene("turn=2 / Kharkov: JG52 StG77 XVII / SE1523: 40A / axis movement")
    play(game, "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly JG52 transfer Poltava")
    assert game.table.frame.step == "air_attack" and at(game, "JG52") == "Poltava"
    assert refused(game, "axis", "fly JG52 transfer Stalino") == "15.0/1"
    assert refused(game, "axis", "fly JG52 escort SE1523") == "15.0/1"
    until(game, "movement", "allied")
    play(game, "allied: end")
    assert "JG52" in offers(game, "axis", "fly")


@pytest.mark.rule("sfe", "16.12", "16.22")
def test_support_is_no_more_than_the_ground_units_have() -> None:
    """Twelve factors into a major city count six, and of fourteen bombing factors six; defenders likewise."""
    assert sum(bombers.shared_out([14 * 480, 10 * 480], [6 * 480])) == 6 * 480
    game = scene("Stalino: 6Cav / SE2023: RumVI / Kharkov: KG55 StG77 / axis combat")
    sent(sent(game, "KG55", SUPPORT, "Stalino"), "StG77", SUPPORT, "Stalino")
    t, there = game.table, node(game, "Stalino")
    assert bombers.attacking(t, there, (unit(game, "RumVI"),)) == 480
    assert combat.attack(t, (unit(game, "RumVI"),), there) == 2 * 480
    held = scene("SE1817: 6Cav / SE1818: XVII / Kupyansk: SWA1 / axis combat")
    sent(held, "SWA1", SUPPORT, "SE1817")
    assert bombers.defending(held.table, node(held, "SE1817"), (unit(held, "6Cav"),)) == 3 * 480


@pytest.mark.rule("sfe", "16.12")
def test_wings_are_given_to_the_units_so_that_most_of_them_counts() -> None:
    """Wings of four, three and three bombs with units of six and four: all ten count, the four with the four."""
    game = scene("SE1817: 6Cav / SE1818: XVII RumVI / Kharkov: KG55 KG27 StG77 / axis combat")
    for name, front in (("XVII", (6, 6, 4)), ("RumVI", (4, 4, 3)), ("KG55", (2, 4, 14)), ("KG27", (2, 3, 14))):
        recast(game, name, front=front)
    recast(game, "StG77", front=(1, 3, 14))
    for name in ("KG55", "KG27", "StG77"):
        sent(game, name, SUPPORT, "SE1817")
    force = (unit(game, "XVII"), unit(game, "RumVI"))
    assert bombers.attacking(game.table, node(game, "SE1817"), force) == 10 * 480


@pytest.mark.rule("sfe", "16.13", "16.13/1")
def test_airfield_bombing() -> None:
    """Half the bombing factor or less hits; small factors fly in groups of two."""
    game = scene("Voronezh: SWB1 / Kupyansk: SWF1 / Kharkov: KG55 JG52 / axis air_results", [2, 6])
    sent(game, "KG55", AIRFIELD, "Kupyansk")
    assert flights.bomb_airfield(game.table, node(game, "Kupyansk"), (unit(game, "KG55"),)) == 1
    assert flights.bomb_airfield(game.table, node(game, "Kupyansk"), (unit(game, "KG55"),)) == 0
    mud = scene("Mud / Kupyansk: SWF1 / Kharkov: KG55 / axis air_results", [2])
    sent(mud, "KG55", AIRFIELD, "Kupyansk")
    assert flights.bomb_airfield(mud.table, node(mud, "Kupyansk"), (unit(mud, "KG55"),)) == 0


@pytest.mark.rule("sfe", "16.15", "16.15/2")
def test_interdiction() -> None:
    """Leaving an interdicted hex costs half the bombing factors, at most half the movement, rounded up."""
    game = scene("SE1818: 40A 22Tk / Kharkov: KG55 StG77 / allied movement")
    sent(game, "KG55", INTERDICT, "SE1818")
    assert costs(game, "allied", "move", "22Tk", ".")["SE1817"] == 3
    sent(game, "StG77", INTERDICT, "SE1818")
    assert costs(game, "allied", "move", "22Tk", ".")["SE1817"] == 4
    assert costs(game, "allied", "move", "40A", ".")["SE1817"] == 3


@pytest.mark.rule("sfe", "16.41")
def test_transfer() -> None:
    """A wing goes to a base by two flights of twice its range, and no one intercepts it."""
    game = play(scene(f"{AIR} / allied movement"), "allied: end")
    if "axis" in game.decisions():
        play(game, "axis: end")
    assert "Rostov" in offers(game, "allied", "fly", "SWF1", "transfer")
    play(game, "allied: fly SWF1 transfer Rostov")
    assert at(game, "SWF1") == "Rostov" and game.table.p.mission[unit(game, "SWF1")] == IDLE


@pytest.mark.rule("sfe", "16.42")
def test_driven_off() -> None:
    """Wings on a base that the enemy enters flee to another, disrupted; they do not fly in the next air turn."""
    game = scene("Kupyansk: SWF1 / SE1522: XVII / axis movement")
    play(game, "axis: move XVII Kupyansk")
    assert at(game, "SWF1") != "Kupyansk" and game.table.p.disrupted >> unit(game, "SWF1") & 1
    until(game, "movement", "allied")
    assert game.table.p.disrupted >> unit(game, "SWF1") & 1


@pytest.mark.rule("sfe", "15.03")
def test_return_to_base() -> None:
    """A wing lands at any friendly base within its range, by default at its own."""
    game = scene("SE1818: XVII / SE1817: 6Cav / Stalino: KG55 / axis combat", [6])
    sent(game, "KG55", SUPPORT, "SE1817")
    play(game, "axis: attack XVII SE1817")
    until(game, "coming_home", "axis")
    assert {"Stalino", "Kharkov"} <= offers(game, "axis", "land", "KG55")
    play(game, "axis: land KG55 Kharkov")
    assert at(game, "KG55") == "Kharkov"


@pytest.mark.rule("sfe", "15.05")
def test_held_back() -> None:
    """With a leader who may attack again, wings are held back and support only the later combat."""
    game = scene("SE1818: XVII Kleist / SE1817: 40A / Stalino: KG55 / axis movement")
    play(game, "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly KG55 support SE1817", "axis: end")
    until(game, "holding", "axis")
    play(game, "axis: hold KG55")
    until(game, "combat")
    assert not bombers.available(game.table, node(game, "SE1817"), 0)
    until(game, "late_combat")
    assert bombers.available(game.table, node(game, "SE1817"), 0) == [unit(game, "KG55")]


@pytest.mark.rule("sfe", "17.1/7")
def test_air_odds() -> None:
    """15 to 9 rounds down to 3:2, and a 2 there is XA; 12 to 6 is 2:1, 6 to 12 is 1:2."""
    assert [aircombat.COLUMNS[aircombat.column(a, d)] for a, d in ((15, 9), (12, 6), (6, 12))] == ["3:2", "2:1", "1:2"]
    assert aircombat.RESULTS[2][aircombat.column(15, 9)] == "XA"
    assert aircombat.RESULTS[3][aircombat.column(9, 9)] == "X"


@pytest.mark.rule("sfe", "17.11", "17.1/8")
def test_air_modifiers() -> None:
    """Fighters have -1 against bombers, who have +1 back; a fighter with bombs counts as an attack bomber."""
    game = scene(f"{AIR} / axis combat")
    t = game.table
    fighter, bomber = (unit(game, "SWF1"),), (unit(game, "KG55"),)
    assert (aircombat.modifier(t, fighter, bomber), aircombat.modifier(t, bomber, fighter)) == (-1, 1)
    sent(game, "JG52", SUPPORT, "Kupyansk")
    assert aircombat.modifier(t, fighter, (unit(game, "JG52"),)) == -2


@pytest.mark.rule("sfe", "17.1/3", "17.1/5", "17.2")
def test_interceptors_meet_escorts() -> None:
    """Hunters are met by escorts wave against wave; those who find none reach the bombers."""
    text = f"turn=2 / {AIR} / SE1523: 40A / Kharkov: XVII / axis movement"
    game = play(scene(text, [1, 6]), "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly StG77 support Volchansk", "axis: end", "allied: fly SWF1 intercept Volchansk", "allied: end")
    until(game, "hunt", "allied")
    events = game.play("allied", "hunt SWF1")
    fired = [e for e in events if e.kind == "air_fire"]
    assert [e.names for e in fired] == [("SWF1",), ("StG77",)]
    assert not on_map(game, "StG77") and on_map(game, "SWF1")


@pytest.mark.rule("sfe", "17.1/1", "17.1/2")
def test_abort_and_drop() -> None:
    """Before the fight wings may go home, and fighters may drop their bombs."""
    text = f"turn=2 / {AIR} / SE1523: 40A / Kharkov: XVII / axis movement"
    game = play(scene(text), "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly JG52 support Volchansk", "axis: end", "allied: fly SWF1 intercept Volchansk", "allied: end")
    assert game.table.frame.step == "abort"
    play(game, "axis: pass", "allied: pass", "axis: drop JG52")
    assert game.table.p.mission[unit(game, "JG52")] != SUPPORT
    away = play(scene(text), "axis: end")
    until(away, "air_attack", "axis")
    play(away, "axis: fly JG52 support Volchansk", "axis: end", "allied: fly SWF1 intercept Volchansk", "allied: end")
    play(away, "axis: abort JG52")
    assert at(away, "JG52") == "Kharkov"


@pytest.mark.rule("sfe", "21.02", "21.03", "21.04")
def test_flak() -> None:
    """A major city has four flak factors; bombers are fired at a column further left; H halves, X eliminates."""
    game = scene("Rostov: 40A / Stalino: KG55 StG77 / axis flak", [1, 2, 1, 1])
    there = node(game, "Rostov")
    assert flak.factors(game.table, there, 1) == 4 and flak.factors(game.table, there, 0) == 0
    assert (flak.by_table(3, 7), flak.by_table(4, 3), flak.by_table(5, 5)) == ("-", "H", "H")
    hit = scene("Rostov: 40A / Stalino: KG55 StG77 / axis combat", [1, 2, 1, 1])
    sent(sent(hit, "KG55", SUPPORT, "Rostov"), "StG77", SUPPORT, "Rostov")
    flak.fire(hit.table, there, (unit(hit, "KG55"),))
    assert hit.table.p.halved[unit(hit, "KG55")] == 1
    assert flights.bombs(hit.table, unit(hit, "KG55")) == 2 * 480
    flak.fire(hit.table, there, (unit(hit, "StG77"),))
    assert not on_map(hit, "StG77")


@pytest.mark.rule("sfe", "21.08")
def test_flak_against_interdiction() -> None:
    """A city's flak fires at the wings over it when units first move out; what it does counts for that move."""
    for dice, points in (([1, 1], 2), ([1, 2], 1), ([6, 6], 0)):
        game = scene("Rostov: 40A / Stalino: KG55 / allied movement", dice)
        sent(game, "KG55", INTERDICT, "Rostov")
        assert costs(game, "allied", "move", "40A", ".")["SE2219"] == 3
        play(game, "allied: move 40A SE2219")
        assert game.table.p.fired >> node(game, "Rostov") & 1
        assert left(game, "40A") == points and not game.table.p.halved[unit(game, "KG55")]
    assert at(game, "KG55") == "Rostov"


@pytest.mark.rule("sfe", "25.2")
def test_storms_keep_wings_down() -> None:
    """In storm and heavy snow wings only transfer."""
    game = play(scene(f"Stormy / {AIR} / Kharkov: XVII / allied movement"), "allied: end")
    if "axis" in game.decisions():
        play(game, "axis: end")
    assert offers(game, "allied", "fly", "SWA1") == {"transfer"}


@pytest.mark.rule("sfe", "5.02")
def test_air_bases() -> None:
    """Wings base in the cities, towns and airfields that their side controls, captured ones at once."""
    game = scene("SE1522: XVII / Kharkov: JG52 / axis movement")
    there = node(game, "Kupyansk")
    assert not airbases.bases(game.table, 0) >> there & 1
    play(game, "axis: move XVII Kupyansk")
    assert airbases.bases(game.table, 0) >> there & 1


@pytest.mark.rule("sfe", "5.02/1", "16.12/1", "16.15/3")
def test_heavy_bombers() -> None:
    """Heavy bombers base at cities, give no support, and interdict at double."""
    game = recast(scene("turn=2 / Kharkov: KG55 / SE1523: 40A / axis movement"), "KG55", kind="HB")
    t, wing = game.table, unit(game, "KG55")
    assert airbases.heavy_fields(t, wing) == t.world.cities
    assert flights.interdiction(t, wing) == 2 * flights.bombs(t, wing)
    play(game, "axis: end")
    until(game, "air_attack", "axis")
    assert "support" not in offers(game, "axis", "fly", "KG55")


@pytest.mark.rule("sfe", "15.0/2", "15.04", "16.11", "16.21")
def test_escorts() -> None:
    """Fighters escort alone, in attack and in defence; an escort of one's own phase may still defend."""
    game = scene("Kharkov: JG52 XVII / Kupyansk: SWF1 40A / allied movement")
    play(game, "allied: end")
    assert "Kharkov" in offers(game, "axis", "fly", "JG52", "escort")
    play(game, "axis: end")
    assert "Kharkov" in offers(game, "allied", "fly", "SWF1", "escort")
    assert refused(game, "allied", "fly SWF1 interdict Kharkov") in ("", "16.11")


@pytest.mark.rule("sfe", "16.12/3")
def test_more_wings_than_needed() -> None:
    """More bombing factors may be sent than can be used."""
    game = scene("turn=2 / Kharkov: KG55 StG77 / SE1524: RumVI / SE1523: 40A / axis movement")
    play(game, "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly KG55 support Volchansk", "axis: fly StG77 support Volchansk")
    assert bombers.attacking(game.table, node(game, "Volchansk"), (unit(game, "RumVI"),)) <= 2 * 480


@pytest.mark.rule("sfe", "15.03/1", "16.15/4")
def test_when_wings_land() -> None:
    """Bombers land after the combat that they supported; interdicting wings after the enemy's exploitation."""
    game = scene("SE1818: 40A / Stalino: KG55 StG77 / allied combat")
    sent(sent(game, "KG55", INTERDICT, "SE1818"), "StG77", SUPPORT, "SE1818")
    assert unit(game, "StG77") in airbases.supporters(game.table)
    assert airbases.interdictors(game.table) == [unit(game, "KG55")]
    until(game, "coming_home", "axis")
    until(game, "exploitation", "allied")
    assert at(game, "StG77") == "Stalino" and at(game, "KG55") == "SE1818"
    until(game, "coming_home", "axis")
    play(game, "axis: end")
    assert at(game, "KG55") == "Stalino"


@pytest.mark.rule("sfe", "17.1/4", "17.1/6")
def test_bypass() -> None:
    """Fighters that bypass the escorts do not fire at them and reach the bombers."""
    text = "turn=2 / Kharkov: JG52 StG77 XVII / Kupyansk: SWF1 / SE1523: 40A / axis movement"
    game = play(scene(text, [6, 6, 1, 6]), "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly StG77 support Volchansk", "axis: fly JG52 escort Volchansk", "axis: end")
    play(game, "allied: fly SWF1 intercept Volchansk", "allied: end")
    until(game, "hunt", "allied")
    play(game, "allied: hunt SWF1")
    assert game.table.frame.step == "bypass"
    events = [*game.play("allied", "bypass SWF1"), *game.play("allied", "pursue StG77 SWF1")]
    fired = [(e.names, dict(e.fields)["against"]) for e in events if e.kind == "air_fire"]
    assert fired == [(("JG52",), ("SWF1",)), (("SWF1",), ("StG77",)), (("StG77",), ("SWF1",))]


def dogfight(escorts: str, *orders: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Three Soviet fighters over Smolensk against some escorts of a bomber: who fires at whom."""
    text = f"sfe barbarossa41 bare / turn=2 / Minsk: {escorts} StG1 / Vyazma: VVSZOVOF1 VVSZOVOF2 / Smolensk: SovI"
    game = grognard.read_scene(f"{text} / Kaluga: VVSZOVOF3 / axis air_attack", [6] * 12)
    for name in escorts.split():
        sent(game, name, ESCORT, "Smolensk")
    for name in ("VVSZOVOF1", "VVSZOVOF2", "VVSZOVOF3"):
        sent(game, name, INTERCEPT, "Smolensk")
    sent(game, "StG1", SUPPORT, "Smolensk")
    play(game, "axis: end", "allied: end", "axis: pass", "allied: pass")
    events = [event for order in orders for event in game.play("allied", order)]
    return [(e.names, dict(e.fields)["against"]) for e in events if e.kind == "air_fire"]


@pytest.mark.rule("sfe", "17.1/4")
def test_spare_escorts_attack_those_who_bypass() -> None:
    """Of three escorts one meets the fighter that engages them; the two in excess attack those who bypass."""
    fired = dogfight("JG51 JG53 JG27", "hunt VVSZOVOF1+VVSZOVOF2+VVSZOVOF3", "bypass VVSZOVOF2+VVSZOVOF3")
    assert [(len(one), len(other)) for one, other in fired[:3]] == [(1, 1), (1, 1), (2, 2)]
    assert fired[0][0] == ("VVSZOVOF1",) and fired[2][1] == ("VVSZOVOF2", "VVSZOVOF3")


@pytest.mark.rule("sfe", "17.1/5")
def test_escorts_that_nobody_attacks_join_the_others() -> None:
    """Four escorts are two waves; against one wave of three all four fight, more than three in a wave."""
    fired = dogfight("JG51 JG53 JG27 JG54", "hunt VVSZOVOF1+VVSZOVOF2+VVSZOVOF3", "pass")
    assert [(len(one), len(other)) for one, other in fired[:2]] == [(3, 4), (4, 3)]


@pytest.mark.rule("sfe", "21.01", "21.03/1")
def test_when_flak_fires() -> None:
    """Flak fires at supporting wings when combat begins; bombers are hit a column further left."""
    game = scene("Rostov: 40A / SE2119: XVII / Stalino: KG55 / axis movement", [1, 2])
    play(game, "axis: end")
    until(game, "air_attack", "axis")
    play(game, "axis: fly KG55 support Rostov", "axis: end")
    until(game, "combat", "axis")
    assert game.table.p.halved[unit(game, "KG55")] == 1
    assert flak.SHIFT["B"] == 1 and flak.SHIFT["A"] == 0


@pytest.mark.rule("sfe", "4.05")
def test_the_air_phase() -> None:
    """The Air Phase comes between movement and combat."""
    game = play(scene("Kupyansk: SWF1 40A / Kharkov: XVII / allied movement"), "allied: end")
    assert game.table.frame.step in ("air_defence", "air_attack")


@pytest.mark.rule("sfe", "21.05")
def test_airfield_flak() -> None:
    """An airfield counter's flak fires only when the base is bombed."""
    game = scene("SE1625: XVII / axis movement")
    there = node(game, "SE1625")
    game.table.p.airfields |= 1 << there
    assert flak.factors(game.table, there, 0) == 0
    assert flak.airfield_factors(game.table, there) == 2
