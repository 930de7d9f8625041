"""Colour vision: sides stay apart by shape, and by colour in Chromium's own simulations; pictures are kept."""

from __future__ import annotations

import io
from itertools import combinations

import pytest

pytestmark = pytest.mark.slow
VISIONS = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
APART = 12.0
"""CIE 1976 difference in Lab that two sides must keep: five times what is just noticeable."""
TABLES = (("westfront", "husky", "allied", "axis"), ("ww2eto", "1941", "axis", "allied"))


def lab(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(a * b for a, b in zip(row, linear)) / white for row, white in zip(rows, (0.9505, 1.0, 1.089))]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: tuple[int, int, int], two: tuple[int, int, int]) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(two))) ** 0.5


def seen_as(me, colours: list[str], vision: str) -> list[tuple[int, int, int]]:
    """The colours as the browser paints them for that eye."""
    from PIL import Image

    page = me.context.new_page()
    page.set_viewport_size({"width": 20 * len(colours), "height": 20})
    cells = "".join(f'<i style="background:{c};width:20px;height:20px;float:left"></i>' for c in colours)
    page.set_content(f"<body style='margin:0'>{cells}</body>")
    me.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return [picture.getpixel((20 * i + 10, 10)) for i in range(len(colours))]


@pytest.mark.parametrize("skin", ["colour", "dark"])
@pytest.mark.parametrize("title", ["westfront", "ww2eto"])
def test_sides_keep_apart_for_every_eye(person, title, skin):
    """Enemies differ in colour for all four eyes; friends do for three, and in greyscale by their shape."""
    me = person()
    sides = me.page.request.get(f"{me.url}/api/titles/{title}").json()["looks"]["sides"]
    fighting = {name: look for name, look in sides.items() if look.get("hatch")}
    assert len({look["shape"] for look in fighting.values()}) == len(fighting) >= 2
    names = list(fighting)
    for vision in ("none", *VISIONS):
        seen = dict(zip(names, seen_as(me, [fighting[n][skin] for n in names], vision)))
        for one, two in combinations(names, 2):
            enemies = fighting[one]["hatch"] != fighting[two]["hatch"]
            if enemies or vision != "achromatopsia":
                assert apart(seen[one], seen[two]) >= APART, (vision, one, two, seen)


@pytest.mark.parametrize(("title", "scenario", "seat", "other"), TABLES)
def test_the_table_for_every_eye(person, title, scenario, seat, other):
    """Each side's pieces have an outline of their own in the drawing; a picture for each eye is kept."""
    me = person(reduced_motion="reduce")
    game = me.begins(title, scenario, **{seat: "me", other: "bot:random"})
    me.sits_at(game, seat)
    me.page.wait_for_selector(".piece .body")
    me.settles()
    camps = {p["id"]: p.get("side") or p["power"] for p in me.state(game, seat)["pieces"]}
    drawn = me.page.locator(".map .piece").evaluate_all(
        "all => all.map(e => [e.dataset.piece, e.querySelector('.body').getAttribute('d')])"
    )
    outlines: dict[str, set[str]] = {}
    for piece, outline in drawn:
        outlines.setdefault(camps[piece], set()).add(outline)
    fighting = [camp for camp in ("axis", "allied", "soviet") if camp in outlines]
    assert len(fighting) >= 2
    assert all(len(outlines[camp]) == 1 for camp in fighting)
    assert all(outlines[a] != outlines[b] for a, b in combinations(fighting, 2))
    marks = me.page.locator(".seats .side-mark").evaluate_all(
        "all => all.map(e => getComputedStyle(e).clipPath + getComputedStyle(e).borderRadius)"
    )
    assert len(set(marks)) == len(marks) == 2
    wire = me.context.new_cdp_session(me.page)
    for vision in VISIONS:
        wire.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        me.shows(f"vision-{title}-{vision}")


def test_what_may_be_done_is_marked_by_more_than_colour(person):
    """A move is a disc, an attack a diamond; zones of the two sides are hatched the other way."""
    me = person(reduced_motion="reduce")
    game = me.begins("ww2eto", "1941", axis="me", allied="bot:random")
    me.orders(game, "axis", "deploy 1610", "deploy 1611", "deploy 1612", "deploy 1613", "end", "end")
    me.sits_at(game, "axis")
    me.page.wait_for_selector(".piece.offered")
    me.page.locator("[data-piece^='ger4inf@1613']").first.click()
    me.page.wait_for_selector(".target.attack")
    me.settles()
    assert me.page.locator(".target.attack .mark path").count() == me.page.locator(".target.attack").count()
    assert me.page.locator(".target.may .mark path").count() == 0
    ways = {side: me.page.locator(f"#zone-{side} path").get_attribute("d") for side in ("axis", "allied")}
    assert ways["axis"] != ways["allied"]
