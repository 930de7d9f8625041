"""A finger on a phone, in a real Chromium: the sheet is dragged, the prompt has its width, the map fills its room."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 412, "height": 915}, "has_touch": True, "is_mobile": True}


def swipes(me, css: str, by: int) -> None:
    """Drag something up or down with a finger."""
    box = me.page.locator(css).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = me.context.new_cdp_session(me.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for i in range(1, 9):
        point = {"x": x, "y": y + by * i / 8}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_sheet_is_dragged_up_and_down(person):
    """By its handle or by its prompt, a step or all the way; a touch of the handle goes on by one."""
    me = person(**PHONE)
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.sits_at(game, "red")
    me.sees(".deck.mid").to_have_count(1)
    swipes(me, ".handle", -200)
    me.sees(".deck.high").to_have_count(1)
    me.sees(".side .tabs").to_be_in_viewport()
    me.shows("phone-sheet-up")
    swipes(me, ".deck .prompt", 70)
    me.sees(".deck.mid").to_have_count(1)
    swipes(me, ".handle", 100)
    me.sees(".deck.low").to_have_count(1)
    me.page.locator(".handle").tap()
    me.sees(".deck.mid").to_have_count(1)


def test_a_debt_leaves_the_prompt_its_width(person):
    me = person(**PHONE)
    game = me.begins("ww2eto", "1941", axis="me", allied="hotseat")
    me.sits_at(game, "axis")
    me.sees(".deck .debt").to_be_visible()
    me.settles()
    width = me.page.locator(".deck .prompt").bounding_box()["width"]
    assert width > 0.9 * me.page.viewport_size["width"] - 28
    me.shows("phone-debt")


def test_the_map_fills_its_room_at_the_start(person):
    """Africa lies at the map's edge: it opens with land down to the sheet."""
    me = person(**PHONE)
    game = me.begins("ww2eto", "africa41", axis="me", allied="hotseat")
    me.sits_at(game, "axis")
    me.settles()
    world = me.page.locator(".map .world").bounding_box()
    assert world["y"] + world["height"] >= me.page.locator(".deck").bounding_box()["y"] - 20
    me.shows("phone-africa")
