"""Cases of income, lend-lease and placement that are rows of a table or of the map (8.1 to 8.11)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto.movement import capture
from grognard.titles.aeto.politics import partners
from grognard.titles.aeto.position import AXIS
from grognard.titles.aeto.seasonal import calendar as cal
from grognard.titles.aeto.seasonal import construction, income, lendlease, placement, pools
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, US, USSR

from .scenes import node, offers, play, prompt, refused
from .seasons import ep, pool, season, told

EAST = "Berlin: ger6inf / Moscow: sov4inf / London: uk5inf"
JULY = f"month={month_of('July 1941')}"


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> grognard.Game:
    """The map of 1941 with all hexes in supply for whoever holds them."""
    monkeypatch.setattr(income, "in_supply", lambda t, power: -1)
    return season(EAST)


def lines(game: grognard.Game, power: int) -> dict[str, int]:
    """A power's ledger by rule, Table I apart."""
    return {line.rule: line.ep for line in income.ledger(game.table, power) if line.rule != "8.1/income"}


def at_odds(game: grognard.Game, one: int, other: int) -> None:
    """Two powers are at war."""
    p = game.table.p
    p.hostile[one] |= 1 << other
    p.hostile[other] |= 1 << one


def french(game: grognard.Game) -> grognard.Game:
    """France fights on: she holds her home, Algeria and Lebanon-Syria."""
    t = game.table
    del t.p.conquests["france"]
    for foe in (GERMANY, ITALY):
        at_odds(game, FRANCE, foe)
    t.p.alliance[FRANCE] = t.p.alliance[UK]
    for name in ("france", "algeria", "lebanon-syria"):
        land = t.world.board.nation[name] & t.world.land
        t.p.held = [held & ~land for held in t.p.held]
        t.p.held[FRANCE] |= land
    t.p.changed(FRANCE)
    return game


def take(game: grognard.Game, power: int, *places: str) -> None:
    for place in places:
        capture(game.table, power, node(game, place))


@pytest.mark.rule("aeto", "8.2/france-1", "8.2/france-2", "8.2/france-3")
def test_france_counts_captures_liberations_and_colonies(everywhere: grognard.Game) -> None:
    """Cologne taken is 2, Brussels freed 2; the fields of Algeria and Lebanon-Syria are 2 each."""
    game = french(everywhere)
    before = lines(game, FRANCE)
    colonies = income.own_colonies(game.table, FRANCE, ["algeria", "lebanon-syria"])
    assert colonies and before == {"8.2/france-3": 2 * colonies.bit_count()}
    take(game, FRANCE, "Cologne", "Brussels")
    assert (lines(game, FRANCE)["8.2/france-1"], lines(game, FRANCE)["8.2/france-2"]) == (2, 2)


@pytest.mark.rule("aeto", "8.2/france-4", "8.2/france-5")
def test_france_pays_for_what_she_loses(everywhere: grognard.Game) -> None:
    """Each plain resource that Germany takes costs 1, Paris, a city with one, 3."""
    game = french(everywhere)
    world = game.table.world
    plain = income.resources(world) & income.home(world, FRANCE) & ~world.cities
    one = next(n for n in range(world.lost) if plain >> n & 1)
    capture(game.table, GERMANY, one)
    take(game, GERMANY, "Paris")
    assert (lines(game, FRANCE)["8.2/france-4"], lines(game, FRANCE)["8.2/france-5"]) == (-1, -3)


@pytest.mark.rule("aeto", "8.2/germany-2", "8.2/italy-2", "8.2/ussr-2")
def test_what_is_freed_counts_for_the_liberator(everywhere: grognard.Game) -> None:
    """Helsinki freed by Germans, Sofia by Italians: 2 each; Warsaw, a German conquest, freed by Soviets: 2."""
    game = everywhere
    before = lines(game, GERMANY).get("8.2/germany-2", 0)
    for who, foe, place in ((GERMANY, USSR, "Helsinki"), (ITALY, USSR, "Sofia")):
        take(game, foe, place)
        take(game, who, place)
        owner = game.table.p.held[who]
        assert owner >> node(game, place) & 1 or income.is_friendly(game.table, who, node(game, place))
        game.table.p.held[who] |= 1 << node(game, place)
    take(game, USSR, "Warsaw")
    assert lines(game, GERMANY)["8.2/germany-2"] == before + 2
    assert lines(game, ITALY)["8.2/italy-2"] == 2 and lines(game, USSR)["8.2/ussr-2"] == 2


@pytest.mark.rule("aeto", "8.2/italy-1", "8.2/italy-4", "8.2/italy-5")
def test_italy_counts_its_own_captures(everywhere: grognard.Game) -> None:
    """Cairo 2, Kiev 1, Grozny 3."""
    game = everywhere
    take(game, ITALY, "Cairo", "Kiev", "Grozny")
    found = lines(game, ITALY)
    assert (found["8.2/italy-1"], found["8.2/italy-4"], found["8.2/italy-5"]) == (2, 1, 3)


@pytest.mark.rule("aeto", "8.2/uk-4")
def test_resources_of_british_partners_count(everywhere: grognard.Game) -> None:
    """Turkey as a partner of the UK gives 2 for each resource that an EP line reaches; as a neutral nothing."""
    game = everywhere
    t, turkey = game.table, POWERS.index("turkey")
    assert "8.2/uk-4" not in lines(game, UK)
    t.p.alliance[turkey] = t.p.alliance[UK]
    at_odds(game, turkey, GERMANY)
    t.p.changed(UK)
    reached = t.p.held[turkey] & income.resources(t.world) & income.ep_lines(t, UK)
    assert reached and lines(game, UK)["8.2/uk-4"] == 2 * reached.bit_count()


