"""Naval yards: repair, salvage, scrap, and the building of ships (8.6, 8.8-8.11)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import grognard
from grognard.engine.core import counts
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.sea import damage, ports, ships, yards
from grognard.titles.aeto.seasonal import construction, placement
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import SEATS, event, named, node, prompt, refused

HARBOUR = "Kiel: Tirpitz- Lutzow- ger1cl- ger0ss- ger0stp / Berlin: ger6inf / London: uk5inf / germany 30 EPs"


def yard(text: str, dice: list[int] | None = None) -> grognard.Game:
    """The construction of Germany in the summer of 1941."""
    game = grognard.read_scene(f"aeto 1941 bare / {text} / season construction", dice)
    while prompt(game)[0] == "uk":
        game.play("uk", "end")
    return game


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


@pytest.mark.rule("aeto", "8.8/eligible")
@pytest.mark.rule("aeto", "8.8/stp")
@pytest.mark.rule("aeto", "8.8/roll")
@pytest.mark.rule("aeto", "8.8/no-renege")
def test_into_the_yard() -> None:
    """Tirpitz at Kiel: 3 and 2, +1 a battleship, -1 a major port: net 5, three seasons and 2 EPs; then she stays."""
    game = yard(f"{HARBOUR} / off_Kiel_(Baltic): Prinz_Eugen-", [3, 2])
    ep = game.table.p.ep[GERMANY]
    assert refused(game, "g: refit ger0stp@Kiel") == "8.8/stp" or refused(game, "g: refit ger0stp@Kiel") != ""
    assert refused(game, "g: refit Prinz_Eugen") == "8.8/eligible"
    orders(game, "g: refit Tirpitz", "g: lay_up")
    t = game.table
    assert event(game, "yard")["net"] == 5 and event(game, "yard")["seasons"] == 3
    assert t.p.ep[GERMANY] == ep - 2
    assert ships.in_yard(t, named(game, "Tirpitz")) and refused(game, "g: refit Tirpitz") == "8.8/no-renege"
    assert [yards.seasons(net) for net in (1, 2, 3, 12, 14)] == [0, 0, 1, 10, 10]
    assert [yards.hull_price(kind) for kind in (tb.BB, tb.SS, tb.U_BOAT)] == [2, 3, 3]


@pytest.mark.rule("aeto", "8.8/track")
@pytest.mark.rule("aeto", "8.8/complete")
def test_out_of_the_yard() -> None:
    """In the yard a ship takes no berth; when its season has come it is whole in the same port."""
    game = yard(HARBOUR)
    t = game.table
    kiel, tirpitz = node(game, "Kiel"), named(game, "Tirpitz")
    before = ports.room(t, kiel)
    yards.lay_up(t, tirpitz, 4)
    assert ports.room(t, kiel) == before + 1
    yards.complete(t)
    assert t.p.steps[tirpitz] == 1
    t.p.month += 6
    yards.complete(t)
    assert (t.p.steps[tirpitz], t.p.at[tirpitz], ships.in_yard(t, tirpitz)) == (2, kiel, False)


def shift_of(place: str, name: str, shift: Callable[..., int]) -> int:
    """What one modifier gives to a ship."""
    game = grognard.read_scene(f"aeto 1941 bare / {place} / London: uk5inf / Berlin: ger6inf / axis naval")
    return shift(game.table, named(game, name))


@pytest.mark.rule("aeto", "8.8/mod-de-ss")
@pytest.mark.rule("aeto", "8.8/mod-dd")
@pytest.mark.rule("aeto", "8.8/mod-cl")
@pytest.mark.rule("aeto", "8.8/mod-bb")
def test_small_ships_are_mended_sooner() -> None:
    """-5 for submarines, -4 for destroyers, -3 for light cruisers, +1 for battleships."""
    assert shift_of("Kiel: ger0ss-", "ger0ss-@Kiel", yards.small) == -5
    assert shift_of("Kiel: ger0dd-", "ger0dd-@Kiel", yards.destroyer) == -4
    assert shift_of("Kiel: ger1cl-", "ger1cl-@Kiel", yards.cruiser) == -3
    assert shift_of("Kiel: Tirpitz-", "Tirpitz", yards.battleship) == 1
    assert shift_of("Kiel: Tirpitz-", "Tirpitz", yards.small) == 0


@pytest.mark.rule("aeto", "8.8/mod-us-box")
@pytest.mark.rule("aeto", "8.8/mod-us")
@pytest.mark.rule("aeto", "8.8/mod-major-port")
@pytest.mark.rule("aeto", "8.8/mod-away")
def test_where_a_ship_is_mended() -> None:
    """-2 in the United States, -1 for American ships, -1 in a major port, +1 away from home."""
    assert shift_of("United_States_Box: Warspite-", "Warspite", yards.american_yard) == -2
    assert shift_of("Liverpool: us0dd-", "us0dd-@Liverpool", yards.american) == -1
    assert shift_of("Kiel: Lutzow-", "Lutzow", yards.great_yard) == -1
    assert shift_of("Brest: Gneisenau-", "Gneisenau", yards.abroad) == 1
    assert shift_of("Kiel: Lutzow-", "Lutzow", yards.abroad) == 0


@pytest.mark.rule("aeto", "8.8/mod-uk-cv")
@pytest.mark.rule("aeto", "8.8/mod-cv")
def test_carriers_in_the_yard() -> None:
    """-2 for a British fleet carrier, -1 for a light one."""
    assert shift_of("Scapa_Flow: Illustrious-", "Illustrious", yards.british_carrier) == -2
    assert shift_of("Scapa_Flow: Illustrious-", "Illustrious", yards.carrier) == 0
    assert shift_of("Plymouth: Argus-", "Argus", yards.carrier) == -1


@pytest.mark.rule("aeto", "8.8/hastened")
@pytest.mark.rule("aeto", "8.8/mod-hastened")
def test_hastened_repair() -> None:
    """At home 4 EPs more make the roll 2 lower: net 5 is net 3; at Brest nothing is hastened."""
    game = yard(HARBOUR, [3, 2])
    ep = game.table.p.ep[GERMANY]
    orders(game, "g: refit Tirpitz", "g: hasten")
    assert game.table.p.ep[GERMANY] == ep - 6
    assert event(game, "in_yard")["season"] == "Summer 1941"
    away = yard("Brest: Gneisenau- / Berlin: ger6inf / London: uk5inf / germany 30 EPs", [3, 2])
    orders(away, "g: refit Gneisenau")
    assert refused(away, "g: hasten") == "8.8/hastened"


@pytest.mark.rule("aeto", "8.10/bb")
@pytest.mark.rule("aeto", "8.10/when")
@pytest.mark.rule("aeto", "8.10/limits")
def test_scrapping() -> None:
    """After the roll and before paying a battleship at home brings 7 EPs; not abroad, and not for an exile."""
    game = yard(HARBOUR, [6, 6])
    ep = game.table.p.ep[GERMANY]
    orders(game, "g: refit Tirpitz", "g: scrap")
    assert game.table.p.ep[GERMANY] == ep + 7 and event(game, "scrapped") == {"ep": 7}
    away = yard("Brest: Gneisenau- / Berlin: ger6inf / London: uk5inf / germany 30 EPs", [3, 2])
    orders(away, "g: refit Gneisenau")
    assert refused(away, "g: scrap") == "8.10/when"
    home = yard(HARBOUR, [3, 2])
    home.table.p.conquests["germany"] = (UK, 0)
    orders(home, "g: refit Tirpitz")
    assert refused(home, "g: scrap") == "8.10/limits"


@pytest.mark.rule("aeto", "8.10/cv")
@pytest.mark.rule("aeto", "8.10/cvl")
@pytest.mark.rule("aeto", "8.10/ca")
def test_what_a_hull_is_worth() -> None:
    """4 EPs for a carrier, 2 for a light one, 3 for a heavy cruiser."""
    assert [-yards.ep_of(f"scrap {kind}") for kind in ("CV", "CVL", "CA")] == [4, 2, 3]
    game = yard(HARBOUR, [6, 6])
    ep = game.table.p.ep[GERMANY]
    orders(game, "g: refit Lutzow", "g: scrap")
    assert game.table.p.ep[GERMANY] == ep + 3


@pytest.mark.rule("aeto", "8.8/air-attack")
@pytest.mark.rule("aeto", "8.9/no-scrap")
def test_a_ship_sunk_in_port_is_not_scrapped() -> None:
    """Raised or given up: a wreck brings no EPs, and one that cannot be raised is gone."""
    game = yard(HARBOUR, [3, 6, 6])
    t = game.table
    damage.hit(t, named(game, "Tirpitz"), False, "3.18")
    orders(game, "g: refit Tirpitz")
    assert refused(game, "g: scrap") == "8.8/air-attack"
    gone = yard(HARBOUR, [1])
    tirpitz = named(gone, "Tirpitz")
    damage.hit(gone.table, tirpitz, False, "3.18")
    assert gone.table.p.steps[tirpitz] == 0


@pytest.mark.rule("aeto", "8.6/naval-repair")
def test_ships_are_not_rebuilt() -> None:
    """A damaged cruiser is no unit to rebuild."""
    game = yard(HARBOUR)
    assert refused(game, "g: rebuild Lutzow") != "" and refused(game, "g: refit Lutzow") == ""
    assert not construction.depleted(game.table, game.table.seat_of(GERMANY), ())


@pytest.mark.rule("aeto", "8.8/port-entry")
def test_a_raid_on_a_yard() -> None:
    """Rodney enters Brest: the ship under repair there must fight."""
    game = grognard.read_scene("aeto 1941 bare / Plymouth: Rodney / Brest: Scharnhorst- / uk naval", [6])
    game.table.p.due[f"yard {named(game, 'Scharnhorst')}"] = game.table.p.month + 6
    orders(game, "u: sail Rodney Brest")
    assert prompt(game)[1] == "gunnery"


@pytest.mark.rule("aeto", "8.9/salvage-when")
@pytest.mark.rule("aeto", "8.9/salvage-roll")
@pytest.mark.rule("aeto", "8.9/salvage-mod")
@pytest.mark.rule("aeto", "8.9/salvage-once")
def test_salvage() -> None:
    """Sunk at Kiel, a major port: a 3 and 1 save Tirpitz once; off Kiel, or by doubles, she is gone."""
    game = grognard.read_scene(f"aeto 1941 bare / {HARBOUR} / axis naval", [3, 3])
    t = game.table
    tirpitz, lutzow = named(game, "Tirpitz"), named(game, "Lutzow")
    assert not damage.may_be_salvaged(t, tirpitz, True)
    assert not damage.may_be_salvaged(t, named(game, "ger1cl-@Kiel"), False)
    damage.hit(t, tirpitz, False, "3.18")
    assert ships.is_wreck(t, tirpitz) and t.p.steps[tirpitz] == 1
    assert not damage.first_attempt(t, tirpitz) and damage.first_attempt(t, lutzow)
    damage.hit(t, tirpitz, False, "3.18")
    assert t.p.steps[tirpitz] == 0
    t.place(lutzow, node(game, "off_Kiel_(Baltic)"))
    assert not damage.may_be_salvaged(t, lutzow, False)


@pytest.mark.rule("aeto", "8.9/capacity")
@pytest.mark.rule("aeto", "8.9/repair-cost")
@pytest.mark.rule("aeto", "8.8/mod-sunk")
def test_a_wreck_in_port() -> None:
    """It takes its berth, does not sail, costs 2 EPs in a major port and 3 elsewhere, and has +3 on the yard's dice."""
    game = grognard.read_scene("aeto 1941 bare / Kiel: Tirpitz / Brest: Gneisenau / Stettin: Schlesien / axis naval")
    t = game.table
    wrecks = [named(game, name) for name in ("Tirpitz", "Gneisenau", "Schlesien")]
    before = ports.room(t, node(game, "Kiel"))
    for i in wrecks:
        damage.rest_on_the_bottom(t, i)
    assert ports.room(t, node(game, "Kiel")) == before
    grades = [yards.wreck_price(t, i) for i in wrecks]
    assert grades[0] == 2 and 3 in grades
    assert yards.raised(t, wrecks[0]) == 3


