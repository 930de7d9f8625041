"""Accessible to all: axe-core without serious findings in both skins, live regions, 200 % text, reduced motion."""

from __future__ import annotations

import pytest
from server.services import require

from grognard.engine.core.title import metas

from .conftest import ROOT

pytestmark = pytest.mark.slow
AXE = ROOT / "grognard/web/node_modules/axe-core/axe.min.js"
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}


def findings(me) -> list[str]:
    """What axe-core finds that is serious or worse on a page that stands still."""
    if not AXE.exists():
        require("browser", "axe-core is not installed: run make web")
    me.settles()
    me.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = me.page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{v['id']} ({v['impact']}): {v['help']}: {[n['html'][:120] for n in v['nodes']][:3]}"
        for v in found if v["impact"] in ("serious", "critical")
    ]  # fmt: skip


def start(me) -> None:
    me.page.goto(me.url)
    me.page.wait_for_selector(".title-card")


def learn(me) -> None:
    me.page.goto(f"{me.url}/learn")
    me.page.wait_for_selector("h1")


def war(me) -> None:
    """A counter game with a unit picked and its stack open."""
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.orders(game, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end")
    me.sits_at(game, "axis")
    me.page.wait_for_selector(".piece.offered")
    me.page.locator(".map").focus()
    me.page.keyboard.press("n")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector(".target")
    me.page.wait_for_selector(".selection")


def husky(me) -> None:
    """A block game with an overlay on and the order of battle open."""
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.page.get_by_role("tab", name="Forces").click()
    me.page.wait_for_selector(".forces")
    supply = me.page.get_by_role("switch", name="Supply", exact=True)
    supply.dispatch_event("click")
    me.sees(supply).to_be_checked()


def battle(me) -> None:
    """The lesson of Husky, up to the battle board."""
    lesson = metas()["westfront"].load().lessons[0]
    me.page.request.get(f"{me.url}/api/games")
    body = {"title": "westfront", "scenario": lesson.scenario, "lesson": lesson.id, "sitting": {}}
    made = me.page.request.post(f"{me.url}/api/games", data=body).json()
    me.sits_at(made["game"], lesson.seat)
    for step in lesson.steps:
        if step.order.startswith("fire"):
            break
        if step.order:
            me.waits(lambda: me.state(made["game"], lesson.seat)["decision"]["offers"])
            me.orders(made["game"], lesson.seat, step.order)
    me.page.wait_for_selector(".battle .fighter")


def lesson(me) -> None:
    me.page.goto(me.url)
    me.page.locator(".title-card", has_text="WestFront").click()
    me.page.locator(".choice", has_text="learn").first.click()
    me.page.wait_for_selector(".deck .prompt")


def replay(me) -> None:
    game = me.begins("tiny", None, red="me", blue="hotseat")
    me.orders(game, "red", "build R3", "commit")
    me.orders(game, "blue", "commit")
    me.sits_at(game, "red")
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("menuitem", name="Replay").click()
    me.page.wait_for_selector(".replay")


def watch(me) -> None:
    """A spectator: another session looks on."""
    host = me.context.browser.new_context()
    host.request.get(f"{me.url}/api/games")
    body = {"title": "westfront", "scenario": "husky", "watch_delay": 0, "sitting": {"allied": "me", "axis": "hotseat"}}
    game = host.request.post(f"{me.url}/api/games", data=body).json()["game"]
    version = host.request.get(f"{me.url}/api/games/{game}/state?seat=allied").json()["version"]
    order = {"seat": "allied", "order": "activate 15AG command", "version": version}
    assert host.request.post(f"{me.url}/api/games/{game}/orders", data=order).ok
    host.close()
    me.page.goto(f"{me.url}/watch/{game}")
    me.page.wait_for_selector(".piece")


def programs(me) -> None:
    me.page.goto(f"{me.url}/api/docs")
    me.page.wait_for_selector("section")


PAGES = [start, learn, war, husky, battle, lesson, replay, watch, programs]


@pytest.mark.parametrize("skin", ["light", "dark"])
@pytest.mark.parametrize("opens", PAGES)
def test_axe_has_no_serious_finding(person, opens, skin):
    me = person(color_scheme=skin, bypass_csp=True, reduced_motion="reduce")
    opens(me)
    me.shows(f"{opens.__name__}-{skin}")
    assert findings(me) == []


def test_the_page_for_programs_is_shown_under_the_servers_policy(person):
    """From the foot of the start page: its calls are there, and the policy has nothing to say."""
    me = person()
    said = []
    me.page.on("console", lambda line: said.append(line.text))
    start(me)
    me.page.get_by_role("link", name="For programs").click()
    me.sees("h2", has_text="/api/games/{game}/orders").to_be_visible()
    me.settles()
    assert said == []


@pytest.mark.parametrize(("opens", "skin"), [(start, "dark"), (husky, "light")])
def test_axe_has_no_serious_finding_on_a_phone(person, opens, skin):
    me = person(color_scheme=skin, bypass_csp=True, reduced_motion="reduce", **PHONE)
    opens(me) if opens is start else me.sits_at(
        me.begins("westfront", "husky", allied="me", axis="bot:random"), "allied"
    )
    assert findings(me) == []


@pytest.mark.parametrize("tab", ["Log", "Charts", "Rules", "Notes", "Chat"])
def test_axe_has_no_serious_finding_in_the_tabs(person, tab):
    me = person(bypass_csp=True, reduced_motion="reduce")
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    me.page.get_by_role("tab", name=tab).click()
    me.page.wait_for_selector(f"#tab-{tab}[aria-selected=true]")
    assert findings(me) == []


def test_prompt_and_log_are_said_aloud(person):
    """Both are live regions that were there before their words change, and their words do change."""
    me = person()
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.sits_at(game, "red")
    before = me.prompt()
    me.sees(".prompt[aria-live=polite]").to_have_count(1)
    me.sees("[aria-live=polite].log, [aria-live=polite] .log").to_have_count(1)
    me.page.evaluate("() => { window.region = document.querySelector('.prompt'); }")
    lines = me.page.locator(".log li").count()
    me.orders(game, "red", "commit")
    me.until("w => document.querySelector('.prompt').innerText !== w", before)
    assert me.page.evaluate("() => window.region.isConnected")
    me.until("n => document.querySelectorAll('.log li').length > n", lines)
    refused = me.page.locator(".line input")
    refused.fill("move R1 9999")
    refused.press("Enter")
    me.page.wait_for_selector(".refusal[role=alert]")


# Words that are cut off: an element that hides what does not fit, and has more text than it shows.
CUT = """() => [...document.querySelectorAll('button, p, h1, h2, h3, span, b, td, th, label, ol, li')].filter((e) => {
  const style = getComputedStyle(e), box = e.getBoundingClientRect();
  if (!box.width || !box.height || e.closest('.unseen, svg, [hidden], .picture')) return false;
  if (style.textOverflow === 'ellipsis') return false;
  const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
  return hides && e.innerText?.trim() && (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 4);
}).map((e) => e.outerHTML.slice(0, 100))"""


def placing(me) -> None:
    """The start of Barbarossa: a debt, and nothing that may be ended yet."""
    me.sits_at(me.begins("ww2eto", "1941", axis="me", allied="bot:random"), "axis")
    me.page.wait_for_selector(".debt")


# What lies, in whole or in part, outside the board or below another part of the deck.
OUTSIDE = """(parts) => parts.filter((part) => [...document.querySelectorAll(part)].some((e) => {
  const box = e.getBoundingClientRect(), deck = document.querySelector('.deck').getBoundingClientRect();
  return box.left < deck.left || box.right > deck.right || box.bottom > deck.bottom || box.top < deck.top;
}))"""


@pytest.mark.parametrize("width", [1440, 1280, 412])
@pytest.mark.parametrize("opens", [start, husky, placing])
def test_twice_the_text_size_loses_nothing(person, opens, width):
    """At 200 % text nothing is cut or pushed beyond the edge; prompt, order line and end of phase can be reached."""
    me = person(reduced_motion="reduce", viewport={"width": width, "height": 915 if width == 412 else 900})
    if opens is husky and width == 412:
        me.sits_at(me.begins("westfront", "husky", allied="me", axis="bot:random"), "allied")
    else:
        opens(me)
    me.page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    me.shows(f"text-200-{opens.__name__}-{width}")
    assert me.page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert me.page.evaluate(CUT) == []
    if opens is not start:
        parts = [".prompt", ".deck .end", ".commit", ".debt"] + [".line input", ".undo"] * (width > 900)
        assert me.page.evaluate(OUTSIDE, parts) == []


def test_reduced_motion_moves_nothing(person):
    me = person(reduced_motion="reduce")
    game = me.begins("tiny", None, red="me", blue="bot:random")
    me.orders(game, "red", "commit")
    me.sits_at(game, "red")
    me.waits_for_prompt("ove")
    me.page.locator("[data-piece='R4']").click()
    me.page.wait_for_selector(".target")
    running = "() => document.getAnimations().filter(a => a.effect.getComputedTiming().duration > 80).length"
    assert me.page.evaluate(running) == 0
    me.touches_a_target()
    me.page.locator(".commit:not([disabled])").click()
    me.sees(".piece .done").to_have_count(1)
    assert me.page.evaluate(running) == 0
