"""Accessible to all: axe-core without serious findings in both skins, 200 % text, reduced motion, greyscale."""

from __future__ import annotations

import pytest
from server.services import require

from .conftest import ROOT

pytestmark = pytest.mark.slow
AXE = ROOT / "grognard/web/node_modules/axe-core/axe.min.js"


def findings(page) -> list[str]:
    """What axe-core finds that is serious or worse."""
    if not AXE.exists():
        require("browser", "axe-core is not installed: run make web")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{v['id']} ({v['impact']}): {v['help']}: {[n['html'][:120] for n in v['nodes']][:3]}"
        for v in found if v["impact"] in ("serious", "critical")
    ]  # fmt: skip


@pytest.mark.parametrize("skin", ["light", "dark"])
def test_axe_has_no_serious_finding_on_the_start_page(person, skin):
    me = person(color_scheme=skin, bypass_csp=True)
    me.page.goto(me.url)
    me.page.wait_for_selector(".title-card")
    me.page.wait_for_timeout(500)
    me.shows(f"start-{skin}")
    assert findings(me.page) == []


@pytest.mark.parametrize("skin", ["light", "dark"])
@pytest.mark.parametrize(("title", "scenario", "seat", "other"), [
    ("ww2eto", "1941", "axis", "allied"), ("westfront", "husky", "allied", "axis"),
])  # fmt: skip
def test_axe_has_no_serious_finding_at_the_table(person, skin, title, scenario, seat, other):
    me = person(color_scheme=skin, bypass_csp=True)
    game = me.begins(title, scenario, **{seat: "me", other: "bot:random"})
    me.sits_at(game, seat)
    me.page.wait_for_timeout(800)
    me.page.locator(".map").focus()
    me.page.keyboard.press("n")
    me.page.wait_for_timeout(300)
    for tab in ("Log", "Forces", "Charts", "Notes", "Chat"):
        me.page.get_by_role("tab", name=tab).click()
        assert findings(me.page) == [], tab
    me.shows(f"table-{title}-{skin}")


def test_twice_the_text_size_still_fits(person):
    """At 200 % text the prompt, the order line and the end of the phase can be reached."""
    me = person()
    game = me.begins("westfront", "husky", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    me.page.wait_for_timeout(400)
    me.shows("text-200")
    for part in (".prompt", ".line input", ".deck .end"):
        box = me.page.locator(part).first.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1440 and box["y"] + box["height"] <= 900, part


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
