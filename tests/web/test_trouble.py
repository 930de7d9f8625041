"""A table that talks much, and a server that is away for a moment, in a real Chromium."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

pytestmark = pytest.mark.slow


def test_the_newest_talk_is_shown_and_the_rest_comes_page_by_page(person, server):
    red = person()
    game = red.begins("tiny", None, red="me", blue="hotseat")
    with closing(sqlite3.connect(server.home / "games.db")) as file, file:
        rows = [(game, float(n), "blue", f"line {n}") for n in range(450)]
        file.executemany("INSERT INTO chat (game, at, who, text) VALUES (?, ?, ?, ?)", rows)
    red.sits_at(game, "red")
    red.page.get_by_role("tab", name="Chat").click()
    said = red.page.locator(".chat li")
    red.sees(said).to_have_count(200)
    red.sees(said.last).to_contain_text("line 449")
    red.sees(said.first).to_contain_text("line 250")
    earlier = red.page.get_by_role("button", name="Earlier")
    earlier.click()
    red.sees(said).to_have_count(400)
    earlier.click()
    red.sees(said).to_have_count(450)
    red.sees(said.first).to_contain_text("line 0")
    red.sees(earlier).to_have_count(0)
    red.page.get_by_label("Say something").fill("now")
    red.page.get_by_role("button", name="Say", exact=True).click()
    red.sees(said.last).to_contain_text("now")
    red.sees(said).to_have_count(451)


def away(times: int):
    """A server that cannot keep anything so many times, and then can."""
    left = [times]

    def answer(route) -> None:
        left[0] -= 1
        route.fulfill(status=503, json={"detail": "Try again."}) if left[0] >= 0 else route.continue_()

    return left, answer


def test_an_order_that_meets_a_full_disk_is_given_again_and_taken_once(person):
    """Over the socket it is answered 503, over HTTP twice more; then the disk has room, and nothing is told twice."""
    red = person()
    game = red.begins("tiny", None, red="me", blue="hotseat")
    refused = []

    def between(line) -> None:
        there = line.connect_to_server()

        def heard(text: str) -> None:
            order = json.loads(text)
            refused.append(order["order"])
            line.send(json.dumps({"changes": {}, "events": [], "answer": {"id": order["id"], "status": 503}}))

        line.on_message(heard)
        there.on_message(line.send)

    red.page.route_web_socket("**/ws/games/**", between)
    left, answer = away(2)
    red.page.route("**/orders", answer)
    red.sits_at(game, "red")
    before = red.state(game, "red")["entries"]
    red.page.get_by_role("button", name="Commit").first.click()
    if red.page.locator(".end.sure").count():
        red.page.locator(".end.sure").click()
    red.waits(lambda: red.state(game, "red")["entries"] > before)
    assert refused == ["commit"] and left[0] == -1
    red.sees(".refusal").to_have_count(0)
    assert red.state(game, "red")["entries"] == before + 1


def test_a_table_opens_though_the_database_is_away_for_a_moment(person):
    red = person()
    game = red.begins("tiny", None, red="me", blue="hotseat")
    left, answer = away(2)
    red.page.route("**/state?*", answer)
    red.sits_at(game, "red")
    assert left[0] < 0
