"""My seat at the table, in a real Chromium: calls, a bot that plays for me, new links."""

from __future__ import annotations

import threading

import pytest
import uvicorn
from server.services import PATIENCE, eventually
from server.test_calls import Receiver

from grognard.server import seats
from grognard.server.app import create_app

from .test_access import PHONE, findings

pytestmark = pytest.mark.slow
# A page that no one looks at, in a browser that asks nobody and notes what it would say.
UNSEEN = """(() => {
  window.said = [];
  Object.defineProperty(document, 'hidden', { get: () => true });
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(head, { body }) { window.said.push([head, body]); }
  };
})()"""


class Nearby:
    """A server in this process, at which hooks may lead to loopback and whoever is not here is away at once."""

    def __init__(self, db: str) -> None:
        app = create_app(db, private_hooks=True)
        self.here = app.state.server
        self.rooms = self.here.rooms
        self.server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def start(self) -> None:
        self.thread.start()
        eventually(lambda: self.server.started)
        self.url = "http://127.0.0.1:{1}".format(*self.server.servers[0].sockets[0].getsockname())

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seats, "AWAY", 0.0)
        near = Nearby(f"sqlite:///{tmp_path_factory.mktemp('seat')}/games.db")
        near.start()
        yield near
        near.stop()


def opens_seat(me) -> None:
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="My seat").click()
    me.page.wait_for_selector(".seat-panel")


def joined(person, link: str):
    """Someone who opens a link and sits down."""
    other = person()
    other.joins(link)
    other.page.wait_for_selector(".deck .prompt")
    return other


def test_the_browser_calls_me_when_my_turn_has_come(person):
    """Permission is asked by a click; what is said is my own prompt, and says it once."""
    red, blue = person(), person()
    red.page.add_init_script(UNSEEN)
    game = red.begins("tiny", None, red="me", blue="invite")
    blue.joins(red.links["blue"])
    blue.page.wait_for_selector(".deck .prompt")
    red.orders(game, "red", "commit")
    red.sits_at(game, "red")
    assert red.page.evaluate("() => Notification.permission") == "default"
    opens_seat(red)
    red.page.get_by_role("switch", name="In this browser").click()
    red.page.wait_for_selector(".seat-panel [role=switch][aria-checked=true]")
    assert red.page.evaluate("() => window.said") == []
    blue.orders(game, "blue", "build B1", "commit")
    red.until("() => window.said.length > 0")
    ((head, body),) = red.page.evaluate("() => window.said")
    assert head.startswith("Your turn: ") and "Turn 1" in head
    assert body == red.state(game, "red")["decision"]["prompt"]
    red.orders(game, "red", "end", "end")
    blue.waits(lambda: [seat for seat, _ in blue.state(game, "blue")["deciding"]] == ["blue"])
    blue.orders(game, "blue", "end", "end")
    red.until("() => window.said.length > 1")
    red.page.get_by_role("switch", name="In this browser").click()
    red.page.wait_for_selector(".seat-panel [role=switch][aria-checked=false]")


def test_a_hook_is_added_tried_and_removed(person):
    mine = Receiver()
    me = person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.sits_at(game, "red")
    opens_seat(me)
    field = me.page.get_by_label("At a web address")
    field.fill("http://127.0.0.1:1/nobody")
    me.page.get_by_role("button", name="Add").click()
    me.page.wait_for_selector("[role=status]:text('Kept.')")
    me.page.get_by_role("button", name="Test").click()
    me.page.wait_for_selector(".seat-panel [role=alert]:has-text('No one answered')")
    field.fill(mine.url)
    me.page.get_by_role("button", name="Change").click()
    me.page.wait_for_selector("[role=status]:text('Kept.')")
    me.page.get_by_role("button", name="Test").click()
    me.page.wait_for_selector("[role=status]:text('It answered: 200')")
    assert mine.received[-1]["seat"] == "red" and mine.received[-1]["test"]
    me.shows("seat")
    me.page.get_by_role("button", name="Remove").click()
    me.page.wait_for_selector("[role=status]:text('Removed.')")
    assert me.page.request.get(f"{me.url}/api/games/{game}/hook?seat=red").json() == {"url": ""}
    mine.close()


