"""What must be in sight and at hand on every screen: proposals, rules, legends, places that are gone to again."""

from __future__ import annotations

import pytest

from .conftest import ROOT

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 412, "height": 915}, "has_touch": True, "is_mobile": True}
OVERLAP = """css => {
  const boxes = [...document.querySelectorAll(css)].map((e) => e.getBoundingClientRect());
  return boxes.some((a, i) => boxes.slice(i + 1).some(
    (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
}"""
LOOK = "() => document.querySelector('.world').style.transform"


def meet_on_a_phone(person):
    """Red at a desk, blue with a phone; both have committed, red moves."""
    red, blue = person(), person(**PHONE)
    game = red.begins("tiny", None, red="me", blue="invite")
    blue.joins(red.links["blue"])
    blue.page.wait_for_selector(".deck .prompt")
    red.orders(game, "red", "commit")
    blue.orders(game, "blue", "commit")
    red.sits_at(game, "red")
    red.waits_for_prompt("ove")
    return game, red, blue


def test_a_correction_is_proposed_by_a_form_and_answered_on_a_phone(person):
    game, red, blue = meet_on_a_phone(person)
    before = {p["id"]: p["at"] for p in red.state(game, "red")["pieces"]}
    there = before["R1"] if before["R1"] != before["R4"] else before["R2"]
    red.page.get_by_role("button", name="Menu").click()
    red.page.get_by_role("menuitem", name="Propose a correction").click()
    red.page.get_by_label("Unit", exact=True).fill("R4")
    red.page.get_by_label("Place", exact=True).fill("nowhere at all")
    red.page.get_by_role("button", name="Propose", exact=True).click()
    red.sees(".deck .refusal").to_contain_text("no place")
    red.page.get_by_label("Place", exact=True).fill(there)
    red.page.get_by_role("button", name="Propose", exact=True).click()
    red.sees(red.page.get_by_role("dialog")).to_have_count(0)
    red.sees(".proposal").to_contain_text("You propose · correct the position: R4 at")
    blue.sees(blue.page.get_by_role("button", name="Agree")).to_be_in_viewport()
    blue.sees(".proposal").not_to_contain_text("R4")
    blue.shows("phone-proposal")
    blue.page.get_by_role("button", name="Agree").tap()
    red.sees(".proposal").to_have_count(0)
    red.stands("R4", there)


def test_a_moment_of_the_replay_is_proposed_and_looked_at_before_the_answer(person):
    game, red, blue = meet_on_a_phone(person)
    red.ends()
    red.until("() => !document.querySelector('.prompt')?.innerText.includes('Move')")
    red.page.get_by_role("button", name="Menu").click()
    red.page.get_by_role("menuitem", name="Replay").click()
    red.page.get_by_role("button", name="Propose to go back to here").click()
    red.sees(".proposal").to_contain_text("go back to moment 0")
    blue.page.get_by_role("button", name="Look").tap()
    blue.sees(".replay output").to_contain_text("0 of")
    blue.page.get_by_role("button", name="Back to the game").tap()
    blue.page.get_by_role("button", name="Agree").tap()
    red.waits(lambda: red.state(game, "red")["decision"]["kind"] != "" and red.state(game, "red")["turn"]["phase"] == 0)
    red.waits_for_prompt("roduction")


