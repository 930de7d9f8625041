"""Someone who plays by the mouse alone: reads what is lit on the page and clicks on it. Knows no rules and no API."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

LOOK = """() => {
  const all = (css) => [...document.querySelectorAll(css)];
  const plain = (e) => [...e.childNodes].filter((n) => n.nodeName !== 'KBD').map((n) => n.textContent).join('').trim();
  const said = (css) => all(css).map(plain);
  return {
    curtain: all('.curtain').length > 0, waiting: all('.prompt .wait').length > 0,
    over: all('.prompt .outcome').length > 0, prompt: said('.deck .prompt').join(' '),
    refusal: said('.refusal').join(' '), commit: said('.commit:not([disabled])').join(' '),
    ends: said('.deck .end:not([disabled])'), sure: all('.end.sure').length > 0,
    verbs: all('.strip .verb').map((e) => [plain(e), e.getAttribute('aria-pressed') === 'true']),
    words: said('.strip .offer'),
    pieces: all('.map .piece.offered:not(.picked)').map((e) => [e.dataset.piece, e.dataset.place]),
    tray: all('.tray:not(.away) .tray-piece.may:not(.picked)').map((e) => e.title),
    crowds: all('.map .stack .more').map((e) => e.closest('.stack').getAttribute('aria-label').split(':')[0]),
    targets: all('.map [data-target]').map((e) => e.dataset.target),
    fighters: said('.fighter button'), folded: all('.unfold').length > 0, battle: all('.battle').length > 0,
    dice: all('.log .die').length, turn: document.querySelector('.track')?.getAttribute('aria-label') ?? '',
    phase: said('.top .phases .on').join(' '), seat: said('.deck .seat-chip').join(' '),
  };
}"""

# Where the map lies free under the pointer: not under the deck, a tray or the tools, and not on a piece.
CLEAR = """() => {
  const box = document.querySelector('.map').getBoundingClientRect(), found = [];
  for (let y = box.top + 20; y < box.bottom; y += 70) for (let x = box.left + 20; x < box.right; x += 70) {
    const e = document.elementFromPoint(x, y);
    if (e && e.closest('.map') && !e.closest('.floats') && !e.closest('[data-piece]')) found.push([x, y]);
  }
  return found;
}"""
HIT = """([x, y, css]) => {
  const e = document.elementFromPoint(x, y);
  return !!e && !!e.closest('.map') && !e.closest('.floats') && (css ? !!e.closest(css) : !e.closest('[data-piece]'));
}"""
TOP = """(button) => {
  button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const r = button.getBoundingClientRect(), [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
  const top = document.elementFromPoint(x, y);
  return top && button.contains(top) ? [x, y] : `${Math.round(x)},${Math.round(y)} ${top?.cloneNode().outerHTML}`;
}"""


class Lit(NamedTuple):
    """Something that may be clicked: its kind, its words, and its place on the map if it has one."""

    kind: str
    text: str
    place: str = ""


class Clicker:
    """Clicks until told to stop; ``taste`` weighs what is lit (0: never), chance decides the rest."""

    def __init__(self, person, taste: Callable[[Lit], float], seed: int, most_orders: int = 6) -> None:
        self.person, self.page, self.taste = person, person.page, taste
        self.rng, self.most_orders = random.Random(seed), most_orders
        self.clicks: Counter[str] = Counter()
        self.seen: list[tuple[str, str, str]] = []
        self.refused: list[str] = []
        self.given = self.fruitless = 0
        self.last = ""

    def look(self) -> dict:
        return self.page.evaluate(LOOK)

    def plays_until(self, done: Callable[[dict], bool], most_clicks: int) -> None:
        for _ in range(most_clicks):
            self.person.until("() => !window.underWay")
            now = self.look()
            if done(now):
                return
            self.step(now)
        raise AssertionError(f"not done after {most_clicks} clicks: {self.look()}, {self.clicks}")

    def step(self, now: dict) -> None:
        if now["refusal"]:
            self.refused.append(f"{now['prompt']} | {now['refusal']}")
            self.press("refusal", ".refusal button[aria-label=Close]")
        elif now["curtain"]:
            self.press("curtain", ".curtain button")
            self.page.wait_for_selector(".deck .prompt")
        elif not now["prompt"]:
            self.page.wait_for_selector(".deck .prompt, .curtain")
        elif now["waiting"]:
            self.person.until("() => !document.querySelector('.prompt .wait') || document.querySelector('.curtain')")
        else:
            self.acts(now)

    def acts(self, now: dict) -> None:
        here = (now["turn"], now["phase"], now["seat"])
        if here not in self.seen[-1:]:
            self.seen.append(here)
            self.given = self.fruitless = 0
        if now["commit"] and (self.fruitless > 4 or self.rng.random() < 0.8 or not self.lit(now)):
            self.press("commit", ".commit")
            self.given += 1
            self.fruitless = 0
        elif now["sure"] or (now["ends"] and self.tired(now)):
            self.press("end", ".deck .end.sure" if now["sure"] else ".deck .end:not([disabled])")
        else:
            self.fruitless += 1
            self.chooses(now)

    def tired(self, now: dict) -> bool:
        """Enough of this phase: its share of orders is given, or clicks lead nowhere."""
        return self.given >= self.most_orders or self.fruitless > 7 or not self.lit(now) or self.rng.random() < 0.03

    def lit(self, now: dict) -> list[Lit]:
        found = [Lit("fighter", text) for text in now["fighters"]]
        if not now["battle"]:
            found += [Lit("piece", piece, place) for piece, place in now["pieces"]]
            found += [Lit("tray", text) for text in now["tray"]]
            found += [Lit("target", place, place) for place in now["targets"]]
        found += [Lit("word", text) for text in now["words"]]
        if not found and not now["battle"]:
            found += [Lit("crowd", place, place) for place in now["crowds"]]
        if not found or self.last != "verb":
            found += [Lit("verb", text) for text, pressed in now["verbs"] if not pressed or not found]
        return [lit for lit in found if self.taste(lit) > 0]

    def chooses(self, now: dict) -> None:
        lit = self.lit(now)
        if not lit:
            raise AssertionError(f"nothing is lit: {now}")
        chosen = self.rng.choices(lit, [self.taste(x) for x in lit])[0]
        self.takes(chosen)
        self.last = chosen.kind

    def takes(self, lit: Lit) -> None:
        if lit.kind == "piece":
            self.reaches(
                "piece", f".map .piece.offered[data-piece='{lit.text}'][data-place='{lit.place}']", "[data-piece]"
            )
        elif lit.kind == "target":
            self.reaches("target", f".map [data-target='{lit.text}'] .ring", "")
        elif lit.kind == "crowd":
            self.reaches("crowd", f".map .stack[aria-label^='{lit.text}:'] .more rect", ".more")
        elif lit.kind == "tray":
            self.press("tray", f".tray-piece.may:not(.picked)[title='{lit.text}']")
        elif lit.kind == "fighter":
            at = self.look()["fighters"].index(lit.text)
            self.press("fighter", f".fighter button >> nth={at}")
        elif lit.kind == "word":
            at = self.look()["words"].index(lit.text)
            self.press("word", f".strip .offer >> nth={at}")
        else:
            at = [text for text, _ in self.look()["verbs"]].index(lit.text)
            self.press("verb", f".strip .verb >> nth={at}")

    def press(self, kind: str, css: str) -> None:
        """Click a button outside the map. It must not lie under anything."""
        self.clicks[kind] += 1
        button = self.page.locator(css).first
        found: list = [""]

        def free() -> bool:
            found[0] = button.evaluate(TOP)
            return not isinstance(found[0], str)

        self.person.waits(free, lambda: f"{css} lies under {found[0]}")
        self.page.mouse.click(*found[0])

    def reaches(self, kind: str, css: str, hit: str) -> None:
        """Click something on the map; close the tray and drag the map while something lies over it."""
        self.clicks[kind] += 1
        for _ in range(12):
            box = self.page.locator(css).first.bounding_box()
            if box is None:
                return
            for fx, fy in ((0.5, 0.5), (0.5, 0.85), (0.5, 0.15), (0.15, 0.5), (0.85, 0.5)):
                x, y = box["x"] + box["width"] * fx, box["y"] + box["height"] * fy
                if self.page.evaluate(HIT, [x, y, hit]):
                    self.page.mouse.click(x, y)
                    return
            if self.page.locator(".tray:not(.away)").count():
                self.press("close", ".tray:not(.away) [aria-label='Close the tray']")
            else:
                self.drags(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        raise AssertionError(f"{css} cannot be reached, last at {box}")

    def drags(self, x: float, y: float) -> None:
        """Drag the map so that a point of it comes to where the map lies free."""
        self.clicks["drag"] += 1
        clear = self.page.evaluate(CLEAR)
        mid = (sum(p[0] for p in clear) / len(clear), sum(p[1] for p in clear) / len(clear))
        goal = min(clear, key=lambda p: abs(p[0] - mid[0]) + abs(p[1] - mid[1]))
        dx, dy = goal[0] - x, goal[1] - y
        start = max(clear, key=lambda p: -dx * (p[0] - mid[0]) - dy * (p[1] - mid[1]))
        width, height = self.page.viewport_size["width"], self.page.viewport_size["height"]
        end = (min(width - 2, max(2, start[0] + dx)), min(height - 2, max(2, start[1] + dy)))
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] - 4, start[1] - 4)
        self.page.mouse.move(*end, steps=3)
        self.page.mouse.up()
