"""A real server, a real Chromium, and the built page. Screenshots are kept in artefacts/."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from server.services import RealServer, require

ROOT = Path(__file__).parent.parent.parent
ARTEFACTS = ROOT / "artefacts"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip


@pytest.fixture(scope="session")
def chromium():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        require("browser", "the package playwright is not installed")
    path = os.environ.get("GROGNARD_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    path = path or shutil.which("google-chrome")
    if path is None:
        require("browser", "no Chromium on this machine")
    if not (ROOT / "grognard/web/dist/index.html").exists():
        require("browser", "the page is not built: run make web")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    home = tmp_path_factory.mktemp("server")
    real = RealServer(f"sqlite:///{home}/games.db", home)
    real.start()
    yield real
    real.kill()


@pytest.fixture
def person(chromium, server):
    """Makes people: each has a browser of their own at the table."""
    made = []

    def sits(**settings):
        settings.setdefault("viewport", {"width": 1440, "height": 900})
        who = Person(chromium.new_context(**settings), server.url)
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
        self.page = context.new_page()
        self.page.set_default_timeout(15_000)
        self.troubles: list[str] = []
        self.frames: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def shows(self, name: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    def begins(self, title: str, scenario: str | None, **sitting: str) -> str:
        """A game without the start page, for tests that are about the table."""
        self.page.request.get(f"{self.url}/api/games")
        body = {"title": title, "scenario": scenario, "sitting": sitting}
        made = self.page.request.post(f"{self.url}/api/games", data=body).json()
        self.links = made["links"]
        return made["game"]

    def sits_at(self, game: str, seat: str) -> None:
        self.page.goto(f"{self.url}/g/{game}/{seat}")
        self.page.wait_for_selector(".deck .prompt")

    def orders(self, game: str, seat: str, *orders: str) -> None:
        for order in orders:
            answer = self.page.request.post(f"{self.url}/api/games/{game}/orders", data={"seat": seat, "order": order})
            assert answer.ok, answer.text()

    def state(self, game: str, seat: str) -> dict:
        return self.page.request.get(f"{self.url}/api/games/{game}/state?seat={seat}").json()

    def prompt(self) -> str:
        return self.page.inner_text(".deck .prompt")

    def waits_for_prompt(self, words: str) -> None:
        self.page.wait_for_function("w => document.querySelector('.deck .prompt')?.innerText.includes(w)", arg=words)
