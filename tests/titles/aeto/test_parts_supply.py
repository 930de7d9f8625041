"""Supply at the edges: boxes, islands, beaches, Mulberries, men just landed; units aboard; coastal forts (5.13, 7.0,
7.5, 7.7, 7.9, 7.14)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import combat, iraq, replenish, supply, zones
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.sea import mulberries
from grognard.titles.aeto.seasonal import pools
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import SEATS, at, event, named, node, play, prompt, refused
from .scenes import scene as desert


def scene(text: str, dice: list[int] | None = None, scenario: str = "1944") -> grognard.Game:
    return grognard.read_scene(f"aeto {scenario} bare / Berlin: ger6inf / London: uk4inf / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


def in_box(unit: str, box: str) -> bool:
    """Is a unit in supply that was carried to a box?"""
    game = scene(f"Liverpool: {unit} / uk movement")
    piece = named(game, f"{unit}@Liverpool")
    game.table.place(piece, node(game, box))
    return supply.traces_to_source(game.table, piece)


@pytest.mark.rule("aeto", "7.0/uk-boxes")
@pytest.mark.rule("aeto", "7.0/us-boxes")
def test_boxes_supply_who_is_in_them() -> None:
    """Canada supplies British and Americans, the US Box Americans; India the British alone; Arctic West nobody."""
    assert in_box("uk5inf", "Canada_Box") and in_box("uk5inf", "India_Box") and in_box("us6inf", "Canada_Box")
    assert in_box("us6inf", "United_States_Box")
    assert not in_box("us6inf", "India_Box") and not in_box("uk5inf", "Arctic_West")


@pytest.mark.rule("aeto", "7.0/uk-scapa")
def test_scapa_flow_is_in_supply_and_no_source() -> None:
    """A corps there is supplied; it is no source for others, and not when it is German."""
    game = scene("Scapa_Flow: uk5inf / uk movement")
    t, there = game.table, node(game, "Scapa_Flow")
    piece = named(game, "uk5inf@Scapa_Flow")
    assert supply.traces_to_source(t, piece) and not supply.sources(t, UK) >> there & 1
    t.p.held[UK] &= ~(1 << there)
    t.p.held[GERMANY] |= 1 << there
    game._changed()
    assert not supply.at_scapa_flow(t, piece)


@pytest.mark.rule("aeto", "7.0/minor-island")
def test_a_minor_nation_is_supplied_on_its_own_islands() -> None:
    """Greeks on Crete are in supply while it is theirs; the mainland is no island."""
    game = scene("London: uk5inf / uk movement", scenario="1939")
    t, greece = game.table, POWERS.index("greece")
    island = supply.islands_of(t.world, greece)
    assert island >> node(game, "Canea") & 1 and not island >> node(game, "Athens") & 1
    piece = named(game, "uk5inf@London")
    t.p.power[piece] = greece
    t.place(piece, node(game, "Canea"))
    t.p.held[greece] |= 1 << node(game, "Canea")
    assert supply.on_own_island(t, piece)
    t.p.held[greece] &= ~(1 << node(game, "Canea"))
    assert not supply.on_own_island(t, piece)


def cut_off_coast(more: str) -> grognard.Game:
    return scene(f"W 3317: uk5inf / Plymouth: uk0stp uk0stp uk1dd uk2cl / {more} / uk naval")


def beach(game: grognard.Game) -> str:
    return game.table.node_name(node(game, "W 3317"))


@pytest.mark.rule("aeto", "7.5/emergency")
def test_supply_over_an_open_beach_costs_a_transport() -> None:
    """A chit lies on the clear coast, one of two points is gone; no second time this month, never by destroyers and
    cruisers, and not into a port."""
    game = cut_off_coast("London: uk4inf")
    place = beach(game)
    assert refused(game, f"u: beach_supply uk1dd@Plymouth+uk2cl@Plymouth {place}") == "7.5/emergency"
    assert refused(game, "u: beach_supply uk0stp@Plymouth Liverpool") in ("7.5/emergency", "3.1")
    orders(game, f"u: beach_supply uk0stp@Plymouth {place}")
    while prompt(game)[1] == "intercepting":
        game.play(prompt(game)[0], "pass")
    p = game.table.p
    assert p.chits[str(node(game, place))][:2] == (UK, 1) and at(game, "Plymouth").count("uk0stp") == 1
    assert at(game, f"off_{place}") == []
    while prompt(game)[0] != "uk":
        game.play(prompt(game)[0], "pass")
    assert refused(game, f"u: beach_supply uk0stp@Plymouth {place}") == "7.5/emergency"


@pytest.mark.rule("aeto", "7.5/no-second")
@pytest.mark.rule("aeto", "7.5/mulberry")
def test_no_second_chit_and_no_beach_where_a_mulberry_lies() -> None:
    """A chit on the beach, or a Mulberry off it, and nothing more comes over it."""
    game = cut_off_coast("London: uk4inf")
    game.table.p.chits[str(node(game, "W 3317"))] = (UK, 1, 0, 0)
    assert refused(game, f"u: beach_supply uk0stp@Plymouth {beach(game)}") == "7.5/no-second"
    game = cut_off_coast("London: uk4inf")
    game.table.p.due[f"mulberry {node(game, 'W 3317')}"] = game.table.p.month
    assert refused(game, f"u: beach_supply uk0stp@Plymouth {beach(game)}") == "7.5/mulberry"


@pytest.mark.rule("aeto", "7.7/amphib-supplied")
def test_who_has_landed_is_in_supply_for_the_phase() -> None:
    """British who assaulted a bare coast defend in supply in this Offensive Phase, and no longer after it."""
    game = scene("W 3317: uk5inf / uk offensives")
    t, piece = game.table, named(game, f"uk5inf@{beach(game)}")
    assert not supply.defends_supplied(t, piece)
    t.p.tally[f"landed {piece}"] = 1
    assert supply.defends_supplied(t, piece)
    t.agenda = tuple(f for f in t.agenda if f.step != "offensives")
    assert not supply.defends_supplied(t, piece)


@pytest.mark.rule("aeto", "7.9/voluntary")
def test_a_mulberry_may_be_taken_away() -> None:
    """In the Movement Phase the British remove it; it can be built again, and the sunk transports stay sunk."""
    game = scene("W 3317: uk5inf / uk movement")
    place = node(game, "W 3317")
    game.table.p.due.update({f"mulberry {place}": game.table.p.month - 1, "mulberries": 1})
    orders(game, f"u: remove_mulberry {beach(game)}")
    assert mulberries.laid(game.table) == {} and game.table.p.due["mulberries"] == 0
    theirs = scene("W 3317: ger6inf / uk movement")
    theirs.table.p.due.update({f"mulberry {place}": theirs.table.p.month - 1, "mulberries": 1})
    assert refused(theirs, f"u: remove_mulberry {beach(theirs)}") != ""


@pytest.mark.rule("aeto", "7.14/purchase-partner")
def test_germany_pays_for_the_infantry_of_her_partners() -> None:
    """A Rumanian corps lost at home is bought back with German EPs."""
    game = grognard.read_scene("aeto 1941short bare / Bucharest: rum3inf / Moscow: sov4inf / axis movement")
    t = game.table
    rumania = POWERS.index("rumania")
    assert replenish.payer_for(t, rumania) == GERMANY and replenish.payer_for(t, UK) == UK
    card = t.p.card[named(game, "rum3inf@Bucharest")]
    t.p.fallen[f"{card} 2"] = 1
    seat = t.seat_of(rumania)
    price = 2 * pools.price(t, card)
    for ep, able in ((price - 1, 0), (price, 1)):
        t.p.ep[GERMANY], t.p.reserve[GERMANY], t.p.ep[rumania] = ep, 0, 50
        assert replenish.for_a_price(t, seat, ()) == able


# Units aboard, coastal forts, borders


@pytest.mark.rule("aeto", "5.13/restrict-embarked")
@pytest.mark.rule("aeto", "5.13/restrict-iraq")
def test_who_is_aboard_or_in_the_box_has_no_zone() -> None:
    """A corps off Brest, and one in the Iraq Transit Box, stand nowhere on the map; ashore one has its zone."""
    game = scene("Plymouth: uk5inf uk4inf / uk movement")
    t, off = game.table, node(game, "off_Brest")
    assert zones.stands(t, UK).light >> node(game, "Plymouth") & 1
    t.place(named(game, "uk5inf@Plymouth"), off)
    t.place(named(game, "uk4inf@Plymouth"), node(game, "Iraq_Transit_Box"))
    found = zones.stands(t, UK).all
    assert not found >> off & 1 and not found >> node(game, "Iraq_Transit_Box") & 1


@pytest.mark.rule("aeto", "5.14/coastalfort-land")
def test_a_coastal_fort_does_not_help_against_an_attack_by_land() -> None:
    """Tobruk's coastal fort adds nothing to its defence from Gazala; a fortification does."""
    game = desert("Gazala: ger8arm / Tobruk: uk5inf / axis offensives")
    t, there = game.table, node(game, "Tobruk")
    b = Battle(there, (named(game, "ger8arm@Gazala"),), GERMANY)
    assert combat.defence(t, b) == 7
    t.p.forts, t.p.coastal_forts = 0, 1 << there
    assert combat.defence(t, b) == 5


