"""Ships: waters and gates, ports, voyages, interception, battles, air strikes, fuel (Part 3, 7.10)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto.sea import air_strike, battle, damage, interception, ports, setting_out, ships, upkeep, waters
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, ITALY, UK, US

from .scenes import SEATS, at, event, named, node, prompt, refused


def sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    """A game of 1941 with nothing on the map but what is named."""
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


@pytest.mark.rule("aeto", "3.0")
def test_a_task_force_has_twelve_chits_and_a_port_its_berths() -> None:
    """The thirteenth destroyer stays behind; a coastal city has five berths, and two points of transports are one."""
    many = " ".join(["uk1dd"] * 13)
    game = sea(f"Scapa_Flow: {many} / uk naval")
    assert refused(game, "u: sail " + "+".join(["uk1dd@Scapa_Flow"] * 13) + " Liverpool") == "3.0"
    assert ports.capacity(game.table, node(game, "Derna")) == 5 and ports.capacity(game.table, node(game, "Brest")) > 5
    full = sea("Derna: ita1dd ita1dd ita1dd ita1dd ita1dd / Benghazi: ita2cl / axis naval")
    assert refused(full, "g: sail ita2cl@Benghazi Derna") == "3.0"
    game = sea("Naples: ita0stp ita0stp ita0stp / axis naval")
    assert ships.chits(game.table, ships.ships_at(game.table, node(game, "Naples"))) == 2


@pytest.mark.rule("aeto", "3.1")
@pytest.mark.rule("aeto", "3.3")
def test_the_slowest_ship_sets_the_pace_and_a_force_sails_once() -> None:
    """Naples is 13 from Tripoli: an old battleship of 16 gets there, nothing sails twice, ships of two ports apart."""
    game = sea("Naples: ita0stp / Taranto: Littorio / uk holds Malta / axis naval")
    assert refused(game, "g: sail ita0stp@Naples Alexandria") in ("3.1", "3.15")
    assert refused(game, "g: sail ita0stp@Naples+Littorio Tripoli") == "3.3"
    orders(game, "g: sail ita0stp@Naples Tripoli")
    assert at(game, "Tripoli") == ["ita0stp"]
    assert refused(game, "g: sail ita0stp@Tripoli Naples") == "3.1"


@pytest.mark.rule("aeto", "3.2")
def test_gates_between_the_seas() -> None:
    """The Home Fleet does not enter the Baltic, Tirpitz leaves by the Kiel Canal, nobody passes the Turkish straits."""
    game = sea("Scapa_Flow: Rodney / Kiel: Tirpitz / Sevastopol: Molotov / Alexandria: Warspite / uk naval")
    t = game.table
    assert refused(game, "u: sail Rodney Danzig_NW") == "3.2" or refused(game, "u: sail Rodney off_Copenhagen") == "3.2"
    assert waters.gates_shut(t, UK, False) == {waters.DANISH, waters.TURKISH}
    assert waters.gates_shut(t, GERMANY, False) == {waters.TURKISH, waters.SUEZ, waters.GIBRALTAR}
    assert waters.gates_shut(t, GERMANY, True) == {waters.TURKISH, waters.SUEZ}
    by_canal = waters.route(t.world, node(game, "Kiel"), node(game, "Hamburg"), frozenset(waters.GATES), True, 0)
    assert by_canal is not None and len(by_canal) == 4
    assert waters.route(t.world, node(game, "Kiel"), node(game, "Hamburg"), frozenset(waters.GATES), False, 0) is None


MEETING = "Scapa_Flow: King_George_V / Bergen: Tirpitz ger1dd / uk naval"


@pytest.mark.rule("aeto", "3.7")
def test_interception_on_the_way() -> None:
    """West of Bergen Tirpitz needs a 5: on a 4 the ships pass, on a 5 they meet; one force of a port, once a Phase."""
    game = orders(sea(MEETING, [4]), "u: sail King_George_V Bergen_W1")
    assert prompt(game) == ("germany", "intercepting")
    assert (
        refused(game, "g: intercept ger1dd@Bergen Bergen_W4") == "3.7"
        or refused(game, "g: intercept Tirpitz off_Scapa_Flow_(North_Sea)") == "3.7"
    )
    orders(game, "g: intercept Tirpitz Bergen_W1")
    assert (event(game, "interception")["net"], event(game, "interception")["met"]) == (4, 0)
    assert at(game, "Bergen_W1") == ["King_George_V"] and prompt(game)[1] == "naval"
    t = game.table
    assert interception.hunters(t, t.seat_of(GERMANY), UK) == 0
    game = orders(sea(MEETING, [5]), "u: sail King_George_V Bergen_W1", "g: intercept Tirpitz Bergen_W1")
    assert at(game, "Bergen_W1") == ["King_George_V", "Tirpitz"] and prompt(game) == ("uk", "gunnery")


@pytest.mark.rule("aeto", "3.6")
def test_modifiers_of_an_interception() -> None:
    """An aircraft that can reach the hex helps to find them, transports are slow prey, Britain has radar in 1941."""
    game = sea("Scapa_Flow: King_George_V uk0stp / Bergen: Tirpitz / Stavanger: ger3bmb / uk naval")
    t = game.table
    tirpitz, duke = (named(game, "Tirpitz"),), (named(game, "King_George_V"),)
    convoy = (*duke, named(game, "uk0stp@Scapa_Flow"))
    off = node(game, "off_Bergen")
    assert dict(interception.modifiers(t, tirpitz, duke, off)) == {"search": 1, "narrow waters": 1}
    assert dict(interception.modifiers(t, tirpitz, convoy, off))["transports or damage"] == 1
    assert dict(interception.modifiers(t, duke, tirpitz, off)) == {"radar": 1}
    t.p.status[named(game, "ger3bmb@Stavanger")] = 2
    assert dict(interception.modifiers(t, tirpitz, duke, off)) == {"narrow waters": 1}


@pytest.mark.rule("aeto", "3.17")
def test_a_battle_round_by_round() -> None:
    """King George V is hit and slower, so a 3 keeps her there; Tirpitz is faster and gets away to Bergen."""
    game = sea(MEETING, [5, 1, 2, 6, 3, 3])
    orders(game, "u: sail King_George_V Bergen_W1", "g: intercept Tirpitz Bergen_W1")
    orders(game, "u: fire Tirpitz", "g: fire King_George_V")
    assert at(game, "Bergen_W1") == ["King_George_V-", "Tirpitz"]
    assert prompt(game) == ("uk", "breaking_off")
    orders(game, "u: withdraw")
    assert event(game, "breaks_off")["away"] == 0 and prompt(game) == ("germany", "breaking_off")
    orders(game, "g: withdraw")
    assert at(game, "Bergen") == ["Tirpitz", "ger1dd"]
    assert at(game, "Bergen_W1") == ["King_George_V-"]


@pytest.mark.rule("aeto", "3.16")
def test_the_screen_before_transports() -> None:
    """Transports and carriers are no targets while another ship of their force is not fired at."""
    game = sea("Liverpool: uk0stp uk2cl / Brest: Prinz_Eugen Gneisenau / uk naval", [6])
    orders(game, "u: sail uk0stp@Liverpool+uk2cl@Liverpool off_Plymouth")
    orders(game, "g: intercept Prinz_Eugen+Gneisenau Plymouth_NW1")
    orders(game, "u: fire Prinz_Eugen")
    assert prompt(game) == ("germany", "gunnery")
    assert refused(game, "g: fire uk0stp@Plymouth_NW1") == "3.16"
    orders(game, "g: fire uk2cl@Plymouth_NW1")
    assert refused(game, "g: fire uk0stp@Plymouth_NW1") == ""


@pytest.mark.rule("aeto", "3.15")
@pytest.mark.rule("aeto", "3.22")
def test_into_an_enemy_port() -> None:
    """A cruiser alone does not force Brest; Rodney does, past mines that strike on a 1, and meets what lies there."""
    game = sea("Plymouth: Rodney uk2cl / Brest: Scharnhorst- / uk naval", [1])
    assert refused(game, "u: sail uk2cl@Plymouth Brest") == "3.15"
    orders(game, "u: sail Rodney Brest")
    if prompt(game)[1] == "intercepting":
        orders(game, "g: pass")
    assert event(game, "mines") == {"die": 1, "struck": 1}
    assert at(game, "off_Brest") == ["Rodney-"] and prompt(game)[1] == "gunnery"


def test_ships_leave_a_port_that_falls() -> None:
    """Italians take Tobruk: the cruiser there makes for Alexandria (S6)."""
    game = sea("Tobruk: uk2cl / Cairo: uk5inf / uk naval")
    t = game.table
    cruiser = named(game, "uk2cl@Tobruk")
    damage.leave(t, ITALY, node(game, "Tobruk"))
    assert at(game, "Tobruk") == [] and t.p.steps[cruiser] == 2
    assert ports.open_to(t, UK) >> t.p.at[cruiser] & 1


@pytest.mark.rule("aeto", "3.14")
@pytest.mark.rule("aeto", "7.10/naval-mark")
@pytest.mark.rule("aeto", "7.10/naval-limits")
def test_ships_at_sea_need_fuel() -> None:
    """A force at sea costs an EP; without one it is marked, and does not intercept."""
    game = sea("off_Bergen: Tirpitz / Kiel: Lutzow / Scapa_Flow: Rodney / germany 1 EPs / uk naval")
    t = game.table
    upkeep.settle(t)
    assert t.p.ep[GERMANY] == 0 and not any(t.p.marked)
    upkeep.settle(t)
    tirpitz = named(game, "Tirpitz")
    assert [i for i in range(len(t.p.at)) if t.p.marked[i]] == [tirpitz]
    seat = t.seat_of(GERMANY)
    assert interception.hunters(t, seat, UK) == 1 << named(game, "Lutzow")


@pytest.mark.rule("aeto", "7.10/naval-move")
@pytest.mark.rule("aeto", "7.10/naval-clear")
def test_a_marked_ship_goes_home() -> None:
    """Out of fuel off Bergen: into Bergen and nowhere else, and there the mark comes off at the end of the Phase."""
    game = sea("off_Bergen: Tirpitz / Oslo: ger6inf / 1 chits Bergen / axis naval")
    t = game.table
    t.p.marked[named(game, "Tirpitz")] = 1
    assert refused(game, "g: sail Tirpitz Trondheim") == "7.10/naval-move"
    orders(game, "g: sail Tirpitz Bergen")
    while prompt(game)[1] == "naval":
        game.play(prompt(game)[0], "pass")
    assert t.p.marked[named(game, "Tirpitz")] == 0


@pytest.mark.rule("aeto", "3.18")
def test_bombers_against_ships() -> None:
    """A Ju-88 at Palermo seeks Malta: through flak, 6 and 5 with its strike hit a cruiser, which is damaged."""
    game = sea("Palermo: ger3bmb / Malta: uk2cl / axis naval", [6, 6, 5])
    assert refused(game, "g: bomb_ships ger3bmb@Palermo Alexandria") != ""
    orders(game, "g: bomb_ships ger3bmb@Palermo Malta")
    assert event(game, "bombs_ship")["needed"] == 10 and event(game, "bombs_ship")["hit"] == 1
    assert at(game, "Malta") == ["uk1cl-"]
    game = orders(sea("Palermo: ger3bmb / Malta: uk2cl / axis naval", [1]), "g: bomb_ships ger3bmb@Palermo Malta")
    assert at(game, "Malta") == ["uk2cl"] and event(game, "flak")["home"] == 1
    t = game.table
    assert air_strike.flak_of(t, node(game, "Kiel"), ()) == 1
    t.p.month = month_of("May 1942")
    assert air_strike.flak_of(t, node(game, "Kiel"), ()) == 2


@pytest.mark.rule("aeto", "7.10/naval-docked")
def test_only_docked_ships_are_in_port() -> None:
    """In the harbour of Naples a ship is fed, off Naples it is not."""
    game = sea("Naples: Littorio / off_Naples: Gorizia / Rome: ita3inf / axis naval")
    t = game.table
    assert ports.feeds(t, ITALY, node(game, "Naples")) and not ports.feeds(t, ITALY, node(game, "off_Naples"))
    assert list(upkeep.unsupplied(t).values()) == [[named(game, "Gorizia")]]


@pytest.mark.rule("aeto", "3.16")
def test_guns_armour_and_doubles() -> None:
    """Tirpitz needs 8 + 8 - 8 against her like; a hit flips, the next one sinks, and doubles sink at once."""
    game = sea("Scapa_Flow: King_George_V uk2cl uk1dd uk0stp / Kiel: Tirpitz Lutzow / uk naval")
    t = game.table
    tirpitz, duke = named(game, "Tirpitz"), named(game, "King_George_V")
    expected = 8 + ships.defence(t, duke) - ships.gunnery(t, tirpitz)
    assert battle.by_guns(t, tirpitz, duke) == max(4, min(12, expected))
    assert battle.by_guns(t, tirpitz, named(game, "uk1dd@Scapa_Flow")) == 4
    assert battle.by_guns(t, named(game, "uk1dd@Scapa_Flow"), tirpitz) == 12
    assert battle.by_guns(t, named(game, "uk0stp@Scapa_Flow"), tirpitz) == 13
    t.place(duke, node(game, "off_Scapa_Flow_(North_Sea)"))
    damage.hit(t, duke, False, "3.16")
    assert t.p.steps[duke] == 1 and ships.gunnery(t, duke) < 7
    damage.hit(t, duke, False, "3.16")
    assert t.p.steps[duke] == 0
    damage.hit(t, tirpitz, True, "3.16")
    assert t.p.steps[tirpitz] == 0


@pytest.mark.rule("aeto", "3.29")
def test_torpedoes_and_hunters() -> None:
    """A full submarine hits any surface ship on 9, once; destroyers hunt it on 10, battleships not at all."""
    game = sea("Kiel: ger0ss ger1dd Tirpitz / Scapa_Flow: Rodney uk1dd uk0ss / uk naval")
    t = game.table
    frame = grognard.engine.core.frames.Frame("gunnery", data=(("spent", ()),))
    boat, hunter = named(game, "ger0ss@Kiel"), named(game, "uk1dd@Scapa_Flow")
    assert battle.number(t, frame, boat, named(game, "Rodney")) == 9
    assert battle.number(t, frame, hunter, boat) == 10
    assert battle.number(t, frame, named(game, "Rodney"), boat) == 13
    assert battle.number(t, frame.having(spent=(boat,)), boat, named(game, "Rodney")) == 13
    assert refused(game, "u: sail Rodney+uk0ss@Scapa_Flow Liverpool") == "3.29"


@pytest.mark.rule("aeto", "3.5")
def test_sides_take_turns_and_who_passes_is_out() -> None:
    """The Axis begins; after an operation it is the UK's turn; when the UK has passed the Axis goes on alone."""
    game = sea("Naples: ita1dd ita2cl / Kiel: ger1dd / Scapa_Flow: uk1dd uk2cl / axis naval")
    orders(game, "g: sail ita1dd@Naples off_Naples")
    assert prompt(game) == ("uk", "naval")
    orders(game, "u: pass", "g: sail ita2cl@Naples off_Naples")
    assert prompt(game) == ("germany", "naval")
    orders(game, "g: pass")
    assert prompt(game)[1] != "naval"


