"""More cases of terrain, zones, Fronts, combat and its effects (5.8-5.22)."""

from __future__ import annotations

from functools import cache

import pytest

import grognard
from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.cache import drop_caches
from grognard.titles.aeto import (
    advance,
    attacks,
    breakthrough,
    combat,
    effects,
    fronts,
    modifiers,
    movement,
    reach,
    retreats,
    supply,
)
from grognard.titles.aeto import exploitation as exploit
from grognard.titles.aeto import world as w
from grognard.titles.aeto import zones as zoc
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.position import ACTIVE, STANDBY, SUPPLIED
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, UK, USSR

from .scenes import at, event, named, node, offers, places, play, prompt, refused, scene

POCKET = "uk holds Bir_Hacheim_SE1 / uk holds Bir_Hacheim_SE2 / 0 chits Tobruk"
"""British desert about Bir Hacheim, which lives by the coast road through Bardia."""
TO_TARGETS = ("g: activate_all", "g: end", "g: end", "g: end", "g: end")
"""From the Command Status Step of an HQ to the declaration of targets."""


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice)


@cache
def world() -> w.World:
    return w.world("1941short")


def hex_of(terrain: str) -> int:
    """A hex of a terrain that a foot unit can step into."""
    return next(n for n in members(world().terrain(terrain)) if world().next_to(n))


def neighbour(n: int) -> int:
    return members(world().next_to(n))[0]


def battle(game: grognard.Game, target: str, *units: str) -> Battle:
    attackers = tuple(named(game, name) for name in units)
    return Battle(node(game, target), attackers, game.table.p.power[attackers[0]])


@pytest.mark.rule("aeto", "5.8/forest")
@pytest.mark.rule("aeto", "5.8/mountain")
@pytest.mark.rule("aeto", "5.8/marsh-heavy")
def test_what_terrain_costs() -> None:
    """On foot, in the mountains, on tracks, as a leader: woods 2 2 2 1, mountains 2 1 3 1, marsh 1 1 all 1."""
    found = {}
    for terrain in ("forest", "mountain", "marsh"):
        n = hex_of(terrain)
        found[terrain] = [world().price(how, neighbour(n), n) for how in (w.FOOT, w.ALPINE, w.HEAVY_GOING, w.ANYWHERE)]
    assert found == {"forest": [2, 2, 2, 1], "mountain": [2, 1, 3, 1], "marsh": [1, 1, w.ALL, 1]}


@pytest.mark.rule("aeto", "5.8/all-sea-hexside")
@pytest.mark.rule("aeto", "5.8/impassable")
@pytest.mark.rule("aeto", "5.8/mountain-impassable")
def test_hexsides_that_are_closed() -> None:
    """Nobody crosses sea or impassable sides but by ferry; mountain units cross ridges for two points."""
    board = world().board
    foot, alpine = w.ways_on_foot(board), w.ways_of_mountain_units(board)
    for kind, on_foot, climbing in (("sea", False, False), ("impassable", False, False), ("ferry", True, True)):
        a, b = side(kind)
        assert (foot.has(a, b), alpine.has(a, b)) == (on_foot, climbing), kind
    a, b = side("mountain-impassable")
    assert not foot.has(a, b) and alpine.has(a, b) and world().price(w.ALPINE, a, b) == 2


def side(kind: str) -> tuple[int, int]:
    """Two land hexes with nothing but this kind of hexside between them that stops anyone."""
    board = world().board
    others = [k for k in ("sea", "lake", "impassable", "mountain-impassable", "strait") if k != kind]
    for a in members(board.land):
        for b in members(step(1 << a, board.around) & board.land):
            if board.sides[kind].has(a, b) and (kind == "ferry" or not any(board.sides[k].has(a, b) for k in others)):
                return a, b
    raise LookupError(kind)


@pytest.mark.rule("aeto", "5.13/restrict-water")
@pytest.mark.rule("aeto", "5.13/restrict-impassable")
@pytest.mark.rule("aeto", "5.13/restrict-inlet")
@pytest.mark.rule("aeto", "5.8/forest-zoc")
def test_what_zones_do_not_cross() -> None:
    """Water with or without a ferry, impassable sides, forest sides; and E 3120 covers no hex over its inlet."""
    zone = w.ways_of_zones(world().board)
    for kind in ("sea", "ferry", "impassable", "forest"):
        assert not zone.has(*side(kind)), kind
    north = world().node("E 3120")
    banks = step(1 << north, world().board.around) & world().land
    assert banks & ~step(1 << north, zone), "there is an inlet"


