"""Naval movement (18.0) and transport by sea (19.3): zones, ports, loads and landings."""

from __future__ import annotations

import pytest

import grognard

from .cases import at, left, offers, on_map, play, refused, sea, ship, unit, until

CONVOY = "Naples: ItaTT1 ItaDD4 ItaSupply4 / Tripoli: ItaXXI / axis naval"


@pytest.mark.rule("sfe", "18.01")
def test_seven_points_take_a_convoy_to_tripoli_and_back() -> None:
    """Three zones out with the first one, a mission, and two home: six points; a damaged ship has only five."""
    game = sea(CONVOY)
    assert "back" in offers(game, "axis", "sail", "ItaDD4+ItaTT1", ".", "Tripoli", "ItaSupply4", ".")
    play(game, "axis: sail ItaDD4+ItaTT1 Tripoli ItaSupply4 back")
    assert at(game, "ItaSupply4") == "Tripoli" and at(game, "ItaTT1") == "Naples"
    slow = sea(CONVOY.replace("ItaDD4", "ItaDD4*damaged"))
    assert offers(slow, "axis", "sail", "ItaDD4+ItaTT1", ".", "Tripoli", "ItaSupply4", ".") == {
        "stay", "stay_around_Sicilian_Channel",
    }  # fmt: skip


@pytest.mark.rule("sfe", "20.03/2")
def test_a_damaged_ship_has_two_points_less() -> None:
    """From Taranto to Rhodes is three zones and Sevastopol is shut; with five points Naples and back is too far."""
    whole, hurt = (
        sea(f"Alexandria: BrTTMed{mark} BrSupply4 / Benghazi: Aus9 / allied naval") for mark in ("", "*damaged")
    )
    assert "back" in offers(whole, "allied", "sail", "BrTTMed", ".", "Malta", "BrSupply4", ".")
    assert "back" not in offers(hurt, "allied", "sail", "BrTTMed", ".", "Malta", "BrSupply4", ".")


@pytest.mark.rule("sfe", "18.03")
def test_an_enemy_port_is_no_port_of_call() -> None:
    """Ships base and land only in ports that their side controls."""
    game = sea("Naples: ItaTT1 / Tripoli: ItaXXI / Malta: MaltaGarrison / axis naval")
    assert refused(game, "axis", "sail ItaTT1 Malta . stay") and not refused(game, "axis", "sail ItaTT1 Tripoli . stay")


@pytest.mark.rule("sfe", "18.03")
def test_a_strait_is_shut_to_whoever_holds_no_shore_of_it() -> None:
    """With both shores of Messina in enemy hands ships go round Sicily."""
    game = sea("Messina: ItaTT1 / axis naval")
    assert "Catania" in offers(game, "axis", "sail", "ItaTT1", ".")
    short = game.table.copy()
    from grognard.titles.sfe import seas

    here, there = (game.table.world.board.node(name) for name in ("Messina", "Catania"))
    assert seas.way(short, 0, here, there).zones == 2
    shores = seas.sea_map(short.world).gates["strait Messina"]
    short.p.axis_land &= ~shores
    assert seas.way(short, 0, here, there).zones == 3


@pytest.mark.rule("sfe", "2.14/1")
def test_an_enemy_beside_the_canal_shuts_it() -> None:
    """Ships go from Alexandria to Suez by the canal, unless an enemy ground unit stands beside it."""
    open_, shut = (sea(f"Alexandria: BrTTMed / {more} / allied naval") for more in ("Suez: NZ2", "Ismailia: 5Light"))
    assert "Suez" in offers(open_, "allied", "sail", "BrTTMed", ".")
    assert "Suez" not in offers(shut, "allied", "sail", "BrTTMed", ".")


