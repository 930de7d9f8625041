"""Norway and the Channel: Quisling, evacuation, swift ships, the order in a hex, the routes (3.19, 3.26, 3.27, 9.6)."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.titles.aeto import combat, home_guard
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.air import flights
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.politics import wars
from grognard.titles.aeto.sea import assault, cargo, carriers, damage, ports, ships, waters, yards
from grognard.titles.aeto.seasonal import placement
from grognard.titles.aeto.strategic import convoys, iron_ore
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import SEATS, at, named, node, prompt, refused
from .seasons import told
from .test_assault import under_way

NORWAY = POWERS.index("norway")


def scene(text: str, dice: list[int] | None = None, scenario: str = "1939") -> grognard.Game:
    return grognard.read_scene(f"aeto {scenario} bare / Berlin: ger6inf / London: uk5inf / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


# Norway


@pytest.mark.rule("aeto", "9.6")
def test_norway_is_half_betrayed() -> None:
    """In the month of the invasion a German landing suffers -1, Norwegians of 2 defend with 1; later -4 and 2."""
    game = scene("axis movement")
    t = game.table
    wars.declare(t, GERMANY, NORWAY)
    t.title.scene_piece(t, node(game, "Oslo"), "nor2mtn")
    frame, b = under_way(game, "Oslo", GERMANY), Battle(node(game, "Oslo"), (), GERMANY)
    assert ("Amphibious Assault", -1) in assault.sheet_of(t, frame)
    assert combat.unit_defence(t, b, named(game, "nor2mtn@Oslo")) == 1
    t.p.month += 1
    assert ("Amphibious Assault", -4) in assault.sheet_of(t, frame)
    assert combat.unit_defence(t, b, named(game, "nor2mtn@Oslo")) == 2


@pytest.mark.rule("aeto", "8.0/norway/quisling")
def test_an_ally_of_the_uk_is_not_betrayed() -> None:
    """If the UK has activated Norway first, a landing suffers -4; if not, -1."""
    for activated, value in ((True, -4), (False, -1)):
        game = scene("axis movement")
        t = game.table
        if activated:
            wars.join(t, "norway", UK)
        wars.declare(t, GERMANY, NORWAY)
        assert ("Amphibious Assault", value) in assault.sheet_of(t, under_way(game, "Oslo", GERMANY))


@pytest.mark.rule("aeto", "8.0/norway/iron-ore")
@pytest.mark.rule("aeto", "8.1/iron-ore")
def test_the_navy_off_narvik() -> None:
    """A British squadron goes off neutral Narvik without war; in Winter it costs Germany an EP on a 5."""
    game = scene("Scapa Flow: Rodney / germany 4 EPs / uk naval", [5], "1939")
    orders(game, "u: sail Rodney off_Narvik")
    t = game.table
    assert t.p.at[named(game, "Rodney")] == node(game, "off_Narvik") and not t.p.hostile[NORWAY]
    t.p.month = 1940 * 12
    iron_ore.settle(t)
    assert t.p.ep[GERMANY] == 3


@pytest.mark.rule("aeto", "8.1/atlantic")
def test_the_atlantic_is_open_and_exposed() -> None:
    """A U-boat in the North Atlantic rolls a 6 in 1940: the UK loses EPs, though the route brings her none."""
    game = scene("Kiel: ger0ub / uk 9 EPs / axis movement", [6])
    t = game.table
    t.p.month = 1940 * 12 + 5
    convoys.attack(t, 0, [named(game, "ger0ub@Kiel")], [])
    assert t.p.ep[UK] < 9


# The Channel


@pytest.mark.rule("aeto", "3.26")
def test_dunkirk() -> None:
    """Two transports take a corps off the beach beside Calais: one die of 2 costs a step, the rest land at Dover."""
    game = scene("Dover: uk0stp uk0stp / W 3518: uk5inf / uk naval", [3, 2], "1940")
    beach = game.table.node_name(node(game, "W 3518"))
    order = f"u: evacuate uk0stp@Dover+uk0stp@Dover {beach} uk5inf@{beach} Dover"
    assert refused(game, order.replace("+uk0stp@Dover", "")) == "3.24"
    assert refused(game, order.replace(f"{beach} uk5inf@{beach}", "Le_Havre uk5inf@London")) == "3.26"
    orders(game, order)
    assert at(game, beach) == [] and at(game, "Dover") == ["uk0stp", "uk0stp", "uk3inf-"]


@pytest.mark.rule("aeto", "3.27")
def test_a_cruiser_and_a_destroyer_carry_a_step() -> None:
    """A CL with a DD takes one step on foot to Gibraltar, no two, no armor; a supply chit; or a commando to a beach."""
    game = scene("Plymouth: uk2cl uk1dd uk3inf- uk5inf uk4arm / uk naval", scenario="1940")
    pair = "uk2cl@Plymouth+uk1dd@Plymouth"
    assert refused(game, f"u: sail {pair}+uk5inf@Plymouth Portsmouth") == "3.24"
    assert refused(game, f"u: sail {pair}+uk4arm@Plymouth Portsmouth")
    assert refused(game, "u: sail uk2cl@Plymouth+uk3inf-@Plymouth Portsmouth") == "3.24"
    t = game.table
    crew = (named(game, "uk2cl@Plymouth"), named(game, "uk1dd@Plymouth"))
    assert cargo.chits_aboard(t, crew) == 1 and cargo.chits_aboard(t, crew[:1]) == 0
    orders(game, f"u: sail {pair}+uk3inf-@Plymouth Portsmouth")
    assert at(game, "Portsmouth") == ["uk1dd", "uk2cl", "uk3inf-"]


@pytest.mark.rule("aeto", "3.27")
def test_swift_ships_land_a_commando() -> None:
    """A light cruiser, a destroyer and a commando raid a coast without a transport; alone a cruiser does not."""
    game = grognard.read_scene(
        "aeto 1941 bare / Plymouth: uk2cl uk1dd uk1cdo / Berlin: ger6inf / London: uk5inf / uk 9 EPs / uk offensives"
    )
    t = game.table
    group = tuple(named(game, name) for name in ("uk2cl@Plymouth", "uk1dd@Plymouth", "uk1cdo@Plymouth"))
    assert ships.pairs(t, group) == 1
    assert assault.men_and_ships(t, t.seat_of(UK), (group,))
    assert not assault.men_and_ships(t, t.seat_of(UK), ((group[0], group[2]),))


@pytest.mark.rule("aeto", "3.19")
def test_the_order_in_a_hex() -> None:
    """A raider off Brest is met by a cruiser first, and only then runs into the mines of the port."""
    game = scene("Plymouth: Rodney / Brest: fra5inf / Lorient: Gneisenau / uk naval", [6, *[1, 2] * 20], "1941")
    t = game.table
    for name in ("Brest", "Lorient"):
        t.title.scene_word(t, f"germany holds {name}")
    t.title.scene_word(t, "uk naval")
    game._changed()
    orders(game, "u: sail Rodney off_Brest")
    orders(game, "g: intercept Gneisenau off_Brest")
    while prompt(game)[1] in ("gunnery", "breaking_off"):
        game.play(prompt(game)[0], "hold" if prompt(game)[1] == "gunnery" else "stand")
    kinds = [event.kind for event in game.told[0]]
    assert [kind for kind in kinds if kind in ("interception", "mines")] == ["interception", "mines"]


# Supply


@pytest.mark.rule("aeto", "7.4/debark")
def test_supply_is_debarked_in_the_naval_phase() -> None:
    """Two transports from Naples land two chits in Tripoli's harbour, as far as it takes them, and none at sea."""
    game = scene(
        "Naples: ita0stp ita0stp / Rome: ita3inf / Tripoli: ita3inf / 0 chits Tripoli / axis naval", [], "1941"
    )
    there = str(node(game, "Tripoli"))
    assert there not in game.table.p.chits
    orders(game, "g: ship_supply ita0stp@Naples Tripoli")
    assert game.table.p.chits.get(there, (0, 0, 0, 0))[1] == 1
    assert [event["chits"] for event in told(game, "landed_supply")] == [1]