@pytest.mark.rule("aeto", "5.13/restrict-forest-mountain")
@pytest.mark.rule("aeto", "5.8/mountain-zoc")
@pytest.mark.rule("aeto", "5.8/marsh-zoc")
def test_no_zone_in_woods_mountains_and_for_armor_in_marsh() -> None:
    """Infantry covers marsh, armor does not; nobody covers woods and mountains."""
    for terrain, unit, covered in (
        ("forest", "ger6inf", 0),
        ("mountain", "ger6inf", 0),
        ("marsh", "ger6inf", 1),
        ("marsh", "ger8arm", 0),
    ):
        zone = world().zone
        n = next(n for n in members(world().terrain(terrain)) if clear_beside(n) & step(1 << n, zone))
        beside = members(clear_beside(n) & step(1 << n, zone))[0]
        game = east(f"{world().names[beside]}: {unit} / Moscow: sov4inf / axis offensives")
        assert zoc.zone_over(game.table, [GERMANY]) >> n & 1 == covered, (terrain, unit)


def clear_beside(n: int) -> int:
    rough = world().rough | world().marsh
    return world().next_to(n) & ~rough & world().board.nation["ussr"]


@pytest.mark.rule("aeto", "5.13/armor-again")
@pytest.mark.rule("aeto", "5.13/commando-extra")
@pytest.mark.rule("aeto", "5.13/commando-again")
@pytest.mark.rule("aeto", "5.13/commando-zoc-to-zoc")
def test_how_zones_hold_armor_and_commandos() -> None:
    """Out of a zone and into the next: one hex more again; from zone to zone: stop."""
    game = scene("Mechili: ger1cdo ger8arm ger6inf / Cairo: uk5inf / axis offensives")
    agile = [reach.is_agile(game.table.p, named(game, f"{n}@Mechili")) for n in ("ger1cdo", "ger8arm", "ger6inf")]
    assert agile == [True, True, False]
    zone = 0b1010
    assert reach.agile_in_zone(1, reach.GO_ON, 2, zone) == reach.GO_ON
    assert reach.agile_in_zone(2, reach.GO_ON, 3, zone) == reach.ONE_MORE
    assert reach.agile_in_zone(3, reach.ONE_MORE, 4, zone) == reach.STOPPED
    assert reach.agile_in_zone(1, reach.GO_ON, 3, zone) == reach.STOPPED


@pytest.mark.rule("aeto", "5.8/fortification")
@pytest.mark.rule("aeto", "5.8/permanent-fort")
def test_an_enemy_fort_is_closed_to_movement() -> None:
    """Empty British Tobruk has a fort: nobody walks in; without it he does. So over the walls of the Maginot Line."""
    game = scene("Gazala: ger8arm / Cairo: uk5inf / axis movement")
    assert refused(game, "g: move ger8arm@Gazala Tobruk") != ""
    game.table.p.forts = 0
    game._changed()
    assert refused(game, "g: move ger8arm@Gazala Tobruk") == ""
    west = grognard.read_scene("aeto 1940 bare / Berlin: ger6inf / London: uk5inf / axis movement")
    world, fort = west.table.world, node(west, "Metz")
    gate = world.names[next(n for n in range(world.board.size) if world.permanents.has(n, fort))]
    west = grognard.read_scene(f"aeto 1940 bare / {gate}: ger6inf / London: uk5inf / axis movement")
    assert refused(west, f"g: move ger6inf@{gate} Metz") != ""
    west.table.p.permanent = 0
    west._changed()
    assert refused(west, f"g: move ger6inf@{gate} Metz") == ""


@pytest.mark.rule("aeto", "5.8/permanent-fort-eliminated")
def test_a_fortress_that_is_taken_is_gone() -> None:
    """Sevastopol taken: no permanent fortification stands there any more."""
    game = east("Sevastopol: sov4inf / Berlin: ger6inf / axis offensives")
    where = node(game, "Sevastopol")
    assert game.table.p.permanent >> where & 1
    movement.capture(game.table, GERMANY, where)
    assert not game.table.p.permanent >> where & 1


@pytest.mark.rule("aeto", "5.8/marsh-no-breakthrough")
@pytest.mark.rule("aeto", "5.21/terrain")
def test_no_breakthrough_in_marsh() -> None:
    """Neither rides nor pushes enter marsh, and no Breakthrough attacks it."""
    marsh = next(n for n in members(world().marsh & world().board.nation["ussr"]))
    game = east(f"{world().names[marsh]}: sov4inf / Warsaw: ger8arm AG_Centre / axis offensives")
    play(game, "g: hq AG_Centre")
    assert (
        attacks.attackable(game.table, GERMANY) >> marsh & 1
        and not breakthrough.thrust_targets(game.table) >> marsh & 1
    )
    assert (
        not breakthrough.no_swamp(game.table, 0, ()) >> marsh & 1
        and not exploit.no_marsh(game.table, 0, ()) >> marsh & 1
    )


