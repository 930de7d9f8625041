"""What a fourth round at the table found: openings, the skin, the time until a large table answers."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow
# Counts the turns of the page between the first piece and the map's picture.
TURNS = """(() => {
  window.turns = 0;
  const turn = () => {
    if (document.querySelector('.picture-of-map')?.shadowRoot) return;
    if (document.querySelector('.map .piece')) window.turns += 1;
    setTimeout(turn, 1);
  };
  addEventListener('DOMContentLoaded', turn);
})()"""
IN_SIGHT = """() => {
  const [map, deck] = ['.map', '.deck'].map((name) => document.querySelector(name).getBoundingClientRect());
  const seen = [...document.querySelectorAll('.map .piece')].filter((p) => {
    const r = p.getBoundingClientRect();
    return r.left > map.left && r.right < map.right && r.top > map.top && r.bottom < deck.top;
  });
  return [seen.length, new Set(seen.map((p) => p.querySelector('.body').getAttribute('stroke'))).size];
}"""


def test_the_table_answers_while_its_map_is_drawn(person):
    """The picture of EuroFront's map kept the page from answering for most of a second."""
    me = person()
    game = me.begins("eurofront", "1944")
    me.page.add_init_script(TURNS)
    me.sits_at(game, "allied")
    me.settles()
    assert me.page.evaluate("window.turns") > 8


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_a_front_from_sea_to_sea_opens_where_both_sides_stand(person, size):
    """Advanced ETO's 1941 opened on Bohemia, and on a phone without a single counter."""
    me = person(viewport={"width": size[0], "height": size[1]})
    game = me.begins("aeto", "1941")
    me.sits_at(game, "germany")
    me.settles()
    pieces, sides = me.page.evaluate(IN_SIGHT)
    assert pieces >= 10 and sides >= 2


def test_the_table_is_dark_when_the_system_is_until_someone_chooses(person):
    """The first visit was kept as a choice: whoever came by day had a light table at night too."""
    me = person(color_scheme="light")
    me.page.goto(me.url)
    me.until("() => document.documentElement.dataset.skin === 'light'")
    me.page.emulate_media(color_scheme="dark")
    me.until("() => document.documentElement.dataset.skin === 'dark'")
    me.page.get_by_role("button", name="Light").click()
    me.page.reload()
    me.until("() => document.documentElement.dataset.skin === 'light'")


def test_an_order_of_two_units_is_told_as_a_sentence(person):
    """The prompt said "Invade 21 Army Group, British 1 Amphibious Corps", and the log "lands Portsmouth → Brest"."""
    me = person()
    game = me.begins("westfront", "s44")
    me.orders(game, "allied", "activate 21AG invasion", "activate SHAEF command", "end")
    me.sits_at(game, "allied")
    me.settles()
    me.page.get_by_role("button", name="Invade", exact=True).click()
    me.page.locator(".map .piece[data-piece='21AG']").click()
    me.waits_for_prompt("invades with British 30 Tank Corps or British 1 Amphibious Corps: choose the unit.")
    me.page.locator(".map .piece[data-piece='Br1amph']").click()
    me.waits_for_prompt("21 Army Group invades with British 1 Amphibious Corps: choose the beach.")
    me.touches_a_target("Cherbourg")
    me.waits_for_prompt("at Cherbourg")
    me.page.locator(".commit").click()
    me.until("() => document.querySelector('.log').innerText.includes('lands at Cherbourg, from Portsmouth')")


def test_the_scenarios_of_a_title_with_many_lessons_are_in_sight(person):
    """Five lessons, each as large as a scenario, pushed Overlord off the page; "Learn" lay on a long name."""
    me = person()
    me.page.goto(me.url)
    me.page.locator(".card-of-title", has_text="WestFront").locator(".title-card").click()
    last = me.page.locator(".choice", has_text="Summer 44: Overlord").bounding_box()
    assert last["y"] + last["height"] < 900
    card = me.page.locator(".card-of-title", has_text="World War Two")
    name, learn = card.locator("b").bounding_box(), card.locator(".learn-it").bounding_box()
    assert name["y"] + name["height"] <= learn["y"] + 1


