"""Optional rules of chapter 28: leaders with limits, cities won back, protection ratings, the length of repairs."""

from __future__ import annotations

from dataclasses import replace

import pytest

import grognard
from grognard.titles.sfe import (
    artillery,
    battle,
    combat,
    control,
    dockyards,
    production,
    recaptured,
    retreat,
    rommel,
    ships,
    strengths,
    surface,
    zones,
)
from grognard.titles.sfe.state import figures

from .cases import at, node, offers, play, recast, refused, sea, unit, until, verbs

DESERT = "Agedabia: Rommel 15Pz 21Pz 5Light / SW6006: 2Arm"


def led(phase: str, **options: str) -> grognard.Game:
    """Rommel with three panzer units of sixteen, ten and ten factors."""
    game = grognard.read_scene(f"sfe africa41 bare / Clear / {DESERT} / turn=4 / axis {phase}", options=options)
    for name, factors in (("15Pz", 16), ("21Pz", 10), ("5Light", 10)):
        recast(game, name, front=(factors, factors, 6))
    return game


def units(game: grognard.Game, *names: str) -> tuple[int, ...]:
    return tuple(unit(game, name) for name in names)


@pytest.mark.rule("sfe", "28.05/R1")
def test_rommel_leads_thirty_two_factors() -> None:
    """His bonus serves any two of the three, not all of them; without the option, all."""
    game = led("combat")
    t, two, three = game.table, units(game, "15Pz", "21Pz"), units(game, "15Pz", "21Pz", "5Light")
    assert strengths.attack_leaders(t, two, False) == units(game, "Rommel")
    assert strengths.attack_leaders(t, three, False) == ()
    assert strengths.defense_leader(t, node(game, "Agedabia"), 0, two)
    assert not strengths.defense_leader(t, node(game, "Agedabia"), 0, three)
    assert [retreat.leader_holds(t, i) for i in three] == [True, False, True]
    plain = led("combat", leader_levels="off")
    assert strengths.attack_leaders(plain.table, units(plain, "15Pz", "21Pz", "5Light"), False)


@pytest.mark.rule("sfe", "28.05/R2")
def test_rommel_lends_nothing_to_the_ss() -> None:
    """An SS unit among the attackers takes his bonus away."""
    game = led("combat")
    assert rommel.leads(game.table, unit(game, "Rommel"), units(game, "15Pz"))
    guards = unit(game, "5Light")
    recast(game, "5Light", name="SSReich")
    assert not rommel.leads(game.table, unit(game, "Rommel"), (guards,))


@pytest.mark.rule("sfe", "28.05/R3")
def test_rommel_enables_thirty_two_factors_to_attack_again() -> None:
    """After two of his units are named the third may not attack after exploitation."""
    game = led("late_combat")
    t, (one, two, three) = game.table, units(game, "15Pz", "21Pz", "5Light")
    assert combat.under_leaders(t, 0, ()) >> three & 1
    assert not combat.under_leaders(t, 0, ((one, two),)) >> three & 1
    t.p.attacked |= 1 << one
    assert combat.under_leaders(t, 0, ((two,),)) >> two & 1 and not combat.under_leaders(t, 0, ((two,),)) >> three & 1


@pytest.mark.rule("sfe", "28.05/Rommel")
def test_rommel_grows_in_the_desert() -> None:
    """Level 3 in March 1941, level 4 in April."""
    assert [level_on("Rommel", day) for day in ("1941 MAR 2", "1941 APR 1")] == [3, 4]


@pytest.mark.rule("sfe", "28.05/Konev")
def test_konev_grows_late() -> None:
    """Nothing before July 1943, then level 1, and level 3 in April 1944."""
    assert [level_on("Konev", day) for day in ("1943 JUN 2", "1943 JUL 1", "1944 APR 1")] == [0, 1, 3]


@pytest.mark.rule("sfe", "28.05/Montgomery")
def test_montgomery_grows() -> None:
    """Level 2 in July 1942, level 3 in April 1943."""
    assert [level_on("Montgomery", day) for day in ("1942 JUL 1", "1943 APR 1")] == [2, 3]


@pytest.mark.rule("sfe", "28.05/Patton")
def test_patton_comes_at_the_height_of_his_powers() -> None:
    """Level 4 from July 1944."""
    assert [level_on("Patton", day) for day in ("1944 JUN 2", "1944 JUL 1")] == [0, 4]


