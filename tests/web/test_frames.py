"""A benchmark of the page, not a timed test: frames of a pan and a zoom over 250 pieces, and how soon it can be used.

Run it alone on a quiet machine: ``pytest -m night -s tests/web/test_frames.py``. The figures go to artefacts/page.json.

The browser moves the hand by itself, once in each frame, so that nearly every frame has something new to show.
A frame is one beat of the display, a ``frame_sequence`` of the trace's PipelineReporters, while the hand moves. A beat
may have two reporters, for what the page drew and for what the compositor did without it, so beats are counted and not
reporters. A beat is

- shown: a new picture came in its time;
- idle: the page had nothing new for it, as between two movements;
- late: no new picture came in its time, but the page's came with a later beat;
- lost: it never came.

To the eye late and lost are the same, the old picture once more: both are dropped frames. What the browser does before
the hand moves, after it rests, and in windows of its own is not counted; what it drops while the hand rests between two
movements, and nothing on the map moves, is counted apart. That the page asks for every frame makes each beat one that
must be shown or idle, also one that the browser did not even begin.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import cycle, pairwise

import pytest

from .conftest import ARTEFACTS

pytestmark = pytest.mark.night
PIECES = 250
VIEW = {"width": 1280, "height": 800}
CATEGORIES = ["devtools.timeline", "toplevel", "cc", "viz", "benchmark", "blink.user_timing"]
WATCH_FRAMES = """() => {
  window.frames_at = [];
  const tick = (at) => { window.frames_at.push(at); window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick);
}"""
# Where a hand takes hold of the map, with no piece under the finger.
FREE = """() => {
  const piece = (x, y) => document.elementFromPoint(x, y).closest('[data-piece], [data-stack], .floats > *');
  const near = [-24, 0, 24], points = [];
  for (let x = 420; x < 700; x += 7) for (let y = 280; y < 480; y += 10) points.push({ x, y });
  return points.find(({ x, y }) => !near.some((dx) => near.some((dy) => piece(x + dx, y + dy))));
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


def scrolls(hand, page, by: str, dx: int, dy: int, speed: int) -> None:
    way = {**page.evaluate(FREE), "xDistance": dx, "yDistance": dy, "speed": speed}
    hand.send("Input.synthesizeScrollGesture", {**way, "gestureSourceType": by, "preventFling": True})


def pans(hand, page) -> None:
    """Three seconds of dragging in a circle, by finger."""
    for dx, dy in ((200, 120), (-200, 120), (-200, -120), (200, -120)):
        scrolls(hand, page, "touch", dx, dy, 320)


def zooms(hand, page) -> None:
    """Three seconds of the wheel, in and out."""
    for dy in (350, -350, 350, -350):
        scrolls(hand, page, "mouse", 0, dy, 470)


def pinches(hand, page) -> None:
    """Two seconds with two fingers, in and out."""
    for factor in (1.6, 0.625, 1.6, 0.625):
        way = {**page.evaluate(FREE), "scaleFactor": factor, "relativeSpeed": 250, "gestureSourceType": "touch"}
        hand.send("Input.synthesizePinchGesture", way)


def zooms_and_pans(hand, page) -> None:
    """The wheel by a step, a rest, and a drag: before the map is drawn anew at its new size, meanwhile and after it."""
    for dy, rest in ((150, 200), (150, 270), (-150, 340), (-150, 500)):
        scrolls(hand, page, "mouse", 0, dy, 2000)
        marks(page, "hand rests")
        page.wait_for_timeout(rest)
        marks(page, "hand moves")
        scrolls(hand, page, "touch", dy, dy // 2, 400)


def marks(page, what: str) -> None:
    page.evaluate("what => { performance.mark(what); }", what)


def beats(events: list[dict]) -> tuple[Counter, Counter]:
    """What became of each beat while the hand moved, and while it rested in between."""
    marked = sorted((e["ts"], e["name"]) for e in events if e.get("name") in ("hand moves", "hand rests"))
    spans = [(name == "hand moves", since, until) for (since, name), (until, _) in pairwise(marked)]
    page = next(e["pid"] for e in events if e.get("name") == "hand moves")
    found: dict[bool, dict[int, set[str]]] = {True: defaultdict(set), False: defaultdict(set)}
    for e in events:
        told = e.get("args", {}).get("frame_reporter")
        if told and e["pid"] == page:
            for moving, since, until in spans:
                if since <= e["ts"] < until:
                    found[moving][told["frame_sequence"]].add(told["state"].removeprefix("STATE_"))
    return tuple(Counter(beat(states) for states in found[moving].values()) for moving in (True, False))


def beat(states: set[str]) -> str:
    came = bool(states & {"PRESENTED_ALL", "PRESENTED_PARTIAL"})
    if "DROPPED" in states:
        return "late" if came else "lost"
    return "shown" if came else "idle"


def figures(trace: bytes, frames: list[float]) -> dict:
    """Gaps between frames are wall time, and so depend on what else runs; processor time does not."""
    events = json.loads(trace)["traceEvents"]
    gaps = sorted(b - a for a, b in pairwise(frames))

    def cpu(name: str, per: int) -> float:
        spent = sum(e.get("tdur", 0) for e in events if e.get("ph") == "X" and e.get("name") == name)
        return round(spent / 1000 / max(1, per), 1)

    drawn = sum(e.get("name") == "DirectRenderer::DrawFrame" for e in events)
    counted, at_rest = beats(events)
    return {
        **{name: counted[name] for name in ("shown", "idle", "late", "lost")},
        "dropped_at_rest": at_rest["late"] + at_rest["lost"],
        "gap_p50_ms": round(gaps[len(gaps) // 2], 1), "gap_p95_ms": round(gaps[int(len(gaps) * 0.95)], 1),
        "gap_max_ms": round(gaps[-1], 1), "page_cpu_ms_a_frame": cpu("ProxyMain::BeginMainFrame", len(gaps)),
        "raster_cpu_ms_a_frame": cpu("RasterTask", len(gaps)),
        "software_compositor_cpu_ms_a_drawn_frame": cpu("DirectRenderer::DrawFrame", drawn),
    }  # fmt: skip


EMPTY = """<body style="margin: 0; touch-action: none">
<div id="a" style="width: 200px; height: 200px; background: red"></div><script>
  const at = (e) => { a.style.transform = `translate3d(${e.clientX + e.timeStamp % 9}px, ${e.clientY}px, 0)`; };
  addEventListener('pointermove', at); addEventListener('wheel', at);
</script>"""


def traced(chromium, page, what) -> dict:
    hand = page.context.new_cdp_session(page)
    chromium.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate(WATCH_FRAMES)
    page.wait_for_timeout(200)
    page.evaluate("() => { window.frames_at = []; performance.mark('hand moves'); }")
    what(hand, page)
    frames = page.evaluate(
        "() => { performance.mark('hand rests'); cancelAnimationFrame(window.ticking); return window.frames_at; }"
    )
    return figures(chromium.stop_tracing(), frames)


HANDS = pytest.mark.parametrize("what", [pans, zooms, pinches, zooms_and_pans])


@HANDS
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
@HANDS
def test_frames_over_250_pieces(person, chromium, title, scenario, seat, other, what):
    me = person(viewport=VIEW)
    crowded_table(me, title, scenario, seat, other)
    found = traced(chromium, me.page, what)
    keep(f"{what.__name__} {title} {scenario}", found)
    me.shows(f"frames-{title}-{what.__name__}")
    assert found["shown"] > 0 and found["page_cpu_ms_a_frame"] > 0


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