@pytest.mark.rule("aeto", "5.8/border")
def test_a_neutral_border_is_crossed_by_nobody() -> None:
    """German infantry beside Switzerland's and Spain's border stays out, and no neutral has a zone over it."""
    game = grognard.read_scene("aeto 1941 bare / Bordeaux: ger6inf / London: uk5inf / axis movement")
    t = game.table
    spain = POWERS.index("spain")
    near = [n for n in range(t.world.board.size) if t.p.held[spain] >> n & 1 and t.world.next_to(n) & ~t.p.held[spain]]
    gate = next(m for n in near for m in range(t.world.board.size)
                if t.world.next_to(n) >> m & 1 and t.p.held[GERMANY] >> m & 1)  # fmt: skip
    beyond = next(n for n in near if t.world.next_to(n) >> gate & 1)
    game = grognard.read_scene(f"aeto 1941 bare / {t.node_name(gate)}: ger6inf / London: uk5inf / axis movement")
    assert refused(game, f"g: move ger6inf@{t.node_name(gate)} {t.node_name(beyond)}") != ""
    assert not zones.ground(game.table, GERMANY).zone >> gate & 1


# Secondary Advance after a reaction


@pytest.mark.rule("aeto", "5.19/secondary-reaction")
def test_others_move_up_after_an_armor_reaction() -> None:
    """British armor clears Mechili as the Germans leave and enters it; infantry of Tobruk moves up to Gazala."""
    game = desert("Mechili: ger6inf AFRIKA / Gazala: uk6arm / Tobruk: uk5inf / axis offensives", [8])
    play(game, "g: hq AFRIKA", "g: activate_all", "g: end", "g: move ger6inf@Mechili Derna_W1")
    play(game, "u: react uk6arm@Gazala", "u: advance uk6arm@Gazala")
    while prompt(game)[1] == "losses":
        play(game, "u: lose uk6arm@Gazala")
    assert prompt(game) == ("uk", "secondary")
    play(game, "u: follow uk5inf@Tobruk Gazala")
    assert "uk5inf" in at(game, "Gazala")