@pytest.mark.rule("sfe", "5.03")
def test_three_ships_base_in_a_port_and_nine_in_a_major_base() -> None:
    """A reduced ship counts half: four reduced ones and one whole fill Palermo."""
    full = "Palermo: CLAbruzzi*reduced CLAttendolo*reduced CLBandeNere*reduced ItaDD1*reduced ItaDD2"
    game = sea(f"Naples: ItaDD3 / {full} / axis naval")
    assert refused(game, "axis", "sail ItaDD3 Palermo . stay") == "18.01"
    room = sea(f"Naples: ItaDD3 / {full.replace(' ItaDD2', '')} / axis naval")
    assert not refused(room, "axis", "sail ItaDD3 Palermo . stay")
    base = sea(f"Palermo: ItaDD3 / {full.replace('Palermo', 'Naples')} / axis naval")
    assert not refused(base, "axis", "sail ItaDD3 Naples . stay")


@pytest.mark.rule("sfe", "19.33")
def test_a_transport_carries_a_corps() -> None:
    """Two divisions, or two full supply units, fill one; a third is refused. On its back it holds half."""
    game = sea("Naples: ItaTT1 15Pz 5Light ItaSupply4 / Tripoli: ItaXXI / axis naval")
    assert not refused(game, "axis", "sail ItaTT1 Tripoli 5Light+15Pz back")
    assert refused(game, "axis", "sail ItaTT1 Tripoli 5Light+15Pz+ItaSupply4 back") == "19.33"
    half = sea("Naples: ItaTT1*reduced 15Pz ItaSupply4 / Tripoli: ItaXXI / axis naval")
    assert refused(half, "axis", "sail ItaTT1 Tripoli 15Pz+ItaSupply4 back") == "19.33"
    assert not refused(half, "axis", "sail ItaTT1 Tripoli 15Pz back")


@pytest.mark.rule("sfe", "20.03/6")
def test_damage_halves_what_is_loaded() -> None:
    """A damaged transport loads half a corps."""
    game = sea("Naples: ItaTT1*damaged 15Pz ItaSupply4 / Tripoli: ItaXXI / axis naval")
    assert refused(game, "axis", "sail ItaTT1 Tripoli 15Pz+ItaSupply4 stay") == "19.33"


@pytest.mark.rule("sfe", "19.31", "4.04/1")
def test_who_lands_pays_and_marches_on() -> None:
    """Armor pays two points to embark and two to land; of six it has two left to move with."""
    game = sea("Naples: ItaTT1 15Pz / Tripoli: ItaXXI / axis naval")
    until(play(game, "axis: sail ItaTT1 Tripoli 15Pz back"), "movement")
    assert at(game, "15Pz") == "Tripoli" and left(game, "15Pz") == 2
    assert "15Pz" in offers(game, "axis", "move")


@pytest.mark.rule("sfe", "19.32")
def test_after_more_than_four_zones_nobody_marches() -> None:
    """From Gibraltar to Malta is five zones: a supply unit that lands there stays."""
    game = sea("Gibraltar_box: BrTTGib BrSupply7 / Malta: MaltaGarrison / allied naval")
    play(game, "allied: sail BrTTGib Malta BrSupply7 stay")
    assert at(game, "BrSupply7") == "Malta" and left(game, "BrSupply7") == 0


@pytest.mark.rule("sfe", "19.34")
def test_half_the_capacity_of_a_port_lands_in_a_turn() -> None:
    """Tobruk has capacity six: three corps, twelve quarters; Derna, with three, takes six quarters."""
    from grognard.titles.sfe import cargo

    game = sea("Tobruk: Aus9 / Derna: Ind4 / allied naval")
    node = game.table.world.board.node
    game.table.p.captured.clear()
    assert cargo.quay(game.table, node("Tobruk")) == 12 and cargo.quay(game.table, node("Derna")) == 6
    game.table.p.landed[str(node("Derna"))] = 5
    assert not cargo.lands(game.table, (unit(game, "NZ2"),), node("Derna"))


