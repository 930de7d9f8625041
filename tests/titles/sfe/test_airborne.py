"""Air transport and supply (16.3, 23.3), airborne assaults (22) and unit breakdown (26): cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.core import plans
from grognard.titles.sfe import (
    airborne,
    aircombat,
    bombers,
    breakdown,
    control,
    retreat,
    strengths,
    supply,
    transport,
    zones,
)
from grognard.titles.sfe.state import AIR_SUPPLY, AIRDROP, ESCORT, FOLLOW_UP, LATE_SUPPLY, SUPPORT, TRANSPORT

from .cases import at, left, names, node, offers, on_map, play, refused, unit


def scene(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of blitzkrieg40 without its counters, at a scene."""
    return grognard.read_scene(
        f"sfe blitzkrieg40 bare / {text}", dice, options={"air_losses_40": "off", **new.pop("options", {})}, **new
    )


def sent(game: grognard.Game, wing: str, mission: int, there: str, load: str = "") -> grognard.Game:
    """A transport on its way, with what it carries."""
    p, piece = game.table.p, unit(game, wing)
    p.base[piece], p.mission[piece] = p.at[piece], mission
    if load:
        p.cargo[piece] = unit(game, load)
        p.emplaned |= 1 << unit(game, load)
    p.put(piece, node(game, there))
    game._changed()
    return game


@pytest.mark.rule("sfe", "16.31", "16.31/1")
def test_loading_a_transport() -> None:
    """A transport takes two defense factors of infantry or a leader on its own base, for one point and for two."""
    game = scene("Essen: KGzbV1 KGzbV2 22LL IV Kleist 9Pz / Cologne: Flgbde1 / axis movement")
    assert offers(game, "axis", "load") == {"22LL", "Kleist"}
    before = left(game, "22LL")
    assert before >= 1 and transport.boarding(game.table, unit(game, "Kleist")) == 4
    play(game, "axis: load 22LL KGzbV1")
    assert refused(game, "axis", "move 22LL Munster") and game.table.p.cargo[unit(game, "KGzbV1")] == unit(game, "22LL")
    assert offers(game, "axis", "load", "Kleist") == {"KGzbV2"}
    game.table.p.left[unit(game, "Kleist")] = 2
    game._changed()
    assert "load" not in offers(game, "axis")


@pytest.mark.rule("sfe", "16.31")
def test_what_a_transport_brings() -> None:
    """It unloads at a friendly base; shot down, it takes its passenger with it."""
    game = sent(scene("Essen: KGzbV1 22LL / axis movement"), "KGzbV1", TRANSPORT, "Cologne", "22LL")
    transport.deliver(game.table, unit(game, "KGzbV1"))
    assert at(game, "22LL") == "Cologne" and not game.table.p.emplaned
    lost = sent(scene("Essen: KGzbV1 22LL / axis movement"), "KGzbV1", TRANSPORT, "Cologne", "22LL")
    control.remove(lost.table, unit(lost, "KGzbV1"), "air combat")
    assert not on_map(lost, "22LL")


@pytest.mark.rule("sfe", "16.33")
def test_far_transport() -> None:
    """Twice the range is flown to a base where the transport lands with its load."""
    game = scene("Munich: KGzbV1 22LL / axis air_attack")
    wing = unit(game, "KGzbV1")
    game.table.p.cargo[wing] = unit(game, "22LL")
    game._changed()
    distance = game.table.world.board.grid.distance
    found = {node(game, name) for name in offers(game, "axis", "fly", "KGzbV1", "transport")}
    far = [n for n in found if distance(n, node(game, "Munich")) > 10]
    assert far and all(distance(n, node(game, "Munich")) <= 20 for n in found)
    there = game.table.node_name(far[0])
    transport.deliver(sent(game, "KGzbV1", TRANSPORT, there, "22LL").table, wing)
    assert at(game, "KGzbV1") == at(game, "22LL") == there and not game.table.p.mission[wing]


@pytest.mark.rule("sfe", "16.34")
def test_a_transport_held_back() -> None:
    """A load held back lands after exploitation at a base that was taken; if it was not, it goes home."""
    for holder, goal in (("X", "Arnhem"), ("DutI", "Essen")):
        text = f"Essen: KGzbV172 22LL / Arnhem: {holder} / axis late_delivery"
        game = sent(scene(text, [6, 6]), "KGzbV172", FOLLOW_UP, "Arnhem", "22LL")
        transport.Delivery(FOLLOW_UP).run(game.table, game.table.frame)
        assert at(game, "22LL") == goal


