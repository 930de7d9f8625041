"""The table in a real Chromium: started, played by clicks, together, again after a crash, on a phone."""

from __future__ import annotations

import time

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("name", "title"), [("WestFront", "westfront"), ("World War Two", "ww2eto")])
def test_every_scenario_starts_with_three_clicks_within_a_minute(person, name, title):
    """A title, a scenario, an opponent: then the first prompt stands on the page, and the pieces on the map."""
    me = person()
    me.page.goto(me.url)
    me.page.locator(".title-card", has_text=name).click()
    scenarios = me.page.locator(".column").nth(1).locator(".choice[aria-pressed]")
    for i in range(scenarios.count()):
        me.page.goto(me.url)
        me.page.wait_for_selector(".title-card")
        since = time.monotonic()
        me.page.locator(".title-card", has_text=name).click()
        scenarios.nth(i).click()
        me.page.get_by_role("button", name="Play now").click()
        me.page.wait_for_selector(".deck .prompt", timeout=60_000)
        me.page.wait_for_function("() => document.querySelectorAll('.piece').length > 3", timeout=60_000)
        assert time.monotonic() - since < 60 and me.prompt().strip()
    me.page.wait_for_timeout(800)
    me.shows(f"first-prompt-{title}")


def touch_hex(me, name: str) -> None:
    """Touch the middle of a lit hex."""
    box = me.page.locator(f"[data-target='{name}'] .ring").bounding_box()
    me.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)


def test_a_whole_turn_of_the_tiny_game_by_clicks(person):
    """Production, a move with its path shown first, the end of every phase."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.page.locator("[data-piece='R3']").click()
    me.page.locator(".commit").click()
    me.page.wait_for_function("() => document.querySelector('[data-piece=R3] .piece-strength')?.textContent === '2'")
    me.page.get_by_role("button", name="Commit").click()
    me.page.locator(".end").click()
    me.waits_for_prompt("ove")
    me.page.locator("[data-piece='R4']").click()
    me.page.wait_for_selector("[data-target]")
    names = me.page.locator("[data-target]").evaluate_all("all => all.map(x => x.dataset.target)")
    start = next(p["at"] for p in me.state(game, "red")["pieces"] if p["id"] == "R4")
    goal = next(n for n in names if n != start)
    touch_hex(me, goal)
    me.page.wait_for_selector(".path .dash")
    me.shows("tiny-preview")
    assert next(p["at"] for p in me.state(game, "red")["pieces"] if p["id"] == "R4") == start, "a preview plays nothing"
    me.page.locator(".commit").click()
    me.page.wait_for_function("g => document.querySelector(`[data-piece=R4][data-place='${g}']`)", arg=goal)
    for _ in range(60):
        now = me.state(game, "red")
        if now["turn"]["name"] == "Turn 2":
            break
        if now["decision"] and now["decision"]["offers"]:
            finish_phase(me, now)
        me.page.wait_for_timeout(150)
    assert me.state(game, "red")["turn"]["name"] == "Turn 2"


def finish_phase(me, now: dict) -> None:
    """End if it may be ended, else take the first thing that is offered, by clicks."""
    ends = [o["text"] for o in now["decision"]["offers"] if o["text"] in ("end", "commit", "pass")]
    if ends:
        button = me.page.locator(".deck .end:not([disabled])").first
        button.click()
        if me.page.locator(".end.sure").count():
            me.page.locator(".end.sure").first.click()
        return
    piece = me.page.locator(".piece.offered")
    if piece.count():
        piece.first.click()
    elif me.page.locator(".strip .offer").count():
        me.page.locator(".strip .offer").first.click()
    me.page.wait_for_timeout(150)
    if me.page.locator(".commit:not([disabled])").count():
        me.page.locator(".commit").click()


def test_two_browsers_are_two_players(person):
    """One sends the link, the other sits down; each sees the other's move without asking."""
    red, blue = person(), person()
    game = red.begins("tiny", None, red="me", blue="invite")
    blue.page.goto(blue.url + red.links["blue"])
    blue.page.wait_for_selector(".deck .prompt")
    red.sits_at(game, "red")
    red.page.get_by_role("button", name="Commit").click()
    red.page.locator(".end").click()
    blue.page.get_by_role("button", name="Commit").click()
    blue.page.locator(".end").click()
    red.waits_for_prompt("ove")
    red.orders(game, "red", "end")
    blue.page.wait_for_function("() => document.querySelectorAll('.log li').length > 1")
    assert red.page.inner_text(".seats") != blue.page.inner_text(".seats")


def test_the_table_comes_back_after_the_server_was_killed(person, server):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.orders(game, "red", "build R3")
    server.kill()
    me.page.wait_for_selector(".offline")
    server.start()
    me.page.wait_for_selector(".offline", state="detached", timeout=30_000)
    me.page.locator("[data-piece='R1']").click()
    me.page.locator(".commit").click()
    me.page.wait_for_function("() => document.querySelector('[data-piece=R1] .piece-strength')?.textContent === '3'")
    assert {p["id"]: p["strength"] for p in me.state(game, "red")["pieces"]}["R3"] == "2"


