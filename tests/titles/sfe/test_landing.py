"""Amphibious assaults (19.4): plans, landings, beachheads, build-up, Mulberries, commandos: cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.sfe import (
    ashore,
    assault,
    beachheads,
    bombers,
    buildup,
    cargo,
    carpet,
    invasion,
    sealed,
    shore,
    strengths,
    supply,
)
from grognard.titles.sfe import world as w

from .cases import at, left, node, offers, on_map, play, refused, rolls, unit, until, verbs

READY = "Portsmouth: I XXX Cdo BrTTI1 BrTTI2 BBWarspite / Caen: 716 AWCaen / Rennes: LXXIV"


def channel(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of overlord44 without its counters, at a scene."""
    return grognard.read_scene(f"sfe overlord44 bare / Clear / {text}", dice, **new)


def sheet(game: grognard.Game, name: str = "invasion British") -> invasion.Sheet:
    return next(s for power in (0, 1) for s in invasion.sheets(game.table, power) if s.name == name)


def plan(game: grognard.Game, name: str = "invasion British", **what: Any) -> grognard.Game:
    """Write on a sheet: the area by names, units and ships by names."""
    t = game.table
    given = dict(what)
    given["area"] = tuple(sorted(node(game, place) for place in what.get("area", ())))
    given["wave"] = tuple((unit(game, who), unit(game, ship)) for who, ship in what.get("wave", ()))
    given["aims"] = tuple((unit(game, who), node(game, place)) for who, place in what.get("aims", ()))
    given["follow"] = tuple(
        (unit(game, ship), tuple(unit(game, who) for who in load)) for ship, *load in what.get("follow", ())
    )
    invasion.keep(t, invasion.Sheet(name, sheet(game, name).seat, **given))
    game._changed()
    return game


def landed(extra: str = "", dice: list[int] | None = None) -> grognard.Game:
    """The British of JUN 1 off Caen: I and XXX Corps with the commandos have come ashore."""
    game = channel(f"{READY}{extra} / allied naval", dice)
    play(game, "allied: assault BBWarspite+BrTTI1 Caen", "allied: assault BrTTI2 Caen")
    return game


# Planning (19.41)


@pytest.mark.rule("sfe", "19.41")
def test_a_plan_is_sealed_until_the_end_of_its_segment() -> None:
    """Nobody else sees what is written, nor whether anything is; carried out, it lies open when the segment ends."""
    game = landed(dice=[6] * 40)
    blank = plan(landed(dice=[6] * 40), "raid British", area=["Calais", "Dieppe"], day=5)
    assert game.view("axis").data["plans"] == blank.view("axis").data["plans"]
    assert not rolls(game, "disclosed") and sheet(game).day == 1
    until(play(game, "allied: end"), "combat", "allied")
    play(game, "allied: attack I+XXX+Cdo Caen")
    until(game, "reinforcement", "axis")
    assert [one["nation"] for one in rolls(game, "disclosed")] == ["British"] and not sheet(game).day


@pytest.mark.rule("sfe", "19.41/a1")
def test_the_timetable_of_an_invasion() -> None:
    """The area three turns ahead, units and transports two, hexes and the build-up one."""
    game = channel("turn = 2 / Portsmouth: I XXX BrTTI1 BrTTI2 BrTTA1 7Arm / Caen: 716 / allied reinforcement")
    plan(game, day=0)
    order = "plan_hexes British_invasion {} Calais Dieppe Le_Havre"
    nodes = sorted(("Calais", "Dieppe", "Le_Havre"), key=lambda name: node(game, name))
    order = f"plan_hexes British_invasion {{}} {' '.join(nodes)}"
    assert refused(game, "allied", order.format("1944_JUL_2")) == "19.41/a1"
    assert not refused(game, "allied", order.format("1944_AUG_1"))
    plan(game, area=["Caen"], day=4, made=1)
    assert not refused(game, "allied", "assign British_invasion I BrTTI1")
    plan(game, area=["Caen"], day=3, made=1, wave=[("XXX", "BrTTI2")])
    assert refused(game, "allied", "assign British_invasion I BrTTI1") == "19.41/a1"
    assert not refused(game, "allied", "land_at British_invasion XXX Caen")
    assert not refused(game, "allied", "follow British_invasion BrTTA1 7Arm")
    plan(game, area=["Caen"], day=2, made=1, wave=[("XXX", "BrTTI2")])
    assert refused(game, "allied", "land_at British_invasion XXX Caen") == "19.41/a1"
    assert refused(game, "allied", "follow British_invasion BrTTA1 7Arm") == "19.41/a1"


@pytest.mark.rule("sfe", "19.41/a2")
def test_the_area_of_an_invasion() -> None:
    """Six contiguous coastal hexes, or three that are 26 hexes apart by sea at most; landings lie inside."""
    game = channel("turn = 2 / Portsmouth: I BrTTI1 / Caen: 716 / allied reinforcement")
    plan(game, day=0)
    first = min(("Caen", "Calais"), key=lambda name: node(game, name))
    ends = offers(game, "allied", "plan_coast", "British_invasion", "1944_SEP_1", first)
    t = game.table
    assert ends and all(len(invasion.stretch(t.world, node(game, first), node(game, end))) == 6 for end in ends)
    two = sorted(("Caen", "Marseilles"), key=lambda name: node(game, name))
    assert refused(game, "allied", f"plan_hexes British_invasion 1944_SEP_1 {two[0]} {two[1]}") == "19.41/a2"
    plan(game, area=["Calais", "Dieppe"], day=4, made=1, wave=[("I", "BrTTI1")])
    assert refused(game, "allied", "land_at British_invasion I Caen") == "19.41/a2"
    assert not refused(game, "allied", "land_at British_invasion I Dieppe")


