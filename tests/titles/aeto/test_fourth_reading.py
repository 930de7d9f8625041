"""What a fourth reader found by drawing lots: ice, ships and escorts where they have no part, ferries, the Arctic."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.aeto import combat, isolation, rail, weather
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.air import flights, trans_african
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.politics import wars
from grognard.titles.aeto.sea import assault, bombardment, carriers, ships
from grognard.titles.aeto.seasonal import lendlease
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, UK, US, USSR

from .scenes import named, node, play, prompt, refused, scene
from .test_assault import under_way


def europe(text: str, scenario: str = "1941", dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """The whole map with nothing on it but what is named."""
    return grognard.read_scene(f"aeto {scenario} bare / {text}", dice, **new)


def at_sea(text: str, place: str) -> grognard.Game:
    """A British squadron of Scapa Flow that stands off a coast."""
    game = europe(f"Berlin: ger6inf / Moscow: sov4inf / London: uk5inf / Scapa Flow: {text} / uk naval")
    t = game.table
    for piece in list(t.p.stack(node(game, "Scapa Flow"))):
        t.place(piece, node(game, place))
    game._changed()
    return game


# Ice


@pytest.mark.rule("aeto", "1.6")
def test_the_rivers_of_the_moderate_zone_freeze_in_its_second_winter_month() -> None:
    """After one Winter month the Rhine flows, after the second it bears, after a mild one it flows again."""
    game = europe("Cologne: ger6inf / Moscow: sov4inf / axis movement")
    t, rhine, volga = game.table, node(game, "Cologne"), node(game, "Stalingrad")
    seen = []
    for severe, moderate in ((True, True), (True, True), (True, False)):
        weather.freeze(t, severe, moderate)
        seen.append((t.p.ice >> volga & 1, t.p.ice >> rhine & 1))
    assert seen == [(0, 0), (1, 1), (1, 0)]


@pytest.mark.rule("aeto", "1.6")
def test_no_ship_leaves_a_frozen_port() -> None:
    """The squadron of Leningrad sails in November; in the ice of January it neither sails nor intercepts."""
    for ice, rule in ((False, ""), (True, "1.6")):
        game = europe("Leningrad: Marat sov4inf / Scapa Flow: Rodney / Berlin: ger6inf / uk naval", "1944")
        t, ship = game.table, named(game, "Marat")
        t.p.ice = weather.zone_hexes(t, "severe") * ice
        game._changed()
        assert refused(game, "u: sail Marat off_Leningrad") == rule
        assert bool(ships.afloat(t, t.seat_of(USSR)) >> ship & 1) is not ice


@pytest.mark.rule("aeto", "7.7/water", "7.8/isolated")
def test_a_source_is_not_isolated_while_a_line_leads_over_the_ice() -> None:
    """Leningrad without its port has only the lake behind it: cut off in Autumn, not when the lake bears."""
    game = europe(
        "Leningrad: sov4inf / Leningrad E1: sov6inf / Leningrad SE1: ger6inf / Leningrad SW1: ger6inf / axis movement",
        "1941short",
    )
    t = game.table
    here, finns = node(game, "Leningrad"), 1 << node(game, "Leningrad NW1") | 1 << node(game, "Kotka E1")
    t.p.held[USSR] &= ~finns
    t.p.destroyed[f"{here} port"] = 1
    for ice in (False, True):
        t.p.ice = weather.zone_hexes(t, "severe") * ice
        game._changed()
        assert isolation.is_cut_off(t, USSR, here) is not ice


# Who takes part


@pytest.mark.rule("aeto", "5.17/no-air")
def test_no_ship_bombards_in_an_armor_reaction() -> None:
    """Off Tobruk lies a battleship: it helps the men there against an attack, not against a reaction, nor its own."""
    game = europe("Tobruk: uk5inf / Gazala: ger8arm / off_Tobruk: Warspite / London: uk5inf / axis offensives")
    t, panzer = game.table, named(game, "ger8arm@Gazala")
    b = Battle(node(game, "Tobruk"), (panzer,), GERMANY)
    guns = bombardment.against(t, GERMANY, b.target)
    assert guns and combat.defence(t, b) == combat.defence(t, b._replace(reaction=True)) + guns
    sortie = Battle(b.target, (named(game, "uk5inf@Tobruk"),), UK)
    assert combat.supported(t, sortie) == guns and combat.supported(t, sortie._replace(reaction=True)) == 0


@pytest.mark.rule("aeto", "4.23")
def test_a_fighter_bomber_that_escorts_adds_no_strength() -> None:
    """Typhoons over Le Havre add 4 as bombers; sent as escorts, nothing; and so it is on the other side."""
    text = "Le_Havre_SE1: uk5inf / Le Havre: ger6inf / London: uk4fb / Paris: ger5fb / uk offensives"
    game = europe(text, "1944")
    t = game.table
    raider, guard = named(game, "uk4fb@London"), named(game, "ger5fb@Paris")
    b = Battle(node(game, "Le Havre"), (named(game, "uk5inf@Le_Havre_SE1"),), UK, over=(raider,), against=(guard,))
    attack, defence = combat.attack_strength(t, b), combat.defence(t, b)
    as_fighters = b._replace(escorting=(raider, guard))
    assert combat.attack_strength(t, as_fighters) == attack - 4
    assert combat.defence(t, as_fighters) == defence - 5


@pytest.mark.rule("aeto", "5.14/general-one")
def test_a_general_who_was_not_activated_defends_against_a_reaction() -> None:
    """A stack of Gazala is woken; Rommel at Mechili is not, and still strengthens its defence."""
    game = play(
        grognard.read_scene(
            "aeto desert42 bare / Mechili: ger6inf Rommel / Gazala: ger5inf / Tobruk: uk6arm / axis offensives"
        ),
        "g: stack Gazala",
    )
    t = game.table
    b = Battle(node(game, "Mechili"), (named(game, "uk6arm@Tobruk"),), UK)
    rating = t.world.cards[t.p.card[named(game, "Rommel")]].combat
    assert rating and combat.defence(t, b) == 6 + rating


@pytest.mark.rule("aeto", "5.14/zhukov", "10.11")
def test_zhukov_strengthens_the_defence_of_a_coast() -> None:
    """A rifle army in Odessa is two points stronger against a landing while Zhukov's HQ is near, not when it is far."""
    found = []
    for place in ("Bendery", "Gorki"):
        game = europe(f"Odessa: sov4inf / {place}: sov_Zhukov_HQ / Moscow: sov4inf / Berlin: ger6inf / axis movement")
        t = game.table
        t.p.hostile[GERMANY] |= 1 << USSR
        t.p.hostile[USSR] |= 1 << GERMANY
        found.append(assault.defence_of(t, under_way(game, "Odessa", GERMANY)))
    assert found[0] == found[1] + 2


