"""The advanced naval rules (28.12), each an option of its own: cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.core import plans
from grognard.engine.core.frames import Frame
from grognard.titles.sfe import (
    hulls,
    interception,
    navalair,
    patrol,
    ranges,
    seabombing,
    ships,
    strikes,
    surface,
    taskforce,
)
from grognard.titles.sfe import world as w
from grognard.titles.sfe.state import ESCORT, NAVAL

from .cases import node, offers, on_map, play, recast, refused, rolls, sea, unit, until
from .test_sea_battle import FIGURES, OURS, THEIRS

GUNS = tuple(name for name in THEIRS if name != "CVFormidable")


def fleets(dice: list[int], theirs: tuple[str, ...] = THEIRS, **options: str) -> grognard.Game:
    """The Italians sail from Catania and are met by the British from Malta, with some options."""
    scene = f"Catania: {' '.join(OURS)} / Malta: MaltaGarrison {' '.join(theirs)} / axis naval"
    game = sea(scene, [1, *dice], options=options)
    for name, (kind, front, back) in FIGURES.items():
        whole, half = hulls.read(kind, front), hulls.read(kind, back)
        assert whole is not None
        recast(game, name, kind=kind, hull=(whole, half))
    game.table.p.reduced[unit(game, "CVFormidable")] = 0
    play(game, f"axis: sail {'+'.join(OURS)} Taranto . stay")
    here = game.table.node_name(game.table.frame["hexes"][3])
    return play(game, f"allied: intercept {here} {'+'.join(sorted(theirs, key=lambda n: unit(game, n)))}")


def seen(game: grognard.Game, kind: str, *what: str) -> list[Any]:
    """Some fields of the events of a kind."""
    return [tuple(one[name] for name in what) for one in rolls(game, kind)]


# The range of a battle


@pytest.mark.rule("sfe", "28.12/d")
def test_a_die_says_where_a_battle_begins() -> None:
    """A three in clear weather is round 1, a one round 3; with a British warship the player may add one."""
    game = fleets([1], GUNS, battle_range="on")
    assert offers(game, "allied", "range") == {"plain", "plus"}
    play(game, "allied: range plain")
    assert seen(game, "battle_range", "die", "range") == [(1, "3")]
    play(game, "axis: pass", "allied: pass")
    assert game.table.frame.step == "gunnery" and game.table.frame["round"] == 3
    more = play(fleets([1], GUNS, battle_range="on"), "allied: range plus", "axis: pass", "allied: pass")
    assert seen(more, "battle_range", "die", "range") == [(2, "2")] and more.table.frame["round"] == 2


@pytest.mark.rule("sfe", "28.12/d1")
def test_the_table_of_ranges() -> None:
    """In a storm battles begin close, in clear weather often with the aircraft."""
    assert [ranges.by_table(w.CLEAR, die) for die in range(1, 8)] == ["3", "2", "1", "A", "A", "A", "A"]
    assert [ranges.by_table(w.SNOW, die) for die in range(1, 8)] == ["3", "2", "2", "1", "A", "A", "A"]
    assert [ranges.by_table(w.STORMY, die) for die in range(1, 8)] == ["3", "3", "2", "2", "1", "1", "A"]


@pytest.mark.rule("sfe", "28.12/d2")
def test_carriers_need_range_or_luck() -> None:
    """At range A they strike first; in a later round on an odd die, at once with the guns; without any A is round 1."""
    first = play(fleets([4], battle_range="on"), "allied: range plain")
    assert first.table.frame.step == "sea_bombing" and first.table.agenda[-2]["launched"] == 0
    even = play(fleets([2, 2], battle_range="on"), "allied: range plain")
    assert even.table.frame.step == "screening" and ("launch", 2, 1) not in even.table.frame.data
    assert not any(task[0] == "launch" for task in even.table.agenda[-2]["tasks"])
    odd = play(fleets([2, 3, *[6] * 40], battle_range="on"), "allied: range plain", "axis: pass", "allied: pass")
    assert odd.table.frame.step == "sea_bombing"
    play(odd, "allied: bomb BBDoria CVFormidable")
    assert odd.table.agenda[-2]["pending"] and not odd.table.p.damage[unit(odd, "BBDoria")], "it fires before it is hit"
    none = play(fleets([4], GUNS, battle_range="on"), "allied: range plain", "axis: pass", "allied: pass")
    assert none.table.frame["round"] == 1


# Disengagement


@pytest.mark.rule("sfe", "28.12/f")
def test_who_leaves_fires_with_half() -> None:
    """Announced before round 1: half of his factors, one less on the enemy's dice, and the table when it is over."""
    game = fleets([4, 4, 3, 3, 1], GUNS, disengagement="on")
    play(game, "axis: pass", "allied: pass")
    assert game.table.frame.step == "announcing" and game.table.frame["round"] == 1
    play(game, "axis: withdraw", "allied: pass")
    play(game, "axis: shoot BBWarspite BBDoria", "allied: shoot BBDoria BBWarspite")
    whole = ships.factor(game.table, unit(game, "BBDoria"), "surface")
    mine, his = seen(game, "gunfire", "column", "modifier")
    assert mine[0] == surface.span(whole // 2) != surface.span(whole)
    plain = fleets([4, 4, 3, 3, 1], GUNS)
    play(plain, "axis: pass", "allied: pass", "axis: shoot BBWarspite BBDoria", "allied: shoot BBDoria BBWarspite")
    assert his[1] == seen(plain, "gunfire", "column", "modifier")[1][1] - 1
    assert seen(game, "disengaged", "die", "success") == [(1, True)]


@pytest.mark.rule("sfe", "28.12/f1")
def test_a_carrier_slips_away_after_its_strike() -> None:
    """The British came to intercept: a four with one less is three, and they are gone before a gun has fired."""
    game = fleets([*[6] * 8, 4], disengagement="on")
    play(game, "allied: bomb BBDoria CVFormidable")
    assert game.table.frame.step == "announcing"
    play(game, "allied: withdraw")
    assert seen(game, "disengaged", "die", "modifier", "success") == [(4, -1, True)]
    assert not rolls(game, "gunfire") and not refused(game, "axis", "end")
    assert game.table.p.at[unit(game, "BBWarspite")] == node(game, "Malta")


# Waves and patrols

MALTA = ("BBWarspite", "CLOrion", "CLPhoebe", "BrDDMed1")


@pytest.mark.rule("sfe", "28.12/b")
def test_each_wave_rolls_for_itself() -> None:
    """Four ships of one port are two waves and roll twice; without the option they roll once."""
    for option, count in (("on", 2), ("off", 1)):
        game = sea(
            f"Catania: ItaDD1 / Malta: MaltaGarrison {' '.join(MALTA)} / axis naval", [6] * 9,
            options={"naval_waves": option},
        )  # fmt: skip
        play(game, "axis: sail ItaDD1 Taranto . stay")
        here = game.table.node_name(game.table.frame["hexes"][0])
        play(game, f"allied: intercept {here} {'+'.join(sorted(MALTA, key=lambda n: unit(game, n)))}")
        assert len(rolls(game, "interception")) == count


@pytest.mark.rule("sfe", "28.12/b1")
def test_a_patrol() -> None:
    """One wave a major base, one battleship in it, two less on its die; the marker is gone after the roll."""
    game = sea(
        "Alexandria: BBWarspite BBBarham CLOrion CLPhoebe BrDDMed1 / Taranto: ItaDD1 / allied naval", [3, 3],
        options={"naval_waves": "on"},
    )  # fmt: skip
    assert refused(game, "allied", "patrol BBWarspite+BBBarham") == "28.12/b1"
    play(game, "allied: patrol BBWarspite+CLOrion+BrDDMed1")
    assert refused(game, "allied", "patrol CLPhoebe") == "28.12/b1", "one wave of a base"
    assert refused(game, "allied", "sail CLOrion Suez . stay") == "18.01"
    t = game.table
    force = tuple(unit(game, name) for name in ("BBWarspite", "CLOrion", "BrDDMed1"))
    assert patrol.eager(t, force) == -2 and patrol.eager(t, (*force, unit(game, "CLPhoebe"))) == 0
    interception.attempts(t, force, node(game, "Alexandria"), (unit(game, "ItaDD1"),))
    assert not t.p.patrol
    plain = sea("Alexandria: BBWarspite / allied naval")
    assert refused(plain, "allied", "patrol BBWarspite") == "28.12/b1"


@pytest.mark.rule("sfe", "28.12/b2")
def test_a_patrol_is_half_at_sea() -> None:
    """It does not fire for its port nor give or get flak, slips out of it, and is bombed only when it is found."""
    game = sea("Malta: MaltaGarrison BBWarspite CLOrion / Catania: XFkB / allied naval", [6, 1])
    t = game.table
    big, small, raider = (unit(game, name) for name in ("BBWarspite", "CLOrion", "XFkB"))
    t.p.patrol |= 1 << big
    assert not patrol.shoots(t, big) and patrol.shoots(t, small) and not patrol.helps(t, small, big)
    assert patrol.slips_out(t, big) == -2 and patrol.slips_out(t, small) == 0
    t.p.base[raider] = node(game, "Naples")
    assert patrol.to_be_found(t, (big, small), (raider,), node(game, "Malta")) == (small,)
    assert patrol.to_be_found(t, (big, small), (raider,), node(game, "Malta")) == (big, small)


@pytest.mark.rule("sfe", "28.12/b3")
def test_carriers_look_out() -> None:
    """A working carrier is worth one on the die, unless wings reach the hex anyway, and not in a storm."""
    game = sea("Alexandria: CVFormidable CLOrion / allied naval", options={"naval_waves": "on"})
    t, there = game.table, node(game, "Alexandria")
    force = (unit(game, "CVFormidable"), unit(game, "CLOrion"))
    assert patrol.lookout(t, force, there, False) == -1 and patrol.lookout(t, force[1:], there, False) == 0
    assert patrol.lookout(t, force, there, True) == 0
    for zone in ("a", "b", "c", "d", "e"):
        setattr(t.p, f"weather_{zone}", w.STORMY)
    assert patrol.lookout(t, force, there, False) == 0


# Naval air combat

ON = {"naval_air_combat": "on"}
RAID = "Malta: MaltaGarrison CVFormidable / Catania: ItaRASicF XFkA XFkB / Taranto: BBDoria / allied naval"


@pytest.mark.rule("sfe", "28.12/c2")
def test_three_fighters_against_two_escorts_leave_one() -> None:
    """Fighters may turn on naval aircraft only if as many of them face the escorts as there are of these."""
    game = sea(RAID, options=ON)
    t, there = game.table, node(game, "Malta")
    hostile, own = (
        [unit(game, n) for n in ("ItaRASicF", "Ita5SqF", "JG27")],
        [unit(game, n) for n in ("MaltaF", "DesertF1")],
    )
    for piece in (*hostile, *own):
        t.p.put(piece, there)
        t.p.mission[piece] = ESCORT
    t.ask("withholding", 0, 0, hex=there)
    game._changed()
    assert refused(game, "axis", "withhold JG27+Ita5SqF") == "28.12/c2", "two escorts bind two of the three"
    play(game, "axis: withhold JG27")
    assert t.p.waiting_up == 1 << hostile[2] and t.p.mission[hostile[2]] != ESCORT
    assert navalair.spare(t, there, 0) == 0


@pytest.mark.rule("sfe", "28.12/c1", "28.12/c3", "28.12/c6")
def test_a_fighter_takes_on_four_points() -> None:
    """A fighter of three factors has two less on the die: a two shoots the aircraft down, and the carrier has none."""
    game = sea(RAID, [2, 5, 6, 6, 6, 6], options=ON)
    recast(game, "CVFormidable", hull=(hulls.read("CV", "D 17 4 F"), hulls.read("CV", "D 8 2 F")))
    t, carrier, target = game.table, unit(game, "CVFormidable"), unit(game, "BBDoria")
    assert navalair.attack(t, carrier, target, 0, [[3, 4]]) == []
    assert t.p.grounded >> carrier & 1 and seabombing.planes(t, carrier) == 0
    t.p.grounded, t.p.launched = 0, 0
    assert navalair.attack(t, carrier, target, 0, [[1, 2]]) == ["CV", "CV"], (
        "one roll for two points, the others are free"
    )
    aside = sea(RAID, options=ON)
    for piece in (unit(aside, n) for n in ("ItaRASicF", "Ita5SqF")):
        aside.table.p.put(piece, node(aside, "Malta"))
        aside.table.p.mission[piece] = ESCORT
    frame = Frame("engagement", "order", -1, 0, (("came", ()), ("hex", node(aside, "Malta")), ("joined", ()),
                                                 ("prey", (unit(aside, "CVFormidable"),))))  # fmt: skip
    navalair.set_aside(aside.table, frame)
    aside._changed()
    play(aside, "axis: withhold ItaRASicF+Ita5SqF")
    assert aside.table.p.waiting_up.bit_count() == 2, "no escorts: both may wait for the naval aircraft"


@pytest.mark.rule("sfe", "28.12/c4")
def test_the_first_raid_surprises() -> None:
    """With this option alone the first strike on a port has the two of surprise, the second one, the third none."""
    t = sea(RAID, options=ON).table
    for raids, bonus, shift in ((1, 2, 1), (2, 1, 0), (3, 0, 0)):
        t.p.raids["allied"] = raids
        assert (strikes.bonus(t, 1), strikes.flak_shift(t, 1)) == (bonus, shift)
    plain = sea(RAID).table
    plain.p.raids["allied"] = 1
    assert strikes.bonus(plain, 1) == 0


@pytest.mark.rule("sfe", "28.12/c5")
def test_cover_takes_on_bombers() -> None:
    """Four points take on one bomber: X is A and costs a factor, A is H and halves it; two points have one more."""
    for dice, aborted, halved in (([1], {"XFkB": 1}, 0), ([2], {}, 1), ([6], {}, 0)):
        game = sea(RAID, dice, options=ON)
        recast(game, "CVFormidable", hull=(hulls.read("CV", "D 17 4 F"), hulls.read("CV", "D 8 2 F")))
        recast(game, "XFkB", front=(1, 4, 14))
        t, bomber, carrier = game.table, unit(game, "XFkB"), unit(game, "CVFormidable")
        t.p.mission[bomber] = NAVAL
        frame = Frame("sea_bombing", "question", 0, 0, (("aimed", (((bomber,), carrier),)), ("targets", (carrier,))))
        found = navalair.over_the_fleet(t, frame)
        assert {t.world.units[i].name: n for i, n in found.items()} == aborted and t.p.halved[bomber] == halved


@pytest.mark.rule("sfe", "28.12/c7")
def test_a_bomber_that_is_shot_up_is_lost_or_disrupted() -> None:
    """The X that cost a factor is more than half of a wing of one: it is lost. One of four is disrupted."""
    for bombs, lost in ((1, True), (4, False)):
        game = sea(RAID, [1, *[6] * 12], options=ON)
        recast(game, "CVFormidable", hull=(hulls.read("CV", "D 17 4 F"), hulls.read("CV", "D 8 2 F")))
        recast(game, "XFkB", front=(1, bombs, 14))
        t, bomber, carrier = game.table, unit(game, "XFkB"), unit(game, "CVFormidable")
        t.p.mission[bomber] = NAVAL
        malta = node(game, "Malta")
        t.p.put(bomber, malta)
        t.ask("sea_bombing", 0, 0, hex=malta, targets=(carrier,), bombers=(bomber,), aimed=(), raid=seabombing.WINGS)
        game._changed()
        play(game, "axis: bomb CVFormidable XFkB")
        assert on_map(game, "XFkB") is not lost and bool(t.p.disrupted >> bomber & 1) is not lost


@pytest.mark.rule("sfe", "28.12/c6")
def test_new_aircraft_once_a_quarter() -> None:
    """A successful air replacement gives one carrier new aircraft, and no second one in the quarter."""
    game = sea("Alexandria: CVFormidable / turn=4 / allied reinforcement", options=ON)
    t, carrier = game.table, unit(game, "CVFormidable")
    t.p.grounded |= 1 << carrier
    t.p.wings_due = 2
    game._changed()
    play(game, "allied: reequip CVFormidable")
    assert not t.p.grounded and t.p.wings_due == 1
    t.p.grounded |= 1 << carrier
    game._changed()
    assert refused(game, "allied", "reequip CVFormidable") == "28.12/c6"


# Waves and task forces

FORCES = {"task_forces": "on"}
FLEET = "Alexandria: BBWarspite CVFormidable CLOrion BrDDMed1 BrTTMed"


@pytest.mark.rule("sfe", "28.12/a")
def test_ships_sail_in_waves() -> None:
    """Three ships and one transport more sail together; a fourth needs a plan. Without the option all sail."""
    game = sea(f"{FLEET} / allied naval", options=FORCES)
    t = game.table
    four = tuple(unit(game, n) for n in ("BBWarspite", "CVFormidable", "CLOrion", "BrTTMed"))
    assert taskforce.waves(t, four) == 1 and taskforce.waves(t, (*four, unit(game, "BrDDMed1"))) == 2
    assert refused(game, "allied", "sail BBWarspite+CVFormidable+CLOrion+BrTTMed Malta . stay") == ""
    assert refused(game, "allied", "sail BBWarspite+CVFormidable+CLOrion+BrDDMed1 Malta . stay") == "28.12/a"
    plain = sea(f"{FLEET} / allied naval")
    assert refused(plain, "allied", "sail BBWarspite+CVFormidable+CLOrion+BrDDMed1 Malta . stay") == ""
    small = sea(f"{FLEET} / allied reinforcement", options=FORCES)
    assert refused(small, "allied", "plan_force BBWarspite+CLOrion") == "28.12/a", "one wave needs no plan"


def written(**more: object) -> tuple[grognard.Game, str]:
    """The four warships are in a plan for Malta, made two turns ago, and its zone and hex named in time."""
    game = sea(f"turn=5 / {FLEET} / allied naval", options=FORCES)
    force = tuple(sorted(unit(game, n) for n in ("BBWarspite", "CVFormidable", "CLOrion", "BrDDMed1")))
    sheet = {"ships": force, "made": 3, "zone": "Levant", "zoned": 3, "port": node(game, "Alexandria"),
             "mission": "sail", "target": node(game, "Malta"), "aimed": 4}  # fmt: skip
    plans.amend(game.table, taskforce.key(1), **(sheet | more))
    game._changed()
    return game, "sail BBWarspite+CVFormidable+CLOrion+BrDDMed1"


@pytest.mark.rule("sfe", "28.12/a1")
def test_a_task_force_goes_where_it_was_planned_to_go() -> None:
    """Ships two turns ahead, the zone two, port, mission and hex one: else it does not sail, nor to another hex."""
    game, order = written()
    assert (
        refused(game, "allied", f"{order} Malta . stay") == ""
        and refused(game, "allied", f"{order} Port_Said . stay") != ""
    )
    assert offers(game, "allied", *order.split(), ".") == {"Malta"}
    for late in ({"made": 4}, {"zoned": 4}, {"aimed": 5}, {"mission": "bombard"}):
        young, order = written(**late)
        assert refused(young, "allied", f"{order} Malta . stay") in ("28.12/a", "28.12/a2"), late
    start = sea(f"{FLEET} / allied reinforcement", options=FORCES)
    assert refused(start, "allied", "force_zone Levantine_Sea") != "", "no ships are named yet"
    play(start, "allied: plan_force BBWarspite+CVFormidable+CLOrion+BrDDMed1")
    zone = sorted(offers(start, "allied", "force_zone"))[0]
    assert "force_aim" not in offers(start, "allied"), "the zone comes first"
    play(start, f"allied: force_zone {zone}")
    assert "force_aim" in offers(start, "allied") and "force_zone" not in offers(start, "allied")


@pytest.mark.rule("sfe", "28.12/a2")
def test_planned_ships_do_nothing_else_and_stay_secret() -> None:
    """They are on no other mission and in no other plan; the plan is shown when the segment that saw it ends."""
    game, _ = written(aimed=5)
    assert refused(game, "allied", "patrol BBWarspite+CLOrion") == "28.12/a2"
    early = sea(f"{FLEET} / allied reinforcement", options=FORCES)
    play(early, "allied: plan_force BBWarspite+CVFormidable+CLOrion+BrDDMed1")
    assert refused(early, "allied", "plan_force BBWarspite+CVFormidable+CLOrion+BrDDMed1") == "28.12/a2"
    assert refused(early, "allied", "plan_strike Taranto CVFormidable") == "28.12/a2"
    assert plans.find(early.table, taskforce.key(1)) is not None
    ready, order = written()
    play(ready, f"allied: {order} Malta . stay")
    until(ready, "reinforcement", "axis")
    assert taskforce.sheet(ready.table, 1)["made"] == 0, "the sheet is blank again"
    assert any(e.kind == "task_force" for e in ready.events("axis"))