@pytest.mark.rule("sfe", "19.41/a3")
def test_units_of_an_invasion_are_in_its_theater() -> None:
    """A corps in Britain takes no part in a landing on the Riviera."""
    game = channel("turn = 2 / Plymouth: V U.TTI1 / Marseilles: LXXXV / allied reinforcement")
    plan(game, "invasion U.S.", area=["SW2021"], day=5, made=1)
    assert refused(game, "allied", "assign U.S._invasion V U.TTI1") == "19.41/a3"
    plan(game, "invasion U.S.", area=["Brest"], day=5, made=1)
    assert not refused(game, "allied", "assign U.S._invasion V U.TTI1")


@pytest.mark.rule("sfe", "19.41/a4")
def test_selected_units_do_not_fight() -> None:
    """Once selected a corps does not attack, nor go beside an enemy; scheduled reinforcements may be selected."""
    game = channel("turn = 2 / Carentan: V / Caen: 716 / Plymouth: U.TTI1 / allied combat")
    plan(game, "invasion U.S.", day=0)
    assert "attack" in verbs(game, "allied")
    plan(game, "invasion U.S.", area=["Brest"], day=5, made=1, wave=[("V", "U.TTI1")])
    assert "attack" not in verbs(game, "allied")
    due = channel("turn = 2 / Arrivals: XV / Plymouth: U.TTI1 / Caen: 716 / allied reinforcement")
    plan(due, "invasion U.S.", area=["Brest"], day=5, made=1)
    assert "XV" in offers(due, "allied", "assign", "U.S._invasion")
    weak = channel("turn = 2 / Plymouth: V*reduced U.TTI1 / Caen: 716 / allied reinforcement")
    weak.table.p.points["U.S."] = (80, 80)
    plan(weak, "invasion U.S.", area=["Brest"], day=2, made=1, wave=[("V", "U.TTI1")])
    assert refused(weak, "allied", "rebuild V") == "19.41/a4"
    plan(weak, "invasion U.S.", area=["Brest"], day=3, made=1, wave=[("V", "U.TTI1")])
    assert not refused(weak, "allied", "rebuild V")


@pytest.mark.rule("sfe", "19.41/a5")
def test_a_country_plans_one_invasion_at_a_time() -> None:
    """While one is written down no other is begun."""
    game = channel("turn = 2 / Portsmouth: I BrTTI1 / Caen: 716 / allied reinforcement")
    plan(game, area=["Caen"], day=6, made=1)
    plan(game, "invasion U.S.", day=0)
    assert offers(game, "allied", "plan_coast") == {"U.S._invasion"}


@pytest.mark.rule("sfe", "19.41/a6")
def test_a_postponed_invasion_stays_as_it_is() -> None:
    """JUN 1 becomes JUN 2 with the same area, hexes and units; nothing may be changed after that."""
    game = channel(f"{READY} / allied reinforcement")
    before = sheet(game)
    play(game, "allied: postpone British_invasion")
    after = sheet(game)
    assert after.day == 2 and (after.area, after.wave, after.aims) == (before.area, before.wave, before.aims)
    assert refused(game, "allied", "assign British_invasion XXX BrTTI1") == "19.41/a6"
    assert refused(game, "allied", "postpone British_invasion") == "19.41/a6"
    idle = until(channel(f"{READY} / allied naval", [6] * 40), "reinforcement", "axis")
    assert sheet(idle).day == 2 and sheet(idle).wave == before.wave


@pytest.mark.rule("sfe", "19.41/b")
def test_a_raid_has_a_corps_and_two_hexes() -> None:
    """Its two hexes lie eight hexes apart at most, and are named two turns ahead; no more than a corps goes."""
    game = channel("turn = 2 / Portsmouth: I 7Arm 6Abnbde1 BrTTI1 BrTTA1 / Caen: 716 / allied reinforcement")
    near = sorted(("Calais", "Dieppe"), key=lambda name: node(game, name))
    far = sorted(("Calais", "Brest"), key=lambda name: node(game, name))
    assert not refused(game, "allied", f"plan_raid British_raid 1944_JUL_2 {near[0]} {near[1]}")
    assert refused(game, "allied", f"plan_raid British_raid 1944_JUL_2 {far[0]} {far[1]}") == "19.41/b"
    plan(game, day=0)
    plan(game, "raid British", area=near, day=6, made=1, wave=[("7Arm", "BrTTA1")])
    assert refused(game, "allied", "assign British_raid I BrTTI1") == "19.41/b"


@pytest.mark.rule("sfe", "19.41/b1")
def test_a_raid_beside_an_invasion() -> None:
    """Not on the same turn, not with the same units, and one at a time."""
    game = channel("turn = 2 / Portsmouth: I XXX BrTTI1 BrTTI2 / Caen: 716 / allied reinforcement")
    plan(game, area=["Caen"], day=6, made=1, wave=[("I", "BrTTI1")])
    near = sorted(("Calais", "Dieppe"), key=lambda name: node(game, name))
    assert refused(game, "allied", f"plan_raid British_raid 1944_AUG_2 {near[0]} {near[1]}") == "19.41/b1"
    plan(game, "raid British", area=near, day=5, made=1)
    assert refused(game, "allied", "assign British_raid I BrTTI2") == "19.41/b1"
    assert not refused(game, "allied", "assign British_raid XXX BrTTI2")
    assert "British_raid" not in offers(game, "allied", "plan_raid")


