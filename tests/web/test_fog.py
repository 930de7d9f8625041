"""Fog in the page: the names of hidden blocks never reach the other side's browser, by any way."""

from __future__ import annotations

import json
import re

import pytest

pytestmark = pytest.mark.slow

STORES = """async () => {
  const kept = { local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie };
  kept.databases = indexedDB.databases ? (await indexedDB.databases()).map((d) => d.name) : [];
  kept.caches = 'caches' in window ? await caches.keys() : [];
  return JSON.stringify(kept);
}"""


class Spy:
    """Keeps all that one browser is sent, says, stores and shows."""

    def __init__(self, person) -> None:
        self.person, self.page = person, person.page
        self.frames: list[str] = []
        self.answers: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.shown: list[str] = []
        wire = person.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        wire.on("Network.webSocketFrameReceived", lambda e: self.frames.append(e["response"]["payloadData"]))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("requestfinished", self._keep)

    def _keep(self, request) -> None:
        if "/api/games" in request.url:
            self.answers.append((request.url, request))

    def looks(self) -> None:
        """Turn over everything that the page can show, and keep the whole document each time."""
        for tab in ("Forces", "Charts", "Notes", "Chat", "Log"):
            self.page.get_by_role("tab", name=tab).click()
            self.person.settles()
            self.shown.append(self.page.content())
        for name in self.page.locator(".switch span").all_inner_texts()[:-1]:
            self.page.get_by_role("switch", name=name, exact=True).click()
            self.person.settles()
            self.shown.append(self.page.content())
        for piece in self.page.locator(".piece").all()[:6]:
            piece.dispatch_event("mouseenter")
        self.person.settles()
        self.shown.append(self.page.evaluate(STORES))

    def everything(self) -> dict[str, str]:
        bodies = [f"{url} {request.response().text()}" for url, request in self.answers]
        return {"frames": "\n".join(self.frames), "answers": "\n".join(bodies), "console": "\n".join(self.said),
                "page and storage": "\n".join(self.shown)}  # fmt: skip


def leaks(names: set[str], seen: dict[str, str]) -> list[str]:
    """Where a name stands as a word of its own."""
    found = []
    for where, text in seen.items():
        words = set(re.findall(r"[A-Za-z0-9_@]+", text))
        found += [f"{name} in {where}" for name in sorted(names & words)]
    return found


@pytest.mark.parametrize(("scenario", "fewest"), [("husky", 5), ("s44", 20)])
def test_names_of_hidden_blocks_never_reach_the_other_browser(person, scenario, fewest):
    """The Allies command, move and end; the Axis browser turns over all it has, and asks what it may not know."""
    mine, other = person(), person(reduced_motion="reduce")
    spy = Spy(other)
    game = mine.begins("westfront", scenario, allied="me", axis="invite")
    other.joins(mine.links["axis"])
    other.page.wait_for_selector(".deck .prompt")
    spy.looks()
    mine.sits_at(game, "allied")
    mine.orders(game, "allied", "activate 15AG command" if scenario == "husky" else "end")
    mine.orders(game, "allied", "end")
    moved = moves_one(mine, game) if scenario == "husky" else ""
    hears_all(other, spy, game, "axis")
    own = [p for p in mine.state(game, "allied")["pieces"] if p["own"] and p["up"] and p["symbol"] != "hq"]
    hidden = {p["id"] for p in own}
    assert len(hidden) >= fewest and (not moved or moved in hidden)
    for name in sorted(hidden)[:3]:
        for call in ("why", "preview", "odds"):
            other.page.request.post(f"{other.url}/api/games/{game}/{call}", data={"seat": "axis", "order": "move x y"})
        asked = other.page.request.post(f"{other.url}/api/games/{game}/next", data={"seat": "axis", "prefix": ["move"]})
        assert name not in asked.text()
    spy.looks()
    seen = spy.everything()
    assert spy.frames and '"pieces"' in seen["answers"] + seen["frames"]
    assert json.loads(spy.shown[-1])["local"] is not None
    assert leaks(hidden, seen) == []
    export = other.page.request.get(f"{other.url}/api/games/{game}/export?seat=axis").text()
    assert leaks(hidden, {"export": export}) == []


def hears_all(who, spy: Spy, game: str, seat: str) -> None:
    """Wait until a browser was sent the last thing that there is to send to its seat."""
    entries = f'"entries":{who.state(game, seat)["entries"]}'
    who.waits(lambda: any(entries in frame for frame in spy.frames))
    who.settles()


def moves_one(mine, game: str) -> str:
    """Move a hidden block by the first way that is offered."""

    def offers(*prefix):
        body = {"seat": "allied", "prefix": list(prefix)}
        return [c["text"] for c in mine.page.request.post(f"{mine.url}/api/games/{game}/next", data=body).json()]

    block = next(name for name in offers("move") if not name.endswith("AG") and offers("move", name))
    mine.orders(game, "allied", f"move {block} {offers('move', block)[0]}")
    return block


def test_production_is_done_side_by_side_and_in_secret(person):
    """Two browsers build at once: neither page nor wire of the other says what, until both have committed."""
    allied, axis = person(), person()
    game = allied.begins("westfront", "husky", allied="me", axis="invite")
    axis.joins(allied.links["axis"])
    axis.page.wait_for_selector(".deck .prompt")
    for seat, who in (("allied", allied), ("axis", axis), ("allied", allied), ("axis", axis)):
        while who.state(game, seat)["decision"] and "Production" not in who.state(game, seat)["decision"]["prompt"]:
            who.orders(game, seat, "end")
            if not any(o["text"] == "end" for o in (who.state(game, seat)["decision"] or {"offers": []})["offers"]):
                break
    allied.sits_at(game, "allied")
    spy = Spy(allied)
    for who in (allied, axis):
        who.waits_for_prompt("Production")
    before = len(spy.frames)
    step = axis.page.locator(".piece.offered[data-piece]:not([data-piece=OKW])").first
    block = step.get_attribute("data-piece")
    axis.orders(game, "axis", f"step {block}")
    axis.page.wait_for_selector(".undo:not([disabled])")
    axis.ends()
    axis.page.wait_for_selector(".prompt .wait")
    allied.waits(lambda: any("has committed" in frame for frame in spy.frames[before:]))
    allied.settles()
    told = "".join(spy.frames[before:]) + allied.page.content()
    assert leaks({block}, {"the Allies": told}) == []
    allied.ends()
    for who in (allied, axis):
        who.until(
            "() => [...document.querySelectorAll('.log li')].some(l => l.innerText.includes('Production is over'))"
        )
    allied.settles()
    assert leaks({block}, {"the Allies": "".join(spy.frames) + allied.page.content()}) == []
