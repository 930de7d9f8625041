"""What a newcomer meets, in a real Chromium: every answer is a button, and warnings come in time."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow


def test_an_order_that_is_whole_by_itself_has_a_button(person):
    """Italy may enter the war, or not: both are there to be clicked."""
    me = person()
    game = me.begins("ww2eto", "1940", axis="me", allied="hotseat")
    me.sits_at(game, "axis")
    me.waits_for_prompt("Italy may enter")
    me.page.locator(".strip").get_by_role("button", name="enter").click()
    me.page.locator(".commit:not([disabled])").click()
    me.until("() => !document.querySelector('.deck .prompt').innerText.includes('Italy may enter')")
    assert me.state(game, "axis")["entries"] == 1


def test_the_warning_does_not_wait_for_the_odds(person):
    """That there is no way back is said before the odds are known."""
    me = person()
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.orders(game, "allied", "activate 15AG invasion", "end")
    me.sits_at(game, "allied")
    held: list = []
    me.page.route("**/odds", lambda route: held.append(route))
    me.page.get_by_role("button", name="Invade").click()
    for piece in ("15AG", "US2amph"):
        me.settles()
        me.page.locator(f".map [data-piece='{piece}'].offered").click()
    me.touches_a_target("Catania")
    me.sees(".path-line .final").to_contain_text("No way back")
    me.waits(lambda: held)
    me.sees(".odds").to_have_count(0)
    held.pop().continue_()
    me.sees(".odds").to_have_count(1)


def test_a_learner_is_warned_before_the_lesson_is_lost(person):
    """An order without a way back that the lesson does not mean is told beforehand; afterwards one may begin again."""
    me = person()
    me.page.goto(f"{me.url}/learn")
    me.page.locator("article", has_text="A month over Sicily").get_by_role("button", name="Begin").click()
    for _ in range(2):
        me.page.locator(".coach").get_by_role("button", name="Next").click()
    me.settles()
    me.page.locator(".map [data-piece='15AG'].offered").click()
    me.page.locator(".strip").get_by_role("button", name="blitz-invasion").click()
    me.sees(".path-line .final").to_contain_text("No way back")
    me.sees(".coach-note").to_have_count(0)
    me.page.locator(".strip .offer", has_text="command").click()
    me.sees(".coach-note").to_contain_text("means another order")
    me.shows("lesson-astray")
    me.page.locator(".commit").click()
    me.sees(".coach-note").to_contain_text("it stands")
    before = me.page.url
    me.page.get_by_role("button", name="Begin again").click()
    me.until("(before) => location.href !== before", before)
    me.sees(".coach .count").to_have_text("1 of 30")


@pytest.mark.parametrize(
    ("title", "scenario", "seat", "other"),
    [("westfront", "husky", "allied", "axis"), ("ww2eto", "1941", "axis", "allied")],
)
def test_every_overlay_says_what_it_shows(person, title, scenario, seat, other):
    """None is switched on without a line of the legend."""
    me = person()
    game = me.begins(title, scenario, **{seat: "me", other: "hotseat"})
    me.sits_at(game, seat)
    switches = me.page.locator(".overlay-list .switch:not(.hide)")
    for i in range(switches.count()):
        switches.nth(i).click()
        me.sees(".legend li").not_to_have_count(0)
        switches.nth(i).click()
        me.sees(".legend li").to_have_count(0)


def test_a_page_without_a_table_leads_on(person):
    """Whoever opens a seat that is not theirs, or a link that is used, finds the way to the other pages."""
    me, other = person(), person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    for path in (f"/g/{game}/red", "/join/used"):
        other.page.goto(other.url + path)
        other.sees("main h1").to_contain_text("open")
        other.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Play").click()
        other.page.wait_for_selector(".chooser")