# The Iraq Transit Box, HQs at sea


@pytest.mark.rule("aeto", "5.8/iraq-box-enter")
def test_western_units_go_in_and_out_of_the_iraq_box() -> None:
    """A British corps goes from Baghdad into the box for a point and in the next month out to a gate; Germans do
    not use it."""
    game = scene("Baghdad: uk5inf / uk movement", scenario="1941")
    orders(game, "u: to_box uk5inf@Baghdad")
    assert at(game, "Iraq_Transit_Box") == ["uk5inf"]
    piece = named(game, "uk5inf@Iraq_Transit_Box")
    assert game.table.p.spent[piece] == 1
    assert refused(game, "u: from_box uk5inf@Iraq_Transit_Box Cairo") == "5.8/iraq-box-enter"
    orders(game, "u: from_box uk5inf@Iraq_Transit_Box Basra_field")
    assert at(game, "Basra_field") == ["uk5inf"]
    axis = scene("Baghdad: ger6inf / axis movement", scenario="1941")
    axis.table.place(
        axis.table.title.scene_piece(axis.table, node(axis, "Cairo"), "uk5inf"), node(axis, "Iraq_Transit_Box")
    )
    axis._changed()
    assert refused(axis, "g: to_box ger6inf@Baghdad") == "5.8/iraq-box-enter"


