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
