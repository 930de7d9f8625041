"""A whole turn by the keyboard alone, from the start page on; the focus can be seen after every key."""

from __future__ import annotations

from collections import Counter

import pytest

from .clicker import LOOK

pytestmark = pytest.mark.slow

# What is wrong with the focus, or nothing: something must have it, show it, and lie inside the window.
FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return 'nothing has the focus';
  // The order line is ringed as a whole.
  const style = getComputedStyle(at.closest('.line') ?? at), box = at.getBoundingClientRect();
  const body = at.matches('.piece') ? getComputedStyle(at.querySelector('.body')) : null;
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const seen = body ? parseFloat(body.strokeWidth) >= 5 : ring;
  if (!seen) return `no ring on ${at.outerHTML.slice(0, 120)}`;
  const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
  return inside ? '' : `out of sight: ${at.outerHTML.slice(0, 120)}`;
}"""
WHERE = """() => {
  const at = document.activeElement;
  const names = ['piece', 'tray', 'map', 'strip', 'line', 'deck', 'side'];
  return names.find((name) => at.closest(`.${name}`)) ?? 'elsewhere';
}"""


class Typist:
    """Someone without a mouse."""

    def __init__(self, person) -> None:
        self.person, self.page = person, person.page
        self.keys = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1
            self.person.until("() => !window.underWay")
            try:
                self.person.until(f"() => ({FOCUS})() === ''")
            except Exception as late:
                raise AssertionError(f"after {key}: {self.page.evaluate(FOCUS)}") from late

    def tabs_to(self, words: str, most: int = 60) -> None:
        """Go on by Tab until what has the focus says these words."""
        for _ in range(most):
            self.press("Tab")
            if words in self.page.evaluate("() => document.activeElement.innerText ?? ''"):
                return
        raise AssertionError(f"{words} is not reached by Tab")

    def look(self) -> dict:
        self.person.until("() => !window.underWay")
        return self.page.evaluate(LOOK)

    def ends(self) -> None:
        self.press(".")
        if self.look()["sure"]:
            self.press(".")

    def moves(self) -> bool:
        """N to a piece, Enter takes it, Tab to a target, Enter plays."""
        self.press("n", "Enter")
        if not self.look()["targets"]:
            self.press("Escape")
            return False
        self.press("Tab")
        if not self.look()["commit"]:
            self.press("Escape")
            return False
        self.press("Enter")
        return True

    def answers(self, now: dict) -> None:
        """A question: its first choice by its number, a piece or a hex by N and Tab."""
        if now["words"]:
            self.press("1")
        elif now["pieces"]:
            self.press("n", "Enter")
        elif now["targets"]:
            self.press("Tab")
        if self.look()["commit"]:
            self.press("Enter")


def test_a_whole_turn_by_the_keyboard_alone(person):
    """Three choices on the start page, then every phase of the Axis in Africa; a bot plays the Allies."""
    me = person(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    me.page.goto(me.url)
    me.page.wait_for_selector(".title-card")
    typist = Typist(me)
    for words in ("World War Two", "Africa 1941", "Play now"):
        typist.tabs_to(words)
        typist.press("Enter") if words != "Play now" else me.page.keyboard.press("Enter")
    me.page.wait_for_selector(".deck .prompt")
    played, phases = 0, Counter()
    for _ in range(200):
        now = typist.look()
        if now["turn"].startswith("Turn 2 "):
            break
        if now["waiting"]:
            me.until("() => !document.querySelector('.prompt .wait')")
            continue
        if now["ends"] and (phases[now["phase"]] > 2 or not now["pieces"]):
            typist.ends()
            phases[now["phase"]] += 1
        elif now["ends"]:
            phases[now["phase"]] += 1
            played += typist.moves()
        else:
            typist.answers(now)
    assert typist.look()["turn"].startswith("Turn 2 ")
    assert played >= 2 and phases.keys() >= {"Movement", "Combat"}
    me.shows("keys-turn-2")


def test_any_order_can_be_typed_and_taken_back(person):
    """The line completes from the offers; Ctrl Z, Ctrl Shift Z and Ctrl Backspace take back, give again and reset."""
    me = person(reduced_motion="reduce")
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "commit")
    me.sits_at(game, "red")
    me.waits_for_prompt("ove")
    typist = Typist(me)
    typist.press(":")
    me.page.keyboard.type("move R4 ")
    me.until("() => document.querySelector('#completions li')?.innerText.startsWith('0')")
    goal = me.page.inner_text("#completions li")
    typist.press("ArrowDown", "Enter", "Enter")
    here = f"[data-piece='R4'][data-place='{goal}']"
    me.page.wait_for_selector(here)
    typist.press("Escape", "Control+z")
    me.page.wait_for_selector(here, state="detached")
    typist.press("Control+Shift+Z")
    me.page.wait_for_selector(here)
    typist.press("Control+Backspace")
    me.page.wait_for_selector(here, state="detached")
    me.sees(".undo").to_be_disabled()


def test_the_focus_goes_from_stack_to_piece_to_offers(person):
    """Tab walks map, pieces, then the deck with its offers, line and buttons; Shift Tab walks back the same way."""
    me = person(reduced_motion="reduce")
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.page.wait_for_selector(".piece.offered")
    typist = Typist(me)
    me.page.locator(".map").focus()
    places = [me.page.evaluate(WHERE)]
    for _ in range(40):
        typist.press("Tab")
        places.append(me.page.evaluate(WHERE))
        if places[-1] == "side":
            break
    order = [p for i, p in enumerate(places) if i == 0 or places[i - 1] != p]
    known = [p for p in order if p != "elsewhere"]
    assert known[:4] == ["map", "piece", "strip", "line"], places
    typist.press("Shift+Tab")
    assert me.page.evaluate(WHERE) in ("deck", "line")


def test_single_keys_can_be_switched_off(person):
    me = person()
    me.page.add_init_script("localStorage.setItem('keys', 'off')")
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.page.locator(".map").focus()
    me.page.keyboard.press("t")
    me.settles()
    me.sees(me.page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