# The assault (19.42-19.46)


@pytest.mark.rule("sfe", "19.4")
def test_an_assault_goes_against_an_enemy_coast() -> None:
    """Beaches and coastal ports that the enemy controls; a hex of one's own is no target, nor an inland one."""
    game = channel(f"{READY} / allied naval")
    assert offers(game, "allied", "assault", "BrTTI1", ".") == {"Caen"}
    own = channel("Portsmouth: I BrTTI1 / Caen: V / allied naval")
    assert refused(own, "allied", "assault BrTTI1 Caen") == "19.4" or "assault" not in verbs(own, "allied")
    cliff = channel("turn = 2 / Portsmouth: I BrTTI1 / Caen: 716 / allied reinforcement")
    plan(cliff, area=["NW3830", "Brest"], day=5, made=1, wave=[("I", "BrTTI1")])
    assert refused(cliff, "allied", "land_at British_invasion I NW3830") == "19.4"


@pytest.mark.rule("sfe", "19.4/1")
def test_amphibious_points() -> None:
    """A point for each corps of the assault, half a point in the build-up; three come each month."""
    game = channel(f"{READY} / allied naval")
    assert game.table.p.amphibious == 8 * invasion.EIGHTHS
    play(game, "allied: assault BrTTI1 Caen")
    assert game.table.p.amphibious == 7 * invasion.EIGHTHS
    assert buildup.price(game.table, unit(game, "XXX")) == invasion.EIGHTHS // 2
    poor = channel(f"{READY} / allied naval")
    poor.table.p.amphibious = invasion.EIGHTHS - 1
    poor._changed()
    assert "assault" not in verbs(poor, "allied")
    assault.monthly(poor.table, 1, True)
    assert poor.table.p.amphibious == invasion.EIGHTHS - 1
    poor.table.p.turn = 3
    assault.monthly(poor.table, 1, True)
    assert poor.table.p.amphibious == 4 * invasion.EIGHTHS - 1


@pytest.mark.rule("sfe", "19.42")
def test_units_set_out_with_their_own_transports() -> None:
    """From a port in supply where both lie, under one flag."""
    game = channel(f"{READY} / allied naval")
    assert "BrTTI1" in offers(game, "allied", "assault")
    apart = channel("Portsmouth: BrTTI1 / Southampton: I / Caen: 716 / allied naval")
    assert "assault" not in verbs(apart, "allied")
    flags = channel("turn = 2 / Portsmouth: I BrTTI1 U.TTI1 / Caen: 716 / allied reinforcement")
    plan(flags, area=["Caen"], day=6, made=1)
    assert offers(flags, "allied", "assign", "British_invasion", "I") == {"BrTTI1"}
    assert not assault.from_a_supplied_port(channel("Caen: I BrTTI1 / allied naval").table, (unit(game, "BrTTI1"),))


@pytest.mark.rule("sfe", "19.42/1")
def test_who_may_assault() -> None:
    """Armor from type A transports alone, leaders not at all."""
    game = channel("turn = 2 / Portsmouth: 7Arm I Montgomery BrTTI1 BrTTA1 / Caen: 716 / allied reinforcement")
    plan(game, area=["Caen"], day=6, made=1)
    assert offers(game, "allied", "assign", "British_invasion") == {"7Arm", "I"}
    assert offers(game, "allied", "assign", "British_invasion", "7Arm") == {"BrTTA1"}
    assert offers(game, "allied", "assign", "British_invasion", "I") == {"BrTTI1", "BrTTA1"}


@pytest.mark.rule("sfe", "19.42/2")
def test_storms_forbid_an_assault_and_snow_hampers_it() -> None:
    """Stormy and heavy snow at the port or the beach; in snow one off the die of those who land."""
    for weather_, open_ in (("Stormy", False), ("Heavy Snow", False), ("Snow", True), ("Mud", True)):
        game = grognard.read_scene(f"sfe overlord44 bare / {weather_} / {READY} / allied naval")
        assert ("assault" in verbs(game, "allied")) == open_, weather_
    cold = landed()
    attackers, defenders = ((unit(cold, "I"),), (unit(cold, "716"),))
    clear = strengths.modifiers(cold.table, attackers, defenders, node(cold, "Caen"), 0, False)
    cold.table.p.weather_c = w.SNOW
    cold._changed()
    snow = strengths.modifiers(cold.table, attackers, defenders, node(cold, "Caen"), 0, False)
    assert sum(m.value for m in snow) == sum(m.value for m in clear) - 1