@pytest.mark.rule("sfe", "28.05/DeGaulle")
def test_de_gaulle_grows_by_a_level_a_year() -> None:
    """Level 1 in 1941, 2 in 1942, 3 in 1943."""
    assert [level_on("DeGaulle", f"{year} JAN 1") for year in (1941, 1942, 1943)] == [1, 2, 3]


def level_on(name: str, day: str) -> int:
    """The level of a leader on a day."""
    game = sea("Agedabia: Rommel / axis combat")
    piece = unit(game, "Rommel")
    recast(game, "Rommel", name=name)
    game.table.world = replace(game.table.world, turns=(day,) * len(game.table.world.turns))
    return strengths.leader_level(game.table, piece)


@pytest.mark.rule("sfe", "28.09")
def test_a_city_won_back_rests_before_it_works_again() -> None:
    """Kharkov retaken makes nothing for two turns, infantry alone for four more; without the option all at once."""
    for option, turns in (("on", {3: "", 5: "infantry", 9: "armor"}), ("off", {3: "armor"})):
        game = grognard.read_scene(
            "sfe barbarossa41 bare / axis holds Kharkov / turn=3 / allied supply",
            options={"recaptured": option, "air_losses": "off"},
        )
        t, city = game.table, node(game, "Kharkov")
        control.take(t, 1, city)
        t.p.allied_rail |= 1 << city
        for turn, what in turns.items():
            t.p.turn = turn
            game._changed()
            assert production.cities(t, 1).get(city, "") == what
            row = {"city": "Kharkov"}
            assert production.works(t, row, recaptured.MONTH) is (what != "")
    port = sea("Taranto: BBDoria / axis naval", options={"recaptured": "on"})
    control.take(port.table, 1, node(port, "Taranto"))
    control.take(port.table, 0, node(port, "Taranto"))
    assert ships.port_limit(port.table, node(port, "Taranto")) == 6


@pytest.mark.rule("sfe", "28.12/e")
def test_light_guns_do_not_pierce_thick_armor() -> None:
    """A heavy cruiser has no bonus in the third round against a battleship of rating C; who is not fired at has one."""
    for option, close, free in (("on", -1, 1), ("off", 0, 0)):
        game = sea("Taranto: CAZara BBDoria / axis naval", options={"protection_ratings": option})
        t, cruiser, ship = game.table, unit(game, "CAZara"), unit(game, "BBDoria")
        assert surface.effect(t, cruiser, ship, 3) == close
        assert surface.effect(t, cruiser, ship, 2) == -1
        assert surface.undisturbed(t, (cruiser,), (((cruiser,), ship),)) == free
        assert surface.undisturbed(t, (cruiser,), (((cruiser,), ship), ((ship,), cruiser))) == 0


@pytest.mark.rule("sfe", "28.12/g", "28.12/g1")
def test_dice_say_how_long_a_repair_takes() -> None:
    """An Italian ship with a ten, and one more for its navy, is laid up for eight months; its transports for four."""
    game = sea(
        "Naples: CATrento*damaged ItaTT1*damaged / turn=4 / axis reinforcement",
        [5, 5],
        options={"variable_repair": "on"},
    )
    play(game, "axis: repair CATrento", "axis: repair ItaTT1")
    p = game.table.p
    assert p.mending[unit(game, "CATrento")] == 4 + 15 and p.mending[unit(game, "ItaTT1")] == 4 + 7
    british = sea(
        "Alexandria: CLOrion*damaged / turn=4 / allied reinforcement", [5, 4], options={"variable_repair": "on"}
    )
    assert dockyards.more_months(british.table, unit(british, "CLOrion")) == 2 * (5 - 3)


def guns(text: str, dice: list[int] | None = None) -> grognard.Game:
    """A game of blitzkrieg40 with artillery corps, without its other counters, at a scene."""
    return grognard.read_scene(
        f"sfe blitzkrieg40 bare / {text}", dice, options={"artillery": "on", "air_losses_40": "off"}
    )


@pytest.mark.rule("sfe", "28.10/a")
def test_artillery_comes_with_the_option_alone() -> None:
    """With it the French guns stand behind the Maginot Line and the German ones opposite; without it nowhere."""
    on = grognard.new("sfe", "blitzkrieg40", seed=1, options={"artillery": "on", "air_losses_40": "off"})
    assert node(on, at(on, "FrART")) == node(on, "Metz") and at(on, "GeART") == "Saarbrucken"
    off = grognard.new("sfe", "blitzkrieg40", seed=1, options={"air_losses_40": "off"})
    assert not any(u.kind == "ART" for u in off.table.world.units)


