"""Powers, fronts and scenarios of EuroFront (20, 21, 22): how the wars begin, who may be where, who pays."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.play.game import Game
from grognard.titles.eurofront import deploying, fronts, strongholds, tables
from grognard.titles.eurofront.europe import (
    arctic,
    command,
    cooperation,
    costs,
    mustering,
    nations,
    politics,
    purses,
    victory,
)
from grognard.titles.eurofront.europe.world import axis_fire_in_the_west, basic_production
from grognard.titles.eurofront.med import desert
from grognard.titles.eurofront.med import purses as ships
from grognard.titles.eurofront.peace import pact, soviets
from grognard.titles.eurofront.tide import basing
from grognard.titles.eurofront.war import naval
from grognard.titles.eurofront.war.supply import by_the_cape
from grognard.titles.systems.front import ground, supply
from grognard.titles.systems.front.state import SNOW, month_number

from .europe import ALLIED, AXIS, SOVIET, holds, node, piece, scene
from .play import asked, at, cv

LINE = "Berlin: OKW3 / London: AF3 / Moscow: Stavka3"


def begun(war: str) -> Game:
    """A war at its first decision, all where they stood."""
    return grognard.new("eurofront", war, seed=1)


# How the wars begin


@pytest.mark.rule("eurofront", "S1939/max", "1939.1")
def test_the_campaign_opens_with_command() -> None:
    """September 1939: no Production, no Diplomacy before the first fortnight; the Axis commands."""
    g = begun("1939")
    assert g.title.month_name(g.table) == "Sep 1939"
    assert g.table.frame.step == "command" and asked(g) == {"axis"}


@pytest.mark.rule("eurofront", "1943.1", "1940.1")
def test_early_and_late_starts() -> None:
    """1943 begins in July; 1940 in May, with the levels of June on its sheet."""
    assert begun("1943").title.month_name(begun("1943").table) == "Jul 1943"
    t = begun("1940A").table
    assert ships.printed_month(t) == month_number("1940-06")
    assert ships.printed_month(begun("1940B").table) == month_number("1940-08")
    assert t.title.month_name(t) == "May 1940"
    t.p.month += 1
    assert [t.title.fixed_level(t, power) for power in (AXIS, ALLIED)] == [45, 34]


@pytest.mark.rule("eurofront", "S1939/terr", "S1940/terr", "S1941/terr")
def test_who_holds_what_before_barbarossa() -> None:
    """Prague is German, Warsaw Polish; then Oslo is German and Lvov Soviet, Narvik fought over; then Belgrade is
    German, Baghdad British, Budapest only cooperates."""
    g = begun("1939")
    assert holds(g, AXIS, "Prague") and holds(g, ALLIED, "Warsaw") and g.table.p.neutral >> node(g, "Rome") & 1
    assert naval.ruling(g.table) == ALLIED and "Iraq" in cooperation.partners(g.table, ALLIED)
    g = begun("1940")
    assert holds(g, AXIS, "Oslo") and holds(g, SOVIET, "Lvov") and holds(g, AXIS, "Warsaw")
    assert g.table.p.defends[ALLIED] >> node(g, "Narvik") & 1 and not cooperation.partners(g.table, AXIS)
    g = begun("1941")
    assert holds(g, AXIS, "Belgrade") and holds(g, ALLIED, "Baghdad") and holds(g, ALLIED, "Tobruk")
    assert g.table.p.neutral >> node(g, "Budapest") & 1 and "Hungary" in cooperation.partners(g.table, AXIS)


@pytest.mark.rule("eurofront", "S1942/terr", "S1943/terr", "S1944/terr")
def test_who_holds_what_after_barbarossa() -> None:
    """Kiev is German until 1944, Leningrad never; Tripoli falls by 1943, Naples by 1944, Rome not yet."""
    for war, kiev, tripoli, naples in (("1942", AXIS, AXIS, AXIS), ("1943", AXIS, ALLIED, AXIS)):
        g = begun(war)
        assert holds(g, kiev, "Kiev") and holds(g, tripoli, "Tripoli") and holds(g, naples, "Naples")
        assert holds(g, SOVIET, "Leningrad") and g.table.p.neutral >> node(g, "Madrid") & 1
        assert not g.table.p.neutral & (g.table.p.held[AXIS] | g.table.p.held[ALLIED] | g.table.p.held[SOVIET])
    g = begun("1944")
    assert holds(g, SOVIET, "Kiev") and holds(g, ALLIED, "Naples") and holds(g, AXIS, "Rome")
    assert not g.table.p.neutral & (g.table.p.held[AXIS] | g.table.p.held[ALLIED] | g.table.p.held[SOVIET])


@pytest.mark.rule("eurofront", "S1939/danzig")
def test_danzig_is_no_ones() -> None:
    """No one sets up in the Free City, no one's war is needed to enter it."""
    g = begun("1939")
    danzig = node(g, "Danzig")
    assert not any(held >> danzig & 1 for held in g.table.p.held) and not g.table.p.neutral >> danzig & 1
    assert ground.open_to(g.table, piece(g, "AGNor")) >> danzig & 1
    assert not deploying.zone(g.table, piece(g, "AGNor"))[0] >> danzig & 1


