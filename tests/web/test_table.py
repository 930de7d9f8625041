"""The table in a real Chromium: started, played by clicks, together, again after a crash, on a phone."""

from __future__ import annotations

import re

import pytest

from .clicker import Clicker
from .test_access import findings

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("name", "title"), [("WestFront", "westfront"), ("World War Two", "ww2eto")])
def test_every_scenario_starts_with_three_clicks(person, name, title):
    """A title, a scenario, an opponent: then the first prompt stands on the page, and the pieces on the map."""
    me = person()
    me.page.goto(me.url)
    me.page.locator(".title-card", has_text=name).click()
    scenarios = me.page.locator(".column").nth(1).locator(".choice[aria-pressed]")
    scenarios.first.wait_for()
    for i in range(scenarios.count()):
        me.page.goto(me.url)
        me.page.wait_for_selector(".title-card")
        me.page.locator(".title-card", has_text=name).click()
        scenarios.nth(i).click()
        me.page.get_by_role("button", name="Play now").click()
        me.until("() => document.querySelector('.deck .prompt')?.innerText.trim()")
        me.until("() => document.querySelectorAll('.piece').length > 3")
    me.shows(f"first-prompt-{title}")


def test_a_whole_turn_of_the_tiny_game_by_clicks(person):
    """Production, a move with its path shown first, the end of every phase."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.page.locator("[data-piece='R3']").click()
    me.page.locator(".commit").click()
    me.strength("R3", "2")
    me.ends()
    me.waits_for_prompt("ove")
    me.page.locator("[data-piece='R4']").click()
    me.page.wait_for_selector("[data-target]")
    names = me.page.locator("[data-target]").evaluate_all("all => all.map(x => x.dataset.target)")
    start = next(p["at"] for p in me.state(game, "red")["pieces"] if p["id"] == "R4")
    goal = next(n for n in names if n != start)
    me.touches_a_target(goal)
    me.page.wait_for_selector(".path .dash")
    me.shows("tiny-preview")
    assert next(p["at"] for p in me.state(game, "red")["pieces"] if p["id"] == "R4") == start, "a preview plays nothing"
    me.page.locator(".commit").click()
    me.stands("R4", goal)
    Clicker(me, lambda lit: 1, seed=1, most_orders=0).plays_until(lambda now: now["turn"].startswith("Turn 2"), 200)


def test_two_browsers_are_two_players(person):
    """One sends the link, the other sits down; each sees the other's move without asking."""
    red, blue = person(), person()
    game = red.begins("tiny", None, red="me", blue="invite")
    blue.joins(red.links["blue"])
    blue.page.wait_for_selector(".deck .prompt")
    red.sits_at(game, "red")
    red.ends()
    blue.ends()
    red.waits_for_prompt("ove")
    red.orders(game, "red", "end")
    blue.until("() => document.querySelectorAll('.log li').length > 1")
    for who, seat in ((red, "red"), (blue, "blue")):
        who.sees(".seats .seat", has_text="You").to_have_text(re.compile(seat, re.IGNORECASE))


def test_the_table_comes_back_after_the_server_was_killed(person, server):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.orders(game, "red", "build R3")
    server.kill()
    me.page.wait_for_selector(".offline")
    server.start()
    me.page.wait_for_selector(".offline", state="detached")
    me.strength("R3", "2")
    me.page.locator("[data-piece='R1']").click()
    me.page.locator(".commit").click()
    me.strength("R1", "3")
    assert {p["id"]: p["strength"] for p in me.state(game, "red")["pieces"]}["R3"] == "2"


def test_the_line_is_tried_again_at_once_when_an_order_went_through(person, server):
    """The page's own next try never comes here: an order that the server took brings the line back."""
    me = person()
    me.page.add_init_script("""(() => {
      const wait = window.setTimeout.bind(window);
      window.setTimeout = (act, time, ...more) => (window.frozen && time >= 500 ? 0 : wait(act, time, ...more));
    })()""")
    game = me.begins("tiny", None, red="me", blue="bot:random")
    for gives in (lambda: types(me, "build R3"), lambda: me.page.evaluate("() => dispatchEvent(new Event('online'))")):
        me.sits_at(game, "red")
        me.sees(".offline").to_have_count(0)
        me.page.evaluate("() => { window.frozen = true; }")
        server.kill()
        me.page.wait_for_selector(".offline")
        server.start()
        gives()
        me.sees(".offline").to_have_count(0)
    me.strength("R3", "2")


