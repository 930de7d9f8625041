"""The advanced naval rules (28.12), each an option of its own: cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.titles.sfe import hulls, interception, navalair, patrol, ranges, seabombing, ships, strikes, surface
from grognard.titles.sfe import world as w
from grognard.titles.sfe.state import ESCORT, NAVAL

from .cases import node, offers, play, recast, refused, rolls, sea, unit
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
    assert len(navalair.withhold(t, there, 0, 1)) == 1
    t.p.put(hostile[0], node(game, "Catania"))
    assert navalair.withhold(t, there, 0, 1) == ()


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
    assert aside.table.p.waiting_up.bit_count() == 2, "no escorts: both wait for the naval aircraft"


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