@pytest.mark.parametrize(
    ("name", "lesson"), [("The Struggle for Europe", "The twelfth of May"), ("WestFront", "Your first landing")]
)
def test_learn_begins_with_the_first_lesson_not_with_the_shortest(person, name, lesson):
    """With a short lesson on supply the newcomer would have begun with supply."""
    me = person()
    me.page.goto(me.url)
    me.page.locator(".card-of-title", has_text=name).locator(".learn-it").click()
    me.sees(".coach").to_contain_text(lesson, ignore_case=True)


def test_half_a_country_on_offer_is_one_field(person):
    """At Kharkov 136 hexes, each with its ring, hid the map before anything was picked."""
    me = person()
    game = me.begins("sfe", "kharkov42")
    me.sits_at(game, "allied")
    me.settles()
    assert me.page.locator(".realm").count() == 2
    ring = ".targets.wide .target.may .ring"
    assert me.page.locator(ring).count() > 100
    assert me.page.locator(ring).first.evaluate("r => getComputedStyle(r).stroke") == "none"


def test_an_attack_of_many_counts_them(person):
    """The prompt named seven corps in three lines and ended "to Chuguev"."""
    me = person()
    game = me.begins("sfe", "kharkov42", allied="me", axis="bot:random")
    me.orders(game, "allied", "end", "end")
    me.sits_at(game, "allied")
    me.waits(lambda: me.state(game, "allied")["decision"]["prompt"])
    me.orders(game, "allied", "end")
    me.waits_for_prompt("combat: attack")
    for unit in ("38A", "22Tk", "6A", "21Tk"):
        me.settles()
        me.page.locator(f".map .piece[data-piece='{unit}']").click()
    me.waits_for_prompt("Attack with 4 units: ")
    me.touches_a_target("Chuguev")
    me.waits_for_prompt("Attack with 4 units on Chuguev: ")


def test_a_phone_names_turn_and_phase_in_full(person):
    """ "Summer 1941 · Movem…" stood in the bar."""
    me = person(viewport={"width": 390, "height": 844})
    game = me.begins("ww2eto", "1941")
    me.orders(game, "axis", *(f"deploy {there}" for there in ("1610", "1611", "1612", "1613")), "end")
    me.sits_at(game, "axis")
    me.settles()
    name = me.page.locator(".phone-name summary b")
    assert name.inner_text() == "Summer 1941 · Movement"
    assert name.evaluate("b => b.scrollWidth <= b.clientWidth")


def test_the_politics_of_westfront_are_a_phase_and_shown_where_they_happen(person):
    """Eight hexes of Yugoslavia were on offer, out of sight, under a prompt that named orders that were closed."""
    me = person()
    game = me.begins("westfront", "s44")
    me.orders(game, "allied", "end", "end")
    me.sits_at(game, "allied")
    me.waits_for_prompt("Politics: raise Tito, or end.")
    me.sees(".phases .on").to_have_text("Politics")
    me.sees(".deck .prompt").to_contain_text("Raise Tito: the partisans take the field")
    me.settles()
    places = me.page.locator(".target.may").all()
    seen = [box for box in (place.bounding_box() for place in places) if 0 < box["x"] < 1000 and 60 < box["y"] < 700]
    assert len(seen) * 2 > len(places) > 0


def test_an_overlay_that_is_asked_while_another_is_worked_out_comes_later(person):
    """It was refused by the server, and the switch did nothing without a word."""
    me = person()
    game = me.begins("westfront", "s44")
    me.sits_at(game, "allied")
    me.settles()
    busy = iter([True, True, False])
    answer = {"detail": "This takes long to work out; wait for the answer to what you asked before."}
    me.context.route(
        "**/overlay/supply*",
        lambda route: route.fulfill(status=429, json=answer) if next(busy, False) else route.continue_(),
    )
    me.page.locator(".switch", has_text="Supply").click()
    me.sees(".switch[aria-checked=true]", has_text="Supply").to_have_count(1)