REINFORCEMENTS = {
    "1939": (20, 5, 3), "1940": (18, 1, 12), "1941": (13, 2, 9), "1942": (35, 6, 2), "1943": (13, 13, 0),
    "1944": (2, 11, 0),
}  # fmt: skip


def due(war: str) -> tuple[int, ...]:
    """How many reinforcements a sheet has for each power, beachheads with them."""
    rows = [row for row in tables.schedule(war) if row.scenario == war]
    return tuple(sum(row.power == side for row in rows) for side in ("axis", "allies", "soviets"))


@pytest.mark.rule("eurofront", "S1939/reinf", "S1940/reinf", "S1941/reinf")
def test_reinforcements_before_barbarossa() -> None:
    """As many blocks as the sheets list; 33 Corps comes in October 1939 with a step."""
    assert all(due(war) == REINFORCEMENTS[war] for war in ("1939", "1940", "1941"))
    g = begun("1939")
    assert g.title.schedule(g.table)[piece(g, "33inf")] == (month_number("1939-10"), 1)


@pytest.mark.rule("eurofront", "S1942/reinf", "S1943/reinf", "S1944/reinf")
def test_reinforcements_after_barbarossa() -> None:
    """As many blocks as the sheets list, beachheads with them."""
    assert all(due(war) == REINFORCEMENTS[war] for war in ("1942", "1943", "1944"))


