"""Lessons, dragging, watching and the report at the table, in a real Chromium."""

from __future__ import annotations

import pytest

from .conftest import STILL

pytestmark = pytest.mark.slow
LANDED = (
    "activate 15AG blitz-invasion", "activate 21AG invasion", "activate AF command", "end",
    "invade 15AG US2amph Catania", "invade 21AG US6amph Licata", "move Br5inf Sousse", "end", "end",
)  # fmt: skip


def middle(page, selector: str) -> tuple[float, float]:
    page.wait_for_function(STILL)
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def learning(me, title: str, lesson: str, seat: str) -> str:
    me.page.request.get(f"{me.url}/api/games")
    body = {"title": title, "lesson": lesson}
    game = me.page.request.post(f"{me.url}/api/games", data=body).json()["game"]
    me.sits_at(game, seat)
    me.page.wait_for_selector(".coach h2")
    return game


# What there is to do: read on, let the order be shown, play what is shown; or the lesson is over.
TO_DO = """() => {
  const shown = (css, words) => [...document.querySelectorAll(css)].find((e) => e.innerText.startsWith(words));
  if (window.underWay) return null;
  if (shown('.coach h2', 'Well done')) return 'over';
  const play = document.querySelector('.commit:not([disabled])');
  return shown('.coach button', 'Next') ?? play ?? shown('.coach button', 'Show me');
}"""


@pytest.mark.parametrize(("title", "lesson", "seat"), [("westfront", "husky", "allied"), ("ww2eto", "1941", "axis")])
def test_a_lesson_is_played_to_its_end_at_the_table(person, title, lesson, seat):
    """Each step is read, or shown and then played by the one amber button, until the lesson says so itself."""
    me = person()
    learning(me, title, lesson, seat)
    for _ in range(200):
        found = me.page.wait_for_function(TO_DO)
        if found.as_element() is None:
            break
        # While the other side still moves, what was shown may be dropped again: then it is shown anew.
        found.evaluate("button => button.click()")
    me.sees(".coach h2").to_contain_text("Well done")
    me.shows(f"lesson-{lesson}")


def test_a_learner_who_goes_astray_is_told_and_may_take_it_back(person):
    me = person()
    game = learning(me, "westfront", "husky", "allied")
    me.orders(game, "allied", *LANDED[:4], "sail Br10inf Malta")
    me.page.wait_for_selector(".coach-note:has-text('sail Br10inf')")
    me.page.get_by_role("button", name="Take it back").click()
    me.page.wait_for_selector(".coach-note", state="detached")
    assert me.state(game, "allied")["decision"]["undo"] == 0


