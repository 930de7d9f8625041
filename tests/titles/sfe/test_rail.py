"""Rail movement and railheads (8.0): cases by rule."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.sfe import rail
from grognard.titles.sfe.state import INTERDICT

from .cases import at, costs, left, names, node, offers, play, recast, refused, scene, unit, until


@pytest.mark.rule("sfe", "8.01")
def test_entrain_and_detrain() -> None:
    """An infantry corps pays one point to board and one to leave the train; armor two each."""
    game = scene("SE1429: XVII IIIPz / axis movement")
    play(game, "axis: rail XVII Poltava", "axis: rail IIIPz Poltava")
    assert (at(game, "XVII"), left(game, "XVII")) == ("Poltava", 2)
    assert (at(game, "IIIPz"), left(game, "IIIPz")) == ("Poltava", 2)
    assert refused(game, "axis", "rail XVII Kharkov") == "8.01"


@pytest.mark.rule("sfe", "7.2/2")
def test_march_after_the_train() -> None:
    """A four-point corps that went by rail has three points for strategic movement."""
    game = play(scene("SE1429: XVII / axis movement"), "axis: rail XVII Poltava")
    assert max(filter(None, costs(game, "axis", "strategic", "XVII", ".").values())) == 3


@pytest.mark.rule("sfe", "8.02", "8.0/1")
def test_no_train_in_a_zone_or_on_new_rails() -> None:
    """No unit entrains in an enemy zone, nor detrains in one; rails taken in this segment are not used."""
    game = scene("Poltava: XVII / Kharkov: 40A / SE1429: LI / axis movement")
    assert "SE1525" not in offers(game, "axis", "rail", "LI")
    near = scene("Poltava: XVII / SE1527: 40A / axis movement")
    assert refused(near, "axis", "rail XVII Sumy") == "8.02"
    fresh = scene("Kupyansk: XVII / axis movement")
    assert refused(fresh, "axis", "rail XVII Poltava") == "8.0/1"


@pytest.mark.rule("sfe", "8.03", "8.03/1")
def test_capacity() -> None:
    """Four corps a segment for the Axis: armor counts double, a reduced corps half."""
    game = scene("SE1429: XVII IIIPz LI*reduced / axis movement")
    assert game.table.p.rail_left == 16
    play(game, "axis: rail IIIPz Poltava")
    assert game.table.p.rail_left == 8
    play(game, "axis: rail LI Poltava")
    assert game.table.p.rail_left == 6
    small = scene("SE1429: XVII LI*reduced / axis movement")
    small.table.p.rail_left = 3
    assert refused(small, "axis", "rail XVII Poltava") == "8.03"
    assert refused(small, "axis", "rail LI Poltava") == ""


@pytest.mark.rule("sfe", "8.04", "16.15/1")
def test_extended_rail() -> None:
    """Beyond 24 hexes a unit does nothing else and does not attack; here bombers lengthen the way by 16 a hex."""
    text = "Salsk: 40A / SE1430: KG55 KG27 StG77 / allied movement"
    game = interdicted(scene(text))
    far = [name for name, cost in costs(game, "allied", "rail", "40A").items() if (cost or 0) > 24]
    assert far
    play(game, f"allied: rail 40A {min(far)}")
    assert left(game, "40A") == 0 and game.table.p.tired >> unit(game, "40A") & 1
    moved = interdicted(scene(text))
    moved.table.p.moved |= 1 << unit(moved, "40A")
    assert refused(moved, "allied", f"rail 40A {min(far)}") == "8.04"


def interdicted(game: grognard.Game) -> grognard.Game:
    """Three wings over the rail hexes next to Salsk."""
    p, links = game.table.p, game.table.world.rail.links(node(game, "Salsk"))
    for name, (there, _) in zip(("KG55", "KG27", "StG77"), links, strict=False):
        wing = unit(game, name)
        p.base[wing], p.mission[wing] = p.at[wing], INTERDICT
        p.put(wing, there)
    game._changed()
    return game


@pytest.mark.rule("sfe", "8.06", "8.06/3")
def test_railheads() -> None:
    """Rails go forward along hexes that supplied units moved through, six hexes in clear weather, three else."""
    for weather, hexes in (("Clear", 6), ("Mud", 3)):
        text = f"{weather} / axis rails Kursk SE1023 / SE1023: IIIPz / axis movement"
        game = scene(text)
        before = game.table.p.axis_rail
        game.table.p.walked |= game.table.world.rail_hexes
        gained = rails(game) & ~before
        assert gained
        far = game.table.world.rail.distances(before, blocked=game.table.world.but(gained))
        assert max(far[n] for n in far if gained >> n & 1) <= hexes


@pytest.mark.rule("sfe", "8.06/1")
def test_axis_railheads_in_the_soviet_union() -> None:
    """Axis rails go forward only where a supplied unit moved in the phase before; the last hex it passed ends them."""
    game = scene("axis rails Kursk SE1023 / SE1023: IIIPz / axis movement")
    t, before = game.table, game.table.p.axis_rail
    assert not rails(game)
    near = t.world.rail.flood(before, limit=1) & ~before
    game.table.p.walked |= near
    assert rails(game) & ~before == near & t.world.rail_hexes


def rails(game: object) -> int:
    """What the Axis could open now if it controlled everything."""
    t = game.table  # type: ignore[attr-defined]
    t.p.axis_land, t.p.allied_land = t.world.land, 0
    return int(rail.new_rails(t, 0))


@pytest.mark.rule("sfe", "8.04")
def test_no_exploitation_after_extended_rail() -> None:
    """A panzer corps that used the doubled rail allowance spends no points in the Exploitation Phase either."""
    game = scene("Poltava: IIIPz / Dnepropetrovsk: XIVPz / axis movement")
    rail.extended(game.table, unit(game, "IIIPz"))
    game._changed()
    play(game, "axis: end")
    until(game, "exploitation", "axis")
    assert (left(game, "IIIPz"), left(game, "XIVPz")) == (0, 3)
    assert "IIIPz" not in offers(game, "axis", "move") and "XIVPz" in offers(game, "axis", "move")


@pytest.mark.rule("sfe", "8.06", "23.14")
def test_only_what_was_walked() -> None:
    """A rail hex taken by a supplied corps is opened when the segment ends; one taken by a cut-off corps is not."""
    for mark, opened in (("", True), ("*1", False)):
        game = scene(f"turn=2 / SE1625: XVII{mark} / allied holds SE1624 / axis movement")
        play(game, "axis: move XVII Chuguev")
        until(game, "construction", "allied")
        assert bool(game.table.p.axis_rail >> node(game, "Chuguev") & 1) is opened, names(game, game.table.p.axis_rail)


@pytest.mark.rule("sfe", "28.03/1")
def test_german_motorized_corps_on_rails() -> None:
    """With 28.03 a German motorized corps counts once, without it twice."""
    text = "SE1429: XVII / axis movement"
    game = recast(scene(text), "XVII", kind="MOT")
    assert rail.load(game.table, unit(game, "XVII")) == 4
    off = recast(scene(text, options={"armor_neutrality": "off"}), "XVII", kind="MOT")
    assert rail.load(off.table, unit(off, "XVII")) == 8


@pytest.mark.rule("sfe", "8.06/4")
def test_soviet_railheads() -> None:
    """Soviet railheads, too, go only where supplied Soviet units have moved."""
    game = scene("allied holds Belgorod / allied movement")
    t = game.table
    assert not rail.new_rails(t, 1) >> node(game, "Belgorod") & 1
    t.p.walked |= t.world.rail_hexes
    t.p.allied_land, t.p.axis_land = t.world.land, 0
    assert rail.new_rails(t, 1) & ~t.p.allied_rail