# Ferries and forts


@pytest.mark.rule("aeto", "6.1/sweden-copenhagen")
def test_no_train_uses_the_ferries_to_stop_in_copenhagen() -> None:
    """The ferries are for one train that goes on through Sweden: Oslo is reached, Copenhagen is not, either way."""
    game = europe("Hamburg: ger6inf / Copenhagen: ger5inf / Moscow: sov4inf / axis movement")
    t = game.table
    out, home = named(game, "ger6inf@Hamburg"), named(game, "ger5inf@Copenhagen")
    assert rail.reachable(t, out) >> node(game, "Oslo") & 1
    assert not rail.reachable(t, out) >> node(game, "Copenhagen") & 1
    assert not rail.reachable(t, home) >> node(game, "Hamburg") & 1


@pytest.mark.rule("aeto", "5.8/fortification")
def test_the_refusal_names_the_fort() -> None:
    """Who would walk into an empty enemy fort is told of the fort, a General too."""
    game = europe("fort Smolensk / Smolensk W1: ger6inf Guderian / Moscow: sov4inf / axis movement", "1941short")
    t = game.table
    t.title.scene_word(t, "ussr holds Smolensk")
    t.p.forts |= 1 << node(game, "Smolensk")
    game._changed()
    for who in ("ger6inf@Smolensk_W1", "Guderian"):
        assert refused(game, f"g: move {who} Smolensk") == "5.8/fortification"


# Carriers, and a battle's end


@pytest.mark.rule("aeto", "3.20")
def test_naval_air_units_are_out_of_supply_with_their_carrier_alone() -> None:
    """A destroyer beside them without fuel changes nothing; their carrier without fuel does."""
    game = at_sea("Illustrious uk1nav uk1dd", "off_Bergen")
    t = game.table
    here = t.p.stack(node(game, "off_Bergen"))
    planes, escort = (next(i for i in here if t.p.kind[i] == kind) for kind in (tb.NAVAL_AIR, tb.DD))
    for marked, found in ((escort, 0), (named(game, "Illustrious"), 1)):
        t.p.marked[marked] = 1
        carriers.settle(t)
        assert t.p.marked[planes] == found


@pytest.mark.rule("aeto", "1.3", "1.5")
def test_a_carrier_off_a_coast_has_the_weather_of_its_hex() -> None:
    """In Mud at Bergen the range of its Naval-Air is halved, up, and where the zone is grounded nothing flies."""
    game = at_sea("Illustrious uk1nav", "off_Bergen")
    t = game.table
    planes = next(i for i in t.p.stack(node(game, "off_Bergen")) if t.p.kind[i] == tb.NAVAL_AIR)
    far = node(game, "Gibraltar")
    assert flights.range_now(t, planes, far) == 5 and not flights.is_grounded(t, planes, far)
    t.p.mud = t.p.grounded = 1 << node(game, "Bergen")
    assert flights.range_now(t, planes, far) == 3 and flights.is_grounded(t, planes, far)