def test_a_piece_is_dragged_with_its_path_and_price_under_way(person):
    """Lifted, carried over a lit hex, let go: the move is played; dropped on a closed hex, the reason is told."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "commit")
    me.sits_at(game, "red")
    me.waits_for_prompt("ove")
    me.page.wait_for_selector("[data-piece='R4'].offered")
    start = next(p["at"] for p in me.state(game, "red")["pieces"] if p["id"] == "R4")
    x, y = middle(me.page, "[data-piece='R4']")
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(x + 12, y + 6, steps=3)
    me.page.wait_for_selector(".carried svg")
    me.page.wait_for_selector("[data-target]")
    names = me.page.locator("[data-target]").evaluate_all("all => all.map(x => x.dataset.target)")
    goal = next(n for n in names if n != start)
    gx, gy = middle(me.page, f"[data-target='{goal}'] .ring")
    me.page.mouse.move(gx, gy, steps=6)
    me.page.wait_for_selector(".path .dash")
    me.sees(".carried span").to_contain_text(goal)
    me.shows("drag")
    assert next(p["at"] for p in me.state(game, "red")["pieces"] if p["id"] == "R4") == start
    me.page.mouse.up()
    me.stands("R4", goal)


def test_a_drag_is_dropped_by_escape(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "commit")
    me.sits_at(game, "red")
    me.waits_for_prompt("ove")
    me.page.wait_for_selector("[data-piece='R4'].offered")
    x, y = middle(me.page, "[data-piece='R4']")
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(x + 40, y + 20, steps=4)
    me.page.wait_for_selector(".carried svg")
    me.page.keyboard.press("Escape")
    me.page.wait_for_selector(".carried", state="detached")
    me.page.mouse.up()
    assert me.state(game, "red")["decision"]["undo"] == 0


def test_a_spectator_sees_and_cannot_touch(person):
    """By the link: the map and the log, no order line, no buttons, no notes."""
    me, guest = person(), person()
    game = me.begins("tiny", None, watched=True, red="me", blue="hotseat")
    guest.page.goto(f"{guest.url}/watch/{game}")
    guest.page.wait_for_selector(".deck.watching .prompt")
    guest.sees(".deck button, .line input").to_have_count(0)
    guest.sees("[role=tab]").to_have_text(["Log", "Forces", "Charts", "Rules"])
    before = guest.page.locator(".log li").count()
    me.orders(game, "red", "commit")
    me.orders(game, "blue", "commit")
    me.orders(game, "red", "move R4 0303", "end")
    guest.until("n => document.querySelectorAll('.log li').length > n", before)
    guest.shows("watch")


def test_a_battle_that_asks_nothing_is_reported_with_its_dice(person):
    me = person()
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.orders(game, "allied", *LANDED)
    me.sits_at(game, "allied")
    me.orders(game, "allied", "end")
    me.page.wait_for_selector(".report .die-face, .battle .die-face")
    me.shows("report")


def test_single_keys_can_be_switched_off(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.page.locator(".map").focus()
    me.page.keyboard.press("?")
    me.page.wait_for_selector(".key-list")
    me.page.get_by_role("switch", name="Single keys").click()
    me.page.keyboard.press("Escape")
    me.page.wait_for_selector(".key-list", state="detached")
    me.page.locator(".map").focus()
    me.page.keyboard.press("/")
    me.settles()
    me.sees(".find").to_have_count(0)


def lifted(me) -> str:
    """A tiny game in which red moves, with the stack of 0203 open as a tray."""
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "commit")
    me.sits_at(game, "red")
    me.waits_for_prompt("ove")
    me.page.wait_for_selector("[data-piece='R1'].offered")
    return game


def stands(me, game: str, piece: str) -> str:
    return next(p["at"] for p in me.state(game, "red")["pieces"] if p["id"] == piece)


FREE = """() => {
  const all = [...document.querySelectorAll('.tray-piece')];
  return all.length > 1 && all.every((piece) => {
    const r = piece.getBoundingClientRect(), top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    return piece.contains(top);
  });
}"""


COVER = """() => {
  const tray = document.querySelector('.tray').getBoundingClientRect();
  const board = document.querySelector('.board'), { left, top } = board.getBoundingClientRect();
  const card = document.createElement('section');
  card.style.cssText = `position: absolute; z-index: 4; left: ${tray.left - left}px; top: ${tray.top - top}px;`;
  board.append(card);
  Object.assign(card.style, { width: `${tray.width}px`, height: `${tray.height}px` });
}"""


def test_a_tray_makes_room_for_what_comes_over_the_map(person):
    """A card that grows over the tray drives it away: its pieces can always be clicked."""
    me = person()
    lifted(me)
    me.page.locator("[data-piece='R1']").click()
    for _ in range(4):
        me.until(FREE)
        me.page.evaluate(COVER)
    me.until(FREE)


def test_a_tray_whose_hex_has_left_the_view_lies_nowhere(person):
    """It does not wait under the search button, and hangs beside its hex again when that comes back."""
    me = person()
    lifted(me)
    me.page.locator("[data-piece='R1']").click()
    me.until(FREE)
    box = me.page.locator(".map").bounding_box()
    me.page.mouse.move(box["x"] + box["width"] - 120, box["y"] + 40)
    for wheel, lies in ((-400, False), (400, True)):
        for _ in range(6):
            me.page.mouse.wheel(0, wheel)
            me.settles()
        me.until("lies => !!document.querySelector('.tray')?.getClientRects().length === lies", lies)
    me.until(FREE)


def test_a_piece_is_dragged_out_of_the_tray(person):
    me = person()
    game = lifted(me)
    start = stands(me, game, "R1")
    me.page.locator("[data-piece='R1']").click()
    me.page.wait_for_selector(".tray [data-tray='R1']")
    me.page.wait_for_selector("[data-target]")  # a key that comes before the pick has been taken would close the tray
    me.settles()
    me.page.keyboard.press("Escape")
    me.page.wait_for_selector(".tray-piece.may[data-tray='R1']")
    me.settles()
    me.page.mouse.move(*middle(me.page, "[data-tray='R1']"))
    me.page.mouse.down()
    me.page.mouse.move(*(at + 10 for at in middle(me.page, "[data-tray='R1']")), steps=3)
    me.page.wait_for_selector(".carried svg")
    me.page.wait_for_selector("[data-target]")
    names = me.page.locator("[data-target]").evaluate_all("all => all.map(x => x.dataset.target)")
    goal = next(n for n in names if n != start)
    me.page.mouse.move(*middle(me.page, f"[data-target='{goal}'] .ring"), steps=4)
    me.page.mouse.up()
    me.stands("R1", goal)


def test_a_fast_hand_loses_nothing(person):
    """One movement and the piece is there; one movement over the deck and the map has followed."""
    me = person()
    game = lifted(me)
    names = {o["text"] for o in choices(me, game, "move", "R1")} - {stands(me, game, "R1")}
    goal = sorted(names)[0]
    x, y = middle(me.page, f"[aria-label^='{stands(me, game, 'R1')}'] [data-piece='R1']")
    dx, dy = away(me, game, "R1", goal)
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(x + dx, y + dy)
    me.page.mouse.move(x + dx + 1, y + dy)
    me.page.mouse.up()
    me.stands("R1", goal)
    deck = me.page.locator(".deck").bounding_box()
    before = me.page.evaluate("() => document.querySelector('.world').style.transform")
    me.page.mouse.move(deck["x"] + 300, deck["y"] - 12)
    me.page.mouse.down()
    me.page.mouse.move(deck["x"] + 300, deck["y"] + 40)
    me.page.mouse.up()
    me.until("was => document.querySelector('.world').style.transform !== was", before)


def choices(me, game: str, *prefix: str) -> list[dict]:
    asked = {"seat": "red", "prefix": list(prefix)}
    return me.page.request.post(f"{me.url}/api/games/{game}/next", data=asked).json()


def away(me, game: str, piece: str, goal: str) -> tuple[float, float]:
    """How far the middle of a hex is from that of a piece's own, on the screen."""
    board = me.page.request.get(f"{me.url}/api/boards/tiny").json()
    hexes = {h["name"]: h for h in board["hexes"]}
    scale = me.page.locator(".world").bounding_box()["width"] / board["frame"]["width"] * board["frame"]["unit"]
    a, b = hexes[stands(me, game, piece)], hexes[goal]
    return (b["x"] - a["x"]) * scale, (b["y"] - a["y"]) * scale


