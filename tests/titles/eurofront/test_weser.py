"""Operation Weser (S1939B, 21.49): war on Norway, surprise, the sea, the North, set-up and victory."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.war import naval
from grognard.titles.eurofront.weser import norway, victory
from grognard.titles.systems.front import command, economy, interdiction, invasion, sea_moves, supply

from .play import at, cv, give, refused, status
from .weser import ALLIED, AXIS, node, piece, scene

NORTH = "Hamburg: AGNor3 18mtn4 33inf3 / Rostock: AGCen2 36mtn4 / Stettin: AGSou3 19inf3"


def landing(where: str, dice: list[int], unit: str = "33inf", war: str = "surprised") -> Game:
    """A German landing from Hamburg that opens a battle in a Norwegian port, up to its first fire."""
    g = scene(f"Hamburg: AGNor3 18mtn4 33inf3 / {where}: No1stat1 / {war} / axis command", dice=dice)
    give(g, "activate AGNor invasion", "end", f"invade AGNor {unit} {where}")
    return ended(g, "AGNor")


def ended(g: Game, hq: str) -> Game:
    """All phases are ended until an HQ has done its work."""
    while g.table.p.role[piece(g, hq)]:
        give(g, "end")
    return g


@pytest.mark.rule("eurofront", "S1939B")
def test_what_both_sides_have() -> None:
    """German aircraft hit with fives, British with sixes; 45 and 29 points a month, five each from May."""
    g = scene("Berlin: Deninf2")
    t = g.table
    air = t.world.extra["air"][t.p.month]
    assert air.fire[:2] == (5, 6)
    levels = []
    for month in range(t.p.month, t.p.last + 1):
        t.p.month = month
        levels.append((economy.level(t, AXIS), economy.level(t, ALLIED)))
    assert levels == [(45, 29), (45, 29), (5, 5), (5, 5)]


@pytest.mark.rule("eurofront", "S1939B/setup")
def test_the_british_begin_in_calais_and_britain() -> None:
    """The corps of the expeditionary force belongs in Calais, the others anywhere in Britain."""
    g = grognard.Game.new("eurofront", "1939B", seed=1, options={"deployment": "free"})
    assert set(g.decisions()) == {"allied"}
    g.play("allied", "auto") if "auto" in g.decisions()["allied"].next() else None
    plan, t = g.title.deployment_plan(g.table), g.table_for(g.seat_index("allied"))
    assert not plan.owed(t, ALLIED)
    t.p.at[piece(g, "Br8mech")] = node(g, "London")
    t.p.at[piece(g, "Br5inf")] = node(g, "Hull")
    assert [owed.piece for owed in plan.owed(t, ALLIED)] == [piece(g, "Br8mech")]


@pytest.mark.rule("eurofront", "S1939B/vic")
@pytest.mark.parametrize(
    ("events", "hqs", "ends"),
    [
        ((), "Oslo: OKW3", ("allied", "decisive")),
        (("Norway defeated",), "Oslo: OKW3 / London: AF1", ("axis", "minor")),
        (("Norway defeated", "Norway conquered"), "Oslo: OKW3 / London: AF1", ("axis", "major")),
        (("Norway defeated", "Norway conquered"), "Oslo: OKW2 / London: AF1", ("allied", "minor")),
    ],
)
def test_who_has_won(events: tuple[str, ...], hqs: str, ends: tuple[str, str]) -> None:
    """Norway undefeated is an Allied victory; else Axis HQ steps must exceed the Allied ones doubled."""
    g = scene("/ ".join([hqs, "at war", *(f"since {event}" for event in events)]))
    victory.settle(g.table)
    outcome = g.table.outcome
    assert outcome is not None
    assert (outcome.winners[0], outcome.level) == ends


# War and surprise


def test_norway_is_closed_until_war_is_declared() -> None:
    """Without a declaration no one lands; with it Norway is Allied and its corps stand in their ports."""
    g = scene(f"{NORTH} / axis command")
    assert set(g.decisions()) == {"axis"}
    give(g, "activate AGNor invasion", "end")
    assert refused(g, "invade AGNor 33inf Bergen") != ""
    g = grognard.Game.new("eurofront", "1939B", seed=2)
    give(g, "declare")
    assert [at(g, f"No{n}stat") for n in (1, 2, 3, 4, 5)] == [
        "Oslo", "Bergen", "Trondheim", "Narvik", "Kristiansand",
    ]  # fmt: skip
    assert status(g, "Namsos") == "allied"


def test_the_allies_set_up_norway_in_ports_one_to_each() -> None:
    """With free deployment the Allies choose the ports when war is declared."""
    g = grognard.Game.new("eurofront", "1939B", seed=3, options={"deployment": "free"})
    rng = random.Random(3)
    for seat in ("allied", "axis"):
        while seat in g.decisions() and g.table.agenda[-1].step == "deployment":
            g.play(seat, g.decisions()[seat].sample(rng))
            if g.decisions().get(seat) is None:
                break
    give(g, "axis: declare")
    assert refused(g, "garrison No1stat Dombas") == "20.81"
    give(g, "garrison No1stat Narvik")
    assert refused(g, "garrison No2stat Narvik") == "20.61"
    give(g, "garrison No2stat Oslo")
    assert at(g, "No2stat") == "Oslo"


@pytest.mark.rule("eurofront", "20.16/b", "1.44/a")
def test_a_surprised_land_repulses_only_from_fortified_ports() -> None:
    """A one in Kristiansand does not throw the invader back in the fortnight of the declaration, in Bergen it does."""
    assert at(landing("Kristiansand", [1, 1, 1, 1, 1, 1]), "33inf") == "Kristiansand"
    assert at(landing("Bergen", [1, 1, 1, 1, 1, 1]), "33inf") == "Hamburg"


@pytest.mark.rule("eurofront", "20.16/c")
def test_no_one_interdicts_in_the_seas_of_a_surprised_nation() -> None:
    """Norway's three seas are no enemy seas to the Germans in the fortnight of the declaration."""
    from grognard.titles.systems.front import sea

    for war, names in (("surprised", set()), ("at war", {"Norwegian Leads", "Norwegian Sea", "Nordkapp Sea"})):
        g = scene(f"Hamburg: AGNor3 / {war}")
        chart, enemy = sea.chart(g.table.world), sea.enemy_seas(g.table, AXIS)
        norwegian = {name for n, name in enumerate(chart.names) if enemy >> n & 1 and name.startswith("Nor")}
        assert norwegian - {"North Sea", "North Atlantic"} == names


