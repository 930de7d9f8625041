"""The start page beyond three clicks: an account, a journal that is taken in, links, and the list of games."""

from __future__ import annotations

import re

import pytest

from .conftest import ROOT
from .test_access import findings

pytestmark = pytest.mark.slow


def opens(me) -> None:
    me.page.goto(me.url)
    me.page.wait_for_selector(".title-card")
    me.settles()


def signs(me, button: str, name: str, password: str) -> None:
    if not me.page.locator(".account details[open]").count():
        me.page.locator(".account summary").click()
    me.page.get_by_label("Name").fill(name)
    me.page.get_by_label("Password").fill(password)
    me.page.get_by_role("button", name=button).click()


def test_an_account_brings_my_games_to_another_browser(person):
    """Made here, entered there, left again; a weak and a wrong password are told in the server's words."""
    me, elsewhere = person(), person()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    opens(me)
    signs(me, "Make an account", "Old Guard", "a pass of eight")
    me.sees(".account").to_contain_text("Signed in as Old Guard")
    me.sees(f".your-games a[href^='/g/{game}/']").to_have_count(1)
    opens(elsewhere)
    signs(elsewhere, "Make an account", "Old Guard", "password1")
    elsewhere.sees(".account [role=alert]").to_contain_text("This pass-phrase is too weak.")
    signs(elsewhere, "Sign in", "Old Guard", "another pass")
    elsewhere.sees(".account [role=alert]").to_have_text("Name and password do not go together.")
    assert findings(elsewhere) == []
    elsewhere.shows("account")
    signs(elsewhere, "Sign in", "Old Guard", "a pass of eight")
    elsewhere.sees(".account").to_contain_text("Signed in as Old Guard")
    elsewhere.sees(f".your-games a[href^='/g/{game}/']").to_have_count(1)
    opens(elsewhere)
    elsewhere.sees(".account").to_contain_text("Signed in as Old Guard")
    elsewhere.page.get_by_role("button", name="Sign out").click()
    elsewhere.sees(".account").not_to_contain_text("Signed in")
    elsewhere.sees(".your-games a").to_have_count(0)
    me.sees(f".your-games a[href^='/g/{game}/']").to_have_count(1)


def test_signing_in_asks_before_this_browsers_games_are_lost(person):
    me, other = person(), person()
    other.page.request.get(f"{other.url}/api/games")
    made = other.page.request.post(f"{other.url}/api/account", data={"name": "Marie", "password": "a pass of eight"})
    assert made.ok, made.text()
    game = me.begins("tiny", None, red="me", blue="hotseat")
    opens(me)
    signs(me, "Sign in", "Marie", "a pass of eight")
    me.sees(".account [role=alert]").to_contain_text("would be lost")
    me.sees(f".your-games a[href^='/g/{game}/']").to_have_count(1)
    me.page.get_by_role("button", name="Sign in all the same").click()
    me.sees(".account").to_contain_text("Signed in as Marie")
    me.sees(".your-games a").to_have_count(0)


def test_a_bad_journal_is_refused_with_the_servers_sentence(person):
    me = person()
    opens(me)
    bad = {"name": "bad.jsonl", "mimeType": "text/plain", "buffer": b"this is no journal\n"}
    me.page.get_by_label("Import a journal").set_input_files(bad)
    me.sees(".your-games [role=alert]").to_have_text(re.compile("^bad.jsonl: .{20}"))
    said = me.page.request.post(f"{me.url}/api/games/import", data={"journal": "this is no journal\n"}).json()
    me.sees(".your-games [role=alert]").to_contain_text(said["sentence"])


def test_a_journal_from_elsewhere_opens_where_it_stopped_and_is_marked(person):
    """At the seat whose decision is open, not at the first one; table and list say that nobody here saw its dice."""
    me = person()
    opens(me)
    me.page.get_by_label("Import a journal").set_input_files(ROOT / "docs/games/ww2eto-1941-opening.journal")
    me.page.wait_for_selector(".deck .prompt")
    game, seat = me.page.url.rsplit("/", 2)[1:]
    assert [who for who, _ in me.state(game, seat)["deciding"]] == [seat] == ["allied"]
    me.sees(".game-name").to_contain_text("Imported, unverified")
    me.sees(".deck .seat-chip").to_contain_text("Allies")
    me.page.locator(".seats button", has_text="Axis").click()
    me.sees(".deck .prompt").to_contain_text("Allies: ")
    me.sees(".deck .seat-chip").to_contain_text("Allies")
    opens(me)
    me.sees(".your-games").to_contain_text("imported, unverified · you play Allies")


def test_the_link_for_a_friend_is_in_sight_and_focused(person):
    """Also in a low window, where it opens below the edge; the way to the table is in sight with it."""
    me = person(viewport={"width": 1280, "height": 600})
    opens(me)
    me.page.get_by_role("button", name="Get link").click()
    me.sees(".links input").to_be_focused()
    me.sees(".links input").to_be_in_viewport(ratio=1)
    me.sees(me.page.get_by_role("button", name="To the table")).to_be_in_viewport(ratio=1)
    me.shows("start-link")


def test_a_dead_link_leads_back_to_the_start(person):
    me = person()
    me.page.goto(f"{me.url}/join/BAD")
    me.page.wait_for_selector("[role=alert]")
    me.sees("h1").to_have_text("This link opens no seat")
    me.page.get_by_role("link", name="Back to the start").click()
    me.page.wait_for_selector(".title-card")


def test_every_game_of_mine_can_be_reached(person):
    """Twelve of a group are listed, and the rest at a click."""
    me = person()
    for _ in range(14):
        me.begins("tiny", None, red="me", blue="hotseat")
    opens(me)
    me.sees(".your-games a").to_have_count(12)
    me.page.get_by_role("button", name="Show 2 more").click()
    me.sees(".your-games a").to_have_count(14)
    me.sees(me.page.get_by_role("button", name="Show")).to_have_count(0)
