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
    blue.joins(red.links["blue"])
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


def ended(person) -> tuple:
    """A game of two seats in one browser that is over for good, with what was kept on the way."""
    me = person(pledges=True)
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.sits_at(game, "red")
    me.waits(lambda: all(nonce for _, nonce in seen(me, game, "red")["nonces"]))
    me.orders(game, "red", "build R3", "commit")
    me.orders(game, "blue", "commit")
    me.until(f"() => Object.keys(JSON.parse(localStorage.getItem('pins:{game}:red')).heads).length > 1")
    me.orders(game, "red", "propose resign")
    me.orders(game, "blue", "accept 1")
    me.page.wait_for_selector(".prompt .outcome")
    return me, game


def checks(me) -> None:
    if not me.page.locator(".seat-panel").count():
        opens_seat(me)
    me.page.get_by_role("button", name="Check the journal").click()


def test_the_journal_is_checked_at_the_end_by_a_button(person):
    """Every head that was kept on the way is in it, the set-up is the promised one, and my number is in the dice."""
    me, _ = ended(person)
    checks(me)
    me.sees(".check-journal [role=status]").to_contain_text("All promises were kept.")
    me.sees(".check-journal li").to_have_count(3)
    me.sees(".check-journal").to_contain_text("Your own number went into the dice")


def rewritten(line: str) -> str:
    return line.replace("R3", "R1")


def swapped(line: str) -> str:
    """The first line with another secret."""
    head, mark, rest = line.partition('"secret":"')
    return f"{head}{mark}{'ab' * 32}{rest[64:]}" if mark else line


def test_a_journal_that_the_host_has_changed_is_told(person):
    """A hidden order is another, or the secret is: what was kept does not fit any more, and the page says which."""
    me, _ = ended(person)

    def hand_over(change) -> None:
        def answer(route) -> None:
            text = route.fetch().text()
            route.fulfill(body="".join(change(line) for line in text.splitlines(keepends=True)))

        me.page.unroute("**/export?*")
        me.page.route("**/export?*", answer)

    hand_over(rewritten)
    checks(me)
    me.sees(".check-journal [role=status]").to_contain_text("A promise was broken.")
    me.sees(".check-journal").to_contain_text("The journal was changed")
    me.sees(".check-journal").to_contain_text("Set-up and dice are those that were promised")
    hand_over(swapped)
    checks(me)
    me.sees(".check-journal").to_contain_text("Set-up or dice are not those that were promised")


def test_the_end_of_a_game_is_told_kept_and_played_once_more(person):
    """Why it ended, the journal to keep, the check, and a new game in which the sides are changed."""
    me = person()
    game = me.begins("ww2eto", "africa41", axis="me", allied="bot:random")
    me.sits_at(game, "axis")
    me.orders(game, "axis", "propose resign")
    me.page.get_by_role("button", name="How it went").click()
    panel = me.page.get_by_role("dialog", name="How it went")
    me.sees(panel).to_contain_text("Why it ended")
    me.sees(panel.get_by_role("heading", level=2)).to_contain_text("Allies")
    with me.page.expect_download() as kept:
        panel.get_by_role("link", name="Save the game").click()
    assert '"secret"' in kept.value.path().read_text().splitlines()[0]
    panel.get_by_role("button", name="Once more, sides changed").click()
    me.until("() => location.pathname.endsWith('/allied')")
    me.page.wait_for_selector(".deck .prompt")
    again = me.page.url.split("/")[-2]
    assert [(s["name"], s["bot"]) for s in me.state(again, "allied")["sitting"]] == [("allied", ""), ("axis", "random")]