@pytest.mark.rule("aeto", "8.8/no-renege")
def test_a_ship_in_the_yard_does_not_sail() -> None:
    """And a port that falls takes it along."""
    game = grognard.read_scene("aeto 1941 bare / Brest: Gneisenau- Prinz_Eugen / Berlin: ger6inf / axis naval")
    t = game.table
    t.p.due[f"yard {named(game, 'Gneisenau')}"] = t.p.month + 9
    assert refused(game, "g: sail Gneisenau off_Brest") == "8.8/no-renege"
    cripple = named(game, "Gneisenau")
    damage.leave(t, UK, node(game, "Brest"))
    assert t.p.steps[cripple] == 0 and t.p.steps[named(game, "Prinz_Eugen")] == 2


@pytest.mark.rule("aeto", "8.6/naval")
@pytest.mark.rule("aeto", "8.11/naval")
@pytest.mark.rule("aeto", "8.11/german-uboat")
def test_ships_are_ordered_whole_and_come_up_in_home_ports() -> None:
    """A destroyer is bought at full strength; it comes up at home, a U-boat at Brest too, Americans in their box."""
    cards = {(c.power, c.kind): c for c in tb.cards()}
    destroyer, boat = cards[GERMANY, tb.DD], cards[GERMANY, tb.U_BOAT]
    game = yard(HARBOUR)
    t = game.table
    assert construction.whole_ships(destroyer) and not construction.whole_ships(cards[GERMANY, tb.STP])
    assert construction.cost_of(t, destroyer, 2) == 4 and construction.cost_of(t, cards[GERMANY, tb.STP], 1) == 2
    home, brest = node(game, "Kiel"), node(game, "Brest")
    harbours = placement.harbours_for(t, destroyer, 2)
    assert harbours >> home & 1 and not harbours >> brest & 1
    assert placement.harbours_for(t, boat, 2) >> brest & 1
    american = next(c for c in tb.cards() if c.kind == tb.DD and c.power == 4)
    assert placement.home_ports(t, american) >> node(game, "United_States_Box") & 1
    assert counts.of(t.p.pool, destroyer.number) >= 0
