"""Two sides on one screen: what one of them may see is never on the page while the other sits there."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.slow
# Remembers whether the map was ever on the page with a piece of red's on it that blue may not read.
WITNESS = r"""(() => { window.leaked = false; new MutationObserver(() => {
  if (document.querySelector("[data-piece='R4']")) window.leaked = true;
}).observe(document, { childList: true, subtree: true, attributes: true }); })()"""


def shared(me) -> str:
    """A game for two on one screen, in which both decide; blue has looked at it last."""
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.sits_at(game, "blue")
    me.page.wait_for_selector("[data-piece='B1']")
    return game


@pytest.mark.parametrize("way", ["seat", "address", "reload"])
def test_every_way_to_the_other_side_leads_past_the_curtain(person, way):
    me = person()
    game = shared(me)
    me.page.add_init_script(WITNESS)
    if way == "seat":
        me.page.evaluate(WITNESS)
        me.page.locator("button.seat").click()
    else:
        me.page.goto(f"{me.url}/g/{game}/red")
    me.page.wait_for_selector(".curtain")
    if way == "reload":
        me.page.reload()
    button = me.page.get_by_role("button", name="Open the curtain")
    me.sees(button).to_be_focused()
    me.sees(".piece, .log, .deck, .side").to_have_count(0)
    me.settles()
    assert not me.page.evaluate("() => window.leaked") and not re.search(r"\bR4\b", me.page.content())
    for key in (".", "f", "/", "?", "1"):
        me.page.keyboard.press(key)
    me.settles()
    me.sees(".curtain").to_be_visible()
    assert me.state(game, "red")["entries"] == 0
    button.click()
    me.page.wait_for_selector("[data-piece='R4']")
    me.sees(".find").to_have_count(0)


def test_whoever_sits_there_comes_back_without_a_curtain(person):
    me = person()
    shared(me)
    me.page.reload()
    me.page.wait_for_selector("[data-piece='B1']")
    me.sees(".curtain").to_have_count(0)


def test_what_one_side_looked_at_is_not_shown_to_the_other(person):
    me = person()
    shared(me)
    me.page.locator("[data-piece='B1']").click()
    me.sees(".selection").to_be_visible()
    me.page.locator("button.seat").click()
    me.page.get_by_role("button", name="Open the curtain").click()
    me.page.wait_for_selector("[data-piece='R4']")
    me.settles()
    me.sees(".selection, .tray, .hint").to_have_count(0)


def test_a_side_that_is_asked_for_its_agreement_can_give_it_on_the_same_screen(person):
    """Red moves, blue has nothing to decide but red's proposal: the screen stays with blue until that is answered."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.orders(game, "red", "commit")
    me.orders(game, "blue", "commit")
    me.orders(game, "red", "propose rollback 0")
    me.sits_at(game, "red")
    me.page.locator("button.seat").click()
    me.page.get_by_role("button", name="Open the curtain").click()
    me.page.get_by_role("button", name="Refuse").click()
    me.page.wait_for_url(f"**/g/{game}/red")
    me.page.get_by_role("button", name="Open the curtain").click()
    me.sees(".proposal").to_have_count(0)
    me.waits_for_prompt("ove")


def test_whoever_writes_takes_back_words_and_not_orders(person):
    """Ctrl Z and Ctrl Backspace in a note leave the game as it is."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "build R3")
    me.sits_at(game, "red")
    before = me.state(game, "red")["entries"]
    me.page.get_by_role("tab", name="Notes").click()
    me.sees(".notes").to_be_editable()
    me.page.locator(".notes").press_sequentially("hold the river")
    me.page.keyboard.press("Control+Backspace")
    me.sees(".notes").to_have_value("hold the ")
    me.page.keyboard.press("Control+z")
    me.settles()
    me.strength("R3", "2")
    assert me.state(game, "red")["entries"] == before