def types(me, order: str) -> None:
    me.page.locator(".line input").fill(order)
    me.page.locator(".line input").press("Enter")


def test_a_unit_goes_by_the_way_that_is_chosen(person):
    """Two ways lead from northern Norway to 2003: the key and the button turn from one to the other, and a dragged unit
    comes from the side where the hand was last."""
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="hotseat")
    me.orders(game, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end")
    me.sits_at(game, "axis")
    unit, way = "[data-piece='ger2inf@1801']", "1801 → 1802 → Rovaniemi 1803 → 1904 → 2004 → 2003"
    me.page.locator(".map").focus()
    me.page.keyboard.press("0")
    me.settles()
    me.page.locator(unit).click()
    me.touches_a_target("2003")
    me.sees(".by-way").to_have_text("Way 1 of 2")
    me.sees(".path-line b").to_have_text("1801 › 1802 › Rovaniemi 1803 › 1904 › 2003")
    me.page.locator(".by-way").click()
    me.sees(".by-way").to_have_text("Way 2 of 2")
    me.sees(".path-line b").to_have_text("1801 › 1802 › Rovaniemi 1803 › 1904 › 2004 › 2003")
    me.shows("ways")
    me.page.locator(".map").focus()
    me.page.keyboard.press("w")
    me.sees(".by-way").to_have_text("Way 1 of 2")
    me.page.keyboard.press("Shift+W")
    me.touches_a_target("2003")
    me.stands("ger2inf@2003", "2003")
    me.sees(me.page.locator(".log li", has_text=way)).to_have_count(1)
    me.page.keyboard.press("Control+z")
    me.stands("ger2inf@1801", "1801")
    me.settles()
    here = me.page.locator(unit).bounding_box()
    me.page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    me.page.mouse.down()
    me.page.mouse.move(here["x"] + here["width"], here["y"] + here["height"], steps=4)
    for place in ("2004", "2003"):
        ring = me.page.locator(f"[data-target='{place}'] .ring").first.bounding_box()
        me.page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2, steps=4)
    me.sees(".by-way").to_have_text("Way 2 of 2")
    me.page.mouse.up()
    me.stands("ger2inf@2003", "2003")
    me.sees(me.page.locator(".log li", has_text=way)).to_have_count(2)