@pytest.mark.rule("sfe", "19.43")
def test_two_corps_assault_a_hex() -> None:
    """A corps, a reduced corps and a division are two corps; a brigade more is refused, commandos are not counted."""
    game = channel("turn = 2 / Portsmouth: I XXX*reduced 7Arm 6Abnbde1 Cdo BrTTA1 BrTTA2 BrTTI1 / Caen: 716"
                   " / allied reinforcement")  # fmt: skip
    wave = [("I", "BrTTI1"), ("XXX", "BrTTA1"), ("7Arm", "BrTTA1"), ("6Abnbde1", "BrTTA2"), ("Cdo", "BrTTA2")]
    plan(game, area=["Caen", "Dieppe"], day=4, made=1, wave=wave, aims=[("I", "Caen"), ("XXX", "Caen")])
    play(game, "allied: land_at British_invasion 7Arm Caen")
    assert refused(game, "allied", "land_at British_invasion 6Abnbde1 Caen") == "19.43"
    assert not refused(game, "allied", "land_at British_invasion Cdo Caen")


@pytest.mark.rule("sfe", "19.44")
def test_those_who_land_attack_at_half() -> None:
    """Eight factors are four in their own hex; armor that lands has no bonus."""
    game = landed()
    t, caen = game.table, node(game, "Caen")
    assert strengths.attack_of(t, unit(game, "I"), caen) == 4 * w.FACTOR
    until(play(game, "allied: end"), "combat", "allied")
    assert offers(game, "allied", "attack", "I+XXX+Cdo", ".") == {"Caen"}
    tanks = channel("Carentan: 7Arm / Caen: 716 / allied combat").table
    piece = tanks.world.by_name["7arm"]
    assert strengths.counts_as_armor(tanks, piece)
    tanks.p.landing |= 1 << piece
    assert not strengths.counts_as_armor(tanks, piece)


@pytest.mark.rule("sfe", "19.44/1")
def test_a_hex_that_is_not_cleared_is_the_end() -> None:
    """Those who attack and do not clear the hex are eliminated; the ships go home."""
    game = landed(dice=[4] * 40)
    until(play(game, "allied: end"), "combat", "allied")
    play(game, "allied: attack I+XXX+Cdo Caen")
    until(game, "exploitation", "allied")
    assert not on_map(game, "I") and not on_map(game, "XXX") and not on_map(game, "Cdo")
    assert at(game, "BBWarspite") == "Portsmouth" and not game.table.p.beachheads


@pytest.mark.rule("sfe", "19.45")
def test_an_empty_beach_is_overrun() -> None:
    """The hex is taken at once; the corps ends its movement there but may attack another hex, at half."""
    game = channel("Portsmouth: I BrTTI1 / Carentan: 352 / Rennes: LXXIV / allied naval")
    play(game, "allied: assault BrTTI1 Caen")
    assert game.table.p.allied_land >> node(game, "Caen") & 1 and left(game, "I") == 0
    until(play(game, "allied: end"), "combat", "allied")
    assert "Carentan" in offers(game, "allied", "attack", "I", ".")
    assert strengths.attack_of(game.table, unit(game, "I"), node(game, "Carentan")) == 4 * w.FACTOR


@pytest.mark.rule("sfe", "19.46")
def test_commandos() -> None:
    """They land on any coast, at their full factor, and take neither room nor points."""
    game = landed()
    t = game.table
    assert strengths.attack_of(t, unit(game, "Cdo"), node(game, "Caen")) == w.FACTOR
    assert assault.price(t, (unit(game, "Cdo"),)) == 0 and assault.price(t, (unit(game, "I"),)) == invasion.EIGHTHS
    cliff = node(game, "NW3830")
    assert invasion.landing_hexes(t, unit(game, "Cdo")) >> cliff & 1
    assert not invasion.landing_hexes(t, unit(game, "I")) >> cliff & 1
    full = channel("turn = 2 / Portsmouth: I Cdo BrTTI1 / Caen: 716 / allied reinforcement")
    plan(full, area=["Caen"], day=6, made=1, wave=[("I", "BrTTI1")])
    assert offers(full, "allied", "assign", "British_invasion", "Cdo") == {"BrTTI1"}


# Beachheads and what follows (19.47-19.49)


def established(extra: str = "") -> grognard.Game:
    """The British have taken the beach of Caen; the build-up lies off it."""
    text = "Portsmouth: I BrTTI1 BrTTA1 BrTTA2 7Arm / Rennes: LXXIV"
    game = channel(f"{text}{extra} / allied naval")
    plan(
        game,
        area=["Caen"],
        day=1,
        wave=[("I", "BrTTI1")],
        aims=[("I", "Caen")],
        follow=[("BrTTA1", "7Arm"), ("BrTTA2",)],
    )
    play(game, "allied: assault BrTTI1 Caen", "allied: stand_by BrTTA1 Caen", "allied: stand_by BrTTA2 Caen")
    return until(play(game, "allied: end"), "exploitation", "allied")


@pytest.mark.rule("sfe", "19.47")
def test_a_beachhead_after_a_successful_assault() -> None:
    """The counter is of the nation that landed, and its stock is limited."""
    game = established()
    assert game.table.p.beachheads == {str(node(game, "Caen")): "British"}
    assert len(game.table.p.heads["British"]) == 2 and game.table.p.heads["U.S."] == (0, 0, 5)
    none = channel("Portsmouth: I BrTTI1 / Rennes: LXXIV / allied naval")
    none.table.p.heads["British"] = ()
    none._changed()
    play(none, "allied: assault BrTTI1 Caen")
    assert none.table.p.beachheads == {}


