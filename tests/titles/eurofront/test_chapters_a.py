"""The map and the blocks (1, 2): what each ground and each kind of block does."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront import fronts
from grognard.titles.eurofront.war.world import closed_ground
from grognard.titles.systems.front import blocks, defense, fire, ground, sea

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .play import at, cv, give, refused

SUPPLY = "Berlin: 1inf3 / London: AF2 / Moscow: Stavka2"
"""What keeps the powers supplied."""


def fought(g: Game, place: str) -> Game:
    """A battle without airstrikes, with the first of everyone's choices."""
    if g.table.frame.step == "airstrikes":
        give(g, "end")
    if g.table.frame.step == "active_battles" and not refused(g, f"fight {place}"):
        give(g, f"fight {place}")
    while g.table.frame.step in ("active_battles", "volley", "losses", "repulse", "battles"):
        ((seat, _),) = g.decisions().items()
        step, frame = g.table.step, g.table.frame
        asks = step.name in ("volley", "losses", "repulse")
        g.play(seat, step.standing_order(g.table, frame, g.seats.index(seat), "first") if asks else "end")
    return g


def need(g: Game, name: str, place: str, passive: bool = False) -> int:
    """The lowest number that a block hits with in a place."""
    return int(fire.rating(g.table, piece(g, name), node(g, place), passive))


def per_step(g: Game, name: str, place: str) -> int:
    """The hits that cost a passive block a step under supported fire."""
    return int(defense.hits_per_step(g.table, piece(g, name), node(g, place), passive=True, supported=True))


# Ground


@pytest.mark.rule("eurofront", "1.31")
def test_two_engage_over_a_clear_hexside() -> None:
    """Two corps go from Paris into open Reims; a third finds the hexside full."""
    field = "1943-08 / Paris: OBW3* 1inf3 2inf3 4inf3 / Reims: US16inf1 / axis movement"
    g = give(scene(field, scenario="1943"), "move 1inf Paris>Reims", "move 2inf Paris>Reims")
    assert refused(g, "move 4inf Paris>Reims") == "6.33"
    assert g.table.world.stack_limit(node(g, "Reims")) == 4
    assert per_step(g, "US16inf", "Reims") == 1


@pytest.mark.rule("eurofront", "1.32")
def test_forests_and_hills_double_the_defense() -> None:
    """In the forest of Chaumont and the hills of Kassel two hits cost a step, and one corps enters from Reims."""
    g = scene("1943-08 / Reims: OBW3* 1inf3 2inf3 / Chaumont: US16inf1 / axis movement", scenario="1943")
    assert [per_step(g, "US16inf", place) for place in ("Chaumont", "Kassel")] == [2, 2]
    give(g, "move 1inf Chaumont")
    assert refused(g, "move 2inf Reims>Chaumont") == "6.33"


@pytest.mark.rule("eurofront", "1.33")
def test_marsh() -> None:
    """Marsh stops infantry and not cavalry, holds three units, doubles the defense and bars landings."""
    g = scene("Minsk: AGCen3 1inf3 78cav3 / axis command")
    t, pinsk = g.table, node(g, "Pinsk")
    assert per_step(g, "1inf", "Pinsk") == 2
    assert t.world.stack_limit(pinsk) == 3
    g = give(scene("1943-08 / London: 1AG2 Br1amph4 / allied command", None, "1943"), "activate 1AG invasion", "end")
    assert refused(g, "invade 1AG Br1amph Rotterdam") == "15.52/b"


@pytest.mark.rule("eurofront", "1.331")
def test_tundra_is_as_mountain() -> None:
    """In Murmansk two units stay, and two hits cost a step."""
    g = scene("Murmansk: Sv14inf3 / axis command")
    assert g.table.world.stack_limit(node(g, "Murmansk")) == 2
    assert per_step(g, "Sv14inf", "Murmansk") == 2


@pytest.mark.rule("eurofront", "1.34/a")
def test_no_one_climbs_the_high_alps() -> None:
    """A garrison does not cross the white mountains between Innsbruck and the hex east of Bolzano."""
    g = scene("1943-08 / Berlin: OKW2* / Innsbruck: 65stat1 / supreme 1 / axis movement", scenario="1943")
    g.table.p.moves_left[piece(g, "OKW")] = 1
    assert refused(g, "move 65stat Bolzano_E1") == "1.34/a"


