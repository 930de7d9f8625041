"""Exploitation, armor, leaders and overruns (11.0-14.0): cases by rule."""

from __future__ import annotations

import pytest

from grognard.titles.sfe import overrun, strengths
from grognard.titles.sfe.state import SUPPORT, ground_in

from .cases import at, left, node, offers, on_map, play, recast, refused, scene, unit, until


def drm(text: str, attackers: str, there: str, armor: bool = False, leader: bool = False) -> dict[str, int]:
    """The modifiers of an attack, by name."""
    game = scene(text)
    units = tuple(unit(game, name) for name in attackers.split("+"))
    hex_ = node(game, there)
    enemy = 1 - game.table.p.power[units[0]]
    defenders = tuple(ground_in(game.table, hex_, enemy))
    armor = armor and strengths.attacker_armor(game.table, units, defenders, hex_)
    return {m.text: m.value for m in strengths.modifiers(game.table, units, defenders, hex_, armor, leader)}


@pytest.mark.rule("sfe", "12.01", "12.01/1", "12.01/2")
def test_attacking_armor() -> None:
    """Two thirds armor against less than a third: one more on the die."""
    base = "SE1818: IIIPz XIVPz XVII / SE1817: {} / axis combat"
    assert drm(base.format("40A"), "IIIPz+XIVPz+XVII", "SE1817", armor=True)["armor"] == 1
    assert "armor" not in drm(base.format("40A"), "IIIPz+XVII", "SE1817", armor=True)
    assert "armor" not in drm(base.format("22Tk"), "IIIPz+XIVPz", "SE1817", armor=True)


@pytest.mark.rule("sfe", "12.01/3", "12.01/4", "12.01/5")
def test_where_armor_has_no_bonus() -> None:
    """Not against cities and forts, nor in mud."""
    assert "armor" not in drm("Rostov: 40A / SE2119: IIIPz XIVPz / axis combat", "IIIPz+XIVPz", "Rostov", armor=True)
    mud = "Mud / SE1818: IIIPz XIVPz / SE1817: 40A / axis combat"
    assert "armor" not in drm(mud, "IIIPz+XIVPz", "SE1817", armor=True)
    game = scene("SE1818: IIIPz XIVPz / SE1817: 40A / axis combat")
    game.table.p.forts |= 1 << node(game, "SE1817")
    units = (unit(game, "IIIPz"), unit(game, "XIVPz"))
    assert not strengths.attacker_armor(game.table, units, (unit(game, "40A"),), node(game, "SE1817"))


@pytest.mark.rule("sfe", "12.02")
def test_defending_armor() -> None:
    """Two thirds armor in defence against infantry: one less on the die."""
    assert drm("SE1818: XVII / SE1817: 22Tk / axis combat", "XVII", "SE1817")["defending armor"] == -1
    mixed = drm("SE1818: XVII IIIPz / SE1817: 22Tk / axis combat", "XVII+IIIPz", "SE1817")
    assert "defending armor" not in mixed


@pytest.mark.rule("sfe", "12.03", "12.03/1")
def test_armor_pays_its_share() -> None:
    """One panzer and two infantry corps negate a tank corps: half of the attacker's losses are armor."""
    owing = scene("SE1818: IIIPz XVII LI / SE1817: 22Tk 21Tk / axis combat", [2])
    play(owing, "axis: attack IIIPz+XVII+LI SE1817")
    assert (owing.table.frame["armor"], owing.table.frame["need"]) == (1, 16)
    assert offers(owing, "axis", "lose") == {"IIIPz"}
    infantry = scene("SE1818: XVII LI RumVI / SE1817: 22Tk / axis combat", [1])
    play(infantry, "axis: attack XVII+RumVI SE1817")
    assert infantry.table.frame.get("armor", 0) == 0
    free = scene("SE1818: XVII LI XXIX / SE1917: LV / SE1817: 40A 6Cav / axis combat", [2])
    play(free, "axis: attack XVII+LI+XXIX+LV SE1817")
    assert free.table.frame["armor"] == 0


@pytest.mark.rule("sfe", "12.03/2")
def test_the_bonus_is_a_choice() -> None:
    """The attacker may leave the bonus unused."""
    game = scene("SE1818: IIIPz XIVPz / SE1817: 40A / axis combat")
    assert offers(game, "axis", "attack", "IIIPz+XIVPz", ".", "SE1817") == {"armor", "alone"}


@pytest.mark.rule("sfe", "12.03/3")
def test_soviet_tank_corps_attack_in_pairs() -> None:
    """A single tank corps claims no bonus in this scenario, two do (K6)."""
    assert "armor" not in drm("SE1818: 22Tk / SE1817: RumVI / allied combat", "22Tk", "SE1817", armor=True)
    assert "armor" in drm("SE1818: 22Tk 21Tk / SE1817: RumVI / allied combat", "22Tk+21Tk", "SE1817", armor=True)


