"""Two people at one table: a broken line, taking back, proposals, a fork, and the table on a phone."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.slow


def meet(person, title: str = "tiny", scenario: str | None = None, seats: tuple[str, str] = ("red", "blue")):
    """Two browsers, one game: the second sits down by the invite link."""
    one, two = person(), person()
    game = one.begins(title, scenario, **{seats[0]: "me", seats[1]: "invite"})
    two.joins(one.links[seats[1]])
    two.page.wait_for_selector(".deck .prompt")
    one.sits_at(game, seats[0])
    return game, one, two


def moves(who, piece: str) -> None:
    """A block by clicks: take it, touch a lit hex, commit."""
    who.page.locator(f"[data-piece='{piece}']").click()
    who.page.wait_for_selector(".target.may")
    who.touches_a_target()
    who.page.locator(".commit:not([disabled])").click()
    who.sees(".piece .done").to_have_count(1)


def test_a_broken_line_is_told_and_what_was_missed_is_heard(person):
    """Offline an order is not given and the page says so; back online the page shows what the other did meanwhile."""
    _, red, blue = meet(person)
    blue.ends()
    red.ends()
    red.waits_for_prompt("ove")
    blue.context.set_offline(True)
    moves(red, "R4")
    red.ends()
    red.until("() => !document.querySelector('.top .phases .on')?.innerText.includes('Movement')")
    phase = red.page.inner_text(".top .phases .on")
    blue.page.locator(".line input").fill("end")
    blue.page.locator(".line input").press("Enter")
    blue.page.wait_for_selector(".refusal")
    blue.sees(".refusal").to_contain_text("could not be reached")
    blue.context.set_offline(False)
    heard = "p => document.querySelector('.top .phases .on')?.innerText === p"
    blue.until(heard, phase)
    blue.sees(".offline").to_have_count(0)


def test_reset_my_turn_takes_back_all_and_no_more(person):
    """Two builds are taken back by one click; then nothing is left to take back, and the other's page never knew."""
    game, red, blue = meet(person)
    frames = len(blue.frames)
    red.orders(game, "red", "build R3", "build R1")
    red.strength("R3", "2")
    red.sees(".undo kbd").to_have_text("2")
    red.page.locator(".reset").click()
    red.strength("R3", "1")
    red.sees(".undo").to_be_disabled()
    red.sees(".reset").to_be_disabled()
    for given in ("1", "2"):
        red.page.locator(".redo:not([disabled])").click()
        red.sees(".undo kbd").to_have_text(given)
    red.strength("R3", "2")
    assert not re.search(r"\bR3\b", "".join(blue.frames[frames:]))


def test_what_i_picked_stays_while_the_other_acts_in_secret(person):
    """Both produce side by side: red's browser hears only that blue is done, and leaves the preview alone."""
    game, red, blue = meet(person)
    red.page.locator("[data-piece='R3']").click()
    red.page.wait_for_selector(".commit:not([disabled])")
    red.settles()
    heard = len(red.frames)
    blue.orders(game, "blue", "build B1", "commit")
    red.waits(lambda: len(red.frames) > heard)
    red.settles()
    assert len(red.frames) == heard + 1, "blue's order itself is none of red's business"
    red.page.locator(".commit:not([disabled])").click()
    red.strength("R3", "2")


def test_a_proposal_can_be_refused_and_a_rollback_agreed(person):
    """Blue refuses the resignation; then red ends a phase too soon, proposes a rollback, and blue agrees."""
    game, red, blue = meet(person)
    red.page.get_by_role("button", name="Menu").click()
    red.page.get_by_role("menuitem", name="Propose to resign").click()
    red.page.get_by_role("menuitem", name="Sure?").click()
    red.page.wait_for_selector(".proposal")
    red.sees(".proposal").to_contain_text("Waiting for the answer")
    blue.page.get_by_role("button", name="Refuse").click()
    red.page.wait_for_selector(".proposal", state="detached")
    red.sees(".outcome").to_have_count(0)
    red.ends()
    blue.ends()
    red.waits_for_prompt("ove")
    red.ends()
    red.until("() => !document.querySelector('.prompt')?.innerText.includes('Move')")
    red.page.get_by_role("button", name="Menu").click()
    red.page.get_by_role("menuitem", name="Propose a rollback").click()
    blue.page.get_by_role("button", name="Agree").click()
    red.waits_for_prompt("ove")
    assert red.state(game, "red")["turn"]["phases"][red.state(game, "red")["turn"]["phase"]] == "Movement"


def test_a_fork_is_played_and_leaves_the_game_as_it_was(person):
    """On the analysis board I play on for myself; back at the table nothing has happened."""
    me = person(reduced_motion="reduce")
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "commit")
    me.sits_at(game, "red")
    me.waits_for_prompt("ove")
    before = me.state(game, "red")["entries"]
    me.page.locator(".map").focus()
    me.page.keyboard.press("f")
    me.page.get_by_role("button", name="back to the game").wait_for()
    me.waits_for_prompt("ove")
    moves(me, "R4")
    me.shows("analysis")
    me.page.get_by_role("button", name="back to the game").click()
    me.page.wait_for_url(f"**/g/{game}/red")
    me.page.wait_for_selector(".piece.offered")
    me.sees(".piece .done").to_have_count(0)
    assert me.state(game, "red")["entries"] == before