@pytest.mark.rule("eurofront", "1.35", "1.37/b")
def test_three_units_stay_in_the_desert() -> None:
    """Three units of a side stay in the desert and in all the Med Front, four in the open West."""
    g = scene("1942-07 / axis command", scenario="1942")
    limits = {name: g.table.world.stack_limit(node(g, name)) for name in ("Tobruk", "Tripoli", "Paris", "Bern")}
    assert limits == {"Tobruk": 3, "Tripoli": 3, "Paris": 4, "Bern": 2}
    assert per_step(g, "1inf", "Agedabia") == 1


@pytest.mark.rule("eurofront", "1.351", "1.352", "1.36")
def test_sand_depressions_and_lakes_let_no_one_in() -> None:
    """No unit stands in a sand sea, in the Qattara Depression or on a lake."""
    g = scene("1942-07 / axis command", scenario="1942")
    b, land = g.table.world.board, g.table.world.land
    closed = closed_ground(b)
    for word in ("sand", "depression", "lake"):
        assert b.terrain[word] & closed == b.terrain[word] != 0, word
    assert not closed & land


@pytest.mark.rule("eurofront", "1.36")
def test_one_engages_over_a_river() -> None:
    """Over the Seine from Paris into Troyes goes one corps."""
    field = "1943-08 / Paris: OBW3* 1inf3 2inf3 / Troyes: US16inf1 / axis movement"
    g = give(scene(field, scenario="1943"), "move 1inf Paris>Troyes")
    assert refused(g, "move 2inf Paris>Troyes") == "6.33"


@pytest.mark.rule("eurofront", "1.37")
def test_no_one_walks_over_the_sea() -> None:
    """From Ostende no corps walks to Dover: seas are crossed in ships alone."""
    g = scene("1943-08 / Ostende: OBW3* 1inf3 / axis movement", scenario="1943")
    assert refused(g, "move 1inf Dover") == "1.37"


@pytest.mark.rule("eurofront", "1.45/a")
def test_malta_and_gibraltar_hold_two() -> None:
    """A third British unit finds no room on Malta before the Second Front; after it four may stay, and two Germans."""
    for since, room in (("", False), (" / since 2F", True)):
        text = f"1942-07{since} / Malta: BrMalstat2 Br5inf2 / Gibraltar: AF3 Br10inf2 / allied movement"
        g = scene(text, scenario="1942")
        assert ground.has_room(g.table, piece(g, "Br10inf"), node(g, "Malta")) == room
    assert [ground.stack_limit(g.table, power, node(g, "Gibraltar")) for power in (AXIS, ALLIED)] == [2, 4]


# Kinds of blocks


@pytest.mark.rule("eurofront", "2.21", "2.22", "2.23", "2.26")
def test_speed_and_fire_of_the_field_armies() -> None:
    """Armor goes 3 and fires DF; mech 3 with SF and DF; infantry 2 with SF; shock 1 with DF."""
    g = scene("1943-08 / Minsk: 24arm3 50mech3 1inf3 / Moscow: Sv1shock4 / axis command", scenario="1943")
    found = {
        name: (blocks.speed(g.table, piece(g, name)), need(g, name, "Vyazma"), need(g, name, "Vyazma", True))
        for name in ("24arm", "50mech", "1inf", "Sv1shock")
    }
    assert found == {"24arm": (3, 5, 5), "50mech": (3, 6, 5), "1inf": (2, 6, 6), "Sv1shock": (1, 5, 5)}


@pytest.mark.rule("eurofront", "2.2/a", "2.4")
def test_headquarters_go_two_hexes_and_do_not_fire() -> None:
    """An HQ has speed 2, one in Mud, and hits with nothing; one at zero is not lost when it is engaged."""
    g = scene("1943-08 / Minsk: AGCen3 / axis command", scenario="1943")
    assert (blocks.speed(g.table, piece(g, "AGCen")), need(g, "AGCen", "Minsk", True)) == (2, fire.NONE)
    g = scene("1943-11 / EF mud / Minsk: AGCen3 / axis command", scenario="1943")
    assert blocks.speed(g.table, piece(g, "AGCen")) == 1
    g = scene(f"{SUPPLY} / 1943-08 / Minsk: AGCen0 Sv1Ginf1 / axis defends Minsk / soviet combat", [1] * 9, "1943")
    assert at(fought(g, "Minsk"), "AGCen") == "Minsk"