@pytest.mark.rule("sfe", "16.34")
def test_supplies_held_back() -> None:
    """Supplies, too, may wait for exploitation: they are landed in a town that was taken, and lost in an enemy's."""
    for holder, landed in (("X", 1), ("DutI", 0)):
        game = scene(f"turn=2 / Essen: KGzbV172 / Arnhem: {holder} / axis air_attack", [6, 6])
        play(game, "axis: fly KGzbV172 late_supply Arnhem", "axis: end")
        assert not game.table.p.flown_in
        transport.Delivery(LATE_SUPPLY).run(game.table, game.table.frame)
        assert len(game.table.p.flown_in) == landed


@pytest.mark.rule("sfe", "16.32", "23.31", "23.32")
def test_air_supply() -> None:
    """An empty transport of a supplied base brings a point; it feeds a corps within three hexes, and is then gone."""
    game = scene("turn=2 / Essen: KGzbV1 / Hamburg: KGzbV2 X*1 IV*1 / axis air_attack")
    assert "air_supply" in offers(game, "axis", "fly", "KGzbV1")
    assert transport.suits(game.table, unit(game, "KGzbV1"), "air_supply")
    cut = scene("turn=2 / Essen: KGzbV1 / Lyon: X / axis air_attack")
    cut.table.p.put(unit(cut, "KGzbV1"), node(cut, "Lyon"))
    assert not transport.suits(cut.table, unit(cut, "KGzbV1"), "air_supply")
    transport.deliver(sent(game, "KGzbV1", AIR_SUPPLY, "Hamburg").table, unit(game, "KGzbV1"))
    t, units = game.table, [unit(game, "X"), unit(game, "IV")]
    assert t.p.flown_in == {str(node(game, "Hamburg")): 4}
    assert len(supply.fed_from_the_air(t, 0, units)) == 1 and t.p.flown_in == {}
    t.p.flown_in = {str(node(game, "Berlin")): 4}
    assert supply.fed_from_the_air(t, 0, units) == set()


@pytest.mark.rule("sfe", "22.2")
def test_supplies_dropped() -> None:
    """Over a controlled hex without a base supplies are dropped: only a success on the table delivers them."""
    for die, got in ((6, 4), (2, 0)):
        game = sent(scene("Essen: KGzbV1 / axis movement", [die]), "KGzbV1", AIR_SUPPLY, "NW4012")
        transport.deliver(game.table, unit(game, "KGzbV1"))
        assert sum(game.table.p.flown_in.values()) == got


# Airborne assaults


@pytest.mark.rule("sfe", "22.11")
def test_the_plan_of_may() -> None:
    """The first assault is planned: its hexes, within two of Rotterdam, are named on MAY 1, in secret."""
    game = scene("Essen: Flgbde1 Flgbde2 KGzbV1 KGzbV2 / axis reinforcement")
    assert refused(game, "axis", "aim Flgbde1 Lille") == "22.11"
    play(game, "axis: aim Flgbde1 Rotterdam")
    assert airborne.due_target(game.table, unit(game, "Flgbde1"), unit(game, "KGzbV1")) == node(game, "Rotterdam")
    assert airborne.due_target(game.table, unit(game, "Flgbde1"), unit(game, "KGzbV172")) == -1
    seen = {seat: "aims" in str(game.view(seat).json()) for seat in ("axis", "allied")}
    assert seen == {"axis": True, "allied": False}