def test_a_lost_seat_gets_a_new_link_when_the_others_agree(person, server):
    """Red asks, green agrees, blue may object for a time; then the link is shown once and opens the chair."""
    red = person()
    red.page.request.get(f"{red.url}/api/games")
    body = {
        "title": "tiny",
        "sitting": {"red": "me", "blue": "invite", "green": "invite"},
        "powers": {"green": "green"},
    }
    made = red.page.request.post(f"{red.url}/api/games", data=body).json()
    blue, green = joined(person, made["links"]["blue"]), joined(person, made["links"]["green"])
    red.sits_at(made["game"], "red")
    opens_seat(red)
    asks = red.page.locator(".seat-panel p", has_text="Blue").get_by_role("button")
    asks.click()
    red.page.wait_for_selector(".seat-panel [role=alert]:has-text('is here')")
    blue.page.goto("about:blank")
    red.waits(lambda: "blue" not in server.rooms.open[made["game"]].looking.values())
    asks.click()
    red.page.wait_for_selector(".seat-panel p:has-text('You asked for a new link')")
    opens_seat(green)
    green.page.get_by_role("button", name="Agree").click()
    green.page.wait_for_selector(".seat-panel [role=status]:has-text('Blue can object until')")
    green.page.wait_for_selector(".seat-panel p:has-text('Its holder can still object')")
    server.here.objection = 0.0
    green.page.get_by_role("button", name="Ask again").click()
    link = green.page.locator(".seat-panel .link-line input").input_value()
    again = joined(person, link.removeprefix(green.url))
    assert again.page.url.endswith(f"/g/{made['game']}/blue")
    blue.page.goto(f"{blue.url}/g/{made['game']}/blue")
    blue.page.wait_for_selector("h1:text('cannot be opened')")


def test_a_bot_plays_for_me_until_i_take_the_seat_back(person):
    red = person()
    game = red.begins("tiny", None, red="me", blue="invite")
    blue = joined(person, red.links["blue"])
    red.sits_at(game, "red")
    opens_seat(red)
    red.page.locator(".seat-panel").get_by_role("button", name="random").click()
    red.page.wait_for_selector(".deck .wait:text('The random bot plays for you.')")
    red.sees(".piece.offered, .deck .end").to_have_count(0)
    blue.page.wait_for_selector(".seats :text('Bot, random')")
    blue.orders(game, "blue", "commit")
    red.waits(lambda: [seat for seat, _ in blue.state(game, "blue")["deciding"]] == ["blue"])
    red.page.keyboard.press("Escape")
    red.page.locator(".deck").get_by_role("button", name="Take it back").click()
    red.page.wait_for_selector(".deck :text('plays for you')", state="detached")
    blue.page.wait_for_selector(".seats :text('Bot, random')", state="detached")


def test_a_seat_is_handed_over_by_a_link(person):
    """It asks once more, shows the link where the table was, and the next person finds the game as it stood."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "build R3")
    me.sits_at(game, "red")
    opens_seat(me)
    me.page.get_by_role("button", name="Hand it over by a link").click()
    me.page.get_by_role("button", name="Yes, make the link").click()
    me.page.wait_for_selector("h1:text('no longer yours')")
    assert findings(me) == []
    me.shows("seat-given-up")
    link = me.page.locator(".link-line input").input_value()
    other = joined(person, link.removeprefix(me.url))
    assert {p["id"]: p["strength"] for p in other.state(game, "red")["pieces"]}["R3"] == "2"
    me.page.goto(f"{me.url}/g/{game}/red")
    me.page.wait_for_selector("h1:text('cannot be opened')")
    me.sees(".link-line").to_have_count(0)


def test_the_panel_works_by_keys_and_on_a_phone(person):
    me = person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.sits_at(game, "red")
    me.page.get_by_role("button", name="Menu").focus()
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector(".main-menu [role=menuitem]:focus")
    for _ in range(12):
        if me.page.evaluate("() => document.activeElement.innerText.includes('My seat')"):
            break
        me.page.keyboard.press("ArrowDown")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector(".seat-panel :focus")
    assert findings(me) == []
    me.page.keyboard.press("Escape")
    me.page.wait_for_selector(".seat-panel", state="detached")
    me.page.wait_for_selector(".map:focus")
    phone = person(**PHONE)
    game = phone.begins("tiny", None, red="me", blue="invite")
    phone.sits_at(game, "red")
    opens_seat(phone)
    assert findings(phone) == []
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    box = phone.page.locator(".seat-panel").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844
    phone.shows("seat-phone")