@pytest.mark.rule("aeto", "3.17")
def test_after_the_last_round_both_sides_may_withdraw() -> None:
    """Three rounds without a hit: the raider is asked three times whether he breaks off, and so is who caught him."""
    text = "London: uk5inf / Berlin: ger6inf / Plymouth: Rodney / Lorient: Gneisenau / uk naval"
    game = europe(text, dice=[6])
    t = game.table
    t.title.scene_word(t, "germany holds Lorient")
    t.title.scene_word(t, "uk naval")
    game._changed()
    game.play("uk", "sail Rodney off_Brest")
    game.play("germany", "intercept Gneisenau off_Brest")
    asked = []
    while prompt(game)[1] in ("gunnery", "breaking_off"):
        if prompt(game)[1] == "breaking_off":
            asked.append(prompt(game)[0])
        game.play(prompt(game)[0], "hold" if prompt(game)[1] == "gunnery" else "stand")
    assert asked == ["uk", "germany"] * 3


# The Arctic Route


@pytest.mark.rule("aeto", "8.3/arctic-close", "8.3/arctic-open")
def test_the_us_opens_and_closes_the_arctic_route_for_itself() -> None:
    """With a player of its own the US is asked, too; what it opens lets its own EPs through, and U-boats in."""
    game = europe("Berlin: ger6inf / London: uk5inf / Moscow: sov4inf", "1941short", options={"players": "5"})
    t = game.table
    t.p.month = month_of("July 1942")
    wars.us_enters(t)
    t.p.ep[UK] = t.p.ep[US] = 40
    t.p.lent = {"net uk": 40, "net us": 40}
    t.title.scene_word(t, "season arctic_status")
    game._changed()
    game.play("uk", "close")
    assert prompt(game) == ("us", "arctic")
    game.play("us", "open")
    assert [lendlease.route_is_open(t, lendlease.ARCTIC, power) for power in (UK, US)] == [False, True]
    assert lendlease.arctic_open(t)


# Who begins


@pytest.mark.rule("aeto", "3.5", "8.13/initiative")
def test_who_has_the_initiative_may_let_the_other_side_begin() -> None:
    """The UK has the Initiative: it lets the Axis sail first, once; then the turns go on as ever, also in the air."""
    text = "London: uk5inf uk5ftr / Berlin: ger6inf ger5ftr / Scapa Flow: Rodney / Kiel: Gneisenau / uk naval"
    game = europe(text)
    assert prompt(game)[0] == "uk"
    game.play("uk", "let_them_begin")
    assert prompt(game)[0] == "germany" and refused(game, "g: let_them_begin") == "3.5"
    game.play("germany", "sail Gneisenau off_Kiel_(Baltic)")
    assert prompt(game)[0] == "uk" and refused(game, "u: let_them_begin") == "3.5"
    game.play("uk", "pass")
    assert prompt(game) == ("germany", "air_phase")


@pytest.mark.rule("aeto", "3.5")
def test_without_fleets_the_air_step_may_be_left_to_the_enemy() -> None:
    """In the desert the Axis begins the Air Movement Step, or lets the UK begin; nobody who has moved gives way."""
    game = scene("Derna: ger5ftr / Sidi_Barrani: uk3ftr / Cairo: uk5inf / axis air_movement")
    assert prompt(game) == ("germany", "air_phase")
    play(game, "g: let_them_begin")
    assert prompt(game) == ("uk", "air_phase") and refused(game, "u: let_them_begin") == "3.5"
    play(game, "u: end")
    assert prompt(game) == ("germany", "air_phase") and refused(game, "g: let_them_begin") == "3.5"


@pytest.mark.rule("aeto", "4.1/trans-african")
def test_air_units_go_by_west_africa_to_egypt_in_two_months() -> None:
    """Hurricanes of London are in West Africa this month, fly no mission there, and are in Cairo in the next."""
    text = "London: uk5ftr / Cairo: uk5inf / Berlin: ger6inf / Moscow: sov4inf / month={} / uk air_movement"
    game = europe(text.format(month_of("August 1941")))
    t = game.table
    assert refused(game, "u: rebase uk5ftr@London Cairo") == "4.1"
    game.play("uk", "rebase uk5ftr@London UK_Transfer_Hex")
    fighter = named(game, "uk5ftr@UK_Transfer_Hex")
    assert not flights.can_reach(t, fighter, node(game, "Cairo"))
    assert refused(game, "u: rebase uk5ftr@UK_Transfer_Hex Cairo") == "4.1"
    t.p.rebased[fighter] = 0
    game._changed()
    assert refused(game, "u: rebase uk5ftr@UK_Transfer_Hex London") == "4.1"
    game.play("uk", "rebase uk5ftr@UK_Transfer_Hex Cairo")
    assert t.p.at[fighter] == node(game, "Cairo")


@pytest.mark.rule("aeto", "4.1/trans-african")
def test_only_the_uk_and_the_us_go_by_west_africa() -> None:
    """A German unit of Berlin has no such way, nor a British one of Paris; one of Gibraltar has."""
    game = europe("Berlin: ger5ftr / Paris: uk5ftr / Gibraltar: uk3ftr / Moscow: sov4inf / uk air_movement")
    t = game.table
    goals = [trans_african.goals(t, named(game, name)) for name in ("ger5ftr@Berlin", "uk5ftr@Paris")]
    assert goals == [0, 0] and trans_african.goals(t, named(game, "uk3ftr@Gibraltar"))