def test_a_rule_opens_in_sight_on_a_phone_and_a_tablet(person):
    for settings in (PHONE, {"viewport": {"width": 1024, "height": 768}}):
        me = person(**settings)
        game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
        me.orders(game, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end")
        me.sits_at(game, "axis")
        if settings is PHONE:
            me.page.locator(".phone-tools").get_by_text("Type").tap()
        me.page.get_by_label("Order line").fill("move ger4inf@1610 2013")
        me.page.keyboard.press("Enter")
        me.page.locator(".refusal .rule").click()
        me.sees(".rule-card").to_be_in_viewport(ratio=1)
        me.page.get_by_label("Close the rule").click()
        me.sees(".rule-card").to_have_count(0)


def test_a_place_is_gone_to_again_after_the_map_was_moved(person):
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    me.page.get_by_role("tab", name="Forces").click()
    first = me.page.evaluate(LOOK)
    me.page.locator(".forces .link").first.click()
    me.until(f"(first) => ({LOOK})() !== first", first)
    there = me.page.evaluate(LOOK)
    me.page.locator(".map").focus()
    me.page.keyboard.press("ArrowLeft")
    me.until(f"(there) => ({LOOK})() !== there", there)
    me.page.locator(".forces .link").first.click()
    me.until(f"(there) => ({LOOK})() === there", there)


def test_two_fingers_carry_the_map_and_spread_to_enlarge_it(person):
    me = person(**PHONE)
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.settles()
    line = me.context.new_cdp_session(me.page)
    shown = f"() => {{ const m = new DOMMatrix(({LOOK})()); return [m.e, m.f, m.a]; }}"

    def fingers(kind: str, *points: tuple[int, int]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    _, y, scale = me.page.evaluate(shown)
    fingers("touchStart", (150, 300))
    fingers("touchStart", (150, 300), (250, 300))
    for step in range(9):
        fingers("touchMove", (150, 300 - 10 * step), (250, 300 - 10 * step))
    carried = f"([y, s]) => {{ const [, b, c] = ({shown})(); return b < y - 40 && Math.abs(c / s - 1) < 0.03; }}"
    me.until(carried, [y, scale])
    for step in range(9):
        fingers("touchMove", (150 - 8 * step, 220), (250 + 8 * step, 220))
    fingers("touchEnd")
    me.until(f"(scale) => ({shown})()[2] > scale * 1.8", scale)


@pytest.mark.parametrize("settings", [{}, PHONE])
def test_who_holds_what_is_told_by_a_legend(person, settings):
    me = person(**settings)
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    if settings:
        me.page.get_by_role("button", name="Layers").tap()
    me.page.get_by_role("switch", name="Control", exact=True).click()
    for side in ("Axis", "Allies"):
        me.sees(".legend li", has_text=side).to_be_visible()


def test_the_log_of_a_replay_ends_where_the_replay_is(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "build R3", "commit")
    me.sits_at(game, "red")
    me.page.wait_for_selector(".log .plain")
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="Replay").click()
    me.sees(".replay output").to_contain_text("0 of")
    me.sees(".log .plain").to_have_count(0)
    last = me.page.get_by_label("Moment of the game").get_attribute("max")
    me.page.get_by_label("Moment of the game").fill(last)
    me.sees(".log .plain").not_to_have_count(0)


@pytest.mark.parametrize("width", [1280, 1440])
def test_every_phase_is_named_in_the_bar(person, width):
    me = person(viewport={"width": width, "height": 800})
    me.sits_at(me.begins("ww2eto", "1941", axis="me", allied="bot:random"), "axis")
    me.settles()
    fits = "() => { const e = document.querySelector('.top .phases'); return e.scrollWidth <= e.clientWidth; }"
    assert me.page.evaluate(fits)
    me.sees(".debt").to_contain_text("1 debt: 4 mechanized")


def test_a_page_that_is_not_there_says_so_and_leads_back(person):
    me = person()
    me.page.goto(f"{me.url}/t/nonsense")
    me.sees("h1").to_have_text("There is no such title.")
    me.page.get_by_role("link", name="Back to the start").click()
    me.page.wait_for_selector(".title-card")


def test_a_spectator_goes_through_the_tabs_by_arrows(person):
    host, me = person(), person()
    game = host.begins("tiny", None, watched=True, red="me", blue="hotseat")
    me.page.goto(f"{me.url}/watch/{game}")
    me.page.get_by_role("tab", name="Log").focus()
    for name in ("Rules", "Charts", "Forces", "Log"):
        me.page.keyboard.press("ArrowLeft")
        me.sees(me.page.get_by_role("tab", name=name)).to_be_focused()


@pytest.mark.parametrize("view", [{"width": 1280, "height": 800}, {"width": 412, "height": 915}])
def test_the_battle_board_has_room_for_its_parts(person, view):
    """Whoever fights is in sight where there is a screen for it, and nothing lies on anything else."""
    me = person(viewport=view)
    me.page.request.get(f"{me.url}/api/games")
    journal = (ROOT / "docs/games/westfront-husky.journal").read_text()
    game = me.page.request.post(f"{me.url}/api/games/import", data={"journal": journal}).json()["game"]
    me.page.goto(f"{me.url}/g/{game}/allied#entry=31")
    me.page.wait_for_selector(".battle .fighter")
    me.settles()
    assert not me.page.evaluate(OVERLAP, ".battle .front span, .battle .fighter")
    assert not me.page.evaluate(OVERLAP, ".field header h1, .field header .phases, .field header .tool")
    fold = me.page.get_by_label("Fold the battle board").bounding_box()
    board = me.page.locator(".field").bounding_box()
    assert fold["x"] + fold["width"] > board["x"] + board["width"] - 24
    if view["width"] == 1280:
        me.sees(".line-up.own .fighter").to_be_in_viewport(ratio=1)
        me.sees(".line-up.own + footer").to_be_in_viewport(ratio=1)
    me.shows(f"battle-{view['width']}")
