"""What helps a player to find his way: the small map, sounds, orders explained with their prices, the first lesson."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow

# Counts the tones that the page plays, without a loudspeaker.
TONES = """window.tones = 0; const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };"""
MIDDLE = """() => { const box = document.querySelector('.map').getBoundingClientRect();
  const all = [...document.querySelectorAll('.map .piece')].map((p) => p.getBoundingClientRect());
  const inside = (r) => r.left > box.left && r.right < box.right && r.top > box.top && r.bottom < box.bottom;
  return all.filter(inside).length; }"""


def test_the_small_map_shows_where_the_large_one_looks_and_takes_it_elsewhere(person):
    me = person()
    game = me.begins("westfront", "s44", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    frame = me.page.locator(".minimap rect")
    me.sees(frame).to_have_count(1)
    before, seen = frame.bounding_box(), me.page.evaluate(MIDDLE)
    assert seen > 5
    small = me.page.locator(".minimap").bounding_box()
    me.page.mouse.click(small["x"] + small["width"] * 0.2, small["y"] + small["height"] * 0.9)
    me.settles()
    after = frame.bounding_box()
    assert after["y"] > before["y"] + 20
    assert me.page.evaluate(MIDDLE) < seen
    me.page.locator(".small-map").click()
    me.sees(".minimap").to_have_count(0)
    me.page.reload()
    me.page.wait_for_selector(".deck .prompt")
    me.sees(".minimap").to_have_count(0)


def test_sounds_are_off_until_they_are_wanted(person):
    me, other = person(), person()
    me.page.add_init_script(TONES)
    game = me.begins("ww2eto", "africa41", axis="invite", allied="me")
    assert other.page.request.post(f"{other.url}/api{me.links['axis']}").ok
    me.sits_at(game, "allied")
    me.page.get_by_role("button", name="Menu").click()
    switch = me.page.get_by_role("menuitemcheckbox", name="Sounds")
    me.sees(switch).to_have_attribute("aria-checked", "false")
    assert me.page.evaluate("window.tones") == 0
    switch.click()
    me.until("() => window.tones > 0")
    first = me.page.evaluate("window.tones")
    me.until("() => document.querySelector('.deck .end') === null")
    while not me.state(game, "allied")["decision"]["offers"]:
        other.orders(game, "axis", "end")
    me.until("(n) => window.tones > n", first)


def test_each_role_of_a_headquarters_is_explained_with_its_range_and_price(person):
    me = person()
    game = me.begins("westfront", "s44", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.page.locator(".map [data-piece='21AG']").first.click()
    roles = me.page.locator(".strip .offer")
    me.sees(roles).to_have_count(4)
    me.sees(roles.nth(0)).to_contain_text("nits within 3 hexes may move")
    me.sees(roles.nth(0)).to_contain_text("costs a step")
    me.sees(roles.nth(1)).to_contain_text("costs two steps")
    me.sees(roles.nth(2)).to_contain_text("ands one unit from its port on a beach")
    me.page.keyboard.press("Escape")
    me.page.locator(".map [data-piece='SHAEF']").first.click()
    me.sees(roles.first).to_contain_text("6 Supreme Moves: units anywhere, by land, rail or sea")


def test_a_verb_says_what_it_does_below_what_is_asked(person):
    me = person()
    game = me.begins("westfront", "s44", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.sees(".deck .prompt").to_contain_text("Command phase: activate headquarters, then end.")
    me.page.get_by_role("button", name="Deploy", exact=True).click()
    me.sees(".deck .prompt .asked").to_contain_text("moves to the next friendly hex")


def test_the_price_of_a_step_stands_at_the_unit_before_it_is_touched(person):
    me = person()
    game = me.begins("westfront", "s43", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    for _ in range(40):
        here = me.state(game, "allied")
        offers = {offer["text"] for offer in (here["decision"] or {}).get("offers", ())}
        if "step" in offers:
            break
        ends = [text for text in ("end", "commit", "ready", "none", "pass") if text in offers]
        if not ends:
            me.waits(lambda: me.state(game, "allied")["decision"]["offers"])
            continue
        me.orders(game, "allied", ends[0])
    me.page.reload()
    me.page.wait_for_selector(".deck .prompt")
    me.page.locator(".deck .verb", has_text="Build a step").click()
    me.page.get_by_role("button", name="My forces").click()
    me.settles()
    prices = me.page.locator(".map .price text")
    me.sees(prices).not_to_have_count(0)
    choice = next(c for c in me.state(game, "allied")["decision"]["first"]["step"] if c["cost"] > 0)
    shown = me.page.locator(f".map [data-piece='{choice['piece']}'] .price text")
    me.sees(shown).to_have_text(str(choice["cost"]))


def test_the_only_target_of_an_order_is_brought_into_sight(person):
    """The port where a chit comes ashore lay under the deck when the Gazala game was opened."""
    me = person()
    game = me.begins("aeto", "desert42", germany="me", uk="bot:random")
    me.sits_at(game, "germany")
    me.settles()
    target = me.page.locator(".map .target .ring")
    me.sees(target).to_have_count(1)
    box, deck = target.bounding_box(), me.page.locator(".deck").bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] < deck["y"]


def test_the_first_lesson_is_one_click_from_the_front_page(person):
    me = person()
    me.page.goto(me.url)
    me.page.get_by_role("button", name="Begin the first lesson").click()
    me.page.wait_for_selector(".coach h2")


def test_on_a_phone_the_titles_leave_room_for_the_scenario(person):
    me = person(viewport={"width": 390, "height": 844}, has_touch=True)
    me.page.goto(me.url)
    me.page.wait_for_selector(".title-card")
    heights = [card.bounding_box()["height"] for card in me.page.locator(".title-card").all()]
    assert max(heights) < 100


def test_the_end_of_a_game_has_its_course_and_its_turning_points(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    for _ in range(400):
        here = me.state(game, "red")
        if here["outcome"]:
            break
        texts = [offer["text"] for offer in (here["decision"] or {}).get("offers", ())]
        if not texts:
            me.page.wait_for_timeout(20)
            continue
        me.orders(game, "red", next((t for t in ("commit", "end", "pass") if t in texts), texts[0]))
    me.sits_at(game, "red")
    me.page.get_by_role("button", name="How it went").click()
    me.sees(".ending .course").to_have_count(0)
    me.page.get_by_role("button", name="Finish for good").click()
    me.sees(".ending .course polyline").to_have_count(2)
    rows = me.page.request.get(f"{me.url}/api/games/{game}/course?seat=red").json()
    assert len(rows) > 2
    assert rows[-1]["entry"] <= me.state(game, "red")["entries"]
    points = me.page.locator(".ending .turning button")
    if points.count():
        points.first.click()
        me.page.wait_for_selector(".replay")


def test_the_course_of_a_game_is_closed_while_it_is_played(person):
    """The counts of all turns would tell what is hidden."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    answer = me.page.request.get(f"{me.url}/api/games/{game}/course?seat=red")
    assert not answer.ok and "when the game is over" in answer.text()


def test_no_card_hangs_under_the_drawer_of_a_narrow_page(person):
    me = person(viewport={"width": 1024, "height": 768})
    game = me.begins("westfront", "s44", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.settles()
    me.page.locator(".map [data-piece='21AG']").first.click()
    me.sees(".tray").to_be_visible()
    free = "() => document.querySelector('.tray').getBoundingClientRect().right <= "
    me.until(free + "document.querySelector('.side').getBoundingClientRect().left + 1")
    me.sees(".strip .offer").to_have_count(4)