@pytest.mark.rule("eurofront", "21.493")
def test_the_weser_turn() -> None:
    """In the first fortnight of March units of the North cross two seas of the Northern Seaway as amphibious ones, a
    Blitz four; later one sea, as any other."""
    g = scene(f"{NORTH} / surprised / axis movement")
    t = g.table
    coast = invasion.within_range(t, 0, (piece(g, "AGNor"), piece(g, "33inf")))
    assert coast >> node(g, "Bergen") & 1 and coast >> node(g, "Oslo") & 1
    assert not coast >> node(g, "Narvik") & 1
    assert t.title.amphibious(t, piece(g, "33inf")) and not t.title.amphibious(t, piece(g, "Deninf"))
    t.p.blitz = 1
    far = invasion.within_range(t, 0, (piece(g, "AGSou"), piece(g, "19inf")))
    assert far >> node(g, "Narvik") & 1
    later = scene(f"{NORTH} / 1940-04 / surprised / axis movement")
    coast = invasion.within_range(later.table, 0, (piece(later, "AGNor"), piece(later, "33inf")))
    assert not coast >> node(later, "Bergen") & 1 and coast >> node(later, "Oslo") & 1
    assert not later.table.title.amphibious(later.table, piece(later, "33inf"))


@pytest.mark.rule("eurofront", "21.493", "7.63")
def test_weser_landings_are_hard_to_repulse() -> None:
    """Against units of the North a one repulses in the Weser turn, a two does not; a month later a four does."""
    assert at(landing("Oslo", [2, 1, 1, 1, 1, 1]), "33inf") == "Oslo"
    assert at(landing("Oslo", [4, 1, 1, 1, 1, 1], war="1940-04 / at war"), "33inf") == "Hamburg"


# The naval balance


@pytest.mark.rule("eurofront", "15.81", "15.81/c")
def test_the_northern_seaway_counts_for_the_axis() -> None:
    """The Axis has the Northern Seaway until the Allies hold a Norwegian naval base, or the Belts and the Sound; their
    two others give the Allies Naval Supremacy."""
    g = scene("Berlin: Deninf2")
    t = g.table
    assert naval.usable(t, AXIS, "Northern") and not naval.usable(t, ALLIED, "Northern")
    assert naval.supremacy(t) == ALLIED
    allies = scene("Bergen: Br5inf3 / at war").table
    assert not naval.usable(allies, AXIS, "Northern")
    belts = scene("Copenhagen: Br5inf3 / allied holds Copenhagen Odense Malmo").table
    assert not naval.open_straits(belts, AXIS, "Northern")


