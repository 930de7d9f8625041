"""What a moving map must not make the browser do; how fast it then is, is measured by night in test_frames.py."""

from __future__ import annotations

import json

import pytest

MOVES = 30
MOST_WRITTEN = 25_000
"""Letters of a path; the coast has 200,000, and a square of it at most a tenth."""
LONGEST = """() => Math.max(...[...document.querySelector('.picture-of-map').shadowRoot.querySelectorAll('path')]
  .filter((path) => { const drawn = getComputedStyle(path); return drawn.stroke !== 'none' && drawn.fill === 'none'; })
  .map((path) => path.getAttribute('d').length))"""
AT_REST = """() => ({ moves: document.querySelector('.world').style.transform,
  sketched: document.querySelector('.world').classList.contains('sketched'),
  sketch: getComputedStyle(document.querySelector('.sketch')).opacity,
  picture: getComputedStyle(document.querySelector('.picture-of-map')).opacity })"""

WATCH_SKETCH = """() => {
  const shown = (css) => getComputedStyle(document.querySelector(css));
  addEventListener('wheel', () => {
    window.stood = `${shown('.sketch').opacity} ${shown('.picture-of-map').opacity}`;
  });
}"""


def looks_on(me, title: str, scenario: str | None, seat: str, other: str) -> None:
    me.sits_at(me.begins(title, scenario, **{seat: "me", other: "bot:random"}), seat)
    me.until("() => document.querySelector('.picture-of-map')?.shadowRoot?.querySelector('.cut path')")
    me.settles()


def test_a_moving_map_is_not_laid_out_anew(person, chromium):
    """The browser sorts what lies on the map into layers when something changes on it, not whenever the hand moves."""
    me = person()
    looks_on(me, "ww2eto", "1941", "axis", "allied")
    before = me.page.evaluate(AT_REST)["moves"]
    me.page.mouse.move(700, 450)
    me.page.mouse.down()
    me.page.mouse.move(720, 460)
    chromium.start_tracing(page=me.page, categories=["blink", "cc"])
    for i in range(MOVES):
        me.page.mouse.move(720 + 3 * i, 460 - i)
    sorted_anew = json.loads(chromium.stop_tracing())["traceEvents"]
    me.page.mouse.up()
    names = [e.get("name") for e in sorted_anew]
    assert me.page.evaluate(AT_REST)["moves"] != before
    assert names.count("ProxyMain::BeginMainFrame") >= MOVES / 2
    assert names.count("PaintArtifactCompositor::Update") < MOVES / 3


@pytest.mark.parametrize(("title", "scenario", "seat", "other"), [
    ("ww2eto", "1941", "axis", "allied"), ("westfront", "husky", "allied", "axis"),
])  # fmt: skip
def test_no_stroke_goes_over_the_whole_sheet(person, title, scenario, seat, other):
    """Where a part of a stroke is drawn the browser goes along all of it: none is long."""
    me = person()
    looks_on(me, title, scenario, seat, other)
    assert 0 < me.page.evaluate(LONGEST) < MOST_WRITTEN


def test_the_sketch_stands_in_only_while_the_map_is_zoomed_out(person):
    me = person()
    looks_on(me, "ww2eto", "1941", "axis", "allied")
    me.page.wait_for_selector(".sketch.drawn", state="attached")
    assert me.page.evaluate(AT_REST)["sketch"] == "0"
    me.page.mouse.move(700, 450)
    me.page.evaluate(WATCH_SKETCH)
    me.page.mouse.wheel(0, 400)
    me.until("() => window.stood === '1 0'")
    me.until("() => !document.querySelector('.world').classList.contains('sketched')")
    assert me.page.evaluate(AT_REST) | {"moves": ""} == {
        "moves": "", "sketched": False, "sketch": "0", "picture": "1",
    }  # fmt: skip