def test_the_tray_hides_while_its_hex_is_out_of_sight(person):
    me = person()
    lifted(me)
    me.page.locator("[data-piece='R1']").click()
    me.page.wait_for_selector(".tray")
    me.page.locator(".map").focus()
    for _ in range(12):
        me.page.keyboard.press("ArrowRight")
    me.page.wait_for_selector(".tray", state="hidden")
    for _ in range(12):
        me.page.keyboard.press("ArrowLeft")
    me.page.wait_for_selector(".tray", state="visible")


def test_a_spectator_lays_public_overlays_over_the_map(person):
    me, guest = person(), person()
    game = me.begins("westfront", "husky", watched=True, allied="me", axis="hotseat")
    guest.page.goto(f"{guest.url}/watch/{game}")
    guest.page.wait_for_selector(".deck.watching .prompt")
    guest.sees(".overlay-list .switch:not(.hide)").to_have_text(["Command1", "Control2", "Sea areas3", "Weather4"])
    guest.page.get_by_role("switch", name="Control").click()
    guest.page.wait_for_selector(".overlays .held.allied")
    guest.page.locator(".map").focus()
    guest.page.keyboard.press("3")
    guest.page.wait_for_selector(".overlays .note.sea")
    guest.shows("watch-overlays")


def test_a_phase_in_which_nothing_can_be_done_ends_by_itself(person):
    """It is said, it can be switched off where it is said, and the browser remembers that."""
    me = person(by_hand=False)
    for ends in (True, False):
        game = me.begins("ww2eto", "africa41", axis="me", allied="invite")
        me.orders(game, "axis", "move ita2inf@1825 1725", "end")
        me.sits_at(game, "axis")
        if ends:
            me.sees(".passed").to_contain_text("Nothing could be done in Combat")
            me.waits_for_prompt("Mechanized Movement")
            me.shows("ended-by-itself")
            me.page.get_by_role("button", name="End by hand").click()
            me.sees(".passed").to_be_empty()
    me.waits_for_prompt("Combat")
    me.sees(".deck .end").to_have_text("End combat")
    me.settles()
    assert me.state(game, "axis")["turn"]["phase"] == 1
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitemcheckbox", name="End phases in which nothing can be done").click()
    me.waits_for_prompt("Mechanized Movement")


def test_no_phase_ends_by_itself_where_blocks_are_hidden(person):
    """How soon a phase ends would tell the other side that nothing could be done in it."""
    me = person(by_hand=False)
    game = me.begins("westfront", "husky", allied="me", axis="invite")
    me.sits_at(game, "allied")
    me.ends()
    me.waits_for_prompt("Movement")
    me.sees(".deck .end").to_have_text("End movement")
    me.settles()
    assert me.state(game, "allied")["turn"]["who"] == "allied"
    me.page.get_by_role("button", name="Menu").click()
    me.sees(".main-menu").to_be_visible()
    me.sees(me.page.get_by_role("menuitemcheckbox", name="End phases")).to_have_count(0)


def test_a_phase_does_not_end_by_itself_while_an_order_of_it_can_be_taken_back(person):
    me = person(by_hand=False)
    game = me.begins("ww2eto", "1941", axis="me", allied="invite")
    me.orders(game, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613")
    me.sits_at(game, "axis")
    me.sees(".deck .end").to_be_enabled()
    me.settles()
    decision = me.state(game, "axis")["decision"]
    assert [offer["text"] for offer in decision["offers"]] == ["end"] and decision["undo"] == 4