@pytest.mark.rule("sfe", "22.11", "22.12")
def test_a_plan_ripens() -> None:
    """An area is chosen two turns ahead, a hex one turn; units and transports are of one nation and one for one."""
    game = scene("turn=2 / Essen: Flgbde1 Flgbde2 KGzbV1 KGzbV2 / axis reinforcement")
    play(game, "axis: call_off Flgbde1")
    assert refused(game, "axis", "plan_drop Lille Flgbde1") == "22.11"
    game.table.p.called_off = 0
    game._changed()
    game.table.p.put(unit(game, "KGzbV2"), game.table.world.pool)
    game._changed()
    assert refused(game, "axis", "plan_drop Lille Flgbde1+Flgbde2") == "22.12"
    play(game, "axis: plan_drop Lille Flgbde1", "axis: aim Flgbde1 Arras")
    plan = airborne.of_unit(game.table, unit(game, "Flgbde1"))
    assert plan is not None
    ripe = []
    for turn in (2, 3, 4):
        game.table.p.turn = turn
        ripe.append(airborne.ripe(game.table, plan))
    assert ripe == [False, False, True]
    plans.amend(game.table, "airborne German", aimed=4)
    later = airborne.of_unit(game.table, unit(game, "Flgbde1"))
    assert later is not None and not airborne.ripe(game.table, later)


@pytest.mark.rule("sfe", "22.11/1")
def test_planned_units_keep_away() -> None:
    """Units in a plan neither enter an enemy zone nor attack."""
    game = scene("NW3913: Flgbde1 / Arnhem: DutI / axis movement")
    zone = names(game, zones.against(game.table, 0).all)
    open_ = offers(game, "axis", "move", "Flgbde1", ".")
    assert zone & open_ == set() and open_
    fight = scene("NW3814: Flgbde1 IV / Arnhem: DutI / axis combat")
    assert "Flgbde1" not in offers(fight, "axis", "attack")
    game.table.p.plans = {}
    game._changed()
    assert zone & offers(game, "axis", "move", "Flgbde1", ".")


@pytest.mark.rule("sfe", "22.11/1")
def test_planned_units_do_not_overrun() -> None:
    """A panzer corps overruns a weak unit; a planned brigade stacked with it does not come along."""
    game = scene("NW3914: Flgbde1 XVIPz / Aachen: BelKGroup / axis movement")
    assert refused(game, "axis", "overrun XVIPz Aachen") == ""
    assert refused(game, "axis", "overrun Flgbde1+XVIPz Aachen") == "14.01"
    game.table.p.plans = {}
    game._changed()
    assert refused(game, "axis", "overrun Flgbde1+XVIPz Aachen") == ""


@pytest.mark.rule("sfe", "22.12", "22.13")
def test_from_where_and_how_far() -> None:
    """It takes off from a supplied base out of enemy zones, for a hex within seven of a supplied controlled one."""
    game = scene("Essen: KGzbV1 / axis air_attack")
    t, wing = game.table, unit(game, "KGzbV1")
    assert airborne.fit_base(t, wing)
    t.p.put(wing, node(game, "Lyon"))
    assert not airborne.fit_base(t, wing)
    near = airborne.within_seven(t, 0)
    assert near >> node(game, "Lille") & 1 and not near >> node(game, "Bordeaux") & 1


def dropped(die: int, there: str, units: str = "", weather: str = "Clear") -> grognard.Game:
    """A brigade jumps."""
    text = f"{weather} / Essen: KGzbV1 Flgbde1 / {units + ' / ' if units else ''}axis delivery"
    game = sent(scene(text, [die]), "KGzbV1", AIRDROP, there, "Flgbde1")
    transport.deliver(game.table, unit(game, "KGzbV1"))
    return game


@pytest.mark.rule("sfe", "22.14/X", "22.14/D", "22.14/S")
def test_how_they_land() -> None:
    """A success holds the hex, a disrupted unit does not and has no zone, an eliminated one is gone."""
    safe = dropped(5, "Groningen")
    assert at(safe, "Flgbde1") == "Groningen" and safe.table.p.axis_land >> node(safe, "Groningen") & 1
    shaken = dropped(2, "Groningen")
    t, piece = shaken.table, unit(shaken, "Flgbde1")
    assert at(shaken, "Flgbde1") == "Groningen" and not t.p.axis_land >> node(shaken, "Groningen") & 1
    assert strengths.attack_of(t, piece, node(shaken, "Groningen")) == 480
    assert not zones.zones(t, 0).all
    airborne.recover(t)
    assert t.p.axis_land >> node(shaken, "Groningen") & 1 and strengths.attack_of(t, piece, t.p.at[piece]) == 2 * 480
    dead = dropped(1, "Rotterdam", "Rotterdam: DutI")
    assert not on_map(dead, "Flgbde1")


