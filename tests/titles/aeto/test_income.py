"""Income, lend-lease and reserve (8.1-8.4)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import costs
from grognard.titles.aeto.movement import capture
from grognard.titles.aeto.seasonal import calendar as cal
from grognard.titles.aeto.seasonal import income, lendlease
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, US, USSR

from .scenes import node, offers, play, prompt, refused
from .seasons import ep, season, told

EAST = "Berlin: ger6inf / Moscow: sov4inf / London: uk5inf"


@pytest.fixture(scope="module")
def begun() -> grognard.Game:
    return season(EAST)


@pytest.fixture
def game(begun: grognard.Game) -> grognard.Game:
    return begun.copy()


def lines(game: grognard.Game, power: int) -> dict[str, int]:
    """A power's ledger by rule, Table I apart."""
    return {line.rule: line.ep for line in income.ledger(game.table, power) if line.rule != "8.1/income"}


def give(game: grognard.Game, power: str, place: str) -> None:
    capture(game.table, POWERS.index(power), node(game, place))


@pytest.mark.rule("aeto", "8.1/income", "8.1/annual")
def test_table_one_changes_by_the_year(game: grognard.Game) -> None:
    """Germany has 45 in 1941 and 48 in 1942, Italy 16 in both."""
    t = game.table
    assert [income.table_one(t, power) for power in (GERMANY, ITALY)] == [45, 16]
    t.p.month = month_of("January 1942")
    assert [income.table_one(t, power) for power in (GERMANY, ITALY)] == [48, 16]


@pytest.mark.rule("aeto", "8.1/order", "8.1/order-example")
def test_losses_by_strategic_warfare_come_off_the_income() -> None:
    """A track of -9 and an income of 49: 40 EPs are marked."""
    game = season("germany -9 EPs")
    held = game.table.p.held
    for power in range(len(held)):
        held[power] &= ~(income.resources(game.table.world) & ~income.home(game.table.world, power))
    for place in ("Warsaw", "Katowice"):
        held[GERMANY] |= 1 << node(game, place)
    game.table.p.changed(GERMANY)
    ploesti = income.ploesti(game.table.world)
    assert lines(game, GERMANY)["8.2/germany-1"] == 4 and not held[POWERS.index("rumania")] & ~ploesti & ploesti
    gained = income.income(game.table, GERMANY) - sum(
        ep for rule, ep in lines(game, GERMANY).items() if rule != "8.2/germany-1"
    )
    assert gained == 49
    game.table.p.ep[GERMANY] = -9 - (income.income(game.table, GERMANY) - 49)
    income.collect(game.table, GERMANY)
    assert ep(game, "germany") == 40


@pytest.mark.rule("aeto", "8.1/soviet-war")
def test_the_soviets_have_more_in_a_war_that_they_did_not_begin(game: grognard.Game) -> None:
    """At war 56 in 1941; had they begun it, 34."""
    assert income.table_one(game.table, USSR) == 56
    game.table.p.politics["soviets_began"] = 1
    assert income.table_one(game.table, USSR) == 34


@pytest.mark.rule("aeto", "8.1/us", "8.1/who")
def test_the_us_has_no_economy_before_its_war(game: grognard.Game) -> None:
    """In 1941 Germany, Italy, the UK and the USSR collect; conquered France does not, nor the US before its war."""
    t = game.table
    assert cal.majors(t) == [GERMANY, ITALY, UK, USSR]
    t.p.hostile[US] |= 1 << GERMANY
    assert cal.majors(t) == [GERMANY, ITALY, UK, US, USSR] and FRANCE not in cal.majors(t)