@pytest.mark.rule("sfe", "19.47/1")
def test_a_beachhead_may_be_placed_later() -> None:
    """In the Reinforcement Phase, on a controlled beach with a ground unit of that nation."""
    game = channel("turn = 2 / Carentan: V / Rennes: LXXIV / allied holds Caen / allied reinforcement")
    assert offers(game, "allied", "beachhead") == {"Carentan"}
    play(game, "allied: beachhead Carentan")
    assert game.table.p.beachheads == {str(node(game, "Carentan")): "U.S."}


@pytest.mark.rule("sfe", "19.47/2")
def test_when_a_beachhead_may_be_used_again() -> None:
    """Taken up it is ready next turn; taken by the enemy it is away for two full turns."""
    game = channel("turn = 2 / Carentan: V / Rennes: LXXIV / allied reinforcement")
    play(game, "allied: beachhead Carentan", "allied: lift_beachhead Carentan")
    assert sorted(game.table.p.heads["U.S."]) == [0, 3, 5]
    play(game, "allied: beachhead Carentan")
    lost = game.table
    lost.p.beachheads[str(node(game, "Carentan"))] = "U.S."
    lost.p.put(unit(game, "V"), lost.world.pool)
    beachheads.overrun(lost, node(game, "Carentan"))
    assert not lost.p.beachheads and sorted(lost.p.heads["U.S."]) == [3, 5, 5]
    assert not beachheads.ready(lost, "U.S.")


@pytest.mark.rule("sfe", "19.48")
def test_the_build_up_lands_after_combat() -> None:
    """At a beachhead, half of its capacity: a corps and a half at Caen, and no more."""
    game = established()
    assert offers(game, "allied", "build_up") == {"7Arm"}
    assert buildup.quay_left(game.table, node(game, "Caen")) == 6
    play(game, "allied: build_up 7Arm")
    assert at(game, "7Arm") == "Caen" and buildup.quay_left(game.table, node(game, "Caen")) == 4
    game = established()
    game.table.p.built_up[str(node(game, "Caen"))] = 5
    game._changed()
    assert "build_up" not in verbs(game, "allied")
    none = established()
    none.table.p.beachheads = {}
    none.table.p.allied_land &= ~(1 << node(none, "Caen"))
    none._changed()
    assert "build_up" not in verbs(none, "allied")


@pytest.mark.rule("sfe", "19.48/1")
def test_armor_of_the_build_up_has_a_point() -> None:
    """It may spend one movement point, unless it lands in an enemy zone; so may armor that assaulted."""
    free, met = established(), established(" / Carentan: 12SS")
    for game, points in ((free, 1), (met, 0)):
        play(game, "allied: build_up 7Arm")
        assert left(game, "7Arm") == points
    first = channel("Portsmouth: 7Arm BrTTA1 / Rennes: LXXIV / allied naval")
    plan(first, area=["Caen"], day=1, wave=[("7Arm", "BrTTA1")], aims=[("7Arm", "Caen")])
    play(first, "allied: assault BrTTA1 Caen")
    until(play(first, "allied: end"), "exploitation", "allied")
    assert left(first, "7Arm") == 1


@pytest.mark.rule("sfe", "19.49")
def test_a_mulberry() -> None:
    """Placed in the build-up off a beachhead of the Atlantic coast, it adds two to the capacity from the next turn."""
    game = established()
    t, caen = game.table, node(game, "Caen")
    assert offers(game, "allied", "mulberry") == {"Caen"} and cargo.usable(t, caen) == 3
    play(game, "allied: mulberry Caen")
    assert cargo.usable(t, caen) == 3
    t.p.turn += 1
    assert beachheads.mulberry(t, caen) == 2
    riviera = node(game, "SW2021")
    assert not beachheads.atlantic_coast(t.world) >> riviera & 1


@pytest.mark.rule("sfe", "19.49/1")
def test_a_mulberry_that_falls_is_gone() -> None:
    """There are two; what the Axis takes does not come back."""
    game = play(established(), "allied: mulberry Caen")
    t, caen = game.table, node(game, "Caen")
    assert t.p.spare_mulberries == 1
    beachheads.overrun(t, caen)
    assert not t.p.mulberries and t.p.spare_mulberries == 1


# Ports, supply, guns


@pytest.mark.rule("sfe", "19.34/2")
def test_a_beach_needs_its_beachhead() -> None:
    """Without the counter nothing is landed there."""
    game = channel("turn = 4 / Carentan: V / Rennes: LXXIV / allied naval")
    t, beach = game.table, node(game, "Carentan")
    assert cargo.usable(t, beach) == 0
    t.p.beachheads[str(beach)] = "U.S."
    assert cargo.usable(t, beach) == 3


@pytest.mark.rule("sfe", "19.34/1")
def test_a_stormed_port_works_at_half_next_turn() -> None:
    """Le Havre, capacity nine: nothing on the turn of its capture, half on the next if it was stormed, then all."""
    game = channel("turn = 2 / Rennes: LXXIV / allied holds Le_Havre / allied naval")
    t, port = game.table, node(game, "Le_Havre")
    t.p.captured[str(port)] = 2
    assert cargo.of_the_port(t, port) == 0
    t.p.turn = 3
    assert cargo.of_the_port(t, port) == 0
    t.p.stormed |= 1 << port
    assert cargo.of_the_port(t, port) == 4.5
    t.p.turn = 4
    assert cargo.of_the_port(t, port) == 9