@pytest.mark.rule("sfe", "28.10/b1")
def test_one_artillery_corps_stacks_free_and_has_no_zone() -> None:
    """Three corps and the guns share a hex; alone the guns keep nobody from passing."""
    game = guns("Metz: CavCorps / Saarbrucken: GeART I II III / Trier: IV / axis movement")
    t, here = game.table, node(game, "Saarbrucken")
    assert control.counts(t, here, 0) == 3 and not control.overstacked(t, 0)
    assert refused(game, "axis", "move IV Saarbrucken") == "5.01"
    alone = guns("Metz: CavCorps / Saarbrucken: GeART / axis movement")
    assert not zones.zones(alone.table, 0).all and zones.ground_of(alone.table, 0)


@pytest.mark.rule("sfe", "28.10/b2")
def test_artillery_neither_attacks_alone_nor_advances() -> None:
    """The guns join a corps beside them, and stay where they are when it goes forward."""
    game = guns("Metz: CavCorps / Saarbrucken: GeART I / axis combat", [6] * 4)
    t, both = game.table, (unit(game, "GeART"), unit(game, "I"))
    foes = node(game, "Metz")
    assert not artillery.not_alone(t, both[:1]) and artillery.not_alone(t, both)
    assert t.world.near[node(game, "Saarbrucken")] >> foes & 1
    assert refused(game, "axis", "attack GeART Metz") == "9.03" and not refused(game, "axis", "attack I+GeART Metz")
    control.remove(t, unit(game, "CavCorps"), "combat")
    assert battle.advancers(t, both, foes) == 1 << unit(game, "I")
    panzer = guns("Bitburg: XIXPz GeART / axis combat")
    assert strengths.armor_share(panzer.table, (unit(panzer, "XIXPz"), unit(panzer, "GeART"))) == (4, 4)


@pytest.mark.rule("sfe", "28.10/b4")
def test_artillery_is_replaced_for_armor_points() -> None:
    """Four armor points bring the guns back, in a city that makes armor."""
    game = guns("Bitburg: XIXPz / turn=2 / axis reinforcement")
    t, piece = game.table, unit(game, "GeART")
    t.p.put(piece, t.world.pool)
    t.p.points["German"] = (0, 15)
    game._changed()
    assert refused(game, "axis", "replace GeART Essen") == "27.21/a"
    t.p.points["German"] = (0, 16)
    game._changed()
    cities = offers(game, "axis", "replace", "GeART")
    assert cities and "Hamburg" not in cities


@pytest.mark.rule("sfe", "28.10/b5")
def test_artillery_is_turned_once_a_phase() -> None:
    """On its other side it has six factors and does not move; it is turned once in a Reinforcement Phase."""
    game = guns("Saarbrucken: GeART / turn=2 / axis reinforcement")
    play(game, "axis: turn_guns GeART")
    assert figures(game.table, unit(game, "GeART")) == (6, 4, 0)
    assert "turn_guns" not in verbs(game, "axis")
    moving = until(game, "movement", "axis")
    assert refused(moving, "axis", "move GeART Trier") == "7.1"


@pytest.mark.rule("sfe", "28.10/b3")
def test_rivers_do_not_halve_artillery() -> None:
    """Over a river the guns count whole, a corps half; over a strait they keep two thirds."""
    game = guns("Saarbrucken: GeART I / axis combat")
    t = game.table
    sides = t.world.board.sides
    here, there = next(
        (a, b) for a in range(t.world.board.grid.size) for b in range(t.world.board.grid.size)
        if t.world.near[a] >> b & 1 and sides["river"].has(a, b)
    )  # fmt: skip
    assert [strengths.side_share(t, unit(game, name), there, here) for name in ("GeART", "I")] == [(1, 1), (1, 2)]


@pytest.mark.rule("sfe", "28.13")
def test_the_graf_zeppelin_comes_with_the_option_alone() -> None:
    """With it the German carrier lies at Gdynia and can sail; without it there is no such counter."""
    on = grognard.new("sfe", "barbarossa41", seed=1, options={"graf_zeppelin": "on", "air_losses": "off"})
    assert at(on, "CVGrafZeppelin") == "Gdynia"
    off = grognard.new("sfe", "barbarossa41", seed=1, options={"air_losses": "off"})
    assert "cvgrafzeppelin" not in off.table.world.by_name
