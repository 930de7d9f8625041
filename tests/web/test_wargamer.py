"""What someone who owns World War Two ETO does at the page without having read how: it must come out as meant."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow

BORDER = ("deploy 1611", "deploy 1612", "deploy 1613", "deploy 1714", "end")


def barbarossa(me, *orders: str, allied: str = "invite") -> str:
    """The Axis of 1941 with its mechanized units on the border, and some orders more."""
    game = me.begins("ww2eto", "1941", axis="me", allied=allied)
    me.orders(game, "axis", *BORDER, *orders)
    me.sits_at(game, "axis")
    me.settles()
    return game


def takes(me, piece: str) -> None:
    me.settles()
    me.page.locator(f".map [data-piece='{piece}']").first.click()
    me.settles()


def test_attackers_are_picked_in_any_order_also_after_the_target(person):
    """Who is printed before the first one joins it, and one who is thought of late joins the attack that is shown."""
    me = person()
    barbarossa(me, "end")
    takes(me, "ger4mech@1612")
    me.sees(".deck .prompt").to_contain_text("German mechanized 4")
    me.page.wait_for_selector(".map [data-piece='ger4inf@1612'].offered")
    takes(me, "ger4inf@1612")
    me.sees(".deck .prompt").to_contain_text("German mechanized 4, German infantry 4")
    me.touches_a_target("1713")
    me.sees(".deck .prompt").to_contain_text("German mechanized 4, German infantry 4, Lublin 1713")
    takes(me, "ger4inf@1613")
    me.sees(".differential").to_contain_text("12")
    me.shows("attackers-in-any-order")


def test_counters_side_by_side_need_no_tray(person):
    """Nothing hangs over the neighbours of two that lie open on the map; a pile seen from afar has a tray."""
    me = person()
    barbarossa(me)
    takes(me, "ger4mech@1612")
    me.page.wait_for_selector(".map .piece.picked")
    me.sees(".tray").to_have_count(0)
    me.page.locator(".map").focus()
    me.page.keyboard.press("0")
    me.page.wait_for_selector(".map.detail-1")
    me.sees(".tray .tray-piece").to_have_count(2)


def test_a_button_says_what_it_does(person):
    """Marking is for rail, and what that means is the prompt as soon as it is chosen."""
    me = person()
    barbarossa(me)
    me.sees(".strip .verb").to_have_text(["Move", "Overrun a line", "Mark for rail"])
    me.page.locator(".strip .verb", has_text="Mark for rail").click()
    me.sees(".deck .prompt").to_contain_text("goes by train in the Rail Phase")
    takes(me, "ger4inf@1915")
    me.sees(".commit").to_contain_text("Mark for rail")
    me.sees(".selection h2").to_have_text("German infantry")


def test_what_alone_can_be_chosen_is_chosen(person):
    """Only Germany takes anything: what it takes is asked at once, with the figures beside it; then what it builds."""
    me = person()
    barbarossa(me, "end", "end", "end", "end")
    me.waits_for_prompt("Take Germany: choose which to take.")
    me.sees(".prompt .asked").to_contain_text("3 reinforcements or 8 replacements")
    me.page.locator(".strip .offer", has_text="reinforcements").click()
    me.page.locator(".commit:not([disabled])").click()
    me.waits_for_prompt("Build Germany: choose what to build.")
    me.page.locator(".deck .end").click()
    me.sees(".deck .end").to_have_text("Sure? Points not placed may be lost")
    me.shows("what-alone-can-be-chosen")


def test_a_voyage_shows_its_odds(person):
    """Malta's point is in range of the way along the coast: it may turn the unit back."""
    me = person()
    barbarossa(me, "end", "end", "end")
    me.waits_for_prompt("Italy 1 in the Mediterranean")
    me.page.locator(".map").focus()
    me.page.keyboard.press("0")
    takes(me, "ita1inf@1316")
    me.touches_a_target("1016")
    me.sees(".odds").to_contain_text("turned back to its port")
    me.sees(".odds").to_contain_text("83 %")


def test_a_phase_with_nothing_left_to_do_says_so(person):
    """An order can still be taken back, so it does not end by itself; but no one looks for what is not there."""
    me = person(by_hand=False)
    game = me.begins("ww2eto", "1941", axis="me", allied="invite")
    me.orders(game, "axis", *BORDER[:4])
    me.sits_at(game, "axis")
    me.sees(".deck .prompt").to_contain_text("Nothing more can be done.")


def test_a_phone_tells_what_the_enemy_did(person):
    """There is no column for it: a line above the orders does, and it leads to the end of the log."""
    me = person(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    game = me.begins("ww2eto", "africa41", axis="me", allied="hotseat")
    me.sits_at(game, "axis")
    me.sees(".told").to_have_count(0)
    plays(me, game, "axis", "end")
    me.orders(game, "allied", "move brt1inf@2325 2224")
    plays(me, game, "allied", "end")
    me.sits_at(game, "axis")
    me.sees(".told").to_contain_text("British infantry (1)")
    me.shows("told-on-a-phone")
    me.page.locator(".told").get_by_role("button", name="Read").click()
    me.sees(".told").to_have_count(0)
    me.sees(".log li", has_text="4/1941: the Axis").to_be_in_viewport()


def plays(me, game: str, seat: str, order: str) -> None:
    """Give an order again and again until the other side has the turn."""
    while me.state(game, seat)["turn"]["who"] == seat:
        me.orders(game, seat, order)


def test_an_open_game_for_two_at_one_screen_has_no_curtain(person):
    """Nothing is hidden in this title: the seat changes, and the map stays in sight."""
    me = person()
    game = barbarossa(me, allied="hotseat")
    plays(me, game, "axis", "end")
    me.until("() => location.pathname.endsWith('/allied')")
    me.page.wait_for_selector(".deck .prompt")
    me.sees(".curtain").to_have_count(0)


def test_a_game_that_is_over_leads_on(person):
    """The conditions that were met stand beside the result; one may look back or play again, and order nothing."""
    me = person()
    game = me.begins("ww2eto", "africa41", axis="me", allied="hotseat")
    me.sits_at(game, "axis")
    while not me.state(game, "axis")["outcome"]:
        seat = me.state(game, "axis")["deciding"][0][0]
        me.orders(game, seat, "end")
    me.sees(".deck .prompt").to_contain_text("Allies")
    me.sees(".line input").to_have_count(0)
    me.sees(".side .panel h2, .side .card h2").to_contain_text(["Allied marginal"])
    me.page.get_by_role("button", name="Watch it from the start").click()
    me.sees(".replay").to_contain_text("0 of")