@pytest.mark.rule("sfe", "28.01/a")
def test_no_zone_in_the_segment_of_the_drop() -> None:
    """A small airborne unit has no zone while it is dropping, even a division that has one otherwise."""
    game = scene("Groningen: 22LL / axis movement")
    assert zones.zones(game.table, 0).all
    game.table.p.dropped |= 1 << unit(game, "22LL")
    game._changed()
    assert not zones.zones(game.table, 0).all


@pytest.mark.rule("sfe", "21.04")
def test_flak_and_mud_spoil_a_drop() -> None:
    """A transport halved by flak, or mud, takes one from the die."""
    game = sent(scene("Essen: KGzbV1 Flgbde1 / axis delivery"), "KGzbV1", AIRDROP, "Utrecht", "Flgbde1")
    wing = unit(game, "KGzbV1")
    assert airborne.modifier(game.table, wing) == 0
    game.table.p.halved[wing] = 1
    assert airborne.modifier(game.table, wing) == -1
    assert (airborne.by_table(5, "enemy_occupied"), airborne.by_table(4, "enemy_occupied")) == ("S", "D")


@pytest.mark.rule("sfe", "22.15")
def test_they_attack_their_own_hex() -> None:
    """Those who dropped attack the enemies in their hex and no other, with others from outside; else they are lost."""
    game = scene("Rotterdam: DutI / Amsterdam: DutII / NW3716: X / Essen: Flgbde1 / axis combat")
    game.table.p.plans = {}
    game.table.p.put(unit(game, "Flgbde1"), node(game, "Rotterdam"))
    game.table.p.dropped |= 1 << unit(game, "Flgbde1")
    game._changed()
    assert "Flgbde1" in offers(game, "axis", "attack")
    assert refused(game, "axis", "attack Flgbde1 Amsterdam") != ""
    assert refused(game, "axis", "attack Flgbde1+X Rotterdam") == ""
    airborne.not_cleared(game.table)
    assert not on_map(game, "Flgbde1") and on_map(game, "DutI")
    won = dropped(5, "Rotterdam", "Rotterdam: DutI")
    control.remove(won.table, unit(won, "DutI"), "combat")
    airborne.not_cleared(won.table)
    assert on_map(won, "Flgbde1") and won.table.p.axis_land >> node(won, "Rotterdam") & 1


@pytest.mark.rule("sfe", "22.16")
def test_a_way_past_airborne_units() -> None:
    """A unit may retreat through a hex where enemies have just dropped if a friend is there, and goes on."""
    game = dropped(5, "Rotterdam", "Rotterdam: DutI / NW3716: DutII")
    assert names(game, airborne.way_past(game.table, 1)) == {"Rotterdam"}
    assert "Rotterdam" in names(game, retreat.open_hexes(game.table, unit(game, "DutII")))
    alone = dropped(5, "Rotterdam", "NW3716: DutII")
    assert "Rotterdam" not in names(alone, retreat.open_hexes(alone.table, unit(alone, "DutII")))


@pytest.mark.rule("sfe", "5.01/1")
def test_airborne_units_overstack() -> None:
    """Where they drop they do not count, until their next Movement Phase is over."""
    game = dropped(5, "Arnhem", "Arnhem: X IV XXVII")
    there = node(game, "Arnhem")
    assert control.counts(game.table, there, 0) == 3
    game.table.p.overstack = 0
    assert control.counts(game.table, there, 0) == 4


# Breakdown


@pytest.mark.rule("sfe", "26.01", "26.02")
def test_a_panzer_corps_breaks_down() -> None:
    """A panzer corps becomes two divisions with its factors; only so many counters are there; reserves stay whole."""
    game = scene("Bitburg: XIXPz XXXXIPz XVIPz / Prum: IV XXV / axis movement")
    assert offers(game, "axis", "break_down") == {"XIXPz", "XXXXIPz", "XVIPz", "IV"}
    play(game, "axis: break_down XIXPz", "axis: break_down XXXXIPz")
    assert at(game, "Pzdiv1") == at(game, "Pzdiv4") and not on_map(game, "XIXPz")
    assert refused(game, "axis", "break_down XVIPz") == "26.02"
    assert refused(game, "axis", "break_down XXV") == "26.01"
    play(game, "axis: break_down IV")
    parts = [
        u.front[0]
        for u in game.table.world.units
        if u.kind == "INF" and u.formation == "breakdown" and on_map(game, u.name)
    ]
    assert sorted(parts) == [3, 3, 4]