# Yards and new ships


@pytest.mark.rule("aeto", "8.9/track")
@pytest.mark.rule("aeto", "8.8/port-status")
def test_a_raised_ship_comes_back_to_its_port() -> None:
    """A battleship on the bottom of Alexandria goes to the yard; the port is destroyed, she is whole again there."""
    game = scene("Alexandria: Warspite / Cairo: uk5inf / axis movement", scenario="1941")
    t, ship = game.table, named(game, "Warspite")
    damage.rest_on_the_bottom(t, ship)
    yards.lay_up(t, ship, 3)
    assert ships.in_yard(t, ship) and not ships.is_wreck(t, ship) and t.p.steps[ship] == 1
    t.p.destroyed[f"{node(game, 'Alexandria')} port"] = 1
    t.p.month += 3
    yards.complete(t)
    assert t.p.steps[ship] == 2 and t.p.at[ship] == node(game, "Alexandria") and not ships.in_yard(t, ship)


@pytest.mark.rule("aeto", "8.6/upgrade-no-mines")
def test_a_fortification_lays_no_mines() -> None:
    """Off a coastal fort there are mines, off a fortification that has replaced it none."""
    game = scene("axis movement", scenario="1944")
    t, beach = game.table, node(game, "W 3317")
    coast = t.world.board.coasts_of(1 << beach)
    t.p.coastal_forts |= 1 << beach
    assert ports.mined(t, UK) & coast
    t.p.coastal_forts &= ~(1 << beach)
    t.p.forts |= 1 << beach
    assert not ports.mined(t, UK) & coast


