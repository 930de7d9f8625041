"""Barbarossa 1941: forts, frost, surprise, capitals, Ladoga, city points; cases by rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import grognard
from grognard.engine.core.dice import Scripted
from grognard.titles.sfe import (
    construction,
    leash,
    overrun,
    production,
    rail,
    reach,
    strengths,
    supply,
    surprise,
    weather,
    zones,
)

from .cases import at, costs, names, node, offers, on_map, play, refused, unit


def scene(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe barbarossa41 bare / {text}", dice, **new)


@pytest.mark.rule("sfe", "24.14", "9.05/1")
def test_a_major_fort_replaces_the_ground() -> None:
    """Against Sevastopol only the fort counts: one less on the die, nobody halved, no armor bonus."""
    game = scene("Sevastopol: SovI / SE2829: LIV / axis combat")
    t, there = game.table, node(game, "Sevastopol")
    found = strengths.modifiers(t, (unit(game, "LIV"),), (unit(game, "SovI"),), there, False, False)
    assert [(m.text, m.value) for m in found] == [("major fort", -1)]
    assert strengths.hex_share(t, unit(game, "LIV"), there) == (1, 1)
    assert not strengths.open_ground(t, there)


@pytest.mark.rule("sfe", "24.11/1", "24.14")
def test_a_regular_fort_replaces_a_major_one() -> None:
    """A hex has one fort: a regular fort that is completed takes the place of a major one, and counts once."""
    game = scene("turn=2 / Sevastopol: SovI / SE2829: LIV / allied construction")
    t, there = game.table, node(game, "Sevastopol")
    t.p.works |= 1 << there
    construction.finish_forts(t, 1)
    assert t.p.forts >> there & 1 and not t.p.strongholds >> there & 1
    found = strengths.modifiers(t, (unit(game, "LIV"),), (unit(game, "SovI"),), there, False, False)
    assert [m.value for m in found if "fort" in m.text] == [-1]


@pytest.mark.rule("sfe", "23.51/1", "28.01/d")
def test_a_major_fort_delays_the_loss_of_a_zone() -> None:
    """In its first turn out of supply a corps in a major fort keeps its factors, and so its normal zone."""
    game = scene("turn=2 / Sevastopol: SovI*1 / axis movement")
    assert "SE2829" in names(game, zones.zones(game.table, 1).normal)
    second = scene("turn=2 / Sevastopol: SovI*2 / axis movement")
    assert "SE2829" in names(second, zones.zones(second.table, 1).limited)
    outside = scene("turn=2 / SE2829: SovI*1 / axis movement")
    assert "Sevastopol" in names(outside, zones.zones(outside.table, 1).limited)


@pytest.mark.rule("sfe", "24.15")
def test_forts_fall_with_their_hex() -> None:
    """The forts of the start stand where the tables say, and are gone when an enemy enters."""
    game = scene("SE2829: LIV / axis movement")
    assert names(game, game.table.p.strongholds) == {"Kronstadt", "Sevastopol"}
    assert "Pskov" in names(game, game.table.p.forts)
    play(game, "axis: move LIV Sevastopol")
    assert names(game, game.table.p.strongholds) == {"Kronstadt"}


@pytest.mark.rule("sfe", "25.3")
def test_frozen_rivers_and_swamps() -> None:
    """In snow the rivers of Zone A neither cost nor halve; frozen swamp costs what forest does."""
    game = scene("axis movement")
    t = game.table
    frozen = reach.w.frozen_rivers(t.world).pairs()
    here, there = next((a, b) for a, b in frozen if not (t.world.major | t.world.terrain["mountain"]) >> b & 1)
    name = t.node_name(here)
    for kind, share in (("Clear", (1, 2)), ("Snow", (1, 1))):
        cold = scene(f"{kind} / {name}: LIV / axis movement")
        assert strengths.side_share(cold.table, unit(cold, "LIV"), there, here) == share
    cheap = costs(scene(f"Snow / {name}: LIV / axis movement"), "axis", "move", "LIV", ".")[t.node_name(there)]
    dear = costs(scene(f"Clear / {name}: LIV / axis movement"), "axis", "move", "LIV", ".")[t.node_name(there)]
    assert cheap == dear - 1


@pytest.mark.rule("sfe", "28.04")
def test_severe_winter() -> None:
    """One is added to the weather die from NOV 2 on, with the option."""
    game = scene("turn=11 / axis movement")
    assert (weather.severity(game.table, "AB"), weather.severity(game.table, "CD")) == (1, 1)
    assert weather.severity(scene("turn=8 / axis movement").table, "AB") == 0
    assert weather.severity(scene("turn=11 / axis movement", options={"severe_winter": "off"}).table, "AB") == 0
    game.table.dice = Scripted([5, 1], game.table.dice.secret)
    weather.roll_weather(game.table)
    assert game.table.p.weather_a == weather.by_table("A", "NOV2", 6)


@pytest.mark.rule("sfe", "28.16/b")
def test_wings_lost_on_the_ground() -> None:
    """A die takes four to seven Soviet wings; without the option none."""
    assert [surprise.losses("barbarossa41", die) for die in range(1, 7)] == [4, 5, 5, 6, 6, 7]
    game = grognard.new("sfe", "barbarossa41", seed=3)
    lost = [u for u in game.table.world.units if u.air and game.table.p.at[u.index] == game.table.world.pool]
    assert 4 <= len(lost) <= 7 and {u.nation for u in lost} == {"Soviet"}
    calm = grognard.new("sfe", "barbarossa41", seed=3, options={"air_losses": "off"})
    p = calm.table.p
    assert not [i for i in p.stacks.get(calm.table.world.pool, ()) if p.due[i] >= 0]


def test_surprise_on_the_ground() -> None:
    """In the first Axis segment Soviet zones are limited; in their own the Soviets attack three hexes at most (R2)."""
    first = scene("Minsk: SovI / axis movement")
    assert zones.zones(first.table, 1).normal == 0 != zones.zones(first.table, 1).limited
    later = scene("turn=2 / Minsk: SovI / axis movement")
    assert zones.zones(later.table, 1).normal
    beside = min(names(first, first.table.world.near[node(first, "Minsk")]))
    tired = scene(f"Minsk: SovI / {beside}: RumV / allied combat")
    assert "attack" in offers(tired, "allied")
    tired.table.p.struck_hexes = 3
    tired._changed()
    assert "attack" not in offers(tired, "allied")


def test_surprise_in_the_air() -> None:
    """On JUN 2 Soviet wings fly no defensive missions (R1)."""
    game = grognard.new("sfe", "barbarossa41", seed=3)
    steps = set()
    while game.table.p.turn == 1 and game.table.p.player == 0:
        who, asked = next(iter(game.decisions().items()))
        steps.add((who, game.table.frame.step))
        words = {choice.text for choice in asked.next()}
        game.play(who, next((w for w in ("end", "pass") if w in words), asked.actions(limit=1)[0].text))
    assert ("allied", "air_defence") not in steps


@pytest.mark.rule("sfe", "12.03/3")
def test_soviet_armor_counts_as_infantry() -> None:
    """Soviet mechanized corps neither claim nor spoil the armor bonus in 1941 (R3), but are armor when they move."""
    game = grognard.new("sfe", "barbarossa41", seed=3)
    t = game.table
    tank = next(u for u in t.world.units if u.kind == "ARM" and u.nation == "Soviet")
    panzer = next(u for u in t.world.units if u.kind == "PZ")
    assert not strengths.counts_as_armor(t, tank.index) and strengths.counts_as_armor(t, panzer.index)
    assert tank.foot == "armor" and tank.mobile


@pytest.mark.rule("sfe", "12.03/3", "9.05/2")
def test_soviet_armor_attacks_forest_as_infantry() -> None:
    """Armor barred from bonuses is infantry in combat: forest takes nothing from it, but halves a panzer corps."""
    game = scene("turn=2 / NE1127: LIV / NE1028: IMC / allied combat")
    t, there = game.table, node(game, "NE1127")
    assert strengths.terrain_at(t, there) == "forest"
    assert strengths.attack_of(t, unit(game, "IMC"), there) == 480 * 6
    assert strengths.hex_share(t, unit(game, "XXXXIPz"), there) == (1, 2)


@pytest.mark.rule("sfe", "8.06", "8.06/1", "8.06/4")
def test_railheads_beyond_and_within_the_border_of_1939() -> None:
    """Outside the Soviet Union of 1939 Axis railheads need control alone, within it units that passed; Soviet ones
    need them everywhere."""
    game = scene("turn=2 / axis holds NE3642 / axis movement")
    assert names(game, rail.new_rails(game.table, 0)) == {"NE3642"}
    zone = scene("turn=2 / NE3641: SovI / axis holds NE3642 / axis movement")
    assert not rail.new_rails(zone.table, 0)
    back = scene("turn=2 / axis holds NE3642 / allied holds NE3642 / allied movement")
    assert not rail.new_rails(back.table, 1)
    home = scene("turn=2 / axis rails Minsk / axis holds NE4235 / axis movement")
    assert not rail.new_rails(home.table, 0)
    home.table.p.walked |= 1 << node(home, "NE4235")
    assert names(home, rail.new_rails(home.table, 0)) == {"NE4235"}


@pytest.mark.rule("sfe", "23.11/3")
def test_capitals() -> None:
    """Moscow is a full source until it is shut in."""
    free = scene("allied supply")
    assert names(free, supply.capitals(free.table, 1)) == {"Moscow"}
    ring = scene("NE3922: SovI / NE3921: LIV / NE3923: XXX / NE3822: XI / NE4022: LI / allied supply")
    assert not supply.capitals(ring.table, 1)
    assert names(free, supply.capitals(free.table, 0)) == {"Bucharest", "Helsinki"}


@pytest.mark.rule("sfe", "23.11/3")
def test_a_capital_in_a_zone_feeds_its_defenders() -> None:
    """One German corps beside Moscow does not end its supply: it is a source until all the land around is shut."""
    game = scene("Moscow: SovI / NE3923: LIV / axis holds Gorki / allied supply")
    t, here = game.table, node(game, "Moscow")
    t.p.allied_rail = 1 << here
    assert zones.against(t, 1).all >> here & 1
    assert supply.lines(t, 1).sources == 1 << here
    assert supply.in_supply(t, unit(game, "SovI"))


@pytest.mark.rule("sfe", "23.11/4")
def test_a_major_city_feeds_along_its_railway() -> None:
    """A limited source is reached like any other, by a controlled railway too, while that is free of zones."""
    text = "turn=2 / Mogilev-Podolski: SovI / NE1027: LIV / allied movement"
    game = scene(text)
    corps = unit(game, "SovI")
    assert game.table.world.board.grid.distance(node(game, "Mogilev-Podolski"), node(game, "Odessa")) > 6
    assert supply.fed_by_cities(game.table, 1, [corps]) == {corps}
    cut = scene(text)
    cut.table.p.allied_rail = 1 << node(cut, "Mogilev-Podolski")
    assert supply.fed_by_cities(cut.table, 1, [corps]) == set()


@pytest.mark.rule("sfe", "23.61/3")
def test_ladoga() -> None:
    """Nine corps in and around Leningrad are fed over the lake, not in a storm."""
    game = scene("Leningrad: SovI / allied supply")
    found = supply.ladoga(game.table, 1)
    assert found and found[0][1] == 36 and found[0][0] >> node(game, "Leningrad") & 1
    assert supply.ladoga(scene("Stormy / Leningrad: SovI / allied supply").table, 1) == []
    assert supply.ladoga(game.table, 0) == []
    assert supply.ladoga(scene("turn=2 / NE2727: LIV / Leningrad: SovI / allied supply").table, 1) == []


@pytest.mark.rule("sfe", "23.61/3")
def test_ladoga_beside_a_lost_leningrad() -> None:
    """The path over the lake may begin in any hex beside Leningrad, also when the city itself is lost."""
    game = scene("turn=2 / Leningrad: LIV / NE2630: SovI / allied movement")
    corps = unit(game, "SovI")
    assert supply.fed_by_cities(game.table, 1, [corps]) == {corps}


@pytest.mark.rule("sfe", "23.61/2")
def test_the_murmansk_railway() -> None:
    """The railway off the north edge feeds six corps while it is free."""
    game = scene("allied supply")
    found = supply.murmansk(game.table, 1)
    assert found and found[0][1] == 24
    taken = scene("NE1027: LIV / allied supply")
    assert supply.murmansk(taken.table, 1) == []


@pytest.mark.rule("sfe", "27.21/a", "27.24/2")
def test_points_of_cities() -> None:
    """Soviet points come from the cities that are held and in supply; six air points are a wing, a die the rest."""
    game = scene("turn=2 / allied supply")
    assert production.income(game.table, 1) == {"Soviet": (42, 9)}
    lost = scene("turn=2 / axis holds Kiev Kharkov / allied supply")
    assert production.income(lost.table, 1) == {"Soviet": (34, 8)}
    t = game.table
    production.air_points(t, 1)
    assert t.p.wings_due == 2
    poor = scene("turn=2 / axis holds Gorki Kharkov / allied supply")
    poor.table.dice = Scripted([2], poor.table.dice.secret)
    production.air_points(poor.table, 1)
    assert poor.table.p.wings_due == 2


@pytest.mark.rule("sfe", "27.44", "27.21/2")
def test_the_east() -> None:
    """Siberians come in by the five railways of the east edge; from OCT 1 a city takes two units a turn."""
    game = scene("turn=8 / Arrivals: 5ArmySib / allied reinforcement")
    game.table.p.due[unit(game, "5ArmySib")] = 8
    game._changed()
    assert len(offers(game, "allied", "arrive", "5ArmySib")) == 5
    crowded = min(offers(game, "allied", "arrive", "5ArmySib"))
    game.table.p.placed[str(node(game, crowded))] = (3, 0)
    game._changed()
    assert len(offers(game, "allied", "arrive", "5ArmySib")) == 4
    assert (production.most_a_city(scene("turn=7 / axis supply").table, 1), production.most_a_city(game.table, 1)) == (
        1,
        2,
    )


@pytest.mark.rule("sfe", "27.44", "27.21")
def test_the_east_is_one_replacement_city() -> None:
    """Before OCT 1 one unit a turn comes by the east edge, whichever of its five railways it takes."""
    game = scene("turn=2 / allied reinforcement")
    t, piece = game.table, unit(game, "SovI")
    t.p.points["Soviet"] = (400, 400)
    gates = names(game, production.gates(t, 1))
    assert len(gates) == 5 and gates <= names(game, production.sites(t, piece))
    game._changed()
    play(game, f"allied: replace SovI {min(gates)}")
    assert not gates & names(game, production.sites(t, unit(game, "SovII")))
    assert "Moscow" in names(game, production.sites(t, unit(game, "SovII")))


@pytest.mark.rule("sfe", "27.24/1", "27.44")
def test_wings_return_where_they_are_made() -> None:
    """Soviet wings are replaced in the cities that make air points, those of the East in Kuibyshev or Kazan."""
    game = scene("turn=2 / axis holds Kharkov / allied reinforcement")
    wing = next(u.index for u in game.table.world.units if u.air and u.nation == "Soviet")
    found = names(game, production.hexes_for(game.table, 1, (wing,)))
    assert found == {"Moscow", "Leningrad", "Gorki", "Voronezh", "Kuibyshev", "Kazan"}
    german = next(u.index for u in game.table.world.units if u.name == "JG51")
    assert "Warsaw" in names(game, production.hexes_for(game.table, 0, (german,)))


@pytest.mark.rule("sfe", "28.05/4", "28.05/Hoth")
def test_hoth_leads_fully_on_the_first_turn() -> None:
    """On JUN 2 of Barbarossa Hoth lends his bonus to an overrun in exploitation, though level 4 comes in July."""
    game = scene("turn=1 / NE4141: XXXXIPz Hoth / axis exploitation")
    assert strengths.leader_level(game.table, unit(game, "Hoth")) == 4
    assert overrun.led(game.table, (unit(game, "XXXXIPz"), unit(game, "Hoth")))
    assert strengths.leader_level(scene("turn=2 / axis supply").table, unit(game, "Hoth")) == 4


@pytest.mark.rule("sfe", "14.01", "12.01/3")
def test_no_armor_bonus_in_an_overrun_over_a_strait() -> None:
    """An overrun is reckoned from the hex before it: over the strait of Kerch panzers have no bonus to make it sure."""
    for start in ("Kerch", "SE2725"):
        game = scene(f"turn=2 / {start}: IIIPz XIVPz XXXXIPz / SE2723: 8Bde / axis movement")
        stack = tuple(sorted(unit(game, name) for name in ("IIIPz", "XIVPz", "XXXXIPz")))
        assert overrun.charges(game.table, stack) == {}


def test_finns_stay_near_home() -> None:
    """Finnish units go three hexes beyond their border at most, and attack from JUL 1 on (R5)."""
    game = grognard.new("sfe", "barbarossa41", seed=3)
    t = game.table
    finn = next(u.index for u in t.world.units if u.nation == "Finnish" and u.ground)
    assert leash.waits(t, finn)
    barred = leash.forbidden(t, (finn,))
    assert barred >> node(game, "Moscow") & 1 and not barred >> node(game, "Helsinki") & 1
    t.p.turn = 2
    assert not leash.waits(t, finn)


def test_neutral_land_is_closed() -> None:
    """Nobody enters Sweden."""
    game = scene("axis movement")
    assert not game.table.world.land & game.table.world.board.nation["Sweden"]


def test_levels_of_victory() -> None:
    """Doing nothing, the Soviets win decisively."""
    game = grognard.new("sfe", "barbarossa41", seed=5)
    for _ in range(900):
        if game.outcome is not None:
            break
        who, asked = next(iter(game.decisions().items()))
        words = {choice.text for choice in asked.next()}
        game.play(who, next((w for w in ("end", "pass") if w in words), asked.actions(limit=1)[0].text))
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.level) == (("allied",), "decisive")
    assert refused(game, "axis", "end") == "E.closed"
    assert on_map(game, "LIV") and at(game, "LIV")


@pytest.mark.rule("sfe", "28.08", "28.08/1")
def test_winterized_attackers() -> None:
    """In snow Siberians add one to their die against others, and bear half of their losses."""
    text = "{} / Minsk: 5ArmySib 50ArmySib SovI / {}: RumV / turn=10 / allied combat"
    beside = min(
        names(scene("axis supply"), scene("axis supply").table.world.near[node(scene("axis supply"), "Minsk")])
    )
    game = scene(text.format("Snow", beside))
    t = game.table
    force = tuple(sorted(unit(game, name) for name in ("5ArmySib", "50ArmySib", "SovI")))
    there, foes = node(game, beside), (unit(game, "RumV"),)
    assert strengths.winter_bonus(t, force, foes, there)
    assert not strengths.winter_bonus(scene(text.format("Clear", beside)).table, force, foes, there)
    assert offers(game, "allied", "attack", "5ArmySib+50ArmySib+SovI", ".", beside) == {"winter", "alone"}
    assert [strengths.bears(t, i, 2) for i in force].count(True) == 2
    german = scene(text.format("Snow", beside).replace("RumV", "SSReich"))
    guards = (unit(german, "SSReich"),)
    assert strengths.winter_bonus(german.table, force, guards, there)
    later = german.table
    later.world = replace(later.world, turns=tuple(day.replace("1941 NOV", "1942 NOV") for day in later.world.turns))
    assert not strengths.winter_bonus(later, force, guards, there) and strengths.winter_bonus(later, force, foes, there)
    later.world = replace(later.world, turns=tuple(day.replace("1942 NOV", "1943 NOV") for day in later.world.turns))
    assert not strengths.winter_bonus(later, force, foes, there)
    off = scene(text.format("Snow", beside), options={"winterization": "off"})
    assert not strengths.winter_bonus(off.table, force, foes, there)


def test_the_gauge_changes_at_the_border() -> None:
    """Beyond the border of 1939 a German corps takes twice the rail capacity (R7)."""
    game = scene("Warsaw: LIV / axis movement")
    t, piece = game.table, unit(game, "LIV")
    assert (rail.load_to(t, piece, node(game, "Krakow")), rail.load_to(t, piece, node(game, "Smolensk"))) == (4, 8)