@pytest.mark.rule("aeto", "5.9/generals-together")
@pytest.mark.rule("aeto", "5.10/one-unit")
def test_of_several_generals_one_counts() -> None:
    """Rommel (3) and Kesselring in one hex: the better rating is added once, however many units stand there."""
    game = scene("Mechili: ger8arm ger6mech Rommel Kesselring / Gazala: uk5inf / axis movement")
    b = battle(game, "Gazala", "ger8arm@Mechili", "ger6mech@Mechili")
    assert combat.attack_strength(game.table, b) == 8 + 6 + 3


@pytest.mark.rule("aeto", "5.10/alone")
@pytest.mark.rule("aeto", "6.0/generals-hqs")
@pytest.mark.rule("aeto", "6.0/terrain-weather")
def test_a_leader_moves_alone_with_five_points() -> None:
    """Rommel alone goes five hexes of any terrain in mud; two leaders without a unit do not go together."""
    game = scene("Agedabia: Rommel Kesselring / Cairo: uk5inf / axis movement")
    game.table.p.mud = game.table.world.land
    game._changed()
    rommel = named(game, "Rommel")
    assert max(movement.ways_of(game.table, (rommel,)).spent.values()) == 5
    assert not movement.a_leader_alone(game.table, 0, ((rommel, named(game, "Kesselring")),))
    assert movement.a_leader_alone(game.table, 0, ((rommel,),))