def test_undo_redo_and_why_undo_is_barred(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.orders(game, "red", "build R3")
    me.page.wait_for_function("() => document.querySelector('[data-piece=R3] .piece-strength')?.textContent === '2'")
    me.page.locator(".undo").click()
    me.page.wait_for_function("() => document.querySelector('[data-piece=R3] .piece-strength')?.textContent === '1'")
    me.page.locator(".redo").click()
    me.page.wait_for_function("() => document.querySelector('[data-piece=R3] .piece-strength')?.textContent === '2'")
    war = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.orders(war, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end")
    me.sits_at(war, "axis")
    assert me.page.locator(".undo").is_disabled()
    assert me.page.inner_text(".barred").startswith("Undo stops here")


def test_a_refused_order_shows_its_rule_and_sentence(person):
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    me.page.locator(".line input").fill("deploy 0101")
    me.page.locator(".line input").press("Enter")
    me.page.wait_for_selector(".refusal .rule")
    assert len(me.page.inner_text(".refusal")) > 20
    assert me.page.locator(".debt").count() == 1
    assert me.page.locator(".end[disabled]").count() == 1


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
    assert me.page.inner_text(".replay output").startswith("0 of")
    assert me.page.locator("[data-piece='R4']").get_attribute("data-place") == "0202"
    last = int(me.page.inner_text(".replay output").split()[-1])
    for _ in range(last):
        me.page.get_by_role("button", name="Step on").click()
        me.page.wait_for_timeout(120)
    me.page.wait_for_function("() => document.querySelector('[data-piece=R4]')?.dataset.place === '0303'")
    me.shows("replay")
    me.page.get_by_role("button", name="Back to the game").click()
    me.page.wait_for_selector(".replay", state="detached")


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
    assert me.page.locator(".piece").count() == 0
    assert "R4" not in me.page.content()
    me.page.get_by_role("button", name="Open the curtain").click()
    me.page.wait_for_selector("[data-piece='B1']")


def test_overlays_are_at_most_three(person):
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    for name in ("Supply", "Zones", "Control", "Weather"):
        me.page.get_by_role("switch", name=name, exact=True).click()
        me.page.wait_for_selector(f".switch[aria-checked=true] span:text-is('{name}')")
    on = me.page.locator(".switch[aria-checked=true] span").all_inner_texts()
    assert on == ["Zones", "Control", "Weather"]
    me.shows("overlays")


def test_find_goes_to_a_place_and_opens_a_rule(person):
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    me.page.keyboard.press("/")
    me.page.get_by_label("Find a unit, a place or a rule").fill("Moscow")
    me.page.locator(".find li button").first.click()
    assert me.page.inner_text(".selection h2").strip()
    me.page.keyboard.press("/")
    me.page.get_by_label("Find a unit, a place or a rule").fill("9.62")
    me.page.locator(".find li button").last.click()
    assert me.page.inner_text(".rule-card code") == "9.62"
    assert len(me.page.inner_text(".rule-card p")) > 20


def test_a_phone_has_the_sheet_and_the_map(person):
    """412 by 915: prompt, choices and one large button in the sheet, five tools under it, nothing beyond the edge."""
    me = person(has_touch=True, is_mobile=True)
    me.page.set_viewport_size({"width": 412, "height": 915})
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.page.wait_for_timeout(1200)
    me.shows("phone")
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= 412
    button = me.page.locator(".commit").bounding_box()
    assert button["height"] >= 52 and button["x"] + button["width"] <= 412
    assert me.page.locator(".phone-tools button").count() == 5
    me.page.locator(".phone-tools button", has_text="Log").tap()
    me.page.wait_for_selector(".sheet-high .log")


def test_a_proposal_is_made_and_answered(person):
    """Red proposes to resign from the menu; blue is asked, agrees, and the game is over for both."""
    red, blue = person(), person()
    game = red.begins("tiny", None, red="me", blue="invite")
    blue.page.goto(blue.url + red.links["blue"])
    blue.page.wait_for_selector(".deck .prompt")
    red.sits_at(game, "red")
    red.page.get_by_role("button", name="Menu").click()
    red.page.get_by_role("menuitem", name="Propose to resign").click()
    blue.page.get_by_role("button", name="Agree").click()
    red.waits_for_prompt("resign")
    assert "resign" in blue.prompt()


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
    chances = [int(text.split()[-2]) for text in me.page.locator(".odds .bar").all_inner_texts()]
    assert 97 <= sum(chances) <= 103
    assert "no way back" in me.page.inner_text(".commit")
    me.shows("odds")
    assert me.state(game, "axis")["decision"]["undo"] == 0
    me.page.locator(".commit").click()
    me.page.wait_for_selector(".log .die")
    log = me.page.inner_text(".log")
    assert "Lublin 1713" in log and "@" not in log, (
        "towns by their names, pieces without the hex that stands beside them"
    )