@pytest.mark.rule("sfe", "19.34/1")
def test_a_captured_port_is_shut_until_the_second_turn() -> None:
    """Benghazi, taken on turn 3, lands nothing on turns 3 and 4, and does on turn 5."""
    from grognard.titles.sfe import cargo

    game = sea("Agedabia: 5Light / allied holds Benghazi / turn=3 / axis movement")
    node = game.table.world.board.node("Benghazi")
    play(game, "axis: move 5Light Benghazi")
    found = []
    for turn in (3, 4, 5):
        game.table.p.turn = turn
        found.append(cargo.usable(game.table, node))
    assert found == [0, 0, 6]


@pytest.mark.rule("sfe", "23.22")
def test_a_third_of_the_capacity_is_the_limit_of_supply_units() -> None:
    """Tripoli, with nine, lands three supply units a turn; Misurata, with three, one."""
    game = sea("Naples: ItaTT1 ItaTT2 ItaSupply4 ItaSupply5 ItaSupply6 ItaSupply7 / Tripoli: ItaXXI / axis naval")
    assert refused(game, "axis", "sail ItaTT1 Misurata ItaSupply4+ItaSupply5 back") == "19.34"
    assert not refused(game, "axis", "sail ItaTT1+ItaTT2 Tripoli ItaSupply4+ItaSupply5+ItaSupply6 back")
    assert (
        refused(game, "axis", "sail ItaTT1+ItaTT2 Tripoli ItaSupply4+ItaSupply5+ItaSupply6+ItaSupply7 back") == "19.34"
    )


@pytest.mark.rule("sfe", "18.04", "18.04/1")
def test_ships_in_a_port_that_falls_roll_to_escape() -> None:
    """In the Movement Phase it takes a four or less, a damaged ship a two or less."""
    scene = "Bardia: 5Light / Tobruk: CLOrion BrDDMed1*damaged / allied holds Tobruk / axis movement"
    game = sea(scene, [4, 3])
    play(game, "axis: move 5Light Tobruk")
    assert at(game, "CLOrion") == "Alexandria" or on_map(game, "CLOrion")
    assert ship(game, "BrDDMed1") == "sunk"


@pytest.mark.rule("sfe", "18.04/3")
def test_who_escapes_is_disrupted() -> None:
    """A ship that got away goes on no mission in its next naval turn."""
    game = sea("Bardia: 5Light / Tobruk: CLOrion / allied holds Tobruk / axis movement", [1])
    play(game, "axis: move 5Light Tobruk")
    assert game.table.p.disrupted >> unit(game, "CLOrion") & 1


@pytest.mark.rule("sfe", "18.02")
def test_a_force_ends_its_voyage_in_port() -> None:
    """Without a berth at the end ships may not stay there, and without a load they do not just go and come back."""
    full = "Palermo: CLAbruzzi CLAttendolo CLBandeNere"
    game = sea(f"Naples: ItaDD3 ItaTT1 ItaSupply4 / {full} / Tripoli: ItaXXI / axis naval")
    assert offers(game, "axis", "sail", "ItaDD3+ItaTT1", ".", "Tripoli", ".") <= {
        "stay",
        "stay_around_Sicilian_Channel",
    }
    assert "Palermo" in offers(game, "axis", "sail", "ItaTT1", ".")
    assert refused(game, "axis", "sail ItaTT1 Palermo . stay")


# Shore bombardment

BARDIA = "SE6048: NZ2 BrSupply4 / Bardia: ItaXXI / Alexandria: BBWarspite BrDDMed1"