@pytest.mark.rule("sfe", "19.31/2")
def test_armor_over_a_beach_needs_type_a() -> None:
    """A type I transport lands armor in ports only; infantry it lands anywhere."""
    game = channel("turn = 4 / Portsmouth: 7Arm I BrTTI1 BrTTA1 / Carentan: V / Rennes: LXXIV / allied naval")
    game.table.p.beachheads[str(node(game, "Carentan"))] = "U.S."
    plan(game, day=0)
    assert offers(game, "allied", "sail", "BrTTI1", ".", "Carentan") - {"."} == {"I"}
    assert "7Arm" in offers(game, "allied", "sail", "BrTTA1", ".", "Carentan")


@pytest.mark.rule("sfe", "19.35")
def test_an_enemy_at_the_river_mouth_shuts_an_inland_port() -> None:
    """Rouen lies behind Le Havre's hex: a corps there shuts it, a fort without attack factors does not."""
    open_ = channel("turn = 8 / Rouen: I / NW3923: AWLeHavre / allied naval")
    shut = channel("turn = 8 / Rouen: I / NW3923: LXXXI / allied naval")
    port = node(open_, "Rouen")
    assert not cargo.river_closed(open_.table, port) and cargo.river_closed(shut.table, port)


@pytest.mark.rule("sfe", "23.44/1")
def test_supply_over_a_beach_reaches_the_overland_length() -> None:
    """Six hexes from a beachhead; from a working port twelve."""
    game = channel("turn = 4 / Carentan: V / Toulouse: LXXIV / allied naval")
    t, beach = game.table, node(game, "Carentan")
    t.p.beachheads[str(beach)] = "U.S."
    t.p.stores[str(beach)] = 3
    area, _, quarters = supply.from_the_sea(t, 1)[0]
    far = max(t.world.board.grid.distance(beach, n) for n in range(t.world.board.grid.size) if area >> n & 1)
    assert quarters == 12 and far == 6
    t.p.mulberries[str(beach)] = 1
    area, _, _ = supply.from_the_sea(t, 1)[0]
    assert max(t.world.board.grid.distance(beach, n) for n in range(t.world.board.grid.size) if area >> n & 1) == 12


@pytest.mark.rule("sfe", "19.23")
def test_sixteen_factors_of_ships_from_april_1944() -> None:
    """The British and Americans have learnt: sixteen factors count in a hex, where others have twelve."""
    game = landed()
    assert shore.most(game.table, 1) == 16 and shore.most(game.table, 0) == 12
    assert shore.capped(20 * w.FACTOR, 16) == 16 * w.FACTOR


@pytest.mark.rule("sfe", "19.21")
def test_ships_support_an_assault_on_a_beach() -> None:
    """Warships that came with the transports add their guns, no more than the halved troops have."""
    game = landed()
    until(play(game, "allied: end"), "combat", "allied")
    ground = 4 * w.FACTOR
    assert shore.attacking(game.table, node(game, "Caen"), ground) == 2 * w.FACTOR
    assert shore.attacking(game.table, node(game, "Caen"), w.FACTOR) == w.FACTOR


@pytest.mark.rule("sfe", "19.22/1")
def test_ships_lie_off_a_landing_to_defend_it() -> None:
    """They do not fire for the assault; they stay off a beachhead and fire for it, or go home if there is none."""
    game = channel(f"{READY} BrDD1 / allied naval", [1, 1, 1, 1, 1, 1])
    assert "stand_off" not in verbs(game, "allied"), "nothing is assaulted yet"
    play(game, "allied: assault BrTTI1 Caen", "allied: assault BrTTI2 Caen", "allied: stand_off BBWarspite Caen")
    t, caen, ship = game.table, node(game, "Caen"), unit(game, "BBWarspite")
    assert t.p.at[ship] == caen and not shore.fire(t, caen, 1), "one mission: none for the assault"
    for piece in t.p.stack(caen):
        if t.p.power[piece] == 0:
            t.p.put(piece, t.world.pool)
    t.p.beachheads[str(caen)] = "British"
    t.p.allied_land |= 1 << caen
    t.p.axis_land &= ~(1 << caen)
    game._changed()
    until(game, "movement", "axis")
    assert t.p.at[ship] == caen and shore.fire(t, caen, 1) == 2 * w.FACTOR
    until(game, "reinforcement", "allied")
    assert at(game, "BBWarspite") == "Portsmouth", "with the next segment it is home"
    lost = channel(f"{READY} / allied naval", [1, 1, 1, 1])
    play(lost, "allied: assault BrTTI1 Caen", "allied: stand_off BBWarspite Caen")
    until(lost, "movement", "axis")
    assert not on_map(lost, "I") and at(lost, "BBWarspite") == "Portsmouth", "the landing failed"


# The Atlantic Wall (24.17)


@pytest.mark.rule("sfe", "24.17")
def test_a_fort_of_the_atlantic_wall() -> None:
    """One off the die, no armor bonus, and a factor that is lent to a unit or defends for itself."""
    game = until(play(landed(), "allied: end"), "manning", "axis")
    t, caen = game.table, node(game, "Caen")
    assert ("Atlantic Wall", -1) in [
        (m.text, m.value) for m in strengths.modifiers(t, (unit(game, "I"),), (unit(game, "716"),), caen, 0, False)
    ]
    assert not strengths.open_ground(t, caen) and not strengths.open_ground(t, node(game, "Brest"))
    play(game, "axis: man AWCaen 716")
    until(game, "combat", "allied")
    assert refused(game, "allied", "attrition Caen")
    alone = until(play(landed(), "allied: end"), "combat", "allied")
    play(alone, "allied: attrition Caen")
    assert offers(alone, "allied", "against") == {"716", "AWCaen"}