@pytest.mark.rule("eurofront", "15.821", "15.822")
def test_naval_supremacy_doubles_ranges() -> None:
    """Allied units sail two seas for a Supreme Move and land two seas away, German ones one."""
    g = scene("London: AF2 / Berlin: Deninf2 / at war")
    t = g.table
    assert [sea_moves.seas_a_move(t, power) for power in (AXIS, ALLIED)] == [1, 2]
    assert [invasion.normal_range(t, power) for power in (AXIS, ALLIED)] == [1, 2]
    assert [invasion.long_range(t, power) for power in (AXIS, ALLIED)] == [2, 4]


@pytest.mark.rule("eurofront", "15.72/a", "15.73/a")
def test_interdiction_follows_the_balance() -> None:
    """Under Naval Supremacy the Allies turn sea moves back with four and hit with three; the Germans two and five."""
    t = scene("London: AF2").table
    assert interdiction.numbers(t, "sea move", ALLIED, AXIS) == (4, 3)
    assert interdiction.numbers(t, "sea move", AXIS, ALLIED) == (2, 5)
    assert interdiction.numbers(t, "sea supply", ALLIED, AXIS)[0] == 4
    assert interdiction.numbers(t, "invasion", AXIS, ALLIED) == (1, 6)


# The North


@pytest.mark.rule("eurofront", "21.441")
def test_steps_lost_on_coming_into_the_north() -> None:
    """A veteran and a brigade group lose a step as they come into Norway, other units two, in the phase they sail."""
    g = scene(
        "Glasgow: AF3* BrNXinf3 Br5inf3 / London: BrHAstat1 / Trondheim: No1stat1 / Bergen: No2stat1 / at war"
        " / allied movement"
    )
    g.table.p.moves_left[piece(g, "AF")] = g.table.p.supreme[ALLIED] = 9
    give(g, "sail BrNXinf Trondheim", "sail Br5inf Bergen")
    ended(g, "AF")
    assert (cv(g, "BrNXinf"), cv(g, "Br5inf")) == (2, 1)
    landed = landing("Kristiansand", [1] * 12, unit="18mtn")
    while landed.table.p.active == AXIS:
        give(landed, "end")
    assert cv(landed, "18mtn") == 3


@pytest.mark.rule("eurofront", "21.411")
def test_norwegians_stay_in_the_north() -> None:
    """A Norwegian corps does not sail to Britain, nor does it lose a step where it is at home."""
    g = scene("Bergen: No2stat1 / London: AF3* / at war / allied movement")
    g.table.p.moves_left[piece(g, "AF")] = g.table.p.supreme[ALLIED] = 9
    assert refused(g, "sail No2stat Edinburgh") != ""
    assert refused(g, "sail No2stat Trondheim") == ""
    ended(give(g, "sail No2stat Trondheim"), "AF")
    assert cv(g, "No2stat") == 1


@pytest.mark.rule("eurofront", "21.461")
def test_only_aliens_are_maintained_in_the_arctic() -> None:
    """An ordinary corps in Narvik costs five of the 29 points, a brigade group nothing; in Oslo neither."""
    g = scene("Narvik: Br5inf3 BrNXinf3 / Oslo: Br3inf3 / at war / 1940-04 / production")
    assert g.table_for(g.seat_index("allied")).p.points1 == 24


@pytest.mark.rule("eurofront", "21.45")
def test_mountain_units_fire_double_in_all_the_north() -> None:
    """In Oslo, which is no mountain, mountain corps hit with fives in attack and defense; in Hamburg with sixes."""
    from grognard.titles.systems.front import fire

    g = scene("Oslo: 18mtn4 / Hamburg: 36mtn4 / at war")
    need = [fire.rating(g.table, piece(g, name), node(g, where), False)
            for name, where in (("18mtn", "Kristiansand"), ("36mtn", "Bremen"))]  # fmt: skip
    assert need == [5, 6]