@pytest.mark.rule("sfe", "19.21", "19.23")
def test_ships_support_an_attack_on_a_port() -> None:
    """Warspite's 20 and the destroyers' 20 are four factors, but no more than the attackers have."""
    from grognard.titles.sfe import combat
    from grognard.titles.sfe import world as w

    game = sea(f"{BARDIA} / Tobruk: Aus9 / allied naval")
    play(game, "allied: bombard BBWarspite+BrDDMed1 Bardia")
    assert at(game, "BBWarspite") == "Bardia"
    until(game, "combat")
    game.table.p.armed = -1
    there = game.table.world.board.node("Bardia")
    assert combat.attack(game.table, (unit(game, "NZ2"),), there) == (4 + 4) * w.FACTOR
    game.table.p.armed = 0
    assert combat.attack(game.table, (unit(game, "NZ2"),), there) == (2 + 2) * w.FACTOR
    until(game, "exploitation")
    assert at(game, "BBWarspite") in ("Alexandria", "Tobruk", "Mersa_Matruh")


@pytest.mark.rule("sfe", "19.21/1")
def test_who_bombards_must_be_able_to_come_home() -> None:
    """From Malta to Bardia and back is six points with the mission: a damaged ship has only five."""
    for mark, open_ in (("", True), ("*damaged", False)):
        game = sea(f"Malta: MaltaGarrison CLOrion{mark} BrDDMed1 / SE6048: NZ2 / Bardia: ItaXXI / allied naval")
        assert (not refused(game, "allied", "bombard CLOrion Bardia")) is open_


@pytest.mark.rule("sfe", "19.22")
def test_ships_in_port_support_its_defenders() -> None:
    """A cruiser and destroyers in Tobruk add a tenth of their 30 factors to the garrison."""
    from grognard.titles.sfe import combat
    from grognard.titles.sfe import world as w

    game = sea("Tobruk: Aus9 CLOrion BrDDMed1 / Bardia: 5Light / axis combat")
    there = game.table.world.board.node("Tobruk")
    assert combat.defense(game.table, (unit(game, "Aus9"),), there) == (4 + 3) * w.FACTOR


@pytest.mark.rule("sfe", "19.22")
def test_ships_are_shared_out_before_an_attrition_attack() -> None:
    """Each ship is given to one defender; dividing the attack does not silence it, nor does a loss move it on."""
    from grognard.titles.sfe import combat, control
    from grognard.titles.sfe import world as w

    text = "Tobruk: Aus9 Aus7 CLOrion BrDDMed1 / SE5949: 5Light 15Pz / axis combat"
    game = sea(text)
    t, there = game.table, game.table.world.board.node("Tobruk")
    one, two = unit(game, "Aus9"), unit(game, "Aus7")
    alone = [combat.defense(t, (i,), there) - 4 * w.FACTOR for i in (one, two)]
    assert sorted(alone) == [w.FACTOR, 2 * w.FACTOR]
    play(game, "axis: attrition Tobruk")
    assert [combat.defense(t, (i,), there) - 4 * w.FACTOR for i in (one, two)] == alone
    fights = [combat.Fight((unit(game, who),), (i,), 0, -1) for who, i in (("5Light", one), ("15Pz", two))]
    combat.join(t, there, tuple(fights))
    control.remove(t, one, "combat")
    assert combat.support(t, (two,), there) == alone[1]
    disrupted = sea(text)
    disrupted.table.p.disrupted |= 1 << unit(disrupted, "BrDDMed1")
    assert combat.support(disrupted.table, (one, two), there) == w.FACTOR


@pytest.mark.rule("sfe", "19.22")
def test_no_ships_help_in_an_inland_port() -> None:
    """Ships up the river at Nikolaev are no help to its garrison; those at Odessa are."""
    from grognard.titles.sfe import combat

    text = "sfe barbarossa41 bare / Clear / {0}: SovI CAVoroshilov / axis combat"
    for port, helped in (("Odessa", True), ("Nikolaev", False)):
        game = grognard.read_scene(text.format(port))
        here = game.table.world.board.node(port)
        assert bool(combat.support(game.table, (unit(game, "SovI"),), here)) is helped