@pytest.mark.rule("sfe", "24.17/1")
def test_the_wall_counts_to_the_end_of_the_phase() -> None:
    """A fort that falls in a Combat Phase still helps those who began it there; it has no zone and takes no room."""
    game = until(play(landed(), "allied: end"), "combat", "allied")
    t, caen = game.table, node(game, "Caen")
    t.p.put(unit(game, "AWCaen"), t.world.pool)
    game._changed()
    assert strengths.atlantic_wall(t, caen)
    ashore.settle(t)
    bare = channel("Caen: AWCaen / Carentan: V / allied movement")
    assert not refused(bare, "allied", "move V Carentan>NW4025") and "attack" not in verbs(bare, "axis")
    from grognard.titles.sfe import control, zones

    assert not zones.zones(bare.table, 0).all and control.counts(bare.table, caen, 0) == 0


@pytest.mark.rule("sfe", "23.62/3")
def test_a_walled_city_never_passes_the_second_level() -> None:
    """In Brest with its fort a corps stays at level two; in the open it goes on."""
    game = channel("Brest: XXV*5 AWBrest / Rennes: LXXIV*5 / Caen: V / axis movement")
    assert supply.level(game.table, unit(game, "XXV")) == 2 and supply.level(game.table, unit(game, "LXXIV")) == 5


def test_dragoon_lands_from_its_box() -> None:
    """On AUG 2 VI Corps sails from the Mediterranean to St Tropez, the French follow; a beachhead is set up (O7)."""
    game = channel("turn = 6 / Mediterranean box: VIDragoon IIDragoon U.TTIMed U.TTAMed / Toulon: LXII / allied naval")
    play(game, "allied: assault U.TTIMed SW2021", "allied: stand_by U.TTAMed SW2021")
    until(play(game, "allied: end"), "exploitation", "allied")
    play(game, "allied: build_up IIDragoon")
    assert at(game, "VIDragoon") == at(game, "IIDragoon") and list(game.table.p.beachheads.values()) == ["U.S."]


def test_the_panzers_of_15_army_wait() -> None:
    """On JUN 2 one of the three divisions may move; when one has left, the others stay (O4)."""
    game = channel("turn = 2 / Antwerp: 1SS / Amiens: 2Pz / Rouen: 116Pz / Caen: V / axis movement")
    assert not refused(game, "axis", "move 116Pz Rouen>Evreux")
    play(game, "axis: move 116Pz Rouen>Evreux")
    assert refused(game, "axis", "move 2Pz Amiens>Beauvais") == "7.0"


@pytest.mark.rule("sfe", "28.11")
def test_the_amphibious_assault_unit() -> None:
    """It cancels the fort of one assaulted hex in one attack, takes no room, and is then gone."""
    game = landed(dice=[6] * 20)
    assert offers(game, "allied", "engineers") == {"Caen"}
    play(game, "allied: engineers Caen", "allied: end")
    until(game, "combat", "allied")
    t, caen = game.table, node(game, "Caen")
    forts = [m.text for m in strengths.modifiers(t, (unit(game, "I"),), (unit(game, "716"),), caen, 0, False)]
    assert "Atlantic Wall" not in forts
    play(game, "allied: attack I+XXX+Cdo Caen")
    assert rolls(game, "attack")[-1]["drm"] == 0 and t.p.engineers == 0
    off = channel("Portsmouth: I BrTTI1 / Caen: 716 AWCaen / allied naval", options={"assault_unit": "off"})
    play(off, "allied: assault BrTTI1 Caen")
    assert "engineers" not in verbs(off, "allied")


# Carpet bombing (16.16)

CARPET = "turn = 3 / Caen: I VIIITk / Falaise: 12SS / Hull: BC1 BC2 / Norwich: VIIIB1"


def carpeted(place: str = "Falaise", flyers: tuple[str, ...] = ("BC1", "BC2")) -> grognard.Game:
    """A carpet that was planned for this turn, at the Air Phase."""
    game = channel(f"{CARPET} / allied air_attack", [6] * 20)
    carpet.keep(game.table, 1, node(game, place), tuple(unit(game, who) for who in flyers), 3)
    game._changed()
    return game


@pytest.mark.rule("sfe", "16.16")
def test_a_carpet_is_planned_a_turn_ahead() -> None:
    """One at a time, with the wings that were named, on the hex that was named, and then it is disclosed."""
    game = channel(f"{CARPET} / allied reinforcement")
    play(game, "allied: plan_carpet BC1+BC2 Falaise")
    assert carpet.written(game.table, 1)["day"] == 4
    assert refused(game, "allied", "plan_carpet VIIIB1 Falaise") == "16.16"
    flown = carpeted()
    assert offers(flown, "allied", "fly", "BC1", "carpet") == {"Falaise"}
    assert "carpet" not in offers(flown, "allied", "fly", "VIIIB1")
    play(flown, "allied: fly BC1 carpet Falaise")
    assert not rolls(flown, "carpet")
    until(flown, "reinforcement", "axis")
    assert len(rolls(flown, "carpet")) == 1 and not carpet.written(flown.table, 1)["day"]