@pytest.mark.rule("sfe", "13.01", "13.01/1")
def test_leader_in_attack() -> None:
    """A leader adds one to one attack of a segment."""
    text = "SE1818: XVII LI Kleist / SE1817: 6Cav / SE1918: 40A / axis combat"
    game = scene(text, [6])
    assert offers(game, "axis", "attack", "XVII", ".", "SE1817") == {"leader", "alone"}
    play(game, "axis: attack XVII SE1817 leader")
    while game.table.frame.step != "combat":
        game.play("axis", "pass")
    assert offers(game, "axis", "attack", "LI", ".", "SE1918") == set()
    assert game.table.p.spent == 1 << unit(game, "Kleist")


@pytest.mark.rule("sfe", "13.03")
def test_leader_in_defence() -> None:
    """A leader in the hex takes one from the attacker's die."""
    assert drm("SE1818: 40A / SE1817: XVII Kleist / allied combat", "40A", "SE1817").get("defending leader") == -1


@pytest.mark.rule("sfe", "13.04")
def test_units_with_a_leader_stand() -> None:
    """A retreat is a choice for units stacked with a leader."""
    game = scene("SE1818: 40A 9A 28AGds / SE1917: 22Tk 21Tk 23Tk / SE1817: XVII Kleist / allied combat", [5])
    play(game, "allied: attack 40A+9A+28AGds+22Tk+21Tk+23Tk SE1817")
    assert game.table.frame.step == "retreat"
    play(game, "axis: stand")
    assert at(game, "XVII") == "SE1817" and game.table.frame.step == "combat"


@pytest.mark.rule("sfe", "13.05")
def test_a_lost_leader_returns() -> None:
    """When the last unit with him is gone, a leader is off the map for three turns."""
    game = scene("turn=2 / SE1818: 40A 9A 28AGds / SE1817: RumVI Kleist / allied combat", [6])
    play(game, "allied: attack 40A+9A+28AGds SE1817")
    assert at(game, "Kleist") == "Arrivals"
    assert game.table.p.due[unit(game, "Kleist")] == 5


@pytest.mark.rule("sfe", "11.02", "13.02", "28.05/3")
def test_combat_after_exploitation() -> None:
    """Only units stacked with a leader attack again."""
    game = scene("SE1818: XVII LI / SE1817: 40A / SE1916: XXIX Kleist / axis exploitation")
    until(game, "late_combat")
    assert offers(game, "axis", "attack") == {"XXIX"}
    assert refused(game, "axis", "attack XVII SE1817") == "11.02"


def test_leader_levels() -> None:
    """Kleist is of level 4 in 1942; Zhukov of level 1 would not lead a second attack."""
    game = scene("SE1818: Kleist / axis combat")
    assert strengths.leader_level(game.table, unit(game, "Kleist")) == 4
    off = scene("SE1818: Kleist / axis combat", options={"leader_levels": "off"})
    assert strengths.leader_level(off.table, unit(off, "Kleist")) == 4
    assert strengths.levels()["Zhukov"]["level_1"] == "1941-10"


@pytest.mark.rule("sfe", "14.01", "14.06")
def test_overrun_needs_certainty() -> None:
    """7-1 with the armor bonus is sure of DE; 7-1 bare is not."""
    sure = scene("SE1817: 6Cav / SE1818: IIIPz XIVPz / axis movement")
    assert "SE1817" in offers(sure, "axis", "overrun", "IIIPz+XIVPz", ".")
    bare = scene("SE1817: 6Cav / SE1818: XVII LI XXIX / axis movement")
    assert "overrun" not in offers(bare, "axis")
    play(sure, "axis: overrun IIIPz+XIVPz SE1817")
    assert at(sure, "6Cav") == "Eliminated" and at(sure, "IIIPz") == "SE1817" and left(sure, "IIIPz") == 4


@pytest.mark.rule("sfe", "14.07", "28.05/4")
def test_leader_in_an_overrun() -> None:
    """A leader lends his bonus to an overrun and keeps it for an attack."""
    game = scene("SE1817: 6Cav / SE1818: XVII LI Kleist / axis movement")
    assert "overrun" not in offers(game, "axis")
    game = scene("SE1817: RumVI / SE1818: 28AGds 22Tk 21Tk / allied movement")
    assert "overrun" not in offers(game, "allied")
    led = scene("SE1817: 6Cav / SE1818: IIIPz XVII Kleist / axis movement")
    assert "SE1817" in offers(led, "axis", "overrun", "IIIPz+XVII+Kleist", ".")
    play(led, "axis: overrun IIIPz+XVII+Kleist SE1817")
    assert not led.table.p.spent


@pytest.mark.rule("sfe", "14.03/1")
def test_side_by_side() -> None:
    """Of two stacks side by side only one is overrun, of two behind each other both."""
    beside = scene("SE1817: 6Cav / SE1716: 40A / SE1818: IIIPz XIVPz / axis movement")
    play(beside, "axis: overrun IIIPz+XIVPz SE1817")
    assert left(beside, "IIIPz") == 0 and on_map(beside, "40A")
    echelon = scene("SE1818: 6Cav / SE1816: 5Cav / SE1719: IIIPz XIVPz / axis movement")
    play(echelon, "axis: overrun IIIPz+XIVPz SE1818")
    assert "SE1816" in offers(echelon, "axis", "overrun", "IIIPz+XIVPz", ".")