@pytest.mark.rule("aeto", "8.2/germany-1", "8.2/germany-3", "8.2/germany-4", "8.2/caucasus")
def test_germany_counts_what_it_takes(game: grognard.Game) -> None:
    """+2 for a foreign resource, +1 for a Soviet one, +3 for Caucasus oil, all in supply."""
    before = lines(game, GERMANY)
    for place in ("Kiev", "Grozny"):
        give(game, "germany", place)
    after = lines(game, GERMANY)
    assert after.get("8.2/germany-3", 0) == 0 and after.get("8.2/germany-4", 0) == 0, "out of supply"
    lie = game.table.p.held
    lie[GERMANY] |= lie[USSR] & ~game.table.world.cities
    lie[USSR] &= game.table.world.cities
    game.table.p.changed(GERMANY)
    after = lines(game, GERMANY)
    assert after["8.2/germany-1"] == before["8.2/germany-1"] == 2 * 12
    assert after["8.2/germany-4"] == 3 * 5 and after["8.2/germany-3"] >= 1


@pytest.mark.rule("aeto", "8.2/germany-6", "8.2/germany-5", "8.1/minor-resource")
def test_partners_resources_and_ploesti(game: grognard.Game) -> None:
    """Budapest, Sofia, Helsinki and Petsamo give 2 each, Ploesti 7; without Rumania it gives nothing."""
    found = lines(game, GERMANY)
    assert found["8.2/germany-6"] == 7 and found["8.2/germany-5"] == 2 * 4
    game.table.p.alliance[POWERS.index("rumania")] = 0
    game.table.p.changed(GERMANY)
    assert "8.2/germany-6" not in lines(game, GERMANY)
    game.table.p.politics["transit rumania"] = 1
    assert lines(game, GERMANY)["8.2/germany-6"] == 7


@pytest.mark.rule("aeto", "8.1/ep-line")
def test_an_ep_line_goes_over_sea_and_neutrals_but_not_through_the_enemy(game: grognard.Game) -> None:
    """Petsamo is joined to Germany over the Baltic; with Soviets all round it is not."""
    petsamo = 1 << node(game, "Petsamo")
    assert income.ep_lines(game.table, GERMANY) & petsamo
    ringed = season("Berlin: ger6inf / Petsamo: sov4inf")
    assert not income.ep_lines(ringed.table, GERMANY) & petsamo


@pytest.mark.rule("aeto", "8.2/germany-7", "8.2/germany-8", "8.1/home-none")
def test_home_hexes_that_are_lost_cost(game: grognard.Game) -> None:
    """Linz lost is -1, Vienna -3; held, a home resource gives nothing."""
    before = lines(game, GERMANY)
    assert "8.2/germany-7" not in before and "8.2/germany-8" not in before
    assert not income.foreign(game.table, GERMANY) & income.home(game.table.world, GERMANY)
    assert income.foreign(game.table, GERMANY).bit_count() == 12
    give(game, "ussr", "Linz")
    give(game, "ussr", "Vienna")
    assert (lines(game, GERMANY)["8.2/germany-7"], lines(game, GERMANY)["8.2/germany-8"]) == (-1, -3)


@pytest.mark.rule("aeto", "8.2/ussr-3", "8.2/ussr-4", "8.2/ussr-5")
def test_soviet_losses(game: grognard.Game) -> None:
    """Tula -1, Kiev -2, an oil hex -4."""
    for place in ("Tula", "Kiev", "Grozny"):
        give(game, "germany", place)
    found = lines(game, USSR)
    assert (found["8.2/ussr-3"], found["8.2/ussr-4"], found["8.2/ussr-5"]) == (-1, -2, -4)


@pytest.mark.rule("aeto", "8.2/uk-3", "8.2/uk-5", "8.1/colonies")
def test_british_colonies_and_losses(game: grognard.Game) -> None:
    """Cairo, Suez, Mosul, the field at Basra and South Africa give 2 each; Belfast lost is -3."""
    assert sum(line.ep for line in income.ledger(game.table, UK) if line.rule == "8.2/uk-3") == 10
    give(game, "germany", "Belfast")
    assert lines(game, UK)["8.2/uk-5"] == -3
    besieged = season("Cairo: uk5inf / Suez: ger8arm")
    assert sum(line.ep for line in income.ledger(besieged.table, UK) if line.rule == "8.2/uk-3") < 10


@pytest.mark.rule("aeto", "8.2/italy-3", "8.2/italy-7")
def test_italian_colonies_and_losses(game: grognard.Game) -> None:
    """Tirana gives 2; Milan, a city/resource hex, costs 3."""
    assert lines(game, ITALY)["8.2/italy-3"] == 2
    give(game, "uk", "Milan")
    assert lines(game, ITALY)["8.2/italy-7"] == -3