@pytest.mark.rule("aeto", "8.11/german-ss")
@pytest.mark.rule("aeto", "8.11/german-stp")
def test_german_ships_come_up_abroad() -> None:
    """A submarine at Constanta; a transport a season at Brest, not at Athens while Gibraltar and Suez are British."""
    game = scene("Brest: ger6inf / Athens: ger6inf / axis movement", scenario="1941")
    t = game.table
    boat, transport = tb.card_of("germany", "SS", "Tactical submarines"), tb.card_of("germany", "STP", "Transports")
    assert placement.hexes_for(t, boat, 2) >> node(game, "Constanta") & 1
    assert not placement.hexes_for(t, tb.card_of("germany", "DD", "Destroyers"), 2) >> node(game, "Constanta") & 1
    open_ = placement.hexes_for(t, transport, 1)
    assert open_ >> node(game, "Brest") & 1 and not open_ >> node(game, "Athens") & 1
    placement.note_transport(t, transport, node(game, "Brest"))
    assert not placement.hexes_for(t, transport, 1) >> node(game, "Brest") & 1
    assert placement.hexes_for(t, transport, 1) >> node(game, "Kiel") & 1
    t.p.due.clear()
    t.p.held[UK] &= ~(1 << node(game, "Gibraltar"))
    t.p.held[GERMANY] |= 1 << node(game, "Gibraltar")
    assert placement.hexes_for(t, transport, 1) >> node(game, "Athens") & 1


# Carriers


@pytest.mark.rule("aeto", "3.20")
def test_naval_air_lives_on_carriers() -> None:
    """Ark Royal takes two Naval-Air units to sea, no three; they fly from there, but not off a damaged deck."""
    planes = " ".join(["uk1nav"] * 3)
    game = scene(
        f"Scapa Flow: Ark_Royal {planes} / Bergen: ger6inf / off_Bergen: Gneisenau / uk naval", scenario="1940"
    )
    two = "uk1nav@Scapa_Flow+uk1nav@Scapa_Flow"
    assert refused(game, f"u: sail Ark_Royal+{two}+uk1nav@Scapa_Flow Scapa_Flow_E1") == "3.20"
    orders(game, f"u: sail Ark_Royal+{two} Scapa_Flow_E1")
    while prompt(game)[1] == "intercepting":
        game.play(prompt(game)[0], "pass")
    t, ship = game.table, named(game, "Ark_Royal")
    aboard = carriers.at_sea(t)
    assert len(aboard) == 2 and {t.p.at[i] for i in aboard} == {t.p.at[ship]} != {node(game, "Scapa Flow")}
    near = members(t.world.disc(waters.hex_of(t.world, t.p.at[ship]), 2))[0]
    assert all(flights.may_fly(t, i, near) for i in aboard)
    t.p.steps[ship] = 1
    assert not any(flights.may_fly(t, i, near) for i in aboard)
    t.p.marked[ship] = 1
    carriers.settle(t)
    assert all(t.p.marked[i] for i in aboard)
    damage.sink(t, ship, "3.16")
    assert carriers.at_sea(t) == []


# Two landings


def landed(game: grognard.Game, force: str, place: str) -> list[str]:
    """Germany lands a force on a coast: what then stands there."""
    t = game.table
    t.p.offensives[GERMANY] = 4
    game._changed()
    while prompt(game) != ("germany", "offensives"):
        game.play(prompt(game)[0], "end" if prompt(game)[1] == "arriving" else "pass")
    game.play("germany", f"assault {force} {place}")
    while prompt(game)[1] in ("losses", "intercepting"):
        game.play(prompt(game)[0], str(game.decisions()[prompt(game)[0]].actions(1)[0]))
    return at(game, place)


def test_sea_lion() -> None:
    """A German corps crosses from Calais to an empty Dover, and the Home Guard is called up."""
    game = scene("Calais: ger6inf ger0stp ger0stp / germany 9 EPs / axis offensives", [6, 8, 3, 3], "1940")
    force = "ger6inf@Calais+ger0stp@Calais+ger0stp@Calais"
    assert any(name.startswith("ger") for name in landed(game, force, "Dover"))
    assert home_guard.invaded(game.table)


def test_a_landing_in_norway() -> None:
    """War on Norway in 1939: a corps from Kiel lands at Kristiansand in the same Phase."""
    game = scene("Kiel: ger6inf ger0stp ger0stp / germany 9 EPs / axis offensives", [6, 8, 3, 3, 3], "1939")
    game.play("germany", "war norway")
    while prompt(game)[1] == "arriving":
        decision = game.decisions()[prompt(game)[0]]
        game.play(prompt(game)[0], str(next(o for o in decision.actions(400) if not str(o).endswith("Kristiansand"))))
    force = "ger6inf@Kiel+ger0stp@Kiel+ger0stp@Kiel"
    assert any(name.startswith("ger") for name in landed(game, force, "Kristiansand"))
