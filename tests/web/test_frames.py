"""A benchmark of the page, not a timed test: frames of a pan and a zoom over 250 pieces, and how soon it can be used.

Run it alone on a quiet machine: ``pytest -m night -s tests/web/test_frames.py``. The figures go to artefacts/page.json.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import cycle, pairwise

import pytest

from .conftest import ARTEFACTS

pytestmark = pytest.mark.night
PIECES = 250
VIEW = {"width": 1280, "height": 800}
CATEGORIES = ["devtools.timeline", "toplevel", "cc", "viz", "benchmark"]
WATCH_FRAMES = """() => {
  window.frames_at = [];
  const tick = (at) => { window.frames_at.push(at); window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick);
}"""
FIRST = """(() => { new MutationObserver((_, watcher) => {
  if (document.querySelector('.title-card')) { window.usable = performance.now(); watcher.disconnect(); }
}).observe(document, { childList: true, subtree: true }); })()"""


def crowd(state: dict, hexes: list[str]) -> None:
    """Fill the map up to 250 pieces with copies of those that are there, two to a hex."""
    there = set(hexes)
    models = cycle([p for p in state["pieces"] if p["at"] in there])
    standing = sum(p["at"] in there for p in state["pieces"])
    for i in range(PIECES - standing):
        state["pieces"].append(
            {**next(models), "id": f"copy{i}", "at": hexes[(i // 2) * len(hexes) // PIECES * 2 % len(hexes)]}
        )


def crowded_table(me, title: str, scenario: str, seat: str, other: str) -> None:
    game = me.begins(title, scenario, **{seat: "me", other: "bot:random"})
    hexes = [h["name"] for h in me.page.request.get(f"{me.url}/api/boards/{title}").json()["hexes"]]

    def fill(route) -> None:
        state = route.fetch().json()
        crowd(state, hexes)
        route.fulfill(json=state)

    def tell(message, page_side) -> None:
        told = json.loads(message)
        crowd(told["state"], hexes)
        page_side.send(json.dumps(told))

    me.page.route("**/api/games/*/state*", fill)
    me.page.route_web_socket("**/ws/**", lambda ws: ws.connect_to_server().on_message(lambda m: tell(m, ws)))
    me.sits_at(game, seat)
    me.page.wait_for_timeout(6000)
    assert me.page.evaluate("() => document.querySelectorAll('.map .piece').length") >= PIECES * 0.9


def pans(page) -> None:
    """Three seconds of dragging in circles."""
    page.mouse.move(700, 450)
    page.mouse.down()
    start, i = time.monotonic(), 0
    while time.monotonic() - start < 3:
        i += 1
        page.mouse.move(700 + (i * 9) % 300 - 150, 450 + (i * 5) % 200 - 100)
    page.mouse.up()


def zooms(page) -> None:
    """Three seconds of the wheel, in and out."""
    page.mouse.move(700, 400)
    start, i = time.monotonic(), 0
    while time.monotonic() - start < 3:
        i += 1
        page.mouse.wheel(0, -60 if i % 40 < 20 else 60)


def figures(trace: bytes, frames: list[float]) -> dict:
    """Gaps between frames are wall time, and so depend on what else runs; processor time does not."""
    events = json.loads(trace)["traceEvents"]
    gaps = sorted(b - a for a, b in pairwise(frames))

    def cpu(name: str, per: int) -> float:
        spent = sum(e.get("tdur", 0) for e in events if e.get("ph") == "X" and e.get("name") == name)
        return round(spent / 1000 / max(1, per), 1)

    drawn = sum(e.get("name") == "DirectRenderer::DrawFrame" for e in events)
    states = Counter(e["args"]["frame_reporter"]["state"] for e in events if "frame_reporter" in e.get("args", {}))
    return {
        "frames": len(gaps), "drawn": drawn, "dropped": states["STATE_DROPPED"],
        "nothing_new": states["STATE_NO_UPDATE_DESIRED"], "gap_p50_ms": round(gaps[len(gaps) // 2], 1),
        "gap_p95_ms": round(gaps[int(len(gaps) * 0.95)], 1), "gap_max_ms": round(gaps[-1], 1),
        "page_cpu_ms_a_frame": cpu("ProxyMain::BeginMainFrame", len(gaps)),
        "raster_cpu_ms_a_frame": cpu("RasterTask", len(gaps)),
        "software_compositor_cpu_ms_a_drawn_frame": cpu("DirectRenderer::DrawFrame", drawn),
    }  # fmt: skip


EMPTY = """<body style="margin: 0"><div id="a" style="width: 200px; height: 200px; background: red"></div><script>
  const at = (e) => { a.style.transform = `translate3d(${e.clientX + e.timeStamp % 9}px, ${e.clientY}px, 0)`; };
  addEventListener('pointermove', at); addEventListener('wheel', at);
</script>"""


def traced(chromium, page, what) -> dict:
    chromium.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate(WATCH_FRAMES)
    what(page)
    frames = page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.frames_at; }")
    return figures(chromium.stop_tracing(), frames)


@pytest.mark.parametrize("what", [pans, zooms])
def test_frames_of_an_empty_page(chromium, what):
    """What this browser on this machine can do at all: one box that follows the same hand."""
    context = chromium.new_context(viewport=VIEW)
    page = context.new_page()
    page.set_content(EMPTY)
    keep(f"{what.__name__} empty page", traced(chromium, page, what))
    context.close()


@pytest.mark.parametrize(("title", "scenario", "seat", "other"), [
    ("ww2eto", "1941", "axis", "allied"), ("westfront", "s44", "allied", "axis"),
])  # fmt: skip
@pytest.mark.parametrize("what", [pans, zooms])
def test_frames_over_250_pieces(person, chromium, title, scenario, seat, other, what):
    me = person(viewport=VIEW)
    crowded_table(me, title, scenario, seat, other)
    found = traced(chromium, me.page, what)
    keep(f"{what.__name__} {title} {scenario}", found)
    me.shows(f"frames-{title}-{what.__name__}")
    assert found["frames"] > 0 and found["page_cpu_ms_a_frame"] > 0


def test_how_soon_the_page_can_be_used(person):
    """From the address to a start page that can be clicked: cold, then with what the browser kept."""
    me = person()
    me.page.add_init_script(FIRST)
    for name in ("cold", "warm"):
        me.page.goto(me.url)
        me.page.wait_for_function("() => window.usable > 0")
        keep(f"start page {name}", {"usable_ms": round(me.page.evaluate("() => window.usable"))})


def keep(name: str, found: dict) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    path = ARTEFACTS / "page.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    kept[name] = found
    path.write_text(json.dumps(kept, indent=1))
    print(name, found)
