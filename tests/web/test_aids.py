"""Inspect, charts and rules at the table, in a real Chromium."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import read_scene

pytestmark = pytest.mark.slow


@pytest.fixture
def table(person):
    me = person()
    game = me.begins("westfront", "husky", allied="me", axis="bot:greedy")
    me.sits_at(game, "allied")
    me.settles()
    return me


def test_a_unit_and_its_hex_are_told(table):
    """The hex of the unit that may act next is told by a key, a unit in it by its name, with rules that open."""
    table.page.keyboard.press("n")
    table.sees(".selection h2").to_have_count(1)
    table.settles()
    table.page.locator(".selection .link").first.click()
    table.sees(".inspect").to_contain_text("Speed")
    table.settles()
    table.page.get_by_role("button", name="About the hex").click()
    table.sees(".inspect").to_contain_text("Terrain")
    table.sees(".inspect").to_contain_text("Held by")
    table.page.locator(".inspect .rule").first.click()
    table.sees(".rule-card").to_have_count(1)
    table.page.get_by_role("button", name="In the rules").click()
    table.sees("#tab-Rules[aria-selected=true]").to_have_count(1)
    table.sees(".sentences .open").to_have_count(1)


def test_charts_and_rules_are_searched(table):
    """A chart opens to its table; a word finds rules, and none of them is lost between the chapters."""
    table.page.locator("#tab-Charts").click()
    table.page.get_by_label("Find a chart").fill("storm")
    table.sees(".aid", has_text="Storms").to_have_count(1)
    table.sees(".aid[open] td").not_to_have_count(0)
    table.page.locator("#tab-Rules").click()
    table.sees(".rules-tab details").not_to_have_count(0)
    table.page.get_by_label("Find a rule").fill("beachhead")
    table.sees(".sentences dd").not_to_have_count(0)
    table.sees(".rules-tab [role=status]").to_contain_text("rules")


def test_overlord_opens_on_england_and_panels_fold(person):
    """The first look is at the mass of the army and not at Italy; panels fold one by one and all at once."""
    me = person()
    game = me.begins("westfront", "s44", allied="me", axis="bot:greedy")
    me.sits_at(game, "allied")
    me.settles()
    place = "document.querySelector(`.map [data-place='${p}']`)"
    at = f"p => {{ const b = {place}?.getBoundingClientRect(); return b ? [b.x, b.y] : null; }}"
    x, y = me.page.evaluate(at, "Portsmouth")
    assert 0 < x < 1100 and 60 < y < 760
    me.page.locator(".fold", has_text="Headquarters").click()
    me.sees(".hqs li").to_have_count(0)
    me.page.locator(".folds").click()
    me.sees("aside.side").to_be_hidden()
    me.page.reload()
    me.page.wait_for_selector(".deck .prompt")
    me.sees("aside.side").to_be_hidden()
    me.page.get_by_role("button", name="My forces").click()
    me.page.locator(".folds").click()
    me.sees("aside.side").to_be_visible()
    me.sees(".hqs li").to_have_count(0)


def test_a_beachhead_is_drawn(person):
    """A beachhead that lies in a hex is seen on the map, by its name too."""
    me = person()
    scene = "westfront s44 bare / allied holds all / 1944-07 / Caen: Br1amph2 / Br1BH Caen / allied movement"
    journal = read_scene(scene).save()
    me.page.request.get(f"{me.url}/api/games")
    made = me.page.request.post(f"{me.url}/api/games/import", data={"journal": journal}).json()
    me.sits_at(made["game"], "allied")
    me.sees(".laid.beachhead").to_have_count(1)


def test_an_invite_link_seats_nobody_who_only_opens_it(person):
    """Opened, it says what is played and who sits where; the seat is taken by the button, and then the link is used."""
    red, blue, late = person(), person(), person()
    game = red.begins("tiny", "border", red="me", blue="invite")
    link = red.links["blue"]
    for visitor in (late, blue):
        visitor.page.goto(visitor.url + link)
        visitor.sees("main h1").to_contain_text("You are invited to")
        visitor.sees(".invitation").to_contain_text("this seat is yours to take")
    seats = {one["name"]: one["taken"] for one in red.state(game, "red")["sitting"]}
    assert not seats["blue"]
    blue.page.get_by_role("button", name="Sit down as Blue").click()
    blue.page.wait_for_selector(".deck .prompt")
    late.page.get_by_role("button", name="Sit down as Blue").click()
    late.sees("main h1").to_have_text("This link opens no seat")