@pytest.mark.rule("aeto", "8.2/uk-1", "8.2/uk-2", "8.2/us-1", "8.2/ussr-1")
def test_captured_and_liberated_hexes_of_the_allies(game: grognard.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Naples taken by the UK gives it 2, taken by the US it gives the US 2; Paris freed by the US gives the UK 2."""
    t = game.table
    t.p.hostile[US] |= 1 << GERMANY | 1 << ITALY
    t.p.hostile[GERMANY] |= 1 << US
    t.p.hostile[ITALY] |= 1 << US
    t.p.alliance[US] = t.p.alliance[UK]
    monkeypatch.setattr(income, "in_supply", lambda t, power: -1)
    for place, who in (("Turin", "uk"), ("Naples", "us"), ("Paris", "us"), ("Lyon", "uk"), ("Breslau", "ussr")):
        give(game, who, place)
    assert (lines(game, UK)["8.2/uk-1"], lines(game, UK)["8.2/uk-2"]) == (2, 4)
    assert lines(game, US) == {"8.2/us-1": 2} and lines(game, USSR)["8.2/ussr-1"] == 2


# Lend-lease


@pytest.mark.rule("aeto", "8.3/german-italy", "8.3/immediate")
def test_germany_lends_italy_fifteen_at_most(game: grognard.Game) -> None:
    """16 EPs are refused; 15 leave the German track and are on the Italian one at once."""
    game = season(f"{EAST} / month={month_of('July 1941')} / season lend_lease")
    game.table.p.ep[GERMANY], game.table.p.ep[ITALY] = 60, 5
    game._changed()
    assert prompt(game) == ("germany", "lending")
    assert "15" in offers(game, "g: lend italy") and "16" not in offers(game, "g: lend italy")
    play(game, "g: lend italy 15")
    assert (ep(game, "germany"), ep(game, "italy")) == (45, 20)
    assert refused(game, "g: lend italy 1") == "8.3/us-limit"
    assert lendlease.italy_reached(game.table)
    game.table.p.hostile[ITALY] = 0
    assert not lendlease.italy_reached(game.table), "Italy is at peace"


@pytest.mark.rule("aeto", "8.3/uk-limit", "8.3/persian-1941")
def test_the_uk_lends_a_quarter_and_ten_by_persia() -> None:
    """Of 54 net EPs 13 may go, whatever else is on the track; by Persia no more than 10 in 1941."""
    game = season(f"{EAST} / month={month_of('July 1941')} / uk 9 EPs / season income")
    play(game, "u: open", "g: end")
    assert prompt(game) == ("uk", "lending") and ep(game, "uk") == 63
    assert max(map(int, offers(game, "u: lend ussr_persia"))) == 10
    assert max(map(int, offers(game, "u: lend ussr_arctic"))) == 13


@pytest.mark.rule("aeto", "8.3/us-limit", "8.3/persian-1944", "8.3/persian-share", "8.3/persian-example")
def test_the_american_example_of_1944(game: grognard.Game) -> None:
    """Of 174 EPs 87 may be lent, 40 of them by Persia; the UK can then send nothing there."""
    t = game.table
    t.p.month = month_of("January 1944")
    t.p.lent["net us"] = 174
    assert lendlease.limit(t, US) == 87 and lendlease.persian_most(t) == 40
    lendlease.send(t, US, lendlease.PERSIA, 40)
    assert lendlease.persian_most(t) == 0 and t.p.lent["us ussr_persia"] == 40


@pytest.mark.rule("aeto", "8.3/persian-1942", "8.3/persian-1943", "8.3/persian-1945")
def test_the_persian_route_by_years(game: grognard.Game) -> None:
    """15, 30 and, in 1945, 15 EPs; nothing in 1940."""
    found = []
    for year in (1940, 1942, 1943, 1945):
        game.table.p.month = month_of(f"January {year}")
        found.append(lendlease.persian_most(game.table))
    assert found == [0, 15, 30, 15]


@pytest.mark.rule("aeto", "8.3/soviet-invaded")
def test_the_soviets_get_nothing_if_they_began_the_war(game: grognard.Game) -> None:
    """Invaded, they may be helped; as attackers or at peace they may not."""
    t = game.table
    assert lendlease.soviets_eligible(t)
    t.p.politics["soviets_began"] = 1
    assert not lendlease.soviets_eligible(t)
    t.p.politics, t.p.invasions = {}, {}
    assert not lendlease.soviets_eligible(t)


@pytest.mark.rule("aeto", "8.3/arctic-open", "8.3/arctic-blocked")
def test_the_arctic_ports(game: grognard.Game) -> None:
    """Archangel serves in Summer, not in Autumn; with Murmansk lost the route is then blocked."""
    t = game.table
    t.p.month = month_of("July 1941")
    give(game, "germany", "Murmansk")
    assert lendlease.arctic_port_works(t)
    t.p.month = month_of("October 1941")
    assert not lendlease.arctic_port_works(t)


@pytest.mark.rule("aeto", "8.3/arctic-close", "8.3/routes")
def test_the_uk_opens_and_closes_the_arctic_route() -> None:
    """Closed, nothing may go by it; open, it may."""
    for order, there in (("close", False), ("open", True)):
        game = season(f"{EAST} / month={month_of('July 1941')} / germany 0 EPs / uk 60 EPs / season income")
        assert prompt(game) == ("uk", "arctic")
        play(game, f"u: {order}")
        while prompt(game) != ("uk", "lending"):
            play(game, "g: end")
        assert ("ussr_arctic" in offers(game, "u: lend")) == there


@pytest.mark.rule("aeto", "8.3/persian", "10.25")
def test_axis_units_in_persia_close_its_route() -> None:
    """A German at Teheran's gate stops the line from India."""
    assert lendlease.persia_open(season(EAST).table)
    assert not lendlease.persia_open(season(f"{EAST} / Teheran: ger6inf").table)


@pytest.mark.rule("aeto", "8.3/us-uk")
def test_american_help_needs_a_british_port(game: grognard.Game) -> None:
    """With every port of Great Britain in German hands nothing can be landed."""
    assert lendlease.uk_port_works(game.table)
    island = game.table.world.board.region["Great Britain"]
    game.table.p.held[UK] &= ~island
    game.table.p.held[GERMANY] |= island
    game.table.p.changed(UK)
    assert not lendlease.uk_port_works(game.table)


# Reserve


@pytest.mark.rule("aeto", "8.4/reserve", "8.4/carry")
def test_the_reserve_is_twenty_at_most_and_may_be_spent_again() -> None:
    """Germany has 30 EPs and 12 in reserve: it may keep 20, or put the twelve back on the track."""
    game = season(f"{EAST} / month={month_of('July 1941')} / germany 30 EPs / season reserves")
    game.table.p.reserve[GERMANY] = 12
    lane = game.lanes[game.seat_index("germany")]
    lane.table.p.reserve[GERMANY] = 12
    game._changed()
    assert refused(game, "g: reserve 21") == "8.4/reserve"
    play(game, "g: reserve 20", "g: reserve 0", "u: reserve 0", "u: reserve 0")
    assert (ep(game, "germany"), game.table.p.reserve[GERMANY]) == (22, 20)
    assert {row["power"] for row in told(game, "reserve")} == {"germany", "italy", "uk", "ussr"}


@pytest.mark.rule("aeto", "8.4/uses")
def test_the_reserve_pays_in_the_months_after_the_track() -> None:
    """4 EPs: one from the track, three from the reserve; a deficit on the track leaves the reserve alone."""
    p = season(EAST).table.p
    p.ep[GERMANY], p.reserve[GERMANY] = 1, 5
    assert costs.available(p, GERMANY) == 6
    costs.spend(p, GERMANY, 4)
    assert (p.ep[GERMANY], p.reserve[GERMANY]) == (0, 2)
    p.ep[GERMANY] = -7
    assert costs.available(p, GERMANY) == 2