@pytest.mark.rule("sfe", "18.01", "23.54")
def test_a_voyage_to_a_home_port_replenishes() -> None:
    """With a point to spare ships replenish where they make port; starved ones creep there, no more."""
    for level, fed in ((1, 0), (2, 2)):
        game = sea("Tripoli: ItaDD4 ItaTT1 ItaX / axis naval")
        t = game.table
        for name in ("ItaDD4", "ItaTT1"):
            t.p.unsupplied[unit(game, name)] = level
        assert (refused(game, "axis", "sail ItaTT1 Naples ItaX stay") == "") is (level == 1)
        play(game, "axis: sail ItaDD4 Naples . stay")
        assert at(game, "ItaDD4") == "Naples" and t.p.unsupplied[unit(game, "ItaDD4")] == fed


@pytest.mark.rule("sfe", "19.31/1")
def test_a_unit_lands_without_points_but_stays() -> None:
    """Infantry of three points in Mud still lands, and goes no further."""
    game = sea("Naples: ItaTT1 ItaXXI / Tripoli: ItaX / Mud / axis naval")
    piece = unit(game, "ItaXXI")
    game.table.p.left[piece] = 2
    play(game, "axis: sail ItaTT1 Tripoli ItaXXI back")
    assert at(game, "ItaXXI") == "Tripoli" and game.table.p.left[piece] == 0


@pytest.mark.rule("sfe", "19.32/1")
def test_a_wing_that_was_shipped_is_used() -> None:
    """A bomber is used for its air turn; a fighter flies no mission in this segment, but may in the enemy's."""
    game = sea("Naples: ItaTT1 ItaTT2 JG53 XFkB / Catania: XFkA / Tripoli: ItaX / axis naval")
    play(game, "axis: sail ItaTT1+ItaTT2 Tripoli JG53+XFkB back")
    p, fighter, bomber = game.table.p, unit(game, "JG53"), unit(game, "XFkB")
    assert at(game, "JG53") == "Tripoli" and p.flown >> bomber & 1 and not p.flown >> fighter & 1
    until(game, "air_attack", "axis")
    assert refused(game, "axis", "fly JG53 transfer Misurata") == "19.32/1"
    until(game, "construction", "allied")
    assert not game.table.p.shipped and not game.table.p.flown >> fighter & 1


@pytest.mark.rule("sfe", "19.34/3")
def test_embarking_and_debarking_share_the_quay() -> None:
    """Two divisions that leave Derna use four of its six quarters: only two more may land there."""
    from grognard.titles.sfe import cargo

    game = sea("Derna: Aus9 NZ2 BrTTMed / Tobruk: Ind4 / allied naval")
    game.table.p.captured.clear()
    play(game, "allied: sail BrTTMed Tobruk Aus9+NZ2 back")
    assert cargo.quay(game.table, game.table.world.board.node("Derna")) == 2


@pytest.mark.rule("sfe", "19.12/3", "19.14/1")
def test_a_carrier_covers_its_force() -> None:
    """Four naval air factors turn a wing of four bombing factors back, once in a naval turn."""
    scene_ = "Alexandria: CVFormidable BrDDMed1 / Tobruk: Aus9 / Rhodes: XFkB / allied naval"
    game = sea(scene_, [1, *[6] * 20])
    game.table.p.reduced[unit(game, "CVFormidable")] = 0
    play(game, "allied: sail CVFormidable+BrDDMed1 Tobruk . stay")
    from .cases import away, rolls

    play(game, f"axis: intercept {away(game, 'XFkB', 2, 10)} XFkB", "axis: bomb CVFormidable XFkB")
    assert rolls(game, "aborted") and not rolls(game, "ship_bombed")
    assert game.table.p.patrolled >> unit(game, "CVFormidable") & 1


def test_an_order_with_nothing_loaded_is_judged_again() -> None:
    """An empty set is a part of an order: a journal that holds one can be verified."""
    game = grognard.new("sfe", "africa41", seed=3)
    until(game, "naval")
    play(game, "axis: sail CAZara Messina . stay")
    again = grognard.load(game.save(), verify=True)
    assert again.table.p.sailed == game.table.p.sailed