def turn_of(year: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What December brings a side in points, and its dice in the air: Axis East and West, Allies, Soviets."""
    before, after = (basic_production(month_number(f"{year}-{month}")) for month in ("11", "12"))
    month = month_number(f"{year}-12")
    fire = begun("1944").table.world.extra["air"][month].fire
    return tuple(after[side] - before[side] for side in ("axis", "allies", "soviets")), (
        fire[AXIS], axis_fire_in_the_west(month), fire[ALLIED], fire[SOVIET],
    )  # fmt: skip


@pytest.mark.rule("eurofront", "1939.7", "1940.6", "1941.4")
def test_winters_before_the_tide_turns() -> None:
    """1939: five points for the Allies; 1940: six for the Soviets too, the Luftwaffe weaker in the West; 1941: all
    gain, and no one fires better than DF."""
    assert turn_of(1939) == ((0, 5, 0), (4, 4, 6, 6))
    assert turn_of(1940) == ((0, 5, 6), (4, 5, 6, 6))
    assert turn_of(1941) == ((5, 10, 6), (5, 5, 5, 6))


@pytest.mark.rule("eurofront", "1942.5", "1943.2", "1944.6")
def test_winters_after_the_tide_has_turned() -> None:
    """1942: SF in the West; 1943: SF in the East too, TF and a longer arm for the Allies; 1944: no Luftwaffe at all."""
    assert turn_of(1942) == ((5, 10, 8), (5, 6, 5, 5))
    assert turn_of(1943) == ((5, 10, 0), (6, 6, 4, 5))
    assert turn_of(1944)[0] == (0, 0, 0) and turn_of(1944)[1][2:] == (4, 4) and min(turn_of(1944)[1][:2]) > 6


@pytest.mark.rule("eurofront", "S1944A")
def test_three_play_for_themselves() -> None:
    """Of 1944A's three seats the Soviets have one."""
    assert begun("1944A").seats == ("axis", "allied", "soviet") and len(begun("1944").seats) == 2
    assert victory.three_sided(begun("1944A").table) and not victory.three_sided(begun("1944").table)


@pytest.mark.rule("eurofront", "S1944/hist")
def test_the_order_of_battle_of_june_1944() -> None:
    """SHAEF stands in London with three steps, the British amphibious corps on the coast with four."""
    g = begun("1944H")
    assert (at(g, "SHAEF"), cv(g, "SHAEF"), cv(g, "Br1amph"), cv(g, "15AG")) == ("London", 3, 4, 2)


@pytest.mark.rule("eurofront", "1939.4")
def test_the_soviets_wait_a_fortnight() -> None:
    """In the first fortnight of September 1939 East Poland is closed to them, in the second open."""
    g = scene(f"{LINE} / soviet command", scenario="1939")
    lvov = node(g, "Lvov")
    assert pact.closed_to_soviets(g.table) >> lvov & 1
    g.table.p.fortnight = 2
    assert not pact.closed_to_soviets(g.table) >> lvov & 1
    assert pact.closed_to_soviets(g.table) >> node(g, "Warsaw") & 1


# Germany and its friends


@pytest.mark.rule("eurofront", "20.12")
def test_berlin_needs_another_victory_city() -> None:
    """Cut off from every other Victory City, Berlin supplies no one."""
    g = scene(f"{LINE} / Dresden: 1inf3")
    assert supply.rail_sea(g.table, AXIS) >> node(g, "Dresden") & 1
    land = int(g.table.world.land) & ~g.table.world.board.area("Berlin", "Dresden")
    g.table.p.held = [held & ~land for held in g.table.p.held]
    g.table.p.held[ALLIED] |= land
    assert not supply.rail_sea(g.table, AXIS)


@pytest.mark.rule("eurofront", "20.11/a", "21.312")
def test_no_german_sees_the_pyramids_before_rommel() -> None:
    """Egypt is closed to a German corps until the Afrika HQ has come; Italians may go."""
    g = scene(f"{LINE} / Tripoli: It10inf3", scenario="1940")
    corps, egypt = piece(g, "1inf"), node(g, "Alexandria")
    assert desert.closed_to_germans(g.table, corps) >> egypt & 1
    assert not desert.closed_to_germans(g.table, piece(g, "It10inf"))
    g.table.p.put(piece(g, "AGAfr"), node(g, "Tripoli"))
    assert not desert.closed_to_germans(g.table, corps)


@pytest.mark.rule("eurofront", "20.131", "20.921")
def test_trains_run_through_who_cooperates() -> None:
    """German trains cross Hungary in 1941, which no German may enter; British ones Persia."""
    g = begun("1941")
    t = g.table
    assert t.title.transit(t, AXIS) >> node(g, "Budapest") & 1
    assert not ground.open_to(t, piece(g, "OKW")) >> node(g, "Budapest") & 1
    assert cooperation.transit(t, ALLIED) >> node(g, "Teheran") & 1


@pytest.mark.rule("eurofront", "20.19", "21.13", "21.22")
def test_the_east_has_its_own_purse_once_it_is_active() -> None:
    """Before war with the USSR a corps in Warsaw is built with points of the West, then with those of the East; a war
    of Turkey's opens the front as well."""
    g = scene(f"{LINE} / Krakow_E1: 1inf2", scenario="1941")
    t, corps = g.table, piece(g, "1inf")
    assert purses.payer(t, corps, t.p.at[corps]) == purses.WEST
    t.p.politics[nations.joins("Turkey", AXIS)] = t.p.month
    assert purses.payer(t, corps, t.p.at[corps]) == purses.EAST
    del t.p.politics[nations.joins("Turkey", AXIS)]
    soviets.go_to_war(t)
    assert purses.payer(t, corps, t.p.at[corps]) == purses.EAST


@pytest.mark.rule("eurofront", "21.22")
def test_the_flex_point_follows_the_front() -> None:
    """OKH commands East and West alike from Warsaw while the East Front is at work, from Berlin while it sleeps or has
    no points."""
    g = scene("Warsaw: OKH3 / Berlin: OKW3 / London: AF3 / Moscow: Stavka3 / 1942-07", scenario="1942")
    t, okh = g.table, piece(g, "OKH")
    assert command.flex_fronts(t, okh) == (fronts.WF, fronts.EF)
    t.p.allocated_east = 0
    assert command.flex_fronts(t, okh) == ()
    t.p.put(okh, node(g, "Berlin"))
    assert command.flex_fronts(t, okh) == (fronts.WF, fronts.EF)


@pytest.mark.rule("eurofront", "21.25")
def test_hqs_of_the_west_are_lost_in_the_east() -> None:
    """Army Group B is disrupted in Minsk, Army Group Center is not."""
    g = scene(f"{LINE} / Minsk: AGB2,AGCen2 / axis holds Minsk", scenario="1942")
    assert command.out_of_its_front(g.table, piece(g, "AGB"))
    assert not command.out_of_its_front(g.table, piece(g, "AGCen"))


@pytest.mark.rule("eurofront", "20.23")
def test_italians_keep_to_greater_italy() -> None:
    """A field army goes to Athens, not to Paris."""
    g = scene(f"{LINE} / Milan: It2inf3", scenario="1942")
    where = ground.within_limits(g.table, piece(g, "It2inf"))
    assert where >> node(g, "Athens") & 1 and not where >> node(g, "Paris") & 1


@pytest.mark.rule("eurofront", "20.22/b", "20.71")
def test_what_was_saved_in_peace() -> None:
    """Italy has a quarter of its points for each month since September 1939, Denmark none; a step of the Libyans costs
    twice the Extreme price."""
    g = scene(f"1940-06 / {LINE}", scenario="1940")
    assert mustering.peacetime(g.table, "Italy") == 9 * 8 // 4 and mustering.peacetime(g.table, "Denmark") == 0
    libyans = piece(g, "Libstat")
    assert mustering.peace_price(g.table, libyans) == 2 * costs.chart(g.table)[libyans][1][costs.STEP]


@pytest.mark.rule("eurofront", "20.83", "20.82/a")
def test_what_the_north_saves() -> None:
    """Complying Sweden saves a point a month less; Finland's army is worth thirty points in 1940, two more a month."""
    g = scene(f"1941-07 / {LINE}", scenario="1941")
    t = g.table
    assert mustering.peacetime(t, "Sweden") == 22 * 3 // 4
    cadres = sum(costs.chart(t)[i][0][costs.CADRE] for i in nations.army(t.world, "Finland"))
    assert mustering.peacetime(t, "Finland") == 30 + 2 * 17 - cadres


# The Soviet Union


@pytest.mark.rule("eurofront", "20.54")
def test_reforms_make_soviet_hqs_cheaper() -> None:
    """20 points a step before the reforms, 15 with the first, 10 with the second."""
    g = scene(f"{LINE}", scenario="1939")
    t, hq = g.table, next(i for i, u in enumerate(g.table.world.units) if u.name == "Stavka")
    prices = [costs.chart(t)[hq][0]]
    for event in ("S1", "S2"):
        t.p.politics[event] = t.p.month
        prices.append(costs.chart(t)[hq][0])
    assert prices == [(20, 40), (15, 30), (10, 20)]


@pytest.mark.rule("eurofront", "20.55")
def test_mobilization_is_war() -> None:
    """The Soviets who mobilize are at war with the Axis at once."""
    t = scene(f"{LINE}", scenario="1939").table
    assert pact.at_peace(t)
    soviets.mobilize(t, "")
    assert t.p.hostile[SOVIET] == 1 << AXIS and t.p.hostile[AXIS] >> SOVIET & 1


@pytest.mark.rule("eurofront", "20.56/a", "20.561")
def test_patriotic_war_and_emergency() -> None:
    """With the Great Patriotic War what the Soviets saved is worth half; an emergency calls the Strategic Reserve."""
    t = scene(f"{LINE}", scenario="1939").table
    t.p.saved[SOVIET] = 11
    soviets.great_patriotic_war(t, "")
    assert t.p.saved[SOVIET] == 5
    t = scene(f"{LINE}", scenario="1939").table
    reserve = piece_of(t, soviets.STRATEGIC_RESERVE)
    assert reserve not in soviets.reinforcements(t)
    soviets.declare_emergency(t, "")
    assert soviets.reinforcements(t).get(reserve, (0, 0))[0] == t.p.month + 1


def piece_of(t: object, enters: str) -> int:
    """A block that waits for an event."""
    return next(i for i, unit in enumerate(t.world.units) if unit.enters == enters)  # type: ignore[attr-defined]


@pytest.mark.rule("eurofront", "20.51/b")
def test_the_strategic_reserve_comes_when_it_is_called() -> None:
    """Its armies are on no schedule while no one calls them; the call brings all in the next Production."""
    t = scene(f"{LINE}", scenario="1940").table
    own = [i for i, unit in enumerate(t.world.units) if unit.enters == soviets.STRATEGIC_RESERVE]
    assert len(own) == 5 and not any(i in soviets.reinforcements(t) for i in own)
    t.p.politics[soviets.RESERVE_DUE] = t.p.month
    assert {soviets.reinforcements(t)[i][0] for i in own} == {t.p.month + 1}


@pytest.mark.rule("eurofront", "20.58")
def test_what_the_soviets_annex() -> None:
    """East Poland and the Baltic States become Soviet, but for hexes where Germans still stand."""
    g = scene(f"{LINE} / Lvov: 1inf2", scenario="1939")
    pact.annex_to_ussr(g.table, "East Poland", "Baltic States")
    assert holds(g, SOVIET, "Riga") and holds(g, SOVIET, "Brest_Litovsk") and not holds(g, SOVIET, "Lvov")


# The Med Front and the North


@pytest.mark.rule("eurofront", "21.314")
def test_who_is_a_stranger_in_the_desert() -> None:
    """A corps of the West needs maintenance in Libya, the Desert Force and the Afrika Korps do not."""
    g = scene(f"{LINE} / Alexandria: BrWDFmech2,Br8mech2 / Tripoli: DAKarm2", scenario="1942")
    assert desert.strangers_in_the_desert(g.table, ALLIED) == 1 << piece(g, "Br8mech")
    assert not desert.strangers_in_the_desert(g.table, AXIS)


@pytest.mark.rule("eurofront", "21.374", "1940.8")
def test_the_afrika_korps_lands_fit_to_fight() -> None:
    """Veterans who arrive in Tripoli are used to the desert; others have to learn."""
    g = scene(f"{LINE} / Tripoli: It10inf3", scenario="1940")
    for name, used in (("DAKarm", 1), ("AGAfr", 1), ("90inf", 0)):
        g.title.comes_home(g.table, piece(g, name), node(g, "Tripoli"))
        assert g.table.p.acclimatized[piece(g, name)] == used


@pytest.mark.rule("eurofront", "21.381", "21.14")
def test_the_cape_feeds_greece() -> None:
    """In 1941 a corps in Athens lives on ships round the Cape: the purse of the Med builds it, at prices of the West;
    one in Plymouth is built from home, and once the Middle Seaway is open so is the other."""
    g = scene(f"{LINE} / Athens: Br8mech2 / Plymouth: Br5inf2 / allied holds Athens Suez Alexandria", scenario="1941")
    t = g.table
    assert purses.payer(t, piece(g, "Br8mech"), node(g, "Athens")) == purses.ALLIED_MED
    assert purses.payer(t, piece(g, "Br5inf"), node(g, "Plymouth")) == purses.ALLIES
    plain = costs.price(t, piece(g, "Br8mech"), node(g, "Athens"), costs.STEP)
    assert plain == costs.price(t, piece(g, "Br8mech"), node(g, "Plymouth"), costs.STEP)
    assert by_the_cape(t, AXIS) == 0


@pytest.mark.rule("eurofront", "21.382", "21.383")
def test_morocco_is_a_base() -> None:
    """With Casablanca in hand units on its rails are built with points of the West too, up to half the allocation."""
    text = f"{LINE} / Casablanca: US2amph2 / allied holds Casablanca Casablanca_NE1 Algiers Oran / production"
    g = scene(text, [6] * 30, "1942")
    t, corps = g.table, piece(g, "US2amph")
    assert basing.based(t, ALLIED) >> node(g, "Casablanca") & 1
    assert basing.allowance(t, ALLIED) == t.p.allocated[ALLIED] // 2
    assert basing.affordable(t, ALLIED) >> corps & 1


@pytest.mark.rule("eurofront", "21.385", "21.386")
def test_tunis_is_a_base() -> None:
    """So it is for the Axis with Tunis."""
    g = scene(f"{LINE} / Tunis: 90inf1 / axis holds Tunis Bizerte / production", [6] * 30, "1942")
    t = g.table
    assert basing.based(t, AXIS) >> node(g, "Tunis") & 1 and not basing.based(t, AXIS) >> node(g, "Tripoli") & 1
    assert basing.allowance(t, AXIS) == min(t.p.allocated[AXIS] // 2, purses.points(t, purses.WEST))
    assert basing.affordable(t, AXIS) >> piece(g, "90inf") & 1


@pytest.mark.rule("eurofront", "21.397")
def test_a_base_feeds_one() -> None:
    """One British unit in Habbinaya is supplied though no line leads there, two are not."""
    for names, fed in (("BrHabmech1", True), ("BrHabmech1,BrPalinf1", False)):
        g = scene(f"{LINE} / Habbinaya: {names} / allied holds Habbinaya / axis holds Baghdad", scenario="1942")
        assert bool(strongholds.in_bases(g.table, ALLIED)) == fed


@pytest.mark.rule("eurofront", "20.4")
@pytest.mark.parametrize("war", ["1941", "1942", "1943"])
def test_a_colony_follows_its_capital(war: str) -> None:
    """Whoever holds Tunis has Tunisia in every year, but where the enemy stands."""
    g = scene(f"{LINE} / Tunis: Br8mech3 / allied holds Tunis / axis holds Bizerte Gabes / Gabes: 1inf2", scenario=war)
    g.table.p.neutral &= ~g.table.world.board.region["Tunisia"]
    politics.colonial_capitals(g.table)
    assert holds(g, ALLIED, "Bizerte") and holds(g, AXIS, "Gabes")


@pytest.mark.rule("eurofront", "21.412", "21.413")
def test_who_is_at_home_in_the_north() -> None:
    """German mountaineers are; the British brigades after the Franco-British plan, Canadians after the Second Front."""
    t = scene(f"{LINE}", scenario="1942").table
    named = t.world.named
    t.p.politics.pop("FR", None)
    assert not arctic.is_alien(t, named["18mtn"]) and arctic.is_alien(t, named["1inf"])
    for event, name in (("FR", "brtastat"), ("2F", "cdn2mech")):
        assert arctic.is_alien(t, named[name])
        t.p.politics[event] = t.p.month
        assert not arctic.is_alien(t, named[name])


@pytest.mark.rule("eurofront", "21.415")
@pytest.mark.parametrize("war", ["1939", "1942", "1944"])
def test_no_horse_and_no_ss_in_the_arctic(war: str) -> None:
    """The areas of the North are closed to Soviet cavalry, SS and siege guns; the hexes of Norway are not."""
    g = scene(f"{LINE}", scenario=war)
    t, murmansk = g.table, node(g, "Murmansk")
    for name in ("Sv2cav", "1SSarm", "54inf"):
        if name.casefold() in t.world.named and (name != "54inf" or war != "1939"):
            closed = t.title.forbidden(t, piece(g, name))
            assert closed >> murmansk & 1 and (war == "1939" or not closed >> node(g, "Oslo") & 1)
    assert not fronts.frozen_out(t, piece(g, "1inf"))


@pytest.mark.rule("eurofront", "21.42")
def test_the_north_freezes() -> None:
    """In the Snow of the East the Gulf of Bothnia and the White Sea are ice."""
    t = scene(f"{LINE}", scenario="1942").table
    assert not fronts.frozen_seas(t)
    t.p.weather_east = SNOW
    assert fronts.frozen_seas(t).bit_count() == 2


@pytest.mark.rule("eurofront", "20.81", "20.91")
def test_where_norwegians_and_the_turkish_fort_stand() -> None:
    """Attacked, Norway musters in its ports; Turkey's fort stands at Kanakkale."""
    g = scene("Berlin: OKW3 / London: AF3 / Copenhagen: 1inf3 / Moscow: Stavka3 / axis command", scenario="1941")
    t = g.table
    mustering.muster(t, "Turkey", AXIS)
    fort = next(i for i in nations.army(t.world, "Turkey", AXIS) if "fort" in t.world.units[i].name)
    assert mustering.own_land(t, 0, (fort,)) == 1 << node(g, "Kanakkale")
    g = scene("Berlin: OKW3 / London: AF3 / Moscow: Stavka3 / axis command", scenario="1939")
    t = g.table
    t.p.neutral &= ~t.world.board.region["Norway"]
    t.p.held[ALLIED] |= t.world.board.region["Norway"] & t.world.land
    mustering.muster(t, "Norway", ALLIED)
    own = nations.army(t.world, "Norway", ALLIED)
    places = mustering.own_land(t, 0, (own[0],))
    assert places >> node(g, "Oslo") & 1 and set(members(places)) <= set(t.world.ports)