@pytest.mark.rule("aeto", "4.2")
def test_six_aircraft_of_one_power() -> None:
    """The seventh bomber stays on the ground, and Italians fly alone."""
    many = " ".join(["ger3bmb"] * 7)
    game = sea(f"Palermo: {many} ita2bmb / Malta: uk2cl uk1dd / axis naval")
    assert refused(game, "g: bomb_ships " + "+".join(["ger3bmb@Palermo"] * 7) + " Malta") == "4.2"
    assert refused(game, "g: bomb_ships ger3bmb@Palermo+ita2bmb@Palermo Malta") == "4.2"
    assert refused(game, "g: bomb_ships " + "+".join(["ger3bmb@Palermo"] * 6) + " Malta") == ""


@pytest.mark.rule("aeto", "8.5/free")
def test_new_ships_enter_service() -> None:
    """Duke of York comes to Scapa Flow in December 1941, not before and not twice; American ships to their box."""
    game = sea("London: uk5inf / uk naval")
    t = game.table
    scapa = node(game, "Scapa_Flow")
    t.p.month = month_of("November 1941")
    setting_out.commission(t)
    assert "Duke_of_York" not in at(game, "Scapa_Flow") and "Indomitable" in at(game, "Scapa_Flow")
    t.p.month = month_of("January 1942")
    t.p.alliance[US] = t.p.alliance[UK]
    setting_out.commission(t)
    setting_out.commission(t)
    assert at(game, "Scapa_Flow").count("Duke_of_York") == 1
    assert scapa in t.p.stacks and "Wasp" in at(game, "United_States_Box")


@pytest.mark.rule("aeto", "8.0/spain/subs")
def test_submarines_in_spain() -> None:
    """An Italian submarine docks at Cartagena and is supplied, a cruiser not; nobody once the US is at war."""
    game = sea("off_Cartagena: ita0ss ita2cl / Rome: ita3inf / axis naval")
    t = game.table
    boat, cruiser = named(game, "ita0ss@off_Cartagena"), named(game, "ita2cl@off_Cartagena")
    assert refused(game, "g: sail ita2cl@off_Cartagena Cartagena") != ""
    assert refused(game, "g: sail ita0ss@off_Cartagena Cartagena") == ""
    t.place(boat, node(game, "Cartagena"))
    t.place(cruiser, node(game, "Cartagena"))
    assert ports.shelters(t, boat) and not ports.shelters(t, cruiser)
    t.p.hostile[US] |= 1 << GERMANY
    assert not ports.shelters(t, boat)