@pytest.mark.rule("aeto", "5.8/iraq-box-axis")
def test_the_axis_takes_the_empty_iraq_box() -> None:
    """Germans of Baghdad enter the empty box: it is theirs, and the British go neither in nor out any more."""
    game = scene("Baghdad: ger6inf / Basra_field: uk5inf / axis movement", scenario="1941")
    orders(game, "g: to_box ger6inf@Baghdad")
    t = game.table
    assert at(game, "Iraq_Transit_Box") == ["ger6inf"]
    german, briton = named(game, "ger6inf@Iraq_Transit_Box"), named(game, "uk5inf@Basra_field")
    assert iraq.of_the_holder(t, 0, ()) >> german & 1
    assert not iraq.may_enter(t, t.seat_of(UK), ()) >> briton & 1
    t.place(german, node(game, "Baghdad"))
    assert iraq.may_enter(t, t.seat_of(UK), ()) >> briton & 1 and not iraq.of_the_holder(t, 1, ()) >> briton & 1


def commander(place: str, unit_at: str) -> bool:
    """Does the HQ of the Middle East, put somewhere, command a unit somewhere else?"""
    game = scene(f"Cairo: {STAFF} / {unit_at}: uk5inf / uk offensives", scenario="1941")
    staff = named(game, STAFF)
    game.table.place(staff, node(game, place))
    return bool(iraq.command_area(game.table, staff) >> node(game, unit_at) & 1)


STAFF = next(card.name.replace(" ", "_") for card in tb.cards() if card.kind == tb.HQ and card.power == UK)


@pytest.mark.rule("aeto", "5.8/iraq-box-hex")
@pytest.mark.rule("aeto", "5.0/hq-radius-embarked")
def test_an_hq_commands_out_of_the_box_and_from_aboard() -> None:
    """From the box it commands Baghdad, next to it, and not Cairo; off Alexandria, aboard, it commands Alexandria and
    may lead an Offensive."""
    assert commander("Iraq_Transit_Box", "Baghdad") and not commander("Iraq_Transit_Box", "Cairo")
    assert commander("off_Alexandria", "Alexandria") and not commander("off_Alexandria", "Baghdad")
    game = scene(f"Cairo: {STAFF} / Alexandria: uk5inf / uk offensives", scenario="1941")
    game.table.p.offensives[UK] = 2
    game.table.place(named(game, STAFF), node(game, "off_Alexandria"))
    assert refused(game, f"u: hq {STAFF}") == ""


@pytest.mark.rule("aeto", "P5/land-support")
def test_air_and_ships_support_a_land_offensive() -> None:
    """An attack on Tobruk is stronger by Warspite off its coast, and a bomber in range may be sent over it, without a
    Sea or an Air Offensive."""
    text = "Tobruk: ita3inf / Bardia: uk5inf / Sidi_Barrani: uk3bmb / uk offensives"
    found = []
    for fleet in ("", "off_Tobruk: Warspite / "):
        game = scene(f"{fleet}{text}", [8] * 4, scenario="1941")
        game.table.p.offensives[UK] = 1
        orders(game, "u: stack Bardia", "u: activate_all")
        while prompt(game)[1] != "declare":
            orders(game, "u: end")
        orders(game, "u: declare Tobruk", "u: end", "u: attack Tobruk uk5inf@Bardia")
        assert prompt(game) == ("uk", "air_support")
        orders(game, "u: support uk3bmb@Sidi_Barrani")
        while prompt(game)[1] != "resolve":
            game.play(prompt(game)[0], "end")
        orders(game, "u: roll")
        while prompt(game)[1] == "doubt":
            game.play(prompt(game)[0], "pass")
        found.append(event(game, "attack")["attack"])
    assert found[0] > 5 and found[1] > found[0]
