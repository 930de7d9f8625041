"""What the host has promised, in a real Chromium: kept, shown, and told when it changes; and a number for the dice."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.slow


def opens_seat(me) -> None:
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="My seat").click()
    me.page.wait_for_selector(".seat-panel")


def seen(me, game: str, seat: str) -> dict:
    return me.page.request.get(f"{me.url}/api/games/{game}/state?seat={seat}").json()


def test_both_pages_give_a_number_to_the_dice_and_keep_what_was_promised(person):
    red, blue = person(pledges=True), person(pledges=True)
    game = red.begins("tiny", None, red="me", blue="invite")
    red.sits_at(game, "red")
    blue.page.goto(blue.url + red.links["blue"])
    blue.page.wait_for_selector(".deck .prompt")
    red.waits(lambda: all(nonce for _, nonce in seen(red, game, "red")["nonces"]))
    opens_seat(red)
    red.sees(".seat-panel").to_contain_text("Every seat has given to the dice")
    state = seen(red, game, "red")
    red.sees(".seat-panel").to_contain_text(state["commitment"][:16])
    red.sees(".seat-panel").to_contain_text(state["head"][1][:16])
    kept = json.loads(red.page.evaluate(f"localStorage.getItem('pins:{game}:red')"))
    assert kept["commitment"] == state["commitment"] and kept["heads"][str(state["head"][0])] == state["head"][1]


@pytest.mark.parametrize("what", ["commitment", "heads"])
def test_the_page_says_when_a_promise_is_not_what_it_was(person, what):
    """Here what the page has kept is changed, which is the same to it as a host who says something else."""
    red = person()
    game = red.begins("tiny", None, red="me", blue="hotseat")
    red.sits_at(game, "red")
    red.sees(".top [role=alert]").to_have_count(0)
    place = f"pins:{game}:red"
    kept = json.loads(red.page.evaluate(f"localStorage.getItem('{place}')"))
    other = {"commitment": "0" * 64, "heads": dict.fromkeys(kept["heads"], "0" * 64)}
    changed = json.dumps({**kept, what: other[what]})
    red.page.evaluate("([place, text]) => localStorage.setItem(place, text)", [place, changed])
    red.page.reload()
    red.sees(".top [role=alert]").to_contain_text("is not the one")
