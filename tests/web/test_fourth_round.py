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
