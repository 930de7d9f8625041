"""Air units: bases, flights, Ground Support, air combat, paradrops, re-rolls (Part 4, 5.14-5.16, 10.1)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import combat, course, ending, modifiers, reroll, stacking, supply, weather
from grognard.titles.aeto import zones as zoc
from grognard.titles.aeto.air import bases, dogfight, flights, paradrop, strengths
from grognard.titles.aeto.air import movement as air_movement
from grognard.titles.aeto.before_the_die import battle
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.position import ACTIVE
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, UK, USSR

from .scenes import SEATS, at, event, named, node, offers, play, prompt, refused, scene

FRONT = "Mechili: ger8arm ger6mech / Gazala: uk5inf uk4inf"


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    """Orders as they are written: nothing is answered for anyone."""
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice)


def announced(air: str, dice: list[int] | None = None, front: str = FRONT) -> grognard.Game:
    """An attack of the stack at Mechili on Gazala, just announced."""
    game = scene(f"{front} / {air} / axis offensives", dice)
    play(game, "g: stack Mechili", "g: activate ger8arm@Mechili", "g: activate ger6mech@Mechili")
    while prompt(game)[1] != "declare":
        play(game, "g: end")
    return orders(game, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")


def sheet(game: grognard.Game) -> dict[str, int]:
    """The modifiers of the attack under way, by name."""

    t = game.table
    frame = next(f for f in t.agenda if f.step == "attack")
    return {name: value for name, _, value in modifiers.modifiers(t, battle(t, frame))}


@pytest.mark.rule("aeto", "4.9")
def test_what_bases_hold() -> None:
    """Derna is small and holds two, Mersa Matruh grass and one; Alexandria is large beside a major port: five."""
    game = scene("Derna: ger5ftr ger4ftr / Cairo: uk5inf / axis movement")
    t = game.table
    assert [bases.capacity(t, node(game, place)) for place in ("Derna", "Mersa_Matruh", "Alexandria")] == [2, 1, 5]
    assert not bases.has_room(t, node(game, "Derna")) and bases.has_room(t, node(game, "Benghazi"))
    t.p.destroyed[f"{node(game, 'Derna')} airbase"] = 1
    assert bases.capacity(t, node(game, "Derna")) == 0


@pytest.mark.rule("aeto", "5.8/airbase")
def test_a_base_that_is_overrun_is_left_in_haste() -> None:
    """Panzers enter Sidi Barrani: the Hurricanes fly to the nearest base, and a 2 costs them a step."""
    game = scene("Bardia: ger8arm / Sidi_Barrani: uk3ftr / Cairo: uk5inf / axis movement", [2])
    play(game, "g: move ger8arm@Bardia Sidi_Barrani")
    assert at(game, "Sidi_Barrani") == ["ger8arm"]
    assert "uk2ftr-" in [*at(game, "Mersa_Matruh"), *at(game, "Tobruk")]


@pytest.mark.rule("aeto", "5.13/restrict-air-naval")
@pytest.mark.rule("aeto", "5.9/not-counted")
def test_air_units_exert_no_zone_and_take_no_room() -> None:
    """Two fighters at Derna cover nothing, and two corps still fit there."""
    game = scene("Derna: ger5ftr ger4ftr ita3inf / Mechili: ita3inf / Cairo: uk5inf / axis movement")
    assert not zoc.exerts(game.table.p, named(game, "ger5ftr@Derna"))
    play(game, "g: move ita3inf@Mechili Derna")
    assert stacking.fits(game.table, game.table.p.stack(node(game, "Derna")), node(game, "Derna"))


@pytest.mark.rule("aeto", "4.1")
def test_air_units_change_base_once_a_month() -> None:
    """In the Air Movement Step a fighter of range 4 flies up to eight hexes to a base with room, once."""
    game = grognard.new("aeto", "desert42", seed=1)
    while prompt(game)[1] != "air_phase":
        game.play("germany", "unload El_Agheila")
    assert prompt(game)[0] == "germany" and refused(game, "g: rebase ger5ftr@Derna Benghazi") == ""
    assert refused(game, "g: rebase ger5ftr@Derna Alexandria") != ""
    orders(game, "g: rebase ger5ftr@Derna Benghazi")
    assert refused(game, "g: rebase ger5ftr@Benghazi Derna") == "4.1"
    orders(game, "g: end")
    assert prompt(game) == ("uk", "air_phase")
    unit = named(game, "uk3ftr@Sidi_Barrani")
    assert air_movement.hop(game.table, unit, node(game, "Alexandria")) == 8


@pytest.mark.rule("aeto", "1.5")
def test_weather_halves_and_grounds() -> None:
    """Mud halves a range of 5 to 3; in Winter a 2 grounds a zone, a 3 does not."""
    game = east("Warsaw: ger5fb / Moscow: sov4inf / axis offensives", [2, 3])
    t, unit = game.table, named(game, "ger5fb@Warsaw")
    assert flights.range_now(t, unit, node(game, "Minsk")) == 5
    t.p.mud = 1 << node(game, "Minsk")
    assert flights.range_now(t, unit, node(game, "Minsk")) == 3
    weather.ground_air(t, {"severe": "W", "moderate": "W", "mild": "C"})
    assert t.p.grounded & t.world.land == weather.zone_hexes(t, "severe")
    moscow = node(game, "Moscow")
    assert flights.is_grounded(t, unit, moscow) and not flights.can_reach(t, unit, moscow)


@pytest.mark.rule("aeto", "7.10/air")
@pytest.mark.rule("aeto", "7.10/air-no-depletion")
def test_air_units_without_supply_stay_near_their_base() -> None:
    """No chit at Derna: the fighters there are marked, fly one hex only, and are never depleted."""
    game = scene("0 chits Benghazi / 0 chits Derna / 0 chits El Agheila / Derna: ger5ftr / axis movement")
    t, unit = game.table, named(game, "ger5ftr@Derna")
    assert flights.can_reach(t, unit, node(game, "Tobruk"))
    ending.mark(t)
    ending.mark(t)
    assert t.p.marked[unit] and t.p.steps[unit] == 2
    assert flights.can_reach(t, unit, node(game, "Gazala")) and not flights.can_reach(t, unit, node(game, "Tobruk"))


@pytest.mark.rule("aeto", "10.3")
def test_soviet_aircraft_near_the_border_are_surprised() -> None:
    """In June 1941 the fighters of Bialystok do not fly, those of Moscow do; in July all may."""
    for month, stunned in (("June 1941", True), ("July 1941", False)):
        game = east(
            f"Bialystok: sov2ftr / Moscow: sov2ftr / Warsaw: ger6inf / month={month_of(month)} / axis offensives"
        )
        assert flights.surprised(game.table, named(game, "sov2ftr@Bialystok")) == stunned
        assert not flights.surprised(game.table, named(game, "sov2ftr@Moscow"))


@pytest.mark.rule("aeto", "4.22")
@pytest.mark.rule("aeto", "5.14/bombers")
@pytest.mark.rule("aeto", "5.16/air-superiority")
@pytest.mark.rule("aeto", "5.3/air-timing")
def test_bombers_add_their_strength_and_own_the_air() -> None:
    """Stukas of strength 3 over Gazala make 14 into 17, and alone over it give +1; a fourth bomber is too many."""
    game = announced("Derna: ger3bmb ger2bmb- / Benghazi: ger3bmb / Agedabia: ita2bmb", [5])
    assert prompt(game) == ("germany", "air_support")
    orders(game, "g: support ger3bmb@Derna", "g: support ger2bmb-@Derna", "g: support ger3bmb@Benghazi")
    assert refused(game, "g: support ita2bmb@Agedabia") == "4.22"
    orders(game, "g: end")
    assert prompt(game) == ("germany", "resolve") and sheet(game) == {"air superiority": 1}
    orders(game, "g: roll")
    play(game, *("u: pass",) * (prompt(game)[1] == "doubt"))
    assert (event(game, "attack")["attack"], event(game, "attack")["net"]) == (14 + 8, 6)
    assert game.table.p.status[named(game, "ger3bmb@Derna")] == ACTIVE


@pytest.mark.rule("aeto", "5.16/air-superiority-defense")
@pytest.mark.rule("aeto", "5.16/air-superiority-min")
@pytest.mark.rule("aeto", "4.0")
def test_the_defender_s_aircraft() -> None:
    """Blenheims over Gazala add 2 to the defence and cost the attack 1; a heavy bomber adds half; a 1 rules no air."""
    game = announced("Sidi_Barrani: uk2bmb")
    assert prompt(game) == ("uk", "air_support")
    orders(game, "u: support uk2bmb@Sidi_Barrani")
    assert prompt(game) == ("germany", "resolve") and sheet(game) == {"enemy air superiority": -1}
    t = game.table
    b = Battle(
        node(game, "Gazala"), (named(game, "ger8arm@Mechili"),), GERMANY, (), (), (named(game, "uk2bmb@Sidi_Barrani"),)
    )
    assert combat.defence(t, b) == 11
    game = east("London: uk6hvy uk1nav / Moscow: sov4inf / axis offensives")
    heavy, naval = named(game, "uk6hvy@London"), named(game, "uk1nav@London")
    assert strengths.air_strength(game.table, (heavy, naval)) == 3 + 1 and dogfight.strength(game.table, heavy) == 3
    assert not strengths.superiority(game.table, (naval,), ()) and strengths.superiority(game.table, (naval, heavy), ())
    assert not strengths.superiority(game.table, (heavy,), (naval,))


@pytest.mark.rule("aeto", "4.12")
@pytest.mark.rule("aeto", "4.23")
def test_air_combat_over_a_target() -> None:
    """Stukas come with Bf-109s, Hurricanes intercept: the fighters fire, and who is hit turns back and gives nothing.

    Hurricane (3) at the Stuka (3): 4, abort; the Stuka fires back at -2: 4 is 2, nothing; Bf-109F (5) at the Hurricane
    (3), +2: 4 is 6, a step.
    """
    game = announced("Derna: ger3bmb ger5ftr / Sidi_Barrani: uk3ftr", [4, 4, 4])
    orders(game, "g: support ger3bmb@Derna", "g: escort ger5ftr@Derna", "u: escort uk3ftr@Sidi_Barrani")
    assert prompt(game) == ("uk", "aiming")
    orders(game, "u: aim ger3bmb@Derna")
    assert at(game, "Sidi_Barrani") == ["uk2ftr-"] and sheet(game) == {"air superiority": 1}
    t = game.table
    frame = next(f for f in t.agenda if f.step == "attack")
    assert frame["over"] == (named(game, "ger5ftr@Derna"),) and frame["against"] == ()
    assert t.p.status[named(game, "ger3bmb@Derna")] == ACTIVE


def test_how_shots_are_read() -> None:
    """Up to 3 nothing, 4 and 5 abort, 6 and more cost a step."""
    assert [dogfight.result_of(net) for net in (-1, 3, 4, 5, 6, 9)] == ["-", "-", "A", "A", "D", "D"]


@pytest.mark.rule("aeto", "4.21")
def test_radar_helps_fighters_over_britain() -> None:
    """A Spitfire of Dover gets +1 over London, not over Paris; one of Glasgow gets none."""
    game = east("Dover: uk4ftr / Glasgow: uk4ftr / Moscow: sov4inf / axis offensives")
    near, far = named(game, "uk4ftr@Dover"), named(game, "uk4ftr@Glasgow")
    london, paris = node(game, "London"), node(game, "Paris")
    assert [dogfight.radar(game.table, *pair) for pair in ((near, london), (near, paris), (far, london))] == [1, 0, 0]


@pytest.mark.rule("aeto", "7.2/escort")
def test_transports_are_attacked_last() -> None:
    """The first fighter may not aim at an ATP while its escort is not a target; once it is, the next may."""
    game = scene("Derna: ger0atp ger5ftr / Sidi_Barrani: uk3ftr / Alexandria: uk3ftr / Cairo: uk5inf / uk offensives")
    atp, escort = named(game, "ger0atp@Derna"), named(game, "ger5ftr@Derna")
    ours = dogfight.Mission((), (named(game, "uk3ftr@Sidi_Barrani"), named(game, "uk3ftr@Alexandria")))
    dogfight.ask_aims(
        game.table, game.table.seat_of(UK), UK, node(game, "Gazala"), ours, dogfight.Mission((atp,), (escort,))
    )
    game._changed()
    assert refused(game, "u: aim ger0atp@Derna") == "7.2/escort"
    orders(game, "u: aim ger5ftr@Derna")
    assert refused(game, "u: aim ger0atp@Derna") == ""


@pytest.mark.rule("aeto", "viii.7")
@pytest.mark.rule("aeto", "5.22/air-reuse")
def test_one_mission_a_month_but_one_in_each_step() -> None:
    """Who supported the Breakthrough may support the Combat Step, not the same Step again, nor another Offensive."""
    game = scene("Mechili: ger8arm AFRIKA / Derna: ger3bmb / Gazala: uk5inf / axis offensives")
    play(game, "g: hq AFRIKA")
    t, unit = game.table, named(game, "ger3bmb@Derna")
    t.p.status[unit] = ACTIVE
    assert not flights.is_ready(t, unit)
    t.p.offensive["stage"] = "breakthrough"
    flights.note_flown(t, (unit,))
    assert not flights.is_ready(t, unit)
    t.p.offensive["stage"] = "combat"
    assert flights.is_ready(t, unit)


@pytest.mark.rule("aeto", "5.17/no-air")
def test_no_aircraft_in_an_armor_reaction() -> None:
    """British armor reacts: neither side is asked for aircraft."""
    game = scene("Mechili: ger6inf AFRIKA / Derna: ger5ftr / Gazala: uk6arm / Sidi_Barrani: uk3ftr / axis offensives")
    orders(
        game, "g: hq AFRIKA", "g: activate_all", "g: end", "g: move ger6inf@Mechili Derna_W1", "u: react uk6arm@Gazala"
    )
    assert prompt(game) == ("uk", "resolve")


@pytest.mark.rule("aeto", "5.2/B-attack-cap")
@pytest.mark.rule("aeto", "5.14/minor-weather")
def test_what_support_does_for_hqs_and_minors() -> None:
    """A lone HQ with bombers over it defends with 2, no more; Rumanians abroad are not halved under German bombers."""
    game = scene("Mechili: ger8arm / Gazala: 8th_Army / Sidi_Barrani: uk2bmb / axis offensives")
    air = (named(game, "uk2bmb@Sidi_Barrani"),)
    b = Battle(node(game, "Gazala"), (named(game, "ger8arm@Mechili"),), GERMANY)
    assert combat.defence(game.table, b) == 1 and combat.defence(game.table, b._replace(against=air)) == 2
    game = east("Odessa: rum3inf / Nikolaev: sov4inf / Bucharest: ger3bmb / axis offensives")
    b = Battle(node(game, "Odessa"), (named(game, "sov4inf@Nikolaev"),), USSR)
    helped = b._replace(against=(named(game, "ger3bmb@Bucharest"),))
    assert combat.defence(game.table, b) == 2 and combat.defence(game.table, helped) == 3 + 3


@pytest.mark.rule("aeto", "10.1")
@pytest.mark.rule("aeto", "5.15/no-cancel-reroll")
def test_a_second_roll_is_paid_for_before_the_die() -> None:
    """Germany spends an Offensive: after a 1 it may have the die rolled again, and the 8 stands; one an Offensive."""
    game = announced("Cairo: uk5inf", [1, 8])
    before = game.table.p.offensives[GERMANY]
    orders(game, "g: reroll")
    assert game.table.p.offensives[GERMANY] == before - 1
    if prompt(game)[1] == "doubt":
        orders(game, "u: pass")
    assert prompt(game) == ("germany", "second_roll") and event(game, "attack")["die"] == 1
    orders(game, "g: again")
    assert event(game, "attack")["die"] == 8

    assert reroll.payer(game.table, [GERMANY]) == -1


@pytest.mark.rule("aeto", "5.15/no-cancel-para")
def test_an_attack_may_be_cancelled_before_the_die() -> None:
    """The attack on Gazala is called off: no die, nobody hurt; after a drop it may not be."""
    game = announced("Cairo: uk5inf")
    orders(game, "g: cancel")
    assert at(game, "Gazala") == ["uk4inf", "uk5inf"] and prompt(game)[1] != "resolve"
    game = jump([5])
    assert prompt(game) == ("germany", "resolve") and refused(game, "g: cancel") == "5.15/no-cancel-para"


def jump(dice: list[int], foe: str = "uk2inf") -> grognard.Game:
    """German paratroopers of Derna drop on Bir Hacheim, with panzers beside it, up to the last word."""
    text = f"Derna: AFRIKA ger3para ger0atp ger0atp / Bir_Hacheim_W1: ger8arm / Bir_Hacheim: {foe} / axis offensives"
    game = scene(text, dice)
    play(game, "g: hq AFRIKA", "g: activate_all")
    while prompt(game)[1] != "declare":
        play(game, "g: end")
    orders(game, "g: declare Bir_Hacheim", "g: end")
    return orders(game, "g: attack Bir_Hacheim ger3para@Derna+ger8arm@Bir_Hacheim_W1")


@pytest.mark.rule("aeto", "4.24")
@pytest.mark.rule("aeto", "5.14/paradrop-attack")
@pytest.mark.rule("aeto", "5.16/paradrop")
@pytest.mark.rule("aeto", "7.7/para-chit")
def test_a_paradrop_with_a_land_attack() -> None:
    """A 5: the paratroopers are not depleted and give +1; DE: they hold the hex with an Air Supply chit."""
    game = jump([5, 8])
    assert sheet(game)["paradrop"] == 1
    play(game, "g: roll")
    if prompt(game)[1] == "advance":
        play(game, "g: stay")
    assert "ger3para" in at(game, "Bir_Hacheim") and game.table.p.air_chits == {str(node(game, "Bir_Hacheim")): 1}
    assert supply.places_left(game.table.p, node(game, "Bir_Hacheim")) == 1
    game = jump([4])
    assert "paradrop" not in sheet(game)


@pytest.mark.rule("aeto", "7.7/para-fail")
@pytest.mark.rule("aeto", "5.14/river-para")
@pytest.mark.rule("aeto", "7.7/para-supplied")
def test_paratroopers_fight_for_their_lives() -> None:
    """They are counted apart, unhalved and supplied; if the hex holds out they are lost."""
    game = jump([5, 1], "uk5inf uk5inf")
    t = game.table
    frame = next(f for f in t.agenda if f.step == "attack")

    b = battle(t, frame)
    para = named(game, "ger3para@Derna")
    assert combat.on_the_ground(b) == (named(game, "ger8arm@Bir_Hacheim_W1"),) and b.jumped == (para,)
    assert "attackers out of supply" not in sheet(game)
    play(game, "g: roll")
    while prompt(game)[1] == "losses":
        play(game, "g: lose " + sorted(offers(game, "g: lose"))[-1])
    assert not t.p.steps[para] and "uk5inf" in at(game, "Bir_Hacheim")


@pytest.mark.rule("aeto", "5.19/para-decline")
@pytest.mark.rule("aeto", "5.19/attrition-para")
def test_paratroopers_and_the_price_of_an_advance() -> None:
    """-/2 costs the advance a step: the paratrooper may pay it; if nobody advances it is lost all the same."""
    game = scene("Derna: ger3para / Mechili: ger8arm / Bir_Hacheim: uk2inf / axis offensives")
    para = named(game, "ger3para@Derna")
    paradrop.landed(game.table, (para,), node(game, "Bir_Hacheim"), False)
    assert not game.table.p.steps[para]
    assert [course.stays_down(*pair) for pair in ((0, 0), (1, 0), (1, 2))] == [True, False, True]


def test_air_units_lose_steps_as_others_do() -> None:
    """A hit flips a full air unit and removes a depleted one; hits over home are remembered."""
    game = east("London: uk4ftr / Warsaw: ger4ftr / Moscow: sov4inf / axis offensives")
    unit = named(game, "uk4ftr@London")
    dogfight.suffer(game.table, {unit: ["D"]}, node(game, "London"))
    assert game.table.p.steps[unit] == 1 and game.table.p.shot_down[unit]
    dogfight.suffer(game.table, {unit: ["D", "A"]}, node(game, "London"))
    assert not game.table.p.steps[unit]
