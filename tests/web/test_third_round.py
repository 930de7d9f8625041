"""What two more rounds of new users tripped over, at WestFront's Overlord and at Kharkov, in a real Chromium."""

from __future__ import annotations

import pytest

from grognard.engine.core.title import metas
from grognard.engine.play.game import Game

pytestmark = pytest.mark.slow
TAUGHT = sorted(meta.id for meta in metas().values() if meta.load().lessons and meta.id != "tiny")
WIDTHS = """() => [...document.querySelectorAll('.deck-row > *')].filter((e) => e.offsetWidth)
  .map((e) => [e.className, e.getBoundingClientRect().top])"""


@pytest.fixture
def overlord(person):
    """June 1944, the Command phase of the Allies."""

    def sits(**settings):
        me = person(**settings)
        me.game = me.begins("westfront", "s44", allied="me", axis="bot:random")
        me.sits_at(me.game, "allied")
        me.settles()
        return me

    return sits


@pytest.mark.parametrize("title", TAUGHT)
def test_the_first_lesson_of_a_title_begins_on_its_card(person, title):
    """The lessons stood below all scenarios of a title that had to be chosen first."""
    me = person()
    me.page.goto(me.url)
    name = metas()[title].name
    me.page.locator(".card-of-title", has_text=name).locator(".learn-it").click()
    me.page.wait_for_selector(".coach")
    assert me.page.url.split("/g/")[1]


def test_the_prompt_of_an_order_says_all_that_it_does(overlord):
    """It said "Activate 21 Army Group: touch again" whatever the role was, and a march without its goal."""
    me = overlord()
    me.page.locator(".map .piece[data-piece='21AG']").click()
    me.page.locator(".strip .offer", has_text="Invasion").first.click()
    me.waits_for_prompt("Activate 21 Army Group, invasion: touch again")
    me.orders(me.game, "allied", "activate SHAEF command", "end")
    me.settles()
    me.page.locator(".map .piece[data-piece='Br12mech']").click()
    me.until("() => document.querySelectorAll('.target.may').length > 0")
    me.touches_a_target("Nottingham")
    me.waits_for_prompt("to Nottingham: touch again")


def test_undo_does_not_tell_what_is_plain(overlord):
    """That a phase has ended was told beside the button in every phase, and in the other's turn too."""
    me = overlord()
    me.orders(me.game, "allied", "activate SHAEF command", "end")
    me.settles()
    me.waits_for_prompt("Movement")
    assert me.page.locator(".barred").count() == 0
    assert "a phase has ended" in me.page.locator(".deck .undo").get_attribute("title")


def test_the_rail_net_is_drawn_with_its_railheads(overlord):
    """How far trains run could be found out only by trying."""
    me = overlord()
    me.page.locator(".switch", has_text="Railways").click()
    me.until("() => document.querySelectorAll('.overlays .way').length > 20")
    heads = [note.text_content() for note in me.page.locator(".overlays .note.rail text").all()]
    assert heads and set(heads) == {"railhead"}
    assert me.page.locator(".legend").inner_text().strip() == "your trains run here"


def test_at_1024_the_deck_is_one_row_beside_a_narrow_drawer(overlord):
    """The drawer took a third of the page, and the button that ends the phase wrapped into a row of its own."""
    me = overlord(viewport={"width": 1024, "height": 768})
    me.orders(me.game, "allied", "activate SHAEF command", "activate 12AG command", "end")
    me.settles()
    me.page.locator(".map .piece.offered").first.dispatch_event("pointerdown", {"buttons": 1, "pointerId": 1})
    me.page.locator(".map .piece.offered").first.dispatch_event("pointerup", {"pointerId": 1})
    me.page.wait_for_selector(".drawer")
    me.settles()
    side = me.page.locator(".side").bounding_box()
    assert side["width"] <= 0.28 * 1024
    tops = [top for _, top in me.page.evaluate(WIDTHS)]
    assert max(tops) - min(tops) < 20


def test_the_steps_of_kharkov_end_in_words(person):
    """ "End move" stood where forts were to be begun, and was asked twice; now one click leads on to movement."""
    me = person()
    game = me.begins("sfe", "kharkov42", allied="me", axis="bot:random")
    me.sits_at(game, "allied")
    me.settles()
    end = me.page.locator(".deck .end")
    assert end.inner_text() == "No more works"
    assert "Rail capacity" not in me.page.inner_text(".side")
    end.click()
    me.waits_for_prompt("movement: move your units")


def test_a_beachhead_is_called_by_its_corps():
    """It was offered as Br1BH."""
    title = metas()["westfront"].load()
    assert title.spoken("Br1BH") == "British 1 beachhead"
    assert title.spoken("US7BH") == "US 7 beachhead"


def test_railheads_are_where_the_net_ends():
    """The net of the Allies in Italy ends at the front of 1944; none of England's stations is a railhead."""
    from grognard.titles.systems.front.overlays import OVERLAYS

    table = Game.new("westfront", "s44").table
    heads = {note["place"] for note in OVERLAYS["railways"](table, 1)["notes"]}
    assert {"Cassino", "Termoli"} <= heads and not heads & {"London", "Bristol", "Birmingham"}
