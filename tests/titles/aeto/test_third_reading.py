"""What a third reader found by drawing lots: sister routes that lacked a rule, halves of rules that were dropped."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import (
    advance,
    before_the_die,
    combat,
    exploitation,
    modifiers,
    reach,
    replenish,
    supply,
    weather,
)
from grognard.titles.aeto.air import bases
from grognard.titles.aeto.politics import partners
from grognard.titles.aeto.position import STANDBY
from grognard.titles.aeto.seasonal import income, placement
from grognard.titles.aeto.seasonal import installations as inst
from grognard.titles.aeto.tables import card_of, month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, UK, USSR, VICHY

from .scenes import named, node, play, refused, scene

RUMANIA = POWERS.index("rumania")


def europe(text: str, scenario: str = "1941short", dice: list[int] | None = None) -> grognard.Game:
    """The whole map with nothing on it but what is named."""
    return grognard.read_scene(f"aeto {scenario} bare / {text}", dice)


@pytest.mark.rule("aeto", "5.1/late-activation")
def test_who_was_woken_late_does_not_exploit() -> None:
    """A panzer corps woken after land movement stands beside Rommel: it attacks, but no Exploitation moves it."""
    game = scene("Mechili: ger8arm Rommel / Cairo: uk5inf / axis offensives")
    play(game, "g: general Rommel", "g: activate ger8arm@Mechili")
    t, panzer = game.table, named(game, "ger8arm@Mechili")
    assert exploitation.begin_exploitation(t, 0) and exploitation.exploiters(t, 0, ()) >> panzer & 1
    t.p.late[panzer] = 1
    assert not exploitation.exploiters(t, 0, ()) >> panzer & 1


@pytest.mark.rule("aeto", "5.9/partisans")
def test_partisans_and_air_units_never_share_a_hex() -> None:
    """No room at a base where partisans hide, and no way for partisans into a hex with aircraft."""
    game = europe("Smolensk: sov2ftr / Moscow: sov4inf / Berlin: ger6inf / axis movement")
    t = game.table
    band = t.title.scene_piece(t, node(game, "Smolensk W1"), "sov1part")
    assert not reach.reach_of(t, (band,)).all() >> node(game, "Smolensk") & 1
    assert bases.has_room(t, node(game, "Minsk"))
    t.place(band, node(game, "Minsk"))
    assert not bases.has_room(t, node(game, "Minsk"))


@pytest.mark.rule("aeto", "8.7/marker")
def test_a_major_port_with_a_resource_is_a_large_airbase() -> None:
    """Hamburg costs 3 EPs to demolish as an airbase, a major port without a resource 2, and both are airbases."""
    t = europe("Berlin: ger6inf / Moscow: sov4inf / axis movement").table
    rich, poor = (
        next(n for n in members_of(inst.great_ports(t.world)) if bool(t.world.places("resource") >> n & 1) == has)
        for has in (True, False)
    )
    kind = inst.ALL.index("airbase")
    assert [inst.is_large(t.world, n) for n in (rich, poor)] == [True, False]
    assert all(inst.printed(t, "airbase") >> n & 1 for n in (rich, poor))
    t.agenda = (*t.agenda, Frame("building", "step", t.seat_of(GERMANY), GERMANY))
    assert [inst.demolition_price(t, kind, n) for n in (rich, poor)] == [3, 2]


def members_of(bits: int) -> list[int]:
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


@pytest.mark.rule("aeto", "8.1/ep-line")
def test_an_ep_line_passes_no_zone_of_the_enemy_not_even_an_inhibited_one() -> None:
    """A ring of zones around Ploesti with one garrisoned gap: nothing goes through the gap, the town itself may be."""
    game = europe("Berlin: ger6inf / Moscow: sov4inf / axis movement")
    t, town = game.table, node(game, "Ploesti")
    assert income.ep_lines(t, GERMANY) >> town & 1
    for n in members_of(t.world.disc(town, 2) & ~t.world.disc(town, 1)):
        t.title.scene_piece(t, n, "sov4inf")
    for n in members_of(t.world.disc(town, 1)):
        t.title.scene_piece(t, n, "rum3inf")
    game._changed()
    assert not income.ep_lines(t, GERMANY) >> town & 1


@pytest.mark.rule("aeto", "5.16/oos-permfort")
def test_the_owner_says_whom_the_fortress_feeds() -> None:
    """Of two armies in Sevastopol the second is victualled instead of the first, once a month."""
    game = europe("Sevastopol: sov4inf sov4inf- / Moscow: sov4inf / Berlin: ger6inf / allied movement")
    t = game.table
    second = next(i for i in t.p.stack(node(game, "Sevastopol")) if not supply.in_fortress(t, i))
    name = t.title.piece_name(t, second)
    game.play("uk", f"victual {name}")
    assert supply.in_fortress(t, second) and refused(game, f"u: victual {name}") == "5.16/oos-permfort"


@pytest.mark.rule("aeto", "7.10/move-begin", "7.10/move-infantry")
def test_supply_counts_when_a_unit_sets_out() -> None:
    """Foot woken without supply that is fed before it sets out marches as printed; once it has begun, nothing helps."""
    game = scene("Mechili: ger6inf / Cairo: uk5inf / axis offensives")
    t, corps = game.table, named(game, "ger6inf@Mechili")
    t.p.status[corps], t.p.begun[corps] = STANDBY, 2
    assert supply.moves_supplied(t, corps) and reach.allowance(t, corps) == 3
    t.p.spent[corps] = 1
    assert reach.allowance(t, corps) == 2


@pytest.mark.rule("aeto", "6.1/minor-deployment")
def test_no_partner_advances_beyond_his_lands() -> None:
    """Hungarians who cleared a Greek hex stay where they are; Rumanians beside them may go on."""
    game = europe("Salonika: hun3inf / Kavalla: rum3inf / Moscow: sov4inf / axis movement")
    t = game.table
    units = (named(game, "hun3inf@Salonika"), named(game, "rum3inf@Kavalla"))
    t.ask("advance", t.seat_of(GERMANY), attackers=units, target=node(game, "Athens"), price=0)
    able = advance.politically_open(t, t.seat_of(GERMANY), ())
    assert [bool(able >> i & 1) for i in units] == [False, True]
    assert refused(game, "g: advance hun3inf@Salonika") == "6.1/minor-deployment"


@pytest.mark.rule("aeto", "7.17/retry")
def test_each_installation_of_a_hex_is_tried_once() -> None:
    """The airbase of Warsaw fails; its fort may still be tried, the airbase not again."""
    game = europe("Warsaw: ger6inf / Moscow: sov4inf / germany 5 EPs / axis movement", dice=[3, 6])
    t, where = game.table, node(game, "Warsaw")
    t.p.destroyed = {f"{where} airbase": 1, f"{where} fortification": 1}
    t.agenda = (*t.agenda, Frame("replenishing", "step", t.seat_of(GERMANY)))
    game._changed()
    game.play("germany", "repair Warsaw airbase")
    assert refused(game, "g: repair Warsaw airbase") == "7.17/retry"
    assert replenish.not_tried(t, t.seat_of(GERMANY), ()) >> where & 1
    game.play("germany", "repair Warsaw fortification")
    assert t.p.destroyed == {f"{where} airbase": 1}


@pytest.mark.rule("aeto", "8.11/rumania")
def test_no_rumanian_is_set_up_or_replenished_in_bessarabia() -> None:
    """Before the war in the east neither the first set-up nor an air unit nor a replenished corps comes to Kishinev."""
    game = europe("Bucharest: rum3inf / Berlin: ger6inf / axis movement")
    t, town = game.table, node(game, "Kishinev")
    give(game, RUMANIA, "Kishinev")
    corps = card_of("rumania", "infantry", t.world.cards[t.p.card[named(game, "rum3inf@Bucharest")]].name)
    t.p.fallen = {f"{corps.number} 1": 1}
    for war, open_ in ((True, True), (False, False)):
        t.p.hostile[GERMANY] = t.p.hostile[GERMANY] & ~(1 << USSR) | war << USSR
        game._changed()
        assert bool(placement.any_home_hex(t, RUMANIA) >> town & 1) == open_
        assert bool(replenish.homes(t, t.seat_of(RUMANIA), (0,)) >> town & 1) == open_


def give(game: grognard.Game, power: int, place: str) -> None:
    p, bit = game.table.p, 1 << node(game, place)
    p.held = [land & ~bit for land in p.held]
    p.held[power] |= bit
    game._changed()


@pytest.mark.rule("aeto", "9.11")
def test_fighting_vichy_calls_off_what_falls_below_even_odds() -> None:
    """Two Vichy corps against one British: even odds; British bombers over the hex make it less, and it is off."""
    game = europe("Algiers: vic2inf / Algiers W1: uk3inf / London: uk5inf / axis movement", "1940")
    t = game.table
    t.p.hostile[VICHY] |= 1 << UK
    t.p.hostile[UK] |= 1 << VICHY
    data = {
        "attackers": (named(game, "vic2inf@Algiers"),), "target": node(game, "Algiers W1"), "jumped": (),
        "excluded": (), "over": (), "against": (),
    }  # fmt: skip
    frame = Frame("attack", "order", -1, VICHY, tuple(sorted(data.items())))
    assert before_the_die.outmatched(t, frame)
    assert not before_the_die.outmatched(t, Frame("attack", "order", -1, FRANCE, frame.data))


@pytest.mark.rule("aeto", "5.16/soviet-winter")
def test_the_soviet_winter_is_soviet_whoever_is_named_first() -> None:
    """A Rumanian who has changed sides and a rifle army attack together in the first winter: +1."""
    game = europe("Smolensk: rum3inf sov4inf / Smolensk W1: ger6inf / axis movement")
    t = game.table
    units = tuple(sorted(t.p.stack(node(game, "Smolensk")), key=lambda i: t.p.power[i] == USSR))
    t.p.due["soviet_winter"] = 1
    assert modifiers.soviet_winter(t, combat.battle_of(t, node(game, "Smolensk W1"), units)) == 1
    assert modifiers.soviet_winter(t, combat.battle_of(t, node(game, "Smolensk W1"), units[:1])) == 0


def test_what_is_given_up_for_want_of_room_is_not_replenished() -> None:
    """One-step armies crowd Moscow: the one given up is in the pool, not in the Replenishment Box."""
    game = europe("Moscow: sov4inf sov4inf sov4inf sov4inf sov4inf / Berlin: ger6inf / allied movement")
    t = game.table
    for piece in t.p.stack(node(game, "Moscow")):
        t.p.steps[piece] = 2 if piece != t.p.stack(node(game, "Moscow"))[0] else 1
    game._changed()
    worn = t.title.piece_name(t, t.p.stack(node(game, "Moscow"))[0])
    game.play("uk", f"give_up {worn}")
    assert len(t.p.stack(node(game, "Moscow"))) == 4 and not t.p.fallen


def building(text: str) -> grognard.Game:
    """Germany builds, with twenty EPs."""
    game = europe(f"{text} / germany 20 EPs / axis movement")
    t = game.table
    t.agenda = (*t.agenda, Frame("building", "step", t.seat_of(GERMANY), GERMANY))
    return game


@pytest.mark.rule("aeto", "8.11/relocate")
def test_an_airbase_moves_if_its_aircraft_keep_room() -> None:
    """A small airbase chit beside the large base of Berlin moves with two aircraft there, not with four."""
    for planes in (2, 4):
        game = building("Berlin: " + "ger3bmb " * planes + "/ Warsaw: ger6inf / Moscow: sov4inf")
        t, berlin = game.table, node(game, "Berlin")
        t.p.small_airbases |= 1 << berlin
        t.p.destroyed.pop(f"{berlin} airbase", None)
        game._changed()
        left = bases.capacity(t, berlin) - 2
        assert bool(inst.not_under_aircraft(t, t.seat_of(GERMANY), ()) >> berlin & 1) == (planes <= left)


@pytest.mark.rule("aeto", "8.7/demolish")
def test_a_friends_garrison_may_demolish() -> None:
    """Rumanians in Constanta let Germany demolish its port; an empty town does not."""
    for text, open_ in (("Constanta: rum3inf / ", True), ("", False)):
        game = building(f"{text}Bucharest: rum3inf / Moscow: sov4inf")
        t = game.table
        assert bool(inst.garrisoned(t, t.seat_of(GERMANY), ()) >> node(game, "Constanta") & 1) == open_


@pytest.mark.rule("aeto", "8.0/bulgaria", "8.0/hungary", "8.0/rumania")
def test_who_has_fallen_and_is_free_again_does_not_join_by_itself() -> None:
    """In 1944 a neutral Hungary would join at once; one that was conquered and freed stays out."""
    game = europe("Berlin: ger6inf / London: uk5inf / axis movement", "1939")
    t = game.table
    t.p.month = month_of("January 1944")
    for nation in ("bulgaria", "hungary", "rumania"):
        assert partners.joins_in_spring(t, nation)
        t.p.politics[f"fell {nation}"] = t.p.month - 3
        assert not partners.joins_in_spring(t, nation)


@pytest.mark.rule("aeto", "1.3")
def test_the_sea_has_the_weather_of_the_nearest_land() -> None:
    """Winter in the north covers the waters off Leningrad's coast, never those off Tobruk."""
    game = europe("Berlin: ger6inf / Moscow: sov4inf / axis movement", dice=[1, 6, 6, 6])
    t = game.table
    t.p.month = month_of("January 1942")
    weather.roll(t)
    world = t.world
    north, south = (
        next(n for n in members_of(world.disc(node(game, name), 3) & world.board.hexes & ~world.land))
        for name in ("Helsinki", "Tobruk")
    )
    assert t.p.winter >> node(game, "Leningrad") & 1
    assert t.p.winter >> north & 1 and not (t.p.winter | t.p.mud) >> south & 1