@pytest.mark.rule("eurofront", "21.43")
def test_alien_hqs_are_disrupted_in_the_arctic() -> None:
    """An army group acts at full strength in Oslo and one less in Trondheim; Dietl at full strength in both."""
    g = scene("Oslo: AGNor3 / Trondheim: AGCen3 Dietl3 / at war / axis holds Oslo Trondheim")
    assert [command.effective(g.table, piece(g, hq)) for hq in ("AGNor", "AGCen", "Dietl")] == [3, 2, 3]


def test_what_supreme_moves_in_the_north_cost() -> None:
    """OKW moves in Norway from there or from Copenhagen for one Supreme Move, from Berlin for two; AF likewise from
    Glasgow and London; OKH does not move there; Norwegians are moved by AF for one from anywhere."""
    from grognard.titles.eurofront.weser import command as supreme

    def cost(where: str, hq: str, unit: str = "19inf") -> int:
        g = scene(f"{where}: {hq}3 / Oslo: {unit}1 / at war / axis holds Oslo")
        return supreme.price(g.table, piece(g, hq), piece(g, unit))

    assert [cost(where, "OKW") for where in ("Copenhagen", "Oslo", "Berlin")] == [1, 1, 2]
    assert [cost(where, "AF", "Br5inf") for where in ("Glasgow", "London")] == [1, 2]
    assert cost("London", "AF", "No1stat") == 1
    assert cost("Berlin", "OKH") > 9
    assert cost("Rostock", "Dietl") > 9 and cost("Oslo", "Dietl") == 1


@pytest.mark.rule("eurofront", "21.492")
def test_axis_trains_run_through_sweden() -> None:
    """From Copenhagen a corps goes by rail to Oslo and may not stop in Goteborg; no sea lane begins in Sweden."""
    g = scene("Copenhagen: OKW3* 33stat2 / Oslo: 18mtn3 / axis holds Oslo / at war / axis movement")
    g.table.p.moves_left[piece(g, "OKW")] = g.table.p.supreme[AXIS] = 6
    assert refused(g, "rail 33stat Oslo") == ""
    assert refused(g, "rail 33stat Goteborg") != ""
    assert supply.supplied_area(g.table, AXIS) >> node(g, "Oslo") & 1


# Norway's supply, defeat, conquest


@pytest.mark.rule("eurofront", "20.63", "10.22")
def test_norwegians_depend_on_oslo() -> None:
    """While Oslo is Norwegian and has a line to London its corps are supplied in Narvik; without Oslo none is, while
    British units there have supply of their own."""
    g = scene("Oslo: No1stat1 / Narvik: No4stat1 Br5inf3 / Berlin: Deninf2 / at war")
    assert not g.title.without_supply(g.table, ALLIED)
    lost = scene("Oslo: 18mtn3 / Narvik: No4stat1 Br5inf3 / at war / axis holds Oslo")
    assert lost.title.without_supply(lost.table, ALLIED) == 1 << piece(lost, "No4stat")


@pytest.mark.rule("eurofront", "16.92")
def test_norway_falls_with_oslo_and_its_last_unit() -> None:
    """With a corps left in Narvik Norway stands; without one it is defeated, and conquered in a later Politics once no
    British unit is left in it."""

    def politics(text: str) -> Game:
        g = scene(f"{text} / Oslo: 18mtn3 / axis holds Oslo / at war / axis supply")
        assert set(g.decisions()) == {"allied"}
        return g

    assert norway.DEFEATED not in politics("Narvik: No4stat1 / London: AF2").table.p.politics
    fallen = politics("Narvik: Br5inf3 / London: AF2")
    assert norway.DEFEATED in fallen.table.p.politics and norway.CONQUERED not in fallen.table.p.politics
    assert status(fallen, "Narvik") == "allied"
    won = politics("London: AF2 / since Norway defeated")
    assert norway.CONQUERED in won.table.p.politics and status(won, "Narvik") == "axis"
    held = politics("Narvik: Br5inf3 / London: AF2 / since Norway defeated")
    assert norway.CONQUERED not in held.table.p.politics


@pytest.mark.rule("eurofront", "10.2/b")
def test_london_needs_the_atlantic() -> None:
    """With the naval bases of the west and south lost no ship leaves London for the ocean: no one is supplied."""
    assert supply.rail_sea(scene("London: AF2").table, ALLIED) >> node(scene("London: AF2"), "Hull") & 1
    cut = scene("London: AF2 / axis holds Glasgow Portsmouth Liverpool")
    assert not supply.rail_sea(cut.table, ALLIED)