@pytest.mark.rule("sfe", "14.04")
def test_minimum_move_and_overrun() -> None:
    """Short of points a stack overruns only a clear hex in clear weather."""
    text = "{} / SE1817: 6Cav / SE1818: IIIPz*2 XIVPz*2 Breith*2 / axis exploitation"
    game = scene(text.format("Clear"))
    assert left(game, "IIIPz") == 1
    assert "SE1817" in offers(game, "axis", "overrun", "IIIPz+XIVPz+Breith", ".")
    assert "overrun" not in offers(scene(text.format("Frost")), "axis")


@pytest.mark.rule("sfe", "14.01")
def test_units_that_began_together() -> None:
    """A stack that overruns began the phase in one hex."""
    game = scene("SE1817: 6Cav / SE1719: IIIPz / SE1819: XIVPz / axis movement")
    play(game, "axis: move XIVPz SE1818", "axis: move IIIPz SE1818")
    assert refused(game, "axis", "overrun IIIPz+XIVPz SE1817") == "14.01"


@pytest.mark.rule("sfe", "14.0", "14.01/2")
def test_overrun_takes_the_hex() -> None:
    """Held hexes are entered by overrun alone; it eliminates the defenders and takes the hex."""
    game = scene("SE1817: 6Cav / SE1818: IIIPz XIVPz / axis movement")
    assert refused(game, "axis", "move IIIPz SE1817") == "14.0"
    play(game, "axis: overrun IIIPz+XIVPz SE1817")
    assert game.table.p.axis_land >> node(game, "SE1817") & 1 and not on_map(game, "6Cav")
    assert "move" in offers(game, "axis")


@pytest.mark.rule("sfe", "14.02")
def test_overrun_stack() -> None:
    """No more units overrun together than may stand in a hex."""
    game = scene("SE1817: 6Cav / SE1818: IIIPz XIVPz Breith XXIVPz / axis movement")
    assert refused(game, "axis", "overrun IIIPz+XIVPz+Breith+XXIVPz SE1817") == "14.02"


@pytest.mark.rule("sfe", "14.05")
def test_bombers_do_not_help_an_overrun() -> None:
    """Air support is not counted."""
    game = scene("SE1817: 6Cav / SE1818: IIIPz Breith*reduced / Stalino: StG77 / axis movement")
    units = (unit(game, "Breith"), unit(game, "IIIPz"))
    before = overrun.certain(game.table, units, node(game, "SE1817"), node(game, "SE1818"))
    p, wing = game.table.p, unit(game, "StG77")
    p.base[wing], p.mission[wing] = p.at[wing], SUPPORT
    p.put(wing, node(game, "SE1817"))
    assert overrun.certain(game.table, units, node(game, "SE1817"), node(game, "SE1818")) == before
    strong = scene("SE1817: 6Cav / SE1818: IIIPz Breith / axis movement")
    pair = (unit(strong, "Breith"), unit(strong, "IIIPz"))
    assert overrun.certain(strong.table, pair, node(strong, "SE1817"), node(strong, "SE1818"))


@pytest.mark.rule("sfe", "28.03")
def test_motorized_corps_are_neutral() -> None:
    """Two panzer, two motorized and one infantry corps have the armor bonus with 28.03, and not without."""
    text = "SE1818: IIIPz XIVPz XVII / SE1917: LI XXIX / SE1817: 40A / axis combat"
    for option, bonus in (("on", True), ("off", False)):
        game = scene(text, options={"armor_neutrality": option})
        recast(recast(game, "XVII", kind="MOT"), "LI", kind="MOT")
        force = tuple(unit(game, name) for name in ("IIIPz", "XIVPz", "XVII", "LI", "XXIX"))
        found = strengths.attacker_armor(game.table, force, (unit(game, "40A"),), node(game, "SE1817"))
        assert found is bonus


@pytest.mark.rule("sfe", "28.05/1", "28.05/2", "28.05/Kleist")
def test_what_levels_allow() -> None:
    """Level 1 helps the defence, level 2 an attack; Kleist was of level 3 a year before."""
    game = scene("SE1818: XVII Kleist / SE1817: 40A / axis combat")
    recast(game, "Kleist", name="Zhukov")
    t = game.table
    assert strengths.leader_level(t, unit(scene("axis combat"), "Kleist")) == 1
    assert strengths.defense_leader(t, node(game, "SE1818"), 0)
    assert strengths.attack_leaders(t, (unit(scene("axis combat"), "XVII"),), False) == ()
    plain = scene("SE1818: XVII Kleist / SE1817: 40A / axis combat")
    assert strengths.attack_leaders(plain.table, (unit(plain, "XVII"),), False) == (unit(plain, "Kleist"),)
    assert (strengths.levels()["Kleist"]["level_3"], strengths.levels()["Kleist"]["level_4"]) == ("1940-04", "1941-04")
