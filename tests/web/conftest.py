"""A real server, a real Chromium, and the built page. Screenshots are kept in artefacts/."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from server.services import NEVER, PATIENCE, RealServer, eventually, require

ROOT = Path(__file__).parent.parent.parent
ARTEFACTS = ROOT / "artefacts"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
SLOWER = float(os.environ.get("GROGNARD_SLOWER", "1"))
"""How many times slower than it is the browser's processor pretends to be."""
# Counts what was asked, over HTTP or the socket, and is not answered yet: a click is waited for as an eye would wait.
WATCH = """(() => {
  const ask = window.fetch; window.underWay = 0;
  const done = () => setTimeout(() => { window.underWay -= 1; }, 5);
  window.fetch = (...args) => {
    window.underWay += 1;
    return ask(...args).then((answer) => { if (!answer.ok) done(); return answer; }, (e) => { done(); throw e; });
  };
  for (const kind of ['text', 'json', 'blob', 'arrayBuffer']) {
    const read = Response.prototype[kind];
    Response.prototype[kind] = function () {
      const found = read.call(this);
      return this.ok ? found.finally(done) : found;
    };
  }
  const send = WebSocket.prototype.send, told = new WeakSet();
  WebSocket.prototype.send = function (text) {
    if (!told.has(this)) {
      told.add(this);
      this.underWay = 0;
      this.addEventListener('message', (m) => { if (JSON.parse(m.data).answer) { this.underWay -= 1; done(); } });
      this.addEventListener('close', () => { while (this.underWay > 0) { this.underWay -= 1; done(); } });
    }
    this.underWay += 1; window.underWay += 1;
    return send.call(this, text);
  };
})()"""
# Every phase is ended by its own order, also one in which nothing can be done.
BY_HAND = "if (location.host) localStorage.setItem('idle', 'by hand')"
# What others do is shown when it is done, and not one after another.
AT_ONCE = "if (location.host && !localStorage.getItem('pace')) localStorage.setItem('pace', 'at once')"
# Nothing is asked, fetched, walking or fading, the map's picture hangs, and two frames were drawn since.
STILL = """async () => {
  const moving = () => document.getAnimations().some((a) => a.playState === 'running'
    && a.effect.getComputedTiming().endTime !== Infinity);
  await document.fonts.ready;
  if (document.querySelector('canvas.sketch') && !document.querySelector('.picture-of-map').shadowRoot) return false;
  for (let frames = 0; frames < 2; frames += 1) {
    if (window.underWay || moving()) return false;
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
  return !window.underWay;
}"""


