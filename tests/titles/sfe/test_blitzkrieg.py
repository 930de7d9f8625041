"""Blitzkrieg 1940: major forts, neutrals, surprise, evacuation, victory; cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.sfe import airbases, forts, leash, neutrality, strengths, supply, victory, zones

from .cases import at, names, node, offers, on_map, play, refused, unit


def scene(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of blitzkrieg40 without its counters, at a scene."""
    options = {"air_losses_40": "off", **new.pop("options", {})}
    return grognard.read_scene(f"sfe blitzkrieg40 bare / {text}", dice, options=options, **new)


def drm(game: grognard.Game, attackers: str, there: str) -> list[tuple[str, int]]:
    """The modifiers of an attack, named."""
    t, units = game.table, tuple(unit(game, name) for name in attackers.split("+"))
    defenders = tuple(i for i in t.p.stack(node(game, there)) if t.world.units[i].ground)
    return [(m.text, m.value) for m in strengths.modifiers(t, units, defenders, node(game, there), 0, False)]


@pytest.mark.rule("sfe", "9.05/2")
def test_strasbourg_from_behind() -> None:
    """From 4715 Strasbourg has two off the die, for the fort and for the city, and nobody is halved."""
    game = scene("Strasbourg: FreXVII / NW4715: IV / axis combat")
    assert drm(game, "IV", "Strasbourg") == [("minor city", -1), ("major fort", -1)]
    sides = [
        forts.replaces_ground(game.table, node(game, name), node(game, "Strasbourg")) for name in ("NW4715", "NW4713")
    ]
    assert sides == [False, True]
    assert strengths.attack_of(game.table, unit(game, "IV"), node(game, "Strasbourg")) == 10 * 480


@pytest.mark.rule("sfe", "24.14/1", "9.05/1")
def test_strasbourg_over_the_rhine() -> None:
    """Through a fortified hexside over the Rhine an attacker is quartered, and only the fort counts for the die."""
    game = scene("Strasbourg: FreXVII / NW4713: IV / axis combat")
    assert drm(game, "IV", "Strasbourg") == [("major fort", -1)]
    assert strengths.attack_of(game.table, unit(game, "IV"), node(game, "Strasbourg")) == 10 * 480 // 4
    dry = scene("Haguenau: FreXVII / NW4514: IV / axis combat")
    assert strengths.attack_of(dry.table, unit(dry, "IV"), node(dry, "Haguenau")) == 10 * 480 // 2


@pytest.mark.rule("sfe", "9.05/3")
def test_a_fort_attacked_from_both_sides() -> None:
    """The city counts for the die only if half or more of the effective factors come through open hexsides."""
    behind = scene("Strasbourg: FreXVII / NW4715: XXV / NW4713: IV XXVII / axis combat")
    assert drm(behind, "XXV+IV", "Strasbourg") == [("minor city", -1), ("major fort", -1)]
    assert drm(behind, "XXV+IV+XXVII", "Strasbourg") == [("major fort", -1)]


@pytest.mark.rule("sfe", "9.05/4")
def test_armor_in_the_forest() -> None:
    """Panzers attack at half into forest, motorized and infantry corps whole."""
    game = scene("Bastogne: FreXVII / NW4315: XIXPz XIVMot IV / axis combat")
    t, there = game.table, node(game, "Bastogne")
    assert strengths.terrain_at(t, there) == "forest"
    found = [strengths.hex_share(t, unit(game, name), there) for name in ("XIXPz", "XIVMot", "IV")]
    assert found == [(1, 2), (1, 1), (1, 1)]


@pytest.mark.rule("sfe", "28.01/f")
def test_forts_dampen_zones() -> None:
    """A corps before the Maginot Line has a limited zone in the fort's hex, and a normal one beside it."""
    game = scene("Haguenau: FreXVII / NW4514: IV / axis movement")
    found = zones.zones(game.table, 0)
    assert "Haguenau" in names(game, found.limited) and "NW4414" in names(game, found.normal)
    game.table.p.strongholds = 0
    assert "Haguenau" in names(game, zones.zones(game.table, 0).normal)
    weak = scene("Haguenau: FreXVII / NW4514: 22LL / axis movement")
    assert "Haguenau" not in names(weak, zones.zones(weak.table, 0).all)