@pytest.mark.rule("aeto", "8.0/rumania/ploesti")
def test_transit_brings_the_oil_of_ploesti() -> None:
    """With Rumania neutral Germany has nothing of it, with transit 7; with Soviets in it nothing again."""
    game = season(EAST)
    t = game.table
    t.p.alliance[POWERS.index("rumania")] = 0
    assert "8.2/germany-6" not in lines(game, GERMANY)
    t.p.politics["transit rumania"] = 1
    assert lines(game, GERMANY)["8.2/germany-6"] == 7
    assert [row.hexes for row in income.ledger(t, GERMANY) if row.rule == "8.2/germany-6"] == [1]
    t.title.scene_piece(t, node(game, "Ploesti"), "sov4inf")
    t.p.changed(USSR)
    assert "8.2/germany-6" not in lines(game, GERMANY)


@pytest.mark.rule("aeto", "8.1/no-overspend")
def test_nobody_lends_more_than_is_on_the_track() -> None:
    """With seven EPs Germany may lend Italy seven, though fifteen would be allowed; France gets none from her."""
    game = season(f"{EAST} / {JULY} / season lend_lease")
    game.table.p.ep[GERMANY] = 7
    game._changed()
    assert max(map(int, offers(game, "g: lend italy"))) == 7 and offers(game, "g: lend") == {"italy"}
    play(game, "g: lend italy 7")
    assert ep(game, "germany") == 0


@pytest.mark.rule("aeto", "8.1/not-colonies")
def test_konigsberg_and_belfast_are_home() -> None:
    """East Prussia and Northern Ireland are no colonies: held they give nothing, and they are home hexes."""
    game = season(EAST)
    world = game.table.world
    for power, place, land in ((GERMANY, "Konigsberg", "East Prussia"), (UK, "Belfast", "Northern Ireland")):
        here = 1 << node(game, place)
        assert world.board.region[land] & here
        assert income.home(world, power) & here and not income.foreign(game.table, power) & here


@pytest.mark.rule("aeto", "8.3/who")
def test_who_lends_to_whom() -> None:
    """Germany to Italy, the UK to the Soviets by two routes; the Soviets, Italy and a US at peace lend nothing."""
    game = season(f"{EAST} / {JULY}")
    t = game.table
    t.p.lent = {f"net {name}": 80 for name in POWERS[:6]}
    t.p.ep = [60] * len(t.p.ep)
    t.p.politics["arctic"] = 1
    assert lendlease.routes_of(GERMANY) == (lendlease.ITALY,)
    assert lendlease.routes_of(UK) == (lendlease.ARCTIC, lendlease.PERSIA)
    assert lendlease.routes_of(US) == (lendlease.TO_UK, lendlease.ARCTIC, lendlease.PERSIA)
    step = lendlease.LendLease()
    assert step.order(t) == [GERMANY, UK]
    t.p.hostile[US] |= 1 << GERMANY
    assert step.order(t) == [GERMANY, UK, US] and cal.majors(t)[-1] == USSR


@pytest.mark.rule("aeto", "8.0/no-ep")
def test_all_modifiers_of_a_nation_are_summed() -> None:
    """Iraq in the Autumn of 1941: six of -1 make -6, and a German treasure changes nothing."""
    game = season(EAST)
    t = game.table
    t.p.month = month_of("October 1941")
    t.p.politics.pop("iraq_settled", None)
    t.p.alliance[POWERS.index("iraq")] = 0
    assert [one.amount for one in partners.modifiers(t, "iraq")] == [-1] * 6 and partners.net(t, "iraq") == -6
    t.p.ep[GERMANY] = 200
    assert partners.net(t, "iraq") == -6 and partners.chance(t, "iraq") == 6


@pytest.mark.rule("aeto", "8.11/home-areas")
def test_what_counts_as_home_for_new_units() -> None:
    """East Prussia, Sicily, Northern Ireland, European Turkey and Evvoia do; Sardinia, Corsica and Crete do not."""
    world = season(EAST).table.world
    homes = {name: placement.home_hexes(world, POWERS.index(name)) for name in ("germany", "italy", "uk", "turkey")}
    homes["greece"] = placement.home_hexes(world, POWERS.index("greece"))
    for name, land in (
        ("germany", "East Prussia"), ("italy", "Sicily"), ("uk", "Northern Ireland"), ("turkey", "European Turkey"),
        ("greece", "Evvoia"),
    ):  # fmt: skip
        area = world.board.region[land] & world.board.nation[name] & world.land & ~placement.enclosed(world)
        assert area and area & ~homes[name] == 0, land
    for name, island in (("italy", "Sardinia"), ("greece", "Crete")):
        assert not homes[name] & world.board.region[island]


@pytest.mark.rule("aeto", "8.11/when")
def test_what_was_ordered_is_placed_in_the_arrivals_step() -> None:
    """A panzer corps that is due in July is placed before construction; one that is due in October is not."""
    game = pool(season(f"{EAST} / {JULY}"))
    t = game.table
    panzer = next(c.number for c in t.world.cards if pools.words()[c.number] == "ger_Panzer_corps_8-5")
    pools.expect(t.p, t.p.month, pools.sorts()[panzer], 2)
    pools.expect(t.p, t.p.month + 3, pools.sorts()[panzer], 2)
    t.title.scene_word(t, "season arrivals")
    game._changed()
    assert prompt(game) == ("germany", "arriving") and len(construction.due(t, GERMANY)) == 1
    assert refused(game, "g: end") == "8.5/delay"
    play(game, "g: place ger_Panzer_corps_8-5 Berlin", "g: end")
    assert len(told(game, "arrived")) == 1 and not construction.due(t, GERMANY)
    assert t.p.alliance[GERMANY] == AXIS
