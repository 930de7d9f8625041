"""Rules read again: the second halves of their sentences."""

from __future__ import annotations

import dataclasses

import pytest

import grognard
from grognard.board.hexset import from_iter
from grognard.titles.aeto import combat, modifiers, replenish, stacking, supply
from grognard.titles.aeto.politics import conquest, predicates, wars
from grognard.titles.aeto.position import SOVIET, WEST
from grognard.titles.aeto.seasonal import income, installations, lendlease, placement
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, US, USSR

from .scenes import at, event, named, node, places, play, prompt, refused, scene
from .seasons import season

RUMANIA = POWERS.index("rumania")


def owner(game: grognard.Game, place: str) -> int:
    return next(n for n, land in enumerate(game.table.p.held) if land >> node(game, place) & 1)


def give(game: grognard.Game, place: str, power: int) -> None:
    """A hex changes hands."""
    p, bit = game.table.p, 1 << node(game, place)
    p.held[owner(game, place)] &= ~bit
    p.held[power] |= bit
    game._changed()


@pytest.mark.rule("aeto", "5.0/general-other-general")
def test_another_general_does_not_advance_with_the_units_of_a_general_activation() -> None:
    """Messe's Offensive clears Gazala: the panzers of Derna advance, Rommel beside them does not; Messe may."""
    text = "Mechili: Messe ita3inf ita5arm / Derna: ger8arm Rommel / Gazala: uk3inf- / axis offensives"
    game = play(scene(text, [8]), "g: general Messe", "g: activate_all", "g: end")
    while prompt(game)[1] != "declare":
        play(game, "g: end")
    play(game, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Derna+ita3inf@Mechili+ita5arm@Mechili")
    assert refused(game, "g: advance ger8arm@Derna+Rommel") == "5.0/general-other-general"
    assert refused(game, "g: advance ita5arm@Mechili+Messe") == "" == refused(game, "g: advance ger8arm@Derna")


@pytest.mark.rule("aeto", "5.19/capture")
def test_a_fort_falls_to_an_advance_of_units_out_of_supply_too() -> None:
    """A corps cut off from all supply takes the empty fort of Bir Hacheim: no fort is left under it."""
    chits = "0 chits Benghazi / 0 chits Derna / 0 chits El Agheila / 0 chits Tobruk"
    text = f"fort Bir_Hacheim / {chits} / Sidi_Azeiz: ger6inf Rommel / Cairo: uk5inf / axis offensives"
    game = play(scene(text, [8]), "g: general Rommel", "g: activate_all", "g: end")
    while prompt(game)[1] != "declare":
        play(game, "g: end")
    play(game, "g: declare Bir_Hacheim", "g: end", "g: attack Bir_Hacheim ger6inf@Sidi_Azeiz")
    play(game, "g: advance ger6inf@Sidi_Azeiz", "g: lose ger6inf@Sidi_Azeiz")
    assert at(game, "Bir_Hacheim") == ["ger3inf-"]
    assert places(game, game.table.p.forts) == {"Tobruk"}


@pytest.mark.rule("aeto", "5.12/except-occupied")
def test_a_hex_behind_a_front_is_kept_only_while_a_unit_stands_there() -> None:
    """Cut off, the British at Bir Hacheim own their hex; when they leave for one out of reach it is Axis at once."""
    around = "uk holds Bir_Hacheim_SE1 / uk holds Bir_Hacheim_SE2 / 0 chits Tobruk"
    game = scene(f"{around} / Bir_Hacheim: uk5inf / Bardia_SE1: ger6inf / Sidi_Azeiz_SE2: ita3inf / uk movement")
    assert owner(game, "Bir_Hacheim") == UK
    for goal, found in (("Bir_Hacheim_SE2", GERMANY), ("Bir_Hacheim_SE1", UK)):
        gone = play(game.copy(), f"u: move uk5inf@Bir_Hacheim {goal}")
        assert owner(gone, "Bir_Hacheim") == found


@pytest.mark.rule("aeto", "5.16/concentric")
def test_the_walls_of_a_broken_fortress_spoil_no_concentric_attack() -> None:
    """A fortress at Gazala with walls to Mechili and Tobruk: +1 only when it is broken."""
    game = scene("Mechili: ger8arm / Tobruk: ger6mech / Gazala: uk5inf / axis offensives")
    t, gazala = game.table, node(game, "Gazala")
    units = tuple(named(game, name) for name in ("ger8arm@Mechili", "ger6mech@Tobruk"))
    walls = type(t.world.walk).between(t.world.board.grid, [(t.p.at[i], gazala) for i in units])
    t.world = dataclasses.replace(t.world, permanents=walls)
    found = []
    for t.p.permanent in (1 << gazala, 0):
        found.append(modifiers.concentric(t, combat.battle_of(t, gazala, units)))
    assert found == [0, 1]


@pytest.mark.rule("aeto", "5.9/fort-bonus")
def test_an_enemy_fort_gives_no_room_to_those_who_take_it() -> None:
    """Five steps of British stand in the fort of Tobruk; of Germans four, for the fort falls when they enter."""
    game = scene("Gazala: ger8arm ger4mech- ger6inf / Bardia: uk5inf uk4inf uk3inf- / axis offensives")
    t, tobruk = game.table, node(game, "Tobruk")
    british, germans = t.p.stack(node(game, "Bardia")), t.p.stack(node(game, "Gazala"))
    assert [sum(t.p.steps[i] for i in stack) for stack in (british, germans)] == [5, 5]
    assert stacking.fits(t, british, tobruk) and not stacking.fits(t, germans, tobruk)


@pytest.mark.rule("aeto", "7.0/france-maginot")
def test_the_maginot_line_feeds_a_french_unit_before_a_british_one() -> None:
    """Of a British and a French corps at Metz the French one is supplied by the fortress, whichever came first."""
    for units in ("uk5inf fra3inf", "fra3inf uk5inf"):
        game = season(f"W 3021: {units} / Berlin: ger6inf / axis movement", [6])
        give(game, "W 3021", FRANCE)
        t, metz = game.table, node(game, "W 3021")
        t.p.permanent |= 1 << metz
        found = {t.p.power[i]: supply.in_fortress(t, i) for i in t.p.stack(metz)}
        assert found == {FRANCE: True, UK: False}


@pytest.mark.rule("aeto", "7.17/mod-supply")
def test_a_repair_is_supplied_by_a_chit() -> None:
    """With a chit at Derna a repair there has no -2; without any it has."""
    others = "0 chits Benghazi / 0 chits El Agheila"
    for chits, expected in ((1, 0), (0, -2)):
        game = scene(f"{others} / {chits} chits Derna / Derna: ita3inf / axis offensives")
        assert replenish.without_supply(game.table, node(game, "Derna"), ITALY) == expected
        assert replenish.repair_modifier(game.table, node(game, "Derna"), "airbase", ITALY) == expected


@pytest.mark.rule("aeto", "8.2/germany-6")
def test_ploesti_is_counted_once_when_germans_hold_it() -> None:
    """Ploesti that German units have taken back brings seven EPs, and not two more as a liberated resource hex."""
    game = season("Berlin: ger6inf / Moscow: sov4inf")
    before = income.income(game.table, GERMANY)
    give(game, "Ploesti", GERMANY)
    assert income.income(game.table, GERMANY) == before


@pytest.mark.rule("aeto", "8.11/impassable")
def test_islands_are_not_enclosed_but_a_ring_of_impassable_hexsides_is() -> None:
    """An HQ may be placed on Malta; were all sides of a hex impassable nothing could be placed there."""
    game = season("London: uk5inf / Berlin: ger6inf")
    t = game.table
    staff = next(card for card in t.world.cards if card.power == UK and card.kind == placement.tb.HQ)
    assert "Malta" in places(game, placement.posts_for(t, staff))
    assert placement.enclosed(t.world) == 0
    munich = node(game, "Munich")
    pairs = [(munich, there) for there in placement.members(placement.step(1 << munich, t.world.board.around))]
    ring = type(t.world.walk).between(t.world.board.grid, [*pairs, *((b, a) for a, b in pairs)])
    assert placement.shut_in(t.world, [ring]) == from_iter([munich])


@pytest.mark.rule("aeto", "9.15")
def test_the_us_enters_though_the_uk_has_fallen() -> None:
    """In January 1942 the US is at war with Germany, the UK conquered or not."""
    game = season("Berlin: ger6inf / Moscow: sov4inf")
    game.table.p.conquests["uk"] = (GERMANY, month_of("October 1941"))
    game.table.p.month = month_of("January 1942")
    wars.us_enters(game.table)
    assert game.table.p.hostile[US] >> GERMANY & 1 and game.table.p.alliance[US] == WEST


@pytest.mark.rule("aeto", "9.17")
def test_half_of_the_rumanians_change_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of five Rumanian chits two fight on for the USSR; those with Germans are removed, the Germans stay."""
    text = "Jassy: sov4inf / Bucharest: rum3inf rum3inf / Ploesti: rum3inf ger6inf / Constanta: rum3inf rum3inf"
    game = season(f"{text} / Berlin: ger6inf / axis movement", [6])
    t = game.table
    monkeypatch.setattr(type(t), "roll", lambda self, purpose, sides=6: 6)
    t.p.month = month_of("January 1943")
    conquest.defection(t, "rumania")
    game._changed()
    left = [i for i in range(len(t.p.at)) if t.p.steps[i] and t.p.power[i] == RUMANIA]
    assert len(left) == 2 and at(game, "Ploesti") == ["ger6inf"]
    assert t.p.alliance[RUMANIA] == SOVIET and t.seat_of(RUMANIA) == t.seat_of(USSR)
    assert t.p.hostile[RUMANIA] >> GERMANY & 1 and not t.p.hostile[RUMANIA] >> USSR & 1


@pytest.mark.rule("aeto", "8.0/sweden/m5")
def test_western_air_units_in_norway_hold_sweden_back() -> None:
    """British fighters at Oslo count as a corps there does; German ones do not."""
    for unit, found in (("uk5ftr", 1), ("uk5inf", 1), ("ger5ftr", 0)):
        game = season(f"Oslo: {unit} / Moscow: sov4inf")
        assert predicates.value(game.table, "western_units_in(norway)") == found


@pytest.mark.rule("aeto", "8.3/arctic-open")
def test_the_us_may_open_the_arctic_route_alone() -> None:
    """With the UK fallen the Step is left out while the US is at peace, and held once it is at war."""
    game = season("Berlin: ger6inf / Moscow: sov4inf")
    t = game.table
    t.p.conquests["uk"] = (GERMANY, month_of("October 1941"))
    assert not lendlease.arctic_matters(t)
    t.p.month = month_of("January 1942")
    wars.us_enters(t)
    assert lendlease.arctic_matters(t)


@pytest.mark.rule("aeto", "5.21/italian")
def test_italian_armor_that_is_depleted_on_its_ride_does_not_strike() -> None:
    """Italians of a stack lose a step before the attack: the panzers strike Gazala alone; Italians alone do not."""
    for stack, attack in (("ger8arm@Mechili+ita5arm@Mechili", 8), ("ita5arm@Mechili", 0)):
        text = "Derna: AFRIKA / Mechili: ger8arm ita5arm / Gazala: uk3inf- / axis offensives"
        game = play(scene(text, [8]), "g: hq AFRIKA", "g: activate_all", "g: end", f"g: thrust {stack}")
        assert refused(game, "g: strike Gazala") == ""
        game.table.p.steps[named(game, "ita5arm@Mechili")] -= 1
        game._changed()
        if attack:
            assert event(play(game, "g: strike Gazala"), "attack")["attack"] == attack
        else:
            assert refused(game, "g: strike Gazala") != ""


@pytest.mark.rule("aeto", "5.10/activated-by-ride")
def test_a_general_who_rode_an_advance_takes_part_from_then_on() -> None:
    """Rommel is not activated by AFRIKA and rides the panzers' advance to Gazala: only then does he add his rating."""
    text = "Derna: AFRIKA / Mechili: ger8arm Rommel / Gazala: uk3inf- / Cairo: uk5inf / axis offensives"
    game = play(scene(text, [8]), "g: hq AFRIKA", "g: activate ger8arm@Mechili", "g: end")
    while prompt(game)[1] != "declare":
        play(game, "g: end")
    play(game, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili")
    assert event(game, "attack")["attack"] == 8
    rommel = named(game, "Rommel")
    before = combat.takes_part(game.table.p, rommel)
    play(game, "g: advance ger8arm@Mechili+Rommel", "g: lose ger8arm@Mechili")
    assert not before and "ger4arm-" in at(game, "Gazala") and combat.takes_part(game.table.p, rommel)


@pytest.mark.rule("aeto", "8.11/installation-supply")
def test_an_air_supply_chit_feeds_no_site() -> None:
    """Derna feeds a site by its Sea Supply chit, which is used up, and by its Air Supply chit none."""
    game = scene("0 chits Benghazi / 0 chits El Agheila / 1 chits Derna / Derna: ita3inf / axis offensives")
    t, derna = game.table, node(game, "Derna")
    t.p.air_chits[str(derna)] = 1
    assert installations.fed_by_chits(t, ITALY) >> derna & 1
    installations.consume_chit(t, ITALY, derna)
    game._changed()
    assert supply.in_store(t.p, derna) == 1 and not installations.fed_by_chits(t, ITALY) >> derna & 1