@pytest.mark.rule("eurofront", "2.24", "2.33")
def test_mountain_troops_and_the_ss() -> None:
    """Mountain corps fire DF in mountains, those of the SS TF; SS armor TF, SS mech DF and TF."""
    g = scene("1943-08 / axis command", scenario="1943")
    assert [need(g, name, "Innsbruck") for name in ("15mtn", "5SSmtn", "1inf")] == [5, 4, 6]
    assert need(g, "15mtn", "Vyazma") == 6
    assert [need(g, name, "Vyazma", passive) for name in ("1SSarm", "4SSmech") for passive in (False, True)] == [
        4, 4, 5, 4,
    ]  # fmt: skip


@pytest.mark.rule("eurofront", "2.31", "2.32")
def test_amphibious_troops_and_paras() -> None:
    """American amphibious corps go 3 hexes and fire SF; paras go 2 and fire SF and DF."""
    g = scene("1943-08 / London: US2amph3 Br2para3 / axis command", scenario="1943")
    found = {
        name: (blocks.speed(g.table, piece(g, name)), need(g, name, "Reims"), need(g, name, "Reims", True))
        for name in ("US2amph", "Br2para")
    }
    assert found == {"US2amph": (3, 6, 6), "Br2para": (2, 6, 5)}


@pytest.mark.rule("eurofront", "2.28", "2.28/a")
def test_forts() -> None:
    """A fort goes nowhere on foot, fires SF and TF, and takes three hits a step while it is the largest."""
    field = "1943-08 / Caen: OBW3* 81fort3 1inf2 2inf3 / axis movement"
    g = scene(field, scenario="1943")
    assert refused(g, "move 81fort Rouen") == "2.28"
    assert (need(g, "81fort", "Caen"), need(g, "81fort", "Caen", True)) == (6, 4)
    assert per_step(g, "81fort", "Caen") == 1
    g = scene("1943-08 / Caen: 81fort3 1inf2 / axis command", scenario="1943")
    assert per_step(g, "81fort", "Caen") == 3


@pytest.mark.rule("eurofront", "2.28/b")
def test_a_fort_without_supply() -> None:
    """Cut off it fires SF, has no triple defense, and starves to a cadre and no further."""
    g = scene("1943-08 / Caen: 81fort3! / axis command", scenario="1943")
    assert (need(g, "81fort", "Caen", True), per_step(g, "81fort", "Caen")) == (6, 1)
    held = "allied holds all / axis holds Caen Berlin Dresden Leipzig"
    field = f"{SUPPLY} / 1943-08 / {held} / Caen: 81fort1 / allied supply"
    assert cv(scene(field, scenario="1943"), "81fort") == 1


@pytest.mark.rule("eurofront", "2.21/a", "7.32/e")
def test_the_africa_corps_in_the_desert() -> None:
    """In the desert armor attacks with TF and mech with DF; the Africa Corps with QF, and TF on the coast."""
    g = scene("1942-07 / axis command", scenario="1942")
    names = {u.name: u for u in g.table.world.units if "DAK" in u.name}
    assert names
    (dak,) = names
    assert [need(g, name, "Agedabia") for name in (dak, "58arm", "50mech", "1inf")] == [3, 4, 5, 6]
    assert need(g, dak, "Tripoli") == 4
    assert need(g, dak, "Paris") == 5


@pytest.mark.rule("eurofront", "1.12")
def test_each_place_lies_on_one_of_four_fronts() -> None:
    """Paris is West, Minsk East, Tobruk Med and Narvik North Front."""
    g = scene("axis command")
    found = {name: fronts.of(g.table, node(g, name)) for name in ("Paris", "Minsk", "Tobruk", "Narvik")}
    assert found == {"Paris": fronts.WF, "Minsk": fronts.EF, "Tobruk": fronts.MF, "Narvik": fronts.NF}


@pytest.mark.rule("eurofront", "1.44")
def test_a_naval_base_controls_its_sea() -> None:
    """Who holds Scapa Flow's waters: the North Sea goes with its base, and a major port takes two units a turn."""
    g = scene("1943-08 / axis command", scenario="1943")
    t = g.table
    chart = sea.chart(t.world)
    for number, base in enumerate(chart.bases):
        if base >= 0 and not chart.always[number]:
            owner = next((p for p in (AXIS, ALLIED, SOVIET) if t.p.held[p] >> base & 1), sea.NOBODY)
            if owner != sea.NOBODY:
                assert sea.owners(t)[number] == owner, chart.names[number]