@pytest.mark.rule("sfe", "16.16/1")
def test_five_factors_of_a_carpet_are_one_on_the_die() -> None:
    """Eight factors add one; sixteen add three by the count, but two is the most; they add no factors."""
    for flyers, value in ((("BC1",), 1), (("BC1", "BC2"), 2)):
        game = carpeted()
        for who in flyers:
            play(game, f"allied: fly {who} carpet Falaise")
        until(play(game, "allied: end"), "combat", "allied")
        for who in flyers:
            game.table.p.halved[unit(game, who)] = 0
        assert carpet.bonus(game.table, node(game, "Falaise"), 1) == value
        assert bombers.attacking(game.table, node(game, "Falaise"), (unit(game, "I"),)) == 0


@pytest.mark.rule("sfe", "16.16/2")
def test_no_carpet_where_troops_land() -> None:
    """Not on a hex that is assaulted or dropped on; nor do its bombers wait for post-exploitation combat."""
    game = carpeted()
    game.table.p.assaulted |= 1 << node(game, "Falaise")
    game._changed()
    assert "carpet" not in offers(game, "allied", "fly", "BC1")
    held = play(carpeted(), "allied: fly BC1 carpet Falaise")
    assert carpet.bonus(held.table, node(held, "Falaise"), 1) == 1
    held.table.p.assaulted |= 1 << node(held, "Falaise")
    assert carpet.bonus(held.table, node(held, "Falaise"), 1) == 0


def test_the_sheets_of_a_nation() -> None:
    """Each country with transports has a sheet for an invasion and one for a raid."""
    game = channel("turn = 2 / Portsmouth: I / Caen: 716 / allied reinforcement")
    assert {s.word for s in sealed.own(game.table)} == {
        "British_invasion", "British_raid", "U.S._invasion", "U.S._raid", "U.S._dragoon",
    }  # fmt: skip


def test_the_germans_set_up_as_they_like() -> None:
    """With the option a corps stands in its army's zone, armor north of the Loire; each is placed once (O2)."""
    game = grognard.new("sfe", "overlord44", seed=3, options={"free_setup": "on"})
    assert game.table.frame.step == "deployment" and "axis" in game.decisions()
    found = offers(game, "axis", "deploy", "LXXXIV")
    assert "Caen" in found and "Calais" not in found and "Marseilles" not in found
    assert "Marseilles" not in offers(game, "axis", "deploy", "21Pz") and "Calais" in offers(
        game, "axis", "deploy", "21Pz"
    )
    play(game, "axis: deploy LXXXIV Caen")
    assert at(game, "LXXXIV") == "Caen" and "LXXXIV" not in offers(game, "axis", "deploy")
    assert "116Pz" not in offers(game, "axis", "deploy") and "AWCaen" not in offers(game, "axis", "deploy")
    play(game, "axis: pass")
    assert game.table.frame.step == "reinforcement"


# Evacuation (19.36)


def stranded(extra: str = "") -> grognard.Game:
    """Commandos and XXX Corps on the beach of Carentan, ships in Portsmouth."""
    return channel(f"turn=2 / Carentan: Cdo XXX Montgomery / Portsmouth: BrTTI1 BrDD1{extra} / allied naval")


@pytest.mark.rule("sfe", "19.36", "19.36/1")
def test_transports_take_units_off_a_beach() -> None:
    """Whoever has two points goes aboard on a beach without a beachhead; at home a corps is infantry points."""
    game = stranded()
    before = game.table.p.points.get("British", (0, 0))[0]
    assert offers(game, "allied", "take_off", "BrTTI1", ".") == {"Carentan"}
    assert refused(game, "allied", "take_off BrDD1 Carentan XXX") == "19.36", "destroyers carry nobody"
    play(game, "allied: take_off BrTTI1 Carentan XXX")
    until(game, "movement", "allied")
    assert not on_map(game, "XXX") and at(game, "BrTTI1") == "Portsmouth"
    factors = game.table.world.units[unit(game, "XXX")].front[0]
    assert game.table.p.points["British"][0] - before == 4 * (3 * factors // 4)
    tired = stranded()
    tired.table.p.left[unit(tired, "XXX")] = 2
    tired._changed()
    assert refused(tired, "allied", "take_off BrTTI1 Carentan XXX") == "19.36"
    fed = stranded()
    fed.table.p.beachheads[str(node(fed, "Carentan"))] = "British"
    fed._changed()
    assert "take_off" not in verbs(fed, "allied"), "with a beachhead units embark in the normal way"


@pytest.mark.rule("sfe", "19.36/2")
def test_evacuated_commandos_rest_and_leaders_return() -> None:
    """Commandos stay in play, disrupted until their segment comes round again; a leader returns two turns later."""
    game = stranded()
    play(game, "allied: take_off BrTTI1+BrDD1 Carentan Cdo+Montgomery")
    until(game, "movement", "allied")
    p, commandos, leader = game.table.p, unit(game, "Cdo"), unit(game, "Montgomery")
    assert at(game, "Cdo") == "Portsmouth" and p.shaken >> commandos & 1 and left(game, "Cdo") == 0
    assert at(game, "Montgomery") == "Arrivals" or not on_map(game, "Montgomery")
    assert p.due[leader] == p.turn + 2
    until(game, "movement", "axis")
    assert game.table.p.shaken >> commandos & 1, "through the enemy's segment"
    until(game, "reinforcement", "allied")
    assert not game.table.p.shaken >> commandos & 1