@pytest.mark.rule("sfe", "26.03")
def test_breaking_down_and_recombining() -> None:
    """A unit breaks down before it moves, is whole again where its parts meet, and then moves no more."""
    game = scene("Prum: XIXPz IV / axis movement")
    play(game, "axis: move IV Bitburg")
    assert refused(game, "axis", "break_down IV") == "26.03"
    play(game, "axis: break_down XIXPz", "axis: move Pzdiv1 Bitburg")
    assert "recombine" not in offers(game, "axis")
    play(game, "axis: move Pzdiv2 Bitburg", "axis: recombine Pzdiv1+Pzdiv2 XIXPz")
    assert at(game, "XIXPz") == "Trier" and left(game, "XIXPz") == 0 and not on_map(game, "Pzdiv1")
    later = scene("Prum: XIXPz IV / axis exploitation")
    assert offers(later, "axis", "break_down") == {"XIXPz"}


@pytest.mark.rule("sfe", "26.05", "26.01/1")
def test_the_worst_supply_and_their_own_counters() -> None:
    """A recombined unit is as badly off as its worst part; SS and colonial corps find no counters among the others."""
    game = scene("Prum: Pzdiv1*2 Pzdiv2 / axis movement")
    assert breakdown.worst_level(game.table, (unit(game, "Pzdiv1"), unit(game, "Pzdiv2"))) == 2
    colonial = scene("Paris: Col FreV / allied movement")
    units = colonial.table.world.units
    assert breakdown.kept(units[unit(colonial, "Col")]) and not breakdown.kept(units[unit(colonial, "FreV")])
    assert breakdown.parts(colonial.table, unit(colonial, "Col")) == ()


# Options


@pytest.mark.rule("sfe", "28.06")
def test_split_bombing() -> None:
    """With 28.06 a Stuka wing of six factors helps three units with two each; without it one; a French wing never."""
    for option, found in (("on", [960, 960, 960]), ("off", [2880])):
        game = scene("Cologne: StG2 / Paris: IABomber1 / axis combat", options={"split_bombing": option})
        assert bombers.lots(game.table, unit(game, "StG2")) == found
    assert len(bombers.lots(game.table, unit(game, "IABomber1"))) == 1
    for option, factors in (("on", 5.5), ("off", 5)):
        text = "Cologne: StG2 / Liege: BelI / Aachen: 1Kav XXVI / axis combat"
        parts = sent(scene(text, options={"split_bombing": option}), "StG2", SUPPORT, "Liege")
        attackers = (unit(parts, "1Kav"), unit(parts, "XXVI"))
        assert bombers.attacking(parts.table, node(parts, "Liege"), attackers) == factors * 480


@pytest.mark.rule("sfe", "28.07")
def test_interception_range() -> None:
    """With 28.07 an escort that flew more than seven hexes stays an escort; without it, it may hunt."""
    for option, found in (("on", []), ("off", ["ZG26"])):
        game = scene("Essen: ZG26 / axis air_combat", options={"interception_range": option})
        sent(game, "ZG26", ESCORT, "Paris")
        hunters = aircombat.near_fighters(game.table, node(game, "Paris"), 0)
        assert [game.table.world.units[i].name for i in hunters] == found
    near = scene("Essen: ZG26 / axis air_combat", options={"interception_range": "on"})
    sent(near, "ZG26", ESCORT, "Liege")
    assert aircombat.near_fighters(near.table, node(near, "Liege"), 0)


@pytest.mark.rule("sfe", "28.05/5")
def test_airborne_units_exploit_with_a_leader() -> None:
    """German airborne units of five points move in the Exploitation Phase with a leader of level 3, not alone."""
    game = scene("Aachen: Flgbde1 Kleist XVIPz / Bocholt: Flgbde2 / axis exploitation")
    assert {"Flgbde1"} == offers(game, "axis", "move") & {"Flgbde1", "Flgbde2"}
    off = scene("Aachen: Flgbde1 Kleist XVIPz / axis exploitation", options={"leader_levels": "off"})
    assert "Flgbde1" not in offers(off, "axis", "move")
