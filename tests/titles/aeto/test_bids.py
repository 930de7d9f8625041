"""The secret purchase of Offensives, the Initiative, and command reassignment (8.13, Part 8)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import months
from grognard.titles.aeto.position import AXIS, WEST
from grognard.titles.aeto.seasonal import bids
from grognard.titles.aeto.seasonal import calendar as cal
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, ITALY, UK, US, USSR

from .scenes import at, named, offers, play, prompt, refused
from .seasons import ep, pool, season, told

EAST = "Berlin: ger6inf / Moscow: sov4inf / London: uk5inf / Rome: ita3inf"
JULY, JANUARY = f"month={month_of('July 1941')}", f"month={month_of('January 1942')}"


def bidding(when: str = JULY, dice: list[int] | None = None, **eps: int) -> grognard.Game:
    """The purchase of Offensives with so many EPs each."""
    money = " / ".join(f"{power} {eps.get(power, 0)} EPs" for power in ("germany", "italy", "uk", "ussr"))
    return season(f"{EAST} / {when} / {money} / season bids", dice)


def buy(game: grognard.Game, germany: int, italy: int, uk: int, ussr: int) -> grognard.Game:
    return play(game, f"g: bid {germany}", f"g: bid {italy}", f"u: bid {uk}", f"u: bid {ussr}")


@pytest.mark.rule("aeto", "8.13/secret")
def test_nobody_sees_a_bid_before_all_have_bid() -> None:
    """Germany and Italy have bid: the Allies see neither the number nor the EPs that are gone, until they have bid."""
    game = play(bidding(germany=40, italy=9, uk=30, ussr=20), "g: bid 12", "g: bid 2")
    seen = game.view("uk")
    assert "12" not in str(seen["plans"]) and not told(game, "bid")
    assert seen["lists"]["ep"][GERMANY] == 40 and seen["lists"]["offensives"][GERMANY] == 7
    play(game, "u: bid 3", "u: bid 5")
    assert [row["offensives"] for row in told(game, "bid")] == [12, 2, 3, 5]


@pytest.mark.rule("aeto", "8.13/cost")
def test_prices_of_offensives() -> None:
    """Two EPs for Germany and the USSR, three for Italy and the UK, as many as can be paid."""
    game = bidding(germany=9, italy=9, uk=10, ussr=9)
    assert max(map(int, offers(game, "g: bid"))) == 4
    buy(game, 4, 2, 3, 4)
    assert [ep(game, power) for power in ("germany", "italy", "uk", "ussr")] == [1, 3, 1, 1]
    assert [game.table.p.offensives[power] for power in (GERMANY, ITALY, UK, USSR)] == [4, 2, 3, 4]


@pytest.mark.rule("aeto", "8.13/cost")
def test_winter_doubles_the_price_but_for_the_soviets() -> None:
    """In January Germany pays 4, Italy 6, the USSR still 2."""
    game = bidding(JANUARY)
    prices = [bids.offensive_price(game.table, power) for power in (GERMANY, ITALY, UK, US, USSR)]
    assert prices == [4, 6, 6, 6, 2]


@pytest.mark.rule("aeto", "8.13/free-one")
def test_who_buys_none_has_one_free() -> None:
    """Italy buys none and has one; Germany buys one and pays for it."""
    game = buy(bidding(germany=4, italy=9), 1, 0, 0, 0)
    assert game.table.p.offensives[ITALY] == 1 and ep(game, "italy") == 9
    assert game.table.p.offensives[GERMANY] == 1 and ep(game, "germany") == 2


@pytest.mark.rule("aeto", "8.13/initiative", "8.13/initiative-count")
def test_the_side_that_bought_more_has_the_initiative() -> None:
    """Germany 5 and Italy 1 against UK 2 and USSR 3: the Axis has it; the free ones do not count."""
    assert buy(bidding(germany=10, italy=3, uk=9, ussr=9), 5, 1, 2, 3).table.p.initiative == AXIS
    assert buy(bidding(germany=10, italy=3, uk=9, ussr=9), 4, 0, 2, 3).table.p.initiative == WEST
    game = bidding(germany=10, italy=3, uk=9, ussr=9)
    game.table.p.hostile[USSR] = 0
    assert bids.counted(game.table, {GERMANY: 4, UK: 2, USSR: 3}) == [4, 2], "the Soviets are at peace"


@pytest.mark.rule("aeto", "8.13/initiative-tie")
def test_equal_numbers_are_rolled_off() -> None:
    """Two each: 3 against 3 is rolled again, then 2 against 5 gives it to the Allies."""
    game = buy(bidding(dice=[3, 3, 2, 5], germany=4, ussr=4), 2, 0, 0, 2)
    assert game.table.p.initiative == WEST and len(told(game, "roll_off")) == 2


@pytest.mark.rule("aeto", "8.13/reset")
def test_offensives_not_used_are_lost() -> None:
    """When construction begins all tracks are at 0."""
    game = season(f"{EAST} / {JULY} / germany 5 EPs")
    game.table.p.offensives[GERMANY] = 7
    bids.reset(game.table)
    assert game.table.p.offensives[GERMANY] == 0


@pytest.mark.rule("aeto", "8.11/order")
def test_who_had_the_initiative_says_who_builds_first() -> None:
    """The Axis had it and sends the Allies ahead: the UK and the USSR build before Germany."""
    game = season(f"{EAST} / {JULY} / germany 5 EPs / uk 5 EPs / season build_order")
    assert prompt(game) == ("germany", "build_order")
    play(game, "g: first allies")
    assert prompt(game) == ("uk", "building") and cal.builders(game.table) == [UK, USSR, GERMANY, ITALY]


@pytest.mark.rule("aeto", "viii.1", "viii.2")
def test_a_seasonal_turn_comes_before_each_third_month() -> None:
    """After June it comes, after July it does not; its steps follow each other."""
    game = grognard.new("aeto", "1941short", seed=1)
    seen = []
    while game.table.p.month < month_of("August 1941") and len(seen) < 400:
        seat, d = sorted(game.decisions().items())[0]
        seen.append((game.table.p.month % 12, d.frame.step))
        final = [c.text for c in d.next() if c.final]
        calm = next((v for v in ("end", "pass", "stay", "stand") if v in final), None)
        game.play(seat, calm or d.actions(limit=1)[0])
    inside = {"arctic", "lending", "reserving", "build_order", "building", "bidding", "commanding"}
    steps = [step for month, step in seen if step in inside]
    assert {month for month, step in seen if step in inside} == {6}
    order = ["arctic", "lending", "reserving", "build_order", "building", "bidding", "commanding"]
    assert sorted(dict.fromkeys(steps), key=order.index) == list(dict.fromkeys(steps)) == order


# Command


def command(text: str) -> grognard.Game:
    return season(f"{text} / {JULY} / season reassignment")


@pytest.mark.rule("aeto", "P8/command-reassign")
def test_leaders_are_lifted_from_anywhere() -> None:
    """Rommel, cut off at Tobruk, is posted to Berlin; once is enough for a season."""
    game = command("Berlin: ger6inf / Tobruk: ger8arm Rommel / Derna: uk5inf / Moscow: sov4inf")
    play(game, "g: post Rommel Berlin")
    assert at(game, "Berlin") == ["Rommel", "ger6inf"]
    assert refused(game, "g: post Rommel Warsaw") != ""


@pytest.mark.rule("aeto", "P8/command-reassign-hq")
def test_an_eliminated_hq_comes_back() -> None:
    """AFRIKA waits in the pool and is put down again."""
    game = pool(command("Berlin: ger6inf / Moscow: sov4inf / Warsaw: AG_Centre"), ger_AFRIKA=1)
    play(game, "g: post AFRIKA Berlin")
    assert at(game, "Berlin") == ["AFRIKA", "ger6inf"]


@pytest.mark.rule("aeto", "8.11/generals")
def test_where_leaders_may_be_posted() -> None:
    """Not beside another German HQ, not in an open Soviet zone; with a unit that inhibits it they may."""
    game = command("Berlin: ger6inf AG_North / Brest-Litovsk: sov4inf / Siedlce: ger6inf / Warsaw: AG_Centre")
    assert refused(game, "g: post AG_Centre Berlin") == "8.11/generals"
    open_zone = game.table.world.next_to(game.table.p.at[named(game, "sov4inf@Brest-Litovsk")])
    free = offers(game, "g: post AG_Centre")
    names = {game.table.node_name(n) for n in range(game.table.world.lost) if open_zone >> n & 1}
    assert "Siedlce" in free and not (names - {"Siedlce"}) & free


@pytest.mark.rule("aeto", "8.13/reset")
@pytest.mark.rule("aeto", "10.3")
def test_offensives_held_back_by_surprise_are_lost_with_the_season() -> None:
    """Three Soviet Offensives were held back in June: the Seasonal Turn takes them with all that were not used."""
    game = season(f"{EAST} / {JULY} / germany 5 EPs")
    game.table.p.offensives[USSR], game.table.p.politics["held_back"] = 1, 3
    bids.reset(game.table)
    months.recover(game.table)
    assert game.table.p.offensives[USSR] == 0
    game.table.p.politics["held_back"] = 3
    months.recover(game.table)
    assert game.table.p.offensives[USSR] == 3


def test_a_season_is_asked_in_the_words_of_its_power() -> None:
    """The reserve says what stays in it, command reassignment whose it is."""
    game = season(f"{EAST} / {JULY} / germany 5 EPs / italy 5 EPs / season reserves")
    assert "Economic Reserve of Germany" in said(game, "germany") and "keep 0 to 20 EPs" in said(game, "germany")
    game = season(f"{EAST} / Warsaw: AG_Centre / {JULY} / germany 5 EPs / season reassignment")
    assert said(game, "germany").startswith("Command reassignment of Germany:")


def said(game: grognard.Game, seat: str) -> str:
    return str(game.decisions()[seat].prompt)
