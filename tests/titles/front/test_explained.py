"""What a Front game tells where an order is chosen: roles with range and price, verbs, marks on the map."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.engine.play.game import read_scene
from grognard.server import state as show


def says(game: grognard.Game, seat: str, *words: str) -> dict[str, str]:
    """What is said of each choice that may come next."""
    decision = game.decisions()[seat]
    return {c["text"]: c.get("says", "") for c in show.choices(decision, list(words), decision.next(*words))}


def test_a_role_tells_its_range_and_its_price() -> None:
    game = read_scene(
        "westfront s44 bare / allied holds all / 1944-06 / Portsmouth: 21AG2 / London: SHAEF3 / allied command"
    )
    told = says(game, "allied", "activate", "21AG")
    assert told["command"] == "units within 2 hexes may move, and their battles are supported; costs a step"
    assert told["blitz"].endswith("costs two steps")
    assert told["invasion"] == "lands one unit from its port on a beach; costs a step"
    assert says(game, "allied", "activate", "SHAEF")["command"].startswith("6 Supreme Moves: units anywhere")


def test_a_headquarters_without_steps_is_lost_by_its_work() -> None:
    game = read_scene(
        "westfront s44 bare / allied holds all / 1944-06 / Portsmouth: 21AG0 / London: SHAEF3 / allied command"
    )
    told = says(game, "allied", "activate", "21AG")
    assert (
        told["command"]
        == "units within its own hex may move, and their battles are supported; costs its last step: it is lost"
    )


@pytest.mark.parametrize(("title", "scenario"), [("westfront", "s44"), ("eurofront", "1944")])
def test_every_verb_of_the_first_turn_has_a_name_and_a_sentence(title: str, scenario: str) -> None:
    """Nothing on the deck is a bare word of the rulebook's index."""
    game = grognard.new(title, scenario, seed=1)
    words = game.title.looks["verbs"]
    for seat, orders in (("allied", ("activate SHAEF command", "activate 21AG invasion", "end")),):
        for order in (*orders, ""):
            offered = {c.text for c in game.decisions()[seat].next()} - {"end", "commit", "pass"}
            assert all(words[verb]["name"] and words[verb]["says"] for verb in offered), offered
            if order:
                game.play(seat, order)


def test_the_railheads_of_foreign_aid_are_drawn() -> None:
    game = grognard.new("eurofront", "1936", seed=1)
    marks = {mark["place"]: mark["title"] for mark in game.table.title.marks(game.table)}
    assert marks["Valencia"] == "Railhead of the Allies" and marks["Tangiers"] == "Railhead of the Axis"


def test_the_course_of_a_game_follows_its_steps_on_the_map() -> None:
    """EuroFront's scenarios count victory in many ways: by turns one sees who has how many steps."""
    t = grognard.new("eurofront", "1944", seed=1).table
    tally = t.title.tally(t)
    assert set(tally) == {"axis", "allied", "soviet"} and all(n > 50 for n in tally.values())


@pytest.mark.parametrize("board", ["systems/front", "eurofront"])
def test_a_hex_bears_its_own_name_on_the_map(board: str) -> None:
    """The log says Cherbourg and Brussels: the map said Caen and Antwerp there."""
    picture = (Path(grognard.__file__).parent / "titles" / board / "board" / "backdrop.svg").read_text(encoding="utf-8")
    assert ">Cherbourg<" in picture and ">Caen<" not in picture and ">Brussels<" in picture