@pytest.fixture(scope="session")
def chromium():
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        require("browser", "the package playwright is not installed")
    path = os.environ.get("GROGNARD_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    path = path or shutil.which("google-chrome")
    if path is None:
        require("browser", "no Chromium on this machine")
    if not (ROOT / "grognard/web/dist/index.html").exists():
        require("browser", "the page is not built: run make web")
    with sync_playwright() as started:
        expect.set_options(timeout=PATIENCE * 1000)
        browser = started.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


# Every game has the same dice, every bot the same whims: what passes once passes always. By night chance is chance.
LOADED = """
import random
from grognard.cli import main
from grognard.server import app
class Loaded(random.Random):
    def __init__(self, seed=43):
        super().__init__(seed)
random.Random = random.SystemRandom = Loaded
main()
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory, request):
    home = tmp_path_factory.mktemp("server")
    by_night = "night" in request.config.option.markexpr.replace("not night", "")
    real = RealServer(f"sqlite:///{home}/games.db", home, () if by_night else ("-c", LOADED))
    real.start()
    yield real
    real.kill()


@pytest.fixture
def person(chromium, server):
    """Makes people: each has a browser of their own at the table."""
    made = []

    def sits(by_hand: bool = True, pledges: bool = False, paced: bool = False, **settings):
        settings.setdefault("viewport", {"width": 1440, "height": 900})
        who = Person(chromium.new_context(**settings), server.url)
        if not pledges:
            # What a browser gives to the dice would make them other dice each time.
            who.context.route("**/api/games/*/nonce", lambda route: route.fulfill(json={}))
        if by_hand:
            who.page.add_init_script(BY_HAND)
        if not paced:
            who.page.add_init_script(AT_ONCE)
        made.append(who)
        return who

    yield sits
    for who in made:
        who.context.close()
    troubles = [trouble for who in made for trouble in who.troubles]
    assert not troubles, troubles


class Person:
    """Someone in front of a browser; what goes wrong on the page is kept."""

    def __init__(self, context, url: str) -> None:
        self.context, self.url = context, url
        context.set_default_timeout(PATIENCE * 1000)
        self.page = context.new_page()
        self.page.add_init_script(WATCH)
        if SLOWER > 1:
            context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.troubles: list[str] = []
        self.frames: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def until(self, check: str, arg: object = None) -> None:
        """Wait until a function of the page says yes."""
        self.page.wait_for_function(check, arg=arg)

    def waits(self, check: Callable[[], object], else_say: Callable[[], str] = lambda: NEVER) -> None:
        """Wait until something is so beyond the page; what comes from the page is heard meanwhile."""
        eventually(check, self.page.wait_for_timeout, else_say)

    def settles(self) -> None:
        """Wait until nothing is under way any more."""
        self.until(STILL)

    def sees(self, what, **more):
        """What must come to be so of a selector or a locator: ``sees(".log li").to_have_count(3)``."""
        from playwright.sync_api import expect

        return expect(self.page.locator(what, **more) if isinstance(what, str) else what)

    def strength(self, piece: str, value: str) -> None:
        """Wait until a piece shows its strength."""
        test = "([p, v]) => document.querySelector(`[data-piece=${p}] .piece-strength`)?.textContent === v"
        self.until(test, [piece, value])

    def stands(self, piece: str, place: str) -> None:
        """Wait until a piece stands in a place."""
        self.page.wait_for_selector(f".map [data-piece='{piece}'][data-place='{place}']")

    def touches_a_target(self, name: str = "") -> None:
        """Touch a lit hex, below the piece that may stand in it."""
        self.settles()
        ring = f"[data-target='{name}'] .ring" if name else ".target.may .ring"
        box = self.page.locator(ring).first.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)

    def ends(self) -> None:
        """End the phase by its button, and once more where the page asks whether that is meant."""
        game, seat = self.page.url.rsplit("/", 2)[1:]
        before = self.state(game, seat)["entries"]
        self.page.locator(".deck .end:not([disabled])").first.click()
        sure = self.page.locator(".end.sure")
        self.waits(lambda: sure.count() or self.state(game, seat)["entries"] != before)
        if sure.count():
            sure.first.click()
            self.waits(lambda: self.state(game, seat)["entries"] != before)

    def shows(self, name: str) -> None:
        """Keep a picture of the page as it stands still."""
        self.settles()
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    def begins(self, title: str, scenario: str | None, watched: bool = False, **sitting: str) -> str:
        """A game without the start page, for tests that are about the table; ``watched`` if anyone may look on."""
        self.page.request.get(f"{self.url}/api/games")
        body: dict = {"title": title, "scenario": scenario, "sitting": sitting}
        if watched:
            body["watch_delay"] = 0
        made = self.page.request.post(f"{self.url}/api/games", data=body).json()
        self.links = made["links"]
        return made["game"]

    def sits_at(self, game: str, seat: str) -> None:
        self.page.goto(f"{self.url}/g/{game}/{seat}")
        self.page.wait_for_selector(".deck .prompt")

    def joins(self, link: str) -> None:
        """Open an invite link and sit down by it."""
        self.page.goto(self.url + link)
        self.page.get_by_role("button", name="Sit down").click()

    def orders(self, game: str, seat: str, *orders: str) -> None:
        for order in orders:
            body = {"seat": seat, "order": order, "version": self.state(game, seat)["version"]}
            answer = self.page.request.post(f"{self.url}/api/games/{game}/orders", data=body)
            assert answer.ok, answer.text()

    def state(self, game: str, seat: str) -> dict:
        return self.page.request.get(f"{self.url}/api/games/{game}/state?seat={seat}").json()

    def prompt(self) -> str:
        return self.page.inner_text(".deck .prompt")

    def waits_for_prompt(self, words: str) -> None:
        self.until("w => document.querySelector('.deck .prompt')?.innerText.includes(w)", words)
