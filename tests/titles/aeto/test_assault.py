"""Amphibious Assaults and bombardment from the sea (3.25, 3.28, 5.14-5.19, 7.7)."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import combat
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.politics import wars
from grognard.titles.aeto.sea import assault, bombardment, overland
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import SEATS, at, event, named, node, prompt, refused

FORCE = "uk5inf@Plymouth+uk0stp@Plymouth+uk0stp@Plymouth"


def scene(text: str, dice: list[int] | None = None, force: str = "uk5inf uk0stp uk0stp") -> grognard.Game:
    game = grognard.read_scene(f"aeto 1941 bare / Plymouth: {force} / uk 9 EPs / {text}", dice)
    game.table.p.offensives[UK] = 4
    return game


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    while prompt(game)[1] == "losses":
        game.play(prompt(game)[0], str(next(iter(game.decisions().values())).actions()[0]))
    return game


def under_way(game: grognard.Game, target: str, power: int = UK) -> Frame:
    """The frame of an assault on a hex."""
    place = node(game, target)
    data = {"force": (), "target": place, "coast": node(game, f"off_{target}"), "stage": 0, "result": "", "held": 0}
    return Frame("assault", "order", 0, power, tuple(sorted(data.items())))


@pytest.mark.rule("aeto", "5.4/cost")
@pytest.mark.rule("aeto", "5.14/intrinsic-garrison")
@pytest.mark.rule("aeto", "5.16/amphib-penalty")
@pytest.mark.rule("aeto", "7.7/amphib-chit")
def test_a_landing_on_an_empty_coast() -> None:
    """Five against a garrison of one at 5:1, die 8 less 3: the corps is ashore at Cherbourg, and a chit with it."""
    game = scene("London: uk4inf / uk offensives", [6, 8])
    before = game.table.p.offensives[UK], game.table.p.ep[UK]
    orders(game, f"u: assault {FORCE} Cherbourg")
    t = game.table
    assert (t.p.offensives[UK], t.p.ep[UK]) == (before[0] - 2, before[1] - 2)
    attack = event(game, "attack")
    assert (attack["attack"], attack["defence"], attack["net"]) == (5, 1, 5)
    assert any(name.startswith("uk") and "inf" in name for name in at(game, "Cherbourg"))
    assert t.p.held[UK] >> node(game, "Cherbourg") & 1
    assert t.p.chits[str(node(game, "Cherbourg"))][:2] == (UK, 1)


@pytest.mark.rule("aeto", "3.25")
def test_who_may_land_where() -> None:
    """Two steps need two points; not in the mountains of Norway, not on British soil, not inland."""
    game = scene("London: uk4inf / uk offensives")
    assert refused(game, "u: assault uk5inf@Plymouth+uk0stp@Plymouth Cherbourg") == "3.25"
    assert refused(game, f"u: assault {FORCE} Portsmouth") == "3.25"
    assert refused(game, f"u: assault {FORCE} Athens") == "3.1"
    t = game.table
    group = tuple(t.p.stack(node(game, "Plymouth")))
    steep = t.world.terrain("mountain") & t.world.board.coastal
    assert steep and not assault.fit_to_land(t, t.seat_of(UK), (group,)) & steep
    panzers = grognard.read_scene("aeto 1941 bare / Kiel: ger8arm ger0stp ger0stp / London: uk4inf / axis offensives")
    armor = (named(panzers, "ger8arm@Kiel"),)
    assert assault.need(panzers.table, armor) == 4


@pytest.mark.rule("aeto", "5.15/amphib-once")
def test_once_a_hex_a_month() -> None:
    """A hex that was assaulted is left alone for the month."""
    game = scene("London: uk4inf / uk offensives")
    t = game.table
    t.p.tally[f"assault {node(game, 'Cherbourg')}"] = 1
    assert refused(game, f"u: assault {FORCE} Cherbourg") == "5.15/amphib-once"
    assert refused(game, f"u: assault {FORCE} Le_Havre") == ""


@pytest.mark.rule("aeto", "7.7/amphib-fail")
@pytest.mark.rule("aeto", "5.19/amphib-occupy")
def test_a_landing_that_fails_and_what_one_costs() -> None:
    """A German corps holds: the men are aboard again; on an empty coast a -/ result costs the landing a step."""
    game = scene("Cherbourg: ger6inf / London: uk4inf / uk offensives", [6, 8])
    corps = named(game, "uk5inf@Plymouth")
    orders(game, f"u: assault {FORCE} Cherbourg")
    assert at(game, "Cherbourg") == ["ger6inf"] and event(game, "assault_over")["landed"] == 0
    assert game.table.p.at[corps] == node(game, "off_Cherbourg")
    assert game.table.p.held[GERMANY] >> node(game, "Cherbourg") & 1
    assert str(node(game, "Cherbourg")) not in game.table.p.chits
    game = scene("London: uk4inf / uk offensives", [6, 8])
    corps = named(game, "uk5inf@Plymouth")
    orders(game, f"u: assault {FORCE} Cherbourg")
    result = event(game, "attack")["result"]
    assert result.startswith("-/") and game.table.p.steps[corps] == 1


@pytest.mark.rule("aeto", "5.14/coastalfort-plus2")
@pytest.mark.rule("aeto", "5.14/coastalfort-backfire")
def test_coastal_forts() -> None:
    """Against an assault a coastal fort gives each unit two, and 2 alone; [-/1] hits the attacker."""
    game = scene("Cherbourg: ger6inf / London: uk4inf / uk offensives")
    t = game.table
    f, spot = under_way(game, "Cherbourg"), node(game, "Cherbourg")
    b = Battle(spot, (), UK)
    assert assault.defence_of(t, f) == 6 and assault.backfired(t, b, "[-/1]") == "-/1"
    t.p.coastal_forts |= 1 << spot
    assert assault.defence_of(t, f) == 8 and assault.backfired(t, b, "[-/1]") == "1/-"
    assert combat.unit_defence(t, b, named(game, "ger6inf@Cherbourg")) == 6
    t.p.coastal_forts |= 1 << node(game, "Le_Havre")
    assert assault.defence_of(t, under_way(game, "Le_Havre")) == 2


@pytest.mark.rule("aeto", "5.14/bombard-named")
@pytest.mark.rule("aeto", "5.14/bombard-cl")
@pytest.mark.rule("aeto", "5.14/bombard-dd")
def test_guns_of_the_fleet() -> None:
    """Rodney and Nelson off Cherbourg give a point for three of their guns, all cruisers one, all destroyers one."""
    ships = "off_Cherbourg: Rodney Nelson uk2cl uk2cl uk1dd uk1dd"
    game = scene(f"{ships} / London: uk4inf / uk offensives")
    t = game.table
    spot = node(game, "Cherbourg")
    guns = sum(t.world.cards[t.p.card[named(game, name)]].strength for name in ("Rodney", "Nelson"))
    assert bombardment.points(t, UK, spot) == guns // 3 + 2
    cruisers = [i for i in bombardment.off(t, spot) if t.p.kind[i] == t.p.kind[named_first(game, "uk2cl")]]
    assert bombardment.strength(t, cruisers) == 1


def named_first(game: grognard.Game, name: str) -> int:
    t = game.table
    return next(i for i in range(len(t.p.at)) if t.p.steps[i] and t.title.describe(t, i) == name)


@pytest.mark.rule("aeto", "5.14/naval-bombardment-both")
@pytest.mark.rule("aeto", "5.14/naval-bombardment-reuse")
def test_both_sides_bombard() -> None:
    """British ships help the attack on Cherbourg, German ones off the same coast its defence; who withdrew does not."""
    game = scene("off_Cherbourg: Rodney Prinz_Eugen / Cherbourg: ger6inf / London: uk4inf / uk offensives")
    t = game.table
    spot = node(game, "Cherbourg")
    assert bombardment.points(t, UK, spot) >= 2 and bombardment.against(t, UK, spot) == 1
    assert combat.defence(t, Battle(spot, (), UK)) == 7
    t.p.fell[named(game, "Prinz_Eugen")] = 1
    assert bombardment.against(t, UK, spot) == 0


@pytest.mark.rule("aeto", "5.14/minor-halved")
def test_ships_of_a_major_ally_save_a_minor_abroad_from_halving() -> None:
    """Rumanians of 3 in Cherbourg defend with 2; with a German cruiser off the coast with 3 and her point."""
    found = []
    for ships in ("", "off_Cherbourg: Prinz_Eugen / "):
        game = scene(f"{ships}Cherbourg: rum3inf / London: uk4inf / uk offensives")
        wars.make_hostile(game.table, UK, POWERS.index("rumania"))
        found.append(combat.defence(game.table, Battle(node(game, "Cherbourg"), (), UK)))
    assert found == [2, 4]


@pytest.mark.rule("aeto", "7.7/amphib-garrison")
def test_a_bad_die_against_a_bare_garrison() -> None:
    """On an empty coast 1/- still lands who survives, without supply; with defenders it does not."""
    game = scene("London: uk4inf / uk offensives")
    f = under_way(game, "Cherbourg").having(result="1/-")
    assert assault.ashore(game.table, f)
    assert not assault.ashore(game.table, f.having(result="AE"))
    held = scene("Cherbourg: ger6inf / London: uk4inf / uk offensives")
    assert not assault.ashore(held.table, under_way(held, "Cherbourg").having(result="1/-", held=1))


@pytest.mark.rule("aeto", "5.4/land-sea")
def test_ships_and_men_take_an_offensive_each() -> None:
    """A Joint Land-Sea Offensive takes two of the four Offensives."""
    game = scene("London: uk4inf / uk offensives", [6, 8])
    orders(game, f"u: assault {FORCE} Cherbourg")
    assert game.table.p.offensives[UK] == 2


@pytest.mark.rule("aeto", "5.4/land-sea-allies")
def test_allies_go_together() -> None:
    """American transports carry a British corps in 1944; in 1941 the US is no ally yet."""
    game = scene("London: uk4inf / uk offensives", force="uk5inf uk0stp us0stp")
    order = "u: assault uk5inf@Plymouth+uk0stp@Plymouth+us0stp@Plymouth Cherbourg"
    assert refused(game, order) == "5.4/land-sea-allies"
    late = grognard.read_scene("aeto 1944 bare / Plymouth: uk5inf uk0stp us0stp / Berlin: ger6inf / uk offensives")
    late.table.p.offensives[UK], late.table.p.ep[UK] = 4, 9
    assert refused(late, order) == ""


@pytest.mark.rule("aeto", "3.28")
def test_ships_add_to_an_attack_overland() -> None:
    """With Warspite off Tobruk an attack on it is two points stronger."""
    game = grognard.read_scene("aeto 1941 bare / Tobruk: ita3inf / Bardia: uk5inf / off_Tobruk: Warspite / uk movement")
    t = game.table
    b = Battle(node(game, "Tobruk"), (named(game, "uk5inf@Bardia"),), UK)
    assert combat.attack_strength(t, b) == 5 + bombardment.points(t, UK, b.target) > 6


def joined(more: str, dice: list[int]) -> grognard.Game:
    """A landing from Alexandria on Tobruk with an attack from Bardia, as one."""
    text = f"Alexandria: uk5inf uk0stp uk0stp / Tobruk: ita3inf / {more} / uk 9 EPs / uk offensives"
    game = grognard.read_scene(f"aeto 1941 bare / London: uk4inf / {text}", dice)
    game.table.p.offensives[UK] = 4
    return game


ALEXANDRIA = "uk5inf@Alexandria+uk0stp@Alexandria+uk0stp@Alexandria"


@pytest.mark.rule("aeto", "5.16/amphib-cancel")
def test_an_attack_over_land_lifts_the_penalty_of_a_landing() -> None:
    """A corps of five at Bardia is half of the attack: no penalty; one of three is not, and -3 stays."""
    found = []
    for corps in ("uk5inf", "uk2inf-"):
        game = joined(f"Bardia: {corps}", [6, 6, 8])
        orders(game, f"u: joined_assault {ALEXANDRIA} Tobruk {corps}@Bardia")
        found.append([name for name in event(game, "attack")["modifiers"] if name.startswith("Amphibious")])
        assert event(game, "attack")["attack"] > 5
    assert found == [[], ["Amphibious Assault -3"]]


@pytest.mark.rule("aeto", "5.16/amphib-river")
def test_who_attacks_across_a_river_counts_half_in_that_share() -> None:
    """Five across a river are two: too few beside the five who land."""
    game = joined("Bardia: uk5inf", [])
    t = game.table
    place = node(game, "Tobruk")
    frame = under_way(game, "Tobruk").having(overland=(named(game, "uk5inf@Bardia"),), target=place)
    assert overland.lifts_penalty(t, frame, 5)
    rivers = t.world.rivers
    wet = next((a, b) for a in members(t.world.land) for b in members(t.world.next_to(a)) if rivers.has(a, b))
    t.place(named(game, "uk5inf@Bardia"), wet[0])
    assert not overland.lifts_penalty(t, frame.having(target=wet[1]), 5)
