"""How little the page asks: an order from its first click to the settled map."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent.parent
MOST_SCRIPT = 200_000
"""Bytes of the packed page script, without the symbols, which come later."""

IN_SIGHT = """([selector, down]) => {
  for (const shape of document.querySelectorAll(selector)) {
    const box = shape.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height * down];
    if (x > 250 && x < 1000 && y > 120 && y < 700 && document.elementFromPoint(x, y)?.closest('.map')) return [x, y];
  }
}"""
"""Where a shape of the map can be clicked."""


@pytest.fixture
def asked(person):
    """Someone at a table of World War Two ETO, 1941, and what their page asks over HTTP."""
    me = person()
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.orders(game, "axis", *(f"deploy {there}" for there in ("1610", "1611", "1612", "1613")), "end")
    me.sits_at(game, "axis")
    me.settles()
    me.calls = []
    me.page.on("request", lambda r: me.calls.append(r.url.rpartition("/")[2]) if "/api/games/" in r.url else None)
    return me


def test_a_move_costs_two_requests(asked):
    """The unit, its target, and once more to play it: two questions, and the order goes over the line."""
    asked.page.mouse.click(*asked.page.evaluate(IN_SIGHT, [".map .piece.offered", 0.5]))
    asked.until("() => document.querySelectorAll('.target.may').length > 0")
    assert asked.calls == ["level"]
    asked.settles()
    asked.page.mouse.click(*asked.page.evaluate(IN_SIGHT, [".target.may .ring", 0.8]))
    asked.page.wait_for_selector(".commit:not([disabled])")
    asked.settles()
    assert asked.calls == ["level", "preview"]
    asked.page.locator(".commit").click()
    asked.until("() => document.querySelector('.undo kbd')?.textContent === '1'")
    asked.settles()
    assert asked.calls == ["level", "preview"]
    assert asked.page.locator(".map .piece").count() > 70


def test_the_first_level_comes_with_the_decision(asked):
    """Each open verb brings what it begins with; opening it asks nothing."""
    state = asked.state(*asked.page.url.rsplit("/", 2)[1:])
    open_ = [offer["text"] for offer in state["decision"]["offers"] if not offer["final"]]
    assert set(open_) == set(state["decision"]["first"])
    assert all("piece" in choice for choice in state["decision"]["first"]["move"])
    for verb in asked.page.locator(".strip .verb").all():
        verb.click()
        asked.settles()
    assert asked.calls == []


def test_the_script_is_small():
    """What must come before the first table can be used."""
    page = (ROOT / "grognard/web/dist/index.html").read_text(encoding="utf-8")
    scripts = [path for path in (ROOT / "grognard/web/dist/assets").glob("*.js") if path.name in page]
    assert scripts and sum(len(gzip.compress(path.read_bytes(), 9)) for path in scripts) <= MOST_SCRIPT