def test_resigning_is_asked_twice_and_the_menu_closes_after_an_export(person):
    """Against a bot, that would agree at once, one click ends nothing."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.page.get_by_role("button", name="Menu").click()
    with me.page.expect_download() as journal:
        me.page.get_by_role("menuitem", name="Export my journal").click()
    assert journal.value.suggested_filename
    me.sees(".main-menu").to_have_count(0)
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="Propose to resign").click()
    me.page.get_by_role("menuitem", name="Sure?").wait_for()
    assert findings(me) == []
    assert me.state(game, "red")["outcome"] is None
    me.page.get_by_role("menuitem", name="Sure?").click()
    me.sees(".main-menu").to_have_count(0)
    me.waits(lambda: me.state(game, "red")["outcome"])


def test_undo_redo_and_why_undo_is_barred(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.orders(game, "red", "build R3")
    me.strength("R3", "2")
    me.page.locator(".undo").click()
    me.strength("R3", "1")
    me.page.locator(".redo").click()
    me.strength("R3", "2")
    war = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.orders(war, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end")
    me.sits_at(war, "axis")
    me.sees(".undo").to_be_disabled()
    me.sees(".undo").to_have_attribute("title", re.compile("phase has ended"))


def test_a_refused_order_shows_its_rule_and_sentence(person):
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    me.page.locator(".line input").fill("deploy 1312")
    me.page.locator(".line input").press("Enter")
    me.page.wait_for_selector(".refusal .rule")
    me.sees(".refusal").to_have_text(re.compile(".{21}"))
    me.sees(".debt").to_have_count(1)
    me.sees(".end[disabled]").to_have_count(1)


def test_the_replay_steps_through_what_i_may_see(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.orders(game, "red", "build R3", "commit")
    me.orders(game, "blue", "commit")
    me.orders(game, "red", "move R4 0303", "end")
    me.sits_at(game, "red")
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="Replay").click()
    me.page.wait_for_selector(".replay")
    me.sees(".replay output").to_contain_text("0 of")
    me.stands("R4", "0202")
    last = int(me.page.inner_text(".replay output").split()[-1])
    for _ in range(last):
        me.page.get_by_role("button", name="Step on").click()
    me.sees(".replay output").to_have_text(f"{last} of {last}")
    me.stands("R4", "0303")
    me.shows("replay")
    me.page.get_by_role("button", name="Back to the game").click()
    me.page.wait_for_selector(".replay", state="detached")


def test_a_link_leads_to_a_position(person):
    """The replay writes its moment into the address; the link opens there, and the way back wipes it off."""
    me = person(permissions=["clipboard-read", "clipboard-write"])
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.orders(game, "red", "commit")
    me.orders(game, "blue", "commit")
    before = me.state(game, "red")["entries"]
    me.orders(game, "red", "move R4 0303", "end")
    me.sits_at(game, "red")
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="Replay").click()
    me.page.get_by_label("Moment of the game").fill(str(before))
    link = f"{me.url}/g/{game}/red#entry={before}"
    me.page.wait_for_url(link)
    me.page.get_by_role("button", name="Copy link to this position").click()
    me.page.get_by_role("button", name="Copied").wait_for()
    assert me.page.evaluate("() => navigator.clipboard.readText()") == link
    me.page.goto("about:blank")
    me.page.goto(link)
    me.sees(".replay output").to_contain_text(f"{before} of")
    me.stands("R4", "0202")
    me.page.evaluate("n => { location.hash = `entry=${n}`; }", before + 1)
    me.stands("R4", "0303")
    me.page.get_by_role("button", name="Back to the game").click()
    me.page.wait_for_selector(".replay", state="detached")
    me.page.wait_for_url(f"{me.url}/g/{game}/*")
    me.until("() => !location.hash")


def test_the_analysis_board_and_the_way_back(person):
    me = person()
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="Analysis").click()
    back = me.page.get_by_role("button", name="back to the game")
    back.wait_for()
    assert game not in me.page.url
    back.click()
    me.page.wait_for_url(f"**/g/{game}/allied")


def test_the_curtain_hides_one_side_from_the_other(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.sits_at(game, "red")
    me.orders(game, "red", "commit")
    me.page.get_by_role("button", name="Open the curtain").wait_for()
    me.sees(".piece").to_have_count(0)
    assert not re.search(r"\bR4\b", me.page.content())
    me.page.get_by_role("button", name="Open the curtain").click()
    me.page.wait_for_selector("[data-piece='B1']")


def test_overlays_are_at_most_three(person):
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    for name in ("Supply", "Zones", "Control", "Weather"):
        me.page.get_by_role("switch", name=name, exact=True).click()
        me.page.wait_for_selector(f".switch[aria-checked=true]:not(.hide) span:text-is('{name}')")
    me.sees(".switch[aria-checked=true]:not(.hide) span").to_have_text(["Zones", "Control", "Weather"])
    me.shows("overlays")


def test_find_goes_to_a_place_and_opens_a_rule(person):
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    me.page.keyboard.press("/")
    me.page.get_by_label("Find a unit, a place or a rule").fill("Moscow")
    me.page.locator(".find li button").first.click()
    me.sees(".selection h2").to_have_text(re.compile(r"\S"))
    me.page.keyboard.press("/")
    me.page.get_by_label("Find a unit, a place or a rule").fill("9.62")
    me.page.locator(".find li button").last.click()
    me.sees(".rule-card code").to_have_text("9.62")
    me.sees(".rule-card p").to_have_text(re.compile(".{21}"))
    me.page.keyboard.press("/")
    me.page.get_by_label("Find a unit, a place or a rule").fill("supply")
    me.sees(me.page.locator(".find code").first).to_have_text("9.0")


def test_a_tablet_hides_the_side_without_a_sideways_scroll(person):
    me = person(viewport={"width": 1024, "height": 700})
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.sits_at(game, "red")
    assert findings(me) == []
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= 1024


def test_a_phone_has_the_sheet_and_the_map(person):
    """412 by 915: prompt, choices and one large button in the sheet, five tools under it, nothing beyond the edge."""
    me = person(has_touch=True, is_mobile=True)
    me.page.set_viewport_size({"width": 412, "height": 915})
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.shows("phone")
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= 412
    button = me.page.locator(".commit").bounding_box()
    assert button["height"] >= 52 and button["x"] + button["width"] <= 412
    me.sees(".phone-tools button").to_have_count(5)
    me.page.locator(".phone-name summary").tap()
    me.sees(".turn-list [aria-label='Turn track'] .at").to_have_text("Jul 1943 I")
    me.sees(".turn-list .phases .on").to_have_text("Command")
    me.shows("phone-turns")
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= 412
    me.page.locator(".phone-name summary").tap()
    me.page.locator(".phone-tools button", has_text="Log").tap()
    me.page.wait_for_selector(".sheet-high .log")


def test_a_proposal_is_made_and_answered(person):
    """Red proposes to resign from the menu; blue is asked, agrees, and the game is over for both."""
    red, blue = person(), person()
    game = red.begins("tiny", None, red="me", blue="invite")
    blue.joins(red.links["blue"])
    blue.page.wait_for_selector(".deck .prompt")
    red.sits_at(game, "red")
    red.page.get_by_role("button", name="Menu").click()
    red.page.get_by_role("menuitem", name="Propose to resign").click()
    red.page.get_by_role("menuitem", name="Sure?").click()
    blue.page.get_by_role("button", name="Agree").click()
    red.waits_for_prompt("resign")
    blue.waits_for_prompt("resign")


def test_odds_of_a_moment_that_has_passed_are_given_up(person):
    """They hold up neither the next order nor the next table: a browser asks a server only a few things at once."""
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.orders(game, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end", "end")
    me.page.route("**/odds", lambda route: None)
    given_up: list[str] = []
    me.page.on("requestfailed", lambda request: given_up.append(request.url))
    me.sits_at(game, "axis")
    me.page.locator("[data-piece^='ger4inf@1613']").first.click()
    me.page.locator("[data-piece^='ger4mech@1613']").first.click()
    me.page.wait_for_selector("[data-target='1713']")
    with me.page.expect_request("**/odds"):
        me.page.locator("[data-piece][data-place='1713']").first.click()
    me.page.locator(".commit").click()
    me.page.wait_for_selector(".log .die")
    me.waits(lambda: given_up)
    assert given_up[0].endswith("/odds")


def test_odds_are_shown_before_the_die_is_rolled(person):
    """An attack is built by clicks; its odds stand in the side before anything is sent, and add up to one."""
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.orders(game, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end", "end")
    me.sits_at(game, "axis")
    me.page.wait_for_selector(".piece.offered")
    me.page.locator("[data-piece^='ger4inf@1613']").first.click()
    me.page.locator("[data-piece^='ger4mech@1613']").first.click()
    me.page.wait_for_selector("[data-target='1713']")
    me.page.locator("[data-piece][data-place='1713']").first.click()
    me.page.wait_for_selector(".odds .bar")
    me.settles()
    chances = [int(text.split()[-2]) for text in me.page.locator(".odds .bar").all_inner_texts()]
    assert 97 <= sum(chances) <= 103
    me.sees(".commit").to_contain_text("no way back")
    me.shows("odds")
    assert me.state(game, "axis")["decision"]["undo"] == 0
    me.page.locator(".commit").click()
    me.page.wait_for_selector(".log .die")
    me.sees(".log").to_contain_text("Lublin 1713")
    log = me.page.inner_text(".log")
    assert "@" not in log, "pieces without the hex that stands beside them"
