"""Frozen lakes (25.3), snow in the south, and choices that a player is asked for: cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.sfe import ice, strengths, supply, weather, zones
from grognard.titles.sfe import world as w
from grognard.titles.sfe.state import INTERDICT

from . import cases
from .cases import costs, left, names, node, offers, on_map, play, refused, unit


def scene(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe barbarossa41 bare / {text}", dice, **new)


@pytest.mark.rule("sfe", "25.3")
def test_lakes_freeze_in_snow() -> None:
    """In snow a corps walks out on Lake Ladoga and over a hexside of a lake; in frost and mud it does not."""
    cold = scene("turn=2 / Snow / NE2630: LIV / axis movement")
    assert "NE2629" in offers(cold, "axis", "move", "LIV", ".")
    for mild in ("Frost", "Mud"):
        game = scene(f"turn=2 / {mild} / NE2630: LIV / axis movement")
        assert "NE2629" not in offers(game, "axis", "move", "LIV", ".")
        assert refused(game, "axis", "move LIV NE2629")
    shore = scene("turn=2 / Snow / NE2833: LIV / axis movement")
    assert "NE2933" in offers(shore, "axis", "move", "LIV", ".")
    assert not strengths.adjacent(
        scene("NE2833: LIV / axis movement").table, node(shore, "NE2833"), node(shore, "NE2933")
    )


@pytest.mark.rule("sfe", "6.1/1")
def test_zones_cross_frozen_lakes() -> None:
    """A zone of control reaches over a lake when it is frozen, and not before."""
    for kind, reaches in (("Snow", True), ("Clear", False)):
        game = scene(f"turn=2 / {kind} / NE2833: LIV / axis movement")
        assert ("NE2933" in names(game, zones.zones(game.table, 0).all)) is reaches


@pytest.mark.rule("sfe", "25.3/1")
def test_a_thaw_drowns_those_on_the_ice() -> None:
    """When the lake is no longer frozen the units on it are eliminated, those on the shore are not."""
    game = scene("turn=2 / Snow / NE2629: LIV / NE2630: XXVI / axis movement")
    ice.thaw(game.table)
    assert on_map(game, "LIV")
    game.table.p.weather_a = w.MUD
    ice.thaw(game.table)
    assert not on_map(game, "LIV") and on_map(game, "XXVI")
    assert not game.table.p.axis_land >> node(game, "NE2629") & 1


@pytest.mark.rule("sfe", "25.3/2")
def test_snow_in_the_south_is_mud() -> None:
    """Snow in Zone D, which is the Mediterranean, is read as mud; elsewhere it stays snow."""
    assert weather.southern("D", w.SNOW) == w.MUD
    assert (weather.southern("C", w.SNOW), weather.southern("D", w.STORMY)) == (w.SNOW, w.STORMY)


@pytest.mark.rule("sfe", "23.11/4")
def test_leningrad_feeds_four_corps() -> None:
    """Cut off, Leningrad feeds a corps for each of the four clear hexes beside it; Kronstadt is none of them."""
    game = scene("turn=2 / Leningrad: SovI / allied supply")
    assert supply.open_capacity(game.table, node(game, "Leningrad"), 1) == 4 * 4
    shut = scene("turn=2 / Leningrad: SovI / NE2830: LIV / allied supply")
    assert supply.open_capacity(shut.table, node(shut, "Leningrad"), 1) < 4 * 4


@pytest.mark.rule("sfe", "28.05/Guderian", "28.05/Zhukov")
def test_guderian_and_zhukov() -> None:
    """Guderian has all four levels from the start; Zhukov is of level 1 from October 1941, and of none before."""
    summer, autumn = scene("turn=2 / axis supply").table, scene("turn=8 / axis supply").table
    guderian, zhukov = (summer.world.by_name[name] for name in ("guderian", "zhukov"))
    assert strengths.leader_level(summer, guderian) == 4
    assert (strengths.leader_level(summer, zhukov), strengths.leader_level(autumn, zhukov)) == (0, 1)


@pytest.mark.rule("sfe", "12.03/2", "12.02")
def test_the_defender_may_decline_his_armor() -> None:
    """A tank corps attacked by infantry is asked: used, the die is one less and armor pays; declined, neither."""
    for answer, drm in (("use_armor", -1), ("without_armor", 0)):
        game = cases.scene("SE1818: XVII LI / SE1817: 22Tk / axis combat", [1])
        play(game, "axis: attack XVII+LI SE1817")
        assert offers(game, "allied") == {"use_armor", "without_armor"}
        rolled = next(e for e in game.play("allied", answer) if e.kind == "attack")
        assert dict(rolled.fields)["drm"] == drm
    open_ = cases.scene("SE1818: XVII LI / SE1817: 40A / axis combat", [3])
    play(open_, "axis: attack XVII+LI SE1817")
    assert "allied" not in open_.decisions() or "without_armor" not in offers(open_, "allied")


@pytest.mark.rule("sfe", "12.03")
def test_declined_armor_owes_no_share() -> None:
    """The half of the losses that armor bears is owed only by a defender who used his bonus."""
    for answer, die, share in (("use_armor", 4, 1), ("without_armor", 3, 0)):
        game = cases.scene("SE1818: XVII / SE1817: 22Tk 21Tk 40A / axis combat", [die])
        play(game, "axis: attack XVII SE1817", f"allied: {answer}")
        assert game.table.frame.step == "exchange" and game.table.frame["armor"] == share


@pytest.mark.rule("sfe", "21.08")
def test_an_overrun_draws_flak() -> None:
    """Wings that interdict a city are fired at when a stack overruns out of it: driven off, they cost it nothing."""
    for dice, points in (([1, 1], 4), ([6, 6], 2)):
        game = cases.scene("SE2119: 6Cav / Rostov: IIIPz XIVPz / Kupyansk: SWA1 / axis movement", dice)
        piece, p = unit(game, "SWA1"), game.table.p
        p.base[piece], p.mission[piece] = p.at[piece], INTERDICT
        p.put(piece, node(game, "Rostov"))
        game._changed()
        play(game, "axis: overrun IIIPz+XIVPz SE2119")
        assert p.fired >> node(game, "Rostov") & 1 and left(game, "IIIPz") == points


@pytest.mark.rule("sfe", "28.04")
def test_frost_of_a_severe_winter_is_snow() -> None:
    """In a severe winter frost in Zones C and D is read as snow, in A and B it stays frost."""
    winter, summer = scene("turn=12 / axis movement").table, scene("turn=2 / axis movement").table
    assert weather.bitter(winter, "C", w.FROST) == w.SNOW and weather.bitter(winter, "A", w.FROST) == w.FROST
    assert weather.bitter(summer, "C", w.FROST) == w.FROST and weather.bitter(winter, "D", w.MUD) == w.MUD


@pytest.mark.rule("sfe", "28.02")
def test_a_strait_lengthens_a_supply_path() -> None:
    """With 28.02 a path over the strait of Kerch is a hex longer than one on land."""
    game = scene("turn=2 / axis movement", options={"supply_realities": "on"})
    world, kerch = game.table.world, node(game, "Kerch")
    over = next(b for a, b in world.board.sides["strait"].pairs() if a == kerch and world.walk.has(a, b))
    reached = []
    for straits in (None, world.board.sides["strait"]):
        found = supply._lines(world, 1 << kerch, 0, 0, 0, 1, supply.Rough(straits=straits)).covered
        reached.append(bool(found >> over & 1))
    assert reached == [True, False]
    assert (
        supply._lines(world, 1 << kerch, 0, 0, 0, 2, supply.Rough(straits=world.board.sides["strait"])).covered >> over
        & 1
    )


@pytest.mark.rule("sfe", "28.02/1")
def test_a_garrisoned_forest_counts_two() -> None:
    """A garrisoned hex in a limited zone counts one and a half in a path, and two if it is rough as well."""
    plain, held, rough, both = 1, 2, 4, 8
    found = supply.lengths_of(15, supply.Rough(rough | both, held | both))
    assert found == ((2, plain), (3, held | rough), (4, both))


@pytest.mark.rule("sfe", "25.1/1")
def test_the_worse_weather_counts_on_the_way() -> None:
    """From clear Insterburg into the mud of Tilsit costs the points that mud takes, and not the other way round."""
    mixed = scene("turn=2 / weather_a=2 / weather_b=0 / Insterburg: LIV XXXIXPz / axis movement")
    foot, tanks = costs(mixed, "axis", "move", "LIV", "."), costs(mixed, "axis", "move", "XXXIXPz", ".")
    assert (foot["Tilsit"], tanks["Tilsit"]) == (2, 3), "mud takes one point on foot and two from panzers"
    back = scene("turn=2 / weather_a=2 / weather_b=0 / Tilsit: LIV / axis movement")
    assert left(back, "LIV") == 3 and costs(back, "axis", "move", "LIV", ".")["Insterburg"] == 1
    fair = scene("turn=2 / Clear / Insterburg: LIV / axis movement")
    assert costs(fair, "axis", "move", "LIV", ".")["Tilsit"] == 1


@pytest.mark.rule("sfe", "25.1/1")
def test_worse_weather_is_paid_for_once_in_a_phase() -> None:
    """Out of the mud and back costs nothing more; who goes into it twice pays for it the first time only."""
    game = scene("turn=2 / weather_a=2 / weather_b=0 / Tilsit: LIV / axis movement")
    game.play("axis", "move LIV Tilsit>Insterburg")
    assert left(game, "LIV") == 2 and costs(game, "axis", "move", "LIV", ".")["Tilsit"] == 1
    game = scene("turn=2 / weather_a=2 / weather_b=0 / Insterburg: LIV / axis movement")
    game.play("axis", "move LIV Insterburg>Tilsit>Insterburg>Tilsit")
    assert left(game, "LIV") == 0, "four points: a hex and the mud, then a hex, then a hex"


@pytest.mark.rule("sfe", "25.1/1")
def test_a_supply_path_is_as_long_as_the_worst_zone_allows() -> None:
    """From a railway in the clear zone six hexes are fed there, and none of them beyond mud; four in the mud."""
    game = scene("turn=2 / weather_a=2 / weather_b=0 / Insterburg: LIV / axis movement")
    t = game.table
    rough, rail_ = supply.Rough(), 1 << node(game, "NE3843")
    found = supply.within_fair_weather(t, 0, rail_, (1,), 6, rough)
    assert found >> node(game, "NE3843") & 1 and not found & w.zone_hexes(t.world, (0,))
    assert supply.within_fair_weather(t, 0, 1 << node(game, "Tilsit"), (1,), 6, rough) == 0