# The middle of a piece that may act, and whether it is in sight: not under the sheet, and inside the window.
MAY_ACT = """() => [...document.querySelectorAll('.map .piece.offered')].map((piece) => {
  const r = piece.getBoundingClientRect(), [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
  return [document.elementFromPoint(x, y)?.closest('.piece') === piece, x, y];
})"""


class Finger:
    """Touches of the glass: a swipe over the map, a pinch, a tap."""

    def __init__(self, person) -> None:
        self.person, self.page = person, person.page
        self.wire = person.context.new_cdp_session(person.page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def swipes(self, dx: float, dy: float) -> None:
        x, y = 195 - dx / 2, 300 - dy / 2
        self.send("touchStart", (x, y))
        for i in range(1, 6):
            self.send("touchMove", (x + dx * i / 5, y + dy * i / 5))
        self.send("touchEnd")

    def pinches(self, wider: float) -> None:
        self.send("touchStart", (155, 300), (235, 300))
        for i in range(1, 6):
            half = 40 + (40 * wider - 40) * i / 5
            self.send("touchMove", (195 - half, 300), (195 + half, 300))
        self.send("touchEnd")

    def finds_and_taps(self) -> None:
        """Swipe until a piece that may act is in sight, and tap it."""
        for _ in range(8):
            self.person.settles()
            pieces = self.page.evaluate(MAY_ACT)
            if seen := [(x, y) for there, x, y in pieces if there]:
                self.page.touchscreen.tap(*seen[0])
                return
            _, x, y = min(pieces, key=lambda p: abs(p[1] - 195) + abs(p[2] - 300))
            self.swipes(max(-250, min(250, 195 - x)), max(-250, min(250, 300 - y)))
        raise AssertionError("no piece that may act came in sight")


def test_a_turn_is_played_on_a_phone_by_taps(person):
    """390 by 844: a block, its target and the large button by taps; nothing lies beyond the edge at any time."""
    me = person(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}, device_scale_factor=2)
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "commit")
    me.sits_at(game, "red")
    me.waits_for_prompt("ove")
    me.page.wait_for_selector(".piece.offered")
    me.shows("phone-table")
    finger = Finger(me)
    scale = "() => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"
    before = me.page.evaluate(scale)
    finger.pinches(1.5)
    me.until(f"least => ({scale})() > least", before * 1.2)
    finger.pinches(0.6)
    finger.finds_and_taps()
    me.page.wait_for_selector(".chip")
    me.shows("phone-targets")
    me.page.locator(".chip").first.tap()
    me.page.wait_for_selector(".commit:not([disabled])")
    me.shows("phone-preview")
    fits(me)
    me.page.locator(".commit").tap()
    me.sees(".piece .done").to_have_count(1)
    me.page.locator(".phone-tools button", has_text="Undo").tap()
    me.sees(".piece .done").to_have_count(0)
    me.page.locator(".deck .end").tap()
    me.page.locator(".end.sure").tap()
    me.until("() => !document.querySelector('.phone-name b').innerText.includes('Movement')")
    for tool in ("Log", "Forces", "Charts"):
        me.page.locator(".phone-tools button", has_text=tool).tap()
        me.page.wait_for_selector(".sheet-high .tab")
        fits(me)
        me.shows(f"phone-{tool.lower()}")
        me.page.locator(".phone-tools button", has_text=tool).tap()
        me.page.wait_for_selector(".table:not(.sheet-high)")


def fits(me) -> None:
    """No sideways scroll, and every control in sight is large enough for a finger."""
    me.settles()
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    small = me.page.evaluate("""() => [...document.querySelectorAll('.deck button, .phone-tools button')]
      .filter((b) => b.offsetParent && b.offsetWidth && !b.matches('.rule, .handle, .small') && b.offsetHeight < 36)
      .map((b) => `${b.innerText} ${b.offsetHeight}`)""")
    assert small == []


def test_the_start_page_on_a_phone(person):
    me = person(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    me.page.goto(me.url)
    me.page.wait_for_selector(".title-card")
    me.shows("phone-start")
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_what_is_said_is_noticed_before_the_chat_is_opened(person):
    """A number at the tab until it is read, by the name of the side, and none after a reload."""
    _, one, two = meet(person, "westfront", "husky", ("allied", "axis"))
    one.page.get_by_role("tab", name="Chat").click()
    for words in ("Good luck", "<b>and fair dice</b>"):
        one.page.get_by_label("Say something").fill(words)
        one.page.get_by_role("button", name="Say").click()
        one.sees(".chat li").to_have_text([re.compile("^Allies ")] * (1 if words == "Good luck" else 2))
    two.sees("#tab-Chat .unread").to_have_text("2 new")
    two.page.get_by_role("tab", name="Chat").click()
    two.sees(".chat li").to_have_text(["Allies Good luck", "Allies <b>and fair dice</b>"])
    two.sees(".unread").to_have_count(0)
    two.page.get_by_role("tab", name="Log").click()
    two.page.reload()
    two.page.wait_for_selector(".deck .prompt")
    two.settles()
    two.sees(".unread").to_have_count(0)
    one.sees(".unread").to_have_count(0)


def test_a_resignation_is_told_by_the_names_of_the_sides(person):
    game, one, two = meet(person, "westfront", "husky", ("allied", "axis"))
    two.orders(game, "axis", "propose resign")
    one.sees(".deck .outcome").to_contain_text("Axis resigned.")
    one.sees(".log").to_contain_text("Axis proposes: resign")
    one.sees(".deck .outcome .rule").to_have_count(0)