@pytest.mark.rule("aeto", "5.10/activated-by-ride")
def test_a_general_who_rides_is_activated() -> None:
    """Rommel was not woken; he rides with the advance into Gazala, and is Active after the Offensive."""
    game = scene("Mechili: ger8arm ger6mech Rommel / Gazala: uk2inf / axis offensives", [8])
    play(game, "g: stack Mechili", "g: activate ger8arm@Mechili", "g: activate ger6mech@Mechili", "g: end")
    play(game, *("g: end",) * 2, "g: declare Gazala", "g: end", "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    play(game, "g: advance ger8arm@Mechili+Rommel")
    assert game.table.p.status[named(game, "Rommel")] == STANDBY
    finish(game)
    assert game.table.p.status[named(game, "Rommel")] == ACTIVE


def finish(game: grognard.Game) -> None:
    """End what is left of the Offensive."""
    while game.table.p.offensive:
        ((seat, d),) = game.decisions().items()
        open_ = {choice.text for choice in d.next()}
        game.play(seat, next(word for word in ("end", "pass", "stay", "stand") if word in open_))


@pytest.mark.rule("aeto", "5.11/classes")
def test_every_hex_is_friendly_enemy_or_neutral_at_the_start() -> None:
    """In 1941 each land hex has one owner; Minsk is Soviet, Paris German, Madrid Spanish."""
    game = grognard.new("aeto", "1941short", seed=1)
    p = game.table.p
    assert sum(land.bit_count() for land in p.held) == game.table.world.land.bit_count()
    owners = [next(n for n, land in enumerate(p.held) if land >> node(game, place) & 1) for place in ("Minsk", "Paris")]
    assert owners == [USSR, GERMANY]


@pytest.mark.rule("aeto", "5.12/enemy-behind")
@pytest.mark.rule("aeto", "5.12/except-occupied")
@pytest.mark.rule("aeto", "5.12/except-zoc")
@pytest.mark.rule("aeto", "5.12/front-line")
def test_what_a_front_leaves_alone() -> None:
    """Cut off at Bir Hacheim the British keep their hex and those in their zone; what is farther off falls."""
    line = "Bardia_SE1: ger6inf / Sidi_Azeiz_SE2: ita3inf"
    game = scene(f"{POCKET} / Bir_Hacheim: uk5inf / {line} / axis movement")
    cut = places(game, fronts.cut_off(game.table, GERMANY))
    assert "Bir_Hacheim_SE2" in cut and not cut & {"Bir_Hacheim", "Bir_Hacheim_SE1"}
    lines = fronts.enemy_lines(game.table, UK)
    edge = fronts.front_line(game.table, GERMANY, lines)
    assert edge and not edge & fronts.cut_off(game.table, GERMANY)


@pytest.mark.rule("aeto", "5.12/isolated-source")
def test_chits_keep_land_from_falling() -> None:
    """Tobruk with a chit is a source: the land it feeds is not behind the Front."""
    text = "{} chits Tobruk / Bir_Hacheim: uk5inf / Bardia_SE1: ger6inf / uk movement"
    fed = [fronts.enemy_lines(scene(text.format(n)).table, UK).bit_count() for n in (0, 1)]
    assert fed[0] < fed[1]


@pytest.mark.rule("aeto", "5.12/oos-airbase")
def test_a_unit_cut_off_takes_airbases_only() -> None:
    """Out of supply behind the enemy a unit owns no hex that it passes, but an airbase."""
    game = scene("0 chits Tobruk / Bir_Hacheim: uk5inf / Bardia_SE1: ger6inf / uk movement")
    unit = named(game, "uk5inf@Bir_Hacheim")
    base = members(game.table.world.airbases)[0]
    plain = members(game.table.world.land & ~game.table.world.airbases)[0]
    assert movement.takes_hexes(game.table, unit, base) and not movement.takes_hexes(game.table, unit, plain)


@pytest.mark.rule("aeto", "5.14/basic")
@pytest.mark.rule("aeto", "5.14/proc-1")
@pytest.mark.rule("aeto", "5.14/proc-2")
@pytest.mark.rule("aeto", "5.14/proc-4")
def test_an_attack_from_its_announcement_to_the_table() -> None:
    """8 and 6 and Rommel's 3 against 5: 3:1; a 5 with no modifier is read in that column."""
    game = scene("Derna: AFRIKA / Mechili: ger8arm ger6mech Rommel / Gazala: uk5inf / axis offensives", [5, 8])
    play(game, "g: hq AFRIKA", *TO_TARGETS, "g: declare Gazala", "g: end")
    play(game, "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    seen = event(game, "attack")
    assert (seen["attack"], seen["defence"], seen["odds"], seen["die"], seen["net"]) == (17, 5, "3:1", 5, 5)
    assert seen["result"] == combat.result_of(5, 4)


@pytest.mark.rule("aeto", "5.14/proc-5")
def test_the_defender_suffers_first() -> None:
    """A result that hits the defender is carried out before the attacker is asked anything."""
    game = scene("Mechili: ger8arm ger6mech / Gazala: uk5inf uk4inf / axis offensives", [6, 1])
    play(game, "g: stack Mechili", "g: activate_all", *("g: end",) * 3, "g: declare Gazala", "g: end")
    play(game, "g: attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    assert prompt(game) == ("uk", "losses")


@pytest.mark.rule("aeto", "5.14/fort-backfire")
@pytest.mark.rule("aeto", "5.14/permfort-backfire")
def test_brackets_backfire_at_forts() -> None:
    """[-/1] on the fort of Tobruk costs the attacker a step; on a permanent one only if all come over its sides."""
    game = scene("Gazala: ger8arm / Tobruk: uk5inf / axis offensives")
    b = battle(game, "Tobruk", "ger8arm@Gazala")
    assert effects.backfired(game.table, b, "[-/1]") == "1/-"
    game.table.p.forts = 0
    assert effects.backfired(game.table, b, "[-/1]") == "-/1"
    game.table.p.permanent = 1 << b.target
    assert effects.backfired(game.table, b, "[-/1]") == "-/1"
    game = east("Sevastopol: sov4inf / Berlin: ger6inf / axis offensives")
    where = node(game, "Sevastopol")
    over = next(n for n in members(game.table.world.next_to(where)) if game.table.world.permanents.has(n, where))
    game = east(
        f"Sevastopol: sov4inf / {world().names[over]}: ger6inf / month={month_of('August 1941')} / axis offensives"
    )
    assert effects.backfired(game.table, battle(game, "Sevastopol", f"ger6inf@{world().names[over]}"), "[-/1]") == "1/-"


@pytest.mark.rule("aeto", "5.14/multi-hex")
@pytest.mark.rule("aeto", "5.14/move-then-attack")
@pytest.mark.rule("aeto", "5.15/voluntary")
def test_units_move_up_and_attack_together_or_not_at_all() -> None:
    """Mechanized infantry moves to Derna and attacks Gazala with the panzers of Mechili; the attack may be left."""
    game = scene("Derna: AFRIKA / Mechili: ger8arm / Derna_W1: ger6mech / Gazala: uk5inf / axis offensives", [8])
    play(
        game,
        "g: hq AFRIKA",
        "g: activate_all",
        "g: end",
        "g: end",
        "g: move ger6mech@Derna_W1 Derna",
        "g: end",
        "g: end",
    )
    play(game, "g: declare Gazala", "g: end")
    assert refused(game, "g: end") == ""
    play(game, "g: attack Gazala ger8arm@Mechili+ger6mech@Derna")
    assert event(game, "attack")["attack"] == 14


@pytest.mark.rule("aeto", "5.14/minor-attack")
def test_a_minor_attacks_abroad_at_full_strength() -> None:
    """A Rumanian 3 at Odessa attacks with 3, though it would defend with 2."""
    game = east("Odessa: rum3inf / axis offensives")
    near = neighbour(node(game, "Odessa"))
    game = east(f"Odessa: rum3inf / {world().names[near]}: sov4inf / axis offensives")
    b = battle(game, world().names[near], "rum3inf@Odessa")
    assert combat.attack_strength(game.table, b) in (3, 1) and combat.minor_abroad(game.table, b.attackers[0], near)


@pytest.mark.rule("aeto", "5.15/no-empty")
@pytest.mark.rule("aeto", "5.20/lone")
def test_what_cannot_be_attacked() -> None:
    """Empty hexes and lone Generals are no targets; a lone HQ and an empty fort are."""
    game = scene("Mechili: ger8arm / Gazala: Auchinleck / Bir_Hacheim_W1: 8th_Army / axis movement")
    assert places(game, attacks.attackable(game.table, GERMANY)) == {"Bir_Hacheim_W1", "Tobruk"}
    play(game, "g: move ger8arm@Mechili Gazala")
    assert at(game, "Gazala") == ["ger8arm"]


@pytest.mark.rule("aeto", "5.15/no-water")
@pytest.mark.rule("aeto", "5.7/adjacent-to-attack")
def test_no_attack_across_water_or_from_afar() -> None:
    """Two hexes with the sea between them do not fight; nor do hexes that are not adjacent."""
    a, b = side("sea")
    game = east(f"{world().names[a]}: ger6inf / Moscow: sov4inf / axis offensives")
    unit = named(game, f"ger6inf@{world().names[a]}")
    assert not attacks.connected(game.table, unit, b) and attacks.connected(game.table, unit, neighbour(a))
    game = play(scene("Derna: ger8arm AFRIKA / Tobruk: uk5inf / axis offensives"), "g: hq AFRIKA", "g: activate_all")
    assert not attacks.next_to_target(game.table, 0, (node(game, "Tobruk"),))


@pytest.mark.rule("aeto", "5.15/aggregate-defense")
@pytest.mark.rule("aeto", "5.9/overstacked-defense")
def test_all_defend_together_and_the_excess_adds_nothing() -> None:
    """Two British corps defend Gazala as one; three two-step corps are too many, and the weakest does not count."""
    game = scene("Mechili: ger8arm / Gazala: uk5inf uk4inf / axis offensives")
    b = battle(game, "Gazala", "ger8arm@Mechili")
    assert combat.defence(game.table, b) == 9
    game = scene("Mechili: ger8arm / Gazala: uk5inf uk4inf uk4inf / axis offensives")
    b = battle(game, "Gazala", "ger8arm@Mechili")
    assert combat.defence(game.table, b) == 9 and len(combat.land_units(game.table, GERMANY, b.target)) == 3


@pytest.mark.rule("aeto", "5.16/concentric-qualify")
def test_only_attackers_make_an_attack_concentric() -> None:
    """Panzers at Derna and infantry at Bir Hacheim lie opposite over Gazala: +1 only if both attack."""
    game = scene("Derna: ger8arm / Bir_Hacheim: ger6inf / Gazala: uk5inf / axis offensives")
    both = battle(game, "Gazala", "ger8arm@Derna", "ger6inf@Bir_Hacheim")
    assert modifiers.concentric(game.table, both) == 1
    assert modifiers.concentric(game.table, battle(game, "Gazala", "ger8arm@Derna")) == 0


@pytest.mark.rule("aeto", "5.16/strait")
def test_a_strait_costs_one_but_in_denmark() -> None:
    """-1 over the strait of Kerch or Messina; nothing over the Belts."""
    found = {}
    board = world().board
    for a in members(board.land):
        for b in members(step(1 << a, board.around) & board.land):
            if board.sides["strait"].has(a, b):
                game = east(f"{world().names[a]}: ger6inf / Moscow: sov4inf / axis offensives")
                unit = named(game, f"ger6inf@{world().names[a]}")
                danish = bool(board.nation["denmark"] >> b & 1)
                found[danish] = modifiers.strait(game.table, Battle(b, (unit,), GERMANY))
        if len(found) == 2:
            break
    assert found == {True: 0, False: -1}


@pytest.mark.rule("aeto", "5.16/armor44-attack")
@pytest.mark.rule("aeto", "5.16/armor44-defense")
def test_german_and_soviet_armor_of_1944() -> None:
    """From January 1944 armor gets +1 in clear terrain and costs an attacker -1; mechanized units do not count."""
    for month, attack, defence in (("December 1943", 0, 0), ("January 1944", 1, -1)):
        game = scene(f"Mechili: ger8arm ger6mech / Gazala: uk5inf / month={month_of(month)} / axis offensives")
        assert modifiers.armor_attack(game.table, battle(game, "Gazala", "ger8arm@Mechili")) == attack
        assert modifiers.armor_attack(game.table, battle(game, "Gazala", "ger6mech@Mechili")) == 0
        assert modifiers.armor_defence(game.table, battle(game, "Mechili", "uk5inf@Gazala")) == defence


@pytest.mark.rule("aeto", "5.17/any-move")
@pytest.mark.rule("aeto", "5.17/advance")
@pytest.mark.rule("aeto", "5.17/free")
def test_armor_answers_who_leaves_and_may_advance() -> None:
    """German infantry leaves Mechili beside British armor: it is attacked first, DE, and the armor may enter."""
    game = scene("Mechili: ger6inf AFRIKA / Gazala: uk6arm / axis offensives", [8])
    before = list(game.table.p.offensives)
    play(game, "g: hq AFRIKA", "g: activate_all", "g: end", "g: move ger6inf@Mechili Derna_W1")
    assert prompt(game) == ("uk", "reaction")
    play(game, "u: react uk6arm@Gazala")
    assert game.table.p.offensives[UK] == before[UK] and game.table.p.status[named(game, "uk6arm@Gazala")] == 0
    assert prompt(game) == ("uk", "advance")


@pytest.mark.rule("aeto", "5.18/step-loss-para")
@pytest.mark.rule("aeto", "5.18/no-extra-loss")
def test_a_paratrooper_goes_whole_and_nobody_loses_more_than_he_must() -> None:
    """One step is asked: a two-step paratrooper dies of it, and the question is over."""
    game = scene("Mechili: ger8arm / Gazala: uk5inf uk3para / axis offensives")
    effects.ask_losses(game.table, tuple(game.table.p.stack(node(game, "Gazala"))), 1, node(game, "Gazala"))
    game._changed()
    play(game, "u: lose uk3para@Gazala")
    assert at(game, "Gazala") == ["uk5inf"] and prompt(game)[1] != "losses"


@pytest.mark.rule("aeto", "5.18/retreat-overstack-oos")
@pytest.mark.rule("aeto", "5.18/retreat-overstack")
@pytest.mark.rule("aeto", "5.18/retreat-source-choice")
@pytest.mark.rule("aeto", "5.18/retreat-direction")
def test_where_units_fall_back_to() -> None:
    """In supply a unit avoids full hexes and may bump a lone HQ; out of supply it takes the hex nearest its source."""
    game = scene("Bir_Hacheim: uk5inf / Tobruk: uk5inf uk4inf uk5inf uk4inf / Mechili: ger8arm / axis offensives")
    unit = named(game, "uk5inf@Bir_Hacheim")
    assert places(game, retreats.retreat_hexes(game.table, unit)) == {"Sidi_Azeiz"}
    assert retreats.uncrowded(game.table, unit) >> node(game, "Sidi_Azeiz") & 1
    game = scene("Bir_Hacheim: uk5inf / Sidi_Azeiz: AFRIKA / Mechili: ger8arm / axis offensives")
    unit = named(game, "uk5inf@Bir_Hacheim")
    assert retreats.retreat_hexes(game.table, unit) >> node(game, "Sidi_Azeiz") & 1
    near, far = node(game, "Sidi_Azeiz"), node(game, "Bir_Hacheim_SW1")
    assert retreats.nearest_to_supply(game.table, unit, 1 << near | 1 << far) == 1 << near
    retreats.fall_back(game.table, unit, node(game, "Sidi_Azeiz"))
    assert at(game, "Sidi_Azeiz") == ["uk5inf"]


@pytest.mark.rule("aeto", "5.18/retreat-split")
def test_a_stack_may_split_as_it_retreats() -> None:
    """Two units leave Gazala for two hexes; the General goes with the last."""
    game = scene("Gazala: uk5inf uk4inf Auchinleck / Mechili: ger8arm / axis offensives")
    retreats.fall_back(game.table, named(game, "uk5inf@Gazala"), node(game, "Bir_Hacheim"))
    assert "Auchinleck" in at(game, "Gazala")
    retreats.fall_back(game.table, named(game, "uk4inf@Gazala"), node(game, "Tobruk"))
    assert at(game, "Tobruk") == ["Auchinleck", "uk4inf"] and at(game, "Bir_Hacheim") == ["uk5inf"]


@pytest.mark.rule("aeto", "5.18/voluntary-german")
def test_germans_do_not_retreat_by_choice_under_the_option() -> None:
    """With the option on, Germans may not withdraw before 1944; the British may."""
    text = "Gazala: uk5inf / Mechili: ger6inf / axis offensives"
    for options, allowed in (({}, True), ({"no_german_retreat": "on"}, False)):
        game = grognard.read_scene(f"aeto desert42 bare / {text}", options=options)
        assert effects.may_withdraw(game.table, [named(game, "ger6inf@Mechili")]) == allowed
        assert effects.may_withdraw(game.table, [named(game, "uk5inf@Gazala")])


def won_at_tobruk(dice: list[int]) -> grognard.Game:
    """A stack attack on Tobruk from Gazala up to what the dice bring."""
    game = scene("Gazala: ger8arm ger6mech / Tobruk: uk3inf- / axis offensives", dice)
    play(game, "g: stack Gazala", "g: activate_all", *("g: end",) * 3, "g: declare Tobruk", "g: end")
    return play(game, "g: attack Tobruk ger8arm@Gazala+ger6mech@Gazala")


@pytest.mark.rule("aeto", "5.19/capture")
@pytest.mark.rule("aeto", "5.19/defender-never")
@pytest.mark.rule("aeto", "5.19/zoc-ignored")
def test_an_advance_takes_the_hex_and_its_fort() -> None:
    """Tobruk cleared: the attacker is asked, enters, owns it, and the fort is gone."""
    game = won_at_tobruk([8])
    assert prompt(game) == ("germany", "advance")
    play(game, "g: advance ger8arm@Gazala")
    if prompt(game)[1] == "losses":
        play(game, "g: lose ger6mech@Gazala")
    where = node(game, "Tobruk")
    assert game.table.p.held[GERMANY] >> where & 1 and not game.table.p.forts >> where & 1


@pytest.mark.rule("aeto", "5.19/decline")
def test_who_declines_an_advance_makes_none_this_month() -> None:
    """The panzers stay at Gazala: they may not advance after combat again."""
    game = won_at_tobruk([8])
    game.table.p.stayed[named(game, "ger6mech@Gazala")] = 1
    game._changed()
    assert refused(game, "g: advance ger6mech@Gazala") == "5.19/decline"
    play(game, "g: stay")
    assert game.table.p.stayed[named(game, "ger8arm@Gazala")] == 1 and at(game, "Tobruk") == []


@pytest.mark.rule("aeto", "5.21/stack-act")
@pytest.mark.rule("aeto", "5.21/attack")
@pytest.mark.rule("aeto", "5.21/sequential")
@pytest.mark.rule("aeto", "5.21/same-hex-split")
def test_breakthroughs_one_after_another() -> None:
    """AFRIKA's two Breakthroughs may come from one hex, at two targets, each finished before the next begins."""
    game = scene(
        "Derna: AFRIKA / Mechili: ger8arm ger6mech / Gazala: uk2inf / Bir_Hacheim_W1: uk2inf / axis offensives", [8, 8]
    )
    play(game, "g: hq AFRIKA", "g: activate_all", "g: end", "g: thrust ger8arm@Mechili")
    assert offers(game, "g: strike") == {"Gazala", "Bir_Hacheim_W1"}
    play(game, "g: strike Gazala", "g: stay", "g: end")
    assert prompt(game)[1] == "breakthrough"
    play(game, "g: thrust ger6mech@Mechili")
    assert offers(game, "g: strike") == {"Bir_Hacheim_W1"}
    game = play(
        scene("Mechili: ger8arm / Gazala: uk2inf / axis offensives"), "g: stack Mechili", "g: activate_all", "g: end"
    )
    assert breakthrough.thrusts_left(game.table, 0, ()) >> named(game, "ger8arm@Mechili") & 1
    game.table.p.offensive["used"] = (1,)
    assert not breakthrough.thrusts_left(game.table, 0, ())


@pytest.mark.rule("aeto", "5.21/move-active")
@pytest.mark.rule("aeto", "5.21/move-split")
@pytest.mark.rule("aeto", "5.21/no-secondary")
@pytest.mark.rule("aeto", "5.21/no-exploit")
def test_after_a_breakthrough_the_stack_goes_on_and_is_active() -> None:
    """DE at Gazala: panzers push one way, infantry another; both are Active, nobody follows up, nobody exploits."""
    game = scene("Derna: AFRIKA ger6inf / Mechili: ger8arm ger6mech / Gazala: uk2inf / axis offensives", [8])
    play(
        game,
        "g: hq AFRIKA",
        "g: activate_all",
        "g: end",
        "g: thrust ger8arm@Mechili+ger6mech@Mechili",
        "g: strike Gazala",
    )
    play(game, "g: advance ger8arm@Mechili+ger6mech@Mechili")
    assert prompt(game)[1] == "thrust"
    play(game, "g: push ger8arm@Gazala Bir_Hacheim", "g: push ger6mech@Gazala Bir_Hacheim_W1")
    unit = named(game, "ger8arm@Bir_Hacheim")
    assert game.table.p.status[unit] == ACTIVE and not exploit.may_exploit(game.table, unit)


@pytest.mark.rule("aeto", "5.21/repeat-cleared")
def test_nothing_is_owed_once_the_hex_is_clear() -> None:
    """A failed Breakthrough owes an attack on Gazala only while someone stands there."""
    game = scene("Derna: AFRIKA / Mechili: ger8arm / Gazala: uk5inf / axis offensives")
    play(game, "g: hq AFRIKA", "g: activate_all")
    game.table.p.again[named(game, "ger8arm@Mechili")] = node(game, "Gazala") + 1
    assert attacks.still_owed(game.table, 0, node(game, "Gazala"))
    game.table.place(named(game, "uk5inf@Gazala"), node(game, "Cairo"))
    drop_caches()
    assert not attacks.still_owed(game.table, 0, node(game, "Gazala"))


@pytest.mark.rule("aeto", "5.22/who")
@pytest.mark.rule("aeto", "5.22/cond-stacked")
@pytest.mark.rule("aeto", "5.22/italian")
@pytest.mark.rule("aeto", "5.10/exploitation")
def test_who_exploits() -> None:
    """Armor with an unflipped General at the start of the Step; no infantry, no depleted Italians, nobody elsewhere."""
    text = "Derna: AFRIKA ger8arm / Mechili: ger8arm ger6inf ita3arm- Rommel / Cairo: uk5inf / axis offensives"
    game = play(scene(text), "g: hq AFRIKA", "g: activate_all")
    found = exploit.eligible(game.table, 0)
    assert found == {named(game, "ger8arm@Mechili"): 5}
    assert exploit.begin_exploitation(game.table, 0)
    assert (
        game.table.p.fought[named(game, "ger6inf@Mechili")] and not game.table.p.fought[named(game, "ger8arm@Mechili")]
    )
    game.table.p.flipped[named(game, "Rommel")] = 1
    assert exploit.eligible(game.table, 0) == {}


@pytest.mark.rule("aeto", "5.22/attack")
@pytest.mark.rule("aeto", "5.22/advance")
def test_exploiters_move_first_and_attack_after() -> None:
    """Panzers with Rommel run on in the Exploitation Step, then attack, and may advance."""
    game = scene("Derna: AFRIKA / Mechili: ger8arm ger6mech Rommel / Tobruk: uk2inf / axis offensives", [8])
    game.table.p.forts = 0
    game._changed()
    play(game, "g: hq AFRIKA", "g: activate_all", "g: end")
    while prompt(game)[1] != "exploitation":
        play(game, "g: end")
    play(game, "g: exploit ger8arm@Mechili+ger6mech@Mechili+Rommel Gazala", "g: end", "g: declare Tobruk", "g: end")
    play(game, "g: attack Tobruk ger8arm@Gazala+ger6mech@Gazala")
    assert event(game, "attack")["style"] == "exploitation" and prompt(game)[1] == "advance"


@pytest.mark.rule("aeto", "5.22/supply")
def test_armor_that_began_supplied_stays_so() -> None:
    """Panzers beyond their lines are supplied to the end of the Offensive if they began it so; infantry is not."""
    game = scene("Mechili: ger8arm ger6inf / Cairo: uk5inf / axis offensives")
    p = game.table.p
    for name, stays in (("ger8arm@Mechili", True), ("ger6inf@Mechili", False)):
        p.begun[named(game, name)] = SUPPLIED
        assert supply.armor_stays_supplied(p, named(game, name)) == stays


@pytest.mark.rule("aeto", "5.10/shares-results")
def test_a_general_shares_what_befalls_his_stack() -> None:
    """All British at Gazala die: Auchinleck is checked, and a 2 loses him for good."""
    game = scene("Mechili: ger8arm / Gazala: uk2inf Auchinleck / axis offensives", [2])
    effects.destroy_all(game.table, battle(game, "Gazala", "ger8arm@Mechili"))
    assert at(game, "Gazala") == []


@pytest.mark.rule("aeto", "5.19/secondary-steps")
def test_a_secondary_advance_needs_movement_left() -> None:
    """Infantry that has spent its three points does not follow; with a point left it does."""
    game = play(scene("Derna: AFRIKA ger6inf / Cairo: uk5inf / axis offensives"), "g: hq AFRIKA", "g: activate_all")
    unit, ahead = named(game, "ger6inf@Derna"), 1 << node(game, "Mechili")
    for spent, open_ in ((3, 0), (2, ahead)):
        game.table.p.spent[unit] = spent
        assert advance.follow_hexes(game.table, unit, ahead) == open_
