"""How long a click takes at a large table: run by hand, ``python tests/web/bench_swift.py [title/scenario/seat ...]``.

A real server and a real Chromium on loopback. Measured in the page, from the event to the frame that shows it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from server.services import RealServer

from web.conftest import AT_ONCE, BY_HAND, FLAGS, LOADED, Person

TABLES = ("ww2eto/1941/axis", "westfront/s44/allied", "eurofront/1944/allied")
FIRST = {
    "eurofront/1944": ["activate SHAEF command", "activate 12AG command", "end"],
    "westfront/s44": ["activate SHAEF command", "activate 12AG command", "end"],
    "ww2eto/1941": [*(f"deploy {there}" for there in ("1610", "1611", "1612", "1613")), "end"],
}
ROUNDS = 40
# The time from an event until what it brought has been drawn: a task after the frame in which it is there.
STOPWATCH = """([act, done]) => new Promise((told) => {
  const began = performance.now();
  const longest = setTimeout(() => told(null), 5000);
  const there = new Function(`return ${done}`);
  const seen = () => {
    if (!there()) return requestAnimationFrame(seen);
    const found = performance.now() - began;
    const later = new MessageChannel();
    later.port1.onmessage = () => { clearTimeout(longest); told([found, performance.now() - began]); };
    later.port2.postMessage(0);
  };
  new Function(act)();
  requestAnimationFrame(seen);
})"""
CLICK = """
  const all = document.querySelectorAll(%r), shape = all[%d %% all.length];
  if (!shape) return;
  const box = shape.getBoundingClientRect();
  const at = {bubbles: true, cancelable: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2,
    pointerId: 1, pointerType: 'mouse', button: 0, isPrimary: true};
  shape.dispatchEvent(new PointerEvent('pointerdown', {...at, buttons: 1}));
  shape.dispatchEvent(new PointerEvent('pointerup', at));
  shape.dispatchEvent(new MouseEvent('click', at));
"""


def of(times: list[float]) -> str:
    times = sorted(times)
    if not times:
        return "none"
    part = lambda q: times[min(len(times) - 1, int(len(times) * q))]  # noqa: E731
    return f"p50 {part(0.5):5.0f}  p95 {part(0.95):5.0f}  most {times[-1]:5.0f} ms  ({len(times)})"


def measure(browser, server, table: str) -> None:
    title, scenario, seat = table.split("/")
    me = Person(browser.new_context(viewport={"width": 1440, "height": 900}), server.url)
    me.context.route("**/api/games/*/nonce", lambda route: route.fulfill(json={}))
    for script in (BY_HAND, AT_ONCE):
        me.page.add_init_script(script)
    game = me.begins(title, scenario)
    me.orders(game, seat, *FIRST.get(f"{title}/{scenario}", ()))
    opened = []
    for _ in range(4):
        began = time.perf_counter()
        me.page.goto(f"{me.url}/g/{game}/{seat}")
        me.page.wait_for_selector(".deck .prompt")
        me.page.wait_for_selector(".map .piece")
        opened.append((time.perf_counter() - began) * 1000)
    me.settles()
    lit, given, asked = [], [], []
    me.page.on("requestfinished", lambda r: asked.append(r.timing["responseEnd"]) if r.url.endswith("/level") else None)
    me.page.keyboard.press("Escape")
    me.settles()
    for n in range(ROUNDS):
        act = CLICK % (".map .piece.offered:not(.picked)", n * 7)
        took = me.page.evaluate(
            STOPWATCH, [act, "document.querySelectorAll('.target, .commit:not([disabled])').length > 0"]
        )
        if took:
            lit.append(took[1])
        me.settles()
        me.page.keyboard.press("Escape")
        me.page.keyboard.press("Escape")
        me.settles()
    for n in range(ROUNDS // 2):
        me.page.keyboard.press("Escape")
        me.page.keyboard.press("Escape")
        me.settles()
        me.page.evaluate(STOPWATCH, [CLICK % (".map .piece.offered:not(.picked)", n * 7), "true"])
        me.settles()
        if not me.page.locator(".commit:not([disabled])").count():
            if not me.page.locator(".target.may .ring").count():
                continue
            me.page.evaluate(STOPWATCH, [CLICK % (".target.may .ring", 0), "true"])
            me.settles()
        if not me.page.locator(".commit:not([disabled])").count():
            continue
        before = me.page.locator(".undo kbd").first.inner_text() if me.page.locator(".undo kbd").count() else ""
        act = "document.querySelector('.commit:not([disabled])').click()"
        done = f"(document.querySelector('.undo kbd')?.textContent ?? '') !== {before!r}"
        took = me.page.evaluate(STOPWATCH, [act, done])
        if took:
            given.append(took[1])
        me.settles()
    pieces = me.page.evaluate("document.querySelectorAll('.map .piece').length")
    print(f"{table}: {pieces} pieces drawn")
    print("  opened        ", of(opened))
    print("  click to lit  ", of(lit))
    print("  /level alone  ", of(asked))
    print("  order to state", of(given), flush=True)
    me.context.close()


def main(*tables: str) -> None:
    from playwright.sync_api import sync_playwright

    home = Path(tempfile.mkdtemp())
    server = RealServer(f"sqlite:///{home}/games.db", home, ("-c", LOADED))
    server.start()
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            for table in tables or TABLES:
                measure(browser, server, table)
            browser.close()
    finally:
        server.kill()
        shutil.rmtree(home)


if __name__ == "__main__":
    main(*sys.argv[1:])
