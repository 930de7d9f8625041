"""What a new user tripped over at the table, in a real Chromium: cards in the way, silence, and haste."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import read_scene

pytestmark = pytest.mark.slow

INSIDE = """(place) => {
  const tip = document.querySelector('.path .arrow').getBoundingClientRect();
  const hex = document.querySelector(`[data-target='${place}'] .ring`).getBoundingClientRect();
  const [x, y] = [tip.x + tip.width / 2, tip.y + tip.height / 2];
  return x > hex.left && x < hex.right && y > hex.top && y < hex.bottom;
}"""


@pytest.fixture
def landing(person):
    """Sicily, 1943: 15 Army Group at Tunis is about to send its units over the sea."""
    me = person()
    game = me.begins("westfront", "husky", allied="me", axis="bot:greedy")
    me.orders(game, "allied", "activate 15AG invasion", "end")
    me.sits_at(game, "allied")
    me.game = game
    return me


def picks(me, *pieces: str) -> None:
    for piece in pieces:
        me.settles()
        shown = me.page.locator(f"[data-tray='{piece}'], .map [data-piece='{piece}']")
        shown.last.click()
        me.until(
            "p => [...document.querySelectorAll('.picked')].some(e => (e.dataset.piece || e.dataset.tray) === p)", piece
        )


def aims(me, place: str) -> None:
    me.settles()
    box = me.page.locator(f"[data-target='{place}'] .ring").bounding_box()
    me.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_arrow_of_an_invasion_ends_in_the_hex_that_is_invaded(landing):
    """It ended in the sea, at a part of its length."""
    picks(landing, "15AG", "US2amph")
    aims(landing, "Catania")
    landing.page.wait_for_selector(".path .arrow")
    assert landing.page.evaluate(INSIDE, "Catania")


def test_the_tray_closes_with_the_order_and_undo_says_what_was_shown(landing):
    picks(landing, "15AG", "US2amph")
    landing.sees(".tray").to_have_count(1)
    aims(landing, "Licata")
    landing.sees(".path-line").to_contain_text("what stands in Licata is shown")
    landing.page.locator(".commit").click()
    landing.stands("US2amph", "Licata")
    landing.sees(".tray").to_have_count(0)
    landing.sees(".deck .barred").to_contain_text("what stands in Licata has been shown")


def test_a_touched_enemy_is_answered(landing):
    """With nothing picked it says what to do, with something picked why that may not go there; it was silent."""
    enemy = landing.page.locator(".map .piece[data-place='Reggio']").first
    enemy.click()
    landing.sees(".hint").to_contain_text("Pick a unit of yours")
    picks(landing, "15AG")
    landing.page.locator(".map .piece[data-place='Messina'], .map .piece[data-place='Reggio']").first.click()
    landing.sees(".hint").to_be_visible()


def test_sure_is_asked_anew_after_a_visit_to_the_replay(landing):
    end = landing.page.locator(".deck .end")
    end.click()
    landing.sees(".deck .end.sure").to_have_count(1)
    landing.page.get_by_role("button", name="Menu").click()
    landing.page.get_by_role("menuitem", name="Replay from the start").click()
    landing.page.get_by_role("button", name="Back to the game").click()
    landing.sees(end).to_have_count(1)
    landing.sees(".deck .end.sure").to_have_count(0)


def moves(me, game: str, seat: str, times: int) -> None:
    """Give some moves, each the first unit to the first hex that is offered."""

    def first(*words: str) -> str:
        body = {"seat": seat, "prefix": words}
        return me.page.request.post(f"{me.url}/api/games/{game}/next", data=body).json()[0]["text"]

    for _ in range(times):
        unit = first("move")
        me.orders(game, seat, f"move {unit} {first('move', unit, '.')}")


def test_what_another_does_is_shown_one_after_another_and_can_be_skipped(person):
    """A bot's turn passed in a second and a half; now each order stays in sight, and the deck says what is to come."""
    me, other = person(paced=True), person()
    me.page.add_init_script("if (location.host) localStorage.setItem('pace', 'slow')")
    game = me.begins("ww2eto", "africa41", axis="invite", allied="me")
    assert other.page.request.post(f"{other.url}/api{me.links['axis']}").ok
    me.sits_at(game, "allied")
    moves(other, game, "axis", 2)
    other.orders(game, "axis", "end")
    me.sees(".others").to_contain_text("more to see")
    assert me.page.locator(".tab .log .plain").count() < 2
    me.sees(".map .lit").not_to_have_count(0)
    me.page.get_by_role("button", name="Skip").click()
    me.sees(".others").to_have_count(0)
    me.sees(".tab .log .plain").to_have_count(2)


def test_the_log_keeps_every_line_under_headings_with_dice_and_rules_beside_the_words(person):
    """Old lines came no more after three hundred, and a rule stood on a line of its own."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.orders(game, "red", "build R3", "commit")
    me.orders(game, "blue", "commit")
    old = [
        {"n": n, "kind": "moved", "text": f"line {n} of the log", "rule": "5.1", "dice": [4], "pieces": [],
         "places": [], "seat": "red" if n % 50 < 25 else "blue"}
        for n in range(700)
    ]  # fmt: skip
    me.page.route("**/events?*", lambda route: route.fulfill(json=old))
    me.sits_at(game, "red")
    lines = me.page.locator(".tab .log .plain")
    me.sees(".log .by").not_to_have_count(0)
    assert 250 < lines.count() <= 300
    beside = "li => li.getBoundingClientRect().height < 1.6 * parseFloat(getComputedStyle(li).lineHeight)"
    assert me.page.locator(".tab .log li:has(.die)").last.evaluate(beside)
    for _ in range(2):
        me.page.get_by_role("button", name="Earlier").click()
    me.sees(lines).to_have_count(700)
    me.sees(lines.first).to_contain_text("line 0 of the log")


def test_watch_it_plays(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.orders(game, "red", "build R3", "commit")
    me.page.get_by_role("button", name="Watch it").first.click()
    me.page.wait_for_selector(".replay")
    me.until("() => document.querySelector('.replay output').textContent.match(/^(\\d+) of \\1$/)")


ROUEN = (
    "westfront s44 bare / allied holds all / 1943-07 / Rouen: 84inf2 74inf2 Br30arm3 Br12mech3 / axis defends Rouen"
    " / Paris: 21AG3* / allied combat"
)


@pytest.mark.parametrize("view", [(1440, 900), (1024, 768), (390, 844)])
def test_the_buttons_of_a_battle_of_two_against_two_are_in_sight(person, view):
    """They lay below the fold, and the list of battles took the room for a battle that was the only one."""
    scene = read_scene(ROUEN)
    for order in ("end", "fight Rouen"):
        scene.play("allied", order)
    me = person(viewport={"width": view[0], "height": view[1]})
    me.page.request.get(f"{me.url}/api/games")
    made = me.page.request.post(f"{me.url}/api/games/import", data={"journal": scene.save()}).json()
    me.page.goto(f"{me.url}/g/{made['game']}/axis")
    me.page.wait_for_selector(".battle .fighter")
    me.settles()
    me.sees(".fighter").to_have_count(4)
    buttons = me.page.locator(".fighter button")
    me.sees(buttons).to_have_count(2)
    deck = me.page.locator(".deck").bounding_box()["y"]
    for n in range(2):
        box = buttons.nth(n).bounding_box()
        assert box["y"] + box["height"] < deck
    me.sees(".battle-list").to_be_hidden()