@pytest.mark.rule("sfe", "28.16/a")
def test_wings_written_off() -> None:
    """A die takes four to six Allied wings: half of them French at least, one Belgian or Dutch; the owner picks."""
    game = grognard.new("sfe", "blitzkrieg40", seed=2)
    left = game.table.frame["left"]
    assert 4 <= left <= 6 and set(game.decisions()) == {"allied"}
    for name in ("AASFF", "BEFAir")[: left - -(-left // 2) - 1]:
        play(game, f"allied: write_off {name}")
    assert refused(game, "allied", "write_off 2Gp") == "28.16/a"
    play(game, "allied: write_off DutML")
    assert refused(game, "allied", "write_off BelAeM") == "28.16/a"
    for n in range(1, 1 + -(-left // 2)):
        play(game, f"allied: write_off IAFighter{n}")
    assert "axis" in game.decisions()
    calm = grognard.new("sfe", "blitzkrieg40", seed=2, options={"air_losses_40": "off"})
    assert "axis" in calm.decisions() and calm.table.frame.step != "writing_off"


def test_the_low_countries_are_neutral() -> None:
    """Allied units enter Belgium only after an Axis unit has entered one of the three countries (B2)."""
    game = scene("Maubeuge: FreV / Liege: BelI / allied movement")
    assert game.table.p.neutral and "Charleroi" not in offers(game, "allied", "move", "FreV", ".")
    assert leash.stay_order(game.table, unit(game, "BelI"))
    war = scene("Maubeuge: FreV / NW4015: XVIPz / axis movement")
    play(war, "axis: move XVIPz NW3915")
    assert not war.table.p.neutral and neutrality.closed(war.table, 1) == 0


def test_who_stays_where_he_is() -> None:
    """The armies of the Maginot Line wait for MAY 2 (B4), the Army of the Alps for ever (B6)."""
    first = scene("Metz: FreIX / Lyon: XVAlp / allied movement")
    assert refused(first, "allied", "move FreIX NW4517") == "7.0"
    later = scene("turn=2 / Metz: FreIX / Lyon: XVAlp / allied movement")
    assert (
        refused(later, "allied", "move FreIX NW4517") == "" and refused(later, "allied", "move XVAlp SW1221") == "7.0"
    )


def test_small_countries_give_in() -> None:
    """With its capital and half of its cities the Dutch army is gone for good, and its land is Axis (B7)."""
    game = scene("Amsterdam: X / Utrecht: DutII / Breda: FreV / axis movement")
    neutrality.surrenders(game.table)
    p = game.table.p
    assert not on_map(game, "DutII") and p.due[unit(game, "DutII")] < 0 and p.given_in == {"Dutch": 1}
    assert p.axis_land >> node(game, "Utrecht") & 1 and p.allied_land >> node(game, "Breda") & 1
    held = scene("Utrecht: DutII / Rotterdam: X / axis movement")
    neutrality.surrenders(held.table)
    assert on_map(held, "DutII")


@pytest.mark.rule("sfe", "23.11/1")
def test_cities_of_a_conquered_country() -> None:
    """Three joined cities of a country that has given in are a source of the Axis; before that they are not."""
    game = scene("turn=2 / Liege: IV / Brussels: X / Antwerp: V / axis movement")
    t = game.table
    assert supply.conquered_cities(t, 0) == 0
    t.p.given_in = {"Belgian": 1}
    cities = supply.conquered_cities(t, 0)
    assert {"Liege", "Brussels", "Antwerp"} <= names(game, cities) and supply.conquered_cities(t, 1) == 0
    assert cities & supply.three_cities(t, 0, t.world.rail_hexes) == cities


@pytest.mark.rule("sfe", "19.36", "19.36/1")
def test_evacuation() -> None:
    """Units in a port go home: three quarters of their factors become points, of armor half; three corps a turn."""
    game = scene("turn=2 / Dunkirk: BriI BriII BriIII / Calais: 1Arm / Lille: 51Div / allied movement")
    assert offers(game, "allied", "evacuate") == {"BriI", "BriII", "BriIII", "1Arm"}
    play(game, "allied: evacuate BriI", "allied: evacuate 1Arm")
    p = game.table.p
    assert p.points["British"] == (4 * (6 + 2), 0) and p.saved == {"British": 12} and not p.lost
    play(game, "allied: evacuate BriII")
    assert "evacuate" not in offers(game, "allied")
    slow = scene("turn=2 / Dunkirk: BriI / allied movement")
    slow.table.p.left[unit(slow, "BriI")] = 2
    slow._changed()
    assert "evacuate" not in offers(slow, "allied")


def test_over_the_channel_to_france() -> None:
    """The transports bring 1 Armoured from Southampton to Cherbourg (B8)."""
    game = scene("turn=2 / Southampton: 1Arm / allied movement")
    play(game, "allied: ship 1Arm Cherbourg")
    assert at(game, "1Arm") == "Cherbourg"


def test_british_ports() -> None:
    """Le Havre, Cherbourg and St Nazaire feed British corps that are cut off from Paris, and no French ones (B10)."""
    game = scene("turn=2 / Rouen: BriI FreV / Paris: X / allied movement")
    units = [unit(game, "BriI"), unit(game, "FreV")]
    assert units[0] in supply.fed_by_cities(game.table, 1, units)
    assert {nation for *_, nation in supply.special_sources(game.table, 1)} == {"British"}


def test_fighter_command_stays_at_home() -> None:
    """One wing of Fighter Command may base in France from MAY 2, the other never (B9)."""
    for turn, free in ((1, False), (2, True)):
        game = scene(f"turn={turn} / London: 11Gp1 11Gp2 / allied movement")
        assert (airbases.tied_to_britain(game.table, unit(game, "11Gp1")) == -1) is free
        assert airbases.tied_to_britain(game.table, unit(game, "11Gp2")) != -1


@pytest.mark.rule("sfe", "12.03/3")
def test_french_armor_of_may() -> None:
    """French armor counts as infantry in combat on MAY 1 and MAY 2, and as armor from JUN 1 (B5)."""
    found = []
    for turn in (1, 2, 3):
        game = scene(f"turn={turn} / Reims: 1DCR / allied combat")
        found.append(strengths.counts_as_armor(game.table, unit(game, "1DCR")))
    assert found == [False, False, True]


def fallen(turn: int, saved: int = 0, corps: str = "FreV") -> grognard.Game:
    """Paris and Reims are Axis, the French army is a corps."""
    game = scene(f"turn={turn} / Paris: X / Reims: IV / Bordeaux: {corps} / allied administration")
    game.table.p.saved = {"British": saved}
    return game


def test_the_fall_of_france() -> None:
    """By JUN 2 decisive, by JUL 1 marginal, or drawn if the British got away (B12)."""
    for turn, saved, level, winners in (
        (4, 0, "decisive", ("axis",)),
        (5, 0, "marginal", ("axis",)),
        (5, 20, "draw", ()),
    ):
        game = fallen(turn, saved)
        assert victory.beaten(game.table) and victory.fall_of_france(game.table)
        assert (game.table.outcome.level, game.table.outcome.winners) == (level, winners)
    assert not victory.fall_of_france(fallen(6).table)


def test_france_holds_out() -> None:
    """After JUL 2 the Allies win with Paris, decisively with Brussels too; without Paris the game is drawn (B12)."""
    for text, level in (("Paris: FreV", "decisive"), ("Paris: FreV / Brussels: X", "marginal"), ("Paris: X", "draw")):
        game = scene(f"turn=6 / {text} / allied administration")
        victory.count(game.table)
        assert game.table.outcome.level == level
    assert forts.has_works(game.table, node(game, "Metz")) and not forts.has_works(game.table, node(game, "Paris"))


@pytest.mark.rule("sfe", "23.11/3", "23.11/4")
def test_neutral_land_neither_opens_nor_shuts_a_city() -> None:
    """Belgian hexes beside Lille count for it only when Belgium is at war."""
    game = scene("Paris: FreXI / axis movement")
    t, city = game.table, node(game, "Lille")
    belgian = t.world.near[city] & t.world.board.nation["Belgium"]
    t.p.neutral = 1
    assert belgian and not supply.beside(t, city) & belgian
    t.p.neutral = 0
    assert supply.beside(t, city) & belgian == belgian
