"""Offensives of all types, alone and joint; over-stacked hexes, forts behind a Front, drops in a Breakthrough
(5.4-5.22)."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.titles.aeto import attacks, modifiers
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.politics import apathy
from grognard.titles.aeto.position import ACTIVE
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, ITALY, UK

from .scenes import SEATS, at, event, named, node, play, prompt, refused, scene


def sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


def owner(game: grognard.Game, place: str) -> int:
    return next(power for power, land in enumerate(game.table.p.held) if land >> node(game, place) & 1)


# Over-stacked defence


@pytest.mark.rule("aeto", "5.9/overstacked-choice")
def test_the_owner_of_a_crowded_hex_says_who_does_not_defend() -> None:
    """Three British corps at Gazala are one too many: the weakest is chosen, and 5 and 4 defend."""
    game = scene("Mechili: ger8arm ger6mech / Gazala: uk5inf uk4inf uk3inf / axis offensives", [8])
    play(game, "g: stack Mechili", "g: activate_all")
    while prompt(game)[1] != "declare":
        play(game, "g: end")
    orders(game, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    assert prompt(game) == ("uk", "crowded")
    play(game, "u: leave_out uk5inf@Gazala")
    assert event(game, "attack")["defence"] == 7


# Forts behind a Front

POCKET = "uk holds Bir_Hacheim_SE1 / uk holds Bir_Hacheim_SE2 / 0 chits Tobruk"


@pytest.mark.rule("aeto", "5.12/fort-surrender")
@pytest.mark.parametrize(("garrison", "falls"), [("Cairo", True), ("Bir_Hacheim", False)])
def test_an_empty_fort_behind_a_front_falls_if_nobody_can_come_up(garrison: str, falls: bool) -> None:
    """With the next British corps at Cairo the fort in the desert is removed; from Bir Hacheim one could reach it."""
    text = f"{POCKET} / fort Bir_Hacheim_SE2 / {garrison}: uk5inf / Sidi_Azeiz_SE1: ger6inf"
    game = scene(f"{text} / Sidi_Azeiz_SE2: ita3inf / axis movement")
    play(game, "g: move ger6inf@Sidi_Azeiz_SE1 Bardia_SE1")
    assert (owner(game, "Bir_Hacheim_SE2") == GERMANY) is falls
    assert bool(game.table.p.forts >> node(game, "Bir_Hacheim_SE2") & 1) is not falls


# Exploitation under another HQ


@pytest.mark.rule("aeto", "5.22/other-hq")
def test_exploiting_armor_may_be_commanded_by_another_hq_of_the_offensive() -> None:
    """AFRIKA's attacks are used up; the panzers in the radius of Libya, too, attack on its quota, those beyond do
    not."""
    text = "Mechili: AFRIKA / Derna: Libya / Bir_Hacheim_W1: ger8arm / Gazala: uk5inf / axis offensives"
    game = scene(text)
    p = game.table.p
    for power in (0, 1):
        p.offensives[power], p.ep[power] = 3, 9
    play(game, "g: hq AFRIKA+Libya", "g: activate ger8arm@Bir_Hacheim_W1")
    unit, t = named(game, "ger8arm@Bir_Hacheim_W1"), game.table
    p.agent[unit] = 1
    p.offensive["used"] = (9, 0)
    assert attacks.payers(t, (unit,)) == []
    p.offensive["stage"] = "exploit_combat"
    assert attacks.payers(t, (unit,)) == [1]
    p.put(unit, node(game, "Cairo"))
    assert attacks.payers(t, (unit,)) == []


# Paradrops in a Breakthrough


PANZER = "g: lose ger8arm@Bir_Hacheim_W1"


def thrust(dice: list[int], foe: str) -> grognard.Game:
    text = f"Derna: AFRIKA ger3para ger0atp ger0atp / Bir_Hacheim_W1: ger8arm / Bir_Hacheim: {foe} / axis offensives"
    game = scene(text, dice)
    play(game, "g: hq AFRIKA", "g: activate_all", "g: end", "g: thrust ger8arm@Bir_Hacheim_W1")
    return play(game, "g: drop_strike Bir_Hacheim ger3para@Derna")


@pytest.mark.rule("aeto", "5.21/paradrop")
@pytest.mark.rule("aeto", "5.21/para-failed")
def test_paratroopers_drop_on_the_target_of_a_breakthrough() -> None:
    """DE: they stand at Bir Hacheim, Active, and neither move nor attack this month; if it fails they are lost."""
    game = thrust([5, 8], "uk2inf-")
    while prompt(game)[1] == "advance":
        play(game, "g: stay")
    piece = named(game, "ger3para@Bir_Hacheim")
    assert game.table.p.status[piece] == ACTIVE
    lost = thrust([5, 1], "uk5inf uk5inf")
    while prompt(lost)[1] == "losses":
        play(lost, "g: lose ger4arm-@Bir_Hacheim_W1" if "ger4arm-" in at(lost, "Bir_Hacheim_W1") else PANZER)
    assert "ger3para" not in at(lost, "Bir_Hacheim") + at(lost, "Derna")


@pytest.mark.rule("aeto", "5.21/para-loss")
def test_a_paratrooper_may_be_given_for_a_step_of_a_breakthrough() -> None:
    """The failed Breakthrough costs a step: the whole paratrooper is eliminated for it, and the panzers stay full."""
    game = thrust([5, 3], "uk5inf uk4inf")
    assert prompt(game) == ("germany", "losses")
    wanted = [e.kind for e in game.told[0]].count("eliminated")
    play(game, "g: lose ger3para@Derna")
    assert [e.kind for e in game.told[0]].count("eliminated") == wanted + 1
    assert "ger8arm" in at(game, "Bir_Hacheim_W1")


# Types of Offensives


FLEETS = "London: uk5inf / Berlin: ger6inf / Alexandria: Warspite uk1dd / uk offensives"


@pytest.mark.rule("aeto", "P5/offensive-types")
def test_a_sea_offensive_sails_in_the_offensive_phase() -> None:
    """Warspite goes off Bardia for an Offensive, and is Active after it; without Offensives nobody sails."""
    game = sea(FLEETS)
    game.table.p.offensives[UK] = 2
    orders(game, "u: sea_offensive Warspite+uk1dd@Alexandria off_Bardia")
    assert at(game, "off_Bardia") == ["Warspite", "uk1dd"] and game.table.p.offensives[UK] == 1
    assert game.table.p.status[named(game, "Warspite")] == ACTIVE
    poor = sea(FLEETS)
    poor.table.p.offensives[UK] = poor.table.p.ep[UK] = poor.table.p.reserve[UK] = 0
    assert refused(poor, "u: sea_offensive Warspite off_Bardia") in ("P5/offensive-types", "E.verb")
    some = sea(FLEETS)
    some.table.p.offensives[UK] = 1
    assert refused(some, "u: sea_offensive Warspite off_Bardia") == ""


@pytest.mark.rule("aeto", "5.5/impromptu")
@pytest.mark.rule("aeto", "5.5/joint-allowed")
def test_a_fleet_sails_for_eps_when_the_track_is_empty() -> None:
    """No Offensive is left: 6 EPs send Warspite off Bardia; a Joint Offensive takes 2 and the price of both types."""
    game = sea(FLEETS)
    p = game.table.p
    p.offensives[UK], p.ep[UK], p.reserve[UK], p.winter = 0, 14, 0, 0
    game._changed()
    poor = game.copy()
    orders(game, "u: sea_offensive Warspite off_Bardia")
    assert game.table.p.ep[UK] == 8 and game.table.p.offensives[UK] == 0 and at(game, "off_Bardia") == ["Warspite"]
    assert refused(poor, "u: joint air_sea") == ""
    poor.table.p.ep[UK] = 13
    poor._changed()
    assert refused(poor, "u: joint air_sea") in ("5.4/cost-air", "E.verb")


@pytest.mark.rule("aeto", "3.3")
def test_a_sea_offensive_fights_what_it_finds_at_sea() -> None:
    """Italian destroyers lie off Bardia: Warspite meets them without a roll to intercept."""
    game = sea(f"off_Bardia: ita1dd / {FLEETS}")
    game.table.p.offensives[UK] = 2
    orders(game, "u: sea_offensive Warspite off_Bardia", "g: pass")
    assert any(e.kind == "sea_battle" for e in game.told[0])


AIR = "London: uk5inf uk3bmb / Berlin: ger6inf / Alexandria: Warspite uk5inf / Brest: ger3bmb / uk offensives"


@pytest.mark.rule("aeto", "5.4/joint")
@pytest.mark.rule("aeto", "5.4/cost-air")
@pytest.mark.rule("aeto", "5.4/air-sea")
@pytest.mark.rule("aeto", "5.4/order")
def test_a_joint_air_sea_offensive_is_one_turn_in_either_order() -> None:
    """2 EPs; the fleet sails first and the turn is still British, for an Air Offensive and for nothing else."""
    game = sea(AIR)
    game.table.p.offensives[UK], game.table.p.ep[UK] = 2, 5
    orders(game, "u: joint air_sea")
    assert game.table.p.ep[UK] == 3
    assert refused(game, "u: stack London") == "5.4/joint" and refused(game, "u: joint air_land") == "5.4/joint"
    orders(game, "u: sea_offensive Warspite off_Bardia")
    assert prompt(game) == ("uk", "offensives")
    assert refused(game, "u: sea_offensive Warspite off_Bardia") == "5.4/air-sea"
    orders(game, "u: pass")
    assert prompt(game)[0] == "germany"


@pytest.mark.rule("aeto", "5.4/air-land")
def test_a_joint_air_land_offensive() -> None:
    """Bombers over Brest first; a second Air Offensive is no part of it, nor are ships, but the infantry of
    Alexandria is."""
    game = sea(AIR.replace("uk3bmb", "uk6hvy / Portsmouth: uk6hvy"), [6] * 9)
    game.table.p.offensives[UK], game.table.p.ep[UK] = 3, 5
    orders(game, "u: joint air_land")
    assert refused(game, "u: sea_offensive Warspite off_Bardia") == "5.4/air-sea"
    orders(game, "u: air_works uk6hvy@London airbase Brest")
    while prompt(game)[1] != "offensives":
        game.play(prompt(game)[0], "end")
    assert prompt(game)[0] == "uk"
    assert refused(game, "u: air_works uk6hvy@Portsmouth airbase Brest") == "5.4/air-land"
    assert refused(game, "u: stack Alexandria") == ""


@pytest.mark.rule("aeto", "5.4/cost-air")
@pytest.mark.rule("aeto", "5.5/joint-allowed")
def test_a_joint_offensive_may_be_half_impromptu() -> None:
    """With one Offensive the UK needs EPs for an Impromptu one beside the 2: 2 EPs are too few, 30 enough."""
    found = []
    for ep in (1, 2, 30):
        game = sea(AIR)
        for power in range(6):
            game.table.p.offensives[power] = game.table.p.ep[power] = game.table.p.reserve[power] = 0
        game.table.p.offensives[UK], game.table.p.ep[UK] = 1, ep
        found.append(refused(game, "u: joint air_land") == "")
    assert found == [False, False, True]


# Blitzkrieg against the US


@pytest.mark.rule("aeto", "5.16/blitz-us-uk")
def test_a_blitzkrieg_against_the_us_lasts_one_month() -> None:
    """+2 against Americans and the British who stand with them in its month; nothing in the next."""
    game = sea("Metz: ger6inf / Nancy: us6inf uk5inf / London: uk5inf / us holds Nancy / axis offensives")
    t = game.table
    t.p.hostile[GERMANY] |= 1 << 4
    t.p.hostile[4] |= 1 << GERMANY
    t.p.politics["blitzkrieg us"] = t.p.month
    b = Battle(node(game, "Nancy"), (named(game, "ger6inf@Metz"),), GERMANY)
    assert modifiers.blitzkrieg(t, b) == 2
    t.p.month += 1
    assert modifiers.blitzkrieg(t, b) == modifiers.second_month(t, b) == 0


# Permanent fortifications


@pytest.mark.rule("aeto", "5.8/permanent-fort-rear")
def test_an_empty_fortress_is_entered_from_behind() -> None:
    """The Maginot hex of Metz is entered over a plain hexside without an attack, but not over its fortified one."""
    game = grognard.read_scene("aeto 1940 bare / Berlin: ger6inf / London: uk5inf / axis movement")
    t = game.table
    fort = node(game, "Metz")
    assert t.p.permanent >> fort & 1
    walled = [n for n in range(t.world.board.size) if t.world.permanents.has(n, fort)]
    plain = [n for n in members(t.world.next_to(fort)) if n not in walled and not t.p.permanent >> n & 1]
    found = {}
    for name, where in (("behind", plain[0]), ("before", walled[0])):
        at_gate = f"{t.node_name(where)}: ger6inf"
        again = grognard.read_scene(f"aeto 1940 bare / {at_gate} / London: uk5inf / axis movement")
        found[name] = refused(again, f"g: move ger6inf@{t.node_name(where)} Metz")
    assert found["behind"] == "" and found["before"] != ""


# Italian Apathy


def in_greece(helper: str) -> grognard.Game:
    """Italy at war with Greece in 1941, and whoever helps her."""
    game = sea(f"Durazzo: ita3inf / {helper} / London: uk5inf / axis offensives")
    p, greece = game.table.p, POWERS.index("greece")
    p.conquests.pop("greece", None)
    p.hostile[ITALY] |= 1 << greece
    p.hostile[greece] |= 1 << ITALY
    return game


@pytest.mark.rule("aeto", "5.16/italian-apathy-end")
def test_italy_that_conquers_greece_alone_is_apathetic_no_more() -> None:
    """Alone she sheds her Apathy for good; with a German corps at Larissa, or bombers over Greece, she does not."""
    alone = in_greece("Berlin: ger6inf")
    t = alone.table
    men = (named(alone, "ita3inf@Durazzo"),)
    apathy.look(t)
    assert modifiers.apathetic(t, men)
    apathy.conquered(t, "greece", ITALY)
    assert not modifiers.apathetic(t, men)
    helped = in_greece("Athens: ger6inf")
    apathy.look(helped.table)
    apathy.conquered(helped.table, "greece", ITALY)
    assert modifiers.apathetic(helped.table, (named(helped, "ita3inf@Durazzo"),))
    flown = in_greece("Berlin: ger6inf")
    apathy.help_from(flown.table, (named(flown, "ger6inf@Berlin"),), node(flown, "Athens"))
    assert apathy.HELPED in flown.table.p.politics
