"""Reinforcements (27.1), the order of appearance (27.3) and restrictions (27.2, 27.4): cases by rule."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.core.dice import Scripted
from grognard.titles.sfe import (
    airbank,
    appearance,
    arrivals,
    besieged,
    lend_lease,
    overseas,
    production,
    quotas,
    reserves,
)

from .cases import at, names, node, offers, on_map, play, refused, ruled, sea, unit, until, whole_board


def east(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of barbarossa41 without its counters, at a scene."""
    return grognard.read_scene(f"sfe barbarossa41 bare / {text}", dice, **new)


def west(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of overlord44 without its counters, at a scene."""
    return grognard.read_scene(f"sfe overlord44 bare / {text}", dice, **new)


def france(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """A game of blitzkrieg40 without its counters, at a scene."""
    return grognard.read_scene(f"sfe blitzkrieg40 bare / {text}", dice, **new)


def rich(game: grognard.Game, nation: str, infantry: int, armor: int) -> grognard.Game:
    """The same game with so many points."""
    game.table.p.points[nation] = (4 * infantry, 4 * armor)
    game._changed()
    return game


# Where reinforcements come


@pytest.mark.rule("sfe", "27.11")
def test_reinforcements_come_to_major_cities_first() -> None:
    """Whose listed place is lost comes to a major city at home, one in each; then to minor ones; armor to its works."""
    game = france("turn=2 / allied construction")
    t = game.table
    corps = t.world.units[unit(game, "XVAlp")]
    found = names(game, arrivals.for_ground(t, corps))
    assert {"Paris", "Lyon"} <= found and "Dijon" not in found
    t.p.billets["ground"] = t.world.major
    found = names(game, arrivals.for_ground(t, corps))
    assert "Dijon" in found and "Paris" not in found
    tank = next(u for u in t.world.units if u.nation == "French" and u.kind == "ARM")
    t.p.billets = {}
    assert names(game, arrivals.for_ground(t, tank)) == {"Paris", "Lyon"}


@pytest.mark.rule("sfe", "27.12")
def test_one_wing_comes_to_each_city_that_makes_wings() -> None:
    """A wing without a place comes to a replacement city that makes wings, and no second one to the same."""
    game = east("turn=8 / allied construction")
    t = game.table
    first = names(game, arrivals.for_wing(t, 1))
    assert "Moscow" in first and "Kiev" not in first
    arrivals.land_unit(t, unit(game, "IADnew1"), node(game, "Moscow"))
    assert names(game, arrivals.for_wing(t, 1)) == first - {"Moscow"}


@pytest.mark.rule("sfe", "27.14")
def test_a_leader_comes_to_the_capital() -> None:
    """Zhukov is due at Moscow; if the Germans hold it he comes to a replacement city in supply."""
    game = east("turn=8 / allied construction")
    assert names(game, arrivals.for_leader(game.table, 1)) == {"Moscow"}
    lost = east("turn=8 / Moscow: LIV / allied construction")
    found = names(lost, arrivals.for_leader(lost.table, 1))
    assert "Moscow" not in found and "Gorki" in found


@pytest.mark.rule("sfe", "27.46")
def test_americans_come_by_british_ports() -> None:
    """A lost U.S. corps returns at any British port, Commonwealth divisions at Suez and not at Alexandria."""
    game = rich(west("turn=3 / Caen: VIII / allied reinforcement"), "U.S.", 30, 30)
    found = offers(game, "allied", "replace", "VII")
    assert {"Portsmouth", "Liverpool", "Plymouth"} <= found and "Birmingham" not in found
    desert = rich(sea("Alexandria: 7Arm / turn=3 / allied reinforcement"), "British", 30, 30)
    assert offers(desert, "allied", "replace", "NZ2") == {"Suez"}
    assert offers(desert, "allied", "replace", "Br70") == {"Alexandria", "Suez"}


@pytest.mark.rule("sfe", "27.46/1")
def test_without_suez_the_commonwealth_comes_by_the_gulf() -> None:
    """On the whole board: with Suez lost New Zealanders land at a port of the Persian Gulf; Americans wait at home."""
    game = whole_board("africa41", "Clear / Suez: 5Light / turn=3 / allied construction", neutral=[], closed=[])
    t = game.table
    found = names(game, overseas.arrive(t, t.world.units[unit(game, "NZ2")]))
    assert "Suez" not in found and "Basra" in found
    t.p.allied_land |= 1 << node(game, "Suez")
    assert names(game, overseas.arrive(t, t.world.units[unit(game, "NZ2")])) == {"Suez"}


# Limits of wings


@pytest.mark.rule("sfe", "27.42")
def test_a_tenth_of_the_limit_enters_in_a_turn() -> None:
    """Of two German wings due on DEC 1 one comes, for the limit is six; with six in play none does."""
    game = sea("Arrivals: IIFkB JG53 / Naples: ItaXXI / turn=18 / axis reinforcement")
    assert sorted((at(game, "IIFkB"), at(game, "JG53"))) == ["Arrivals", "Catania"]
    late = "JG53" if at(game, "JG53") == "Arrivals" else "IIFkB"
    assert refused(game, "axis", f"arrive {late} Catania") == "27.42"
    full = ruled(
        sea("Catania: XFkA / Arrivals: JG53 / turn=18 / axis construction"), axis={"air_limits": {"German": 1}}
    )
    assert not reserves.may_enter(full.table, full.table.world.units[unit(full, "JG53")])
    assert reserves.may_enter(full.table, full.table.world.units[unit(full, "Ita5SqF")])


@pytest.mark.rule("sfe", "27.42/1")
def test_three_wings_may_be_put_in_reserve() -> None:
    """Wings of a country with a limit wait in reserve until the next turn; a fourth, or a minor's, is refused."""
    game = sea("Catania: XFkA XFkB ItaRASicF ItaRASicB 5Light*reduced / turn=4 / axis reinforcement")
    play(game, "axis: stand_down XFkA", "axis: stand_down XFkB", "axis: stand_down ItaRASicF")
    assert at(game, "XFkA") == "Arrivals" and refused(game, "axis", "arrive XFkA Naples")
    assert refused(game, "axis", "stand_down ItaRASicB") == "27.42/1"
    minor = east("Bucharest: RumFARRF / Berdichev: LIV*reduced / turn=4 / axis reinforcement")
    assert refused(minor, "axis", "stand_down RumFARRF") == "27.42/1"


# Restrictions on replacements


@pytest.mark.rule("sfe", "27.21/1")
def test_the_french_surge_in_the_fourth_month() -> None:
    """From SEP 1 1940 two French units come to a city in a turn, still one to Algiers; in May one, as for others."""
    game = france("turn=2 / allied construction")
    t = game.table
    corps, paris = t.world.units[unit(game, "XVAlp")], node(game, "Paris")
    assert quotas.surge(t, corps, paris, 1) == 1
    later = ruled(game, attacked_in_the_west="1940 JAN 2").table
    assert quotas.surge(later, corps, paris, 1) == 2
    whole = whole_board("blitzkrieg40", "turn=2 / allied construction", attacked_in_the_west="1940 JAN 2", neutral=[])
    french = whole.table.world.units[unit(whole, "XVAlp")]
    assert quotas.surge(whole.table, french, node(whole, "Algiers"), 1) == 1


@pytest.mark.rule("sfe", "27.23/1")
def test_two_airborne_factors_in_six_months() -> None:
    """A Soviet airborne corps of two factors is replaced, a second one only a half year later."""
    game = rich(east("turn=4 / Kiev: SovI / allied reinforcement"), "Soviet", 40, 0)
    play(game, "allied: replace VAbn Moscow")
    assert on_map(game, "VAbn") and refused(game, "allied", "replace IVAbn Gorki") == "27.23/1"
    game.table.p.turn += 12
    assert quotas.elites_left(game.table, unit(game, "IVAbn"))


@pytest.mark.rule("sfe", "27.23/3")
def test_siberians_come_back_in_1942_and_from_the_east() -> None:
    """In 1941 a lost Siberian corps stays lost; from JAN 1 1942 it costs points of the East, and no others."""
    game = rich(east("turn=12 / Moscow: SovI / allied construction"), "Soviet", 40, 0)
    t = game.table
    corps = t.world.units[unit(game, "5ArmySib")]
    t.p.points["East"] = (4 * 20, 0)
    assert not production.affordable(t, corps, 6)
    later = east("turn=12 / Moscow: SovI / allied construction").table
    later.world = ruled(east("turn=12 / allied construction")).table.world
    object.__setattr__(later.world, "turns", (*later.world.turns[:11], "1942 JAN 1", "1942 JAN 2"))
    later.p.points = {"Soviet": (160, 0), "East": (4 * 20, 0)}
    assert production.affordable(later, corps, 6)
    production.pay(later, corps, 6)
    assert later.p.points == {"Soviet": (136, 0), "East": (56, 0)}
    later.p.points["East"] = (8, 0)
    assert not production.affordable(later, corps, 6)


@pytest.mark.rule("sfe", "27.23/4")
def test_guards_come_back_from_april_1942() -> None:
    """In 1941 lost Guards are not replaced; at Kharkov in May 1942 they are."""
    game = rich(east("turn=12 / Moscow: SovI / allied reinforcement"), "Soviet", 40, 0)
    assert refused(game, "allied", "replace 1Gds Moscow") == "27.23/4"
    later = rich(
        grognard.read_scene("sfe kharkov42 bare / turn=2 / Valuiki: 9A / allied reinforcement"), "Soviet", 40, 0
    )
    assert not refused(later, "allied", "replace 28AGds Voronezh")


@pytest.mark.rule("sfe", "27.23/5")
def test_in_peace_no_points_are_hoarded() -> None:
    """At peace the Rumanians keep no more infantry points than their lost units cost; at war they save them."""
    game = ruled(east("turn=2 / Bucharest: Rum1Arm / axis construction"), at_peace=["Rumanian"])
    t = game.table
    for other in t.world.units:
        if other.nation == "Rumanian" and other.ground and t.p.at[other.index] == t.world.pool:
            t.p.due[other.index] = -1
    lost = next(u for u in t.world.units if u.nation == "Rumanian" and u.kind == "INF")
    t.p.due[lost.index] = 0
    t.p.points["Rumanian"] = (400, 0)
    quotas.capped_in_peace(t, "Rumanian")
    assert t.p.points["Rumanian"] == (4 * lost.front[0], 0)
    war = ruled(game, at_peace=[]).table
    war.p.points["Rumanian"] = (400, 0)
    quotas.capped_in_peace(war, "Rumanian")
    assert war.p.points["Rumanian"] == (400, 0)


@pytest.mark.rule("sfe", "27.24/3")
def test_a_campaign_saves_air_points() -> None:
    """Six saved points replace a wing, and must; without a lost wing a third of the limit is kept, by a minor two."""
    terms = {"air_points": {"German": 7, "Rumanian": 7}, "air_limits": {"German": 26}}
    game = ruled(east("turn=2 / Warsaw: XXVI*reduced / axis reinforcement"), axis=terms)
    t = game.table
    airbank.monthly(t, 0)
    assert t.p.air_bank == {"German": 7, "Rumanian": 7}
    t.p.wings_due = 0
    game._changed()
    assert refused(game, "axis", "end") == "27.24/3"
    play(game, "axis: replace JG54 Warsaw")
    assert t.p.air_bank["German"] == 1 and on_map(game, "JG54")
    for wing in t.world.units:
        if wing.air and wing.power == 0:
            t.p.due[wing.index] = -1
    airbank.monthly(t, 0)
    airbank.monthly(t, 0)
    assert t.p.air_bank == {"German": 8, "Rumanian": 2}


@pytest.mark.rule("sfe", "27.24/4")
def test_a_starving_city_makes_no_wings() -> None:
    """Leningrad, cut off, still makes its air points until it feels the second level out of supply."""
    ring = "NE2830: LIV / NE2831: XXVI / NE2631: XXVIII / NE2829: I"
    game = east(f"turn=4 / Leningrad: SovI / {ring} / allied supply")
    t = game.table
    city = node(game, "Leningrad")
    assert [row["city"] for row in besieged.making_wings(t, 1)] == ["Leningrad"]
    t.p.city_levels[str(city)] = 3
    assert besieged.making_wings(t, 1) == []


# The order of appearance


@pytest.mark.rule("sfe", "27.31")
def test_a_unit_that_is_added_is_bought_from_the_pool() -> None:
    """A counter that is not in play joins the pool on its day; before that there is nothing to replace."""
    game = ruled(sea("turn=4 / Alexandria: 7Arm / allied construction"), add={"1941 MAY 2": ["Br70"]})
    t, late = game.table, unit(game, "Br70")
    t.p.due[late] = -1
    ruled(game, add={"1941 MAY 1": ["Br70"]})
    assert not production.in_pool(game.table, 1, ()) >> late & 1
    appearance.segment_begins(game.table, 1)
    assert production.in_pool(game.table, 1, ()) >> late & 1


@pytest.mark.rule("sfe", "27.33")
def test_any_unit_of_the_type_is_upgraded_for_the_difference() -> None:
    """An upgrade that names no unit takes the place of a weaker division of its kind, and of no other kind."""
    text = "Agedabia: 5Light ItaSupply1 / Sirte: 90Light / Arrivals: 21Pz / turn=10 / axis construction"
    game = ruled(sea(text), upgrades={"21Pz": ""})
    t = game.table
    new, old, other = unit(game, "21Pz"), unit(game, "5Light"), unit(game, "90Light")
    assert appearance.same_type(t, old, new) and not appearance.same_type(t, other, new)
    assert not appearance.same_type(t, unit(game, "15Pz"), new), "it is as strong"
    assert appearance.bill(t, old, new) == (0, 8)


@pytest.mark.rule("sfe", "27.43")
def test_a_neutral_soviet_union_pays_armor_points_alone() -> None:
    """In peace a motorized upgrade costs its armor points; at war the infantry points as well."""
    for peace, owed in ((["Soviet"], (0, 8)), ([], (8, 8))):
        game = ruled(east("turn=4 / Kiev: SovI / allied construction"), at_peace=peace)
        t = game.table
        from dataclasses import replace

        old, new = (i for i, u in enumerate(t.world.units) if u.name in ("SovI", "SovII"))
        units = list(t.world.units)
        units[old] = replace(units[old], kind="MOT", front=(4, 4, 5))
        units[new] = replace(units[new], kind="MOT", front=(8, 8, 5))
        t.world = replace(t.world, units=tuple(units))
        assert appearance.bill(t, old, new) == owed


@pytest.mark.rule("sfe", "27.47")
def test_a_faster_british_corps_costs_an_armor_point() -> None:
    """From four to five movement points costs one armor point more; at five already it does not."""
    from dataclasses import replace

    t = west("turn=3 / allied construction").table
    corps = next(u for u in t.world.units if u.nation == "British" and u.kind == "INF" and u.size == "XXX")
    slow, fast = replace(corps, front=(6, 6, 4)), replace(corps, front=(8, 8, 5))
    assert appearance.faster_corps(slow, fast) == 4 and appearance.faster_corps(fast, fast) == 0
    assert appearance.faster_corps(replace(slow, nation="Canadian"), fast) == 0


@pytest.mark.rule("sfe", "27.48")
def test_weak_italian_corps_wait_for_july_1940() -> None:
    """A 1-2-3 corps becomes a 2-4-3 one from JUL 1 1940 on."""
    from dataclasses import replace

    game = sea("turn=4 / axis construction")
    t = game.table
    old, new = unit(game, "ItaX"), unit(game, "ItaXXI")
    units = list(t.world.units)
    units[old] = replace(units[old], front=(1, 2, 3))
    t.world = replace(t.world, units=tuple(units))
    assert appearance.italian_date(t, old, new)
    t.world = replace(t.world, turns=tuple(f"1940 {turn.split(' ', 1)[1]}" for turn in t.world.turns))
    assert not appearance.italian_date(t, old, new)
    t.p.turn = 9
    assert appearance.italian_date(t, old, new)


@pytest.mark.rule("sfe", "27.34")
def test_two_panzer_divisions_form_a_corps() -> None:
    """Stacked, supplied, out of zones and unmoved, 1 SS and 12 SS are I SS; not beside the enemy, nor after a march."""
    text = "turn=3 / {} / axis movement"
    game = west(text.format("Cologne: 1SS 12SS 2SS"))
    assert not refused(game, "axis", "recombine 12SS+1SS ISS")
    assert refused(game, "axis", "recombine 12SS+2SS ISS"), "I SS is formed of 1 SS and 12 SS (O11)"
    play(game, "axis: recombine 12SS+1SS ISS")
    assert at(game, "ISS") == "Cologne" and not on_map(game, "1SS")
    near = west(text.format("Cologne: 1SS 12SS / Dusseldorf: VII"))
    assert refused(near, "axis", "recombine 12SS+1SS ISS")
    tired = west(text.format("Cologne: 1SS 12SS"))
    play(tired, f"axis: move 12SS+1SS {min(offers(tired, 'axis', 'move', '12SS+1SS', '.'))}")
    assert refused(tired, "axis", "recombine 12SS+1SS ISS")


@pytest.mark.rule("sfe", "27.35")
def test_a_reserve_costs_nothing_and_need_not_come() -> None:
    """A unit that is added to the reserve waits in its box; from the next turn on it may come, and need not."""
    game = ruled(east("turn=7 / Moscow: SovI / allied construction"), reserve={"1941 SEP 2": ["1Gds"]})
    appearance.segment_begins(game.table, 1)
    t, piece = game.table, unit(game, "1Gds")
    assert t.p.reserve >> piece & 1 and t.p.due[piece] == 8 and at(game, "1Gds") == "Arrivals"
    until(game, "reinforcement", "allied")
    assert t.p.turn == 8 and "1Gds" in offers(game, "allied", "arrive")
    assert all(owed.piece != piece for owed in arrivals.owed_arrivals(t, 1))


@pytest.mark.rule("sfe", "27.36/1")
def test_a_leader_leaves_in_any_case() -> None:
    """Rommel leaves; were he lost another leader would; with none on the map eight armor points are forfeited."""
    game = rich(west("turn=3 / Paris: Rommel LXXX / axis construction"), "German", 0, 10)
    appearance.leader_leaves(game.table, unit(game, "Rommel"))
    assert not on_map(game, "Rommel") and game.table.p.points["German"] == (0, 40)
    lost = rich(west("turn=3 / Paris: LXXX / axis construction"), "German", 0, 10)
    appearance.leader_leaves(lost.table, unit(lost, "Rommel"))
    assert lost.table.p.points["German"] == (0, 8)


@pytest.mark.rule("sfe", "27.36/2")
def test_others_leave_for_a_unit_that_cannot() -> None:
    """7 Australian was lost: its four infantry points are paid; without them units of four factors leave instead."""
    paid = rich(sea("Alexandria: Aus9 / turn=6 / allied construction"), "British", 6, 0)
    appearance.leave(paid.table, 1)
    assert paid.table.p.points["British"] == (8, 0) and on_map(paid, "Aus9")
    game = rich(sea("Alexandria: Aus9 NZ2 / turn=6 / allied construction"), "British", 0, 0)
    appearance.leave(game.table, 1)
    game._changed()
    assert offers(game, "allied", "withdraw") == {"Aus9"}
    play(game, "allied: withdraw Aus9")
    assert not on_map(game, "Aus9") and game.table.frame.step == "construction"


@pytest.mark.rule("sfe", "27.37")
def test_a_withdrawn_division_comes_back() -> None:
    """9 Australian returns on the day that the order of battle names; a unit that was merely lost does not."""
    game = ruled(sea("turn=4 / Alexandria: Aus9 Aus7 / allied construction"), **{"return": {"1941 MAY 1": ["Aus9"]}})
    appearance.withdraw(game.table, unit(game, "Aus9"))
    appearance.segment_begins(game.table, 1)
    assert at(game, "Aus9") == "Arrivals" and game.table.p.due[unit(game, "Aus9")] == 4


# Allies and friends


@pytest.mark.rule("sfe", "27.49")
def test_germany_pays_for_the_armor_of_its_allies() -> None:
    """The Rumanian tanks return for one German armor point and two Rumanian infantry points, at Bucharest."""
    game = rich(rich(east("turn=4 / Iasi: RumIII / axis reinforcement"), "German", 0, 1), "Rumanian", 2, 0)
    play(game, "axis: replace Rum1Arm Bucharest")
    assert game.table.p.points["German"] == (0, 0) and game.table.p.points["Rumanian"] == (0, 0)
    poor = rich(rich(east("turn=4 / Iasi: RumIII / axis reinforcement"), "German", 9, 0), "Rumanian", 9, 0)
    assert refused(poor, "axis", "replace Rum1Arm Bucharest") == "27.21/a"
    named = ruled(
        east("turn=2 / Arrivals: HunMobile / Iasi: RumIII / axis reinforcement"), sponsored={"HunMobile": "German"}
    )
    named.table.p.put(unit(named, "HunMobile"), named.table.world.arrivals)
    named.table.p.due[unit(named, "HunMobile")] = 2
    assert refused(rich(named, "German", 0, 0), "axis", "arrive HunMobile Khust") == "27.49"
    play(rich(named, "German", 0, 2), "axis: arrive HunMobile Khust")
    assert named.table.p.points["German"] == (0, 4)


LEASE = {"allied": {"lend_lease": {"1941 NOV 1": [2, 3]}}}


@pytest.mark.rule("sfe", "27.45/a")
def test_lend_lease_comes_by_rail_from_archangel() -> None:
    """With the railway from Archangel open the points count at once; with a German corps on it they do not."""
    game = ruled(east("turn=10 / Moscow: SovI / allied construction"), **LEASE)
    lend_lease.arrive(game.table, 1)
    assert game.table.p.points["Soviet"][1] == 12 and game.table.p.air_stock == 2
    assert lend_lease.way_open(game.table, 1)
    cut = ruled(east("turn=10 / Archangel: LIV / allied construction"), **LEASE)
    assert not lend_lease.way_open(cut.table, 1)


@pytest.mark.rule("sfe", "27.45/b")
def test_lend_lease_without_a_way_is_kept_apart() -> None:
    """Points that cannot leave Archangel wait there and can replace an armor unit; when the way opens they join."""
    game = ruled(east("turn=10 / Moscow: SovI / allied construction"), **LEASE)
    t = game.table
    t.p.allied_rail &= ~t.world.near[node(game, "Archangel")]
    lend_lease.arrive(t, 1)
    assert lend_lease.stock_of(t) == (2, 12) and t.p.points.get("Soviet", (0, 0))[1] == 0
    tanks = next(u for u in t.world.units if u.nation == "Soviet" and u.kind == "ARM" and u.front[0] == 3)
    assert names(game, 1 << lend_lease.depot(t, tanks)) == {"Archangel"}
    assert production.affordable(t, tanks, 3, node(game, "Archangel")) and not production.affordable(t, tanks, 3)
    t.p.allied_rail |= t.world.rail_hexes & t.p.allied_land
    lend_lease.arrive(t, 1)
    assert lend_lease.stock_of(t) == (0, 0) and t.p.points["Soviet"][1] == 24


@pytest.mark.rule("sfe", "27.45/c")
def test_lend_lease_goes_over_the_caspian() -> None:
    """On the whole board: from Baku by sea to Astrakhan and on by rail, if both are Soviet and it does not storm."""
    game = whole_board("barbarossa41", "turn=10 / Clear / Moscow: SovI / allied construction", neutral=[])
    t = game.table
    assert lend_lease.over_the_caspian(t, 1)
    t.p.weather_a = t.p.weather_b = 6
    assert not lend_lease.over_the_caspian(t, 1)
    lost = whole_board("barbarossa41", "turn=10 / Clear / Baku: LIV / allied construction", neutral=[])
    assert not lend_lease.over_the_caspian(lost.table, 1)


def test_air_points_of_the_month_are_rolled_for_elsewhere() -> None:
    """A side that saves no air points rolls its die as before."""
    game = east("turn=2 / Warsaw: XXVI*reduced / axis construction")
    game.table.dice = Scripted([3])
    production.air_roll(game.table, 0)
    assert game.table.p.wings_due == 1
